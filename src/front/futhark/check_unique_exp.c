// Expressions: what they consume, and with what their values may share.
#include <string.h>

#include "front/futhark/check_unique_internal.h"

// ---- Names ----

const FutAliases *fut_unique_value(FutUnique *unique, FutValue *value) {
  if (!value) return &FUT_ALIASES_NONE;
  const FutAliases *known = map_get(unique->variables, map_key(value));
  if (known) return known;
  switch (value->kind) {
  case FUT_VALUE_DEF:
  case FUT_VALUE_INTRINSIC: break;
  case FUT_VALUE_FUNCTION:
  case FUT_VALUE_LOCAL: return fut_aliases_of(unique->arena, value->scheme.type, (FutPlaces){0});
  case FUT_VALUE_SIZE:
  case FUT_VALUE_UNKNOWN: return &FUT_ALIASES_NONE;
  }
  const FutType *type = value->scheme.type;
  if (type && fut_type_resolve(type)->tag == FUT_T_ARROW) {
    return fut_aliases_of(unique->arena, type, (FutPlaces){0});
  }
  const FutValue *definition = fut_value_definition(value);
  known = map_get(unique->globals, map_key(definition));
  if (known) return known;
  known =
      fut_unique_bind_value(unique, value, value->span, type, &FUT_ALIASES_NONE, FUT_PLACE_GLOBAL);
  map_put(unique->globals, map_key(definition), known);
  map_put(unique->variables, map_key(value), known);
  return known;
}

const char *fut_unique_text(FutUnique *unique, const FutExp *exp) {
  if (exp->kind == FUT_EXP_VAR) {
    const char *text = exp->name.name;
    for (uint32_t i = exp->name.qualifier_count; i > 0; i--)
      text = arena_join(unique->arena, exp->name.qualifiers[i - 1], ".", text, NULL);
    return text;
  }
  if (exp->kind == FUT_EXP_PROJECT) {
    const char *record = fut_unique_text(unique, exp->project.record);
    if (!record) return NULL;
    return arena_join(unique->arena, record, ".", exp->project.field.name, NULL);
  }
  if (exp->kind == FUT_EXP_ASCRIBE || exp->kind == FUT_EXP_COERCE) {
    return fut_unique_text(unique, exp->ascribe.value);
  }
  if (exp->kind == FUT_EXP_ATTRIBUTE) return fut_unique_text(unique, exp->attributed.value);
  return NULL;
}

// A name or a field of one: only the part that is taken counts as used.
static const FutAliases *name_part(FutUnique *unique, FutExp *exp) {
  if (exp->kind == FUT_EXP_PROJECT) {
    const FutAliases *record = name_part(unique, exp->project.record);
    return fut_aliases_field(unique->arena, record, exp->project.field.name);
  }
  if (exp->kind != FUT_EXP_VAR) return fut_unique_exp(unique, exp);
  const FutAliases *aliases = fut_unique_value(unique, exp->value);
  for (uint32_t i = 0; i < exp->projection_count; i++) {
    aliases = fut_aliases_field(unique->arena, aliases, exp->projections[i]);
  }
  return aliases;
}

static const FutAliases *walk_name(FutUnique *unique, FutExp *exp) {
  const FutAliases *aliases = fut_aliases_fit(unique->arena, name_part(unique, exp), exp->type);
  FutPlaces places = fut_aliases_all(unique->arena, aliases);
  if (places.count == 0) return aliases;
  const char *text = fut_unique_text(unique, exp);
  fut_unique_observe(unique, places, exp->span, text);
  if (unique->scopes.count > 0) {
    vec_push(unique->arena, &unique->uses, (FutUse){places, exp->span, text});
  }
  return aliases;
}

// ---- Binding ----

FutPlace *fut_unique_place(FutUnique *unique, FutPlaceKind kind, const char *text, Span span,
                           const FutType *type) {
  FutPlace *place = arena_make(unique->arena, FutPlace);
  *place = (FutPlace){.id = unique->next_place++, .kind = kind, .text = text, .span = span};
  place->type = type;
  return place;
}

FutPlaces fut_unique_whole(FutUnique *unique, const char *text, Span span, const FutType *type) {
  FutPlaces whole = {arena_array(unique->arena, FutPlace *, 1), 1};
  whole.data[0] = fut_unique_place(unique, FUT_PLACE_LET, text, span, type);
  return whole;
}

