// Declarations: functions with their parameters, types, constants.
#include <string.h>

#include "fuzz/futhark.h"

// ---- Functions ----

#define PARAMS_MOST 6
#define SIZES_MOST  3

typedef struct FuzzFutSignature {
  Callable callable;
  StrBuf text;           // of the parameters
  size_t last_start;     // where the last one begins in it
  const char *last_name; // NULL: it is no plain value
  bool is_top;
} FuzzFutSignature;

static bool size_occurs(const DraftSize *size, const char *name) {
  if (size->left) return size_occurs(size->left, name) || size_occurs(size->right, name);
  return size->kind == DRAFT_SIZE_NAME && strcmp(size->name, name) == 0;
}

// Does an array have just this size? From an expression it could not be found.
static bool type_tells_size(const DraftType *type, const char *name) {
  if (type->kind == DRAFT_FUNCTION) return false;
  if (type->kind == DRAFT_ARRAY)
    return (type->size->kind == DRAFT_SIZE_NAME && size_occurs(type->size, name)) ||
           type_tells_size(type->element, name);
  for (size_t k = 0; k < type->count; k++)
    if (type->parts[k] && type_tells_size(type->parts[k], name)) return true;
  return false;
}

static void signature_sizes(Scribe *scribe, FuzzFutSignature *signature) {
  Callable *callable = &signature->callable;
  callable->size_names = arena_array(scribe->arena, const char *, SIZES_MOST);
  callable->size_lows = arena_array(scribe->arena, int64_t, SIZES_MOST);
  callable->type_names = arena_array(scribe->arena, const char *, 1);
  size_t count = scribe_below(scribe, SIZES_MOST);
  for (size_t k = 0; k < count; k++) {
    const char *name = scribe_name(scribe, "n");
    callable->size_names[callable->size_count] = name;
    callable->size_lows[callable->size_count++] = scribe_chance(scribe, 75);
    strbuf_printf(&signature->text, " [%s]", name);
    FuzzFutBinding *binding = draft_scope_bind(scribe, name, draft_type_scalar(scribe, PRIM_I64),
                                               (FuzzFutRoots){NULL, 0});
    binding->is_size = true;
    binding->low = callable->size_lows[k];
    binding->high = 6;
  }
  if (!scribe_chance(scribe, 25)) return;
  callable->type_names[callable->type_count++] = scribe_name(scribe, "t");
  strbuf_printf(&signature->text, " '%s", callable->type_names[0]);
}

static void param_add(Scribe *scribe, FuzzFutSignature *signature, const DraftType *type,
                      bool is_consumed) {
  Callable *callable = &signature->callable;
  const char *name = scribe_name(scribe, "a");
  size_t k = callable->param_count++;
  callable->params[k] = type;
  callable->is_consumed[k] = is_consumed;
  callable->size_of_param[k] = SIZE_MAX;
  FuzzFutRoots roots = draft_roots_new(scribe, is_consumed);
  draft_scope_bind(scribe, name, type, roots);
  signature->last_start = signature->text.length;
  signature->last_name = name;
  strbuf_printf(&signature->text, " (%s: %s%s)", name, is_consumed ? "*" : "",
                draft_type_text(scribe, type));
}

// A number that is also a size: `(n: i64)`.
static void size_param_add(Scribe *scribe, FuzzFutSignature *signature) {
  Callable *callable = &signature->callable;
  if (callable->size_count == SIZES_MOST) return;
  const char *name = scribe_name(scribe, "n");
  callable->size_names[callable->size_count] = name;
  callable->size_lows[callable->size_count] = 1;
  size_t k = callable->param_count++;
  callable->params[k] = draft_type_scalar(scribe, PRIM_I64);
  callable->is_consumed[k] = false;
  callable->size_of_param[k] = callable->size_count++;
  FuzzFutBinding *binding =
      draft_scope_bind(scribe, name, callable->params[k], (FuzzFutRoots){NULL, 0});
  binding->is_size = true;
  binding->low = 1;
  binding->high = 6;
  strbuf_printf(&signature->text, " (%s: i64)", name);
}

