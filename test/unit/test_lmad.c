// LMADs: each operation against the points that it is about, and the test of overlap against a
// model that enumerates them. What is wrongly called apart would let a program overwrite what it
// still reads, so none of a million random pairs may be.
#include "test/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/lmad.h"
#include "fuzz/random.h"
#include "ir/type.h"

enum { VAR_COUNT = 12, POINT_LIMIT = 4096, ADDRESS_LIMIT = 512 };

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

// A sum of terms like `-3*a*b`, with one letter for each variable.
static const Poly *poly(const World *world, const char *text) {
  Algebra *algebra = world->algebra;
  const Poly *sum = poly_constant(algebra, 0);
  while (*text) {
    const Poly *term = poly_constant(algebra, 1);
    for (; *text == ' ' || *text == '+' || *text == '-'; text++)
      if (*text == '-') term = poly_negate(algebra, term);
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
  }
  return sum;
}

// An LMAD from `offset`, and pairs of size and stride.
static Lmad lmad(const World *world, const char *offset, size_t rank, const char *const *dims) {
  Lmad result = {.offset = poly(world, offset), .rank = rank};
  for (size_t k = 0; k < rank; k++)
    result.dims[k] = (LmadDim){poly(world, dims[2 * k]), poly(world, dims[2 * k + 1])};
  return result;
}

#define LMAD(world, offset, rank, ...)                                                             \
  lmad(world, offset, rank, (const char *const[]){__VA_ARGS__, NULL})

static void assert_prints(const Lmad *value, const char *text) {
  StrBuf out = {0};
  lmad_print(&out, value);
  assert_string_equal(strbuf_text(&out), text);
  strbuf_free(&out);
}

static void know(const World *world, char name, int64_t low) {
  bounds_bind(world->bounds, world->vars[name - 'a'], low, (int64_t)1 << 40);
}

static void assume(const World *world, const char *text) {
  bounds_assume(world->bounds, poly(world, text), NULL);
}

// ---- Operations, by their text ----

static void index_functions(void **state) {
  (void)state;
  World world = world_new();
  Algebra *algebra = world.algebra;
  const Poly *sizes[3] = {poly(&world, "a"), poly(&world, "b"), poly(&world, "c")};
  Lmad rows = lmad_row_major(algebra, sizes, 3);
  assert_prints(&rows, "0 + {(a : b*c), (b : c), (c : 1)}");
  Lmad columns = lmad_column_major(algebra, sizes, 3);
  assert_prints(&columns, "0 + {(a : 1), (b : a), (c : a*b)}");
  Lmad row = lmad_fix(algebra, &rows, 0, poly(&world, "i"));
  assert_prints(&row, "b*c*i + {(b : c), (c : 1)}");
  Lmad column = lmad_fix(algebra, &rows, 2, poly(&world, "j"));
  assert_prints(&column, "j + {(a : b*c), (b : c)}");
  const uint32_t turn[3] = {2, 0, 1};
  uint32_t back[3];
  Lmad turned = lmad_permute(&rows, turn);
  assert_prints(&turned, "0 + {(c : 1), (a : b*c), (b : c)}");
  permutation_invert(turn, 3, back);
  turned = lmad_permute(&turned, back);
  assert_true(lmad_equal(&turned, &rows));
  Lmad part = lmad_slice(algebra, &row, 1, poly(&world, "k"), poly(&world, "d"), poly(&world, "2"));
  assert_prints(&part, "b*c*i + k + {(b : c), (d : 2)}");
  Lmad reversed = lmad_reverse(algebra, &row, 1);
  assert_prints(&reversed, "b*c*i + c - 1 + {(b : c), (c : -1)}");
  reversed = lmad_reverse(algebra, &reversed, 1);
  assert_true(lmad_equal(&reversed, &row));
  // The diagonal of blocks of Needleman-Wunsch, of a flat array.
  Lmad flat = LMAD(&world, "k", 1, "a*a", "3");
  Lmad slice = LMAD(&world, "i*b", 3, "i + 1", "a*b - b", "b", "a", "b", "1");
  Lmad blocks = lmad_slice_lmad(algebra, &flat, 0, &slice);
  assert_prints(&blocks, "3*b*i + k + {(i + 1 : 3*a*b - 3*b), (b : 3*a), (b : 3)}");
  // The sizes of one index have any stride.
  Lmad one = LMAD(&world, "0", 2, "1", "a", "b", "1"),
       other = LMAD(&world, "0", 2, "1", "7", "b", "1");
  assert_true(lmad_equal(&one, &other));
  other = LMAD(&world, "0", 2, "2", "7", "b", "1");
  assert_false(lmad_equal(&one, &other));
  arena_free(world.arena);
}

