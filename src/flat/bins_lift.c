// The code of a point as phases of its bin, statement by statement.
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "flat/bins.h"
#include "ir/par.h"
#include "ir/type.h"

bool bins_is_inside(const Binning *bins, Atom atom) {
  return atom.var && varset_has(&bins->bound, atom.var);
}

bool bins_is_scalar(const Var *var) {
  return var->type->kind == TYPE_SCALAR || var->type->kind == TYPE_CERT;
}

// ---- Waiting ----

bool bins_must_wait(const Binning *bins, const Var *var) {
  const BinValue *value = var ? bins_value(bins, var) : NULL;
  if (!value || !bins->phase) return false;
  if (value->kind == BIN_RECIPE) {
    VarSet used = free_vars_stm(bins->program->arena, value->recipe);
    Var *other;
    for (size_t cursor = 0; varset_each(&used, &cursor, &other);)
      if (bins_must_wait(bins, other)) return true;
    return false;
  }
  return value->phase == bins->phase && value->kind != BIN_STORED;
}

// Reads of rows that are not at the own place.
typedef struct RowReads {
  Walker walker;
  const Binning *bins;
  const Var *own; // index of the par; NULL: there is none
  bool are_far;   // one is of the open phase
} RowReads;

static bool is_own_read(const RowReads *reads, const Exp *exp) {
  return exp->op == OP_INDEX && exp->arg_count == 2 && reads->own && exp->args[1].var == reads->own;
}

static bool reads_enter(Walker *walker, Stm *stm) {
  RowReads *reads = walker->context;
  const Exp *exp = stm->exp;
  for (size_t i = 0; i < exp->arg_count; i++) {
    const BinValue *value = exp->args[i].var ? bins_value(reads->bins, exp->args[i].var) : NULL;
    bool is_row = value && value->kind == BIN_ROW && value->here.var && is_own_read(reads, exp);
    if (value && !is_row && bins_must_wait(reads->bins, exp->args[i].var)) reads->are_far = true;
  }
  return true;
}

// Begins another phase where the statement needs what this one has not given yet.
static void wait_for(Binning *bins, Stm *stm, const Var *own) {
  RowReads reads = {.bins = bins, .own = own};
  reads.walker = (Walker){.context = &reads, .enter = reads_enter};
  walk_stm(&reads.walker, stm);
  VarSet used = free_vars_stm(bins->program->arena, stm);
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    if (!type_is_array(var->type) && bins_must_wait(bins, var)) reads.are_far = true;
  if (reads.are_far) bins_end_phase(bins);
}

// What stands for an atom of the point, in another phase if it must wait.
Atom bins_settled(Binning *bins, Atom atom) {
  if (bins_must_wait(bins, atom.var)) bins_end_phase(bins);
  return bins_atom(bins, atom);
}

// ---- Code inside a phase ----

typedef struct BinInside {
  Mapper mapper;
  Binning *bins;
  Subst *subst;   // variables of the point -> what they are in the phase
  const Var *own; // index of the par; NULL: there is none
} BinInside;

static Atom element_at(BinInside *inside, Builder *builder, const BinValue *value, Atom at) {
  Binning *bins = inside->bins;
  if (value->kind == BIN_ROW) {
    Atom first = subst_atom(inside->subst, atom_var(bins->first));
    return build_binary(builder, "at", OP_ADD, first, at);
  }
  Atom number = subst_atom(inside->subst, atom_var(bins->number));
  Atom start = build_binary(builder, "start", OP_MUL, at, bins->segments);
  return build_binary(builder, "at", OP_ADD, start, number);
}

