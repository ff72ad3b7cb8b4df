// The host of a device: blocks are handles of memory there, and a pointer into a block is the
// block. See rts/gpu/host.h for what is called here.
#include "ir/type.h"
#include "target/cgen/cgen.h"

static void check_end(Cgen *cgen) { strbuf_puts(cgen->out, ")) != RT_OK) goto cleanup;\n"); }

static void write_pointer(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_printf(cgen->out, "Block *%s = ", cgen_name(cgen, stm->as.set.var));
  cgen_exp(cgen, stm->as.set.value, BIND_ANY);
  strbuf_puts(cgen->out, ";\n");
}

static void write_read(Cgen *cgen, const ImpStm *stm) {
  const ImpExp *load = stm->as.set.value;
  const char *name = cgen_name(cgen, stm->as.set.var);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s %s = 0;\n", c_scalar_type(load->type), name);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if ((error = gpu_read(ctx, &%s, %s, ", name,
                cgen_name(cgen, load->as.load.pointer));
  cgen_exp(cgen, load->as.load.index, BIND_ANY);
  strbuf_printf(cgen->out, ", sizeof %s", name);
  check_end(cgen);
}

static void write_post(Cgen *cgen, const ImpStm *stm) {
  const ImpExp *load = stm->as.set.value;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if ((error = gpu_post(ctx, %zu, %s, ", stm->as.set.number,
                cgen_name(cgen, load->as.load.pointer));
  cgen_exp(cgen, load->as.load.index, BIND_ANY);
  strbuf_printf(cgen->out, ", sizeof(%s)", c_scalar_type(load->type));
  check_end(cgen);
}

// Slots have the bits of a number, or those of an element in front.
static void write_fetch(Cgen *cgen, const ImpVars *vars) {
  unsigned unique = (unsigned)vars->data[0]->number;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "int64_t results_%u[%zu];\n", unique, vars->count);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if ((error = gpu_results(ctx, results_%u, %zu", unique, vars->count);
  check_end(cgen);
  for (size_t i = 0; i < vars->count; i++) {
    const char *name = cgen_name(cgen, vars->data[i]);
    cgen_line(cgen);
    if (vars->data[i]->scalar == SCALAR_I64) {
      strbuf_printf(cgen->out, "const int64_t %s = results_%u[%zu];\n", name, unique, i);
      continue;
    }
    strbuf_printf(cgen->out, "%s %s;\n", c_scalar_type(vars->data[i]->scalar), name);
    cgen_line(cgen);
    strbuf_printf(cgen->out, "memcpy(&%s, &results_%u[%zu], sizeof %s);\n", name, unique, i, name);
  }
}

// What failed on the device before comes first.
static void write_fail(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, "error = memory_wait(ctx);\n");
  cgen_line(cgen);
  strbuf_puts(cgen->out, "if (error == RT_OK) error = ");
  cgen_fail_call(cgen, stm, stm->as.fail->values.data);
  strbuf_puts(cgen->out, ";\n");
  cgen_line(cgen);
  strbuf_puts(cgen->out, "goto cleanup;\n");
}

static void write_store(Cgen *cgen, const ImpStm *stm) {
  const char *type = c_scalar_type(stm->as.set.var->scalar);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if ((error = gpu_write(ctx, %s, ", cgen_name(cgen, stm->as.set.var));
  cgen_exp(cgen, stm->as.set.index, BIND_ANY);
  strbuf_printf(cgen->out, ", &(%s){", type);
  cgen_exp(cgen, stm->as.set.value, BIND_ANY);
  strbuf_printf(cgen->out, "}, sizeof(%s)", type);
  check_end(cgen);
}

static void write_table(Cgen *cgen, const ImpStm *stm) {
  cgen_table_begin(cgen, stm);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if ((error = gpu_write_all(ctx, %s, ",
                cgen_name(cgen, stm->as.set.var));
  cgen_exp(cgen, stm->as.set.index, BIND_ANY);
  strbuf_printf(cgen->out, ", table, %zu, sizeof *table", stm->as.set.number);
  check_end(cgen);
  cgen_table_end(cgen);
}

static void write_place(Cgen *cgen, const ImpPlace *place, size_t rank) {
  strbuf_printf(cgen->out, "%s, ", cgen_name(cgen, place->pointer));
  cgen_exp(cgen, place->offset, BIND_ANY);
  strbuf_puts(cgen->out, ", ");
  cgen_numbers(cgen, place->strides, rank);
  strbuf_puts(cgen->out, ", ");
}

static void write_copy(Cgen *cgen, const ImpCopy *copy) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, "if ((error = gpu_copy(ctx, ");
  write_place(cgen, &copy->to, copy->rank);
  write_place(cgen, &copy->from, copy->rank);
  cgen_numbers(cgen, copy->shape, copy->rank);
  strbuf_printf(cgen->out, ", %zu, sizeof(%s)", copy->rank, c_scalar_type(copy->scalar));
  check_end(cgen);
}

static void write_gather(Cgen *cgen, const ImpStm *stm) {
  StrBuf where = {0};
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if ((error = gpu_gather(ctx, &%s, %s, ",
                cgen_name(cgen, stm->as.block.var), cgen_name(cgen, stm->as.block.from));
  cgen_exp(cgen, stm->as.block.counts.data[0], BIND_ANY);
  strbuf_printf(cgen->out, ", sizeof(%s), ", c_scalar_type(stm->as.block.scalar));
  cgen_position(cgen, &where, stm->span);
  c_string(cgen->out, strbuf_text(&where), where.length);
  strbuf_free(&where);
  check_end(cgen);
}

static void write_arg(Cgen *cgen, const ImpExp *arg, const ImpVar *param) {
  if (param->kind != IMP_SCALAR) {
    strbuf_puts(cgen->out, "{.block = ");
    cgen_exp(cgen, arg, BIND_ANY);
    strbuf_puts(cgen->out, "}, ");
    return;
  }
  const char *type = c_scalar_type(param->scalar);
  strbuf_printf(cgen->out, "{.data = &(%s){", type);
  cgen_exp(cgen, arg, BIND_ANY);
  strbuf_printf(cgen->out, "}, .size = sizeof(%s)}, ", type);
}

static size_t kernel_number(const Cgen *cgen, const ImpKernel *kernel) {
  for (size_t i = 0; i < cgen->program->kernels.count; i++)
    if (cgen->program->kernels.data[i] == kernel) return i;
  INTERNAL_ERROR("a launch of an unknown kernel");
}

// Points, or segments and where they are.
static void write_size(Cgen *cgen, const ImpLaunch *launch) {
  const ImpSegments *segments = launch->segments;
  if (!segments) {
    cgen_exp(cgen, launch->size, BIND_ANY);
    return;
  }
  strbuf_puts(cgen->out, "&(GpuSegments){.count = ");
  cgen_exp(cgen, segments->count, BIND_ANY);
  strbuf_puts(cgen->out, ", .steps = ");
  cgen_exp(cgen, launch->size, BIND_ANY);
  if (segments->size) {
    strbuf_puts(cgen->out, ", .size = ");
    cgen_exp(cgen, segments->size, BIND_ANY);
  } else {
    strbuf_printf(cgen->out, ", .offsets = %s, .origin = ", cgen_name(cgen, segments->offsets));
    cgen_exp(cgen, segments->first, BIND_ANY);
    if (segments->narrow)
      strbuf_printf(cgen->out, ", .is_narrow = (int32_t)%s", cgen_name(cgen, segments->narrow));
  }
  strbuf_putc(cgen->out, '}');
}

static void write_launch(Cgen *cgen, const ImpStm *stm) {
  const ImpLaunch *launch = stm->as.launch;
  const ImpVars *results = &launch->results;
  unsigned unique = results->count > 0 ? (unsigned)results->data[0]->number : 0;
  if (results->count > 0) {
    cgen_line(cgen);
    strbuf_printf(cgen->out, "int64_t results_%u[%zu];\n", unique, results->count);
  }
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if ((error = gpu_launch%s(ctx, %zu, ",
                launch->bins       ? "_histogram"
                : launch->lanes    ? "_block"
                : launch->segments ? "_segments"
                                   : "",
                kernel_number(cgen, launch->kernel));
  write_size(cgen, launch);
  strbuf_puts(cgen->out, ", ");
  if (launch->bins) {
    cgen_exp(cgen, launch->bins, BIND_ANY);
    strbuf_puts(cgen->out, ", ");
    cgen_exp(cgen, launch->rows, BIND_ANY);
    strbuf_puts(cgen->out, ", ");
  }
  if (launch->lanes) {
    cgen_exp(cgen, launch->lanes, BIND_ANY);
    strbuf_puts(cgen->out, ", ");
    cgen_exp(cgen, launch->room, BIND_ANY);
  } else if (launch->threads) {
    cgen_exp(cgen, launch->threads, BIND_ANY);
  } else {
    strbuf_puts(cgen->out, "0");
  }
  strbuf_puts(cgen->out, ", (const GpuArg[]){");
  for (size_t i = 0; i < launch->args.count; i++)
    write_arg(cgen, launch->args.data[i], launch->kernel->params.data[i]);
  strbuf_printf(cgen->out, "{0}}, %zu", launch->args.count);
  if (results->count > 0)
    strbuf_printf(cgen->out, ", results_%u, %zu", unique, results->count);
  else if (!launch->segments && !launch->bins && !launch->lanes)
    strbuf_puts(cgen->out, ", NULL, 0");
  check_end(cgen);
  for (size_t i = 0; i < results->count; i++) {
    cgen_line(cgen);
    strbuf_printf(cgen->out, "const int64_t %s = results_%u[%zu];\n",
                  cgen_name(cgen, results->data[i]), unique, i);
  }
}

bool cgen_host_stm(Cgen *cgen, const ImpStm *stm) {
  bool is_pointer = stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_POINTER;
  if (is_pointer)
    write_pointer(cgen, stm);
  else if (stm->kind == IMP_STM_READ)
    write_read(cgen, stm);
  else if (stm->kind == IMP_STM_STORE && stm->as.set.var->kind == IMP_POINTER)
    write_store(cgen, stm);
  else if (stm->kind == IMP_STM_TABLE && stm->as.set.var->kind == IMP_POINTER)
    write_table(cgen, stm);
  else if (stm->kind == IMP_STM_COPY)
    write_copy(cgen, stm->as.copy);
  else if (stm->kind == IMP_STM_LAUNCH)
    write_launch(cgen, stm);
  else if (stm->kind == IMP_STM_POST)
    write_post(cgen, stm);
  else if (stm->kind == IMP_STM_FETCH)
    write_fetch(cgen, &stm->as.fetch->vars);
  else if (stm->kind == IMP_STM_FAIL)
    write_fail(cgen, stm);
  else if (stm->kind == IMP_STM_GATHER)
    write_gather(cgen, stm);
  else
    return false;
  return true;
}

// ---- Kernels that are expected ----

typedef struct CgenExpected {
  Cgen *cgen;
  Map *seen;                  // ImpFun: calls that were entered
  Vec(const ImpKernel *) all; // without those that are the same as another one
} CgenExpected;

static void expect_kernel(CgenExpected *expected, const ImpKernel *kernel) {
  if (kernel->twin) kernel = kernel->twin;
  for (size_t i = 0; i < expected->all.count; i++)
    if (expected->all.data[i] == kernel) return;
  vec_push(expected->cgen->arena, &expected->all, kernel);
}

// Loops mostly have a round, and functions are called; of alternatives one runs.
static void expect_stms(void *context, ImpStms *stms) {
  CgenExpected *expected = context;
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    if (stm->kind == IMP_STM_LAUNCH) expect_kernel(expected, stm->as.launch->kernel);
    if (stm->kind == IMP_STM_FOR || stm->kind == IMP_STM_WHILE)
      imp_each_body(stm, expect_stms, expected);
    if (stm->kind != IMP_STM_CALL) continue;
    ImpFun *callee = stm->as.call->callee;
    if (map_find(expected->seen, map_key(callee), NULL)) continue;
    map_put(expected->seen, map_key(callee), callee);
    expect_stms(expected, &callee->body);
  }
}

void cgen_expect(Cgen *cgen, const ImpStms *stms) {
  CgenExpected expected = {.cgen = cgen, .seen = map_new(cgen->arena)};
  expect_stms(&expected, (ImpStms *)stms);
  // One alone is compiled when it is launched.
  if (expected.all.count < 2) return;
  cgen_line(cgen);
  strbuf_puts(cgen->out, "gpu_expect(ctx, (const uint16_t[]){");
  for (size_t i = 0; i < expected.all.count; i++)
    strbuf_printf(cgen->out, "%zu, ", kernel_number(cgen, expected.all.data[i]));
  strbuf_puts(cgen->out, "NO_KERNEL});\n");
}

// ---- Tables ----

typedef struct CgenFailures {
  Cgen *cgen;
  size_t last; // the number of the last one that was written
} CgenFailures;

// How a value of a failure is got back from its bits.
static const char *value_text(Cgen *cgen, Scalar scalar, size_t position) {
  const char *forms[] = {[SCALAR_BOOL] = "(values[%zu] != 0)",
                         [SCALAR_I8] = "(int8_t)values[%zu]",
                         [SCALAR_I16] = "(int16_t)values[%zu]",
                         [SCALAR_I32] = "(int32_t)values[%zu]",
                         [SCALAR_I64] = "values[%zu]",
                         [SCALAR_F16] = "(Half)values[%zu]",
                         [SCALAR_F32] = "float_from_bits((uint32_t)values[%zu])",
                         [SCALAR_F64] = "double_from_bits((uint64_t)values[%zu])"};
  const char *form = forms[scalar];
  const char *at = form;
  while (*at != '%')
    at++;
  return arena_printf(cgen->arena, "%.*s%zu%s", (int)(at - form), form, position, at + 3);
}

// The heap has no room for an allocation.
static void write_no_room(Cgen *cgen, ImpStm *stm) {
  StrBuf where = {0};
  strbuf_printf(cgen->out, "  case %zu: return context_fail_memory(ctx, values[0], ",
                imp_failure_number(cgen->program, stm));
  cgen_position(cgen, &where, stm->span);
  c_string(cgen->out, strbuf_text(&where), where.length);
  strbuf_puts(cgen->out, ");\n");
  strbuf_free(&where);
}

static void write_failure(void *context, ImpStm *stm) {
  CgenFailures *failures = context;
  Cgen *cgen = failures->cgen;
  // Numbers were given in this order, so one that is known has been written.
  size_t number = imp_failure_number(cgen->program, stm);
  if (number <= failures->last) return;
  failures->last = number;
  if (stm->kind != IMP_STM_FAIL) {
    write_no_room(cgen, stm);
    return;
  }
  const ImpExps *values = &stm->as.fail->values;
  ImpExp **shown = arena_array(cgen->arena, ImpExp *, values->count + 1);
  for (size_t i = 0; i < values->count; i++) {
    ImpVar *var = arena_make(cgen->arena, ImpVar);
    *var = (ImpVar){.kind = IMP_SCALAR, .scalar = values->data[i]->type};
    var->access = value_text(cgen, values->data[i]->type, i);
    shown[i] = arena_make(cgen->arena, ImpExp);
    *shown[i] = (ImpExp){.kind = IMP_VAR, .type = var->scalar, .size = 1, .as.var = var};
  }
  strbuf_printf(cgen->out, "  case %zu: return ", number);
  cgen_fail_call(cgen, stm, shown);
  strbuf_puts(cgen->out, ";\n");
}

static void write_failures(void *context, ImpFun *fun) {
  if (fun->is_device) imp_walk(&fun->body, write_failure, context);
}

// `name` is the kernel's, with what an accompanying kernel has after it.
static void write_info_name(Cgen *cgen, const ImpKernel *kernel, const char *behind) {
  strbuf_puts(cgen->out, "    {.name = \"");
  cgen_mangle(cgen->out, kernel->twin ? kernel->twin->name : kernel->name);
  strbuf_printf(cgen->out, "%s\"", behind);
}

// Kernels that run before and after others stand after all. They have no position: to the reader
// of a profile they are no launches of their own.
static void write_companions(Cgen *cgen) {
  for (size_t i = 0; i < cgen->program->kernels.count; i++) {
    const ImpKernel *kernel = cgen->program->kernels.data[i];
    const ImpShape *shape = &kernel->shape;
    if (shape->has_starts) {
      write_info_name(cgen, kernel, "_starts");
      strbuf_puts(cgen->out, ", .block = 128},\n");
    }
    if (shape->has_carry) {
      write_info_name(cgen, kernel, "_carry");
      strbuf_printf(cgen->out, ", .block = %lld, .state_bytes = %lld, .can_fail = %s},\n",
                    (long long)shape->block, (long long)(8 * shape->state),
                    kernel->can_fail ? "true" : "false");
    }
    // Those that sort have many points in registers, so that their blocks have half the threads.
    static const char *const BUCKETS[] = {"_count", "_starts", "_scatter", "_gather"};
    for (size_t k = 0; shape->has_buckets && k < sizeof BUCKETS / sizeof *BUCKETS; k++) {
      write_info_name(cgen, kernel, BUCKETS[k]);
      strbuf_printf(cgen->out, ", .block = %lld},\n",
                    (long long)shape->block / (k % 2 == 0 ? 2 : 1));
    }
  }
}

static void write_bool(Cgen *cgen, const char *name, bool value) {
  strbuf_printf(cgen->out, ",\n     .%s = %s", name, value ? "true" : "false");
}

static void write_number(Cgen *cgen, const char *name, int64_t value) {
  strbuf_printf(cgen->out, ",\n     .%s = %lld", name, (long long)value);
}

static void write_bins(Cgen *cgen, const ImpKernel *kernel) {
  int64_t bytes = imp_acc_bytes(kernel);
  write_number(cgen, "ranges", kernel->as.bins.ranges);
  write_bool(cgen, "has_constant", kernel->as.bins.has_constant);
  write_bool(cgen, "is_counting", kernel->shape.is_wide && kernel_counts(kernel));
  write_bool(cgen, "has_locks", kernel->as.bins.add_kind == 0 && bytes > 8);
}

// How the host runs a kernel. `companion` is the number of the next one that runs beside others.
static void write_info(Cgen *cgen, const ImpKernel *kernel, size_t *companion) {
  const ImpShape *shape = &kernel->shape;
  StrBuf where = {0};
  cgen_position(cgen, &where, kernel->span);
  write_info_name(cgen, kernel, "");
  strbuf_printf(cgen->out, ",\n     .skeleton = %s", kernel_skeleton(kernel)->name);
  write_number(cgen, "block", shape->block);
  write_number(cgen, "tile", shape->tile);
  write_number(cgen, "acc_bytes", imp_acc_bytes(kernel));
  write_number(cgen, "state_bytes", 8 * shape->state);
  write_number(cgen, "warp", shape->warp);
  if (shape->has_starts) write_number(cgen, "starts", (int64_t)(*companion)++);
  if (shape->has_carry) write_number(cgen, "carry", (int64_t)(*companion)++);
  if (shape->has_buckets) write_number(cgen, "buckets", (int64_t)*companion);
  *companion += shape->has_buckets ? 4 : 0;
  if (imp_skeleton_has(kernel->skeleton, IMP_BINS)) write_bins(cgen, kernel);
  write_bool(cgen, "is_harmless", !kernel->needs_trust);
  write_bool(cgen, "can_fail", kernel->can_fail);
  write_bool(cgen, "has_heap", kernel->has_heap);
  strbuf_puts(cgen->out, ",\n     .where = ");
  c_string(cgen->out, strbuf_text(&where), where.length);
  strbuf_puts(cgen->out, "},\n");
  strbuf_free(&where);
}

void cgen_host_tables(Cgen *cgen) {
  cgen_names_clear(cgen);
  strbuf_puts(cgen->out, "\nstatic const KernelInfo KERNELS[] = {\n");
  size_t companion = cgen->program->kernels.count;
  for (size_t i = 0; i < cgen->program->kernels.count; i++)
    write_info(cgen, cgen->program->kernels.data[i], &companion);
  write_companions(cgen);
  strbuf_puts(cgen->out, "    {.name = NULL},\n};\n");
  strbuf_puts(cgen->out, "\nstatic int kernel_failure(Context *ctx, int64_t number, "
                         "const int64_t *values) {\n  (void)values;\n  switch (number) {\n");
  imp_each_fun(cgen->program, write_failures, &(CgenFailures){.cgen = cgen});
  strbuf_puts(cgen->out, "  default: return context_fail(ctx, \"a kernel failed\");\n  }\n}\n");
}
