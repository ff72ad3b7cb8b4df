#include "bench.h"

// A random graph of 10^6 edges, in both directions, between 10^5 nodes.
enum { NODES = 100000, EDGES = 1000000 };
static int64_t *lengths, *offsets, *targets, *out, *queue;
static struct futhark_i64_1d *flengths, *ftargets, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  int64_t *from = allocate(EDGES * sizeof *from), *to = allocate(EDGES * sizeof *to);
  lengths = allocate(NODES * sizeof *lengths), offsets = allocate((NODES + 1) * sizeof *offsets);
  targets = allocate(2 * EDGES * sizeof *targets);
  out = allocate(NODES * sizeof *out), queue = allocate(NODES * sizeof *queue);
  memset(lengths, 0, NODES * sizeof *lengths);
  for (int64_t e = 0; e < EDGES; e++) {
    from[e] = (int64_t)(NODES * uniform(&state)), to[e] = (int64_t)(NODES * uniform(&state));
    lengths[from[e]]++, lengths[to[e]]++;
  }
  offsets[0] = 0;
  for (int64_t v = 0; v < NODES; v++)
    offsets[v + 1] = offsets[v] + lengths[v], queue[v] = offsets[v];
  for (int64_t e = 0; e < EDGES; e++)
    targets[queue[from[e]]++] = to[e], targets[queue[to[e]]++] = from[e];
  free(from), free(to);
  flengths = futhark_new_i64_1d(ctx, lengths, NODES);
  ftargets = futhark_new_i64_1d(ctx, targets, 2 * EDGES);
}

static void run_reference(void) {
  for (int64_t v = 0; v < NODES; v++)
    out[v] = -1;
  int64_t first = 0, last = 0;
  queue[last++] = 0;
  out[0] = 0;
  while (first < last) {
    int64_t v = queue[first++];
    for (int64_t e = offsets[v]; e < offsets[v + 1]; e++) {
      int64_t w = targets[e];
      if (out[w] >= 0) continue;
      out[w] = out[v] + 1;
      queue[last++] = w;
    }
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_i64_1d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, flengths, ftargets));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  int64_t *got = allocate(NODES * sizeof *got);
  check(ctx, futhark_values_i64_1d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  return memcmp(out, got, NODES * sizeof *got) == 0;
}
