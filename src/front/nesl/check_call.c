// Calls of functions and operators.
#include <string.h>

#include "front/nesl/check_internal.h"

typedef struct NeslSignature {
  const NeslType *from, *to;
} NeslSignature;

// A function that has one type only as long as its group is checked.
static bool is_unfinished(const NeslChecker *checker, const NeslFunction *function) {
  return function->kind == NESL_FUNCTION_DEFINED &&
         checker->infos[function->index].group == checker->group;
}

// New variables for type parameters.
static const NeslType **fresh_instance(NeslChecker *checker, NeslTypeParam *const *params,
                                       size_t count, Span span) {
  const NeslType **types = arena_array(checker->arena, const NeslType *, count);
  for (size_t i = 0; i < count; i++)
    types[i] = nesl_fresh(checker, params[i]->class, span);
  return types;
}

// The type of a function for one call, with new variables for its parameters.
static NeslSignature instantiate(NeslChecker *checker, NeslExp *exp, Span span) {
  NeslFunction *function = exp->function;
  if (is_unfinished(checker, function)) {
    bool is_annotated = checker->infos[function->index].is_annotated;
    NeslGroupCall call = {exp, span, is_annotated};
    vec_push(checker->arena, &checker->calls, call);
    if (!is_annotated) return (NeslSignature){function->from, function->to};
  }
  exp->instance = fresh_instance(checker, function->params, function->param_count, span);
  NeslSignature signature = {nesl_type_substitute(checker->arena, function->from, function->params,
                                                  exp->instance, function->param_count),
                             nesl_type_substitute(checker->arena, function->to, function->params,
                                                  exp->instance, function->param_count)};
  return signature;
}

// ---- Arguments ----

// What is called: a function by its name, or a value.
typedef struct NeslCallee {
  const NeslExp *exp;      // the call
  const NeslExp *argument; // what it is called with
  const char *name;        // NULL when it has none
  const NeslFunction *function;
  const NeslType *from;
} NeslCallee;

