// The file of thresholds that belongs to a program.
#ifndef RAVEL_DRIVER_TUNING_FILE_H
#define RAVEL_DRIVER_TUNING_FILE_H

#include "driver/options.h"

// Where it is, for one target, or for all when that is NULL.
const char *tuning_path(Arena *arena, const char *program, const char *target);
// The one that counts for a target; NULL when there is none.
const char *tuning_find(Arena *arena, const char *program, const char *target);
// Has an executable read it, if there is one. What follows among the words goes before it.
void tuning_add(Arena *arena, const char *program, const char *target, Words *words);

#endif
