// The passes at Core, for what a single file of text cannot show: time and growth, and that running
// a pass again changes nothing.
#include "test/unit/unit.h"

#include <string.h>
#include <time.h>

#include "core/core.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

typedef struct World {
  Arena *arena;
  Diag *diag;
  Program *program;
} World;

static World world_of(const char *text) {
  World world = {.arena = arena_new()};
  SourceMap *sources = sources_new(world.arena);
  const SourceFile *file = source_add(sources, "test.core", text, strlen(text));
  world.diag = diag_new(world.arena, sources);
  world.program = program_parse(world.arena, interner_new(world.arena), file, world.diag);
  assert_non_null(world.program);
  assert_true(program_verify(world.program, world.diag));
  return world;
}

static void world_free(World *world) { arena_free(world->arena); }

// Runs the pass and gives the seconds of processor time that it took.
static double run(World *world, const Pass *pass) {
  clock_t start = clock();
  world->program = pass->run(world->program, &(Target){0}, world->diag);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  assert_non_null(world->program);
  assert_true(program_verify(world->program, world->diag));
  return seconds;
}

static char *text_of(const World *world) {
  StrBuf text = {0};
  program_print(&text, world->program);
  char *copy = arena_strndup(world->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return copy;
}

// A pass that runs again finds nothing to do.
static void assert_stable(World *world, const Pass *pass) {
  char *first = text_of(world);
  run(world, pass);
  assert_string_equal(text_of(world), first);
}

// ---- Large programs ----

// A function of `count` statements that use each other at random, with something to do for most
// rules.
static void put_long_function(StrBuf *out, size_t count) {
  static const char *const ops[] = {"add", "sub", "mul", "and", "xor", "smax", "or"};
  uint64_t state = 1;
  strbuf_puts(out, "entry main [n] (xs: [n]i64, v.1: i64, v.2: i64) -> (r: i64) = {\n");
  for (size_t i = 3; i < count + 3; i++) {
    state = hash_u64(state + i);
    size_t reach = i - 1 < 50 ? i - 1 : 50;
    size_t a = i - 1 - state % reach, b = i - 1 - (state >> 8) % reach;
    if (i % 11 == 0) {
      strbuf_printf(out, "let v.%zu: i64 = index xs[v.%zu]\n", i, a);
    } else if (i % 7 == 0) {
      strbuf_printf(out, "let v.%zu: i64 = %s v.%zu, %zu\n", i, ops[i % 5], a, b % 3);
    } else {
      strbuf_printf(out, "let v.%zu: i64 = %s v.%zu, v.%zu\n", i, ops[(state >> 16) % 7], a, b);
    }
  }
  strbuf_printf(out, "in (v.%zu)\n}\n", count + 2);
}

static double time_long_function(const Pass *pass, size_t count) {
  StrBuf text = {0};
  put_long_function(&text, count);
  World world = world_of(strbuf_text(&text));
  double seconds = run(&world, pass);
  assert_stable(&world, pass);
  strbuf_free(&text);
  world_free(&world);
  return seconds;
}

static void long_functions_take_linear_time(void **state) {
  (void)state;
  const Pass *passes[] = {&pass_simplify, &pass_hoist, &pass_checks};
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
    double small = time_long_function(passes[i], 10000);
    double large = time_long_function(passes[i], 100000);
    assert_true(small < 2.0);
    // Ten times as much may take thirty times as long (caches, noise); quadratic is a hundred
    // times.
    assert_true(large < 30 * small + 0.5);
  }
}

// Loops, branches and pars inside each other.
static void put_nest(StrBuf *out, size_t depth, size_t limit) {
  if (depth == limit) {
    strbuf_printf(out, "let r%zu: i64 = add x%zu, n\n", depth, depth);
    return;
  }
  size_t next = depth + 1;
  if (depth % 3 == 0) {
    strbuf_printf(out, "let (r%zu: i64, s%zu: i64) = loop (x%zu: i64 = x%zu, k%zu: i64 = n)", depth,
                  depth, next, depth, depth);
    strbuf_printf(out, " for t%zu < n do {\nlet q%zu: i64 = mul n, 3\n", depth, depth);
    put_nest(out, next, limit);
    strbuf_printf(out, "let u%zu: i64 = add r%zu, q%zu\nin (u%zu, k%zu) }\n", depth, next, depth,
                  depth, depth);
  } else if (depth % 3 == 1) {
    strbuf_printf(out, "let c%zu: bool = slt x%zu, n\n", depth, depth);
    strbuf_printf(out, "let r%zu: i64 = if c%zu then {\n", depth, depth);
    strbuf_printf(out, "let x%zu: i64 = add x%zu, 1\n", next, depth);
    put_nest(out, next, limit);
    strbuf_printf(out, "in (r%zu) } else { in (x%zu) }\n", next, depth);
  } else {
    strbuf_printf(out, "let (r%zu: i64, z%zu: [n]i64) = par (x%zu < n) {\n", depth, depth, next);
    put_nest(out, next, limit);
    strbuf_printf(out,
                  "reduce (a%zu: i64, b%zu: i64 => { let o%zu: i64 = add a%zu, b%zu in (o%zu) }; 0)"
                  " r%zu\nmap r%zu }\n",
                  depth, depth, depth, depth, depth, depth, next, next);
  }
}

