// What the points of bins give: the end of a point, which runs when all bins are done.
//
// The kernel of the bins leaves scalars and rows at their places. A par over the points looks
// there, and has the outputs of the nest, whatever these are.
#include "flat/bins.h"
#include "ir/par.h"
#include "ir/type.h"

// ---- The end of a point ----

static bool is_varying_par(const Binning *bins, const Exp *exp) {
  for (size_t i = 0; exp->op == OP_PAR && i < exp->as.par->rank; i++)
    if (bins_is_inside(bins, dim_size(exp->as.par->space[i]))) return true;
  return false;
}

// Does it make an array that is as long at all points?
static bool is_regular_maker(const Binning *bins, const Stm *stm) {
  Op op = stm->exp->op;
  if (op == OP_LOOP || op == OP_IF || op == OP_SWITCH || op == OP_CALL || op == OP_UPDATE ||
      op_has(op, FLAG_VIEW) || is_varying_par(bins, stm->exp) || stm->var_count == 0)
    return false;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (!type_is_array(type)) return false;
    for (size_t k = 0; k < type->rank; k++)
      if (bins_is_inside(bins, dim_size(type->dims[k]))) return false;
  }
  return true;
}

static bool uses_one_of(const VarSet *used, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (varset_has(used, stm->vars[i])) return true;
  return false;
}

// What the statements in front leave to the end: arrays of which only outputs know anything.
static Stms split_end(const Binning *bins, const Par *par, Stms *front) {
  Arena *arena = bins->program->arena;
  const Stms *stms = &par->body.stms;
  bool *is_end = arena_array(arena, bool, stms->count + 1);
  VarSet used = varset_new(arena);
  for (size_t i = stms->count; i > 0; i--) {
    Stm *stm = stms->data[i - 1];
    is_end[i - 1] = is_regular_maker(bins, stm) && !uses_one_of(&used, stm);
    if (is_end[i - 1]) continue;
    VarSet free = free_vars_stm(arena, stm);
    Var *var;
    for (size_t cursor = 0; varset_each(&free, &cursor, &var);)
      varset_add(&used, var);
  }
  Stms end = {0};
  for (size_t i = 0; i < stms->count; i++)
    vec_push(arena, is_end[i] ? &end : front, stms->data[i]);
  return end;
}

static void add_given(BinGiven *given, VarSet *seen, Arena *arena, Var *var) {
  if (varset_has(seen, var)) return;
  varset_add(seen, var);
  vec_push(arena, &given->vars, var);
}

BinGiven bins_find_given(Binning *bins, const Par *par) {
  Arena *arena = bins->program->arena;
  BinGiven given = {0};
  given.gather = arena_make(arena, Par);
  *given.gather = *par;
  given.gather->body.stms = split_end(bins, par, &given.front);
  const Exp exp = {.op = OP_PAR, .as.par = given.gather};
  VarSet used = free_vars_exp(arena, &exp), seen = varset_new(arena);
  for (size_t i = 0; i < given.front.count; i++) {
    const Stm *stm = given.front.data[i];
    for (size_t k = 0; k < stm->var_count; k++) {
      Var *var = stm->vars[k];
      const Type *type = var->type;
      if (!varset_has(&used, var) || type->kind == TYPE_CERT) continue;
      if (type->kind != TYPE_SCALAR && !(type_is_array(type) && type->rank == 1))
        bins_obstruct(bins, var->span, "a point that gives more than scalars and rows");
      if (type_is_array(type) && bins_is_inside(bins, dim_size(type->dims[0])))
        add_given(&given, &seen, arena, type->dims[0].var);
      add_given(&given, &seen, arena, var);
    }
  }
  return given;
}

// ---- All points ----

Var *bins_reshape(Builder *builder, const char *name, Var *array, size_t rank, const Dim *dims) {
  Program *program = builder->program;
  const Type *type = type_array(program, array->type->scalar, rank, dims);
  Var *var = var_new(program, name, type, builder->span);
  Atom operand = atom_var(array);
  build_stm(builder, exp_new(program, OP_RESHAPE, &operand, 1), &var, 1);
  return var;
}

// What the point has, from its first place.
static void read_given(Builder *inside, Var *all, Atom place, Var *var) {
  Exp *exp = exp_index(inside->program, all, &place, 1);
  if (type_is_array(var->type)) {
    Atom atoms[] = {place, dim_size(var->type->dims[0]), atom_i64(1)};
    exp = exp_slice(inside->program, all, selector_of(inside->program, 1, true), atoms, 3);
  }
  build_stm(inside, exp, &var, 1);
}

Body *bins_gather(Binning *bins, Builder *host, const Stm *stm, const BinGiven *given,
                  const Stm *kernel, const BinPacking *packing) {
  Program *program = bins->program;
  Par *gather = given->gather;
  Stms stms = {0};
  Builder inside = builder_new(program, &stms, bins->span);
  Atom index = atom_var(gather->indices[0]);
  Atom place = atom_var(build_index(&inside, "place", packing->places, &index, 1));
  for (size_t i = 0; i < given->vars.count; i++) {
    Dim elements = dim_atom(packing->elements);
    Var *all = bins_reshape(host, "all", kernel->vars[i], 1, &elements);
    read_given(&inside, all, place, given->vars.data[i]);
  }
  // The certificates that the bins gave have been given.
  VarSet front = bound_vars_stms(program->arena, &given->front);
  Walker walker = {.context = &front, .enter = bins_strip_enter};
  walk_thunk(&walker, &gather->body);
  walk_thunk(&walker, &gather->epilogue);
  vec_append(program->arena, &stms, gather->body.stms.data, gather->body.stms.count);
  gather->body.stms = stms;
  build_stm(host, exp_par(program, gather), stm->vars, stm->var_count);
  Atom *results = arena_array(program->arena, Atom, stm->var_count + 1);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(stm->vars[i]);
  return body_new(program, *host->stms, results, stm->var_count);
}
