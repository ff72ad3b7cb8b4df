#include "base/diag.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag_render.h"
#include "base/internal.h"
#include "base/utf8.h"

struct Diag {
  Arena *arena;
  SourceMap *sources;
  DiagSettings settings;
  size_t error_count, warning_count;
  size_t unsupported_count; // of these, how many say that something is not supported
  bool has_said_stop;       // "too many errors" was printed; nothing is printed any more
  bool is_dropped;          // the latest error or warning is not printed
  Diagnostic *pending;
  Vec(const Diagnostic *) warnings; // all but old ones, for diag_save_warnings
};

static const char *const CODES[] = {
#define ERROR(id, code, title) code,
#include "base/errors.def"
#undef ERROR
};

static const char *const TITLES[] = {
#define ERROR(id, code, title) title,
#include "base/errors.def"
#undef ERROR
};

const char *error_code_text(ErrorCode code) { return CODES[code]; }

const char *error_code_title(ErrorCode code) { return TITLES[code]; }

bool error_code_find(const char *text, size_t length, ErrorCode *code) {
  for (size_t i = 0; i < sizeof CODES / sizeof *CODES; i++) {
    if (strncmp(CODES[i], text, length) != 0 || CODES[i][length] != '\0') continue;
    *code = (ErrorCode)i;
    return true;
  }
  return false;
}

DiagSettings diag_settings_default(void) {
  return (DiagSettings){.color = DIAG_COLOR_AUTO, .error_limit = 20, .output = stderr};
}

Diag *diag_new(Arena *arena, SourceMap *sources) {
  Diag *diag = arena_make(arena, Diag);
  diag->arena = arena;
  diag->sources = sources;
  diag->settings = diag_settings_default();
  return diag;
}

SourceMap *diag_sources(const Diag *diag) { return diag->sources; }

DiagSettings diag_settings(const Diag *diag) { return diag->settings; }

void diag_configure(Diag *diag, DiagSettings settings) {
  diag_flush(diag);
  diag->settings = settings;
}

size_t diag_error_count(const Diag *diag) { return diag->error_count; }

int diag_exit_code(const Diag *diag) {
  bool is_right = diag->error_count == diag->unsupported_count;
  return is_right && diag->unsupported_count > 0 ? EXIT_UNSUPPORTED : EXIT_SOURCE_ERROR;
}

bool diag_is_over_limit(const Diag *diag) {
  return diag->settings.error_limit != 0 && diag->error_count > diag->settings.error_limit;
}

// https://no-color.org: any non-empty value of NO_COLOR counts.
static bool has_color(const DiagSettings *settings) {
  switch (settings->color) {
  case DIAG_COLOR_ALWAYS: return true;
  case DIAG_COLOR_NEVER: return false;
  case DIAG_COLOR_AUTO: break;
  }
  const char *no_color = getenv("NO_COLOR");
  const char *terminal = getenv("TERM");
  if (no_color != NULL && no_color[0] != '\0') return false;
  if (terminal != NULL && strcmp(terminal, "dumb") == 0) return false;
  int descriptor = fileno(settings->output);
  return descriptor >= 0 && isatty(descriptor);
}

// A diagnostic goes out in one write, so that those of parallel processes do not mix.
static void diag_print(Diag *diag, const Diagnostic *diagnostic) {
  if (diag->settings.take != NULL) {
    diag->settings.take(diag->settings.take_context, diagnostic);
    return;
  }
  StrBuf text = {0};
  if (diag->settings.json) {
    diagnostic_write_json(diagnostic, diag->sources, &text);
  } else {
    diagnostic_write_text(diagnostic, diag->sources, has_color(&diag->settings), &text);
  }
  fwrite(text.data, 1, text.length, diag->settings.output);
  fflush(diag->settings.output);
  strbuf_free(&text);
}

void diag_flush(Diag *diag) {
  if (diag->pending != NULL && !diag->is_dropped) diag_print(diag, diag->pending);
  diag->pending = NULL;
}

// Whether the error or warning that was just counted is beyond the limit; says so the first time.
static bool is_beyond_limit(Diag *diag, Severity severity) {
  size_t limit = diag->settings.error_limit;
  bool is_error = severity == SEVERITY_ERROR;
  size_t count = is_error ? diag->error_count : diag->warning_count;
  if (diag->has_said_stop) return true;
  if (limit == 0 || count <= limit) return false;
  diag->has_said_stop = is_error;
  if (count > limit + 1) return true;
  Diagnostic stop = {.severity = severity};
  stop.main.text =
      arena_printf(diag->arena, "too many %s (%zu shown)", is_error ? "errors" : "warnings", limit);
  diag_print(diag, &stop);
  return true;
}

