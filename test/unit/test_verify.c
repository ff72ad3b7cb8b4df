// The verifier on IR that text cannot express, and the questions that passes ask about sharing.
#include "test/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ir/alias.h"
#include "ir/build.h"
#include "ir/parse.h"
#include "ir/type.h"
#include "ir/verify.h"

// A program with one function `f(xs: [n]f64, *ys: [n]f64)`, whose body a test fills in.
typedef struct World {
  Arena *arena;
  Program *program;
  Fun *fun;
  Stms stms;
  Builder builder;
  Var *n, *xs, *ys;
  char *text; // what the last verification printed
} World;

static const Type *vector(World *world) {
  return type_array(world->program, SCALAR_F64, 1, (Dim[]){dim_var(world->n)});
}

static World *world_new(void) {
  Arena *arena = arena_new();
  World *world = arena_make(arena, World);
  world->arena = arena;
  world->program = program_new(arena, interner_new(arena), LEVEL_CORE);
  world->n = var_new(world->program, "n", type_scalar(SCALAR_I64), SPAN_NONE);
  world->xs = var_new(world->program, "xs", vector(world), SPAN_NONE);
  world->ys = var_new(world->program, "ys", vector(world), SPAN_NONE);
  Fun *fun = arena_make(arena, Fun);
  fun->name = intern_str(world->program->names, "f");
  fun->params = arena_array(arena, Param, 3);
  fun->params[0].var = world->n;
  fun->params[1].var = world->xs;
  fun->params[2] = (Param){.var = world->ys, .is_consumed = true};
  fun->param_count = 3;
  fun->size_count = 1;
  vec_push(arena, &world->program->funs, fun);
  world->fun = fun;
  world->builder = builder_new(world->program, &world->stms, SPAN_NONE);
  return world;
}

static void world_free(World *world) {
  free(world->text);
  arena_free(world->arena);
}

// Verifies the function with these results; yields the number of errors, and their text.
static size_t verify(World *world, const Atom *results, size_t count) {
  world->fun->body = body_new(world->program, world->stms, results, count);
  free(world->text);
  world->text = NULL;
  size_t length = 0;
  FILE *output = open_memstream(&world->text, &length);
  Diag *diag = diag_new(world->arena, NULL);
  DiagSettings settings = diag_settings_default();
  settings.color = DIAG_COLOR_NEVER;
  settings.output = output;
  settings.error_limit = 0;
  diag_configure(diag, settings);
  bool is_legal = program_verify(world->program, diag);
  diag_flush(diag);
  fclose(output);
  assert_int_equal(is_legal, diag_error_count(diag) == 0);
  return diag_error_count(diag);
}

// Exactly one error, which contains the text.
static void expect(World *world, const char *text) {
  size_t count = verify(world, NULL, 0);
  if (count != 1 || strstr(world->text, text) == NULL)
    fail_msg("expected one error with \"%s\", found %zu:\n%s", text, count, world->text);
}

static void expect_legal(World *world) {
  if (verify(world, NULL, 0) != 0) fail_msg("expected no error, found:\n%s", world->text);
}

static Var *add_copy(World *world, const char *name, Var *array) {
  Atom operand = atom_var(array);
  return build_let(&world->builder, name, exp_new(world->program, OP_COPY, &operand, 1));
}

static Var *add_index(World *world, Var *array) {
  Atom zero = atom_i64(0);
  return build_index(&world->builder, "x", array, &zero, 1);
}

static Var *add_update(World *world, Var *array) {
  Atom zero = atom_i64(0);
  Selector selector = selector_of(world->program, 1, false);
  Atom value = atom_constant(constant_float(SCALAR_F64, 1));
  return build_let(&world->builder, "zs",
                   exp_update(world->program, array, selector, &zero, 1, value));
}

// ---- Variables ----

static void accepts_a_legal_program(void **state) {
  (void)state;
  World *world = world_new();
  add_index(world, add_update(world, add_copy(world, "c", world->xs)));
  expect_legal(world);
  assert_string_equal(world->text, "");
  world_free(world);
}

