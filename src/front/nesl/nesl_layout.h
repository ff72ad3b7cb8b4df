// How NESL is laid out (front/layout.h).
#ifndef FRONT_NESL_NESL_LAYOUT_H
#define FRONT_NESL_NESL_LAYOUT_H

#include "front/layout.h"

// Marks all tokens of a program. False after reporting what cannot be read.
bool nesl_layout(FrontLayout *layout, Diag *diag);

#endif
