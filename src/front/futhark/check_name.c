// What names mean where they are used. Everything that cannot be found is reported here, with the
// nearest name or the reason as a hint.
#include <string.h>

#include "front/futhark/check_hint.h"
#include "front/futhark/check_internal.h"
#include "front/futhark/check_module.h"

const char *fut_qual_name_text(Arena *arena, FutQualName name) {
  const char *text = name.name;
  for (uint32_t i = name.qualifier_count; i > 0; i--)
    text = arena_printf(arena, "%s.%s", name.qualifiers[i - 1], text);
  return text;
}

// The span of the first `count` parts of a name; all of it when it is not written together.
static Span prefix_span(FutQualName name, uint32_t count) {
  if (count > name.qualifier_count) return name.span;
  size_t length = 0;
  for (uint32_t i = 0; i < count; i++)
    length += strlen(name.qualifiers[i]) + (i > 0);
  Span span = name.span;
  if (span.start + length < span.end) span.end = span.start + (uint32_t)length;
  return span;
}

// The modules before the part at `count`, for messages: "`a.b`".
static const char *prefix_text(Arena *arena, FutQualName name, uint32_t count) {
  FutQualName prefix = {.name = name.qualifiers[count - 1],
                        .qualifiers = name.qualifiers,
                        .qualifier_count = count - 1};
  return fut_qual_name_text(arena, prefix);
}

// ---- Messages ----

static Name decl_name(const FutDecl *decl, unsigned spaces, Span *span) {
  FutIdent ident = {0};
  switch (decl->kind) {
  case FUT_DECL_VALUE:
    if (spaces & FUT_SPACE_VALUE) ident = decl->value.binding.name;
    break;
  case FUT_DECL_TYPE:
    if (spaces & FUT_SPACE_TYPE) ident = decl->type.name;
    break;
  case FUT_DECL_MODULE:
    if (spaces & FUT_SPACE_MODULE) ident = decl->module.name;
    break;
  case FUT_DECL_MODULE_TYPE:
    if (spaces & FUT_SPACE_MODULE_TYPE) ident = decl->module_type.name;
    break;
  case FUT_DECL_LOCAL: return decl_name(decl->local, spaces, span);
  case FUT_DECL_BROKEN:
  case FUT_DECL_OPEN:
  case FUT_DECL_IMPORT: break;
  }
  *span = ident.span;
  return ident.name;
}

// Says where a name is bound that cannot be seen: by the declaration that uses it or further down,
// here or in the modules around.
static bool hint_later(FutChecker *checker, Name name, unsigned spaces) {
  for (const FutDeclScope *scope = checker->modules->scope; scope != NULL; scope = scope->outer)
    for (size_t i = scope->at; i < scope->decls->count; i++) {
      Span span;
      if (decl_name(scope->decls->data[i], spaces, &span) != name) continue;
      diag_note(checker->diag, span, "it is defined here");
      if (i == scope->at)
        diag_hint(checker->diag, "only the body of a function may refer to the function itself");
      else
        diag_hint(checker->diag, "a definition sees only what is above it; move one of them");
      return true;
    }
  return false;
}

typedef Vec(const char *) Texts;

static void offer_member(FutChecker *checker, Texts *found, const char *module_name,
                         const FutModuleValue *module, Name name) {
  if (module == NULL || module->kind != FUT_STRUCTURE) return;
  if (strcmp(module_name, "intrinsics") == 0 || fut_env_value(module->env, name) == NULL) return;
  vec_push(checker->arena, found, arena_printf(checker->arena, "`%s.%s`", module_name, name));
}

// Says which visible modules have a value of the name, as `sqrt` is in `f64` and `f32`.
static bool hint_modules(FutChecker *checker, const FutEnv *env, Name name) {
  static const char *const FAVOURITES[] = {"i32", "i64", "f64", "f32"};
  enum { SHOWN_LIMIT = 2 };
  const char *hint = fut_hint_number_function(checker, name);
  if (hint != NULL) {
    diag_hint(checker->diag, "%s", hint);
    return true;
  }
  Texts found = {0};
  for (size_t i = 0; i < sizeof FAVOURITES / sizeof *FAVOURITES; i++)
    offer_member(checker, &found, FAVOURITES[i],
                 fut_env_module(env, intern_str(checker->names, FAVOURITES[i])), name);
  for (; env != NULL && found.count == 0; env = env->parent) {
    MapEntry entry;
    for (size_t cursor = 0; env->modules != NULL && map_each(env->modules, &cursor, &entry);)
      offer_member(checker, &found, (const char *)(uintptr_t)entry.key, entry.value, name);
  }
  if (found.count == 0) return false;
  bool is_alone = found.count < SHOWN_LIMIT;
  diag_hint(checker->diag, "did you mean %s%s%s?", found.data[0], is_alone ? "" : " or ",
            is_alone ? "" : found.data[1]);
  return true;
}

