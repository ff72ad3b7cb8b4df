// Types: arrows and existential sizes at the top, then `*` and sums, then applications, then atoms.
#include "front/futhark/parse_internal.h"

static FutTypeExp *type_new(FrontParser *parser, FutTypeKind kind) {
  FutTypeExp *type = arena_make(parser->arena, FutTypeExp);
  type->kind = kind;
  type->span = front_parser_token_span(parser, front_parser_peek(parser));
  return type;
}

static FutTypeExp *type_close(FrontParser *parser, FutTypeExp *type, const FrontToken *first) {
  type->span = front_parser_span_from(parser, first);
  return type;
}

static FutTypeExp *type_adopt(FrontParser *parser, FutTypeExp *parent, FutTypeExp *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

// `[]` or `[exp]`.
static FutDim type_dim(FrontParser *parser, FutTypeExp *parent) {
  FutDim dim = {0};
  const FrontToken *open = front_parser_expect(parser, FUT_TOKEN_LBRACKET, NULL);
  if (!front_parser_is(parser, FUT_TOKEN_RBRACKET)) {
    dim.size = fut_parser_exp(parser);
    front_parser_raise(parser, &parent->height, dim.size->height);
  }
  fut_parser_expect_close(parser, FUT_TOKEN_RBRACKET, open);
  dim.span = front_parser_span_from(parser, open);
  return dim;
}

static FutTypeExp *type_tuple(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  FutTypeExp *type = type_new(parser, FUT_TYPE_TUPLE);
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RPAREN, is_first); is_first = false)
    vec_push(parser->arena, &type->tuple, type_adopt(parser, type, fut_parser_type(parser)));
  fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  if (type->tuple.count == 1) return type->tuple.data[0];
  return type_close(parser, type, open);
}

static FutTypeExp *type_record(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  FutTypeExp *type = type_new(parser, FUT_TYPE_RECORD);
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RBRACE, is_first);
       is_first = false) {
    FutTypeField field = {.name = fut_parser_field(parser)};
    bool is_value = front_parser_is(parser, FUT_TOKEN_EQUALS);
    if (is_value && front_parser_fail_expected(parser, "`:`"))
      diag_hint(parser->diag, "`=` is for record values; a record type is written `{x: t}`");
    front_parser_expect(parser, FUT_TOKEN_COLON, NULL);
    field.type = type_adopt(parser, type, fut_parser_type(parser));
    vec_push(parser->arena, &type->record, field);
  }
  fut_parser_expect_close(parser, FUT_TOKEN_RBRACE, open);
  return type_close(parser, type, open);
}

static FutTypeExp *type_atom(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind == FUT_TOKEN_LPAREN) return type_tuple(parser);
  if (token->kind == FUT_TOKEN_LBRACE) return type_record(parser);
  FutTypeExp *type = type_new(parser, FUT_TYPE_NAME);
  if (token->kind == FUT_TOKEN_NAME) {
    type->name = fut_parser_qual_name(parser, front_parser_next(parser));
    return type;
  }
  if (!front_parser_fail_expected(parser, "a type")) return type;
  const FrontToken *before = token - parser->tokens >= 3 ? token - 3 : NULL;
  if (before && before[0].kind == FUT_TOKEN_LBRACKET && before[1].kind == FUT_TOKEN_NAME &&
      before[2].kind == FUT_TOKEN_RBRACKET)
    diag_hint(parser->diag, "the type of the elements comes after the brackets: `[]%s`",
              before[1].name);
  if (token->kind == FUT_TOKEN_EQUALS && token > parser->tokens &&
      token[-1].kind == FUT_TOKEN_COLON)
    diag_hint(parser->diag, "nothing is assigned to; a name is given by `let x = e`");
  if (token->kind == FUT_TOKEN_TYPE_PARAM)
    diag_hint(parser->diag, "the quote belongs to the declaration of a type parameter; write `%s`",
              token->name);
  return type;
}

