// What the checker knows: types, sizes, values and schemes. The parser's AST (ast.h) is annotated
// with these; to_core reads them and nothing else of the checker.
//
// Types and sizes are immutable but for unification variables, which are linked when solved. Always
// look through links with fut_type_resolve and fut_size_resolve.
//
// Types are shared freely: a changed type is a new one.
#ifndef FRONT_FUTHARK_TYPES_H
#define FRONT_FUTHARK_TYPES_H

#include "base/strbuf.h"
#include "front/futhark/ast.h"

typedef struct FutType FutType;
typedef struct FutSize FutSize;
typedef struct FutTypeVar FutTypeVar;
typedef struct FutSizeVar FutSizeVar;
typedef struct FutTypeName FutTypeName;
typedef struct FutValue FutValue;

// ---- Sizes ----

typedef enum FutSizeKind {
  FUT_SIZE_CONST,
  FUT_SIZE_VALUE, // a name: a size parameter, an i64 in scope, or an unknown size
  FUT_SIZE_APPLY, // a function or operator applied to sizes, equal when written alike: n + 1
  FUT_SIZE_EXP,   // any other expression, equal when written alike: ns[0]
  FUT_SIZE_VAR    // to be found
} FutSizeKind;

// Stands in the text of an EXP for what it mentions.
enum { FUT_SIZE_MARK = '\x01' };

struct FutSize {
  FutSizeKind kind;
  int64_t constant;
  FutValue *value;         // VALUE; APPLY: the function
  const Name *projections; // VALUE, APPLY, EXP: the fields that are taken from it: `r.n`
  size_t projection_count;
  const char *text;     // APPLY: the function as it was written; NULL: by its name. EXP: its text
  const FutSize **args; // APPLY; an argument need not be an integer: `length xs`
  size_t arg_count;
  // EXP: args are what its text has marks for, and then the definitions that the text names.
  const FutExp *exp;
  FutValue **values; // what the expression itself calls the args that have marks
  size_t value_count;
  uint32_t id; // of one that is equal to itself only; 0 otherwise
  // CONST, APPLY, EXP: the type, when it is computed on the way to a size: the sum in `i64.i32 (n +
  // 1)`. NULL: i64.
  const FutType *type;
  FutSizeVar *var;
};

struct FutSizeVar {
  const FutSize *link; // NULL until solved
  uint32_t level;      // which values it may mention, see FutValue.level
  uint32_t id;
  Span span;        // where it came from
  bool is_instance; // of a size parameter
  const char *name; // of that size parameter; may be NULL
  bool is_written;  // as `[]` or `?[n].`
  bool is_result;   // an unknown size of a declared result
  Name of;          // the value whose outermost `[]` it is; NULL for another one
};

// ---- Types ----

typedef enum FutTypeTag {
  FUT_T_PRIM,
  FUT_T_RECORD, // also tuples, whose fields are 0, 1, …; () has none
  FUT_T_SUM,
  FUT_T_ARRAY,
  FUT_T_ARROW,
  FUT_T_VAR,      // to be found
  FUT_T_PARAM,    // a type parameter inside its scope
  FUT_T_ABSTRACT, // an abstract type of a module, applied to its arguments
  FUT_T_ERROR     // something already reported; agrees with everything
} FutTypeTag;

typedef struct FutField {
  Name name; // records are sorted by name, numbers numerically
  const FutType *type;
} FutField;

// What is known of a value of a sum type: that it is made by a constructor where it is written, by
// another one, or nothing.
typedef enum FutClauseUse { FUT_CLAUSE_ANY, FUT_CLAUSE_MADE, FUT_CLAUSE_IDLE } FutClauseUse;

typedef struct FutClause {
  Name name; // sorted by name
  const FutType **payload;
  size_t payload_count;
  FutClauseUse use;
} FutClause;

struct FutType {
  FutTypeTag tag;
  bool is_unique; // `*`: only in parameters (consumed) and results (fresh); unification ignores it
  union {
    FutPrim prim;
    struct {
      FutField *fields;
      size_t count;
      bool is_tuple;
    } record;
    struct {
      FutClause *clauses;
      size_t count;
    } sum;
    struct {
      const FutSize *size;
      const FutType *element; // never an error
    } array;
    struct {
      FutValue *parameter; // of `(n: i64) -> [n]t`: what the result calls it; NULL when unnamed
      const FutType *from, *to;
      FutValue **unknown; // sizes of `to` that only the call makes: `?[m].`, and `[]` in results
      size_t unknown_count;
    } arrow;
    FutTypeVar *var;
    FutTypeName *param; // PARAM
    struct {
      FutTypeName *name;
      const FutType **types; // its type arguments, in the order of its parameters
      size_t type_count;
      const FutSize **sizes;
      size_t size_count;
    } abstract;
  };
};

