// Private to check_unique*.c.
//
// A *place* is the storage of one part of a named value: `x`, or `x.a` when x is a record. Scalars
// have none. *Aliases* have the structure of a type, with a set of places at each leaf: those with
// which the value there may share memory. A fresh value has empty sets.
#ifndef FRONT_FUTHARK_CHECK_UNIQUE_INTERNAL_H
#define FRONT_FUTHARK_CHECK_UNIQUE_INTERNAL_H

#include "base/map.h"
#include "front/futhark/check_unique.h"

typedef enum FutPlaceKind {
  FUT_PLACE_LET,     // may be consumed
  FUT_PLACE_UNIQUE,  // a parameter with `*`; may be consumed
  FUT_PLACE_LOOP,    // a loop parameter; may be consumed, then the initial value is
  FUT_PLACE_PARAM,   // a parameter without `*`
  FUT_PLACE_LAMBDA,  // the same of a lambda
  FUT_PLACE_ELEMENT, // of `for x in xs`
  FUT_PLACE_GLOBAL
} FutPlaceKind;

typedef struct FutPlace {
  uint32_t id; // in the order of binding: a place of a lower id is bound outside
  FutPlaceKind kind;
  const char *text; // `x.a`
  Span span;
  const FutType *type;
  bool is_consumed;
  bool is_reported; // an error about it was reported; there is no second one
  bool is_declared; // LOOP: has `*`
  bool is_plain;    // LOOP: has a type without `*`, and so may not be consumed
  Span consumed_at;
  const char *consumed_how;  // "by this update"
  const char *consumed_name; // under which name; may be NULL
} FutPlace;

// A set, sorted by id. Never changed once made.
typedef struct FutPlaces {
  FutPlace **data;
  size_t count;
} FutPlaces;

typedef struct FutAliases FutAliases;

typedef struct FutAliasField {
  Name name;
  const FutAliases *aliases;
} FutAliasField;

typedef struct FutAliasClause {
  Name name;
  const FutAliases **payload;
  size_t count;
} FutAliasClause;

typedef enum FutAliasTag {
  FUT_ALIAS_LEAF,
  FUT_ALIAS_FUNCTION, // a leaf, too: what it captures
  FUT_ALIAS_RECORD,
  FUT_ALIAS_SUM
} FutAliasTag;

struct FutAliases {
  FutAliasTag tag;
  FutPlaces places;        // LEAF, FUNCTION
  const FutType *function; // FUNCTION: an arrow whose `*` count, but not its other types
  bool is_guessed;         // FUNCTION: the `*` of its result was found in the body, not declared
  FutAliasField *fields;   // RECORD
  FutAliasClause *clauses; // SUM
  size_t count;            // of fields or clauses
};

typedef Vec(const FutAliases *) FutAliasLeaves;

// Something that the places outside of it do not survive being consumed in.
typedef enum FutScopeKind { FUT_SCOPE_FUNCTION, FUT_SCOPE_LOOP, FUT_SCOPE_CONDITION } FutScopeKind;

typedef struct FutScope {
  FutScopeKind kind;
  uint32_t start; // the first place inside
  const char *words;
} FutScope;

// Where a name was used, and what it may share with.
typedef struct FutUse {
  FutPlaces places;
  Span span;
  const char *text;
} FutUse;

typedef struct FutUnique {
  Arena *arena;
  Diag *diag;     // may be NULL
  Map *variables; // FutValue * -> const FutAliases *
  Map *globals;
  bool is_instance; // of a parametric module
  uint32_t next_place;
  Vec(FutPlace *) consumed; // in order, so that branches can be undone
  Vec(FutScope) scopes;
  Vec(FutUse) uses;    // inside of scopes only
  const FutType *hint; // of the lambda that is walked next: the type of the parameter it is for
} FutUnique;

// ---- Sets and structures (check_unique_alias.c) ----

extern const FutAliases FUT_ALIASES_NONE;

