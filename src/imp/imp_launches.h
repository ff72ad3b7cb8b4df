// The launches of a program: what each asks of a device.
#ifndef RAVEL_IMP_LAUNCHES_H
#define RAVEL_IMP_LAUNCHES_H

#include "imp/imp.h"

typedef struct LaunchShape {
  const ImpKernel *kernel;
  bool is_block;   // a point is what a group of threads does
  ImpExp *points;  // or groups
  ImpExp *lanes;   // threads of a group; NULL: those of the kernel's shape
  ImpExp *fast;    // bytes of fast memory for arrays; NULL: as many as the skeleton needs
  size_t barriers; // in the text of a point
  size_t folds;    // the same: values of all threads that are combined
} LaunchShape;

typedef struct Launches {
  Vec(LaunchShape) list; // in the order of the text
} Launches;

enum { LAUNCH_UNKNOWN = INT32_MAX };

// Numbers that the host computes are resolved as far as the text says.
void imp_find_launches(Arena *arena, ImpProgram *program, Launches *launches);
void imp_print_launches(StrBuf *out, ImpProgram *program, Arena *arena);
// Does a structure test count this: `launch`, or of kernels whose points are shared by blocks
// `launch:block`, `threads`, `fast` and `barriers`?
bool launches_has_name(const char *name);
// The sum over all launches; LAUNCH_UNKNOWN when the host computes a part of it.
size_t launches_count(const Launches *launches, const char *name);

#endif
