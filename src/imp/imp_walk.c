// Looking inside a program: functions, bodies, statements, and what calls reach.
#include "imp/imp.h"
#include "ir/plan.h"
#include "ir/type.h"

void imp_each_fun(const ImpProgram *program, ImpVisitFun *visit, void *context) {
  for (size_t i = 0; i < program->funs.count; i++)
    visit(context, program->funs.data[i]);
  for (size_t i = 0; i < program->devices.count; i++)
    visit(context, program->devices.data[i]);
  for (size_t i = 0; i < program->kernels.count; i++)
    for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
      if (program->kernels.data[i]->functions[role])
        visit(context, program->kernels.data[i]->functions[role]);
  if (program->init) visit(context, program->init);
}

const char *imp_skeleton_text(ImpSkeleton skeleton) {
  static const char *const texts[] = {
#define SKELETON(id, text, ...) text,
#include "imp/skeletons.def"
#undef SKELETON
  };
  return texts[skeleton];
}

bool imp_skeleton_has(ImpSkeleton skeleton, unsigned traits) {
  static const unsigned by_skeleton[] = {
#define SKELETON(id, text, traits, ...) (traits),
#include "imp/skeletons.def"
#undef SKELETON
  };
  return (by_skeleton[skeleton] & traits) != 0;
}

int64_t imp_acc_bytes(const ImpKernel *kernel) {
  if (imp_skeleton_has(kernel->skeleton, IMP_SHARED))
    return 8 * (int64_t)kernel->as.block.fold_count;
  PlanBytes bytes = {0};
  for (size_t i = 0; i < kernel->fields.count; i++)
    plan_bytes_add(&bytes, kernel->fields.data[i]->scalar);
  return plan_bytes(&bytes);
}

const char *imp_role_text(ImpRole role) {
  static const char *const TEXTS[] = {
#define X(id, text) text,
      IMP_ROLES(X)
#undef X
  };
  return TEXTS[role];
}

const char *imp_side_text(size_t side) { return side == IMP_SIDE_A ? "a" : "b"; }

const char *imp_extent_text(size_t extent) {
  static const char *const TEXTS[] = {"rows", "columns", "depth"};
  return TEXTS[extent];
}

bool imp_stm_has(const ImpStm *stm, ImpTrait trait) {
  static const unsigned TRAITS[] = {
#define IMP_STM(id, traits) traits,
#include "imp/statements.def"
#undef IMP_STM
  };
  return (TRAITS[stm->kind] & trait) != 0;
}

void imp_each_body(ImpStm *stm, ImpVisitStms *visit, void *context) {
  if (stm->kind == IMP_STM_IF || stm->kind == IMP_STM_WHILE || stm->kind == IMP_STM_LOCK ||
      stm->kind == IMP_STM_TEAM) {
    visit(context, &stm->as.branch.head);
    visit(context, &stm->as.branch.body);
    visit(context, &stm->as.branch.otherwise);
  } else if (stm->kind == IMP_STM_FOR) {
    visit(context, &stm->as.loop->body);
  } else if (stm->kind == IMP_STM_FOLD) {
    visit(context, &stm->as.fold->combine);
  } else if (stm->kind == IMP_STM_SWITCH) {
    for (size_t i = 0; i < stm->as.choice->cases.count; i++)
      visit(context, &stm->as.choice->cases.data[i].body);
    visit(context, &stm->as.choice->otherwise);
  }
}

// ---- Uses ----

static void visit_exp(const ImpUseVisitor *visitor, const ImpExp *exp) {
  if (exp) visitor->exp(visitor->context, exp);
}

static void visit_var(const ImpUseVisitor *visitor, const ImpVar *var) {
  if (visitor->var) visitor->var(visitor->context, var);
}

static void visit_exps(const ImpUseVisitor *visitor, ImpExp *const *exps, size_t count) {
  for (size_t i = 0; i < count; i++)
    visit_exp(visitor, exps[i]);
}

static void visit_place(const ImpUseVisitor *visitor, const ImpPlace *place, size_t rank) {
  visit_var(visitor, place->pointer);
  visit_exp(visitor, place->offset);
  visit_exps(visitor, place->strides, rank);
}

static void visit_segments(const ImpUseVisitor *visitor, const ImpSegments *segments) {
  visit_exp(visitor, segments->count);
  visit_exp(visitor, segments->size);
  visit_exp(visitor, segments->first);
  if (segments->offsets) visit_var(visitor, segments->offsets);
  if (segments->narrow) visit_var(visitor, segments->narrow);
}

static void visit_effect(const ImpUseVisitor *visitor, const ImpEffect *effect) {
  visit_exps(visitor, effect->numbers.data, effect->numbers.count);
  for (size_t i = 0; i < effect->texts.count; i++) {
    visit_var(visitor, effect->texts.data[i].pointer);
    visit_exp(visitor, effect->texts.data[i].first);
    visit_exp(visitor, effect->texts.data[i].count);
  }
  for (size_t i = 0; i < effect->results.count; i++)
    visit_var(visitor, effect->results.data[i]);
}

