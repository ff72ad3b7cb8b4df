// Pars and accumulators over irregular arrays.
//
// What a par gives of values with a size of its own stays irregular, as a join, and is reshaped at
// once. Where the value is irregular itself, its elements are joined; how many there are leaves the
// par as a size too.
#include "core/unnest_internal.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/type.h"

// ---- Writes ----

static bool is_common_space(const Type *const *types, size_t count, size_t rank) {
  for (size_t i = 1; i < count; i++)
    for (size_t k = 0; k < rank; k++)
      if (!dim_equal(types[i]->dims[k], types[0]->dims[k])) return false;
  return true;
}

// The destinations' common leading dimensions become one.
static bool has_common_space(Unnester *unnester, const Type *const *types, size_t count,
                             size_t rank) {
  if (is_common_space(types, count, rank)) return true;
  unnest_refuse(unnester, "an operator cannot combine elements of irregular arrays of different "
                          "shapes: they have no position in common");
  return false;
}

static const Type **types_of(Unnester *unnester, const Atom *atoms, size_t count) {
  const Type **types = arena_array(unnester->program->arena, const Type *, count);
  for (size_t i = 0; i < count; i++)
    types[i] = atom_type(atoms[i]);
  return types;
}

static bool has_nested_atom(const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (unnest_is_nested(atom_type(atoms[i]))) return true;
  return false;
}

static Atom *collapse_all(Unnester *unnester, const Atom *atoms, size_t count, size_t rank) {
  Atom *collapsed = arena_array(unnester->program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    collapsed[i] = atom_var(collapse(unnester, atoms[i].var, rank));
  return collapsed;
}

// ---- Outputs ----

// The outputs of the new par, and for each of its results the old one that it stands for, or NULL.
typedef struct UnnestOutputs {
  Vec(Output) outputs;
  Vars olds;
} UnnestOutputs;

// A `put` into irregular arrays of different shapes is one for each of them: an index is another
// position in each.
static Thunk separate_puts(Unnester *unnester, const Thunk *thunk) {
  Arena *arena = unnester->program->arena;
  Thunk separated = *thunk;
  Vec(Output) outputs = {0};
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    const Type **types = mode_has(output->mode, TRAIT_REPLACES)
                             ? types_of(unnester, output->dests, output->value_count)
                             : NULL;
    if (!types || !has_nested_atom(output->dests, output->value_count) ||
        is_common_space(types, output->value_count, output->index_count)) {
      vec_push(arena, &outputs, *output);
      continue;
    }
    for (size_t k = 0; k < output->value_count; k++) {
      Output one = *output;
      one.value_count = 1;
      one.dests += k;
      one.values += k;
      vec_push(arena, &outputs, one);
    }
  }
  separated.outputs = outputs.data;
  separated.output_count = outputs.count;
  return separated;
}

// What the outputs take from around the par.
static void output_outside(Unnester *unnester, const Output *old, Output *output) {
  *output = *old;
  output->op = unnest_lambda(unnester, old->op);
  if (old->neutral) output->neutral = unnest_atoms(unnester, old->neutral, old->value_count);
  if (!old->dests || !has_nested_atom(old->dests, old->value_count)) return;
  const Type **types = types_of(unnester, old->dests, old->value_count);
  if (has_common_space(unnester, types, old->value_count, old->index_count))
    output->dests = collapse_all(unnester, old->dests, old->value_count, old->index_count);
}

static Output *outputs_outside(Unnester *unnester, const Thunk *thunk) {
  Output *outputs = arena_array(unnester->program->arena, Output, thunk->output_count);
  for (size_t i = 0; i < thunk->output_count; i++)
    output_outside(unnester, &thunk->outputs[i], &outputs[i]);
  return outputs;
}

typedef struct Inside {
  Unnester *unnester;
  const Stms *stms[2]; // of the thunk and of the epilogue
} Inside;

static bool is_bound_inside(const Inside *inside, const Var *var) {
  return stms_bind(inside->stms[0], var) || (inside->stms[1] && stms_bind(inside->stms[1], var));
}

