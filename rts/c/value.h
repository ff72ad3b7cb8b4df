// Values and how they are read and written.
//
// A Value is a scalar or a rectangular array of a primitive type: what crosses the boundary of a
// program. It is read and written in Futhark's two data formats, text (`[1i32, 2i32]`) and binary
// (`b`, version 2), which may be mixed in one stream. The compiler uses this for test blocks, the
// interpreter and data sets; it is also pasted into generated programs. It therefore uses only
// libc, has no state outside the objects below, and never ends the process: every function that
// can fail returns false and fills a ValueError. Input is not trusted: malformed or truncated input
// is an error, and memory is only taken in proportion to the input that is really there.
//
// Text, beside the obvious: integers in decimal, 0x and 0b, digits may be separated by `_`; decimal
// and hexadecimal floats, `nan`, `inf`, `f32.nan`, `-f64.inf`; a type suffix on every number is
// optional; `true`, `false`; "strings" are arrays of u8; an array without elements is
// `empty([0][3]i32)`, because its element type and other dimensions cannot be seen otherwise; `[]`
// is accepted where the expected type says the rest. `--` starts a comment.
//
// Numbers with a fraction are read by strtod when the fast path cannot be exact; that function
// obeys the locale's decimal point, and so does this code, so any LC_NUMERIC works, but the locale
// must not be changed by another thread meanwhile.

#ifndef RAVEL_RTS_VALUE_H
#define RAVEL_RTS_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Where these files are pasted into a library this is defined as `static inline`, so that two
// libraries can live in one program, and what is not used does not matter.
#ifndef RTS_API
#define RTS_API
#endif

// VALUE_PRIMS(X): X(constant, name, type tag in the binary format, size in bytes).
#define VALUE_PRIMS(X)                                                                             \
  X(I8, "i8", "  i8", 1)                                                                           \
  X(I16, "i16", " i16", 2)                                                                         \
  X(I32, "i32", " i32", 4)                                                                         \
  X(I64, "i64", " i64", 8)                                                                         \
  X(U8, "u8", "  u8", 1)                                                                           \
  X(U16, "u16", " u16", 2)                                                                         \
  X(U32, "u32", " u32", 4)                                                                         \
  X(U64, "u64", " u64", 8)                                                                         \
  X(F16, "f16", " f16", 2)                                                                         \
  X(F32, "f32", " f32", 4)                                                                         \
  X(F64, "f64", " f64", 8)                                                                         \
  X(BOOL, "bool", "bool", 1)

typedef enum Prim {
#define X(ID, NAME, TAG, SIZE) PRIM_##ID,
  VALUE_PRIMS(X)
#undef X
} Prim;

// The most dimensions that a value may have.
#define VALUE_MAX_RANK 64
// The largest size of a dimension of an argument, also where it has no elements. Compiled programs
// rely on it.
#define VALUE_MAX_SIZE ((int64_t)1 << 60)

// A scalar (rank 0, shape NULL) or an array with its elements in row-major order. `data` is never
// NULL in a value that was made here. Elements have the host's byte order; a bool is one byte.
typedef struct Value {
  Prim prim;
  int rank;
  int64_t *shape;
  void *data;
} Value;

typedef struct ValueType {
  Prim prim;
  int rank;
} ValueType;

// Why something failed. Positions count from 1 for text; line and column are 0 for binary input,
// for what follows it, and for errors that have no position. `offset` is the position in bytes,
// from 0; it counts when has_offset says so.
typedef struct ValueError {
  char message[512];
  size_t line, column, offset;
  bool has_offset;
  bool out_of_memory;
} ValueError;

// ---------------------------------------------------------------------------------------------
// Primitive types and types of values

// The name of a type: "i32".
RTS_API const char *prim_name(Prim prim);
// The type with the given name; false if there is none.
RTS_API bool prim_from_name(const char *name, size_t length, Prim *prim);
// Bytes of one element.
RTS_API size_t prim_size(Prim prim);
// Whether values of the type are signed or unsigned integers, or floats.
RTS_API bool prim_is_signed(Prim prim);
RTS_API bool prim_is_unsigned(Prim prim);
RTS_API bool prim_is_float(Prim prim);

