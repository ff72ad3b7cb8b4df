// Statements. A statement that can fail ends in `goto cleanup`; a parallel loop notes the error of
// a part and skips the parts that have not started.
#include <string.h>

#include "ir/message.h"
#include "ir/type.h"
#include "target/cgen/cgen.h"

void cgen_line(Cgen *cgen) { strbuf_fill(cgen->out, ' ', 2 * cgen->depth); }

static void puts_line(Cgen *cgen, const char *text) {
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s\n", text);
}

void cgen_position(Cgen *cgen, StrBuf *out, Span span) {
  const SourceFile *file =
      cgen->program->sources ? source_get(cgen->program->sources, span.file) : NULL;
  if (!file || !span_is_known(span)) return;
  uint32_t line, column, last_line, last_column;
  source_position(file, span.start, &line, &column);
  source_position(file, span.end > span.start ? span.end - 1 : span.end, &last_line, &last_column);
  strbuf_printf(out, "%s:%u:%u", file->path, (unsigned)line, (unsigned)column);
  if (last_line != line)
    strbuf_printf(out, "-%u:%u", (unsigned)last_line, (unsigned)last_column);
  else if (last_column > column)
    strbuf_printf(out, "-%u", (unsigned)last_column);
}

// How many calls are shown of those around what fails, and around a call of what has failed: a
// program may have thousands of calls.
enum { FAILURE_CALLERS = 8, CALL_CALLERS = 3 };

void cgen_calls(Cgen *cgen, StrBuf *out, Span span, size_t limit) {
  const SourceMap *sources = cgen->program->sources;
  if (!sources) return;
  size_t count = 0;
  for (Span call = source_caller(sources, span); span_is_known(call);
       call = source_caller(sources, call)) {
    if (count++ >= limit) continue;
    strbuf_puts(out, "\ncalled from ");
    cgen_position(cgen, out, call);
  }
  if (count > limit) strbuf_printf(out, "\nand from %zu more calls", count - limit);
}

// Appends a text to a format.
static void format_text(StrBuf *format, const StrBuf *text) {
  for (size_t i = 0; i < text->length; i++) {
    if (text->data[i] == '%') strbuf_putc(format, '%');
    strbuf_putc(format, text->data[i]);
  }
}

void cgen_format_position(Cgen *cgen, StrBuf *format, Span span) {
  StrBuf where = {0};
  cgen_position(cgen, &where, span);
  format_text(format, &where);
  if (where.length > 0) strbuf_puts(format, ": ");
  strbuf_free(&where);
}

void c_string(StrBuf *out, const char *text, size_t length) {
  strbuf_putc(out, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte == '"' || byte == '\\')
      strbuf_printf(out, "\\%c", byte);
    else if (byte == '\n')
      strbuf_puts(out, "\\n");
    else if (byte == '?') // no trigraphs
      strbuf_puts(out, "\\?");
    else if (byte < 0x20 || byte >= 0x7f)
      strbuf_printf(out, "\\%03o", byte);
    else
      strbuf_putc(out, (char)byte);
  }
  strbuf_putc(out, '"');
}

// A line that ends in a backslash goes on in the next one: also when blanks follow, for some
// compilers, and when the backslash is written as a trigraph. For some, a carriage return ends it.
void c_comment(StrBuf *out, const char *text, size_t length) {
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
    length--;
  for (size_t i = 0; i < length; i++) {
    bool is_control = (unsigned char)text[i] < ' ' || text[i] == 0x7f;
    strbuf_putc(out, text[i] == '\t' ? ' ' : is_control ? '?' : text[i]);
  }
  const char *end = strbuf_text(out) + out->length;
  bool is_trigraph = out->length >= 3 && memcmp(end - 3, "?\?/", 3) == 0;
  if (length > 0 && (is_trigraph || end[-1] == '\\')) strbuf_puts(out, " |");
}

static void write_braces(Cgen *cgen, const ImpStms *stms, bool is_arm, const char *first) {
  strbuf_puts(cgen->out, "{\n");
  cgen->depth++;
  if (first) puts_line(cgen, first);
  if (is_arm && cgen->options.has_device && !cgen->is_device) cgen_expect(cgen, stms);
  cgen_stms(cgen, stms);
  cgen->depth--;
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i]->kind == IMP_STM_DECLARE || stms->data[i]->kind == IMP_STM_READ)
      cgen_name_end(cgen, stms->data[i]->as.set.var);
  cgen_line(cgen);
  strbuf_putc(cgen->out, '}');
}

void cgen_braces(Cgen *cgen, const ImpStms *stms) { write_braces(cgen, stms, false, NULL); }

// ---- Values ----

static void write_pointer(Cgen *cgen, const ImpStm *stm) {
  const ImpVar *pointer = stm->as.set.var;
  const char *type = c_stored_type(pointer->scalar);
  strbuf_printf(cgen->out, "%s *%s%s = ", type, pointer->is_restrict ? "restrict " : "",
                cgen_name(cgen, pointer));
  if (stm->as.set.index) strbuf_printf(cgen->out, "(%s *)", type);
  cgen_exp(cgen, stm->as.set.value, BIND_UNARY);
  strbuf_puts(cgen->out, "->data");
  if (stm->as.set.index) {
    strbuf_puts(cgen->out, " + ");
    cgen_exp(cgen, stm->as.set.index, BIND_SUM);
  }
  strbuf_puts(cgen->out, ";\n");
}

