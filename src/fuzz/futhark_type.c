// The types of the programs that the scribe writes: how they are compared, replaced and written.
#include <string.h>

#include "fuzz/futhark.h"

// ---- Sizes ----

static const DraftSize *size_new(Scribe *scribe, DraftSize size) {
  DraftSize *made = arena_make(scribe->arena, DraftSize);
  *made = size;
  return made;
}

const DraftSize *draft_size_constant(Scribe *scribe, int64_t value) {
  return size_new(scribe, (DraftSize){.kind = DRAFT_SIZE_CONSTANT, .low = value, .high = value});
}

const DraftSize *draft_size_named(Scribe *scribe, const char *name, int64_t low, int64_t high) {
  return size_new(scribe,
                  (DraftSize){.kind = DRAFT_SIZE_NAME, .name = name, .low = low, .high = high});
}

const DraftSize *draft_size_hidden(Scribe *scribe, int64_t low, int64_t high) {
  uint32_t number = ++scribe->hidden_count;
  return size_new(
      scribe, (DraftSize){.kind = DRAFT_SIZE_HIDDEN, .number = number, .low = low, .high = high});
}

const DraftSize *draft_size_binary(Scribe *scribe, DraftSizeKind kind, const DraftSize *left,
                                   const DraftSize *right) {
  DraftSize size = {.kind = kind, .left = left, .right = right};
  if (kind == DRAFT_SIZE_ADD) {
    size.low = left->low + right->low;
    size.high = left->high + right->high;
  } else if (kind == DRAFT_SIZE_SUBTRACT) {
    size.low = left->low - right->high;
    size.high = left->high - right->low;
  } else {
    size.low = left->low * right->low;
    size.high = left->high * right->high;
  }
  return size_new(scribe, size);
}

bool draft_size_equal(const DraftSize *a, const DraftSize *b) {
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case DRAFT_SIZE_CONSTANT: return a->low == b->low;
  case DRAFT_SIZE_NAME: return strcmp(a->name, b->name) == 0;
  case DRAFT_SIZE_HIDDEN: return a->number == b->number;
  case DRAFT_SIZE_ADD:
  case DRAFT_SIZE_SUBTRACT:
  case DRAFT_SIZE_MULTIPLY:
    return draft_size_equal(a->left, b->left) && draft_size_equal(a->right, b->right);
  }
  return false;
}

bool draft_size_can_be_written(const DraftSize *size) {
  if (size->kind == DRAFT_SIZE_HIDDEN) return false;
  return !size->left ||
         (draft_size_can_be_written(size->left) && draft_size_can_be_written(size->right));
}

static const char *size_text(Scribe *scribe, const DraftSize *size) {
  if (size->kind == DRAFT_SIZE_NAME) return size->name;
  if (size->kind == DRAFT_SIZE_CONSTANT)
    return arena_printf(scribe->arena, "%lld", (long long)size->low);
  if (size->kind == DRAFT_SIZE_HIDDEN) return "";
  const char *op = size->kind == DRAFT_SIZE_ADD        ? "+"
                   : size->kind == DRAFT_SIZE_SUBTRACT ? "-"
                                                       : "*";
  return arena_printf(scribe->arena, "%s %s %s", draft_size_atom(scribe, size->left), op,
                      draft_size_atom(scribe, size->right));
}

const char *draft_size_atom(Scribe *scribe, const DraftSize *size) {
  const char *text = size_text(scribe, size);
  return size->left ? arena_printf(scribe->arena, "(%s)", text) : text;
}

// ---- Types ----

static const DraftType *type_new(Scribe *scribe, DraftType type) {
  DraftType *made = arena_make(scribe->arena, DraftType);
  *made = type;
  return made;
}

const DraftType *draft_type_scalar(Scribe *scribe, Prim prim) {
  return type_new(scribe, (DraftType){.kind = DRAFT_SCALAR, .prim = prim});
}

