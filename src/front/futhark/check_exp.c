// Expressions: which form is checked where, and the simple forms.
#include "front/futhark/check_exp.h"
#include "base/internal.h"
#include "base/suggest.h"
#include "front/futhark/check_hint.h"

static const FutType *prim(FutChecker *checker, FutPrim type) {
  return fut_type_prim(checker->arena, type);
}

static const FutType *error_type(FutChecker *checker) { return fut_type_error(checker->arena); }

// ---- Literals and names ----

const FutType *fut_number_type(FutChecker *checker, const FutNumber *number, Span span) {
  if (number->suffix != FUT_PRIM_NONE) return prim(checker, number->suffix);
  return fut_new_scalar_var(checker, number->is_float ? FUT_FLOAT_PRIMS : FUT_NUMBER_PRIMS, span);
}

static const FutType *check_number(FutChecker *checker, FutExp *exp) {
  vec_push(checker->arena, &checker->literals, exp);
  return fut_number_type(checker, exp->number, exp->span);
}

static const FutType *check_string(FutChecker *checker, const FutExp *exp) {
  return fut_type_array(checker->arena, fut_size_const(checker->arena, (int64_t)exp->string.length),
                        prim(checker, FUT_PRIM_U8));
}

static const FutType *check_hole(FutChecker *checker, FutExp *exp, const FutType *expected) {
  vec_push(checker->arena, &checker->holes, exp);
  return expected ? expected : fut_new_type_var(checker, exp->span, FUT_LIFTED);
}

static void report_no_field(FutChecker *checker, const FutType *type, Name field, Span span) {
  FutPrinter printer = {.arena = checker->arena};
  diag_error(checker->diag, ERROR_FUTHARK_FIELD, span, "`%s` has no field `%s`",
             fut_type_text(&printer, type), field);
  const char *method = fut_hint_method(checker, type, field, span);
  if (method && type->tag != FUT_T_RECORD) diag_hint(checker->diag, "%s", method);
  if (type->tag != FUT_T_RECORD) return;
  Suggestion suggestion = suggestion_for(field);
  for (size_t i = 0; i < type->record.count; i++)
    suggestion_offer(&suggestion, type->record.fields[i].name);
  if (suggestion.best) diag_hint(checker->diag, "did you mean `%s`?", suggestion.best);
}

const FutType *fut_project(FutChecker *checker, const FutType *type, Name field, Span span) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ERROR) return type;
  if (type->tag == FUT_T_RECORD) {
    const FutField *found = fut_record_field(type, field);
    if (found) return found->type;
  }
  if (type->tag != FUT_T_VAR) {
    report_no_field(checker, type, field, span);
    return error_type(checker);
  }
  const FutType *result = fut_new_type_var(checker, span, FUT_LIFTED);
  const FutType *record = fut_new_type_var(checker, span, FUT_LIFTED);
  FutConstraint *constraint = &record->var->constraint;
  constraint->kind = FUT_HAS_FIELDS;
  constraint->fields = arena_make(checker->arena, FutField);
  constraint->fields[0] = (FutField){field, result};
  constraint->field_count = 1;
  fut_expect(checker, span, record, type, "the record");
  return result;
}

static const FutType *check_project(FutChecker *checker, const FutExp *exp) {
  FutIdent field = exp->project.field;
  const FutType *record = fut_check_exp(checker, exp->project.record, NULL);
  const FutType *type = fut_project(checker, record, field.name, field.span);
  fut_record_projection(checker, type, field.name, field.span);
  return type;
}

static const FutType *check_var(FutChecker *checker, FutExp *exp) {
  uint32_t count = 0;
  FutValue *value = fut_find_value(checker, &exp->name, &count);
  if (!value) return error_type(checker);
  if (value->name && value->name[0] == '_' && !checker->is_prelude) {
    diag_error(checker->diag, ERROR_FUTHARK_UNUSABLE, exp->name.span,
               "`%s` cannot be used: its name begins with `_`", value->name);
    diag_note(checker->diag, value->span, "such a name says that the value is not needed");
    diag_hint(checker->diag, "call it `%s`", value->name[1] ? value->name + 1 : "x");
  }
  exp->value = value;
  exp->value_type = fut_instantiate(checker, &value->scheme, exp->span);
  fut_record_value(checker, value, fut_part_span(&exp->name, exp->name.qualifier_count - count),
                   exp->value_type);
  const FutType *type = fut_type_unique(checker->arena, exp->value_type, false);
  if (count == 0) return type;
  Name *projections = arena_array(checker->arena, Name, count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t part = exp->name.qualifier_count + 1 - count + i;
    projections[i] =
        part == exp->name.qualifier_count ? exp->name.name : exp->name.qualifiers[part];
    type = fut_project(checker, type, projections[i], exp->name.span);
    fut_record_projection(checker, type, projections[i], fut_part_span(&exp->name, part));
  }
  exp->projections = projections;
  exp->projection_count = count;
  return type;
}