static void write_declare(Cgen *cgen, const ImpStm *stm) {
  const ImpVar *var = stm->as.set.var;
  bool is_stored = var->kind == IMP_LOCAL && !cgen->is_device;
  const char *type = is_stored ? c_stored_type(var->scalar) : c_scalar_type(var->scalar);
  cgen_line(cgen);
  if (var->kind == IMP_POINTER) {
    write_pointer(cgen, stm);
    return;
  }
  strbuf_printf(cgen->out, "%s%s %s", var->is_const ? "const " : "", type, cgen_name(cgen, var));
  if (var->kind == IMP_LOCAL)
    strbuf_printf(cgen->out, "[%lld]", (long long)(var->count > 0 ? var->count : 1));
  if (stm->as.set.value) {
    strbuf_puts(cgen->out, " = ");
    cgen_exp(cgen, stm->as.set.value, BIND_ANY);
  } else if (var->kind == IMP_SCALAR) {
    strbuf_puts(cgen->out, " = 0"); // compilers do not always see that it is set later
  }
  strbuf_puts(cgen->out, ";\n");
}

static void write_assign(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, cgen_name(cgen, stm->as.set.var));
  if (stm->as.set.index) {
    strbuf_putc(cgen->out, '[');
    cgen_exp(cgen, stm->as.set.index, BIND_ANY);
    strbuf_putc(cgen->out, ']');
  }
  strbuf_puts(cgen->out, " = ");
  cgen_exp(cgen, stm->as.set.value, BIND_ANY);
  strbuf_puts(cgen->out, ";\n");
}

static void write_result(Cgen *cgen, const ImpStm *stm) {
  const ImpExp *value = stm->as.set.value;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "*out_%zu = ", stm->as.set.number);
  cgen_exp(cgen, value, BIND_ANY);
  strbuf_puts(cgen->out, ";\n");
  if (value->kind != IMP_VAR || value->as.var->kind != IMP_BLOCK) return;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s = NULL;\n", cgen_name(cgen, value->as.var));
}

// ---- Steps that no other thread sees half done ----

// C's operator for which OpenMP has an atomic update, or NULL.
static const char *atomic_operator(Op op, Scalar scalar) {
  if (scalar == SCALAR_F16 || scalar == SCALAR_BOOL) return NULL;
  return op == OP_ADD   ? "+"
         : op == OP_MUL ? "*"
         : op == OP_AND ? "&"
         : op == OP_OR  ? "|"
         : op == OP_XOR ? "^"
                        : NULL;
}

static void write_atomic(Cgen *cgen, const ImpStm *stm) {
  const ImpVar *pointer = stm->as.set.var;
  const char *sign = atomic_operator(stm->as.set.op, pointer->scalar);
  if (!sign) INTERNAL_ERROR("%s is not an atomic operation", op_info(stm->as.set.op)->text);
  if (cgen->options.has_threads) strbuf_puts(cgen->out, "#pragma omp atomic\n");
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s[", cgen_name(cgen, pointer));
  cgen_exp(cgen, stm->as.set.index, BIND_ANY);
  strbuf_printf(cgen->out, "] %s= ", sign);
  cgen_exp(cgen, stm->as.set.value, BIND_ANY);
  strbuf_puts(cgen->out, ";\n");
}

static void write_lock(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, "lock_enter(");
  cgen_exp(cgen, stm->as.branch.condition, BIND_ANY);
  strbuf_puts(cgen->out, ");\n");
  cgen_stms(cgen, &stm->as.branch.body);
  cgen_line(cgen);
  strbuf_puts(cgen->out, "lock_leave(");
  cgen_exp(cgen, stm->as.branch.condition, BIND_ANY);
  strbuf_puts(cgen->out, ");\n");
}

// ---- Copies ----

void cgen_numbers(Cgen *cgen, ImpExp *const *exps, size_t count) {
  strbuf_puts(cgen->out, "(const int64_t[]){");
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_puts(cgen->out, ", ");
    cgen_exp(cgen, exps[i], BIND_ANY);
  }
  strbuf_putc(cgen->out, '}');
}

static void write_address(Cgen *cgen, const ImpPlace *place) {
  strbuf_puts(cgen->out, cgen_name(cgen, place->pointer));
  if (imp_is_i64(place->offset, 0)) return;
  strbuf_puts(cgen->out, " + ");
  cgen_exp(cgen, place->offset, BIND_SUM);
}

