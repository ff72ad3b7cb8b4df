// Private to the parser: its state, and what the files of the family share.
//
// The parser is recursive descent with precedence climbing. It looks ahead, but never goes back, so
// its time is linear. Where both a pattern and an expression may stand (at the start of a form and
// of an apply-to-each), it reads an expression and makes a pattern of it.
//
// Failing. The first error of a form is reported by nesl_parser_fail, which then moves the parser
// to the END token. There every loop stops, every expectation fails silently, and every function
// returns some node; so no caller has to check. The list of forms notices (is_failing), drops the
// nodes and resumes behind the error.
#ifndef FRONT_NESL_PARSE_INTERNAL_H
#define FRONT_NESL_PARSE_INTERNAL_H

#include "front/nesl/ast.h"

typedef struct NeslParser {
  Arena *arena;
  Interner *names;
  Diag *diag;
  const SourceFile *file;
  const NeslToken *tokens;
  size_t at, end; // end is the index of the END token
  size_t resume;  // where the parser was when it failed
  uint32_t depth;
  bool is_failing, has_errors;
} NeslParser;

// ---- parse.c: tokens and errors ----

// The current token; one further on, counted from 0.
const NeslToken *nesl_parser_peek(const NeslParser *parser);
const NeslToken *nesl_parser_peek_at(const NeslParser *parser, size_t offset);

// Moves on and yields the token that was current. Stays at END.
const NeslToken *nesl_parser_next(NeslParser *parser);

// Whether the current token is of this kind; the same, and then moves on.
bool nesl_parser_is(const NeslParser *parser, NeslTokenKind kind);
bool nesl_parser_accept(NeslParser *parser, NeslTokenKind kind);

// Whether the current token is this operator.
bool nesl_parser_is_operator(const NeslParser *parser, const char *text);

// The span of a token; from a token to the one before the current one.
Span nesl_parser_token_span(const NeslParser *parser, const NeslToken *token);
Span nesl_parser_span_from(const NeslParser *parser, const NeslToken *first);

// How a message calls a token: `in`, a string, the end of the file.
const char *nesl_parser_describe(const NeslParser *parser, const NeslToken *token);

// Reports an error unless one was already reported, and fails. Whether it was reported: then the
// caller may add notes and hints.
bool nesl_parser_fail(NeslParser *parser, ErrorCode code, Span span, const char *format, ...)
    PRINTF_LIKE(4, 5);

// Fails at the current token: "expected WHAT after `previous`, found `current`".
bool nesl_parser_fail_expected(NeslParser *parser, const char *what);

// Takes a token of this kind or fails; what is the message's word for it, or NULL for its spelling.
const NeslToken *nesl_parser_expect(NeslParser *parser, NeslTokenKind kind, const char *what);

// Takes `=`, which follows what is being defined.
void nesl_parser_expect_equals(NeslParser *parser);

// Takes the bracket that closes `open`.
void nesl_parser_expect_close(NeslParser *parser, NeslTokenKind kind, const NeslToken *open);

// Takes a name; what is the message's word for it.
NeslIdent nesl_parser_ident(NeslParser *parser, const char *what);

// Enter and leave a level of nesting. When it is too deep, fails and yields false.
bool nesl_parser_enter(NeslParser *parser);
void nesl_parser_leave(NeslParser *parser);

// Makes a node at least one higher than its child; fails when it is too high.
void nesl_parser_raise(NeslParser *parser, uint32_t *height, uint32_t child);

// Behind a failure: says what the current token suggests that was meant.
void nesl_parser_hint(NeslParser *parser, const NeslToken *token);

// ---- parse_type.c ----

// A type, possibly with `->`; whether one may begin here.
NeslTypeExp *nesl_parser_type(NeslParser *parser);
bool nesl_parser_is_type(const NeslParser *parser);

// `:: (a in number; b in any)`, if it is there.
NeslTypeBinds nesl_parser_context(NeslParser *parser);

// ---- parse_pattern.c ----

// A pattern; one that may be a tuple without parentheses.
NeslPattern *nesl_parser_pattern(NeslParser *parser);
NeslPattern *nesl_parser_patterns(NeslParser *parser);

// The pattern that is written like the expression; fails when there is none.
NeslPattern *nesl_parser_to_pattern(NeslParser *parser, const NeslExp *exp);

// ---- parse_exp.c, parse_atom.c ----

// An expression; one that may be a tuple without parentheses.
NeslExp *nesl_parser_exp(NeslParser *parser);
NeslExp *nesl_parser_exps(NeslParser *parser);

// Makes a node that begins at the current token; nesl_parser_exp_close sets its end.
NeslExp *nesl_parser_exp_new(NeslParser *parser, NeslExpKind kind);
NeslExp *nesl_parser_exp_close(NeslParser *parser, NeslExp *exp, const NeslToken *first);

// The child, after the parent was made higher than it.
NeslExp *nesl_parser_adopt(NeslParser *parser, NeslExp *parent, NeslExp *child);

// An atom, with the indices that follow it.
NeslExp *nesl_parser_atom(NeslParser *parser);

// ---- parse_each.c ----

// An apply-to-each, from `{` to `}`.
NeslExp *nesl_parser_each(NeslParser *parser);

// ---- parse_form.c ----

// Forms up to the end.
NeslForms nesl_parser_forms(NeslParser *parser);

#endif
