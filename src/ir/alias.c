// Roots and sets of them: binding, using and consuming variables; the questions of passes.
#include "ir/alias.h"

#include <stdlib.h>

#include "ir/alias_internal.h"
#include "ir/type.h"

// ---- Sets ----

static bool is_subset(Roots a, Roots b) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < a.count; i++, j++) {
    while (j < b.count && b.ids[j] < a.ids[i])
      j++;
    if (j == b.count || b.ids[j] != a.ids[i]) return false;
  }
  return true;
}

Roots roots_union(Aliases *aliases, Roots a, Roots b) {
  if (a.ids == b.ids || is_subset(b, a)) return a;
  if (is_subset(a, b)) return b;
  uint32_t *ids = arena_array(aliases->arena, uint32_t, (size_t)a.count + b.count);
  uint32_t count = 0;
  for (uint32_t i = 0, j = 0; i < a.count || j < b.count;) {
    if (j == b.count || (i < a.count && a.ids[i] < b.ids[j])) {
      ids[count++] = a.ids[i++];
    } else {
      if (i < a.count && a.ids[i] == b.ids[j]) i++;
      ids[count++] = b.ids[j++];
    }
  }
  return (Roots){ids, count};
}

bool roots_meet(Roots a, Roots b) {
  for (uint32_t i = 0, j = 0; i < a.count && j < b.count;) {
    if (a.ids[i] == b.ids[j]) return true;
    if (a.ids[i] < b.ids[j])
      i++;
    else
      j++;
  }
  return false;
}

Roots roots_of(const Aliases *aliases, Atom atom) {
  if (atom.var == NULL || atom.var->index >= aliases->var_count) return (Roots){0};
  return aliases->of_var[atom.var->index];
}

// ---- Roots ----

Root *root_at(Aliases *aliases, uint32_t id) { return &aliases->roots.data[id]; }

Roots root_single(Aliases *aliases, uint32_t id) {
  uint32_t *ids = arena_array(aliases->arena, uint32_t, 1);
  ids[0] = id;
  return (Roots){ids, 1};
}

uint32_t root_new(Aliases *aliases, RootKind kind, const Var *var) {
  uint32_t id = (uint32_t)aliases->roots.count;
  Root root = {.kind = kind, .depth = aliases->depth, .storage = id, .var = var};
  root.base = root_single(aliases, id);
  vec_push(aliases->arena, &aliases->roots, root);
  return id;
}

uint32_t storage_of(Aliases *aliases, uint32_t id) {
  while (root_at(aliases, id)->storage != id) {
    uint32_t next = root_at(aliases, id)->storage;
    id = root_at(aliases, id)->storage = root_at(aliases, next)->storage;
  }
  return id;
}

void storage_merge(Aliases *aliases, uint32_t first, uint32_t id) {
  uint32_t storage = storage_of(aliases, first);
  Root *root = root_at(aliases, id);
  if (root->is_merged && storage_of(aliases, id) == storage) return;
  root->is_merged = true;
  root_at(aliases, storage_of(aliases, id))->storage = storage;
  if (root->kind != ROOT_LOOP_PARAM) return;
  for (uint32_t i = 0; i < root->base.count; i++)
    storage_merge(aliases, first, root->base.ids[i]);
}

Roots base_union(Aliases *aliases, Roots a, Roots b) {
  enum { BASE_LIMIT = 32 };
  Roots base = roots_union(aliases, a, b);
  if (base.count <= BASE_LIMIT) return base;
  for (uint32_t i = 0; i < base.count; i++)
    storage_merge(aliases, base.ids[0], base.ids[i]);
  return root_single(aliases, storage_of(aliases, base.ids[0]));
}

Roots roots_base(Aliases *aliases, Roots roots) {
  Roots base = {0};
  for (uint32_t i = 0; i < roots.count; i++)
    base = base_union(aliases, base, root_at(aliases, roots.ids[i])->base);
  return base;
}

// ---- Binding ----

bool alias_has_storage(const Type *type) {
  return type->kind == TYPE_ARRAY || type->kind == TYPE_SEG || type->kind == TYPE_ACC;
}

void alias_bind(Aliases *aliases, const Var *var, Roots roots) {
  if (var->index >= aliases->var_count) INTERNAL_ERROR("alias: unknown variable %s", var->name);
  aliases->is_known[var->index] = true;
  aliases->of_var[var->index] = roots;
}

uint32_t alias_bind_fresh(Aliases *aliases, const Var *var, RootKind kind) {
  if (!alias_has_storage(var->type)) {
    alias_bind(aliases, var, (Roots){0});
    return 0;
  }
  uint32_t id = root_new(aliases, kind, var);
  alias_bind(aliases, var, root_at(aliases, id)->base);
  return id;
}

