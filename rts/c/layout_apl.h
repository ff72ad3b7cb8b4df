// Arrays as APL systems lay them out: numbers between blanks, ¯ for a minus, matrices in columns.
//
//   1 2.5 ¯3         a vector; of text, the text
//   1   2.5          a matrix, the points of a column below each other
//   3 ¯14.25
//
// Higher ranks are matrices with empty lines between them; an empty vector is an empty line, and a
// matrix without rows is nothing.
#ifndef RAVEL_RTS_LAYOUT_APL_H
#define RAVEL_RTS_LAYOUT_APL_H

#include "rts/c/notation_apl.h"

// Puts the text of an array, as world_put_array does. Of each axis at most `limit` elements are
// there, unless it is negative, and `...` in place of the others.
RTS_API void world_put_layout(EffectWorld *world, int64_t limit, int64_t kind,
                              const WorldText *sizes, const WorldText *elements);

#endif
