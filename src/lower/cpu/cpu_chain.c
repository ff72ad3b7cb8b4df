// A scan or a keep of even work in one parallel loop. A thread finds the total or count of a chunk;
// in the order of the chunks these are added up; and when it knows what is carried into its chunk
// the thread does the rest of it, whose elements are still in its cache. With a loop for each phase
// they come from memory twice.
//
//   for parallel chunk { call totals(chunk); ordered call carry(chunk); call part(chunk) }
//
// What is carried stands after the elements for the chunks. Chunks of uneven work have loops of
// their own for each phase.
#include "lower/cpu/cpu_parallel.h"

enum { CHAIN_POINTS = 32768 }; // of a chunk, when there are many: they fit into a cache

ImpExp *chain_most(Chunked *chunked, ImpExp *least) {
  ImpExp *many = binary(chunked, OP_SDIV, chunked->size, number(chunked, CHAIN_POINTS));
  return binary(chunked, OP_SMAX, least, many);
}

// array[chunk] := array[chunks]; array[chunks] := op(array[chunks], array[chunk])
static void carry_output(Chunked *chunked, size_t i, ImpExp *chunks) {
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  const OutputState *output = &chunked->state.outputs[i];
  size_t count = handed_count(output);
  ImpVar **arrays = arena_array(lower->arena, ImpVar *, count + 1);
  ImpVar **carry = arena_array(lower->arena, ImpVar *, count + 1);
  ImpExp **totals = arena_array(lower->arena, ImpExp *, count + 1);
  for (size_t k = 0; k < count; k++) {
    arrays[k] = part_take_pointer(lower, chunked->arrays[i][k]);
    carry[k] = imp_declare(&lower->out, name_of(lower, "carry"), arrays[k]->scalar,
                           imp_load(imp, arrays[k], chunks));
    totals[k] = let(chunked, "total", imp_load(imp, arrays[k], chunked->chunk));
    imp_store(&lower->out, arrays[k], chunked->chunk, imp_use(imp, carry[k]));
  }
  if (output_has(output, TRAIT_DROPS))
    imp_assign(&lower->out, carry[0], imp_add(imp, imp_use(imp, carry[0]), totals[0]));
  else
    operator_apply(lower, output->output->op, carry, totals, count);
  for (size_t k = 0; k < count; k++)
    imp_store(&lower->out, arrays[k], chunks, imp_use(imp, carry[k]));
}

// Nothing is carried into the first chunk.
static void start_carry(Chunked *chunked, size_t i) {
  Lower *lower = chunked->lower;
  const OutputState *output = &chunked->state.outputs[i];
  for (size_t k = 0; k < handed_count(output); k++)
    imp_store(&lower->out, chunked->arrays[i][k], chunked->chunks,
              output_has(output, TRAIT_DROPS) ? number(chunked, 0)
                                              : lower_atom(lower, output->output->neutral[k]));
}

static void push_call(Chunked *chunked, const LowerPart *part, bool is_ordered) {
  Lower *lower = chunked->lower;
  ImpBuilder into = imp_into(&lower->out, &chunked->stages);
  call_part(chunked, part, &into, imp_use(lower->imp, chunked->chain_index));
  chunked->stages.data[chunked->stages.count - 1]->as.call->is_ordered = is_ordered;
}

void chain_add(Chunked *chunked, const LowerPart *part, ModeTrait trait) {
  Lower *lower = chunked->lower;
  if (!chunked->chain_index) chunked->chain_index = chunk_index(lower);
  for (size_t i = 0; i < chunked->state.output_count; i++)
    if (output_has(&chunked->state.outputs[i], trait)) start_carry(chunked, i);
  push_call(chunked, part, false);
  LowerPart carry;
  open_part(chunked, &carry, "carry", chunked->size, chunked->chunks);
  ImpExp *chunks = part_take(lower, "chunks", chunked->chunks);
  for (size_t i = 0; i < chunked->state.output_count; i++)
    if (output_has(&chunked->state.outputs[i], trait)) carry_output(chunked, i, chunks);
  part_close(lower, &carry);
  push_call(chunked, &carry, true);
}

void chain_run(Chunked *chunked, const LowerPart *part) {
  Lower *lower = chunked->lower;
  push_call(chunked, part, false);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PARALLEL, chunked->chain_index, number(chunked, 0),
                         chunked->chunks);
  loop->body = chunked->stages;
}
