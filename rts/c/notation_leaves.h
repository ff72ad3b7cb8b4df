// Values in the notation of NESL, as effects make and read them.
//
// A program and the world outside exchange a value as the bytes of its leaves (notation.h), in
// order: of each how many elements it has, in 8 bytes, and then these; ints and floats have 8
// bytes, the lowest first, truth values and characters one.
#ifndef RAVEL_RTS_NOTATION_LEAVES_H
#define RAVEL_RTS_NOTATION_LEAVES_H

#include "rts/c/world.h"

// Puts the text of the value with these leaves behind what is left to be received. Negative when
// memory is short.
RTS_API int64_t world_put_notation(EffectWorld *world, const WorldText *type,
                                   const WorldText *leaves);
// Puts the leaves of the value that a text is. Negative when it is none of this type, and then the
// reason is put.
RTS_API int64_t world_put_leaves(EffectWorld *world, const WorldText *type, const WorldText *text);

#endif
