// From type expressions to types.
#include "base/internal.h"
#include "front/futhark/check_internal.h"

// How the anonymous sizes of a type are understood, and where they go.
typedef struct FutReading {
  FutChecker *checker;
  FutAnonymous anonymous;
  FutValues *sizes;
  FutValues before; // the named parameters of the function type that is read
} FutReading;

static const FutType *read_type(FutReading *reading, const FutTypeExp *type);

static const FutType *error_type(FutReading *reading) {
  return fut_type_error(reading->checker->arena);
}

// ---- Sizes ----

// A size that is written `[]`, or bound by `?[n].` when it has a name.
static const FutSize *fresh_size(FutReading *reading, Name name, Span span, FutValue **bound) {
  FutChecker *checker = reading->checker;
  FutValueKind kind =
      reading->anonymous == FUT_ANONYMOUS_RESULT ? FUT_VALUE_UNKNOWN : FUT_VALUE_SIZE;
  if (reading->anonymous == FUT_ANONYMOUS_ANY) {
    const FutSize *size = fut_new_size_var(checker, span);
    size->var->is_written = true;
    if (bound) {
      *bound =
          fut_new_value(checker, kind, name, span, fut_type_prim(checker->arena, FUT_PRIM_I64));
      (*bound)->equals = size;
    }
    return size;
  }
  FutValue *value =
      fut_new_value(checker, kind, name, span, fut_type_prim(checker->arena, FUT_PRIM_I64));
  vec_push(checker->arena, reading->sizes, value);
  if (bound) *bound = value;
  return fut_size_value(checker->arena, value);
}

// A name that is unknown where a size is written was perhaps meant to be bound there.
static void hint_size(FutChecker *checker, const FutExp *size) {
  if (size->kind != FUT_EXP_VAR || size->value || size->name.qualifier_count > 0) return;
  diag_hint(checker->diag,
            "a size that the argument has is bound before the parameters: "
            "`def f [%s] (xs: [%s]t) = …`",
            size->name.name, size->name.name);
}

static const FutSize *read_dim(FutReading *reading, const FutDim *dim) {
  if (!dim->size) return fresh_size(reading, NULL, dim->span, NULL);
  FutChecker *checker = reading->checker;
  const FutType *i64 = fut_type_prim(checker->arena, FUT_PRIM_I64);
  uint32_t first_inner = checker->next_id;
  size_t error_count = diag_error_count(checker->diag);
  fut_check_exp_is(checker, dim->size, i64, "a size");
  if (diag_error_count(checker->diag) > error_count) {
    hint_size(checker, dim->size);
    return fut_new_size_var(checker, dim->span);
  }
  return fut_written_size(checker, dim->size, first_inner);
}

// ---- Names and their arguments ----

// The arguments of a type, sorted into types and sizes.
typedef struct FutArguments {
  const FutType **types;
  const FutSize **sizes;
  size_t type_count, size_count;
} FutArguments;

static bool check_lifted_argument(FutReading *reading, const FutTypeName *param,
                                  const FutType *type, Span span) {
  if (param->liftedness == FUT_LIFTED || !fut_type_has_function(type)) return true;
  diag_error(reading->checker->diag, ERROR_FUTHARK_FUNCTION_PLACE, span,
             "the type parameter `%s` cannot be a function", param->name);
  diag_note(reading->checker->diag, param->span, "only a parameter `'^%s` could be one",
            param->name);
  return false;
}

// `#c [n]t u` looks as if it carried two values.
static void hint_payload(FutChecker *checker, const FutTypeExp *type) {
  if (type->kind != FUT_TYPE_APPLY || !type->apply.is_payload) return;
  diag_hint(checker->diag, "after a constructor, `[n]t u` is an array of `t u`; for an array "
                           "and another value write `([n]t) u`");
}

