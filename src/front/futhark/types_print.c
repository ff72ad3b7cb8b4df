// Types as the user would write them.
#include <string.h>

#include "base/internal.h"
#include "front/futhark/ast.h"
#include "front/futhark/types.h"

// How tightly the surroundings bind.
typedef enum Tightness { TIGHT_NONE, TIGHT_FROM, TIGHT_ELEMENT, TIGHT_ARGUMENT } Tightness;

typedef struct Writer {
  FutPrinter *printer;
  StrBuf out;
  Vec(const FutValue *) bound; // by an arrow or scheme around: `[]` when they have no name
} Writer;

static void write_type(Writer *writer, const FutType *type, Tightness tightness);

// What a value is called; sizes that nobody named get a name too.
static const char *shown_name(const FutValue *value) { return value->name ? value->name : "k"; }

// How many different values of the same name the printer met before this one.
static size_t value_number(FutPrinter *printer, const FutValue *value) {
  size_t number = 0;
  for (size_t i = 0; i < printer->values.count; i++) {
    if (printer->values.data[i] == value) return number;
    if (strcmp(shown_name(printer->values.data[i]), shown_name(value)) == 0) number++;
  }
  vec_push(printer->arena, &printer->values, value);
  return number;
}

static size_t type_number(FutPrinter *printer, const FutTypeName *name) {
  size_t number = 0;
  for (size_t i = 0; i < printer->types.count; i++) {
    if (printer->types.data[i] == name) return number;
    if (printer->types.data[i]->name == name->name) number++;
  }
  vec_push(printer->arena, &printer->types, name);
  return number;
}

static size_t var_number(FutPrinter *printer, const void *var) {
  for (size_t i = 0; i < printer->vars.count; i++)
    if (printer->vars.data[i] == var) return i;
  vec_push(printer->arena, &printer->vars, var);
  return printer->vars.count - 1;
}

static void write_value(Writer *writer, const FutValue *value) {
  value = fut_value_definition(value);
  size_t number = value_number(writer->printer, value);
  strbuf_puts(&writer->out, shown_name(value));
  if (number > 0) strbuf_printf(&writer->out, "_%zu", number + 1);
}

static void write_type_name(Writer *writer, const FutTypeName *name) {
  size_t number = type_number(writer->printer, name);
  strbuf_puts(&writer->out, name->name);
  if (number > 0) strbuf_printf(&writer->out, "_%zu", number + 1);
}

static void write_size(Writer *writer, const FutSize *size, bool is_operand);

static void write_application(Writer *writer, const FutSize *size) {
  Name name = fut_value_definition(size->value)->name;
  bool is_infix = size->arg_count == 2 && fut_name_is_symbol(name);
  if (!is_infix && size->text)
    strbuf_puts(&writer->out, size->text);
  else if (!is_infix)
    write_value(writer, size->value);
  for (size_t i = 0; i < size->arg_count; i++) {
    if (is_infix && i == 1) strbuf_printf(&writer->out, " %s ", name);
    if (!is_infix) strbuf_putc(&writer->out, ' ');
    write_size(writer, size->args[i], true);
  }
}

// The text of an expression, with what it mentions where its marks are.
static void write_expression(Writer *writer, const FutSize *size) {
  size_t arg = 0;
  for (const char *at = size->text; *at != '\0'; at++) {
    if (*at == FUT_SIZE_MARK)
      write_size(writer, size->args[arg++], true);
    else
      strbuf_putc(&writer->out, *at);
  }
}

static void write_size(Writer *writer, const FutSize *size, bool is_operand) {
  size = fut_size_resolve(size);
  bool has_parens = is_operand || size->projection_count > 0;
  switch (size->kind) {
  case FUT_SIZE_CONST: strbuf_printf(&writer->out, "%lld", (long long)size->constant); return;
  case FUT_SIZE_VALUE: write_value(writer, size->value); break;
  case FUT_SIZE_VAR:
    if (size->var->of)
      strbuf_printf(&writer->out, has_parens ? "(length %s)" : "length %s", size->var->of);
    else
      strbuf_putc(&writer->out, '_');
    return;
  case FUT_SIZE_APPLY:
  case FUT_SIZE_EXP:
    if (has_parens) strbuf_putc(&writer->out, '(');
    if (size->kind == FUT_SIZE_APPLY)
      write_application(writer, size);
    else
      write_expression(writer, size);
    if (has_parens) strbuf_putc(&writer->out, ')');
    break;
  }
  for (size_t i = 0; i < size->projection_count; i++)
    strbuf_printf(&writer->out, ".%s", size->projections[i]);
}

