// The verifier: what a writer may rely on. A violation is a bug in lower/.
#include "imp/imp.h"
#include "ir/type.h"

typedef struct ImpCheck {
  const ImpFun *fun;
  const ImpKernel *kernel; // that the function belongs to, or NULL
  Map *scope;              // ImpVar -> itself, for what may be named here
  Arena *arena;
  bool is_simd;
  bool is_apart; // inside a team or a fold: threads go their own ways
} ImpCheck;

static _Noreturn void wrong(const ImpCheck *check, const char *what, const ImpVar *var) {
  INTERNAL_ERROR("imp: %s: %s%s%s.%u", check->fun->name, what, var ? ": " : "",
                 var ? var->name : "", var ? (unsigned)var->number : 0);
}

static void expect(const ImpCheck *check, bool is_right, const char *what, const ImpVar *var) {
  if (!is_right) wrong(check, what, var);
}

static void declare(ImpCheck *check, const ImpVar *var) {
  expect(check, !map_find(check->scope, map_key(var), NULL), "declared twice", var);
  map_put(check->scope, map_key(var), var);
}

static void expect_known(const ImpCheck *check, const ImpVar *var) {
  bool is_field = var->access && check->kernel;
  expect(check, var->is_global || is_field || map_find(check->scope, map_key(var), NULL),
         "not declared", var);
}

static bool is_pointer(const ImpVar *var) {
  return var->kind == IMP_POINTER || var->kind == IMP_LOCAL;
}

// ---- Expressions ----

static void check_exp(const ImpCheck *check, const ImpExp *exp);

static void check_index(const ImpCheck *check, const ImpVar *pointer, const ImpExp *index) {
  expect_known(check, pointer);
  expect(check, is_pointer(pointer), "not a pointer", pointer);
  check_exp(check, index);
  expect(check, index->type == SCALAR_I64, "an index that is not i64", pointer);
}

static void check_op(const ImpCheck *check, const ImpExp *exp) {
  const OpInfo *info = op_info(exp->as.op.op);
  static const size_t counts[] = {
      [SHAPE_UNARY] = 1,   [SHAPE_BINARY] = 2, [SHAPE_TERNARY] = 3, [SHAPE_COMPARE] = 2,
      [SHAPE_TEST] = 1,    [SHAPE_TALLY] = 1,  [SHAPE_SCALE] = 2,   [SHAPE_SELECT] = 3,
      [SHAPE_CONVERT] = 1, [SHAPE_SPECIAL] = 0};
  expect(check, exp->as.op.arg_count == counts[info->shape], info->text, NULL);
  for (size_t i = 0; i < exp->as.op.arg_count; i++)
    check_exp(check, exp->as.op.args[i]);
  Scalar first = exp->as.op.args[info->shape == SHAPE_SELECT ? 1 : 0]->type;
  expect(check, (scalar_info(first)->class & info->operands) != 0, "an operand of a wrong type",
         NULL);
  bool is_alike = info->shape == SHAPE_BINARY || info->shape == SHAPE_COMPARE ||
                  info->shape == SHAPE_TERNARY || info->shape == SHAPE_SELECT;
  for (size_t i = info->shape == SHAPE_SELECT ? 1 : 0; is_alike && i < exp->as.op.arg_count; i++)
    expect(check, exp->as.op.args[i]->type == first, "operands of different types", NULL);
}

static void check_exp(const ImpCheck *check, const ImpExp *exp) {
  switch (exp->kind) {
  case IMP_CONST:
  case IMP_THREADS:
  case IMP_THREAD: return;
  case IMP_LANE:
  case IMP_LANES:
    expect(check, check->kernel != NULL && imp_skeleton_has(check->kernel->skeleton, IMP_SHARED),
           "a lane where there is no block", NULL);
    return;
  case IMP_PARAM:
    expect(check, !check->fun->is_device, "a tuning parameter in a function of a device", NULL);
    return;
  case IMP_ROOM:
    check_exp(check, exp->as.room.size);
    check_exp(check, exp->as.room.bytes);
    return;
  case IMP_VAR:
    expect_known(check, exp->as.var);
    expect(check, exp->as.var->kind == IMP_SCALAR, "not a scalar", exp->as.var);
    return;
  case IMP_OP: check_op(check, exp); return;
  case IMP_LOAD: check_index(check, exp->as.load.pointer, exp->as.load.index); return;
  }
  wrong(check, "an expression of no kind", NULL);
}

