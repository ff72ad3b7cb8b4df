// Parsing of statements and bodies, and the check of each statement by the type rules.
#include <string.h>

#include "ir/build.h"
#include "ir/parse_internal.h"
#include "ir/print.h"
#include "ir/rules.h"
#include "ir/type.h"

// ---- Patterns ----

static bool parse_pattern_var(Parser *parser, Vars *vars) {
  const Token *token = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_VARIABLE, "in the pattern of `let`")) return false;
  const Type *type = NULL;
  bool has_type = parser_accept(parser, TOKEN_COLON);
  bool is_found = !has_type || parse_type(parser, &type);
  vec_push(parser->arena, vars, scope_bind(parser, token, type));
  return is_found;
}

static bool parse_pattern_list(Parser *parser, Vars *vars) {
  if (!parser_accept(parser, TOKEN_PAREN_OPEN)) return parse_pattern_var(parser, vars);
  if (parser_accept(parser, TOKEN_PAREN_CLOSE)) return true;
  do {
    if (!parse_pattern_var(parser, vars)) return false;
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "after the names of the pattern");
}

static bool parse_pattern(Parser *parser, Vars *vars) {
  parser->pattern_from = parser->bindings.count;
  parser->is_in_pattern = true;
  bool is_found = parse_pattern_list(parser, vars);
  parser->is_in_pattern = false;
  return is_found;
}

// ---- Types of patterns ----

static bool is_sound_type(const Type *type) {
  for (size_t i = 0; i < type->rank; i++) {
    if (type->dims[i].var && !type->dims[i].var->type) return false;
  }
  for (size_t i = 0; i < type->acc_count; i++) {
    if (!is_sound_type(type->acc_types[i])) return false;
  }
  return true;
}

// Poisons what names a variable that is still without a type.
static void pattern_poison(const Vars *vars) {
  for (size_t i = 0; i < vars->count; i++) {
    Var *var = vars->data[i];
    if (var->type && !is_sound_type(var->type)) var->type = NULL;
  }
}

// What stands on the first line: of a statement with bodies that is the head.
static Span span_head(const Parser *parser, Span span) {
  const char *text = parser->file->text;
  const char *newline = memchr(text + span.start, '\n', span.end - span.start);
  if (!newline) return span;
  span.end = (uint32_t)(newline - text);
  while (span.end > span.start && strchr(" \t\r", text[span.end - 1]))
    span.end--;
  return span;
}

// What is to be underlined of a statement that breaks a rule: the operand that does not fit, where
// that is easily told, else the head. Operands of a scalar op are single tokens with commas
// between.
static Span span_of_fault(const Parser *parser, const Exp *exp, Span span) {
  size_t odd = exp_odd_operand(exp);
  if (odd == exp->arg_count) return span_head(parser, span);
  const Token *token = &parser->tokens.data[parser->at];
  while (token->start >= span.end || token->kind != TOKEN_OP)
    token--;
  return token_span(parser, token + 1 + 2 * odd);
}

// The constant as one of another type; false when it does not fit.
static bool constant_retype(Constant constant, Scalar type, Constant *result) {
  ScalarClass from = scalar_info(constant.type)->class, to = scalar_info(type)->class;
  if (from == CLASS_BOOL || to == CLASS_BOOL || (from == CLASS_FLOAT && to == CLASS_INT))
    return false;
  if (from == CLASS_FLOAT) {
    *result = constant_float(type, constant_to_double(constant));
    return true;
  }
  int64_t value = constant_to_i64(constant);
  *result = to == CLASS_INT ? constant_int(type, value) : constant_float(type, (double)value);
  return to == CLASS_FLOAT || constant_to_i64(*result) == value;
}

