// borrow: no copies of arrays that stay as they are.
//
// Takes and gives   Core. Changes the program in place.
// Breaks            PROPERTY_SIMPLE: a read of the copy may be one of the array.
// Cost              an analysis of sharing, where there is a copy at all; then for each copy linear
//                   in the statements that follow in its list.
//
//   let before: [m]f64 = index a[k]
//   let old: [m]f64 = copy before
//   let row: [m]f64 = par (i < m) {        =>   let row: [m]f64 = par (i < m) {
//     let x: f64 = index old[i] ... map y         let x: f64 = index before[i] ... map y
//   let next: [n][m]f64 = update a[j] = row     let next: [n][m]f64 = update a[j] = row
//
// A copy is for those who consume it, or who still need the old elements when the array has been
// consumed. Programs also copy out of caution. The array stands for the copy when
//
//   - nothing consumes the copy;
//   - it does not leave its list: it is only read, and no result, loop, operator or call has it;
//   - it is not the lengths of anything: a type with its name may be known outside by another one;
//   - from the copy to its last use nothing consumes storage that the array may be in.
//
// Copies of transposed arrays stay: who writes them wants the elements in that order.
#include "core/core.h"
#include "ir/alias.h"
#include "ir/build.h"
#include "ir/handing.h"
#include "ir/map.h"
#include "ir/type.h"
#include "ir/walk.h"

typedef struct Borrower {
  Program *program;
  Arena *scratch;
  Aliases *aliases;
  Map *definitions; // Var -> Stm
  VarSet lengths;   // that types speak of
  VarSet lent;      // copies for which an array stands
  Subst *subst;
} Borrower;

// ---- Whether the array stays ----

static bool uses(const Borrower *borrower, Stm *stm, const Var *copy) {
  VarSet used = free_vars_stm(borrower->scratch, stm);
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    if (alias_may_share_alive(borrower->aliases, var, copy)) return true;
  return false;
}

static bool consumes(const Borrower *borrower, Stm *stm, const Var *array) {
  Vars consumed = {0};
  consumed_by_stm(borrower->scratch, stm, &consumed);
  for (size_t i = 0; i < consumed.count; i++)
    if (alias_may_share(borrower->aliases, consumed.data[i], array)) return true;
  return false;
}

// The list ends with these results, or outputs; one of them is NULL.
typedef struct BorrowEnd {
  const Body *body;
  const Thunk *thunk;
} BorrowEnd;

static bool is_needed_at_end(const Borrower *borrower, const Var *copy, const BorrowEnd *end) {
  for (size_t i = 0; end->thunk && i < end->thunk->output_count; i++) {
    const Output *output = &end->thunk->outputs[i];
    if (handing_atoms(borrower->aliases, copy, output->values, output->value_count)) return true;
  }
  return false;
}

// Does nothing consume the array as long as the copy, made at this position, is used?
static bool stays(const Borrower *borrower, const Stms *stms, size_t position,
                  const BorrowEnd *end) {
  const Stm *stm = stms->data[position];
  const Var *copy = stm->vars[0], *array = stm->exp->args[0].var;
  if (end->body && handing_body(borrower->aliases, copy, end->body)) return false;
  if (end->thunk && handing_thunk(borrower->aliases, copy, end->thunk)) return false;
  bool is_consumed = false;
  for (size_t i = position + 1; i < stms->count; i++) {
    Stm *next = stms->data[i];
    bool is_used = uses(borrower, next, copy);
    if (is_used && handing_stm(borrower->aliases, copy, next)) return false;
    is_consumed = is_consumed || consumes(borrower, next, array);
    if (is_used && is_consumed) return false;
  }
  return !(is_consumed && is_needed_at_end(borrower, copy, end));
}

// ---- Copies ----

static bool is_transposed(const Borrower *borrower, const Var *array) {
  const Stm *stm = map_get(borrower->definitions, map_key(array));
  while (stm && op_has(stm->exp->op, FLAG_VIEW) && stm->exp->args[0].var) {
    if (stm->exp->op == OP_PERMUTE) return true;
    stm = map_get(borrower->definitions, map_key(stm->exp->args[0].var));
  }
  return false;
}

static bool is_lent(const Borrower *borrower, const Var *array) {
  Var *lent;
  for (size_t cursor = 0; varset_each(&borrower->lent, &cursor, &lent);)
    if (alias_may_share(borrower->aliases, lent, array)) return true;
  return false;
}

