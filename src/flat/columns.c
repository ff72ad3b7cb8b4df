// Reductions and scans of rows whose operator works element by element, for a device: each column
// by itself. Otherwise they are loops over the rows (operators.c), with a kernel for every row.
//
//   let r: [n][m]t = par (i < n) { S  scan (a: [m]t, b: [m]t => …; zeros) v }
//     becomes
//   let rows: [n][m]t = par (i < n) { S  map v }
//   let columns: [m][n]t = par (j < m) {
//     let column: [n]t = par (i < n) { let x: t = index rows[i, j]  scan (a: t, b: t => …; 0) x }
//     map column
//   }
//   let r: [n][m]t = permute columns
//
// Rows may have any number of dimensions. Where they come from maps of light work, a column
// computes its elements by itself (elements.c), and there are no rows. Inside a point, where rows
// would be one thread's, only such columns are made of reductions, and columns of arrays from
// outside.
#include "flat/flat_internal.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/walk.h"

// The array from which point i of the par reads row i, when the value is just that; or NULL.
static Var *whole_array(Arena *arena, const Par *par, Atom value) {
  VarSet inside = bound_vars_stms(arena, &par->body.stms);
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    const Exp *exp = stm->exp;
    if (stm->vars[0] != value.var || exp->op != OP_INDEX || exp->arg_count != 2) continue;
    Var *array = exp->args[0].var;
    bool is_whole = exp->args[1].var == par->indices[0] && stm->cert_count == 0 &&
                    !varset_has(&inside, array) && !type_is_irregular(array->type) &&
                    dim_equal(array->type->dims[0], par->space[0]);
    return is_whole ? array : NULL;
  }
  return NULL;
}

// The arrays from which the points read their rows; false when one of them is made.
static bool find_rows(Flattener *flattener, const Par *par, Var **rows) {
  const Output *output = &par->body.outputs[0];
  for (size_t i = 0; i < output->value_count; i++) {
    rows[i] = whole_array(flattener->program->arena, par, output->values[i]);
    if (!rows[i]) return false;
  }
  return true;
}

// The values of all points, as arrays.
static void build_rows(Flattener *flattener, Builder *builder, const Par *par, Var **rows) {
  Program *program = flattener->program;
  const Output *output = &par->body.outputs[0];
  size_t width = output->value_count;
  Par *maps = par_new(program, PAR_ANY, par->space, 1, par->indices[0]->name, builder->span);
  Builder inner = builder_new(program, &maps->body.stms, builder->span);
  Subst *subst = build_thunk(&inner, par, atom_var(maps->indices[0]));
  Atom *values = subst_atoms(flattener, subst, output->values, width);
  thunk_give_maps(program, &maps->body, values, width, output->span);
  Stm *made = build_infer(builder, "rows", exp_par(program, maps));
  for (size_t i = 0; i < width; i++)
    rows[i] = made->vars[i];
}

// par (i < n) { reduce or scan rows[i, at] }, or, without rows, what the point makes there; NULL
// when that is too much.
static Stm *build_column(Flattener *flattener, Builder *builder, const Par *par,
                         const Output *source, Var *const *rows, const Par *outer) {
  Program *program = flattener->program;
  size_t width = source->value_count;
  Par *inner = par_new(program, PAR_ANY, par->space, 1, "i", builder->span);
  Builder body = builder_new(program, &inner->body.stms, builder->span);
  Atom *at = arena_array(program->arena, Atom, 1 + (size_t)outer->rank);
  at[0] = atom_var(inner->indices[0]);
  for (size_t i = 0; i < outer->rank; i++)
    at[1 + i] = atom_var(outer->indices[i]);
  Output *output = arena_make(program->arena, Output);
  *output = *source;
  output->values = arena_array(program->arena, Atom, width);
  for (size_t i = 0; i < width; i++) {
    if (rows)
      output->values[i] = atom_var(build_index(&body, "x", rows[i], at, 1 + (size_t)outer->rank));
    else if (!build_element_again(&body, par, at[0], source->values[i].var, at + 1, outer->rank,
                                  &output->values[i]))
      return NULL;
  }
  inner->body.outputs = output;
  inner->body.output_count = 1;
  return build_infer(builder, "column", exp_par(program, inner));
}

// Are rows so short that a thread has its sums of all columns at once, and reads rows whole?
static bool is_short(const Type *row) {
  enum { SHORT_ROW = 16 };
  int64_t count = 1;
  for (size_t i = 0; i < row->rank; i++) {
    if (row->dims[i].var || row->dims[i].size > SHORT_ROW) return false;
    count *= row->dims[i].size;
  }
  return count <= SHORT_ROW;
}

bool columns_expand(Flattener *flattener, Builder *builder, const Stm *stm) {
  Program *program = flattener->program;
  const Par *par = stm->exp->as.par;
  Output *output = arena_make(program->arena, Output);
  *output = par->body.outputs[0];
  const Lambda *op = output->op;
  if (dim_is_varying(par->space[0]) || !operator_on_elements(flattener, output)) return false;
  bool is_of_thread = flattener->depth > 0 && mode_has(output->mode, TRAIT_TOTAL);
  if (is_of_thread && is_short(op->params[0]->type)) return false;
  size_t width = output->value_count, rank = op->params[0]->type->rank;
  Var **rows = arena_array(program->arena, Var *, width);
  bool has_rows = find_rows(flattener, par, rows);
  Par *outer = par_new(program, PAR_ANY, op->params[0]->type->dims, rank, "j", builder->span);
  map_put(flattener->settled, map_key(outer), outer);
  Builder inner = builder_new(program, &outer->body.stms, builder->span);
  Stm *column = build_column(flattener, &inner, par, output, has_rows ? rows : NULL, outer);
  if (!column) {
    if (is_of_thread) return false; // prefixes are all stored anyway
    build_rows(flattener, builder, par, rows);
    column = build_column(flattener, &inner, par, output, rows, outer);
  }
  operator_certs(flattener, op, column);
  thunk_give_maps(program, &outer->body, atoms_of(flattener, column->vars, width), width,
                  output->span);
  Exp *exp = exp_par(program, outer);
  if (mode_has(output->mode, TRAIT_TOTAL)) {
    build_stm(builder, exp, stm->vars, width);
    return true;
  }
  Stm *columns = build_infer(builder, "columns", exp);
  uint32_t *permutation = arena_array(program->arena, uint32_t, rank + 1);
  for (size_t i = 0; i <= rank; i++)
    permutation[i] = (uint32_t)(i == 0 ? rank : i - 1);
  for (size_t i = 0; i < width; i++)
    build_stm(builder, exp_permute(program, columns->vars[i], permutation), &stm->vars[i], 1);
  return true;
}
