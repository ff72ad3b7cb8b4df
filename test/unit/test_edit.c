#include "test/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edit/edit.h"

// ---- A terminal that does what it is told, and types ----

enum { ROWS = 12, COLUMNS = 20, CELL = 8 };

typedef struct Terminal {
  const char *keys;
  size_t at, length;
  char cells[ROWS][COLUMNS][CELL];
  char shot[ROWS][COLUMNS][CELL]; // what was there when all keys were typed
  int shot_row, shot_column;
  int row, column, columns;
  size_t resize_at; // after this many keys it has another width
  int resize_to;
  size_t suspended;
} Terminal;

static void terminal_blank(Terminal *terminal) {
  for (int row = terminal->row; row < ROWS; row++)
    for (int column = row == terminal->row ? terminal->column : 0; column < COLUMNS; column++)
      strcpy(terminal->cells[row][column], " ");
}

static int terminal_read(void *context, int milliseconds) {
  Terminal *terminal = context;
  (void)milliseconds;
  if (terminal->resize_to > 0 && terminal->at == terminal->resize_at) {
    terminal->columns = terminal->resize_to;
    terminal->resize_to = 0;
    return EDIT_NOTHING;
  }
  if (terminal->at == terminal->length) {
    memcpy(terminal->shot, terminal->cells, sizeof terminal->shot);
    terminal->shot_row = terminal->row;
    terminal->shot_column = terminal->column;
    return EDIT_CLOSED;
  }
  return (unsigned char)terminal->keys[terminal->at++];
}

static void terminal_put(Terminal *terminal, const char *bytes, size_t length) {
  uint32_t code = 0;
  utf8_decode(bytes, length, &code);
  int width = utf8_width(code);
  if (width == 0) {
    strncat(terminal->cells[terminal->row][terminal->column - 1], bytes, length);
    return;
  }
  assert_true(terminal->column + width <= terminal->columns); // it is never left to wrap
  char *cell = terminal->cells[terminal->row][terminal->column];
  memcpy(cell, bytes, length);
  cell[length] = '\0';
  if (width == 2) cell[CELL] = '\0'; // the next cell is part of it
  terminal->column += width;
}

static size_t terminal_escape(Terminal *terminal, const char *bytes) {
  int number = 0;
  size_t at = 2;
  assert_int_equal(bytes[1], '[');
  while (bytes[at] >= '0' && bytes[at] <= '9')
    number = number * 10 + (bytes[at++] - '0');
  switch (bytes[at]) {
  case 'A': terminal->row -= number; break;
  case 'C': terminal->column += number; break;
  case 'H': terminal->row = terminal->column = 0; break;
  case 'J': terminal_blank(terminal); break;
  default: fail_msg("the sequence %c is not known", bytes[at]);
  }
  assert_true(terminal->row >= 0 && terminal->column < terminal->columns);
  return at + 1;
}

static void terminal_write(void *context, const char *bytes, size_t length) {
  Terminal *terminal = context;
  for (size_t i = 0; i < length;) {
    uint32_t code = 0;
    size_t step = 1;
    if (bytes[i] == '\x1b') {
      step = terminal_escape(terminal, bytes + i);
    } else if (bytes[i] == '\r') {
      terminal->column = 0;
    } else if (bytes[i] == '\n') {
      terminal->row++;
      assert_true(terminal->row < ROWS);
    } else {
      step = utf8_decode(bytes + i, length - i, &code);
      assert_true(step > 0);
      terminal_put(terminal, bytes + i, step);
    }
    i += step;
  }
}

static int terminal_columns(void *context) { return ((Terminal *)context)->columns; }

static void terminal_suspend(void *context) { ((Terminal *)context)->suspended++; }

// ---- Typing ----

// An open bracket, or nothing but a colon at the end, wants more.
static bool is_open(void *context, const char *text, size_t length) {
  (void)context;
  int depth = 0;
  for (size_t i = 0; i < length; i++)
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
  return depth > 0;
}

