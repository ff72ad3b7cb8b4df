// Counting for profiles (ravel profile): how many operations on floats each source line does, and
// how many bytes it loads and stores. A program that is made for a profile counts while it runs,
// and so that its loops stay what they are:
//
//   for simd i from 0 to n {              =>   work line 3, (n*2) operations, (n*24) bytes
//     ys[i] = add(mul(xs[i], a), ys[i])        for simd i from 0 to n { ... }
//   }
//
// What a list of statements does is a sum: a number, and a term in variables. It is taken out of a
// loop as long as what it needs is known in front of it, and stands at the start of the function in
// the end. What is not known, as for how many rounds a `while` goes on, is counted where it
// happens, by a variable of the function. Of the arms of a choice the one that does most counts
// where counting both would be in the way of vectors, or of threads of a device.
//
// Kernels count for themselves and not for lines: what their points do stands in front of the
// launch, as far as it is known there, and what is not is added up on the device. How often a
// skeleton calls its functions is in kernel_work; what threads do to combine what they have is left
// out, as nobody has written it.
//
// An operation is an addition, subtraction, multiplication, division, root, minimum or maximum, or
// a call of a function such as the sine; two are in `fma`. Moving and comparing is none.
#include <string.h>

#include "imp/imp.h"
#include "ir/type.h"

typedef enum Metric { METRIC_OPS, METRIC_BYTES, METRICS } Metric;

typedef struct WorkSum {
  int64_t number;
  ImpExp *term; // NULL: none
} WorkSum;

typedef struct WorkDone {
  WorkSum sums[METRICS];
} WorkDone;

typedef struct WorkLine {
  uint32_t file, line;
  size_t number;                // of ImpProgram.works
  ImpVar *counters[2][METRICS]; // of what is not known; in teams, and outside
} WorkLine;

// What becomes of a list of statements that is done: it gives all that its surroundings can know,
// or only the number, and counts the rest itself; or it counts everything.
typedef enum BodyKind { BODY_GIVES, BODY_NUMBERS, BODY_COUNTS } BodyKind;

typedef struct WorkCount {
  ImpProgram *program;
  ImpFun *fun;
  const ImpKernel *kernel; // NULL: a function of the host, or one that kernels call
  bool is_silent;          // what is not known cannot be counted
  bool is_team;            // each thread of a block does this for itself
  ImpFor *simd;            // the loop around, or NULL
  Map *depths;             // ImpVar -> in how many lists of statements its declaration is
  Map *values;             // ImpVar -> the value of one that never changes
  Map *changed;            // ImpVar: those that are assigned
  Map *callees;            // ImpFun of a device -> WorkDone, in its parameters
  Vec(WorkLine) lines;
} WorkCount;

// ---- Sums ----

static bool is_nothing(const WorkSum *sum) { return sum->number == 0 && !sum->term; }

static ImpExp *sum_exp(WorkCount *count, const WorkSum *sum) {
  ImpExp *number = imp_i64(count->program, sum->number);
  return sum->term ? imp_add(count->program, sum->term, number) : number;
}

static void sum_add(WorkCount *count, WorkSum *to, const WorkSum *more) {
  to->number += more->number;
  if (more->term) to->term = to->term ? imp_add(count->program, to->term, more->term) : more->term;
}

static WorkSum sum_times(WorkCount *count, const WorkSum *sum, ImpExp *factor) {
  if (is_nothing(sum)) return (WorkSum){0};
  if (factor->kind == IMP_CONST && !sum->term)
    return (WorkSum){.number = sum->number * constant_to_i64(factor->as.constant)};
  return (WorkSum){.term = imp_mul(count->program, sum_exp(count, sum), factor)};
}

static WorkSum sum_larger(WorkCount *count, const WorkSum *a, const WorkSum *b) {
  if (!a->term && !b->term) return a->number > b->number ? *a : *b;
  if (is_nothing(a)) return *b;
  if (is_nothing(b)) return *a;
  return (WorkSum){.term =
                       imp_binary(count->program, OP_SMAX, sum_exp(count, a), sum_exp(count, b))};
}

