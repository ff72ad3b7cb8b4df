// Applications, operators and sections, with implicit mapping over arrays.
//
// AUTOMAP. An argument that has more dimensions than the parameter makes the function be mapped
// over the outer dimensions (its frame). The frames of several arguments are aligned at their last
// dimensions; an argument with a smaller frame is used again along the others.
#include <string.h>

#include "base/internal.h"
#include "front/futhark/check_exp.h"
#include "front/futhark/check_hint.h"

// A size that each call of an argument makes anew.
typedef struct Opened {
  FutValue *value;
  size_t argument;
} Opened;

typedef struct FutCallCheck {
  FutChecker *checker;
  FutExp *exp;      // the whole application
  const char *name; // of the function, or NULL
  FutExp **args;
  size_t count;
  const FutType *whole;   // the type of the function
  const FutType *type;    // of what is left of the function
  const FutType **wanted; // what the parameters are
  uint32_t *automap;
  FutValues unknown;
  Vec(Opened) opened;
  bool is_operator;
  bool has_word; // the first argument was meant as an operator or a comment, which was said
} FutCallCheck;

// ---- Arguments ----

static const char *argument_words(const FutCallCheck *call, size_t index) {
  Arena *arena = call->checker->arena;
  if (call->is_operator && call->count == 2)
    return arena_join(arena, "the ", index == 0 ? "left" : "right", " operand of `", call->name,
                      "`", NULL);
  if (call->is_operator) return arena_join(arena, "the operand of `", call->name, "`", NULL);
  const char *which =
      call->count == 1 ? "the argument" : arena_printf(arena, "argument %zu", index + 1);
  if (!call->name) return arena_join(arena, which, " of the function", NULL);
  return arena_join(arena, which, " of `", call->name, "`", NULL);
}

// How many outer dimensions of an argument are mapped over.
static size_t frame_rank(const FutType *wanted, const FutType *found) {
  size_t wanted_rank = fut_type_rank(wanted), found_rank = fut_type_rank(found);
  if (found_rank <= wanted_rank) return 0;
  const FutType *leaf = fut_type_peel(wanted, wanted_rank);
  if (leaf->tag == FUT_T_ERROR || leaf->tag == FUT_T_ARROW) return 0;
  if (leaf->tag == FUT_T_VAR && leaf->var->constraint.kind != FUT_OVERLOADED) return 0;
  return found_rank - wanted_rank;
}

// Reports an argument that does not fit. Whether it is clear what was meant: then the rest of the
// call has nothing more to tell.
static bool report_argument(FutCallCheck *call, size_t index, const FutType *wanted,
                            const FutType *found, FutMismatch *mismatch) {
  FutBadCall bad = {.name = call->name,
                    .is_operator = call->is_operator,
                    .type = call->whole,
                    .args = call->args,
                    .count = call->count,
                    .index = index,
                    .found = found};
  bool is_of_types =
      mismatch->kind == FUT_MISMATCH_TYPES || mismatch->kind == FUT_MISMATCH_CONSTRAINT;
  mismatch->hint = is_of_types ? fut_hint_call(call->checker, &bad) : NULL;
  fut_report_mismatch(call->checker, call->args[index]->span, wanted, found, mismatch,
                      argument_words(call, index));
  return mismatch->hint != NULL;
}

// Whether the call can go on; an error was reported otherwise, and perhaps also if so.
static bool match_argument(FutCallCheck *call, size_t index, const FutType *wanted,
                           const FutType *found) {
  FutChecker *checker = call->checker;
  size_t frame = frame_rank(wanted, found);
  FutMismatch mismatch = {0};
  bool fits = frame == 0 ? fut_try_expect(checker, call->args[index]->span, wanted, found,
                                          argument_words(call, index), &mismatch)
                         : fut_unify(checker, wanted, fut_type_peel(found, frame), &mismatch);
  if (fits) call->automap[index] = (uint32_t)frame;
  return fits || !report_argument(call, index, wanted, found, &mismatch);
}

