#include "bench.h"

enum { PATHS = 16384, CHUNK = 32, DATES = 64, UND = 3, BITS = 30, DIMS = DATES * UND };
static int32_t dirs[BITS][DIMS];
static int64_t target[DATES], left[DATES], right[DATES];
static float lw[DATES], rw[DATES], sd[DATES];
static float vols[UND], drifts[UND], corr[UND][UND], start[UND], discounts[DATES];
static float expected, got;

static float time_of(int64_t i) { return (float)(i + 1); }

// Halves of halves, in a queue of intervals whose ends are set.
static void make_bridge(void) {
  int64_t queue[2 * DATES + 2][2] = {{-1, DATES - 1}}, front = 0, back = 1, next = 1;
  target[0] = DATES - 1, left[0] = right[0] = -1, lw[0] = rw[0] = 0;
  sd[0] = sqrtf(time_of(DATES - 1));
  for (; next < DATES; front++) {
    int64_t l = queue[front][0], r = queue[front][1], mid = (l + r) / 2;
    if (r - l <= 1) continue;
    float tl = l < 0 ? 0 : time_of(l), tm = time_of(mid), tr = time_of(r);
    target[next] = mid, left[next] = l, right[next] = r;
    lw[next] = (tr - tm) / (tr - tl), rw[next] = (tm - tl) / (tr - tl);
    sd[next] = sqrtf((tm - tl) * (tr - tm) / (tr - tl));
    queue[back][0] = l, queue[back++][1] = mid;
    queue[back][0] = mid, queue[back++][1] = r;
    next++;
  }
}

static void setup(struct futhark_context *ctx) {
  (void)ctx;
  for (uint32_t i = 0; i < DIMS; i++)
    for (uint32_t b = 0; b < BITS; b++) {
      uint32_t x = (i * 64 + b) * 2654435761u;
      x = (x ^ (x >> 15)) * 0x85ebca6bu;
      int32_t first = i == 0 ? 1 : 2 * (int32_t)((x >> 2) % (1u << b)) + 1;
      dirs[b][i] = (int32_t)((uint32_t)first << (BITS - 1 - b));
    }
  make_bridge();
  for (int i = 0; i < UND; i++) {
    vols[i] = (0.15f + 0.05f * (float)i) / 16;
    drifts[i] = 0.0001f - vols[i] * vols[i] / 2;
    start[i] = 100 + 2 * (float)i;
    for (int j = 0; j < UND; j++)
      corr[i][j] = i == j ? (i == 0 ? 1 : sqrtf(1 - 0.3f * 0.3f)) : j == 0 ? 0.3f : 0;
  }
  for (int t = 0; t < DATES; t++)
    discounts[t] = expf(-0.0001f * (float)(t + 1));
}

static int lowest_zero(int32_t n) {
  int i = 0;
  for (; n % 2 == 1; n /= 2)
    i++;
  return i;
}

static float poly(const float *c, float x) {
  float sum = 0;
  for (int i = 7; i >= 0; i--)
    sum = c[i] + x * sum;
  return sum;
}

static float inverse_gaussian(float p) {
  static const float A[] = {3.387132872796366608f,  133.14166789178437745f, 1971.5909503065514427f,
                            13731.693765509461125f, 45921.953931549871457f, 67265.770927008700853f,
                            33430.575583588128105f, 2509.0809287301226727f},
                     B[] = {1,
                            42.313330701600911252f,
                            687.1870074920579083f,
                            5394.1960214247511077f,
                            21213.794301586595867f,
                            39307.89580009271061f,
                            28729.085735721942674f,
                            5226.495278852545925f},
                     C[] = {1.42343711074968357734f,   4.6303378461565452959f,
                            5.7694972214606914055f,    3.64784832476320460504f,
                            1.27045825245236838258f,   0.24178072517745061177f,
                            0.0227238449892691845833f, 7.7454501427834140764e-4f},
                     D[] = {1,
                            2.05319162663775882187f,
                            1.6763848301838038494f,
                            0.68976733498510000455f,
                            0.14810397642748007459f,
                            0.0151986665636164571966f,
                            5.475938084995344946e-4f,
                            1.05075007164441684324e-9f},
                     E[] = {6.6579046435011037772f,     5.4637849111641143699f,
                            1.7848265399172913358f,     0.29656057182850489123f,
                            0.026532189526576123093f,   0.0012426609473880784386f,
                            2.71155556874348757815e-5f, 2.01033439929228813265e-7f},
                     F[] = {1,
                            0.59983220655588793769f,
                            0.13692988092273580531f,
                            0.0148753612908506148525f,
                            7.868691311456132591e-4f,
                            1.8463183175100546818e-5f,
                            1.4215117583164458887e-7f,
                            2.04426310338993978564e-15f};
  float q = p - 0.5f;
  if (fabsf(q) <= 0.425f) {
    float x = 0.180625f - q * q;
    return q * poly(A, x) / poly(B, x);
  }
  float r = sqrtf(-logf(q < 0 ? q + 0.5f : 0.5f - q));
  float x = r <= 5 ? poly(C, r - 1.6f) / poly(D, r - 1.6f) : poly(E, r - 5) / poly(F, r - 5);
  return q < 0 ? -x : x;
}

static float price(const int32_t *v) {
  float gauss[DIMS], path[UND][DATES], level[UND] = {1, 1, 1}, worst = 0;
  for (int i = 0; i < DIMS; i++)
    gauss[i] = inverse_gaussian((float)v[i] * (1.0f / (1 << BITS)));
  for (int u = 0; u < UND; u++)
    for (int i = 0; i < DATES; i++) {
      float z = gauss[i * UND + u], from = left[i] < 0 ? 0 : path[u][left[i]];
      path[u][target[i]] = sd[i] * z + (i == 0 ? 0 : lw[i] * from + rw[i] * path[u][right[i]]);
    }
  for (int t = 0; t < DATES; t++) {
    float z[UND];
    for (int u = 0; u < UND; u++)
      z[u] = t == 0 ? path[u][0] : path[u][t] - path[u][t - 1];
    worst = INFINITY;
    for (int u = 0; u < UND; u++) {
      float sum = 0;
      for (int j = 0; j <= u; j++)
        sum += corr[u][j] * z[j];
      level[u] *= expf(vols[u] * sum + drifts[u]);
      worst = fminf(worst, level[u]);
    }
    if (worst >= 1.02f) return (1 + 0.05f * (float)(t + 1)) * discounts[t];
  }
  return fminf(1, worst) * discounts[DATES - 1];
}

static float chunk(int32_t first) {
  int32_t v[DIMS] = {0}, gray = (first + 1) ^ ((first + 1) >> 1);
  for (int b = 0; b < BITS; b++)
    for (int i = 0; (gray >> b & 1) && i < DIMS; i++)
      v[i] ^= dirs[b][i];
  float sum = price(v);
  for (int32_t k = 1; k < CHUNK; k++) {
    const int32_t *row = dirs[lowest_zero(first + k)];
    for (int i = 0; i < DIMS; i++)
      v[i] ^= row[i];
    sum += price(v);
  }
  return sum;
}

static void run_reference(void) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int32_t c = 0; c < PATHS / CHUNK; c++)
    sum += chunk(c * CHUNK);
  expected = sum / PATHS;
}

static void run_program(struct futhark_context *ctx) {
  check(ctx, futhark_entry_main(ctx, &got, PATHS, CHUNK, DATES, UND));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  (void)ctx;
  return is_close(expected, got, 1e-4);
}
