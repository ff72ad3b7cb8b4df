#include "ir/build.h"

#include <string.h>

#include "ir/print.h"
#include "ir/rules.h"

Builder builder_new(Program *program, Stms *stms, Span span) {
  return (Builder){.program = program, .stms = stms, .span = span};
}

// ---- Expressions ----

static Atom *atoms_copy(Program *program, const Atom *atoms, size_t count) {
  Atom *copy = arena_array(program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    copy[i] = atoms[i];
  return copy;
}

// An expression whose operands are `first` leading atoms and then `rest`.
static Exp *exp_of(Program *program, Op op, const Atom *first, size_t first_count, const Atom *rest,
                   size_t rest_count) {
  Exp *exp = arena_make(program->arena, Exp);
  exp->op = op;
  exp->arg_count = first_count + rest_count;
  exp->args = arena_array(program->arena, Atom, exp->arg_count);
  for (size_t i = 0; i < first_count; i++)
    exp->args[i] = first[i];
  for (size_t i = 0; i < rest_count; i++)
    exp->args[first_count + i] = rest[i];
  return exp;
}

Exp *exp_new(Program *program, Op op, const Atom *args, size_t arg_count) {
  return exp_of(program, op, NULL, 0, args, arg_count);
}

Exp *exp_convert(Program *program, Op op, Atom operand, Scalar to) {
  Exp *exp = exp_new(program, op, &operand, 1);
  exp->as.to = to;
  return exp;
}

Exp *exp_alloc(Program *program, const Atom *counts, size_t count, Scalar of) {
  Exp *exp = exp_new(program, OP_ALLOC, counts, count);
  exp->as.to = of;
  return exp;
}

Exp *exp_index(Program *program, Var *array, const Atom *indices, size_t count) {
  Atom first = atom_var(array);
  return exp_of(program, OP_INDEX, &first, 1, indices, count);
}

Exp *exp_slice(Program *program, Var *array, Selector selector, const Atom *atoms, size_t count) {
  Atom first = atom_var(array);
  Exp *exp = exp_of(program, OP_SLICE, &first, 1, atoms, count);
  exp->as.selector = selector;
  return exp;
}

Exp *exp_update(Program *program, Var *array, Selector selector, const Atom *atoms, size_t count,
                Atom value) {
  Atom first[2] = {atom_var(array), value};
  Exp *exp = exp_of(program, OP_UPDATE, first, 2, atoms, count);
  exp->as.selector = selector;
  return exp;
}

Exp *exp_permute(Program *program, Var *array, const uint32_t *permutation) {
  Atom operand = atom_var(array);
  Exp *exp = exp_new(program, OP_PERMUTE, &operand, 1);
  size_t rank = type_rank(array->type);
  exp->as.permutation = arena_array(program->arena, uint32_t, rank);
  for (size_t i = 0; i < rank; i++)
    exp->as.permutation[i] = permutation[i];
  return exp;
}

Exp *exp_concat(Program *program, uint32_t dim, const Atom *arrays, size_t count) {
  Exp *exp = exp_new(program, OP_CONCAT, arrays, count);
  exp->as.dim = dim;
  return exp;
}

Exp *exp_assert(Program *program, Atom condition, Name message, const Atom *values, size_t count) {
  Exp *exp = exp_of(program, OP_ASSERT, &condition, 1, values, count);
  exp->as.message.text = message;
  return exp;
}

Exp *exp_effect(Program *program, Effect effect, const Atom *args, size_t count) {
  Exp *exp = exp_new(program, OP_EFFECT, args, count);
  exp->as.effect = effect;
  return exp;
}

Exp *exp_threshold(Program *program, Threshold threshold, Atom amount) {
  Exp *exp = exp_new(program, OP_THRESHOLD, &amount, 1);
  exp->as.threshold = threshold;
  return exp;
}

Exp *exp_threshold_from(Program *program, Threshold threshold, Atom amount, Atom least) {
  Atom args[] = {amount, least};
  Exp *exp = exp_new(program, OP_THRESHOLD, args, 2);
  exp->as.threshold = threshold;
  return exp;
}

Exp *exp_call(Program *program, Fun *callee, const Atom *args, size_t count) {
  Exp *exp = exp_new(program, OP_CALL, args, count);
  exp->as.callee = callee;
  return exp;
}

Exp *exp_if(Program *program, Atom condition, Body *then_body, Body *else_body) {
  Exp *exp = exp_new(program, OP_IF, &condition, 1);
  exp->as.branches.body_count = 2;
  exp->as.branches.bodies = arena_array(program->arena, Body *, 2);
  exp->as.branches.bodies[0] = then_body;
  exp->as.branches.bodies[1] = else_body;
  return exp;
}

Exp *exp_switch(Program *program, Atom value, Branches branches) {
  Exp *exp = exp_new(program, OP_SWITCH, &value, 1);
  exp->as.branches = branches;
  return exp;
}

Exp *exp_loop(Program *program, Loop *loop, const Atom *inits, Atom bound) {
  Exp *exp = exp_of(program, OP_LOOP, inits, loop->param_count, &bound, loop->index ? 1 : 0);
  exp->as.loop = loop;
  return exp;
}

Exp *exp_par(Program *program, Par *par) {
  Exp *exp = exp_new(program, OP_PAR, NULL, 0);
  exp->as.par = par;
  return exp;
}

Exp *exp_with_acc(Program *program, WithAcc *with_acc) {
  Exp *exp = exp_new(program, OP_WITH_ACC, NULL, 0);
  exp->as.with_acc = with_acc;
  return exp;
}

Selector selector_of(Program *program, size_t rank, bool are_ranges) {
  Selector selector = {.rank = (uint32_t)rank};
  selector.is_range = arena_array(program->arena, bool, rank);
  for (size_t i = 0; i < rank; i++)
    selector.is_range[i] = are_ranges;
  return selector;
}

size_t selector_atom_count(const Selector *selector) {
  if (selector->is_lmad) return 1 + 2 * (size_t)selector->rank;
  size_t count = 0;
  for (size_t i = 0; i < selector->rank; i++)
    count += selector->is_range[i] ? 3 : 1;
  return count;
}

Atom loop_bound(const Exp *exp) { return exp->args[exp->as.loop->param_count]; }

// ---- Statements ----

static Stm *stm_new(Builder *builder, Exp *exp, Var **vars, size_t count) {
  Arena *arena = builder->program->arena;
  Stm *stm = arena_make(arena, Stm);
  stm->vars = vars;
  stm->var_count = count;
  stm->exp = exp;
  stm->cert_count = builder->cert_count;
  stm->certs = arena_array(arena, Var *, builder->cert_count);
  for (size_t i = 0; i < builder->cert_count; i++)
    stm->certs[i] = builder->certs[i];
  stm->span = builder->span;
  return stm;
}

static _Noreturn void stm_refuse(const Stm *stm, const StrBuf *why) {
  StrBuf text = {0};
  stm_print_brief(&text, stm);
  INTERNAL_ERROR("a pass built a wrong statement: %s\n  %s", strbuf_text(why), strbuf_text(&text));
}

Stm *build_stm(Builder *builder, Exp *exp, Var *const *vars, size_t count) {
  Program *program = builder->program;
  Var **pattern = arena_array(program->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    pattern[i] = vars[i];
  Stm *stm = stm_new(builder, exp, pattern, count);
  StrBuf why = {0};
  if (!exp_check(program, exp, pattern, count, &why)) stm_refuse(stm, &why);
  strbuf_free(&why);
  vec_push(program->arena, builder->stms, stm);
  return stm;
}

Stm *build_infer(Builder *builder, const char *name, Exp *exp) {
  Program *program = builder->program;
  StrBuf why = {0};
  Signature signature;
  if (!exp_infer(program, exp, NULL, 0, &signature, &why))
    stm_refuse(stm_new(builder, exp, NULL, 0), &why);
  strbuf_free(&why);
  Var **vars = signature_bind(program, &signature, name, builder->span);
  Stm *stm = stm_new(builder, exp, vars, signature.count);
  vec_push(program->arena, builder->stms, stm);
  return stm;
}

Var *build_let(Builder *builder, const char *name, Exp *exp) {
  Stm *stm = build_infer(builder, name, exp);
  if (stm->var_count != 1) {
    StrBuf why = {0};
    strbuf_printf(&why, "one result was expected, not %zu", stm->var_count);
    stm_refuse(stm, &why);
  }
  return stm->vars[0];
}

Atom build_unary(Builder *builder, const char *name, Op op, Atom a) {
  return atom_var(build_let(builder, name, exp_new(builder->program, op, &a, 1)));
}

Atom build_binary(Builder *builder, const char *name, Op op, Atom a, Atom b) {
  Atom args[2] = {a, b};
  return atom_var(build_let(builder, name, exp_new(builder->program, op, args, 2)));
}

Atom build_convert(Builder *builder, const char *name, Op op, Atom a, Scalar to) {
  return atom_var(build_let(builder, name, exp_convert(builder->program, op, a, to)));
}

Var *build_index(Builder *builder, const char *name, Var *array, const Atom *indices,
                 size_t count) {
  return build_let(builder, name, exp_index(builder->program, array, indices, count));
}

Par *par_new(Program *program, ParLevel level, const Dim *space, size_t rank, const char *name,
             Span span) {
  Par *par = arena_make(program->arena, Par);
  *par = (Par){.level = level, .rank = rank};
  par->indices = arena_array(program->arena, Var *, rank);
  par->space = arena_array(program->arena, Dim, rank);
  for (size_t i = 0; i < rank; i++) {
    par->indices[i] = var_new(program, name, type_scalar(SCALAR_I64), span);
    par->space[i] = space[i];
  }
  return par;
}

Par *par_new_at(Program *program, ParLevel level, Dim space, Var *index) {
  Par *par = par_new(program, level, NULL, 0, NULL, SPAN_NONE);
  par->rank = 1;
  par->indices = arena_make(program->arena, Var *);
  *par->indices = index;
  par->space = arena_make(program->arena, Dim);
  *par->space = space;
  return par;
}

Output output_map_of(Program *program, Atom value, Span span) {
  Atom *values = arena_make(program->arena, Atom);
  *values = value;
  return (Output){.mode = MODE_MAP, .values = values, .value_count = 1, .span = span};
}

void thunk_give(Program *program, Thunk *thunk, Output output) {
  thunk->outputs = arena_make(program->arena, Output);
  *thunk->outputs = output;
  thunk->output_count = 1;
}

void thunk_give_maps(Program *program, Thunk *thunk, const Atom *values, size_t count, Span span) {
  thunk->outputs = arena_array(program->arena, Output, count);
  thunk->output_count = count;
  for (size_t i = 0; i < count; i++)
    thunk->outputs[i] = output_map_of(program, values[i], span);
}

Body *body_new(Program *program, Stms stms, const Atom *results, size_t count) {
  Body *body = arena_make(program->arena, Body);
  body->stms = stms;
  body->results = atoms_copy(program, results, count);
  body->result_count = count;
  return body;
}

Lambda *lambda_new(Program *program, Var *const *params, size_t count, Body *body) {
  Lambda *lambda = arena_make(program->arena, Lambda);
  lambda->params = arena_array(program->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    lambda->params[i] = params[i];
  lambda->param_count = count;
  lambda->body = body;
  return lambda;
}
