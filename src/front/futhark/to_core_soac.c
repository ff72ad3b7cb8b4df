// The parallel intrinsics: each is a `par` with one kind of output.
#include <string.h>

#include "front/futhark/to_core_intrinsic.h"

typedef struct Mapping {
  const Static *function, *array;
  Span span;
} Mapping;

static Static *map_point(FutLower *lower, Atom index, void *context) {
  const Mapping *mapping = context;
  Static *element = static_index(lower, mapping->array, &index, 1);
  return lower_apply(lower, mapping->function, &element, 1, mapping->span);
}

Static *lower_map_call(FutLower *lower, const FutCall *call) {
  Mapping mapping = {.function = call->args[0], .array = call->args[1], .span = call->span};
  bool has_row = call->result != NULL && call->result->kind == LAYOUT_ARRAY;
  RowType row = {.layout = has_row ? call->result : NULL, .depth = 1};
  return lower_map(lower, call->args[1]->layout->size, row, map_point, &mapping);
}

Static *lower_flatmap(FutLower *lower, const FutCall *call) {
  Mapping mapping = {.function = call->args[0], .array = call->args[1], .span = call->span};
  return lower_flat_map(lower, call->args[1]->layout->size, call->result, map_point, &mapping);
}

// ---- Folds ----

// A par over the array with an output that folds its elements; the operator is outside.
static Stm *lower_fold(FutLower *lower, const FutCall *call, Mode mode, bool is_commutative) {
  const Static *neutral = call->args[1], *array = call->args[2];
  Output output = {.mode = mode, .is_commutative = is_commutative};
  output.is_exclusive = strcmp(call->value->name, "exscan") == 0;
  output.op = lower_operator(lower, call->args[0], neutral->layout);
  output.neutral = neutral->leaves;
  output.value_count = neutral->layout->leaf_count;
  EmitSpace space = space_open(lower, array->layout->size);
  Static *element = static_index(lower, array, &space.index, 1);
  output.values = static_coerce(lower, element, neutral->layout)->leaves;
  space_output(lower, &space, output);
  return space_close(lower, &space, mode == MODE_SCAN ? "scanned" : "reduced");
}

Static *lower_reduce(FutLower *lower, const FutCall *call) {
  Static *neutral = call->args[1];
  if (neutral->layout->leaf_count == 0) return neutral;
  bool is_commutative = strcmp(call->value->name, "reduce_comm") == 0;
  Stm *stm = lower_fold(lower, call, MODE_REDUCE, is_commutative);
  return static_of_vars(lower, neutral->layout, stm->vars);
}

Static *lower_scan(FutLower *lower, const FutCall *call) {
  const Static *neutral = call->args[1], *array = call->args[2];
  if (neutral->layout->leaf_count == 0) return call->args[2];
  Stm *stm = lower_fold(lower, call, MODE_SCAN, false);
  const FutLayout *layout = layout_array(lower, array->layout->size, neutral->layout);
  return static_of_vars(lower, layout, stm->vars);
}

// ---- Filters ----

Static *lower_filter(FutLower *lower, const FutCall *call) {
  const Static *array = call->args[1];
  EmitSpace space = space_open(lower, array->layout->size);
  Static *element = static_index(lower, array, &space.index, 1);
  Static *is_kept = lower_apply(lower, call->args[0], &element, 1, call->span);
  Output output = {.mode = MODE_KEEP, .values = element->leaves};
  output.selector = static_atom(is_kept);
  output.value_count = element->layout->leaf_count;
  space_output(lower, &space, output);
  Stm *stm = space_close(lower, &space, "kept");
  const FutLayout *layout = layout_array(lower, atom_var(stm->vars[0]), array->layout->element);
  return static_of_vars(lower, layout, stm->vars + 1);
}

static Static *pair_of(FutLower *lower, Static *first, Static *second) {
  Name *names = arena_array(lower->arena, Name, 2);
  names[0] = intern_str(lower->names, "0");
  names[1] = intern_str(lower->names, "1");
  Static **fields = arena_array(lower->arena, Static *, 2);
  fields[0] = first;
  fields[1] = second;
  return static_record(lower, names, fields, 2, true);
}

