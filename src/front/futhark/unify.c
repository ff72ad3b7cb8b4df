// When types agree: unification with levels, constraints and dependent function types.
#include "base/internal.h"
#include "front/futhark/check_internal.h"

// ---- Binding a variable ----

// What a variable becomes, while it is looked through.
typedef struct Admission {
  FutChecker *checker;
  FutTypeVar *var;
  FutMismatch *mismatch;
  FutValues bound; // values that arrows around bind
} Admission;

static bool admit(Admission *admission, const FutType *type);

static bool admit_size(Admission *admission, const FutSize *size) {
  return fut_size_admit(size, admission->var->level, NULL, &admission->bound, admission->mismatch);
}

static bool admit_arrow(Admission *admission, const FutType *type) {
  if (admission->var->liftedness != FUT_LIFTED) {
    admission->mismatch->kind = FUT_MISMATCH_FUNCTION;
    admission->mismatch->found = type;
    return false;
  }
  Arena *arena = admission->checker->arena;
  size_t bound_before = admission->bound.count;
  bool agrees = admit(admission, type->arrow.from);
  if (type->arrow.parameter) vec_push(arena, &admission->bound, type->arrow.parameter);
  for (size_t i = 0; i < type->arrow.unknown_count; i++)
    vec_push(arena, &admission->bound, type->arrow.unknown[i]);
  agrees = agrees && admit(admission, type->arrow.to);
  admission->bound.count = bound_before;
  return agrees;
}

static bool admit_var(Admission *admission, FutTypeVar *inner) {
  FutTypeVar *var = admission->var;
  if (inner == var) {
    admission->mismatch->kind = FUT_MISMATCH_INFINITE;
    return false;
  }
  if (inner->level > var->level) inner->level = var->level;
  if (inner->liftedness > var->liftedness) inner->liftedness = var->liftedness;
  for (size_t i = 0; i < inner->constraint.field_count; i++)
    if (!admit(admission, inner->constraint.fields[i].type)) return false;
  for (size_t i = 0; i < inner->constraint.clause_count; i++)
    for (size_t j = 0; j < inner->constraint.clauses[i].payload_count; j++)
      if (!admit(admission, inner->constraint.clauses[i].payload[j])) return false;
  return true;
}

static bool admit_named(Admission *admission, const FutType *type, FutLiftedness liftedness) {
  if (liftedness <= admission->var->liftedness) return true;
  admission->mismatch->kind = FUT_MISMATCH_FUNCTION;
  admission->mismatch->found = type;
  return false;
}

// Whether the variable may become something that holds this; lowers levels inside.
static bool admit(Admission *admission, const FutType *type) {
  type = fut_type_resolve(type);
  switch (type->tag) {
  case FUT_T_PRIM:
  case FUT_T_ERROR: return true;
  case FUT_T_PARAM:
    if (type->param->level > admission->var->level) {
      admission->mismatch->kind = FUT_MISMATCH_SCOPE;
      admission->mismatch->type_name = type->param;
      return false;
    }
    return admit_named(admission, type, type->param->liftedness);
  case FUT_T_VAR: return admit_var(admission, type->var);
  case FUT_T_ARROW: return admit_arrow(admission, type);
  case FUT_T_ARRAY:
    return admit_size(admission, type->array.size) && admit(admission, type->array.element);
  case FUT_T_RECORD:
    for (size_t i = 0; i < type->record.count; i++)
      if (!admit(admission, type->record.fields[i].type)) return false;
    return true;
  case FUT_T_SUM:
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t j = 0; j < type->sum.clauses[i].payload_count; j++)
        if (!admit(admission, type->sum.clauses[i].payload[j])) return false;
    return true;
  case FUT_T_ABSTRACT:
    for (size_t i = 0; i < type->abstract.size_count; i++)
      if (!admit_size(admission, type->abstract.sizes[i])) return false;
    for (size_t i = 0; i < type->abstract.type_count; i++)
      if (!admit(admission, type->abstract.types[i])) return false;
    return admit_named(admission, type, type->abstract.name->liftedness);
  }
  INTERNAL_ERROR("a type has an unknown tag");
}

static bool fail_types(FutMismatch *mismatch, const FutType *expected, const FutType *found) {
  mismatch->kind = FUT_MISMATCH_TYPES;
  mismatch->expected = expected;
  mismatch->found = found;
  return false;
}

