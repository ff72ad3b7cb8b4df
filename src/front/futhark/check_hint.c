// What a program that is wrong probably means. People bring habits from other languages: `x^2` for
// a power, `#` for a comment, `xs.map f`, functions after the values that they are applied to.
#include "front/futhark/check_hint.h"

#include <string.h>

#include "base/internal.h"
#include "front/futhark/ast_print.h"
#include "front/futhark/check_module.h"

// ---- Texts ----

// What is written at a span; NULL when it is long or has a line break, so that no hint shows it.
static const char *span_text(FutChecker *checker, Span span) {
  enum { LENGTH_LIMIT = 24 };
  const SourceFile *file = source_get(checker->sources, span.file);
  uint32_t length = span.end - span.start;
  if (!file || length == 0 || length > LENGTH_LIMIT) return NULL;
  const char *text = arena_strndup(checker->arena, file->text + span.start, length);
  return strpbrk(text, "\n`") ? NULL : text;
}

// Whether a text is one pair of parentheses with something inside.
static bool is_parenthesised(const char *text) {
  int depth = 0;
  for (const char *at = text; *at; at++) {
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    if (depth == 0) return at > text && at[1] == '\0';
  }
  return false;
}

// An expression as an argument: `x`, `(x + 1)`, or `(…)` when it is long.
static const char *argument_text(FutChecker *checker, const FutExp *exp) {
  const char *text = span_text(checker, exp->span);
  if (!text) return "(…)";
  bool stands_alone = fut_exp_precedence(exp) == FUT_PRECEDENCE_ATOM || is_parenthesised(text);
  return stands_alone ? text : arena_printf(checker->arena, "(%s)", text);
}

// ---- Silent lookup ----

static FutValue *look_up(FutChecker *checker, const FutQualName *name) {
  const FutEnv *env = checker->env;
  for (uint32_t i = 0; i < name->qualifier_count; i++) {
    const FutModuleValue *module = fut_env_module(env, name->qualifiers[i]);
    if (!module || module->kind != FUT_STRUCTURE) return NULL;
    env = module->env;
  }
  return fut_env_value(env, name->name);
}

static size_t parameter_count(const FutType *type) {
  size_t count = 0;
  for (type = fut_type_resolve(type); type->tag == FUT_T_ARROW;
       type = fut_type_resolve(type->arrow.to))
    count++;
  return count;
}

// ---- Numbers ----

// The scalar type of a type or of its elements; NONE when it is another or not known.
static FutPrim leaf_prim(const FutType *type) {
  type = fut_type_peel(type, fut_type_rank(type));
  return type->tag == FUT_T_PRIM ? type->prim : FUT_PRIM_NONE;
}

// The same for an operand; f64 for a literal like `1.5`.
static FutPrim operand_prim(const FutType *type) {
  const FutType *leaf = fut_type_peel(type, fut_type_rank(type));
  bool is_float = leaf->tag == FUT_T_VAR && leaf->var->constraint.kind == FUT_OVERLOADED &&
                  leaf->var->constraint.prims == FUT_FLOAT_PRIMS;
  return is_float ? FUT_PRIM_F64 : leaf_prim(type);
}

static bool is_number(FutPrim prim) { return prim != FUT_PRIM_NONE && prim != FUT_PRIM_BOOL; }

// How many bits of an integer a type keeps, signs not counted.
static int exact_bits(FutPrim prim) {
  if (!fut_prim_is_float(prim)) return fut_prim_bits(prim) - fut_prim_is_signed(prim);
  return prim == FUT_PRIM_F64 ? 53 : prim == FUT_PRIM_F32 ? 24 : 11;
}

static bool keeps_all(FutPrim to, FutPrim from) {
  if (fut_prim_is_float(from))
    return fut_prim_is_float(to) && fut_prim_bits(to) >= fut_prim_bits(from);
  if (fut_prim_is_signed(from) && !fut_prim_is_signed(to) && !fut_prim_is_float(to)) return false;
  return exact_bits(to) >= exact_bits(from);
}

// Whether the left operand is the one to convert: it loses nothing, or less than the right one.
static bool converts_left(FutPrim left, FutPrim right) {
  if (keeps_all(left, right)) return false;
  return keeps_all(right, left) || (fut_prim_is_float(right) && !fut_prim_is_float(left));
}

