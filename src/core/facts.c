// Sharing is a partition of the variables (union-find): a view joins its operand, a branch, loop or
// call joins its results with what they may come from. A class with a consumed or returned member
// is owned. The partition forgets direction, so it says "may share" a little too often; that only
// keeps two arrays apart that could have been one.
#include "core/facts.h"

#include <string.h>

#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

typedef struct VarFacts {
  uint32_t parent; // of the union-find
  uint32_t uses, needs;
  uint32_t depth; // how many pars and with_accs its binding is in
  bool is_known;
  bool is_owned, is_written; // of the class; right at its root
  bool is_pinned, is_size, is_beside;
  bool is_output; // leaves a par or with_acc as a value
} VarFacts;

struct Facts {
  Program *program;
  Arena *scratch;
  VarFacts *vars; // by Var.index
  size_t capacity;
  uint32_t depth; // while walking
};

size_t facts_capacity(const Program *program) {
  return program->var_count + program->var_count / 8 + 64;
}

Facts *facts_new(Program *program, Arena *scratch) {
  Facts *facts = arena_make(scratch, Facts);
  facts->program = program;
  facts->scratch = scratch;
  return facts;
}

// ---- The partition ----

static VarFacts *facts_at(const Facts *facts, const Var *var) {
  if (var->index >= facts->capacity || !facts->vars[var->index].is_known) return NULL;
  return &facts->vars[var->index];
}

static uint32_t root_of(const Facts *facts, uint32_t index) {
  while (facts->vars[index].parent != index) {
    facts->vars[index].parent = facts->vars[facts->vars[index].parent].parent;
    index = facts->vars[index].parent;
  }
  return index;
}

static bool has_storage(const Var *var) { return var && var->type->kind != TYPE_SCALAR; }

static void own(Facts *facts, const Var *var) {
  if (!has_storage(var) || !facts_at(facts, var)) return;
  VarFacts *root = &facts->vars[root_of(facts, var->index)];
  root->is_owned = root->is_written = true;
}

static void own_all(Facts *facts, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    own(facts, atoms[i].var);
}

// A variable without facts is a global's or another function's: what shares with it is owned.
static void share(Facts *facts, const Var *a, const Var *b) {
  if (!has_storage(a) || !has_storage(b)) return;
  if (!facts_at(facts, a) || !facts_at(facts, b)) {
    own(facts, a);
    own(facts, b);
    return;
  }
  uint32_t root = root_of(facts, a->index), other = root_of(facts, b->index);
  if (root == other) return;
  facts->vars[other].parent = root;
  facts->vars[root].is_owned |= facts->vars[other].is_owned;
  facts->vars[root].is_written |= facts->vars[other].is_written;
}

// ---- What each statement does to the partition ----

static void share_branches(Facts *facts, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t i = 0; i < branches->body_count; i++) {
    for (size_t k = 0; k < stm->var_count; k++)
      share(facts, stm->vars[k], branches->bodies[i]->results[k].var);
  }
}

static void share_loop(Facts *facts, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  for (size_t k = 0; k < loop->param_count; k++) {
    share(facts, loop->params[k], stm->exp->args[k].var);
    share(facts, loop->params[k], loop->body->results[k].var);
    share(facts, loop->params[k], stm->vars[k]);
  }
}

static void share_call(Facts *facts, const Stm *stm) {
  const Fun *callee = stm->exp->as.callee;
  for (size_t i = 0; i < callee->param_count; i++) {
    if (callee->params[i].is_consumed) own(facts, stm->exp->args[i].var);
  }
  for (size_t k = 0; k < callee->result_count; k++) {
    const Result *result = &callee->results[k];
    for (size_t i = 0; i < result->alias_count; i++)
      share(facts, stm->vars[k], stm->exp->args[result->aliases[i]].var);
  }
}

// An operator may consume its own parameters, and a result may be a neutral element itself.
static void own_operator(Facts *facts, const Lambda *op, const Atom *neutral, size_t count) {
  if (!op) return;
  for (size_t i = 0; i < op->param_count; i++)
    own(facts, op->params[i]);
  own_all(facts, op->body->results, op->body->result_count);
  own_all(facts, neutral, count);
}

