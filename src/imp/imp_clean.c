// Removes declarations that nothing uses: pointers into blocks that are only handed on, and
// values that a phase left out. Copies of nothing go too, and loops that do nothing: they may run
// for ever where there is nothing to store, as for `replicate n []`.
#include "imp/imp.h"
#include "ir/type.h"

typedef struct ImpUses {
  uint32_t *counts; // by ImpVar.number
  bool *has_param;  // by number of a tuning parameter: is it asked for? Or NULL
  bool has_changed;
} ImpUses;

static void count_exp(ImpUses *uses, const ImpExp *exp) {
  if (!exp) return;
  if (exp->kind == IMP_VAR) uses->counts[exp->as.var->number]++;
  if (exp->kind == IMP_PARAM && uses->has_param) uses->has_param[exp->as.param] = true;
  if (exp->kind == IMP_LOAD) {
    uses->counts[exp->as.load.pointer->number]++;
    count_exp(uses, exp->as.load.index);
  }
  if (exp->kind == IMP_ROOM) {
    count_exp(uses, exp->as.room.size);
    count_exp(uses, exp->as.room.bytes);
  }
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    count_exp(uses, exp->as.op.args[i]);
}

static void count_exps(ImpUses *uses, ImpExp *const *exps, size_t count) {
  for (size_t i = 0; i < count; i++)
    count_exp(uses, exps[i]);
}

static void count_place(ImpUses *uses, const ImpPlace *place, size_t rank) {
  uses->counts[place->pointer->number]++;
  count_exp(uses, place->offset);
  count_exps(uses, place->strides, rank);
}

static void count_segments(ImpUses *uses, const ImpSegments *segments) {
  count_exp(uses, segments->count);
  count_exp(uses, segments->size);
  count_exp(uses, segments->first);
  if (segments->offsets) uses->counts[segments->offsets->number]++;
  if (segments->narrow) uses->counts[segments->narrow->number]++;
}

static void count_effect(ImpUses *uses, const ImpEffect *effect) {
  count_exps(uses, effect->numbers.data, effect->numbers.count);
  for (size_t i = 0; i < effect->texts.count; i++) {
    uses->counts[effect->texts.data[i].pointer->number]++;
    count_exp(uses, effect->texts.data[i].first);
    count_exp(uses, effect->texts.data[i].count);
  }
  for (size_t i = 0; i < effect->results.count; i++)
    uses->counts[effect->results.data[i]->number]++;
}

static void count_vars(ImpUses *uses, const ImpVars *vars) {
  for (size_t i = 0; i < vars->count; i++)
    uses->counts[vars->data[i]->number]++;
}

static void count_stm(void *context, ImpStm *stm) {
  ImpUses *uses = context;
  switch (stm->kind) {
  case IMP_STM_DECLARE:
  case IMP_STM_READ:
  case IMP_STM_POST:
  case IMP_STM_RESULT:
    count_exp(uses, stm->as.set.index);
    count_exp(uses, stm->as.set.value);
    return;
  case IMP_STM_ASSIGN:
  case IMP_STM_STORE:
  case IMP_STM_ATOMIC:
  case IMP_STM_TABLE:
    uses->counts[stm->as.set.var->number]++;
    count_exp(uses, stm->as.set.index);
    count_exp(uses, stm->as.set.value);
    return;
  case IMP_STM_LOCK:
  case IMP_STM_IF:
  case IMP_STM_WHILE: count_exp(uses, stm->as.branch.condition); return;
  case IMP_STM_COPY:
    count_exps(uses, stm->as.copy->shape, stm->as.copy->rank);
    count_place(uses, &stm->as.copy->to, stm->as.copy->rank);
    count_place(uses, &stm->as.copy->from, stm->as.copy->rank);
    return;
  case IMP_STM_TILE:
    count_exp(uses, stm->as.tile->rows);
    count_exp(uses, stm->as.tile->columns);
    count_exp(uses, stm->as.tile->depth);
    count_place(uses, &stm->as.tile->out, 2);
    count_place(uses, &stm->as.tile->a, 2);
    count_place(uses, &stm->as.tile->b, 2);
    return;
  case IMP_STM_SWITCH: count_exp(uses, stm->as.choice->value); return;
  case IMP_STM_FOR:
    count_exp(uses, stm->as.loop->first);
    count_exp(uses, stm->as.loop->last);
    return;
  case IMP_STM_LAUNCH:
    count_exp(uses, stm->as.launch->size);
    count_exp(uses, stm->as.launch->threads);
    count_exp(uses, stm->as.launch->bins);
    count_exp(uses, stm->as.launch->rows);
    count_exp(uses, stm->as.launch->lanes);
    count_exp(uses, stm->as.launch->room);
    if (stm->as.launch->segments) count_segments(uses, stm->as.launch->segments);
    count_exps(uses, stm->as.launch->args.data, stm->as.launch->args.count);
    return;
  case IMP_STM_ALLOC:
  case IMP_STM_RESERVE:
  case IMP_STM_TRIM:
  case IMP_STM_SLOTS:
  case IMP_STM_PARK:
  case IMP_STM_TAKE:
  case IMP_STM_SHARE:
  case IMP_STM_GATHER:
    count_exps(uses, stm->as.block.counts.data, stm->as.block.counts.count);
    return;
  case IMP_STM_CALL:
    count_exps(uses, stm->as.call->args.data, stm->as.call->args.count);
    for (size_t i = 0; i < stm->as.call->results.count; i++)
      uses->counts[stm->as.call->results.data[i]->number]++;
    return;
  case IMP_STM_FAIL:
    count_exps(uses, stm->as.fail->values.data, stm->as.fail->values.count);
    return;
  case IMP_STM_EFFECT: count_effect(uses, stm->as.effect); return;
  case IMP_STM_FOLD:
    count_vars(uses, &stm->as.fold->acc);
    count_vars(uses, &stm->as.fold->before);
    count_vars(uses, &stm->as.fold->total);
    return;
  case IMP_STM_RELEASE:
  case IMP_STM_REF:
  case IMP_STM_MOVE:
  case IMP_STM_FETCH:
  case IMP_STM_TEAM:
  case IMP_STM_BARRIER:
  case IMP_STM_NOTE: return;
  }
  INTERNAL_ERROR("a statement of no kind");
}

