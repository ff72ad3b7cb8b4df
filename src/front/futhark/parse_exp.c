// Expressions: operators by precedence climbing, application, prefix operators.
#include <string.h>

#include "front/futhark/operators.h"
#include "front/futhark/parse_internal.h"

FutExp *fut_parser_exp_new(FrontParser *parser, FutExpKind kind) {
  FutExp *exp = arena_make(parser->arena, FutExp);
  exp->kind = kind;
  exp->span = front_parser_token_span(parser, front_parser_peek(parser));
  return exp;
}

FutExp *fut_parser_exp_close(FrontParser *parser, FutExp *exp, const FrontToken *first) {
  exp->span = front_parser_span_from(parser, first);
  return exp;
}

FutExp *fut_parser_adopt(FrontParser *parser, FutExp *parent, FutExp *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

FutTypeExp *fut_parser_adopt_type(FrontParser *parser, FutExp *parent, FutTypeExp *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

FutPattern *fut_parser_adopt_pattern(FrontParser *parser, FutExp *parent, FutPattern *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

bool fut_parser_is_operator(const FrontParser *parser) {
  FutTokenKind kind = front_parser_peek(parser)->kind;
  return kind == FUT_TOKEN_SYMBOL || kind == FUT_TOKEN_BACKTICK;
}

size_t fut_parser_operator_length(const FrontParser *parser) {
  return front_parser_is(parser, FUT_TOKEN_BACKTICK) ? 3 : 1;
}

// The operator that is next, without taking it.
static FutOperator peek_operator(const FrontParser *parser) {
  bool is_backtick = front_parser_is(parser, FUT_TOKEN_BACKTICK);
  const FrontToken *token = front_parser_peek_at(parser, is_backtick ? 1 : 0);
  return (FutOperator){fut_parser_qual_name(parser, token), is_backtick};
}

FutOperator fut_parser_operator(FrontParser *parser) {
  if (!front_parser_accept(parser, FUT_TOKEN_BACKTICK)) {
    const FrontToken *token = front_parser_expect(parser, FUT_TOKEN_SYMBOL, NULL);
    return (FutOperator){fut_parser_qual_name(parser, token), false};
  }
  const FrontToken *token = front_parser_expect(parser, FUT_TOKEN_NAME, "the name of a function");
  front_parser_expect(parser, FUT_TOKEN_BACKTICK, "a backtick");
  return (FutOperator){fut_parser_qual_name(parser, token), true};
}

static FutExp *operators_from(FrontParser *parser, FutPrecedence least);

static FutExp *exp_binary(FrontParser *parser, FutExp *left, const FrontToken *first) {
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_BINARY);
  exp->binary.op = fut_parser_operator(parser);
  FutPrecedence precedence = fut_operator_precedence(&exp->binary.op);
  FutPrecedence least = precedence + (fut_operator_is_right(&exp->binary.op) ? 0 : 1);
  exp->binary.left = fut_parser_adopt(parser, exp, left);
  exp->binary.right = fut_parser_adopt(parser, exp, operators_from(parser, least));
  return fut_parser_exp_close(parser, exp, first);
}

static bool is_range_end(FutTokenKind kind) {
  return kind == FUT_TOKEN_RANGE_TO || kind == FUT_TOKEN_RANGE_UPTO ||
         kind == FUT_TOKEN_RANGE_DOWNTO;
}

static FutExp *exp_range(FrontParser *parser, FutExp *left, const FrontToken *first) {
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_RANGE);
  exp->range.first = fut_parser_adopt(parser, exp, left);
  if (front_parser_accept(parser, FUT_TOKEN_DOTS))
    exp->range.second =
        fut_parser_adopt(parser, exp, operators_from(parser, FUT_PRECEDENCE_BACKTICK));
  FutTokenKind end = front_parser_peek(parser)->kind;
  if (is_range_end(end)) {
    front_parser_next(parser);
  } else if (front_parser_fail_expected(parser, "`...`, `..<` or `..>`")) {
    diag_hint(parser->diag, "ranges are written `a...b`, `a..<b`, `a..>b`, or with the second "
                            "element `a..b...c`, `a..b..<c`, `a..b..>c`");
  }
  exp->range.end = end == FUT_TOKEN_RANGE_TO     ? FUT_RANGE_TO
                   : end == FUT_TOKEN_RANGE_UPTO ? FUT_RANGE_UPTO
                                                 : FUT_RANGE_DOWNTO;
  exp->range.last = fut_parser_adopt(parser, exp, operators_from(parser, FUT_PRECEDENCE_BACKTICK));
  FutTokenKind next = front_parser_peek(parser)->kind;
  if ((is_range_end(next) || next == FUT_TOKEN_DOTS) &&
      front_parser_fail_expected(parser, "the end of the range"))
    diag_hint(parser->diag, "use parentheses if an end of a range is itself a range");
  return fut_parser_exp_close(parser, exp, first);
}

static void fail_update(FrontParser *parser) {
  bool is_case = front_parser_is(parser, FUT_TOKEN_CONSTRUCTOR);
  if (front_parser_fail_expected(parser, "`[` or a field") && is_case)
    diag_hint(parser->diag, "the cases of a match begin with `case`: `match e case p -> e`");
}

// `left with [i].a = value`; the value ends before another `with`.
static FutExp *exp_update(FrontParser *parser, FutExp *left, const FrontToken *first) {
  front_parser_next(parser);
  FutTokenKind kind = front_parser_peek(parser)->kind;
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_UPDATE);
  exp->update.source = fut_parser_adopt(parser, exp, left);
  if (kind == FUT_TOKEN_LBRACKET || kind == FUT_TOKEN_NAME || kind == FUT_TOKEN_FIELD)
    exp->update.path = fut_parser_path(parser, exp);
  else
    fail_update(parser);
  fut_parser_expect_equals(parser);
  exp->update.value = fut_parser_adopt(parser, exp, operators_from(parser, FUT_PRECEDENCE_PIPE));
  return fut_parser_exp_close(parser, exp, first);
}

