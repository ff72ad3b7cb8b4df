// Chains of `let`, which may be thousands long: they are followed in a loop.
#include "base/internal.h"
#include "front/futhark/check_exp.h"

typedef struct FutLetFrame {
  FutExp *exp;
  FutValues *bound;
  uint32_t first_id;
} FutLetFrame;

static void bind_sizes(FutChecker *checker, FutExp *exp, FutValues *bound) {
  const FutIdents *sizes = &exp->let.sizes;
  if (sizes->count == 0) return;
  exp->let.size_values = arena_array(checker->arena, FutValue *, sizes->count);
  for (size_t i = 0; i < sizes->count; i++) {
    const FutIdent *ident = &sizes->data[i];
    FutValue *value = fut_new_value(checker, FUT_VALUE_SIZE, ident->name, ident->span, NULL);
    value->equals = fut_new_size_var(checker, ident->span);
    exp->let.size_values[i] = value;
    fut_env_add_value(checker->env, ident->name, value);
    vec_push(checker->arena, bound, value);
  }
}

// A size may still be open when it has been bound: that of a parameter's `[]`.
static void check_sizes_found(FutChecker *checker, const FutExp *exp) {
  for (size_t i = 0; i < exp->let.sizes.count; i++) {
    const FutIdent *ident = &exp->let.sizes.data[i];
    const FutSize *size = fut_size_resolve(exp->let.size_values[i]->equals);
    if (size->kind != FUT_SIZE_VAR || fut_type_shows(exp->let.pattern->type, size)) continue;
    diag_error(checker->diag, ERROR_FUTHARK_SIZE_PARAMETER, ident->span,
               "the size `%s` is not the size of anything in the pattern", ident->name);
  }
}

static void check_let(FutChecker *checker, FutExp *exp, FutValues *bound) {
  const FutType *value = fut_check_exp(checker, exp->let.value, NULL);
  bind_sizes(checker, exp, bound);
  fut_check_pattern(checker, exp->let.pattern, value, FUT_ANONYMOUS_ANY, NULL, bound);
  check_sizes_found(checker, exp);
}

static void check_let_update(FutChecker *checker, FutExp *exp, FutValues *bound) {
  const FutIdent *ident = &exp->let_update.name;
  FutQualName name = {.span = ident->span, .name = ident->name};
  uint32_t projections = 0;
  FutValue *old = fut_find_value(checker, &name, &projections);
  const FutType *type =
      old ? fut_instantiate(checker, &old->scheme, ident->span) : fut_type_error(checker->arena);
  exp->value_type = fut_type_unique(checker->arena, type, false);
  type = fut_check_new_part(checker, &exp->let_update.path, exp->value_type, ident->span,
                            exp->let_update.value);
  FutValue *fresh = fut_new_value(checker, FUT_VALUE_LOCAL, ident->name, ident->span, type);
  fresh->is_used = true;
  exp->value = old;
  exp->let_update.updated = fresh;
  fut_env_add_value(checker->env, ident->name, fresh);
  vec_push(checker->arena, bound, fresh);
}

static void check_let_function(FutChecker *checker, FutExp *exp, FutValues *bound) {
  FutValue *function = fut_check_local_function(checker, &exp->let_function.binding, exp->span);
  fut_env_add_value(checker->env, function->name, function);
  vec_push(checker->arena, bound, function);
}

// `let n = e in body`: outside, `e` stands for `n` in the type of the body, when it can be a size.
static const FutType *replace_name(FutChecker *checker, const FutExp *exp, const FutType *type) {
  if (exp->kind != FUT_EXP_LET) return type;
  const FutPattern *pattern = fut_pattern_bare(exp->let.pattern);
  if (pattern->kind != FUT_PATTERN_NAME || !pattern->value) return type;
  const FutType *bound = fut_type_resolve(pattern->value->scheme.type);
  const FutSize *size;
  if (!fut_type_is_prim(bound, FUT_PRIM_I64) || !fut_type_mentions(type, pattern->value) ||
      !fut_exp_is_size(checker, exp->let.value, &size))
    return type;
  FutSubst subst = {.values = (FutValue *[]){pattern->value}, .size_by = &size, .value_count = 1};
  return fut_type_substitute(checker->arena, type, &subst);
}

const FutType *fut_check_lets(FutChecker *checker, FutExp *exp, const FutType *expected) {
  Vec(FutLetFrame) frames = {0};
  FutExp *body = exp;
  // One scope for the whole chain: a name that is hidden in it is not seen again.
  FutEnv *outer = checker->env;
  checker->env = fut_env_new(checker->arena, outer);
  for (;;) {
    FutLetFrame frame = {body, arena_make(checker->arena, FutValues), checker->next_id};
    FutExp *next = NULL;
    if (body->kind == FUT_EXP_LET) {
      check_let(checker, body, frame.bound);
      next = body->let.body;
    } else if (body->kind == FUT_EXP_LET_UPDATE) {
      check_let_update(checker, body, frame.bound);
      next = body->let_update.body;
    } else if (body->kind == FUT_EXP_LET_FUNCTION) {
      check_let_function(checker, body, frame.bound);
      next = body->let_function.body;
    }
    if (!next) break;
    vec_push(checker->arena, &frames, frame);
    body = next;
  }
  const FutType *type = fut_check_exp(checker, body, expected);
  for (size_t i = frames.count; i-- > 0;) {
    FutLetFrame *frame = &frames.data[i];
    FutValues unknown = {0};
    FutClosing closing = {.checker = checker,
                          .level = UINT32_MAX,
                          .var_level = UINT32_MAX,
                          .leaving = frame->bound,
                          .span = frame->exp->span,
                          .unknown = &unknown};
    type = fut_close_type(&closing, replace_name(checker, frame->exp, type));
    for (size_t j = 0; j < unknown.count; j++)
      unknown.data[j]->level = checker->level;
    frame->exp->type = type;
    fut_list_unknown(checker, frame->exp, type, frame->first_id);
  }
  checker->env = outer;
  return type;
}