static void visit_vars(const ImpUseVisitor *visitor, const ImpVars *vars) {
  for (size_t i = 0; i < vars->count; i++)
    visit_var(visitor, vars->data[i]);
}

void imp_each_use(const ImpUseVisitor *visitor, const ImpStm *stm) {
  switch (stm->kind) {
  case IMP_STM_DECLARE:
  case IMP_STM_READ:
  case IMP_STM_POST:
  case IMP_STM_RESULT:
    visit_exp(visitor, stm->as.set.index);
    visit_exp(visitor, stm->as.set.value);
    return;
  case IMP_STM_ASSIGN:
  case IMP_STM_STORE:
  case IMP_STM_ATOMIC:
  case IMP_STM_TABLE:
    visit_var(visitor, stm->as.set.var);
    visit_exp(visitor, stm->as.set.index);
    visit_exp(visitor, stm->as.set.value);
    return;
  case IMP_STM_LOCK:
  case IMP_STM_IF:
  case IMP_STM_WHILE: visit_exp(visitor, stm->as.branch.condition); return;
  case IMP_STM_COPY:
    visit_exps(visitor, stm->as.copy->shape, stm->as.copy->rank);
    visit_place(visitor, &stm->as.copy->to, stm->as.copy->rank);
    visit_place(visitor, &stm->as.copy->from, stm->as.copy->rank);
    return;
  case IMP_STM_TILE:
    visit_exp(visitor, stm->as.tile->rows);
    visit_exp(visitor, stm->as.tile->columns);
    visit_exp(visitor, stm->as.tile->depth);
    visit_place(visitor, &stm->as.tile->out, 2);
    visit_place(visitor, &stm->as.tile->a, 2);
    visit_place(visitor, &stm->as.tile->b, 2);
    return;
  case IMP_STM_SWITCH: visit_exp(visitor, stm->as.choice->value); return;
  case IMP_STM_FOR:
    visit_exp(visitor, stm->as.loop->first);
    visit_exp(visitor, stm->as.loop->last);
    return;
  case IMP_STM_LAUNCH:
    visit_exp(visitor, stm->as.launch->size);
    visit_exp(visitor, stm->as.launch->threads);
    visit_exp(visitor, stm->as.launch->bins);
    visit_exp(visitor, stm->as.launch->rows);
    visit_exp(visitor, stm->as.launch->lanes);
    visit_exp(visitor, stm->as.launch->room);
    if (stm->as.launch->segments) visit_segments(visitor, stm->as.launch->segments);
    visit_exps(visitor, stm->as.launch->args.data, stm->as.launch->args.count);
    return;
  case IMP_STM_ALLOC:
  case IMP_STM_RESERVE:
  case IMP_STM_TRIM:
  case IMP_STM_SLOTS:
  case IMP_STM_PARK:
  case IMP_STM_TAKE:
  case IMP_STM_SHARE:
  case IMP_STM_GATHER:
    visit_exps(visitor, stm->as.block.counts.data, stm->as.block.counts.count);
    return;
  case IMP_STM_CALL:
    visit_exps(visitor, stm->as.call->args.data, stm->as.call->args.count);
    for (size_t i = 0; i < stm->as.call->results.count; i++)
      visit_var(visitor, stm->as.call->results.data[i]);
    return;
  case IMP_STM_FAIL:
    visit_exps(visitor, stm->as.fail->values.data, stm->as.fail->values.count);
    return;
  case IMP_STM_WORK:
    visit_exp(visitor, stm->as.work.ops);
    visit_exp(visitor, stm->as.work.bytes);
    return;
  case IMP_STM_EFFECT: visit_effect(visitor, stm->as.effect); return;
  case IMP_STM_FOLD:
    visit_vars(visitor, &stm->as.fold->acc);
    visit_vars(visitor, &stm->as.fold->before);
    visit_vars(visitor, &stm->as.fold->total);
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

// ---- Mapping ----

ImpExp *imp_map_args(ImpProgram *program, ImpExp *exp, ImpMapExp *map, void *context) {
  if (exp->kind == IMP_LOAD) {
    ImpExp *index = map(context, exp->as.load.index);
    return index == exp->as.load.index ? exp : imp_load(program, exp->as.load.pointer, index);
  }
  ImpExp *made = exp;
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++) {
    ImpExp *arg = map(context, exp->as.op.args[i]);
    if (arg == exp->as.op.args[i]) continue;
    if (made == exp) {
      made = arena_make(program->arena, ImpExp);
      *made = *exp;
    }
    made->size += arg->size - exp->as.op.args[i]->size;
    made->as.op.args[i] = arg;
  }
  return made;
}

static void map_slot(ImpMapExp *map, void *context, ImpExp **slot) {
  if (*slot) *slot = map(context, *slot);
}

void imp_map_stm(ImpStm *stm, ImpMapExp *map, void *context) {
  if (stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_POINTER) return;
  if (stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_ASSIGN || stm->kind == IMP_STM_STORE) {
    map_slot(map, context, &stm->as.set.index);
    map_slot(map, context, &stm->as.set.value);
  } else if (stm->kind == IMP_STM_IF || stm->kind == IMP_STM_WHILE) {
    map_slot(map, context, &stm->as.branch.condition);
  } else if (stm->kind == IMP_STM_SWITCH) {
    map_slot(map, context, &stm->as.choice->value);
  } else if (stm->kind == IMP_STM_FOR) {
    map_slot(map, context, &stm->as.loop->first);
    map_slot(map, context, &stm->as.loop->last);
  } else if (stm->kind == IMP_STM_FAIL) {
    for (size_t i = 0; i < stm->as.fail->values.count; i++)
      map_slot(map, context, &stm->as.fail->values.data[i]);
  }
}

// ---- Walks ----

typedef struct Walk {
  ImpVisit *visit;
  void *context;
  Map *seen; // ImpFun: callees that were entered; NULL to enter none
} Walk;

static void walk_body(void *context, ImpStms *stms);

static void walk_stms(Walk *walk, const ImpStms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    walk->visit(walk->context, stm);
    imp_each_body(stm, walk_body, walk);
    if (stm->kind != IMP_STM_CALL || !walk->seen) continue;
    const ImpFun *callee = stm->as.call->callee;
    if (map_find(walk->seen, map_key(callee), NULL)) continue;
    map_put(walk->seen, map_key(callee), callee);
    walk_stms(walk, &callee->body);
  }
}

