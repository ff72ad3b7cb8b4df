// Private to alias*.c: the roots and the state of the walk.
#ifndef RAVEL_IR_ALIAS_INTERNAL_H
#define RAVEL_IR_ALIAS_INTERNAL_H

#include "ir/alias.h"

// A sorted set of root numbers; immutable, so that variables share them.
typedef struct Roots {
  const uint32_t *ids;
  uint32_t count;
} Roots;

typedef enum RootKind {
  ROOT_OWNED,
  ROOT_PARAM,    // of a function, not marked `*`
  ROOT_OPERATOR, // a parameter of an operator, or what an epilogue calls a scan's result
  ROOT_GLOBAL,
  ROOT_LOOP_PARAM, // owned; may be the storage in `base` or that of an earlier iteration
} RootKind;

typedef struct Root {
  RootKind kind;
  bool is_consumed;        // on the path to the current statement
  uint32_t depth;          // of the region that bound it
  uint32_t last_use;       // the time of its last use
  uint32_t result;         // 1 + the function result that has it, while results are checked
  Roots base;              // the storage it is in
  bool is_merged;          // its storage counts as that of others
  uint32_t storage;        // the root whose storage counts as the same; find it by storage_of
  const Var *var;          // for messages
  const Var *consumed_var; // by which name it was consumed
  const Stm *consumer;     // the statement that consumes it, now or on another path
} Root;

typedef Vec(uint32_t) Ids;

// Results of one statement, and which of them are apart: a square table.
typedef struct Apart {
  Var *const *vars;
  size_t count;
  const bool *are_apart;
} Apart;

struct Aliases {
  Arena *arena;
  const Program *program;
  const AliasObserver *observer;
  Vec(Root) roots;
  Roots *of_var; // by Var.index
  bool *is_known;
  Map *apart;          // Var -> Apart, for results of loops
  const Var **origins; // by Var.index: the parameter from which an accumulator is made
  uint32_t var_count;
  Ids trail;          // the consumed roots, in order
  const char *region; // what the innermost region is called
  uint32_t depth;     // of the regions around: loops, pars, operators
  uint32_t time;
  const Fun *fun;
  const Stm *stm;
  Span span;
  const Stm *cause; // the statement in a loop for which its initial values are consumed
};

Roots roots_union(Aliases *aliases, Roots a, Roots b);
Roots roots_of(const Aliases *aliases, Atom atom);
bool roots_meet(Roots a, Roots b);

// A new root, at the current depth; its base is itself unless given.
uint32_t root_new(Aliases *aliases, RootKind kind, const Var *var);
Root *root_at(Aliases *aliases, uint32_t id);
Roots root_single(Aliases *aliases, uint32_t id);
// The union of two bases. A large one is merged: its storage counts as one from then on, which
// keeps the analysis linear and only makes alias_may_share say yes more often.
Roots base_union(Aliases *aliases, Roots a, Roots b);
// Makes the storage of `id`, and what a loop parameter stands for, count as that of `first`.
void storage_merge(Aliases *aliases, uint32_t first, uint32_t id);
// Which root stands for this storage, after merging.
uint32_t storage_of(Aliases *aliases, uint32_t id);
// The union of the roots' bases.
Roots roots_base(Aliases *aliases, Roots roots);

void alias_bind(Aliases *aliases, const Var *var, Roots roots);
// Binds a new root when the variable has storage at all.
uint32_t alias_bind_fresh(Aliases *aliases, const Var *var, RootKind kind);
// Binds a new root that owns consumed storage, beside perhaps storage of its own.
void alias_bind_heir(Aliases *aliases, const Var *var, Roots consumed_base, bool may_be_fresh);
// Binds the results of nested bodies: roots numbered from `first` on, and consumed ones, live on
// only in these variables and become new roots.
void alias_bind_results(Aliases *aliases, Var *const *vars, const Roots *sets, size_t count,
                        uint32_t first);

// Notes which results of a statement are in storage of their own next to each other.
void alias_note_apart(Aliases *aliases, Var *const *vars, size_t count, const bool *are_apart);

bool alias_has_storage(const Type *type);
// A use of the atom. An accumulator is consumed by any use. False after a violation.
bool alias_use(Aliases *aliases, Atom atom);
void alias_use_all(Aliases *aliases, const Atom *atoms, size_t count);
bool alias_consume(Aliases *aliases, Atom atom);
void alias_report(Aliases *aliases, AliasViolation violation);

// The origin of an accumulator: it must come out where its origin went in. NULL is unknown.
const Var *alias_origin(const Aliases *aliases, Atom atom);
void alias_set_origin(Aliases *aliases, const Var *var, const Var *origin);
void alias_expect_origin(Aliases *aliases, Atom atom, const Var *origin);

// The walk, alias_walk.c.
void alias_walk_fun(Aliases *aliases, const Fun *fun);
void alias_walk_global(Aliases *aliases, const Global *global);
void alias_walk_stms(Aliases *aliases, const Stms *stms);
// The statements; then uses the results and yields their roots as they were before.
Roots *alias_walk_body(Aliases *aliases, const Body *body);
// A loop, alias_loop.c.
void alias_walk_loop(Aliases *aliases, const Stm *stm);

#endif
