#include "front/futhark/futhark_layout.h"

#include "front/futhark/ast_walk.h"
#include "front/futhark/futhark.h"

typedef struct FutLayout {
  FrontLayout *front;
  uint32_t depth;
} FutLayout;

static void lay_exp(FutLayout *layout, const FutExp *exp);
static void lay_decls(FutLayout *layout, const FutDecls *decls, size_t around);

static size_t first_of(const FutLayout *layout, Span span) {
  return front_layout_first(layout->front, span.start);
}

static size_t last_of(const FutLayout *layout, Span span) {
  return front_layout_last(layout->front, span.end);
}

static void mark(FutLayout *layout, size_t token, size_t anchor, uint32_t delta) {
  front_layout_mark(layout->front, token, anchor, delta);
}

static void may_break(FutLayout *layout, size_t token) {
  front_layout_break(layout->front, token, 2 * layout->depth);
}

// The first token that a form which begins with a keyword has, without parentheses around it.
static size_t keyword_of(const FutLayout *layout, const FutExp *exp) {
  size_t first = first_of(layout, exp->span);
  while (first < layout->front->count && layout->front->tokens[first].kind == FUT_TOKEN_LPAREN)
    first++;
  return first;
}

// The last token of this kind before another one; that one itself when there is none in between.
static size_t keyword_before(const FutLayout *layout, size_t token, size_t from, int kind) {
  for (size_t i = token; i > from; i--)
    if (layout->front->tokens[i - 1].kind == kind) return i - 1;
  return token;
}

// Parentheses leave no trace in the tree: those that open before an expression belong to it.
static size_t start_of(const FutLayout *layout, const FutExp *exp, size_t from) {
  size_t first = first_of(layout, exp->span);
  while (first > from + 1 && layout->front->tokens[first - 1].kind == FUT_TOKEN_LPAREN)
    first--;
  return first;
}

static void lay_part(void *context, const FutExp *part) {
  FutLayout *layout = context;
  layout->depth++;
  lay_exp(layout, part);
  layout->depth--;
}

// ---- Forms ----

// `let p = v`, a line of its own; `in` and what follows are below.
static void lay_let(FutLayout *layout, const FutExp *exp, const FutExp *value, size_t let) {
  const FutExp *body = fut_let_body(exp);
  size_t first = first_of(layout, body->span);
  size_t in = keyword_before(layout, first, last_of(layout, value->span), FUT_TOKEN_IN);
  size_t start = start_of(layout, value, let);
  mark(layout, start, let, 2);
  front_layout_break(layout->front, start, 2 * layout->depth + 1);
  mark(layout, in, let, 0);
  may_break(layout, in);
  if (in == first) return;
  layout->front->marks[in].is_lead = true;
  mark(layout, in + 1, let, body->kind == exp->kind ? 0 : 2);
}

static bool is_let(const FutExp *exp) { return fut_let_body(exp) != NULL; }

// Branches of a chain of conditions are below the first `if`.
static void lay_if(FutLayout *layout, const FutExp *exp, size_t origin) {
  for (;;) {
    size_t then = first_of(layout, exp->branch.then->span);
    size_t other = first_of(layout, exp->branch.otherwise->span);
    size_t then_word =
        keyword_before(layout, then, last_of(layout, exp->branch.condition->span), FUT_TOKEN_THEN);
    size_t else_word =
        keyword_before(layout, other, last_of(layout, exp->branch.then->span), FUT_TOKEN_ELSE);
    mark(layout, then_word, origin, 0);
    mark(layout, else_word, origin, 0);
    may_break(layout, then_word);
    may_break(layout, else_word);
    mark(layout, then_word + 1, origin, 2);
    mark(layout, else_word + 1, origin, is_let(exp->branch.otherwise) ? 0 : 2);
    lay_part(layout, exp->branch.condition);
    lay_part(layout, exp->branch.then);
    bool is_chain = exp->branch.otherwise->kind == FUT_EXP_IF && other == else_word + 1;
    if (!is_chain) break;
    exp = exp->branch.otherwise;
  }
  lay_part(layout, exp->branch.otherwise);
}

static void lay_match(FutLayout *layout, const FutExp *exp, size_t origin) {
  for (size_t i = 0; i < exp->match.cases.count; i++) {
    const FutCase *branch = &exp->match.cases.data[i];
    size_t first = first_of(layout, branch->span), body = first_of(layout, branch->body->span);
    front_layout_hang(layout->front, first, last_of(layout, branch->span), 4);
    mark(layout, first, origin, 0);
    may_break(layout, first);
    body = start_of(layout, branch->body, first);
    mark(layout, body, first, 2);
    may_break(layout, body);
  }
}

