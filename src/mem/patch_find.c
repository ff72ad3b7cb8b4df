// Which boxes of an array a map changes (patch.c).
#include "ir/par.h"
#include "ir/type.h"
#include "mem/patch.h"

// ---- The nest ----

static bool note_definition(Walker *walker, Stm *stm) {
  Map *definitions = walker->context;
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(definitions, map_key(stm->vars[i]), stm);
  return true;
}

bool patch_is_map(const Stm *stm) {
  if (stm->exp->op != OP_PAR || stm->var_count != 1) return false;
  const Par *par = stm->exp->as.par;
  return par->rank > 0 && !par->has_epilogue && !par->is_turned && !par->is_overwritten &&
         !par->plan && par->consumed_count + par->acc_count == 0 && par->body.output_count == 1 &&
         mode_has(par->body.outputs[0].mode, TRAIT_ELEMENTS);
}

static const Stm *binder_in(const Stms *stms, const Var *var) {
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i]->var_count == 1 && stms->data[i]->vars[0] == var) return stms->data[i];
  return NULL;
}

// Is the map one of scalars over the dimensions of the array?
static bool find_nest(PatchNest *nest, const Stm *stm) {
  while (stm && patch_is_map(stm) && nest->level_count < PATCH_LEVELS) {
    const Par *par = stm->exp->as.par;
    nest->levels[nest->level_count++] = stm;
    for (size_t d = 0; d < par->rank; d++) {
      if (nest->rank == PATCH_RANK || dim_is_varying(par->space[d])) return false;
      nest->indices[nest->rank] = par->indices[d];
      nest->space[nest->rank++] = par->space[d];
    }
    nest->value = par->body.outputs[0].values[0];
    if (atom_type(nest->value)->kind == TYPE_SCALAR) return nest->rank == nest->old->type->rank;
    stm = binder_in(&par->body.stms, nest->value.var);
  }
  return false;
}

static const Exp *definition_of(const PatchNest *nest, Atom atom) {
  const Stm *stm = atom.var ? map_get(nest->definitions, map_key(atom.var)) : NULL;
  return stm ? stm->exp : NULL;
}

// ---- Conditions ----

bool patch_facts_add(PatchFacts *facts, PatchFact fact) {
  if (facts->count == PATCH_FACTS) return false;
  facts->data[facts->count++] = fact;
  return true;
}

// The index minus the other's interval, seen from something that is a number away from the other.
static bool fact_from(const PatchNest *nest, const PatchFact *fact, const PatchFact *other,
                      int64_t *low, int64_t *high) {
  int64_t distance;
  if (fact->dim != other->dim) return false;
  const Poly *gap = poly_sub(sizes_algebra(nest->sizes), fact->poly, other->poly);
  if (!poly_is_constant(gap, &distance) || distance > PATCH_NUMBER || distance < -PATCH_NUMBER)
    return false;
  *low = fact->low == INT64_MIN ? INT64_MIN : fact->low + distance;
  *high = fact->high == INT64_MAX ? INT64_MAX : fact->high + distance;
  return true;
}

// What is known already about the index and the other: an interval of their difference.
static void known_interval(const PatchNest *nest, const PatchFacts *facts, const PatchFact *fact,
                           int64_t *low, int64_t *high) {
  *low = INT64_MIN;
  *high = INT64_MAX;
  for (size_t i = 0; i < facts->count; i++) {
    int64_t least, most;
    if (!fact_from(nest, &facts->data[i], fact, &least, &most)) continue;
    if (least > *low) *low = least;
    if (most < *high) *high = most;
  }
}

static bool find_index(const PatchNest *nest, Atom atom, size_t *dim) {
  for (*dim = 0; *dim < nest->rank; (*dim)++)
    if (atom.var && nest->indices[*dim] == atom.var) return true;
  return false;
}

// The comparison as an interval of an index; false when it is none.
static bool fact_of(const PatchNest *nest, const Exp *exp, bool holds, PatchFact *fact) {
  if (exp->op != OP_SLT && exp->op != OP_SLE && exp->op != OP_EQ && exp->op != OP_NE) return false;
  if (!type_is_scalar(atom_type(exp->args[0]), SCALAR_I64)) return false;
  bool is_left = find_index(nest, exp->args[0], &fact->dim);
  if (!is_left && !find_index(nest, exp->args[1], &fact->dim)) return false;
  fact->other = exp->args[is_left];
  if (fact->other.var && varset_has(&nest->inside, fact->other.var)) return false;
  fact->poly = sizes_poly(nest->sizes, fact->other);
  fact->low = INT64_MIN;
  fact->high = INT64_MAX;
  if (!fact->poly) return false;
  if (exp->op == OP_EQ || exp->op == OP_NE) {
    fact->low = fact->high = 0;
    return (exp->op == OP_EQ) == holds;
  }
  bool is_strict = (exp->op == OP_SLT) == holds; // not (i <= a) is a < i
  if (is_left == holds)
    fact->high = is_strict ? -1 : 0;
  else
    fact->low = is_strict ? 1 : 0;
  return true;
}