static bool read_arguments(FutReading *reading, const FutTypeName *name, const FutTypeExp *type,
                           FutArguments *arguments) {
  FutChecker *checker = reading->checker;
  size_t wanted = name->type_param_count + name->size_param_count;
  size_t given = type->kind == FUT_TYPE_APPLY ? type->apply.arguments.count : 0;
  if (given != wanted) {
    diag_error(checker->diag, ERROR_FUTHARK_TYPE_ARGUMENTS, type->span,
               "the type `%s` takes %zu argument%s, found %zu", name->name, wanted,
               wanted == 1 ? "" : "s", given);
    if (span_is_known(name->span)) diag_note(checker->diag, name->span, "it is defined here");
    hint_payload(checker, type);
    if (wanted == 0 && given > 0 && type->apply.arguments.data[0].is_dim)
      diag_hint(checker->diag, "sizes come before the type of the elements: `[]%s`", name->name);
    return false;
  }
  arguments->types = arena_array(checker->arena, const FutType *, name->type_param_count);
  arguments->sizes = arena_array(checker->arena, const FutSize *, name->size_param_count);
  for (size_t i = 0; i < given; i++) {
    const FutTypeArg *arg = &type->apply.arguments.data[i];
    bool is_size = name->param_is_size ? name->param_is_size[i] : i < name->size_param_count;
    if (is_size != arg->is_dim) {
      diag_error(checker->diag, ERROR_FUTHARK_TYPE_ARGUMENTS,
                 arg->is_dim ? arg->dim.span : arg->type->span,
                 "argument %zu of the type `%s` must be a %s, not a %s", i + 1, name->name,
                 is_size ? "size in brackets" : "type", is_size ? "type" : "size");
      return false;
    }
    if (is_size) {
      arguments->sizes[arguments->size_count++] = read_dim(reading, &arg->dim);
      continue;
    }
    const FutType *read = read_type(reading, arg->type);
    if (!check_lifted_argument(reading, name->type_params[arguments->type_count], read,
                               arg->type->span))
      return false;
    arguments->types[arguments->type_count++] = read;
  }
  return true;
}

// What an abbreviation stands for with these arguments.
static const FutType *expand(FutReading *reading, const FutTypeName *name,
                             const FutArguments *arguments, Span span) {
  FutChecker *checker = reading->checker;
  size_t size_count = name->size_param_count + name->unknown_count;
  FutValue **values = arena_array(checker->arena, FutValue *, size_count);
  const FutSize **by = arena_array(checker->arena, const FutSize *, size_count);
  for (size_t i = 0; i < name->size_param_count; i++) {
    values[i] = name->size_params[i];
    by[i] = arguments->sizes[i];
  }
  for (size_t i = 0; i < name->unknown_count; i++) {
    values[name->size_param_count + i] = name->unknown[i];
    by[name->size_param_count + i] = fresh_size(reading, name->unknown[i]->name, span, NULL);
  }
  FutSubst subst = {name->type_params, arguments->types, name->type_param_count, values, by,
                    size_count};
  return fut_type_substitute(checker->arena, name->type, &subst);
}

static const FutType *abstract_type(FutReading *reading, FutTypeName *name,
                                    const FutArguments *arguments) {
  FutType *type = arena_make(reading->checker->arena, FutType);
  type->tag = FUT_T_ABSTRACT;
  type->abstract.name = name;
  type->abstract.types = arguments->types;
  type->abstract.type_count = arguments->type_count;
  type->abstract.sizes = arguments->sizes;
  type->abstract.size_count = arguments->size_count;
  return type;
}

static const FutType *read_named(FutReading *reading, const FutQualName *qualified,
                                 const FutTypeExp *type) {
  FutTypeName *name = fut_find_type(reading->checker, qualified);
  if (!name) return error_type(reading);
  map_put(reading->checker->checked->type_names, map_key(type), name);
  FutArguments arguments = {0};
  if (!read_arguments(reading, name, type, &arguments)) return error_type(reading);
  if (name->is_abstract) return abstract_type(reading, name, &arguments);
  if (!name->type) return fut_type_param(reading->checker->arena, name);
  return expand(reading, name, &arguments, type->span);
}

