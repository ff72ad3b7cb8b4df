// Views: arrays as places, whether they are where they should be, and moving their elements.
#include "interp/heap_internal.h"

// ---- Cells and types ----

uint32_t view_rank(const Type *type) {
  return type->kind == TYPE_SEG || type_is_irregular(type) ? 1 : type->rank;
}

void view_load(const Heap *heap, Cell *frame, const Var *var, View *view) {
  const Cell *cell = cell_of(heap, frame, var);
  uint32_t rank = view_rank(var->type);
  view->block = cell[0].block;
  view->offset = cell[1].number;
  view->element = var->type->scalar;
  view->rank = rank;
  for (uint32_t i = 0; i < rank; i++) {
    view->shape[i] = cell[2 + i].number;
    view->strides[i] = cell[2 + rank + i].number;
  }
}

void view_store(const Heap *heap, Cell *frame, const Var *var, const View *view) {
  Cell *cell = cell_of(heap, frame, var);
  cell[0].block = view->block;
  cell[1].number = view->offset;
  for (uint32_t i = 0; i < view->rank; i++) {
    cell[2 + i].number = view->shape[i];
    cell[2 + view->rank + i].number = view->strides[i];
  }
}

void view_copy_header(View *to, const View *from) {
  to->block = from->block;
  to->offset = from->offset;
  to->element = from->element;
  to->rank = from->rank;
  for (uint32_t i = 0; i < from->rank; i++) {
    to->shape[i] = from->shape[i];
    to->strides[i] = from->strides[i];
  }
}

void view_make_row_major(View *view) {
  int64_t stride = 1;
  for (uint32_t i = view->rank; i-- > 0;) {
    view->strides[i] = stride;
    stride = wrap_mul(stride, view->shape[i]);
  }
}

// The elements of an array over an irregular space, or the numbers of a descriptor.
static bool view_of_irregular(Heap *heap, Cell *frame, const Type *type, View *view) {
  int64_t count = 1, before = 1; // `before`: without the last dimension
  for (uint32_t i = 0; i < type->rank; i++) {
    Dim dim = type->dims[i];
    if (!dim_is_varying(dim)) {
      before = count;
      count = wrap_mul(count, atom_number(heap, frame, dim_size(dim)));
      continue;
    }
    if (dim.var->type->kind != TYPE_SEG || dim.skip > 0)
      return heap_refuse(heap, "irregular arrays without a descriptor");
    View descriptor;
    ScalarValue total;
    view_load(heap, frame, dim.var, &descriptor);
    int64_t last = wrap_add(descriptor.offset, descriptor.shape[0] - 1);
    if (!element_read(heap, descriptor.block, last, SCALAR_I64, 0, &total)) return false;
    count = wrap_mul(before, total.i64);
  }
  view->rank = 1;
  view->shape[0] = type->kind == TYPE_SEG ? wrap_add(count, 1) : count;
  view->strides[0] = 1;
  return true;
}

bool view_of_type(Heap *heap, Cell *frame, const Type *type, View *view) {
  if (type->rank > VIEW_MAX_RANK) return heap_refuse(heap, "arrays of so many dimensions");
  const Place *place = type->place;
  view->block = cell_of(heap, frame, place->block)->block;
  view->offset = atom_number(heap, frame, place->offset);
  view->element = type->scalar;
  view->rank = type->rank;
  if (type->kind == TYPE_SEG || type_is_irregular(type))
    return view_of_irregular(heap, frame, type, view);
  for (uint32_t i = 0; i < type->rank; i++) {
    view->shape[i] = atom_number(heap, frame, dim_size(type->dims[i]));
    if (place->strides != NULL) view->strides[i] = atom_number(heap, frame, place->strides[i]);
  }
  if (place->strides == NULL) view_make_row_major(view);
  return true;
}

// ---- Shapes and elements ----