// Reads a type such as `i32`, `[][3]f64`; the whole text must be one. If `shape` is not NULL it has
// room for VALUE_MAX_RANK sizes and receives them, -1 where none is written.
RTS_API bool value_type_parse(const char *text, size_t length, ValueType *type, int64_t *shape);
// Writes a type like snprintf; sizes come from `shape`, or are left out where it is NULL or has -1.
RTS_API int value_type_print(ValueType type, const int64_t *shape, char *buffer, size_t size);

// ---------------------------------------------------------------------------------------------
// Values

// Makes a value of the given type and shape (rank sizes), all elements zero. False if the shape is
// too large or memory is short.
RTS_API bool value_make(Value *value, Prim prim, int rank, const int64_t *shape);
// Frees what the value owns and makes it empty; harmless on a value that is all zeros.
RTS_API void value_free(Value *value);
// The number of elements; 1 for a scalar.
RTS_API int64_t value_count(const Value *value);
// The type of a value.
RTS_API ValueType value_type(const Value *value);
// Whether two values have the same element type and rank (not: the same shape).
RTS_API bool value_equal_type(const Value *a, const Value *b);
// Whether `got` is what was expected. Types and shapes must be equal, and so must elements, except
// that finite floats e and g may differ by tolerance * max(|e|, 0.001). A nan equals every nan. If
// not equal, `message` (size bytes) says where and how: "at [3][4]: expected 1i32, got 2i32".
RTS_API bool value_compare(const Value *expected, const Value *got, double tolerance, char *message,
                           size_t size);

// ---------------------------------------------------------------------------------------------
// Reading

typedef struct Reader Reader;

// A reader of a stream or of memory, neither of which it owns. It reads ahead of what it returns.
// NULL if memory is short.
RTS_API Reader *reader_from_file(FILE *file);
RTS_API Reader *reader_from_memory(const void *data, size_t size);
// Frees the reader; NULL is allowed.
RTS_API void reader_free(Reader *reader);

// Arrays with more bytes of data are refused from now on, as if memory were short; at the latest
// when they have a megabyte more.
RTS_API void reader_set_limit(Reader *reader, size_t bytes);

// Reads the next value, in whichever format it is. If `expected` is given, the value must have that
// type and numbers without suffix take it; else these are i32, or f64 if not integral. After a
// failure `out` holds nothing and the reader must not be used further.
RTS_API bool value_read(Reader *reader, const ValueType *expected, Value *out, ValueError *error);
// Skips blanks and comments; true if nothing follows. If something does, or reading fails, it is
// false and `error` (may be NULL) says what.
RTS_API bool reader_at_end(Reader *reader, ValueError *error);

// ---------------------------------------------------------------------------------------------
// Writing

typedef struct Writer Writer;

// A writer to a stream, which it does not own, or to a growing piece of memory. NULL if memory is
// short.
RTS_API Writer *writer_to_file(FILE *file);
RTS_API Writer *writer_to_memory(void);
// Hands everything written so far to the stream, and flushes it. No effect for memory.
RTS_API bool writer_flush(Writer *writer, ValueError *error);
// What was written to memory so far; valid until the next write. It is followed by a zero byte.
RTS_API const char *writer_data(const Writer *writer, size_t *size);
// Frees the writer without flushing; NULL is allowed.
RTS_API void writer_free(Writer *writer);

// Writes a value in text, without a newline. Every number has its suffix; floats have the fewest
// digits that read back to the same number.
RTS_API bool value_write_text(Writer *writer, const Value *value, ValueError *error);
// Writes a value in the binary format.
RTS_API bool value_write_binary(Writer *writer, const Value *value, ValueError *error);
// Writes text as it is: newlines between values, for example.
RTS_API bool writer_put(Writer *writer, const char *text, size_t length, ValueError *error);

#endif
