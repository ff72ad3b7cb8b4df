// The verifier: is this a legal program at its level? Run after every pass.
#ifndef RAVEL_IR_VERIFY_H
#define RAVEL_IR_VERIFY_H

#include "ir/ir.h"

// Reports every violation with its span and the printed statement. True when there is none.
bool program_verify(Program *program, Diag *diag);

// Reports the first array of more than RANK_MAX dimensions in what a front end has made. True when
// there is none.
bool program_check_ranks(Program *program, Diag *diag);

#endif
