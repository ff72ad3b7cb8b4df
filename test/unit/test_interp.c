// The interpreter where programs in test/run cannot look: kinds and places of failures, limits,
// programs that break the rules of consumption, sharing, and long programs.
#include "test/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "interp/interp.h"
#include "ir/parse.h"
#include "ir/scalar_eval.h"

typedef struct World {
  Arena *arena;
  SourceMap *sources;
  Program *program;
  Interp *interp;
} World;

// Parsed, not verified: what the verifier refuses must still mean something.
static World world_new(const char *text, InterpOptions options) {
  World world = {.arena = arena_new()};
  world.sources = sources_new(world.arena);
  Diag *diag = diag_new(world.arena, world.sources);
  const SourceFile *file = source_add(world.sources, "test.core", text, strlen(text));
  world.program = program_parse(world.arena, interner_new(world.arena), file, diag);
  diag_flush(diag);
  assert_non_null(world.program);
  world.interp = interp_new(world.program, options);
  return world;
}

static void world_free(World *world) {
  interp_free(world->interp);
  arena_free(world->arena);
}

static size_t read_values(const char *text, const ValueType *types, size_t count, Value *values) {
  ValueError error;
  Reader *reader = reader_from_memory(text, strlen(text));
  size_t done = 0;
  while (done < count && !reader_at_end(reader, &error)) {
    if (!value_read(reader, &types[done], &values[done], &error)) fail_msg("%s", error.message);
    done++;
  }
  reader_free(reader);
  return done;
}

// Runs an entry point; the results as text, or NULL and the failure. Free either.
static char *run(World *world, const char *name, const char *input, Failure *failure) {
  Fun *fun = program_find(world->program, intern_str(world->program->names, name));
  assert_non_null(fun);
  size_t param_count, arg_count, count;
  ValueType *types = entry_param_types(fun, &param_count);
  Value args[8], *results;
  arg_count = read_values(input, types, param_count, args);
  bool is_ok = interp_run(world->interp, fun, args, arg_count, &results, &count, failure);
  for (size_t i = 0; i < arg_count; i++)
    value_free(&args[i]);
  free(types);
  if (!is_ok) return NULL;
  Writer *writer = writer_to_memory();
  ValueError error;
  for (size_t i = 0; i < count; i++) {
    if (i > 0) assert_true(writer_put(writer, " ", 1, &error));
    assert_true(value_write_text(writer, &results[i], &error));
    value_free(&results[i]);
  }
  free(results);
  size_t size;
  const char *data = writer_data(writer, &size);
  char *text = malloc(size + 1);
  assert_non_null(text);
  memcpy(text, data, size);
  text[size] = '\0';
  writer_free(writer);
  return text;
}

static void expect(World *world, const char *name, const char *input, const char *output) {
  Failure failure;
  char *text = run(world, name, input, &failure);
  if (text == NULL) fail_msg("%s", failure.message);
  assert_string_equal(text, output);
  free(text);
}

// `line` 0: nowhere.
static void expect_failure(World *world, const char *name, const char *input, FailureKind kind,
                           const char *message, uint32_t line) {
  Failure failure;
  char *text = run(world, name, input, &failure);
  if (text != NULL) fail_msg("it gave %s", text);
  assert_int_equal(failure.kind, kind);
  if (strstr(failure.message, message) == NULL) fail_msg("it said: %s", failure.message);
  uint32_t at = 0, column = 0;
  const SourceFile *file = source_get(world->sources, failure.span.file);
  if (file != NULL) source_position(file, failure.span.start, &at, &column);
  assert_int_equal(at, line);
  free(failure.message);
}

static void expect_once(const char *text, const char *input, const char *output) {
  World world = world_new(text, (InterpOptions){0});
  expect(&world, "main", input, output);
  world_free(&world);
}

