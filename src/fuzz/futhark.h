// Inside the generator of Futhark programs: the scribe, who writes source text, and what it knows
// about the names that it has written.
//
// What the scribe writes is right by construction, or has exactly the one mistake that was asked
// for. Four kinds of knowledge make it so:
//   types    of all names, with symbolic sizes. Two sizes are equal when they are written alike, as
//            in the language. A hidden size has no name in scope: an array that has it can be
//            mapped and measured, but its type cannot be written
//   bounds   of sizes, so that programs stay small and an index can be kept inside its array
//   roots    of arrays: the storages that a value may share, which are those of all names that its
//            expression mentions, unless the expression is known to make a new array. Consuming an
//            array kills its roots. A root may be consumed only behind the barrier (function, loop
//            or lambda) behind which it was made
//   scope    what is visible
//
// Expressions are texts in the arena; `is_atom` says whether one can be an argument as it is.
// Statements and declarations are written into a buffer, each on a line of its own, which is also
// what the shrinker takes away first.
#ifndef RAVEL_FUZZ_FUTHARK_H
#define RAVEL_FUZZ_FUTHARK_H

#include "base/base.h"
#include "fuzz/random.h"
#include "rts/c/value.h"

// ---- Sizes and types (futhark_type.c) ----

typedef enum DraftSizeKind {
  DRAFT_SIZE_CONSTANT,
  DRAFT_SIZE_NAME,
  DRAFT_SIZE_HIDDEN,
  DRAFT_SIZE_ADD,
  DRAFT_SIZE_SUBTRACT,
  DRAFT_SIZE_MULTIPLY
} DraftSizeKind;

typedef struct DraftSize {
  DraftSizeKind kind;
  const char *name; // of a NAME
  uint32_t number;  // of a HIDDEN one
  const struct DraftSize *left, *right;
  int64_t low, high; // both included; a constant's value is both
} DraftSize;

// No dimension is larger than this, and no array has more elements than the volume.
#define SIZE_MOST   24
#define VOLUME_MOST 96

typedef enum DraftTypeKind {
  DRAFT_SCALAR,
  DRAFT_ARRAY,
  DRAFT_TUPLE,
  DRAFT_RECORD,
  DRAFT_SUM,
  DRAFT_NAMED, // a type parameter or an abstract type
  DRAFT_FUNCTION
} DraftTypeKind;

typedef struct DraftType {
  DraftTypeKind kind;
  Prim prim;                       // SCALAR
  const DraftSize *size;           // ARRAY
  const struct DraftType *element; // ARRAY
  const char *name;                // NAMED
  const char *const *labels;       // RECORD, SUM
  // TUPLE, RECORD: the parts. SUM: what a constructor carries, or NULL. FUNCTION: the parameters,
  // and last the result.
  const struct DraftType *const *parts;
  size_t count;
} DraftType;

struct Scribe;

const DraftSize *draft_size_constant(struct Scribe *scribe, int64_t value);
const DraftSize *draft_size_named(struct Scribe *scribe, const char *name, int64_t low,
                                  int64_t high);
const DraftSize *draft_size_hidden(struct Scribe *scribe, int64_t low, int64_t high);
const DraftSize *draft_size_binary(struct Scribe *scribe, DraftSizeKind kind, const DraftSize *left,
                                   const DraftSize *right);
bool draft_size_equal(const DraftSize *a, const DraftSize *b);
bool draft_size_can_be_written(const DraftSize *size);
// The size as an argument: a name, a literal, or an expression in parentheses.
const char *draft_size_atom(struct Scribe *scribe, const DraftSize *size);

const DraftType *draft_type_scalar(struct Scribe *scribe, Prim prim);
const DraftType *draft_type_array(struct Scribe *scribe, const DraftSize *size,
                                  const DraftType *element);
const DraftType *draft_type_named(struct Scribe *scribe, const char *name);
const DraftType *draft_type_tuple(struct Scribe *scribe, const DraftType *const *parts,
                                  size_t count);
