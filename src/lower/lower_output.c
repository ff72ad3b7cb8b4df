// The outputs of a par: what is carried through the loop, what each point does, and what is left at
// the end.
#include "ir/par.h"
#include "lower/lower_internal.h"

// The counters of a split with at most this many classes live on the stack.
enum { LOCAL_CLASSES = 128 };

bool output_has(const OutputState *output, unsigned traits) {
  return mode_has(output->output->mode, traits);
}

// ---- Operators ----

// Names a value that is more than a name already, so that it is computed once.
static ImpExp *named(Lower *lower, const Var *var, ImpExp *value) {
  bool is_atom = value->kind == IMP_CONST || value->kind == IMP_VAR;
  if (is_atom || usage_of(lower, var)->operands <= 1) return value;
  return imp_use(lower->imp, imp_let(&lower->out, var->name, value));
}

void operator_apply(Lower *lower, const Lambda *op, ImpVar *const *carry, ImpExp *const *values,
                    size_t count) {
  for (size_t i = 0; i < count; i++) {
    bind_alias(lower, op->params[i], imp_use(lower->imp, carry[i]));
    bind_alias(lower, op->params[count + i], named(lower, op->params[count + i], values[i]));
  }
  lower_stms(lower, &op->body->stms);
  ImpExp **results = arena_array(lower->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count; i++)
    results[i] = lower_atom(lower, op->body->results[i]);
  assign_all(lower, carry, results, count);
}

// The greatest or least float so far is not a nan when it does not start as one, since fmax and
// fmin give a nan only for two of them. Then one comparison is enough, which is false for a nan:
// one instruction. On a device there is an instruction for fmax.
static bool accumulate_extreme(Lower *lower, const OutputState *output, ImpExp *const *values) {
  const Output *source = output->output;
  if (source->value_count != 1 || lower->options.target.has_device) return false;
  Op op = operator_primitive(source->op, 0, 1);
  Atom start = source->neutral[0];
  if ((op != OP_FMAX && op != OP_FMIN) || start.var) return false;
  double number = constant_to_double(start.constant);
  if (number != number) return false;
  ImpProgram *imp = lower->imp;
  ImpExp *value = values[0];
  if (value->kind != IMP_CONST && value->kind != IMP_VAR)
    value = imp_use(imp, imp_let(&lower->out, source->op->params[1]->name, value));
  ImpExp *carry = imp_use(imp, output->carry[0]);
  ImpExp *is_better =
      op == OP_FMAX ? imp_binary(imp, OP_FLT, carry, value) : imp_binary(imp, OP_FLT, value, carry);
  ImpExp *args[] = {is_better, value, carry};
  imp_assign(&lower->out, output->carry[0], imp_op(imp, OP_SELECT, carry->type, args, 3));
  return true;
}

static ImpExp **lower_atoms(Lower *lower, const Atom *atoms, size_t count) {
  ImpExp **exps = arena_array(lower->imp->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count; i++)
    exps[i] = lower_atom(lower, atoms[i]);
  return exps;
}

// ---- Before the loop ----

static void begin_carry(Lower *lower, OutputState *state) {
  const Output *output = state->output;
  state->carry = arena_array(lower->arena, ImpVar *, output->value_count + 1);
  for (size_t i = 0; i < output->value_count; i++) {
    Scalar scalar = atom_type(output->neutral[i])->scalar;
    Name name = output->op->params[i]->name;
    state->carry[i] = imp_declare(&lower->out, name, scalar, lower_atom(lower, output->neutral[i]));
  }
}

// Counters of all classes, zero.
static void begin_split(Lower *lower, OutputState *state) {
  ImpProgram *imp = lower->imp;
  uint32_t classes = state->output->class_count;
  Name name = name_of(lower, "places");
  ImpExp *limit = imp_i64(imp, classes);
  if (classes <= LOCAL_CLASSES) {
    state->places = imp_local(&lower->out, name, SCALAR_I64, classes);
  } else if (lower->options.target.has_device) {
    refuse(lower, lower->out.span, "a split into more than 128 classes");
    state->places = imp_local(&lower->out, name, SCALAR_I64, classes);
  } else {
    ImpVar *block = imp_block(&lower->out, name);
    imp_release(&lower->out, block); // from the previous segment
    imp_alloc(&lower->out, block, SCALAR_I64, &limit, 1);
    state->places = imp_pointer(&lower->out, name, SCALAR_I64, block);
  }
  ImpVar *class = loop_index(lower, "class");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, class, imp_i64(imp, 0), limit);
  ImpBuilder inside = imp_into(&lower->out, &loop->body);
  imp_store(&inside, state->places, imp_use(imp, class), imp_i64(imp, 0));
}