static WorkDone *work_new(WorkCount *count) {
  return arena_array(count->program->arena, WorkDone, count->lines.count + 1);
}

static void work_add(WorkCount *count, WorkDone *to, const WorkDone *more) {
  for (size_t i = 0; i < count->lines.count; i++)
    for (size_t k = 0; k < METRICS; k++)
      sum_add(count, &to[i].sums[k], &more[i].sums[k]);
}

// ---- What is known where ----

static size_t depth_of(const WorkCount *count, const ImpVar *var) {
  return (size_t)(uintptr_t)map_get(count->depths, map_key(var));
}

// Has it a value for any operands?
static bool is_total(const ImpExp *exp) {
  if (!(op_info(exp->as.op.op)->flags & FLAG_FAILS)) return true;
  return exp->as.op.arg_count == 2 && exp->as.op.args[1]->kind == IMP_CONST &&
         constant_to_i64(exp->as.op.args[1]->as.constant) > 0;
}

// The same value by variables that are declared in fewer lists than `depth`; NULL: there is none.
static ImpExp *known_outside(WorkCount *count, ImpExp *exp, size_t depth) {
  enum { SIZE_MOST = 200 };
  if (exp->size > SIZE_MOST) return NULL;
  if (exp->kind == IMP_CONST || exp->kind == IMP_THREADS || exp->kind == IMP_PARAM) return exp;
  if (exp->kind == IMP_VAR) {
    const ImpVar *var = exp->as.var;
    if (map_find(count->changed, map_key(var), NULL)) return NULL;
    if (depth_of(count, var) < depth) return exp;
    ImpExp *value = map_get(count->values, map_key(var));
    return value ? known_outside(count, value, depth) : NULL;
  }
  if (exp->kind != IMP_OP || !is_total(exp)) return NULL;
  ImpExp *args[3];
  bool is_same = true;
  for (size_t i = 0; i < exp->as.op.arg_count; i++) {
    args[i] = known_outside(count, exp->as.op.args[i], depth);
    if (!args[i]) return NULL;
    if (args[i] != exp->as.op.args[i]) is_same = false;
  }
  if (is_same) return exp;
  ImpExp *again = imp_op(count->program, exp->as.op.op, exp->type, args, exp->as.op.arg_count);
  again->as.op.is_exact = exp->as.op.is_exact;
  return again->size > SIZE_MOST ? NULL : again;
}

// The same with these arguments for the parameters; NULL where one is no scalar.
static ImpExp *with_arguments(WorkCount *count, ImpExp *exp, const ImpVars *params,
                              const ImpExps *args) {
  if (exp->kind == IMP_VAR) {
    for (size_t i = 0; i < params->count && i < args->count; i++)
      if (params->data[i] == exp->as.var) return args->data[i];
    return exp;
  }
  if (exp->kind != IMP_OP) return exp;
  ImpExp *operands[3];
  for (size_t i = 0; i < exp->as.op.arg_count; i++)
    operands[i] = with_arguments(count, exp->as.op.args[i], params, args);
  ImpExp *again = imp_op(count->program, exp->as.op.op, exp->type, operands, exp->as.op.arg_count);
  again->as.op.is_exact = exp->as.op.is_exact;
  return again;
}

static void declare_at(WorkCount *count, const ImpVar *var, size_t depth) {
  map_put(count->depths, map_key(var), (void *)(uintptr_t)depth);
}