// ---- Structures ----

static const FutType *check_tuple(FutChecker *checker, FutExp *exp, const FutType *expected) {
  size_t count = exp->items.count;
  const FutType **items = arena_array(checker->arena, const FutType *, count);
  const FutType *hint = expected ? fut_type_resolve(expected) : NULL;
  bool fits =
      hint && hint->tag == FUT_T_RECORD && hint->record.is_tuple && hint->record.count == count;
  for (size_t i = 0; i < count; i++)
    items[i] =
        fut_check_exp(checker, exp->items.data[i], fits ? hint->record.fields[i].type : NULL);
  return fut_type_tuple(checker->arena, checker->names, items, count);
}

static const FutType *check_record(FutChecker *checker, FutExp *exp, const FutType *expected) {
  size_t count = exp->record.count;
  FutField *fields = arena_array(checker->arena, FutField, count);
  const FutType *hint = expected ? fut_type_resolve(expected) : NULL;
  for (size_t i = 0; i < count; i++) {
    const FutExpField *field = &exp->record.data[i];
    for (size_t j = 0; j < i; j++)
      if (exp->record.data[j].name.name == field->name.name) {
        diag_error(checker->diag, ERROR_FUTHARK_DUPLICATE, field->name.span,
                   "the field `%s` is given twice", field->name.name);
        diag_note(checker->diag, exp->record.data[j].name.span, "it is given here first");
      }
    const FutField *wanted =
        hint && hint->tag == FUT_T_RECORD ? fut_record_field(hint, field->name.name) : NULL;
    fields[i].name = field->name.name;
    fields[i].type = fut_check_exp(checker, field->value, wanted ? wanted->type : NULL);
  }
  return fut_type_record(checker->arena, fields, count, false);
}

static const FutType *check_array(FutChecker *checker, FutExp *exp, const FutType *expected) {
  const FutType *hint = expected ? fut_type_resolve(expected) : NULL;
  const FutType *element = fut_new_type_var(checker, exp->span, FUT_UNLIFTED);
  const FutType *item_hint = hint && hint->tag == FUT_T_ARRAY ? hint->array.element : NULL;
  for (size_t i = 0; i < exp->items.count; i++) {
    FutExp *item = exp->items.data[i];
    const FutType *type = fut_check_exp(checker, item, i == 0 ? item_hint : element);
    const char *why =
        i == 0 ? "an element of an array" : "this element of the array, like those before it,";
    if (!fut_expect(checker, item->span, element, type, why)) return error_type(checker);
  }
  return fut_type_array(checker->arena, fut_size_const(checker->arena, (int64_t)exp->items.count),
                        element);
}

// The payload of a constructor that is not used, where another one of the sum type is. What the
// result of a function leaves open may differ from branch to branch.
static const FutType *open_payload(FutChecker *checker, const FutType *payload, Span span) {
  FutOpenSizes open = {0};
  fut_collect_open_sizes(checker, payload, &open);
  for (size_t i = 0; i < open.count; i++) {
    if (!open.data[i]->is_result) continue;
    const FutSize *fresh = fut_new_size_var(checker, span);
    fresh->var->is_result = true;
    open.data[i]->link = fresh;
  }
  FutSubst nothing = {0};
  const FutType *opened = fut_type_substitute(checker->arena, payload, &nothing);
  for (size_t i = 0; i < open.count; i++)
    if (open.data[i]->is_result) open.data[i]->link = NULL;
  return opened;
}