void view_at(View *view, const int64_t *indices, size_t count) {
  for (size_t i = 0; i < count; i++)
    view->offset = wrap_add(view->offset, wrap_mul(indices[i], view->strides[i]));
  view->rank -= (uint32_t)count;
  for (size_t i = 0; i < view->rank; i++) {
    view->shape[i] = view->shape[i + count];
    view->strides[i] = view->strides[i + count];
  }
}

int64_t view_count(const View *view) {
  int64_t count;
  return shape_count(view->shape, view->rank, &count) ? count : 0;
}

bool view_has_shape(const View *a, const View *b) {
  return a->rank == b->rank && memcmp(a->shape, b->shape, a->rank * sizeof(int64_t)) == 0;
}

bool view_next(const View *view, int64_t *path) {
  for (uint32_t i = view->rank; i-- > 0;) {
    if (++path[i] < view->shape[i]) return true;
    path[i] = 0;
  }
  return false;
}

int64_t view_index(const View *view, const int64_t *path) {
  int64_t index = view->offset;
  for (uint32_t i = 0; i < view->rank; i++)
    index = wrap_add(index, wrap_mul(path[i], view->strides[i]));
  return index;
}

bool view_equal(const View *a, const View *b) {
  if (!view_has_shape(a, b)) return false;
  if (view_count(a) == 0) return true;
  bool is_equal = a->block == b->block && a->offset == b->offset;
  for (uint32_t i = 0; i < a->rank; i++)
    is_equal = is_equal && (a->shape[i] == 1 || a->strides[i] == b->strides[i]);
  return is_equal;
}

static bool is_row_major(const View *view) {
  int64_t stride = 1;
  bool is_so = true;
  for (uint32_t i = view->rank; i-- > 0;) {
    is_so = is_so && (view->shape[i] == 1 || view->strides[i] == stride);
    stride = wrap_mul(stride, view->shape[i]);
  }
  return is_so;
}

bool view_equal_in_order(const View *a, const View *b) {
  int64_t count = view_count(a), path_a[VIEW_MAX_RANK] = {0}, path_b[VIEW_MAX_RANK] = {0};
  if (count != view_count(b)) return false;
  if (count == 0) return true;
  if (a->block != b->block || a->offset != b->offset) return false;
  if (is_row_major(a) && is_row_major(b)) return true;
  do {
    if (view_index(a, path_a) != view_index(b, path_b)) return false;
    view_next(b, path_b);
  } while (view_next(a, path_a));
  return true;
}

void view_print_shape(StrBuf *out, const View *view) {
  for (uint32_t i = 0; i < view->rank; i++)
    strbuf_printf(out, "[%lld]", (long long)view->shape[i]);
}

// ---- Failing ----

static void print_place(StrBuf *out, const View *view) {
  var_print(out, view->block->var);
  strbuf_printf(out, " + %lld {", (long long)view->offset);
  for (uint32_t i = 0; i < view->rank; i++)
    strbuf_printf(out, "%s%lld", i == 0 ? "" : ", ", (long long)view->strides[i]);
  strbuf_putc(out, '}');
}