static void reshapes(void **state) {
  (void)state;
  World world = world_new();
  Algebra *algebra = world.algebra;
  Lmad rows = LMAD(&world, "k", 3, "a", "2*b*c", "b", "2*c", "c", "2");
  const Poly *flat[1] = {poly(&world, "a*b*c")};
  Lmad result = lmad_reshape(algebra, &rows, flat, 1);
  assert_prints(&result, "k + {(a*b*c : 2)}");
  const Poly *pairs[4] = {poly(&world, "b"), poly(&world, "1"), poly(&world, "a"),
                          poly(&world, "c")};
  result = lmad_reshape(algebra, &rows, pairs, 4);
  assert_prints(&result, "k + {(b : 2*a*c), (1 : 2*a*c), (a : 2*c), (c : 2)}");
  // A transposition in front of rows that stay: only the dimensions that join are taken apart.
  Lmad turned = LMAD(&world, "0", 3, "a", "1", "b", "c*a", "c", "a");
  const Poly *shape[2] = {poly(&world, "a"), poly(&world, "b*c")};
  result = lmad_reshape(algebra, &turned, shape, 2);
  assert_prints(&result, "0 + {(a : 1), (b*c : a)}");
  result = lmad_reshape(algebra, &turned, flat, 1);
  assert_false(lmad_is_known(&result));
  arena_free(world.arena);
}

static void sets(void **state) {
  (void)state;
  World world = world_new();
  Algebra *algebra = world.algebra;
  Lmad rows = LMAD(&world, "k", 2, "a", "b", "b", "1");
  Lmad joined = lmad_join(algebra, &rows, 0);
  assert_prints(&joined, "k + {(a*b : 1)}");
  Lmad split = lmad_split(algebra, &joined, 0, poly(&world, "b"));
  assert_prints(&split, "k + {(a : b), (b : 1)}");
  split = lmad_split(algebra, &joined, 0, poly(&world, "c"));
  assert_false(lmad_is_known(&split));
  Lmad wide = LMAD(&world, "0", 2, "a", "c", "b", "1");
  joined = lmad_join(algebra, &wide, 0);
  assert_false(lmad_is_known(&joined));
  Lmad more = lmad_insert(algebra, &rows, 1, poly(&world, "7"));
  assert_prints(&more, "k + {(a : b), (1 : 7), (b : 1)}");
  // What the thesis adds to the offset, size * stride + 1, is one stride too many.
  Lmad mixed = LMAD(&world, "16", 2, "4", "-1", "8", "4");
  mixed = lmad_normalise(algebra, world.bounds, &mixed, NULL);
  assert_prints(&mixed, "13 + {(8 : 4), (4 : 1)}");
  mixed = LMAD(&world, "16", 1, "4", "-3");
  mixed = lmad_normalise(algebra, world.bounds, &mixed, NULL);
  assert_prints(&mixed, "7 + {(4 : 3)}");
  mixed = LMAD(&world, "0", 1, "4", "d");
  mixed = lmad_normalise(algebra, world.bounds, &mixed, NULL);
  assert_false(lmad_is_known(&mixed));
  Var *i = world.vars['i' - 'a'];
  Lmad row = LMAD(&world, "i*b + 2", 1, "b", "1");
  Lmad all = lmad_expand(algebra, &row, i, poly(&world, "c"), poly(&world, "a"));
  assert_prints(&all, "b*c + 2 + {(a : b), (b : 1)}");
  Lmad triangle = LMAD(&world, "i*b", 1, "i", "1");
  all = lmad_expand(algebra, &triangle, i, poly(&world, "0"), poly(&world, "a"));
  assert_false(lmad_is_known(&all));
  Lmad square = LMAD(&world, "i*i", 1, "b", "1");
  all = lmad_expand(algebra, &square, i, poly(&world, "0"), poly(&world, "a"));
  assert_false(lmad_is_known(&all));
  arena_free(world.arena);
}

