// Matrix products, which stay by themselves.
//
//   par (i < n) { map par (j < m) { map g(par (k < p) { reduce op f(a[i, k], b[k, j]) }) } }
//
// There may be maps around it: a batch of products. Lowering makes tiles of such a nest, many times
// faster than loops, but only when nothing else is in it. So one more pass over a matrix is worth
// it: neither what makes a row of `a` nor what goes on with a row of the result joins the nest.
// This runs before the inner bodies are fused, so the innermost pars may still be several.
#include "core/fuse.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

// Below these sizes there are no tiles.
enum { LEAST_ROWS = 4, LEAST_COLUMNS = 8, LEAST_DEPTH = 8 };

// What a variable depends on; LOCAL: it is made by an innermost par.
enum { BY_ROW = 1, BY_COLUMN = 2, BY_DEPTH = 4, LOCAL = 8 };

typedef struct FuseProduct {
  Map *masks; // Var -> what it depends on
  bool reads_left, reads_right;
} FuseProduct;

static unsigned mask_of(const FuseProduct *product, Atom atom) {
  return atom.var ? (unsigned)(uintptr_t)map_get(product->masks, map_key(atom.var)) : 0;
}

static void mask_put(FuseProduct *product, Var *var, unsigned mask) {
  map_put(product->masks, map_key(var), (void *)(uintptr_t)mask);
}

static unsigned stm_note(FuseProduct *product, const Stm *stm) {
  unsigned mask = 0;
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    mask |= mask_of(product, stm->exp->args[i]);
  for (size_t i = 0; i < stm->var_count; i++)
    mask_put(product, stm->vars[i], mask);
  return mask;
}

static bool is_plain(const Par *par, int64_t least) {
  if (par->rank != 1 || par->level != PAR_ANY || par->has_epilogue || par->consumed_count > 0 ||
      par->acc_count > 0 || dim_is_varying(par->space[0]))
    return false;
  Atom size = dim_size(par->space[0]);
  return size.var || constant_to_i64(size.constant) >= least;
}

static bool is_one_output(const Par *par, ModeTrait trait) {
  return par->body.output_count == 1 && mode_has(par->body.outputs[0].mode, trait) &&
         par->body.outputs[0].value_count == 1;
}

// An innermost par: element by element over the depth.
static bool depth_match(FuseProduct *product, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (!is_plain(par, LEAST_DEPTH)) return false;
  mask_put(product, par->indices[0], BY_DEPTH);
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *inner = par->body.stms.data[i];
    if (op_has(inner->exp->op, FLAG_BODIES)) return false;
    unsigned mask = stm_note(product, inner);
    if (inner->exp->op != OP_INDEX || (mask & LOCAL)) continue;
    if (mask == (BY_ROW | BY_COLUMN | BY_DEPTH)) return false;
    product->reads_left |= mask == (BY_ROW | BY_DEPTH);
    product->reads_right |= mask == (BY_COLUMN | BY_DEPTH);
  }
  for (size_t i = 0; i < stm->var_count; i++)
    mask_put(product, stm->vars[i], LOCAL);
  return true;
}

// The par over the columns: its value is made of a reduction over the depth.
static bool columns_match(FuseProduct *product, const Par *par) {
  if (!is_plain(par, LEAST_COLUMNS) || !is_one_output(par, TRAIT_ELEMENTS)) return false;
  bool is_reduced = false;
  mask_put(product, par->indices[0], BY_COLUMN);
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    if (stm->exp->op == OP_PAR) {
      if (!depth_match(product, stm)) return false;
      is_reduced = is_one_output(stm->exp->as.par, TRAIT_TOTAL);
    } else if (op_has(stm->exp->op, FLAG_BODIES)) {
      return false;
    } else {
      stm_note(product, stm);
    }
  }
  Atom value = par->body.outputs[0].values[0];
  bool is_made = is_reduced && (mask_of(product, value) & LOCAL);
  return is_made && product->reads_left && product->reads_right;
}

bool fuse_makes_numbers(const Stm *stm) {
  if (stm->exp->op != OP_PAR) return false;
  const Thunk *body = &stm->exp->as.par->body;
  for (size_t i = 0; i < body->stms.count; i++)
    if (op_has(body->stms.data[i]->exp->op, FLAG_BODIES)) return false;
  return is_one_output(stm->exp->as.par, TRAIT_ELEMENTS) && stm->vars[0]->type->rank == 1;
}

// Does the statement bind the values of all outputs, and are those maps?
static bool makes_all(const Stm *stm, const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++) {
    bool is_found = false;
    for (size_t k = 0; k < stm->var_count; k++)
      is_found = is_found || stm->vars[k] == par->body.outputs[i].values[0].var;
    if (!is_found || !mode_has(par->body.outputs[i].mode, TRAIT_ELEMENTS)) return false;
  }
  return par->body.output_count > 0;
}

const Par *fuse_row_map(const Par *par) {
  if (!is_plain(par, 0)) return NULL;
  const Stm *row = NULL;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    if (stm->exp->op == OP_PAR && makes_all(stm, par) && is_plain(stm->exp->as.par, 0))
      row = stm;
    else if (op_has(stm->exp->op, FLAG_BODIES) && !fuse_makes_numbers(stm))
      return NULL;
  }
  return row ? row->exp->as.par : NULL;
}

static bool is_product(const Fuser *fuser, const Par *par, const Par *columns) {
  if (!is_plain(par, LEAST_ROWS)) return false;
  FuseProduct product = {.masks = map_new(fuser->scratch)};
  mask_put(&product, par->indices[0], BY_ROW);
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (!op_has(par->body.stms.data[i]->exp->op, FLAG_BODIES))
      stm_note(&product, par->body.stms.data[i]);
  return columns_match(&product, columns);
}

bool fuse_is_matrix_product(const Fuser *fuser, const Par *par) {
  for (const Par *inner; (inner = fuse_row_map(par)); par = inner)
    if (is_product(fuser, par, inner)) return true;
  return false;
}
