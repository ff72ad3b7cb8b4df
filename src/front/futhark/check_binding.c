// Definitions: what is new in them, what is left open at their end, and what becomes a parameter.
#include <math.h>
#include <string.h>

#include "base/internal.h"
#include "front/futhark/check_internal.h"
#include "front/futhark/check_match.h"
#include "front/futhark/check_module.h"
#include "front/futhark/check_unique.h"

// ---- New values and variables ----

uint32_t fut_new_id(FutChecker *checker) { return checker->next_id++; }

FutValue *fut_new_value(FutChecker *checker, FutValueKind kind, Name name, Span span,
                        const FutType *type) {
  FutValue *value = arena_make(checker->arena, FutValue);
  value->kind = kind;
  value->name = name;
  value->span = span;
  value->id = fut_new_id(checker);
  value->level = checker->level;
  value->scheme.type = type ? type : fut_type_prim(checker->arena, FUT_PRIM_I64);
  value->is_prelude = checker->is_prelude;
  fut_record_new_value(checker, value);
  return value;
}

FutTypeName *fut_new_type_name(FutChecker *checker, Name name, Span span,
                               FutLiftedness liftedness) {
  FutTypeName *type = arena_make(checker->arena, FutTypeName);
  type->name = name;
  type->span = span;
  type->id = fut_new_id(checker);
  type->liftedness = liftedness;
  fut_record_type(checker, type, name, span, true);
  return type;
}

const FutType *fut_new_type_var(FutChecker *checker, Span span, FutLiftedness liftedness) {
  FutTypeVar *var = arena_make(checker->arena, FutTypeVar);
  var->id = fut_new_id(checker);
  var->level = checker->level;
  var->span = span;
  var->liftedness = liftedness;
  vec_push(checker->arena, &checker->type_vars, var);
  FutType *type = arena_make(checker->arena, FutType);
  type->tag = FUT_T_VAR;
  type->var = var;
  return type;
}

const FutType *fut_new_scalar_var(FutChecker *checker, uint32_t prims, Span span) {
  const FutType *type = fut_new_type_var(checker, span, FUT_UNLIFTED);
  type->var->constraint.kind = FUT_OVERLOADED;
  type->var->constraint.prims = prims;
  return type;
}

const FutSize *fut_new_size_var(FutChecker *checker, Span span) {
  FutSizeVar *var = arena_make(checker->arena, FutSizeVar);
  var->id = fut_new_id(checker);
  var->level = checker->level;
  var->span = span;
  vec_push(checker->arena, &checker->size_vars, var);
  FutSize *size = arena_make(checker->arena, FutSize);
  size->kind = FUT_SIZE_VAR;
  size->var = var;
  return size;
}

const FutType *fut_instantiate(FutChecker *checker, const FutScheme *scheme, Span span) {
  if (scheme->type_count + scheme->size_count == 0) return scheme->type;
  Arena *arena = checker->arena;
  const FutType **types = arena_array(arena, const FutType *, scheme->type_count);
  const FutSize **sizes = arena_array(arena, const FutSize *, scheme->size_count);
  size_t type_count = scheme == checker->self ? 0 : scheme->type_count;
  for (size_t i = 0; i < type_count; i++) {
    types[i] = fut_new_type_var(checker, span, scheme->types[i]->liftedness);
    types[i]->var->constraint = scheme->types[i]->constraint;
  }
  for (size_t i = 0; i < scheme->size_count; i++) {
    sizes[i] = fut_new_size_var(checker, span);
    sizes[i]->var->is_instance = true;
    sizes[i]->var->name = scheme->sizes[i]->name;
  }
  if (scheme == checker->self) {
    FutRecursiveCall call = {span, sizes};
    vec_push(arena, &checker->recursion.calls, call);
  }
  FutSubst subst = {scheme->types, types, type_count, scheme->sizes, sizes, scheme->size_count};
  return fut_type_substitute(arena, scheme->type, &subst);
}

