// Expressions. Where an operator of C means the same as the function of rts/c/scalar.h for every
// operand, the operator is written: it reads better. Integer arithmetic wraps around, which C's own
// does not, so it is written with the functions unless it is known to be exact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/type.h"
#include "target/cgen/cgen.h"

const char *c_scalar_type(Scalar scalar) {
  switch (scalar) {
  case SCALAR_BOOL: return "bool";
  case SCALAR_I8: return "int8_t";
  case SCALAR_I16: return "int16_t";
  case SCALAR_I32: return "int32_t";
  case SCALAR_I64: return "int64_t";
  case SCALAR_F16: return "Half";
  case SCALAR_F32: return "float";
  case SCALAR_F64: return "double";
  case SCALAR_COUNT: break;
  }
  INTERNAL_ERROR("a scalar of no type");
}

// Vectors of loaded bools and of comparisons are different things for gcc, which then does not
// vectorise what has both; bytes that are compared with 0 are like other comparisons.
const char *c_stored_type(Scalar scalar) {
  return scalar == SCALAR_BOOL ? "uint8_t" : c_scalar_type(scalar);
}

// ---- Constants ----

static void write_float(Cgen *cgen, Constant constant) {
  bool is_single = constant.type == SCALAR_F32;
  double value = constant_to_double(constant);
  if (isnan(value)) { // a nan has a sign and a payload
    if (is_single)
      strbuf_printf(cgen->out, "float_from_bits(0x%x)",
                    (unsigned)bits_of_float(constant.value.f32));
    else
      strbuf_printf(cgen->out, "double_from_bits(0x%llx)",
                    (unsigned long long)bits_of_double(constant.value.f64));
    return;
  }
  if (isinf(value)) {
    strbuf_printf(cgen->out, "%s(%s)INFINITY", value < 0 ? "-" : "",
                  is_single ? "float" : "double");
    return;
  }
  char text[40];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    double back = strtod(text, NULL);
    if (is_single ? (float)back == (float)value : back == value) break;
  }
  strbuf_puts(cgen->out, text);
  if (!strpbrk(text, ".e")) strbuf_puts(cgen->out, ".0");
  if (is_single) strbuf_putc(cgen->out, 'f');
}

static void write_constant(Cgen *cgen, Constant constant) {
  switch (constant.type) {
  case SCALAR_BOOL: strbuf_puts(cgen->out, constant.value.b ? "true" : "false"); return;
  case SCALAR_F16: strbuf_printf(cgen->out, "0x%x", (unsigned)constant.value.f16); return;
  case SCALAR_F32:
  case SCALAR_F64: write_float(cgen, constant); return;
  case SCALAR_I8:
  case SCALAR_I16:
  case SCALAR_I32:
  case SCALAR_I64: break;
  case SCALAR_COUNT: INTERNAL_ERROR("a constant of no type");
  }
  int64_t value = constant_to_i64(constant);
  if (value == INT64_MIN)
    strbuf_puts(cgen->out, "INT64_MIN");
  else if (value == INT32_MIN)
    strbuf_puts(cgen->out, "INT32_MIN");
  else
    strbuf_printf(cgen->out, "%lld", (long long)value);
}

// ---- Tables ----

// A nan is no constant of C: then a table holds bits.
static bool has_nan(const ImpStm *stm) {
  if (scalar_info(stm->as.set.var->scalar)->class != CLASS_FLOAT) return false;
  for (size_t i = 0; i < stm->as.set.number; i++)
    if (isnan(constant_to_double(stm->as.set.constants[i]))) return true;
  return false;
}

static void write_bits(Cgen *cgen, Constant constant) {
  if (constant.type == SCALAR_F64)
    strbuf_printf(cgen->out, "0x%llx", (unsigned long long)bits_of_double(constant.value.f64));
  else
    strbuf_printf(cgen->out, "0x%x", (unsigned)bits_of_float(constant.value.f32));
}