static void failures_have_kind_and_place(void **state) {
  (void)state;
  World world = world_new("entry bounds [n] (xs: [n]i32, i: i64) -> (x: i32) = {\n"
                          "  let j = add i, 1\n"
                          "  let x = index xs[j]\n"
                          "  in (x)\n"
                          "}\n"
                          "entry division (a: i32) -> (x: i32) = {\n"
                          "  let x = par (i < 3) {\n"
                          "    let y = sdiv 1i32, a\n"
                          "    reduce (p: i32, q: i32 => {\n"
                          "      let r = umod p, q\n"
                          "      in (r) }; 0i32) y\n"
                          "  }\n"
                          "  in (x)\n"
                          "}\n"
                          "fun inner (n: i64) -> (x: i64) = {\n"
                          "  let c = slt n, 0\n"
                          "  let k: cert = assert c, \"deep {}\", n\n"
                          "  in (n)\n"
                          "}\n"
                          "entry outer (n: i64) -> (x: i64) = {\n"
                          "  let x = call inner(n)\n"
                          "  in (x)\n"
                          "}\n"
                          "entry shape (n: i64) -> (x: [n]i64) = {\n"
                          "  let x: [n]i64 = array (1, 2, 3)\n"
                          "  in (x)\n"
                          "}\n",
                          (InterpOptions){0});
  expect_failure(&world, "bounds", "[1,2] 1i64", FAILURE_BOUNDS,
                 "index 2 is out of bounds for an array of shape [2]", 3);
  expect_failure(&world, "division", "0", FAILURE_DIVISION, "division by zero", 8);
  expect_failure(&world, "division", "2", FAILURE_DIVISION, "division by zero", 10);
  expect_failure(&world, "outer", "7i64", FAILURE_ASSERT, "deep 7", 17);
  expect_failure(&world, "shape", "2i64", FAILURE_SHAPE,
                 "the pattern says [2], but the array has shape [3]", 25);
  expect_failure(&world, "shape", "", FAILURE_ARGUMENT, "takes 1 argument, not 0", 0);
  expect(&world, "shape", "3i64", "[1i64, 2i64, 3i64]");
  world_free(&world);
}

static void arguments_are_checked(void **state) {
  (void)state;
  World world = world_new("entry main [n] (xs: [n]i32, k: i64) -> (x: i64) = { in (n) }\n",
                          (InterpOptions){0});
  Fun *fun = program_find(world.program, intern_str(world.program->names, "main"));
  Value args[2], *results;
  size_t count;
  Failure failure;
  int64_t shape[2] = {2, 3};
  assert_true(value_make(&args[0], PRIM_I32, 2, shape));
  assert_true(value_make(&args[1], PRIM_U64, 0, NULL));
  assert_false(interp_run(world.interp, fun, args, 2, &results, &count, &failure));
  assert_int_equal(failure.kind, FAILURE_ARGUMENT);
  assert_non_null(strstr(failure.message, "xs (argument 1) is [2][3]i32"));
  free(failure.message);
  value_free(&args[0]);
  assert_true(value_make(&args[0], PRIM_I32, 1, shape));
  assert_false(interp_run(world.interp, fun, args, 2, &results, &count, &failure));
  assert_non_null(strstr(failure.message, "k (argument 2) is u64"));
  free(failure.message);
  value_free(&args[0]);
  value_free(&args[1]);
  world_free(&world);
}

static const char *const grow =
    "entry main (n: i64) -> (x: i64) = {\n"
    "  let xs: [n]i64 = par (i < n) { map i }\n"
    "  let (m: i64, ys: [m]i64) = par (i < n) { let x = index xs[i] let c = eq x, 7 keep c x }\n"
    "  in (m)\n"
    "}\n";

static void memory_is_limited(void **state) {
  (void)state;
  World world = world_new(grow, (InterpOptions){.memory_limit = 100000});
  expect(&world, "main", "1000i64", "1i64");
  expect_failure(&world, "main", "20000i64", FAILURE_MEMORY, "out of memory", 2);
  expect_failure(&world, "main", "8000i64", FAILURE_MEMORY, "out of memory", 3);
  expect_failure(&world, "main", "9223372036854775807i64", FAILURE_MEMORY, "too large", 2);
  expect_failure(&world, "main", "-9223372036854775808i64", FAILURE_SHAPE, "points", 2);
  expect(&world, "main", "1000i64", "1i64");
  world_free(&world);
}

// A loop that makes an array per iteration must not keep them.
static void memory_is_freed_at_the_last_use(void **state) {
  (void)state;
  World world = world_new("entry main (n: i64) -> (x: i64) = {\n"
                          "  let x = loop (s: i64 = 0) for i < n do {\n"
                          "    let xs: [1000]i64 = par (j < 1000) { map j }\n"
                          "    let ys: [1000]i64 = par (j < 1000) {\n"
                          "      let a = index xs[j]\n"
                          "      let b = add a, i\n"
                          "      map b\n"
                          "    }\n"
                          "    let zs: [1000]i64 = copy ys\n"
                          "    let z = index zs[1]\n"
                          "    let t = add s, z\n"
                          "    in (t)\n"
                          "  }\n"
                          "  in (x)\n"
                          "}\n",
                          (InterpOptions){.memory_limit = 20000});
  expect(&world, "main", "100i64", "5050i64");
  world_free(&world);
}

