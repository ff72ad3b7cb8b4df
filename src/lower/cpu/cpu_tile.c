// Matrix-shaped reductions: two pars around a reduction of values that depend on the outer index
// and the reduced one, or on the inner index and the reduced one.
//
//   par (i < n) { par (j < m) { par (k < p) { x = a[…i, k…]  y = b[…k, j…]  reduce op f(x, y) } } }
//     becomes, when the sizes are large enough,
//   tile [n, m, p] out(i, j) := op over k of f(a(i, k), b(k, j))
//
// The addresses must be affine in the three indices, and f an expression by operators that vectors
// have too, or by minima and maxima. Everything else remains loops.
#include "ir/par.h"
#include "lower/lower_internal.h"

enum { LEAST_ROWS = 4, LEAST_COLUMNS = 8, LEAST_DEPTH = 8 }; // worth packing

enum { I, J, K, INDICES };

// base + by[I]*i + by[J]*j + by[K]*k; NULL is 0.
typedef struct Affine {
  ImpExp *base;
  ImpExp *by[INDICES];
} Affine;

// A load of one element at an affine address.
typedef struct Load {
  const Var *block;
  Affine at;
} Load;

typedef struct Match {
  Lower *lower;
  Arena *arena;
  VarSet inside;  // bound in the nest
  Map *addresses; // Var -> Affine
  Map *values;    // Var -> ImpExp, over x and y
  const Par *pars[INDICES];
  Scalar scalar;
  ImpVar *x, *y;
  const Load *a, *b;
} Match;

// ---- Addresses ----

static ImpExp *sum(Match *match, ImpExp *a, ImpExp *b) {
  if (!a || !b) return a ? a : b;
  return imp_add(match->lower->imp, a, b);
}

static ImpExp *product(Match *match, ImpExp *a, ImpExp *b) {
  return a && b ? imp_mul(match->lower->imp, a, b) : NULL;
}

static bool is_invariant(const Affine *affine) {
  return !affine->by[I] && !affine->by[J] && !affine->by[K];
}

static bool affine_of(Match *match, Atom atom, Affine *affine) {
  *affine = (Affine){0};
  const Affine *known = atom.var ? map_get(match->addresses, map_key(atom.var)) : NULL;
  if (known) {
    *affine = *known;
    return true;
  }
  if (atom.var && varset_has(&match->inside, atom.var)) return false;
  affine->base = lower_atom(match->lower, atom);
  return true;
}

static Affine affine_add(Match *match, Affine a, Affine b) {
  Affine result = {.base = sum(match, a.base, b.base)};
  for (int i = 0; i < INDICES; i++)
    result.by[i] = sum(match, a.by[i], b.by[i]);
  return result;
}

static Affine affine_scale(Match *match, Affine a, ImpExp *factor) {
  Affine result = {.base = product(match, a.base, factor)};
  for (int i = 0; i < INDICES; i++)
    result.by[i] = product(match, a.by[i], factor);
  return result;
}

static bool affine_mul(Match *match, Affine a, Affine b, Affine *result) {
  if (!is_invariant(&a) && !is_invariant(&b)) return false;
  *result = is_invariant(&b) ? affine_scale(match, a, b.base) : affine_scale(match, b, a.base);
  return true;
}

static bool exp_equal(const ImpExp *a, const ImpExp *b) {
  bool is_zero_a = !a || imp_is_i64(a, 0), is_zero_b = !b || imp_is_i64(b, 0);
  return is_zero_a || is_zero_b ? is_zero_a && is_zero_b : imp_equal(a, b);
}

static bool affine_equal(const Affine *a, const Affine *b) {
  bool is_equal = exp_equal(a->base, b->base);
  for (int i = 0; i < INDICES; i++)
    is_equal = is_equal && exp_equal(a->by[i], b->by[i]);
  return is_equal;
}

