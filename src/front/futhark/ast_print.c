// Printing names, literals, types and patterns. See ast_print_exp.c for expressions and
// ast_print_decl.c for the rest.
#include "front/futhark/ast_print.h"

#include "base/utf8.h"
#include "front/futhark/ast_print_internal.h"

void fut_printer_line(FutAstPrinter *printer) {
  strbuf_putc(printer->out, '\n');
  strbuf_fill(printer->out, ' ', (size_t)printer->indent);
}

void fut_printer_field_separator(FutAstPrinter *printer, size_t i) {
  if (i > 0) strbuf_puts(printer->out, ", ");
}

void fut_qual_name_print(const FutQualName *name, StrBuf *out) {
  bool is_symbol = fut_name_is_symbol(name->name);
  if (is_symbol) strbuf_putc(out, '(');
  for (uint32_t i = 0; i < name->qualifier_count; i++)
    strbuf_printf(out, "%s.", name->qualifiers[i]);
  strbuf_puts(out, name->name);
  if (is_symbol) strbuf_putc(out, ')');
}

void fut_printer_number(FutAstPrinter *printer, const FutNumber *number) {
  if (number->is_character) {
    fut_printer_char(printer, (uint32_t)number->integer);
    return;
  }
  strbuf_printf(printer->out, "%s%s", number->text, fut_prim_text(number->suffix));
}

// One character of a literal. A numeric escape is followed by nothing that could lengthen it,
// because the escapes have a fixed spelling: `\x` ends at the first non-digit.
static void print_char(StrBuf *out, uint32_t codepoint, uint32_t quote) {
  if (codepoint == quote || codepoint == '\\') {
    strbuf_printf(out, "\\%c", (int)codepoint);
  } else if (codepoint == '\n') {
    strbuf_puts(out, "\\n");
  } else if (codepoint == '\t') {
    strbuf_puts(out, "\\t");
  } else if (codepoint < 0x20 || codepoint == 0x7F) {
    strbuf_printf(out, "\\%u", codepoint);
  } else {
    char bytes[4];
    size_t size = utf8_encode(codepoint, bytes);
    strbuf_write(out, bytes, size);
  }
}

void fut_printer_char(FutAstPrinter *printer, uint32_t codepoint) {
  strbuf_putc(printer->out, '\'');
  print_char(printer->out, codepoint, '\'');
  strbuf_putc(printer->out, '\'');
}

void fut_printer_string(FutAstPrinter *printer, FrontString string) {
  StrBuf *out = printer->out;
  bool is_after_code = false;
  strbuf_putc(out, '"');
  for (size_t i = 0; i < string.length;) {
    uint32_t codepoint = 0;
    size_t size = utf8_decode(string.bytes + i, string.length - i, &codepoint);
    // A digit right after a numeric escape would become part of it.
    if (is_after_code && codepoint >= '0' && codepoint <= '9') {
      strbuf_printf(out, "\\%u", codepoint);
    } else {
      print_char(out, codepoint, '"');
      is_after_code =
          (codepoint < 0x20 && codepoint != '\n' && codepoint != '\t') || codepoint == 0x7F;
    }
    i += size == 0 ? 1 : size;
  }
  strbuf_putc(out, '"');
}

void fut_attribute_print(const FutAttribute *attribute, StrBuf *out) {
  strbuf_puts(out, attribute->name);
  if (!attribute->is_compound) return;
  strbuf_putc(out, '(');
  for (size_t i = 0; i < attribute->arguments.count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    fut_attribute_print(attribute->arguments.data[i], out);
  }
  strbuf_putc(out, ')');
}

void fut_printer_attribute(FutAstPrinter *printer, const FutAttribute *attribute) {
  strbuf_puts(printer->out, "#[");
  fut_attribute_print(attribute, printer->out);
  strbuf_putc(printer->out, ']');
}

void fut_printer_sizes(FutAstPrinter *printer, const FutIdents *sizes) {
  for (size_t i = 0; i < sizes->count; i++)
    strbuf_printf(printer->out, "[%s]", sizes->data[i].name);
}

void fut_printer_type_params(FutAstPrinter *printer, const FutTypeParams *params) {
  static const char *const SIGILS[] = {
      [FUT_UNLIFTED] = "", [FUT_SIZE_LIFTED] = "~", [FUT_LIFTED] = "^"};
  for (size_t i = 0; i < params->count; i++) {
    const FutTypeParam *param = &params->data[i];
    if (param->is_size)
      strbuf_printf(printer->out, " [%s]", param->name.name);
    else
      strbuf_printf(printer->out, " '%s%s", SIGILS[param->liftedness], param->name.name);
  }
}

// ---- Types ----