// A function that can be called in the body.
static void function_param_add(Scribe *scribe, FuzzFutSignature *signature) {
  Callable *callable = &signature->callable;
  const char *name = scribe_name(scribe, "g");
  const DraftType *named =
      callable->type_count > 0 ? draft_type_named(scribe, callable->type_names[0]) : NULL;
  const DraftType *parts[3];
  size_t count = 2 + (size_t)scribe_chance(scribe, 30);
  for (size_t k = 0; k < count; k++)
    parts[k] = named && scribe_chance(scribe, 60)
                   ? named
                   : draft_type_scalar(scribe, draft_any_prim(scribe));
  const DraftType *type = draft_type_function(scribe, parts, count);
  size_t k = callable->param_count++;
  callable->params[k] = type;
  callable->is_consumed[k] = false;
  callable->size_of_param[k] = SIZE_MAX;
  signature->last_name = NULL;
  strbuf_printf(&signature->text, " (%s: %s)", name, draft_type_text(scribe, type));
  Callable inner = {.name = name,
                    .params = arena_array(scribe->arena, const DraftType *, count - 1),
                    .is_consumed = arena_array(scribe->arena, bool, count - 1),
                    .size_of_param = arena_array(scribe->arena, size_t, count - 1),
                    .param_count = count - 1,
                    .result = parts[count - 1],
                    .cost = 4};
  for (size_t j = 0; j + 1 < count; j++) {
    inner.params[j] = parts[j];
    inner.size_of_param[j] = SIZE_MAX;
  }
  vec_push(scribe->arena, &scribe->callables, inner);
}

static void signature_params(Scribe *scribe, FuzzFutSignature *signature) {
  Callable *callable = &signature->callable;
  callable->params = arena_array(scribe->arena, const DraftType *, PARAMS_MOST + SIZES_MOST + 4);
  callable->is_consumed = arena_array(scribe->arena, bool, PARAMS_MOST + SIZES_MOST + 4);
  callable->size_of_param = arena_array(scribe->arena, size_t, PARAMS_MOST + SIZES_MOST + 4);
  size_t named_sizes = callable->size_count;
  size_t count = 1 + scribe_below(scribe, 3);
  if (scribe_chance(scribe, 20)) size_param_add(scribe, signature);
  for (size_t k = 0; k < count; k++) {
    const DraftType *type = draft_any_type(scribe, 2);
    param_add(scribe, signature, type, type->kind == DRAFT_ARRAY && scribe_chance(scribe, 20));
  }
  const DraftType *named =
      callable->type_count > 0 ? draft_type_named(scribe, callable->type_names[0]) : NULL;
  for (size_t k = 0; k < named_sizes; k++) {
    bool is_told = false;
    for (size_t j = 0; j < callable->param_count; j++)
      is_told = is_told || type_tells_size(callable->params[j], callable->size_names[k]);
    if (is_told) continue;
    const DraftSize *size =
        draft_size_named(scribe, callable->size_names[k], callable->size_lows[k], 6);
    const DraftType *element =
        named && scribe_chance(scribe, 60) ? named : draft_any_element_type(scribe);
    param_add(scribe, signature, draft_type_array(scribe, size, element),
              scribe_chance(scribe, 20));
  }
  if (named) param_add(scribe, signature, named, false);
  if (scribe_chance(scribe, 20)) function_param_add(scribe, signature);
}

