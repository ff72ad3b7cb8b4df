// Maps whose points reduce or scan a row each, as kernels over the elements of all rows.
//
//   par@grid (i < n) {                        segments: n of m elements
//     let a: f32 = index w[i]                 point(e, i, start, j):  let x = xs[e]; acc += x*w[i]
//     let y: f32 = par@thread (j < m) {    => end(i, start):          zs[i] = sqrt(acc)
//       let x: f32 = index xs[i, j]
//       let p: f32 = mul x, a
//       reduce (add; 0.0) p
//     }
//     let z: f32 = sqrt y
//     map z
//   }
//
// That is for rows whose elements are neighbours in memory: one thread per row would read one line
// of memory per element. In other nests neighbouring threads read neighbours, or all read the same;
// their reductions run like that only when there are few rows, too few for a thread each. Scans go
// down the columns of memory as fast.
#include "flat/nest.h"
#include "imp/mem_to_imp_gpu.h"
#include "ir/par.h"

// ---- Which nests ----

// A constant number of elements up to this is no work for many threads.
enum { SHORT_ROW = 64 };

static bool has_var(const VarSet *vars, Atom atom) {
  return atom.var && varset_has(vars, atom.var);
}

// Adds what the statements compute from variables of the set.
static void add_dependent(Lower *lower, VarSet *vars, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (stm->exp->op == OP_PAR) continue;
    VarSet used = free_vars_stm(lower->arena, (Stm *)stm);
    bool is_dependent = false;
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      is_dependent = is_dependent || varset_has(vars, var);
    for (size_t k = 0; is_dependent && k < stm->var_count; k++)
      varset_add(vars, stm->vars[k]);
  }
}

static bool has_unit_rows(const Type *type) {
  if (!is_array(type) || type->rank == 0) return false;
  return !type->place->strides || is_i64(type->place->strides[type->rank - 1], 1);
}

// Does the statement read neighbours for neighbouring points of a row?
static bool reads_row(const Stm *stm, const VarSet *inner) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_INDEX || exp->arg_count < 2) return false;
  const Type *type = exp->args[0].var->type;
  return has_unit_rows(type) && type->rank + 1 == exp->arg_count &&
         has_var(inner, exp->args[exp->arg_count - 1]);
}

// Is it another row for another value of what the variables depend on?
static bool reads_other_row(const Stm *stm, const VarSet *outer) {
  const Exp *exp = stm->exp;
  if (has_var(outer, exp->args[exp->arg_count - 1])) return false;
  bool is_other = has_var(outer, exp->args[0].var->type->place->offset);
  for (size_t i = 0; i + 1 < exp->arg_count; i++)
    is_other = is_other || has_var(outer, exp->args[i]);
  return is_other;
}

// What depends on one of the indices of the maps.
static VarSet dependent_on(Lower *lower, const Stm *const *nest, size_t depth, const Par *row,
                           Var *index) {
  VarSet outer = varset_new(lower->arena);
  varset_add(&outer, index);
  for (size_t k = 0; k < depth; k++)
    add_dependent(lower, &outer, &nest[k]->exp->as.par->body.stms);
  add_dependent(lower, &outer, &row->body.stms);
  return outer;
}

// Has every point of the maps a row of its own? What several of them read is better read by tiles.
static bool is_rowwise(Lower *lower, const Stm *const *nest, size_t depth, const Par *row) {
  VarSet inner = varset_new(lower->arena);
  varset_add(&inner, row->indices[0]);
  add_dependent(lower, &inner, &row->body.stms);
  for (size_t i = 0; i < row->body.stms.count; i++) {
    const Stm *stm = row->body.stms.data[i];
    bool is_own = reads_row(stm, &inner);
    for (size_t k = 0; k < depth && is_own; k++) {
      const Par *par = nest[k]->exp->as.par;
      for (size_t d = 0; d < par->rank && is_own; d++) {
        VarSet outer = dependent_on(lower, nest, depth, row, par->indices[d]);
        is_own = reads_other_row(stm, &outer);
      }
    }
    if (is_own) return true;
  }
  return false;
}

// Reductions and scans of scalars; what else it gives is in its place already.
static bool is_row_par(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  bool is_accumulating = false;
  if (par->rank != 1 || is_varying(par->space[0]) || par->acc_count > 0) return false;
  if (par_block_count(stm) > 0 || par->consumed_count > 0) return false;
  for (size_t i = 0; i < par->epilogue.output_count && par->has_epilogue; i++)
    if (par->epilogue.outputs[i].mode != MODE_MAP) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Mode mode = par->body.outputs[i].mode;
    if (mode == MODE_REDUCE || mode == MODE_SCAN)
      is_accumulating = true;
    else if (mode != MODE_MAP)
      return false;
  }
  return is_accumulating;
}

