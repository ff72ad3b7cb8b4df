// Walking the IR: every use and every binding of a variable, in program order.
#ifndef RAVEL_IR_WALK_H
#define RAVEL_IR_WALK_H

#include "ir/ir.h"

// What to do on the way; any of them may be NULL. `use` is called for operands, results,
// certificates and the variables in the types of bound variables, before the binding itself.
typedef struct Walker Walker;
struct Walker {
  void *context;
  void (*use)(Walker *walker, Var *var);
  void (*bind)(Walker *walker, Var *var);
  bool (*enter)(Walker *walker, Stm *stm); // before a statement; false: do not look inside
  void (*leave)(Walker *walker, Stm *stm); // after a statement
};

void walk_program(Walker *walker, Program *program);
void walk_fun(Walker *walker, Fun *fun);
void walk_global(Walker *walker, Global *global);
void walk_stms(Walker *walker, const Stms *stms);
void walk_stm(Walker *walker, Stm *stm);
void walk_exp(Walker *walker, const Exp *exp);
void walk_body(Walker *walker, const Body *body);
void walk_lambda(Walker *walker, const Lambda *lambda);
void walk_thunk(Walker *walker, const Thunk *thunk);
void walk_atoms(Walker *walker, const Atom *atoms, size_t count);
void walk_type(Walker *walker, const Type *type);

// ---- Sets of variables ----

typedef struct VarSet {
  Map *map; // by pointer, in insertion order
} VarSet;

VarSet varset_new(Arena *arena);
bool varset_has(const VarSet *set, const Var *var);
// True when it was not in the set yet.
bool varset_add(VarSet *set, Var *var);
size_t varset_count(const VarSet *set);
// Steps through the set in insertion order: start with *cursor = 0, stop when false.
bool varset_each(const VarSet *set, size_t *cursor, Var **var);

// The variables used but not bound inside, in order of first use.
VarSet free_vars_exp(Arena *arena, const Exp *exp);
VarSet free_vars_stm(Arena *arena, Stm *stm);
VarSet free_vars_body(Arena *arena, const Body *body);
VarSet free_vars_lambda(Arena *arena, const Lambda *lambda);
// All variables bound inside, patterns of nested statements included.
VarSet bound_vars_stms(Arena *arena, const Stms *stms);
// The same for a par, with its indices and the parameters of its scans: what a point binds.
VarSet bound_vars_par(Arena *arena, const Par *par);

// Appends the arrays that the statement consumes, at whatever depth, and the accumulators that its
// pars thread.
void consumed_by_stm(Arena *arena, Stm *stm, Vars *vars);

// ---- Globals ----

// Which globals of the program the function needs, itself, by calls or by other globals; of NULL
// those that are computed before anything runs. By their number.
bool *globals_needed(Arena *arena, const Program *program, const Fun *fun);

// Brings the globals into an order in which each is after those that it needs, also by calls. They
// stay as they are where they may.
void program_sort_globals(Program *program);

// ---- Calls ----

// Does the function reach the other one, which may be itself, by calls?
bool fun_reaches(Arena *arena, const Fun *fun, const Fun *goal);
// Does the function reach itself by calls?
bool fun_is_recursive(Arena *arena, const Fun *fun);
// Does the body reach such a function?
bool body_reaches_recursion(Arena *arena, const Body *body);
// Does the par, its operators too?
bool par_reaches_recursion(Arena *arena, const Par *par);
// Does it reach an effect? Ask the whole program first: that is cheaper where there are none.
bool program_has_effects(const Program *program);
bool body_reaches_effect(Arena *arena, const Body *body);
bool par_reaches_effect(Arena *arena, const Par *par);
bool stm_reaches_effect(Arena *arena, const Stm *stm);

#endif
