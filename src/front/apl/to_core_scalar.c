// Scalar functions: on elements, and element by element on arrays.
#include "front/apl/to_core_internal.h"

// ---- On arrays ----

// Short vectors of ints whose elements are known are computed here: shapes and the like.
static bool is_shape_like(const AplArray *array) {
  return array->rank == 0 || (array->items != NULL && array->kind <= APL_INT);
}

const AplValue *apl_map_monadic(AplLower *lower, ScalarMonadic *function, const AplValue *right) {
  const AplArray *array = apl_array(lower, right);
  size_t count;
  if (array->rank == 1 && is_shape_like(array)) {
    const Elem *items = apl_known(lower, array, &count);
    Elem *results = arena_array(lower->arena, Elem, count + 1);
    for (size_t i = 0; i < count; i++)
      results[i] = function(lower, items[i]);
    return apl_value_items(lower, results, count,
                           function(lower, count > 0 ? items[0] : apl_fill(array->kind)).kind);
  }
  array = apl_stored(lower, right);
  AplNest nest = apl_nest_open(lower, array->dims, array->rank);
  Elem elem = function(lower, apl_element(lower, array, nest.index));
  return apl_nest_close(lower, &nest, elem);
}

static _Noreturn void fail_ranks(AplLower *lower, const AplValue *left, const AplValue *right) {
  apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: the arguments have different ranks: %s and %s",
           apl_type_text(lower, left), apl_type_text(lower, right));
}

Pairing apl_pair(AplLower *lower, const AplValue *left, const AplValue *right) {
  Pairing pairing = {.arrays = {apl_stored(lower, left), apl_stored(lower, right)}};
  for (size_t i = 0; i < 2; i++)
    pairing.is_single[i] = apl_is_single(pairing.arrays[i]);
  size_t whole = pairing.is_single[0] && (!pairing.is_single[1] ||
                                          pairing.arrays[1]->rank >= pairing.arrays[0]->rank)
                     ? 1
                     : 0;
  size_t other = 1 - whole;
  pairing.rank = pairing.arrays[whole]->rank;
  pairing.dims = pairing.arrays[whole]->dims;
  for (size_t i = 0; i < 2; i++)
    if (pairing.is_single[i]) pairing.single[i] = apl_single(lower, pairing.arrays[i]);
  if (pairing.is_single[other]) return pairing;
  if (pairing.arrays[other]->rank != pairing.rank) fail_ranks(lower, left, right);
  const AplArray *second = pairing.arrays[other];
  bool is_same = true;
  for (size_t i = 0; i < pairing.rank; i++) {
    Atom sizes[2] = {pairing.dims[i], second->dims[i]};
    if (atom_equal(sizes[0], sizes[1])) continue;
    is_same = false;
    Atom is_equal = apl_op2(lower, OP_EQ, sizes[0], sizes[1]);
    apl_check_shapes(lower, is_equal, "the arguments have different shapes", pairing.arrays[0],
                     pairing.arrays[1]);
  }
  if (is_same) return pairing;
  const Type *type = apl_part_type(lower, second->kind, pairing.rank, pairing.dims);
  AplArray *coerced = arena_make(lower->arena, AplArray);
  *coerced = *second;
  coerced->dims = pairing.dims;
  coerced->items = NULL;
  for (size_t i = 0; i < apl_kind_parts(second->kind); i++)
    coerced->data[i] = atom_var(emit_shaped(
        &lower->emit, "same", exp_new(lower->emit.program, OP_COERCE, &second->data[i], 1), type));
  pairing.arrays[other] = coerced;
  return pairing;
}

Elem apl_pair_element(AplLower *lower, const Pairing *pairing, size_t side, const Atom *index) {
  if (pairing->is_single[side]) return pairing->single[side];
  return apl_element(lower, pairing->arrays[side], index);
}

static const AplValue *map_known(AplLower *lower, ScalarDyadic *function, const AplArray *left,
                                 const AplArray *right) {
  size_t counts[2];
  const Elem *items[2] = {apl_known(lower, left, &counts[0]), apl_known(lower, right, &counts[1])};
  size_t count = left->rank == 0 || (counts[0] == 1 && right->rank > 0) ? counts[1] : counts[0];
  Elem *results = arena_array(lower->arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++)
    results[i] =
        function(lower, items[0][counts[0] == 1 ? 0 : i], items[1][counts[1] == 1 ? 0 : i]);
  if (count > 0) return apl_value_items(lower, results, count, results[0].kind);
  EmitBlock *block = emit_open(&lower->emit); // only for the kind
  Elem none = function(lower, apl_fill(left->kind), apl_fill(right->kind));
  emit_close(&lower->emit, block);
  return apl_value_items(lower, NULL, 0, none.kind);
}

