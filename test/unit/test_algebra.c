// Polynomials and the prover: canonical forms, giving up instead of overflowing, and the
// inequalities of the thesis' non-overlap tests.
#include "test/unit/unit.h"

#include <stdlib.h>

#include "analysis/analysis.h"
#include "ir/type.h"

enum { VAR_COUNT = 12 };

typedef struct World {
  Arena *arena;
  Program *program;
  Algebra *algebra;
  Bounds *bounds;
  Var *vars[VAR_COUNT]; // a to l
} World;

static World world_new(void) {
  World world = {.arena = arena_new()};
  world.program = program_new(world.arena, interner_new(world.arena), LEVEL_CORE);
  world.algebra = algebra_new(world.arena);
  world.bounds = bounds_new(world.arena, world.algebra);
  for (int i = 0; i < VAR_COUNT; i++) {
    const char name[2] = {(char)('a' + i), 0};
    world.vars[i] = var_new(world.program, name, type_scalar(SCALAR_I64), SPAN_NONE);
    world.vars[i]->id = 0;
  }
  return world;
}

// A polynomial from its text: sums of terms like `-3*a*b`, with one letter for each variable.
static const Poly *poly(const World *world, const char *text) {
  Algebra *algebra = world->algebra;
  const Poly *sum = poly_constant(algebra, 0);
  while (*text) {
    const Poly *term = poly_constant(algebra, 1);
    for (; *text == ' ' || *text == '+' || *text == '-'; text++) {
      if (*text == '-') term = poly_negate(algebra, term);
    }
    for (; *text && *text != ' '; text += *text == '*') {
      if (*text >= 'a' && *text <= 'l') {
        term = poly_mul(algebra, term, poly_var(algebra, world->vars[*text++ - 'a']));
      } else {
        char *end;
        term = poly_scale(algebra, term, strtoll(text, &end, 10));
        text = end;
      }
    }
    sum = poly_add(algebra, sum, term);
    while (*text == ' ')
      text++;
  }
  return sum;
}

static void assert_prints(const Poly *value, const char *text) {
  StrBuf out = {0};
  poly_print(&out, value);
  assert_string_equal(strbuf_text(&out), text);
  strbuf_free(&out);
}

static Var *named(const World *world, char name) { return world->vars[name - 'a']; }

static void know(const World *world, char name, int64_t low, int64_t high) {
  bounds_bind(world->bounds, named(world, name), low, high);
}

static bool holds(const World *world, const char *text) {
  return prove_nonnegative(world->bounds, poly(world, text), NULL);
}

// ---- Polynomials ----

static void canonical_forms(void **state) {
  (void)state;
  World world = world_new();
  assert_prints(poly(&world, "0"), "0");
  assert_prints(poly(&world, "b*a + 1 + a*b - 2*c"), "2*a*b - 2*c + 1");
  assert_prints(poly(&world, "a - a"), "0");
  assert_prints(poly(&world, "-a"), "-a");
  assert_true(poly_equal(poly(&world, "a*b*a + c"), poly(&world, "c + a*a*b")));
  assert_false(poly_equal(poly(&world, "a*b"), poly(&world, "a*a")));
  assert_false(poly_equal(NULL, NULL));
  const Poly *product = poly_mul(world.algebra, poly(&world, "a + b"), poly(&world, "a - b"));
  assert_prints(product, "a*a - b*b");
  assert_prints(poly_divide(world.algebra, product, poly(&world, "a + b")), "a - b");
  assert_prints(poly_divide(world.algebra, poly(&world, "6*a*b - 4*a"), poly(&world, "2*a")),
                "3*b - 2");
  assert_null(poly_divide(world.algebra, poly(&world, "a + 1"), poly(&world, "b")));
  assert_null(poly_divide(world.algebra, poly(&world, "3*a"), poly(&world, "2")));
  assert_null(poly_divide(world.algebra, poly(&world, "a"), poly(&world, "0")));
  arena_free(world.arena);
}

static void substitution(void **state) {
  (void)state;
  World world = world_new();
  const Poly *square = poly_substitute(world.algebra, poly(&world, "a*a + a*b + c"),
                                       named(&world, 'a'), poly(&world, "b + 1"));
  assert_prints(square, "2*b*b + 3*b + c + 1");
  const Poly *same = poly(&world, "b + c");
  assert_ptr_equal(poly_substitute(world.algebra, same, named(&world, 'a'), NULL), same);
  assert_null(poly_substitute(world.algebra, poly(&world, "a"), named(&world, 'a'), NULL));
  arena_free(world.arena);
}

