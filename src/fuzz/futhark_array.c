// Expressions that make arrays of a wanted type.
#include <string.h>

#include "fuzz/futhark.h"

// The array is new, whatever the expression mentions.
static DraftExp fresh(Scribe *scribe, size_t mark, const char *text) {
  scribe->mentioned.count = mark;
  return (DraftExp){text, false, {0}};
}

// A function from some types to the element, which runs as often as there are elements.
static const char *element_function(Scribe *scribe, const DraftType *const *from, size_t count,
                                    const DraftType *to, int64_t times, size_t depth) {
  const DraftType *parts[6];
  for (size_t k = 0; k < count; k++)
    parts[k] = from[k];
  parts[count] = to;
  Nest nest;
  draft_nest_enter(scribe, &nest, times, true);
  const char *text = draft_function_of(scribe, draft_type_function(scribe, parts, count + 1),
                                       depth > 0 ? depth - 1 : 0);
  draft_nest_leave(scribe, &nest);
  return text;
}

static bool array_map(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  size_t mark = scribe->mentioned.count;
  const DraftType *from[3];
  const char *names[3];
  size_t count = 1 + (size_t)scribe_chance(scribe, 35) + (size_t)scribe_chance(scribe, 10);
  for (size_t k = 0; k < count; k++) {
    FuzzFutBinding *binding = draft_scope_pick(scribe, draft_binding_has_size, type->size);
    if (!binding) return false;
    from[k] = binding->type->element;
    names[k] = draft_binding_use(scribe, binding);
  }
  const char *function =
      element_function(scribe, from, count, type->element, type->size->high, depth);
  const char *text;
  if (count == 1 && scribe_chance(scribe, 35)) {
    // Some say that a pipe does not know that the array is new.
    *exp =
        fresh(scribe, mark, arena_printf(scribe->arena, "copy (%s |> map %s)", names[0], function));
    return true;
  }
  if (count == 1)
    text = arena_printf(scribe->arena, "map %s %s", function, names[0]);
  else if (count == 2)
    text = arena_printf(scribe->arena, "map2 %s %s %s", function, names[0], names[1]);
  else
    text = arena_printf(scribe->arena, "map3 %s %s %s %s", function, names[0], names[1], names[2]);
  *exp = fresh(scribe, mark, text);
  return true;
}

// A map over tuples: `map f (zip xs ys)`.
static bool array_map_zip(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  size_t mark = scribe->mentioned.count;
  FuzzFutBinding *first = draft_scope_pick(scribe, draft_binding_has_size, type->size);
  FuzzFutBinding *second = draft_scope_pick(scribe, draft_binding_has_size, type->size);
  if (!first || !second) return false;
  const DraftType *parts[] = {first->type->element, second->type->element};
  const DraftType *pair = draft_type_tuple(scribe, parts, 2);
  const char *a = draft_binding_use(scribe, first), *b = draft_binding_use(scribe, second);
  const char *function = element_function(scribe, &pair, 1, type->element, type->size->high, depth);
  if (scribe_chance(scribe, 50)) {
    *exp = fresh(scribe, mark, arena_printf(scribe->arena, "map %s (zip %s %s)", function, a, b));
    return true;
  }
  *exp = fresh(scribe, mark,
               arena_printf(scribe->arena, "copy (zip %s %s |> map %s)", a, b, function));
  return true;
}

static DraftExp array_tabulate(Scribe *scribe, const DraftType *type, size_t depth) {
  size_t mark = scribe->mentioned.count;
  const char *size = draft_size_atom(scribe, type->size);
  const DraftType *i64 = draft_type_scalar(scribe, PRIM_I64);
  if (draft_type_is_scalar(type->element, PRIM_I64) && scribe_chance(scribe, 40))
    return fresh(scribe, mark, arena_printf(scribe->arena, "iota %s", size));
  bool is_copy = scribe_chance(scribe, 30);
  if (is_copy) {
    DraftExp value = draft_exp_of(scribe, type->element, depth > 0 ? depth - 1 : 0);
    return fresh(
        scribe, mark,
        arena_printf(scribe->arena, "replicate %s %s", size, draft_exp_atom(scribe, value)));
  }
  const char *function = element_function(scribe, &i64, 1, type->element, type->size->high, depth);
  if (scribe_chance(scribe, 50))
    return fresh(scribe, mark, arena_printf(scribe->arena, "tabulate %s %s", size, function));
  return fresh(scribe, mark, arena_printf(scribe->arena, "map %s (iota %s)", function, size));
}