// `unsafe e` is an old way to write `#[unsafe] e`.
static bool is_old_unsafe(const FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  FutTokenKind next = front_parser_peek_at(parser, 1)->kind;
  return token->kind == FUT_TOKEN_NAME && fut_token_qualifiers(token).count == 0 &&
         strcmp(token->name, "unsafe") == 0 &&
         (fut_token_begins(next, FUT_BEGINS_ATOM) || fut_token_begins(next, FUT_BEGINS_PREFIX));
}

static FutExp *exp_unsafe(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_ATTRIBUTE);
  exp->attributed.attribute = arena_make(parser->arena, FutAttribute);
  exp->attributed.attribute->name = first->name;
  exp->attributed.attribute->span = front_parser_token_span(parser, first);
  exp->attributed.value = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  return fut_parser_exp_close(parser, exp, first);
}

// A prefix form cannot be an argument, though people try. On a line of its own it is more likely
// that something is missing before it.
static void check_argument(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind == FUT_TOKEN_TYPE_PARAM) {
    if (front_parser_fail(parser, ERROR_FUTHARK_SYNTAX, front_parser_token_span(parser, token),
                          "a type parameter is not an expression"))
      diag_hint(parser->diag, "characters are written `'a'`, strings `\"abc\"`");
    return;
  }
  if (!fut_token_begins(token->kind, FUT_BEGINS_PREFIX) || token->kind == FUT_TOKEN_LET ||
      token->kind == FUT_TOKEN_ATTRIBUTE || token->is_first)
    return;
  if (front_parser_fail(parser, ERROR_FUTHARK_SYNTAX, front_parser_token_span(parser, token),
                        "%s cannot be an argument without parentheses",
                        front_parser_describe(parser, token)))
    diag_hint(parser->diag, "put it in parentheses");
}

// Whether an argument follows: an atom, or a lambda, which is the last one because it takes all
// that is after it.
static bool has_argument(const FrontParser *parser) {
  FutTokenKind kind = front_parser_peek(parser)->kind;
  return fut_token_begins(kind, FUT_BEGINS_ATOM) || kind == FUT_TOKEN_BACKSLASH;
}

static void take_arguments(FrontParser *parser, FutExp *exp, FutExps *arguments) {
  while (has_argument(parser)) {
    bool is_lambda = front_parser_is(parser, FUT_TOKEN_BACKSLASH);
    FutExp *argument = is_lambda ? fut_parser_prefix_form(parser) : fut_parser_atom(parser);
    vec_push(parser->arena, arguments, fut_parser_adopt(parser, exp, argument));
    if (is_lambda) break;
  }
  check_argument(parser);
}