// How many arguments the function is written to take.
static size_t callee_arity(const NeslCallee *callee) {
  const NeslFunction *function = callee->function;
  if (function == NULL) return nesl_type_width(callee->from);
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
typedef enum NeslFit { FIT_GOOD, FIT_WRONG, FIT_TURNED, FIT_MISCOUNTED } NeslFit;

static NeslFit report_count(NeslChecker *checker, const NeslCallee *callee, size_t given) {
  size_t wanted = callee_arity(callee);
  const char *who =
      callee->name == NULL ? "this function" : arena_printf(checker->arena, "`%s`", callee->name);
  diag_error(checker->diag, ERROR_NESL_ARGUMENTS, callee->exp->span,
             "%s takes %zu argument%s, but %zu %s given", who, wanted, wanted == 1 ? "" : "s",
             given, given == 1 ? "is" : "are");
  const NeslFunction *function = callee->function;
  bool is_extreme = function != NULL && function->is_prelude &&
                    (strcmp(function->name, "max") == 0 || strcmp(function->name, "min") == 0);
  if (is_extreme)
    diag_hint(checker->diag, "`%s_val(v)` is the %s element of a sequence", function->name,
              strcmp(function->name, "max") == 0 ? "greatest" : "least");
  if (function != NULL && function->is_prelude && given == 3 &&
      strcmp(function->name, "write") == 0)
    diag_hint(checker->diag, "`put(v, i, x)` takes indices and values apart; `write(v, zip(i, x))` "
                             "takes them as pairs");
  return FIT_MISCOUNTED;
}

static bool is_open_type(const NeslType *type) {
  return type->tag == NESL_T_VAR || type->tag == NESL_T_ERROR || type->tag == NESL_T_PARAM;
}

// Argument `position`, counted from 1; 0 for the only one.
static NeslWhy argument_why(NeslChecker *checker, const NeslCallee *callee, size_t position) {
  if (callee->name != NULL)
    return (NeslWhy){.role = NESL_ROLE_ARGUMENT, .name = callee->name, .position = position};
  const char *words = "the argument of this function";
  if (position > 0) words = arena_printf(checker->arena, "argument %zu of this function", position);
  return (NeslWhy){.words = words};
}

// Checks the last of the arguments, which takes all of `rest`.
static NeslFit check_last(NeslChecker *checker, const NeslCallee *callee, const NeslExp *argument,
                          const NeslType *rest, size_t position) {
  const NeslType *expected = nesl_type_resolve(rest), *found = nesl_type_resolve(argument->type);
  if (expected->tag == NESL_T_PAIR && found->tag != NESL_T_PAIR && !is_open_type(found)) {
    return report_count(checker, callee, position == 0 ? 1 : position);
  }
  NeslWhy why = argument_why(checker, callee, position);
  return nesl_expect(checker, argument->span, rest, argument->type, why) ? FIT_GOOD : FIT_WRONG;
}

// The arguments from one on as a value of their own.
static const NeslType *rest_type(NeslChecker *checker, const NeslExps *items, size_t from) {
  const NeslType **types = arena_array(checker->arena, const NeslType *, items->count - from);
  for (size_t i = from; i < items->count; i++)
    types[i - from] = items->data[i]->type;
  return nesl_type_tuple(checker->arena, types, items->count - from);
}

// Whether two arguments have the kinds of types that are wanted, but the other way round.
static bool is_turned(const NeslCallee *callee, const NeslExps *items) {
  const NeslType *from = nesl_type_resolve(callee->from);
  if (items->count != 2 || from->tag != NESL_T_PAIR) return false;
  NeslTypeTag first = nesl_type_resolve(from->pair.first)->tag;
  NeslTypeTag second = nesl_type_resolve(from->pair.second)->tag;
  return first != second && nesl_type_resolve(items->data[0]->type)->tag == second &&
         nesl_type_resolve(items->data[1]->type)->tag == first &&
         !is_open_type(nesl_type_resolve(from->pair.first)) &&
         !is_open_type(nesl_type_resolve(from->pair.second));
}

// Checks arguments one by one, so that an error is told where it is.
static NeslFit check_arguments(NeslChecker *checker, const NeslCallee *callee) {
  const NeslExp *argument = callee->argument;
  const NeslType *from = callee->from;
  if (argument->kind != NESL_EXP_TUPLE) return check_last(checker, callee, argument, from, 0);
  const NeslExps *items = &argument->items;
  NeslFit fit = FIT_GOOD;
  if (is_turned(callee, items)) {
    NeslWhy why = argument_why(checker, callee, 1);
    const NeslType *first = nesl_type_resolve(from)->pair.first;
    why.hint = "the two arguments are in the wrong order";
    nesl_expect(checker, items->data[0]->span, first, items->data[0]->type, why);
    return FIT_TURNED;
  }
  for (size_t i = 0; i + 1 < items->count; i++) {
    from = nesl_type_resolve(from);
    if (from->tag != NESL_T_PAIR) {
      // What is ordered or a number is no tuple.
      bool is_scalar = from->tag == NESL_T_VAR && from->var->class != NESL_CLASS_ANY;
      if (!is_open_type(from) || is_scalar || (i > 0 && from->tag == NESL_T_PARAM)) {
        return report_count(checker, callee, items->count);
      }
      NeslWhy why = argument_why(checker, callee, i == 0 ? 0 : i + 1);
      bool is_good = nesl_expect(checker, argument->span, from, rest_type(checker, items, i), why);
      return is_good ? fit : FIT_WRONG;
    }
    NeslWhy why = argument_why(checker, callee, i + 1);
    const NeslExp *item = items->data[i];
    if (!nesl_expect(checker, item->span, from->pair.first, item->type, why)) fit = FIT_WRONG;
    from = from->pair.second;
  }
  NeslFit last = check_last(checker, callee, items->data[items->count - 1], from, items->count);
  return last == FIT_GOOD ? fit : last;
}

// After errors about arguments: the definition tells why. Of the prelude, only when several are
// wrong, or they are in another order.
static void note_function(NeslChecker *checker, const NeslFunction *function, NeslFit fit,
                          size_t errors) {
  bool is_several = diag_error_count(checker->diag) > errors + 1;
  bool is_known = !is_unfinished(checker, function) || checker->infos[function->index].is_annotated;
  if (fit == FIT_MISCOUNTED || fit == FIT_TURNED || is_several ||
      (!function->is_prelude && is_known))
    note_type(checker, function);
}

// A variable that has the name of a function is meant when its value may be one.
static bool means_variable(const NeslExp *exp) {
  if (exp->call.variable == NULL || exp->call.variable->variable.value == NULL) return false;
  const NeslType *type = nesl_type_resolve(exp->call.variable->variable.value->type);
  return type->tag == NESL_T_FUNCTION || type->tag == NESL_T_VAR || type->tag == NESL_T_ERROR;
}

void nesl_make_apply(NeslExp *exp) {
  NeslExp *callee = exp->call.variable, *argument = exp->call.argument;
  exp->kind = NESL_EXP_APPLY;
  exp->function = NULL;
  exp->apply.callee = callee;
  exp->apply.argument = argument;
}

const NeslType *nesl_check_call(NeslChecker *checker, NeslExp *exp) {
  if (means_variable(exp)) {
    nesl_make_apply(exp);
    return nesl_check_apply(checker, exp);
  }
  exp->call.variable = NULL;
  nesl_check_exp(checker, exp->call.argument);
  if (exp->function == NULL) return nesl_type_scalar(NESL_T_ERROR);
  NeslSignature signature = instantiate(checker, exp, exp->span);
  size_t errors = diag_error_count(checker->diag);
  NeslCallee callee = {.exp = exp,
                       .argument = exp->call.argument,
                       .name = exp->call.name.name,
                       .function = exp->function,
                       .from = signature.from};
  NeslFit fit = check_arguments(checker, &callee);
  if (fit == FIT_GOOD) return nesl_check_size(checker, exp->span, signature.to);
  note_function(checker, exp->function, fit, errors);
  return nesl_type_scalar(NESL_T_ERROR);
}

// ---- Functions as values ----

// The variables since there were this many are those of a function that is a value.
static void mark_function(NeslChecker *checker, size_t first) {
  for (size_t i = first; i < checker->vars.count; i++)
    checker->vars.data[i]->is_function = true;
}

const NeslType *nesl_check_function(NeslChecker *checker, NeslExp *exp) {
  if (exp->function == NULL) return nesl_type_scalar(NESL_T_ERROR);
  size_t first = checker->vars.count;
  NeslSignature signature = instantiate(checker, exp, exp->span);
  mark_function(checker, first);
  return nesl_type_function(checker->arena, signature.from, signature.to);
}

const NeslType *nesl_check_value(NeslChecker *checker, NeslExp *exp) {
  const NeslValue *value = exp->variable.value;
  if (value->param_count == 0) return value->type;
  size_t first = checker->vars.count;
  exp->instance = fresh_instance(checker, value->params, value->param_count, exp->span);
  mark_function(checker, first);
  return nesl_type_substitute(checker->arena, value->type, value->params, exp->instance,
                              value->param_count);
}

// What a callee of unknown type is called with tells what it takes.
static const NeslType *called_type(NeslChecker *checker, const NeslType *callee,
                                   const NeslType *argument, Span span) {
  const NeslType *to = nesl_fresh_part(checker, callee->var, span);
  if (to == NULL) return NULL;
  const NeslType *function = nesl_type_function(checker->arena, argument, to);
  NeslWhy why = {.words = "what is called"};
  return nesl_expect(checker, span, callee, function, why) ? to : NULL;
}

const NeslType *nesl_check_apply(NeslChecker *checker, NeslExp *exp) {
  const NeslExp *callee = exp->apply.callee;
  const NeslType *type = nesl_check_exp(checker, exp->apply.callee);
  const NeslType *argument = nesl_check_exp(checker, exp->apply.argument);
  const NeslType *error = nesl_type_scalar(NESL_T_ERROR);
  type = nesl_type_resolve(type);
  if (type->tag == NESL_T_ERROR) return error;
  if (type->tag == NESL_T_VAR && type->var->class == NESL_CLASS_ANY) {
    const NeslType *to = called_type(checker, type, argument, callee->span);
    return to == NULL ? error : nesl_check_size(checker, exp->span, to);
  }
  if (type->tag != NESL_T_FUNCTION) {
    nesl_report_not_a_function(checker, callee, type);
    return error;
  }
  bool is_named = callee->kind == NESL_EXP_VAR || callee->kind == NESL_EXP_FUNCTION;
  NeslCallee called = {.exp = exp,
                       .argument = exp->apply.argument,
                       .name = is_named ? callee->variable.name : NULL,
                       .from = type->function.from};
  if (check_arguments(checker, &called) == FIT_GOOD)
    return nesl_check_size(checker, exp->span, type->function.to);
  NeslPrinter printer = {.arena = checker->arena};
  diag_note(checker->diag, callee->span, "the type of what is called is `%s`",
            nesl_message_type(&printer, type));
  return error;
}

// A `t` or `f` is the function of this name where a function is needed, else the truth value.
static void check_truth(NeslChecker *checker, NeslExp *exp) {
  const NeslType *type = nesl_type_resolve(exp->type);
  const NeslType *found = nesl_type_scalar(NESL_T_BOOL);
  if (type->tag == NESL_T_FUNCTION) {
    exp->kind = NESL_EXP_FUNCTION;
    found = nesl_check_function(checker, exp);
  } else {
    exp->kind = NESL_EXP_BOOL;
    exp->is_true = exp->variable.name[0] == 't';
    exp->function = NULL;
  }
  NeslWhy why = {.words = "this"};
  nesl_expect(checker, exp->span, type, found, why);
}

void nesl_check_truths(NeslChecker *checker) {
  for (size_t i = 0; i < checker->truths.count; i++)
    check_truth(checker, checker->truths.data[i]);
}

// ---- Operators ----

static void hint_write(NeslChecker *checker) {
  diag_hint(checker->diag, "`<-` is one operator; a comparison with a negative number is "
                           "written `a < -b`");
}

// After an error about the right operand: says what the left one is.
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
  NeslSignature signature = instantiate(checker, exp, exp->span);
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
  NeslSignature signature = instantiate(checker, exp, exp->span);
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
