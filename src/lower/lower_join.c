// Joins: results of a par whose shape varies with other results of it. The values of the points are
// appended, in order, to a block that grows; in the end that is the block of the result. With
// threads each chunk has such a block, a piece, and the pieces are copied one after another.
//
// A value that the point makes in a block of its own is made at the end of the growing block
// instead: the allocation makes room there.
#include "ir/par.h"
#include "lower/cpu/cpu_parallel.h"

static ImpVar *declare_number(Lower *lower, const char *name) {
  return imp_declare(&lower->out, name_of(lower, name), SCALAR_I64, imp_i64(lower->imp, 0));
}

void joins_init(Lower *lower, ParState *state) {
  size_t blocks = par_block_count(state->stm), count = 0;
  for (size_t i = 0; i < state->output_count && blocks > 0; i++) {
    OutputState *output = &state->outputs[i];
    const Output *source = output->output;
    size_t first = par_result_count(state->par, source) - source->value_count;
    if (!mode_has(source->mode, TRAIT_ELEMENTS | TRAIT_DROPS)) continue;
    output->joins = arena_array(lower->arena, LowerJoin, source->value_count + 1);
    for (size_t k = 0; k < source->value_count; k++) {
      Var *result = output->results[first + k];
      for (size_t j = 0; type_is_array(result->type) && j < blocks; j++)
        if (result->type->place->block == state->stm->vars[j]) {
          output->joins[k].result = result;
          count++;
        }
    }
  }
  if (count != blocks) INTERNAL_ERROR("%zu joins with %zu blocks", count, blocks);
}

LowerJoin *join_of(const OutputState *output, size_t k) {
  return output->joins && output->joins[k].result ? &output->joins[k] : NULL;
}

// ---- Values that are made where they go ----

static const Stm *allocation_in(const Stms *stms, const Var *block) {
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i]->exp->op == OP_ALLOC && stms->data[i]->vars[0] == block) return stms->data[i];
  return NULL;
}

// The block of the value, if every point allocates it for this value.
static Var *tail_block(Lower *lower, const Par *par, Atom value) {
  bool is_host =
      lower->options.target.has_device && !lower->is_device; // its pointers are whole blocks
  if (!value.var || !type_is_array(value.var->type) || is_host) return NULL;
  const Place *place = value.var->type->place;
  const Usage *usage = usage_of(lower, place->block);
  if (place->strides || !atom_is_i64(place->offset, 0) || usage->escapes) return NULL;
  if (usage->scalars != 1u << value.var->type->scalar) return NULL;
  bool is_own = allocation_in(&par->body.stms, place->block) ||
                allocation_in(&par->epilogue.stms, place->block);
  return is_own ? place->block : NULL;
}

// The join at whose end this block is; NULL when there is none. There is only one, even when
// several joins append the same value: the others copy it.
static const LowerJoin *tail_join(const Lower *lower, const Var *block) {
  for (size_t i = 0; i < lower->tails.count; i++)
    if (lower->tails.data[i].block == block) return lower->tails.data[i].join;
  return NULL;
}

bool tail_alloc(Lower *lower, const Stm *stm) {
  Var *var = stm->vars[0];
  const LowerJoin *join = tail_join(lower, var);
  if (!join) return false;
  Scalar scalar = stm->exp->as.to;
  size_t count = stm->exp->arg_count;
  ImpExp **counts = arena_array(lower->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count; i++)
    counts[i] = lower_atom(lower, stm->exp->args[i]);
  ImpExp *used = imp_use(lower->imp, join->used);
  imp_reserve(&lower->out, join->buffer, scalar, used, counts, count);
  ImpVar *pointer =
      imp_pointer_at(&lower->out, usage_of(lower, var)->label, scalar, join->buffer, used);
  Bound *bound = bind(lower, var);
  bound->pointers[scalar] = pointer;
  bound->is_lent = true;
  return true;
}

// ---- Before and after all points ----

void joins_begin(Lower *lower, ParState *state) {
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    for (size_t k = 0; k < output->output->value_count; k++) {
      LowerJoin *join = join_of(output, k);
      if (!join || output->action != ACTION_FULL) continue;
      Scalar scalar = join->result->type->scalar;
      join->buffer = imp_block(&lower->out, join->result->name);
      join->used = declare_number(lower, "used");
      imp_reserve(&lower->out, join->buffer, scalar, imp_i64(lower->imp, 0), NULL, 0);
      Var *tail = tail_block(lower, state->par, output->output->values[k]);
      if (!tail || !output_has(output, TRAIT_ELEMENTS) || tail_join(lower, tail)) continue;
      vec_push(lower->arena, &lower->tails, (Tail){.block = tail, .join = join});
    }
  }
}

