#include "ir/handing.h"

#include "ir/par.h"
#include "ir/walk.h"

typedef struct HandingSearch {
  const Aliases *aliases;
  const Var *array;
  bool is_found;
} HandingSearch;

bool handing_atoms(const Aliases *aliases, const Var *array, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (atoms[i].var && alias_may_share_alive(aliases, atoms[i].var, array)) return true;
  return false;
}

bool handing_body(const Aliases *aliases, const Var *array, const Body *body) {
  return body && handing_atoms(aliases, array, body->results, body->result_count);
}

bool handing_thunk(const Aliases *aliases, const Var *array, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    size_t count = output->value_count;
    if (!mode_has(output->mode, TRAIT_ELEMENTS) &&
        handing_atoms(aliases, array, output->values, count))
      return true;
    if (output->dests && handing_atoms(aliases, array, output->dests, count)) return true;
    if (output->neutral && handing_atoms(aliases, array, output->neutral, count)) return true;
    if (output->op && handing_body(aliases, array, output->op->body)) return true;
  }
  return false;
}

static bool with_acc_hands_on(const HandingSearch *handing, const WithAcc *with_acc) {
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    if (acc->op && handing_body(handing->aliases, handing->array, acc->op->body)) return true;
    if (acc->neutral &&
        handing_atoms(handing->aliases, handing->array, acc->neutral, acc->dest_count))
      return true;
  }
  return handing_body(handing->aliases, handing->array, with_acc->body);
}

// Which operands are only read, or looked at through a view: the others come first.
static size_t kept_count(const Exp *exp) {
  if (exp->op == OP_CONCAT || exp->op == OP_ARRAY || exp->op == OP_COPY) return 0;
  if (op_has(exp->op, FLAG_VIEW) && exp->op != OP_OPAQUE) return 0;
  return exp->op == OP_UPDATE ? 1 : exp->arg_count;
}

static bool hands_on(const HandingSearch *handing, const Exp *exp) {
  const Aliases *aliases = handing->aliases;
  const Var *array = handing->array;
  if (exp->op == OP_PAR)
    return handing_thunk(aliases, array, &exp->as.par->body) ||
           handing_thunk(aliases, array, &exp->as.par->epilogue);
  if (exp->op == OP_WITH_ACC && with_acc_hands_on(handing, exp->as.with_acc)) return true;
  if (exp->op == OP_LOOP && (handing_body(aliases, array, exp->as.loop->body) ||
                             handing_body(aliases, array, exp->as.loop->condition)))
    return true;
  bool is_branch = exp->op == OP_IF || exp->op == OP_SWITCH;
  for (size_t i = 0; is_branch && i < exp->as.branches.body_count; i++)
    if (handing_body(aliases, array, exp->as.branches.bodies[i])) return true;
  return handing_atoms(aliases, array, exp->args, kept_count(exp));
}

static bool handing_enter(Walker *walker, Stm *stm) {
  HandingSearch *handing = walker->context;
  handing->is_found = handing->is_found || hands_on(handing, stm->exp);
  return !handing->is_found;
}

bool handing_stm(const Aliases *aliases, const Var *array, Stm *stm) {
  HandingSearch handing = {.aliases = aliases, .array = array};
  Walker walker = {.context = &handing, .enter = handing_enter};
  walk_stm(&walker, stm);
  return handing.is_found;
}
