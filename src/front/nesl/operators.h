// The projections of operators.def.
#ifndef FRONT_NESL_OPERATORS_H
#define FRONT_NESL_OPERATORS_H

#include <stdbool.h>

typedef enum NeslOperator {
#define BINARY(id, text, level, function) NESL_BINARY_##id,
#define UNARY(id, text, function)         NESL_UNARY_##id,
#include "front/nesl/operators.def"
#undef BINARY
#undef UNARY
  NESL_OPERATOR_COUNT
} NeslOperator;

enum { NESL_LEVEL_NONE = 0, NESL_LEVEL_POWER = 6 };

// How the operator is written, and the name of the function that it calls.
const char *nesl_operator_text(NeslOperator op);
const char *nesl_operator_function(NeslOperator op);
// How tightly a binary operator binds; NESL_LEVEL_NONE for a unary one.
int nesl_operator_level(NeslOperator op);
// The operator that is written so, or NESL_OPERATOR_COUNT.
NeslOperator nesl_operator_find(const char *text, bool is_binary);

#endif