// Which types a variable may become.
typedef enum FutConstraintKind {
  FUT_ANY_TYPE,
  FUT_OVERLOADED, // one of a set of scalar types (prims); i32 or f64 when nothing else decides
  FUT_EQUALITY,   // no functions, type parameters and abstract types inside
  FUT_HAS_FIELDS, // a record with at least these fields
  FUT_HAS_CLAUSES // a sum with at least these constructors
} FutConstraintKind;

typedef struct FutConstraint {
  FutConstraintKind kind;
  uint32_t prims; // OVERLOADED: bits 1 << FutPrim
  FutField *fields;
  size_t field_count;
  FutClause *clauses;
  size_t clause_count;
} FutConstraint;

struct FutTypeVar {
  const FutType *link;
  FutConstraint constraint;
  FutLiftedness liftedness;
  uint32_t level, id;
  Span span;
};

// A name in the namespace of types: a parameter, an abbreviation, or an abstract type.
struct FutTypeName {
  Name name;
  Span span;
  uint32_t id;
  uint32_t level; // of a parameter of a local function: as for values; 0 for all others
  FutLiftedness liftedness;
  FutTypeName **type_params; // of an abbreviation or abstract type
  size_t type_param_count;
  FutValue **size_params;
  size_t size_param_count;
  bool *param_is_size;              // which of all parameters, in the order written, are sizes
  const struct FutTypeExp *written; // abbreviation: how it was defined; else NULL
  const FutType *type; // abbreviation: what it stands for. abstract: what it is inside its module,
  bool is_abstract;    // for to_core only; the checker must not look. parameter: NULL
  FutValue **unknown; // abbreviation: the sizes inside that every use makes anew: `type~ t = []i32`
  size_t unknown_count;
  FutConstraint constraint; // of a parameter of an overloaded intrinsic
};

// `[n] 't: type`. Monomorphic when there are no parameters.
typedef struct FutScheme {
  FutTypeName **types;
  size_t type_count;
  FutValue **sizes;
  size_t size_count;
  const FutType *type;
} FutScheme;

// ---- Values ----

typedef enum FutValueKind {
  FUT_VALUE_DEF,      // a top-level definition, also inside a module
  FUT_VALUE_FUNCTION, // a local function
  FUT_VALUE_LOCAL,    // bound by a pattern
  FUT_VALUE_SIZE,     // a size parameter `[n]`
  FUT_VALUE_UNKNOWN,  // a size that becomes known when the expression that lists it is evaluated
  FUT_VALUE_INTRINSIC
} FutValueKind;

// What a name in the namespace of terms stands for. Names are gone after checking: every use points
// here.
struct FutValue {
  FutValueKind kind;
  Name name;
  Span span;
  uint32_t id;
  uint32_t level; // how many functions, branches and loops are around it; 0 at top level
  FutScheme scheme;
  FutBinding *binding;   // DEF and FUNCTION: the syntax, checked
  FutValue *original;    // seen through a module ascription: the definition itself
  const FutSize *equals; // a SIZE of `let [n]`: the size that it names; evaluate that one
  const char *doc;
  bool is_used, is_entry, is_prelude;
  bool is_recursive; // DEF: it calls itself
};

// ---- Looking ----

// The type or size behind the links of solved variables (and of `let [n]`).
const FutType *fut_type_resolve(const FutType *type);
const FutSize *fut_size_resolve(const FutSize *size);

