// Statements with blocks inside: branches, loops, and local functions.
#include <string.h>

#include "fuzz/futhark.h"

// The roots of two values that one of becomes the result.
static FuzzFutRoots roots_join(Scribe *scribe, FuzzFutRoots a, FuzzFutRoots b) {
  uint32_t *ids = arena_array(scribe->arena, uint32_t, a.count + b.count);
  if (a.count > 0) memcpy(ids, a.ids, a.count * sizeof *ids);
  if (b.count > 0) memcpy(ids + a.count, b.ids, b.count * sizeof *ids);
  return (FuzzFutRoots){ids, a.count + b.count};
}

// What a value shares storage with when some of that has been consumed on another way to it: the
// rest, and something that may not be consumed.
static FuzzFutRoots roots_surviving(Scribe *scribe, FuzzFutRoots roots) {
  if (draft_roots_are_live(scribe, roots)) return roots;
  uint32_t *ids = arena_array(scribe->arena, uint32_t, roots.count);
  size_t count = 0;
  for (size_t k = 0; k < roots.count; k++)
    if (!scribe->roots.data[roots.ids[k]].is_dead) ids[count++] = roots.ids[k];
  return roots_join(scribe, (FuzzFutRoots){ids, count}, draft_roots_new(scribe, false));
}

// A result of a branch may share storage with what one branch made and the other did not.
static DraftExp joined(Scribe *scribe, const DraftType *type, const char *text, FuzzFutRoots roots,
                       bool has_new) {
  if (has_new && roots.count > 0 && draft_type_has_storage(type))
    roots = roots_join(scribe, roots, draft_roots_new(scribe, true));
  return (DraftExp){text, false, roots};
}

bool draft_if(Scribe *scribe) {
  if (scribe->block_depth >= 3) return false;
  const DraftType *type = draft_any_type(scribe, 2);
  const char *condition = draft_scalar_of(scribe, PRIM_BOOL, 2);
  DraftExp yes = draft_block_of(scribe, type, 1 + scribe_below(scribe, 2), 2);
  DraftExp no = draft_block_of(scribe, type, scribe_below(scribe, 3), 2);
  // What one branch gives may have been consumed by the other.
  FuzzFutRoots both = roots_join(scribe, yes.roots, no.roots);
  both = roots_surviving(scribe, both);
  bool has_new = yes.roots.count == 0 || no.roots.count == 0;
  const char *text =
      arena_printf(scribe->arena, "if %s then (%s) else (%s)", condition, yes.text, no.text);
  draft_statement_let(scribe, type, joined(scribe, type, text, both, has_new));
  return true;
}

// ---- match ----

static bool can_be_matched(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe, (void)context;
  const DraftType *type = binding->type;
  if (type->kind == DRAFT_SUM) return true;
  return type->kind == DRAFT_SCALAR && !prim_is_float(type->prim) && !binding->is_size;
}

// The pattern of a constructor; what it carries is bound.
static const char *constructor_pattern(Scribe *scribe, const DraftType *type, size_t which,
                                       FuzzFutRoots roots) {
  const DraftType *part = type->parts[which];
  if (!part) return arena_printf(scribe->arena, "#%s", type->labels[which]);
  const char *name = scribe_name(scribe, "c");
  if (part->kind == DRAFT_TUPLE && part->count == 2 && scribe_chance(scribe, 50)) {
    const char *other = scribe_name(scribe, "c");
    draft_scope_bind(scribe, name, part->parts[0], roots);
    draft_scope_bind(scribe, other, part->parts[1], roots);
    return arena_printf(scribe->arena, "#%s (%s, %s)", type->labels[which], name, other);
  }
  if (scribe_chance(scribe, 15)) return arena_printf(scribe->arena, "#%s _", type->labels[which]);
  draft_scope_bind(scribe, name, part, roots);
  return arena_printf(scribe->arena, "#%s %s", type->labels[which], name);
}

static const char *case_pattern(Scribe *scribe, const DraftType *matched, size_t k, size_t count,
                                FuzzFutRoots roots) {
  if (matched->kind == DRAFT_SUM) return constructor_pattern(scribe, matched, k, roots);
  if (matched->prim == PRIM_BOOL) return k == 0 ? "true" : "false";
  if (k + 1 == count) return "_";
  return arena_printf(scribe->arena, "%zu", k);
}