// Sets stay small, or a long chain of names would take quadratic space: of many local names only
// the newest are kept.
enum { PLACES_LIMIT = 256 };

static FutPlaces places_trim(FutUnique *unique, FutPlaces places) {
  if (places.count <= PLACES_LIMIT) return places;
  size_t excess = places.count - PLACES_LIMIT;
  FutPlaces kept = {arena_array(unique->arena, FutPlace *, places.count), 0};
  for (size_t i = 0; i < places.count; i++) {
    if (excess > 0 && places.data[i]->kind == FUT_PLACE_LET) {
      excess--;
    } else {
      kept.data[kept.count++] = places.data[i];
    }
  }
  return kept;
}

static FutPlaces places_with(FutUnique *unique, FutPlaces places, FutPlace *place) {
  places = places_trim(unique, places);
  FutPlaces more = {arena_array(unique->arena, FutPlace *, places.count + 1), places.count + 1};
  if (places.count > 0) memcpy(more.data, places.data, places.count * sizeof *places.data);
  more.data[places.count] = place; // the newest place has the highest id
  return more;
}

// Adds a new place of the name to every leaf.
static const FutAliases *name_leaves(FutUnique *unique, const FutAliases *aliases,
                                     const FutType *type, FutPlaceKind kind, const char *text,
                                     Span span) {
  Arena *arena = unique->arena;
  if (type) type = fut_type_resolve(type);
  if (type && type->tag == FUT_T_PRIM) return &FUT_ALIASES_NONE;
  FutAliases *named = arena_make(arena, FutAliases);
  *named = *aliases;
  if (aliases->tag == FUT_ALIAS_RECORD) {
    named->fields = arena_array(arena, FutAliasField, aliases->count);
    for (size_t i = 0; i < aliases->count; i++) {
      const FutAliasField *field = &aliases->fields[i];
      const char *path = arena_printf(arena, "%s.%s", text, field->name);
      const FutField *part = type ? fut_record_field(type, field->name) : NULL;
      named->fields[i].name = field->name;
      named->fields[i].aliases =
          name_leaves(unique, field->aliases, part ? part->type : NULL, kind, path, span);
    }
    return named;
  }
  if (aliases->tag == FUT_ALIAS_SUM) {
    named->clauses = arena_array(arena, FutAliasClause, aliases->count);
    for (size_t i = 0; i < aliases->count; i++) {
      const FutAliasClause *clause = &aliases->clauses[i];
      const FutClause *part = type ? fut_sum_clause(type, clause->name) : NULL;
      named->clauses[i] = *clause;
      named->clauses[i].payload = arena_array(arena, const FutAliases *, clause->count);
      for (size_t j = 0; j < clause->count; j++) {
        const FutType *item = part && j < part->payload_count ? part->payload[j] : NULL;
        named->clauses[i].payload[j] =
            name_leaves(unique, clause->payload[j], item, kind, text, span);
      }
    }
    return named;
  }
  // A function that is bound here is what it captures; one that comes from elsewhere is unknown.
  if (aliases->tag == FUT_ALIAS_FUNCTION && kind != FUT_PLACE_PARAM && kind != FUT_PLACE_LAMBDA) {
    return aliases;
  }
  FutPlace *place = fut_unique_place(unique, kind, text, span, type);
  named->places = places_with(unique, aliases->places, place);
  return named;
}

const FutAliases *fut_unique_bind_value(FutUnique *unique, FutValue *value, Span span,
                                        const FutType *type, const FutAliases *aliases,
                                        FutPlaceKind kind) {
  aliases = fut_aliases_fit(unique->arena, aliases, type);
  aliases = name_leaves(unique, aliases, type, kind, value->name, span);
  map_put(unique->variables, map_key(value), aliases);
  return aliases;
}

