// The text of kernels, and files with kernels. See gpu.h.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"
#include "rts/gpu/gpu.h"

char *text_say(const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
  if (text != NULL) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(arguments);
  return text;
}

char *text_join(const char *const *pieces) {
  size_t length = 0;
  for (size_t i = 0; pieces[i] != NULL; i++)
    length += strlen(pieces[i]);
  char *text = malloc(length + 1), *at = text;
  if (text == NULL) return NULL;
  for (size_t i = 0; pieces[i] != NULL; i++) {
    size_t part = strlen(pieces[i]);
    memcpy(at, pieces[i], part);
    at += part;
  }
  *at = '\0';
  return text;
}

char *file_load(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (file == NULL) return NULL;
  char *text = NULL;
  size_t length = 0, capacity = 0;
  for (;;) {
    if (length + 1 >= capacity) {
      capacity = capacity == 0 ? 65536 : 2 * capacity;
      char *grown = realloc(text, capacity);
      if (grown == NULL) break;
      text = grown;
    }
    size_t got = fread(text + length, 1, capacity - length - 1, file);
    if (got == 0) break;
    length += got;
  }
  bool is_good = text != NULL && !ferror(file);
  fclose(file);
  if (!is_good) {
    free(text);
    return NULL;
  }
  text[length] = '\0';
  *size = length;
  return text;
}

bool file_save(const char *name, const void *data, size_t size) {
  FILE *file = fopen(name, "wb");
  if (file == NULL) return false;
  bool is_good = fwrite(data, 1, size, file) == size;
  return fclose(file) == 0 && is_good;
}

int text_dump(Context *ctx, const char *text) {
  const char *name = ctx->config->dump_kernels;
  if (name == NULL || file_save(name, text, strlen(text))) return RT_OK;
  return context_fail_file(ctx, "write", name);
}

const char *config_program(Config *config) {
  if (config->program != NULL) return config->program;
  if (config->shown == NULL) config->shown = text_join(config->table->gpu->text);
  return config->shown;
}
