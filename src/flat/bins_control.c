// Loops and branches of a point, whose segments do not all take part.
#include "flat/bins.h"
#include "ir/type.h"

// ---- Loops ----

Atom bins_own_element(Binning *bins, Var *array) {
  Atom place = atom_var(bins_phase(bins)->place);
  Builder outer = builder_new(bins->program, &bins->phase->outer, bins->span);
  varset_add(&bins->phase->read, array);
  return atom_var(build_index(&outer, "of_place", array, &place, 1));
}

static bool is_array_of_bin(const BinValue *value) {
  return value && (value->kind == BIN_STORED || value->kind == BIN_ROW || value->kind == BIN_ROOM);
}

// Has it elements of this type? Descriptors have smaller ones.
static bool has_elements(const BinValue *value, const Type *type) {
  return !value->array || value->array->type->scalar == type->scalar;
}

// Is an array of the point carried that is none of the bin, or one of another kind?
static bool is_foreign(Binning *bins, const Var *param, const BinValue *value,
                       const BinValue *start) {
  if (!type_is_array(param->type)) return false;
  if (is_array_of_bin(value) && (!start || value->kind == start->kind)) return false;
  bins_obstruct(bins, param->span, "a loop that carries an array of the host or of another length");
  return true;
}

// A loop of the point, and what it is in the bin.
typedef struct BinLoop {
  const Stm *stm;
  const Loop *loop;
  size_t count; // parameters
  Loop *made;   // behind them: of a while whether each segment goes on, and whether any does
  Atom *inits, *results;
  Atom rounds;
  BinValue *starts;
  Var **names; // of what the parameters are at first, or next
  BinCarried **carried;
} BinLoop;

static BinLoop loop_new(Binning *bins, const Stm *stm) {
  Arena *arena = bins->program->arena;
  const Loop *loop = stm->exp->as.loop;
  size_t count = loop->param_count;
  BinLoop of = {.stm = stm, .loop = loop, .count = count};
  of.made = arena_make(arena, Loop);
  *of.made = (Loop){.param_count = loop->condition ? count + 2 : count};
  of.made->params = arena_array(arena, Var *, count + 3);
  of.inits = arena_array(arena, Atom, count + 3);
  of.results = arena_array(arena, Atom, count + 3);
  of.starts = arena_array(arena, BinValue, count + 1);
  of.names = arena_array(arena, Var *, count + 1);
  of.carried = arena_array(arena, BinCarried *, count + 1);
  return of;
}

static bool carries_rows(Binning *bins, const BinLoop *of) {
  for (size_t i = 0; i < of->count; i++) {
    const Type *type = of->loop->params[i]->type;
    if (type->kind == TYPE_SCALAR || (type_is_array(type) && type->rank == 1)) continue;
    bins_obstruct(bins, of->stm->span, "a loop that carries more than scalars and rows");
    return false;
  }
  return true;
}

// What parameters of a loop begin with, as arrays of the bin.
static void find_starts(Binning *bins, BinLoop *of) {
  for (size_t i = 0; i < of->count; i++) {
    const Var *param = of->loop->params[i];
    Atom init = of->stm->exp->args[i];
    const BinValue *value = init.var ? bins_value(bins, init.var) : NULL;
    of->names[i] = init.var;
    if (is_foreign(bins, param, value, NULL)) return;
    if (is_array_of_bin(value) && has_elements(value, param->type)) continue;
    of->names[i] = var_new(bins->program, param->name, param->type, param->span);
    bins_give(bins, of->names[i], BIN_STORED, bins_settled(bins, init));
  }
  bins_end_phase(bins);
  for (size_t i = 0; i < of->count; i++) {
    of->starts[i] = *bins_value(bins, of->names[i]);
    of->inits[i] = atom_var(of->starts[i].array);
  }
}

// The next values of parameters, as arrays that keep what segments had that are done.
static void find_nexts(Binning *bins, BinLoop *of) {
  for (size_t i = 0; i < of->count; i++) {
    const Var *param = of->loop->params[i];
    Atom result = of->loop->body->results[i];
    const BinValue *value = result.var ? bins_value(bins, result.var) : NULL;
    of->names[i] = result.var;
    if (is_foreign(bins, param, value, &of->starts[i])) return;
    if (is_array_of_bin(value) && (value->kind == BIN_ROOM || value->keeps == of->carried[i]))
      continue;
    of->names[i] = var_new(bins->program, param->name, param->type, param->span);
    map_put(bins->region->keeping, map_key(of->names[i]), of->carried[i]);
    if (!value || value->kind != BIN_ROW) {
      bins_give(bins, of->names[i], BIN_STORED, bins_settled(bins, result));
      continue;
    }
    if (value->phase && value->phase == bins->phase) bins_end_phase(bins);
    bins_give(bins, of->names[i], BIN_ROW, bins_own_element(bins, value->array));
  }
  bins_end_phase(bins);
  for (size_t i = 0; i < of->count; i++)
    of->results[i] = atom_var(bins_value(bins, of->names[i])->array);
}