void outputs_begin(Lower *lower, ParState *state) {
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    if (output->action == ACTION_NONE) continue;
    if (output_has(output, TRAIT_FOLDS)) begin_carry(lower, output);
    if (output_has(output, TRAIT_SORTS)) begin_split(lower, output);
    if (!output_has(output, TRAIT_DROPS)) continue;
    output->count =
        imp_declare(&lower->out, name_of(lower, "count"), SCALAR_I64, imp_i64(lower->imp, 0));
    // The type of the kept values names this variable.
    if (output->action == ACTION_FULL)
      bind_alias(lower, output->results[0], imp_use(lower->imp, output->count));
  }
}

// ---- One point ----

// The row of a result at the first `count` of these indices.
static Region result_at(Lower *lower, const ParState *state, const Var *result,
                        ImpExp *const *indices, size_t count) {
  ImpExp **at = space_indices(lower, state, indices, &count);
  return region_at(lower, region_of(lower, result), at, count);
}

static void emit_map(Lower *lower, const ParState *state, const OutputState *output,
                     ImpExp *const *indices) {
  Var *result = output->results[0];
  Atom value = output->output->values[0];
  if (result->type->kind == TYPE_SCALAR) { // a space without dimensions
    bind_scalar(lower, result, lower_atom(lower, value));
    return;
  }
  if (!type_is_array(result->type)) return;
  const LowerJoin *join = join_of(output, 0);
  if (join) {
    join_append(lower, join, value);
    return;
  }
  Region to = result_at(lower, state, result, indices, state->par->rank);
  region_put(lower, &to, value);
}

// The element of each result at these indices.
static void store_results(Lower *lower, const ParState *state, Var *const *results,
                          ImpExp *const *indices, const Atom *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Region to = result_at(lower, state, results[i], indices, state->par->rank);
    region_put(lower, &to, values[i]);
  }
}

static void accumulate(Lower *lower, const ParState *state, const OutputState *output) {
  const Output *source = output->output;
  if (output->action == ACTION_CHANGE) {
    blocks_note_change(lower, output);
    return;
  }
  ImpExp **values = lower_atoms(lower, source->values, source->value_count);
  if (state->is_value)
    assign_all(lower, output->carry, values, source->value_count);
  else if (mode_has(source->mode, TRAIT_RUNNING) || !accumulate_extreme(lower, output, values))
    operator_apply(lower, source->op, output->carry, values, source->value_count);
}

static void emit_scan(Lower *lower, ParState *state, OutputState *output, ImpExp *const *indices) {
  const Output *source = output->output;
  size_t count = source->value_count;
  ImpExp **shown = arena_array(lower->imp->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count && source->is_exclusive && !output->is_given; i++)
    shown[i] = imp_use(lower->imp, imp_let(&lower->out, output->carry[i]->name,
                                           imp_use(lower->imp, output->carry[i])));
  if (!output->is_given) accumulate(lower, state, output);
  for (size_t i = 0; i < count && (!source->is_exclusive || output->is_given); i++)
    shown[i] = imp_use(lower->imp, output->carry[i]);
  if (state->par->has_epilogue) {
    size_t first = 0;
    for (OutputState *before = state->outputs; before < output; before++)
      if (output_has(before, TRAIT_RUNNING)) first += before->output->value_count;
    for (size_t i = 0; i < count; i++)
      bind_alias(lower, state->par->scan_params[first + i], shown[i]);
    return;
  }
  if (output->action != ACTION_FULL) return;
  for (size_t i = 0; i < count; i++) {
    Region to = result_at(lower, state, output->results[i], indices, state->par->rank);
    region_store(lower, &to, shown[i]);
  }
}

static bool are_scalars(const Atom *values, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (atom_type(values[i])->kind != TYPE_SCALAR) return false;
  return true;
}

// Puts the values where the next ones go. With a condition, that is only done if it holds, or what
// is written is overwritten by the next values.
static void store_kept(Lower *lower, const ParState *state, const OutputState *output,
                       ImpExp *const *at, ImpExp *is_kept) {
  const Output *source = output->output;
  for (size_t k = 0; k < source->value_count; k++) {
    const LowerJoin *join = join_of(output, k);
    if (join)
      join_keep(lower, join, source->values[k], is_kept);
    else
      store_results(lower, state, output->results + 1 + k, at, source->values + k, 1);
  }
}