bool fail_place(Heap *heap, const Var *var, const View *said, const View *real) {
  StrBuf text = {0};
  var_print(&text, var);
  strbuf_puts(&text, " is said to be at ");
  print_place(&text, said);
  strbuf_puts(&text, ", but is at ");
  print_place(&text, real);
  interp_fail(heap->interp, FAILURE_PLACES, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

bool fail_pattern(Heap *heap, const View *said, const View *real) {
  StrBuf text = {0};
  view_print_shape(&text, said);
  strbuf_puts(&text, ", but the array has shape ");
  view_print_shape(&text, real);
  interp_fail(heap->interp, FAILURE_SHAPE, "the pattern says %s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

// ---- Moving elements ----

void copy_begin(Heap *heap) { heap->copy_time = ++heap->time; }

void copy_end(Heap *heap) { heap->copy_time = 0; }

bool view_copy(Heap *heap, const View *to, const View *from, uint64_t group) {
  if (view_equal(to, from) || view_equal_in_order(to, from)) return true;
  int64_t path_to[VIEW_MAX_RANK] = {0}, path_from[VIEW_MAX_RANK] = {0};
  do {
    ScalarValue value;
    if (!element_read(heap, from->block, view_index(from, path_from), from->element, 0, &value) ||
        !element_write(heap, to->block, view_index(to, path_to), to->element, group, value))
      return false;
    view_next(to, path_to);
  } while (view_next(from, path_from));
  return true;
}

bool view_write(Heap *heap, Cell *frame, const View *to, Atom value, uint64_t group) {
  if (to->rank == 0)
    return element_write(heap, to->block, to->offset, to->element, group,
                         atom_value(heap, frame, value));
  View from;
  view_load(heap, frame, value.var, &from);
  if (!view_has_shape(to, &from)) {
    StrBuf text = {0};
    view_print_shape(&text, &from);
    strbuf_puts(&text, " is written where the shape is ");
    view_print_shape(&text, to);
    interp_fail(heap->interp, FAILURE_SHAPE, "an array of shape %s", strbuf_text(&text));
    strbuf_free(&text);
    return false;
  }
  copy_begin(heap);
  bool is_ok = view_copy(heap, to, &from, group);
  copy_end(heap);
  return is_ok;
}

// ---- Telescopes ----

size_t atoms_width(const Atom *atoms, size_t count) {
  size_t width = 0;
  for (size_t i = 0; i < count; i++)
    width += type_width(atom_type(atoms[i]));
  return width;
}

void atoms_load(Heap *heap, Cell *frame, const Atom *atoms, size_t count, Cell *cells) {
  for (size_t i = 0; i < count; i++) {
    const Type *type = atom_type(atoms[i]);
    size_t width = type_width(type);
    if (atoms[i].var == NULL)
      cells->scalar = atoms[i].constant.value;
    else
      memcpy(cells, cell_of(heap, frame, atoms[i].var), width * sizeof(Cell));
    if (type->kind == TYPE_MEM) heap_block_retain(cells->block);
    cells += width;
  }
}

// The array in the cells must be where the variable's type says.
static bool array_bind(Heap *heap, Cell *frame, const Var *var, const Cell *cells) {
  View said, real;
  if (!view_of_type(heap, frame, var->type, &said)) return false;
  real.block = cells[0].block;
  real.offset = cells[1].number;
  real.element = said.element;
  real.rank = said.rank;
  for (uint32_t i = 0; i < said.rank; i++) {
    real.shape[i] = cells[2 + i].number;
    real.strides[i] = cells[2 + said.rank + i].number;
  }
  if (!view_has_shape(&said, &real)) return fail_pattern(heap, &said, &real);
  if (!view_equal(&said, &real)) return fail_place(heap, var, &said, &real);
  view_store(heap, frame, var, &said);
  return true;
}

bool telescope_bind(Heap *heap, Cell *frame, Var *const *vars, size_t count, Cell *cells) {
  for (size_t i = 0; i < count; i++) {
    Cell *cell = cell_of(heap, frame, vars[i]);
    switch (vars[i]->type->kind) {
    case TYPE_SCALAR:
    case TYPE_CERT:
    case TYPE_ACC: *cell = *cells; break;
    case TYPE_MEM:
      heap_block_release(heap, cell->block);
      *cell = *cells;
      break;
    case TYPE_ARRAY:
      if (!array_bind(heap, frame, vars[i], cells)) return false;
      break;
    case TYPE_SEG: return heap_refuse(heap, "segment descriptors");
    }
    cells += type_width(vars[i]->type);
  }
  return true;
}

bool telescope_set(Heap *heap, Cell *frame, Var *const *vars, Cell *from, const Atom *atoms,
                   size_t count) {
  StackMark mark;
  Cell *cells = stack_push(heap->interp, atoms_width(atoms, count) * sizeof(Cell), &mark);
  if (cells == NULL) return false;
  atoms_load(heap, from, atoms, count, cells);
  bool is_ok = telescope_bind(heap, frame, vars, count, cells);
  stack_pop(heap->interp, mark);
  return is_ok;
}