// The rest of the function's type after an argument: its parameter is the argument, and its unknown
// sizes are new.
static const FutType *result_after(FutCallCheck *call, const FutType *arrow, const FutExp *arg) {
  FutChecker *checker = call->checker;
  FutValue *parameter = arrow->arrow.parameter;
  bool is_dependent = parameter && fut_type_mentions(arrow->arrow.to, parameter);
  size_t count = arrow->arrow.unknown_count + (is_dependent ? 1 : 0);
  if (count == 0) return arrow->arrow.to;
  FutValue **values = arena_array(checker->arena, FutValue *, count);
  const FutSize **by = arena_array(checker->arena, const FutSize *, count);
  for (size_t i = 0; i < count; i++) {
    bool is_parameter = i == arrow->arrow.unknown_count;
    values[i] = is_parameter ? parameter : arrow->arrow.unknown[i];
    if (is_parameter && fut_exp_is_size(checker, arg, &by[i])) continue;
    FutValue *fresh =
        fut_new_value(checker, FUT_VALUE_UNKNOWN, values[i]->name, call->exp->span, NULL);
    vec_push(checker->arena, &call->unknown, fresh);
    by[i] = fut_size_value(checker->arena, fresh);
  }
  FutSubst subst = {.values = values, .size_by = by, .value_count = count};
  return fut_type_substitute(checker->arena, arrow->arrow.to, &subst);
}

static void report_too_many(FutCallCheck *call, size_t index) {
  Diag *diag = call->checker->diag;
  FutPrinter printer = {.arena = call->checker->arena};
  const char *type = fut_type_text(&printer, call->type);
  Span span = call->args[index]->span;
  const char *name = call->name ? arena_printf(printer.arena, "`%s`", call->name) : "this";
  if (index == 0) {
    diag_error(diag, ERROR_FUTHARK_NOT_A_FUNCTION, span,
               "%s is not a function: it has type `%s` and cannot take an argument", name, type);
    const char *hint = fut_hint_not_a_function(call->args[index]);
    if (hint) diag_hint(diag, "%s", hint);
    call->has_word = hint != NULL;
    return;
  }
  diag_error(diag, ERROR_FUTHARK_NOT_A_FUNCTION, span, "%s takes %zu argument%s, found %zu", name,
             index, index == 1 ? "" : "s", call->count);
  diag_note(diag, SPAN_NONE, "after %zu argument%s it is a value of type `%s`", index,
            index == 1 ? "" : "s", type);
}

// The function type that the next argument is given to; NULL after an error.
static const FutType *next_arrow(FutCallCheck *call, size_t index) {
  FutChecker *checker = call->checker;
  const FutType *type = fut_type_resolve(call->type);
  if (type->tag == FUT_T_ARROW) return type;
  if (type->tag == FUT_T_ERROR) return NULL;
  bool is_scalar = type->tag == FUT_T_VAR && type->var->constraint.kind == FUT_OVERLOADED;
  if (type->tag == FUT_T_VAR && !is_scalar) {
    const FutType *arrow = fut_type_arrow(
        checker->arena, NULL, fut_new_type_var(checker, call->args[index]->span, FUT_LIFTED),
        fut_new_type_var(checker, call->exp->span, FUT_LIFTED));
    const char *why = call->name
                          ? arena_printf(checker->arena, "`%s`, which is applied,", call->name)
                          : "what is applied here";
    return fut_expect(checker, call->exp->span, arrow, type, why) ? arrow : NULL;
  }
  report_too_many(call, index);
  return NULL;
}

// An unknown name waits so that the message can say which one is meant.
static bool is_late(const FutCallCheck *call, const FutExp *arg) {
  return arg->kind == FUT_EXP_LAMBDA || arg->kind == FUT_EXP_SECTION_PATH ||
         fut_is_unknown(call->checker, arg);
}

