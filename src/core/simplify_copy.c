// Pars that only copy.
//
//   par (i < n) { let x = index xs[i] map x }                      =>  xs, or copy xs
//   par (i < m) { let c = slice xs[0 : n : 1, i] map c }           =>  permute xs
//   par (i < n) { let j = add i, k let x = index xs[j] map x }     =>  slice xs[k : n : 1]
//
// What a point maps is a view of an array from outside, so that the result of the par is a view of
// the array too. Inner pars are visited first: of a nest that only permutes its indices the inner
// ones are views already when the outer one is looked at.
//
// The view stands for the result where neither is consumed nor leaves the function. Otherwise the
// result must be an array of its own: it is a copy of the view. That is done at Flat only, because
// a copy does not fuse, and only when the par makes nothing else.
//
// An index beside the par's own one must certainly be inside: if the par has no points, it was
// never used.
#include "core/simplify.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

typedef struct Lifter {
  Simplifier *simplifier;
  const Par *par;
  Builder builder;
  Stms stms;  // what makes the view, in front of the par
  Var *array; // what it is a view of
} Lifter;

// ---- Indices ----

static bool is_outside(const Lifter *lifter, Atom atom) {
  if (!atom.var) return true;
  return atom.var != lifter->par->indices[0] &&
         var_state(lifter->simplifier, atom.var)->scope <= lifter->simplifier->scope;
}

// The operation on two atoms, without a statement where one is neutral.
static Atom combine(Lifter *lifter, Op op, Atom a, Atom b) {
  if (op == OP_ADD && atom_is_i64(a, 0)) return b;
  if (op != OP_MUL && atom_is_i64(b, 0)) return a;
  if (op == OP_MUL && (atom_is_i64(a, 0) || atom_is_i64(b, 1))) return a;
  if (op == OP_MUL && atom_is_i64(a, 1)) return b;
  if (op == OP_SUB && atom_is_i64(a, 0) && atom_is_i64(b, 1)) return atom_i64(-1);
  return build_binary(&lifter->builder, "step", op, a, b);
}

typedef struct Steps {
  Atom start, stride;
} Steps;

// Is the atom start + i * stride, with both from outside?
static bool steps_of(Lifter *lifter, Atom atom, Steps *steps) {
  if (atom.var && atom.var == lifter->par->indices[0]) {
    *steps = (Steps){atom_i64(0), atom_i64(1)};
    return true;
  }
  const Stm *def = atom.var ? var_state(lifter->simplifier, atom.var)->def : NULL;
  if (is_outside(lifter, atom) || !def || def->cert_count > 0) return false;
  const Exp *exp = def->exp;
  if (exp->op != OP_ADD && exp->op != OP_SUB && exp->op != OP_MUL) return false;
  size_t other = is_outside(lifter, exp->args[0]) ? 0 : 1;
  Atom fixed = exp->args[other];
  if (!is_outside(lifter, fixed) || !steps_of(lifter, exp->args[1 - other], steps)) return false;
  if (exp->op == OP_SUB && other == 0) {
    steps->start = combine(lifter, OP_SUB, fixed, steps->start);
    steps->stride = combine(lifter, OP_SUB, atom_i64(0), steps->stride);
  } else {
    steps->start = combine(lifter, exp->op, steps->start, fixed);
    if (exp->op == OP_MUL) steps->stride = combine(lifter, OP_MUL, steps->stride, fixed);
  }
  return true;
}

// ---- Views ----

// What an `index` or `slice` selects, with the par's index as a range.
typedef struct SimplifySelection {
  Selector selector;
  Atom *atoms;
  size_t atom_count;
  size_t own, ranges_before; // the dimension of the par's index; ranges in front of it
  bool has_own;
  Steps steps;
} SimplifySelection;

static void select_atoms(SimplifySelection *selection, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    selection->atoms[selection->atom_count++] = atoms[i];
}

static bool select_index(Lifter *lifter, SimplifySelection *selection, size_t dim, Atom index) {
  selection->selector.is_range[dim] = false;
  if (is_outside(lifter, index)) {
    select_atoms(selection, &index, 1);
    return simplify_is_inside(lifter->simplifier, index, lifter->array->type->dims[dim]);
  }
  if (selection->has_own || !steps_of(lifter, index, &selection->steps)) return false;
  selection->has_own = true;
  selection->own = dim;
  selection->selector.is_range[dim] = true;
  Atom range[] = {selection->steps.start, dim_size(lifter->par->space[0]), selection->steps.stride};
  select_atoms(selection, range, 3);
  return true;
}

