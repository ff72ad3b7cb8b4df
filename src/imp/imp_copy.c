// Copies of loops with variables of their own, in which some expressions are known (imp_copy.h).
#include "imp/imp_copy.h"

// More definitions are not followed.
enum { STEPS_MOST = 16 };

static bool has_load(const ImpExp *exp) {
  bool is_found = exp->kind == IMP_LOAD;
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    is_found = is_found || has_load(exp->as.op.args[i]);
  return is_found;
}

const ImpExp *imp_value_of(const Map *values, const ImpExp *exp) {
  for (int steps = 0; steps < STEPS_MOST && exp->kind == IMP_VAR; steps++) {
    const ImpExp *value = map_get(values, map_key(exp->as.var));
    if (!value || has_load(value)) break;
    exp = value;
  }
  return exp;
}

static void note_value(void *context, ImpStm *stm) {
  Map *values = context;
  if (stm->kind != IMP_STM_DECLARE || !stm->as.set.value) return;
  const ImpVar *var = stm->as.set.var;
  if (var->kind == IMP_SCALAR && var->is_const) map_put(values, map_key(var), stm->as.set.value);
}

void imp_note_values(Map *values, const ImpStms *stms) { imp_walk(stms, note_value, values); }

static void note_bound(void *context, ImpStm *stm) {
  ImpVars vars = {0};
  bool is_bound = stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_ASSIGN;
  if (is_bound) vars = (ImpVars){.data = &stm->as.set.var, .count = 1};
  if (stm->kind == IMP_STM_FOR) vars = (ImpVars){.data = &stm->as.loop->index, .count = 1};
  if (stm->kind == IMP_STM_CALL) vars = stm->as.call->results;
  if (stm->kind == IMP_STM_EFFECT) vars = stm->as.effect->results;
  for (size_t i = 0; i < vars.count; i++)
    map_put(context, map_key(vars.data[i]), vars.data[i]);
}

void imp_note_bound(Map *inside, const ImpStms *stms) { imp_walk(stms, note_bound, inside); }

static ImpVar *copy_use(const ImpCopier *copier, ImpVar *var) {
  ImpVar *copy = map_get(copier->renamed, map_key(var));
  return copy ? copy : var;
}

static ImpVar *copy_bind(ImpCopier *copier, ImpVar *var) {
  ImpVar *copy = imp_var(copier->program, var->kind, var->scalar, var->name);
  uint32_t number = copy->number;
  *copy = *var;
  copy->number = number;
  map_put(copier->renamed, map_key(var), copy);
  return copy;
}

static ImpExp *copy_exp(ImpCopier *copier, const ImpExp *exp) {
  if (!exp) return NULL;
  const ImpExp *known = copier->known ? copier->known(copier->context, exp) : NULL;
  if (known) return copy_exp(copier, known);
  ImpProgram *program = copier->program;
  ImpExp *args[3];
  switch (exp->kind) {
  case IMP_CONST:
  case IMP_THREADS:
  case IMP_THREAD:
  case IMP_LANE:
  case IMP_LANES:
  case IMP_PARAM: return (ImpExp *)exp;
  case IMP_ROOM: break;
  case IMP_VAR: return imp_use(program, copy_use(copier, exp->as.var));
  case IMP_LOAD:
    return imp_load(program, copy_use(copier, exp->as.load.pointer),
                    copy_exp(copier, exp->as.load.index));
  case IMP_OP:
    for (size_t i = 0; i < exp->as.op.arg_count; i++)
      args[i] = copy_exp(copier, exp->as.op.args[i]);
    if (exp->as.op.op == OP_AND && exp->type == SCALAR_BOOL)
      for (size_t i = 0; i < 2; i++)
        if (args[i]->kind == IMP_CONST) return args[i]->as.constant.value.b ? args[1 - i] : args[i];
    if (exp->as.op.op == OP_OR && exp->type == SCALAR_BOOL)
      for (size_t i = 0; i < 2; i++)
        if (args[i]->kind == IMP_CONST) return args[i]->as.constant.value.b ? args[i] : args[1 - i];
    if (exp->as.op.op == OP_SELECT && args[0]->kind == IMP_CONST)
      return args[args[0]->as.constant.value.b ? 1 : 2];
    ImpExp *copy = imp_op(program, exp->as.op.op, exp->type, args, exp->as.op.arg_count);
    if (copy->kind == IMP_OP) copy->as.op.is_exact = exp->as.op.is_exact;
    return copy;
  }
  INTERNAL_ERROR("an expression of no kind");
}

