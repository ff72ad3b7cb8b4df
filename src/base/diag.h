// Diagnostics: what ravel tells the user about a program or a command line.
//
// An error or a warning is begun by diag_error or diag_warning; notes and hints that follow attach
// to it. It is printed when the next one begins, or at diag_flush.
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/attributes.h"
#include "base/source.h"
#include "base/strbuf.h"

typedef enum ErrorCode {
#define ERROR(id, code, title) ERROR_##id,
#include "base/errors.def"
#undef ERROR
} ErrorCode;

// The stable code ("E0001") and the title of an error.
const char *error_code_text(ErrorCode code);
const char *error_code_title(ErrorCode code);
// The code of this text; false when there is none.
bool error_code_find(const char *text, size_t length, ErrorCode *code);

typedef enum DiagColor { DIAG_COLOR_AUTO, DIAG_COLOR_ALWAYS, DIAG_COLOR_NEVER } DiagColor;

// Takes an error or a warning that is complete, in place of printing it.
struct Diagnostic;
typedef void DiagTake(void *context, const struct Diagnostic *diagnostic);

typedef struct DiagSettings {
  DiagColor color;       // auto: when output is a terminal and NO_COLOR is not set
  bool json;             // one JSON object per line
  size_t error_limit;    // of errors, and of warnings; 0 for none
  bool hides_warnings;   // those that there are; they are kept with a program in the cache
  bool warnings_fail;    // a warning is an error
  bool is_silent;        // errors are counted, and nothing is printed
  bool is_verbose;       // what diag_tell says is printed
  uint32_t first_source; // warnings about the sources before it are not shown: they were before
  FILE *output;
  DiagTake *take; // NULL: they are printed
  void *take_context;
} DiagSettings;

typedef struct Diag Diag;

// Auto colour, text, 20 errors, stderr.
DiagSettings diag_settings_default(void);

// Makes a Diag with default settings for spans into sources, which may be NULL.
Diag *diag_new(Arena *arena, SourceMap *sources);

// The sources that spans point into; NULL when there are none.
SourceMap *diag_sources(const Diag *diag);

DiagSettings diag_settings(const Diag *diag);

// Prints what is pending, then changes the settings.
void diag_configure(Diag *diag, DiagSettings settings);

// Begins an error or a warning. SPAN_NONE is allowed. The v-form is for wrappers.
void diag_error(Diag *diag, ErrorCode code, Span span, const char *format, ...) PRINTF_LIKE(4, 5);
void diag_verror(Diag *diag, ErrorCode code, Span span, const char *format, va_list arguments)
    PRINTF_LIKE(4, 0);
void diag_warning(Diag *diag, ErrorCode code, Span span, const char *format, ...) PRINTF_LIKE(4, 5);

// Attaches a note, with its own excerpt unless SPAN_NONE, or a hint to the latest error or warning.
void diag_note(Diag *diag, Span span, const char *format, ...) PRINTF_LIKE(3, 4);
void diag_hint(Diag *diag, const char *format, ...) PRINTF_LIKE(2, 3);

// Says where the latest error or warning is in a file that is not a source, such as data on stdin.
// Line and column count from 1; 0 when they are not known.
void diag_place(Diag *diag, const char *file, size_t line, size_t column);

// Prints what is pending.
void diag_flush(Diag *diag);

// Appends the warnings about sources, printed or not, as text for diag_warn_again.
void diag_save_warnings(const Diag *diag, StrBuf *out);
// Gives saved warnings again, but for those that were given already. The sources are known by their
// paths.
void diag_warn_again(Diag *diag, const char *text, size_t length);

// Tells what is done, on a line of its own, to those who want to know.
void diag_tell(Diag *diag, const char *format, ...) PRINTF_LIKE(2, 3);

// How many errors were begun, printed or not.
size_t diag_error_count(const Diag *diag);

// How ravel ends after errors in a source: EXIT_UNSUPPORTED when all of them say that something is
// not supported (codes that begin with U), otherwise EXIT_SOURCE_ERROR.
int diag_exit_code(const Diag *diag);

// Whether there were more errors than the limit; further ones are counted but not printed.
bool diag_is_over_limit(const Diag *diag);

// Whether a source is UTF-8; reports an error at the first byte that is not.
bool diag_check_utf8(Diag *diag, const SourceFile *file);

// Loads a source ("-" is stdin) and checks that it is UTF-8; reports an error and yields NULL if
// not.
const SourceFile *diag_load_source(Diag *diag, const char *path);

#endif