static bool is_among(const Atoms *atoms, const Var *var) {
  for (size_t i = 0; i < atoms->count; i++)
    if (atoms->data[i].var == var) return true;
  return false;
}

// The value's elements; in front of them, when only known inside and not given already, how many.
static void add_value(const Inside *inside, Atom value, Var *old, Atoms *values, Vars *olds,
                      const Atoms *given) {
  Unnester *unnester = inside->unnester;
  Arena *arena = unnester->program->arena;
  Atom elements = unnest_atom(unnester, value);
  Var *size = unnest_is_nested(atom_type(value)) ? atom_type(elements)->dims[0].var : NULL;
  if (size && is_bound_inside(inside, size) && !is_among(values, size) &&
      !(given && is_among(given, size))) {
    vec_push(arena, values, atom_var(size));
    vec_push(arena, olds, NULL);
  }
  vec_push(arena, values, elements);
  vec_push(arena, olds, old);
}

static void add_map(const Inside *inside, const Output *old, Var *result, UnnestOutputs *outputs,
                    Atoms *given) {
  Arena *arena = inside->unnester->program->arena;
  Atoms values = {0};
  add_value(inside, old->values[0], result, &values, &outputs->olds, given);
  vec_append(arena, given, values.data, values.count);
  for (size_t i = 0; i < values.count; i++) {
    Output output = *old;
    output.values = values.data + i;
    vec_push(arena, &outputs->outputs, output);
  }
}

// The index of a write into irregular destinations is one number.
static void add_write(const Inside *inside, const Output *old, Output output, Var *const *results,
                      UnnestOutputs *outputs) {
  Unnester *unnester = inside->unnester;
  Arena *arena = unnester->program->arena;
  output.values = unnest_atoms(unnester, old->values, old->value_count);
  if (has_nested_atom(old->dests, old->value_count)) {
    output.indices = arena_make(arena, Atom);
    *output.indices =
        position_within(unnester, atom_type(old->dests[0])->dims, old->index_count, old->indices);
    output.index_count = 1;
  }
  vec_push(arena, &outputs->outputs, output);
  vec_append(arena, &outputs->olds, results, old->value_count);
}

static void add_output(const Inside *inside, const Par *par, const Output *old,
                       const Output *outside, Var *const *results, UnnestOutputs *outputs,
                       Atoms *given) {
  Unnester *unnester = inside->unnester;
  Arena *arena = unnester->program->arena;
  if (mode_has(old->mode, TRAIT_ELEMENTS)) {
    add_map(inside, old, results[0], outputs, given);
    return;
  }
  if (mode_has(old->mode, TRAIT_WRITES)) {
    add_write(inside, old, *outside, results, outputs);
    return;
  }
  Output output = *outside;
  size_t counts = output_count_results(old);
  vec_append(arena, &outputs->olds, results, counts);
  Atoms values = {0};
  Vars olds = {0};
  bool is_sized = mode_has(old->mode, TRAIT_SELECTS);
  bool has_results = par_result_count(par, old) > 0;
  for (size_t i = 0; i < old->value_count; i++) {
    if (is_sized) {
      add_value(inside, old->values[i], results[counts + i], &values, &olds, NULL);
      continue;
    }
    vec_push(arena, &values, unnest_atom(unnester, old->values[i]));
    if (has_results) vec_push(arena, &olds, results[i]);
  }
  output.values = values.data;
  output.value_count = values.count;
  vec_push(arena, &outputs->outputs, output);
  vec_append(arena, &outputs->olds, olds.data, olds.count);
}

// The outputs of a thunk; returns how many results of the statement they had.
static size_t add_outputs(const Inside *inside, const Par *par, const Thunk *old,
                          const Output *outside, Var *const *results, Thunk *thunk, Vars *olds,
                          Atoms *given) {
  UnnestOutputs outputs = {0};
  size_t taken = 0;
  for (size_t i = 0; i < old->output_count; i++) {
    add_output(inside, par, &old->outputs[i], &outside[i], results + taken, &outputs, given);
    taken += par_result_count(par, &old->outputs[i]);
  }
  thunk->outputs = outputs.outputs.data;
  thunk->output_count = outputs.outputs.count;
  vec_append(inside->unnester->program->arena, olds, outputs.olds.data, outputs.olds.count);
  return taken;
}

