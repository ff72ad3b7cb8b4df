// Module expressions.
#include "front/futhark/check_module.h"

#include <string.h>

#include "front/futhark/ast_clone.h"

// How many applications of parametric modules a program may make: each checks a copy.
enum { INSTANCE_LIMIT = 20000 };

static FutModuleValue *missing(FutChecker *checker, Span span) {
  return fut_module_missing(checker->arena, NULL, span);
}

static FutModuleValue *new_structure(FutChecker *checker, FutEnv *names, Span span) {
  FutModuleValue *module = arena_make(checker->arena, FutModuleValue);
  module->kind = FUT_STRUCTURE;
  module->span = span;
  module->env = names;
  return module;
}

// The result of a parametric module, seen through its module type if it has one.
static FutModuleValue *ascribe_result(FutChecker *checker, FutModuleValue *result,
                                      const FutModuleType *type, Span span) {
  if (type == NULL || result->kind == FUT_MODULE_MISSING) return result;
  FutModuleValue *seen = fut_signature_ascribe(checker, type, result, span);
  return seen == NULL ? missing(checker, span) : seen;
}

// ---- Parametric modules ----

// Checks the body once, with parameters of which nothing but their types is known. What it defines
// is not part of the program.
static void check_body(FutChecker *checker, FutModuleValue *functor) {
  FutModules *modules = checker->modules;
  size_t errors = diag_error_count(checker->diag);
  size_t definitions = checker->checked->definitions.count;
  FutEnv *outer = fut_enter_env(checker, fut_env_new(checker->arena, functor->env));
  for (size_t i = functor->first; i < functor->params->count; i++) {
    const FutModuleParam *param = &functor->params->data[i];
    FutModuleValue *bare =
        fut_signature_bare(checker, param->type, param->name.name, param->name.span);
    fut_record_module(checker, bare, param->name.name, param->name.span, true);
    fut_env_add_module(checker->env, param->name.name, bare);
  }
  modules->module_depth++;
  FutModuleValue *result = fut_check_module(checker, functor->body);
  ascribe_result(checker, result, functor->ascription, functor->body->span);
  modules->module_depth--;
  checker->env = outer;
  checker->checked->definitions.count = definitions;
  functor->is_broken = diag_error_count(checker->diag) > errors;
}

static FutModuleValue *new_functor(FutChecker *checker, const FutModuleParams *params,
                                   const FutModuleType *ascription, const FutModule *body,
                                   Span span) {
  FutModuleValue *functor = arena_make(checker->arena, FutModuleValue);
  functor->kind = FUT_FUNCTOR;
  functor->span = span;
  functor->env = checker->env;
  functor->params = params;
  functor->ascription = ascription;
  functor->body = body;
  if (checker->modules->instances == 0) check_body(checker, functor);
  return functor;
}

// Checks a copy of the body in checker->env, where the parameters are bound.
static FutModuleValue *instantiate(FutChecker *checker, const FutModuleValue *functor, Span span) {
  FutModules *modules = checker->modules;
  if (modules->instance_count++ >= INSTANCE_LIMIT) {
    if (modules->instance_count == INSTANCE_LIMIT + 1)
      diag_error(checker->diag, ERROR_FUTHARK_PARAMETRIC, span,
                 "parametric modules are applied more than %d times", INSTANCE_LIMIT);
    return missing(checker, span);
  }
  modules->instances++;
  modules->module_depth++;
  modules->quiet++;
  FutModule *copy = fut_clone_module(checker->arena, functor->body);
  FutModuleValue *result = fut_check_module(checker, copy);
  modules->quiet--;
  modules->module_depth--;
  modules->instances--;
  return ascribe_result(checker, result, functor->ascription, span);
}

static FutModuleValue *apply_functor(FutChecker *checker, const FutModuleValue *functor,
                                     const FutModuleValue *argument, Span span,
                                     Span argument_span) {
  if (functor->is_broken) return missing(checker, span);
  const FutModuleParam *param = &functor->params->data[functor->first];
  FutEnv *outer = fut_enter_env(checker, functor->env);
  FutModuleValue *seen = fut_signature_match(checker, param->type, argument, argument_span);
  FutModuleValue *result = NULL;
  if (seen != NULL && seen->kind != FUT_MODULE_MISSING) {
    seen->name = param->name.name;
    checker->env = fut_env_new(checker->arena, functor->env);
    fut_env_add_module(checker->env, param->name.name, seen);
    if (functor->first + 1 < functor->params->count) {
      result = arena_make(checker->arena, FutModuleValue);
      *result = *functor;
      result->env = checker->env;
      result->first++;
    } else {
      result = instantiate(checker, functor, span);
    }
  }
  checker->env = outer;
  return result == NULL ? missing(checker, span) : result;
}