// Says what something is called here that has the name in other languages.
static bool hint_foreign(FutChecker *checker, Name name, unsigned spaces) {
  bool is_value = (spaces & FUT_SPACE_VALUE) != 0;
  const char *hint = is_value ? fut_hint_function_name(name) : NULL;
  if (hint == NULL && (is_value || (spaces & FUT_SPACE_TYPE)))
    hint = fut_hint_type_name(checker, name, is_value);
  if (hint != NULL) diag_hint(checker->diag, "%s", hint);
  return hint != NULL;
}

// Says why an unqualified name may be missing, after the error about it.
static void hint_missing(FutChecker *checker, const FutEnv *env, Name name, unsigned spaces) {
  if (fut_env_value(env, name) != NULL && !(spaces & FUT_SPACE_VALUE)) {
    diag_hint(checker->diag, "`%s` is a value", name);
    return;
  }
  if (fut_env_module(env, name) != NULL && !(spaces & FUT_SPACE_MODULE)) {
    if (spaces & FUT_SPACE_MODULE_TYPE)
      diag_hint(checker->diag, "`%s` is a module, not the type of one", name);
    else if (fut_env_type(env, name) != NULL)
      diag_hint(checker->diag, "`%s` is a module; a conversion says from which type: `%s`", name,
                fut_hint_converted(checker, name));
    else
      diag_hint(checker->diag, "`%s` is a module; what is inside is written `%s.name`", name, name);
    return;
  }
  if (env == checker->env && hint_later(checker, name, spaces)) return;
  if (hint_foreign(checker, name, spaces)) return;
  if (fut_env_type(env, name) != NULL && !(spaces & FUT_SPACE_TYPE)) {
    diag_hint(checker->diag, "`%s` is a type", name);
    return;
  }
  if (fut_env_module_type(env, name) != NULL && !(spaces & FUT_SPACE_MODULE_TYPE)) {
    diag_hint(checker->diag, "`%s` is a module type", name);
    return;
  }
  bool is_value = spaces == FUT_SPACE_VALUE && env == checker->env;
  if (is_value && hint_modules(checker, env, name)) return;
  Suggestion suggestion = suggestion_for(name);
  fut_env_suggest(env, spaces, &suggestion);
  if (suggestion.best != NULL)
    diag_hint(checker->diag, "did you mean `%s`?", suggestion.best);
  else if (spaces == FUT_SPACE_TYPE && env == checker->env && strlen(name) <= 2)
    diag_hint(checker->diag, "if it is a type parameter, declare it: `def f '%s …`", name);
}

// Whether a module seen through its type has the name, but hides it.
static bool is_hidden(const FutEnv *env, Name name, unsigned spaces) {
  const FutEnv *whole = env->whole;
  if (whole == NULL) return false;
  return ((spaces & FUT_SPACE_VALUE) && fut_env_value(whole, name) != NULL) ||
         ((spaces & FUT_SPACE_TYPE) && fut_env_type(whole, name) != NULL) ||
         ((spaces & FUT_SPACE_MODULE) && fut_env_module(whole, name) != NULL);
}

static const char *space_words(unsigned spaces) {
  if (spaces == (FUT_SPACE_VALUE | FUT_SPACE_MODULE)) return "value or module";
  if (spaces & FUT_SPACE_VALUE) return "value";
  if (spaces & FUT_SPACE_TYPE) return "type";
  return spaces & FUT_SPACE_MODULE ? "module" : "module type";
}

