// Keys and what they do.
#include "edit/edit.h"

#include <string.h>

#include "edit/edit_internal.h"

// How long to wait for the rest of what a key sends, and before the size is looked at again.
enum { KEY_WAIT = 50, SIZE_WAIT = 250 };

typedef enum Key {
  KEY_NONE,
  KEY_UP,
  KEY_DOWN,
  KEY_LEFT,
  KEY_RIGHT,
  KEY_HOME,
  KEY_END,
  KEY_DELETE,
  KEY_WORD_LEFT,
  KEY_WORD_RIGHT,
  KEY_KILL_WORD,
  KEY_KILL_WORD_BEFORE,
  KEY_NEW_LINE,
  KEY_PASTE
} Key;

static int control(char letter) { return letter & 0x1F; }

static int editor_byte(Editor *editor, int milliseconds) {
  const EditScreen *screen = editor->options->screen;
  if (editor->has_ahead) {
    editor->has_ahead = false;
    return editor->ahead;
  }
  return screen->read(screen->context, milliseconds);
}

// ---- Keys that send several bytes ----

// `ESC [ numbers letter`
static Key read_sequence(Editor *editor) {
  int first = 0, second = 0, *number = &first, byte;
  while ((byte = editor_byte(editor, KEY_WAIT)) >= '0' && byte <= ';') {
    if (byte == ';')
      number = &second;
    else if (byte <= '9' && *number < 10000)
      *number = *number * 10 + (byte - '0');
  }
  bool is_word = second == 5 || second == 3; // with Ctrl or Alt
  switch (byte) {
  case 'A': return KEY_UP;
  case 'B': return KEY_DOWN;
  case 'C': return is_word ? KEY_WORD_RIGHT : KEY_RIGHT;
  case 'D': return is_word ? KEY_WORD_LEFT : KEY_LEFT;
  case 'H': return KEY_HOME;
  case 'F': return KEY_END;
  case '~': break;
  default: return KEY_NONE;
  }
  switch (first) {
  case 1:
  case 7: return KEY_HOME;
  case 4:
  case 8: return KEY_END;
  case 3: return KEY_DELETE;
  case 200: return KEY_PASTE;
  default: return KEY_NONE;
  }
}

// What follows ESC: a sequence, or a letter that was typed with Alt.
static Key read_escaped(Editor *editor) {
  int byte = editor_byte(editor, KEY_WAIT);
  switch (byte) {
  case '[':
  case 'O': return read_sequence(editor);
  case 'b': return KEY_WORD_LEFT;
  case 'f': return KEY_WORD_RIGHT;
  case 'd': return KEY_KILL_WORD;
  case '\b':
  case 0x7F: return KEY_KILL_WORD_BEFORE;
  case '\r':
  case '\n': return KEY_NEW_LINE;
  default: return KEY_NONE;
  }
}

// ---- Typing ----

// A character of several bytes. What is no UTF-8 is left out, but nothing that follows it.
static void insert_character(Editor *editor, int byte) {
  char bytes[4] = {(char)byte};
  size_t length = byte >= 0xF8 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
  size_t count = 1;
  while (count < length) {
    int next = editor_byte(editor, KEY_WAIT);
    if (next < 0 || (next & 0xC0) != 0x80) {
      editor->has_ahead = next != EDIT_NOTHING;
      editor->ahead = next;
      return;
    }
    bytes[count++] = (char)next;
  }
  if (!utf8_is_valid(bytes, count)) return;
  text_insert(editor, bytes, count);
  const EditClient *client = editor->options->client;
  size_t size = 0;
  const char *text =
      client->typed != NULL
          ? client->typed(client->context, strbuf_text(&editor->text), editor->cursor, &size)
          : NULL;
  if (text != NULL) text_replace(editor, editor->cursor - size, editor->cursor, text, strlen(text));
}

