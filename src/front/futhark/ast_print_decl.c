// Printing declarations, modules and module types.
#include <string.h>

#include "front/futhark/ast_print_internal.h"

static void print_decls(FutAstPrinter *printer, const FutDecls *decls);
static void print_module(FutAstPrinter *printer, const FutModule *module, bool is_atom);
static void print_module_type(FutAstPrinter *printer, const FutModuleType *type, bool is_atom);

static void print_ident(FutAstPrinter *printer, FutIdent ident) {
  bool is_symbol = fut_name_is_symbol(ident.name);
  strbuf_printf(printer->out, is_symbol ? "(%s)" : "%s", ident.name);
}

void fut_printer_binding(FutAstPrinter *printer, const FutBinding *binding) {
  print_ident(printer, binding->name);
  fut_printer_type_params(printer, &binding->type_params);
  for (size_t i = 0; i < binding->params.count; i++) {
    strbuf_putc(printer->out, ' ');
    fut_printer_pattern(printer, binding->params.data[i], true);
  }
  if (binding->return_type != NULL) {
    strbuf_puts(printer->out, ": ");
    fut_printer_type(printer, binding->return_type, TYPE_ANY);
  }
  strbuf_puts(printer->out, " =");
  printer->indent += 2;
  fut_printer_line(printer);
  fut_printer_exp(printer, binding->body, FUT_PRECEDENCE_EXP);
  printer->indent -= 2;
}

static void print_type_binding(FutAstPrinter *printer, const FutTypeBinding *binding) {
  static const char *const SIGILS[] = {
      [FUT_UNLIFTED] = "", [FUT_SIZE_LIFTED] = "~", [FUT_LIFTED] = "^"};
  strbuf_printf(printer->out, "type%s %s", SIGILS[binding->liftedness], binding->name.name);
  fut_printer_type_params(printer, &binding->params);
  if (binding->type == NULL) return;
  strbuf_puts(printer->out, " = ");
  fut_printer_type(printer, binding->type, TYPE_ANY);
}

// The comment and the attributes before a declaration or a specification.
static void print_preamble(FutAstPrinter *printer, const char *doc,
                           const FutAttributes *attributes) {
  const char *mark = "-- | ";
  while (doc != NULL) {
    const char *end = strchr(doc, '\n');
    size_t length = end == NULL ? strlen(doc) : (size_t)(end - doc);
    strbuf_puts(printer->out, mark);
    strbuf_write(printer->out, doc, length);
    fut_printer_line(printer);
    mark = "-- ";
    doc = end == NULL ? NULL : end + 1;
  }
  for (size_t i = 0; i < attributes->count; i++) {
    fut_printer_attribute(printer, attributes->data[i]);
    strbuf_putc(printer->out, ' ');
  }
}

// ---- Module types ----

static void print_spec(FutAstPrinter *printer, const FutSpec *spec) {
  print_preamble(printer, spec->doc, &spec->attributes);
  switch (spec->kind) {
  case FUT_SPEC_BROKEN: strbuf_puts(printer->out, "-- a syntax error"); break;
  case FUT_SPEC_VALUE:
    strbuf_puts(printer->out, "val ");
    print_ident(printer, spec->value.name);
    fut_printer_type_params(printer, &spec->value.type_params);
    strbuf_puts(printer->out, ": ");
    fut_printer_type(printer, spec->value.type, TYPE_ANY);
    break;
  case FUT_SPEC_TYPE: print_type_binding(printer, &spec->type); break;
  case FUT_SPEC_MODULE:
    strbuf_printf(printer->out, "module %s: ", spec->module.name.name);
    print_module_type(printer, spec->module.type, false);
    break;
  case FUT_SPEC_INCLUDE:
    strbuf_puts(printer->out, "include ");
    print_module_type(printer, spec->include, false);
    break;
  }
}

static void print_specs(FutAstPrinter *printer, const FutSpecs *specs) {
  strbuf_putc(printer->out, '{');
  printer->indent += 2;
  for (size_t i = 0; i < specs->count; i++) {
    fut_printer_line(printer);
    print_spec(printer, specs->data[i]);
  }
  printer->indent -= 2;
  if (specs->count > 0) fut_printer_line(printer);
  strbuf_putc(printer->out, '}');
}

static void print_with(FutAstPrinter *printer, const FutModuleType *type) {
  print_module_type(printer, type->with.base, type->with.base->kind != FUT_MODULE_TYPE_WITH);
  strbuf_puts(printer->out, " with ");
  fut_qual_name_print(&type->with.name, printer->out);
  fut_printer_type_params(printer, &type->with.params);
  strbuf_puts(printer->out, " = ");
  fut_printer_type(printer, type->with.type, TYPE_TERM);
}

static void print_module_arrow(FutAstPrinter *printer, const FutModuleType *type) {
  if (type->arrow.parameter.name != NULL) {
    strbuf_printf(printer->out, "(%s: ", type->arrow.parameter.name);
    print_module_type(printer, type->arrow.from, false);
    strbuf_putc(printer->out, ')');
  } else {
    print_module_type(printer, type->arrow.from, true);
  }
  strbuf_puts(printer->out, " -> ");
  print_module_type(printer, type->arrow.to, false);
}

