#include "base/intern.h"

#include <stdint.h>
#include <string.h>

#include "base/hash.h"

typedef struct InternEntry {
  Name name; // NULL when free
  uint64_t hash;
  size_t length;
} InternEntry;

struct Interner {
  Arena *arena;
  InternEntry *entries;
  size_t count, size; // size is a power of two, at least twice count
};

enum { FIRST_SIZE = 256 };

Interner *interner_new(Arena *arena) {
  Interner *interner = arena_make(arena, Interner);
  interner->arena = arena;
  interner->size = FIRST_SIZE;
  interner->entries = arena_array(arena, InternEntry, FIRST_SIZE);
  return interner;
}

// The entry that holds the text, or the free one where it belongs.
static InternEntry *interner_probe(Interner *interner, const char *text, size_t length,
                                   uint64_t hash) {
  size_t mask = interner->size - 1;
  for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
    InternEntry *entry = &interner->entries[i];
    if (entry->name == NULL) return entry;
    if (entry->hash == hash && entry->length == length &&
        (length == 0 || memcmp(entry->name, text, length) == 0))
      return entry;
  }
}

static void interner_grow(Interner *interner) {
  InternEntry *old = interner->entries;
  size_t old_size = interner->size;
  interner->size = old_size * 2;
  interner->entries = arena_array(interner->arena, InternEntry, interner->size);
  for (size_t i = 0; i < old_size; i++)
    if (old[i].name != NULL)
      *interner_probe(interner, old[i].name, old[i].length, old[i].hash) = old[i];
}

Name intern(Interner *interner, const char *text, size_t length) {
  uint64_t hash = hash_bytes(text, length);
  InternEntry *entry = interner_probe(interner, text, length, hash);
  if (entry->name != NULL) return entry->name;
  if (interner->count + 1 > interner->size / 2) {
    interner_grow(interner);
    entry = interner_probe(interner, text, length, hash);
  }
  *entry = (InternEntry){arena_strndup(interner->arena, text, length), hash, length};
  interner->count++;
  return entry->name;
}

Name intern_str(Interner *interner, const char *text) {
  return intern(interner, text, strlen(text));
}
