// Private to the checker of expressions: its forms, one family of them per file.
#ifndef FRONT_FUTHARK_CHECK_EXP_H
#define FRONT_FUTHARK_CHECK_EXP_H

#include "front/futhark/check_internal.h"

// ---- check_apply.c ----
const FutType *fut_check_apply(FutChecker *checker, FutExp *exp, const FutType *expected);
const FutType *fut_check_binary(FutChecker *checker, FutExp *exp, const FutType *expected);
const FutType *fut_check_prefix(FutChecker *checker, FutExp *exp);
const FutType *fut_check_section_left(FutChecker *checker, FutExp *exp);
const FutType *fut_check_section_right(FutChecker *checker, FutExp *exp);

// ---- check_index.c ----
const FutType *fut_check_index(FutChecker *checker, FutExp *exp);
const FutType *fut_check_update(FutChecker *checker, FutExp *exp);
const FutType *fut_check_section_path(FutChecker *checker, FutExp *exp, const FutType *expected);
// Checks a path into a value of the type, and what is put there; the type of the value afterwards.
const FutType *fut_check_new_part(FutChecker *checker, const FutPath *path, const FutType *type,
                                  Span span, FutExp *value);
// The size of a range whose parts have been checked; unknown sizes are listed on it.
const FutSize *fut_range_size(FutChecker *checker, FutExp *exp);

// ---- check_let.c, check_loop.c ----
const FutType *fut_check_lets(FutChecker *checker, FutExp *exp, const FutType *expected);
const FutType *fut_check_loop(FutChecker *checker, FutExp *exp);

// ---- check_exp.c ----
// The type of a field. Reports its absence; then ERROR.
const FutType *fut_project(FutChecker *checker, const FutType *type, Name field, Span span);
// The type, unless it holds a function: that is reported, and yields ERROR.
const FutType *fut_forbid_function(FutChecker *checker, const FutType *type, Span span,
                                   const char *why);
// Lists on an expression the unknown sizes of its type that are not older than first_id.
void fut_list_unknown(FutChecker *checker, FutExp *exp, const FutType *type, uint32_t first_id);

// ---- check_scope.c ----
// The type with a new variable for every size outside functions.
const FutType *fut_refresh_sizes(FutChecker *checker, const FutType *type, Span span);

#endif
