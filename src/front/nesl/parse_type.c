// Types and the classes of their variables.
#include <string.h>

#include "front/nesl/parse_internal.h"

static NeslTypeExp *type_new(FrontParser *parser, NeslTypeKind kind) {
  NeslTypeExp *type = arena_make(parser->arena, NeslTypeExp);
  type->kind = kind;
  type->height = 1;
  type->span = front_parser_token_span(parser, front_parser_peek(parser));
  return type;
}

static NeslTypeExp *adopt_type(FrontParser *parser, NeslTypeExp *parent, NeslTypeExp *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

// Types between commas, from after `(` to `)`.
static NeslTypeExps type_items(FrontParser *parser, NeslTypeExp *parent, const FrontToken *open) {
  NeslTypeExps items = {0};
  do {
    vec_push(parser->arena, &items, adopt_type(parser, parent, nesl_parser_type(parser)));
  } while (front_parser_accept(parser, NESL_TOKEN_COMMA));
  if (front_parser_is(parser, NESL_TOKEN_COLON) && front_parser_fail_expected(parser, "`,` or `)`"))
    diag_hint(parser->diag, "only types stand here, and no names: `(float, float)`");
  nesl_parser_expect_close(parser, NESL_TOKEN_RPAREN, open);
  return items;
}

static NeslTypeExp *type_name(FrontParser *parser, const FrontToken *name) {
  NeslTypeExp *type = type_new(parser, NESL_TYPE_NAME);
  front_parser_next(parser);
  const FrontToken *open = front_parser_peek(parser);
  if (!front_parser_accept(parser, NESL_TOKEN_LPAREN)) {
    type->name = name->name;
    return type;
  }
  type->kind = NESL_TYPE_APPLY;
  type->apply.name = (NeslIdent){name->name, front_parser_token_span(parser, name)};
  type->apply.arguments = type_items(parser, type, open);
  return type;
}

static NeslTypeExp *type_tuple(FrontParser *parser) {
  NeslTypeExp *type = type_new(parser, NESL_TYPE_TUPLE);
  const FrontToken *open = front_parser_next(parser);
  NeslTypeExps items = type_items(parser, type, open);
  if (items.count == 1) return items.data[0];
  type->items = items;
  return type;
}

static NeslTypeExp *type_sequence(FrontParser *parser) {
  NeslTypeExp *type = type_new(parser, NESL_TYPE_SEQUENCE);
  const FrontToken *open = front_parser_next(parser);
  type->element = adopt_type(parser, type, nesl_parser_type(parser));
  nesl_parser_expect_close(parser, NESL_TOKEN_RBRACKET, open);
  return type;
}

bool nesl_parser_is_type(const FrontParser *parser) {
  return front_parser_is(parser, NESL_TOKEN_NAME) || front_parser_is(parser, NESL_TOKEN_LPAREN) ||
         front_parser_is(parser, NESL_TOKEN_LBRACKET);
}

NeslTypeExp *nesl_parser_type_atom(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslTypeExp *type = NULL;
  if (first->kind == NESL_TOKEN_NAME) {
    type = type_name(parser, first);
  } else if (first->kind == NESL_TOKEN_LPAREN) {
    type = type_tuple(parser);
  } else if (first->kind == NESL_TOKEN_LBRACKET) {
    type = type_sequence(parser);
  } else {
    type = type_new(parser, NESL_TYPE_NAME);
    front_parser_fail_expected(parser, "a type");
  }
  if (first->kind != NESL_TOKEN_LPAREN || type->kind == NESL_TYPE_TUPLE)
    type->span = front_parser_span_from(parser, first);
  return type;
}

NeslTypeExp *nesl_parser_type(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  if (!front_parser_enter(parser)) {
    front_parser_leave(parser);
    return type_new(parser, NESL_TYPE_NAME);
  }
  NeslTypeExp *type = nesl_parser_type_atom(parser);
  if (nesl_parser_is_operator(parser, "->")) {
    front_parser_next(parser);
    NeslTypeExp *arrow = type_new(parser, NESL_TYPE_ARROW);
    arrow->arrow.from = adopt_type(parser, arrow, type);
    arrow->arrow.to = adopt_type(parser, arrow, nesl_parser_type(parser));
    arrow->span = front_parser_span_from(parser, first);
    type = arrow;
  }
  front_parser_leave(parser);
  return type;
}

static NeslTypeBind context_bind(FrontParser *parser) {
  NeslTypeBind bind = {.variable = nesl_parser_ident(parser, "the name of a type variable")};
  front_parser_expect(parser, NESL_TOKEN_IN, NULL);
  bind.class_name = nesl_parser_ident(parser, "the name of a class");
  return bind;
}

// Whether a `;` is followed by another binding, and does not end the form.
static bool is_context_continued(const FrontParser *parser) {
  return front_parser_peek_at(parser, 1)->kind == NESL_TOKEN_NAME &&
         front_parser_peek_at(parser, 2)->kind == NESL_TOKEN_IN;
}

NeslTypeBinds nesl_parser_context(FrontParser *parser) {
  NeslTypeBinds binds = {0};
  if (!front_parser_accept(parser, NESL_TOKEN_CONTEXT)) return binds;
  const FrontToken *open = front_parser_peek(parser);
  bool is_closed = front_parser_accept(parser, NESL_TOKEN_LPAREN);
  vec_push(parser->arena, &binds, context_bind(parser));
  while (front_parser_is(parser, NESL_TOKEN_COMMA) ||
         front_parser_is(parser, NESL_TOKEN_SEMICOLON)) {
    if (!is_context_continued(parser)) break;
    front_parser_next(parser);
    vec_push(parser->arena, &binds, context_bind(parser));
  }
  if (is_closed) nesl_parser_expect_close(parser, NESL_TOKEN_RPAREN, open);
  return binds;
}
