// Parsing of par and with_acc. Each function begins after the name of the op.
#include "ir/par.h"
#include "base/suggest.h"
#include "ir/build.h"
#include "ir/parse_internal.h"
#include "ir/plan.h"
#include "ir/print.h"
#include "ir/rules.h"
#include "ir/type.h"

enum { CLASS_MAX = 65536 };

static const char OUTSIDE[] = "is bound inside the par, but the operator, the neutral elements and "
                              "the destinations of an output stand outside";

typedef struct Outputs {
  Output *data;
  size_t count, capacity;
} Outputs;

// ---- Operators ----

// `a: f64, b: f64 => { ... }; 0.0)`, after the opening parenthesis.
static bool parse_operator(Parser *parser, Lambda **op, Atoms *neutral) {
  Vars params = {0};
  Body *body = NULL;
  size_t scope = scope_begin(parser);
  bool is_found = parse_params(parser, &params, TOKEN_GIVES) && parse_body(parser, &body);
  scope_end(parser, scope);
  if (!is_found) return false;
  *op = lambda_new(parser->program, params.data, params.count, body);
  if (!parser_expect(parser, TOKEN_SEMICOLON, "and the neutral elements after an operator"))
    return false;
  return parse_atoms(parser, neutral, TOKEN_PAREN_CLOSE, "the neutral elements");
}

// Reports when two lists that belong together have different lengths.
static void expect_count(Parser *parser, Span span, const char *what, size_t found,
                         size_t expected) {
  if (found == expected) return;
  diag_error(parser->diag, ERROR_WRONG_OPERAND, span, "there %s %zu %s%s for %zu value%s",
             found == 1 ? "is" : "are", found, what, found == 1 ? "" : "s", expected,
             expected == 1 ? "" : "s");
}

// ---- Outputs ----

// The mode at the next token; MODE_COUNT when it is not one.
static Mode mode_at(const Parser *parser) {
  if (at_token(parser, TOKEN_ACC)) return MODE_ACC;
#define MODE(id, text, traits, purpose)                                                            \
  if (at_word(parser, text)) return MODE_##id;
#include "ir/modes.def"
#undef MODE
  return MODE_COUNT;
}

bool at_output(const Parser *parser) { return mode_at(parser) != MODE_COUNT; }

bool output_unexpected(Parser *parser, const char *expected) {
  const Token *token = parser_peek(parser);
  parser_unexpected(parser, expected);
  if (token->kind != TOKEN_VARIABLE || parser->has_stopped) return false;
  static const char *const words[] = {
      "let",
      "in",
      "needs",
#define MODE(id, text, traits, purpose) text,
#include "ir/modes.def"
#undef MODE
  };
  Suggestion suggestion = suggestion_for(token->text);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    suggestion_offer(&suggestion, words[i]);
  if (suggestion.best) diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
  return false;
}

// What stands outside the par: the operator and the destinations.
static bool parse_output_outside(Parser *parser, Output *output, Atoms *neutral, Atoms *dests) {
  bool has_operator = mode_has(output->mode, TRAIT_OPERATES);
  if (has_operator) {
    if (!parser_expect(parser, TOKEN_PAREN_OPEN, "before the operator of an output")) return false;
    if (!parse_operator(parser, &output->op, neutral)) return false;
  }
  if (!mode_has(output->mode, TRAIT_WRITES)) return true;
  return parse_values(parser, dests, "the destination of an output");
}

static bool parse_output_flags(Parser *parser, Output *output) {
  const Token *token = parser_peek(parser);
  if (parser_accept(parser, TOKEN_COMMUTATIVE)) {
    output->is_commutative = true;
  } else if (parser_accept(parser, TOKEN_EXCLUSIVE)) {
    output->is_exclusive = true;
  }
  bool is_running = mode_has(output->mode, TRAIT_RUNNING);
  bool may_commute = mode_has(output->mode, TRAIT_OPERATES) && !is_running;
  if ((output->is_commutative && !may_commute) || (output->is_exclusive && !is_running)) {
    diag_error(parser->diag, ERROR_UNEXPECTED_TOKEN, token_span(parser, token),
               "`%s` does not belong to this kind of output", token->text);
    diag_hint(parser->diag, "`reduce` and `combine` may be commutative, `scan` exclusive");
  }
  return true;
}

