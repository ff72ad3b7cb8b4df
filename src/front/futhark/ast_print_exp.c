// Printing expressions.
#include "front/futhark/ast_print_internal.h"

static void print_exp_bare(FutAstPrinter *printer, const FutExp *exp);

static void print_exps(FutAstPrinter *printer, const FutExps *items) {
  for (size_t i = 0; i < items->count; i++) {
    fut_printer_field_separator(printer, i);
    fut_printer_exp(printer, items->data[i], FUT_PRECEDENCE_EXP);
  }
}

static void print_arguments(FutAstPrinter *printer, const FutExps *arguments) {
  for (size_t i = 0; i < arguments->count; i++) {
    strbuf_putc(printer->out, ' ');
    fut_printer_exp(printer, arguments->data[i], FUT_PRECEDENCE_ATOM);
  }
}

static void print_record(FutAstPrinter *printer, const FutExp *exp) {
  strbuf_putc(printer->out, '{');
  for (size_t i = 0; i < exp->record.count; i++) {
    const FutExpField *field = &exp->record.data[i];
    fut_printer_field_separator(printer, i);
    strbuf_puts(printer->out, field->name.name);
    if (field->is_punned) continue;
    strbuf_puts(printer->out, " = ");
    fut_printer_exp(printer, field->value, FUT_PRECEDENCE_EXP);
  }
  strbuf_putc(printer->out, '}');
}

static void print_indices(FutAstPrinter *printer, const FutIndices *indices) {
  strbuf_putc(printer->out, '[');
  for (size_t i = 0; i < indices->count; i++) {
    const FutIndex *index = &indices->data[i];
    fut_printer_field_separator(printer, i);
    if (index->start != NULL) fut_printer_exp(printer, index->start, FUT_PRECEDENCE_RANGE);
    if (index->is_slice) strbuf_putc(printer->out, ':');
    if (index->end != NULL) fut_printer_exp(printer, index->end, FUT_PRECEDENCE_RANGE);
    if (index->stride != NULL) {
      strbuf_putc(printer->out, ':');
      fut_printer_exp(printer, index->stride, FUT_PRECEDENCE_RANGE);
    }
  }
  strbuf_putc(printer->out, ']');
}

static void print_operator(FutAstPrinter *printer, const FutOperator *op) {
  if (op->is_backtick) strbuf_putc(printer->out, '`');
  for (uint32_t i = 0; i < op->name.qualifier_count; i++)
    strbuf_printf(printer->out, "%s.", op->name.qualifiers[i]);
  strbuf_puts(printer->out, op->name.name);
  if (op->is_backtick) strbuf_putc(printer->out, '`');
}

static void print_binary(FutAstPrinter *printer, const FutExp *exp) {
  FutPrecedence precedence = fut_operator_precedence(&exp->binary.op);
  bool is_right = fut_operator_is_right(&exp->binary.op);
  fut_printer_exp(printer, exp->binary.left, precedence + (is_right ? 1 : 0));
  strbuf_putc(printer->out, ' ');
  print_operator(printer, &exp->binary.op);
  strbuf_putc(printer->out, ' ');
  fut_printer_exp(printer, exp->binary.right, precedence + (is_right ? 0 : 1));
}

static void print_range(FutAstPrinter *printer, const FutExp *exp) {
  static const char *const ENDS[] = {
      [FUT_RANGE_TO] = "...", [FUT_RANGE_UPTO] = "..<", [FUT_RANGE_DOWNTO] = "..>"};
  fut_printer_exp(printer, exp->range.first, FUT_PRECEDENCE_BACKTICK);
  if (exp->range.second != NULL) {
    strbuf_puts(printer->out, " .. ");
    fut_printer_exp(printer, exp->range.second, FUT_PRECEDENCE_BACKTICK);
  }
  strbuf_printf(printer->out, " %s ", ENDS[exp->range.end]);
  fut_printer_exp(printer, exp->range.last, FUT_PRECEDENCE_BACKTICK);
}

// A path that begins right after something, which takes care of the dot before a first field.
static void print_path(FutAstPrinter *printer, const FutPath *path) {
  for (size_t i = 0; i < path->count; i++) {
    const FutStep *step = &path->data[i];
    if (step->field.name == NULL)
      print_indices(printer, &step->indices);
    else
      strbuf_printf(printer->out, "%s%s", i > 0 ? "." : "", step->field.name);
  }
}

static void print_update(FutAstPrinter *printer, const FutExp *exp) {
  fut_printer_exp(printer, exp->update.source, FUT_PRECEDENCE_WITH);
  strbuf_puts(printer->out, " with ");
  print_path(printer, &exp->update.path);
  strbuf_puts(printer->out, " = ");
  fut_printer_exp(printer, exp->update.value, FUT_PRECEDENCE_PIPE);
}

