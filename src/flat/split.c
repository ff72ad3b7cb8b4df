// Taking parts out of a par: an output that combines arrays, or the epilogue, becomes a par of its
// own after the first.
//
//   par (i < n) { S  map a  reduce (op; ne) v }
//     becomes
//   let (as, vs) = par (i < n) { S  map a  map v }
//   par (i < n) { v = vs[i]  reduce (op; ne) v }
//
// For a device, so do sums of what is computed in parallel itself: a thread for each point would do
// all of that alone, while a par that has only maps is taken apart further.
//
// What the second par needs of the first one's variables is handed on as arrays. A value that is a
// row of an array from outside is read there instead.
#include <string.h>

#include "flat/flat_internal.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/walk.h"

// ---- Taking an output out of its par ----

// The statement of the thunk that reads this value directly from an array outside, at the par's own
// index; NULL when there is none.
static const Stm *find_outer_row(Flattener *flattener, const Par *par, Atom value) {
  VarSet bound = bound_vars_stms(flattener->program->arena, &par->body.stms);
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    if (stm->var_count != 1 || stm->vars[0] != value.var || stm->exp->op != OP_INDEX) continue;
    bool is_outer = stm->cert_count == 0 && !varset_has(&bound, stm->exp->args[0].var);
    for (size_t k = 1; k < stm->exp->arg_count && is_outer; k++)
      is_outer = stm->exp->args[k].var == par->indices[0];
    return is_outer ? stm : NULL;
  }
  return NULL;
}

typedef struct SplitOutputs {
  Output *data;
  size_t count, capacity;
} SplitOutputs;

// A value that has to reach a par of its own: as an array made by the first par.
typedef struct Carrier {
  Flattener *flattener;
  const Stm *stm;
  const Par *par;
  Builder *builder;      // of the second par's thunk
  Atom at;               // its index
  SplitOutputs *outputs; // of the first par
  Vars *vars;            // its results
} Carrier;

// The type of an array of these, one for each point of the par.
static const Type *array_over(Flattener *flattener, const Par *par, const Type *inner) {
  Program *program = flattener->program;
  size_t rank = inner->rank + 1;
  Dim *dims = arena_array(program->arena, Dim, rank);
  dims[0] = par->space[0];
  if (inner->rank > 0) memcpy(dims + 1, inner->dims, inner->rank * sizeof *dims);
  return type_array(program, inner->scalar, rank, dims);
}

// Is the variable one of the par's own: its index, an element that it owns, or made by its thunk?
static bool is_inner(const Par *par, const VarSet *bound, const Var *var) {
  bool is_own = var == par->indices[0] || varset_has(bound, var);
  for (size_t i = 0; i < par->consumed_count; i++)
    is_own = is_own || par->consumed[i].inside == var;
  return is_own;
}

// The array that the par gives of this value anyway, or NULL.
static Var *find_mapped(const Carrier *carrier, Atom value) {
  size_t at = 0;
  for (size_t i = 0; i < carrier->par->body.output_count; i++) {
    const Output *output = &carrier->par->body.outputs[i];
    if (mode_has(output->mode, TRAIT_ELEMENTS) && output->values[0].var == value.var)
      return carrier->stm->vars[at];
    at += par_result_count(carrier->par, output);
  }
  return NULL;
}

static Atom carry(Carrier *carrier, Atom value) {
  Program *program = carrier->flattener->program;
  VarSet bound = bound_vars_stms(program->arena, &carrier->par->body.stms);
  if (!value.var || !is_inner(carrier->par, &bound, value.var)) return value;
  const Stm *row = find_outer_row(carrier->flattener, carrier->par, value);
  if (row) {
    Subst *subst = subst_new(program);
    subst_add(subst, carrier->par->indices[0], carrier->at);
    Stm *copy = rename_stm(program, (Stm *)row, subst);
    vec_push(program->arena, carrier->builder->stms, copy);
    return atom_var(copy->vars[0]);
  }
  Var *array = find_mapped(carrier, value);
  if (array)
    return atom_var(build_index(carrier->builder, value.var->name, array, &carrier->at, 1));
  const Type *type = array_over(carrier->flattener, carrier->par, value.var->type);
  array = var_like(program, value.var, type);
  vec_push(program->arena, carrier->outputs, output_map_of(program, value, carrier->builder->span));
  vec_push(program->arena, carrier->vars, array);
  return atom_var(build_index(carrier->builder, value.var->name, array, &carrier->at, 1));
}

