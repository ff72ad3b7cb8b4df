// part_rows: rows that a map gives are made by as many threads as they have elements.
//
//   needs      Flat, for a target with a device
//   gives      Flat
//   may skip   yes
//   cost       quadratic in the statements of a thunk, which are few or skipped
//
// A row that the point only copies:
//
//   let (ys: [n]i32, rs: [n][m]f32) =        let rs: [n][m]f32 = par@grid (i < n, j < m) {
//     par@grid (i < n) {                       let k: i64 = index is[i]
//       …                                      let row: [m]f32 = index xs[k]
//       let k: i64 = index is[i]         =>    let x: f32 = index row[j]
//       let row: [m]f32 = index xs[k]          map x
//       map y                                }
//       map row                              let ys: [n]i32 = par@grid (i < n) { … map y }
//     }
//
// A row that an inner map makes, beside something else, becomes a par with that map only, which is
// a nest that is one kernel (nest.h). The statements that the row needs are done again, so they
// must be light.
//
// So does a map that another par of the point reads, when all that it makes is given: that par
// reads it where it is given. Together they would be one thread's work, in two spaces.
//
//   let (as: [n][m]f32, bs: [n][k]f32) =     let as: [n][m]f32 = par@grid (i < n) { … map a }
//     par@grid (i < n) {                     let bs: [n][k]f32 = par@grid (i < n) {
//       let a: [m]f32 = par@thread …     =>    let a: [m]f32 = index as[i]
//       let b: [k]f32 = par@thread … a …       let b: [k]f32 = par@thread … a …
//       map a                                  map b
//       map b                                }
//     }
//
// A row that is combined into a row of a destination, element by element, is a histogram of its
// elements:
//
//   par@grid (i < n) {                         par@grid (i < n, j < m) {
//     let b: i64 = index is[i]                   let b: i64 = index is[i]
//     let row: [m]f32 = index xs[i]        =>    let row: [m]f32 = index xs[i]
//     combine (+; 0) dest [b] row                let x: f32 = index row[j]
//   }                                            combine (+; 0) dest [b, j] x
//                                              }
//
// So is a row that is put to a place: its elements are put there.
//
// A row that is what an inner map makes, with its dimensions in another order, or a copy of that,
// is given as it is made; the dimensions of the result are reordered after the par, which costs
// nothing.
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "flat/flat.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/walk.h"

typedef struct Parting {
  Program *program;
  Arena *scratch;
  Mapper mapper;
} Parting;

// ---- What a value needs of the thunk ----

typedef struct PartRowsNeeds {
  const Par *par;
  const Stm *maker; // need not be light
  bool *is_needed;  // per statement of the thunk
  bool is_light;
  size_t count;
} PartRowsNeeds;

static void need_var(PartRowsNeeds *needs, const Var *var);

static void need_use(Walker *walker, Var *var) { need_var(walker->context, var); }

static size_t binder_of(const Stms *stms, const Var *var) {
  for (size_t i = 0; i < stms->count; i++)
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      if (stms->data[i]->vars[k] == var) return i;
  return stms->count;
}

// The statement that binds the variable, and what that needs.
static void need_var(PartRowsNeeds *needs, const Var *var) {
  const Stms *stms = &needs->par->body.stms;
  size_t i = binder_of(stms, var);
  if (i == stms->count || needs->is_needed[i]) return;
  needs->is_needed[i] = true;
  needs->count++;
  if (stms->data[i] != needs->maker && !cost_is_within(stms->data[i]->exp, COST_LIMIT_LIGHT))
    needs->is_light = false;
  Walker walker = {.context = needs, .use = need_use};
  if (needs->is_light) walk_stm(&walker, stms->data[i]);
}

static PartRowsNeeds needs_of(const Parting *parting, const Par *par, const Var *value,
                              const Stm *maker) {
  PartRowsNeeds needs = {.par = par, .maker = maker, .is_light = true};
  needs.is_needed = arena_array(parting->scratch, bool, par->body.stms.count + 1);
  need_var(&needs, value);
  if (needs.count > COST_AGAIN_ROW) needs.is_light = false;
  return needs;
}

static Var *row_of(const Stm *stm, size_t output) {
  Var *value = stm->exp->as.par->body.outputs[output].values[0].var;
  bool is_row =
      value && value->type->kind == TYPE_ARRAY && !type_is_irregular(stm->vars[output]->type);
  return is_row ? value : NULL;
}

// ---- New pars ----

