// The parts of an expression, one after the other, for walks that treat most kinds alike.
#ifndef FRONT_FUTHARK_AST_WALK_H
#define FRONT_FUTHARK_AST_WALK_H

#include "front/futhark/ast.h"

typedef void FutVisit(void *context, const FutExp *part);

// Calls visit for every expression directly inside, in the order of evaluation; the bodies of
// lambdas, local functions and cases too, but not the body of a `let` (fut_let_body).
void fut_exp_parts(const FutExp *exp, FutVisit *visit, void *context);

// What follows a LET, LET_UPDATE or LET_FUNCTION, to be walked in a loop; NULL for all others.
const FutExp *fut_let_body(const FutExp *exp);

#endif
