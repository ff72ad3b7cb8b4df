#include "front/nesl/nesl_layout.h"

#include "front/nesl/nesl.h"

typedef struct NeslLayout {
  FrontLayout *front;
  uint32_t depth;
} NeslLayout;

static void lay_exp(NeslLayout *layout, const NeslExp *exp);

static size_t first_of(const NeslLayout *layout, Span span) {
  return front_layout_first(layout->front, span.start);
}

static size_t last_of(const NeslLayout *layout, Span span) {
  return front_layout_last(layout->front, span.end);
}

static void place(NeslLayout *layout, size_t token, size_t anchor, uint32_t delta) {
  front_layout_mark(layout->front, token, anchor, delta);
  front_layout_break(layout->front, token, layout->depth);
}

static size_t keyword_before(const NeslLayout *layout, size_t token, size_t from, int kind) {
  for (size_t i = token; i > from; i--)
    if (layout->front->tokens[i - 1].kind == kind) return i - 1;
  return token;
}

static size_t start_of(const NeslLayout *layout, const NeslExp *exp, size_t from) {
  size_t first = first_of(layout, exp->span);
  while (first > from + 1 && layout->front->tokens[first - 1].kind == NESL_TOKEN_LPAREN)
    first--;
  return first;
}

static void lay_part(NeslLayout *layout, const NeslExp *exp) {
  if (exp == NULL) return;
  layout->depth++;
  lay_exp(layout, exp);
  layout->depth--;
}

// Bindings are below the first one, and `in` is below `let`.
static void lay_let(NeslLayout *layout, const NeslExp *exp, size_t let) {
  const NeslBindings *bindings = &exp->let.bindings;
  size_t top = first_of(layout, bindings->data[0].span);
  front_layout_mark(layout->front, top, let, 4);
  for (size_t i = 0; i < bindings->count; i++) {
    const NeslBinding *binding = &bindings->data[i];
    size_t first = first_of(layout, binding->span);
    front_layout_hang(layout->front, first, last_of(layout, binding->span), 2);
    if (i > 0) place(layout, first, top, 0);
    place(layout, start_of(layout, binding->value, first), first, 2);
    lay_part(layout, binding->value);
  }
  size_t body = first_of(layout, exp->let.body->span);
  size_t in = keyword_before(layout, body, top, NESL_TOKEN_IN);
  place(layout, in, let, 0);
  layout->front->marks[in].is_lead = true;
  front_layout_mark(layout->front, in + 1, let, 2);
  lay_part(layout, exp->let.body);
}

static void lay_if(NeslLayout *layout, const NeslExp *exp, size_t origin) {
  for (;;) {
    size_t then = first_of(layout, exp->branch.then->span);
    size_t other = first_of(layout, exp->branch.otherwise->span);
    then = keyword_before(layout, then, origin, NESL_TOKEN_THEN);
    size_t word = keyword_before(layout, other, then, NESL_TOKEN_ELSE);
    place(layout, then, origin, 0);
    place(layout, word, origin, 0);
    front_layout_mark(layout->front, then + 1, origin, 2);
    front_layout_mark(layout->front, word + 1, origin, 2);
    lay_part(layout, exp->branch.condition);
    lay_part(layout, exp->branch.then);
    bool is_chain = exp->branch.otherwise->kind == NESL_EXP_IF && other == word + 1;
    if (!is_chain) break;
    exp = exp->branch.otherwise;
  }
  lay_part(layout, exp->branch.otherwise);
}

static void lay_binary(NeslLayout *layout, const NeslExp *exp, size_t origin) {
  size_t op = first_of(layout, exp->binary.op_span);
  layout->front->marks[op].space = LAYOUT_BLANK;
  place(layout, op, origin, 0);
  if (op + 1 < layout->front->count) {
    layout->front->marks[op + 1].space = LAYOUT_BLANK;
    front_layout_mark(layout->front, op + 1, origin, 0);
  }
  lay_part(layout, exp->binary.left);
  lay_part(layout, exp->binary.right);
}

