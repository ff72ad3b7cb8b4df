#include "front/nesl/ast_print.h"

#include <inttypes.h>
#include <string.h>

// ---- Types ----

static void print_type(StrBuf *out, const NeslTypeExp *type);

static void print_types(StrBuf *out, const NeslTypeExps *types) {
  strbuf_putc(out, '(');
  for (size_t i = 0; i < types->count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    print_type(out, types->data[i]);
  }
  strbuf_putc(out, ')');
}

static void print_type(StrBuf *out, const NeslTypeExp *type) {
  switch (type->kind) {
  case NESL_TYPE_NAME: strbuf_puts(out, type->name); return;
  case NESL_TYPE_APPLY:
    strbuf_puts(out, type->apply.name.name);
    print_types(out, &type->apply.arguments);
    return;
  case NESL_TYPE_SEQUENCE:
    strbuf_putc(out, '[');
    print_type(out, type->element);
    strbuf_putc(out, ']');
    return;
  case NESL_TYPE_TUPLE: print_types(out, &type->items); return;
  case NESL_TYPE_ARROW:
    strbuf_putc(out, '(');
    print_type(out, type->arrow.from);
    strbuf_puts(out, " -> ");
    print_type(out, type->arrow.to);
    strbuf_putc(out, ')');
    return;
  }
}

static void print_context(StrBuf *out, const NeslTypeBinds *binds) {
  for (size_t i = 0; i < binds->count; i++)
    strbuf_printf(out, "%s%s in %s", i == 0 ? " :: (" : "; ", binds->data[i].variable.name,
                  binds->data[i].class_name.name);
  if (binds->count > 0) strbuf_putc(out, ')');
}

// ---- Patterns ----

static void print_pattern(StrBuf *out, const NeslPattern *pattern);

// A pattern in parentheses, of which a tuple has its own.
static void print_argument_pattern(StrBuf *out, const NeslPattern *pattern) {
  bool is_tuple = pattern->kind == NESL_PATTERN_TUPLE && pattern->annotation == NULL;
  if (!is_tuple) strbuf_putc(out, '(');
  print_pattern(out, pattern);
  if (!is_tuple) strbuf_putc(out, ')');
}

static void print_plain_pattern(StrBuf *out, const NeslPattern *pattern) {
  switch (pattern->kind) {
  case NESL_PATTERN_NAME: strbuf_puts(out, pattern->variable.name); return;
  case NESL_PATTERN_WILDCARD: strbuf_putc(out, '_'); return;
  case NESL_PATTERN_TUPLE:
    strbuf_putc(out, '(');
    for (size_t i = 0; i < pattern->items.count; i++) {
      if (i > 0) strbuf_puts(out, ", ");
      print_pattern(out, pattern->items.data[i]);
    }
    strbuf_putc(out, ')');
    return;
  case NESL_PATTERN_DATA:
    strbuf_puts(out, pattern->data.name.name);
    print_argument_pattern(out, pattern->data.argument);
    return;
  }
}

static void print_pattern(StrBuf *out, const NeslPattern *pattern) {
  print_plain_pattern(out, pattern);
  if (pattern->annotation == NULL) return;
  strbuf_puts(out, " : ");
  print_type(out, pattern->annotation);
}

// ---- Expressions ----

static void print_exp(StrBuf *out, const NeslExp *exp);

// The escape of a character, or NULL when it stands for itself.
static const char *escape_text(char byte) {
  return byte == '\n'   ? "\\n"
         : byte == '\r' ? "\\r"
         : byte == '\t' ? "\\t"
         : byte == '\0' ? "\\0"
         : byte == '\\' ? "\\\\"
         : byte == '"'  ? "\\\""
                        : NULL;
}

static void print_char(StrBuf *out, char byte) {
  const char *escape = escape_text(byte);
  if (escape == NULL)
    strbuf_putc(out, byte);
  else
    strbuf_puts(out, escape);
}

static void print_string(StrBuf *out, const FrontString *string) {
  strbuf_putc(out, '"');
  for (size_t i = 0; i < string->length; i++)
    print_char(out, string->bytes[i]);
  strbuf_putc(out, '"');
}

