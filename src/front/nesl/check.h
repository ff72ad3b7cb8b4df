// The checker: names, types and classes. It annotates the AST in place (see the fields of NeslExp,
// NeslPattern and NeslForm) and orders the forms for to_core.
#ifndef FRONT_NESL_CHECK_H
#define FRONT_NESL_CHECK_H

#include "front/nesl/ast.h"
#include "front/nesl/types.h"
#include "front/session.h"

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
  size_t first;    // the first form that is shown; those before it are evaluated when it is needed
  bool is_session; // the last values are kept, and nothing is called from outside
  bool has_errors;
  // In a session, by form from `first` on: the names of definitions above that go on using what the
  // form hides.
  SessionNames *keepers;
  SessionNames seen; // in a session: all names that can be used after the last form
} NeslChecked;

// Checks a program, with the forms of the prelude (parsed already; NULL for none) before it. Never
// NULL. Errors go to diag; a program with errors must not be lowered. Errors in the prelude are
// internal ones.
NeslChecked *nesl_check(Arena *arena, Interner *names, Diag *diag, const NeslProgram *prelude,
                        const NeslProgram *program);
// The same for a session: the forms of the program up to the one of number `known` were checked
// before, when they were new.
NeslChecked *nesl_check_session(Arena *arena, Interner *names, Diag *diag,
                                const NeslProgram *prelude, const NeslProgram *program,
                                size_t known);

#endif