static void check_typed(const ImpCheck *check, const ImpExp *exp, Scalar type) {
  check_exp(check, exp);
  expect(check, exp->type == type, "a value of a wrong type", NULL);
}

// A scalar, block or pointer for a parameter of this kind.
static void check_argument(const ImpCheck *check, const ImpExp *exp, const ImpVar *param) {
  if (param->kind == IMP_SCALAR) {
    check_typed(check, exp, param->scalar);
    return;
  }
  if (param->kind == IMP_OWNER && exp->kind == IMP_CONST) return;
  expect(check, exp->kind == IMP_VAR, "an argument that is not a variable", param);
  expect_known(check, exp->as.var);
  bool is_block = exp->as.var->kind == IMP_BLOCK, is_owner = exp->as.var->kind == IMP_OWNER;
  bool fits = param->kind == IMP_BLOCK ? is_block
              : param->kind == IMP_OWNER
                  ? is_block || is_owner
                  : is_pointer(exp->as.var) && exp->as.var->scalar == param->scalar;
  expect(check, fits, "an argument of a wrong kind", param);
}

// ---- Statements ----

static void check_stms(ImpCheck *check, const ImpStms *stms);

// A list of its own: what it declares ends with it.
static void check_list(ImpCheck *check, const ImpStms *stms) {
  check_stms(check, stms);
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i]->kind == IMP_STM_DECLARE || stms->data[i]->kind == IMP_STM_READ)
      map_remove(check->scope, map_key(stms->data[i]->as.set.var));
}

static void check_declare(ImpCheck *check, const ImpStm *stm) {
  ImpVar *var = stm->as.set.var;
  ImpExp *value = stm->as.set.value;
  if (var->kind == IMP_SCALAR) {
    expect(check, value || !var->is_const, "a constant without a value", var);
    if (value) check_typed(check, value, var->scalar);
  } else if (var->kind == IMP_POINTER) {
    expect(check, value && value->kind == IMP_VAR && value->as.var->kind == IMP_BLOCK,
           "a pointer into no block", var);
    expect_known(check, value->as.var);
    if (stm->as.set.index) check_typed(check, stm->as.set.index, SCALAR_I64);
  } else {
    expect(check, var->kind == IMP_LOCAL && !value, "a declaration of a block", var);
  }
  declare(check, var);
}

static void check_assign(ImpCheck *check, const ImpStm *stm) {
  ImpVar *var = stm->as.set.var;
  if (stm->as.set.index) {
    check_index(check, var, stm->as.set.index);
  } else {
    expect_known(check, var);
    expect(check, var->kind == IMP_SCALAR && !var->is_const, "not to be assigned", var);
  }
  check_typed(check, stm->as.set.value, var->scalar);
}

static void check_table(ImpCheck *check, const ImpStm *stm) {
  ImpVar *var = stm->as.set.var;
  check_index(check, var, stm->as.set.index);
  for (size_t i = 0; i < stm->as.set.number; i++)
    expect(check, stm->as.set.constants[i].type == var->scalar, "a table of another type", var);
}

static void check_result(ImpCheck *check, const ImpStm *stm) {
  expect(check, stm->as.set.number < check->fun->results.count, "a result too many", NULL);
  check_argument(check, stm->as.set.value, check->fun->results.data[stm->as.set.number]);
}

static void check_place(ImpCheck *check, const ImpCopy *copy, const ImpPlace *place) {
  check_index(check, place->pointer, place->offset);
  expect(check, place->pointer->scalar == copy->scalar, "a copy between types", place->pointer);
  for (size_t i = 0; i < copy->rank; i++)
    check_typed(check, place->strides[i], SCALAR_I64);
}

static void check_copy(ImpCheck *check, const ImpCopy *copy) {
  expect(check, copy->rank > 0, "a copy of nothing", NULL);
  for (size_t i = 0; i < copy->rank; i++)
    check_typed(check, copy->shape[i], SCALAR_I64);
  check_place(check, copy, &copy->to);
  check_place(check, copy, &copy->from);
}