// An empty slice may begin anywhere, where there are no addresses.
static void write_unless_empty(Cgen *cgen, const ImpCopy *copy) {
  const char *before = "if (";
  if (imp_is_i64(copy->to.offset, 0) && imp_is_i64(copy->from.offset, 0)) return;
  for (size_t i = 0; i < copy->rank; i++) {
    if (copy->shape[i]->kind == IMP_CONST) continue;
    strbuf_puts(cgen->out, before);
    cgen_exp(cgen, copy->shape[i], BIND_SUM);
    strbuf_puts(cgen->out, " > 0");
    before = " && ";
  }
  if (before[0] == ' ') strbuf_puts(cgen->out, ") ");
}

static void write_copy(Cgen *cgen, const ImpCopy *copy) {
  const char *type = c_scalar_type(copy->scalar);
  bool is_flat = copy->is_flat;
  cgen_line(cgen);
  write_unless_empty(cgen, copy);
  strbuf_puts(cgen->out, is_flat ? "copy_flat(ctx, " : "copy_strided(ctx, ");
  write_address(cgen, &copy->to);
  strbuf_puts(cgen->out, ", ");
  if (!is_flat) {
    cgen_numbers(cgen, copy->to.strides, copy->rank);
    strbuf_puts(cgen->out, ", ");
  }
  write_address(cgen, &copy->from);
  strbuf_puts(cgen->out, ", ");
  if (is_flat) {
    for (size_t i = 0; i < copy->rank; i++) {
      if (i > 0) strbuf_puts(cgen->out, "*");
      cgen_exp(cgen, copy->shape[i], BIND_PRODUCT);
    }
    strbuf_printf(cgen->out, ", sizeof(%s));\n", type);
    return;
  }
  cgen_numbers(cgen, copy->from.strides, copy->rank);
  strbuf_puts(cgen->out, ", ");
  cgen_numbers(cgen, copy->shape, copy->rank);
  strbuf_printf(cgen->out, ", %zu, sizeof(%s));\n", copy->rank, type);
}

// ---- Control ----

static void write_if(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, "if (");
  cgen_exp(cgen, stm->as.branch.condition, BIND_ANY);
  strbuf_puts(cgen->out, ") ");
  write_braces(cgen, &stm->as.branch.body, true, NULL);
  if (stm->as.branch.otherwise.count > 0) {
    strbuf_puts(cgen->out, " else ");
    write_braces(cgen, &stm->as.branch.otherwise, true, NULL);
  }
  strbuf_putc(cgen->out, '\n');
}

static void write_while(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  if (stm->as.branch.head.count == 0) {
    strbuf_puts(cgen->out, "while (");
    cgen_exp(cgen, stm->as.branch.condition, BIND_ANY);
    strbuf_puts(cgen->out, ") ");
    cgen_braces(cgen, &stm->as.branch.body);
    strbuf_putc(cgen->out, '\n');
    return;
  }
  strbuf_puts(cgen->out, "for (;;) {\n");
  cgen->depth++;
  cgen_stms(cgen, &stm->as.branch.head);
  cgen_line(cgen);
  strbuf_puts(cgen->out, "if (!");
  cgen_exp(cgen, stm->as.branch.condition, BIND_UNARY);
  strbuf_puts(cgen->out, ") break;\n");
  cgen_stms(cgen, &stm->as.branch.body);
  cgen->depth--;
  puts_line(cgen, "}");
}

static void write_switch(Cgen *cgen, const ImpSwitch *choice) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, "switch (");
  cgen_exp(cgen, choice->value, BIND_ANY);
  strbuf_puts(cgen->out, ") {\n");
  for (size_t i = 0; i <= choice->cases.count; i++) {
    cgen_line(cgen);
    const ImpStms *body = &choice->otherwise;
    if (i < choice->cases.count) {
      strbuf_printf(cgen->out,
                    "case %lld: ", (long long)constant_to_i64(choice->cases.data[i].value));
      body = &choice->cases.data[i].body;
    } else {
      strbuf_puts(cgen->out, "default: ");
    }
    write_braces(cgen, body, true, NULL);
    strbuf_puts(cgen->out, " break;\n");
  }
  puts_line(cgen, "}");
}

// How OpenMP calls the reduction.
static const char *reduction_sign(Op op, Scalar scalar) {
  bool is_bool = scalar == SCALAR_BOOL;
  if (op == OP_ADD) return "+";
  if (op == OP_MUL) return "*";
  if (op == OP_AND) return is_bool ? "&&" : "&";
  if (op == OP_OR) return is_bool ? "||" : "|";
  if (op == OP_XOR) return "^";
  if (op == OP_SMIN || op == OP_FMIN) return "min";
  if (op == OP_SMAX || op == OP_FMAX) return "max";
  INTERNAL_ERROR("no reduction by %s", op_info(op)->text);
}

static void write_for_head(Cgen *cgen, const ImpFor *loop) {
  const char *index = cgen_name(cgen, loop->index);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "for (%s %s = ", c_scalar_type(loop->index->scalar), index);
  cgen_exp(cgen, loop->first, BIND_ANY);
  strbuf_printf(cgen->out, "; %s < ", index);
  cgen_exp(cgen, loop->last, BIND_SUM);
  if (loop->kind == IMP_FOR_TEAM)
    strbuf_printf(cgen->out, "; %s += %s) ", index, cgen->team_size);
  else
    strbuf_printf(cgen->out, "; %s++) ", index);
}