bool draft_match(Scribe *scribe) {
  if (scribe->block_depth >= 3) return false;
  FuzzFutBinding *binding = draft_scope_pick(scribe, can_be_matched, NULL);
  if (!binding) return false;
  const DraftType *matched = binding->type, *type = draft_any_type(scribe, 1);
  FuzzFutRoots roots = binding->roots, given = {0};
  size_t count = matched->kind == DRAFT_SUM ? matched->count : matched->prim == PRIM_BOOL ? 2 : 3;
  bool is_short = scribe->mistake && strcmp(scribe->mistake, "a case is missing") == 0;
  StrBuf text = {0};
  strbuf_printf(&text, "match %s", draft_binding_use(scribe, binding));
  if (is_short) {
    draft_mistake_made(scribe, scribe_name(scribe, "w"));
    strbuf_printf(&text, " -- %s", scribe->mark);
  }
  bool has_new = false;
  for (size_t k = 0; k < count - (size_t)is_short; k++) {
    size_t scope_count = scribe->scope.count;
    const char *pattern = case_pattern(scribe, matched, k, count, roots);
    DraftExp body = draft_block_of(scribe, type, scribe_below(scribe, 2), 2);
    strbuf_printf(&text, "\ncase %s -> %s", pattern,
                  strncmp(body.text, "\nlet", 4) == 0
                      ? arena_printf(scribe->arena, "(%s)", body.text)
                      : body.text);
    given = roots_join(scribe, given, body.roots);
    has_new = has_new || body.roots.count == 0;
    scribe->scope.count = scope_count;
  }
  given = roots_surviving(scribe, given);
  const char *kept = arena_strndup(scribe->arena, text.data, text.length);
  strbuf_free(&text);
  draft_statement_let(scribe, type, joined(scribe, type, kept, given, has_new));
  return true;
}

// ---- Loops ----

#define LOOP_PARAMS 3

typedef struct FuzzFutLoop {
  size_t count;
  const DraftType *types[LOOP_PARAMS];
  const char *names[LOOP_PARAMS];
  bool is_owned[LOOP_PARAMS];
  const char *starts[LOOP_PARAMS];
  FuzzFutRoots roots; // of what the loop may give beside new arrays
} FuzzFutLoop;

static bool is_consumable(Scribe *scribe, const FuzzFutBinding *binding, const void *type) {
  return draft_type_equal(binding->type, type) && draft_binding_is_consumable(scribe, binding);
}

// Chooses the parameters. An owned one takes over an array, before anything else could use it, or
// gets a copy.
static void loop_start(Scribe *scribe, FuzzFutLoop *loop) {
  *loop = (FuzzFutLoop){.count = 1 + scribe_below(scribe, LOOP_PARAMS - 1)};
  for (size_t k = 0; k < loop->count; k++) {
    loop->types[k] = draft_any_type(scribe, 2);
    loop->is_owned[k] = loop->types[k]->kind == DRAFT_ARRAY && scribe_chance(scribe, 60);
    loop->names[k] = scribe_name(scribe, "s");
    FuzzFutBinding *taken =
        loop->is_owned[k] ? draft_scope_pick(scribe, is_consumable, loop->types[k]) : NULL;
    if (!taken) continue;
    draft_binding_consume(scribe, taken);
    loop->starts[k] = draft_binding_use(scribe, taken);
  }
  bool has_owned = false;
  for (size_t k = 0; k < loop->count; k++)
    has_owned = has_owned || loop->is_owned[k];
  for (size_t k = 0; k < loop->count; k++) {
    if (loop->starts[k]) continue;
    size_t mark = scribe->mentioned.count;
    DraftExp start = draft_exp_of(scribe, loop->types[k], 2);
    // One that is consumed makes the others be taken as a whole with it.
    bool is_copied = loop->is_owned[k] || (has_owned && draft_type_has_storage(loop->types[k]));
    loop->starts[k] = is_copied
                          ? arena_printf(scribe->arena, "copy %s", draft_exp_atom(scribe, start))
                          : start.text;
    if (!loop->is_owned[k])
      loop->roots = roots_join(scribe, loop->roots, draft_roots_since(scribe, mark));
    scribe->mentioned.count = mark;
  }
}