// The result type as it is written, with the body that gives it.
static const char *result_write(Scribe *scribe, FuzzFutSignature *signature, DraftExp *body) {
  Callable *callable = &signature->callable;
  const DraftType *type = draft_any_type(scribe, 2);
  if (callable->type_count > 0 && scribe_chance(scribe, 50))
    type = draft_type_named(scribe, callable->type_names[0]);
  size_t statements = scribe_below(scribe, signature->is_top ? 6 : 3);
  bool is_hidden = type->kind == DRAFT_ARRAY && signature->is_top && scribe_chance(scribe, 15);
  callable->is_fresh = type->kind == DRAFT_ARRAY && !is_hidden && scribe_chance(scribe, 40);
  *body = draft_block_of(scribe, type, statements, 3);
  callable->result = type;
  if (draft_roots_are_global(scribe, body->roots) && !callable->is_fresh)
    body->text = arena_printf(scribe->arena, "\nlet r = %s\nin copy r", body->text);
  if (callable->is_fresh) {
    // The value of the block is copied: `let r = ... in copy r`.
    body->text = arena_printf(scribe->arena, "\nlet r = %s\nin copy r", body->text);
    return arena_printf(scribe->arena, ": *%s", draft_type_text(scribe, type));
  }
  if (is_hidden) {
    const char *size = scribe_name(scribe, "k"), *element = draft_type_atom(scribe, type->element);
    body->text = arena_printf(scribe->arena, "\nlet r = %s\nin r[0:length r / 2]", body->text);
    callable->result =
        draft_type_array(scribe, draft_size_hidden(scribe, 0, type->size->high), type->element);
    return arena_printf(scribe->arena, ": ?[%s].[%s]%s", size, size, element);
  }
  if (scribe_chance(scribe, 25)) return "";
  return arena_printf(scribe->arena, ": %s", draft_type_text(scribe, type));
}

// Writes the last parameter as that of a lambda: the function gives a function. What consumes a
// parameter cannot do so inside a lambda.
static void curry(Scribe *scribe, FuzzFutSignature *signature, const char **result,
                  DraftExp *body) {
  const Callable *callable = &signature->callable;
  bool is_plain = signature->last_name && callable->param_count > 1 && !callable->is_fresh &&
                  strncmp(*result, ": ?", 3) != 0;
  for (size_t k = 0; k < callable->param_count; k++)
    if (callable->is_consumed[k]) is_plain = false;
  if (!is_plain || !scribe_chance(scribe, 15)) return;
  const DraftType *type = callable->params[callable->param_count - 1];
  const char *text = draft_type_atom(scribe, type);
  signature->text.length = signature->last_start;
  signature->text.data[signature->last_start] = '\0';
  if (**result) *result = arena_printf(scribe->arena, ": %s -> %s", text, *result + 2);
  body->text =
      arena_printf(scribe->arena, "\\(%s: %s) -> %s", signature->last_name, text, body->text);
}

void draft_function_write(Scribe *scribe, const char *keyword, const char *name,
                          const char *called) {
  FuzzFutSignature signature = {.is_top = strcmp(keyword, "let") != 0};
  Nest nest;
  int64_t times = scribe->times, work = scribe->work;
  draft_nest_enter(scribe, &nest, 1, true);
  scribe->times = 1;
  scribe->work = 1;
  size_t nominal = scribe->nominal.count;
  signature_sizes(scribe, &signature);
  signature_params(scribe, &signature);
  if (signature.callable.type_count > 0)
    vec_push(scribe->arena, &scribe->nominal,
             draft_type_named(scribe, signature.callable.type_names[0]));
  DraftExp body;
  const char *result = result_write(scribe, &signature, &body);
  if (signature.is_top) curry(scribe, &signature, &result, &body);
  scribe->nominal.count = nominal;
  signature.callable.cost = scribe->work;
  draft_nest_leave(scribe, &nest);
  scribe->times = times;
  scribe->work = work;
  if (signature.is_top && scribe_chance(scribe, 8)) strbuf_puts(&scribe->out, "#[noinline]\n");
  strbuf_printf(&scribe->out, "%s %s%s%s = %s\n", keyword, name, strbuf_text(&signature.text),
                result, body.text);
  strbuf_free(&signature.text);
  signature.callable.name = called;
  vec_push(scribe->arena, &scribe->callables, signature.callable);
}