static void print_dim(FutAstPrinter *printer, const FutDim *dim) {
  strbuf_putc(printer->out, '[');
  if (dim->size != NULL) fut_printer_exp(printer, dim->size, FUT_PRECEDENCE_EXP);
  strbuf_putc(printer->out, ']');
}

static void print_sum(FutAstPrinter *printer, const FutTypeExp *type) {
  for (size_t i = 0; i < type->sum.count; i++) {
    const FutTypeClause *clause = &type->sum.data[i];
    strbuf_printf(printer->out, "%s#%s", i > 0 ? " | " : "", clause->constructor.name);
    for (size_t j = 0; j < clause->payload.count; j++) {
      strbuf_putc(printer->out, ' ');
      fut_printer_type(printer, clause->payload.data[j], TYPE_ATOM);
    }
  }
}

static void print_type_apply(FutAstPrinter *printer, const FutTypeExp *type) {
  fut_printer_type(printer, type->apply.head, TYPE_ATOM);
  for (size_t i = 0; i < type->apply.arguments.count; i++) {
    const FutTypeArg *argument = &type->apply.arguments.data[i];
    strbuf_putc(printer->out, ' ');
    if (argument->is_dim)
      print_dim(printer, &argument->dim);
    else
      fut_printer_type(printer, argument->type, TYPE_ATOM);
  }
}

static void print_arrow(FutAstPrinter *printer, const FutTypeExp *type) {
  if (type->arrow.parameter.name != NULL) {
    strbuf_printf(printer->out, "(%s: ", type->arrow.parameter.name);
    fut_printer_type(printer, type->arrow.from, TYPE_ANY);
    strbuf_putc(printer->out, ')');
  } else {
    fut_printer_type(printer, type->arrow.from, TYPE_TERM);
  }
  strbuf_puts(printer->out, " -> ");
  fut_printer_type(printer, type->arrow.to, TYPE_ANY);
}

static void print_type_items(FutAstPrinter *printer, const FutTypeExp *type) {
  bool is_record = type->kind == FUT_TYPE_RECORD;
  size_t count = is_record ? type->record.count : type->tuple.count;
  strbuf_putc(printer->out, is_record ? '{' : '(');
  for (size_t i = 0; i < count; i++) {
    fut_printer_field_separator(printer, i);
    if (is_record) strbuf_printf(printer->out, "%s: ", type->record.data[i].name.name);
    fut_printer_type(printer, is_record ? type->record.data[i].type : type->tuple.data[i],
                     TYPE_ANY);
  }
  strbuf_putc(printer->out, is_record ? '}' : ')');
}

static void print_type_bare(FutAstPrinter *printer, const FutTypeExp *type) {
  switch (type->kind) {
  case FUT_TYPE_NAME: fut_qual_name_print(&type->name, printer->out); break;
  case FUT_TYPE_APPLY: print_type_apply(printer, type); break;
  case FUT_TYPE_ARRAY:
    print_dim(printer, &type->array.dim);
    fut_printer_type(printer, type->array.element,
                     type->array.element->kind == FUT_TYPE_SUM ? TYPE_ATOM : TYPE_TERM);
    break;
  case FUT_TYPE_TUPLE:
  case FUT_TYPE_RECORD: print_type_items(printer, type); break;
  case FUT_TYPE_SUM: print_sum(printer, type); break;
  case FUT_TYPE_ARROW: print_arrow(printer, type); break;
  case FUT_TYPE_UNIQUE:
    strbuf_putc(printer->out, '*');
    // `**` would be one operator.
    fut_printer_type(printer, type->unique,
                     type->unique->kind == FUT_TYPE_UNIQUE ? TYPE_ATOM : TYPE_TERM);
    break;
  case FUT_TYPE_EXISTS:
    strbuf_putc(printer->out, '?');
    fut_printer_sizes(printer, &type->exists.sizes);
    strbuf_putc(printer->out, '.');
    fut_printer_type(printer, type->exists.body, TYPE_ANY);
    break;
  }
}

static TypePlace type_place(const FutTypeExp *type) {
  switch (type->kind) {
  case FUT_TYPE_NAME:
  case FUT_TYPE_TUPLE:
  case FUT_TYPE_RECORD: return TYPE_ATOM;
  case FUT_TYPE_APPLY:
  case FUT_TYPE_ARRAY:
  case FUT_TYPE_SUM:
  case FUT_TYPE_UNIQUE: return TYPE_TERM;
  case FUT_TYPE_ARROW:
  case FUT_TYPE_EXISTS: break;
  }
  return TYPE_ANY;
}

