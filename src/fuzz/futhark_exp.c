// Expressions of a wanted type, and types to want.
#include <string.h>

#include "fuzz/futhark.h"

const char *draft_exp_atom(Scribe *scribe, DraftExp exp) {
  return exp.is_atom ? exp.text : arena_printf(scribe->arena, "(%s)", exp.text);
}

// ---- Types ----

static bool is_size(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe, (void)context;
  return binding->is_size;
}

const DraftSize *draft_any_size(Scribe *scribe) {
  const DraftSize *size = NULL;
  FuzzFutBinding *binding =
      scribe_chance(scribe, 75) ? draft_scope_pick(scribe, is_size, NULL) : NULL;
  if (binding) size = draft_size_named(scribe, binding->name, binding->low, binding->high);
  if (!size) return draft_size_constant(scribe, 1 + (int64_t)scribe_below(scribe, 4));
  if (scribe_chance(scribe, 12))
    return draft_size_binary(scribe, DRAFT_SIZE_ADD, size, draft_size_constant(scribe, 1));
  if (scribe_chance(scribe, 6)) {
    const DraftSize *more = draft_any_size(scribe);
    DraftSizeKind kind = scribe_chance(scribe, 50) ? DRAFT_SIZE_ADD : DRAFT_SIZE_MULTIPLY;
    const DraftSize *both = draft_size_binary(scribe, kind, size, more);
    if (both->high <= SIZE_MOST) return both;
  }
  return size;
}

static const DraftType *labelled_type(Scribe *scribe, bool is_sum, size_t depth) {
  static const char *const fields[] = {"a", "b", "c", "d"};
  static const char *const constructors[] = {"one", "two", "three", "four"};
  size_t count = (is_sum ? 2 : 1) + scribe_below(scribe, 3);
  const DraftType *parts[4];
  for (size_t k = 0; k < count; k++) {
    bool is_empty = is_sum && scribe_chance(scribe, 35);
    parts[k] = is_empty ? NULL
               : depth > 0 && scribe_chance(scribe, 30)
                   ? draft_any_type(scribe, depth - 1)
                   : draft_type_scalar(scribe, draft_any_prim(scribe));
  }
  return draft_type_labelled(scribe, is_sum ? DRAFT_SUM : DRAFT_RECORD,
                             is_sum ? constructors : fields, parts, count);
}

// An abbreviation with arguments, written out.
static const DraftType *abbreviated_type(Scribe *scribe) {
  if (scribe->abbreviations.count == 0) return NULL;
  const Abbreviation *chosen =
      &scribe->abbreviations.data[scribe_below(scribe, scribe->abbreviations.count)];
  DraftInstance instance = {
      .size_names = chosen->size_names,
      .sizes = arena_array(scribe->arena, const DraftSize *, chosen->size_count),
      .size_count = chosen->size_count,
      .type_names = chosen->type_names,
      .types = arena_array(scribe->arena, const DraftType *, chosen->type_count),
      .type_count = chosen->type_count};
  for (size_t k = 0; k < instance.size_count; k++)
    instance.sizes[k] = draft_any_size(scribe);
  for (size_t k = 0; k < instance.type_count; k++)
    instance.types[k] = draft_type_scalar(scribe, draft_any_prim(scribe));
  return draft_type_instance(scribe, chosen->type, &instance);
}

const DraftType *draft_any_element_type(Scribe *scribe) {
  if (scribe_chance(scribe, 75)) return draft_type_scalar(scribe, draft_any_prim(scribe));
  if (scribe->nominal.count > 0 && scribe_chance(scribe, 40))
    return scribe->nominal.data[scribe_below(scribe, scribe->nominal.count)];
  const DraftType *parts[2] = {draft_type_scalar(scribe, draft_any_prim(scribe)),
                               draft_type_scalar(scribe, draft_any_prim(scribe))};
  if (scribe_chance(scribe, 60)) return draft_type_tuple(scribe, parts, 2);
  return labelled_type(scribe, scribe_chance(scribe, 50), 0);
}

const DraftType *draft_any_type(Scribe *scribe, size_t depth) {
  size_t choice = scribe_below(scribe, 20);
  const DraftType *type = NULL;
  if (choice < 3) type = abbreviated_type(scribe);
  if (depth > 0 && choice >= 3 && choice < 10) {
    const DraftSize *size = draft_any_size(scribe);
    type = draft_type_array(scribe, size,
                            depth > 1 && choice < 6 ? draft_any_type(scribe, depth - 1)
                                                    : draft_any_element_type(scribe));
  }
  if (depth > 0 && choice >= 10 && choice < 13) {
    const DraftType *parts[3];
    size_t count = 2 + scribe_below(scribe, 2);
    for (size_t k = 0; k < count; k++)
      parts[k] = draft_any_type(scribe, depth - 1);
    type = draft_type_tuple(scribe, parts, count);
  }
  if (choice == 13 || choice == 14) type = labelled_type(scribe, choice == 14, depth);
  bool is_small = type && draft_type_volume_most(type) <= VOLUME_MOST;
  return is_small ? type : draft_any_element_type(scribe);
}

