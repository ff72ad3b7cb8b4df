// Reductions, scans and histograms whose elements are arrays. Flat has no operator over arrays: the
// combination is a sequential chain of array computations, so it becomes a loop.
//
//   let r: [m]f32 = par (i < n) { S  reduce (a: [m]f32, b: [m]f32 => B; ne) v }
//     becomes
//   let r: [m]f32 = loop (a: [m]f32 = copy ne) for i < n do { S  B(a, v)  in (B's results) }
//
// On the host a reduction has two versions: with many elements, chunks of them are reduced in
// parallel, each by such a loop, and a last loop combines the results of the chunks; with few, the
// one loop runs on the host and the parallelism is inside the operator. A scan carries the prefix
// and writes it to its place. A histogram reads, combines and updates one row at a time; a write
// out of range is left out.
//
// For a device, where each step would be a launch, operators that work element by element run on
// every column by itself (columns.c).
//
// An output of this kind beside others is taken out of the par first (split.c). Histograms whose
// operator works element by element have been given an operator over scalars before (rows.c).
#include <string.h>

#include "flat/flat_internal.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/walk.h"

enum { CHUNKS = 64 }; // of a reduction on the host: enough for every thread, few enough to combine

bool combines_arrays(const Output *output) {
  if (!output->op) return false;
  for (size_t i = 0; i < output->op->param_count; i++)
    if (type_is_array(output->op->params[i]->type)) return true;
  return false;
}

bool flat_has_array_operator(const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++)
    if (combines_arrays(&par->body.outputs[i])) return true;
  for (size_t i = 0; par->has_epilogue && i < par->epilogue.output_count; i++)
    if (combines_arrays(&par->epilogue.outputs[i])) return true;
  return false;
}

// ---- Pieces of code ----

// The operator applied to two lists of values, as statements at the builder.
static Atom *build_apply(Builder *builder, const Lambda *op, const Atom *left, const Atom *right) {
  Program *program = builder->program;
  Subst *subst = subst_new(program);
  size_t count = op->param_count / 2;
  for (size_t i = 0; i < count; i++) {
    subst_add(subst, op->params[i], left[i]);
    subst_add(subst, op->params[count + i], right[i]);
  }
  Body *body = rename_body(program, op->body, subst);
  for (size_t i = 0; i < body->stms.count; i++)
    vec_push(program->arena, builder->stms, body->stms.data[i]);
  for (size_t i = 0; i < count; i++)
    if (!flat_is_fresh_in(&body->stms, body->results[i]))
      body->results[i] = build_owned(builder, body->results[i]);
  return body->results;
}

// ---- Operators that work element by element ----

typedef struct RowUses {
  Walker walker;
  const Lambda *op;
  size_t count;
} RowUses;

static void count_row_use(Walker *walker, Var *var) {
  RowUses *uses = walker->context;
  for (size_t i = 0; i < uses->op->param_count; i++)
    if (uses->op->params[i] == var) uses->count++;
}

// The position of the parameter that the statement reads at the par's own index, or param_count.
static size_t row_param(const Lambda *op, const Par *par, const Stm *stm) {
  const Exp *exp = stm->exp;
  bool is_read = exp->op == OP_INDEX && exp->arg_count == 2 && stm->var_count == 1 &&
                 exp->args[1].var == par->indices[0];
  size_t position = 0;
  while (position < op->param_count && (!is_read || exp->args[0].var != op->params[position]))
    position++;
  return position;
}

// The one par that is the operator, when it combines vectors element by element; otherwise NULL.
static const Par *row_operator(const Lambda *op) {
  const Par *par = operator_par(op);
  if (par == NULL) return NULL;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (atom_type(par->body.outputs[i].values[0])->kind != TYPE_SCALAR) return NULL;
  RowUses uses = {.op = op};
  uses.walker = (Walker){.context = &uses, .use = count_row_use};
  walk_thunk(&uses.walker, &par->body);
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (row_param(op, par, par->body.stms.data[i]) < op->param_count) uses.count--;
  return uses.count == 0 ? par : NULL;
}

