#include "mem/early_view.h"

#include "ir/type.h"

const Poly *early_poly(EarlyViews *views, Atom atom) { return sizes_poly(views->sizes, atom); }

const Poly *early_size(EarlyViews *views, Dim dim) {
  if (dim.result >= 0 || dim_is_varying(dim)) return NULL;
  return early_poly(views, dim_size(dim));
}

// The step of a range. Where there is but one index, programs step by 1 instead, lest the product
// wraps around: then it does not matter.
static const Poly *step_of(EarlyViews *views, Atom count, Atom step) {
  const Stm *stm = step.var ? map_get(views->definitions, map_key(step.var)) : NULL;
  const Exp *choice = stm ? stm->exp : NULL;
  if (!choice || choice->op != OP_SELECT || !atom_is_i64(choice->args[2], 1))
    return early_poly(views, step);
  stm = choice->args[0].var ? map_get(views->definitions, map_key(choice->args[0].var)) : NULL;
  bool is_several = stm && stm->exp->op == OP_SLT && atom_is_i64(stm->exp->args[0], 1) &&
                    atom_equal(stm->exp->args[1], count);
  return early_poly(views, is_several ? choice->args[1] : step);
}

// An index is inside the dimension.
static void note_inside(EarlyViews *views, EarlyFacts *facts, const Poly *index, const Poly *size) {
  Algebra *algebra = sizes_algebra(views->sizes);
  const Poly *room = poly_add_constant(algebra, poly_sub(algebra, size, index), -1);
  if (!index || !room || facts->count + 2 > FACT_LIMIT) return;
  facts->polys[facts->count++] = index;
  facts->polys[facts->count++] = room;
}

// The first and the last index of a range are.
static void note_range(EarlyViews *views, EarlyFacts *facts, const Atom *range, const Poly *size) {
  Algebra *algebra = sizes_algebra(views->sizes);
  const Poly *start = early_poly(views, range[0]), *count = early_poly(views, range[1]);
  const Poly *step = early_poly(views, range[2]);
  const Poly *reach = poly_mul(algebra, poly_add_constant(algebra, count, -1), step);
  note_inside(views, facts, start, size);
  note_inside(views, facts, poly_add(algebra, start, reach), size);
}

void early_view_select(EarlyViews *views, EarlyView *view, const Selector *selector,
                       const Atom *atoms) {
  Algebra *algebra = sizes_algebra(views->sizes);
  Lmad *lmad = &view->lmad;
  if (selector->is_lmad) {
    Lmad slice = {.offset = early_poly(views, atoms[0]), .rank = selector->rank};
    bool is_vector = selector->rank <= LMAD_RANK_LIMIT && lmad->rank > 0;
    for (size_t k = 0; k < selector->rank && is_vector; k++) {
      slice.dims[k].size = early_poly(views, atoms[1 + 2 * k]);
      slice.dims[k].stride = early_poly(views, atoms[2 + 2 * k]);
    }
    *lmad = is_vector ? lmad_slice_lmad(algebra, lmad, 0, &slice) : (Lmad){0};
    return;
  }
  size_t dim = 0;
  for (size_t k = 0; k < selector->rank && lmad_is_known(lmad); k++) {
    const Poly *start = early_poly(views, atoms[0]), *size = lmad->dims[dim].size;
    if (selector->is_range[k]) {
      note_range(views, &view->facts, atoms, size);
      *lmad = lmad_slice(algebra, lmad, dim, start, early_poly(views, atoms[1]),
                         step_of(views, atoms[1], atoms[2]));
      dim++;
    } else {
      note_inside(views, &view->facts, start, size);
      *lmad = lmad_fix(algebra, lmad, dim, start);
    }
    atoms += selector->is_range[k] ? 3 : 1;
  }
}

Lmad early_index(EarlyViews *views, Lmad lmad, const Atom *indices, size_t count) {
  for (size_t k = 0; k < count && lmad_is_known(&lmad); k++)
    lmad = lmad_fix(sizes_algebra(views->sizes), &lmad, 0, early_poly(views, indices[k]));
  return lmad;
}

EarlyView early_root_view(EarlyViews *views, Var *array) {
  const Type *type = array->type;
  EarlyView view = {.root = array};
  const Poly *sizes[LMAD_RANK_LIMIT];
  if (type->kind != TYPE_ARRAY || type->rank > LMAD_RANK_LIMIT) return view;
  for (size_t k = 0; k < type->rank; k++)
    sizes[k] = early_size(views, type->dims[k]);
  view.lmad = lmad_row_major(sizes_algebra(views->sizes), sizes, type->rank);
  return view;
}

static EarlyView permuted(EarlyViews *views, const Exp *exp) {
  EarlyView view = *early_view(views, exp->args[0].var);
  if (lmad_is_known(&view.lmad)) view.lmad = lmad_permute(&view.lmad, exp->as.permutation);
  return view;
}

static EarlyView view_new(EarlyViews *views, Var *array) {
  const Stm *stm = map_get(views->definitions, map_key(array));
  const Exp *exp = stm ? stm->exp : NULL;
  if (!exp || stm->var_count != 1 || !type_is_array(array->type))
    return early_root_view(views, array);
  if (exp->op == OP_PERMUTE) return permuted(views, exp);
  bool is_view = exp->op == OP_INDEX || exp->op == OP_SLICE || exp->op == OP_UPDATE ||
                 exp->op == OP_COERCE || exp->op == OP_OPAQUE;
  if (!is_view) return early_root_view(views, array);
  EarlyView view = *early_view(views, exp->args[0].var);
  if (exp->op == OP_INDEX)
    view.lmad = early_index(views, view.lmad, exp->args + 1, exp->arg_count - 1);
  else if (exp->op == OP_SLICE)
    early_view_select(views, &view, &exp->as.selector, exp->args + 1);
  return view;
}

const EarlyView *early_view(EarlyViews *views, Var *array) {
  EarlyView *view = map_get(views->by_var, map_key(array));
  if (view) return view;
  view = arena_make(views->scratch, EarlyView);
  *view = view_new(views, array);
  map_put(views->by_var, map_key(array), view);
  return view;
}
