// Declarations, definitions, and how the parser goes on after an error.
#include <string.h>

#include "front/futhark/parse_internal.h"

// ---- Definitions ----

// How many tokens the parameter at an offset has; 0 if there is none. A declaration ends the search
// for a closing bracket, so that the cost stays linear.
static size_t param_length(const FrontParser *parser, size_t offset) {
  FutTokenKind kind = front_parser_peek_at(parser, offset)->kind;
  if (kind != FUT_TOKEN_LPAREN && kind != FUT_TOKEN_LBRACE)
    return fut_token_begins(kind, FUT_BEGINS_PATTERN) ? 1 : 0;
  size_t depth = 0;
  for (size_t i = offset;; i++) {
    kind = front_parser_peek_at(parser, i)->kind;
    bool is_decl = fut_token_begins(kind, FUT_BEGINS_DECL) && kind != FUT_TOKEN_ATTRIBUTE;
    if (is_decl || kind == FUT_TOKEN_END) return 0;
    if (kind == FUT_TOKEN_LPAREN || kind == FUT_TOKEN_LBRACE) depth++;
    if (kind == FUT_TOKEN_RPAREN || kind == FUT_TOKEN_RBRACE) depth--;
    if (depth == 0) return i + 1 - offset;
  }
}

bool fut_parser_is_infix_head(const FrontParser *parser) {
  size_t length = param_length(parser, 0);
  if (length == 0) return false;
  const FrontToken *token = front_parser_peek_at(parser, length);
  if (token->kind == FUT_TOKEN_BACKTICK) return true;
  return token->kind == FUT_TOKEN_SYMBOL &&
         fut_token_begins(front_parser_peek_at(parser, length + 1)->kind, FUT_BEGINS_PATTERN);
}

static void check_operator(FrontParser *parser, FutIdent name) {
  if (name.name == NULL) return;
  if (strcmp(name.name, "!") == 0) {
    bool is_new = front_parser_fail(parser, ERROR_FUTHARK_OPERATOR, name.span,
                                    "the operator `!` cannot be defined");
    if (is_new) diag_hint(parser->diag, "`!` stands before its only operand; `!!` is free");
    return;
  }
  if (strcmp(name.name, "&&") != 0 && strcmp(name.name, "||") != 0) return;
  bool is_new = front_parser_fail(parser, ERROR_FUTHARK_OPERATOR, name.span,
                                  "the operator `%s` cannot be defined", name.name);
  if (is_new)
    diag_hint(parser->diag, "it does not always evaluate its right operand, which no function can "
                            "do; operators that merely begin with it are fine");
}

FutIdent fut_parser_operator_ident(FrontParser *parser) {
  bool is_backtick = front_parser_accept(parser, FUT_TOKEN_BACKTICK);
  FutIdent name = {0};
  if (is_backtick) {
    name = fut_parser_ident(parser, "the name of a function");
    front_parser_expect(parser, FUT_TOKEN_BACKTICK, "a backtick");
    return name;
  }
  const FrontToken *token = front_parser_expect(parser, FUT_TOKEN_SYMBOL, NULL);
  if (token->kind != FUT_TOKEN_SYMBOL) return name;
  name = fut_parser_token_ident(parser, token);
  if (fut_token_qualifiers(token).count > 0) {
    front_parser_fail(parser, ERROR_FUTHARK_OPERATOR, name.span,
                      "an operator is defined without the name of a module");
    return name;
  }
  check_operator(parser, name);
  return name;
}

// A name, or an operator in parentheses, which may be a name in backticks.
static FutIdent binding_name(FrontParser *parser) {
  if (!front_parser_is(parser, FUT_TOKEN_LPAREN)) return fut_parser_ident(parser, "a name");
  const FrontToken *open = front_parser_next(parser);
  if (front_parser_is(parser, FUT_TOKEN_EQUALS)) {
    front_parser_fail(parser, ERROR_FUTHARK_OPERATOR,
                      front_parser_token_span(parser, front_parser_peek(parser)),
                      "the operator `=` cannot be defined");
  } else if (!front_parser_is(parser, FUT_TOKEN_SYMBOL) &&
             !front_parser_is(parser, FUT_TOKEN_BACKTICK) &&
             front_parser_fail_expected(parser, "an operator")) {
    diag_hint(parser->diag, "a declaration binds one name; patterns are for `let` in expressions");
  }
  FutIdent name = fut_parser_operator_ident(parser);
  fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  return name;
}

