// What a program asks of a device, launch by launch, in the order of its text: `ravel dump
// --launches`, and the counts of structure tests.
//
//   run_kernel_1: block (acc), transpose.fcl:8:5
//     groups    squot(n, 32)
//     threads   256
//     fast      4096 bytes
//     barriers  3
//
// Numbers that the host computes are shown as expressions of what is not computed. A fold is one
// exchange of values between all threads of a block; it waits for them like a barrier.
#include "imp/imp_launches.h"

#include <string.h>

#include "base/map.h"
#include "base/strbuf.h"
#include "ir/type.h"

enum { DEFINITIONS = 24 }; // that are put in the place of names, one inside the other

typedef struct LaunchSearch {
  Arena *arena;
  ImpProgram *program;
  Map *definitions; // ImpVar -> ImpExp
  Launches *launches;
} LaunchSearch;

// ---- Numbers ----

static ImpExp *resolve(LaunchSearch *search, ImpExp *exp, size_t depth) {
  if (exp->kind == IMP_VAR) {
    ImpExp *value = map_get(search->definitions, map_key(exp->as.var));
    return value && depth > 0 ? resolve(search, value, depth - 1) : exp;
  }
  if (exp->kind != IMP_OP) return exp;
  ImpExp *args[3];
  int64_t known[3];
  bool is_known = exp->type == SCALAR_I64 && exp->as.op.arg_count == 2;
  for (size_t i = 0; i < exp->as.op.arg_count; i++) {
    args[i] = resolve(search, exp->as.op.args[i], depth);
    is_known = is_known && args[i]->kind == IMP_CONST && args[i]->type == SCALAR_I64;
    if (is_known) known[i] = constant_to_i64(args[i]->as.constant);
  }
  ImpProgram *program = search->program;
  bool is_i64 = exp->type == SCALAR_I64;
  if (is_i64 && exp->as.op.op == OP_MUL) return imp_mul(program, args[0], args[1]);
  if (is_i64 && exp->as.op.op == OP_ADD) return imp_add(program, args[0], args[1]);
  if (is_known && exp->as.op.op == OP_ADD) return imp_i64(program, known[0] + known[1]);
  if (is_known && exp->as.op.op == OP_MUL) return imp_i64(program, known[0] * known[1]);
  if (is_known && exp->as.op.op == OP_SQUOT && known[1] > 0)
    return imp_i64(program, known[0] / known[1]);
  if (is_known && exp->as.op.op == OP_AND) return imp_i64(program, known[0] & known[1]);
  if (is_known && exp->as.op.op == OP_SMAX)
    return imp_i64(program, known[0] > known[1] ? known[0] : known[1]);
  if (is_known && exp->as.op.op == OP_SMIN)
    return imp_i64(program, known[0] < known[1] ? known[0] : known[1]);
  return imp_op(program, exp->as.op.op, exp->type, args, exp->as.op.arg_count);
}

// ---- Finding ----

static void note_definition(void *context, ImpStm *stm) {
  LaunchSearch *search = context;
  if (stm->kind == IMP_STM_DECLARE && stm->as.set.value && stm->as.set.var->kind == IMP_SCALAR)
    map_put(search->definitions, map_key(stm->as.set.var), stm->as.set.value);
  if (stm->kind == IMP_STM_ASSIGN) map_remove(search->definitions, map_key(stm->as.set.var));
}

static void count_barrier(void *context, ImpStm *stm) {
  LaunchShape *shape = context;
  if (stm->kind == IMP_STM_BARRIER) shape->barriers++;
  if (stm->kind == IMP_STM_FOLD) shape->folds++;
}

static void note_launch(void *context, ImpStm *stm) {
  LaunchSearch *search = context;
  if (stm->kind != IMP_STM_LAUNCH) return;
  const ImpLaunch *launch = stm->as.launch;
  const ImpKernel *kernel = launch->kernel;
  LaunchShape shape = {.kernel = kernel, .points = resolve(search, launch->size, DEFINITIONS)};
  shape.is_block = imp_skeleton_has(kernel->skeleton, IMP_SHARED);
  if (launch->lanes) shape.lanes = resolve(search, launch->lanes, DEFINITIONS);
  if (launch->room) shape.fast = resolve(search, launch->room, DEFINITIONS);
  if (shape.is_block && kernel->functions[IMP_ROLE_POINT])
    imp_walk(&kernel->functions[IMP_ROLE_POINT]->body, count_barrier, &shape);
  vec_push(search->arena, &search->launches->list, shape);
}

