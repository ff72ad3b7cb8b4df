// Declarations in order. An error in one does not hide errors in others: its name is bound all the
// same.
//
// A parametric module and a module type remember the environment in which they were written. So
// that later declarations do not change what their names mean, those go into a scope of their own.
#include <string.h>

#include "front/futhark/check_module.h"

// The declarations of one body.
typedef struct FutBody {
  FutChecker *checker;
  FutEnv *exports;
  Map *terms, *types, *module_types; // Name -> the FutIdent that bound it here
} FutBody;

FutEnv *fut_enter_env(FutChecker *checker, FutEnv *env) {
  FutEnv *outer = checker->env;
  checker->env = env;
  return outer;
}

static void freeze_scope(FutChecker *checker) {
  checker->env = fut_env_new(checker->arena, checker->env);
}

// Reports a second definition of a name in one body. A local one, which has no exports, may be
// hidden or hide another.
static void check_new(FutBody *body, Map *map, const FutIdent *name, const FutEnv *exports,
                      const char *what) {
  if (name->name == NULL || exports == NULL) return;
  const FutIdent *old = map_get(map, map_key(name->name));
  if (old == NULL) {
    map_put(map, map_key(name->name), name);
    return;
  }
  Diag *diag = body->checker->diag;
  diag_error(diag, ERROR_FUTHARK_DEFINED_TWICE, name->span, "%s `%s` is defined twice", what,
             name->name);
  diag_note(diag, old->span, "the first definition is here");
}

// ---- Kinds of declarations ----

// Where a declaration's names go; exports is NULL for `local` ones.
static void add_value(FutChecker *checker, FutEnv *exports, Name name, FutValue *value) {
  fut_env_add_value(checker->env, name, value);
  if (exports != NULL) fut_env_add_value(exports, name, value);
}

static void check_value(FutBody *body, FutDecl *decl, FutEnv *exports) {
  FutChecker *checker = body->checker;
  FutBinding *binding = &decl->value.binding;
  check_new(body, body->terms, &binding->name, exports, "the value");
  size_t errors = diag_error_count(checker->diag);
  FutValue *value = fut_check_definition(checker, binding, decl->value.keyword, decl->span);
  value->doc = decl->doc;
  value->is_entry = false;
  if (diag_error_count(checker->diag) == errors && checker->modules->quiet == 0)
    fut_check_unused(checker, binding);
  add_value(checker, exports, binding->name.name, value);
  bool is_explicit = decl->value.keyword == FUT_KEYWORD_ENTRY;
  if (is_explicit || strcmp(binding->name.name, "main") == 0)
    fut_check_entry(checker, value, &binding->name, is_explicit);
}

static void check_type(FutBody *body, const FutDecl *decl, FutEnv *exports) {
  FutChecker *checker = body->checker;
  Name name = decl->type.name.name;
  check_new(body, body->types, &decl->type.name, exports, "the type");
  FutTypeName *type = fut_check_type_binding(checker, &decl->type);
  fut_env_add_type(checker->env, name, type);
  if (exports != NULL) fut_env_add_type(exports, name, type);
}

static void check_module(FutBody *body, const FutDecl *decl, FutEnv *exports) {
  FutChecker *checker = body->checker;
  Name name = decl->module.name.name;
  check_new(body, body->terms, &decl->module.name, exports, "the module");
  FutModuleValue *module = fut_check_module_decl(checker, decl);
  freeze_scope(checker);
  fut_env_add_module(checker->env, name, module);
  if (exports != NULL) fut_env_add_module(exports, name, module);
}

