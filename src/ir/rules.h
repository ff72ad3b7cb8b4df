// The typing rules: what an expression's results are, given its operands.
//
// One set of rules serves the builders (a violation is a bug of the caller), the parser (an error
// in the text) and the verifier (an error of a pass). They look at one expression at a time: nested
// statements are taken to be right, since the builder, parser or verifier has visited them already.
#ifndef RAVEL_IR_RULES_H
#define RAVEL_IR_RULES_H

#include "ir/ir.h"

// The results' types. A dimension may name an earlier result (Dim.result); where the results are
// bound, it is replaced by the variable bound to that result.
typedef struct Signature {
  const Type **types;
  size_t count;
} Signature;

// Infers the signature. `declared` are the variables of the pattern, of which SHAPED ops, `if`,
// `switch` and zero-result cases take what cannot be inferred; with `declared` NULL such an
// expression is refused unless its operands tell. False, with the reason appended to `why`, when a
// rule is violated.
bool exp_infer(Program *program, const Exp *exp, Var *const *declared, size_t declared_count,
               Signature *signature, StrBuf *why);

// Infers, and checks that the pattern has just these types.
bool exp_check(Program *program, const Exp *exp, Var *const *vars, size_t var_count, StrBuf *why);

// The operand by which a scalar op breaks the rule that its operands have one type, when that is
// what it breaks; otherwise arg_count. For messages.
size_t exp_odd_operand(const Exp *exp);

// Gives these variables, one per result, the signature's types.
void signature_name(Program *program, const Signature *signature, Var *const *vars);
// Fresh variables for the results, all named `name`.
Var **signature_bind(Program *program, const Signature *signature, const char *name, Span span);

// Do these atoms fit a telescope: same number, and each type equal once the telescope's variables
// stand for the atoms? Used for arguments, loop values, branch and function results.
bool telescope_accepts(Program *program, Var *const *vars, const Atom *atoms, size_t count,
                       size_t atom_count, StrBuf *why);

// The type of a row or selection: `xs[i]`, `xs[0:3:1, j]`. `is_range[k]` and, for a range, its
// count say what happens to leading dimension k. Lengths that the selection changes become results,
// in front of the selection itself, which is the last type of the signature.
bool type_select(Program *program, const Type *type, size_t rank, const bool *is_range,
                 const Dim *counts, Signature *signature, StrBuf *why);

// Is `var` bound by these statements' patterns (not inside their bodies)?
bool stms_bind(const Stms *stms, const Var *var);

#endif