// ---- Expressions ----

static DraftExp exp_parts(Scribe *scribe, const DraftType *type, size_t depth) {
  bool is_record = type->kind == DRAFT_RECORD;
  StrBuf text = {0};
  strbuf_putc(&text, is_record ? '{' : '(');
  for (size_t k = 0; k < type->count; k++) {
    DraftExp part = draft_exp_of(scribe, type->parts[k], depth > 0 ? depth - 1 : 0);
    if (k) strbuf_puts(&text, ", ");
    if (is_record) strbuf_printf(&text, "%s = ", type->labels[k]);
    strbuf_puts(&text, part.text);
  }
  strbuf_putc(&text, is_record ? '}' : ')');
  DraftExp exp = {arena_strndup(scribe->arena, text.data, text.length), true, {0}};
  strbuf_free(&text);
  return exp;
}

// A constructor does not tell its type, so that is written beside it.
static DraftExp exp_sum(Scribe *scribe, const DraftType *type, size_t depth) {
  size_t which = scribe_below(scribe, type->count);
  const DraftType *part = type->parts[which];
  const char *carried =
      part ? draft_exp_atom(scribe, draft_exp_of(scribe, part, depth > 0 ? depth - 1 : 0)) : "";
  const char *text = arena_printf(scribe->arena, "(#%s%s%s : %s)", type->labels[which],
                                  part ? " " : "", carried, draft_type_text(scribe, type));
  return (DraftExp){text, true, {0}};
}

typedef struct FuzzFutInside {
  const DraftType *wanted;
} FuzzFutInside;

static bool gives_type(const DraftType *type, const DraftType *wanted) {
  if (draft_type_equal(type, wanted)) return true;
  if (type->kind == DRAFT_ARRAY) return type->size->low > 0 && gives_type(type->element, wanted);
  if (type->kind != DRAFT_TUPLE && type->kind != DRAFT_RECORD) return false;
  for (size_t k = 0; k < type->count; k++)
    if (gives_type(type->parts[k], wanted)) return true;
  return false;
}

static bool binding_gives_type(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe;
  const FuzzFutInside *inside = context;
  return gives_type(binding->type, inside->wanted);
}

// A name in scope with a path to a part of it that has the type.
static bool exp_from_scope(Scribe *scribe, const DraftType *wanted, DraftExp *exp) {
  FuzzFutInside inside = {wanted};
  FuzzFutBinding *binding = draft_scope_pick(scribe, binding_gives_type, &inside);
  if (!binding) return false;
  const DraftType *type = binding->type;
  const char *text = draft_binding_use(scribe, binding);
  while (!draft_type_equal(type, wanted)) {
    if (type->kind == DRAFT_ARRAY) {
      text = arena_printf(scribe->arena, "%s[%s]", text, draft_index_below(scribe, type->size, 0));
      type = type->element;
      continue;
    }
    size_t choices[16], count = 0;
    for (size_t k = 0; k < type->count && count < 16; k++)
      if (gives_type(type->parts[k], wanted)) choices[count++] = k;
    size_t chosen = choices[scribe_below(scribe, count)];
    text = type->kind == DRAFT_RECORD
               ? arena_printf(scribe->arena, "%s.%s", text, type->labels[chosen])
               : arena_printf(scribe->arena, "%s.%zu", text, chosen);
    type = type->parts[chosen];
  }
  *exp = (DraftExp){text, !strchr(text, ' '), {0}};
  return true;
}

static DraftExp exp_branch(Scribe *scribe, const DraftType *type, size_t depth) {
  const char *condition = draft_scalar_of(scribe, PRIM_BOOL, depth - 1);
  DraftExp yes = draft_exp_of(scribe, type, depth - 1), no = draft_exp_of(scribe, type, depth - 1);
  return (DraftExp){
      arena_printf(scribe->arena, "if %s then %s else %s", condition, yes.text, no.text),
      false,
      {0}};
}

static DraftExp exp_record_update(Scribe *scribe, const DraftType *type, DraftExp base,
                                  size_t depth) {
  size_t which = scribe_below(scribe, type->count);
  DraftExp part = draft_exp_of(scribe, type->parts[which], depth > 0 ? depth - 1 : 0);
  const char *text = arena_printf(scribe->arena, "%s with %s = %s", draft_exp_atom(scribe, base),
                                  type->labels[which], draft_exp_atom(scribe, part));
  return (DraftExp){text, false, {0}};
}

