// Atoms: literals, names, everything in brackets, and the indices and projections after them.
#include "front/futhark/parse_internal.h"

// `start`, or any of `start:end:stride`. A `:` belongs to the slice, never to an ascription.
static FutIndex index_one(FrontParser *parser, FutExp *parent) {
  const FrontToken *first = front_parser_peek(parser);
  FutIndex index = {0};
  FutExp **parts[] = {&index.start, &index.end, &index.stride};
  for (size_t i = 0; i < 3; i++) {
    if (i > 0 && !front_parser_accept(parser, FUT_TOKEN_COLON)) break;
    index.is_slice = i > 0;
    FutTokenKind kind = front_parser_peek(parser)->kind;
    bool is_elided =
        kind == FUT_TOKEN_COLON || kind == FUT_TOKEN_COMMA || kind == FUT_TOKEN_RBRACKET;
    if (i == 0 ? kind == FUT_TOKEN_COLON : is_elided) continue;
    *parts[i] = fut_parser_adopt(parser, parent, fut_parser_operators(parser));
  }
  index.span = front_parser_span_from(parser, first);
  return index;
}

FutIndices fut_parser_indices(FrontParser *parser, FutExp *parent, const FrontToken *open) {
  FutIndices indices = {0};
  if (front_parser_is(parser, FUT_TOKEN_RBRACKET)) front_parser_fail_expected(parser, "an index");
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RBRACKET, is_first);
       is_first = false)
    vec_push(parser->arena, &indices, index_one(parser, parent));
  fut_parser_expect_close(parser, FUT_TOKEN_RBRACKET, open);
  return indices;
}

// Fields without the dot before them. The lexer joined names and dots into one token.
static void path_fields(FrontParser *parser, FutPath *path) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != FUT_TOKEN_NAME) {
    vec_push(parser->arena, path, (FutStep){.field = fut_parser_field(parser)});
    return;
  }
  front_parser_next(parser);
  fut_parser_path_names(parser, token, 0, path);
}

void fut_parser_path_names(FrontParser *parser, const FrontToken *token, uint32_t first,
                           FutPath *path) {
  Span span = front_parser_token_span(parser, token);
  for (uint32_t i = first; i < fut_token_qualifiers(token).count; i++) {
    FutIdent field = {fut_token_qualifiers(token).names[i], span};
    vec_push(parser->arena, path, (FutStep){.field = field});
  }
  FutIdent field = fut_parser_token_ident(parser, token);
  vec_push(parser->arena, path, (FutStep){.field = field});
}

static void path_indices(FrontParser *parser, FutExp *parent, FutPath *path) {
  const FrontToken *open = front_parser_next(parser);
  FutStep step = {.indices = fut_parser_indices(parser, parent, open)};
  vec_push(parser->arena, path, step);
}

void fut_parser_path_rest(FrontParser *parser, FutExp *parent, FutPath *path) {
  for (;;) {
    const FrontToken *token = front_parser_peek(parser);
    if (token->kind == FUT_TOKEN_LBRACKET && !token->is_spaced)
      path_indices(parser, parent, path);
    else if (front_parser_accept(parser, FUT_TOKEN_DOT))
      path_fields(parser, path);
    else
      return;
  }
}

FutPath fut_parser_path(FrontParser *parser, FutExp *parent) {
  FutPath path = {0};
  if (front_parser_is(parser, FUT_TOKEN_LBRACKET))
    path_indices(parser, parent, &path);
  else
    path_fields(parser, &path);
  fut_parser_path_rest(parser, parent, &path);
  return path;
}

static FutExp *atom_array(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_ARRAY);
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RBRACKET, is_first);
       is_first = false)
    vec_push(parser->arena, &exp->items, fut_parser_adopt(parser, exp, fut_parser_exp(parser)));
  fut_parser_expect_close(parser, FUT_TOKEN_RBRACKET, open);
  return fut_parser_exp_close(parser, exp, open);
}

static FutExpField record_field(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  FutExpField field = {.name = fut_parser_field(parser)};
  if (token->kind == FUT_TOKEN_NAME && !front_parser_is(parser, FUT_TOKEN_EQUALS) &&
      !front_parser_is(parser, FUT_TOKEN_COLON)) {
    field.is_punned = true;
    field.value = fut_parser_exp_new(parser, FUT_EXP_VAR);
    field.value->span = field.name.span;
    field.value->name = fut_parser_qual_name(parser, token);
    return field;
  }
  if (front_parser_is(parser, FUT_TOKEN_COLON)) {
    if (front_parser_fail_expected(parser, "`=`"))
      diag_hint(parser->diag,
                "`:` is for record types; a record value is written `{x = 1, y = 2}`");
  } else {
    fut_parser_expect_equals(parser);
  }
  field.value = fut_parser_exp(parser);
  return field;
}

