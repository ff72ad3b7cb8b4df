// What a prompt tells of names: who goes on using a definition that is hidden, and all there are.
#include <string.h>

#include "front/nesl/check_internal.h"

// The last definition of a name before a form; NULL when there is none, or it is of the prelude.
static const NeslEntry *entry_before(const NeslChecker *checker, const Map *map, Name name,
                                     size_t form) {
  const NeslEntries *entries = map_get(map, map_key(name));
  for (size_t i = entries == NULL ? 0 : entries->count; i > 0; i--) {
    const NeslEntry *entry = &entries->data[i - 1];
    if (entry->form < form) return entry->form < checker->prelude_count ? NULL : entry;
  }
  return NULL;
}

// Whether a function or value of this name is one that the form defines.
static bool is_current(const NeslChecker *checker, const Map *map, Name name, size_t form) {
  const NeslEntry *last = entry_before(checker, map, name, checker->checked->forms.count);
  return last != NULL && last->form == form;
}

// The names that a form binds, in order.
typedef void NameAction(NeslChecker *checker, const Map *map, Name name, void *context);

static void pattern_names(NeslChecker *checker, const NeslPattern *pattern, NameAction *action,
                          void *context) {
  switch (pattern->kind) {
  case NESL_PATTERN_WILDCARD: return;
  case NESL_PATTERN_NAME: action(checker, checker->values, pattern->variable.name, context); return;
  case NESL_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->items.count; i++)
      pattern_names(checker, pattern->items.data[i], action, context);
    return;
  case NESL_PATTERN_DATA: pattern_names(checker, pattern->data.argument, action, context); return;
  }
}

static void form_names(NeslChecker *checker, size_t form, NameAction *action, void *context) {
  const NeslForm *node = checker->checked->forms.data[form];
  switch (node->kind) {
  case NESL_FORM_FUNCTION:
    action(checker, checker->functions, node->function.name.name, context);
    return;
  case NESL_FORM_DATATYPE:
    action(checker, checker->functions, node->datatype.name.name, context);
    return;
  case NESL_FORM_BINDING: pattern_names(checker, node->binding.pattern, action, context); return;
  case NESL_FORM_EXPRESSION: // `it` is expected to change
  case NESL_FORM_BROKEN: return;
  }
}

// ---- Keepers ----

typedef struct NeslFinding {
  size_t form; // the one that hides
  size_t user; // a form above
  const NeslEntry *hidden;
  Name name;
} NeslFinding;

static bool uses_hidden(const NeslChecker *checker, const NeslFinding *finding) {
  const NeslFormInfo *info = &checker->infos[finding->user];
  for (size_t i = 0; i < info->uses.count; i++)
    if (info->uses.data[i].form == finding->hidden->form &&
        info->uses.data[i].name.name == finding->name)
      return true;
  return false;
}

// Only functions use names again later; another value is what it was.
static void add_keeper(NeslChecker *checker, const NeslFinding *finding) {
  const NeslForm *user = checker->checked->forms.data[finding->user];
  if (finding->user == finding->hidden->form) return;
  bool is_function = user->kind == NESL_FORM_FUNCTION;
  bool is_lambda = user->kind == NESL_FORM_BINDING &&
                   user->binding.pattern->kind == NESL_PATTERN_NAME &&
                   user->binding.value->kind == NESL_EXP_LAMBDA;
  if (!is_function && !is_lambda) return;
  Name name = is_function ? user->function.name.name : user->binding.pattern->variable.name;
  const Map *map = is_function ? checker->functions : checker->values;
  if (!is_current(checker, map, name, finding->user)) return;
  if (!uses_hidden(checker, finding)) return;
  SessionNames *keepers = &checker->checked->keepers[finding->form - checker->checked->first];
  vec_push(checker->arena, keepers, name);
}

static void find_users(NeslChecker *checker, const Map *map, Name name, void *context) {
  NeslFinding *finding = context;
  finding->name = name;
  finding->hidden = entry_before(checker, map, name, finding->form);
  if (finding->hidden == NULL) return;
  for (finding->user = checker->prelude_count; finding->user < finding->form; finding->user++)
    add_keeper(checker, finding);
}

void nesl_find_keepers(NeslChecker *checker) {
  NeslChecked *checked = checker->checked;
  checked->keepers =
      arena_array(checker->arena, SessionNames, checked->forms.count - checked->first);
  for (size_t form = checked->first; form < checked->forms.count; form++) {
    NeslFinding finding = {.form = form};
    form_names(checker, form, find_users, &finding);
  }
}

// ---- All names ----

static void list_map(NeslChecker *checker, const Map *map) {
  MapEntry entry;
  for (size_t cursor = 0; map_each(map, &cursor, &entry);) {
    Name name = (Name)(uintptr_t)entry.key;
    if (name[0] != '_') vec_push(checker->arena, &checker->checked->seen, name);
  }
}

void nesl_list_seen(NeslChecker *checker) {
  list_map(checker, checker->values);
  list_map(checker, checker->functions);
  list_map(checker, checker->types);
}
