// Prefix forms: let, if, loop, match, assert, lambdas and attributes.
#include <string.h>

#include "front/futhark/parse_internal.h"

static void expect_then(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (front_parser_accept(parser, FUT_TOKEN_THEN)) return;
  if (!front_parser_fail_expected(parser, "`then`")) return;
  if (token->kind == FUT_TOKEN_EQUALS) diag_hint(parser->diag, "`=` defines; `==` compares");
}

static FutExp *exp_if(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_IF);
  exp->branch.condition = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  expect_then(parser);
  exp->branch.then = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  if (!front_parser_accept(parser, FUT_TOKEN_ELSE) &&
      front_parser_fail_expected(parser, "`else`")) {
    diag_note(parser->diag, front_parser_token_span(parser, first), "the `if` is here");
    diag_hint(parser->diag, "an `if` is an expression and needs a value for both cases");
  }
  exp->branch.otherwise = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  return fut_parser_exp_close(parser, exp, first);
}

static FutExp *exp_lambda(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_LAMBDA);
  exp->lambda.params = fut_parser_params(parser);
  if (exp->lambda.params.count == 0) front_parser_fail_expected(parser, "a parameter");
  for (size_t i = 0; i < exp->lambda.params.count; i++)
    fut_parser_adopt_pattern(parser, exp, exp->lambda.params.data[i]);
  if (front_parser_accept(parser, FUT_TOKEN_COLON))
    exp->lambda.return_type = fut_parser_adopt_type(parser, exp, fut_parser_type_term(parser));
  fut_parser_expect_arrow(parser, "\\x y -> e");
  exp->lambda.body = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  return fut_parser_exp_close(parser, exp, first);
}

static void loop_form(FrontParser *parser, FutExp *exp) {
  if (front_parser_accept(parser, FUT_TOKEN_WHILE)) {
    exp->loop.form = FUT_LOOP_WHILE;
    return;
  }
  if (!front_parser_accept(parser, FUT_TOKEN_FOR)) {
    front_parser_fail_expected(parser, "`for` or `while`");
    return;
  }
  exp->loop.element = fut_parser_adopt_pattern(parser, exp, fut_parser_pattern(parser));
  if (front_parser_accept(parser, FUT_TOKEN_IN)) {
    exp->loop.form = FUT_LOOP_FOR_IN;
    return;
  }
  FutPatternKind kind = exp->loop.element->kind;
  bool is_name = kind == FUT_PATTERN_NAME || kind == FUT_PATTERN_WILDCARD;
  if (is_name && fut_token_is_symbol(front_parser_peek(parser), "<")) {
    exp->loop.form = FUT_LOOP_FOR;
    front_parser_next(parser);
  } else if (front_parser_fail_expected(parser, is_name ? "`<` or `in`" : "`in`")) {
    diag_hint(parser->diag, "loops are written `for i < n do`, `for x in xs do` or `while c do`");
  }
}

static FutExp *exp_loop(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_LOOP);
  exp->loop.sizes = fut_parser_sizes(parser);
  exp->loop.pattern = fut_parser_adopt_pattern(parser, exp, fut_parser_pattern(parser));
  if (!front_parser_is(parser, FUT_TOKEN_FOR) && !front_parser_is(parser, FUT_TOKEN_WHILE)) {
    fut_parser_expect_equals(parser);
    exp->loop.initial = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  }
  loop_form(parser, exp);
  exp->loop.bound = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  if (!front_parser_accept(parser, FUT_TOKEN_DO) && front_parser_fail_expected(parser, "`do`"))
    diag_note(parser->diag, front_parser_token_span(parser, first), "the `loop` is here");
  exp->loop.body = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  return fut_parser_exp_close(parser, exp, first);
}

static FutExp *exp_match(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_MATCH);
  exp->match.subject = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  if (!front_parser_is(parser, FUT_TOKEN_CASE) && front_parser_fail_expected(parser, "`case`"))
    diag_hint(parser->diag, "write `match e case p -> e case p -> e`");
  while (front_parser_is(parser, FUT_TOKEN_CASE)) {
    const FrontToken *start = front_parser_next(parser);
    FutCase item = {0};
    item.pattern = fut_parser_adopt_pattern(parser, exp, fut_parser_case_pattern(parser));
    fut_parser_expect_arrow(parser, "case p -> e");
    item.body = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
    item.span = front_parser_span_from(parser, start);
    vec_push(parser->arena, &exp->match.cases, item);
  }
  return fut_parser_exp_close(parser, exp, first);
}