static const FutType *check_late(FutCallCheck *call, size_t index) {
  FutChecker *checker = call->checker;
  const FutType *wanted = fut_type_resolve(call->wanted[index]);
  bool is_function = wanted->tag == FUT_T_ARROW && fut_is_unknown(checker, call->args[index]);
  checker->operand_type = is_function ? wanted->arrow.from : NULL;
  const FutType *found = fut_check_exp(checker, call->args[index], call->wanted[index]);
  checker->operand_type = NULL;
  return found;
}

// Checks what a failed call leaves behind, for the errors inside and for the annotations.
static const FutType *abandon(FutCallCheck *call, size_t first) {
  for (size_t i = 0; i < call->count; i++) {
    bool is_word = call->has_word && i + 1 == first;
    bool is_left = is_late(call, call->args[i]) && !call->args[i]->type && !is_word;
    if (i >= first || is_left) fut_check_exp(call->checker, call->args[i], call->wanted[i]);
  }
  return fut_type_error(call->checker->arena);
}

// ---- Frames ----

// Unifies the frame of an argument with the last dimensions of the largest one.
static bool align_frames(FutCallCheck *call, size_t largest, size_t index) {
  FutChecker *checker = call->checker;
  size_t skipped = call->automap[largest] - call->automap[index];
  const FutType *left = fut_type_peel(call->args[largest]->type, skipped);
  const FutType *right = fut_type_resolve(call->args[index]->type);
  for (uint32_t i = 0; i < call->automap[index]; i++) {
    FutMismatch mismatch = {0};
    if (!fut_unify_size(checker, left->array.size, right->array.size, &mismatch)) {
      fut_report_mismatch(checker, call->args[index]->span, call->args[largest]->type,
                          call->args[index]->type, &mismatch, argument_words(call, index));
      diag_hint(checker->diag, "the operation is applied to the elements of both arrays together");
      return false;
    }
    left = fut_type_resolve(left->array.element);
    right = fut_type_resolve(right->array.element);
  }
  return true;
}

// A function is mapped only when it has all its arguments.
static const FutType *report_too_few(FutCallCheck *call, size_t mapped) {
  Diag *diag = call->checker->diag;
  const char *name = call->name ? arena_printf(call->checker->arena, "`%s`", call->name) : "this";
  diag_error(diag, ERROR_FUTHARK_FUNCTION_PLACE, call->exp->span,
             "%s needs more arguments than the %zu that it is given", name, call->count);
  diag_note(diag, call->args[mapped]->span,
            "%s has more dimensions than its parameter, so that the function would be mapped over "
            "it; that needs all arguments",
            argument_words(call, mapped));
  bool has_neutral =
      call->name && (strcmp(call->name, "reduce") == 0 || strcmp(call->name, "reduce_comm") == 0 ||
                     strcmp(call->name, "scan") == 0);
  if (has_neutral && mapped == 1)
    diag_hint(diag, "the neutral element is missing: `%s op neutral xs`", call->name);
  return fut_type_error(call->checker->arena);
}

// The result of the function for one element becomes that for the frame.
static const FutType *map_result(FutCallCheck *call, const FutType *result) {
  FutChecker *checker = call->checker;
  size_t largest = 0;
  for (size_t i = 1; i < call->count; i++)
    if (call->automap[i] > call->automap[largest]) largest = i;
  uint32_t rank = call->automap[largest];
  if (rank == 0) return result;
  for (size_t i = 0; i < call->count; i++)
    if (call->automap[i] > 0 && i != largest && !align_frames(call, largest, i))
      return fut_type_error(checker->arena);
  if (fut_type_resolve(result)->tag == FUT_T_ARROW) return report_too_few(call, largest);
  result = fut_forbid_function(checker, result, call->exp->span,
                               "the result of a function that is mapped over its arguments");
  const FutSize **dims = arena_array(checker->arena, const FutSize *, rank);
  const FutType *frame = fut_type_resolve(call->args[largest]->type);
  for (uint32_t i = 0; i < rank; i++) {
    dims[i] = frame->array.size;
    frame = fut_type_resolve(frame->array.element);
  }
  for (uint32_t i = rank; i-- > 0;)
    result = fut_type_array(checker->arena, dims[i], result);
  call->exp->automap = call->automap;
  return result;
}