// What an index or a projection follows. `x.f` would be a qualified name again, and literals take
// neither, so these stand in parentheses.
static void print_base(FutAstPrinter *printer, const FutExp *exp, bool is_named_field) {
  bool is_bare =
      exp->kind == FUT_EXP_INDEX || exp->kind == FUT_EXP_PROJECT || exp->kind == FUT_EXP_OPEN ||
      exp->kind == FUT_EXP_TUPLE || exp->kind == FUT_EXP_RECORD ||
      (exp->kind == FUT_EXP_VAR && (!is_named_field || fut_name_is_symbol(exp->name.name)));
  if (is_bare) {
    fut_printer_exp(printer, exp, FUT_PRECEDENCE_ATOM);
    return;
  }
  strbuf_putc(printer->out, '(');
  print_exp_bare(printer, exp);
  strbuf_putc(printer->out, ')');
}

static void print_project(FutAstPrinter *printer, const FutExp *exp) {
  char first = exp->project.field.name[0];
  print_base(printer, exp->project.record, !(first >= '0' && first <= '9'));
  strbuf_printf(printer->out, ".%s", exp->project.field.name);
}

static void print_section(FutAstPrinter *printer, const FutExp *exp) {
  strbuf_putc(printer->out, '(');
  if (exp->kind == FUT_EXP_SECTION_LEFT) {
    fut_printer_exp(printer, exp->section.operand, FUT_PRECEDENCE_RANGE);
    strbuf_putc(printer->out, ' ');
  }
  print_operator(printer, &exp->section.op);
  if (exp->kind == FUT_EXP_SECTION_RIGHT) {
    strbuf_putc(printer->out, ' ');
    fut_printer_exp(printer, exp->section.operand, FUT_PRECEDENCE_RANGE);
  }
  strbuf_putc(printer->out, ')');
}

static void print_lambda(FutAstPrinter *printer, const FutExp *exp) {
  strbuf_putc(printer->out, '\\');
  for (size_t i = 0; i < exp->lambda.params.count; i++) {
    if (i > 0) strbuf_putc(printer->out, ' ');
    fut_printer_pattern(printer, exp->lambda.params.data[i], true);
  }
  if (exp->lambda.return_type != NULL) {
    strbuf_puts(printer->out, ": ");
    fut_printer_type(printer, exp->lambda.return_type, TYPE_TERM);
  }
  strbuf_puts(printer->out, " -> ");
  fut_printer_exp(printer, exp->lambda.body, FUT_PRECEDENCE_EXP);
}

static void print_if(FutAstPrinter *printer, const FutExp *exp) {
  strbuf_puts(printer->out, "if ");
  fut_printer_exp(printer, exp->branch.condition, FUT_PRECEDENCE_EXP);
  strbuf_puts(printer->out, " then ");
  fut_printer_exp(printer, exp->branch.then, FUT_PRECEDENCE_EXP);
  strbuf_puts(printer->out, " else ");
  fut_printer_exp(printer, exp->branch.otherwise, FUT_PRECEDENCE_EXP);
}

// One binding of a chain, and the body that follows it.
static const FutExp *print_let_binding(FutAstPrinter *printer, const FutExp *exp) {
  strbuf_puts(printer->out, "let ");
  if (exp->kind == FUT_EXP_LET_FUNCTION) {
    fut_printer_binding(printer, &exp->let_function.binding);
    return exp->let_function.body;
  }
  bool is_update = exp->kind == FUT_EXP_LET_UPDATE;
  if (is_update) {
    strbuf_puts(printer->out, exp->let_update.name.name);
    if (exp->let_update.path.data[0].field.name != NULL) strbuf_putc(printer->out, '.');
    print_path(printer, &exp->let_update.path);
  } else {
    fut_printer_sizes(printer, &exp->let.sizes);
    if (exp->let.sizes.count > 0) strbuf_putc(printer->out, ' ');
    fut_printer_pattern(printer, exp->let.pattern, false);
  }
  strbuf_puts(printer->out, " = ");
  printer->indent += 2;
  fut_printer_exp(printer, is_update ? exp->let_update.value : exp->let.value, FUT_PRECEDENCE_EXP);
  printer->indent -= 2;
  return is_update ? exp->let_update.body : exp->let.body;
}

static bool is_let(const FutExp *exp) {
  return exp->kind == FUT_EXP_LET || exp->kind == FUT_EXP_LET_UPDATE ||
         exp->kind == FUT_EXP_LET_FUNCTION;
}

