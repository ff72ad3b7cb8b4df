// Functions as arguments: lambdas, sections, names; and operators that can be reduced with.
#include <string.h>

#include "fuzz/futhark.h"

// Binds the parameter of a lambda, and gives how it is written. Inside the lambda it is not owned.
static const char *param_write(Scribe *scribe, const DraftType *type) {
  bool is_sure = type->kind != DRAFT_SCALAR && type->kind != DRAFT_NAMED;
  if (type->kind == DRAFT_TUPLE)
    is_sure = draft_type_has_kind(type, DRAFT_SUM) || draft_type_has_kind(type, DRAFT_RECORD) ||
              draft_type_has_kind(type, DRAFT_ARRAY);
  bool has_type = draft_type_can_be_written(type) && scribe_chance(scribe, is_sure ? 100 : 45);
  FuzzFutRoots roots = draft_roots_new(scribe, false);
  if (type->kind == DRAFT_TUPLE && scribe_chance(scribe, 60)) {
    StrBuf text = {0};
    for (size_t k = 0; k < type->count; k++) {
      const char *name = scribe_name(scribe, "p");
      draft_scope_bind(scribe, name, type->parts[k], roots);
      strbuf_printf(&text, "%s%s", k ? ", " : "", name);
    }
    const char *names = arena_strndup(scribe->arena, text.data, text.length);
    strbuf_free(&text);
    if (!has_type) return arena_printf(scribe->arena, "(%s)", names);
    return arena_printf(scribe->arena, "((%s): %s)", names, draft_type_text(scribe, type));
  }
  const char *name = scribe_name(scribe, "x");
  draft_scope_bind(scribe, name, type, roots);
  if (!has_type) return name;
  return arena_printf(scribe->arena, "(%s: %s)", name, draft_type_text(scribe, type));
}

static const char *lambda(Scribe *scribe, const DraftType *type, size_t depth) {
  Nest nest;
  size_t count = type->count - 1, captured = scribe->captured.count;
  const DraftType *result = type->parts[count];
  draft_nest_enter(scribe, &nest, 1, true);
  StrBuf text = {0};
  strbuf_puts(&text, "(\\");
  for (size_t k = 0; k < count; k++)
    strbuf_printf(&text, "%s%s", k ? " " : "", param_write(scribe, type->parts[k]));
  bool has_block = depth > 0 && scribe->fuel > 0 && scribe->block_depth < 3;
  DraftExp body = has_block && scribe_chance(scribe, 35)
                      ? draft_block_of(scribe, result, 1 + scribe_below(scribe, 2), depth)
                      : draft_exp_of(scribe, result, depth);
  if (draft_type_can_be_written(result) && scribe_chance(scribe, 15))
    strbuf_printf(&text, ": %s", draft_type_atom(scribe, result));
  bool is_global = draft_roots_are_global(scribe, body.roots);
  strbuf_printf(&text, is_global ? " -> copy (%s))" : " -> %s)", body.text);
  draft_nest_leave(scribe, &nest);
  // What the function is given to may share storage with all that it knows.
  for (size_t k = captured; k < scribe->captured.count; k++)
    vec_push(scribe->arena, &scribe->mentioned, scribe->captured.data[k]);
  const char *kept = arena_strndup(scribe->arena, text.data, text.length);
  strbuf_free(&text);
  return kept;
}

// `(+ 1)`, `(2 *)`, `i32.neg`, `(.a)`: NULL when the type has none.
static const char *section(Scribe *scribe, const DraftType *type) {
  const DraftType *from = type->parts[0], *to = type->parts[type->count - 1];
  if (type->count == 2 && from->kind == DRAFT_RECORD)
    for (size_t k = 0; k < from->count; k++)
      if (draft_type_equal(from->parts[k], to) && draft_type_can_be_written(from))
        return arena_printf(scribe->arena, "(\\(r: %s) -> r.%s)", draft_type_text(scribe, from),
                            from->labels[k]);
  if (type->count == 2 && from->kind == DRAFT_TUPLE)
    for (size_t k = 0; k < from->count; k++)
      if (draft_type_equal(from->parts[k], to)) return arena_printf(scribe->arena, "(.%zu)", k);
  if (from->kind != DRAFT_SCALAR || !draft_type_equal(from, to) || from->prim == PRIM_BOOL)
    return NULL;
  const char *module = prim_name(from->prim);
  if (type->count == 2) {
    if (scribe_chance(scribe, 20)) return arena_printf(scribe->arena, "%s.abs", module);
    const char *literal = draft_literal_of(scribe, from->prim, true);
    if (scribe_chance(scribe, 40)) return arena_printf(scribe->arena, "(%s +)", literal);
    if (scribe_chance(scribe, 20))
      return arena_printf(scribe->arena, "((+ %s) >-> %s.neg)", literal, module);
    return arena_printf(scribe->arena, "(+ %s)", literal);
  }
  if (type->count != 3 || !draft_type_equal(type->parts[1], to)) return NULL;
  if (scribe_chance(scribe, 50)) return "(+)";
  if (scribe_chance(scribe, 30)) return "(flip (-))";
  return arena_printf(scribe->arena, "(%s.max)", module);
}