const AplValue *apl_map_dyadic(AplLower *lower, ScalarDyadic *function, const AplValue *left,
                               const AplValue *right) {
  const AplArray *a = apl_array(lower, left), *b = apl_array(lower, right);
  bool is_known = is_shape_like(a) && is_shape_like(b) && a->rank + b->rank > 0 &&
                  (a->rank == 0 || b->rank == 0 || atom_equal(a->dims[0], b->dims[0]));
  if (is_known && a->kind <= APL_INT && b->kind <= APL_INT) return map_known(lower, function, a, b);
  size_t mark = emit_mark(&lower->emit);
  Pairing pairing = apl_pair(lower, left, right);
  AplNest nest = apl_nest_open(lower, pairing.dims, pairing.rank);
  Elem elem = function(lower, apl_pair_element(lower, &pairing, 0, nest.index),
                       apl_pair_element(lower, &pairing, 1, nest.index));
  const AplValue *result = apl_nest_close(lower, &nest, elem);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// `M+[1]v`: the axes of the argument with fewer are these of the other.
const AplValue *apl_map_axes(AplLower *lower, ScalarDyadic *function, const AplValue *given,
                             const AplValue *left, const AplValue *right) {
  size_t count;
  const AplArray *sides[2] = {apl_stored(lower, left), apl_stored(lower, right)};
  size_t least = sides[0]->rank < sides[1]->rank ? 0 : 1;
  const AplArray *few = sides[least], *many = sides[1 - least];
  const Elem *axes = apl_known(lower, apl_stored(lower, given), &count);
  if (few->rank == 0 || few->rank == many->rank)
    return apl_map_dyadic(lower, function, left, right);
  if (axes == NULL || count != few->rank)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: there is %s for the axes of %s",
             apl_type_text(lower, given), apl_type_text(lower, least == 0 ? left : right));
  size_t *places = arena_array(lower->arena, size_t, count);
  size_t mark = emit_mark(&lower->emit);
  for (size_t i = 0; i < count; i++) {
    AplFunction one = {.axis = apl_value_scalar(lower, axes[i])};
    Call along = {.function = &one};
    places[i] = apl_axis(lower, &along, many, 0);
    Atom sizes[2] = {few->dims[i], many->dims[places[i]]};
    if (!atom_equal(sizes[0], sizes[1]))
      apl_check_shapes(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]),
                       "the shapes do not fit along the axes in brackets", sides[0], sides[1]);
  }
  AplNest nest = apl_nest_open(lower, many->dims, many->rank);
  Atom *index = arena_array(lower->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    index[i] = nest.index[places[i]];
  Elem elems[2];
  elems[least] = apl_element(lower, few, index);
  elems[1 - least] = apl_element(lower, many, nest.index);
  const AplValue *result = apl_nest_close(lower, &nest, function(lower, elems[0], elems[1]));
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Kinds of arguments ----

const char *apl_function_text(AplLower *lower) {
  return lower->glyph == NULL ? "the function" : arena_printf(lower->arena, "`%s`", lower->glyph);
}

static _Noreturn void fail_number(AplLower *lower) {
  apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: %s takes numbers, not char",
           apl_function_text(lower));
}

_Noreturn void apl_domain_elem(AplLower *lower, Elem a, Elem b) {
  if (lower->is_monadic && b.kind == APL_CHAR) fail_number(lower);
  apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: %s does not take %s and %s",
           apl_function_text(lower), apl_kind_class(a.kind, b.kind),
           apl_kind_class(b.kind, a.kind));
}

// Sizes stay what they are where ints are asked for.
static bool is_enough(AplKind kind, AplKind least) { return kind == APL_SIZE && least == APL_INT; }

AplKind apl_number(AplLower *lower, Elem *a, AplKind least) {
  if (a->kind == APL_CHAR) fail_number(lower);
  if (a->kind < least && !is_enough(a->kind, least)) *a = apl_convert(lower, *a, least);
  return a->kind;
}