// An element of a row or room is read where it is in the bin.
static bool inside_stm(Mapper *mapper, Stm *stm, Stms *out) {
  BinInside *inside = mapper->context;
  Binning *bins = inside->bins;
  const Exp *exp = stm->exp;
  Var *array = exp->op == OP_INDEX ? exp->args[0].var : NULL;
  const BinValue *value = array ? bins_value(bins, array) : NULL;
  if (!value || (value->kind != BIN_ROW && value->kind != BIN_ROOM)) return false;
  bool is_own = value->kind == BIN_ROW && inside->own && exp->args[1].var == inside->own;
  if (is_own && value->phase && value->phase == bins->phase) {
    subst_add(inside->subst, stm->vars[0], value->here);
    return true;
  }
  Builder builder = builder_new(bins->program, out, stm->span);
  Atom at = atom_var(bins->phase->place);
  if (!is_own) at = element_at(inside, &builder, value, exp->args[1]);
  varset_add(&bins->phase->read, value->array);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  build_stm(&builder, exp_index(bins->program, value->array, &at, 1), stm->vars, 1);
  return true;
}

// What the statement uses of the point, as it is in the phase.
static Subst *subst_for(Binning *bins, Stm *stm) {
  Program *program = bins->program;
  Subst *subst = subst_new(program);
  VarSet used = free_vars_stm(program->arena, stm);
  Var *var;
  Atom first = bins_atom(bins, atom_var(bins->first));
  Atom number = bins_atom(bins, atom_var(bins->number));
  subst_add(subst, bins->first, first);
  subst_add(subst, bins->number, number);
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    const BinValue *value = bins_value(bins, var);
    if (value && (value->kind == BIN_ROW || value->kind == BIN_ROOM)) continue;
    if (value) subst_add(subst, var, bins_atom(bins, atom_var(var)));
  }
  return subst;
}

static void complain_of_rest(Binning *bins, const Stm *stm) {
  VarSet used = free_vars_stm(bins->program->arena, (Stm *)stm);
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    const BinValue *value = bins_value(bins, var);
    if (value && (value->kind == BIN_ROW || value->kind == BIN_ROOM))
      bins_obstruct(bins, stm->span, "an array of the point is used as a whole");
  }
}

// The statement as it is in the phase: fresh names, rows and rooms where they are.
static Stms stms_inside(Binning *bins, Stms stms, Subst *subst, const Var *own) {
  Program *program = bins->program;
  BinInside inside = {.bins = bins, .subst = subst, .own = own};
  inside.mapper = (Mapper){.program = program, .context = &inside, .stm = inside_stm};
  Stms found = map_stms(&inside.mapper, stms), out = {0};
  for (size_t i = 0; i < found.count; i++) {
    complain_of_rest(bins, found.data[i]);
    if (bins->obstacle) return out;
    vec_push(program->arena, &out, bins_copy(bins, found.data[i], subst));
  }
  return out;
}

// ---- Scalars ----

static bool own_enter(Walker *walker, Stm *stm) {
  bool *is_own = walker->context;
  const Exp *exp = stm->exp;
  bool is_view = op_has(exp->op, FLAG_VIEW) || exp->op == OP_INDEX;
  if (exp->op == OP_CALL || exp->op == OP_WITH_ACC || exp->op == OP_ACC_UPDATE ||
      exp->op == OP_EFFECT || exp->op == OP_RECEIVE || exp->op == OP_UPDATE)
    *is_own = false;
  if (exp->op == OP_PAR && exp->as.par->acc_count + exp->as.par->consumed_count > 0)
    *is_own = false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (!bins_is_scalar(stm->vars[i]) && !(is_view && type_is_array(stm->vars[i]->type)))
      *is_own = false;
  return *is_own;
}

bool bins_is_own_work(const Stms *stms) {
  bool is_own = true;
  Walker walker = {.context = &is_own, .enter = own_enter};
  walk_stms(&walker, stms);
  return is_own;
}

static size_t cost_of(const Binning *bins, Atom atom) {
  const BinValue *value = atom.var ? bins_value(bins, atom.var) : NULL;
  return value && value->kind == BIN_RECIPE ? value->cost : 0;
}

// How many statements it takes to compute the scalar from what is stored; 0: too many, or it may
// fail.
static size_t recipe_cost(const Binning *bins, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (!op_is_scalar(exp->op) || op_has(exp->op, FLAG_FAILS) || stm->cert_count > 0) return 0;
  if (!cost_is_within(exp, COST_LIMIT_RECIPE)) return 0;
  size_t cost = 1;
  for (size_t i = 0; i < exp->arg_count; i++)
    cost += cost_of(bins, exp->args[i]);
  return cost <= COST_AGAIN_RECIPE ? cost : 0;
}