static const char *hint_operands(FutChecker *checker, const FutBadCall *call) {
  if (!call->is_operator || call->count != 2 || call->index != 1) return NULL;
  FutPrim left = operand_prim(call->args[0]->type), right = operand_prim(call->found);
  if (!is_number(left) || !is_number(right) || left == right) return NULL;
  bool is_left = converts_left(left, right);
  FutPrim from = is_left ? left : right, to = is_left ? right : left;
  return arena_printf(checker->arena, "convert the %s operand%s: `%s.%s %s`",
                      is_left ? "left" : "right",
                      keeps_all(to, from) ? ", which loses nothing" : "", fut_prim_text(to),
                      fut_prim_text(from), argument_text(checker, call->args[is_left ? 0 : 1]));
}

const char *fut_hint_conversion(FutChecker *checker, const FutType *expected,
                                const FutType *found) {
  FutPrim to = leaf_prim(expected), from = leaf_prim(found);
  if (to == FUT_PRIM_BOOL && is_number(from)) return "a number is no condition; compare it: `!= 0`";
  if (!is_number(to) || from == FUT_PRIM_NONE || to == from) return NULL;
  return arena_printf(checker->arena, "`%s.%s` converts `%s` to `%s`", fut_prim_text(to),
                      fut_prim_text(from), fut_prim_text(from), fut_prim_text(to));
}

bool fut_is_unknown(FutChecker *checker, const FutExp *exp) {
  return exp->kind == FUT_EXP_VAR && exp->name.qualifier_count == 0 &&
         fut_env_value(checker->env, exp->name.name) == NULL;
}

static bool prim_has(FutChecker *checker, FutPrim prim, Name name) {
  Name module_name = intern_str(checker->names, fut_prim_text(prim));
  const FutModuleValue *module = fut_env_module(checker->env, module_name);
  return module && module->kind == FUT_STRUCTURE && fut_env_value(module->env, name);
}

const char *fut_hint_number_function(FutChecker *checker, Name name) {
  FutPrim prim = checker->operand_type ? leaf_prim(checker->operand_type) : FUT_PRIM_NONE;
  if (prim == FUT_PRIM_NONE) return NULL;
  if (prim_has(checker, prim, name))
    return arena_printf(checker->arena, "for `%s` it is `%s.%s`", fut_prim_text(prim),
                        fut_prim_text(prim), name);
  bool is_value = checker->operand && fut_type_rank(checker->operand_type) == 0;
  if (!is_value || !is_number(prim) || !prim_has(checker, FUT_PRIM_F64, name)) return NULL;
  return arena_printf(checker->arena,
                      "`%s` is a function of floating-point numbers: `f64.%s (f64.%s %s)`", name,
                      name, fut_prim_text(prim), argument_text(checker, checker->operand));
}

static FutPrim prim_named(const char *name) {
  static const FutPrim PRIMS[] = {
#define PRIM(id, text, bits, class) FUT_PRIM_##id,
#include "front/futhark/prims.def"
#undef PRIM
  };
  for (size_t i = 0; i < sizeof PRIMS / sizeof *PRIMS; i++)
    if (strcmp(fut_prim_text(PRIMS[i]), name) == 0) return PRIMS[i];
  return FUT_PRIM_NONE;
}

const char *fut_hint_member(FutChecker *checker, Name module, Name name) {
  FutPrim prim = prim_named(module);
  if (!is_number(prim)) return NULL;
  bool is_float = fut_prim_is_float(prim);
  FutPrim other = is_float ? FUT_PRIM_I64 : FUT_PRIM_F64;
  if (!prim_has(checker, other, name)) return NULL;
  return arena_printf(checker->arena, "`%s` is a function of %s: `%s.%s`", name,
                      is_float ? "integers" : "floating-point numbers", fut_prim_text(other), name);
}

const char *fut_hint_converted(FutChecker *checker, Name name) {
  FutPrim from = checker->operand ? leaf_prim(checker->operand_type) : FUT_PRIM_NONE;
  if (from == FUT_PRIM_NONE) return arena_printf(checker->arena, "%s.i32 x", name);
  return arena_printf(checker->arena, "%s.%s %s", name, fut_prim_text(from),
                      argument_text(checker, checker->operand));
}

// ---- Operators ----

