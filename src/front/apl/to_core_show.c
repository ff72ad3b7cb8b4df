// What a program shows, and its entry point.
//
// An array is shown by the effect "show", which takes its sizes and elements as texts: the
// characters of a number are its bytes. The entry point `main` has no results; its attribute says
// that nobody has to ask for it:
//
//   #[apl program]
#include "front/apl/to_core_internal.h"

enum { BYTES = 8, BITS = 8, SHORT = 8 };

static Atom element_bits(AplLower *lower, AplKind kind, Atom part) {
  switch (kind) {
  case APL_BOOL: return apl_op_convert(lower, OP_BTOI, part, SCALAR_I64);
  case APL_SIZE:
  case APL_INT: return apl_size_of(lower, apl_elem(kind, part));
  case APL_DOUBLE:
  case APL_COMPLEX: return apl_op_convert(lower, OP_BITCAST, part, SCALAR_I64);
  case APL_CHAR: return apl_op_convert(lower, OP_ZEXT, part, SCALAR_I64);
  }
  INTERNAL_ERROR("a kind that is none");
}

static Atom byte_of(AplLower *lower, Atom number, Atom byte) {
  Atom shifted = apl_op2(lower, OP_LSHR, number, apl_mul(lower, byte, atom_i64(BITS)));
  return apl_op_convert(lower, OP_ZEXT, shifted, SCALAR_I8);
}

// The bytes of a few elements, one by one.
static Atom bytes_of_items(AplLower *lower, const Elem *items, size_t count) {
  Atoms bytes = {0};
  for (size_t i = 0; i < count; i++)
    for (size_t part = 0; part < apl_kind_parts(items[i].kind); part++)
      for (int64_t byte = 0; byte < BYTES; byte++) {
        Atom bits = element_bits(lower, items[i].kind, items[i].part[part]);
        vec_push(lower->arena, &bytes, byte_of(lower, bits, atom_i64(byte)));
      }
  Dim dim = dim_const((int64_t)bytes.count);
  const Type *type = type_array(lower->emit.program, SCALAR_I8, 1, &dim);
  Exp *exp = exp_new(lower->emit.program, OP_ARRAY, bytes.data, bytes.count);
  return atom_var(emit_shaped(&lower->emit, "bytes", exp, type));
}

// The bytes of all elements in order, the parts of complex ones next to each other.
static Atom bytes_of(AplLower *lower, const AplValue *value) {
  size_t known_count;
  Call ravel = {.right = value};
  const AplArray *array = apl_array(lower, value);
  bool is_known = array->rank == 0 || array->items != NULL;
  const Elem *known = is_known ? apl_known(lower, array, &known_count) : NULL;
  if (known != NULL && known_count <= SHORT) return bytes_of_items(lower, known, known_count);
  int64_t parts = (int64_t)apl_kind_parts(array->kind);
  size_t rank = array->rank, mark = emit_mark(&lower->emit);
  Atom *sizes = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = 0; i < rank; i++)
    sizes[i] = array->dims[i];
  sizes[rank] = atom_i64(parts * BYTES);
  Atom size = apl_checked_count(lower, sizes, rank + 1, "is too large to be shown");
  const AplArray *list = apl_stored(lower, apl_array_ravel(lower, &ravel));
  AplSpace space = apl_space_open(lower, size);
  Atom place = apl_op2(lower, OP_LSHR, space.index, atom_i64(parts == 2 ? 4 : 3));
  Elem elem = apl_element(lower, list, &place);
  Atom bits = element_bits(lower, elem.kind, elem.part[0]);
  if (parts == 2) {
    Atom second = apl_op2(lower, OP_AND, space.index, atom_i64(BYTES));
    Atom is_first = apl_op2(lower, OP_EQ, second, atom_i64(0));
    bits = emit_select(&lower->emit, is_first, bits, element_bits(lower, elem.kind, elem.part[1]));
  }
  Atom *byte = arena_make(lower->arena, Atom);
  *byte = byte_of(lower, bits, apl_op2(lower, OP_AND, space.index, atom_i64(BYTES - 1)));
  Output output = {.mode = MODE_MAP, .values = byte, .value_count = 1};
  apl_space_output(lower, &space, output);
  Stm *stm = apl_space_close(lower, &space, "bytes");
  emit_uncheck(&lower->emit, mark);
  return atom_var(stm->vars[0]);
}

