// Levels, types and type schemes.
#include <string.h>

#include "front/fcl/parse_internal.h"

// ---- Levels ----

static bool is_text(const FrontToken *token, const char *text) {
  return token->kind == FCL_TOKEN_OPERATOR && strcmp(token->name, text) == 0;
}

// How many tokens from `offset` on read as a level: a name, `1 + level`, or one in parentheses.
static size_t level_length(const FrontParser *parser, size_t offset) {
  const FrontToken *token = front_parser_peek_at(parser, offset);
  if (token->kind == FCL_TOKEN_NAME) return 1;
  if (token->kind == FCL_TOKEN_INT && is_text(token + 1, "+")) {
    size_t rest = level_length(parser, offset + 2);
    return rest == 0 ? 0 : rest + 2;
  }
  if (token->kind == FCL_TOKEN_LPAREN) {
    size_t inner = level_length(parser, offset + 1);
    bool is_closed =
        inner > 0 && front_parser_peek_at(parser, offset + 1 + inner)->kind == FCL_TOKEN_RPAREN;
    return is_closed ? inner + 2 : 0;
  }
  return 0;
}

size_t fcl_parser_level_list(const FrontParser *parser, size_t offset) {
  size_t at = offset + 1;
  if (!is_text(front_parser_peek_at(parser, offset), "<")) return 0;
  if (is_text(front_parser_peek_at(parser, at), ">")) return 2;
  for (;;) {
    size_t length = level_length(parser, at);
    if (length == 0) return 0;
    at += length;
    if (front_parser_peek_at(parser, at)->kind != FCL_TOKEN_COMMA) break;
    at++;
  }
  return is_text(front_parser_peek_at(parser, at), ">") ? at + 1 - offset : 0;
}

static FclLevelExp level_atom(FrontParser *parser) {
  static const char *const NAMES[] = {"thread", "block", "grid"};
  const FrontToken *first = front_parser_peek(parser);
  FclLevelExp level = {0};
  if (!front_parser_enter(parser)) return level;
  if (front_parser_accept(parser, FCL_TOKEN_LPAREN)) {
    level = level_atom(parser);
    fcl_parser_expect_close(parser, FCL_TOKEN_RPAREN, first);
  } else if (front_parser_is(parser, FCL_TOKEN_INT)) {
    int64_t number = front_parser_next(parser)->integer;
    if (number != 1)
      front_parser_fail(parser, ERROR_FCL_SYNTAX, front_parser_token_span(parser, first),
                        "a level goes up by one at a time: `1+l`");
    if (!fcl_parser_accept_operator(parser, "+")) front_parser_fail_expected(parser, "`+`");
    level = level_atom(parser);
    level.up++;
  } else {
    level.variable = fcl_parser_ident(parser, "a level").name;
    if (level.variable != NULL && strcmp(level.variable, "Z") == 0) level.variable = NULL;
    for (uint32_t i = 0; level.variable != NULL && i < sizeof NAMES / sizeof *NAMES; i++)
      if (strcmp(level.variable, NAMES[i]) == 0) level = (FclLevelExp){.up = i};
  }
  front_parser_leave(parser);
  level.span = front_parser_span_from(parser, first);
  return level;
}

static void expect_angle(FrontParser *parser, const char *text) {
  if (!fcl_parser_accept_operator(parser, text))
    front_parser_fail_expected(parser, arena_printf(parser->arena, "`%s`", text));
}

FclLevelExps fcl_parser_levels(FrontParser *parser) {
  FclLevelExps levels = {0};
  expect_angle(parser, "<");
  if (fcl_parser_accept_operator(parser, ">")) return levels;
  do {
    FclLevelExp level = level_atom(parser);
    vec_push(parser->arena, &levels, level);
  } while (front_parser_accept(parser, FCL_TOKEN_COMMA));
  expect_angle(parser, ">");
  return levels;
}

FclIdents fcl_parser_level_names(FrontParser *parser) {
  FclLevelExps levels = fcl_parser_levels(parser);
  FclIdents names = {0};
  for (size_t i = 0; i < levels.count; i++) {
    const FclLevelExp *level = &levels.data[i];
    FclIdent ident = {level->variable, level->span};
    bool is_twice = false;
    for (size_t k = 0; k < names.count; k++)
      is_twice = is_twice || names.data[k].name == level->variable;
    if (level->variable == NULL || level->up > 0)
      front_parser_fail(parser, ERROR_FCL_LEVEL_NAME, level->span,
                        "a definition has level variables here, and this is a level");
    else if (is_twice)
      front_parser_fail(parser, ERROR_FCL_LEVEL_NAME, level->span,
                        "the level variable `%s` stands here twice", level->variable);
    vec_push(parser->arena, &names, ident);
  }
  return names;
}

FclLevelExp fcl_parser_level(FrontParser *parser) {
  expect_angle(parser, "<");
  FclLevelExp level = level_atom(parser);
  expect_angle(parser, ">");
  return level;
}

