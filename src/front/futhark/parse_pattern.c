// Patterns and parameters.
#include <string.h>

#include "front/futhark/parse_internal.h"

static FutPattern *pattern_new(FrontParser *parser, FutPatternKind kind) {
  FutPattern *pattern = arena_make(parser->arena, FutPattern);
  pattern->kind = kind;
  pattern->span = front_parser_token_span(parser, front_parser_peek(parser));
  return pattern;
}

static FutPattern *pattern_close(FrontParser *parser, FutPattern *pattern,
                                 const FrontToken *first) {
  pattern->span = front_parser_span_from(parser, first);
  return pattern;
}

static FutPattern *pattern_adopt(FrontParser *parser, FutPattern *parent, FutPattern *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

// An operator as a name: `(+)`.
static FutPattern *pattern_operator(FrontParser *parser) {
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_NAME);
  const FrontToken *open = front_parser_next(parser);
  pattern->name = fut_parser_operator_ident(parser).name;
  fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  return pattern_close(parser, pattern, open);
}

static FutPattern *pattern_tuple(FrontParser *parser) {
  if (front_parser_peek_at(parser, 1)->kind == FUT_TOKEN_SYMBOL &&
      front_parser_peek_at(parser, 2)->kind == FUT_TOKEN_RPAREN)
    return pattern_operator(parser);
  const FrontToken *open = front_parser_next(parser);
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_TUPLE);
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RPAREN, is_first); is_first = false)
    vec_push(parser->arena, &pattern->tuple,
             pattern_adopt(parser, pattern, fut_parser_pattern(parser)));
  fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  if (pattern->tuple.count == 1) return pattern->tuple.data[0];
  return pattern_close(parser, pattern, open);
}

// The types written after a pattern.
static FutPattern *pattern_ascribe(FrontParser *parser, FutPattern *pattern,
                                   const FrontToken *first, bool is_before_arrow) {
  while (front_parser_accept(parser, FUT_TOKEN_COLON)) {
    FutPattern *ascribed = pattern_new(parser, FUT_PATTERN_ASCRIBE);
    ascribed->ascribe.pattern = pattern_adopt(parser, ascribed, pattern);
    ascribed->ascribe.type =
        is_before_arrow ? fut_parser_type_term(parser) : fut_parser_type(parser);
    front_parser_raise(parser, &ascribed->height, ascribed->ascribe.type->height);
    pattern = pattern_close(parser, ascribed, first);
  }
  return pattern;
}

// A field that names what it binds, `{x}` or `{x: t}`.
static FutPattern *pattern_punned(FrontParser *parser, FutIdent name, const FrontToken *first) {
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_NAME);
  pattern->span = name.span;
  pattern->name = name.name;
  return pattern_ascribe(parser, pattern, first, false);
}

static FutPattern *pattern_record(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_RECORD);
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RBRACE, is_first);
       is_first = false) {
    const FrontToken *token = front_parser_peek(parser);
    FutPatternField field = {.name = fut_parser_field(parser)};
    if (token->kind != FUT_TOKEN_NAME || front_parser_is(parser, FUT_TOKEN_EQUALS)) {
      fut_parser_expect_equals(parser);
      field.pattern = fut_parser_pattern(parser);
    } else {
      field.pattern = pattern_punned(parser, field.name, token);
      field.is_punned = field.pattern->kind == FUT_PATTERN_NAME;
    }
    pattern_adopt(parser, pattern, field.pattern);
    vec_push(parser->arena, &pattern->record, field);
  }
  fut_parser_expect_close(parser, FUT_TOKEN_RBRACE, open);
  return pattern_close(parser, pattern, open);
}

static FutPattern *pattern_number(FrontParser *parser, bool is_negative, const FrontToken *first) {
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_NUMBER);
  pattern->number.is_negative = is_negative;
  pattern->number.value = fut_token_number(front_parser_next(parser));
  return pattern_close(parser, pattern, first);
}

