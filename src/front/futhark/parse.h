// From a source file to an AST.
#ifndef FRONT_FUTHARK_PARSE_H
#define FRONT_FUTHARK_PARSE_H

#include "front/futhark/ast.h"

// Reads a program. Never NULL: a declaration with a syntax error is reported and becomes BROKEN,
// and reading goes on at the next one.
FutProgram *fut_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// Reads one expression that fills a whole file, for a REPL or a script. NULL after an error.
FutExp *fut_parse_exp(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// What was typed at a prompt: declarations, or an expression.
typedef struct FutInput {
  FutProgram *program; // of an expression it defines `it`
  bool is_expression;
  bool is_open; // it ends where something must follow
} FutInput;

FutInput fut_parse_input(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

#endif
