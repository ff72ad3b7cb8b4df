// What the threads of a block combine, and whether they may have several points each of it.
//
// Prefixes, filters and sums in order are combined within a thread for neighbouring points, and
// then between threads (lower/device/device_fold.c). A thread that has several points goes through
// them twice, so a point must compute and do nothing else.
#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/plan.h"
#include "mem/team.h"

enum { ORDERED = 1u << MODE_SCAN | 1u << MODE_KEEP | 1u << MODE_SPLIT, SUMS = 1u << MODE_REDUCE };

static bool has_mode(const Par *par, unsigned modes) {
  for (size_t i = 0; i < par->body.output_count; i++)
    if (modes >> par->body.outputs[i].mode & 1) return true;
  for (size_t i = 0; i < par->epilogue.output_count; i++)
    if (modes >> par->epilogue.outputs[i].mode & 1) return true;
  return false;
}

bool team_combines(const Par *par) { return has_mode(par, ORDERED | SUMS); }

bool team_goes_in_order(const Par *par) {
  return par->rank == 1 && (has_mode(par, ORDERED) || (has_mode(par, SUMS) && !par_commutes(par)));
}

static bool can_repeat(const Par *par) {
  if (par->consumed_count > 0 || par->acc_count > 0) return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (!mode_has(par->body.outputs[i].mode, TRAIT_FOLDS) && par->body.outputs[i].mode != MODE_KEEP)
      return false;
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (!cost_is_within(par->body.stms.data[i]->exp, COST_LIMIT_AGAIN)) return false;
  return cost_code(&par->body) <= COST_CODE_ITEMS;
}

bool team_has_items(const Par *par) {
  bool is_short = !par->space[0].var && par->space[0].size < PLAN_ITEMS_UNIT;
  return team_goes_in_order(par) && !is_short && can_repeat(par);
}
