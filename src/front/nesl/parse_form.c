// Top-level forms, and where to go on after a broken one.
#include <string.h>

#include "front/nesl/parse_internal.h"

static NeslForm *form_new(FrontParser *parser, NeslFormKind kind) {
  NeslForm *form = arena_make(parser->arena, NeslForm);
  form->kind = kind;
  form->span = front_parser_token_span(parser, front_parser_peek(parser));
  return form;
}

// The type of the parameters, of their own types; NULL when one has none.
static NeslTypeExp *parameter_type(FrontParser *parser, const NeslPattern *parameter) {
  if (parameter->annotation != NULL || parameter->kind != NESL_PATTERN_TUPLE)
    return parameter->annotation;
  NeslTypeExp *tuple = arena_make(parser->arena, NeslTypeExp);
  tuple->kind = NESL_TYPE_TUPLE;
  tuple->span = parameter->span;
  for (size_t i = 0; i < parameter->items.count; i++) {
    NeslTypeExp *item = parameter_type(parser, parameter->items.data[i]);
    if (item == NULL) return NULL;
    front_parser_raise(parser, &tuple->height, item->height);
    vec_push(parser->arena, &tuple->items, item);
  }
  return tuple;
}

// Those of the whole say the same.
static void drop_annotations(NeslPattern *pattern) {
  pattern->annotation = NULL;
  for (size_t i = 0; pattern->kind == NESL_PATTERN_TUPLE && i < pattern->items.count; i++)
    drop_annotations(pattern->items.data[i]);
}

static bool has_annotation(const NeslPattern *pattern) {
  bool has = pattern->annotation != NULL;
  for (size_t i = 0; pattern->kind == NESL_PATTERN_TUPLE && i < pattern->items.count; i++)
    has = has || has_annotation(pattern->items.data[i]);
  return has;
}

// The type of the result alone: with those of all parameters it is that of the function.
static void function_result(FrontParser *parser, NeslFunctionForm *function, NeslTypeExp *result) {
  NeslTypeExp *from = parameter_type(parser, function->parameter);
  if (from == NULL) {
    function->result = result;
    if (function->classes.count > 0 &&
        front_parser_fail(parser, ERROR_NESL_ANNOTATION, function->parameter->span,
                          "type variables need the types of all parameters"))
      diag_hint(parser->diag, "write them after all parameters: "
                              "`function f(x, y) : (a, [a]) -> a :: (a in any) = e`");
    return;
  }
  function->type = arena_make(parser->arena, NeslTypeExp);
  function->type->kind = NESL_TYPE_ARROW;
  function->type->span = result->span;
  drop_annotations(function->parameter);
  function->type->arrow.from = from;
  function->type->arrow.to = result;
  front_parser_raise(parser, &function->type->height, from->height);
  front_parser_raise(parser, &function->type->height, result->height);
}

// The type behind `:` or `->`: of the whole, or of the result.
static void function_type(FrontParser *parser, NeslFunctionForm *function, bool is_result) {
  NeslTypeExp *type = nesl_parser_type(parser);
  function->classes = nesl_parser_context(parser);
  if (is_result || (type->kind != NESL_TYPE_ARROW && has_annotation(function->parameter))) {
    function_result(parser, function, type);
    return;
  }
  function->type = type;
  if (function->type->kind == NESL_TYPE_ARROW || parser->is_failing) return;
  bool is_bracket = front_parser_is(parser, NESL_TOKEN_LBRACKET);
  bool is_new = front_parser_fail(parser, ERROR_NESL_ANNOTATION, function->type->span,
                                  "the type of a function needs an `->`");
  if (is_new && is_bracket)
    diag_hint(parser->diag, "the type of a sequence is written in brackets: `[int]`");
  else if (is_new)
    diag_hint(parser->diag, "write the types of its parameters and of its result: "
                            "`function f(x, y) : (int, int) -> int = e`");
}