// What "show" and "format" take of an array.
static void array_operands(AplLower *lower, const AplValue *value, Atom operands[4]) {
  // The numbers that rts/c/notation_apl.h has for the types.
  static const int64_t NUMBERS[] = {[APL_BOOL] = 0,   [APL_SIZE] = 1,    [APL_INT] = 1,
                                    [APL_DOUBLE] = 2, [APL_COMPLEX] = 3, [APL_CHAR] = 4};
  Call shape = {.right = value};
  operands[0] = atom_i64(0);
  operands[1] = atom_i64(NUMBERS[value->array.kind]);
  operands[2] = bytes_of(lower, apl_array_shape(lower, &shape));
  operands[3] = bytes_of(lower, value);
}

static void show_array(AplLower *lower, const AplValue *value) {
  Atom operands[4];
  array_operands(lower, value, operands);
  apl_act(lower, EFFECT_SHOW, operands, 4);
}

// ---- Format ----

// The text that an effect left, whose results are its width and its length.
static const AplValue *text_received(AplLower *lower, const AplArray *array, const Stm *act) {
  Atom width = atom_var(act->vars[1]), length = atom_var(act->vars[2]);
  Var *bytes = apl_receive(lower, length);
  apl_natural(lower, act->vars[2]);
  AplNest nest = apl_nest_open(lower, &length, 1);
  Var *byte = emit_let(&lower->emit, "byte", exp_index(lower->emit.program, bytes, nest.index, 1));
  Atom code = apl_op_convert(lower, OP_ZEXT, atom_var(byte), SCALAR_I32);
  const AplValue *text = apl_nest_close(lower, &nest, apl_elem(APL_CHAR, code));
  if (array->rank < 2) return text;
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = i + 1 < array->rank ? array->dims[i] : width;
  return apl_reshape_view(lower, text, dims, array->rank);
}

// The text of the elements. That of numbers is plain ASCII, and characters are their own text.
const AplValue *apl_array_format(AplLower *lower, const Call *call) {
  if (call->right->kind != APL_VALUE_ARRAY)
    apl_unsupported(lower, "⍕ of items: %s", apl_type_text(lower, call->right));
  const AplArray *array = apl_array(lower, call->right);
  if (array->kind == APL_CHAR) return call->right;
  Atom operands[4];
  array_operands(lower, call->right, operands);
  return text_received(lower, array, apl_act(lower, EFFECT_FORMAT, operands, 4));
}

enum { MOST_WIDTH = 1000, MOST_DECIMALS = 99 };

static void check_number(AplLower *lower, Atom number, int64_t least, int64_t most,
                         const char *message) {
  Atom is_good = apl_op2(lower, OP_AND, apl_op2(lower, OP_SLE, atom_i64(least), number),
                         apl_op2(lower, OP_SLE, number, atom_i64(most)));
  apl_check(lower, is_good, ERROR_APL_DOMAIN, message, &number, 1);
}

