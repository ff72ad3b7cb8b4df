// The run-time system as text: the files of rts/c, which are part of this program, one behind the
// other. An include of one of them is replaced by the file, the first time.
#include <string.h>

#include "target/cgen/cgen.h"

typedef struct Paste {
  StrBuf *out;
  bool *is_done; // by position in RTS_FILES
} Paste;

static size_t find_file(const char *name, size_t length) {
  size_t i = 0;
  while (RTS_FILES[i].name &&
         !(strlen(RTS_FILES[i].name) == length && strncmp(RTS_FILES[i].name, name, length) == 0))
    i++;
  if (!RTS_FILES[i].name) INTERNAL_ERROR("the run-time system has no file %.*s", (int)length, name);
  return i;
}

static void paste_file(Paste *paste, size_t position);

// Writes a line, or the file that it includes.
static void paste_line(Paste *paste, const char *line, size_t length) {
  static const char start[] = "#include \"rts/c/";
  size_t prefix = sizeof start - 1;
  if (length > prefix && strncmp(line, start, prefix) == 0) {
    const char *end = memchr(line + prefix, '"', length - prefix);
    if (!end) INTERNAL_ERROR("an include without an end in the run-time system");
    paste_file(paste, find_file(line + prefix, (size_t)(end - line) - prefix));
    return;
  }
  strbuf_write(paste->out, line, length);
  strbuf_putc(paste->out, '\n');
}

static void paste_file(Paste *paste, size_t position) {
  if (paste->is_done[position]) return;
  paste->is_done[position] = true;
  const char *text = RTS_FILES[position].text;
  while (*text != '\0') {
    size_t length = strcspn(text, "\n");
    paste_line(paste, text, length);
    text += length + (text[length] != '\0');
  }
}

void rts_to_c(StrBuf *out, RtsUse use) {
  static const char *const common[] = {
      "context.c",     "profile.c",      "value.c",           "value_binary.c",
      "value_float.c", "value_reader.c", "value_text_read.c", "value_text_write.c",
      "object.c",      "object_data.c",  "entry.c",           "loops.h",
  };
  Arena *arena = arena_new();
  size_t count = 0;
  while (RTS_FILES[count].name)
    count++;
  Paste paste = {.out = out, .is_done = arena_array(arena, bool, count + 1)};
  strbuf_puts(out, "#define _POSIX_C_SOURCE 200809L\n#define RTS_API static inline\n");
  for (size_t i = 0; i < sizeof common / sizeof *common; i++)
    paste_file(&paste, find_file(common[i], strlen(common[i])));
  if (use == RTS_LIBRARY) {
    paste_file(&paste, find_file("library.c", strlen("library.c")));
  } else {
    paste_file(&paste, find_file("options.c", strlen("options.c")));
    const char *name = use == RTS_SERVER ? "server.c" : "executable.c";
    paste_file(&paste, find_file(name, strlen(name)));
  }
  arena_free(arena);
}