// ---- The model ----

// An LMAD of numbers, and the addresses that it has, in the order of its indices.
typedef struct Model {
  size_t rank;
  int64_t offset, sizes[4], strides[4];
  size_t count;
  int64_t points[POINT_LIMIT];
} Model;

static void model_enumerate(Model *model) {
  model->count = 1;
  model->points[0] = model->offset;
  for (size_t k = 0; k < model->rank; k++) {
    int64_t before[POINT_LIMIT];
    size_t count = model->count;
    memcpy(before, model->points, count * sizeof *before);
    model->count = 0;
    for (size_t i = 0; i < count; i++)
      for (int64_t j = 0; j < model->sizes[k]; j++)
        model->points[model->count++] = before[i] + j * model->strides[k];
  }
}

static void model_random(Random *random, Model *model, size_t rank_limit) {
  model->rank = random_below(random, rank_limit + 1);
  model->offset = random_between(random, 0, 24);
  for (size_t k = 0; k < model->rank; k++) {
    model->sizes[k] = random_between(random, random_chance(random, 3) ? 0 : 1, 4);
    model->strides[k] = random_between(random, random_chance(random, 20) ? -12 : 0, 12);
  }
  model_enumerate(model);
}

static Lmad model_lmad(const World *world, const Model *model) {
  Lmad result = {.offset = poly_constant(world->algebra, model->offset), .rank = model->rank};
  for (size_t k = 0; k < model->rank; k++)
    result.dims[k] = (LmadDim){poly_constant(world->algebra, model->sizes[k]),
                               poly_constant(world->algebra, model->strides[k])};
  return result;
}

static int64_t number_of(const Poly *value) {
  int64_t number = 0;
  assert_true(poly_is_constant(value, &number));
  return number;
}

static void model_of(const Lmad *value, Model *model) {
  assert_true(lmad_is_known(value));
  *model = (Model){.rank = value->rank, .offset = number_of(value->offset)};
  for (size_t k = 0; k < value->rank; k++) {
    model->sizes[k] = number_of(value->dims[k].size);
    model->strides[k] = number_of(value->dims[k].stride);
  }
  model_enumerate(model);
}

// Which addresses there are; they are between -ADDRESS_LIMIT / 2 and ADDRESS_LIMIT / 2.
typedef struct PointSet {
  uint64_t bits[ADDRESS_LIMIT / 64];
} PointSet;

static PointSet set_of(const Model *model) {
  PointSet set = {0};
  for (size_t i = 0; i < model->count; i++) {
    size_t bit = (size_t)(model->points[i] + ADDRESS_LIMIT / 2);
    set.bits[bit / 64] |= (uint64_t)1 << bit % 64;
  }
  return set;
}

static bool set_meets(const PointSet *a, const PointSet *b) {
  uint64_t common = 0;
  for (size_t i = 0; i < ADDRESS_LIMIT / 64; i++)
    common |= a->bits[i] & b->bits[i];
  return common != 0;
}

// ---- Overlap ----

enum { PAIR_COUNT = 1000000 };

static void random_pairs(void **state) {
  (void)state;
  World world = world_new();
  Random random = random_new(22);
  size_t apart_count = 0, proved_count = 0;
  for (size_t i = 0; i < PAIR_COUNT; i++) {
    Model a, b;
    model_random(&random, &a, 3);
    model_random(&random, &b, 3);
    PointSet left = set_of(&a), right = set_of(&b);
    bool is_apart = !set_meets(&left, &right);
    size_t mark = algebra_enter(world.algebra);
    Lmad first = model_lmad(&world, &a), second = model_lmad(&world, &b);
    bool is_proved = lmad_is_apart(world.algebra, world.bounds, &first, &second, NULL);
    algebra_leave(world.algebra, mark);
    if (is_proved && !is_apart) fail_msg("pair %zu is not apart", i);
    apart_count += is_apart;
    proved_count += is_proved;
  }
  print_message("%zu of %zu pairs apart, %zu proved\n", apart_count, (size_t)PAIR_COUNT,
                proved_count);
  assert_true(proved_count * 100 >= apart_count * 95);
  arena_free(world.arena);
}

