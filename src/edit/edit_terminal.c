// A terminal: raw mode while a text is edited, so that every key is seen as it is pressed.
#define _DEFAULT_SOURCE // struct winsize

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "edit/edit.h"

struct EditTerminal {
  struct termios cooked;
  bool is_raw;
};

// While they are on, a terminal marks what is pasted.
static const char PASTE_ON[] = "\x1b[?2004h", PASTE_OFF[] = "\x1b[?2004l";

static void put(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(STDOUT_FILENO, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return; // the terminal is gone; reading will tell
    bytes += count;
    length -= (size_t)count;
  }
}

EditTerminal *terminal_open(Arena *arena) {
  EditTerminal *terminal = arena_make(arena, EditTerminal);
  const char *name = getenv("TERM");
  bool is_dumb = name == NULL || strcmp(name, "dumb") == 0;
  if (is_dumb || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return NULL;
  return tcgetattr(STDIN_FILENO, &terminal->cooked) == 0 ? terminal : NULL;
}

void terminal_enter(EditTerminal *terminal) {
  if (terminal->is_raw) return;
  tcgetattr(STDIN_FILENO, &terminal->cooked);
  struct termios raw = terminal->cooked;
  // Enter stays a line feed: what is typed ahead may be read by a form.
  raw.c_iflag &= ~(tcflag_t)(BRKINT | INPCK | ISTRIP | IXON);
  raw.c_oflag &= ~(tcflag_t)OPOST;
  raw.c_cflag |= CS8;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0) return;
  terminal->is_raw = true;
  put(PASTE_ON, sizeof PASTE_ON - 1);
}

void terminal_leave(EditTerminal *terminal) {
  if (!terminal->is_raw) return;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal->cooked);
  put(PASTE_OFF, sizeof PASTE_OFF - 1);
  terminal->is_raw = false;
}

static int read_byte(void *context, int milliseconds) {
  (void)context;
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  int ready = poll(&input, 1, milliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return EDIT_NOTHING;
  unsigned char byte;
  ssize_t count = read(STDIN_FILENO, &byte, 1);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return EDIT_NOTHING;
  return count == 1 ? byte : EDIT_CLOSED;
}

static void write_bytes(void *context, const char *bytes, size_t length) {
  (void)context;
  put(bytes, length);
}

static int columns(void *context) {
  (void)context;
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

static void suspend(void *context) {
  EditTerminal *terminal = context;
  terminal_leave(terminal);
  raise(SIGTSTP);
  terminal_enter(terminal);
}

EditScreen terminal_screen(EditTerminal *terminal) {
  return (EditScreen){.context = terminal,
                      .read = read_byte,
                      .write = write_bytes,
                      .columns = columns,
                      .suspend = suspend};
}
