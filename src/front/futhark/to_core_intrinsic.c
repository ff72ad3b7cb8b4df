// Intrinsics that move arrays about: mostly views.
#include "front/futhark/to_core_intrinsic.h"

// ---- Tuples of arrays ----

Static *lower_zip(FutLower *lower, const FutCall *call) {
  Name *names = arena_array(lower->arena, Name, call->count);
  const FutLayout **fields = arena_array(lower->arena, const FutLayout *, call->count);
  Atom size = call->args[0]->layout->size;
  Vec(Atom) leaves = {0};
  for (size_t i = 0; i < call->count; i++) {
    char name[24];
    snprintf(name, sizeof name, "%zu", i);
    names[i] = intern_str(lower->names, name);
    fields[i] = call->args[i]->layout->element;
    Static *array = static_coerce(lower, call->args[i], layout_array(lower, size, fields[i]));
    vec_append(lower->arena, &leaves, array->leaves, array->layout->leaf_count);
  }
  const FutLayout *element = layout_record(lower, names, fields, call->count, true);
  return static_data(lower, layout_array(lower, size, element), leaves.data);
}

Static *lower_unzip(FutLower *lower, const FutCall *call) {
  const Static *array = call->args[0];
  const FutLayout *element = array->layout->element;
  Static **fields = arena_array(lower->arena, Static *, element->count);
  size_t next = 0;
  for (size_t i = 0; i < element->count; i++) {
    const FutLayout *layout = layout_array(lower, array->layout->size, element->fields[i]);
    fields[i] = static_data(lower, layout, array->leaves + next);
    next += layout->leaf_count;
  }
  return static_record(lower, element->names, fields, element->count, true);
}

// ---- Shapes ----

// Every leaf through one op whose result has the type of the new layout.
static Static *reshape_to(FutLower *lower, const Static *array, const FutLayout *layout) {
  const Type **types = layout_types(lower, layout);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++) {
    Exp *exp = exp_new(lower->emit.program, OP_RESHAPE, &array->leaves[i], 1);
    leaves[i] = atom_var(emit_shaped(&lower->emit, "reshaped", exp, types[i]));
  }
  return static_data(lower, layout, leaves);
}

// The size needs the check, which others may use without the array, and so does the array, which
// may be made where it belongs.
Static *lower_flatten(FutLower *lower, const FutCall *call) {
  const FutLayout *outer = call->args[0]->layout, *inner = outer->element;
  size_t mark = emit_mark(&lower->emit);
  Atom shown[2] = {outer->size, inner->size};
  emit_check(&lower->emit, emit_fits(&lower->emit, outer->size, inner->size), ERROR_RUN_COUNT,
             "An array of shape [{}][{}] has too many elements to be flattened.", shown, 2);
  Atom size = emit_size(&lower->emit, OP_MUL, outer->size, inner->size);
  Static *flat = reshape_to(lower, call->args[0], layout_array(lower, size, inner->element));
  emit_uncheck(&lower->emit, mark);
  return flat;
}

// Sizes that the context asks for are any numbers: the shape must be one, and have the elements.
static Atom has_shape(FutLower *lower, Atom size, Atom rows, Atom columns) {
  Emitter *emit = &lower->emit;
  Atom is_shape = emit_binary(emit, "is_size", OP_SLE, atom_i64(0), rows);
  is_shape = emit_and(emit, is_shape, emit_binary(emit, "is_size", OP_SLE, atom_i64(0), columns));
  is_shape = emit_and(emit, is_shape, emit_fits(emit, rows, columns));
  Atom total = emit_size(emit, OP_MUL, rows, columns);
  if (atom_equal(total, size)) return is_shape;
  return emit_and(emit, is_shape, emit_binary(emit, "is_same", OP_EQ, total, size));
}