// ---- The call ----

// Lets a partial application know what it will be applied to, before its lambdas are checked.
static void use_hint(FutCallCheck *call, const FutType *expected) {
  if (!expected) return;
  expected = fut_type_resolve(expected);
  const FutType *rest = fut_type_resolve(call->type);
  FutMismatch ignored = {0};
  if (expected->tag == FUT_T_ARROW && rest->tag == FUT_T_ARROW &&
      fut_type_resolve(expected->arrow.from)->tag != FUT_T_VAR &&
      frame_rank(rest->arrow.from, expected->arrow.from) == 0)
    fut_unify(call->checker, rest->arrow.from, expected->arrow.from, &ignored);
}

// Unifies an argument with its parameter. A size that every call of the argument makes anew cannot
// be one of a later parameter: that would have one size for all calls.
static bool give_argument(FutCallCheck *call, size_t index, const FutType *found) {
  FutChecker *checker = call->checker;
  size_t first = checker->opened.count;
  if (!match_argument(call, index, call->wanted[index], found)) return false;
  for (size_t i = first; i < checker->opened.count; i++) {
    Opened opened = {checker->opened.data[i], index};
    vec_push(checker->arena, &call->opened, opened);
  }
  return true;
}

static bool is_parameter_size(const FutType *type, const FutValue *value) {
  for (type = fut_type_resolve(type); type->tag == FUT_T_ARROW;
       type = fut_type_resolve(type->arrow.to))
    if (fut_type_mentions(type->arrow.from, value)) return true;
  return false;
}

static void check_opened(FutCallCheck *call) {
  FutChecker *checker = call->checker;
  for (size_t i = 0; i < call->opened.count; i++) {
    const Opened *opened = &call->opened.data[i];
    bool is_wrong = is_parameter_size(call->type, opened->value);
    size_t other = opened->argument;
    for (size_t j = opened->argument + 1; !is_wrong && j < call->count; j++) {
      is_wrong = fut_type_mentions(call->wanted[j], opened->value);
      other = j;
    }
    if (!is_wrong) continue;
    Span span = call->args[opened->argument]->span;
    diag_error(checker->diag, ERROR_FUTHARK_UNKNOWN_PARAMETER, span,
               "the size of what this function returns differs from call to call, but it would be "
               "the size of a parameter");
    if (other != opened->argument)
      diag_note(checker->diag, call->args[other]->span, "this would get an array of that size");
    diag_hint(checker->diag, "apply the functions one after the other: `xs |> f |> g`");
    return;
  }
}

// A function that the call gives makes the sizes anew that its result has from an argument: they
// are added to the unknown sizes of its last arrow.
static const FutType *bind_opened(FutCallCheck *call, const FutType *type) {
  FutChecker *checker = call->checker;
  type = fut_type_resolve(type);
  const FutType *to = fut_type_resolve(type->arrow.to);
  FutType *arrow = arena_make(checker->arena, FutType);
  *arrow = *type;
  if (to->tag == FUT_T_ARROW) {
    arrow->arrow.to = bind_opened(call, to);
    return arrow;
  }
  FutValues unknown = {0};
  vec_append(checker->arena, &unknown, type->arrow.unknown, type->arrow.unknown_count);
  for (size_t i = 0; i < call->opened.count; i++)
    if (fut_type_mentions(to, call->opened.data[i].value))
      vec_push(checker->arena, &unknown, call->opened.data[i].value);
  arrow->arrow.unknown = unknown.data;
  arrow->arrow.unknown_count = unknown.count;
  return arrow;
}

