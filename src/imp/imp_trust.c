// Which kernels could be harmed by values that are wrong because a kernel before them has failed:
// those that find elements, or the end of a loop, by what they have loaded. All others may run
// without asking whether anything failed; what they make is never seen.
#include "imp/imp.h"

typedef struct Trust {
  bool *is_loaded; // by ImpVar.number: depends on what is in memory
  bool is_needed;  // something is found by such a value
  bool has_changed;
} Trust;

// Does it depend on what is in memory? What is accumulated does.
static bool is_loaded(const Trust *trust, const ImpExp *exp) {
  if (!exp) return false;
  if (exp->kind == IMP_LOAD) return true;
  if (exp->kind == IMP_VAR) return exp->as.var->access || trust->is_loaded[exp->as.var->number];
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    if (is_loaded(trust, exp->as.op.args[i])) return true;
  return false;
}

static void look_at(Trust *trust, const ImpExp *exp) {
  if (!exp) return;
  if (exp->kind == IMP_LOAD) {
    trust->is_needed |= is_loaded(trust, exp->as.load.index);
    look_at(trust, exp->as.load.index);
  }
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    look_at(trust, exp->as.op.args[i]);
}

static void look_at_set(Trust *trust, const ImpStm *stm) {
  const ImpVar *var = stm->as.set.var;
  look_at(trust, stm->as.set.index);
  look_at(trust, stm->as.set.value);
  bool is_place = stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_ATOMIC;
  if (is_loaded(trust, stm->as.set.index)) trust->is_needed = true;
  if (is_place || !is_loaded(trust, stm->as.set.value) || trust->is_loaded[var->number]) return;
  trust->is_loaded[var->number] = trust->has_changed = true;
}

static void look_at_stm(void *context, ImpStm *stm) {
  Trust *trust = context;
  if (stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_ASSIGN || stm->kind == IMP_STM_STORE ||
      stm->kind == IMP_STM_ATOMIC) {
    look_at_set(trust, stm);
  } else if (stm->kind == IMP_STM_IF) {
    look_at(trust, stm->as.branch.condition);
  } else if (stm->kind == IMP_STM_SWITCH) {
    look_at(trust, stm->as.choice->value);
  } else if (stm->kind == IMP_STM_FOR) {
    look_at(trust, stm->as.loop->first);
    look_at(trust, stm->as.loop->last);
    if (is_loaded(trust, stm->as.loop->first) || is_loaded(trust, stm->as.loop->last))
      trust->is_needed = true;
  } else if (stm->kind == IMP_STM_FAIL) {
    for (size_t i = 0; i < stm->as.fail->values.count; i++)
      look_at(trust, stm->as.fail->values.data[i]);
  } else if (stm->kind != IMP_STM_NOTE && stm->kind != IMP_STM_RELEASE) {
    trust->is_needed = true;
  }
}

bool imp_needs_trust(Arena *arena, const ImpProgram *program, const ImpKernel *kernel) {
  if (!imp_skeleton_has(kernel->skeleton, IMP_PLAIN)) return true;
  Trust trust = {.is_loaded = arena_array(arena, bool, program->last_number + 1)};
  do {
    trust.has_changed = false;
    for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
      if (kernel->functions[role]) imp_walk(&kernel->functions[role]->body, look_at_stm, &trust);
  } while (trust.has_changed);
  return trust.is_needed;
}
