// Kernels: functions and statements in the dialect of rts/gpu/dialect.h, which is C but for the
// words that say where memory is. A block is the address of its first byte.
#include <string.h>

#include "ir/type.h"
#include "target/cgen/cgen.h"

// The type of elements in memory; booleans have one byte everywhere.
static const char *element_type(Scalar scalar) {
  return scalar == SCALAR_BOOL ? "Bool" : c_scalar_type(scalar);
}

// The word for where a block or what a pointer points to is.
static const char *space_word(const ImpVar *var) { return var->is_fast ? "LOCAL" : "GLOBAL"; }

// ---- Statements ----

static void write_pointer(Cgen *cgen, const ImpStm *stm) {
  const ImpVar *pointer = stm->as.set.var;
  const char *type = element_type(pointer->scalar);
  cgen_line(cgen);
  const char *space = space_word(pointer);
  strbuf_printf(cgen->out, "%s %s *%s = (%s %s *)", space, type, cgen_name(cgen, pointer), space,
                type);
  cgen_exp(cgen, stm->as.set.value, BIND_UNARY);
  if (stm->as.set.index) {
    strbuf_puts(cgen->out, " + (");
    cgen_exp(cgen, stm->as.set.index, BIND_ANY);
    strbuf_putc(cgen->out, ')');
  }
  strbuf_puts(cgen->out, ";\n");
}

static void write_share(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s = %s + (", cgen_name(cgen, stm->as.block.var),
                cgen_name(cgen, stm->as.block.from));
  cgen_exp(cgen, stm->as.block.counts.data[0], BIND_ANY);
  strbuf_printf(cgen->out, ") * (int64_t)sizeof(%s);\n", element_type(stm->as.block.scalar));
}

static void write_atomic(Cgen *cgen, const ImpStm *stm) {
  const ImpVar *pointer = stm->as.set.var;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s_%s_%s(%s + (", pointer->is_fast ? "fast" : "atomic",
                op_info(stm->as.set.op)->text, scalar_info(pointer->scalar)->text,
                cgen_name(cgen, pointer));
  cgen_exp(cgen, stm->as.set.index, BIND_ANY);
  strbuf_puts(cgen->out, "), ");
  cgen_exp(cgen, stm->as.set.value, BIND_ANY);
  strbuf_puts(cgen->out, ");\n");
}

// Threads of one warp must not wait for each other: who has the lock goes on in the same iteration.
static void write_lock(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, "LOCK_BEGIN(");
  cgen_exp(cgen, stm->as.branch.condition, BIND_ANY);
  strbuf_puts(cgen->out, ")\n");
  cgen_line(cgen);
  cgen_braces(cgen, &stm->as.branch.body);
  strbuf_putc(cgen->out, '\n');
  cgen_line(cgen);
  strbuf_puts(cgen->out, "LOCK_END(");
  cgen_exp(cgen, stm->as.branch.condition, BIND_ANY);
  strbuf_puts(cgen->out, ")\n");
}

static void write_bits(Cgen *cgen, const ImpExp *value) {
  const char *open = value->type == SCALAR_F32   ? "(int64_t)bits_of_float("
                     : value->type == SCALAR_F64 ? "(int64_t)bits_of_double("
                                                 : "(int64_t)(";
  strbuf_puts(cgen->out, open);
  cgen_exp(cgen, value, BIND_ANY);
  strbuf_putc(cgen->out, ')');
}

static void write_fail(Cgen *cgen, const ImpStm *stm) {
  enum { VALUES_MAX = 128 }; // FAILURE_VALUE_COUNT of the dialect
  const ImpExps *values = &stm->as.fail->values;
  if (values->count > VALUES_MAX) INTERNAL_ERROR("a failure with %zu values", values->count);
  size_t number = imp_failure_number(cgen->program, stm);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if (failure_claim(STANDARD_ARGS, %zu)) {\n", number);
  for (size_t i = 0; i < values->count; i++) {
    cgen_line(cgen);
    strbuf_printf(cgen->out, "  failure[FAILURE_VALUES + %zu] = ", i);
    write_bits(cgen, values->data[i]);
    strbuf_puts(cgen->out, ";\n");
  }
  cgen_line(cgen);
  strbuf_puts(cgen->out, "}\n");
  cgen_line(cgen);
  cgen_leave(cgen);
}

static void write_call(Cgen *cgen, const ImpCall *call) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, "if (");
  cgen_call_text(cgen, call, "STANDARD_ARGS");
  strbuf_puts(cgen->out, " != RT_OK) ");
  cgen_leave(cgen);
}