// What was pasted is text, whatever bytes it has, up to the mark after it.
static void insert_paste(Editor *editor) {
  static const char MARK[] = "\x1b[201~";
  StrBuf pasted = {0};
  size_t length = sizeof MARK - 1;
  for (int byte; (byte = editor_byte(editor, 1000)) >= 0;) {
    strbuf_putc(&pasted, byte == '\r' ? '\n' : (char)byte);
    bool is_over =
        pasted.length >= length && memcmp(pasted.data + pasted.length - length, MARK, length) == 0;
    if (!is_over) continue;
    pasted.length -= length;
    break;
  }
  size_t kept = 0;
  for (size_t i = 0; i < pasted.length; i++) {
    bool is_text =
        (unsigned char)pasted.data[i] >= ' ' || pasted.data[i] == '\n' || pasted.data[i] == '\t';
    if (is_text && pasted.data[i] != 0x7F) pasted.data[kept++] = pasted.data[i];
  }
  if (utf8_is_valid(strbuf_text(&pasted), kept)) text_insert(editor, strbuf_text(&pasted), kept);
  strbuf_free(&pasted);
}

// ---- Past texts ----

static void show_past(Editor *editor, size_t position) {
  const EditHistory *history = editor->options->history;
  size_t count = history_count(history);
  if (editor->past == count) {
    strbuf_clear(&editor->draft);
    strbuf_puts(&editor->draft, strbuf_text(&editor->text));
  }
  editor->past = position;
  text_set(editor, position < count ? history_at(history, position) : strbuf_text(&editor->draft));
}

static void move_up(Editor *editor) {
  if (text_move_line(editor, -1) || editor->options->history == NULL) return;
  if (editor->past > 0) show_past(editor, editor->past - 1);
}

static void move_down(Editor *editor) {
  if (text_move_line(editor, 1) || editor->options->history == NULL) return;
  if (editor->past < history_count(editor->options->history)) show_past(editor, editor->past + 1);
}

// ---- What keys do ----

static void delete_character(Editor *editor) {
  text_replace(editor, editor->cursor, text_behind(&editor->text, editor->cursor), NULL, 0);
}

static void press(Editor *editor, Key key) {
  const StrBuf *text = &editor->text;
  size_t cursor = editor->cursor;
  switch (key) {
  case KEY_NONE: return;
  case KEY_UP: move_up(editor); return;
  case KEY_DOWN: move_down(editor); return;
  case KEY_LEFT: editor->cursor = text_before(text, cursor); return;
  case KEY_RIGHT: editor->cursor = text_behind(text, cursor); return;
  case KEY_HOME: editor->cursor = line_start(text, cursor); return;
  case KEY_END: editor->cursor = line_end(text, cursor); return;
  case KEY_DELETE: delete_character(editor); return;
  case KEY_WORD_LEFT: editor->cursor = word_before(text, cursor); return;
  case KEY_WORD_RIGHT: editor->cursor = word_behind(text, cursor); return;
  case KEY_KILL_WORD: text_kill(editor, cursor, word_behind(text, cursor)); return;
  case KEY_KILL_WORD_BEFORE: text_kill(editor, word_before(text, cursor), cursor); return;
  case KEY_NEW_LINE: text_insert(editor, "\n", 1); return;
  case KEY_PASTE: insert_paste(editor); return;
  }
}

// Kills to the end of the line, or the end itself.
static void kill_line_rest(Editor *editor) {
  size_t end = line_end(&editor->text, editor->cursor);
  if (end == editor->cursor) end = text_behind(&editor->text, end);
  text_kill(editor, editor->cursor, end);
}

static void suspend(Editor *editor) {
  const EditScreen *screen = editor->options->screen;
  editor_finish(editor);
  screen->suspend(screen->context);
}

