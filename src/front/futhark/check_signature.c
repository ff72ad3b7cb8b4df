// Module types: a module type is evaluated to the module that it describes. See check_module.h for
// what becomes of its abstract types.
#include <string.h>

#include "front/futhark/check_module.h"

typedef enum Purpose {
  PURPOSE_BARE,      // nothing is known but the module type
  PURPOSE_MATCH,     // a module must implement it; its own types are seen
  PURPOSE_HIDE,      // the module does implement it; new types hide its own
  PURPOSE_INTRINSIC, // every value is an intrinsic
} Purpose;

// One `with t = type` around what is evaluated.
typedef struct Refinement Refinement;
struct Refinement {
  const Refinement *next;
  FutQualName name;
  uint32_t depth; // how many qualifiers have been passed
  FutTypeName *type;
  bool *is_used;
};

// Something that the module does not have.
typedef struct Lack {
  const char *what;
  FutIdent name;
  const char *nearest; // what it has instead, perhaps; or NULL
} Lack;

typedef Vec(Lack) Lacks;

typedef struct FutEvaluation {
  FutChecker *checker;
  Purpose purpose;
  const FutEnv *actual; // MATCH and HIDE: the names of the module
  Span span;            // where the module is
  const Refinement *refinements;
  FutEnv *names; // what has been evaluated
  Lacks *lacks;
  bool is_trial; // only errors are of interest: what was evaluated before serves again
} FutEvaluation;

static FutModuleValue *evaluate(FutEvaluation *evaluation, const FutModuleType *type,
                                const FutModuleValue *actual);

// ---- Types ----

// An abstract type applied to its own parameters.
static const FutType *abstract_itself(FutChecker *checker, FutTypeName *name) {
  FutType *type = arena_make(checker->arena, FutType);
  type->tag = FUT_T_ABSTRACT;
  type->abstract.name = name;
  type->abstract.type_count = name->type_param_count;
  type->abstract.types = arena_array(checker->arena, const FutType *, name->type_param_count);
  for (size_t i = 0; i < name->type_param_count; i++)
    type->abstract.types[i] = fut_type_param(checker->arena, name->type_params[i]);
  type->abstract.size_count = name->size_param_count;
  type->abstract.sizes = arena_array(checker->arena, const FutSize *, name->size_param_count);
  for (size_t i = 0; i < name->size_param_count; i++)
    type->abstract.sizes[i] = fut_size_value(checker->arena, name->size_params[i]);
  return type;
}

// What a type name stands for, in terms of its own parameters.
static const FutType *meaning_of(FutChecker *checker, FutTypeName *name) {
  return name->is_abstract || name->type == NULL ? abstract_itself(checker, name) : name->type;
}

static bool same_params(const FutTypeName *left, const FutTypeName *right) {
  if (left->type_param_count != right->type_param_count) return false;
  if (left->size_param_count != right->size_param_count) return false;
  size_t count = left->type_param_count + left->size_param_count;
  for (size_t i = 0; i < count; i++)
    if (left->param_is_size[i] != right->param_is_size[i]) return false;
  return true;
}

// The meaning of `name` in terms of the parameters of `other`, which has the same ones.
static const FutType *meaning_in(FutChecker *checker, FutTypeName *name, FutTypeName *other) {
  FutSubst subst = {.types = name->type_params,
                    .type_count = name->type_param_count,
                    .values = name->size_params,
                    .value_count = name->size_param_count};
  subst.type_by = arena_array(checker->arena, const FutType *, subst.type_count);
  for (size_t i = 0; i < subst.type_count; i++)
    subst.type_by[i] = fut_type_param(checker->arena, other->type_params[i]);
  subst.size_by = arena_array(checker->arena, const FutSize *, subst.value_count);
  for (size_t i = 0; i < subst.value_count; i++)
    subst.size_by[i] = fut_size_value(checker->arena, other->size_params[i]);
  return fut_type_substitute(checker->arena, meaning_of(checker, name), &subst);
}

// Equal up to the sizes that every use makes anew.
static bool same_types(FutChecker *checker, FutTypeName *actual, FutTypeName *wanted) {
  if (actual == wanted) return true;
  const FutType *left = meaning_in(checker, actual, wanted);
  const FutType *right = meaning_of(checker, wanted);
  if (left->tag == FUT_T_ERROR || right->tag == FUT_T_ERROR) return true;
  if (actual->unknown_count != wanted->unknown_count) return false;
  FutSubst subst = {.values = actual->unknown, .value_count = actual->unknown_count};
  subst.size_by = arena_array(checker->arena, const FutSize *, subst.value_count);
  for (size_t i = 0; i < subst.value_count; i++)
    subst.size_by[i] = fut_size_value(checker->arena, wanted->unknown[i]);
  return fut_type_equal(fut_type_substitute(checker->arena, left, &subst), right);
}

