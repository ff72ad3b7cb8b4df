// Scalar expressions. Floats stay small multiples of 1/4, so that every order of adding them gives
// the same.
#include <string.h>

#include "fuzz/futhark.h"

static const Prim PRIMS[] = {PRIM_I32, PRIM_I64,  PRIM_I32, PRIM_I64, PRIM_U8,  PRIM_I16, PRIM_I8,
                             PRIM_U32, PRIM_BOOL, PRIM_F32, PRIM_F64, PRIM_U64, PRIM_U16};

Prim draft_any_prim(Scribe *scribe) {
  return PRIMS[scribe_below(scribe, sizeof PRIMS / sizeof *PRIMS)];
}

Prim draft_any_integer(Scribe *scribe) {
  for (;;) {
    Prim prim = draft_any_prim(scribe);
    if (prim_is_signed(prim) || prim_is_unsigned(prim)) return prim;
  }
}

const char *draft_literal_of(Scribe *scribe, Prim prim, bool has_suffix) {
  if (prim == PRIM_BOOL) return scribe_chance(scribe, 50) ? "true" : "false";
  const char *suffix = has_suffix ? prim_name(prim) : "";
  unsigned value = (unsigned)scribe_below(scribe, scribe_chance(scribe, 90) ? 10 : 120);
  if (!prim_is_float(prim)) {
    if (scribe_chance(scribe, 5)) return arena_printf(scribe->arena, "0x%x%s", value, suffix);
    return arena_printf(scribe->arena, "%u%s", value, suffix);
  }
  const char *fraction = scribe_chance(scribe, 30)   ? ".5"
                         : scribe_chance(scribe, 20) ? ".25"
                                                     : ".0";
  return arena_printf(scribe->arena, "%u%s%s", value % 16, fraction, suffix);
}

typedef struct ScalarPlace {
  Prim prim;
} ScalarPlace;

// Can a scalar of the type be taken out of it? A tuple's or record's field, an element of an array
// that is not empty.
static bool gives_prim(const DraftType *type, Prim prim) {
  if (type->kind == DRAFT_SCALAR) return type->prim == prim;
  if (type->kind == DRAFT_ARRAY) return type->size->low > 0 && gives_prim(type->element, prim);
  if (type->kind != DRAFT_TUPLE && type->kind != DRAFT_RECORD) return false;
  for (size_t k = 0; k < type->count; k++)
    if (gives_prim(type->parts[k], prim)) return true;
  return false;
}

static bool binding_gives_prim(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe;
  const ScalarPlace *place = context;
  return gives_prim(binding->type, place->prim);
}

const char *draft_index_below(Scribe *scribe, const DraftSize *size, size_t depth) {
  if (size->low > 0 && scribe_chance(scribe, 40))
    return arena_printf(scribe->arena, "%u", (unsigned)scribe_below(scribe, (size_t)size->low));
  if (!draft_size_can_be_written(size)) return "0";
  return arena_printf(scribe->arena, "%s %% %s",
                      draft_scalar_atom(scribe, PRIM_I64, depth > 0 ? depth - 1 : 0),
                      draft_size_atom(scribe, size));
}

// A path through a value to one of its scalars.
static const char *path_to_prim(Scribe *scribe, const char *text, const DraftType *type, Prim prim,
                                size_t depth) {
  while (type->kind != DRAFT_SCALAR) {
    if (type->kind == DRAFT_ARRAY) {
      text =
          arena_printf(scribe->arena, "%s[%s]", text, draft_index_below(scribe, type->size, depth));
      type = type->element;
      continue;
    }
    size_t choices[16], count = 0;
    for (size_t k = 0; k < type->count && count < 16; k++)
      if (gives_prim(type->parts[k], prim)) choices[count++] = k;
    size_t chosen = choices[scribe_below(scribe, count)];
    if (type->kind == DRAFT_RECORD)
      text = arena_printf(scribe->arena, "%s.%s", text, type->labels[chosen]);
    else
      text = arena_printf(scribe->arena, "%s.%zu", text, chosen);
    type = type->parts[chosen];
    // After a field comes an index only in parentheses.
    if (type->kind == DRAFT_ARRAY) text = arena_printf(scribe->arena, "(%s)", text);
  }
  return text;
}

static const char *from_scope(Scribe *scribe, Prim prim, size_t depth) {
  ScalarPlace place = {prim};
  FuzzFutBinding *binding = draft_scope_pick(scribe, binding_gives_prim, &place);
  if (!binding) return NULL;
  const DraftType *type = binding->type;
  return path_to_prim(scribe, draft_binding_use(scribe, binding), type, prim, depth);
}

// ---- Operators ----