static void refuses_to_bind_twice(void **state) {
  (void)state;
  World *world = world_new();
  add_copy(world, "c", world->xs);
  vec_push(world->arena, &world->stms, world->stms.data[0]);
  expect(world, "E0202");
  world_free(world);
}

static void refuses_a_bound_parameter(void **state) {
  (void)state;
  World *world = world_new();
  add_copy(world, "c", world->xs);
  world->stms.data[0]->vars[0] = world->ys;
  expect(world, "E0202");
  world_free(world);
}

static void refuses_bad_numbers(void **state) {
  (void)state;
  World *world = world_new();
  Var *copy = add_copy(world, "c", world->xs);
  copy->index = world->program->var_count;
  expect(world, "there are only");
  copy->index = UINT32_MAX;
  expect(world, "E0203");
  copy->index = world->xs->index;
  expect(world, "which is that of xs");
  world_free(world);
}

static void refuses_equal_spellings(void **state) {
  (void)state;
  World *world = world_new();
  Var *copy = add_copy(world, "c", world->xs);
  copy->name = world->xs->name;
  copy->id = world->xs->id;
  expect(world, "E0204");
  world_free(world);
}

static void refuses_the_spelling_of_a_global(void **state) {
  (void)state;
  World *world = world_new();
  Global *global = arena_make(world->arena, Global);
  Var *var = var_new(world->program, "g", type_scalar(SCALAR_I64), SPAN_NONE);
  Atom one = atom_i64(1);
  global->vars = &var;
  global->var_count = 1;
  global->body = body_new(world->program, (Stms){0}, &one, 1);
  vec_push(world->arena, &world->program->globals, global);
  Var *copy = add_copy(world, "c", world->xs);
  expect_legal(world);
  copy->name = var->name;
  copy->id = var->id;
  expect(world, "E0204");
  world_free(world);
}

static void refuses_variables_out_of_scope(void **state) {
  (void)state;
  World *world = world_new();
  Var *first = add_copy(world, "a", world->xs);
  add_copy(world, "b", first);
  Stm *swapped = world->stms.data[0];
  world->stms.data[0] = world->stms.data[1];
  world->stms.data[1] = swapped;
  expect(world, "E0201");
  world_free(world);
}

static void refuses_a_size_to_the_right(void **state) {
  (void)state;
  World *world = world_new();
  Var *size = var_new(world->program, "m", type_scalar(SCALAR_I64), SPAN_NONE);
  Var *copy = add_copy(world, "c", world->xs);
  copy->type = type_array(world->program, SCALAR_F64, 1, (Dim[]){dim_var(size)});
  expect(world, "E0201");
  world_free(world);
}

static void reports_one_mistake_once(void **state) {
  (void)state;
  World *world = world_new();
  Var *first = add_copy(world, "a", world->xs);
  Var *second = add_copy(world, "b", first);
  add_index(world, second);
  add_index(world, second);
  first->type = type_scalar(SCALAR_F64);
  expect(world, "E0205");
  world_free(world);
}

static void reports_every_mistake(void **state) {
  (void)state;
  World *world = world_new();
  for (int i = 0; i < 30; i++)
    add_copy(world, "a", world->xs)->type = type_scalar(SCALAR_F64);
  assert_int_equal(verify(world, NULL, 0), 30);
  world_free(world);
}

// ---- Types, results, calls ----

static void refuses_dimensions_of_results(void **state) {
  (void)state;
  World *world = world_new();
  Var *copy = add_copy(world, "c", world->xs);
  copy->type = type_array(world->program, SCALAR_F64, 1, (Dim[]){dim_result(0)});
  expect(world, "E0206");
  copy->type = type_array(world->program, SCALAR_F64, 1, (Dim[]){dim_const(-1)});
  expect(world, "E0206");
  world_free(world);
}

static void refuses_what_is_not_a_certificate(void **state) {
  (void)state;
  World *world = world_new();
  add_copy(world, "c", world->xs);
  Stm *stm = world->stms.data[0];
  stm->certs = &world->n;
  stm->cert_count = 1;
  expect(world, "E0210");
  world_free(world);
}