static void write_simd(Cgen *cgen, const ImpFor *loop) {
  strbuf_puts(cgen->out, "#pragma omp simd");
  for (size_t i = 0; i < loop->reductions.count; i++) {
    const ImpReduction *reduction = &loop->reductions.data[i];
    strbuf_printf(cgen->out, " reduction(%s : %s)",
                  reduction_sign(reduction->op, reduction->var->scalar),
                  cgen_name(cgen, reduction->var));
  }
  // Otherwise the C compiler would take vectors all the same, and combine the lanes in order.
  if (loop->kind == IMP_FOR_SHORT) strbuf_puts(cgen->out, " simdlen(1)");
  strbuf_putc(cgen->out, '\n');
}

void cgen_call_text(Cgen *cgen, const ImpCall *call, const char *first) {
  c_fun_name(cgen->out, call->callee->name);
  strbuf_printf(cgen->out, "(%s", first);
  for (size_t i = 0; i < call->results.count; i++)
    strbuf_printf(cgen->out, ", &%s", cgen_name(cgen, call->results.data[i]));
  for (size_t i = 0; i < call->args.count; i++) {
    const ImpExp *arg = call->args.data[i];
    bool is_owner = call->callee->params.data[i]->kind == IMP_OWNER;
    strbuf_puts(cgen->out, ", ");
    if (is_owner && arg->kind == IMP_CONST) {
      strbuf_puts(cgen->out, "NULL");
      continue;
    }
    if (is_owner && arg->as.var->kind == IMP_BLOCK) strbuf_putc(cgen->out, '&');
    cgen_exp(cgen, arg, BIND_ANY);
  }
  strbuf_putc(cgen->out, ')');
}

// One call of a parallel loop. What fails is noted; nothing is done for later iterations then.
static void write_stage(Cgen *cgen, const ImpFor *loop, const ImpCall *call, const char *guard) {
  bool can_fail = cgen_can_fail(cgen, &call->callee->body);
  cgen_line(cgen);
  if (can_fail)
    strbuf_printf(cgen->out, "if (%s%scontext_enter(ctx, %s)) code = ", guard,
                  guard[0] ? " && " : "", cgen_name(cgen, loop->index));
  else if (guard[0])
    strbuf_printf(cgen->out, "if (%s) ", guard);
  cgen_call_text(cgen, call, "ctx");
  strbuf_puts(cgen->out, ";\n");
}

static void write_code(Cgen *cgen) {
  puts_line(cgen, "if (code != RT_OK) {");
  if (cgen->options.has_threads) strbuf_puts(cgen->out, "#pragma omp atomic write\n");
  puts_line(cgen, "  error = code;");
  puts_line(cgen, "}");
}

static bool has_ordered(const ImpFor *loop) {
  return loop->body.count == 3 && loop->body.data[1]->as.call->is_ordered;
}

static void write_ordered(Cgen *cgen, const ImpFor *loop, bool can_fail) {
  static const char *const GUARDS[] = {"step == TURNS_BEFORE", "step == TURNS_TURN",
                                       "step == TURNS_REST"};
  const char *index = cgen_name(cgen, loop->index);
  puts_line(cgen, "{");
  cgen->depth++;
  puts_line(cgen, "Turns turns = {.is_taken = ATOMIC_FLAG_INIT};");
  if (cgen->options.has_threads)
    strbuf_puts(cgen->out, "#pragma omp parallel num_threads(ctx->num_threads)\n");
  puts_line(cgen, "{");
  cgen->depth++;
  puts_line(cgen, "TurnsOwn own = {0};");
  cgen_line(cgen);
  strbuf_printf(cgen->out, "int64_t %s = 0;\n", index);
  cgen_line(cgen);
  strbuf_puts(cgen->out, "for (TurnsStep step; (step = turns_step(&turns, &own, ");
  cgen_exp(cgen, loop->last, BIND_ANY);
  strbuf_printf(cgen->out, ", &%s)) != TURNS_END;) {\n", index);
  cgen->depth++;
  if (can_fail) puts_line(cgen, "int code = RT_OK;");
  for (size_t i = 0; i < loop->body.count; i++)
    write_stage(cgen, loop, loop->body.data[i]->as.call, GUARDS[i]);
  if (can_fail) write_code(cgen);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if (step != TURNS_WAIT) turns_done(&turns, &own, step, %s);\n", index);
  for (int i = 0; i < 3; i++) {
    cgen->depth--;
    puts_line(cgen, "}");
  }
}

