// What the command line says about how sources are compiled, beside the source itself.
//
// Front ends look at it while they compile. It is set before anything is compiled; the recorder
// differs from one text to the next.
#ifndef RAVEL_FRONT_SETTINGS_H
#define RAVEL_FRONT_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct FrontRecorder;

typedef struct FrontSettings {
  bool has_short_ints; // APL: int has 32 bits
  uint64_t seed;       // APL: where random numbers begin
  bool shows_types;    // APL, FCL: print the types of all names that are defined
  uint64_t block_size; // FCL: what #BlockSize is; 0: as it is unless something says otherwise
  struct FrontRecorder *recorder; // is told what names mean; NULL: nobody is
} FrontSettings;

void front_configure(FrontSettings settings);
const FrontSettings *front_settings(void);

#endif