// What stands inside the thunk: conditions, indices and values.
static bool parse_output_inside(Parser *parser, Output *output, Atoms *values) {
  Atoms indices = {0};
  if (mode_has(output->mode, TRAIT_SORTS) &&
      !parse_count(parser, CLASS_MAX, "the number of classes of `split`", &output->class_count))
    return false;
  if (mode_has(output->mode, TRAIT_SELECTS) &&
      !parse_atom(parser, &output->selector, "for what selects the values of an output"))
    return false;
  if (mode_has(output->mode, TRAIT_WRITES)) {
    if (!parser_expect(parser, TOKEN_BRACKET_OPEN, "and the index after a destination"))
      return false;
    if (!parse_atoms(parser, &indices, TOKEN_BRACKET_CLOSE, "the index of an output")) return false;
  }
  output->indices = indices.data;
  output->index_count = indices.count;
  return parse_values(parser, values, "the value of an output");
}

static bool parse_output(Parser *parser, size_t scope, Outputs *outputs) {
  size_t start = parser->at;
  Output output = {.mode = mode_at(parser)};
  Atoms neutral = {0}, dests = {0}, values = {0};
  parser_next(parser);
  if (!parse_output_flags(parser, &output)) return false;
  scope_hide(parser, scope, OUTSIDE);
  bool is_found = parse_output_outside(parser, &output, &neutral, &dests);
  scope_unhide(parser);
  if (!is_found || !parse_output_inside(parser, &output, &values)) return false;
  output.span = span_since(parser, start);
  if (output.op) expect_count(parser, output.span, "neutral element", neutral.count, values.count);
  if (mode_has(output.mode, TRAIT_WRITES))
    expect_count(parser, output.span, "destination", dests.count, values.count);
  bool is_single = mode_has(output.mode, TRAIT_ELEMENTS | TRAIT_HANDS_ON);
  if (is_single && values.count != 1) {
    diag_error(parser->diag, ERROR_WRONG_OPERAND, output.span, "`%s` gives one value, not %zu",
               mode_text(output.mode), values.count);
  }
  output.neutral = neutral.data;
  output.dests = dests.data;
  output.values = values.data;
  output.value_count = values.count;
  vec_push(parser->arena, outputs, output);
  return true;
}

// Statements, then outputs, up to `}`. `scope` is where the par's own bindings begin.
static bool parse_thunk_parts(Parser *parser, size_t scope, Thunk *thunk, Outputs *outputs) {
  for (;;) {
    bool is_lost = false;
    parse_stms(parser, &thunk->stms);
    while (!is_lost && at_output(parser))
      is_lost = !parse_output(parser, scope, outputs);
    if (parser_accept(parser, TOKEN_BRACE_CLOSE)) return true;
    if (!is_lost)
      output_unexpected(parser, outputs->count > 0 ? "another output, or `}` after the outputs"
                                                   : "`let`, an output, or `}`");
    parser_synchronise(parser);
    if (!at_token(parser, TOKEN_LET) && !at_token(parser, TOKEN_ATTRIBUTE)) return false;
  }
}

static bool parse_thunk(Parser *parser, size_t scope, Thunk *thunk) {
  Outputs outputs = {0};
  if (!parser_expect(parser, TOKEN_BRACE_OPEN, "and the body of a par")) return false;
  if (!parser_enter(parser)) return false;
  bool is_found = parse_thunk_parts(parser, scope, thunk, &outputs);
  parser->depth--;
  thunk->outputs = outputs.data;
  thunk->output_count = outputs.count;
  return is_found || parser_close(parser);
}

// ---- The head of a par ----

bool parse_level(Parser *parser, const char *expected, ParLevel *level) {
  for (*level = PAR_THREAD; !at_word(parser, par_level_text(*level)); ++*level)
    if (*level == PAR_GRID) return parser_unexpected(parser, expected);
  parser_next(parser);
  return true;
}

