// The inside of the shape inference: size-annotated types after Reppy and Wingerter (paper 004).
//
//   shapes_solve.c    constraints between sizes, and canonical forms
//   shapes_infer.c    the walk: what each statement says; conditionals, loops, pars
//   shapes_call.c     functions: their schemes, calls, recursion
//   shapes_print.c    the paper's notation
//
// Core names its sizes, so a type is annotated by what is known about these names: a size is a
// polynomial over dimension variables (program variables of type i64 that stand for themselves),
// instances of dimension functions and sums (analysis/sizes.h); lengths are functions. The
// inference adds the equalities that the program asserts. Like the paper it assumes that the
// program is correct: what it says about a value holds when the function that it is in returns. So
// it is what `--shapes` shows. What passes rely on is in analysis/sizes.h; the pass shapes
// (shapes_pass.h) makes the checks first.
//
// Arrays of i64 are functions (analysis/sizes_function.c). An array is a value, so `s[i]` is one
// number wherever it is read: an instance, a variable of no program. What a par maps is a
// polynomial of the index; a row of lengths is the same function at other indices. So equal,
// constant and summed lengths are equal polynomials, and the prover needs to know nothing new.
// Constraints are kept in solved form with a trail; leaving a branch or loop undoes what was learnt
// there.
#ifndef RAVEL_CORE_SHAPES_H
#define RAVEL_CORE_SHAPES_H

#include "analysis/analysis.h"
#include "analysis/table.h"
#include "ir/ir.h"

// ---- Constraints (shapes_solve.c) ----

// What encloses a statement: pars whose points all run, or something that may not run at all.
typedef struct ShapeScope {
  bool is_par; // else what is learnt inside does not hold outside
  Var *index;  // of a par over one dimension, or of a loop
  Dim space;
  size_t mark; // of the trail
  uint32_t depth;
} ShapeScope;

typedef struct ShapeVar {
  const Poly *value;    // what an integer or instance equals; NULL: itself
  const Poly *function; // what an array of i64 holds, over placeholders; NULL: itself
  const Stm *def;
  uint32_t depth;
} ShapeVar;

typedef struct ShapeUndo {
  Var *var;
  const Poly *value, *function; // before
} ShapeUndo;

typedef struct Solver {
  Arena *arena;
  Sizes *sizes;
  VarTable vars; // ShapeVar
  Vec(ShapeUndo) trail;
  Vec(ShapeScope) scopes;
} Solver;

ShapeVar *solver_at(Solver *solver, const Var *var);
uint32_t solver_depth(const Solver *solver);
void solver_enter(Solver *solver, ShapeScope scope);
// Forgets what does not hold outside.
void solver_leave(Solver *solver);
// The canonical form by all that is known here.
const Poly *solver_resolve(Solver *solver, const Poly *poly);
const Poly *solver_value(Solver *solver, Atom atom);
// The canonical form of the elements of an array of i64.
const Poly *solver_function(Solver *solver, Var *array);
// The size of dimension k of the type, at these indices of the dimensions before it.
const Poly *solver_dim(Solver *solver, const Type *type, size_t k, const Poly *const *indices);
// Takes it for a fact from here on.
void solver_equate(Solver *solver, const Poly *a, const Poly *b);
void solver_equate_functions(Solver *solver, const Poly *a, const Poly *b);
// The variable is this, when it is nothing else yet.
void solver_define(Solver *solver, Var *var, const Poly *poly);
// Does the polynomial mention only what is bound in scopes up to this depth?
bool solver_is_visible(Solver *solver, const Poly *poly, uint32_t depth);

// ---- Inference (shapes_infer.c, shapes_call.c) ----

typedef enum SchemeState { SCHEME_NEVER, SCHEME_KNOWN, SCHEME_ANY } SchemeState;

// ∀ parameters ∃ results. Values are polynomials over the parameters, functions for arrays of i64,
// NULL where there is nothing to say.
typedef struct Scheme {
  SchemeState state; // NEVER: no call returns, as far as is known yet
  const Poly **params, **results;
  size_t *twins; // of a result without a polynomial: the first one that is equal
} Scheme;

typedef struct FunShape {
  Fun *fun;
  Sizes *sizes;
  Solver *solver;
  Scheme scheme;
  bool is_done, is_recursive;
} FunShape;

// Called for each variable when its scope ends, while all that holds there is known.
typedef void ShapeReport(void *context, Solver *solver, const Var *var);

typedef struct Shapes {
  Arena *arena;
  Program *program;
  Map *funs;         // Fun -> FunShape *
  FunShape *current; // the function that is being walked
  unsigned effort;   // statements that loops may still walk again
  ShapeReport *report;
  void *context;
} Shapes;

Shapes *shapes_new(Arena *arena, Program *program);
FunShape *shapes_of_fun(Shapes *shapes, Fun *fun);
// What a statement with a call says. False: it does not return.
bool shapes_call(Shapes *shapes, Solver *solver, const Stm *stm);
// Walks the body of a function or global; whether it may return.
bool shapes_body(Shapes *shapes, Solver *solver, const Body *body);
// The value of an integer, or the function of an array of i64; else NULL.
const Poly *shapes_value(Solver *solver, Atom atom);
Solver *solver_new(Arena *arena, Sizes *sizes);

#endif