void alias_bind_heir(Aliases *aliases, const Var *var, Roots consumed_base, bool may_be_fresh) {
  uint32_t id = alias_bind_fresh(aliases, var, ROOT_OWNED);
  if (!alias_has_storage(var->type) || consumed_base.count == 0) return;
  Root *root = root_at(aliases, id);
  root->base = may_be_fresh ? base_union(aliases, root->base, consumed_base) : consumed_base;
}

// A root that becomes a new one, and a mark for which of the results have it. Roots with the same
// mark cannot be told apart any more and become one: that keeps the sets small.
typedef struct Escape {
  uint32_t id;
  uint32_t heir;
  uint64_t mark;
} Escape;

typedef Vec(Escape) Escapes;

static int compare_escapes(const void *a, const void *b) {
  uint32_t first = ((const Escape *)a)->id, second = ((const Escape *)b)->id;
  return first < second ? -1 : first > second;
}

static bool is_escaping(Aliases *aliases, uint32_t id, uint32_t first) {
  return id >= first || root_at(aliases, id)->is_consumed;
}

static Escape *escape_find(Escapes *escapes, uint32_t id) {
  if (escapes->count == 0) return NULL;
  Escape key = {.id = id};
  return bsearch(&key, escapes->data, escapes->count, sizeof key, compare_escapes);
}

// One entry per escaping root, sorted.
static Escapes collect_escapes(Aliases *aliases, const Roots *sets, size_t count, uint32_t first) {
  Escapes escapes = {0};
  for (size_t k = 0; k < count; k++)
    for (uint32_t i = 0; i < sets[k].count; i++)
      if (is_escaping(aliases, sets[k].ids[i], first))
        vec_push(aliases->arena, &escapes, (Escape){.id = sets[k].ids[i]});
  if (escapes.count == 0) return escapes;
  qsort(escapes.data, escapes.count, sizeof *escapes.data, compare_escapes);
  size_t kept = 1;
  for (size_t i = 1; i < escapes.count; i++)
    if (escapes.data[i].id != escapes.data[kept - 1].id) escapes.data[kept++] = escapes.data[i];
  escapes.count = kept;
  for (size_t k = 0; k < count; k++)
    for (uint32_t i = 0; i < sets[k].count; i++) {
      Escape *escape = escape_find(&escapes, sets[k].ids[i]);
      if (escape != NULL) escape->mark = hash_combine(escape->mark, hash_u64(k + 1));
    }
  return escapes;
}

// Gives each escaping root its heir.
static void make_heirs(Aliases *aliases, Escapes *escapes) {
  Map *heirs = escapes->count == 0 ? NULL : map_new(aliases->arena);
  for (size_t i = 0; i < escapes->count; i++) {
    Escape *escape = &escapes->data[i];
    void *found = NULL;
    Roots base = root_at(aliases, escape->id)->base;
    if (map_find(heirs, escape->mark, &found)) {
      escape->heir = (uint32_t)(uintptr_t)found;
      base = base_union(aliases, root_at(aliases, escape->heir)->base, base);
    } else {
      escape->heir = root_new(aliases, ROOT_OWNED, NULL);
      map_put(heirs, escape->mark, (void *)(uintptr_t)escape->heir);
    }
    root_at(aliases, escape->heir)->base = base;
  }
}

// The set with heirs in place of what escapes; heirs are named after `var`.
static Roots replace_escapes(Aliases *aliases, Escapes *escapes, Roots set, const Var *var) {
  Roots heirs = {0};
  uint32_t *kept = arena_array(aliases->arena, uint32_t, set.count);
  uint32_t kept_count = 0;
  for (uint32_t i = 0; i < set.count; i++) {
    const Escape *escape = escape_find(escapes, set.ids[i]);
    if (escape == NULL) {
      kept[kept_count++] = set.ids[i];
    } else {
      root_at(aliases, escape->heir)->var = var;
      heirs = roots_union(aliases, heirs, root_single(aliases, escape->heir));
    }
  }
  if (kept_count == set.count) return set;
  return roots_union(aliases, (Roots){kept, kept_count}, heirs);
}

void alias_bind_results(Aliases *aliases, Var *const *vars, const Roots *sets, size_t count,
                        uint32_t first) {
  Escapes escapes = collect_escapes(aliases, sets, count, first);
  make_heirs(aliases, &escapes);
  for (size_t k = 0; k < count; k++) {
    if (vars[k]->type->kind == TYPE_ACC) // linear: it shares with no other result
      alias_bind_heir(aliases, vars[k], roots_base(aliases, sets[k]), false);
    else
      alias_bind(aliases, vars[k], replace_escapes(aliases, &escapes, sets[k], vars[k]));
  }
}

