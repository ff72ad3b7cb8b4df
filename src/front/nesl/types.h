// What the checker knows: types, values, functions and datatypes. The parser's AST (ast.h) is
// annotated with these; to_core reads them and nothing else of the checker.
//
// Types are immutable but for unification variables, which are linked when solved. Always look
// through links with nesl_type_resolve. Types are shared freely: a changed type is a new one.
//
// What the lowering meets, in a program without errors: INT, FLOAT, BOOL, CHAR, SEQUENCE, PAIR,
// FUNCTION, DATA and PARAM, behind links. A PARAM is a type parameter of the function around;
// substitute (nesl_type_substitute) the types of the instance that is being lowered for it.
#ifndef FRONT_NESL_TYPES_H
#define FRONT_NESL_TYPES_H

#include "base/strbuf.h"
#include "front/nesl/ast.h"

typedef struct NeslType NeslType;
typedef struct NeslTypeVar NeslTypeVar;
typedef struct NeslTypeParam NeslTypeParam;
typedef struct NeslValue NeslValue;
typedef struct NeslFunction NeslFunction;
typedef struct NeslDatatype NeslDatatype;

// ---- Classes ----

// Sets of types. Two classes that meet in one variable leave the types of both; number and logical
// leave int alone.
typedef enum NeslClass {
  NESL_CLASS_ANY,
  NESL_CLASS_ORDINAL, // int, float, char, bool
  NESL_CLASS_NUMBER,  // int, float
  NESL_CLASS_LOGICAL, // int, bool
} NeslClass;

// The name of a class, and the class of a name; false when there is none.
const char *nesl_class_text(NeslClass class);
bool nesl_class_find(Name name, NeslClass *class);
// The types of both classes; false when that is int alone.
bool nesl_class_meet(NeslClass left, NeslClass right, NeslClass *both);
// Whether every type of `inner` is in `outer`.
bool nesl_class_is_within(NeslClass inner, NeslClass outer);

// ---- Types ----

typedef enum NeslTypeTag {
  NESL_T_INT,
  NESL_T_FLOAT,
  NESL_T_BOOL,
  NESL_T_CHAR,
  NESL_T_SEQUENCE,
  NESL_T_PAIR,     // (a, b, c) is (a, (b, c))
  NESL_T_FUNCTION, // of a value; a function that is called by its name has no type of its own
  NESL_T_DATA,
  NESL_T_PARAM, // a type parameter inside its function or datatype
  NESL_T_VAR,   // to be found
  NESL_T_ERROR  // something already reported; agrees with everything
} NeslTypeTag;

struct NeslType {
  NeslTypeTag tag;
  union {
    const NeslType *element; // SEQUENCE
    struct {
      const NeslType *first, *second;
    } pair;
    struct {
      const NeslType *from, *to;
    } function;
    struct {
      NeslDatatype *datatype;
      const NeslType **arguments; // one for each parameter of the datatype
    } data;
    NeslTypeParam *param;
    NeslTypeVar *var;
  };
};

struct NeslTypeVar {
  const NeslType *link; // NULL until solved
  NeslClass class;
  Span span;        // where it came from
  bool is_element;  // the type of the elements of `[]`
  bool is_function; // part of the type of a function that is a value
  bool is_shared;   // other forms may find it out: it never becomes a type parameter
  uint32_t depth;   // inside how many types it was found that were variables themselves
};

struct NeslTypeParam {
  Name name; // as written, or a, b, c … when it was inferred
  Span span; // SPAN_NONE when it was inferred
  NeslClass class;
};

// `datatype name(…)`. A value is what is inside of it; datatypes are not recursive.
struct NeslDatatype {
  Name name;
  Span span;
  uint32_t id;
  NeslTypeParam **params; // in the order in which they occur in the content
  size_t param_count;
  const NeslType *content; // mentions the params; see nesl_data_content
  NeslFunction *constructor;
};

// ---- Values and functions ----

typedef enum NeslValueKind {
  NESL_VALUE_GLOBAL, // bound by a top-level form, or `it`
  NESL_VALUE_LOCAL
} NeslValueKind;

// What a variable stands for. Names are gone after checking: every use points here. What is bound
// at top level to a lambda, or to a function by its name, may have type parameters: each use has an
// instance of its own, as if a function were defined.
struct NeslValue {
  NeslValueKind kind;
  Name name;
  Span span;
  uint32_t id; // unique in the program, from 1
  const NeslType *type;
  NeslTypeParam **params;
  size_t param_count;
  size_t form; // GLOBAL: the index of its form in NeslChecked.forms
  bool is_used, is_prelude;
};