// `name arguments`. After a name, `[n]` is an argument of its own: `t [n]u` has two.
static FutTypeExp *type_apply(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutTypeExp *head = type_atom(parser);
  if (!fut_token_begins(front_parser_peek(parser)->kind, FUT_BEGINS_TYPE)) return head;
  FutTypeExp *type = type_new(parser, FUT_TYPE_APPLY);
  type->apply.head = type_adopt(parser, type, head);
  while (fut_token_begins(front_parser_peek(parser)->kind, FUT_BEGINS_TYPE)) {
    FutTypeArg argument = {.is_dim = front_parser_is(parser, FUT_TOKEN_LBRACKET)};
    if (argument.is_dim)
      argument.dim = type_dim(parser, type);
    else
      argument.type = type_adopt(parser, type, type_atom(parser));
    vec_push(parser->arena, &type->apply.arguments, argument);
  }
  return type_close(parser, type, first);
}

// An array after a constructor takes all that follows as its element: `#foo [n]t u` has one type,
// an array of `t u`.
static FutTypeExp *type_array_payload(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  if (first->kind != FUT_TOKEN_LBRACKET) {
    FutTypeExp *element = type_apply(parser);
    if (element->kind == FUT_TYPE_APPLY) element->apply.is_payload = true;
    return element;
  }
  FutTypeExp *type = type_new(parser, FUT_TYPE_ARRAY);
  type->array.dim = type_dim(parser, type);
  if (front_parser_enter(parser))
    type->array.element = type_adopt(parser, type, type_array_payload(parser));
  else
    type->array.element = type_atom(parser);
  front_parser_leave(parser);
  return type_close(parser, type, first);
}

// A type after a constructor: `#foo t u` has two.
static FutTypeExp *type_payload(FrontParser *parser) {
  bool is_array = front_parser_is(parser, FUT_TOKEN_LBRACKET);
  return is_array ? type_array_payload(parser) : type_atom(parser);
}

static FutTypeExp *type_sum(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutTypeExp *type = type_new(parser, FUT_TYPE_SUM);
  do {
    const FrontToken *token =
        front_parser_expect(parser, FUT_TOKEN_CONSTRUCTOR, "a constructor `#name`");
    FutTypeClause clause = {.constructor = fut_parser_token_ident(parser, token)};
    while (fut_token_begins(front_parser_peek(parser)->kind, FUT_BEGINS_TYPE))
      vec_push(parser->arena, &clause.payload, type_adopt(parser, type, type_payload(parser)));
    vec_push(parser->arena, &type->sum, clause);
  } while (fut_token_is_symbol(front_parser_peek(parser), "|") && front_parser_next(parser));
  return type_close(parser, type, first);
}

static FutTypeExp *type_term_inner(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  if (first->kind == FUT_TOKEN_CONSTRUCTOR) return type_sum(parser);
  if (first->kind == FUT_TOKEN_LBRACKET) {
    FutTypeExp *type = type_new(parser, FUT_TYPE_ARRAY);
    type->array.dim = type_dim(parser, type);
    type->array.element = type_adopt(parser, type, fut_parser_type_term(parser));
    return type_close(parser, type, first);
  }
  if (fut_token_is_symbol(first, "*")) {
    FutTypeExp *type = type_new(parser, FUT_TYPE_UNIQUE);
    front_parser_next(parser);
    type->unique = type_adopt(parser, type, fut_parser_type_term(parser));
    return type_close(parser, type, first);
  }
  return type_apply(parser);
}

FutIdents fut_parser_sizes(FrontParser *parser) {
  FutIdents sizes = {0};
  while (front_parser_is(parser, FUT_TOKEN_LBRACKET)) {
    const FrontToken *open = front_parser_next(parser);
    vec_push(parser->arena, &sizes, fut_parser_ident(parser, "the name of a size"));
    fut_parser_expect_close(parser, FUT_TOKEN_RBRACKET, open);
  }
  return sizes;
}

