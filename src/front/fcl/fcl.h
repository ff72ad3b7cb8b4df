// front/fcl: the FCL front end. It sees base and ir, and no other front end.
//
// A program passes through these stages, each a family of files:
//
//   lex       bytes to tokens. All lexical errors are found here.
//   parse     tokens to the AST (ast.h): what the program says, in its own terms, with spans.
//   check     names, levels, types and kinds, by inference. It annotates the AST.
//   to_core   the checked program to Core, by staging: everything that costs nothing by the rules
//   of
//             the language is evaluated in the compiler, and only scalars, stores and loops become
//             statements (to_core_internal.h).
//
// The language is that of chapter 5 of the thesis that presents it; README.md says what was decided
// where that is silent or contradicts itself. The prelude is written in FCL, over the built-in
// functions of builtins.def.
//
// Errors. A diagnostic says what was expected and found, in the words of the language, and names
// levels in words. Codes are E21xx.
//
// Terms: a *level* is thread, block or grid, or one above a variable. A *pull array* is a length
// and a function of the index. A *push array* is an array that writes itself at a level: nothing
// can be read of it before it is stored. A *program* of a level computes a value there. *Forcing* a
// push array stores it in the memory of its level.
#ifndef FRONT_FCL_FCL_H
#define FRONT_FCL_FCL_H

#include "front/fcl/ast.h"
#include "front/fcl/check.h"
#include "front/fcl/lex.h"
#include "front/fcl/parse.h"
#include "front/session.h"

// The Core program of a source. A FrontCompile.
struct Program *fcl_compile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// Reads and checks a source.
const FclChecked *fcl_check_source(Arena *arena, Interner *names, const SourceFile *file,
                                   Diag *diag, const FclProgram **program);

struct FrontEditor;

extern const struct FrontEditor fcl_editor;

#endif
