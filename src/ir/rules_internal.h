// What the rules share among themselves.
#ifndef RAVEL_IR_RULES_INTERNAL_H
#define RAVEL_IR_RULES_INTERNAL_H

#include "ir/build.h"
#include "ir/rules.h"
#include "ir/type.h"
#include "ir/walk.h"

// One application of a rule: the expression, the pattern if there is one, and the results so far.
typedef struct Rule {
  Program *program;
  const Exp *exp;
  Var *const *declared; // NULL: infer
  size_t declared_count;
  Vec(const Type *) types;
  StrBuf *why;
} Rule;

// Says what is wrong; always false.
bool rule_fail(Rule *rule, const char *format, ...) PRINTF_LIKE(2, 3);
// Says that `what` has another type than it should; always false.
bool rule_mismatch(Rule *rule, const char *what, const Type *expected, const Type *found);
// Adds a result; always true.
bool rule_result(Rule *rule, const Type *type);

bool rule_arg_count(Rule *rule, size_t count);
bool rule_expect(Rule *rule, const char *what, Atom atom, const Type *expected);
bool rule_expect_i64s(Rule *rule, const char *what, const Atom *atoms, size_t count);
// The operand must be a variable that holds an array.
bool rule_expect_array(Rule *rule, Atom atom);
// The operator must combine values of these types, and the neutral elements must be such values.
bool rule_operator(Rule *rule, const Lambda *op, const Atom *neutral, const Type *const *types,
                   size_t count);
// Results that leave a scope in which these variables are bound: a size from inside must be one of
// the results to its left. Adds them.
bool rule_leave(Rule *rule, const Atom *atoms, size_t count, const VarSet *inside);
// The type of what `indices` select from an array, when no lengths change by that.
const Type *rule_row(Rule *rule, const Type *array, size_t index_count);

// Do the atoms fit the signature, its results standing for the atoms?
bool signature_accepts(Program *program, const Signature *signature, const Atom *atoms,
                       size_t count, StrBuf *why);
// The signature of a telescope.
Signature signature_of(Program *program, Var *const *vars, size_t count);

bool rule_index(Rule *rule);
bool rule_slice(Rule *rule);
bool rule_update(Rule *rule);
bool rule_reshape(Rule *rule);
bool rule_coerce(Rule *rule);
bool rule_permute(Rule *rule);
bool rule_concat(Rule *rule);
bool rule_array(Rule *rule);
bool rule_copy(Rule *rule);
bool rule_alloc(Rule *rule);
bool rule_seg_make(Rule *rule);
// Lengths, offsets, total, index and flags.
bool rule_seg_view(Rule *rule);
bool rule_par(Rule *rule);
bool rule_with_acc(Rule *rule);
bool rule_acc_update(Rule *rule);

#endif