static const FutType *check_call(FutCallCheck *call, const FutType *expected) {
  FutChecker *checker = call->checker;
  size_t opened_before = checker->opened.count;
  call->automap = arena_array(checker->arena, uint32_t, call->count);
  call->wanted = arena_array(checker->arena, const FutType *, call->count);
  call->whole = call->type;
  bool has_late = false;
  for (size_t i = 0; i < call->count; i++)
    if (is_late(call, call->args[i])) call->args[i]->type = NULL;
  for (size_t i = 0; i < call->count; i++) {
    FutExp *arg = call->args[i];
    const FutType *arrow = next_arrow(call, i);
    if (!arrow) return abandon(call, i + call->has_word);
    call->wanted[i] = arrow->arrow.from;
    if (is_late(call, arg)) {
      has_late = true;
    } else {
      const FutType *found = fut_check_exp(checker, arg, arrow->arrow.from);
      if (!give_argument(call, i, found)) return abandon(call, i + 1);
    }
    call->type = result_after(call, arrow, arg);
  }
  if (has_late) use_hint(call, expected);
  for (size_t i = 0; i < call->count; i++)
    if (is_late(call, call->args[i]) && !give_argument(call, i, check_late(call, i)))
      return abandon(call, call->count);
  check_opened(call);
  bool gives_function = fut_type_resolve(call->type)->tag == FUT_T_ARROW;
  if (gives_function && call->opened.count > 0) call->type = bind_opened(call, call->type);
  for (size_t i = opened_before; !gives_function && i < checker->opened.count; i++)
    vec_push(checker->arena, &call->unknown, checker->opened.data[i]);
  checker->opened.count = opened_before;
  call->exp->unknown = call->unknown.data;
  call->exp->unknown_count = (uint32_t)call->unknown.count;
  return map_result(call, fut_type_unique(checker->arena, call->type, false));
}

// A function that nobody knows. Its arguments say which one is meant.
static const FutType *check_unknown(FutCallCheck *call) {
  FutChecker *checker = call->checker;
  for (size_t i = 0; i < call->count; i++)
    fut_check_exp(checker, call->args[i], NULL);
  checker->operand = call->args[0];
  checker->operand_type = call->args[0]->type;
  fut_check_exp(checker, call->exp->apply.function, NULL);
  checker->operand = NULL;
  checker->operand_type = NULL;
  return fut_type_error(checker->arena);
}

const FutType *fut_check_apply(FutChecker *checker, FutExp *exp, const FutType *expected) {
  FutExp *function = exp->apply.function;
  FutCallCheck call = {.checker = checker,
                       .exp = exp,
                       .name = fut_function_name(checker, function),
                       .args = exp->apply.arguments.data,
                       .count = exp->apply.arguments.count};
  if (fut_is_unknown(checker, function)) return check_unknown(&call);
  call.type = fut_check_exp(checker, function, NULL);
  return check_call(&call, expected);
}

// ---- Operators ----

// The type of an operator as it is used here; it is left on the expression.
static const FutType *find_operator(FutChecker *checker, FutExp *exp, const FutOperator *op) {
  uint32_t projections = 0;
  exp->value = fut_find_value(checker, &op->name, &projections);
  if (!exp->value) return fut_type_error(checker->arena);
  exp->value_type = fut_instantiate(checker, &exp->value->scheme, op->name.span);
  fut_record_value(checker, exp->value, fut_part_span(&op->name, op->name.qualifier_count),
                   exp->value_type);
  return exp->value_type;
}

// `x // half of it` is a division; the first word that nobody knows gives the comment away.
static const FutType *report_slash_comment(FutChecker *checker, FutExp *exp, FutExp *word) {
  fut_check_exp(checker, exp->binary.left, NULL);
  size_t errors = diag_error_count(checker->diag);
  fut_check_exp(checker, word, NULL);
  // In a file with syntax errors names may be missing for another reason; then nothing was said.
  if (diag_error_count(checker->diag) > errors)
    diag_hint(checker->diag, "`//` divides integers; a comment begins with `--`");
  return fut_type_error(checker->arena);
}

