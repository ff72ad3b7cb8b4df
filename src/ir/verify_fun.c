// Functions, entry points and globals.
#include <string.h>

#include "ir/entry.h"
#include "ir/rules.h"
#include "ir/type.h"
#include "ir/verify_internal.h"

// ---- Results of functions and globals ----

static void verify_results(Verifier *verifier, const char *what, Var *const *vars, size_t count,
                           const Body *body) {
  if (verifier->is_tainted) return;
  StrBuf why = {0};
  if (!telescope_accepts(&verifier->rules, vars, body->results, count, body->result_count, &why))
    verify_error(verifier, ERROR_BAD_RESULTS, "the results do not fit the %s: %s", what,
                 strbuf_text(&why));
  strbuf_free(&why);
}

void verify_global(Verifier *verifier, Global *global) {
  verifier->unit = global;
  verifier->span = global->span;
  verifier->is_tainted = false;
  verifier->spellings = map_new(verifier->arena);
  verify_body(verifier, global->body);
  bool is_body_bad = verifier->is_tainted;
  verifier->is_tainted = false;
  verify_bind_all(verifier, global->vars, global->var_count);
  for (size_t i = 0; i < global->var_count; i++)
    map_put(verifier->global_spellings,
            hash_combine(map_key(global->vars[i]->name), global->vars[i]->id), global->vars[i]);
  verifier->is_tainted = verifier->is_tainted || is_body_bad;
  verify_results(verifier, "global", global->vars, global->var_count, global->body);
}

// ---- Signatures ----

static bool is_size_type(const Verifier *verifier, const Type *type) {
  if (type->kind == TYPE_SEG || type->kind == TYPE_MEM)
    return verifier->program->level != LEVEL_CORE;
  return (type->kind == TYPE_SCALAR || type->kind == TYPE_ARRAY) && type->scalar == SCALAR_I64;
}

// Binds one variable of a signature; a fault of one does not hide those of others.
static void bind_signature(Verifier *verifier, Var *var, bool is_size) {
  verifier->is_tainted = false;
  verify_bind(verifier, var);
  if (is_size && !verifier->is_tainted && !is_size_type(verifier, var->type))
    verify_error(verifier, ERROR_BAD_SIZE, "the size %s is neither an i64 nor lengths",
                 verify_spell(verifier->arena, var));
}

static void verify_aliases(Verifier *verifier, const Fun *fun, const Result *result) {
  for (size_t i = 0; i < result->alias_count; i++)
    if (result->aliases[i] >= fun->param_count)
      verify_error(verifier, ERROR_BAD_RESULTS,
                   "result %s may share storage with parameter %u, but there are only %zu",
                   verify_spell(verifier->arena, result->var), result->aliases[i],
                   fun->param_count);
}

static void verify_result_types(Verifier *verifier, const Fun *fun) {
  size_t mark = verify_scope_open(verifier);
  for (size_t i = 0; i < fun->result_count; i++) {
    bind_signature(verifier, fun->results[i].var, i < fun->result_size_count);
    verify_aliases(verifier, fun, &fun->results[i]);
  }
  verify_scope_close(verifier, mark);
}

// ---- Entry points ----

static void verify_entry_type(Verifier *verifier, const char *what, const Var *var, bool is_size) {
  TypeKind kind = var->type->kind;
  if (kind != TYPE_SCALAR && kind != TYPE_ARRAY && !(is_size && kind == TYPE_MEM))
    verify_error(verifier, ERROR_BAD_ENTRY,
                 "%s %s of an entry point is neither a number nor an array", what,
                 verify_spell(verifier->arena, var));
}

static void verify_entry_values(Verifier *verifier, const char *what, const EntryValue *values,
                                size_t count, Var *const *vars, size_t expected) {
  uint64_t total = 0;
  for (size_t i = 0; i < count; i++)
    total += values[i].count;
  StrBuf why = {0};
  if (total != expected)
    verify_error(verifier, ERROR_BAD_ENTRY,
                 "the interface has %llu %s value%s, but the entry point has %zu",
                 (unsigned long long)total, what, total == 1 ? "" : "s", expected);
  else if (!entry_values_fit(values, count, vars, expected, &why))
    verify_error(verifier, ERROR_BAD_ENTRY, "%s %s", what, strbuf_text(&why));
  strbuf_free(&why);
}