static void lay_items(NeslLayout *layout, const NeslExps *items, size_t origin) {
  for (size_t i = 0; i < items->count; i++) {
    lay_part(layout, items->data[i]);
    if (i == 0) continue;
    size_t start = start_of(layout, items->data[i], origin);
    front_layout_break(layout->front, start, layout->depth);
    layout->front->marks[start].is_filled = true;
  }
}

static void lay_each(NeslLayout *layout, const NeslExp *exp, size_t origin) {
  lay_part(layout, exp->each.body);
  for (size_t i = 0; i < exp->each.bindings.count; i++) {
    const NeslBinding *binding = &exp->each.bindings.data[i];
    size_t first = first_of(layout, binding->span);
    if (i > 0 || exp->each.body != NULL) place(layout, first, origin, 1);
    if (!binding->is_punned) lay_part(layout, binding->value);
  }
  lay_part(layout, exp->each.filter);
}

static void lay_exp(NeslLayout *layout, const NeslExp *exp) {
  size_t first = first_of(layout, exp->span);
  front_layout_hang(layout->front, first, last_of(layout, exp->span), 2);
  switch (exp->kind) {
  case NESL_EXP_INT:
  case NESL_EXP_FLOAT:
  case NESL_EXP_BOOL:
  case NESL_EXP_CHAR:
  case NESL_EXP_STRING:
  case NESL_EXP_EMPTY:
  case NESL_EXP_FUNCTION:
  case NESL_EXP_VAR: return;
  case NESL_EXP_LET: lay_let(layout, exp, first); return;
  case NESL_EXP_IF: lay_if(layout, exp, first); return;
  case NESL_EXP_BINARY: lay_binary(layout, exp, first); return;
  case NESL_EXP_EACH: lay_each(layout, exp, first); return;
  case NESL_EXP_TUPLE:
  case NESL_EXP_SEQUENCE: lay_items(layout, &exp->items, first); return;
  case NESL_EXP_RANGE:
    lay_part(layout, exp->range.first);
    lay_part(layout, exp->range.last);
    lay_part(layout, exp->range.step);
    return;
  case NESL_EXP_CALL: lay_part(layout, exp->call.argument); return;
  case NESL_EXP_APPLY:
    lay_part(layout, exp->apply.callee);
    lay_part(layout, exp->apply.argument);
    return;
  case NESL_EXP_UNARY: lay_part(layout, exp->unary.operand); return;
  case NESL_EXP_INDEX:
    lay_part(layout, exp->index.sequence);
    lay_part(layout, exp->index.index);
    return;
  case NESL_EXP_LAMBDA: lay_part(layout, exp->lambda.body); return;
  }
}

static void lay_value(NeslLayout *layout, const NeslExp *value, size_t origin) {
  size_t start = start_of(layout, value, origin);
  if (start > origin) {
    front_layout_mark(layout->front, start, origin, 2);
    front_layout_break(layout->front, start, 0);
  }
  layout->depth = 1;
  lay_exp(layout, value);
}

static void lay_form(NeslLayout *layout, const NeslForm *form) {
  size_t first = first_of(layout, form->span);
  front_layout_hang(layout->front, first, last_of(layout, form->span), 2);
  switch (form->kind) {
  case NESL_FORM_FUNCTION: lay_value(layout, form->function.body, first); return;
  case NESL_FORM_BINDING: lay_value(layout, form->binding.value, first); return;
  case NESL_FORM_EXPRESSION: lay_value(layout, form->expression.value, first); return;
  case NESL_FORM_DATATYPE:
  case NESL_FORM_BROKEN: return;
  }
}

bool nesl_layout(FrontLayout *front, Diag *diag) {
  const NeslProgram *program = nesl_parse(front->arena, front->names, front->file, diag);
  if (program->has_errors) return false;
  NeslLayout layout = {.front = front};
  front_layout_begin(front);
  front_layout_space(front, NESL_TOKEN_EQUALS);
  front_layout_space(front, NESL_TOKEN_LAMBDA);
  for (size_t i = 0; i < program->forms.count; i++)
    lay_form(&layout, program->forms.data[i]);
  for (size_t i = 0; i < front->count; i++)
    if (front->tokens[i].kind == NESL_TOKEN_SEMICOLON) front->marks[i].space = LAYOUT_CLOSE;
  return true;
}