static bool is_anonymous(const Writer *writer, const FutSize *size) {
  if (size->kind == FUT_SIZE_VAR) return true;
  if (size->kind != FUT_SIZE_VALUE || size->value->name) return false;
  for (size_t i = 0; i < writer->bound.count; i++)
    if (writer->bound.data[i] == size->value) return true;
  return false;
}

static void write_dim(Writer *writer, const FutSize *size) {
  size = fut_size_resolve(size);
  strbuf_putc(&writer->out, '[');
  if (!is_anonymous(writer, size)) write_size(writer, size, false);
  strbuf_putc(&writer->out, ']');
}

static void write_record(Writer *writer, const FutField *fields, size_t count, bool is_tuple,
                         bool is_open) {
  StrBuf *out = &writer->out;
  strbuf_putc(out, is_tuple ? '(' : '{');
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    if (!is_tuple) strbuf_printf(out, "%s: ", fields[i].name);
    write_type(writer, fields[i].type, TIGHT_NONE);
  }
  if (is_open) strbuf_puts(out, count > 0 ? ", …" : "…");
  strbuf_putc(out, is_tuple ? ')' : '}');
}

static void write_clauses(Writer *writer, const FutClause *clauses, size_t count, bool is_open) {
  for (size_t i = 0; i < count; i++) {
    strbuf_printf(&writer->out, "%s#%s", i > 0 ? " | " : "", clauses[i].name);
    for (size_t j = 0; j < clauses[i].payload_count; j++) {
      strbuf_putc(&writer->out, ' ');
      write_type(writer, clauses[i].payload[j], TIGHT_ARGUMENT);
    }
  }
  if (is_open) strbuf_puts(&writer->out, " | …");
}

static const char *overloaded_words(uint32_t prims) {
  bool has_integer = false, has_float = false, has_other = false;
  for (FutPrim prim = FUT_PRIM_I8; prim <= FUT_PRIM_BOOL; prim++) {
    if (!(prims & 1u << prim)) continue;
    if (prim == FUT_PRIM_BOOL)
      has_other = true;
    else if (fut_prim_is_float(prim))
      has_float = true;
    else
      has_integer = true;
  }
  if (has_other && !has_float) return "integer or bool";
  if (has_other) return "scalar";
  return has_integer && has_float ? "number" : has_float ? "float" : "integer";
}

static void write_var(Writer *writer, const FutTypeVar *var) {
  const FutConstraint *constraint = &var->constraint;
  switch (constraint->kind) {
  case FUT_ANY_TYPE:
  case FUT_EQUALITY: strbuf_printf(&writer->out, "t%zu", var_number(writer->printer, var)); return;
  case FUT_OVERLOADED: strbuf_puts(&writer->out, overloaded_words(constraint->prims)); return;
  case FUT_HAS_FIELDS:
    write_record(writer, constraint->fields, constraint->field_count, false, true);
    return;
  case FUT_HAS_CLAUSES:
    strbuf_putc(&writer->out, '(');
    write_clauses(writer, constraint->clauses, constraint->clause_count, true);
    strbuf_putc(&writer->out, ')');
    return;
  }
}

static void write_arrow(Writer *writer, const FutType *type) {
  StrBuf *out = &writer->out;
  const FutValue *parameter = type->arrow.parameter;
  if (parameter && parameter->name && fut_type_mentions(type->arrow.to, parameter)) {
    strbuf_putc(out, '(');
    write_value(writer, parameter);
    strbuf_puts(out, ": ");
    write_type(writer, type->arrow.from, TIGHT_NONE);
    strbuf_putc(out, ')');
  } else {
    write_type(writer, type->arrow.from, TIGHT_FROM);
  }
  strbuf_puts(out, " -> ");
  size_t bound_before = writer->bound.count;
  bool has_named = false;
  for (size_t i = 0; i < type->arrow.unknown_count; i++) {
    const FutValue *value = type->arrow.unknown[i];
    vec_push(writer->printer->arena, &writer->bound, value);
    if (!value->name) continue;
    strbuf_puts(out, has_named ? "[" : "?[");
    write_value(writer, value);
    strbuf_putc(out, ']');
    has_named = true;
  }
  if (has_named) strbuf_putc(out, '.');
  write_type(writer, type->arrow.to, TIGHT_NONE);
  writer->bound.count = bound_before;
}

static void write_abstract(Writer *writer, const FutType *type) {
  write_type_name(writer, type->abstract.name);
  const FutTypeName *name = type->abstract.name;
  size_t next_type = 0, next_size = 0;
  for (size_t i = 0; i < type->abstract.type_count + type->abstract.size_count; i++) {
    bool is_size = name->param_is_size ? name->param_is_size[i] : i < type->abstract.size_count;
    strbuf_putc(&writer->out, ' ');
    if (is_size)
      write_dim(writer, type->abstract.sizes[next_size++]);
    else
      write_type(writer, type->abstract.types[next_type++], TIGHT_ARGUMENT);
  }
}