// A float has a point or an exponent.
static void print_float(StrBuf *out, double real) {
  size_t start = out->length;
  strbuf_printf(out, "%.17g", real);
  if (strpbrk(strbuf_text(out) + start, ".e") == NULL) strbuf_puts(out, ".0");
}

static void print_items(StrBuf *out, const NeslExps *items, char open, char close) {
  strbuf_putc(out, open);
  for (size_t i = 0; i < items->count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    print_exp(out, items->data[i]);
  }
  strbuf_putc(out, close);
}

static void print_bindings(StrBuf *out, const NeslBindings *bindings, const char *sign) {
  for (size_t i = 0; i < bindings->count; i++) {
    const NeslBinding *binding = &bindings->data[i];
    if (i > 0) strbuf_puts(out, "; ");
    print_pattern(out, binding->pattern);
    if (binding->is_punned) continue;
    strbuf_puts(out, sign);
    print_exp(out, binding->value);
  }
}

static void print_range(StrBuf *out, const NeslExp *exp) {
  strbuf_putc(out, '[');
  print_exp(out, exp->range.first);
  strbuf_puts(out, " : ");
  print_exp(out, exp->range.last);
  if (exp->range.step != NULL) {
    strbuf_puts(out, " : ");
    print_exp(out, exp->range.step);
  }
  strbuf_putc(out, ']');
}

static void print_argument(StrBuf *out, const NeslExp *argument) {
  if (argument->kind != NESL_EXP_TUPLE) strbuf_putc(out, '(');
  print_exp(out, argument);
  if (argument->kind != NESL_EXP_TUPLE) strbuf_putc(out, ')');
}

static void print_call(StrBuf *out, const NeslExp *exp) {
  strbuf_puts(out, exp->call.name.name);
  print_argument(out, exp->call.argument);
}

// What is called stands in parentheses, so that it is not taken for a name.
static void print_apply(StrBuf *out, const NeslExp *exp) {
  strbuf_putc(out, '(');
  print_exp(out, exp->apply.callee);
  strbuf_putc(out, ')');
  print_argument(out, exp->apply.argument);
}

// An operator that is a value stands in parentheses.
static void print_name(StrBuf *out, Name name) {
  bool is_operator = nesl_operator_find(name, true) != NESL_OPERATOR_COUNT ||
                     nesl_operator_find(name, false) != NESL_OPERATOR_COUNT;
  strbuf_printf(out, is_operator ? "(%s)" : "%s", name);
}

static void print_each(StrBuf *out, const NeslExp *exp) {
  strbuf_putc(out, '{');
  if (exp->each.body != NULL) {
    print_exp(out, exp->each.body);
    strbuf_puts(out, " : ");
  }
  print_bindings(out, &exp->each.bindings, " in ");
  if (exp->each.filter != NULL) {
    strbuf_puts(out, " | ");
    print_exp(out, exp->each.filter);
  }
  strbuf_putc(out, '}');
}

// What is put in parentheses.
static void print_inner(StrBuf *out, const NeslExp *exp) {
  if (exp->kind == NESL_EXP_EMPTY) {
    strbuf_puts(out, "[]");
    if (exp->element != NULL) {
      strbuf_putc(out, ' ');
      print_type(out, exp->element);
    }
  } else if (exp->kind == NESL_EXP_BINARY) {
    print_exp(out, exp->binary.left);
    strbuf_printf(out, " %s ", nesl_operator_text(exp->binary.op));
    print_exp(out, exp->binary.right);
  } else if (exp->kind == NESL_EXP_UNARY) {
    strbuf_printf(out, "%s ", nesl_operator_text(exp->unary.op));
    print_exp(out, exp->unary.operand);
  } else if (exp->kind == NESL_EXP_IF) {
    strbuf_puts(out, "if ");
    print_exp(out, exp->branch.condition);
    strbuf_puts(out, " then ");
    print_exp(out, exp->branch.then);
    strbuf_puts(out, " else ");
    print_exp(out, exp->branch.otherwise);
  } else if (exp->kind == NESL_EXP_LET) {
    strbuf_puts(out, "let ");
    print_bindings(out, &exp->let.bindings, " = ");
    strbuf_puts(out, " in ");
    print_exp(out, exp->let.body);
  } else if (exp->kind == NESL_EXP_LAMBDA) {
    print_pattern(out, exp->lambda.parameter);
    strbuf_puts(out, " => ");
    print_exp(out, exp->lambda.body);
  }
}

