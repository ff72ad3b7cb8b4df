// Values in the notation of NESL: nested sequences, tuples, strings.
//
// What a program exchanges with the outside are scalars and arrays of one dimension, its leaves. A
// nested sequence is the lengths of its inner sequences and then their elements, all in order; a
// sequence of tuples has leaves for each component. The notation of an entry point's values is in
// its attributes, which are texts:
//
//   nesl param TYPE     of a parameter, one for each in order
//   nesl result TYPE    of the result
//   nesl shows NAME : TYPE     what is printed before and after the result of a top-level form
//   nesl prints TEXT    what is printed for a form without a value
//
// where TYPE is int, float, bool, char, [TYPE], (TYPE, TYPE), name(TYPE, TYPE), a datatype, or fn,
// a function, of which nothing else is shown (its leaf is a truth value).

#ifndef RAVEL_RTS_NOTATION_H
#define RAVEL_RTS_NOTATION_H

#include "rts/c/value.h"

typedef struct Notation Notation;

// What stands after "nesl", a blank, the word and a blank in attribute number `position` of those
// that begin so; NULL when there is none.
RTS_API const char *notation_find(const char *const *attributes, size_t count, const char *word,
                                  size_t position);
// The same for what APL says: what stands after the word, with its blank. "apl shows int char" and
// "apl keeps double" belong to statements of a session, of which only the first kind is shown, and
// list the types of the arrays that they give.
RTS_API const char *notation_find_apl(const char *const *attributes, size_t count,
                                      const char *word);
// Do the attributes belong to an APL program: "apl program"?
RTS_API bool notation_is_program(const char *const *attributes, size_t count);
// Do the attributes belong to a top-level form, a statement of a session, or an APL program?
RTS_API bool notation_is_form(const char *const *attributes, size_t count);

// What keeps a function from being an entry point, as words after "its type", where the text of
// `nesl prints` is about the function; else NULL.
RTS_API const char *notation_obstacle(const char *prints, const char *name);

// Reads a type; NULL when it is none, or memory is short.
RTS_API Notation *notation_new(const char *type);
RTS_API void notation_free(Notation *notation);
// How many leaves a value of the type has.
RTS_API size_t notation_leaf_count(const Notation *notation);
// Their types, in order.
RTS_API void notation_types(const Notation *notation, ValueType *types);

// Writes the value with these leaves. Of every sequence at most `limit` elements are shown, unless
// it is negative.
RTS_API bool notation_write(Writer *writer, const Notation *notation, const Value *leaves,
                            int64_t limit, ValueError *error);
// Reads a value, in this notation or leaf by leaf in the data format, which `types` are of. After a
// failure the leaves hold nothing.
RTS_API bool notation_read(Reader *reader, const Notation *notation, const ValueType *types,
                           Value *leaves, ValueError *error);

#endif