static const char *arithmetic(Scribe *scribe, Prim prim, size_t depth) {
  static const char *const exact[] = {"+", "-", "+"};
  static const char *const whole[] = {"+", "-", "*", "&", "|", "^", "+", "-"};
  const char *op =
      prim_is_float(prim) ? exact[scribe_below(scribe, 3)] : whole[scribe_below(scribe, 8)];
  const char *left = draft_scalar_atom(scribe, prim, depth - 1);
  bool is_bare = scribe_chance(scribe, 40) && prim != PRIM_BOOL;
  const char *right =
      is_bare ? draft_literal_of(scribe, prim, false) : draft_scalar_atom(scribe, prim, depth - 1);
  return arena_printf(scribe->arena, "%s %s %s", left, op, right);
}

static const char *division(Scribe *scribe, Prim prim, size_t depth) {
  static const char *const ops[] = {"/", "%", "//", "%%", "<<", ">>", "**"};
  size_t which = scribe_below(scribe, 7);
  unsigned right = which == 6 ? (unsigned)scribe_below(scribe, 3)
                              : 1 + (unsigned)scribe_below(scribe, which > 3 ? 4 : 12);
  return arena_printf(scribe->arena, "%s %s %u%s", draft_scalar_atom(scribe, prim, depth - 1),
                      ops[which], right, prim_name(prim));
}

static const char *of_module(Scribe *scribe, Prim prim, size_t depth) {
  static const char *const two[] = {"min", "max"};
  static const char *const one[] = {"abs", "neg", "sgn"};
  const char *module = prim_name(prim);
  if (scribe_chance(scribe, 50))
    return arena_printf(scribe->arena, "%s.%s %s %s", module, two[scribe_below(scribe, 2)],
                        draft_scalar_atom(scribe, prim, depth - 1),
                        draft_scalar_atom(scribe, prim, depth - 1));
  return arena_printf(scribe->arena, "%s.%s %s", module, one[scribe_below(scribe, 3)],
                      draft_scalar_atom(scribe, prim, depth - 1));
}

// From another type. Floats come from few bits.
static const char *conversion(Scribe *scribe, Prim prim, size_t depth) {
  Prim from = draft_any_integer(scribe);
  const char *inner = draft_scalar_atom(scribe, from, depth - 1);
  if (prim_is_float(prim))
    return arena_printf(scribe->arena, "%s.%s (%s & 15)", prim_name(prim), prim_name(from), inner);
  return arena_printf(scribe->arena, "%s.%s %s", prim_name(prim), prim_name(from), inner);
}

static const char *comparison(Scribe *scribe, size_t depth) {
  static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
  Prim prim = draft_any_prim(scribe);
  size_t count = prim == PRIM_BOOL ? 2 : 6;
  return arena_printf(scribe->arena, "%s %s %s", draft_scalar_atom(scribe, prim, depth - 1),
                      ops[scribe_below(scribe, count)], draft_scalar_atom(scribe, prim, depth - 1));
}

static const char *logic(Scribe *scribe, size_t depth) {
  if (scribe_chance(scribe, 50)) return comparison(scribe, depth);
  if (scribe_chance(scribe, 25))
    return arena_printf(scribe->arena, "!%s", draft_scalar_atom(scribe, PRIM_BOOL, depth - 1));
  return arena_printf(scribe->arena, "%s %s %s", draft_scalar_atom(scribe, PRIM_BOOL, depth - 1),
                      scribe_chance(scribe, 50) ? "&&" : "||",
                      draft_scalar_atom(scribe, PRIM_BOOL, depth - 1));
}

// Numbers alone would not tell that they are i64.
static bool size_has_name(const DraftSize *size) {
  if (size->left) return size_has_name(size->left) || size_has_name(size->right);
  return size->kind == DRAFT_SIZE_NAME;
}

// The length of an array, or a size that has a name.
static const char *measure(Scribe *scribe) {
  FuzzFutBinding *binding = draft_scope_pick(scribe, draft_binding_is_array, NULL);
  if (!binding) return NULL;
  const DraftSize *size = binding->type->size;
  if (draft_size_can_be_written(size) && size_has_name(size) && scribe_chance(scribe, 50))
    return draft_size_atom(scribe, size);
  return arena_printf(scribe->arena, "(length %s)", draft_binding_use(scribe, binding));
}

