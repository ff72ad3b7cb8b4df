// Modules, module types and specifications.
#include "front/futhark/parse_internal.h"

static FutModule *module_new(FrontParser *parser, FutModuleKind kind) {
  FutModule *module = arena_make(parser->arena, FutModule);
  module->kind = kind;
  module->span = front_parser_token_span(parser, front_parser_peek(parser));
  return module;
}

static FutModule *module_close(FrontParser *parser, FutModule *module, const FrontToken *first) {
  module->span = front_parser_span_from(parser, first);
  return module;
}

static FutModule *module_adopt(FrontParser *parser, FutModule *parent, FutModule *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

static FutModuleType *module_type_new(FrontParser *parser, FutModuleTypeKind kind) {
  FutModuleType *type = arena_make(parser->arena, FutModuleType);
  type->kind = kind;
  type->span = front_parser_token_span(parser, front_parser_peek(parser));
  return type;
}

static FutModuleType *module_type_close(FrontParser *parser, FutModuleType *type,
                                        const FrontToken *first) {
  type->span = front_parser_span_from(parser, first);
  return type;
}

static FutModuleType *module_type_adopt(FrontParser *parser, FutModuleType *parent,
                                        FutModuleType *child) {
  front_parser_raise(parser, &parent->height, child->height);
  return child;
}

static FutModuleType *module_type_atom(FrontParser *parser);

FutModuleParams fut_parser_module_params(FrontParser *parser) {
  FutModuleParams params = {0};
  while (front_parser_is(parser, FUT_TOKEN_LPAREN)) {
    const FrontToken *open = front_parser_next(parser);
    FutModuleParam param = {.name = fut_parser_ident(parser, "the name of a module parameter")};
    if (!front_parser_accept(parser, FUT_TOKEN_COLON) && front_parser_fail_expected(parser, "`:`"))
      diag_hint(parser->diag, "a module parameter needs a module type: `(m: mt)`");
    param.type = fut_parser_module_type(parser);
    fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
    vec_push(parser->arena, &params, param);
  }
  return params;
}

// ---- Module expressions ----

static bool begins_module_atom(FutTokenKind kind) {
  return kind == FUT_TOKEN_NAME || kind == FUT_TOKEN_LPAREN || kind == FUT_TOKEN_LBRACE;
}

static FutModule *module_import(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FutModule *module = module_new(parser, FUT_MODULE_IMPORT);
  const FrontToken *path =
      front_parser_expect(parser, FUT_TOKEN_STRING, "the path of a file as a string");
  if (path->kind == FUT_TOKEN_STRING) module->import = *(const FrontString *)path->value;
  return module_close(parser, module, first);
}

static FutModule *module_atom(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind == FUT_TOKEN_IMPORT) return module_import(parser);
  FutModule *module = module_new(parser, FUT_MODULE_NAME);
  if (token->kind == FUT_TOKEN_NAME) {
    module->name = fut_parser_qual_name(parser, front_parser_next(parser));
  } else if (token->kind == FUT_TOKEN_LPAREN) {
    front_parser_next(parser);
    module = fut_parser_module(parser);
    fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, token);
  } else if (token->kind == FUT_TOKEN_LBRACE) {
    front_parser_next(parser);
    module->kind = FUT_MODULE_BODY;
    module->body = fut_parser_decls(parser, true);
    fut_parser_expect_close(parser, FUT_TOKEN_RBRACE, token);
    module_close(parser, module, token);
  } else {
    front_parser_fail_expected(parser, "a module");
  }
  return module;
}

static FutModule *module_lambda(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FutModule *module = module_new(parser, FUT_MODULE_LAMBDA);
  if (!front_parser_is(parser, FUT_TOKEN_LPAREN)) front_parser_fail_expected(parser, "`(`");
  module->lambda.params = fut_parser_module_params(parser);
  if (front_parser_accept(parser, FUT_TOKEN_COLON)) {
    if (front_parser_is(parser, FUT_TOKEN_LBRACE))
      front_parser_fail_expected(parser, "a name, or a module type in parentheses,");
    module->lambda.return_type = module_type_atom(parser);
  }
  fut_parser_expect_arrow(parser, "\\(m: mt) -> …");
  module->lambda.body = module_adopt(parser, module, fut_parser_module(parser));
  return module_close(parser, module, first);
}

