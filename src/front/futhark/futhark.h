// front/futhark: the Futhark front end. It sees base and ir, and no other front end.
//
// A program passes through these stages, each a family of files:
//
//   lex       bytes to tokens: names, operators, literals. All lexical errors are found here.
//   parse     tokens to the AST (ast.h): what the program says, in its own terms, with spans.
//   check     names, types, sizes and uniqueness. It annotates the AST in typed fields, which the
//             parser leaves NULL.
//   to_core   the checked program to Core: modules, polymorphism and higher-order functions are
//             gone, arrays of records are records of arrays, SOACs are `par`.
//
// The language is that of Futhark 0.27, as its public language reference documents it. Where the
// reference is ambiguous or at odds with existing programs, README.md says what was decided.
//
// Errors. A diagnostic says what was expected and found, in the words of the language. A syntax
// error ends its declaration, and the parser goes on at the next one; so one error never hides
// those of other declarations. Codes are E10xx for lexing and parsing.
//
// Terms: an *atom* is an expression that can be an argument without parentheses. A *section* is an
// operator with at most one operand in parentheses. A *symbol* is the name of an operator. A
// *prefix form* is an expression that begins with a keyword and reaches as far as it can (`let`,
// `if`, `loop`, `match`, lambdas). A *qualifier* is a name before a dot. *Punning* is `{x}` for
// `{x = x}`. A *hole* is `???`.
#ifndef FRONT_FUTHARK_FUTHARK_H
#define FRONT_FUTHARK_FUTHARK_H

#include "front/futhark/ast.h"
#include "front/futhark/ast_print.h"
#include "front/futhark/check.h"
#include "front/futhark/lex.h"
#include "front/futhark/parse.h"
#include "front/session.h"

// The Core program of a source. A FrontCompile.
struct Program *futhark_compile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

struct FrontEditor;

extern const FrontSession futhark_session;
extern const struct FrontEditor futhark_editor;

#endif
