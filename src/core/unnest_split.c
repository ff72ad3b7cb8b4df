// Splits of rows that differ in size. Only the numbers of the points are split; then the rows,
// which a map joins, are put in that order.
//
//   let (a, b, t, ys) = par (i < n) {        let (a, b, order, s, xs) = par (i < n) {
//     …                                        …
//     split 2 c (m, row)                       split 2 c i
//   }                                          map m
//                                 =>           map row
//                                            }
//                                            let (t, ys) = par (k < n) {
//                                              let at = index order[k]
//                                              let m2 = index s[at]
//                                              let (m3, row3) = index xs[at]
//                                              let row2: [m2]f64 = coerce row3
//                                              map m2
//                                              map row2
//                                            }
#include "core/unnest_internal.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/type.h"

// Is a size of one of its values another one of its values?
static bool is_sized_split(const Output *output) {
  for (size_t i = 0; mode_has(output->mode, TRAIT_SORTS) && i < output->value_count; i++) {
    const Type *type = atom_type(output->values[i]);
    for (size_t k = 0; k < type->rank; k++)
      for (size_t j = 0; j < output->value_count && type->dims[k].var; j++)
        if (output->values[j].var == type->dims[k].var) return true;
  }
  return false;
}

static bool has_sized_split(const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (is_sized_split(&thunk->outputs[i])) return true;
  return false;
}

bool unnest_has_sized_splits(const Par *par) {
  return has_sized_split(&par->body) || has_sized_split(&par->epilogue);
}

// A split that is taken apart: where its order and the unsplit values are among the new results.
typedef struct Sorted {
  const Output *output;
  size_t first_old; // its first value among the old results
  size_t order;     // among the new results
  size_t first_new; // its first unsplit value among the new results
  bool is_early;    // it is in the body, and an epilogue follows
} Sorted;

typedef struct Taking {
  Program *program;
  const Par *old;
  Par *par; // what it becomes
  Vec(Sorted) sorted;
  Vars vars; // the new results, NULL where they have no name yet
} Taking;

// The same split, of this value.
static Output split_of(Taking *taking, const Output *model, Atom value) {
  Output output = *model;
  output.values = arena_make(taking->program->arena, Atom);
  *output.values = value;
  output.value_count = 1;
  return output;
}

// Splits the numbers of the points instead. Returns how many old results the thunk had.
static size_t take_apart(Taking *taking, const Thunk *old, Var *const *results, size_t taken,
                         Thunk *thunk) {
  Arena *arena = taking->program->arena;
  thunk->outputs = arena_array(arena, Output, old->output_count + 1);
  for (size_t i = 0; i < old->output_count; i++) {
    const Output *output = &old->outputs[i];
    size_t count = par_result_count(taking->old, output);
    thunk->outputs[i] = *output;
    if (!is_sized_split(output)) {
      vec_append(arena, &taking->vars, results + taken, count);
    } else {
      vec_append(arena, &taking->vars, results + taken, output->class_count);
      vec_push(arena, &taking->sorted,
               ((Sorted){.output = output,
                         .first_old = taken + output->class_count,
                         .order = taking->vars.count,
                         .is_early = taking->old->has_epilogue && old == &taking->old->body}));
      thunk->outputs[i] = split_of(taking, output, atom_var(taking->old->indices[0]));
      vec_push(arena, &taking->vars, NULL);
    }
    taken += count;
  }
  return taken;
}

static bool is_size_of_another(const Output *output, const Var *var) {
  for (size_t i = 0; i < output->value_count; i++) {
    const Type *type = atom_type(output->values[i]);
    for (size_t k = 0; k < type->rank; k++)
      if (type->dims[k].var == var) return true;
  }
  return false;
}

// What the body gave, for a map in the epilogue, which may have consumed it by then. Lengths keep
// their name: the others are of their size.
static Atom early_value(Taking *taking, const Output *output, Atom value, Builder *body) {
  if (!value.var || value.var->type->kind != TYPE_ARRAY) return value;
  if (is_size_of_another(output, value.var)) return value;
  return atom_var(build_let(body, value.var->name, exp_new(taking->program, OP_COPY, &value, 1)));
}

