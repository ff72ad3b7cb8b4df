// Calls: which arguments a function consumes, and which its result may share with.
#include <string.h>

#include "front/futhark/check_unique_internal.h"

// A function with some or all of its arguments.
typedef struct FutUniqueCall {
  const FutAliases *function;
  const FutType *actual; // the function's type as used here, for where its own type is a parameter
  FutExp **arguments;
  const FutAliases **aliases; // of the arguments
  size_t count;
  const uint32_t *automap;
  const FutType *result;
  const char *callee; // its name; may be NULL
  Span span;
} FutUniqueCall;

// A function whose results are not fresh, as far as its type says.
static const FutType *result_not_unique(Arena *arena, const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag != FUT_T_ARROW) return fut_type_not_unique(arena, type);
  FutType *arrow = arena_make(arena, FutType);
  *arrow = *type;
  arrow->arrow.to = result_not_unique(arena, type->arrow.to);
  return arrow;
}

void fut_unique_check_fit(FutUnique *unique, const FutType *want, const FutAliases *have,
                          const FutExp *exp, const char *taker) {
  want = fut_type_resolve(want);
  if (want->tag == FUT_T_RECORD && have->tag == FUT_ALIAS_RECORD) {
    for (size_t i = 0; i < have->count; i++) {
      const FutField *field = fut_record_field(want, have->fields[i].name);
      if (field) fut_unique_check_fit(unique, field->type, have->fields[i].aliases, exp, taker);
    }
    return;
  }
  if (have->tag != FUT_ALIAS_FUNCTION || !have->function) return;
  const FutType *function =
      have->is_guessed ? result_not_unique(unique->arena, have->function) : have->function;
  switch (fut_type_misfit(want, function)) {
  case FUT_FITS: return;
  case FUT_MISFIT_CONSUMES:
    fut_unique_report_operator(unique, exp->span, fut_unique_text(unique, exp), taker);
    return;
  case FUT_MISFIT_SHARES:
    fut_unique_report_sharing(unique, exp->span, fut_unique_text(unique, exp), taker);
    return;
  }
}

void fut_unique_check_making(FutUnique *unique, const FutExp *exp, size_t first_consumed) {
  if (unique->consumed.count <= first_consumed || !exp->type) return;
  if (!fut_type_has_function(exp->type)) return;
  fut_unique_report_making(unique, unique->consumed.data[first_consumed], exp->span);
}

// One argument is consumed: no part of it is in another part, another argument or the function.
static void consume_argument(FutUnique *unique, const FutUniqueCall *call, const FutPlaces *places,
                             size_t i, const char *how) {
  const FutExp *argument = call->arguments[i];
  FutAliasLeaves leaves = {0};
  fut_aliases_leaves(unique->arena, call->aliases[i], &leaves);
  for (size_t j = 1; j < leaves.count; j++) {
    for (size_t k = 0; k < j; k++) {
      FutPlace *common = fut_places_common(leaves.data[j]->places, leaves.data[k]->places);
      if (!common) continue;
      fut_unique_report_self(unique, common, argument->span, NULL);
      return;
    }
  }
  for (size_t j = 0; j < call->count; j++) {
    FutPlace *common = j == i ? NULL : fut_places_common(places[i], places[j]);
    if (!common) continue;
    fut_unique_report_shared_argument(unique, common, argument->span, call->arguments[j]->span,
                                      how);
    return;
  }
  fut_unique_consume(unique, places[i], argument->span, fut_unique_text(unique, argument), how);
}

static bool call_is_mapped(const FutUniqueCall *call) {
  for (size_t i = 0; call->automap && i < call->count; i++) {
    if (call->automap[i] > 0) return true;
  }
  return false;
}

// What a call gives. The parts of a result that are not fresh may share memory with the arguments,
// and with each other.
static const FutAliases *call_result(FutUnique *unique, const FutUniqueCall *call,
                                     const FutType *flags, FutPlaces observed) {
  const FutAliases *aliases = fut_aliases_result(unique->arena, call->result, flags, observed);
  if (aliases->tag != FUT_ALIAS_RECORD && aliases->tag != FUT_ALIAS_SUM) return aliases;
  const char *text = arena_printf(unique->arena, "(%s …)", call->callee ? call->callee : "…");
  FutPlaces own = fut_unique_whole(unique, text, call->span, call->result);
  FutPlaces shared = fut_places_union(unique->arena, observed, own);
  const FutAliases *joined = fut_aliases_result(unique->arena, call->result, flags, shared);
  FutAliasLeaves leaves = {0};
  fut_aliases_leaves(unique->arena, joined, &leaves);
  size_t count = 0;
  for (size_t i = 0; i < leaves.count; i++)
    count += fut_places_has(leaves.data[i]->places, own.data[0]);
  return count > 1 ? joined : aliases;
}

