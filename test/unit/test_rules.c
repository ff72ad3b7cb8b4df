// Types and rules where they are algorithmic: varying dimensions under lifting, selecting and
// permuting, and copies that share nothing.
#include "test/unit/unit.h"

#include <string.h>

#include "ir/build.h"
#include "ir/map.h"
#include "ir/rules.h"
#include "ir/walk.h"

typedef struct World {
  Arena *arena;
  Program *program;
  StrBuf why;
  Var *n, *m;  // sizes
  Var *s;      // [n]i64
  Var *t;      // [n][s]i64
  Var *deep;   // [n][s][t]f32
  Var *square; // [n][m][s^1]f32: row lengths vary with the outermost dimension only
} World;

static Var *var(World *world, const char *name, Scalar scalar, size_t rank, const Dim *dims) {
  return var_new(world->program, name, type_array(world->program, scalar, rank, dims), SPAN_NONE);
}

static World world_new(void) {
  World world = {.arena = arena_new()};
  world.program = program_new(world.arena, interner_new(world.arena), LEVEL_FLAT);
  world.n = var(&world, "n", SCALAR_I64, 0, NULL);
  world.m = var(&world, "m", SCALAR_I64, 0, NULL);
  world.s = var(&world, "s", SCALAR_I64, 1, (Dim[]){dim_var(world.n)});
  world.t = var(&world, "t", SCALAR_I64, 2, (Dim[]){dim_var(world.n), dim_var(world.s)});
  Dim deep[] = {dim_var(world.n), dim_var(world.s), dim_var(world.t)};
  world.deep = var(&world, "deep", SCALAR_F32, 3, deep);
  Dim square[] = {dim_var(world.n), dim_var(world.m), dim_var(world.s)};
  square[2].skip = 1;
  world.square = var(&world, "square", SCALAR_F32, 3, square);
  return world;
}

static void world_free(World *world) {
  strbuf_free(&world->why);
  arena_free(world->arena);
}

static void expect_type(const Type *type, const char *text) {
  StrBuf out = {0};
  type_print(&out, type);
  assert_string_equal(strbuf_text(&out), text);
  strbuf_free(&out);
}

static Signature infer(World *world, const Exp *exp) {
  Signature signature;
  if (!exp_infer(world->program, exp, NULL, 0, &signature, &world->why))
    fail_msg("%s", strbuf_text(&world->why));
  return signature;
}

static void accepts_lengths_over_their_dimensions(void **state) {
  (void)state;
  World world = world_new();
  assert_true(dims_check(3, world.deep->type->dims, &world.why));
  assert_true(dims_check(3, world.square->type->dims, &world.why));
  world_free(&world);
}

static void refuses_lengths_over_other_dimensions(void **state) {
  (void)state;
  World world = world_new();
  Dim other[] = {dim_var(world.m), dim_var(world.s)};
  assert_false(dims_check(2, other, &world.why));
  Dim outermost[] = {dim_var(world.s)};
  assert_false(dims_check(1, outermost, &world.why));
  Dim negative[] = {dim_const(-1)};
  assert_false(dims_check(1, negative, &world.why));
  Dim skipped[] = {dim_var(world.n), dim_var(world.n)};
  skipped[1].skip = 1; // a size that does not vary skips nothing
  assert_false(dims_check(2, skipped, &world.why));
  Var *wrong = var(&world, "w", SCALAR_F64, 0, NULL);
  assert_false(dims_check(1, (Dim[]){dim_var(wrong)}, &world.why));
  world_free(&world);
}

static void a_row_binds_its_lengths(void **state) {
  (void)state;
  World world = world_new();
  Atom i = atom_i64(0), ij[] = {atom_i64(0), atom_i64(1)};
  Signature row = infer(&world, exp_index(world.program, world.deep, &i, 1));
  assert_int_equal(row.count, 3);
  expect_type(row.types[0], "i64");
  expect_type(row.types[1], "[result 0]i64");
  expect_type(row.types[2], "[result 0][result 1]f32");
  Signature inner = infer(&world, exp_index(world.program, world.deep, ij, 2));
  assert_int_equal(inner.count, 2);
  expect_type(inner.types[1], "[result 0]f32");
  world_free(&world);
}

static void a_row_of_a_rectangle_is_regular(void **state) {
  (void)state;
  World world = world_new();
  Atom i = atom_i64(0);
  Signature row = infer(&world, exp_index(world.program, world.square, &i, 1));
  assert_int_equal(row.count, 2);
  expect_type(row.types[0], "i64");
  assert_ptr_equal(row.types[1]->dims[0].var, world.m);
  assert_int_equal(row.types[1]->dims[1].result, 0);
  assert_int_equal(row.types[1]->dims[1].skip, 0);
  world_free(&world);
}

