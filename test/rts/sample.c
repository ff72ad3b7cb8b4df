// A program as the compiler would generate it, with its table and functions written by hand: the
// tests of the run-time system run it as an executable, as a server and through the C API. All of
// the run-time system is in this one file, as in a generated program.
#define _POSIX_C_SOURCE 200809L
#define RTS_API         static inline
#include "rts/c/act.c"
#include "rts/c/command_line.c"
#include "rts/c/complain.c"
#include "rts/c/context.c"
#include "rts/c/entry.c"
#include "rts/c/executable.c"
#include "rts/c/layout_apl.c"
#include "rts/c/library.c"
#include "rts/c/limits.c"
#include "rts/c/memory.c"
#include "rts/c/notation.c"
#include "rts/c/notation_apl.c"
#include "rts/c/notation_leaves.c"
#include "rts/c/object.c"
#include "rts/c/object_data.c"
#include "rts/c/options.c"
#include "rts/c/profile.c"
#include "rts/c/record.c"
#include "rts/c/scalar.h"
#include "rts/c/server.c"
#include "rts/c/stack.c"
#include "rts/c/value.c"
#include "rts/c/value_binary.c"
#include "rts/c/value_float.c"
#include "rts/c/value_reader.c"
#include "rts/c/value_text_read.c"
#include "rts/c/value_text_write.c"
#include "rts/c/world.c"

struct Globals {
  Block *base;
};

// ---- The program ----

static int globals_init(Context *ctx) {
  int error = block_new(ctx, &ctx->globals->base, 8, "sample.fut:1:1");
  if (error != RT_OK) return error;
  *(int64_t *)ctx->globals->base->data = 100;
  return RT_OK;
}

static void globals_free(Context *ctx) { block_unref(ctx, &ctx->globals->base); }

// entry main [n] (xs: [n]i32) (y: i32): [n]i32 = map (+ y + base) xs
static int fun_main(Context *ctx, Block **out, int64_t n, Block *xs, int32_t y) {
  int error = block_new(ctx, out, size_times(n, 4), "sample.fut:3:9-20");
  if (error != RT_OK) return error;
  int32_t base = (int32_t)(*(int64_t *)ctx->globals->base->data);
  for (int64_t i = 0; i < n; i++)
    ((int32_t *)(*out)->data)[i] = add_i32(add_i32(((int32_t *)xs->data)[i], y), base);
  return RT_OK;
}

// entry bump [n] (xs: *[n]i32): *[n]i32, in place; fails for a negative element
static int fun_bump(Context *ctx, Block **out, int64_t n, Block *xs) {
  int32_t *data = xs->data;
  for (int64_t i = 0; i < n; i++) {
    if (data[i] < 0)
      return context_fail(ctx, "sample.fut:9:3-17: element %lld is %d", (long long)i, (int)data[i]);
    data[i]++;
  }
  *out = block_ref(xs);
  return RT_OK;
}

// entry big (n: i64): [n]i64
static int fun_big(Context *ctx, Block **out, int64_t n) {
  int error = block_new(ctx, out, size_times(n, 8), "sample.fut:12:20-24");
  if (error != RT_OK) return error;
  for (int64_t i = 0; i < n; i++)
    ((int64_t *)(*out)->data)[i] = i;
  return RT_OK;
}

