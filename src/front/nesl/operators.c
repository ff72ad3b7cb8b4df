#include "front/nesl/operators.h"

#include <string.h>

typedef struct NeslOperatorInfo {
  const char *text, *function;
  int level;
} NeslOperatorInfo;

static const NeslOperatorInfo OPERATORS[] = {
#define BINARY(id, text, level, function) {text, function, level},
#define UNARY(id, text, function)         {text, function, NESL_LEVEL_NONE},
#include "front/nesl/operators.def"
#undef BINARY
#undef UNARY
};

const char *nesl_operator_text(NeslOperator op) { return OPERATORS[op].text; }

const char *nesl_operator_function(NeslOperator op) { return OPERATORS[op].function; }

int nesl_operator_level(NeslOperator op) { return OPERATORS[op].level; }

NeslOperator nesl_operator_find(const char *text, bool is_binary) {
  for (int op = 0; op < NESL_OPERATOR_COUNT; op++)
    if ((OPERATORS[op].level != NESL_LEVEL_NONE) == is_binary &&
        strcmp(OPERATORS[op].text, text) == 0)
      return (NeslOperator)op;
  return NESL_OPERATOR_COUNT;
}