const DraftType *draft_type_labelled(struct Scribe *scribe, DraftTypeKind kind,
                                     const char *const *labels, const DraftType *const *parts,
                                     size_t count);
const DraftType *draft_type_function(struct Scribe *scribe, const DraftType *const *parts,
                                     size_t count);
bool draft_type_equal(const DraftType *a, const DraftType *b);
bool draft_type_is_scalar(const DraftType *type, Prim prim);
bool draft_type_can_be_written(const DraftType *type);
// Has it arrays inside, or may it: does a value of it share storage?
bool draft_type_has_storage(const DraftType *type);
bool draft_type_has_kind(const DraftType *type, DraftTypeKind kind);
// The most elements that a value of it has.
int64_t draft_type_volume_most(const DraftType *type);
// How it is written; perhaps by an abbreviation.
const char *draft_type_text(struct Scribe *scribe, const DraftType *type);
// The same so that it can be an element type or a type argument.
const char *draft_type_atom(struct Scribe *scribe, const DraftType *type);

// What stands for the size and type parameters of a function or an abbreviation.
typedef struct DraftInstance {
  const char *const *size_names;
  const DraftSize **sizes;
  size_t size_count;
  const char *const *type_names;
  const DraftType **types;
  size_t type_count;
  uint32_t hidden_from[4]; // hidden sizes of a result, and those of this call
  const DraftSize *hidden_to[4];
  size_t hidden_count;
} DraftInstance;

// A type with its parameters replaced; hidden sizes become new ones.
const DraftType *draft_type_instance(struct Scribe *scribe, const DraftType *type,
                                     DraftInstance *instance);
const DraftSize *draft_size_instance(struct Scribe *scribe, const DraftSize *size,
                                     DraftInstance *instance);
// Finds what must stand for the parameters (those that are NULL) so that the pattern is the type.
bool draft_type_match(const DraftType *pattern, const DraftType *type, DraftInstance *instance);

// ---- Names ----

typedef struct FuzzFutRoot {
  bool is_dead, is_owned;
  bool is_global; // of a constant at top level: no function may give it
  uint32_t barrier;
} FuzzFutRoot;

typedef struct FuzzFutRoots {
  const uint32_t *ids;
  size_t count;
} FuzzFutRoots;

// The first root: of what was made elsewhere, and is never consumed.
#define FOREIGN_ROOT 0u

typedef struct FuzzFutBinding {
  const char *name;
  const DraftType *type;
  FuzzFutRoots roots;
  bool is_hidden; // behind another name
  bool is_size;   // an i64 that may be written as a size
  int64_t low, high;
} FuzzFutBinding;

typedef struct Callable {
  const char *name;
  const char **size_names;
  int64_t *size_lows; // how small a size may be
  size_t size_count;
  const char **type_names;
  size_t type_count;
  const DraftType **params;
  bool *is_consumed;
  size_t *size_of_param; // which size a parameter is, or SIZE_MAX
  size_t param_count;
  const DraftType *result;
  bool is_fresh;    // it gives storage of its own
  int64_t cost;     // how much a call does, at most
  uint32_t barrier; // of a local function: it may use what is around it
} Callable;

typedef struct Abbreviation {
  const char *name;
  const char **size_names;
  size_t size_count;
  const char **type_names;
  size_t type_count;
  const DraftType *type;
} Abbreviation;

typedef struct Scribe {
  Arena *arena;
  Random random;
  StrBuf out; // of the current block or declaration
  uint32_t name_count, hidden_count;
  Vec(FuzzFutBinding) scope;
  Vec(Callable) callables;
  Vec(Abbreviation) abbreviations;
  Vec(const DraftType *) nominal; // abstract types that values exist of
  Vec(FuzzFutRoot) roots;
  Vec(uint32_t) mentioned; // roots of what the current expression shares storage with, perhaps
  Vec(uint32_t) captured;  // roots of all that the current statement mentions
  uint32_t barrier;
  int64_t times;            // how often the current code runs at most
  int64_t work, work_limit; // the most that some code of this function runs, and may
  int64_t fuel;             // how many more expressions may be written
  size_t block_depth;       // of statements in statements
  bool has_traces;          // some expressions are traced
  const char *mistake;      // that is wanted and not yet made; NULL: none
  const char *made;         // what it was
  const char *mark;         // a name that stands only in the mistake that was made
} Scribe;