AplKind apl_numbers(AplLower *lower, Elem *a, Elem *b, AplKind least) {
  if (a->kind == APL_CHAR || b->kind == APL_CHAR) apl_domain_elem(lower, *a, *b);
  AplKind kind = a->kind > b->kind ? a->kind : b->kind;
  if (kind < least && !is_enough(kind, least)) kind = least;
  *a = apl_convert(lower, *a, kind);
  *b = apl_convert(lower, *b, kind);
  return kind;
}

static void not_complex(AplLower *lower, AplKind kind) {
  if (kind == APL_COMPLEX)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: %s does not take complex numbers",
             apl_function_text(lower));
}

// ---- Arithmetic ----

Elem apl_conjugate(AplLower *lower, Elem a) {
  if (apl_number(lower, &a, APL_BOOL) == APL_COMPLEX) a.part[1] = apl_op1(lower, OP_NEG, a.part[1]);
  return a;
}

Elem apl_negate(AplLower *lower, Elem a) {
  apl_number(lower, &a, APL_INT);
  for (size_t i = 0; i < apl_kind_parts(a.kind); i++)
    a.part[i] = apl_op1(lower, OP_NEG, a.part[i]);
  return a;
}

static Elem by_parts(AplLower *lower, Op op, Elem a, Elem b) {
  apl_numbers(lower, &a, &b, APL_INT);
  for (size_t i = 0; i < apl_kind_parts(a.kind); i++)
    a.part[i] = apl_op2(lower, op, a.part[i], b.part[i]);
  return a;
}

Elem apl2_add(AplLower *lower, Elem a, Elem b) { return by_parts(lower, OP_ADD, a, b); }

Elem apl2_subtract(AplLower *lower, Elem a, Elem b) { return by_parts(lower, OP_SUB, a, b); }

Elem apl_sign(AplLower *lower, Elem a) {
  AplKind kind = apl_number(lower, &a, APL_BOOL);
  if (kind == APL_COMPLEX) return apl_complex_sign(lower, a);
  if (kind == APL_BOOL) return a;
  if (apl_is_whole(kind)) return apl_elem(kind, apl_op1(lower, OP_SSGN, a.part[0]));
  Atom sign = apl_op1(lower, OP_FSGN, a.part[0]);
  return apl_int_of(lower, apl_op_convert(lower, OP_FPTOSI, sign, SCALAR_I64));
}

static Elem rounded(AplLower *lower, Op op, Elem a) {
  AplKind kind = apl_number(lower, &a, APL_BOOL);
  if (kind != APL_DOUBLE) return a;
  Atom whole = apl_op1(lower, op, a.part[0]);
  return apl_elem(APL_INT, apl_op_convert(lower, OP_FPTOSI, whole, apl_kind_scalar(APL_INT)));
}

Elem apl_ceiling(AplLower *lower, Elem a) {
  if (a.kind != APL_COMPLEX) return rounded(lower, OP_CEIL, a);
  return apl_negate(lower, apl_complex_floor(lower, apl_negate(lower, a)));
}

Elem apl_floor(AplLower *lower, Elem a) {
  return a.kind == APL_COMPLEX ? apl_complex_floor(lower, a) : rounded(lower, OP_FLOOR, a);
}

static Elem extreme(AplLower *lower, Op int_op, Op double_op, Elem a, Elem b) {
  AplKind kind = apl_numbers(lower, &a, &b, APL_INT);
  not_complex(lower, kind);
  Op op = apl_is_whole(kind) ? int_op : double_op;
  return apl_elem(kind, apl_op2(lower, op, a.part[0], b.part[0]));
}

Elem apl2_maximum(AplLower *lower, Elem a, Elem b) {
  return extreme(lower, OP_SMAX, OP_FMAX, a, b);
}

Elem apl2_minimum(AplLower *lower, Elem a, Elem b) {
  return extreme(lower, OP_SMIN, OP_FMIN, a, b);
}

// A number of the type that another one has.
static Atom whole(Atom like, int64_t value) {
  return atom_constant(constant_int(atom_type(like)->scalar, value));
}

