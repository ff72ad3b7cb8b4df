// The checker: names, types and classes. It annotates the AST in place (see the fields of NeslExp,
// NeslPattern and NeslForm) and orders the forms for to_core.
#ifndef FRONT_NESL_CHECK_H
#define FRONT_NESL_CHECK_H

#include "front/nesl/ast.h"
#include "front/nesl/types.h"

// A checked program. What the lowering may rely on when there are no errors:
//
// - `forms` are those of the prelude, then those of the program (is_prelude tells), in the order
//   of their texts. Evaluate BINDING and EXPRESSION in this order; a value is bound before it is
//   used. A definition that is hidden by a later one of the same name is still here.
// - Every name is resolved: look at NeslExp.function and at values, never at names.
// - A function may call one that is defined further down, but no form is evaluated that reaches a
//   value which is not bound yet.
// - BINDING and EXPRESSION have no type parameters: their types are closed. The types of all
//   expressions inside a function mention its own parameters only, so that substituting the
//   types of an instance leaves a closed type.
// - A call within a recursive group is at type parameters of the caller or at closed types, so that
//   the instances of a program are finitely many.
// - Patterns always match: a tuple pattern has as many items as its type has components, and a
//   datatype has one constructor.
typedef struct NeslChecked {
  NeslForms forms;
  bool has_errors;
} NeslChecked;

// Checks a program, with the forms of the prelude (parsed already; NULL for none) before it. Never
// NULL. Errors go to diag; a program with errors must not be lowered. Errors in the prelude are
// internal ones.
NeslChecked *nesl_check(Arena *arena, Interner *names, Diag *diag, const NeslProgram *prelude,
                        const NeslProgram *program);

#endif
