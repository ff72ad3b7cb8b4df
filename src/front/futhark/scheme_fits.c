// Whether a value that a module has can be seen as a specification says: it must be at least as
// general. One-way matching: the parameters of the value's scheme stand for parts of the specified
// type, in which nothing is left to find.
//
// Unknown sizes. A result whose size is unknown in the specification may have any size. Inside
// parameters it is the other way round: there the value makes no demand where its own type says
// that a size is unknown.
#include <string.h>

#include "front/futhark/check_module.h"

// A size in one of the types that stands for a size in the other.
typedef struct SizeBinding {
  const FutValue *value;
  const FutSize *size; // NULL while it is free
  bool is_have;        // it is in the type of the value
  bool is_rigid;       // it stands for nothing but itself
} SizeBinding;

typedef struct Fit {
  FutChecker *checker;
  const FutScheme *have;
  const FutType **types; // what the type parameters of the value stand for; NULL while free
  Vec(SizeBinding) sizes;
  FutPrinter printer;
  const char *reason;
} Fit;

static bool fit_type(Fit *fit, const FutType *have, const FutType *want, bool is_result);

// ---- Sizes ----

static SizeBinding *find_size(Fit *fit, const FutSize *size, bool is_have) {
  if (size->kind != FUT_SIZE_VALUE) return NULL;
  for (size_t i = fit->sizes.count; i > 0; i--) {
    SizeBinding *binding = &fit->sizes.data[i - 1];
    if (binding->value == size->value && binding->is_have == is_have) return binding;
  }
  return NULL;
}

static bool bind_size(SizeBinding *binding, const FutSize *size) {
  if (binding->size != NULL) return fut_size_equal(binding->size, size);
  binding->size = size;
  return true;
}

static bool sizes_agree(Fit *fit, const FutSize *have, const FutSize *want) {
  have = fut_size_resolve(have);
  want = fut_size_resolve(want);
  SizeBinding *of_want = find_size(fit, want, false), *of_have = find_size(fit, have, true);
  if (of_want != NULL && !of_want->is_rigid) return bind_size(of_want, have);
  if (of_have != NULL && !of_have->is_rigid) return bind_size(of_have, want);
  if (of_want != NULL || of_have != NULL) return false;
  if (!fut_size_is_alike(have, want)) return fut_size_equal(have, want);
  for (size_t i = 0; i < have->arg_count; i++)
    if (!sizes_agree(fit, have->args[i], want->args[i])) return false;
  return true;
}

static bool fit_size(Fit *fit, const FutSize *have, const FutSize *want) {
  if (sizes_agree(fit, have, want)) return true;
  const SizeBinding *known = find_size(fit, fut_size_resolve(have), true);
  const char *demanded = fut_size_text(&fit->printer, want);
  const char *found = fut_size_text(&fit->printer, have);
  if (known != NULL && known->size != NULL)
    fit->reason =
        arena_printf(fit->checker->arena, "the size `%s` would have to be both `%s` and `%s`",
                     found, fut_size_text(&fit->printer, known->size), demanded);
  else if (known != NULL)
    fit->reason =
        arena_printf(fit->checker->arena,
                     "the size `%s` is demanded, but it becomes known only by the call", demanded);
  else
    fit->reason = arena_printf(
        fit->checker->arena, "the size `%s` is demanded, but the value has `%s`", demanded, found);
  return false;
}

static void push_size(Fit *fit, const FutValue *value, const FutSize *size, bool is_have,
                      bool is_rigid) {
  SizeBinding binding = {value, size, is_have, is_rigid};
  vec_push(fit->checker->arena, &fit->sizes, binding);
}

// ---- Types ----

static bool fail_types(Fit *fit, const FutType *have, const FutType *want) {
  Arena *arena = fit->checker->arena;
  const char *demanded = fut_type_text(&fit->printer, want);
  const char *found = fut_type_text(&fit->printer, have);
  const char *abstract = have->tag == FUT_T_ABSTRACT && want->tag != FUT_T_ABSTRACT   ? found
                         : want->tag == FUT_T_ABSTRACT && have->tag != FUT_T_ABSTRACT ? demanded
                                                                                      : NULL;
  if (want->tag == FUT_T_PARAM)
    fit->reason = arena_printf(arena, "it must work for every type `%s`, but it is made for `%s`",
                               demanded, found);
  else if (abstract != NULL)
    fit->reason = arena_printf(arena,
                               "`%s` is demanded, but the value has `%s`; `%s` is abstract, so "
                               "that nobody here knows what it is",
                               demanded, found, abstract);
  else
    fit->reason = arena_printf(arena, "`%s` is demanded, but the value has `%s`", demanded, found);
  return false;
}