// Copies what is needed; the indices of the par become those of the new one.
static void copy_needed(const Parting *parting, const PartRowsNeeds *needs, Subst *subst, Par *to) {
  const Stms *stms = &needs->par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    if (needs->is_needed[i])
      vec_push(parting->program->arena, &to->body.stms,
               rename_stm(parting->program, stms->data[i], subst));
}

static Par *par_over(const Parting *parting, const Stm *stm, size_t rank, const Type *shape,
                     Subst *subst) {
  Program *program = parting->program;
  const Par *from = stm->exp->as.par;
  Par *par = arena_make(program->arena, Par);
  *par = (Par){.level = PAR_GRID, .rank = rank};
  par->indices = arena_array(program->arena, Var *, rank);
  par->space = arena_array(program->arena, Dim, rank);
  for (size_t k = 0; k < rank; k++) {
    bool is_outer = k < from->rank;
    par->indices[k] = var_new(program, is_outer ? from->indices[k]->name : "j",
                              type_scalar(SCALAR_I64), stm->span);
    par->space[k] = is_outer ? from->space[k] : shape->dims[k];
    if (is_outer) subst_add(subst, from->indices[k], atom_var(par->indices[k]));
  }
  return par;
}

static void set_output(const Parting *parting, Par *par, size_t position, const Output *like,
                       Atom value) {
  Atom *values = arena_array(parting->program->arena, Atom, 1);
  values[0] = value;
  par->body.outputs[position] = *like;
  par->body.outputs[position].values = values;
}