static void write_parallel(Cgen *cgen, const ImpFor *loop) {
  bool can_fail = false;
  for (size_t i = 0; i < loop->body.count; i++)
    can_fail = can_fail || cgen_can_fail(cgen, &loop->body.data[i]->as.call->callee->body);
  if (has_ordered(loop)) {
    write_ordered(cgen, loop, can_fail);
  } else {
    if (cgen->options.has_threads)
      strbuf_printf(cgen->out,
                    "#pragma omp parallel for schedule(%s) num_threads(ctx->num_threads)\n",
                    loop->is_dynamic ? "dynamic, 1" : "static");
    write_for_head(cgen, loop);
    strbuf_puts(cgen->out, "{\n");
    cgen->depth++;
    if (can_fail) puts_line(cgen, "int code = RT_OK;");
    for (size_t i = 0; i < loop->body.count; i++)
      write_stage(cgen, loop, loop->body.data[i]->as.call, "");
    if (can_fail) write_code(cgen);
    cgen->depth--;
    puts_line(cgen, "}");
  }
  if (!can_fail) return;
  puts_line(cgen, "if (error != RT_OK) {");
  puts_line(cgen, "  context_leave(ctx);");
  puts_line(cgen, "  goto cleanup;");
  puts_line(cgen, "}");
}

// So few iterations are better written out: as a vector they would wait for the scalars just
// stored.
static bool is_tiny(const ImpFor *loop) {
  enum { TINY = 8 };
  return loop->first->kind == IMP_CONST && loop->last->kind == IMP_CONST &&
         constant_to_i64(loop->last->as.constant) - constant_to_i64(loop->first->as.constant) <=
             TINY;
}

static void note_unordered(void *context, ImpStm *stm) {
  bool *is_plain = context;
  if (stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_IF) *is_plain = false;
}

// Does the loop do nothing but combine integers? The C compiler does that in vectors unasked, and
// then takes shorter vectors for what whole ones leave over. Asked by a pragma, it takes one
// element after the other there, which is most of the time of short loops.
static bool is_integer_sum(const ImpFor *loop) {
  bool is_plain = loop->reductions.count > 0;
  for (size_t i = 0; i < loop->reductions.count; i++)
    is_plain &= scalar_info(loop->reductions.data[i].var->scalar)->class == CLASS_INT;
  imp_walk(&loop->body, note_unordered, &is_plain);
  return is_plain;
}

static void write_for(Cgen *cgen, const ImpFor *loop) {
  if (loop->kind == IMP_FOR_PARALLEL) {
    write_parallel(cgen, loop);
    return;
  }
  bool is_simd = loop->kind == IMP_FOR_SIMD && !is_tiny(loop);
  bool is_unrolled = loop->kind == IMP_FOR_UNROLLED || (loop->kind == IMP_FOR_SIMD && !is_simd);
  bool is_asked = (is_simd && !is_integer_sum(loop)) || loop->kind == IMP_FOR_SHORT;
  if (is_asked && cgen->options.has_simd) write_simd(cgen, loop);
  if (is_unrolled && cgen->options.has_simd) strbuf_puts(cgen->out, "#pragma GCC unroll 16\n");
  if (is_unrolled && cgen->is_device) puts_line(cgen, "UNROLL");
  write_for_head(cgen, loop);
  write_braces(cgen, &loop->body, false, loop->is_held && !cgen->is_device ? "HELD;" : NULL);
  strbuf_putc(cgen->out, '\n');
  cgen_name_end(cgen, loop->index);
}

// ---- Blocks, calls, failures ----

// The size of this many elements.
static void write_bytes(Cgen *cgen, const char *type, ImpExp *const *counts, size_t count) {
  for (size_t i = 0; i < count; i++)
    strbuf_puts(cgen->out, "size_times(");
  strbuf_printf(cgen->out, "(int64_t)sizeof(%s)", type);
  for (size_t i = 0; i < count; i++) {
    strbuf_puts(cgen->out, ", ");
    cgen_exp(cgen, counts[i], BIND_ANY);
    strbuf_putc(cgen->out, ')');
  }
}

// alloc, reserve, trim, slots
static void write_alloc(Cgen *cgen, const ImpStm *stm) {
  const ImpExps *counts = &stm->as.block.counts;
  const char *type = c_scalar_type(stm->as.block.scalar);
  const char *call = stm->kind == IMP_STM_ALLOC     ? "block_new"
                     : stm->kind == IMP_STM_RESERVE ? "block_reserve"
                     : stm->kind == IMP_STM_TRIM    ? "block_trim"
                                                    : "block_slots";
  cgen_line(cgen);
  strbuf_printf(cgen->out, "if ((error = %s(ctx, &%s, ", call, cgen_name(cgen, stm->as.block.var));
  if (stm->kind == IMP_STM_ALLOC || stm->kind == IMP_STM_TRIM) {
    write_bytes(cgen, type, counts->data, counts->count);
  } else if (stm->kind == IMP_STM_SLOTS) {
    cgen_exp(cgen, counts->data[0], BIND_ANY);
  } else if (counts->count == 1) {
    write_bytes(cgen, type, counts->data, 1);
  } else {
    strbuf_puts(cgen->out, "size_plus(");
    write_bytes(cgen, type, counts->data, 1);
    strbuf_puts(cgen->out, ", ");
    write_bytes(cgen, type, counts->data + 1, counts->count - 1);
    strbuf_putc(cgen->out, ')');
  }
  StrBuf where = {0};
  cgen_position(cgen, &where, stm->span);
  strbuf_puts(cgen->out, ", ");
  if (where.length > 0)
    c_string(cgen->out, strbuf_text(&where), where.length);
  else
    strbuf_puts(cgen->out, "NULL");
  strbuf_free(&where);
  strbuf_puts(cgen->out, ")) != RT_OK) goto cleanup;\n");
}

