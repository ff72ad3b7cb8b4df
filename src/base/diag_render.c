// An excerpt shows source lines as cells of a terminal. A character is 0, 1 or 2 cells wide, a tab
// goes to the next multiple of four, and what cannot be shown is one replacement character. Carets
// are placed by cells. A line that is too long is clipped to a window around the carets.
#include "base/diag_render.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"

enum { TAB_WIDTH = 4, WINDOW_WIDTH = 120, WINDOW_LEAD = 40 };

typedef enum Style {
  STYLE_ERROR,
  STYLE_WARNING,
  STYLE_NOTE,
  STYLE_HINT,
  STYLE_GUTTER,
  STYLE_MESSAGE
} Style;

typedef struct Painter {
  StrBuf *out;
  const SourceMap *sources;
  bool has_color;
  Style caret_style;
  int gutter_width;
} Painter;

static void paint(const Painter *painter, Style style, const char *text) {
  static const char *const ESCAPES[] = {
      [STYLE_ERROR] = "\033[1;31m", [STYLE_WARNING] = "\033[1;33m", [STYLE_NOTE] = "\033[1;36m",
      [STYLE_HINT] = "\033[1;32m",  [STYLE_GUTTER] = "\033[1;34m",  [STYLE_MESSAGE] = "\033[1m"};
  if (painter->has_color) strbuf_puts(painter->out, ESCAPES[style]);
  strbuf_puts(painter->out, text);
  if (painter->has_color) strbuf_puts(painter->out, "\033[0m");
}

// --- Cells ---

typedef struct Glyph {
  const char *text; // what to print, text_length bytes
  size_t text_length;
  size_t source_length;
  size_t width;
} Glyph;

// Whether a terminal would not show this as a character: controls, line separators, and the
// directional marks that make a line look other than it is.
static bool is_unprintable(uint32_t codepoint) {
  return codepoint < 0x20 || (codepoint >= 0x7F && codepoint < 0xA0) || codepoint == 0x2028 ||
         codepoint == 0x2029 || (codepoint >= 0x202A && codepoint <= 0x202E) ||
         (codepoint >= 0x2066 && codepoint <= 0x2069);
}

// The glyph at the start of text, given the cell it starts at. length is not 0.
static Glyph glyph_next(const char *text, size_t length, size_t cell) {
  if (*text >= ' ' && *text <= '~') return (Glyph){text, 1, 1, 1};
  uint32_t codepoint = 0;
  size_t size = utf8_decode(text, length, &codepoint);
  if (codepoint == '\t' && size == 1) {
    size_t width = TAB_WIDTH - cell % TAB_WIDTH;
    return (Glyph){"    ", width, 1, width};
  }
  if (size == 0) return (Glyph){"\uFFFD", strlen("\uFFFD"), 1, 1};
  if (is_unprintable(codepoint)) return (Glyph){"\uFFFD", strlen("\uFFFD"), size, 1};
  return (Glyph){text, size, size, (size_t)utf8_width(codepoint)};
}

// Appends text of unknown origin, such as a quoted name or a path; what could steer the terminal is
// replaced, but for line breaks.
static void clean_write(StrBuf *out, const char *text) {
  size_t length = strlen(text);
  for (size_t i = 0; i < length;) {
    Glyph glyph = text[i] == '\n' ? (Glyph){"\n", 1, 1, 0} : glyph_next(text + i, length - i, 0);
    strbuf_write(out, glyph.text, glyph.text_length);
    i += glyph.source_length;
  }
}

// A line of source, laid out: the cells of the marked bytes and the part that is shown.
typedef struct DiagLine {
  const char *text;
  size_t length;
  size_t from, to;    // the marked cells, at least one
  size_t left, right; // the shown cells
  bool is_clipped_right;
} DiagLine;