// Aliases of a record pattern from those of its parts.
static const FutAliases *bind_fields(FutUnique *unique, const FutPattern *pattern,
                                     const FutAliases *aliases, FutPlaceKind kind) {
  const FutType *type = pattern->type ? fut_type_resolve(pattern->type) : NULL;
  const FutAliases *bound = type ? fut_aliases_fit(unique->arena, aliases, type) : aliases;
  bool is_tuple = pattern->kind == FUT_PATTERN_TUPLE;
  size_t count = is_tuple ? pattern->tuple.count : pattern->record.count;
  for (size_t i = 0; i < count; i++) {
    const FutPattern *part = is_tuple ? pattern->tuple.data[i] : pattern->record.data[i].pattern;
    Name name = is_tuple ? NULL : pattern->record.data[i].name.name;
    if (is_tuple && type && type->tag == FUT_T_RECORD && i < type->record.count) {
      name = type->record.fields[i].name;
    }
    const FutAliases *field = fut_aliases_field(unique->arena, bound, name);
    field = fut_unique_bind(unique, part, field, kind);
    if (name) bound = fut_aliases_replace(unique->arena, bound, name, field);
  }
  return bound;
}

// What a parameter's type says about one name.
static void declare_name(FutUnique *unique, const FutAliases *aliases, bool is_unique) {
  FutPlaces places = fut_aliases_all(unique->arena, aliases);
  for (size_t i = 0; i < places.count; i++) {
    FutPlace *place = places.data[i];
    switch (place->kind) {
    case FUT_PLACE_LOOP:
      place->is_declared |= is_unique;
      place->is_plain |= !is_unique;
      break;
    case FUT_PLACE_PARAM:
    case FUT_PLACE_LAMBDA:
      if (is_unique) place->kind = FUT_PLACE_UNIQUE;
      break;
    case FUT_PLACE_LET:
    case FUT_PLACE_UNIQUE:
    case FUT_PLACE_ELEMENT:
    case FUT_PLACE_GLOBAL: break;
    }
  }
}

// The type of a field, or the whole type when a `*` before it is one before each of its parts.
static const FutType *declared_part(const FutType *type, Name name, size_t index) {
  if (type->is_unique || type->tag != FUT_T_RECORD) return type;
  if (!name) return index < type->record.count ? type->record.fields[index].type : type;
  const FutField *field = fut_record_field(type, name);
  return field ? field->type : type;
}

void fut_unique_declare(FutUnique *unique, const FutPattern *pattern, const FutType *type) {
  type = fut_type_resolve(type);
  switch (pattern->kind) {
  case FUT_PATTERN_NAME:
    if (!pattern->value) return;
    declare_name(unique, fut_unique_value(unique, pattern->value), fut_type_has_unique(type));
    return;
  case FUT_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->tuple.count; i++)
      fut_unique_declare(unique, pattern->tuple.data[i], declared_part(type, NULL, i));
    return;
  case FUT_PATTERN_RECORD:
    for (size_t i = 0; i < pattern->record.count; i++) {
      const FutPatternField *field = &pattern->record.data[i];
      fut_unique_declare(unique, field->pattern, declared_part(type, field->name.name, i));
    }
    return;
  case FUT_PATTERN_CONSTRUCTOR:
    for (size_t i = 0; i < pattern->constructor.payload.count; i++)
      fut_unique_declare(unique, pattern->constructor.payload.data[i], type);
    return;
  case FUT_PATTERN_ASCRIBE: fut_unique_declare(unique, pattern->ascribe.pattern, type); return;
  case FUT_PATTERN_ATTRIBUTE: fut_unique_declare(unique, pattern->attributed.pattern, type); return;
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NUMBER:
  case FUT_PATTERN_BOOL: return;
  }
}

