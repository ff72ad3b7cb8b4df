// Mathematical functions for loops that the C compiler vectorises. This file is pasted into
// generated programs, in front of scalar.h.
//
// The C library of GNU systems on x86-64 has versions of these functions for vectors (libmvec,
// which -lm brings along). Declared so, a call that every iteration makes becomes one for a whole
// vector. Their results may be off by up to 4 units in the last place, as the manual of that
// library says. Compile with -DSCALAR_MATH to leave them out.

#ifndef RAVEL_RTS_VECTOR_MATH_H
#define RAVEL_RTS_VECTOR_MATH_H

#include <math.h>

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(SCALAR_MATH)

#define VECTOR_1(name)                                                                             \
  extern float name##f(float) __attribute__((__simd__("notinbranch")));                            \
  extern double name(double) __attribute__((__simd__("notinbranch")));
#define VECTOR_2(name)                                                                             \
  extern float name##f(float, float) __attribute__((__simd__("notinbranch")));                     \
  extern double name(double, double) __attribute__((__simd__("notinbranch")));

VECTOR_1(exp)
VECTOR_1(log)
VECTOR_1(sin)
VECTOR_1(cos)
VECTOR_2(pow)

#if __GLIBC_PREREQ(2, 35)
VECTOR_1(exp2)
VECTOR_1(expm1)
VECTOR_1(log2)
VECTOR_1(log10)
VECTOR_1(log1p)
VECTOR_1(tan)
VECTOR_1(asin)
VECTOR_1(acos)
VECTOR_1(atan)
VECTOR_1(sinh)
VECTOR_1(cosh)
VECTOR_1(tanh)
VECTOR_1(asinh)
VECTOR_1(acosh)
VECTOR_1(atanh)
VECTOR_1(cbrt)
VECTOR_1(erf)
VECTOR_1(erfc)
VECTOR_2(atan2)
VECTOR_2(hypot)
#endif

#endif

#endif