static void note_changes(void *context, ImpStm *stm) {
  WorkCount *count = context;
  const ImpVars *results = NULL;
  if (stm->kind == IMP_STM_ASSIGN) map_put(count->changed, map_key(stm->as.set.var), stm);
  if (stm->kind == IMP_STM_CALL) results = &stm->as.call->results;
  if (stm->kind == IMP_STM_EFFECT) results = &stm->as.effect->results;
  if (stm->kind == IMP_STM_FETCH) results = &stm->as.fetch->vars;
  if (stm->kind == IMP_STM_LAUNCH) results = &stm->as.launch->results;
  for (size_t i = 0; results && i < results->count; i++)
    map_put(count->changed, map_key(results->data[i]), stm);
  if (stm->kind != IMP_STM_FOLD) return;
  const ImpVars *folded[] = {&stm->as.fold->acc, &stm->as.fold->before, &stm->as.fold->total};
  for (size_t k = 0; k < sizeof folded / sizeof *folded; k++)
    for (size_t i = 0; i < folded[k]->count; i++)
      map_put(count->changed, map_key(folded[k]->data[i]), stm);
}

// ---- A statement by itself ----

static int64_t bytes_of(Scalar scalar) { return (scalar_info(scalar)->width + 7) / 8; }

static bool is_float(Scalar scalar) { return scalar_info(scalar)->class == CLASS_FLOAT; }

static int64_t op_operations(Op op) {
  if (op == OP_FMA) return 2;
  if (op == OP_NEG || op == OP_FABS || op == OP_COPYSIGN || op == OP_SELECT) return 0;
  OpShape shape = op_info(op)->shape;
  return shape == SHAPE_UNARY || shape == SHAPE_BINARY || shape == SHAPE_SCALE;
}

static void exp_count(WorkDone *work, const ImpExp *exp) {
  if (exp->kind == IMP_LOAD) {
    if (exp->as.load.pointer->kind == IMP_POINTER)
      work->sums[METRIC_BYTES].number += bytes_of(exp->type);
    exp_count(work, exp->as.load.index);
  }
  if (exp->kind != IMP_OP) return;
  if (is_float(exp->type)) work->sums[METRIC_OPS].number += op_operations(exp->as.op.op);
  for (size_t i = 0; i < exp->as.op.arg_count; i++)
    exp_count(work, exp->as.op.args[i]);
}

static void count_use(void *context, const ImpExp *exp) { exp_count(context, exp); }

// Without what is in its bodies.
static WorkDone own_work(WorkCount *count, const ImpStm *stm) {
  WorkDone work = {0};
  int64_t *bytes = &work.sums[METRIC_BYTES].number;
  imp_each_use(&(ImpUseVisitor){.context = &work, .exp = count_use}, stm);
  const ImpVar *to =
      stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_ATOMIC ? stm->as.set.var : NULL;
  if (to && to->kind == IMP_POINTER)
    *bytes += bytes_of(to->scalar) * (stm->kind == IMP_STM_ATOMIC ? 2 : 1);
  if (stm->kind == IMP_STM_ATOMIC && is_float(to->scalar))
    work.sums[METRIC_OPS].number += op_operations(stm->as.set.op);
  if (count->kernel || count->is_silent) *bytes = 0; // kernels count the arrays that they are given
  if (stm->kind != IMP_STM_COPY) return work;
  WorkSum copied = {.number = 2 * bytes_of(stm->as.copy->scalar)};
  for (size_t i = 0; i < stm->as.copy->rank; i++)
    copied = sum_times(count, &copied, stm->as.copy->shape[i]);
  sum_add(count, &work.sums[METRIC_BYTES], &copied);
  return work;
}

// A product of matrices reads each element of them once from memory, and the rest from near by.
static WorkDone tile_work(WorkCount *count, const ImpTile *tile) {
  WorkDone step = {0}, work = {0};
  exp_count(&step, tile->value);
  if (is_float(tile->scalar)) step.sums[METRIC_OPS].number += op_operations(tile->step);
  WorkSum *ops = &work.sums[METRIC_OPS], *bytes = &work.sums[METRIC_BYTES];
  *ops = sum_times(count, &step.sums[METRIC_OPS], tile->rows);
  *ops = sum_times(count, ops, tile->columns);
  *ops = sum_times(count, ops, tile->depth);
  ImpExp *sides[][2] = {
      {tile->rows, tile->columns}, {tile->rows, tile->depth}, {tile->columns, tile->depth}};
  for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
    WorkSum side = {.number = bytes_of(tile->scalar)};
    side = sum_times(count, &side, sides[i][0]);
    side = sum_times(count, &side, sides[i][1]);
    sum_add(count, bytes, &side);
  }
  return work;
}

