// Parallel loops: a `par` under construction, and map.
#include "front/futhark/to_core_internal.h"

EmitSpace space_open(FutLower *lower, Atom size) {
  EmitSpace space = emit_space_open(&lower->emit, atom_as_size(size));
  space.par->level = lower->level;
  return space;
}

void space_output(FutLower *lower, EmitSpace *space, Output output) {
  emit_space_output(&lower->emit, space, output);
}

Stm *space_close(FutLower *lower, EmitSpace *space, const char *name) {
  Stm *stm = emit_space_close(&lower->emit, space, name);
  for (size_t i = 0; i < lower->attrs.count; i++)
    vec_push(lower->arena, &stm->attrs, lower->attrs.data[i]);
  return stm;
}

// ---- map ----

// Sizes of a value that leaves a block: which of them nobody outside knows.
typedef struct FutLeaving {
  const EmitSpace *space;
  bool has_inner;
} FutLeaving;

static bool is_inner(const EmitSpace *space, LayoutSize size) {
  if (!size.is_known || size.size.var == NULL) return false;
  return size.size.var == space->index.var || emit_binds(space->block, size.size.var);
}

static LayoutSize hide_inner(void *context, LayoutSize size) {
  FutLeaving *leaving = context;
  if (!is_inner(leaving->space, size)) return size;
  leaving->has_inner = true;
  return (LayoutSize){0};
}

// The row's layout as the outside knows it.
static const FutLayout *row_layout(FutLower *lower, RowType row) {
  if (row.layout != NULL) return layout_peel(row.layout, row.depth);
  if (row.type == NULL) return NULL;
  const FutLayout *layout = layout_of(lower, row.frame, row.type);
  for (size_t i = 0; i < row.depth; i++) {
    if (layout->kind != LAYOUT_ARRAY) return NULL;
    layout = layout->element;
  }
  return layout;
}

// Rows of a size that only each row knows: the sizes are mapped too, and must turn out equal.
typedef struct FutIrregular {
  FutLower *lower;
  const EmitSpace *space;
  Vec(Var *) inner; // sizes bound inside
  Vec(Atom) sizes;  // what they are outside
} FutIrregular;

static LayoutSize find_inner(void *context, LayoutSize size) {
  FutIrregular *irregular = context;
  if (!is_inner(irregular->space, size)) return size;
  for (size_t i = 0; i < irregular->inner.count; i++)
    if (irregular->inner.data[i] == size.size.var) return size;
  vec_push(irregular->lower->arena, &irregular->inner, size.size.var);
  return size;
}

static LayoutSize outer_size(void *context, LayoutSize size) {
  FutIrregular *irregular = context;
  for (size_t i = 0; i < irregular->inner.count; i++)
    if (size.size.var != NULL && irregular->inner.data[i] == size.size.var)
      return (LayoutSize){.is_known = true, .size = irregular->sizes.data[i]};
  return size;
}

// A reduction of the value at a point by a commutative operation on scalars.
static Output reduce_output(FutLower *lower, Op op, Atom value, Atom neutral) {
  const Type *type = atom_type(value);
  Var *params[2];
  for (int i = 0; i < 2; i++)
    params[i] = var_new(lower->emit.program, i == 0 ? "a" : "b", type, lower->emit.span);
  EmitBlock *block = emit_open(&lower->emit);
  Atom both = emit_binary(&lower->emit, "both", op, atom_var(params[0]), atom_var(params[1]));
  emit_close(&lower->emit, block);
  Atom *atoms = arena_array(lower->arena, Atom, 2);
  atoms[0] = value;
  atoms[1] = neutral;
  Output output = {.mode = MODE_REDUCE, .is_commutative = true, .values = atoms, .value_count = 1};
  output.neutral = atoms + 1;
  output.op = lambda_new(lower->emit.program, params, 2,
                         body_new(lower->emit.program, block->stms, &both, 1));
  return output;
}

