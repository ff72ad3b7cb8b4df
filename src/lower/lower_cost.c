// How much work a point of a par is: enough to decide whether threads pay, and how many points a
// chunk should have.
#include "lower/lower_internal.h"

enum {
  UNKNOWN_LENGTH = 32, // what a loop of unknown length is taken to be
  CALL_COST = 100,     // beside what the function does
  // A function that calls itself is worth a thread, unless it gets little to work on.
  RECURSION_COST = 1024 * UNKNOWN_LENGTH,
};

typedef struct Estimate {
  Lower *lower;
  double amount;
  bool is_irregular;
  const VarSet *inside; // what differs between points
  // The loops around that are as long as this variable says; NULL if none is. Of nested loops the
  // outermost counts.
  Var *around;
  Var *length;  // of the loops that cost most so far, as far as the host knows it
  double inner; // what they cost
  Map *sources; // view -> Var: the array it is a part of
} Estimate;

// The cost of a loop that is as long as the variable says.
typedef struct LoopCost {
  Var *outer;
  double before;
} LoopCost;

static LoopCost loop_enter(Estimate *estimate, Var *length) {
  LoopCost loop = {.outer = estimate->around, .before = estimate->amount};
  if (!loop.outer && length && !varset_has(estimate->inside, length)) estimate->around = length;
  return loop;
}

static void loop_leave(Estimate *estimate, LoopCost loop) {
  double inner = estimate->amount - loop.before;
  if (!loop.outer && estimate->around && inner > estimate->inner) {
    estimate->inner = inner;
    estimate->length = estimate->around;
  }
  estimate->around = loop.outer;
}

static void estimate_stms(Estimate *estimate, const Stms *stms, double times);

static double length_of(Estimate *estimate, Atom size) {
  if (!size.var) {
    int64_t length = constant_to_i64(size.constant);
    return length > 0 ? (double)length : 0;
  }
  if (varset_has(estimate->inside, size.var)) estimate->is_irregular = true;
  return UNKNOWN_LENGTH;
}

static void estimate_loop(Estimate *estimate, const Exp *exp, double times) {
  const Loop *loop = exp->as.loop;
  double length = UNKNOWN_LENGTH;
  if (loop->index)
    length = length_of(estimate, exp->args[exp->arg_count - 1]);
  else
    estimate->is_irregular = true;
  LoopCost cost = loop_enter(estimate, loop->index ? exp->args[exp->arg_count - 1].var : NULL);
  if (loop->condition) estimate_stms(estimate, &loop->condition->stms, times * length);
  estimate_stms(estimate, &loop->body->stms, times * length);
  loop_leave(estimate, cost);
}

static void estimate_par(Estimate *estimate, const Par *par, double times) {
  for (size_t i = 0; i < par->rank; i++)
    times *= dim_is_varying(par->space[i]) ? UNKNOWN_LENGTH
                                           : length_of(estimate, dim_size(par->space[i]));
  Var *length = NULL;
  for (size_t i = 0; i < par->rank && !length; i++)
    if (!dim_is_varying(par->space[i])) length = dim_size(par->space[i]).var;
  LoopCost cost = loop_enter(estimate, length);
  estimate_stms(estimate, &par->body.stms, times);
  estimate_stms(estimate, &par->epilogue.stms, times);
  estimate->amount += times * (double)(par->body.output_count + par->epilogue.output_count);
  loop_leave(estimate, cost);
}

// The arms of a branch cost what the most expensive one does.
static void estimate_branches(Estimate *estimate, const Branches *branches, double times) {
  double before = estimate->amount, most = before, least = -1;
  for (size_t i = 0; i < branches->body_count; i++) {
    estimate->amount = before;
    estimate_stms(estimate, &branches->bodies[i]->stms, times);
    if (estimate->amount > most) most = estimate->amount;
    if (least < 0 || estimate->amount < least) least = estimate->amount;
  }
  if (most - least > 200 * times) estimate->is_irregular = true;
  estimate->amount = most;
}

// ---- Calls ----

// What the body of a function costs. While it is looked at, it is known as one that calls itself.
static double fun_cost(Lower *lower, Fun *fun) {
  double *known = map_get(lower->costs, map_key(fun));
  if (known) return *known;
  known = arena_make(lower->arena, double);
  *known = RECURSION_COST;
  map_put(lower->costs, map_key(fun), known);
  VarSet inside = varset_new(lower->arena);
  Estimate estimate = {.lower = lower, .inside = &inside, .sources = map_new(lower->arena)};
  estimate_stms(&estimate, &fun->body->stms, 1);
  return *known = estimate.amount;
}

