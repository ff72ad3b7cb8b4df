// Private to the parser: its state, and what the files of the family share.
//
// The parser is recursive descent with precedence climbing. It looks ahead, but never goes back, so
// its time is linear.
//
// Failing. The first error of a declaration is reported by fut_parser_fail, which then moves the
// parser to the END token. There every loop stops, every expectation fails silently, and every
// function returns some node; so no caller has to check. The list of declarations notices
// (is_failing), drops the nodes and resumes where the error was.
#ifndef FRONT_FUTHARK_PARSE_INTERNAL_H
#define FRONT_FUTHARK_PARSE_INTERNAL_H

#include "front/futhark/ast.h"

typedef struct FutParser {
  Arena *arena;
  Interner *names;
  Diag *diag;
  const SourceFile *file;
  const FutToken *tokens;
  const char *const *docs;
  size_t at, end; // end is the index of the END token
  size_t resume;  // where the parser was when it failed
  uint32_t depth;
  uint32_t column; // where the innermost declaration begins, in bytes from the start of its line
  bool is_failing, has_errors;
} FutParser;

// ---- parse.c: tokens and errors ----

// The current token; one further on, counted from 0.
const FutToken *fut_parser_peek(const FutParser *parser);
const FutToken *fut_parser_peek_at(const FutParser *parser, size_t offset);

// Moves on and yields the token that was current. Stays at END.
const FutToken *fut_parser_next(FutParser *parser);

// Whether the current token is of this kind; the same, and then moves on.
bool fut_parser_is(const FutParser *parser, FutTokenKind kind);
bool fut_parser_accept(FutParser *parser, FutTokenKind kind);

// Whether the token is this operator, without qualifiers.
bool fut_token_is_symbol(const FutToken *token, const char *symbol);

// The span of a token; from a token to the one before the current one.
Span fut_parser_token_span(const FutParser *parser, const FutToken *token);
Span fut_parser_span_from(const FutParser *parser, const FutToken *first);

// How a message calls a token: `in`, a string literal, the end of the file.
const char *fut_parser_describe(const FutParser *parser, const FutToken *token);

// Reports an error unless one was already reported, and fails. Whether it was reported: then the
// caller may add notes and hints.
bool fut_parser_fail(FutParser *parser, ErrorCode code, Span span, const char *format, ...)
    PRINTF_LIKE(4, 5);

// Fails at the current token: "expected WHAT after `previous`, found `current`".
bool fut_parser_fail_expected(FutParser *parser, const char *what);

// Takes a token of this kind or fails; what is the message's word for it, or NULL for its spelling.
const FutToken *fut_parser_expect(FutParser *parser, FutTokenKind kind, const char *what);

// Takes `=`, which follows what is being defined.
void fut_parser_expect_equals(FutParser *parser);

// Takes `->` after a list of parameters or a pattern.
void fut_parser_expect_arrow(FutParser *parser, const char *example);

// Takes the bracket that closes `open`.
void fut_parser_expect_close(FutParser *parser, FutTokenKind kind, const FutToken *open);

// Whether another item follows in a list that ends at close: takes the comma between, if need be.
// A trailing comma is allowed.
bool fut_parser_more(FutParser *parser, FutTokenKind close, bool is_first);

// Takes a name without qualifiers; what is the message's word for it.
FutIdent fut_parser_ident(FutParser *parser, const char *what);

// Takes a name or a number, for a field of a record.
FutIdent fut_parser_field(FutParser *parser);

// The name that a token holds.
FutQualName fut_parser_qual_name(const FutParser *parser, const FutToken *token);
FutIdent fut_parser_token_ident(const FutParser *parser, const FutToken *token);

// How many bytes of its line are before a token.
uint32_t fut_parser_column(const FutParser *parser, const FutToken *token);

// Enter and leave a level of nesting. When it is too deep, fails and yields false.
bool fut_parser_enter(FutParser *parser);
void fut_parser_leave(FutParser *parser);

// Makes a node at least one higher than its child; fails when it is too high.
void fut_parser_raise(FutParser *parser, uint32_t *height, uint32_t child);

// Takes `#[…]`, and all that follow each other.
FutAttribute *fut_parser_attribute(FutParser *parser);
FutAttributes fut_parser_attributes(FutParser *parser);

// ---- parse_type.c ----

// A type; one without `->` at its top.
FutTypeExp *fut_parser_type(FutParser *parser);
FutTypeExp *fut_parser_type_term(FutParser *parser);

// `[n] 't …`, and sizes alone.
FutTypeParams fut_parser_type_params(FutParser *parser);
FutIdents fut_parser_sizes(FutParser *parser);

// ---- parse_pattern.c ----

// A pattern; one whose type cannot be a function type, because `->` follows; a parameter.
FutPattern *fut_parser_pattern(FutParser *parser);
FutPattern *fut_parser_case_pattern(FutParser *parser);
FutPattern *fut_parser_param(FutParser *parser);

// As many parameters as there are.
FutPatterns fut_parser_params(FutParser *parser);

// ---- parse_exp.c ----

// An expression; one without a type ascription at its top.
FutExp *fut_parser_exp(FutParser *parser);
FutExp *fut_parser_operators(FutParser *parser);

// Makes a node that begins at a token; fut_parser_close sets its end.
FutExp *fut_parser_exp_new(FutParser *parser, FutExpKind kind);
FutExp *fut_parser_exp_close(FutParser *parser, FutExp *exp, const FutToken *first);

// The child, after the parent was made higher than it.
FutExp *fut_parser_adopt(FutParser *parser, FutExp *parent, FutExp *child);
FutTypeExp *fut_parser_adopt_type(FutParser *parser, FutExp *parent, FutTypeExp *child);
FutPattern *fut_parser_adopt_pattern(FutParser *parser, FutExp *parent, FutPattern *child);

// Whether an operator is next; takes it.
bool fut_parser_is_operator(const FutParser *parser);
FutOperator fut_parser_operator(FutParser *parser);

// How many tokens the operator has: one, or three with backticks.
size_t fut_parser_operator_length(const FutParser *parser);

// ---- parse_atom.c ----

// An atom, with the indices and projections that follow it.
FutExp *fut_parser_atom(FutParser *parser);

// The indices after `[`, up to and including `]`.
FutIndices fut_parser_indices(FutParser *parser, FutExp *parent, const FutToken *open);

// ---- parse_prefix.c ----

// An expression that begins with a keyword, `\` or `#[`.
FutExp *fut_parser_prefix_form(FutParser *parser);

// ---- parse_decl.c ----

// Declarations up to the end, or up to `}` in a module body.
FutDecls fut_parser_decls(FutParser *parser, bool is_in_braces);

// Whether what follows is the head of a definition `name params`, and not a pattern; takes the head
// and the body.
bool fut_parser_is_infix_head(const FutParser *parser);
// An operator that is defined: between two parameters, or in parentheses.
FutIdent fut_parser_operator_ident(FutParser *parser);
FutBinding fut_parser_binding(FutParser *parser);

// `type`, after the keyword: `^ name params = type`.
FutTypeBinding fut_parser_type_binding(FutParser *parser, bool is_spec);

// After a failure in the item that began at token start: moves to where the next item may begin.
void fut_parser_recover(FutParser *parser, size_t start, bool is_in_braces);

// ---- parse_module.c ----

FutModule *fut_parser_module(FutParser *parser);
FutModuleType *fut_parser_module_type(FutParser *parser);
FutModuleParams fut_parser_module_params(FutParser *parser);

#endif