void joins_end(Lower *lower, ParState *state) {
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    for (size_t k = 0; k < output->output->value_count; k++) {
      LowerJoin *join = join_of(output, k);
      if (join && join->buffer)
        bind_block(lower, join->result->type->place->block, join->buffer, false);
    }
  }
}

// ---- One point ----

static ImpExp *count_elements(Lower *lower, const Region *region) {
  ImpExp *count = imp_i64(lower->imp, 1);
  for (size_t i = 0; i < region->rank; i++)
    count = imp_mul(lower->imp, count, region->shape[i]);
  return count;
}

static void advance(Lower *lower, const LowerJoin *join, ImpExp *count) {
  imp_assign(&lower->out, join->used, imp_add(lower->imp, imp_use(lower->imp, join->used), count));
}

// Where the next value goes, with the shape of a region.
static Region next_region(Lower *lower, const LowerJoin *join, ImpVar *pointer,
                          const Region *model) {
  Region to = *model;
  to.block = NULL;
  to.pointer = pointer;
  to.offset = imp_use(lower->imp, join->used);
  to.is_flat = true;
  to.strides = arena_array(lower->imp->arena, ImpExp *, model->rank + 1);
  region_make_dense(lower, &to);
  return to;
}

void join_append(Lower *lower, const LowerJoin *join, Atom value) {
  Region from = {.scalar = join->result->type->scalar};
  bool is_whole = value.var && type_is_array(value.var->type);
  if (is_whole) from = region_of(lower, value.var);
  ImpExp *count = count_elements(lower, &from);
  if (count->kind != IMP_CONST && count->kind != IMP_VAR)
    count = imp_use(lower->imp, imp_let(&lower->out, name_of(lower, "size"), count));
  const Bound *bound = is_whole ? bound_of(lower, value.var->type->place->block) : NULL;
  bool is_there =
      is_whole && tail_join(lower, value.var->type->place->block) == join && !bound->block;
  if (!is_there) {
    imp_reserve(&lower->out, join->buffer, from.scalar, imp_use(lower->imp, join->used), &count, 1);
    ImpVar *pointer = imp_pointer(&lower->out, name_of(lower, "tail"), from.scalar, join->buffer);
    Region to = next_region(lower, join, pointer, &from);
    if (is_whole)
      region_copy(lower, &to, &from);
    else
      region_store(lower, &to, lower_atom(lower, value));
  }
  advance(lower, join, count);
}

// ---- A segment of a keep ----

// May the values of this keep be written without checking whether there is room?
static bool is_roomy(const Output *output, const LowerJoin *join, size_t rank) {
  const Type *type = join->result->type;
  for (size_t i = rank; i < type->rank; i++)
    if (dim_is_varying(type->dims[i])) return false;
  return mode_has(output->mode, TRAIT_DROPS);
}

void joins_begin_segment(Lower *lower, ParState *state, ImpExp *size) {
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    for (size_t k = 0; k < output->output->value_count; k++) {
      LowerJoin *join = join_of(output, k);
      if (!join || output->action != ACTION_FULL) continue;
      join->room = NULL;
      if (!is_roomy(output->output, join, state->par->rank)) continue;
      const Type *type = join->result->type;
      size_t count = 0;
      ImpExp **counts = arena_array(lower->arena, ImpExp *, type->rank + 1);
      counts[count++] = size;
      for (size_t j = state->par->rank; j < type->rank; j++)
        counts[count++] = lower_dim(lower, type->dims[j]);
      imp_reserve(&lower->out, join->buffer, type->scalar, imp_use(lower->imp, join->used), counts,
                  count);
      join->room = imp_pointer(&lower->out, join->result->name, type->scalar, join->buffer);
    }
  }
}

void join_keep(Lower *lower, const LowerJoin *join, Atom value, ImpExp *is_kept) {
  if (!join->room) {
    join_append(lower, join, value);
    return;
  }
  if (value.var && type_is_array(value.var->type)) {
    Region from = region_of(lower, value.var);
    Region to = next_region(lower, join, join->room, &from);
    region_copy(lower, &to, &from);
    advance(lower, join, count_elements(lower, &from));
    return;
  }
  imp_store(&lower->out, join->room, imp_use(lower->imp, join->used), lower_atom(lower, value));
  ImpExp *step =
      is_kept ? imp_op(lower->imp, OP_BTOI, SCALAR_I64, &is_kept, 1) : imp_i64(lower->imp, 1);
  advance(lower, join, step);
}

// ---- Chunks ----