static void note_address(Match *match, const Stm *stm) {
  const Exp *exp = stm->exp;
  Affine a, b, result;
  if (exp->op != OP_ADD && exp->op != OP_SUB && exp->op != OP_MUL) return;
  if (!affine_of(match, exp->args[0], &a) || !affine_of(match, exp->args[1], &b)) return;
  if (exp->op == OP_MUL) {
    if (!affine_mul(match, a, b, &result)) return;
  } else {
    if (exp->op == OP_SUB) b = affine_scale(match, b, imp_i64(match->lower->imp, -1));
    result = affine_add(match, a, b);
  }
  Affine *stored = arena_make(match->arena, Affine);
  *stored = result;
  map_put(match->addresses, map_key(stm->vars[0]), stored);
}

// The address of the element at these indices; fewer indices than dimensions: of the row.
static bool address_of(Match *match, const Var *array, const Atom *indices, size_t count,
                       Affine *address) {
  const Place *place = array->type->place;
  if (!affine_of(match, place->offset, address)) return false;
  Affine stride = {.base = imp_i64(match->lower->imp, 1)};
  for (size_t d = array->type->rank; d-- > 0;) {
    Affine index, term, size;
    if (place->strides && !affine_of(match, place->strides[d], &stride)) return false;
    if (d < count) {
      if (!affine_of(match, indices[d], &index)) return false;
      if (!affine_mul(match, index, stride, &term)) return false;
      *address = affine_add(match, *address, term);
    }
    if (place->strides) continue;
    if (!affine_of(match, dim_size(array->type->dims[d]), &size)) return false;
    if (!affine_mul(match, stride, size, &stride)) return false;
  }
  return true;
}

// ---- Statements of the nest ----

static bool is_order_op(Op op) {
  return op == OP_SMIN || op == OP_SMAX || op == OP_FMIN || op == OP_FMAX;
}

static bool is_vector_op(Op op, Scalar scalar) {
  if (op == OP_ADD || op == OP_MUL || is_order_op(op)) return true;
  bool is_int = scalar_info(scalar)->class == CLASS_INT;
  return is_int && (op == OP_AND || op == OP_OR || op == OP_XOR);
}

static ImpExp *value_of(Match *match, Atom atom) {
  return atom.var ? map_get(match->values, map_key(atom.var)) : lower_atom(match->lower, atom);
}

// An element that is read: all of one kind (with i, or with j) must be the same one.
static void note_load(Match *match, const Stm *stm) {
  const Exp *exp = stm->exp;
  Var *array = exp->args[0].var;
  Load *load = arena_make(match->arena, Load);
  load->block = array->type->place->block;
  if (!address_of(match, array, exp->args + 1, exp->arg_count - 1, &load->at)) return;
  bool has_i = load->at.by[I] != NULL, has_j = load->at.by[J] != NULL;
  if (has_i == has_j || stm->vars[0]->type->scalar != match->scalar) return;
  const Load **slot = has_i ? &match->a : &match->b;
  if (*slot) return; // f has two operands
  *slot = load;
  map_put(match->values, map_key(stm->vars[0]),
          imp_use(match->lower->imp, has_i ? match->x : match->y));
}

static void note_value(Match *match, const Stm *stm) {
  Op op = stm->exp->op;
  if (op != OP_ADD && op != OP_SUB && op != OP_MUL && !is_order_op(op)) return;
  ImpExp *args[2] = {value_of(match, stm->exp->args[0]), value_of(match, stm->exp->args[1])};
  if (!args[0] || !args[1]) return;
  map_put(match->values, map_key(stm->vars[0]),
          imp_op(match->lower->imp, op, match->scalar, args, 2));
}

// Takes in the statements; `inner` is the only par that may be among them. False when one has an
// effect that a tile would lose.
static bool note_stms(Match *match, const Stms *stms, const Par *inner) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    if (exp->op == OP_PAR && exp->as.par == inner) continue;
    if (stm->var_count != 1) return false;
    const Type *type = stm->vars[0]->type;
    bool is_view = op_has(exp->op, FLAG_VIEW) && exp->op != OP_UPDATE;
    if (type->kind == TYPE_ARRAY && is_view) {
      if (type->place->block != exp->args[0].var->type->place->block) return false; // a copy
    } else if (exp->op == OP_INDEX) {
      note_load(match, stm);
    } else if (op_is_scalar(exp->op)) {
      if (type_is_scalar(type, SCALAR_I64)) note_address(match, stm);
      if (type_is_scalar(type, match->scalar)) note_value(match, stm);
    } else {
      return false;
    }
  }
  return true;
}

