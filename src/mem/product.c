// Matrix-shaped reductions: a nest of maps around a reduction, where what is reduced is made of
// values that the last map's index does not matter for, and of values that another one's does not
// matter for, that in front of it as a rule.
//
//   par@grid (i < n) { par (j < m) { par (k < p) {
//     x = index xs[i, k]                               side a, of a row and a step
//     y = index ys[k, j]                               side b, of a column and a step
//     reduce op f(x, y)
//   } map g(reduced) } }
//
// Other dimensions that only side a depends on are rows too, those that only side b depends on are
// columns, so that a matrix of blocks is one product; the rest is a batch. A sweep has one operand
// of the point and one of the step; all its dimensions are rows.
#include "mem/product.h"

#include "analysis/nest.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"
#include "mem/nests.h"

enum {
  TILE_SUM_MOST = 16,  // bytes of a sum
  TILE_SIDE_MOST = 16, // bytes of an element of either side
  SWEEP_MOST = 64,     // bytes of a sum and of either side of a sweep
};

// What a value depends on.
enum { ON_ROW = 1, ON_COLUMN = 2, ON_STEP = 4, ON_BOTH = ON_ROW | ON_COLUMN };

// ---- The shape of the nest ----

static bool is_plain_reduction(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue || par->acc_count > 0 || dim_is_varying(par->space[0]))
    return false;
  if (par->body.output_count == 0 || par_block_count(stm) > 0) return false;
  return thunk_has_only(&par->body, TRAIT_TOTAL);
}

// The only par among the statements, a reduction; everything else is cheap.
static const Stm *only_reduction(const Par *par, Obstacle *obstacle) {
  const Stm *found = NULL;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    bool is_par = stm->exp->op == OP_PAR;
    if (is_par && found) obstacle_note(obstacle, "a point has a second par", stm->span);
    if (is_par && !is_plain_reduction(stm))
      obstacle_note(obstacle, "a point has a par that does not reduce one dimension", stm->span);
    if (is_par) found = stm;
    if (!is_par) nest_can_repeat(stm, obstacle);
  }
  if (!found) obstacle_note(obstacle, "a point reduces nothing, and scans nothing", SPAN_NONE);
  return obstacle->why ? NULL : found;
}

static bool find_nest(Product *product, const Stm *outer) {
  product->nest = nest_of_maps(product->arena, outer);
  const Stm *last = product->nest.maps[product->nest.depth - 1];
  if (!nest_is_map(last))
    return obstacle_note(&product->obstacle, "it is no map of regular values", last->span);
  product->reduce = only_reduction(last->exp->as.par, &product->obstacle);
  if (!product->reduce) return false;
  for (size_t i = 0; i < product->nest.depth; i++) {
    const Par *par = product->nest.maps[i]->exp->as.par;
    for (size_t k = 0; k < par->rank; k++) {
      if (product->axis_count == PRODUCT_AXES_MOST)
        return obstacle_note(&product->obstacle, "it has too many dimensions", last->span);
      product->axes[product->axis_count++] = (ProductAxis){.par = par, .dim = k};
    }
  }
  return true;
}

// ---- What depends on what ----

static void note_stms(Product *product, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    address_note(product->addresses, stms->data[i]);
}

// Axes are tracked by their numbers, and the step after them.
static void note_nest(Product *product) {
  const Par *reduce = product->reduce->exp->as.par;
  product->addresses = addresses_new(product->arena);
  product->inside = bound_vars_par(product->arena, product->nest.maps[0]->exp->as.par);
  for (size_t i = 0; i < product->axis_count; i++)
    address_track(product->addresses, product->axes[i].par->indices[product->axes[i].dim]);
  address_track(product->addresses, reduce->indices[0]);
  for (size_t i = 0; i < product->nest.depth; i++)
    note_stms(product, &product->nest.maps[i]->exp->as.par->body.stms);
  note_stms(product, &reduce->body.stms);
}

static bool is_on_axis(const Product *product, const Var *var, size_t axis) {
  return address_origins(product->addresses, var) >> axis & 1;
}