static const FutType *read_apply(FutReading *reading, const FutTypeExp *type) {
  const FutTypeExp *head = type->apply.head;
  if (head->kind == FUT_TYPE_NAME) return read_named(reading, &head->name, type);
  diag_error(reading->checker->diag, ERROR_FUTHARK_TYPE_ARGUMENTS, head->span,
             "only a type name takes arguments, found %s", fut_type_words(head->kind));
  hint_payload(reading->checker, type);
  return error_type(reading);
}

// ---- Structures ----

static void report_twice(FutReading *reading, const FutIdent *name, const char *what) {
  diag_error(reading->checker->diag, ERROR_FUTHARK_DUPLICATE, name->span,
             "the %s `%s` is already in this type", what, name->name);
}

static FutLiftedness more_lifted(FutLiftedness a, FutLiftedness b) { return a > b ? a : b; }

static FutLiftedness exp_liftedness(FutChecker *checker, const FutTypeExp *exp);

static FutLiftedness exps_liftedness(FutChecker *checker, const FutTypeExps *exps) {
  FutLiftedness most = FUT_UNLIFTED;
  for (size_t i = 0; i < exps->count; i++)
    most = more_lifted(most, exp_liftedness(checker, exps->data[i]));
  return most;
}

// How lifted a name says that its type is, which may be more than what it stands for.
static FutLiftedness name_liftedness(FutChecker *checker, const FutTypeExp *exp) {
  const FutTypeName *name = map_get(checker->checked->type_names, map_key(exp));
  FutLiftedness most = name ? name->liftedness : FUT_UNLIFTED; // an unknown name was reported
  if (exp->kind == FUT_TYPE_APPLY)
    for (size_t i = 0; i < exp->apply.arguments.count; i++) {
      const FutTypeArg *arg = &exp->apply.arguments.data[i];
      if (!arg->is_dim) most = more_lifted(most, exp_liftedness(checker, arg->type));
    }
  return most;
}

// How lifted a type is by the way it is written, when it has been read. Sizes that are left open do
// not count: those of elements are one for all.
static FutLiftedness exp_liftedness(FutChecker *checker, const FutTypeExp *exp) {
  FutLiftedness most = FUT_UNLIFTED;
  switch (exp->kind) {
  case FUT_TYPE_NAME:
  case FUT_TYPE_APPLY: return name_liftedness(checker, exp);
  case FUT_TYPE_ARRAY: return exp_liftedness(checker, exp->array.element);
  case FUT_TYPE_TUPLE: return exps_liftedness(checker, &exp->tuple);
  case FUT_TYPE_RECORD:
    for (size_t i = 0; i < exp->record.count; i++)
      most = more_lifted(most, exp_liftedness(checker, exp->record.data[i].type));
    return most;
  case FUT_TYPE_SUM:
    for (size_t i = 0; i < exp->sum.count; i++)
      most = more_lifted(most, exps_liftedness(checker, &exp->sum.data[i].payload));
    return most;
  case FUT_TYPE_ARROW: return FUT_LIFTED;
  case FUT_TYPE_UNIQUE: return exp_liftedness(checker, exp->unique);
  case FUT_TYPE_EXISTS:
    return more_lifted(FUT_SIZE_LIFTED, exp_liftedness(checker, exp->exists.body));
  }
  INTERNAL_ERROR("a type expression has an unknown kind");
}