static bool array_literal(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  if (type->size->kind != DRAFT_SIZE_CONSTANT || type->size->low > 5 || type->size->low < 1)
    return false;
  size_t mark = scribe->mentioned.count;
  StrBuf text = {0};
  for (int64_t k = 0; k < type->size->low; k++)
    strbuf_printf(&text, "%s%s", k ? ", " : "[",
                  draft_exp_of(scribe, type->element, depth > 0 ? depth - 1 : 0).text);
  strbuf_putc(&text, ']');
  *exp = fresh(scribe, mark, arena_strndup(scribe->arena, text.data, text.length));
  exp->is_atom = true;
  strbuf_free(&text);
  return true;
}

static bool array_scan(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  const char *op, *neutral;
  size_t mark = scribe->mentioned.count;
  if (!draft_operator_of(scribe, type->element, &op, &neutral)) return false;
  DraftExp source = draft_exp_of(scribe, type, depth - 1);
  *exp = fresh(
      scribe, mark,
      arena_printf(scribe->arena, "scan %s %s %s", op, neutral, draft_exp_atom(scribe, source)));
  return true;
}

// Another order of the same elements; it shares storage with them.
static DraftExp array_reorder(Scribe *scribe, const DraftType *type, size_t depth) {
  DraftExp source = draft_exp_of(scribe, type, depth - 1);
  const char *inner = draft_exp_atom(scribe, source);
  switch (scribe_below(scribe, 4)) {
  case 0: return (DraftExp){arena_printf(scribe->arena, "reverse %s", inner), false, {0}};
  case 1:
    return (DraftExp){arena_printf(scribe->arena, "rotate %s %s",
                                   draft_scalar_atom(scribe, PRIM_I64, depth - 1), inner),
                      false,
                      {0}};
  case 2: return (DraftExp){arena_printf(scribe->arena, "%s[::-1]", inner), false, {0}};
  default: return (DraftExp){arena_printf(scribe->arena, "copy %s", inner), false, {0}};
  }
}

// From parts, where the size says how: `n + m`, `n * m`.
static bool array_compose(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  const DraftSize *size = type->size;
  size_t mark = scribe->mentioned.count;
  if (size->kind == DRAFT_SIZE_ADD) {
    const DraftType *left = draft_type_array(scribe, size->left, type->element);
    const DraftType *right = draft_type_array(scribe, size->right, type->element);
    const char *a = draft_exp_atom(scribe, draft_exp_of(scribe, left, depth - 1));
    const char *b = draft_exp_atom(scribe, draft_exp_of(scribe, right, depth - 1));
    if (scribe_chance(scribe, 25) && draft_type_can_be_written(type)) {
      // The parts in the other order have another size, which is the same number.
      *exp = fresh(
          scribe, mark,
          arena_printf(scribe->arena, "((%s ++ %s) :> %s)", b, a, draft_type_text(scribe, type)));
      return true;
    }
    *exp = fresh(scribe, mark,
                 scribe_chance(scribe, 50) ? arena_printf(scribe->arena, "concat %s %s", a, b)
                                           : arena_printf(scribe->arena, "%s ++ %s", a, b));
    return true;
  }
  if (size->kind != DRAFT_SIZE_MULTIPLY) return false;
  const DraftType *row = draft_type_array(scribe, size->right, type->element);
  const DraftType *nested = draft_type_array(scribe, size->left, row);
  *exp = (DraftExp){arena_printf(scribe->arena, "flatten %s",
                                 draft_exp_atom(scribe, draft_exp_of(scribe, nested, depth - 1))),
                    false,
                    {0}};
  return true;
}

// A matrix from another one.
static bool array_matrix(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  if (type->element->kind != DRAFT_ARRAY) return false;
  const DraftType *inner = type->element->element;
  if (scribe_chance(scribe, 60)) {
    const DraftType *row = draft_type_array(scribe, type->size, inner);
    const DraftType *turned = draft_type_array(scribe, type->element->size, row);
    *exp = (DraftExp){arena_printf(scribe->arena, "transpose %s",
                                   draft_exp_atom(scribe, draft_exp_of(scribe, turned, depth - 1))),
                      false,
                      {0}};
    return true;
  }
  const DraftSize *both =
      draft_size_binary(scribe, DRAFT_SIZE_MULTIPLY, type->size, type->element->size);
  const DraftType *flat = draft_type_array(scribe, both, inner);
  if (both->high > SIZE_MOST || !draft_type_can_be_written(flat)) return false;
  *exp = (DraftExp){arena_printf(scribe->arena, "unflatten (%s : %s)",
                                 draft_exp_of(scribe, flat, depth - 1).text,
                                 draft_type_text(scribe, flat)),
                    false,
                    {0}};
  return true;
}