static Atom *carry_all(Carrier *carrier, const Atom *atoms, size_t count) {
  Atom *carried = arena_array(carrier->flattener->program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    carried[i] = carry(carrier, atoms[i]);
  return carried;
}

// The statement with another par and other results.
static Stm *stm_with(Program *program, const Stm *stm, Par *par, Var **vars, size_t count) {
  Stm *copy = arena_make(program->arena, Stm);
  *copy = *stm;
  copy->exp = exp_par(program, par);
  copy->vars = vars;
  copy->var_count = count;
  return copy;
}

// A par with this output alone, whose values come from the first par.
static Stm *separate(Flattener *flattener, const Stm *stm, const Output *output, Var **vars,
                     size_t var_count, SplitOutputs *outputs, Vars *results) {
  Program *program = flattener->program;
  const Par *par = stm->exp->as.par;
  Var *index = var_like(program, par->indices[0], par->indices[0]->type);
  Par *alone = par_new_at(program, par->level, par->space[0], index);
  Builder builder = builder_new(program, &alone->body.stms, stm->span);
  Carrier carrier = {flattener, stm, par, &builder, atom_var(index), outputs, results};
  thunk_give(program, &alone->body, *output);
  alone->body.outputs->values = carry_all(&carrier, output->values, output->value_count);
  alone->body.outputs->indices = carry_all(&carrier, output->indices, output->index_count);
  alone->body.outputs->selector = carry(&carrier, output->selector);
  return stm_with(program, stm, alone, vars, var_count);
}

void split_outputs(Flattener *flattener, const Stm *stm, IsTaken *is_taken, Stms *out) {
  Program *program = flattener->program;
  const Par *par = stm->exp->as.par;
  // What is carried comes last: a size that the par gives already keeps its name.
  SplitOutputs outputs = {0}, carried = {0};
  Vars vars = {0}, carried_vars = {0};
  Stms separated = {0};
  size_t at = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    size_t count = par_result_count(par, output);
    if (is_taken(output)) {
      Stm *alone = separate(flattener, stm, output, stm->vars + at, count, &carried, &carried_vars);
      vec_push(program->arena, &separated, alone);
    } else {
      vec_push(program->arena, &outputs, *output);
      for (size_t k = 0; k < count; k++)
        vec_push(program->arena, &vars, stm->vars[at + k]);
    }
    at += count;
  }
  vec_append(program->arena, &outputs, carried.data, carried.count);
  vec_append(program->arena, &vars, carried_vars.data, carried_vars.count);
  Par *rest = arena_make(program->arena, Par);
  *rest = *par;
  rest->body.outputs = outputs.data;
  rest->body.output_count = outputs.count;
  if (outputs.count > 0)
    vec_push(program->arena, out, stm_with(program, stm, rest, vars.data, vars.count));
  for (size_t i = 0; i < separated.count; i++)
    vec_push(program->arena, out, separated.data[i]);
}

// ---- Sums of rows ----

static bool accumulates(const Output *output) { return mode_has(output->mode, TRAIT_FOLDS); }

static bool has_long_par(const Par *par) {
  enum { SHORT = 64 };
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Exp *exp = par->body.stms.data[i]->exp;
    for (size_t k = 0; exp->op == OP_PAR && k < exp->as.par->rank; k++)
      if (exp->as.par->space[k].var || exp->as.par->space[k].size > SHORT) return true;
  }
  return false;
}

bool split_sums(Flattener *flattener, const Stm *stm, Stms *out) {
  const Par *par = stm->exp->as.par;
  bool is_host = flattener->is_for_device && flattener->depth == 0 && par->level == PAR_ANY;
  bool is_plain = par->rank == 1 && !par->has_epilogue && par->acc_count == 0;
  if (!is_host || !is_plain || !has_long_par(par)) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    if (!accumulates(&par->body.outputs[i])) continue;
    split_outputs(flattener, stm, accumulates, out);
    return true;
  }
  return false;
}