FutPlaces fut_places_union(Arena *arena, FutPlaces left, FutPlaces right);
// A place in both, or NULL.
FutPlace *fut_places_common(FutPlaces left, FutPlaces right);
bool fut_places_has(FutPlaces places, const FutPlace *place);

// Aliases of a type whose every leaf may share with the places.
const FutAliases *fut_aliases_of(Arena *arena, const FutType *type, FutPlaces places);
// The same for the result of a function, whose `*` are in flags: what is unique there is fresh.
const FutAliases *fut_aliases_result(Arena *arena, const FutType *type, const FutType *flags,
                                     FutPlaces places);
// The aliases with the structure of the type; scalars lose theirs.
const FutAliases *fut_aliases_fit(Arena *arena, const FutAliases *aliases, const FutType *type);
const FutAliases *fut_aliases_union(Arena *arena, const FutAliases *left, const FutAliases *right);
const FutAliases *fut_aliases_field(Arena *arena, const FutAliases *aliases, Name name);
const FutAliases *fut_aliases_payload(Arena *arena, const FutAliases *aliases, Name name,
                                      size_t index);
// A copy of record aliases with one field replaced.
const FutAliases *fut_aliases_replace(Arena *arena, const FutAliases *aliases, Name name,
                                      const FutAliases *field);
// All places anywhere inside.
FutPlaces fut_aliases_all(Arena *arena, const FutAliases *aliases);
// Appends the leaves. Aliases that fit one type have the same leaves in the same order.
void fut_aliases_leaves(Arena *arena, const FutAliases *aliases, FutAliasLeaves *leaves);
// The same structure with other places at the leaves, of which *next is the first.
const FutAliases *fut_aliases_rebuild(Arena *arena, const FutAliases *aliases,
                                      const FutPlaces *leaves, size_t *next);

// ---- `*` in types (check_unique_type.c) ----

// Whether there is a `*` in the type, not looking into functions.
bool fut_type_has_unique(const FutType *type);
// The same for what has memory; a `*` before a scalar says nothing.
bool fut_type_has_unique_storage(const FutType *type);
// The type without any `*`, not looking into functions and sums.
const FutType *fut_type_not_unique(Arena *arena, const FutType *type);
// The type with the `*` that the syntax has, and no others.
const FutType *fut_type_with_syntax(Arena *arena, const FutType *type, const FutTypeExp *syntax);
// How a function of type `have` breaks what the type `want` says about its `*`.
typedef enum FutMisfit {
  FUT_FITS,
  FUT_MISFIT_CONSUMES, // it consumes what must not be consumed
  FUT_MISFIT_SHARES    // its result is not fresh
} FutMisfit;

FutMisfit fut_type_misfit(const FutType *want, const FutType *have);
// Whether a type that is written in the pattern has a `*`.
bool fut_pattern_has_unique(const FutPattern *pattern);

// ---- The walk (check_unique_exp.c, check_unique_call.c, check_unique_loop.c) ----

const FutAliases *fut_unique_exp(FutUnique *unique, FutExp *exp);
const FutAliases *fut_unique_apply(FutUnique *unique, FutExp *exp);
const FutAliases *fut_unique_binary(FutUnique *unique, FutExp *exp);
const FutAliases *fut_unique_section(FutUnique *unique, FutExp *exp);
const FutAliases *fut_unique_loop(FutUnique *unique, FutExp *exp);
// The sizes that a type is written with, which may not consume anything (check_unique_type.c).
void fut_unique_sizes(FutUnique *unique, const FutTypeExp *type);
// What a name stands for.
const FutAliases *fut_unique_value(FutUnique *unique, FutValue *value);
// A new place.
FutPlace *fut_unique_place(FutUnique *unique, FutPlaceKind kind, const char *text, Span span,
                           const FutType *type);
// A new place that the parts of a value have in common, when they may share memory.
FutPlaces fut_unique_whole(FutUnique *unique, const char *text, Span span, const FutType *type);