// Whatever does not fit is unknown, and stays so.
static void gives_up(void **state) {
  (void)state;
  World world = world_new();
  Algebra *algebra = world.algebra;
  const Poly *most = poly_constant(algebra, INT64_MAX), *least = poly_constant(algebra, INT64_MIN);
  assert_null(poly_add_constant(algebra, most, 1));
  assert_null(poly_add_constant(algebra, least, -1));
  assert_null(poly_negate(algebra, least));
  assert_null(poly_mul(algebra, most, most));
  assert_null(poly_sub(algebra, poly_constant(algebra, 0), least));
  assert_null(poly_add(algebra, poly_mul(algebra, most, most), poly(&world, "1")));
  assert_prints(poly_add(algebra, most, least), "-1");
  assert_null(poly_divide(algebra, least, poly(&world, "-1")));
  const Poly *power = poly(&world, "a");
  for (int i = 0; i < POLY_DEGREE_LIMIT; i++)
    power = poly_mul(algebra, power, poly(&world, "a"));
  assert_null(power);
  const Poly *wide = poly(&world, "a + b + c + d + e + f + g + h + i + j + k + l");
  assert_null(poly_mul(algebra, poly_mul(algebra, wide, wide), wide));
  assert_prints(NULL, "?");
  arena_free(world.arena);
}

static void numbers_that_fit(void **state) {
  (void)state;
  static const int64_t values[] = {INT64_MIN, INT64_MIN + 1, -3037000500,   -2,       -1, 0, 1,
                                   2,         3037000499,    INT64_MAX - 1, INT64_MAX};
  size_t count = sizeof values / sizeof *values;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < count; k++) {
      int64_t sum, product;
      long double a = (long double)values[i], b = (long double)values[k];
      bool adds = a + b >= (long double)INT64_MIN && a + b <= (long double)INT64_MAX;
      bool fits = a * b >= (long double)INT64_MIN && a * b <= (long double)INT64_MAX;
      assert_int_equal(number_add(values[i], values[k], &sum), adds);
      assert_int_equal(number_mul(values[i], values[k], &product), fits);
      if (adds) assert_true((long double)sum == a + b);
      if (fits) assert_true((long double)product == a * b);
    }
  }
}

// ---- Proofs ----

static void simple_bounds(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', 0, INT64_MAX);                                                 // n
  know(&world, 'b', 0, INT64_MAX);                                                 // i
  bounds_limit(world.bounds, named(&world, 'b'), -1, poly(&world, "a - 1"), NULL); // i <= n - 1
  assert_true(holds(&world, "a - b - 1"));
  assert_false(holds(&world, "a - b - 2"));
  assert_true(holds(&world, "b"));
  assert_false(holds(&world, "b - 1"));
  assert_true(holds(&world, "a"));
  assert_true(holds(&world, "0"));
  assert_false(holds(&world, "-1"));
  assert_false(holds(&world, "c")); // nothing is known
  assert_true(holds(&world, "c - c"));
  assert_true(holds(&world, "c*c"));
  assert_false(prove_nonnegative(world.bounds, NULL, NULL));
  assert_true(prove_positive(world.bounds, poly(&world, "a - b"), NULL));
  assert_false(prove_zero(world.bounds, poly(&world, "a - b"), NULL));
  arena_free(world.arena);
}

// i * m + j is within n * m.
static void flat_index(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', 0, INT64_MAX); // n
  know(&world, 'b', 0, INT64_MAX); // m
  know(&world, 'c', 0, INT64_MAX); // i < n
  know(&world, 'd', 0, INT64_MAX); // j < m
  bounds_limit(world.bounds, named(&world, 'c'), -1, poly(&world, "a - 1"), NULL);
  bounds_limit(world.bounds, named(&world, 'd'), -1, poly(&world, "b - 1"), NULL);
  assert_true(holds(&world, "a*b - c*b - d - 1"));
  assert_false(holds(&world, "a*b - c*b - d - 2"));
  assert_true(holds(&world, "c*b + d"));
  arena_free(world.arena);
}

