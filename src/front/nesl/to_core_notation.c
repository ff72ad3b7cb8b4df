// Values as texts, where the order of evaluation is known: files and what is printed to be looked
// at. The effects "notate" and "parse" do on the host what would be hundreds of kernels here, and
// take and give the leaves of a value as bytes (rts/c/notation_leaves.h).
#include <string.h>

#include "front/nesl/to_core_internal.h"

enum { BYTES = 8, BITS = 8 };

static const Data *type_text(NeslLower *lower, const NeslType *type) {
  const char *text = nesl_structure_text(lower, type);
  return nesl_lower_string(lower, text, strlen(text));
}

// ---- From a value to bytes ----

// Byte number `index` of the elements of a sequence of numbers.
static const Data *number_byte(NeslLower *lower, Atom index, void *context) {
  Emitter *emit = &lower->emit;
  Atom place = emit_binary(emit, "place", OP_LSHR, index, atom_i64(3));
  Atom bits = nesl_data_index(lower, context, place)->atom;
  if (atom_type(bits)->scalar == SCALAR_F64)
    bits = emit_convert(emit, "bits", OP_BITCAST, bits, SCALAR_I64);
  Atom byte = emit_binary(emit, "byte", OP_AND, index, atom_i64(BYTES - 1));
  Atom shift = emit_binary(emit, "shift", OP_MUL, byte, atom_i64(BITS));
  Atom shifted = emit_binary(emit, "shifted", OP_LSHR, bits, shift);
  return nesl_data_scalar(lower, emit_convert(emit, "byte", OP_ZEXT, shifted, SCALAR_I8));
}

static const Data *truth_byte(NeslLower *lower, Atom index, void *context) {
  Atom truth = nesl_data_index(lower, context, index)->atom;
  return nesl_data_scalar(lower, emit_convert(&lower->emit, "byte", OP_BTOI, truth, SCALAR_I8));
}

static const Data *number_bytes(NeslLower *lower, const Data *numbers) {
  Data copy = *numbers;
  Atom size = emit_size(&lower->emit, OP_MUL, nesl_data_size(numbers), atom_i64(BYTES));
  return nesl_lower_map(lower, size, number_byte, &copy);
}

static const Data *one_element(NeslLower *lower, Atom scalar) {
  const Data *item = nesl_data_scalar(lower, scalar);
  return nesl_data_literal(lower, &item, 1);
}

// How many elements the leaf has, and these.
static const Data *leaf_bytes(NeslLower *lower, const Data *sequence) {
  Atom count = nesl_data_size(sequence);
  const Data *head = number_bytes(lower, one_element(lower, count));
  Scalar scalar = nesl_layout_of_data(lower, sequence->element)->scalar;
  Data copy = *sequence;
  const Data *elements = scalar == SCALAR_I8     ? sequence
                         : scalar == SCALAR_BOOL ? nesl_lower_map(lower, count, truth_byte, &copy)
                                                 : number_bytes(lower, sequence);
  return nesl_data_append(lower, head, elements);
}

// The leaves of a sequence that is inside of no other.
static const Data *sequence_bytes(NeslLower *lower, const Data *sequence) {
  const Data *element = sequence->element;
  switch (element->kind) {
  case DATA_SCALAR: return leaf_bytes(lower, sequence);
  case DATA_PAIR: {
    const Data *first = nesl_data_sequence(lower, sequence->dim, element->first);
    const Data *second = nesl_data_sequence(lower, sequence->dim, element->second);
    first = sequence_bytes(lower, first);
    return nesl_data_append(lower, first, sequence_bytes(lower, second));
  }
  case DATA_SEQUENCE: {
    const Data *lengths = nesl_data_scalar(lower, atom_var(nesl_data_lengths(lower, sequence)));
    lengths = leaf_bytes(lower, nesl_data_sequence(lower, sequence->dim, lengths));
    const Data *inner = sequence_bytes(lower, nesl_data_flatten(lower, sequence));
    return nesl_data_append(lower, lengths, inner);
  }
  case DATA_FUNCTION: break;
  }
  INTERNAL_ERROR("a function is not shown as one");
}