static bool fail_field(FutMismatch *mismatch, Name name, bool is_missing, const FutType *expected,
                       const FutType *found) {
  fail_types(mismatch, expected, found);
  mismatch->kind = FUT_MISMATCH_FIELDS;
  mismatch->name = name;
  mismatch->is_missing = is_missing;
  return false;
}

static bool unify_payloads(FutChecker *checker, const FutClause *expected, const FutClause *found,
                           FutMismatch *mismatch) {
  if (expected->payload_count != found->payload_count) {
    mismatch->kind = FUT_MISMATCH_FIELDS;
    mismatch->name = expected->name;
    mismatch->is_missing = false;
    return false;
  }
  for (size_t i = 0; i < expected->payload_count; i++)
    if (!fut_unify(checker, expected->payload[i], found->payload[i], mismatch)) return false;
  return true;
}

static bool satisfy_fields(FutChecker *checker, const FutTypeVar *var, const FutType *type,
                           FutMismatch *mismatch) {
  const FutConstraint *constraint = &var->constraint;
  if (type->tag != FUT_T_RECORD)
    return fail_types(mismatch, type, type), mismatch->kind = FUT_MISMATCH_CONSTRAINT, false;
  for (size_t i = 0; i < constraint->field_count; i++) {
    const FutField *wanted = &constraint->fields[i];
    const FutField *field = fut_record_field(type, wanted->name);
    if (!field) return fail_field(mismatch, wanted->name, true, type, type);
    if (!fut_unify(checker, wanted->type, field->type, mismatch)) return false;
  }
  return true;
}

static bool satisfy_clauses(FutChecker *checker, const FutTypeVar *var, const FutType *type,
                            FutMismatch *mismatch) {
  const FutConstraint *constraint = &var->constraint;
  if (type->tag != FUT_T_SUM)
    return fail_types(mismatch, type, type), mismatch->kind = FUT_MISMATCH_CONSTRAINT, false;
  for (size_t i = 0; i < constraint->clause_count; i++) {
    const FutClause *wanted = &constraint->clauses[i];
    const FutClause *clause = fut_sum_clause(type, wanted->name);
    if (!clause) return fail_field(mismatch, wanted->name, true, type, type);
    if (!unify_payloads(checker, clause, wanted, mismatch)) return false;
  }
  return true;
}

// What is compared inside of a type that is compared must be comparable, too.
static void demand_equality(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_VAR && type->var->constraint.kind == FUT_ANY_TYPE)
    type->var->constraint.kind = FUT_EQUALITY;
  if (type->tag == FUT_T_ARRAY) demand_equality(type->array.element);
  if (type->tag == FUT_T_RECORD)
    for (size_t i = 0; i < type->record.count; i++)
      demand_equality(type->record.fields[i].type);
  if (type->tag == FUT_T_SUM)
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t j = 0; j < type->sum.clauses[i].payload_count; j++)
        demand_equality(type->sum.clauses[i].payload[j]);
}

// Whether a type that is no variable has what the variable asks for.
static bool satisfy(FutChecker *checker, const FutTypeVar *var, const FutType *type,
                    FutMismatch *mismatch) {
  mismatch->var = var;
  bool is_fine = true;
  switch (var->constraint.kind) {
  case FUT_ANY_TYPE: return true;
  case FUT_OVERLOADED:
    is_fine = type->tag == FUT_T_PRIM && (var->constraint.prims & 1u << type->prim);
    break;
  case FUT_EQUALITY:
    is_fine = fut_type_has_equality(type);
    if (is_fine) demand_equality(type);
    break;
  case FUT_HAS_FIELDS: return satisfy_fields(checker, var, type, mismatch);
  case FUT_HAS_CLAUSES: return satisfy_clauses(checker, var, type, mismatch);
  }
  if (is_fine) return true;
  mismatch->kind = FUT_MISMATCH_CONSTRAINT;
  mismatch->found = mismatch->expected = type;
  return false;
}

static bool bind_var(FutChecker *checker, FutTypeVar *var, const FutType *type,
                     FutMismatch *mismatch) {
  Admission admission = {.checker = checker, .var = var, .mismatch = mismatch};
  // These are decided without solving anything, so that a failure leaves no trace.
  FutConstraintKind kind = var->constraint.kind;
  bool is_plain = kind == FUT_OVERLOADED || kind == FUT_EQUALITY;
  if (is_plain && !satisfy(checker, var, type, mismatch)) return false;
  if (!admit(&admission, type)) {
    if (mismatch->kind == FUT_MISMATCH_INFINITE) mismatch->found = type;
    return false;
  }
  // Linked first, so that a constraint which leads back here finds the solution.
  var->link = type->is_unique ? fut_type_unique(checker->arena, type, false) : type;
  if (satisfy(checker, var, type, mismatch)) return true;
  // Undone, so that the message shows what was found and not what was expected of it.
  var->link = NULL;
  return false;
}

