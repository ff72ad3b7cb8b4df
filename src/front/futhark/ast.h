// The abstract syntax of Futhark: what a program says, before anything is known about its names.
//
// Nodes are tagged unions in an arena. Every node has a span. Parentheses leave no trace, but for
// the shape of the tree. What the parser cannot decide it leaves open: `a.b.c` is one VAR with two
// qualifiers, which may be modules or a record and its fields.
//
// Heights. Every node of the four recursive kinds (expression, pattern, type, module) knows its
// height, and no node is higher than FRONT_HEIGHT_LIMIT, so that walkers may recurse. The body of a
// LET, LET_UPDATE or LET_FUNCTION is not counted, because functions of a thousand bindings exist:
// a walker follows bodies in a loop.
#ifndef FRONT_FUTHARK_AST_H
#define FRONT_FUTHARK_AST_H

#include "front/futhark/lex.h"

typedef struct FutExp FutExp;
typedef struct FutPattern FutPattern;
typedef struct FutTypeExp FutTypeExp;
typedef struct FutDecl FutDecl;
typedef struct FutModule FutModule;
typedef struct FutModuleType FutModuleType;
typedef struct FutSpec FutSpec;
typedef struct FutAttribute FutAttribute;
// What the checker finds out; see types.h.
struct FutType;
struct FutValue;

typedef Vec(FutExp *) FutExps;
typedef Vec(FutPattern *) FutPatterns;
typedef Vec(FutTypeExp *) FutTypeExps;
typedef Vec(FutDecl *) FutDecls;
typedef Vec(FutSpec *) FutSpecs;
typedef Vec(FutAttribute *) FutAttributes;

typedef enum FutExpKind {
#define EXP(id, words) FUT_EXP_##id,
#include "front/futhark/ast.def"
} FutExpKind;

typedef enum FutPatternKind {
#define PATTERN(id, words) FUT_PATTERN_##id,
#include "front/futhark/ast.def"
} FutPatternKind;

typedef enum FutTypeKind {
#define TYPE(id, words) FUT_TYPE_##id,
#include "front/futhark/ast.def"
} FutTypeKind;

typedef enum FutDeclKind {
#define DECL(id, words) FUT_DECL_##id,
#include "front/futhark/ast.def"
} FutDeclKind;

typedef enum FutModuleKind {
#define MODULE(id, words) FUT_MODULE_##id,
#include "front/futhark/ast.def"
} FutModuleKind;

typedef enum FutModuleTypeKind {
#define MODULE_TYPE(id, words) FUT_MODULE_TYPE_##id,
#include "front/futhark/ast.def"
} FutModuleTypeKind;

typedef enum FutSpecKind {
#define SPEC(id, words) FUT_SPEC_##id,
#include "front/futhark/ast.def"
} FutSpecKind;

// The words that a message uses for a kind: "a lambda".
const char *fut_exp_words(FutExpKind kind);
const char *fut_pattern_words(FutPatternKind kind);
const char *fut_type_words(FutTypeKind kind);
const char *fut_decl_words(FutDeclKind kind);
const char *fut_module_words(FutModuleKind kind);
const char *fut_module_type_words(FutModuleTypeKind kind);
const char *fut_spec_words(FutSpecKind kind);

// A name where it is bound, or a field: `x`, `0`.
typedef struct FutIdent {
  Name name;
  Span span;
} FutIdent;

typedef Vec(FutIdent) FutIdents;

// `name`, `123` or `name(…)`; an atom has no arguments and no parentheses.
struct FutAttribute {
  Span span;
  Name name; // also of a number: its digits
  bool is_compound;
  FutAttributes arguments;
};

// ---- Types ----

// A size in a type: an expression, or NULL for the anonymous size `[]`.
typedef struct FutDim {
  Span span;
  FutExp *size;
} FutDim;

// An argument of a type application: a size or a type.
typedef struct FutTypeArg {
  bool is_dim;
  FutDim dim;
  FutTypeExp *type;
} FutTypeArg;

typedef struct FutTypeField {
  FutIdent name;
  FutTypeExp *type;
} FutTypeField;

typedef struct FutTypeClause {
  FutIdent constructor; // without `#`
  FutTypeExps payload;
} FutTypeClause;

struct FutTypeExp {
  FutTypeKind kind;
  uint32_t height;
  Span span;
  union {
    FutQualName name; // NAME
    struct {
      FutTypeExp *head;
      Vec(FutTypeArg) arguments;
      bool is_payload; // the element of an array right after a constructor
    } apply;
    struct {
      FutDim dim;
      FutTypeExp *element;
    } array;
    FutTypeExps tuple;        // TUPLE: never one
    Vec(FutTypeField) record; // RECORD
    Vec(FutTypeClause) sum;   // SUM: at least one
    struct {
      FutIdent parameter; // name NULL when unnamed
      FutTypeExp *from, *to;
    } arrow;
    FutTypeExp *unique;
    struct {
      FutIdents sizes;
      FutTypeExp *body;
    } exists;
  };
};