static PatchTruth truth_not(PatchTruth truth) {
  return truth == PATCH_OPEN ? PATCH_OPEN : truth == PATCH_TRUE ? PATCH_FALSE : PATCH_TRUE;
}

// Does it hold wherever the facts do?
PatchTruth patch_truth(const PatchNest *nest, const PatchFacts *facts, Atom condition) {
  if (!condition.var) return constant_to_i64(condition.constant) != 0 ? PATCH_TRUE : PATCH_FALSE;
  const Exp *exp = definition_of(nest, condition);
  if (!exp) return PATCH_OPEN;
  if (exp->op == OP_NOT) return truth_not(patch_truth(nest, facts, exp->args[0]));
  if (exp->op == OP_AND || exp->op == OP_OR) {
    PatchTruth decisive = exp->op == OP_AND ? PATCH_FALSE : PATCH_TRUE;
    PatchTruth a = patch_truth(nest, facts, exp->args[0]),
               b = patch_truth(nest, facts, exp->args[1]);
    if (a == decisive || b == decisive) return decisive;
    return a == PATCH_OPEN || b == PATCH_OPEN ? PATCH_OPEN : truth_not(decisive);
  }
  PatchFact fact;
  int64_t low, high;
  for (int holds = 0; holds < 2; holds++) {
    if (!fact_of(nest, exp, holds, &fact)) continue;
    known_interval(nest, facts, &fact, &low, &high);
    if (low >= fact.low && high <= fact.high) return holds ? PATCH_TRUE : PATCH_FALSE;
    if (low > fact.high || high < fact.low) return holds ? PATCH_FALSE : PATCH_TRUE;
  }
  return PATCH_OPEN;
}

// ---- Paths ----

typedef struct PatchWish {
  Atom condition;
  bool holds;
} PatchWish;

static void follow_value(PatchNest *nest, const PatchPath *path, Atom value);

static bool is_contradiction(const PatchPath *path, const Var *condition, bool holds) {
  for (size_t i = 0; i < path->known_count; i++)
    if (path->known[i].condition == condition && path->known[i].holds != holds) return true;
  return false;
}

// Goes on where the conditions hold, one after the other, to the value.
static void follow_conditions(PatchNest *nest, PatchPath path, const PatchWish *wishes,
                              size_t count, Atom value) {
  PatchWish rest[PATCH_FACTS];
  if (count == 0) {
    follow_value(nest, &path, value);
    return;
  }
  if (count + 1 > PATCH_FACTS) {
    nest->is_too_much = true;
    return;
  }
  PatchWish first = wishes[count - 1];
  for (size_t i = 0; i + 1 < count; i++)
    rest[i] = wishes[i];
  count--;
  PatchTruth truth = patch_truth(nest, &path.facts, first.condition);
  if (truth != PATCH_OPEN) {
    if ((truth == PATCH_TRUE) == first.holds) follow_conditions(nest, path, rest, count, value);
    return;
  }
  const Exp *exp = definition_of(nest, first.condition);
  PatchFact fact;
  if (exp && exp->op == OP_NOT) {
    rest[count++] = (PatchWish){exp->args[0], !first.holds};
  } else if (exp && (exp->op == OP_AND || exp->op == OP_OR)) {
    // Both have the decisive value, or the first has the other one, or only the second.
    bool decisive = exp->op == OP_OR;
    if (first.holds == decisive) {
      rest[count] = (PatchWish){exp->args[0], decisive};
      follow_conditions(nest, path, rest, count + 1, value);
      rest[count++] = (PatchWish){exp->args[0], !decisive};
      rest[count++] = (PatchWish){exp->args[1], decisive};
    } else {
      rest[count++] = (PatchWish){exp->args[0], first.holds};
      rest[count++] = (PatchWish){exp->args[1], first.holds};
    }
  } else if (exp && fact_of(nest, exp, first.holds, &fact)) {
    nest->is_too_much = nest->is_too_much || !patch_facts_add(&path.facts, fact);
  } else {
    if (is_contradiction(&path, first.condition.var, first.holds)) return;
    if (path.known_count < PATCH_FACTS) {
      path.known[path.known_count].condition = first.condition.var;
      path.known[path.known_count++].holds = first.holds;
    }
  }
  if (!nest->is_too_much) follow_conditions(nest, path, rest, count, value);
}