// ---- Two variables ----

static bool merge_fields(FutChecker *checker, FutConstraint *into, const FutConstraint *from,
                         FutMismatch *mismatch) {
  size_t count = into->field_count;
  FutField *fields = arena_array(checker->arena, FutField, count + from->field_count);
  for (size_t i = 0; i < count; i++)
    fields[i] = into->fields[i];
  for (size_t i = 0; i < from->field_count; i++) {
    size_t j = 0;
    while (j < into->field_count && fields[j].name != from->fields[i].name)
      j++;
    if (j == into->field_count)
      fields[count++] = from->fields[i];
    else if (!fut_unify(checker, fields[j].type, from->fields[i].type, mismatch))
      return false;
  }
  into->fields = fields;
  into->field_count = count;
  return true;
}

static bool merge_clauses(FutChecker *checker, FutConstraint *into, const FutConstraint *from,
                          FutMismatch *mismatch) {
  size_t count = into->clause_count;
  FutClause *clauses = arena_array(checker->arena, FutClause, count + from->clause_count);
  for (size_t i = 0; i < count; i++)
    clauses[i] = into->clauses[i];
  for (size_t i = 0; i < from->clause_count; i++) {
    size_t j = 0;
    while (j < into->clause_count && clauses[j].name != from->clauses[i].name)
      j++;
    if (j == into->clause_count)
      clauses[count++] = from->clauses[i];
    else if (!unify_payloads(checker, &clauses[j], &from->clauses[i], mismatch))
      return false;
  }
  into->clauses = clauses;
  into->clause_count = count;
  return true;
}

// Makes `into` ask for all that both ask for; false when no type can have that.
static bool merge_constraints(FutChecker *checker, FutConstraint *into, const FutConstraint *from,
                              FutMismatch *mismatch) {
  if (from->kind == FUT_ANY_TYPE || from->kind == FUT_EQUALITY) {
    if (into->kind == FUT_ANY_TYPE) into->kind = from->kind;
    return true;
  }
  if (into->kind == FUT_ANY_TYPE || into->kind == FUT_EQUALITY) {
    *into = *from;
    return true;
  }
  if (into->kind != from->kind) return false;
  switch (into->kind) {
  case FUT_OVERLOADED: into->prims &= from->prims; return into->prims != 0;
  case FUT_HAS_FIELDS: return merge_fields(checker, into, from, mismatch);
  case FUT_HAS_CLAUSES: return merge_clauses(checker, into, from, mismatch);
  case FUT_ANY_TYPE:
  case FUT_EQUALITY: return true;
  }
  INTERNAL_ERROR("a constraint has an unknown kind");
}

static bool unify_vars(FutChecker *checker, const FutType *expected, const FutType *found,
                       FutMismatch *mismatch) {
  FutTypeVar *kept = expected->var, *gone = found->var;
  const FutType *target = expected;
  if (gone->level < kept->level) {
    kept = found->var;
    gone = expected->var;
    target = found;
  }
  Admission admission = {.checker = checker, .var = gone, .mismatch = mismatch};
  if (!admit(&admission, target)) return false;
  FutConstraint merged = kept->constraint;
  gone->link = target;
  if (merge_constraints(checker, &merged, &gone->constraint, mismatch)) {
    kept->constraint = merged;
    if (gone->liftedness < kept->liftedness) kept->liftedness = gone->liftedness;
    return true;
  }
  gone->link = NULL;
  if (mismatch->expected) return false;
  return fail_types(mismatch, expected, found);
}

// ---- Functions ----

// The values of a function type that each call makes anew: its unknown sizes, and its parameter
// when the other function does not name it.
static void collect_unknown(FutChecker *checker, const FutType *arrow, bool with_parameter,
                            FutValues *values) {
  for (size_t i = 0; i < arrow->arrow.unknown_count; i++)
    vec_push(checker->arena, values, arrow->arrow.unknown[i]);
  FutValue *parameter = arrow->arrow.parameter;
  if (with_parameter && parameter && fut_type_mentions(arrow->arrow.to, parameter))
    vec_push(checker->arena, values, parameter);
}