static void print_exp(StrBuf *out, const NeslExp *exp) {
  switch (exp->kind) {
  // Only after a minus an int may be the least one, whose magnitude is no int.
  case NESL_EXP_INT: strbuf_printf(out, "%" PRIu64, (uint64_t)exp->integer); return;
  case NESL_EXP_FLOAT: print_float(out, exp->real); return;
  case NESL_EXP_BOOL: strbuf_puts(out, exp->is_true ? "true" : "false"); return;
  case NESL_EXP_CHAR:
    strbuf_putc(out, '`');
    print_char(out, (char)exp->character);
    return;
  case NESL_EXP_STRING: print_string(out, &exp->string); return;
  case NESL_EXP_VAR:
  case NESL_EXP_FUNCTION: print_name(out, exp->variable.name); return;
  case NESL_EXP_TUPLE: print_items(out, &exp->items, '(', ')'); return;
  case NESL_EXP_SEQUENCE: print_items(out, &exp->items, '[', ']'); return;
  case NESL_EXP_RANGE: print_range(out, exp); return;
  case NESL_EXP_CALL: print_call(out, exp); return;
  case NESL_EXP_APPLY: print_apply(out, exp); return;
  case NESL_EXP_INDEX:
    print_exp(out, exp->index.sequence);
    strbuf_putc(out, '[');
    print_exp(out, exp->index.index);
    strbuf_putc(out, ']');
    return;
  case NESL_EXP_EACH: print_each(out, exp); return;
  case NESL_EXP_EMPTY:
  case NESL_EXP_BINARY:
  case NESL_EXP_UNARY:
  case NESL_EXP_IF:
  case NESL_EXP_LET:
  case NESL_EXP_LAMBDA:
    strbuf_putc(out, '(');
    print_inner(out, exp);
    strbuf_putc(out, ')');
    return;
  }
}

// ---- Forms ----

static void print_function(StrBuf *out, const NeslFunctionForm *function) {
  strbuf_printf(out, "function %s", function->name.name);
  print_argument_pattern(out, function->parameter);
  if (function->type != NULL) {
    strbuf_puts(out, " : ");
    print_type(out, function->type->arrow.from);
    strbuf_puts(out, " -> ");
    print_type(out, function->type->arrow.to);
    print_context(out, &function->classes);
  } else if (function->result != NULL) {
    strbuf_puts(out, " -> ");
    print_type(out, function->result);
    print_context(out, &function->classes);
  }
  strbuf_puts(out, " = ");
  print_exp(out, function->body);
}

static void print_datatype(StrBuf *out, const NeslForm *form) {
  bool is_tuple = form->datatype.content->kind == NESL_TYPE_TUPLE;
  strbuf_printf(out, "datatype %s%s", form->datatype.name.name, is_tuple ? "" : "(");
  print_type(out, form->datatype.content);
  if (!is_tuple) strbuf_putc(out, ')');
  print_context(out, &form->datatype.classes);
}

void nesl_program_print(const NeslProgram *program, StrBuf *out) {
  for (size_t i = 0; i < program->forms.count; i++) {
    const NeslForm *form = program->forms.data[i];
    switch (form->kind) {
    case NESL_FORM_BROKEN: continue;
    case NESL_FORM_FUNCTION: print_function(out, &form->function); break;
    case NESL_FORM_DATATYPE: print_datatype(out, form); break;
    case NESL_FORM_BINDING:
      print_pattern(out, form->binding.pattern);
      strbuf_puts(out, " = ");
      print_exp(out, form->binding.value);
      break;
    case NESL_FORM_EXPRESSION: print_exp(out, form->expression.value); break;
    }
    strbuf_puts(out, ";\n");
  }
}