const FutAliases *fut_unique_bind(FutUnique *unique, const FutPattern *pattern,
                                  const FutAliases *aliases, FutPlaceKind kind) {
  switch (pattern->kind) {
  case FUT_PATTERN_NAME: {
    if (!pattern->value) return aliases;
    const FutType *type = pattern->type ? pattern->type : pattern->value->scheme.type;
    return fut_unique_bind_value(unique, pattern->value, pattern->span, type, aliases, kind);
  }
  case FUT_PATTERN_TUPLE:
  case FUT_PATTERN_RECORD: return bind_fields(unique, pattern, aliases, kind);
  case FUT_PATTERN_CONSTRUCTOR: {
    aliases = fut_aliases_fit(unique->arena, aliases, pattern->type);
    const FutPatterns *payload = &pattern->constructor.payload;
    for (size_t i = 0; i < payload->count; i++) {
      Name name = pattern->constructor.name;
      const FutAliases *part = fut_aliases_payload(unique->arena, aliases, name, i);
      fut_unique_bind(unique, payload->data[i], part, kind);
    }
    return aliases;
  }
  case FUT_PATTERN_ASCRIBE: {
    fut_unique_sizes(unique, pattern->ascribe.type);
    const FutAliases *bound = fut_unique_bind(unique, pattern->ascribe.pattern, aliases, kind);
    fut_unique_declare(unique, pattern->ascribe.pattern,
                       fut_type_with_syntax(unique->arena, pattern->type, pattern->ascribe.type));
    return bound;
  }
  case FUT_PATTERN_ATTRIBUTE:
    return fut_unique_bind(unique, pattern->attributed.pattern, aliases, kind);
  case FUT_PATTERN_WILDCARD: return fut_aliases_fit(unique->arena, aliases, pattern->type);
  case FUT_PATTERN_NUMBER:
  case FUT_PATTERN_BOOL: return &FUT_ALIASES_NONE;
  }
  return aliases;
}

// ---- Consuming and observing ----

void fut_unique_enter(FutUnique *unique, FutScopeKind kind, const char *words) {
  vec_push(unique->arena, &unique->scopes, (FutScope){kind, unique->next_place, words});
}

void fut_unique_leave(FutUnique *unique) { (void)vec_pop(&unique->scopes); }

void fut_unique_observe(FutUnique *unique, FutPlaces places, Span span, const char *text) {
  FutPlace *found = NULL;
  for (size_t i = 0; i < places.count; i++) {
    FutPlace *place = places.data[i];
    if (!place->is_consumed) continue;
    if (place->is_reported) return;
    if (!found || (text && strcmp(place->text, text) == 0)) found = place;
  }
  if (found) fut_unique_report_used(unique, found, span, text);
}

static bool place_is_fixed(const FutPlace *place) {
  switch (place->kind) {
  case FUT_PLACE_LET:
  case FUT_PLACE_UNIQUE: return false;
  case FUT_PLACE_LOOP: return place->is_plain;
  case FUT_PLACE_PARAM:
  case FUT_PLACE_LAMBDA:
  case FUT_PLACE_ELEMENT:
  case FUT_PLACE_GLOBAL: return true;
  }
  return false;
}

// Reports why a place cannot be consumed; false when it can.
static bool report_unfit(FutUnique *unique, FutPlace *place, Span span, const char *text,
                         const char *how) {
  const FutScope *scope = unique->scopes.count > 0 ? &vec_last(&unique->scopes) : NULL;
  if (place->is_consumed) {
    fut_unique_report_used(unique, place, span, text);
  } else if (place_is_fixed(place)) {
    fut_unique_report_fixed(unique, place, span, text, how);
  } else if (scope && place->id < scope->start) {
    fut_unique_report_outside(unique, place, span, text, scope);
  } else {
    return false;
  }
  return true;
}

bool fut_unique_consume(FutUnique *unique, FutPlaces places, Span span, const char *text,
                        const char *how) {
  for (size_t i = 0; i < places.count; i++) {
    if (places.data[i]->is_reported) return false;
  }
  // The newest name is the one that the user wrote; it makes the clearest message.
  for (size_t i = places.count; i > 0; i--) {
    if (report_unfit(unique, places.data[i - 1], span, text, how)) return false;
  }
  for (size_t i = 0; i < places.count; i++) {
    FutPlace *place = places.data[i];
    place->is_consumed = true;
    place->consumed_at = span;
    place->consumed_how = how;
    place->consumed_name = text;
    vec_push(unique->arena, &unique->consumed, place);
  }
  return true;
}

// ---- Branches ----

// Of several branches only one runs: what one consumes is whole in the next.
typedef struct FutBranches {
  size_t start;
  Vec(FutPlace *) places;
  const FutAliases *aliases;
} FutBranches;

static FutBranches branches_begin(FutUnique *unique) {
  return (FutBranches){.start = unique->consumed.count};
}

