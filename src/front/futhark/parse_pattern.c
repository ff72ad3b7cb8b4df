// Patterns and parameters.
#include <string.h>

#include "front/futhark/parse_internal.h"

static FutPattern *pattern_new(FutParser *parser, FutPatternKind kind) {
  FutPattern *pattern = arena_make(parser->arena, FutPattern);
  pattern->kind = kind;
  pattern->span = fut_parser_token_span(parser, fut_parser_peek(parser));
  return pattern;
}

static FutPattern *pattern_close(FutParser *parser, FutPattern *pattern, const FutToken *first) {
  pattern->span = fut_parser_span_from(parser, first);
  return pattern;
}

static FutPattern *pattern_adopt(FutParser *parser, FutPattern *parent, FutPattern *child) {
  fut_parser_raise(parser, &parent->height, child->height);
  return child;
}

// An operator as a name: `(+)`.
static FutPattern *pattern_operator(FutParser *parser) {
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_NAME);
  const FutToken *open = fut_parser_next(parser);
  pattern->name = fut_parser_operator_ident(parser).name;
  fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  return pattern_close(parser, pattern, open);
}

static FutPattern *pattern_tuple(FutParser *parser) {
  if (fut_parser_peek_at(parser, 1)->kind == FUT_TOKEN_SYMBOL &&
      fut_parser_peek_at(parser, 2)->kind == FUT_TOKEN_RPAREN)
    return pattern_operator(parser);
  const FutToken *open = fut_parser_next(parser);
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_TUPLE);
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RPAREN, is_first); is_first = false)
    vec_push(parser->arena, &pattern->tuple,
             pattern_adopt(parser, pattern, fut_parser_pattern(parser)));
  fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  if (pattern->tuple.count == 1) return pattern->tuple.data[0];
  return pattern_close(parser, pattern, open);
}

// The types written behind a pattern.
static FutPattern *pattern_ascribe(FutParser *parser, FutPattern *pattern, const FutToken *first,
                                   bool is_before_arrow) {
  while (fut_parser_accept(parser, FUT_TOKEN_COLON)) {
    FutPattern *ascribed = pattern_new(parser, FUT_PATTERN_ASCRIBE);
    ascribed->ascribe.pattern = pattern_adopt(parser, ascribed, pattern);
    ascribed->ascribe.type =
        is_before_arrow ? fut_parser_type_term(parser) : fut_parser_type(parser);
    fut_parser_raise(parser, &ascribed->height, ascribed->ascribe.type->height);
    pattern = pattern_close(parser, ascribed, first);
  }
  return pattern;
}

// A field that names what it binds, `{x}` or `{x: t}`.
static FutPattern *pattern_punned(FutParser *parser, FutIdent name, const FutToken *first) {
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_NAME);
  pattern->span = name.span;
  pattern->name = name.name;
  return pattern_ascribe(parser, pattern, first, false);
}

static FutPattern *pattern_record(FutParser *parser) {
  const FutToken *open = fut_parser_next(parser);
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_RECORD);
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RBRACE, is_first);
       is_first = false) {
    const FutToken *token = fut_parser_peek(parser);
    FutPatternField field = {.name = fut_parser_field(parser)};
    if (token->kind != FUT_TOKEN_NAME || fut_parser_is(parser, FUT_TOKEN_EQUALS)) {
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

static FutPattern *pattern_number(FutParser *parser, bool is_negative, const FutToken *first) {
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_NUMBER);
  pattern->number.is_negative = is_negative;
  pattern->number.value = fut_parser_next(parser)->number;
  return pattern_close(parser, pattern, first);
}

static FutPattern *pattern_name(FutParser *parser) {
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_NAME);
  pattern->name = fut_parser_ident(parser, "a name").name;
  if (pattern->name != NULL && strcmp(pattern->name, "_") == 0)
    pattern->kind = FUT_PATTERN_WILDCARD;
  return pattern;
}

static FutPattern *pattern_atom(FutParser *parser) {
  const FutToken *token = fut_parser_peek(parser);
  FutTokenKind kind = token->kind;
  if (kind == FUT_TOKEN_NAME) return pattern_name(parser);
  if (kind == FUT_TOKEN_LPAREN) return pattern_tuple(parser);
  if (kind == FUT_TOKEN_LBRACE) return pattern_record(parser);
  if (kind == FUT_TOKEN_INT || kind == FUT_TOKEN_FLOAT) return pattern_number(parser, false, token);
  if (fut_token_is_symbol(token, "-")) {
    fut_parser_next(parser);
    if (fut_parser_is(parser, FUT_TOKEN_INT) || fut_parser_is(parser, FUT_TOKEN_FLOAT))
      return pattern_number(parser, true, token);
    fut_parser_fail_expected(parser, "a number");
  }
  FutPattern *pattern = pattern_new(parser, FUT_PATTERN_WILDCARD);
  if (kind == FUT_TOKEN_CHAR) {
    pattern->kind = FUT_PATTERN_CHAR;
    pattern->codepoint = fut_parser_next(parser)->codepoint;
  } else if (kind == FUT_TOKEN_TRUE || kind == FUT_TOKEN_FALSE) {
    pattern->kind = FUT_PATTERN_BOOL;
    pattern->is_true = fut_parser_next(parser)->kind == FUT_TOKEN_TRUE;
  } else if (kind == FUT_TOKEN_CONSTRUCTOR) {
    pattern->kind = FUT_PATTERN_CONSTRUCTOR;
    pattern->constructor.name = fut_parser_next(parser)->name;
  } else if (fut_parser_fail_expected(parser, "a pattern") && kind == FUT_TOKEN_LBRACKET) {
    diag_hint(parser->diag, "arrays cannot be taken apart by patterns; use indexing");
  }
  return pattern;
}

// A pattern before its type: an atom, or a constructor with its payload.
static FutPattern *pattern_head(FutParser *parser) {
  const FutToken *first = fut_parser_peek(parser);
  FutPattern *pattern = pattern_atom(parser);
  if (first->kind != FUT_TOKEN_CONSTRUCTOR) return pattern;
  while (fut_token_begins(fut_parser_peek(parser)->kind, FUT_BEGINS_PATTERN) ||
         fut_token_is_symbol(fut_parser_peek(parser), "-"))
    vec_push(parser->arena, &pattern->constructor.payload,
             pattern_adopt(parser, pattern, pattern_atom(parser)));
  return pattern_close(parser, pattern, first);
}

static FutPattern *pattern_any(FutParser *parser, bool is_before_arrow) {
  const FutToken *first = fut_parser_peek(parser);
  FutPattern *pattern = NULL;
  if (!fut_parser_enter(parser)) {
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
  fut_parser_leave(parser);
  return pattern;
}

FutPattern *fut_parser_pattern(FutParser *parser) { return pattern_any(parser, false); }

FutPattern *fut_parser_case_pattern(FutParser *parser) { return pattern_any(parser, true); }

FutPattern *fut_parser_param(FutParser *parser) { return pattern_atom(parser); }

FutPatterns fut_parser_params(FutParser *parser) {
  FutPatterns params = {0};
  while (fut_token_begins(fut_parser_peek(parser)->kind, FUT_BEGINS_PATTERN))
    vec_push(parser->arena, &params, fut_parser_param(parser));
  return params;
}
