// `case <l> of | <thread> => … | <1+m> => …`, and definitions that use themselves at lower levels.
//
// What a `case` asks for is a level variable that stands for every level. While an arm is checked
// it is bound to what the arm's pattern says: so the arm may be of a type that only this level has.
// The type of the `case` must be known from around it, or be the same in all arms.
//
// A definition whose signature has levels is seen in the arms of its own `case`. One of its levels
// must be lower wherever it uses itself, so that what is unfolded comes to an end.
#include "front/fcl/check_internal.h"

static const char *level_text(const FclCheck *check, const FclLevel *level) {
  FclPrinter printer = {.arena = check->arena};
  return fcl_level_text(&printer, level);
}

// ---- Recursion ----

static bool is_lower(FclLevel level, FclLevel than) {
  return (level.variable == NULL || level.variable == than.variable) && level.up < than.up;
}

// While the arm knows what the levels are: do the definition's uses of itself go down?
static void check_descent(FclCheck *check, size_t first) {
  for (size_t i = first; i < check->own_uses.count; i++) {
    const FclUse *use = check->own_uses.data[i].use;
    const FclLevelVariables *levels = &use->variable->scheme->levels;
    uint32_t falling = 0;
    if (check->own_uses.data[i].is_checked) continue;
    check->own_uses.data[i].is_checked = true;
    for (uint32_t k = 0; k < levels->count && k < 32; k++) {
      FclLevel own = fcl_level_resolve(&(FclLevel){levels->data[k], 0});
      if (is_lower(fcl_level_resolve(use->level_arguments[k]), own)) falling |= (uint32_t)1 << k;
    }
    check->falling &= falling;
    if (check->falling != 0) continue;
    if (fcl_check_fail(check, ERROR_FCL_CASE, use->ident.span,
                       "`%s` uses itself at level %s, and its own level here is %s",
                       use->ident.name, level_text(check, use->level_arguments[0]),
                       level_text(check, &(FclLevel){levels->data[0], 0})))
      diag_hint(check->diag, "it may only go down: `%s<m>` in an arm `| <1+m> => …`",
                use->ident.name);
  }
}

// ---- Arms ----

// What the variable is in the arm. A variable of the pattern is a new one.
static const FclLevel *open_arm(FclCheck *check, FclArm *arm, const FclLevelVariable *asked) {
  if (arm->pattern.variable == NULL) return fcl_level(check->arena, NULL, arm->pattern.up);
  const FclLevel *own = fcl_level_variable(check->arena, check->rank, arm->pattern.variable);
  own->variable->most = asked->most - arm->pattern.up;
  arm->scheme = arena_make(check->arena, FclScheme);
  vec_push(check->arena, &arm->scheme->levels, own->variable);
  FclNamedLevel named = {arm->pattern.variable, own};
  vec_push(check->arena, &check->levels, named);
  return fcl_level(check->arena, own->variable, arm->pattern.up);
}

static void check_arm(FclCheck *check, FclArm *arm, FclLevelVariable *asked,
                      const FclType *expected, bool is_known) {
  size_t first_use = check->uses.count, first_own = check->own_uses.count;
  FclMark mark = fcl_mark(check);
  FclClash clash;
  check->rank++;
  check->arms++;
  asked->bound = open_arm(check, arm, asked);
  const FclType *type = fcl_check_exp_as(check, arm->body, expected);
  if (!fcl_unify(check->arena, expected, type, &clash)) {
    bool was_failing = check->is_failing;
    const char *what = arena_printf(check->arena, "this arm is for level %s, and does not fit",
                                    level_text(check, asked->bound));
    fcl_fail_clash(check, arm->body->span, what, expected, type, &clash);
    if (!was_failing && !is_known)
      diag_hint(check->diag,
                "nothing around this `case` says of which type it is: a signature does, "
                "as in `let r : Program<l> int = case <l> of …`");
  }
  check->arms--;
  check->rank--;
  fcl_overload_decide(check, check->rank, true);
  fcl_check_levels_known(check, NULL, first_use);
  check_descent(check, first_own);
  asked->bound = NULL;
  fcl_release(check, mark);
  if (arm->scheme != NULL && arm->scheme->levels.data[0]->rank <= check->rank)
    fcl_check_fail(
        check, ERROR_FCL_CASE, arm->pattern.span,
        "the level %s is only known in this arm, and something around the `case` is of it",
        arm->pattern.variable);
}

// ---- Patterns ----

// The levels that a pattern takes: bit i for level i.
static uint32_t levels_of(const FclLevelExp *pattern, uint32_t most) {
  uint32_t all = ((uint32_t)2 << most) - 1;
  if (pattern->up > most) return 0;
  return pattern->variable == NULL ? (uint32_t)1 << pattern->up : all & (all << pattern->up);
}

static void check_patterns(FclCheck *check, const FclExp *exp, const FclLevelVariable *asked) {
  uint32_t taken = 0;
  for (size_t i = 0; i < exp->choice.arms.count; i++) {
    const FclLevelExp *pattern = &exp->choice.arms.data[i].pattern;
    uint32_t levels = levels_of(pattern, asked->most);
    if ((levels & ~taken) == 0)
      fcl_check_fail(check, ERROR_FCL_CASE, pattern->span,
                     "no level is left for this arm: those before it take all that it would");
    taken |= levels;
  }
  for (uint32_t i = 0; i <= asked->most; i++) {
    if ((taken >> i & 1) != 0) continue;
    if (fcl_check_fail(check, ERROR_FCL_CASE, exp->choice.level.span,
                       "this `case` has no arm for level %s",
                       level_text(check, &(FclLevel){NULL, i})))
      diag_hint(check->diag, "`| <1+m> => …` is for all levels above thread");
    return;
  }
}

const FclType *fcl_check_case(FclCheck *check, FclExp *exp, const FclType *expected) {
  bool is_known = expected != NULL;
  if (!is_known) expected = fcl_type_variable(check->arena, check->rank, FCL_KIND_TYP, NULL);
  exp->choice.asked = fcl_check_level(check, &exp->choice.level);
  FclLevel asked = fcl_level_resolve(exp->choice.asked);
  if (asked.variable == NULL || asked.variable->name == NULL || asked.up > 0) {
    if (fcl_check_fail(check, ERROR_FCL_CASE, exp->choice.level.span,
                       "a `case` asks what a level variable is, and this is level %s",
                       level_text(check, exp->choice.asked)))
      diag_hint(check->diag,
                "a variable is introduced by `fun f<l> …`, or by an arm `| <1+m> => …`");
    return expected;
  }
  check_patterns(check, exp, asked.variable);
  for (size_t i = 0; i < exp->choice.arms.count; i++)
    check_arm(check, &exp->choice.arms.data[i], asked.variable, expected, is_known);
  return expected;
}