// May the values be written whether they are kept or not? A chunk must not write past its own
// values.
static bool is_branchless(const Lower *lower, const OutputState *output) {
  const Output *source = output->output;
  for (size_t k = 0; k < source->value_count; k++) {
    const LowerJoin *join = join_of(output, k);
    if (join ? !join->room : lower->part != NULL) return false;
  }
  return are_scalars(source->values, source->value_count);
}

static void offer_kept(Lower *lower, const OutputState *output, ImpExp *is_kept) {
  const Output *source = output->output;
  for (size_t k = 0; k < source->value_count; k++)
    imp_assign(&lower->out, output->carry[k], lower_atom(lower, source->values[k]));
  imp_assign(&lower->out, output->count, is_kept);
}

void keep_store(Lower *lower, const ParState *state, const OutputState *output, ImpExp *at) {
  size_t first = output_has(output, TRAIT_SORTS) ? output->output->class_count : 1;
  for (size_t k = 0; k < output->output->value_count; k++) {
    ImpExp *value = imp_use(lower->imp, output->carry[k]);
    const LowerJoin *join = join_of(output, k);
    if (join) { // all segments one after another
      const Type *type = join->result->type;
      imp_store(&lower->out, bound_of(lower, type->place->block)->pointers[type->scalar], at,
                value);
      continue;
    }
    Region to = result_at(lower, state, output->results[first + k], &at, 1);
    region_store(lower, &to, value);
  }
}

static void emit_keep(Lower *lower, ParState *state, OutputState *output, ImpExp *const *indices) {
  ImpProgram *imp = lower->imp;
  const Output *source = output->output;
  if (output->action == ACTION_OFFER) {
    offer_kept(lower, output, lower_atom(lower, source->selector));
    return;
  }
  size_t rank = state->par->rank;
  ImpExp *is_kept = lower_atom(lower, source->selector);
  ImpExp **at = arena_array(imp->arena, ImpExp *, rank);
  for (size_t i = 0; i + 1 < rank; i++)
    at[i] = indices[i];
  at[rank - 1] = imp_use(imp, output->count);
  ImpExp *next = imp_add(imp, imp_use(imp, output->count), imp_i64(imp, 1));
  if (output->action == ACTION_COUNT || is_branchless(lower, output)) {
    if (output->action == ACTION_FULL) store_kept(lower, state, output, at, is_kept);
    ImpExp *step = imp_op(imp, OP_BTOI, SCALAR_I64, &is_kept, 1);
    imp_assign(&lower->out, output->count, imp_add(imp, imp_use(imp, output->count), step));
    return;
  }
  ImpStm *test = imp_if(&lower->out, is_kept);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  store_kept(lower, state, output, at, NULL);
  imp_assign(&lower->out, output->count, next);
  lower->out = saved;
}

static void emit_split(Lower *lower, ParState *state, OutputState *output, ImpExp *const *indices) {
  ImpProgram *imp = lower->imp;
  const Output *source = output->output;
  size_t rank = state->par->rank;
  ImpExp *class = lower_atom(lower, source->selector);
  if (class->kind != IMP_VAR && class->kind != IMP_CONST)
    class = imp_use(imp, imp_let(&lower->out, name_of(lower, "class"), class));
  if (output->action == ACTION_OFFER) {
    offer_kept(lower, output,
               class->type == SCALAR_I32 ? class : imp_op(imp, OP_SEXT, SCALAR_I32, &class, 1));
    return;
  }
  if (state->is_value) { // one of this class and none of the others
    for (uint32_t k = 0; k < source->class_count; k++) {
      ImpExp *is_it = imp_binary(imp, OP_EQ, class, imp_const(imp, constant_int(class->type, k)));
      imp_store(&lower->out, output->places, imp_i64(imp, k),
                imp_op(imp, OP_BTOI, SCALAR_I64, &is_it, 1));
    }
    return;
  }
  ImpVar *place =
      imp_let(&lower->out, name_of(lower, "place"), imp_load(imp, output->places, class));
  imp_store(&lower->out, output->places, class, imp_add(imp, imp_use(imp, place), imp_i64(imp, 1)));
  if (output->action == ACTION_COUNT) return;
  ImpExp **at = arena_array(imp->arena, ImpExp *, rank);
  for (size_t i = 0; i + 1 < rank; i++)
    at[i] = indices[i];
  at[rank - 1] = imp_use(imp, place);
  store_results(lower, state, output->results + source->class_count, at, source->values,
                source->value_count);
}