// Is every value that the map gives a scalar, or made by the row in its place?
static bool are_values_placed(const Stm *around, const Stm *row) {
  const Par *par = around->exp->as.par;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Atom value = par->body.outputs[i].values[0];
    if (!value.var || !is_array(value.var->type)) continue;
    bool is_made = false;
    for (size_t k = 0; k < row->var_count; k++)
      is_made = is_made || row->vars[k] == value.var;
    const Type *result = around->vars[i]->type;
    if (!is_made || !is_array(result)) return false;
    if (value.var->type->place->block != result->place->block) return false;
  }
  return true;
}

// The arrays of a row are in results of the map, not in memory of a point.
static bool are_rows_placed(const Stm *around, const Stm *row) {
  for (size_t k = 0; k < row->var_count; k++) {
    if (!is_array(row->vars[k]->type)) continue;
    bool is_result = false;
    for (size_t i = 0; i < around->var_count; i++) {
      const Type *type = around->vars[i]->type;
      if (is_array(type) && type->place->block == row->vars[k]->type->place->block)
        is_result = true;
    }
    if (!is_result) return false;
  }
  return true;
}

static bool has_scan(const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++)
    if (par->body.outputs[i].mode == MODE_SCAN) return true;
  return false;
}

// Does the map give a number for each row, which the end of the row would store, beside scans
// alone? Their kernel has nothing that runs at the end of a row.
static bool lacks_end(const Stm *around, const Par *row) {
  const Par *par = around->exp->as.par;
  for (size_t i = 0; i < row->body.output_count; i++)
    if (row->body.outputs[i].mode == MODE_REDUCE) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Atom value = par->body.outputs[i].values[0];
    if (!value.var || !is_array(value.var->type)) return true;
  }
  return false;
}

static const Stm *nest_row(Lower *lower, const Stm *const *nest, size_t depth, RowKind kind) {
  const Stm *around = nest[depth - 1];
  const Par *par = around->exp->as.par;
  const Stm *row = NULL;
  if (!nest_is_map(around)) return NULL;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    bool is_par = stm->exp->op == OP_PAR;
    if (is_par && (row || !is_row_par(stm))) return NULL;
    if (is_par) row = stm;
    if (!is_par && !nest_is_cheap(stm)) return NULL;
  }
  if (!row || !are_values_placed(around, row) || !are_rows_placed(around, row)) return NULL;
  VarSet inside = bound_vars_stms(lower->arena, &par->body.stms);
  Dim size = row->exp->as.par->space[0];
  if (size.var && varset_has(&inside, size.var)) return NULL;
  if (par_accumulates_by_point(lower, row->exp->as.par, nest[0]->exp->as.par)) return NULL;
  if (lacks_end(around, row->exp->as.par)) return NULL;
  bool is_long = size.var || size.size > SHORT_ROW;
  if (is_long && (kind == ROW_LONG || has_scan(row->exp->as.par))) return row;
  return kind == ROW_OWN && is_rowwise(lower, nest, depth, row->exp->as.par) ? row : NULL;
}

const Stm *nest_find_row(Lower *lower, const Stm **nest, size_t *depth, RowKind kind) {
  const Stm *row = nest_row(lower, nest, *depth, kind);
  while (!row && *depth < NEST_MOST && (nest[*depth] = nest_inner(lower, nest[*depth - 1])))
    row = nest_row(lower, nest, ++*depth, kind);
  return row;
}

bool nest_has_rows(Lower *lower, const Body *body) {
  for (size_t i = 0; i < body->stms.count; i++) {
    const Stm *nest[NEST_MOST] = {body->stms.data[i]};
    size_t depth = 1;
    if (nest[0]->exp->op == OP_PAR && nest_find_row(lower, nest, &depth, ROW_OWN)) return true;
  }
  return false;
}

// ---- Their functions ----

// The indices of all maps around the row.
static void bind_outer(Grid *grid) {
  Lower *lower = grid->lower;
  ImpExp *rest = imp_use(lower->imp, grid->kernel->segment);
  for (size_t k = grid->depth; k-- > 0;) {
    const Par *par = grid->nest[k]->exp->as.par;
    for (size_t i = par->rank; i-- > 0;) {
      bool is_last = k == 0 && i == 0;
      ImpExp *size = lower_dim(lower, par->space[i]);
      bind_alias(lower, par->indices[i],
                 is_last ? rest : grid_split_index(grid, &rest, size, par->indices[i]->name));
    }
  }
}

// What the row needs of the statements around it.
static VarSet needed_by_row(Grid *grid) {
  Lower *lower = grid->lower;
  VarSet needed = free_vars_stm(lower->arena, (Stm *)grid->stm);
  for (size_t k = grid->depth; k-- > 0;) {
    const Stms *stms = &grid->nest[k]->exp->as.par->body.stms;
    for (size_t i = stms->count; i-- > 0;) {
      bool is_needed = false;
      for (size_t v = 0; v < stms->data[i]->var_count; v++)
        is_needed = is_needed || varset_has(&needed, stms->data[i]->vars[v]);
      if (!is_needed || stms->data[i]->exp->op == OP_PAR) continue;
      VarSet used = free_vars_stm(lower->arena, stms->data[i]);
      Var *var;
      for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
        varset_add(&needed, var);
    }
  }
  return needed;
}