static void emit_par(const Parting *parting, const Stm *stm, Par *par, Var **results, size_t count,
                     Stms *out) {
  Builder builder = builder_new(parting->program, out, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  build_stm(&builder, exp_par(parting->program, par), results, count);
}

// What the thunk copies for the row, or the row itself.
static Var *source_of(const Par *par, Var *row) {
  size_t i = binder_of(&par->body.stms, row);
  bool is_copy = i < par->body.stms.count && par->body.stms.data[i]->exp->op == OP_COPY;
  return is_copy ? par->body.stms.data[i]->exp->args[0].var : row;
}

// Copies the elements of a row.
static void part_copied(const Parting *parting, const Stm *stm, size_t output, Var *source,
                        const PartRowsNeeds *needs, Stms *out) {
  Program *program = parting->program;
  const Par *from = stm->exp->as.par;
  Var *result = stm->vars[output];
  Subst *subst = subst_new(program);
  Par *par = par_over(parting, stm, result->type->rank, result->type, subst);
  copy_needed(parting, needs, subst, par);
  Builder inner = builder_new(program, &par->body.stms, stm->span);
  Atom row = subst_atom(subst, atom_var(source));
  Atom *at = arena_array(parting->scratch, Atom, par->rank);
  for (size_t k = from->rank; k < par->rank; k++)
    at[k - from->rank] = atom_var(par->indices[k]);
  Var *element = build_index(&inner, "element", row.var, at, par->rank - from->rank);
  par->body.outputs = arena_array(program->arena, Output, 1);
  par->body.output_count = 1;
  set_output(parting, par, 0, &from->body.outputs[output], atom_var(element));
  emit_par(parting, stm, par, &result, 1, out);
}

// All outputs that are results of one inner map.
static void part_made(const Parting *parting, const Stm *stm, const Stm *maker,
                      const PartRowsNeeds *needs, bool *is_taken, Stms *out) {
  Program *program = parting->program;
  const Par *from = stm->exp->as.par;
  Subst *subst = subst_new(program);
  Par *par = par_over(parting, stm, from->rank, NULL, subst);
  copy_needed(parting, needs, subst, par);
  par->body.outputs = arena_array(program->arena, Output, stm->var_count);
  Var **results = arena_array(program->arena, Var *, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++) {
    const Var *value = row_of(stm, i);
    Stms one = {.data = (Stm *[]){(Stm *)maker}, .count = 1};
    if (!value || binder_of(&one, value) > 0) continue;
    Atom row = subst_atom(subst, from->body.outputs[i].values[0]);
    set_output(parting, par, par->body.output_count, &from->body.outputs[i], row);
    results[par->body.output_count++] = stm->vars[i];
    is_taken[i] = true;
  }
  emit_par(parting, stm, par, results, par->body.output_count, out);
}

// The par without these outputs, and without what only they needed.
static void build_rest(const Parting *parting, const Stm *stm, const bool *is_taken,
                       const bool *is_gone, size_t left, Stms *out) {
  Program *program = parting->program;
  Stm *rest = arena_make(program->arena, Stm);
  Par *par = arena_make(program->arena, Par);
  *rest = *stm;
  *par = *stm->exp->as.par;
  rest->vars = arena_array(program->arena, Var *, left);
  par->body.outputs = arena_array(program->arena, Output, left);
  par->body.stms = (Stms){0};
  rest->var_count = par->body.output_count = 0;
  for (size_t i = 0; i < stm->exp->as.par->body.stms.count; i++)
    if (!is_gone[i]) vec_push(program->arena, &par->body.stms, stm->exp->as.par->body.stms.data[i]);
  for (size_t i = 0; i < stm->var_count; i++) {
    if (is_taken[i]) continue;
    rest->vars[rest->var_count++] = stm->vars[i];
    par->body.outputs[par->body.output_count++] = stm->exp->as.par->body.outputs[i];
  }
  rest->exp = exp_par(program, par);
  vec_push(program->arena, out, rest);
}

// ---- Inner maps ----

// Is it worth a thread for each element?
static bool is_long(const Type *dest, size_t index_count) {
  enum { SHORT = 8 };
  for (size_t k = index_count; k < dest->rank; k++)
    if (dest->dims[k].var || dest->dims[k].size > SHORT) return true;
  return false;
}

typedef struct PartRowsUses {
  const Stm *of;
  bool is_found;
} PartRowsUses;

static void note_use(Walker *walker, Var *var) {
  PartRowsUses *uses = walker->context;
  for (size_t k = 0; k < uses->of->var_count; k++)
    if (uses->of->vars[k] == var) uses->is_found = true;
}

static bool uses_made(const Stm *stm, const Stm *maker) {
  PartRowsUses uses = {.of = maker};
  Walker walker = {.context = &uses, .use = note_use};
  walk_stm(&walker, (Stm *)stm);
  return uses.is_found;
}

// Does another statement of the thunk use what this one makes?
static bool is_used_inside(const Par *par, const Stm *maker) {
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (par->body.stms.data[i] != maker && uses_made(par->body.stms.data[i], maker)) return true;
  return false;
}

// Is it a map of a size that is known outside?
static bool is_inner_map(const Parting *parting, const Par *par, const Stm *stm) {
  if (stm->exp->op != OP_PAR || !nest_is_map(stm)) return false;
  VarSet inside = bound_vars_stms(parting->scratch, &par->body.stms);
  for (size_t k = 0; k < stm->exp->as.par->rank; k++) {
    Dim dim = stm->exp->as.par->space[k];
    if (dim.var && varset_has(&inside, dim.var)) return false;
  }
  return true;
}

// The inner map that makes the row, for nothing else.
static const Stm *maker_of(const Parting *parting, const Par *par, const Var *value) {
  const Stms *stms = &par->body.stms;
  size_t position = binder_of(stms, value);
  if (position == stms->count || !is_inner_map(parting, par, stms->data[position])) return NULL;
  const Stm *maker = stms->data[position];
  return is_used_inside(par, maker) ? NULL : maker;
}

// ---- Maps that others read ----

// The result of the par that is made of this value; NULL when there is none.
static Var *given_of(const Stm *stm, const Var *value) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (row_of(stm, i) == value) return stm->vars[i];
  return NULL;
}

// Has a map many points, and is all that it makes given?
static bool is_given_long(const Stm *stm, const Stm *maker) {
  for (size_t k = 0; k < maker->var_count; k++)
    if (!given_of(stm, maker->vars[k]) || !is_long(maker->vars[k]->type, 0)) return false;
  return true;
}

static size_t count_others(const Stm *stm, const Stm *maker) {
  size_t count = 0;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Var *value = row_of(stm, i);
    bool is_made = false;
    for (size_t k = 0; k < maker->var_count; k++)
      is_made = is_made || maker->vars[k] == value;
    count += !is_made;
  }
  return count;
}

// Is it read by a par that has another space?
static bool is_read_apart(const Par *par, const Stm *maker) {
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    if (stm == maker || stm->exp->op != OP_PAR || !uses_made(stm, maker)) continue;
    const Par *reader = stm->exp->as.par;
    if (reader->rank != maker->exp->as.par->rank) return true;
    for (size_t k = 0; k < reader->rank; k++)
      if (!dim_equal(reader->space[k], maker->exp->as.par->space[k])) return true;
  }
  return false;
}

