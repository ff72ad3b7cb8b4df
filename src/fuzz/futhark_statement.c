// Statements: what is bound to names, and what is consumed.
#include <string.h>

#include "fuzz/futhark.h"

// ---- Patterns ----

static bool bind_parts(Scribe *scribe, const DraftType *type, FuzzFutRoots roots, StrBuf *pattern) {
  bool is_record = type->kind == DRAFT_RECORD;
  strbuf_putc(pattern, is_record ? '{' : '(');
  for (size_t k = 0; k < type->count; k++) {
    const char *name = scribe_name(scribe, "v");
    strbuf_puts(pattern, k ? ", " : "");
    if (is_record) strbuf_printf(pattern, "%s = ", type->labels[k]);
    if (scribe_chance(scribe, 8)) {
      strbuf_putc(pattern, '_');
      continue;
    }
    strbuf_puts(pattern, name);
    draft_scope_bind(scribe, name, type->parts[k], roots);
  }
  strbuf_putc(pattern, is_record ? '}' : ')');
  return true;
}

FuzzFutBinding *draft_statement_let(Scribe *scribe, const DraftType *type, DraftExp exp) {
  bool is_new = exp.roots.count == 0 && draft_type_has_storage(type);
  FuzzFutRoots roots = is_new ? draft_roots_new(scribe, true) : exp.roots;
  bool has_parts = type->kind == DRAFT_TUPLE || type->kind == DRAFT_RECORD;
  if (has_parts && scribe_chance(scribe, 50)) {
    StrBuf pattern = {0};
    bind_parts(scribe, type, roots, &pattern);
    strbuf_printf(&scribe->out, "let %s = %s\n", strbuf_text(&pattern), exp.text);
    strbuf_free(&pattern);
    return NULL;
  }
  const char *name = scribe_name(scribe, "v");
  bool has_type = draft_type_can_be_written(type) && scribe_chance(scribe, 35);
  strbuf_printf(&scribe->out, "let %s%s%s = %s\n", name, has_type ? ": " : "",
                has_type ? draft_type_text(scribe, type) : "", exp.text);
  return draft_scope_bind(scribe, name, type, roots);
}

// ---- Productions ----

static bool let_value(Scribe *scribe) {
  const DraftType *type = draft_any_type(scribe, 2);
  draft_statement_let(scribe, type, draft_exp_of(scribe, type, 3));
  return true;
}

static bool let_call(Scribe *scribe) {
  DraftExp exp;
  const DraftType *type;
  size_t mark = scribe->mentioned.count;
  if (!draft_call_any(scribe, &exp, &type)) return false;
  if (type->kind == DRAFT_FUNCTION) return false;
  exp.roots = draft_roots_since(scribe, mark);
  draft_statement_let(scribe, type, exp);
  return true;
}

// A small number that may be used as a size.
static bool let_size(Scribe *scribe) {
  const char *value = draft_scalar_atom(scribe, PRIM_I64, 2), *name = scribe_name(scribe, "k");
  strbuf_printf(&scribe->out, "let %s = 1 + %s %% 3\n", name, value);
  FuzzFutBinding *binding =
      draft_scope_bind(scribe, name, draft_type_scalar(scribe, PRIM_I64), (FuzzFutRoots){NULL, 0});
  binding->is_size = true;
  binding->low = 1;
  binding->high = 3;
  return true;
}

// A predicate on the elements of an array.
static const char *predicate_on(Scribe *scribe, const DraftType *array) {
  const DraftType *parts[] = {array->element, draft_type_scalar(scribe, PRIM_BOOL)};
  Nest nest;
  draft_nest_enter(scribe, &nest, array->size->high, true);
  const char *text = draft_function_of(scribe, draft_type_function(scribe, parts, 2), 2);
  draft_nest_leave(scribe, &nest);
  return text;
}