// A view of what the host has: each thread looks for itself.
static bool is_outer_view(const Binning *bins, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (!(op_has(exp->op, FLAG_VIEW) || exp->op == OP_INDEX) || exp->op == OP_UPDATE) return false;
  if (stm->var_count != 1 || !type_is_array(stm->vars[0]->type)) return false;
  const BinValue *value = exp->args[0].var ? bins_value(bins, exp->args[0].var) : NULL;
  return !value || value->kind == BIN_RECIPE;
}

static void lift_scalars(Binning *bins, Stm *stm) {
  size_t cost = recipe_cost(bins, stm);
  if (cost > 0 || is_outer_view(bins, stm)) {
    bins_bind(bins, stm->vars[0], (BinValue){.kind = BIN_RECIPE, .recipe = stm, .cost = cost});
    return;
  }
  Stms own = {.data = &stm, .count = 1};
  bool is_own = bins_is_own_work(&own);
  for (size_t i = 0; i < stm->var_count; i++)
    is_own = is_own && bins_is_scalar(stm->vars[i]);
  if (!is_own) {
    bins_obstruct(bins, stm->span, "a thread of the bin cannot do this by itself");
    return;
  }
  wait_for(bins, stm, NULL);
  Subst *subst = subst_for(bins, stm);
  Stms inside = stms_inside(bins, own, subst, NULL);
  for (size_t i = 0; i < inside.count; i++) {
    if (inside.data[i]->exp->op == OP_ASSERT) stm_mark(bins->program, inside.data[i], ATTR_SIZE);
    bins_add(bins, inside.data[i]);
  }
  for (size_t i = 0; i < stm->var_count && !bins->obstacle; i++) {
    Atom here = subst_atom(subst, atom_var(stm->vars[i]));
    if (stm->vars[i]->type->kind == TYPE_CERT)
      bins_know(bins, stm->vars[i], here);
    else
      bins_give(bins, stm->vars[i], BIN_STORED, here);
  }
}

// ---- Pars ----

// Does it use no more of the point than scalars?
static bool can_lift_operator(const Binning *bins, const Output *output) {
  VarSet used = free_vars_lambda(bins->program->arena, output->op);
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    if (varset_has(&bins->bound, var) && var->type->kind != TYPE_SCALAR) return false;
  return operator_is_plain(output->op->body);
}

static bool can_lift_output(const Binning *bins, const Output *output) {
  for (size_t i = 0; i < output->value_count; i++)
    if (atom_type(output->values[i])->kind != TYPE_SCALAR) return false;
  if (mode_has(output->mode, TRAIT_FOLDS))
    return !output->is_exclusive && can_lift_operator(bins, output);
  if (mode_has(output->mode, TRAIT_ADDS) &&
      (output->value_count > 1 || bins_is_special(bins, output) ||
       !operator_is_plain(output->op->body)))
    return false;
  return mode_has(output->mode, TRAIT_ELEMENTS) ||
         (mode_has(output->mode, TRAIT_WRITES) && output->index_count == 1);
}

static bool can_lift_par(const Binning *bins, const Par *par) {
  if (par->has_epilogue || par->acc_count + par->consumed_count > 0) return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (!can_lift_output(bins, &par->body.outputs[i])) return false;
  return bins_is_own_work(&par->body.stms);
}

// Where an element is put; nowhere if that is out of range.
static Atom place_of_put(Binning *bins, Builder *builder, const Output *output, size_t k,
                         Subst *subst) {
  BinInside inside = {.bins = bins, .subst = subst};
  Var *dest = output->dests[k].var;
  Atom index = subst_atom(subst, output->indices[0]);
  Atom length = subst_atom(subst, dim_size(dest->type->dims[0]));
  Atom is_inside = build_binary(builder, "is_inside", OP_ULT, index, length);
  Atom args[] = {is_inside, element_at(&inside, builder, bins_value(bins, dest), index),
                 atom_i64(-1)};
  return atom_var(build_let(builder, "at", exp_new(bins->program, OP_SELECT, args, 3)));
}

