// What the threads of a block combine, and whether they may have several points each of it.
//
// Prefixes, filters and sums in order are combined within a thread for neighbouring points, and
// then between threads (lower/device/device_fold.c). A thread that has several points goes through
// them twice, so a point must compute and do nothing else.
#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/plan.h"
#include "mem/team.h"

static bool has_trait(const Par *par, unsigned traits) {
  return thunk_has(&par->body, traits) || (par->has_epilogue && thunk_has(&par->epilogue, traits));
}

bool team_combines(const Par *par) { return has_trait(par, TRAIT_ACCUMULATES); }

bool team_goes_in_order(const Par *par) {
  bool is_in_order =
      has_trait(par, TRAIT_PREFIX) || (has_trait(par, TRAIT_TOTAL) && !par_commutes(par));
  return par->rank == 1 && is_in_order;
}

static bool can_repeat(const Par *par) {
  if (par->consumed_count > 0 || par->acc_count > 0) return false;
  if (!thunk_has_only(&par->body, TRAIT_FOLDS | TRAIT_DROPS)) return false;
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (!cost_is_within(par->body.stms.data[i]->exp, COST_LIMIT_AGAIN)) return false;
  return cost_code(&par->body) <= COST_CODE_ITEMS;
}

bool team_has_items(const Par *par) {
  bool is_short = !par->space[0].var && par->space[0].size < PLAN_ITEMS_UNIT;
  return team_goes_in_order(par) && !is_short && can_repeat(par);
}