const FutType *fut_check_binary(FutChecker *checker, FutExp *exp, const FutType *expected) {
  fut_warn_power(checker, exp);
  bool is_slash = strcmp(exp->binary.op.name.name, "//") == 0;
  FutExp *word = is_slash ? fut_slash_comment(checker, exp->binary.right) : NULL;
  if (word) return report_slash_comment(checker, exp, word);
  FutExp **operands = arena_array(checker->arena, FutExp *, 2);
  operands[0] = exp->binary.left;
  operands[1] = exp->binary.right;
  FutCallCheck call = {.checker = checker,
                       .exp = exp,
                       .name = exp->binary.op.name.name,
                       .args = operands,
                       .count = 2,
                       .is_operator = true};
  call.type = find_operator(checker, exp, &exp->binary.op);
  return check_call(&call, expected);
}

const FutType *fut_check_prefix(FutChecker *checker, FutExp *exp) {
  bool is_negate = exp->kind == FUT_EXP_NEGATE;
  FutExp **operands = arena_array(checker->arena, FutExp *, 1);
  operands[0] = exp->operand;
  FutCallCheck call = {.checker = checker,
                       .exp = exp,
                       .name = is_negate ? "-" : "!",
                       .args = operands,
                       .count = 1,
                       .is_operator = true};
  if (is_negate && exp->operand->kind == FUT_EXP_NUMBER)
    vec_push(checker->arena, &checker->literals, exp);
  exp->value = checker->negate;
  if (!is_negate)
    exp->value = checker->operators
                     ? fut_env_value(checker->operators, intern_str(checker->names, "!"))
                     : NULL;
  if (exp->value) {
    exp->value_type = fut_instantiate(checker, &exp->value->scheme, exp->span);
  } else {
    uint32_t prims = is_negate ? FUT_NUMBER_PRIMS : FUT_INTEGER_PRIMS | 1 << FUT_PRIM_BOOL;
    const FutType *type = fut_new_scalar_var(checker, prims, exp->span);
    exp->value_type = fut_type_arrow(checker->arena, NULL, type, type);
  }
  call.type = exp->value_type;
  return check_call(&call, NULL);
}

const FutType *fut_check_section_left(FutChecker *checker, FutExp *exp) {
  FutExp **operands = arena_array(checker->arena, FutExp *, 1);
  operands[0] = exp->section.operand;
  FutCallCheck call = {.checker = checker,
                       .exp = exp,
                       .name = exp->section.op.name.name,
                       .args = operands,
                       .count = 1};
  call.type = find_operator(checker, exp, &exp->section.op);
  const FutType *type = check_call(&call, NULL);
  if (fut_type_resolve(type)->tag == FUT_T_VAR) {
    const FutType *arrow =
        fut_type_arrow(checker->arena, NULL, fut_new_type_var(checker, exp->span, FUT_LIFTED),
                       fut_new_type_var(checker, exp->span, FUT_LIFTED));
    fut_expect(checker, exp->span, arrow, type, "the operator");
  }
  return type;
}

const FutType *fut_check_section_right(FutChecker *checker, FutExp *exp) {
  FutExp **operands = arena_array(checker->arena, FutExp *, 2);
  operands[0] = operands[1] = exp->section.operand;
  FutCallCheck call = {.checker = checker,
                       .exp = exp,
                       .name = exp->section.op.name.name,
                       .args = operands,
                       .count = 2,
                       .is_operator = true};
  call.type = find_operator(checker, exp, &exp->section.op);
  const FutType *first = next_arrow(&call, 0);
  call.type = first ? first->arrow.to : fut_type_error(checker->arena);
  const FutType *second = next_arrow(&call, 1);
  const FutType *wanted = second ? second->arrow.from : NULL;
  const FutType *found = fut_check_exp(checker, exp->section.operand, wanted);
  if (!first || !second) return fut_type_error(checker->arena);
  fut_expect(checker, exp->section.operand->span, wanted, found, argument_words(&call, 1));
  const FutType *result = result_after(&call, second, exp->section.operand);
  FutType *arrow = arena_make(checker->arena, FutType);
  *arrow = *fut_type_arrow(checker->arena, first->arrow.parameter, first->arrow.from, result);
  arrow->arrow.unknown = call.unknown.data;
  arrow->arrow.unknown_count = call.unknown.count;
  return arrow;
}
