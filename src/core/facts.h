// Facts about the variables of one function that its rewriters must respect. They are computed by
// one walk, and stay right while a rewriter only replaces variables by what they equal and drops
// statements; afterwards they may be too careful, never too bold.
#ifndef RAVEL_CORE_FACTS_H
#define RAVEL_CORE_FACTS_H

#include "ir/ir.h"

typedef struct Facts Facts;

// How many variables a table is made for: rewriting makes few new ones.
size_t facts_capacity(const Program *program);

// No facts yet. They live in `scratch`.
Facts *facts_new(Program *program, Arena *scratch);

// Computes the facts of all variables bound in the function or global.
void facts_of_fun(Facts *facts, Fun *fun);
void facts_of_global(Facts *facts, Global *global);

// Must the array stay apart from every other one? It may share storage with something that is
// consumed, or that leaves the function, where nothing may be assumed about the caller's use.
bool facts_is_owned(const Facts *facts, const Var *var);

// Is nothing consumed that may share storage with it? It may leave the function.
bool facts_is_only_read(const Facts *facts, const Var *var);

// Is it a size of a value that leaves a par or with_acc, bound inside it? Outside the size is a
// result of its own that the value's type names, so that type would change if the size were
// replaced, or moved out.
bool facts_is_pinned(const Facts *facts, const Var *var);

// Does it leave a par or with_acc as a value itself? It must not be replaced by a pinned variable:
// the first of two equal outputs is the one that types name.
bool facts_is_output(const Facts *facts, const Var *var);

// Is it a dimension of some array or space? Such a variable is never replaced by a negative number.
bool facts_is_size(const Facts *facts, const Var *var);

// Are these lengths beside others in a type? An index gives both of them, so two such lengths must
// not become one.
bool facts_is_beside(const Facts *facts, const Var *var);

// How often it is used; for a certificate, how often other than to be needed.
size_t use_count(const Facts *facts, const Var *var);

// `var` was replaced by `by`: its uses are now uses of the other one.
void facts_replace(Facts *facts, const Var *var, const Var *by);

#endif