static void check_type_param_order(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != FUT_TOKEN_LBRACKET && token->kind != FUT_TOKEN_TYPE_PARAM) return;
  bool is_new = front_parser_fail(parser, ERROR_FUTHARK_PARAMETER_ORDER,
                                  front_parser_token_span(parser, token),
                                  "size and type parameters must come before all other parameters");
  if (is_new)
    diag_hint(parser->diag, "write `def f [n] 't (xs: [n]t) (y: t) = …`; the type of a parameter "
                            "stands in parentheses with it");
}

// `let x == 1 in …` looks like the definition of `==` up to here.
static void check_comparison(FrontParser *parser, FutIdent name) {
  if (name.name == NULL || strcmp(name.name, "==") != 0) return;
  if (front_parser_is(parser, FUT_TOKEN_EQUALS) || front_parser_is(parser, FUT_TOKEN_COLON)) return;
  if (front_parser_fail(parser, ERROR_FUTHARK_SYNTAX, name.span, "expected `=`, found `==`"))
    diag_hint(parser->diag, "`==` compares; a definition is written with `=`");
}

FutBinding fut_parser_binding(FrontParser *parser) {
  FutBinding binding = {0};
  if (fut_parser_is_infix_head(parser)) {
    vec_push(parser->arena, &binding.params, fut_parser_param(parser));
    binding.name = fut_parser_operator_ident(parser);
    vec_push(parser->arena, &binding.params, fut_parser_param(parser));
    check_comparison(parser, binding.name);
  } else {
    binding.name = binding_name(parser);
    binding.type_params = fut_parser_type_params(parser);
    binding.params = fut_parser_params(parser);
    check_type_param_order(parser);
  }
  if (front_parser_accept(parser, FUT_TOKEN_COLON)) binding.return_type = fut_parser_type(parser);
  fut_parser_expect_equals(parser);
  binding.body = fut_parser_exp(parser);
  return binding;
}

FutTypeBinding fut_parser_type_binding(FrontParser *parser, bool is_spec) {
  FutTypeBinding binding = {0};
  if (fut_token_is_symbol(front_parser_peek(parser), "^")) binding.liftedness = FUT_LIFTED;
  if (front_parser_is(parser, FUT_TOKEN_TILDE)) binding.liftedness = FUT_SIZE_LIFTED;
  if (binding.liftedness != FUT_UNLIFTED) front_parser_next(parser);
  binding.name = fut_parser_ident(parser, "the name of a type");
  binding.params = fut_parser_type_params(parser);
  if (is_spec && !front_parser_is(parser, FUT_TOKEN_EQUALS)) return binding;
  fut_parser_expect_equals(parser);
  binding.type = fut_parser_type(parser);
  return binding;
}

// ---- Declarations ----

static void decl_value(FrontParser *parser, FutDecl *decl, FutTokenKind keyword) {
  decl->kind = FUT_DECL_VALUE;
  decl->value.keyword = keyword == FUT_TOKEN_ENTRY ? FUT_KEYWORD_ENTRY
                        : keyword == FUT_TOKEN_LET ? FUT_KEYWORD_LET
                                                   : FUT_KEYWORD_DEF;
  decl->value.binding = fut_parser_binding(parser);
}

static void decl_module(FrontParser *parser, FutDecl *decl) {
  if (front_parser_accept(parser, FUT_TOKEN_TYPE)) {
    decl->kind = FUT_DECL_MODULE_TYPE;
    decl->module_type.name = fut_parser_ident(parser, "the name of a module type");
    fut_parser_expect_equals(parser);
    decl->module_type.type = fut_parser_module_type(parser);
    return;
  }
  decl->kind = FUT_DECL_MODULE;
  decl->module.name = fut_parser_ident(parser, "the name of a module");
  decl->module.params = fut_parser_module_params(parser);
  if (front_parser_accept(parser, FUT_TOKEN_COLON))
    decl->module.ascription = fut_parser_module_type(parser);
  fut_parser_expect_equals(parser);
  decl->module.module = fut_parser_module(parser);
}