void draft_declare_function(Scribe *scribe) {
  const char *name = scribe_name(scribe, "fn");
  draft_function_write(scribe, "def", name, name);
  strbuf_putc(&scribe->out, '\n');
}

void draft_declare_constant(Scribe *scribe) {
  const char *name = scribe_name(scribe, "c");
  if (scribe_chance(scribe, 40)) {
    int64_t value = 1 + (int64_t)scribe_below(scribe, 4);
    strbuf_printf(&scribe->out, "def %s: i64 = %lld\n\n", name, (long long)value);
    FuzzFutBinding *binding = draft_scope_bind(scribe, name, draft_type_scalar(scribe, PRIM_I64),
                                               (FuzzFutRoots){NULL, 0});
    binding->is_size = true;
    binding->low = binding->high = value;
    return;
  }
  const DraftType *type = draft_any_type(scribe, 2);
  Nest nest;
  draft_nest_enter(scribe, &nest, 1, true);
  DraftExp value = draft_block_of(scribe, type, scribe_below(scribe, 2), 2);
  draft_nest_leave(scribe, &nest);
  strbuf_printf(&scribe->out, "def %s: %s = %s\n\n", name, draft_type_text(scribe, type),
                value.text);
  draft_scope_bind(scribe, name, type, draft_roots_new(scribe, false));
  vec_last(&scribe->roots).is_global = true;
}

// ---- Types ----

// A record with a field for a size parameter, and one for a type parameter.
static const DraftType *generic_record(Scribe *scribe, const char *size, const char *type) {
  static const char *const labels[] = {"data", "value", "count"};
  const DraftType *parts[3];
  const DraftType *named =
      type ? draft_type_named(scribe, type) : draft_type_scalar(scribe, PRIM_I32);
  parts[0] = size ? draft_type_array(scribe, draft_size_named(scribe, size, 0, 6), named) : named;
  parts[1] = named;
  parts[2] = draft_type_scalar(scribe, PRIM_I64);
  return draft_type_labelled(scribe, DRAFT_RECORD, labels, parts, 2 + scribe_below(scribe, 2));
}

static const DraftType *generic_sum(Scribe *scribe, const char *type) {
  static const char *const labels[] = {"none", "some", "both"};
  const DraftType *named =
      type ? draft_type_named(scribe, type) : draft_type_scalar(scribe, PRIM_F32);
  const DraftType *pair[] = {named, draft_type_scalar(scribe, PRIM_I32)};
  const DraftType *parts[] = {NULL, named, draft_type_tuple(scribe, pair, 2)};
  return draft_type_labelled(scribe, DRAFT_SUM, labels, parts, 2 + scribe_below(scribe, 2));
}

void draft_declare_types(Scribe *scribe) {
  Abbreviation made = {.name = scribe_name(scribe, "t"),
                       .size_names = arena_array(scribe->arena, const char *, 1),
                       .type_names = arena_array(scribe->arena, const char *, 1)};
  StrBuf params = {0};
  bool is_sum = scribe_chance(scribe, 40);
  const char *size = !is_sum && scribe_chance(scribe, 60) ? scribe_name(scribe, "n") : NULL;
  const char *type = scribe_chance(scribe, 60) ? scribe_name(scribe, "t") : NULL;
  if (size) {
    made.size_names[made.size_count++] = size;
    strbuf_printf(&params, " [%s]", size);
  }
  if (type) {
    made.type_names[made.type_count++] = type;
    strbuf_printf(&params, " '%s", type);
  }
  made.type = is_sum ? generic_sum(scribe, type) : generic_record(scribe, size, type);
  strbuf_printf(&scribe->out, "type %s%s = %s\n\n", made.name, strbuf_text(&params),
                draft_type_text(scribe, made.type));
  strbuf_free(&params);
  vec_push(scribe->arena, &scribe->abbreviations, made);
}