static FutModule *module_inner(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  if (first->kind == FUT_TOKEN_BACKSLASH) return module_lambda(parser);
  FutModule *module = module_atom(parser);
  // `import` is not an argument here: a declaration may begin with it.
  while (begins_module_atom(front_parser_peek(parser)->kind)) {
    FutModule *apply = module_new(parser, FUT_MODULE_APPLY);
    apply->apply.function = module_adopt(parser, apply, module);
    apply->apply.argument = module_adopt(parser, apply, module_atom(parser));
    module = module_close(parser, apply, first);
  }
  while (front_parser_accept(parser, FUT_TOKEN_COLON)) {
    FutModule *ascribed = module_new(parser, FUT_MODULE_ASCRIBE);
    ascribed->ascribe.module = module_adopt(parser, ascribed, module);
    ascribed->ascribe.type = fut_parser_module_type(parser);
    module = module_close(parser, ascribed, first);
  }
  return module;
}

FutModule *fut_parser_module(FrontParser *parser) {
  bool is_good = front_parser_enter(parser);
  FutModule *module = is_good ? module_inner(parser) : module_new(parser, FUT_MODULE_NAME);
  front_parser_leave(parser);
  return module;
}

// ---- Specifications ----

// A name or an operator, which may stand in parentheses.
static FutIdent spec_name(FrontParser *parser) {
  const FrontToken *open = front_parser_peek(parser);
  bool is_open = front_parser_accept(parser, FUT_TOKEN_LPAREN);
  FutIdent name = {0};
  if (front_parser_is(parser, FUT_TOKEN_SYMBOL) &&
      fut_token_qualifiers(front_parser_peek(parser)).count == 0)
    name = fut_parser_token_ident(parser, front_parser_next(parser));
  else
    name = fut_parser_ident(parser, "a name or an operator");
  if (is_open) fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
  return name;
}

static void spec_value(FrontParser *parser, FutSpec *spec) {
  spec->kind = FUT_SPEC_VALUE;
  spec->value.name = spec_name(parser);
  spec->value.type_params = fut_parser_type_params(parser);
  if (!front_parser_accept(parser, FUT_TOKEN_COLON) && front_parser_fail_expected(parser, "`:`"))
    diag_hint(parser->diag, "a specification says a type: `val f [n]: [n]i32 -> i32`");
  spec->value.type = fut_parser_type(parser);
}

static void spec_module(FrontParser *parser, FutSpec *spec) {
  spec->kind = FUT_SPEC_MODULE;
  spec->module.name = fut_parser_ident(parser, "the name of a module");
  front_parser_expect(parser, FUT_TOKEN_COLON, NULL);
  spec->module.type = fut_parser_module_type(parser);
}

static void fail_not_spec(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (!front_parser_fail_expected(parser, "a specification or `}`")) return;
  if (token->kind == FUT_TOKEN_DEF || token->kind == FUT_TOKEN_LET ||
      token->kind == FUT_TOKEN_ENTRY)
    diag_hint(parser->diag, "in a module type, values are specified with `val name: type`");
  else
    diag_hint(parser->diag, "specifications begin with val, type, module or include");
}

static FutSpec *fut_parser_spec(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutSpec *spec = arena_make(parser->arena, FutSpec);
  if (first->doc > 0) spec->doc = parser->docs[first->doc - 1];
  spec->attributes = fut_parser_attributes(parser);
  for (size_t i = 0; i < spec->attributes.count; i++)
    fut_parser_check_attribute(parser, spec->attributes.data[i]);
  if (front_parser_accept(parser, FUT_TOKEN_VAL)) {
    spec_value(parser, spec);
  } else if (front_parser_accept(parser, FUT_TOKEN_TYPE)) {
    spec->kind = FUT_SPEC_TYPE;
    spec->type = fut_parser_type_binding(parser, true);
  } else if (front_parser_accept(parser, FUT_TOKEN_MODULE)) {
    spec_module(parser, spec);
  } else if (front_parser_accept(parser, FUT_TOKEN_INCLUDE)) {
    spec->kind = FUT_SPEC_INCLUDE;
    spec->include = fut_parser_module_type(parser);
  } else {
    fail_not_spec(parser);
  }
  spec->span = front_parser_span_from(parser, first);
  return spec;
}