static ErrorCode space_code(unsigned spaces) {
  if (spaces & FUT_SPACE_VALUE) return ERROR_FUTHARK_UNKNOWN_NAME;
  if (spaces & FUT_SPACE_TYPE) return ERROR_FUTHARK_UNKNOWN_TYPE;
  return spaces & FUT_SPACE_MODULE ? ERROR_FUTHARK_UNKNOWN_MODULE
                                   : ERROR_FUTHARK_UNKNOWN_MODULE_TYPE;
}

// Reports that the part at `index` of a name is not in env: the modules before it were found.
static void report_missing(FutChecker *checker, const FutEnv *env, FutQualName name, uint32_t index,
                           unsigned spaces) {
  if (fut_env_is_incomplete(env)) return;
  bool is_last = index == name.qualifier_count;
  Name part = is_last ? name.name : name.qualifiers[index];
  Span span = prefix_span(name, index + 1);
  if (index > 0) {
    diag_error(checker->diag, ERROR_FUTHARK_NOT_A_MEMBER, span, "the module `%s` has no %s `%s`",
               prefix_text(checker->arena, name, index), space_words(spaces), part);
  } else if (spaces == (FUT_SPACE_VALUE | FUT_SPACE_MODULE)) {
    diag_error(checker->diag, ERROR_FUTHARK_UNKNOWN_NAME, span, "unknown name `%s`", part);
  } else {
    diag_error(checker->diag, space_code(spaces), span, "unknown %s `%s`",
               spaces & FUT_SPACE_VALUE ? "name" : space_words(spaces), part);
  }
  const char *member =
      index == 1 && is_last ? fut_hint_member(checker, name.qualifiers[0], part) : NULL;
  if (index > 0 && is_hidden(env, part, spaces))
    diag_hint(checker->diag, "it is inside, but the module's type does not show it");
  else if (member)
    diag_hint(checker->diag, "%s", member);
  else
    hint_missing(checker, env, part, spaces);
}

// ---- Walking ----

static bool is_error(const FutValue *value) {
  return value->scheme.type != NULL && value->scheme.type->tag == FUT_T_ERROR;
}

// Says which argument of a parametric module is missing, and what it must be.
static void hint_argument(FutChecker *checker, const FutModuleValue *module) {
  const char *applied = module->name == NULL ? "(…)" : module->name;
  const char *result = strcmp(applied, "m") == 0 ? "n" : "m";
  const FutModuleParam *param =
      module->kind == FUT_FUNCTOR ? &module->params->data[module->first] : NULL;
  const char *what = "a module";
  if (param != NULL && param->type->kind == FUT_MODULE_TYPE_NAME)
    what = arena_printf(checker->arena, "a module of type `%s` for its parameter `%s`",
                        fut_qual_name_text(checker->arena, param->type->name), param->name.name);
  else if (param != NULL)
    what = arena_printf(checker->arena, "a module for its parameter `%s`", param->name.name);
  diag_hint(checker->diag, "give it %s first: `module %s = %s argument`", what, result, applied);
}

bool fut_module_expect_structure(FutChecker *checker, const FutModuleValue *module, Span span) {
  if (module->kind == FUT_STRUCTURE) return true;
  if (module->kind == FUT_MODULE_MISSING) return false;
  const char *name =
      module->name == NULL ? "this" : arena_printf(checker->arena, "`%s`", module->name);
  diag_error(checker->diag, ERROR_FUTHARK_PARAMETRIC, span,
             "%s is a parametric module, which has no names of its own", name);
  if (span_is_known(module->span)) diag_note(checker->diag, module->span, "it is defined here");
  hint_argument(checker, module);
  return false;
}

// The names inside a module; NULL when it has none that can be seen, which is reported.
static const FutEnv *names_of(FutChecker *checker, const FutModuleValue *module, FutQualName name,
                              uint32_t count) {
  bool is_structure = fut_module_expect_structure(checker, module, prefix_span(name, count));
  return is_structure ? module->env : NULL;
}

// Goes through the modules of a name, all of which must be modules; NULL when that was reported.
static const FutEnv *walk_modules(FutChecker *checker, FutQualName name) {
  const FutEnv *env = checker->env;
  for (uint32_t i = 0; i < name.qualifier_count; i++) {
    const FutModuleValue *module = fut_env_module(env, name.qualifiers[i]);
    if (module == NULL) {
      const FutValue *value = fut_env_value(env, name.qualifiers[i]);
      if (value == NULL || !is_error(value))
        report_missing(checker, env, name, i, FUT_SPACE_MODULE);
      return NULL;
    }
    fut_record_module(checker, module, name.qualifiers[i], fut_part_span(&name, i), false);
    env = names_of(checker, module, name, i + 1);
    if (env == NULL) return NULL;
  }
  return env;
}

