#include "mem/lmad.h"

#include <string.h>

// A product: coefficient * vars[0] * vars[1] ..., the variables in order of their index.
typedef struct Monomial {
  int64_t coefficient;
  Var **vars;
  size_t count;
} Monomial;

// A number that is in scope.
typedef struct LmadKnown {
  uint64_t key;
  size_t previous; // the number + 1 of the entry that had the key before
  const Poly *poly;
  Atom value;
} LmadKnown;

struct Lmads {
  Program *program;
  Arena *scratch;
  Algebra *algebra;
  Map *products; // Var -> Monomial *: what it is the product of, true in any scope
  Map *polys;    // Var -> Poly: what it is modulo 2^64, true in any scope
  Map *latest;   // key -> the number + 1 of its last entry
  Vec(LmadKnown) known;
};

Lmads *lmads_new(Program *program, Arena *scratch) {
  Lmads *lmads = arena_make(scratch, Lmads);
  lmads->program = program;
  lmads->scratch = scratch;
  lmads->algebra = algebra_new(scratch);
  lmads->products = map_new(scratch);
  lmads->polys = map_new(scratch);
  lmads->latest = map_new(scratch);
  return lmads;
}

// ---- Monomials ----

static Monomial monomial_constant(int64_t value) { return (Monomial){.coefficient = value}; }

static int64_t wrapped_product(int64_t a, int64_t b) { return mul_i64(a, b); }

static Monomial monomial_of(const Lmads *lmads, Atom atom) {
  if (!atom.var) return monomial_constant(constant_to_i64(atom.constant));
  const Monomial *known = map_get(lmads->products, map_key(atom.var));
  if (known) return *known;
  Monomial monomial = {.coefficient = 1, .count = 1};
  monomial.vars = arena_array(lmads->scratch, Var *, 1);
  monomial.vars[0] = atom.var;
  return monomial;
}

static Monomial monomial_mul(const Lmads *lmads, Monomial a, Monomial b) {
  Monomial product = {.coefficient = wrapped_product(a.coefficient, b.coefficient)};
  if (product.coefficient == 0) return product;
  product.vars = arena_array(lmads->scratch, Var *, a.count + b.count);
  size_t i = 0, k = 0;
  while (i < a.count || k < b.count) {
    bool is_left = k == b.count || (i < a.count && a.vars[i]->index <= b.vars[k]->index);
    product.vars[product.count++] = is_left ? a.vars[i++] : b.vars[k++];
  }
  return product;
}

static bool monomial_equal(const Monomial *a, const Monomial *b) {
  if (a->coefficient != b->coefficient || a->count != b->count) return false;
  for (size_t i = 0; i < a->count; i++) {
    if (a->vars[i] != b->vars[i]) return false;
  }
  return true;
}

// ---- Polynomials ----

static const Poly *poly_of(const Lmads *lmads, Atom atom) {
  if (!atom.var) return poly_constant(lmads->algebra, constant_to_i64(atom.constant));
  const Poly *known = map_get(lmads->polys, map_key(atom.var));
  return known ? known : poly_var(lmads->algebra, atom.var);
}

static const Poly *monomial_poly(const Lmads *lmads, const Monomial *monomial) {
  const Poly *product = poly_constant(lmads->algebra, monomial->coefficient);
  for (size_t i = 0; i < monomial->count; i++)
    product = poly_mul(lmads->algebra, product, poly_of(lmads, atom_var(monomial->vars[i])));
  return product;
}

static bool monomial_same(const Lmads *lmads, const Monomial *a, const Monomial *b) {
  return monomial_equal(a, b) || poly_equal(monomial_poly(lmads, a), monomial_poly(lmads, b));
}

const Poly *lmads_poly(const Lmads *lmads, Atom atom) { return poly_of(lmads, atom); }

Algebra *lmads_algebra(const Lmads *lmads) { return lmads->algebra; }

bool number_is_natural(Atom atom) { return !atom.var && constant_to_i64(atom.constant) >= 0; }

bool lmads_same(const Lmads *lmads, Atom a, Atom b) {
  if (atom_equal(a, b)) return true;
  Monomial left = monomial_of(lmads, a), right = monomial_of(lmads, b);
  return monomial_equal(&left, &right) || poly_equal(poly_of(lmads, a), poly_of(lmads, b));
}

