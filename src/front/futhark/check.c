// A whole program: the scalar types and intrinsics, the prelude over them, then the program itself.
#include "front/futhark/check.h"

#include <string.h>

#include "base/internal.h"
#include "front/futhark/check_module.h"

// The scalar types are names like others.
static void add_scalar_types(FutChecker *checker, FutEnv *env) {
  for (int prim = FUT_PRIM_NONE + 1; prim <= FUT_PRIM_BOOL; prim++) {
    Name name = intern_str(checker->names, fut_prim_text((FutPrim)prim));
    FutTypeName *type = fut_new_type_name(checker, name, SPAN_NONE, FUT_UNLIFTED);
    type->type = fut_type_prim(checker->arena, (FutPrim)prim);
    fut_env_add_type(env, name, type);
  }
}

// The syntax of the module type `intrinsics`.
static const FutModuleType *intrinsics_syntax(FutChecker *checker, Name name) {
  const FutProgram *program = fut_prelude_program(checker, "intrinsics.fut");
  for (size_t i = 0; i < program->decls.count; i++) {
    const FutDecl *decl = program->decls.data[i];
    if (decl->kind == FUT_DECL_MODULE_TYPE && decl->module_type.name.name == name)
      return decl->module_type.type;
  }
  INTERNAL_ERROR("the prelude has no module type `%s`", name);
}

// The intrinsics are the values of a module type of that name. Their operators are seen by all.
static void add_intrinsics(FutChecker *checker, FutEnv *env) {
  Name name = intern_str(checker->names, "intrinsics");
  checker->env = env;
  FutModuleValue *module = fut_signature_intrinsics(checker, intrinsics_syntax(checker, name));
  module->name = name;
  fut_env_add_module(env, name, module);
  if (module->kind != FUT_STRUCTURE) return;
  const FutModuleValue *operators =
      fut_env_module(module->env, intern_str(checker->names, "operators"));
  if (operators == NULL || operators->kind != FUT_STRUCTURE) return;
  checker->operators = operators->env;
  const FutModuleValue *number = fut_env_module(module->env, intern_str(checker->names, "number"));
  if (number != NULL && number->kind == FUT_STRUCTURE)
    checker->negate = fut_env_value(number->env, intern_str(checker->names, "neg"));
  fut_env_open(module->env, operators->env);
  fut_env_open(env, operators->env);
}

static void add_prelude(FutChecker *checker) {
  FutModules *modules = checker->modules;
  size_t errors = diag_error_count(checker->diag);
  FutEnv *root = fut_env_new(checker->arena, NULL);
  checker->is_prelude = true;
  modules->quiet++;
  modules->prelude = root;
  add_scalar_types(checker, root);
  add_intrinsics(checker, root);
  const FutProgram *program = fut_prelude_program(checker, "prelude.fut");
  FutEnv *names = fut_import_program(checker, program, true);
  modules->prelude = fut_env_new(checker->arena, root);
  fut_env_open(modules->prelude, names);
  modules->quiet--;
  checker->is_prelude = false;
  if (diag_error_count(checker->diag) == errors) return;
  diag_flush(checker->diag);
  INTERNAL_ERROR("the prelude has errors");
}

static FutChecker checker_new(Arena *arena, Interner *names, SourceMap *sources, Diag *diag) {
  FutModules *modules = arena_make(arena, FutModules);
  modules->files = map_new(arena);
  FutChecker checker = {.arena = arena,
                        .names = names,
                        .sources = sources,
                        .diag = diag,
                        .modules = modules,
                        .checked = arena_make(arena, FutChecked)};
  checker.checked->type_names = map_new(arena);
  return checker;
}

FutChecked *fut_check(Arena *arena, Interner *names, SourceMap *sources, Diag *diag,
                      FutProgram *program) {
  FutChecker checker = checker_new(arena, names, sources, diag);
  size_t errors = diag_error_count(diag);
  add_prelude(&checker);
  fut_import_program(&checker, program, false);
  checker.checked->has_errors = program->has_errors || diag_error_count(diag) > errors;
  return checker.checked;
}

FutChecked *fut_check_session(Arena *arena, Interner *names, SourceMap *sources, Diag *diag,
                              FutProgram *const *programs, size_t count, FutScopes *scopes) {
  FutChecker checker = checker_new(arena, names, sources, diag);
  size_t errors = diag_error_count(diag);
  add_prelude(&checker);
  FutEnv *scope = checker.modules->prelude;
  for (size_t i = 0; i < count; i++) {
    scopes->outer = scope;
    scope = fut_import_input(&checker, programs[i], scope);
    checker.checked->has_errors = checker.checked->has_errors || programs[i]->has_errors;
  }
  scopes->inner = scope;
  if (diag_error_count(diag) > errors) checker.checked->has_errors = true;
  return checker.checked;
}
