// The tags of sums among the arguments of an entry point: each must stand for a variant. Compiled
// programs check the same (rts/c/object.c).
#include "driver/entry_tags.h"
#include "ir/entry.h"

// Some of `outer` elements: `count` from `start` on. A value has as many elements for each of them.
typedef struct TagElements {
  int64_t outer, start, count;
} TagElements;

static bool find(const Entry *entry, const EntryValue *part, const Value *values,
                 TagElements elements, WrongTag *wrong);

static bool find_in_parts(const Entry *entry, const EntryValue *parts, size_t count,
                          const Value **values, TagElements elements, WrongTag *wrong) {
  bool is_found = false;
  for (size_t i = 0; i < count; i++) {
    is_found = is_found || find(entry, &parts[i], *values, elements, wrong);
    *values += parts[i].count;
  }
  return is_found;
}

static int64_t tag_at(const Value *tags, int64_t position) {
  switch (prim_size(tags->prim)) {
  case 1: return ((const int8_t *)tags->data)[position];
  case 2: return ((const int16_t *)tags->data)[position];
  case 4: return ((const int32_t *)tags->data)[position];
  default: return ((const int64_t *)tags->data)[position];
  }
}

// Of a payload only the elements that have this variant count; the others are anything.
static bool find_in_sum(const Entry *entry, const Opaque *sum, const Value *values,
                        TagElements elements, WrongTag *wrong) {
  int64_t total = value_count(values);
  int64_t each = elements.outer > 0 ? total / elements.outer : 0;
  for (int64_t i = elements.start * each; i < (elements.start + elements.count) * each; i++) {
    int64_t tag = tag_at(values, i);
    *wrong = (WrongTag){.sum = sum->name, .tag = tag, .variant_count = sum->variant_count};
    if (tag < 0 || (uint64_t)tag >= sum->variant_count) return true;
    const Value *payload = values + 1;
    for (size_t k = 0; k < sum->variant_count; k++) {
      const OpaqueVariant *variant = &sum->variants[k];
      TagElements one = {.outer = total, .start = i, .count = (int64_t)k == tag};
      if (find_in_parts(entry, variant->payload, variant->payload_count, &payload, one, wrong))
        return true;
    }
  }
  return false;
}

static bool find(const Entry *entry, const EntryValue *part, const Value *values,
                 TagElements elements, WrongTag *wrong) {
  const Opaque *opaque = part->type ? entry_opaque(entry, part->type) : NULL;
  if (!opaque) return false;
  switch (opaque->kind) {
  case OPAQUE_RECORD:
    return find_in_parts(entry, opaque->fields, opaque->field_count, &values, elements, wrong);
  case OPAQUE_ARRAY: return find(entry, &opaque->element, values, elements, wrong);
  case OPAQUE_SUM: return find_in_sum(entry, opaque, values, elements, wrong);
  }
  INTERNAL_ERROR("a kind of opaque types that is none");
}

bool entry_find_wrong_tag(const Entry *entry, const Values *arguments, WrongTag *wrong) {
  const Value *values = arguments->data;
  TagElements all = {.outer = 1, .start = 0, .count = 1};
  for (size_t i = 0; entry && i < entry->param_count; i++) {
    if (find(entry, &entry->params[i], values, all, wrong)) {
      wrong->param = i;
      return true;
    }
    values += entry->params[i].count;
  }
  return false;
}