// An abstract type without a meaning, with the parameters of its specification.
static FutTypeName *new_abstract(FutChecker *checker, const FutTypeBinding *binding) {
  FutTypeName *name =
      fut_new_type_name(checker, binding->name.name, binding->name.span, binding->liftedness);
  FutEnv *outer = fut_enter_env(checker, fut_env_new(checker->arena, checker->env));
  fut_bind_type_name_params(checker, &binding->params, name);
  checker->env = outer;
  name->is_abstract = true;
  return name;
}

// A new type that hides what the module has.
static FutTypeName *hide(FutChecker *checker, FutTypeName *actual, const FutTypeBinding *binding) {
  FutTypeName *name = arena_make(checker->arena, FutTypeName);
  *name = *actual;
  name->id = fut_new_id(checker);
  name->name = binding->name.name;
  name->span = binding->name.span;
  name->liftedness = binding->liftedness;
  name->type = meaning_of(checker, actual);
  name->is_abstract = true;
  return name;
}

static const char *liftedness_words(FutLiftedness liftedness) {
  switch (liftedness) {
  case FUT_UNLIFTED: return "type";
  case FUT_SIZE_LIFTED: return "type~";
  case FUT_LIFTED: return "type^";
  }
  return "type";
}

static const char *params_text(Arena *arena, const FutTypeName *name) {
  size_t count = name->type_param_count + name->size_param_count, type = 0, size = 0;
  const char *text = name->name;
  for (size_t i = 0; i < count; i++) {
    if (name->param_is_size[i])
      text = arena_printf(arena, "%s [%s]", text, name->size_params[size++]->name);
    else
      text = arena_printf(arena, "%s '%s", text, name->type_params[type++]->name);
  }
  return text;
}

// A size parameter that no array of a type has as its size, so that values do not show it where the
// type is hidden; NULL when there is none.
static const FutValue *hidden_size(FutChecker *checker, const FutTypeName *name) {
  for (size_t i = 0; name->type != NULL && i < name->size_param_count; i++) {
    const FutSize *size = fut_size_value(checker->arena, name->size_params[i]);
    if (!fut_type_shows(name->type, size)) return name->size_params[i];
  }
  return NULL;
}

// Whether the module's type can stand for what is specified, but for what it is.
static bool check_type_form(FutEvaluation *evaluation, const FutTypeName *actual,
                            const FutTypeName *wanted) {
  FutChecker *checker = evaluation->checker;
  if (!same_params(actual, wanted)) {
    diag_error(checker->diag, ERROR_FUTHARK_TYPE_SPEC, evaluation->span,
               "the type `%s` must have the parameters of `%s`",
               params_text(checker->arena, actual), params_text(checker->arena, wanted));
  } else if (wanted->is_abstract && actual->liftedness > wanted->liftedness) {
    diag_error(checker->diag, ERROR_FUTHARK_TYPE_SPEC, evaluation->span,
               "the type `%s` is a `%s`, but the module type specifies a `%s`", wanted->name,
               liftedness_words(actual->liftedness), liftedness_words(wanted->liftedness));
    diag_hint(checker->diag, "a `%s` may be used in more ways than a `%s`",
              liftedness_words(wanted->liftedness), liftedness_words(actual->liftedness));
  } else if (wanted->is_abstract && hidden_size(checker, actual) != NULL) {
    FutPrinter printer = {.arena = checker->arena};
    const char *size = hidden_size(checker, actual)->name;
    diag_error(checker->diag, ERROR_FUTHARK_TYPE_SPEC, evaluation->span,
               "the type `%s` cannot be abstract, because no array in `%s` has the size `%s`",
               wanted->name, fut_type_text(&printer, actual->type), size);
    diag_hint(checker->diag, "an array of type `[%s]()` takes no space and shows the size", size);
  } else {
    return true;
  }
  diag_note(checker->diag, wanted->span, "it is specified here");
  if (span_is_known(actual->span)) diag_note(checker->diag, actual->span, "and defined here");
  return false;
}

static bool check_type_agrees(FutEvaluation *evaluation, FutTypeName *actual, FutTypeName *wanted) {
  FutChecker *checker = evaluation->checker;
  if (!check_type_form(evaluation, actual, wanted)) return false;
  if (same_types(checker, actual, wanted)) return true;
  FutPrinter printer = {.arena = checker->arena};
  const char *want = fut_type_text(&printer, meaning_of(checker, wanted));
  const char *have = fut_type_text(&printer, meaning_in(checker, actual, wanted));
  diag_error(checker->diag, ERROR_FUTHARK_TYPE_SPEC, evaluation->span,
             "the type `%s` must be `%s`, but in this module it is `%s`", wanted->name, want, have);
  diag_note(checker->diag, wanted->span, "it is specified here");
  if (span_is_known(actual->span)) diag_note(checker->diag, actual->span, "and defined here");
  return false;
}

