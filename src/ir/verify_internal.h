// Private to verify*.c: the state of one verification.
#ifndef RAVEL_IR_VERIFY_INTERNAL_H
#define RAVEL_IR_VERIFY_INTERNAL_H

#include <stdarg.h>

#include "ir/ir.h"

typedef struct Verifier {
  Program *program;
  Program rules; // the program with an arena for what the rules allocate while they infer
  Diag *diag;
  Arena *arena;
  // By Var.index. A variable with no entry of its own (a bad index) is never looked up.
  Var **bound;
  bool *is_visible;
  bool *is_poisoned; // reported already: not to be reported again, and no rule is asked about it
  Vec(Var *) scope;  // the visible ones, in order
  Map *spellings;    // of the current function, by the hash of the spelling
  Map *global_spellings; // of the globals
  Map *funs;             // the functions of the program
  Map *broken; // the functions and globals with errors: nothing is asked about their sharing
  bool has_bad_signature; // of some function: its callers cannot be analysed
  const void *unit;       // the current function or global
  const Stm *stm;         // the current statement, or NULL
  Span span;
  bool is_tainted;  // something in the current statement is wrong or poisoned
  ParLevel level;   // of the par around, PAR_ANY when there is none
  bool is_in_block; // one of the pars around is at level block
} Verifier;

// Reports a violation at the current statement and taints it.
void verify_error(Verifier *verifier, ErrorCode code, const char *format, ...) PRINTF_LIKE(3, 4);
// Taints the current statement, whose mistake was reported already.
void verify_taint(Verifier *verifier);
// Adds the printed statement to the latest error; NULL adds nothing.
void verify_show(Diag *diag, Span span, const char *label, const Stm *stm);
// The spelling of a variable, in the arena.
const char *verify_spell(Arena *arena, const Var *var);

// Scopes, verify_scope.c.
void verify_use(Verifier *verifier, const Var *var);
void verify_use_atoms(Verifier *verifier, const Atom *atoms, size_t count);
// Checks the type, then makes the variable visible.
void verify_bind(Verifier *verifier, Var *var);
void verify_bind_all(Verifier *verifier, Var *const *vars, size_t count);
size_t verify_scope_open(const Verifier *verifier);
void verify_scope_close(Verifier *verifier, size_t mark);
// The dimensions of the variable's type, or of a par's space when it is NULL.
void verify_dims(Verifier *verifier, const Var *var, size_t rank, const Dim *dims);
void verify_type(Verifier *verifier, const Var *var, const Type *type);

// Functions and entry points, verify_fun.c.
void verify_body(Verifier *verifier, const Body *body);
void verify_fun(Verifier *verifier, Fun *fun);
void verify_global(Verifier *verifier, Global *global);
void verify_names(Verifier *verifier);

// Sharing and consumption, for what has no errors yet; verify_consume.c.
void verify_consumption(Verifier *verifier);

#endif