typedef enum FutLiftedness { FUT_UNLIFTED, FUT_SIZE_LIFTED, FUT_LIFTED } FutLiftedness;

// `[n]`, `'t`, `'~t` or `'^t`.
typedef struct FutTypeParam {
  FutIdent name;
  bool is_size;
  FutLiftedness liftedness;
} FutTypeParam;

typedef Vec(FutTypeParam) FutTypeParams;

// ---- Patterns ----

typedef struct FutPatternField {
  FutIdent name;
  FutPattern *pattern; // a NAME pattern when is_punned
  bool is_punned;
} FutPatternField;

struct FutPattern {
  FutPatternKind kind;
  uint32_t height;
  Span span;
  const struct FutType *type; // NULL until checked
  struct FutValue *value;     // NAME: what it binds
  union {
    Name name; // NAME
    struct {
      const FutNumber *value;
      bool is_negative;
    } number;
    bool is_true;      // BOOL
    FutPatterns tuple; // never one
    Vec(FutPatternField) record;
    struct {
      Name name;
      FutPatterns payload;
    } constructor;
    struct {
      FutPattern *pattern;
      FutTypeExp *type;
    } ascribe;
    struct {
      FutAttribute *attribute;
      FutPattern *pattern;
    } attributed;
  };
};

// ---- Expressions ----

// An index `i` or, when is_slice, a slice `start:end:stride` any part of which may be NULL.
typedef struct FutIndex {
  Span span;
  bool is_slice;
  FutExp *start, *end, *stride;
} FutIndex;

typedef Vec(FutIndex) FutIndices;

// A step into a value: a field, or what is between brackets; then the field has no name.
typedef struct FutStep {
  FutIdent field;
  FutIndices indices;
} FutStep;

typedef Vec(FutStep) FutPath; // never empty

typedef struct FutExpField {
  FutIdent name;
  FutExp *value; // a VAR when is_punned
  bool is_punned;
} FutExpField;

typedef struct FutCase {
  Span span;
  FutPattern *pattern;
  FutExp *body;
} FutCase;

// An operator between operands: a symbol, or a name in backticks.
typedef struct FutOperator {
  FutQualName name;
  bool is_backtick;
} FutOperator;

typedef enum FutRangeEnd { FUT_RANGE_TO, FUT_RANGE_UPTO, FUT_RANGE_DOWNTO } FutRangeEnd;

// What a definition of a value or a function has, at top level or in a `let`.
typedef struct FutBinding {
  FutIdent name; // possibly an operator
  FutTypeParams type_params;
  FutPatterns params;
  FutTypeExp *return_type; // NULL when not given
  FutExp *body;
  FutAttributes attributes;     // of the declaration, at top level
  struct FutValue *value;       // NULL until checked
  const struct FutType *result; // of the body, as declared or found; NULL until checked
} FutBinding;

typedef enum FutLoopForm { FUT_LOOP_FOR, FUT_LOOP_FOR_IN, FUT_LOOP_WHILE } FutLoopForm;