// `(a: *[n]i32, b) = (copy xs, 0)`.
static void loop_params_put(Scribe *scribe, const FuzzFutLoop *loop, StrBuf *out, const char *first,
                            const char *first_start) {
  bool is_tuple = loop->count > 1 || first;
  strbuf_puts(out, is_tuple ? "(" : "");
  if (first) strbuf_printf(out, "%s, ", first);
  for (size_t k = 0; k < loop->count; k++) {
    bool has_array = draft_type_has_kind(loop->types[k], DRAFT_ARRAY);
    bool has_type = loop->is_owned[k] || has_array || scribe_chance(scribe, 40);
    const char *between = k ? ", " : "";
    if (has_type)
      strbuf_printf(out, is_tuple ? "%s%s: %s%s" : "%s(%s: %s%s)", between, loop->names[k],
                    loop->is_owned[k] ? "*" : "", draft_type_text(scribe, loop->types[k]));
    else
      strbuf_printf(out, "%s%s", between, loop->names[k]);
  }
  strbuf_puts(out, is_tuple ? ") = (" : " = ");
  if (first) strbuf_printf(out, "%s, ", first_start);
  for (size_t k = 0; k < loop->count; k++)
    strbuf_printf(out, "%s%s", k ? ", " : "", loop->starts[k]);
  strbuf_puts(out, is_tuple ? ")" : "");
}

// What the loop hands on for an owned parameter: its array, what became of it, or a copy.
static const char *owned_result(Scribe *scribe, const DraftType *type) {
  FuzzFutBinding *binding = draft_scope_pick(scribe, is_consumable, type);
  size_t mark = scribe->mentioned.count;
  if (binding) {
    draft_binding_consume(scribe, binding); // so that no other result takes it
    return binding->name;
  }
  const char *text = draft_exp_atom(scribe, draft_exp_of(scribe, type, 2));
  scribe->mentioned.count = mark;
  return arena_printf(scribe->arena, "copy %s", text);
}

// The body: statements and the next values of the parameters.
static const char *loop_body(Scribe *scribe, FuzzFutLoop *loop, const char *first_next) {
  for (size_t k = 0; k < loop->count; k++)
    draft_scope_bind(scribe, loop->names[k], loop->types[k],
                     draft_roots_new(scribe, loop->is_owned[k]));
  StrBuf outer = scribe->out, results = {0};
  scribe->out = (StrBuf){0};
  scribe->block_depth++;
  draft_statements_write(scribe, 1 + scribe_below(scribe, 3));
  const char *texts[LOOP_PARAMS];
  // What is shared is written first: an owned result consumes.
  for (size_t k = 0; k < loop->count; k++) {
    if (loop->is_owned[k]) continue;
    size_t mark = scribe->mentioned.count;
    texts[k] = draft_exp_of(scribe, loop->types[k], 2).text;
    FuzzFutRoots roots = draft_roots_since(scribe, mark);
    loop->roots = roots_join(scribe, loop->roots, roots);
    // An owned result may not share with it.
    for (size_t j = 0; j < roots.count; j++)
      scribe->roots.data[roots.ids[j]].is_owned = false;
  }
  for (size_t k = 0; k < loop->count; k++)
    if (loop->is_owned[k]) texts[k] = owned_result(scribe, loop->types[k]);
  bool is_tuple = loop->count > 1 || first_next;
  strbuf_puts(&results, is_tuple ? "(" : "");
  if (first_next) strbuf_printf(&results, "%s, ", first_next);
  for (size_t k = 0; k < loop->count; k++)
    strbuf_printf(&results, "%s%s", k ? ", " : "", texts[k]);
  strbuf_puts(&results, is_tuple ? ")" : "");
  const char *text = strbuf_text(&results);
  text = scribe->out.length > 0
             ? arena_printf(scribe->arena, "\n%sin %s", strbuf_text(&scribe->out), text)
             : arena_printf(scribe->arena, "%s", text);
  strbuf_free(&results);
  strbuf_free(&scribe->out);
  scribe->block_depth--;
  scribe->out = outer;
  return text;
}

static void loop_end(Scribe *scribe, const FuzzFutLoop *loop, const char *text, bool has_first) {
  StrBuf pattern = {0};
  bool is_tuple = loop->count > 1 || has_first;
  strbuf_puts(&pattern, is_tuple ? "(" : "");
  if (has_first) strbuf_puts(&pattern, "_, ");
  // What was consumed inside, or made there, is not what leaves it.
  FuzzFutRoots shared = loop->roots;
  shared = roots_surviving(scribe, shared);
  shared = roots_join(scribe, shared, draft_roots_new(scribe, false));
  for (size_t k = 0; k < loop->count; k++) {
    const char *name = scribe_name(scribe, "v");
    strbuf_printf(&pattern, "%s%s", k ? ", " : "", name);
    draft_scope_bind(scribe, name, loop->types[k],
                     loop->is_owned[k] ? draft_roots_new(scribe, true) : shared);
  }
  strbuf_puts(&pattern, is_tuple ? ")" : "");
  strbuf_printf(&scribe->out, "let %s =\n%s\n", strbuf_text(&pattern), text);
  strbuf_free(&pattern);
}

