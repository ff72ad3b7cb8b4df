// Parsing of expressions without bodies. Each function begins after the name of the op.
#include "base/suggest.h"
#include "ir/build.h"
#include "ir/parse_internal.h"
#include "ir/type.h"

// `a, b, c`: at least one atom.
static bool parse_list(Parser *parser, Atoms *atoms, const char *where) {
  do {
    Atom atom;
    if (!parse_atom(parser, &atom, where)) return false;
    vec_push(parser->arena, atoms, atom);
  } while (parser_accept(parser, TOKEN_COMMA));
  return true;
}

static const char *operand_of(Parser *parser, Op op) {
  return arena_printf(parser->arena, "for an operand of `%s`", op_info(op)->text);
}

// Ops whose operands are just atoms. The rules know how many there must be.
static bool parse_plain(Parser *parser, Op op, Exp **exp) {
  Mark mark = parser_mark(parser);
  Atoms atoms = {0};
  if (!parse_list(parser, &atoms, operand_of(parser, op))) return false;
  if (parse_is_clean(parser, mark)) *exp = exp_new(parser->program, op, atoms.data, atoms.count);
  return true;
}

// `sext x : i64`
static bool parse_convert(Parser *parser, Op op, Exp **exp) {
  Mark mark = parser_mark(parser);
  Atom operand;
  if (!parse_atom(parser, &operand, operand_of(parser, op))) return false;
  if (!parser_expect(parser, TOKEN_COLON, "and the type to convert to")) return false;
  const Token *token = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_SCALAR, "to convert to")) return false;
  if (parse_is_clean(parser, mark)) *exp = exp_convert(parser->program, op, operand, token->scalar);
  return true;
}

// `alloc n, m : f32`
static bool parse_alloc(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Atoms atoms = {0};
  if (!parse_list(parser, &atoms, operand_of(parser, OP_ALLOC))) return false;
  if (!parser_expect(parser, TOKEN_COLON, "and the type of the elements")) return false;
  const Token *token = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_SCALAR, "of the elements")) return false;
  if (parse_is_clean(parser, mark))
    *exp = exp_alloc(parser->program, atoms.data, atoms.count, token->scalar);
  return true;
}

// ---- Arrays ----

// The array of index, slice, update and permute: a variable of array type.
static bool parse_array(Parser *parser, Op op, Var **array) {
  const Token *token = parser_peek(parser);
  if (!parse_use(parser, array,
                 arena_printf(parser->arena, "for the array of `%s`", op_info(op)->text)))
    return false;
  if (*array && !type_is_array((*array)->type)) {
    StrBuf type = {0};
    type_print(&type, (*array)->type);
    diag_error(parser->diag, ERROR_WRONG_OPERAND, token_span(parser, token),
               "`%s` needs an array, but `%s` has the type %s", op_info(op)->text, token->text,
               strbuf_text(&type));
    strbuf_free(&type);
  }
  return true;
}

static bool parse_index(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Var *array = NULL;
  Atoms indices = {0};
  if (!parse_array(parser, OP_INDEX, &array)) return false;
  if (!parser_expect(parser, TOKEN_BRACKET_OPEN, "after the array of `index`")) return false;
  if (!parse_atoms(parser, &indices, TOKEN_BRACKET_CLOSE, "the indices of `index`")) return false;
  if (parse_is_clean(parser, mark))
    *exp = exp_index(parser->program, array, indices.data, indices.count);
  return true;
}

// `count : stride` of an LMAD, `start : count : stride` of a range: the atoms after the first.
static bool parse_range_rest(Parser *parser, Atoms *atoms, size_t rest) {
  for (size_t i = 0; i < rest; i++) {
    Atom atom;
    if (!parser_expect(parser, TOKEN_COLON, "between the parts of a range")) return false;
    if (!parse_atom(parser, &atom, "in a range")) return false;
    vec_push(parser->arena, atoms, atom);
  }
  return true;
}

static bool parse_lmad(Parser *parser, Selector *selector, Atoms *atoms) {
  Atom atom;
  selector->is_lmad = true;
  if (!parse_atom(parser, &atom, "for the offset of a slice")) return false;
  vec_push(parser->arena, atoms, atom);
  if (!parser_expect(parser, TOKEN_SEMICOLON, "after the offset of a slice")) return false;
  if (parser_accept(parser, TOKEN_BRACE_CLOSE)) return true;
  do {
    if (!parse_atom(parser, &atom, "for a count")) return false;
    vec_push(parser->arena, atoms, atom);
    if (!parse_range_rest(parser, atoms, 1)) return false;
    selector->rank++;
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, TOKEN_BRACE_CLOSE, "after the dimensions of a slice");
}

