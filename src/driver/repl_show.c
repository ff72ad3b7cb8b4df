// Values as Futhark writes them. What a program gives are leaves: arrays of scalars. The interface
// of its entry point says what they are the leaves of: a record has those of its fields, a sum a
// number and those of all payloads, an array of records an array for each leaf of a record.
#include <ctype.h>
#include <string.h>

#include "driver/repl.h"
#include "ir/entry.h"

typedef struct Showing {
  Writer *writer;
  const Entry *entry;
  int64_t limit; // of elements of an array; negative: none
  ValueError *error;
} Showing;

// An element of arrays, given by its indices so far: the one at this offset among those that have
// as many indices.
typedef struct ReplElement {
  int depth;
  int64_t offset;
} ReplElement;

static bool put(Showing *showing, const char *text) {
  return writer_put(showing->writer, text, strlen(text), showing->error);
}

// How many elements of the last dimensions, from `depth` on, belong together.
static int64_t count_below(const Value *value, int depth) {
  int64_t count = 1;
  for (int i = depth; i < value->rank; i++)
    count *= value->shape[i];
  return count;
}

typedef bool ShowElement(Showing *showing, const void *context, const Value *leaves,
                         ReplElement element);

// `[a, b, ...]`: the elements of the next dimension.
static bool show_elements(Showing *showing, const void *context, const Value *leaves,
                          ReplElement element, ShowElement *show) {
  int64_t size = leaves[0].shape[element.depth];
  if (!put(showing, "[")) return false;
  for (int64_t i = 0; i < size; i++) {
    if (showing->limit >= 0 && i >= showing->limit) {
      if (!put(showing, i == 0 ? "..." : ", ...")) return false;
      break;
    }
    if (i > 0 && !put(showing, ", ")) return false;
    ReplElement inner = {element.depth + 1, element.offset * size + i};
    if (!show(showing, context, leaves, inner)) return false;
  }
  return put(showing, "]");
}

// What is left of one leaf: a scalar, or an array of them.
static bool show_leaf(Showing *showing, const void *context, const Value *leaf,
                      ReplElement element) {
  if (element.depth < leaf->rank && count_below(leaf, element.depth) > 0)
    return show_elements(showing, context, leaf, element, show_leaf);
  Value rest = {.prim = leaf->prim,
                .rank = leaf->rank - element.depth,
                .shape = leaf->shape + element.depth,
                .data = (char *)leaf->data + (size_t)element.offset * prim_size(leaf->prim)};
  if (rest.rank == 0) rest.shape = NULL;
  return value_write_text(showing->writer, &rest, showing->error);
}

// An array of units has truth values as elements, which nobody looks at.
static bool show_units(Showing *showing, const void *context, const Value *leaf,
                       ReplElement element) {
  if (element.depth == leaf->rank) return put(showing, "()");
  return show_elements(showing, context, leaf, element, show_units);
}

static bool is_units(const char *type) {
  size_t length = type ? strlen(type) : 0;
  return length > 2 && strcmp(type + length - 2, "()") == 0;
}

static bool show_part(Showing *showing, const EntryValue *part, const Value *leaves,
                      ReplElement element);

static bool show_record(Showing *showing, const Opaque *record, const Value *leaves,
                        ReplElement element) {
  bool is_tuple = record->field_count != 1;
  for (size_t i = 0; i < record->field_count; i++)
    is_tuple = is_tuple && isdigit((unsigned char)record->fields[i].name[0]);
  if (!put(showing, is_tuple ? "(" : "{")) return false;
  for (size_t i = 0; i < record->field_count; i++) {
    const EntryValue *field = &record->fields[i];
    if (i > 0 && !put(showing, ", ")) return false;
    if (!is_tuple && !(put(showing, field->name) && put(showing, " = "))) return false;
    if (!show_part(showing, field, leaves, element)) return false;
    leaves += field->count;
  }
  return put(showing, is_tuple ? ")" : "}");
}

static int64_t tag_of(const Value *tags, int64_t offset) {
  if (prim_size(tags->prim) == 1) return ((const int8_t *)tags->data)[offset];
  return ((const int16_t *)tags->data)[offset];
}

static bool show_sum(Showing *showing, const Opaque *sum, const Value *leaves,
                     ReplElement element) {
  int64_t tag = tag_of(&leaves[0], element.offset);
  const Value *payload = leaves + 1;
  for (size_t i = 0; i < sum->variant_count; i++) {
    const OpaqueVariant *variant = &sum->variants[i];
    bool is_it = (int64_t)i == tag;
    const char *mark = variant->name[0] == '#' ? "" : "#";
    if (is_it && !(put(showing, mark) && put(showing, variant->name))) return false;
    for (size_t k = 0; k < variant->payload_count; k++) {
      if (is_it &&
          !(put(showing, " ") && show_part(showing, &variant->payload[k], payload, element)))
        return false;
      payload += variant->payload[k].count;
    }
  }
  return true;
}

typedef struct ArrayPart {
  const EntryValue *element;
  uint32_t rank; // how many dimensions are left
} ArrayPart;

static bool show_array(Showing *showing, const void *context, const Value *leaves,
                       ReplElement element) {
  const ArrayPart *part = context;
  if (part->rank == 0) return show_part(showing, part->element, leaves, element);
  ArrayPart inner = {part->element, part->rank - 1};
  return show_elements(showing, &inner, leaves, element, show_array);
}

static bool show_opaque(Showing *showing, const Opaque *opaque, const Value *leaves,
                        ReplElement element) {
  switch (opaque->kind) {
  case OPAQUE_RECORD: return show_record(showing, opaque, leaves, element);
  case OPAQUE_SUM: return show_sum(showing, opaque, leaves, element);
  case OPAQUE_ARRAY: {
    ArrayPart part = {&opaque->element, opaque->rank};
    return show_array(showing, &part, leaves, element);
  }
  }
  INTERNAL_ERROR("a kind of opaque types that is none");
}

// A type that is not described is shown by its leaves, as far as there are any.
static bool show_part(Showing *showing, const EntryValue *part, const Value *leaves,
                      ReplElement element) {
  const Opaque *opaque = part->type ? entry_opaque(showing->entry, part->type) : NULL;
  if (opaque) return show_opaque(showing, opaque, leaves, element);
  if (part->count == 1 && is_units(part->type)) return show_units(showing, NULL, leaves, element);
  if (part->count == 1) return show_leaf(showing, NULL, leaves, element);
  if (!put(showing, "(")) return false;
  for (uint32_t i = 0; i < part->count; i++)
    if ((i > 0 && !put(showing, ", ")) || !show_leaf(showing, NULL, &leaves[i], element))
      return false;
  return put(showing, ")");
}

bool results_show(Writer *writer, const Fun *entry, const Value *results, int64_t limit,
                  ValueError *error) {
  Showing showing = {.writer = writer, .entry = entry->entry, .limit = limit, .error = error};
  size_t count = entry->entry->result_count;
  bool is_tuple = count != 1;
  if (is_tuple && !put(&showing, "(")) return false;
  for (size_t i = 0; i < count; i++) {
    const EntryValue *part = &entry->entry->results[i];
    if (i > 0 && !put(&showing, ", ")) return false;
    if (!show_part(&showing, part, results, (ReplElement){0})) return false;
    results += part->count;
  }
  return put(&showing, is_tuple ? ")\n" : "\n");
}