static void branches_add(FutUnique *unique, FutBranches *branches, FutExp *body,
                         const FutType *type) {
  const FutAliases *aliases = fut_aliases_fit(unique->arena, fut_unique_exp(unique, body), type);
  fut_unique_observe(unique, fut_aliases_all(unique->arena, aliases), body->span,
                     fut_unique_text(unique, body));
  branches->aliases =
      branches->aliases ? fut_aliases_union(unique->arena, branches->aliases, aliases) : aliases;
  while (unique->consumed.count > branches->start) {
    FutPlace *place = vec_pop(&unique->consumed);
    place->is_consumed = false;
    vec_push(unique->arena, &branches->places, place);
  }
}

// Aliases without the places that are consumed.
static const FutAliases *drop_consumed(FutUnique *unique, const FutAliases *aliases) {
  FutAliasLeaves leaves = {0};
  fut_aliases_leaves(unique->arena, aliases, &leaves);
  FutPlaces *kept = arena_array(unique->arena, FutPlaces, leaves.count);
  for (size_t i = 0; i < leaves.count; i++) {
    FutPlaces places = leaves.data[i]->places;
    kept[i].data = arena_array(unique->arena, FutPlace *, places.count);
    for (size_t j = 0; j < places.count; j++) {
      if (!places.data[j]->is_consumed) kept[i].data[kept[i].count++] = places.data[j];
    }
  }
  size_t next = 0;
  return fut_aliases_rebuild(unique->arena, aliases, kept, &next);
}

// What one branch consumes and another yields is gone under its old name, but whole in the result.
static const FutAliases *branches_end(FutUnique *unique, FutBranches *branches) {
  for (size_t i = 0; i < branches->places.count; i++) {
    FutPlace *place = branches->places.data[i];
    if (place->is_consumed) continue;
    place->is_consumed = true;
    vec_push(unique->arena, &unique->consumed, place);
  }
  if (branches->places.count == 0) return branches->aliases;
  return drop_consumed(unique, branches->aliases);
}

static const FutAliases *walk_if(FutUnique *unique, FutExp *exp) {
  fut_unique_exp(unique, exp->branch.condition);
  FutBranches branches = branches_begin(unique);
  branches_add(unique, &branches, exp->branch.then, exp->type);
  branches_add(unique, &branches, exp->branch.otherwise, exp->type);
  return branches_end(unique, &branches);
}

static const FutAliases *walk_match(FutUnique *unique, FutExp *exp) {
  size_t first_consumed = unique->consumed.count;
  const FutAliases *subject = fut_unique_exp(unique, exp->match.subject);
  fut_unique_check_making(unique, exp->match.subject, first_consumed);
  FutBranches branches = branches_begin(unique);
  for (size_t i = 0; i < exp->match.cases.count; i++) {
    fut_unique_bind(unique, exp->match.cases.data[i].pattern, subject, FUT_PLACE_LET);
    branches_add(unique, &branches, exp->match.cases.data[i].body, exp->type);
  }
  return branches_end(unique, &branches);
}

// ---- Parts of values ----

static void walk_indices(FutUnique *unique, const FutIndices *indices) {
  for (size_t i = 0; i < indices->count; i++) {
    const FutIndex *index = &indices->data[i];
    if (index->start) fut_unique_exp(unique, index->start);
    if (index->end) fut_unique_exp(unique, index->end);
    if (index->stride) fut_unique_exp(unique, index->stride);
  }
}

// What a path leads to by its fields up to the first index, and how that is called.
static const FutAliases *path_part(FutUnique *unique, const FutAliases *aliases,
                                   const FutPath *path, const char **text) {
  for (size_t i = 0; i < path->count && path->data[i].field.name; i++) {
    Name name = path->data[i].field.name;
    aliases = fut_aliases_field(unique->arena, aliases, name);
    if (*text) *text = arena_printf(unique->arena, "%s.%s", *text, name);
  }
  return aliases;
}

static const FutAliases *replace_path(FutUnique *unique, const FutAliases *record,
                                      const FutPath *path, size_t i, const FutAliases *value) {
  if (i == path->count || !path->data[i].field.name) return value;
  Name name = path->data[i].field.name;
  const FutAliases *field = fut_aliases_field(unique->arena, record, name);
  field = replace_path(unique, field, path, i + 1, value);
  return fut_aliases_replace(unique->arena, record, name, field);
}