// `assert c e`: two atoms. The result is an operand, not an atom.
static FutExp *exp_assert(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_ASSERT);
  exp->assertion.condition = fut_parser_adopt(parser, exp, fut_parser_atom(parser));
  if (!fut_token_begins(front_parser_peek(parser)->kind, FUT_BEGINS_ATOM) &&
      front_parser_fail_expected(parser, "a second argument"))
    diag_hint(parser->diag, "`assert c e` is `e` if `c` holds; put operators in parentheses");
  exp->assertion.value = fut_parser_adopt(parser, exp, fut_parser_atom(parser));
  return fut_parser_exp_close(parser, exp, first);
}

static FutExp *exp_attributed(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_ATTRIBUTE);
  exp->attributed.attribute = fut_parser_attribute(parser);
  exp->attributed.value = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  return fut_parser_exp_close(parser, exp, first);
}

// Whether a name begins an update `let a[i].b = v`, and not a function with size parameters: there
// the brackets hold one name each, and neither `=` nor a field follows them.
static bool is_let_update(const FrontParser *parser) {
  if (!front_parser_is(parser, FUT_TOKEN_NAME)) return false;
  if (fut_token_qualifiers(front_parser_peek(parser)).count > 0) return true;
  size_t at = 1;
  for (;; at += 3) {
    const FrontToken *token = front_parser_peek_at(parser, at);
    if (token->kind == FUT_TOKEN_DOT) return true;
    if (token->kind != FUT_TOKEN_LBRACKET || token->is_spaced)
      return at > 1 && token->kind == FUT_TOKEN_EQUALS;
    if (front_parser_peek_at(parser, at + 1)->kind != FUT_TOKEN_NAME ||
        front_parser_peek_at(parser, at + 2)->kind != FUT_TOKEN_RBRACKET)
      return true;
  }
}

// What is updated and where. The lexer joined names and dots into one token.
static void let_update_target(FrontParser *parser, FutExp *exp) {
  const FrontToken *token = front_parser_next(parser);
  exp->let_update.name = fut_parser_token_ident(parser, token);
  if (fut_token_qualifiers(token).count > 0) {
    exp->let_update.name.name = fut_token_qualifiers(token).names[0];
    fut_parser_path_names(parser, token, 1, &exp->let_update.path);
  }
  fut_parser_path_rest(parser, exp, &exp->let_update.path);
}

// Whether `name` is followed by something that makes it a function.
static bool is_let_function(const FrontParser *parser) {
  if (fut_parser_is_infix_head(parser)) return true;
  if (!front_parser_is(parser, FUT_TOKEN_NAME)) {
    return front_parser_is(parser, FUT_TOKEN_LPAREN) &&
           front_parser_peek_at(parser, 1)->kind == FUT_TOKEN_SYMBOL &&
           front_parser_peek_at(parser, 2)->kind == FUT_TOKEN_RPAREN &&
           front_parser_peek_at(parser, 3)->kind != FUT_TOKEN_EQUALS &&
           front_parser_peek_at(parser, 3)->kind != FUT_TOKEN_COLON;
  }
  FutTokenKind next = front_parser_peek_at(parser, 1)->kind;
  return next == FUT_TOKEN_LBRACKET || next == FUT_TOKEN_TYPE_PARAM ||
         fut_token_begins(next, FUT_BEGINS_PATTERN);
}

// The binding after `let`, up to where `in` or the next `let` must be. Sets where the body goes.
static FutExp *let_binding(FrontParser *parser, FutExp ***body) {
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_LET);
  if (is_let_update(parser)) {
    exp->kind = FUT_EXP_LET_UPDATE;
    let_update_target(parser, exp);
    fut_parser_expect_equals(parser);
    exp->let_update.value = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
    *body = &exp->let_update.body;
    return exp;
  }
  if (is_let_function(parser)) {
    exp->kind = FUT_EXP_LET_FUNCTION;
    FutBinding *binding = &exp->let_function.binding;
    *binding = fut_parser_binding(parser);
    if (binding->params.count == 0)
      front_parser_fail(parser, ERROR_FUTHARK_SYNTAX, binding->name.span,
                        "a local function needs a parameter");
    for (size_t i = 0; i < binding->params.count; i++)
      fut_parser_adopt_pattern(parser, exp, binding->params.data[i]);
    if (binding->return_type != NULL) fut_parser_adopt_type(parser, exp, binding->return_type);
    fut_parser_adopt(parser, exp, binding->body);
    *body = &exp->let_function.body;
    return exp;
  }
  exp->let.sizes = fut_parser_sizes(parser);
  exp->let.pattern = fut_parser_adopt_pattern(parser, exp, fut_parser_pattern(parser));
  fut_parser_expect_equals(parser);
  exp->let.value = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
  *body = &exp->let.body;
  return exp;
}

typedef Vec(const FrontToken *) Keywords;

