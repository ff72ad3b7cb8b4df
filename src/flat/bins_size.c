// How long the rows of a point are.
//
// Lengths that a point knows before it begins are measured by the inspector; the largest is the
// width of its segment. Others are at most as long as one of these: what a filter leaves, and what
// a loop carries that begins with such a length and never has a longer one. Short arrays of a
// constant length that a point makes are rows, too; a segment has room for the longest of them.
#include "analysis/nest.h"
#include "flat/bins.h"
#include "ir/par.h"
#include "ir/type.h"

typedef struct BinSizes {
  Binning *bins;
  const Par *par;
} BinSizes;

void bins_bound_size(Binning *bins, const Var *size, Var *by) {
  for (const Var *var = by; var; var = map_get(bins->bounds, map_key(var)))
    if (var == size) return;
  map_put(bins->bounds, map_key(size), by);
}

static bool is_short(Atom size) {
  return !size.var && constant_to_i64(size.constant) >= 0 &&
         constant_to_i64(size.constant) <= BIN_SHORT;
}

bool bins_is_row_type(const Binning *bins, const Type *type) {
  if (type->kind != TYPE_ARRAY || type->rank != 1) return false;
  return is_short(dim_size(type->dims[0])) || bins_is_inside(bins, dim_size(type->dims[0]));
}

bool bins_is_size(const Binning *bins, Atom size) {
  if (!size.var) return is_short(size) && constant_to_i64(size.constant) <= bins->least;
  const Var *var = size.var;
  while (var && !varset_has(&bins->sizes, var))
    var = map_get(bins->bounds, map_key(var));
  return var != NULL;
}

static Var *size_inside(const Binning *bins, const Exp *exp) {
  if (exp->op != OP_PAR || exp->as.par->rank != 1) return NULL;
  Var *size = exp->as.par->space[0].var;
  return bins_is_inside(bins, dim_size(exp->as.par->space[0])) ? size : NULL;
}

static void add_size(BinSizes *sizes, Atom size) {
  Binning *bins = sizes->bins;
  if (is_short(size) && constant_to_i64(size.constant) > bins->least)
    bins->least = constant_to_i64(size.constant);
  if (!size.var || varset_has(&bins->sizes, size.var)) return;
  if (!bins_is_inside(bins, size) || !bins_is_early(bins, sizes->par, size.var)) return;
  varset_add(&bins->sizes, size.var);
  vec_push(bins->program->arena, &bins->widths, size.var);
}

static void visit_stms(BinSizes *sizes, const Stms *stms, bool is_repeated);

static void visit_par(BinSizes *sizes, const Stm *stm, bool is_repeated) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1) return;
  Atom size = dim_size(par->space[0]);
  bool gives_rows = false;
  for (size_t i = 0; i < stm->var_count; i++)
    gives_rows = gives_rows || bins_is_row_type(sizes->bins, stm->vars[i]->type);
  if (size.var == sizes->bins->width ||
      (gives_rows && (is_repeated || !size.var || !nest_is_map(stm))))
    add_size(sizes, size);
}

// Is it the length of another parameter or result?
static bool is_length(const Var *size, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const Type *type = vars[i]->type;
    for (size_t k = 0; type_is_array(type) && k < type->rank; k++)
      if (type->dims[k].var == size) return true;
  }
  return false;
}

static void visit_loop(BinSizes *sizes, const Stm *stm) {
  Binning *bins = sizes->bins;
  const Loop *loop = stm->exp->as.loop;
  for (size_t i = 0; i < loop->param_count; i++) {
    Atom first = stm->exp->args[i];
    if (!is_length(loop->params[i], loop->params, loop->param_count)) continue;
    add_size(sizes, first);
    if (bins_is_size(bins, first)) varset_add(&bins->sizes, loop->params[i]);
  }
  if (loop->condition) visit_stms(sizes, &loop->condition->stms, true);
  visit_stms(sizes, &loop->body->stms, true);
  for (size_t i = 0; i < loop->param_count; i++) {
    if (!bins_is_size(bins, atom_var(loop->params[i]))) continue;
    if (!bins_is_size(bins, loop->body->results[i]))
      bins_obstruct(bins, loop->params[i]->span, "a row that may grow in a loop");
    varset_add(&bins->sizes, stm->vars[i]);
  }
}

static void visit_branches(BinSizes *sizes, const Stm *stm, bool is_repeated) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t i = 0; i < branches->body_count; i++)
    visit_stms(sizes, &branches->bodies[i]->stms, is_repeated);
  for (size_t k = 0; k < stm->var_count; k++) {
    bool is_size = is_length(stm->vars[k], stm->vars, stm->var_count);
    for (size_t i = 0; i < branches->body_count; i++)
      is_size = is_size && bins_is_size(sizes->bins, branches->bodies[i]->results[k]);
    if (is_size) varset_add(&sizes->bins->sizes, stm->vars[k]);
  }
}

static void visit_stms(BinSizes *sizes, const Stms *stms, bool is_repeated) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    if (exp->op == OP_PAR) visit_par(sizes, stm, is_repeated);
    if (exp->op == OP_LOOP) visit_loop(sizes, stm);
    if (exp->op == OP_IF || exp->op == OP_SWITCH) visit_branches(sizes, stm, is_repeated);
  }
}

// Arrays of another length that a point makes first are rooms.
static void find_rooms(Binning *bins, const Par *par) {
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Var *size = size_inside(bins, par->body.stms.data[i]->exp);
    if (size && !bins_is_size(bins, atom_var(size)))
      vec_push(bins->program->arena, &bins->lengths, size);
  }
}

void bins_find_sizes(Binning *bins, const Par *par) {
  BinSizes sizes = {.bins = bins, .par = par};
  bins->sizes = varset_new(bins->program->arena);
  bins->least = -1;
  visit_stms(&sizes, &par->body.stms, false);
  find_rooms(bins, par);
  if (bins->widths.count == 0)
    bins_obstruct(bins, bins->width->span, "a length that is not known in the beginning");
  if (bins->widths.count > 1 || bins->least > 0)
    bins->width = var_new(bins->program, "width", type_scalar(SCALAR_I64), bins->span);
}