void imp_find_launches(Arena *arena, ImpProgram *program, Launches *launches) {
  LaunchSearch search = {arena, program, map_new(arena), launches};
  *launches = (Launches){0};
  for (size_t i = 0; i < program->funs.count; i++)
    imp_walk(&program->funs.data[i]->body, note_definition, &search);
  if (program->init) imp_walk(&program->init->body, note_launch, &search);
  for (size_t i = 0; i < program->funs.count; i++)
    imp_walk(&program->funs.data[i]->body, note_launch, &search);
}

// ---- Showing ----

static void print_place(StrBuf *out, const SourceMap *sources, Span span) {
  size_t depth = 0;
  for (; span_is_known(span) && sources; span = source_caller(sources, span)) {
    const SourceFile *file = source_get(sources, span.file);
    uint32_t line, column;
    source_position(file, span.start, &line, &column);
    strbuf_printf(out, "%s%s:%u:%u", depth++ == 0 ? ", " : " from ", file->path, (unsigned)line,
                  (unsigned)column);
  }
}

static void print_number(StrBuf *out, const char *what, const ImpExp *number, const char *unit) {
  strbuf_printf(out, "  %-9s ", what);
  imp_print_exp(out, number);
  strbuf_printf(out, "%s\n", unit);
}

void imp_print_launches(StrBuf *out, ImpProgram *program, Arena *arena) {
  Launches launches;
  imp_find_launches(arena, program, &launches);
  for (size_t i = 0; i < launches.list.count; i++) {
    const LaunchShape *shape = &launches.list.data[i];
    const ImpKernel *kernel = shape->kernel;
    strbuf_printf(out, "%s: %s (%s)", kernel->name, imp_skeleton_text(kernel->skeleton),
                  kernel->makes);
    print_place(out, program->sources, kernel->span);
    strbuf_putc(out, '\n');
    print_number(out, shape->is_block ? "groups" : "points", shape->points, "");
    if (shape->lanes)
      print_number(out, "threads", shape->lanes, "");
    else
      strbuf_printf(out, "  %-9s %lld\n", "threads", (long long)kernel->shape.block);
    if (!shape->is_block) continue;
    print_number(out, "fast", shape->fast, " bytes");
    strbuf_printf(out, "  %-9s %zu\n", "barriers", shape->barriers);
    if (shape->folds > 0) strbuf_printf(out, "  %-9s %zu\n", "folds", shape->folds);
  }
}

// ---- Counting ----

static const char *const NAMES[] = {"launch", "launch:block", "threads", "fast", "barriers"};

bool launches_has_name(const char *name) {
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strcmp(name, NAMES[i]) == 0) return true;
  return false;
}

static size_t known_number(const ImpExp *exp) {
  if (!exp) return 0;
  return exp->kind == IMP_CONST ? (size_t)constant_to_i64(exp->as.constant) : LAUNCH_UNKNOWN;
}

// A number that the host computes makes the sum unknown.
static size_t add_known(size_t a, size_t b) {
  return a == LAUNCH_UNKNOWN || b == LAUNCH_UNKNOWN ? LAUNCH_UNKNOWN : a + b;
}

size_t launches_count(const Launches *launches, const char *name) {
  size_t count = 0;
  for (size_t i = 0; i < launches->list.count; i++) {
    const LaunchShape *shape = &launches->list.data[i];
    if (strcmp(name, "launch") == 0) count++;
    if (!shape->is_block) continue;
    if (strcmp(name, "launch:block") == 0) count++;
    if (strcmp(name, "barriers") == 0) count += shape->barriers;
    if (strcmp(name, "threads") == 0) count = add_known(count, known_number(shape->lanes));
    if (strcmp(name, "fast") == 0) count = add_known(count, known_number(shape->fast));
  }
  return count;
}