static const char *hint_operator(FutChecker *checker, const FutBadCall *call) {
  if (!call->is_operator || call->count != 2 || !fut_prim_is_float(operand_prim(call->found)))
    return NULL;
  const char *left = argument_text(checker, call->args[0]);
  const char *right = argument_text(checker, call->args[1]);
  if (strcmp(call->name, "^") == 0)
    return arena_printf(checker->arena, "`^` is exclusive or; a power is written `%s ** %s`", left,
                        right);
  if (strcmp(call->name, "//") == 0)
    return arena_printf(checker->arena, "`//` divides integers; for others write `%s / %s`", left,
                        right);
  return NULL;
}

FutExp *fut_slash_comment(FutChecker *checker, FutExp *right) {
  if (right->kind == FUT_EXP_BINARY) return fut_slash_comment(checker, right->binary.left);
  if (right->kind == FUT_EXP_APPLY) {
    FutExp *word = fut_slash_comment(checker, right->apply.function);
    for (size_t i = 0; word == NULL && i < right->apply.arguments.count; i++)
      word = fut_slash_comment(checker, right->apply.arguments.data[i]);
    return word;
  }
  bool is_unknown = right->kind == FUT_EXP_VAR && right->name.qualifier_count == 0 &&
                    !fut_env_value(checker->env, right->name.name);
  return is_unknown ? right : NULL;
}

static bool is_decimal(const FutExp *exp) {
  return exp->kind == FUT_EXP_NUMBER && !exp->number->is_float && !exp->number->is_huge &&
         strpbrk(exp->number->text, "xXbBrR") == NULL;
}

void fut_warn_power(FutChecker *checker, const FutExp *exp) {
  const FutExp *left = exp->binary.left, *right = exp->binary.right;
  bool is_quiet = checker->is_prelude || (checker->modules && checker->modules->quiet > 0);
  if (is_quiet || strcmp(exp->binary.op.name.name, "^") != 0 || !is_decimal(left) ||
      !is_decimal(right) || (left->number->integer != 2 && left->number->integer != 10))
    return;
  diag_warning(checker->diag, ERROR_FUTHARK_POWER, exp->span,
               "`^` is exclusive or: this is %llu, which is no power",
               (unsigned long long)(left->number->integer ^ right->number->integer));
  diag_hint(checker->diag,
            "a power is written `%s ** %s`; hexadecimal digits say that bits are meant",
            left->number->text, right->number->text);
}

// ---- Calls ----

typedef enum FutShape { SHAPE_FUNCTION, SHAPE_ARRAY, SHAPE_OTHER, SHAPE_UNKNOWN } FutShape;

static FutShape type_shape(const FutType *type) {
  type = fut_type_resolve(type);
  switch (type->tag) {
  case FUT_T_ARROW: return SHAPE_FUNCTION;
  case FUT_T_ARRAY: return SHAPE_ARRAY;
  case FUT_T_PRIM:
  case FUT_T_RECORD:
  case FUT_T_SUM:
  case FUT_T_ABSTRACT: return SHAPE_OTHER;
  case FUT_T_VAR: return type->var->constraint.kind == FUT_OVERLOADED ? SHAPE_OTHER : SHAPE_UNKNOWN;
  case FUT_T_PARAM:
  case FUT_T_ERROR: return SHAPE_UNKNOWN;
  }
  return SHAPE_UNKNOWN;
}