static void refuses_results_that_do_not_fit(void **state) {
  (void)state;
  World *world = world_new();
  Atom extra = atom_i64(0);
  assert_int_equal(verify(world, &extra, 1), 1);
  assert_non_null(strstr(world->text, "E0207"));
  world_free(world);
}

static void refuses_bad_signatures(void **state) {
  (void)state;
  World *world = world_new();
  world->fun->size_count = 4;
  expect(world, "E0209");
  world->fun->size_count = 2;
  expect(world, "E0209");
  world->fun->size_count = 1;
  uint32_t position = 3;
  Result result = {.var = var_new(world->program, "r", vector(world), SPAN_NONE)};
  result.aliases = &position;
  result.alias_count = 1;
  world->fun->results = &result;
  world->fun->result_count = 1;
  Atom copy = atom_var(add_copy(world, "c", world->xs));
  assert_int_equal(verify(world, &copy, 1), 1);
  assert_non_null(strstr(world->text, "E0207"));
  world_free(world);
}

static void refuses_bad_interfaces(void **state) {
  (void)state;
  World *world = world_new();
  EntryValue pair = {.name = world->xs->name, .type = world->xs->name, .count = 2};
  Entry entry = {.name = world->fun->name, .params = &pair, .param_count = 1};
  world->fun->entry = &entry;
  expect_legal(world);
  pair.count = 1;
  expect(world, "E0208");
  pair.count = UINT32_MAX;
  expect(world, "E0208");
  pair.count = 2;
  entry.results = &pair;
  entry.result_count = 1;
  expect(world, "E0208");
  entry.result_count = 0;
  EntryValue values[] = {{.type = "n", .count = 1}, {.type = "[]f64", .count = 1}};
  entry.params = values;
  entry.param_count = 2;
  expect_legal(world);
  static const char *const wrong[] = {"[]f32", "[]u64", "f64", "[][]f64", "[]bool"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    values[1].type = wrong[i];
    expect(world, "E0208");
  }
  world_free(world);
}

static void refuses_foreign_callees(void **state) {
  (void)state;
  World *world = world_new();
  Fun *foreign = arena_make(world->arena, Fun);
  foreign->name = intern_str(world->program->names, "g");
  foreign->body = body_new(world->program, (Stms){0}, NULL, 0);
  build_infer(&world->builder, "r", exp_call(world->program, foreign, NULL, 0));
  expect(world, "E0213");
  world_free(world);
}

static void refuses_two_functions_of_one_name(void **state) {
  (void)state;
  World *world = world_new();
  Fun *other = arena_make(world->arena, Fun);
  other->name = world->fun->name;
  other->body = body_new(world->program, (Stms){0}, NULL, 0);
  vec_push(world->arena, &world->program->funs, other);
  expect(world, "E0214");
  world_free(world);
}

static void refuses_wrong_levels(void **state) {
  (void)state;
  World *world = world_new();
  Name name = intern_str(world->program->names, "t");
  Exp *exp = exp_threshold(world->program, (Threshold){.name = name}, atom_var(world->n));
  build_let(&world->builder, "b", exp);
  expect(world, "E0211");
  world->program->level = LEVEL_FLAT;
  expect_legal(world);
  world_free(world);
}

// ---- par ----

// `par (i < n) { x = index xs[i]; map x }`; yields the par.
static Par *add_par(World *world, Var **element) {
  Par *par = arena_make(world->arena, Par);
  par->rank = 1;
  par->indices = arena_array(world->arena, Var *, 1);
  par->indices[0] = var_new(world->program, "i", type_scalar(SCALAR_I64), SPAN_NONE);
  par->space = arena_array(world->arena, Dim, 1);
  par->space[0] = dim_var(world->n);
  Builder inside = builder_new(world->program, &par->body.stms, SPAN_NONE);
  Atom index = atom_var(par->indices[0]);
  *element = build_index(&inside, "x", world->xs, &index, 1);
  par->body.outputs = arena_array(world->arena, Output, 1);
  par->body.output_count = 1;
  Output *output = &par->body.outputs[0];
  output->mode = MODE_MAP;
  output->values = arena_array(world->arena, Atom, 1);
  output->values[0] = atom_var(*element);
  output->value_count = 1;
  build_let(&world->builder, "m", exp_par(world->program, par));
  return par;
}