// What is kept has a size that nobody knows; perhaps it is given a name.
static bool let_filter(Scribe *scribe) {
  FuzzFutBinding *source = draft_scope_pick(scribe, draft_binding_is_array, NULL);
  if (!source || !scribe_can_nest(scribe, source->type->size->high)) return false;
  const DraftType *type = source->type;
  const char *from = draft_binding_use(scribe, source), *predicate = predicate_on(scribe, type);
  int64_t high = type->size->high;
  if (scribe_chance(scribe, 30)) {
    const char *kept = scribe_name(scribe, "v"), *rest = scribe_name(scribe, "v");
    strbuf_printf(&scribe->out, "let (%s, %s) = copy (partition %s %s)\n", kept, rest, predicate,
                  from);
    FuzzFutRoots shared = draft_roots_new(scribe, true);
    const DraftSize *one = draft_size_hidden(scribe, 0, high),
                    *two = draft_size_hidden(scribe, 0, high);
    draft_scope_bind(scribe, kept, draft_type_array(scribe, one, type->element), shared);
    draft_scope_bind(scribe, rest, draft_type_array(scribe, two, type->element), shared);
    return true;
  }
  const char *name = scribe_name(scribe, "v");
  FuzzFutRoots roots = draft_roots_new(scribe, true);
  if (scribe_chance(scribe, 50) && draft_type_can_be_written(type->element)) {
    const char *size = scribe_name(scribe, "k");
    strbuf_printf(&scribe->out, "let [%s] (%s: [%s]%s) = filter %s %s\n", size, name, size,
                  draft_type_atom(scribe, type->element), predicate, from);
    FuzzFutBinding *binding = draft_scope_bind(scribe, size, draft_type_scalar(scribe, PRIM_I64),
                                               (FuzzFutRoots){NULL, 0});
    binding->is_size = true;
    binding->high = high;
    const DraftSize *named = draft_size_named(scribe, size, 0, high);
    draft_scope_bind(scribe, name, draft_type_array(scribe, named, type->element), roots);
    return true;
  }
  strbuf_printf(&scribe->out, "let %s = filter %s %s\n", name, predicate, from);
  const DraftSize *hidden = draft_size_hidden(scribe, 0, high);
  draft_scope_bind(scribe, name, draft_type_array(scribe, hidden, type->element), roots);
  return true;
}

static bool is_unnamed(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe, (void)context;
  return binding->type->kind == DRAFT_ARRAY && binding->type->size->kind == DRAFT_SIZE_HIDDEN &&
         draft_type_can_be_written(binding->type->element);
}

// Names a size by measuring the array and coercing it.
static bool let_coerced(Scribe *scribe) {
  FuzzFutBinding *source = draft_scope_pick(scribe, is_unnamed, NULL);
  if (!source) return false;
  const DraftType *type = source->type;
  FuzzFutRoots roots = source->roots;
  const char *size = scribe_name(scribe, "k"), *name = scribe_name(scribe, "v");
  strbuf_printf(&scribe->out, "let %s = length %s\n", size, draft_binding_use(scribe, source));
  strbuf_printf(&scribe->out, "let %s = %s :> [%s]%s\n", name, draft_binding_use(scribe, source),
                size, draft_type_atom(scribe, type->element));
  const DraftSize *named = draft_size_named(scribe, size, type->size->low, type->size->high);
  FuzzFutBinding *binding =
      draft_scope_bind(scribe, size, draft_type_scalar(scribe, PRIM_I64), (FuzzFutRoots){NULL, 0});
  binding->is_size = true;
  binding->low = named->low;
  binding->high = named->high;
  draft_scope_bind(scribe, name, draft_type_array(scribe, named, type->element), roots);
  return true;
}

static bool is_not_empty(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe, (void)context;
  return binding->type->kind == DRAFT_ARRAY && binding->type->size->low > 0;
}

