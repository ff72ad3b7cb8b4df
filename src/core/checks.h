// The inside of checks: what its files share.
//
//   checks.c        the pass: the walk, what is proved, certificates that are always given
//   checks_move.c   asserts that can be decided in front of their loop or par
#ifndef RAVEL_CORE_CHECKS_H
#define RAVEL_CORE_CHECKS_H

#include "analysis/analysis.h"
#include "analysis/table.h"
#include "core/facts.h"
#include "ir/map.h"

// What stands for a certificate whose assert is gone.
typedef struct Given {
  bool is_given;
  Var **certs;
  size_t cert_count;
} Given;

typedef struct CheckVar {
  uint32_t depth; // of the scope that binds it; 0 is the function
  const Stm *def; // of a boolean or integer
  Given given;
} CheckVar;

// A body that is being visited.
typedef struct CheckScope {
  uint32_t depth;
  // Of a par or for loop over one i64 index, directly inside; else index is NULL.
  Var *index;
  Atom bound;
  Stms moved; // what goes in front of that statement
} CheckScope;

typedef struct Checker {
  Program *program;
  Arena *scratch;   // for one function
  bool has_effects; // somewhere
  Facts *facts;
  Sizes *sizes;
  Subst *subst;  // comparisons to constants
  VarTable vars; // CheckVar
} Checker;

CheckVar *check_var(Checker *checker, const Var *var);

// Puts statements that decide the assert for the whole space into scope->moved, and the assert
// after them; false when that is not possible. The scope is the one of a par or loop.
bool move_assert(Checker *checker, const Stm *stm, CheckScope *scope);

#endif
