// The reader: a view on a stream or on memory, and the choice of the format.

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/value_internal.h"

#define READER_CAPACITY ((size_t)1 << 16)

Reader *reader_from_file(FILE *file) {
  Reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->buffer = malloc(READER_CAPACITY);
  if (reader->buffer == NULL) {
    free(reader);
    return NULL;
  }
  reader->file = file;
  reader->capacity = READER_CAPACITY;
  reader->start = reader->position = reader->end = reader->buffer;
  reader->line = reader->column = 1;
  reader->limit = SIZE_MAX;
  return reader;
}

Reader *reader_from_memory(const void *data, size_t size) {
  Reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  // An empty piece of memory may be NULL, with which no arithmetic is allowed.
  reader->start = size == 0 ? (const unsigned char *)"" : data;
  reader->position = reader->start;
  reader->end = reader->start + size;
  reader->line = reader->column = 1;
  reader->is_exhausted = true;
  reader->limit = SIZE_MAX;
  return reader;
}

void reader_set_limit(Reader *reader, size_t bytes) { reader->limit = bytes; }

void reader_free(Reader *reader) {
  if (reader == NULL) return;
  free(reader->buffer);
  free(reader);
}

// Forgets what was read of the view, keeping count of lines and columns.
static void reader_forget(Reader *reader) {
  const unsigned char *p = reader->start;
  const unsigned char *newline;
  while ((newline = memchr(p, '\n', (size_t)(reader->position - p))) != NULL) {
    p = newline + 1;
    reader->line++;
    reader->column = 1;
  }
  for (; p < reader->position; p++)
    reader->column += (*p & 0xc0) != 0x80;
  reader->offset += (size_t)(reader->position - reader->start);
  reader->start = reader->position;
}

// Reads up to `count` bytes from the stream.
static size_t reader_pull(Reader *reader, void *target, size_t count) {
  errno = 0;
  size_t got = fread(target, 1, count, reader->file);
  if (got < count) {
    reader->is_exhausted = true;
    if (ferror(reader->file)) reader->error_number = errno != 0 ? errno : EIO;
  }
  return got;
}

void reader_fill(Reader *reader, size_t count) {
  if ((size_t)(reader->end - reader->position) >= count || reader->is_exhausted) return;
  reader_forget(reader);
  size_t rest = (size_t)(reader->end - reader->position);
  memmove(reader->buffer, reader->position, rest);
  size_t got = reader_pull(reader, reader->buffer + rest, reader->capacity - rest);
  reader->start = reader->position = reader->buffer;
  reader->end = reader->buffer + rest + got;
}

bool reader_take(Reader *reader, void *target, size_t count) {
  size_t rest = (size_t)(reader->end - reader->position);
  size_t part = count < rest ? count : rest;
  memcpy(target, reader->position, part);
  reader->position += part;
  if (part == count) return true;
  if (reader->is_exhausted) return false;
  reader_forget(reader);
  size_t got = reader_pull(reader, (unsigned char *)target + part, count - part);
  reader->offset += got;
  return got == count - part;
}

bool value_read(Reader *reader, const ValueType *expected, Value *out, ValueError *error) {
  memset(out, 0, sizeof *out);
  reader_skip_blanks(reader);
  // No text starts with a b, so that one byte tells the formats apart.
  if (reader->position < reader->end && *reader->position == 'b')
    return value_read_binary(reader, expected, out, error);
  return value_read_text(reader, expected, out, error);
}

bool reader_at_end(Reader *reader, ValueError *error) {
  reader_skip_blanks(reader);
  if (reader->position == reader->end && reader->error_number == 0) return true;
  return reader_fail(reader, reader->position, error, "expected the end of the input");
}