// What an argument is, without checking it, which may already have happened.
static FutShape argument_shape(FutChecker *checker, const FutExp *exp) {
  if (exp->type) return type_shape(exp->type);
  switch (exp->kind) {
  case FUT_EXP_LAMBDA:
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT:
  case FUT_EXP_SECTION_PATH: return SHAPE_FUNCTION;
  case FUT_EXP_ARRAY:
  case FUT_EXP_STRING:
  case FUT_EXP_RANGE: return SHAPE_ARRAY;
  case FUT_EXP_NUMBER:
  case FUT_EXP_BOOL:
  case FUT_EXP_TUPLE:
  case FUT_EXP_RECORD:
  case FUT_EXP_CONSTRUCTOR: return SHAPE_OTHER;
  case FUT_EXP_NEGATE: return argument_shape(checker, exp->operand);
  case FUT_EXP_VAR:
  case FUT_EXP_APPLY: break;
  case FUT_EXP_HOLE:
  case FUT_EXP_BINARY:
  case FUT_EXP_NOT:
  case FUT_EXP_ASCRIBE:
  case FUT_EXP_COERCE:
  case FUT_EXP_INDEX:
  case FUT_EXP_PROJECT:
  case FUT_EXP_UPDATE:
  case FUT_EXP_OPEN:
  case FUT_EXP_IF:
  case FUT_EXP_LET:
  case FUT_EXP_LET_UPDATE:
  case FUT_EXP_LET_FUNCTION:
  case FUT_EXP_LOOP:
  case FUT_EXP_MATCH:
  case FUT_EXP_ASSERT:
  case FUT_EXP_ATTRIBUTE: return SHAPE_UNKNOWN;
  }
  const FutExp *head = exp->kind == FUT_EXP_APPLY ? exp->apply.function : exp;
  size_t given = exp->kind == FUT_EXP_APPLY ? exp->apply.arguments.count : 0;
  const FutValue *value = head->kind == FUT_EXP_VAR ? look_up(checker, &head->name) : NULL;
  if (!value || !value->scheme.type) return SHAPE_UNKNOWN;
  const FutType *type = fut_type_resolve(value->scheme.type);
  for (; given > 0 && type->tag == FUT_T_ARROW; given--)
    type = fut_type_resolve(type->arrow.to);
  return given > 0 ? SHAPE_UNKNOWN : type_shape(type);
}

// The order in which functions, arrays and others fit the parameters, each kind in the order
// written. Whether there is one, and it is another than the one written.
static bool find_order(FutChecker *checker, const FutBadCall *call, size_t *order) {
  enum { ARGUMENT_LIMIT = 8 };
  bool is_taken[ARGUMENT_LIMIT] = {false}, is_other = false;
  if (call->count > ARGUMENT_LIMIT) return false;
  const FutType *type = fut_type_resolve(call->type);
  for (size_t i = 0; i < call->count; i++) {
    if (type->tag != FUT_T_ARROW) return false;
    FutShape wanted = type_shape(type->arrow.from);
    if (wanted == SHAPE_UNKNOWN) wanted = SHAPE_OTHER;
    size_t at = 0;
    while (at < call->count && (is_taken[at] || argument_shape(checker, call->args[at]) != wanted))
      at++;
    if (at == call->count) return false;
    is_taken[at] = true;
    is_other = is_other || at != i;
    order[i] = at;
    type = fut_type_resolve(type->arrow.to);
  }
  return is_other;
}

static const char *hint_order(FutChecker *checker, const FutBadCall *call) {
  size_t *order = arena_array(checker->arena, size_t, call->count);
  if (call->is_operator || !call->name || !find_order(checker, call, order)) return NULL;
  const char *text = call->name;
  for (size_t i = 0; i < call->count; i++)
    text =
        arena_printf(checker->arena, "%s %s", text, argument_text(checker, call->args[order[i]]));
  return arena_printf(checker->arena, "are the arguments in the wrong order? `%s`", text);
}

// `map (- 1) xs`: other operators make sections, `-` negates.
static const char *hint_negation(FutChecker *checker, const FutBadCall *call,
                                 const FutType *wanted) {
  const FutExp *arg = call->args[call->index];
  if (arg->kind != FUT_EXP_NEGATE || fut_type_resolve(wanted)->tag != FUT_T_ARROW) return NULL;
  const char *text = argument_text(checker, arg->operand);
  return arena_printf(checker->arena, "`-` negates here; to subtract, write `(\\x -> x - %s)`",
                      text);
}

static size_t tuple_count(const FutType *type) {
  type = fut_type_resolve(type);
  return type->tag == FUT_T_RECORD && type->record.is_tuple ? type->record.count : 0;
}

static const char *join_arguments(FutChecker *checker, FutExp *const *args, size_t count,
                                  const char *separator) {
  const char *text = "";
  for (size_t i = 0; i < count; i++)
    text = arena_printf(checker->arena, "%s%s%s", text, i > 0 ? separator : "",
                        argument_text(checker, args[i]));
  return text;
}