static FutPattern *pattern_name(FrontParser *parser) {
  bool is_wildcard = fut_token_is_wildcard(front_parser_peek(parser));
  FutPattern *pattern = pattern_new(parser, is_wildcard ? FUT_PATTERN_WILDCARD : FUT_PATTERN_NAME);
  if (is_wildcard)
    front_parser_next(parser);
  else
    pattern->name = fut_parser_ident(parser, "a name").name;
  return pattern;
}

static FutPattern *pattern_atom(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  FutTokenKind kind = token->kind;
  if (kind == FUT_TOKEN_NAME) return pattern_name(parser);
  if (kind == FUT_TOKEN_LPAREN) return pattern_tuple(parser);
  if (kind == FUT_TOKEN_LBRACE) return pattern_record(parser);
  if (kind == FUT_TOKEN_INT || kind == FUT_TOKEN_FLOAT || kind == FUT_TOKEN_CHAR)
    return pattern_number(parser, false, token);
  if (fut_token_is_symbol(token, "-")) {
    front_parser_next(parser);
    if (front_parser_is(parser, FUT_TOKEN_INT) || front_parser_is(parser, FUT_TOKEN_FLOAT))
      return pattern_number(parser, true, token);
    front_parser_fail_expected(parser, "a number");
  }
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_WILDCARD);
  if (kind == FUT_TOKEN_TRUE || kind == FUT_TOKEN_FALSE) {
    pattern->kind = FUT_PATTERN_BOOL;
    pattern->is_true = front_parser_next(parser)->kind == FUT_TOKEN_TRUE;
  } else if (kind == FUT_TOKEN_CONSTRUCTOR) {
    pattern->kind = FUT_PATTERN_CONSTRUCTOR;
    pattern->constructor.name = front_parser_next(parser)->name;
  } else if (front_parser_fail_expected(parser, "a pattern") && kind == FUT_TOKEN_LBRACKET) {
    diag_hint(parser->diag, "arrays cannot be taken apart by patterns; use indexing");
  }
  return pattern;
}

// A pattern before its type: an atom, or a constructor with its payload.
static FutPattern *pattern_head(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutPattern *pattern = pattern_atom(parser);
  if (first->kind != FUT_TOKEN_CONSTRUCTOR) return pattern;
  while (fut_token_begins(front_parser_peek(parser)->kind, FUT_BEGINS_PATTERN) ||
         fut_token_is_symbol(front_parser_peek(parser), "-"))
    vec_push(parser->arena, &pattern->constructor.payload,
             pattern_adopt(parser, pattern, pattern_atom(parser)));
  return pattern_close(parser, pattern, first);
}

static FutPattern *pattern_any(FrontParser *parser, bool is_before_arrow) {
  const FrontToken *first = front_parser_peek(parser);
  FutPattern *pattern = NULL;
  if (!front_parser_enter(parser)) {
    pattern = pattern_new(parser, FUT_PATTERN_WILDCARD);
  } else if (first->kind == FUT_TOKEN_ATTRIBUTE) {
    pattern = pattern_new(parser, FUT_PATTERN_ATTRIBUTE);
    pattern->attributed.attribute = fut_parser_attribute(parser);
    pattern->attributed.pattern =
        pattern_adopt(parser, pattern, pattern_any(parser, is_before_arrow));
    pattern_close(parser, pattern, first);
  } else {
    pattern = pattern_ascribe(parser, pattern_head(parser), first, is_before_arrow);
  }
  front_parser_leave(parser);
  return pattern;
}

FutPattern *fut_parser_pattern(FrontParser *parser) { return pattern_any(parser, false); }

FutPattern *fut_parser_case_pattern(FrontParser *parser) { return pattern_any(parser, true); }

FutPattern *fut_parser_param(FrontParser *parser) { return pattern_atom(parser); }

FutPatterns fut_parser_params(FrontParser *parser) {
  FutPatterns params = {0};
  while (fut_token_begins(front_parser_peek(parser)->kind, FUT_BEGINS_PATTERN))
    vec_push(parser->arena, &params, fut_parser_param(parser));
  return params;
}