// `[a : n : d, i]` or `{o; n : d}`.
static bool parse_selector(Parser *parser, Selector *selector, Atoms *atoms) {
  Vec(bool) is_range = {0};
  *selector = (Selector){0};
  if (parser_accept(parser, TOKEN_BRACE_OPEN)) return parse_lmad(parser, selector, atoms);
  if (!parser_accept(parser, TOKEN_BRACKET_OPEN))
    return parser_unexpected(parser, "`[` or `{` and what to select");
  if (!parser_accept(parser, TOKEN_BRACKET_CLOSE)) {
    do {
      Atom atom;
      if (!parse_atom(parser, &atom, "for an index or range")) return false;
      vec_push(parser->arena, atoms, atom);
      bool is_colon = at_token(parser, TOKEN_COLON);
      if (is_colon && !parse_range_rest(parser, atoms, 2)) return false;
      vec_push(parser->arena, &is_range, is_colon);
    } while (parser_accept(parser, TOKEN_COMMA));
    if (!parser_expect(parser, TOKEN_BRACKET_CLOSE, "after the selection")) return false;
  }
  selector->rank = (uint32_t)is_range.count;
  selector->is_range = is_range.data;
  return true;
}

// slice and update.
static bool parse_selection(Parser *parser, Op op, Exp **exp) {
  Mark mark = parser_mark(parser);
  Var *array = NULL;
  Selector selector;
  Atoms atoms = {0};
  Atom value = atom_i64(0);
  size_t start = parser->at;
  if (!parse_array(parser, op, &array)) return false;
  if (!parse_selector(parser, &selector, &atoms)) return false;
  if (selector.rank > RANK_MAX) {
    diag_error(parser->diag, ERROR_TOO_LARGE, span_since(parser, start),
               "an array has at most %d dimensions", (int)RANK_MAX);
    return true;
  }
  if (op == OP_UPDATE) {
    if (!parser_expect(parser, TOKEN_EQUALS, "and the new value after the selection of `update`"))
      return false;
    if (!parse_atom(parser, &value, "for the new value")) return false;
  }
  if (!parse_is_clean(parser, mark)) return true;
  *exp = op == OP_SLICE
             ? exp_slice(parser->program, array, selector, atoms.data, atoms.count)
             : exp_update(parser->program, array, selector, atoms.data, atoms.count, value);
  return true;
}

static bool parse_permute(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Var *array = NULL;
  Vec(uint32_t) permutation = {0};
  size_t start = parser->at;
  if (!parse_array(parser, OP_PERMUTE, &array)) return false;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "and the permutation")) return false;
  do {
    uint32_t dim = 0;
    if (!parse_count(parser, RANK_MAX - 1, "the number of a dimension", &dim)) return false;
    vec_push(parser->arena, &permutation, dim);
  } while (parser_accept(parser, TOKEN_COMMA));
  if (!parser_expect(parser, TOKEN_PAREN_CLOSE, "after the permutation")) return false;
  if (!parse_is_clean(parser, mark)) return true;
  if (permutation.count != type_rank(array->type)) {
    diag_error(parser->diag, ERROR_WRONG_OPERAND, span_since(parser, start),
               "the array has %zu dimension%s, but the permutation has %zu", type_rank(array->type),
               type_rank(array->type) == 1 ? "" : "s", permutation.count);
    return true;
  }
  *exp = exp_permute(parser->program, array, permutation.data);
  return true;
}

static bool parse_concat(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  uint32_t dim = 0;
  Atoms arrays = {0};
  if (parser_accept(parser, TOKEN_AT) &&
      !parse_count(parser, RANK_MAX - 1, "the number of a dimension", &dim))
    return false;
  if (!parse_list(parser, &arrays, operand_of(parser, OP_CONCAT))) return false;
  if (parse_is_clean(parser, mark))
    *exp = exp_concat(parser->program, dim, arrays.data, arrays.count);
  return true;
}