static bool let_slice(Scribe *scribe) {
  FuzzFutBinding *source = draft_scope_pick(scribe, is_not_empty, NULL);
  if (!source) return false;
  const DraftType *type = source->type;
  const DraftSize *old = type->size;
  FuzzFutRoots roots = source->roots;
  const DraftSize *less =
      draft_size_binary(scribe, DRAFT_SIZE_SUBTRACT, old, draft_size_constant(scribe, 1));
  const DraftSize *hidden = draft_size_hidden(scribe, 0, old->high);
  const char *from = draft_binding_use(scribe, source), *name = scribe_name(scribe, "v"), *text;
  const DraftSize *size = hidden;
  switch (scribe_below(scribe, 5)) {
  case 0:
    text = arena_printf(scribe->arena, "tail %s", from);
    size = less;
    break;
  case 1:
    text = arena_printf(scribe->arena, "drop 1 %s", from);
    size = less;
    break;
  case 2: text = arena_printf(scribe->arena, "%s[1:]", from); break;
  case 3: text = arena_printf(scribe->arena, "%s[::2]", from); break;
  default:
    text = arena_printf(scribe->arena, "%s[0:%s]", from, draft_index_below(scribe, old, 1));
    break;
  }
  strbuf_printf(&scribe->out, "let %s = %s\n", name, text);
  draft_scope_bind(scribe, name, draft_type_array(scribe, size, type->element), roots);
  return true;
}

static bool is_pairs(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe, (void)context;
  return binding->type->kind == DRAFT_ARRAY && binding->type->element->kind == DRAFT_TUPLE &&
         binding->type->element->count == 2;
}

static bool let_unzip(Scribe *scribe) {
  FuzzFutBinding *source = draft_scope_pick(scribe, is_pairs, NULL);
  if (!source) return false;
  const DraftType *type = source->type;
  FuzzFutRoots roots = source->roots;
  const char *one = scribe_name(scribe, "v"), *two = scribe_name(scribe, "v");
  strbuf_printf(&scribe->out, "let (%s, %s) = unzip %s\n", one, two,
                draft_binding_use(scribe, source));
  draft_scope_bind(scribe, one, draft_type_array(scribe, type->size, type->element->parts[0]),
                   roots);
  draft_scope_bind(scribe, two, draft_type_array(scribe, type->size, type->element->parts[1]),
                   roots);
  return true;
}

// ---- Consumption ----

static bool can_be_updated(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)context;
  return binding->type->kind == DRAFT_ARRAY && binding->type->size->low > 0 &&
         draft_binding_is_consumable(scribe, binding);
}

// An owned array in scope, or a copy that is made for it.
static FuzzFutBinding *owned_array(Scribe *scribe) {
  FuzzFutBinding *found = draft_scope_pick(scribe, can_be_updated, NULL);
  if (found) return found;
  FuzzFutBinding *source = draft_scope_pick(scribe, is_not_empty, NULL);
  if (!source) return NULL;
  const DraftType *type = source->type;
  const char *name = scribe_name(scribe, "v");
  strbuf_printf(&scribe->out, "let %s = copy %s\n", name, draft_binding_use(scribe, source));
  return draft_scope_bind(scribe, name, type, draft_roots_new(scribe, true));
}

static bool let_update(Scribe *scribe) {
  FuzzFutBinding *target = owned_array(scribe);
  if (!target) return false;
  size_t place = (size_t)(target - scribe->scope.data);
  const DraftType *type = target->type;
  const char *index = draft_index_below(scribe, type->size, 2);
  size_t mark = scribe->mentioned.count;
  DraftExp value = draft_exp_of(scribe, type->element, 2);
  bool has_storage = draft_type_has_storage(type->element);
  const char *text = has_storage
                         ? arena_printf(scribe->arena, "copy %s", draft_exp_atom(scribe, value))
                         : value.text;
  scribe->mentioned.count = mark;
  target = &scribe->scope.data[place];
  if (!draft_binding_is_consumable(scribe, target)) return false;
  draft_binding_consume(scribe, target);
  const char *old = draft_binding_use(scribe, target);
  if (scribe_chance(scribe, 40)) {
    strbuf_printf(&scribe->out, "let %s[%s] = %s\n", old, index, text);
    target->is_hidden = true;
    draft_scope_bind(scribe, old, type, draft_roots_new(scribe, true));
    return true;
  }
  const char *name = scribe_chance(scribe, 30) ? old : scribe_name(scribe, "v");
  strbuf_printf(&scribe->out, "let %s = %s with [%s] = (%s)\n", name, old, index, text);
  if (name == old) target->is_hidden = true;
  draft_scope_bind(scribe, name, type, draft_roots_new(scribe, true));
  return true;
}

