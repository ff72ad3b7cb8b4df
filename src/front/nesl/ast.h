// The abstract syntax of NESL: what a program says, before anything is known about its names.
//
// Nodes are tagged unions in an arena. Every node has a span. Parentheses leave no trace, but for
// the shape of the tree. Names are in lower case: NESL does not distinguish case. A tuple is kept
// as it was written, with all its items; its type is that of right-nested pairs.
//
// Heights. Every node of the recursive kinds (expression, pattern, type) knows its height, and no
// node is higher than FRONT_HEIGHT_LIMIT, so that walkers may recurse.
//
// What the checker adds is said at each field. Lowering may rely on it for every form of a
// NeslChecked without errors (check.h), and on nothing else of the checker.
#ifndef FRONT_NESL_AST_H
#define FRONT_NESL_AST_H

#include "front/nesl/lex.h"
#include "front/nesl/operators.h"

typedef struct NeslExp NeslExp;
typedef struct NeslPattern NeslPattern;
typedef struct NeslTypeExp NeslTypeExp;
typedef struct NeslForm NeslForm;
// What the checker finds out; see types.h.
struct NeslType;
struct NeslValue;
struct NeslFunction;
struct NeslDatatype;

typedef Vec(NeslExp *) NeslExps;
typedef Vec(NeslPattern *) NeslPatterns;
typedef Vec(NeslTypeExp *) NeslTypeExps;
typedef Vec(NeslForm *) NeslForms;
typedef Vec(struct NeslValue *) NeslValues;

typedef enum NeslExpKind {
#define EXP(id, words) NESL_EXP_##id,
#include "front/nesl/ast.def"
} NeslExpKind;

typedef enum NeslPatternKind {
#define PATTERN(id, words) NESL_PATTERN_##id,
#include "front/nesl/ast.def"
} NeslPatternKind;

typedef enum NeslTypeKind {
#define TYPE(id, words) NESL_TYPE_##id,
#include "front/nesl/ast.def"
} NeslTypeKind;

typedef enum NeslFormKind {
#define FORM(id, words) NESL_FORM_##id,
#include "front/nesl/ast.def"
} NeslFormKind;

// The words that a message uses for a kind: "an apply-to-each".
const char *nesl_exp_words(NeslExpKind kind);
const char *nesl_pattern_words(NeslPatternKind kind);
const char *nesl_type_words(NeslTypeKind kind);
const char *nesl_form_words(NeslFormKind kind);

// A name where it is bound or used.
typedef struct NeslIdent {
  Name name; // in lower case
  Span span;
} NeslIdent;

// ---- Types ----

struct NeslTypeExp {
  NeslTypeKind kind;
  uint32_t height;
  Span span;
  union {
    Name name; // NAME: a scalar type, a datatype without arguments, or a type variable
    struct {
      NeslIdent name;
      NeslTypeExps arguments; // at least one
    } apply;
    NeslTypeExp *element; // SEQUENCE
    NeslTypeExps items;   // TUPLE; never one
    struct {
      NeslTypeExp *from, *to;
    } arrow;
  };
};

// `a in number`
typedef struct NeslTypeBind {
  NeslIdent variable, class_name;
} NeslTypeBind;

typedef Vec(NeslTypeBind) NeslTypeBinds;

// ---- Patterns ----

struct NeslPattern {
  NeslPatternKind kind;
  uint32_t height;
  Span span;
  NeslTypeExp *annotation;     // `x : int` in parentheses; NULL when not given
  const struct NeslType *type; // NULL until checked
  union {
    struct {
      Name name;
      struct NeslValue *value; // what it binds; NULL until checked
    } variable;                // NAME
    NeslPatterns items;        // TUPLE; at least two
    struct {
      NeslIdent name;
      NeslPattern *argument;            // a TUPLE when there are several
      struct NeslFunction *constructor; // NULL until checked
    } data;
  };
};

// ---- Expressions ----

// `pattern = value` in a let, `pattern in value` in an apply-to-each.
typedef struct NeslBinding {
  Span span;
  NeslPattern *pattern;
  NeslExp *value;
  bool is_punned; // `x` alone in an apply-to-each: the value is the variable x
} NeslBinding;

typedef Vec(NeslBinding) NeslBindings;