Static *lower_unflatten(FutLower *lower, const FutCall *call) {
  const Static *array = call->args[0];
  const FutLayout *outer = call->result;
  if (outer == NULL || outer->kind != LAYOUT_ARRAY || !outer->is_known ||
      outer->element->kind != LAYOUT_ARRAY || !outer->element->is_known)
    lower_unsupported(lower, lower->emit.span,
                      "the sizes of the result of `unflatten` are not known");
  size_t mark = emit_mark(&lower->emit);
  Atom shown[3] = {array->layout->size, outer->size, outer->element->size};
  emit_check(&lower->emit, has_shape(lower, shown[0], shown[1], shown[2]), ERROR_RUN_SHAPE,
             "An array of {} elements cannot have shape [{}][{}].", shown, 3);
  const FutLayout *row = layout_array(lower, outer->element->size, array->layout->element);
  Static *result = reshape_to(lower, array, layout_array(lower, outer->size, row));
  emit_uncheck(&lower->emit, mark);
  return result;
}

Static *lower_transpose(FutLower *lower, const FutCall *call) {
  const Static *array = call->args[0];
  const FutLayout *outer = array->layout, *inner = outer->element;
  const FutLayout *layout =
      layout_array(lower, inner->size, layout_array(lower, outer->size, inner->element));
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++) {
    Var *leaf = array->leaves[i].var;
    uint32_t *permutation = arena_array(lower->arena, uint32_t, leaf->type->rank);
    for (uint32_t k = 0; k < leaf->type->rank; k++)
      permutation[k] = k < 2 ? 1 - k : k;
    leaves[i] = atom_var(
        emit_let(&lower->emit, "transposed", exp_permute(lower->emit.program, leaf, permutation)));
  }
  return static_data(lower, layout, leaves);
}

// The sum of two sizes, which is too large when it wraps around to a negative number.
static Atom check_sum(FutLower *lower, Atom left, Atom right) {
  Atom sum = emit_size(&lower->emit, OP_ADD, left, right);
  Atom is_size = emit_binary(&lower->emit, "is_size", OP_SLE, atom_i64(0), sum);
  Atom shown[2] = {left, right};
  emit_check(&lower->emit, is_size, ERROR_RUN_COUNT,
             "Arrays of {} and {} elements are too many to be joined.", shown, 2);
  return sum;
}

Static *lower_concat(FutLower *lower, const FutCall *call) {
  const Static *left = call->args[0];
  const FutLayout *element = left->layout->element;
  Static *right = static_coerce(lower, call->args[1],
                                layout_array(lower, call->args[1]->layout->size, element));
  size_t mark = emit_mark(&lower->emit);
  Atom size = check_sum(lower, left->layout->size, right->layout->size);
  const FutLayout *layout = layout_array(lower, size, element);
  const Type **types = layout_types(lower, layout);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++) {
    Atom parts[2] = {left->leaves[i], right->leaves[i]};
    Exp *exp = exp_concat(lower->emit.program, 0, parts, 2);
    leaves[i] = atom_var(emit_shaped(&lower->emit, "joined", exp, types[i]));
  }
  emit_uncheck(&lower->emit, mark);
  return static_data(lower, layout, leaves);
}

Static *lower_copy(FutLower *lower, const FutCall *call) {
  const Static *value = call->args[0];
  if (value->kind != STATIC_DATA) return call->args[0];
  Atom *leaves = arena_array(lower->arena, Atom, value->layout->leaf_count);
  for (size_t i = 0; i < value->layout->leaf_count; i++) {
    leaves[i] = value->leaves[i];
    if (type_is_array(atom_type(leaves[i])))
      leaves[i] = atom_var(
          emit_let(&lower->emit, "copy", exp_new(lower->emit.program, OP_COPY, &leaves[i], 1)));
  }
  return static_data(lower, value->layout, leaves);
}

// ---- LMADs ----

// An offset and for each dimension a size and a stride.
typedef struct FutLmad {
  Atom offset;
  Atom sizes[4], strides[4];
  size_t rank;
} FutLmad;

