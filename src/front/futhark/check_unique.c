// Functions and definitions: what their results may share with.
//
//   def f (xs: []i32) = map (+1) xs      the result is fresh: f's type ends in *[]i32
//   def g (xs: []i32) = xs[1:]           the result shares with the argument
//   def h (xs: []i32): *[]i32 = xs       an error
#include "front/futhark/check_unique_internal.h"

// What the check of one result needs.
typedef struct FutResult {
  FutUnique *unique;
  uint32_t start; // the first place of the function
  Span span;
  const char *words;
  FutAliasLeaves leaves;
  Vec(bool) is_unique; // per leaf: declared so
  size_t next;         // the next leaf to infer
} FutResult;

enum { LEAF_LIMIT = 128 }; // beyond it, leaves are not compared with each other

static bool place_is_own(const FutPlace *place, uint32_t start) {
  switch (place->kind) {
  case FUT_PLACE_LET:
  case FUT_PLACE_UNIQUE:
  case FUT_PLACE_LOOP: return place->id >= start;
  case FUT_PLACE_PARAM:
  case FUT_PLACE_LAMBDA:
  case FUT_PLACE_ELEMENT:
  case FUT_PLACE_GLOBAL: return false;
  }
  return false;
}

// A place of the leaf that outlives the function, or NULL.
static FutPlace *leaf_foreign(const FutResult *result, const FutAliases *leaf) {
  for (size_t i = 0; i < leaf->places.count; i++) {
    if (!place_is_own(leaf->places.data[i], result->start)) return leaf->places.data[i];
  }
  return NULL;
}

// Collects the leaves with what is declared about them.
static void collect_leaves(FutResult *result, const FutType *declared, const FutAliases *aliases) {
  Arena *arena = result->unique->arena;
  if (declared) declared = fut_type_resolve(declared);
  if (declared && !declared->is_unique && declared->tag == FUT_T_RECORD &&
      aliases->tag == FUT_ALIAS_RECORD && declared->record.count == aliases->count) {
    for (size_t i = 0; i < aliases->count; i++) {
      collect_leaves(result, declared->record.fields[i].type, aliases->fields[i].aliases);
    }
    return;
  }
  fut_aliases_leaves(arena, aliases, &result->leaves);
  while (result->is_unique.count < result->leaves.count) {
    vec_push(arena, &result->is_unique, declared && declared->is_unique);
  }
}

// Another leaf that shares with leaf i; the place in common, or NULL.
static FutPlace *leaf_shares(const FutResult *result, size_t i) {
  if (result->leaves.count > LEAF_LIMIT) return NULL;
  for (size_t j = 0; j < result->leaves.count; j++) {
    if (j == i) continue;
    FutPlace *common =
        fut_places_common(result->leaves.data[i]->places, result->leaves.data[j]->places);
    if (common) return common;
  }
  return NULL;
}

static void check_declared(FutResult *result) {
  for (size_t i = 0; i < result->leaves.count; i++) {
    if (!result->is_unique.data[i]) continue;
    FutPlace *place = leaf_foreign(result, result->leaves.data[i]);
    if (place) {
      fut_unique_report_result(result->unique, place, result->span, result->words);
      return;
    }
    place = leaf_shares(result, i);
    if (place) {
      fut_unique_report_self(result->unique, place, result->span, result->words);
      return;
    }
  }
}

// The type with `*` where the result is fresh. Visits the leaves in their order.
static const FutType *infer_type(FutResult *result, const FutType *type,
                                 const FutAliases *aliases) {
  Arena *arena = result->unique->arena;
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_RECORD && aliases->tag == FUT_ALIAS_RECORD) {
    FutType *copy = arena_make(arena, FutType);
    *copy = *type;
    copy->is_unique = false;
    copy->record.fields = arena_array(arena, FutField, type->record.count);
    for (size_t i = 0; i < type->record.count; i++) {
      const FutField *field = &type->record.fields[i];
      const FutType *part = infer_type(result, field->type, aliases->fields[i].aliases);
      copy->record.fields[i] = (FutField){field->name, part};
    }
    return copy;
  }
  size_t first = result->next;
  FutAliasLeaves inner = {0};
  fut_aliases_leaves(arena, aliases, &inner);
  result->next += inner.count;
  // A function's own type may be that of a scheme; only the inferred one is an instance.
  if (type->tag == FUT_T_ARROW || type->tag == FUT_T_PRIM) return type;
  for (size_t i = first; i < result->next; i++) {
    if (!leaf_foreign(result, result->leaves.data[i]) && !leaf_shares(result, i)) continue;
    return fut_type_unique(arena, type, false);
  }
  return fut_type_unique(arena, type, true);
}