static bool has_index(const FutPath *path) {
  for (size_t i = 0; i < path->count; i++) {
    if (!path->data[i].field.name) return true;
  }
  return false;
}

static void walk_path(FutUnique *unique, const FutPath *path) {
  for (size_t i = 0; i < path->count; i++) {
    walk_indices(unique, &path->data[i].indices);
  }
}

// An update of a part of a value.
typedef struct PartUpdate {
  const FutAliases *source; // of which other parts may have been consumed
  const FutPath *path;
  FutExp *value;
  Span span; // of the source, with its text, or NULL
  const char *text;
} PartUpdate;

// An index consumes the array that it is in, which is what the fields before lead to. The new value
// may not be a part of that array.
static const FutAliases *update_array(FutUnique *unique, const PartUpdate *update) {
  const char *text = update->text;
  const FutAliases *part = path_part(unique, update->source, update->path, &text);
  FutPlaces places = fut_aliases_all(unique->arena, part);
  fut_unique_observe(unique, places, update->span, text);
  if (text && places.count > 0 && unique->scopes.count > 0) {
    vec_push(unique->arena, &unique->uses, (FutUse){places, update->span, text});
  }
  walk_path(unique, update->path);
  const FutAliases *value = fut_unique_exp(unique, update->value);
  FutPlaces source = fut_aliases_all(unique->arena, value);
  fut_unique_observe(unique, source, update->value->span, NULL);
  FutPlace *common = fut_places_common(places, source);
  if (common) fut_unique_report_update(unique, common, update->value->span, update->span);
  fut_unique_consume(unique, places, update->span, text, "by this update");
  return &FUT_ALIASES_NONE;
}

static const FutAliases *walk_part_update(FutUnique *unique, const PartUpdate *update,
                                          const FutType *type) {
  const FutAliases *value = has_index(update->path) ? update_array(unique, update)
                                                    : fut_unique_exp(unique, update->value);
  const FutAliases *updated = replace_path(unique, update->source, update->path, 0, value);
  FutPlaces places = fut_aliases_all(unique->arena, updated);
  fut_unique_observe(unique, places, update->span, update->text);
  if (update->text && places.count > 0 && unique->scopes.count > 0) {
    vec_push(unique->arena, &unique->uses, (FutUse){places, update->span, update->text});
  }
  return fut_aliases_fit(unique->arena, updated, type);
}

// The source may have a part that was consumed, when just that is replaced.
static const FutAliases *walk_update(FutUnique *unique, FutExp *exp) {
  FutExp *source = exp->update.source;
  bool is_name = source->kind == FUT_EXP_VAR || source->kind == FUT_EXP_PROJECT;
  const FutAliases *aliases = is_name ? name_part(unique, source) : fut_unique_exp(unique, source);
  PartUpdate update = {.source = fut_aliases_fit(unique->arena, aliases, source->type),
                       .path = &exp->update.path,
                       .value = exp->update.value,
                       .span = source->span,
                       .text = fut_unique_text(unique, source)};
  return walk_part_update(unique, &update, exp->type);
}

static const FutAliases *walk_record(FutUnique *unique, FutExp *exp) {
  const FutType *type = exp->type ? fut_type_resolve(exp->type) : NULL;
  bool is_tuple = exp->kind == FUT_EXP_TUPLE;
  size_t count = is_tuple ? exp->items.count : exp->record.count;
  FutAliases *record = arena_make(unique->arena, FutAliases);
  *record = (FutAliases){.tag = FUT_ALIAS_RECORD, .count = count};
  record->fields = arena_array(unique->arena, FutAliasField, count);
  for (size_t i = 0; i < count; i++) {
    FutExp *part = is_tuple ? exp->items.data[i] : exp->record.data[i].value;
    Name name = is_tuple ? "" : exp->record.data[i].name.name;
    if (is_tuple && type && type->tag == FUT_T_RECORD && i < type->record.count) {
      name = type->record.fields[i].name;
    }
    record->fields[i] = (FutAliasField){name, fut_unique_exp(unique, part)};
  }
  // A later part may have consumed an earlier one.
  for (size_t i = 0; i < count; i++) {
    FutExp *part = is_tuple ? exp->items.data[i] : exp->record.data[i].value;
    fut_unique_observe(unique, fut_aliases_all(unique->arena, record->fields[i].aliases),
                       part->span, fut_unique_text(unique, part));
  }
  return fut_aliases_fit(unique->arena, record, exp->type);
}