// `(i < n, j < s)`. The sizes do not see the indices.
static bool parse_space(Parser *parser, size_t scope, Par *par) {
  Vec(Dim) space = {0};
  Vars indices = {0};
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "and the index space of a par")) return false;
  while (!at_token(parser, TOKEN_PAREN_CLOSE)) {
    const Token *token = parser_peek(parser);
    Dim dim;
    bool is_sound = true;
    if (!parser_expect(parser, TOKEN_VARIABLE, "for an index of a par")) return false;
    if (!parser_expect(parser, TOKEN_LESS, "and the size after an index of a par")) return false;
    scope_hide(parser, scope, "is an index of this par and cannot be the size of another");
    bool is_found = parse_dim(parser, &dim, &is_sound);
    scope_unhide(parser);
    if (!is_found) return false;
    vec_push(parser->arena, &space, dim);
    vec_push(parser->arena, &indices, scope_bind(parser, token, type_scalar(SCALAR_I64)));
    if (!parser_accept(parser, TOKEN_COMMA)) break;
  }
  if (indices.count > RANK_MAX) {
    diag_error(parser->diag, ERROR_TOO_LARGE, indices.data[RANK_MAX]->span,
               "a par has at most %d dimensions", (int)RANK_MAX);
  }
  par->space = space.data;
  par->indices = indices.data;
  par->rank = indices.count;
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "after the index space of a par");
}

// The kernel at the next token; KERNEL_COUNT when it is not one.
static Kernel kernel_at(const Parser *parser) {
  for (Kernel kernel = 0; kernel < KERNEL_COUNT; kernel++)
    if (at_word(parser, kernel_traits(kernel)->text)) return kernel;
  return KERNEL_COUNT;
}

// `(depth 2)` or `(side 128)`, where the kernel has it.
static bool parse_plan_number(Parser *parser, Plan *plan) {
  const KernelTraits *traits = kernel_traits(plan->kernel);
  if (!traits->has_depth && !traits->has_side && !traits->has_rows) return true;
  if (traits->has_rows && !at_token(parser, TOKEN_PAREN_OPEN)) return true;
  const char *word = traits->has_side ? "side" : "depth";
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "and a number after this kernel")) return false;
  if (!at_word(parser, word))
    return parser_unexpected(parser, arena_printf(parser->arena, "`%s` and a number", word));
  parser_next(parser);
  bool is_found = traits->has_side
                      ? parse_count(parser, PLAN_SIDE_MOST, "the side of a square", &plan->side)
                      : parse_count(parser, PLAN_DEPTH_MOST, "the depth of a nest", &plan->depth);
  return is_found && parser_expect(parser, TOKEN_PAREN_CLOSE, "after the number of a kernel");
}

// `tile(side 128) if is_large else map(depth 1)`, after `by`.
static bool parse_plan(Parser *parser, Plan **plan) {
  Plan *found = plan_new(parser->arena, kernel_at(parser), 0, 0);
  if (found->kernel == KERNEL_COUNT) {
    const Token *token = parser_peek(parser);
    parser_unexpected(parser, "a kernel after `by`");
    if (token->kind != TOKEN_VARIABLE || parser->has_stopped) return false;
    Suggestion suggestion = suggestion_for(token->text);
    for (Kernel kernel = 0; kernel < KERNEL_COUNT; kernel++)
      suggestion_offer(&suggestion, kernel_traits(kernel)->text);
    if (suggestion.best) diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
    return false;
  }
  parser_next(parser);
  *plan = found;
  if (!parse_plan_number(parser, found)) return false;
  if (!at_token(parser, TOKEN_OP) || parser_peek(parser)->op != OP_IF) return true;
  parser_next(parser);
  if (!parse_atom(parser, &found->condition, "for the condition of a plan")) return false;
  return parser_expect(parser, TOKEN_ELSE, "and the plan for the other case") &&
         parse_plan(parser, &found->otherwise);
}

// What the thunk owns of a consumed array: its element at the indices. NULL after an error.
static const Type *owned_type(Parser *parser, const Par *par, Span span, const Type *array) {
  Signature signature = {0};
  StrBuf why = {0};
  bool *is_range = arena_array(parser->arena, bool, par->rank);
  bool is_right = type_is_array(array) &&
                  type_select(parser->program, array, par->rank, is_range, NULL, &signature, &why);
  if (!is_right || signature.count != 1) {
    diag_error(parser->diag, ERROR_WRONG_OPERAND, span, "a par cannot consume this: %s",
               !type_is_array(array) ? "it is not an array"
               : is_right            ? "its rows have no common size"
                                     : strbuf_text(&why));
    is_right = false;
  }
  strbuf_free(&why);
  return is_right ? signature.types[0] : NULL;
}

