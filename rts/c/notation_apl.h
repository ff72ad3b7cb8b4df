// Arrays in the notation of APL:
//
//   [](5)  [3](1,2,3)  [0,5]()  [2,3,4](…)     scalars, vectors, empty matrices, higher ranks
//   matrices in lines, between empty ones; texts as they are
#ifndef RAVEL_RTS_NOTATION_APL_H
#define RAVEL_RTS_NOTATION_APL_H

#include "rts/c/world.h"

// The types of elements, by their numbers.
typedef enum AplElement {
  APL_ELEMENT_BOOL,
  APL_ELEMENT_INT,
  APL_ELEMENT_DOUBLE,
  APL_ELEMENT_COMPLEX, // two numbers each
  APL_ELEMENT_CHAR
} AplElement;

// An array whose sizes and elements have 8 characters each, the lowest first.
typedef struct ShownArray {
  AplElement kind;
  size_t rank;
  const WorldText *sizes, *elements;
  int64_t count;
} ShownArray;

RTS_API ShownArray shown_array(int64_t kind, const WorldText *sizes, const WorldText *elements);
RTS_API int64_t shown_number(const WorldText *text, int64_t position);
RTS_API double shown_double(const WorldText *text, int64_t position);
// The bytes of a character, at most 4 and an end; gives how many.
RTS_API size_t shown_char(uint32_t c, char *text);

// Puts the text of an array, with the end of its line, after what is left to be received.
RTS_API void world_put_array(EffectWorld *world, int64_t kind, const WorldText *sizes,
                             const WorldText *elements);
// Puts the text of its elements alone, and gives the length of a line. Scalars and vectors are one
// line, with blanks between; the rows of other arrays are lines without an end, as they are shown.
RTS_API int64_t world_put_format(EffectWorld *world, int64_t kind, const WorldText *sizes,
                                 const WorldText *elements);
// The same of real numbers with a fixed number of decimals, or, when that is negative, of digits
// before an exponent. The numbers are the type of the elements, how many characters each has (0:
// as many as they need) and the decimals. What does not fit is stars.
RTS_API int64_t world_put_fixed(EffectWorld *world, const int64_t numbers[3],
                                const WorldText *sizes, const WorldText *elements);

#endif