// ---- Missing parts ----

static void add_lack(FutEvaluation *evaluation, const char *what, FutIdent name, unsigned space) {
  if (fut_env_is_incomplete(evaluation->actual)) return;
  Suggestion suggestion = suggestion_for(name.name);
  fut_env_suggest(evaluation->actual, space, &suggestion);
  Lack lack = {what, name, suggestion.best};
  vec_push(evaluation->checker->arena, evaluation->lacks, lack);
}

// One error, however much is missing.
static void report_lacks(FutChecker *checker, const Lacks *lacks, Span span) {
  enum { SHOWN_LIMIT = 6 };
  if (lacks->count == 0) return;
  const char *all = "";
  for (size_t i = 0; i < lacks->count && i < SHOWN_LIMIT; i++) {
    const Lack *lack = &lacks->data[i];
    const char *separator = i == 0 ? "" : i + 1 == lacks->count ? " and " : ", ";
    all =
        arena_printf(checker->arena, "%s%sno %s `%s`", all, separator, lack->what, lack->name.name);
  }
  if (lacks->count > SHOWN_LIMIT)
    all = arena_printf(checker->arena, "%s, and %zu more are missing", all,
                       lacks->count - SHOWN_LIMIT);
  diag_error(checker->diag, ERROR_FUTHARK_MODULE_LACKS, span,
             "this module has %s, which its module type demands", all);
  diag_note(checker->diag, lacks->data[0].name.span, "%s is specified here",
            lacks->count == 1 ? "it" : "the first one");
  for (size_t i = 0; i < lacks->count && i < SHOWN_LIMIT; i++)
    if (lacks->data[i].nearest != NULL)
      diag_hint(checker->diag, "instead of `%s` the module has `%s`", lacks->data[i].name.name,
                lacks->data[i].nearest);
}

// ---- Specifications ----

static const Refinement *find_refinement(const FutEvaluation *evaluation, Name name) {
  const Refinement *item = evaluation->refinements;
  for (; item != NULL; item = item->next)
    if (item->depth == item->name.qualifier_count && item->name.name == name) return item;
  return NULL;
}

static bool check_refinement(FutChecker *checker, const Refinement *refinement,
                             const FutTypeName *wanted) {
  *refinement->is_used = true;
  FutTypeName *type = refinement->type;
  if (!same_params(type, wanted)) {
    diag_error(checker->diag, ERROR_FUTHARK_REFINEMENT, refinement->name.span,
               "`%s` does not have the parameters of `%s`", params_text(checker->arena, type),
               params_text(checker->arena, wanted));
    diag_note(checker->diag, wanted->span, "it is specified here");
    return false;
  }
  FutLiftedness lifted = type->unknown_count > 0 ? FUT_SIZE_LIFTED : FUT_UNLIFTED;
  if (fut_type_liftedness(type->type) > lifted) lifted = fut_type_liftedness(type->type);
  if (lifted > wanted->liftedness) {
    diag_error(checker->diag, ERROR_FUTHARK_REFINEMENT, refinement->name.span,
               "`%s` is specified as a `%s`, but this is a `%s`", wanted->name,
               liftedness_words(wanted->liftedness), liftedness_words(lifted));
    diag_note(checker->diag, wanted->span, "it is specified here");
    return false;
  }
  type->liftedness = wanted->liftedness;
  return true;
}

// A type that agrees with everything, after an error about it.
static FutTypeName *unknown_type(FutChecker *checker, FutTypeName *wanted) {
  wanted->is_abstract = false;
  wanted->type = fut_type_error(checker->arena);
  return wanted;
}

// The type that the module must have: what is demanded of it, or its own one after an error, so
// that the values are not found wrong for the same reason.
static FutTypeName *match_type(FutEvaluation *evaluation, FutIdent name, FutTypeName *wanted) {
  FutTypeName *actual = fut_env_type(evaluation->actual, name.name);
  if (actual == NULL) {
    add_lack(evaluation, "type", name, FUT_SPACE_TYPE);
    return unknown_type(evaluation->checker, wanted);
  }
  if (check_type_agrees(evaluation, actual, wanted)) return wanted;
  return same_params(actual, wanted) ? actual : unknown_type(evaluation->checker, wanted);
}

// The type of an abstract specification.
static FutTypeName *abstract_spec(FutEvaluation *evaluation, const FutTypeBinding *binding) {
  FutChecker *checker = evaluation->checker;
  FutTypeName *wanted = new_abstract(checker, binding);
  const Refinement *refinement = find_refinement(evaluation, binding->name.name);
  if (refinement != NULL) {
    if (!check_refinement(checker, refinement, wanted)) return unknown_type(checker, wanted);
    if (evaluation->purpose != PURPOSE_MATCH) return refinement->type;
    return match_type(evaluation, binding->name, refinement->type);
  }
  if (evaluation->actual == NULL) return wanted;
  FutTypeName *actual = fut_env_type(evaluation->actual, binding->name.name);
  if (actual == NULL) {
    add_lack(evaluation, "type", binding->name, FUT_SPACE_TYPE);
    return unknown_type(checker, wanted);
  }
  if (evaluation->purpose == PURPOSE_HIDE) return hide(checker, actual, binding);
  if (check_type_form(evaluation, actual, wanted)) return actual;
  return unknown_type(checker, wanted);
}