static void check_tile(ImpCheck *check, const ImpTile *tile) {
  ImpCopy shape = {.scalar = tile->scalar, .rank = 2};
  check_typed(check, tile->rows, SCALAR_I64);
  check_typed(check, tile->columns, SCALAR_I64);
  check_typed(check, tile->depth, SCALAR_I64);
  check_place(check, &shape, &tile->out);
  check_place(check, &shape, &tile->a);
  check_place(check, &shape, &tile->b);
  expect_known(check, tile->room);
}

static void check_for(ImpCheck *check, const ImpFor *loop) {
  bool outer = check->is_simd;
  bool is_simd = loop->kind == IMP_FOR_SIMD || loop->kind == IMP_FOR_SHORT;
  check_typed(check, loop->first, loop->index->scalar);
  check_typed(check, loop->last, loop->index->scalar);
  for (size_t i = 0; i < loop->reductions.count; i++) {
    expect(check, is_simd, "a reduction of a loop that is not simd", NULL);
    expect_known(check, loop->reductions.data[i].var);
  }
  for (size_t i = 0; loop->kind == IMP_FOR_PARALLEL && i < loop->body.count; i++) {
    const ImpStm *stm = loop->body.data[i];
    bool is_call = stm->kind == IMP_STM_CALL && stm->as.call->callee->is_part;
    expect(check, is_call, "a parallel loop that is not calls of parts", loop->index);
    bool is_middle = i == 1 && loop->body.count == 3;
    expect(check, is_call && stm->as.call->is_ordered == is_middle,
           "a parallel loop with an ordered call that is not the second of three", loop->index);
  }
  if (is_simd) check->is_simd = true;
  declare(check, loop->index);
  check_list(check, &loop->body);
  map_remove(check->scope, map_key(loop->index));
  check->is_simd = outer;
}

static void check_call(ImpCheck *check, const ImpCall *call) {
  const ImpFun *callee = call->callee;
  expect(check, call->args.count == callee->params.count, callee->name, NULL);
  expect(check, call->results.count == callee->results.count, callee->name, NULL);
  for (size_t i = 0; i < call->args.count; i++)
    check_argument(check, call->args.data[i], callee->params.data[i]);
  for (size_t i = 0; i < call->results.count; i++) {
    expect_known(check, call->results.data[i]);
    expect(check, call->results.data[i]->kind == callee->results.data[i]->kind,
           "a result of a wrong kind", call->results.data[i]);
  }
}

static void check_segments(ImpCheck *check, const ImpSegments *segments) {
  check_typed(check, segments->count, SCALAR_I64);
  expect(check, (segments->size == NULL) != (segments->offsets == NULL), "segments", NULL);
  if (segments->size) check_typed(check, segments->size, SCALAR_I64);
  if (!segments->offsets) return;
  check_typed(check, segments->first, SCALAR_I64);
  expect_known(check, segments->offsets);
  if (segments->narrow) expect_known(check, segments->narrow);
}

// On the host a pointer is its block.
static void check_launch(ImpCheck *check, const ImpLaunch *launch) {
  const ImpKernel *kernel = launch->kernel;
  check_typed(check, launch->size, SCALAR_I64);
  if (launch->threads) check_typed(check, launch->threads, SCALAR_I64);
  if (launch->bins) check_typed(check, launch->bins, SCALAR_I64);
  if (launch->bins) check_typed(check, launch->rows, SCALAR_I64);
  bool is_block = imp_skeleton_has(kernel->skeleton, IMP_SHARED);
  expect(check, is_block == (launch->lanes != NULL && launch->room != NULL), "lanes", NULL);
  if (is_block) check_typed(check, launch->lanes, SCALAR_I64);
  if (is_block) check_typed(check, launch->room, SCALAR_I64);
  if (launch->segments) check_segments(check, launch->segments);
  expect(check, imp_skeleton_has(kernel->skeleton, IMP_SEGMENTED) == (launch->segments != NULL),
         "segments", NULL);
  expect(check, launch->args.count == kernel->params.count, kernel->name, NULL);
  for (size_t i = 0; i < launch->args.count; i++) {
    const ImpExp *arg = launch->args.data[i];
    if (kernel->params.data[i]->kind == IMP_SCALAR) {
      check_typed(check, arg, kernel->params.data[i]->scalar);
      continue;
    }
    expect(check, arg->kind == IMP_VAR, "an argument that is not a variable", NULL);
    expect_known(check, arg->as.var);
    expect(check, arg->as.var->kind == IMP_BLOCK || arg->as.var->kind == IMP_POINTER,
           "an argument without a block", arg->as.var);
  }
  for (size_t i = 0; i < launch->results.count; i++)
    declare(check, launch->results.data[i]);
}