typedef enum NeslIntrinsic {
#define INTRINSIC(id, name, type, meaning) NESL_INTRINSIC_##id,
#include "front/nesl/intrinsics.def"
#undef INTRINSIC
  NESL_INTRINSIC_COUNT
} NeslIntrinsic;

typedef enum NeslFunctionKind {
  NESL_FUNCTION_DEFINED,
  NESL_FUNCTION_CONSTRUCTOR, // of a datatype: the content to the value
  NESL_FUNCTION_INTRINSIC
} NeslFunctionKind;

// Every function takes one value: several arguments are a tuple. Its type is `from -> to` for all
// types of its parameters' classes. `f(x, y)` and `f(p)` with a pair p are the same call.
struct NeslFunction {
  NeslFunctionKind kind;
  Name name;
  Span span;
  uint32_t id; // unique in the program, from 1
  NeslTypeParam **params;
  size_t param_count;
  const NeslType *from, *to;
  NeslFunctionForm *form;  // DEFINED: the syntax, checked
  size_t index;            // DEFINED, CONSTRUCTOR: the index of its form in NeslChecked.forms
  NeslDatatype *datatype;  // CONSTRUCTOR
  NeslIntrinsic intrinsic; // INTRINSIC
  // is_recursive: DEFINED, and calls itself, perhaps through others. is_random: calls `rand`,
  // perhaps through others. is_acting: acts on the world outside, likewise.
  bool is_recursive, is_random, is_acting, is_prelude, is_used;
};

// Whether a resolved type is in the class; a variable or a parameter when all its types are.
bool nesl_class_has(NeslClass class, const NeslType *type);

// ---- Looking ----

// The type behind the links of solved variables.
const NeslType *nesl_type_resolve(const NeslType *type);
// Whether the types are the same: nothing is solved.
bool nesl_type_equal(const NeslType *left, const NeslType *right);
// The types that a resolved type consists of, one by one: NULL after the last.
const NeslType *nesl_type_part(const NeslType *type, size_t index);
// Whether there is a function in a value of the type.
bool nesl_type_has_function(const NeslType *type);
// How many parts it has; counts up to the limit.
size_t nesl_type_size(const NeslType *type, size_t limit);
// How many components it has as a tuple: 1 when it is not a pair.
size_t nesl_type_width(const NeslType *type);
// A hash that equal types share.
uint64_t nesl_type_hash(const NeslType *type);
// What is inside of a value of a DATA type, for its arguments.
const NeslType *nesl_data_content(Arena *arena, const NeslType *type);

// ---- Making ----

// INT, FLOAT, BOOL, CHAR or ERROR.
const NeslType *nesl_type_scalar(NeslTypeTag tag);
const NeslType *nesl_type_sequence(Arena *arena, const NeslType *element);
const NeslType *nesl_type_pair(Arena *arena, const NeslType *first, const NeslType *second);
const NeslType *nesl_type_function(Arena *arena, const NeslType *from, const NeslType *to);
// At least one item; one is itself, more are right-nested pairs.
const NeslType *nesl_type_tuple(Arena *arena, const NeslType **items, size_t count);
// The array of arguments is kept.
const NeslType *nesl_type_data(Arena *arena, NeslDatatype *datatype, const NeslType **arguments);
const NeslType *nesl_type_param(Arena *arena, NeslTypeParam *param);

// ---- Replacing ----

// The type with `by` for each of the parameters, and variables looked through. The same pointer
// when nothing changed.
const NeslType *nesl_type_substitute(Arena *arena, const NeslType *type, NeslTypeParam **params,
                                     const NeslType **by, size_t count);

// ---- Printing ----

// Writes types as the user would: `([int], (char, bool))`. Variables that are not solved get
// letters, the same in all types of one printer.
typedef struct NeslPrinter {
  Arena *arena;
  Vec(const NeslTypeVar *) vars;
} NeslPrinter;

// The name of a type variable by its number: a, b, …
const char *nesl_type_letter(Arena *arena, size_t index);
const char *nesl_type_text(NeslPrinter *printer, const NeslType *type);
// The type of a function: `([a], int) -> a :: (a in any)`.
const char *nesl_function_text(NeslPrinter *printer, const NeslFunction *function);
// The same of a value, which may have type parameters, too.
const char *nesl_value_text(NeslPrinter *printer, const NeslValue *value);

#endif