// Section 3.6.3: n = q*b + 1, q > 1, b > 1, i >= 1. a is n, b is b, c is q, d is i.
static void needleman_wunsch(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', 0, INT64_MAX);
  know(&world, 'b', 2, INT64_MAX);
  know(&world, 'c', 2, INT64_MAX);
  know(&world, 'd', 1, INT64_MAX);
  bounds_assume_zero(world.bounds, poly(&world, "a - c*b - 1"), NULL);
  // Strides are sorted: nb - b > n > 1.
  assert_true(holds(&world, "a*b - b - a - 1"));
  assert_true(holds(&world, "a - 1 - 1"));
  // nb - b is not more than the span of [0, b] * n: the dimension must be split.
  assert_false(holds(&world, "a*b - b - a*b - 1"));
  // Behind the split the spans are smaller: nb - b > (b - 1) * n + b, n > b, nb - b > 2b, n > 2b.
  assert_true(holds(&world, "a*b - b - a*b + a - b - 1"));
  assert_true(holds(&world, "a - b - 1"));
  assert_true(holds(&world, "a*b - b - 2*b - 1"));
  assert_true(holds(&world, "a - 2*b - 1"));
  assert_false(holds(&world, "a - 2*b - 2"));
  // Intervals that are apart: [b + 1, 2b] from [b, b], and [1, b - 1] from [0, 0].
  assert_true(holds(&world, "b + 1 - b - 1"));
  assert_true(holds(&world, "1 - 0 - 1"));
  // Offsets are not negative: i*b + n + 1.
  assert_true(holds(&world, "d*b + a + 1"));
  arena_free(world.arena);
}

// Blocked LU: a matrix of n = m*b rows; step k of m - 1 handles the blocks behind the diagonal. a
// is m, b is b, c is k, d and e are block numbers i, j < m - 1 - k, f and g rows within a block.
static void lu_decomposition(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', 1, INT64_MAX);
  know(&world, 'b', 1, INT64_MAX);
  know(&world, 'c', 0, INT64_MAX);
  bounds_limit(world.bounds, named(&world, 'c'), -1, poly(&world, "a - 2"), NULL);
  for (char name = 'd'; name <= 'e'; name++) {
    know(&world, name, 0, INT64_MAX);
    bounds_limit(world.bounds, named(&world, name), -1, poly(&world, "a - c - 2"), NULL);
  }
  for (char name = 'f'; name <= 'g'; name++) {
    know(&world, name, 0, INT64_MAX);
    bounds_limit(world.bounds, named(&world, name), -1, poly(&world, "b - 1"), NULL);
  }
  // The row (k + 1 + i) * b + f is within the matrix, and behind the block of the diagonal.
  assert_true(holds(&world, "a*b - c*b - b - d*b - f - 1"));
  assert_true(holds(&world, "c*b + b + d*b + f - c*b - b"));
  // Stride of rows against the span of columns: n*b > (m - k - 2) * b + b - 1, with n = m*b.
  assert_true(holds(&world, "a*b*b - a*b + c*b + 2*b - b"));
  // Columns of the perimeter are before those of the interior: k*b + b - 1 < (k + 1 + j) * b + g.
  assert_true(holds(&world, "c*b + b + e*b + g - c*b - b"));
  assert_false(holds(&world, "c*b + b + e*b + g - c*b - b - 1"));
  arena_free(world.arena);
}

static void witnesses_are_named(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', 0, INT64_MAX);
  know(&world, 'b', INT64_MIN, INT64_MAX);
  Var *cert = named(&world, 'k'), *other = named(&world, 'l');
  bounds_assume(world.bounds, poly(&world, "b - 3"), cert);
  bounds_assume(world.bounds, poly(&world, "a - 5"), other);
  assert_false(holds(&world, "b"));
  Witnesses witnesses = {0};
  assert_true(prove_nonnegative(world.bounds, poly(&world, "b - 2"), &witnesses));
  assert_int_equal(witnesses.count, 1);
  assert_ptr_equal(witnesses.vars[0], cert);
  assert_true(prove_nonnegative(world.bounds, poly(&world, "a + b - 8"), &witnesses));
  assert_int_equal(witnesses.count, 2);
  Witnesses none = {0};
  assert_true(prove_nonnegative(world.bounds, poly(&world, "a"), &none));
  assert_int_equal(none.count, 0);
  assert_false(prove_nonnegative(world.bounds, poly(&world, "a + b - 9"), &none));
  assert_int_equal(none.count, 0);
  arena_free(world.arena);
}

static void assumptions_end(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', INT64_MIN, INT64_MAX);
  know(&world, 'b', INT64_MIN, INT64_MAX);
  size_t mark = bounds_mark(world.bounds);
  bounds_assume(world.bounds, poly(&world, "a - 1"), NULL);
  bounds_assume_zero(world.bounds, poly(&world, "b - 2*a"), NULL);
  bounds_assume(world.bounds, poly(&world, "7 - a*b"), NULL);
  assert_true(holds(&world, "b - 2"));
  assert_true(holds(&world, "b - a"));
  bounds_undo(world.bounds, mark);
  assert_false(holds(&world, "a - 1"));
  assert_false(holds(&world, "b - 2"));
  assert_false(holds(&world, "7 - a*b"));
  arena_free(world.arena);
}

