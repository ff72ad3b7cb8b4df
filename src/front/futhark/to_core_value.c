// Static values and the frames that name them.
#include "front/futhark/to_core_internal.h"

// ---- Frames ----

FutFrame *frame_new(FutLower *lower, FutFrame *parent) {
  FutFrame *frame = arena_make(lower->arena, FutFrame);
  frame->parent = parent;
  frame->values = map_new(lower->arena);
  frame->types = map_new(lower->arena);
  return frame;
}

void frame_bind(FutFrame *frame, const FutValue *value, const Static *meaning) {
  map_put(frame->values, map_key(value), meaning);
}

Static *frame_find(const FutFrame *frame, const FutValue *value) {
  for (; frame != NULL; frame = frame->parent) {
    void *meaning;
    if (map_find(frame->values, map_key(value), &meaning)) return meaning;
  }
  return NULL;
}

static bool is_visible(const FutLower *lower, const EmitBlock *block) {
  for (const EmitBlock *open = lower->emit.block; open != NULL; open = open->parent)
    if (open == block) return true;
  return false;
}

Static *frame_find_size(const FutLower *lower, const FutFrame *frame, const FutSize *size) {
  for (; frame != NULL; frame = frame->parent)
    for (size_t i = 0; i < frame->sizes.count; i++)
      if (fut_size_equal(frame->sizes.data[i].size, size) &&
          is_visible(lower, frame->sizes.data[i].block))
        return frame->sizes.data[i].value;
  return NULL;
}

// An unknown size is another one each time that its expression is evaluated.
static bool mentions_unknown(const FutSize *size) {
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_VALUE) return size->value->kind == FUT_VALUE_UNKNOWN;
  for (size_t i = 0; i < size->arg_count; i++)
    if (mentions_unknown(size->args[i])) return true;
  return false;
}

void frame_bind_size(FutLower *lower, FutFrame *frame, const FutSize *size, Static *value) {
  if (value == NULL || mentions_unknown(size)) return;
  KnownSize known = {size, value, lower->emit.block};
  vec_push(lower->arena, &frame->sizes, known);
}

const FutLayout *frame_find_type(const FutFrame *frame, const FutTypeName *name) {
  for (; frame != NULL; frame = frame->parent) {
    void *layout;
    if (map_find(frame->types, map_key(name), &layout)) return layout;
  }
  return NULL;
}

// ---- Making values ----

Static *static_data(FutLower *lower, const FutLayout *layout, const Atom *leaves) {
  Static *value = arena_make(lower->arena, Static);
  *value = (Static){.kind = STATIC_DATA, .layout = layout};
  value->leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++)
    value->leaves[i] = leaves[i];
  return value;
}

Static *static_scalar(FutLower *lower, FutPrim prim, Atom atom) {
  return static_data(lower, layout_prim(lower, prim), &atom);
}

Static *static_size(FutLower *lower, Atom atom) { return static_scalar(lower, FUT_PRIM_I64, atom); }

Static *static_unit(FutLower *lower) {
  return static_data(lower, layout_record(lower, NULL, NULL, 0, false), NULL);
}

Static *static_function(FutLower *lower, const Closure *closure) {
  Static *value = arena_make(lower->arena, Static);
  *value = (Static){.kind = STATIC_FUNCTION, .closure = closure};
  return value;
}

bool static_has_function(const Static *value) { return value->kind != STATIC_DATA; }

// Records of data are data; the fields are sorted by name already.
Static *static_record(FutLower *lower, Name *names, Static **fields, size_t count, bool is_tuple) {
  bool is_data = true;
  for (size_t i = 0; i < count; i++)
    is_data = is_data && fields[i]->kind == STATIC_DATA;
  if (!is_data) {
    Static *value = arena_make(lower->arena, Static);
    *value = (Static){.kind = STATIC_RECORD, .names = names, .fields = fields, .count = count};
    return value;
  }
  const FutLayout **layouts = arena_array(lower->arena, const FutLayout *, count);
  for (size_t i = 0; i < count; i++)
    layouts[i] = fields[i]->layout;
  const FutLayout *layout = layout_record(lower, names, layouts, count, is_tuple);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  size_t next = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < layouts[i]->leaf_count; k++)
      leaves[next++] = fields[i]->leaves[k];
  return static_data(lower, layout, leaves);
}

Var **layout_vars(FutLower *lower, const FutLayout *layout, const char *name) {
  const Type **types = layout_types(lower, layout);
  Var **vars = arena_array(lower->arena, Var *, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++)
    vars[i] = var_new(lower->emit.program, name, types[i], lower->emit.span);
  return vars;
}

Static *static_of_vars(FutLower *lower, const FutLayout *layout, Var *const *vars) {
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++)
    leaves[i] = atom_var(vars[i]);
  return static_data(lower, layout, leaves);
}

Atom static_atom(const Static *value) {
  if (value->kind != STATIC_DATA || value->layout->leaf_count != 1)
    INTERNAL_ERROR("a scalar was expected");
  return value->leaves[0];
}

// ---- Fields ----

