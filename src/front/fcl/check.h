// The checker: names, levels, types and kinds.
//
// It annotates the AST: what each name stands for, at which levels and types each use of a name
// takes it, and the scheme of every binding of a name.
#ifndef FRONT_FCL_CHECK_H
#define FRONT_FCL_CHECK_H

#include "front/fcl/types.h"

typedef struct FclDefined {
  const FclDefinition *definition;
  FclVariable *variable;
} FclDefined;

typedef struct FclChecked {
  Vec(FclDefined) definitions; // of the program, in order
  Vec(FclVariable *) seen;     // all that are seen at its end
  bool has_errors;
} FclChecked;

// `builtins` has nothing but signatures.
FclChecked *fcl_check(Arena *arena, Interner *names, Diag *diag, const FclProgram *builtins,
                      const FclProgram *prelude, const FclProgram *program);

#endif