// The sum type that is expected, with the payload that this constructor has.
static const FutType *sum_with(FutChecker *checker, const FutType *sum, Name name,
                               const FutType **payload, Span span) {
  FutClause *clauses = arena_array(checker->arena, FutClause, sum->sum.count);
  for (size_t i = 0; i < sum->sum.count; i++) {
    clauses[i] = sum->sum.clauses[i];
    if (clauses[i].name == name) {
      clauses[i].use = FUT_CLAUSE_MADE;
      clauses[i].payload = payload;
      continue;
    }
    clauses[i].use = FUT_CLAUSE_IDLE;
    clauses[i].payload = arena_array(checker->arena, const FutType *, clauses[i].payload_count);
    for (size_t j = 0; j < clauses[i].payload_count; j++)
      clauses[i].payload[j] = open_payload(checker, sum->sum.clauses[i].payload[j], span);
  }
  return fut_type_sum(checker->arena, clauses, sum->sum.count);
}

static const FutType *check_constructor(FutChecker *checker, FutExp *exp, const FutType *expected) {
  size_t count = exp->constructor.arguments.count;
  Name name = exp->constructor.name.name;
  const FutType *hint = expected ? fut_type_resolve(expected) : NULL;
  const FutClause *clause = hint && hint->tag == FUT_T_SUM ? fut_sum_clause(hint, name) : NULL;
  bool fits = clause && clause->payload_count == count;
  const FutType **payload = arena_array(checker->arena, const FutType *, count);
  for (size_t i = 0; i < count; i++)
    payload[i] = fut_check_exp(checker, exp->constructor.arguments.data[i],
                               fits ? clause->payload[i] : NULL);
  if (clause && !fits) {
    diag_error(checker->diag, ERROR_FUTHARK_CONSTRUCTOR, exp->span,
               "the constructor `#%s` takes %zu value%s, found %zu", name, clause->payload_count,
               clause->payload_count == 1 ? "" : "s", count);
    return error_type(checker);
  }
  vec_push(checker->arena, &checker->constructors, exp);
  if (fits) return sum_with(checker, hint, name, payload, exp->span);
  return fut_new_sum_var(checker, name, payload, count, exp->span);
}

// ---- Types given by the program ----

static const FutType *check_ascribe(FutChecker *checker, FutExp *exp) {
  const FutType *type = fut_check_type(checker, exp->ascribe.type, FUT_ANONYMOUS_ANY, NULL);
  fut_check_exp_is(checker, exp->ascribe.value, type, "the expression");
  return fut_type_unique(checker->arena, type, false);
}

// Sizes that the coercion leaves open are those of the value.
static void keep_sizes(FutChecker *checker, const FutType *type, const FutType *value) {
  FutMismatch ignored = {0};
  type = fut_type_resolve(type);
  value = fut_type_resolve(value);
  if (type->tag != value->tag || type->tag == FUT_T_ARROW) return;
  const FutSize *size, *old;
  for (size_t i = 0; (size = fut_type_size(type, i)) && (old = fut_type_size(value, i)); i++)
    if (fut_size_resolve(size)->kind == FUT_SIZE_VAR) fut_unify_size(checker, size, old, &ignored);
  const FutType *part, *from;
  for (size_t i = 0; (part = fut_type_part(type, i)) && (from = fut_type_part(value, i)); i++)
    keep_sizes(checker, part, from);
}

// A size that the value gets only because it is coerced, as in `[] :> [n][2]i32`, is not that of
// the coercion: something else must say what it is.
static void demand_sizes(FutChecker *checker, const FutExp *value, const FutType *type,
                         uint32_t first_id) {
  FutOpenSizes open = {0};
  fut_collect_open_sizes(checker, type, &open);
  for (size_t i = 0; i < open.count; i++) {
    if (open.data[i]->id < first_id) continue;
    open.data[i]->is_instance = true;
    open.data[i]->span = value->span;
  }
}

static const FutType *check_coerce(FutChecker *checker, FutExp *exp) {
  const FutType *type = fut_check_type(checker, exp->ascribe.type, FUT_ANONYMOUS_ANY, NULL);
  const FutType *value = fut_check_exp(checker, exp->ascribe.value, NULL);
  uint32_t first_id = checker->next_id;
  FutMismatch mismatch = {0};
  if (!fut_unify(checker, fut_refresh_sizes(checker, type, exp->span),
                 fut_refresh_sizes(checker, value, exp->span), &mismatch))
    fut_report_mismatch(checker, exp->ascribe.value->span, type, value, &mismatch,
                        "the coerced expression");
  demand_sizes(checker, exp->ascribe.value, value, first_id);
  keep_sizes(checker, type, value);
  return fut_type_unique(checker->arena, type, false);
}