static void copy_stms(ImpCopier *copier, const ImpStms *stms, ImpStms *out);

static void copy_exps(ImpCopier *copier, const ImpExps *exps, ImpExps *out) {
  ImpExps copies = {0};
  for (size_t i = 0; i < exps->count; i++)
    vec_push(copier->program->arena, &copies, copy_exp(copier, exps->data[i]));
  *out = copies;
}

static ImpExp **copy_list(ImpCopier *copier, ImpExp *const *exps, size_t count) {
  ImpExp **copies = arena_array(copier->program->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count; i++)
    copies[i] = copy_exp(copier, exps[i]);
  return copies;
}

static ImpPlace copy_place(ImpCopier *copier, const ImpPlace *place, size_t rank) {
  return (ImpPlace){.pointer = copy_use(copier, place->pointer),
                    .offset = copy_exp(copier, place->offset),
                    .strides = copy_list(copier, place->strides, rank)};
}

ImpFor *imp_copy_for(ImpCopier *copier, const ImpFor *loop) {
  ImpFor *copy = arena_make(copier->program->arena, ImpFor);
  *copy = *loop;
  copy->first = copy_exp(copier, loop->first);
  copy->last = copy_exp(copier, loop->last);
  copy->least = copy_exp(copier, loop->least);
  copy->most = copy_exp(copier, loop->most);
  copy->index = copy_bind(copier, loop->index);
  copy->reductions = (ImpReductions){0};
  for (size_t i = 0; i < loop->reductions.count; i++) {
    ImpReduction reduction = loop->reductions.data[i];
    reduction.var = copy_use(copier, reduction.var);
    vec_push(copier->program->arena, &copy->reductions, reduction);
  }
  copy->body = (ImpStms){0};
  copy_stms(copier, &loop->body, &copy->body);
  return copy;
}

static ImpSwitch *copy_switch(ImpCopier *copier, const ImpSwitch *choice) {
  ImpSwitch *copy = arena_make(copier->program->arena, ImpSwitch);
  *copy = (ImpSwitch){.value = copy_exp(copier, choice->value)};
  for (size_t i = 0; i < choice->cases.count; i++) {
    ImpCase item = {.value = choice->cases.data[i].value};
    copy_stms(copier, &choice->cases.data[i].body, &item.body);
    vec_push(copier->program->arena, &copy->cases, item);
  }
  copy_stms(copier, &choice->otherwise, &copy->otherwise);
  return copy;
}

static void copy_branch(ImpCopier *copier, const ImpStm *stm, ImpStm *copy) {
  copy->as.branch.head = copy->as.branch.body = copy->as.branch.otherwise = (ImpStms){0};
  copy_stms(copier, &stm->as.branch.head, &copy->as.branch.head);
  copy->as.branch.condition = copy_exp(copier, stm->as.branch.condition);
  copy_stms(copier, &stm->as.branch.body, &copy->as.branch.body);
  copy_stms(copier, &stm->as.branch.otherwise, &copy->as.branch.otherwise);
}

static ImpCall *copy_call(ImpCopier *copier, const ImpCall *call) {
  ImpCall *copy = arena_make(copier->program->arena, ImpCall);
  *copy = (ImpCall){.callee = call->callee, .is_ordered = call->is_ordered};
  copy_exps(copier, &call->args, &copy->args);
  for (size_t i = 0; i < call->results.count; i++)
    vec_push(copier->program->arena, &copy->results, copy_use(copier, call->results.data[i]));
  return copy;
}

static ImpEffect *copy_effect(ImpCopier *copier, const ImpEffect *effect) {
  Arena *arena = copier->program->arena;
  ImpEffect *copy = arena_make(arena, ImpEffect);
  *copy = (ImpEffect){
      .kind = effect->kind, .is_receive = effect->is_receive, .message = effect->message};
  copy_exps(copier, &effect->numbers, &copy->numbers);
  for (size_t i = 0; i < effect->texts.count; i++) {
    const ImpText *text = &effect->texts.data[i];
    vec_push(arena, &copy->texts,
             ((ImpText){.pointer = copy_use(copier, text->pointer),
                        .first = copy_exp(copier, text->first),
                        .count = copy_exp(copier, text->count)}));
  }
  for (size_t i = 0; i < effect->results.count; i++)
    vec_push(arena, &copy->results, copy_use(copier, effect->results.data[i]));
  return copy;
}