// A constructor with its payload.
static FutExp *exp_constructor(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_CONSTRUCTOR);
  exp->constructor.name = fut_parser_token_ident(parser, front_parser_next(parser));
  take_arguments(parser, exp, &exp->constructor.arguments);
  return fut_parser_exp_close(parser, exp, first);
}

static FutExp *exp_application(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  if (first->kind == FUT_TOKEN_CONSTRUCTOR) return exp_constructor(parser);
  if (is_old_unsafe(parser)) return exp_unsafe(parser);
  FutExp *head = fut_parser_atom(parser);
  if (!has_argument(parser)) {
    check_argument(parser);
    return head;
  }
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_APPLY);
  exp->apply.function = fut_parser_adopt(parser, exp, head);
  take_arguments(parser, exp, &exp->apply.arguments);
  return fut_parser_exp_close(parser, exp, first);
}

// An operand: prefix operators, then a prefix form or an application.
static FutExp *exp_operand(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (fut_token_begins(token->kind, FUT_BEGINS_PREFIX)) return fut_parser_prefix_form(parser);
  bool is_negation = fut_token_is_symbol(token, "-");
  if (!is_negation && !fut_token_is_symbol(token, "!")) return exp_application(parser);
  FutExp *exp = fut_parser_exp_new(parser, is_negation ? FUT_EXP_NEGATE : FUT_EXP_NOT);
  if (front_parser_enter(parser)) {
    front_parser_next(parser);
    exp->operand = fut_parser_adopt(parser, exp, exp_operand(parser));
  }
  front_parser_leave(parser);
  return fut_parser_exp_close(parser, exp, token);
}

// Whether the operator that is next belongs to a section such as `(x +)`.
static bool is_section_end(const FrontParser *parser) {
  return front_parser_peek_at(parser, fut_parser_operator_length(parser))->kind == FUT_TOKEN_RPAREN;
}

static bool is_operator_from(const FrontParser *parser, FutPrecedence least) {
  if (!fut_parser_is_operator(parser) || is_section_end(parser)) return false;
  FutOperator op = peek_operator(parser);
  return op.is_backtick ? least <= FUT_PRECEDENCE_BACKTICK : fut_operator_precedence(&op) >= least;
}

static FutExp *operators_inner(FrontParser *parser, FutPrecedence least) {
  const FrontToken *first = front_parser_peek(parser);
  FutExp *exp = exp_operand(parser);
  for (;;) {
    FutTokenKind kind = front_parser_peek(parser)->kind;
    if (is_operator_from(parser, least)) {
      exp = exp_binary(parser, exp, first);
    } else if (kind == FUT_TOKEN_WITH && least <= FUT_PRECEDENCE_WITH) {
      exp = exp_update(parser, exp, first);
    } else if ((kind == FUT_TOKEN_DOTS || is_range_end(kind)) && least <= FUT_PRECEDENCE_RANGE) {
      exp = exp_range(parser, exp, first);
    } else {
      return exp;
    }
  }
}

static FutExp *operators_from(FrontParser *parser, FutPrecedence least) {
  bool is_good = front_parser_enter(parser);
  FutExp *exp = is_good ? operators_inner(parser, least) : fut_parser_exp_new(parser, FUT_EXP_HOLE);
  front_parser_leave(parser);
  return exp;
}

FutExp *fut_parser_operators(FrontParser *parser) {
  return operators_from(parser, FUT_PRECEDENCE_RANGE);
}

FutExp *fut_parser_exp(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutExp *exp = fut_parser_operators(parser);
  for (;;) {
    FutExpKind kind = FUT_EXP_ASCRIBE;
    if (front_parser_is(parser, FUT_TOKEN_COERCE))
      kind = FUT_EXP_COERCE;
    else if (!front_parser_is(parser, FUT_TOKEN_COLON))
      return exp;
    front_parser_next(parser);
    FutExp *ascribed = fut_parser_exp_new(parser, kind);
    ascribed->ascribe.value = fut_parser_adopt(parser, ascribed, exp);
    ascribed->ascribe.type = fut_parser_adopt_type(parser, ascribed, fut_parser_type(parser));
    exp = fut_parser_exp_close(parser, ascribed, first);
  }
}