static const FutAliases *walk_constructor(FutUnique *unique, FutExp *exp) {
  const FutExps *arguments = &exp->constructor.arguments;
  FutAliases *sum = arena_make(unique->arena, FutAliases);
  *sum = (FutAliases){.tag = FUT_ALIAS_SUM, .count = 1};
  sum->clauses = arena_array(unique->arena, FutAliasClause, 1);
  sum->clauses[0].name = exp->constructor.name.name;
  sum->clauses[0].count = arguments->count;
  sum->clauses[0].payload = arena_array(unique->arena, const FutAliases *, arguments->count);
  for (size_t i = 0; i < arguments->count; i++) {
    sum->clauses[0].payload[i] = fut_unique_exp(unique, arguments->data[i]);
  }
  for (size_t i = 0; i < arguments->count; i++) {
    FutPlaces places = fut_aliases_all(unique->arena, sum->clauses[0].payload[i]);
    const FutExp *part = arguments->data[i];
    fut_unique_observe(unique, places, part->span, fut_unique_text(unique, part));
  }
  return fut_aliases_fit(unique->arena, sum, exp->type);
}

// ---- Bindings ----

static const FutAliases *walk_lambda(FutUnique *unique, FutExp *exp) {
  FutClosure function = {.params = &exp->lambda.params,
                         .return_type = exp->lambda.return_type,
                         .body = exp->lambda.body,
                         .type = exp->type,
                         .hint = unique->hint,
                         .words = "the lambda",
                         .is_lambda = true};
  unique->hint = NULL;
  return fut_unique_function(unique, &function);
}

static void walk_let_function(FutUnique *unique, FutBinding *binding) {
  FutClosure function = {.params = &binding->params,
                         .return_type = binding->return_type,
                         .body = binding->body,
                         .type = binding->value ? binding->value->scheme.type : NULL};
  function.words = arena_printf(unique->arena, "`%s`", binding->name.name);
  const FutAliases *aliases = fut_unique_function(unique, &function);
  if (binding->value) map_put(unique->variables, map_key(binding->value), aliases);
}

// `let a[i] = v`: like `let a = a with [i] = v`.
static void walk_let_update(FutUnique *unique, FutExp *exp) {
  const FutIdent *name = &exp->let_update.name;
  PartUpdate update = {.source = fut_unique_value(unique, exp->value),
                       .path = &exp->let_update.path,
                       .value = exp->let_update.value,
                       .span = name->span,
                       .text = name->name};
  FutValue *updated = exp->let_update.updated;
  const FutType *type = updated ? updated->scheme.type : NULL;
  const FutAliases *aliases = walk_part_update(unique, &update, type);
  if (updated) fut_unique_bind_value(unique, updated, name->span, type, aliases, FUT_PLACE_LET);
}

// A type that is written in a pattern must not hide what a function does.
static void check_pattern_fit(FutUnique *unique, const FutPattern *pattern, const FutExp *value,
                              const FutAliases *aliases) {
  if (pattern->kind == FUT_PATTERN_ASCRIBE && pattern->type) {
    fut_unique_check_fit(unique, pattern->type, aliases, value, "the pattern's type");
  }
}

// The bindings before the innermost body, which is returned.
static FutExp *walk_bindings(FutUnique *unique, FutExp *exp) {
  for (;;) {
    if (exp->kind == FUT_EXP_LET) {
      size_t first_consumed = unique->consumed.count;
      const FutAliases *aliases = fut_unique_exp(unique, exp->let.value);
      fut_unique_check_making(unique, exp->let.value, first_consumed);
      check_pattern_fit(unique, exp->let.pattern, exp->let.value, aliases);
      fut_unique_bind(unique, exp->let.pattern, aliases, FUT_PLACE_LET);
      exp = exp->let.body;
    } else if (exp->kind == FUT_EXP_LET_FUNCTION) {
      walk_let_function(unique, &exp->let_function.binding);
      exp = exp->let_function.body;
    } else if (exp->kind == FUT_EXP_LET_UPDATE) {
      walk_let_update(unique, exp);
      exp = exp->let_update.body;
    } else {
      return exp;
    }
  }
}