static bool array_write(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  size_t mark = scribe->mentioned.count;
  const DraftSize *count = draft_any_size(scribe);
  const DraftType *indices = draft_type_array(scribe, count, draft_type_scalar(scribe, PRIM_I64));
  const DraftType *values = draft_type_array(scribe, count, type->element);
  bool is_histogram = scribe_chance(scribe, 60);
  const char *op, *neutral;
  if (is_histogram && !draft_operator_of(scribe, type->element, &op, &neutral)) return false;
  if (count->high * draft_type_volume_most(type->element) > VOLUME_MOST) return false;
  const char *from = draft_exp_atom(scribe, draft_exp_of(scribe, values, depth - 1));
  const char *base = draft_exp_atom(scribe, draft_exp_of(scribe, type, depth - 1));
  if (!is_histogram) {
    // Each index is written once.
    const char *at = arena_printf(scribe->arena, "(iota %s)", draft_size_atom(scribe, count));
    *exp =
        fresh(scribe, mark, arena_printf(scribe->arena, "scatter (copy %s) %s %s", base, at, from));
    return true;
  }
  const char *at = draft_exp_atom(scribe, draft_exp_of(scribe, indices, depth - 1));
  bool is_new = draft_size_can_be_written(type->size) && scribe_chance(scribe, 50);
  *exp = fresh(scribe, mark,
               is_new ? arena_printf(scribe->arena, "hist %s %s %s %s %s", op, neutral,
                                     draft_size_atom(scribe, type->size), at, from)
                      : arena_printf(scribe->arena, "reduce_by_index (copy %s) %s %s %s %s", base,
                                     op, neutral, at, from));
  return true;
}

typedef struct Longer {
  const DraftType *type;
} Longer;

static bool is_longer(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe;
  const Longer *longer = context;
  return binding->type->kind == DRAFT_ARRAY &&
         binding->type->size->low >= longer->type->size->high &&
         draft_type_equal(binding->type->element, longer->type->element);
}

// The first elements of a longer array.
static bool array_take(Scribe *scribe, const DraftType *type, DraftExp *exp) {
  Longer longer = {type};
  FuzzFutBinding *binding = draft_scope_pick(scribe, is_longer, &longer);
  if (!binding) return false;
  const char *name = draft_binding_use(scribe, binding),
             *size = draft_size_atom(scribe, type->size);
  bool is_slice = scribe_chance(scribe, 50);
  *exp = (DraftExp){is_slice ? arena_printf(scribe->arena, "%s[:%s]", name, size)
                             : arena_printf(scribe->arena, "take %s %s", size, name),
                    is_slice && size[0] != '(',
                    {0}};
  return true;
}

static bool array_zip(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  if (type->element->kind != DRAFT_TUPLE || type->element->count > 3) return false;
  StrBuf text = {0};
  strbuf_puts(&text, type->element->count == 3 ? "zip3" : "zip");
  for (size_t k = 0; k < type->element->count; k++) {
    const DraftType *part = draft_type_array(scribe, type->size, type->element->parts[k]);
    strbuf_printf(&text, " %s", draft_exp_atom(scribe, draft_exp_of(scribe, part, depth - 1)));
  }
  *exp = (DraftExp){arena_strndup(scribe->arena, text.data, text.length), false, {0}};
  strbuf_free(&text);
  return true;
}

static bool array_deep(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  switch (scribe_below(scribe, 14)) {
  case 0: return array_scan(scribe, type, depth, exp);
  case 1: *exp = array_reorder(scribe, type, depth); return true;
  case 2: return array_matrix(scribe, type, depth, exp);
  case 3: return draft_type_can_be_written(type) && array_write(scribe, type, depth, exp);
  case 4: return array_map_zip(scribe, type, depth, exp);
  case 5: return draft_size_can_be_written(type->size) && array_take(scribe, type, exp);
  case 6: return array_zip(scribe, type, depth, exp);
  case 7: return draft_automap_of(scribe, type, depth, exp);
  case 8:
  case 9: return array_compose(scribe, type, depth, exp);
  default: return array_map(scribe, type, depth, exp);
  }
}

DraftExp draft_array_of(Scribe *scribe, const DraftType *type, size_t depth) {
  DraftExp exp;
  bool is_deep = depth > 0 && scribe->fuel > 0 && scribe_can_nest(scribe, type->size->high);
  for (size_t k = 0; is_deep && k < 2; k++)
    if (array_deep(scribe, type, depth, &exp)) return exp;
  if (scribe_chance(scribe, 70) && array_literal(scribe, type, depth, &exp)) return exp;
  if (!draft_size_can_be_written(type->size)) {
    // Only an array in scope can have such a size.
    if (array_map(scribe, type, 0, &exp)) return exp;
    INTERNAL_ERROR("no array of a hidden size");
  }
  return array_tabulate(scribe, type, depth);
}