void chunk_joins_make(Chunked *chunked) {
  Lower *lower = chunked->lower;
  ParState *state = &chunked->state;
  chunked->joins = arena_array(lower->arena, ChunkJoin *, state->output_count + 1);
  for (size_t i = 0; i < state->output_count; i++) {
    size_t count = state->outputs[i].output->value_count;
    chunked->joins[i] = arena_array(lower->arena, ChunkJoin, count + 1);
    for (size_t k = 0; k < count; k++) {
      if (!join_of(&state->outputs[i], k)) continue;
      ChunkJoin *join = &chunked->joins[i][k];
      join->slots = imp_block(&lower->out, name_of(lower, "pieces"));
      imp_slots(&lower->out, join->slots, chunked->chunks);
      vec_push(lower->arena, &chunked->blocks, join->slots);
      make_array(chunked, &join->counts, "counts", SCALAR_I64, 1);
      make_array(chunked, &join->starts, "starts", SCALAR_I64, 1);
    }
  }
}

static ImpVar *take_slots(Chunked *chunked, const ChunkJoin *join) {
  Lower *lower = chunked->lower;
  return part_take(lower, "pieces", imp_use(lower->imp, join->slots))->as.var;
}

void chunk_joins_park(Chunked *chunked, ParState *state) {
  Lower *lower = chunked->lower;
  for (size_t i = 0; i < state->output_count; i++) {
    for (size_t k = 0; k < state->outputs[i].output->value_count; k++) {
      const LowerJoin *join = join_of(&state->outputs[i], k);
      if (!join) continue;
      const ChunkJoin *pieces = &chunked->joins[i][k];
      imp_park(&lower->out, take_slots(chunked, pieces), chunked->chunk, join->buffer);
      imp_store(&lower->out, part_take_pointer(lower, pieces->counts), chunked->chunk,
                imp_use(lower->imp, join->used));
    }
  }
}

// Where each piece starts; returns how many elements there are.
static ImpExp *place_pieces(Chunked *chunked, const ChunkJoin *pieces) {
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  ImpVar *total = declare_number(lower, "total");
  ImpVar *index = chunk_index(lower);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, number(chunked, 0), chunked->chunks);
  ImpBuilder inside = imp_into(&lower->out, &loop->body);
  ImpExp *at = imp_use(imp, index);
  imp_store(&inside, pieces->starts, at, imp_use(imp, total));
  imp_assign(&inside, total, imp_add(imp, imp_use(imp, total), imp_load(imp, pieces->counts, at)));
  return imp_use(imp, total);
}

// Each chunk copies its piece, and releases it.
static void copy_pieces(Chunked *chunked, const ChunkJoin *pieces, ImpVar *block, Scalar scalar) {
  Lower *lower = chunked->lower;
  ImpVar *target = imp_pointer(&lower->out, name_of(lower, "all"), scalar, block);
  LowerPart part;
  open_part(chunked, &part, "gather", chunked->chunks, chunked->chunks);
  ImpVar *piece = imp_block(&lower->out, name_of(lower, "piece"));
  imp_take(&lower->out, piece, take_slots(chunked, pieces), chunked->chunk);
  ImpVar *from = imp_pointer(&lower->out, name_of(lower, "from"), scalar, piece);
  ImpCopy *copy = imp_copy(&lower->out, scalar, 1);
  copy->is_flat = true;
  copy->shape[0] = imp_load(lower->imp, part_take_pointer(lower, pieces->counts), chunked->chunk);
  copy->to.pointer = part_take_pointer(lower, target);
  copy->to.offset = imp_load(lower->imp, part_take_pointer(lower, pieces->starts), chunked->chunk);
  copy->from.pointer = from;
  copy->from.offset = number(chunked, 0);
  copy->to.strides[0] = copy->from.strides[0] = number(chunked, 1);
  imp_release(&lower->out, piece);
  part_close(lower, &part);
  call_chunks(chunked, &part, chunked->chunks, true);
}

static void gather(Chunked *chunked, const ChunkJoin *pieces, Var *result) {
  Lower *lower = chunked->lower;
  Scalar scalar = result->type->scalar;
  ImpVar *block = imp_block(&lower->out, result->name);
  ImpExp *total = place_pieces(chunked, pieces);
  ImpStm *test = imp_if(&lower->out, binary(chunked, OP_SLE, chunked->chunks, number(chunked, 1)));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  imp_take(&lower->out, block, pieces->slots, number(chunked, 0));
  lower->out = imp_into(&saved, &test->as.branch.otherwise);
  imp_alloc(&lower->out, block, scalar, &total, 1);
  copy_pieces(chunked, pieces, block, scalar);
  lower->out = saved;
  bind_block(lower, result->type->place->block, block, false);
}

void chunk_joins_gather(Chunked *chunked) {
  for (size_t i = 0; i < chunked->state.output_count; i++) {
    for (size_t k = 0; k < chunked->state.outputs[i].output->value_count; k++) {
      const LowerJoin *join = join_of(&chunked->state.outputs[i], k);
      if (join) gather(chunked, &chunked->joins[i][k], join->result);
    }
  }
}
