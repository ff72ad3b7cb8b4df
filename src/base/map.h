// Maps from 64-bit keys to pointers, in an arena, iterated in insertion order.
//
//   MapEntry entry;
//   for (size_t cursor = 0; map_each(map, &cursor, &entry);) use(entry.key, entry.value);
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct Map Map;

typedef struct MapEntry {
  uint64_t key;
  void *value;
} MapEntry;

// Makes an empty map that grows in arena.
Map *map_new(Arena *arena);

// The key of a pointer, by identity (for a Name: by its text).
uint64_t map_key(const void *pointer);

// The value of key, or NULL when absent.
void *map_get(const Map *map, uint64_t key);

// Whether key is present; if so and out is not NULL, stores its value there.
bool map_find(const Map *map, uint64_t key, void **out);

// Binds key to value. A key that is already bound keeps its place in the order. Map values are
// `void *`; the caller must not write through one that was put as a pointer to const.
void map_put(Map *map, uint64_t key, const void *value);

// Removes key; whether it was there.
bool map_remove(Map *map, uint64_t key);

// How many keys are bound.
size_t map_count(const Map *map);

// Steps through the entries in insertion order: start with *cursor = 0, stop when false. The
// current key may be removed and values may be changed meanwhile, but no new key may be put.
bool map_each(const Map *map, size_t *cursor, MapEntry *entry);

#endif