// A call of a function of a device. What the host calls counts itself.
static WorkDone call_work(WorkCount *count, const ImpCall *call) {
  WorkDone work = {0};
  const WorkDone *callee = map_get(count->callees, map_key(call->callee));
  if (!callee) return work;
  work = *callee;
  WorkSum *ops = &work.sums[METRIC_OPS];
  if (ops->term) ops->term = with_arguments(count, ops->term, &call->callee->params, &call->args);
  return work;
}

// ---- Lines ----

// Which of the lines; kernels have only one. Those that are in no source have none.
static size_t line_of(WorkCount *count, Span span) {
  if (count->kernel || count->is_silent) return 0;
  Span own = source_own(count->program->sources, span);
  const SourceFile *file = source_get(count->program->sources, own.file);
  if (!file) return SIZE_MAX;
  uint32_t line, column;
  source_position(file, own.start, &line, &column);
  for (size_t i = 0; i < count->lines.count; i++)
    if (count->lines.data[i].file == own.file && count->lines.data[i].line == line) return i;
  ImpProgram *program = count->program;
  size_t number = 0;
  while (number < program->works.count && (program->works.data[number].file != file->path ||
                                           program->works.data[number].line != line))
    number++;
  if (number == program->works.count)
    vec_push(program->arena, &program->works, (ImpWork){.file = file->path, .line = line});
  vec_push(program->arena, &count->lines,
           (WorkLine){.file = own.file, .line = line, .number = number});
  return count->lines.count - 1;
}

static bool has_work(const WorkDone *work) {
  return !is_nothing(&work->sums[METRIC_OPS]) || !is_nothing(&work->sums[METRIC_BYTES]);
}

static void find_line(void *context, ImpStm *stm) {
  WorkCount *count = context;
  WorkDone own = own_work(count, stm);
  if (has_work(&own) || stm->kind == IMP_STM_TILE) line_of(count, stm->span);
}

// ---- Counting what is not known ----

static bool has_reduction(const ImpFor *loop, const ImpVar *var) {
  for (size_t i = 0; i < loop->reductions.count; i++)
    if (loop->reductions.data[i].var == var) return true;
  return false;
}

static void count_here(WorkCount *count, ImpStms *stms, size_t line, Metric metric, ImpExp *exp) {
  ImpProgram *program = count->program;
  ImpVar **counter = &count->lines.data[line].counters[count->is_team][metric];
  if (count->is_silent) return;
  if (!*counter)
    *counter = imp_var(program, IMP_SCALAR, SCALAR_I64, intern_str(program->names, "work"));
  ImpBuilder builder = {.program = program, .fun = count->fun, .stms = stms};
  imp_assign(&builder, *counter, imp_add(program, imp_use(program, *counter), exp));
  if (count->simd && !has_reduction(count->simd, *counter))
    vec_push(program->arena, &count->simd->reductions, (ImpReduction){OP_ADD, *counter});
}

static void work_here(WorkCount *count, ImpStms *stms, const WorkDone *work) {
  for (size_t i = 0; i < count->lines.count; i++)
    for (size_t k = 0; k < METRICS; k++)
      if (!is_nothing(&work[i].sums[k]))
        count_here(count, stms, i, (Metric)k, sum_exp(count, &work[i].sums[k]));
}

static WorkDone *stm_work(WorkCount *count, ImpStm *stm, size_t depth);

