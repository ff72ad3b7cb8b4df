// How points of rows move through memory: each program has one par over (i < n, j < m), whose rows
// are along j, and is asked what its loads and stores are.
#include "test/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "analysis/access.h"
#include "analysis/address.h"
#include "ir/parse.h"
#include "ir/type.h"
#include "ir/verify.h"

// The traffic of a par with these statements that maps `x`. `xs` is an array of these dimensions.
static Traffic traffic_of(const char *dims, const char *stms) {
  Arena *arena = arena_new();
  char text[2048];
  snprintf(text, sizeof text,
           "mem\n"
           "fun f [n, m, k, xs_mem: mem, ys_mem: mem] (xs: %s @ xs_mem, w: i64) -> (y: i64) = {\n"
           "  let zs: [n][m]i64 @ ys_mem = par@grid (i < n, j < m) {\n%s    map x\n  }\n"
           "  in (w)\n}\n",
           dims, stms);
  SourceMap *sources = sources_new(arena);
  Diag *diag = diag_new(arena, sources);
  const SourceFile *file = source_add(sources, "test.core", text, strlen(text));
  Program *program = program_parse(arena, interner_new(arena), file, diag);
  assert_non_null(program);
  assert_true(program_verify(program, diag));
  const Stm *stm = program->funs.data[0]->body->stms.data[0];
  const Par *par = stm->exp->as.par;
  RowSpace space = {.outer = par->indices,
                    .sizes = par->space,
                    .outer_count = 1,
                    .inner = par->indices[1],
                    .length = par->space[1]};
  AccessSurvey *survey = access_new(arena, space);
  access_stms(survey, &par->body.stms);
  access_use(survey, par->body.outputs[0].values[0]);
  access_store(survey, stm->vars[0]->type);
  Traffic traffic = access_traffic(survey);
  arena_free(arena);
  return traffic;
}

// How the address of the last statement's load moves with i and j: `xs` is an array at offset w.
static void assert_steps(const char *dims, const char *stms, AddressStep by_i, AddressStep by_j) {
  Arena *arena = arena_new();
  char text[2048];
  snprintf(
      text, sizeof text,
      "mem\n"
      "fun f [n, m, k, xs_mem: mem, ys_mem: mem, w: i64] (xs: %s @ xs_mem + w) -> (y: i64) = {\n"
      "  let zs: [n][m]i64 @ ys_mem = par@grid (i < n, j < m) {\n%s    map x\n  }\n"
      "  in (w)\n}\n",
      dims, stms);
  SourceMap *sources = sources_new(arena);
  Diag *diag = diag_new(arena, sources);
  const SourceFile *file = source_add(sources, "test.core", text, strlen(text));
  Program *program = program_parse(arena, interner_new(arena), file, diag);
  assert_non_null(program);
  const Par *par = program->funs.data[0]->body->stms.data[0]->exp->as.par;
  Addresses *addresses = addresses_new(arena);
  for (size_t i = 0; i + 1 < par->body.stms.count; i++)
    address_note(addresses, par->body.stms.data[i]);
  const Exp *load = par->body.stms.data[par->body.stms.count - 1]->exp;
  const Poly *address =
      address_element(addresses, load->args[0].var->type, load->args + 1, load->arg_count - 1);
  assert_int_equal(address_step(addresses, address, par->indices[0]), by_i);
  assert_int_equal(address_step(addresses, address, par->indices[1]), by_j);
  arena_free(arena);
}

