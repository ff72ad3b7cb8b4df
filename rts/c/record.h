// Recordings for `ravel profile`: where the processors are, again and again, and what the context
// has noted about memory and a device (context.h).
//
// The processors are found by a timer of processor time, whose signal notes the calls that are
// under way. That needs no privileges and no change of the program, whose addresses the compiler
// turns into lines afterwards. Without glibc nothing is found so.

#ifndef RAVEL_RTS_RECORD_H
#define RAVEL_RTS_RECORD_H

#include "rts/c/options.h"

// Begins to record. RT_OK; or RT_MEMORY, and nothing is recorded.
RTS_API int recording_begin(Context *ctx);
// A run begins now (0), or ends and was this many calls.
RTS_API void recording_run(Context *ctx, int64_t calls);
// How many calls the next run should have. Short runs are repeated, unless the program acts on the
// world, until there is something to see; 0: there is.
RTS_API int64_t recording_wants(Context *ctx);
// Ends the recording, and writes it as JSON. False if memory is short.
RTS_API bool recording_write(Context *ctx, const char *entry, FILE *file);

#endif