static bool has_repetition(const Model *model) {
  for (size_t i = 0; i < model->count; i++)
    for (size_t k = 0; k < i; k++)
      if (model->points[i] == model->points[k]) return true;
  return false;
}

// The same set at another place: the same, or apart, where a unit says so.
static void random_moves(void **state) {
  (void)state;
  World world = world_new();
  Random random = random_new(24);
  size_t proved_count = 0;
  for (size_t i = 0; i < 200000; i++) {
    Model a, b;
    do
      model_random(&random, &a, 3);
    while (a.count == 0);
    size_t mark = algebra_enter(world.algebra);
    int64_t unit = random_between(&random, -2, 12), shift = random_between(&random, -3, 3);
    if (random_chance(&random, 50)) shift *= unit;
    Lmad first = model_lmad(&world, &a), second = first;
    second.offset = poly_add_constant(world.algebra, first.offset, shift);
    bool is_proved = lmad_is_same_or_apart(world.algebra, world.bounds, &first, &second,
                                           poly_constant(world.algebra, unit), NULL);
    model_of(&second, &b);
    PointSet left = set_of(&a), right = set_of(&b);
    if (is_proved && shift != 0 && set_meets(&left, &right)) fail_msg("move %zu meets", i);
    proved_count += is_proved && shift != 0;
    algebra_leave(world.algebra, mark);
  }
  print_message("%zu moves proved apart\n", proved_count);
  assert_true(proved_count > 10000);
  arena_free(world.arena);
}

// A row and a column of an h by g matrix, whose numbers may be equal.
static void rows_and_columns(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'h', 1);
  know(&world, 'g', 1);
  know(&world, 'e', 0);
  know(&world, 'f', 0);
  const Poly *unit = poly(&world, "g");
  Lmad a = LMAD(&world, "g*e", 1, "g", "1"), b = LMAD(&world, "g*f", 1, "g", "1");
  assert_true(lmad_is_same_or_apart(world.algebra, world.bounds, &a, &b, unit, NULL));
  assert_false(lmad_is_apart(world.algebra, world.bounds, &a, &b, NULL));
  // A row that is longer than the matrix is wide.
  a = LMAD(&world, "g*e", 1, "g + 1", "1"), b = LMAD(&world, "g*f", 1, "g + 1", "1");
  assert_false(lmad_is_same_or_apart(world.algebra, world.bounds, &a, &b, unit, NULL));
  a = LMAD(&world, "e", 1, "h", "g"), b = LMAD(&world, "f", 1, "h", "g");
  assert_false(lmad_is_same_or_apart(world.algebra, world.bounds, &a, &b, unit, NULL));
  assume(&world, "g - e - 1");
  assume(&world, "g - f - 1");
  assert_true(lmad_is_same_or_apart(world.algebra, world.bounds, &a, &b, unit, NULL));
  arena_free(world.arena);
}

// Every operation on random LMADs, against the points.
static void random_operations(void **state) {
  (void)state;
  World world = world_new();
  Random random = random_new(23);
  for (size_t i = 0; i < 100000; i++) {
    Model model, after;
    do
      model_random(&random, &model, 3);
    while (model.rank == 0);
    size_t mark = algebra_enter(world.algebra), dim = random_below(&random, model.rank);
    Lmad value = model_lmad(&world, &model);
    if (lmad_is_injective(world.algebra, world.bounds, &value, NULL))
      assert_false(has_repetition(&model));
    // Normalised, and turned around, it has the same points.
    if (model.count > 0) {
      Lmad normal = lmad_normalise(world.algebra, world.bounds, &value, NULL);
      Lmad reversed = lmad_reverse(world.algebra, &value, dim);
      PointSet points = set_of(&model);
      model_of(&normal, &after);
      PointSet others = set_of(&after);
      assert_memory_equal(&points, &others, sizeof points);
      model_of(&reversed, &after);
      others = set_of(&after);
      assert_memory_equal(&points, &others, sizeof points);
      assert_int_equal(after.points[0],
                       number_of(lmad_apply(world.algebra, &reversed,
                                            (const Poly *[]){poly_constant(world.algebra, 0),
                                                             poly_constant(world.algebra, 0),
                                                             poly_constant(world.algebra, 0)})));
    }
    // Flattened, it has the same points in the same order.
    const Poly *total[1] = {poly_constant(world.algebra, (int64_t)model.count)};
    Lmad flat = lmad_reshape(world.algebra, &value, total, 1);
    if (lmad_is_known(&flat)) {
      model_of(&flat, &after);
      assert_int_equal(after.count, model.count);
      assert_memory_equal(after.points, model.points, model.count * sizeof *model.points);
    }
    algebra_leave(world.algebra, mark);
  }
  arena_free(world.arena);
}

