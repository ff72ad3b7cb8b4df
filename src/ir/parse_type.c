// Parsing of atoms, dimensions, types and parameters.
#include "ir/parse_internal.h"
#include "ir/type.h"

// ---- Atoms ----

bool parse_use(Parser *parser, Var **var, const char *where) {
  const Token *token = parser_peek(parser);
  *var = NULL;
  if (!parser_expect(parser, TOKEN_VARIABLE, where)) return false;
  *var = scope_find(parser, token);
  return true;
}

bool parse_atom(Parser *parser, Atom *atom, const char *where) {
  const Token *token = parser_peek(parser);
  *atom = atom_i64(0);
  if (parser_accept(parser, TOKEN_CONSTANT)) {
    if (token->is_malformed) parser->poison_count++;
    *atom = atom_constant(token->constant);
    return true;
  }
  if (at_token(parser, TOKEN_VARIABLE)) {
    Var *var = NULL;
    if (!parse_use(parser, &var, where)) return false;
    if (var) *atom = atom_var(var);
    return true;
  }
  return parser_unexpected(parser, arena_printf(parser->arena, "a variable or constant %s", where));
}

bool parse_atoms(Parser *parser, Atoms *atoms, TokenKind close, const char *what) {
  if (parser_accept(parser, close)) return true;
  const char *where = arena_printf(parser->arena, "in %s", what);
  do {
    Atom atom;
    if (!parse_atom(parser, &atom, where)) return false;
    vec_push(parser->arena, atoms, atom);
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, close, arena_printf(parser->arena, "or `,` after %s", what));
}

bool parse_values(Parser *parser, Atoms *atoms, const char *what) {
  if (parser_accept(parser, TOKEN_PAREN_OPEN))
    return parse_atoms(parser, atoms, TOKEN_PAREN_CLOSE, what);
  Atom atom;
  const char *where = arena_printf(parser->arena, "for %s", what);
  if (!parse_atom(parser, &atom, where)) return false;
  vec_push(parser->arena, atoms, atom);
  return true;
}

bool parse_count(Parser *parser, uint32_t limit, const char *what, uint32_t *count) {
  const Token *token = parser_peek(parser);
  *count = 0;
  bool is_integer = token->kind == TOKEN_CONSTANT && token->constant.type == SCALAR_I64;
  if (!is_integer) return parser_unexpected(parser, arena_printf(parser->arena, "%s", what));
  parser_next(parser);
  int64_t value = token->constant.value.i64;
  if (value < 0 || value > limit) {
    diag_error(parser->diag, ERROR_TOO_LARGE, token_span(parser, token), "%s is between 0 and %u",
               what, limit);
    return true;
  }
  *count = (uint32_t)value;
  return true;
}

// ---- Types ----

bool parse_dim(Parser *parser, Dim *dim, bool *is_sound) {
  const Token *token = parser_peek(parser);
  *dim = dim_const(0);
  if (token->kind == TOKEN_CONSTANT) {
    parser_next(parser);
    if (token->constant.type != SCALAR_I64 || token->constant.value.i64 < 0) {
      diag_error(parser->diag, ERROR_WRONG_TYPE, token_span(parser, token),
                 "a size is a number of type i64 that is not negative");
      *is_sound = false;
      return true;
    }
    *dim = dim_const(token->constant.value.i64);
    return true;
  }
  if (token->kind != TOKEN_VARIABLE)
    return parser_unexpected(parser, "a size: a number or a variable");
  parser_next(parser);
  Var *var = scope_find(parser, token);
  uint32_t skip = 0;
  if (parser_accept(parser, TOKEN_CARET) &&
      !parse_count(parser, RANK_MAX, "the number after `^`", &skip))
    return false;
  if (!var) *is_sound = false;
  *dim = dim_var(var);
  dim->skip = skip;
  return true;
}

// `[n][s]`, as many as there are. `is_sound` becomes false when they do not make a type.
static bool parse_dims(Parser *parser, Dim *dims, size_t *rank, bool *is_sound) {
  size_t start = parser->at;
  *rank = 0;
  parser->has_pending = false;
  while (parser_accept(parser, TOKEN_BRACKET_OPEN)) {
    if (*rank == RANK_MAX) {
      diag_error(parser->diag, ERROR_TOO_LARGE, span_since(parser, start),
                 "an array has at most %d dimensions", (int)RANK_MAX);
      return false;
    }
    if (!parse_dim(parser, &dims[*rank], is_sound)) return false;
    if (!parser_expect(parser, TOKEN_BRACKET_CLOSE, "after the size of a dimension")) return false;
    ++*rank;
  }
  if (!*is_sound || parser->has_pending) return true;
  StrBuf why = {0};
  if (!dims_check(*rank, dims, &why)) {
    diag_error(parser->diag, ERROR_WRONG_TYPE, span_since(parser, start), "%s", strbuf_text(&why));
    *is_sound = false;
  }
  strbuf_free(&why);
  return true;
}

