// What intrinsics do: those on scalars, on sequences, and those that follow the structure of a
// type.
#include <string.h>

#include "front/nesl/to_core_internal.h"

static const Data *lower_data_text(NeslLower *lower, const char *stem, const NeslType *type,
                                   const Data *argument);

// Is it a type of this kind, and not a datatype of one?
static bool type_is(const NeslType *type, NeslTypeTag tag) {
  return nesl_type_resolve(type)->tag == tag;
}

// The function of the prelude for a type: `eql` has eql_int, eql_pair and so on. Those that make
// text have functions for tuples of more than two and for strings, and tell datatypes from what is
// inside of them.
static const Data *lower_case(NeslLower *lower, const char *stem, bool is_text,
                              const NeslType *type, const Data *argument) {
  if (is_text && type_is(type, NESL_T_DATA)) return lower_data_text(lower, stem, type, argument);
  type = nesl_type_plain(lower, type);
  const NeslType *types[2];
  const char *ending = NULL;
  size_t count = 0;
  switch (type->tag) {
  case NESL_T_INT: ending = "int"; break;
  case NESL_T_FLOAT: ending = "float"; break;
  case NESL_T_BOOL: ending = "bool"; break;
  case NESL_T_CHAR: ending = "char"; break;
  case NESL_T_PAIR:
    ending = is_text && type_is(type->pair.second, NESL_T_PAIR) ? "tuple" : "pair";
    types[count++] = type->pair.first;
    types[count++] = type->pair.second;
    break;
  case NESL_T_SEQUENCE:
    ending = is_text && type_is(type->element, NESL_T_CHAR) ? "string" : "sequence";
    if (strcmp(ending, "sequence") == 0) types[count++] = type->element;
    break;
  case NESL_T_FUNCTION:
    if (!is_text)
      return strcmp(stem, "eql") == 0 ? nesl_lower_function_eql(lower, argument)
                                      : nesl_lower_function_names(lower, argument);
    ending = "function";
    types[count++] = type->function.from;
    types[count++] = type->function.to;
    break;
  case NESL_T_DATA:
  case NESL_T_PARAM:
  case NESL_T_VAR:
  case NESL_T_ERROR: INTERNAL_ERROR("a type that is not closed");
  }
  const NeslType **kept = arena_array(lower->arena, const NeslType *, count);
  for (size_t i = 0; i < count; i++)
    kept[i] = types[i];
  const char *name = arena_printf(lower->arena, "__%s_%s", stem, ending);
  return nesl_lower_prelude(lower, name, kept, count, argument);
}

// The name of the datatype, and its content in parentheses.
static const Data *lower_data_text(NeslLower *lower, const char *stem, const NeslType *type,
                                   const Data *argument) {
  type = nesl_type_resolve(type);
  const NeslType *content = nesl_data_content(lower->arena, type);
  bool is_tuple = type_is(content, NESL_T_PAIR);
  const char *open =
      arena_printf(lower->arena, "%s%s", type->data.datatype->name, is_tuple ? "" : "(");
  const Data *text = nesl_data_append(lower, nesl_lower_string(lower, open, strlen(open)),
                                      lower_case(lower, stem, true, content, argument));
  return is_tuple ? text : nesl_data_append(lower, text, nesl_lower_string(lower, ")", 1));
}