static void hint_not_decl(FrontParser *parser, const FrontToken *token, const FrontToken *next) {
  bool is_name = token->kind == FUT_TOKEN_NAME;
  if (is_name && (strcmp(token->name, "fun") == 0 || strcmp(token->name, "function") == 0 ||
                  strcmp(token->name, "fn") == 0))
    diag_hint(parser->diag, "functions are declared with `def`: `def f (x: i32): i32 = x + 1`");
  else if (is_name && strcmp(token->name, "default") == 0)
    diag_hint(parser->diag, "defaults for literals do not exist any more; use suffixes");
  else if (token->kind == FUT_TOKEN_VAL || token->kind == FUT_TOKEN_INCLUDE)
    diag_hint(parser->diag, "`%s` is for module types: `module type m = { %s … }`", token->name,
              token->name);
  else if (token->kind == FUT_TOKEN_IN)
    diag_hint(parser->diag, "a top-level `let` has no `in`: it is seen by all that follows");
  else if (fut_parser_in_comment(parser, token))
    diag_hint(parser->diag, "a comment begins with `--` and ends with the line");
  else if (token->kind == FUT_TOKEN_EQUALS && token > parser->tokens &&
           token[-1].kind == FUT_TOKEN_RBRACKET)
    diag_hint(parser->diag, "`=` defines; `==` compares; an array with another element is "
                            "`xs with [i] = v`");
  else if (token->kind == FUT_TOKEN_EQUALS)
    diag_hint(parser->diag, "`=` defines; `==` compares");
  else if (token->kind == FUT_TOKEN_RPAREN || token->kind == FUT_TOKEN_RBRACKET ||
           token->kind == FUT_TOKEN_RBRACE)
    diag_hint(parser->diag, "this closes nothing");
  else if (token->kind == FUT_TOKEN_QUESTION)
    diag_hint(parser->diag, "there is no `?`; write `if c then a else b`");
  else if (is_name && next->kind == FUT_TOKEN_EQUALS)
    diag_hint(parser->diag, "write `def %s = …`", token->name);
  else
    diag_hint(parser->diag,
              "declarations begin with def, entry, type, module, open, import or local");
}

static void fail_not_decl(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser), *next = front_parser_peek_at(parser, 1);
  const char *found = front_parser_describe(parser, token);
  Span span = front_parser_token_span(parser, token);
  bool is_new = false;
  if (token->is_first || parser->at == 0)
    is_new = front_parser_fail(parser, ERROR_FUTHARK_NOT_DECL, span,
                               "expected a declaration, found %s", found);
  else
    is_new = front_parser_fail(parser, ERROR_FUTHARK_NOT_DECL, span,
                               "expected the end of the declaration after %s, found %s",
                               front_parser_describe(parser, token - 1), found);
  if (is_new) hint_not_decl(parser, token, next);
}

static FutDecl *fut_parser_decl(FrontParser *parser);

static void decl_import(FrontParser *parser, FutDecl *decl) {
  decl->kind = FUT_DECL_IMPORT;
  const FrontToken *path =
      front_parser_expect(parser, FUT_TOKEN_STRING, "the path of a file as a string");
  if (path->kind == FUT_TOKEN_STRING) decl->import = *(const FrontString *)path->value;
}

// What follows documentation and attributes.
static void decl_rest(FrontParser *parser, FutDecl *decl) {
  FutTokenKind kind = front_parser_peek(parser)->kind;
  if (!fut_token_begins(kind, FUT_BEGINS_DECL) || kind == FUT_TOKEN_VAL ||
      kind == FUT_TOKEN_INCLUDE) {
    fail_not_decl(parser);
    return;
  }
  front_parser_next(parser);
  if (kind == FUT_TOKEN_TYPE) {
    decl->kind = FUT_DECL_TYPE;
    decl->type = fut_parser_type_binding(parser, false);
  } else if (kind == FUT_TOKEN_MODULE) {
    decl_module(parser, decl);
  } else if (kind == FUT_TOKEN_OPEN) {
    decl->kind = FUT_DECL_OPEN;
    decl->open = fut_parser_module(parser);
  } else if (kind == FUT_TOKEN_IMPORT) {
    decl_import(parser, decl);
  } else if (kind == FUT_TOKEN_LOCAL) {
    decl->kind = FUT_DECL_LOCAL;
    decl->local = fut_parser_decl(parser);
  } else {
    decl_value(parser, decl, kind);
  }
}

// Tools that call an entry point see its attributes, which may be any.
static void check_attributes(FrontParser *parser, const FutDecl *decl) {
  bool is_entry = decl->kind == FUT_DECL_VALUE && decl->value.binding.name.name != NULL &&
                  (decl->value.keyword == FUT_KEYWORD_ENTRY ||
                   strcmp(decl->value.binding.name.name, "main") == 0);
  for (size_t i = 0; i < decl->attributes.count && !is_entry; i++)
    fut_parser_check_attribute(parser, decl->attributes.data[i]);
}

