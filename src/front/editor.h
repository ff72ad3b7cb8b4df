// Languages in an editor: what `ravel lsp` and `ravel fmt` ask of a front end.
//
// A language is a FrontEditor, a row of constants and functions; any function may be NULL, and what
// it is for is not offered then. Diagnostics need none of them: the server compiles.
#ifndef FRONT_EDITOR_H
#define FRONT_EDITOR_H

#include "front/layout.h"
#include "front/lexer.h"
#include "front/occurrences.h"

// A declaration, for the outline of a file.
typedef struct FrontDeclaration {
  OccurrenceKind kind;
  Name name;
  Span name_span, span; // of the name; of all of it
  uint32_t depth;       // how many declarations it is inside of; it follows those
} FrontDeclaration;

typedef Vec(FrontDeclaration) FrontDeclarations;

// A name that may be written somewhere.
typedef struct FrontMember {
  OccurrenceKind kind;
  Name name;
  const void *what; // as in Occurrence
} FrontMember;

typedef Vec(FrontMember) FrontMembers;

// What is known of a text.
typedef struct FrontAnalysis {
  Arena *arena;
  Interner *names;
  const SourceFile *file;
  FrontRecorder recorder;
  FrontDeclarations declarations;
  bool is_broken;    // it has syntax errors, and what is around them is not known
  const void *scope; // the language's own: what is seen at the end of the file
} FrontAnalysis;

typedef struct FrontEditor {
  FrontLexer (*lex)(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);
  const FrontTokenKind *tokens;
  int token_count;
  int name_token;     // the kind of names
  bool ignores_case;  // names are equal whatever their case
  bool is_juxtaposed; // a call is `f x y`, not `f(x, y)`
  // Reads and checks the text without compiling it, and fills in all but the first three fields.
  // Names are recorded (occurrences.h). The text may be broken in any way.
  void (*analyze)(FrontAnalysis *analysis, Diag *diag);
  // What a name is, as it could be declared: `f : i32 -> i32`; and the comment on it, or NULL.
  const char *(*describe)(Arena *arena, const Occurrence *occurrence);
  const char *(*document)(const Occurrence *occurrence);
  // The type alone, of a call's function; its parameters are behind the arrows or commas.
  const char *(*signature)(Arena *arena, const Occurrence *occurrence);
  // The names that are seen at the end of a file; with a qualifier, those inside of it: of a module
  // or a record.
  void (*members)(const FrontAnalysis *analysis, Name qualifier, FrontMembers *out);
  // What a record has inside, which an occurrence names.
  void (*fields)(const FrontAnalysis *analysis, const Occurrence *record, FrontMembers *out);
  // How the tokens of a text are laid out; false when the text cannot be read (layout.h).
  bool (*layout)(FrontLayout *layout, Diag *diag);
  // What the text says whatever its layout, to be compared.
  void (*tree)(Arena *arena, Interner *names, const SourceFile *file, Diag *diag, StrBuf *out);
} FrontEditor;

#endif
