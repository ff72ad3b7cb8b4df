// Futhark at the prompt. Each input is checked like a file whose scope is inside of that of the
// input before, so that it may define a name again: what stands above keeps the old definition.
#include <string.h>

#include "front/futhark/ast_walk.h"
#include "front/futhark/futhark.h"
#include "front/futhark/futhark_to_core.h"

static bool is_open(Arena *arena, Interner *names, const SourceFile *file) {
  Diag *silent = diag_new(arena, NULL);
  diag_configure(silent, (DiagSettings){.is_silent = true});
  return fut_parse_input(arena, names, file, silent).is_open;
}

// ---- Who keeps what is hidden ----

typedef struct FutLooking {
  const FutValue *wanted;
  bool is_found;
} FutLooking;

static void look(void *context, const FutExp *exp) {
  FutLooking *looking = context;
  for (; exp != NULL && !looking->is_found; exp = fut_let_body(exp)) {
    looking->is_found = exp->kind == FUT_EXP_VAR && exp->value == looking->wanted;
    fut_exp_parts(exp, look, context);
  }
}

static bool uses(const FutValue *definition, const FutValue *wanted) {
  FutLooking looking = {.wanted = wanted};
  if (definition->binding != NULL) look(&looking, definition->binding->body);
  return looking.is_found;
}

// A definition that has parameters is evaluated again and again; a value is what it was.
static SessionNames find_keepers(Arena *arena, const FutChecked *checked, const FutScopes *scopes,
                                 Name name) {
  SessionNames keepers = {0};
  const FutValue *hidden = fut_env_value(scopes->outer, name);
  if (hidden == NULL || hidden->is_prelude || strcmp(name, "it") == 0) return keepers;
  for (size_t i = 0; i < checked->definitions.count; i++) {
    const FutValue *definition = checked->definitions.data[i];
    bool is_function = definition->binding != NULL && definition->binding->params.count > 0;
    if (definition == hidden || definition->is_prelude || !is_function) continue;
    bool is_seen = fut_env_value(scopes->inner, definition->name) == definition &&
                   fut_env_value(scopes->outer, definition->name) == definition;
    if (is_seen && uses(definition, hidden)) vec_push(arena, &keepers, definition->name);
  }
  return keepers;
}

// ---- Forms ----

// Has it a value that can be shown: data of one type and shape?
static bool is_shown(const FutValue *value) {
  return value->scheme.type_count + value->scheme.size_count == 0 &&
         !fut_type_has_function(value->scheme.type);
}

static void add_decl(Arena *arena, const FutScopes *scopes, FutChecked *checked,
                     const FutDecl *decl, bool is_expression, SessionProgram *result) {
  SessionForm form = {.span = decl->span, .is_expression = is_expression};
  switch (decl->kind) {
  case FUT_DECL_VALUE: {
    form.name = decl->value.binding.name.name;
    FutValue *value = fut_env_value(scopes->inner, form.name);
    form.type = fut_scheme_typing(arena, &value->scheme);
    form.keepers = find_keepers(arena, checked, scopes, form.name);
    if (is_shown(value)) vec_push(arena, &checked->entries, value);
    break;
  }
  case FUT_DECL_TYPE:
    form.name = decl->type.name.name;
    form.kind = "type";
    break;
  case FUT_DECL_MODULE:
    form.name = decl->module.name.name;
    form.kind = "module";
    break;
  case FUT_DECL_MODULE_TYPE:
    form.name = decl->module_type.name.name;
    form.kind = "module type";
    break;
  case FUT_DECL_LOCAL: add_decl(arena, scopes, checked, decl->local, false, result); return;
  case FUT_DECL_OPEN:
  case FUT_DECL_IMPORT: form.kind = ""; break;
  case FUT_DECL_BROKEN: INTERNAL_ERROR("a broken declaration without an error");
  }
  vec_push(arena, &result->forms, form);
}

// Entry points are made in the order of the forms that have a value.
static void find_entries(const FutScopes *scopes, SessionProgram *result) {
  size_t next = 0;
  const Program *program = result->program;
  for (size_t i = 0; i < result->forms.count; i++) {
    SessionForm *form = &result->forms.data[i];
    if (form->type == NULL || !is_shown(fut_env_value(scopes->inner, form->name))) continue;
    while (program->funs.data[next]->entry == NULL)
      next++;
    form->entry = program->funs.data[next++];
  }
}

static FutProgram **read_inputs(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                                bool *is_expression) {
  FutProgram **programs = arena_array(arena, FutProgram *, inputs.count);
  for (size_t i = 0; i < inputs.count; i++) {
    FutInput input = fut_parse_input(arena, names, inputs.files[i], diag);
    programs[i] = input.program;
    *is_expression = input.is_expression;
  }
  return programs;
}

static bool compile(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                    SessionProgram *result) {
  bool is_expression = false;
  FutScopes scopes;
  FutProgram **programs = read_inputs(arena, names, diag, inputs, &is_expression);
  FutChecked *checked =
      fut_check_session(arena, names, diag_sources(diag), diag, programs, inputs.count, &scopes);
  if (checked->has_errors) return false;
  checked->is_session = true;
  checked->entries.count = 0;
  const FutDecls *decls = &programs[inputs.count - 1]->decls;
  for (size_t i = 0; i < decls->count; i++)
    add_decl(arena, &scopes, checked, decls->data[i], is_expression, result);
  result->program = futhark_to_core(arena, names, checked, diag);
  if (result->program == NULL) return false;
  find_entries(&scopes, result);
  return true;
}

// ---- Names ----

static const char *const KEYWORDS[] = {
#define TOKEN(id, text, flags)
#define KEYWORD(id, text, flags) text,
#include "front/futhark/tokens.def"
#undef TOKEN
#undef KEYWORD
};

static void add_map(Arena *arena, Interner *names, const Map *map, const char *qualifier,
                    SessionNames *out) {
  MapEntry entry;
  for (size_t cursor = 0; map != NULL && map_each(map, &cursor, &entry);) {
    Name name = (Name)(uintptr_t)entry.key;
    if (!front_is_letter(name[0])) continue;
    if (qualifier != NULL) name = intern_str(names, arena_printf(arena, "%s.%s", qualifier, name));
    vec_push(arena, out, name);
  }
}

// The names of a scope, and those inside of its modules with the names of these.
static void add_scope(Arena *arena, Interner *names, const FutEnv *env, SessionNames *out) {
  add_map(arena, names, env->values, NULL, out);
  add_map(arena, names, env->types, NULL, out);
  add_map(arena, names, env->modules, NULL, out);
  add_map(arena, names, env->module_types, NULL, out);
  MapEntry entry;
  for (size_t cursor = 0; env->modules != NULL && map_each(env->modules, &cursor, &entry);) {
    const FutModuleValue *module = entry.value;
    if (module == NULL || module->kind != FUT_STRUCTURE || strcmp(module->name, "intrinsics") == 0)
      continue;
    add_map(arena, names, module->env->values, (Name)(uintptr_t)entry.key, out);
  }
}

static void list_names(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                       SessionNames *out) {
  bool is_expression = false;
  FutScopes scopes = {0};
  FutProgram **programs = read_inputs(arena, names, diag, inputs, &is_expression);
  fut_check_session(arena, names, diag_sources(diag), diag, programs, inputs.count, &scopes);
  for (const FutEnv *env = scopes.inner; env != NULL; env = env->parent)
    add_scope(arena, names, env, out);
  for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
    vec_push(arena, out, intern_str(names, KEYWORDS[i]));
}

const FrontSession futhark_session = {.is_open = is_open, .compile = compile, .names = list_names};
