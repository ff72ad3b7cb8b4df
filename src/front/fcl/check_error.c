// What the checker says about types and levels that do not agree.
#include <stdarg.h>
#include <string.h>

#include "base/suggest.h"
#include "front/fcl/check_internal.h"

bool fcl_check_fail(FclCheck *check, ErrorCode code, Span span, const char *format, ...) {
  if (check->is_failing) return false;
  va_list arguments;
  va_start(arguments, format);
  diag_verror(check->diag, code, span, format, arguments);
  va_end(arguments);
  check->is_failing = true;
  check->has_errors = true;
  return true;
}

// ---- Words ----

// What is applied, as it is written: "concat<thread>"; NULL when it has no name.
static const FclExp *head_of(const FclExp *exp) {
  while (exp->kind == FCL_EXP_APPLY)
    exp = exp->apply.function;
  return exp;
}

static const char *source_text(const FclCheck *check, Span span) {
  const SourceFile *file = source_get(diag_sources(check->diag), span.file);
  return arena_printf(check->arena, "%.*s", (int)(span.end - span.start), file->text + span.start);
}

static const char *head_text(const FclCheck *check, const FclExp *exp) {
  const FclExp *head = head_of(exp);
  if (head->kind != FCL_EXP_NAME) return "this function";
  return arena_printf(check->arena, "`%s`", source_text(check, head->span));
}

static bool head_is(const FclExp *exp, const char *begin) {
  const FclExp *head = head_of(exp);
  return head->kind == FCL_EXP_NAME && strncmp(head->use->ident.name, begin, strlen(begin)) == 0;
}

// What a function does with its programs.
static const char *head_verb(const FclExp *exp) {
  if (head_is(exp, "concat") || head_is(exp, "interleave")) return "combines programs";
  if (head_is(exp, "while") || head_is(exp, "power")) return "repeats programs";
  if (head_is(exp, "bind")) return "continues programs";
  return "expects programs";
}

static const char *type_words(const FclType *type) {
  switch (type->kind) {
  case FCL_TYPE_PULL: return "a pull array";
  case FCL_TYPE_PUSH: return "a push array";
  case FCL_TYPE_PROGRAM: return "a program";
  case FCL_TYPE_FUNCTION: return "a function";
  case FCL_TYPE_PAIR: return "a pair";
  case FCL_TYPE_VARIABLE:
#define BASE_TYPE(id, name, scalar, class) case FCL_TYPE_##id:
#include "front/fcl/base_types.def"
#undef BASE_TYPE
  case FCL_TYPE_UNIT:
  case FCL_TYPE_STRING: return NULL;
  }
  return NULL;
}

static const char *level_words(FclPrinter *printer, const FclLevel *level) {
  return arena_printf(printer->arena, "level %s", fcl_level_text(printer, level));
}

static void note_head(FclCheck *check, const FclExp *exp) {
  const FclExp *head = head_of(exp);
  diag_note(check->diag, head->span, "%s is here", head_text(check, exp));
}

// ---- Kinds ----

void fcl_fail_kind(FclCheck *check, Span span, const FclClash *clash) {
  FclPrinter printer = {.arena = check->arena};
  const char *text = fcl_type_text(&printer, clash->left);
  if (clash->left->kind == FCL_TYPE_FUNCTION) {
    if (fcl_check_fail(check, ERROR_FCL_KIND, span,
                       "a function cannot be an element of an array or the value of a program, "
                       "and this is of type %s",
                       text))
      diag_hint(check->diag, "apply it to its arguments first");
    return;
  }
  if (!fcl_check_fail(check, ERROR_FCL_KIND, span,
                      "only scalars and pairs of them can stand here, and this is of type %s",
                      text))
    return;
  if (clash->left->kind == FCL_TYPE_PULL || clash->left->kind == FCL_TYPE_PUSH)
    diag_hint(check->diag, "the elements of a push array, and the branches of an `if`, are of a "
                           "base type");
}

// ---- Clashes ----

