// Operations on arrays: views, which move nothing in the block of their operand, and copies.
#include "interp/heap_internal.h"

#include "ir/build.h"

// Binds a result to a view that follows from the array `source`. In the block of the source the
// result must be just that; in another block it is a copy.
static bool bind_view(Heap *heap, Cell *frame, const Var *var, const Var *source,
                      const View *view) {
  View said;
  if (!view_of_type(heap, frame, var->type, &said)) return false;
  if (var->type->place->block == source->type->place->block) {
    if (!view_equal(&said, view) && !view_equal_in_order(&said, view))
      return fail_place(heap, var, &said, view);
  } else {
    copy_begin(heap);
    bool is_ok = view_copy(heap, &said, view, 0);
    copy_end(heap);
    if (!is_ok) return false;
  }
  view_store(heap, frame, var, &said);
  return true;
}

// The same for a result that may be a scalar.
static bool bind_selection(Heap *heap, Cell *frame, const Var *var, const Var *source,
                           const View *view) {
  if (view->rank > 0) return bind_view(heap, frame, var, source, view);
  return element_read(heap, view->block, view->offset, view->element, 0,
                      &cell_of(heap, frame, var)->scalar);
}

// ---- index, slice, update ----

static bool fail_outside(Heap *heap, const View *view, const Component *components, size_t count) {
  StrBuf text = {0};
  print_selection(&text, components, count);
  strbuf_puts(&text, " is out of bounds for an array of shape ");
  view_print_shape(&text, view);
  interp_fail(heap->interp, FAILURE_BOUNDS, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

static bool fail_count(Heap *heap, int64_t count) {
  return interp_fail(heap->interp, FAILURE_SHAPE, "a slice of %lld elements", (long long)count);
}

// Makes the view the selection of these components of its leading dimensions.
static bool select_components(Heap *heap, View *view, const Component *components, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!component_fits(&components[i], view->shape[i]))
      return fail_outside(heap, view, components, count);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < view->rank; i++) {
    int64_t size = view->shape[i], stride = view->strides[i];
    if (i < count && !(components[i].is_range && components[i].count == 0))
      view->offset = wrap_add(view->offset, wrap_mul(components[i].start, stride));
    if (i < count && !components[i].is_range) continue;
    if (i < count) {
      size = components[i].count;
      stride = wrap_mul(stride, components[i].stride);
    }
    view->shape[kept] = size;
    view->strides[kept++] = stride;
  }
  view->rank = kept;
  return true;
}

static bool select_indices(Heap *heap, Cell *frame, View *view, const Atom *atoms, size_t count) {
  Component components[VIEW_MAX_RANK];
  for (size_t i = 0; i < count; i++)
    components[i] = (Component){.start = atom_number(heap, frame, atoms[i])};
  return select_components(heap, view, components, count);
}

static bool select_lmad(Heap *heap, Cell *frame, View *view, const Selector *selector,
                        const Atom *atoms) {
  int64_t offset = atom_number(heap, frame, atoms[0]), low = offset, high = offset;
  int64_t size = view->shape[0], step = view->strides[0];
  bool is_empty = false, fits = true;
  for (size_t i = 0; i < selector->rank; i++) {
    int64_t count = atom_number(heap, frame, atoms[1 + 2 * i]);
    int64_t stride = atom_number(heap, frame, atoms[2 + 2 * i]);
    if (count < 0) return fail_count(heap, count);
    if (count == 0) is_empty = true;
    fits = fits && lmad_reach(&low, &high, count, stride);
    view->shape[i] = count;
    view->strides[i] = wrap_mul(stride, step);
  }
  if (!is_empty && (!fits || low < 0 || high >= size))
    return interp_fail(heap->interp, FAILURE_BOUNDS,
                       "an LMAD slice from %lld reaches %lld to %lld, out of bounds for an array "
                       "of shape [%lld]",
                       (long long)offset, (long long)low, (long long)high, (long long)size);
  view->offset = wrap_add(view->offset, wrap_mul(offset, step));
  view->rank = selector->rank;
  return true;
}