// ---- Using and consuming ----

void alias_report(Aliases *aliases, AliasViolation violation) {
  if (aliases->observer == NULL || aliases->observer->violation == NULL) return;
  violation.fun = aliases->fun;
  violation.stm = aliases->stm;
  violation.span = aliases->span;
  if (violation.other_stm == NULL) violation.other_stm = aliases->cause;
  aliases->observer->violation(aliases->observer->context, &violation);
}

// A variable that was reported has no roots any more, so that one mistake is one message.
static bool violate(Aliases *aliases, AliasViolation violation) {
  alias_report(aliases, violation);
  alias_bind(aliases, violation.var, (Roots){0});
  return false;
}

static bool violate_use(Aliases *aliases, const Var *var, const Root *root) {
  AliasRule rule = var->type->kind == TYPE_ACC ? ALIAS_REUSED_ACC : ALIAS_USED;
  return violate(aliases, (AliasViolation){.rule = rule,
                                           .var = var,
                                           .other = root->consumed_var,
                                           .other_stm = root->consumer});
}

// Checks that none of the roots of `owner` are consumed; blames `var`.
static bool use_roots(Aliases *aliases, const Var *var, const Var *owner) {
  Roots roots = roots_of(aliases, (Atom){.var = (Var *)owner});
  for (uint32_t i = 0; i < roots.count; i++) {
    Root *root = root_at(aliases, roots.ids[i]);
    root->last_use = aliases->time;
    if (root->is_consumed) return violate_use(aliases, var, root);
  }
  return true;
}

bool alias_use(Aliases *aliases, Atom atom) {
  const Var *var = atom.var;
  if (var == NULL || !alias_has_storage(var->type)) return true;
  if (var->type->kind == TYPE_ACC) return alias_consume(aliases, atom);
  if (!use_roots(aliases, var, var)) return false;
  // Finding an element of an irregular array reads its lengths.
  for (uint32_t k = 0; k < var->type->rank; k++) {
    Dim dim = var->type->dims[k];
    if (dim.var != NULL && alias_has_storage(dim.var->type) && !use_roots(aliases, var, dim.var))
      return false;
  }
  return true;
}

void alias_use_all(Aliases *aliases, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    alias_use(aliases, atoms[i]);
}

// What is wrong with consuming this root, or NULL.
static const char *not_owned(const Root *root) {
  switch (root->kind) {
  case ROOT_OWNED:
  case ROOT_LOOP_PARAM: return NULL;
  case ROOT_PARAM: return "a parameter that is not marked *";
  case ROOT_OPERATOR: return "a parameter of an operator";
  case ROOT_GLOBAL: return "a global";
  }
  return NULL;
}

static bool check_consumable(Aliases *aliases, const Var *var, Roots roots) {
  for (uint32_t i = 0; i < roots.count; i++) {
    const Root *root = root_at(aliases, roots.ids[i]);
    if (root->is_consumed) return violate_use(aliases, var, root);
    if (not_owned(root) != NULL)
      return violate(aliases, (AliasViolation){.rule = ALIAS_NOT_OWNED,
                                               .var = var,
                                               .other = root->var,
                                               .place = not_owned(root)});
    if (root->depth < aliases->depth)
      return violate(aliases, (AliasViolation){.rule = ALIAS_OUTER,
                                               .var = var,
                                               .other = root->var,
                                               .place = aliases->region});
  }
  return true;
}

bool alias_consume(Aliases *aliases, Atom atom) {
  const Var *var = atom.var;
  if (var == NULL || !alias_has_storage(var->type)) return true;
  Roots roots = roots_of(aliases, atom);
  bool is_legal = check_consumable(aliases, var, roots);
  for (uint32_t i = 0; i < roots.count; i++) {
    Root *root = root_at(aliases, roots.ids[i]);
    root->last_use = aliases->time;
    if (root->consumer == NULL || !root->is_consumed) {
      root->consumer = aliases->stm;
      root->consumed_var = var;
    }
    if (!is_legal || root->is_consumed) continue;
    root->is_consumed = true;
    vec_push(aliases->arena, &aliases->trail, roots.ids[i]);
  }
  return is_legal;
}

// ---- Accumulators ----

const Var *alias_origin(const Aliases *aliases, Atom atom) {
  if (atom.var == NULL || atom.var->index >= aliases->var_count) return NULL;
  return aliases->origins[atom.var->index];
}

