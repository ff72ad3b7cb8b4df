// Where names are looked up, and what is close to one that is not there.
#include <string.h>

#include "base/suggest.h"
#include "front/nesl/check_internal.h"
#include "front/occurrences.h"

bool nesl_is_prelude(const NeslChecker *checker) { return checker->form < checker->prelude_count; }

// Whether a definition is above the current form, or is that form itself and no value.
static bool is_seen(const NeslChecker *checker, const NeslEntry *entry) {
  return entry->form < checker->form || (entry->form == checker->form && entry->value == NULL);
}

const NeslEntry *nesl_scope_find(const NeslChecker *checker, const Map *map, Name name,
                                 bool is_later_seen) {
  const NeslEntries *entries = map_get(map, map_key(name));
  if (entries == NULL) return NULL;
  size_t low = 0, high = entries->count; // how many entries are seen is in between
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (is_seen(checker, &entries->data[middle]))
      low = middle + 1;
    else
      high = middle;
  }
  if (low > 0) return &entries->data[low - 1];
  const NeslEntry *first = &entries->data[0];
  bool is_hidden = nesl_is_prelude(checker) && first->form >= checker->prelude_count;
  return is_later_seen && !is_hidden ? first : NULL;
}

void nesl_scope_add(NeslChecker *checker, Map *map, Name name, NeslEntry entry) {
  NeslEntries *entries = map_get(map, map_key(name));
  if (entries == NULL) {
    entries = arena_make(checker->arena, NeslEntries);
    map_put(map, map_key(name), entries);
  }
  vec_push(checker->arena, entries, entry);
}

void nesl_scope_bind(NeslChecker *checker, Name name, NeslValue *value) {
  NeslTrail trail = {name, map_get(checker->locals, map_key(name))};
  vec_push(checker->arena, &checker->trail, trail);
  map_put(checker->locals, map_key(name), value);
}

void nesl_scope_leave(NeslChecker *checker, size_t mark) {
  while (checker->trail.count > mark) {
    NeslTrail trail = vec_pop(&checker->trail);
    if (trail.before == NULL)
      map_remove(checker->locals, map_key(trail.name));
    else
      map_put(checker->locals, map_key(trail.name), trail.before);
  }
}

void nesl_record_value(const NeslChecker *checker, const NeslValue *value, Span span) {
  if (value == NULL || nesl_is_prelude(checker)) return;
  front_record((Occurrence){.kind = OCCURRENCE_VALUE,
                            .name = value->name,
                            .span = span,
                            .definition = value->span,
                            .what = value,
                            .is_definition = span.start == value->span.start});
}

void nesl_record_function(const NeslChecker *checker, const NeslFunction *function, Span span) {
  if (function == NULL || nesl_is_prelude(checker)) return;
  front_record((Occurrence){.kind = OCCURRENCE_FUNCTION,
                            .name = function->name,
                            .span = span,
                            .definition = function->span,
                            .what = function,
                            .is_definition = span.start == function->span.start});
}

NeslValue *nesl_new_value(NeslChecker *checker, NeslValueKind kind, NeslIdent name) {
  NeslValue *value = arena_make(checker->arena, NeslValue);
  value->kind = kind;
  value->name = name.name;
  value->span = name.span;
  value->id = ++checker->next_id;
  value->type = nesl_type_scalar(NESL_T_ERROR);
  value->form = checker->form;
  value->is_prelude = nesl_is_prelude(checker);
  nesl_record_value(checker, value, name.span);
  return value;
}

NeslFunction *nesl_new_function(NeslChecker *checker, NeslFunctionKind kind, NeslIdent name) {
  NeslFunction *function = arena_make(checker->arena, NeslFunction);
  function->kind = kind;
  function->name = name.name;
  function->span = name.span;
  function->id = ++checker->next_id;
  function->from = function->to = nesl_type_scalar(NESL_T_ERROR);
  function->index = checker->form;
  function->is_prelude = nesl_is_prelude(checker);
  nesl_record_function(checker, function, name.span);
  return function;
}

// ---- Hints ----

// Says where the name is defined further down.
static bool hint_later(NeslChecker *checker, const Map *map, Name name) {
  const NeslEntries *entries = map_get(map, map_key(name));
  if (entries == NULL) return false;
  const NeslEntry *entry = &entries->data[0];
  Span span = entry->value      ? entry->value->span
              : entry->function ? entry->function->span
              : entry->datatype ? entry->datatype->span
                                : SPAN_NONE;
  if (!span_is_known(span)) return false;
  // Every expression defines `it`, also the one that asks for it.
  if (strcmp(name, "it") == 0) {
    diag_hint(checker->diag, "`it` is the value of the last expression above, and there is none");
    return true;
  }
  diag_note(checker->diag, span, "it is defined here");
  diag_hint(checker->diag, entry->form == checker->form
                               ? "only a function may refer to itself"
                               : "a form sees only what is above it; move one of them");
  return true;
}

void nesl_hint_close(NeslChecker *checker, const Map *map, Name name, bool has_locals) {
  if (hint_later(checker, map, name)) return;
  Suggestion suggestion = suggestion_for(name);
  MapEntry entry;
  for (size_t cursor = 0; has_locals && map_each(checker->locals, &cursor, &entry);)
    suggestion_offer(&suggestion, ((NeslValue *)entry.value)->name);
  for (size_t cursor = 0; map_each(map, &cursor, &entry);) {
    const char *word = (const char *)(uintptr_t)entry.key;
    bool is_private = strncmp(word, "__", 2) == 0;
    if (!is_private && nesl_scope_find(checker, map, word, false) != NULL)
      suggestion_offer(&suggestion, word);
  }
  if (suggestion.best) diag_hint(checker->diag, "did you mean `%s`?", suggestion.best);
}
