// What the scribe knows about names: which are visible, and which storage they share.
#include <string.h>

#include "fuzz/futhark.h"

bool scribe_chance(Scribe *scribe, unsigned percent) {
  return random_chance(&scribe->random, percent);
}

size_t scribe_below(Scribe *scribe, size_t count) { return random_below(&scribe->random, count); }

const char *scribe_name(Scribe *scribe, const char *prefix) {
  return arena_printf(scribe->arena, "%s%u", prefix, (unsigned)++scribe->name_count);
}

// ---- Storage ----

FuzzFutRoots draft_roots_new(Scribe *scribe, bool is_owned) {
  uint32_t *ids = arena_array(scribe->arena, uint32_t, 1);
  ids[0] = (uint32_t)scribe->roots.count;
  vec_push(scribe->arena, &scribe->roots,
           (FuzzFutRoot){.is_owned = is_owned, .barrier = scribe->barrier});
  return (FuzzFutRoots){ids, 1};
}

bool draft_roots_are_live(const Scribe *scribe, FuzzFutRoots roots) {
  for (size_t k = 0; k < roots.count; k++)
    if (scribe->roots.data[roots.ids[k]].is_dead) return false;
  return true;
}

bool draft_roots_are_global(const Scribe *scribe, FuzzFutRoots roots) {
  for (size_t k = 0; k < roots.count; k++)
    if (scribe->roots.data[roots.ids[k]].is_global) return true;
  return false;
}

void draft_roots_kill(Scribe *scribe, FuzzFutRoots roots) {
  for (size_t k = 0; k < roots.count; k++)
    scribe->roots.data[roots.ids[k]].is_dead = true;
}

FuzzFutRoots draft_roots_since(Scribe *scribe, size_t mark) {
  size_t count = scribe->mentioned.count - mark;
  uint32_t *ids = arena_array(scribe->arena, uint32_t, count);
  if (count > 0) memcpy(ids, scribe->mentioned.data + mark, count * sizeof *ids);
  return (FuzzFutRoots){ids, count};
}

// ---- Scope ----

FuzzFutBinding *draft_scope_bind(Scribe *scribe, const char *name, const DraftType *type,
                                 FuzzFutRoots roots) {
  if (!draft_type_has_storage(type)) roots.count = 0;
  vec_push(scribe->arena, &scribe->scope,
           (FuzzFutBinding){.name = name, .type = type, .roots = roots});
  return &vec_last(&scribe->scope);
}

bool draft_binding_is_live(const Scribe *scribe, const FuzzFutBinding *binding) {
  return !binding->is_hidden && draft_roots_are_live(scribe, binding->roots);
}

bool draft_binding_is_consumable(const Scribe *scribe, const FuzzFutBinding *binding) {
  if (!draft_binding_is_live(scribe, binding) || binding->roots.count == 0) return false;
  for (size_t k = 0; k < binding->roots.count; k++) {
    const FuzzFutRoot *root = &scribe->roots.data[binding->roots.ids[k]];
    if (!root->is_owned || root->barrier < scribe->barrier) return false;
  }
  return true;
}

const char *draft_binding_use(Scribe *scribe, const FuzzFutBinding *binding) {
  vec_append(scribe->arena, &scribe->mentioned, binding->roots.ids, binding->roots.count);
  vec_append(scribe->arena, &scribe->captured, binding->roots.ids, binding->roots.count);
  return binding->name;
}

void draft_binding_consume(Scribe *scribe, const FuzzFutBinding *binding) {
  draft_roots_kill(scribe, binding->roots);
}

FuzzFutBinding *draft_scope_pick(Scribe *scribe, BindingWanted *wanted, const void *context) {
  FuzzFutBinding *found = NULL;
  size_t seen = 0;
  for (size_t k = scribe->scope.count; k > 0; k--) {
    FuzzFutBinding *binding = &scribe->scope.data[k - 1];
    if (!draft_binding_is_live(scribe, binding) || !wanted(scribe, binding, context)) continue;
    // Each older one takes the place of what was found with a smaller chance.
    seen++;
    if (scribe_below(scribe, seen + seen / 2) == 0) found = binding;
    if (seen == 12) break;
  }
  return found;
}

bool draft_binding_has_type(Scribe *scribe, const FuzzFutBinding *binding, const void *type) {
  (void)scribe;
  return draft_type_equal(binding->type, type);
}

bool draft_binding_is_array(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe, (void)context;
  return binding->type->kind == DRAFT_ARRAY;
}

bool draft_binding_has_size(Scribe *scribe, const FuzzFutBinding *binding, const void *size) {
  (void)scribe;
  return binding->type->kind == DRAFT_ARRAY && draft_size_equal(binding->type->size, size);
}

// ---- Nesting ----

void draft_nest_enter(Scribe *scribe, Nest *nest, int64_t times, bool is_barrier) {
  *nest = (Nest){scribe->scope.count, scribe->callables.count, scribe->barrier, scribe->times};
  scribe->times *= times > 0 ? times : 1;
  if (scribe->work < scribe->times) scribe->work = scribe->times;
  if (is_barrier) scribe->barrier++;
}

void draft_nest_leave(Scribe *scribe, const Nest *nest) {
  scribe->scope.count = nest->scope_count;
  scribe->callables.count = nest->callable_count;
  scribe->barrier = nest->barrier;
  scribe->times = nest->times;
  // What was made inside and is given to the outside is there from now on.
  for (size_t k = 0; k < scribe->roots.count; k++)
    if (scribe->roots.data[k].barrier > nest->barrier)
      scribe->roots.data[k].barrier = nest->barrier;
}

bool scribe_can_nest(const Scribe *scribe, int64_t times) {
  return scribe->fuel > 0 && scribe->times * (times > 0 ? times : 1) <= scribe->work_limit;
}
