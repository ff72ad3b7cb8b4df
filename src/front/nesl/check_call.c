// Calls of functions and operators.
#include <string.h>

#include "front/nesl/check_internal.h"

typedef struct Signature {
  const NeslType *from, *to;
} Signature;

// A function that has one type only as long as its group is checked.
static bool is_unfinished(const NeslChecker *checker, const NeslFunction *function) {
  return function->kind == NESL_FUNCTION_DEFINED &&
         checker->infos[function->index].group == checker->group;
}

// The type of a function for one call, with new variables for its parameters.
static Signature instantiate(NeslChecker *checker, NeslExp *exp, Span span) {
  NeslFunction *function = exp->function;
  if (is_unfinished(checker, function)) {
    bool is_annotated = checker->infos[function->index].is_annotated;
    NeslGroupCall call = {exp, span, is_annotated};
    vec_push(checker->arena, &checker->calls, call);
    if (!is_annotated) return (Signature){function->from, function->to};
  }
  exp->instance = arena_array(checker->arena, const NeslType *, function->param_count);
  for (size_t i = 0; i < function->param_count; i++)
    exp->instance[i] = nesl_fresh(checker, function->params[i]->class, span);
  Signature signature = {nesl_type_substitute(checker->arena, function->from, function->params,
                                              exp->instance, function->param_count),
                         nesl_type_substitute(checker->arena, function->to, function->params,
                                              exp->instance, function->param_count)};
  return signature;
}

// ---- Arguments ----

// How many arguments the function is written to take.
static size_t function_arity(const NeslFunction *function) {
  if (function->kind != NESL_FUNCTION_DEFINED) return nesl_type_width(function->from);
  const NeslPattern *parameter = function->form->parameter;
  return parameter->kind == NESL_PATTERN_TUPLE ? parameter->items.count
                                               : nesl_type_width(function->from);
}

static void note_type(NeslChecker *checker, const NeslFunction *function) {
  NeslPrinter printer = {.arena = checker->arena};
  diag_note(checker->diag, function->is_prelude ? SPAN_NONE : function->span, "its type is `%s`",
            nesl_function_text(&printer, function));
}

// What becomes of arguments.
typedef enum Fit { FIT_GOOD, FIT_WRONG, FIT_MISCOUNTED } Fit;

static Fit report_count(NeslChecker *checker, const NeslExp *exp, size_t given) {
  const NeslFunction *function = exp->function;
  size_t wanted = function_arity(function);
  diag_error(checker->diag, ERROR_NESL_ARGUMENTS, exp->span,
             "`%s` takes %zu argument%s, but %zu %s given", function->name, wanted,
             wanted == 1 ? "" : "s", given, given == 1 ? "is" : "are");
  return FIT_MISCOUNTED;
}

static bool is_open_type(const NeslType *type) {
  return type->tag == NESL_T_VAR || type->tag == NESL_T_ERROR || type->tag == NESL_T_PARAM;
}

// Checks the last of the arguments, which takes all of `rest`.
static Fit check_last(NeslChecker *checker, const NeslExp *exp, const NeslExp *argument,
                      const NeslType *rest, size_t position) {
  const NeslType *expected = nesl_type_resolve(rest), *found = nesl_type_resolve(argument->type);
  if (expected->tag == NESL_T_PAIR && found->tag != NESL_T_PAIR && !is_open_type(found)) {
    return report_count(checker, exp, position == 0 ? 1 : position);
  }
  NeslWhy why = {.role = NESL_ROLE_ARGUMENT, .name = exp->function->name, .position = position};
  return nesl_expect(checker, argument->span, rest, argument->type, why) ? FIT_GOOD : FIT_WRONG;
}

// The arguments from one on as a value of their own.
static const NeslType *rest_type(NeslChecker *checker, const NeslExps *items, size_t from) {
  const NeslType **types = arena_array(checker->arena, const NeslType *, items->count - from);
  for (size_t i = from; i < items->count; i++)
    types[i - from] = items->data[i]->type;
  return nesl_type_tuple(checker->arena, types, items->count - from);
}

// Checks arguments one by one, so that an error is told where it is.
static Fit check_arguments(NeslChecker *checker, const NeslExp *exp, const NeslType *from) {
  const NeslExp *argument = exp->call.argument;
  if (argument->kind != NESL_EXP_TUPLE) return check_last(checker, exp, argument, from, 0);
  const NeslExps *items = &argument->items;
  Fit fit = FIT_GOOD;
  for (size_t i = 0; i + 1 < items->count; i++) {
    from = nesl_type_resolve(from);
    if (from->tag != NESL_T_PAIR) {
      // What is ordered or a number is no tuple.
      bool is_scalar = from->tag == NESL_T_VAR && from->var->class != NESL_CLASS_ANY;
      if (!is_open_type(from) || is_scalar || (i > 0 && from->tag == NESL_T_PARAM)) {
        return report_count(checker, exp, items->count);
      }
      NeslWhy why = {.role = NESL_ROLE_ARGUMENT, .name = exp->function->name, .position = i + 1};
      if (i == 0) why.position = 0;
      bool is_good = nesl_expect(checker, argument->span, from, rest_type(checker, items, i), why);
      return is_good ? fit : FIT_WRONG;
    }
    NeslWhy why = {.role = NESL_ROLE_ARGUMENT, .name = exp->function->name, .position = i + 1};
    const NeslExp *item = items->data[i];
    if (!nesl_expect(checker, item->span, from->pair.first, item->type, why)) fit = FIT_WRONG;
    from = from->pair.second;
  }
  Fit last = check_last(checker, exp, items->data[items->count - 1], from, items->count);
  return last == FIT_GOOD ? fit : last;
}

