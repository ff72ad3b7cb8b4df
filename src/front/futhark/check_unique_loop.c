// Loops. A parameter that the body consumes, or that has `*`, consumes its initial value; its next
// value must then be the loop's own: nothing from outside, and nothing that two parameters share.
//
//   loop ys = xs for i < n do ys with [i] = 0      consumes xs, gives something fresh
//   loop ys = xs for i < n do tail ys              the result shares with xs
#include "front/futhark/check_unique_internal.h"

typedef struct FutUniqueLoop {
  FutUnique *unique;
  FutExp *exp;
  uint32_t start; // the first place inside
  size_t first_use;
  size_t count; // of leaves
  FutAliasLeaves params, initial, next;
  const FutAliases *shape;
  bool *is_consuming; // per leaf
} FutUniqueLoop;

// The loop's own place of a leaf, or NULL for a scalar or a wildcard.
static FutPlace *leaf_param(const FutUniqueLoop *loop, size_t i) {
  FutPlaces places = loop->params.data[i]->places;
  return places.count > 0 ? places.data[places.count - 1] : NULL;
}

static bool is_outside(const FutUniqueLoop *loop, const FutPlace *place) {
  return place->kind == FUT_PLACE_GLOBAL || place->id < loop->start;
}

// Which parameters are consumed, and those that become them in a later iteration.
static void find_consuming(FutUniqueLoop *loop) {
  for (size_t i = 0; i < loop->count; i++) {
    const FutPlace *param = leaf_param(loop, i);
    loop->is_consuming[i] = param && (param->is_consumed || param->is_declared);
  }
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t i = 0; i < loop->count; i++) {
      if (!loop->is_consuming[i]) continue;
      for (size_t j = 0; j < loop->count; j++) {
        const FutPlace *param = leaf_param(loop, j);
        if (loop->is_consuming[j] || !param) continue;
        if (!fut_places_has(loop->next.data[i]->places, param)) continue;
        loop->is_consuming[j] = is_changed = true;
      }
    }
  }
}

static Span body_span(const FutExp *exp) {
  while (exp->kind == FUT_EXP_LET || exp->kind == FUT_EXP_LET_UPDATE ||
         exp->kind == FUT_EXP_LET_FUNCTION) {
    if (exp->kind == FUT_EXP_LET) {
      exp = exp->let.body;
    } else if (exp->kind == FUT_EXP_LET_UPDATE) {
      exp = exp->let_update.body;
    } else {
      exp = exp->let_function.body;
    }
  }
  return exp->span;
}

// Whether the next value of a consumed parameter is fit to be consumed; reports it if not.
static bool check_next(FutUniqueLoop *loop, size_t i) {
  Span span = body_span(loop->exp->loop.body);
  const FutPlace *param = leaf_param(loop, i);
  FutPlaces next = loop->next.data[i]->places;
  for (size_t j = 0; j < next.count; j++) {
    if (!is_outside(loop, next.data[j]) && next.data[j]->kind != FUT_PLACE_ELEMENT) continue;
    fut_unique_report_loop(loop->unique, next.data[j], span, param);
    return false;
  }
  for (size_t j = 0; j < loop->count; j++) {
    FutPlace *common = j == i ? NULL : fut_places_common(next, loop->next.data[j]->places);
    if (!common) continue;
    fut_unique_report_loop_pair(loop->unique, common, span, param, leaf_param(loop, j));
    return false;
  }
  return true;
}

// The initial value of a parameter that is consumed.
static void consume_initial(FutUniqueLoop *loop, size_t i) {
  FutUnique *unique = loop->unique;
  const FutExp *initial = loop->exp->loop.initial;
  Span span = initial ? initial->span : loop->exp->loop.pattern->span;
  const FutPlace *param = leaf_param(loop, i);
  FutPlaces places = loop->initial.data[i]->places;
  for (size_t j = 0; j < loop->count; j++) {
    FutPlace *common = j == i ? NULL : fut_places_common(places, loop->initial.data[j]->places);
    if (!common) continue;
    fut_unique_report_loop_pair(unique, common, span, param, leaf_param(loop, j));
    return;
  }
  const char *how = "as the initial value of a loop";
  if (param) how = arena_printf(unique->arena, "as the initial value of `%s`", param->text);
  const char *text = initial ? fut_unique_text(unique, initial) : NULL;
  size_t error_count = unique->diag ? diag_error_count(unique->diag) : 0;
  fut_unique_consume(unique, places, span, text, how);
  bool is_reported = unique->diag && diag_error_count(unique->diag) > error_count;
  if (is_reported && param && param->is_consumed) {
    diag_note(unique->diag, param->consumed_at, "the loop consumes `%s` here, %s", param->text,
              param->consumed_how);
  }
}

// A name from outside that the body uses although the loop has consumed it.
static void check_uses(FutUniqueLoop *loop) {
  for (size_t i = loop->first_use; i < loop->unique->uses.count; i++) {
    FutUse use = loop->unique->uses.data[i];
    size_t outside = 0;
    while (outside < use.places.count && use.places.data[outside]->id < loop->start)
      outside++;
    FutPlaces places = {use.places.data, outside};
    fut_unique_observe(loop->unique, places, use.span, use.text);
  }
}

