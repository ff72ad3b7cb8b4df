// Private to the checker: what a program that is wrong probably means, for those who come from
// other languages. Hints only; nothing here decides what is accepted.
#ifndef FRONT_FUTHARK_CHECK_HINT_H
#define FRONT_FUTHARK_CHECK_HINT_H

#include "front/futhark/check_internal.h"

// A call one of whose arguments does not fit.
typedef struct FutBadCall {
  const char *name;    // of the function, or NULL
  bool is_operator;    // the arguments are its operands
  const FutType *type; // of the function
  FutExp *const *args; // checked up to the one that does not fit, but for lambdas
  size_t count;
  size_t index;         // of the argument that does not fit
  const FutType *found; // its type
} FutBadCall;

// What to write instead of a call; NULL when there is nothing better to say than what was expected.
const char *fut_hint_call(FutChecker *checker, const FutBadCall *call);
// The same for a value, of a type that is no function, that is given an argument.
const char *fut_hint_not_a_function(const FutExp *argument);
// Whether a name stands for nothing.
bool fut_is_unknown(FutChecker *checker, const FutExp *exp);
// The function of the name for the numbers that it is applied to: `f64.sum`, or `f64.sqrt (f64.i32
// x)` when there is none for them; NULL when there is nothing to say.
const char *fut_hint_number_function(FutChecker *checker, Name name);
// Where a module of numbers lacks the name, a kind of numbers that has it; NULL when none has.
const char *fut_hint_member(FutChecker *checker, Name module, Name name);
// What converts to the scalar type of the name: `f64.i32 x`, for what it is applied to.
const char *fut_hint_converted(FutChecker *checker, Name name);
// What another language's name of a function is here; NULL for other names.
const char *fut_hint_function_name(const char *name);
// The same for the name of a type; is_conversion when it is applied like a function.
const char *fut_hint_type_name(FutChecker *checker, const char *name, bool is_conversion);
// How a function is applied that was written like a method of a value; NULL when there is none of
// the name. The span is that of the whole path, or of its last part alone.
const char *fut_hint_method(FutChecker *checker, const FutType *type, Name field, Span span);
// The conversion between scalar types: "`f64.i32` converts …"; NULL when there is none.
const char *fut_hint_conversion(FutChecker *checker, const FutType *expected, const FutType *found);
// Of a function that is passed: that it takes another number of arguments than it is called with;
// NULL when the types, either of which may be NULL, do not say so.
const char *fut_hint_parameters(FutChecker *checker, const FutType *wanted, const FutType *found);

// The first word after `//` that nobody knows; NULL when it can be a division. If there is one, a
// comment was meant.
FutExp *fut_slash_comment(FutChecker *checker, FutExp *right);
// Warns of `2^10`, which is no power.
void fut_warn_power(FutChecker *checker, const FutExp *exp);

#endif
