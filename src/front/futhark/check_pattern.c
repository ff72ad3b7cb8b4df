// Patterns: what they bind, and the types of what they match.
#include "base/internal.h"
#include "front/futhark/check_internal.h"

typedef struct FutMatching {
  FutChecker *checker;
  FutAnonymous anonymous;
  FutValues *sizes;
  FutValues *bound;
} FutMatching;

static void match(FutMatching *matching, FutPattern *pattern, const FutType *type);

static void bind_name(FutMatching *matching, FutPattern *pattern, const FutType *type) {
  FutChecker *checker = matching->checker;
  for (size_t i = 0; i < matching->bound->count; i++) {
    const FutValue *other = matching->bound->data[i];
    if (other->name != pattern->name) continue;
    diag_error(checker->diag, ERROR_FUTHARK_DUPLICATE, pattern->span,
               "the name `%s` is bound twice in the same place", pattern->name);
    diag_note(checker->diag, other->span, "it is bound here first");
    break;
  }
  pattern->value = fut_new_value(checker, FUT_VALUE_LOCAL, pattern->name, pattern->span, type);
  type = fut_type_resolve(type);
  const FutSize *size = type->tag == FUT_T_ARRAY ? fut_size_resolve(type->array.size) : NULL;
  if (size && size->kind == FUT_SIZE_VAR && !size->var->of) size->var->of = pattern->name;
  vec_push(checker->arena, matching->bound, pattern->value);
}

static void match_tuple(FutMatching *matching, FutPattern *pattern, const FutType *type) {
  FutChecker *checker = matching->checker;
  size_t count = pattern->tuple.count;
  const FutType **items = arena_array(checker->arena, const FutType *, count);
  const FutType *known = fut_type_resolve(type);
  bool is_known =
      known->tag == FUT_T_RECORD && known->record.is_tuple && known->record.count == count;
  for (size_t i = 0; i < count; i++)
    items[i] = is_known ? known->record.fields[i].type
                        : fut_new_type_var(checker, pattern->tuple.data[i]->span, FUT_LIFTED);
  if (!is_known)
    fut_expect(checker, pattern->span, type,
               fut_type_tuple(checker->arena, checker->names, items, count), "the pattern");
  for (size_t i = 0; i < count; i++) {
    match(matching, pattern->tuple.data[i], items[i]);
    items[i] = pattern->tuple.data[i]->type;
  }
  pattern->type = fut_type_tuple(checker->arena, checker->names, items, count);
}

static void match_record(FutMatching *matching, FutPattern *pattern, const FutType *type) {
  FutChecker *checker = matching->checker;
  size_t count = pattern->record.count;
  const FutType *known = fut_type_resolve(type);
  FutField *fields = arena_array(checker->arena, FutField, count);
  FutField *found = arena_array(checker->arena, FutField, count);
  for (size_t i = 0; i < count; i++) {
    const FutPatternField *field = &pattern->record.data[i];
    const FutField *same =
        known->tag == FUT_T_RECORD ? fut_record_field(known, field->name.name) : NULL;
    fields[i].name = found[i].name = field->name.name;
    fields[i].type = same ? same->type : fut_new_type_var(checker, field->name.span, FUT_LIFTED);
    for (size_t j = 0; j < i; j++)
      if (pattern->record.data[j].name.name == field->name.name)
        diag_error(checker->diag, ERROR_FUTHARK_DUPLICATE, field->name.span,
                   "the field `%s` is already in this pattern", field->name.name);
  }
  FutField *sorted = arena_array(checker->arena, FutField, count);
  for (size_t i = 0; i < count; i++)
    sorted[i] = fields[i];
  fut_expect(checker, pattern->span, type, fut_type_record(checker->arena, sorted, count, false),
             "the pattern");
  for (size_t i = 0; i < count; i++) {
    match(matching, pattern->record.data[i].pattern, fields[i].type);
    found[i].type = pattern->record.data[i].pattern->type;
  }
  pattern->type = fut_type_record(checker->arena, found, count, false);
}