// The values of the par at the place, or others where it has no element. Of what is put also where.
static Stm *build_values(Binning *bins, const Par *par, Subst *subst, Stms stms) {
  Program *program = bins->program;
  Atoms here = {0}, otherwise = {0};
  Builder inside = builder_new(program, &stms, bins->span);
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    for (size_t k = 0; k < output->value_count; k++) {
      if (mode_has(output->mode, TRAIT_WRITES)) {
        vec_push(program->arena, &here, place_of_put(bins, &inside, output, k, subst));
        vec_push(program->arena, &otherwise, atom_i64(-1));
      }
      Constant zero = {.type = atom_type(output->values[k])->scalar};
      vec_push(program->arena, &here, subst_atom(subst, output->values[k]));
      vec_push(program->arena, &otherwise,
               output->neutral ? bins_atom(bins, output->neutral[k]) : atom_constant(zero));
    }
  }
  Atom within = bins_atom(bins, atom_var(bins->within));
  Atom size = bins_atom(bins, dim_size(par->space[0]));
  Stms added = {0};
  Builder builder = builder_new(program, &added, bins->span);
  Atom is_there = build_binary(&builder, "is_there", OP_SLT, within, size);
  Body *there = body_new(program, stms, here.data, here.count);
  Body *nothing = body_new(program, (Stms){0}, otherwise.data, otherwise.count);
  build_infer(&builder, "value", exp_if(program, is_there, there, nothing));
  for (size_t i = 0; i < added.count; i++)
    bins_add(bins, added.data[i]);
  return vec_last(&added);
}

// Rows and rooms that the par puts elements to are there, and nothing in the phase reads them.
static bool wait_for_dests(Binning *bins, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    for (size_t k = 0; mode_has(output->mode, TRAIT_WRITES) && k < output->value_count; k++) {
      const Var *dest = output->dests[k].var;
      const BinValue *value = dest ? bins_value(bins, dest) : NULL;
      bool is_there = value && (value->kind == BIN_ROW || value->kind == BIN_ROOM);
      if (!is_there || (value->kind == BIN_ROOM && mode_has(output->mode, TRAIT_ADDS))) {
        bins_obstruct(bins, stm->span,
                      is_there ? "a histogram that is longer than rows"
                               : "elements that are put to an array of the host");
        return false;
      }
      bool is_read = bins->phase && value->array && varset_has(&bins->phase->read, value->array);
      if (is_read || bins_must_wait(bins, dest)) bins_end_phase(bins);
    }
  }
  return true;
}

// What the output gives of the values at the place.
static void give_output(Binning *bins, const Stm *stm, const Output *output, size_t result,
                        const Stm *values, size_t *next) {
  size_t count = output->value_count;
  BinValue **gives = arena_array(bins->program->arena, BinValue *, count + 1);
  Atom *here = arena_array(bins->program->arena, Atom, count + 1);
  for (size_t k = 0; k < count; k++) {
    const Var *var = stm->vars[result + k];
    Atom at = atom_var(values->vars[*next]);
    if (mode_has(output->mode, TRAIT_WRITES)) ++*next;
    here[k] = atom_var(values->vars[(*next)++]);
    if (mode_has(output->mode, TRAIT_ELEMENTS)) {
      bins_give(bins, stm->vars[result + k], BIN_ROW, here[k]);
    } else if (mode_has(output->mode, TRAIT_WRITES)) {
      BinValue *dest = bins_value(bins, output->dests[k].var);
      BinValue value = {.kind = dest->kind, .keeps = dest->keeps};
      bins_put(bins, output, dest, bins_bind(bins, var, value), at, here[k]);
    } else {
      BinValue value = {.kind = mode_has(output->mode, TRAIT_RUNNING) ? BIN_ROW : BIN_LAST,
                        .size = dim_size(stm->exp->as.par->space[0])};
      gives[k] = bins_bind(bins, var, value);
    }
  }
  if (mode_has(output->mode, TRAIT_FOLDS))
    bins_scan(bins, output, gives, here, values->exp->args[0]);
}

