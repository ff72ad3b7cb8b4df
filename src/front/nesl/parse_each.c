// Apply-to-each: `{e : x in xs; y in ys | c}`, `{x in xs | c}`, `{x + y : x; y}`.
#include "front/nesl/parse_internal.h"

// `x` alone stands for `x in x`.
static NeslBinding punned(FrontParser *parser, NeslExp *each, NeslPattern *pattern) {
  NeslBinding binding = {.span = pattern->span, .pattern = pattern, .is_punned = true};
  binding.value = nesl_parser_exp_new(parser, NESL_EXP_VAR);
  binding.value->span = pattern->span;
  front_parser_raise(parser, &each->height, binding.value->height);
  if (pattern->kind == NESL_PATTERN_NAME) {
    binding.value->variable.name = pattern->variable.name;
    return binding;
  }
  if (parser->is_failing) return binding;
  if (front_parser_fail_expected(parser, "`in`"))
    diag_hint(parser->diag, "only a name may stand alone: `{… : x}` is `{… : x in x}`");
  return binding;
}

// What follows a pattern: `in` and a sequence, or nothing.
static NeslBinding binding_rest(FrontParser *parser, NeslExp *each, NeslPattern *pattern,
                                const FrontToken *first) {
  if (!front_parser_is(parser, NESL_TOKEN_IN)) return punned(parser, each, pattern);
  front_parser_next(parser);
  NeslBinding binding = {.pattern = pattern};
  binding.value = nesl_parser_adopt(parser, each, nesl_parser_exp(parser));
  binding.span = front_parser_span_from(parser, first);
  return binding;
}

static void each_binding(FrontParser *parser, NeslExp *each) {
  const FrontToken *first = front_parser_peek(parser);
  if (first->kind == NESL_TOKEN_LBRACKET && front_parser_fail_expected(parser, "`x in`"))
    diag_hint(parser->diag, "a binding names the elements of the sequence: `{body : x in xs}`");
  NeslPattern *pattern = nesl_parser_patterns(parser);
  front_parser_raise(parser, &each->height, pattern->height);
  NeslBinding binding = binding_rest(parser, each, pattern, first);
  vec_push(parser->arena, &each->each.bindings, binding);
}

// What stands first is the body, or a pattern that only looks like an expression.
static void each_head(FrontParser *parser, NeslExp *each) {
  const FrontToken *first = front_parser_peek(parser);
  NeslExp *head = nesl_parser_adopt(parser, each, nesl_parser_exps(parser));
  if (front_parser_accept(parser, NESL_TOKEN_COLON)) {
    each->each.body = head;
    each_binding(parser, each);
    return;
  }
  bool is_pattern = head->kind == NESL_EXP_VAR || front_parser_is(parser, NESL_TOKEN_IN);
  if (!is_pattern && !parser->is_failing) {
    if (front_parser_fail_expected(parser, "`:`"))
      diag_hint(parser->diag, "an apply-to-each is `{body : name in sequence | condition}`; "
                              "sequences are written in square brackets");
    return;
  }
  NeslPattern *pattern = nesl_parser_to_pattern(parser, head);
  NeslBinding binding = binding_rest(parser, each, pattern, first);
  vec_push(parser->arena, &each->each.bindings, binding);
}

// After a `;`: does another binding follow, was the `;` one more than is needed, or is the brace
// not closed?
static bool is_binding_next(const FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind == NESL_TOKEN_BAR || token->kind == NESL_TOKEN_RBRACE) return false;
  if (!token->is_first) return true;
  const FrontToken *behind = nesl_parser_behind_pattern(parser);
  return behind != NULL && (behind->kind == NESL_TOKEN_IN || behind->kind == NESL_TOKEN_SEMICOLON ||
                            behind->kind == NESL_TOKEN_BAR || behind->kind == NESL_TOKEN_RBRACE);
}

NeslExp *nesl_parser_each(FrontParser *parser) {
  NeslExp *each = nesl_parser_exp_new(parser, NESL_EXP_EACH);
  const FrontToken *open = front_parser_next(parser);
  each_head(parser, each);
  while (front_parser_accept(parser, NESL_TOKEN_SEMICOLON) && is_binding_next(parser))
    each_binding(parser, each);
  if (front_parser_is(parser, NESL_TOKEN_COMMA) && !parser->is_failing) {
    if (front_parser_fail_expected(parser, "`;`, `|` or `}`"))
      diag_hint(parser->diag, "the bindings of an apply-to-each are separated by `;`");
  }
  if (front_parser_accept(parser, NESL_TOKEN_BAR))
    each->each.filter = nesl_parser_adopt(parser, each, nesl_parser_exp(parser));
  nesl_parser_expect_close(parser, NESL_TOKEN_RBRACE, open);
  return nesl_parser_exp_close(parser, each, open);
}
