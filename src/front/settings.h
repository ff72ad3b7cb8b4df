// What the command line says about how sources are compiled, beside the source itself.
//
// Front ends look at it while they compile. It is set once, before anything is compiled.
#ifndef RAVEL_FRONT_SETTINGS_H
#define RAVEL_FRONT_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct FrontSettings {
  bool has_short_ints; // APL: int has 32 bits
  uint64_t seed;       // APL: where random numbers begin
  bool shows_types;    // APL, FCL: print the types of all names that are defined
  uint64_t block_size; // FCL: what #BlockSize is; 0: as it is unless something says otherwise
} FrontSettings;

void front_configure(FrontSettings settings);
const FrontSettings *front_settings(void);

#endif