// Writes many elements of an owned array at once.
static bool let_scatter(Scribe *scribe) {
  FuzzFutBinding *target = owned_array(scribe);
  if (!target || !draft_type_can_be_written(target->type)) return false;
  size_t place = (size_t)(target - scribe->scope.data);
  const DraftType *type = target->type;
  const DraftSize *count = draft_any_size(scribe);
  if (count->high * draft_type_volume_most(type->element) > VOLUME_MOST) return false;
  size_t mark = scribe->mentioned.count;
  const DraftType *values = draft_type_array(scribe, count, type->element);
  const char *from = draft_exp_atom(scribe, draft_exp_of(scribe, values, 2));
  // What is written may not be what is consumed.
  if (draft_type_has_storage(values)) from = arena_printf(scribe->arena, "(copy %s)", from);
  scribe->mentioned.count = mark;
  target = &scribe->scope.data[place];
  if (!draft_binding_is_consumable(scribe, target)) return false;
  draft_binding_consume(scribe, target);
  const char *name = scribe_name(scribe, "v");
  strbuf_printf(&scribe->out, "let %s = scatter %s (map (* %u) (iota %s)) %s\n", name,
                draft_binding_use(scribe, target), 1 + (unsigned)scribe_below(scribe, 2),
                draft_size_atom(scribe, count), from);
  draft_scope_bind(scribe, name, type, draft_roots_new(scribe, true));
  return true;
}

// ---- Blocks ----

typedef struct FuzzFutProduction {
  unsigned weight;
  Statement *write;
} FuzzFutProduction;

static const FuzzFutProduction PRODUCTIONS[] = {
    {12, let_value},  {6, let_call},          {3, let_size},    {4, let_filter},
    {3, let_coerced}, {3, let_slice},         {2, let_unzip},   {6, let_update},
    {3, let_scatter}, {6, draft_update_path}, {3, draft_if},    {4, draft_match},
    {4, draft_for},   {2, draft_for_in},      {2, draft_while}, {2, draft_local_function},
};

static void statement_write(Scribe *scribe) {
  unsigned total = 0;
  size_t count = sizeof PRODUCTIONS / sizeof *PRODUCTIONS;
  for (size_t k = 0; k < count; k++)
    total += PRODUCTIONS[k].weight;
  for (size_t attempt = 0; attempt < 4; attempt++) {
    unsigned chosen = (unsigned)scribe_below(scribe, total);
    size_t k = 0;
    while (chosen >= PRODUCTIONS[k].weight)
      chosen -= PRODUCTIONS[k++].weight;
    size_t mark = scribe->mentioned.count;
    bool is_written = PRODUCTIONS[k].write(scribe);
    scribe->mentioned.count = mark;
    if (is_written) return;
  }
}

void draft_statements_write(Scribe *scribe, size_t count) {
  for (size_t k = 0; k < count && scribe->fuel > 0; k++) {
    statement_write(scribe);
    if (scribe->mistake && scribe_chance(scribe, 25)) draft_mistake_statement(scribe);
  }
}

DraftExp draft_block_of(Scribe *scribe, const DraftType *type, size_t statements, size_t depth) {
  StrBuf outer = scribe->out;
  size_t scope_count = scribe->scope.count, callable_count = scribe->callables.count;
  scribe->out = (StrBuf){0};
  scribe->block_depth++;
  draft_statements_write(scribe, statements);
  size_t mark = scribe->mentioned.count;
  DraftExp exp = draft_exp_of(scribe, type, depth);
  exp.roots = draft_roots_since(scribe, mark);
  exp.is_atom = false;
  if (scribe->out.length > 0)
    exp.text = arena_printf(scribe->arena, "\n%sin %s", strbuf_text(&scribe->out), exp.text);
  strbuf_free(&scribe->out);
  scribe->block_depth--;
  scribe->out = outer;
  scribe->scope.count = scope_count;
  scribe->callables.count = callable_count;
  return exp;
}