// The list with what counts the rest. `depth` is that of its own declarations.
static WorkDone *body_work(WorkCount *count, ImpStms *stms, size_t depth, BodyKind kind) {
  WorkDone *all = work_new(count);
  ImpStms counted = {0};
  Arena *arena = count->program->arena;
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    bool is_declared = stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_READ;
    if (is_declared) declare_at(count, stm->as.set.var, depth);
    if (stm->kind == IMP_STM_DECLARE && stm->as.set.value && stm->as.set.var->kind == IMP_SCALAR)
      map_put(count->values, map_key(stm->as.set.var), stm->as.set.value);
    WorkDone *work = stm_work(count, stm, depth);
    for (size_t line = 0; line < count->lines.count; line++)
      for (size_t k = 0; k < METRICS; k++) {
        WorkSum *sum = &work[line].sums[k];
        ImpExp *term =
            kind == BODY_GIVES && sum->term ? known_outside(count, sum->term, depth) : NULL;
        if (sum->term && !term) count_here(count, &counted, line, (Metric)k, sum->term);
        sum_add(count, &all[line].sums[k], &(WorkSum){.number = sum->number, .term = term});
      }
    vec_push(arena, &counted, stm);
  }
  *stms = counted;
  if (kind != BODY_COUNTS) return all;
  ImpStms first = {0};
  work_here(count, &first, all);
  vec_append(arena, &first, counted.data, counted.count);
  *stms = first;
  return work_new(count);
}

static ImpExp *rounds(WorkCount *count, const ImpFor *loop) {
  ImpProgram *program = count->program;
  ImpExp *ends[] = {loop->first, loop->last};
  for (size_t i = 0; i < 2; i++) {
    if (ends[i]->kind == IMP_CONST)
      ends[i] = imp_i64(program, constant_to_i64(ends[i]->as.constant));
    else if (ends[i]->type != SCALAR_I64)
      ends[i] = imp_op(program, OP_SEXT, SCALAR_I64, &ends[i], 1);
  }
  ImpExp *length = imp_sub(program, ends[1], ends[0]);
  if (length->kind == IMP_CONST)
    return constant_to_i64(length->as.constant) < 0 ? imp_i64(program, 0) : length;
  return imp_binary(program, OP_SMAX, length, imp_i64(program, 0));
}

static WorkDone *for_work(WorkCount *count, ImpFor *loop, size_t depth) {
  ImpFor *outer = count->simd;
  if (loop->kind == IMP_FOR_SIMD || loop->kind == IMP_FOR_SHORT) count->simd = loop;
  declare_at(count, loop->index, depth + 1);
  map_put(count->changed, map_key(loop->index), loop);
  WorkDone *work = body_work(count, &loop->body, depth + 1, BODY_GIVES);
  count->simd = outer;
  for (size_t i = 0; i < count->lines.count; i++)
    for (size_t k = 0; k < METRICS; k++)
      work[i].sums[k] = sum_times(count, &work[i].sums[k], rounds(count, loop));
  return work;
}

// What most of the arms do.
static void arm_work(WorkCount *count, ImpStms *arm, size_t depth, WorkDone *most) {
  bool is_rough = count->kernel || count->is_silent || count->simd;
  const WorkDone *work = body_work(count, arm, depth + 1, is_rough ? BODY_GIVES : BODY_NUMBERS);
  for (size_t i = 0; i < count->lines.count; i++)
    for (size_t k = 0; k < METRICS; k++)
      most[i].sums[k] = sum_larger(count, &most[i].sums[k], &work[i].sums[k]);
}

static WorkDone *choice_work(WorkCount *count, ImpStm *stm, size_t depth) {
  WorkDone *most = work_new(count);
  if (stm->kind == IMP_STM_IF) {
    arm_work(count, &stm->as.branch.body, depth, most);
    arm_work(count, &stm->as.branch.otherwise, depth, most);
    return most;
  }
  for (size_t i = 0; i < stm->as.choice->cases.count; i++)
    arm_work(count, &stm->as.choice->cases.data[i].body, depth, most);
  arm_work(count, &stm->as.choice->otherwise, depth, most);
  return most;
}