static void deep_nests_are_no_problem(void **state) {
  (void)state;
  StrBuf text = {0};
  strbuf_puts(&text, "entry main (n: i64, x0: i64) -> (r: i64) = {\n");
  put_nest(&text, 0, 200);
  strbuf_puts(&text, "in (r0) }\n");
  World world = world_of(strbuf_text(&text));
  assert_true(run(&world, &pass_simplify) < 2.0);
  assert_true(run(&world, &pass_hoist) < 2.0);
  assert_stable(&world, &pass_hoist);
  assert_true(run(&world, &pass_checks) < 2.0);
  assert_stable(&world, &pass_checks);
  run(&world, &pass_simplify);
  assert_stable(&world, &pass_simplify);
  strbuf_free(&text);
  world_free(&world);
}

// Each loop is found out to change nothing only after the one before it.
static void chains_of_loops_end(void **state) {
  (void)state;
  StrBuf text = {0};
  strbuf_puts(&text, "entry main (v0: i64) -> (r: i64) = {\n");
  for (size_t i = 1; i <= 500; i++) {
    strbuf_printf(&text, "let v%zu: i64 = loop (a%zu: i64 = v%zu) for t%zu < v0 do {\n", i, i,
                  i - 1, i);
    strbuf_printf(&text,
                  "let d%zu: i64 = sub v%zu, a%zu let e%zu: i64 = add a%zu, d%zu in (e%zu) }\n", i,
                  i - 1, i, i, i, i, i);
  }
  strbuf_puts(&text, "in (v500) }\n");
  World world = world_of(strbuf_text(&text));
  run(&world, &pass_simplify);
  assert_string_equal(text_of(&world), "entry main (v0: i64) -> (r: i64) = { in (v0) }\n");
  strbuf_free(&text);
  world_free(&world);
}

// A tower of functions, each calling the next one twice inside a par, would have 2^60 statements.
static void towers_of_calls_stay_small(void **state) {
  (void)state;
  StrBuf text = {0};
  strbuf_puts(&text, "fun f0 (x: i64) -> (r: i64) = { let y: i64 = add x, 1 in (y) }\n");
  for (size_t i = 1; i <= 60; i++) {
    strbuf_printf(&text, "fun f%zu (x: i64) -> (r: i64) = { let y: i64 = call f%zu(x) ", i, i - 1);
    strbuf_printf(&text, "let z: i64 = call f%zu(y) in (z) }\n", i - 1);
  }
  strbuf_puts(&text, "entry main [n] (xs: [n]i64) -> (ys: [n]i64) = {\n"
                     "let ys: [n]i64 = par (i < n) { let x: i64 = index xs[i]\n"
                     "let y: i64 = call f60(x) map y } in (ys) }\n");
  World world = world_of(strbuf_text(&text));
  assert_true(run(&world, &pass_inline) < 5.0);
  assert_true(strlen(text_of(&world)) < 10000000);
  strbuf_free(&text);
  world_free(&world);
}

// A chain of functions that are each called once is not copied over and over.
static void chains_of_calls_take_linear_time(void **state) {
  (void)state;
  StrBuf text = {0};
  strbuf_puts(&text, "fun f0 (x: i64) -> (r: i64) = { let y: i64 = add x, 1 in (y) }\n");
  for (size_t i = 1; i <= 5000; i++) {
    strbuf_printf(&text, "fun f%zu (x: i64) -> (r: i64) = { let y: i64 = call f%zu(x) ", i, i - 1);
    strbuf_puts(&text, "let z: i64 = mul y, y let w: i64 = add z, x in (w) }\n");
  }
  strbuf_puts(&text, "entry main (x: i64) -> (r: i64) = { let y: i64 = call f5000(x) in (y) }\n");
  World world = world_of(strbuf_text(&text));
  assert_true(run(&world, &pass_inline) < 2.0);
  assert_true(world.program->funs.count < 500);
  strbuf_free(&text);
  world_free(&world);
}

// ---- Odd programs ----

static void stands_after(const char *before, const Pass *pass, const char *after) {
  World world = world_of(before);
  run(&world, pass);
  assert_string_equal(text_of(&world), after);
  assert_stable(&world, pass);
  world_free(&world);
}

static void empty_programs_stay(void **state) {
  (void)state;
  const Pass *passes[] = {&pass_simplify, &pass_inline, &pass_hoist, &pass_checks};
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
    stands_after("", passes[i], "");
    stands_after("entry main () -> () = { in () }", passes[i], "entry main () -> () = { in () }\n");
  }
}

static void nothing_is_needed(void **state) {
  (void)state;
  stands_after("entry main (x: i64) -> () = { let () = if true then { in () } else { in () }\n"
               "let y: i64 = sdiv x, 0 in () }",
               &pass_simplify, "entry main (x: i64) -> () = { in () }\n");
}

UnitCount test_core(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_functions_take_linear_time),
      cmocka_unit_test(deep_nests_are_no_problem),
      cmocka_unit_test(chains_of_loops_end),
      cmocka_unit_test(towers_of_calls_stay_small),
      cmocka_unit_test(chains_of_calls_take_linear_time),
      cmocka_unit_test(empty_programs_stay),
      cmocka_unit_test(nothing_is_needed),
  };
  return UNIT_RUN("core", tests);
}
