// Ownership for front ends: copies where the rules of sharing and consuming ask for them.
#ifndef RAVEL_IR_OWN_H
#define RAVEL_IR_OWN_H

#include "ir/ir.h"

// Inserts copies, and declares what results share, until the program keeps the rules. The program
// must be right otherwise.
void program_own(Program *program);

#endif
