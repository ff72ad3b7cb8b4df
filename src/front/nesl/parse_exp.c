// Expressions: operators, `if`, `let`.
#include <string.h>

#include "front/nesl/parse_internal.h"

NeslExp *nesl_parser_exp_new(FrontParser *parser, NeslExpKind kind) {
  NeslExp *exp = arena_make(parser->arena, NeslExp);
  exp->kind = kind;
  exp->height = 1;
  exp->span = front_parser_token_span(parser, front_parser_peek(parser));
  return exp;
}

NeslExp *nesl_parser_exp_close(FrontParser *parser, NeslExp *exp, const FrontToken *first) {
  exp->span = front_parser_span_from(parser, first);
  return exp;
}

NeslExp *nesl_parser_adopt(FrontParser *parser, NeslExp *parent, NeslExp *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

// ---- if and let ----

static NeslExp *exp_if(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_IF);
  front_parser_next(parser);
  exp->branch.condition = nesl_parser_adopt(parser, exp, nesl_parser_exp(parser));
  if (!front_parser_accept(parser, NESL_TOKEN_THEN)) {
    bool is_brace = front_parser_is(parser, NESL_TOKEN_LBRACE);
    if (front_parser_fail_expected(parser, "`then`") && is_brace)
      diag_hint(parser->diag, "an `if` is written `if condition then e else f`");
  }
  exp->branch.then = nesl_parser_adopt(parser, exp, nesl_parser_exps(parser));
  if (!front_parser_accept(parser, NESL_TOKEN_ELSE)) {
    bool is_new = front_parser_fail_expected(parser, "`else`");
    if (is_new) {
      diag_note(parser->diag, front_parser_token_span(parser, first), "the `if` is here");
      diag_hint(parser->diag, "every `if` has a value, so it needs both branches");
    }
  }
  exp->branch.otherwise = nesl_parser_adopt(parser, exp, nesl_parser_exp(parser));
  return nesl_parser_exp_close(parser, exp, first);
}

// Where another binding may stand, but the result of the `let` does.
static void fail_in(FrontParser *parser, const FrontToken *let, const FrontToken *found) {
  bool is_new = front_parser_fail(parser, ERROR_NESL_LET, front_parser_token_span(parser, found),
                                  "expected `in` before the result of this `let`, found %s",
                                  front_parser_describe(parser, found));
  parser->resume++; // what was found is the result, and no form
  if (is_new) diag_note(parser->diag, front_parser_token_span(parser, let), "the `let` is here");
}

// After a `;`: whether another binding follows. What is none is the result, without `in`.
static bool is_binding_next(FrontParser *parser, const FrontToken *let) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != NESL_TOKEN_NAME && token->kind != NESL_TOKEN_LPAREN &&
      token->kind != NESL_TOKEN_UNDERSCORE)
    return false;
  const FrontToken *behind = nesl_parser_behind_pattern(parser);
  bool is_binding =
      behind != NULL && (behind->kind == NESL_TOKEN_EQUALS ||
                         (behind->kind == NESL_TOKEN_OPERATOR && strcmp(behind->name, "==") == 0));
  if (!is_binding) fail_in(parser, let, token);
  return is_binding;
}

static NeslBinding let_binding(FrontParser *parser, NeslExp *let) {
  const FrontToken *first = front_parser_peek(parser);
  NeslBinding binding = {.pattern = nesl_parser_patterns(parser)};
  front_parser_raise(parser, &let->height, binding.pattern->height);
  nesl_parser_expect_equals(parser);
  binding.value = nesl_parser_adopt(parser, let, nesl_parser_exps(parser));
  binding.span = front_parser_span_from(parser, first);
  return binding;
}

static void expect_in(FrontParser *parser, const FrontToken *let) {
  if (front_parser_accept(parser, NESL_TOKEN_IN) || parser->is_failing) return;
  const FrontToken *token = front_parser_peek(parser);
  bool is_new = front_parser_fail(parser, ERROR_NESL_LET, front_parser_token_span(parser, token),
                                  "expected `in` and the body of this `let`, found %s",
                                  front_parser_describe(parser, token));
  if (!is_new) return;
  diag_note(parser->diag, front_parser_token_span(parser, let), "the `let` is here");
  if (token->kind == NESL_TOKEN_NAME || token->kind == NESL_TOKEN_LPAREN ||
      token->kind == NESL_TOKEN_EQUALS)
    diag_hint(parser->diag, "bindings are separated by `;`, and `in` follows the last one");
  else
    nesl_parser_hint(parser, token);
}