// ---- Epilogues ----

// What the epilogue uses, its outputs included, in order of first use.
static VarSet epilogue_uses(Arena *arena, const Par *par) {
  Body whole = {.stms = par->epilogue.stms};
  VarSet used = free_vars_body(arena, &whole);
  for (size_t i = 0; i < par->epilogue.output_count; i++) {
    const Output *output = &par->epilogue.outputs[i];
    for (size_t k = 0; k < output->value_count; k++)
      if (output->values[k].var) varset_add(&used, output->values[k].var);
    for (size_t k = 0; k < output->index_count; k++)
      if (output->indices[k].var) varset_add(&used, output->indices[k].var);
    if (output->selector.var) varset_add(&used, output->selector.var);
  }
  return used;
}

// Is the variable made by the thunk, or an element that the par owns?
static bool must_be_carried(Arena *arena, const Par *par, const Var *var) {
  VarSet bound = bound_vars_stms(arena, &par->body.stms);
  return var != par->indices[0] && is_inner(par, &bound, var);
}

// A par that becomes two: what the first gives, and what the second knows the first one's variables
// by.
typedef struct Split {
  Flattener *flattener;
  const Stm *stm;
  const Par *par;
  SplitOutputs outputs; // of the first par
  Vars vars;            // its results
  size_t taken;         // how many results of the statement are among them
  Par *second;
  Builder builder; // of its thunk
  Atom index;
  Subst *subst;
} Split;

// The second par, with an index of its own and nothing in it yet.
static void split_begin(Split *split) {
  Program *program = split->flattener->program;
  const Par *par = split->par;
  Var *index = var_like(program, par->indices[0], par->indices[0]->type);
  split->second = par_new_at(program, par->level, par->space[0], index);
  split->builder = builder_new(program, &split->second->body.stms, split->stm->span);
  split->index = atom_var(index);
  split->subst = subst_new(program);
  subst_add(split->subst, par->indices[0], split->index);
}

// The values of a scan are an array now, from which the second par reads its element.
static void split_scan(Split *split, Var *param) {
  Program *program = split->flattener->program;
  const Type *type = array_over(split->flattener, split->par, param->type);
  Var *array = var_like(program, param, type);
  vec_push(program->arena, &split->vars, array);
  Var *element = build_index(&split->builder, param->name, array, &split->index, 1);
  subst_add(split->subst, param, atom_var(element));
}

static void split_first(Split *split) {
  Program *program = split->flattener->program;
  const Par *par = split->par;
  size_t scans = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    vec_push(program->arena, &split->outputs, *output);
    for (size_t k = 0; k < output->value_count && mode_has(output->mode, TRAIT_RUNNING); k++)
      split_scan(split, par->scan_params[scans++]);
    size_t count = par_result_count(par, output);
    for (size_t k = 0; k < count; k++)
      vec_push(program->arena, &split->vars, split->stm->vars[split->taken++]);
  }
}

// A check of the thunk that the epilogue needs is made again, on what it found the first time:
// there are no arrays of certificates.
static Atom carry_check(Carrier *carrier, const Var *cert) {
  Program *program = carrier->flattener->program;
  const Stms *stms = &carrier->par->body.stms;
  size_t at = 0;
  while (stms->data[at]->var_count == 0 || stms->data[at]->vars[0] != cert)
    at++;
  const Stm *check = stms->data[at];
  Exp *exp = arena_make(program->arena, Exp);
  *exp = *check->exp;
  exp->args = carry_all(carrier, exp->args, exp->arg_count);
  Builder builder = *carrier->builder;
  builder.span = check->span;
  return atom_var(build_let(&builder, cert->name, exp));
}

// What the epilogue uses of the thunk's variables comes along as arrays. It may consume what the
// thunk made, so it has copies.
static void split_uses(Split *split) {
  Arena *arena = split->flattener->program->arena;
  Carrier carrier = {split->flattener, split->stm,      split->par,  &split->builder,
                     split->index,     &split->outputs, &split->vars};
  VarSet used = epilogue_uses(arena, split->par);
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    if (!must_be_carried(arena, split->par, var)) continue;
    Atom carried = var->type->kind == TYPE_CERT
                       ? carry_check(&carrier, var)
                       : build_owned(&split->builder, carry(&carrier, atom_var(var)));
    subst_add(split->subst, var, carried);
  }
}