// A function applied a few times. It is given what it gave, so both share.
static DraftExp exp_iterate(Scribe *scribe, const DraftType *type, size_t depth) {
  const DraftType *parts[] = {type, type};
  DraftExp start = draft_exp_of(scribe, type, depth - 1);
  Nest nest;
  draft_nest_enter(scribe, &nest, 3, true);
  const char *step = draft_function_of(scribe, draft_type_function(scribe, parts, 2), depth - 1);
  draft_nest_leave(scribe, &nest);
  const char *text = arena_printf(scribe->arena, "iterate %zu %s %s", scribe_below(scribe, 4), step,
                                  draft_exp_atom(scribe, start));
  return (DraftExp){text, false, {0}};
}

static DraftExp exp_fallback(Scribe *scribe, const DraftType *type, size_t depth) {
  switch (type->kind) {
  case DRAFT_TUPLE:
  case DRAFT_RECORD: return exp_parts(scribe, type, depth);
  case DRAFT_SUM: return exp_sum(scribe, type, depth);
  case DRAFT_ARRAY: return draft_array_of(scribe, type, depth);
  case DRAFT_FUNCTION: return (DraftExp){draft_function_of(scribe, type, depth), true, {0}};
  case DRAFT_SCALAR: {
    const char *text = draft_scalar_of(scribe, type->prim, depth);
    return (DraftExp){text, false, {0}};
  }
  case DRAFT_NAMED: break;
  }
  DraftExp exp;
  if (draft_call_of(scribe, type, 0, &exp)) return exp;
  // Every abstract type has a value that was bound outside and is never consumed.
  INTERNAL_ERROR("no value of the type %s", type->name);
}

static DraftExp exp_write(Scribe *scribe, const DraftType *type, size_t depth) {
  DraftExp exp;
  bool is_deep = depth > 0 && scribe->fuel > 0;
  if (scribe_chance(scribe, is_deep ? 30 : 70) && exp_from_scope(scribe, type, &exp)) {
    bool is_updated = is_deep && type->kind == DRAFT_RECORD && scribe_chance(scribe, 30);
    return is_updated ? exp_record_update(scribe, type, exp, depth) : exp;
  }
  if (is_deep && scribe_chance(scribe, 20) && draft_call_of(scribe, type, depth - 1, &exp))
    return exp;
  if (is_deep && scribe_chance(scribe, 10) && type->kind != DRAFT_FUNCTION)
    return exp_branch(scribe, type, depth);
  if (is_deep && scribe_chance(scribe, 4) && type->kind != DRAFT_FUNCTION &&
      draft_type_can_be_written(type) && scribe_can_nest(scribe, 3))
    return exp_iterate(scribe, type, depth);
  if (type->kind == DRAFT_NAMED && exp_from_scope(scribe, type, &exp)) return exp;
  if (is_deep && scribe_chance(scribe, 8) && type->kind != DRAFT_FUNCTION &&
      scribe->block_depth < 3) {
    Nest nest;
    draft_nest_enter(scribe, &nest, 1, true);
    exp = draft_block_of(scribe, type, 1 + scribe_below(scribe, 2), depth - 1);
    draft_nest_leave(scribe, &nest);
    exp.text = arena_printf(scribe->arena, "(%s)", exp.text);
    exp.is_atom = true;
    return exp;
  }
  return exp_fallback(scribe, type, depth);
}

// Perhaps it is shown when it is reached.
static DraftExp exp_traced(Scribe *scribe, const DraftType *type, DraftExp exp) {
  if (!scribe->has_traces || type->kind == DRAFT_FUNCTION || !scribe_chance(scribe, 8)) return exp;
  exp.text = arena_printf(scribe->arena, "(#[trace(%s)] %s)", scribe_name(scribe, "t"),
                          draft_exp_atom(scribe, exp));
  exp.is_atom = true;
  return exp;
}

DraftExp draft_exp_of(Scribe *scribe, const DraftType *type, size_t depth) {
  if (type->kind == DRAFT_SCALAR)
    return exp_traced(scribe, type,
                      (DraftExp){draft_scalar_of(scribe, type->prim, depth), false, {0}});
  size_t mark = scribe->mentioned.count;
  scribe->fuel--;
  DraftExp exp = exp_write(scribe, type, depth);
  if (!draft_type_has_storage(type)) scribe->mentioned.count = mark;
  exp.roots = draft_roots_since(scribe, mark);
  return exp_traced(scribe, type, exp);
}
