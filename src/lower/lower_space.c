// Irregular spaces: one dimension varies with the one in front of it, by a descriptor. Arrays over
// such a space have their elements in order, so both dimensions are one in their places: element
// (i, j) is element start(i) + j.
#include "lower/lower_internal.h"

ImpExp *space_size(Lower *lower, const ParState *state, size_t dim) {
  if (state->varying > 0 && dim == state->varying) return state->length;
  return lower_dim(lower, state->par->space[dim]);
}

ImpExp **space_indices(Lower *lower, const ParState *state, ImpExp *const *indices, size_t *count) {
  ImpExp **merged = arena_array(lower->imp->arena, ImpExp *, *count + 1);
  size_t left = 0;
  for (size_t i = 0; i < *count; i++) {
    bool is_inside = state->varying > 0 && i == state->varying;
    ImpExp *index = is_inside ? number_sum(lower, state->segment->start, indices[i]) : indices[i];
    if (is_inside) left--;
    merged[left++] = index;
  }
  *count = left;
  return merged;
}

// ---- Descriptors ----

static Region offsets_of(Lower *lower, Var *descriptor) {
  Region region = {.block = descriptor->type->place->block, .scalar = SCALAR_I64};
  const Bound *bound = bound_of(lower, descriptor->type->place->block);
  region.pointer = bound->pointers[SCALAR_I64];
  region.offset = lower_atom(lower, descriptor->type->place->offset);
  region.strides = arena_array(lower->imp->arena, ImpExp *, 1);
  region.strides[0] = bound->step ? bound->step : imp_i64(lower->imp, 1);
  region.offset = imp_mul(lower->imp, region.offset, region.strides[0]);
  return region;
}

Region segment_offsets(Lower *lower, const ParState *state) {
  return offsets_of(lower, state->par->space[state->varying].var);
}

ImpExp *segment_offset(Lower *lower, const Region *offsets, ImpExp *number) {
  Region entry = *offsets;
  ImpExp *distance = imp_mul(lower->imp, number, offsets->strides[0]);
  entry.offset = imp_add(lower->imp, offsets->offset, distance);
  return region_load(lower, &entry);
}

// The block that holds the offsets of the space's segments, from its start; NULL when there is
// none.
static Bound *offsets_block(Lower *lower, const ParState *state) {
  if (state->varying == 0) return NULL;
  const Place *place = state->par->space[state->varying].var->type->place;
  return atom_is_i64(place->offset, 0) ? bound_of(lower, place->block) : NULL;
}

void segment_enter(Lower *lower, ParState *state, ImpExp *index, ImpExp *start, ImpExp *end) {
  Segment *segment = arena_make(lower->arena, Segment);
  *segment = (Segment){.index = index, .start = start, .end = end};
  state->segment = segment;
  segment_leave(lower, state, segment);
  ImpVar *length = imp_let(&lower->out, name_of(lower, "length"), imp_sub(lower->imp, end, start));
  state->length = imp_use(lower->imp, length);
}

const Segment *segment_around(Lower *lower, const ParState *state) {
  const Bound *block = offsets_block(lower, state);
  return block ? block->segment : NULL;
}

void segment_leave(Lower *lower, const ParState *state, const Segment *around) {
  Bound *block = offsets_block(lower, state);
  if (block) block->segment = around;
}

ImpExp *segment_known(Lower *lower, const Region *region) {
  const Segment *segment = lower->bound[region->block->index].segment;
  if (!segment) return NULL;
  if (imp_equal(region->offset, segment->index)) return segment->start;
  ImpExp *behind = imp_add(lower->imp, imp_i64(lower->imp, 1), segment->index);
  ImpExp *after = imp_add(lower->imp, segment->index, imp_i64(lower->imp, 1));
  bool is_end = imp_equal(region->offset, behind) || imp_equal(region->offset, after);
  return is_end ? segment->end : NULL;
}

// The ends are there already, and with those of a kernel the 0 in front of them. What stands for
// the descriptor is the number of all elements.
void lower_segment_stm(Lower *lower, const Stm *stm) {
  Var *result = stm->vars[0];
  const Bound *ends =
      stm->exp->op == OP_SEG_MAKE ? &lower->bound[stm->exp->args[1].var->index] : NULL;
  if (ends && ends->fun == lower->out.fun && ends->exp) {
    bind_alias(lower, result, ends->exp);
  } else if (ends) {
    Region offsets = offsets_of(lower, result);
    region_store(lower, &offsets, imp_i64(lower->imp, 0));
    ImpExp *total = segment_offset(lower, &offsets, lower_dim(lower, result->type->dims[0]));
    bind_alias(lower, result, imp_use(lower->imp, imp_let(&lower->out, result->name, total)));
  } else if (stm->exp->op == OP_SEG_TOTAL) {
    bind_alias(lower, result, lower_atom(lower, stm->exp->args[0]));
  }
}
