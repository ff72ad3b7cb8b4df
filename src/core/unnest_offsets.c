// Offsets that functions are handed: where the segments of a parameter start.
//
//   fun f [n, total] (s: [n]i64, xs: [total]f64)     fun f [n, total] (s: …, xs: …, o: [n]i64)
//   -> … = {                                         -> … = {
//     let d: seg[n] = seg_make s
//     let o: [n]i64 = seg_offsets d
//     … call f(n, total, s, xs)                        … call f(n, total, s, xs, o)
//
// A function that finds them itself needs time that grows with the array in every call, also where
// it calls itself with the same array and looks at one row of it. So every function is handed
// those of all its parameters, and what turns out to be needed by none is dropped again.
#include "core/unnest_internal.h"

typedef struct Edge {
  Var *given, *param;
} Edge;

typedef struct Handing {
  const Unnester *unnester;
  VarSet used;
  Vec(Edge) edges; // offsets that are only handed on
} Handing;

static size_t handed_count(const Unnester *unnester, const Fun *fun) {
  const size_t *count = map_get(unnester->handed, map_key(fun));
  return count ? *count : 0;
}

static void handing_use(Walker *walker, Var *var) {
  Handing *handing = walker->context;
  varset_add(&handing->used, var);
}

static bool handing_enter(Walker *walker, Stm *stm) {
  Handing *handing = walker->context;
  if (stm->exp->op != OP_CALL) return true;
  const Fun *callee = stm->exp->as.callee;
  size_t own = callee->param_count - handed_count(handing->unnester, callee);
  walk_atoms(walker, stm->exp->args, own);
  for (size_t i = own; i < callee->param_count; i++)
    vec_push(handing->unnester->program->arena, &handing->edges,
             ((Edge){stm->exp->args[i].var, callee->params[i].var}));
  return false;
}

// What is handed to a function that uses it is used itself.
static void handing_close(Handing *handing) {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t i = 0; i < handing->edges.count; i++) {
      Edge edge = handing->edges.data[i];
      if (varset_has(&handing->used, edge.param) && varset_add(&handing->used, edge.given))
        is_changed = true;
    }
  }
}

static bool shorten_call(Walker *walker, Stm *stm) {
  const Handing *handing = walker->context;
  if (stm->exp->op != OP_CALL) return true;
  const Fun *callee = stm->exp->as.callee;
  size_t kept = callee->param_count - handed_count(handing->unnester, callee);
  for (size_t i = kept; i < callee->param_count; i++)
    if (varset_has(&handing->used, callee->params[i].var))
      stm->exp->args[kept++] = stm->exp->args[i];
  stm->exp->arg_count = kept;
  return true;
}

static void shorten_params(const Handing *handing, Fun *fun) {
  size_t kept = fun->param_count - handed_count(handing->unnester, fun);
  for (size_t i = kept; i < fun->param_count; i++)
    if (varset_has(&handing->used, fun->params[i].var)) fun->params[kept++] = fun->params[i];
  fun->param_count = kept;
}

void drop_handed(Unnester *unnester) {
  Program *program = unnester->program;
  Handing handing = {.unnester = unnester, .used = varset_new(program->arena)};
  Walker walker = {.context = &handing, .use = handing_use, .enter = handing_enter};
  walk_program(&walker, program);
  handing_close(&handing);
  Walker shorten = {.context = &handing, .enter = shorten_call};
  walk_program(&shorten, program);
  for (size_t i = 0; i < program->funs.count; i++)
    shorten_params(&handing, program->funs.data[i]);
}
