// Places, elements and copies, and the statements on arrays. An array is where its type says; a
// view is an array at another place, so most statements emit nothing.
#include "lower/lower_internal.h"

enum {
  SMALL_COPY = 16, // a copy of a known number of elements, at most this many, is written as a loop
  UNROLLED_COPY = 64 // a loop that copies at most as many is written out; the compilers of devices
                     // need seconds for some hundred
};

// ---- Regions ----

// Each stride is the product of all dimensions further in.
void region_make_dense(Lower *lower, Region *region) {
  ImpExp *stride = imp_i64(lower->imp, 1);
  for (size_t i = region->rank; i-- > 0;) {
    region->strides[i] = stride;
    stride = imp_mul(lower->imp, region->shape[i], stride);
  }
}

static ImpVar *pointer_of(Lower *lower, Var *block, Scalar scalar) {
  ImpVar *pointer = bound_of(lower, block)->pointers[scalar];
  if (!pointer) INTERNAL_ERROR("no %s pointer into %s", scalar_info(scalar)->text, block->name);
  return pointer;
}

// Elements are further from each other by this factor, if there is one.
static void strides_spread(Lower *lower, Region *region, ImpExp *step) {
  if (!step) return;
  for (size_t i = 0; i < region->rank; i++)
    region->strides[i] = imp_mul(lower->imp, region->strides[i], step);
  region->is_flat = false;
}

// Threads that run in step have one element each; others have all, and each sees its own.
static Region own_region(Lower *lower, const Var *array, ImpVar *own) {
  bool is_one = own->count == 1;
  Region region = {.block = array->type->place->block, .scalar = own->scalar, .rank = 1};
  region.pointer = own;
  region.is_flat = !is_one;
  region.offset = imp_i64(lower->imp, 0);
  region.shape = arena_array(lower->imp->arena, ImpExp *, 1);
  region.strides = arena_array(lower->imp->arena, ImpExp *, 1);
  region.shape[0] = lower_dim(lower, array->type->dims[0]);
  region.strides[0] = imp_i64(lower->imp, is_one ? 0 : 1);
  return region;
}

Region region_of(Lower *lower, const Var *array) {
  const Type *type = array->type;
  ImpVar *own = team_own(lower, array);
  if (own) return own_region(lower, array, own);
  if (!type->place) INTERNAL_ERROR("%s.%u has no place", array->name, (unsigned)array->id);
  Region region = {.block = type->place->block, .scalar = type->scalar, .rank = type->rank};
  region.pointer = pointer_of(lower, type->place->block, type->scalar);
  region.offset = lower_atom(lower, type->place->offset);
  region.shape = arena_array(lower->imp->arena, ImpExp *, type->rank);
  region.strides = arena_array(lower->imp->arena, ImpExp *, type->rank);
  size_t rank = 0;
  for (size_t i = 0; i < type->rank; i++) {
    if (dim_is_varying(type->dims[i])) rank--; // all segments are one dimension
    region.shape[rank++] = lower_dim(lower, type->dims[i]);
  }
  region.rank = rank;
  region.is_flat = !type->place->strides;
  if (region.is_flat)
    region_make_dense(lower, &region);
  else
    for (size_t i = 0; i < type->rank; i++)
      region.strides[i] = lower_atom(lower, type->place->strides[i]);
  ImpExp *step = bound_of(lower, type->place->block)->step;
  strides_spread(lower, &region, step);
  if (step) region.offset = imp_mul(lower->imp, region.offset, step);
  return region;
}

Region region_at(Lower *lower, Region region, ImpExp *const *indices, size_t count) {
  ImpExp *at = NULL;
  for (size_t i = 0; i < count; i++) {
    if (region.is_flat) { // (i*m + j)*k + ...
      ImpExp *row = at ? number_product(lower, at, region.shape[i]) : NULL;
      at = row ? number_sum(lower, row, indices[i]) : indices[i];
    } else {
      ImpExp *term = number_product(lower, indices[i], region.strides[i]);
      at = at ? number_sum(lower, at, term) : term;
    }
  }
  if (at && region.is_flat && count < region.rank)
    at = number_product(lower, at, region.strides[count - 1]);
  if (at) region.offset = number_sum(lower, region.offset, at);
  region.rank -= count;
  region.shape += count;
  region.strides += count;
  return region;
}

