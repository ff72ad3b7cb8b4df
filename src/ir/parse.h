// Reading the textual form of the IR (doc/ir.md).
#ifndef RAVEL_IR_PARSE_H
#define RAVEL_IR_PARSE_H

#include "ir/ir.h"

// The program in a source file, or NULL after at least one error was reported. It is well typed,
// because it is made by the rules, but not verified.
Program *program_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// ---- Sessions ----

// What an input of a session defines, or shows.
typedef struct ParsedItem {
  Name name;
  Span span;
  Global *global;    // NULL for a function
  const Fun *hidden; // the function that had the name before, or NULL
  bool is_expression;
} ParsedItem;

typedef struct ParsedItems {
  ParsedItem *data;
  size_t count, capacity;
  Map *hidden; // all functions that can be named no more -> the names that they had
} ParsedItems;

// The program of the inputs of a session, each of which sees those before it; NULL after an error.
// An input is globals and functions; or statements, which become globals; or an expression or an
// atom, which is called `it`. A name may be defined again: what stands above keeps the old meaning.
// `items` receives what the last input has.
Program *program_parse_session(Arena *arena, Interner *names, const SourceFile *const *files,
                               size_t count, Diag *diag, ParsedItems *items);
// Does the text go on in the next line?
bool program_text_is_open(Arena *arena, Interner *names, const SourceFile *file);

#endif