const FutType *fut_new_sum_var(FutChecker *checker, Name name, const FutType **payload,
                               size_t count, Span span) {
  const FutType *type = fut_new_type_var(checker, span, FUT_LIFTED);
  FutConstraint *constraint = &type->var->constraint;
  constraint->kind = FUT_HAS_CLAUSES;
  constraint->clauses = arena_make(checker->arena, FutClause);
  constraint->clauses[0] = (FutClause){name, payload, count, FUT_CLAUSE_ANY};
  constraint->clause_count = 1;
  return type;
}

static void match_constructor(FutMatching *matching, FutPattern *pattern, const FutType *type) {
  FutChecker *checker = matching->checker;
  size_t count = pattern->constructor.payload.count;
  Name name = pattern->constructor.name;
  const FutType **payload = arena_array(checker->arena, const FutType *, count);
  const FutType *known = fut_type_resolve(type);
  const FutClause *clause = known->tag == FUT_T_SUM ? fut_sum_clause(known, name) : NULL;
  bool fits = clause && clause->payload_count == count;
  if (clause && !fits)
    diag_error(checker->diag, ERROR_FUTHARK_CONSTRUCTOR, pattern->span,
               "the constructor `#%s` has %zu value%s, but the pattern has %zu", name,
               clause->payload_count, clause->payload_count == 1 ? "" : "s", count);
  for (size_t i = 0; i < count; i++)
    payload[i] =
        fits ? clause->payload[i]
             : fut_new_type_var(checker, pattern->constructor.payload.data[i]->span, FUT_LIFTED);
  if (!clause)
    fut_expect(checker, pattern->span, type,
               fut_new_sum_var(checker, name, payload, count, pattern->span), "the pattern");
  for (size_t i = 0; i < count; i++)
    match(matching, pattern->constructor.payload.data[i], payload[i]);
}

static void match_number(FutMatching *matching, FutPattern *pattern, const FutType *type) {
  FutChecker *checker = matching->checker;
  const FutType *number = fut_number_type(checker, pattern->number.value, pattern->span);
  fut_expect(checker, pattern->span, type, number, "the pattern");
  vec_push(checker->arena, &checker->literal_patterns, pattern);
}

static void match(FutMatching *matching, FutPattern *pattern, const FutType *type) {
  FutChecker *checker = matching->checker;
  pattern->type = type;
  switch (pattern->kind) {
  case FUT_PATTERN_WILDCARD: return;
  case FUT_PATTERN_NAME: bind_name(matching, pattern, type); return;
  case FUT_PATTERN_NUMBER: match_number(matching, pattern, type); return;
  case FUT_PATTERN_BOOL:
    fut_expect(checker, pattern->span, type, fut_type_prim(checker->arena, FUT_PRIM_BOOL),
               "the pattern");
    return;
  case FUT_PATTERN_TUPLE: match_tuple(matching, pattern, type); return;
  case FUT_PATTERN_RECORD: match_record(matching, pattern, type); return;
  case FUT_PATTERN_CONSTRUCTOR: match_constructor(matching, pattern, type); return;
  case FUT_PATTERN_ASCRIBE: {
    const FutType *ascribed =
        fut_check_type(checker, pattern->ascribe.type, matching->anonymous, matching->sizes);
    fut_expect(checker, pattern->ascribe.type->span, ascribed, type, "the value for this pattern");
    match(matching, pattern->ascribe.pattern, ascribed);
    pattern->type = ascribed;
    return;
  }
  case FUT_PATTERN_ATTRIBUTE:
    match(matching, pattern->attributed.pattern, type);
    pattern->type = pattern->attributed.pattern->type;
    return;
  }
}

void fut_check_pattern(FutChecker *checker, FutPattern *pattern, const FutType *type,
                       FutAnonymous anonymous, FutValues *sizes, FutValues *bound) {
  FutValues own = {0};
  FutMatching matching = {checker, anonymous, sizes, bound ? bound : &own};
  size_t first = matching.bound->count;
  match(&matching, pattern, type);
  // The types inside of a pattern do not see its names.
  for (size_t i = first; i < matching.bound->count; i++)
    fut_env_add_value(checker->env, matching.bound->data[i]->name, matching.bound->data[i]);
}