// A size from inside the par or with_acc that types a value which leaves it.
static void pin_sizes(Facts *facts, Atom value) {
  const Type *type = atom_type(value);
  VarFacts *fact = value.var ? facts_at(facts, value.var) : NULL;
  if (fact) fact->is_output = true;
  for (size_t i = 0; i < type->rank; i++) {
    VarFacts *size = type->dims[i].var ? facts_at(facts, type->dims[i].var) : NULL;
    if (size && size->depth > facts->depth) size->is_pinned = true;
  }
}

static void share_output(Facts *facts, const Output *output, Var *const *results) {
  size_t count = output->value_count;
  own_operator(facts, output->op, output->neutral, count);
  if (output->op) own_all(facts, output->values, count);
  for (size_t i = 0; i < count; i++) {
    pin_sizes(facts, output->values[i]);
    if (output->op && results) own(facts, results[i]);
    if (!output->dests || !results) continue;
    own(facts, output->dests[i].var);
    share(facts, output->dests[i].var, results[i]);
  }
}

static void share_par(Facts *facts, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  for (size_t i = 0; i < par->consumed_count; i++) {
    own(facts, par->consumed[i].outside);
    own(facts, par->consumed[i].inside);
  }
  size_t position = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    bool is_inner = par_hides(par, output);
    share_output(facts, output, is_inner ? NULL : stm->vars + position);
    position += par_result_count(par, output);
  }
  for (size_t i = 0; i < par->epilogue.output_count; i++) {
    share_output(facts, &par->epilogue.outputs[i], stm->vars + position);
    position += par_result_count(par, &par->epilogue.outputs[i]);
  }
  for (size_t i = 0; i < par->scan_param_count; i++)
    own(facts, par->scan_params[i]);
}

static void share_with_acc(Facts *facts, const Stm *stm) {
  const WithAcc *with_acc = stm->exp->as.with_acc;
  size_t position = 0;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    own_operator(facts, acc->op, acc->neutral, acc->dest_count);
    for (size_t k = 0; k < acc->dest_count; k++, position++) {
      own(facts, acc->dests[k].var);
      share(facts, acc->dests[k].var, stm->vars[position]);
    }
  }
  for (size_t i = with_acc->acc_count; i < with_acc->body->result_count; i++, position++) {
    pin_sizes(facts, with_acc->body->results[i]);
    share(facts, with_acc->body->results[i].var, stm->vars[position]);
  }
}

// A view shares with each operand in its place (`opaque` has several) or with the first one.
static void share_view(Facts *facts, const Stm *stm) {
  const Exp *exp = stm->exp;
  for (size_t k = 0; k < stm->var_count; k++) {
    size_t source = exp->op == OP_OPAQUE ? k : 0;
    share(facts, stm->vars[k], exp->args[source].var);
  }
}

// ---- The walk ----

static void fact_use(Walker *walker, Var *var) {
  VarFacts *fact = facts_at(walker->context, var);
  if (fact) fact->uses++;
}

static void size_use(Walker *walker, Var *var) {
  VarFacts *fact = facts_at(walker->context, var);
  if (fact) fact->is_size = true;
}

// Lengths that stand beside others of the same rank in a type.
static void note_company(Facts *facts, const Type *type) {
  for (size_t i = 0; i < type_rank(type); i++)
    for (size_t k = 0; k < type->rank; k++) {
      if (!dim_is_varying(type->dims[i]) || !dim_is_varying(type->dims[k])) continue;
      Var *var = type->dims[i].var, *other = type->dims[k].var;
      VarFacts *fact = facts_at(facts, var);
      if (fact && var != other && type_rank(var->type) == type_rank(other->type))
        fact->is_beside = true;
    }
}

static void fact_bind(Walker *walker, Var *var) {
  Facts *facts = walker->context;
  facts->vars[var->index] =
      (VarFacts){.parent = var->index, .depth = facts->depth, .is_known = true};
  Walker sizes = {.context = facts, .use = size_use};
  walk_type(&sizes, var->type);
  note_company(facts, var->type);
}

static bool fact_enter(Walker *walker, Stm *stm) {
  Facts *facts = walker->context;
  for (size_t i = 0; i < stm->cert_count; i++) {
    VarFacts *fact = facts_at(facts, stm->certs[i]);
    if (fact) fact->needs++;
  }
  if (stm->exp->op == OP_PAR) {
    const Par *par = stm->exp->as.par;
    for (size_t i = 0; i < par->rank; i++) {
      if (par->space[i].var) size_use(walker, par->space[i].var);
    }
  }
  if (stm->exp->op == OP_PAR || stm->exp->op == OP_WITH_ACC) facts->depth++;
  return true;
}