static void while_work(WorkCount *count, ImpStm *stm, size_t depth, const WorkDone *own) {
  ImpStms condition = {0};
  work_here(count, &condition, own);
  body_work(count, &stm->as.branch.head, depth + 1, BODY_COUNTS);
  body_work(count, &stm->as.branch.body, depth + 1, BODY_COUNTS);
  vec_append(count->program->arena, &condition, stm->as.branch.body.data,
             stm->as.branch.body.count);
  stm->as.branch.body = condition;
}

static WorkDone *team_work(WorkCount *count, ImpStms *body, size_t depth) {
  bool outer = count->is_team;
  count->is_team = true;
  WorkDone *work = body_work(count, body, depth + 1, BODY_GIVES);
  count->is_team = outer;
  return work;
}

// What is inside the statement, and counts once when it is run.
static WorkDone *inner_work(WorkCount *count, ImpStm *stm, size_t depth) {
  if (stm->kind == IMP_STM_FOR) return for_work(count, stm->as.loop, depth);
  if (stm->kind == IMP_STM_IF || stm->kind == IMP_STM_SWITCH) return choice_work(count, stm, depth);
  if (stm->kind == IMP_STM_LOCK)
    return body_work(count, &stm->as.branch.body, depth + 1, BODY_GIVES);
  if (stm->kind == IMP_STM_TEAM) return team_work(count, &stm->as.branch.body, depth);
  return work_new(count); // folds combine what threads have
}

static WorkDone *stm_work(WorkCount *count, ImpStm *stm, size_t depth) {
  WorkDone own = stm->kind == IMP_STM_TILE   ? tile_work(count, stm->as.tile)
                 : stm->kind == IMP_STM_CALL ? call_work(count, stm->as.call)
                                             : own_work(count, stm);
  WorkDone *all = inner_work(count, stm, depth), *here = work_new(count);
  size_t line = has_work(&own) ? line_of(count, stm->span) : SIZE_MAX;
  if (line < count->lines.count) here[line] = own;
  if (stm->kind == IMP_STM_WHILE)
    while_work(count, stm, depth, here);
  else
    work_add(count, all, here);
  return all;
}

// ---- Functions ----

static void emit_work(ImpBuilder *builder, size_t number, ImpExp *ops, ImpExp *bytes) {
  ImpStm *stm = imp_emit(builder, IMP_STM_WORK);
  stm->as.work.number = number;
  stm->as.work.ops = ops;
  stm->as.work.bytes = bytes;
}

static WorkCount count_begin(ImpProgram *program, ImpFun *fun, const ImpKernel *kernel) {
  WorkCount count = {.program = program, .fun = fun, .kernel = kernel};
  count.depths = map_new(program->arena);
  count.values = map_new(program->arena);
  count.changed = map_new(program->arena);
  // The parameters of a kernel are known where it is launched, those of its points are not.
  for (size_t i = 0; i < fun->params.count; i++)
    declare_at(&count, fun->params.data[i], kernel && i >= kernel->params.count ? 1 : 0);
  imp_walk(&fun->body, note_changes, &count);
  return count;
}

