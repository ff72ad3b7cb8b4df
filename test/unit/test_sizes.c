// Facts about integers. Each program below holds booleans whose names say what must be known of
// them where they are bound: `yes` true, `no` false, `maybe` nothing, and `given` true on the
// witness of a check. What is wrongly "known" would make a check vanish, so most of them are traps.
#include "test/unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "analysis/analysis.h"
#include "ir/parse.h"
#include "ir/type.h"
#include "ir/verify.h"

typedef struct World {
  Arena *arena;
  Program *program;
  Sizes *sizes;
  size_t asked;
} World;

static World world_of(const char *text) {
  World world = {.arena = arena_new()};
  SourceMap *sources = sources_new(world.arena);
  const SourceFile *file = source_add(sources, "test.core", text, strlen(text));
  Diag *diag = diag_new(world.arena, sources);
  world.program = program_parse(world.arena, interner_new(world.arena), file, diag);
  assert_non_null(world.program);
  assert_true(program_verify(world.program, diag));
  return world;
}

static bool starts_with(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

static void ask(World *world, Var *var) {
  const char *name = var->name;
  bool is_yes = starts_with(name, "yes"), is_no = starts_with(name, "no");
  bool is_given = starts_with(name, "given");
  if (!is_yes && !is_no && !is_given && !starts_with(name, "maybe")) return;
  world->asked++;
  Truth plain = sizes_truth(world->sizes, atom_var(var), NULL);
  Witnesses witnesses = {0};
  Truth given = sizes_truth(world->sizes, atom_var(var), &witnesses);
  Truth plain_expected = is_yes ? TRUTH_TRUE : is_no ? TRUTH_FALSE : TRUTH_UNKNOWN;
  Truth given_expected = is_given ? TRUTH_TRUE : plain_expected;
  if (plain != plain_expected || given != given_expected)
    fail_msg("%s.%u: %d without and %d with witnesses", name, var->id, plain, given);
  assert_int_equal(witnesses.count > 0, is_given);
}

static void visit_stms(World *world, const Stms *stms);

static void visit_inside(World *world, Stm *stm) {
  const Exp *exp = stm->exp;
  Sizes *sizes = world->sizes;
  SizesMark mark = sizes_mark(sizes);
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++) {
      sizes_enter_branch(sizes, exp, i);
      visit_stms(world, &exp->as.branches.bodies[i]->stms);
      sizes_leave(sizes, mark);
    }
  } else if (exp->op == OP_LOOP) {
    sizes_enter_loop(sizes, stm);
    if (exp->as.loop->condition) {
      visit_stms(world, &exp->as.loop->condition->stms);
      sizes_assume(sizes, exp->as.loop->condition->results[0], true, NULL);
    }
    visit_stms(world, &exp->as.loop->body->stms);
  } else if (exp->op == OP_PAR) {
    sizes_enter_par(sizes, exp->as.par);
    visit_stms(world, &exp->as.par->body.stms);
    visit_stms(world, &exp->as.par->epilogue.stms);
  }
  sizes_leave(sizes, mark);
}

static void visit_stms(World *world, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (op_has(stm->exp->op, FLAG_BODIES)) visit_inside(world, stm);
    sizes_stm(world->sizes, stm);
    for (size_t k = 0; k < stm->var_count; k++)
      ask(world, stm->vars[k]);
  }
}

static void check(const char *text, size_t asked) {
  World world = world_of(text);
  for (size_t i = 0; i < world.program->funs.count; i++) {
    const Fun *fun = world.program->funs.data[i];
    world.sizes = sizes_new(world.arena, world.program, fun);
    visit_stms(&world, &fun->body->stms);
  }
  assert_int_equal(world.asked, asked);
  arena_free(world.arena);
}

// ---- Sums, and that they wrap around ----