// The first of the sizes, or 0; all must be like it.
static Atom common_size(FutLower *lower, Atom count, Var *sizes) {
  Atom is_some = emit_binary(&lower->emit, "is_some", OP_SLT, atom_i64(0), count);
  EmitBlock *blocks[2];
  Static *values[2];
  blocks[0] = emit_open(&lower->emit);
  Atom first = atom_i64(0);
  values[0] = static_size(
      lower,
      atom_var(emit_let(&lower->emit, "size", exp_index(lower->emit.program, sizes, &first, 1))));
  emit_close(&lower->emit, blocks[0]);
  blocks[1] = emit_open(&lower->emit);
  values[1] = static_size(lower, atom_i64(0));
  emit_close(&lower->emit, blocks[1]);
  Atom common = static_atom(lower_branch(lower, is_some, blocks, values));
  EmitSpace space = space_open(lower, count);
  Var *size =
      emit_let(&lower->emit, "size", exp_index(lower->emit.program, sizes, &space.index, 1));
  Atom is_same = emit_binary(&lower->emit, "is_same", OP_EQ, atom_var(size), common);
  space_output(lower, &space, reduce_output(lower, OP_AND, is_same, atom_bool(true)));
  Stm *stm = space_close(lower, &space, "all_same");
  emit_check(&lower->emit, atom_var(stm->vars[0]), ERROR_RUN_SHAPE,
             "The rows of an array differ in size.", NULL, 0);
  return common;
}

static Static *map_irregular(FutLower *lower, Atom size, EmitSpace *space, const Static *value) {
  FutIrregular irregular = {.lower = lower, .space = space};
  layout_map(lower, value->layout, find_inner, &irregular);
  size_t size_count = irregular.inner.count;
  Atom *values = arena_array(lower->arena, Atom, size_count + value->layout->leaf_count);
  for (size_t i = 0; i < size_count + value->layout->leaf_count; i++) {
    values[i] = i < size_count ? atom_var(irregular.inner.data[i]) : value->leaves[i - size_count];
    Output output = {.mode = MODE_MAP, .values = values + i, .value_count = 1};
    space_output(lower, space, output);
  }
  Stm *stm = space_close(lower, space, "rows");
  size_t mark = emit_mark(&lower->emit);
  for (size_t i = 0; i < size_count; i++) {
    Atom common = common_size(lower, size, stm->vars[i]);
    vec_push(lower->arena, &irregular.sizes, common);
  }
  const FutLayout *layout =
      layout_array(lower, size, layout_map(lower, value->layout, outer_size, &irregular));
  const Type **types = layout_types(lower, layout);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++) {
    leaves[i] = atom_var(stm->vars[size_count + i]);
    if (type_equal(atom_type(leaves[i]), types[i])) continue;
    Exp *exp = exp_new(lower->emit.program, OP_RESHAPE, &leaves[i], 1);
    leaves[i] = atom_var(emit_shaped(&lower->emit, "rows", exp, types[i]));
  }
  emit_uncheck(&lower->emit, mark);
  return static_data(lower, layout, leaves);
}

Static *lower_map(FutLower *lower, Atom size, RowType row, FutPointBody *body, void *context) {
  EmitSpace space = space_open(lower, size);
  Static *value = body(lower, space.index, context);
  if (value->kind != STATIC_DATA)
    lower_unsupported(lower, lower->emit.span, "functions cannot be elements of an array");
  FutLeaving leaving = {.space = &space};
  const FutLayout *outside = layout_map(lower, value->layout, hide_inner, &leaving);
  if (leaving.has_inner) {
    lower->emit.block = space.block->parent;
    const FutLayout *known = row_layout(lower, row);
    lower->emit.block = space.block;
    if (known != NULL) outside = layout_fill(lower, outside, known);
    if (!layout_is_known(outside)) return map_irregular(lower, size, &space, value);
  }
  value = static_coerce(lower, value, outside);
  size_t count = value->layout->leaf_count;
  const FutLayout *layout = layout_array(lower, size, value->layout);
  if (count == 0) {
    emit_close(&lower->emit, space.block);
    return static_data(lower, layout, NULL);
  }
  for (size_t i = 0; i < count; i++) {
    Output output = {.mode = MODE_MAP, .values = &value->leaves[i], .value_count = 1};
    space_output(lower, &space, output);
  }
  return static_of_vars(lower, layout, space_close(lower, &space, "mapped")->vars);
}

// ---- Flat maps ----

// The layout of a value at a point, with sizes that the outside knows.
static const FutLayout *shown_layout(FutLower *lower, const EmitSpace *space,
                                     const FutLayout *layout, const FutLayout *known) {
  FutLeaving leaving = {.space = space};
  layout = layout_map(lower, layout, hide_inner, &leaving);
  if (leaving.has_inner && known != NULL) layout = layout_fill(lower, layout, known);
  if (!layout_is_known(layout))
    lower_unsupported(lower, lower->emit.span, "a size of these elements is not known outside");
  return layout;
}