static bool is_apart(const World *world, const Lmad *a, const Lmad *b) {
  return lmad_is_apart(world->algebra, world->bounds, a, b, NULL) &&
         lmad_is_apart(world->algebra, world->bounds, b, a, NULL);
}

// Section 3.6.3, and the second half of the matrix: a = n, b is the size of a block, i the
// diagonal.
static void needleman_wunsch(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'b', 2);
  know(&world, 'c', 2); // blocks in a row: n = c*b + 1
  know(&world, 'i', 0);
  assume(&world, "c - 1 - i");
  const char *n = "c*b + 1";
  Lmad writes = LMAD(&world, "i*b + c*b + 1 + 1", 3, "i + 1", "c*b*b", "b", n, "b", "1");
  Lmad left = LMAD(&world, "i*b", 2, "i + 1", "c*b*b", "b + 1", n);
  Lmad above = LMAD(&world, "i*b", 2, "i + 1", "c*b*b", "b + 1", "1");
  assert_true(is_apart(&world, &writes, &left));
  assert_true(is_apart(&world, &writes, &above));
  assert_true(lmad_is_injective(world.algebra, world.bounds, &writes, NULL));
  // One row further down they meet.
  Lmad wrong = LMAD(&world, "i*b + c*b + 1", 2, "i + 1", "c*b*b", "b + 1", "1");
  assert_true(is_apart(&world, &writes, &above));
  wrong.offset = poly(&world, "i*b + c*b + 1 + 1");
  assert_false(is_apart(&world, &writes, &wrong));
  // Behind the middle: block j of diagonal i starts at row i + j + 1, column c - 1 - j.
  World second = world_new();
  know(&second, 'b', 2);
  know(&second, 'c', 2);
  know(&second, 'i', 0);
  assume(&second, "c - 2 - i");
  // Offset of the block (i + 1, c - 1): row (i + 1)*b, column (c - 1)*b.
  const char *corner = "c*b*b*i + b*i + c*b*b + b + c*b - b";
  Lmad later = LMAD(&second, corner, 3, "c - 1 - i", "c*b*b", "b", n, "b", "1");
  later.offset = poly_add(second.algebra, later.offset, poly(&second, "c*b + 2"));
  left = LMAD(&second, corner, 2, "c - 1 - i", "c*b*b", "b + 1", n);
  above = LMAD(&second, corner, 2, "c - 1 - i", "c*b*b", "b + 1", "1");
  assert_true(is_apart(&second, &later, &left));
  assert_true(is_apart(&second, &later, &above));
  assert_true(lmad_is_injective(second.algebra, second.bounds, &later, NULL));
  arena_free(world.arena);
  arena_free(second.arena);
}