static bool is_index_of(const PatchNest *nest, const PatchFacts *facts, Atom atom, size_t dim) {
  size_t found;
  PatchFact fact = {.dim = dim, .other = atom, .poly = sizes_poly(nest->sizes, atom)};
  int64_t low, high;
  if (find_index(nest, atom, &found)) return found == dim;
  if (!fact.poly || (atom.var && varset_has(&nest->inside, atom.var))) return false;
  known_interval(nest, facts, &fact, &low, &high);
  return low == 0 && high == 0;
}

// Is it the old element at the same indices?
static bool is_old_element(const PatchNest *nest, const PatchFacts *facts, Atom value) {
  const Exp *exp = definition_of(nest, value);
  if (!exp || exp->op != OP_INDEX || exp->args[0].var != nest->old ||
      exp->arg_count != nest->rank + 1)
    return false;
  for (size_t d = 0; d < nest->rank; d++)
    if (!is_index_of(nest, facts, exp->args[1 + d], d)) return false;
  return true;
}

static void follow_value(PatchNest *nest, const PatchPath *path, Atom value) {
  const Exp *exp = definition_of(nest, value);
  if (nest->is_too_much) return;
  if (exp && (exp->op == OP_IF || exp->op == OP_SELECT)) {
    const Stm *stm = map_get(nest->definitions, map_key(value.var));
    for (size_t arm = 0; arm < 2; arm++) {
      Atom next = exp->op == OP_SELECT ? exp->args[1 + arm] : (Atom){0};
      for (size_t i = 0; exp->op == OP_IF && i < stm->var_count; i++)
        if (stm->vars[i] == value.var) next = exp->as.branches.bodies[arm]->results[i];
      PatchWish wish = {exp->args[0], arm == 0};
      follow_conditions(nest, *path, &wish, 1, next);
    }
    return;
  }
  if (is_old_element(nest, &path->facts, value)) return;
  if (nest->changed.count == PATCH_PATHS)
    nest->is_too_much = true;
  else
    vec_push(nest->scratch, &nest->changed, *path);
}

// ---- Patches ----

// Can the number be computed from the other without a wrap, and does that make the box smaller?
static bool is_sound(const PatchNest *nest, const PatchFact *fact) {
  int64_t least, most;
  sizes_interval(nest->sizes, fact->other, &least, &most);
  if (least < -PATCH_NUMBER || most > PATCH_NUMBER) return false;
  return (fact->low == INT64_MIN || (fact->low > -PATCH_NUMBER && fact->low < PATCH_NUMBER)) &&
         (fact->high == INT64_MAX || (fact->high > -PATCH_NUMBER && fact->high < PATCH_NUMBER));
}

// Does the fact hold on all paths of the group?
static bool holds_on(const PatchNest *nest, const PatchPath *const *group, size_t count,
                     const PatchFact *fact) {
  for (size_t i = 0; i < count; i++) {
    int64_t low, high;
    known_interval(nest, &group[i]->facts, fact, &low, &high);
    if (low < fact->low || high > fact->high) return false;
  }
  return true;
}

// Half of a fact: a bound below or above.
static PatchFact half_of(const PatchFact *fact, bool is_low) {
  PatchFact half = *fact;
  if (is_low) half.high = INT64_MAX;
  if (!is_low) half.low = INT64_MIN;
  return half;
}

static bool has_bound(const PatchNest *nest, const PatchFacts *facts, const PatchFact *bound) {
  int64_t low, high;
  known_interval(nest, facts, bound, &low, &high);
  return low >= bound->low && high <= bound->high;
}

// The bounds that all paths of a group share.
static void find_bounds(const PatchNest *nest, const PatchPath *const *group, size_t count,
                        Patch *patch) {
  const PatchFacts *first = &group[0]->facts;
  for (size_t i = 0; i < first->count; i++) {
    for (int side = 0; side < 2; side++) {
      PatchFact bound = half_of(&first->data[i], side == 0);
      bool is_bound = side == 0 ? bound.low > INT64_MIN : bound.high < INT64_MAX;
      if (!is_bound || bound.dim == patch->pinned || has_bound(nest, &patch->facts, &bound) ||
          !is_sound(nest, &bound) || !holds_on(nest, group, count, &bound))
        continue;
      patch_facts_add(&patch->facts, bound);
    }
  }
}

// Is the index of a dimension of the innermost par one number on the path?
static bool find_pin(const PatchNest *nest, const PatchPath *path, PatchFact *pin) {
  size_t last = nest->rank - nest->levels[nest->level_count - 1]->exp->as.par->rank;
  for (size_t i = 0; i < path->facts.count; i++) {
    *pin = path->facts.data[i];
    if (pin->low == pin->high && pin->low == 0 && pin->dim >= last) return true;
  }
  return false;
}