static const AplValue *fixed(AplLower *lower, const AplValue *value, Elem width, Elem decimals) {
  Atom shown[4], operands[6];
  Atom numbers[2] = {apl_size_of(lower, width), apl_size_of(lower, decimals)};
  size_t mark = emit_mark(&lower->emit);
  check_number(lower, numbers[0], 0, MOST_WIDTH,
               "DOMAIN ERROR: the width of a number must be 0 to 1000, but it is {}");
  check_number(lower, numbers[1], -MOST_DECIMALS, MOST_DECIMALS,
               "DOMAIN ERROR: there are at most 99 decimals, not {}");
  array_operands(lower, value, shown);
  operands[0] = shown[0];
  operands[1] = shown[1];
  operands[2] = numbers[0];
  operands[3] = numbers[1];
  operands[4] = shown[2];
  operands[5] = shown[3];
  const AplValue *text =
      text_received(lower, &value->array, apl_act(lower, EFFECT_FIXED, operands, 6));
  emit_uncheck(&lower->emit, mark);
  return text;
}

// `width decimals⍕x`, or such a pair for every column; the decimals alone.
const AplValue *apl_array_format_fixed(AplLower *lower, const Call *call) {
  size_t count;
  const AplArray *array = apl_array(lower, call->right), *left = apl_array(lower, call->left);
  if (array->kind > APL_DOUBLE || left->kind > APL_INT)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: ⍕ takes ints and real numbers, not %s and %s",
             apl_type_text(lower, call->left), apl_type_text(lower, call->right));
  const Elem *items =
      left->rank < 2 ? apl_known(lower, apl_stored(lower, call->left), &count) : NULL;
  if (items == NULL)
    apl_fail(lower, ERROR_APL_LENGTH,
             "LENGTH ERROR: ⍕ takes decimals, or a width and decimals, not %s",
             apl_type_text(lower, call->left));
  if (count == 1) return fixed(lower, call->right, apl_elem_int(0), items[0]);
  if (count == 2) return fixed(lower, call->right, items[0], items[1]);
  int64_t columns = -1;
  if (array->rank > 0) apl_size_known(array->dims[array->rank - 1], &columns);
  if (columns < 1 || (size_t)columns * 2 != count)
    apl_fail(lower, ERROR_APL_LENGTH,
             "LENGTH ERROR: there are %zu numbers for the widths and decimals of %s: two for every "
             "column, or two for all",
             count, apl_type_text(lower, call->right));
  const AplValue *result = NULL;
  for (size_t i = 0; i < (size_t)columns; i++) {
    const AplValue *column = apl_slice(lower, call->right, array->rank - 1, atom_i64((int64_t)i),
                                       atom_i64(1), atom_i64(1));
    const AplValue *text = fixed(lower, column, items[2 * i], items[2 * i + 1]);
    Call join = {.left = result, .right = text};
    result = result == NULL ? text : apl_array_catenate_last(lower, &join);
  }
  return result;
}

void apl_show(AplLower *lower, const AplValue *value, bool is_last) {
  if (value->kind == APL_VALUE_FUNCTION || value->kind == APL_VALUE_OPERATOR) {
    if (!is_last) apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: a function cannot be shown");
    return;
  }
  if (value->kind == APL_VALUE_TUPLE) {
    for (size_t i = 0; i < value->item_count; i++)
      apl_show(lower, value->items[i], is_last);
    return;
  }
  if (lower->is_quiet) return;
  if (value->kind == APL_VALUE_NESTED) {
    apl_nested_show(lower, value);
    return;
  }
  bool is_number = value->array.rank == 0 && value->array.kind < APL_DOUBLE;
  if (is_last && is_number) value = apl_as_kind(lower, value, APL_DOUBLE);
  show_array(lower, value);
}

void apl_main_finish(AplLower *lower, EmitBlock *block) {
  Fun *fun = arena_make(lower->arena, Fun);
  fun->name = intern_str(lower->names, "main");
  fun->span = span_new(lower->program->file->id, 0, 0);
  fun->entry = arena_make(lower->arena, Entry);
  fun->entry->name = fun->name;
  vec_push(lower->arena, &fun->attrs, intern_str(lower->names, "apl program"));
  fun->body = body_new(lower->emit.program, block->stms, NULL, 0);
  vec_push(lower->arena, &lower->emit.program->funs, fun);
  apl_frame_of_fun(lower, fun, lower->frame);
}