static void sums(void **state) {
  (void)state;
  check("fun f [n] (xs: [n]f32, a: i64, b: i32) -> () = {\n"
        "  let yes.1 = sle 0, n\n"
        "  let maybe.2 = slt 0, n\n"
        "  let m = add n, 1\n" // n has at most 2^48 elements
        "  let yes.3 = slt n, m\n"
        "  let t = mul n, 4096\n"
        "  let yes.4 = sle n, t\n"
        "  let u = mul n, 65536\n" // 2^64
        "  let maybe.5 = sle n, u\n"
        "  let p = add a, 1\n" // a may be the largest number
        "  let maybe.6 = slt a, p\n"
        "  let q = sub a, 1\n"
        "  let maybe.7 = slt q, a\n"
        "  let c = neg a\n"
        "  let d = add a, c\n"
        "  let maybe.8 = eq d, 0\n" // true, but only modulo 2^64
        "  let e = sub n, 1\n"
        "  let yes.9 = slt e, n\n"
        "  let maybe.10 = sle 0, e\n"
        "  let b2 = add b, 1i32\n"
        "  let maybe.11 = slt b, b2\n"
        "  let w = sext b : i64\n"
        "  let w2 = add w, 1\n"
        "  let yes.12 = slt w, w2\n"
        "  let z = zext b : i64\n"
        "  let yes.13 = sle 0, z\n"
        "  let maybe.14 = eq z, w\n"
        "  let g = sext a : i32\n"
        "  let h = sext g : i64\n"
        "  let maybe.15 = eq a, h\n"
        "  let k = sabs a\n"
        "  let maybe.16 = sle 0, k\n"
        "  let maybe.17 = ult n, a\n"
        "  let maybe.18 = ule 0, a\n"
        "  in ()\n"
        "}\n",
        18);
}

// A size of [n][m] may be huge when the other one is 0; the number of elements is not.
static void matrices(void **state) {
  (void)state;
  check("fun f [n, m] (xs: [n][m]f32) -> () = {\n"
        "  let t = mul n, 65536\n"
        "  let maybe.1 = sle n, t\n"
        "  let maybe.2 = sle n, 281474976710656\n"
        "  let a: [n][m]f32 = par (i < n) {\n"
        "    let row = mul i, m\n"
        "    let r: [m]f32 = par (j < m) {\n"
        "      let at = add row, j\n"
        "      let yes.3 = sle 0, at\n"
        "      let total = mul n, m\n"
        "      let yes.4 = slt at, total\n"
        "      let yes.5 = ult at, total\n"
        "      let maybe.6 = slt 0, at\n"
        "      let next = add i, 1\n"
        "      let maybe.7 = slt next, n\n"
        "      let yes.8 = sle next, n\n"
        "      let two = add i, 2\n"
        "      let maybe.9 = sle two, n\n"
        "      map 1.0f32\n"
        "    }\n"
        "    map r\n"
        "  }\n"
        "  in ()\n"
        "}\n",
        9);
}

static void quotients(void **state) {
  (void)state;
  check("fun f [n] (xs: [n]f32, a: i64, b: i64) -> () = {\n"
        "  let q = sdiv n, 4\n"
        "  let yes.1 = sle q, n\n"
        "  let p = mul q, 4\n"
        "  let yes.2 = sle p, n\n"
        "  let yes.3 = sle 0, q\n"
        "  let r = smod a, 8\n"
        "  let yes.4 = ult r, 8\n"
        "  let s = srem a, 8\n"
        "  let maybe.5 = sle 0, s\n"
        "  let m = smod a, n\n" // n may be 0, and then it fails
        "  let maybe.6 = slt m, n\n"
        "  let d = squot a, 2\n"
        "  let maybe.7 = sle d, a\n"
        "  let t = mul n, 6\n"
        "  let e = sdiv t, 3\n"
        "  let w = mul n, 2\n"
        "  let yes.8 = eq e, w\n"
        "  let h = lshr n, 1i64\n"
        "  let yes.9 = sle h, n\n"
        "  let g = lshr a, 1i64\n"
        "  let maybe.10 = sle g, a\n"
        "  let i = and a, 7\n"
        "  let yes.11 = ult i, 8\n"
        "  let j = and a, b\n"
        "  let maybe.12 = sle 0, j\n"
        "  let u = udiv a, 2\n"
        "  let maybe.13 = sle u, a\n"
        "  let i1 = add i, 5\n"
        "  let i2 = sdiv i1, 4\n"
        "  let yes.15 = sle 1, i2\n"
        "  let maybe.16 = sle 2, i2\n"
        "  let i3 = sub i, 9\n" // -9 to -2
        "  let i4 = sdiv i3, 4\n"
        "  let yes.17 = sle i4, -1\n"
        "  let yes.18 = sle -3, i4\n"
        "  let maybe.19 = sle i4, -2\n"
        "  let maybe.20 = sle -2, i4\n"
        "  let i5 = add n, 1\n"
        "  let i6 = sdiv i1, i5\n"
        "  let yes.21 = sle i6, i1\n"
        "  let maybe.22 = sle 1, i6\n"
        "  let v = smod a, -8\n"
        "  let maybe.14 = sle 0, v\n"
        "  in ()\n"
        "}\n",
        22);
}