// Binds the names of a pattern to parts of the aliases, and yields the aliases as bound.
const FutAliases *fut_unique_bind(FutUnique *unique, const FutPattern *pattern,
                                  const FutAliases *aliases, FutPlaceKind kind);
// Says of each name of a parameter's pattern whether it may be consumed: whether its part of the
// type has a `*`.
void fut_unique_declare(FutUnique *unique, const FutPattern *pattern, const FutType *type);
// Binds one name of the type.
const FutAliases *fut_unique_bind_value(FutUnique *unique, FutValue *value, Span span,
                                        const FutType *type, const FutAliases *aliases,
                                        FutPlaceKind kind);

// Reports a function in the aliases, which are those of exp, whose `*` do not fit the type that it
// is used at; taker is "the parameter of `f`".
void fut_unique_check_fit(FutUnique *unique, const FutType *want, const FutAliases *have,
                          const FutExp *exp, const char *taker);
// Reports a function whose making has consumed something since the given count of consumed places:
// it may be called many times.
void fut_unique_check_making(FutUnique *unique, const FutExp *exp, size_t first_consumed);
// Consumes every place. how is "by this update". false after an error, which was reported.
bool fut_unique_consume(FutUnique *unique, FutPlaces places, Span span, const char *text,
                        const char *how);
// Reports it when a value in use was consumed. text is the value's name, or NULL.
void fut_unique_observe(FutUnique *unique, FutPlaces places, Span span, const char *text);

void fut_unique_enter(FutUnique *unique, FutScopeKind kind, const char *words);
void fut_unique_leave(FutUnique *unique);

// How a message calls an expression: its name, or NULL.
const char *fut_unique_text(FutUnique *unique, const FutExp *exp);

// ---- Functions (check_unique.c) ----

// The part of a lambda, local function or definition that decides about sharing.
typedef struct FutClosure {
  const FutPatterns *params;
  const FutTypeExp *return_type; // may be NULL
  FutExp *body;
  const FutType *type; // an arrow for every parameter
  const FutType *hint; // arrows whose `*` hold for parameters without a written type; may be NULL
  const char *words;   // "the lambda"
  bool is_lambda, is_definition;
} FutClosure;

// Walks a function and yields its aliases: what it captures, and its type with all `*`.
const FutAliases *fut_unique_function(FutUnique *unique, const FutClosure *function);

// ---- Messages (check_unique_error.c) ----

void fut_unique_report_used(FutUnique *unique, FutPlace *place, Span span, const char *text);
void fut_unique_report_fixed(FutUnique *unique, FutPlace *place, Span span, const char *text,
                             const char *how);
void fut_unique_report_outside(FutUnique *unique, FutPlace *place, Span span, const char *text,
                               const FutScope *scope);
void fut_unique_report_shared_argument(FutUnique *unique, FutPlace *place, Span span, Span other,
                                       const char *how);
void fut_unique_report_self(FutUnique *unique, FutPlace *place, Span span, const char *words);
void fut_unique_report_update(FutUnique *unique, FutPlace *place, Span value, Span array);
void fut_unique_report_operator(FutUnique *unique, Span span, const char *text, const char *taker);
void fut_unique_report_sharing(FutUnique *unique, Span span, const char *text, const char *taker);
void fut_unique_report_making(FutUnique *unique, FutPlace *place, Span span);
void fut_unique_report_mapped(FutUnique *unique, Span span, Span argument, const char *callee);
void fut_unique_report_result(FutUnique *unique, FutPlace *place, Span span, const char *words);
void fut_unique_report_global(FutUnique *unique, FutPlace *place, Span span, const char *words);
void fut_unique_report_loop(FutUnique *unique, FutPlace *place, Span span, const FutPlace *param);
void fut_unique_report_loop_pair(FutUnique *unique, FutPlace *place, Span span,
                                 const FutPlace *param, const FutPlace *other);

#endif