static void depth_is_limited(void **state) {
  (void)state;
  World world = world_new("fun f (n: i64) -> (r: i64) = {\n"
                          "  let z = eq n, 0\n"
                          "  let r = if z then { in (0) } else {\n"
                          "    let m = sub n, 1\n"
                          "    let q = call f(m)\n"
                          "    in (q)\n"
                          "  }\n"
                          "  in (r)\n"
                          "}\n"
                          "entry main (n: i64) -> (r: i64) = { let r = call f(n) in (r) }\n",
                          (InterpOptions){.depth_limit = 10});
  expect(&world, "main", "8i64", "0i64");
  expect_failure(&world, "main", "9i64", FAILURE_DEPTH, "deeper than 10 calls", 5);
  expect(&world, "main", "8i64", "0i64");
  world_free(&world);
}

static void values_survive_broken_consumption(void **state) {
  (void)state;
  expect_once("entry main [n] (xs: [n]i32) -> (a: [n]i32, b: [n]i32, c: [n]i32) = {\n"
              "  let ys: [n]i32 = update xs[0] = 9i32\n"
              "  let zs: [n]i32 = update xs[1] = 8i32\n"
              "  in (xs, ys, zs)\n"
              "}\n",
              "[1,2]", "[1i32, 2i32] [9i32, 2i32] [1i32, 8i32]");
  expect_once("entry main [n] (xs: [n]i32) -> (a: [n]i32, b: [n]i32) = {\n"
              "  let v: [n]i32 = slice xs[0 : n : 1]\n"
              "  let ys: [n]i32 = par (i < n) { put xs [i] 0i32 }\n"
              "  in (v, ys)\n"
              "}\n",
              "[1,2]", "[1i32, 2i32] [0i32, 0i32]");
  expect_once("entry main [n] (xs: [n][n]i32) -> (a: [n][n]i32, b: [n][n]i32) = {\n"
              "  let row: [n]i32 = index xs[0]\n"
              "  let ys: [n][n]i32 = update xs[1] = row\n"
              "  let zs: [n][n]i32 = update ys[0, 0] = 7i32\n"
              "  in (ys, zs)\n"
              "}\n",
              "[[1,2],[3,4]]", "[[1i32, 2i32], [1i32, 2i32]] [[7i32, 2i32], [1i32, 2i32]]");
}

// Elements of a broadcast view share one place; an update must change one of them only.
static void overlapping_views_are_copied(void **state) {
  (void)state;
  expect_once("entry main (x: i32) -> (r: [3]i32, s: [2][2]i32) = {\n"
              "  let xs: [2]i32 = array (x, x)\n"
              "  let v: [3]i32 = slice xs[0 : 3 : 0]\n"
              "  let r: [3]i32 = update v[1] = 9i32\n"
              "  let ys: [3]i32 = array (1i32, 2i32, 3i32)\n"
              "  let w: [2][2]i32 = slice ys{0; 2 : 1, 2 : 1}\n"
              "  let s: [2][2]i32 = update w[0, 1] = 9i32\n"
              "  in (r, s)\n"
              "}\n",
              "5", "[5i32, 9i32, 5i32] [[1i32, 9i32], [2i32, 3i32]]");
}

// Each of these is quadratic, and takes minutes, if an update copies or a row is copied.
static void updates_are_in_place(void **state) {
  (void)state;
  expect_once("entry main (n: i64) -> (x: i64) = {\n"
              "  let xs: [n]i64 = par (i < n) { map 0 }\n"
              "  let ys: [n]i64 = loop (a: [n]i64 = xs) for i < n do {\n"
              "    let e = smod i, 2\n"
              "    let c = eq e, 0\n"
              "    let b: [n]i64 = if c then { let t: [n]i64 = update a[i] = i in (t) }\n"
              "                    else { in (a) }\n"
              "    in (b)\n"
              "  }\n"
              "  let x = par (i < n) {\n"
              "    let y = index ys[i]\n"
              "    reduce (p: i64, q: i64 => { let r = add p, q in (r) }; 0) y\n"
              "  }\n"
              "  in (x)\n"
              "}\n",
              "200000i64", "9999900000i64");
  expect_once("entry main (n: i64) -> (x: i64) = {\n"
              "  let xs: [2][n]i64 = par (i < 2) { let r: [n]i64 = par (j < n) { map j } map r }\n"
              "  let x = loop (s: i64 = 0) for i < n do {\n"
              "    let row: [n]i64 = index xs[1]\n"
              "    let y = index row[i]\n"
              "    let t = add s, y\n"
              "    in (t)\n"
              "  }\n"
              "  in (x)\n"
              "}\n",
              "200000i64", "19999900000i64");
}

