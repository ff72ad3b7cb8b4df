// Builders: the only makers of expressions and statements. They check operands by the rules in
// rules.h and infer types; a violation is an internal error that shows the statement.
#ifndef RAVEL_IR_BUILD_H
#define RAVEL_IR_BUILD_H

#include "ir/ir.h"
#include "ir/type.h"

// Where new statements go, and what they carry.
typedef struct Builder {
  Program *program;
  Stms *stms;
  Span span;
  Var **certs; // needed by each statement that is built
  size_t cert_count;
} Builder;

Builder builder_new(Program *program, Stms *stms, Span span);

// ---- Bare expressions; operands are copied ----

Exp *exp_new(Program *program, Op op, const Atom *args, size_t arg_count);
Exp *exp_convert(Program *program, Op op, Atom operand, Scalar to);
Exp *exp_index(Program *program, Var *array, const Atom *indices, size_t count);
Exp *exp_slice(Program *program, Var *array, Selector selector, const Atom *atoms, size_t count);
Exp *exp_update(Program *program, Var *array, Selector selector, const Atom *atoms, size_t count,
                Atom value);
Exp *exp_permute(Program *program, Var *array, const uint32_t *permutation);
Exp *exp_concat(Program *program, uint32_t dim, const Atom *arrays, size_t count);
// A block for the product of these counts of elements.
Exp *exp_alloc(Program *program, const Atom *counts, size_t count, Scalar of);
Exp *exp_assert(Program *program, Atom condition, Name message, const Atom *values, size_t count);
// The token is the first operand.
Exp *exp_effect(Program *program, Effect effect, const Atom *args, size_t count);
Exp *exp_threshold(Program *program, Threshold threshold, Atom amount);
// The same, when what the threshold is at first is computed.
Exp *exp_threshold_from(Program *program, Threshold threshold, Atom amount, Atom least);
Exp *exp_call(Program *program, Fun *callee, const Atom *args, size_t count);
Exp *exp_if(Program *program, Atom condition, Body *then_body, Body *else_body);
Exp *exp_switch(Program *program, Atom value, Branches branches);
// `inits` has one atom per parameter; `bound` is used when the loop has an index.
Exp *exp_loop(Program *program, Loop *loop, const Atom *inits, Atom bound);
Exp *exp_par(Program *program, Par *par);
Exp *exp_with_acc(Program *program, WithAcc *with_acc);
// The selector of plain indices, or of ranges, for `rank` leading dimensions.
Selector selector_of(Program *program, size_t rank, bool are_ranges);
// How many operands the selector stands for.
size_t selector_atom_count(const Selector *selector);
// The operand of a for loop that bounds its index.
Atom loop_bound(const Exp *exp);

// ---- Statements ----

// Binds the given pattern.
Stm *build_stm(Builder *builder, Exp *exp, Var *const *vars, size_t count);
// Binds fresh variables of the inferred types; returns the statement.
Stm *build_infer(Builder *builder, const char *name, Exp *exp);
// The one result of an inferred statement.
Var *build_let(Builder *builder, const char *name, Exp *exp);
// Shorthands for scalar ops.
Atom build_unary(Builder *builder, const char *name, Op op, Atom a);
Atom build_binary(Builder *builder, const char *name, Op op, Atom a, Atom b);
Atom build_convert(Builder *builder, const char *name, Op op, Atom a, Scalar to);
// An element or row of an array that is regular below the indexed dimensions.
Var *build_index(Builder *builder, const char *name, Var *array, const Atom *indices, size_t count);

// ---- Pars ----

// A par over the space, with indices of this name, and nothing inside; the same with this index.
Par *par_new(Program *program, ParLevel level, const Dim *space, size_t rank, const char *name,
             Span span);
Par *par_new_at(Program *program, ParLevel level, Dim space, Var *index);
// A map of the value.
Output output_map_of(Program *program, Atom value, Span span);
// The thunk gives this, or a map of each value, and nothing else.
void thunk_give(Program *program, Thunk *thunk, Output output);
void thunk_give_maps(Program *program, Thunk *thunk, const Atom *values, size_t count, Span span);

// ---- Bodies ----

Body *body_new(Program *program, Stms stms, const Atom *results, size_t count);
Lambda *lambda_new(Program *program, Var *const *params, size_t count, Body *body);

#endif