// `(row = xs, ...)` after `consume` or `acc`.
static bool parse_inputs(Parser *parser, size_t scope, const Par *par, bool is_consumed,
                         ParInput **inputs, size_t *count) {
  Vec(ParInput) list = {0};
  const char *word = is_consumed ? "after `consume`" : "after `acc`";
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, word)) return false;
  do {
    const Token *token = parser_peek(parser);
    ParInput input = {0};
    if (!parser_expect(parser, TOKEN_VARIABLE, word)) return false;
    if (!parser_expect(parser, TOKEN_EQUALS, "and the variable outside")) return false;
    const Token *outside = parser_peek(parser);
    scope_hide(parser, scope, "is bound by this par, but a variable from outside is needed");
    bool is_found = parse_use(parser, &input.outside, "from outside the par");
    scope_unhide(parser);
    if (!is_found) return false;
    const Type *type = input.outside ? input.outside->type : NULL;
    if (type && is_consumed) type = owned_type(parser, par, token_span(parser, outside), type);
    input.inside = scope_bind(parser, token, type);
    vec_push(parser->arena, &list, input);
  } while (parser_accept(parser, TOKEN_COMMA));
  *inputs = list.data;
  *count = list.count;
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "after the inputs of a par");
}

// ---- Epilogues ----

// The types of the scans' values, in order; NULL where they are poisoned.
static void scan_types(Parser *parser, const Thunk *thunk, Atoms *values) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (mode_has(output->mode, TRAIT_RUNNING))
      vec_append(parser->arena, values, output->values, output->value_count);
  }
}

static bool parse_scan_params(Parser *parser, Par *par, bool is_sound) {
  Vars params = {0};
  Atoms values = {0};
  size_t start = parser->at;
  scan_types(parser, &par->body, &values);
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "and the scans' results after `then`")) return false;
  while (!at_token(parser, TOKEN_PAREN_CLOSE)) {
    const Token *token = parser_peek(parser);
    if (!parser_expect(parser, TOKEN_VARIABLE, "for the result of a scan")) return false;
    bool has_type = is_sound && params.count < values.count;
    const Type *type = has_type ? atom_type(values.data[params.count]) : NULL;
    vec_push(parser->arena, &params, scope_bind(parser, token, type));
    if (!parser_accept(parser, TOKEN_COMMA)) break;
  }
  if (!parser_expect(parser, TOKEN_PAREN_CLOSE, "after the scans' results")) return false;
  if (is_sound && params.count != values.count) {
    diag_error(parser->diag, ERROR_WRONG_OPERAND, span_since(parser, start),
               "the epilogue names %zu scan result%s, but there %s %zu", params.count,
               params.count == 1 ? "" : "s", values.count == 1 ? "is" : "are", values.count);
  }
  par->scan_params = params.data;
  par->scan_param_count = params.count;
  return true;
}

static bool parse_par_parts(Parser *parser, size_t scope, Par *par) {
  Mark mark = parser_mark(parser);
  par->level = PAR_ANY;
  if (parser_accept(parser, TOKEN_AT) &&
      !parse_level(parser, "`thread`, `block` or `grid` after `par@`", &par->level))
    return false;
  if (!parse_space(parser, scope, par)) return false;
  par->is_turned = accept_word(parser, "turned");
  par->is_overwritten = accept_word(parser, "overwritten");
  if (accept_word(parser, "by")) {
    scope_hide(parser, scope, "is bound by this par, but its plan is made before it runs");
    bool is_found = parse_plan(parser, &par->plan);
    scope_unhide(parser);
    if (!is_found) return false;
  }
  if (parser_accept(parser, TOKEN_CONSUME) &&
      !parse_inputs(parser, scope, par, true, &par->consumed, &par->consumed_count))
    return false;
  if (parser_accept(parser, TOKEN_ACC) &&
      !parse_inputs(parser, scope, par, false, &par->accs, &par->acc_count))
    return false;
  if (!parse_thunk(parser, scope, &par->body)) return false;
  par->has_epilogue = parser_accept(parser, TOKEN_THEN);
  if (!par->has_epilogue) return true;
  return parse_scan_params(parser, par, parse_is_clean(parser, mark)) &&
         parse_thunk(parser, scope, &par->epilogue);
}