// Whether an array may hold such elements: as an abbreviation says, and not what it stands for.
static bool check_element(FutReading *reading, const FutTypeExp *exp, const FutType *type) {
  FutChecker *checker = reading->checker;
  FutLiftedness lifted = exp_liftedness(checker, exp);
  if (type->tag == FUT_T_ERROR || lifted == FUT_UNLIFTED) return true;
  FutPrinter printer = {.arena = checker->arena};
  diag_error(checker->diag, ERROR_FUTHARK_LIFTED, exp->span,
             lifted == FUT_LIFTED
                 ? "arrays cannot hold values of type `%s`, which may be functions"
                 : "arrays cannot hold values of type `%s`, because their sizes may differ",
             fut_type_text(&printer, type));
  diag_hint(checker->diag,
            "a type that is declared with `%s` is for single values, not for elements",
            lifted == FUT_LIFTED ? "^" : "~");
  return false;
}

static bool has_unique_part(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->is_unique) return true;
  if (type->tag == FUT_T_RECORD)
    for (size_t i = 0; i < type->record.count; i++)
      if (has_unique_part(type->record.fields[i].type)) return true;
  return false;
}

static const FutType *read_array(FutReading *reading, const FutTypeExp *type) {
  const FutSize *size = read_dim(reading, &type->array.dim);
  const FutType *element = read_type(reading, type->array.element);
  if (fut_type_has_function(element)) {
    diag_error(reading->checker->diag, ERROR_FUTHARK_FUNCTION_PLACE, type->array.element->span,
               "arrays cannot hold functions");
    return error_type(reading);
  }
  if (has_unique_part(element)) {
    diag_error(reading->checker->diag, ERROR_FUTHARK_UNIQUE_ELEMENT, type->array.element->span,
               "the elements of an array cannot be unique on their own");
    diag_hint(reading->checker->diag, "write the `*` before the whole array: `*[]t`");
    return error_type(reading);
  }
  if (!check_element(reading, type->array.element, element)) return error_type(reading);
  return fut_type_array(reading->checker->arena, size, element);
}

static const FutType *read_record(FutReading *reading, const FutTypeExp *type) {
  size_t count = type->record.count;
  FutField *fields = arena_array(reading->checker->arena, FutField, count);
  for (size_t i = 0; i < count; i++) {
    const FutTypeField *field = &type->record.data[i];
    for (size_t j = 0; j < i; j++)
      if (fields[j].name == field->name.name) {
        report_twice(reading, &field->name, "field");
        return error_type(reading);
      }
    fields[i] = (FutField){field->name.name, read_type(reading, field->type)};
  }
  return fut_type_record(reading->checker->arena, fields, count, false);
}

static const FutType *read_tuple(FutReading *reading, const FutTypeExp *type) {
  FutChecker *checker = reading->checker;
  const FutType **items = arena_array(checker->arena, const FutType *, type->tuple.count);
  for (size_t i = 0; i < type->tuple.count; i++)
    items[i] = read_type(reading, type->tuple.data[i]);
  return fut_type_tuple(checker->arena, checker->names, items, type->tuple.count);
}

static const FutType *read_sum(FutReading *reading, const FutTypeExp *type) {
  Arena *arena = reading->checker->arena;
  enum { CLAUSE_LIMIT = 255 };
  if (type->sum.count > CLAUSE_LIMIT) {
    diag_error(reading->checker->diag, ERROR_FUTHARK_TYPE_LIMIT, type->span,
               "this type has %zu constructors, and there may be %d at most", type->sum.count,
               CLAUSE_LIMIT);
    return error_type(reading);
  }
  FutClause *clauses = arena_array(arena, FutClause, type->sum.count);
  for (size_t i = 0; i < type->sum.count; i++) {
    const FutTypeClause *clause = &type->sum.data[i];
    for (size_t j = 0; j < i; j++)
      if (clauses[j].name == clause->constructor.name) {
        report_twice(reading, &clause->constructor, "constructor");
        return error_type(reading);
      }
    clauses[i].name = clause->constructor.name;
    clauses[i].payload_count = clause->payload.count;
    clauses[i].payload = arena_array(arena, const FutType *, clause->payload.count);
    for (size_t j = 0; j < clause->payload.count; j++)
      clauses[i].payload[j] = read_type(reading, clause->payload.data[j]);
  }
  return fut_type_sum(arena, clauses, type->sum.count);
}

