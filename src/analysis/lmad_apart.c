// Whether two LMADs have an address in common.
//
// They have one when the difference of their offsets and of their indices can be zero:
//
//   rest + d0 * stride0 + d1 * stride1 + ... = 0,   low_k <= d_k <= high_k
//
// where the dimensions of the second LMAD count backwards, and those of one stride are one. The
// sums of strided intervals of section 3.6.2 are the same with both sides apart; here a common
// offset is gone at once, and it does not matter whether one side overlaps itself. The proof looks
// at one dimension after the other, the largest stride first:
//
//   - when all of the sum is positive, or negative, there is no solution (the hull);
//   - nor when a number divides all strides and not the rest (the greatest common divisor);
//   - the multiples of the stride in the rest go to its dimension (nb = (nb - b) + b);
//   - what the smaller dimensions and the rest amount to is then at most a few strides, up or down,
//     so that d_k is one of few numbers. Each must lead to no solution: when d_k is out of its
//     interval, or by the smaller dimensions alone, with d_k * stride_k in the rest.
//
// The last step is the thesis' split of a dimension that overlaps itself. An order of the strides
// that is not proved costs only proofs: every step is right in any order.
//
// Sizes are taken to be positive, since the empty set has nothing in common with any.
#include <string.h>

#include "analysis/lmad.h"

// How many multiples of a stride, up and down, are looked at; how many questions one proof may ask,
// and how many steps of the prover it has for itself.
enum { CASE_LIMIT = 3, QUESTION_LIMIT = 240, APART_STEPS = 3000 };
enum { APART_DIMS = 2 * LMAD_RANK_LIMIT, SPREAD_DEPTH = 3, HIDDEN_LIMIT = 2 };

typedef struct LmadGapDim {
  const Poly *stride, *low, *high;
} LmadGapDim;

typedef struct LmadGap {
  Algebra *algebra;
  Bounds *bounds;
  Witnesses *witnesses;
  unsigned questions; // left
  bool is_unknown;
  size_t count;
  LmadGapDim dims[APART_DIMS]; // the largest stride first
} LmadGap;

static bool ask(LmadGap *gap, const Poly *poly) {
  if (gap->questions == 0 || !poly) return false;
  gap->questions--;
  return prove_nonnegative(gap->bounds, poly, gap->witnesses);
}

static bool is_positive(LmadGap *gap, const Poly *poly) {
  return ask(gap, poly_add_constant(gap->algebra, poly, -1));
}

static bool is_negative(LmadGap *gap, const Poly *poly) {
  return is_positive(gap, poly_negate(gap->algebra, poly));
}

// ---- Dimensions ----

static bool is_larger(LmadGap *gap, const Poly *a, const Poly *b) {
  const Poly *difference = poly_sub(gap->algebra, a, b);
  int64_t number;
  if (poly_is_constant(difference, &number)) return number >= 0;
  if (ask(gap, difference)) return true;
  if (ask(gap, poly_negate(gap->algebra, difference))) return false;
  return a->count > 0 && (b->count == 0 || a->terms[0].degree > b->terms[0].degree);
}

static void insert(LmadGap *gap, LmadGapDim dim) {
  size_t at = gap->count++;
  for (; at > 0 && !is_larger(gap, gap->dims[at - 1].stride, dim.stride); at--)
    gap->dims[at] = gap->dims[at - 1];
  gap->dims[at] = dim;
}

// Adds a dimension whose index is between low and high.
static void add_dim(LmadGap *gap, const Poly *stride, const Poly *low, const Poly *high) {
  Algebra *algebra = gap->algebra;
  LmadGapDim dim = {.stride = stride, .low = low, .high = high};
  if (poly_is_zero(stride) || (poly_is_zero(low) && poly_is_zero(high))) return;
  bool is_turned = stride->terms[0].factor < 0;
  if (is_turned ? !ask(gap, poly_negate(algebra, stride)) : !ask(gap, stride))
    is_turned = !is_turned;
  if (is_turned) {
    dim.stride = poly_negate(algebra, stride);
    dim.low = poly_negate(algebra, high);
    dim.high = poly_negate(algebra, low);
  }
  for (size_t k = 0; k < gap->count; k++) {
    LmadGapDim *same = &gap->dims[k];
    if (!poly_equal(same->stride, dim.stride)) continue;
    same->low = poly_add(algebra, same->low, dim.low);
    same->high = poly_add(algebra, same->high, dim.high);
    return;
  }
  insert(gap, dim);
}