// ---- The nest ----

// The one par in the thunk whose result is the one output, a map; NULL when there is none.
static const Stm *only_par(const Par *par) {
  if (par->rank != 1 || par->has_epilogue || par->acc_count > 0) return NULL;
  if (par->body.output_count != 1 || par->body.outputs[0].mode != MODE_MAP) return NULL;
  const Stm *found = NULL;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    if (par->body.stms.data[i]->exp->op != OP_PAR) continue;
    if (found) return NULL;
    found = par->body.stms.data[i];
  }
  bool is_result =
      found && found->var_count == 1 && par->body.outputs[0].values[0].var == found->vars[0];
  return is_result ? found : NULL;
}

static bool is_reduction(const Par *par) {
  if (par->rank != 1 || par->has_epilogue || par->acc_count > 0) return false;
  if (par->body.output_count != 1) return false;
  const Output *output = &par->body.outputs[0];
  if (output->mode != MODE_REDUCE || output->value_count != 1 || output->neutral[0].var)
    return false;
  Scalar scalar = output->neutral[0].constant.type;
  if (scalar == SCALAR_BOOL || scalar == SCALAR_F16) return false;
  Op op = operator_primitive(output->op, 0, 1);
  return op != OP_COUNT && is_vector_op(op, scalar);
}

static void note_index(Match *match, const Par *par, int which) {
  Affine *affine = arena_make(match->arena, Affine);
  *affine = (Affine){0};
  affine->by[which] = imp_i64(match->lower->imp, 1);
  varset_add(&match->inside, par->indices[0]);
  map_put(match->addresses, map_key(par->indices[0]), affine);
}

// The size of a dimension of the nest, which must be known outside.
static ImpExp *size_of(Match *match, const Par *par) {
  Affine affine;
  if (!affine_of(match, dim_size(par->space[0]), &affine) || !is_invariant(&affine)) return NULL;
  return affine.base;
}

static void set_place(Match *match, ImpPlace *place, const Var *block, const Affine *at, int first,
                      int second, ImpExp *start) {
  Lower *lower = match->lower;
  ImpExp *zero = imp_i64(lower->imp, 0);
  place->pointer = bound_of(lower, (Var *)block)->pointers[match->scalar];
  place->strides = arena_array(lower->imp->arena, ImpExp *, 2);
  place->strides[0] = at->by[first] ? at->by[first] : zero;
  place->strides[1] = at->by[second] ? at->by[second] : zero;
  ImpExp *offset = at->base ? at->base : zero;
  // The rows of the nest may begin further on.
  ImpExp *skip = at->by[I] ? imp_mul(lower->imp, at->by[I], start) : zero;
  place->offset = imp_add(lower->imp, offset, skip);
}

static ImpExp *is_worthwhile(Lower *lower, ImpExp *rows, ImpExp *columns, ImpExp *depth) {
  ImpProgram *imp = lower->imp;
  ImpExp *is_high = imp_binary(imp, OP_SLE, imp_i64(imp, LEAST_ROWS), rows);
  ImpExp *is_wide = imp_binary(imp, OP_SLE, imp_i64(imp, LEAST_COLUMNS), columns);
  ImpExp *is_deep = imp_binary(imp, OP_SLE, imp_i64(imp, LEAST_DEPTH), depth);
  return imp_binary(imp, OP_AND, imp_binary(imp, OP_AND, is_high, is_wide), is_deep);
}

