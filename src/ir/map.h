// Rewriting the IR. A mapper replaces uses and bindings; what it does not change stays the same
// pointer. Substitution, renaming and cloning are mappers.
#ifndef RAVEL_IR_MAP_H
#define RAVEL_IR_MAP_H

#include "ir/ir.h"

typedef struct Mapper Mapper;
struct Mapper {
  Program *program;
  void *context;
  // The atom to use instead; NULL: keep. Where only a variable can stand (a certificate, a consumed
  // array), it must be one.
  Atom (*use)(Mapper *mapper, Atom atom);
  // The variable to bind instead. NULL: keep, with the uses in its type mapped in place.
  Var *(*bind)(Mapper *mapper, Var *var);
  // Rewrites a statement itself: true when it has appended what stands for `stm` to `out`; false to
  // let the mapper descend. NULL: always descend.
  bool (*stm)(Mapper *mapper, Stm *stm, Stms *out);
  // The function to call instead. NULL: keep.
  Fun *(*callee)(Mapper *mapper, Fun *fun);
  bool always_copies; // share no node with the original
};

Atom map_atom(Mapper *mapper, Atom atom);
const Type *map_type(Mapper *mapper, const Type *type);
Exp *map_exp(Mapper *mapper, Exp *exp);
// Maps statement by statement. The list is the same array when nothing changed.
Stms map_stms(Mapper *mapper, Stms stms);
Stm *map_stm(Mapper *mapper, Stm *stm);
Body *map_body(Mapper *mapper, Body *body);
Lambda *map_lambda(Mapper *mapper, Lambda *lambda);
// Parameters, results and body of a function, in place.
void map_fun(Mapper *mapper, Fun *fun);
// All globals and functions of the program, in place.
void map_program(Mapper *mapper, Program *program);

// ---- Substitution: variables to atoms ----

typedef struct Subst {
  Mapper mapper;
  Map *atoms; // Var -> Atom *
} Subst;

Subst *subst_new(Program *program);
void subst_add(Subst *subst, Var *var, Atom atom);
// The atom that stands for it, through chains.
Atom subst_atom(Subst *subst, Atom atom);
const Type *subst_type(Subst *subst, const Type *type);
Body *subst_body(Subst *subst, Body *body);
Exp *subst_exp(Subst *subst, Exp *exp);

// ---- Copies with fresh variables for everything bound inside ----

// `subst` may map free variables (say, parameters to arguments) and receives the renamings.
Body *rename_body(Program *program, Body *body, Subst *subst);
Lambda *rename_lambda(Program *program, Lambda *lambda, Subst *subst);
Stm *rename_stm(Program *program, Stm *stm, Subst *subst);
// A copy of the function that is not an entry point, with a name and variables of its own.
Fun *fun_copy(Program *program, const Fun *fun);
// A deep copy in another arena, spelled alike.
Program *program_clone(const Program *program, Arena *arena);

#endif
