// The inside of simplify: what its files share.
//
//   simplify.c           the pass: rounds of facts, forward rewriting and removal; the visit of
//                        statements; replacing variables
//   simplify_scalar.c    constant folding and algebra
//   simplify_array.c     views, literals, copies
//   simplify_control.c   branches and loops
//   simplify_par.c       pars and accumulators
//   simplify_copy.c      pars that only copy
//   simplify_order.c     elements that are read in order
//   simplify_number.c    value numbering: equal expressions become one
//   simplify_dead.c      removal of what is not used
//
// One forward walk visits each statement after the ones it depends on. A variable that equals an
// atom is recorded as replaced, its statement dropped, and every later use resolved on the way.
// Because of that one round does nearly everything; the next one sees what the removal made
// possible.
#ifndef RAVEL_CORE_SIMPLIFY_H
#define RAVEL_CORE_SIMPLIFY_H

#include "core/facts.h"
#include "ir/ir.h"
#include "ir/map.h"

typedef struct VarState {
  Atom replacement; // when is_replaced
  bool is_replaced;
  bool is_given;  // a certificate that is always given: its assert is gone
  Stm *def;       // what binds it, once visited
  uint32_t scope; // the number of the scope in which it is bound
  uint32_t stamp; // see stms_stamp
  bool is_size;   // of an array that is bound in the scope `size_scope`
  uint32_t size_scope;
  bool has_bound; // an index of a par or loop: it is at least 0 and less than the bound
  Atom bound;
} VarState;

typedef struct Numbering Numbering;
typedef struct Dead Dead;

typedef struct Simplifier {
  Program *program;
  Arena *scratch;
  Facts *facts;
  VarState *vars; // by Var.index
  size_t var_capacity;
  Mapper mapper; // replaces variables in types
  Map *tables;   // global arrays of constants: Var -> Exp
  Numbering *numbers;
  Dead *dead;
  uint32_t scope, last_scope, last_stamp;
  Vec(uint32_t) scopes; // those that are entered, but for the outermost
  bool has_changed;
  bool has_pending; // a loop's parameter was replaced after its body was visited
} Simplifier;

// What a rule makes of an expression: nothing, an atom that it equals, or a better expression.
typedef enum RewriteKind { REWRITE_NONE, REWRITE_ATOM, REWRITE_EXP } RewriteKind;

typedef struct Rewrite {
  RewriteKind kind;
  Atom atom;
  Exp *exp;
} Rewrite;

Rewrite rewrite_none(void);
Rewrite rewrite_atom(Atom atom);
Rewrite rewrite_exp(Exp *exp);

// ---- Variables (simplify.c) ----

// Do arrays have places? Then only scalars are replaced.
bool simplify_has_places(const Simplifier *simplifier);
// Has it one, or is it a block?
bool simplify_is_placed(const Simplifier *simplifier, const Var *var);
VarState *var_state(Simplifier *simplifier, const Var *var);
// The atom that stands for it now.
Atom resolve(Simplifier *simplifier, Atom atom);
void resolve_all(Simplifier *simplifier, Atom *atoms, size_t count);
// Brings the types of variables that are about to be bound up to date.
void resolve_types(Simplifier *simplifier, Var *const *vars, size_t count);
// Replaces the variable from here on; false when it must stay (is_pinned, is_size, another type).
bool replace(Simplifier *simplifier, Var *var, Atom atom);
// Would it?
bool simplify_can_replace(Simplifier *simplifier, Var *var, Atom atom);
// May this variable be replaced at all?
bool simplify_is_replaceable(Simplifier *simplifier, const Var *var);
// The expression that binds the atom, if it has this op and needs no certificate; else NULL.
const Exp *def_of(Simplifier *simplifier, Atom atom, Op op);

// Records what is known about an index.
void set_bound(Simplifier *simplifier, const Var *index, Atom bound);
// Is it an index of an enclosing par or loop that is below this limit?
bool simplify_is_index_below(Simplifier *simplifier, Atom index, Atom limit);

// ---- Statements (simplify.c) ----