// A reduction of an array in scope, or a chain of functions.
static const char *reduction(Scribe *scribe, Prim prim, size_t depth) {
  FuzzFutBinding *binding = draft_scope_pick(scribe, draft_binding_is_array, NULL);
  if (!binding || !scribe_can_nest(scribe, binding->type->size->high)) return NULL;
  const DraftType *from = binding->type->element;
  const char *source = draft_binding_use(scribe, binding);
  int64_t times = binding->type->size->high;
  const DraftType *to = draft_type_scalar(scribe, prim);
  const DraftType *parts[] = {from, to};
  const char *op, *neutral;
  if (!draft_operator_of(scribe, to, &op, &neutral)) return NULL;
  scribe->fuel -= 2;
  const char *reduce = scribe_chance(scribe, 20) ? "reduce_comm" : "reduce";
  if (draft_type_equal(from, to) && !prim_is_float(prim) && scribe_chance(scribe, 60)) {
    if (prim != PRIM_BOOL && scribe_chance(scribe, 50))
      return arena_printf(scribe->arena, "(%s.%s %s)", prim_name(prim),
                          scribe_chance(scribe, 50) ? "sum" : "maximum", source);
    return arena_printf(scribe->arena, "(%s %s %s %s)", reduce, op, neutral, source);
  }
  Nest nest;
  draft_nest_enter(scribe, &nest, times, true);
  const char *function =
      draft_function_of(scribe, draft_type_function(scribe, parts, 2), depth - 1);
  draft_nest_leave(scribe, &nest);
  if (scribe_chance(scribe, 50))
    return arena_printf(scribe->arena, "(%s |> map %s |> %s %s %s)", source, function, reduce, op,
                        neutral);
  return arena_printf(scribe->arena, "(%s %s %s (map %s %s))", reduce, op, neutral, function,
                      source);
}

static const char *branch(Scribe *scribe, Prim prim, size_t depth) {
  return arena_printf(
      scribe->arena, "if %s then %s else %s", draft_scalar_of(scribe, PRIM_BOOL, depth - 1),
      draft_scalar_of(scribe, prim, depth - 1), draft_scalar_of(scribe, prim, depth - 1));
}

static const char *fold(Scribe *scribe, Prim prim, size_t depth) {
  FuzzFutBinding *binding = draft_scope_pick(scribe, draft_binding_is_array, NULL);
  if (!binding || prim_is_float(prim) || !scribe_can_nest(scribe, binding->type->size->high))
    return NULL;
  const DraftType *to = draft_type_scalar(scribe, prim), *element = binding->type->element;
  int64_t times = binding->type->size->high;
  const char *source = draft_binding_use(scribe, binding);
  bool is_left = scribe_chance(scribe, 50);
  const DraftType *left[] = {to, element, to}, *right[] = {element, to, to};
  Nest nest;
  draft_nest_enter(scribe, &nest, times, true);
  const char *function =
      draft_function_of(scribe, draft_type_function(scribe, is_left ? left : right, 3), depth - 1);
  draft_nest_leave(scribe, &nest);
  return arena_printf(scribe->arena, "%s %s %s %s", is_left ? "foldl" : "foldr", function,
                      draft_scalar_atom(scribe, prim, depth - 1), source);
}

static const char *call_scalar(Scribe *scribe, Prim prim, size_t depth) {
  DraftExp exp;
  if (!draft_call_of(scribe, draft_type_scalar(scribe, prim), depth - 1, &exp)) return NULL;
  return exp.text;
}

static const char *compound(Scribe *scribe, Prim prim, size_t depth) {
  switch (scribe_below(scribe, 13)) {
  case 0: return prim == PRIM_BOOL ? logic(scribe, depth) : conversion(scribe, prim, depth);
  case 1: return branch(scribe, prim, depth);
  case 2:
  case 3: return reduction(scribe, prim, depth);
  case 4: return call_scalar(scribe, prim, depth);
  case 5: return prim == PRIM_I64 ? measure(scribe) : NULL;
  case 6: return prim == PRIM_BOOL ? logic(scribe, depth) : of_module(scribe, prim, depth);
  case 7: return prim == PRIM_BOOL || prim_is_float(prim) ? NULL : division(scribe, prim, depth);
  case 8: return fold(scribe, prim, depth);
  default: return prim == PRIM_BOOL ? logic(scribe, depth) : arithmetic(scribe, prim, depth);
  }
}

const char *draft_scalar_of(Scribe *scribe, Prim prim, size_t depth) {
  size_t mark = scribe->mentioned.count;
  scribe->fuel--;
  const char *text = NULL;
  if (depth > 0 && scribe->fuel > 0 && scribe_chance(scribe, 70))
    text = compound(scribe, prim, depth);
  if (!text && scribe_chance(scribe, 80))
    text = from_scope(scribe, prim, depth > 0 ? depth - 1 : 0);
  if (!text) text = draft_literal_of(scribe, prim, true);
  scribe->mentioned.count = mark; // scalars share no storage
  return text;
}

const char *draft_scalar_atom(Scribe *scribe, Prim prim, size_t depth) {
  const char *text = draft_scalar_of(scribe, prim, depth);
  bool is_atom = !strpbrk(text, " -!") || text[0] == '(';
  if (text[0] == '(') {
    // One pair of parentheses may not be around it all: (a).b + (c).
    int level = 0;
    for (const char *at = text; *at && is_atom; at++) {
      level += *at == '(' ? 1 : *at == ')' ? -1 : 0;
      if (level == 0 && at[1] != '\0') is_atom = false;
    }
  }
  return is_atom ? text : arena_printf(scribe->arena, "(%s)", text);
}