// A number without a suffix is easily of another type than the variable beside it.
static void hint_constant(Parser *parser, const Exp *exp) {
  if (!op_is_scalar(exp->op) || op_info(exp->op)->shape == SHAPE_SCALE) return;
  size_t first = op_info(exp->op)->shape == SHAPE_SELECT ? 1 : 0;
  const Type *type = NULL;
  for (size_t i = first; i < exp->arg_count && !type; i++)
    if (exp->args[i].var) type = exp->args[i].var->type;
  if (!type || type->kind != TYPE_SCALAR) return;
  for (size_t i = first; i < exp->arg_count; i++) {
    const Atom *atom = &exp->args[i];
    Constant constant;
    if (atom->var || atom->constant.type == type->scalar) continue;
    if (!constant_retype(atom->constant, type->scalar, &constant)) continue;
    StrBuf text = {0};
    constant_print(&text, constant);
    diag_hint(parser->diag, "write %s", strbuf_text(&text));
    strbuf_free(&text);
    return;
  }
}

static void report_rule(Parser *parser, const Exp *exp, Span span, const StrBuf *why) {
  diag_error(parser->diag, ERROR_TYPE_RULE, span_of_fault(parser, exp, span), "%s",
             strbuf_text(why));
  hint_constant(parser, exp);
}

// Gives the inferred types to the variables that have none.
static void pattern_give(Parser *parser, const Vars *vars, const Signature *signature) {
  const Type **declared = arena_array(parser->arena, const Type *, vars->count);
  for (size_t i = 0; i < vars->count; i++)
    declared[i] = vars->data[i]->type;
  signature_name(parser->program, signature, vars->data);
  for (size_t i = 0; i < vars->count; i++) {
    if (declared[i]) vars->data[i]->type = declared[i];
  }
}

// Infers the types that the pattern does not say.
static bool pattern_infer(Parser *parser, const Vars *vars, const Exp *exp, Span span) {
  if (op_has(exp->op, FLAG_SHAPED)) {
    const char *name = op_info(exp->op)->text;
    diag_error(parser->diag, ERROR_MISSING_TYPE, span,
               "`%s` takes the shape of its result from the pattern, which has no type", name);
    diag_hint(parser->diag, "write the type: `let x: [n]f64 = %s ...`", name);
    return false;
  }
  Signature signature = {0};
  StrBuf why = {0};
  bool is_inferred = exp_infer(parser->program, exp, NULL, 0, &signature, &why);
  if (!is_inferred) {
    report_rule(parser, exp, span, &why);
  } else if (signature.count != vars->count) {
    diag_error(parser->diag, ERROR_PATTERN_COUNT, span,
               "this `%s` gives %zu value%s, but the pattern has %zu name%s",
               op_info(exp->op)->text, signature.count, signature.count == 1 ? "" : "s",
               vars->count, vars->count == 1 ? "" : "s");
    is_inferred = false;
  }
  strbuf_free(&why);
  if (is_inferred) pattern_give(parser, vars, &signature);
  return is_inferred;
}

static bool is_typed(const Vars *vars) {
  for (size_t i = 0; i < vars->count; i++) {
    if (!vars->data[i]->type) return false;
  }
  return true;
}

static bool pattern_dims_check(Parser *parser, const Vars *vars) {
  bool is_sound = true;
  for (size_t i = 0; i < vars->count; i++) {
    const Type *type = vars->data[i]->type;
    StrBuf why = {0};
    if (type->rank > RANK_MAX) {
      diag_error(parser->diag, ERROR_TOO_LARGE, vars->data[i]->span,
                 "an array has at most %d dimensions", (int)RANK_MAX);
      is_sound = false;
    } else if (!dims_check(type->rank, type->dims, &why)) {
      diag_error(parser->diag, ERROR_WRONG_TYPE, vars->data[i]->span, "%s", strbuf_text(&why));
      is_sound = false;
    }
    strbuf_free(&why);
  }
  return is_sound;
}

// Infers the types that are missing, and checks those that are there.
static bool pattern_check(Parser *parser, const Vars *vars, const Exp *exp, Span span) {
  if (!is_typed(vars)) {
    if (!pattern_infer(parser, vars, exp, span)) return false;
    if (!pattern_dims_check(parser, vars)) return false;
  }
  StrBuf why = {0};
  bool is_right = exp_check(parser->program, exp, vars->data, vars->count, &why);
  if (!is_right) report_rule(parser, exp, span, &why);
  strbuf_free(&why);
  return is_right;
}

// ---- Statements ----

static void parse_attributes(Parser *parser, Attrs *attrs) {
  while (at_token(parser, TOKEN_ATTRIBUTE))
    vec_push(parser->arena, attrs, parser_next(parser)->text);
}