bool fut_scheme_fits(FutChecker *checker, const FutScheme *have, const FutScheme *want) {
  FutMismatch mismatch = {0};
  checker->level++;
  const FutType *instance = fut_instantiate(checker, have, SPAN_NONE);
  bool fits = fut_unify(checker, want->type, instance, &mismatch);
  checker->level--;
  checker->type_vars.count = checker->size_vars.count = 0;
  checker->deferred.count = checker->opened.count = 0;
  return fits;
}

// ---- The end of a definition ----

// Variables that are part of the type become parameters.
typedef struct Generalising {
  FutChecker *checker;
  FutScheme *scheme;
  bool is_local; // a local function: only the variables above this level are its own
  uint32_t level;
  Vec(FutTypeName *) types;
  FutValues sizes;
} Generalising;

static void generalise_size(Generalising *state, const FutSize *size) {
  FutChecker *checker = state->checker;
  size = fut_size_resolve(size);
  for (size_t i = 0; i < size->arg_count; i++)
    generalise_size(state, size->args[i]);
  if (size->kind != FUT_SIZE_VAR) return;
  if (state->is_local && size->var->level <= state->level) return;
  Name name = size->var->is_written ? NULL : intern_str(checker->names, "n");
  FutValue *value = fut_new_value(checker, FUT_VALUE_SIZE, name, size->var->span,
                                  fut_type_prim(checker->arena, FUT_PRIM_I64));
  value->is_used = true;
  value->level = state->level;
  size->var->link = fut_size_value(checker->arena, value);
  vec_push(checker->arena, &state->sizes, value);
}

// Whether a variable becomes a parameter. One that must be a number, a record or the like is
// decided by how a local function is used, and by nothing in a definition.
static bool becomes_parameter(const Generalising *state, const FutTypeVar *var) {
  FutConstraintKind kind = var->constraint.kind;
  if (state->is_local) return kind == FUT_ANY_TYPE && var->level > state->level;
  return kind == FUT_ANY_TYPE || kind == FUT_OVERLOADED;
}

static void generalise_var(Generalising *state, FutTypeVar *var) {
  FutChecker *checker = state->checker;
  if (!becomes_parameter(state, var)) return;
  char letter[] = {(char)('a' + state->types.count % 26), '\0'};
  FutTypeName *name =
      fut_new_type_name(checker, intern_str(checker->names, letter), var->span, var->liftedness);
  name->constraint = var->constraint;
  if (state->is_local) name->level = state->level + 1;
  var->link = fut_type_param(checker->arena, name);
  vec_push(checker->arena, &state->types, name);
}

static void hold_constraint(Generalising *state, const FutConstraint *constraint);

// Lowers a type to the level outside: it belongs to a variable that stays one.
static void hold(Generalising *state, const FutType *type) {
  type = fut_type_resolve(type);
  FutMismatch ignored = {0}; // what it mentions is checked when the variable is solved
  const FutSize *size;
  for (size_t i = 0; (size = fut_type_size(type, i)); i++)
    fut_size_admit(size, state->level, NULL, NULL, &ignored);
  if (type->tag == FUT_T_VAR && type->var->level > state->level) {
    type->var->level = state->level;
    hold_constraint(state, &type->var->constraint);
  }
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    hold(state, part);
}

static void hold_constraint(Generalising *state, const FutConstraint *constraint) {
  for (size_t i = 0; i < constraint->field_count; i++)
    hold(state, constraint->fields[i].type);
  for (size_t i = 0; i < constraint->clause_count; i++)
    for (size_t j = 0; j < constraint->clauses[i].payload_count; j++)
      hold(state, constraint->clauses[i].payload[j]);
}

// In a local function, what a record must have in a field is as open as the record itself:
// `let get r = r.a` is not polymorphic.
static void hold_constraints(Generalising *state, const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_VAR) hold_constraint(state, &type->var->constraint);
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    hold_constraints(state, part);
}