static void long_bodies_run(void **state) {
  (void)state;
  StrBuf text = {0};
  strbuf_puts(&text, "entry main (x0: i64) -> (r: i64) = {\n");
  for (int i = 1; i <= 100000; i++)
    strbuf_printf(&text, "let x%d = add x%d, %d\n", i, i - 1, i % 7);
  strbuf_puts(&text, "in (x100000)\n}\n");
  World world = world_new(strbuf_text(&text), (InterpOptions){0});
  strbuf_free(&text);
  expect(&world, "main", "0i64", "300000i64");
  world_free(&world);
}

static void globals_are_computed_before_the_first_run(void **state) {
  (void)state;
  World world = world_new("global (a: [2]i64) = { let t: [2]i64 = array (1, 2) in (t) }\n"
                          "global (b: i64) = { let x = index a[1] let y = sdiv 4, x in (y) }\n"
                          "entry main () -> (r: i64) = { in (b) }\n",
                          (InterpOptions){0});
  expect(&world, "main", "", "2i64");
  expect(&world, "main", "", "2i64");
  world_free(&world);
  world = world_new("global (a: [2]i64) = { let t: [2]i64 = array (1, 0) in (t) }\n"
                    "global (b: i64) = { let x = index a[1] let y = sdiv 4, x in (y) }\n"
                    "entry main () -> (r: i64) = { in (1) }\n",
                    (InterpOptions){0});
  expect_failure(&world, "main", "", FAILURE_DIVISION, "division by zero", 2);
  expect_failure(&world, "main", "", FAILURE_DIVISION, "division by zero", 2);
  world_free(&world);
}

static void failing_inside_everything_leaks_nothing(void **state) {
  (void)state;
  World world =
      world_new("entry main (at: i64) -> (r: [4]i64) = {\n"
                "  let zeros: [4][2]i64 = par (i < 4) { let z: [2]i64 = array (0, 0) map z }\n"
                "  let zero: [2]i64 = array (0, 0)\n"
                "  let (s: [4]i64, rows: [4][s]i64, h: [4][2]i64, sum: [2]i64) = par (i < 4) {\n"
                "    let row: [i]i64 = par (j < i) { map j }\n"
                "    let v: [2]i64 = array (i, i)\n"
                "    map i\n"
                "    map row\n"
                "    combine (a: [2]i64, b: [2]i64 => {\n"
                "      let k = index b[0]\n"
                "      let d = sub k, at\n"
                "      let q = sdiv 1, d\n"
                "      in (b) }; zero) zeros [i] v\n"
                "    reduce (a: [2]i64, b: [2]i64 => { in (b) }; zero) v\n"
                "  }\n"
                "  in (s)\n"
                "}\n",
                (InterpOptions){0});
  for (int at = 0; at < 4; at++) {
    char input[16];
    snprintf(input, sizeof input, "%di64", at);
    expect_failure(&world, "main", input, FAILURE_DIVISION, "division by zero", 12);
  }
  expect(&world, "main", "9i64", "[0i64, 1i64, 2i64, 3i64]");
  world_free(&world); // an internal error if an array is left
}

static void thresholds_have_a_default(void **state) {
  (void)state;
  const char *text =
      "flat entry main (n: i64) -> (r: bool) = { let r = threshold \"t\", n in (r) }";
  World world = world_new(text, (InterpOptions){.default_threshold = 5});
  expect(&world, "main", "4i64", "false");
  expect(&world, "main", "5i64", "true");
  world_free(&world);
}

