// Types as the user writes them.
#include "front/nesl/types.h"

static void write_type(NeslPrinter *printer, StrBuf *out, const NeslType *type);

const char *nesl_type_letter(Arena *arena, size_t index) {
  char letter = (char)('a' + index % 26);
  if (index < 26) return arena_printf(arena, "%c", letter);
  return arena_printf(arena, "%c%zu", letter, index / 26);
}

static const char *var_text(NeslPrinter *printer, const NeslTypeVar *var) {
  size_t index = 0;
  while (index < printer->vars.count && printer->vars.data[index] != var)
    index++;
  if (index == printer->vars.count) vec_push(printer->arena, &printer->vars, var);
  return nesl_type_letter(printer->arena, index);
}

static void write_tuple(NeslPrinter *printer, StrBuf *out, const NeslType *type) {
  strbuf_putc(out, '(');
  for (; type->tag == NESL_T_PAIR; type = nesl_type_resolve(type->pair.second)) {
    write_type(printer, out, type->pair.first);
    strbuf_puts(out, ", ");
  }
  write_type(printer, out, type);
  strbuf_putc(out, ')');
}

static void write_data(NeslPrinter *printer, StrBuf *out, const NeslType *type) {
  strbuf_puts(out, type->data.datatype->name);
  for (size_t i = 0; i < type->data.datatype->param_count; i++) {
    strbuf_puts(out, i == 0 ? "(" : ", ");
    write_type(printer, out, type->data.arguments[i]);
  }
  if (type->data.datatype->param_count > 0) strbuf_putc(out, ')');
}

// Arrows group to the right.
static void write_function(NeslPrinter *printer, StrBuf *out, const NeslType *from,
                           const NeslType *to) {
  bool is_nested = nesl_type_resolve(from)->tag == NESL_T_FUNCTION;
  if (is_nested) strbuf_putc(out, '(');
  write_type(printer, out, from);
  strbuf_puts(out, is_nested ? ") -> " : " -> ");
  write_type(printer, out, to);
}

static void write_type(NeslPrinter *printer, StrBuf *out, const NeslType *type) {
  type = nesl_type_resolve(type);
  switch (type->tag) {
  case NESL_T_INT: strbuf_puts(out, "int"); break;
  case NESL_T_FLOAT: strbuf_puts(out, "float"); break;
  case NESL_T_BOOL: strbuf_puts(out, "bool"); break;
  case NESL_T_CHAR: strbuf_puts(out, "char"); break;
  case NESL_T_SEQUENCE:
    strbuf_putc(out, '[');
    write_type(printer, out, type->element);
    strbuf_putc(out, ']');
    break;
  case NESL_T_PAIR: write_tuple(printer, out, type); break;
  case NESL_T_FUNCTION: write_function(printer, out, type->function.from, type->function.to); break;
  case NESL_T_DATA: write_data(printer, out, type); break;
  case NESL_T_PARAM: strbuf_puts(out, type->param->name); break;
  case NESL_T_VAR: strbuf_puts(out, var_text(printer, type->var)); break;
  case NESL_T_ERROR: strbuf_putc(out, '?'); break;
  }
}

static const char *take_text(NeslPrinter *printer, StrBuf *out) {
  const char *text = arena_strndup(printer->arena, strbuf_text(out), out->length);
  strbuf_free(out);
  return text;
}

const char *nesl_type_text(NeslPrinter *printer, const NeslType *type) {
  StrBuf out = {0};
  write_type(printer, &out, type);
  return take_text(printer, &out);
}

static void write_classes(StrBuf *out, NeslTypeParam *const *params, size_t count) {
  for (size_t i = 0; i < count; i++)
    strbuf_printf(out, "%s%s in %s", i == 0 ? " :: (" : "; ", params[i]->name,
                  nesl_class_text(params[i]->class));
  if (count > 0) strbuf_putc(out, ')');
}

const char *nesl_function_text(NeslPrinter *printer, const NeslFunction *function) {
  StrBuf out = {0};
  write_function(printer, &out, function->from, function->to);
  write_classes(&out, function->params, function->param_count);
  return take_text(printer, &out);
}

const char *nesl_value_text(NeslPrinter *printer, const NeslValue *value) {
  StrBuf out = {0};
  write_type(printer, &out, value->type);
  write_classes(&out, value->params, value->param_count);
  return take_text(printer, &out);
}