// Reports a global array that is in the result of a lambda or local function, the first one only.
// Values of abstract types and of type parameters are let through: they are scalars as often as
// not.
static bool check_global(FutResult *result, const FutType *type, const FutAliases *aliases) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_RECORD && aliases->tag == FUT_ALIAS_RECORD) {
    for (size_t i = 0; i < aliases->count; i++) {
      if (check_global(result, type->record.fields[i].type, aliases->fields[i].aliases))
        return true;
    }
  }
  if (type->tag != FUT_T_ARRAY) return false;
  for (size_t i = 0; i < aliases->places.count; i++) {
    if (aliases->places.data[i]->kind != FUT_PLACE_GLOBAL) continue;
    fut_unique_report_global(result->unique, aliases->places.data[i], result->span, result->words);
    return true;
  }
  return false;
}

// The expression that a body ends in: where its value comes from.
static const FutExp *result_exp(const FutExp *exp) {
  for (;;) {
    if (exp->kind == FUT_EXP_LET) {
      exp = exp->let.body;
    } else if (exp->kind == FUT_EXP_LET_UPDATE) {
      exp = exp->let_update.body;
    } else if (exp->kind == FUT_EXP_LET_FUNCTION) {
      exp = exp->let_function.body;
    } else {
      return exp;
    }
  }
}

static Span result_span(const FutExp *exp) { return result_exp(exp)->span; }

// The result's type with its `*`, declared or found.
static const FutType *check_result(FutUnique *unique, const FutClosure *function,
                                   const FutType *type, const FutAliases *aliases, uint32_t start) {
  FutResult result = {.unique = unique, .start = start, .words = function->words};
  result.span = result_span(function->body);
  const FutType *declared = NULL;
  if (function->return_type) {
    declared = fut_type_with_syntax(unique->arena, type, function->return_type);
  }
  collect_leaves(&result, declared, aliases);
  if (declared) {
    check_declared(&result);
    const char *what = function->params->count > 0 ? "result" : "type";
    const char *taker = arena_printf(unique->arena, "the declared %s of %s", what, function->words);
    fut_unique_check_fit(unique, declared, aliases, result_exp(function->body), taker);
  }
  // What a definition gives of another one is copied. In an instance of a parametric module its own
  // values are known to be arrays, and a local function is seen through.
  bool is_inner = !function->is_definition && function->params->count > 0;
  if (is_inner && !unique->is_instance) check_global(&result, type, aliases);
  return declared ? declared : infer_type(&result, type, aliases);
}

// What the uses since the first one reach outside of the function.
static FutPlaces find_captures(FutUnique *unique, size_t first_use, uint32_t start) {
  FutPlaces captures = {0};
  for (size_t i = first_use; i < unique->uses.count; i++) {
    FutPlaces used = unique->uses.data[i].places;
    size_t outside = 0;
    while (outside < used.count && used.data[outside]->id < start)
      outside++;
    if (outside == 0) continue;
    FutPlaces kept = {arena_array(unique->arena, FutPlace *, outside), 0};
    for (size_t j = 0; j < outside; j++) {
      if (used.data[j]->kind != FUT_PLACE_GLOBAL) kept.data[kept.count++] = used.data[j];
    }
    captures = fut_places_union(unique->arena, captures, kept);
  }
  return captures;
}

// What is expected of a parameter for which no type is written, or NULL.
static const FutType *param_hint(const FutClosure *function, size_t i) {
  if (function->params->data[i]->kind == FUT_PATTERN_ASCRIBE) return NULL;
  const FutType *hint = function->hint ? fut_type_resolve(function->hint) : NULL;
  for (size_t j = 0; hint && hint->tag == FUT_T_ARROW && j < i; j++) {
    hint = fut_type_resolve(hint->arrow.to);
  }
  return hint && hint->tag == FUT_T_ARROW ? hint->arrow.from : NULL;
}

// Whether a call consumes its argument, as a whole: some part of the parameter has a `*`.
static bool param_is_unique(const FutClosure *function, size_t i) {
  const FutType *hint = param_hint(function, i);
  if (hint && fut_type_has_unique(hint)) return true;
  return fut_pattern_has_unique(function->params->data[i]);
}