static void external_types_follow_the_interface(void **state) {
  (void)state;
  World world =
      world_new("entry main [n] (s: [n]i64, xs: [n][s][3]i8, k: i32) -> (r: i8)\n"
                "  as \"main\" (\"s\": \"[]i64\", \"xs\": \"[][]u8\", \"k\": \"u32\") ->\n"
                "  (\"u8\") = { in (255i8) }\n",
                (InterpOptions){0});
  Fun *fun = program_find(world.program, intern_str(world.program->names, "main"));
  size_t count;
  ValueType *types = entry_param_types(fun, &count);
  assert_int_equal(count, 3);
  assert_int_equal(types[0].prim, PRIM_I64);
  assert_int_equal(types[1].prim, PRIM_U8);
  assert_int_equal(types[1].rank, 2);
  assert_int_equal(types[2].prim, PRIM_U32);
  free(types);
  expect(&world, "main", "[1i64, 1] [[1u8,2,3],[4,5,6]] 7u32", "255u8");
  world_free(&world);
}

static void scalars_are_evaluated(void **state) {
  (void)state;
  ScalarValue args[3], result, padded;
  memset(args, 0xff, sizeof args);
  args[0].i8 = 100;
  args[1].i8 = 100;
  assert_true(scalar_eval(OP_ADD, SCALAR_I8, SCALAR_I8, args, &result));
  memset(&padded, 0, sizeof padded);
  padded.i8 = -56;
  assert_memory_equal(&result, &padded, sizeof result);
  args[1].i8 = 0;
  assert_false(scalar_eval(OP_SDIV, SCALAR_I8, SCALAR_I8, args, &result));
  assert_false(scalar_eval(OP_UMOD, SCALAR_I8, SCALAR_I8, args, &result));
  args[1].i8 = -1;
  assert_false(scalar_eval(OP_SPOW, SCALAR_I8, SCALAR_I8, args, &result));
  assert_true(scalar_eval(OP_UPOW, SCALAR_I8, SCALAR_I8, args, &result));
  assert_true(scalar_eval(OP_SLT, SCALAR_I8, SCALAR_BOOL, args, &result));
  assert_false(result.b);
  assert_true(scalar_eval(OP_ZEXT, SCALAR_I8, SCALAR_I64, args + 1, &result));
  assert_int_equal(result.i64, 255);
  assert_false(scalar_eval(OP_ADD, SCALAR_BOOL, SCALAR_BOOL, args, &result));
  assert_false(scalar_eval(OP_BITCAST, SCALAR_I8, SCALAR_F64, args, &result));
  assert_false(scalar_eval(OP_INDEX, SCALAR_I8, SCALAR_I8, args, &result));
}

// Every scalar op has an instance for each type that the table promises.
static void every_scalar_op_has_its_instances(void **state) {
  (void)state;
  for (Op op = 0; op < OP_COUNT; op++) {
    const OpInfo *info = op_info(op);
    for (Scalar type = 0; type < SCALAR_COUNT; type++) {
      bool is_found = false;
      for (Scalar to = 0; to < SCALAR_COUNT; to++)
        is_found = is_found || scalar_instance(op, type, to) != SCALAR_INSTANCE_NONE;
      bool is_promised = op_is_scalar(op) && (info->operands & scalar_info(type)->class) != 0;
      if (op == OP_BTOI) is_promised = type == SCALAR_BOOL;
      if (op == OP_BITCAST) is_promised = is_promised && type != SCALAR_I8;
      if (is_found != is_promised)
        fail_msg("%s at %s: %d", info->text, scalar_info(type)->text, is_found);
    }
  }
}

UnitCount test_interp(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(failures_have_kind_and_place),
      cmocka_unit_test(arguments_are_checked),
      cmocka_unit_test(memory_is_limited),
      cmocka_unit_test(memory_is_freed_at_the_last_use),
      cmocka_unit_test(depth_is_limited),
      cmocka_unit_test(values_survive_broken_consumption),
      cmocka_unit_test(overlapping_views_are_copied),
      cmocka_unit_test(updates_are_in_place),
      cmocka_unit_test(long_bodies_run),
      cmocka_unit_test(globals_are_computed_before_the_first_run),
      cmocka_unit_test(failing_inside_everything_leaks_nothing),
      cmocka_unit_test(thresholds_have_a_default),
      cmocka_unit_test(external_types_follow_the_interface),
      cmocka_unit_test(scalars_are_evaluated),
      cmocka_unit_test(every_scalar_op_has_its_instances),
  };
  return UNIT_RUN("interp", tests);
}