// Two dimensions of which one steps by the whole other are one: the rows of blocks, and the rows in
// a block.
static bool join_dims(const LmadGap *gap, Lmad *lmad) {
  for (size_t i = 0; i < lmad->rank; i++) {
    for (size_t k = 0; k < lmad->rank; k++) {
      LmadDim *outer = &lmad->dims[i], *inner = &lmad->dims[k];
      const Poly *whole = poly_mul(gap->algebra, inner->size, inner->stride);
      if (i == k || !poly_equal(outer->stride, whole)) continue;
      inner->size = poly_mul(gap->algebra, inner->size, outer->size);
      *outer = lmad->dims[--lmad->rank];
      return true;
    }
  }
  return false;
}

static void add_lmad(LmadGap *gap, Lmad lmad, bool is_backwards) {
  const Poly *zero = poly_constant(gap->algebra, 0);
  while (join_dims(gap, &lmad))
    continue;
  for (size_t k = 0; k < lmad.rank; k++) {
    const Poly *last = poly_add_constant(gap->algebra, lmad.dims[k].size, -1);
    const Poly *first = poly_negate(gap->algebra, last);
    if (!last || !lmad.dims[k].stride) gap->is_unknown = true;
    if (gap->is_unknown) return;
    add_dim(gap, lmad.dims[k].stride, is_backwards ? first : zero, is_backwards ? zero : last);
  }
}

static bool are_dims_known(const LmadGap *gap) {
  for (size_t k = 0; k < gap->count; k++) {
    const LmadGapDim *dim = &gap->dims[k];
    if (!dim->stride || !dim->low || !dim->high) return false;
  }
  return !gap->is_unknown;
}

// ---- The rest ----

// The least and the most that the rest and the dimensions from `first` on amount to, where no
// stride is negative.
static void hull(LmadGap *gap, const Poly *rest, size_t first, const Poly **least,
                 const Poly **most) {
  *least = *most = rest;
  for (size_t k = first; k < gap->count; k++) {
    const LmadGapDim *dim = &gap->dims[k];
    *least = poly_add(gap->algebra, *least, poly_mul(gap->algebra, dim->low, dim->stride));
    *most = poly_add(gap->algebra, *most, poly_mul(gap->algebra, dim->high, dim->stride));
  }
}

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t next = a % b;
    a = b;
    b = next;
  }
  return a < 0 ? -a : a;
}

// Does a number divide all strides, and all of the rest but its constant?
static bool is_indivisible(const LmadGap *gap, const Poly *rest, size_t first) {
  int64_t divisor = 0, constant = 0;
  for (size_t k = first; k < gap->count; k++) {
    const Poly *stride = gap->dims[k].stride;
    for (size_t i = 0; i < stride->count; i++) {
      if (stride->terms[i].factor == INT64_MIN) return false;
      divisor = common_divisor(divisor, stride->terms[i].factor);
    }
  }
  for (size_t i = 0; i < rest->count; i++) {
    if (rest->terms[i].factor == INT64_MIN) return false;
    if (rest->terms[i].degree > 0)
      divisor = common_divisor(divisor, rest->terms[i].factor);
    else
      constant = rest->terms[i].factor;
  }
  return divisor > 1 && constant % divisor != 0;
}

// The nearest multiple of a number.
static int64_t nearest(int64_t number, int64_t stride) {
  int64_t quotient = number / stride, rest = number % stride;
  if (rest < 0) rest += stride, quotient--;
  return rest > stride / 2 ? quotient + 1 : quotient;
}