// The arrows of a function with the `*` of its parameters and of its result.
static const FutType *rebuild_arrows(Arena *arena, const FutClosure *function, size_t i,
                                     const FutType *type, const FutType *result) {
  if (i == function->params->count) return result;
  type = fut_type_resolve(type);
  FutType *arrow = arena_make(arena, FutType);
  *arrow = *type;
  // Inference carries `*` along with types; only what is written counts.
  const FutType *from = fut_type_not_unique(arena, type->arrow.from);
  if (param_is_unique(function, i)) {
    from = fut_type_unique(arena, from, true);
  }
  arrow->arrow.from = from;
  arrow->arrow.to = rebuild_arrows(arena, function, i + 1, type->arrow.to, result);
  return arrow;
}

// The type behind the parameters; NULL when there are not that many arrows, after other errors.
static const FutType *result_type(const FutClosure *function) {
  const FutType *type = function->type;
  for (size_t i = 0; i < function->params->count; i++) {
    type = type ? fut_type_resolve(type) : NULL;
    if (!type || type->tag != FUT_T_ARROW) return NULL;
    type = type->arrow.to;
  }
  return type;
}

const FutAliases *fut_unique_function(FutUnique *unique, const FutClosure *function) {
  uint32_t start = unique->next_place;
  size_t first_use = unique->uses.count;
  size_t first_consumed = unique->consumed.count;
  fut_unique_enter(unique, FUT_SCOPE_FUNCTION, function->words);
  for (size_t i = 0; i < function->params->count; i++) {
    const FutPattern *param = function->params->data[i];
    FutPlaceKind kind = function->is_lambda ? FUT_PLACE_LAMBDA : FUT_PLACE_PARAM;
    fut_unique_bind(unique, param, &FUT_ALIASES_NONE, kind);
    const FutType *hint = param_hint(function, i);
    if (hint) fut_unique_declare(unique, param, hint);
  }
  if (function->return_type) fut_unique_sizes(unique, function->return_type);
  const FutAliases *body = fut_unique_exp(unique, function->body);
  const FutType *result = result_type(function);
  const FutType *type = function->type;
  if (result) {
    body = fut_aliases_fit(unique->arena, body, result);
    fut_unique_observe(unique, fut_aliases_all(unique->arena, body), result_span(function->body),
                       NULL);
    result = check_result(unique, function, result, body, start);
    type = rebuild_arrows(unique->arena, function, 0, function->type, result);
  }
  fut_unique_leave(unique);
  // What the body consumes is its own, and consumed by calls only.
  unique->consumed.count = first_consumed;
  FutAliases *aliases = arena_make(unique->arena, FutAliases);
  *aliases = (FutAliases){.tag = FUT_ALIAS_FUNCTION, .function = type};
  aliases->is_guessed = !function->is_definition && !function->return_type;
  aliases->places = find_captures(unique, first_use, start);
  if (unique->scopes.count == 0) unique->uses.count = 0;
  return aliases;
}

// A definition without parameters. Its type may still be that of a function.
static void check_constant(FutUnique *unique, const FutBinding *binding, const char *words) {
  if (binding->return_type) fut_unique_sizes(unique, binding->return_type);
  const FutAliases *aliases = fut_unique_exp(unique, binding->body);
  fut_unique_observe(unique, fut_aliases_all(unique->arena, aliases), result_span(binding->body),
                     NULL);
  if (!binding->return_type || !binding->value) return;
  if (fut_type_has_unique_storage(binding->value->scheme.type)) {
    diag_error(unique->diag, ERROR_FUTHARK_UNIQUE_CONSTANT, binding->return_type->span,
               "the top-level constant %s cannot have a unique type, because all share it", words);
    diag_hint(unique->diag, "leave out the `*`; what consumes the value takes a `copy` of it");
    return;
  }
  FutClosure constant = {.params = &binding->params,
                         .return_type = binding->return_type,
                         .body = binding->body,
                         .words = words};
  const FutType *type = binding->value->scheme.type;
  check_result(unique, &constant, type, fut_aliases_fit(unique->arena, aliases, type), 0);
}

void fut_check_unique(Arena *arena, Diag *diag, FutBinding *binding, bool is_instance) {
  FutUnique unique = {.arena = arena, .diag = diag, .next_place = 1, .is_instance = is_instance};
  unique.variables = map_new(arena);
  unique.globals = map_new(arena);
  FutValue *value = binding->value;
  const char *words = arena_printf(arena, "`%s`", binding->name.name);
  if (binding->params.count == 0) {
    check_constant(&unique, binding, words);
    return;
  }
  FutClosure function = {.params = &binding->params,
                         .return_type = binding->return_type,
                         .body = binding->body,
                         .type = value ? value->scheme.type : NULL,
                         .words = words,
                         .is_definition = true};
  const FutAliases *aliases = fut_unique_function(&unique, &function);
  if (value && aliases->function) value->scheme.type = aliases->function;
}