// Makes the view what the selector selects of it.
static bool select_view(Heap *heap, Cell *frame, View *view, const Selector *selector,
                        const Atom *atoms) {
  if (selector->rank > VIEW_MAX_RANK) return heap_refuse(heap, "arrays of so many dimensions");
  if (selector->is_lmad) return select_lmad(heap, frame, view, selector, atoms);
  Component components[VIEW_MAX_RANK];
  for (size_t i = 0; i < selector->rank; i++) {
    components[i] = (Component){.start = atom_number(heap, frame, *atoms++)};
    if (selector->is_range == NULL || !selector->is_range[i]) continue;
    components[i].is_range = true;
    components[i].count = atom_number(heap, frame, *atoms++);
    components[i].stride = atom_number(heap, frame, *atoms++);
    if (components[i].count < 0) return fail_count(heap, components[i].count);
  }
  return select_components(heap, view, components, selector->rank);
}

static bool run_index(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Var *source = exp->args[0].var;
  View view;
  view_load(heap, frame, source, &view);
  return select_indices(heap, frame, &view, exp->args + 1, exp->arg_count - 1) &&
         bind_selection(heap, frame, stm->vars[0], source, &view);
}

static bool run_slice(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Var *source = exp->args[0].var;
  View view;
  view_load(heap, frame, source, &view);
  return select_view(heap, frame, &view, &exp->as.selector, exp->args + 1) &&
         bind_selection(heap, frame, stm->vars[0], source, &view);
}

static bool run_heap_update(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  View view, said;
  view_load(heap, frame, exp->args[0].var, &view);
  if (!view_of_type(heap, frame, stm->vars[0]->type, &said)) return false;
  if (!view_equal(&said, &view)) return fail_place(heap, stm->vars[0], &said, &view);
  view_store(heap, frame, stm->vars[0], &said);
  return select_view(heap, frame, &view, &exp->as.selector, exp->args + 2) &&
         view_write(heap, frame, &view, exp->args[1], 0);
}

// ---- reshape, coerce, permute, opaque ----

static bool run_heap_reshape(Heap *heap, Cell *frame, const Stm *stm) {
  const Var *source = stm->exp->args[0].var;
  View view, said;
  view_load(heap, frame, source, &view);
  if (!view_of_type(heap, frame, stm->vars[0]->type, &said)) return false;
  int64_t wanted, count = view_count(&view);
  if (!shape_count(said.shape, said.rank, &wanted) || wanted > count) {
    View flat = {.rank = 1, .shape = {count}};
    return fail_pattern(heap, &said, &flat);
  }
  if (wanted != count)
    return interp_fail(heap->interp, FAILURE_SHAPE,
                       "the pattern says %lld elements, but the array has %lld", (long long)wanted,
                       (long long)count);
  return bind_view(heap, frame, stm->vars[0], source, &view);
}

static bool run_heap_coerce(Heap *heap, Cell *frame, const Stm *stm) {
  const Var *source = stm->exp->args[0].var;
  View view, said;
  view_load(heap, frame, source, &view);
  if (!view_of_type(heap, frame, stm->vars[0]->type, &said)) return false;
  if (!view_has_shape(&said, &view)) return fail_pattern(heap, &said, &view);
  return bind_view(heap, frame, stm->vars[0], source, &view);
}

static bool run_heap_permute(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Var *source = exp->args[0].var;
  View from, view;
  view_load(heap, frame, source, &from);
  view_copy_header(&view, &from);
  for (uint32_t i = 0; i < from.rank; i++) {
    view.shape[i] = from.shape[exp->as.permutation[i]];
    view.strides[i] = from.strides[exp->as.permutation[i]];
  }
  return bind_view(heap, frame, stm->vars[0], source, &view);
}

static bool run_opaque(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  for (size_t i = 0; i < exp->arg_count; i++) {
    if (!type_is_array(stm->vars[i]->type)) {
      if (!telescope_set(heap, frame, &stm->vars[i], frame, &exp->args[i], 1)) return false;
      continue;
    }
    View view;
    view_load(heap, frame, exp->args[i].var, &view);
    if (!bind_view(heap, frame, stm->vars[i], exp->args[i].var, &view)) return false;
  }
  return true;
}