// How one makes a number of this type of a number of another type; NULL for others.
static const char *conversion_to(const FclType *expected, const FclType *found) {
  static const struct {
    FclTypeKind to, from;
    const char *words;
  } WORDS[] = {
      {FCL_TYPE_INT, FCL_TYPE_LONG, "`l2i` makes an int of a long"},
      {FCL_TYPE_INT, FCL_TYPE_BYTE, "`y2i` makes an int of a byte"},
      {FCL_TYPE_INT, FCL_TYPE_FLOAT, "`f2i` makes an int of a float"},
      {FCL_TYPE_LONG, FCL_TYPE_INT, "`i2l` makes a long of an int; a literal of a long is `1l`"},
      {FCL_TYPE_LONG, FCL_TYPE_DOUBLE, "`d2l` makes a long of a double"},
      {FCL_TYPE_LONG, FCL_TYPE_FLOAT, "`f2l` makes a long of a float"},
      {FCL_TYPE_BYTE, FCL_TYPE_INT, "`i2y` makes a byte of an int; a literal of a byte is `1y`"},
      {FCL_TYPE_DOUBLE, FCL_TYPE_LONG, "`l2d` makes a double of a long"},
      {FCL_TYPE_DOUBLE, FCL_TYPE_FLOAT, "`f2d` makes a double of a float"},
      {FCL_TYPE_FLOAT, FCL_TYPE_INT, "`i2f` makes a float of an int; a literal is `1.0f`"},
      {FCL_TYPE_FLOAT, FCL_TYPE_LONG, "`l2f` makes a float of a long"},
      {FCL_TYPE_FLOAT, FCL_TYPE_DOUBLE, "`d2f` makes a float of a double; a literal is `1.0f`"},
  };
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (WORDS[i].to == expected->kind && WORDS[i].from == found->kind) return WORDS[i].words;
  return NULL;
}

// Says more where that is of use: of a pull array that should be a push array, and so on.
static void hint_clash(FclCheck *check, const FclType *expected, const FclType *found) {
  if (expected->kind == FCL_TYPE_PUSH && found->kind == FCL_TYPE_PULL)
    diag_hint(check->diag, "`push<block>` says how a pull array is written, and makes it a push "
                           "array");
  else if (expected->kind == FCL_TYPE_PULL && found->kind == FCL_TYPE_PUSH)
    diag_hint(check->diag, "a push array has no elements before it is stored: `force` it, and bind "
                           "the result by `<-`");
  else if (found->kind == FCL_TYPE_PROGRAM)
    diag_hint(check->diag, "take the value out of the program first: `x <- e` in a `do`");
  else if (expected->kind == FCL_TYPE_PROGRAM)
    diag_hint(check->diag, "`return<l> e` makes a program of a value");
  else if (expected->kind == FCL_TYPE_INT && found->kind == FCL_TYPE_DOUBLE)
    diag_hint(check->diag,
              "`d2i` makes an int of a double, and `i2d` a double of an int; `addd` and "
              "its like work on doubles");
  else if (found->kind == FCL_TYPE_FUNCTION && type_words(expected) == NULL &&
           expected->kind != FCL_TYPE_VARIABLE)
    diag_hint(check->diag, "this function was not given all of its arguments");
  else if (expected->kind == FCL_TYPE_DOUBLE && found->kind == FCL_TYPE_INT)
    diag_hint(check->diag, "`i2d` makes a double of an int; a literal of a double has a point: "
                           "`1.0`");
  else if (conversion_to(expected, found) != NULL)
    diag_hint(check->diag, "%s", conversion_to(expected, found));
  else if (expected->kind == FCL_TYPE_VARIABLE && expected->variable->name != NULL)
    diag_hint(check->diag, "%s stands for every type, as the signature says",
              expected->variable->name);
  else if (found->kind == FCL_TYPE_VARIABLE && found->variable->name != NULL)
    diag_hint(check->diag, "%s stands for every type, as the signature says",
              found->variable->name);
}

