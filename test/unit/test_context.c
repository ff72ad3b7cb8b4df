// Contexts: blocks and their free list, sizes that overflow, errors from many threads.
#include "test/unit/unit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"

static const TuningParam PARAMS[] = {{"t", "threshold(def, )", 7}};
static const ProgramTable TABLE = {.name = "test", .params = PARAMS, .param_count = 1};

enum { BIG = 1 << 20 };

typedef struct Fixture {
  Config *config;
  Context *ctx;
} Fixture;

static Fixture fixture_new(int64_t memory_limit) {
  Fixture fixture = {.config = config_new(&TABLE)};
  assert_non_null(fixture.config);
  fixture.config->memory_limit = memory_limit;
  fixture.ctx = context_new(fixture.config);
  assert_non_null(fixture.ctx);
  return fixture;
}

static void fixture_free(Fixture *fixture) {
  context_free(fixture->ctx);
  config_free(fixture->config);
}

static void sizes_saturate(void **state) {
  (void)state;
  assert_true(size_times(3, 4) == 12);
  assert_true(size_times(0, INT64_MAX) == 0);
  assert_true(size_times(INT64_MAX, 0) == 0);
  assert_true(size_times(INT64_MAX / 2, 3) == INT64_MAX);
  assert_true(size_times(-1, 3) == -1 && size_times(3, -2) == -2); // stays visible
  assert_true(size_plus(-7, 64) == -7);
  assert_true(size_plus(INT64_MAX, 1) == INT64_MAX);
  assert_true(size_plus(1, 2) == 3);
}

static void blocks_are_aligned_and_counted(void **state) {
  (void)state;
  Fixture fixture = fixture_new(0);
  Block *a = NULL, *b = NULL;
  assert_int_equal(block_new(fixture.ctx, &a, 0, NULL), RT_OK);
  assert_non_null(a->data);
  assert_true((uintptr_t)a->data % BLOCK_ALIGNMENT == 0);
  b = block_ref(a);
  block_unref(fixture.ctx, &a);
  assert_null(a);
  block_unref(fixture.ctx, &b);
  block_unref(fixture.ctx, &b); // none is fine
  assert_true(context_live(fixture.ctx) == 0);
  fixture_free(&fixture);
}

static void big_blocks_are_used_again(void **state) {
  (void)state;
  Fixture fixture = fixture_new(0);
  Block *a = NULL, *b = NULL;
  assert_int_equal(block_new(fixture.ctx, &a, BIG, NULL), RT_OK);
  void *place = a->data;
  block_unref(fixture.ctx, &a);
  assert_int_equal(block_new(fixture.ctx, &b, BIG - 100, NULL), RT_OK);
  assert_ptr_equal(b->data, place);
  block_unref(fixture.ctx, &b);
  context_clear_caches(fixture.ctx);
  assert_true(fixture.ctx->footprint == 0);
  fixture_free(&fixture);
}

// However sizes come and go, no more is held than was once live, but for what is on a shelf.
static void footprint_stays_below_the_peak(void **state) {
  (void)state;
  Fixture fixture = fixture_new(0);
  uint64_t seed = 88172645463325252;
  Block *blocks[8] = {0};
  for (int i = 0; i < 2000; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    size_t k = (seed >> 33) % 8;
    block_unref(fixture.ctx, &blocks[k]);
    int64_t size = (int64_t)((seed >> 40) % (4 * BIG));
    assert_int_equal(block_new(fixture.ctx, &blocks[k], size, NULL), RT_OK);
    assert_true(fixture.ctx->footprint <= fixture.ctx->peak + SHELF_BYTES);
  }
  for (size_t k = 0; k < 8; k++)
    block_unref(fixture.ctx, &blocks[k]);
  fixture_free(&fixture);
}

// What a block has too much goes back, what is in it stays; a block that somebody else holds, and a
// little too much, are left alone.
static void blocks_are_trimmed(void **state) {
  (void)state;
  Fixture fixture = fixture_new(0);
  Block *a = NULL;
  assert_int_equal(block_new(fixture.ctx, &a, 8 * BIG, NULL), RT_OK);
  memset(a->data, 7, BIG);
  Block *b = block_ref(a);
  assert_int_equal(block_trim(fixture.ctx, &a, BIG, NULL), RT_OK);
  assert_true(a == b && context_live(fixture.ctx) == 8 * BIG);
  block_unref(fixture.ctx, &b);
  assert_int_equal(block_trim(fixture.ctx, &a, 8 * BIG - 100, NULL), RT_OK);
  assert_true(context_live(fixture.ctx) == 8 * BIG);
  assert_int_equal(block_trim(fixture.ctx, &a, BIG - 10, NULL), RT_OK);
  assert_true(a->size == BIG - 10 && context_live(fixture.ctx) == BIG);
  assert_true((uintptr_t)a->data % BLOCK_ALIGNMENT == 0);
  const char *bytes = a->data;
  for (int64_t i = 0; i < a->size; i++)
    assert_int_equal(bytes[i], 7);
  block_unref(fixture.ctx, &a);
  context_clear_caches(fixture.ctx);
  assert_true(fixture.ctx->footprint == 0 && context_live(fixture.ctx) == 0);
  fixture_free(&fixture);
}

