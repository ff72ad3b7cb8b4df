// Entries lie in an array in insertion order; an open-addressing table of indices finds them.
// A removed entry stays in the array, marked dead, until the next rebuild drops it.
#include "base/map.h"

#include "base/hash.h"
#include "base/internal.h"

typedef struct MapSlot {
  MapEntry entry;
  bool is_live;
} MapSlot;

struct Map {
  Arena *arena;
  MapSlot *slots;
  size_t slot_count, live_count;
  uint32_t *table;   // 0 is free, otherwise 1 + the index of a slot
  size_t table_size; // a power of two; slots has room for half as many
};

enum { FIRST_TABLE_SIZE = 16 };

Map *map_new(Arena *arena) {
  Map *map = arena_make(arena, Map);
  map->arena = arena;
  return map;
}

uint64_t map_key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

// The slot of key, dead or alive, or NULL; *place is its place in the table or the free one.
static MapSlot *map_probe(const Map *map, uint64_t key, size_t *place) {
  if (map->table_size == 0) return NULL;
  size_t mask = map->table_size - 1;
  for (size_t i = (size_t)hash_u64(key) & mask;; i = (i + 1) & mask) {
    *place = i;
    if (map->table[i] == 0) return NULL;
    MapSlot *slot = &map->slots[map->table[i] - 1];
    if (slot->entry.key == key) return slot;
  }
}

// Moves the live entries into fresh arrays that have room for at least one more.
static void map_rebuild(Map *map) {
  size_t size = FIRST_TABLE_SIZE;
  while (size / 4 <= map->live_count)
    size *= 2;
  if (size > UINT32_MAX) fatal_out_of_memory(size);
  MapSlot *old_slots = map->slots;
  size_t old_count = map->slot_count;
  map->slots = arena_array(map->arena, MapSlot, size / 2);
  map->table = arena_array(map->arena, uint32_t, size);
  map->table_size = size;
  map->slot_count = 0;
  for (size_t i = 0; i < old_count; i++) {
    if (!old_slots[i].is_live) continue;
    size_t place = 0;
    map_probe(map, old_slots[i].entry.key, &place);
    map->slots[map->slot_count++] = old_slots[i];
    map->table[place] = (uint32_t)map->slot_count;
  }
}

bool map_find(const Map *map, uint64_t key, void **out) {
  size_t place = 0;
  const MapSlot *slot = map_probe(map, key, &place);
  if (slot == NULL || !slot->is_live) return false;
  if (out != NULL) *out = slot->entry.value;
  return true;
}

void *map_get(const Map *map, uint64_t key) {
  void *value = NULL;
  return map_find(map, key, &value) ? value : NULL;
}

void map_put(Map *map, uint64_t key, const void *value) {
  size_t place = 0;
  MapSlot *slot = map_probe(map, key, &place);
  if (slot != NULL && slot->is_live) {
    slot->entry.value = (void *)value;
    return;
  }
  if (map->slot_count == map->table_size / 2) {
    map_rebuild(map);
    slot = map_probe(map, key, &place);
  }
  // A dead slot of the same key is forgotten: its key counts as inserted anew, at the end.
  map->slots[map->slot_count++] = (MapSlot){{key, (void *)value}, true};
  map->table[place] = (uint32_t)map->slot_count;
  map->live_count++;
}

bool map_remove(Map *map, uint64_t key) {
  size_t place = 0;
  MapSlot *slot = map_probe(map, key, &place);
  if (slot == NULL || !slot->is_live) return false;
  slot->is_live = false;
  map->live_count--;
  return true;
}

size_t map_count(const Map *map) { return map->live_count; }

bool map_each(const Map *map, size_t *cursor, MapEntry *entry) {
  while (*cursor < map->slot_count) {
    const MapSlot *slot = &map->slots[(*cursor)++];
    if (!slot->is_live) continue;
    *entry = slot->entry;
    return true;
  }
  return false;
}