static void keeps_operators_outside(void **state) {
  (void)state;
  World *world = world_new();
  Var *element = NULL;
  Par *par = add_par(world, &element);
  expect_legal(world);
  Output *output = &par->body.outputs[0];
  Var *params[2];
  for (size_t i = 0; i < 2; i++)
    params[i] = var_new(world->program, "p", type_scalar(SCALAR_F64), SPAN_NONE);
  Atom result = atom_var(element);
  Body *body = body_new(world->program, (Stms){0}, &result, 1);
  output->op = lambda_new(world->program, params, 2, body);
  expect(world, "E0205");
  output->mode = MODE_REDUCE;
  expect(world, "E0205");
  output->neutral = arena_array(world->arena, Atom, 1);
  output->neutral[0] = atom_constant(constant_float(SCALAR_F64, 0));
  expect(world, "E0201");
  output->op->body->results[0] = atom_var(params[0]);
  expect(world, "E0205"); // a reduction's result is no array
  world->stms.data[0]->vars[0]->type = type_scalar(SCALAR_F64);
  expect_legal(world);
  output->neutral[0] = atom_var(element);
  expect(world, "E0201");
  world_free(world);
}

static void checks_levels_of_pars(void **state) {
  (void)state;
  World *world = world_new();
  Var *element = NULL;
  Par *par = add_par(world, &element);
  world->program->level = LEVEL_FLAT;
  expect(world, "E0212");
  par->level = PAR_GRID;
  expect_legal(world);
  world_free(world);
}

static void refuses_loops_without_an_end(void **state) {
  (void)state;
  World *world = world_new();
  Loop *loop = arena_make(world->arena, Loop);
  loop->index = var_new(world->program, "i", type_scalar(SCALAR_I64), SPAN_NONE);
  loop->body = body_new(world->program, (Stms){0}, NULL, 0);
  Exp *exp = exp_loop(world->program, loop, NULL, atom_var(world->n));
  build_stm(&world->builder, exp, NULL, 0);
  expect_legal(world);
  loop->index = NULL;
  expect(world, "E0205");
  world_free(world);
}

// ---- Sharing ----

static void answers_passes(void **state) {
  (void)state;
  World *world = world_new();
  Var *copy = add_copy(world, "c", world->xs);
  Atom operand = atom_var(copy);
  Var *view = build_let(&world->builder, "v", exp_new(world->program, OP_OPAQUE, &operand, 1));
  Var *updated = add_update(world, view);
  Var *again = add_update(world, updated);
  expect_legal(world);
  Aliases *aliases = alias_analyse(world->arena, world->program, NULL);
  assert_true(alias_may_share(aliases, copy, view));
  assert_true(alias_may_share(aliases, copy, again));
  assert_true(alias_may_share(aliases, again, again));
  assert_false(alias_may_share(aliases, copy, world->xs));
  assert_false(alias_may_share(aliases, copy, world->n));
  assert_ptr_equal(alias_consumer(aliases, copy), world->stms.data[2]);
  assert_ptr_equal(alias_consumer(aliases, updated), world->stms.data[3]);
  assert_null(alias_consumer(aliases, again));
  assert_null(alias_consumer(aliases, world->xs));
  Var *fresh = var_new(world->program, "new", vector(world), SPAN_NONE);
  assert_false(alias_is_known(aliases, fresh));
  assert_true(alias_may_share(aliases, fresh, world->xs));
  world_free(world);
}

// The variable of this spelling, found in the patterns of the statements.
static Var *search_var(const Stms *stms, const char *name) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    for (size_t k = 0; k < stm->var_count; k++)
      if (stm->vars[k]->id == 0 && strcmp(stm->vars[k]->name, name) == 0) return stm->vars[k];
    Var *inside = NULL;
    if (stm->exp->op == OP_LOOP) inside = search_var(&stm->exp->as.loop->body->stms, name);
    if (stm->exp->op == OP_IF)
      for (size_t k = 0; k < 2 && inside == NULL; k++)
        inside = search_var(&stm->exp->as.branches.bodies[k]->stms, name);
    if (inside != NULL) return inside;
  }
  return NULL;
}

