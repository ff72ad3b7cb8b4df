// front/apl: the APL front end. It sees base and ir, and no other front end.
//
// The language is the TAIL dialect: APL with lexical scope, whose ranks and element types are
// inferred. A program passes through these stages, each a family of files:
//
//   lex       bytes to tokens. All lexical errors are found here.
//   parse     tokens to phrases (ast.h): brackets are matched, nothing else is decided.
//   to_core   phrases to Core. Statements are evaluated from right to left with what is known of
//             values before the program runs: their element types, ranks, sizes as far as they
//             are names or numbers, and the elements of short vectors. What a name stands for, a
//             function or an array, decides what a phrase means. Functions are specialised where
//             they are applied, and each primitive becomes a `par` or a view.
//
// Errors have APL's names: SYNTAX, VALUE, RANK, LENGTH, DOMAIN and INDEX ERROR. What is known
// before the program runs is reported then, everything else is an `assert`. Codes are E19xx.
//
// Terms: an *item* is a literal, a name, a glyph or something in brackets; a *phrase* is a row of
// items. A *strand* is arrays next to each other. A *dfn* is a function in braces. A *derived*
// function is an operator with its operands; a *train* is functions in a row, in parentheses.
#ifndef FRONT_APL_APL_H
#define FRONT_APL_APL_H

#include "front/apl/ast.h"
#include "front/apl/parse.h"
#include "front/session.h"

// The Core program of a source. A FrontCompile.
struct Program *apl_compile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);
// All files of the prelude as one program.
AplProgram *apl_read_prelude(Arena *arena, Interner *names, Diag *diag);

struct FrontEditor;

extern const FrontSession apl_session;
extern const struct FrontEditor apl_editor;

#endif