// Gives the values, and the number of the bin.
static void offer_bin(Lower *lower, OutputState *output, const Region *dest,
                      ImpExp *const *indices) {
  ImpProgram *imp = lower->imp;
  const Output *source = output->output;
  ImpExp *bin = source->index_count > 0 ? indices[0] : imp_i64(imp, 0);
  for (size_t i = 1; i < source->index_count; i++)
    bin = imp_add(imp, imp_mul(imp, bin, dest->shape[i]), indices[i]);
  imp_assign(&lower->out, output->count, bin);
  for (size_t k = 0; k < source->value_count; k++)
    imp_assign(&lower->out, output->carry[k], lower_atom(lower, source->values[k]));
}

// Writes or combines at an index, if it is within the destination.
static void emit_put(Lower *lower, const ParState *state, OutputState *output) {
  const Output *source = output->output;
  size_t count = source->value_count;
  if (count == 0) return;
  Region *dests = arena_array(lower->arena, Region, count);
  for (size_t i = 0; i < count; i++) {
    dests[i] = output->dests ? output->dests[i] : region_of(lower, output->results[i]);
    if (output->lanes) dests[i] = lanes_region(lower, output, dests[i]);
  }
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, source->index_count + 1);
  for (size_t i = 0; i < source->index_count; i++) {
    indices[i] = lower_atom(lower, source->indices[i]);
    if (indices[i]->kind != IMP_VAR && indices[i]->kind != IMP_CONST)
      indices[i] = imp_use(lower->imp, imp_let(&lower->out, name_of(lower, "at"), indices[i]));
  }
  ImpStm *test = imp_if(&lower->out, is_within(lower, &dests[0], indices, source->index_count));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  if (output->action == ACTION_OFFER) {
    offer_bin(lower, output, &dests[0], indices);
    lower->out = saved;
    return;
  }
  for (size_t i = 0; i < count; i++)
    dests[i] = region_at(lower, dests[i], indices, source->index_count);
  if (output_is_by_element(source))
    combine_rows_at(lower, source->op, dests, source->values, count, state->is_shared);
  else if (mode_has(source->mode, TRAIT_ADDS))
    combine_at(lower, source->op, dests, lower_atoms(lower, source->values, count), count,
               state->is_shared);
  else
    for (size_t i = 0; i < count; i++)
      region_put(lower, &dests[i], source->values[i]);
  lower->out = saved;
}

void output_emit(Lower *lower, ParState *state, OutputState *output, ImpExp *const *indices) {
  const Output *source = output->output;
  if (output->action == ACTION_NONE) return;
  switch (source->mode) {
  case MODE_MAP: emit_map(lower, state, output, indices); return;
  case MODE_REDUCE: accumulate(lower, state, output); return;
  case MODE_SCAN: emit_scan(lower, state, output, indices); return;
  case MODE_KEEP: emit_keep(lower, state, output, indices); return;
  case MODE_SPLIT: emit_split(lower, state, output, indices); return;
  case MODE_PUT:
  case MODE_COMBINE: emit_put(lower, state, output); return;
  case MODE_ACC:
  case MODE_COUNT: return;
  }
}

// ---- After the loop ----

// A result that each segment has one of: a scalar, or an element of an array.
static void give(Lower *lower, Var *result, ImpExp *value, ImpExp *const *outer, size_t rank) {
  if (!type_is_array(result->type)) {
    bind_alias(lower, result, value);
    return;
  }
  Region to = region_at(lower, region_of(lower, result), outer, rank);
  region_store(lower, &to, value);
}

// How many values of a class there are: where the class ends less where it starts.
static ImpExp *class_count(Lower *lower, const OutputState *output, size_t class) {
  ImpProgram *imp = lower->imp;
  ImpExp *end = imp_load(imp, output->places, imp_i64(imp, (int64_t) class));
  if (class == 0) return end;
  return imp_sub(imp, end, imp_load(imp, output->places, imp_i64(imp, (int64_t) class - 1)));
}

void outputs_end(Lower *lower, ParState *state, ImpExp *const *outer) {
  size_t rank = state->par->rank - 1;
  outer = space_indices(lower, state, outer, &rank);
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    const Output *source = output->output;
    if (mode_has(source->mode, TRAIT_TOTAL)) {
      for (size_t k = 0; k < source->value_count; k++)
        give(lower, output->results[k], imp_use(lower->imp, output->carry[k]), outer, rank);
    } else if (mode_has(source->mode, TRAIT_DROPS)) {
      give(lower, output->results[0], imp_use(lower->imp, output->count), outer, rank);
    } else if (mode_has(source->mode, TRAIT_SORTS)) {
      for (size_t k = 0; k < source->class_count; k++) {
        ImpVar *count =
            imp_let(&lower->out, output->results[k]->name, class_count(lower, output, k));
        give(lower, output->results[k], imp_use(lower->imp, count), outer, rank);
      }
    }
  }
}