// Behind errors about arguments: the definition tells why. Of the prelude, only when several are
// wrong: they may be in another order.
static void note_function(NeslChecker *checker, const NeslFunction *function, Fit fit,
                          size_t errors) {
  bool is_several = diag_error_count(checker->diag) > errors + 1;
  bool is_known = !is_unfinished(checker, function) || checker->infos[function->index].is_annotated;
  if (fit == FIT_MISCOUNTED || is_several || (!function->is_prelude && is_known))
    note_type(checker, function);
}

const NeslType *nesl_check_call(NeslChecker *checker, NeslExp *exp) {
  nesl_check_exp(checker, exp->call.argument);
  if (exp->function == NULL) return nesl_type_scalar(NESL_T_ERROR);
  Signature signature = instantiate(checker, exp, exp->span);
  size_t errors = diag_error_count(checker->diag);
  Fit fit = check_arguments(checker, exp, signature.from);
  if (fit == FIT_GOOD) return nesl_check_size(checker, exp->span, signature.to);
  note_function(checker, exp->function, fit, errors);
  return nesl_type_scalar(NESL_T_ERROR);
}

// ---- Operators ----

static void hint_write(NeslChecker *checker) {
  diag_hint(checker->diag, "`<-` is one operator; a comparison with a negative number is "
                           "written `a < -b`");
}

// Behind an error about the right operand: says what the left one is.
static void note_left(NeslChecker *checker, const NeslExp *exp) {
  NeslPrinter printer = {.arena = checker->arena};
  const NeslFunction *function = exp->function;
  const NeslType *from = nesl_type_resolve(function->from);
  bool is_same = from->tag == NESL_T_PAIR && nesl_type_equal(from->pair.first, from->pair.second);
  if (is_same && !is_open_type(nesl_type_resolve(exp->binary.left->type)))
    diag_note(checker->diag, exp->binary.left->span, "the left operand has type `%s`",
              nesl_message_type(&printer, exp->binary.left->type));
  NeslTypeTag right = nesl_type_resolve(exp->binary.right->type)->tag;
  if (exp->binary.op == NESL_BINARY_WRITE && (right == NESL_T_INT || right == NESL_T_FLOAT))
    hint_write(checker);
  else if (exp->binary.op == NESL_BINARY_WRITE)
    diag_hint(checker->diag, "`v <- ivs` replaces elements by a sequence of pairs (index, value)");
}

const NeslType *nesl_check_binary(NeslChecker *checker, NeslExp *exp) {
  nesl_check_exp(checker, exp->binary.left);
  nesl_check_exp(checker, exp->binary.right);
  Signature signature = instantiate(checker, exp, exp->span);
  const NeslType *from = nesl_type_resolve(signature.from);
  if (from->tag != NESL_T_PAIR) return nesl_type_scalar(NESL_T_ERROR);
  const char *text = nesl_operator_text(exp->binary.op);
  NeslWhy left = {.role = NESL_ROLE_OPERAND, .words = "left operand", .name = text};
  NeslWhy right = {.role = NESL_ROLE_OPERAND, .words = "right operand", .name = text};
  bool is_good =
      nesl_expect(checker, exp->binary.left->span, from->pair.first, exp->binary.left->type, left);
  if (!is_good) {
    if (exp->binary.op == NESL_BINARY_WRITE)
      hint_write(checker);
    else if (exp->binary.op == NESL_BINARY_PAD)
      diag_hint(checker->diag, "`||` pads a string to a length; the disjunction is written `or`");
    return nesl_type_scalar(NESL_T_ERROR);
  }
  if (!nesl_expect(checker, exp->binary.right->span, from->pair.second, exp->binary.right->type,
                   right)) {
    note_left(checker, exp);
    return nesl_type_scalar(NESL_T_ERROR);
  }
  return signature.to;
}

const NeslType *nesl_check_unary(NeslChecker *checker, NeslExp *exp) {
  const NeslType *found = nesl_type_resolve(nesl_check_exp(checker, exp->unary.operand));
  Signature signature = instantiate(checker, exp, exp->span);
  const NeslType *from = nesl_type_resolve(signature.from);
  if (from->tag == NESL_T_SEQUENCE && found->tag != NESL_T_SEQUENCE && found->tag != NESL_T_VAR &&
      found->tag != NESL_T_ERROR) {
    nesl_report_not_a_sequence(checker, exp->unary.operand->span, found, "`#`");
    return nesl_type_scalar(NESL_T_ERROR);
  }
  NeslWhy why = {
      .role = NESL_ROLE_OPERAND, .words = "operand", .name = nesl_operator_text(exp->unary.op)};
  if (!nesl_expect(checker, exp->unary.operand->span, from, found, why))
    return nesl_type_scalar(NESL_T_ERROR);
  return signature.to;
}
