// Patterns: a match covers every value, every case can be reached, and what a let or a parameter
// binds cannot fail to match.
#ifndef FRONT_FUTHARK_CHECK_MATCH_H
#define FRONT_FUTHARK_CHECK_MATCH_H

#include "front/futhark/ast.h"
#include "front/futhark/types.h"

// Checks all patterns of a definition whose types are known. Missing cases are errors. Cases that
// are never reached are warnings, if those are wanted.
void fut_check_matches(Diag *diag, const FutBinding *binding, bool with_warnings);

#endif
