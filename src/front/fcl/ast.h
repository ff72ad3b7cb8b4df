// The abstract syntax of FCL: what a program says, before anything is known about its names.
//
// Nodes are tagged unions in an arena. Every node has a span. Parentheses leave no trace, but for
// the shape of the tree. A tuple of more than two is right-nested pairs, `fun f x y = e` is the
// binding of `f` to `fn x y => e`, and `x |> f` is `f x`.
//
// Heights. Every node of the recursive kinds (expression, pattern, type) knows its height, and no
// node is higher than FRONT_HEIGHT_LIMIT, so that walkers may recurse.
//
// What the checker adds is said at each field.
#ifndef FRONT_FCL_AST_H
#define FRONT_FCL_AST_H

#include "front/fcl/lex.h"

typedef struct FclExp FclExp;
typedef struct FclPattern FclPattern;
typedef struct FclTypeExp FclTypeExp;
typedef struct FclBinding FclBinding;
// What the checker finds out; see types.h.
struct FclType;
struct FclLevel;
struct FclScheme;
struct FclVariable;

typedef enum FclOperator {
#define OPERATOR(id, text, level, class) FCL_OPERATOR_##id,
#include "front/fcl/operators.def"
#undef OPERATOR
  FCL_OPERATOR_COUNT
} FclOperator;

typedef enum FclOperatorClass {
  FCL_CLASS_PIPE,
  FCL_CLASS_COMPARE,
  FCL_CLASS_NUMBER,
  FCL_CLASS_BITS
} FclOperatorClass;

// A name where it is bound or used.
typedef struct FclIdent {
  Name name;
  Span span;
} FclIdent;

typedef Vec(FclIdent) FclIdents;
typedef Vec(FclExp *) FclExps;
typedef Vec(FclPattern *) FclPatterns;

// ---- Levels and types ----

// `up` steps above thread, or above a variable.
typedef struct FclLevelExp {
  Name variable; // NULL: thread
  uint32_t up;
  Span span;
} FclLevelExp;

typedef Vec(FclLevelExp) FclLevelExps;

typedef enum FclTypeExpKind {
  FCL_TYPE_EXP_NAME,
  FCL_TYPE_EXP_VARIABLE,
  FCL_TYPE_EXP_PAIR,
  FCL_TYPE_EXP_FUNCTION,
  FCL_TYPE_EXP_PULL,
  FCL_TYPE_EXP_PUSH,
  FCL_TYPE_EXP_PROGRAM,
} FclTypeExpKind;

struct FclTypeExp {
  FclTypeExpKind kind;
  uint32_t height;
  Span span;
  Name name;                  // NAME, VARIABLE
  FclTypeExp *first, *second; // PAIR, FUNCTION; PULL, PUSH, PROGRAM: the first only
  FclLevelExp level;          // PUSH, PROGRAM
};

// `forall <l> 'a. τ`, or `τ`, in which everything is quantified.
typedef struct FclSchemeExp {
  bool has_forall;
  FclIdents levels, types;
  FclTypeExp *type;
  Span span;
} FclSchemeExp;

// ---- Patterns ----

typedef enum FclPatternKind {
  FCL_PATTERN_NAME,
  FCL_PATTERN_WILDCARD,
  FCL_PATTERN_UNIT,
  FCL_PATTERN_PAIR
} FclPatternKind;

struct FclPattern {
  FclPatternKind kind;
  uint32_t height;
  Span span;
  Name name;                    // NAME
  struct FclVariable *variable; // NAME; by the checker
  FclPattern *first, *second;   // PAIR
};

// ---- Expressions ----

typedef enum FclExpKind {
  FCL_EXP_INT,
  FCL_EXP_LONG,
  FCL_EXP_BYTE,
  FCL_EXP_DOUBLE,
  FCL_EXP_FLOAT,
  FCL_EXP_BOOL,
  FCL_EXP_STRING,
  FCL_EXP_UNIT,
  FCL_EXP_NAME,
  FCL_EXP_PAIR,
  FCL_EXP_LAMBDA,
  FCL_EXP_APPLY,
  FCL_EXP_BINARY,
  FCL_EXP_LET,
  FCL_EXP_IF,
  FCL_EXP_CASE,
  FCL_EXP_DO
} FclExpKind;

// A use of a name. The checker adds what the name is, and what it is taken at here: one level or
// type for each of the scheme's variables, in order.
typedef struct FclUse {
  FclIdent ident;
  bool has_levels;
  FclLevelExps levels;
  struct FclVariable *variable;
  const struct FclLevel **level_arguments;
  const struct FclType **type_arguments;
} FclUse;

// What a `let` or a definition binds. Levels and a type only stand where the pattern is a name.
struct FclBinding {
  FclPattern *pattern;
  FclIdents levels;
  FclSchemeExp *signature; // NULL: none
  FclExp *value;
  Span span;
  struct FclScheme *scheme; // by the checker; NULL when the pattern is not a name
};

typedef Vec(FclBinding *) FclBindings;

typedef enum FclStatementKind {
  FCL_STATEMENT_BIND, // x <- e
  FCL_STATEMENT_LET,  // let y = e
  FCL_STATEMENT_RUN   // e
} FclStatementKind;

typedef struct FclStatement {
  FclStatementKind kind;
  FclPattern *pattern; // BIND
  FclExp *value;       // BIND, RUN
  FclBindings lets;    // LET
  Span span;
} FclStatement;

typedef Vec(FclStatement) FclStatements;

// `| <1+m> => e`: what is done at the levels that the pattern says, in which a variable is new.
typedef struct FclArm {
  FclLevelExp pattern;
  FclExp *body;
  struct FclScheme *scheme; // by the checker: of the pattern's variable, if it has one
} FclArm;

typedef Vec(FclArm) FclArms;

struct FclExp {
  FclExpKind kind;
  uint32_t height;
  Span span;
  union {
    int64_t integer;
    double real;
    bool truth;
    const FrontString *string;
    FclUse *use; // NAME
    struct {
      FclExp *first, *second;
    } pair;
    struct {
      FclPatterns parameters;
      FclExp *body;
    } lambda;
    struct {
      FclExp *function, *argument;
      bool is_piped;
    } apply;
    struct {
      FclOperator op;
      Span op_span;
      FclExp *left, *right;
    } binary;
    struct {
      FclBindings bindings;
      FclExp *body;
    } let;
    struct {
      FclExp *condition, *then, *otherwise;
    } branch;
    struct {
      FclLevelExp level;
      const struct FclLevel *asked; // by the checker
      FclArms arms;
    } choice;
    struct {
      bool has_level;
      FclLevelExp level;
      FclStatements statements; // the last one is a RUN
    } sequence;
  };
};

// ---- Programs ----

// A `sig` without a definition after it is reported by the checker.
typedef struct FclSignature {
  FclIdent name;
  FclSchemeExp *scheme;
  Span span;
} FclSignature;

typedef struct FclDefinition {
  FclSignature *signature; // only this, when the binding is NULL
  FclBinding *binding;
  bool is_function; // `fun`, not `val`
  const char *doc;  // the comment in front of it, or NULL
} FclDefinition;

typedef struct FclProgram {
  const SourceFile *file;
  Vec(FclDefinition) definitions;
  bool has_errors;
} FclProgram;

// How an operator is written; how tightly it binds; what it works on.
const char *fcl_operator_text(FclOperator op);
int fcl_operator_level(FclOperator op);
FclOperatorClass fcl_operator_class(FclOperator op);
// The operator of this text, or FCL_OPERATOR_COUNT.
FclOperator fcl_operator_find(const char *text);

#endif