static void write_clear(Cgen *cgen, const ImpVar *block) {
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s = 0;\n", cgen_name(cgen, block));
}

static void write_result(Cgen *cgen, const ImpStm *stm) {
  const ImpExp *value = stm->as.set.value;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "*out_%zu = ", stm->as.set.number);
  cgen_exp(cgen, value, BIND_ANY);
  strbuf_puts(cgen->out, ";\n");
  bool is_block = value->kind == IMP_VAR && value->as.var->kind == IMP_BLOCK;
  if (is_block && cgen->program->has_heap) write_clear(cgen, value->as.var);
}

// ---- Blocks from the heap ----

// The product of the counts from this one on, in bytes.
static void write_bytes(Cgen *cgen, const ImpStm *stm, size_t first) {
  const ImpExps *counts = &stm->as.block.counts;
  strbuf_printf(cgen->out, "(int64_t)sizeof(%s)", element_type(stm->as.block.scalar));
  for (size_t i = first; i < counts->count; i++) {
    strbuf_puts(cgen->out, " * (");
    cgen_exp(cgen, counts->data[i], BIND_ANY);
    strbuf_putc(cgen->out, ')');
  }
}

static void write_alloc(Cgen *cgen, const ImpStm *stm) {
  const ImpExps *counts = &stm->as.block.counts;
  bool is_reserve = stm->kind == IMP_STM_RESERVE;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if (!heap_%s(STANDARD_ARGS, %zu, &%s, ", is_reserve ? "reserve" : "new",
                imp_failure_number(cgen->program, stm), cgen_name(cgen, stm->as.block.var));
  if (is_reserve) {
    strbuf_printf(cgen->out, "(int64_t)sizeof(%s) * (", element_type(stm->as.block.scalar));
    cgen_exp(cgen, counts->data[0], BIND_ANY);
    strbuf_puts(cgen->out, "), ");
  }
  if (is_reserve && counts->count == 1)
    strbuf_putc(cgen->out, '0');
  else
    write_bytes(cgen, stm, is_reserve ? 1 : 0);
  strbuf_puts(cgen->out, ")) ");
  cgen_leave(cgen);
}

static void write_free(Cgen *cgen, const ImpVar *block) {
  if (!cgen->program->has_heap || block->is_fast) return;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "heap_release(STANDARD_ARGS, %s);\n", cgen_name(cgen, block));
}

static void write_block(Cgen *cgen, const ImpStm *stm) {
  const ImpVar *var = stm->as.block.var, *from = stm->as.block.from;
  bool has_heap = cgen->program->has_heap && !var->is_fast;
  if (stm->kind == IMP_STM_RELEASE) {
    write_free(cgen, var);
    if (has_heap) write_clear(cgen, var);
    return;
  }
  cgen_line(cgen);
  if (stm->kind == IMP_STM_PARK) {
    strbuf_printf(cgen->out, "((GLOBAL int64_t *)%s)[2 * (", cgen_name(cgen, var));
    cgen_exp(cgen, stm->as.block.counts.data[0], BIND_ANY);
    strbuf_printf(cgen->out, ")] = heap_place(heap, %s);\n", cgen_name(cgen, from));
  } else {
    strbuf_printf(cgen->out, "%s = %s;\n", cgen_name(cgen, var), cgen_name(cgen, from));
  }
  if (!has_heap) return;
  if (stm->kind == IMP_STM_REF) {
    cgen_line(cgen);
    strbuf_printf(cgen->out, "heap_keep(heap, %s);\n", cgen_name(cgen, var));
  } else {
    write_clear(cgen, from);
  }
}

static void write_local(Cgen *cgen, const ImpStm *stm) {
  const ImpVar *var = stm->as.set.var;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s %s[%lld];\n", element_type(var->scalar), cgen_name(cgen, var),
                (long long)(var->count > 0 ? var->count : 1));
}