Region region_row(Lower *lower, Region region, ImpExp *index) {
  return region_at(lower, region, &index, 1);
}

static Region select_lmad(Lower *lower, Region region, const Selector *selector,
                          const Atom *atoms) {
  ImpProgram *imp = lower->imp;
  Region result = region;
  result.is_flat = false;
  result.rank = selector->rank;
  result.shape = arena_array(imp->arena, ImpExp *, selector->rank);
  result.strides = arena_array(imp->arena, ImpExp *, selector->rank);
  ImpExp *start = imp_mul(imp, lower_atom(lower, atoms[0]), region.strides[0]);
  result.offset = imp_add(imp, region.offset, start);
  for (size_t i = 0; i < selector->rank; i++) {
    result.shape[i] = lower_atom(lower, atoms[1 + 2 * i]);
    result.strides[i] = imp_mul(imp, lower_atom(lower, atoms[2 + 2 * i]), region.strides[0]);
  }
  return result;
}

Region region_select(Lower *lower, Region region, const Selector *selector, const Atom *atoms) {
  if (selector->is_lmad) return select_lmad(lower, region, selector, atoms);
  ImpProgram *imp = lower->imp;
  bool has_range = false;
  for (size_t i = 0; i < selector->rank; i++)
    has_range = has_range || selector->is_range[i];
  if (!has_range) { // a row stays dense
    ImpExp **indices = arena_array(imp->arena, ImpExp *, selector->rank + 1);
    for (size_t i = 0; i < selector->rank; i++)
      indices[i] = lower_atom(lower, atoms[i]);
    return region_at(lower, region, indices, selector->rank);
  }
  Region result = region;
  result.is_flat = false;
  result.rank = 0;
  result.shape = arena_array(imp->arena, ImpExp *, region.rank);
  result.strides = arena_array(imp->arena, ImpExp *, region.rank);
  for (size_t i = 0; i < region.rank; i++) {
    if (i >= selector->rank) {
      result.shape[result.rank] = region.shape[i];
      result.strides[result.rank++] = region.strides[i];
      continue;
    }
    ImpExp *start = number_product(lower, lower_atom(lower, *atoms++), region.strides[i]);
    result.offset = number_sum(lower, result.offset, start);
    if (!selector->is_range[i]) continue;
    result.shape[result.rank] = lower_atom(lower, *atoms++);
    result.strides[result.rank++] = imp_mul(imp, lower_atom(lower, *atoms++), region.strides[i]);
  }
  return result;
}

ImpExp *region_load(Lower *lower, const Region *region) {
  if (lower->options.target.has_device && !lower->is_device)
    return imp_use(lower->imp,
                   imp_read(&lower->out, region->pointer->name, region->pointer, region->offset));
  return imp_load(lower->imp, region->pointer, region->offset);
}

// The load whose bytes a value has, perhaps with more of them; NULL when there is none.
static const ImpExp *load_of(const ImpExp *value) {
  while (value->kind == IMP_OP && (value->as.op.op == OP_BITCAST || value->as.op.op == OP_SEXT)) {
    const ImpExp *operand = value->as.op.args[0];
    if (scalar_info(value->type)->width > scalar_info(operand->type)->width) return NULL;
    value = operand;
  }
  return value->kind == IMP_LOAD ? value : NULL;
}

// One element, from one place on the device to another.
static void copy_element(Lower *lower, const Region *to, ImpVar *from, ImpExp *at) {
  ImpCopy *copy = imp_copy(&lower->out, to->scalar, 1);
  copy->is_flat = true;
  copy->to.pointer = to->pointer;
  copy->to.offset = to->offset;
  copy->from.pointer = from;
  copy->from.offset = at;
  copy->shape[0] = copy->to.strides[0] = copy->from.strides[0] = imp_i64(lower->imp, 1);
}