FutModuleValue *fut_module_apply(FutChecker *checker, const FutModuleValue *function,
                                 const FutModuleValue *argument, Span span, Span argument_span) {
  if (argument->kind == FUT_MODULE_MISSING) return missing(checker, span);
  switch (function->kind) {
  case FUT_MODULE_MISSING: return missing(checker, span);
  case FUT_FUNCTOR: return apply_functor(checker, function, argument, span, argument_span);
  case FUT_FUNCTOR_VIEW:
    return fut_signature_apply_view(checker, function, argument, argument_span);
  case FUT_STRUCTURE: break;
  }
  diag_error(checker->diag, ERROR_FUTHARK_PARAMETRIC, span,
             "only a parametric module can be applied, and this one has no parameters");
  if (span_is_known(function->span)) diag_note(checker->diag, function->span, "it is defined here");
  return missing(checker, span);
}

// ---- Expressions ----

static FutModuleValue *check_apply(FutChecker *checker, const FutModule *module) {
  const FutModuleValue *function = fut_check_module(checker, module->apply.function);
  const FutModuleValue *argument = fut_check_module(checker, module->apply.argument);
  return fut_module_apply(checker, function, argument, module->span, module->apply.argument->span);
}

static FutModuleValue *check_ascribe(FutChecker *checker, const FutModule *module) {
  FutModuleValue *inner = fut_check_module(checker, module->ascribe.module);
  return ascribe_result(checker, inner, module->ascribe.type, module->ascribe.module->span);
}

FutModuleValue *fut_check_module(FutChecker *checker, const FutModule *module) {
  switch (module->kind) {
  case FUT_MODULE_NAME: return fut_resolve_module_value(checker, module->name);
  case FUT_MODULE_ASCRIBE: return check_ascribe(checker, module);
  case FUT_MODULE_LAMBDA:
    return new_functor(checker, &module->lambda.params, module->lambda.return_type,
                       module->lambda.body, module->span);
  case FUT_MODULE_APPLY: return check_apply(checker, module);
  case FUT_MODULE_BODY: {
    checker->modules->module_depth++;
    FutEnv *names = fut_check_decls(checker, &module->body);
    checker->modules->module_depth--;
    return new_structure(checker, names, module->span);
  }
  case FUT_MODULE_IMPORT: return fut_import(checker, module->import, module->span);
  }
  return missing(checker, module->span);
}

void fut_module_qualify(FutChecker *checker, const FutModuleValue *module, Name name) {
  MapEntry entry;
  if (module->kind != FUT_STRUCTURE || module->env->types == NULL || name == NULL) return;
  for (size_t cursor = 0; map_each(module->env->types, &cursor, &entry);) {
    FutTypeName *type = entry.value;
    if (type->is_abstract && strchr(type->name, '.') == NULL)
      type->name =
          intern_str(checker->names, arena_printf(checker->arena, "%s.%s", name, type->name));
  }
}

FutModuleValue *fut_check_module_decl(FutChecker *checker, const FutDecl *decl) {
  FutIdent name = decl->module.name;
  FutModuleValue *module;
  if (decl->module.params.count > 0) {
    module = new_functor(checker, &decl->module.params, decl->module.ascription,
                         decl->module.module, name.span);
  } else {
    module = fut_check_module(checker, decl->module.module);
    module = ascribe_result(checker, module, decl->module.ascription, decl->module.module->span);
  }
  // The module may have another name already, under which it is still known.
  FutModuleValue *named = arena_make(checker->arena, FutModuleValue);
  *named = *module;
  fut_module_qualify(checker, module, name.name);
  named->name = name.name;
  named->span = name.span;
  fut_record_module(checker, named, name.name, name.span, true);
  return named;
}