static void a_slice_changes_the_lengths(void **state) {
  (void)state;
  World world = world_new();
  Selector selector = selector_of(world.program, 1, true);
  Atom range[] = {atom_i64(1), atom_i64(2), atom_i64(1)};
  Signature slice = infer(&world, exp_slice(world.program, world.deep, selector, range, 3));
  assert_int_equal(slice.count, 3);
  expect_type(slice.types[0], "[2]i64");
  expect_type(slice.types[1], "[2][result 0]i64");
  expect_type(slice.types[2], "[2][result 0][result 1]f32");
  world_free(&world);
}

static void an_index_between_ranges_moves_what_depends(void **state) {
  (void)state;
  World world = world_new();
  Selector selector = selector_of(world.program, 2, true);
  selector.is_range[1] = false;
  Atom atoms[] = {atom_i64(0), atom_i64(2), atom_i64(1), atom_i64(0)};
  Signature slice = infer(&world, exp_slice(world.program, world.square, selector, atoms, 4));
  assert_int_equal(slice.count, 2);
  expect_type(slice.types[0], "[2]i64");
  expect_type(slice.types[1], "[2][result 0]f32");
  world_free(&world);
}

static int32_t lift_all(void *context, Var *var) { return var == context ? LIFT_OUTSIDE : 7; }

static void lifting_makes_inner_sizes_vary(void **state) {
  (void)state;
  World world = world_new();
  Dim space[] = {dim_const(4)};
  Dim inner[] = {dim_var(world.n), dim_var(world.m)};
  const Type *type = type_array(world.program, SCALAR_F32, 2, inner);
  expect_type(type_lift(world.program, 1, space, type, lift_all, NULL, &world.why),
              "[4][result 7][result 7^1]f32");
  expect_type(type_lift(world.program, 0, NULL, type, lift_all, NULL, &world.why),
              "[result 7][result 7]f32");
  world_free(&world);
}

static void lifting_keeps_outer_lengths(void **state) {
  (void)state;
  World world = world_new();
  Dim space[] = {dim_const(4)};
  // [n][s] with n and s both from inside: one more dimension in front, the same relative place.
  const Type *type = type_array(world.program, SCALAR_F32, 2, world.deep->type->dims);
  expect_type(type_lift(world.program, 1, space, type, lift_all, NULL, &world.why),
              "[4][result 7][result 7]f32");
  // A rectangle of lengths below an outer dimension cannot leave: s would not be contiguous.
  Dim dims[] = {dim_const(2), dim_var(world.n), dim_var(world.s)};
  const Type *odd = type_array(world.program, SCALAR_F32, 3, dims);
  assert_null(type_lift(world.program, 1, space, odd, lift_all, NULL, &world.why));
  world_free(&world);
}

static void permutation_keeps_dependence(void **state) {
  (void)state;
  World world = world_new();
  uint32_t swap[] = {0, 2, 1}, bad[] = {2, 1, 0}, twice[] = {0, 0, 1};
  Signature signature = infer(&world, exp_permute(world.program, world.square, swap));
  assert_ptr_equal(signature.types[0]->dims[1].var, world.s);
  assert_int_equal(signature.types[0]->dims[1].skip, 0);
  Exp *wrong = exp_permute(world.program, world.square, bad);
  assert_false(exp_infer(world.program, wrong, NULL, 0, &signature, &world.why));
  wrong = exp_permute(world.program, world.deep, swap);
  assert_false(exp_infer(world.program, wrong, NULL, 0, &signature, &world.why));
  wrong = exp_permute(world.program, world.deep, twice);
  assert_false(exp_infer(world.program, wrong, NULL, 0, &signature, &world.why));
  world_free(&world);
}

static void telescopes_stand_for_their_sizes(void **state) {
  (void)state;
  World world = world_new();
  Var *size = var(&world, "k", SCALAR_I64, 0, NULL);
  Var *array = var(&world, "a", SCALAR_I64, 1, (Dim[]){dim_var(size)});
  Var *vars[] = {size, array};
  Atom right[] = {atom_var(world.n), atom_var(world.s)};
  Atom wrong[] = {atom_var(world.m), atom_var(world.s)};
  assert_true(telescope_accepts(world.program, vars, right, 2, 2, &world.why));
  assert_false(telescope_accepts(world.program, vars, wrong, 2, 2, &world.why));
  assert_false(telescope_accepts(world.program, vars, right, 2, 1, &world.why));
  Var *three = var(&world, "three", SCALAR_I64, 1, (Dim[]){dim_const(3)});
  Atom constant[] = {atom_i64(3), atom_var(three)};
  assert_true(telescope_accepts(world.program, vars, constant, 2, 2, &world.why));
  world_free(&world);
}

