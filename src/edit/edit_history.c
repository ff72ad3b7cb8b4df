// Past texts. In their file each is a line, in which `\n` stands for a line break and `\\` for `\`.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edit/edit.h"

// How many texts the file keeps; it is cut when it has twice as many.
enum { MOST = 1000 };

struct EditHistory {
  Arena *arena;
  Vec(const char *) texts;
  const char *path; // NULL: it is not kept
};

// ---- Lines of the file ----

static void put_line(StrBuf *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\n')
      strbuf_puts(out, "\\n");
    else if (*text == '\\')
      strbuf_puts(out, "\\\\");
    else
      strbuf_putc(out, *text);
  }
  strbuf_putc(out, '\n');
}

static const char *read_line(Arena *arena, const char *line, size_t length) {
  char *text = arena_strndup(arena, line, length);
  size_t at = 0;
  for (size_t i = 0; i < length; i++) {
    bool is_escape = line[i] == '\\' && i + 1 < length;
    if (is_escape) i++;
    text[at++] = is_escape && line[i] == 'n' ? '\n' : line[i];
  }
  text[at] = '\0';
  return text;
}

// ---- The file ----

// Is it a file that only this user writes? What is recalled from it is run.
static bool is_own(int file, const char **why) {
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
    *why = "it is not a file";
  else if (status.st_uid != geteuid())
    *why = "it belongs to another user";
  else if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    *why = "others may write it";
  return *why == NULL;
}

static void read_texts(EditHistory *history, int file) {
  FILE *stream = fdopen(file, "r");
  char *line = NULL;
  size_t capacity = 0;
  if (stream == NULL) {
    close(file);
    return;
  }
  for (ssize_t length; (length = getline(&line, &capacity, stream)) > 0;) {
    if (line[length - 1] == '\n') length--;
    if (length == 0 || !utf8_is_valid(line, (size_t)length)) continue;
    vec_push(history->arena, &history->texts, read_line(history->arena, line, (size_t)length));
  }
  free(line);
  fclose(stream);
}

// Writes all of a text; a history that cannot be written is only shorter next time.
static void append_to(int file, const StrBuf *text) {
  for (size_t done = 0; done < text->length;) {
    ssize_t count = write(file, text->data + done, text->length - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    done += (size_t)count;
  }
}

// Writes the latest texts to a new file, which takes the place of the old one.
static void cut_file(EditHistory *history) {
  size_t first = history->texts.count - MOST;
  const char *path = arena_printf(history->arena, "%s.new", history->path);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return;
  StrBuf text = {0};
  for (size_t i = first; i < history->texts.count; i++)
    put_line(&text, history->texts.data[i]);
  append_to(file, &text);
  strbuf_free(&text);
  close(file);
  if (rename(path, history->path) != 0) unlink(path);
}

EditHistory *history_open(const char *path, const char **why) {
  Arena *arena = arena_new();
  EditHistory *history = arena_make(arena, EditHistory);
  history->arena = arena;
  *why = NULL;
  if (path == NULL) return history;
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0 && errno != ENOENT) {
    *why = strerror(errno);
    return history;
  }
  if (file >= 0 && !is_own(file, why)) {
    close(file);
    return history;
  }
  history->path = arena_printf(arena, "%s", path);
  if (file >= 0) read_texts(history, file);
  if (history->texts.count > 2 * MOST) cut_file(history);
  return history;
}

void history_close(EditHistory *history) {
  if (history != NULL) arena_free(history->arena);
}

void history_add(EditHistory *history, const char *text) {
  size_t count = history->texts.count;
  bool is_again = count > 0 && strcmp(history->texts.data[count - 1], text) == 0;
  if (text[strspn(text, " \t\n")] == '\0' || is_again) return;
  vec_push(history->arena, &history->texts, arena_printf(history->arena, "%s", text));
  if (history->path == NULL) return;
  int file = open(history->path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return;
  StrBuf line = {0};
  put_line(&line, text);
  append_to(file, &line);
  strbuf_free(&line);
  close(file);
}

size_t history_count(const EditHistory *history) { return history->texts.count; }

const char *history_at(const EditHistory *history, size_t position) {
  return history->texts.data[position];
}
