// Loops. A size of a loop parameter that the body changes is a new one in every iteration. Which
// these are is found by trying: the body is checked with the sizes of the initial value, and again
// with unknown sizes for those that came back different.
#include "base/internal.h"
#include "front/futhark/ast_walk.h"
#include "front/futhark/check_exp.h"

typedef Vec(const FutSize *) FutDims;

typedef struct FutLoopCheck {
  FutChecker *checker;
  FutExp *exp;
  const FutType *initial;
  FutDims dims;     // of the initial value, in the order of collect_dims
  bool *is_varying; // which of them the body changes
  // Which of those change together: the first that has the same size in the initial value and in
  // the body's.
  size_t *leader;
  // Of the attempt:
  const FutType *param;
  FutValues varying;
} FutLoopCheck;

// ---- The initial value ----

// `loop (x, y) for …` begins with the variables of the same names.
static FutExp *pattern_as_exp(FutChecker *checker, const FutPattern *pattern) {
  FutExp *exp = arena_make(checker->arena, FutExp);
  exp->span = pattern->span;
  exp->height = 1;
  switch (pattern->kind) {
  case FUT_PATTERN_ASCRIBE: return pattern_as_exp(checker, pattern->ascribe.pattern);
  case FUT_PATTERN_ATTRIBUTE: return pattern_as_exp(checker, pattern->attributed.pattern);
  case FUT_PATTERN_NAME:
    exp->kind = FUT_EXP_VAR;
    exp->name.span = pattern->span;
    exp->name.name = pattern->name;
    return exp;
  case FUT_PATTERN_TUPLE:
    exp->kind = FUT_EXP_TUPLE;
    for (size_t i = 0; i < pattern->tuple.count; i++)
      vec_push(checker->arena, &exp->items, pattern_as_exp(checker, pattern->tuple.data[i]));
    return exp;
  case FUT_PATTERN_RECORD:
    exp->kind = FUT_EXP_RECORD;
    for (size_t i = 0; i < pattern->record.count; i++) {
      FutExpField field = {.name = pattern->record.data[i].name,
                           .value = pattern_as_exp(checker, pattern->record.data[i].pattern)};
      vec_push(checker->arena, &exp->record, field);
    }
    return exp;
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NUMBER:
  case FUT_PATTERN_BOOL:
  case FUT_PATTERN_CONSTRUCTOR:
    diag_error(checker->diag, ERROR_FUTHARK_TYPE, pattern->span,
               "a loop without initial values needs names, found %s",
               fut_pattern_words(pattern->kind));
    exp->kind = FUT_EXP_TUPLE;
    return exp;
  }
  INTERNAL_ERROR("a pattern has an unknown kind");
}

// ---- Dimensions ----

static void collect_dims(FutChecker *checker, const FutType *type, FutDims *dims) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ARROW) return;
  const FutSize *size;
  for (size_t i = 0; (size = fut_type_size(type, i)); i++)
    vec_push(checker->arena, dims, fut_size_resolve(size));
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    collect_dims(checker, part, dims);
}

static const FutType *open_varying(const FutLoopCheck *loop, const FutType *type) {
  FutChecker *checker = loop->checker;
  size_t count = loop->varying.count;
  const FutSize **by = arena_array(checker->arena, const FutSize *, count);
  for (size_t i = 0; i < count; i++)
    by[i] = fut_new_size_var(checker, loop->exp->span);
  FutSubst subst = {.values = loop->varying.data, .size_by = by, .value_count = count};
  return fut_type_substitute(checker->arena, type, &subst);
}

// ---- One attempt ----

static void bind_loop_sizes(FutLoopCheck *loop) {
  FutChecker *checker = loop->checker;
  const FutIdents *sizes = &loop->exp->loop.sizes;
  for (size_t i = 0; i < sizes->count; i++) {
    const FutIdent *ident = &sizes->data[i];
    FutValue *value = fut_new_value(checker, FUT_VALUE_SIZE, ident->name, ident->span, NULL);
    fut_env_add_value(checker->env, ident->name, value);
    vec_push(checker->arena, &loop->varying, value);
  }
}