static ImpTile *emit_tile(Match *match, const Output *reduce) {
  Lower *lower = match->lower;
  ImpVar *block = imp_block(&lower->out, name_of(lower, "room"));
  ImpExp *count = imp_i64(lower->imp, IMP_TILE_ROOM);
  imp_alloc(&lower->out, block, match->scalar, &count, 1);
  ImpTile *tile = imp_tile(&lower->out);
  tile->room = block;
  tile->scalar = match->scalar;
  tile->step = operator_primitive(reduce->op, 0, 1);
  tile->neutral = reduce->neutral[0].constant;
  tile->x = match->x;
  tile->y = match->y;
  tile->value = map_get(match->values, map_key(reduce->values[0].var));
  return tile;
}

bool lower_is_tile_shaped(const Par *par) {
  const Stm *middle = only_par(par);
  const Stm *inner = middle ? only_par(middle->exp->as.par) : NULL;
  return inner && is_reduction(inner->exp->as.par);
}

// Finds the three pars of the nest.
static bool match_nest(Match *match, const Par *outer, const Stm **row) {
  const Stm *middle = only_par(outer);
  const Stm *inner = middle ? only_par(middle->exp->as.par) : NULL;
  if (!inner || !is_reduction(inner->exp->as.par)) return false;
  match->pars[I] = outer;
  match->pars[J] = middle->exp->as.par;
  match->pars[K] = inner->exp->as.par;
  *row = middle;
  return true;
}

// Takes in everything that the nest computes: two loads, and the value made from them.
static bool match_code(Match *match) {
  Lower *lower = match->lower;
  const Output *reduce = &match->pars[K]->body.outputs[0];
  match->scalar = reduce->neutral[0].constant.type;
  match->inside = bound_vars_stms(lower->arena, &match->pars[I]->body.stms);
  match->addresses = map_new(lower->arena);
  match->values = map_new(lower->arena);
  match->x = imp_var(lower->imp, IMP_SCALAR, match->scalar, name_of(lower, "x"));
  match->y = imp_var(lower->imp, IMP_SCALAR, match->scalar, name_of(lower, "y"));
  for (int i = 0; i < INDICES; i++)
    note_index(match, match->pars[i], i);
  for (int i = 0; i < INDICES; i++)
    if (!note_stms(match, &match->pars[i]->body.stms, i < K ? match->pars[i + 1] : NULL))
      return false;
  return match->a && match->b && value_of(match, reduce->values[0]);
}

// Is the row made where it belongs, in a block that the nest does not read? `to` is the address of
// its elements.
static bool match_place(Match *match, const Var *row, const Var *result, Affine *to) {
  const Place *place = row->type->place;
  if (place->block != result->type->place->block) return false;
  if (place->block == match->a->block || place->block == match->b->block) return false;
  Affine whole;
  Atom at[2] = {atom_var(match->pars[I]->indices[0]), atom_var(match->pars[J]->indices[0])};
  return address_of(match, row, &at[1], 1, to) && address_of(match, result, at, 2, &whole) &&
         affine_equal(to, &whole);
}

ImpStm *tile_emit(Lower *lower, const ParState *state, ImpExp *first, ImpExp *last) {
  Match match = {.lower = lower, .arena = lower->arena};
  const Stm *row = NULL;
  Affine to;
  if (!match_nest(&match, state->par, &row) || !match_code(&match)) return NULL;
  if (!match_place(&match, row->vars[0], state->outputs[0].results[0], &to)) return NULL;
  ImpExp *columns = size_of(&match, match.pars[J]), *depth = size_of(&match, match.pars[K]);
  if (!columns || !depth) return NULL;
  ImpExp *rows = imp_sub(lower->imp, last, first);
  ImpStm *choice = imp_if(&lower->out, is_worthwhile(lower, rows, columns, depth));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &choice->as.branch.body);
  ImpTile *tile = emit_tile(&match, &match.pars[K]->body.outputs[0]);
  tile->rows = rows;
  tile->columns = columns;
  tile->depth = depth;
  set_place(&match, &tile->out, row->vars[0]->type->place->block, &to, I, J, first);
  set_place(&match, &tile->a, match.a->block, &match.a->at, I, K, first);
  set_place(&match, &tile->b, match.b->block, &match.b->at, K, J, first);
  imp_release(&lower->out, tile->room);
  lower->out = saved;
  return choice;
}