void cgen_table_begin(Cgen *cgen, const ImpStm *stm) {
  enum { IN_LINE = 16 };
  Scalar scalar = stm->as.set.var->scalar;
  bool is_bits = scalar != SCALAR_F16 && has_nan(stm);
  const char *type = !is_bits               ? c_scalar_type(scalar)
                     : scalar == SCALAR_F64 ? "uint64_t"
                                            : "uint32_t";
  cgen_line(cgen);
  strbuf_puts(cgen->out, "{\n");
  cgen->depth++;
  cgen_line(cgen);
  strbuf_printf(cgen->out, "static const %s table[] = {", type);
  for (size_t i = 0; i < stm->as.set.number; i++) {
    if (i % IN_LINE == 0) {
      strbuf_putc(cgen->out, '\n');
      cgen_line(cgen);
      strbuf_puts(cgen->out, "  ");
    }
    if (is_bits)
      write_bits(cgen, stm->as.set.constants[i]);
    else
      write_constant(cgen, stm->as.set.constants[i]);
    strbuf_putc(cgen->out, ',');
    if (i % IN_LINE + 1 < IN_LINE) strbuf_putc(cgen->out, ' ');
  }
  strbuf_puts(cgen->out, "};\n");
}

void cgen_table_end(Cgen *cgen) {
  cgen->depth--;
  cgen_line(cgen);
  strbuf_puts(cgen->out, "}\n");
}

// ---- Operators ----

typedef struct Operator {
  const char *text;
  CgenBinding binding;
} Operator;

static bool is_native_float(Scalar type) { return type == SCALAR_F32 || type == SCALAR_F64; }

static bool is_int(Scalar type) { return scalar_info(type)->class == CLASS_INT; }

// The binary operator of C for this operation, or one without text.
static Operator binary_operator(const ImpExp *exp) {
  Scalar type = exp->as.op.args[0]->type;
  bool is_arithmetic = is_native_float(type) || (exp->as.op.is_exact && is_int(type));
  static const struct {
    Op op;
    Operator ints, floats, bools;
  } table[] = {
      {OP_EQ, {" == ", BIND_COMPARE}, {" == ", BIND_COMPARE}, {" == ", BIND_COMPARE}},
      {OP_NE, {" != ", BIND_COMPARE}, {" != ", BIND_COMPARE}, {" != ", BIND_COMPARE}},
      {OP_SLT, {" < ", BIND_COMPARE}, {0}, {0}},
      {OP_SLE, {" <= ", BIND_COMPARE}, {0}, {0}},
      {OP_FLT, {0}, {" < ", BIND_COMPARE}, {0}},
      {OP_FLE, {0}, {" <= ", BIND_COMPARE}, {0}},
      {OP_AND, {" & ", BIND_LOGIC}, {0}, {" && ", BIND_LOGIC}},
      {OP_OR, {" | ", BIND_LOGIC}, {0}, {" || ", BIND_LOGIC}},
      {OP_XOR, {" ^ ", BIND_LOGIC}, {0}, {" != ", BIND_COMPARE}},
      {OP_FDIV, {0}, {" / ", BIND_PRODUCT}, {0}},
  };
  if (is_arithmetic && exp->as.op.op == OP_ADD) return (Operator){" + ", BIND_SUM};
  if (is_arithmetic && exp->as.op.op == OP_SUB) return (Operator){" - ", BIND_SUM};
  if (is_arithmetic && exp->as.op.op == OP_MUL)
    return (Operator){is_int(type) ? "*" : " * ", BIND_PRODUCT};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (table[i].op != exp->as.op.op) continue;
    if (is_int(type)) return table[i].ints;
    if (is_native_float(type)) return table[i].floats;
    if (type == SCALAR_BOOL) return table[i].bools;
  }
  return (Operator){0};
}

// Does a cast say what the conversion does?
static bool is_cast(const ImpExp *exp) {
  Scalar from = exp->as.op.args[0]->type, to = exp->type;
  Op op = exp->as.op.op;
  if (op == OP_SEXT) return scalar_info(from)->width <= scalar_info(to)->width;
  if (op == OP_SITOFP) return is_native_float(to);
  if (op == OP_FPCONV) return is_native_float(from) && is_native_float(to);
  if (op == OP_FPTOSI) return exp->as.op.is_exact;
  return op == OP_BTOI && to != SCALAR_F16;
}

static void open_if(Cgen *cgen, bool is_open) {
  if (is_open) strbuf_putc(cgen->out, '(');
}

static void close_if(Cgen *cgen, bool is_open) {
  if (is_open) strbuf_putc(cgen->out, ')');
}