// A new name that begins so.
const char *scribe_name(Scribe *scribe, const char *prefix);
bool scribe_chance(Scribe *scribe, unsigned percent);
size_t scribe_below(Scribe *scribe, size_t count);

FuzzFutRoots draft_roots_new(Scribe *scribe, bool is_owned);
bool draft_roots_are_live(const Scribe *scribe, FuzzFutRoots roots);
void draft_roots_kill(Scribe *scribe, FuzzFutRoots roots);
// The roots mentioned since the mark, in an array of their own.
FuzzFutRoots draft_roots_since(Scribe *scribe, size_t mark);
bool draft_roots_are_global(const Scribe *scribe, FuzzFutRoots roots);

FuzzFutBinding *draft_scope_bind(Scribe *scribe, const char *name, const DraftType *type,
                                 FuzzFutRoots roots);
bool draft_binding_is_live(const Scribe *scribe, const FuzzFutBinding *binding);
bool draft_binding_is_consumable(const Scribe *scribe, const FuzzFutBinding *binding);
// Its name, as an expression: what shares storage with the expression is noted.
const char *draft_binding_use(Scribe *scribe, const FuzzFutBinding *binding);
void draft_binding_consume(Scribe *scribe, const FuzzFutBinding *binding);
typedef bool BindingWanted(Scribe *scribe, const FuzzFutBinding *binding, const void *context);
// A live name that is wanted, rather a recent one; NULL when there is none.
FuzzFutBinding *draft_scope_pick(Scribe *scribe, BindingWanted *wanted, const void *context);
bool draft_binding_has_type(Scribe *scribe, const FuzzFutBinding *binding, const void *type);
bool draft_binding_is_array(Scribe *scribe, const FuzzFutBinding *binding, const void *context);
// An array whose outer size is this one.
bool draft_binding_has_size(Scribe *scribe, const FuzzFutBinding *binding, const void *size);

// ---- Expressions ----

typedef struct DraftExp {
  const char *text;
  bool is_atom;
  FuzzFutRoots roots; // what it shares storage with; none: it is new
} DraftExp;

// The text as an argument.
const char *draft_exp_atom(Scribe *scribe, DraftExp exp);
// Any type that an expression can be written for.
const DraftType *draft_any_type(Scribe *scribe, size_t depth);
const DraftType *draft_any_element_type(Scribe *scribe);
Prim draft_any_prim(Scribe *scribe);
Prim draft_any_integer(Scribe *scribe);
const DraftSize *draft_any_size(Scribe *scribe);

// An expression of just this type (futhark_exp.c).
DraftExp draft_exp_of(Scribe *scribe, const DraftType *type, size_t depth);
// The same for a scalar (futhark_scalar.c), and as an argument.
const char *draft_scalar_of(Scribe *scribe, Prim prim, size_t depth);
const char *draft_scalar_atom(Scribe *scribe, Prim prim, size_t depth);
const char *draft_literal_of(Scribe *scribe, Prim prim, bool has_suffix);
// An i64 in 0 .. size - 1, for a size that is at least 1.
const char *draft_index_below(Scribe *scribe, const DraftSize *size, size_t depth);
// A function as an argument (futhark_function.c).
const char *draft_function_of(Scribe *scribe, const DraftType *type, size_t depth);
// An associative operator on the type with a neutral element; false when none is known.
bool draft_operator_of(Scribe *scribe, const DraftType *type, const char **op,
                       const char **neutral);
