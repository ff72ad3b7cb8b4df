// Atoms: literals, names, calls, brackets, and the indices after them.
#include "front/nesl/parse_internal.h"

static NeslExp *atom_literal(FrontParser *parser) {
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_BOOL);
  const FrontToken *token = front_parser_next(parser);
  if (token->kind == NESL_TOKEN_INT) {
    exp->kind = NESL_EXP_INT;
    exp->integer = token->integer;
  } else if (token->kind == NESL_TOKEN_FLOAT) {
    exp->kind = NESL_EXP_FLOAT;
    exp->real = token->real;
  } else if (token->kind == NESL_TOKEN_CHAR) {
    exp->kind = NESL_EXP_CHAR;
    exp->character = (uint8_t)token->integer;
  } else if (token->kind == NESL_TOKEN_STRING) {
    exp->kind = NESL_EXP_STRING;
    exp->string = *(const FrontString *)token->value;
  } else {
    exp->is_true = token->kind == NESL_TOKEN_TRUE;
  }
  return exp;
}

// `(e)` or `(e, f)`; the span of a tuple covers its parentheses.
static NeslExp *atom_parenthesised(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  if (front_parser_is(parser, NESL_TOKEN_RPAREN)) {
    if (front_parser_fail_expected(parser, "an expression"))
      diag_hint(parser->diag, "NESL has no empty tuple, and every function takes an argument");
    return nesl_parser_exp_new(parser, NESL_EXP_BOOL);
  }
  NeslExp *exp = nesl_parser_exps(parser);
  nesl_parser_expect_close(parser, NESL_TOKEN_RPAREN, open);
  return exp->kind == NESL_EXP_TUPLE ? nesl_parser_exp_close(parser, exp, open) : exp;
}

// A variable, or a call when arguments follow.
static NeslExp *atom_name(FrontParser *parser) {
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_VAR);
  const FrontToken *name = front_parser_next(parser);
  if (!front_parser_is(parser, NESL_TOKEN_LPAREN)) {
    exp->variable.name = name->name;
    return exp;
  }
  exp->kind = NESL_EXP_CALL;
  exp->call.name = (NeslIdent){name->name, exp->span};
  exp->call.argument = nesl_parser_adopt(parser, exp, atom_parenthesised(parser));
  return nesl_parser_exp_close(parser, exp, name);
}

// `s:e` or `s:e:d`, from the first colon on.
static NeslExp *range_rest(FrontParser *parser, NeslExp *first) {
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_RANGE);
  front_parser_next(parser);
  exp->range.first = nesl_parser_adopt(parser, exp, first);
  exp->range.last = nesl_parser_adopt(parser, exp, nesl_parser_exp(parser));
  if (front_parser_accept(parser, NESL_TOKEN_COLON))
    exp->range.step = nesl_parser_adopt(parser, exp, nesl_parser_exp(parser));
  return exp;
}

// `[]`, with the type of its elements if that is given on the same line.
static NeslExp *empty_rest(FrontParser *parser, const FrontToken *open) {
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_EMPTY);
  front_parser_next(parser);
  if (nesl_parser_is_type(parser) && !front_parser_peek(parser)->is_first) {
    exp->element = nesl_parser_type_atom(parser);
    front_parser_raise(parser, &exp->height, exp->element->height);
  }
  return nesl_parser_exp_close(parser, exp, open);
}

static NeslExp *atom_bracket(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  if (front_parser_is(parser, NESL_TOKEN_RBRACKET)) return empty_rest(parser, open);
  NeslExp *item = nesl_parser_exp(parser);
  NeslExp *exp = NULL;
  if (front_parser_is(parser, NESL_TOKEN_COLON)) {
    exp = range_rest(parser, item);
  } else {
    exp = nesl_parser_exp_new(parser, NESL_EXP_SEQUENCE);
    vec_push(parser->arena, &exp->items, nesl_parser_adopt(parser, exp, item));
    while (front_parser_accept(parser, NESL_TOKEN_COMMA))
      vec_push(parser->arena, &exp->items, nesl_parser_adopt(parser, exp, nesl_parser_exp(parser)));
  }
  nesl_parser_expect_close(parser, NESL_TOKEN_RBRACKET, open);
  return nesl_parser_exp_close(parser, exp, open);
}