static void generalise(Generalising *state, const FutType *type) {
  type = fut_type_resolve(type);
  switch (type->tag) {
  case FUT_T_PRIM:
  case FUT_T_PARAM:
  case FUT_T_ERROR: return;
  case FUT_T_VAR: generalise_var(state, type->var); return;
  case FUT_T_ARRAY:
    generalise_size(state, type->array.size);
    generalise(state, type->array.element);
    return;
  case FUT_T_ARROW:
    generalise(state, type->arrow.from);
    generalise(state, type->arrow.to);
    return;
  case FUT_T_RECORD:
    for (size_t i = 0; i < type->record.count; i++)
      generalise(state, type->record.fields[i].type);
    return;
  case FUT_T_SUM:
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t j = 0; j < type->sum.clauses[i].payload_count; j++)
        generalise(state, type->sum.clauses[i].payload[j]);
    return;
  case FUT_T_ABSTRACT:
    for (size_t i = 0; i < type->abstract.type_count; i++)
      generalise(state, type->abstract.types[i]);
    for (size_t i = 0; i < type->abstract.size_count; i++)
      generalise_size(state, type->abstract.sizes[i]);
    return;
  }
}

static void generalise_scheme(FutChecker *checker, FutScheme *scheme, uint32_t level,
                              bool is_local) {
  Generalising state = {.checker = checker, .scheme = scheme, .is_local = is_local, .level = level};
  vec_append(checker->arena, &state.types, scheme->types, scheme->type_count);
  vec_append(checker->arena, &state.sizes, scheme->sizes, scheme->size_count);
  if (is_local) hold_constraints(&state, scheme->type);
  generalise(&state, scheme->type);
  scheme->types = state.types.data;
  scheme->type_count = state.types.count;
  scheme->sizes = state.sizes.data;
  scheme->size_count = state.sizes.count;
  FutSubst nothing = {0};
  scheme->type = fut_type_substitute(checker->arena, scheme->type, &nothing);
}

// A call of a definition in its own body was checked while sizes of the parameters were still to be
// found. They have been found: a size that is not a parameter of its own must be the same in the
// call. `def f (xs: []i32) (ys: []i32) = … zip xs ys … f xs (drop 1 ys)` is an error.
static void check_recursive_call(FutChecker *checker, const FutScheme *scheme,
                                 const FutRecursiveCall *call) {
  Arena *arena = checker->arena;
  const FutRecursion *recursion = &checker->recursion;
  size_t given = recursion->given, count = given + recursion->open.count;
  FutSubst subst = {.values = arena_array(arena, FutValue *, count),
                    .size_by = arena_array(arena, const FutSize *, count),
                    .value_count = given};
  for (size_t i = 0; i < given; i++) {
    subst.values[i] = scheme->sizes[i];
    subst.size_by[i] = call->sizes[i];
  }
  for (size_t i = 0; i < recursion->open.count; i++) {
    const FutSize *size = fut_size_resolve(recursion->open.data[i]->link);
    bool is_known = size->kind != FUT_SIZE_VALUE;
    for (size_t j = 0; j < subst.value_count; j++)
      is_known |= subst.values[j] == size->value;
    if (is_known || size->value->kind != FUT_VALUE_SIZE) continue;
    subst.values[subst.value_count] = size->value;
    subst.size_by[subst.value_count++] = call->sizes[given + i];
  }
  for (size_t i = 0; i < recursion->open.count; i++) {
    FutMismatch mismatch = {0};
    const FutSize *expected = fut_size_substitute(arena, recursion->open.data[i]->link, &subst);
    if (fut_unify_size(checker, expected, call->sizes[given + i], &mismatch)) continue;
    FutPrinter printer = {.arena = arena};
    const char *wanted = fut_size_text(&printer, expected);
    diag_error(checker->diag, ERROR_FUTHARK_SIZE, call->span,
               "this recursive call has an argument of size `%s` where the size `%s` is needed",
               fut_size_text(&printer, call->sizes[given + i]), wanted);
    diag_note(checker->diag, recursion->open.data[i]->span,
              "the rest of the definition decides what this size is");
    return;
  }
}