static const Data *value_bytes(NeslLower *lower, const Data *value) {
  switch (value->kind) {
  case DATA_SCALAR: return leaf_bytes(lower, one_element(lower, value->atom));
  case DATA_PAIR: {
    const Data *first = value_bytes(lower, value->first);
    return nesl_data_append(lower, first, value_bytes(lower, value->second));
  }
  case DATA_SEQUENCE: return sequence_bytes(lower, value);
  case DATA_FUNCTION: break;
  }
  INTERNAL_ERROR("a function is not shown as one");
}

const Data *nesl_lower_notate(NeslLower *lower, const NeslType *type, const Data *value) {
  const Data *bytes = value_bytes(lower, nesl_data_shown(lower, value));
  const Data *operands = nesl_data_pair(lower, type_text(lower, type), bytes);
  return nesl_lower_act(lower, EFFECT_NOTATE, operands)->second;
}

// ---- From bytes to a value ----

// Where the next leaf begins.
typedef struct Cursor {
  Var *bytes;
  Atom place;
} Cursor;

static Atom byte_at(NeslLower *lower, const Cursor *cursor, Atom place) {
  Exp *exp = exp_index(lower->emit.program, cursor->bytes, &place, 1);
  return atom_var(emit_let(&lower->emit, "byte", exp));
}

static Atom number_at(NeslLower *lower, const Cursor *cursor, Atom place) {
  Emitter *emit = &lower->emit;
  Atom number = atom_i64(0);
  for (int64_t i = 0; i < BYTES; i++) {
    Atom at = emit_binary(emit, "at", OP_ADD, place, atom_i64(i));
    Atom byte = emit_convert(emit, "bits", OP_ZEXT, byte_at(lower, cursor, at), SCALAR_I64);
    if (i > 0) byte = emit_binary(emit, "bits", OP_SHL, byte, atom_i64(BITS * i));
    number = i == 0 ? byte : emit_binary(emit, "number", OP_OR, number, byte);
  }
  return number;
}

// A leaf of this many elements, after their number.
typedef struct NeslLeaf {
  Cursor cursor;
  Scalar scalar;
} NeslLeaf;

static Atom scalar_at(NeslLower *lower, const NeslLeaf *leaf, Atom index) {
  Emitter *emit = &lower->emit;
  Atom size = atom_i64(leaf->scalar == SCALAR_I64 || leaf->scalar == SCALAR_F64 ? BYTES : 1);
  Atom place = emit_binary(emit, "place", OP_ADD, leaf->cursor.place,
                           emit_binary(emit, "distance", OP_MUL, index, size));
  if (leaf->scalar == SCALAR_I8) return byte_at(lower, &leaf->cursor, place);
  if (leaf->scalar == SCALAR_BOOL)
    return emit_binary(emit, "truth", OP_NE, byte_at(lower, &leaf->cursor, place),
                       nesl_scalar_zero(SCALAR_I8));
  Atom number = number_at(lower, &leaf->cursor, place);
  return leaf->scalar == SCALAR_I64 ? number
                                    : emit_convert(emit, "float", OP_BITCAST, number, SCALAR_F64);
}

static const Data *leaf_point(NeslLower *lower, Atom index, void *context) {
  return nesl_data_scalar(lower, scalar_at(lower, context, index));
}

// How many elements the next leaf has.
static Atom leaf_count(NeslLower *lower, const Cursor *cursor) {
  return number_at(lower, cursor, cursor->place);
}

// Steps over the number of elements, and over the elements.
static NeslLeaf leaf_enter(NeslLower *lower, Cursor *cursor, Scalar scalar, Atom count) {
  Emitter *emit = &lower->emit;
  NeslLeaf leaf = {.cursor = *cursor, .scalar = scalar};
  leaf.cursor.place = emit_size(emit, OP_ADD, cursor->place, atom_i64(BYTES));
  int64_t size = scalar == SCALAR_I64 || scalar == SCALAR_F64 ? BYTES : 1;
  cursor->place =
      emit_size(emit, OP_ADD, leaf.cursor.place, emit_size(emit, OP_MUL, count, atom_i64(size)));
  return leaf;
}