// The variable and those that it is an update of are what the parameter is in the next round.
static void keep_result(Binning *bins, const Body *body, Atom result, BinCarried *carried) {
  for (const Var *var = result.var; var;) {
    map_put(bins->region->keeping, map_key(var), carried);
    const Var *before = NULL;
    for (size_t i = 0; i < body->stms.count; i++) {
      const Stm *stm = body->stms.data[i];
      if (stm->exp->op == OP_UPDATE && stm->vars[0] == var) before = stm->exp->args[0].var;
    }
    var = before;
  }
}

// Writes the condition of a while over the parameters as they are now: whether each segment goes
// on, and 1 where any does, otherwise 0.
static void lift_condition(Binning *bins, const BinLoop *of, Atom *found) {
  Program *program = bins->program;
  if (bins->obstacle) return;
  Subst *subst = subst_new(program);
  for (size_t i = 0; i < of->count; i++)
    subst_add(subst, of->loop->params[i], atom_var(of->names[i]));
  Body *condition = rename_body(program, of->loop->condition, subst);
  VarSet bound = bound_vars_stms(program->arena, &condition->stms);
  Var *var;
  for (size_t cursor = 0; varset_each(&bound, &cursor, &var);)
    varset_add(&bins->bound, var);
  bins_lift_stms(bins, &condition->stms);
  if (bins->obstacle) return;
  Atom holds = bins_settled(bins, condition->results[0]);
  Var *goes_on = var_new(program, "goes_on", type_scalar(SCALAR_BOOL), bins->span);
  bins_give(bins, goes_on, BIN_STORED, holds);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, bins->span);
  Atom one = build_convert(&builder, "one", OP_BTOI, holds, SCALAR_I64);
  bins_add(bins, stms.data[0]);
  found[1] = bins_most(bins, one);
  found[0] = atom_var(bins_value(bins, goes_on)->array);
}

// How often the loop goes round, or what it asks before each round.
static void begin_rounds(Binning *bins, BinLoop *of) {
  Program *program = bins->program;
  if (of->loop->condition) {
    lift_condition(bins, of, of->inits + of->count);
    return;
  }
  Atom bound = loop_bound(of->stm->exp);
  of->made->index = var_like(program, of->loop->index, of->loop->index->type);
  of->rounds = bins_is_inside(bins, bound) ? bins_most(bins, bins_atom(bins, bound)) : bound;
}

// Segments that are done are those whose bound was reached, or for which the condition does not
// hold any more.
static void enter_rounds(Binning *bins, BinLoop *of, BinRegion *region) {
  Program *program = bins->program;
  Loop *made = of->made;
  bins->region = region;
  if (of->loop->index) {
    Atom bound = loop_bound(of->stm->exp);
    if (bins_is_inside(bins, bound)) region->index = of->loop->index;
    region->bound = bound;
    bins_bind(bins, of->loop->index,
              (BinValue){.kind = BIN_UNIFORM, .atom = atom_var(made->index)});
    return;
  }
  Var *goes_on = var_new(program, "goes_on", type_scalar(SCALAR_BOOL), of->stm->span);
  for (size_t i = of->count; i < made->param_count; i++)
    made->params[i] = var_like(program, of->inits[i].var, of->inits[i].var->type);
  bins_bind(bins, goes_on, (BinValue){.kind = BIN_STORED, .array = made->params[of->count]});
  region->condition = atom_var(goes_on);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, of->stm->span);
  Atom any = atom_var(made->params[of->count + 1]);
  Atom holds = build_binary(&builder, "goes_on", OP_SLT, atom_i64(0), any);
  made->condition = body_new(program, stms, &holds, 1);
}

static void bind_params(Binning *bins, BinLoop *of) {
  Program *program = bins->program;
  for (size_t i = 0; i < of->count; i++) {
    Var *param = var_like(program, of->loop->params[i], of->inits[i].var->type);
    of->made->params[i] = param;
    of->carried[i] = arena_make(program->arena, BinCarried);
    *of->carried[i] = (BinCarried){.latest = param};
    BinValue value = of->starts[i];
    value.array = param;
    value.keeps = of->carried[i];
    bins_bind(bins, of->loop->params[i], value);
    keep_result(bins, of->loop->body, of->loop->body->results[i], of->carried[i]);
  }
}