static void by_address(void **state) {
  (void)state;
  assert_steps("[n][m]i64", "    let x: i64 = index xs[i, j]\n", STEP_OTHER, STEP_ONE);
  assert_steps("[n][m]i64", "    let x: i64 = index xs[j, i]\n", STEP_ONE, STEP_OTHER);
  assert_steps("[n][m]i64", "    let x: i64 = index xs[w, j]\n", STEP_NONE, STEP_ONE);
  assert_steps("[n][m]i64", "    let a: i64 = add j, w\n    let x: i64 = index xs[i, a]\n",
               STEP_OTHER, STEP_ONE);
  // Neighbours against the order of memory, and steps that cancel out.
  assert_steps("[n][m]i64", "    let a: i64 = sub w, j\n    let x: i64 = index xs[i, a]\n",
               STEP_OTHER, STEP_OTHER);
  assert_steps("[k]i64",
               "    let a: i64 = mul i, m\n    let b: i64 = add a, j\n    let c: i64 = sub b, a\n"
               "    let x: i64 = index xs[c]\n",
               STEP_NONE, STEP_ONE);
  assert_steps("[k]i64", "    let a: i64 = mul i, j\n    let x: i64 = index xs[a]\n", STEP_OTHER,
               STEP_OTHER);
  // What is loaded is a variable of its own, and so is what no polynomial is.
  assert_steps("[k]i64", "    let a: i64 = index xs[j]\n    let x: i64 = index xs[a]\n", STEP_NONE,
               STEP_NONE);
  assert_steps("[k]i64",
               "    let a: i64 = mul j, 9223372036854775807\n    let b: i64 = mul a, 3\n"
               "    let x: i64 = index xs[b]\n",
               STEP_NONE, STEP_NONE);
}

static void by_point(void **state) {
  (void)state;
  Traffic traffic = traffic_of("[n][m]i64", "    let x: i64 = index xs[i, j]\n");
  assert_true(traffic.is_streaming && traffic.loads_rows && traffic.stores_rows);
  assert_false(traffic.loads_columns || traffic.stores_columns);
  assert_int_equal(traffic.memory_count, 2);
  assert_false(traffic_is_by_column(&traffic, true));
}

// The number of the point, however it is computed.
static void by_arithmetic(void **state) {
  (void)state;
  Traffic traffic = traffic_of("[k]i64", "    let a: i64 = mul m, i\n"
                                         "    let b: i64 = add j, a\n"
                                         "    let x: i64 = index xs[b]\n");
  assert_true(traffic.is_streaming && traffic.loads_rows);
  traffic = traffic_of("[k]i64", "    let a: i64 = mul m, i\n"
                                 "    let b: i64 = add j, a\n"
                                 "    let c: i64 = sub b, w\n"
                                 "    let x: i64 = index xs[c]\n");
  assert_true(traffic.is_streaming && traffic.loads_rows);
}

static void by_column(void **state) {
  (void)state;
  Traffic traffic = traffic_of("[m][n]i64", "    let x: i64 = index xs[j, i]\n");
  assert_true(traffic.loads_columns && !traffic.loads_rows && !traffic.is_streaming);
  assert_true(traffic_is_by_column(&traffic, false));
}

// Rows that are read backwards, every other element, or by an index that was loaded.
static void by_jumps(void **state) {
  (void)state;
  static const char *const STMS[] = {
      "    let a: i64 = sub w, j\n    let x: i64 = index xs[i, a]\n",
      "    let a: i64 = mul j, 2\n    let x: i64 = index xs[i, a]\n",
      "    let a: i64 = sdiv j, 2\n    let x: i64 = index xs[i, a]\n",
  };
  for (size_t i = 0; i < sizeof STMS / sizeof *STMS; i++) {
    Traffic traffic = traffic_of("[n][m]i64", STMS[i]);
    assert_false(traffic.is_streaming || traffic.loads_rows || traffic.loads_columns);
  }
}

// What all points of a row read, and what all points read, moves with neither.
static void by_row(void **state) {
  (void)state;
  Traffic traffic = traffic_of("[n]i64", "    let x: i64 = index xs[i]\n");
  assert_false(traffic.is_streaming || traffic.loads_rows || traffic.loads_columns);
  traffic = traffic_of("[n]i64", "    let x: i64 = index xs[w]\n");
  assert_true(traffic.is_streaming && !traffic.loads_rows && !traffic.loads_columns);
}

// A row that the point only looks into, and what nobody needs, is no traffic.
static void unused(void **state) {
  (void)state;
  Traffic traffic = traffic_of("[m][n]i64", "    let a: i64 = index xs[j, i]\n"
                                            "    let x: i64 = add w, 1\n");
  assert_true(traffic.is_streaming && !traffic.loads_columns);
  assert_int_equal(traffic.memory_count, 1);
}

UnitCount test_access(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_address), cmocka_unit_test(by_point), cmocka_unit_test(by_arithmetic),
      cmocka_unit_test(by_column),  cmocka_unit_test(by_jumps), cmocka_unit_test(by_row),
      cmocka_unit_test(unused)};
  return UNIT_RUN("access", tests);
}