// What is inside of a loop or a lambda is a step to the right of the line that it begins in.
static void lay_body(FutLayout *layout, const FutExp *body, size_t origin, int before) {
  size_t first = first_of(layout, body->span);
  size_t start = keyword_before(layout, first, origin, before) + 1;
  if (start > first) start = first;
  mark(layout, start, origin, 2);
  if (start < layout->front->count) layout->front->marks[start].is_line = true;
  may_break(layout, start);
}

static void lay_binary(FutLayout *layout, const FutExp *exp, size_t origin) {
  size_t op = first_of(layout, exp->binary.op.name.span);
  if (exp->binary.op.is_backtick) op--;
  layout->front->marks[op].space = LAYOUT_BLANK;
  mark(layout, op, origin, 0);
  may_break(layout, op);
  size_t right = op + (exp->binary.op.is_backtick ? 3 : 1);
  if (right >= layout->front->count) return;
  layout->front->marks[right].space = LAYOUT_BLANK;
  mark(layout, right, origin, 0);
}

// Arguments are below the first one, which is to the right of the function.
static void lay_arguments(FutLayout *layout, const FutExps *arguments, size_t origin) {
  size_t first = 0, before = origin;
  for (size_t i = 0; i < arguments->count; i++) {
    size_t start = start_of(layout, arguments->data[i], before);
    if (i == 0) first = start;
    mark(layout, start, i == 0 ? origin : first, i == 0 ? 2 : 0);
    may_break(layout, start);
    before = last_of(layout, arguments->data[i]->span);
  }
}

static void lay_items(FutLayout *layout, const FutExps *items, size_t origin) {
  for (size_t i = 1; i < items->count; i++) {
    size_t start = start_of(layout, items->data[i], origin);
    may_break(layout, start);
    layout->front->marks[start].is_filled = true;
  }
}

static void lay_exp(FutLayout *layout, const FutExp *exp) {
  for (; exp != NULL; exp = fut_let_body(exp)) {
    bool is_prefix = is_let(exp) || exp->kind == FUT_EXP_IF || exp->kind == FUT_EXP_MATCH ||
                     exp->kind == FUT_EXP_LOOP || exp->kind == FUT_EXP_LAMBDA;
    size_t first = is_prefix ? keyword_of(layout, exp) : first_of(layout, exp->span);
    front_layout_hang(layout->front, first, last_of(layout, exp->span), 2);
    switch (exp->kind) {
    case FUT_EXP_LET: lay_let(layout, exp, exp->let.value, first); break;
    case FUT_EXP_LET_UPDATE: lay_let(layout, exp, exp->let_update.value, first); break;
    case FUT_EXP_LET_FUNCTION: lay_let(layout, exp, exp->let_function.binding.body, first); break;
    case FUT_EXP_IF: lay_if(layout, exp, first); return;
    case FUT_EXP_MATCH: lay_match(layout, exp, first); break;
    case FUT_EXP_LOOP: lay_body(layout, exp->loop.body, first, FUT_TOKEN_DO); break;
    case FUT_EXP_LAMBDA: lay_body(layout, exp->lambda.body, first, FUT_TOKEN_ARROW); break;
    case FUT_EXP_BINARY: lay_binary(layout, exp, first); break;
    case FUT_EXP_APPLY: lay_arguments(layout, &exp->apply.arguments, first); break;
    case FUT_EXP_CONSTRUCTOR: lay_arguments(layout, &exp->constructor.arguments, first); break;
    case FUT_EXP_TUPLE:
    case FUT_EXP_ARRAY: lay_items(layout, &exp->items, first); break;
    case FUT_EXP_HOLE:
    case FUT_EXP_NUMBER:
    case FUT_EXP_BOOL:
    case FUT_EXP_STRING:
    case FUT_EXP_VAR:
    case FUT_EXP_RECORD:
    case FUT_EXP_NEGATE:
    case FUT_EXP_NOT:
    case FUT_EXP_RANGE:
    case FUT_EXP_ASCRIBE:
    case FUT_EXP_COERCE:
    case FUT_EXP_INDEX:
    case FUT_EXP_PROJECT:
    case FUT_EXP_UPDATE:
    case FUT_EXP_OPEN:
    case FUT_EXP_SECTION_LEFT:
    case FUT_EXP_SECTION_RIGHT:
    case FUT_EXP_SECTION_PATH:
    case FUT_EXP_ASSERT:
    case FUT_EXP_ATTRIBUTE: break; // hangs from its first token
    }
    fut_exp_parts(exp, lay_part, layout);
  }
}

// ---- Declarations ----

