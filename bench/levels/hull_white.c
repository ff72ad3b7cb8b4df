// Calls on bonds by Hull and White's tree: trees of widths and levels of their own, and equal ones.
#define BENCH_CASES 4
#include "levels.h"

enum { COUNT = 1000, ROOM = 512, LEVELS = 2048 };

// As in the program.
static double random_at(int64_t seed) {
  uint64_t x = (uint64_t)seed * 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return (double)((x ^ (x >> 31)) >> 11) / 9007199254740992.0;
}

#define REAL      float
#define CAT(name) name##f
#include "hull_white_tree.h"
#undef REAL
#undef CAT
#define REAL      double
#define CAT(name) name
#include "hull_white_tree.h"

static float singles[COUNT], got_singles[COUNT];
static double doubles[COUNT], got_doubles[COUNT];
static bool are_equal, are_doubles;
static struct futhark_f32_1d *fsingles;
static struct futhark_f64_1d *fdoubles;

static void setup(struct futhark_context *ctx) { (void)ctx; }

static const char *begin_case(struct futhark_context *ctx, int number) {
  static const char *const NAMES[] = {"hull_unequal_f32", "hull_unequal_f64", "hull_equal_f32",
                                      "hull_equal_f64"};
  (void)ctx;
  are_equal = number >= 2, are_doubles = number % 2 == 1;
  return NAMES[number];
}

static void run_reference(void) {
  if (are_doubles)
    prices(are_equal, doubles);
  else
    pricesf(are_equal, singles);
}

static void run_program(struct futhark_context *ctx) {
  if (fsingles) check(ctx, futhark_free_f32_1d(ctx, fsingles));
  if (fdoubles) check(ctx, futhark_free_f64_1d(ctx, fdoubles));
  fsingles = NULL, fdoubles = NULL;
  if (are_doubles)
    check(ctx,
          (are_equal ? futhark_entry_equal_f64 : futhark_entry_unequal_f64)(ctx, &fdoubles, COUNT));
  else
    check(ctx,
          (are_equal ? futhark_entry_equal_f32 : futhark_entry_unequal_f32)(ctx, &fsingles, COUNT));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  if (are_doubles)
    check(ctx, futhark_values_f64_1d(ctx, fdoubles, got_doubles));
  else
    check(ctx, futhark_values_f32_1d(ctx, fsingles, got_singles));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < COUNT; i++) {
    if (are_doubles && !is_close(doubles[i], got_doubles[i], 1e-10)) return false;
    if (!are_doubles && !is_close(singles[i], got_singles[i], 1e-3)) return false;
  }
  return true;
}
