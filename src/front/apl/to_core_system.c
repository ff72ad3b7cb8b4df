// System functions.
#include <string.h>

#include "front/apl/to_core_internal.h"

// What each does with numbers of 32 bits.
static const struct {
  const char *name;
  Op op;
  bool is_monadic;
} INT32[] = {{"INT32NOT", OP_NOT, true},   {"INT32AND", OP_AND, false},
             {"INT32OR", OP_OR, false},    {"INT32XOR", OP_XOR, false},
             {"INT32SHL", OP_SHL, false},  {"INT32SHR", OP_LSHR, false},
             {"INT32SHAR", OP_ASHR, false}};

enum { INT32_COUNT = sizeof INT32 / sizeof *INT32 };

// Functions of one argument, whose numbers are after those of the table above.
static const char *const OTHERS[] = {"READFILE", "READINTVECFILE", "READDOUBLEVECFILE", "NOW",
                                     "UCS"};
enum { OTHER_COUNT = sizeof OTHERS / sizeof *OTHERS };

static const AplValue *text_value(AplLower *lower, const char *text) {
  Elem items[32];
  size_t count = strlen(text);
  for (size_t i = 0; i < count; i++)
    items[i] = apl_elem(APL_CHAR, atom_constant(constant_int(SCALAR_I32, text[i])));
  return apl_value_items(lower, items, count, APL_CHAR);
}

static Elem origin_elem(const AplLower *lower) {
  return lower->origin == 0 ? apl_elem_bool(false) : apl_elem_bool(true);
}

// `f⎕BENCH n` and `f⎕BENCH g`.
static const AplValue *bench_operator(AplLower *lower) {
  AplFunction function = {.kind = APL_FN_SYSTEM,
                          .system = INT32_COUNT + OTHER_COUNT,
                          .is_dyadic = true,
                          .span = lower->emit.span};
  AplValue *value = (AplValue *)(uintptr_t)apl_value_function(lower, function);
  value->kind = APL_VALUE_OPERATOR;
  return value;
}

const AplValue *apl_system(AplLower *lower, Name name) {
  for (int i = 0; i < INT32_COUNT; i++)
    if (strcmp(INT32[i].name, name) == 0) {
      AplFunction function = {.kind = APL_FN_SYSTEM, .system = i, .span = lower->emit.span};
      return apl_value_function(lower, function);
    }
  for (int i = 0; i < OTHER_COUNT; i++)
    if (strcmp(OTHERS[i], name) == 0) {
      AplFunction function = {.kind = APL_FN_SYSTEM, .system = INT32_COUNT + i};
      function.span = lower->emit.span;
      return apl_value_function(lower, function);
    }
  if (strcmp(name, "A") == 0) return text_value(lower, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  if (strcmp(name, "D") == 0) return text_value(lower, "0123456789");
  if (strcmp(name, "IO") == 0) return apl_value_scalar(lower, origin_elem(lower));
  if (strcmp(name, "BENCH") == 0) return bench_operator(lower);
  apl_fail(lower, ERROR_APL_VALUE, "VALUE ERROR: there is no system function `⎕%s`", name);
}

static Atom narrow(AplLower *lower, Elem elem) {
  if (elem.kind > APL_INT)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: the function takes ints, not %s",
             apl_kind_name(elem.kind));
  Atom whole = apl_convert(lower, elem, APL_INT).part[0];
  return atom_type(whole)->scalar == SCALAR_I32 ? whole
                                                : apl_op_convert(lower, OP_SEXT, whole, SCALAR_I32);
}

static Elem widen(AplLower *lower, Atom atom) {
  bool is_short = apl_kind_scalar(APL_INT) == SCALAR_I32;
  return apl_elem(APL_INT, is_short ? atom : apl_op_convert(lower, OP_SEXT, atom, SCALAR_I64));
}

Elem apl_bits_of(AplLower *lower, Elem elem) { return widen(lower, narrow(lower, elem)); }

// One function of C for each row of the table, because scalar functions have no context.
#define BINARY(name, op)                                                                           \
  static Elem name(AplLower *lower, Elem a, Elem b) {                                              \
    return widen(lower, apl_op2(lower, op, narrow(lower, a), narrow(lower, b)));                   \
  }
BINARY(int32_and, OP_AND)
BINARY(int32_or, OP_OR)
BINARY(int32_xor, OP_XOR)
BINARY(int32_shl, OP_SHL)
BINARY(int32_shr, OP_LSHR)
BINARY(int32_shar, OP_ASHR)
#undef BINARY

static Elem int32_not(AplLower *lower, Elem a) {
  return widen(lower, apl_op1(lower, OP_NOT, narrow(lower, a)));
}

enum { LAST_CHARACTER = 0x10FFFF };

// The code points of characters, and the characters of code points.
static Elem code_point(AplLower *lower, Elem a) {
  if (a.kind == APL_CHAR)
    return apl_int_of(lower, apl_op_convert(lower, OP_ZEXT, a.part[0], SCALAR_I64));
  if (a.kind > APL_INT)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: the function takes ints, not %s",
             apl_kind_name(a.kind));
  Atom number = apl_size_of(lower, a);
  Atom is_good = apl_op2(lower, OP_ULT, number, atom_i64(LAST_CHARACTER + 1));
  apl_check(lower, is_good, ERROR_APL_DOMAIN, "DOMAIN ERROR: {} is no character's number", &number,
            1);
  return apl_elem(APL_CHAR, narrow(lower, a));
}

static ScalarDyadic *const FUNCTIONS[INT32_COUNT] = {NULL,      int32_and, int32_or,  int32_xor,
                                                     int32_shl, int32_shr, int32_shar};

Op apl_system_op(const AplValue *function) {
  bool is_bitwise = function->kind == APL_VALUE_FUNCTION &&
                    function->function->kind == APL_FN_SYSTEM &&
                    function->function->system < INT32_COUNT;
  if (!is_bitwise) return OP_COUNT;
  Op op = INT32[function->function->system].op;
  return op == OP_AND || op == OP_OR || op == OP_XOR ? op : OP_COUNT;
}

static const AplValue *other_apply(AplLower *lower, int number, const AplValue *left,
                                   const AplValue *right) {
  if (left != NULL)
    apl_fail(lower, ERROR_APL_SYNTAX, "SYNTAX ERROR: `⎕%s` takes one argument", OTHERS[number]);
  switch (number) {
  case 0: return apl_read_text(lower, right);
  case 1: return apl_read_numbers(lower, right, APL_INT);
  case 2: return apl_read_numbers(lower, right, APL_DOUBLE);
  case 3: return apl_now(lower, right);
  default: return apl_map_monadic(lower, code_point, right);
  }
}

const AplValue *apl_system_apply(AplLower *lower, const AplFunction *function, const AplValue *left,
                                 const AplValue *right) {
  if (function->system == INT32_COUNT + OTHER_COUNT) return apl_bench(lower, function, left, right);
  if (function->system >= INT32_COUNT)
    return other_apply(lower, function->system - INT32_COUNT, left, right);
  if (INT32[function->system].is_monadic != (left == NULL))
    apl_fail(lower, ERROR_APL_SYNTAX, "SYNTAX ERROR: `⎕%s` takes %s", INT32[function->system].name,
             left == NULL ? "two arguments" : "one argument");
  if (left == NULL) return apl_map_monadic(lower, int32_not, right);
  return apl_map_dyadic(lower, FUNCTIONS[function->system], left, right);
}