static void write_binary(Cgen *cgen, const ImpExp *exp, Operator how, CgenBinding binding) {
  bool is_open = binding > how.binding;
  // Comparisons and logic are put in parentheses inside each other, as nobody knows the rules.
  bool is_chain = how.binding >= BIND_SUM;
  open_if(cgen, is_open);
  cgen_exp(cgen, exp->as.op.args[0], is_chain ? how.binding : how.binding + 1);
  strbuf_puts(cgen->out, how.text);
  cgen_exp(cgen, exp->as.op.args[1], how.binding + 1);
  close_if(cgen, is_open);
}

static void write_call(Cgen *cgen, const ImpExp *exp) {
  const OpInfo *info = op_info(exp->as.op.op);
  size_t typed = info->shape == SHAPE_SELECT ? 1 : 0;
  // What is exact divides numbers that are not negative by one that is not zero.
  bool divides = exp->as.op.op == OP_SQUOT || exp->as.op.op == OP_SREM;
  bool is_index = exp->as.op.is_exact && divides;
  // By numbers that the compiler of a kernel does not know: rts/gpu/support.h.
  bool is_open = divides && cgen->is_device && exp->as.op.args[1]->kind != IMP_CONST;
  const char *name = info->text, *type = scalar_info(exp->as.op.args[typed]->type)->text;
  if (is_index || is_open) name = exp->as.op.op == OP_SQUOT ? "quot" : "rem";
  strbuf_printf(cgen->out, is_index ? "index_%s" : "%s_%s", name, type);
  if (info->shape == SHAPE_CONVERT) strbuf_printf(cgen->out, "_%s", scalar_info(exp->type)->text);
  strbuf_putc(cgen->out, '(');
  for (size_t i = 0; i < exp->as.op.arg_count; i++) {
    if (i > 0) strbuf_puts(cgen->out, ", ");
    cgen_exp(cgen, exp->as.op.args[i], BIND_ANY);
  }
  strbuf_putc(cgen->out, ')');
}

static void write_prefix(Cgen *cgen, const ImpExp *exp, const char *sign) {
  strbuf_puts(cgen->out, sign);
  cgen_exp(cgen, exp->as.op.args[0], BIND_UNARY);
}

// The comparison that is true when this one is false, where there is one.
static bool write_negated(Cgen *cgen, const ImpExp *exp, CgenBinding binding) {
  if (exp->kind != IMP_OP || !is_int(exp->as.op.args[0]->type)) return false;
  static const struct {
    Op op;
    const char *text;
  } table[] = {{OP_EQ, " != "}, {OP_NE, " == "}, {OP_SLT, " >= "}, {OP_SLE, " > "}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (table[i].op != exp->as.op.op) continue;
    write_binary(cgen, exp, (Operator){table[i].text, BIND_COMPARE}, binding);
    return true;
  }
  return false;
}

// The parameter with which an amount is compared; NULL when this is another comparison. What it is
// may be computed unless it is tuned.
static const ImpExp *compared_param(const ImpExp *exp) {
  if (exp->as.op.op != OP_SLE) return NULL;
  const ImpExp *limit = exp->as.op.args[0];
  if (limit->kind == IMP_OP && limit->as.op.op == OP_SELECT) limit = limit->as.op.args[1];
  return limit->kind == IMP_PARAM ? limit : NULL;
}

// A log tells what is compared.
static void write_comparison(Cgen *cgen, const ImpExp *exp, const ImpExp *param) {
  strbuf_printf(cgen->out, "context_reaches(ctx, %u, ", (unsigned)param->as.param);
  cgen_exp(cgen, exp->as.op.args[0], BIND_ANY);
  strbuf_puts(cgen->out, ", ");
  cgen_exp(cgen, exp->as.op.args[1], BIND_ANY);
  strbuf_putc(cgen->out, ')');
}