// The function on scalars; it has one or two operands.
static Atom lower_scalar(NeslLower *lower, NeslIntrinsic id, const NeslType *type, Atom a, Atom b) {
  switch (id) {
  case NESL_INTRINSIC_SQRT: return emit_unary(&lower->emit, "y", OP_SQRT, a);
  case NESL_INTRINSIC_EXP: return emit_unary(&lower->emit, "y", OP_EXP, a);
  case NESL_INTRINSIC_LN: return emit_unary(&lower->emit, "y", OP_LOG, a);
  case NESL_INTRINSIC_LOG2: return emit_unary(&lower->emit, "y", OP_LOG2, a);
  case NESL_INTRINSIC_LOG10: return emit_unary(&lower->emit, "y", OP_LOG10, a);
  case NESL_INTRINSIC_SIN: return emit_unary(&lower->emit, "y", OP_SIN, a);
  case NESL_INTRINSIC_COS: return emit_unary(&lower->emit, "y", OP_COS, a);
  case NESL_INTRINSIC_TAN: return emit_unary(&lower->emit, "y", OP_TAN, a);
  case NESL_INTRINSIC_ASIN: return emit_unary(&lower->emit, "y", OP_ASIN, a);
  case NESL_INTRINSIC_ACOS: return emit_unary(&lower->emit, "y", OP_ACOS, a);
  case NESL_INTRINSIC_ATAN: return emit_unary(&lower->emit, "y", OP_ATAN, a);
  case NESL_INTRINSIC_SINH: return emit_unary(&lower->emit, "y", OP_SINH, a);
  case NESL_INTRINSIC_COSH: return emit_unary(&lower->emit, "y", OP_COSH, a);
  case NESL_INTRINSIC_TANH: return emit_unary(&lower->emit, "y", OP_TANH, a);
  case NESL_INTRINSIC_NEGATE: return emit_unary(&lower->emit, "y", OP_NEG, a);
  case NESL_INTRINSIC_NOT: return emit_unary(&lower->emit, "y", OP_NOT, a);
  case NESL_INTRINSIC_ADD: return emit_binary(&lower->emit, "y", OP_ADD, a, b);
  case NESL_INTRINSIC_SUBTRACT: return emit_binary(&lower->emit, "y", OP_SUB, a, b);
  case NESL_INTRINSIC_MULTIPLY: return emit_binary(&lower->emit, "y", OP_MUL, a, b);
  case NESL_INTRINSIC_AND: return emit_binary(&lower->emit, "y", OP_AND, a, b);
  case NESL_INTRINSIC_OR: return emit_binary(&lower->emit, "y", OP_OR, a, b);
  case NESL_INTRINSIC_XOR: return emit_binary(&lower->emit, "y", OP_XOR, a, b);
  case NESL_INTRINSIC_EQUAL: return emit_binary(&lower->emit, "y", OP_EQ, a, b);
  case NESL_INTRINSIC_NOT_EQUAL: return emit_binary(&lower->emit, "y", OP_NE, a, b);
  case NESL_INTRINSIC_ATAN2: return emit_binary(&lower->emit, "y", OP_ATAN2, a, b);
  case NESL_INTRINSIC_EXPT: return emit_binary(&lower->emit, "y", OP_FPOW, a, b);
  case NESL_INTRINSIC_LSHIFT: return emit_binary(&lower->emit, "y", OP_SHL, a, b);
  case NESL_INTRINSIC_RSHIFT: return emit_binary(&lower->emit, "y", OP_ASHR, a, b);
  case NESL_INTRINSIC_DIVIDE: return nesl_lower_divide(lower, type, a, b);
  case NESL_INTRINSIC_REM: return nesl_lower_division(lower, OP_SREM, a, b);
  case NESL_INTRINSIC_MOD: return nesl_lower_division(lower, OP_SMOD, a, b);
  case NESL_INTRINSIC_POWER: return nesl_lower_power(lower, type, a, b);
  case NESL_INTRINSIC_LESS: return nesl_lower_compare(lower, OP_SLT, OP_FLT, OP_ULT, type, a, b);
  case NESL_INTRINSIC_GREATER: return nesl_lower_compare(lower, OP_SLT, OP_FLT, OP_ULT, type, b, a);
  case NESL_INTRINSIC_LESS_EQUAL:
    return nesl_lower_compare(lower, OP_SLE, OP_FLE, OP_ULE, type, a, b);
  case NESL_INTRINSIC_GREATER_EQUAL:
    return nesl_lower_compare(lower, OP_SLE, OP_FLE, OP_ULE, type, b, a);
  case NESL_INTRINSIC_NAND: return nesl_lower_negated(lower, OP_AND, a, b);
  case NESL_INTRINSIC_NOR: return nesl_lower_negated(lower, OP_OR, a, b);
  case NESL_INTRINSIC_MAXIMUM: return nesl_lower_extreme(lower, type, a, b, true);
  case NESL_INTRINSIC_MINIMUM: return nesl_lower_extreme(lower, type, a, b, false);
  case NESL_INTRINSIC_ABS: return nesl_lower_abs(lower, type, a);
  case NESL_INTRINSIC_FLOAT: return emit_convert(&lower->emit, "float", OP_SITOFP, a, SCALAR_F64);
  case NESL_INTRINSIC_TRUNC: return nesl_lower_rounded(lower, OP_TRUNC, a);
  case NESL_INTRINSIC_ROUND: return nesl_lower_rounded(lower, OP_ROUND, a);
  case NESL_INTRINSIC_CEIL: return nesl_lower_rounded(lower, OP_CEIL, a);
  case NESL_INTRINSIC_FLOOR: return nesl_lower_rounded(lower, OP_FLOOR, a);
  case NESL_INTRINSIC_CODE_CHAR: return nesl_lower_code_char(lower, a);
  case NESL_INTRINSIC_CHAR_CODE: return emit_convert(&lower->emit, "code", OP_ZEXT, a, SCALAR_I64);
  case NESL_INTRINSIC_BTOI: return emit_convert(&lower->emit, "int", OP_BTOI, a, SCALAR_I64);
  case NESL_INTRINSIC_RADICAND: return nesl_lower_radicand(lower, a);
  case NESL_INTRINSIC_SORT_KEY: return nesl_lower_sort_key(lower, type, a);
  case NESL_INTRINSIC_ORDER_KEY: return nesl_lower_order_key(lower, type, a);
  case NESL_INTRINSIC_ORDER_VALUE: return nesl_lower_order_value(lower, type, a);
  case NESL_INTRINSIC_SIGN: return nesl_lower_sign(lower, type, a);
  case NESL_INTRINSIC_RAND: return nesl_lower_rand(lower, type, a);
  case NESL_INTRINSIC_MULTIPLY_ADD:
  case NESL_INTRINSIC_LENGTH:
  case NESL_INTRINSIC_APPEND:
  case NESL_INTRINSIC_READ:
  case NESL_INTRINSIC_WRITE:
  case NESL_INTRINSIC_WIDTH:
  case NESL_INTRINSIC_ROW:
  case NESL_INTRINSIC_DIST:
  case NESL_INTRINSIC_FLATTEN:
  case NESL_INTRINSIC_PARTITION:
  case NESL_INTRINSIC_SUBSEQ:
  case NESL_INTRINSIC_REVERSE:
  case NESL_INTRINSIC_ZIP:
  case NESL_INTRINSIC_UNZIP:
  case NESL_INTRINSIC_RADIX:
  case NESL_INTRINSIC_SUM:
  case NESL_INTRINSIC_PRODUCT:
  case NESL_INTRINSIC_MAX_VAL:
  case NESL_INTRINSIC_MIN_VAL:
  case NESL_INTRINSIC_OR_REDUCE:
  case NESL_INTRINSIC_AND_REDUCE:
  case NESL_INTRINSIC_XOR_REDUCE:
  case NESL_INTRINSIC_PLUS_SCAN:
  case NESL_INTRINSIC_MULT_SCAN:
  case NESL_INTRINSIC_MAX_SCAN:
  case NESL_INTRINSIC_MIN_SCAN:
  case NESL_INTRINSIC_OR_SCAN:
  case NESL_INTRINSIC_AND_SCAN:
  case NESL_INTRINSIC_XOR_SCAN:
  case NESL_INTRINSIC_EQL:
  case NESL_INTRINSIC_NAMES:
  case NESL_INTRINSIC_TO_STRING:
  case NESL_INTRINSIC_EXP_STRING:
  case NESL_INTRINSIC_PAD:
  case NESL_INTRINSIC_PRINT:
  case NESL_INTRINSIC_OPEN:
  case NESL_INTRINSIC_CLOSE:
  case NESL_INTRINSIC_PUT_STREAM:
  case NESL_INTRINSIC_GET_STREAM:
  case NESL_INTRINSIC_LOAD:
  case NESL_INTRINSIC_SAVE:
  case NESL_INTRINSIC_ENVIRONMENT:
  case NESL_INTRINSIC_NOTATE:
  case NESL_INTRINSIC_PARSE:
  case NESL_INTRINSIC_FAIL:
  case NESL_INTRINSIC_TIME:
  case NESL_INTRINSIC_CLOCK:
  case NESL_INTRINSIC_COUNT: break;
  }
  INTERNAL_ERROR("an intrinsic that is not on scalars");
}