static FutTypeName *type_spec(FutEvaluation *evaluation, const FutTypeBinding *binding) {
  FutChecker *checker = evaluation->checker;
  if (binding->type == NULL) return abstract_spec(evaluation, binding);
  FutTypeName *wanted = fut_check_type_binding(checker, binding);
  const Refinement *refinement = find_refinement(evaluation, binding->name.name);
  if (refinement != NULL) {
    *refinement->is_used = true;
    diag_error(checker->diag, ERROR_FUTHARK_REFINEMENT, refinement->name.span,
               "`%s` is not abstract, so that it cannot be refined", binding->name.name);
    diag_note(checker->diag, binding->name.span, "it is specified here");
  }
  bool is_matched = evaluation->purpose == PURPOSE_MATCH;
  return is_matched ? match_type(evaluation, binding->name, wanted) : wanted;
}

// Reports anonymous sizes to the left of an arrow, and in what is no function.
static bool has_anonymous(const FutTypeExp *type, Span *span) {
  switch (type->kind) {
  case FUT_TYPE_NAME:
  case FUT_TYPE_ARROW:
  case FUT_TYPE_EXISTS: return false;
  case FUT_TYPE_UNIQUE: return has_anonymous(type->unique, span);
  case FUT_TYPE_ARRAY:
    *span = type->array.dim.span;
    return type->array.dim.size == NULL || has_anonymous(type->array.element, span);
  case FUT_TYPE_APPLY:
    for (size_t i = 0; i < type->apply.arguments.count; i++) {
      const FutTypeArg *argument = &type->apply.arguments.data[i];
      *span = argument->dim.span;
      if (argument->is_dim ? argument->dim.size == NULL : has_anonymous(argument->type, span))
        return true;
    }
    return false;
  case FUT_TYPE_TUPLE:
    for (size_t i = 0; i < type->tuple.count; i++)
      if (has_anonymous(type->tuple.data[i], span)) return true;
    return false;
  case FUT_TYPE_RECORD:
    for (size_t i = 0; i < type->record.count; i++)
      if (has_anonymous(type->record.data[i].type, span)) return true;
    return false;
  case FUT_TYPE_SUM:
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t j = 0; j < type->sum.data[i].payload.count; j++)
        if (has_anonymous(type->sum.data[i].payload.data[j], span)) return true;
    return false;
  }
  return false;
}

static bool check_val_sizes(FutChecker *checker, const FutSpec *spec) {
  const FutTypeExp *value = spec->value.type;
  Span span = value->span;
  if (value->kind == FUT_TYPE_EXISTS ||
      (value->kind != FUT_TYPE_ARROW && has_anonymous(value, &span))) {
    diag_error(checker->diag, ERROR_FUTHARK_ANONYMOUS_SIZE, span,
               "the size of a value must be known in a specification");
    diag_hint(checker->diag, "name it by another value: `val n: i64`, and `val %s: [n]…`",
              spec->value.name.name);
    return false;
  }
  for (const FutTypeExp *type = spec->value.type; type->kind == FUT_TYPE_ARROW;
       type = type->arrow.to) {
    if (!has_anonymous(type->arrow.from, &span)) continue;
    diag_error(checker->diag, ERROR_FUTHARK_ANONYMOUS_SIZE, span,
               "the size of a parameter must have a name in a specification");
    diag_hint(checker->diag, "write `val %s [n]: [n]…`", spec->value.name.name);
    return false;
  }
  return true;
}

// Which types an attribute of an intrinsic allows.
static FutConstraint attribute_constraint(const FutAttribute *attribute) {
  uint32_t integers = 0, floats = 0, truth = (uint32_t)1 << FUT_PRIM_BOOL;
  for (int prim = FUT_PRIM_NONE + 1; prim < FUT_PRIM_BOOL; prim++)
    *(fut_prim_is_float((FutPrim)prim) ? &floats : &integers) |= (uint32_t)1 << prim;
  FutConstraint constraint = {.kind = FUT_OVERLOADED};
  if (strcmp(attribute->name, "equality") == 0)
    constraint.kind = FUT_EQUALITY;
  else if (strcmp(attribute->name, "scalar") == 0)
    constraint.prims = integers | floats | truth;
  else if (strcmp(attribute->name, "number") == 0)
    constraint.prims = integers | floats;
  else if (strcmp(attribute->name, "integer") == 0)
    constraint.prims = integers;
  else if (strcmp(attribute->name, "float") == 0)
    constraint.prims = floats;
  else if (strcmp(attribute->name, "bits") == 0)
    constraint.prims = integers | truth;
  else
    constraint.kind = FUT_ANY_TYPE;
  return constraint;
}