const DraftType *draft_type_array(Scribe *scribe, const DraftSize *size, const DraftType *element) {
  return type_new(scribe, (DraftType){.kind = DRAFT_ARRAY, .size = size, .element = element});
}

const DraftType *draft_type_named(Scribe *scribe, const char *name) {
  return type_new(scribe, (DraftType){.kind = DRAFT_NAMED, .name = name});
}

const DraftType *draft_type_labelled(Scribe *scribe, DraftTypeKind kind, const char *const *labels,
                                     const DraftType *const *parts, size_t count) {
  const DraftType **kept = arena_array(scribe->arena, const DraftType *, count);
  for (size_t k = 0; k < count; k++)
    kept[k] = parts[k];
  return type_new(scribe,
                  (DraftType){.kind = kind, .labels = labels, .parts = kept, .count = count});
}

const DraftType *draft_type_tuple(Scribe *scribe, const DraftType *const *parts, size_t count) {
  return draft_type_labelled(scribe, DRAFT_TUPLE, NULL, parts, count);
}

const DraftType *draft_type_function(Scribe *scribe, const DraftType *const *parts, size_t count) {
  return draft_type_labelled(scribe, DRAFT_FUNCTION, NULL, parts, count);
}

bool draft_type_is_scalar(const DraftType *type, Prim prim) {
  return type->kind == DRAFT_SCALAR && type->prim == prim;
}

bool draft_type_equal(const DraftType *a, const DraftType *b) {
  if (a->kind != b->kind || a->count != b->count) return false;
  if (a->kind == DRAFT_SCALAR) return a->prim == b->prim;
  if (a->kind == DRAFT_NAMED) return strcmp(a->name, b->name) == 0;
  if (a->kind == DRAFT_ARRAY)
    return draft_size_equal(a->size, b->size) && draft_type_equal(a->element, b->element);
  for (size_t k = 0; k < a->count; k++) {
    if (a->labels && strcmp(a->labels[k], b->labels[k]) != 0) return false;
    if (!a->parts[k] != !b->parts[k]) return false;
    if (a->parts[k] && !draft_type_equal(a->parts[k], b->parts[k])) return false;
  }
  return true;
}

bool draft_type_can_be_written(const DraftType *type) {
  if (type->kind == DRAFT_ARRAY)
    return draft_size_can_be_written(type->size) && draft_type_can_be_written(type->element);
  for (size_t k = 0; k < type->count; k++)
    if (type->parts[k] && !draft_type_can_be_written(type->parts[k])) return false;
  return true;
}

bool draft_type_has_kind(const DraftType *type, DraftTypeKind kind) {
  if (type->kind == kind) return true;
  if (type->kind == DRAFT_ARRAY) return draft_type_has_kind(type->element, kind);
  for (size_t k = 0; k < type->count; k++)
    if (type->parts[k] && draft_type_has_kind(type->parts[k], kind)) return true;
  return false;
}

bool draft_type_has_storage(const DraftType *type) {
  return draft_type_has_kind(type, DRAFT_ARRAY) || draft_type_has_kind(type, DRAFT_NAMED) ||
         draft_type_has_kind(type, DRAFT_FUNCTION);
}

int64_t draft_type_volume_most(const DraftType *type) {
  if (type->kind == DRAFT_ARRAY) return type->size->high * draft_type_volume_most(type->element);
  int64_t volume = 0;
  for (size_t k = 0; k < type->count; k++)
    if (type->parts[k]) volume += draft_type_volume_most(type->parts[k]);
  return volume > 0 ? volume : 1;
}

// ---- Parameters and what stands for them ----

static const DraftSize *hidden_instance(Scribe *scribe, const DraftSize *size,
                                        DraftInstance *instance) {
  for (size_t k = 0; k < instance->hidden_count; k++)
    if (instance->hidden_from[k] == size->number) return instance->hidden_to[k];
  const DraftSize *made = draft_size_hidden(scribe, size->low, size->high);
  size_t room = sizeof instance->hidden_from / sizeof *instance->hidden_from;
  if (instance->hidden_count == room) INTERNAL_ERROR("too many hidden sizes in a result");
  instance->hidden_from[instance->hidden_count] = size->number;
  instance->hidden_to[instance->hidden_count++] = made;
  return made;
}