void fut_printer_type(FutAstPrinter *printer, const FutTypeExp *type, TypePlace place) {
  bool is_atom = type_place(type) == TYPE_ATOM;
  bool is_wrapped = type_place(type) < place;
  if (printer->style == FUT_PRINT_PARENTHESISED && !is_atom) is_wrapped = true;
  if (is_wrapped) strbuf_putc(printer->out, '(');
  print_type_bare(printer, type);
  if (is_wrapped) strbuf_putc(printer->out, ')');
}

// ---- Patterns ----

static void print_pattern_items(FutAstPrinter *printer, const FutPattern *pattern) {
  bool is_record = pattern->kind == FUT_PATTERN_RECORD;
  size_t count = is_record ? pattern->record.count : pattern->tuple.count;
  strbuf_putc(printer->out, is_record ? '{' : '(');
  for (size_t i = 0; i < count; i++) {
    fut_printer_field_separator(printer, i);
    if (is_record) {
      const FutPatternField *field = &pattern->record.data[i];
      strbuf_puts(printer->out, field->name.name);
      if (field->is_punned) continue;
      strbuf_puts(printer->out, " = ");
      fut_printer_pattern(printer, field->pattern, false);
    } else {
      fut_printer_pattern(printer, pattern->tuple.data[i], false);
    }
  }
  strbuf_putc(printer->out, is_record ? '}' : ')');
}

static void print_pattern_bare(FutAstPrinter *printer, const FutPattern *pattern) {
  StrBuf *out = printer->out;
  switch (pattern->kind) {
  case FUT_PATTERN_WILDCARD: strbuf_putc(out, '_'); break;
  case FUT_PATTERN_NAME:
    strbuf_printf(out, fut_name_is_symbol(pattern->name) ? "(%s)" : "%s", pattern->name);
    break;
  case FUT_PATTERN_NUMBER:
    if (pattern->number.is_negative) strbuf_putc(out, '-');
    fut_printer_number(printer, pattern->number.value);
    break;
  case FUT_PATTERN_BOOL: strbuf_puts(out, pattern->is_true ? "true" : "false"); break;
  case FUT_PATTERN_TUPLE:
  case FUT_PATTERN_RECORD: print_pattern_items(printer, pattern); break;
  case FUT_PATTERN_CONSTRUCTOR:
    strbuf_printf(out, "#%s", pattern->constructor.name);
    for (size_t i = 0; i < pattern->constructor.payload.count; i++) {
      strbuf_putc(out, ' ');
      fut_printer_pattern(printer, pattern->constructor.payload.data[i], true);
    }
    break;
  case FUT_PATTERN_ASCRIBE: {
    FutPatternKind inner = pattern->ascribe.pattern->kind;
    fut_printer_pattern(printer, pattern->ascribe.pattern, inner == FUT_PATTERN_ATTRIBUTE);
    strbuf_puts(out, ": ");
    fut_printer_type(printer, pattern->ascribe.type, TYPE_TERM);
    break;
  }
  case FUT_PATTERN_ATTRIBUTE:
    fut_printer_attribute(printer, pattern->attributed.attribute);
    strbuf_putc(out, ' ');
    fut_printer_pattern(printer, pattern->attributed.pattern, false);
    break;
  }
}

void fut_printer_pattern(FutAstPrinter *printer, const FutPattern *pattern, bool is_param) {
  bool is_atom = true;
  if (pattern->kind == FUT_PATTERN_CONSTRUCTOR) is_atom = pattern->constructor.payload.count == 0;
  if (pattern->kind == FUT_PATTERN_ASCRIBE || pattern->kind == FUT_PATTERN_ATTRIBUTE)
    is_atom = false;
  // A negative number as a parameter stands in parentheses, lest it look like a subtraction.
  if (pattern->kind == FUT_PATTERN_NUMBER && pattern->number.is_negative) is_atom = false;
  bool is_wrapped = !is_atom && (is_param || printer->style == FUT_PRINT_PARENTHESISED);
  if (is_wrapped) strbuf_putc(printer->out, '(');
  print_pattern_bare(printer, pattern);
  if (is_wrapped) strbuf_putc(printer->out, ')');
}

void fut_type_print(const FutTypeExp *type, FutPrintStyle style, StrBuf *out) {
  fut_printer_type(&(FutAstPrinter){out, style, 0}, type, TYPE_ANY);
}

void fut_pattern_print(const FutPattern *pattern, FutPrintStyle style, StrBuf *out) {
  fut_printer_pattern(&(FutAstPrinter){out, style, 0}, pattern, false);
}

void fut_exp_print(const FutExp *exp, FutPrintStyle style, StrBuf *out) {
  fut_printer_exp(&(FutAstPrinter){out, style, 0}, exp, FUT_PRECEDENCE_EXP);
}