// A fact about -a*b and a term with the least number: their quotient is none.
static void least_factor(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', INT64_MIN, INT64_MAX);
  know(&world, 'b', INT64_MIN, INT64_MAX);
  bounds_assume(world.bounds, poly(&world, "7 - a*b"), NULL);
  const Poly *product = poly_scale(world.algebra, poly(&world, "a*b"), INT64_MIN);
  assert_false(prove_nonnegative(world.bounds, product, NULL));
  arena_free(world.arena);
}

// Equalities that go round, contradict each other or hold trivially must not hang or crash.
static void odd_equalities(void **state) {
  (void)state;
  World world = world_new();
  for (char name = 'a'; name <= 'd'; name++)
    know(&world, name, INT64_MIN, INT64_MAX);
  bounds_assume_zero(world.bounds, poly(&world, "a - b"), NULL);
  bounds_assume_zero(world.bounds, poly(&world, "b - c"), NULL);
  bounds_assume_zero(world.bounds, poly(&world, "c - a"), NULL);
  assert_true(prove_zero(world.bounds, poly(&world, "a - c"), NULL));
  assert_false(prove_zero(world.bounds, poly(&world, "a - d"), NULL));
  bounds_assume_zero(world.bounds, poly(&world, "a - b - 1"), NULL); // 0 = 1
  bounds_assume_zero(world.bounds, NULL, NULL);
  bounds_assume(world.bounds, NULL, NULL);
  assert_false(prove_zero(world.bounds, poly(&world, "d"), NULL));
  // A number transferred to what it equals.
  bounds_assume_zero(world.bounds, poly(&world, "d - 7"), NULL);
  assert_true(prove_zero(world.bounds, poly(&world, "d*d - 49"), NULL));
  arena_free(world.arena);
}

// Bounds at the ends of the numbers are not taken beyond them.
static void extreme_bounds(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', INT64_MIN, INT64_MAX);
  know(&world, 'b', INT64_MAX, INT64_MAX);
  know(&world, 'c', INT64_MIN, INT64_MIN);
  assert_true(holds(&world, "b"));
  assert_false(holds(&world, "c"));
  assert_false(holds(&world, "-b"));
  assert_true(holds(&world, "b + c + 1"));
  assert_false(holds(&world, "a"));
  assert_false(holds(&world, "9223372036854775807*a"));
  assert_true(holds(&world, "b*b"));
  assert_false(holds(&world, "c*b"));
  bounds_assume(world.bounds, poly(&world, "-9223372036854775808*a - 1"), NULL); // a < 0
  assert_false(holds(&world, "a"));
  arena_free(world.arena);
}

// A proof that cannot succeed ends soon, however many bounds there are.
static void bounded_time(void **state) {
  (void)state;
  World world = world_new();
  for (char name = 'a'; name <= 'l'; name++)
    know(&world, name, INT64_MIN, INT64_MAX);
  static const char names[] = "abcdefghijkl";
  for (int i = 0; i < VAR_COUNT; i++) {
    for (int k = 0; k < VAR_COUNT; k++) {
      char text[32] = {names[i], ' ', '-', ' ', names[k], '*', names[(i + k) % VAR_COUNT], 0};
      bounds_limit(world.bounds, world.vars[i], k % 2 ? 1 : -1, poly(&world, text + 2), NULL);
    }
  }
  for (int i = 0; i < 200; i++)
    assert_false(holds(&world, "a*b + c*d - e*f + g*h - i*j + k*l - 1"));
  arena_free(world.arena);
}

UnitCount test_algebra(void) {
  static const struct CMUnitTest tests[] = {cmocka_unit_test(canonical_forms),
                                            cmocka_unit_test(substitution),
                                            cmocka_unit_test(gives_up),
                                            cmocka_unit_test(numbers_that_fit),
                                            cmocka_unit_test(simple_bounds),
                                            cmocka_unit_test(flat_index),
                                            cmocka_unit_test(needleman_wunsch),
                                            cmocka_unit_test(lu_decomposition),
                                            cmocka_unit_test(witnesses_are_named),
                                            cmocka_unit_test(assumptions_end),
                                            cmocka_unit_test(least_factor),
                                            cmocka_unit_test(least_factor),
                                            cmocka_unit_test(odd_equalities),
                                            cmocka_unit_test(extreme_bounds),
                                            cmocka_unit_test(bounded_time)};
  return UNIT_RUN("algebra", tests);
}