bool cgen_device_stm(Cgen *cgen, const ImpStm *stm) {
  switch (stm->kind) {
  case IMP_STM_DECLARE:
    if (stm->as.set.var->kind == IMP_SCALAR) return false;
    if (stm->as.set.var->kind == IMP_POINTER)
      write_pointer(cgen, stm);
    else
      write_local(cgen, stm);
    return true;
  case IMP_STM_SHARE: write_share(cgen, stm); return true;
  case IMP_STM_ATOMIC: write_atomic(cgen, stm); return true;
  case IMP_STM_LOCK: write_lock(cgen, stm); return true;
  case IMP_STM_FAIL: write_fail(cgen, stm); return true;
  case IMP_STM_CALL: write_call(cgen, stm->as.call); return true;
  case IMP_STM_RESULT: write_result(cgen, stm); return true;
  case IMP_STM_ALLOC:
  case IMP_STM_RESERVE: write_alloc(cgen, stm); return true;
  case IMP_STM_RELEASE:
  case IMP_STM_REF:
  case IMP_STM_PARK:
  case IMP_STM_MOVE: write_block(cgen, stm); return true;
  case IMP_STM_TEAM: cgen_team(cgen, stm); return true;
  case IMP_STM_BARRIER: cgen_barrier(cgen, stm); return true;
  case IMP_STM_FOLD: cgen_fold(cgen, stm->as.fold); return true;
  case IMP_STM_ASSIGN:
  case IMP_STM_STORE:
  case IMP_STM_IF:
  case IMP_STM_SWITCH:
  case IMP_STM_FOR:
  case IMP_STM_WHILE:
  case IMP_STM_WORK:
  case IMP_STM_NOTE: return false;
  case IMP_STM_COPY:
  case IMP_STM_TABLE:
  case IMP_STM_TILE:
  case IMP_STM_TRIM:
  case IMP_STM_SLOTS:
  case IMP_STM_TAKE:
  case IMP_STM_GATHER:
  case IMP_STM_READ:
  case IMP_STM_POST:
  case IMP_STM_FETCH:
  case IMP_STM_EFFECT:
  case IMP_STM_LAUNCH: break;
  }
  INTERNAL_ERROR("a statement that a kernel cannot have");
}

// ---- Functions ----

static void write_param(Cgen *cgen, const ImpVar *var) {
  const char *name = cgen_name(cgen, var);
  switch (var->kind) {
  case IMP_SCALAR: strbuf_printf(cgen->out, ", %s %s", c_scalar_type(var->scalar), name); return;
  case IMP_BLOCK: strbuf_printf(cgen->out, ", GLOBAL uint8_t *%s", name); return;
  case IMP_POINTER:
    strbuf_printf(cgen->out, ", %sGLOBAL %s *%s", var->is_read ? "const " : "",
                  element_type(var->scalar), name);
    return;
  case IMP_OWNER:
  case IMP_LOCAL: break;
  }
  INTERNAL_ERROR("a parameter that is a local array");
}

static void open_body(Cgen *cgen, const ImpFun *fun) {
  strbuf_puts(cgen->out, " {\n");
  cgen->fun = fun;
  cgen->depth = 1;
  cgen->team = cgen->team_count = 0;
  for (size_t i = 0; i < fun->blocks.count; i++)
    strbuf_printf(cgen->out, "  %s uint8_t *%s = 0;\n", space_word(fun->blocks.data[i]),
                  cgen_name(cgen, fun->blocks.data[i]));
}

static void close_body(Cgen *cgen, const ImpFun *fun) {
  for (size_t i = 0; i < fun->blocks.count; i++)
    write_free(cgen, fun->blocks.data[i]);
  strbuf_puts(cgen->out, "  return RT_OK;\n}\n");
}

static void write_body(Cgen *cgen, const ImpFun *fun) {
  open_body(cgen, fun);
  cgen_stms(cgen, &fun->body);
  close_body(cgen, fun);
}

static bool is_keep(const ImpKernel *kernel) {
  return imp_skeleton_has(kernel->skeleton, IMP_OFFERS);
}

static bool has_side(ImpRole role, size_t side) {
  ImpRole load = side == IMP_SIDE_A ? IMP_ROLE_LOAD_A : IMP_ROLE_LOAD_B;
  return role == load || role == IMP_ROLE_STEP;
}

static bool is_place(ImpRole role) { return role == IMP_ROLE_PLACE_A || role == IMP_ROLE_PLACE_B; }

static bool has_acc(const ImpKernel *kernel, ImpRole role) {
  bool is_load = role == IMP_ROLE_LOAD_A || role == IMP_ROLE_LOAD_B || is_place(role);
  bool is_count = is_keep(kernel) && role == IMP_ROLE_RESULT; // it only has that
  return kernel->fields.count > 0 && !is_load && !is_count;
}