static bool select_range(Lifter *lifter, SimplifySelection *selection, size_t dim,
                         const Atom *range) {
  selection->selector.is_range[dim] = true;
  selection->ranges_before += !selection->has_own;
  select_atoms(selection, range, 3);
  return is_outside(lifter, range[0]) && is_outside(lifter, range[1]) &&
         is_outside(lifter, range[2]);
}

static bool select_all(Lifter *lifter, SimplifySelection *selection, const Exp *exp) {
  bool is_slice = exp->op == OP_SLICE;
  const Atom *atoms = exp->args + 1;
  for (size_t i = 0; i < selection->selector.rank; i++) {
    bool is_range = is_slice && exp->as.selector.is_range[i];
    bool is_fine = is_range ? select_range(lifter, selection, i, atoms)
                            : select_index(lifter, selection, i, atoms[0]);
    if (!is_fine) return false;
    atoms += is_range ? 3 : 1;
  }
  return selection->has_own;
}

// The dimension of the par's index comes first, then the others.
static Var *bring_to_front(Lifter *lifter, Var *view, size_t dim) {
  size_t rank = view->type->rank;
  uint32_t *permutation = arena_array(lifter->simplifier->scratch, uint32_t, rank);
  permutation[0] = (uint32_t)dim;
  for (uint32_t i = 0, k = 1; i < rank; i++)
    if (i != dim) permutation[k++] = i;
  Exp *exp = exp_permute(lifter->simplifier->program, view, permutation);
  return build_let(&lifter->builder, "permuted", exp);
}

static Var *lift_selection(Lifter *lifter, const Exp *exp) {
  Program *program = lifter->simplifier->program;
  lifter->array = exp->args[0].var;
  if (!is_outside(lifter, exp->args[0]) || type_is_irregular(lifter->array->type)) return NULL;
  size_t rank = exp->op == OP_SLICE ? exp->as.selector.rank : exp->arg_count - 1;
  SimplifySelection selection = {.selector = selector_of(program, rank, false)};
  selection.atoms = arena_array(lifter->simplifier->scratch, Atom, 3 * rank);
  if (!select_all(lifter, &selection, exp)) return NULL;
  bool is_whole = atom_is_i64(selection.steps.start, 0) && atom_is_i64(selection.steps.stride, 1) &&
                  dim_equal(lifter->array->type->dims[selection.own], lifter->par->space[0]);
  if (is_whole && selection.own == rank - 1 && selection.ranges_before == 0) {
    if (rank == 1) return lifter->array;
    return build_index(&lifter->builder, "row", lifter->array, selection.atoms, rank - 1);
  }
  Exp *slice =
      exp_slice(program, lifter->array, selection.selector, selection.atoms, selection.atom_count);
  Var *view = build_let(&lifter->builder, "slice", slice);
  return selection.ranges_before == 0 ? view
                                      : bring_to_front(lifter, view, selection.ranges_before);
}

// The view whose element at the par's index is the value; NULL when there is none.
static Var *lift(Lifter *lifter, Atom value) {
  const Stm *def = value.var ? var_state(lifter->simplifier, value.var)->def : NULL;
  if (is_outside(lifter, value) || !def || def->cert_count > 0 || def->var_count != 1) return NULL;
  const Exp *exp = def->exp;
  if (exp->op == OP_INDEX || (exp->op == OP_SLICE && !exp->as.selector.is_lmad))
    return lift_selection(lifter, exp);
  if (exp->op != OP_PERMUTE) return NULL;
  Var *operand = lift(lifter, exp->args[0]);
  if (!operand) return NULL;
  uint32_t *permutation = arena_array(lifter->simplifier->scratch, uint32_t, operand->type->rank);
  for (size_t i = 1; i < operand->type->rank; i++)
    permutation[i] = exp->as.permutation[i - 1] + 1;
  Exp *permute = exp_permute(lifter->simplifier->program, operand, permutation);
  return build_let(&lifter->builder, "permuted", permute);
}

// ---- Pars ----

static Lifter lifter_new(Simplifier *simplifier, const Stm *stm) {
  return (Lifter){.simplifier = simplifier, .par = stm->exp->as.par};
}

