// What the files of the value family share: the reader, the writer, and errors.

#ifndef RAVEL_RTS_VALUE_INTERNAL_H
#define RAVEL_RTS_VALUE_INTERNAL_H

#include "rts/c/value.h"

// How much of the input is kept in view, at least, while a token is read: no token is longer.
#define READER_LOOKAHEAD 4096

struct Reader {
  FILE *file;            // NULL for memory
  unsigned char *buffer; // owned, holds the view on a file; NULL for memory
  size_t capacity;
  const unsigned char *start, *position, *end; // the view; what is before `position` was read
  size_t offset, line, column;                 // of `start`
  bool is_exhausted;                           // nothing follows `end`
  bool has_binary;                             // line and column mean nothing any more
  int error_number;                            // errno of a failed read, or 0
  size_t limit;                                // bytes that an array may have
};

// Powers of ten as 128-bit numbers with the highest bit set, rounded up; see value_float.c.
#define POWERS_OF_TEN_MIN (-292)
#define POWERS_OF_TEN_MAX 324

typedef struct PowersOfTen {
  int up, down; // this many powers from 10^0 upwards and from 10^-1 downwards are known
  uint64_t high[POWERS_OF_TEN_MAX - POWERS_OF_TEN_MIN + 1];
  uint64_t low[POWERS_OF_TEN_MAX - POWERS_OF_TEN_MIN + 1];
} PowersOfTen;

struct Writer {
  FILE *file; // NULL for memory
  char *data; // owned: a buffer before the file, or all that was written
  size_t count, capacity;
  PowersOfTen powers; // made as far as the floats that are written need
};

// Fills `error` (unless NULL) without a position; returns false.
RTS_API bool value_fail(ValueError *error, const char *format, ...);
// Fills `error` for a lack of memory; returns false.
RTS_API bool value_fail_memory(ValueError *error, size_t bytes);
// Fills `error` with the position of `at`, which is in view; returns false. If reading from the
// stream failed, it says so instead.
RTS_API bool reader_fail(Reader *reader, const unsigned char *at, ValueError *error,
                         const char *format, ...);
// The same with an offset only, for binary input.
RTS_API bool reader_fail_binary(Reader *reader, size_t offset, ValueError *error,
                                const char *format, ...);
// How many bytes were read.
RTS_API size_t reader_offset(const Reader *reader);

// Brings at least `count` bytes into view, if there are this many; count <= READER_LOOKAHEAD.
RTS_API void reader_fill(Reader *reader, size_t count);
// Reads `count` bytes into `target`; false at the end of the input.
RTS_API bool reader_take(Reader *reader, void *target, size_t count);

// Room for `count` more bytes, not yet counted as written; NULL after filling `error`.
RTS_API char *writer_reserve(Writer *writer, size_t count, ValueError *error);

// The number of elements of a shape, and their size in bytes; false if either overflows.
RTS_API bool shape_measure(Prim prim, int rank, const int64_t *shape, int64_t *count, size_t *size);

// Reads what follows, a value in the binary or the text format.
RTS_API bool value_read_binary(Reader *reader, const ValueType *expected, Value *out,
                               ValueError *error);
RTS_API bool value_read_text(Reader *reader, const ValueType *expected, Value *out,
                             ValueError *error);
// Skips blanks and comments.
RTS_API void reader_skip_blanks(Reader *reader);
// Writes the element at `data` as text; there is room for ELEMENT_TEXT_SIZE bytes. Returns the end.
#define ELEMENT_TEXT_SIZE 48
RTS_API char *element_print(PowersOfTen *powers, Prim prim, const void *data, char *target);

// A number in the text: what was written, not yet of a type.
typedef struct Literal {
  const unsigned char *text; // in the reader's view
  size_t length;             // without the suffix
  bool is_negative;
  bool is_float;    // has a fraction or exponent
  bool is_prefixed; // 0x or 0b
  bool is_nan, is_infinite;
  bool is_overflow;   // there are more digits than `magnitude` can hold
  uint64_t magnitude; // the digits as an integer
  int64_t exponent;   // of ten, to scale the magnitude
  bool has_suffix;
  Prim suffix;
} Literal;

// The number nearest to the literal; false if that would be an infinity. The target has the type
// f16 (as its bits), f32 or f64.
RTS_API bool literal_to_float(const Literal *literal, Prim prim, void *target);
// Writes a float with the fewest digits that read back as the same number. Returns the end.
RTS_API char *float_print(PowersOfTen *powers, Prim prim, const void *data, char *target);

#endif