static NeslExp *atom_plain(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  switch ((NeslTokenKind)token->kind) {
  case NESL_TOKEN_INT:
  case NESL_TOKEN_FLOAT:
  case NESL_TOKEN_CHAR:
  case NESL_TOKEN_STRING:
  case NESL_TOKEN_TRUE:
  case NESL_TOKEN_FALSE: return atom_literal(parser);
  case NESL_TOKEN_NAME:
  case NESL_TOKEN_OPERATOR:
  case NESL_TOKEN_UNDERSCORE: return atom_name(parser);
  case NESL_TOKEN_LPAREN: return atom_parenthesised(parser);
  case NESL_TOKEN_LBRACKET: return atom_bracket(parser);
  case NESL_TOKEN_LBRACE: return nesl_parser_each(parser);
  case NESL_TOKEN_END:
  case NESL_TOKEN_BAD:
  case NESL_TOKEN_RPAREN:
  case NESL_TOKEN_RBRACKET:
  case NESL_TOKEN_RBRACE:
  case NESL_TOKEN_COMMA:
  case NESL_TOKEN_COLON:
  case NESL_TOKEN_CONTEXT:
  case NESL_TOKEN_EQUALS:
  case NESL_TOKEN_LAMBDA:
  case NESL_TOKEN_BAR:
  case NESL_TOKEN_SEMICOLON:
  case NESL_TOKEN_IF:
  case NESL_TOKEN_THEN:
  case NESL_TOKEN_ELSE:
  case NESL_TOKEN_LET:
  case NESL_TOKEN_IN:
  case NESL_TOKEN_FUNCTION:
  case NESL_TOKEN_DATATYPE: break;
  }
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_BOOL);
  front_parser_fail_expected(parser, "an expression");
  return exp;
}

// `e[i]`
static NeslExp *index_rest(FrontParser *parser, NeslExp *sequence, const FrontToken *first) {
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_INDEX);
  const FrontToken *open = front_parser_next(parser);
  exp->index.sequence = nesl_parser_adopt(parser, exp, sequence);
  exp->index.index = nesl_parser_adopt(parser, exp, nesl_parser_exp(parser));
  if (front_parser_is(parser, NESL_TOKEN_COLON) || front_parser_is(parser, NESL_TOKEN_COMMA)) {
    bool is_slice = front_parser_is(parser, NESL_TOKEN_COLON);
    if (front_parser_fail_expected(parser, "`]`"))
      diag_hint(parser->diag, is_slice ? "a part of a sequence is `subseq(v, start, end)`"
                                       : "each index has its own brackets: `v[i][j]`; a function "
                                         "has its arguments in parentheses: `f([x, y])`");
  }
  nesl_parser_expect_close(parser, NESL_TOKEN_RBRACKET, open);
  return nesl_parser_exp_close(parser, exp, first);
}

// Whether the value of an expression may be a function.
static bool may_be_called(const NeslExp *exp) {
  return exp->kind == NESL_EXP_VAR || exp->kind == NESL_EXP_LAMBDA || exp->kind == NESL_EXP_CALL ||
         exp->kind == NESL_EXP_APPLY || exp->kind == NESL_EXP_INDEX || exp->kind == NESL_EXP_IF ||
         exp->kind == NESL_EXP_LET;
}

// `e(x, y)`, where e is more than a name
static NeslExp *apply_rest(FrontParser *parser, NeslExp *callee, const FrontToken *first) {
  if (!may_be_called(callee)) {
    bool is_new = front_parser_fail(
        parser, ERROR_NESL_SYNTAX, front_parser_token_span(parser, front_parser_peek(parser)),
        "only a function can be called, and this is %s", nesl_exp_words(callee->kind));
    if (is_new) diag_hint(parser->diag, "an operator or `;` may be missing before the `(`");
  }
  NeslExp *exp = nesl_parser_exp_new(parser, NESL_EXP_APPLY);
  exp->apply.callee = nesl_parser_adopt(parser, exp, callee);
  exp->apply.argument = nesl_parser_adopt(parser, exp, atom_parenthesised(parser));
  return nesl_parser_exp_close(parser, exp, first);
}

// A `(` on a new line may begin another form.
static bool is_apply_next(const FrontParser *parser) {
  return front_parser_is(parser, NESL_TOKEN_LPAREN) && !front_parser_peek(parser)->is_first;
}

NeslExp *nesl_parser_atom(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *exp = atom_plain(parser);
  while (!parser->is_failing) {
    if (front_parser_is(parser, NESL_TOKEN_LBRACKET))
      exp = index_rest(parser, exp, first);
    else if (is_apply_next(parser))
      exp = apply_rest(parser, exp, first);
    else
      break;
  }
  return exp;
}
