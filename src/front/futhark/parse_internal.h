// Private to the parser, which climbs precedences: what the files of the family share.
#ifndef FRONT_FUTHARK_PARSE_INTERNAL_H
#define FRONT_FUTHARK_PARSE_INTERNAL_H

#include "front/futhark/ast.h"
#include "front/parser.h"

// ---- parse.c ----

// Whether the token is this operator, without qualifiers.
bool fut_token_is_symbol(const FrontToken *token, const char *symbol);

// Takes `=`, which follows what is being defined.
void fut_parser_expect_equals(FrontParser *parser);

// Takes `->` after a list of parameters or a pattern.
void fut_parser_expect_arrow(FrontParser *parser, const char *example);

// Takes the bracket that closes `open`.
void fut_parser_expect_close(FrontParser *parser, FutTokenKind kind, const FrontToken *open);

// Whether another item follows in a list that ends at close: takes the comma between, if need be.
// A trailing comma is allowed.
bool fut_parser_more(FrontParser *parser, FutTokenKind close, bool is_first);

// Whether the token is after what begins a comment in other languages, on the same line.
bool fut_parser_in_comment(const FrontParser *parser, const FrontToken *token);

// Takes a name without qualifiers; what is the message's word for it.
FutIdent fut_parser_ident(FrontParser *parser, const char *what);
// Whether it is `_`, which is a pattern, and no name.
bool fut_token_is_wildcard(const FrontToken *token);

// Takes a name or a number, for a field of a record.
FutIdent fut_parser_field(FrontParser *parser);

// The name that a token holds.
FutQualName fut_parser_qual_name(const FrontParser *parser, const FrontToken *token);
FutIdent fut_parser_token_ident(const FrontParser *parser, const FrontToken *token);

// Takes `#[…]`, which must be known; and all that follow each other, known or not.
FutAttribute *fut_parser_attribute(FrontParser *parser);
FutAttributes fut_parser_attributes(FrontParser *parser);
// Warns of an attribute that is not known.
void fut_parser_check_attribute(FrontParser *parser, const FutAttribute *attribute);

// ---- parse_type.c ----

// A type; one without `->` at its top.
FutTypeExp *fut_parser_type(FrontParser *parser);
FutTypeExp *fut_parser_type_term(FrontParser *parser);

// `[n] 't …`, and sizes alone.
FutTypeParams fut_parser_type_params(FrontParser *parser);
FutIdents fut_parser_sizes(FrontParser *parser);

// ---- parse_pattern.c ----

// A pattern; one whose type cannot be a function type, because `->` follows; a parameter.
FutPattern *fut_parser_pattern(FrontParser *parser);
FutPattern *fut_parser_case_pattern(FrontParser *parser);
FutPattern *fut_parser_param(FrontParser *parser);

// As many parameters as there are.
FutPatterns fut_parser_params(FrontParser *parser);

// ---- parse_exp.c ----

// An expression; one without a type ascription at its top.
FutExp *fut_parser_exp(FrontParser *parser);
FutExp *fut_parser_operators(FrontParser *parser);

// Makes a node that begins at a token; fut_parser_close sets its end.
FutExp *fut_parser_exp_new(FrontParser *parser, FutExpKind kind);
FutExp *fut_parser_exp_close(FrontParser *parser, FutExp *exp, const FrontToken *first);

// The child, after the parent was made higher than it.
FutExp *fut_parser_adopt(FrontParser *parser, FutExp *parent, FutExp *child);
FutTypeExp *fut_parser_adopt_type(FrontParser *parser, FutExp *parent, FutTypeExp *child);
FutPattern *fut_parser_adopt_pattern(FrontParser *parser, FutExp *parent, FutPattern *child);

// Whether an operator is next; takes it.
bool fut_parser_is_operator(const FrontParser *parser);
FutOperator fut_parser_operator(FrontParser *parser);

// How many tokens the operator has: one, or three with backticks.
size_t fut_parser_operator_length(const FrontParser *parser);

// ---- parse_atom.c ----

// An atom, with the indices and projections that follow it.
FutExp *fut_parser_atom(FrontParser *parser);

// The indices after `[`, up to and including `]`.
FutIndices fut_parser_indices(FrontParser *parser, FutExp *parent, const FrontToken *open);

// The steps of a path, of which a first field has no dot: `a[i].b`, `[i].b`; and what may follow
// such a beginning.
FutPath fut_parser_path(FrontParser *parser, FutExp *parent);
void fut_parser_path_rest(FrontParser *parser, FutExp *parent, FutPath *path);
// Adds the names that a token joins as fields, from one of its qualifiers on.
void fut_parser_path_names(FrontParser *parser, const FrontToken *token, uint32_t first,
                           FutPath *path);

// ---- parse_prefix.c ----

// An expression that begins with a keyword, `\` or `#[`.
FutExp *fut_parser_prefix_form(FrontParser *parser);

// ---- parse_decl.c ----

// Declarations up to the end, or up to `}` in a module body.
FutDecls fut_parser_decls(FrontParser *parser, bool is_in_braces);

// Whether what follows is the head of a definition `name params`, and not a pattern; takes the head
// and the body.
bool fut_parser_is_infix_head(const FrontParser *parser);
// An operator that is defined: between two parameters, or in parentheses.
FutIdent fut_parser_operator_ident(FrontParser *parser);
FutBinding fut_parser_binding(FrontParser *parser);

// `type`, after the keyword: `^ name params = type`.
FutTypeBinding fut_parser_type_binding(FrontParser *parser, bool is_spec);

// After a failure in the item that began at token start: moves to where the next item may begin.
void fut_parser_recover(FrontParser *parser, size_t start, bool is_in_braces);

// ---- parse_module.c ----

FutModule *fut_parser_module(FrontParser *parser);
FutModuleType *fut_parser_module_type(FrontParser *parser);
FutModuleParams fut_parser_module_params(FrontParser *parser);

#endif
