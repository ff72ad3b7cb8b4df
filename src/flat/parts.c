// parts: pars that no kernel of a device runs whole are taken apart.
//
// Takes and gives   Flat. Changes the program in place. For targets with a device, where one thread
//                   would run such a par; others run it as it is.
// Cost              linear in the size of the program.
//
//   an epilogue that accumulates, or gives    is a par of its own, after that of the scan
//   rows of any length
//   a reduction or scan beside such rows      is a par of its own
//   rows of any length that are kept          kept are the indices; then a map makes the rows of
//   or split                                  these, as it does all rows
//   a split into many classes                 goes digit by digit (classes.c)
//
//   let (m: i64, s: [m]i64, rows: [m][s]f32) = par@grid (i < n) { S  keep c (k, row) }
//     becomes
//   let (m: i64, is: [m]i64) = par@grid (i < n) { S  keep c i }
//   let (s: [m]i64, rows: [m][s]f32) = par@grid (j < m) { i = index is[j]  S  map k  map row }
//
// The parts of S that only one of them needs disappear from the other with the next simplification.
#include "flat/parts.h"

#include "flat/flat.h"
#include "flat/flat_internal.h"
#include "ir/par.h"
#include "ir/plan.h"

static bool accumulates(const Output *output) { return mode_has(output->mode, TRAIT_ACCUMULATES); }

static bool selects(const Output *output) { return mode_has(output->mode, TRAIT_SELECTS); }

// Is one of these results an array of rows of any length?
static bool has_free_rows(Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (type_is_irregular(vars[i]->type)) return true;
  return false;
}

// The results of an output of the body.
static Var *const *results_of(const Stm *stm, size_t output) {
  const Par *par = stm->exp->as.par;
  size_t at = 0;
  for (size_t i = 0; i < output; i++)
    at += par_result_count(par, &par->body.outputs[i]);
  return stm->vars + at;
}

static bool gives_free_rows(const Stm *stm, size_t output) {
  const Par *par = stm->exp->as.par;
  return has_free_rows(results_of(stm, output), par_result_count(par, &par->body.outputs[output]));
}

// ---- Rows that are kept ----

// The first output that keeps or splits rows of any length; the count of outputs when none does.
static size_t find_kept_rows(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  size_t i = 0;
  while (i < par->body.output_count && !(selects(&par->body.outputs[i]) && gives_free_rows(stm, i)))
    i++;
  return i;
}

// The map that makes the rows of the points whose indices were kept.
static void build_rows(Program *program, const Stm *stm, const Output *output, Var *indices,
                       Dim count, Var *const *results, Stms *out) {
  const Par *model = stm->exp->as.par;
  Var *index = var_like(program, model->indices[0], model->indices[0]->type);
  Par *par = par_new_at(program, model->level, count, index);
  Builder inside = builder_new(program, &par->body.stms, stm->span);
  Atom at = atom_var(index);
  Subst *subst = subst_new(program);
  subst_add(subst, model->indices[0], atom_var(build_index(&inside, "at", indices, &at, 1)));
  for (size_t i = 0; i < model->body.stms.count; i++)
    vec_push(program->arena, &par->body.stms, rename_stm(program, model->body.stms.data[i], subst));
  Atom *values = arena_array(program->arena, Atom, output->value_count);
  for (size_t i = 0; i < output->value_count; i++)
    values[i] = subst_atom(subst, output->values[i]);
  thunk_give_maps(program, &par->body, values, output->value_count, output->span);
  Builder host = builder_new(program, out, stm->span);
  host.certs = stm->certs;
  host.cert_count = stm->cert_count;
  build_stm(&host, exp_par(program, par), results, output->value_count);
}

// The same par with an output that selects indices, and its results.
static Stm *with_indices(Program *program, const Stm *stm, size_t number, Var *indices) {
  const Par *par = stm->exp->as.par;
  const Output *output = &par->body.outputs[number];
  size_t counts = par_result_count(par, output) - output->value_count;
  size_t before = (size_t)(results_of(stm, number) - stm->vars), count = 0;
  Par *made = arena_make(program->arena, Par);
  *made = *par;
  made->body.outputs = arena_array(program->arena, Output, par->body.output_count);
  for (size_t i = 0; i < par->body.output_count; i++)
    made->body.outputs[i] = par->body.outputs[i];
  Atom *index = arena_make(program->arena, Atom);
  *index = atom_var(par->indices[0]);
  made->body.outputs[number].values = index;
  made->body.outputs[number].value_count = 1;
  Stm *copy = arena_make(program->arena, Stm);
  *copy = *stm;
  copy->vars = arena_array(program->arena, Var *, stm->var_count + 1);
  for (size_t i = 0; i < stm->var_count; i++) {
    bool is_row = i >= before + counts && i < before + counts + output->value_count;
    if (i == before + counts) copy->vars[count++] = indices;
    if (!is_row) copy->vars[count++] = stm->vars[i];
  }
  copy->var_count = count;
  copy->exp = exp_par(program, made);
  return copy;
}