// What is known of the sharing does not hold for views of a copy that is none any more.
static bool can_borrow(const Borrower *borrower, const Stms *stms, size_t position,
                       const BorrowEnd *end) {
  const Stm *stm = stms->data[position];
  const Var *copy = stm->vars[0], *array = stm->exp->args[0].var;
  if (!array || type_is_irregular(copy->type) || alias_consumer(borrower->aliases, copy) ||
      varset_has(&borrower->lengths, copy))
    return false;
  return !is_lent(borrower, array) && !is_transposed(borrower, array) &&
         stays(borrower, stms, position, end);
}

// A copy that needs certificates hands them on.
static bool borrow_stm(Borrower *borrower, Stm *stm) {
  varset_add(&borrower->lent, stm->vars[0]);
  if (stm->cert_count > 0) {
    stm->exp = exp_new(borrower->program, OP_COERCE, stm->exp->args, 1);
    return false;
  }
  subst_add(borrower->subst, stm->vars[0], stm->exp->args[0]);
  return true;
}

static void borrow_list(Borrower *borrower, Stms *stms, const BorrowEnd *end);

static void borrow_body(Borrower *borrower, Body *body) {
  if (body) borrow_list(borrower, &body->stms, &(BorrowEnd){.body = body});
}

static void borrow_thunk(Borrower *borrower, Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (thunk->outputs[i].op) borrow_body(borrower, thunk->outputs[i].op->body);
}

// An epilogue sees what the body binds.
static void borrow_par(Borrower *borrower, Par *par) {
  borrow_thunk(borrower, &par->body);
  borrow_thunk(borrower, &par->epilogue);
  Thunk *last = par->has_epilogue ? &par->epilogue : &par->body;
  borrow_list(borrower, &last->stms, &(BorrowEnd){.thunk = last});
}

static void borrow_inside(Borrower *borrower, const Exp *exp) {
  if (exp->op == OP_PAR) {
    borrow_par(borrower, exp->as.par);
  } else if (exp->op == OP_LOOP) {
    borrow_body(borrower, exp->as.loop->condition);
    borrow_body(borrower, exp->as.loop->body);
  } else if (exp->op == OP_WITH_ACC) {
    borrow_body(borrower, exp->as.with_acc->body);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      borrow_body(borrower, exp->as.branches.bodies[i]);
  }
}

static void borrow_list(Borrower *borrower, Stms *stms, const BorrowEnd *end) {
  Stms kept = {0};
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (op_has(stm->exp->op, FLAG_BODIES)) borrow_inside(borrower, stm->exp);
    bool is_copy = stm->exp->op == OP_COPY && can_borrow(borrower, stms, i, end);
    if (is_copy && borrow_stm(borrower, stm)) continue;
    vec_push(borrower->program->arena, &kept, stm);
  }
  *stms = kept;
}

// ---- The pass ----

static bool define_stm(Walker *walker, Stm *stm) {
  Borrower *borrower = walker->context;
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(borrower->definitions, map_key(stm->vars[i]), stm);
  return true;
}

static void note_lengths(Walker *walker, Var *var) {
  Borrower *borrower = walker->context;
  for (size_t k = 0; k < type_rank(var->type); k++)
    if (dim_is_varying(var->type->dims[k])) varset_add(&borrower->lengths, var->type->dims[k].var);
}

static bool find_copy(Walker *walker, Stm *stm) {
  bool *has_copy = walker->context;
  *has_copy = *has_copy || stm->exp->op == OP_COPY;
  return !*has_copy;
}

static Program *borrow_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  bool has_copy = false;
  walk_program(&(Walker){.context = &has_copy, .enter = find_copy}, program);
  if (!has_copy) return program;
  Arena *scratch = arena_new();
  Borrower borrower = {.program = program,
                       .scratch = scratch,
                       .aliases = alias_analyse(scratch, program, NULL),
                       .definitions = map_new(scratch),
                       .lengths = varset_new(scratch),
                       .lent = varset_new(scratch),
                       .subst = subst_new(program)};
  walk_program(&(Walker){.context = &borrower, .enter = define_stm, .bind = note_lengths}, program);
  for (size_t i = 0; i < program->globals.count; i++)
    borrow_body(&borrower, program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++)
    borrow_body(&borrower, program->funs.data[i]->body);
  if (varset_count(&borrower.lent) > 0) map_program(&borrower.subst->mapper, program);
  arena_free(scratch);
  return program;
}

const Pass pass_borrow = {.name = "borrow",
                          .purpose = "drop copies of arrays that stay as they are",
                          .from = LEVEL_CORE,
                          .to = LEVEL_CORE,
                          .breaks = PROPERTY_SIMPLE,
                          .run = borrow_run};