static const Data *read_leaf(NeslLower *lower, Cursor *cursor, Scalar scalar, Atom count) {
  NeslLeaf leaf = leaf_enter(lower, cursor, scalar, count);
  return nesl_lower_map(lower, count, leaf_point, &leaf);
}

// A sequence of this many elements.
static const Data *read_sequence(NeslLower *lower, Cursor *cursor, const NeslLayout *element,
                                 Atom count) {
  switch (element->kind) {
  case DATA_SCALAR: return read_leaf(lower, cursor, element->scalar, count);
  case DATA_PAIR: {
    const Data *first = read_sequence(lower, cursor, element->first, count);
    const Data *second = read_sequence(lower, cursor, element->second, count);
    return nesl_data_sequence(lower, first->dim,
                              nesl_data_pair(lower, first->element, second->element));
  }
  case DATA_SEQUENCE: {
    Var *lengths = read_leaf(lower, cursor, SCALAR_I64, count)->element->atom.var;
    Atom total = nesl_lower_total(lower, count, lengths);
    const Data *all = read_sequence(lower, cursor, element->element, total);
    return nesl_data_partition(lower, all, count, lengths);
  }
  case DATA_FUNCTION: break;
  }
  INTERNAL_ERROR("no function is read");
}

static const Data *read_value(NeslLower *lower, Cursor *cursor, const NeslLayout *layout) {
  switch (layout->kind) {
  case DATA_SCALAR: {
    NeslLeaf leaf = leaf_enter(lower, cursor, layout->scalar, atom_i64(1));
    return nesl_data_scalar(lower, scalar_at(lower, &leaf, atom_i64(0)));
  }
  case DATA_PAIR: {
    const Data *first = read_value(lower, cursor, layout->first);
    return nesl_data_pair(lower, first, read_value(lower, cursor, layout->second));
  }
  case DATA_SEQUENCE:
    return read_sequence(lower, cursor, layout->element, leaf_count(lower, cursor));
  case DATA_FUNCTION: break;
  }
  INTERNAL_ERROR("no function is read");
}

static const Data *parsed(NeslLower *lower, const Data *value, Atom is_good, const Data *why) {
  const Data *rest = nesl_data_pair(lower, nesl_data_scalar(lower, is_good), why);
  return nesl_data_pair(lower, value, rest);
}

// A function is written as `fn`, which does not tell which one.
static const Data *parse_nothing(NeslLower *lower, const NeslLayout *layout) {
  static const char WHY[] = "there are functions in it";
  return parsed(lower, nesl_data_zeros(lower, layout), atom_bool(false),
                nesl_lower_string(lower, WHY, strlen(WHY)));
}

const Data *nesl_lower_parse(NeslLower *lower, const NeslType *type, const Data *text) {
  Emitter *emit = &lower->emit;
  const NeslLayout *layout = nesl_layout_of_type(lower, type);
  if (layout->has_function) return parse_nothing(lower, layout);
  const Data *operands = nesl_data_pair(lower, type_text(lower, type), text);
  const Data *act = nesl_lower_act(lower, EFFECT_PARSE, operands);
  Atom is_good = emit_binary(emit, "is_good", OP_SLE, atom_i64(0), act->first->atom);
  EmitBlock *blocks[2];
  const Data *values[2];
  for (size_t i = 0; i < 2; i++) {
    blocks[i] = emit_open(emit);
    Cursor cursor = {.bytes = act->second->element->atom.var, .place = atom_i64(0)};
    values[i] = i == 0 ? read_value(lower, &cursor, layout) : nesl_data_zeros(lower, layout);
    emit_close(emit, blocks[i]);
  }
  return parsed(lower, nesl_data_branch(lower, is_good, blocks, values), is_good, act->second);
}
