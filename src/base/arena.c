#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/internal.h"

enum { ALIGNMENT = 16 };

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *next;
  size_t capacity, used;
  uint64_t guard;
  _Alignas(16) unsigned char data[];
};

struct Arena {
  Chunk *chunks;
  size_t used;
};

static Chunk *chunk_new(size_t capacity) {
  if (capacity > PTRDIFF_MAX - sizeof(Chunk)) fatal_out_of_memory(capacity);
  Chunk *chunk = calloc(1, offsetof(Chunk, data) + capacity);
  if (chunk == NULL) fatal_out_of_memory(capacity);
  chunk->capacity = capacity;
  return chunk;
}

Arena *arena_new(void) {
  Arena *arena = calloc(1, sizeof *arena);
  if (arena == NULL) fatal_out_of_memory(sizeof *arena);
  return arena;
}

size_t arena_used(const Arena *arena) { return arena->used; }

#ifdef ARENA_POISON

// The block ends where the caller's bytes end, so that a sanitizer guards the end; the guard word
// before the bytes tells of a write below the start.
static const uint64_t GUARD = 0x9E3779B97F4A7C15u;

void *arena_alloc(Arena *arena, size_t size) {
  Chunk *chunk = chunk_new(size);
  chunk->guard = GUARD;
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  arena->used += size;
  return chunk->data;
}

static void chunk_free(Chunk *chunk) {
  if (chunk->guard != GUARD) INTERNAL_ERROR("a write below an arena allocation");
  memset(chunk->data, 0xDD, chunk->capacity);
  free(chunk);
}

#else

enum { CHUNK_MIN = 16 * 1024, CHUNK_MAX = 1024 * 1024 };

// Starts a new chunk that holds at least size bytes; chunks double up to CHUNK_MAX.
static Chunk *arena_grow(Arena *arena, size_t size) {
  Chunk *top = arena->chunks;
  if (top != NULL && size > CHUNK_MAX / 4) {
    // A large block gets a chunk of its own, below the top, which stays in use.
    Chunk *chunk = chunk_new(size);
    chunk->next = top->next;
    top->next = chunk;
    return chunk;
  }
  size_t capacity = top == NULL ? CHUNK_MIN : top->capacity * 2;
  if (capacity > CHUNK_MAX) capacity = CHUNK_MAX;
  if (capacity < size) capacity = size;
  Chunk *chunk = chunk_new(capacity);
  chunk->next = top;
  arena->chunks = chunk;
  return chunk;
}

void *arena_alloc(Arena *arena, size_t size) {
  if (size > PTRDIFF_MAX - ALIGNMENT) fatal_out_of_memory(size);
  size_t rounded = size == 0 ? ALIGNMENT : (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  Chunk *chunk = arena->chunks;
  if (chunk == NULL || chunk->capacity - chunk->used < rounded) chunk = arena_grow(arena, rounded);
  void *result = chunk->data + chunk->used;
  chunk->used += rounded;
  arena->used += size;
  return result;
}

static void chunk_free(Chunk *chunk) { free(chunk); }

#endif

void arena_free(Arena *arena) {
  if (arena == NULL) return;
  for (Chunk *chunk = arena->chunks; chunk != NULL;) {
    Chunk *next = chunk->next;
    chunk_free(chunk);
    chunk = next;
  }
  free(arena);
}

void *arena_alloc_array(Arena *arena, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) fatal_out_of_memory(SIZE_MAX);
  return arena_alloc(arena, count * size);
}

char *arena_strndup(Arena *arena, const char *text, size_t length) {
  if (length == SIZE_MAX) fatal_out_of_memory(length);
  char *copy = arena_alloc(arena, length + 1);
  if (length > 0) memcpy(copy, text, length);
  return copy;
}

char *arena_vprintf(Arena *arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (length < 0) INTERNAL_ERROR("cannot format \"%s\"", format);
  char *text = arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

char *arena_join(Arena *arena, ...) {
  va_list texts, again;
  size_t length = 0;
  va_start(texts, arena);
  va_copy(again, texts);
  for (const char *text; (text = va_arg(texts, const char *));)
    length += strlen(text);
  char *joined = arena_array(arena, char, length + 1), *at = joined;
  for (const char *text; (text = va_arg(again, const char *));) {
    size_t size = strlen(text);
    memcpy(at, text, size);
    at += size;
  }
  *at = '\0';
  va_end(again);
  va_end(texts);
  return joined;
}

char *arena_printf(Arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = arena_vprintf(arena, format, arguments);
  va_end(arguments);
  return text;
}