static bool is_used_late(Arena *arena, const Par *par, const Var *var) {
  VarSet used = epilogue_uses(arena, par);
  return varset_has(&used, var);
}

// Accumulators that the epilogue writes to are the second par's, the others the first one's.
static void split_accs(Split *split, Par *first) {
  Program *program = split->flattener->program;
  const Par *par = split->par;
  Par *second = split->second;
  first->accs = arena_array(program->arena, ParInput, par->acc_count + 1);
  second->accs = arena_array(program->arena, ParInput, par->acc_count + 1);
  first->acc_count = second->acc_count = 0;
  for (size_t i = 0; i < par->acc_count; i++) {
    ParInput acc = par->accs[i];
    if (!is_used_late(program->arena, par, acc.inside)) {
      first->accs[first->acc_count++] = acc;
      continue;
    }
    Var *inside = var_like(program, acc.inside, acc.inside->type);
    subst_add(split->subst, acc.inside, atom_var(inside));
    second->accs[second->acc_count++] = (ParInput){.inside = inside, .outside = acc.outside};
  }
}

static void split_second(Split *split) {
  Program *program = split->flattener->program;
  const Thunk *epilogue = &split->par->epilogue;
  Thunk *body = &split->second->body;
  for (size_t i = 0; i < epilogue->stms.count; i++)
    vec_push(program->arena, &body->stms,
             rename_stm(program, epilogue->stms.data[i], split->subst));
  body->output_count = epilogue->output_count;
  body->outputs = arena_array(program->arena, Output, body->output_count);
  for (size_t i = 0; i < body->output_count; i++) {
    Output *output = &body->outputs[i];
    *output = epilogue->outputs[i];
    output->values =
        subst_atoms(split->flattener, split->subst, output->values, output->value_count);
    output->indices =
        subst_atoms(split->flattener, split->subst, output->indices, output->index_count);
    output->selector = subst_atom(split->subst, output->selector);
  }
}

void split_epilogue(Flattener *flattener, const Stm *stm, Stms *out) {
  Program *program = flattener->program;
  Split split = {.flattener = flattener, .stm = stm, .par = stm->exp->as.par};
  split_begin(&split);
  split_first(&split);
  split_uses(&split);
  Par *first = arena_make(program->arena, Par);
  *first = *split.par;
  split_accs(&split, first);
  split_second(&split);
  first->has_epilogue = false;
  first->scan_params = NULL;
  first->scan_param_count = 0;
  first->epilogue = (Thunk){0};
  first->body.outputs = split.outputs.data;
  first->body.output_count = split.outputs.count;
  vec_push(program->arena, out, stm_with(program, stm, first, split.vars.data, split.vars.count));
  vec_push(
      program->arena, out,
      stm_with(program, stm, split.second, stm->vars + split.taken, stm->var_count - split.taken));
}

// ---- Whether it can be done ----

// Does a variable that has to leave the par have a size that is only known inside?
static bool is_sized_inside(Arena *arena, const Par *par, const Var *var) {
  VarSet bound = bound_vars_stms(arena, &par->body.stms);
  for (size_t i = 0; i < var->type->rank; i++)
    if (var->type->dims[i].var && is_inner(par, &bound, var->type->dims[i].var)) return true;
  return false;
}

bool split_is_possible(Arena *arena, const Par *par) {
  VarSet used = epilogue_uses(arena, par);
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    for (size_t k = 0; k < output->value_count && combines_arrays(output); k++)
      if (output->values[k].var) varset_add(&used, output->values[k].var);
  }
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    // An accumulator that the thunk has written to before cannot be carried.
    if (!must_be_carried(arena, par, var)) continue;
    if (var->type->kind == TYPE_ACC || is_sized_inside(arena, par, var)) return false;
  }
  for (size_t i = 0; i < par->epilogue.output_count; i++) {
    const Output *output = &par->epilogue.outputs[i];
    for (size_t k = 0; k < output->value_count; k++)
      if (output->values[k].var && is_sized_inside(arena, par, output->values[k].var)) return false;
  }
  return true;
}