// LUD on a matrix of c by c blocks of size b, step k: the interior is written, and the perimeter
// and the diagonal are read. n = c*b.
static void lu_decomposition(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'b', 2);
  know(&world, 'c', 2);
  know(&world, 'k', 0);
  assume(&world, "c - 2 - k");
  const char *n = "c*b";
  // Rows and columns from (k + 1)*b on.
  const char *interior = "c*b*b*k + c*b*b + b*k + b", *rest = "c*b - b*k - b";
  Lmad writes = LMAD(&world, interior, 2, rest, n, rest, "1");
  Lmad top = LMAD(&world, "c*b*b*k + b*k + b", 2, "b", n, rest, "1");
  Lmad side = LMAD(&world, "c*b*b*k + c*b*b + b*k", 2, rest, n, "b", "1");
  Lmad diagonal = LMAD(&world, "c*b*b*k + b*k", 2, "b", n, "b", "1");
  assert_true(is_apart(&world, &writes, &top));
  assert_true(is_apart(&world, &writes, &side));
  assert_true(is_apart(&world, &writes, &diagonal));
  assert_true(is_apart(&world, &top, &side));
  assert_true(is_apart(&world, &top, &diagonal));
  assert_true(is_apart(&world, &side, &diagonal));
  assert_false(is_apart(&world, &writes, &writes));
  Lmad wide = LMAD(&world, "c*b*b*k + c*b*b + b*k", 2, rest, n, "b + 1", "1");
  assert_false(is_apart(&world, &writes, &wide));
  // In four dimensions, block by block.
  Lmad blocks = LMAD(&world, interior, 4, "c - k - 1", "c*b*b", "c - k - 1", "b", "b", n, "b", "1");
  assert_true(is_apart(&world, &blocks, &top));
  assert_true(is_apart(&world, &blocks, &side));
  // An element of the interior, and those of other points.
  know(&world, 'i', 0);
  know(&world, 'j', 0);
  assume(&world, "c*b - b*k - b - 1 - i");
  assume(&world, "c*b - b*k - b - 1 - j");
  Lmad own = lmad_fix(world.algebra, &writes, 0, poly(&world, "i"));
  own = lmad_fix(world.algebra, &own, 0, poly(&world, "j"));
  Lmad before = writes, after = writes;
  before.dims[0].size = poly(&world, "i");
  after.offset = poly_add(world.algebra, writes.offset, poly(&world, "c*b*i + c*b"));
  after.dims[0].size = poly(&world, "c*b - b*k - b - 1 - i");
  assert_true(is_apart(&world, &own, &before));
  assert_true(is_apart(&world, &own, &after));
  arena_free(world.arena);
}

// Rows i and j of a matrix with c columns, which may be the same row: no set has a dimension of
// stride c.
static void fixed_rows(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'c', 0);
  know(&world, 'i', 0);
  know(&world, 'j', 0);
  know(&world, 'k', 0);
  assume(&world, "c - 2 - k");
  // The first k columns of row i, and columns from k on of row j.
  Lmad left = LMAD(&world, "c*i", 1, "k", "1"), right = LMAD(&world, "c*j + k", 1, "c - k", "1");
  assert_true(is_apart(&world, &left, &right));
  Lmad column = lmad_point(poly(&world, "c*j + k"));
  assert_true(is_apart(&world, &left, &column));
  // One column in common; and columns that reach into the next row.
  Lmad common = LMAD(&world, "c*j + k - 1", 1, "c - k", "1");
  assert_false(is_apart(&world, &left, &common));
  Lmad long_row = LMAD(&world, "c*j + k", 1, "c - k + 1", "1");
  assert_false(is_apart(&world, &left, &long_row));
  arena_free(world.arena);
}

static void symbolic_pairs(void **state) {
  (void)state;
  World world = world_new();
  know(&world, 'a', 0);
  know(&world, 'b', 0);
  Lmad low = LMAD(&world, "0", 1, "a", "1"), high = LMAD(&world, "a", 1, "b", "1");
  assert_true(is_apart(&world, &low, &high));
  Lmad even = LMAD(&world, "0", 1, "a", "2"), odd = LMAD(&world, "2*b + 1", 1, "b", "2");
  assert_true(is_apart(&world, &even, &odd));
  // Columns of a matrix; and what may be of size 0.
  know(&world, 'c', 0);
  Lmad first = LMAD(&world, "0", 2, "a", "b + c", "b", "1");
  Lmad second = LMAD(&world, "b", 2, "a", "b + c", "c", "1");
  assert_true(is_apart(&world, &first, &second));
  second.offset = poly(&world, "b - 1");
  assert_false(is_apart(&world, &first, &second));
  // Backwards, and with a stride of unknown sign.
  Lmad back = LMAD(&world, "a - 1", 1, "a", "-1");
  assert_true(is_apart(&world, &back, &high));
  Lmad unknown = LMAD(&world, "0", 1, "a", "d");
  assert_false(is_apart(&world, &unknown, &high));
  assert_true(lmad_is_injective(world.algebra, world.bounds, &first, NULL));
  assert_false(lmad_is_injective(world.algebra, world.bounds, &unknown, NULL));
  // A dimension of one index repeats nothing, however small its stride: one row, or rows of b + c.
  bounds_assume(world.bounds, poly(&world, "k - 1"), NULL);
  bounds_assume(world.bounds, poly(&world, "l - 2*k"), NULL);
  Lmad rows = LMAD(&world, "0", 2, "k", "l - 1", "2", "k");
  assert_true(lmad_is_injective(world.algebra, world.bounds, &rows, NULL));
  Lmad windows = LMAD(&world, "0", 2, "a", "1", "b", "1");
  assert_false(lmad_is_injective(world.algebra, world.bounds, &windows, NULL));
  arena_free(world.arena);
}