static const FutType *replace_values(FutChecker *checker, const FutType *type,
                                     const FutValues *values, const FutSize **by) {
  FutSubst subst = {.values = values->data, .size_by = by, .value_count = values->count};
  return values->count == 0 ? type : fut_type_substitute(checker->arena, type, &subst);
}

// What is expected may have any size where each call makes a new one.
static const FutType *open_expected(FutChecker *checker, const FutType *arrow,
                                    const FutValues *values) {
  const FutSize **by = arena_array(checker->arena, const FutSize *, values->count);
  for (size_t i = 0; i < values->count; i++) {
    by[i] = fut_new_size_var(checker, values->data[i]->span);
    by[i]->var->level = UINT32_MAX;
  }
  return replace_values(checker, arrow->arrow.to, values, by);
}

// What is found has sizes of its own. When the result may be anything, they become known by the
// application around this; otherwise they are like nothing else.
static const FutType *open_found(FutChecker *checker, const FutType *arrow, const FutValues *values,
                                 bool is_free) {
  const FutSize **by = arena_array(checker->arena, const FutSize *, values->count);
  for (size_t i = 0; i < values->count; i++) {
    const FutValue *old = values->data[i];
    FutValue *fresh = fut_new_value(checker, FUT_VALUE_UNKNOWN, old->name, old->span, NULL);
    if (is_free)
      vec_push(checker->arena, &checker->opened, fresh);
    else
      fresh->level = UINT32_MAX - 1;
    by[i] = fut_size_value(checker->arena, fresh);
  }
  return replace_values(checker, arrow->arrow.to, values, by);
}

// The result of a function after all the parameters that it is expected to have; NULL when a
// parameter after the first one has one of the values in its type, so that they cannot be left
// open until the result is there.
static const FutType *last_result(const FutType *expected, const FutType *found,
                                  const FutValues *values) {
  const FutType *to = fut_type_resolve(expected->arrow.to);
  found = fut_type_resolve(found->arrow.to);
  while (to->tag == FUT_T_ARROW && found->tag == FUT_T_ARROW) {
    for (size_t i = 0; i < values->count; i++)
      if (fut_type_mentions(found->arrow.from, values->data[i])) return NULL;
    to = fut_type_resolve(to->arrow.to);
    found = fut_type_resolve(found->arrow.to);
  }
  return to;
}

static void swap_sides(FutMismatch *mismatch) {
  const FutType *type = mismatch->expected;
  mismatch->expected = mismatch->found;
  mismatch->found = type;
  const FutSize *size = mismatch->expected_size;
  mismatch->expected_size = mismatch->found_size;
  mismatch->found_size = size;
}

static bool unify_arrows(FutChecker *checker, const FutType *expected, const FutType *found,
                         FutMismatch *mismatch) {
  if (!fut_unify(checker, found->arrow.from, expected->arrow.from, mismatch)) {
    swap_sides(mismatch);
    return false;
  }
  FutValue *wanted = expected->arrow.parameter, *given = found->arrow.parameter;
  FutValues expected_unknown = {0}, found_unknown = {0};
  collect_unknown(checker, expected, !given, &expected_unknown);
  collect_unknown(checker, found, !wanted, &found_unknown);
  const FutType *result = fut_type_resolve(expected->arrow.to);
  const FutType *last = last_result(expected, found, &found_unknown);
  bool is_free = last && last->tag == FUT_T_VAR && last->var->liftedness != FUT_UNLIFTED;
  if (found_unknown.count > 0 && result->tag == FUT_T_VAR && !is_free) {
    mismatch->kind = FUT_MISMATCH_IRREGULAR;
    mismatch->value = found_unknown.data[0];
    mismatch->found = found->arrow.to;
    mismatch->expected = result;
    return false;
  }
  const FutType *to = open_found(checker, found, &found_unknown, is_free);
  if (wanted && given && wanted != given) {
    const FutSize *by[] = {fut_size_value(checker->arena, wanted)};
    FutSubst subst = {.values = &given, .size_by = by, .value_count = 1};
    to = fut_type_substitute(checker->arena, to, &subst);
  }
  return fut_unify(checker, open_expected(checker, expected, &expected_unknown), to, mismatch);
}

// ---- Structures ----