void alias_set_origin(Aliases *aliases, const Var *var, const Var *origin) {
  if (var->type->kind == TYPE_ACC) aliases->origins[var->index] = origin;
}

void alias_expect_origin(Aliases *aliases, Atom atom, const Var *origin) {
  const Var *found = alias_origin(aliases, atom);
  if (found == NULL || origin == NULL || found == origin) return;
  alias_report(aliases,
               (AliasViolation){.rule = ALIAS_MIXED_ACC, .var = atom.var, .other = origin});
}

// ---- Questions ----

Aliases *alias_analyse(Arena *arena, const Program *program, const AliasObserver *observer) {
  Aliases *aliases = arena_make(arena, Aliases);
  *aliases = (Aliases){.arena = arena, .program = program, .observer = observer};
  aliases->var_count = program->var_count;
  aliases->of_var = arena_array(arena, Roots, program->var_count);
  aliases->is_known = arena_array(arena, bool, program->var_count);
  aliases->origins = arena_array(arena, const Var *, program->var_count);
  aliases->apart = map_new(arena);
  bool has_filter = observer != NULL && observer->wants != NULL;
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    if (!has_filter || observer->wants(observer->context, NULL, global))
      alias_walk_global(aliases, global);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    const Fun *fun = program->funs.data[i];
    if (!has_filter || observer->wants(observer->context, fun, NULL)) alias_walk_fun(aliases, fun);
  }
  return aliases;
}

// The storage behind the roots, with what loop parameters stand for.
static Roots expand_storage(Aliases *aliases, Roots roots) {
  Roots done = {0};
  Roots todo = roots_base(aliases, roots);
  while (todo.count > 0) {
    Roots next = {0};
    for (uint32_t i = 0; i < todo.count; i++)
      if (root_at(aliases, todo.ids[i])->kind == ROOT_LOOP_PARAM)
        next = roots_union(aliases, next, root_at(aliases, todo.ids[i])->base);
    done = roots_union(aliases, done, todo);
    todo = is_subset(next, done) ? (Roots){0} : next;
  }
  return done;
}

static bool is_same_storage(Aliases *aliases, Roots a, Roots b) {
  for (uint32_t i = 0; i < a.count; i++)
    for (uint32_t j = 0; j < b.count; j++)
      if (storage_of(aliases, a.ids[i]) == storage_of(aliases, b.ids[j])) return true;
  return false;
}

bool alias_is_known(const Aliases *aliases, const Var *var) {
  return var->index < aliases->var_count && aliases->is_known[var->index];
}

bool alias_may_share(Aliases *aliases, const Var *a, const Var *b) {
  if (!alias_has_storage(a->type) || !alias_has_storage(b->type)) return false;
  if (a == b || !alias_is_known(aliases, a) || !alias_is_known(aliases, b)) return true;
  Roots first = aliases->of_var[a->index], second = aliases->of_var[b->index];
  if (roots_meet(first, second)) return true;
  return is_same_storage(aliases, expand_storage(aliases, first), expand_storage(aliases, second));
}

void alias_note_apart(Aliases *aliases, Var *const *vars, size_t count, const bool *are_apart) {
  Apart *apart = arena_make(aliases->arena, Apart);
  *apart = (Apart){.vars = vars, .count = count, .are_apart = are_apart};
  for (size_t k = 0; k < count; k++)
    map_put(aliases->apart, map_key(vars[k]), apart);
}

static bool are_results_apart(const Aliases *aliases, const Var *a, const Var *b) {
  const Apart *apart = map_get(aliases->apart, map_key(a));
  if (!apart || apart != map_get(aliases->apart, map_key(b))) return false;
  size_t k = 0, m = 0;
  while (apart->vars[k] != a)
    k++;
  while (apart->vars[m] != b)
    m++;
  return apart->are_apart[k * apart->count + m];
}

bool alias_may_share_alive(const Aliases *aliases, const Var *a, const Var *b) {
  if (!alias_has_storage(a->type) || !alias_has_storage(b->type)) return false;
  if (a == b || !alias_is_known(aliases, a) || !alias_is_known(aliases, b)) return true;
  return roots_meet(aliases->of_var[a->index], aliases->of_var[b->index]) &&
         !are_results_apart(aliases, a, b);
}

const Stm *alias_consumer(const Aliases *aliases, const Var *var) {
  Roots roots = roots_of(aliases, (Atom){.var = (Var *)var});
  for (uint32_t i = 0; i < roots.count; i++)
    if (aliases->roots.data[roots.ids[i]].consumer != NULL)
      return aliases->roots.data[roots.ids[i]].consumer;
  return NULL;
}