static void choices(void **state) {
  (void)state;
  check("fun f [n] (xs: [n]f32, a: i64, c: bool) -> () = {\n"
        "  let lo = smax a, 0\n"
        "  let last = sub n, 1\n"
        "  let at = smin lo, last\n"
        "  let yes.1 = slt at, n\n"
        "  let maybe.2 = sle 0, at\n" // n may be 0
        "  let ys: [n]f32 = par (i < n) {\n"
        "    let yes.3 = sle 0, at\n"
        "    let is_last = eq i, last\n"
        "    let up = add i, 1\n"
        "    let next = select is_last, 0, up\n"
        "    let yes.4 = ult next, n\n"
        "    let prev: i64 = if is_last then { in (0) } else { let x = add i, 1 in (x) }\n"
        "    let yes.5 = ult prev, n\n"
        "    let other = select c, i, up\n"
        "    let maybe.6 = slt other, n\n"
        "    let yes.7 = sle other, n\n"
        "    let first = slt 0, i\n"
        "    let down = sub i, 1\n"
        "    let before = select first, down, last\n"
        "    let yes.8 = ult before, n\n"
        "    map 0.0f32\n"
        "  }\n"
        "  in ()\n"
        "}\n",
        8);
}

// ---- Scopes ----

static void branches(void **state) {
  (void)state;
  check("fun f [n, m] (xs: [n]f32, a: i64, x: f32) -> () = {\n"
        "  let in_range = ult a, n\n"
        "  let () = if in_range then {\n"
        "    let yes.1 = sle 0, a\n"
        "    let yes.2 = slt a, n\n"
        "    let yes.3 = slt 0, n\n"
        "    let maybe.4 = slt a, m\n"
        "    in ()\n"
        "  } else {\n"
        "    let maybe.5 = sle 0, a\n"
        "    let maybe.6 = slt a, n\n"
        "    in ()\n"
        "  }\n"
        "  let maybe.7 = sle 0, a\n"
        "  let odd = ult a, m\n" // m is no size of an array: it may be negative
        "  let () = if odd then { let maybe.8 = sle 0, a in () } else { in () }\n"
        "  let big = slt 5, a\n"
        "  let even = slt a, 9\n"
        "  let both = and big, even\n"
        "  let () = if both then { let yes.9 = sle 6, a let yes.10 = sle a, 8 let no.11 = eq a, 9 "
        "in () }\n"
        "    else { let maybe.12 = sle a, 5 in () }\n"
        "  let low = slt a, -3\n"
        "  let either = or big, low\n"
        "  let () = if either then { let maybe.13 = slt 5, a in () } else { let yes.14 = sle a, 5 "
        "in () }\n"
        "  let neither = not big\n"
        "  let () = if neither then { let yes.15 = sle a, 5 in () } else { in () }\n"
        "  let lazy: bool = if big then { let e = sub n, 1 let l = slt a, e in (l) } else { in "
        "(false) }\n"
        "  let () = if lazy then { let k = add a, 1 let yes.16 = ult k, n in () } else { let "
        "maybe.17 = slt a, n in () }\n"
        "  let same = eq a, n\n"
        "  let () = if same then { let yes.18 = sle 0, a in () } else { in () }\n"
        "  let () = switch a case 3 { let yes.19 = slt a, 4 in () } else { let maybe.20 = eq a, 3 "
        "in () }\n"
        "  let zero = eq n, 0\n"
        "  let () = if zero then { in () } else { let yes.21 = slt 0, n in () }\n"
        "  let fl = flt x, 0.0f32\n"
        "  let () = if fl then { let maybe.22 = slt 0, n in () } else { in () }\n"
        "  in ()\n"
        "}\n",
        22);
}