// The par that reads what was made where it is given.
static Stm *build_reader(const Parting *parting, const Stm *stm, const Stm *maker,
                         const bool *is_taken, size_t left) {
  Program *program = parting->program;
  const Par *from = stm->exp->as.par;
  bool *is_gone = arena_array(parting->scratch, bool, from->body.stms.count + 1);
  Stms stms = {0}, rest = {0};
  build_rest(parting, stm, is_taken, is_gone, left, &rest);
  Stm *reader = rest.data[0];
  Builder builder = builder_new(program, &stms, maker->span);
  Atom *at = arena_array(program->arena, Atom, from->rank);
  for (size_t k = 0; k < from->rank; k++)
    at[k] = atom_var(from->indices[k]);
  for (size_t i = 0; i < from->body.stms.count; i++) {
    if (from->body.stms.data[i] != maker) vec_push(program->arena, &stms, from->body.stms.data[i]);
    for (size_t k = 0; from->body.stms.data[i] == maker && k < maker->var_count; k++)
      build_stm(&builder, exp_index(program, given_of(stm, maker->vars[k]), at, from->rank),
                &maker->vars[k], 1);
  }
  reader->exp->as.par->body.stms = stms;
  return reader;
}

// Takes out a map that a par in another space reads. The rest, or NULL when there is none.
static Stm *part_read(const Parting *parting, const Stm *stm, Stms *out) {
  const Par *par = stm->exp->as.par;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *maker = par->body.stms.data[i];
    if (!is_inner_map(parting, par, maker) || !is_given_long(stm, maker) ||
        !is_read_apart(par, maker) || count_others(stm, maker) == 0)
      continue;
    PartRowsNeeds needs = needs_of(parting, par, maker->vars[0], maker);
    if (!needs.is_light) continue;
    bool *is_taken = arena_array(parting->scratch, bool, stm->var_count + 1);
    part_made(parting, stm, maker, &needs, is_taken, out);
    return build_reader(parting, stm, maker, is_taken, count_others(stm, maker));
  }
  return NULL;
}

// ---- Rows that are combined or put ----

// Does the output only combine regular rows, by an operator of their elements, or put one?
static bool has_placed_rows(const Output *output, Var *const *results) {
  if (!mode_has(output->mode, TRAIT_WRITES)) return false;
  if (output->value_count == 0) return false;
  if (mode_has(output->mode, TRAIT_REPLACES) && !is_long(results[0]->type, output->index_count))
    return false;
  size_t rank = results[0]->type->rank - output->index_count;
  for (size_t k = 0; k < output->value_count; k++) {
    const Var *value = output->values[k].var;
    bool is_row = value && value->type->kind == TYPE_ARRAY && value->type->rank == rank;
    if (!is_row || type_is_irregular(value->type) || type_is_irregular(results[k]->type))
      return false;
    if (mode_has(output->mode, TRAIT_ADDS) && atom_type(output->neutral[k])->kind != TYPE_SCALAR)
      return false;
  }
  return true;
}

static bool part_placed(const Parting *parting, const Stm *stm, const Output *output, Var **results,
                        Stms *out) {
  Program *program = parting->program;
  const Par *from = stm->exp->as.par;
  const Type *dest = results[0]->type;
  size_t count = output->value_count, rank = dest->rank - output->index_count;
  PartRowsNeeds needs = {.par = from, .is_light = true};
  needs.is_needed = arena_array(parting->scratch, bool, from->body.stms.count + 1);
  for (size_t k = 0; k < count; k++)
    need_var(&needs, output->values[k].var);
  for (size_t k = 0; k < output->index_count; k++)
    if (output->indices[k].var) need_var(&needs, output->indices[k].var);
  if (!needs.is_light || needs.count > COST_AGAIN_ROW) return false;
  Subst *subst = subst_new(program);
  Dim *dims = arena_array(program->arena, Dim, from->rank + rank);
  for (size_t k = 0; k < rank; k++)
    dims[from->rank + k] = dest->dims[output->index_count + k];
  const Type *shape = type_array(program, SCALAR_I64, from->rank + rank, dims);
  Par *par = par_over(parting, stm, from->rank + rank, shape, subst);
  copy_needed(parting, &needs, subst, par);
  Builder inner = builder_new(program, &par->body.stms, stm->span);
  Atom *indices = arena_array(program->arena, Atom, dest->rank);
  Atom *values = arena_array(program->arena, Atom, count);
  for (size_t k = 0; k < dest->rank; k++)
    indices[k] = k < output->index_count
                     ? subst_atom(subst, output->indices[k])
                     : atom_var(par->indices[from->rank + k - output->index_count]);
  for (size_t k = 0; k < count; k++) {
    Var *row = subst_atom(subst, output->values[k]).var;
    values[k] = atom_var(build_index(&inner, "element", row, indices + output->index_count, rank));
  }
  par->body.outputs = arena_array(program->arena, Output, 1);
  par->body.output_count = 1;
  par->body.outputs[0] = *output;
  par->body.outputs[0].indices = indices;
  par->body.outputs[0].index_count = dest->rank;
  par->body.outputs[0].values = values;
  emit_par(parting, stm, par, results, count, out);
  return true;
}