// How many strides the rest holds: each term that is a multiple of the stride's leading one.
static const Poly *multiples(LmadGap *gap, const Poly *rest, const Poly *stride) {
  Algebra *algebra = gap->algebra;
  const Poly *count = poly_constant(algebra, 0);
  int64_t number;
  bool is_number = poly_is_constant(stride, &number) && number > 0;
  Poly leading = {.count = 1, .terms = stride->terms};
  for (size_t i = 0; i < rest->count; i++) {
    Poly term = {.count = 1, .terms = &rest->terms[i]};
    const Poly *part = NULL;
    if (is_number && term.terms[0].degree == 0)
      part = poly_constant(algebra, nearest(term.terms[0].factor, number));
    else
      part = poly_divide(algebra, &term, &leading);
    if (part) count = poly_add(algebra, count, part);
  }
  return count;
}

// ---- Elimination ----

static bool has_no_zero(LmadGap *gap, const Poly *rest, size_t first);

// Is `number` out of the interval of the dimension?
static bool is_out(LmadGap *gap, const Poly *low, const Poly *high, int64_t number) {
  return is_positive(gap, poly_add_constant(gap->algebra, low, -number)) ||
         is_negative(gap, poly_add_constant(gap->algebra, high, -number));
}

// How far the index can be from 0, on the side where the others amount to `amount`: the least
// number of strides that exceeds it, or that the interval ends before. CASE_LIMIT: too far.
static int64_t reach(LmadGap *gap, const Poly *stride, const Poly *amount, const Poly *end) {
  Algebra *algebra = gap->algebra;
  for (int64_t count = 0; count < CASE_LIMIT; count++) {
    const Poly *excess = poly_sub(algebra, poly_scale(algebra, stride, count + 1), amount);
    if (is_positive(gap, excess)) return count;
    if (ask(gap, poly_sub(algebra, poly_constant(algebra, count), end))) return count;
  }
  return CASE_LIMIT;
}

static void assume(LmadGap *gap, const Poly *poly) {
  int64_t number;
  if (!poly || poly_is_constant(poly, &number)) return;
  bounds_assume(gap->bounds, poly, NULL);
  for (size_t i = 0; i < poly->count; i++)
    if (poly->terms[i].degree == 1)
      bounds_spread(gap->bounds, poly->terms[i].vars[0], SPREAD_DEPTH);
}

static void assume_within(LmadGap *gap, const Poly *low, const Poly *high, int64_t number) {
  assume(gap, poly_sub(gap->algebra, poly_constant(gap->algebra, number), low));
  assume(gap, poly_add_constant(gap->algebra, high, -number));
}

static bool eliminate(LmadGap *gap, const Poly *rest, size_t first) {
  Algebra *algebra = gap->algebra;
  const LmadGapDim *dim = &gap->dims[first];
  const Poly *count = multiples(gap, rest, dim->stride);
  rest = poly_sub(algebra, rest, poly_mul(algebra, count, dim->stride));
  const Poly *low = poly_add(algebra, dim->low, count), *high = poly_add(algebra, dim->high, count);
  const Poly *least, *most;
  if (!rest || !low || !high) return false;
  hull(gap, rest, first + 1, &least, &most);
  int64_t up = reach(gap, dim->stride, poly_negate(algebra, least), high);
  int64_t down = up == CASE_LIMIT ? up : reach(gap, dim->stride, most, poly_negate(algebra, low));
  if (down == CASE_LIMIT) return false;
  for (int64_t number = -down; number <= up; number++) {
    if (is_out(gap, low, high, number)) continue;
    const Poly *next = poly_add(algebra, rest, poly_scale(algebra, dim->stride, number));
    size_t mark = bounds_mark(gap->bounds);
    assume_within(gap, low, high, number);
    bool is_free = next && has_no_zero(gap, next, first + 1);
    bounds_undo(gap->bounds, mark);
    if (!is_free) return false;
  }
  return true;
}

// Is the rest, with the dimensions from `first` on, never 0?
static bool has_no_zero(LmadGap *gap, const Poly *rest, size_t first) {
  const Poly *least, *most;
  hull(gap, rest, first, &least, &most);
  if (is_positive(gap, least) || is_negative(gap, most)) return true;
  if (first == gap->count) return false;
  return is_indivisible(gap, rest, first) || eliminate(gap, rest, first);
}