bool lmads_same_place(const Lmads *lmads, const Place *a, const Place *b, size_t rank) {
  if (a->block != b->block || !lmads_same(lmads, a->offset, b->offset)) return false;
  if (!a->strides || !b->strides) return a->strides == b->strides;
  for (size_t k = 0; k < rank; k++)
    if (!lmads_same(lmads, a->strides[k], b->strides[k])) return false;
  return true;
}

// ---- What is in scope ----

// The number as an atom; false when it is not in scope. A variable that a number in scope is made
// of is in scope itself.
static bool known_find(const Lmads *lmads, const Poly *poly, Atom *value) {
  int64_t constant;
  if (!poly) return false;
  if (poly_is_constant(poly, &constant)) {
    *value = atom_i64(constant);
    return true;
  }
  Var *var = poly_is_var(poly);
  if (var) {
    *value = atom_var(var);
    return true;
  }
  size_t number = (size_t)(uintptr_t)map_get(lmads->latest, poly_hash(poly));
  while (number > 0) {
    const LmadKnown *known = &lmads->known.data[number - 1];
    if (poly_equal(known->poly, poly)) {
      *value = known->value;
      return true;
    }
    number = known->previous;
  }
  return false;
}

// The variable has this value.
static void known_add(Lmads *lmads, const Poly *poly, Var *var) {
  if (!poly) return;
  map_put(lmads->polys, map_key(var), (void *)poly);
  LmadKnown known = {.key = poly_hash(poly), .poly = poly, .value = atom_var(var)};
  known.previous = (size_t)(uintptr_t)map_get(lmads->latest, known.key);
  vec_push(lmads->scratch, &lmads->known, known);
  map_put(lmads->latest, known.key, (void *)(uintptr_t)lmads->known.count);
}

size_t lmads_open(const Lmads *lmads) { return lmads->known.count; }

void lmads_close(Lmads *lmads, size_t mark) {
  while (lmads->known.count > mark) {
    LmadKnown known = vec_pop(&lmads->known);
    map_put(lmads->latest, known.key, (void *)(uintptr_t)known.previous);
  }
}

static void product_learn(Lmads *lmads, Monomial product, Var *var) {
  Monomial *stored = arena_make(lmads->scratch, Monomial);
  *stored = product;
  map_put(lmads->products, map_key(var), stored);
  known_add(lmads, monomial_poly(lmads, &product), var);
}

static const Poly *sum_of(const Lmads *lmads, Op op, Atom a, Atom b) {
  const Poly *left = poly_of(lmads, a), *right = poly_of(lmads, b);
  return op == OP_ADD ? poly_add(lmads->algebra, left, right)
                      : poly_sub(lmads->algebra, left, right);
}

void lmads_learn(Lmads *lmads, const Stm *stm) {
  const Exp *exp = stm->exp;
  bool is_number = exp->op == OP_MUL || exp->op == OP_ADD || exp->op == OP_SUB;
  if (!is_number || !type_is_scalar(stm->vars[0]->type, SCALAR_I64)) return;
  if (exp->op == OP_MUL) {
    Monomial left = monomial_of(lmads, exp->args[0]), right = monomial_of(lmads, exp->args[1]);
    product_learn(lmads, monomial_mul(lmads, left, right), stm->vars[0]);
  } else {
    known_add(lmads, sum_of(lmads, exp->op, exp->args[0], exp->args[1]), stm->vars[0]);
  }
}

// ---- Arithmetic ----

// Statements of the algebra never fail: they need no certificate.
static Atom emit(Builder *builder, const char *name, Op op, Atom a, Atom b) {
  Builder bare = *builder;
  bare.cert_count = 0;
  return build_binary(&bare, name, op, a, b);
}

Atom lmads_add(Lmads *lmads, Builder *builder, Atom a, Atom b) {
  const Poly *sum = sum_of(lmads, OP_ADD, a, b);
  Atom known;
  if (known_find(lmads, sum, &known)) return known;
  // In one order: a constant last.
  bool is_swapped = !a.var || (b.var && b.var->index < a.var->index);
  Atom value = emit(builder, "offset", OP_ADD, is_swapped ? b : a, is_swapped ? a : b);
  known_add(lmads, sum, value.var);
  return value;
}