void rows_bind_point(Grid *grid) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  const ImpKernel *kernel = grid->kernel;
  ImpExp *inside = imp_use(imp, kernel->inside), *segment = imp_use(imp, kernel->segment);
  bind_outer(grid);
  bind_alias(lower, grid->par->indices[0], inside);
  imp_know(imp, OP_ADD, imp_use(imp, kernel->start), inside, imp_use(imp, kernel->index));
  imp_know(imp, OP_MUL, segment, lower_dim(lower, grid->par->space[0]),
           imp_use(imp, kernel->start));
  VarSet needed = needed_by_row(grid);
  for (size_t k = 0; k < grid->depth; k++) {
    const Stms *stms = &grid->nest[k]->exp->as.par->body.stms;
    for (size_t i = 0; i < stms->count && stms->data[i] != grid->stm; i++) {
      bool is_needed = false;
      for (size_t v = 0; v < stms->data[i]->var_count; v++)
        is_needed = is_needed || varset_has(&needed, stms->data[i]->vars[v]);
      if (is_needed && stms->data[i]->exp->op != OP_PAR) lower_stm(lower, stms->data[i]);
    }
  }
}

// What the maps do with the results of a row.
static void emit_end(Grid *grid, ParState *row) {
  Lower *lower = grid->lower;
  function_open(grid, IMP_ROLE_END);
  bind_outer(grid);
  for (size_t k = 0; k < grid->depth; k++) {
    const Stms *stms = &grid->nest[k]->exp->as.par->body.stms;
    for (size_t i = 0; i < stms->count; i++) {
      if (stms->data[i] == grid->stm)
        outputs_end(lower, row, NULL);
      else if (stms->data[i]->exp->op != OP_PAR)
        lower_stm(lower, stms->data[i]);
    }
  }
  const Par *par = grid->nest[grid->depth - 1]->exp->as.par;
  ParState state;
  par_state_init(lower, &state, grid->nest[grid->depth - 1]);
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, par->rank + 1);
  for (size_t i = 0; i < par->rank; i++)
    indices[i] = lower_atom(lower, atom_var(par->indices[i]));
  for (size_t i = 0; i < state.output_count; i++) {
    Atom value = state.outputs[i].output->values[0];
    if (!value.var || !is_array(value.var->type))
      output_emit(lower, &state, &state.outputs[i], indices);
  }
  function_close(grid, IMP_ROLE_END);
}

// How many rows there are.
static ImpExp *count_rows(Grid *grid) {
  Lower *lower = grid->lower;
  ImpExps sizes = {0};
  for (size_t k = 0; k < grid->depth; k++)
    for (size_t i = 0; i < grid->nest[k]->exp->as.par->rank; i++)
      vec_push(lower->arena, &sizes, lower_dim(lower, grid->nest[k]->exp->as.par->space[i]));
  return grid_product(grid, "count", &sizes);
}

// Do neighbouring rows read neighbours, and no row its own? Then a kernel goes down the columns of
// memory.
static bool is_by_columns(const Grid *grid) {
  const Par *around = grid->nest[grid->depth - 1]->exp->as.par;
  const Var *column = around->indices[around->rank - 1];
  bool is_column = false;
  for (size_t i = 0; i < grid->par->body.stms.count; i++) {
    const Exp *exp = grid->par->body.stms.data[i]->exp;
    if (exp->op != OP_INDEX || exp->arg_count < 3) continue;
    const Type *type = exp->args[0].var->type;
    const Var *last = exp->args[exp->arg_count - 1].var;
    if (!has_unit_rows(type) || type->rank + 1 != exp->arg_count) continue;
    if (last == grid->par->indices[0]) return false;
    is_column = is_column || last == column;
  }
  return is_column;
}

ImpStm *launch_few_rows(Grid *grid) {
  Lower *lower = grid->lower;
  ImpExp *few = grid_number(grid, is_by_columns(grid) ? FEW_COLUMNS : FEW_ROWS);
  ImpExp *is_few = imp_binary(lower->imp, OP_SLT, count_rows(grid), few);
  ImpStm *choice = imp_if(&lower->out, is_few);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &choice->as.branch.body);
  launch_rows(grid);
  lower->out = saved;
  return choice;
}

void launch_rows(Grid *grid) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  ParState state = grid_state(grid);
  ImpSegments *segments = arena_make(imp->arena, ImpSegments);
  *segments =
      (ImpSegments){.count = count_rows(grid), .size = lower_dim(lower, grid->par->space[0])};
  ImpExp *size = grid_steps(grid, segments->count, segments->size);
  launch_accumulating(grid, &state, segments, size, emit_end);
}