static void walk_body(void *context, ImpStms *stms) { walk_stms(context, stms); }

void imp_walk(const ImpStms *stms, ImpVisit *visit, void *context) {
  walk_stms(&(Walk){visit, context, NULL}, stms);
}

void imp_walk_calls(const ImpStms *stms, Map *seen, ImpVisit *visit, void *context) {
  walk_stms(&(Walk){visit, context, seen}, stms);
}

typedef struct CallSearch {
  const ImpFun *goal;
  bool is_found;
} CallSearch;

static void search_call(void *context, ImpStm *stm) {
  CallSearch *search = context;
  if (stm->kind == IMP_STM_CALL && stm->as.call->callee == search->goal) search->is_found = true;
}

bool imp_fun_is_recursive(const ImpFun *fun) {
  Arena *arena = arena_new();
  CallSearch search = {.goal = fun};
  imp_walk_calls(&fun->body, map_new(arena), search_call, &search);
  arena_free(arena);
  return search.is_found;
}

typedef struct GlueSearch {
  size_t size, parts;
  bool has_loop;
} GlueSearch;

static bool is_short_loop(const ImpFor *loop) {
  enum { LIMIT = 16 };
  if (loop->kind == IMP_FOR_PARALLEL || loop->index->is_chunk) return true;
  return loop->first->kind == IMP_CONST && loop->last->kind == IMP_CONST &&
         constant_to_i64(loop->last->as.constant) - constant_to_i64(loop->first->as.constant) <=
             LIMIT;
}

static void search_glue(void *context, ImpStm *stm) {
  GlueSearch *search = context;
  search->size++;
  if (stm->kind == IMP_STM_WHILE || stm->kind == IMP_STM_TILE || stm->kind == IMP_STM_LAUNCH)
    search->has_loop = true;
  if (stm->kind == IMP_STM_FOR && !is_short_loop(stm->as.loop)) search->has_loop = true;
  if (stm->kind == IMP_STM_CALL && stm->as.call->callee->is_part) search->parts++;
}

// Is it only a parallel loop that calls another part?
static bool is_outlined(const ImpFun *fun) {
  const ImpStm *stm = fun->body.count == 1 ? fun->body.data[0] : NULL;
  return stm && stm->kind == IMP_STM_FOR && stm->as.loop->kind == IMP_FOR_PARALLEL;
}

// One that calls itself may do so for small arrays, unless it is a lifted one, all of which are
// long.
bool imp_fun_is_glue(const ImpFun *fun) {
  enum { LEAST = 60, LEAST_RECURSIVE = 300 };
  GlueSearch search = {0};
  if (fun->is_part) return is_outlined(fun);
  if (fun->is_device) return false;
  imp_walk(&fun->body, search_glue, &search);
  if (search.has_loop || search.parts == 0 || search.size < LEAST) return false;
  return search.size >= LEAST_RECURSIVE || !imp_fun_is_recursive(fun);
}
