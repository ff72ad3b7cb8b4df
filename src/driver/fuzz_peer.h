// Another compiler, whose verdicts and values ravel fuzz compares with its own.
#ifndef RAVEL_DRIVER_FUZZ_PEER_H
#define RAVEL_DRIVER_FUZZ_PEER_H

#include "driver/driver.h"
#include "fuzz/fuzz.h"

// A peer that is this command, which is split at blanks, for files with this extension. It is run
// as `COMMAND check FILE`, which succeeds when the program is right, and as `COMMAND run FILE`,
// which reads the arguments of `main` from stdin and prints its results.
FuzzPeer fuzz_peer_new(Driver *driver, const char *command, const char *extension);

#endif