static bool loop_write(Scribe *scribe, FuzzFutLoop *loop, const char *form, const char *variable,
                       const DraftType *type, FuzzFutRoots roots, int64_t times) {
  StrBuf text = {0};
  strbuf_puts(&text, "loop ");
  loop_params_put(scribe, loop, &text, NULL, NULL);
  Nest nest;
  draft_nest_enter(scribe, &nest, times, true);
  draft_scope_bind(scribe, variable, type, roots);
  const char *body = loop_body(scribe, loop, NULL);
  draft_nest_leave(scribe, &nest);
  strbuf_printf(&text, " for %s do %s", form, body);
  loop_end(scribe, loop, strbuf_text(&text), false);
  strbuf_free(&text);
  return true;
}

bool draft_for(Scribe *scribe) {
  if (scribe->block_depth >= 3 || !scribe_can_nest(scribe, 4)) return false;
  FuzzFutLoop loop;
  loop_start(scribe, &loop);
  const char *variable = scribe_name(scribe, "ix");
  const char *bound =
      scribe_chance(scribe, 50)
          ? arena_printf(scribe->arena, "%s", draft_size_atom(scribe, draft_any_size(scribe)))
          : arena_printf(scribe->arena, "%zu", scribe_below(scribe, 4));
  const char *form = arena_printf(scribe->arena, "%s < %s", variable, bound);
  bool is_known = bound[0] >= '0' && bound[0] <= '9';
  const DraftType *type = draft_type_scalar(scribe, PRIM_I64);
  if (is_known && scribe_chance(scribe, 30)) {
    form = arena_printf(scribe->arena, "%s < %si32", variable, bound);
    type = draft_type_scalar(scribe, PRIM_I32);
  } else if (is_known) {
    form = arena_printf(scribe->arena, "%s < %si64", variable, bound);
  }
  return loop_write(scribe, &loop, form, variable, type, (FuzzFutRoots){NULL, 0}, 6);
}

bool draft_for_in(Scribe *scribe) {
  FuzzFutBinding *source = draft_scope_pick(scribe, draft_binding_is_array, NULL);
  if (!source || scribe->block_depth >= 3 || !scribe_can_nest(scribe, source->type->size->high))
    return false;
  const DraftType *type = source->type;
  const char *name = draft_binding_use(scribe, source);
  FuzzFutRoots roots = source->roots;
  FuzzFutLoop loop;
  loop_start(scribe, &loop);
  if (!draft_roots_are_live(scribe, roots)) return false; // the loop took it over
  const char *variable = scribe_name(scribe, "x");
  const char *form = arena_printf(scribe->arena, "%s in %s", variable, name);
  return loop_write(scribe, &loop, form, variable, type->element, draft_roots_new(scribe, false),
                    type->size->high);
}

bool draft_while(Scribe *scribe) {
  if (scribe->block_depth >= 3 || !scribe_can_nest(scribe, 4)) return false;
  FuzzFutLoop loop;
  loop_start(scribe, &loop);
  const char *counter = scribe_name(scribe, "ix");
  StrBuf text = {0};
  strbuf_puts(&text, "loop ");
  loop_params_put(scribe, &loop, &text, counter, "0i64");
  Nest nest;
  draft_nest_enter(scribe, &nest, 4, true);
  draft_scope_bind(scribe, counter, draft_type_scalar(scribe, PRIM_I64), (FuzzFutRoots){NULL, 0});
  const char *body = loop_body(scribe, &loop, arena_printf(scribe->arena, "%s + 1", counter));
  draft_nest_leave(scribe, &nest);
  strbuf_printf(&text, " while %s < %zu do %s", counter, scribe_below(scribe, 4), body);
  loop_end(scribe, &loop, strbuf_text(&text), true);
  strbuf_free(&text);
  return true;
}

bool draft_local_function(Scribe *scribe) {
  if (scribe->block_depth >= 2) return false;
  const char *name = scribe_name(scribe, "fn");
  size_t root_count = scribe->roots.count;
  draft_function_write(scribe, "let", name, name);
  // It may use anything of what is around it, so that must stay as it is.
  for (size_t k = 0; k < root_count; k++)
    scribe->roots.data[k].is_owned = false;
  return true;
}