static void write_block(Cgen *cgen, const ImpStm *stm) {
  const char *var = cgen_name(cgen, stm->as.block.var);
  const char *from = stm->as.block.from ? cgen_name(cgen, stm->as.block.from) : NULL;
  cgen_line(cgen);
  if (stm->kind == IMP_STM_RELEASE && stm->as.block.var->kind == IMP_OWNER)
    strbuf_printf(cgen->out, "if (%s != NULL) block_unref(ctx, %s);\n", var, var);
  else if (stm->kind == IMP_STM_RELEASE)
    strbuf_printf(cgen->out, "block_unref(ctx, &%s);\n", var);
  else if (stm->kind == IMP_STM_REF && stm->as.block.var->is_lent)
    strbuf_printf(cgen->out, "%s = %s;\n", var, from);
  else if (stm->kind == IMP_STM_REF)
    strbuf_printf(cgen->out, "%s = block_ref(%s);\n", var, from);
  else if (stm->kind == IMP_STM_PARK || stm->kind == IMP_STM_TAKE) {
    bool is_park = stm->kind == IMP_STM_PARK;
    strbuf_printf(cgen->out, "block_move(block_slot(%s, ", is_park ? var : from);
    cgen_exp(cgen, stm->as.block.counts.data[0], BIND_ANY);
    strbuf_printf(cgen->out, "), &%s, %s);\n", is_park ? from : var, is_park ? "true" : "false");
  } else
    strbuf_printf(cgen->out, "%s = %s, %s = NULL;\n", var, from, from);
}

// What a function failed with learns where it was called. Parts belong to their functions.
static void write_caller(Cgen *cgen, const ImpStm *stm) {
  if (stm->as.call->callee->is_part || !span_is_known(stm->span)) {
    strbuf_puts(cgen->out, ") != RT_OK) goto cleanup;\n");
    return;
  }
  StrBuf calls = {0};
  strbuf_puts(&calls, "\ncalled from ");
  cgen_position(cgen, &calls, stm->span);
  cgen_calls(cgen, &calls, stm->span, CALL_CALLERS);
  strbuf_puts(cgen->out, ") != RT_OK) {\n");
  cgen_line(cgen);
  strbuf_puts(cgen->out, "  context_called(ctx, ");
  c_string(cgen->out, strbuf_text(&calls), calls.length);
  strbuf_puts(cgen->out, ");\n");
  puts_line(cgen, "  goto cleanup;");
  puts_line(cgen, "}");
  strbuf_free(&calls);
}

static void write_call(Cgen *cgen, const ImpStm *stm) {
  const ImpCall *call = stm->as.call;
  cgen_line(cgen);
  if (!cgen_can_fail(cgen, &call->callee->body) && call->callee->is_part) {
    cgen_call_text(cgen, call, "ctx");
    strbuf_puts(cgen->out, ";\n");
    return;
  }
  strbuf_puts(cgen->out, "if ((error = ");
  cgen_call_text(cgen, call, "ctx");
  write_caller(cgen, stm);
}

// A value of a message, and the text that shows it.
static void write_shown(Cgen *cgen, StrBuf *format, const ImpExp *value, bool is_unsigned) {
  switch (scalar_info(value->type)->class) {
  case CLASS_BOOL:
    strbuf_puts(format, "%s");
    cgen_exp(cgen, value, BIND_LOGIC);
    strbuf_puts(cgen->out, " ? \"true\" : \"false\"");
    return;
  case CLASS_INT:
    strbuf_puts(format, is_unsigned ? "%llu" : "%lld");
    if (is_unsigned)
      strbuf_printf(cgen->out, "(unsigned long long)(u%s)", c_scalar_type(value->type));
    else
      strbuf_puts(cgen->out, "(long long)");
    cgen_exp(cgen, value, BIND_UNARY);
    return;
  case CLASS_FLOAT:
    strbuf_puts(format, "%s");
    strbuf_printf(cgen->out, "float_text(&(FloatText){0}, %s",
                  value->type == SCALAR_F16 ? "half_to_float(" : "");
    cgen_exp(cgen, value, BIND_ANY);
    strbuf_printf(cgen->out, "%s, %s)", value->type == SCALAR_F16 ? ")" : "",
                  value->type == SCALAR_F64 ? "true" : "false");
    return;
  case CLASS_NONE:
  case CLASS_NUM:
  case CLASS_BITS:
  case CLASS_ANY: break;
  }
  INTERNAL_ERROR("a scalar of no class");
}