// Visits the statements and appends what is left of them.
void visit_stms(Simplifier *simplifier, const Stms *stms, Stms *out);
// Visits a body in a scope of its own, in place.
void visit_body(Simplifier *simplifier, Body *body);
void visit_lambda(Simplifier *simplifier, Lambda *lambda);
// Appends a statement that stays.
void keep_stm(Simplifier *simplifier, Stm *stm, Stms *out);
// The statement needs from now on what the other one, which comes before it, needs.
void add_certs(Simplifier *simplifier, Stm *stm, const Stm *other);
// Marks the variables that the statements bind (not inside their bodies) with a fresh stamp.
uint32_t stms_stamp(Simplifier *simplifier, const Stms *stms);

typedef struct ScopeMark {
  uint32_t scope;
  size_t number_count;
} ScopeMark;

ScopeMark scope_enter(Simplifier *simplifier);
void scope_leave(Simplifier *simplifier, ScopeMark mark);
// Is the variable bound around here?
bool simplify_is_visible(const Simplifier *simplifier, const Var *var);
// Is it certainly not negative, because an array of this size is there already?
bool simplify_is_size_of_array(Simplifier *simplifier, Atom atom);
// Do the statements of a point or round check that its value is a size? The check stays while the
// value is used, and so must they.
bool simplify_checks_size(const Stms *stms, Atom value);

// ---- Rules ----

Rewrite rewrite_scalar(Simplifier *simplifier, const Exp *exp);
// A power by a small whole number becomes a product.
void expand_power(Simplifier *simplifier, Stm *stm, Stms *out);
// A bit that is tested and taken for a number is moved to its place.
void shift_bit(Simplifier *simplifier, Stm *stm, Stms *out);
// Arithmetic of which only the low bits are kept is done in a narrower type.
void narrow_arithmetic(Simplifier *simplifier, Stm *stm, Stms *out);
Rewrite rewrite_array(Simplifier *simplifier, Stm *stm);
// Makes one literal, and a view of it, of an array or `concat` of many constants in literals of
// their own. So the code does not grow with the rows.
void join_literals(Simplifier *simplifier, Stm *stm, Stms *out);
// An element of a literal of whole numbers at equal distances becomes arithmetic on its index.
void compute_element(Simplifier *simplifier, Stm *stm, Stms *out);
// An element or slice of a view is read from the array itself where its place is simpler there.
void read_in_order(Simplifier *simplifier, Stm *stm, Stms *out);
// All elements in their order, put together again: the array that had them.
Rewrite rewrite_ordered(Simplifier *simplifier, const Stm *stm);
// The output of the par that makes the array, and the number of its value there.
const Output *output_of(const Stm *def, const Var *array, size_t *place);
// Is the index certainly inside? It is a constant, or an index of an enclosing par or loop.
bool simplify_is_inside(Simplifier *simplifier, Atom index, Dim dim);

// Puts the body in the place of its statement, if that can be replaced.
bool splice(Simplifier *simplifier, const Stm *stm, Body *body, Stms *out);

// Visit a statement with bodies whose operands are resolved.
void visit_branches(Simplifier *simplifier, Stm *stm, Stms *out);
void visit_loop(Simplifier *simplifier, Stm *stm, Stms *out);
void visit_par(Simplifier *simplifier, Stm *stm, Stms *out);
// Finds results of the par, which was visited, that are views of other arrays; true when copies of
// views stand in its place.
bool visit_copies(Simplifier *simplifier, const Stm *stm, Stms *out);
void visit_with_acc(Simplifier *simplifier, Stm *stm, Stms *out);

// ---- Value numbering (simplify_number.c) ----

Numbering *numbering_new(Arena *scratch);
size_t numbering_count(const Numbering *numbers);
// Forgets all but the first `count` statements.
void numbering_cut(Numbering *numbers, size_t count);
// The earlier statement that computes the same, or NULL after remembering this one.
Stm *numbering_find(Simplifier *simplifier, Stm *stm);

// ---- Removal (simplify_dead.c) ----

Dead *dead_new(Program *program, Arena *scratch);
// Removes what the results do not need; true when there was something.
bool remove_dead_fun(Dead *dead, Fun *fun);
bool remove_dead_global(Dead *dead, Global *global);

#endif