Static *lower_partition(FutLower *lower, const FutCall *call) {
  const Static *array = call->args[2];
  Atom classes = static_atom(call->args[0]);
  if (classes.var != NULL) INTERNAL_ERROR("the number of classes is not a literal");
  size_t count = (size_t)constant_to_i64(classes.constant);
  EmitSpace space = space_open(lower, array->layout->size);
  Static *element = static_index(lower, array, &space.index, 1);
  Static *class = lower_apply(lower, call->args[1], &element, 1, call->span);
  Output output = {.mode = MODE_SPLIT, .values = element->leaves, .class_count = (uint32_t)count};
  output.selector = static_atom(class);
  output.value_count = element->layout->leaf_count;
  space_output(lower, &space, output);
  Stm *stm = space_close(lower, &space, "split");
  Atom *counts = arena_array(lower->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    counts[i] = atom_var(stm->vars[i]);
  const FutLayout *layout = layout_array(lower, classes, layout_prim(lower, FUT_PRIM_I64));
  Exp *exp = exp_new(lower->emit.program, OP_ARRAY, counts, count);
  Atom sizes = atom_var(emit_shaped(&lower->emit, "counts", exp, layout_types(lower, layout)[0]));
  return pair_of(lower, static_of_vars(lower, array->layout, stm->vars + count),
                 static_data(lower, layout, &sizes));
}

// ---- Writes ----

// An output that writes the elements of `values` to `dest` at the indices; the space is open.
static Output write_output(FutLower *lower, const EmitSpace *space, Mode mode, const Static *dest,
                           const Static *indices, const Static *values) {
  Static *index = static_index(lower, indices, &space->index, 1);
  Static *value = static_index(lower, values, &space->index, 1);
  size_t rank = index->layout->leaf_count;
  value = static_coerce(lower, value, layout_peel(dest->layout, rank));
  return (Output){.mode = mode,
                  .dests = dest->leaves,
                  .indices = index->leaves,
                  .index_count = rank,
                  .values = value->leaves,
                  .value_count = value->layout->leaf_count};
}

Static *lower_scatter(FutLower *lower, const FutCall *call) {
  Static *dest = call->args[0];
  if (dest->layout->leaf_count == 0) return dest;
  EmitSpace space = space_open(lower, call->args[1]->layout->size);
  space_output(lower, &space,
               write_output(lower, &space, MODE_PUT, dest, call->args[1], call->args[2]));
  return static_of_vars(lower, dest->layout, space_close(lower, &space, "scattered")->vars);
}

Static *lower_histogram(FutLower *lower, const FutCall *call) {
  // `hist_1d` and its kin take a hint first, how many values go to one place, which counts nothing.
  Static *const *args = call->args + (call->count - 5);
  Static *dest = args[0];
  if (dest->layout->leaf_count == 0) return dest;
  size_t rank = args[3]->layout->element->leaf_count;
  const FutLayout *row = layout_peel(dest->layout, rank);
  Static *neutral = static_coerce(lower, args[2], row);
  Lambda *op = lower_operator(lower, args[1], row);
  EmitSpace space = space_open(lower, args[3]->layout->size);
  Output output = write_output(lower, &space, MODE_COMBINE, dest, args[3], args[4]);
  output.op = op;
  output.neutral = neutral->leaves;
  space_output(lower, &space, output);
  return static_of_vars(lower, dest->layout, space_close(lower, &space, "histogram")->vars);
}

// ---- Accumulators ----

Static *lower_acc_write(FutLower *lower, const FutCall *call) {
  const Static *acc = call->args[0];
  Static *value = static_coerce(lower, call->args[2], acc->layout->element->element);
  size_t count = value->layout->leaf_count;
  Atom *args = arena_array(lower->arena, Atom, 2 + count);
  args[0] = static_atom(acc);
  args[1] = static_atom(call->args[1]);
  for (size_t i = 0; i < count; i++)
    args[2 + i] = value->leaves[i];
  Var *var =
      emit_let(&lower->emit, "acc", exp_new(lower->emit.program, OP_ACC_UPDATE, args, 2 + count));
  Atom leaf = atom_var(var);
  return static_data(lower, acc->layout, &leaf);
}

// The par that hands the accumulator to every element; gives the final accumulator.
static Atom acc_par(FutLower *lower, const Static *function, const Static *array,
                    const FutLayout *layout, Var *acc, Span span) {
  EmitSpace space = space_open(lower, array->layout->size);
  Par *par = space.par;
  par->acc_count = 1;
  par->accs = arena_array(lower->arena, ParInput, 1);
  par->accs[0].outside = acc;
  par->accs[0].inside = var_new(lower->emit.program, "acc", acc->type, lower->emit.span);
  Static *args[2];
  Atom inside = atom_var(par->accs[0].inside);
  args[0] = static_data(lower, layout, &inside);
  args[1] = static_index(lower, array, &space.index, 1);
  Static *result = lower_apply(lower, function, args, 2, span);
  Output output = {.mode = MODE_ACC, .values = result->leaves, .value_count = 1};
  space_output(lower, &space, output);
  return atom_var(space_close(lower, &space, "acc")->vars[0]);
}

Static *lower_acc_stream(FutLower *lower, const FutCall *call) {
  bool has_op = call->count == 5;
  Static *dest = call->args[0];
  if (dest->layout->leaf_count == 0) return dest;
  const Static *function = call->args[has_op ? 3 : 1], *array = call->args[has_op ? 4 : 2];
  const FutLayout *layout = layout_acc(lower, dest->layout);
  WithAcc *with_acc = arena_make(lower->arena, WithAcc);
  with_acc->acc_count = 1;
  with_acc->accs = arena_array(lower->arena, AccDecl, 1);
  AccDecl *decl = &with_acc->accs[0];
  decl->param = layout_vars(lower, layout, "acc")[0];
  decl->dests = dest->leaves;
  decl->dest_count = dest->layout->leaf_count;
  if (has_op) {
    decl->op = lower_operator(lower, call->args[1], dest->layout->element);
    decl->neutral = static_coerce(lower, call->args[2], dest->layout->element)->leaves;
  }
  EmitBlock *block = emit_open(&lower->emit);
  Atom last = acc_par(lower, function, array, layout, decl->param, call->span);
  emit_close(&lower->emit, block);
  with_acc->body = body_new(lower->emit.program, block->stms, &last, 1);
  Builder builder = emit_builder(&lower->emit);
  Stm *stm = build_infer(&builder, "written", exp_with_acc(lower->emit.program, with_acc));
  return static_of_vars(lower, dest->layout, stm->vars);
}