// Results that are not consumed inside may share memory with each other.
static void share_results(FutUniqueLoop *loop, FutPlaces *results) {
  size_t count = 0;
  for (size_t i = 0; i < loop->count; i++)
    count += !loop->is_consuming[i] && leaf_param(loop, i) != NULL;
  if (count < 2) return;
  FutPlaces whole = fut_unique_whole(loop->unique, "(loop …)", loop->exp->span, loop->exp->type);
  for (size_t i = 0; i < loop->count; i++)
    if (!loop->is_consuming[i] && leaf_param(loop, i) != NULL)
      results[i] = fut_places_union(loop->unique->arena, results[i], whole);
}

// With what the results share: with the initial values, and with everything from outside that a
// parameter may become.
static const FutAliases *loop_result(FutUniqueLoop *loop) {
  Arena *arena = loop->unique->arena;
  FutPlaces *results = arena_array(arena, FutPlaces, loop->count);
  for (size_t i = 0; i < loop->count; i++) {
    if (loop->is_consuming[i]) continue;
    results[i] = loop->initial.data[i]->places;
    FutPlaces next = loop->next.data[i]->places;
    FutPlaces outside = {arena_array(arena, FutPlace *, next.count), 0};
    for (size_t j = 0; j < next.count; j++) {
      if (is_outside(loop, next.data[j])) outside.data[outside.count++] = next.data[j];
    }
    results[i] = fut_places_union(arena, results[i], outside);
  }
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t i = 0; i < loop->count; i++) {
      for (size_t j = 0; j < loop->count && !loop->is_consuming[i]; j++) {
        const FutPlace *param = leaf_param(loop, j);
        if (!param || !fut_places_has(loop->next.data[i]->places, param)) continue;
        size_t before = results[i].count;
        results[i] = fut_places_union(arena, results[i], results[j]);
        is_changed |= results[i].count != before;
      }
    }
  }
  share_results(loop, results);
  size_t next = 0;
  return fut_aliases_rebuild(arena, loop->shape, results, &next);
}

// Walks what is evaluated again and again: condition and body.
static const FutAliases *walk_inside(FutUniqueLoop *loop, const FutAliases *array) {
  FutUnique *unique = loop->unique;
  FutExp *exp = loop->exp;
  if (exp->loop.form == FUT_LOOP_FOR_IN) {
    const FutPattern *element = exp->loop.element;
    const FutAliases *row = fut_aliases_fit(unique->arena, array, element->type);
    fut_unique_bind(unique, element, row, FUT_PLACE_ELEMENT);
    FutPlaces places = fut_aliases_all(unique->arena, array);
    const char *text = fut_unique_text(unique, exp->loop.bound);
    vec_push(unique->arena, &unique->uses, (FutUse){places, exp->loop.bound->span, text});
  }
  if (exp->loop.form == FUT_LOOP_WHILE) {
    fut_unique_enter(unique, FUT_SCOPE_CONDITION, "the condition of the loop");
    fut_unique_exp(unique, exp->loop.bound);
    fut_unique_leave(unique);
  }
  return fut_unique_exp(unique, exp->loop.body);
}

// The aliases of the names that a loop without initial values starts from.
static const FutAliases *walk_initial(FutUnique *unique, FutExp *exp) {
  if (!exp->loop.initial) return &FUT_ALIASES_NONE;
  return fut_unique_exp(unique, exp->loop.initial);
}

const FutAliases *fut_unique_loop(FutUnique *unique, FutExp *exp) {
  Arena *arena = unique->arena;
  FutUniqueLoop loop = {.unique = unique, .exp = exp};
  const FutType *type = exp->loop.pattern->type ? exp->loop.pattern->type : exp->type;
  const FutAliases *initial = fut_aliases_fit(arena, walk_initial(unique, exp), type);
  const FutAliases *array = &FUT_ALIASES_NONE;
  if (exp->loop.form != FUT_LOOP_WHILE) array = fut_unique_exp(unique, exp->loop.bound);
  if (exp->loop.initial) {
    fut_unique_observe(unique, fut_aliases_all(arena, initial), exp->loop.initial->span,
                       fut_unique_text(unique, exp->loop.initial));
  }
  loop.start = unique->next_place;
  loop.first_use = unique->uses.count;
  size_t first_consumed = unique->consumed.count;
  fut_unique_enter(unique, FUT_SCOPE_LOOP, "the loop");
  const FutAliases *params =
      fut_unique_bind(unique, exp->loop.pattern, &FUT_ALIASES_NONE, FUT_PLACE_LOOP);
  const FutAliases *next = fut_aliases_fit(arena, walk_inside(&loop, array), type);
  FutPlaces all = fut_aliases_all(arena, next);
  fut_unique_observe(unique, all, body_span(exp->loop.body), NULL);
  fut_unique_leave(unique);

  loop.shape = initial;
  fut_aliases_leaves(arena, fut_aliases_fit(arena, params, type), &loop.params);
  fut_aliases_leaves(arena, initial, &loop.initial);
  fut_aliases_leaves(arena, next, &loop.next);
  loop.count = loop.initial.count;
  if (loop.params.count != loop.count || loop.next.count != loop.count) {
    return fut_aliases_of(arena, exp->type, fut_aliases_all(arena, initial));
  }
  loop.is_consuming = arena_array(arena, bool, loop.count);
  find_consuming(&loop);
  bool is_right = true;
  for (size_t i = 0; i < loop.count && is_right; i++) {
    if (loop.is_consuming[i]) is_right = check_next(&loop, i);
  }
  for (size_t i = 0; i < loop.count && is_right; i++) {
    if (loop.is_consuming[i]) consume_initial(&loop, i);
  }
  if (unique->consumed.count > first_consumed) check_uses(&loop);
  if (unique->scopes.count == 0) unique->uses.count = loop.first_use;
  return loop_result(&loop);
}