// A `let` further left than its declaration allows is a declaration of its own: it was taken for a
// local one because the `in` before it is missing. Goes back to the first such.
static size_t find_outer_let(FrontParser *parser, const Keywords *lets) {
  for (size_t i = 1; i < lets->count; i++) {
    const FrontToken *token = lets->data[i];
    if (!token->is_first || front_parser_column(parser, token) > parser->column) continue;
    parser->at = (size_t)(token - parser->tokens);
    return i - 1;
  }
  return lets->count - 1;
}

// What is probably the body of a `let` that lacks its `in`: a line that is not indented more than
// the `let`. The value may have swallowed it. NULL when there is none.
static const FrontToken *find_likely_body(const FrontParser *parser, const FrontToken *let) {
  const FrontToken *last = front_parser_peek(parser);
  if (last->kind == FUT_TOKEN_END || fut_token_begins(last->kind, FUT_BEGINS_DECL)) last--;
  uint32_t column = front_parser_column(parser, let);
  for (const FrontToken *token = let + 1; token <= last; token++)
    if (token->is_first && front_parser_column(parser, token) <= column) return token;
  return NULL;
}

static void fail_missing_in(FrontParser *parser, const Keywords *lets) {
  if (parser->is_failing) return;
  const FrontToken *let = lets->data[find_outer_let(parser, lets)];
  const FrontToken *token = front_parser_peek(parser), *body = find_likely_body(parser, let);
  bool is_new = false;
  if (body != NULL)
    is_new =
        front_parser_fail(parser, ERROR_FUTHARK_MISSING_IN, front_parser_token_span(parser, body),
                          "expected `in` before the body of this `let`, found %s",
                          front_parser_describe(parser, body));
  else
    is_new = front_parser_fail(
        parser, ERROR_FUTHARK_MISSING_IN, front_parser_token_span(parser, token),
        "expected `in` and the body of this `let`, found %s", front_parser_describe(parser, token));
  if (!is_new) return;
  diag_note(parser->diag, front_parser_token_span(parser, let), "the `let` is here");
  if (token->kind == FUT_TOKEN_EQUALS)
    diag_hint(parser->diag, "`=` defines; `==` compares");
  else if (body != NULL && body < token)
    diag_hint(parser->diag, "without `in`, this line continues the value of the `let`");
  else
    diag_hint(parser->diag, "after its last `let`, an expression needs `in` and a result");
}

static void reject_rec(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != FUT_TOKEN_NAME || strcmp(token->name, "rec") != 0) return;
  if (front_parser_peek_at(parser, 1)->kind != FUT_TOKEN_NAME) return;
  if (front_parser_fail_expected(parser, "a definition"))
    diag_hint(parser->diag, "local functions cannot be recursive; use `loop`");
}

// A chain of bindings, in a loop because chains are long. The chain is as high as its highest
// binding or its body.
static FutExp *exp_let(FrontParser *parser) {
  FutExps chain = {0};
  FutExp *outermost = NULL;
  FutExp **hole = &outermost;
  Keywords lets = {0};
  do {
    const FrontToken *let = front_parser_next(parser);
    vec_push(parser->arena, &lets, let);
    reject_rec(parser);
    FutExp **next = NULL;
    FutExp *exp = let_binding(parser, &next);
    exp->span = front_parser_token_span(parser, let);
    vec_push(parser->arena, &chain, exp);
    *hole = exp;
    hole = next;
    bool is_redundant_in = front_parser_is(parser, FUT_TOKEN_IN) &&
                           front_parser_peek_at(parser, 1)->kind == FUT_TOKEN_LET;
    if (is_redundant_in) front_parser_next(parser);
  } while (front_parser_is(parser, FUT_TOKEN_LET));
  if (!front_parser_accept(parser, FUT_TOKEN_IN)) fail_missing_in(parser, &lets);
  *hole = fut_parser_exp(parser);
  uint32_t height = (*hole)->height;
  for (size_t i = chain.count; i-- > 0;) {
    chain.data[i]->span = span_join(chain.data[i]->span, (*hole)->span);
    if (chain.data[i]->height < height) chain.data[i]->height = height;
    height = chain.data[i]->height;
  }
  return outermost;
}

FutExp *fut_parser_prefix_form(FrontParser *parser) {
  FutTokenKind kind = front_parser_peek(parser)->kind;
  if (kind == FUT_TOKEN_IF) return exp_if(parser);
  if (kind == FUT_TOKEN_LOOP) return exp_loop(parser);
  if (kind == FUT_TOKEN_MATCH) return exp_match(parser);
  if (kind == FUT_TOKEN_ASSERT) return exp_assert(parser);
  if (kind == FUT_TOKEN_BACKSLASH) return exp_lambda(parser);
  if (kind == FUT_TOKEN_ATTRIBUTE) return exp_attributed(parser);
  return exp_let(parser);
}