// ---- Hidden dimensions ----

static bool has_stride(const LmadGap *gap, const Poly *stride) {
  for (size_t k = 0; k < gap->count; k++)
    if (poly_equal(gap->dims[k].stride, stride)) return true;
  return false;
}

static size_t count_products(const Poly *poly, const Var *var) {
  size_t count = 0;
  for (size_t i = 0; i < poly->count; i++) {
    Poly term = {.count = 1, .terms = &poly->terms[i]};
    count += term.terms[0].degree > 1 && poly_has_var(&term, var);
  }
  return count;
}

// Rows that both sets fix, i * n and j * n, leave no dimension of stride n, but one index of it
// each: they are a dimension with the index 0, to which the rest gives i - j.
static bool add_hidden(LmadGap *gap, const Poly *rest) {
  size_t before = gap->count;
  for (size_t i = 0; i < rest->count; i++) {
    const Term *term = &rest->terms[i];
    for (size_t k = 0; term->degree > 1 && k < term->degree; k++) {
      const Poly *stride = poly_var(gap->algebra, term->vars[k]);
      if (gap->count == before + HIDDEN_LIMIT || gap->count == APART_DIMS || !stride) break;
      if (count_products(rest, term->vars[k]) < 2 || has_stride(gap, stride)) continue;
      const Poly *zero = poly_constant(gap->algebra, 0);
      if (ask(gap, stride)) insert(gap, (LmadGapDim){.stride = stride, .low = zero, .high = zero});
    }
  }
  return gap->count > before;
}

// Strides whose sign is not known have no hull.
static bool are_strides_natural(LmadGap *gap) {
  for (size_t k = 0; k < gap->count; k++)
    if (!ask(gap, gap->dims[k].stride)) return false;
  return true;
}

static void assume_sizes(LmadGap *gap, const Lmad *lmad) {
  for (size_t k = 0; k < lmad->rank; k++)
    assume(gap, poly_add_constant(gap->algebra, lmad->dims[k].size, -1));
}

static bool has_empty(const Lmad *lmad) {
  int64_t number;
  for (size_t k = 0; k < lmad->rank; k++)
    if (poly_is_constant(lmad->dims[k].size, &number) && number <= 0) return true;
  return false;
}

bool lmad_is_apart(Algebra *algebra, Bounds *bounds, const Lmad *a, const Lmad *b,
                   Witnesses *witnesses) {
  if (!lmad_is_known(a) || !lmad_is_known(b)) return false;
  if (has_empty(a) || has_empty(b)) return true;
  Witnesses before = {0};
  if (witnesses) before = *witnesses;
  LmadGap gap = {.algebra = algebra, .bounds = bounds, .questions = QUESTION_LIMIT};
  gap.witnesses = witnesses;
  bounds_refill(bounds, APART_STEPS);
  size_t scratch = algebra_enter(algebra);
  size_t mark = bounds_mark(bounds);
  assume_sizes(&gap, a);
  assume_sizes(&gap, b);
  add_lmad(&gap, *a, false);
  add_lmad(&gap, *b, true);
  const Poly *rest = poly_sub(algebra, a->offset, b->offset);
  bool is_apart = rest && are_dims_known(&gap) && are_strides_natural(&gap);
  is_apart = is_apart &&
             (has_no_zero(&gap, rest, 0) || (add_hidden(&gap, rest) && has_no_zero(&gap, rest, 0)));
  bounds_undo(bounds, mark);
  algebra_leave(algebra, scratch);
  if (!is_apart && witnesses) *witnesses = before;
  return is_apart;
}