// `f (1, 2)` for `f 1 2`, and the reverse.
static const char *hint_tuple(FutChecker *checker, const FutBadCall *call, const FutType *wanted) {
  const FutExp *arg = call->args[call->index];
  if (call->is_operator || !call->name || call->index > 0) return NULL;
  if (call->count == 1 && arg->kind == FUT_EXP_TUPLE && tuple_count(wanted) == 0 &&
      arg->items.count > 1 && parameter_count(call->type) >= arg->items.count)
    return arena_printf(checker->arena, "arguments follow each other without commas: `%s %s`",
                        call->name,
                        join_arguments(checker, arg->items.data, arg->items.count, " "));
  if (call->count > 1 && tuple_count(wanted) == call->count && parameter_count(call->type) == 1)
    return arena_printf(checker->arena, "`%s` takes one argument, a tuple: `%s (%s)`", call->name,
                        call->name, join_arguments(checker, call->args, call->count, ", "));
  return NULL;
}

const char *fut_hint_call(FutChecker *checker, const FutBadCall *call) {
  const FutType *arrow = fut_type_resolve(call->type);
  for (size_t i = 0; i < call->index && arrow->tag == FUT_T_ARROW; i++)
    arrow = fut_type_resolve(arrow->arrow.to);
  if (arrow->tag != FUT_T_ARROW) return NULL;
  const char *hint = hint_operator(checker, call);
  if (!hint) hint = hint_operands(checker, call);
  if (!hint) hint = hint_order(checker, call);
  if (!hint) hint = hint_negation(checker, call, arrow->arrow.from);
  if (!hint) hint = hint_tuple(checker, call, arrow->arrow.from);
  return hint;
}

const char *fut_hint_parameters(FutChecker *checker, const FutType *wanted, const FutType *found) {
  if (!wanted || !found) return NULL;
  size_t given = parameter_count(wanted), takes = parameter_count(found);
  if (given == 0 || takes == 0 || given == takes) return NULL;
  return arena_printf(checker->arena, "this function takes %zu argument%s, but is called with %zu",
                      takes, takes == 1 ? "" : "s", given);
}

// ---- Names ----

typedef struct Foreign {
  const char *name, *hint;
} Foreign;

static const char *find_foreign(const Foreign *table, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(table[i].name, name) == 0) return table[i].hint;
  return NULL;
}

const char *fut_hint_not_a_function(const FutExp *argument) {
  static const Foreign OPERATORS[] = {
      {"and", "\"and\" is written `&&`: `a && b`"},
      {"or", "\"or\" is written `||`: `a || b`"},
      {"xor", "exclusive or is written `^`, and `!=` for truth values"},
      {"mod", "the remainder is written `%`: `a % b`"},
      {"div", "division is written `/`: `a / b`"},
      {"is", "what compares is `==`: `a == b`"},
      {"where", "there is no `where`; what is used is named before: `let y = 1 in x + y`"},
      {"as", "a conversion is a function that says both types: `f64.i32 x`"},
  };
  if (argument->kind == FUT_EXP_CONSTRUCTOR)
    return "`#name` is a constructor; a comment begins with `--`";
  if (argument->kind != FUT_EXP_VAR || argument->name.qualifier_count > 0) return NULL;
  return find_foreign(OPERATORS, sizeof OPERATORS / sizeof *OPERATORS, argument->name.name);
}

const char *fut_hint_function_name(const char *name) {
  static const Foreign FUNCTIONS[] = {
      {"pow", "a power is written with an operator: `x ** y`"},
      {"power", "a power is written with an operator: `x ** y`"},
      {"mod", "the remainder is written with an operator: `x % y`"},
      {"div", "division is written with an operator: `x / y`"},
      {"len", "the length of an array is `length xs`"},
      {"size", "the length of an array is `length xs`"},
      {"range", "the numbers from a up to b are `a..<b`, those from 0 are `iota n`"},
      {"fst", "the first part of a pair is `p.0`"},
      {"snd", "the second part of a pair is `p.1`"},
      {"return", "there is no `return`: a function is what its expression gives"},
      {"<>", "what differs is written `!=`: `a != b`"},
      {"/=", "what differs is written `!=`; nothing is assigned to: `let x = x / y`"},
      {"+=", "nothing is assigned to; give the new value a name: `let x = x + y`"},
      {"-=", "nothing is assigned to; give the new value a name: `let x = x - y`"},
      {"*=", "nothing is assigned to; give the new value a name: `let x = x * y`"},
      {"print", "nothing is printed on the way: what `main` gives is printed at the end"},
  };
  return find_foreign(FUNCTIONS, sizeof FUNCTIONS / sizeof *FUNCTIONS, name);
}