static void check_recursive_calls(FutChecker *checker, const FutScheme *scheme) {
  const FutRecursion *recursion = &checker->recursion;
  for (size_t i = 0; i < recursion->open.count; i++)
    if (!recursion->open.data[i]->link) return; // after an error
  for (size_t i = 0; i < recursion->calls.count; i++)
    check_recursive_call(checker, scheme, &recursion->calls.data[i]);
  fut_finish_deferred(checker);
}

// Overloaded variables that nothing decides become i32 or f64.
static void default_overloaded(FutChecker *checker) {
  for (size_t i = 0; i < checker->type_vars.count; i++) {
    FutTypeVar *var = checker->type_vars.data[i];
    if (var->link || var->constraint.kind != FUT_OVERLOADED) continue;
    uint32_t prims = var->constraint.prims;
    FutPrim prim = FUT_PRIM_I8;
    while (!(prims & 1u << prim))
      prim++;
    if (prims & 1u << FUT_PRIM_F64) prim = FUT_PRIM_F64;
    if (prims & 1u << FUT_PRIM_I32) prim = FUT_PRIM_I32;
    var->link = fut_type_prim(checker->arena, prim);
  }
}

// After an error, what is still open is not worth another one.
static void abandon_variables(FutChecker *checker) {
  for (size_t i = 0; i < checker->type_vars.count; i++)
    if (!checker->type_vars.data[i]->link)
      checker->type_vars.data[i]->link = fut_type_error(checker->arena);
}

static void report_ambiguous(FutChecker *checker, FutTypeVar *var) {
  if (var->constraint.kind == FUT_EQUALITY) {
    diag_error(checker->diag, ERROR_FUTHARK_AMBIGUOUS, var->span,
               "the type of what is compared here cannot be found out");
    diag_hint(checker->diag, "write it down where it is bound: `(x: i32)`");
    return;
  }
  FutPrinter printer = {.arena = checker->arena};
  FutType type = {.tag = FUT_T_VAR, .var = var};
  const char *text = fut_type_text(&printer, &type);
  diag_error(checker->diag, ERROR_FUTHARK_AMBIGUOUS, var->span,
             "the type of this cannot be found out; it has the form `%s`", text);
  diag_hint(checker->diag, var->constraint.kind == FUT_HAS_FIELDS
                               ? "write down the type of the record where it is bound"
                               : "write down the sum type: `… : t`");
}

static void report_ambiguous_size(FutChecker *checker, const FutSizeVar *var) {
  diag_error(checker->diag, ERROR_FUTHARK_AMBIGUOUS_SIZE, var->span,
             "%s cannot be found out here: nothing says what it is",
             var->name ? arena_printf(checker->arena, "the size `%s`", var->name)
                       : "the size of the result");
  diag_hint(checker->diag, "write down the type of the result, with its size: `… : [n]t`");
}

// The first size of a type that nothing has decided, outside of functions; or NULL.
static const FutSizeVar *open_size(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ARRAY) {
    const FutSize *size = fut_size_resolve(type->array.size);
    return size->kind == FUT_SIZE_VAR ? size->var : open_size(type->array.element);
  }
  if (type->tag != FUT_T_RECORD) return NULL;
  for (size_t i = 0; i < type->record.count; i++) {
    const FutSizeVar *found = open_size(type->record.fields[i].type);
    if (found) return found;
  }
  return NULL;
}

// A value of a sum type has room for the arrays of all its constructors, whose sizes must be known.
static void check_constructor_sizes(FutChecker *checker, const FutExp *exp) {
  const FutType *type = fut_type_resolve(exp->type);
  if (type->tag != FUT_T_SUM) return;
  for (size_t i = 0; i < type->sum.count; i++) {
    const FutClause *clause = &type->sum.clauses[i];
    for (size_t j = 0; clause->name != exp->constructor.name.name && j < clause->payload_count;
         j++) {
      const FutSizeVar *var = open_size(clause->payload[j]);
      // The unknown size of a result is whatever the function says, and of nothing it is none.
      if (!var || var->is_result) continue;
      diag_error(checker->diag, ERROR_FUTHARK_AMBIGUOUS_SIZE, exp->span,
                 "a size of the constructor `#%s`, which is not used here, cannot be found out",
                 clause->name);
      if (span_is_known(var->span))
        diag_note(checker->diag, var->span, "nothing says how large this is");
      diag_hint(checker->diag, "write down the type, with its sizes: `… : #%s ([0]i32) | …`",
                clause->name);
      return;
    }
  }
}