static DiagLine line_layout(const char *text, size_t length, size_t from_byte, size_t to_byte) {
  DiagLine line = {.text = text, .length = length};
  size_t cell = 0;
  bool has_from = false, has_to = false;
  for (size_t i = 0; i < length;) {
    Glyph glyph = glyph_next(text + i, length - i, cell);
    if (!has_from && i + glyph.source_length > from_byte) {
      // A combining mark is shown in the cell before.
      line.from = glyph.width == 0 && cell > 0 ? cell - 1 : cell;
      has_from = true;
    }
    if (!has_to && i >= to_byte) {
      line.to = cell;
      has_to = true;
    }
    i += glyph.source_length;
    cell += glyph.width;
  }
  if (!has_from) line.from = cell;
  if (!has_to) line.to = cell;
  if (line.to <= line.from) line.to = line.from + 1;

  line.right = cell;
  if (cell > WINDOW_WIDTH) {
    line.left = line.from > WINDOW_LEAD ? line.from - WINDOW_LEAD : 0;
    if (line.left > cell - WINDOW_WIDTH) line.left = cell - WINDOW_WIDTH;
    line.right = line.left + WINDOW_WIDTH;
    line.is_clipped_right = line.right < cell;
  }
  if (line.to > line.right) line.to = line.right > line.from ? line.right : line.from + 1;
  return line;
}

// The column of a cell in the printed line, where a mark stands for what was clipped on the left.
static size_t line_column(const DiagLine *line, size_t cell) {
  return cell - line->left + (line->left > 0 ? 1 : 0);
}

static void line_print(const DiagLine *line, StrBuf *out) {
  if (line->left > 0) strbuf_puts(out, "…");
  bool has_base = line->left == 0;
  size_t cell = 0;
  for (size_t i = 0; i < line->length;) {
    Glyph glyph = glyph_next(line->text + i, line->length - i, cell);
    size_t end = cell + glyph.width;
    if (end > line->right) {
      strbuf_fill(out, ' ', line->right > cell ? line->right - cell : 0);
      break;
    }
    if (cell >= line->left && (has_base || glyph.width > 0)) {
      strbuf_write(out, glyph.text, glyph.text_length);
      has_base = true;
    } else if (end > line->left) {
      // The window begins in the middle of a wide character or a tab.
      strbuf_fill(out, ' ', end - line->left);
      has_base = true;
    }
    i += glyph.source_length;
    cell = end;
  }
  if (line->is_clipped_right) strbuf_puts(out, "…");
}

// --- Excerpts ---

static void trim_line_end(StrBuf *out) {
  while (out->length > 0 && out->data[out->length - 1] == ' ')
    out->length--;
  strbuf_putc(out, '\n');
}

static void gutter_print(const Painter *painter, const char *label) {
  char text[32];
  snprintf(text, sizeof text, "%*s |", painter->gutter_width, label);
  paint(painter, STYLE_GUTTER, text);
}

static void gutter_line(const Painter *painter, uint32_t number) {
  char label[16];
  snprintf(label, sizeof label, "%u", number);
  gutter_print(painter, label);
}

// Prints count times one byte and then carets, in the colour of the severity.
static void marks_print(const Painter *painter, const char *lead, char byte, size_t count,
                        size_t carets) {
  StrBuf marks = {0};
  strbuf_puts(&marks, lead);
  strbuf_fill(&marks, byte, count);
  strbuf_fill(&marks, '^', carets);
  paint(painter, painter->caret_style, marks.data);
  strbuf_free(&marks);
  strbuf_putc(painter->out, '\n');
}

static void excerpt_single(const Painter *painter, const SourceFile *file, uint32_t number,
                           size_t from, size_t to) {
  size_t length = 0;
  const char *text = source_line(file, number, &length);
  DiagLine line = line_layout(text, length, from, to);
  gutter_line(painter, number);
  strbuf_putc(painter->out, ' ');
  line_print(&line, painter->out);
  trim_line_end(painter->out);
  gutter_print(painter, "");
  strbuf_putc(painter->out, ' ');
  strbuf_fill(painter->out, ' ', line_column(&line, line.from));
  marks_print(painter, "", ' ', 0, line.to - line.from);
}

// The first line of a long span: a rule leads from the left margin to the caret below its start.
static void excerpt_first(const Painter *painter, const SourceFile *file, uint32_t number,
                          size_t from) {
  size_t length = 0;
  const char *text = source_line(file, number, &length);
  DiagLine line = line_layout(text, length, from, from);
  gutter_line(painter, number);
  strbuf_puts(painter->out, "   ");
  line_print(&line, painter->out);
  trim_line_end(painter->out);
  gutter_print(painter, "");
  strbuf_puts(painter->out, "  ");
  marks_print(painter, "", '_', line_column(&line, line.from) + 1, 1);
}

