#include "apl.h"

enum { BITS = 30, DATES = 4 };

static int64_t size(void) { return 1048576; }

static const int64_t DIRECTIONS[DATES][BITS] = {
    {536870912, 268435456, 134217728, 67108864, 33554432, 16777216, 8388608, 4194304,
     2097152,   1048576,   524288,    262144,   131072,   65536,    32768,   16384,
     8192,      4096,      2048,      1024,     512,      256,      128,     64,
     32,        16,        8,         4,        2,        1},
    {536870912, 805306368, 671088640, 1006632960, 570425344, 855638016, 713031680, 1069547520,
     538968064, 808452096, 673710080, 1010565120, 572653568, 858980352, 715816960, 1073725440,
     536879104, 805318656, 671098880, 1006648320, 570434048, 855651072, 713042560, 1069563840,
     538976288, 808464432, 673720360, 1010580540, 572662306, 858993459},
    {536870912, 805306368, 402653184, 603979776, 973078528, 385875968, 595591168,  826277888,
     438304768, 657457152, 999817216, 358875136, 538574848, 807862272, 406552576,  605372416,
     975183872, 389033984, 597170176, 828646400, 437926400, 656873216, 1002152832, 357921088,
     536885792, 805312304, 402662296, 603992420, 973085210, 385885991},
    {536870912, 805306368, 134217728,  335544320, 1040187392, 486539264, 679477248, 616562688,
     908066816, 156237824, 376963072,  968097792, 503447552,  755171328, 545292288, 817971200,
     136568832, 340905984, 1056606208, 494291968, 673276416,  609457408, 922347392, 158784320,
     371195936, 961544240, 511180808,  766771220, 537002046,  805503005},
};

static double sobol(const int64_t *directions, int64_t point) {
  int64_t gray = point ^ (point >> 1), sum = 0;
  for (int b = 0; b < BITS; b++)
    sum ^= directions[b] * ((gray >> b) & 1);
  return (double)sum / (1 << BITS);
}

static double normal(double u) {
  double q = fmin(u, 1 - u), t = sqrt(-2 * log(q)), t2 = t * t;
  double x = t - (2.515517 + 0.802853 * t + 0.010328 * t2) /
                     (1 + 1.432788 * t + 0.189269 * t2 + 0.001308 * t2 * t);
  return u < 0.5 ? -x : x;
}

// The dates of the bridge in the order in which they are made, with those on both sides.
static double payoff(int64_t point) {
  static const int date[] = {4, 2, 1, 3}, before[] = {0, 0, 0, 2}, after[] = {0, 4, 2, 4};
  static const double spread[] = {2, 1, 0.70710678118654752440, 0.70710678118654752440};
  double z[DATES], w[DATES + 1] = {0}, sum = 0;
  for (int k = 0; k < DATES; k++)
    z[k] = normal(sobol(DIRECTIONS[k], point));
  w[DATES] = 2 * z[0];
  for (int k = 1; k < DATES; k++)
    w[date[k]] = 0.5 * (w[before[k]] + w[after[k]]) + spread[k] * z[k];
  for (int k = 1; k <= DATES; k++)
    sum += 100 * exp(0.03 * k + 0.2 * w[k]);
  return exp(-0.2) * fmax(0, sum / DATES - 100);
}

static double reference(int64_t n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t i = 1; i <= n; i++)
    sum += payoff(i);
  return sum / (double)n;
}