// Whatever is still open is not part of the definition's type, or cannot be found out.
static void close_variables(FutChecker *checker, bool has_errors) {
  for (size_t i = 0; i < checker->type_vars.count; i++) {
    FutTypeVar *var = checker->type_vars.data[i];
    if (var->link) continue;
    FutConstraintKind kind = var->constraint.kind;
    bool is_ambiguous = kind == FUT_HAS_FIELDS || kind == FUT_HAS_CLAUSES || kind == FUT_EQUALITY;
    if (is_ambiguous) report_ambiguous(checker, var);
    var->link =
        is_ambiguous ? fut_type_error(checker->arena) : fut_type_prim(checker->arena, FUT_PRIM_I32);
  }
  for (size_t i = 0; i < checker->size_vars.count; i++) {
    FutSizeVar *var = checker->size_vars.data[i];
    if (var->link) continue;
    if (var->is_instance && !has_errors) report_ambiguous_size(checker, var);
    has_errors |= var->is_instance;
    var->link = fut_size_const(checker->arena, 0);
  }
}

static void report_holes(FutChecker *checker) {
  for (size_t i = 0; i < checker->holes.count; i++) {
    FutPrinter printer = {.arena = checker->arena};
    const FutExp *hole = checker->holes.data[i];
    diag_warning(checker->diag, ERROR_FUTHARK_HOLE, hole->span,
                 "an expression of type `%s` is missing here", fut_type_text(&printer, hole->type));
  }
}

// Whether an integer literal fits its type; the lowest number of a signed one needs its sign.
static bool literal_fits(const FutNumber *number, FutPrim prim, bool is_negative) {
  if (number->suffix != FUT_PRIM_NONE) return true;      // the lexer has wrapped it
  if (prim == FUT_PRIM_F16) return number->real < 65520; // what is rounded to infinity
  if (prim == FUT_PRIM_F32) return !isinf((float)number->real);
  if (number->is_float || fut_prim_is_float(prim) || prim == FUT_PRIM_BOOL) return true;
  if (number->is_huge) return false;
  int bits = fut_prim_bits(prim);
  // Hexadecimal and binary literals write bits down, so that the sign bit may be set.
  bool is_bits = number->text[0] == '0' && number->text[1] != '\0' &&
                 (number->text[1] < '0' || number->text[1] > '9');
  if (fut_prim_is_signed(prim) && !is_bits)
    return number->integer < (UINT64_C(1) << (bits - 1)) + is_negative;
  return bits == 64 || number->integer < UINT64_C(1) << bits;
}

static bool pattern_fits(const FutPattern *pattern, FutPrim prim) {
  const FutNumber *number = pattern->number.value;
  if (!literal_fits(number, prim, pattern->number.is_negative)) return false;
  if (number->is_float || fut_prim_is_float(prim) || number->suffix != FUT_PRIM_NONE) return true;
  return fut_prim_is_signed(prim) || !pattern->number.is_negative || number->integer == 0;
}

static void check_literal_patterns(FutChecker *checker) {
  for (size_t i = 0; i < checker->literal_patterns.count; i++) {
    const FutPattern *pattern = checker->literal_patterns.data[i];
    const FutType *type = fut_type_resolve(pattern->type);
    if (type->tag != FUT_T_PRIM || pattern_fits(pattern, type->prim)) continue;
    diag_error(checker->diag, ERROR_FUTHARK_LITERAL, pattern->span,
               "no value of type `%s` is %s%s: the number does not fit the type",
               fut_prim_text(type->prim), pattern->number.is_negative ? "-" : "",
               pattern->number.value->text);
  }
}