// Looks for what says that a number is a size.
typedef struct SizeSearch {
  Atom value;
  bool is_found;
} SizeSearch;

// A check of a size, or the size that stands for a number that may be negative (ir/natural.h).
static bool search_stm(Walker *walker, Stm *stm) {
  SizeSearch *search = walker->context;
  const Exp *exp = stm->exp;
  bool is_clamp = exp->op == OP_SMAX && atom_equal(exp->args[0], search->value);
  search->is_found = search->is_found || is_clamp || stm_has(stm, ATTR_SIZE);
  return !search->is_found;
}

static void search_type(Walker *walker, Var *var) {
  SizeSearch *search = walker->context;
  for (size_t k = 0; k < type_rank(var->type); k++)
    search->is_found = search->is_found || var->type->dims[k].var == search->value.var;
}

bool simplify_checks_size(const Stms *stms, Atom value) {
  SizeSearch search = {.value = value};
  Walker walker = {.context = &search, .enter = search_stm, .bind = search_type};
  walk_stms(&walker, stms);
  return search.is_found;
}

static Var *lift_output(Lifter *lifter, const Stm *stm, size_t output) {
  lifter->builder = builder_new(lifter->simplifier->program, &lifter->stms, stm->span);
  Var *result = stm->vars[output];
  Atom value = lifter->par->body.outputs[output].values[0];
  bool is_length = value.var && facts_is_pinned(lifter->simplifier->facts, value.var);
  if (type_is_irregular(result->type) || is_length) return NULL;
  if (simplify_checks_size(&lifter->par->body.stms, value)) return NULL;
  Var *view = lift(lifter, value);
  if (!view) return NULL;
  resolve_types(lifter->simplifier, &result, 1);
  return type_equal(view->type, result->type) ? view : NULL;
}

static void keep_all(Simplifier *simplifier, const Stms *stms, Stms *out) {
  for (size_t i = 0; i < stms->count; i++)
    keep_stm(simplifier, stms->data[i], out);
}

// Every output is a plain map, so that there is one result for each.
static bool only_maps(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue || par->consumed_count > 0 || par->acc_count > 0 ||
      dim_is_varying(par->space[0]) || !par_is_plain(stm))
    return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!mode_has(output->mode, TRAIT_ELEMENTS) || output->value_count != 1) return false;
  }
  return true;
}

static void share_views(Simplifier *simplifier, const Stm *stm, Stms *out) {
  for (size_t i = 0; i < stm->var_count; i++) {
    Var *result = stm->vars[i];
    if (facts_is_owned(simplifier->facts, result) || var_state(simplifier, result)->is_replaced)
      continue;
    Lifter lifter = lifter_new(simplifier, stm);
    Var *view = lift_output(&lifter, stm, i);
    if (!view || facts_is_owned(simplifier->facts, lifter.array) ||
        !simplify_can_replace(simplifier, result, atom_var(view)))
      continue;
    keep_all(simplifier, &lifter.stms, out);
    replace(simplifier, result, atom_var(view));
  }
}

// Copies of views in the place of a par that does nothing else; false when it does.
static bool make_copies(Simplifier *simplifier, const Stm *stm, Stms *out) {
  Program *program = simplifier->program;
  Lifter lifter = lifter_new(simplifier, stm);
  Var **views = arena_array(simplifier->scratch, Var *, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++) {
    views[i] = lift_output(&lifter, stm, i);
    if (!views[i]) return false;
  }
  Builder *builder = &lifter.builder;
  builder->certs = stm->certs;
  builder->cert_count = stm->cert_count;
  for (size_t i = 0; i < stm->var_count; i++) {
    Atom view = atom_var(views[i]);
    build_stm(builder, exp_new(program, OP_COPY, &view, 1), &stm->vars[i], 1);
  }
  keep_all(simplifier, &lifter.stms, out);
  simplifier->has_changed = true;
  return true;
}

bool visit_copies(Simplifier *simplifier, const Stm *stm, Stms *out) {
  if (stm->var_count == 0 || !only_maps(stm)) return false;
  if (simplify_has_places(simplifier)) return false;
  if (simplifier->program->level != LEVEL_CORE) return make_copies(simplifier, stm, out);
  bool is_request = stm->exp->as.par->level != PAR_ANY;
  if (!is_request && stm->cert_count == 0) share_views(simplifier, stm, out);
  return false;
}