// The last line of a long span: the rule at the margin ends in a caret below its last character.
static void excerpt_last(const Painter *painter, const SourceFile *file, uint32_t number,
                         size_t to) {
  size_t length = 0;
  const char *text = source_line(file, number, &length);
  if (to > length) to = length;
  DiagLine line = line_layout(text, length, to > 0 ? to - 1 : 0, to);
  gutter_line(painter, number);
  strbuf_putc(painter->out, ' ');
  paint(painter, painter->caret_style, "|");
  strbuf_putc(painter->out, ' ');
  line_print(&line, painter->out);
  trim_line_end(painter->out);
  gutter_print(painter, "");
  strbuf_putc(painter->out, ' ');
  marks_print(painter, "|", '_', line_column(&line, line.to), 1);
}

// A span with its ends put in order and inside the file.
typedef struct Extent {
  size_t start, end;
  uint32_t line, column, end_line, end_column; // the end column is one past the last character
} Extent;

static Extent extent_of(const SourceFile *file, Span span) {
  Extent extent = {.start = span.start, .end = span.end};
  if (extent.start > file->length) extent.start = file->length;
  if (extent.end > file->length) extent.end = file->length;
  if (extent.end < extent.start) extent.end = extent.start;
  source_position(file, extent.start, &extent.line, &extent.column);
  extent.end_line = extent.line;
  extent.end_column = extent.column;
  // The line of the last byte, not of the end: a span may include the line break it ends with.
  if (extent.end > extent.start) {
    source_position(file, extent.end - 1, &extent.end_line, &extent.end_column);
    extent.end_column++;
  }
  return extent;
}

static const SourceFile *span_file(const SourceMap *sources, Span span) {
  return sources == NULL ? NULL : source_get(sources, span.file);
}

static void excerpt_print(Painter *painter, Span span) {
  const SourceFile *file = span_file(painter->sources, span);
  if (file == NULL) return;
  Extent extent = extent_of(file, span);
  painter->gutter_width = snprintf(NULL, 0, "%u", extent.end_line);

  StrBuf place = {0};
  strbuf_fill(&place, ' ', (size_t)painter->gutter_width);
  strbuf_puts(&place, "--> ");
  paint(painter, STYLE_GUTTER, place.data);
  strbuf_free(&place);
  clean_write(painter->out, file->path);
  strbuf_printf(painter->out, ":%u:%u\n", extent.line, extent.column);
  gutter_print(painter, "");
  strbuf_putc(painter->out, '\n');

  size_t from = extent.start - file->line_starts[extent.line - 1];
  size_t to = extent.end - file->line_starts[extent.end_line - 1];
  if (extent.line == extent.end_line) {
    excerpt_single(painter, file, extent.line, from, to);
    return;
  }
  excerpt_first(painter, file, extent.line, from);
  if (extent.end_line - extent.line > 1) {
    // printf pads by bytes and the ellipsis has three.
    strbuf_fill(painter->out, ' ', (size_t)painter->gutter_width - 1);
    paint(painter, STYLE_GUTTER, "… |");
    strbuf_putc(painter->out, ' ');
    paint(painter, painter->caret_style, "|");
    strbuf_putc(painter->out, '\n');
  }
  excerpt_last(painter, file, extent.end_line, to);
}

// --- Whole diagnostics ---

static void message_print(const Painter *painter, Style style, const char *text) {
  StrBuf clean = {0};
  clean_write(&clean, text);
  strbuf_puts(painter->out, ": ");
  if (style == STYLE_MESSAGE) {
    paint(painter, style, strbuf_text(&clean));
  } else {
    strbuf_puts(painter->out, strbuf_text(&clean));
  }
  strbuf_putc(painter->out, '\n');
  strbuf_free(&clean);
}

static const char *severity_text(Severity severity) {
  return severity == SEVERITY_ERROR ? "error" : "warning";
}

static void place_print(Painter *painter, const Diagnostic *diagnostic) {
  if (diagnostic->place_file == NULL) return;
  paint(painter, STYLE_GUTTER, " --> ");
  clean_write(painter->out, diagnostic->place_file);
  if (diagnostic->place_line > 0)
    strbuf_printf(painter->out, ":%zu:%zu", diagnostic->place_line, diagnostic->place_column);
  strbuf_putc(painter->out, '\n');
}