static void print_let(FutAstPrinter *printer, const FutExp *exp) {
  while (is_let(exp)) {
    exp = print_let_binding(printer, exp);
    fut_printer_line(printer);
  }
  strbuf_puts(printer->out, "in ");
  fut_printer_exp(printer, exp, FUT_PRECEDENCE_EXP);
}

static void print_loop(FutAstPrinter *printer, const FutExp *exp) {
  strbuf_puts(printer->out, "loop ");
  fut_printer_sizes(printer, &exp->loop.sizes);
  if (exp->loop.sizes.count > 0) strbuf_putc(printer->out, ' ');
  fut_printer_pattern(printer, exp->loop.pattern, false);
  if (exp->loop.initial != NULL) {
    strbuf_puts(printer->out, " = ");
    fut_printer_exp(printer, exp->loop.initial, FUT_PRECEDENCE_EXP);
  }
  strbuf_puts(printer->out, exp->loop.form == FUT_LOOP_WHILE ? " while " : " for ");
  if (exp->loop.element != NULL) {
    fut_printer_pattern(printer, exp->loop.element, false);
    strbuf_puts(printer->out, exp->loop.form == FUT_LOOP_FOR ? " < " : " in ");
  }
  fut_printer_exp(printer, exp->loop.bound, FUT_PRECEDENCE_EXP);
  strbuf_puts(printer->out, " do");
  printer->indent += 2;
  fut_printer_line(printer);
  fut_printer_exp(printer, exp->loop.body, FUT_PRECEDENCE_EXP);
  printer->indent -= 2;
}

// A case that is not the last must not end in a match, which would take the cases that follow.
static void print_match(FutAstPrinter *printer, const FutExp *exp) {
  strbuf_puts(printer->out, "match ");
  fut_printer_exp(printer, exp->match.subject, FUT_PRECEDENCE_RANGE);
  for (size_t i = 0; i < exp->match.cases.count; i++) {
    const FutCase *item = &exp->match.cases.data[i];
    bool is_last = i + 1 == exp->match.cases.count;
    fut_printer_line(printer);
    strbuf_puts(printer->out, "case ");
    fut_printer_pattern(printer, item->pattern, false);
    strbuf_puts(printer->out, " -> ");
    printer->indent += 2;
    fut_printer_exp(printer, item->body, is_last ? FUT_PRECEDENCE_EXP : FUT_PRECEDENCE_RANGE);
    printer->indent -= 2;
  }
}

static void print_ascription(FutAstPrinter *printer, const FutExp *exp) {
  fut_printer_exp(printer, exp->ascribe.value, FUT_PRECEDENCE_RANGE);
  strbuf_puts(printer->out, exp->kind == FUT_EXP_ASCRIBE ? " : " : " :> ");
  fut_printer_type(printer, exp->ascribe.type, TYPE_ANY);
}

// `--` would begin a comment and `!-` would be one operator.
static void print_prefix(FutAstPrinter *printer, const FutExp *exp) {
  FutExpKind inner = exp->operand->kind;
  bool is_prefix = inner == FUT_EXP_NEGATE || inner == FUT_EXP_NOT;
  strbuf_putc(printer->out, exp->kind == FUT_EXP_NEGATE ? '-' : '!');
  fut_printer_exp(printer, exp->operand, is_prefix ? FUT_PRECEDENCE_ATOM : FUT_PRECEDENCE_PREFIX);
}

static void print_enclosed(FutAstPrinter *printer, const FutExps *items, char open, char close) {
  strbuf_putc(printer->out, open);
  print_exps(printer, items);
  strbuf_putc(printer->out, close);
}