// What is posted is declared where it is fetched.
static void check_read(ImpCheck *check, const ImpStm *stm) {
  expect(check, stm->as.set.value->kind == IMP_LOAD, "a read of no element", stm->as.set.var);
  check_typed(check, stm->as.set.value, stm->as.set.var->scalar);
  if (stm->kind == IMP_STM_READ) declare(check, stm->as.set.var);
}

static void check_block(ImpCheck *check, const ImpStm *stm) {
  expect_known(check, stm->as.block.var);
  bool is_owner = stm->kind == IMP_STM_RELEASE && stm->as.block.var->kind == IMP_OWNER;
  expect(check, is_owner || stm->as.block.var->kind == IMP_BLOCK, "not a block", stm->as.block.var);
  for (size_t i = 0; i < stm->as.block.counts.count; i++)
    check_typed(check, stm->as.block.counts.data[i], SCALAR_I64);
  if (!stm->as.block.from) return;
  expect_known(check, stm->as.block.from);
  expect(check, stm->as.block.from->kind == IMP_BLOCK, "not a block", stm->as.block.from);
}

static void check_branch(ImpCheck *check, const ImpStm *stm) {
  check_stms(check, &stm->as.branch.head);
  check_typed(check, stm->as.branch.condition,
              stm->kind == IMP_STM_LOCK ? SCALAR_I64 : SCALAR_BOOL);
  check_list(check, &stm->as.branch.body);
  check_list(check, &stm->as.branch.otherwise);
  for (size_t i = 0; i < stm->as.branch.head.count; i++)
    if (stm->as.branch.head.data[i]->kind == IMP_STM_DECLARE)
      map_remove(check->scope, map_key(stm->as.branch.head.data[i]->as.set.var));
}

static void check_switch(ImpCheck *check, const ImpSwitch *choice) {
  check_exp(check, choice->value);
  for (size_t i = 0; i < choice->cases.count; i++) {
    expect(check, choice->cases.data[i].value.type == choice->value->type, "a case of a wrong type",
           NULL);
    check_list(check, &choice->cases.data[i].body);
  }
  check_list(check, &choice->otherwise);
}

static void check_effect(ImpCheck *check, const ImpEffect *effect) {
  for (size_t i = 0; i < effect->numbers.count; i++)
    check_exp(check, effect->numbers.data[i]);
  for (size_t i = 0; i < effect->texts.count; i++) {
    const ImpText *text = &effect->texts.data[i];
    expect_known(check, text->pointer);
    check_typed(check, text->first, SCALAR_I64);
    check_typed(check, text->count, SCALAR_I64);
  }
  for (size_t i = 0; i < effect->results.count; i++)
    expect_known(check, effect->results.data[i]);
}

static void check_team(ImpCheck *check, const ImpStm *stm) {
  expect(check, !check->is_apart, "a team in a team", NULL);
  check->is_apart = true;
  check_list(check, &stm->as.branch.body);
  check->is_apart = false;
}

static void check_fold(ImpCheck *check, const ImpFold *fold) {
  expect(check, !check->is_apart, "a fold that not all threads reach", NULL);
  expect(check,
         fold->other.count == fold->acc.count && fold->total.count == fold->acc.count &&
             (fold->before.count == 0 || fold->before.count == fold->acc.count),
         "a fold of lists that differ", NULL);
  for (size_t i = 0; i < fold->acc.count; i++) {
    expect_known(check, fold->acc.data[i]);
    expect_known(check, fold->total.data[i]);
    if (fold->before.count > 0) expect_known(check, fold->before.data[i]);
    declare(check, fold->other.data[i]);
  }
  check->is_apart = true;
  check_list(check, &fold->combine);
  check->is_apart = false;
  for (size_t i = 0; i < fold->other.count; i++)
    map_remove(check->scope, map_key(fold->other.data[i]));
}

