// Arenas: memory that is handed out piece by piece and freed all at once.
//
// Built with -DARENA_POISON, every allocation is a block of its own, so that a sanitizer sees
// overruns and uses after arena_free.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#include "base/attributes.h"

typedef struct Arena Arena;

// Makes an empty arena.
Arena *arena_new(void);

// Frees the arena and everything allocated from it. NULL is allowed.
void arena_free(Arena *arena);

// Hands out size zeroed bytes, aligned to 16. Never NULL, not even for size 0.
void *arena_alloc(Arena *arena, size_t size);

// Hands out a zeroed array; a size that overflows is out of memory.
void *arena_alloc_array(Arena *arena, size_t count, size_t size);

// A zeroed T, and an array of count zeroed Ts.
#define arena_make(arena, T)         ((T *)arena_alloc((arena), sizeof(T)))
#define arena_array(arena, T, count) ((T *)arena_alloc_array((arena), (count), sizeof(T)))

// Copies length bytes of text and ends the copy with a NUL.
char *arena_strndup(Arena *arena, const char *text, size_t length);

// Formats into a new string.
// The texts one after the other; NULL ends them. Many times faster than arena_printf.
char *arena_join(Arena *arena, ...);
char *arena_printf(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
char *arena_vprintf(Arena *arena, const char *format, va_list arguments) PRINTF_LIKE(2, 0);

// How many bytes were handed out so far.
size_t arena_used(const Arena *arena);

#endif