// Copies of what a load gives: a step reads them.
static void open_side(Cgen *cgen, const ImpVars *fields, const char *side, ImpRole role) {
  for (size_t i = 0; i < fields->count; i++) {
    const char *type = c_scalar_type(fields->data[i]->scalar);
    if (role == IMP_ROLE_STEP)
      strbuf_printf(cgen->out, "  %s %s_v%zu = k_%s->v%zu;\n", type, side, i, side, i);
    else
      strbuf_printf(cgen->out, "  %s %s_v%zu = 0;\n", type, side, i);
  }
}

// Functions of a kernel work on copies of the fields. A compiler that chooses between fields of two
// structures would choose between their addresses, and PoCL 3.1 loses track of those at barriers.
static void write_field_body(Cgen *cgen, const ImpKernel *kernel, ImpRole role) {
  const ImpFun *fun = kernel->functions[role];
  bool is_bin = imp_skeleton_has(kernel->skeleton, IMP_BINS) && role == IMP_ROLE_POINT;
  bool is_offer = is_keep(kernel) && role == IMP_ROLE_POINT,
       is_split = kernel->skeleton == IMP_SKELETON_SPLIT;
  bool is_new = role == IMP_ROLE_NEUTRAL || role == IMP_ROLE_START || is_offer || is_bin;
  bool is_read = role == IMP_ROLE_RESULT || role == IMP_ROLE_FINISH || role == IMP_ROLE_STORE ||
                 role == IMP_ROLE_END;
  open_body(cgen, fun);
  if (imp_skeleton_has(kernel->skeleton, IMP_SHARED)) cgen_team_open(cgen, kernel);
  if (is_offer)
    strbuf_puts(cgen->out, is_split ? "  int32_t k_class = 0;\n" : "  bool k_is_kept = false;\n");
  if (is_bin) strbuf_puts(cgen->out, "  int64_t bin_v0 = -1;\n");
  for (size_t i = 0; i < IMP_SIDES; i++)
    if (has_side(role, i)) open_side(cgen, &kernel->as.product.sides[i], imp_side_text(i), role);
  if (is_place(role)) strbuf_puts(cgen->out, "  int64_t place_v0 = 0;\n");
  for (size_t i = 0; has_acc(kernel, role) && i < kernel->fields.count; i++) {
    const char *type = c_scalar_type(kernel->fields.data[i]->scalar);
    if (is_new)
      strbuf_printf(cgen->out, "  %s acc_v%zu = 0;\n", type, i);
    else
      strbuf_printf(cgen->out, "  %s acc_v%zu = acc->v%zu;\n", type, i, i);
    if (role == IMP_ROLE_COMBINE)
      strbuf_printf(cgen->out, "  %s other_v%zu = other->v%zu;\n", type, i, i);
  }
  cgen_stms(cgen, &fun->body);
  if (is_place(role)) strbuf_puts(cgen->out, "  *k_place = place_v0;\n");
  for (size_t i = 0; !is_read && has_acc(kernel, role) && i < kernel->fields.count; i++)
    strbuf_printf(cgen->out, "  acc->v%zu = acc_v%zu;\n", i, i);
  if (is_offer) strbuf_printf(cgen->out, "  *k_kept = %s;\n", is_split ? "k_class" : "k_is_kept");
  if (is_bin) strbuf_puts(cgen->out, "  *k_bin = bin_v0;\n");
  for (size_t i = 0; i < IMP_SIDES; i++) {
    const char *side = imp_side_text(i);
    for (size_t k = 0;
         has_side(role, i) && role != IMP_ROLE_STEP && k < kernel->as.product.sides[i].count; k++)
      strbuf_printf(cgen->out, "  k_%s->v%zu = %s_v%zu;\n", side, k, side, k);
  }
  close_body(cgen, fun);
}

static void write_head(Cgen *cgen, const ImpFun *fun) {
  cgen_names_clear(cgen);
  strbuf_puts(cgen->out, "DEVICE int ");
  c_fun_name(cgen->out, fun->name);
  strbuf_puts(cgen->out, "(STANDARD_PARAMS");
  for (size_t i = 0; i < fun->results.count; i++) {
    const ImpVar *var = fun->results.data[i];
    const char *type = var->kind == IMP_BLOCK ? "GLOBAL uint8_t *" : c_scalar_type(var->scalar);
    strbuf_printf(cgen->out, ", %s *out_%zu", type, i);
  }
  for (size_t i = 0; i < fun->params.count; i++)
    write_param(cgen, fun->params.data[i]);
  strbuf_putc(cgen->out, ')');
}

static Cgen device_cgen(StrBuf *out, const ImpProgram *program, Arena *arena) {
  Cgen cgen = {.out = out, .program = program, .arena = arena, .is_device = true};
  cgen.options.has_device = true;
  cgen.texts = interner_new(arena);
  return cgen;
}