// A declaration that is not indented more than that of the module type: `}` is missing.
static bool is_past_specs(const FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  return (token->kind == FUT_TOKEN_DEF || token->kind == FUT_TOKEN_ENTRY ||
          token->kind == FUT_TOKEN_OPEN || token->kind == FUT_TOKEN_LOCAL) &&
         token->is_first && front_parser_column(parser, token) <= parser->column;
}

static FutSpecs fut_parser_specs(FrontParser *parser) {
  FutSpecs specs = {0};
  while (!front_parser_is(parser, FUT_TOKEN_END) && !front_parser_is(parser, FUT_TOKEN_RBRACE) &&
         !is_past_specs(parser)) {
    size_t start = parser->at;
    FutSpec *spec = fut_parser_spec(parser);
    if (parser->is_failing) {
      spec = arena_make(parser->arena, FutSpec);
      spec->span = front_parser_token_span(parser, &parser->tokens[start]);
      fut_parser_recover(parser, start, true);
    }
    vec_push(parser->arena, &specs, spec);
  }
  return specs;
}

// ---- Module types ----

static FutModuleType *module_type_atom(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  FutModuleType *type = module_type_new(parser, FUT_MODULE_TYPE_NAME);
  if (token->kind == FUT_TOKEN_NAME) {
    type->name = fut_parser_qual_name(parser, front_parser_next(parser));
  } else if (token->kind == FUT_TOKEN_LPAREN) {
    front_parser_next(parser);
    type = fut_parser_module_type(parser);
    fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, token);
  } else if (token->kind == FUT_TOKEN_LBRACE) {
    front_parser_next(parser);
    type->kind = FUT_MODULE_TYPE_SPECS;
    type->specs = fut_parser_specs(parser);
    fut_parser_expect_close(parser, FUT_TOKEN_RBRACE, token);
    module_type_close(parser, type, token);
  } else {
    front_parser_fail_expected(parser, "a module type");
  }
  return type;
}

// `mt with t 'a = type with …`. A `->` belongs to the type; for a parametric module type all of
// this stands in parentheses.
static FutModuleType *module_type_with(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutModuleType *base = module_type_atom(parser);
  while (front_parser_accept(parser, FUT_TOKEN_WITH)) {
    FutModuleType *type = module_type_new(parser, FUT_MODULE_TYPE_WITH);
    type->with.base = module_type_adopt(parser, type, base);
    const FrontToken *name = front_parser_expect(parser, FUT_TOKEN_NAME, "the name of a type");
    if (name->kind == FUT_TOKEN_NAME) type->with.name = fut_parser_qual_name(parser, name);
    type->with.params = fut_parser_type_params(parser);
    fut_parser_expect_equals(parser);
    type->with.type = fut_parser_type(parser);
    front_parser_raise(parser, &type->height, type->with.type->height);
    base = module_type_close(parser, type, first);
  }
  return base;
}

static FutModuleType *module_type_inner(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutIdent parameter = {0};
  FutModuleType *from = NULL;
  bool is_named = first->kind == FUT_TOKEN_LPAREN &&
                  front_parser_peek_at(parser, 1)->kind == FUT_TOKEN_NAME &&
                  front_parser_peek_at(parser, 2)->kind == FUT_TOKEN_COLON;
  if (is_named) {
    front_parser_next(parser);
    parameter = fut_parser_ident(parser, "the name of a module parameter");
    front_parser_expect(parser, FUT_TOKEN_COLON, NULL);
    from = fut_parser_module_type(parser);
    fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, first);
    if (!front_parser_is(parser, FUT_TOKEN_ARROW)) fut_parser_expect_arrow(parser, "(m: mt) -> mt");
  } else {
    from = module_type_with(parser);
  }
  if (!front_parser_accept(parser, FUT_TOKEN_ARROW)) return from;
  FutModuleType *type = module_type_new(parser, FUT_MODULE_TYPE_ARROW);
  type->arrow.parameter = parameter;
  type->arrow.from = module_type_adopt(parser, type, from);
  type->arrow.to = module_type_adopt(parser, type, fut_parser_module_type(parser));
  return module_type_close(parser, type, first);
}

FutModuleType *fut_parser_module_type(FrontParser *parser) {
  bool is_good = front_parser_enter(parser);
  FutModuleType *type =
      is_good ? module_type_inner(parser) : module_type_new(parser, FUT_MODULE_TYPE_NAME);
  front_parser_leave(parser);
  return type;
}