// The variables that count, at the start of the function, and what they have at its end.
static void put_counters(WorkCount *count, ImpStms *first, bool is_team) {
  ImpProgram *program = count->program;
  ImpBuilder start = {.program = program, .fun = count->fun, .stms = first},
             end = imp_into(&start, &count->fun->body);
  for (size_t i = 0; i < count->lines.count; i++) {
    const WorkLine *line = &count->lines.data[i];
    ImpExp *counted[METRICS];
    bool is_counted = false;
    for (size_t k = 0; k < METRICS; k++) {
      ImpVar *counter = line->counters[is_team][k];
      counted[k] = counter ? imp_use(program, counter) : imp_i64(program, 0);
      if (!counter) continue;
      ImpStm *stm = imp_emit(&start, IMP_STM_DECLARE);
      stm->as.set.var = counter;
      stm->as.set.value = imp_i64(program, 0);
      is_counted = true;
    }
    if (!is_counted) continue;
    bool is_shared =
        count->kernel && imp_skeleton_has(count->kernel->skeleton, IMP_SHARED) && !is_team;
    ImpStm *choice =
        is_shared ? imp_if(&end, imp_binary(program, OP_EQ, imp_lane(program), imp_i64(program, 0)))
                  : NULL;
    ImpBuilder inside = choice ? imp_into(&end, &choice->as.branch.body) : end;
    emit_work(&inside, line->number, counted[METRIC_OPS], counted[METRIC_BYTES]);
  }
}

static void fun_close(WorkCount *count, const WorkDone *known) {
  ImpStms first = {0};
  ImpBuilder start = {.program = count->program, .fun = count->fun, .stms = &first};
  for (size_t i = 0; known && i < count->lines.count; i++)
    if (has_work(&known[i]))
      emit_work(&start, count->lines.data[i].number, sum_exp(count, &known[i].sums[METRIC_OPS]),
                sum_exp(count, &known[i].sums[METRIC_BYTES]));
  put_counters(count, &first, false);
  put_counters(count, &first, true);
  vec_append(count->program->arena, &first, count->fun->body.data, count->fun->body.count);
  count->fun->body = first;
}

static void host_fun(ImpProgram *program, ImpFun *fun) {
  WorkCount count = count_begin(program, fun, NULL);
  count.callees = map_new(program->arena);
  imp_walk(&fun->body, find_line, &count);
  if (count.lines.count == 0) return;
  fun_close(&count, body_work(&count, &fun->body, 1, BODY_GIVES));
}

// ---- Kernels ----

typedef struct KernelWork {
  WorkSum roles[IMP_ROLE_COUNT]; // operations of a call, in the parameters of the kernel
  bool is_found;
  size_t number;
} KernelWork;

typedef struct LaunchWork {
  ImpProgram *program;
  Map *kernels; // ImpKernel -> KernelWork
} LaunchWork;

static WorkSum role_sum(ImpProgram *program, const ImpKernel *kernel, ImpFun *fun, Map *callees,
                        size_t number) {
  WorkCount count = count_begin(program, fun, kernel);
  count.callees = callees;
  count.is_silent = !kernel;
  vec_push(program->arena, &count.lines, (WorkLine){.number = number});
  WorkDone *work = body_work(&count, &fun->body, 1, BODY_GIVES);
  if (kernel) fun_close(&count, NULL);
  return work->sums[METRIC_OPS];
}

static ImpExp *sum_product(WorkCount *count, ImpExp *const *sizes, size_t size_count) {
  ImpExp *product = imp_i64(count->program, 1);
  for (size_t i = 0; i < size_count; i++)
    product = imp_mul(count->program, product, sizes[i]);
  return product;
}

// Steps for each row, column and depth; loads for a side only.
static void product_work(WorkCount *count, const ImpLaunch *launch, const WorkSum *roles,
                         WorkSum *all) {
  const ImpProductKernel *product = &launch->kernel->as.product;
  ImpExp *sizes[IMP_EXTENTS];
  for (size_t i = 0; i < IMP_EXTENTS; i++)
    sizes[i] = with_arguments(count, product->extents[i], &launch->kernel->params, &launch->args);
  ImpExp *rows = sizes[IMP_EXTENT_ROWS], *columns = sizes[IMP_EXTENT_COLUMNS],
         *depth = sizes[IMP_EXTENT_DEPTH];
  const struct {
    ImpRole role;
    ImpExp *sizes[3];
    size_t count;
  } PARTS[] = {{IMP_ROLE_STEP, {rows, columns, depth}, 3},
               {IMP_ROLE_FINISH, {rows, columns}, 2},
               {IMP_ROLE_LOAD_A, {rows, depth}, 2},
               {IMP_ROLE_LOAD_B, {columns, depth}, 2}};
  for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
    ImpExp *calls = sum_product(count, PARTS[i].sizes, PARTS[i].count);
    WorkSum part = sum_times(count, &roles[PARTS[i].role], calls);
    sum_add(count, all, &part);
  }
}

