// Intrinsics on sequences.
#include <math.h>

#include "front/nesl/to_core_internal.h"

void check_index(Lower *lower, Atom index, Atom size) {
  Atom values[2] = {index, size};
  Atom is_inside = emit_binary(lower, "is_inside", OP_ULT, index, size);
  lower_check(lower, is_inside, "index {} is out of bounds for a sequence of length {}", values, 2);
}

// ---- Reductions and scans ----

Monoid extreme_monoid(const NeslType *type, bool is_greatest) {
  double infinity = is_greatest ? -HUGE_VAL : HUGE_VAL;
  Monoid monoid = {.is_commutative = true};
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
  case NESL_T_DATA:
  case NESL_T_PARAM:
  case NESL_T_VAR:
  case NESL_T_ERROR: INTERNAL_ERROR("the extreme of a type that is not ordinal");
  }
  return monoid;
}

Monoid number_monoid(Op op, int64_t neutral, const NeslType *type) {
  bool is_float = nesl_type_resolve(type)->tag == NESL_T_FLOAT;
  return (Monoid){.op = op,
                  .neutral = is_float ? atom_constant(constant_float(SCALAR_F64, (double)neutral))
                                      : atom_i64(neutral),
                  .is_commutative = true};
}

Monoid logical_monoid(Op op, bool neutral, const NeslType *type) {
  bool is_bool = nesl_type_resolve(type)->tag == NESL_T_BOOL;
  return (Monoid){.op = op,
                  .neutral = is_bool ? atom_bool(neutral) : atom_i64(neutral ? -1 : 0),
                  .is_commutative = true};
}

const Data *lower_reduction(Lower *lower, Monoid monoid, const Data *sequence,
                            const char *otherwise) {
  Atom size = data_size(sequence);
  size_t mark = lower_mark(lower);
  if (otherwise != NULL)
    lower_check(lower, emit_binary(lower, "is_some", OP_SLT, atom_i64(0), size), otherwise, NULL,
                0);
  Atom result = lower_reduce(lower, monoid, size, sequence->element->atom.var);
  lower_uncheck(lower, mark);
  return data_scalar(lower, result);
}

const Data *lower_scanned(Lower *lower, Monoid monoid, const Data *sequence) {
  Var *result = lower_scan(lower, monoid, data_size(sequence), sequence->element->atom.var, true);
  return data_sequence(lower, sequence->dim, data_scalar(lower, atom_var(result)));
}

// ---- Making and taking apart ----

static const Data *same_value(Lower *lower, Atom index, void *context) {
  (void)lower;
  (void)index;
  return context;
}

const Data *lower_dist(Lower *lower, const Data *value, Atom count) {
  size_t mark = lower_mark(lower);
  if (count.var != NULL || constant_to_i64(count.constant) < 0)
    lower_check(lower, emit_binary(lower, "is_count", OP_SLE, atom_i64(0), count),
                "dist makes {} copies", &count, 1);
  Atom size = count.var == NULL && constant_to_i64(count.constant) < 0 ? atom_i64(0) : count;
  Data copy = *value;
  const Data *result = lower_map(lower, size, same_value, &copy);
  lower_uncheck(lower, mark);
  return result;
}

const Data *lower_subseq(Lower *lower, const Data *sequence, Atom start, Atom end) {
  Atom values[3] = {start, end, data_size(sequence)};
  Atom is_inside = emit_and(lower, emit_binary(lower, "is_start", OP_SLE, atom_i64(0), start),
                            emit_binary(lower, "is_end", OP_SLE, end, values[2]));
  is_inside = emit_and(lower, is_inside, emit_binary(lower, "is_order", OP_SLE, start, end));
  size_t mark = lower_mark(lower);
  lower_check(lower, is_inside, "the elements from {} to {} of a sequence of length {}", values, 3);
  Atom count = emit_size(lower, OP_SUB, end, start);
  const Data *result = data_slice(lower, sequence, start, count, atom_i64(1));
  lower_uncheck(lower, mark);
  return result;
}

const Data *lower_reverse(Lower *lower, const Data *sequence) {
  Atom size = data_size(sequence);
  Atom last = emit_size(lower, OP_SUB, size, atom_i64(1));
  return data_slice(lower, sequence, last, size, atom_i64(-1));
}

const Data *lower_zip(Lower *lower, const Data *left, const Data *right) {
  Atom sizes[2] = {data_size(left), data_size(right)};
  if (!atom_equal(sizes[0], sizes[1])) {
    size_t mark = lower_mark(lower);
    lower_check(lower, emit_binary(lower, "is_same", OP_EQ, sizes[0], sizes[1]),
                "lengths differ: the first sequence has {}, the second has {}", sizes, 2);
    right = data_resize(lower, right, sizes[0]);
    lower_uncheck(lower, mark);
  }
  return data_sequence(lower, left->dim, data_pair(lower, left->element, right->element));
}

const Data *lower_unzip(Lower *lower, const Data *sequence) {
  return data_pair(lower, data_sequence(lower, sequence->dim, sequence->element->first),
                   data_sequence(lower, sequence->dim, sequence->element->second));
}

const Data *lower_partition(Lower *lower, const Data *sequence, const Data *counts) {
  Var *lengths = counts->element->atom.var;
  Atom count = data_size(counts), values[2];
  values[0] = lower_total(lower, count, lengths);
  values[1] = data_size(sequence);
  Atom least =
      lower_reduce(lower, extreme_monoid(nesl_type_scalar(NESL_T_INT), false), count, lengths);
  size_t mark = lower_mark(lower);
  lower_check(lower, emit_binary(lower, "is_count", OP_SLE, atom_i64(0), least),
              "partition into a sequence of {} elements", &least, 1);
  lower_check(lower, emit_binary(lower, "is_total", OP_EQ, values[0], values[1]),
              "partition: the counts add up to {}, but the sequence has length {}", values, 2);
  const Data *result = data_partition(lower, sequence, count, lengths);
  lower_uncheck(lower, mark);
  return result;
}