// ---- Branches ----

// The type of a branch, as it is seen outside of it.
static const FutType *check_branch(FutChecker *checker, FutExp *body, const FutType *expected,
                                   Span span) {
  checker->level++;
  const FutType *type = fut_check_exp(checker, body, expected);
  checker->level--;
  FutValues unknown = {0};
  FutClosing closing = {.checker = checker,
                        .level = checker->level,
                        .var_level = checker->level,
                        .span = span,
                        .unknown = &unknown};
  return fut_close_type(&closing, type);
}

const FutType *fut_forbid_function(FutChecker *checker, const FutType *type, Span span,
                                   const char *why) {
  const FutType *ordinary = fut_new_type_var(checker, span, FUT_SIZE_LIFTED);
  if (fut_expect(checker, span, ordinary, type, why)) return type;
  return error_type(checker);
}

static const FutType *check_if(FutChecker *checker, FutExp *exp, const FutType *expected) {
  uint32_t first_id = checker->next_id;
  fut_check_exp_is(checker, exp->branch.condition, prim(checker, FUT_PRIM_BOOL), "the condition");
  const FutType *then = check_branch(checker, exp->branch.then, expected, exp->span);
  const FutType *otherwise =
      check_branch(checker, exp->branch.otherwise, expected ? expected : then, exp->span);
  const FutType *type = fut_join(checker, then, otherwise, exp->span, exp->branch.otherwise->span,
                                 "the `else` branch, like the `then` branch,");
  type = fut_forbid_function(checker, type, exp->span, "the result of `if`");
  fut_list_unknown(checker, exp, type, first_id);
  return type;
}

static const FutType *check_match(FutChecker *checker, FutExp *exp, const FutType *expected) {
  uint32_t first_id = checker->next_id;
  const FutType *subject = fut_check_exp(checker, exp->match.subject, NULL);
  const FutType *type = NULL;
  for (size_t i = 0; i < exp->match.cases.count; i++) {
    FutCase *branch = &exp->match.cases.data[i];
    FutEnv *outer = checker->env;
    checker->env = fut_env_new(checker->arena, outer);
    checker->level++;
    fut_check_pattern(checker, branch->pattern, subject, FUT_ANONYMOUS_ANY, NULL, NULL);
    checker->level--;
    const FutType *found =
        check_branch(checker, branch->body, expected ? expected : type, exp->span);
    checker->env = outer;
    type = type ? fut_join(checker, type, found, exp->span, branch->body->span,
                           "this case, like those before it,")
                : found;
  }
  type = fut_forbid_function(checker, type, exp->span, "the result of `match`");
  fut_list_unknown(checker, exp, type, first_id);
  return type;
}

// ---- The rest ----

static const FutType *check_range(FutChecker *checker, FutExp *exp) {
  const FutType *element = fut_new_scalar_var(checker, FUT_INTEGER_PRIMS, exp->span);
  fut_check_exp_is(checker, exp->range.first, element, "the start of a range");
  if (exp->range.second)
    fut_check_exp_is(checker, exp->range.second, element, "the second value of a range");
  fut_check_exp_is(checker, exp->range.last, element, "the end of a range");
  return fut_type_array(checker->arena, fut_range_size(checker, exp), element);
}

static const FutType *check_open(FutChecker *checker, FutExp *exp, const FutType *expected) {
  FutEnv *outer = checker->env;
  const FutEnv *names = fut_find_module(checker, &exp->open.module);
  if (!names) return error_type(checker);
  checker->env = fut_env_new(checker->arena, outer);
  fut_env_open(checker->env, names);
  const FutType *type = fut_check_exp(checker, exp->open.body, expected);
  checker->env = outer;
  return type;
}

static const FutType *check_lambda(FutChecker *checker, FutExp *exp, const FutType *expected) {
  FutEnv *outer = checker->env;
  checker->env = fut_env_new(checker->arena, outer);
  FutValues sizes = {0};
  FutFunction function = {.params = &exp->lambda.params,
                          .return_type = exp->lambda.return_type,
                          .body = exp->lambda.body,
                          .sizes = &sizes,
                          .expected = expected,
                          .why = "the body of the lambda",
                          .span = exp->span};
  const FutType *type = fut_check_function(checker, &function);
  checker->env = outer;
  return type;
}

