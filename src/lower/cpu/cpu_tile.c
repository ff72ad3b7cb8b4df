// Matrix-shaped reductions: two pars around a reduction of values that depend on the outer index
// and the reduced one, or on the inner index and the reduced one.
//
//   par (i < n) { par (j < m) { par (k < p) { x = a[…i, k…]  y = b[…k, j…]  reduce op f(x, y) } } }
//     becomes, when the sizes are large enough,
//   tile [n, m, p] out(i, j) := op over k of f(a(i, k), b(k, j))
//
// The addresses must be affine in the three indices, and f an expression by operators that vectors
// have too, or by minima and maxima. Everything else remains loops.
#include "analysis/address.h"
#include "ir/par.h"
#include "lower/lower_internal.h"

enum { LEAST_ROWS = 4, LEAST_COLUMNS = 8, LEAST_DEPTH = 8 }; // worth packing

enum { I, J, K, INDICES };

// base + by[I]*i + by[J]*j + by[K]*k, all known in front of the nest.
typedef struct Affine {
  const Poly *base;
  const Poly *by[INDICES];
} Affine;

// A load of one element at an affine address.
typedef struct Load {
  const Var *block;
  Affine at;
} Load;

typedef struct Match {
  Lower *lower;
  Arena *arena;
  VarSet inside; // bound in the nest
  Addresses *addresses;
  Map *values; // Var -> ImpExp, over x and y
  const Par *pars[INDICES];
  Scalar scalar;
  ImpVar *x, *y;
  const Load *a, *b;
} Match;

// ---- Addresses ----

// The number as an expression in front of the nest.
static ImpExp *number_of(Match *match, const Poly *poly) {
  ImpProgram *imp = match->lower->imp;
  ImpExp *sum = imp_i64(imp, 0);
  for (size_t i = 0; i < poly->count; i++) {
    const Term *term = &poly->terms[i];
    ImpExp *product = imp_i64(imp, term->factor);
    for (size_t k = 0; k < term->degree; k++)
      product = imp_mul(imp, product, lower_atom(match->lower, atom_var(term->vars[k])));
    sum = imp_add(imp, sum, product);
  }
  return sum;
}

// Is it known in front of the nest?
static bool is_outside(const Match *match, const Poly *poly) {
  for (size_t i = 0; i < poly->count; i++)
    for (size_t k = 0; k < poly->terms[i].degree; k++)
      if (varset_has(&match->inside, poly->terms[i].vars[k])) return false;
  return true;
}

// The parts of an address; false when it is not affine in the three indices.
static bool affine_of(Match *match, const Poly *address, Affine *affine) {
  Algebra *algebra = addresses_algebra(match->addresses);
  affine->base = address;
  for (int i = 0; i < INDICES; i++)
    if (!poly_split(algebra, affine->base, match->pars[i]->indices[0], &affine->by[i],
                    &affine->base) ||
        !is_outside(match, affine->by[i]))
      return false;
  return is_outside(match, affine->base);
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
  const Poly *address =
      address_element(match->addresses, array->type, exp->args + 1, exp->arg_count - 1);
  if (!affine_of(match, address, &load->at)) return;
  bool has_i = !poly_is_zero(load->at.by[I]), has_j = !poly_is_zero(load->at.by[J]);
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
      address_note(match->addresses, stm);
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
  if (par->body.output_count != 1 || !mode_has(par->body.outputs[0].mode, TRAIT_ELEMENTS))
    return NULL;
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
  if (!mode_has(output->mode, TRAIT_TOTAL) || output->value_count != 1 || output->neutral[0].var)
    return false;
  Scalar scalar = output->neutral[0].constant.type;
  if (scalar == SCALAR_BOOL || scalar == SCALAR_F16) return false;
  Op op = operator_primitive(output->op, 0, 1);
  return op != OP_COUNT && is_vector_op(op, scalar);
}

// The size of a dimension of the nest; NULL where it is not known outside.
static ImpExp *size_of(Match *match, const Par *par) {
  const Poly *size = address_value(match->addresses, dim_size(par->space[0]));
  return size && is_outside(match, size) ? number_of(match, size) : NULL;
}

static void set_place(Match *match, ImpPlace *place, const Var *block, const Affine *at, int first,
                      int second, ImpExp *start) {
  Lower *lower = match->lower;
  place->pointer = bound_of(lower, (Var *)block)->pointers[match->scalar];
  place->strides = arena_array(lower->imp->arena, ImpExp *, 2);
  place->strides[0] = number_of(match, at->by[first]);
  place->strides[1] = number_of(match, at->by[second]);
  // The rows of the nest may begin further on.
  ImpExp *skip = imp_mul(lower->imp, number_of(match, at->by[I]), start);
  place->offset = imp_add(lower->imp, number_of(match, at->base), skip);
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
  match->addresses = addresses_new(lower->arena);
  match->values = map_new(lower->arena);
  match->x = imp_var(lower->imp, IMP_SCALAR, match->scalar, name_of(lower, "x"));
  match->y = imp_var(lower->imp, IMP_SCALAR, match->scalar, name_of(lower, "y"));
  for (int i = 0; i < INDICES; i++)
    varset_add(&match->inside, match->pars[i]->indices[0]);
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
  Atom at[2] = {atom_var(match->pars[I]->indices[0]), atom_var(match->pars[J]->indices[0])};
  const Poly *address = address_element(match->addresses, row->type, &at[1], 1);
  const Poly *whole = address_element(match->addresses, result->type, at, 2);
  return poly_equal(address, whole) && affine_of(match, address, to);
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
