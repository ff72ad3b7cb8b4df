// What a program is compiled for, as far as passes must know.
#ifndef RAVEL_IR_TARGET_H
#define RAVEL_IR_TARGET_H

#include <stdbool.h>

typedef struct Target {
  bool has_device;     // pars at level grid are kernels, in memory that the host does not see
  bool has_warps;      // threads of the device can shuffle
  bool fuses_greedily; // without integer programming
} Target;

#endif