static void copy_set(ImpCopier *copier, const ImpStm *stm, ImpStm *copy) {
  copy->as.set.index = copy_exp(copier, stm->as.set.index);
  copy->as.set.value = copy_exp(copier, stm->as.set.value);
  if (stm->kind == IMP_STM_DECLARE) {
    copy->as.set.var = copy_bind(copier, stm->as.set.var);
    bool is_fixed = copy->as.set.var->is_const && copy->as.set.var->kind == IMP_SCALAR;
    if (is_fixed && copy->as.set.value)
      map_put(copier->values, map_key(copy->as.set.var), copy->as.set.value);
  } else if (stm->as.set.var) {
    copy->as.set.var = copy_use(copier, stm->as.set.var);
  }
}

static ImpStm *copy_stm(ImpCopier *copier, const ImpStm *stm) {
  Arena *arena = copier->program->arena;
  ImpStm *copy = arena_make(arena, ImpStm);
  *copy = *stm;
  switch (stm->kind) {
  case IMP_STM_DECLARE:
  case IMP_STM_ASSIGN:
  case IMP_STM_STORE:
  case IMP_STM_ATOMIC:
  case IMP_STM_TABLE:
  case IMP_STM_RESULT: copy_set(copier, stm, copy); break;
  case IMP_STM_LOCK:
  case IMP_STM_IF:
  case IMP_STM_WHILE: copy_branch(copier, stm, copy); break;
  case IMP_STM_COPY:
    copy->as.copy = arena_make(arena, ImpCopy);
    *copy->as.copy = *stm->as.copy;
    copy->as.copy->shape = copy_list(copier, stm->as.copy->shape, stm->as.copy->rank);
    copy->as.copy->to = copy_place(copier, &stm->as.copy->to, stm->as.copy->rank);
    copy->as.copy->from = copy_place(copier, &stm->as.copy->from, stm->as.copy->rank);
    break;
  case IMP_STM_SWITCH: copy->as.choice = copy_switch(copier, stm->as.choice); break;
  case IMP_STM_FOR: copy->as.loop = imp_copy_for(copier, stm->as.loop); break;
  case IMP_STM_ALLOC:
  case IMP_STM_RELEASE:
  case IMP_STM_REF:
  case IMP_STM_MOVE:
  case IMP_STM_RESERVE:
  case IMP_STM_TRIM:
  case IMP_STM_SLOTS:
  case IMP_STM_PARK:
  case IMP_STM_TAKE: copy_exps(copier, &stm->as.block.counts, &copy->as.block.counts); break;
  case IMP_STM_CALL: copy->as.call = copy_call(copier, stm->as.call); break;
  case IMP_STM_EFFECT: copy->as.effect = copy_effect(copier, stm->as.effect); break;
  case IMP_STM_FAIL:
    copy->as.fail = arena_make(arena, ImpFail);
    copy->as.fail->message = stm->as.fail->message;
    copy_exps(copier, &stm->as.fail->values, &copy->as.fail->values);
    break;
  case IMP_STM_TILE: INTERNAL_ERROR("a tile in a loop that is copied");
  case IMP_STM_SHARE:
  case IMP_STM_GATHER:
  case IMP_STM_READ:
  case IMP_STM_POST:
  case IMP_STM_FETCH:
  case IMP_STM_TEAM:
  case IMP_STM_BARRIER:
  case IMP_STM_FOLD:
  case IMP_STM_LAUNCH: INTERNAL_ERROR("a loop for a device is copied");
  case IMP_STM_WORK:
  case IMP_STM_NOTE: break;
  }
  return copy;
}

// A branch whose condition is known is left out of the copy.
static void copy_stms(ImpCopier *copier, const ImpStms *stms, ImpStms *out) {
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *copy = copy_stm(copier, stms->data[i]);
    const ImpExp *condition = copy->kind == IMP_STM_IF ? copy->as.branch.condition : NULL;
    if (condition) condition = imp_value_of(copier->values, condition);
    if (!condition || condition->kind != IMP_CONST) {
      vec_push(copier->program->arena, out, copy);
      continue;
    }
    const ImpStms *taken =
        condition->as.constant.value.b ? &copy->as.branch.body : &copy->as.branch.otherwise;
    vec_append(copier->program->arena, out, taken->data, taken->count);
  }
}