static void print_module_type(FutAstPrinter *printer, const FutModuleType *type, bool is_atom) {
  bool is_compound = type->kind == FUT_MODULE_TYPE_WITH || type->kind == FUT_MODULE_TYPE_ARROW;
  bool is_wrapped = is_compound && (is_atom || printer->style == FUT_PRINT_PARENTHESISED);
  if (is_wrapped) strbuf_putc(printer->out, '(');
  switch (type->kind) {
  case FUT_MODULE_TYPE_NAME: fut_qual_name_print(&type->name, printer->out); break;
  case FUT_MODULE_TYPE_SPECS: print_specs(printer, &type->specs); break;
  case FUT_MODULE_TYPE_WITH: print_with(printer, type); break;
  case FUT_MODULE_TYPE_ARROW: print_module_arrow(printer, type); break;
  }
  if (is_wrapped) strbuf_putc(printer->out, ')');
}

// ---- Modules ----

static void print_module_params(FutAstPrinter *printer, const FutModuleParams *params) {
  for (size_t i = 0; i < params->count; i++) {
    strbuf_printf(printer->out, " (%s: ", params->data[i].name.name);
    print_module_type(printer, params->data[i].type, false);
    strbuf_putc(printer->out, ')');
  }
}

static void print_body(FutAstPrinter *printer, const FutDecls *decls) {
  strbuf_putc(printer->out, '{');
  printer->indent += 2;
  if (decls->count > 0) fut_printer_line(printer);
  print_decls(printer, decls);
  printer->indent -= 2;
  if (decls->count > 0) fut_printer_line(printer);
  strbuf_putc(printer->out, '}');
}

static void print_module_lambda(FutAstPrinter *printer, const FutModule *module) {
  strbuf_putc(printer->out, '\\');
  print_module_params(printer, &module->lambda.params);
  if (module->lambda.return_type != NULL) {
    strbuf_puts(printer->out, ": ");
    print_module_type(printer, module->lambda.return_type, true);
  }
  strbuf_puts(printer->out, " -> ");
  print_module(printer, module->lambda.body, false);
}

static bool is_module_atom(const FutModule *module) {
  return module->kind == FUT_MODULE_NAME || module->kind == FUT_MODULE_BODY;
}

static void print_module(FutAstPrinter *printer, const FutModule *module, bool is_atom) {
  bool is_wrapped =
      !is_module_atom(module) && (is_atom || printer->style == FUT_PRINT_PARENTHESISED);
  if (is_wrapped) strbuf_putc(printer->out, '(');
  switch (module->kind) {
  case FUT_MODULE_NAME: fut_qual_name_print(&module->name, printer->out); break;
  case FUT_MODULE_ASCRIBE:
    print_module(printer, module->ascribe.module,
                 module->ascribe.module->kind == FUT_MODULE_LAMBDA);
    strbuf_puts(printer->out, " : ");
    print_module_type(printer, module->ascribe.type, false);
    break;
  case FUT_MODULE_LAMBDA: print_module_lambda(printer, module); break;
  case FUT_MODULE_APPLY:
    print_module(printer, module->apply.function, module->apply.function->kind != FUT_MODULE_APPLY);
    strbuf_putc(printer->out, ' ');
    print_module(printer, module->apply.argument, true);
    break;
  case FUT_MODULE_BODY: print_body(printer, &module->body); break;
  case FUT_MODULE_IMPORT:
    strbuf_puts(printer->out, "import ");
    fut_printer_string(printer, module->import);
    break;
  }
  if (is_wrapped) strbuf_putc(printer->out, ')');
}

// ---- Declarations ----

static void print_module_decl(FutAstPrinter *printer, const FutDecl *decl) {
  strbuf_printf(printer->out, "module %s", decl->module.name.name);
  print_module_params(printer, &decl->module.params);
  if (decl->module.ascription != NULL) {
    strbuf_puts(printer->out, ": ");
    print_module_type(printer, decl->module.ascription, false);
  }
  strbuf_puts(printer->out, " = ");
  print_module(printer, decl->module.module, false);
}

static void print_decl(FutAstPrinter *printer, const FutDecl *decl) {
  static const char *const KEYWORDS[] = {
      [FUT_KEYWORD_DEF] = "def ", [FUT_KEYWORD_LET] = "let ", [FUT_KEYWORD_ENTRY] = "entry "};
  print_preamble(printer, decl->doc, &decl->attributes);
  switch (decl->kind) {
  case FUT_DECL_BROKEN: strbuf_puts(printer->out, "-- a syntax error"); break;
  case FUT_DECL_VALUE:
    strbuf_puts(printer->out, KEYWORDS[decl->value.keyword]);
    fut_printer_binding(printer, &decl->value.binding);
    break;
  case FUT_DECL_TYPE: print_type_binding(printer, &decl->type); break;
  case FUT_DECL_MODULE: print_module_decl(printer, decl); break;
  case FUT_DECL_MODULE_TYPE:
    strbuf_printf(printer->out, "module type %s = ", decl->module_type.name.name);
    print_module_type(printer, decl->module_type.type, false);
    break;
  case FUT_DECL_OPEN:
    strbuf_puts(printer->out, "open ");
    print_module(printer, decl->open, false);
    break;
  case FUT_DECL_IMPORT:
    strbuf_puts(printer->out, "import ");
    fut_printer_string(printer, decl->import);
    break;
  case FUT_DECL_LOCAL:
    strbuf_puts(printer->out, "local ");
    print_decl(printer, decl->local);
    break;
  }
}

static void print_decls(FutAstPrinter *printer, const FutDecls *decls) {
  for (size_t i = 0; i < decls->count; i++) {
    if (i > 0) fut_printer_line(printer);
    print_decl(printer, decls->data[i]);
  }
}

void fut_program_print(const FutProgram *program, FutPrintStyle style, StrBuf *out) {
  FutAstPrinter printer = {out, style, 0};
  print_decls(&printer, &program->decls);
  if (program->decls.count > 0) strbuf_putc(out, '\n');
}