// Whether a type holds something that can be shared and consumed.
static bool has_arrays(const FutType *type) {
  return type->tag != FUT_T_PRIM && type->tag != FUT_T_ERROR && type->tag != FUT_T_ARROW;
}

// Whether a result has a `*`, or all of its fields have.
static bool is_fresh(const FutType *type) {
  if (type->is_unique || type->tag == FUT_T_PRIM) return true;
  if (type->tag != FUT_T_RECORD) return false;
  for (size_t i = 0; i < type->record.count; i++)
    if (!is_fresh(fut_type_resolve(type->record.fields[i].type))) return false;
  return true;
}

static bool fit_uniqueness(Fit *fit, const FutType *have, const FutType *want, bool is_result) {
  if (!has_arrays(want) || have->is_unique == want->is_unique) return true;
  if (is_result ? is_fresh(have) : want->is_unique) return true;
  fit->reason = is_result
                    ? "the specified result is unique (`*`), but the value's result may share "
                      "memory with its arguments"
                    : "it consumes a parameter (`*`), which the specification does not announce";
  return false;
}

static bool allows(const FutConstraint *constraint, const FutType *type) {
  switch (constraint->kind) {
  case FUT_ANY_TYPE:
  case FUT_HAS_FIELDS:
  case FUT_HAS_CLAUSES: return true;
  case FUT_EQUALITY: return fut_type_has_equality(type);
  case FUT_OVERLOADED: break;
  }
  if (type->tag == FUT_T_PRIM) return constraint->prims >> type->prim & 1;
  if (type->tag != FUT_T_PARAM || type->param->constraint.kind != FUT_OVERLOADED) return false;
  return (type->param->constraint.prims & ~constraint->prims) == 0;
}

// A type parameter of the value meets a part of the specified type.
static bool fit_param(Fit *fit, size_t index, const FutType *want) {
  const FutTypeName *param = fit->have->types[index];
  const FutType *plain = fut_type_unique(fit->checker->arena, want, false);
  if (fit->types[index] != NULL) {
    if (fut_type_equal(fit->types[index], plain)) return true;
    fit->reason = arena_printf(fit->checker->arena,
                               "its type parameter `%s` would have to be both `%s` and `%s`",
                               param->name, fut_type_text(&fit->printer, fit->types[index]),
                               fut_type_text(&fit->printer, plain));
    return false;
  }
  fit->types[index] = plain;
  if (!allows(&param->constraint, plain)) {
    fit->reason = arena_printf(fit->checker->arena, "it does not work for the type `%s`",
                               fut_type_text(&fit->printer, plain));
    return false;
  }
  if (fut_type_liftedness(plain) <= param->liftedness) return true;
  fit->reason = arena_printf(
      fit->checker->arena, "its type parameter `%s` cannot stand for the type `%s`, which %s",
      param->name, fut_type_text(&fit->printer, plain),
      fut_type_liftedness(plain) == FUT_LIFTED ? "may contain functions"
                                               : "may have sizes of its own");
  return false;
}

static bool fit_fields(Fit *fit, const FutType *have, const FutType *want, bool is_result) {
  if (have->record.count != want->record.count) return fail_types(fit, have, want);
  for (size_t i = 0; i < have->record.count; i++) {
    const FutField *left = &have->record.fields[i], *right = &want->record.fields[i];
    if (left->name != right->name) return fail_types(fit, have, want);
    if (!fit_type(fit, left->type, right->type, is_result)) return false;
  }
  return true;
}