static void split_kept_rows(Program *program, const Stm *stm, size_t number, Stms *out) {
  const Par *par = stm->exp->as.par;
  const Output *output = &par->body.outputs[number];
  Var *const *results = results_of(stm, number);
  size_t counts = par_result_count(par, output) - output->value_count;
  bool is_keep = mode_has(output->mode, TRAIT_DROPS);
  Dim *count = arena_make(program->arena, Dim);
  *count = is_keep ? dim_atom(atom_var(results[0])) : par->space[0];
  const Type *type = type_array(program, SCALAR_I64, 1, count);
  Var *indices = var_new(program, "kept", type, stm->span);
  vec_push(program->arena, out, with_indices(program, stm, number, indices));
  build_rows(program, stm, output, indices, *count, results + counts, out);
}

// ---- Which ----

// Is there anything in the epilogue that a kernel cannot do when it has its prefixes?
static bool has_late_work(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  size_t at = 0;
  if (!par->has_epilogue) return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    at += par_result_count(par, &par->body.outputs[i]);
  if (has_free_rows(stm->vars + at, stm->var_count - at)) return true;
  for (size_t i = 0; i < par->epilogue.output_count; i++)
    if (accumulates(&par->epilogue.outputs[i])) return true;
  return false;
}

// Are rows of any length beside what is accumulated?
static bool has_rows_beside(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  bool has_one = false;
  for (size_t i = 0; i < par->body.output_count; i++)
    has_one = has_one || accumulates(&par->body.outputs[i]);
  return has_one && !par->has_epilogue && has_free_rows(stm->vars, stm->var_count);
}

static size_t count_many_classes(const Par *par) {
  size_t count = 0;
  for (size_t i = 0; i < par->body.output_count; i++)
    count += parts_has_many_classes(&par->body.outputs[i]);
  return count;
}

// Takes the par apart by the first rule that holds, and what comes out by the others.
static void take_apart(Program *program, Stm *stm, Stms *out) {
  Flattener flattener = {.program = program};
  const Par *par = stm->exp->as.par;
  Stms parts = {0};
  bool can_part = par->consumed_count == 0 && split_is_possible(program->arena, par);
  if (has_late_work(stm) && can_part)
    split_epilogue(&flattener, stm, &parts);
  else if (par->consumed_count + par->acc_count == 0 && !par->has_epilogue &&
           find_kept_rows(stm) < par->body.output_count)
    split_kept_rows(program, stm, find_kept_rows(stm), &parts);
  else if (has_rows_beside(stm) && can_part)
    split_outputs(&flattener, stm, accumulates, &parts);
  else if (count_many_classes(par) > 0 && par->body.output_count > 1 && !par->has_epilogue &&
           can_part)
    split_outputs(&flattener, stm, parts_has_many_classes, &parts);
  else if (count_many_classes(par) == 1 && par->body.output_count == 1 && !par->has_epilogue)
    split_by_digits(program, stm, out);
  else
    vec_push(program->arena, out, stm);
  for (size_t i = 0; i < parts.count; i++)
    take_apart(program, parts.data[i], out);
}

static bool parts_stm(Mapper *mapper, Stm *stm, Stms *out) {
  if (stm->exp->op != OP_PAR) return false;
  const Par *par = stm->exp->as.par;
  if (par->level != PAR_GRID || par->rank != 1 || dim_is_varying(par->space[0])) return false;
  if (par_has_blocks(par)) return false;
  take_apart(mapper->program, stm, out);
  return true;
}

static Program *parts_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Mapper mapper = {.program = program, .stm = parts_stm};
  map_program(&mapper, program);
  return program;
}

const Pass pass_parts = {.name = "parts",
                         .purpose = "take apart what no kernel runs whole",
                         .from = LEVEL_FLAT,
                         .to = LEVEL_FLAT,
                         .is_for_device = true,
                         .run = parts_run};
