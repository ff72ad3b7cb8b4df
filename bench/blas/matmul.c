// The product of two 1024 x 1024 matrices of f32 by OpenBLAS on one core, for bench/README.md:
//   cc -O2 -o /tmp/matmul bench/blas/matmul.c -lopenblas && OPENBLAS_NUM_THREADS=1 /tmp/matmul
#define _POSIX_C_SOURCE 200809L
#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 1024, RUNS = 20 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

int main(void) {
  float *a = malloc(3 * sizeof(float) * N * N), *b = a + N * N, *c = b + N * N;
  double least = 1e30;
  if (!a) return 1;
  for (int i = 0; i < 3 * N * N; i++)
    a[i] = (float)(i % 13) * 0.25f;
  for (int run = 0; run < RUNS; run++) {
    double start = now();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, a, N, b, N, 0, c, N);
    double time = now() - start;
    if (time < least) least = time;
  }
  printf("%.3f ms (%g)\n", least, (double)c[N + 1]);
  free(a);
  return 0;
}
