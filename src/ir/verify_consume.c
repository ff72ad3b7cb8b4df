// The rules of sharing and consuming: what the alias analysis finds, in words.
#include "ir/alias.h"
#include "ir/type.h"
#include "ir/verify_internal.h"

static bool is_sound(void *context, const Fun *fun, const Global *global) {
  const Verifier *verifier = context;
  const void *unit = fun != NULL ? (const void *)fun : (const void *)global;
  return !map_find(verifier->broken, map_key(unit), NULL);
}

// "it", or the name of another variable.
static const char *name_of(Verifier *verifier, const Var *other, const Var *var) {
  return other == NULL || other == var ? "it" : verify_spell(verifier->arena, other);
}

static void report_use(Verifier *verifier, const AliasViolation *violation) {
  const char *var = verify_spell(verifier->arena, violation->var);
  const char *other = name_of(verifier, violation->other, violation->var);
  bool is_shared = violation->other != NULL && violation->other != violation->var;
  const char *reason = is_shared ? ", whose storage it needs" : "";
  if (violation->rule == ALIAS_REUSED_ACC)
    diag_error(verifier->diag, ERROR_REUSED_ACCUMULATOR, violation->span,
               "the accumulator %s is used twice", var);
  else if (violation->other_stm == violation->stm)
    diag_error(verifier->diag, ERROR_USED_AFTER_CONSUMED, violation->span,
               "%s is used in the statement that consumes %s%s", var, other, reason);
  else
    diag_error(verifier->diag, ERROR_USED_AFTER_CONSUMED, violation->span,
               "%s is used after %s was consumed%s", var, other, reason);
}

static void report_loop(Verifier *verifier, const AliasViolation *violation) {
  const char *var = verify_spell(verifier->arena, violation->var);
  const char *other = name_of(verifier, violation->other, violation->var);
  if (violation->rule == ALIAS_LOOP_INITIAL)
    diag_error(verifier->diag, ERROR_LOOP_SHARING, violation->span,
               "the loop consumes its initial value %s, which is also another initial value", var);
  else if (violation->rule == ALIAS_LOOP_USED)
    diag_error(verifier->diag, ERROR_LOOP_SHARING, violation->span,
               "the loop consumes its initial value %s as %s, and also uses it by another name",
               var, other);
  else
    diag_error(verifier->diag, ERROR_LOOP_SHARING, violation->span,
               "the loop consumes its parameter %s, whose next value shares storage with %s", var,
               other);
}

static void report_ownership(Verifier *verifier, const AliasViolation *violation) {
  const char *var = verify_spell(verifier->arena, violation->var);
  if (violation->rule == ALIAS_OUTER)
    diag_error(verifier->diag, ERROR_CONSUMED_INSIDE, violation->span,
               "%s is consumed inside %s, but is bound outside it", var, violation->place);
  else if (violation->other == violation->var)
    diag_error(verifier->diag, ERROR_NOT_CONSUMABLE, violation->span,
               "%s is consumed, but it is %s", var, violation->place);
  else
    diag_error(verifier->diag, ERROR_NOT_CONSUMABLE, violation->span,
               "%s is consumed, but it may share storage with %s, which is %s", var,
               name_of(verifier, violation->other, violation->var), violation->place);
}

static void report_result(Verifier *verifier, const AliasViolation *violation) {
  const char *var = verify_spell(verifier->arena, violation->var);
  const char *other = name_of(verifier, violation->other, NULL);
  if (violation->rule == ALIAS_RESULTS_SHARE)
    diag_error(verifier->diag, ERROR_RESULT_SHARING, violation->span,
               "the results %s and %s of %s share storage", other, var, violation->fun->name);
  else
    diag_error(verifier->diag, ERROR_RESULT_SHARING, violation->span,
               "the result %s of %s may share storage with the %s %s", var, violation->fun->name,
               violation->place, other);
  if (violation->rule == ALIAS_RESULTS_SHARE)
    diag_hint(verifier->diag, "copy one of them");
  else if (violation->place[0] == 'p')
    diag_hint(verifier->diag, "copy it, or declare the result `alias (%s)`", other);
  else
    diag_hint(verifier->diag, "copy it");
}

static void report_mixed(Verifier *verifier, const AliasViolation *violation) {
  diag_error(verifier->diag, ERROR_MIXED_ACCUMULATORS, violation->span,
             "the accumulator %s stands where one made from %s must",
             verify_spell(verifier->arena, violation->var),
             verify_spell(verifier->arena, violation->other));
}

static void report(void *context, const AliasViolation *violation) {
  Verifier *verifier = context;
  switch (violation->rule) {
  case ALIAS_USED:
  case ALIAS_REUSED_ACC: report_use(verifier, violation); break;
  case ALIAS_MIXED_ACC: report_mixed(verifier, violation); break;
  case ALIAS_OUTER:
  case ALIAS_NOT_OWNED: report_ownership(verifier, violation); break;
  case ALIAS_LOOP_INITIAL:
  case ALIAS_LOOP_USED:
  case ALIAS_LOOP_NEXT: report_loop(verifier, violation); break;
  case ALIAS_RESULT:
  case ALIAS_RESULTS_SHARE: report_result(verifier, violation); break;
  }
  verify_show(verifier->diag, SPAN_NONE, "in ", violation->stm);
  if (violation->other_stm != violation->stm && violation->other_stm != NULL) {
    const char *label = violation->rule == ALIAS_REUSED_ACC ? "first used by " : "consumed by ";
    verify_show(verifier->diag, violation->other_stm->span, label, violation->other_stm);
  }
  const void *unit = violation->fun != NULL ? (const void *)violation->fun : verifier->program;
  map_put(verifier->broken, map_key(unit), unit);
}

void verify_consumption(Verifier *verifier) {
  if (verifier->has_bad_signature) return;
  AliasObserver observer = {.context = verifier, .wants = is_sound, .violation = report};
  alias_analyse(verifier->arena, verifier->program, &observer);
}
