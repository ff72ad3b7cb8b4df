// front/nesl: the NESL front end. It sees base and ir, and no other front end.
//
// A program passes through these stages, each a family of files:
//
//   lex       bytes to tokens. All lexical errors are found here.
//   parse     tokens to the AST (ast.h): what the program says, in its own terms, with spans.
//   check     names, types and classes, by inference. It annotates the AST in typed fields, which
//             the parser leaves NULL (types.h says what they hold).
//   to_core   the checked program to Core: one function for each instance of its type parameters,
//             sequences of pairs are pairs of arrays, apply-to-each is `par`. A function that is a
//             value is one of a closed set, and is compiled as what it holds and a tag.
//
// The language is that of version 3.1, as its manual documents it. Where the manual is silent or
// ambiguous, README.md says what was decided. The standard functions are a prelude in NESL, over
// the intrinsics of intrinsics.def.
//
// Errors. A diagnostic says what was expected and found, in the words of the language. A syntax
// error ends its form, and the parser goes on at the next one; an error in one function does not
// hide those in others. Codes are E17xx for lexing and parsing, E18xx for names and types.
//
// Terms: a *form* is what a `;` ends at top level. An *apply-to-each* is `{e : x in xs | c}`, with
// a *body*, *bindings* and a *filter*. A *class* is a set of types that a type variable ranges
// over. An *instance* is what the type parameters of a function are at one of its uses.
#ifndef FRONT_NESL_NESL_H
#define FRONT_NESL_NESL_H

#include "front/nesl/ast.h"
#include "front/nesl/ast_print.h"
#include "front/nesl/check.h"
#include "front/nesl/lex.h"
#include "front/nesl/parse.h"
#include "front/session.h"

// The Core program of a source. A FrontCompile.
struct Program *nesl_compile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);
// All files of the prelude as one program.
NeslProgram *nesl_read_prelude(Arena *arena, Interner *names, Diag *diag);

struct FrontEditor;

extern const FrontSession nesl_session;
extern const struct FrontEditor nesl_editor;

#endif
