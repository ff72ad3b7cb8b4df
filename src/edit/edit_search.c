// Looking for a past text: what is typed is wanted, and the latest text that has it is shown.
#include <string.h>

#include "edit/edit_internal.h"

enum { KEY_CTRL_C = 3, KEY_CTRL_G = 7, KEY_BACKSPACE = 8, KEY_CTRL_R = 18, KEY_DELETE = 127 };

// Looks from a past text on, towards the older ones.
static void search_from(Editor *editor, size_t position) {
  const EditHistory *history = editor->options->history;
  size_t count = history_count(history);
  const char *wanted = strbuf_text(&editor->wanted);
  for (size_t i = position < count ? position + 1 : count; i > 0; i--) {
    const char *place = strstr(history_at(history, i - 1), wanted);
    if (place == NULL) continue;
    editor->found = i - 1;
    text_set(editor, history_at(history, i - 1));
    editor->cursor = (size_t)(place - history_at(history, i - 1));
    return;
  }
  editor->found = count;
}

void search_begin(Editor *editor) {
  if (editor->options->history == NULL) return;
  editor->is_searching = true;
  strbuf_clear(&editor->wanted);
  strbuf_clear(&editor->draft);
  strbuf_puts(&editor->draft, strbuf_text(&editor->text));
  editor->found = history_count(editor->options->history);
}

static void search_end(Editor *editor) {
  editor->is_searching = false;
  size_t count = history_count(editor->options->history);
  editor->past = editor->found < count ? editor->found : count;
}

bool search_key(Editor *editor, int byte) {
  size_t count = history_count(editor->options->history);
  if (byte == KEY_CTRL_R) {
    if (editor->found > 0) search_from(editor, editor->found < count ? editor->found - 1 : count);
    return true;
  }
  if (byte == KEY_CTRL_G || byte == KEY_CTRL_C) {
    text_set(editor, strbuf_text(&editor->draft));
    editor->found = count;
    search_end(editor);
    return true;
  }
  if (byte == KEY_BACKSPACE || byte == KEY_DELETE) {
    size_t shorter = text_before(&editor->wanted, editor->wanted.length);
    editor->wanted.length = shorter;
    if (editor->wanted.data) editor->wanted.data[shorter] = '\0';
    search_from(editor, count);
    return true;
  }
  if (byte < ' ') {
    search_end(editor);
    return false;
  }
  strbuf_putc(&editor->wanted, (char)byte);
  search_from(editor, editor->found);
  return true;
}