// Two levels of programs or push arrays; who asks for the first is in words: "`concat<thread>`".
static void fail_levels(FclCheck *check, Span span, const char *who, const char *verb,
                        const FclClash *clash) {
  FclPrinter printer = {.arena = check->arena};
  const char *expected = level_words(&printer, &clash->left_level);
  const char *found = level_words(&printer, &clash->right_level);
  bool is_program = clash->right != NULL && clash->right->kind == FCL_TYPE_PROGRAM;
  if (clash->misfit == FCL_MISFIT_CEILING)
    fcl_check_fail(check, ERROR_FCL_LEVEL, span, "there is no level above grid");
  else if (is_program)
    fcl_check_fail(check, ERROR_FCL_LEVEL, span, "this program runs at %s, but %s %s of %s", found,
                   who, verb, expected);
  else
    fcl_check_fail(check, ERROR_FCL_LEVEL, span,
                   "this push array is one of %s, but %s expects one of %s", found, who, expected);
}

void fcl_fail_clash(FclCheck *check, Span span, const char *what, const FclType *left,
                    const FclType *right, const FclClash *clash) {
  FclPrinter printer = {.arena = check->arena};
  const char *expected = fcl_type_text(&printer, left), *found = fcl_type_text(&printer, right);
  bool is_new = false;
  switch (clash->misfit) {
  case FCL_FITS: return;
  case FCL_MISFIT_KIND: fcl_fail_kind(check, span, clash); return;
  case FCL_MISFIT_LEVEL:
    fcl_check_fail(check, ERROR_FCL_LEVEL, span,
                   "%s: %s was expected and this is %s, so that %s stands against %s", what,
                   expected, found, level_words(&printer, &clash->left_level),
                   level_words(&printer, &clash->right_level));
    return;
  case FCL_MISFIT_CEILING:
    fcl_check_fail(check, ERROR_FCL_LEVEL, span, "%s: there is no level above grid", what);
    return;
  case FCL_MISFIT_CYCLE:
    fcl_check_fail(check, ERROR_FCL_INFINITE, span,
                   "%s: a type or level would contain itself: %s and %s", what, expected, found);
    return;
  case FCL_MISFIT_TYPE:
    is_new = fcl_check_fail(check, ERROR_FCL_TYPE, span, "%s: %s was expected, and this is %s",
                            what, expected, found);
    if (is_new) hint_clash(check, clash->left, clash->right);
    return;
  }
}

// ---- Operators ----

void fcl_fail_operator(FclCheck *check, FclOperator op, Span span, const FclType *type) {
  FclPrinter printer = {.arena = check->arena};
  if (!fcl_check_fail(check, ERROR_FCL_OPERATOR, span,
                      "the operator `%s` does not work on values of type %s", fcl_operator_text(op),
                      fcl_type_text(&printer, type)))
    return;
  if (type->kind == FCL_TYPE_VARIABLE)
    diag_hint(check->diag, "what works for every type takes the operation as an argument");
  else if (type->kind == FCL_TYPE_PULL || type->kind == FCL_TYPE_PUSH)
    diag_hint(check->diag, "operators work on scalars: `map` or `zipWith` applies one to arrays");
  else if (type->kind == FCL_TYPE_PROGRAM)
    diag_hint(check->diag, "take the value out of the program first: `x <- e` in a `do`");
}

static bool is_bits_of(const FclExp *exp) {
  return exp->kind == FCL_EXP_BINARY && fcl_operator_class(exp->binary.op) == FCL_CLASS_BITS;
}

// An array beside a number is what is wrong; `a == b & c` is `a == (b & c)`.
void fcl_fail_operands(FclCheck *check, const FclExp *exp, const FclType *left,
                       const FclType *right, const FclClash *clash) {
  FclOperator op = exp->binary.op;
  const FclType *types[2] = {fcl_type_resolve(left), fcl_type_resolve(right)};
  for (size_t i = 0; i < 2; i++)
    if (types[i]->kind == FCL_TYPE_PULL || types[i]->kind == FCL_TYPE_PUSH ||
        types[i]->kind == FCL_TYPE_PROGRAM) {
      fcl_fail_operator(check, op, exp->binary.op_span, types[i]);
      return;
    }
  bool was_failing = check->is_failing;
  const char *what =
      arena_printf(check->arena, "the operands of `%s` differ", fcl_operator_text(op));
  fcl_fail_clash(check, exp->binary.right->span, what, left, right, clash);
  bool is_truth = types[0]->kind == FCL_TYPE_BOOL || types[1]->kind == FCL_TYPE_BOOL;
  bool is_bits = is_bits_of(exp) || is_bits_of(exp->binary.left) || is_bits_of(exp->binary.right);
  if (!was_failing && is_truth && is_bits)
    diag_hint(check->diag, "`&`, `|` and `^` bind tighter than comparisons: `(a < b) & (c < d)`");
}