static void write_op(Cgen *cgen, const ImpExp *exp, CgenBinding binding) {
  Op op = exp->as.op.op;
  Scalar type = exp->as.op.args[0]->type;
  Operator how = exp->as.op.arg_count == 2 ? binary_operator(exp) : (Operator){0};
  const ImpExp *param = compared_param(exp);
  if (param) {
    write_comparison(cgen, exp, param);
  } else if (how.text) {
    write_binary(cgen, exp, how, binding);
  } else if (op == OP_NOT && type == SCALAR_BOOL) {
    if (!write_negated(cgen, exp->as.op.args[0], binding)) write_prefix(cgen, exp, "!");
  } else if (op == OP_NOT) {
    write_prefix(cgen, exp, "~");
  } else if (op == OP_NEG && is_native_float(type)) {
    write_prefix(cgen, exp, "-");
  } else if (op_info(op)->shape == SHAPE_CONVERT && is_cast(exp)) {
    strbuf_printf(cgen->out, "(%s)", c_scalar_type(exp->type));
    cgen_exp(cgen, exp->as.op.args[0], BIND_UNARY);
  } else if (op == OP_SELECT) {
    open_if(cgen, binding > BIND_CONDITION);
    cgen_exp(cgen, exp->as.op.args[0], BIND_LOGIC);
    strbuf_puts(cgen->out, " ? ");
    cgen_exp(cgen, exp->as.op.args[1], BIND_LOGIC);
    strbuf_puts(cgen->out, " : ");
    cgen_exp(cgen, exp->as.op.args[2], BIND_CONDITION);
    close_if(cgen, binding > BIND_CONDITION);
  } else {
    write_call(cgen, exp);
  }
}

static void write_load(Cgen *cgen, const ImpExp *exp, CgenBinding binding) {
  const ImpVar *pointer = exp->as.load.pointer;
  bool is_byte = exp->type == SCALAR_BOOL && !cgen->is_device;
  open_if(cgen, is_byte && binding != BIND_ANY);
  strbuf_printf(cgen->out, "%s[", cgen_name(cgen, pointer));
  cgen_exp(cgen, exp->as.load.index, BIND_ANY);
  strbuf_puts(cgen->out, is_byte ? "] != 0" : "]");
  close_if(cgen, is_byte && binding != BIND_ANY);
}

void cgen_exp(Cgen *cgen, const ImpExp *exp, CgenBinding binding) {
  switch (exp->kind) {
  case IMP_CONST: {
    // A minus after an operator is read more easily in parentheses, and `- -1` not at all.
    bool is_negative = binding > BIND_COMPARE && exp->type != SCALAR_BOOL &&
                       exp->type != SCALAR_F16 &&
                       (is_int(exp->type) ? constant_to_i64(exp->as.constant) < 0
                                          : signbit(constant_to_double(exp->as.constant)) != 0);
    open_if(cgen, is_negative);
    write_constant(cgen, exp->as.constant);
    close_if(cgen, is_negative);
    return;
  }
  case IMP_VAR: strbuf_puts(cgen->out, cgen_name(cgen, exp->as.var)); return;
  case IMP_OP: write_op(cgen, exp, binding); return;
  case IMP_LOAD:
    if (cgen->options.has_device && !cgen->is_device && exp->as.load.pointer->kind == IMP_POINTER)
      INTERNAL_ERROR("the host reads %s on the device", exp->as.load.pointer->name);
    write_load(cgen, exp, binding);
    return;
  case IMP_THREADS: strbuf_puts(cgen->out, "ctx->num_threads"); return;
  case IMP_PARAM: {
    int64_t initial = cgen->program->params.data[exp->as.param].threshold.initial;
    unsigned number = (unsigned)exp->as.param;
    if (initial == THRESHOLD_THREADS || initial == THRESHOLD_FAST)
      strbuf_printf(cgen->out, "gpu_param(ctx, %u, ctx->gpu->%s)", number,
                    initial == THRESHOLD_FAST ? "fast" : "threads");
    else
      strbuf_printf(cgen->out, "ctx->params[%u]", number);
    return;
  }
  case IMP_THREAD: strbuf_puts(cgen->out, "THREAD_NUMBER"); return;
  case IMP_LANE: strbuf_puts(cgen->out, "lane"); return;
  case IMP_LANES: strbuf_puts(cgen->out, cgen->team_size); return;
  case IMP_ROOM:
    strbuf_puts(cgen->out, "gpu_room(ctx, ");
    cgen_exp(cgen, exp->as.room.size, BIND_ANY);
    strbuf_puts(cgen->out, ", ");
    cgen_exp(cgen, exp->as.room.bytes, BIND_ANY);
    strbuf_putc(cgen->out, ')');
    return;
  }
  INTERNAL_ERROR("an expression of no kind");
}
