// The checker: names, types and sizes, uniqueness, matches. It annotates the AST in place (see the
// fields of FutExp, FutPattern and FutBinding) and collects the definitions for to_core.
#ifndef FRONT_FUTHARK_CHECK_H
#define FRONT_FUTHARK_CHECK_H

#include "base/map.h"
#include "front/futhark/ast.h"
#include "front/futhark/env.h"
#include "front/futhark/types.h"
#include "front/occurrences.h"

typedef Vec(FutValue *) FutValues;

typedef struct FutChecked {
  FutValues definitions; // every DEF that was checked, in order: a definition comes after its uses
  FutValues entries;     // those of the program itself that are entry points
  FutEnv *scope;         // what is seen at the end of the program itself
  Map *type_names;       // FutTypeExp, a name -> the FutTypeName that it stands for
  bool is_session;       // the entries are values, each computed once, that a session shows
  bool has_errors;
} FutChecked;

// Checks a program and everything that it imports, with the prelude opened before it. Never NULL.
// Errors go to diag; a program with errors must not be lowered.
FutChecked *fut_check(Arena *arena, Interner *names, SourceMap *sources, Diag *diag,
                      FutProgram *program);

// The scopes around the last input of a session, and inside of it.
typedef struct FutScopes {
  FutEnv *outer, *inner;
} FutScopes;

// Checks the inputs of a session, each in the scope of those before it.
FutChecked *fut_check_session(Arena *arena, Interner *names, SourceMap *sources, Diag *diag,
                              FutProgram *const *programs, size_t count, FutScopes *scopes);

// How editors call what a value or a type is (check_record.c).
OccurrenceKind fut_value_occurrence(const FutValue *value);
OccurrenceKind fut_type_occurrence(const FutTypeName *type);

#endif