static bool parse_array_literal(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Atoms atoms = {0};
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "and the elements of `array`")) return false;
  if (!parse_atoms(parser, &atoms, TOKEN_PAREN_CLOSE, "the elements of `array`")) return false;
  if (parse_is_clean(parser, mark))
    *exp = exp_new(parser->program, OP_ARRAY, atoms.data, atoms.count);
  return true;
}

// ---- The rest ----

static bool parse_assert(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Atom condition;
  Atoms values = {0};
  if (!parse_atom(parser, &condition, "for the condition of `assert`")) return false;
  if (!parser_expect(parser, TOKEN_COMMA, "and the message of `assert`")) return false;
  const Token *message = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_STRING, "for the message of `assert`")) return false;
  if (parser_accept(parser, TOKEN_COMMA) &&
      !parse_list(parser, &values, "for a value of the message"))
    return false;
  if (parse_is_clean(parser, mark))
    *exp = exp_assert(parser->program, condition, message->text, values.data, values.count);
  return true;
}

// `from 16384`, or one of the words; the default of the target when there is neither.
static bool parse_initial(Parser *parser, int64_t *initial) {
  static const struct {
    const char *word;
    int64_t initial;
  } WORDS[] = {{"threads", THRESHOLD_THREADS}, {"fast", THRESHOLD_FAST}, {"nest", THRESHOLD_NEST}};
  uint32_t count = 0;
  *initial = THRESHOLD_DEFAULT;
  if (!at_word(parser, "from")) return true;
  parser_next(parser);
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    if (!at_word(parser, WORDS[i].word)) continue;
    parser_next(parser);
    *initial = WORDS[i].initial;
    return true;
  }
  if (!parse_count(parser, INT32_MAX, "what a threshold is at first", &count)) return false;
  *initial = (int64_t)count;
  return true;
}

static bool parse_threshold(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Atom amount, least;
  const Token *name = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_STRING, "for the name of a threshold")) return false;
  Threshold threshold = {.name = name->text};
  if (parser_accept(parser, TOKEN_FOR) &&
      !parse_level(parser, "`thread`, `block` or `grid` after `for`", &threshold.level))
    return false;
  if (!parse_initial(parser, &threshold.initial)) return false;
  if (!parser_expect(parser, TOKEN_COMMA, "and the amount to compare")) return false;
  if (!parse_atom(parser, &amount, "for the amount to compare")) return false;
  bool is_computed = parser_peek(parser)->kind == TOKEN_COMMA;
  if (is_computed) {
    parser_next(parser);
    if (!parse_atom(parser, &least, "for what the threshold is at first")) return false;
  }
  if (!parse_is_clean(parser, mark)) return true;
  *exp = is_computed ? exp_threshold_from(parser->program, threshold, amount, least)
                     : exp_threshold(parser->program, threshold, amount);
  return true;
}

static void unknown_effect(Parser *parser, const Token *name) {
  diag_error(parser->diag, ERROR_UNKNOWN_OPERATION, token_span(parser, name),
             "there is no effect `%s`", name->text);
  Suggestion suggestion = suggestion_for(name->text);
  for (size_t i = 0; i < EFFECT_COUNT; i++)
    suggestion_offer(&suggestion, effect_info((EffectKind)i)->text);
  if (suggestion.best) diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
}

static bool parse_effect(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Effect effect = {0};
  Atoms operands = {0};
  const Token *name = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_STRING, "for the name of an effect")) return false;
  if (!effect_from_text(name->text, &effect.kind)) {
    unknown_effect(parser, name);
    effect.kind = EFFECT_TRACE; // which takes anything
  }
  if (!parser_expect(parser, TOKEN_COMMA, "and the operands of `effect`")) return false;
  const Token *message = parser_peek(parser);
  if (effect.kind == EFFECT_TRACE) {
    if (!parser_expect(parser, TOKEN_STRING, "for the message of `trace`")) return false;
    if (!parser_expect(parser, TOKEN_COMMA, "and the token")) return false;
    effect.text = message->text;
  }
  if (!parse_list(parser, &operands, "for an operand of `effect`")) return false;
  if (parse_is_clean(parser, mark))
    *exp = exp_effect(parser->program, effect, operands.data, operands.count);
  return true;
}