// One `;` or more.
static bool accept_semicolons(FrontParser *parser) {
  bool is_there = false;
  while (front_parser_accept(parser, NESL_TOKEN_SEMICOLON))
    is_there = true;
  return is_there;
}

// `let p = e; q = f in g`, also with a `;` before `in`.
static NeslExp *exp_let(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_LET);
  front_parser_next(parser);
  do {
    NeslBinding binding = let_binding(parser, exp);
    vec_push(parser->arena, &exp->let.bindings, binding);
  } while (accept_semicolons(parser) && is_binding_next(parser, first));
  expect_in(parser, first);
  exp->let.body = nesl_parser_adopt(parser, exp, nesl_parser_exp(parser));
  return nesl_parser_exp_close(parser, exp, first);
}

// ---- Operators ----

static NeslExp *exp_operand(FrontParser *parser);

static bool is_call_of_word(const FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  bool is_word = token->name[0] >= 'a' && token->name[0] <= 'z';
  return is_word && front_parser_peek_at(parser, 1)->kind == NESL_TOKEN_LPAREN &&
         nesl_operator_find(token->name, true) != NESL_OPERATOR_COUNT;
}

static NeslExp *exp_unary(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_UNARY);
  exp->unary.op = nesl_operator_find(first->name, false);
  exp->unary.op_span = exp->span;
  if (exp->unary.op == NESL_OPERATOR_COUNT) {
    front_parser_fail_expected(parser, "an expression");
    return exp;
  }
  front_parser_next(parser);
  exp->unary.operand = nesl_parser_adopt(parser, exp, exp_operand(parser));
  return nesl_parser_exp_close(parser, exp, first);
}

// Whether an operator stands alone, where a value does: then it is the function.
static bool is_operator_value(const FrontParser *parser) {
  switch ((NeslTokenKind)front_parser_peek_at(parser, 1)->kind) {
  case NESL_TOKEN_RPAREN:
  case NESL_TOKEN_RBRACKET:
  case NESL_TOKEN_RBRACE:
  case NESL_TOKEN_COMMA:
  case NESL_TOKEN_COLON:
  case NESL_TOKEN_SEMICOLON:
  case NESL_TOKEN_BAR:
  case NESL_TOKEN_THEN:
  case NESL_TOKEN_ELSE:
  case NESL_TOKEN_IN: return true;
  case NESL_TOKEN_END:
  case NESL_TOKEN_BAD:
  case NESL_TOKEN_NAME:
  case NESL_TOKEN_INT:
  case NESL_TOKEN_FLOAT:
  case NESL_TOKEN_CHAR:
  case NESL_TOKEN_STRING:
  case NESL_TOKEN_OPERATOR:
  case NESL_TOKEN_LPAREN:
  case NESL_TOKEN_LBRACKET:
  case NESL_TOKEN_LBRACE:
  case NESL_TOKEN_CONTEXT:
  case NESL_TOKEN_EQUALS:
  case NESL_TOKEN_LAMBDA:
  case NESL_TOKEN_UNDERSCORE:
  case NESL_TOKEN_TRUE:
  case NESL_TOKEN_FALSE:
  case NESL_TOKEN_IF:
  case NESL_TOKEN_LET:
  case NESL_TOKEN_FUNCTION:
  case NESL_TOKEN_DATATYPE: return false;
  }
  return false;
}

// ---- Casts ----

// Types that conversions are written with, `(float) n`, and the functions that convert.
static const char *const CASTS[][2] = {{"float", "float"}, {"int", "trunc"}, {"char", "code_char"}};

// The function that the type in these parentheses stands for; NULL: it is no type.
static const char *find_cast(const FrontParser *parser) {
  const FrontToken *name = front_parser_peek_at(parser, 1);
  if (!front_parser_is(parser, NESL_TOKEN_LPAREN) || name->kind != NESL_TOKEN_NAME ||
      front_parser_peek_at(parser, 2)->kind != NESL_TOKEN_RPAREN)
    return NULL;
  for (size_t i = 0; i < sizeof CASTS / sizeof *CASTS; i++)
    if (strcmp(CASTS[i][0], name->name) == 0) return CASTS[i][1];
  return NULL;
}

// Whether an operand follows a type in parentheses. A `-` may also stand between two operands:
// there must be a blank before it and none after it.
static bool is_cast(const FrontParser *parser) {
  if (find_cast(parser) == NULL) return false;
  const FrontToken *token = front_parser_peek_at(parser, 3);
  if (token->is_first) return false;
  if (token->kind != NESL_TOKEN_OPERATOR)
    return token->kind == NESL_TOKEN_NAME || token->kind == NESL_TOKEN_INT ||
           token->kind == NESL_TOKEN_FLOAT;
  bool is_tight = token->is_spaced && !front_parser_peek_at(parser, 4)->is_spaced;
  return nesl_operator_find(token->name, false) != NESL_OPERATOR_COUNT &&
         (nesl_operator_find(token->name, true) == NESL_OPERATOR_COUNT || is_tight);
}

