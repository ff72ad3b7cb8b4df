// Runs a command on a terminal of its own and types what a script says:
//
//   pty SCRIPT COMMAND...
//
// Lines of the script: `type TEXT` sends keys, with `\r` for Enter, `\e` for ESC, `\t`, `\\` and
// `\xHH`; `see TEXT` waits until the terminal has been sent the text, behind what was seen before;
// `ready` waits for the line editor, `running` until it has given the terminal back;
// `miss TEXT` fails when the text is among what was sent since then; `size COLUMNS` changes the
// width; `do COMMAND` runs a shell command; `end CODE` waits until the command ends, with this exit
// code. Other lines are comments. What goes wrong is said on stderr, with what the terminal was
// sent.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 60, ROOM = 1 << 20 };

typedef struct Pty {
  int terminal;
  pid_t command;
  char said[ROOM]; // what the terminal was sent
  size_t length, seen;
  int line; // of the script
} Pty;

static void show_byte(char byte) {
  if (byte == '\x1b')
    fputs("\\e", stderr);
  else if (byte == '\r')
    fputs("\\r", stderr);
  else
    fputc(byte, stderr);
}

static void fail(Pty *pty, const char *what, const char *text) {
  fprintf(stderr, "pty: line %d: %s: %s\nsince what was seen last:\n", pty->line, what, text);
  for (size_t i = pty->seen; i < pty->length; i++)
    show_byte(pty->said[i]);
  fputc('\n', stderr);
  kill(pty->command, SIGKILL);
  exit(1);
}

// Reads what there is; false when the command has closed its terminal.
static int take(Pty *pty, int milliseconds) {
  struct pollfd file = {.fd = pty->terminal, .events = POLLIN};
  if (poll(&file, 1, milliseconds) <= 0) return 1;
  if (pty->length == ROOM) fail(pty, "too much was said", "");
  ssize_t count = read(pty->terminal, pty->said + pty->length, ROOM - pty->length);
  if (count <= 0) return count < 0 && errno == EINTR;
  pty->length += (size_t)count;
  return 1;
}

static size_t find(const Pty *pty, const char *text) {
  size_t length = strlen(text);
  for (size_t i = pty->seen; i + length <= pty->length; i++)
    if (memcmp(pty->said + i, text, length) == 0) return i + length;
  return 0;
}

static void see(Pty *pty, const char *text) {
  time_t start = time(NULL);
  for (size_t place = 0; (place = find(pty, text)) == 0;) {
    if (time(NULL) - start > PATIENCE) fail(pty, "not seen", text);
    if (!take(pty, 100)) fail(pty, "the command ended before it was seen", text);
  }
  pty->seen = find(pty, text);
}

static size_t unescape(char *text) {
  size_t at = 0;
  for (size_t i = 0; text[i]; i++) {
    char byte = text[i];
    if (byte == '\\') {
      byte = text[++i];
      if (byte == 'r') byte = '\r';
      if (byte == 'e') byte = '\x1b';
      if (byte == 't') byte = '\t';
      if (byte == 'x') {
        char digits[3] = {text[i + 1], text[i + 2], 0};
        byte = (char)strtol(digits, NULL, 16);
        i += 2;
      }
    }
    text[at++] = byte;
  }
  text[at] = 0;
  return at;
}

static void set_size(const Pty *pty, int columns) {
  struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
  ioctl(pty->terminal, TIOCSWINSZ, &size);
}

static void end(Pty *pty, int code) {
  int status = 0;
  time_t start = time(NULL);
  while (waitpid(pty->command, &status, WNOHANG) == 0) {
    take(pty, 50);
    if (time(NULL) - start > PATIENCE) fail(pty, "the command goes on", "");
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == code) return;
  fprintf(stderr, "pty: the command ended with status %x\n", (unsigned)status);
  fail(pty, "not the exit code", "");
}

static void act(Pty *pty, char *line) {
  char *text = strchr(line, ' ');
  line[strcspn(line, "\n")] = 0;
  if (text) *text++ = 0;
  if (strcmp(line, "type") == 0) {
    size_t length = unescape(text);
    if (write(pty->terminal, text, length) != (ssize_t)length) fail(pty, "cannot type", text);
  } else if (strcmp(line, "see") == 0) {
    unescape(text);
    see(pty, text);
  } else if (strcmp(line, "ready") == 0) {
    see(pty, "\x1b[?2004h");
  } else if (strcmp(line, "running") == 0) {
    see(pty, "\x1b[?2004l");
  } else if (strcmp(line, "miss") == 0) {
    if (find(pty, text)) fail(pty, "seen", text);
  } else if (strcmp(line, "size") == 0) {
    set_size(pty, atoi(text));
  } else if (strcmp(line, "do") == 0) {
    if (system(text) != 0) fail(pty, "cannot do", text);
  } else if (strcmp(line, "end") == 0) {
    end(pty, atoi(text));
  }
}

static void start(Pty *pty, char **words) {
  pty->terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (pty->terminal < 0 || grantpt(pty->terminal) != 0 || unlockpt(pty->terminal) != 0) {
    perror("pty");
    exit(2);
  }
  set_size(pty, 80);
  const char *name = ptsname(pty->terminal);
  pty->command = fork();
  if (pty->command != 0) return;
  setsid();
  int terminal = open(name, O_RDWR);
  ioctl(terminal, TIOCSCTTY, 0);
  for (int i = 0; i < 3; i++)
    dup2(terminal, i);
  close(terminal);
  close(pty->terminal);
  setenv("TERM", "xterm", 1);
  execvp(words[0], words);
  _exit(127);
}

int main(int argc, char **argv) {
  static Pty pty;
  char *line = NULL;
  size_t capacity = 0;
  FILE *script = argc > 2 ? fopen(argv[1], "r") : NULL;
  if (!script) {
    fputs("usage: pty SCRIPT COMMAND...\n", stderr);
    return 2;
  }
  start(&pty, argv + 2);
  while (getline(&line, &capacity, script) >= 0) {
    pty.line++;
    act(&pty, line);
  }
  free(line);
  fclose(script);
  return 0;
}
