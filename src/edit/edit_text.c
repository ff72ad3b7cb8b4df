#include <string.h>

#include "edit/edit_internal.h"

// ---- Places ----

static bool is_continuation(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

static bool is_combining(const StrBuf *text, size_t place) {
  uint32_t code = 0;
  size_t length = utf8_decode(text->data + place, text->length - place, &code);
  return length > 0 && code > 0x7F && utf8_width(code) == 0;
}

// What is seen as one character may have marks that take no room of their own.
size_t text_before(const StrBuf *text, size_t place) {
  while (place > 0) {
    place--;
    while (place > 0 && is_continuation(text->data[place]))
      place--;
    if (!is_combining(text, place)) break;
  }
  return place;
}

size_t text_behind(const StrBuf *text, size_t place) {
  if (place >= text->length) return text->length;
  do {
    place++;
    while (place < text->length && is_continuation(text->data[place]))
      place++;
  } while (place < text->length && is_combining(text, place));
  return place;
}

size_t line_start(const StrBuf *text, size_t place) {
  while (place > 0 && text->data[place - 1] != '\n')
    place--;
  return place;
}

size_t line_end(const StrBuf *text, size_t place) {
  while (place < text->length && text->data[place] != '\n')
    place++;
  return place;
}

static bool is_word_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '\'' || (byte & 0x80) != 0;
}

size_t word_before(const StrBuf *text, size_t place) {
  while (place > 0 && !is_word_byte(text->data[place - 1]))
    place--;
  while (place > 0 && is_word_byte(text->data[place - 1]))
    place--;
  return place;
}

size_t word_behind(const StrBuf *text, size_t place) {
  while (place < text->length && !is_word_byte(text->data[place]))
    place++;
  while (place < text->length && is_word_byte(text->data[place]))
    place++;
  return place;
}

// ---- Changes ----

void text_replace(Editor *editor, size_t start, size_t end, const char *bytes, size_t count) {
  StrBuf *text = &editor->text;
  strbuf_reserve(text, count);
  memmove(text->data + start + count, text->data + end, text->length - end);
  if (count > 0) memcpy(text->data + start, bytes, count);
  text->length = text->length - (end - start) + count;
  text->data[text->length] = '\0';
  editor->cursor = start + count;
}

void text_insert(Editor *editor, const char *bytes, size_t count) {
  text_replace(editor, editor->cursor, editor->cursor, bytes, count);
}

void text_set(Editor *editor, const char *text) {
  text_replace(editor, 0, editor->text.length, text, strlen(text));
}

// Several kills in a row are one, whichever their direction.
void text_kill(Editor *editor, size_t start, size_t end) {
  StrBuf killed = {0};
  bool is_before = end <= editor->cursor;
  if (editor->has_killed && !is_before) strbuf_puts(&killed, strbuf_text(&editor->killed));
  strbuf_write(&killed, editor->text.data + start, end - start);
  if (editor->has_killed && is_before) strbuf_puts(&killed, strbuf_text(&editor->killed));
  strbuf_free(&editor->killed);
  editor->killed = killed;
  editor->has_killed = true;
  text_replace(editor, start, end, NULL, 0);
}

void text_yank(Editor *editor) {
  text_insert(editor, strbuf_text(&editor->killed), editor->killed.length);
}

// Swaps the characters around the cursor; at the end of a line the two before it.
void text_transpose(Editor *editor) {
  const StrBuf *text = &editor->text;
  size_t middle = editor->cursor;
  if (middle == line_end(text, middle)) middle = text_before(text, middle);
  if (middle <= line_start(text, editor->cursor)) return;
  size_t start = text_before(text, middle), end = text_behind(text, middle);
  StrBuf swapped = {0};
  strbuf_write(&swapped, text->data + middle, end - middle);
  strbuf_write(&swapped, text->data + start, middle - start);
  text_replace(editor, start, end, strbuf_text(&swapped), swapped.length);
  strbuf_free(&swapped);
}

bool text_move_line(Editor *editor, int step) {
  const StrBuf *text = &editor->text;
  size_t start = line_start(text, editor->cursor);
  size_t end = line_end(text, editor->cursor);
  if (step < 0 ? start == 0 : end == text->length) return false;
  size_t width = utf8_display_width(strbuf_text(text) + start, editor->cursor - start);
  size_t place = step < 0 ? line_start(text, start - 1) : end + 1;
  size_t stop = line_end(text, place), from = place;
  while (place < stop &&
         utf8_display_width(text->data + from, text_behind(text, place) - from) <= width)
    place = text_behind(text, place);
  editor->cursor = place;
  return true;
}