static void lift_row_par(Binning *bins, Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (!can_lift_par(bins, par)) {
    bins_obstruct(bins, stm->span, "the places of a bin cannot share this par");
    return;
  }
  wait_for(bins, stm, par->indices[0]);
  if (!wait_for_dests(bins, stm)) return;
  if (bins_must_wait(bins, par->space[0].var)) bins_end_phase(bins);
  Subst *subst = subst_for(bins, stm);
  subst_add(subst, bins->within, bins_atom(bins, atom_var(bins->within)));
  subst_add(subst, par->indices[0], bins_atom(bins, atom_var(bins->within)));
  Stms inside = stms_inside(bins, par->body.stms, subst, par->indices[0]);
  if (bins->obstacle) return;
  const Stm *values = build_values(bins, par, subst, inside);
  size_t next = 0, result = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    give_output(bins, stm, &par->body.outputs[i], result, values, &next);
    result += par->body.outputs[i].value_count;
  }
}

static bool has_varying_size(const Binning *bins, const Par *par) {
  return par->rank == 1 && par->space[0].var && bins_is_inside(bins, dim_size(par->space[0]));
}

static void add_room(Binning *bins, const Var *var) {
  Program *program = bins->program;
  Dim length = dim_var(bins->room);
  Var *mine =
      var_new(program, "mine", type_array(program, var->type->scalar, 1, &length), var->span);
  vec_push(program->arena, &bins->rooms, mine);
  bins_bind(bins, var, (BinValue){.kind = BIN_ROOM, .array = mine});
}

// A room is filled by the threads of its segment together, each of which takes every n-th element.
static void lift_room(Binning *bins, Stm *stm) {
  Program *program = bins->program;
  const Par *par = stm->exp->as.par;
  if (!can_lift_par(bins, par) || bins->region->parent) {
    bins_obstruct(bins, stm->span, "an array whose length is not that of the others");
    return;
  }
  Atom size = dim_size(par->space[0]);
  bins_end_phase(bins);
  Atom length = bins_atom(bins, size);
  Atom width = bins_atom(bins, atom_var(bins->width));
  Builder builder = builder_new(program, &bins_phase(bins)->outer, stm->span);
  Atom step = build_binary(&builder, "step", OP_SMAX, width, atom_i64(1));
  Atom up = build_binary(&builder, "up", OP_ADD, length,
                         build_binary(&builder, "up", OP_SUB, step, atom_i64(1)));
  Atom rounds = bins_most(bins, build_binary(&builder, "rounds", OP_SQUOT, up, step));
  for (size_t i = 0; i < stm->var_count; i++)
    add_room(bins, stm->vars[i]);
  Loop *loop = arena_make(program->arena, Loop);
  *loop = (Loop){.param_count = stm->var_count};
  loop->params = arena_array(program->arena, Var *, stm->var_count + 1);
  loop->index = var_new(program, "round", type_scalar(SCALAR_I64), stm->span);
  Atom *inits = arena_array(program->arena, Atom, stm->var_count + 1);
  Stms stms = {0};
  BinRegion region = {.parent = bins->region, .host = builder_new(program, &stms, stm->span)};
  bins->region = &region;
  bins_bind(bins, loop->index, (BinValue){.kind = BIN_UNIFORM, .atom = atom_var(loop->index)});
  bins_phase(bins);
  Subst *subst = subst_for(bins, stm);
  Atom within = bins_atom(bins, atom_var(bins->within));
  width = bins_atom(bins, atom_var(bins->width));
  length = bins_atom(bins, size);
  Atom first = bins_atom(bins, atom_var(bins->first));
  Atom number = bins_atom(bins, atom_var(bins->number));
  builder = builder_new(program, &bins->phase->outer, stm->span);
  step = build_binary(&builder, "step", OP_SMAX, width, atom_i64(1));
  Atom done = build_binary(&builder, "done", OP_MUL, atom_var(loop->index), step);
  Atom at = build_binary(&builder, "at", OP_ADD, done, within);
  Atom place = build_binary(&builder, "inside", OP_SUB, atom_var(bins->phase->place), first);
  Atom is_own = build_binary(&builder, "is_own", OP_EQ, place, within);
  Atom is_short = build_binary(&builder, "is_there", OP_SLT, at, length);
  Atom is_there = build_binary(&builder, "is_there", OP_AND, is_own, is_short);
  subst_add(subst, par->indices[0], at);
  Stms inside = stms_inside(bins, par->body.stms, subst, NULL);
  if (bins->obstacle) return;
  Atoms here = {0}, otherwise = {0};
  Atom start = build_binary(&builder, "start", OP_MUL, at, bins->segments);
  vec_push(program->arena, &here, build_binary(&builder, "at", OP_ADD, start, number));
  vec_push(program->arena, &otherwise, atom_i64(-1));
  for (size_t i = 0; i < stm->var_count; i++) {
    Atom value = par->body.outputs[i].values[0];
    vec_push(program->arena, &here, subst_atom(subst, value));
    vec_push(program->arena, &otherwise,
             atom_constant((Constant){.type = atom_type(value)->scalar}));
  }
  Body *there = body_new(program, inside, here.data, here.count);
  Body *nothing = body_new(program, (Stms){0}, otherwise.data, otherwise.count);
  Stm *choice = build_infer(&builder, "value", exp_if(program, is_there, there, nothing));
  for (size_t i = 0; i < stm->var_count; i++) {
    BinValue *room = bins_value(bins, stm->vars[i]);
    inits[i] = atom_var(room->array);
    loop->params[i] = var_like(program, room->array, room->array->type);
    room->array = loop->params[i];
    bins_put(bins, NULL, room, room, atom_var(choice->vars[0]), atom_var(choice->vars[i + 1]));
  }
  bins_end_phase(bins);
  Atom *results = arena_array(program->arena, Atom, stm->var_count + 1);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(bins_value(bins, stm->vars[i])->array);
  loop->body = body_new(program, stms, results, stm->var_count);
  bins->region = region.parent;
  Stm *filled = build_infer(&bins->region->host, "filled", exp_loop(program, loop, inits, rounds));
  for (size_t i = 0; i < stm->var_count; i++)
    bins_value(bins, stm->vars[i])->array = filled->vars[i];
}

