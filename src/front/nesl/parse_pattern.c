// Patterns, and expressions that turn out to be patterns.
#include <string.h>

#include "front/nesl/parse_internal.h"

static NeslPattern *pattern_new(FrontParser *parser, NeslPatternKind kind, Span span) {
  NeslPattern *pattern = arena_make(parser->arena, NeslPattern);
  pattern->kind = kind;
  pattern->height = 1;
  pattern->span = span;
  return pattern;
}

static NeslPattern *adopt_pattern(FrontParser *parser, NeslPattern *parent, NeslPattern *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

// A pattern, in parentheses with its type.
static NeslPattern *pattern_item(FrontParser *parser, bool has_type) {
  NeslPattern *item = nesl_parser_pattern(parser);
  if (!has_type || !front_parser_accept(parser, NESL_TOKEN_COLON)) return item;
  item->annotation = nesl_parser_type(parser);
  front_parser_raise(parser, &item->height, item->annotation->height);
  return item;
}

// Patterns between commas from `first` on: one is itself, several are a tuple.
static NeslPattern *pattern_items(FrontParser *parser, const FrontToken *first, bool has_types) {
  NeslPattern *item = pattern_item(parser, has_types);
  if (!front_parser_is(parser, NESL_TOKEN_COMMA)) return item;
  NeslPattern *tuple = pattern_new(parser, NESL_PATTERN_TUPLE, item->span);
  vec_push(parser->arena, &tuple->items, adopt_pattern(parser, tuple, item));
  while (front_parser_accept(parser, NESL_TOKEN_COMMA))
    vec_push(parser->arena, &tuple->items,
             adopt_pattern(parser, tuple, pattern_item(parser, has_types)));
  tuple->span = front_parser_span_from(parser, first);
  return tuple;
}

static bool is_type_name(const FrontToken *token) {
  static const char *const NAMES[] = {"int", "float", "bool", "char"};
  for (size_t i = 0; token->kind == NESL_TOKEN_NAME && i < sizeof NAMES / sizeof *NAMES; i++)
    if (strcmp(token->name, NAMES[i]) == 0) return true;
  return false;
}

// After a pattern in parentheses: types in front, and names without commas, are common mistakes.
static void fail_items(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != NESL_TOKEN_NAME) return;
  // The shared hint about arguments does not fit here.
  bool is_new = front_parser_fail(parser, ERROR_NESL_SYNTAX, front_parser_token_span(parser, token),
                                  "expected `,` or `)` after %s, found %s",
                                  front_parser_describe(parser, token - 1),
                                  front_parser_describe(parser, token));
  if (is_new)
    diag_hint(parser->diag, is_type_name(token - 1) ? "types are written after all parameters: "
                                                      "`function f(x, y) : (int, float) -> int = e`"
                                                    : "parameters are separated by `,`");
}

// `(p, q)`; the span of a tuple covers its parentheses.
static NeslPattern *pattern_parenthesised(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  if (front_parser_is(parser, NESL_TOKEN_RPAREN)) {
    if (front_parser_fail_expected(parser, "a pattern"))
      diag_hint(parser->diag, "NESL has no empty tuple; a function takes at least one argument");
    return pattern_new(parser, NESL_PATTERN_WILDCARD, front_parser_token_span(parser, open));
  }
  NeslPattern *pattern = pattern_items(parser, open, true);
  fail_items(parser);
  nesl_parser_expect_close(parser, NESL_TOKEN_RPAREN, open);
  if (pattern->kind == NESL_PATTERN_TUPLE) pattern->span = front_parser_span_from(parser, open);
  return pattern;
}

static NeslPattern *pattern_name(FrontParser *parser) {
  const FrontToken *name = front_parser_next(parser);
  NeslPattern *pattern =
      pattern_new(parser, NESL_PATTERN_NAME, front_parser_token_span(parser, name));
  if (!front_parser_is(parser, NESL_TOKEN_LPAREN)) {
    pattern->variable.name = name->name;
    return pattern;
  }
  pattern->kind = NESL_PATTERN_DATA;
  pattern->data.name = (NeslIdent){name->name, pattern->span};
  pattern->data.argument = adopt_pattern(parser, pattern, pattern_parenthesised(parser));
  pattern->span = front_parser_span_from(parser, name);
  return pattern;
}

NeslPattern *nesl_parser_pattern(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  Span span = front_parser_token_span(parser, first);
  NeslPattern *pattern = NULL;
  if (!front_parser_enter(parser)) {
    pattern = pattern_new(parser, NESL_PATTERN_WILDCARD, span);
  } else if (first->kind == NESL_TOKEN_NAME) {
    pattern = pattern_name(parser);
  } else if (first->kind == NESL_TOKEN_LPAREN) {
    pattern = pattern_parenthesised(parser);
  } else {
    pattern = pattern_new(parser, NESL_PATTERN_WILDCARD, span);
    bool is_expected = front_parser_accept(parser, NESL_TOKEN_UNDERSCORE);
    if (!is_expected) front_parser_fail_expected(parser, "a pattern");
  }
  front_parser_leave(parser);
  return pattern;
}

NeslPattern *nesl_parser_patterns(FrontParser *parser) {
  return pattern_items(parser, front_parser_peek(parser), false);
}

static void fail_pattern(FrontParser *parser, const NeslExp *exp) {
  bool is_new = front_parser_fail(parser, ERROR_NESL_PATTERN, exp->span, "%s cannot be a pattern",
                                  nesl_exp_words(exp->kind));
  if (is_new && exp->kind == NESL_EXP_INDEX)
    diag_hint(parser->diag, "values never change: `w = v <- [(i, x)];` makes a sequence with "
                            "another element at `i`");
  else if (is_new)
    diag_hint(parser->diag, "a pattern is a name, `_`, a tuple of patterns, or a datatype with a "
                            "pattern for what is inside");
}

NeslPattern *nesl_parser_to_pattern(FrontParser *parser, const NeslExp *exp) {
  NeslPattern *pattern = pattern_new(parser, NESL_PATTERN_WILDCARD, exp->span);
  pattern->height = exp->height;
  if (exp->kind == NESL_EXP_VAR) {
    if (strcmp(exp->variable.name, "_") == 0) return pattern;
    pattern->kind = NESL_PATTERN_NAME;
    pattern->variable.name = exp->variable.name;
  } else if (exp->kind == NESL_EXP_TUPLE) {
    pattern->kind = NESL_PATTERN_TUPLE;
    for (size_t i = 0; i < exp->items.count; i++)
      vec_push(parser->arena, &pattern->items, nesl_parser_to_pattern(parser, exp->items.data[i]));
  } else if (exp->kind == NESL_EXP_CALL) {
    pattern->kind = NESL_PATTERN_DATA;
    pattern->data.name = exp->call.name;
    pattern->data.argument = nesl_parser_to_pattern(parser, exp->call.argument);
  } else {
    fail_pattern(parser, exp);
  }
  return pattern;
}