static void loops(void **state) {
  (void)state;
  check("fun f [n] (xs: [n]f32, k: i64, s: i64) -> () = {\n"
        "  let (p: i64, q: i64, r: i64, t: i64) = loop (a: i64 = 0, b: i64 = n, c: i64 = 0, d: i64 "
        "= k) for i < n do {\n"
        "    let yes.1 = eq a, i\n"
        "    let yes.2 = ult a, n\n"
        "    let yes.3 = slt 0, b\n" // b is n - i
        "    let maybe.4 = sle 0, c\n"
        "    let yes.5 = eq d, k\n"
        "    let a2 = add a, 1\n"
        "    let b2 = sub b, 1\n"
        "    let c2 = add c, s\n" // s is any number, so that this may wrap around
        "    in (a2, b2, c2, d)\n"
        "  }\n"
        "  let yes.6 = eq p, n\n"
        "  let yes.7 = eq q, 0\n"
        "  let maybe.8 = sle 0, r\n"
        "  let yes.9 = eq t, k\n"
        "  let (u: i64) = loop (v: i64 = 0) while { let go = slt v, n in (go) } do {\n"
        "    let yes.10 = slt v, n\n"
        "    let maybe.11 = sle 0, v\n"
        "    let w = add v, 1\n"
        "    in (w)\n"
        "  }\n"
        "  let maybe.12 = slt u, n\n"
        "  let maybe.13 = sle 0, k\n"
        "  let () = loop () for j < k do { let yes.14 = slt 0, k let yes.15 = slt j, k let j2 = "
        "add j, 1 let yes.16 = sle j2, k in () }\n"
        "  let maybe.17 = sle 0, k\n"
        "  let (y: i64) = loop (z: i64 = 0) for j < k do { let z2 = add z, j in (z2) }\n"
        "  let maybe.18 = sle 0, y\n"
        "  let (e: i64) = loop (g: i64 = 0) for j < k do { let yes.19 = eq g, j let g2 = add g, 1 "
        "in (g2) }\n"
        "  let maybe.20 = eq e, k\n" // k may be negative
        "  in ()\n"
        "}\n",
        20);
}

static void arrays(void **state) {
  (void)state;
  check(
      "fun f [n] (xs: [n]i64, ks: [n]i32) -> () = {\n"
      "  let is: [n]i64 = par (i < n) { map i }\n"
      "  let js: [n]i64 = par (i < n) { let j = add i, 1 map j }\n"
      "  let ms: [n]i64 = par (i < n) { let x = index xs[i] let m = smod x, 10 map m }\n"
      "  let rs: [n]i64 = par (i < n) { let x = index xs[i] let m = smod x, n map m }\n"
      "  let (m: i64, ys: [m]i64) = par (i < n) { let x = index xs[i] let c = slt 0, x keep c x }\n"
      "  let yes.1 = sle m, n\n"
      "  let yes.2 = sle 0, m\n"
      "  let zs: [n]f32 = par (i < n) {\n"
      "    let a = index is[i]\n"
      "    let yes.3 = eq a, i\n"
      "    let b = index js[i]\n"
      "    let maybe.4 = slt b, n\n"
      "    let yes.5 = sle 1, b\n"
      "    let c = index ms[i]\n"
      "    let yes.6 = ult c, 10\n"
      "    let d = index rs[i]\n"
      "    let yes.7 = ult d, n\n"
      "    let e = index xs[i]\n"
      "    let maybe.8 = sle 0, e\n"
      "    let g = index is[d]\n"
      "    let yes.9 = ult g, n\n"
      "    let k = index ks[i]\n"
      "    let l = sext k : i64\n"
      "    let yes.10 = sle l, 2147483647\n"
      "    map 0.0f32\n"
      "  }\n"
      "  in ()\n"
      "}\n",
      10);
}

// ---- Checks ----

static void checks(void **state) {
  (void)state;
  check("fun f [n, m] (xs: [n]f32, ys: [m]f32, a: i64) -> () = {\n"
        "  let () = if true then {\n"
        "    let ok = ult a, n\n"
        "    let c = assert ok, \"\"\n"
        "    let given.1 = slt a, n\n"
        "    in ()\n"
        "  } else { in () }\n"
        "  let maybe.2 = slt a, n\n"
        "  let same = eq n, m\n"
        "  let d = assert same, \"\"\n"
        "  let given.3 = eq m, n\n"
        "  let zs: [n]f32 = par (i < n) {\n"
        "    let given.4 = slt i, m\n"
        "    let yes.5 = slt i, n\n"
        "    map 0.0f32\n"
        "  }\n"
        "  let is_there = ne m, 0\n"
        "  let e = assert is_there, \"\"\n"
        "  let given.6 = slt 0, m\n"
        "  let q = smod a, m needs (e)\n" // whoever uses q has passed the check
        "  let yes.7 = ult q, m\n"
        "  in ()\n"
        "}\n"
        "fun g [n, m] (xs: [n]f32) -> () = {\n"
        "  let maybe.8 = eq n, m\n"
        "  let ys: [m]f32 = coerce xs\n"
        "  let given.9 = eq n, m\n"
        "  let given.10 = sle 0, m\n"
        "  in ()\n"
        "}\n",
        10);
}