static void lay_free(FutLayout *layout, size_t token, size_t anchor, uint32_t delta) {
  mark(layout, token, anchor, delta);
  if (token < layout->front->count) layout->front->marks[token].is_free = true;
}

// The brackets around declarations or specifications: they close below the declaration's start.
static void lay_braces(FutLayout *layout, Span span, size_t origin) {
  size_t last = last_of(layout, span);
  if (layout->front->tokens[last].kind == FUT_TOKEN_RBRACE) lay_free(layout, last, origin, 0);
}

static void lay_module(FutLayout *layout, const FutModule *module, size_t origin) {
  switch (module->kind) {
  case FUT_MODULE_BODY:
    lay_decls(layout, &module->body, origin);
    lay_braces(layout, module->span, origin);
    return;
  case FUT_MODULE_ASCRIBE: lay_module(layout, module->ascribe.module, origin); return;
  case FUT_MODULE_LAMBDA: lay_module(layout, module->lambda.body, origin); return;
  case FUT_MODULE_APPLY:
    lay_module(layout, module->apply.function, origin);
    lay_module(layout, module->apply.argument, origin);
    return;
  case FUT_MODULE_NAME:
  case FUT_MODULE_IMPORT: return;
  }
}

static void lay_module_type(FutLayout *layout, const FutModuleType *type, size_t origin) {
  if (type->kind != FUT_MODULE_TYPE_SPECS) return;
  for (size_t i = 0; i < type->specs.count; i++) {
    Span span = type->specs.data[i]->span;
    size_t first = first_of(layout, span);
    for (size_t token = first + 1; token <= last_of(layout, span); token++)
      mark(layout, token, first, 2);
    lay_free(layout, first, origin, 2);
  }
  lay_braces(layout, type->span, origin);
}

static void lay_binding(FutLayout *layout, const FutBinding *binding, size_t origin) {
  for (size_t i = 0; i < binding->params.count; i++) {
    size_t first = first_of(layout, binding->params.data[i]->span);
    while (first > origin + 1 && layout->front->tokens[first - 1].kind == FUT_TOKEN_LPAREN)
      first--;
    mark(layout, first, origin, 4);
    front_layout_break(layout->front, first, 1);
  }
  size_t body = start_of(layout, binding->body, origin);
  mark(layout, body, origin, 2);
  front_layout_break(layout->front, body, 0);
  layout->depth = 2;
  lay_exp(layout, binding->body);
  layout->depth = 0;
}

static void lay_decl(FutLayout *layout, const FutDecl *decl, size_t origin) {
  switch (decl->kind) {
  case FUT_DECL_VALUE: lay_binding(layout, &decl->value.binding, origin); return;
  case FUT_DECL_MODULE: lay_module(layout, decl->module.module, origin); return;
  case FUT_DECL_MODULE_TYPE: lay_module_type(layout, decl->module_type.type, origin); return;
  case FUT_DECL_OPEN: lay_module(layout, decl->open, origin); return;
  case FUT_DECL_LOCAL: lay_decl(layout, decl->local, origin); return;
  case FUT_DECL_TYPE:
  case FUT_DECL_IMPORT:
  case FUT_DECL_BROKEN: return;
  }
}

// `around` is the first token of the declaration that these are inside of; their own when there is
// none.
static void lay_decls(FutLayout *layout, const FutDecls *decls, size_t around) {
  bool is_top = around == SIZE_MAX;
  for (size_t i = 0; i < decls->count; i++) {
    const FutDecl *decl = decls->data[i];
    size_t first = first_of(layout, decl->span);
    front_layout_hang(layout->front, first, last_of(layout, decl->span), 2);
    lay_free(layout, first, is_top ? first : around, is_top ? 0 : 2);
    lay_decl(layout, decl, first);
    // Attributes stand on lines of their own.
    size_t keyword = first;
    while (keyword < last_of(layout, decl->span) &&
           layout->front->tokens[keyword].kind == FUT_TOKEN_ATTRIBUTE) {
      while (layout->front->tokens[keyword].kind != FUT_TOKEN_RBRACKET &&
             keyword < layout->front->count)
        keyword++;
      lay_free(layout, ++keyword, first, 0);
    }
  }
}

bool fut_layout(FrontLayout *front, Diag *diag) {
  const FutProgram *program = fut_parse(front->arena, front->names, front->file, diag);
  if (program->has_errors) return false;
  FutLayout layout = {.front = front};
  front_layout_begin(front);
  front_layout_space(front, FUT_TOKEN_EQUALS);
  front_layout_space(front, FUT_TOKEN_ARROW);
  lay_decls(&layout, &program->decls, SIZE_MAX);
  return true;
}