static bool parse_acc_update(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Var *acc = NULL;
  Atoms indices = {0}, values = {0}, atoms = {0};
  size_t start = parser->at;
  if (!parse_use(parser, &acc, "for an accumulator")) return false;
  Span acc_span = span_since(parser, start);
  if (!parser_expect(parser, TOKEN_BRACKET_OPEN, "and the indices")) return false;
  if (!parse_atoms(parser, &indices, TOKEN_BRACKET_CLOSE, "the indices")) return false;
  if (!parse_values(parser, &values, "the values to write")) return false;
  if (!parse_is_clean(parser, mark)) return true;
  if (acc->type->kind != TYPE_ACC) {
    diag_error(parser->diag, ERROR_WRONG_OPERAND, acc_span,
               "`acc_update` needs an accumulator here");
    return true;
  }
  if (indices.count != acc->type->acc_rank) {
    diag_error(parser->diag, ERROR_WRONG_OPERAND, span_since(parser, start),
               "this accumulator is indexed by %u, not %zu, numbers", acc->type->acc_rank,
               indices.count);
    return true;
  }
  vec_push(parser->arena, &atoms, atom_var(acc));
  vec_append(parser->arena, &atoms, indices.data, indices.count);
  vec_append(parser->arena, &atoms, values.data, values.count);
  *exp = exp_new(parser->program, OP_ACC_UPDATE, atoms.data, atoms.count);
  return true;
}

static bool parse_op(Parser *parser, Op op, Exp **exp) {
  switch (op) {
#include "ir/scalar_cases.def"
    return op_info(op)->shape == SHAPE_CONVERT ? parse_convert(parser, op, exp)
                                               : parse_plain(parser, op, exp);
  case OP_INDEX: return parse_index(parser, exp);
  case OP_SLICE:
  case OP_UPDATE: return parse_selection(parser, op, exp);
  case OP_PERMUTE: return parse_permute(parser, exp);
  case OP_CONCAT: return parse_concat(parser, exp);
  case OP_ARRAY: return parse_array_literal(parser, exp);
  case OP_RESHAPE:
  case OP_COERCE:
  case OP_COPY:
  case OP_SEG_MAKE:
  case OP_SEG_LENGTHS:
  case OP_SEG_OFFSETS:
  case OP_SEG_TOTAL:
  case OP_SEG_INDEX:
  case OP_SEG_FLAGS:
  case OP_RECEIVE:
  case OP_OPAQUE: return parse_plain(parser, op, exp);
  case OP_ASSERT: return parse_assert(parser, exp);
  case OP_EFFECT: return parse_effect(parser, exp);
  case OP_ACC_UPDATE: return parse_acc_update(parser, exp);
  case OP_ALLOC: return parse_alloc(parser, exp);
  case OP_THRESHOLD: return parse_threshold(parser, exp);
  case OP_IF: return parse_if(parser, exp);
  case OP_SWITCH: return parse_switch(parser, exp);
  case OP_LOOP: return parse_loop(parser, exp);
  case OP_CALL: return parse_call(parser, exp);
  case OP_PAR: return parse_par(parser, exp);
  case OP_WITH_ACC: return parse_with_acc(parser, exp);
  case OP_COUNT: break;
  }
  INTERNAL_ERROR("a token for no op");
}

static bool unknown_operation(Parser *parser, const Token *token) {
  diag_error(parser->diag, ERROR_UNKNOWN_OPERATION, token_span(parser, token),
             "there is no operation `%s`", token->text);
  bool at_plus = token[1].kind == TOKEN_PLUS;
  Suggestion suggestion = suggestion_for(token->text);
  for (size_t i = 0; i < OP_COUNT; i++)
    suggestion_offer(&suggestion, op_info((Op)i)->text);
  if (at_plus) {
    diag_hint(parser->diag, "operations are written as words: `add x, y`");
  } else if (suggestion.best) {
    diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
  } else if (map_find(parser->visible, map_key(token->text), NULL)) {
    diag_hint(parser->diag, "a variable is no expression by itself; use it directly instead");
  }
  return false;
}

bool parse_exp(Parser *parser, Exp **exp) {
  const Token *token = parser_peek(parser);
  *exp = NULL;
  if (parser_accept(parser, TOKEN_OP)) return parse_op(parser, token->op, exp);
  if (at_output(parser)) {
    parser_unexpected(parser, "an operation");
    if (!parser->has_stopped)
      diag_hint(parser->diag, "`%s` is an output of a par: `par (i < n) { ... %s ... }`",
                token->text, token->text);
    return false;
  }
  if (token->kind == TOKEN_VARIABLE) return unknown_operation(parser, token);
  return parser_unexpected(parser, "an operation");
}