static void complete(void *context, const char *text, size_t cursor, EditChoices *choices) {
  static const char *const WORDS[] = {"reduce", "replicate", "reverse", "müde", "mühe"};
  (void)context;
  size_t start = cursor;
  while (start > 0 && text[start - 1] != ' ')
    start--;
  choices->start = start;
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strncmp(WORDS[i], text + start, cursor - start) == 0)
      vec_push(choices->arena, &choices->words, WORDS[i]);
}

typedef struct Session {
  Terminal terminal;
  EditHistory *history;
  EditEnd end;
  StrBuf text;
} Session;

static void session_open(Session *session) {
  const char *why = NULL;
  *session = (Session){.terminal = {.columns = COLUMNS}};
  session->history = history_open(NULL, &why);
  terminal_blank(&session->terminal);
}

static void session_close(Session *session) {
  history_close(session->history);
  strbuf_free(&session->text);
}

// Types keys and gives the text that is read.
static const char *type_keys(Session *session, const char *keys) {
  EditScreen screen = {&session->terminal, terminal_read, terminal_write, terminal_columns,
                       terminal_suspend};
  EditClient client = {.is_open = is_open, .complete = complete};
  EditOptions options = {.screen = &screen,
                         .client = &client,
                         .history = session->history,
                         .prompt = "> ",
                         .more = ". "};
  session->terminal.keys = keys;
  session->terminal.at = 0;
  session->terminal.length = strlen(keys);
  strbuf_clear(&session->text);
  session->end = edit_read(&options, &session->text);
  return strbuf_text(&session->text);
}

static void expect_text(const char *keys, const char *text) {
  Session session;
  session_open(&session);
  assert_string_equal(type_keys(&session, keys), text);
  assert_int_equal(session.end, EDIT_DONE);
  session_close(&session);
}

// What is on a row of the screen, without the blanks at its end.
static const char *row_text(char (*cells)[CELL], char *out) {
  *out = '\0';
  for (int column = 0; column < COLUMNS; column++)
    strcat(out, cells[column]);
  for (size_t end = strlen(out); end > 0 && out[end - 1] == ' '; end--)
    out[end - 1] = '\0';
  return out;
}

static void expect_row(Session *session, int row, const char *text) {
  char out[COLUMNS * CELL];
  assert_string_equal(row_text(session->terminal.cells[row], out), text);
}

// The same when all keys were typed, and where the cursor was then.
static void expect_shot(Session *session, int row, const char *text) {
  char out[COLUMNS * CELL];
  assert_string_equal(row_text(session->terminal.shot[row], out), text);
}

static void expect_cursor(const Session *session, int row, int column) {
  assert_int_equal(session->terminal.shot_row, row);
  assert_int_equal(session->terminal.shot_column, column);
}

// ---- Tests ----

static void moves_and_changes(void **state) {
  (void)state;
  expect_text("abc\r", "abc");
  expect_text("abc\x1b[D\x1b[DX\r", "aXbc");
  expect_text("abc\x01X\x05Y\r", "XabcY");
  expect_text("abc\x02\x02\x06X\r", "abXc");
  expect_text("abc\x1b[HX\x1b[FY\r", "XabcY");
  expect_text("abc\x1bOHX\x1b[4~Y\r", "XabcY");
  expect_text("abc\x7f\x08X\r", "aX");
  expect_text("abc\x01\x1b[3~\x04X\r", "Xc");
  expect_text("\x7f\x1b[3~\x1b[D\x1b[Ca\r", "a");
  expect_text("ab\x14\r", "ba");
  expect_text("abc\x02\x02\x14\r", "bac");
  expect_text("a\x14\r", "a");
  expect_text("one two\x1b"
              "bX\x1b"
              "bY\x1b"
              "fZ\r",
              "one YXtwoZ");
  expect_text("one two\x1b[1;5D\x1b[1;5DX\x1b[1;5CY\r", "XoneY two");
}

static void kills_and_yanks(void **state) {
  (void)state;
  expect_text("one two\x17X\x19\r", "one Xtwo");
  expect_text("one two\x01\x0b\x19\x19\r", "one twoone two");
  expect_text("one two\x1b"
              "b\x15X\x05\x19\r",
              "Xtwoone ");
  expect_text("a b c\x17\x17\x01\x19\r", "b ca ");
  expect_text("a b c\x17X\x17\x01\x19\r", "Xa b ");
  expect_text("a b c\x01\x1b"
              "d\x1b"
              "d\x05\x19\r",
              " ca b");
  expect_text("ab\x1b\x7f"
              "c\r",
              "c");
}