// loop (d = dests) for j < m do { d[prefix, j] := op(d[prefix, j], values[j]) }
static Stm *build_row_loop(Flattener *flattener, Builder *builder, const Lambda *op, const Par *par,
                           Var **dests, const Atom *prefix, size_t count, const Atom *values) {
  Program *program = flattener->program;
  size_t width = op->param_count / 2;
  Atom *inits = atoms_of(flattener, dests, width);
  Var **params = params_like(flattener, dests, inits, width);
  Var *index = index_new(flattener, par->indices[0]->name, builder->span);
  Atom *at = arena_array(program->arena, Atom, count + 1);
  for (size_t i = 0; i < count; i++)
    at[i] = prefix[i];
  at[count] = atom_var(index);
  Stms stms = {0};
  Builder inner = builder_new(program, &stms, builder->span);
  Subst *subst = subst_new(program);
  subst_add(subst, par->indices[0], atom_var(index));
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *stm = par->body.stms.data[i];
    size_t k = row_param(op, par, stm);
    Var *read = NULL;
    if (k < width)
      read = build_index(&inner, stm->vars[0]->name, params[k], at, count + 1);
    else if (k < op->param_count)
      read = build_index(&inner, stm->vars[0]->name, values[k - width].var, &at[count], 1);
    if (read)
      subst_add(subst, stm->vars[0], atom_var(read));
    else
      vec_push(program->arena, &stms, rename_stm(program, stm, subst));
  }
  Atom *results = arena_array(program->arena, Atom, width);
  for (size_t i = 0; i < width; i++) {
    Atom value = subst_atom(subst, par->body.outputs[i].values[0]);
    results[i] = build_write(flattener, &inner, params[i], at, count + 1, value);
  }
  Body *body = body_of(flattener, stms, results, width);
  Atom bound = dim_size(par->space[0]);
  return build_infer(builder, "row", exp_for(flattener, params, inits, width, index, bound, body));
}

// ---- Reductions ----

// What one step of a reduction combines with the accumulator: the values at index `at`.
typedef struct Source {
  const Par *par;    // its thunk is run, or
  Var *const *parts; // these arrays are indexed
} Source;

static Atom *build_values(Flattener *flattener, Builder *builder, const Source *source, Atom at) {
  const Output *output = &source->par->body.outputs[0];
  if (!source->parts) {
    Subst *subst = build_thunk(builder, source->par, at);
    return subst_atoms(flattener, subst, output->values, output->value_count);
  }
  Atom *values = arena_array(flattener->program->arena, Atom, output->value_count);
  for (size_t i = 0; i < output->value_count; i++)
    values[i] =
        atom_var(build_index(builder, output->op->params[i]->name, source->parts[i], &at, 1));
  return values;
}

// loop (a = ne) for c < count do { a := op(a, the values at first + c) }, bound to `vars` or, when
// these are NULL, to fresh variables.
// Inside a par an operator that works element by element changes the accumulator in place.
static Stm *build_fold(Flattener *flattener, Builder *builder, const Source *source, Atom first,
                       Atom count, bool is_inner, Var *const *vars) {
  const Output *output = &source->par->body.outputs[0];
  size_t width = output->value_count;
  Atom *inits = arena_array(flattener->program->arena, Atom, width);
  for (size_t i = 0; i < width; i++)
    inits[i] = build_owned(builder, output->neutral[i]);
  Var **params = params_like(flattener, output->op->params, inits, width);
  Var *index = index_new(flattener, "step", builder->span);
  Stms stms = {0};
  Builder inner = builder_new(flattener->program, &stms, builder->span);
  Atom at = atom_is_i64(first, 0) ? atom_var(index)
                                  : build_binary(&inner, "i", OP_ADD, first, atom_var(index));
  Atom *values = build_values(flattener, &inner, source, at);
  const Par *row = is_inner ? row_operator(output->op) : NULL;
  Atom *results =
      row ? atoms_of(
                flattener,
                build_row_loop(flattener, &inner, output->op, row, params, NULL, 0, values)->vars,
                width)
          : build_apply(&inner, output->op, atoms_of(flattener, params, width), values);
  Body *body = body_of(flattener, stms, results, width);
  Exp *exp = exp_for(flattener, params, inits, width, index, count, body);
  return vars ? build_stm(builder, exp, vars, width) : build_infer(builder, "part", exp);
}