void imp_to_device(StrBuf *out, const ImpProgram *program) {
  Arena *arena = arena_new();
  Cgen cgen = device_cgen(out, program, arena);
  for (size_t i = 0; i < program->devices.count; i++) {
    write_head(&cgen, program->devices.data[i]);
    strbuf_puts(out, ";\n");
  }
  for (size_t i = 0; i < program->devices.count; i++) {
    write_head(&cgen, program->devices.data[i]);
    write_body(&cgen, program->devices.data[i]);
  }
  arena_free(arena);
}

// ---- Kernels ----

void kernel_name(StrBuf *out, const ImpKernel *kernel) { cgen_mangle(out, kernel->name); }

// Fields have at least 4 bytes, so that threads can exchange them by words.
static const char *field_type(Scalar scalar) {
  return scalar_info(scalar)->width < 32 ? "int32_t" : c_scalar_type(scalar);
}

// `typedef struct NAME_acc { float v0; ... } NAME_acc;`
static void write_struct(Cgen *cgen, const ImpVars *fields, const char *name, const char *suffix) {
  if (fields->count == 0) return;
  strbuf_printf(cgen->out, "typedef struct %s_%s {\n", name, suffix);
  for (size_t i = 0; i < fields->count; i++) {
    strbuf_printf(cgen->out, "  %s v%zu", field_type(fields->data[i]->scalar), i);
    strbuf_puts(cgen->out, ";\n");
  }
  strbuf_printf(cgen->out, "} %s_%s;\n", name, suffix);
}

// Names of parameters are the same in all functions of a kernel, and differ from those of
// skeletons.
static void name_params(Cgen *cgen, const ImpKernel *kernel) {
  cgen_names_clear(cgen);
  cgen->is_numbered = true;
  for (size_t i = 0; i < kernel->params.count; i++)
    cgen_name(cgen, kernel->params.data[i]);
  cgen->is_numbered = false;
}

static void write_getter(Cgen *cgen, const ImpKernel *kernel) {
  strbuf_puts(cgen->out, "(STANDARD_PARAMS");
  for (size_t i = 0; i < kernel->params.count; i++)
    write_param(cgen, kernel->params.data[i]);
  strbuf_puts(cgen->out, ") { return ");
}

// `DEVICE const GLOBAL float *NAME_base_a(PARAMETERS) { return ...; }`
static void write_base(Cgen *cgen, const ImpKernel *kernel, const char *name, size_t side) {
  const ImpVar *base = kernel->as.product.bases[side];
  if (!base) return;
  name_params(cgen, kernel);
  strbuf_printf(cgen->out, "DEVICE const GLOBAL %s *%s_base_%s", element_type(base->scalar), name,
                imp_side_text(side));
  write_getter(cgen, kernel);
  strbuf_printf(cgen->out, "%s; }\n", cgen_name(cgen, base));
}

// `DEVICE int64_t NAME_rows(PARAMETERS) { return ...; }`
static void write_extent(Cgen *cgen, const ImpKernel *kernel, const char *name, size_t extent) {
  name_params(cgen, kernel);
  strbuf_printf(cgen->out, "DEVICE int64_t %s_%s", name, imp_extent_text(extent));
  write_getter(cgen, kernel);
  cgen_exp(cgen, kernel->as.product.extents[extent], BIND_ANY);
  strbuf_puts(cgen->out, "; }\n");
}

static void write_role(Cgen *cgen, const ImpKernel *kernel, const char *name, ImpRole role) {
  const ImpFun *fun = kernel->functions[role];
  if (!fun) return;
  name_params(cgen, kernel);
  strbuf_printf(cgen->out, "DEVICE int %s_do_%s(STANDARD_PARAMS", name, imp_role_text(role));
  for (size_t i = 0; i < fun->params.count; i++)
    write_param(cgen, fun->params.data[i]);
  if (has_acc(kernel, role)) strbuf_printf(cgen->out, ", %s_acc *acc", name);
  if (is_keep(kernel) && role == IMP_ROLE_POINT)
    strbuf_printf(cgen->out, ", %s *k_kept",
                  kernel->skeleton == IMP_SKELETON_SPLIT ? "int32_t" : "bool");
  if (imp_skeleton_has(kernel->skeleton, IMP_BINS) && role == IMP_ROLE_POINT)
    strbuf_puts(cgen->out, ", int64_t *k_bin");
  if (is_place(role)) strbuf_puts(cgen->out, ", int64_t *k_place");
  for (size_t i = 0; i < IMP_SIDES; i++)
    if (has_side(role, i))
      strbuf_printf(cgen->out, ", %s%s_%s *k_%s", role == IMP_ROLE_STEP ? "const " : "", name,
                    imp_side_text(i), imp_side_text(i));
  if (role == IMP_ROLE_COMBINE) strbuf_printf(cgen->out, ", const %s_acc *other", name);
  if (imp_skeleton_has(kernel->skeleton, IMP_SHARED))
    strbuf_puts(cgen->out, ", LOCAL uint8_t *slots, LOCAL uint8_t *room, int lane");
  strbuf_putc(cgen->out, ')');
  write_field_body(cgen, kernel, role);
}