// ---- Applications ----

static size_t argument_number(const FclExp *apply) {
  size_t number = 0;
  for (; apply->kind == FCL_EXP_APPLY; apply = apply->apply.function)
    number++;
  return number;
}

// A kind of array or program in the place of another one.
static bool fail_words(FclCheck *check, const FclExp *apply, const FclType *expected,
                       const FclType *found) {
  const char *wanted = type_words(expected), *given = type_words(found);
  if (wanted == NULL || given == NULL || strcmp(wanted, given) == 0) return false;
  FclPrinter printer = {.arena = check->arena};
  if (!fcl_check_fail(check, ERROR_FCL_TYPE, apply->apply.argument->span,
                      "%s expects %s here, and this is %s, of type %s", head_text(check, apply),
                      wanted, given, fcl_type_text(&printer, found)))
    return true;
  hint_clash(check, expected, found);
  return true;
}

// How the function is written that `mapPush` and `interleave` take; NULL: it is.
static const char *hint_function(const FclExp *apply, const FclType *expected,
                                 const FclType *found) {
  if (expected->kind != FCL_TYPE_FUNCTION || found->kind != FCL_TYPE_FUNCTION) return NULL;
  FclTypeKind result = fcl_type_resolve(found->second)->kind;
  bool has_one = result != FCL_TYPE_FUNCTION && result != FCL_TYPE_VARIABLE;
  if (head_is(apply, "mapPush") && has_one)
    return "it takes the index of the element, too: `fn i => fn x => …`";
  bool is_curried = head_is(apply, "interleave") && result == FCL_TYPE_FUNCTION;
  return is_curried ? "it takes a pair, of a program's index and its element's: `fn (i, j) => …`"
                    : NULL;
}

void fcl_fail_argument(FclCheck *check, const FclExp *apply, const FclType *expected,
                       const FclType *found, const FclClash *clash) {
  FclPrinter printer = {.arena = check->arena};
  Span span = apply->apply.argument->span;
  bool was_failing = check->is_failing;
  expected = fcl_type_resolve(expected);
  found = fcl_type_resolve(found);
  if (clash->misfit == FCL_MISFIT_LEVEL || clash->misfit == FCL_MISFIT_CEILING) {
    fail_levels(check, span, head_text(check, apply), head_verb(apply), clash);
  } else if (clash->misfit == FCL_MISFIT_TYPE) {
    if (fail_words(check, apply, expected, found)) return;
    if (!fcl_check_fail(check, ERROR_FCL_TYPE, span,
                        "argument %zu of %s should be of type %s, but this is of type %s",
                        argument_number(apply), head_text(check, apply),
                        fcl_type_text(&printer, expected), fcl_type_text(&printer, found)))
      return;
    bool is_print = head_is(apply, "forceAndPrint") && clash->right->kind == FCL_TYPE_DOUBLE;
    const char *function = hint_function(apply, expected, found);
    if (is_print)
      diag_hint(check->diag, "`forceAndPrintDouble` prints doubles");
    else if (function != NULL)
      diag_hint(check->diag, "%s", function);
    else
      hint_clash(check, clash->left, clash->right);
    const FclExp *argument = apply->apply.argument;
    bool is_sign = argument->kind == FCL_EXP_INT && argument->integer < 0;
    if (is_sign) diag_hint(check->diag, "with a blank after it, the minus subtracts");
    return;
  } else {
    fcl_fail_clash(check, span,
                   arena_printf(check->arena, "argument %zu of %s", argument_number(apply),
                                head_text(check, apply)),
                   expected, found, clash);
  }
  if (!was_failing) note_head(check, apply);
}