struct FutExp {
  FutExpKind kind;
  uint32_t height;
  Span span;
  // What the checker adds:
  const struct FutType *type; // NULL until checked
  // What the name of a VAR, or the operator of BINARY, SECTION_LEFT, SECTION_RIGHT, NEGATE and NOT
  // stands for, its type as used here, and the fields that are taken from it: `a.b.c`.
  struct FutValue *value;
  const struct FutType *value_type;
  const Name *projections;
  uint32_t projection_count;
  // Sizes that become known when this expression has been evaluated. They are in its type.
  uint32_t unknown_count;
  struct FutValue **unknown;
  // APPLY, BINARY, SECTION_LEFT, SECTION_RIGHT, NEGATE, NOT: over how many outer dimensions of each
  // operand the function is mapped; NULL when over none.
  const uint32_t *automap;
  union {
    const FutNumber *number; // NUMBER
    bool is_true;            // BOOL
    FrontString string;      // STRING
    FutQualName name;        // VAR; an operator where it stood alone in parentheses
    FutExps items;           // TUPLE (never one), ARRAY
    Vec(FutExpField) record;
    struct {
      FutExp *function;
      FutExps arguments; // at least one
    } apply;
    struct {
      FutIdent name; // without `#`
      FutExps arguments;
    } constructor;
    struct {
      FutOperator op;
      FutExp *left, *right;
    } binary;
    FutExp *operand; // NEGATE, NOT
    struct {
      FutRangeEnd end;
      FutExp *first, *second, *last; // second may be NULL
    } range;
    struct {
      FutExp *value;
      FutTypeExp *type;
    } ascribe; // ASCRIBE, COERCE
    struct {
      FutExp *array;
      FutIndices indices;
    } index;
    struct {
      FutExp *record;
      FutIdent field;
    } project;
    struct {
      FutExp *source;
      FutPath path;
      FutExp *value;
    } update; // `source with path = value`
    struct {
      FutQualName module;
      FutExp *body;
    } open;
    struct {
      FutOperator op;
      FutExp *operand;
    } section;            // SECTION_LEFT (the left operand is given), SECTION_RIGHT
    FutPath section_path; // SECTION_PATH: `(.a[i].b)`
    struct {
      FutPatterns params;
      FutTypeExp *return_type; // NULL when not given
      FutExp *body;
    } lambda;
    struct {
      FutExp *condition, *then, *otherwise;
    } branch; // IF
    struct {
      FutIdents sizes; // `let [n] …`
      FutPattern *pattern;
      FutExp *value, *body;
      struct FutValue **size_values; // what the sizes bind; evaluate their `equals`
    } let;
    struct {
      FutIdent name; // FutExp.value is what it stands for before
      FutPath path;
      FutExp *value, *body;
      struct FutValue *updated; // what the body calls by the name; NULL until checked
    } let_update;               // `let a[i].b = v in …`
    struct {
      FutBinding binding;
      FutExp *body;
    } let_function;
    struct {
      FutIdents sizes;
      FutPattern *pattern;
      FutExp *initial; // NULL: the variables of the same names
      FutLoopForm form;
      FutPattern *element; // FOR: a NAME or WILDCARD; FOR_IN; NULL for WHILE
      FutExp *bound;       // FOR: the count; FOR_IN: the array; WHILE: the condition
      FutExp *body;
      // The sizes that each iteration finds anew by matching the pattern's type with the shapes.
      struct FutValue **varying;
      uint32_t varying_count;
    } loop;
    struct {
      FutExp *subject;
      Vec(FutCase) cases; // at least one
    } match;
    struct {
      FutExp *condition, *value;
    } assertion;
    struct {
      FutAttribute *attribute;
      FutExp *value;
    } attributed;
  };
};

// ---- Declarations ----

typedef enum FutValueKeyword {
  FUT_KEYWORD_DEF,
  FUT_KEYWORD_LET,
  FUT_KEYWORD_ENTRY
} FutValueKeyword;

typedef struct FutModuleParam {
  FutIdent name;
  FutModuleType *type;
} FutModuleParam;

typedef Vec(FutModuleParam) FutModuleParams;

// `type name params = type`, in declarations and specifications.
typedef struct FutTypeBinding {
  FutIdent name;
  FutLiftedness liftedness;
  FutTypeParams params;
  FutTypeExp *type; // NULL in an abstract type specification
} FutTypeBinding;

struct FutDecl {
  FutDeclKind kind;
  Span span;
  const char *doc; // NULL when there is none; lines are separated by '\n'
  FutAttributes attributes;
  union {
    FutIdent broken; // BROKEN: the name that it would bind, or NULL when that is unknown
    struct {
      FutValueKeyword keyword;
      FutBinding binding;
    } value;
    FutTypeBinding type;
    struct {
      FutIdent name;
      FutModuleParams params;
      FutModuleType *ascription; // NULL when not given
      FutModule *module;
    } module;
    struct {
      FutIdent name;
      FutModuleType *type;
    } module_type;
    FutModule *open;
    FrontString import;
    FutDecl *local;
  };
};

struct FutModule {
  FutModuleKind kind;
  uint32_t height;
  Span span;
  union {
    FutQualName name;
    struct {
      FutModule *module;
      FutModuleType *type;
    } ascribe;
    struct {
      FutModuleParams params;
      FutModuleType *return_type; // NULL when not given
      FutModule *body;
    } lambda;
    struct {
      FutModule *function, *argument;
    } apply;
    FutDecls body;
    FrontString import;
  };
};

struct FutModuleType {
  FutModuleTypeKind kind;
  uint32_t height;
  Span span;
  union {
    FutQualName name;
    FutSpecs specs;
    struct {
      FutModuleType *base;
      FutQualName name;
      FutTypeParams params;
      FutTypeExp *type;
    } with;
    struct {
      FutIdent parameter; // name NULL when unnamed
      FutModuleType *from, *to;
    } arrow;
  };
};

struct FutSpec {
  FutSpecKind kind;
  Span span;
  const char *doc;
  FutAttributes attributes;
  union {
    struct {
      FutIdent name;
      FutTypeParams type_params;
      FutTypeExp *type;
    } value;
    FutTypeBinding type;
    struct {
      FutIdent name;
      FutModuleType *type;
    } module;
    FutModuleType *include;
  };
};

typedef struct FutProgram {
  const SourceFile *file;
  FutDecls decls;
  bool has_errors; // at least one was reported; the rest of the program is still here
} FutProgram;

// A pattern without its ascriptions and attributes.
const FutPattern *fut_pattern_bare(const FutPattern *pattern);

// Whether a name is an operator, which stands in parentheses unless it is between operands.
bool fut_name_is_symbol(Name name);

#endif