// `-1` is no unsigned number; with a suffix it is what its bits say.
static void check_negated(FutChecker *checker, const FutExp *exp) {
  const FutNumber *number = exp->operand->number;
  const FutType *type = fut_type_resolve(exp->type);
  if (type->tag != FUT_T_PRIM || number->is_float || fut_prim_is_float(type->prim)) return;
  if (fut_prim_is_signed(type->prim) || number->integer == 0) return;
  if (number->suffix != FUT_PRIM_NONE) return;
  diag_error(checker->diag, ERROR_FUTHARK_LITERAL, exp->span,
             "the number -%s does not fit the type `%s`, which has no negative numbers",
             number->text, fut_prim_text(type->prim));
}

static void check_literals(FutChecker *checker) {
  const FutExp *negated = NULL; // a sign comes right before its number
  for (size_t i = 0; i < checker->literals.count; i++) {
    const FutExp *literal = checker->literals.data[i];
    if (literal->kind == FUT_EXP_NEGATE) {
      check_negated(checker, literal);
      negated = literal->operand;
      continue;
    }
    const FutType *type = fut_type_resolve(literal->type);
    bool is_negative = literal == negated;
    if (type->tag != FUT_T_PRIM || literal_fits(literal->number, type->prim, is_negative)) continue;
    const char *digits = literal->number->text;
    bool is_short = strlen(digits) <= 40;
    diag_error(checker->diag, ERROR_FUTHARK_LITERAL, literal->span,
               "%s %s%sdoes not fit the type `%s`", is_short ? "the number" : "this number",
               is_short ? digits : "", is_short ? " " : "", fut_prim_text(type->prim));
    int bits = fut_prim_bits(type->prim);
    if (fut_prim_is_float(type->prim)) continue;
    if (fut_prim_is_signed(type->prim))
      diag_hint(checker->diag, "the numbers of `%s` are -%llu to %llu", fut_prim_text(type->prim),
                1ULL << (bits - 1), (1ULL << (bits - 1)) - 1);
    else
      diag_hint(checker->diag, "the numbers of `%s` are 0 to %llu", fut_prim_text(type->prim),
                ~0ULL >> (64 - bits));
  }
}

// A size parameter that is nowhere in the type has no value.
static void check_size_params(FutChecker *checker, const FutValue *value) {
  for (size_t i = 0; i < value->scheme.size_count; i++) {
    const FutValue *size = value->scheme.sizes[i];
    if (!size->name || value->scheme.type->tag == FUT_T_ERROR ||
        fut_type_mentions(value->scheme.type, size))
      continue;
    diag_error(checker->diag, ERROR_FUTHARK_SIZE_PARAMETER, size->span,
               "the size parameter `%s` is not the size of any parameter or result of `%s`",
               size->name, value->name);
    diag_hint(checker->diag, "take it as an argument: `(%s: i64)`", size->name);
  }
}

static void start_definition(FutChecker *checker) {
  checker->type_vars.count = 0;
  checker->size_vars.count = 0;
  checker->deferred.count = 0;
  checker->opened.count = 0;
  checker->recursion = (FutRecursion){0};
  checker->holes.count = 0;
  checker->constructors.count = 0;
  checker->literals.count = 0;
  checker->literal_patterns.count = 0;
}

// ---- Definitions ----

// Whether the body of a function can call the function by its name. In a local function the name
// still means what it means outside, and so it does when it has a meaning there: existing programs
// define `replicate` by the `replicate` of the prelude.
static bool finds_itself(FutChecker *checker, const FutBinding *binding, const FutValue *value) {
  bool is_definition = value->kind == FUT_VALUE_DEF;
  return is_definition && binding->params.count > 0 && !fut_env_value(checker->env, value->name);
}

