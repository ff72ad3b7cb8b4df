// How Futhark is laid out (front/layout.h).
#ifndef FRONT_FUTHARK_FUTHARK_LAYOUT_H
#define FRONT_FUTHARK_FUTHARK_LAYOUT_H

#include "front/layout.h"

// Marks all tokens of a program. False after reporting what cannot be read.
bool fut_layout(FrontLayout *layout, Diag *diag);

#endif
