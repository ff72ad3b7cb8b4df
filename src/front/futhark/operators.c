#include "front/futhark/operators.h"

#include <string.h>

typedef enum Side { LEFT, RIGHT } Side;

typedef struct FutOperatorInfo {
  const char *text;
  FutPrecedence precedence;
  Side side;
} FutOperatorInfo;

static const FutOperatorInfo OPERATORS[] = {
#define OPERATOR(text, precedence, side) {text, FUT_PRECEDENCE_##precedence, side},
#include "front/futhark/operators.def"
#undef OPERATOR
};

static const FutOperatorInfo BACKTICK = {"`", FUT_PRECEDENCE_BACKTICK, LEFT};

static const FutOperatorInfo *operator_info(const FutOperator *op) {
  const FutOperatorInfo *best = &BACKTICK;
  size_t best_length = 0;
  if (op->is_backtick) return best;
  for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++) {
    if (OPERATORS[i].text[0] != op->name.name[0]) continue;
    size_t length = strlen(OPERATORS[i].text);
    if (length <= best_length || strncmp(op->name.name, OPERATORS[i].text, length) != 0) continue;
    best = &OPERATORS[i];
    best_length = length;
  }
  return best;
}

FutPrecedence fut_operator_precedence(const FutOperator *op) {
  return operator_info(op)->precedence;
}

bool fut_operator_is_right(const FutOperator *op) { return operator_info(op)->side == RIGHT; }