// `(float) n` is `float(n)`, and binds as tightly.
static NeslExp *exp_cast(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_CALL);
  Span span = front_parser_token_span(parser, front_parser_peek_at(parser, 1));
  exp->call.name = (NeslIdent){intern_str(parser->names, find_cast(parser)), span};
  for (size_t i = 0; i < 3; i++)
    front_parser_next(parser);
  exp->call.argument = nesl_parser_adopt(parser, exp, exp_operand(parser));
  return nesl_parser_exp_close(parser, exp, first);
}

// What an operator applies to. `rem(a, b)` is a call, like that of other functions.
static NeslExp *exp_operand(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *exp = NULL;
  if (!front_parser_enter(parser))
    exp = nesl_parser_exp_new(parser, NESL_EXP_BOOL);
  else if (first->kind == NESL_TOKEN_IF)
    exp = exp_if(parser);
  else if (first->kind == NESL_TOKEN_LET)
    exp = exp_let(parser);
  else if (first->kind == NESL_TOKEN_OPERATOR && !is_call_of_word(parser) &&
           !is_operator_value(parser))
    exp = exp_unary(parser);
  else if (is_cast(parser))
    exp = exp_cast(parser);
  else
    exp = nesl_parser_atom(parser);
  front_parser_leave(parser);
  return exp;
}

// The level of the binary operator that is next; NESL_LEVEL_NONE when there is none.
static int next_level(const FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != NESL_TOKEN_OPERATOR) return NESL_LEVEL_NONE;
  NeslOperator op = nesl_operator_find(token->name, true);
  return op == NESL_OPERATOR_COUNT ? NESL_LEVEL_NONE : nesl_operator_level(op);
}

// An expression whose operators bind at least as tightly as the level.
static NeslExp *exp_binary(FrontParser *parser, int level) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *left = exp_operand(parser);
  for (int next = 0; (next = next_level(parser)) != NESL_LEVEL_NONE && next >= level;) {
    NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_BINARY);
    const FrontToken *token = front_parser_next(parser);
    exp->binary.op = nesl_operator_find(token->name, true);
    exp->binary.op_span = front_parser_token_span(parser, token);
    exp->binary.left = nesl_parser_adopt(parser, exp, left);
    bool is_entered = front_parser_enter(parser);
    NeslExp *right = is_entered ? exp_binary(parser, next == NESL_LEVEL_POWER ? next : next + 1)
                                : nesl_parser_exp_new(parser, NESL_EXP_BOOL);
    front_parser_leave(parser);
    exp->binary.right = nesl_parser_adopt(parser, exp, right);
    left = nesl_parser_exp_close(parser, exp, first);
  }
  return left;
}

// `p => e`: what stands before the arrow only looks like an expression.
static NeslExp *lambda_rest(FrontParser *parser, const NeslExp *parameter,
                            const FrontToken *first) {
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_LAMBDA);
  exp->lambda.parameter = nesl_parser_to_pattern(parser, parameter);
  front_parser_raise(parser, &exp->height, exp->lambda.parameter->height);
  front_parser_next(parser);
  bool is_entered = front_parser_enter(parser);
  NeslExp *body = is_entered ? nesl_parser_exp(parser) : nesl_parser_exp_new(parser, NESL_EXP_BOOL);
  front_parser_leave(parser);
  exp->lambda.body = nesl_parser_adopt(parser, exp, body);
  return nesl_parser_exp_close(parser, exp, first);
}

NeslExp *nesl_parser_exp(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *exp = exp_binary(parser, NESL_LEVEL_NONE + 1);
  return front_parser_is(parser, NESL_TOKEN_LAMBDA) ? lambda_rest(parser, exp, first) : exp;
}

NeslExp *nesl_parser_exps(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *item = nesl_parser_exp(parser);
  if (!front_parser_is(parser, NESL_TOKEN_COMMA)) return item;
  NeslExp *tuple = nesl_parser_exp_new(parser, NESL_EXP_TUPLE);
  vec_push(parser->arena, &tuple->items, nesl_parser_adopt(parser, tuple, item));
  while (front_parser_accept(parser, NESL_TOKEN_COMMA))
    vec_push(parser->arena, &tuple->items,
             nesl_parser_adopt(parser, tuple, nesl_parser_exp(parser)));
  return nesl_parser_exp_close(parser, tuple, first);
}