static bool is_arrow(const FutTypeExp *type) {
  while (type->kind == FUT_TYPE_UNIQUE)
    type = type->unique;
  return type->kind == FUT_TYPE_ARROW;
}

static const FutType *read_arrow(FutReading *reading, const FutTypeExp *type) {
  FutChecker *checker = reading->checker;
  const FutType *from = read_type(reading, type->arrow.from);
  FutEnv *outer = checker->env;
  FutValue *parameter = NULL;
  if (type->arrow.parameter.name) {
    checker->env = fut_env_new(checker->arena, outer);
    parameter = fut_new_value(checker, FUT_VALUE_LOCAL, type->arrow.parameter.name,
                              type->arrow.parameter.span, from);
    for (size_t i = 0; i < reading->before.count; i++)
      if (reading->before.data[i]->name == parameter->name)
        report_twice(reading, &type->arrow.parameter, "parameter");
    parameter->is_used = true;
    fut_env_add_value(checker->env, parameter->name, parameter);
  }
  // The unknown sizes of a result belong to the last arrow: only the whole call makes them.
  FutValues unknown = {0};
  FutReading result = {.checker = checker, .anonymous = FUT_ANONYMOUS_RESULT, .sizes = &unknown};
  bool is_last = !is_arrow(type->arrow.to);
  FutValues before = reading->before;
  if (parameter) vec_push(checker->arena, &reading->before, parameter);
  const FutType *to = read_type(is_last ? &result : reading, type->arrow.to);
  reading->before = before;
  checker->env = outer;
  FutType *arrow = arena_make(checker->arena, FutType);
  *arrow = *fut_type_arrow(checker->arena, parameter, from, to);
  arrow->arrow.unknown = unknown.data;
  arrow->arrow.unknown_count = unknown.count;
  return arrow;
}

// A size that nothing says: what is bound by `?[n].`, or a `[]` of an abbreviation, must be the
// size of an array that every value of the type has.
static void report_not_shown(FutChecker *checker, const FutValue *size) {
  if (size->name) {
    diag_error(
        checker->diag, ERROR_FUTHARK_EXISTENTIAL, size->span,
        "the size `%s` is not the size of an array in this type, so no value says what it is",
        size->name);
    diag_hint(checker->diag,
              "a function does not show the sizes of its parameters and results; an array of type "
              "`[%s]()` takes no space and shows the size",
              size->name);
    return;
  }
  diag_error(checker->diag, ERROR_FUTHARK_EXISTENTIAL, size->span,
             "this size is only that of a function's parameter, so no value of the type says what "
             "it is");
  diag_hint(checker->diag, "give the type a size parameter: `type^ t [n] = [n]i32 -> i32`");
}

static const FutType *read_exists(FutReading *reading, const FutTypeExp *type) {
  FutChecker *checker = reading->checker;
  FutEnv *outer = checker->env;
  checker->env = fut_env_new(checker->arena, outer);
  FutValues sizes = {0};
  for (size_t i = 0; i < type->exists.sizes.count; i++) {
    const FutIdent *ident = &type->exists.sizes.data[i];
    FutValue *bound;
    fresh_size(reading, ident->name, ident->span, &bound);
    fut_env_add_value(checker->env, ident->name, bound);
    vec_push(checker->arena, &sizes, bound);
  }
  const FutType *body = read_type(reading, type->exists.body);
  checker->env = outer;
  for (size_t i = 0; i < sizes.count; i++)
    if (!fut_type_shows(body, fut_size_value(checker->arena, sizes.data[i])))
      report_not_shown(checker, sizes.data[i]);
  return body;
}