static void lmad_message(FutLower *lower, const FutLmad *lmad, Atom length, Atom is_valid) {
  StrBuf message = {0};
  Atoms shown = {0};
  strbuf_puts(&message, "Flat slice from {} of shape ");
  vec_push(lower->arena, &shown, lmad->offset);
  for (size_t i = 0; i < lmad->rank; i++) {
    strbuf_puts(&message, "[{}]");
    vec_push(lower->arena, &shown, lmad->sizes[i]);
  }
  strbuf_puts(&message, " in steps of ");
  for (size_t i = 0; i < lmad->rank; i++) {
    strbuf_puts(&message, i > 0 ? ", {}" : "{}");
    vec_push(lower->arena, &shown, lmad->strides[i]);
  }
  strbuf_puts(&message, " out of bounds for array of shape [{}].");
  vec_push(lower->arena, &shown, length);
  emit_check(&lower->emit, is_valid, ERROR_RUN_BOUNDS, strbuf_text(&message), shown.data,
             shown.count);
  strbuf_free(&message);
}

// Everything that is touched is inside, unless nothing is. The first element is, and with each
// dimension the lowest and highest one: so no sum wraps around unnoticed. The lowest minus a
// product stays above the least number, and the highest plus one below 2^64.
static void lmad_check(FutLower *lower, const FutLmad *lmad, Atom length) {
  Emitter *emit = &lower->emit;
  Atom low = lmad->offset, high = lmad->offset;
  Atom is_empty = atom_bool(false), is_valid = atom_bool(true);
  Atom is_inside = emit_binary(emit, "is_inside", OP_ULT, lmad->offset, length);
  for (size_t i = 0; i < lmad->rank; i++) {
    Atom last = emit_size(emit, OP_SUB, lmad->sizes[i], atom_i64(1));
    is_inside = emit_and(emit, is_inside, emit_fits(emit, last, lmad->strides[i]));
    Atom reach = emit_size(emit, OP_MUL, last, lmad->strides[i]);
    low = emit_size(emit, OP_ADD, low, emit_binary(emit, "low", OP_SMIN, reach, atom_i64(0)));
    high = emit_size(emit, OP_ADD, high, emit_binary(emit, "high", OP_SMAX, reach, atom_i64(0)));
    is_inside = emit_and(emit, is_inside, emit_binary(emit, "is_inside", OP_SLE, atom_i64(0), low));
    is_inside = emit_and(emit, is_inside, emit_binary(emit, "is_inside", OP_ULT, high, length));
    Atom none = emit_binary(emit, "is_empty", OP_EQ, lmad->sizes[i], atom_i64(0));
    is_empty = emit_binary(emit, "is_empty", OP_OR, is_empty, none);
    Atom is_natural = emit_binary(emit, "is_size", OP_SLE, atom_i64(0), lmad->sizes[i]);
    is_valid = emit_and(emit, is_valid, is_natural);
  }
  is_inside = emit_binary(emit, "is_inside", OP_OR, is_empty, is_inside);
  lmad_message(lower, lmad, length, emit_and(emit, is_valid, is_inside));
}

static Selector lmad_selector(const FutLmad *lmad, Atom *atoms, size_t *count) {
  *count = 0;
  atoms[(*count)++] = lmad->offset;
  for (size_t i = 0; i < lmad->rank; i++) {
    atoms[(*count)++] = lmad->sizes[i];
    atoms[(*count)++] = lmad->strides[i];
  }
  return (Selector){.is_lmad = true, .rank = (uint32_t)lmad->rank};
}

typedef struct Gather {
  const Static *array;
  const FutLmad *lmad;
  size_t level;
  Atom offset;
} Gather;

// Arrays of arrays: rows are gathered, because an LMAD selects scalars.
static Static *gather_point(FutLower *lower, Atom index, void *context) {
  Gather inner = *(const Gather *)context;
  Atom step = emit_size(&lower->emit, OP_MUL, index, inner.lmad->strides[inner.level]);
  inner.offset = emit_size(&lower->emit, OP_ADD, inner.offset, step);
  inner.level++;
  if (inner.level == inner.lmad->rank) return static_index(lower, inner.array, &inner.offset, 1);
  return lower_map(lower, inner.lmad->sizes[inner.level], (RowType){0}, gather_point, &inner);
}