// ---- copy, concat, array ----

static bool run_heap_copy(Heap *heap, Cell *frame, const Stm *stm) {
  const Var *var = stm->vars[0];
  View said;
  if (!view_of_type(heap, frame, var->type, &said)) return false;
  view_store(heap, frame, var, &said);
  return view_write(heap, frame, &said, stm->exp->args[0], 0);
}

static bool fail_concat(Heap *heap, const View *a, const View *b, uint32_t dim) {
  StrBuf text = {0};
  view_print_shape(&text, a);
  strbuf_puts(&text, " and ");
  view_print_shape(&text, b);
  interp_fail(heap->interp, FAILURE_SHAPE,
              "arrays of shape %s cannot be concatenated along dimension %u", strbuf_text(&text),
              (unsigned)dim);
  strbuf_free(&text);
  return false;
}

// Checks that the operands fit each other, and together the result.
static bool check_concat(Heap *heap, Cell *frame, const Exp *exp, const View *said) {
  uint32_t dim = exp->as.dim;
  View first, part;
  if (exp->arg_count == 0) return true;
  view_load(heap, frame, exp->args[0].var, &first);
  int64_t total = first.shape[dim];
  for (size_t i = 1; i < exp->arg_count; i++) {
    view_load(heap, frame, exp->args[i].var, &part);
    for (uint32_t k = 0; k < first.rank; k++)
      if (k != dim && part.shape[k] != first.shape[k]) return fail_concat(heap, &first, &part, dim);
    total += part.shape[dim];
  }
  first.shape[dim] = total;
  return view_has_shape(said, &first) || fail_pattern(heap, said, &first);
}

// Moves the view on by this many steps of a dimension.
static void view_step(View *view, uint32_t dim, int64_t steps) {
  view->offset = wrap_add(view->offset, wrap_mul(steps, view->strides[dim]));
}

static bool run_heap_concat(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  View said, from;
  if (!view_of_type(heap, frame, stm->vars[0]->type, &said) ||
      !check_concat(heap, frame, exp, &said))
    return false;
  view_store(heap, frame, stm->vars[0], &said);
  bool is_ok = true;
  copy_begin(heap); // one for all parts: none may overwrite what another still reads
  for (size_t i = 0; is_ok && i < exp->arg_count; i++) {
    view_load(heap, frame, exp->args[i].var, &from);
    said.shape[exp->as.dim] = from.shape[exp->as.dim];
    is_ok = view_copy(heap, &said, &from, 0);
    view_step(&said, exp->as.dim, from.shape[exp->as.dim]);
  }
  copy_end(heap);
  return is_ok;
}