bool parse_par(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  size_t scope = scope_begin(parser);
  Par *par = arena_make(parser->arena, Par);
  bool is_found = parse_par_parts(parser, scope, par);
  scope_end(parser, scope);
  if (is_found && parse_is_clean(parser, mark)) *exp = exp_par(parser->program, par);
  return is_found;
}

// ---- with_acc ----

// An operator and a list of atoms both begin with `(`; only an operator goes on with `x:` or `=>`.
static bool at_operator(const Parser *parser) {
  if (!at_token(parser, TOKEN_PAREN_OPEN)) return false;
  return parser_peek_at(parser, 1)->kind == TOKEN_GIVES ||
         (parser_peek_at(parser, 1)->kind == TOKEN_VARIABLE &&
          parser_peek_at(parser, 2)->kind == TOKEN_COLON);
}

// The type of an accumulator over these destinations.
static const Type *acc_type(Parser *parser, const AccDecl *acc, uint32_t rank) {
  const Type **types = arena_array(parser->arena, const Type *, acc->dest_count);
  for (size_t i = 0; i < acc->dest_count; i++)
    types[i] = atom_type(acc->dests[i]);
  return type_acc(parser->program, acc->dest_count, types, rank);
}

static bool parse_acc_decl(Parser *parser, size_t scope, AccDecl *acc) {
  Mark mark = parser_mark(parser);
  const Token *token = parser_peek(parser);
  size_t start = parser->at;
  Atoms neutral = {0}, dests = {0};
  uint32_t rank = 0;
  if (!parser_expect(parser, TOKEN_VARIABLE, "for an accumulator of `with_acc`")) return false;
  if (!parser_expect(parser, TOKEN_EQUALS, "after the name of an accumulator")) return false;
  scope_hide(parser, scope, "is an accumulator of this `with_acc`; only its body sees it");
  bool is_found = true;
  if (at_operator(parser)) {
    parser_next(parser);
    is_found = parse_operator(parser, &acc->op, &neutral);
  }
  is_found = is_found && parse_values(parser, &dests, "the destination of an accumulator");
  scope_unhide(parser);
  if (!is_found) return false;
  if (!at_word(parser, "rank"))
    return parser_unexpected(parser, "`rank` after the destinations of an accumulator");
  parser_next(parser);
  if (!parse_count(parser, RANK_MAX, "the index rank of an accumulator", &rank)) return false;
  acc->is_once = accept_word(parser, "once");
  if (acc->op)
    expect_count(parser, span_since(parser, start), "neutral element", neutral.count, dests.count);
  acc->dests = dests.data;
  acc->dest_count = dests.count;
  acc->neutral = neutral.data;
  const Type *type = parse_is_clean(parser, mark) ? acc_type(parser, acc, rank) : NULL;
  acc->param = scope_bind(parser, token, type);
  return true;
}

static bool parse_with_acc_parts(Parser *parser, size_t scope, WithAcc *with_acc) {
  Vec(AccDecl) accs = {0};
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "after `with_acc`")) return false;
  bool is_closed = parser_accept(parser, TOKEN_PAREN_CLOSE);
  bool has_more = !is_closed;
  while (has_more) {
    AccDecl acc = {0};
    if (!parse_acc_decl(parser, scope, &acc)) return false;
    vec_push(parser->arena, &accs, acc);
    has_more = parser_accept(parser, TOKEN_COMMA);
  }
  if (!is_closed &&
      !parser_expect(parser, TOKEN_PAREN_CLOSE, "after the accumulators of `with_acc`"))
    return false;
  with_acc->accs = accs.data;
  with_acc->acc_count = accs.count;
  return parse_body(parser, &with_acc->body);
}

bool parse_with_acc(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  size_t scope = scope_begin(parser);
  WithAcc *with_acc = arena_make(parser->arena, WithAcc);
  bool is_found = parse_with_acc_parts(parser, scope, with_acc);
  scope_end(parser, scope);
  if (is_found && parse_is_clean(parser, mark)) *exp = exp_with_acc(parser->program, with_acc);
  return is_found;
}
