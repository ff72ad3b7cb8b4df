#include "bench.h"

enum { N = 10000000 };
static float *spots, *strikes, *years, *out;
static struct futhark_f32_1d *fspots, *fstrikes, *fyears, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  spots = allocate(N * sizeof *spots), strikes = allocate(N * sizeof *strikes);
  years = allocate(N * sizeof *years), out = allocate(N * sizeof *out);
  for (int i = 0; i < N; i++) {
    spots[i] = 50 + 100 * (float)uniform(&state);
    strikes[i] = 50 + 100 * (float)uniform(&state);
    years[i] = 0.1f + 5 * (float)uniform(&state);
  }
  fspots = futhark_new_f32_1d(ctx, spots, N), fstrikes = futhark_new_f32_1d(ctx, strikes, N);
  fyears = futhark_new_f32_1d(ctx, years, N);
}

static float cumulative(float x) {
  float k = 1 / (1 + 0.2316419f * fabsf(x));
  float w = ((((1.330274429f * k - 1.821255978f) * k + 1.781477937f) * k - 0.356563782f) * k +
             0.319381530f) *
            k;
  float tail = 0.39894228f * expf(-0.5f * x * x) * w;
  return x < 0 ? tail : 1 - tail;
}

static float call(float rate, float volatility, float spot, float strike, float years) {
  float deviation = volatility * sqrtf(years);
  float d1 = (logf(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / deviation;
  float d2 = d1 - deviation;
  return spot * cumulative(d1) - strike * expf(-rate * years) * cumulative(d2);
}

static void run_reference(void) {
  const float *restrict s = spots, *restrict k = strikes, *restrict t = years;
  float *restrict to = out;
#pragma omp parallel for
  for (int64_t i = 0; i < N; i++)
    to[i] = call(0.03f, 0.2f, s[i], k[i], t[i]);
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_1d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fspots, fstrikes, fyears));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate(N * sizeof *got);
  check(ctx, futhark_values_f32_1d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < N; i++)
    if (!is_close(out[i], got[i], 1e-4)) return false;
  return true;
}