// The product as an atom, computed from left to right where it is not in scope.
static Atom monomial_emit(Lmads *lmads, Builder *builder, Monomial product) {
  if (product.count == 0) return atom_i64(product.coefficient);
  if (product.count == 1 && product.coefficient == 1) return atom_var(product.vars[0]);
  Atom known;
  if (known_find(lmads, monomial_poly(lmads, &product), &known)) return known;
  Monomial rest = product;
  Atom factor;
  if (product.coefficient != 1) {
    rest.coefficient = 1;
    factor = atom_i64(product.coefficient);
  } else {
    factor = atom_var(product.vars[--rest.count]);
  }
  Atom left = monomial_emit(lmads, builder, rest);
  Atom value = emit(builder, "stride", OP_MUL, left, factor);
  product_learn(lmads, product, value.var);
  return value;
}

Atom lmads_mul(Lmads *lmads, Builder *builder, Atom a, Atom b) {
  Monomial product = monomial_mul(lmads, monomial_of(lmads, a), monomial_of(lmads, b));
  Atom known;
  if (product.coefficient == 0) return atom_i64(0);
  if (known_find(lmads, monomial_poly(lmads, &product), &known)) return known;
  Atom value = emit(builder, "offset", OP_MUL, a, b);
  product_learn(lmads, product, value.var);
  return value;
}

// ---- Index functions ----

// An index function whose strides are not computed yet.
typedef struct PlaceLmad {
  Var *block;
  Atom offset;
  Monomial *strides;
  size_t rank;
} PlaceLmad;

// The strides of a row-major array of this shape.
static Monomial *dense_strides(const Lmads *lmads, const Dim *dims, size_t rank) {
  Monomial *strides = arena_array(lmads->scratch, Monomial, rank);
  Monomial stride = monomial_constant(1);
  for (size_t k = rank; k > 0; k--) {
    strides[k - 1] = stride;
    stride = monomial_mul(lmads, stride, monomial_of(lmads, dim_size(dims[k - 1])));
  }
  return strides;
}

static PlaceLmad lmad_of(const Lmads *lmads, const Type *type) {
  const Place *place = type->place;
  PlaceLmad lmad = {.block = place->block, .offset = place->offset, .rank = type->rank};
  if (!place->strides) {
    lmad.strides = dense_strides(lmads, type->dims, type->rank);
    return lmad;
  }
  lmad.strides = arena_array(lmads->scratch, Monomial, type->rank);
  for (size_t k = 0; k < type->rank; k++)
    lmad.strides[k] = monomial_of(lmads, place->strides[k]);
  return lmad;
}

static PlaceLmad lmad_new(const Lmads *lmads, Var *block, Atom offset, size_t rank) {
  return (PlaceLmad){.block = block,
                     .offset = offset,
                     .rank = rank,
                     .strides = arena_array(lmads->scratch, Monomial, rank)};
}

// Do these dimensions stand in order, `step` apart? A dimension of one element has any stride.
static bool is_spread(const Lmads *lmads, const Monomial *strides, const Dim *dims, size_t rank,
                      Monomial step) {
  const Monomial *dense = dense_strides(lmads, dims, rank);
  for (size_t k = 0; k < rank; k++) {
    bool is_single = !dims[k].var && dims[k].size == 1;
    Monomial spread = monomial_mul(lmads, dense[k], step);
    if (!is_single && !monomial_same(lmads, &strides[k], &spread)) return false;
  }
  return true;
}

static bool is_dense(const Lmads *lmads, const Monomial *strides, const Dim *dims, size_t rank) {
  return is_spread(lmads, strides, dims, rank, monomial_constant(1));
}

static Place lmad_place(Lmads *lmads, Builder *builder, const PlaceLmad *lmad, const Dim *dims) {
  Place place = {.block = lmad->block, .offset = lmad->offset};
  if (is_dense(lmads, lmad->strides, dims, lmad->rank)) return place;
  place.strides = arena_array(lmads->program->arena, Atom, lmad->rank);
  for (size_t k = 0; k < lmad->rank; k++)
    place.strides[k] = monomial_emit(lmads, builder, lmad->strides[k]);
  return place;
}

// The offset of the element at `index` of a dimension.
static Atom lmad_step(Lmads *lmads, Builder *builder, const PlaceLmad *lmad, size_t k, Atom index) {
  if (atom_is_i64(index, 0)) return lmad->offset;
  Atom stride = monomial_emit(lmads, builder, lmad->strides[k]);
  return lmads_add(lmads, builder, lmad->offset, lmads_mul(lmads, builder, index, stride));
}

// ---- Places ----

bool place_is_plain(const Type *type) {
  return atom_is_i64(type->place->offset, 0) && !type->place->strides;
}