const DraftSize *draft_size_instance(Scribe *scribe, const DraftSize *size,
                                     DraftInstance *instance) {
  if (size->kind == DRAFT_SIZE_HIDDEN) return hidden_instance(scribe, size, instance);
  if (size->left)
    return draft_size_binary(scribe, size->kind, draft_size_instance(scribe, size->left, instance),
                             draft_size_instance(scribe, size->right, instance));
  for (size_t k = 0; size->kind == DRAFT_SIZE_NAME && k < instance->size_count; k++)
    if (instance->sizes[k] && strcmp(size->name, instance->size_names[k]) == 0)
      return instance->sizes[k];
  return size;
}

const DraftType *draft_type_instance(Scribe *scribe, const DraftType *type,
                                     DraftInstance *instance) {
  if (type->kind == DRAFT_SCALAR) return type;
  if (type->kind == DRAFT_NAMED) {
    for (size_t k = 0; k < instance->type_count; k++)
      if (instance->types[k] && strcmp(type->name, instance->type_names[k]) == 0)
        return instance->types[k];
    return type;
  }
  if (type->kind == DRAFT_ARRAY)
    return draft_type_array(scribe, draft_size_instance(scribe, type->size, instance),
                            draft_type_instance(scribe, type->element, instance));
  const DraftType **parts = arena_array(scribe->arena, const DraftType *, type->count);
  for (size_t k = 0; k < type->count; k++)
    parts[k] = type->parts[k] ? draft_type_instance(scribe, type->parts[k], instance) : NULL;
  return draft_type_labelled(scribe, type->kind, type->labels, parts, type->count);
}

static bool size_match(const DraftSize *pattern, const DraftSize *size, DraftInstance *instance) {
  for (size_t k = 0; pattern->kind == DRAFT_SIZE_NAME && k < instance->size_count; k++) {
    if (strcmp(pattern->name, instance->size_names[k]) != 0) continue;
    if (instance->sizes[k]) return draft_size_equal(instance->sizes[k], size);
    instance->sizes[k] = size;
    return true;
  }
  if (pattern->left)
    return size->kind == pattern->kind && size_match(pattern->left, size->left, instance) &&
           size_match(pattern->right, size->right, instance);
  return draft_size_equal(pattern, size);
}

bool draft_type_match(const DraftType *pattern, const DraftType *type, DraftInstance *instance) {
  for (size_t k = 0; pattern->kind == DRAFT_NAMED && k < instance->type_count; k++) {
    if (strcmp(pattern->name, instance->type_names[k]) != 0) continue;
    if (instance->types[k]) return draft_type_equal(instance->types[k], type);
    if (draft_type_has_kind(type, DRAFT_FUNCTION)) return false;
    instance->types[k] = type;
    return true;
  }
  if (pattern->kind != type->kind || pattern->count != type->count) return false;
  if (pattern->kind == DRAFT_ARRAY)
    return size_match(pattern->size, type->size, instance) &&
           draft_type_match(pattern->element, type->element, instance);
  if (pattern->count == 0) return draft_type_equal(pattern, type);
  for (size_t k = 0; k < pattern->count; k++) {
    if (pattern->labels && strcmp(pattern->labels[k], type->labels[k]) != 0) return false;
    if (!pattern->parts[k] != !type->parts[k]) return false;
    if (pattern->parts[k] && !draft_type_match(pattern->parts[k], type->parts[k], instance))
      return false;
  }
  return true;
}

// ---- How types are written ----