// Binds the parameter. A size that the pattern does not write down is that of the initial value, or
// unknown when the body changes it.
static void bind_param(FutLoopCheck *loop) {
  FutChecker *checker = loop->checker;
  FutExp *exp = loop->exp;
  loop->varying.count = 0;
  bind_loop_sizes(loop);
  const FutType *flexible = fut_refresh_sizes(checker, loop->initial, exp->span);
  fut_check_pattern(checker, exp->loop.pattern, flexible, FUT_ANONYMOUS_ANY, NULL, NULL);
  FutDims dims = {0};
  collect_dims(checker, flexible, &dims);
  for (size_t i = 0; i < dims.count; i++) {
    if (dims.data[i]->kind != FUT_SIZE_VAR || dims.data[i]->var->link) continue;
    if (i < loop->dims.count && !loop->is_varying[i]) {
      dims.data[i]->var->link = loop->dims.data[i];
      continue;
    }
    size_t leader = i < loop->dims.count ? loop->leader[i] : i;
    const FutSize *same = leader < i && loop->is_varying[leader] ? dims.data[leader] : NULL;
    if (same && fut_size_resolve(same)->kind == FUT_SIZE_VALUE) {
      dims.data[i]->var->link = fut_size_resolve(same);
      continue;
    }
    FutValue *value = fut_new_value(checker, FUT_VALUE_UNKNOWN, NULL, exp->span, NULL);
    vec_push(checker->arena, &loop->varying, value);
    dims.data[i]->var->link = fut_size_value(checker->arena, value);
  }
  FutSubst nothing = {0};
  loop->param = fut_type_substitute(checker->arena, flexible, &nothing);
  fut_expect(checker, exp->loop.initial->span, open_varying(loop, loop->param), loop->initial,
             "the initial value of the loop");
}

static void bind_element(FutLoopCheck *loop, const FutType *element) {
  FutExp *exp = loop->exp;
  if (element)
    fut_check_pattern(loop->checker, exp->loop.element, element, FUT_ANONYMOUS_ANY, NULL, NULL);
  if (exp->loop.form == FUT_LOOP_WHILE)
    fut_check_exp_is(loop->checker, exp->loop.bound,
                     fut_type_prim(loop->checker->arena, FUT_PRIM_BOOL),
                     "the condition of the loop");
}

// Whether the body gives a size back that it got. A size that is still to be found outside of the
// loop is not solved by that.
static bool comes_back(FutChecker *checker, const FutSize *before, const FutSize *after) {
  before = fut_size_resolve(before);
  after = fut_size_resolve(after);
  if (fut_size_equal(before, after)) return true;
  bool is_outer = (before->kind == FUT_SIZE_VAR && before->var->level < checker->level) ||
                  (after->kind == FUT_SIZE_VAR && after->var->level < checker->level);
  if (is_outer) return false;
  FutMismatch mismatch = {0};
  size_t deferred = checker->deferred.count;
  bool agrees =
      fut_unify_size(checker, before, after, &mismatch) && checker->deferred.count == deferred;
  checker->deferred.count = deferred;
  return agrees;
}

// Sizes that change stay together as long as the body gives them back equal; whether some parted.
static bool part_leaders(FutLoopCheck *loop, const FutDims *after) {
  bool has_parted = false;
  for (size_t i = loop->dims.count; i-- > 0;) {
    size_t leader = loop->leader[i];
    if (leader == i || !loop->is_varying[i] || i >= after->count) continue;
    size_t j = leader;
    while (j < i && !(loop->leader[j] == leader && loop->is_varying[j] &&
                      fut_size_equal(after->data[j], after->data[i])))
      j++;
    has_parted |= j != leader && loop->is_varying[leader];
    loop->leader[i] = j;
  }
  return has_parted;
}

// Finds the sizes that came back different; whether there are new ones.
static bool find_varying(FutLoopCheck *loop, const FutType *body) {
  FutChecker *checker = loop->checker;
  FutMismatch ignored = {0};
  if (!fut_unify(checker, fut_refresh_sizes(checker, loop->param, loop->exp->span),
                 fut_refresh_sizes(checker, body, loop->exp->span), &ignored))
    return false;
  FutDims before = {0}, after = {0};
  collect_dims(checker, loop->param, &before);
  collect_dims(checker, body, &after);
  bool has_new = false;
  for (size_t i = 0; i < before.count && i < after.count && i < loop->dims.count; i++) {
    if (loop->is_varying[i] || !fut_size_equal(before.data[i], loop->dims.data[i])) continue;
    if (comes_back(checker, before.data[i], after.data[i])) continue;
    loop->is_varying[i] = true;
    has_new = true;
  }
  return part_leaders(loop, &after) || has_new;
}

// Checks everything inside once; the type of the body.
static const FutType *attempt(FutLoopCheck *loop, const FutType *element) {
  FutChecker *checker = loop->checker;
  FutEnv *outer = checker->env;
  checker->env = fut_env_new(checker->arena, outer);
  checker->level++;
  bind_param(loop);
  bind_element(loop, element);
  const FutType *body = fut_check_exp(checker, loop->exp->loop.body, loop->param);
  checker->level--;
  checker->env = outer;
  return body;
}

