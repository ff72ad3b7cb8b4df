// A filter of rows inside a point: by their numbers.
//
//   let (k, ms: [k]i64, rows: [k][ms]t) =        let (k, numbers: [k]i64) =
//     par@thread (i < n) {                         par@thread (i < n) { S; keep c i }
//       S                                        let (ms: [k]i64, rows: [k][ms]t) =
//       keep c (m, row)                            par@thread (j < k) {
//     }                                              let i: i64 = index numbers[j]
//                                                    what m and row need of S
//                                                    map m  map row
//                                                  }
//
// Both are pars that can be lifted. The filter itself cannot: it would stay in the point and, since
// an irregular array cannot be stored there, run again for everything that asks for a row. The rows
// are made once more; most are views of others. Loops do not run twice, and calls are not made
// twice: a function that calls itself would do so at every depth.
#include "flat/flatten.h"
#include "ir/par.h"

static bool keeps_rows(const Lift *lift, const Output *output) {
  if (!mode_has(output->mode, TRAIT_DROPS)) return false;
  for (size_t i = 0; i < output->value_count; i++) {
    const Type *type = atom_type(output->values[i]);
    if (type_is_array(type) && flatten_is_sized_inside(lift, type)) return true;
  }
  return false;
}

static bool find_costly(Walker *walker, Stm *stm) {
  bool *is_found = walker->context;
  *is_found = *is_found || stm->exp->op == OP_CALL || stm->exp->op == OP_LOOP;
  return !*is_found;
}

static bool is_costly(Stm *stm) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = find_costly};
  walk_stm(&walker, stm);
  return is_found;
}

// Which statements of the par do the values of the output need? False when one has a call or a
// loop.
static bool find_needed(const Lift *lift, const Par *par, const Output *output, bool *is_needed) {
  Arena *arena = lift->program->arena;
  VarSet needed = varset_new(arena);
  for (size_t i = 0; i < output->value_count; i++)
    if (output->values[i].var) varset_add(&needed, output->values[i].var);
  for (size_t i = par->body.stms.count; i > 0; i--) {
    Stm *stm = par->body.stms.data[i - 1];
    for (size_t k = 0; k < stm->var_count; k++)
      is_needed[i - 1] = is_needed[i - 1] || varset_has(&needed, stm->vars[k]);
    if (!is_needed[i - 1]) continue;
    if (is_costly(stm)) return false;
    VarSet used = free_vars_stm(arena, stm);
    Var *var = NULL;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      varset_add(&needed, var);
  }
  return true;
}

static bool *needed_new(const Lift *lift, const Par *par) {
  return arena_array(lift->program->arena, bool, par->body.stms.count + 1);
}

bool flatten_is_row_filter(const Lift *lift, const Stm *stm) {
  if (stm->exp->op != OP_PAR) return false;
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue || par->acc_count > 0 || par->consumed_count > 0)
    return false;
  bool is_found = false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!keeps_rows(lift, output)) continue;
    if (!find_needed(lift, par, output, needed_new(lift, par))) return false;
    is_found = true;
  }
  return is_found;
}

// The rows with these numbers.
static void build_rows(Lift *lift, Builder *builder, const Par *from, const Output *output,
                       Var *numbers, Var *const *results) {
  Program *program = lift->program;
  Par *par = par_new(program, from->level, numbers->type->dims, 1, "j", builder->span);
  Builder inside = builder_new(program, &par->body.stms, builder->span);
  Subst *subst = subst_new(program);
  Atom at = atom_var(par->indices[0]);
  subst_add(subst, from->indices[0], atom_var(build_index(&inside, "i", numbers, &at, 1)));
  bool *is_needed = needed_new(lift, from);
  (void)find_needed(lift, from, output, is_needed);
  for (size_t i = 0; i < from->body.stms.count; i++)
    if (is_needed[i])
      vec_push(program->arena, &par->body.stms,
               rename_stm(program, from->body.stms.data[i], subst));
  Atom *values = arena_array(program->arena, Atom, output->value_count);
  for (size_t i = 0; i < output->value_count; i++)
    values[i] = subst_atom(subst, output->values[i]);
  thunk_give_maps(program, &par->body, values, output->value_count, output->span);
  build_stm(builder, exp_par(program, par), results, output->value_count);
}

Stms split_row_filter(Lift *lift, const Stm *stm) {
  Program *program = lift->program;
  const Par *from = stm->exp->as.par;
  Par *par = arena_make(program->arena, Par);
  *par = *from;
  par->body.outputs = arena_array(program->arena, Output, from->body.output_count);
  Stms made = {0};
  Vars results = {0};
  Vec(Var *) numbers = {0};
  for (size_t i = 0, first = 0; i < from->body.output_count; i++) {
    const Output *output = &from->body.outputs[i];
    size_t count = par_result_count(from, output);
    par->body.outputs[i] = *output;
    if (keeps_rows(lift, output)) {
      Atom *index = arena_make(program->arena, Atom);
      *index = atom_var(from->indices[0]);
      par->body.outputs[i].values = index;
      par->body.outputs[i].value_count = 1;
      Var *kept = stm->vars[first];
      Dim dim = dim_var(kept);
      Var *number =
          var_new(program, "numbers", type_array(program, SCALAR_I64, 1, &dim), stm->span);
      vec_push(program->arena, &results, kept);
      vec_push(program->arena, &results, number);
      vec_push(program->arena, &numbers, number);
    } else {
      vec_append(program->arena, &results, stm->vars + first, count);
    }
    first += count;
  }
  Builder builder = builder_new(program, &made, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  build_stm(&builder, exp_par(program, par), results.data, results.count);
  for (size_t i = 0, first = 0, k = 0; i < from->body.output_count; i++) {
    const Output *output = &from->body.outputs[i];
    if (keeps_rows(lift, output))
      build_rows(lift, &builder, from, output, numbers.data[k++], stm->vars + first + 1);
    first += par_result_count(from, output);
  }
  return made;
}