Atom place_stride(Lmads *lmads, Builder *builder, const Type *type, size_t k) {
  if (type->place->strides) return type->place->strides[k];
  return monomial_emit(lmads, builder, dense_strides(lmads, type->dims, type->rank)[k]);
}

Place place_index(Lmads *lmads, Builder *builder, const Type *array, const Atom *indices,
                  size_t count) {
  PlaceLmad lmad = lmad_of(lmads, array);
  for (size_t k = 0; k < count; k++)
    lmad.offset = lmad_step(lmads, builder, &lmad, k, indices[k]);
  lmad.strides += count;
  lmad.rank -= count;
  return lmad_place(lmads, builder, &lmad, array->dims + count);
}

static Place place_lmad_slice(Lmads *lmads, Builder *builder, const Type *array,
                              const Selector *selector, const Atom *atoms, const Type *result) {
  PlaceLmad base = lmad_of(lmads, array);
  Atom offset = lmad_step(lmads, builder, &base, 0, atoms[0]);
  PlaceLmad lmad = lmad_new(lmads, base.block, offset, selector->rank);
  for (size_t k = 0; k < lmad.rank; k++)
    lmad.strides[k] = monomial_mul(lmads, base.strides[0], monomial_of(lmads, atoms[2 + 2 * k]));
  return lmad_place(lmads, builder, &lmad, result->dims);
}

Place place_slice(Lmads *lmads, Builder *builder, const Type *array, const Selector *selector,
                  const Atom *atoms, const Type *result) {
  if (selector->is_lmad) return place_lmad_slice(lmads, builder, array, selector, atoms, result);
  PlaceLmad base = lmad_of(lmads, array);
  PlaceLmad lmad = lmad_new(lmads, base.block, base.offset, result->rank);
  size_t next = 0;
  for (size_t k = 0; k < array->rank; k++) {
    bool is_whole = k >= selector->rank;
    if (!is_whole) base.offset = lmad_step(lmads, builder, &base, k, *atoms);
    if (is_whole)
      lmad.strides[next++] = base.strides[k];
    else if (selector->is_range[k])
      lmad.strides[next++] = monomial_mul(lmads, base.strides[k], monomial_of(lmads, atoms[2]));
    if (!is_whole) atoms += selector->is_range[k] ? 3 : 1;
  }
  lmad.offset = base.offset;
  return lmad_place(lmads, builder, &lmad, result->dims);
}

Place place_part(Lmads *lmads, Builder *builder, const Type *array, size_t dim, Atom start,
                 const Type *part) {
  PlaceLmad lmad = lmad_of(lmads, array);
  lmad.offset = lmad_step(lmads, builder, &lmad, dim, start);
  return lmad_place(lmads, builder, &lmad, part->dims);
}

Place place_permute(Lmads *lmads, Builder *builder, const Type *array, const uint32_t *permutation,
                    const Type *result) {
  PlaceLmad base = lmad_of(lmads, array);
  PlaceLmad lmad = lmad_new(lmads, base.block, base.offset, base.rank);
  for (size_t k = 0; k < base.rank; k++)
    lmad.strides[k] = base.strides[permutation[k]];
  return lmad_place(lmads, builder, &lmad, result->dims);
}

// Leading dimensions that the shapes have in common keep their strides; what follows must stand in
// order, with one step from each element to the next.
bool place_reshape(Lmads *lmads, Builder *builder, const Type *array, const Type *result,
                   Place *place) {
  if (!array->place->strides) {
    *place = *array->place;
    return true;
  }
  PlaceLmad base = lmad_of(lmads, array);
  size_t common = 0;
  while (common < array->rank && common < result->rank &&
         lmads_same(lmads, dim_size(array->dims[common]), dim_size(result->dims[common])))
    common++;
  size_t rest = array->rank - common;
  const Monomial *strides = base.strides + common;
  Monomial step = monomial_constant(1);
  if (!is_dense(lmads, strides, array->dims + common, rest)) {
    step = base.strides[array->rank - 1];
    if (!is_spread(lmads, strides, array->dims + common, rest, step)) return false;
  }
  PlaceLmad lmad = lmad_new(lmads, base.block, base.offset, result->rank);
  memcpy(lmad.strides, base.strides, common * sizeof *lmad.strides);
  const Monomial *dense = dense_strides(lmads, result->dims + common, result->rank - common);
  for (size_t k = common; k < result->rank; k++)
    lmad.strides[k] = monomial_mul(lmads, dense[k - common], step);
  *place = lmad_place(lmads, builder, &lmad, result->dims);
  return true;
}
