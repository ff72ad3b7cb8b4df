// Sessions: a language at the prompt of `ravel repl`.
//
// A session is a list of inputs, each what was typed at once or a file that was loaded. Front ends
// keep nothing between two inputs: all are read again for each new one, which takes a few
// milliseconds and makes the state of a session its text. What is not done again is evaluation.
// Each value of the session is a global of Core with an id (ir.h) that stays the same whatever
// inputs follow, so whoever evaluates keeps values by their ids (core/closed.h).
#ifndef FRONT_SESSION_H
#define FRONT_SESSION_H

#include "base/diag.h"
#include "base/intern.h"
#include "base/vec.h"

struct Fun;
struct Program;

typedef Vec(Name) SessionNames;

// The inputs, of which the last one is new.
typedef struct SessionInputs {
  const SourceFile *const *files;
  size_t count;
} SessionInputs;

// Something that the new input defines, or an expression in it.
typedef struct SessionForm {
  Name name;            // `it` for an expression; NULL: it has none, such as an import
  const char *type;     // what follows the name to tell it: " : int"; NULL: none, such as a module
  const char *kind;     // what it is when it has no type: "module"
  struct Fun *entry;    // gives its value, or what there is to show; NULL: nothing to evaluate
  Span span;            // of the whole form
  bool is_expression;   // the last value: of several `it` only one is kept
  SessionNames keepers; // definitions above that go on using what had its name before
} SessionForm;

typedef struct SessionProgram {
  struct Program *program; // the forms that have an entry point, and what they reach
  Vec(SessionForm) forms;
} SessionProgram;

typedef struct FrontSession {
  // What ends a form; it may be left out where only an expression can stand. NULL: nothing.
  const char *terminator;
  const char *prompt;       // NULL: the name of the language
  bool has_silent_bindings; // nothing is told of definitions
  // Does the text go on in the next line?
  bool (*is_open)(Arena *arena, Interner *names, const SourceFile *file);
  // Checks and lowers the new input in the scope of the others. False after an error was reported.
  // Warnings about the others must have been silenced (DiagSettings.first_source).
  bool (*compile)(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                  SessionProgram *result);
  // Adds all names that the next input may use, some perhaps twice. None of the inputs is new, and
  // nothing is reported.
  void (*names)(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs, SessionNames *out);
  // What the last *size bytes of a text that is being typed are another spelling of, to be shown in
  // their place; NULL: nothing. May be NULL itself.
  const char *(*typed)(const char *text, size_t length, size_t *size);
} FrontSession;

#endif