// Puts the attributes of an intrinsic onto its type parameters.
static void constrain(const FutSpec *spec, const FutScheme *scheme) {
  for (size_t i = 0; i < spec->attributes.count; i++) {
    const FutAttribute *attribute = spec->attributes.data[i];
    FutConstraint constraint = attribute_constraint(attribute);
    if (constraint.kind == FUT_ANY_TYPE) continue;
    for (size_t j = 0; j < scheme->type_count; j++) {
      bool is_meant = attribute->arguments.count == 0;
      for (size_t k = 0; k < attribute->arguments.count; k++)
        if (attribute->arguments.data[k]->name == scheme->types[j]->name) is_meant = true;
      if (is_meant) scheme->types[j]->constraint = constraint;
    }
  }
}

// `val name: type`, as a specification would have it.
static const char *val_text(FutPrinter *printer, Name name, const FutScheme *scheme) {
  bool has_params = scheme->type_count > 0;
  for (size_t i = 0; i < scheme->size_count; i++)
    has_params = has_params || scheme->sizes[i]->name != NULL;
  return arena_printf(printer->arena, fut_name_is_symbol(name) ? "val (%s)%s%s" : "val %s%s%s",
                      name, has_params ? " " : ": ", fut_scheme_text(printer, scheme));
}

static void report_value_mismatch(FutEvaluation *evaluation, const FutSpec *spec,
                                  const FutScheme *wanted, const FutValue *actual,
                                  const char *reason) {
  FutChecker *checker = evaluation->checker;
  Name name = spec->value.name.name;
  FutPrinter printer = {.arena = checker->arena}, other = printer;
  const char *want = val_text(&printer, name, wanted);
  const char *have = val_text(&other, name, &actual->scheme);
  // One printer tells different things of one name apart.
  if (strcmp(want, have) == 0) have = val_text(&printer, name, &actual->scheme);
  diag_error(checker->diag, ERROR_FUTHARK_VALUE_SPEC, evaluation->span,
             "the value `%s` does not have the type that the module type demands", name);
  diag_note(checker->diag, spec->value.name.span, "it is specified as `%s`", want);
  diag_note(checker->diag, actual->span, "but it is `%s`", have);
  if (reason != NULL) diag_hint(checker->diag, "%s", reason);
}

static FutValue *value_spec(FutEvaluation *evaluation, const FutSpec *spec) {
  FutChecker *checker = evaluation->checker;
  Name name = spec->value.name.name;
  FutValueKind kind =
      evaluation->purpose == PURPOSE_INTRINSIC ? FUT_VALUE_INTRINSIC : FUT_VALUE_DEF;
  FutValue *value = fut_new_value(checker, kind, name, spec->value.name.span, NULL);
  value->doc = spec->doc;
  if (!check_val_sizes(checker, spec)) {
    value->scheme.type = fut_type_error(checker->arena);
    return value;
  }
  value->scheme = fut_check_val(checker, &spec->value.type_params, spec->value.type);
  if (evaluation->purpose == PURPOSE_INTRINSIC) constrain(spec, &value->scheme);
  if (evaluation->actual == NULL) return value;
  FutValue *actual = fut_env_value(evaluation->actual, name);
  if (actual == NULL) {
    add_lack(evaluation, "value", spec->value.name, FUT_SPACE_VALUE);
    return value;
  }
  value->kind = actual->kind;
  value->span = actual->span;
  value->binding = actual->binding;
  value->original = actual;
  value->is_prelude = actual->is_prelude;
  if (evaluation->purpose != PURPOSE_MATCH) return value;
  const char *reason = NULL;
  if (!fut_scheme_fits_because(checker, &actual->scheme, &value->scheme, &reason))
    report_value_mismatch(evaluation, spec, &value->scheme, actual, reason);
  return value;
}

// The refinements that are meant for a module inside.
static const Refinement *inner_refinements(FutEvaluation *evaluation, Name module) {
  const Refinement *result = NULL;
  for (const Refinement *item = evaluation->refinements; item != NULL; item = item->next) {
    if (item->depth >= item->name.qualifier_count || item->name.qualifiers[item->depth] != module)
      continue;
    Refinement *inner = arena_make(evaluation->checker->arena, Refinement);
    *inner = *item;
    inner->depth++;
    inner->next = result;
    result = inner;
  }
  return result;
}

