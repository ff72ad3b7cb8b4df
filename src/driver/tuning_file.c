// Files of thresholds beside programs: prog.fut.tuning, and prog.fut.TARGET.tuning, which goes
// before it. The format is Futhark's: lines NAME=VALUE.
#include "driver/tuning_file.h"

#include <unistd.h>

const char *tuning_path(Arena *arena, const char *program, const char *target) {
  return target ? arena_printf(arena, "%s.%s.tuning", program, target)
                : arena_printf(arena, "%s.tuning", program);
}

const char *tuning_find(Arena *arena, const char *program, const char *target) {
  const char *own = tuning_path(arena, program, target);
  if (access(own, F_OK) == 0) return own;
  const char *general = tuning_path(arena, program, NULL);
  return access(general, F_OK) == 0 ? general : NULL;
}

void tuning_add(Arena *arena, const char *program, const char *target, Words *words) {
  const char *path = tuning_find(arena, program, target);
  if (!path) return;
  vec_push(arena, words, "--tuning-beside");
  vec_push(arena, words, path);
}