static FutDecl *fut_parser_decl(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutDecl *decl = arena_make(parser->arena, FutDecl);
  uint32_t column = parser->column;
  if (front_parser_enter(parser)) {
    parser->column = first->is_first ? front_parser_column(parser, first) : 0;
    if (first->doc > 0) decl->doc = parser->docs[first->doc - 1];
    decl->attributes = fut_parser_attributes(parser);
    decl_rest(parser, decl);
    check_attributes(parser, decl);
    if (decl->kind == FUT_DECL_VALUE) decl->value.binding.attributes = decl->attributes;
    decl->span = front_parser_span_from(parser, first);
  }
  front_parser_leave(parser);
  parser->column = column;
  return decl;
}

// ---- Recovery ----

// Where the broken item began, as far as layout tells.
typedef struct FutDeclLayout {
  bool is_first;   // it began its line
  uint32_t column; // of its first token
  size_t braces;   // how many it opened and did not close
  size_t others;   // the same for parentheses and square brackets
} FutDeclLayout;

// Whether a new item may begin here. What is indented more than the broken one belongs to it; so
// does what stands in braces that it opened. `let`, `#[` and `import` also occur inside of items.
static bool is_fresh_start(const FrontParser *parser, const FrontToken *token,
                           const FutDeclLayout *layout) {
  FutTokenKind kind = token->kind;
  if (!fut_token_begins(kind, FUT_BEGINS_DECL)) return false;
  bool is_definition = kind == FUT_TOKEN_DEF || kind == FUT_TOKEN_ENTRY;
  if (!token->is_first) return is_definition && layout->braces + layout->others == 0;
  if (layout->is_first) return front_parser_column(parser, token) <= layout->column;
  return kind != FUT_TOKEN_LET && kind != FUT_TOKEN_ATTRIBUTE && kind != FUT_TOKEN_IMPORT;
}

static void layout_count(FutDeclLayout *layout, FutTokenKind kind) {
  if (kind == FUT_TOKEN_LBRACE) layout->braces++;
  if (kind == FUT_TOKEN_RBRACE && layout->braces > 0) layout->braces--;
  if (kind == FUT_TOKEN_LPAREN || kind == FUT_TOKEN_LBRACKET) layout->others++;
  if ((kind == FUT_TOKEN_RPAREN || kind == FUT_TOKEN_RBRACKET) && layout->others > 0)
    layout->others--;
}

void fut_parser_recover(FrontParser *parser, size_t start, bool is_in_braces) {
  const FrontToken *first = &parser->tokens[start];
  FutDeclLayout layout = {.is_first = first->is_first};
  if (layout.is_first) layout.column = front_parser_column(parser, first);
  for (size_t i = start; first->kind != FUT_TOKEN_END; i++) {
    const FrontToken *token = &parser->tokens[i];
    bool is_past = i >= parser->resume && i > start;
    bool is_end = token->kind == FUT_TOKEN_END ||
                  (token->kind == FUT_TOKEN_RBRACE && layout.braces == 0 && is_in_braces);
    if (is_past && (is_end || is_fresh_start(parser, token, &layout))) {
      parser->at = i;
      break;
    }
    layout_count(&layout, token->kind);
  }
  parser->is_failing = false;
}

// The name that a declaration would bind had it been readable.
static FutIdent decl_name(const FutDecl *decl) {
  switch (decl->kind) {
  case FUT_DECL_VALUE: return decl->value.binding.name;
  case FUT_DECL_TYPE: return decl->type.name;
  case FUT_DECL_MODULE: return decl->module.name;
  case FUT_DECL_MODULE_TYPE: return decl->module_type.name;
  case FUT_DECL_LOCAL: return decl_name(decl->local);
  case FUT_DECL_BROKEN: return decl->broken;
  case FUT_DECL_OPEN:
  case FUT_DECL_IMPORT: break;
  }
  return (FutIdent){0};
}

FutDecls fut_parser_decls(FrontParser *parser, bool is_in_braces) {
  FutDecls decls = {0};
  while (!front_parser_is(parser, FUT_TOKEN_END) &&
         !(is_in_braces && front_parser_is(parser, FUT_TOKEN_RBRACE))) {
    size_t start = parser->at;
    FutDecl *decl = fut_parser_decl(parser);
    if (parser->is_failing) {
      FutDecl *broken = arena_make(parser->arena, FutDecl);
      broken->kind = FUT_DECL_BROKEN;
      broken->broken = decl_name(decl);
      broken->span = front_parser_token_span(parser, &parser->tokens[start]);
      decl = broken;
      fut_parser_recover(parser, start, is_in_braces);
    }
    vec_push(parser->arena, &decls, decl);
  }
  return decls;
}