static bool is_same_pin(const PatchNest *nest, const PatchFact *a, const PatchFact *b) {
  int64_t low, high;
  return fact_from(nest, a, b, &low, &high) && low == 0 && high == 0;
}

// Is the number an index of its dimension for sure?
static bool is_pin_inside(const PatchNest *nest, const PatchFact *pin) {
  return sizes_at_least(nest->sizes, pin->other, atom_i64(0), NULL) &&
         sizes_less(nest->sizes, pin->other, dim_size(nest->space[pin->dim]), NULL);
}

// All paths with the same pin as the first that is left are a patch.
static bool make_patch(PatchNest *nest, bool *is_taken) {
  const PatchPath *group[PATCH_PATHS];
  size_t count = 0, first = 0;
  PatchFact pin, other;
  while (first < nest->changed.count && is_taken[first])
    first++;
  if (first == nest->changed.count || nest->patch_count == PATCH_MOST) return false;
  bool is_pinned = find_pin(nest, &nest->changed.data[first], &pin);
  for (size_t i = first; i < nest->changed.count; i++) {
    const PatchPath *path = &nest->changed.data[i];
    bool has_pin = find_pin(nest, path, &other);
    if (is_taken[i] || has_pin != is_pinned || (is_pinned && !is_same_pin(nest, &pin, &other)))
      continue;
    is_taken[i] = true;
    group[count++] = path;
  }
  Patch *patch = &nest->patches[nest->patch_count];
  *patch = (Patch){.pinned = is_pinned ? pin.dim : PATCH_RANK, .pin = pin};
  if (is_pinned && !is_pin_inside(nest, &pin)) return false;
  find_bounds(nest, group, count, patch);
  nest->patch_count++;
  return is_pinned || patch->facts.count > 0;
}

static bool has_same_bounds(const PatchNest *nest, const Patch *a, const Patch *b, size_t rank) {
  for (size_t i = 0; i < a->facts.count; i++)
    if (a->facts.data[i].dim < rank && !has_bound(nest, &b->facts, &a->facts.data[i])) return false;
  return true;
}

static bool is_pinned_patch(const Patch *patch) { return patch->pinned < PATCH_RANK; }

// A pinned patch as a box that is one index wide.
static bool widen_pin(Patch *patch) {
  PatchFact low = half_of(&patch->pin, true), high = half_of(&patch->pin, false);
  patch->pinned = PATCH_RANK;
  return patch_facts_add(&patch->facts, low) && patch_facts_add(&patch->facts, high);
}

// Pinned patches are outputs of the pars around the innermost one of the patch that is a box, which
// comes first.
static bool find_patches(PatchNest *nest) {
  bool is_taken[PATCH_PATHS] = {0};
  size_t left = nest->changed.count, boxes = 0;
  if (nest->is_too_much || left == 0) return false;
  for (bool is_left = true; is_left;) {
    if (!make_patch(nest, is_taken)) return false;
    is_left = false;
    for (size_t i = 0; i < nest->changed.count; i++)
      is_left = is_left || !is_taken[i];
  }
  for (size_t i = 0; i < nest->patch_count; i++) {
    Patch patch = nest->patches[i];
    if (is_pinned_patch(&patch)) continue;
    nest->patches[i] = nest->patches[0];
    nest->patches[0] = patch;
    boxes++;
  }
  const Par *inner = nest->levels[nest->level_count - 1]->exp->as.par;
  if (boxes > 1) return false;
  if (boxes == 0 && !widen_pin(&nest->patches[0])) return false;
  if (nest->patch_count == 1) return true;
  if (nest->level_count < 2 || inner->rank > 1) return false;
  for (size_t i = 1; i < nest->patch_count; i++)
    if (!has_same_bounds(nest, &nest->patches[0], &nest->patches[i], nest->rank - 1) ||
        !has_same_bounds(nest, &nest->patches[i], &nest->patches[0], nest->rank - 1))
      return false;
  return true;
}

bool patch_find(PatchNest *nest, const Stm *stm) {
  nest->definitions = map_new(nest->scratch);
  if (!type_is_array(nest->old->type) || !type_equal(nest->old->type, stm->vars[0]->type) ||
      !find_nest(nest, stm))
    return false;
  nest->inside = bound_vars_par(nest->scratch, stm->exp->as.par);
  Walker walker = {.context = nest->definitions, .enter = note_definition};
  walk_thunk(&walker, &stm->exp->as.par->body);
  follow_value(nest, &(PatchPath){0}, nest->value);
  return find_patches(nest);
}