// ---- Types ----

static FclTypeExp *type_new(FrontParser *parser, FclTypeExpKind kind, const FrontToken *first,
                            FclTypeExp *left, FclTypeExp *right) {
  FclTypeExp *type = arena_make(parser->arena, FclTypeExp);
  *type = (FclTypeExp){.kind = kind, .height = 1, .first = left, .second = right};
  if (left != NULL) front_parser_raise(parser, &type->height, left->height);
  if (right != NULL) front_parser_raise(parser, &type->height, right->height);
  type->span = front_parser_span_from(parser, first);
  return type;
}

static FclTypeExp *type_tuple(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  Vec(FclTypeExp *) items = {0};
  if (front_parser_accept(parser, FCL_TOKEN_RPAREN)) {
    FclTypeExp *unit = type_new(parser, FCL_TYPE_EXP_NAME, open, NULL, NULL);
    unit->name = intern_str(parser->names, "unit");
    return unit;
  }
  do {
    FclTypeExp *item = fcl_parser_type(parser);
    vec_push(parser->arena, &items, item);
  } while (front_parser_accept(parser, FCL_TOKEN_COMMA));
  fcl_parser_expect_close(parser, FCL_TOKEN_RPAREN, open);
  FclTypeExp *type = vec_last(&items);
  for (size_t i = items.count - 1; i > 0; i--)
    type = type_new(parser, FCL_TYPE_EXP_PAIR, open, items.data[i - 1], type);
  return type;
}

static FclTypeExp *type_array(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  FclTypeExp *element = fcl_parser_type(parser);
  fcl_parser_expect_close(parser, FCL_TOKEN_RBRACKET, open);
  if (!fcl_parser_is_operator(parser, "<"))
    return type_new(parser, FCL_TYPE_EXP_PULL, open, element, NULL);
  FclLevelExp level = fcl_parser_level(parser);
  FclTypeExp *type = type_new(parser, FCL_TYPE_EXP_PUSH, open, element, NULL);
  type->level = level;
  return type;
}

static FclTypeExp *type_atom(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind == FCL_TOKEN_LPAREN) return type_tuple(parser);
  if (token->kind == FCL_TOKEN_LBRACKET) return type_array(parser);
  FclTypeExpKind kind =
      token->kind == FCL_TOKEN_TYPE_VARIABLE ? FCL_TYPE_EXP_VARIABLE : FCL_TYPE_EXP_NAME;
  if (token->kind != FCL_TOKEN_NAME && token->kind != FCL_TOKEN_TYPE_VARIABLE) {
    front_parser_fail_expected(parser, "a type");
    return type_new(parser, kind, token, NULL, NULL);
  }
  front_parser_next(parser);
  if (kind == FCL_TYPE_EXP_NAME && strcmp(token->name, "Program") == 0) {
    FclLevelExp level = fcl_parser_level(parser);
    FclTypeExp *value =
        front_parser_enter(parser) ? type_atom(parser) : type_new(parser, kind, token, NULL, NULL);
    front_parser_leave(parser);
    FclTypeExp *type = type_new(parser, FCL_TYPE_EXP_PROGRAM, token, value, NULL);
    type->level = level;
    return type;
  }
  FclTypeExp *type = type_new(parser, kind, token, NULL, NULL);
  type->name = token->name;
  return type;
}

FclTypeExp *fcl_parser_type(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  if (!front_parser_enter(parser)) return type_new(parser, FCL_TYPE_EXP_NAME, first, NULL, NULL);
  FclTypeExp *type = type_atom(parser);
  if (front_parser_accept(parser, FCL_TOKEN_ARROW)) {
    FclTypeExp *to = fcl_parser_type(parser);
    type = type_new(parser, FCL_TYPE_EXP_FUNCTION, first, type, to);
  }
  front_parser_leave(parser);
  return type;
}

FclSchemeExp *fcl_parser_scheme(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FclSchemeExp *scheme = arena_make(parser->arena, FclSchemeExp);
  scheme->has_forall = front_parser_accept(parser, FCL_TOKEN_FORALL);
  while (scheme->has_forall && !front_parser_accept(parser, FCL_TOKEN_DOT) && !parser->is_failing) {
    const FrontToken *token = front_parser_peek(parser);
    if (fcl_parser_is_operator(parser, "<")) {
      FclIdents levels = fcl_parser_level_names(parser);
      vec_append(parser->arena, &scheme->levels, levels.data, levels.count);
    } else if (token->kind == FCL_TOKEN_TYPE_VARIABLE) {
      FclIdent ident = {token->name, front_parser_token_span(parser, token)};
      vec_push(parser->arena, &scheme->types, ident);
      front_parser_next(parser);
    } else if (!front_parser_accept(parser, FCL_TOKEN_COMMA)) {
      front_parser_fail_expected(parser, "a variable or `.`");
    }
  }
  scheme->type = fcl_parser_type(parser);
  scheme->span = front_parser_span_from(parser, first);
  return scheme;
}