static bool unify_records(FutChecker *checker, const FutType *expected, const FutType *found,
                          FutMismatch *mismatch) {
  if (expected->record.is_tuple && found->record.is_tuple &&
      expected->record.count != found->record.count)
    return fail_types(mismatch, expected, found);
  for (size_t i = 0; i < expected->record.count; i++)
    if (!fut_record_field(found, expected->record.fields[i].name))
      return fail_field(mismatch, expected->record.fields[i].name, true, expected, found);
  for (size_t i = 0; i < found->record.count; i++)
    if (!fut_record_field(expected, found->record.fields[i].name))
      return fail_field(mismatch, found->record.fields[i].name, false, expected, found);
  for (size_t i = 0; i < expected->record.count; i++)
    if (!fut_unify(checker, expected->record.fields[i].type, found->record.fields[i].type,
                   mismatch))
      return false;
  return true;
}

static bool unify_sums(FutChecker *checker, const FutType *expected, const FutType *found,
                       FutMismatch *mismatch) {
  for (size_t i = 0; i < expected->sum.count; i++)
    if (!fut_sum_clause(found, expected->sum.clauses[i].name))
      return fail_field(mismatch, expected->sum.clauses[i].name, true, expected, found);
  for (size_t i = 0; i < found->sum.count; i++)
    if (!fut_sum_clause(expected, found->sum.clauses[i].name))
      return fail_field(mismatch, found->sum.clauses[i].name, false, expected, found);
  for (size_t i = 0; i < expected->sum.count; i++)
    if (!unify_payloads(checker, &expected->sum.clauses[i], &found->sum.clauses[i], mismatch)) {
      if (mismatch->kind == FUT_MISMATCH_FIELDS && !mismatch->expected)
        return fail_types(mismatch, expected, found);
      return false;
    }
  return true;
}

static bool unify_abstracts(FutChecker *checker, const FutType *expected, const FutType *found,
                            FutMismatch *mismatch) {
  if (expected->abstract.name != found->abstract.name) return fail_types(mismatch, expected, found);
  for (size_t i = 0; i < expected->abstract.type_count; i++)
    if (!fut_unify(checker, expected->abstract.types[i], found->abstract.types[i], mismatch))
      return false;
  for (size_t i = 0; i < expected->abstract.size_count; i++)
    if (!fut_unify_size(checker, expected->abstract.sizes[i], found->abstract.sizes[i], mismatch))
      return false;
  return true;
}

bool fut_unify(FutChecker *checker, const FutType *expected, const FutType *found,
               FutMismatch *mismatch) {
  expected = fut_type_resolve(expected);
  found = fut_type_resolve(found);
  if (expected == found) return true;
  if (expected->tag == FUT_T_ERROR || found->tag == FUT_T_ERROR) return true;
  if (expected->tag == FUT_T_VAR && found->tag == FUT_T_VAR)
    return expected->var == found->var || unify_vars(checker, expected, found, mismatch);
  if (found->tag == FUT_T_VAR) {
    if (bind_var(checker, found->var, expected, mismatch)) return true;
    bool is_overloaded =
        mismatch->kind == FUT_MISMATCH_CONSTRAINT && found->var->constraint.kind == FUT_OVERLOADED;
    return is_overloaded ? fail_types(mismatch, expected, found) : false;
  }
  if (expected->tag == FUT_T_VAR) return bind_var(checker, expected->var, found, mismatch);
  if (expected->tag != found->tag) return fail_types(mismatch, expected, found);
  bool agrees = true;
  switch (expected->tag) {
  case FUT_T_PRIM: agrees = expected->prim == found->prim; break;
  case FUT_T_PARAM: agrees = expected->param == found->param; break;
  case FUT_T_ARRAY:
    // Elements first: a difference of types is worth more than one of sizes.
    return fut_unify(checker, expected->array.element, found->array.element, mismatch) &&
           fut_unify_size(checker, expected->array.size, found->array.size, mismatch);
  case FUT_T_RECORD: return unify_records(checker, expected, found, mismatch);
  case FUT_T_SUM: return unify_sums(checker, expected, found, mismatch);
  case FUT_T_ARROW: return unify_arrows(checker, expected, found, mismatch);
  case FUT_T_ABSTRACT: return unify_abstracts(checker, expected, found, mismatch);
  case FUT_T_VAR:
  case FUT_T_ERROR: break;
  }
  return agrees || fail_types(mismatch, expected, found);
}