static bool copies_nothing(const ImpCopy *copy) {
  for (size_t i = 0; i < copy->rank; i++)
    if (copy->shape[i]->kind == IMP_CONST && constant_to_i64(copy->shape[i]->as.constant) == 0)
      return true;
  return false;
}

// A parallel loop only calls its parts, and stays.
static bool does_nothing(const ImpStm *stm) {
  if (stm->kind == IMP_STM_COPY) return copies_nothing(stm->as.copy);
  if (stm->kind != IMP_STM_FOR) return false;
  return stm->as.loop->kind != IMP_FOR_PARALLEL && stm->as.loop->body.count == 0;
}

static void sweep(void *context, ImpStms *stms) {
  ImpUses *uses = context;
  size_t left = 0;
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    bool is_value = stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_READ;
    bool is_dead = is_value && uses->counts[stm->as.set.var->number] == 0;
    if (is_dead) {
      uses->has_changed = true;
      continue;
    }
    imp_each_body(stm, sweep, uses);
    if (does_nothing(stm))
      uses->has_changed = true;
    else
      stms->data[left++] = stm;
  }
  stms->count = left;
}

void imp_count_stms(const ImpStms *stms, uint32_t *counts) {
  ImpUses uses = {.counts = counts};
  imp_walk(stms, count_stm, &uses);
}

void imp_count_uses(const ImpFun *fun, uint32_t *counts) { imp_count_stms(&fun->body, counts); }

void imp_note_params(const ImpProgram *program, const ImpFun *fun, bool *has_param) {
  Arena *arena = arena_new();
  ImpUses uses = {.has_param = has_param};
  uses.counts = arena_array(arena, uint32_t, program->last_number + 1);
  imp_walk_calls(&fun->body, map_new(arena), count_stm, &uses);
  arena_free(arena);
}

void imp_clean_fun(const ImpProgram *program, ImpFun *fun) {
  Arena *arena = arena_new();
  ImpUses uses = {.has_changed = true};
  for (int round = 0; uses.has_changed && round < 8; round++) {
    uses.counts = arena_array(arena, uint32_t, program->last_number + 1);
    uses.has_changed = false;
    imp_walk(&fun->body, count_stm, &uses);
    sweep(&uses, &fun->body);
  }
  arena_free(arena);
}

static void count_fun(void *context, ImpFun *fun) { imp_walk(&fun->body, count_stm, context); }

static void sweep_fun(void *context, ImpFun *fun) { sweep(context, &fun->body); }

void imp_clean(ImpProgram *program) {
  Arena *arena = arena_new();
  ImpUses uses = {.has_changed = true};
  for (int round = 0; uses.has_changed && round < 8; round++) {
    uses.counts = arena_array(arena, uint32_t, program->last_number + 1);
    uses.has_changed = false;
    imp_each_fun(program, count_fun, &uses);
    imp_each_fun(program, sweep_fun, &uses);
  }
  arena_free(arena);
}