// A random polynomial in a and b, with small factors.
static const Poly *poly_random(const World *world, Random *random, int64_t low) {
  static const char *const terms[] = {"1", "a", "b", "a*b", "a*a"};
  const Poly *sum = poly_constant(world->algebra, 0);
  for (size_t k = 0; k <= random_below(random, 2); k++) {
    const Poly *term = poly(world, terms[random_below(random, 5)]);
    sum = poly_add(world->algebra, sum,
                   poly_scale(world->algebra, term, random_between(random, low, 2)));
  }
  return sum;
}

static Lmad lmad_random(const World *world, Random *random) {
  Lmad result = {.offset = poly_random(world, random, -1), .rank = random_below(random, 3)};
  for (size_t k = 0; k < result.rank; k++) {
    result.dims[k].size = poly_random(world, random, 0);
    result.dims[k].stride = poly_random(world, random, -1);
  }
  return result;
}

static int64_t evaluate(const World *world, const Poly *value, const int64_t *numbers) {
  for (int i = 0; i < 2; i++)
    value = poly_substitute(world->algebra, value, world->vars[i],
                            poly_constant(world->algebra, numbers[i]));
  return number_of(value);
}

static Model instance(const World *world, const Lmad *value, const int64_t *numbers) {
  Model model = {.rank = value->rank, .offset = evaluate(world, value->offset, numbers)};
  for (size_t k = 0; k < value->rank; k++) {
    model.sizes[k] = evaluate(world, value->dims[k].size, numbers);
    model.strides[k] = evaluate(world, value->dims[k].stride, numbers);
  }
  model_enumerate(&model);
  return model;
}

static bool has_common(const Model *a, const Model *b) {
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < b->count; k++)
      if (a->points[i] == b->points[k]) return true;
  return false;
}

// What is proved for all sizes is true of the small ones.
static void random_symbols(void **state) {
  (void)state;
  World world = world_new();
  Random random = random_new(24);
  know(&world, 'a', 1);
  know(&world, 'b', 0);
  size_t proved_count = 0;
  for (size_t i = 0; i < 20000; i++) {
    size_t mark = algebra_enter(world.algebra);
    Lmad first = lmad_random(&world, &random), second = lmad_random(&world, &random);
    bool is_proved = lmad_is_apart(world.algebra, world.bounds, &first, &second, NULL);
    bool is_injective = lmad_is_injective(world.algebra, world.bounds, &first, NULL);
    proved_count += is_proved;
    for (int64_t k = 0; k < 12 && (is_proved || is_injective); k++) {
      int64_t numbers[2] = {1 + k % 3, k / 3};
      size_t inner = algebra_enter(world.algebra);
      Model a = instance(&world, &first, numbers), b = instance(&world, &second, numbers);
      algebra_leave(world.algebra, inner);
      if (is_proved && has_common(&a, &b)) fail_msg("pair %zu is not apart", i);
      if (is_injective && has_repetition(&a)) fail_msg("LMAD %zu is not injective", i);
    }
    algebra_leave(world.algebra, mark);
  }
  assert_true(proved_count > 3000);
  arena_free(world.arena);
}

UnitCount test_lmad(void) {
  static const struct CMUnitTest tests[] = {cmocka_unit_test(index_functions),
                                            cmocka_unit_test(reshapes),
                                            cmocka_unit_test(sets),
                                            cmocka_unit_test(random_pairs),
                                            cmocka_unit_test(random_operations),
                                            cmocka_unit_test(random_moves),
                                            cmocka_unit_test(rows_and_columns),
                                            cmocka_unit_test(needleman_wunsch),
                                            cmocka_unit_test(lu_decomposition),
                                            cmocka_unit_test(fixed_rows),
                                            cmocka_unit_test(symbolic_pairs),
                                            cmocka_unit_test(random_symbols)};
  return UNIT_RUN("lmad", tests);
}