// Has this been said of the same place, by a pass that runs twice?
static bool is_repeated(const Diag *diag, ErrorCode code, DiagMessage message) {
  for (size_t i = 0; span_is_known(message.span) && i < diag->warnings.count; i++) {
    const Diagnostic *warning = diag->warnings.data[i];
    if (warning->code == error_code_text(code) &&
        memcmp(&warning->main.span, &message.span, sizeof message.span) == 0 &&
        strcmp(warning->main.text, message.text) == 0)
      return true;
  }
  return false;
}

static void diag_begin(Diag *diag, Severity severity, ErrorCode code, Span span, const char *format,
                       va_list arguments) {
  diag_flush(diag);
  if (severity == SEVERITY_WARNING && diag->settings.warnings_fail) severity = SEVERITY_ERROR;
  bool is_old = severity == SEVERITY_WARNING && span_is_known(span) &&
                span.file < diag->settings.first_source;
  DiagMessage message = {arena_vprintf(diag->arena, format, arguments), span};
  if (severity == SEVERITY_WARNING && is_repeated(diag, code, message)) {
    diag->is_dropped = true;
    return;
  }
  if (severity == SEVERITY_ERROR)
    diag->error_count++;
  else if (!is_old)
    diag->warning_count++;
  if (error_code_text(code)[0] == 'U') diag->unsupported_count++;
  bool is_hidden = severity == SEVERITY_WARNING && diag->settings.hides_warnings;
  diag->is_dropped =
      diag->settings.is_silent || is_old || is_hidden || is_beyond_limit(diag, severity);
  bool is_kept = severity == SEVERITY_WARNING && !is_old;
  if (diag->is_dropped && !is_kept) return;
  Diagnostic *diagnostic = arena_make(diag->arena, Diagnostic);
  diagnostic->severity = severity;
  diagnostic->code = error_code_text(code);
  diagnostic->main = message;
  diag->pending = diagnostic;
  if (is_kept) vec_push(diag->arena, &diag->warnings, diagnostic);
}

void diag_verror(Diag *diag, ErrorCode code, Span span, const char *format, va_list arguments) {
  diag_begin(diag, SEVERITY_ERROR, code, span, format, arguments);
}

void diag_error(Diag *diag, ErrorCode code, Span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(diag, code, span, format, arguments);
  va_end(arguments);
}

void diag_warning(Diag *diag, ErrorCode code, Span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_begin(diag, SEVERITY_WARNING, code, span, format, arguments);
  va_end(arguments);
}

// Whether there is something to attach to. What belongs to an unprinted error is dropped with it.
static bool is_attachable(const Diag *diag, const char *what) {
  if (diag->pending != NULL) return true;
  if (!diag->is_dropped) INTERNAL_ERROR("a %s without an error or a warning", what);
  return false;
}

void diag_note(Diag *diag, Span span, const char *format, ...) {
  if (!is_attachable(diag, "note")) return;
  va_list arguments;
  va_start(arguments, format);
  DiagMessage note = {arena_vprintf(diag->arena, format, arguments), span};
  va_end(arguments);
  vec_push(diag->arena, &diag->pending->notes, note);
}

void diag_hint(Diag *diag, const char *format, ...) {
  if (!is_attachable(diag, "hint")) return;
  va_list arguments;
  va_start(arguments, format);
  const char *hint = arena_vprintf(diag->arena, format, arguments);
  va_end(arguments);
  vec_push(diag->arena, &diag->pending->hints, hint);
}

void diag_tell(Diag *diag, const char *format, ...) {
  if (!diag->settings.is_verbose || diag->settings.json) return;
  diag_flush(diag);
  va_list arguments;
  va_start(arguments, format);
  const char *text = arena_vprintf(diag->arena, format, arguments);
  va_end(arguments);
  fprintf(diag->settings.output, "ravel: %s\n", text);
  fflush(diag->settings.output);
}

// ---- Warnings of another time ----
//
// Every part is a text that a NUL ends: of a warning its code, of it and of each note the message
// and the span's path, start and end; in between, how many notes and hints there are.

static void save_text(StrBuf *out, const char *text) { strbuf_write(out, text, strlen(text) + 1); }