static const FutAliases *walk_call(FutUnique *unique, const FutUniqueCall *call) {
  Arena *arena = unique->arena;
  const FutType *flags =
      call->function->tag == FUT_ALIAS_FUNCTION ? call->function->function : NULL;
  const FutType *actual = call->actual;
  FutPlaces observed = fut_aliases_all(arena, call->function);
  FutPlaces *places = arena_array(arena, FutPlaces, call->count);
  const char *how = "as an argument of this call";
  const char *taker = "the parameter";
  if (call->callee) {
    how = arena_join(arena, "as an argument of `", call->callee, "`", NULL);
    taker = arena_join(arena, "the parameter of `", call->callee, "`", NULL);
  }
  bool *is_consumed = arena_array(arena, bool, call->count);
  for (size_t i = 0; i < call->count; i++) {
    const FutExp *argument = call->arguments[i];
    places[i] = fut_aliases_all(arena, call->aliases[i]);
    fut_unique_observe(unique, places[i], argument->span, fut_unique_text(unique, argument));
    flags = flags ? fut_type_resolve(flags) : NULL;
    actual = actual ? fut_type_resolve(actual) : NULL;
    if (flags && flags->tag != FUT_T_ARROW) flags = NULL;
    if (actual && actual->tag != FUT_T_ARROW) actual = NULL;
    const FutType *arrow = flags ? flags : actual;
    if (arrow) {
      is_consumed[i] = fut_type_has_unique(arrow->arrow.from);
      fut_unique_check_fit(unique, arrow->arrow.from, call->aliases[i], argument, taker);
    }
    if (!is_consumed[i]) observed = fut_places_union(arena, observed, places[i]);
    flags = flags ? flags->arrow.to : NULL;
    actual = actual ? actual->arrow.to : NULL;
  }
  for (size_t i = 0; i < call->count; i++) {
    if (!is_consumed[i]) continue;
    if (call_is_mapped(call)) {
      fut_unique_report_mapped(unique, call->span, call->arguments[i]->span, call->callee);
      break;
    }
    consume_argument(unique, call, places, i, how);
  }
  if (call_is_mapped(call)) return fut_aliases_of(arena, call->result, (FutPlaces){0});
  return call_result(unique, call, flags ? flags : actual, observed);
}

// What a named function wants as its argument i, before the function is walked; NULL when unknown.
static const FutType *expected_argument(FutUnique *unique, const FutExp *function, size_t i) {
  if (function->kind != FUT_EXP_VAR || function->projection_count > 0) return NULL;
  const FutAliases *aliases = fut_unique_value(unique, function->value);
  const FutType *type = aliases->function;
  for (;; i--) {
    type = type ? fut_type_resolve(type) : NULL;
    if (!type || type->tag != FUT_T_ARROW) return NULL;
    if (i == 0) return type->arrow.from;
    type = type->arrow.to;
  }
}

const FutAliases *fut_unique_apply(FutUnique *unique, FutExp *exp) {
  size_t count = exp->apply.arguments.count;
  FutUniqueCall call = {.actual = exp->apply.function->type,
                        .arguments = exp->apply.arguments.data,
                        .count = count,
                        .automap = exp->automap,
                        .result = exp->type,
                        .callee = fut_unique_text(unique, exp->apply.function),
                        .span = exp->span};
  call.aliases = arena_array(unique->arena, const FutAliases *, count);
  // The last argument is evaluated first, and the function after all of them.
  for (size_t i = count; i > 0; i--) {
    if (call.arguments[i - 1]->kind == FUT_EXP_LAMBDA) {
      unique->hint = expected_argument(unique, exp->apply.function, i - 1);
    }
    size_t first_consumed = unique->consumed.count;
    call.aliases[i - 1] = fut_unique_exp(unique, call.arguments[i - 1]);
    fut_unique_check_making(unique, call.arguments[i - 1], first_consumed);
  }
  call.function = fut_unique_exp(unique, exp->apply.function);
  return walk_call(unique, &call);
}