// The remainder takes the sign of the divisor; that of a division by 0 is the dividend.
static Atom residue_int(AplLower *lower, Atom divisor, Atom x) {
  Atom is_zero = apl_op2(lower, OP_EQ, divisor, whole(divisor, 0));
  Atom safe = emit_select(&lower->emit, is_zero, whole(divisor, 1), divisor);
  return emit_select(&lower->emit, is_zero, x, apl_op2(lower, OP_SMOD, x, safe));
}

static Atom residue_double(AplLower *lower, Atom divisor, Atom x) {
  Atom zero = atom_constant(constant_float(SCALAR_F64, 0));
  Atom rest = apl_op2(lower, OP_FMOD, x, divisor);
  Atom differs = apl_op2(lower, OP_NE, apl_op2(lower, OP_FLT, rest, zero),
                         apl_op2(lower, OP_FLT, divisor, zero));
  Atom wraps = apl_op2(lower, OP_AND, apl_op2(lower, OP_NE, rest, zero), differs);
  Atom sum = apl_op2(lower, OP_ADD, rest, divisor);
  Atom result = emit_select(&lower->emit, wraps, sum, rest);
  return emit_select(&lower->emit, apl_op2(lower, OP_EQ, divisor, zero), x, result);
}

Elem apl2_residue(AplLower *lower, Elem a, Elem b) {
  AplKind kind = apl_numbers(lower, &a, &b, APL_INT);
  not_complex(lower, kind);
  Atom (*residue)(AplLower *, Atom, Atom) = apl_is_whole(kind) ? residue_int : residue_double;
  return apl_elem(kind, residue(lower, a.part[0], b.part[0]));
}

// ---- Logic ----

// Is there a divisor left? A NaN is none.
static Atom is_divisor(AplLower *lower, Elem elem) {
  if (elem.kind != APL_DOUBLE) return apl_op2(lower, OP_NE, elem.part[0], whole(elem.part[0], 0));
  Atom zero = atom_constant(constant_float(SCALAR_F64, 0));
  return apl_op2(lower, OP_FLT, zero, apl_op1(lower, OP_FABS, elem.part[0]));
}

static Elem greatest_divisor(AplLower *lower, Elem a, Elem b) {
  Emitter *emit = &lower->emit;
  const Type *type = atom_type(a.part[0]);
  Loop *loop = arena_make(lower->arena, Loop);
  loop->param_count = 2;
  loop->params = arena_array(lower->arena, Var *, 2);
  loop->params[0] = var_new(emit->program, "a", type, emit->span);
  loop->params[1] = var_new(emit->program, "b", type, emit->span);
  Elem left = apl_elem(a.kind, atom_var(loop->params[0]));
  Elem right = apl_elem(a.kind, atom_var(loop->params[1]));
  EmitBlock *block = emit_open(emit);
  Atom goes_on = is_divisor(lower, right);
  emit_close(emit, block);
  loop->condition = body_new(emit->program, block->stms, &goes_on, 1);
  block = emit_open(emit);
  Atom next[2] = {right.part[0], apl2_residue(lower, right, left).part[0]};
  emit_close(emit, block);
  loop->body = body_new(emit->program, block->stms, next, 2);
  Atom inits[2] = {apl_magnitude(lower, a).part[0], apl_magnitude(lower, b).part[0]};
  Builder builder = emit_builder(emit);
  Stm *stm = build_infer(&builder, "gcd", exp_loop(emit->program, loop, inits, atom_i64(0)));
  return apl_elem(a.kind, atom_var(stm->vars[0]));
}

static AplKind logic_arguments(AplLower *lower, Elem *a, Elem *b) {
  AplKind kind = apl_numbers(lower, a, b, APL_BOOL);
  not_complex(lower, kind);
  return kind;
}

Elem apl2_and(AplLower *lower, Elem a, Elem b) {
  AplKind kind = logic_arguments(lower, &a, &b);
  if (kind == APL_BOOL) return apl_elem(kind, apl_op2(lower, OP_AND, a.part[0], b.part[0]));
  Elem divisor = greatest_divisor(lower, a, b), one = apl_convert(lower, apl_elem_bool(true), kind);
  Atom is_some = is_divisor(lower, divisor);
  Atom safe = emit_select(&lower->emit, is_some, divisor.part[0], one.part[0]);
  Atom factor = apl_op2(lower, kind == APL_DOUBLE ? OP_FDIV : OP_SDIV, a.part[0], safe);
  Elem product = apl_elem(kind, apl_op2(lower, OP_MUL, factor, b.part[0]));
  return apl_magnitude(lower, product);
}

