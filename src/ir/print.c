// Functions and programs in text. Statements and expressions are in print_exp.c.
#include "ir/print.h"

#include <string.h>

#include "ir/print_internal.h"
#include "ir/type.h"

void printer_newline(Printer *printer) {
  strbuf_putc(printer->out, '\n');
  strbuf_fill(printer->out, ' ', 2 * printer->indent);
}

void string_print(StrBuf *out, const char *text) {
  strbuf_putc(out, '"');
  size_t length = strlen(text);
  for (size_t i = 0; i < length;) {
    uint32_t codepoint = 0;
    size_t size = utf8_decode(text + i, length - i, &codepoint);
    unsigned char byte = (unsigned char)text[i];
    if (byte == '"' || byte == '\\') {
      strbuf_printf(out, "\\%c", byte);
    } else if (byte == '\n') {
      strbuf_puts(out, "\\n");
    } else if (byte == '\t') {
      strbuf_puts(out, "\\t");
    } else if (size == 0 || byte < 0x20 || byte == 0x7F) {
      strbuf_printf(out, "\\x%02X", byte);
      size = 1;
    } else {
      strbuf_write(out, text + i, size);
    }
    i += size;
  }
  strbuf_putc(out, '"');
}

void type_print_external(StrBuf *out, const Type *type) {
  size_t rank = type_rank(type), innermost = 0;
  for (size_t i = 0; i < rank; i++) {
    if (dim_is_varying(type->dims[i])) innermost = i;
  }
  for (size_t i = innermost; i < rank; i++)
    strbuf_puts(out, "[]");
  strbuf_puts(out, scalar_info(type->scalar)->text);
}

// ---- Interfaces ----

// Does the entry say about this value just what its variable says?
static bool is_default_value(const EntryValue *value, const Var *var) {
  if (value->count != 1) return false;
  if (value->name && strcmp(value->name, var->name) != 0) return false;
  StrBuf type = {0};
  type_print_external(&type, var->type);
  bool is_same = strcmp(strbuf_text(&type), value->type) == 0;
  strbuf_free(&type);
  return is_same;
}

static bool is_default_entry(const Fun *fun) {
  const Entry *entry = fun->entry;
  if (strcmp(entry->name, fun->name) != 0 || entry->opaque_count > 0) return false;
  if (entry->param_count != fun->param_count - fun->size_count) return false;
  if (entry->result_count != fun->result_count - fun->result_size_count) return false;
  for (size_t i = 0; i < entry->param_count; i++) {
    if (!is_default_value(&entry->params[i], fun->params[fun->size_count + i].var)) return false;
  }
  for (size_t i = 0; i < entry->result_count; i++) {
    const Var *var = fun->results[fun->result_size_count + i].var;
    if (entry->results[i].name || !is_default_value(&entry->results[i], var)) return false;
  }
  return true;
}

static void entry_values_print(StrBuf *out, const EntryValue *values, size_t count) {
  strbuf_putc(out, '(');
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    if (values[i].name) {
      string_print(out, values[i].name);
      strbuf_puts(out, ": ");
    }
    string_print(out, values[i].type);
    if (values[i].count != 1) strbuf_printf(out, "/%u", values[i].count);
  }
  strbuf_putc(out, ')');
}

static void variants_print(StrBuf *out, const Opaque *opaque) {
  strbuf_puts(out, "sum (");
  for (size_t i = 0; i < opaque->variant_count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    string_print(out, opaque->variants[i].name);
    strbuf_putc(out, ' ');
    entry_values_print(out, opaque->variants[i].payload, opaque->variants[i].payload_count);
  }
  strbuf_putc(out, ')');
}

static void opaques_print(StrBuf *out, const Entry *entry) {
  for (size_t i = 0; i < entry->opaque_count; i++) {
    const Opaque *opaque = &entry->opaques[i];
    strbuf_puts(out, i == 0 ? " where (" : ", ");
    string_print(out, opaque->name);
    strbuf_puts(out, " = ");
    switch (opaque->kind) {
    case OPAQUE_RECORD:
      strbuf_puts(out, "record ");
      entry_values_print(out, opaque->fields, opaque->field_count);
      break;
    case OPAQUE_SUM: variants_print(out, opaque); break;
    case OPAQUE_ARRAY:
      strbuf_printf(out, "array %u ", opaque->rank);
      entry_values_print(out, &opaque->element, 1);
      break;
    }
  }
  if (entry->opaque_count > 0) strbuf_putc(out, ')');
}