static NeslForm *form_function(FrontParser *parser) {
  NeslForm *form = form_new(parser, NESL_FORM_FUNCTION);
  NeslFunctionForm *function = &form->function;
  front_parser_next(parser);
  const FrontToken *name = front_parser_peek(parser);
  if (name->kind == NESL_TOKEN_OPERATOR) {
    bool is_new =
        front_parser_fail(parser, ERROR_NESL_RESERVED, front_parser_token_span(parser, name),
                          "the operator `%s` cannot be defined", name->name);
    if (is_new) diag_hint(parser->diag, "choose another name");
  }
  function->name = nesl_parser_ident(parser, "the name of a function");
  if (front_parser_is(parser, NESL_TOKEN_EQUALS) || front_parser_is(parser, NESL_TOKEN_COLON)) {
    const FrontToken *token = front_parser_peek(parser);
    if (front_parser_fail(parser, ERROR_NESL_SYNTAX, front_parser_token_span(parser, token),
                          "expected the parameters of the function, found %s",
                          front_parser_describe(parser, token)))
      diag_hint(parser->diag, "a variable is bound without `function`: `%s = e;`",
                function->name.name);
  }
  function->parameter = nesl_parser_pattern(parser);
  bool is_result = nesl_parser_is_operator(parser, "->");
  if (is_result || front_parser_is(parser, NESL_TOKEN_COLON)) {
    front_parser_next(parser);
    function_type(parser, function, is_result);
  }
  nesl_parser_expect_equals(parser);
  function->body = nesl_parser_exps(parser);
  return form;
}

static NeslForm *form_datatype(FrontParser *parser) {
  NeslForm *form = form_new(parser, NESL_FORM_DATATYPE);
  front_parser_next(parser);
  form->datatype.name = nesl_parser_ident(parser, "the name of a datatype");
  if (front_parser_is(parser, NESL_TOKEN_EQUALS)) {
    const FrontToken *token = front_parser_peek(parser);
    if (front_parser_fail(parser, ERROR_NESL_SYNTAX, front_parser_token_span(parser, token),
                          "expected the types of its content in parentheses, found `=`"))
      diag_hint(parser->diag, "a datatype is written `datatype %s(type, …);`",
                form->datatype.name.name);
  }
  form->datatype.content = nesl_parser_type(parser);
  form->datatype.classes = nesl_parser_context(parser);
  return form;
}

static void fail_not_a_form(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  front_parser_fail(parser, ERROR_NESL_NOT_A_FORM, front_parser_token_span(parser, token),
                    "expected a definition or an expression, found %s",
                    front_parser_describe(parser, token));
}

// `pattern = e;` or `e;`: what stands before `=` only looks like an expression.
static NeslForm *form_expression(FrontParser *parser) {
  NeslForm *form = form_new(parser, NESL_FORM_EXPRESSION);
  NeslTokenKind kind = front_parser_peek(parser)->kind;
  if (kind == NESL_TOKEN_THEN || kind == NESL_TOKEN_ELSE || kind == NESL_TOKEN_IN ||
      kind == NESL_TOKEN_RPAREN || kind == NESL_TOKEN_RBRACKET || kind == NESL_TOKEN_RBRACE ||
      kind == NESL_TOKEN_EQUALS) {
    fail_not_a_form(parser);
    return form;
  }
  NeslExp *exp = nesl_parser_exps(parser);
  if (!front_parser_is(parser, NESL_TOKEN_EQUALS)) {
    form->expression.value = exp;
    return form;
  }
  size_t errors = diag_error_count(parser->diag);
  NeslPattern *pattern = nesl_parser_to_pattern(parser, exp);
  if (diag_error_count(parser->diag) > errors && exp->kind == NESL_EXP_CALL)
    diag_hint(parser->diag, "a function is defined by `function %s(…) = e;`", exp->call.name.name);
  front_parser_next(parser);
  form->kind = NESL_FORM_BINDING;
  form->binding.pattern = pattern;
  form->binding.value = nesl_parser_exps(parser);
  return form;
}

// Whether a definition begins here, whatever is open.
static bool is_definition(const FrontToken *token) {
  bool is_word = token->kind == NESL_TOKEN_FUNCTION || token->kind == NESL_TOKEN_DATATYPE;
  return is_word && (token->is_first || token[-1].kind == NESL_TOKEN_SEMICOLON);
}

// Takes the `;` at the end, which the end of the file stands in for, and a definition on a new
// line. Where another form follows on a new line only the `;` is missing, and the form is good.
static void form_end(FrontParser *parser, const FrontToken *first) {
  const FrontToken *token = front_parser_peek(parser);
  if (front_parser_accept(parser, NESL_TOKEN_SEMICOLON) || parser->is_failing ||
      token->kind == NESL_TOKEN_END || is_definition(token))
    return;
  const FrontToken *previous = parser->at == 0 ? token : token - 1;
  size_t at = parser->at;
  Span span = front_parser_token_span(parser, token->is_first ? previous : token);
  bool is_new = front_parser_fail(
      parser, ERROR_NESL_SEMICOLON, span, "expected `;` after %s, found %s",
      front_parser_describe(parser, previous), front_parser_describe(parser, token));
  if (is_new && !token->is_first) nesl_parser_hint(parser, token);
  bool is_dashes = first->name != NULL && strcmp(first->name, "-") == 0 &&
                   first[1].name == first->name && first->end == first[1].start;
  if (is_new && token->is_first)
    diag_hint(parser->diag,
              is_dashes ? "a comment is written `%% … %%`" : "every form ends with `;`");
  if (!token->is_first || token->kind == NESL_TOKEN_OPERATOR || token->kind == NESL_TOKEN_EQUALS)
    return;
  parser->is_failing = false;
  parser->at = at;
}