static const FutType *check_assert(FutChecker *checker, FutExp *exp, const FutType *expected) {
  fut_check_exp_is(checker, exp->assertion.condition, prim(checker, FUT_PRIM_BOOL),
                   "the condition of `assert`");
  return fut_check_exp(checker, exp->assertion.value, expected);
}

static const FutType *check_form(FutChecker *checker, FutExp *exp, const FutType *expected) {
  switch (exp->kind) {
  case FUT_EXP_HOLE: return check_hole(checker, exp, expected);
  case FUT_EXP_NUMBER: return check_number(checker, exp);
  case FUT_EXP_BOOL: return prim(checker, FUT_PRIM_BOOL);
  case FUT_EXP_STRING: return check_string(checker, exp);
  case FUT_EXP_VAR: return check_var(checker, exp);
  case FUT_EXP_TUPLE: return check_tuple(checker, exp, expected);
  case FUT_EXP_RECORD: return check_record(checker, exp, expected);
  case FUT_EXP_ARRAY: return check_array(checker, exp, expected);
  case FUT_EXP_APPLY: return fut_check_apply(checker, exp, expected);
  case FUT_EXP_CONSTRUCTOR: return check_constructor(checker, exp, expected);
  case FUT_EXP_BINARY: return fut_check_binary(checker, exp, expected);
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT: return fut_check_prefix(checker, exp);
  case FUT_EXP_RANGE: return check_range(checker, exp);
  case FUT_EXP_ASCRIBE: return check_ascribe(checker, exp);
  case FUT_EXP_COERCE: return check_coerce(checker, exp);
  case FUT_EXP_INDEX: return fut_check_index(checker, exp);
  case FUT_EXP_PROJECT: return check_project(checker, exp);
  case FUT_EXP_UPDATE: return fut_check_update(checker, exp);
  case FUT_EXP_OPEN: return check_open(checker, exp, expected);
  case FUT_EXP_SECTION_LEFT: return fut_check_section_left(checker, exp);
  case FUT_EXP_SECTION_RIGHT: return fut_check_section_right(checker, exp);
  case FUT_EXP_SECTION_PATH: return fut_check_section_path(checker, exp, expected);
  case FUT_EXP_LAMBDA: return check_lambda(checker, exp, expected);
  case FUT_EXP_IF: return check_if(checker, exp, expected);
  case FUT_EXP_LET:
  case FUT_EXP_LET_UPDATE:
  case FUT_EXP_LET_FUNCTION: return fut_check_lets(checker, exp, expected);
  case FUT_EXP_LOOP: return fut_check_loop(checker, exp);
  case FUT_EXP_MATCH: return check_match(checker, exp, expected);
  case FUT_EXP_ASSERT: return check_assert(checker, exp, expected);
  case FUT_EXP_ATTRIBUTE: return fut_check_exp(checker, exp->attributed.value, expected);
  }
  INTERNAL_ERROR("an expression has an unknown kind");
}

void fut_list_unknown(FutChecker *checker, FutExp *exp, const FutType *type, uint32_t first_id) {
  FutValues values = {0};
  fut_collect_unknown(checker, type, first_id, &values);
  exp->unknown = values.data;
  exp->unknown_count = (uint32_t)values.count;
}

const FutType *fut_check_exp(FutChecker *checker, FutExp *exp, const FutType *expected) {
  // A loop's body may be checked more than once.
  exp->unknown = NULL;
  exp->unknown_count = 0;
  exp->automap = NULL;
  exp->type = check_form(checker, exp, expected);
  bool may_grow = exp->kind == FUT_EXP_TUPLE || exp->kind == FUT_EXP_RECORD ||
                  exp->kind == FUT_EXP_CONSTRUCTOR || exp->kind == FUT_EXP_APPLY ||
                  exp->kind == FUT_EXP_BINARY;
  if (may_grow) exp->type = fut_limit_type(checker, exp->type, exp->span);
  return exp->type;
}

const FutType *fut_check_exp_is(FutChecker *checker, FutExp *exp, const FutType *expected,
                                const char *why) {
  const FutType *type = fut_check_exp(checker, exp, expected);
  fut_expect(checker, exp->span, expected, type, why);
  return type;
}