void region_store(Lower *lower, const Region *region, ImpExp *value) {
  if (lower->is_team) {
    ImpBuilder saved = team_alone(lower);
    imp_store(&lower->out, region->pointer, region->offset, value);
    lower->out = saved;
    team_wait(lower);
    return;
  }
  if (!lower->options.target.has_device || lower->is_device || !lower_has_load(value)) {
    imp_store(&lower->out, region->pointer, region->offset, value);
    return;
  }
  const ImpExp *load = load_of(value);
  int64_t index = load && load->as.load.index->kind == IMP_CONST
                      ? constant_to_i64(load->as.load.index->as.constant)
                      : -1;
  bool is_cell =
      index == 0 && scalar_info(region->scalar)->width == scalar_info(value->type)->width;
  if (!is_cell) {
    launch_store(lower, region, value);
    return;
  }
  ImpVar *cell = load->as.load.pointer;
  if (cell->scalar != region->scalar)
    cell = imp_pointer(&lower->out, cell->name, region->scalar, cell->block);
  copy_element(lower, region, cell, imp_i64(lower->imp, 0));
}

// What the host reads: a scalar that only kernels need, or that is only stored elsewhere, is copied
// on the device.
static void bind_element(Lower *lower, Var *var, const Region *region) {
  if (!lower->options.target.has_device || lower->is_device || !lower_is_on_device(lower, var)) {
    bind_scalar(lower, var, region_load(lower, region));
    return;
  }
  ImpExp *one = imp_i64(lower->imp, 1), *zero = imp_i64(lower->imp, 0);
  ImpVar *block = imp_block(&lower->out, var->name);
  imp_release(&lower->out, block); // from the previous iteration of a loop around
  imp_alloc(&lower->out, block, region->scalar, &one, 1);
  Region cell = {.scalar = region->scalar, .offset = zero};
  cell.pointer = imp_pointer(&lower->out, var->name, region->scalar, block);
  copy_element(lower, &cell, region->pointer, region->offset);
  bind_alias(lower, var, imp_load(lower->imp, cell.pointer, zero));
}

// ---- Copies ----

static bool is_same(Lower *lower, const Region *a, const Region *b) {
  if (a->pointer != b->pointer || !number_is_same(lower, a->offset, b->offset)) return false;
  for (size_t i = 0; i < a->rank; i++)
    if (!number_is_same(lower, a->strides[i], b->strides[i])) return false;
  return true;
}

// How many elements there are when that is known and at most so many; otherwise 0.
static int64_t small_count(const Region *region, int64_t most) {
  int64_t count = 1;
  for (size_t i = 0; i < region->rank; i++) {
    if (region->shape[i]->kind != IMP_CONST) return 0;
    int64_t size = constant_to_i64(region->shape[i]->as.constant);
    if (size < 0 || size > most) return 0;
    count *= size;
    if (count > most) return 0;
  }
  return count;
}

static void copy_by_loops(Lower *lower, Region to, Region from) {
  ImpBuilder saved = lower->out;
  while (to.rank > 0) {
    ImpVar *index = loop_index(lower, "k");
    bool is_short = small_count(&to, UNROLLED_COPY) > 0;
    ImpForKind kind = is_short ? IMP_FOR_UNROLLED : IMP_FOR_PLAIN;
    ImpFor *loop = imp_for(&lower->out, kind, index, imp_i64(lower->imp, 0), to.shape[0]);
    lower->out = imp_into(&lower->out, &loop->body);
    to = region_row(lower, to, imp_use(lower->imp, index));
    from = region_row(lower, from, imp_use(lower->imp, index));
  }
  region_store(lower, &to, region_load(lower, &from));
  lower->out = saved;
}

// All elements are dealt out to the threads of a block.
static void copy_by_team(Lower *lower, Region to, Region from) {
  ImpProgram *imp = lower->imp;
  ImpExp *count = imp_i64(imp, 1);
  for (size_t i = 0; i < to.rank; i++)
    count = imp_mul(imp, count, to.shape[i]);
  team_wait(lower);
  count = imp_use(imp, imp_let(&lower->out, name_of(lower, "count"), count));
  ImpVar *index = loop_index(lower, "k");
  ImpBuilder saved = lower->out;
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_TEAM, index, imp_lane(imp), count);
  lower->out = imp_into(&saved, &loop->body);
  ImpExp *rest = imp_use(imp, index);
  ImpExp **indices = arena_array(imp->arena, ImpExp *, to.rank);
  for (size_t i = to.rank; i-- > 1;) {
    ImpExp *quotient = imp_binary(imp, OP_SQUOT, rest, to.shape[i]);
    quotient->as.op.is_exact = true;
    ImpExp *next = imp_use(imp, imp_let(&lower->out, name_of(lower, "rest"), quotient));
    indices[i] = imp_sub(imp, rest, imp_mul(imp, next, to.shape[i]));
    rest = next;
  }
  indices[0] = rest;
  Region element = region_at(lower, to, indices, to.rank);
  Region source = region_at(lower, from, indices, from.rank);
  imp_store(&lower->out, element.pointer, element.offset, region_load(lower, &source));
  lower->out = saved;
  team_wait(lower);
}

