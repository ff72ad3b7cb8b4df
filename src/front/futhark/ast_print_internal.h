// Private to the printer: its state, and what its files share.
#ifndef FRONT_FUTHARK_AST_PRINT_INTERNAL_H
#define FRONT_FUTHARK_AST_PRINT_INTERNAL_H

#include "front/futhark/ast_print.h"

typedef struct FutAstPrinter {
  StrBuf *out;
  FutPrintStyle style;
  int indent;
} FutAstPrinter;

// Starts a new line at the current indentation.
void fut_printer_line(FutAstPrinter *printer);

// ---- ast_print_exp.c ----

// An expression that binds at least as tightly as least, or that is put into parentheses.
void fut_printer_exp(FutAstPrinter *printer, const FutExp *exp, FutPrecedence least);

// ---- ast_print.c ----

// How tightly a type must bind to stand somewhere without parentheses.
typedef enum TypePlace { TYPE_ANY, TYPE_TERM, TYPE_ATOM } TypePlace;

void fut_printer_type(FutAstPrinter *printer, const FutTypeExp *type, TypePlace place);
void fut_printer_type_params(FutAstPrinter *printer, const FutTypeParams *params);
void fut_printer_sizes(FutAstPrinter *printer, const FutIdents *sizes);
void fut_printer_attribute(FutAstPrinter *printer, const FutAttribute *attribute);
void fut_printer_pattern(FutAstPrinter *printer, const FutPattern *pattern, bool is_param);
void fut_printer_number(FutAstPrinter *printer, const FutNumber *number);
void fut_printer_char(FutAstPrinter *printer, uint32_t codepoint);
void fut_printer_string(FutAstPrinter *printer, FrontString string);
void fut_printer_field_separator(FutAstPrinter *printer, size_t i);

// `name params: type =` and the body on the next line.
void fut_printer_binding(FutAstPrinter *printer, const FutBinding *binding);

#endif