// The elements are copied into the array when all of them have been evaluated.
static const FutAliases *walk_array(FutUnique *unique, const FutExps *items) {
  FutPlaces *places = arena_array(unique->arena, FutPlaces, items->count);
  for (size_t i = 0; i < items->count; i++) {
    places[i] = fut_aliases_all(unique->arena, fut_unique_exp(unique, items->data[i]));
  }
  for (size_t i = 0; i < items->count; i++) {
    const FutExp *item = items->data[i];
    fut_unique_observe(unique, places[i], item->span, fut_unique_text(unique, item));
  }
  return &FUT_ALIASES_NONE;
}

static const FutAliases *walk_index(FutUnique *unique, FutExp *exp) {
  const FutExp *source = exp->index.array;
  const FutAliases *array = fut_unique_exp(unique, exp->index.array);
  walk_indices(unique, &exp->index.indices);
  FutPlaces places = fut_aliases_all(unique->arena, array);
  fut_unique_observe(unique, places, source->span, fut_unique_text(unique, source));
  return fut_aliases_fit(unique->arena, array, exp->type);
}

static const FutAliases *walk_ascribe(FutUnique *unique, FutExp *exp) {
  const FutAliases *aliases = fut_unique_exp(unique, exp->ascribe.value);
  fut_unique_sizes(unique, exp->ascribe.type);
  fut_unique_check_fit(unique, exp->type, aliases, exp->ascribe.value, "the type that is given");
  return fut_aliases_fit(unique->arena, aliases, exp->type);
}

const FutAliases *fut_unique_exp(FutUnique *unique, FutExp *exp) {
  exp = walk_bindings(unique, exp);
  switch (exp->kind) {
  case FUT_EXP_HOLE:
  case FUT_EXP_NUMBER:
  case FUT_EXP_BOOL:
  case FUT_EXP_STRING: return &FUT_ALIASES_NONE;
  case FUT_EXP_VAR:
  case FUT_EXP_PROJECT: return walk_name(unique, exp);
  case FUT_EXP_TUPLE:
  case FUT_EXP_RECORD: return walk_record(unique, exp);
  case FUT_EXP_ARRAY: return walk_array(unique, &exp->items);
  case FUT_EXP_APPLY: return fut_unique_apply(unique, exp);
  case FUT_EXP_CONSTRUCTOR: return walk_constructor(unique, exp);
  case FUT_EXP_BINARY: return fut_unique_binary(unique, exp);
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT:
    fut_unique_exp(unique, exp->operand);
    return fut_aliases_of(unique->arena, exp->type, (FutPlaces){0});
  case FUT_EXP_RANGE:
    fut_unique_exp(unique, exp->range.first);
    if (exp->range.second) fut_unique_exp(unique, exp->range.second);
    fut_unique_exp(unique, exp->range.last);
    return &FUT_ALIASES_NONE;
  case FUT_EXP_ASCRIBE:
  case FUT_EXP_COERCE: return walk_ascribe(unique, exp);
  case FUT_EXP_INDEX: return walk_index(unique, exp);
  case FUT_EXP_UPDATE: return walk_update(unique, exp);
  case FUT_EXP_OPEN: return fut_unique_exp(unique, exp->open.body);
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT: return fut_unique_section(unique, exp);
  case FUT_EXP_SECTION_PATH:
    walk_path(unique, &exp->section_path);
    return fut_aliases_of(unique->arena, exp->type, (FutPlaces){0});
  case FUT_EXP_LAMBDA: return walk_lambda(unique, exp);
  case FUT_EXP_IF: return walk_if(unique, exp);
  case FUT_EXP_LOOP: return fut_unique_loop(unique, exp);
  case FUT_EXP_MATCH: return walk_match(unique, exp);
  case FUT_EXP_ASSERT:
    fut_unique_exp(unique, exp->assertion.condition);
    return fut_unique_exp(unique, exp->assertion.value);
  case FUT_EXP_ATTRIBUTE: return fut_unique_exp(unique, exp->attributed.value);
  case FUT_EXP_LET:
  case FUT_EXP_LET_UPDATE:
  case FUT_EXP_LET_FUNCTION: break; // walk_bindings is past them
  }
  return &FUT_ALIASES_NONE;
}
