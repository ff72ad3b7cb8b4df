// Types, levels and kinds.
//
// Types and levels are inferred by unification. A variable is *open* until it is bound to a type;
// one that a definition generalises stays a variable, is listed in the scheme, and is replaced by a
// fresh one at every use. A *rigid* variable is one that the source names, in a signature or as
// `fun f<l>`: it stands for every type or level, and so is bound to nothing; but an arm of a `case`
// knows what its level is, to which the variable is bound while the arm is checked.
//
// Every variable has a rank: how many definitions there are around what made it. A definition
// generalises what has a higher rank than itself.
//
// A kind is a set of types: BT, scalars and pairs of them; GT, everything without functions at the
// top; TYP, all. The kind of a variable is what the types that may be put there must be in; also
// that of a rigid one is found out, because signatures do not say kinds.
#ifndef FRONT_FCL_TYPES_H
#define FRONT_FCL_TYPES_H

#include "front/fcl/ast.h"
#include "ir/ir.h"

typedef struct FclType FclType;
typedef struct FclLevel FclLevel;

typedef enum FclKind { FCL_KIND_TYP, FCL_KIND_GT, FCL_KIND_BT } FclKind;

typedef struct FclLevelVariable {
  const FclLevel *bound; // NULL: open or rigid
  Name name;             // of a rigid one
  uint32_t rank;
  uint32_t most; // the highest level that it can be
} FclLevelVariable;

// `up` steps above thread, or above a variable.
struct FclLevel {
  FclLevelVariable *variable; // NULL: thread
  uint32_t up;
};

enum { FCL_LEVEL_THREAD, FCL_LEVEL_BLOCK, FCL_LEVEL_GRID, FCL_LEVEL_COUNT };

typedef enum FclTypeKind {
  FCL_TYPE_VARIABLE,
#define BASE_TYPE(id, name, scalar, class) FCL_TYPE_##id,
#include "front/fcl/base_types.def"
#undef BASE_TYPE
  FCL_TYPE_UNIT,
  FCL_TYPE_STRING,
  FCL_TYPE_PAIR,
  FCL_TYPE_FUNCTION,
  FCL_TYPE_PULL,
  FCL_TYPE_PUSH,
  FCL_TYPE_PROGRAM
} FclTypeKind;

typedef struct FclTypeVariable {
  const FclType *bound; // NULL: open or rigid
  Name name;            // of a rigid one
  uint32_t rank;
  FclKind kind;
} FclTypeVariable;

struct FclType {
  FclTypeKind kind;
  FclTypeVariable *variable;     // VARIABLE
  const FclType *first, *second; // PAIR, FUNCTION; PULL, PUSH, PROGRAM: the first only
  const FclLevel *level;         // PUSH, PROGRAM
};

typedef Vec(FclLevelVariable *) FclLevelVariables;
typedef Vec(FclTypeVariable *) FclTypeVariables;

// The variables that are replaced at every use, in the order in which a use gives its levels.
typedef struct FclScheme {
  FclLevelVariables levels;
  FclTypeVariables types;
  const FclType *type;
} FclScheme;

typedef enum FclBuiltin {
#define BUILTIN(id, name, type)            FCL_BUILTIN_##id,
#define SCALAR_BUILTIN(id, name, type, op) FCL_BUILTIN_##id,
#include "front/fcl/builtins.def"
#undef BUILTIN
#undef SCALAR_BUILTIN
  FCL_BUILTIN_COUNT
} FclBuiltin;

// What a name stands for: a built-in, a definition, or something bound locally.
typedef struct FclVariable {
  Name name;
  FclScheme *scheme;
  Span span;
  bool is_builtin, is_global;
  FclBuiltin builtin;
  const FclBinding *binding; // of a definition, and of a `let` with a scheme that is general
} FclVariable;

// ---- Making ----

const FclType *fcl_type(Arena *arena, FclTypeKind kind, const FclType *first,
                        const FclType *second);
const FclType *fcl_type_at(Arena *arena, FclTypeKind kind, const FclLevel *level,
                           const FclType *first);
const FclType *fcl_type_variable(Arena *arena, uint32_t rank, FclKind kind, Name name);
const FclLevel *fcl_level(Arena *arena, FclLevelVariable *variable, uint32_t up);
const FclLevel *fcl_level_variable(Arena *arena, uint32_t rank, Name name);

// What a type or level is as far as it is known: no bound variable at the top.
const FclType *fcl_type_resolve(const FclType *type);
FclLevel fcl_level_resolve(const FclLevel *level);

// Is it a base type that is no pair? Then the scalar that Core has for it.
bool fcl_type_scalar(const FclType *type, Scalar *scalar);

// ---- Unifying ----

typedef enum FclMisfit {
  FCL_FITS,
  FCL_MISFIT_TYPE,    // two kinds of types
  FCL_MISFIT_LEVEL,   // two levels
  FCL_MISFIT_KIND,    // a type where its kind is not allowed
  FCL_MISFIT_CYCLE,   // a type or level that contains itself
  FCL_MISFIT_CEILING, // a level above grid
} FclMisfit;

// Where two types differ: the parts that do.
typedef struct FclClash {
  FclMisfit misfit;
  const FclType *left, *right;
  FclLevel left_level, right_level;
  FclKind kind; // KIND: what was asked for
} FclClash;

// Makes two types equal. False, with the place where they differ, when they cannot be.
bool fcl_unify(Arena *arena, const FclType *left, const FclType *right, FclClash *clash);
bool fcl_unify_level(Arena *arena, const FclLevel *left, const FclLevel *right, FclClash *clash);
// Asks a type to be of a kind.
bool fcl_type_restrict(const FclType *type, FclKind kind, FclClash *clash);

// ---- Schemes ----

// The type of the scheme with fresh variables of the rank, which are listed.
const FclType *fcl_instantiate(Arena *arena, const FclScheme *scheme, uint32_t rank,
                               const FclLevel ***levels, const FclType ***types);
// Adds the variables of a higher rank that are in the type to the scheme, unless they are there.
void fcl_generalise(Arena *arena, FclScheme *scheme, uint32_t rank);
bool fcl_scheme_is_general(const FclScheme *scheme);

// ---- Text ----

// Names for variables without one, the same in all texts of one printer.
typedef struct FclPrinter {
  Arena *arena;
  Vec(const void *) seen;
} FclPrinter;

const char *fcl_type_text(FclPrinter *printer, const FclType *type);
const char *fcl_level_text(FclPrinter *printer, const FclLevel *level);
const char *fcl_scheme_text(FclPrinter *printer, const FclScheme *scheme);
const char *fcl_kind_words(FclKind kind);

#endif
