// Sets of places, and aliases in the structure of types.
#include <string.h>

#include "front/futhark/check_unique_internal.h"

const FutAliases FUT_ALIASES_NONE = {.tag = FUT_ALIAS_LEAF};

// ---- Sets ----

static bool places_include(FutPlaces big, FutPlaces small) {
  if (small.count > big.count) return false;
  size_t j = 0;
  for (size_t i = 0; i < small.count; i++) {
    while (j < big.count && big.data[j]->id < small.data[i]->id)
      j++;
    if (j == big.count || big.data[j] != small.data[i]) return false;
  }
  return true;
}

FutPlaces fut_places_union(Arena *arena, FutPlaces left, FutPlaces right) {
  if (places_include(left, right)) return left;
  if (places_include(right, left)) return right;
  FutPlaces both = {arena_array(arena, FutPlace *, left.count + right.count), 0};
  size_t i = 0, j = 0;
  while (i < left.count || j < right.count) {
    FutPlace *place;
    if (j == right.count || (i < left.count && left.data[i]->id < right.data[j]->id)) {
      place = left.data[i++];
    } else {
      place = right.data[j++];
      if (i < left.count && left.data[i] == place) i++;
    }
    both.data[both.count++] = place;
  }
  return both;
}

FutPlace *fut_places_common(FutPlaces left, FutPlaces right) {
  size_t i = 0, j = 0;
  while (i < left.count && j < right.count) {
    if (left.data[i] == right.data[j]) return left.data[i];
    if (left.data[i]->id < right.data[j]->id) {
      i++;
    } else {
      j++;
    }
  }
  return NULL;
}

bool fut_places_has(FutPlaces places, const FutPlace *place) {
  for (size_t i = 0; i < places.count; i++) {
    if (places.data[i] == place) return true;
  }
  return false;
}

// ---- Structures ----

static const FutAliases *leaf_new(Arena *arena, FutPlaces places) {
  if (places.count == 0) return &FUT_ALIASES_NONE;
  FutAliases *leaf = arena_make(arena, FutAliases);
  *leaf = (FutAliases){.tag = FUT_ALIAS_LEAF, .places = places};
  return leaf;
}

static const FutAliases *function_new(Arena *arena, const FutType *type, FutPlaces places) {
  FutAliases *aliases = arena_make(arena, FutAliases);
  *aliases = (FutAliases){.tag = FUT_ALIAS_FUNCTION, .places = places, .function = type};
  return aliases;
}

static FutAliases *record_new(Arena *arena, size_t count) {
  FutAliases *record = arena_make(arena, FutAliases);
  *record = (FutAliases){.tag = FUT_ALIAS_RECORD, .count = count};
  record->fields = arena_array(arena, FutAliasField, count);
  return record;
}

static FutAliases *sum_new(Arena *arena, size_t count) {
  FutAliases *sum = arena_make(arena, FutAliases);
  *sum = (FutAliases){.tag = FUT_ALIAS_SUM, .count = count};
  sum->clauses = arena_array(arena, FutAliasClause, count);
  return sum;
}

// A sum of the type's clauses, whose payloads are to be filled in.
static FutAliases *sum_of(Arena *arena, const FutType *type) {
  FutAliases *sum = sum_new(arena, type->sum.count);
  for (size_t i = 0; i < sum->count; i++) {
    const FutClause *clause = &type->sum.clauses[i];
    sum->clauses[i].name = clause->name;
    sum->clauses[i].count = clause->payload_count;
    sum->clauses[i].payload = arena_array(arena, const FutAliases *, clause->payload_count);
  }
  return sum;
}

const FutAliases *fut_aliases_of(Arena *arena, const FutType *type, FutPlaces places) {
  return fut_aliases_result(arena, type, NULL, places);
}

// The part of flags that goes with a field or a payload; NULL where the structures differ.
static const FutType *flags_field(const FutType *flags, const FutType *type, size_t i) {
  if (!flags || flags->tag != FUT_T_RECORD || i >= flags->record.count) return NULL;
  return flags->record.fields[i].name == type->record.fields[i].name ? flags->record.fields[i].type
                                                                     : NULL;
}