// ---- par ----

static Var *bind_inside(Unnester *unnester, Var *inside, const Type *type) {
  if (!unnest_is_nested(inside->type)) return inside;
  Var *bound = var_like(unnester->program, inside, type);
  elements_set(unnester, inside, bound);
  return bound;
}

static void unnest_inputs(Unnester *unnester, const Par *old, Par *par) {
  Arena *arena = unnester->program->arena;
  par->consumed = arena_array(arena, ParInput, old->consumed_count);
  for (size_t i = 0; i < old->consumed_count; i++) {
    par->consumed[i] = old->consumed[i];
    if (!unnest_is_nested(old->consumed[i].outside->type)) continue;
    par->consumed[i].outside = collapse(unnester, old->consumed[i].outside, old->rank);
    par->consumed[i].inside = bind_inside(unnester, old->consumed[i].inside,
                                          unnest_type(unnester, old->consumed[i].inside->type));
  }
  par->accs = arena_array(arena, ParInput, old->acc_count);
  for (size_t i = 0; i < old->acc_count; i++) {
    par->accs[i].outside = elements_of(unnester, old->accs[i].outside);
    par->accs[i].inside = bind_inside(unnester, old->accs[i].inside, par->accs[i].outside->type);
  }
}

static void unnest_scan_params(Unnester *unnester, const Par *old, Par *par) {
  par->scan_params = arena_array(unnester->program->arena, Var *, old->scan_param_count);
  for (size_t i = 0; i < old->scan_param_count; i++)
    par->scan_params[i] = bind_inside(unnester, old->scan_params[i],
                                      unnest_type(unnester, old->scan_params[i]->type));
}

// Binds the results: joins, and what is regular, are seen as the elements that they are.
static void bind_results(Unnester *unnester, const Stm *stm, Exp *exp, const Vars *olds) {
  Program *program = unnester->program;
  Signature signature;
  StrBuf why = {0};
  if (!exp_infer(program, exp, NULL, 0, &signature, &why))
    INTERNAL_ERROR("unnest built a wrong `%s`: %s", op_info(exp->op)->text, strbuf_text(&why));
  strbuf_free(&why);
  Var **vars = arena_array(program->arena, Var *, olds->count);
  for (size_t i = 0; i < olds->count; i++) {
    Var *old = olds->data[i];
    if (!old)
      vars[i] = var_new(program, "counts", NULL, stm->span);
    else
      vars[i] = unnest_is_nested(old->type) ? var_like(program, old, NULL) : old;
  }
  signature_name(program, &signature, vars);
  build_stm(&unnester->builder, exp, vars, olds->count)->attrs = stm->attrs;
  for (size_t i = 0; i < olds->count; i++) {
    Var *old = olds->data[i];
    if (!old || vars[i] == old) continue;
    if (old->type->kind == TYPE_ACC)
      elements_set(unnester, old, vars[i]);
    else
      bind_elements(unnester, old, vars[i]);
  }
}

void unnest_par(Unnester *unnester, const Stm *stm) {
  if (unnest_splits(unnester, stm)) return;
  Par separated = *stm->exp->as.par, *old = &separated;
  old->body = separate_puts(unnester, &old->body);
  if (old->has_epilogue) old->epilogue = separate_puts(unnester, &old->epilogue);
  Par *par = arena_make(unnester->program->arena, Par);
  *par = *old;
  Output *outside = outputs_outside(unnester, &old->body);
  Output *outside_last = old->has_epilogue ? outputs_outside(unnester, &old->epilogue) : NULL;
  unnest_inputs(unnester, old, par);
  unnest_scan_params(unnester, old, par);
  Block block;
  block_open(unnester, &block);
  unnest_stms(unnester, &old->body.stms);
  Inside inside = {.unnester = unnester, .stms = {&block.stms, NULL}};
  Vars olds = {0};
  Atoms given = {0};
  size_t taken =
      add_outputs(&inside, old, &old->body, outside, stm->vars, &par->body, &olds, &given);
  par->body.stms = block.stms;
  if (old->has_epilogue) {
    Stms stms = {0};
    unnester->builder.stms = &stms;
    unnest_stms(unnester, &old->epilogue.stms);
    inside.stms[1] = &stms;
    add_outputs(&inside, old, &old->epilogue, outside_last, stm->vars + taken, &par->epilogue,
                &olds, &given);
    par->epilogue.stms = stms;
  }
  block_close(unnester, &block);
  bind_results(unnester, stm, exp_par(unnester->program, par), &olds);
}