// An abbreviation that stands for the type, with its arguments; NULL when there is none.
static const char *abbreviated(Scribe *scribe, const DraftType *type) {
  for (size_t k = scribe->abbreviations.count; k > 0; k--) {
    const Abbreviation *abbreviation = &scribe->abbreviations.data[k - 1];
    DraftInstance instance = {
        .size_names = abbreviation->size_names,
        .sizes = arena_array(scribe->arena, const DraftSize *, abbreviation->size_count),
        .size_count = abbreviation->size_count,
        .type_names = abbreviation->type_names,
        .types = arena_array(scribe->arena, const DraftType *, abbreviation->type_count),
        .type_count = abbreviation->type_count};
    if (!draft_type_match(abbreviation->type, type, &instance)) continue;
    StrBuf text = {0};
    strbuf_puts(&text, abbreviation->name);
    for (size_t j = 0; j < instance.size_count; j++)
      strbuf_printf(&text, " [%s]", size_text(scribe, instance.sizes[j]));
    for (size_t j = 0; j < instance.type_count; j++) {
      bool is_array = instance.types[j]->kind == DRAFT_ARRAY; // its size is no argument
      const char *argument = is_array ? draft_type_text(scribe, instance.types[j])
                                      : draft_type_atom(scribe, instance.types[j]);
      strbuf_printf(&text, is_array ? " (%s)" : " %s", argument);
    }
    const char *kept = arena_strndup(scribe->arena, strbuf_text(&text), text.length);
    strbuf_free(&text);
    return kept;
  }
  return NULL;
}

static void parts_put(Scribe *scribe, StrBuf *out, const DraftType *type) {
  for (size_t k = 0; k < type->count; k++) {
    const DraftType *part = type->parts[k];
    if (type->kind == DRAFT_SUM) {
      strbuf_printf(out, "%s#%s", k ? " | " : "", type->labels[k]);
      if (part) strbuf_printf(out, " %s", draft_type_atom(scribe, part));
    } else if (type->kind == DRAFT_RECORD) {
      strbuf_printf(out, "%s%s: %s", k ? ", " : "", type->labels[k], draft_type_text(scribe, part));
    } else if (type->kind == DRAFT_TUPLE) {
      strbuf_printf(out, "%s%s", k ? ", " : "", draft_type_text(scribe, part));
    } else {
      bool is_inner = part->kind == DRAFT_FUNCTION || part->kind == DRAFT_SUM;
      strbuf_printf(out, "%s%s", k ? " -> " : "",
                    is_inner ? draft_type_atom(scribe, part) : draft_type_text(scribe, part));
    }
  }
}

static bool is_one_word(const char *text) { return !strpbrk(text, " "); }

const char *draft_type_text(Scribe *scribe, const DraftType *type) {
  if (type->kind == DRAFT_SCALAR) return prim_name(type->prim);
  if (type->kind == DRAFT_NAMED) return type->name;
  const char *short_text = scribe_chance(scribe, 80) ? abbreviated(scribe, type) : NULL;
  if (short_text) return short_text;
  if (type->kind == DRAFT_ARRAY)
    return arena_printf(scribe->arena, "[%s]%s", size_text(scribe, type->size),
                        draft_type_atom(scribe, type->element));
  StrBuf text = {0};
  bool is_record = type->kind == DRAFT_RECORD, is_tuple = type->kind == DRAFT_TUPLE;
  strbuf_puts(&text, is_record ? "{" : is_tuple ? "(" : "");
  parts_put(scribe, &text, type);
  strbuf_puts(&text, is_record ? "}" : is_tuple ? ")" : "");
  const char *kept = arena_strndup(scribe->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return kept;
}

const char *draft_type_atom(Scribe *scribe, const DraftType *type) {
  const char *text = draft_type_text(scribe, type);
  bool is_closed =
      text[0] == '{' || text[0] == '[' || (text[0] == '(' && type->kind == DRAFT_TUPLE);
  return is_one_word(text) || is_closed ? text : arena_printf(scribe->arena, "(%s)", text);
}