void fcl_fail_function(FclCheck *check, const FclExp *apply, const FclType *found) {
  FclPrinter printer = {.arena = check->arena};
  size_t count = argument_number(apply) - 1;
  const FclExp *argument = apply->apply.argument;
  bool is_new = false;
  if (count == 0)
    is_new = fcl_check_fail(check, ERROR_FCL_NOT_A_FUNCTION, apply->apply.function->span,
                            "this is applied to an argument, but it is no function: it is of type "
                            "%s",
                            fcl_type_text(&printer, found));
  else
    is_new = fcl_check_fail(check, ERROR_FCL_NOT_A_FUNCTION, argument->span,
                            "%s takes %zu argument%s, and this is one more",
                            head_text(check, apply), count, count == 1 ? "" : "s");
  if (is_new && argument->kind == FCL_EXP_INT && argument->integer < 0)
    diag_hint(check->diag, "with a blank after it, the minus subtracts");
}

void fcl_fail_statement(FclCheck *check, const FclExp *sequence, const FclExp *statement,
                        const FclType *found, const FclClash *clash) {
  FclPrinter printer = {.arena = check->arena};
  found = fcl_type_resolve(found);
  if (clash->misfit == FCL_MISFIT_LEVEL && found->kind == FCL_TYPE_PROGRAM) {
    bool is_new = fcl_check_fail(check, ERROR_FCL_LEVEL, statement->span,
                                 "this program runs at %s, but the `do` around it runs at %s",
                                 level_words(&printer, &clash->right_level),
                                 level_words(&printer, &clash->left_level));
    if (!is_new) return;
    diag_note(check->diag,
              sequence->sequence.has_level ? sequence->sequence.level.span : sequence->span,
              "the level of the `do` is here");
    diag_hint(check->diag, "what a lower level computes stays there; `interleave` and `concat` "
                           "combine programs and lift them one level up");
    return;
  }
  if (found->kind == FCL_TYPE_PROGRAM) {
    fcl_fail_clash(check, statement->span, "this statement", found, found, clash);
    return;
  }
  if (!fcl_check_fail(check, ERROR_FCL_TYPE, statement->span,
                      "a statement of a `do` is a program, but this is of type %s",
                      fcl_type_text(&printer, found)))
    return;
  if (found->kind == FCL_TYPE_PULL && fcl_type_resolve(found->first)->kind == FCL_TYPE_PROGRAM)
    diag_hint(check->diag, "`concat` and `interleave` make one program of an array of programs");
  else
    diag_hint(check->diag, "`let x = e` names a value, and `return<l> e` makes a program of it");
}

// ---- Names ----

void fcl_fail_unknown(FclCheck *check, const FclIdent *ident) {
  if (!fcl_check_fail(check, ERROR_FCL_UNKNOWN_NAME, ident->span, "there is no `%s` here",
                      ident->name))
    return;
  if (ident->name == check->definition) {
    if (check->self != NULL)
      diag_hint(check->diag,
                "a definition uses itself only in an arm of a `case` over its level, at a "
                "lower level; `while`, `power` and `seqfor` repeat");
    else
      diag_hint(check->diag, "a definition does not see itself: there is no recursion; `while`, "
                             "`power` and `seqfor` repeat");
    return;
  }
  for (size_t i = check->position + 1; i < check->program->definitions.count; i++) {
    const FclBinding *later = check->program->definitions.data[i].binding;
    if (later == NULL || later->pattern->name != ident->name) continue;
    diag_note(check->diag, later->pattern->span, "`%s` is defined further down", ident->name);
    diag_hint(check->diag, "a definition sees those above it");
    return;
  }
  Suggestion suggestion = suggestion_for(ident->name);
  for (size_t i = check->scope.count; i-- > 0;)
    suggestion_offer(&suggestion, check->scope.data[i]->name);
  if (suggestion.best != NULL) diag_hint(check->diag, "did you mean `%s`?", suggestion.best);
}
