// Private to the editor: what its files share.
#ifndef RAVEL_EDIT_EDIT_INTERNAL_H
#define RAVEL_EDIT_EDIT_INTERNAL_H

#include "edit/edit.h"

typedef struct Editor {
  const EditOptions *options;
  StrBuf text;
  size_t cursor;  // in bytes, at the beginning of a character
  bool has_ahead; // a byte was read that belongs to the next key
  int ahead;
  StrBuf killed;
  bool has_killed; // the key before killed text: what is killed now joins it
  bool has_tabbed; // the key before was Tab
  // Which past text is shown; after the last one it is what was typed, kept in `draft` meanwhile.
  size_t past;
  StrBuf draft;
  // Searching:
  bool is_searching;
  StrBuf wanted;
  size_t found; // the number of the past text; that of all when there is none
  // On the screen:
  size_t row; // of the cursor, counted from that of the prompt
  int columns;
} Editor;

// ---- edit_text.c ----

// The place of the character before or after a place.
size_t text_before(const StrBuf *text, size_t place);
size_t text_behind(const StrBuf *text, size_t place);
// Where the line of a place begins and ends; the word before and after a place.
size_t line_start(const StrBuf *text, size_t place);
size_t line_end(const StrBuf *text, size_t place);
size_t word_before(const StrBuf *text, size_t place);
size_t word_behind(const StrBuf *text, size_t place);
// Replaces bytes; the cursor is after what is new.
void text_replace(Editor *editor, size_t start, size_t end, const char *bytes, size_t count);
void text_insert(Editor *editor, const char *bytes, size_t count);
// Replaces everything; the cursor is at the end.
void text_set(Editor *editor, const char *text);
// Removes bytes and keeps them for text_yank.
void text_kill(Editor *editor, size_t start, size_t end);
void text_yank(Editor *editor);
void text_transpose(Editor *editor);
// Moves to another line, by -1 or 1, as near as possible to the same column. False when there is
// none.
bool text_move_line(Editor *editor, int step);

// ---- edit_draw.c ----

void editor_write(const Editor *editor, const char *text);
// Draws everything again.
void editor_draw(Editor *editor);
// Moves after the text, where the answer can begin.
void editor_finish(Editor *editor);
// Clears the screen.
void editor_clear(Editor *editor);

// ---- edit_search.c ----

void search_begin(Editor *editor);
// What a key does while searching. False: it ends the search, and does what it does otherwise.
bool search_key(Editor *editor, int byte);

// ---- edit_complete.c ----

void editor_complete(Editor *editor);

#endif