FutValue *fut_find_value(FutChecker *checker, const FutQualName *name, uint32_t *projection_count) {
  const FutEnv *env = checker->env;
  *projection_count = 0;
  for (uint32_t i = 0; i < name->qualifier_count; i++) {
    const FutModuleValue *module = fut_env_module(env, name->qualifiers[i]);
    if (module != NULL) {
      fut_record_module(checker, module, name->qualifiers[i], fut_part_span(name, i), false);
      env = names_of(checker, module, *name, i + 1);
      if (env == NULL) return NULL;
      continue;
    }
    FutValue *record = fut_env_value(env, name->qualifiers[i]);
    if (record == NULL) {
      report_missing(checker, env, *name, i, FUT_SPACE_VALUE | FUT_SPACE_MODULE);
      return NULL;
    }
    record->is_used = true;
    *projection_count = name->qualifier_count - i;
    fut_record_value(checker, record, fut_part_span(name, i), NULL);
    return record;
  }
  FutValue *value = fut_env_value(env, name->name);
  if (value != NULL) {
    value->is_used = true;
    fut_record_value(checker, value, fut_part_span(name, name->qualifier_count), NULL);
  } else {
    report_missing(checker, env, *name, name->qualifier_count, FUT_SPACE_VALUE);
  }
  return value;
}

FutTypeName *fut_find_type(FutChecker *checker, const FutQualName *name) {
  const FutEnv *env = walk_modules(checker, *name);
  if (env == NULL) return NULL;
  FutTypeName *type = fut_env_type(env, name->name);
  if (type == NULL)
    report_missing(checker, env, *name, name->qualifier_count, FUT_SPACE_TYPE);
  else
    fut_record_type(checker, type, name->name, fut_part_span(name, name->qualifier_count), false);
  return type;
}

FutModuleValue *fut_module_missing(Arena *arena, Name name, Span span) {
  FutModuleValue *module = arena_make(arena, FutModuleValue);
  module->kind = FUT_MODULE_MISSING;
  module->name = name;
  module->span = span;
  return module;
}

FutModuleValue *fut_resolve_module_value(FutChecker *checker, FutQualName name) {
  FutModuleValue *module = fut_resolve_module(checker, name);
  bool is_intrinsics = name.qualifier_count == 0 && strcmp(name.name, "intrinsics") == 0;
  if (module && is_intrinsics && !checker->is_prelude)
    diag_error(checker->diag, ERROR_FUTHARK_UNUSABLE, name.span,
               "the module `intrinsics` can only be used by the names in it: `intrinsics.acc`");
  return module;
}

FutModuleValue *fut_resolve_module(FutChecker *checker, FutQualName name) {
  const FutEnv *env = walk_modules(checker, name);
  if (env == NULL) return fut_module_missing(checker->arena, name.name, name.span);
  FutModuleValue *module = fut_env_module(env, name.name);
  if (module != NULL) {
    Span span = fut_part_span(&name, name.qualifier_count);
    fut_record_module(checker, module, name.name, span, false);
    return module;
  }
  const FutValue *value = fut_env_value(env, name.name);
  if (value == NULL || !is_error(value))
    report_missing(checker, env, name, name.qualifier_count, FUT_SPACE_MODULE);
  return fut_module_missing(checker->arena, name.name, name.span);
}

FutSignature *fut_resolve_module_type(FutChecker *checker, FutQualName name) {
  const FutEnv *env = walk_modules(checker, name);
  if (env == NULL) return NULL;
  FutSignature *signature = fut_env_module_type(env, name.name);
  if (signature == NULL)
    report_missing(checker, env, name, name.qualifier_count, FUT_SPACE_MODULE_TYPE);
  else
    fut_record_module_type(checker, signature, fut_part_span(&name, name.qualifier_count), false);
  return signature;
}

FutEnv *fut_find_module(FutChecker *checker, const FutQualName *name) {
  FutModuleValue *module = fut_resolve_module(checker, *name);
  if (!fut_module_expect_structure(checker, module, name->span)) return NULL;
  return module->env;
}
