// Scalar operations on known values, by the definitions in rts/c/scalar.h: the constant folder and
// the interpreter agree with generated code because they call the same functions.
#ifndef RAVEL_IR_SCALAR_EVAL_H
#define RAVEL_IR_SCALAR_EVAL_H

#include "ir/ir.h"

// Every scalar op at every type: SCALAR_ADD_I32_I32 is `add` from i32 to i32.
typedef enum ScalarInstance {
  SCALAR_INSTANCE_NONE,
#define INSTANCE_1(ID, FROM, TO, ...) SCALAR_INSTANCE_##ID##_##FROM##_##TO,
#define INSTANCE_2(ID, FROM, TO, ...) SCALAR_INSTANCE_##ID##_##FROM##_##TO,
#define INSTANCE_3(ID, FROM, TO, ...) SCALAR_INSTANCE_##ID##_##FROM##_##TO,
#include "ir/scalar_instances.def"
  SCALAR_INSTANCE_COUNT
} ScalarInstance;

// The instance of an op whose operands are of `type` (`t` in ops.def). `to` is the type a
// conversion gives and is read only for one. SCALAR_INSTANCE_NONE when the op is not defined at
// these types.
ScalarInstance scalar_instance(Op op, Scalar type, Scalar to);

// Why the op has no result for these operands: "division by zero", "negative exponent"; NULL when
// it has one. Only ops that FAIL can have a reason.
const char *scalar_fault(Op op, Scalar type, const ScalarValue *args);

// May the expression fail? A division by a constant other than 0 does not.
bool scalar_can_fail(const Exp *exp);

// Writes that fault with its operands: "division by zero: 7 / 0". There must be one.
void scalar_fault_show(StrBuf *out, Op op, Scalar type, const ScalarValue *args);

// Evaluates a scalar op; types as for scalar_instance. False when it is not defined at these types
// or fails for these operands. Bytes of the result beyond its member are zero.
bool scalar_eval(Op op, Scalar type, Scalar to, const ScalarValue *args, ScalarValue *result);

#endif