static void save_message(const Diag *diag, DiagMessage message, StrBuf *out) {
  const SourceFile *file = source_get(diag->sources, message.span.file);
  save_text(out, message.text);
  save_text(out, file ? file->path : "");
  strbuf_printf(out, "%u%c%u%c", message.span.start, '\0', message.span.end, '\0');
}

void diag_save_warnings(const Diag *diag, StrBuf *out) {
  for (size_t i = 0; i < diag->warnings.count; i++) {
    const Diagnostic *warning = diag->warnings.data[i];
    if (!span_is_known(warning->main.span)) continue;
    save_text(out, warning->code);
    save_message(diag, warning->main, out);
    strbuf_printf(out, "%zu%c%zu%c", warning->notes.count, '\0', warning->hints.count, '\0');
    for (size_t j = 0; j < warning->notes.count; j++)
      save_message(diag, warning->notes.data[j], out);
    for (size_t j = 0; j < warning->hints.count; j++)
      save_text(out, warning->hints.data[j]);
  }
}

typedef struct DiagSaved {
  const char *next, *end;
} DiagSaved;

// The next part. After the last one, which cannot be asked for in what was saved whole, it is "".
static const char *saved_text(DiagSaved *saved) {
  const char *text = saved->next;
  if (text >= saved->end) return "";
  saved->next += strlen(text) + 1;
  return text;
}

static size_t saved_number(DiagSaved *saved) { return strtoul(saved_text(saved), NULL, 10); }

static DiagMessage saved_message(const Diag *diag, DiagSaved *saved) {
  const char *text = saved_text(saved);
  const SourceFile *file = source_find(diag->sources, saved_text(saved));
  uint32_t start = (uint32_t)saved_number(saved), end = (uint32_t)saved_number(saved);
  return (DiagMessage){text, file ? span_new(file->id, start, end) : SPAN_NONE};
}

static bool has_warning(const Diag *diag, const char *code, DiagMessage message) {
  for (size_t i = 0; i < diag->warnings.count; i++) {
    const Diagnostic *warning = diag->warnings.data[i];
    Span span = warning->main.span;
    if (span.file == message.span.file && span.start == message.span.start &&
        span.end == message.span.end && strcmp(warning->code, code) == 0 &&
        strcmp(warning->main.text, message.text) == 0)
      return true;
  }
  return false;
}

void diag_warn_again(Diag *diag, const char *text, size_t length) {
  DiagSaved saved = {text, text + length};
  while (saved.next < saved.end) {
    const char *code_text = saved_text(&saved);
    DiagMessage message = saved_message(diag, &saved);
    size_t note_count = saved_number(&saved), hint_count = saved_number(&saved);
    ErrorCode code;
    bool is_new = error_code_find(code_text, strlen(code_text), &code) &&
                  !has_warning(diag, code_text, message);
    if (is_new) diag_warning(diag, code, message.span, "%s", message.text);
    for (size_t i = 0; i < note_count; i++) {
      DiagMessage note = saved_message(diag, &saved);
      if (is_new) diag_note(diag, note.span, "%s", note.text);
    }
    for (size_t i = 0; i < hint_count; i++) {
      const char *hint = saved_text(&saved);
      if (is_new) diag_hint(diag, "%s", hint);
    }
  }
}

bool diag_check_utf8(Diag *diag, const SourceFile *file) {
  size_t valid = utf8_valid_prefix(file->text, file->length);
  if (valid == file->length) return true;
  Span span = span_new(file->id, (uint32_t)valid, (uint32_t)valid + 1);
  diag_error(diag, ERROR_INVALID_UTF8, span, "the byte 0x%02X is not valid UTF-8 here",
             (unsigned char)file->text[valid]);
  diag_hint(diag, "save the file in the encoding UTF-8");
  return false;
}

void diag_place(Diag *diag, const char *file, size_t line, size_t column) {
  if (!is_attachable(diag, "place")) return;
  diag->pending->place_file = arena_printf(diag->arena, "%s", file);
  diag->pending->place_line = line;
  diag->pending->place_column = column;
}

const SourceFile *diag_load_source(Diag *diag, const char *path) {
  const char *reason = NULL;
  const SourceFile *file = source_load(diag->sources, path, &reason);
  if (file == NULL) {
    diag_error(diag, ERROR_CANNOT_READ, SPAN_NONE, "cannot read %s: %s", path, reason);
    return NULL;
  }
  return diag_check_utf8(diag, file) ? file : NULL;
}