static bool is_placing(const Par *par) {
  if (par->has_epilogue || par->acc_count + par->consumed_count > 0 || par->rank == 0) return false;
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (mode_has(par->body.outputs[i].mode, TRAIT_WRITES)) return true;
  return false;
}

// Takes out what puts rows; a histogram of rows only when there is nothing else.
static bool part_places(const Parting *parting, const Stm *stm, Stms *out) {
  const Par *par = stm->exp->as.par;
  const Output *first = &par->body.outputs[0];
  if (par->body.output_count == 1)
    return has_placed_rows(first, stm->vars) && part_placed(parting, stm, first, stm->vars, out);
  if (par->body.output_count != stm->var_count) return false;
  bool *is_taken = arena_array(parting->scratch, bool, stm->var_count);
  bool *is_gone = arena_array(parting->scratch, bool, par->body.stms.count + 1);
  size_t left = stm->var_count;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!mode_has(output->mode, TRAIT_REPLACES) || !has_placed_rows(output, &stm->vars[i]))
      continue;
    is_taken[i] = part_placed(parting, stm, output, &stm->vars[i], out);
    left -= is_taken[i];
  }
  if (left == stm->var_count) return false;
  if (left > 0) build_rest(parting, stm, is_taken, is_gone, left, out);
  return true;
}

// ---- Rows in another order ----

static const Stm *bound_in(const Stms *stms, const Var *var) {
  size_t at = binder_of(stms, var);
  return at < stms->count ? stms->data[at] : NULL;
}

// The copy that is the output's value and nothing else; or NULL.
static const Stm *given_copy(const Parting *parting, const Par *par, const Output *output) {
  const Var *value = output->values[0].var;
  const Stm *copy = bound_in(&par->body.stms, value);
  if (!copy || copy->exp->op != OP_COPY) return NULL;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    VarSet used = free_vars_stm(parting->scratch, par->body.stms.data[i]);
    if (varset_has(&used, value)) return NULL;
  }
  for (size_t i = 0; i < par->body.output_count; i++)
    if (&par->body.outputs[i] != output && par->body.outputs[i].values[0].var == value) return NULL;
  return copy;
}

// The statement that reorders what an inner map makes, when that is the output's value, or a copy
// of it is; or NULL.
static const Stm *turn_of(const Parting *parting, const Par *par, const Output *output) {
  const Stms *stms = &par->body.stms;
  if (!mode_has(output->mode, TRAIT_ELEMENTS)) return NULL;
  const Stm *copy = given_copy(parting, par, output);
  const Stm *turn = bound_in(stms, copy ? copy->exp->args[0].var : output->values[0].var);
  if (!turn || turn->exp->op != OP_PERMUTE) return NULL;
  size_t source = binder_of(stms, turn->exp->args[0].var);
  if (source == stms->count || stms->data[source]->exp->op != OP_PAR) return NULL;
  return nest_is_map(stms->data[source]) ? turn : NULL;
}

// The result as the inner map makes it, and the statement that gives it the order it should have.
static Var *turned_back(const Parting *parting, const Stm *stm, Var *result, const Stm *turn,
                        Stms *turns) {
  Program *program = parting->program;
  const Type *row = turn->exp->args[0].var->type;
  size_t rank = result->type->rank, outer = rank - row->rank;
  Dim *dims = arena_array(program->arena, Dim, rank);
  uint32_t *order = arena_array(program->arena, uint32_t, rank);
  for (size_t k = 0; k < rank; k++) {
    dims[k] = k < outer ? result->type->dims[k] : row->dims[k - outer];
    order[k] = (uint32_t)(k < outer ? k : outer + turn->exp->as.permutation[k - outer]);
  }
  Var *made = var_like(program, result, type_array(program, row->scalar, rank, dims));
  Builder builder = builder_new(program, turns, stm->span);
  build_stm(&builder, exp_permute(program, made, order), &result, 1);
  return made;
}

