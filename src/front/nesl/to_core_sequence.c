// Intrinsics on sequences.
#include <math.h>

#include "front/nesl/to_core_internal.h"

void nesl_check_index(NeslLower *lower, Atom index, Atom size) {
  Atom values[2] = {index, size};
  Atom is_inside = emit_binary(&lower->emit, "is_inside", OP_ULT, index, size);
  nesl_emit_check(lower, is_inside, ERROR_RUN_BOUNDS,
                  "index {} is out of bounds for a sequence of length {}", values, 2);
}

// ---- Reductions and scans ----

NeslMonoid nesl_extreme_monoid(const NeslType *type, bool is_greatest) {
  double infinity = is_greatest ? -HUGE_VAL : HUGE_VAL;
  NeslMonoid monoid = {.is_commutative = true};
  switch (nesl_type_resolve(type)->tag) {
  case NESL_T_INT:
    monoid.op = is_greatest ? OP_SMAX : OP_SMIN;
    monoid.neutral = atom_i64(is_greatest ? INT64_MIN : INT64_MAX);
    break;
  case NESL_T_FLOAT:
    monoid.op = is_greatest ? OP_FMAX : OP_FMIN;
    monoid.neutral = atom_constant(constant_float(SCALAR_F64, infinity));
    monoid.is_commutative = false;
    break;
  case NESL_T_CHAR:
    monoid.op = is_greatest ? OP_UMAX : OP_UMIN;
    monoid.neutral = atom_constant(constant_int(SCALAR_I8, is_greatest ? 0 : -1));
    break;
  case NESL_T_BOOL:
    monoid.op = is_greatest ? OP_OR : OP_AND;
    monoid.neutral = atom_bool(!is_greatest);
    break;
  case NESL_T_SEQUENCE:
  case NESL_T_PAIR:
  case NESL_T_FUNCTION:
  case NESL_T_DATA:
  case NESL_T_PARAM:
  case NESL_T_VAR:
  case NESL_T_ERROR: INTERNAL_ERROR("the extreme of a type that is not ordinal");
  }
  return monoid;
}

NeslMonoid nesl_number_monoid(Op op, int64_t neutral, const NeslType *type) {
  bool is_float = nesl_type_resolve(type)->tag == NESL_T_FLOAT;
  return (NeslMonoid){.op = op,
                      .neutral = is_float
                                     ? atom_constant(constant_float(SCALAR_F64, (double)neutral))
                                     : atom_i64(neutral),
                      .is_commutative = true};
}

NeslMonoid nesl_logical_monoid(Op op, bool neutral, const NeslType *type) {
  bool is_bool = nesl_type_resolve(type)->tag == NESL_T_BOOL;
  return (NeslMonoid){.op = op,
                      .neutral = is_bool ? atom_bool(neutral) : atom_i64(neutral ? -1 : 0),
                      .is_commutative = true};
}

const Data *nesl_lower_reduction(NeslLower *lower, NeslMonoid monoid, const Data *sequence,
                                 const char *otherwise) {
  Atom size = nesl_data_size(sequence);
  size_t mark = emit_mark(&lower->emit);
  if (otherwise != NULL)
    nesl_emit_check(lower, emit_binary(&lower->emit, "is_some", OP_SLT, atom_i64(0), size),
                    ERROR_RUN_BOUNDS, otherwise, NULL, 0);
  Atom result = nesl_lower_reduce(lower, monoid, size, sequence->element->atom.var);
  emit_uncheck(&lower->emit, mark);
  return nesl_data_scalar(lower, result);
}

const Data *nesl_lower_scanned(NeslLower *lower, NeslMonoid monoid, const Data *sequence) {
  Var *result =
      nesl_lower_scan(lower, monoid, nesl_data_size(sequence), sequence->element->atom.var, true);
  return nesl_data_sequence(lower, sequence->dim, nesl_data_scalar(lower, atom_var(result)));
}

// ---- Making and taking apart ----

static const Data *same_value(NeslLower *lower, Atom index, void *context) {
  (void)lower;
  (void)index;
  return context;
}