// Is the size a dimension that the outside sees, or the block that the array is in? Everything up
// to the innermost varying dimension is one dimension there.
static bool is_shown_in(const Type *type, const Var *size) {
  if (type->kind != TYPE_ARRAY) return false;
  if (type->place && type->place->block == size) return true;
  for (uint32_t k = type->rank; k > 0 && !dim_is_varying(type->dims[k - 1]); k--)
    if (type->dims[k - 1].var == size) return true;
  return false;
}

static void verify_entry_sizes(Verifier *verifier, const Fun *fun) {
  for (size_t i = 0; i < fun->size_count; i++) {
    const Var *size = fun->params[i].var;
    bool is_found = false;
    for (size_t k = fun->size_count; k < fun->param_count && !is_found; k++)
      is_found = is_shown_in(fun->params[k].var->type, size);
    if (!is_found)
      verify_error(
          verifier, ERROR_BAD_SIZE,
          "the size %s of an entry point cannot be derived: no parameter has it as a dimension",
          verify_spell(verifier->arena, size));
  }
}

static void verify_entry(Verifier *verifier, const Fun *fun) {
  const Entry *entry = fun->entry;
  Var **params = arena_array(verifier->arena, Var *, fun->param_count);
  Var **results = arena_array(verifier->arena, Var *, fun->result_count);
  for (size_t i = 0; i < fun->param_count; i++) {
    params[i] = fun->params[i].var;
    verify_entry_type(verifier, "parameter", params[i], i < fun->size_count);
  }
  for (size_t i = 0; i < fun->result_count; i++) {
    results[i] = fun->results[i].var;
    verify_entry_type(verifier, "result", results[i], i < fun->result_size_count);
  }
  verify_entry_values(verifier, "parameter", entry->params, entry->param_count,
                      params + fun->size_count, fun->param_count - fun->size_count);
  verify_entry_values(verifier, "result", entry->results, entry->result_count,
                      results + fun->result_size_count, fun->result_count - fun->result_size_count);
  StrBuf why = {0};
  if (!entry_opaques_fit(entry, &why))
    verify_error(verifier, ERROR_BAD_ENTRY, "%s", strbuf_text(&why));
  strbuf_free(&why);
  verify_entry_sizes(verifier, fun);
}

// ---- Functions ----

static void verify_fun_results(Verifier *verifier, const Fun *fun) {
  Var **vars = arena_array(verifier->arena, Var *, fun->result_count);
  for (size_t i = 0; i < fun->result_count; i++)
    vars[i] = fun->results[i].var;
  verify_results(verifier, "function's signature", vars, fun->result_count, fun->body);
}

void verify_fun(Verifier *verifier, Fun *fun) {
  verifier->unit = fun;
  verifier->span = fun->span;
  verifier->is_tainted = false;
  verifier->spellings = map_new(verifier->arena);
  if (fun->size_count > fun->param_count || fun->result_size_count > fun->result_count) {
    verify_error(verifier, ERROR_BAD_SIZE, "%s has more sizes than parameters or results",
                 fun->name);
    verifier->has_bad_signature = true;
    return;
  }
  size_t mark = verify_scope_open(verifier);
  for (size_t i = 0; i < fun->param_count; i++)
    bind_signature(verifier, fun->params[i].var, i < fun->size_count);
  verify_result_types(verifier, fun);
  bool is_signature_bad = map_find(verifier->broken, map_key(fun), NULL);
  verifier->has_bad_signature = verifier->has_bad_signature || is_signature_bad;
  if (!is_signature_bad && fun->entry != NULL) verify_entry(verifier, fun);
  verifier->is_tainted = false;
  verify_body(verifier, fun->body);
  if (!is_signature_bad) verify_fun_results(verifier, fun);
  verify_scope_close(verifier, mark);
}

static void verify_name(Verifier *verifier, Map *names, const Fun *fun, Name name,
                        const char *what) {
  if (map_find(names, map_key(name), NULL)) {
    verifier->unit = fun;
    verifier->span = fun->span;
    verify_error(verifier, ERROR_SAME_NAME, "there are two %s named %s", what, name);
  }
  map_put(names, map_key(name), fun);
}

void verify_names(Verifier *verifier) {
  Map *names = map_new(verifier->arena);
  Map *entries = map_new(verifier->arena);
  for (size_t i = 0; i < verifier->program->funs.count; i++) {
    const Fun *fun = verifier->program->funs.data[i];
    map_put(verifier->funs, map_key(fun), fun);
    verify_name(verifier, names, fun, fun->name, "functions");
    if (fun->entry != NULL) verify_name(verifier, entries, fun, fun->entry->name, "entry points");
  }
}
