// Copies of syntax, for what is checked more than once: each application of a parametric module
// checks a copy of the body, because the checker writes its findings into the tree.
#ifndef FRONT_FUTHARK_AST_CLONE_H
#define FRONT_FUTHARK_AST_CLONE_H

#include "front/futhark/ast.h"

// A deep copy without annotations. Module types, attributes, literals and documentation carry no
// annotations that outlive a check; they are shared.
FutModule *fut_clone_module(Arena *arena, const FutModule *module);
FutDecl *fut_clone_decl(Arena *arena, const FutDecl *decl);
FutBinding fut_clone_binding(Arena *arena, const FutBinding *binding);
FutExp *fut_clone_exp(Arena *arena, const FutExp *exp);
FutPattern *fut_clone_pattern(Arena *arena, const FutPattern *pattern);
FutTypeExp *fut_clone_type_exp(Arena *arena, const FutTypeExp *type);

#endif