// A message as a format, which `format` is the beginning of and `behind` the end, and its values.
static void write_message(Cgen *cgen, StrBuf *format, const char *at, ImpExp *const *list,
                          size_t count, const StrBuf *behind) {
  StrBuf values = {0}, *out = cgen->out;
  cgen->out = &values;
  size_t next = 0;
  char byte;
  for (MessagePiece piece; (piece = message_next(&at, &byte)) != MESSAGE_END;) {
    if (piece == MESSAGE_CHAR) {
      if (byte == '%') strbuf_putc(format, '%');
      strbuf_putc(format, byte);
      continue;
    }
    if (piece == MESSAGE_CODE || piece == MESSAGE_MALFORMED || next == count)
      INTERNAL_ERROR("a message that does not fit its values");
    strbuf_puts(&values, ", ");
    write_shown(cgen, format, list[next++], piece == MESSAGE_UNSIGNED);
  }
  cgen->out = out;
  format_text(format, behind);
  c_string(out, strbuf_text(format), format->length);
  strbuf_printf(out, "%s)", strbuf_text(&values));
  strbuf_free(format);
  strbuf_free(&values);
}

void cgen_fail_call(Cgen *cgen, const ImpStm *stm, ImpExp *const *list) {
  StrBuf format = {0}, calls = {0};
  const char *message = stm->as.fail->message;
  ErrorCode code = message_code(&message);
  cgen_format_position(cgen, &format, stm->span);
  cgen_calls(cgen, &calls, stm->span, FAILURE_CALLERS);
  if (code == ERROR_RUN_ASSERT)
    strbuf_puts(cgen->out, "context_fail(ctx, ");
  else
    strbuf_printf(cgen->out, "context_fail_as(ctx, \"%s\", ", error_code_text(code));
  write_message(cgen, &format, message, list, stm->as.fail->values.count, &calls);
  strbuf_free(&calls);
}

// ---- Effects ----

static void write_trace(Cgen *cgen, const ImpEffect *effect) {
  StrBuf format = {0}, nothing = {0};
  cgen_line(cgen);
  strbuf_puts(cgen->out, "context_trace(ctx, ");
  write_message(cgen, &format, effect->message, effect->numbers.data, effect->numbers.count,
                &nothing);
  strbuf_puts(cgen->out, ";\n");
}

// The context reads and writes texts where blocks have their data.
static void write_text(Cgen *cgen, const ImpText *text) {
  bool has_device = cgen->options.has_device;
  strbuf_printf(cgen->out, has_device ? "{.block = %s, .first = " : "{.bytes = (char *)%s + ",
                cgen_name(cgen, text->pointer));
  cgen_exp(cgen, text->first, has_device ? BIND_ANY : BIND_SUM);
  strbuf_puts(cgen->out, ", .count = ");
  cgen_exp(cgen, text->count, BIND_ANY);
  strbuf_puts(cgen->out, "}");
}

static void write_texts(Cgen *cgen, const ImpEffect *effect) {
  strbuf_puts(cgen->out, "(const ContextText[]){");
  for (size_t i = 0; i < effect->texts.count; i++) {
    write_text(cgen, &effect->texts.data[i]);
    strbuf_puts(cgen->out, ", ");
  }
  strbuf_puts(cgen->out, "{0}}");
}

static void write_act(Cgen *cgen, const ImpStm *stm) {
  const ImpEffect *effect = stm->as.effect;
  StrBuf where = {0};
  strbuf_printf(cgen->out, "act(ctx, %d, (const int64_t[]){", (int)effect->kind);
  for (size_t i = 0; i < effect->numbers.count; i++) {
    cgen_exp(cgen, effect->numbers.data[i], BIND_ANY);
    strbuf_puts(cgen->out, ", ");
  }
  strbuf_puts(cgen->out, "0}, ");
  write_texts(cgen, effect);
  strbuf_printf(cgen->out, ", %zu, %s", effect->texts.count,
                effect->results.count > 0 ? "results, " : "NULL, ");
  cgen_position(cgen, &where, stm->span);
  c_string(cgen->out, strbuf_text(&where), where.length);
  strbuf_free(&where);
}

static void write_effect(Cgen *cgen, const ImpStm *stm) {
  const ImpEffect *effect = stm->as.effect;
  if (effect->kind == EFFECT_TRACE) {
    write_trace(cgen, effect);
    return;
  }
  puts_line(cgen, "{");
  cgen->depth++;
  if (effect->results.count > 0) puts_line(cgen, "int64_t results[2] = {0};");
  cgen_line(cgen);
  strbuf_puts(cgen->out, "if ((error = context_");
  if (effect->is_receive) {
    strbuf_puts(cgen->out, "receive(ctx, ");
    write_texts(cgen, effect);
  } else if (effect->kind == EFFECT_CLOCK) {
    strbuf_puts(cgen->out, "clock(ctx, results");
  } else {
    write_act(cgen, stm);
  }
  strbuf_puts(cgen->out, ")) != RT_OK) goto cleanup;\n");
  for (size_t i = 0; i < effect->results.count; i++) {
    cgen_line(cgen);
    strbuf_printf(cgen->out, "%s = results[%zu];\n", cgen_name(cgen, effect->results.data[i]), i);
  }
  cgen->depth--;
  puts_line(cgen, "}");
}