// ---- Everything at once, and time ----

// An opaque value is tied to its check, or hidden.
static void opaque_values(void **state) {
  (void)state;
  check("core entry f (n: i64, k: i64) -> (r: i64) = {\n"
        "  let enough: bool = sle 3, n\n"
        "  let c: cert = assert enough, \"no\"\n"
        "  let m: i64 = opaque n needs (c)\n"
        "  let hidden: i64 = opaque n\n"
        "  let given1: bool = sle 3, m\n"
        "  let given2: bool = eq m, n\n"
        "  let maybe1: bool = eq hidden, n\n"
        "  let maybe2: bool = eq m, k\n"
        "  in (m)\n"
        "}\n",
        4);
}

static void learning(void **state) {
  (void)state;
  World world =
      world_of("fun f [n] (xs: [n]f32) -> () = {\n"
               "  let a = add n, 2\n"
               "  let b = sub a, 2\n"
               "  let ok = eq b, n\n"
               "  let ys: [n]i64 = par (i < n) { let k = add i, 1 let l = sub k, i map l }\n"
               "  in ()\n"
               "}\n");
  const Fun *fun = world.program->funs.data[0];
  Sizes *sizes = sizes_new(world.arena, world.program, fun);
  sizes_learn(sizes, fun->body);
  const Stms *stms = &fun->body->stms;
  Atom n = atom_var(fun->params[0].var), b = atom_var(stms->data[1]->vars[0]);
  assert_true(sizes_equal(sizes, n, b, NULL));
  assert_false(sizes_equal(sizes, n, atom_var(stms->data[0]->vars[0]), NULL));
  assert_true(sizes_dims_equal(sizes, dim_atom(n), dim_atom(b), NULL));
  assert_false(sizes_dims_equal(sizes, dim_atom(n), dim_const(3), NULL));
  assert_true(sizes_less(sizes, n, atom_var(stms->data[0]->vars[0]), NULL));
  const Stms *inner = &stms->data[3]->exp->as.par->body.stms;
  int64_t value;
  assert_true(sizes_constant(sizes, atom_var(inner->data[1]->vars[0]), &value));
  assert_int_equal(value, 1);
  assert_false(sizes_constant(sizes, n, &value));
  int64_t low, high;
  sizes_interval(sizes, n, &low, &high);
  assert_int_equal(low, 0);
  assert_true(high == ARRAY_ELEMENT_LIMIT);
  arena_free(world.arena);
}

// A function of `count` statements with all kinds of definitions and checks.
static char *long_function(Arena *arena, size_t count) {
  StrBuf out = {0};
  strbuf_puts(&out, "fun f [n] (xs: [n]i64, v.1: i64, v.2: i64) -> () = {\n");
  uint64_t random = 1;
  static const char *const ops[] = {"add", "sub", "mul", "smin", "smax", "and", "shl"};
  for (size_t i = 3; i < count + 3; i++) {
    random = hash_u64(random + i);
    size_t reach = i - 1 < 50 ? i - 1 : 50;
    size_t a = i - 1 - random % reach, b = i - 1 - (random >> 8) % reach;
    if (i % 13 == 0) {
      strbuf_printf(&out, "let o.%zu = slt v.%zu, v.%zu\n", i, a, b);
      strbuf_printf(&out, "let c.%zu = assert o.%zu, \"\"\n", i, i);
    }
    if (i % 11 == 0) {
      strbuf_printf(&out, "let v.%zu: i64 = smod v.%zu, 100\n", i, a);
    } else if (i % 7 == 0) {
      strbuf_printf(&out, "let v.%zu: i64 = index xs[v.%zu]\n", i, a);
    } else {
      strbuf_printf(&out, "let v.%zu: i64 = %s v.%zu, v.%zu\n", i, ops[(random >> 16) % 7], a, b);
    }
  }
  strbuf_puts(&out, "in ()\n}\n");
  char *text = arena_strndup(arena, strbuf_text(&out), out.length);
  strbuf_free(&out);
  return text;
}

// ---- Arrays as functions ----