// A byte that is no text. False when it is one.
static bool press_control(Editor *editor, int byte) {
  if (byte >= ' ' && byte != 0x7F) return false;
  const StrBuf *text = &editor->text;
  if (byte == 0x1B)
    press(editor, read_escaped(editor));
  else if (byte == control('A'))
    press(editor, KEY_HOME);
  else if (byte == control('E'))
    press(editor, KEY_END);
  else if (byte == control('B'))
    press(editor, KEY_LEFT);
  else if (byte == control('F'))
    press(editor, KEY_RIGHT);
  else if (byte == control('P'))
    press(editor, KEY_UP);
  else if (byte == control('N'))
    press(editor, KEY_DOWN);
  else if (byte == control('D'))
    press(editor, KEY_DELETE);
  else if (byte == 0x7F || byte == control('H'))
    text_replace(editor, text_before(text, editor->cursor), editor->cursor, NULL, 0);
  else if (byte == control('K'))
    kill_line_rest(editor);
  else if (byte == control('U'))
    text_kill(editor, line_start(text, editor->cursor), editor->cursor);
  else if (byte == control('W'))
    press(editor, KEY_KILL_WORD_BEFORE);
  else if (byte == control('Y'))
    text_yank(editor);
  else if (byte == control('T'))
    text_transpose(editor);
  else if (byte == control('L'))
    editor_clear(editor);
  else if (byte == control('R'))
    search_begin(editor);
  else if (byte == control('Z'))
    suspend(editor);
  return true;
}

// ---- Reading ----

// Is the text complete, or does Enter begin another line? A line break in the middle is one.
static bool is_entered(Editor *editor) {
  const EditClient *client = editor->options->client;
  if (!client->is_open(client->context, strbuf_text(&editor->text), editor->text.length))
    return true;
  text_insert(editor, "\n", 1);
  return false;
}

// What one byte, and those that belong to it, do. True when reading is over.
static bool take_byte(Editor *editor, int byte, EditEnd *end) {
  if (editor->is_searching && search_key(editor, byte)) return false;
  bool had_killed = editor->has_killed;
  if (byte != '\t') editor->has_tabbed = false;
  *end = EDIT_DONE;
  if (byte == '\r' || byte == '\n') return is_entered(editor);
  if (byte == control('C')) {
    *end = EDIT_ABANDONED;
    return true;
  }
  if (byte == control('D') && editor->text.length == 0) {
    *end = EDIT_EOF;
    return true;
  }
  if (byte == '\t') {
    editor_complete(editor);
    return false;
  }
  size_t killed = editor->killed.length;
  if (!press_control(editor, byte)) insert_character(editor, byte);
  // Only what is killed by one key after the other is joined.
  if (had_killed && editor->killed.length == killed) editor->has_killed = false;
  return false;
}

static EditEnd editor_run(Editor *editor) {
  const EditScreen *screen = editor->options->screen;
  EditEnd end = EDIT_DONE;
  editor_draw(editor);
  for (;;) {
    int byte = editor_byte(editor, SIZE_WAIT);
    if (byte == EDIT_CLOSED) {
      end = EDIT_EOF;
      break;
    }
    if (byte == EDIT_NOTHING) {
      if (screen->columns(screen->context) != editor->columns) editor_draw(editor);
      continue;
    }
    if (take_byte(editor, byte, &end)) break;
    editor_draw(editor);
  }
  editor->is_searching = false;
  editor_finish(editor);
  return end;
}

EditEnd edit_read(const EditOptions *options, StrBuf *text) {
  Editor editor = {.options = options};
  if (options->history != NULL) editor.past = history_count(options->history);
  EditEnd end = editor_run(&editor);
  if (end == EDIT_DONE) {
    strbuf_write(text, strbuf_text(&editor.text), editor.text.length);
    if (options->history != NULL) history_add(options->history, strbuf_text(&editor.text));
  }
  strbuf_free(&editor.text);
  strbuf_free(&editor.killed);
  strbuf_free(&editor.draft);
  strbuf_free(&editor.wanted);
  return end;
}
