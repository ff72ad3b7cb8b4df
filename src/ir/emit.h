// Emitting Core: what every front end does when it lowers a program. An Emitter knows where
// statements go, the span and the certificates that they get, and the sizes that were computed
// already.
#ifndef RAVEL_IR_EMIT_H
#define RAVEL_IR_EMIT_H

#include "ir/build.h"

typedef Vec(Var *) VarVec;

// A size expression that was computed already.
typedef struct SizeFact {
  Op op;
  Atom left, right, result;
} SizeFact;

// A size that was checked to be one: a loop over it needs the certificate.
typedef struct SizeCheck {
  const Var *size;
  Var *cert;
} SizeCheck;

// The statements of a body under construction.
typedef struct EmitBlock {
  struct EmitBlock *parent;
  Stms stms;
  VarVec bound; // beside those of the statements: the index of a par, parameters
  Vec(SizeFact) facts;
  Vec(SizeCheck) checks;
} EmitBlock;

typedef struct Emitter {
  Program *program;
  EmitBlock *block;
  Span span;      // of what is being lowered
  VarVec certs;   // needed by every statement that is emitted now
  bool is_unsafe; // no checks
} Emitter;

Builder emit_builder(Emitter *emit);
// Statements go to a new block until emit_close gives it back.
EmitBlock *emit_open(Emitter *emit);
void emit_close(Emitter *emit, EmitBlock *block);
// Is the variable bound in the block itself, and so unknown outside?
bool emit_binds(const EmitBlock *block, const Var *var);

Var *emit_let(Emitter *emit, const char *name, Exp *exp);
// Binds one variable of the given type, for ops that take their shape from it.
Var *emit_shaped(Emitter *emit, const char *name, Exp *exp, const Type *type);
Atom emit_unary(Emitter *emit, const char *name, Op op, Atom a);
Atom emit_binary(Emitter *emit, const char *name, Op op, Atom a, Atom b);
Atom emit_convert(Emitter *emit, const char *name, Op op, Atom a, Scalar to);
Atom emit_select(Emitter *emit, Atom condition, Atom a, Atom b);
Atom emit_and(Emitter *emit, Atom a, Atom b);
Atom emit_not(Emitter *emit, Atom a);
// i64 arithmetic that folds constants and computes nothing twice in a scope.
Atom emit_size(Emitter *emit, Op op, Atom a, Atom b);
// Is the product of two i64s within i64? Sizes that the program's numbers are multiplied to are
// asked this before they are used; the product itself is emit_size's.
Atom emit_fits(Emitter *emit, Atom a, Atom b);
// Is the size, and all that emit_size computed it from, within i64?
Atom emit_size_fits(Emitter *emit, Atom size);

// Checks the condition, and fails with the code and the message; the certificate counts for all
// statements until emit_uncheck. Nothing happens when checks are off.
void emit_check(Emitter *emit, Atom condition, ErrorCode code, const char *message,
                const Atom *values, size_t count);
size_t emit_mark(const Emitter *emit);
void emit_uncheck(Emitter *emit, size_t mark);

// ---- Pars ----

// A par of one dimension under construction: statements go to its thunk until it is closed.
typedef struct EmitSpace {
  Par *par;
  Atom index;
  EmitBlock *block;
  Vec(Output) outputs;
} EmitSpace;

EmitSpace emit_space_open(Emitter *emit, Atom size);
void emit_space_output(Emitter *emit, EmitSpace *space, Output output);
// Needs the certificate of the size, if it has one.
Stm *emit_space_close(Emitter *emit, EmitSpace *space, const char *name);

#endif