// ---- Reading and writing ----

const Data *lower_read(Lower *lower, const Data *sequence, const Data *indices) {
  Atom size = data_size(indices);
  Space space = space_open(lower, size);
  Atom index = data_index(lower, indices, space.index)->atom;
  size_t mark = lower_mark(lower);
  check_index(lower, index, data_size(sequence));
  const Data *value = data_index(lower, sequence, index);
  lower_uncheck(lower, mark);
  return space_map(lower, &space, size, value);
}

static bool is_flat(const Data *data) {
  if (data->kind == DATA_PAIR) return is_flat(data->first) && is_flat(data->second);
  return data->kind == DATA_SCALAR;
}

static void flat_atoms(Lower *lower, const Data *data, AtomVec *atoms) {
  if (data->kind == DATA_PAIR) {
    flat_atoms(lower, data->first, atoms);
    flat_atoms(lower, data->second, atoms);
  } else {
    vec_push(lower->arena, atoms, data->atom);
  }
}

static const Data *flat_of_vars(Lower *lower, const Data *model, Var *const *vars, size_t *next) {
  if (model->kind == DATA_PAIR) {
    const Data *first = flat_of_vars(lower, model->first, vars, next);
    return data_pair(lower, first, flat_of_vars(lower, model->second, vars, next));
  }
  return data_scalar(lower, atom_var(vars[(*next)++]));
}

// Writes values at indices, into copies of the arrays.
static const Data *write_flat(Lower *lower, const Data *sequence, const Data *indices,
                              const Data *values) {
  AtomVec dests = {0}, atoms = {0};
  flat_atoms(lower, sequence->element, &dests);
  for (size_t i = 0; i < dests.count; i++)
    dests.data[i] =
        atom_var(emit_let(lower, "dest", exp_new(lower->program, OP_COPY, &dests.data[i], 1)));
  Space space = space_open(lower, data_size(indices));
  Atom *index = arena_array(lower->arena, Atom, 1);
  *index = data_index(lower, indices, space.index)->atom;
  size_t mark = lower_mark(lower);
  check_index(lower, *index, data_size(sequence));
  *index = emit_binary(lower, "at", OP_ADD, *index, atom_i64(0));
  lower_uncheck(lower, mark);
  flat_atoms(lower, data_index(lower, values, space.index), &atoms);
  Output output = {.mode = MODE_PUT,
                   .dests = dests.data,
                   .indices = index,
                   .index_count = 1,
                   .values = atoms.data,
                   .value_count = atoms.count};
  space_output(lower, &space, output);
  Stm *stm = space_close(lower, &space, "written");
  size_t next = 0;
  return data_sequence(lower, sequence->dim,
                       flat_of_vars(lower, sequence->element, stm->vars, &next));
}

typedef struct Choice {
  const Data *sequence, *values, *writers;
} Choice;

static const Data *iota_point(Lower *lower, Atom index, void *context) {
  (void)context;
  return data_scalar(lower, index);
}

// The value that was written last at this place, or what was there.
static const Data *choice_point(Lower *lower, Atom index, void *context) {
  const Choice *choice = context;
  Atom writer = data_index(lower, choice->writers, index)->atom;
  Atom is_kept = emit_binary(lower, "is_kept", OP_SLT, writer, atom_i64(0));
  Block *blocks[2];
  const Data *values[2];
  for (size_t i = 0; i < 2; i++) {
    blocks[i] = block_open(lower);
    values[i] = i == 0 ? data_index(lower, choice->sequence, index)
                       : data_index(lower, choice->values, writer);
    block_close(lower, blocks[i]);
  }
  return data_branch(lower, is_kept, blocks, values);
}

// Elements that are sequences cannot be written in place: it is found out who writes where, and
// then everything is put together.
static const Data *write_nested(Lower *lower, const Data *sequence, const Data *indices,
                                const Data *values) {
  Choice choice = {.sequence = sequence, .values = values};
  const Data *nobody = lower_dist(lower, data_scalar(lower, atom_i64(-1)), data_size(sequence));
  const Data *iota = lower_map(lower, data_size(indices), iota_point, NULL);
  choice.writers = write_flat(lower, nobody, indices, iota);
  return lower_map(lower, data_size(sequence), choice_point, &choice);
}

const Data *lower_write(Lower *lower, const Data *sequence, const Data *pairs) {
  const Data *apart = lower_unzip(lower, pairs);
  if (is_flat(sequence->element)) return write_flat(lower, sequence, apart->first, apart->second);
  return write_nested(lower, sequence, apart->first, apart->second);
}

// ---- Sorting ----

enum { RADIX_CLASSES = 16 };

const Data *lower_radix(Lower *lower, const Data *classes, const Data *values) {
  Atom size = data_size(classes);
  values = data_resize(lower, values, size);
  Space space = space_open(lower, size);
  AtomVec atoms = {0};
  flat_atoms(lower, data_index(lower, values, space.index), &atoms);
  Output output = {.mode = MODE_SPLIT,
                   .selector = data_index(lower, classes, space.index)->atom,
                   .class_count = RADIX_CLASSES,
                   .values = atoms.data,
                   .value_count = atoms.count};
  space_output(lower, &space, output);
  Stm *stm = space_close(lower, &space, "split");
  size_t next = RADIX_CLASSES;
  return data_sequence(lower, dim_atom(size),
                       flat_of_vars(lower, values->element, stm->vars, &next));
}