static bool fit_clauses(Fit *fit, const FutType *have, const FutType *want, bool is_result) {
  if (have->sum.count != want->sum.count) return fail_types(fit, have, want);
  for (size_t i = 0; i < have->sum.count; i++) {
    const FutClause *left = &have->sum.clauses[i], *right = &want->sum.clauses[i];
    if (left->name != right->name || left->payload_count != right->payload_count)
      return fail_types(fit, have, want);
    for (size_t j = 0; j < left->payload_count; j++)
      if (!fit_type(fit, left->payload[j], right->payload[j], is_result)) return false;
  }
  return true;
}

static bool fit_arrow(Fit *fit, const FutType *have, const FutType *want, bool is_result) {
  if (!fit_type(fit, have->arrow.from, want->arrow.from, !is_result)) return false;
  size_t outer = fit->sizes.count;
  for (size_t i = 0; i < have->arrow.unknown_count; i++)
    push_size(fit, have->arrow.unknown[i], NULL, true, is_result);
  for (size_t i = 0; i < want->arrow.unknown_count; i++)
    push_size(fit, want->arrow.unknown[i], NULL, false, !is_result);
  if (have->arrow.parameter != NULL && want->arrow.parameter != NULL)
    push_size(fit, have->arrow.parameter,
              fut_size_value(fit->checker->arena, want->arrow.parameter), true, false);
  bool is_good = fit_type(fit, have->arrow.to, want->arrow.to, is_result);
  if (is_good) fit->sizes.count = outer;
  return is_good;
}

static bool fit_abstract(Fit *fit, const FutType *have, const FutType *want, bool is_result) {
  if (have->abstract.name != want->abstract.name) return fail_types(fit, have, want);
  for (size_t i = 0; i < have->abstract.type_count; i++)
    if (!fit_type(fit, have->abstract.types[i], want->abstract.types[i], is_result)) return false;
  for (size_t i = 0; i < have->abstract.size_count; i++)
    if (!fit_size(fit, have->abstract.sizes[i], want->abstract.sizes[i])) return false;
  return true;
}

static bool fit_type(Fit *fit, const FutType *have, const FutType *want, bool is_result) {
  have = fut_type_resolve(have);
  want = fut_type_resolve(want);
  if (have->tag == FUT_T_ERROR || want->tag == FUT_T_ERROR) return true;
  if (!fit_uniqueness(fit, have, want, is_result)) return false;
  if (have->tag == FUT_T_PARAM)
    for (size_t i = 0; i < fit->have->type_count; i++)
      if (fit->have->types[i] == have->param) return fit_param(fit, i, want);
  if (have->tag != want->tag) return fail_types(fit, have, want);
  switch (have->tag) {
  case FUT_T_PRIM: return have->prim == want->prim || fail_types(fit, have, want);
  case FUT_T_RECORD: return fit_fields(fit, have, want, is_result);
  case FUT_T_SUM: return fit_clauses(fit, have, want, is_result);
  case FUT_T_ARRAY:
    return fit_size(fit, have->array.size, want->array.size) &&
           fit_type(fit, have->array.element, want->array.element, is_result);
  case FUT_T_ARROW: return fit_arrow(fit, have, want, is_result);
  case FUT_T_VAR: return have->var == want->var || fail_types(fit, have, want);
  case FUT_T_PARAM: return have->param == want->param || fail_types(fit, have, want);
  case FUT_T_ABSTRACT: return fit_abstract(fit, have, want, is_result);
  case FUT_T_ERROR: break;
  }
  return true;
}

bool fut_scheme_fits_because(FutChecker *checker, const FutScheme *have, const FutScheme *want,
                             const char **reason) {
  Fit fit = {.checker = checker, .have = have, .printer = {.arena = checker->arena}};
  fit.types = arena_array(checker->arena, const FutType *, have->type_count);
  for (size_t i = 0; i < have->size_count; i++)
    push_size(&fit, have->sizes[i], NULL, true, false);
  // The unknown sizes of a constant are those of its value.
  FutValues unknown = {0};
  fut_collect_unknown(checker, want->type, 0, &unknown);
  for (size_t i = 0; i < unknown.count; i++)
    push_size(&fit, unknown.data[i], NULL, false, false);
  bool is_good = fit_type(&fit, have->type, want->type, true);
  *reason = fit.reason;
  return is_good;
}