// `?[n].type`, whose body is a type that may be a function, or is not.
static FutTypeExp *type_exists(FrontParser *parser, FutTypeExp *(*body)(FrontParser *)) {
  const FrontToken *first = front_parser_next(parser);
  FutTypeExp *type = type_new(parser, FUT_TYPE_EXISTS);
  if (!front_parser_is(parser, FUT_TOKEN_LBRACKET)) front_parser_fail_expected(parser, "`[`");
  type->exists.sizes = fut_parser_sizes(parser);
  front_parser_expect(parser, FUT_TOKEN_DOT, NULL);
  type->exists.body = type_adopt(parser, type, body(parser));
  return type_close(parser, type, first);
}

FutTypeExp *fut_parser_type_term(FrontParser *parser) {
  bool is_good = front_parser_enter(parser);
  FutTypeExp *type = NULL;
  if (!is_good)
    type = type_new(parser, FUT_TYPE_NAME);
  else if (front_parser_is(parser, FUT_TOKEN_QUESTION))
    type = type_exists(parser, fut_parser_type_term);
  else
    type = type_term_inner(parser);
  front_parser_leave(parser);
  const FrontToken *next = front_parser_peek(parser);
  if (type->kind == FUT_TYPE_NAME && fut_token_is_symbol(next, "|") &&
      front_parser_fail_expected(parser, "the end of the type"))
    diag_hint(parser->diag, "the constructors of a sum type begin with `#`: `#%s | …`",
              type->name.name);
  return type;
}

// Whether `(name:` is next: a parameter with a name.
static bool is_named_param(const FrontParser *parser) {
  return front_parser_is(parser, FUT_TOKEN_LPAREN) &&
         front_parser_peek_at(parser, 1)->kind == FUT_TOKEN_NAME &&
         front_parser_peek_at(parser, 2)->kind == FUT_TOKEN_COLON;
}

static FutTypeExp *type_arrow(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutIdent parameter = {0};
  FutTypeExp *from = NULL;
  bool is_named = is_named_param(parser);
  if (is_named) {
    const FrontToken *open = front_parser_next(parser);
    parameter = fut_parser_ident(parser, "the name of a parameter");
    front_parser_expect(parser, FUT_TOKEN_COLON, NULL);
    from = fut_parser_type(parser);
    fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
    if (!front_parser_is(parser, FUT_TOKEN_ARROW)) fut_parser_expect_arrow(parser, "(x: t) -> u");
  } else {
    from = fut_parser_type_term(parser);
  }
  if (!front_parser_accept(parser, FUT_TOKEN_ARROW)) return from;
  FutTypeExp *type = type_new(parser, FUT_TYPE_ARROW);
  type->arrow.parameter = parameter;
  type->arrow.from = type_adopt(parser, type, from);
  type->arrow.to = type_adopt(parser, type, fut_parser_type(parser));
  return type_close(parser, type, first);
}

FutTypeExp *fut_parser_type(FrontParser *parser) {
  FutTypeExp *type = NULL;
  if (!front_parser_enter(parser))
    type = type_new(parser, FUT_TYPE_NAME);
  else if (front_parser_is(parser, FUT_TOKEN_QUESTION))
    type = type_exists(parser, fut_parser_type);
  else
    type = type_arrow(parser);
  front_parser_leave(parser);
  return type;
}

FutTypeParams fut_parser_type_params(FrontParser *parser) {
  FutTypeParams params = {0};
  for (;;) {
    const FrontToken *token = front_parser_peek(parser);
    FutTypeParam param = {0};
    if (token->kind == FUT_TOKEN_LBRACKET) {
      front_parser_next(parser);
      param.is_size = true;
      param.name = fut_parser_ident(parser, "the name of a size");
      fut_parser_expect_close(parser, FUT_TOKEN_RBRACKET, token);
    } else if (token->kind == FUT_TOKEN_TYPE_PARAM) {
      param.name = fut_parser_token_ident(parser, front_parser_next(parser));
      param.liftedness = token->integer == '^'   ? FUT_LIFTED
                         : token->integer == '~' ? FUT_SIZE_LIFTED
                                                 : FUT_UNLIFTED;
    } else {
      return params;
    }
    vec_push(parser->arena, &params, param);
  }
}
