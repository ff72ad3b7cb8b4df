// The world outside, as a program acts on it: streams, files, the environment, the clock.
//
// An effect takes numbers and texts, and gives numbers. What an effect reads has a length
// that is known only afterwards, so it waits in the world until it is received. A file that is
// written gets its name when it is complete: until then it has another one, beside it.
//
// Nothing here ends the process. Used by the interpreters and, pasted into them, by compiled
// programs.

#ifndef RAVEL_RTS_WORLD_H
#define RAVEL_RTS_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef RTS_API
#define RTS_API
#endif

// X(ID, text, numbers, texts, results): the name in textual IR, `effect "print", ...`; how many
// operands are i64s; how many are texts, arrays [n]i8, after the numbers; and how many i64s it
// gives.
//
// A stream is a number: 0, 1 and 2 are standard input, output and error, others are from `open`.
// Where there are two results, the first says whether it went well (it is not negative) and the
// second how long the text is that it left to be received: what was read, or why it went wrong.
#define EFFECTS(X)                                                                                 \
  X(PRINT, "print", 1, 1, 0)   /* a text to a stream; that it cannot be is a failure */            \
  X(LINE, "line", 0, 0, 0)     /* ends the line of what was printed, unless it is ended */         \
  X(CLOCK, "clock", 0, 0, 2)   /* nanoseconds, when all further operands are computed; and 1 */    \
  X(OPEN, "open", 1, 1, 2)     /* 0 to read or 1 to write, path: a stream */                       \
  X(CLOSE, "close", 1, 0, 2)   /* a stream */                                                      \
  X(WRITE, "write", 1, 1, 2)   /* a text to a stream */                                            \
  X(READ, "read", 2, 1, 2)     /* stream, how many at most (-1: all), at which characters it ends: \
                                  0 at the end of the file, 1 at one of these, which is skipped, 2 \
                                  when this many were read */                                      \
  X(LOAD, "load", 0, 1, 2)     /* path: all of a file */                                           \
  X(SAVE, "save", 1, 2, 2)     /* 0 anew or 1 at its end, path, text */                            \
  X(ASK, "ask", 0, 1, 2)       /* the name of a variable of the environment: what it is */         \
  X(FAIL, "fail", 0, 1, 0)     /* a text: the program fails with it */                             \
  X(SHOW, "show", 1, 2, 0)     /* an array in the notation of APL: see notation_apl.h */           \
  X(FORMAT, "format", 1, 2, 2) /* its elements alone, as a text: the length of a line */           \
  X(FIXED, "fixed", 3, 2, 2)   /* the same with this many characters and decimals for each */      \
  X(NOTATE, "notate", 0, 2, 2) /* a value in the notation of NESL: see notation_leaves.h */        \
  X(PARSE, "parse", 0, 2, 2)   /* the value that a text is, in the same way */                     \
  X(TRACE, "trace", 0, 0, 0)   /* a message with values, to standard error, also in a par */

typedef enum EffectKind {
#define X(id, ...) EFFECT_##id,
  EFFECTS(X)
#undef X
      EFFECT_COUNT
} EffectKind;

enum { EFFECT_MAX_NUMBERS = 3, EFFECT_MAX_TEXTS = 2, EFFECT_MAX_RESULTS = 2 };

typedef struct WorldText {
  const char *bytes;
  size_t count;
} WorldText;

// A stream that was opened. What is written goes to `temporary` until it is closed.
typedef struct WorldFile {
  FILE *file; // NULL: closed
  char *path, *temporary;
} WorldFile;

typedef struct EffectWorld {
  WorldFile *files; // stream number 3 is the first
  size_t file_count;
  char *text; // what the last effect left to be received
  size_t text_count, text_capacity;
  FILE *out;         // where stream 1 goes; NULL: standard output
  bool is_in_line;   // stream 1 is after the beginning of a line
  bool lacks_memory; // the last effect would have left a longer text
  bool is_plain;     // arrays are shown as APL systems lay them out: see layout_apl.h
} EffectWorld;

// Carries out an effect other than clock and trace. False if the program cannot go on, and then the
// text that is left says why.
RTS_API bool world_act(EffectWorld *world, EffectKind kind, const int64_t *numbers,
                       const WorldText *texts, int64_t *results);
// The same, by whoever else carries effects out, in a world of their own; the text is left in this
// one.
typedef bool WorldAct(void *context, EffectWorld *world, EffectKind kind, const int64_t *numbers,
                      const WorldText *texts, int64_t *results);
// Puts more characters after the text that is left.
RTS_API void world_put(EffectWorld *world, const char *bytes, size_t count);
// Closes what is open: files that are not complete vanish.
RTS_API void world_close(EffectWorld *world);

#endif
