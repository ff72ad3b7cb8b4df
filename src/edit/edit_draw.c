// What is on the screen: the prompt and the text, from the row where the prompt is. Everything is
// drawn again after each key; a terminal shows that at once. Rows are broken here and not by the
// terminal, so that the place of the cursor is known.
#include <string.h>

#include "edit/edit_internal.h"

typedef struct Drawing {
  StrBuf out;
  size_t columns;
  size_t row, column; // where the next character goes
} Drawing;

void editor_write(const Editor *editor, const char *text) {
  const EditScreen *screen = editor->options->screen;
  screen->write(screen->context, text, strlen(text));
}

static void draw_break(Drawing *drawing) {
  strbuf_puts(&drawing->out, "\r\n");
  drawing->row++;
  drawing->column = 0;
}

// One character; what a terminal would take for a command is shown as a blank.
static void draw_character(Drawing *drawing, const char *bytes, size_t length) {
  uint32_t code = 0;
  size_t read = utf8_decode(bytes, length, &code);
  bool is_plain = read == length && code >= ' ' && code != 0x7F;
  size_t width = is_plain ? (size_t)utf8_width(code) : 1;
  if (drawing->column + width > drawing->columns) draw_break(drawing);
  if (is_plain)
    strbuf_write(&drawing->out, bytes, length);
  else
    strbuf_putc(&drawing->out, ' ');
  drawing->column += width;
}

static size_t character_length(const char *text, size_t length) {
  uint32_t code = 0;
  size_t read = utf8_decode(text, length, &code);
  return read > 0 ? read : 1;
}

static void draw_text(Drawing *drawing, const char *text, size_t length, const char *more) {
  for (size_t i = 0; i < length;) {
    size_t step = character_length(text + i, length - i);
    if (text[i] == '\n') {
      draw_break(drawing);
      draw_text(drawing, more, strlen(more), "");
    } else {
      draw_character(drawing, text + i, step);
    }
    i += step;
  }
}

static void move_up(StrBuf *out, size_t rows) {
  if (rows > 0) strbuf_printf(out, "\x1b[%zuA", rows);
}

// A cursor after the last column is in the next row.
static void draw_edge(Drawing *drawing) {
  if (drawing->column >= drawing->columns) draw_break(drawing);
}

static void draw(Editor *editor, const char *prompt, const char *more) {
  const EditScreen *screen = editor->options->screen;
  int columns = screen->columns(screen->context);
  Drawing drawing = {.columns = columns > 1 ? (size_t)columns : 80};
  const char *text = strbuf_text(&editor->text);
  editor->columns = columns;
  strbuf_putc(&drawing.out, '\r');
  move_up(&drawing.out, editor->row);
  strbuf_puts(&drawing.out, "\x1b[J");
  draw_text(&drawing, prompt, strlen(prompt), "");
  draw_text(&drawing, text, editor->cursor, more);
  size_t rest = editor->text.length - editor->cursor;
  if (rest == 0 || text[editor->cursor] == '\n') draw_edge(&drawing);
  Drawing place = drawing;
  draw_text(&drawing, text + editor->cursor, rest, more);
  // A character that does not fit takes the cursor along.
  size_t first = rest > 0 ? character_length(text + editor->cursor, rest) : 0;
  if (place.column + utf8_display_width(text + editor->cursor, first) > place.columns) {
    place.row++;
    place.column = 0;
  }
  move_up(&drawing.out, drawing.row - place.row);
  strbuf_putc(&drawing.out, '\r');
  if (place.column > 0) strbuf_printf(&drawing.out, "\x1b[%zuC", place.column);
  editor->row = place.row;
  screen->write(screen->context, drawing.out.data, drawing.out.length);
  strbuf_free(&drawing.out);
}

void editor_draw(Editor *editor) {
  if (!editor->is_searching) {
    draw(editor, editor->options->prompt, editor->options->more);
    return;
  }
  StrBuf prompt = {0};
  bool is_found = editor->found < history_count(editor->options->history);
  strbuf_printf(&prompt, "%s'%s': ", is_found ? "search " : "nothing has ",
                strbuf_text(&editor->wanted));
  draw(editor, strbuf_text(&prompt), editor->options->more);
  strbuf_free(&prompt);
}

void editor_finish(Editor *editor) {
  editor->cursor = editor->text.length;
  editor_draw(editor);
  editor_write(editor, "\r\n");
  editor->row = 0;
}

void editor_clear(Editor *editor) {
  editor_write(editor, "\x1b[H\x1b[2J");
  editor->row = 0;
}