const Data *nesl_lower_intrinsic(NeslLower *lower, const Intrinsic *call) {
  const NeslType *type = call->types != NULL ? call->types[0] : NULL;
  const Data *x = call->argument;
  bool is_pair = x->kind == DATA_PAIR;
  Atom none = atom_i64(0);
  switch (call->id) {
  case NESL_INTRINSIC_SQRT:
  case NESL_INTRINSIC_EXP:
  case NESL_INTRINSIC_LN:
  case NESL_INTRINSIC_LOG2:
  case NESL_INTRINSIC_LOG10:
  case NESL_INTRINSIC_SIN:
  case NESL_INTRINSIC_COS:
  case NESL_INTRINSIC_TAN:
  case NESL_INTRINSIC_ASIN:
  case NESL_INTRINSIC_ACOS:
  case NESL_INTRINSIC_ATAN:
  case NESL_INTRINSIC_SINH:
  case NESL_INTRINSIC_COSH:
  case NESL_INTRINSIC_TANH:
  case NESL_INTRINSIC_NEGATE:
  case NESL_INTRINSIC_NOT:
  case NESL_INTRINSIC_ADD:
  case NESL_INTRINSIC_SUBTRACT:
  case NESL_INTRINSIC_MULTIPLY:
  case NESL_INTRINSIC_AND:
  case NESL_INTRINSIC_OR:
  case NESL_INTRINSIC_XOR:
  case NESL_INTRINSIC_EQUAL:
  case NESL_INTRINSIC_NOT_EQUAL:
  case NESL_INTRINSIC_ATAN2:
  case NESL_INTRINSIC_EXPT:
  case NESL_INTRINSIC_LSHIFT:
  case NESL_INTRINSIC_RSHIFT:
  case NESL_INTRINSIC_DIVIDE:
  case NESL_INTRINSIC_REM:
  case NESL_INTRINSIC_MOD:
  case NESL_INTRINSIC_POWER:
  case NESL_INTRINSIC_LESS:
  case NESL_INTRINSIC_GREATER:
  case NESL_INTRINSIC_LESS_EQUAL:
  case NESL_INTRINSIC_GREATER_EQUAL:
  case NESL_INTRINSIC_NAND:
  case NESL_INTRINSIC_NOR:
  case NESL_INTRINSIC_MAXIMUM:
  case NESL_INTRINSIC_MINIMUM:
  case NESL_INTRINSIC_ABS:
  case NESL_INTRINSIC_FLOAT:
  case NESL_INTRINSIC_TRUNC:
  case NESL_INTRINSIC_ROUND:
  case NESL_INTRINSIC_CEIL:
  case NESL_INTRINSIC_FLOOR:
  case NESL_INTRINSIC_CODE_CHAR:
  case NESL_INTRINSIC_CHAR_CODE:
  case NESL_INTRINSIC_BTOI:
  case NESL_INTRINSIC_RADICAND:
  case NESL_INTRINSIC_SORT_KEY:
  case NESL_INTRINSIC_ORDER_KEY:
  case NESL_INTRINSIC_ORDER_VALUE:
  case NESL_INTRINSIC_SIGN:
  case NESL_INTRINSIC_RAND:
    return nesl_data_scalar(lower,
                            lower_scalar(lower, call->id, type, is_pair ? x->first->atom : x->atom,
                                         is_pair ? x->second->atom : none));
  case NESL_INTRINSIC_MULTIPLY_ADD: {
    Atom args[] = {x->first->atom, x->second->first->atom, x->second->second->atom};
    Exp *sum = exp_new(lower->emit.program, OP_FMA, args, 3);
    return nesl_data_scalar(lower, atom_var(emit_let(&lower->emit, "sum", sum)));
  }
  case NESL_INTRINSIC_LENGTH: return nesl_data_scalar(lower, nesl_data_size(x));
  case NESL_INTRINSIC_APPEND: return nesl_data_append(lower, x->first, x->second);
  case NESL_INTRINSIC_READ: return nesl_lower_read(lower, x->first, x->second);
  case NESL_INTRINSIC_WRITE: return nesl_lower_write(lower, x->first, x->second);
  case NESL_INTRINSIC_WIDTH: return nesl_data_scalar(lower, nesl_lower_width(lower, x));
  case NESL_INTRINSIC_ROW: return nesl_lower_row(lower, x->first, x->second->atom);
  case NESL_INTRINSIC_DIST: return nesl_lower_dist(lower, x->first, x->second->atom);
  case NESL_INTRINSIC_FLATTEN: return nesl_data_flatten(lower, x);
  case NESL_INTRINSIC_PARTITION: return nesl_lower_partition(lower, x->first, x->second);
  case NESL_INTRINSIC_SUBSEQ:
    return nesl_lower_subseq(lower, x->first, x->second->first->atom, x->second->second->atom);
  case NESL_INTRINSIC_REVERSE: return nesl_lower_reverse(lower, x);
  case NESL_INTRINSIC_ZIP: return nesl_lower_zip(lower, x->first, x->second);
  case NESL_INTRINSIC_UNZIP: return nesl_lower_unzip(lower, x);
  case NESL_INTRINSIC_RADIX: return nesl_lower_radix(lower, x->first, x->second);
  case NESL_INTRINSIC_SUM:
    return nesl_lower_reduction(lower, nesl_number_monoid(OP_ADD, 0, type), x, NULL);
  case NESL_INTRINSIC_PRODUCT:
    return nesl_lower_reduction(lower, nesl_number_monoid(OP_MUL, 1, type), x, NULL);
  case NESL_INTRINSIC_MAX_VAL:
    return nesl_lower_reduction(lower, nesl_extreme_monoid(type, true), x,
                                "the maximum of an empty sequence");
  case NESL_INTRINSIC_MIN_VAL:
    return nesl_lower_reduction(lower, nesl_extreme_monoid(type, false), x,
                                "the minimum of an empty sequence");
  case NESL_INTRINSIC_OR_REDUCE:
    return nesl_lower_reduction(lower, nesl_logical_monoid(OP_OR, false, type), x, NULL);
  case NESL_INTRINSIC_AND_REDUCE:
    return nesl_lower_reduction(lower, nesl_logical_monoid(OP_AND, true, type), x, NULL);
  case NESL_INTRINSIC_XOR_REDUCE:
    return nesl_lower_reduction(lower, nesl_logical_monoid(OP_XOR, false, type), x, NULL);
  case NESL_INTRINSIC_PLUS_SCAN:
    return nesl_lower_scanned(lower, nesl_number_monoid(OP_ADD, 0, type), x);
  case NESL_INTRINSIC_MULT_SCAN:
    return nesl_lower_scanned(lower, nesl_number_monoid(OP_MUL, 1, type), x);
  case NESL_INTRINSIC_MAX_SCAN:
    return nesl_lower_scanned(lower, nesl_extreme_monoid(type, true), x);
  case NESL_INTRINSIC_MIN_SCAN:
    return nesl_lower_scanned(lower, nesl_extreme_monoid(type, false), x);
  case NESL_INTRINSIC_OR_SCAN:
    return nesl_lower_scanned(lower, nesl_logical_monoid(OP_OR, false, type), x);
  case NESL_INTRINSIC_AND_SCAN:
    return nesl_lower_scanned(lower, nesl_logical_monoid(OP_AND, true, type), x);
  case NESL_INTRINSIC_XOR_SCAN:
    return nesl_lower_scanned(lower, nesl_logical_monoid(OP_XOR, false, type), x);
  case NESL_INTRINSIC_EQL: return lower_case(lower, "eql", false, type, x);
  case NESL_INTRINSIC_NAMES: return lower_case(lower, "names", false, type, x);
  case NESL_INTRINSIC_TO_STRING: return lower_case(lower, "to_string", true, type, x);
  case NESL_INTRINSIC_EXP_STRING: return lower_case(lower, "exp_string", true, type, x);
  case NESL_INTRINSIC_PAD: return nesl_lower_prelude(lower, "__pad", NULL, 0, x);
  case NESL_INTRINSIC_PRINT:
  case NESL_INTRINSIC_OPEN:
  case NESL_INTRINSIC_CLOSE:
  case NESL_INTRINSIC_PUT_STREAM:
  case NESL_INTRINSIC_GET_STREAM:
  case NESL_INTRINSIC_LOAD:
  case NESL_INTRINSIC_SAVE:
  case NESL_INTRINSIC_ENVIRONMENT:
  case NESL_INTRINSIC_FAIL: return nesl_lower_effect(lower, call->id, x);
  case NESL_INTRINSIC_NOTATE: return nesl_lower_notate(lower, type, x);
  case NESL_INTRINSIC_PARSE: return nesl_lower_parse(lower, type, x);
  case NESL_INTRINSIC_TIME: return nesl_lower_time_of_value(lower, x);
  case NESL_INTRINSIC_CLOCK: return nesl_lower_clock(lower, x);
  case NESL_INTRINSIC_COUNT: break;
  }
  INTERNAL_ERROR("an intrinsic that is none");
}