static void check_stm(ImpCheck *check, const ImpStm *stm) {
  expect(check, imp_stm_has(stm, IMP_SIMD) || !check->is_simd, "not for a simd loop", NULL);
  switch (stm->kind) {
  case IMP_STM_DECLARE: check_declare(check, stm); return;
  case IMP_STM_ASSIGN:
  case IMP_STM_STORE:
  case IMP_STM_ATOMIC: check_assign(check, stm); return;
  case IMP_STM_LOCK:
  case IMP_STM_IF:
  case IMP_STM_WHILE: check_branch(check, stm); return;
  case IMP_STM_TABLE: check_table(check, stm); return;
  case IMP_STM_COPY: check_copy(check, stm->as.copy); return;
  case IMP_STM_TILE: check_tile(check, stm->as.tile); return;
  case IMP_STM_SWITCH: check_switch(check, stm->as.choice); return;
  case IMP_STM_FOR: check_for(check, stm->as.loop); return;
  case IMP_STM_ALLOC:
  case IMP_STM_RELEASE:
  case IMP_STM_REF:
  case IMP_STM_MOVE:
  case IMP_STM_RESERVE:
  case IMP_STM_TRIM:
  case IMP_STM_SLOTS:
  case IMP_STM_PARK:
  case IMP_STM_SHARE:
  case IMP_STM_GATHER:
  case IMP_STM_TAKE: check_block(check, stm); return;
  case IMP_STM_READ:
  case IMP_STM_POST: check_read(check, stm); return;
  case IMP_STM_FETCH:
    for (size_t i = 0; i < stm->as.fetch->vars.count; i++)
      declare(check, stm->as.fetch->vars.data[i]);
    return;
  case IMP_STM_LAUNCH: check_launch(check, stm->as.launch); return;
  case IMP_STM_CALL: check_call(check, stm->as.call); return;
  case IMP_STM_EFFECT: check_effect(check, stm->as.effect); return;
  case IMP_STM_FAIL:
    for (size_t i = 0; i < stm->as.fail->values.count; i++)
      check_exp(check, stm->as.fail->values.data[i]);
    return;
  case IMP_STM_RESULT: check_result(check, stm); return;
  case IMP_STM_TEAM: check_team(check, stm); return;
  case IMP_STM_FOLD: check_fold(check, stm->as.fold); return;
  case IMP_STM_BARRIER:
    expect(check, !check->is_apart, "a barrier that not all threads reach", NULL);
    return;
  case IMP_STM_WORK:
    check_typed(check, stm->as.work.ops, SCALAR_I64);
    check_typed(check, stm->as.work.bytes, SCALAR_I64);
    return;
  case IMP_STM_NOTE: return;
  }
  wrong(check, "a statement of no kind", NULL);
}

static void check_stms(ImpCheck *check, const ImpStms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    check_stm(check, stms->data[i]);
}

static void check_fun(Arena *arena, const ImpFun *fun, const ImpKernel *kernel) {
  ImpCheck check = {.fun = fun, .arena = arena, .scope = map_new(arena), .kernel = kernel};
  for (size_t i = 0; i < fun->params.count; i++)
    declare(&check, fun->params.data[i]);
  for (size_t i = 0; i < fun->blocks.count; i++) {
    expect(&check, fun->blocks.data[i]->kind == IMP_BLOCK, "not a block", fun->blocks.data[i]);
    declare(&check, fun->blocks.data[i]);
  }
  check_stms(&check, &fun->body);
}

void imp_verify(const ImpProgram *program) {
  Arena *arena = arena_new();
  for (size_t i = 0; i < program->funs.count; i++)
    check_fun(arena, program->funs.data[i], NULL);
  for (size_t i = 0; i < program->devices.count; i++)
    check_fun(arena, program->devices.data[i], NULL);
  for (size_t i = 0; i < program->kernels.count; i++)
    for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
      if (program->kernels.data[i]->functions[role])
        check_fun(arena, program->kernels.data[i]->functions[role], program->kernels.data[i]);
  if (program->init) check_fun(arena, program->init, NULL);
  arena_free(arena);
}
