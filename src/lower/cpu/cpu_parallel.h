// What the files about pars on several threads share: a par that is cut into chunks.
#ifndef RAVEL_LOWER_CPU_PARALLEL_H
#define RAVEL_LOWER_CPU_PARALLEL_H

#include "lower/lower_internal.h"

// What the chunks have appended for a join: a block each, and how many elements are in it.
typedef struct ChunkJoin {
  ImpVar *slots;
  ImpVar *counts, *starts;
} ChunkJoin;

typedef struct Chunked {
  Lower *lower;
  const Stm *stm;
  const Par *par;
  ParState state;
  ImpExp *size;    // points or segments; of an irregular space elements and segments
  ImpExp *chunks;  // how many
  ImpExp *copies;  // of the destinations of combine; NULL when there are none
  bool is_dynamic; // points differ in their work
  bool is_segmented;
  bool is_irregular; // the chunks are pieces of an irregular space
  bool is_cut;       // and a segment may be in several of them
  bool is_carried;   // so that what is carried through it goes from chunk to chunk
  bool has_scan, has_count, has_split, has_combine;
  bool is_chained;     // one loop does all phases of a chunk: cpu_chain.c
  ImpStms stages;      // its calls so far
  ImpVar *chain_index; // its index
  ImpVar ***arrays;    // per output and value: what each chunk hands on
  ImpVar *heads;       // irregular: the segment that a chunk goes on with, or -1
  ImpVar *opens;       // irregular: does the segment that continues past the chunk start in it?
  ChunkJoin **joins;   // per output and value
  ImpVars blocks;      // that hold them
  // While a part is written:
  ImpExp *chunk;
  ImpExp *first, *last;
} Chunked;

static inline ImpExp *number(Chunked *chunked, int64_t value) {
  return imp_i64(chunked->lower->imp, value);
}

static inline ImpExp *let(Chunked *chunked, const char *name, ImpExp *value) {
  Lower *lower = chunked->lower;
  if (value->kind == IMP_CONST) return value;
  return imp_use(lower->imp, imp_let(&lower->out, name_of(lower, name), value));
}

static inline ImpExp *binary(Chunked *chunked, Op op, ImpExp *a, ImpExp *b) {
  return imp_binary(chunked->lower->imp, op, a, b);
}

static inline ImpExp *choose(Chunked *chunked, ImpExp *condition, ImpExp *a, ImpExp *b) {
  ImpExp *args[] = {condition, a, b};
  return imp_op(chunked->lower->imp, OP_SELECT, a->type, args, 3);
}

// ---- cpu_parallel.c ----

// An array with `each` elements per chunk.
void make_array(Chunked *chunked, ImpVar **array, const char *name, Scalar scalar, int64_t each);
// Opens a part and computes the range of its chunk of `size`.
void open_part(Chunked *chunked, LowerPart *part, const char *what, ImpExp *size, ImpExp *chunks);
// How many values of an output each chunk hands on.
size_t handed_count(const OutputState *output);
void call_part(Chunked *chunked, const LowerPart *part, ImpBuilder *out, ImpExp *chunk);
// Has all threads run a part that was closed.
void call_chunks(Chunked *chunked, const LowerPart *part, ImpExp *chunks, bool is_dynamic);
ParState phase_state(Chunked *chunked, Action scans, Action counts, Action others);
// Copies what is carried by output number i from (is_taken) or to the arrays.
void exchange(Chunked *chunked, ParState *state, size_t i, bool is_taken);
// Where the neutral element is known, outputs with this trait start with it instead of the start
// value of the program.
void start_neutrally(Chunked *chunked, ParState *state, ModeTrait trait);

// ---- cpu_chain.c ----

// The most chunks of a chain, at least `least`.
ImpExp *chain_most(Chunked *chunked, ImpExp *least);
// The next phase is this part; then what the outputs with this trait have found goes to the next
// chunk.
void chain_add(Chunked *chunked, const LowerPart *part, ModeTrait trait);
// Has all threads run the phases, and this part as the last one.
void chain_run(Chunked *chunked, const LowerPart *part);

// ---- lower_join.c ----

// Before the parts, at the end of a part, and after them.
void chunk_joins_make(Chunked *chunked);
void chunk_joins_park(Chunked *chunked, ParState *state);
void chunk_joins_gather(Chunked *chunked);

// ---- cpu_pieces.c ----

// The points of an irregular space are counted with the segments: the start of segment i is number
// offset(i) + i, and its elements follow.
ImpExp *pieces_size(Chunked *chunked);
// totals[chunk] := the combination of all totals before it, what is carried into the chunk. Where
// segments are cut, it begins anew with each.
void emit_carries(Chunked *chunked, size_t i);
// What a chunk does; `state` says which phase it is.
void pieces_emit(Chunked *chunked, ParState *state);
// The totals of scans over the segments that continue past their chunk.
void pieces_totals(Chunked *chunked);
// Combines the results of segments that are in several chunks.
void pieces_finish(Chunked *chunked);

#endif
