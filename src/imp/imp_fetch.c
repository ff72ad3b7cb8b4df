// What the device leaves for the host is fetched late, and together: a kernel that is launched
// meanwhile does not wait for the host, and one wait is enough for several values.
//
//   launch f_kernel_1[n](xs) -> (bits.1: i64)       launch f_kernel_1[n](xs) -> ()
//   let a.2: f64 = bitcast(bits.1 : f64)       =>   post 1 = ys[3]
//   read y.3: i32 = ys[3]                           launch f_kernel_2[m](ys) -> ()
//   launch f_kernel_2[m](ys) -> (bits.4: i64)       fetch (bits.1: i64, y.3: i32, bits.4: i64)
//   result 0 = a.2                                  let a.2: f64 = bitcast(bits.1 : f64)
//                                                   result 0 = a.2
//
// Everything is queued in order, so an element is posted as it was at that time. Kernels of a group
// store their results one after the other. One that is launched in two places stores them in front:
// it is the first of its group.
#include "base/intern.h"
#include "base/map.h"
#include "imp/imp.h"

enum { SLOTS_MOST = 64 };

// A list of statements that is rewritten, and those in it that have values for the host.
typedef struct Group {
  ImpProgram *imp;
  const Map *launches; // ImpKernel -> in how many places it is launched
  uint32_t *counts;    // by ImpVar.number; those of `pending` are looked at
  ImpStms made;
  ImpStms members; // in `made`
  ImpStms late;    // declarations that use what is fetched
  ImpVars pending; // what is fetched, and what is declared late
  size_t slots;
  bool has_queued; // something for the device after a member
} Group;

static bool has_load(const ImpExp *exp) {
  if (exp->kind == IMP_LOAD) return true;
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    if (has_load(exp->as.op.args[i])) return true;
  return false;
}

static bool uses_pending(Group *group, ImpStm *stm) {
  for (size_t i = 0; i < group->pending.count; i++)
    group->counts[group->pending.data[i]->number] = 0;
  imp_count_stms(&(ImpStms){.data = &stm, .count = 1}, group->counts);
  for (size_t i = 0; i < group->pending.count; i++)
    if (group->counts[group->pending.data[i]->number] > 0) return true;
  return false;
}

// How many values the statement has for the host.
static size_t values_of(const ImpStm *stm) {
  if (stm->kind == IMP_STM_READ) return 1;
  return stm->kind == IMP_STM_LAUNCH ? stm->as.launch->results.count : 0;
}

static bool is_check(const ImpStm *stm) {
  if (stm->kind != IMP_STM_IF || stm->as.branch.otherwise.count > 0) return false;
  for (size_t i = 0; i < stm->as.branch.body.count; i++) {
    ImpStmKind kind = stm->as.branch.body.data[i]->kind;
    if (kind != IMP_STM_FAIL && kind != IMP_STM_NOTE) return false;
  }
  return true;
}

static bool is_passable(const ImpStm *stm);

// May all of them stay where they are, without a value for the host?
static bool are_passable(const ImpStms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    if (!is_passable(stms->data[i]) || values_of(stms->data[i]) > 0) return false;
  return true;
}

// A choice between kernels?
static bool is_choice(const ImpStm *stm) {
  return stm->kind == IMP_STM_IF && are_passable(&stm->as.branch.body) &&
         are_passable(&stm->as.branch.otherwise);
}

// May it stay between the members of a group? Late declarations pass it, so it assigns nothing.
static bool is_passable(const ImpStm *stm) {
  return imp_stm_has(stm, IMP_LATE) || is_check(stm) || is_choice(stm);
}

static bool is_queued(const ImpStm *stm) {
  if (stm->kind == IMP_STM_IF) return !is_check(stm);
  return stm->kind == IMP_STM_LAUNCH || stm->kind == IMP_STM_COPY || stm->kind == IMP_STM_STORE ||
         stm->kind == IMP_STM_TABLE;
}

// ---- What a group becomes ----

typedef struct Shift {
  ImpProgram *imp;
  Name results;
  size_t by;
} Shift;

static void shift_store(void *context, ImpStm *stm) {
  Shift *shift = context;
  if (stm->kind != IMP_STM_STORE || stm->as.set.var->access != shift->results) return;
  ImpExp *by = imp_i64(shift->imp, (int64_t)shift->by);
  stm->as.set.index = imp_add(shift->imp, stm->as.set.index, by);
}