static NeslForm *nesl_parser_form(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  NeslForm *form = first->kind == NESL_TOKEN_FUNCTION   ? form_function(parser)
                   : first->kind == NESL_TOKEN_DATATYPE ? form_datatype(parser)
                                                        : form_expression(parser);
  form->span = front_parser_span_from(parser, first);
  form_end(parser, first);
  return form;
}

// ---- Recovery ----

// What is open where a `;` stands: one in a `let` or in braces does not end a form.
typedef struct NeslFormNesting {
  Arena *arena;
  Vec(NeslTokenKind) open; // LET and LBRACE
} NeslFormNesting;

static bool nesting_is(const NeslFormNesting *nesting, NeslTokenKind kind) {
  return nesting->open.count > 0 && nesting->open.data[nesting->open.count - 1] == kind;
}

static void nesting_count(NeslFormNesting *nesting, NeslTokenKind kind) {
  if (kind == NESL_TOKEN_LET || kind == NESL_TOKEN_LBRACE) {
    vec_push(nesting->arena, &nesting->open, kind);
  } else if (kind == NESL_TOKEN_IN) {
    if (nesting_is(nesting, NESL_TOKEN_LET)) (void)vec_pop(&nesting->open);
  } else if (kind == NESL_TOKEN_RBRACE) {
    while (nesting_is(nesting, NESL_TOKEN_LET))
      (void)vec_pop(&nesting->open);
    if (nesting->open.count > 0) (void)vec_pop(&nesting->open);
  }
}

// Whether a new form may begin at a token that a `;` stands before: outside of what is open, or
// where layout says so.
static bool is_fresh_start(const FrontParser *parser, const FrontToken *token,
                           const NeslFormNesting *nesting) {
  if (token[-1].kind != NESL_TOKEN_SEMICOLON) return false;
  if (nesting->open.count == 0) return true;
  return token->is_first && (token->start == 0 || parser->file->text[token->start - 1] == '\n');
}

// After a failure in the form that began at token start: moves to where the next form may begin.
static void recover(FrontParser *parser, size_t start) {
  NeslFormNesting nesting = {.arena = parser->arena};
  for (size_t i = start;; i++) {
    const FrontToken *token = &parser->tokens[i];
    bool is_past = i >= parser->resume && i > start;
    bool is_start = is_past && (is_definition(token) || is_fresh_start(parser, token, &nesting));
    if (token->kind == NESL_TOKEN_END || is_start) {
      parser->at = i;
      break;
    }
    nesting_count(&nesting, token->kind);
  }
  parser->is_failing = false;
}

NeslIdent nesl_form_name(const NeslForm *form) {
  switch (form->kind) {
  case NESL_FORM_FUNCTION: return form->function.name;
  case NESL_FORM_DATATYPE: return form->datatype.name;
  case NESL_FORM_BINDING: {
    const NeslPattern *pattern = form->binding.pattern;
    if (pattern->kind == NESL_PATTERN_NAME)
      return (NeslIdent){pattern->variable.name, pattern->span};
    break;
  }
  case NESL_FORM_EXPRESSION: {
    const NeslExp *value = form->expression.value; // `x := 1` was meant to bind x
    if (value != NULL && value->kind == NESL_EXP_VAR)
      return (NeslIdent){value->variable.name, value->span};
    break;
  }
  case NESL_FORM_BROKEN: break;
  }
  return (NeslIdent){0};
}

NeslForms nesl_parser_forms(FrontParser *parser, NeslLoads *loads) {
  NeslForms forms = {0};
  while (!front_parser_is(parser, NESL_TOKEN_END)) {
    if (front_parser_accept(parser, NESL_TOKEN_SEMICOLON)) continue; // one more than is needed
    if (nesl_parser_command(parser, loads, &forms)) continue;
    size_t start = parser->at;
    NeslForm *form = nesl_parser_form(parser);
    if (parser->is_failing) {
      NeslForm *broken = arena_make(parser->arena, NeslForm);
      broken->kind = NESL_FORM_BROKEN;
      broken->broken = nesl_form_name(form);
      broken->span = front_parser_token_span(parser, &parser->tokens[start]);
      form = broken;
      recover(parser, start);
    }
    vec_push(parser->arena, &forms, form);
  }
  return forms;
}