static FutModuleValue *module_spec(FutEvaluation *evaluation, const FutSpec *spec) {
  FutChecker *checker = evaluation->checker;
  FutIdent name = spec->module.name;
  FutEvaluation inner = *evaluation;
  inner.refinements = inner_refinements(evaluation, name.name);
  const FutModuleValue *actual = NULL;
  if (evaluation->actual != NULL) {
    actual = fut_env_module(evaluation->actual, name.name);
    if (actual == NULL) {
      add_lack(evaluation, "module", name, FUT_SPACE_MODULE);
      return fut_module_missing(checker->arena, name.name, name.span);
    }
  }
  FutModuleValue *module = arena_make(checker->arena, FutModuleValue);
  *module = *evaluate(&inner, spec->module.type, actual);
  module->name = name.name;
  module->span = name.span;
  return module;
}

// Whether a specification's name is new; reports it otherwise.
static bool is_new(FutChecker *checker, const FutEnv *own, FutIdent name, unsigned space) {
  Span old = SPAN_NONE;
  if (name.name == NULL) return false;
  const FutValue *value = space & FUT_SPACE_VALUE ? fut_env_value(own, name.name) : NULL;
  const FutModuleValue *module = space & FUT_SPACE_MODULE ? fut_env_module(own, name.name) : NULL;
  const FutTypeName *type = space & FUT_SPACE_TYPE ? fut_env_type(own, name.name) : NULL;
  if (value == NULL && module == NULL && type == NULL) return true;
  old = value != NULL ? value->span : module != NULL ? module->span : type->span;
  diag_error(checker->diag, ERROR_FUTHARK_DEFINED_TWICE, name.span, "`%s` is specified twice",
             name.name);
  diag_note(checker->diag, old, "the first time here");
  return false;
}

static void add_spec(FutEvaluation *evaluation, const FutSpec *spec, FutEnv *own) {
  FutChecker *checker = evaluation->checker;
  unsigned terms = FUT_SPACE_VALUE | FUT_SPACE_MODULE;
  bool is_checked = evaluation->purpose == PURPOSE_BARE;
  switch (spec->kind) {
  case FUT_SPEC_BROKEN: own->is_incomplete = evaluation->names->is_incomplete = true; break;
  case FUT_SPEC_VALUE: {
    if (is_checked && !is_new(checker, own, spec->value.name, terms)) break;
    FutValue *value = value_spec(evaluation, spec);
    fut_env_add_value(own, value->name, value);
    fut_env_add_value(evaluation->names, value->name, value);
    fut_env_add_value(checker->env, value->name, value);
    break;
  }
  case FUT_SPEC_TYPE: {
    if (is_checked && !is_new(checker, own, spec->type.name, FUT_SPACE_TYPE)) break;
    FutTypeName *type = type_spec(evaluation, &spec->type);
    fut_env_add_type(own, spec->type.name.name, type);
    fut_env_add_type(evaluation->names, spec->type.name.name, type);
    fut_env_add_type(checker->env, spec->type.name.name, type);
    break;
  }
  case FUT_SPEC_MODULE: {
    if (is_checked && !is_new(checker, own, spec->module.name, terms)) break;
    FutModuleValue *module = module_spec(evaluation, spec);
    fut_env_add_module(own, module->name, module);
    fut_env_add_module(evaluation->names, module->name, module);
    fut_env_add_module(checker->env, module->name, module);
    // The sizes of intrinsics are written with operators, which are intrinsics, too.
    if (evaluation->purpose == PURPOSE_INTRINSIC && module->kind == FUT_STRUCTURE)
      fut_env_open(checker->env, module->env);
    break;
  }
  case FUT_SPEC_INCLUDE: {
    FutEvaluation inner = *evaluation;
    FutModuleValue whole = {.kind = FUT_STRUCTURE, .env = (FutEnv *)evaluation->actual};
    FutModuleValue *included =
        evaluate(&inner, spec->include, evaluation->actual == NULL ? NULL : &whole);
    if (!fut_module_expect_structure(checker, included, spec->span)) {
      own->is_incomplete = evaluation->names->is_incomplete = true;
      break;
    }
    fut_env_open(evaluation->names, included->env);
    fut_env_open(checker->env, included->env);
    break;
  }
  }
}

// ---- Module types ----

static FutModuleValue *evaluate_specs(FutEvaluation *evaluation, const FutModuleType *type,
                                      const FutModuleValue *actual) {
  FutChecker *checker = evaluation->checker;
  if (actual != NULL && !fut_module_expect_structure(checker, actual, evaluation->span))
    return fut_module_missing(checker->arena, NULL, type->span);
  FutEvaluation inner = *evaluation;
  inner.actual = actual == NULL ? NULL : actual->env;
  inner.names = fut_env_new(checker->arena, NULL);
  if (evaluation->purpose == PURPOSE_HIDE) inner.names->whole = inner.actual;
  FutEnv *own = fut_env_new(checker->arena, NULL);
  FutEnv *outer = fut_enter_env(checker, fut_env_new(checker->arena, checker->env));
  for (size_t i = 0; i < type->specs.count; i++)
    add_spec(&inner, type->specs.data[i], own);
  checker->env = outer;
  FutModuleValue *module = arena_make(checker->arena, FutModuleValue);
  module->kind = FUT_STRUCTURE;
  module->span = evaluation->span;
  module->env = inner.names;
  return module;
}