const char *fut_hint_type_name(FutChecker *checker, const char *name, bool is_conversion) {
  static const char INTEGERS[] = "integers are `i64` and `i32`, or `i16` and `i8`";
  static const char UNSIGNED[] = "unsigned integers are `u64`, `u32`, `u16` and `u8`";
  static const char FLOATS[] = "floating-point numbers are `f64` and `f32`, or `f16`";
  static const Foreign TYPES[] = {
      {"int", INTEGERS},
      {"Int", INTEGERS},
      {"integer", INTEGERS},
      {"Integer", INTEGERS},
      {"long", "an integer of 64 bits is `i64`"},
      {"short", "an integer of 16 bits is `i16`"},
      {"int8", "it is called `i8` here"},
      {"int16", "it is called `i16` here"},
      {"int32", "it is called `i32` here"},
      {"int64", "it is called `i64` here"},
      {"uint", UNSIGNED},
      {"unsigned", UNSIGNED},
      {"uint8", "it is called `u8` here"},
      {"uint16", "it is called `u16` here"},
      {"uint32", "it is called `u32` here"},
      {"uint64", "it is called `u64` here"},
      {"byte", "a byte is `u8`"},
      {"size_t", "sizes are of type `i64`"},
      {"usize", "sizes are of type `i64`"},
      {"float", FLOATS},
      {"Float", FLOATS},
      {"real", FLOATS},
      {"double", "a floating-point number of 64 bits is `f64`"},
      {"Double", "a floating-point number of 64 bits is `f64`"},
      {"float16", "it is called `f16` here"},
      {"float32", "it is called `f32` here"},
      {"float64", "it is called `f64` here"},
      {"boolean", "truth values are of type `bool`"},
      {"Bool", "truth values are of type `bool`"},
      {"char", "characters are numbers: `u8` or `i32`"},
      {"string", "a string is an array of bytes: `[]u8`"},
      {"String", "a string is an array of bytes: `[]u8`"},
      {"str", "a string is an array of bytes: `[]u8`"},
      {"void", "a value that says nothing is `()`, of type `()`"},
      {"unit", "a value that says nothing is `()`, of type `()`"},
  };
  const char *hint = find_foreign(TYPES, sizeof TYPES / sizeof *TYPES, name);
  if (!hint || !is_conversion) return hint;
  if (hint == INTEGERS || hint == FLOATS)
    return arena_printf(checker->arena, "a conversion says both types: `%s x`",
                        hint == INTEGERS ? "i64.f64" : "f64.i64");
  return NULL;
}

// ---- Methods ----

// What the function of a field's name is called: `map`, or `i32.sum` for an array of i32.
static const char *method_function(FutChecker *checker, const FutType *type, Name field,
                                   const FutValue **value) {
  FutPrim prim = leaf_prim(type);
  *value = fut_env_value(checker->env, field);
  if (*value) return field;
  if (prim == FUT_PRIM_NONE) return NULL;
  const char *name = fut_prim_text(prim);
  const FutModuleValue *module = fut_env_module(checker->env, intern_str(checker->names, name));
  *value = module && module->kind == FUT_STRUCTURE ? fut_env_value(module->env, field) : NULL;
  return *value ? arena_printf(checker->arena, "%s.%s", name, field) : NULL;
}

const char *fut_hint_method(FutChecker *checker, const FutType *type, Name field, Span span) {
  const FutValue *value;
  const char *name = method_function(checker, type, field, &value);
  if (!name) return fut_hint_function_name(field);
  size_t arity = value->scheme.type ? parameter_count(value->scheme.type) : 0;
  if (arity == 0) return NULL;
  const char *whole = span_text(checker, span), *receiver = "(…)";
  size_t length = whole ? strlen(whole) : 0, tail = strlen(field) + 1;
  if (length > tail && whole[length - tail] == '.')
    receiver = arena_strndup(checker->arena, whole, length - tail);
  const char *text = name;
  for (size_t i = 1; i < arity; i++)
    text = arena_printf(checker->arena, "%s …", text);
  return arena_printf(checker->arena, "there are no methods; the function comes first: `%s %s`",
                      text, receiver);
}