// Maps the values that were split. These outputs come last, in the thunk that comes last, so that
// the old results keep their types: a size that several maps give is the first one's.
static void add_maps(Taking *taking, Span span) {
  Arena *arena = taking->program->arena;
  Par *par = taking->par;
  Thunk *thunk = par->has_epilogue ? &par->epilogue : &par->body;
  par->body.stms = (Stms){0};
  vec_append(arena, &par->body.stms, taking->old->body.stms.data, taking->old->body.stms.count);
  Builder body = builder_new(taking->program, &par->body.stms, span);
  Vec(Output) outputs = {0};
  vec_append(arena, &outputs, thunk->outputs, thunk->output_count);
  for (size_t i = 0; i < taking->sorted.count; i++) {
    Sorted *sorted = &taking->sorted.data[i];
    const Output *output = sorted->output;
    sorted->first_new = taking->vars.count;
    for (size_t k = 0; k < output->value_count; k++) {
      Atom value = output->values[k];
      if (sorted->is_early) value = early_value(taking, output, value, &body);
      vec_push(arena, &outputs, output_map_of(taking->program, value, output->span));
      vec_push(arena, &taking->vars, NULL);
    }
  }
  thunk->outputs = outputs.data;
  thunk->output_count = outputs.count;
}

static bool is_bound_in(const Par *par, const Var *var) {
  bool is_inside = var == par->indices[0] || stms_bind(&par->body.stms, var) ||
                   stms_bind(&par->epilogue.stms, var);
  for (size_t i = 0; i < par->consumed_count; i++)
    is_inside |= par->consumed[i].inside == var;
  for (size_t i = 0; i < par->scan_param_count; i++)
    is_inside |= par->scan_params[i] == var;
  return is_inside;
}

// The values in the order of the split. A size from outside stays what it is.
static void put_in_order(Taking *taking, const Sorted *sorted, const Stm *stm, Builder *outer) {
  Program *program = taking->program;
  const Output *output = sorted->output;
  Var *number = var_like(program, taking->old->indices[0], type_scalar(SCALAR_I64));
  Par *par = par_new_at(program, taking->old->level, taking->old->space[0], number);
  Builder builder = builder_new(program, &par->body.stms, stm->span);
  Var *const *vars = taking->vars.data + sorted->first_new;
  Var *order = taking->vars.data[sorted->order];
  Atom index = atom_var(number);
  Atom at = atom_var(build_index(&builder, "at", order, &index, 1));
  par->body.output_count = output->value_count;
  par->body.outputs = arena_array(program->arena, Output, output->value_count);
  Subst *subst = subst_new(program);
  for (size_t i = 0; i < output->value_count; i++) {
    Stm *read = build_infer(&builder, "row", exp_index(program, vars[i], &at, 1));
    Var *row = read->vars[read->var_count - 1];
    const Type *type = subst_type(subst, atom_type(output->values[i]));
    if (!type_equal(row->type, type)) {
      Atom operand = atom_var(row);
      row = var_like(program, row, type);
      build_stm(&builder, exp_new(program, OP_COERCE, &operand, 1), &row, 1);
    }
    if (output->values[i].var && is_bound_in(taking->old, output->values[i].var))
      subst_add(subst, output->values[i].var, atom_var(row));
    par->body.outputs[i] = output_map_of(taking->program, atom_var(row), output->span);
  }
  build_stm(outer, exp_par(program, par), stm->vars + sorted->first_old, output->value_count);
}

bool unnest_splits(Unnester *unnester, const Stm *stm) {
  Program *program = unnester->program;
  const Par *old = stm->exp->as.par;
  if (!unnest_has_sized_splits(old)) return false;
  Par *par = arena_make(program->arena, Par);
  *par = *old;
  Taking taking = {.program = program, .old = old, .par = par};
  size_t taken = take_apart(&taking, &old->body, stm->vars, 0, &par->body);
  (void)take_apart(&taking, &old->epilogue, stm->vars, taken, &par->epilogue);
  add_maps(&taking, stm->span);
  Exp *exp = exp_par(program, par);
  Signature signature;
  StrBuf why = {0};
  if (!exp_infer(program, exp, NULL, 0, &signature, &why))
    INTERNAL_ERROR("unnest took a split apart: %s", strbuf_text(&why));
  strbuf_free(&why);
  for (size_t i = 0; i < taking.vars.count; i++)
    if (!taking.vars.data[i]) taking.vars.data[i] = var_new(program, "rows", NULL, stm->span);
  signature_name(program, &signature, taking.vars.data);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  build_stm(&builder, exp, taking.vars.data, taking.vars.count)->attrs = stm->attrs;
  for (size_t i = 0; i < taking.sorted.count; i++)
    put_in_order(&taking, &taking.sorted.data[i], stm, &builder);
  unnest_stms(unnester, &stms);
  return true;
}