static Atom sum_of(FutLower *lower, Atom count, Var *sizes) {
  EmitSpace space = space_open(lower, count);
  Var *size =
      emit_let(&lower->emit, "size", exp_index(lower->emit.program, sizes, &space.index, 1));
  space_output(lower, &space, reduce_output(lower, OP_ADD, atom_var(size), atom_i64(0)));
  return atom_var(space_close(lower, &space, "total")->vars[0]);
}

static void map_outputs(FutLower *lower, EmitSpace *space, const Static *value) {
  for (size_t i = 0; i < value->layout->leaf_count; i++) {
    Output output = {.mode = MODE_MAP, .values = &value->leaves[i], .value_count = 1};
    space_output(lower, space, output);
  }
}

Static *lower_flat_map(FutLower *lower, Atom size, const FutLayout *result, FutPointBody *body,
                       void *context) {
  bool is_known = result != NULL && result->kind == LAYOUT_RECORD;
  Name *names = arena_array(lower->arena, Name, 2);
  Static **parts = arena_array(lower->arena, Static *, 2);
  EmitSpace space = space_open(lower, size);
  const Static *value = body(lower, space.index, context);
  for (size_t i = 0; i < 2; i++) {
    names[i] = intern_str(lower->names, i == 0 ? "0" : "1");
    parts[i] = static_project(lower, value, names[i]);
    if (parts[i]->kind != STATIC_DATA)
      lower_unsupported(lower, lower->emit.span, "functions cannot be elements of an array");
  }
  Atom count = parts[0]->layout->size;
  const FutLayout *element = shown_layout(lower, &space, parts[0]->layout->element,
                                          is_known ? layout_peel(result->fields[0], 1) : NULL);
  const FutLayout *other = shown_layout(lower, &space, parts[1]->layout,
                                        is_known ? layout_peel(result->fields[1], 1) : NULL);
  bool is_irregular = is_inner(&space, (LayoutSize){true, count});
  if (is_irregular) map_outputs(lower, &space, static_size(lower, count));
  map_outputs(lower, &space, static_coerce(lower, parts[0], layout_array(lower, count, element)));
  map_outputs(lower, &space, static_coerce(lower, parts[1], other));
  Stm *stm = space_close(lower, &space, "rows");
  Var **vars = stm->vars + (is_irregular ? 1 : 0);
  Atom total = is_irregular ? sum_of(lower, size, stm->vars[0])
                            : emit_size(&lower->emit, OP_MUL, size, count);
  const FutLayout *flat = layout_array(lower, total, element);
  const Type **types = layout_types(lower, flat);
  Atom *leaves = arena_array(lower->arena, Atom, flat->leaf_count);
  for (size_t i = 0; i < flat->leaf_count; i++) {
    Atom rows = atom_var(vars[i]);
    Exp *exp = exp_new(lower->emit.program, OP_RESHAPE, &rows, 1);
    leaves[i] = atom_var(emit_shaped(&lower->emit, "flat", exp, types[i]));
  }
  parts[0] = static_data(lower, flat, leaves);
  parts[1] = static_of_vars(lower, layout_array(lower, size, other), vars + flat->leaf_count);
  return static_record(lower, names, parts, 2, true);
}

// ---- Operators ----

Lambda *lower_operator(FutLower *lower, const Static *function, const FutLayout *layout) {
  size_t count = layout->leaf_count;
  Var **params = arena_array(lower->arena, Var *, 2 * count);
  Static *args[2];
  for (size_t i = 0; i < 2; i++) {
    Var **vars = layout_vars(lower, layout, i == 0 ? "a" : "b");
    for (size_t k = 0; k < count; k++)
      params[i * count + k] = vars[k];
    args[i] = static_of_vars(lower, layout, vars);
  }
  EmitBlock *block = emit_open(&lower->emit);
  Static *result = lower_apply(lower, function, args, 2, lower->emit.span);
  result = static_coerce(lower, result, layout);
  emit_close(&lower->emit, block);
  Body *body = body_new(lower->emit.program, block->stms, result->leaves, count);
  return lambda_new(lower->emit.program, params, 2 * count, body);
}