static FutModuleValue *evaluate_with(FutEvaluation *evaluation, const FutModuleType *type,
                                     const FutModuleValue *actual) {
  FutChecker *checker = evaluation->checker;
  FutTypeBinding binding = {.name = {type->with.name.name, type->with.name.span},
                            .liftedness = FUT_LIFTED,
                            .params = type->with.params,
                            .type = type->with.type};
  bool is_used = false;
  Refinement refinement = {.next = evaluation->refinements,
                           .name = type->with.name,
                           .type = fut_check_type_binding(checker, &binding),
                           .is_used = &is_used};
  FutEvaluation inner = *evaluation;
  inner.refinements = &refinement;
  FutModuleValue *module = evaluate(&inner, type->with.base, actual);
  if (is_used || module->kind == FUT_MODULE_MISSING) return module;
  diag_error(checker->diag, ERROR_FUTHARK_REFINEMENT, type->with.name.span,
             "the module type has no type `%s` that could be refined",
             fut_qual_name_text(checker->arena, type->with.name));
  if (module->kind == FUT_STRUCTURE && type->with.name.qualifier_count == 0) {
    Suggestion suggestion = suggestion_for(type->with.name.name);
    fut_env_suggest(module->env, FUT_SPACE_TYPE, &suggestion);
    if (suggestion.best != NULL) diag_hint(checker->diag, "did you mean `%s`?", suggestion.best);
  }
  return fut_module_missing(checker->arena, NULL, type->span);
}

// Whether a parametric module, applied to a module of which only the type is known, gives what the
// module type says.
static bool check_functor(FutEvaluation *evaluation, const FutModuleType *type,
                          const FutModuleValue *actual) {
  FutChecker *checker = evaluation->checker;
  size_t errors = diag_error_count(checker->diag);
  size_t definitions = checker->checked->definitions.count;
  FutEnv *outer = fut_enter_env(checker, fut_env_new(checker->arena, checker->env));
  FutIdent parameter = type->arrow.parameter;
  FutModuleValue *bare =
      fut_signature_bare(checker, type->arrow.from, parameter.name, type->arrow.from->span);
  if (parameter.name != NULL) fut_env_add_module(checker->env, parameter.name, bare);
  FutModuleValue *result =
      fut_module_apply(checker, actual, bare, evaluation->span, evaluation->span);
  if (result->kind != FUT_MODULE_MISSING)
    fut_signature_match(checker, type->arrow.to, result, evaluation->span);
  checker->env = outer;
  checker->checked->definitions.count = definitions;
  return diag_error_count(checker->diag) == errors;
}

static FutModuleValue *evaluate_arrow(FutEvaluation *evaluation, const FutModuleType *type,
                                      const FutModuleValue *actual) {
  FutChecker *checker = evaluation->checker;
  FutModuleValue *view = arena_make(checker->arena, FutModuleValue);
  view->kind = FUT_FUNCTOR_VIEW;
  view->span = type->span;
  view->env = checker->env;
  view->view = type;
  view->inner = actual;
  view->is_transparent = evaluation->purpose == PURPOSE_MATCH;
  if (actual == NULL) {
    size_t errors = diag_error_count(checker->diag);
    fut_signature_apply_view(checker, view, NULL, type->span);
    bool is_good = diag_error_count(checker->diag) == errors;
    return is_good ? view : fut_module_missing(checker->arena, NULL, type->span);
  }
  if (actual->kind == FUT_MODULE_MISSING)
    return fut_module_missing(checker->arena, NULL, type->span);
  if (actual->kind == FUT_STRUCTURE) {
    diag_error(checker->diag, ERROR_FUTHARK_PARAMETRIC, evaluation->span,
               "the module type demands a parametric module, but this one has no parameters");
    diag_note(checker->diag, type->span, "it is specified here");
    return fut_module_missing(checker->arena, NULL, type->span);
  }
  bool is_good = evaluation->purpose != PURPOSE_MATCH || check_functor(evaluation, type, actual);
  return is_good ? view : fut_module_missing(checker->arena, NULL, type->span);
}

static FutModuleValue *evaluate_name(FutEvaluation *evaluation, const FutModuleType *type,
                                     const FutModuleValue *actual) {
  FutChecker *checker = evaluation->checker;
  const FutSignature *signature = fut_resolve_module_type(checker, type->name);
  if (signature == NULL || signature->is_broken)
    return fut_module_missing(checker->arena, NULL, type->span);
  if (evaluation->is_trial && evaluation->refinements == NULL && signature->bare != NULL)
    return signature->bare;
  FutEnv *outer = fut_enter_env(checker, signature->env);
  FutModuleValue *module = evaluate(evaluation, signature->syntax, actual);
  checker->env = outer;
  return module;
}

