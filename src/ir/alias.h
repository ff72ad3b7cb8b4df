// Which variables may share storage, and where storage is consumed (doc/ir.md, "Sharing and
// consuming").
//
// Every array, descriptor and accumulator variable has a set of roots. A root stands for one piece
// of storage from the moment it is made until it is consumed: a fresh array, a parameter, a global.
// A view has the roots of its operand; the result of a branch has those of all its bodies. What
// owns the storage of a consumed array, say the result of an `update`, has a new root that
// remembers which storage it is in. So use after consumption is "one of my roots is consumed", and
// two live variables may share storage only when they have a root in common.
//
// The analysis wants a program that is well scoped and well typed. It tells an observer every
// violation of the rules of consumption: that is one half of the verifier. Passes ask the questions
// below, with no observer.
#ifndef RAVEL_IR_ALIAS_H
#define RAVEL_IR_ALIAS_H

#include "ir/ir.h"

typedef enum AliasRule {
  ALIAS_USED,          // var is used, but `other` has consumed its storage (at other_stm)
  ALIAS_REUSED_ACC,    // the accumulator var is used a second time (first at other_stm)
  ALIAS_MIXED_ACC,     // the accumulator var stands where one made from `other` must
  ALIAS_OUTER,         // var is consumed inside `place` but bound outside it
  ALIAS_NOT_OWNED,     // var is consumed but shares storage with `other`, which is a `place`
  ALIAS_LOOP_INITIAL,  // var, the initial value of a consumed loop parameter, shares with `other`
  ALIAS_LOOP_USED,     // the loop consumes var (at other_stm), and its body uses it or an alias
  ALIAS_LOOP_NEXT,     // the next value of the consumed parameter var shares with `other`
  ALIAS_RESULT,        // result var shares storage with `other`, a `place`, without saying so
  ALIAS_RESULTS_SHARE, // results var and other share storage
} AliasRule;

typedef struct AliasViolation {
  AliasRule rule;
  const Fun *fun; // where; NULL in a global
  const Stm *stm; // the statement; NULL for the results of a function
  Span span;
  const Var *var;
  const Var *other;     // may be NULL
  const Stm *other_stm; // may be NULL
  const char *place;    // "a loop", "a parameter that is not marked *", ...
} AliasViolation;

typedef struct AliasObserver {
  void *context;
  // Is this function or global (the other is NULL) to be analysed? NULL: all are.
  bool (*wants)(void *context, const Fun *fun, const Global *global);
  void (*violation)(void *context, const AliasViolation *violation);
} AliasObserver;

typedef struct Aliases Aliases;

// Analyses the whole program, in the arena; `observer` may be NULL.
Aliases *alias_analyse(Arena *arena, const Program *program, const AliasObserver *observer);

// May the two share storage, at whatever times they live? True for variables made since the
// analysis. Results of `update` and the like share storage with what they consumed.
bool alias_may_share(Aliases *aliases, const Var *a, const Var *b);
// May the two share storage where both may still be used?
bool alias_may_share_alive(const Aliases *aliases, const Var *a, const Var *b);

// A statement that consumes the variable, or something that shares its storage while it lives; NULL
// when there is none. Ask alias_is_known first about variables made since the analysis.
const Stm *alias_consumer(const Aliases *aliases, const Var *var);
bool alias_is_known(const Aliases *aliases, const Var *var);

#endif