static void lift_rounds(Binning *bins, BinLoop *of) {
  Program *program = bins->program;
  Stms stms = {0};
  BinRegion region = {.parent = bins->region,
                      .host = builder_new(program, &stms, of->stm->span),
                      .keeping = map_new(program->arena)};
  enter_rounds(bins, of, &region);
  bind_params(bins, of);
  bins_lift_stms(bins, &of->loop->body->stms);
  if (!bins->obstacle) find_nexts(bins, of);
  if (of->loop->condition) lift_condition(bins, of, of->results + of->count);
  if (bins->obstacle) return;
  of->made->body = body_new(program, stms, of->results, of->made->param_count);
  bins->region = region.parent;
}

void bins_lift_loop(Binning *bins, Stm *stm) {
  BinLoop of = loop_new(bins, stm);
  if (!carries_rows(bins, &of)) return;
  find_starts(bins, &of);
  if (!bins->obstacle) begin_rounds(bins, &of);
  if (!bins->obstacle) lift_rounds(bins, &of);
  if (bins->obstacle) return;
  Exp *rounds = exp_loop(bins->program, of.made, of.inits, of.rounds);
  Stm *result = build_infer(&bins->region->host, "rounds", rounds);
  for (size_t i = 0; i < of.count; i++) {
    BinValue value = of.starts[i];
    if (value.keeps && value.keeps->latest == value.array) value.keeps->latest = result->vars[i];
    value.array = result->vars[i];
    bins_bind(bins, stm->vars[i], value);
  }
}

// ---- Branches ----

static void lift_arm(Binning *bins, const Body *arm, Atom condition, bool is_else) {
  BinRegion region = {.parent = bins->region,
                      .host = bins->region->host,
                      .condition = condition,
                      .is_else = is_else};
  bins->region = &region;
  bins_lift_stms(bins, &arm->stms);
  if (!bins->obstacle) bins_end_phase(bins);
  bins->region = region.parent;
}

// Each place takes what is its own of two rows or scalars.
static void choose(Binning *bins, Var *var, Atom condition, Atom here, Atom otherwise,
                   BinKind kind) {
  Program *program = bins->program;
  Builder outer = builder_new(program, &bins_phase(bins)->outer, bins->span);
  Atom args[] = {condition, here, otherwise};
  Var *chosen = build_let(&outer, var->name, exp_new(program, OP_SELECT, args, 3));
  bins_give(bins, var, kind, atom_var(chosen));
}

void bins_lift_if(Binning *bins, Stm *stm) {
  Atom condition = stm->exp->args[0];
  Body *const *arms = stm->exp->as.branches.bodies;
  for (size_t i = 0; i < stm->var_count; i++)
    if (!bins_is_scalar(stm->vars[i]) &&
        !(type_is_array(stm->vars[i]->type) && stm->vars[i]->type->rank == 1))
      bins_obstruct(bins, stm->span, "a branch that gives more than scalars and rows");
  if (bins->obstacle) return;
  bins_end_phase(bins);
  lift_arm(bins, arms[0], condition, false);
  if (!bins->obstacle) lift_arm(bins, arms[1], condition, true);
  for (size_t i = 0; i < stm->var_count && !bins->obstacle; i++) {
    Atom a = arms[0]->results[i], b = arms[1]->results[i];
    const BinValue *one = a.var ? bins_value(bins, a.var) : NULL;
    const BinValue *other = b.var ? bins_value(bins, b.var) : NULL;
    bool is_array = type_is_array(stm->vars[i]->type);
    if (bins_must_wait(bins, condition.var) || bins_must_wait(bins, a.var) ||
        bins_must_wait(bins, b.var))
      bins_end_phase(bins);
    if (is_array && one && other && one->array && one->array == other->array)
      bins_bind(bins, stm->vars[i], *other);
    else if (!is_array)
      choose(bins, stm->vars[i], bins_atom(bins, condition), bins_atom(bins, a), bins_atom(bins, b),
             BIN_STORED);
    else if (one && other && one->kind == BIN_ROW && other->kind == BIN_ROW)
      choose(bins, stm->vars[i], bins_atom(bins, condition), bins_own_element(bins, one->array),
             bins_own_element(bins, other->array), BIN_ROW);
    else
      bins_obstruct(bins, stm->span,
                    "a branch that gives an array of the host or of another length");
  }
}