static void knows_characters(void **state) {
  (void)state;
  expect_text("aé漢x\x1b[D\x1b[D\x7fY\r", "aY漢x");
  expect_text("e\xcc\x81x\x1b[D\x1b[DY\r", "Ye\xcc\x81x"); // a letter and its accent are one
  expect_text("ae\xcc\x81\x7f\r", "a");
  expect_text("a\xff"
              "b\xc3\r",
              "ab"); // what is no UTF-8 is left out
}

static void draws_rows(void **state) {
  (void)state;
  Session session;
  session_open(&session);
  type_keys(&session, "0123456789abcdefghijklmno\x1b[D\x1b[DX");
  assert_int_equal(session.end, EDIT_EOF);
  expect_row(&session, 0, "> 0123456789abcdefgh");
  expect_row(&session, 1, "ijklmXno");
  expect_cursor(&session, 1, 6);
  session_close(&session);
  session_open(&session);
  type_keys(&session, "0123456789abcdefg漢z"); // it does not fit the last column
  expect_row(&session, 0, "> 0123456789abcdefg");
  expect_row(&session, 1, "漢z");
  session_close(&session);
  session_open(&session);
  type_keys(&session, "0123456789abcdefgh"); // the cursor is behind the last column
  expect_shot(&session, 0, "> 0123456789abcdefgh");
  expect_cursor(&session, 1, 0);
  session_close(&session);
}

static void edits_several_lines(void **state) {
  (void)state;
  Session session;
  expect_text("(a\rb)\r", "(a\nb)");
  expect_text("(a\rbcd\x1b[AX\x1b[B)\r", "(aX\nbcd)");
  expect_text("(abc\rb\x1b[A\x01Y\x1b[B\x05)\r", "Y(abc\nb)");
  expect_text("a\x1b\rb\r", "a\nb");
  session_open(&session);
  type_keys(&session, "(a\rb");
  expect_row(&session, 0, "> (a");
  expect_row(&session, 1, ". b");
  session_close(&session);
}

static void takes_what_is_pasted(void **state) {
  (void)state;
  expect_text("x\x1b[200~a\rb\tc\x1b[201~y\r", "xa\nb\tcy");
  expect_text("\x1b[200~a\x03"
              "b\x1b[201~\r",
              "ab");
}

static void ends(void **state) {
  (void)state;
  Session session;
  session_open(&session);
  type_keys(&session, "abc\x03");
  assert_int_equal(session.end, EDIT_ABANDONED);
  type_keys(&session, "\x04");
  assert_int_equal(session.end, EDIT_EOF);
  type_keys(&session, "ab\x02\x04\r");
  assert_int_equal(session.end, EDIT_DONE);
  assert_string_equal(strbuf_text(&session.text), "a");
  type_keys(&session, "\x1a"
                      "a\r");
  assert_int_equal(session.terminal.suspended, 1);
  session_close(&session);
}

static void recalls(void **state) {
  (void)state;
  Session session;
  session_open(&session);
  type_keys(&session, "one\r");
  type_keys(&session, "(t\rwo)\r");
  type_keys(&session, "two\r");
  type_keys(&session, "two\r");
  assert_int_equal(history_count(session.history), 3);
  assert_string_equal(type_keys(&session, "\x1b[A\r"), "two");
  assert_string_equal(type_keys(&session, "\x10\x10\x10\x10\x10X\r"), "oneX");
  assert_string_equal(type_keys(&session, "draft\x1b[A\x1b[A\x1b[B\x1b[B!\r"), "draft!");
  session_close(&session);
}