// How many dimensions an array type has; 0 for others.
size_t fut_type_rank(const FutType *type);
// The type without its outermost `rank` dimensions, of which there must be enough.
const FutType *fut_type_peel(const FutType *type, size_t rank);
bool fut_type_is_prim(const FutType *type, FutPrim prim);
// The types that a resolved type consists of, and the sizes that it has itself, one by one: NULL
// after the last. An array has one of each.
const FutType *fut_type_part(const FutType *type, size_t index);
const FutSize *fut_type_size(const FutType *type, size_t index);
// Whether a function is somewhere inside.
bool fut_type_has_function(const FutType *type);
// Whether values of the type can be compared: functions, values of type parameters and of abstract
// types cannot.
bool fut_type_has_equality(const FutType *type);
// How lifted a type is by what it contains.
FutLiftedness fut_type_liftedness(const FutType *type);
// Whether a value is mentioned in the sizes of a type.
bool fut_type_mentions(const FutType *type, const FutValue *value);
// Whether an array outside of functions has just this size, so that a value of the type shows it.
bool fut_type_shows(const FutType *type, const FutSize *size);
// The field of a record, or NULL; the clause of a sum, or NULL.
const FutField *fut_record_field(const FutType *type, Name name);
const FutClause *fut_sum_clause(const FutType *type, Name name);
// The value of a size that consists of constants, `+`, `-` and `*`; false for another one.
bool fut_size_constant(const FutSize *size, int64_t *constant);
// Whether types (sizes) are the same: nothing is solved. Uniqueness is ignored.
bool fut_type_equal(const FutType *left, const FutType *right);
bool fut_size_equal(const FutSize *left, const FutSize *right);
// Whether resolved sizes are the same function, or the same expression, of as many sizes.
bool fut_size_is_alike(const FutSize *left, const FutSize *right);
// The value that counts when values are compared: through ascriptions.
const FutValue *fut_value_definition(const FutValue *value);

// ---- Making ----

const FutType *fut_type_prim(Arena *arena, FutPrim prim);
const FutType *fut_type_array(Arena *arena, const FutSize *size, const FutType *element);
const FutType *fut_type_arrow(Arena *arena, FutValue *parameter, const FutType *from,
                              const FutType *to);
// Fields need not be sorted; the array is kept and sorted in place.
const FutType *fut_type_record(Arena *arena, FutField *fields, size_t count, bool is_tuple);
const FutType *fut_type_tuple(Arena *arena, Interner *names, const FutType **items, size_t count);
// Clauses need not be sorted; the array is kept and sorted in place.
const FutType *fut_type_sum(Arena *arena, FutClause *clauses, size_t count);
const FutType *fut_type_param(Arena *arena, FutTypeName *name);
const FutType *fut_type_error(Arena *arena);
// The same type with or without `*`.
const FutType *fut_type_unique(Arena *arena, const FutType *type, bool is_unique);

const FutSize *fut_size_const(Arena *arena, int64_t constant);
const FutSize *fut_size_value(Arena *arena, FutValue *value);
// The size with further fields taken from it.
const FutSize *fut_size_project(Arena *arena, const FutSize *record, const Name *fields,
                                size_t count);
// The array of arguments is kept.
const FutSize *fut_size_apply(Arena *arena, FutValue *function, const FutSize **args,
                              size_t arg_count);

// ---- Replacing ----

// What to put for type parameters and for values in sizes.
typedef struct FutSubst {
  FutTypeName **types;
  const FutType **type_by;
  size_t type_count;
  FutValue **values;
  const FutSize **size_by;
  size_t value_count;
} FutSubst;

// The type (size) with everything replaced, and variables looked through. The same pointer when
// nothing changed. An array whose element becomes an array is an array of more dimensions.
const FutType *fut_type_substitute(Arena *arena, const FutType *type, const FutSubst *subst);
const FutSize *fut_size_substitute(Arena *arena, const FutSize *size, const FutSubst *subst);

// ---- Printing ----

// Writes types as the user would. Different values of one name get numbers, so that a message never
// shows two sizes alike; use one printer for all types of a message.
typedef struct FutPrinter {
  Arena *arena;
  Vec(const FutValue *) values;
  Vec(const FutTypeName *) types;
  Vec(const void *) vars;
} FutPrinter;

const char *fut_type_text(FutPrinter *printer, const FutType *type);
const char *fut_size_text(FutPrinter *printer, const FutSize *size);
// A scheme as a `val` would have it: `[n] 't: [n]t -> i64`.
const char *fut_scheme_text(FutPrinter *printer, const FutScheme *scheme);
// What follows a name to tell its scheme: ` : i32`, or ` [n] 't : [n]t -> i64`.
const char *fut_scheme_typing(Arena *arena, const FutScheme *scheme);

#endif