// Braces make records; people also try to group with them.
static void check_field_start(FrontParser *parser) {
  FutTokenKind kind = front_parser_peek(parser)->kind, next = front_parser_peek_at(parser, 1)->kind;
  bool is_block = (fut_token_begins(kind, FUT_BEGINS_PREFIX) && next != FUT_TOKEN_EQUALS) ||
                  kind == FUT_TOKEN_LPAREN || (kind == FUT_TOKEN_INT && next != FUT_TOKEN_EQUALS) ||
                  kind == FUT_TOKEN_FLOAT ||
                  (kind == FUT_TOKEN_NAME && fut_token_begins(next, FUT_BEGINS_ATOM));
  if (is_block && front_parser_fail_expected(parser, "a field"))
    diag_hint(parser->diag, "braces make records; expressions are grouped by parentheses");
}

static FutExp *atom_record(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_RECORD);
  check_field_start(parser);
  if (fut_token_is_symbol(front_parser_peek(parser), "-") &&
      front_parser_fail_expected(parser, "a field"))
    diag_hint(parser->diag, "comments begin with `--` and end with the line");
  for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RBRACE, is_first);
       is_first = false) {
    FutExpField field = record_field(parser);
    fut_parser_adopt(parser, exp, field.value);
    vec_push(parser->arena, &exp->record, field);
  }
  fut_parser_expect_close(parser, FUT_TOKEN_RBRACE, open);
  return fut_parser_exp_close(parser, exp, open);
}

// `(.a.b)`, `(.[i])` or both mixed, after the parenthesis.
static FutExp *section_dot(FrontParser *parser) {
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_SECTION_PATH);
  front_parser_next(parser);
  exp->section_path = fut_parser_path(parser, exp);
  return exp;
}

// `(+)` or `(+ e)`, after the parenthesis.
static FutExp *section_operator(FrontParser *parser) {
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_SECTION_RIGHT);
  FutOperator op = fut_parser_operator(parser);
  if (front_parser_is(parser, FUT_TOKEN_RPAREN)) {
    exp->kind = FUT_EXP_VAR;
    exp->name = op.name;
    return exp;
  }
  exp->section.op = op;
  exp->section.operand = fut_parser_adopt(parser, exp, fut_parser_operators(parser));
  return exp;
}

// Whether an operator after `(` makes a section: `-` and `!` only when nothing else is there.
static bool is_section_start(const FrontParser *parser) {
  if (!fut_parser_is_operator(parser)) return false;
  const FrontToken *token = front_parser_peek(parser);
  if (!fut_token_is_symbol(token, "-") && !fut_token_is_symbol(token, "!")) return true;
  return front_parser_peek_at(parser, 1)->kind == FUT_TOKEN_RPAREN;
}

// A parenthesised expression, a left section or a tuple, after the parenthesis.
static FutExp *paren_items(FrontParser *parser) {
  FutExp *exp = fut_parser_exp(parser);
  if (fut_parser_is_operator(parser) &&
      front_parser_peek_at(parser, fut_parser_operator_length(parser))->kind == FUT_TOKEN_RPAREN) {
    FutExp *section = fut_parser_exp_new(parser, FUT_EXP_SECTION_LEFT);
    section->section.operand = fut_parser_adopt(parser, section, exp);
    section->section.op = fut_parser_operator(parser);
    return section;
  }
  if (!front_parser_is(parser, FUT_TOKEN_COMMA)) return exp;
  FutExp *tuple = fut_parser_exp_new(parser, FUT_EXP_TUPLE);
  vec_push(parser->arena, &tuple->items, fut_parser_adopt(parser, tuple, exp));
  while (fut_parser_more(parser, FUT_TOKEN_RPAREN, false))
    vec_push(parser->arena, &tuple->items, fut_parser_adopt(parser, tuple, fut_parser_exp(parser)));
  return tuple->items.count == 1 ? exp : tuple;
}

static FutExp *atom_paren(FrontParser *parser) {
  const FrontToken *open = front_parser_next(parser);
  FutExp *exp = NULL;
  if (front_parser_is(parser, FUT_TOKEN_RPAREN))
    exp = fut_parser_exp_new(parser, FUT_EXP_TUPLE);
  else if (front_parser_is(parser, FUT_TOKEN_DOT))
    exp = section_dot(parser);
  else if (is_section_start(parser))
    exp = section_operator(parser);
  else
    exp = paren_items(parser);
  fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  return fut_parser_exp_close(parser, exp, open);
}

// A name, or `m.(e)`.
static FutExp *atom_name(FrontParser *parser) {
  const FrontToken *token = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_VAR);
  const FrontToken *dot = front_parser_peek(parser), *open = front_parser_peek_at(parser, 1);
  if (dot->kind == FUT_TOKEN_DOT && !dot->is_spaced && open->kind == FUT_TOKEN_LPAREN &&
      !open->is_spaced) {
    front_parser_next(parser);
    front_parser_next(parser);
    exp->kind = FUT_EXP_OPEN;
    exp->open.module = fut_parser_qual_name(parser, token);
    exp->open.body = fut_parser_adopt(parser, exp, fut_parser_exp(parser));
    fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  } else {
    exp->name = fut_parser_qual_name(parser, token);
  }
  return fut_parser_exp_close(parser, exp, token);
}

