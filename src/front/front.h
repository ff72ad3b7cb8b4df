// front: the source languages.
//
// A front end is a value: its name, the extensions of its files, how comments begin, and one
// function that turns a source into a Core program. The table fronts.def lists them; adding a
// language is one line there. A front end sees base and ir and nothing else. Lexers and parsers
// share lexer.h and parser.h; what else two languages share is shared in Core.
//
// The textual form of the IR is a front end too. It differs in one way: its author is the user, so
// what the verifier finds in it is an error in the source. What the verifier finds in the output of
// any other front end is a bug in ravel.
#ifndef RAVEL_FRONT_FRONT_H
#define RAVEL_FRONT_FRONT_H

#include "front/editor.h"
#include "front/session.h"
#include "front/settings.h"
#include "ir/ir.h"

// The program in a source file, or NULL after at least one error was reported. Imports are loaded
// through the Diag.
typedef Program *FrontCompile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

typedef struct Front {
  const char *name;
  const char *purpose;
  const char *extensions; // with their dots, separated by blanks
  const char *comment;    // what starts a comment that ends with the line, or with this again
  bool has_closed_comments;
  bool is_textual_ir;
  FrontCompile *compile;
  const FrontSession *session; // for `ravel repl`
  const FrontEditor *editor;   // for `ravel lsp` and `ravel fmt`
  const char *entry_hint;      // how a program gets an entry point
} Front;

// The front ends, in the order of the table.
size_t front_count(void);
const Front *front_at(size_t position);
// The front end of this name, or NULL.
const Front *front_named(const char *name);
// The front end for files with this extension (".core"), or NULL.
const Front *front_for_extension(const char *extension);

#endif
