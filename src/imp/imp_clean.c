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

static void visit_exp(void *context, const ImpExp *exp) { count_exp(context, exp); }

static void visit_var(void *context, const ImpVar *var) {
  ((ImpUses *)context)->counts[var->number]++;
}

static void count_stm(void *context, ImpStm *stm) {
  imp_each_use(&(ImpUseVisitor){context, visit_exp, visit_var}, stm);
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