// par (t < chunks) { the fold of chunk t }, then the fold of the chunks' results.
static Stm *build_chunked(Flattener *flattener, Builder *builder, const Par *par, Atom n) {
  Program *program = flattener->program;
  size_t width = par->body.outputs[0].value_count;
  Atom chunks = build_binary(builder, "chunks", OP_SMIN, n, atom_i64(CHUNKS));
  Atom divisor = build_binary(builder, "chunks", OP_SMAX, chunks, atom_i64(1));
  Dim space = dim_atom(chunks);
  Par *outer = par_new(program, PAR_ANY, &space, 1, "t", builder->span);
  Builder inner = builder_new(program, &outer->body.stms, builder->span);
  Atom t = atom_var(outer->indices[0]);
  Atom next = build_binary(&inner, "t", OP_ADD, t, atom_i64(1));
  Atom low = build_binary(&inner, "low", OP_MUL, t, n);
  Atom high = build_binary(&inner, "high", OP_MUL, next, n);
  low = build_binary(&inner, "low", OP_SQUOT, low, divisor);
  high = build_binary(&inner, "high", OP_SQUOT, high, divisor);
  Atom count = build_binary(&inner, "count", OP_SUB, high, low);
  Source elements = {.par = par};
  Stm *fold = build_fold(flattener, &inner, &elements, low, count, true, NULL);
  Atom *values = arena_array(program->arena, Atom, width);
  for (size_t i = 0; i < width; i++)
    values[i] = atom_var(fold->vars[i]);
  thunk_give_maps(program, &outer->body, values, width, builder->span);
  Stm *parts = build_infer(builder, "parts", exp_par(program, outer));
  Source chunk_results = {.par = par, .parts = parts->vars};
  return build_fold(flattener, builder, &chunk_results, atom_i64(0), chunks, false, NULL);
}

static void expand_reduce(Flattener *flattener, Builder *builder, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  Atom n = dim_size(par->space[0]);
  Source source = {.par = par};
  if (flattener->depth > 0) {
    build_fold(flattener, builder, &source, atom_i64(0), n, true, stm->vars);
    return;
  }
  Program *program = flattener->program;
  Threshold reduce = {.name = flat_budget_take(&flattener->budget, "reduce")};
  Exp *threshold = exp_threshold(program, reduce, n);
  Atom is_long = atom_var(build_let(builder, "is_long", threshold));
  Stms many = {0}, few = {0};
  Builder inner = builder_new(program, &many, builder->span);
  Stm *result = build_chunked(flattener, &inner, par, n);
  Body *then_body =
      body_of(flattener, many, atoms_of(flattener, result->vars, stm->var_count), stm->var_count);
  inner = builder_new(program, &few, builder->span);
  result = build_fold(flattener, &inner, &source, atom_i64(0), n, false, NULL);
  Body *else_body =
      body_of(flattener, few, atoms_of(flattener, result->vars, stm->var_count), stm->var_count);
  build_stm(builder, exp_if(program, is_long, then_body, else_body), stm->vars, stm->var_count);
}

// ---- Scans ----

static void expand_scan(Flattener *flattener, Builder *builder, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  const Output *output = &par->body.outputs[0];
  size_t width = output->value_count;
  // The parameters are first the arrays written, then the prefixes.
  Atom *inits = arena_array(flattener->program->arena, Atom, 2 * width);
  Var **models = arena_array(flattener->program->arena, Var *, 2 * width);
  for (size_t i = 0; i < width; i++) {
    inits[i] = atom_var(build_room(flattener, builder, stm->vars[i]->type));
    inits[width + i] = build_owned(builder, output->neutral[i]);
    models[i] = stm->vars[i];
    models[width + i] = output->op->params[i];
  }
  Var **params = params_like(flattener, models, inits, 2 * width);
  Var *index = index_new(flattener, "i", builder->span);
  Atom at = atom_var(index);
  Stms stms = {0};
  Builder inner = builder_new(flattener->program, &stms, builder->span);
  Source source = {.par = par};
  Atom *values = build_values(flattener, &inner, &source, at);
  Atom *before = atoms_of(flattener, params + width, width);
  Atom *after = build_apply(&inner, output->op, before, values);
  Atom *results = arena_array(flattener->program->arena, Atom, 2 * width);
  for (size_t i = 0; i < width; i++) {
    Atom written = output->is_exclusive ? before[i] : after[i];
    results[i] = build_write(flattener, &inner, params[i], &at, 1, written);
    results[width + i] = after[i];
  }
  Body *body = body_of(flattener, stms, results, 2 * width);
  Var **vars = arena_array(flattener->program->arena, Var *, 2 * width);
  for (size_t i = 0; i < width; i++) {
    vars[i] = stm->vars[i];
    vars[width + i] = var_like(flattener->program, models[width + i], atom_type(inits[width + i]));
  }
  Exp *exp = exp_for(flattener, params, inits, 2 * width, index, dim_size(par->space[0]), body);
  build_stm(builder, exp, vars, 2 * width);
}

