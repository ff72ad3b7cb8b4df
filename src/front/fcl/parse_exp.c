// Expressions and patterns.
#include <string.h>

#include "front/fcl/parse_internal.h"

static FclExp *exp_new(FrontParser *parser, FclExpKind kind) {
  FclExp *exp = arena_make(parser->arena, FclExp);
  exp->kind = kind;
  exp->height = 1;
  exp->span = front_parser_token_span(parser, front_parser_peek(parser));
  return exp;
}

static FclExp *exp_close(FrontParser *parser, FclExp *exp, const FrontToken *first) {
  exp->span = front_parser_span_from(parser, first);
  return exp;
}

// The child, after the parent was made higher than it.
static FclExp *adopt(FrontParser *parser, FclExp *parent, FclExp *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

// ---- Patterns ----

bool fcl_parser_is_pattern(const FrontParser *parser) {
  return front_parser_is(parser, FCL_TOKEN_NAME) || front_parser_is(parser, FCL_TOKEN_LPAREN);
}

static FclPattern *pattern_new(FrontParser *parser, FclPatternKind kind, const FrontToken *first) {
  FclPattern *pattern = arena_make(parser->arena, FclPattern);
  pattern->kind = kind;
  pattern->height = 1;
  pattern->span = front_parser_span_from(parser, first);
  return pattern;
}

static FclPattern *pattern_tuple(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  FclPatterns items = {0};
  if (front_parser_accept(parser, FCL_TOKEN_RPAREN))
    return pattern_new(parser, FCL_PATTERN_UNIT, open);
  do {
    FclPattern *item = fcl_parser_pattern(parser);
    vec_push(parser->arena, &items, item);
  } while (front_parser_accept(parser, FCL_TOKEN_COMMA));
  bool is_typed = front_parser_is(parser, FCL_TOKEN_COLON) && !parser->is_failing;
  fcl_parser_expect_close(parser, FCL_TOKEN_RPAREN, open);
  if (is_typed && parser->is_failing)
    diag_hint(parser->diag, "the types of parameters stand in a signature: `sig f : int -> int`");
  FclPattern *pattern = vec_last(&items);
  for (size_t i = items.count - 1; i > 0; i--) {
    FclPattern *pair = pattern_new(parser, FCL_PATTERN_PAIR, open);
    pair->first = items.data[i - 1];
    pair->second = pattern;
    front_parser_raise(parser, &pair->height, pair->first->height);
    front_parser_raise(parser, &pair->height, pair->second->height);
    pattern = pair;
  }
  return pattern;
}

FclPattern *fcl_parser_pattern(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FclPattern *pattern = NULL;
  if (!front_parser_enter(parser)) {
    pattern = pattern_new(parser, FCL_PATTERN_WILDCARD, first);
  } else if (first->kind == FCL_TOKEN_LPAREN) {
    pattern = pattern_tuple(parser);
  } else {
    Name name = fcl_parser_ident(parser, "a name").name;
    bool is_wildcard = name == NULL || strcmp(name, "_") == 0;
    pattern = pattern_new(parser, is_wildcard ? FCL_PATTERN_WILDCARD : FCL_PATTERN_NAME, first);
    pattern->name = name;
  }
  front_parser_leave(parser);
  return pattern;
}

// ---- Functions ----

FclExp *fcl_parser_lambda(FrontParser *parser, FclPatterns parameters, FclExp *body, Span span) {
  FclExp *exp = exp_new(parser, FCL_EXP_LAMBDA);
  exp->span = span;
  exp->lambda.parameters = parameters;
  exp->lambda.body = adopt(parser, exp, body);
  for (size_t i = 0; i < parameters.count; i++)
    front_parser_raise(parser, &exp->height, parameters.data[i]->height);
  return exp;
}

static FclExp *exp_lambda(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FclPatterns parameters = {0};
  do {
    FclPattern *parameter = fcl_parser_pattern(parser);
    vec_push(parser->arena, &parameters, parameter);
  } while (fcl_parser_is_pattern(parser));
  bool is_equals =
      front_parser_is(parser, FCL_TOKEN_EQUALS) || front_parser_is(parser, FCL_TOKEN_ARROW);
  if (!front_parser_accept(parser, FCL_TOKEN_LAMBDA) &&
      front_parser_fail_expected(parser, "`=>`") && is_equals)
    diag_hint(parser->diag, "a function without a name is written `fn x => e`");
  FclExp *body = fcl_parser_exp(parser);
  return fcl_parser_lambda(parser, parameters, body, front_parser_span_from(parser, first));
}

// ---- let ----

// Whether another binding of the same `let` begins here: `x =`, `x<l> =`, `x : τ =`, `(x, y) =`.
static bool is_binding(const FrontParser *parser) {
  if (front_parser_is(parser, FCL_TOKEN_LPAREN)) {
    size_t depth = 0;
    for (size_t i = 0;; i++) {
      FclTokenKind kind = (FclTokenKind)front_parser_peek_at(parser, i)->kind;
      if (kind == FCL_TOKEN_LPAREN)
        depth++;
      else if (kind == FCL_TOKEN_RPAREN)
        depth--;
      else if (kind != FCL_TOKEN_NAME && kind != FCL_TOKEN_COMMA)
        return false;
      if (depth == 0) return front_parser_peek_at(parser, i + 1)->kind == FCL_TOKEN_EQUALS;
    }
  }
  if (!front_parser_is(parser, FCL_TOKEN_NAME)) return false;
  size_t behind = 1 + fcl_parser_level_list(parser, 1);
  FclTokenKind kind = (FclTokenKind)front_parser_peek_at(parser, behind)->kind;
  return kind == FCL_TOKEN_EQUALS || kind == FCL_TOKEN_COLON;
}

static FclBinding *let_binding(FrontParser *parser, FclExp *let) {
  const FrontToken *first = front_parser_peek(parser);
  FclBinding *binding = arena_make(parser->arena, FclBinding);
  binding->pattern = fcl_parser_pattern(parser);
  bool is_name = binding->pattern->kind == FCL_PATTERN_NAME;
  if (is_name && fcl_parser_level_list(parser, 0) > 0)
    binding->levels = fcl_parser_level_names(parser);
  if (is_name && front_parser_accept(parser, FCL_TOKEN_COLON))
    binding->signature = fcl_parser_scheme(parser);
  bool is_parameter = fcl_parser_is_pattern(parser);
  if (!front_parser_accept(parser, FCL_TOKEN_EQUALS) && front_parser_fail_expected(parser, "`=`") &&
      is_parameter)
    diag_hint(parser->diag, "a local function is written `let f = fn x => e in …`");
  binding->value = adopt(parser, let, fcl_parser_exp(parser));
  front_parser_raise(parser, &let->height, binding->pattern->height);
  binding->span = front_parser_span_from(parser, first);
  return binding;
}

static FclBindings let_bindings(FrontParser *parser, FclExp *let) {
  FclBindings bindings = {0};
  do {
    FclBinding *binding = let_binding(parser, let);
    vec_push(parser->arena, &bindings, binding);
  } while (is_binding(parser));
  return bindings;
}

static FclExp *exp_let(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FclExp *exp = exp_new(parser, FCL_EXP_LET);
  front_parser_next(parser);
  exp->let.bindings = let_bindings(parser, exp);
  bool is_separated = front_parser_is(parser, FCL_TOKEN_SEMICOLON);
  if (!front_parser_accept(parser, FCL_TOKEN_IN) && front_parser_fail_expected(parser, "`in`")) {
    diag_note(parser->diag, front_parser_token_span(parser, first), "the `let` is here");
    if (is_separated)
      diag_hint(parser->diag, "bindings of one `let` follow each other, without a `;`");
  }
  bool is_twice = front_parser_is(parser, FCL_TOKEN_IN);
  exp->let.body = adopt(parser, exp, fcl_parser_exp(parser));
  if (is_twice && parser->is_failing)
    diag_hint(parser->diag, "one `in` follows the bindings of a `let`");
  return exp_close(parser, exp, first);
}

// ---- if ----

static FclExp *exp_if(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FclExp *exp = exp_new(parser, FCL_EXP_IF);
  front_parser_next(parser);
  exp->branch.condition = adopt(parser, exp, fcl_parser_exp(parser));
  front_parser_expect(parser, FCL_TOKEN_THEN, NULL);
  exp->branch.then = adopt(parser, exp, fcl_parser_exp(parser));
  if (!front_parser_accept(parser, FCL_TOKEN_ELSE) && front_parser_fail_expected(parser, "`else`"))
    diag_hint(parser->diag, "every `if` has a value, so it needs both branches");
  exp->branch.otherwise = adopt(parser, exp, fcl_parser_exp(parser));
  return exp_close(parser, exp, first);
}

// ---- case ----

// Whether `| <l> =>` is next, an arm of the `case` around.
static bool is_arm(const FrontParser *parser) {
  if (!fcl_parser_is_operator(parser, "|")) return false;
  size_t length = fcl_parser_level_list(parser, 1);
  return length > 0 && front_parser_peek_at(parser, 1 + length)->kind == FCL_TOKEN_LAMBDA;
}

static FclExp *exp_case(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FclExp *exp = exp_new(parser, FCL_EXP_CASE);
  front_parser_next(parser);
  if (!fcl_parser_is_operator(parser, "<") && front_parser_fail_expected(parser, "`<`"))
    diag_hint(parser->diag,
              "a `case` asks for a level: `case <l> of | <thread> => … | <1+m> => …`");
  exp->choice.level = fcl_parser_level(parser);
  front_parser_expect(parser, FCL_TOKEN_OF, NULL);
  fcl_parser_accept_operator(parser, "|");
  do {
    FclArm arm = {.pattern = fcl_parser_level(parser)};
    front_parser_expect(parser, FCL_TOKEN_LAMBDA, NULL);
    arm.body = adopt(parser, exp, fcl_parser_exp(parser));
    vec_push(parser->arena, &exp->choice.arms, arm);
  } while (is_arm(parser) && fcl_parser_accept_operator(parser, "|"));
  return exp_close(parser, exp, first);
}

// ---- do ----

// After `let` and its bindings: a statement, or with `in` an expression.
static void do_let(FrontParser *parser, FclExp *sequence, FclStatement *statement) {
  const FrontToken *first = front_parser_peek(parser);
  FclExp *exp = exp_new(parser, FCL_EXP_LET);
  front_parser_next(parser);
  exp->let.bindings = let_bindings(parser, exp);
  if (front_parser_accept(parser, FCL_TOKEN_IN)) {
    exp->let.body = adopt(parser, exp, fcl_parser_exp(parser));
    statement->value = adopt(parser, sequence, exp_close(parser, exp, first));
    return;
  }
  statement->kind = FCL_STATEMENT_LET;
  statement->lets = exp->let.bindings;
  front_parser_raise(parser, &sequence->height, exp->height);
}

// Whether a pattern and `<-` are next.
static bool is_bind(const FrontParser *parser) {
  size_t depth = 0;
  for (size_t i = 0;; i++) {
    FclTokenKind kind = (FclTokenKind)front_parser_peek_at(parser, i)->kind;
    if (kind == FCL_TOKEN_BIND) return i > 0 && depth == 0;
    if (kind == FCL_TOKEN_LPAREN)
      depth++;
    else if (kind == FCL_TOKEN_RPAREN && depth > 0)
      depth--;
    else if (kind != FCL_TOKEN_NAME && kind != FCL_TOKEN_COMMA)
      return false;
  }
}

static FclStatement do_statement(FrontParser *parser, FclExp *sequence) {
  const FrontToken *first = front_parser_peek(parser);
  FclStatement statement = {.kind = FCL_STATEMENT_RUN};
  if (first->kind == FCL_TOKEN_LET) {
    do_let(parser, sequence, &statement);
  } else {
    if (is_bind(parser)) {
      statement.kind = FCL_STATEMENT_BIND;
      statement.pattern = fcl_parser_pattern(parser);
      front_parser_raise(parser, &sequence->height, statement.pattern->height);
      front_parser_expect(parser, FCL_TOKEN_BIND, NULL);
    }
    statement.value = adopt(parser, sequence, fcl_parser_exp(parser));
  }
  statement.span = front_parser_span_from(parser, first);
  return statement;
}

static FclExp *exp_do(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FclExp *exp = exp_new(parser, FCL_EXP_DO);
  front_parser_next(parser);
  exp->sequence.has_level = fcl_parser_is_operator(parser, "<");
  if (exp->sequence.has_level) exp->sequence.level = fcl_parser_level(parser);
  const FrontToken *open = front_parser_expect(parser, FCL_TOKEN_LBRACE, NULL);
  do {
    while (front_parser_accept(parser, FCL_TOKEN_SEMICOLON)) {
    }
    if (front_parser_is(parser, FCL_TOKEN_RBRACE) && exp->sequence.statements.count > 0) break;
    FclStatement statement = do_statement(parser, exp);
    vec_push(parser->arena, &exp->sequence.statements, statement);
  } while (front_parser_is(parser, FCL_TOKEN_SEMICOLON));
  fcl_parser_expect_close(parser, FCL_TOKEN_RBRACE, open);
  exp_close(parser, exp, first);
  const FclStatement *last = &vec_last(&exp->sequence.statements);
  if (!parser->is_failing && last->kind != FCL_STATEMENT_RUN) {
    if (front_parser_fail(parser, ERROR_FCL_SYNTAX, last->span,
                          "the last statement of a `do` is a program, and this is a binding"))
      diag_hint(parser->diag, "end with `return<l> e`, after a `;`");
  }
  return exp;
}

// ---- Atoms ----

static FclExp *exp_name(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  FclExp *exp = exp_new(parser, FCL_EXP_NAME);
  FclUse *use = exp->use = arena_make(parser->arena, FclUse);
  use->ident = (FclIdent){token->name, exp->span};
  front_parser_next(parser);
  use->has_levels = fcl_parser_level_list(parser, 0) > 0;
  if (use->has_levels) use->levels = fcl_parser_levels(parser);
  return exp_close(parser, exp, token);
}

static FclExp *exp_tuple(FrontParser *parser) {
  const FrontToken *open = front_parser_peek(parser);
  FclExp *unit = exp_new(parser, FCL_EXP_UNIT);
  FclExps items = {0};
  front_parser_next(parser);
  if (front_parser_accept(parser, FCL_TOKEN_RPAREN)) return exp_close(parser, unit, open);
  do {
    FclExp *item = fcl_parser_exp(parser);
    vec_push(parser->arena, &items, item);
  } while (front_parser_accept(parser, FCL_TOKEN_COMMA));
  fcl_parser_expect_close(parser, FCL_TOKEN_RPAREN, open);
  FclExp *exp = vec_last(&items);
  for (size_t i = items.count - 1; i > 0; i--) {
    FclExp *pair = exp_new(parser, FCL_EXP_PAIR);
    pair->pair.second = adopt(parser, pair, exp);
    pair->pair.first = adopt(parser, pair, items.data[i - 1]);
    exp = exp_close(parser, pair, open);
  }
  return exp;
}

static FclExp *exp_atom(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  FclExp *exp = NULL;
  if (token->kind == FCL_TOKEN_NAME) return exp_name(parser);
  if (token->kind == FCL_TOKEN_LPAREN) return exp_tuple(parser);
  bool is_int = token->kind == FCL_TOKEN_INT;
  bool is_wide = token->kind == FCL_TOKEN_LONG, is_byte = token->kind == FCL_TOKEN_BYTE;
  if (is_int || is_wide || is_byte) {
    exp = exp_new(parser, is_int ? FCL_EXP_INT : is_wide ? FCL_EXP_LONG : FCL_EXP_BYTE);
    exp->integer = token->integer;
  } else if (token->kind == FCL_TOKEN_DOUBLE || token->kind == FCL_TOKEN_FLOAT) {
    exp = exp_new(parser, token->kind == FCL_TOKEN_DOUBLE ? FCL_EXP_DOUBLE : FCL_EXP_FLOAT);
    exp->real = token->real;
  } else if (token->kind == FCL_TOKEN_STRING) {
    exp = exp_new(parser, FCL_EXP_STRING);
    exp->string = token->value;
  } else if (token->kind == FCL_TOKEN_TRUE || token->kind == FCL_TOKEN_FALSE) {
    exp = exp_new(parser, FCL_EXP_BOOL);
    exp->truth = token->kind == FCL_TOKEN_TRUE;
  } else {
    bool is_minus = fcl_parser_is_operator(parser, "-");
    exp = exp_new(parser, FCL_EXP_UNIT);
    bool is_bracket = token->kind == FCL_TOKEN_LBRACKET;
    bool is_double = fcl_parser_is_operator(parser, "&") || fcl_parser_is_operator(parser, "|");
    if (front_parser_fail_expected(parser, "an expression")) {
      if (is_minus)
        diag_hint(parser->diag, "a value is negated by `negatei x` or `0 - x`");
      else if (is_bracket)
        diag_hint(parser->diag, "there are no array literals; `generate n (fn i => e)` makes one");
      else if (is_double)
        diag_hint(parser->diag, "`&` and `|` are written once, and bind tighter than comparisons: "
                                "`(a < b) & (c < d)`");
    }
    return exp;
  }
  front_parser_next(parser);
  return exp;
}

// Whether an argument of an application may begin here. A binding that follows in the same `let`
// does not.
static bool is_argument(const FrontParser *parser) {
  switch ((FclTokenKind)front_parser_peek(parser)->kind) {
  case FCL_TOKEN_NAME:
  case FCL_TOKEN_LPAREN: return !is_binding(parser);
  case FCL_TOKEN_INT:
  case FCL_TOKEN_LONG:
  case FCL_TOKEN_BYTE:
  case FCL_TOKEN_DOUBLE:
  case FCL_TOKEN_FLOAT:
  case FCL_TOKEN_STRING:
  case FCL_TOKEN_TRUE:
  case FCL_TOKEN_FALSE: return true;
  case FCL_TOKEN_END:
  case FCL_TOKEN_BAD:
  case FCL_TOKEN_TYPE_VARIABLE:
  case FCL_TOKEN_OPERATOR:
  case FCL_TOKEN_RPAREN:
  case FCL_TOKEN_LBRACKET:
  case FCL_TOKEN_RBRACKET:
  case FCL_TOKEN_LBRACE:
  case FCL_TOKEN_RBRACE:
  case FCL_TOKEN_COMMA:
  case FCL_TOKEN_COLON:
  case FCL_TOKEN_SEMICOLON:
  case FCL_TOKEN_EQUALS:
  case FCL_TOKEN_ARROW:
  case FCL_TOKEN_LAMBDA:
  case FCL_TOKEN_BIND:
  case FCL_TOKEN_DOT:
  case FCL_TOKEN_SIG:
  case FCL_TOKEN_FUN:
  case FCL_TOKEN_VAL:
  case FCL_TOKEN_FN:
  case FCL_TOKEN_LET:
  case FCL_TOKEN_IN:
  case FCL_TOKEN_IF:
  case FCL_TOKEN_THEN:
  case FCL_TOKEN_ELSE:
  case FCL_TOKEN_DO:
  case FCL_TOKEN_CASE:
  case FCL_TOKEN_OF:
  case FCL_TOKEN_FORALL: return false;
  }
  return false;
}

// `fn`, `let`, `if`, `case` and `do` reach as far as they can, and may be the last argument.
static FclExp *exp_long(FrontParser *parser) {
  switch ((int)front_parser_peek(parser)->kind) {
  case FCL_TOKEN_FN: return exp_lambda(parser);
  case FCL_TOKEN_LET: return exp_let(parser);
  case FCL_TOKEN_IF: return exp_if(parser);
  case FCL_TOKEN_CASE: return exp_case(parser);
  case FCL_TOKEN_DO: return exp_do(parser);
  default: return NULL; // something else
  }
}

static FclExp *exp_apply(FrontParser *parser, FclExp *function, FclExp *argument,
                         const FrontToken *first) {
  FclExp *exp = exp_new(parser, FCL_EXP_APPLY);
  exp->apply.function = adopt(parser, exp, function);
  exp->apply.argument = adopt(parser, exp, argument);
  return exp_close(parser, exp, first);
}

static FclExp *exp_operand(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FclExp *exp = NULL;
  if (!front_parser_enter(parser)) {
    exp = exp_new(parser, FCL_EXP_UNIT);
  } else if ((exp = exp_long(parser)) == NULL) {
    exp = exp_atom(parser);
    while (is_argument(parser))
      exp = exp_apply(parser, exp, exp_atom(parser), first);
    FclExp *last = exp_long(parser);
    if (last != NULL) exp = exp_apply(parser, exp, last, first);
    if (front_parser_is(parser, FCL_TOKEN_LBRACKET) &&
        front_parser_fail_expected(parser, "an operator, or the end of the expression"))
      diag_hint(parser->diag, "element i of an array is `index a i`");
  }
  front_parser_leave(parser);
  return exp;
}

// ---- Operators ----

const char *fcl_operator_text(FclOperator op) {
  static const char *const TEXTS[] = {
#define OPERATOR(id, text, level, class) text,
#include "front/fcl/operators.def"
#undef OPERATOR
  };
  return TEXTS[op];
}

int fcl_operator_level(FclOperator op) {
  static const int LEVELS[] = {
#define OPERATOR(id, text, level, class) level,
#include "front/fcl/operators.def"
#undef OPERATOR
  };
  return LEVELS[op];
}

FclOperatorClass fcl_operator_class(FclOperator op) {
  static const FclOperatorClass CLASSES[] = {
#define OPERATOR(id, text, level, class) FCL_CLASS_##class,
#include "front/fcl/operators.def"
#undef OPERATOR
  };
  return CLASSES[op];
}

FclOperator fcl_operator_find(const char *text) {
  for (int op = 0; op < FCL_OPERATOR_COUNT; op++)
    if (strcmp(fcl_operator_text((FclOperator)op), text) == 0) return (FclOperator)op;
  return FCL_OPERATOR_COUNT;
}

static FclOperator next_operator(const FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  return token->kind == FCL_TOKEN_OPERATOR ? fcl_operator_find(token->name) : FCL_OPERATOR_COUNT;
}

static FclExp *exp_join(FrontParser *parser, FclOperator op, const FrontToken *token, FclExp *left,
                        FclExp *right, const FrontToken *first) {
  if (op == FCL_OPERATOR_PIPE) {
    FclExp *exp = exp_apply(parser, right, left, first);
    exp->apply.is_piped = true;
    return exp;
  }
  FclExp *exp = exp_new(parser, FCL_EXP_BINARY);
  exp->binary.op = op;
  exp->binary.op_span = front_parser_token_span(parser, token);
  exp->binary.left = adopt(parser, exp, left);
  exp->binary.right = adopt(parser, exp, right);
  return exp_close(parser, exp, first);
}

// An expression whose operators bind at least as tightly as the level.
static FclExp *exp_binary(FrontParser *parser, int level) {
  const FrontToken *first = front_parser_peek(parser);
  FclExp *left = exp_operand(parser);
  for (FclOperator op = FCL_OPERATOR_COUNT; (op = next_operator(parser)) != FCL_OPERATOR_COUNT;) {
    int next = fcl_operator_level(op);
    if (next < level || is_arm(parser)) break;
    const FrontToken *token = front_parser_next(parser);
    bool is_entered = front_parser_enter(parser);
    FclExp *right = is_entered ? exp_binary(parser, next + 1) : exp_new(parser, FCL_EXP_UNIT);
    front_parser_leave(parser);
    left = exp_join(parser, op, token, left, right, first);
  }
  return left;
}

FclExp *fcl_parser_exp(FrontParser *parser) { return exp_binary(parser, 1); }