// Over a short constant length only what makes rows is shared.
static bool is_row_par(const Binning *bins, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || !bins_is_size(bins, dim_size(par->space[0]))) return false;
  bool is_shared = par->space[0].var != NULL;
  for (size_t i = 0; i < stm->var_count; i++)
    is_shared = is_shared || type_is_array(stm->vars[i]->type);
  return is_shared;
}

static void lift_par(Binning *bins, Stm *stm) {
  const Par *par = stm->exp->as.par;
  bool is_varying = has_varying_size(bins, par);
  if (is_row_par(bins, stm))
    lift_row_par(bins, stm);
  else if (is_varying && nest_is_map(stm))
    lift_room(bins, stm);
  else
    lift_scalars(bins, stm);
}

// ---- Updates ----

static void lift_update(Binning *bins, Stm *stm) {
  Program *program = bins->program;
  const Exp *exp = stm->exp;
  BinValue *dest = exp->args[0].var ? bins_value(bins, exp->args[0].var) : NULL;
  bool is_element = !exp->as.selector.is_lmad && exp->as.selector.rank == 1 &&
                    !exp->as.selector.is_range[0] && exp->arg_count == 3;
  if (!dest || !is_element || (dest->kind != BIN_ROW && dest->kind != BIN_ROOM)) {
    bins_obstruct(bins, stm->span, "an update of more than an element of an array of the point");
    return;
  }
  wait_for(bins, stm, NULL);
  if (bins->phase && dest->array && varset_has(&bins->phase->read, dest->array))
    bins_end_phase(bins);
  Atom value = bins_atom(bins, exp->args[1]), index = bins_atom(bins, exp->args[2]);
  Subst *subst = subst_for(bins, stm);
  Stms added = {0};
  Builder builder = builder_new(program, &added, stm->span);
  BinInside inside = {.bins = bins, .subst = subst};
  Atom at = element_at(&inside, &builder, dest, index);
  Atom first = bins_atom(bins, atom_var(bins->first));
  Atom is_first =
      build_binary(&builder, "is_first", OP_EQ, first, atom_var(bins_phase(bins)->place));
  Atom args[] = {is_first, at, atom_i64(-1)};
  at = atom_var(build_let(&builder, "at", exp_new(program, OP_SELECT, args, 3)));
  for (size_t i = 0; i < added.count; i++)
    bins_add(bins, added.data[i]);
  BinValue *gives =
      bins_bind(bins, stm->vars[0], (BinValue){.kind = dest->kind, .keeps = dest->keeps});
  bins_put(bins, NULL, dest, gives, at, value);
}