// Parameters of a kernel itself: a boolean is a byte there too.
static void write_kernel_param(StrBuf *out, Cgen *cgen, const ImpVar *var) {
  StrBuf *saved = cgen->out;
  cgen->out = out;
  if (var->kind == IMP_SCALAR)
    strbuf_printf(out, ", %s %s", element_type(var->scalar), cgen_name(cgen, var));
  else if (var->kind == IMP_POINTER && var->is_restrict)
    strbuf_printf(out, ", %sGLOBAL %s *RESTRICT %s", var->is_read ? "const " : "",
                  element_type(var->scalar), cgen_name(cgen, var));
  else
    write_param(cgen, var);
  cgen->out = saved;
}

// A position in a comment, which ends with its line.
static void write_comment_position(Cgen *cgen, Span span) {
  StrBuf where = {0};
  cgen_position(cgen, &where, span);
  if (where.length > 0) strbuf_puts(cgen->out, ", ");
  c_comment(cgen->out, strbuf_text(&where), where.length);
  strbuf_free(&where);
}

void kernel_describe(StrBuf *out, const ImpProgram *program, const ImpKernel *kernel) {
  Arena *arena = arena_new();
  Cgen cgen = device_cgen(out, program, arena);
  for (size_t i = 0; i < program->kernels.count; i++) {
    const ImpKernel *other = program->kernels.data[i];
    if (other != kernel && other->twin != kernel) continue;
    strbuf_puts(out, other == kernel ? "// " : "// Also ");
    cgen_mangle(out, other->name);
    const char *title = kernel_skeleton(other)->title;
    strbuf_printf(out, ": %s", title);
    if (*other->makes != '\0' && strcmp(other->makes, title) != 0)
      strbuf_printf(out, " (%s)", other->makes);
    write_comment_position(&cgen, other->span);
    strbuf_putc(out, '\n');
  }
  arena_free(arena);
}

void kernel_to_device(StrBuf *out, const ImpProgram *program, const ImpKernel *kernel,
                      bool is_nameless, KernelArgs *args) {
  Arena *arena = arena_new();
  Cgen cgen = device_cgen(out, program, arena);
  cgen.is_nameless = is_nameless;
  StrBuf name = {0};
  cgen_mangle(&name, kernel->name);
  write_struct(&cgen, &kernel->fields, strbuf_text(&name), "acc");
  bool is_product = imp_skeleton_has(kernel->skeleton, IMP_PRODUCT);
  for (size_t i = 0; is_product && i < IMP_SIDES; i++)
    write_struct(&cgen, &kernel->as.product.sides[i], strbuf_text(&name), imp_side_text(i));
  for (size_t i = 0; is_product && i < IMP_SIDES; i++)
    write_base(&cgen, kernel, strbuf_text(&name), i);
  for (size_t i = 0; is_product && i < IMP_EXTENTS; i++)
    write_extent(&cgen, kernel, strbuf_text(&name), i);
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
    write_role(&cgen, kernel, strbuf_text(&name), (ImpRole)role);
  name_params(&cgen, kernel);
  for (size_t i = 0; i < kernel->params.count; i++) {
    const ImpVar *param = kernel->params.data[i];
    const char *text = cgen_name(&cgen, param);
    bool is_read = param->kind == IMP_POINTER && param->is_read;
    write_kernel_param(&args->params, &cgen, param);
    strbuf_printf(&args->args, ", %s", text);
    strbuf_printf(&args->wide_args, is_read ? ", ASSUME_ALIGNED(%s)" : ", %s", text);
    if (is_read) strbuf_printf(&args->is_wide, " && IS_ALIGNED(%s)", text);
  }
  strbuf_free(&name);
  arena_free(arena);
}