static unsigned mask_of(const Product *product, const Var *var) {
  size_t count = product->axis_count;
  bool is_row = false;
  for (size_t i = 0; i < count; i++)
    if (product->is_sweep || i == product->row) is_row = is_row || is_on_axis(product, var, i);
  bool is_column = !product->is_sweep && is_on_axis(product, var, count - 1);
  return (is_row ? ON_ROW : 0u) | (is_column ? ON_COLUMN : 0u) |
         (is_on_axis(product, var, count) ? ON_STEP : 0u);
}

// Does this depend on what both loads know?
static bool is_joint(const Product *product, unsigned mask) {
  unsigned both = product->is_sweep ? ON_ROW | ON_STEP : ON_BOTH;
  return (mask & both) == both;
}

// A value that a step needs: it is made by a step, or handed over by one of the loads.
static bool take_value(Product *product, Var *var, const VarSet *made) {
  if (!varset_has(&product->inside, var) || varset_has(made, var)) return true;
  unsigned mask = mask_of(product, var);
  if (var->type->kind != TYPE_SCALAR || is_joint(product, mask)) return false;
  bool is_b = product->is_sweep ? !(mask & ON_ROW) : (mask & ON_COLUMN) != 0;
  varset_add(&product->sides[is_b ? PRODUCT_B : PRODUCT_A], var);
  return true;
}

bool product_is_step(const Product *product, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (is_joint(product, mask_of(product, stm->vars[i]))) return true;
  return false;
}

// Finds what the loads hand over. False when a step needs something else.
static bool find_sides(Product *product) {
  Arena *arena = product->arena;
  const Par *reduce = product->reduce->exp->as.par;
  VarSet made = varset_new(arena);
  for (size_t i = 0; i < PRODUCT_SIDES; i++)
    product->sides[i] = varset_new(arena);
  for (size_t i = 0; i < reduce->body.stms.count; i++) {
    Stm *stm = reduce->body.stms.data[i];
    if (!nest_is_in_place(stm)) return false;
    if (!product_is_step(product, stm)) continue;
    bool is_scalar = stm->var_count == 1 && stm->vars[0]->type->kind == TYPE_SCALAR;
    if (!is_scalar || (product->is_sweep && stm->exp->op == OP_INDEX)) return false;
    VarSet used = free_vars_stm(arena, stm);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      if (!take_value(product, var, &made)) return false;
    varset_add(&made, stm->vars[0]);
  }
  for (size_t i = 0; i < reduce->body.output_count; i++) {
    const Output *output = &reduce->body.outputs[i];
    for (size_t k = 0; k < output->value_count; k++)
      if (output->values[k].var && !take_value(product, output->values[k].var, &made)) return false;
  }
  return varset_count(&product->sides[0]) > 0 && varset_count(&product->sides[1]) > 0;
}

static int64_t field_bytes(Scalar scalar) { return scalar_info(scalar)->width == 64 ? 8 : 4; }

// At most, with what lies unused between fields.
static int64_t side_bytes(const VarSet *side) {
  int64_t widest = 0;
  Var *var;
  for (size_t cursor = 0; varset_each(side, &cursor, &var);)
    if (field_bytes(var->type->scalar) > widest) widest = field_bytes(var->type->scalar);
  return widest * (int64_t)varset_count(side);
}

// The bytes of a sum; -1 when the reductions do not fit.
static int64_t sum_bytes(const Product *product) {
  const Thunk *thunk = &product->reduce->exp->as.par->body;
  const Par *outermost = product->nest.maps[0]->exp->as.par;
  int64_t bytes = 0;
  if (nest_accumulates_by_point(product->arena, product->reduce->exp->as.par, outermost)) return -1;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    for (size_t k = 0; k < output->op->body->stms.count; k++)
      if (!nest_is_in_place(output->op->body->stms.data[k])) return -1;
    for (size_t k = 0; k < output->value_count; k++)
      bytes += field_bytes(atom_type(output->neutral[k])->scalar);
  }
  return bytes;
}

// ---- Which elements are neighbours in memory ----

