// Nests of maps as one kernel. A map whose points are maps themselves, made where they belong, is a
// kernel over all dimensions: the statements around the inner map are cheap, and each thread does
// them for itself.
//
//   par@grid (i < n) {                      point(e):
//     let x: f32 = index xs[i]                let j = e % m, i = e / m
//     let ys: [m]f32 = par@thread (j < m) {   let x = xs[i]
//       ...                             =>    ...
//       map y                                 zs[i*m + j] = y
//     }
//     map ys
//   }
#include "flat/nest.h"
#include "imp/mem_to_imp.h"
#include "ir/par.h"

// A view in another block is a copy.
bool nest_is_cheap(const Stm *stm) {
  if (!nest_is_light(stm)) return false;
  if (stm->var_count == 0) return true;
  const Var *result = stm->vars[stm->var_count - 1];
  if (!is_array(result->type)) return true;
  const Var *operand = stm->exp->args[0].var;
  return operand && result->type->place->block == operand->type->place->block;
}

// Is the value of each output made in the place of the result?
static bool is_in_place(const Stm *outer) {
  const Thunk *thunk = &outer->exp->as.par->body;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Var *value = thunk->outputs[i].values[0].var, *result = outer->vars[i];
    if (!is_array(value->type) || !is_array(result->type)) return false;
    if (value->type->place->block != result->type->place->block) return false;
  }
  return true;
}

const Stm *nest_inner(Lower *lower, const Stm *outer) {
  const Stm *inner = nest_find(lower->arena, outer);
  if (!inner || !is_in_place(outer)) return NULL;
  const Stms *stms = &outer->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i] != inner && !nest_is_cheap(stms->data[i])) return NULL;
  return inner;
}

typedef struct Depth {
  Walker walker;
  size_t pars, most;
} Depth;

static bool depth_enter(Walker *walker, Stm *stm) {
  Depth *depth = walker->context;
  if (stm->exp->op == OP_PAR && ++depth->pars > depth->most) depth->most = depth->pars;
  return true;
}

static void depth_leave(Walker *walker, Stm *stm) {
  Depth *depth = walker->context;
  if (stm->exp->op == OP_PAR) depth->pars--;
}

bool nest_is_nested(const Body *body) {
  Depth depth = {0};
  depth.walker = (Walker){.context = &depth, .enter = depth_enter, .leave = depth_leave};
  walk_body(&depth.walker, body);
  return depth.most > 1;
}

void nest_emit_around(Lower *lower, const Stm *outer, const Stm *inner) {
  const Stms *stms = &outer->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i] != inner) lower_stm(lower, stms->data[i]);
}

// Elements that loops outside pars read or write.
static bool loop_enter(Walker *walker, Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) return false;
  bool is_element =
      exp->op == OP_UPDATE || (exp->op == OP_INDEX && stm->vars[0]->type->kind == TYPE_SCALAR);
  if (is_element) *(bool *)walker->context = true;
  return true;
}

bool nest_is_settled(Lower *lower, const Body *body) {
  bool has_steps = false;
  Walker walker = {.context = &has_steps, .enter = loop_enter};
  for (size_t i = 0; i < body->stms.count; i++) {
    const Stm *stm = body->stms.data[i];
    if (stm->exp->op != OP_PAR) continue;
    if (nest_inner(lower, stm)) return true;
    const Stms *stms = &stm->exp->as.par->body.stms;
    for (size_t k = 0; k < stms->count; k++)
      if (stms->data[k]->exp->op == OP_LOOP) walk_stm(&walker, stms->data[k]);
  }
  return has_steps;
}