static FutValue *check_binding(FutChecker *checker, FutBinding *binding, FutValueKind kind,
                               const FutGuess *guess, Span span) {
  FutValue *value = fut_new_value(checker, kind, binding->name.name, binding->name.span, NULL);
  value->binding = binding;
  binding->value = value;
  if (kind == FUT_VALUE_DEF) checker->self = &value->scheme;
  FutEnv *outer = checker->env;
  FutEnv *self_scope = fut_env_new(checker->arena, outer);
  checker->env = fut_env_new(checker->arena, self_scope);
  fut_bind_type_params(checker, &binding->type_params, &value->scheme);
  if (kind == FUT_VALUE_FUNCTION)
    for (size_t i = 0; i < value->scheme.type_count; i++)
      value->scheme.types[i]->level = checker->level + 1;
  for (size_t i = 0; i < value->scheme.size_count; i++)
    value->scheme.sizes[i]->level = checker->level + 1;
  FutValues sizes = {0};
  vec_append(checker->arena, &sizes, value->scheme.sizes, value->scheme.size_count);
  FutFunction function = {
      .params = &binding->params,
      .return_type = binding->return_type,
      .body = binding->body,
      .sizes = &sizes,
      .self = value,
      .self_scope = finds_itself(checker, binding, value) ? self_scope : NULL,
      .guess = guess,
      .why = arena_printf(checker->arena, "the body of `%s`", binding->name.name),
      .span = span,
  };
  value->scheme.type = fut_check_function(checker, &function);
  value->scheme.sizes = sizes.data;
  value->scheme.size_count = sizes.count;
  binding->result = function.result;
  checker->env = outer;
  return value;
}

FutValue *fut_check_local_function(FutChecker *checker, FutBinding *binding, Span span) {
  uint32_t level = checker->level;
  size_t error_count = diag_error_count(checker->diag);
  FutValue *value = check_binding(checker, binding, FUT_VALUE_FUNCTION, NULL, span);
  generalise_scheme(checker, &value->scheme, level, true);
  if (diag_error_count(checker->diag) == error_count) check_size_params(checker, value);
  return value;
}

FutValue *fut_check_guess(FutChecker *checker, FutBinding *binding, const FutGuess *guess,
                          Span span) {
  size_t error_count = diag_error_count(checker->diag);
  start_definition(checker);
  checker->level = 0;
  FutValue *value = check_binding(checker, binding, FUT_VALUE_DEF, guess, span);
  checker->self = NULL;
  fut_finish_deferred(checker);
  default_overloaded(checker);
  if (diag_error_count(checker->diag) > error_count) abandon_variables(checker);
  generalise_scheme(checker, &value->scheme, 0, false);
  return value;
}

FutValue *fut_check_definition(FutChecker *checker, FutBinding *binding, FutValueKeyword keyword,
                               Span span) {
  size_t error_count = diag_error_count(checker->diag);
  bool needs_guess = fut_needs_guess(binding);
  FutGuess guess = {0};
  if (needs_guess) guess = fut_guess_result(checker, binding, span);
  FutValue *value = fut_check_guess(checker, binding, needs_guess ? &guess : NULL, span);
  value->is_entry = keyword == FUT_KEYWORD_ENTRY;
  if (diag_error_count(checker->diag) == error_count)
    check_recursive_calls(checker, &value->scheme);
  for (size_t i = 0; i < checker->constructors.count; i++)
    if (diag_error_count(checker->diag) == error_count)
      check_constructor_sizes(checker, checker->constructors.data[i]);
  close_variables(checker, diag_error_count(checker->diag) > error_count);
  FutSubst nothing = {0};
  value->scheme.type = fut_type_substitute(checker->arena, value->scheme.type, &nothing);
  binding->result = fut_type_substitute(checker->arena, binding->result, &nothing);
  bool is_quiet = checker->is_prelude || (checker->modules && checker->modules->quiet > 0);
  if (!is_quiet) report_holes(checker);
  check_literals(checker);
  check_literal_patterns(checker);
  if (diag_error_count(checker->diag) == error_count) check_size_params(checker, value);
  if (diag_error_count(checker->diag) == error_count) {
    fut_check_causality(checker, binding);
    fut_check_recursion(checker, binding);
    fut_check_unique(checker->arena, checker->diag, binding,
                     checker->modules && checker->modules->instances > 0);
    fut_check_matches(checker->diag, binding, !is_quiet);
  }
  vec_push(checker->arena, &checker->checked->definitions, value);
  return value;
}