static const FutType *check_bound(FutChecker *checker, FutExp *exp) {
  FutExp *bound = exp->loop.bound;
  switch (exp->loop.form) {
  case FUT_LOOP_WHILE: return NULL;
  case FUT_LOOP_FOR: {
    const FutType *type = fut_new_scalar_var(checker, FUT_INTEGER_PRIMS, bound->span);
    fut_check_exp_is(checker, bound, type, "the bound of the loop");
    return type;
  }
  case FUT_LOOP_FOR_IN: {
    const FutType *element = fut_new_type_var(checker, bound->span, FUT_UNLIFTED);
    const FutType *array =
        fut_type_array(checker->arena, fut_new_size_var(checker, bound->span), element);
    fut_check_exp_is(checker, bound, array, "what the loop runs over");
    return element;
  }
  }
  INTERNAL_ERROR("a loop has an unknown form");
}

static const FutType *loop_result(FutLoopCheck *loop) {
  FutChecker *checker = loop->checker;
  FutValues unknown = {0};
  FutClosing closing = {.checker = checker,
                        .level = checker->level,
                        .var_level = checker->level,
                        .leaving = &loop->varying,
                        .span = loop->exp->span,
                        .unknown = &unknown};
  return fut_close_type(&closing, loop->param);
}

// The body without the bindings before its value.
static const FutExp *body_value(const FutExp *exp) {
  for (const FutExp *body = exp; body; body = fut_let_body(exp))
    exp = body;
  return exp;
}

// The body must have the type of the parameter. Of a tuple the parts are compared one by one, so
// that the message names the parameter.
static void expect_body(const FutLoopCheck *loop, const FutType *body) {
  FutChecker *checker = loop->checker;
  const FutPattern *pattern = loop->exp->loop.pattern;
  const FutType *param = open_varying(loop, loop->param);
  const FutType *found = fut_type_resolve(body);
  const FutExp *value = body_value(loop->exp->loop.body);
  if (pattern->kind != FUT_PATTERN_TUPLE || found->tag != FUT_T_RECORD || !found->record.is_tuple ||
      found->record.count != pattern->tuple.count || value->kind != FUT_EXP_TUPLE) {
    fut_expect(checker, loop->exp->loop.body->span, param, body, "the body of the loop");
    return;
  }
  param = fut_type_resolve(param);
  if (param->tag != FUT_T_RECORD || param->record.count != pattern->tuple.count)
    return; // the initial value does not fit the pattern, which was reported
  for (size_t i = 0; i < pattern->tuple.count; i++) {
    const FutPattern *part = fut_pattern_bare(pattern->tuple.data[i]);
    const char *why = part->kind == FUT_PATTERN_NAME
                          ? arena_printf(checker->arena, "the next value of `%s`", part->name)
                          : arena_printf(checker->arena, "part %zu of the loop's body", i);
    fut_expect(checker, value->items.data[i]->span, param->record.fields[i].type,
               found->record.fields[i].type, why);
  }
}

const FutType *fut_check_loop(FutChecker *checker, FutExp *exp) {
  uint32_t first_id = checker->next_id;
  if (!exp->loop.initial) exp->loop.initial = pattern_as_exp(checker, exp->loop.pattern);
  const FutType *initial = fut_check_exp(checker, exp->loop.initial, NULL);
  initial =
      fut_forbid_function(checker, initial, exp->loop.initial->span, "the initial value of a loop");
  const FutType *element = check_bound(checker, exp);
  FutLoopCheck loop = {.checker = checker, .exp = exp, .initial = initial};
  collect_dims(checker, initial, &loop.dims);
  loop.is_varying = arena_array(checker->arena, bool, loop.dims.count);
  loop.leader = arena_array(checker->arena, size_t, loop.dims.count);
  for (size_t i = 0; i < loop.dims.count; i++)
    while (!fut_size_equal(loop.dims.data[loop.leader[i]], loop.dims.data[i]))
      loop.leader[i]++;
  const FutType *body;
  for (;;) {
    size_t errors = diag_error_count(checker->diag);
    size_t holes = checker->holes.count, literals = checker->literals.count;
    body = attempt(&loop, element);
    checker->level++;
    bool again = diag_error_count(checker->diag) == errors && find_varying(&loop, body);
    checker->level--;
    if (!again) break;
    checker->holes.count = holes;
    checker->literals.count = literals;
  }
  checker->level++;
  expect_body(&loop, body);
  checker->level--;
  exp->loop.varying = loop.varying.data;
  exp->loop.varying_count = (uint32_t)loop.varying.count;
  const FutType *type = loop_result(&loop);
  fut_list_unknown(checker, exp, type, first_id);
  return type;
}