static void searches(void **state) {
  (void)state;
  Session session;
  session_open(&session);
  type_keys(&session, "alpha 1\r");
  type_keys(&session, "beta\r");
  type_keys(&session, "alpha 2\r");
  assert_string_equal(type_keys(&session, "\x12"
                                          "alp\r"),
                      "alpha 2");
  assert_string_equal(type_keys(&session, "\x12"
                                          "alp\x12\r"),
                      "alpha 1");
  assert_string_equal(type_keys(&session, "\x12"
                                          "et\x05!\r"),
                      "beta!");
  assert_string_equal(type_keys(&session, "draft\x12"
                                          "alp\x07!\r"),
                      "draft!");
  assert_string_equal(type_keys(&session, "\x12"
                                          "betx\x7f\r"),
                      "beta!");
  session_close(&session);
  session_open(&session);
  type_keys(&session, "\x12zz");
  expect_shot(&session, 0, "nothing has 'zz':");
  session_close(&session);
}

static void completes(void **state) {
  (void)state;
  Session session;
  expect_text("x rep\t\r", "x replicate");
  expect_text("r\t\r", "re");
  expect_text("m\t\r", "mü"); // the next bytes agree only in a part of a character
  expect_text("zz\t\t\r", "zz");
  session_open(&session);
  assert_string_equal(type_keys(&session, "re\t\tp\t\r"), "replicate");
  expect_row(&session, 0, "> re");
  expect_row(&session, 1, "reduce");
  expect_row(&session, 2, "replicate");
  expect_row(&session, 3, "reverse");
  expect_row(&session, 4, "> replicate");
  session_close(&session);
}

static void follows_the_width(void **state) {
  (void)state;
  Session session;
  session_open(&session);
  session.terminal.resize_at = 10;
  session.terminal.resize_to = 8;
  type_keys(&session, "0123456789");
  expect_row(&session, 0, "> 012345");
  expect_row(&session, 1, "6789");
  session_close(&session);
}

// ---- The file of past texts ----

static const char *history_file(char *folder) {
  static char path[200];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/history", folder);
  return path;
}

static void keeps_history(void **state) {
  (void)state;
  char folder[] = "/tmp/ravel-edit-XXXXXX";
  const char *path = history_file(folder), *why = NULL;
  EditHistory *history = history_open(path, &why);
  assert_null(why);
  history_add(history, "one");
  history_add(history, "two\nlines \\n");
  history_add(history, "  ");
  history_close(history);
  struct stat status;
  assert_int_equal(stat(path, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0600);
  history = history_open(path, &why);
  assert_int_equal(history_count(history), 2);
  assert_string_equal(history_at(history, 1), "two\nlines \\n");
  history_close(history);
  chmod(path, 0666);
  history = history_open(path, &why);
  assert_string_equal(why, "others may write it");
  assert_int_equal(history_count(history), 0);
  history_close(history);
  unlink(path);
  assert_int_equal(symlink("/dev/null", path), 0);
  history = history_open(path, &why);
  assert_non_null(why);
  history_close(history);
  unlink(path);
  rmdir(folder);
}

static void cuts_history(void **state) {
  (void)state;
  char folder[] = "/tmp/ravel-edit-XXXXXX";
  const char *path = history_file(folder), *why = NULL;
  EditHistory *history = history_open(path, &why);
  for (int i = 0; i < 2100; i++) {
    char text[20];
    snprintf(text, sizeof text, "text %d", i);
    history_add(history, text);
  }
  history_close(history);
  history_close(history_open(path, &why)); // cuts it
  history = history_open(path, &why);
  assert_int_equal(history_count(history), 1000);
  assert_string_equal(history_at(history, 999), "text 2099");
  history_close(history);
  unlink(path);
  rmdir(folder);
}

UnitCount test_edit(void) {
  static const struct CMUnitTest tests[] = {cmocka_unit_test(moves_and_changes),
                                            cmocka_unit_test(kills_and_yanks),
                                            cmocka_unit_test(knows_characters),
                                            cmocka_unit_test(draws_rows),
                                            cmocka_unit_test(edits_several_lines),
                                            cmocka_unit_test(takes_what_is_pasted),
                                            cmocka_unit_test(ends),
                                            cmocka_unit_test(recalls),
                                            cmocka_unit_test(searches),
                                            cmocka_unit_test(completes),
                                            cmocka_unit_test(follows_the_width),
                                            cmocka_unit_test(keeps_history),
                                            cmocka_unit_test(cuts_history)};
  return UNIT_RUN("edit", tests);
}