// Two indices with one address: the same sum, where a solution has to be 0 in each dimension.
bool lmad_is_injective(Algebra *algebra, Bounds *bounds, const Lmad *lmad, Witnesses *witnesses) {
  if (!lmad_is_known(lmad)) return false;
  if (has_empty(lmad)) return true;
  Witnesses before = {0};
  if (witnesses) before = *witnesses;
  LmadGap gap = {.algebra = algebra, .bounds = bounds, .questions = QUESTION_LIMIT};
  gap.witnesses = witnesses;
  bounds_refill(bounds, APART_STEPS);
  size_t scratch = algebra_enter(algebra);
  size_t mark = bounds_mark(bounds);
  assume_sizes(&gap, lmad);
  bool is_injective = true;
  for (size_t k = 0; k < lmad->rank && is_injective; k++) {
    size_t count = gap.count;
    const Poly *last = poly_add_constant(algebra, lmad->dims[k].size, -1);
    add_dim(&gap, lmad->dims[k].stride, poly_negate(algebra, last), last);
    is_injective = poly_is_zero(last) || gap.count > count;
  }
  const Poly *zero = poly_constant(algebra, 0);
  is_injective = is_injective && are_dims_known(&gap);
  for (size_t k = 0; k < gap.count && is_injective; k++) {
    const Poly *least, *most;
    size_t here = bounds_mark(bounds);
    // Where all indices of a dimension are 0, there is nothing to prove about it.
    assume(&gap, poly_add_constant(algebra, gap.dims[k].high, -1));
    hull(&gap, zero, k + 1, &least, &most);
    is_injective = is_positive(&gap, poly_sub(algebra, gap.dims[k].stride, most));
    bounds_undo(bounds, here);
  }
  bounds_undo(bounds, mark);
  algebra_leave(algebra, scratch);
  if (!is_injective && witnesses) *witnesses = before;
  return is_injective;
}

static bool have_same_dims(const Lmad *a, const Lmad *b) {
  bool are_same = a->rank == b->rank;
  for (size_t k = 0; k < a->rank && are_same; k++)
    are_same = poly_equal(a->dims[k].size, b->dims[k].size) &&
               poly_equal(a->dims[k].stride, b->dims[k].stride);
  return are_same;
}

// Is the last address less than a unit from the first one?
static bool is_short(LmadGap *gap, const Lmad *lmad, const Poly *unit) {
  Algebra *algebra = gap->algebra;
  const Poly *room = unit;
  for (size_t k = 0; k < lmad->rank; k++) {
    const LmadDim *dim = &lmad->dims[k];
    if (!ask(gap, dim->stride)) return false;
    const Poly *last = poly_add_constant(algebra, dim->size, -1);
    room = poly_sub(algebra, room, poly_mul(algebra, last, dim->stride));
  }
  return is_positive(gap, room);
}

static bool is_divided(Algebra *algebra, const Lmad *lmad, const Poly *unit) {
  for (size_t k = 0; k < lmad->rank; k++)
    if (!poly_divide(algebra, lmad->dims[k].stride, unit)) return false;
  return true;
}

bool lmad_is_same_or_apart(Algebra *algebra, Bounds *bounds, const Lmad *a, const Lmad *b,
                           const Poly *unit, Witnesses *witnesses) {
  if (!lmad_is_known(a) || !lmad_is_known(b) || !unit || !have_same_dims(a, b)) return false;
  const Poly *distance = poly_sub(algebra, a->offset, b->offset);
  if (!distance || poly_is_zero(distance)) return distance != NULL;
  Witnesses before = {0};
  if (witnesses) before = *witnesses;
  LmadGap gap = {.algebra = algebra, .bounds = bounds, .questions = QUESTION_LIMIT};
  gap.witnesses = witnesses;
  bounds_refill(bounds, APART_STEPS);
  size_t mark = bounds_mark(bounds);
  assume_sizes(&gap, a);
  bool is_proved =
      (poly_divide(algebra, distance, unit) && is_short(&gap, a, unit)) ||
      (is_divided(algebra, a, unit) && is_positive(&gap, poly_sub(algebra, unit, distance)) &&
       is_positive(&gap, poly_add(algebra, unit, distance)));
  bounds_undo(bounds, mark);
  if (!is_proved && witnesses) *witnesses = before;
  return is_proved;
}