static FutModuleValue *evaluate(FutEvaluation *evaluation, const FutModuleType *type,
                                const FutModuleValue *actual) {
  if (actual != NULL && actual->kind == FUT_MODULE_MISSING)
    return fut_module_missing(evaluation->checker->arena, NULL, type->span);
  switch (type->kind) {
  case FUT_MODULE_TYPE_NAME: return evaluate_name(evaluation, type, actual);
  case FUT_MODULE_TYPE_SPECS: return evaluate_specs(evaluation, type, actual);
  case FUT_MODULE_TYPE_WITH: return evaluate_with(evaluation, type, actual);
  case FUT_MODULE_TYPE_ARROW: return evaluate_arrow(evaluation, type, actual);
  }
  return fut_module_missing(evaluation->checker->arena, NULL, type->span);
}

// ---- What others use ----

FutModuleValue *fut_signature_bare(FutChecker *checker, const FutModuleType *type, Name name,
                                   Span span) {
  FutEvaluation evaluation = {.checker = checker, .purpose = PURPOSE_BARE, .span = span};
  size_t errors = diag_error_count(checker->diag);
  FutModuleValue *module = evaluate(&evaluation, type, NULL);
  if (diag_error_count(checker->diag) > errors)
    module = fut_module_missing(checker->arena, name, span);
  fut_module_qualify(checker, module, name);
  module->name = name;
  module->span = span;
  return module;
}

void fut_signature_check(FutChecker *checker, FutSignature *signature) {
  FutEvaluation evaluation = {
      .checker = checker, .purpose = PURPOSE_BARE, .span = signature->span, .is_trial = true};
  size_t errors = diag_error_count(checker->diag);
  FutEnv *outer = fut_enter_env(checker, signature->env);
  signature->bare = evaluate(&evaluation, signature->syntax, NULL);
  checker->env = outer;
  signature->is_broken =
      signature->bare->kind == FUT_MODULE_MISSING || diag_error_count(checker->diag) > errors;
}

FutModuleValue *fut_signature_match(FutChecker *checker, const FutModuleType *type,
                                    const FutModuleValue *module, Span span) {
  Lacks lacks = {0};
  FutEvaluation evaluation = {
      .checker = checker, .purpose = PURPOSE_MATCH, .span = span, .lacks = &lacks};
  size_t errors = diag_error_count(checker->diag);
  FutModuleValue *seen = evaluate(&evaluation, type, module);
  report_lacks(checker, &lacks, span);
  return diag_error_count(checker->diag) > errors ? NULL : seen;
}

FutModuleValue *fut_signature_ascribe(FutChecker *checker, const FutModuleType *type,
                                      const FutModuleValue *module, Span span) {
  if (fut_signature_match(checker, type, module, span) == NULL) return NULL;
  Lacks lacks = {0};
  FutEvaluation evaluation = {
      .checker = checker, .purpose = PURPOSE_HIDE, .span = span, .lacks = &lacks};
  size_t errors = diag_error_count(checker->diag);
  FutModuleValue *seen = evaluate(&evaluation, type, module);
  return diag_error_count(checker->diag) > errors ? NULL : seen;
}

FutModuleValue *fut_signature_intrinsics(FutChecker *checker, const FutModuleType *type) {
  FutEvaluation evaluation = {.checker = checker, .purpose = PURPOSE_INTRINSIC, .span = type->span};
  return evaluate(&evaluation, type, NULL);
}

FutModuleValue *fut_signature_apply_view(FutChecker *checker, const FutModuleValue *view,
                                         const FutModuleValue *argument, Span span) {
  const FutModuleType *type = view->view;
  FutIdent parameter = type->arrow.parameter;
  FutEnv *outer = fut_enter_env(checker, fut_env_new(checker->arena, view->env));
  FutModuleValue *seen = argument == NULL
                             ? fut_signature_bare(checker, type->arrow.from, parameter.name, span)
                             : fut_signature_match(checker, type->arrow.from, argument, span);
  FutModuleValue *result = NULL;
  if (seen != NULL && parameter.name != NULL)
    fut_env_add_module(checker->env, parameter.name, seen);
  if (seen != NULL && view->inner == NULL)
    result = fut_signature_bare(checker, type->arrow.to, NULL, span);
  if (seen != NULL && view->inner != NULL) {
    result = fut_module_apply(checker, view->inner, seen, span, span);
    if (result->kind != FUT_MODULE_MISSING)
      result = view->is_transparent ? fut_signature_match(checker, type->arrow.to, result, span)
                                    : fut_signature_ascribe(checker, type->arrow.to, result, span);
  }
  checker->env = outer;
  return result == NULL ? fut_module_missing(checker->arena, NULL, span) : result;
}