static Var *find_var(const Stms *stms, const char *name) {
  Var *var = search_var(stms, name);
  if (var == NULL) fail_msg("no variable %s", name);
  return var;
}

// Parses and verifies a text with no mistakes, in the world's arena.
static Program *parse(World *world, const char *text) {
  SourceMap *sources = sources_new(world->arena);
  Diag *diag = diag_new(world->arena, sources);
  const SourceFile *file = source_add(sources, "text", text, strlen(text));
  Program *program = program_parse(world->arena, world->program->names, file, diag);
  assert_non_null(program);
  assert_true(program_verify(program, diag));
  return program;
}

static void answers_passes_about_loops_and_branches(void **state) {
  (void)state;
  World *world = world_new();
  Program *program =
      parse(world, "fun f [n] (b: bool, *xs: [n]i64, *ys: [n]i64) -> (us: [n]i64) = {\n"
                   "  let view: [n]i64 = slice xs[0 : n : 1]\n"
                   "  let other: [n]i64 = copy ys\n"
                   "  let result: [n]i64 = loop (p: [n]i64 = view) for i < n do {\n"
                   "    let row: [n]i64 = slice p[0 : n : 1]\n"
                   "    let next: [n]i64 = update row[i] = 1\n"
                   "    in (next)\n"
                   "  }\n"
                   "  let either: [n]i64 = if b then { in (result) } else { in (other) }\n"
                   "  let us: [n]i64 = copy either\n"
                   "  in (us)\n"
                   "}\n");
  const Fun *fun = program->funs.data[0];
  const Stms *stms = &fun->body->stms;
  Aliases *aliases = alias_analyse(world->arena, program, NULL);
  Var *xs = fun->params[2].var, *ys = fun->params[3].var;
  Var *row = find_var(stms, "row"), *next = find_var(stms, "next");
  Var *result = find_var(stms, "result"), *either = find_var(stms, "either");
  assert_true(alias_may_share(aliases, row, xs));
  assert_true(alias_may_share(aliases, next, xs));
  assert_true(alias_may_share(aliases, row, next));
  assert_true(alias_may_share(aliases, result, xs));
  assert_true(alias_may_share(aliases, result, next));
  assert_true(alias_may_share(aliases, either, result));
  assert_true(alias_may_share(aliases, either, find_var(stms, "other")));
  assert_false(alias_may_share(aliases, either, ys));
  assert_false(alias_may_share(aliases, row, ys));
  assert_false(alias_may_share(aliases, result, find_var(stms, "other")));
  assert_ptr_equal(alias_consumer(aliases, xs), stms->data[2]);
  assert_ptr_equal(alias_consumer(aliases, row), stms->data[2]->exp->as.loop->body->stms.data[1]);
  assert_null(alias_consumer(aliases, ys));
  assert_null(alias_consumer(aliases, result));
  world_free(world);
}

// Storage that is merged to save time is still found to be shared.
static void merges_storage_safely(void **state) {
  (void)state;
  enum { COUNT = 100 };
  World *world = world_new();
  StrBuf text = {0};
  strbuf_puts(&text, "fun f [n] (*y0: [n]i64, *zs: [n]i64) -> () = {\n");
  for (int i = 1; i <= COUNT; i++)
    strbuf_printf(&text,
                  "let y%d: [n]i64 = loop (p%d: [n]i64 = y%d) for k%d < n do {\n"
                  "  let u%d: [n]i64 = update p%d[0] = 1 let c%d: [n]i64 = copy u%d in (c%d) }\n",
                  i, i, i - 1, i, i, i, i, i, i);
  strbuf_puts(&text, "let other: [n]i64 = copy zs in () }\n");
  Program *program = parse(world, strbuf_text(&text));
  const Stms *stms = &program->funs.data[0]->body->stms;
  Aliases *aliases = alias_analyse(world->arena, program, NULL);
  const Var *first = program->funs.data[0]->params[1].var, *last = find_var(stms, "y100");
  assert_true(alias_may_share(aliases, first, last));
  for (int i = 1; i < COUNT; i += 7) {
    char name[16];
    snprintf(name, sizeof name, "%c%d", "ucy"[i % 3], i);
    assert_true(alias_may_share(aliases, find_var(stms, name), last));
    assert_false(alias_may_share(aliases, find_var(stms, name), find_var(stms, "other")));
  }
  strbuf_free(&text);
  world_free(world);
}

