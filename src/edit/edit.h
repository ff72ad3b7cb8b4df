// edit: a line editor for terminals. It knows nothing of languages; its client says when a text is
// complete and what a word may become.
//
//   edit.h           this
//   edit.c           keys and what they do
//   edit_text.c      the text that is edited: moving, changing, killing
//   edit_draw.c      what is on the screen
//   edit_history.c   past texts, and the file that keeps them
//   edit_search.c    looking for a past text (Ctrl-R)
//   edit_complete.c  Tab
//   edit_terminal.c  a terminal: raw mode, its size
//
// A text may have several lines, and is edited as a whole. It is UTF-8; the cursor moves by what is
// seen as one character, and stands where the widths of characters say. The editor sees the
// terminal as a stream of bytes in both directions (EditScreen), so that tests need none. There is
// no signal handler: the size is looked at whenever nothing is typed for a moment.
//
// This folder uses base.
#ifndef RAVEL_EDIT_EDIT_H
#define RAVEL_EDIT_EDIT_H

#include "base/base.h"

typedef struct EditHistory EditHistory;

// What a screen gives in place of a byte.
enum { EDIT_NOTHING = -1, EDIT_CLOSED = -2 };

// Where an editor is.
typedef struct EditScreen {
  void *context;
  // The next byte; EDIT_NOTHING when none comes for this many milliseconds, EDIT_CLOSED when none
  // ever will.
  int (*read)(void *context, int milliseconds);
  void (*write)(void *context, const char *bytes, size_t length);
  int (*columns)(void *context);
  void (*suspend)(void *context); // gives the terminal back until it is resumed
} EditScreen;

// The words that may stand where text[start .. cursor) is.
typedef struct EditChoices {
  Arena *arena;
  size_t start;
  Vec(const char *) words;
} EditChoices;

typedef struct EditClient {
  void *context;
  // Does the text go on in the next line?
  bool (*is_open)(void *context, const char *text, size_t length);
  // Adds what the word before the cursor may become. May be NULL.
  void (*complete)(void *context, const char *text, size_t cursor, EditChoices *choices);
  // What takes the place of the last *size bytes before the cursor when a character was typed;
  // NULL: nothing does. May be NULL itself.
  const char *(*typed)(void *context, const char *text, size_t cursor, size_t *size);
} EditClient;

typedef struct EditOptions {
  const EditScreen *screen;
  const EditClient *client;
  EditHistory *history;      // may be NULL
  const char *prompt, *more; // before the first line, and before the others
} EditOptions;

typedef enum EditEnd {
  EDIT_DONE,      // a text was read
  EDIT_ABANDONED, // Ctrl-C
  EDIT_EOF        // Ctrl-D on an empty line, or the terminal is gone
} EditEnd;

// Reads a text, which is appended to `text`.
EditEnd edit_read(const EditOptions *options, StrBuf *text);

// ---- History ----

// Makes a history; with a path, one that is kept in that file, which is read now and appended to. A
// file that others may write is not used: *why says so, or why it cannot be read (else NULL).
EditHistory *history_open(const char *path, const char **why);
void history_close(EditHistory *history);
// Adds a text, unless it is the last one again.
void history_add(EditHistory *history, const char *text);
size_t history_count(const EditHistory *history);
// The texts, from the oldest on.
const char *history_at(const EditHistory *history, size_t position);

// ---- Terminals ----

typedef struct EditTerminal EditTerminal;

// The terminal at stdin and stdout; NULL when there is none that can be edited on.
EditTerminal *terminal_open(Arena *arena);
EditScreen terminal_screen(EditTerminal *terminal);
// Takes the terminal for editing, and gives it back.
void terminal_enter(EditTerminal *terminal);
void terminal_leave(EditTerminal *terminal);

#endif