static void entry_print(StrBuf *out, const Fun *fun) {
  if (!fun->entry || is_default_entry(fun)) return;
  strbuf_puts(out, " as ");
  string_print(out, fun->entry->name);
  strbuf_putc(out, ' ');
  entry_values_print(out, fun->entry->params, fun->entry->param_count);
  strbuf_puts(out, " -> ");
  entry_values_print(out, fun->entry->results, fun->entry->result_count);
  opaques_print(out, fun->entry);
}

// ---- Functions ----

// The type of a size is printed only when it is not i64.
static void size_print(StrBuf *out, const Var *var) {
  var_print(out, var);
  if (type_is_scalar(var->type, SCALAR_I64)) return;
  strbuf_puts(out, ": ");
  type_print(out, var->type);
}

static void params_print(StrBuf *out, const Fun *fun) {
  for (size_t i = 0; i < fun->param_count; i++) {
    const Param *param = &fun->params[i];
    bool is_size = i < fun->size_count;
    if (i == 0 && is_size) strbuf_puts(out, " [");
    if (i == fun->size_count) strbuf_puts(out, i > 0 ? "] (" : " (");
    if (i > 0 && i != fun->size_count) strbuf_puts(out, ", ");
    if (param->is_consumed) strbuf_putc(out, '*');
    if (is_size) {
      size_print(out, param->var);
    } else {
      typed_var_print(out, param->var);
    }
  }
  if (fun->param_count == fun->size_count) strbuf_puts(out, fun->size_count > 0 ? "] (" : " (");
  strbuf_putc(out, ')');
}

static void result_print(StrBuf *out, const Fun *fun, const Result *result, bool is_size) {
  if (is_size) {
    size_print(out, result->var);
  } else {
    typed_var_print(out, result->var);
  }
  if (result->alias_count == 0) return;
  strbuf_puts(out, " alias (");
  for (size_t i = 0; i < result->alias_count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    var_print(out, fun->params[result->aliases[i]].var);
  }
  strbuf_putc(out, ')');
}

static void results_print(StrBuf *out, const Fun *fun) {
  strbuf_puts(out, " ->");
  size_t size_count = fun->result_size_count;
  for (size_t i = 0; i < fun->result_count; i++) {
    if (i == 0 && i < size_count) strbuf_puts(out, " [");
    if (i == size_count) strbuf_puts(out, i > 0 ? "] (" : " (");
    if (i > 0 && i != size_count) strbuf_puts(out, ", ");
    result_print(out, fun, &fun->results[i], i < size_count);
  }
  if (fun->result_count == size_count) strbuf_puts(out, size_count > 0 ? "] (" : " (");
  strbuf_putc(out, ')');
}

void fun_print(StrBuf *out, const Fun *fun) {
  for (size_t i = 0; i < fun->attrs.count; i++)
    strbuf_printf(out, "#[%s]\n", fun->attrs.data[i]);
  strbuf_printf(out, "%s %s", fun->entry ? "entry" : "fun", fun->name);
  params_print(out, fun);
  results_print(out, fun);
  entry_print(out, fun);
  strbuf_puts(out, " = ");
  Printer printer = {.out = out};
  body_print(&printer, fun->body);
  strbuf_putc(out, '\n');
}

static void global_print(StrBuf *out, const Global *global) {
  strbuf_puts(out, global->is_late ? "global late (" : "global (");
  vars_print(out, global->vars, global->var_count, true);
  strbuf_puts(out, ") = ");
  Printer printer = {.out = out};
  body_print(&printer, global->body);
  strbuf_putc(out, '\n');
}

void program_print(StrBuf *out, const Program *program) {
  bool is_first = true;
  if (program->level != LEVEL_CORE) {
    strbuf_puts(out, program->level == LEVEL_FLAT ? "flat\n" : "mem\n");
    is_first = false;
  }
  for (size_t i = 0; i < program->globals.count; i++) {
    if (!is_first) strbuf_putc(out, '\n');
    global_print(out, program->globals.data[i]);
    is_first = false;
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    if (!is_first) strbuf_putc(out, '\n');
    fun_print(out, program->funs.data[i]);
    is_first = false;
  }
}