static void check_module_type(FutBody *body, const FutDecl *decl, FutEnv *exports) {
  FutChecker *checker = body->checker;
  FutIdent name = decl->module_type.name;
  check_new(body, body->module_types, &decl->module_type.name, exports, "the module type");
  FutSignature *signature = arena_make(checker->arena, FutSignature);
  signature->name = name.name;
  signature->span = name.span;
  signature->syntax = decl->module_type.type;
  signature->env = checker->env;
  fut_record_module_type(checker, signature, name.span, true);
  freeze_scope(checker);
  // A copy that is checked again has no new errors, and its specifications are evaluated where
  // they are used.
  if (checker->modules->instances == 0) fut_signature_check(checker, signature);
  fut_env_add_module_type(checker->env, name.name, signature);
  if (exports != NULL) fut_env_add_module_type(exports, name.name, signature);
}

static void open_module(FutChecker *checker, const FutModuleValue *module, Span span,
                        FutEnv *exports) {
  freeze_scope(checker);
  if (fut_module_expect_structure(checker, module, span)) {
    fut_env_open(checker->env, module->env);
    if (exports != NULL) fut_env_open(exports, module->env);
    return;
  }
  checker->env->is_incomplete = true;
  if (exports != NULL) exports->is_incomplete = true;
}

// A declaration that could not be read: whatever its name stands for, it is not unknown.
static void bind_broken(FutBody *body, const FutDecl *decl, FutEnv *exports) {
  FutChecker *checker = body->checker;
  Name name = decl->broken.name;
  if (name == NULL) {
    checker->env->is_incomplete = true;
    if (exports != NULL) exports->is_incomplete = true;
    return;
  }
  FutValue *value = fut_new_value(checker, FUT_VALUE_DEF, name, decl->broken.span,
                                  fut_type_error(checker->arena));
  add_value(checker, exports, name, value);
  FutTypeName *type = fut_new_type_name(checker, name, decl->broken.span, FUT_UNLIFTED);
  type->type = fut_type_error(checker->arena);
  fut_env_add_type(checker->env, name, type);
  if (exports != NULL) fut_env_add_type(exports, name, type);
  FutSignature *signature = arena_make(checker->arena, FutSignature);
  signature->name = name;
  signature->span = decl->broken.span;
  signature->is_broken = true;
  fut_env_add_module_type(checker->env, name, signature);
  if (exports != NULL) fut_env_add_module_type(exports, name, signature);
}

static void check_decl(FutBody *body, FutDecl *decl, FutEnv *exports) {
  FutChecker *checker = body->checker;
  switch (decl->kind) {
  case FUT_DECL_BROKEN: bind_broken(body, decl, exports); break;
  case FUT_DECL_VALUE: check_value(body, decl, exports); break;
  case FUT_DECL_TYPE: check_type(body, decl, exports); break;
  case FUT_DECL_MODULE: check_module(body, decl, exports); break;
  case FUT_DECL_MODULE_TYPE: check_module_type(body, decl, exports); break;
  case FUT_DECL_OPEN:
    open_module(checker, fut_check_module(checker, decl->open), decl->open->span, exports);
    break;
  case FUT_DECL_IMPORT:
    open_module(checker, fut_import_decl(checker, decl->import, decl->span), decl->span, NULL);
    break;
  case FUT_DECL_LOCAL: check_decl(body, decl->local, NULL); break;
  }
}

FutEnv *fut_enter_decls(FutChecker *checker, const FutDecls *decls) {
  Arena *arena = checker->arena;
  FutBody body = {checker, fut_env_new(arena, NULL), map_new(arena), map_new(arena),
                  map_new(arena)};
  fut_enter_env(checker, fut_env_new(arena, checker->env));
  FutDeclScope scope = {.outer = checker->modules->scope, .decls = decls};
  checker->modules->scope = &scope;
  for (; scope.at < decls->count; scope.at++)
    check_decl(&body, decls->data[scope.at], body.exports);
  checker->modules->scope = scope.outer;
  return body.exports;
}

FutEnv *fut_check_decls(FutChecker *checker, const FutDecls *decls) {
  FutEnv *outer = checker->env;
  FutEnv *exports = fut_enter_decls(checker, decls);
  checker->env = outer;
  return exports;
}