void diagnostic_write_text(const Diagnostic *diagnostic, const SourceMap *sources, bool has_color,
                           StrBuf *out) {
  Style style = diagnostic->severity == SEVERITY_ERROR ? STYLE_ERROR : STYLE_WARNING;
  Painter painter = {out, sources, has_color, style, 1};
  char label[32];
  const char *severity = severity_text(diagnostic->severity);
  if (diagnostic->code != NULL) {
    snprintf(label, sizeof label, "%s[%s]", severity, diagnostic->code);
  } else {
    snprintf(label, sizeof label, "%s", severity);
  }
  paint(&painter, style, label);
  message_print(&painter, STYLE_MESSAGE, diagnostic->main.text);
  excerpt_print(&painter, diagnostic->main.span);
  place_print(&painter, diagnostic);
  painter.caret_style = STYLE_NOTE;
  for (size_t i = 0; i < diagnostic->notes.count; i++) {
    paint(&painter, STYLE_NOTE, "note");
    message_print(&painter, STYLE_NOTE, diagnostic->notes.data[i].text);
    excerpt_print(&painter, diagnostic->notes.data[i].span);
  }
  for (size_t i = 0; i < diagnostic->hints.count; i++) {
    paint(&painter, STYLE_HINT, "hint");
    message_print(&painter, STYLE_HINT, diagnostic->hints.data[i]);
  }
}

static void json_int_or_null(JsonWriter *json, const char *key, bool is_known, size_t value) {
  json_key(json, key);
  if (is_known) {
    json_int(json, (int64_t)value);
  } else {
    json_null(json);
  }
}

static void json_message(JsonWriter *json, const DiagMessage *message, const SourceMap *sources) {
  const SourceFile *file = span_file(sources, message->span);
  bool is_known = file != NULL;
  Extent extent = {0};
  if (is_known) extent = extent_of(file, message->span);
  json_key(json, "message");
  json_string(json, message->text);
  json_key(json, "file");
  if (is_known) {
    json_string(json, file->path);
  } else {
    json_null(json);
  }
  json_int_or_null(json, "line", is_known, extent.line);
  json_int_or_null(json, "column", is_known, extent.column);
  json_int_or_null(json, "end_line", is_known, extent.end_line);
  json_int_or_null(json, "end_column", is_known, extent.end_column);
}

// The main message of what is not in a source.
static void json_place(JsonWriter *json, const Diagnostic *diagnostic) {
  json_key(json, "message");
  json_string(json, diagnostic->main.text);
  json_key(json, "file");
  json_string(json, diagnostic->place_file);
  bool is_known = diagnostic->place_line > 0;
  json_int_or_null(json, "line", is_known, diagnostic->place_line);
  json_int_or_null(json, "column", is_known, diagnostic->place_column);
  json_int_or_null(json, "end_line", false, 0);
  json_int_or_null(json, "end_column", false, 0);
}

void diagnostic_write_json(const Diagnostic *diagnostic, const SourceMap *sources, StrBuf *out) {
  JsonWriter json = json_begin(out);
  json_begin_object(&json);
  json_key(&json, "code");
  if (diagnostic->code != NULL) {
    json_string(&json, diagnostic->code);
  } else {
    json_null(&json);
  }
  json_key(&json, "severity");
  json_string(&json, severity_text(diagnostic->severity));
  if (diagnostic->place_file != NULL)
    json_place(&json, diagnostic);
  else
    json_message(&json, &diagnostic->main, sources);
  json_key(&json, "notes");
  json_begin_array(&json);
  for (size_t i = 0; i < diagnostic->notes.count; i++) {
    json_begin_object(&json);
    json_message(&json, &diagnostic->notes.data[i], sources);
    json_end_object(&json);
  }
  json_end_array(&json);
  json_key(&json, "hints");
  json_begin_array(&json);
  for (size_t i = 0; i < diagnostic->hints.count; i++)
    json_string(&json, diagnostic->hints.data[i]);
  json_end_array(&json);
  json_end_object(&json);
  json_end(&json);
  strbuf_putc(out, '\n');
}