// ---- Histograms ----

// 0 <= index < size in every dimension.
static Atom build_in_range(Builder *builder, const Type *dest, const Atom *indices, size_t count) {
  Atom is_inside = atom_bool(true);
  for (size_t i = 0; i < count; i++) {
    Atom is_low = build_binary(builder, "is_low", OP_SLE, atom_i64(0), indices[i]);
    Atom is_high = build_binary(builder, "is_high", OP_SLT, indices[i], dim_size(dest->dims[i]));
    Atom both = build_binary(builder, "is_inside", OP_AND, is_low, is_high);
    is_inside = build_binary(builder, "is_inside", OP_AND, is_inside, both);
  }
  return is_inside;
}

// dests[indices] := op(dests[indices], values), one row at a time.
static Atom *combine_rows(Flattener *flattener, Builder *builder, const Output *output, Var **dests,
                          const Atom *indices, const Atom *values) {
  size_t width = output->value_count, count = output->index_count;
  Atom *rows = arena_array(flattener->program->arena, Atom, width);
  for (size_t i = 0; i < width; i++)
    rows[i] = atom_var(build_index(builder, output->op->params[i]->name, dests[i], indices, count));
  Atom *results = build_apply(builder, output->op, rows, values);
  for (size_t i = 0; i < width; i++)
    results[i] = build_write(flattener, builder, dests[i], indices, count, results[i]);
  return results;
}

static void expand_combine(Flattener *flattener, Builder *builder, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  const Output *output = &par->body.outputs[0];
  Program *program = flattener->program;
  size_t width = output->value_count;
  Var **params = params_like(flattener, stm->vars, output->dests, width);
  Var *index = index_new(flattener, "i", builder->span);
  Stms stms = {0}, inside = {0};
  Builder outer = builder_new(program, &stms, builder->span);
  Subst *subst = build_thunk(&outer, par, atom_var(index));
  Atom *values = subst_atoms(flattener, subst, output->values, width);
  Atom *indices = subst_atoms(flattener, subst, output->indices, output->index_count);
  Atom is_inside = build_in_range(&outer, params[0]->type, indices, output->index_count);
  Builder inner = builder_new(program, &inside, builder->span);
  const Par *row = row_operator(output->op);
  Atom *results = row ? atoms_of(flattener,
                                 build_row_loop(flattener, &inner, output->op, row, params, indices,
                                                output->index_count, values)
                                     ->vars,
                                 width)
                      : combine_rows(flattener, &inner, output, params, indices, values);
  Body *then_body = body_of(flattener, inside, results, width);
  Body *else_body = body_of(flattener, (Stms){0}, atoms_of(flattener, params, width), width);
  Var **next = params_like(flattener, params, output->dests, width);
  build_stm(&outer, exp_if(program, is_inside, then_body, else_body), next, width);
  Body *body = body_of(flattener, stms, atoms_of(flattener, next, width), width);
  Exp *exp = exp_for(flattener, params, output->dests, width, index, dim_size(par->space[0]), body);
  build_stm(builder, exp, stm->vars, width);
}

// ---- All of it ----

bool operators_expand(Flattener *flattener, const Stm *stm, Stms *out) {
  const Par *par = stm->exp->as.par;
  if (!split_is_possible(flattener->program->arena, par)) return false;
  if (par->has_epilogue) {
    split_epilogue(flattener, stm, out);
    return true;
  }
  if (par->body.output_count > 1 || par->consumed_count + par->acc_count > 0) {
    split_outputs(flattener, stm, combines_arrays, out);
    return true;
  }
  size_t from = out->count;
  Builder builder = builder_new(flattener->program, out, stm->span);
  Mode mode = par->body.outputs[0].mode;
  bool is_combined = mode_has(mode, TRAIT_ADDS);
  bool is_turned = flattener->is_for_device && !is_combined;
  if (is_turned && columns_expand(flattener, &builder, stm)) {
    // Nothing is left to do.
  } else if (mode_has(mode, TRAIT_TOTAL)) {
    expand_reduce(flattener, &builder, stm);
  } else if (mode_has(mode, TRAIT_RUNNING)) {
    expand_scan(flattener, &builder, stm);
  } else {
    expand_combine(flattener, &builder, stm);
  }
  for (size_t i = from; i < out->count && stm->cert_count > 0; i++)
    needs_add(flattener->program, out->data[i], stm);
  return true;
}