static bool fail_rows(Heap *heap, const View *a, const View *b) {
  StrBuf text = {0};
  view_print_shape(&text, a);
  strbuf_puts(&text, " and ");
  view_print_shape(&text, b);
  interp_fail(heap->interp, FAILURE_SHAPE, "the rows of an array have shapes %s",
              strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

static bool write_rows(Heap *heap, Cell *frame, const Exp *exp, const View *said) {
  View first, row, from;
  for (size_t i = 0; i < exp->arg_count; i++) {
    int64_t index = (int64_t)i;
    view_copy_header(&row, said);
    view_at(&row, &index, 1);
    if (row.rank == 0) {
      if (!view_write(heap, frame, &row, exp->args[i], 0)) return false;
      continue;
    }
    view_load(heap, frame, exp->args[i].var, &from);
    if (i == 0) view_copy_header(&first, &from);
    if (!view_has_shape(&first, &from)) return fail_rows(heap, &first, &from);
    if (!view_has_shape(&row, &from)) return fail_pattern(heap, &row, &from);
    if (!view_copy(heap, &row, &from, 0)) return false;
  }
  return true;
}

static bool run_heap_array(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  View said, real;
  if (!view_of_type(heap, frame, stm->vars[0]->type, &said)) return false;
  view_copy_header(&real, &said);
  real.shape[0] = (int64_t)exp->arg_count;
  if (!view_has_shape(&said, &real)) return fail_pattern(heap, &said, &real);
  view_store(heap, frame, stm->vars[0], &said);
  copy_begin(heap);
  bool is_ok = write_rows(heap, frame, exp, &said);
  copy_end(heap);
  return is_ok;
}

bool run_array_op(Heap *heap, Cell *frame, const Stm *stm) {
  Op op = stm->exp->op;
  if (op == OP_INDEX) return run_index(heap, frame, stm);
  if (op == OP_SLICE) return run_slice(heap, frame, stm);
  if (op == OP_UPDATE) return run_heap_update(heap, frame, stm);
  if (op == OP_RESHAPE) return run_heap_reshape(heap, frame, stm);
  if (op == OP_COERCE) return run_heap_coerce(heap, frame, stm);
  if (op == OP_PERMUTE) return run_heap_permute(heap, frame, stm);
  if (op == OP_OPAQUE) return run_opaque(heap, frame, stm);
  if (op == OP_COPY) return run_heap_copy(heap, frame, stm);
  if (op == OP_CONCAT) return run_heap_concat(heap, frame, stm);
  if (op == OP_ARRAY) return run_heap_array(heap, frame, stm);
  INTERNAL_ERROR("%s is no operation on arrays", op_info(op)->text);
}

// ---- Segment descriptors ----

// Writes the 0 in front of the ends. Are they the sums of the lengths?
static bool write_segments(Heap *heap, const View *said, const View *lengths, const View *ends) {
  View expected = {.block = said->block, .offset = wrap_add(said->offset, 1), .rank = 1};
  expected.element = SCALAR_I64;
  expected.shape[0] = said->shape[0] - 1;
  expected.strides[0] = 1;
  if (!view_has_shape(&expected, ends) || !view_equal(&expected, ends))
    return interp_fail(heap->interp, FAILURE_PLACES,
                       "the ends of the segments are not where the "
                       "descriptor is said to be");
  ScalarValue start = {.i64 = 0}, end, length;
  if (!element_write(heap, said->block, said->offset, SCALAR_I64, 0, start)) return false;
  for (int64_t i = 0; i < expected.shape[0]; i++) {
    if (!element_read(heap, ends->block, view_index(ends, &i), SCALAR_I64, 0, &end) ||
        !element_read(heap, lengths->block, view_index(lengths, &i), SCALAR_I64, 0, &length))
      return false;
    if (length.i64 < 0 || wrap_add(start.i64, length.i64) != end.i64)
      return interp_fail(heap->interp, FAILURE_PLACES,
                         "segment %lld of length %lld is said to end at %lld, after %lld",
                         (long long)i, (long long)length.i64, (long long)end.i64,
                         (long long)start.i64);
    start = end;
  }
  return true;
}

static bool segment_make(Heap *heap, Cell *frame, const Stm *stm) {
  View said, lengths, ends;
  if (!view_of_type(heap, frame, stm->vars[0]->type, &said)) return false;
  view_load(heap, frame, stm->exp->args[0].var, &lengths);
  view_load(heap, frame, stm->exp->args[1].var, &ends);
  if (!write_segments(heap, &said, &lengths, &ends)) return false;
  view_store(heap, frame, stm->vars[0], &said);
  return true;
}

bool run_heap_segment(Heap *heap, Cell *frame, const Stm *stm) {
  if (stm->exp->op == OP_SEG_MAKE) return segment_make(heap, frame, stm);
  View descriptor, said;
  view_load(heap, frame, stm->exp->args[0].var, &descriptor);
  int64_t count = descriptor.shape[0] - 1;
  if (stm->exp->op == OP_SEG_TOTAL)
    return element_read(heap, descriptor.block, wrap_add(descriptor.offset, count), SCALAR_I64, 0,
                        &cell_of(heap, frame, stm->vars[0])->scalar);
  descriptor.shape[0] = count;
  if (!view_of_type(heap, frame, stm->vars[0]->type, &said)) return false;
  if (!view_equal(&said, &descriptor)) return fail_place(heap, stm->vars[0], &said, &descriptor);
  view_store(heap, frame, stm->vars[0], &said);
  return true;
}
