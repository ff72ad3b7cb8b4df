// Elements and times of the interpreter by heap. Whole programs are in test/mem.
#include "test/unit/unit.h"

#include <stdlib.h>

#include "interp/heap_internal.h"

typedef struct Fixture {
  Arena *arena;
  Heap *heap;
  HeapBlock *block;
  Par par;
} Fixture;

static Fixture fixture_open(int64_t count, Scalar element) {
  Fixture fixture = {.arena = arena_new()};
  Program *program = program_new(fixture.arena, interner_new(fixture.arena), LEVEL_MEM);
  Var *var = var_new(program, "m", type_mem(), SPAN_NONE);
  fixture.heap = heap_new(program, (InterpOptions){0});
  fixture.block = heap_block_new(fixture.heap, var, count, element);
  return fixture;
}

static void fixture_close(Fixture *fixture) {
  free(fixture->heap->interp->failure.message);
  heap_free(fixture->heap);
  arena_free(fixture->arena);
}

static bool reads(Fixture *fixture, int64_t index) {
  ScalarValue value;
  return element_read(fixture->heap, fixture->block, index, SCALAR_I64, 0, &value);
}

static bool writes(Fixture *fixture, int64_t index, uint64_t group) {
  return element_write(fixture->heap, fixture->block, index, SCALAR_I64, group,
                       (ScalarValue){.i64 = index});
}

static void refuses_what_was_not_written(void **state) {
  (void)state;
  Fixture fixture = fixture_open(2, SCALAR_I64);
  assert_true(writes(&fixture, 0, 0) && reads(&fixture, 0));
  assert_false(reads(&fixture, 1));
  assert_int_equal(fixture.heap->interp->failure.kind, FAILURE_PLACES);
  fixture_close(&fixture);
}

static void orders_what_nested_pars_do(void **state) {
  (void)state;
  Fixture fixture = fixture_open(4, SCALAR_I64);
  Heap *heap = fixture.heap;
  assert_true(writes(&fixture, 0, 0));
  level_push(heap, &fixture.par, NULL);
  level_point(heap, false);
  level_push(heap, &fixture.par, NULL);
  level_point(heap, false);
  assert_true(writes(&fixture, 1, 0));
  level_point(heap, false);
  assert_true(reads(&fixture, 0));
  level_pop(heap);
  // The inner par is over: its points come before.
  assert_true(reads(&fixture, 1) && writes(&fixture, 1, 0));
  level_point(heap, false);
  // Another point of the outer par: the inner write is concurrent, whatever is read in between.
  assert_true(reads(&fixture, 0));
  assert_false(writes(&fixture, 0, 0));
  fixture_close(&fixture);
}

static void groups_may_collide_but_not_mix(void **state) {
  (void)state;
  Fixture fixture = fixture_open(1, SCALAR_I64);
  level_push(fixture.heap, &fixture.par, NULL);
  level_point(fixture.heap, false);
  assert_true(writes(&fixture, 0, 7));
  level_point(fixture.heap, false);
  assert_true(writes(&fixture, 0, 7));
  // This point wrote it last, but the other one did as well.
  assert_false(reads(&fixture, 0));
  fixture_close(&fixture);
}

static void keeps_times_of_smaller_elements(void **state) {
  (void)state;
  Fixture fixture = fixture_open(2, SCALAR_I64);
  ScalarValue value;
  assert_true(writes(&fixture, 0, 0));
  assert_true(element_read(fixture.heap, fixture.block, 7, SCALAR_I8, 0, &value));
  assert_false(element_read(fixture.heap, fixture.block, 8, SCALAR_I8, 0, &value));
  fixture_close(&fixture);
}

static void rehearsals_leave_nothing_to_read(void **state) {
  (void)state;
  Fixture fixture = fixture_open(3, SCALAR_I64);
  Heap *heap = fixture.heap;
  assert_true(writes(&fixture, 0, 0));
  level_push(heap, &fixture.par, NULL);
  level_point(heap, false);
  assert_true(reads(&fixture, 0) && writes(&fixture, 1, 0) && writes(&fixture, 2, 0));
  level_begin_again(heap);
  level_point(heap, false);
  // What was only read may be overwritten, and what is written again may be read.
  assert_true(writes(&fixture, 0, 0) && writes(&fixture, 1, 0) && reads(&fixture, 1));
  level_push(heap, &fixture.par, NULL);
  level_point(heap, false);
  assert_false(reads(&fixture, 2));
  fixture_close(&fixture);
}

// Opens a point whose row threads share, and which has read element 0.
static Fixture shared_row_open(void) {
  Fixture fixture = fixture_open(2, SCALAR_I64);
  Heap *heap = fixture.heap;
  assert_true(writes(&fixture, 0, 0) && writes(&fixture, 1, 0));
  level_push(heap, &fixture.par, NULL);
  heap->levels[0].is_shared = true;
  level_point(heap, false);
  assert_true(reads(&fixture, 0));
  level_push(heap, &fixture.par, NULL);
  level_point(heap, false);
  return fixture;
}

static void shared_rows_are_apart_from_what_is_around(void **state) {
  (void)state;
  Fixture before = shared_row_open(), after = shared_row_open();
  // Inside, a point may overwrite what it reads itself, but not what is read around.
  assert_true(reads(&before, 1) && writes(&before, 1, 0));
  assert_true(reads(&before, 0));
  assert_false(writes(&before, 0, 0));
  fixture_close(&before);
  // And what the row writes is not read behind it, until the next point.
  assert_true(writes(&after, 1, 0));
  level_pop(after.heap);
  assert_true(reads(&after, 0));
  assert_false(reads(&after, 1));
  fixture_close(&after);
}

UnitCount test_heap(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(refuses_what_was_not_written),
      cmocka_unit_test(orders_what_nested_pars_do),
      cmocka_unit_test(groups_may_collide_but_not_mix),
      cmocka_unit_test(keeps_times_of_smaller_elements),
      cmocka_unit_test(rehearsals_leave_nothing_to_read),
      cmocka_unit_test(shared_rows_are_apart_from_what_is_around),
  };
  return UNIT_RUN("heap", tests);
}
