// Where arrays come from: the array in whose place another one is, and whether a list of statements
// makes the storage of its values.
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/walk.h"
#include "mem/flat_to_mem.h"

// ---- In place ----

Var *wish_branch_origin(const Branches *branches, size_t result) {
  Var *origin = NULL;
  for (size_t i = 0; i < branches->body_count; i++) {
    const Body *body = branches->bodies[i];
    Var *other = wish_origin(&body->stms, body->results[result]);
    if (!other || (origin && other != origin) || stms_bind(&body->stms, other)) return NULL;
    origin = other;
  }
  return origin;
}

Atom wish_par_origin(const Stm *stm, size_t result) {
  const Par *par = stm->exp->as.par;
  size_t first, blocks = par_block_count(stm);
  if (result < blocks) return (Atom){0};
  result -= blocks;
  const Output *output = par_output_at(par, result, &first);
  if (!mode_has(output->mode, TRAIT_WRITES)) return (Atom){0};
  return output->dests[result - first];
}

static Atom loop_origin(const Exp *exp, size_t result) {
  const Loop *loop = exp->as.loop;
  bool is_kept =
      wish_origin(&loop->body->stms, loop->body->results[result]) == loop->params[result];
  return is_kept ? exp->args[result] : (Atom){0};
}

// The array in whose place the result of the statement is; no variable when that is not known.
static Atom stm_origin(const Stm *stm, size_t result) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_UPDATE || exp->op == OP_COERCE) return exp->args[0];
  if (exp->op == OP_IF || exp->op == OP_SWITCH)
    return (Atom){.var = wish_branch_origin(&exp->as.branches, result)};
  if (exp->op == OP_PAR) return wish_par_origin(stm, result);
  if (exp->op == OP_LOOP) return loop_origin(exp, result);
  return (Atom){0};
}

Var *wish_origin(const Stms *stms, Atom atom) {
  for (size_t i = stms->count; i > 0 && atom.var; i--) {
    const Stm *stm = stms->data[i - 1];
    for (size_t k = 0; k < stm->var_count; k++) {
      if (stm->vars[k] != atom.var) continue;
      Atom next = stm_origin(stm, k);
      if (!next.var) return atom.var;
      atom = next;
      break;
    }
  }
  return atom.var;
}

// ---- Fresh arrays ----

static bool is_made_fresh(const Stms *stms, Atom atom);

static bool is_fresh_in_branches(const Branches *branches, size_t result) {
  for (size_t i = 0; i < branches->body_count; i++) {
    const Body *body = branches->bodies[i];
    if (!is_made_fresh(&body->stms, body->results[result])) return false;
  }
  return true;
}

bool wish_fresh_in_loop(const Exp *exp, size_t result) {
  const Loop *loop = exp->as.loop;
  const Body *body = loop->body;
  if (!loop->index || loop_bound(exp).var) return false;
  if (constant_to_i64(loop_bound(exp).constant) <= 0) return false;
  return is_made_fresh(&body->stms, body->results[result]);
}

// Is the array in storage that these statements make for it?
static bool is_made_fresh(const Stms *stms, Atom atom) {
  const Var *origin = wish_origin(stms, atom);
  for (size_t i = 0; origin && i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    for (size_t k = 0; k < stms->data[i]->var_count; k++) {
      if (stms->data[i]->vars[k] != origin) continue;
      if (exp->op == OP_IF || exp->op == OP_SWITCH)
        return is_fresh_in_branches(&exp->as.branches, k);
      if (exp->op == OP_LOOP) return wish_fresh_in_loop(exp, k);
      return exp->op == OP_PAR || exp->op == OP_CONCAT || exp->op == OP_ARRAY || exp->op == OP_COPY;
    }
  }
  return false;
}

static bool names_any(const Type *type, Var *const *vars, size_t count) {
  for (size_t k = 0; k < type->rank; k++) {
    for (size_t i = 0; i < count; i++)
      if (type->dims[k].var == vars[i]) return true;
  }
  return false;
}

bool wish_all_fresh(const Stm *stm, size_t result) {
  if (names_any(stm->vars[result]->type, stm->vars, stm->var_count)) return false;
  return is_fresh_in_branches(&stm->exp->as.branches, result);
}