// ---- Time ----

// Long bodies take linear time: updates in a row, and branches that merge many arrays.
static void verifies_long_bodies_fast(void **state) {
  (void)state;
  enum { COUNT = 100000 };
  World *world = world_new();
  Var *array = world->ys;
  for (int i = 0; i < COUNT / 2; i++) {
    array = add_update(world, array);
    add_index(world, array);
  }
  clock_t start = clock();
  expect_legal(world);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (seconds > 5) fail_msg("%d statements took %.1f s", COUNT, seconds);
  world_free(world);
}

// The same for branches, loops and what they nest.
static void verifies_many_bodies_fast(void **state) {
  (void)state;
  enum { COUNT = 15000 };
  World *world = world_new();
  StrBuf text = {0};
  strbuf_puts(&text, "fun f [n] (b: bool, *y0: [n]i64) -> (r: [n]i64) = {\n");
  for (int i = 1; i <= COUNT; i++)
    strbuf_printf(&text,
                  "let x%d: [n]i64 = if b then { in (y%d) } else {\n"
                  "  let v%d: [n]i64 = update y%d[0] = 1 in (v%d) }\n"
                  "let y%d: [n]i64 = loop (p%d: [n]i64 = x%d) for k%d < n do {\n"
                  "  let u%d: [n]i64 = update p%d[0] = 1 in (u%d) }\n",
                  i, i - 1, i, i - 1, i, i, i, i, i, i, i, i);
  strbuf_printf(&text, "in (y%d) }\n", COUNT);
  Program *program = parse(world, strbuf_text(&text));
  Diag *diag = diag_new(world->arena, NULL);
  clock_t start = clock();
  assert_true(program_verify(program, diag));
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (seconds > 5) fail_msg("%d branches and loops took %.1f s", 2 * COUNT, seconds);
  strbuf_free(&text);
  world_free(world);
}

UnitCount test_verify(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_a_legal_program),
      cmocka_unit_test(refuses_to_bind_twice),
      cmocka_unit_test(refuses_a_bound_parameter),
      cmocka_unit_test(refuses_bad_numbers),
      cmocka_unit_test(refuses_equal_spellings),
      cmocka_unit_test(refuses_the_spelling_of_a_global),
      cmocka_unit_test(refuses_variables_out_of_scope),
      cmocka_unit_test(refuses_a_size_to_the_right),
      cmocka_unit_test(reports_one_mistake_once),
      cmocka_unit_test(reports_every_mistake),
      cmocka_unit_test(refuses_dimensions_of_results),
      cmocka_unit_test(refuses_what_is_not_a_certificate),
      cmocka_unit_test(refuses_results_that_do_not_fit),
      cmocka_unit_test(refuses_bad_signatures),
      cmocka_unit_test(refuses_bad_interfaces),
      cmocka_unit_test(refuses_foreign_callees),
      cmocka_unit_test(refuses_two_functions_of_one_name),
      cmocka_unit_test(refuses_wrong_levels),
      cmocka_unit_test(keeps_operators_outside),
      cmocka_unit_test(checks_levels_of_pars),
      cmocka_unit_test(refuses_loops_without_an_end),
      cmocka_unit_test(answers_passes),
      cmocka_unit_test(answers_passes_about_loops_and_branches),
      cmocka_unit_test(merges_storage_safely),
      cmocka_unit_test(verifies_long_bodies_fast),
      cmocka_unit_test(verifies_many_bodies_fast),
  };
  return UNIT_RUN("verify", tests);
}
