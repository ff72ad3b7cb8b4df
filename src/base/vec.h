// Vectors: growable arrays in an arena.
//
//   Vec(Span) spans = {0};
//   vec_push(arena, &spans, span);
//   for (size_t i = 0; i < spans.count; i++) use(spans.data[i]);
//
// A vector that grows leaves its old array behind in the arena, so pointers into it stay readable.
// The macros evaluate `vec` more than once.
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>

#include "base/arena.h"

// The type of a vector of T. Each use is a type of its own; give it a name with typedef to pass it.
#define Vec(T)                                                                                     \
  struct {                                                                                         \
    T *data;                                                                                       \
    size_t count, capacity;                                                                        \
  }

// Makes room for extra more items.
#define vec_reserve(arena, vec, extra)                                                             \
  ((vec)->data = vec_grow((arena), (vec)->data, (vec)->count, &(vec)->capacity, (extra),           \
                          sizeof *(vec)->data))

// Appends one item: an expression that does not itself change vec.
#define vec_push(arena, vec, ...)                                                                  \
  (vec_reserve((arena), (vec), 1), (vec)->data[(vec)->count] = (__VA_ARGS__), (void)(vec)->count++)

// Appends n items from an array, which may be part of vec. Evaluates n twice.
#define vec_append(arena, vec, items, n)                                                           \
  (vec_reserve((arena), (vec), (n)),                                                               \
   (void)((vec)->count += vec_copy((vec)->data, (vec)->count, (items), (n), sizeof *(vec)->data)))

// Removes the last item and yields it (cast to void to discard). An empty vector is an internal
// error.
#define vec_pop(vec) ((vec)->data[(vec)->count = vec_last_index((vec)->count)])

// The last item, as an lvalue. An empty vector is an internal error.
#define vec_last(vec) ((vec)->data[vec_last_index((vec)->count)])

// For the macros above: yields an array with room for count + extra items, and sets the capacity.
void *vec_grow(Arena *arena, void *data, size_t count, size_t *capacity, size_t extra, size_t size);

// For the macros above: copies n items after the first count items of data, and yields n.
size_t vec_copy(void *data, size_t count, const void *items, size_t n, size_t size);

// For the macros above: count - 1, which must exist.
size_t vec_last_index(size_t count);

#endif