static bool parse_acc_type(Parser *parser, const Type **type) {
  uint32_t rank = 0;
  Vec(const Type *) types = {0};
  bool is_sound = true;
  if (!parse_count(parser, RANK_MAX, "the index rank of an accumulator", &rank)) return false;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "before the types of an accumulator")) return false;
  while (!at_token(parser, TOKEN_PAREN_CLOSE)) {
    const Type *inner = NULL;
    if (!parser_enter(parser)) return false;
    bool is_found = parse_type(parser, &inner);
    parser->depth--;
    if (!is_found) return false;
    if (!inner) is_sound = false;
    vec_push(parser->arena, &types, inner);
    if (!parser_accept(parser, TOKEN_COMMA)) break;
  }
  if (!parser_expect(parser, TOKEN_PAREN_CLOSE, "after the types of an accumulator")) return false;
  if (is_sound) *type = type_acc(parser->program, types.count, types.data, rank);
  return true;
}

// `m + o {s, 1}` after the `@` of an array type.
static bool parse_place(Parser *parser, size_t rank, const Type **type) {
  Place place = {.offset = atom_i64(0)};
  Atoms strides = {0};
  Mark mark = parser_mark(parser);
  size_t start = parser->at;
  if (!parse_use(parser, &place.block, "for the block that the array is in")) return false;
  if (parser_accept(parser, TOKEN_PLUS) && !parse_atom(parser, &place.offset, "for the offset"))
    return false;
  bool has_strides = parser_accept(parser, TOKEN_BRACE_OPEN);
  if (has_strides && !parse_atoms(parser, &strides, TOKEN_BRACE_CLOSE, "the strides")) return false;
  if (!*type || !parse_is_clean(parser, mark)) return true;
  StrBuf why = {0};
  if (has_strides && strides.count != rank) {
    strbuf_printf(&why, "the array has %zu dimension%s, but there are %zu strides", rank,
                  rank == 1 ? "" : "s", strides.count);
  } else {
    place.strides = has_strides ? strides.data : NULL;
    *type = type_with_place(parser->program, *type, &place);
    place_check(*type, &why);
  }
  if (why.length > 0) {
    diag_error(parser->diag, ERROR_WRONG_TYPE, span_since(parser, start), "%s", strbuf_text(&why));
    *type = NULL;
  }
  strbuf_free(&why);
  return true;
}

bool parse_type(Parser *parser, const Type **type) {
  Dim dims[RANK_MAX];
  size_t rank = 0;
  bool is_sound = true;
  *type = NULL;
  if (parser_accept(parser, TOKEN_CERT)) {
    *type = type_cert();
    return true;
  }
  if (parser_accept(parser, TOKEN_MEM)) {
    *type = type_mem();
    return true;
  }
  if (parser_accept(parser, TOKEN_ACC)) return parse_acc_type(parser, type);
  if (parser_accept(parser, TOKEN_SEG)) {
    if (!at_token(parser, TOKEN_BRACKET_OPEN))
      return parser_unexpected(parser, "`[` and the dimensions of a segment descriptor");
    if (!parse_dims(parser, dims, &rank, &is_sound)) return false;
    if (is_sound) *type = type_seg(parser->program, rank, dims);
    if (parser_accept(parser, TOKEN_AT)) return parse_place(parser, rank, type);
    return true;
  }
  if (!parse_dims(parser, dims, &rank, &is_sound)) return false;
  const Token *token = parser_peek(parser);
  if (!parser_accept(parser, TOKEN_SCALAR)) {
    parser_unexpected(parser, rank > 0 ? "the type of the elements" : "a type");
    if (!parser->has_stopped)
      diag_hint(parser->diag, "the scalar types are bool, i8, i16, i32, i64, f16, f32 and f64");
    return false;
  }
  if (is_sound) *type = type_array(parser->program, token->scalar, rank, dims);
  if (rank > 0 && parser_accept(parser, TOKEN_AT)) return parse_place(parser, rank, type);
  return true;
}

// ---- Parameters ----

bool parse_typed(Parser *parser, bool is_size, Var **var) {
  const Token *token = parser_peek(parser);
  *var = NULL;
  if (!parser_expect(parser, TOKEN_VARIABLE, "for a parameter or result")) return false;
  if (is_size && !at_token(parser, TOKEN_COLON)) {
    *var = scope_bind(parser, token, type_scalar(SCALAR_I64));
    return true;
  }
  const Type *type = NULL;
  bool is_found = parser_expect(parser, TOKEN_COLON, "and the type after the name");
  bool is_starred = is_found && at_token(parser, TOKEN_STAR);
  is_found = is_found && parse_type(parser, &type);
  if (is_starred && !parser->has_stopped)
    diag_hint(parser->diag, "the star of a consumed parameter stands before the name: `*%s: ...`",
              token->text);
  // A variable does not see itself in its type, so it is bound only now.
  *var = scope_bind(parser, token, type);
  return is_found;
}

bool parse_params(Parser *parser, Vars *vars, TokenKind close) {
  if (parser_accept(parser, close)) return true;
  do {
    Var *var = NULL;
    if (!parse_typed(parser, false, &var)) return false;
    vec_push(parser->arena, vars, var);
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, close, "after the parameters");
}