void region_copy(Lower *lower, const Region *to, const Region *from) {
  if (to->rank != from->rank)
    INTERNAL_ERROR("a copy between ranks %zu and %zu", from->rank, to->rank);
  if (is_same(lower, to, from)) return;
  if (to->rank == 0) {
    region_store(lower, to, region_load(lower, from));
    return;
  }
  if (lower->is_team) {
    copy_by_team(lower, *to, *from);
    return;
  }
  if (lower->is_device) {
    copy_by_loops(lower, *to, *from);
    return;
  }
  // Between different blocks only: within one, elements may overlap.
  bool is_host = !lower->options.target.has_device;
  if (is_host && to->pointer != from->pointer && small_count(to, SMALL_COPY) > 0) {
    copy_by_loops(lower, *to, *from);
    return;
  }
  ImpCopy *copy = imp_copy(&lower->out, to->scalar, to->rank);
  copy->is_flat = to->is_flat && from->is_flat;
  copy->to.pointer = to->pointer;
  copy->to.offset = to->offset;
  copy->from.pointer = from->pointer;
  copy->from.offset = from->offset;
  for (size_t i = 0; i < to->rank; i++) {
    copy->shape[i] = to->shape[i];
    copy->to.strides[i] = to->strides[i];
    copy->from.strides[i] = from->strides[i];
  }
}

void region_put(Lower *lower, const Region *to, Atom value) {
  if (value.var && type_is_array(value.var->type)) {
    Region from = region_of(lower, value.var);
    region_copy(lower, to, &from);
  } else {
    region_store(lower, to, lower_atom(lower, value));
  }
}

// ---- Statements ----

// Copies what a view shows when its place is in another block.
static void settle(Lower *lower, const Stm *stm, const Region *shown) {
  const Var *result = stm->vars[stm->var_count - 1];
  if (result->type->place->block == shown->block) return;
  Region to = region_of(lower, result);
  region_copy(lower, &to, shown);
}

static void lower_index(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  Var *result = stm->vars[stm->var_count - 1];
  bool is_element = !type_is_array(result->type);
  if (!is_element && result->type->place->block == exp->args[0].var->type->place->block) return;
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, exp->arg_count);
  for (size_t i = 1; i < exp->arg_count; i++)
    indices[i - 1] = imp_index(lower->imp, lower_atom(lower, exp->args[i]));
  Region shown = region_at(lower, region_of(lower, exp->args[0].var), indices, exp->arg_count - 1);
  ImpExp *known = is_element ? segment_known(lower, &shown) : NULL;
  if (is_element && known)
    bind_scalar(lower, result, known);
  else if (is_element)
    bind_element(lower, result, &shown);
  else
    settle(lower, stm, &shown);
}

static void lower_slice(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Var *result = stm->vars[stm->var_count - 1];
  if (type_is_array(result->type) &&
      result->type->place->block == exp->args[0].var->type->place->block)
    return;
  Region shown =
      region_select(lower, region_of(lower, exp->args[0].var), &exp->as.selector, exp->args + 1);
  if (shown.rank == 0)
    bind_element(lower, stm->vars[stm->var_count - 1], &shown);
  else
    settle(lower, stm, &shown);
}

static void lower_update(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  Region whole = region_of(lower, stm->vars[stm->var_count - 1]);
  Region to = region_select(lower, whole, &exp->as.selector, exp->args + 2);
  region_put(lower, &to, exp->args[1]);
}

static void lower_permute(Lower *lower, const Stm *stm) {
  Region from = region_of(lower, stm->exp->args[0].var);
  Region shown = from;
  shown.is_flat = false;
  shown.shape = arena_array(lower->imp->arena, ImpExp *, from.rank);
  shown.strides = arena_array(lower->imp->arena, ImpExp *, from.rank);
  for (size_t i = 0; i < from.rank; i++) {
    shown.shape[i] = from.shape[stm->exp->as.permutation[i]];
    shown.strides[i] = from.strides[stm->exp->as.permutation[i]];
  }
  settle(lower, stm, &shown);
}