struct NeslExp {
  NeslExpKind kind;
  uint32_t height;
  Span span;
  // What the checker adds to every expression: its type. It may mention the type parameters of the
  // function around it, and solved variables: look through these with nesl_type_resolve.
  const struct NeslType *type;
  // CALL, BINARY, UNARY: the function that is called; FUNCTION: the one that is the value. And what
  // its type parameters are here, in their order (function->param_count types, in terms of the type
  // parameters of the function around); of a VAR, those of its value. A BINARY calls with the pair
  // of its operands.
  struct NeslFunction *function;
  const struct NeslType **instance;
  union {
    int64_t integer;    // INT
    double real;        // FLOAT
    bool is_true;       // BOOL
    uint8_t character;  // CHAR
    FrontString string; // STRING
    struct {
      Name name;
      struct NeslValue *value; // NULL until checked
    } variable; // VAR; FUNCTION, which only the checker makes, of a VAR that names a function. An
                // unbound `t` or `f` becomes a BOOL when it is checked
    struct {
      NeslPattern *parameter; // a TUPLE when there are several
      NeslExp *body;
      uint32_t id; // unique in the program; set when checked
      NeslValues
          captures;      // the variables of the form that it uses from outside; filled when checked
      bool is_random;    // it may call `rand`; set when checked
      bool is_recursive; // it may call the function around it; set when checked
    } lambda;
    NeslExps items;       // TUPLE (at least two), SEQUENCE (at least one)
    NeslTypeExp *element; // EMPTY: the type of the elements; NULL when not given
    struct {
      NeslExp *first, *last, *step; // step may be NULL; last is not included; all are int
    } range;
    struct {
      NeslIdent name;
      NeslExp *argument; // a TUPLE when there are several
      NeslExp *variable; // a variable of that name, when there is one; NULL when checked
    } call;              // a call of a variable becomes an APPLY when it is checked
    struct {
      NeslExp *callee, *argument;
    } apply; // of a value
    struct {
      NeslOperator op;
      Span op_span;
      NeslExp *left, *right;
    } binary;
    struct {
      NeslOperator op;
      Span op_span;
      NeslExp *operand;
    } unary;
    struct {
      NeslExp *sequence, *index; // the index is an int
    } index;
    struct {
      NeslExp *condition, *then, *otherwise;
    } branch; // IF
    struct {
      NeslBindings bindings; // at least one; each sees those before it
      NeslExp *body;
    } let;
    struct {
      NeslExp *body;         // NULL: the element of the first binding
      NeslBindings bindings; // at least one; the values do not see the patterns
      NeslExp *filter;       // NULL when there is none; a bool; sees the patterns
    } each;
  };
};

// ---- Forms ----

typedef struct NeslFunctionForm {
  NeslIdent name;
  NeslPattern *parameter; // a TUPLE when there are several
  NeslTypeExp *type;      // an ARROW; NULL when not given, or not of all parameters and the result
  NeslTypeExp *result;    // of the result, where there is no type of the whole; or NULL
  NeslTypeBinds classes;
  NeslExp *body;
  struct NeslFunction *function; // NULL until checked
} NeslFunctionForm;

struct NeslForm {
  bool is_acting; // evaluating it acts on the world outside; set when checked
  NeslFormKind kind;
  Span span;
  bool is_prelude;
  size_t input; // of a session: the number of the input that it stands in
  union {
    NeslIdent broken; // BROKEN: the name that it would bind, or NULL when that is unknown
    NeslFunctionForm function;
    struct {
      NeslIdent name;
      NeslTypeExp *content; // a TUPLE when there are several
      NeslTypeBinds classes;
      struct NeslDatatype *datatype; // NULL until checked
    } datatype;
    struct {
      NeslPattern *pattern;
      NeslExp *value;
    } binding;
    struct {
      NeslExp *value;
      struct NeslValue *it; // what later forms call `it`; NULL until checked
    } expression;
  };
};

typedef struct NeslProgram {
  const SourceFile *file;
  NeslForms forms;
  bool has_errors; // at least one was reported; the rest of the program is still here
  Span exit;       // the command that ends it before the file does; SPAN_NONE: there is none
} NeslProgram;

#endif