// Whether a type needs parentheses in such surroundings.
static bool is_loose(const FutType *type, Tightness tightness) {
  if (type->is_unique && tightness >= TIGHT_ELEMENT) return true;
  switch (type->tag) {
  case FUT_T_ARROW: return tightness > TIGHT_NONE;
  case FUT_T_SUM: return tightness > TIGHT_NONE;
  case FUT_T_ARRAY: return tightness == TIGHT_ARGUMENT;
  case FUT_T_ABSTRACT:
    return tightness == TIGHT_ARGUMENT && type->abstract.type_count + type->abstract.size_count > 0;
  case FUT_T_PRIM:
  case FUT_T_RECORD:
  case FUT_T_VAR:
  case FUT_T_PARAM:
  case FUT_T_ERROR: return false;
  }
  INTERNAL_ERROR("a type has an unknown tag");
}

static void write_type(Writer *writer, const FutType *type, Tightness tightness) {
  StrBuf *out = &writer->out;
  bool is_unique = type->is_unique;
  type = fut_type_resolve(type);
  bool has_parentheses = is_loose(type, tightness);
  if (has_parentheses) strbuf_putc(out, '(');
  if (is_unique || type->is_unique) strbuf_putc(out, '*');
  switch (type->tag) {
  case FUT_T_PRIM: strbuf_puts(out, fut_prim_text(type->prim)); break;
  case FUT_T_PARAM: write_type_name(writer, type->param); break;
  case FUT_T_VAR: write_var(writer, type->var); break;
  case FUT_T_ERROR: strbuf_putc(out, '?'); break;
  case FUT_T_RECORD:
    write_record(writer, type->record.fields, type->record.count, type->record.is_tuple, false);
    break;
  case FUT_T_SUM: write_clauses(writer, type->sum.clauses, type->sum.count, false); break;
  case FUT_T_ARRAY:
    write_dim(writer, type->array.size);
    write_type(writer, type->array.element, TIGHT_ELEMENT);
    break;
  case FUT_T_ARROW: write_arrow(writer, type); break;
  case FUT_T_ABSTRACT: write_abstract(writer, type); break;
  }
  if (has_parentheses) strbuf_putc(out, ')');
}

// Moves the text into the printer's arena.
static const char *writer_finish(Writer *writer) {
  const char *text =
      arena_strndup(writer->printer->arena, strbuf_text(&writer->out), writer->out.length);
  strbuf_free(&writer->out);
  return text;
}

const char *fut_type_text(FutPrinter *printer, const FutType *type) {
  Writer writer = {.printer = printer};
  write_type(&writer, type, TIGHT_NONE);
  return writer_finish(&writer);
}

const char *fut_size_text(FutPrinter *printer, const FutSize *size) {
  Writer writer = {.printer = printer};
  write_size(&writer, size, false);
  return writer_finish(&writer);
}

// The parameters that have names, each with a blank after it: `[n] 't `.
static void write_scheme_params(Writer *writer, const FutScheme *scheme) {
  static const char *const SIGILS[] = {"'", "'~", "'^"};
  for (size_t i = 0; i < scheme->size_count; i++) {
    const FutValue *size = scheme->sizes[i];
    vec_push(writer->printer->arena, &writer->bound, size);
    if (!size->name) continue;
    strbuf_puts(&writer->out, "[");
    write_value(writer, size);
    strbuf_puts(&writer->out, "] ");
  }
  for (size_t i = 0; i < scheme->type_count; i++) {
    strbuf_puts(&writer->out, SIGILS[scheme->types[i]->liftedness]);
    write_type_name(writer, scheme->types[i]);
    strbuf_putc(&writer->out, ' ');
  }
}

const char *fut_scheme_text(FutPrinter *printer, const FutScheme *scheme) {
  Writer writer = {.printer = printer};
  write_scheme_params(&writer, scheme);
  if (writer.out.length > 0) {
    writer.out.length--;
    strbuf_puts(&writer.out, ": ");
  }
  write_type(&writer, scheme->type, TIGHT_NONE);
  return writer_finish(&writer);
}

const char *fut_scheme_typing(Arena *arena, const FutScheme *scheme) {
  FutPrinter printer = {.arena = arena};
  Writer writer = {.printer = &printer};
  strbuf_putc(&writer.out, ' ');
  write_scheme_params(&writer, scheme);
  strbuf_puts(&writer.out, ": ");
  write_type(&writer, scheme->type, TIGHT_NONE);
  return writer_finish(&writer);
}