// A row-major array, seen with the shape of another one. It is still row-major when its elements
// are spread.
static Region region_shaped(Lower *lower, const Var *array, const Region *like) {
  Region region = region_of(lower, array);
  region.rank = like->rank;
  region.shape = like->shape;
  region.strides = arena_array(lower->imp->arena, ImpExp *, like->rank);
  region_make_dense(lower, &region);
  strides_spread(lower, &region, bound_of(lower, array->type->place->block)->step);
  return region;
}

// The elements in order, seen with one shape.
static void lower_reshape(Lower *lower, const Stm *stm) {
  const Var *result = stm->vars[stm->var_count - 1], *operand = stm->exp->args[0].var;
  if (result->type->place->block == operand->type->place->block) return;
  Region from = region_of(lower, operand), to = region_of(lower, result);
  if (!result->type->place->strides)
    to = region_shaped(lower, result, &from);
  else if (!operand->type->place->strides)
    from = region_shaped(lower, operand, &to);
  else
    INTERNAL_ERROR("a reshape between two places that are not row-major");
  region_copy(lower, &to, &from);
}

static void lower_concat(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  uint32_t dim = exp->as.dim;
  Region to = region_of(lower, stm->vars[stm->var_count - 1]);
  for (size_t i = 0; i < exp->arg_count; i++) {
    Region from = region_of(lower, exp->args[i].var);
    Region slot = to;
    slot.shape = from.shape;
    slot.is_flat = to.is_flat && dim == 0;
    if (slot.is_flat) slot.strides = to.strides;
    region_copy(lower, &slot, &from);
    ImpExp *step = imp_mul(lower->imp, from.shape[dim], to.strides[dim]);
    to.offset = imp_add(lower->imp, to.offset, step);
  }
}

static void lower_array(Lower *lower, const Stm *stm) {
  Region to = region_of(lower, stm->vars[stm->var_count - 1]);
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Region row = region_row(lower, to, imp_i64(lower->imp, (int64_t)i));
    region_put(lower, &row, stm->exp->args[i]);
  }
}

// The operand as it is: `coerce`, `opaque`, `copy`.
static void lower_same(Lower *lower, Var *result, Atom operand, bool is_copy) {
  if (result->type->kind == TYPE_SCALAR) {
    bind_scalar(lower, result, lower_atom(lower, operand));
  } else if (result->type->kind == TYPE_MEM) {
    ImpVar *block = imp_block(&lower->out, result->name);
    block_take(lower, block, operand, false);
    bind_block(lower, result, block, false);
  } else if (type_is_array(result->type)) {
    if (team_copy_own(lower, result, operand.var)) return;
    Region to = region_of(lower, result);
    Region from = region_of(lower, operand.var);
    if (is_copy || to.block != from.block) region_copy(lower, &to, &from);
  } else if (result->type->kind == TYPE_ACC) {
    bind(lower, result)->acc = bound_of(lower, operand.var)->acc;
  }
}

static void lower_alike(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  lower_same(lower, stm->vars[stm->var_count - 1], exp->args[0], exp->op == OP_COPY);
}

static void lower_opaque(Lower *lower, const Stm *stm) {
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    lower_same(lower, stm->vars[i], stm->exp->args[i], false);
}

void lower_array_stm(Lower *lower, const Stm *stm) {
  static void (*const by_op[OP_COUNT])(Lower *, const Stm *) = {
      [OP_INDEX] = lower_index,     [OP_SLICE] = lower_slice,     [OP_UPDATE] = lower_update,
      [OP_RESHAPE] = lower_reshape, [OP_PERMUTE] = lower_permute, [OP_CONCAT] = lower_concat,
      [OP_ARRAY] = lower_array,     [OP_COPY] = lower_alike,      [OP_COERCE] = lower_alike,
      [OP_OPAQUE] = lower_opaque,
  };
  Op op = stm->exp->op;
  if (!by_op[op]) INTERNAL_ERROR("%s is not lowered to loops", op_info(op)->text);
  by_op[op](lower, stm);
}
