// What the files of the pass `parts` share.
#ifndef RAVEL_FLAT_PARTS_H
#define RAVEL_FLAT_PARTS_H

#include "ir/build.h"

// Is it a split into more classes than a kernel of a device takes?
bool parts_has_many_classes(const Output *output);
// The par, whose only output is such a split, as several.
void split_by_digits(Program *program, const Stm *stm, Stms *out);

#endif