// ---- Statements ----

static bool has_row_par(const Binning *bins, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_PAR)
      for (size_t k = 0; k < exp->as.par->rank; k++)
        if (exp->as.par->space[k].var && bins_is_size(bins, dim_size(exp->as.par->space[k])))
          return true;
    if (exp->op == OP_LOOP && has_row_par(bins, &exp->as.loop->body->stms)) return true;
    if (exp->op == OP_LOOP && exp->as.loop->condition &&
        has_row_par(bins, &exp->as.loop->condition->stms))
      return true;
    for (size_t k = 0;
         (exp->op == OP_IF || exp->op == OP_SWITCH) && k < exp->as.branches.body_count; k++)
      if (has_row_par(bins, &exp->as.branches.bodies[k]->stms)) return true;
  }
  return false;
}

// The first elements of a row are a row, and so is the row by another name.
static bool is_front(const Binning *bins, const Stm *stm) {
  const Exp *exp = stm->exp;
  bool is_whole = exp->op == OP_COERCE && stm->vars[0]->type->rank == 1;
  if (!is_whole && (bins_slice_step(stm) != 1 || !atom_is_i64(exp->args[1], 0))) return false;
  const BinValue *value = bins_value(bins, exp->args[0].var);
  return value && value->kind == BIN_ROW;
}

static void lift_front(Binning *bins, const Stm *stm) {
  const Var *row = stm->exp->args[0].var;
  if (bins_must_wait(bins, row)) bins_end_phase(bins);
  bins_bind(bins, stm->vars[0], *bins_value(bins, row));
}

static void lift_stm(Binning *bins, Stm *stm) {
  Stms own = {.data = &stm, .count = 1};
  if (stm->var_count == 1 && stm->vars[0] == bins->width) return; // the inspector knew it
  if (stm->exp->op == OP_PAR)
    lift_par(bins, stm);
  else if (stm->exp->op == OP_UPDATE)
    lift_update(bins, stm);
  else if (is_front(bins, stm))
    lift_front(bins, stm);
  else if (stm->exp->op == OP_LOOP && (has_row_par(bins, &own) || !bins_is_own_work(&own)))
    bins_lift_loop(bins, stm);
  else if (stm->exp->op == OP_IF && !bins_is_own_work(&own))
    bins_lift_if(bins, stm);
  else
    lift_scalars(bins, stm);
}

void bins_lift_stms(Binning *bins, const Stms *stms) {
  for (size_t i = 0; i < stms->count && !bins->obstacle; i++)
    lift_stm(bins, stms->data[i]);
}

void bins_lift(Binning *bins, const BinGiven *given, Atom *results) {
  bins_lift_stms(bins, &given->front);
  const Vars *vars = &given->vars;
  Var **stored = arena_array(bins->program->arena, Var *, vars->count + 1);
  for (size_t i = 0; i < vars->count && !bins->obstacle; i++) {
    Var *var = stored[i] = vars->data[i];
    const BinValue *value = bins_value(bins, var);
    if (value && value->kind == BIN_ROW) continue;
    if (type_is_array(var->type)) {
      bins_obstruct(bins, var->span,
                    "a point that gives an array of the host or of another length");
      return;
    }
    stored[i] = var_new(bins->program, "given", var->type, bins->span);
    bins_give(bins, stored[i], BIN_STORED, bins_settled(bins, atom_var(var)));
  }
  if (bins->obstacle) return;
  bins_end_phase(bins);
  for (size_t i = 0; i < vars->count; i++)
    results[i] = atom_var(bins_value(bins, stored[i])->array);
}