static void checks_every_scalar_shape(void **state) {
  (void)state;
  World world = world_new();
  Atom i32 = atom_constant(constant_int(SCALAR_I32, 3)), i64 = atom_i64(3);
  Atom f32 = atom_constant(constant_float(SCALAR_F32, 1.5)), yes = atom_bool(true);
  Signature signature;
  struct {
    Op op;
    size_t count;
    Atom args[3];
    bool is_right;
  } cases[] = {
      {OP_ADD, 2, {i32, i32}, true},
      {OP_ADD, 2, {i32, i64}, false},
      {OP_ADD, 2, {yes, yes}, false},
      {OP_ADD, 1, {i32}, false},
      {OP_FDIV, 2, {i32, i32}, false},
      {OP_AND, 2, {yes, yes}, true},
      {OP_SELECT, 3, {yes, f32, f32}, true},
      {OP_SELECT, 3, {i32, f32, f32}, false},
      {OP_LDEXP, 2, {f32, i32}, true},
      {OP_LDEXP, 2, {f32, f32}, false},
      {OP_CLZ, 1, {i64}, true},
      {OP_ISNAN, 1, {i64}, false},
      {OP_FMA, 3, {f32, f32, f32}, true},
      {OP_FMA, 3, {f32, f32, i32}, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Exp *exp = exp_new(world.program, cases[i].op, cases[i].args, cases[i].count);
    bool is_right = exp_infer(world.program, exp, NULL, 0, &signature, &world.why);
    assert_int_equal(is_right, cases[i].is_right);
  }
  Exp *cast = exp_convert(world.program, OP_BITCAST, f32, SCALAR_I64);
  assert_false(exp_infer(world.program, cast, NULL, 0, &signature, &world.why));
  cast = exp_convert(world.program, OP_BITCAST, f32, SCALAR_I32);
  assert_true(exp_infer(world.program, cast, NULL, 0, &signature, &world.why));
  expect_type(signature.types[0], "i32");
  world_free(&world);
}

// A loop that counts: { let y = add x, n in (y) }.
static Body *counting_body(World *world, Var *x) {
  Stms stms = {0};
  Builder builder = builder_new(world->program, &stms, SPAN_NONE);
  Atom y = build_binary(&builder, "y", OP_ADD, atom_var(x), atom_var(world->n));
  return body_new(world->program, stms, &y, 1);
}

static void finds_free_variables(void **state) {
  (void)state;
  World world = world_new();
  Var *x = var(&world, "x", SCALAR_I64, 0, NULL);
  Body *body = counting_body(&world, x);
  VarSet free = free_vars_body(world.arena, body);
  assert_int_equal(varset_count(&free), 2);
  assert_true(varset_has(&free, x));
  assert_true(varset_has(&free, world.n));
  assert_false(varset_has(&free, body->stms.data[0]->vars[0]));
  world_free(&world);
}

// The lambda (a: i64) => { let y = add a, n in (y) }.
static Lambda *counting_lambda(World *world, Var **param) {
  *param = var(world, "a", SCALAR_I64, 0, NULL);
  return lambda_new(world->program, param, 1, counting_body(world, *param));
}

static void expect_free(const VarSet *set, Var *const *vars, size_t count) {
  assert_int_equal(varset_count(set), count);
  size_t cursor = 0, i = 0;
  for (Var *next; varset_each(set, &cursor, &next); i++)
    assert_ptr_equal(next, vars[i]);
  assert_int_equal(i, count);
}

static void finds_free_variables_of_parts(void **state) {
  (void)state;
  World world = world_new();
  Var *a;
  Lambda *lambda = counting_lambda(&world, &a);
  VarSet free = free_vars_lambda(world.arena, lambda);
  expect_free(&free, (Var *[]){world.n}, 1);
  Stm *stm = lambda->body->stms.data[0];
  free = free_vars_exp(world.arena, stm->exp);
  expect_free(&free, (Var *[]){a, world.n}, 2);
  // What a pattern's type and a certificate name is used too; what the pattern binds is not free.
  Var *check = var_new(world.program, "check", type_cert(), SPAN_NONE);
  stm->certs = &check;
  stm->cert_count = 1;
  free = free_vars_stm(world.arena, stm);
  assert_int_equal(varset_count(&free), 3);
  assert_true(varset_has(&free, check));
  assert_false(varset_has(&free, stm->vars[0]));
  world_free(&world);
}

static void substitutes_in_expressions(void **state) {
  (void)state;
  World world = world_new();
  Exp *exp = exp_new(world.program, OP_ADD, (Atom[]){atom_var(world.n), atom_i64(2)}, 2);
  Subst *subst = subst_new(world.program);
  subst_add(subst, world.m, atom_i64(1));
  assert_ptr_equal(subst_exp(subst, exp), exp);
  subst_add(subst, world.n, atom_i64(7));
  Exp *changed = subst_exp(subst, exp);
  assert_true(atom_is_i64(changed->args[0], 7) && atom_is_i64(changed->args[1], 2));
  assert_ptr_equal(exp->args[0].var, world.n);
  world_free(&world);
}

static void renames_lambdas_and_statements(void **state) {
  (void)state;
  World world = world_new();
  Var *a;
  Lambda *lambda = counting_lambda(&world, &a);
  Subst *subst = subst_new(world.program);
  subst_add(subst, world.n, atom_var(world.m));
  Lambda *copy = rename_lambda(world.program, lambda, subst);
  assert_ptr_not_equal(copy->params[0], a);
  const Exp *exp = copy->body->stms.data[0]->exp;
  assert_ptr_equal(exp->args[0].var, copy->params[0]);
  assert_ptr_equal(exp->args[1].var, world.m);
  assert_ptr_equal(lambda->body->stms.data[0]->exp->args[0].var, a);
  // A statement tells by the substitution what it binds now.
  Stm *stm = lambda->body->stms.data[0];
  subst = subst_new(world.program);
  Stm *other = rename_stm(world.program, stm, subst);
  assert_ptr_not_equal(other->vars[0], stm->vars[0]);
  assert_ptr_equal(subst_atom(subst, atom_var(stm->vars[0])).var, other->vars[0]);
  world_free(&world);
}

static void substitution_keeps_what_it_does_not_touch(void **state) {
  (void)state;
  World world = world_new();
  Var *x = var(&world, "x", SCALAR_I64, 0, NULL);
  Body *body = counting_body(&world, x);
  Subst *subst = subst_new(world.program);
  subst_add(subst, world.m, atom_i64(1));
  assert_ptr_equal(subst_body(subst, body), body);
  subst_add(subst, x, atom_var(world.m)); // and m is 1: through the chain
  Body *changed = subst_body(subst, body);
  assert_ptr_not_equal(changed, body);
  assert_true(atom_is_i64(changed->stms.data[0]->exp->args[0], 1));
  assert_true(body->stms.data[0]->exp->args[0].var == x);
  world_free(&world);
}

static void renaming_binds_everything_anew(void **state) {
  (void)state;
  World world = world_new();
  Var *x = var(&world, "x", SCALAR_I64, 0, NULL);
  Body *body = counting_body(&world, x);
  Body *copy = rename_body(world.program, body, subst_new(world.program));
  assert_ptr_not_equal(copy->stms.data[0], body->stms.data[0]);
  assert_ptr_not_equal(copy->stms.data[0]->vars[0], body->stms.data[0]->vars[0]);
  assert_ptr_equal(copy->results[0].var, copy->stms.data[0]->vars[0]);
  assert_ptr_equal(copy->stms.data[0]->exp->args[0].var, x);
  world_free(&world);
}

UnitCount test_rules(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_lengths_over_their_dimensions),
      cmocka_unit_test(refuses_lengths_over_other_dimensions),
      cmocka_unit_test(a_row_binds_its_lengths),
      cmocka_unit_test(a_row_of_a_rectangle_is_regular),
      cmocka_unit_test(a_slice_changes_the_lengths),
      cmocka_unit_test(an_index_between_ranges_moves_what_depends),
      cmocka_unit_test(lifting_makes_inner_sizes_vary),
      cmocka_unit_test(lifting_keeps_outer_lengths),
      cmocka_unit_test(permutation_keeps_dependence),
      cmocka_unit_test(telescopes_stand_for_their_sizes),
      cmocka_unit_test(checks_every_scalar_shape),
      cmocka_unit_test(finds_free_variables),
      cmocka_unit_test(finds_free_variables_of_parts),
      cmocka_unit_test(substitutes_in_expressions),
      cmocka_unit_test(renames_lambdas_and_statements),
      cmocka_unit_test(substitution_keeps_what_it_does_not_touch),
      cmocka_unit_test(renaming_binds_everything_anew),
  };
  return UNIT_RUN("rules", tests);
}