static const FutType *read_type(FutReading *reading, const FutTypeExp *type) {
  switch (type->kind) {
  case FUT_TYPE_NAME: return read_named(reading, &type->name, type);
  case FUT_TYPE_APPLY: return read_apply(reading, type);
  case FUT_TYPE_ARRAY: return read_array(reading, type);
  case FUT_TYPE_TUPLE: return read_tuple(reading, type);
  case FUT_TYPE_RECORD: return read_record(reading, type);
  case FUT_TYPE_SUM: return read_sum(reading, type);
  case FUT_TYPE_ARROW: return read_arrow(reading, type);
  case FUT_TYPE_UNIQUE:
    return fut_type_unique(reading->checker->arena, read_type(reading, type->unique), true);
  case FUT_TYPE_EXISTS: return read_exists(reading, type);
  }
  INTERNAL_ERROR("a type expression has an unknown kind");
}

// ---- Limits ----

typedef struct PartCount {
  size_t left; // how many parts there may still be
  bool has_error;
} PartCount;

// Counts the parts of a type, as often as they occur; false when there are too many.
static bool count_parts(const FutType *type, PartCount *count) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ERROR) count->has_error = true;
  if (count->left == 0) return false;
  count->left--;
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    if (!count_parts(part, count)) return false;
  return true;
}

const FutType *fut_limit_type(FutChecker *checker, const FutType *type, Span span) {
  enum { LIMIT = 20000 };
  PartCount count = {.left = LIMIT};
  if (count_parts(type, &count)) return type;
  if (count.has_error) return fut_type_error(checker->arena);
  diag_error(checker->diag, ERROR_FUTHARK_TYPE_LIMIT, span,
             "this has a type of more than %d parts, which is too large", LIMIT);
  diag_hint(checker->diag, "a type that holds another one twice doubles it; use an array");
  return fut_type_error(checker->arena);
}

const FutType *fut_check_type(FutChecker *checker, const FutTypeExp *type, FutAnonymous anonymous,
                              FutValues *sizes) {
  FutReading reading = {.checker = checker, .anonymous = anonymous, .sizes = sizes};
  return fut_limit_type(checker, read_type(&reading, type), type->span);
}

// ---- Declarations ----

static bool is_bound_twice(const FutTypeParams *params, size_t index) {
  const FutTypeParam *param = &params->data[index];
  for (size_t i = 0; i < index; i++)
    if (params->data[i].is_size == param->is_size && params->data[i].name.name == param->name.name)
      return true;
  return false;
}

void fut_bind_type_params(FutChecker *checker, const FutTypeParams *params, FutScheme *scheme) {
  Arena *arena = checker->arena;
  scheme->types = arena_array(arena, FutTypeName *, params->count);
  scheme->sizes = arena_array(arena, FutValue *, params->count);
  scheme->type_count = scheme->size_count = 0;
  for (size_t i = 0; i < params->count; i++) {
    const FutTypeParam *param = &params->data[i];
    if (is_bound_twice(params, i))
      diag_error(checker->diag, ERROR_FUTHARK_DUPLICATE, param->name.span,
                 "the parameter `%s` is already bound", param->name.name);
    if (param->is_size) {
      FutValue *value = fut_new_value(checker, FUT_VALUE_SIZE, param->name.name, param->name.span,
                                      fut_type_prim(arena, FUT_PRIM_I64));
      scheme->sizes[scheme->size_count++] = value;
      fut_env_add_value(checker->env, value->name, value);
    } else {
      FutTypeName *name =
          fut_new_type_name(checker, param->name.name, param->name.span, param->liftedness);
      scheme->types[scheme->type_count++] = name;
      fut_env_add_type(checker->env, name->name, name);
    }
  }
}

