// Private to the parser: what the files of the family share.
//
// The parser climbs precedences. Where both a pattern and an expression may stand (at the start of
// a form and of an apply-to-each), it reads an expression and makes a pattern of it.
#ifndef FRONT_NESL_PARSE_INTERNAL_H
#define FRONT_NESL_PARSE_INTERNAL_H

#include "front/nesl/ast.h"
#include "front/parser.h"

// ---- parse.c ----

// The files that were read, by their paths: each is loaded once.
typedef struct NeslLoads {
  Vec(Name) paths;
  Span exit; // the command that ended the last one
} NeslLoads;

// Adds a file; false when it is there already.
bool nesl_loads_add(Arena *arena, NeslLoads *loads, Name path);

// nesl_parse, for a file that another one may have loaded.
NeslProgram *nesl_parse_file(Arena *arena, Interner *names, const SourceFile *file, Diag *diag,
                             NeslLoads *loads);

// Whether the current token is this operator.
bool nesl_parser_is_operator(const FrontParser *parser, const char *text);

// Takes `=`, which follows what is being defined.
void nesl_parser_expect_equals(FrontParser *parser);

// Takes the bracket that closes `open`.
void nesl_parser_expect_close(FrontParser *parser, NeslTokenKind kind, const FrontToken *open);

// Takes a name; what is the message's word for it.
NeslIdent nesl_parser_ident(FrontParser *parser, const char *what);

// What follows the pattern that may stand here; NULL when none can.
const FrontToken *nesl_parser_behind_pattern(const FrontParser *parser);

// ---- parse_hint.c ----

// After a failure: says what the token suggests that was meant; the same where a bracket of this
// kind should be.
void nesl_parser_hint(FrontParser *parser, const FrontToken *token);
void nesl_parser_hint_close(FrontParser *parser, NeslTokenKind kind, const FrontToken *token);

// ---- parse_type.c ----

// A type, possibly with `->`; one without; whether one may begin here.
NeslTypeExp *nesl_parser_type(FrontParser *parser);
NeslTypeExp *nesl_parser_type_atom(FrontParser *parser);
bool nesl_parser_is_type(const FrontParser *parser);

// `:: (a in number; b in any)`, if it is there.
NeslTypeBinds nesl_parser_context(FrontParser *parser);

// ---- parse_pattern.c ----

// A pattern; one that may be a tuple without parentheses.
NeslPattern *nesl_parser_pattern(FrontParser *parser);
NeslPattern *nesl_parser_patterns(FrontParser *parser);

// The pattern that is written like the expression; fails when there is none.
NeslPattern *nesl_parser_to_pattern(FrontParser *parser, const NeslExp *exp);

// ---- parse_exp.c, parse_atom.c ----

// An expression; one that may be a tuple without parentheses.
NeslExp *nesl_parser_exp(FrontParser *parser);
NeslExp *nesl_parser_exps(FrontParser *parser);

// Makes a node that begins at the current token; nesl_parser_exp_close sets its end.
NeslExp *nesl_parser_exp_new(FrontParser *parser, NeslExpKind kind);
NeslExp *nesl_parser_exp_close(FrontParser *parser, NeslExp *exp, const FrontToken *first);

// The child, after the parent was made higher than it.
NeslExp *nesl_parser_adopt(FrontParser *parser, NeslExp *parent, NeslExp *child);

// An atom, with the indices that follow it.
NeslExp *nesl_parser_atom(FrontParser *parser);

// ---- parse_each.c ----

// An apply-to-each, from `{` to `}`.
NeslExp *nesl_parser_each(FrontParser *parser);

// ---- parse_form.c ----

// Forms up to the end.
NeslForms nesl_parser_forms(FrontParser *parser, NeslLoads *loads);

// The name that a form binds, or would bind had it been readable; none for NULL.
NeslIdent nesl_form_name(const NeslForm *form);

// ---- parse_command.c ----

// Takes a command, if one stands here after these forms; one that loads a file adds its forms.
bool nesl_parser_command(FrontParser *parser, NeslLoads *loads, NeslForms *forms);

#endif