static bool value_is(const FutValue *value, const char *name) {
  return value && (value->is_prelude || value->kind == FUT_VALUE_INTRINSIC) &&
         strcmp(value->name, name) == 0;
}

// `x |> f` and `f <| x` are applications of f.
static const FutAliases *walk_pipe(FutUnique *unique, FutExp *exp, FutExp *function,
                                   const FutAliases *function_aliases, FutExp *argument,
                                   const FutAliases *argument_aliases) {
  FutUniqueCall call = {.function = function_aliases,
                        .actual = function->type,
                        .arguments = &argument,
                        .aliases = &argument_aliases,
                        .count = 1,
                        .result = exp->type,
                        .callee = fut_unique_text(unique, function),
                        .span = exp->span};
  return walk_call(unique, &call);
}

const FutAliases *fut_unique_binary(FutUnique *unique, FutExp *exp) {
  FutExp *arguments[2] = {exp->binary.left, exp->binary.right};
  const FutAliases *aliases[2];
  bool is_pipe = value_is(exp->value, "|>") || value_is(exp->value, "<|");
  for (size_t i = 0; i < 2; i++) {
    size_t first_consumed = unique->consumed.count;
    aliases[i] = fut_unique_exp(unique, arguments[i]);
    if (!is_pipe) fut_unique_check_making(unique, arguments[i], first_consumed);
  }
  if (value_is(exp->value, "|>")) {
    return walk_pipe(unique, exp, arguments[1], aliases[1], arguments[0], aliases[0]);
  }
  if (value_is(exp->value, "<|")) {
    return walk_pipe(unique, exp, arguments[0], aliases[0], arguments[1], aliases[1]);
  }
  FutUniqueCall call = {.function = fut_unique_value(unique, exp->value),
                        .actual = exp->value_type,
                        .arguments = arguments,
                        .aliases = aliases,
                        .count = 2,
                        .automap = exp->automap,
                        .result = exp->type,
                        .callee = exp->binary.op.name.name,
                        .span = exp->span};
  return walk_call(unique, &call);
}

// `(op y)` is `\x -> x op y`: the arrow of the other operand.
static const FutType *skip_second(Arena *arena, const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag != FUT_T_ARROW) return type;
  const FutType *second = fut_type_resolve(type->arrow.to);
  if (second->tag != FUT_T_ARROW) return type;
  FutType *arrow = arena_make(arena, FutType);
  *arrow = *type;
  arrow->arrow.to = second->arrow.to;
  return arrow;
}

// An operator that consumes its right operand would do so in every call of `(op y)`.
static void consume_operand(FutUnique *unique, const FutExp *exp, const FutType *type,
                            const FutAliases *operand) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ARROW) type = fut_type_resolve(type->arrow.to);
  if (type->tag != FUT_T_ARROW || !fut_type_has_unique(type->arrow.from)) return;
  const FutExp *value = exp->section.operand;
  fut_unique_enter(unique, FUT_SCOPE_FUNCTION, "the section");
  fut_unique_consume(unique, fut_aliases_all(unique->arena, operand), value->span,
                     fut_unique_text(unique, value), "by every call of the section");
  fut_unique_leave(unique);
}

const FutAliases *fut_unique_section(FutUnique *unique, FutExp *exp) {
  FutExp *operand = exp->section.operand;
  const FutAliases *aliases = fut_unique_exp(unique, operand);
  const FutAliases *function = fut_unique_value(unique, exp->value);
  if (exp->kind == FUT_EXP_SECTION_LEFT) {
    FutUniqueCall call = {.function = function,
                          .actual = exp->value_type,
                          .arguments = &operand,
                          .aliases = &aliases,
                          .count = 1,
                          .result = exp->type,
                          .callee = exp->section.op.name.name,
                          .span = exp->span};
    return walk_call(unique, &call);
  }
  FutAliases *section = arena_make(unique->arena, FutAliases);
  *section = (FutAliases){.tag = FUT_ALIAS_FUNCTION, .function = exp->type};
  if (function->tag == FUT_ALIAS_FUNCTION) {
    section->function = skip_second(unique->arena, function->function);
    consume_operand(unique, exp, function->function, aliases);
  }
  section->places = fut_places_union(unique->arena, fut_aliases_all(unique->arena, function),
                                     fut_aliases_all(unique->arena, aliases));
  return section;
}