// Can the function be passed by its name, where this type is wanted? Nothing of it may be open.
static bool callable_has_type(const Callable *callable, const DraftType *type) {
  if (callable->param_count + 1 != type->count || callable->size_count > 0 ||
      callable->type_count > 0)
    return false;
  for (size_t k = 0; k < callable->param_count; k++)
    if (callable->is_consumed[k] || !draft_type_equal(callable->params[k], type->parts[k]))
      return false;
  return draft_type_equal(callable->result, type->parts[type->count - 1]);
}

static const char *function_name(Scribe *scribe, const DraftType *type) {
  for (size_t k = scribe->callables.count; k > 0; k--) {
    const Callable *callable = &scribe->callables.data[k - 1];
    if (!callable_has_type(callable, type) || !scribe_can_nest(scribe, callable->cost)) continue;
    vec_push(scribe->arena, &scribe->mentioned, FOREIGN_ROOT);
    return callable->name;
  }
  return NULL;
}

const char *draft_function_of(Scribe *scribe, const DraftType *type, size_t depth) {
  scribe->fuel--;
  const char *text = scribe_chance(scribe, 40) ? function_name(scribe, type) : NULL;
  if (!text && scribe_chance(scribe, 30)) text = section(scribe, type);
  return text ? text : lambda(scribe, type, depth);
}

// ---- Operators ----

static bool scalar_operator(Scribe *scribe, Prim prim, const char **op, const char **neutral) {
  const char *name = prim_name(prim);
  if (prim == PRIM_BOOL) {
    bool is_and = scribe_chance(scribe, 50);
    *op = is_and ? "(&&)" : "(||)";
    *neutral = is_and ? "true" : "false";
    return true;
  }
  if (prim_is_float(prim) || scribe_chance(scribe, 30)) {
    bool is_least = scribe_chance(scribe, 50);
    *op = arena_printf(scribe->arena, "%s.%s", name, is_least ? "min" : "max");
    *neutral = arena_printf(scribe->arena, "%s.%s", name, is_least ? "highest" : "lowest");
    return true;
  }
  size_t which = scribe_below(scribe, 4);
  static const char *const ops[] = {"(+)", "(*)", "(^)", "(\\x y -> x + y)"};
  *op = ops[which];
  *neutral = arena_printf(scribe->arena, "%d%s", which == 1, name);
  return true;
}

// Part by part.
static bool tuple_operator(Scribe *scribe, const DraftType *type, const char **op,
                           const char **neutral) {
  const char *ops[4], *neutrals[4];
  if (type->count > 4) return false;
  for (size_t k = 0; k < type->count; k++)
    if (!draft_operator_of(scribe, type->parts[k], &ops[k], &neutrals[k])) return false;
  StrBuf left = {0}, right = {0}, body = {0}, start = {0};
  for (size_t k = 0; k < type->count; k++) {
    const char *comma = k ? ", " : "";
    const char *a = scribe_name(scribe, "l"), *b = scribe_name(scribe, "r");
    strbuf_printf(&left, "%s%s", comma, a);
    strbuf_printf(&right, "%s%s", comma, b);
    strbuf_printf(&body, "%s%s %s %s", comma, ops[k], a, b);
    strbuf_printf(&start, "%s%s", comma, neutrals[k]);
  }
  *op = arena_printf(scribe->arena, "(\\(%s) (%s) -> (%s))", strbuf_text(&left),
                     strbuf_text(&right), strbuf_text(&body));
  *neutral = arena_printf(scribe->arena, "(%s)", strbuf_text(&start));
  strbuf_free(&left);
  strbuf_free(&right);
  strbuf_free(&body);
  strbuf_free(&start);
  return true;
}

bool draft_operator_of(Scribe *scribe, const DraftType *type, const char **op,
                       const char **neutral) {
  if (type->kind == DRAFT_SCALAR) return scalar_operator(scribe, type->prim, op, neutral);
  if (type->kind == DRAFT_TUPLE) return tuple_operator(scribe, type, op, neutral);
  if (type->kind != DRAFT_ARRAY || !draft_size_can_be_written(type->size)) return false;
  const char *inner, *zero;
  if (!draft_operator_of(scribe, type->element, &inner, &zero)) return false;
  *op = arena_printf(scribe->arena, "(map2 %s)", inner);
  *neutral =
      arena_printf(scribe->arena, "(replicate %s %s)", draft_size_atom(scribe, type->size), zero);
  return true;
}