Static *static_project(FutLower *lower, const Static *record, Name field) {
  if (record->kind == STATIC_RECORD) {
    for (size_t i = 0; i < record->count; i++)
      if (record->names[i] == field) return record->fields[i];
    INTERNAL_ERROR("no field %s", field);
  }
  if (record->kind != STATIC_DATA || record->layout->kind != LAYOUT_RECORD)
    INTERNAL_ERROR("field %s of something that is no record", field);
  size_t start = 0;
  for (size_t i = 0; i < record->layout->count; i++) {
    const FutLayout *layout = record->layout->fields[i];
    if (record->layout->names[i] == field)
      return static_data(lower, layout, record->leaves + start);
    start += layout->leaf_count;
  }
  INTERNAL_ERROR("no field %s", field);
}

Static *static_with_field(FutLower *lower, const Static *record, Name field, Static *value) {
  bool is_data = record->kind == STATIC_DATA;
  size_t count = is_data ? record->layout->count : record->count;
  Name *names = is_data ? record->layout->names : record->names;
  Static **fields = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++)
    fields[i] = names[i] == field ? value : static_project(lower, record, names[i]);
  return static_record(lower, names, fields, count, is_data && record->layout->is_tuple);
}

// ---- Arrays ----

// An array of records has the leaves of a record, in the same order.
static const Static *as_record(FutLower *lower, const Static *array, size_t rank) {
  if (rank == 0) return array;
  return static_data(lower, layout_peel(array->layout, rank), array->leaves);
}

// The outer dimensions of one layout around another.
static const FutLayout *layout_around(FutLower *lower, const FutLayout *array, size_t rank,
                                      const FutLayout *element) {
  if (rank == 0) return element;
  return layout_array(lower, array->size, layout_around(lower, array->element, rank - 1, element));
}

Static *static_project_rows(FutLower *lower, const Static *array, Name field, size_t rank) {
  Static *part = static_project(lower, as_record(lower, array, rank), field);
  if (rank == 0) return part;
  return static_data(lower, layout_around(lower, array->layout, rank, part->layout), part->leaves);
}

Static *static_with_row_field(FutLower *lower, const Static *array, Name field, size_t rank,
                              Static *value) {
  if (rank > 0) value = static_data(lower, layout_peel(value->layout, rank), value->leaves);
  Static *record = static_with_field(lower, as_record(lower, array, rank), field, value);
  if (rank == 0) return record;
  return static_data(lower, array->layout, record->leaves);
}

Static *static_index(FutLower *lower, const Static *array, const Atom *indices, size_t count) {
  const FutLayout *layout = layout_peel(array->layout, count);
  if (count == 0) return static_data(lower, layout, array->leaves);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++) {
    Exp *exp = exp_index(lower->emit.program, array->leaves[i].var, indices, count);
    leaves[i] = atom_var(emit_let(&lower->emit, "element", exp));
  }
  return static_data(lower, layout, leaves);
}

// Sizes that are constants and differ cannot be coerced; a check before has failed then.
static bool is_contradiction(const Type *from, const Type *to) {
  for (uint32_t i = 0; i < from->rank; i++)
    if (from->dims[i].var == NULL && to->dims[i].var == NULL &&
        !dim_equal(from->dims[i], to->dims[i]))
      return true;
  return false;
}

Static *static_coerce(FutLower *lower, const Static *value, const FutLayout *layout) {
  layout = layout_fill(lower, layout, value->layout);
  const Type **types = layout_types(lower, layout);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++) {
    leaves[i] = value->leaves[i];
    const Type *type = atom_type(leaves[i]);
    if (type_equal(type, types[i]) || type->kind != TYPE_ARRAY) continue;
    Op op = is_contradiction(type, types[i]) ? OP_RESHAPE : OP_COERCE;
    Exp *exp = exp_new(lower->emit.program, op, &leaves[i], 1);
    leaves[i] = atom_var(emit_shaped(&lower->emit, leaves[i].var->name, exp, types[i]));
  }
  return static_data(lower, layout, leaves);
}

// ---- Blanks ----

static LayoutSize blank_size(void *context, LayoutSize size) {
  (void)context;
  if (size.is_known) return size;
  return (LayoutSize){.is_known = true, .size = atom_i64(0)};
}

// An array of blanks, as a parallel loop that gives a constant.
Atom atom_blank(FutLower *lower, const Type *type) {
  bool is_float =
      type->scalar == SCALAR_F16 || type->scalar == SCALAR_F32 || type->scalar == SCALAR_F64;
  Atom zero =
      atom_constant(is_float ? constant_float(type->scalar, 0.0) : constant_int(type->scalar, 0));
  if (type->scalar == SCALAR_BOOL) zero = atom_bool(false);
  if (type->rank == 0) return zero;
  EmitSpace *spaces = arena_array(lower->arena, EmitSpace, type->rank);
  for (uint32_t i = 0; i < type->rank; i++)
    spaces[i] = space_open(lower, dim_size(type->dims[i]));
  Atom value = zero;
  for (uint32_t i = type->rank; i > 0; i--) {
    Atom *values = arena_array(lower->arena, Atom, 1);
    values[0] = value;
    Output output = {.mode = MODE_MAP, .values = values, .value_count = 1};
    space_output(lower, &spaces[i - 1], output);
    value = atom_var(space_close(lower, &spaces[i - 1], "blank")->vars[0]);
  }
  return value;
}

Static *static_blank(FutLower *lower, const FutLayout *layout) {
  layout = layout_map(lower, layout, blank_size, NULL);
  const Type **types = layout_types(lower, layout);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++)
    leaves[i] = atom_blank(lower, types[i]);
  return static_data(lower, layout, leaves);
}
