// What not every compiler of the language knows: functions of scalars that get arrays, and updates
// along paths of fields and indices. They are written twice, as they are and as they were written
// before: ravel reads the one, and the compiler that it is compared with the other, and both must
// compute the same.
//
// In the text of a program the two stand beside each other, between bytes that no program has.
#include <string.h>

#include "fuzz/futhark.h"

enum { TWIN_BEGIN = '\x01', TWIN_BETWEEN = '\x02', TWIN_END = '\x03' };

const char *draft_twin(Scribe *scribe, const char *new, const char *old) {
  return arena_printf(scribe->arena, "%c%s%c%s%c", TWIN_BEGIN, new, TWIN_BETWEEN, old, TWIN_END);
}

const char *fuzz_text_choose(Arena *arena, const char *text, bool is_old) {
  // Which halves the text is in, from the outside: is it the second one?
  Vec(bool) halves = {0};
  size_t dropped = 0; // how many of them are not the one that is wanted
  StrBuf out = {0};
  for (; *text != '\0'; text++) {
    bool *last = halves.count > 0 ? &vec_last(&halves) : NULL;
    if (*text == TWIN_BEGIN) {
      vec_push(arena, &halves, false);
      dropped += is_old;
    } else if (*text == TWIN_BETWEEN && last && !*last) {
      *last = true;
      dropped = is_old ? dropped - 1 : dropped + 1;
    } else if (*text == TWIN_END && last) {
      dropped -= *last != is_old;
      halves.count--;
    } else if (dropped == 0) {
      strbuf_putc(&out, *text);
    }
  }
  const char *chosen = arena_strndup(arena, strbuf_text(&out), out.length);
  strbuf_free(&out);
  return chosen;
}

// ---- Functions of scalars that get arrays ----

// An operand: all of the wanted type, or without some of its outer dimensions.
typedef struct FuzzFutOperand {
  const char *text; // as an argument
  const char *name; // what the old text calls it
  const DraftType *type;
  size_t rank;
} FuzzFutOperand;

// A function of one or two scalars: `before` stands in front, `between` between the operands.
typedef struct Applied {
  const char *before, *between;
  FuzzFutOperand operands[2];
  size_t count;
} Applied;

static size_t type_rank(const DraftType *type) {
  return type->kind == DRAFT_ARRAY ? 1 + type_rank(type->element) : 0;
}

static const char *applied_text(Scribe *scribe, const Applied *applied, const char *const *texts) {
  return applied->count == 1 ? arena_printf(scribe->arena, "(%s%s)", applied->before, texts[0])
                             : arena_printf(scribe->arena, "(%s%s%s%s)", applied->before, texts[0],
                                            applied->between, texts[1]);
}

// The same with a map for each dimension.
static const char *mapped_text(Scribe *scribe, const Applied *applied, const char *const *names,
                               size_t rank) {
  if (rank == 0) return applied_text(scribe, applied, names);
  const char *inner[2] = {names[0], names[1]}, *params = "", *arrays = "";
  size_t mapped = 0;
  for (size_t k = 0; k < applied->count; k++) {
    if (applied->operands[k].rank < rank) continue;
    inner[k] = scribe_name(scribe, "x");
    params = arena_printf(scribe->arena, "%s%s ", params, inner[k]);
    arrays = arena_printf(scribe->arena, "%s %s", arrays, names[k]);
    mapped++;
  }
  return arena_printf(scribe->arena, "(map%s (\\%s-> %s)%s)", mapped == 2 ? "2" : "", params,
                      mapped_text(scribe, applied, inner, rank - 1), arrays);
}

// Numbers and conversions, so that nothing fails.
static bool applied_choose(Scribe *scribe, Prim prim, Applied *applied, Prim *from) {
  static const char *const OPERATORS[] = {" + ", " - ", " * "};
  const char *type = prim_name(prim);
  size_t choice = scribe_below(scribe, 10);
  if (prim == PRIM_BOOL) return false;
  *from = prim;
  applied->count = 2;
  applied->before = "";
  applied->between = " ";
  if (choice < 6) {
    applied->between = OPERATORS[scribe_below(scribe, 3)];
  } else if (choice < 8) {
    applied->before = arena_printf(scribe->arena, "%s.%s ", type, choice == 6 ? "max" : "min");
  } else {
    applied->count = 1;
    if (choice == 8 && !prim_is_unsigned(prim)) {
      applied->before = "-";
      return true;
    }
    *from = draft_any_prim(scribe);
    applied->before = arena_printf(scribe->arena, "%s.%s ", type, prim_name(*from));
  }
  return true;
}

static const DraftType *with_prim(Scribe *scribe, const DraftType *type, Prim prim) {
  if (type->kind != DRAFT_ARRAY) return draft_type_scalar(scribe, prim);
  return draft_type_array(scribe, type->size, with_prim(scribe, type->element, prim));
}