Elem apl2_or(AplLower *lower, Elem a, Elem b) {
  AplKind kind = logic_arguments(lower, &a, &b);
  if (kind == APL_BOOL) return apl_elem(kind, apl_op2(lower, OP_OR, a.part[0], b.part[0]));
  return greatest_divisor(lower, a, b);
}

// A truth value; an int is checked to be one.
static Atom truth(AplLower *lower, Elem a) {
  if (a.kind == APL_BOOL) return a.part[0];
  if (!apl_is_whole(a.kind))
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: %s takes 0 and 1, not %s",
             apl_function_text(lower), apl_kind_name(a.kind));
  Atom number = apl_size_of(lower, a);
  Atom is_one = apl_op2(lower, OP_EQ, number, atom_i64(1));
  Atom is_zero = apl_op2(lower, OP_EQ, number, atom_i64(0));
  apl_check(lower, apl_op2(lower, OP_OR, is_one, is_zero), ERROR_APL_DOMAIN,
            arena_printf(lower->arena, "DOMAIN ERROR: %s takes 0 and 1, not {}",
                         apl_function_text(lower)),
            &number, 1);
  return is_one;
}

Elem apl_not(AplLower *lower, Elem a) {
  return apl_elem(APL_BOOL, emit_not(&lower->emit, truth(lower, a)));
}

static Elem negated(AplLower *lower, Op op, Elem a, Elem b) {
  Atom both = apl_op2(lower, op, truth(lower, a), truth(lower, b));
  return apl_elem(APL_BOOL, emit_not(&lower->emit, both));
}

Elem apl2_nand(AplLower *lower, Elem a, Elem b) { return negated(lower, OP_AND, a, b); }

Elem apl2_nor(AplLower *lower, Elem a, Elem b) { return negated(lower, OP_OR, a, b); }

// ---- Comparisons ----

Elem apl2_equal(AplLower *lower, Elem a, Elem b) {
  if ((a.kind == APL_CHAR) != (b.kind == APL_CHAR)) return apl_elem_bool(false);
  AplKind kind = a.kind == APL_CHAR ? APL_CHAR : apl_numbers(lower, &a, &b, APL_BOOL);
  Atom result = apl_op2(lower, OP_EQ, a.part[0], b.part[0]);
  if (kind == APL_COMPLEX)
    result = apl_op2(lower, OP_AND, result, apl_op2(lower, OP_EQ, a.part[1], b.part[1]));
  return apl_elem(APL_BOOL, result);
}

Elem apl2_not_equal(AplLower *lower, Elem a, Elem b) {
  if (a.kind == APL_BOOL && b.kind == APL_BOOL)
    return apl_elem(APL_BOOL, apl_op2(lower, OP_NE, a.part[0], b.part[0]));
  return apl_elem(APL_BOOL, emit_not(&lower->emit, apl2_equal(lower, a, b).part[0]));
}

static Elem compare(AplLower *lower, Op int_op, Op double_op, Op bool_op, Elem a, Elem b) {
  if (a.kind == APL_CHAR && b.kind == APL_CHAR)
    return apl_elem(APL_BOOL, apl_op2(lower, int_op, a.part[0], b.part[0]));
  AplKind kind = apl_numbers(lower, &a, &b, APL_BOOL);
  not_complex(lower, kind);
  Op op = kind == APL_BOOL ? bool_op : apl_is_whole(kind) ? int_op : double_op;
  return apl_elem(APL_BOOL, apl_op2(lower, op, a.part[0], b.part[0]));
}

Elem apl2_less(AplLower *lower, Elem a, Elem b) {
  return compare(lower, OP_SLT, OP_FLT, OP_ULT, a, b);
}

Elem apl2_less_equal(AplLower *lower, Elem a, Elem b) {
  return compare(lower, OP_SLE, OP_FLE, OP_ULE, a, b);
}

Elem apl2_greater(AplLower *lower, Elem a, Elem b) { return apl2_less(lower, b, a); }

Elem apl2_greater_equal(AplLower *lower, Elem a, Elem b) { return apl2_less_equal(lower, b, a); }
