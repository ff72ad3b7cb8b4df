// Parsing of if, switch, loop and call. Each function begins after the name of the op.
#include "base/suggest.h"
#include "ir/build.h"
#include "ir/parse_internal.h"
#include "ir/type.h"

bool parse_if(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Atom condition;
  Body *then_body = NULL, *else_body = NULL;
  if (!parse_atom(parser, &condition, "for the condition of `if`")) return false;
  if (!parser_expect(parser, TOKEN_THEN, "after the condition of `if`")) return false;
  if (!parse_body(parser, &then_body)) return false;
  if (!parser_expect(parser, TOKEN_ELSE, "after the first body of `if`")) return false;
  if (!parse_body(parser, &else_body)) return false;
  if (parse_is_clean(parser, mark)) *exp = exp_if(parser->program, condition, then_body, else_body);
  return true;
}

static bool parse_case(Parser *parser, Constant *constant, Body **body) {
  const Token *token = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_CONSTANT, "after `case`")) return false;
  *constant = token->constant;
  return parse_body(parser, body);
}

bool parse_switch(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  Atom value;
  Vec(Body *) bodies = {0};
  Vec(Constant) cases = {0};
  Body *body = NULL;
  if (!parse_atom(parser, &value, "for the value of `switch`")) return false;
  while (parser_accept(parser, TOKEN_CASE)) {
    Constant constant;
    if (!parse_case(parser, &constant, &body)) return false;
    vec_push(parser->arena, &cases, constant);
    vec_push(parser->arena, &bodies, body);
  }
  if (!parser_expect(parser, TOKEN_ELSE, "after the cases of `switch`")) return false;
  if (!parse_body(parser, &body)) return false;
  vec_push(parser->arena, &bodies, body);
  if (!parse_is_clean(parser, mark)) return true;
  Branches branches = {.bodies = bodies.data, .body_count = bodies.count, .cases = cases.data};
  *exp = exp_switch(parser->program, value, branches);
  return true;
}

// ---- Loops ----

// `x: i64 = 0, ...)`. The initial values do not see the parameters.
static bool parse_loop_params(Parser *parser, size_t scope, Vars *params, Atoms *inits) {
  if (parser_accept(parser, TOKEN_PAREN_CLOSE)) return true;
  do {
    Var *var = NULL;
    Atom init;
    if (!parse_typed(parser, false, &var)) return false;
    if (!parser_expect(parser, TOKEN_EQUALS, "and the initial value of a loop parameter"))
      return false;
    scope_hide(parser, scope, "is bound by the loop and cannot be used in an initial value");
    bool is_found = parse_atom(parser, &init, "for the initial value of a loop parameter");
    scope_unhide(parser);
    if (!is_found) return false;
    vec_push(parser->arena, params, var);
    vec_push(parser->arena, inits, init);
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "after the loop parameters");
}

static bool parse_for(Parser *parser, size_t scope, Loop *loop, Atom *bound) {
  const Token *token = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_VARIABLE, "after `for`")) return false;
  if (!parser_expect(parser, TOKEN_LESS, "and the bound of the loop index")) return false;
  size_t poison = parser->poison_count;
  scope_hide(parser, scope, "is bound by the loop and cannot be used in its bound");
  bool is_found = parse_atom(parser, bound, "for the bound of the loop index");
  scope_unhide(parser);
  if (!is_found) return false;
  loop->index =
      scope_bind(parser, token, parser->poison_count == poison ? atom_type(*bound) : NULL);
  return true;
}

static bool parse_loop_parts(Parser *parser, size_t scope, Loop *loop, Atoms *inits, Atom *bound) {
  Vars params = {0};
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "and the loop parameters")) return false;
  if (!parse_loop_params(parser, scope, &params, inits)) return false;
  loop->params = params.data;
  loop->param_count = params.count;
  if (parser_accept(parser, TOKEN_FOR)) {
    if (!parse_for(parser, scope, loop, bound)) return false;
  } else if (parser_accept(parser, TOKEN_WHILE)) {
    if (!parse_body(parser, &loop->condition)) return false;
  } else {
    return parser_unexpected(parser, "`for` or `while` after the loop parameters");
  }
  if (!parser_expect(parser, TOKEN_DO, "before the body of a loop")) return false;
  return parse_body(parser, &loop->body);
}

bool parse_loop(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  size_t scope = scope_begin(parser);
  Loop *loop = arena_make(parser->arena, Loop);
  Atoms inits = {0};
  Atom bound = atom_i64(0);
  bool is_found = parse_loop_parts(parser, scope, loop, &inits, &bound);
  scope_end(parser, scope);
  if (is_found && parse_is_clean(parser, mark))
    *exp = exp_loop(parser->program, loop, inits.data, bound);
  return is_found;
}

// ---- Calls ----

static Fun *find_function(Parser *parser, const Token *token) {
  Fun *fun = program_find(parser->program, token->text);
  if (fun) {
    if (map_find(parser->broken, map_key(fun), NULL)) parser->poison_count++;
    return fun;
  }
  diag_error(parser->diag, ERROR_UNKNOWN_FUNCTION, token_span(parser, token),
             "there is no function `%s`", token->text);
  Suggestion suggestion = suggestion_for(token->text);
  for (size_t i = 0; i < parser->program->funs.count; i++)
    suggestion_offer(&suggestion, parser->program->funs.data[i]->name);
  if (suggestion.best) diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
  return NULL;
}

bool parse_call(Parser *parser, Exp **exp) {
  Mark mark = parser_mark(parser);
  const Token *token = parser_peek(parser);
  Atoms args = {0};
  // A function may have the name of an operation.
  if (token->name) {
    parser_next(parser);
  } else if (!parser_expect(parser, TOKEN_VARIABLE, "of the function after `call`")) {
    return false;
  }
  Fun *fun = find_function(parser, token);
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "after the name of a function")) return false;
  if (!parse_atoms(parser, &args, TOKEN_PAREN_CLOSE, "the arguments of a call")) return false;
  if (parse_is_clean(parser, mark)) *exp = exp_call(parser->program, fun, args.data, args.count);
  return true;
}