static void write_fail(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_puts(cgen->out, "error = ");
  cgen_fail_call(cgen, stm, stm->as.fail->values.data);
  strbuf_puts(cgen->out, ";\n");
  puts_line(cgen, "goto cleanup;");
}

// The source line that the statement is from.
static void write_note(Cgen *cgen, const ImpStm *stm) {
  const SourceFile *file =
      cgen->program->sources ? source_get(cgen->program->sources, stm->span.file) : NULL;
  if (!file) return;
  uint32_t line, column;
  source_position(file, stm->span.start, &line, &column);
  size_t length;
  const char *text = source_line(file, line, &length);
  while (length > 0 && (*text == ' ' || *text == '\t'))
    text++, length--;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "// %u: ", (unsigned)line);
  c_comment(cgen->out, text, length);
  strbuf_putc(cgen->out, '\n');
}

static void write_table(Cgen *cgen, const ImpStm *stm) {
  cgen_table_begin(cgen, stm);
  cgen_line(cgen);
  strbuf_printf(cgen->out, "memcpy(%s + ", cgen_name(cgen, stm->as.set.var));
  cgen_exp(cgen, stm->as.set.index, BIND_SUM);
  strbuf_puts(cgen->out, ", table, sizeof table);\n");
  cgen_table_end(cgen);
}

// `#line` with the place in the user's own source: where the prelude was called.
static void write_origin(Cgen *cgen, Span span) {
  Span own = source_own(cgen->program->sources, span);
  if (!span_is_known(own)) return;
  const SourceFile *file = source_get(cgen->program->sources, own.file);
  uint32_t line, column;
  source_position(file, own.start, &line, &column);
  strbuf_printf(cgen->out, "#line %u ", (unsigned)line);
  c_string(cgen->out, file->path, strlen(file->path));
  strbuf_putc(cgen->out, '\n');
}

// What a profile counts. On a device the functions of kernels know operations only.
static void write_work(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  strbuf_printf(cgen->out, "work_add(%s, %zu, ", cgen->is_device ? "STANDARD_ARGS" : "ctx",
                stm->as.work.number);
  cgen_exp(cgen, stm->as.work.ops, BIND_ANY);
  if (!cgen->is_device) {
    strbuf_puts(cgen->out, ", ");
    cgen_exp(cgen, stm->as.work.bytes, BIND_ANY);
  }
  strbuf_puts(cgen->out, ");\n");
}

static void write_stm(Cgen *cgen, const ImpStm *stm) {
  if (cgen->options.has_origins && !cgen->is_device) write_origin(cgen, stm->span);
  if (cgen->is_device && cgen_device_stm(cgen, stm)) return;
  if (cgen->options.has_device && !cgen->is_device && cgen_host_stm(cgen, stm)) return;
  switch (stm->kind) {
  case IMP_STM_DECLARE: write_declare(cgen, stm); return;
  case IMP_STM_ASSIGN:
  case IMP_STM_STORE: write_assign(cgen, stm); return;
  case IMP_STM_ATOMIC: write_atomic(cgen, stm); return;
  case IMP_STM_LOCK: write_lock(cgen, stm); return;
  case IMP_STM_COPY: write_copy(cgen, stm->as.copy); return;
  case IMP_STM_TABLE: write_table(cgen, stm); return;
  case IMP_STM_TILE: cgen_tile(cgen, stm->as.tile); return;
  case IMP_STM_IF: write_if(cgen, stm); return;
  case IMP_STM_SWITCH: write_switch(cgen, stm->as.choice); return;
  case IMP_STM_FOR: write_for(cgen, stm->as.loop); return;
  case IMP_STM_WHILE: write_while(cgen, stm); return;
  case IMP_STM_ALLOC:
  case IMP_STM_RESERVE:
  case IMP_STM_TRIM:
  case IMP_STM_SLOTS: write_alloc(cgen, stm); return;
  case IMP_STM_RELEASE:
  case IMP_STM_REF:
  case IMP_STM_PARK:
  case IMP_STM_TAKE:
  case IMP_STM_MOVE: write_block(cgen, stm); return;
  case IMP_STM_CALL: write_call(cgen, stm); return;
  case IMP_STM_EFFECT: write_effect(cgen, stm); return;
  case IMP_STM_FAIL: write_fail(cgen, stm); return;
  case IMP_STM_RESULT: write_result(cgen, stm); return;
  case IMP_STM_NOTE: write_note(cgen, stm); return;
  case IMP_STM_WORK: write_work(cgen, stm); return;
  case IMP_STM_READ:
  case IMP_STM_POST:
  case IMP_STM_FETCH:
  case IMP_STM_LAUNCH:
  case IMP_STM_GATHER:
  case IMP_STM_TEAM:
  case IMP_STM_BARRIER:
  case IMP_STM_FOLD:
  case IMP_STM_SHARE: INTERNAL_ERROR("a statement of a target with a device");
  }
  INTERNAL_ERROR("a statement of no kind");
}

void cgen_stms(Cgen *cgen, const ImpStms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    write_stm(cgen, stms->data[i]);
}