static void check_liftedness(FutChecker *checker, const FutTypeBinding *binding,
                             const FutTypeName *name) {
  FutLiftedness lifted = exp_liftedness(checker, binding->type);
  if (name->unknown_count > 0) lifted = more_lifted(lifted, FUT_SIZE_LIFTED);
  if (name->liftedness >= lifted || name->type->tag == FUT_T_ERROR) return;
  FutPrinter printer = {.arena = checker->arena};
  if (lifted == FUT_LIFTED) {
    diag_error(checker->diag, ERROR_FUTHARK_LIFTED, binding->type->span,
               fut_type_has_function(name->type)
                   ? "the type `%s` holds a function"
                   : "the type `%s` holds a type that is declared with `^`",
               name->name);
    diag_hint(checker->diag, "declare it as `type^ %s`", name->name);
  } else if (name->unknown_count == 0) {
    diag_error(checker->diag, ERROR_FUTHARK_LIFTED, binding->type->span,
               "the type `%s` holds values whose sizes may differ: `%s`", name->name,
               fut_type_text(&printer, name->type));
    diag_hint(checker->diag, "declare it as `type~ %s`", name->name);
  } else {
    diag_error(checker->diag, ERROR_FUTHARK_LIFTED, name->unknown[0]->span,
               "the type `%s` has a size that is not known", name->name);
    diag_hint(checker->diag, "declare it as `type~ %s`, or give it a size parameter: `type %s [n]`",
              name->name, name->name);
  }
}

static void check_sizes_used(FutChecker *checker, const FutTypeName *name) {
  if (name->type->tag == FUT_T_ERROR) return;
  for (size_t i = 0; i < name->size_param_count; i++)
    if (!fut_type_mentions(name->type, name->size_params[i]))
      diag_error(checker->diag, ERROR_FUTHARK_SIZE_PARAMETER, name->size_params[i]->span,
                 "the size parameter `%s` is not the size of anything in the type `%s`",
                 name->size_params[i]->name, name->name);
}

void fut_bind_type_name_params(FutChecker *checker, const FutTypeParams *params,
                               FutTypeName *name) {
  FutScheme scheme = {0};
  fut_bind_type_params(checker, params, &scheme);
  name->type_params = scheme.types;
  name->type_param_count = scheme.type_count;
  name->size_params = scheme.sizes;
  name->size_param_count = scheme.size_count;
  name->param_is_size = arena_array(checker->arena, bool, params->count);
  for (size_t i = 0; i < params->count; i++)
    name->param_is_size[i] = params->data[i].is_size;
}

FutTypeName *fut_check_type_binding(FutChecker *checker, const FutTypeBinding *binding) {
  FutTypeName *name =
      fut_new_type_name(checker, binding->name.name, binding->name.span, binding->liftedness);
  FutEnv *outer = checker->env;
  checker->env = fut_env_new(checker->arena, outer);
  fut_bind_type_name_params(checker, &binding->params, name);
  if (!binding->type) {
    name->is_abstract = true;
  } else {
    FutValues unknown = {0};
    name->written = binding->type;
    name->type = fut_check_type(checker, binding->type, FUT_ANONYMOUS_RESULT, &unknown);
    name->unknown = unknown.data;
    name->unknown_count = unknown.count;
    check_liftedness(checker, binding, name);
    check_sizes_used(checker, name);
    for (size_t i = 0; i < unknown.count; i++)
      if (!unknown.data[i]->name &&
          !fut_type_shows(name->type, fut_size_value(checker->arena, unknown.data[i])))
        report_not_shown(checker, unknown.data[i]);
  }
  checker->env = outer;
  return name;
}

FutScheme fut_check_val(FutChecker *checker, const FutTypeParams *params, const FutTypeExp *type) {
  FutEnv *outer = checker->env;
  checker->env = fut_env_new(checker->arena, outer);
  FutScheme scheme = {0};
  fut_bind_type_params(checker, params, &scheme);
  FutValues sizes = {0};
  vec_append(checker->arena, &sizes, scheme.sizes, scheme.size_count);
  FutValues unknown = {0};
  scheme.type = is_arrow(type) ? fut_check_type(checker, type, FUT_ANONYMOUS_PARAM, &sizes)
                               : fut_check_type(checker, type, FUT_ANONYMOUS_RESULT, &unknown);
  scheme.sizes = sizes.data;
  scheme.size_count = sizes.count;
  checker->env = outer;
  return scheme;
}