static WorkSum kernel_work(WorkCount *count, const ImpLaunch *launch, const KernelWork *kernel) {
  WorkSum all = {0}, roles[IMP_ROLE_COUNT];
  for (size_t i = 0; i < IMP_ROLE_COUNT; i++) {
    roles[i] = kernel->roles[i];
    if (roles[i].term)
      roles[i].term = with_arguments(count, roles[i].term, &launch->kernel->params, &launch->args);
  }
  if (imp_skeleton_has(launch->kernel->skeleton, IMP_PRODUCT)) {
    product_work(count, launch, roles, &all);
    return all;
  }
  ImpExp *points = launch->size;
  if (launch->segments) points = imp_sub(count->program, points, launch->segments->count);
  sum_add(count, &all, &roles[IMP_ROLE_POINT]);
  sum_add(count, &all, &roles[IMP_ROLE_FINISH]);
  if (imp_skeleton_has(launch->kernel->skeleton, IMP_BINS))
    sum_add(count, &all, &roles[IMP_ROLE_COMBINE]);
  all = sum_times(count, &all, points);
  if (!launch->segments) return all;
  WorkSum ends = sum_times(count, &roles[IMP_ROLE_END], launch->segments->count);
  sum_add(count, &all, &ends);
  return all;
}

static void launches_count(void *context, ImpStms *stms) {
  LaunchWork *launches = context;
  ImpProgram *program = launches->program;
  ImpStms counted = {0};
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    imp_each_body(stm, launches_count, launches);
    if (stm->kind == IMP_STM_LAUNCH) {
      const KernelWork *kernel = map_get(launches->kernels, map_key(stm->as.launch->kernel));
      WorkCount count = {.program = program};
      WorkSum sum = kernel_work(&count, stm->as.launch, kernel);
      ImpBuilder builder = {.program = program, .stms = &counted, .span = stm->span};
      emit_work(&builder, kernel->number, sum_exp(&count, &sum), imp_i64(program, 0));
    }
    vec_push(program->arena, &counted, stm);
  }
  *stms = counted;
}

static void count_kernels(ImpProgram *program) {
  LaunchWork launches = {.program = program, .kernels = map_new(program->arena)};
  Map *callees = map_new(program->arena);
  for (size_t i = 0; i < program->devices.count; i++) {
    ImpFun *fun = program->devices.data[i];
    WorkDone *work = arena_make(program->arena, WorkDone);
    work->sums[METRIC_OPS] = role_sum(program, NULL, fun, callees, 0);
    map_put(callees, map_key(fun), work);
  }
  for (size_t i = 0; i < program->kernels.count; i++) {
    const ImpKernel *kernel = program->kernels.data[i];
    KernelWork *work = arena_make(program->arena, KernelWork);
    work->number = program->works.count;
    vec_push(program->arena, &program->works, (ImpWork){.kernel = kernel});
    for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
      if (kernel->functions[role])
        work->roles[role] =
            role_sum(program, kernel, kernel->functions[role], callees, work->number);
    map_put(launches.kernels, map_key(kernel), work);
  }
  for (size_t i = 0; i < program->funs.count; i++)
    launches_count(&launches, &program->funs.data[i]->body);
}

void imp_count_work(ImpProgram *program, bool has_device) {
  if (has_device) {
    count_kernels(program);
    return;
  }
  for (size_t i = 0; i < program->funs.count; i++)
    host_fun(program, program->funs.data[i]);
}