static int call_main(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {
  out[0].shape[0] = sizes[0];
  return fun_main(ctx, &out[0].block, sizes[0], in[0].block, in[1].scalar.i32);
}

static int call_bump(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {
  out[0].shape[0] = sizes[0];
  return fun_bump(ctx, &out[0].block, sizes[0], in[0].block);
}

static int call_big(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {
  (void)sizes;
  out[0].shape[0] = in[0].scalar.i64;
  return fun_big(ctx, &out[0].block, in[0].scalar.i64);
}

// entry pair [n] (xs: [n]i32) (ys: [n]f64) (zs: [3]bool): (i64, []f64)
static int call_pair(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {
  (void)ctx;
  out[0].scalar.i64 = sizes[0];
  out[1].shape[0] = sizes[0];
  out[1].block = block_ref(in[1].block);
  return RT_OK;
}

// entry sized (n: i64) (xs: [n]i32): i64, and entry nothing: ()
static int call_sized(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {
  (void)ctx, (void)sizes;
  out[0].scalar.i64 = in[0].scalar.i64;
  return RT_OK;
}

static int call_nothing(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {
  (void)ctx, (void)sizes, (void)in, (void)out;
  return RT_OK;
}

// entry area (s: shape): f64, where type shape = #circle f64 | #path [][2]f64 | #nothing
static int call_area(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {
  (void)ctx, (void)sizes;
  out[0].scalar.f64 = in[0].scalar.i8 == 0   ? in[1].scalar.f64 * in[1].scalar.f64 * 3.0
                      : in[0].scalar.i8 == 1 ? 0.0
                                             : (double)in[2].shape[0];
  return RT_OK;
}

// entry points [n] (xs: [n]f64): []point, where type point = {x: f64, y: f64}
static int call_points(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {
  (void)ctx;
  for (int k = 0; k < 2; k++) {
    out[k].shape[0] = sizes[0];
    out[k].block = block_ref(in[0].block);
  }
  return RT_OK;
}

// ---- Its table ----

enum {
  T_I32,
  T_I64,
  T_F64,
  T_BOOL,
  T_I32_1D,
  T_F64_1D,
  T_F64_2D,
  T_BOOL_1D,
  T_I64_1D,
  T_PAIR,
  T_SHAPE,
  T_POINT,
  T_POINT_1D,
  T_UNIT
};

#define PRIMITIVE(name, prim)                                                                      \
  { name, OBJECT_PRIMITIVE, (const ValueType[]){{prim, 0}}, 1, 0, 0, NULL, 0, NULL, 0 }
#define ARRAY(name, prim, rank, element)                                                           \
  { name, OBJECT_ARRAY, (const ValueType[]){{prim, rank}}, 1, rank, element, NULL, 0, NULL, 0 }

static const FieldInfo PAIR_FIELDS[] = {{"0", T_I64, 0}, {"1", T_F64_1D, 1}};
static const FieldInfo POINT_FIELDS[] = {{"x", T_F64, 0}, {"y", T_F64, 1}};
static const FieldInfo POINTS_FIELDS[] = {{"x", T_F64_1D, 0}, {"y", T_F64_1D, 1}};
static const FieldInfo CIRCLE[] = {{NULL, T_F64, 1}};
static const FieldInfo PATH[] = {{NULL, T_F64_2D, 2}};
static const VariantInfo SHAPES[] = {
    {"circle", CIRCLE, 1}, {"nothing", NULL, 0}, {"path", PATH, 1}};

static const ObjectType TYPES[] = {
    [T_I32] = PRIMITIVE("i32", PRIM_I32),
    [T_I64] = PRIMITIVE("i64", PRIM_I64),
    [T_F64] = PRIMITIVE("f64", PRIM_F64),
    [T_BOOL] = PRIMITIVE("bool", PRIM_BOOL),
    [T_I32_1D] = ARRAY("[]i32", PRIM_I32, 1, T_I32),
    [T_F64_1D] = ARRAY("[]f64", PRIM_F64, 1, T_F64),
    [T_F64_2D] = ARRAY("[][]f64", PRIM_F64, 2, T_F64),
    [T_BOOL_1D] = ARRAY("[]bool", PRIM_BOOL, 1, T_BOOL),
    [T_I64_1D] = ARRAY("[]i64", PRIM_I64, 1, T_I64),
    [T_PAIR] = {"(i64, []f64)", OBJECT_RECORD, (const ValueType[]){{PRIM_I64, 0}, {PRIM_F64, 1}}, 2,
                0, 0, PAIR_FIELDS, 2, NULL, 0},
    [T_SHAPE] = {"shape", OBJECT_SUM,
                 (const ValueType[]){{PRIM_I8, 0}, {PRIM_F64, 0}, {PRIM_F64, 2}}, 3, 0, 0, NULL, 0,
                 SHAPES, 3},
    [T_POINT] = {"point", OBJECT_RECORD, (const ValueType[]){{PRIM_F64, 0}, {PRIM_F64, 0}}, 2, 0, 0,
                 POINT_FIELDS, 2, NULL, 0},
    [T_POINT_1D] = {"[]point", OBJECT_ARRAY, (const ValueType[]){{PRIM_F64, 1}, {PRIM_F64, 1}}, 2,
                    1, T_POINT, POINTS_FIELDS, 2, NULL, 0},
    [T_UNIT] = {"()", OBJECT_RECORD, NULL, 0, 0, 0, NULL, 0, NULL, 0},
};

static const TuningParam PARAMS[] = {{"main.threshold_0", "threshold(def, )", 1000},
                                     {"main.threshold_1", "threshold(5, !main.threshold_0)", 5}};

static const char *const SIZE_N[] = {"n"};
static const char *const ATTRIBUTES[] = {"fast"};
static const size_t TUNING[] = {0, 1};

static const ParamInfo MAIN_PARAMS[] = {{"xs", T_I32_1D, false}, {"y", T_I32, false}};
static const ParamInfo BUMP_PARAMS[] = {{"xs", T_I32_1D, true}};
static const ParamInfo BIG_PARAMS[] = {{"n", T_I64, false}};
static const ParamInfo PAIR_PARAMS[] = {
    {"xs", T_I32_1D, false}, {"ys", T_F64_1D, false}, {"zs", T_BOOL_1D, false}};
static const ParamInfo SIZED_PARAMS[] = {{"n", T_I64, false}, {"xs", T_I32_1D, false}};
static const ParamInfo AREA_PARAMS[] = {{"s", T_SHAPE, false}};
static const ParamInfo POINTS_PARAMS[] = {{"xs", T_F64_1D, false}};

static const DimInfo DIM_N[] = {{DIM_SIZE, 0}, {DIM_SIZE, 0}, {DIM_CONSTANT, 3}};
static const DimInfo DIM_SCALAR[] = {{DIM_LEAF, 0}};
static const DimInfo DIM_PATH[] = {{DIM_SIZE, 0}, {DIM_CONSTANT, 2}};

static const EntryInfo ENTRIES[] = {
    {"main", MAIN_PARAMS, 2, T_I32_1D, true, ATTRIBUTES, 1, TUNING, 2, SIZE_N, 1, DIM_N, call_main},
    {"bump", BUMP_PARAMS, 1, T_I32_1D, true, NULL, 0, NULL, 0, SIZE_N, 1, DIM_N, call_bump},
    {"big", BIG_PARAMS, 1, T_I64_1D, true, NULL, 0, NULL, 0, NULL, 0, NULL, call_big},
    {"pair", PAIR_PARAMS, 3, T_PAIR, false, NULL, 0, NULL, 0, SIZE_N, 1, DIM_N, call_pair},
    {"sized", SIZED_PARAMS, 2, T_I64, true, NULL, 0, NULL, 0, NULL, 0, DIM_SCALAR, call_sized},
    {"nothing", NULL, 0, T_UNIT, true, NULL, 0, NULL, 0, NULL, 0, NULL, call_nothing},
    {"area", AREA_PARAMS, 1, T_F64, true, NULL, 0, NULL, 0, SIZE_N, 1, DIM_PATH, call_area},
    {"points", POINTS_PARAMS, 1, T_POINT_1D, false, NULL, 0, NULL, 0, SIZE_N, 1, DIM_N,
     call_points},
};

static const ProgramTable program_table = {
    .name = "sample",
    .backend = "c",
    .compiler = "ravel",
    .types = TYPES,
    .type_count = sizeof TYPES / sizeof *TYPES,
    .entries = ENTRIES,
    .entry_count = sizeof ENTRIES / sizeof *ENTRIES,
    .params = PARAMS,
    .param_count = 2,
    .globals_size = sizeof(struct Globals),
    .globals_init = globals_init,
    .globals_free = globals_free,
};

#ifdef SAMPLE_SERVER
int main(int argc, char **argv) { return server_main(&program_table, argc, argv); }
#elif !defined SAMPLE_LIBRARY
int main(int argc, char **argv) { return executable_main(&program_table, argc, argv); }
#endif