// The par that gives rows as they are made; the same when it does already.
static Stm *part_turned(const Parting *parting, Stm *stm, Stms *turns) {
  Program *program = parting->program;
  const Par *from = stm->exp->as.par;
  Par *par = arena_make(program->arena, Par);
  Stm *made = arena_make(program->arena, Stm);
  *par = *from;
  *made = *stm;
  made->vars = arena_array(program->arena, Var *, stm->var_count);
  par->body.outputs = arena_array(program->arena, Output, from->body.output_count);
  VarSet dropped = varset_new(parting->scratch);
  for (size_t i = 0; i < stm->var_count; i++) {
    const Stm *turn = turn_of(parting, from, &from->body.outputs[i]);
    made->vars[i] = turn ? turned_back(parting, stm, stm->vars[i], turn, turns) : stm->vars[i];
    par->body.outputs[i] = from->body.outputs[i];
    if (!turn) continue;
    const Stm *copy = given_copy(parting, from, &from->body.outputs[i]);
    set_output(parting, par, i, &from->body.outputs[i], turn->exp->args[0]);
    if (copy) varset_add(&dropped, copy->vars[0]);
  }
  if (turns->count == 0) return stm;
  par->body.stms = (Stms){0};
  for (size_t i = 0; i < from->body.stms.count; i++)
    if (from->body.stms.data[i]->var_count == 0 ||
        !varset_has(&dropped, from->body.stms.data[i]->vars[0]))
      vec_push(program->arena, &par->body.stms, from->body.stms.data[i]);
  made->exp = exp_par(program, par);
  return made;
}

static bool is_turning(const Parting *parting, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (!nest_is_map(stm) || par->body.output_count != stm->var_count) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (turn_of(parting, par, &par->body.outputs[i])) return true;
  return false;
}

// ---- The pass ----

static bool part_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Parting *parting = mapper->context;
  if (stm->exp->op != OP_PAR || stm->exp->as.par->level != PAR_GRID) return false;
  if (par_has_blocks(stm->exp->as.par)) return false;
  if (is_turning(parting, stm)) {
    Stms turns = {0};
    Stm *made = part_turned(parting, stm, &turns);
    if (!part_stm(mapper, made, out)) vec_push(parting->program->arena, out, made);
    vec_append(parting->program->arena, out, turns.data, turns.count);
    return true;
  }
  const Par *par = stm->exp->as.par;
  if (is_placing(par)) return part_places(parting, stm, out);
  if (!nest_is_map(stm) || par->body.output_count != stm->var_count) return false;
  if (nest_find(parting->scratch, stm)) return false;
  Stm *reader = part_read(parting, stm, out);
  if (reader) {
    if (!part_stm(mapper, reader, out)) vec_push(parting->program->arena, out, reader);
    return true;
  }
  bool *is_taken = arena_array(parting->scratch, bool, stm->var_count + 1);
  bool *is_gone = arena_array(parting->scratch, bool, par->body.stms.count + 1);
  size_t left = 0;
  for (size_t i = 0; i < stm->var_count; i++) {
    Var *value = is_taken[i] ? NULL : row_of(stm, i);
    if (!value) continue;
    const Stm *maker = maker_of(parting, par, value);
    Var *source = source_of(par, value);
    PartRowsNeeds needs = needs_of(parting, par, source, maker);
    if (!needs.is_light) continue;
    if (maker) {
      part_made(parting, stm, maker, &needs, is_taken, out);
      is_gone[binder_of(&par->body.stms, value)] = true;
    } else {
      part_copied(parting, stm, i, source, &needs, out);
      is_taken[i] = true;
    }
  }
  for (size_t i = 0; i < stm->var_count; i++)
    left += !is_taken[i];
  if (left == stm->var_count) return false;
  if (left > 0) build_rest(parting, stm, is_taken, is_gone, left, out);
  return true;
}

static Program *part_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Parting parting = {.program = program, .scratch = arena_new()};
  parting.mapper = (Mapper){.program = program, .context = &parting, .stm = part_stm};
  map_program(&parting.mapper, program);
  arena_free(parting.scratch);
  return program;
}

const Pass pass_part_rows = {.name = "part_rows",
                             .purpose = "make rows by their elements",
                             .from = LEVEL_FLAT,
                             .to = LEVEL_FLAT,
                             .is_for_device = true,
                             .breaks = PROPERTY_SIMPLE,
                             .run = part_run};
