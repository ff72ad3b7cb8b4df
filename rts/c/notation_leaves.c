#include "rts/c/notation_leaves.h"

#include <stdlib.h>
#include <string.h>

#include "rts/c/notation.h"

// The notation, and the types and values of its leaves.
typedef struct LeafList {
  Notation *notation;
  ValueType *types;
  Value *values;
  size_t count;
} LeafList;

static void leaves_free(LeafList *list) {
  for (size_t i = 0; list->values != NULL && i < list->count; i++)
    value_free(&list->values[i]);
  notation_free(list->notation);
  free(list->types);
  free(list->values);
}

static bool leaves_make(LeafList *list, const WorldText *type) {
  char *text = calloc(type->count + 1, 1);
  if (text != NULL) {
    memcpy(text, type->bytes, type->count);
    list->notation = notation_new(text);
    free(text);
  }
  if (list->notation == NULL) return false;
  list->count = notation_leaf_count(list->notation);
  list->types = calloc(list->count, sizeof *list->types);
  list->values = calloc(list->count, sizeof *list->values);
  if (list->types == NULL || list->values == NULL) return false;
  notation_types(list->notation, list->types);
  return true;
}

static int64_t number_from_bytes(const char *bytes) {
  uint64_t number = 0;
  for (int i = 7; i >= 0; i--)
    number = number << 8 | (unsigned char)bytes[i];
  return (int64_t)number;
}

// Elements of 8 bytes, the lowest first, in the order of the host; and back.
static void leaf_from_bytes(Value *leaf, const char *bytes, int64_t count) {
  if (prim_size(leaf->prim) == 1) {
    if (count > 0) memcpy(leaf->data, bytes, (size_t)count);
    return;
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t number = number_from_bytes(bytes + 8 * i);
    memcpy((char *)leaf->data + 8 * i, &number, 8);
  }
}

static void world_put_number(EffectWorld *world, int64_t number) {
  char bytes[8];
  for (int i = 0; i < 8; i++)
    bytes[i] = (char)((uint64_t)number >> (8 * i) & 0xff);
  world_put(world, bytes, 8);
}

static void world_put_leaf(EffectWorld *world, const Value *leaf) {
  int64_t count = value_count(leaf);
  world_put_number(world, count);
  if (prim_size(leaf->prim) == 1) {
    world_put(world, leaf->data, (size_t)count);
    return;
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t number;
    memcpy(&number, (const char *)leaf->data + 8 * i, 8);
    world_put_number(world, number);
  }
}

// False when memory is short, or a program that was written by hand has too few bytes.
static bool leaves_from_bytes(LeafList *list, const WorldText *leaves) {
  const char *bytes = leaves->bytes;
  size_t left = leaves->count;
  for (size_t i = 0; i < list->count; i++) {
    size_t size = prim_size(list->types[i].prim);
    int64_t count = left < 8 ? -1 : number_from_bytes(bytes);
    if (count < 0 || (uint64_t)count > (left - 8) / size) return false;
    if (!value_make(&list->values[i], list->types[i].prim, list->types[i].rank, &count))
      return false;
    leaf_from_bytes(&list->values[i], bytes + 8, count);
    bytes += 8 + (size_t)count * size;
    left -= 8 + (size_t)count * size;
  }
  return true;
}

int64_t world_put_notation(EffectWorld *world, const WorldText *type, const WorldText *leaves) {
  LeafList list = {0};
  ValueError error;
  Writer *writer = writer_to_memory();
  bool is_good = writer != NULL && leaves_make(&list, type) && leaves_from_bytes(&list, leaves) &&
                 notation_write(writer, list.notation, list.values, -1, &error) &&
                 writer_flush(writer, &error);
  size_t size = 0;
  const char *text = is_good ? writer_data(writer, &size) : NULL;
  if (is_good) world_put(world, text, size);
  world->lacks_memory = world->lacks_memory || !is_good;
  if (writer != NULL) writer_free(writer);
  leaves_free(&list);
  return is_good ? 0 : -1;
}

static void world_put_reason(EffectWorld *world, const ValueError *error) {
  char place[64];
  if (error->line > 0) {
    int length =
        snprintf(place, sizeof place, "line %zu, column %zu: ", error->line, error->column);
    world_put(world, place, (size_t)length);
  }
  world_put(world, error->message, strlen(error->message));
}

int64_t world_put_leaves(EffectWorld *world, const WorldText *type, const WorldText *text) {
  LeafList list = {0};
  ValueError error = {.out_of_memory = true};
  Reader *reader = reader_from_memory(text->bytes, text->count);
  bool is_good = reader != NULL && leaves_make(&list, type) &&
                 notation_read(reader, list.notation, list.types, list.values, &error) &&
                 reader_at_end(reader, &error);
  for (size_t i = 0; is_good && i < list.count; i++)
    world_put_leaf(world, &list.values[i]);
  if (!is_good) world_put_reason(world, &error);
  world->lacks_memory = world->lacks_memory || (!is_good && error.out_of_memory);
  reader_free(reader);
  leaves_free(&list);
  return is_good ? 0 : -1;
}