bool product_is_dense(const Product *product, const Stm *stm, const Var *index) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_INDEX || stm->vars[0]->type->kind != TYPE_SCALAR) return false;
  const Type *type = exp->args[0].var->type;
  const Poly *address =
      address_element(product->addresses, type, exp->args + 1, exp->arg_count - 1);
  return address && address_step(product->addresses, address, index) == STEP_ONE;
}

static bool has_dense(const Product *product, unsigned side, const Var *index) {
  const Stms *stms = &product->reduce->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    bool is_of_side = stm->var_count == 1 && (mask_of(product, stm->vars[0]) & ON_BOTH) == side;
    if (is_of_side && product_is_dense(product, stm, index)) return true;
  }
  return false;
}

bool product_is_by_row(const Product *product, size_t side) {
  const ProductAxis *row = &product->axes[product->row];
  const Var *step = product->reduce->exp->as.par->indices[0];
  if (product->is_sweep) return false;
  return side == PRODUCT_A ? !has_dense(product, ON_ROW, row->par->indices[row->dim])
                           : !has_dense(product, ON_COLUMN, step);
}

// ---- What an axis is ----

static bool side_has(const Product *product, size_t side, size_t axis) {
  Var *var;
  for (size_t cursor = 0; varset_each(&product->sides[side], &cursor, &var);)
    if (is_on_axis(product, var, axis)) return true;
  return false;
}

static void find_roles(Product *product) {
  for (size_t i = 0; i < product->axis_count; i++) {
    bool is_a = side_has(product, PRODUCT_A, i), is_b = side_has(product, PRODUCT_B, i);
    product->axes[i].role = product->is_sweep ? PRODUCT_ROW
                            : is_a == is_b    ? PRODUCT_BATCH
                            : is_a            ? PRODUCT_ROW
                                              : PRODUCT_COLUMN;
  }
}

bool product_is_grouped(const Product *product, const ProductAxis *axis) {
  Dim size = axis->par->space[axis->dim];
  if (!size.var && size.size % 4 == 0) return true;
  for (size_t i = 0; i < product->axis_count; i++)
    if (&product->axes[i] != axis && product->axes[i].role == axis->role) return false;
  return true;
}

// Does the nest fit, with this axis as the last one of rows?
static bool is_fitting(Product *product, size_t row) {
  bool is_sweep = product->is_sweep;
  product->row = row;
  Dim steps = product->reduce->exp->as.par->space[0];
  Obstacle *obstacle = &product->obstacle;
  Span where = product->reduce->span;
  if (steps.var && varset_has(&product->inside, steps.var))
    return obstacle_note(obstacle, "points take sums of different lengths", where);
  product->bytes = sum_bytes(product);
  if (product->bytes < 0)
    return obstacle_note(
        obstacle, "the operator or its neutral element depends on the point, or is not light",
        where);
  if (product->bytes > (is_sweep ? SWEEP_MOST : TILE_SUM_MOST))
    return obstacle_note(obstacle, "a sum is too large for registers", where);
  if (!find_sides(product))
    return obstacle_note(
        obstacle,
        is_sweep ? "an element does not come apart into what the point and what the step says"
                 : "an element does not come apart into what the row and what the column says",
        where);
  for (size_t i = 0; i < PRODUCT_SIDES; i++)
    if (side_bytes(&product->sides[i]) > (is_sweep ? SWEEP_MOST : TILE_SIDE_MOST))
      return obstacle_note(obstacle, "what is loaded for a step is too much for fast memory",
                           where);
  find_roles(product);
  return true;
}

bool product_find(Arena *arena, const Stm *outer, Kernel kernel, Product *product) {
  *product = (Product){.arena = arena, .is_sweep = kernel == KERNEL_SWEEP};
  if (!find_nest(product, outer)) return false;
  note_nest(product);
  if (product->is_sweep) return is_fitting(product, 0);
  for (size_t row = product->axis_count - 1; row-- > 0;)
    if (is_fitting(product, row)) return true;
  return obstacle_note(&product->obstacle, "it has one dimension", outer->span);
}