bool draft_automap_of(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  const DraftType *scalar = type;
  Applied applied;
  Prim from;
  while (scalar->kind == DRAFT_ARRAY)
    scalar = scalar->element;
  if (scalar->kind != DRAFT_SCALAR || !draft_type_can_be_written(type) ||
      !applied_choose(scribe, scalar->prim, &applied, &from))
    return false;
  size_t mark = scribe->mentioned.count, rank = type_rank(type);
  size_t whole = scribe_below(scribe, applied.count); // this one has all dimensions
  const char *texts[2], *names[2], *bound = "";
  for (size_t k = 0; k < applied.count; k++) {
    FuzzFutOperand *operand = &applied.operands[k];
    operand->type = with_prim(scribe, type, from);
    operand->rank = k == whole ? rank : scribe_below(scribe, rank + 1);
    for (size_t less = operand->rank; less < rank; less++)
      operand->type = operand->type->element;
    // A literal alone does not say what it is.
    texts[k] = arena_printf(scribe->arena, "(%s : %s)",
                            draft_exp_of(scribe, operand->type, depth - 1).text,
                            draft_type_text(scribe, operand->type));
    names[k] = scribe_name(scribe, "x");
    bound = arena_printf(scribe->arena, "%slet %s = %s ", bound, names[k], texts[k]);
  }
  scribe->mentioned.count = mark; // it is new
  const char *old =
      arena_printf(scribe->arena, "(%sin %s)", bound, mapped_text(scribe, &applied, names, rank));
  *exp = (DraftExp){draft_twin(scribe, applied_text(scribe, &applied, texts), old), true, {0}};
  return true;
}

// ---- Updates along paths ----

// A path into a value, and what the value is with the part after the path replaced, as it is
// written without paths. Arrays on the way are copied.
typedef struct Path {
  const char *steps; // `[i].a[j]`, or `a[j]` after `with`
  const char *replaced;
  const DraftType *part; // what is replaced
  bool has_index;
} Path;

static bool has_steps(const DraftType *type) {
  if (type->kind == DRAFT_ARRAY) return type->size->low > 0;
  return (type->kind == DRAFT_TUPLE || type->kind == DRAFT_RECORD) && type->count > 0;
}

// `whole` is an expression for the value, `value` what takes the part's place.
static Path path_into(Scribe *scribe, const DraftType *type, const char *whole, bool is_first,
                      const char *value) {
  bool goes_on = has_steps(type) && (is_first || scribe_chance(scribe, 75));
  if (!goes_on) return (Path){"", value, type, false};
  if (type->kind == DRAFT_ARRAY) {
    const char *index = draft_index_below(scribe, type->size, 0);
    Path rest = path_into(scribe, type->element,
                          arena_printf(scribe->arena, "%s[%s]", whole, index), false, value);
    rest.steps = arena_printf(scribe->arena, "[%s]%s", index, rest.steps);
    rest.replaced =
        arena_printf(scribe->arena, "((copy %s) with [%s] = %s)", whole, index, rest.replaced);
    rest.has_index = true;
    return rest;
  }
  size_t which = scribe_below(scribe, type->count);
  const char *field =
      type->kind == DRAFT_RECORD ? type->labels[which] : arena_printf(scribe->arena, "%zu", which);
  Path rest = path_into(scribe, type->parts[which],
                        arena_printf(scribe->arena, "%s.%s", whole, field), false, value);
  rest.steps = arena_printf(scribe->arena, "%s%s%s", is_first ? "" : ".", field, rest.steps);
  rest.replaced = arena_printf(scribe->arena, "(%s with %s = %s)", whole, field, rest.replaced);
  return rest;
}

static bool has_path(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)context;
  const DraftType *type = binding->type;
  bool has_field = type->kind == DRAFT_TUPLE || type->kind == DRAFT_RECORD ||
                   (type->kind == DRAFT_ARRAY && has_steps(type->element));
  return has_field && has_steps(type) && draft_type_has_storage(type) &&
         draft_binding_is_consumable(scribe, binding);
}

bool draft_update_path(Scribe *scribe) {
  FuzzFutBinding *target = draft_scope_pick(scribe, has_path, NULL);
  if (!target) return false;
  size_t place = (size_t)(target - scribe->scope.data), mark = scribe->mentioned.count;
  const DraftType *type = target->type;
  const char *old = target->name, *value = scribe_name(scribe, "v");
  Path path = path_into(scribe, type, old, true, value);
  if (!path.has_index) return false;
  DraftExp part = draft_exp_of(scribe, path.part, 2);
  bool has_storage = draft_type_has_storage(path.part);
  scribe->mentioned.count = mark;
  target = &scribe->scope.data[place];
  if (!draft_binding_is_consumable(scribe, target)) return false;
  strbuf_printf(&scribe->out, "let %s = %s%s\n", value, has_storage ? "copy " : "",
                has_storage ? draft_exp_atom(scribe, part) : part.text);
  draft_binding_consume(scribe, target);
  bool is_let = scribe_chance(scribe, 50);
  const char *name = is_let || scribe_chance(scribe, 30) ? old : scribe_name(scribe, "v");
  const char *dot = type->kind == DRAFT_ARRAY ? "" : ".";
  const char *new =
      is_let
          ? arena_printf(scribe->arena, "let %s%s%s = %s", old, dot, path.steps, value)
          : arena_printf(scribe->arena, "let %s = %s with %s = %s", name, old, path.steps, value);
  strbuf_printf(
      &scribe->out, "%s\n",
      draft_twin(scribe, new, arena_printf(scribe->arena, "let %s = %s", name, path.replaced)));
  if (name == old) target->is_hidden = true;
  draft_scope_bind(scribe, name, type, draft_roots_new(scribe, true));
  return true;
}