const FutAliases *fut_aliases_result(Arena *arena, const FutType *type, const FutType *flags,
                                     FutPlaces places) {
  if (!type) return leaf_new(arena, places);
  type = fut_type_resolve(type);
  if (flags) flags = fut_type_resolve(flags);
  if (flags && flags->is_unique) places = (FutPlaces){0};
  switch (type->tag) {
  case FUT_T_PRIM: return &FUT_ALIASES_NONE;
  case FUT_T_RECORD: {
    FutAliases *record = record_new(arena, type->record.count);
    for (size_t i = 0; i < record->count; i++) {
      const FutField *field = &type->record.fields[i];
      record->fields[i].name = field->name;
      record->fields[i].aliases =
          fut_aliases_result(arena, field->type, flags_field(flags, type, i), places);
    }
    return record;
  }
  case FUT_T_SUM: {
    FutAliases *sum = sum_of(arena, type);
    for (size_t i = 0; i < sum->count; i++)
      for (size_t j = 0; j < sum->clauses[i].count; j++)
        sum->clauses[i].payload[j] = fut_aliases_of(arena, type->sum.clauses[i].payload[j], places);
    return sum;
  }
  case FUT_T_ARROW:
    return function_new(arena, flags && flags->tag == FUT_T_ARROW ? flags : type, places);
  case FUT_T_ARRAY:
  case FUT_T_VAR:
  case FUT_T_PARAM:
  case FUT_T_ABSTRACT:
  case FUT_T_ERROR: return leaf_new(arena, places);
  }
  return leaf_new(arena, places);
}

// The clause with this name; NULL when there is none. Mostly it is where it is in the type.
static const FutAliasClause *clause_of(const FutAliases *sum, Name name, size_t place) {
  if (place < sum->count && sum->clauses[place].name == name) return &sum->clauses[place];
  for (size_t i = 0; i < sum->count; i++)
    if (sum->clauses[i].name == name) return &sum->clauses[i];
  return NULL;
}

static const FutAliases *record_field(const FutAliases *record, Name name) {
  for (size_t i = 0; i < record->count; i++) {
    if (record->fields[i].name == name) return record->fields[i].aliases;
  }
  return &FUT_ALIASES_NONE;
}

static const FutAliases *record_fit(Arena *arena, const FutAliases *aliases, const FutType *type) {
  FutAliases *record = record_new(arena, type->record.count);
  for (size_t i = 0; i < record->count; i++) {
    const FutField *field = &type->record.fields[i];
    record->fields[i].name = field->name;
    record->fields[i].aliases =
        fut_aliases_fit(arena, record_field(aliases, field->name), field->type);
  }
  return record;
}

static const FutAliases *sum_fit(Arena *arena, const FutAliases *aliases, const FutType *type) {
  FutAliases *sum = sum_of(arena, type);
  for (size_t i = 0; i < sum->count; i++) {
    const FutClause *clause = &type->sum.clauses[i];
    const FutAliasClause *known = clause_of(aliases, clause->name, i);
    for (size_t j = 0; j < clause->payload_count; j++) {
      bool is_known = known && j < known->count;
      const FutAliases *payload = is_known ? known->payload[j] : &FUT_ALIASES_NONE;
      sum->clauses[i].payload[j] = fut_aliases_fit(arena, payload, clause->payload[j]);
    }
  }
  return sum;
}

const FutAliases *fut_aliases_fit(Arena *arena, const FutAliases *aliases, const FutType *type) {
  if (!type) return aliases;
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_RECORD && aliases->tag == FUT_ALIAS_RECORD) {
    return record_fit(arena, aliases, type);
  }
  if (type->tag == FUT_T_SUM && aliases->tag == FUT_ALIAS_SUM) return sum_fit(arena, aliases, type);
  if (type->tag == FUT_T_ARROW && aliases->tag == FUT_ALIAS_FUNCTION) return aliases;
  return fut_aliases_of(arena, type, fut_aliases_all(arena, aliases));
}

static const FutAliases *sum_union(Arena *arena, const FutAliases *left, const FutAliases *right) {
  size_t room = left->count + right->count;
  FutAliases *sum = sum_new(arena, room);
  sum->count = 0;
  for (size_t side = 0; side < 2; side++) {
    const FutAliases *from = side == 0 ? left : right;
    for (size_t i = 0; i < from->count; i++) {
      size_t k = 0;
      while (k < sum->count && sum->clauses[k].name != from->clauses[i].name)
        k++;
      if (k == sum->count) {
        sum->clauses[sum->count++] = from->clauses[i];
        continue;
      }
      size_t count = from->clauses[i].count;
      const FutAliases **payload = arena_array(arena, const FutAliases *, count);
      for (size_t j = 0; j < count && j < sum->clauses[k].count; j++) {
        payload[j] =
            fut_aliases_union(arena, sum->clauses[k].payload[j], from->clauses[i].payload[j]);
      }
      sum->clauses[k].payload = payload;
    }
  }
  return sum;
}

