// A call on a tree of Hull and White, in REAL: hull_white.c includes it for float and double.
// CAT(name) is the name for that type.

static REAL CAT(bond)(REAL years) {
  REAL yield = (REAL)0.08 - (REAL)0.05 * CAT(exp)((REAL)-0.18 * years);
  return CAT(exp)(-yield * years);
}

// What states go to is known before the first level, and borders are apart from what is between
// them, so that all loops are for vectors.
static REAL CAT(price)(int64_t half, int64_t levels, REAL years, REAL strike) {
  REAL up[ROOM], straight[ROOM], down[ROOM], above[ROOM], below[ROOM], one[ROOM], other[ROOM];
  REAL shifts[LEVELS], *states = one, *next = other;
  int64_t width = 2 * half + 1;
  REAL dt = years / (REAL)levels, dr = (REAL)0.01 * CAT(sqrt)(3 * dt);
  for (int64_t k = 0; k < width; k++) {
    int64_t j = k - half, middle = j > half - 1 ? half - 1 : j < 1 - half ? 1 - half : j;
    REAL m = (REAL)0.184 * (REAL)j / (REAL)half, away = (REAL)(j - middle);
    up[k] = (REAL)(1.0 / 6) + (m * m - m) / 2 + away * (away / 2 + (REAL)0.5 - m);
    down[k] = (REAL)(1.0 / 6) + (m * m + m) / 2 + away * (away / 2 - (REAL)0.5 - m);
    straight[k] = 1 - up[k] - down[k];
  }
  // Of the states between the borders: what the one below, the same and the one above give.
  above[0] = above[1] = below[width - 2] = below[width - 1] = 0;
  for (int64_t k = 2; k < width; k++)
    above[k] = up[k - 1];
  for (int64_t k = 0; k < width - 2; k++)
    below[k] = down[k + 1];
  for (int64_t k = 0; k < width; k++)
    states[k] = 0;
  states[half] = 1;
  REAL shift = shifts[0] = -CAT(log)(CAT(bond)(dt)) / dt;
  for (int64_t i = 0; i < levels - 1; i++) {
    REAL bottom = states[0], top = states[width - 1], total = 0;
    for (int64_t k = 1; k < width - 1; k++)
      next[k] = states[k - 1] * above[k] + states[k] * straight[k] + states[k + 1] * below[k];
    next[0] = bottom * down[0] + states[1] * below[0];
    next[1] += bottom * straight[0];
    next[2] += bottom * up[0];
    next[width - 1] = top * up[width - 1] + states[width - 2] * above[width - 1];
    next[width - 2] += top * straight[width - 1];
    next[width - 3] += top * down[width - 1];
#pragma omp simd reduction(+ : total)
    for (int64_t k = 0; k < width; k++) {
      next[k] *= CAT(exp)(-(shift + (REAL)(k - half) * dr) * dt);
      total += next[k];
    }
    shift = (CAT(log)(total) - CAT(log)(CAT(bond)((REAL)(i + 2) * dt))) / dt;
    shifts[i + 1] = shift;
    REAL *last = states;
    states = next, next = last;
  }
  for (int64_t k = 0; k < width; k++)
    states[k] = 1;
  for (int64_t i = levels - 1; i >= 0; i--) {
    for (int64_t k = 1; k < width - 1; k++)
      next[k] = up[k] * states[k + 1] + straight[k] * states[k] + down[k] * states[k - 1];
    next[0] = up[0] * states[2] + straight[0] * states[1] + down[0] * states[0];
    int64_t k = width - 1;
    next[k] = up[k] * states[k] + straight[k] * states[k - 1] + down[k] * states[k - 2];
    shift = shifts[i];
#pragma omp simd
    for (k = 0; k < width; k++)
      next[k] *= CAT(exp)(-(shift + (REAL)(k - half) * dr) * dt);
    if (i == levels / 2)
      for (k = 0; k < width; k++)
        next[k] = next[k] > strike ? next[k] - strike : 0;
    REAL *last = states;
    states = next, next = last;
  }
  return states[half];
}

static void CAT(prices)(bool are_equal, REAL *out) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int64_t i = 0; i < COUNT; i++) {
    double u = random_at(4 * i + 1), v = random_at(4 * i + 2);
    int64_t half = are_equal ? 50 : 5 + (int64_t)(246 * u * u * u * u);
    int64_t levels = are_equal ? 500 : 50 + (int64_t)(1951 * v * v * v * v);
    REAL years = (REAL)(1 + 9 * random_at(4 * i + 3)), strike = (REAL)random_at(4 * i + 4);
    out[i] = CAT(price)(half, levels, years, strike);
  }
}
