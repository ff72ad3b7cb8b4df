// `⎕BENCH`: how long a function takes.
//
// The runs are a loop that hands the argument from one to the next through an opaque value, so that
// no run can be moved out of it or left out. The clock is read when the last result is there.
#include <string.h>

#include "front/apl/to_core_internal.h"

typedef struct Runs {
  const AplValue *function;
  Span span;
} Runs;

static const AplValue *opaque(AplLower *lower, const AplValue *value) {
  if (value->kind == APL_VALUE_TUPLE) {
    const AplValue **items = arena_array(lower->arena, const AplValue *, value->item_count + 1);
    for (size_t i = 0; i < value->item_count; i++)
      items[i] = opaque(lower, value->items[i]);
    return apl_value_tuple(lower, items, value->item_count);
  }
  AplArray array = *apl_stored(lower, value);
  for (size_t i = 0; i < apl_kind_parts(array.kind); i++) {
    Exp *exp = exp_new(lower->emit.program, OP_OPAQUE, &array.data[i], 1);
    const Type *type = apl_part_type(lower, array.kind, array.rank, array.dims);
    array.data[i] = atom_var(emit_shaped(&lower->emit, "again", exp, type));
  }
  array.items = NULL;
  array.block = NULL;
  return apl_value_array(lower, array);
}

// The state is the argument and the last result.
static const AplValue *run_again(AplLower *lower, const AplValue *state, void *context) {
  const Runs *runs = context;
  const AplValue *argument = opaque(lower, state->items[0]);
  const AplValue *items[2] = {argument,
                              apl_apply(lower, runs->function, NULL, argument, runs->span)};
  return apl_value_tuple(lower, items, 2);
}

static Atom time_behind(AplLower *lower, const AplValue *value) {
  while (value->kind == APL_VALUE_TUPLE)
    value = value->items[0];
  Atom operands[2] = {atom_i64(0), apl_stored(lower, value)->data[0]};
  Stm *clock = apl_act(lower, EFFECT_CLOCK, operands, 2);
  return atom_var(clock->vars[1]);
}

static void print_text(AplLower *lower, const AplValue *text) {
  const AplArray *array = apl_stored(lower, text);
  AplSpace space = apl_space_open(lower, array->dims[0]);
  Atom code = apl_element(lower, array, &space.index).part[0];
  Atom *byte = arena_make(lower->arena, Atom);
  *byte = apl_op_convert(lower, OP_ZEXT, code, SCALAR_I8);
  Output output = {.mode = MODE_MAP, .values = byte, .value_count = 1};
  apl_space_output(lower, &space, output);
  Atom operands[3] = {atom_i64(0), atom_i64(2),
                      atom_var(apl_space_close(lower, &space, "bytes")->vars[0])};
  apl_act(lower, EFFECT_PRINT, operands, 3);
}

static const AplValue *text_of(AplLower *lower, const char *text) {
  Elem items[64];
  size_t count = strlen(text);
  for (size_t i = 0; i < count; i++)
    items[i] = apl_elem(APL_CHAR, atom_constant(constant_int(SCALAR_I32, text[i])));
  return apl_value_items(lower, items, count, APL_CHAR);
}

static const AplValue *joined(AplLower *lower, const AplValue *left, const AplValue *right) {
  Call call = {.left = left, .right = right};
  return apl_array_catenate_last(lower, &call);
}

// `12.5 ms on average of 10 runs`, to standard error.
static void report(AplLower *lower, Atom start, Atom end, Atom count) {
  Elem time = apl_elem_size(apl_op2(lower, OP_SUB, end, start));
  Elem whole = apl2_multiply(lower, apl_elem_size(count), apl_elem_double(1e6));
  const AplValue *mean = apl_value_scalar(lower, apl2_divide(lower, time, whole));
  Call format = {.right = mean};
  const AplValue *text =
      joined(lower, apl_array_format(lower, &format), text_of(lower, " ms on average of "));
  format.right = apl_value_scalar(lower, apl_int_of(lower, count));
  text = joined(lower, text, apl_array_format(lower, &format));
  print_text(lower, joined(lower, text, text_of(lower, " runs\n")));
}

static const AplValue *run_times(AplLower *lower, const AplValue *function, Atom count,
                                 const AplValue *argument) {
  Runs runs = {function, lower->emit.span};
  Atom start = time_behind(lower, argument);
  const AplValue *first[2] = {argument, apl_apply(lower, function, NULL, argument, runs.span)};
  Atom more = apl_sub(lower, count, atom_i64(1));
  const AplValue *state = apl_loop(lower, more, apl_value_tuple(lower, first, 2), run_again, &runs);
  if (!lower->is_quiet) report(lower, start, time_behind(lower, state->items[1]), count);
  return state->items[1];
}

const AplValue *apl_bench(AplLower *lower, const AplFunction *function, const AplValue *left,
                          const AplValue *right) {
  const AplValue *first = function->operands[0], *second = function->operands[1];
  bool is_older = second->kind == APL_VALUE_FUNCTION;
  if (first->kind != APL_VALUE_FUNCTION || is_older != (left != NULL))
    apl_fail(lower, ERROR_APL_SYNTAX,
             "SYNTAX ERROR: `⎕BENCH` is used as `(f ⎕BENCH n) x` or `n (f ⎕BENCH g) x`");
  Atom count = apl_int_scalar(lower, is_older ? left : second, "the number of runs");
  count = apl_max(lower, count, atom_i64(1));
  const AplValue *result = run_times(lower, first, count, right);
  if (is_older) run_times(lower, second, count, right);
  return result;
}
