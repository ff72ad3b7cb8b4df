// A benchmark of APL: a function `run` from a size to a number, in APL, in Futhark and in C.
#ifndef APL_H
#define APL_H

#include "bench.h"

// What a benchmark defines: the reference, and the size that both get.
static double reference(int64_t n);
static int64_t size(void);

static double expected, got;

static void setup(struct futhark_context *ctx) { (void)ctx; }

static void run_reference(void) { expected = reference(size()); }

static void run_program(struct futhark_context *ctx) {
  check(ctx, futhark_entry_run(ctx, &got, size()));
  check(ctx, futhark_context_sync(ctx));
}

// Sums of many doubles depend on their order.
static bool compare(struct futhark_context *ctx) {
  (void)ctx;
  return is_close(expected, got, 1e-7);
}

#endif