static bool has_scalar_elements(const Static *array) {
  for (size_t i = 0; i < array->layout->leaf_count; i++)
    if (atom_type(array->leaves[i])->rank != 1) return false;
  return true;
}

Static *lower_flat_index(FutLower *lower, const FutCall *call) {
  const Static *array = call->args[0];
  FutLmad lmad = {.offset = static_atom(call->args[1]), .rank = (call->count - 2) / 2};
  for (size_t i = 0; i < lmad.rank; i++) {
    lmad.sizes[i] = static_atom(call->args[2 + 2 * i]);
    lmad.strides[i] = static_atom(call->args[3 + 2 * i]);
  }
  size_t mark = emit_mark(&lower->emit);
  lmad_check(lower, &lmad, array->layout->size);
  for (size_t i = 0; i < lmad.rank; i++)
    lmad.sizes[i] = atom_as_size(lmad.sizes[i]);
  Static *result;
  if (has_scalar_elements(array)) {
    const FutLayout *layout = array->layout->element;
    for (size_t i = lmad.rank; i > 0; i--)
      layout = layout_array(lower, lmad.sizes[i - 1], layout);
    Atom atoms[9];
    size_t count;
    Selector selector = lmad_selector(&lmad, atoms, &count);
    result = static_slice(lower, array, selector, atoms, count, layout);
  } else {
    Gather gather = {.array = array, .lmad = &lmad, .offset = lmad.offset};
    result = lower_map(lower, lmad.sizes[0], (RowType){0}, gather_point, &gather);
  }
  emit_uncheck(&lower->emit, mark);
  return result;
}

// The arguments are the array, the offset, the strides and the value.
static Static *flat_update(FutLower *lower, Static *const *args, size_t arg_count) {
  const Static *array = args[0], *value = args[arg_count - 1];
  FutLmad lmad = {.offset = static_atom(args[1]), .rank = arg_count - 3};
  const FutLayout *layout = value->layout;
  for (size_t i = 0; i < lmad.rank; i++, layout = layout->element) {
    lmad.sizes[i] = layout->size;
    lmad.strides[i] = static_atom(args[2 + i]);
  }
  if (!has_scalar_elements(array))
    lower_unsupported(lower, lower->emit.span, "a flat update needs an array of scalars");
  size_t mark = emit_mark(&lower->emit);
  lmad_check(lower, &lmad, array->layout->size);
  Atom atoms[9];
  size_t count;
  Selector selector = lmad_selector(&lmad, atoms, &count);
  Static *result = static_update(lower, array, selector, atoms, count, value);
  emit_uncheck(&lower->emit, mark);
  return result;
}

Static *lower_flat_update(FutLower *lower, const FutCall *call) {
  return flat_update(lower, call->args, call->count);
}

Static *lower_flat_write(FutLower *lower, const FutCall *call) {
  Emitter *emit = &lower->emit;
  size_t mark = emit_mark(emit), before = emit->block->stms.count;
  emit_check(emit, static_atom(call->args[0]), ERROR_RUN_ASSERT,
             "The update would write an element twice.", NULL, 0);
  if (emit->block->stms.count > before)
    stm_mark(emit->program, emit->block->stms.data[before], ATTR_ONCE);
  Static *result = flat_update(lower, call->args + 1, call->count - 1);
  emit_uncheck(emit, mark);
  return result;
}

// ---- Identities ----

Static *lower_opaque(FutLower *lower, const FutCall *call) {
  const Static *value = call->args[0];
  if (value->kind != STATIC_DATA || value->layout->leaf_count == 0) return call->args[0];
  Builder builder = emit_builder(&lower->emit);
  Exp *exp = exp_new(lower->emit.program, OP_OPAQUE, value->leaves, value->layout->leaf_count);
  return static_of_vars(lower, value->layout, build_infer(&builder, "opaque", exp)->vars);
}

Static *lower_identity(FutLower *lower, const FutCall *call) {
  (void)lower;
  return call->args[0];
}

Static *lower_derivative(FutLower *lower, const FutCall *call) {
  lower_unsupported(lower, lower->emit.span, "differentiation (`%s`) is not supported yet",
                    call->value->name);
}