const Data *nesl_lower_dist(NeslLower *lower, const Data *value, Atom count) {
  size_t mark = emit_mark(&lower->emit);
  if (count.var != NULL || constant_to_i64(count.constant) < 0)
    nesl_emit_check(lower, emit_binary(&lower->emit, "is_count", OP_SLE, atom_i64(0), count),
                    ERROR_RUN_COUNT, "{} is not a number of copies", &count, 1);
  Atom size = count.var == NULL && constant_to_i64(count.constant) < 0 ? atom_i64(0) : count;
  Data copy = *value;
  const Data *result = nesl_lower_map(lower, size, same_value, &copy);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const Data *nesl_lower_subseq(NeslLower *lower, const Data *sequence, Atom start, Atom end) {
  Atom values[3] = {start, end, nesl_data_size(sequence)};
  Atom is_inside =
      emit_and(&lower->emit, emit_binary(&lower->emit, "is_start", OP_SLE, atom_i64(0), start),
               emit_binary(&lower->emit, "is_end", OP_SLE, end, values[2]));
  is_inside =
      emit_and(&lower->emit, is_inside, emit_binary(&lower->emit, "is_order", OP_SLE, start, end));
  size_t mark = emit_mark(&lower->emit);
  nesl_emit_check(lower, is_inside, ERROR_RUN_BOUNDS,
                  "there are no elements from {} to {} in a sequence of length {}", values, 3);
  Atom count = emit_size(&lower->emit, OP_SUB, end, start);
  // The check fails, but the program must be legal.
  if (count.var == NULL && count.constant.value.i64 < 0) count = atom_i64(0);
  const Data *result = nesl_data_slice(lower, sequence, start, count, atom_i64(1));
  emit_uncheck(&lower->emit, mark);
  return result;
}

const Data *nesl_lower_reverse(NeslLower *lower, const Data *sequence) {
  Atom size = nesl_data_size(sequence);
  Atom last = emit_size(&lower->emit, OP_SUB, size, atom_i64(1));
  return nesl_data_slice(lower, sequence, last, size, atom_i64(-1));
}

Atom nesl_lower_width(NeslLower *lower, const Data *sequence) {
  Emitter *emit = &lower->emit;
  if (!dim_is_varying(sequence->element->dim)) return dim_size(sequence->element->dim);
  Atom is_some = emit_binary(emit, "is_some", OP_SLT, atom_i64(0), nesl_data_size(sequence));
  EmitBlock *block = emit_open(emit);
  Atom first = nesl_data_size(nesl_data_index(lower, sequence, atom_i64(0))), none = atom_i64(0);
  emit_close(emit, block);
  Exp *exp = exp_if(emit->program, is_some, body_new(emit->program, block->stms, &first, 1),
                    body_new(emit->program, (Stms){0}, &none, 1));
  return atom_var(emit_let(emit, "width", exp));
}

const Data *nesl_lower_row(NeslLower *lower, const Data *row, Atom size) {
  Atom sizes[2] = {size, nesl_data_size(row)};
  size_t mark = emit_mark(&lower->emit);
  nesl_emit_check(lower, emit_binary(&lower->emit, "is_same", OP_EQ, sizes[1], sizes[0]),
                  ERROR_RUN_SHAPE, "there are rows of length {} and of length {}", sizes, 2);
  const Data *result = nesl_data_resize(lower, row, size);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const Data *nesl_lower_zip(NeslLower *lower, const Data *left, const Data *right) {
  Atom sizes[2] = {nesl_data_size(left), nesl_data_size(right)};
  if (!atom_equal(sizes[0], sizes[1])) {
    size_t mark = emit_mark(&lower->emit);
    nesl_emit_check(lower, emit_binary(&lower->emit, "is_same", OP_EQ, sizes[0], sizes[1]),
                    ERROR_RUN_SHAPE, "lengths differ: the first sequence has {}, the second has {}",
                    sizes, 2);
    right = nesl_data_resize(lower, right, sizes[0]);
    emit_uncheck(&lower->emit, mark);
  }
  return nesl_data_sequence(lower, left->dim, nesl_data_pair(lower, left->element, right->element));
}

const Data *nesl_lower_unzip(NeslLower *lower, const Data *sequence) {
  return nesl_data_pair(lower, nesl_data_sequence(lower, sequence->dim, sequence->element->first),
                        nesl_data_sequence(lower, sequence->dim, sequence->element->second));
}

const Data *nesl_lower_partition(NeslLower *lower, const Data *sequence, const Data *counts) {
  Var *lengths = counts->element->atom.var;
  Atom count = nesl_data_size(counts), values[2];
  values[0] = nesl_lower_total(lower, count, lengths);
  values[1] = nesl_data_size(sequence);
  Atom least = nesl_lower_reduce(lower, nesl_extreme_monoid(nesl_type_scalar(NESL_T_INT), false),
                                 count, lengths);
  size_t mark = emit_mark(&lower->emit);
  nesl_emit_check(lower, emit_binary(&lower->emit, "is_count", OP_SLE, atom_i64(0), least),
                  ERROR_RUN_COUNT, "{} is not a number of elements", &least, 1);
  nesl_emit_check(lower, emit_binary(&lower->emit, "is_total", OP_EQ, values[0], values[1]),
                  ERROR_RUN_SHAPE, "the counts add up to {}, but the sequence has length {}",
                  values, 2);
  const Data *result = nesl_data_partition(lower, sequence, count, lengths);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Reading and writing ----

const Data *nesl_lower_read(NeslLower *lower, const Data *sequence, const Data *indices) {
  Atom size = nesl_data_size(indices);
  EmitSpace space = emit_space_open(&lower->emit, size);
  Atom index = nesl_data_index(lower, indices, space.index)->atom;
  size_t mark = emit_mark(&lower->emit);
  nesl_check_index(lower, index, nesl_data_size(sequence));
  const Data *value = nesl_data_index(lower, sequence, index);
  emit_uncheck(&lower->emit, mark);
  return nesl_space_map(lower, &space, size, value);
}

static bool is_flat(const Data *data) {
  switch (data->kind) {
  case DATA_SCALAR: return true;
  case DATA_PAIR: return is_flat(data->first) && is_flat(data->second);
  case DATA_SEQUENCE: return false;
  case DATA_FUNCTION: return data->content == NULL || is_flat(data->content);
  }
  INTERNAL_ERROR("data that is none");
}

static void flat_atoms(NeslLower *lower, const Data *data, Atoms *atoms) {
  switch (data->kind) {
  case DATA_SCALAR: vec_push(lower->arena, atoms, data->atom); return;
  case DATA_PAIR:
    flat_atoms(lower, data->first, atoms);
    flat_atoms(lower, data->second, atoms);
    return;
  case DATA_FUNCTION:
    if (data->content != NULL) flat_atoms(lower, data->content, atoms);
    return;
  case DATA_SEQUENCE: break;
  }
  INTERNAL_ERROR("data that is not flat");
}

static const Data *flat_of_vars(NeslLower *lower, const Data *model, Var *const *vars,
                                size_t *next) {
  switch (model->kind) {
  case DATA_SCALAR: return nesl_data_scalar(lower, atom_var(vars[(*next)++]));
  case DATA_PAIR: {
    const Data *first = flat_of_vars(lower, model->first, vars, next);
    return nesl_data_pair(lower, first, flat_of_vars(lower, model->second, vars, next));
  }
  case DATA_FUNCTION:
    if (model->content == NULL) return model;
    return nesl_data_function(lower, model->layout,
                              flat_of_vars(lower, model->content, vars, next));
  case DATA_SEQUENCE: break;
  }
  INTERNAL_ERROR("data that is not flat");
}

// Writes values at indices, into copies of the arrays.
static const Data *write_flat(NeslLower *lower, const Data *sequence, const Data *indices,
                              const Data *values) {
  Atoms dests = {0}, atoms = {0};
  flat_atoms(lower, sequence->element, &dests);
  for (size_t i = 0; i < dests.count; i++)
    dests.data[i] = atom_var(
        emit_let(&lower->emit, "dest", exp_new(lower->emit.program, OP_COPY, &dests.data[i], 1)));
  EmitSpace space = emit_space_open(&lower->emit, nesl_data_size(indices));
  Atom *index = arena_array(lower->arena, Atom, 1);
  *index = nesl_data_index(lower, indices, space.index)->atom;
  size_t mark = emit_mark(&lower->emit);
  nesl_check_index(lower, *index, nesl_data_size(sequence));
  *index = emit_binary(&lower->emit, "at", OP_ADD, *index, atom_i64(0));
  emit_uncheck(&lower->emit, mark);
  flat_atoms(lower, nesl_data_index(lower, values, space.index), &atoms);
  Output output = {.mode = MODE_PUT,
                   .dests = dests.data,
                   .indices = index,
                   .index_count = 1,
                   .values = atoms.data,
                   .value_count = atoms.count};
  emit_space_output(&lower->emit, &space, output);
  Stm *stm = emit_space_close(&lower->emit, &space, "written");
  size_t next = 0;
  return nesl_data_sequence(lower, sequence->dim,
                            flat_of_vars(lower, sequence->element, stm->vars, &next));
}

typedef struct NeslChoice {
  const Data *sequence, *values, *writers;
} NeslChoice;

static const Data *iota_point(NeslLower *lower, Atom index, void *context) {
  (void)context;
  return nesl_data_scalar(lower, index);
}

// The value that was written last at this place, or what was there.
static const Data *choice_point(NeslLower *lower, Atom index, void *context) {
  const NeslChoice *choice = context;
  Atom writer = nesl_data_index(lower, choice->writers, index)->atom;
  Atom is_kept = emit_binary(&lower->emit, "is_kept", OP_SLT, writer, atom_i64(0));
  EmitBlock *blocks[2];
  const Data *values[2];
  for (size_t i = 0; i < 2; i++) {
    blocks[i] = emit_open(&lower->emit);
    values[i] = i == 0 ? nesl_data_index(lower, choice->sequence, index)
                       : nesl_data_index(lower, choice->values, writer);
    emit_close(&lower->emit, blocks[i]);
  }
  return nesl_data_branch(lower, is_kept, blocks, values);
}

// Elements that are sequences cannot be written in place: it is found out who writes where, and
// then everything is put together.
static const Data *write_nested(NeslLower *lower, const Data *sequence, const Data *indices,
                                const Data *values) {
  NeslChoice choice = {.sequence = sequence, .values = values};
  const Data *nobody =
      nesl_lower_dist(lower, nesl_data_scalar(lower, atom_i64(-1)), nesl_data_size(sequence));
  const Data *iota = nesl_lower_map(lower, nesl_data_size(indices), iota_point, NULL);
  choice.writers = write_flat(lower, nobody, indices, iota);
  return nesl_lower_map(lower, nesl_data_size(sequence), choice_point, &choice);
}

const Data *nesl_lower_write(NeslLower *lower, const Data *sequence, const Data *pairs) {
  const Data *apart = nesl_lower_unzip(lower, pairs);
  const Data *sides[2] = {sequence, apart->second};
  const NeslLayout *layout = nesl_data_common(lower, sides, 2);
  for (size_t i = 0; layout != NULL && i < 2; i++)
    sides[i] = nesl_data_convert(lower, sides[i], layout);
  Atoms atoms = {0};
  if (is_flat(sides[0]->element)) flat_atoms(lower, sides[0]->element, &atoms);
  if (atoms.count > 0) return write_flat(lower, sides[0], apart->first, sides[1]);
  return write_nested(lower, sides[0], apart->first, sides[1]);
}

// ---- Sorting ----

enum { RADIX_CLASSES = 16 };

const Data *nesl_lower_radix(NeslLower *lower, const Data *classes, const Data *values) {
  Atom size = nesl_data_size(classes);
  values = nesl_data_resize(lower, values, size);
  EmitSpace space = emit_space_open(&lower->emit, size);
  Atoms atoms = {0};
  flat_atoms(lower, nesl_data_index(lower, values, space.index), &atoms);
  if (atoms.count == 0) { // functions that hold nothing are all the same
    emit_close(&lower->emit, space.block);
    return values;
  }
  Output output = {.mode = MODE_SPLIT,
                   .selector = nesl_data_index(lower, classes, space.index)->atom,
                   .class_count = RADIX_CLASSES,
                   .values = atoms.data,
                   .value_count = atoms.count};
  emit_space_output(&lower->emit, &space, output);
  Stm *stm = emit_space_close(&lower->emit, &space, "split");
  size_t next = RADIX_CLASSES;
  return nesl_data_sequence(lower, dim_atom(size),
                            flat_of_vars(lower, values->element, stm->vars, &next));
}
