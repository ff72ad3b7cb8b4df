// How operators bind; shared by the parser and the printer.
#ifndef FRONT_FUTHARK_OPERATORS_H
#define FRONT_FUTHARK_OPERATORS_H

#include "front/futhark/ast.h"

// Everything that has a place between a whole expression and an atom, from loose to tight.
typedef enum FutPrecedence {
  FUT_PRECEDENCE_EXP, // anything, also a type ascription or a prefix form
  FUT_PRECEDENCE_RANGE,
  FUT_PRECEDENCE_BACKTICK,
  FUT_PRECEDENCE_WITH,
  FUT_PRECEDENCE_PIPE,
  FUT_PRECEDENCE_APPLY, // the operator `<|`
  FUT_PRECEDENCE_OR,
  FUT_PRECEDENCE_AND,
  FUT_PRECEDENCE_COMPARE,
  FUT_PRECEDENCE_BITS,
  FUT_PRECEDENCE_SHIFT,
  FUT_PRECEDENCE_ADD,
  FUT_PRECEDENCE_MULTIPLY,
  FUT_PRECEDENCE_POWER,
  FUT_PRECEDENCE_PREFIX,
  FUT_PRECEDENCE_ATOM,
} FutPrecedence;

// How an operator binds, by its first characters; whether it associates to the right.
FutPrecedence fut_operator_precedence(const FutOperator *op);
bool fut_operator_is_right(const FutOperator *op);

#endif