static void small_blocks_are_used_again(void **state) {
  (void)state;
  Fixture fixture = fixture_new(0);
  Block *a = NULL, *b = NULL;
  assert_int_equal(block_new(fixture.ctx, &a, 100, NULL), RT_OK);
  void *place = a->data;
  assert_true(context_live(fixture.ctx) == 128);
  block_unref(fixture.ctx, &a);
  assert_true(context_live(fixture.ctx) == 0);
  assert_int_equal(block_new(fixture.ctx, &b, 65, NULL), RT_OK);
  assert_ptr_equal(b->data, place);
  assert_true(b->size == 65 && context_live(fixture.ctx) == 128);
  block_unref(fixture.ctx, &b);
  context_clear_caches(fixture.ctx);
  assert_true(fixture.ctx->footprint == 0 && context_live(fixture.ctx) == 0);
  fixture_free(&fixture);
}

// A shelf does not hold more than it may.
static void shelves_are_bounded(void **state) {
  (void)state;
  enum { COUNT = 1000 };
  Fixture fixture = fixture_new(0);
  Block *blocks[COUNT] = {0};
  for (size_t i = 0; i < COUNT; i++)
    assert_int_equal(block_new(fixture.ctx, &blocks[i], 4096, NULL), RT_OK);
  for (size_t i = 0; i < COUNT; i++)
    block_unref(fixture.ctx, &blocks[i]);
  assert_true(fixture.ctx->footprint <= SHELF_BYTES && context_live(fixture.ctx) == 0);
  fixture_free(&fixture);
}

static void *churn(void *argument) {
  Context *ctx = argument;
  Block *blocks[16] = {0};
  for (size_t i = 0; i < 20000; i++) {
    size_t k = i * 7 % 16;
    block_unref(ctx, &blocks[k]);
    if (block_new(ctx, &blocks[k], (int64_t)(i % 40) * 50, NULL) != RT_OK) return ctx;
    memset(blocks[k]->data, (int)k, (size_t)blocks[k]->size);
  }
  for (size_t k = 0; k < 16; k++)
    block_unref(ctx, &blocks[k]);
  return NULL;
}

static void threads_share_shelves(void **state) {
  (void)state;
  Fixture fixture = fixture_new(0);
  pthread_t threads[8];
  for (size_t i = 0; i < 8; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, churn, fixture.ctx), 0);
  for (size_t i = 0; i < 8; i++) {
    void *failed = NULL;
    pthread_join(threads[i], &failed);
    assert_null(failed);
  }
  assert_true(context_live(fixture.ctx) == 0);
  context_clear_caches(fixture.ctx);
  assert_true(fixture.ctx->footprint == 0);
  fixture_free(&fixture);
}

static void too_much_is_refused(void **state) {
  (void)state;
  Fixture fixture = fixture_new(BIG);
  static const int64_t SIZES[] = {2 * BIG, INT64_MAX, INT64_MAX - 1};
  for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
    Block *block = NULL;
    assert_int_equal(block_new(fixture.ctx, &block, SIZES[i], "a.fut:1:2"), RT_MEMORY);
    assert_null(block);
    assert_int_equal(context_error_code(fixture.ctx), RT_MEMORY);
    char *error = context_take_error(fixture.ctx);
    assert_non_null(strstr(error, "a.fut:1:2: out of memory"));
    free(error);
  }
  assert_null(context_take_error(fixture.ctx));
  Block *block = NULL;
  assert_int_equal(block_new(fixture.ctx, &block, -5, "a.fut:1:2"), RT_FAILURE);
  assert_null(block);
  char *error = context_take_error(fixture.ctx);
  assert_string_equal(error, "a.fut:1:2: the size -5 of an array is negative");
  free(error);
  fixture_free(&fixture);
}

static void *fail_often(void *argument) {
  Context *ctx = argument;
  for (int i = 0; i < 200; i++) {
    Block *block = NULL;
    context_fail(ctx, "number %d", i);
    if (block_new(ctx, &block, BIG, NULL) == RT_OK) block_unref(ctx, &block);
  }
  return NULL;
}

static void the_first_error_wins(void **state) {
  (void)state;
  Fixture fixture = fixture_new(0);
  pthread_t threads[4];
  assert_int_equal(context_fail(fixture.ctx, "first %s", "error"), RT_FAILURE);
  for (size_t i = 0; i < 4; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, fail_often, fixture.ctx), 0);
  for (size_t i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  char *error = context_take_error(fixture.ctx);
  assert_string_equal(error, "first error");
  free(error);
  assert_int_equal(context_error_code(fixture.ctx), RT_OK);
  assert_true(context_live(fixture.ctx) == 0);
  fixture_free(&fixture);
}

static void params_have_defaults(void **state) {
  (void)state;
  Fixture fixture = fixture_new(0);
  assert_true(fixture.ctx->params[0] == 7);
  assert_false(config_set_param(fixture.config, "none", 1));
  assert_true(config_set_param(fixture.config, "t", 9));
  assert_true(fixture.ctx->params[0] == 9);
  assert_true(config_set_param(fixture.config, "t", 0));
  assert_true(fixture.ctx->params[0] == 7);
  fixture_free(&fixture);
}

UnitCount test_context(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_saturate),
      cmocka_unit_test(blocks_are_aligned_and_counted),
      cmocka_unit_test(big_blocks_are_used_again),
      cmocka_unit_test(footprint_stays_below_the_peak),
      cmocka_unit_test(blocks_are_trimmed),
      cmocka_unit_test(small_blocks_are_used_again),
      cmocka_unit_test(shelves_are_bounded),
      cmocka_unit_test(threads_share_shelves),
      cmocka_unit_test(too_much_is_refused),
      cmocka_unit_test(the_first_error_wins),
      cmocka_unit_test(params_have_defaults),
  };
  return UNIT_RUN("context", tests);
}
