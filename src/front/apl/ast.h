// The syntax tree of APL: what can be said before names have a meaning.
//
// Which functions apply to which arrays depends on what names stand for, and that is only known
// when a statement is evaluated: `a b c` is a strand, a call with two arguments, or an operator
// between its operands. So the tree has *phrases*: the items of a statement, or of what is in
// parentheses, in a row. to_core_phrase.c reads them from right to left.
#ifndef FRONT_APL_AST_H
#define FRONT_APL_AST_H

#include "front/apl/lex.h"
#include "front/apl/primitives.h"

typedef struct AplItem AplItem;
typedef struct AplDfn AplDfn;

typedef struct AplPhrase {
  AplItem *data;
  size_t count, capacity;
  Span span;
} AplPhrase;

typedef enum AplItemKind {
  APL_ITEM_NUMBERS, // one or more next to each other
  APL_ITEM_STRING,
  APL_ITEM_ZILDE,
  APL_ITEM_NAME,
  APL_ITEM_PRIMITIVE,
  APL_ITEM_SYSTEM,
  APL_ITEM_QUAD,
  APL_ITEM_ARROW,
  APL_ITEM_GROUP,
  APL_ITEM_INDEX, // brackets, after what they select from
  APL_ITEM_DFN
} AplItemKind;

struct AplItem {
  AplItemKind kind;
  Span span;
  Vec(const AplNumber *) numbers; // NUMBERS
  const FrontString *string;      // STRING
  Name name;                      // NAME, SYSTEM
  AplPrimitiveId primitive;       // PRIMITIVE
  AplPhrase *group;               // GROUP
  Vec(AplPhrase *) indices;       // INDEX; an empty phrase selects all
  const AplDfn *dfn;              // DFN
};

typedef struct AplStatement {
  AplPhrase *guard; // `guard: phrase`, or NULL
  AplPhrase *phrase;
  Span span;
} AplStatement;

typedef Vec(AplStatement) AplStatements;

typedef struct AplAnnotation {
  Name text; // what stands after `⍝:`
  Span span;
} AplAnnotation;

struct AplDfn {
  AplStatements statements;
  Vec(AplAnnotation) annotations;
  bool has_left_operand, has_right_operand; // it is an operator: `⍺⍺`, `⍵⍵`
  Span span;
};

typedef struct AplProgram {
  const SourceFile *file;
  AplStatements statements;
  bool has_errors;
} AplProgram;

#endif