static void print_exp_bare(FutAstPrinter *printer, const FutExp *exp) {
  StrBuf *out = printer->out;
  switch (exp->kind) {
  case FUT_EXP_HOLE: strbuf_puts(out, "???"); break;
  case FUT_EXP_NUMBER: fut_printer_number(printer, exp->number); break;
  case FUT_EXP_BOOL: strbuf_puts(out, exp->is_true ? "true" : "false"); break;
  case FUT_EXP_STRING: fut_printer_string(printer, exp->string); break;
  case FUT_EXP_VAR: fut_qual_name_print(&exp->name, out); break;
  case FUT_EXP_TUPLE: print_enclosed(printer, &exp->items, '(', ')'); break;
  case FUT_EXP_ARRAY: print_enclosed(printer, &exp->items, '[', ']'); break;
  case FUT_EXP_RECORD: print_record(printer, exp); break;
  case FUT_EXP_APPLY:
    fut_printer_exp(printer, exp->apply.function, FUT_PRECEDENCE_ATOM);
    print_arguments(printer, &exp->apply.arguments);
    break;
  case FUT_EXP_CONSTRUCTOR:
    strbuf_printf(out, "#%s", exp->constructor.name.name);
    print_arguments(printer, &exp->constructor.arguments);
    break;
  case FUT_EXP_BINARY: print_binary(printer, exp); break;
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT: print_prefix(printer, exp); break;
  case FUT_EXP_RANGE: print_range(printer, exp); break;
  case FUT_EXP_ASCRIBE:
  case FUT_EXP_COERCE: print_ascription(printer, exp); break;
  case FUT_EXP_INDEX:
    print_base(printer, exp->index.array, false);
    print_indices(printer, &exp->index.indices);
    break;
  case FUT_EXP_PROJECT: print_project(printer, exp); break;
  case FUT_EXP_UPDATE: print_update(printer, exp); break;
  case FUT_EXP_OPEN:
    fut_qual_name_print(&exp->open.module, out);
    strbuf_puts(out, ".(");
    fut_printer_exp(printer, exp->open.body, FUT_PRECEDENCE_EXP);
    strbuf_putc(out, ')');
    break;
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT: print_section(printer, exp); break;
  case FUT_EXP_SECTION_PATH:
    strbuf_puts(out, "(.");
    print_path(printer, &exp->section_path);
    strbuf_putc(out, ')');
    break;
  case FUT_EXP_LAMBDA: print_lambda(printer, exp); break;
  case FUT_EXP_IF: print_if(printer, exp); break;
  case FUT_EXP_LET:
  case FUT_EXP_LET_UPDATE:
  case FUT_EXP_LET_FUNCTION: print_let(printer, exp); break;
  case FUT_EXP_LOOP: print_loop(printer, exp); break;
  case FUT_EXP_MATCH: print_match(printer, exp); break;
  case FUT_EXP_ASSERT:
    strbuf_puts(out, "assert ");
    fut_printer_exp(printer, exp->assertion.condition, FUT_PRECEDENCE_ATOM);
    strbuf_putc(out, ' ');
    fut_printer_exp(printer, exp->assertion.value, FUT_PRECEDENCE_ATOM);
    break;
  case FUT_EXP_ATTRIBUTE:
    fut_printer_attribute(printer, exp->attributed.attribute);
    strbuf_putc(out, ' ');
    fut_printer_exp(printer, exp->attributed.value, FUT_PRECEDENCE_EXP);
    break;
  }
}

FutPrecedence fut_exp_precedence(const FutExp *exp) {
  switch (exp->kind) {
  case FUT_EXP_HOLE:
  case FUT_EXP_NUMBER:
  case FUT_EXP_BOOL:
  case FUT_EXP_STRING:
  case FUT_EXP_VAR:
  case FUT_EXP_TUPLE:
  case FUT_EXP_RECORD:
  case FUT_EXP_ARRAY:
  case FUT_EXP_INDEX:
  case FUT_EXP_PROJECT:
  case FUT_EXP_OPEN:
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT:
  case FUT_EXP_SECTION_PATH: return FUT_PRECEDENCE_ATOM;
  case FUT_EXP_CONSTRUCTOR:
    return exp->constructor.arguments.count == 0 ? FUT_PRECEDENCE_ATOM : FUT_PRECEDENCE_PREFIX;
  case FUT_EXP_APPLY:
  case FUT_EXP_ASSERT:
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT: return FUT_PRECEDENCE_PREFIX;
  case FUT_EXP_BINARY: return fut_operator_precedence(&exp->binary.op);
  case FUT_EXP_UPDATE: return FUT_PRECEDENCE_WITH;
  case FUT_EXP_RANGE: return FUT_PRECEDENCE_RANGE;
  case FUT_EXP_ASCRIBE:
  case FUT_EXP_COERCE:
  case FUT_EXP_LAMBDA:
  case FUT_EXP_IF:
  case FUT_EXP_LET:
  case FUT_EXP_LET_UPDATE:
  case FUT_EXP_LET_FUNCTION:
  case FUT_EXP_LOOP:
  case FUT_EXP_MATCH:
  case FUT_EXP_ATTRIBUTE: break;
  }
  return FUT_PRECEDENCE_EXP;
}

void fut_printer_exp(FutAstPrinter *printer, const FutExp *exp, FutPrecedence least) {
  FutPrecedence precedence = fut_exp_precedence(exp);
  bool is_wrapped = precedence < least;
  if (printer->style == FUT_PRINT_PARENTHESISED && precedence < FUT_PRECEDENCE_ATOM)
    is_wrapped = true;
  if (is_wrapped) strbuf_putc(printer->out, '(');
  print_exp_bare(printer, exp);
  if (is_wrapped) strbuf_putc(printer->out, ')');
}