static bool parse_needs(Parser *parser, Vars *certs) {
  if (!parser_accept(parser, TOKEN_NEEDS)) return true;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "after `needs`")) return false;
  if (parser_accept(parser, TOKEN_PAREN_CLOSE)) return true;
  do {
    const Token *token = parser_peek(parser);
    Var *var = NULL;
    if (!parse_use(parser, &var, "for a certificate")) return false;
    if (var && var->type->kind != TYPE_CERT) {
      diag_error(parser->diag, ERROR_WRONG_OPERAND, token_span(parser, token),
                 "`%s` is not a certificate", token->text);
      diag_hint(parser->diag, "certificates have the type cert and are given by `assert`");
    }
    if (var) vec_push(parser->arena, certs, var);
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "after the certificates");
}

static bool parse_stm_parts(Parser *parser, Stm *stm, Vars *vars) {
  size_t from = parser->bindings.count;
  Vars certs = {0};
  parse_attributes(parser, &stm->attrs);
  if (!parser_expect(parser, TOKEN_LET, "after an attribute")) return false;
  if (!parse_pattern(parser, vars)) return false;
  if (!parser_expect(parser, TOKEN_EQUALS, "after the pattern of `let`")) return false;
  scope_hide(parser, from, "is bound by this very statement and cannot be used in it");
  bool is_found = parse_exp(parser, &stm->exp) && parse_needs(parser, &certs);
  scope_unhide(parser);
  stm->certs = certs.data;
  stm->cert_count = certs.count;
  if (!is_found || at_boundary(parser) || at_output(parser)) return is_found;
  return output_unexpected(parser, "`,` or the end of this statement");
}

static bool parse_stm(Parser *parser, Stms *stms) {
  Mark mark = parser_mark(parser);
  size_t start = parser->at;
  Stm *stm = arena_make(parser->arena, Stm);
  Vars vars = {0};
  bool is_found = parse_stm_parts(parser, stm, &vars);
  stm->span = span_since(parser, start);
  stm->vars = vars.data;
  stm->var_count = vars.count;
  bool is_right =
      is_found && parse_is_clean(parser, mark) && pattern_check(parser, &vars, stm->exp, stm->span);
  if (is_right) {
    vec_push(parser->arena, stms, stm);
  } else {
    pattern_poison(&vars);
  }
  return is_found;
}

void parse_stms(Parser *parser, Stms *stms) {
  while (at_token(parser, TOKEN_LET) || at_token(parser, TOKEN_ATTRIBUTE)) {
    if (!parse_stm(parser, stms)) parser_synchronise(parser);
  }
}

// ---- Bodies ----

// Statements up to `in`, which is taken. Goes on after errors as long as the body lasts.
static bool parse_body_stms(Parser *parser, Stms *stms) {
  for (;;) {
    parse_stms(parser, stms);
    if (parser_accept(parser, TOKEN_IN)) return true;
    parser_unexpected(parser, "`let`, or `in` and the results of the body");
    parser_synchronise(parser);
    if (!at_token(parser, TOKEN_LET) && !at_token(parser, TOKEN_IN) &&
        !at_token(parser, TOKEN_ATTRIBUTE))
      return false;
  }
}

bool parse_body(Parser *parser, Body **body) {
  Stms stms = {0};
  Atoms results = {0};
  *body = NULL;
  if (!parser_expect(parser, TOKEN_BRACE_OPEN, "and a body")) return false;
  if (!parser_enter(parser)) return false;
  size_t scope = scope_begin(parser);
  bool is_found = parse_body_stms(parser, &stms) &&
                  parser_expect(parser, TOKEN_PAREN_OPEN, "after `in`") &&
                  parse_atoms(parser, &results, TOKEN_PAREN_CLOSE, "the results of a body") &&
                  parser_expect(parser, TOKEN_BRACE_CLOSE, "after the results of a body");
  scope_end(parser, scope);
  parser->depth--;
  // An error that was reported inside ends with the body.
  if (!is_found && !parser_close(parser)) return false;
  *body = body_new(parser->program, stms, results.data, results.count);
  return true;
}