// Something that makes an array of this type (futhark_array.c).
DraftExp draft_array_of(Scribe *scribe, const DraftType *type, size_t depth);
// A call whose result has this type; false when none can be made (futhark_call.c).
bool draft_call_of(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp);
// A call of this function, with arguments that fit; and of any function.
bool draft_call_write(Scribe *scribe, const Callable *callable, DraftInstance *instance,
                      size_t depth, DraftExp *exp, const DraftType **result);
bool draft_call_any(Scribe *scribe, DraftExp *exp, const DraftType **result);

// Code that runs this many times as often, after a barrier; ends it.
typedef struct Nest {
  size_t scope_count, callable_count;
  uint32_t barrier;
  int64_t times;
} Nest;
void draft_nest_enter(Scribe *scribe, Nest *nest, int64_t times, bool is_barrier);
void draft_nest_leave(Scribe *scribe, const Nest *nest);
bool scribe_can_nest(const Scribe *scribe, int64_t times);

// ---- Statements (futhark_statement.c, futhark_control.c) ----

// Statements and an expression of the type, as one expression.
DraftExp draft_block_of(Scribe *scribe, const DraftType *type, size_t statements, size_t depth);
void draft_statements_write(Scribe *scribe, size_t count);
// Binds an expression to a name, or to a pattern for its parts.
FuzzFutBinding *draft_statement_let(Scribe *scribe, const DraftType *type, DraftExp exp);

typedef bool Statement(Scribe *scribe);
Statement draft_if, draft_match, draft_for, draft_for_in, draft_while, draft_local_function;

// ---- What is written twice (futhark_twin.c) ----

// A text for compilers that know what is new, and one for those that do not.
const char *draft_twin(Scribe *scribe, const char *new, const char *old);
// A function of scalars that gets arrays; false when the type is no array of numbers.
bool draft_automap_of(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp);
// An update along a path of fields and indices.
Statement draft_update_path;

// ---- Declarations (futhark_declare.c, futhark_module.c) ----

void draft_declare_types(Scribe *scribe);
void draft_declare_constant(Scribe *scribe);
void draft_declare_function(Scribe *scribe);
void draft_declare_module(Scribe *scribe);
// A function of what the others do not write (futhark_idiom.c).
void draft_declare_idiom(Scribe *scribe);
// A function with its text: `def name ... = ...`; it can be called afterwards as `called`.
void draft_function_write(Scribe *scribe, const char *keyword, const char *name,
                          const char *called);

// ---- Changes (futhark_change.c) ----

// The program with a few words changed at random, so that nobody knows whether it is right.
const char *draft_change(Scribe *scribe, const char *text);

// ---- Mistakes (futhark_mistake.c) ----

// Any kind of mistake; what it is called.
const char *draft_mistake_choose(Scribe *scribe);
// Makes the wanted mistake as a statement, or as a declaration, if it is of that sort.
void draft_mistake_statement(Scribe *scribe);
void draft_mistake_declaration(Scribe *scribe);
// Writes a template that declares $1, which is given, for these types for $T and $U. NULL when what
// it needs is not in scope.
const char *draft_template_declare(Scribe *scribe, const char *text, Prim *first, Prim *second);
// The wanted mistake was made in a text that has this name.
void draft_mistake_made(Scribe *scribe, const char *mark);
// Writes the statements of a template, with the names for $1 to $4; false when what it needs is not
// in scope.
bool draft_template_write(Scribe *scribe, const char *text, const char *names[4]);

// ---- Doom (futhark_doom.c) ----

// Statements that fail, and bind a result of the entry point that needs them: what fails. NULL when
// they cannot be written here.
const char *draft_doom_statement(Scribe *scribe);
// Two parameters: an i64, or an array of one, that is at most 3, and an array of i32, whose name is
// given. If that has 7 elements, they are not what its type says.
const char *draft_doom_params(Scribe *scribe, StrBuf *out, bool *is_array);

#endif