// ---- Accumulators ----

static void unnest_decl(Unnester *unnester, const AccDecl *old, AccDecl *decl) {
  *decl = *old;
  decl->op = unnest_lambda(unnester, old->op);
  if (old->neutral) decl->neutral = unnest_atoms(unnester, old->neutral, old->dest_count);
  const Type *type = old->param->type;
  if (!unnest_is_nested(type) ||
      !has_common_space(unnester, type->acc_types, type->acc_count, type->acc_rank))
    return;
  decl->dests = collapse_all(unnester, old->dests, old->dest_count, type->acc_rank);
  // The destinations may know their totals by older names than the shape does here.
  const Type **types = types_of(unnester, decl->dests, old->dest_count);
  decl->param =
      bind_inside(unnester, old->param, type_acc(unnester->program, old->dest_count, types, 1));
}

void unnest_with_acc(Unnester *unnester, const Stm *stm) {
  Program *program = unnester->program;
  const WithAcc *old = stm->exp->as.with_acc;
  WithAcc *with_acc = arena_make(program->arena, WithAcc);
  *with_acc = *old;
  with_acc->accs = arena_array(program->arena, AccDecl, old->acc_count);
  for (size_t i = 0; i < old->acc_count; i++)
    unnest_decl(unnester, &old->accs[i], &with_acc->accs[i]);
  if (unnester->has_failed) return;
  Block block;
  block_open(unnester, &block);
  unnest_stms(unnester, &old->body->stms);
  Atoms results = {0};
  Vars olds = {0};
  size_t dest_count = 0;
  for (size_t i = 0; i < old->acc_count; i++)
    dest_count += old->accs[i].dest_count;
  vec_append(program->arena, &olds, stm->vars, dest_count);
  for (size_t i = 0; i < old->acc_count; i++)
    vec_push(program->arena, &results, unnest_atom(unnester, old->body->results[i]));
  Inside inside = {.unnester = unnester, .stms = {&block.stms, NULL}};
  for (size_t i = old->acc_count; i < old->body->result_count; i++)
    add_value(&inside, old->body->results[i], stm->vars[dest_count + i - old->acc_count], &results,
              &olds, NULL);
  block_close(unnester, &block);
  with_acc->body = body_new(program, block.stms, results.data, results.count);
  bind_results(unnester, stm, exp_with_acc(program, with_acc), &olds);
}

void unnest_acc_update(Unnester *unnester, const Stm *stm) {
  Program *program = unnester->program;
  const Exp *old = stm->exp;
  const Type *type = atom_type(old->args[0]);
  Atoms args = {0};
  vec_push(program->arena, &args, unnest_atom(unnester, old->args[0]));
  if (unnest_is_nested(type)) {
    vec_push(program->arena, &args,
             position_within(unnester, type->acc_types[0]->dims, type->acc_rank, old->args + 1));
  } else {
    vec_append(program->arena, &args, old->args + 1, type->acc_rank);
  }
  for (size_t i = 1 + type->acc_rank; i < old->arg_count; i++)
    vec_push(program->arena, &args, unnest_atom(unnester, old->args[i]));
  Exp *exp = exp_new(program, OP_ACC_UPDATE, args.data, args.count);
  Var *result = stm->vars[0];
  if (unnest_is_nested(type)) {
    result = var_like(program, result, atom_type(args.data[0]));
    elements_set(unnester, stm->vars[0], result);
  }
  build_stm(&unnester->builder, exp, &result, 1);
}