// An element is the same wherever it is read, and rows have the lengths that the array has.
static void functions(void **state) {
  (void)state;
  check("fun f [n, k] (s: [n]i64, xs: [n][s]f32, t: [n]i64, ys: [n][t]f32, c: bool) -> () = {\n"
        "  let (u: [n]i64, zs: [n][u]f32) = par (i < n) {\n"
        "    let (m: i64, row: [m]f32) = index xs[i]\n"
        "    let a = index s[i]\n"
        "    let yes.1 = eq a, m\n"
        "    let yes.2 = sle 0, a\n"
        "    let (l: i64, other: [l]f32) = index ys[i]\n"
        "    let maybe.3 = eq m, l\n"
        "    let d = assert maybe.3, \"\"\n"
        "    let given.4 = eq a, l\n"
        "    let j = add i, 1\n"
        "    let b = index s[j]\n"
        "    let maybe.5 = eq a, b\n"
        "    map m map row\n"
        "  }\n"
        "  let x = index u[0]\n"
        "  let y = index s[0]\n"
        "  let yes.6 = eq x, y\n"
        "  let z = index t[0]\n"
        "  let maybe.7 = eq x, z\n" // the check was inside, and n may be 0
        "  let v: [n]i64 = copy s\n"
        "  let w = index v[0]\n"
        "  let yes.8 = eq w, x\n"
        "  let ones: [n]i64 = par (i < n) { let e = add n, 1 map e }\n"
        "  let g = index ones[3]\n"
        "  let yes.9 = slt n, g\n"
        "  let h = if c then { let p = index s[1] in (p) } else { let q = index t[1] in (q) }\n"
        "  let o = index s[1]\n"
        "  let maybe.10 = eq h, o\n"
        "  in ()\n"
        "}\n",
        10);
}

// What is bound inside a par does not leave it by the way of an element.
static void inner_arrays(void **state) {
  (void)state;
  check("fun f [n] (s: [n][3]i64, q: [n]i64, k: i64) -> () = {\n"
        "  let a: [n]i64 = par (i < n) {\n"
        "    let row: [3]i64 = index s[i]\n"
        "    let x = index row[0]\n"
        "    map x\n"
        "  }\n"
        "  let p = index a[1]\n"
        "  let r = index s[1, 0]\n"
        "  let yes.1 = eq p, r\n"
        "  let o = index a[2]\n"
        "  let maybe.2 = eq p, o\n"
        "  let c: [n]i64 = copy q\n"
        "  let b: [n]i64 = par (i < n) consume (own = c) {\n"
        "    let x = add own, 0\n"
        "    map x\n"
        "  }\n"
        "  let d = index b[0]\n"
        "  let e = index b[1]\n"
        "  let maybe.3 = eq d, e\n"
        "  let z = slice q[1 : k : 1]\n"
        "  let f = index z[0]\n"
        "  let g = index q[1]\n"
        "  let yes.4 = eq f, g\n"
        "  let w = slice q[1 : k : 2]\n"
        "  let h = index w[1]\n"
        "  let j = index q[2]\n"
        "  let maybe.5 = eq h, j\n"
        "  let t = par (i < n) { let x = index q[i] reduce (l: i64, m: i64 => { let y = add l, m "
        "in (y) }; 0) x }\n"
        "  let u = par (i < n) { let x = index q[i] reduce (l: i64, m: i64 => { let y = add m, l "
        "in (y) }; 0) x }\n"
        "  let yes.6 = eq t, u\n"
        "  let v = par (i < n) { let x = index q[i] reduce (l: i64, m: i64 => { let y = add l, m "
        "in (y) }; 1) x }\n"
        "  let maybe.7 = eq t, v\n"
        "  in ()\n"
        "}\n",
        7);
}

static void fast(void **state) {
  (void)state;
  Arena *arena = arena_new();
  World world = world_of(long_function(arena, 10000));
  clock_t start = clock();
  Sizes *sizes = sizes_new(world.arena, world.program, world.program->funs.data[0]);
  sizes_learn(sizes, world.program->funs.data[0]->body);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  // 20 ms is the aim; the limit leaves room for a busy machine and a sanitizer.
  if (seconds > 0.4) fail_msg("10,000 statements took %.0f ms", 1000 * seconds);
  arena_free(world.arena);
  arena_free(arena);
}

UnitCount test_sizes(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums),         cmocka_unit_test(matrices),     cmocka_unit_test(quotients),
      cmocka_unit_test(choices),      cmocka_unit_test(branches),     cmocka_unit_test(loops),
      cmocka_unit_test(arrays),       cmocka_unit_test(checks),       cmocka_unit_test(learning),
      cmocka_unit_test(functions),    cmocka_unit_test(inner_arrays), cmocka_unit_test(fast),
      cmocka_unit_test(opaque_values)};
  return UNIT_RUN("sizes", tests);
}
