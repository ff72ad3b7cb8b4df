// Everything here is a projection of scalar_instances.def, and so of ops.def.
#include "ir/scalar_eval.h"

#include <string.h>

#include "ir/type.h"

ScalarInstance scalar_instance(Op op, Scalar type, Scalar to) {
  // By op, type and type of the result; only a conversion has several results for one type.
  static const uint16_t instances[OP_COUNT][SCALAR_COUNT][SCALAR_COUNT] = {
#define INSTANCE_1(ID, FROM, TO, ...)                                                              \
  [OP_##ID][SCALAR_##FROM][SCALAR_##TO] = SCALAR_INSTANCE_##ID##_##FROM##_##TO,
#define INSTANCE_2(ID, FROM, TO, ...)                                                              \
  [OP_##ID][SCALAR_##FROM][SCALAR_##TO] = SCALAR_INSTANCE_##ID##_##FROM##_##TO,
#define INSTANCE_3(ID, FROM, TO, ...)                                                              \
  [OP_##ID][SCALAR_##FROM][SCALAR_##TO] = SCALAR_INSTANCE_##ID##_##FROM##_##TO,
#include "ir/scalar_instances.def"
  };
  const uint16_t *row = instances[op][type];
  if (op_info(op)->shape == SHAPE_CONVERT) return (ScalarInstance)row[to];
  for (size_t i = 0; i < SCALAR_COUNT; i++)
    if (row[i] != SCALAR_INSTANCE_NONE) return (ScalarInstance)row[i];
  return SCALAR_INSTANCE_NONE;
}

const char *scalar_fault(Op op, Scalar type, const ScalarValue *args) {
  if (!op_has(op, FLAG_FAILS) || op_info(op)->shape != SHAPE_BINARY) return NULL;
  ScalarValue wide, narrow = args[1];
  if (!scalar_eval(OP_SEXT, type, SCALAR_I64, &narrow, &wide)) return NULL;
  if (op == OP_SPOW) return wide.i64 < 0 ? "negative exponent" : NULL;
  return wide.i64 == 0 ? "division by zero" : NULL;
}

bool scalar_can_fail(const Exp *exp) {
  if (!op_has(exp->op, FLAG_FAILS)) return false;
  if (op_info(exp->op)->shape != SHAPE_BINARY || exp->args[1].var) return true;
  Constant divisor = exp->args[1].constant;
  const ScalarValue args[] = {divisor.value, divisor.value};
  return scalar_fault(exp->op, divisor.type, args) != NULL;
}

void scalar_fault_show(StrBuf *out, Op op, Scalar type, const ScalarValue *args) {
  strbuf_puts(out, scalar_fault(op, type, args));
  if (op == OP_SPOW) {
    strbuf_printf(out, " %lld", (long long)constant_to_i64((Constant){type, args[1]}));
    return;
  }
  bool is_unsigned = op == OP_UDIV || op == OP_UMOD;
  bool is_rest = op == OP_SMOD || op == OP_UMOD || op == OP_SREM;
  ScalarValue wide, narrow = args[0];
  if (!scalar_eval(is_unsigned ? OP_ZEXT : OP_SEXT, type, SCALAR_I64, &narrow, &wide)) return;
  if (is_unsigned)
    strbuf_printf(out, ": %llu", (unsigned long long)wide.i64);
  else
    strbuf_printf(out, ": %lld", (long long)wide.i64);
  strbuf_puts(out, is_rest ? " % 0" : " / 0");
}

bool scalar_eval(Op op, Scalar type, Scalar to, const ScalarValue *args, ScalarValue *result) {
  if (scalar_fault(op, type, args) != NULL) return false;
  ScalarValue out;
  memset(&out, 0, sizeof out);
  switch (scalar_instance(op, type, to)) {
  case SCALAR_INSTANCE_NONE:
  case SCALAR_INSTANCE_COUNT: return false;
#define INSTANCE_1(ID, FROM, TO, function, a, r)                                                   \
  case SCALAR_INSTANCE_##ID##_##FROM##_##TO:                                                       \
    out.r = function(args[0].a);                                                                   \
    break;
#define INSTANCE_2(ID, FROM, TO, function, a, b, r)                                                \
  case SCALAR_INSTANCE_##ID##_##FROM##_##TO:                                                       \
    out.r = function(args[0].a, args[1].b);                                                        \
    break;
#define INSTANCE_3(ID, FROM, TO, function, a, b, c, r)                                             \
  case SCALAR_INSTANCE_##ID##_##FROM##_##TO:                                                       \
    out.r = function(args[0].a, args[1].b, args[2].c);                                             \
    break;
#include "ir/scalar_instances.def"
  }
  *result = out;
  return true;
}