static Var *source_of(const Estimate *estimate, Var *array) {
  Var *source = map_get(estimate->sources, map_key(array));
  return source ? source : array;
}

static void note_view(Estimate *estimate, const Stm *stm) {
  if (!op_has(stm->exp->op, FLAG_VIEW) || !stm->exp->args[0].var) return;
  Var *source = source_of(estimate, stm->exp->args[0].var);
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(estimate->sources, map_key(stm->vars[i]), source);
}

// How much the points have to work on together: the size of an array of which parts are passed.
static Var *size_passed(const Estimate *estimate, const Exp *exp) {
  for (size_t i = 0; i < exp->arg_count; i++) {
    Var *var = exp->args[i].var;
    if (!var || !type_is_array(var->type)) continue;
    const Var *source = source_of(estimate, var);
    if (!varset_has(estimate->inside, source) && source->type->dims[0].var)
      return source->type->dims[0].var;
  }
  return NULL;
}

static void estimate_call(Estimate *estimate, const Exp *exp, double times) {
  LoopCost cost = loop_enter(estimate, size_passed(estimate, exp));
  estimate->amount += times * (CALL_COST + fun_cost(estimate->lower, exp->as.callee));
  loop_leave(estimate, cost);
  estimate->is_irregular = true;
}

static void estimate_stms(Estimate *estimate, const Stms *stms, double times) {
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    estimate->amount += times;
    note_view(estimate, stms->data[i]);
    if (exp->op == OP_IF || exp->op == OP_SWITCH) {
      estimate_branches(estimate, &exp->as.branches, times);
    } else if (exp->op == OP_LOOP) {
      estimate_loop(estimate, exp, times);
    } else if (exp->op == OP_PAR) {
      estimate_par(estimate, exp->as.par, times);
    } else if (exp->op == OP_CALL) {
      estimate_call(estimate, exp, times);
    } else if (op_is_scalar(exp->op) && op_info(exp->op)->shape == SHAPE_UNARY &&
               op_info(exp->op)->operands == CLASS_FLOAT) {
      estimate->amount += times * 10; // mostly functions of libm
    } else if (exp->op == OP_COPY || exp->op == OP_CONCAT || exp->op == OP_RESHAPE) {
      estimate->amount += times * UNKNOWN_LENGTH;
    }
  }
}

Cost par_cost(Lower *lower, const Par *par) {
  VarSet inside = bound_vars_par(lower->arena, par); // the host does not know it
  Estimate estimate = {.lower = lower, .inside = &inside, .sources = map_new(lower->arena)};
  estimate_stms(&estimate, &par->body.stms, 1);
  estimate_stms(&estimate, &par->epilogue.stms, 1);
  estimate.amount += (double)(par->body.output_count + par->epilogue.output_count);
  return (Cost){.amount = estimate.amount,
                .length = estimate.length,
                .each = estimate.inner / UNKNOWN_LENGTH,
                .fixed = estimate.amount > estimate.inner ? estimate.amount - estimate.inner : 0,
                .is_irregular = estimate.is_irregular};
}

ImpExp *par_grain(Lower *lower, const Par *par) {
  enum {
    CHUNK_WORK = 32768,   // operations that make a chunk worth a thread, unless the options say
    LENGTH_MAX = 1 << 20, // so that nothing overflows
  };
  ImpProgram *imp = lower->imp;
  int64_t work = lower->options.chunk_work > 0 ? lower->options.chunk_work : CHUNK_WORK;
  Cost cost = par_cost(lower, par);
  if (!cost.length) {
    double grain = (double)work / (cost.amount < 1 ? 1 : cost.amount);
    return imp_i64(imp, grain < 1 ? 1 : (int64_t)grain);
  }
  double each = cost.each < LENGTH_MAX ? cost.each : LENGTH_MAX;
  double fixed = cost.fixed < LENGTH_MAX ? cost.fixed : LENGTH_MAX;
  ImpExp *length = lower_atom(lower, atom_var(cost.length));
  // A loop may count in any integer type.
  if (!type_is_scalar(cost.length->type, SCALAR_I64))
    length = imp_op(imp, OP_SEXT, SCALAR_I64, &length, 1);
  length = imp_binary(imp, OP_SMAX, length, imp_i64(imp, 0));
  length = imp_binary(imp, OP_SMIN, length, imp_i64(imp, LENGTH_MAX));
  ImpExp *amount = imp_add(imp, imp_mul(imp, length, imp_i64(imp, (int64_t)each)),
                           imp_i64(imp, (int64_t)fixed + 1));
  ImpExp *points = imp_binary(imp, OP_SQUOT, imp_i64(imp, work), amount);
  return imp_binary(imp, OP_SMAX, points, imp_i64(imp, 1));
}