static void fail_atom(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  bool is_inner = !token->is_first || front_parser_column(parser, token) > parser->column;
  if (!front_parser_fail_expected(parser, "an expression")) return;
  if (token->kind == FUT_TOKEN_EQUALS)
    diag_hint(parser->diag, "`=` defines; `==` compares");
  else if (token > parser->tokens && fut_token_is_symbol(&token[-1], "++"))
    diag_hint(parser->diag, "`++` joins two arrays; the next number is `x + 1`");
  else if (token->kind == FUT_TOKEN_TYPE_PARAM)
    diag_hint(parser->diag, "characters are written `'a'`, strings `\"abc\"`");
  else if (token->kind == FUT_TOKEN_SYMBOL && token->name[0] == '-')
    diag_hint(parser->diag, "`%s` is read as one operator; use blanks", token->name);
  else if (token->kind == FUT_TOKEN_FOR || token->kind == FUT_TOKEN_WHILE)
    diag_hint(parser->diag, "loops are written `loop x = e for i < n do e`");
  else if (token->kind == FUT_TOKEN_CASE)
    diag_hint(parser->diag, "cases are written `match e case p -> e case p -> e`");
  else if (token->kind == FUT_TOKEN_DEF && is_inner)
    diag_hint(parser->diag, "`def` is for declarations; a local definition is written with `let`");
}

static FutExp *atom_literal(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_HOLE);
  FutTokenKind kind = token->kind;
  if (kind == FUT_TOKEN_INT || kind == FUT_TOKEN_FLOAT || kind == FUT_TOKEN_CHAR) {
    exp->kind = FUT_EXP_NUMBER;
    exp->number = fut_token_number(token);
  } else if (kind == FUT_TOKEN_TRUE || kind == FUT_TOKEN_FALSE) {
    exp->kind = FUT_EXP_BOOL;
    exp->is_true = kind == FUT_TOKEN_TRUE;
  } else if (kind == FUT_TOKEN_STRING) {
    exp->kind = FUT_EXP_STRING;
    exp->string = *(const FrontString *)token->value;
  } else if (kind == FUT_TOKEN_CONSTRUCTOR) {
    exp->kind = FUT_EXP_CONSTRUCTOR;
    exp->constructor.name = fut_parser_token_ident(parser, token);
  } else if (kind != FUT_TOKEN_HOLE) {
    fail_atom(parser);
  }
  front_parser_next(parser);
  return exp;
}

static FutExp *exp_project(FrontParser *parser, FutExp *record, FutIdent field,
                           const FrontToken *first) {
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_PROJECT);
  exp->project.record = fut_parser_adopt(parser, exp, record);
  exp->project.field = field;
  return fut_parser_exp_close(parser, exp, first);
}

// `.a.b.0` after an atom. The lexer joined names and dots into one token.
static FutExp *atom_projections(FrontParser *parser, FutExp *exp, const FrontToken *first) {
  front_parser_next(parser);
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != FUT_TOKEN_NAME)
    return exp_project(parser, exp, fut_parser_field(parser), first);
  front_parser_next(parser);
  for (uint32_t i = 0; i < fut_token_qualifiers(token).count; i++) {
    FutIdent field = {fut_token_qualifiers(token).names[i], front_parser_token_span(parser, token)};
    exp = exp_project(parser, exp, field, first);
  }
  return exp_project(parser, exp, fut_parser_token_ident(parser, token), first);
}

static FutExp *exp_index(FrontParser *parser, FutExp *array, const FrontToken *first) {
  const FrontToken *open = front_parser_next(parser);
  FutExp *exp = fut_parser_exp_new(parser, FUT_EXP_INDEX);
  exp->index.array = fut_parser_adopt(parser, exp, array);
  exp->index.indices = fut_parser_indices(parser, exp, open);
  return fut_parser_exp_close(parser, exp, first);
}

FutExp *fut_parser_atom(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutExp *exp = NULL;
  if (first->kind == FUT_TOKEN_NAME)
    exp = atom_name(parser);
  else if (first->kind == FUT_TOKEN_LPAREN)
    exp = atom_paren(parser);
  else if (first->kind == FUT_TOKEN_LBRACE)
    exp = atom_record(parser);
  else if (first->kind == FUT_TOKEN_LBRACKET)
    exp = atom_array(parser);
  else
    return atom_literal(parser);
  for (;;) {
    const FrontToken *token = front_parser_peek(parser);
    if (token->is_spaced) return exp;
    if (token->kind == FUT_TOKEN_LBRACKET)
      exp = exp_index(parser, exp, first);
    else if (token->kind == FUT_TOKEN_DOT)
      exp = atom_projections(parser, exp, first);
    else
      return exp;
  }
}