const FutAliases *fut_aliases_union(Arena *arena, const FutAliases *left, const FutAliases *right) {
  if (left == right) return left;
  if (left->tag == FUT_ALIAS_RECORD && right->tag == FUT_ALIAS_RECORD &&
      left->count == right->count) {
    FutAliases *record = record_new(arena, left->count);
    for (size_t i = 0; i < record->count; i++) {
      Name name = left->fields[i].name;
      record->fields[i] = (FutAliasField){
          name, fut_aliases_union(arena, left->fields[i].aliases, record_field(right, name))};
    }
    return record;
  }
  if (left->tag == FUT_ALIAS_SUM && right->tag == FUT_ALIAS_SUM) {
    return sum_union(arena, left, right);
  }
  FutPlaces both =
      fut_places_union(arena, fut_aliases_all(arena, left), fut_aliases_all(arena, right));
  if (left->tag == FUT_ALIAS_FUNCTION) return function_new(arena, left->function, both);
  if (right->tag == FUT_ALIAS_FUNCTION) return function_new(arena, right->function, both);
  return leaf_new(arena, both);
}

const FutAliases *fut_aliases_field(Arena *arena, const FutAliases *aliases, Name name) {
  if (aliases->tag == FUT_ALIAS_RECORD) return record_field(aliases, name);
  return leaf_new(arena, fut_aliases_all(arena, aliases));
}

const FutAliases *fut_aliases_payload(Arena *arena, const FutAliases *aliases, Name name,
                                      size_t index) {
  if (aliases->tag == FUT_ALIAS_SUM) {
    const FutAliasClause *clause = clause_of(aliases, name, 0);
    return clause && index < clause->count ? clause->payload[index] : &FUT_ALIASES_NONE;
  }
  return leaf_new(arena, fut_aliases_all(arena, aliases));
}

const FutAliases *fut_aliases_replace(Arena *arena, const FutAliases *aliases, Name name,
                                      const FutAliases *field) {
  if (aliases->tag != FUT_ALIAS_RECORD) return fut_aliases_union(arena, aliases, field);
  FutAliases *record = record_new(arena, aliases->count);
  for (size_t i = 0; i < record->count; i++) {
    record->fields[i] = aliases->fields[i];
    if (record->fields[i].name == name) record->fields[i].aliases = field;
  }
  return record;
}

FutPlaces fut_aliases_all(Arena *arena, const FutAliases *aliases) {
  FutPlaces all = aliases->places;
  for (size_t i = 0; i < aliases->count; i++) {
    if (aliases->tag == FUT_ALIAS_RECORD) {
      all = fut_places_union(arena, all, fut_aliases_all(arena, aliases->fields[i].aliases));
      continue;
    }
    const FutAliasClause *clause = &aliases->clauses[i];
    for (size_t j = 0; j < clause->count; j++) {
      all = fut_places_union(arena, all, fut_aliases_all(arena, clause->payload[j]));
    }
  }
  return all;
}

void fut_aliases_leaves(Arena *arena, const FutAliases *aliases, FutAliasLeaves *leaves) {
  if (aliases->tag == FUT_ALIAS_LEAF || aliases->tag == FUT_ALIAS_FUNCTION) {
    vec_push(arena, leaves, aliases);
    return;
  }
  for (size_t i = 0; i < aliases->count; i++) {
    if (aliases->tag == FUT_ALIAS_RECORD) {
      fut_aliases_leaves(arena, aliases->fields[i].aliases, leaves);
      continue;
    }
    const FutAliasClause *clause = &aliases->clauses[i];
    for (size_t j = 0; j < clause->count; j++)
      fut_aliases_leaves(arena, clause->payload[j], leaves);
  }
}

const FutAliases *fut_aliases_rebuild(Arena *arena, const FutAliases *aliases,
                                      const FutPlaces *leaves, size_t *next) {
  switch (aliases->tag) {
  case FUT_ALIAS_LEAF: return leaf_new(arena, leaves[(*next)++]);
  case FUT_ALIAS_FUNCTION: return function_new(arena, aliases->function, leaves[(*next)++]);
  case FUT_ALIAS_RECORD: {
    FutAliases *record = record_new(arena, aliases->count);
    for (size_t i = 0; i < record->count; i++) {
      record->fields[i].name = aliases->fields[i].name;
      record->fields[i].aliases =
          fut_aliases_rebuild(arena, aliases->fields[i].aliases, leaves, next);
    }
    return record;
  }
  case FUT_ALIAS_SUM: {
    FutAliases *sum = sum_new(arena, aliases->count);
    for (size_t i = 0; i < sum->count; i++) {
      const FutAliasClause *clause = &aliases->clauses[i];
      sum->clauses[i] = *clause;
      sum->clauses[i].payload = arena_array(arena, const FutAliases *, clause->count);
      for (size_t j = 0; j < clause->count; j++) {
        sum->clauses[i].payload[j] = fut_aliases_rebuild(arena, clause->payload[j], leaves, next);
      }
    }
    return sum;
  }
  }
  return aliases;
}