static void fact_leave(Walker *walker, Stm *stm) {
  Facts *facts = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR || exp->op == OP_WITH_ACC) {
    facts->depth--; // the pattern was bound before it was counted down
    for (size_t i = 0; i < stm->var_count; i++)
      facts->vars[stm->vars[i]->index].depth = facts->depth;
  }
  if (exp->op == OP_PAR) {
    share_par(facts, stm);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    share_branches(facts, stm);
  } else if (exp->op == OP_LOOP) {
    share_loop(facts, stm);
  } else if (exp->op == OP_CALL) {
    share_call(facts, stm);
  } else if (exp->op == OP_WITH_ACC) {
    share_with_acc(facts, stm);
  } else if (op_has(exp->op, FLAG_VIEW)) {
    share_view(facts, stm);
  }
  if (op_has(exp->op, FLAG_CONSUMES)) own(facts, exp->args[0].var);
}

static Walker facts_walker(Facts *facts) {
  size_t count = facts->program->var_count;
  if (count > facts->capacity) {
    size_t capacity = facts_capacity(facts->program);
    VarFacts *vars = arena_array(facts->scratch, VarFacts, capacity);
    if (facts->capacity > 0) memcpy(vars, facts->vars, facts->capacity * sizeof *vars);
    facts->vars = vars;
    facts->capacity = capacity;
  }
  facts->depth = 0;
  return (Walker){.context = facts,
                  .use = fact_use,
                  .bind = fact_bind,
                  .enter = fact_enter,
                  .leave = fact_leave};
}

// What is recorded about globals was said about another function, or about this one as it was
// before.
static void forget_sharing(Facts *facts) {
  for (size_t i = 0; i < facts->program->globals.count; i++) {
    const Global *global = facts->program->globals.data[i];
    for (size_t k = 0; k < global->var_count; k++) {
      VarFacts *fact = facts_at(facts, global->vars[k]);
      if (!fact) continue;
      fact->parent = global->vars[k]->index;
      fact->is_owned = false;
    }
  }
}

void facts_of_fun(Facts *facts, Fun *fun) {
  forget_sharing(facts);
  Walker walker = facts_walker(facts);
  walk_fun(&walker, fun);
  for (size_t i = 0; i < fun->body->result_count; i++) {
    const Var *var = fun->body->results[i].var;
    if (has_storage(var) && facts_at(facts, var))
      facts->vars[root_of(facts, var->index)].is_owned = true;
  }
}

void facts_of_global(Facts *facts, Global *global) {
  forget_sharing(facts);
  Walker walker = facts_walker(facts);
  walk_global(&walker, global);
  own_all(facts, global->body->results, global->body->result_count);
}

// ---- Asking ----

bool facts_is_owned(const Facts *facts, const Var *var) {
  const VarFacts *fact = facts_at(facts, var);
  return !fact || facts->vars[root_of(facts, var->index)].is_owned;
}

bool facts_is_only_read(const Facts *facts, const Var *var) {
  const VarFacts *fact = facts_at(facts, var);
  return fact && !facts->vars[root_of(facts, var->index)].is_written;
}

bool facts_is_pinned(const Facts *facts, const Var *var) {
  const VarFacts *fact = facts_at(facts, var);
  return fact && fact->is_pinned;
}

bool facts_is_output(const Facts *facts, const Var *var) {
  const VarFacts *fact = facts_at(facts, var);
  return fact && fact->is_output;
}

bool facts_is_size(const Facts *facts, const Var *var) {
  const VarFacts *fact = facts_at(facts, var);
  return !fact || fact->is_size;
}

bool facts_is_beside(const Facts *facts, const Var *var) {
  const VarFacts *fact = facts_at(facts, var);
  return fact && fact->is_beside;
}

size_t use_count(const Facts *facts, const Var *var) {
  const VarFacts *fact = facts_at(facts, var);
  if (!fact) return SIZE_MAX;
  return fact->uses - fact->needs;
}

void facts_replace(Facts *facts, const Var *var, const Var *by) {
  const VarFacts *fact = facts_at(facts, var);
  VarFacts *other = facts_at(facts, by);
  if (fact && other) {
    other->uses += fact->uses;
    other->is_size |= fact->is_size;
    other->is_beside |= fact->is_beside;
    other->is_output |= fact->is_output;
  }
  share(facts, var, by);
}