// The kernel stores its results from this slot on.
static void shift_results(ImpProgram *imp, const ImpKernel *kernel, size_t slot) {
  Shift shift = {.imp = imp, .results = intern_str(imp->names, "RESULTS"), .by = slot};
  for (size_t role = 0; slot > 0 && role < IMP_ROLE_COUNT; role++)
    if (kernel->functions[role]) imp_walk(&kernel->functions[role]->body, shift_store, &shift);
}

static void group_fetch(Group *group) {
  Arena *arena = group->imp->arena;
  ImpFetch *fetch = arena_make(arena, ImpFetch);
  ImpStm *last = arena_make(arena, ImpStm);
  *last = (ImpStm){.kind = IMP_STM_FETCH, .as.fetch = fetch};
  for (size_t i = 0; i < group->members.count; i++) {
    ImpStm *stm = group->members.data[i];
    size_t slot = fetch->vars.count;
    last->span = stm->span;
    if (stm->kind == IMP_STM_READ) {
      vec_push(arena, &fetch->vars, stm->as.set.var);
      stm->kind = IMP_STM_POST;
      stm->as.set.number = slot;
    } else {
      ImpVars *results = &stm->as.launch->results;
      shift_results(group->imp, stm->as.launch->kernel, slot);
      vec_append(arena, &fetch->vars, results->data, results->count);
      results->count = 0;
    }
  }
  vec_push(arena, &group->made, last);
}

// What comes now needs the values. One that nothing follows is waited for as it is.
static void group_close(Group *group) {
  if (group->members.count > 1 || group->has_queued) group_fetch(group);
  vec_append(group->imp->arena, &group->made, group->late.data, group->late.count);
  group->members.count = group->late.count = group->pending.count = group->slots = 0;
  group->has_queued = false;
}

// ---- Finding them ----

static void fetch_list(void *context, ImpStms *stms);

static void group_join(Group *group, ImpStm *stm) {
  Arena *arena = group->imp->arena;
  bool is_launch = stm->kind == IMP_STM_LAUNCH;
  vec_push(arena, &group->members, stm);
  if (is_launch)
    vec_append(arena, &group->pending, stm->as.launch->results.data, stm->as.launch->results.count);
  else
    vec_push(arena, &group->pending, stm->as.set.var);
  group->slots += values_of(stm);
}

static bool fits(const Group *group, const ImpStm *stm) {
  if (group->slots == 0) return true;
  bool is_shared = stm->kind == IMP_STM_LAUNCH &&
                   map_get(group->launches, map_key(stm->as.launch->kernel)) != (void *)1;
  return !is_shared && group->slots + values_of(stm) <= SLOTS_MOST;
}

static void group_step(Group *group, ImpStm *stm) {
  Arena *arena = group->imp->arena;
  bool is_using = uses_pending(group, stm), is_value = values_of(stm) > 0;
  if (is_using && stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_SCALAR &&
      stm->as.set.var->is_const && !has_load(stm->as.set.value)) {
    vec_push(arena, &group->late, stm);
    vec_push(arena, &group->pending, stm->as.set.var);
    return;
  }
  if (is_using || !is_passable(stm) || (is_value && !fits(group, stm))) group_close(group);
  imp_each_body(stm, fetch_list, group);
  vec_push(arena, &group->made, stm);
  if (group->members.count > 0 && is_queued(stm)) group->has_queued = true;
  if (is_value) group_join(group, stm);
}

static void fetch_list(void *context, ImpStms *stms) {
  Group *outer = context;
  Group group = {.imp = outer->imp, .launches = outer->launches, .counts = outer->counts};
  for (size_t i = 0; i < stms->count; i++)
    group_step(&group, stms->data[i]);
  group_close(&group);
  *stms = group.made;
}

static void count_launch(void *context, ImpStm *stm) {
  Map *launches = context;
  if (stm->kind != IMP_STM_LAUNCH) return;
  uint64_t key = map_key(stm->as.launch->kernel);
  uintptr_t before = (uintptr_t)map_get(launches, key);
  map_put(launches, key, (void *)(before + 1)); // NOLINT: a small number
}

static void count_launches(void *context, ImpFun *fun) {
  imp_walk(&fun->body, count_launch, context);
}

void imp_fetch(ImpProgram *program) {
  Arena *arena = arena_new();
  Map *launches = map_new(arena);
  imp_each_fun(program, count_launches, launches);
  Group all = {.imp = program,
               .launches = launches,
               .counts = arena_array(arena, uint32_t, program->last_number + 1)};
  for (size_t i = 0; i < program->funs.count; i++)
    fetch_list(&all, &program->funs.data[i]->body);
  if (program->init) fetch_list(&all, &program->init->body);
  arena_free(arena);
}
