// Definitions, and the built-in functions.
#include "front/fcl/check.h"

#include "base/internal.h"
#include "front/fcl/check_internal.h"

// A definition that could not be checked may stand for anything, so that nothing else is reported.
static FclScheme *scheme_of_anything(FclCheck *check) {
  FclScheme *scheme = arena_make(check->arena, FclScheme);
  scheme->type = fcl_type_variable(check->arena, 1, FCL_KIND_TYP, NULL);
  fcl_generalise(check->arena, scheme, 0);
  return scheme;
}

static void check_builtins(FclCheck *check, const FclProgram *builtins) {
  for (size_t i = 0; i < builtins->definitions.count; i++) {
    const FclSignature *signature = builtins->definitions.data[i].signature;
    FclVariable *variable = arena_make(check->arena, FclVariable);
    FclScheme *scheme = arena_make(check->arena, FclScheme);
    FclMark mark = fcl_mark(check);
    check->rank = 1;
    scheme->type = fcl_open_signature(check, NULL, signature->scheme, scheme);
    check->rank = 0;
    fcl_release(check, mark);
    *variable = (FclVariable){.name = signature->name.name,
                              .scheme = scheme,
                              .is_builtin = true,
                              .builtin = (FclBuiltin)i};
    vec_push(check->arena, &check->scope, variable);
  }
}

static void report_lonely(FclCheck *check, const FclSignature *signature) {
  if (signature == NULL) return;
  check->is_failing = false;
  fcl_check_fail(check, ERROR_FCL_SIGNATURE, signature->span,
                 "no definition of `%s` follows its signature", signature->name.name);
}

static void check_program(FclCheck *check, const FclProgram *program, FclChecked *checked) {
  const FclSignature *signature = NULL;
  check->program = program;
  for (size_t i = 0; i < program->definitions.count; i++) {
    const FclDefinition *definition = &program->definitions.data[i];
    if (definition->binding == NULL) {
      if (!program->has_errors) report_lonely(check, signature);
      signature = definition->signature;
      continue;
    }
    FclBinding *binding = definition->binding;
    if (signature != NULL && signature->name.name != binding->pattern->name) {
      if (!program->has_errors) report_lonely(check, signature);
      signature = NULL;
    }
    check->is_failing = false;
    check->definition = binding->pattern->name;
    check->position = i;
    check->overloads.count = 0;
    check->uses.count = 0;
    check->falling = UINT32_MAX;
    FclVariable *variable =
        fcl_check_binding(check, binding, signature == NULL ? NULL : signature->scheme, true);
    if (check->is_failing && signature == NULL) variable->scheme = scheme_of_anything(check);
    signature = NULL;
    if (checked == NULL) continue;
    FclDefined defined = {definition, variable};
    vec_push(check->arena, &checked->definitions, defined);
  }
  if (!program->has_errors) report_lonely(check, signature);
}

FclChecked *fcl_check(Arena *arena, Interner *names, Diag *diag, const FclProgram *builtins,
                      const FclProgram *prelude, const FclProgram *program) {
  FclCheck check = {.arena = arena, .names = names, .diag = diag};
  FclChecked *checked = arena_make(arena, FclChecked);
  check_builtins(&check, builtins);
  check_program(&check, prelude, NULL);
  if (check.has_errors) INTERNAL_ERROR("the prelude has errors");
  check_program(&check, program, checked);
  for (size_t i = 0; i < check.scope.count; i++)
    vec_push(arena, &checked->seen, check.scope.data[i]);
  checked->has_errors = check.has_errors || program->has_errors;
  return checked;
}
