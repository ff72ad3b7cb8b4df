// A par inside a point: its points are points of the host, one dimension more.
//
//   par@grid (i < n) { S; let y = par@thread (j < m) { T; reduce (op; ne) t }; map y }
//     becomes
//   d = seg_make ms;  ys = par@grid (i < n, j < d) { S; T; reduce (op; ne) t }
//
// where ms holds the sizes m of all points: an array that was there already, or what a par over
// (i < n) gives. Later statements of the body see `index ys[i]`.
//
// It stays a loop inside the point when its operator or neutral element depends on the point, when
// it writes rows, or keeps rows whose size depends on the point and that flatten_keep.c leaves.
#include "flat/flatten.h"
#include "ir/par.h"
#include "ir/rules.h"

// ---- Whether it can be done ----

static bool uses_inside(const Lift *lift, const VarSet *used) {
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(used, &cursor, &var);)
    if (flatten_is_at_point(lift, var)) return true;
  return false;
}

// Are all arrays that are written to of one shape?
static bool have_one_shape(const Output *output) {
  for (size_t i = 1; i < output->value_count && output->dests; i++) {
    const Type *first = atom_type(output->dests[0]), *type = atom_type(output->dests[i]);
    if (type->rank != first->rank) return false;
    for (size_t k = 0; k < type->rank; k++)
      if (!dim_equal(type->dims[k], first->dims[k])) return false;
  }
  return true;
}

static bool can_lift_output(const Lift *lift, const Output *output) {
  if (!have_one_shape(output)) return false;
  if (output->op) {
    VarSet used = free_vars_lambda(lift->program->arena, output->op);
    if (uses_inside(lift, &used)) return false;
    for (size_t i = 0; i < output->value_count; i++)
      if (flatten_is_atom_at_point(lift, output->neutral[i])) return false;
  }
  for (size_t i = 0; i < output->value_count; i++) {
    const Type *type = atom_type(output->values[i]);
    if (mode_has(output->mode, TRAIT_ELEMENTS) || !type_is_array(type)) continue;
    if (output->dests || flatten_is_sized_inside(lift, type)) return false;
  }
  return true;
}

// Operators are written with their own variables, which are inside by name.
static bool can_lift_thunk(Lift *lift, const Thunk *thunk, bool is_epilogue) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (!can_lift_output(lift, output)) return false;
    for (size_t k = 0; k < output->value_count && is_epilogue; k++)
      if (flatten_is_sized_inside(lift, atom_type(output->values[k]))) return false;
  }
  return true;
}

bool flatten_can_lift_par(Lift *lift, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  return par->rank == 1 && can_lift_thunk(lift, &par->body, false) &&
         (!par->has_epilogue || can_lift_thunk(lift, &par->epilogue, true));
}

// ---- Arrays that are written to ----

// Does the statement only look at an array in another way?
static bool is_view(const Stm *stm) {
  return op_has(stm->exp->op, FLAG_VIEW) && stm->exp->op != OP_UPDATE && stm->var_count == 1 &&
         type_is_array(stm->vars[0]->type);
}

// What reads the host's array before it is written to, and is perhaps asked for later, is stored.
static void store_readers(Lift *lift, Context *context, Var *data) {
  VarSet views = varset_new(lift->program->arena);
  varset_add(&views, data);
  Vec(Stm *) readers = {0};
  for (size_t i = 0; i < context->prefix.count; i++) {
    Stm *stm = context->prefix.data[i];
    VarSet used = free_vars_stm(lift->program->arena, stm);
    bool reads = false;
    Var *var = NULL;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      reads = reads || varset_has(&views, var);
    if (!reads) continue;
    if (is_view(stm)) {
      for (size_t k = 0; k < stm->var_count; k++)
        varset_add(&views, stm->vars[k]);
    } else if (!flatten_is_unstorable(stm)) {
      vec_push(lift->program->arena, &readers, stm);
    }
  }
  if (readers.count > 0) store_stms(lift, context, readers.data, readers.count);
}

Rows *rows_to_write(Lift *lift, Context *context, Var *dest) {
  Rows *rows = rows_of(lift, context, dest);
  if (rows->is_owned) {
    store_readers(lift, context, rows->data);
    rows->is_owned = false;
    return rows;
  }
  Rows *own = arena_make(lift->program->arena, Rows);
  *own = *rows;
  Atom data = atom_var(rows->data);
  own->data = build_let(&lift->host, dest->name, exp_new(lift->program, OP_COPY, &data, 1));
  return own;
}

// ---- Outputs ----

typedef struct Giving {
  Lift *lift;
  Context *context;
  const Stm *stm;
  Emission emission;
  FlattenGiven *givens; // per result
  size_t *results;      // per result: the number of the emission's result + 1, or 0
  size_t emitted;       // results of the emission so far
  Vec(Output) epilogue;
} Giving;

static bool is_lifted(const Giving *giving) { return giving->context->kind == CONTEXT_INNER; }

// The host has the output already.
static bool give_directly(Giving *giving, const Output *output, size_t at) {
  Lift *lift = giving->lift;
  if (output->value_count == 0) return false;
  Atom value = output->values[0];
  FlattenGiven *given = &giving->givens[at];
  if (mode_has(output->mode, TRAIT_HANDS_ON)) {
    given->var = map_get(lift->accs, map_key(value.var));
    return given->var != NULL;
  }
  if (!mode_has(output->mode, TRAIT_ELEMENTS) || !value.var) return false;
  if (!type_is_array(value.var->type)) {
    Var *array = element_of(lift, giving->context, value);
    // Results of the root are named by others.
    if (!array || (!is_lifted(giving) && !made_take(lift, array))) return false;
    given->var = array;
    return true;
  }
  bool is_joined = flatten_is_sized_inside(lift, value.var->type);
  Rows *rows = is_joined ? rows_of(lift, giving->context, value.var)
                         : rows_known(lift, giving->context, value.var);
  if (!rows || (!is_joined && !rows->is_owned)) return false;
  given->var = rows->data;
  given->is_joined = is_joined;
  if (!rows->is_owned) {
    Atom data = atom_var(rows->data);
    given->var = build_let(&lift->host, value.var->name, exp_new(lift->program, OP_COPY, &data, 1));
  }
  rows->is_owned = false;
  made_add(lift, given->var);
  return true;
}

static void need_output(Giving *giving, const Output *output) {
  Emission *emission = &giving->emission;
  for (size_t i = 0; i < output->value_count; i++)
    emission_need(emission, output->values[i]);
  for (size_t i = 0; i < output->index_count; i++)
    emission_need(emission, output->indices[i]);
  emission_need(emission, output->selector);
}

// The sizes and offset of what is written to, at a point.
static void need_dests(Giving *giving, const Output *output, size_t at) {
  for (size_t i = 0; i < output->value_count && output->dests && is_lifted(giving); i++) {
    Var *dest = output->dests[i].var;
    giving->givens[at + i].written = rows_to_write(giving->lift, giving->context->parent, dest);
    for (size_t k = 0; k < dest->type->rank; k++)
      emission_need(&giving->emission, dim_size(dest->type->dims[k]));
    emission_need(&giving->emission, atom_var(giving->context->parent->pos));
  }
}

// Where a write goes in the elements of all points: -1 when it is out of range at its own point.
static Atom build_target(Giving *giving, Builder *builder, const Output *output, const Rows *rows) {
  Emission *emission = &giving->emission;
  const Type *type = output->dests[0].var->type;
  Atom pos = emission_atom(emission, atom_var(giving->context->parent->pos));
  Atom target = atom_i64(0), is_within = atom_bool(true);
  for (size_t i = 0; i < leading_rank(giving->lift, type); i++) {
    Atom index = emission_atom(emission, output->indices[i]);
    Atom size = emission_atom(emission, dim_size(type->dims[i]));
    Atom is_low = build_binary(builder, "is_low", OP_SLE, atom_i64(0), index);
    Atom is_high = build_binary(builder, "is_high", OP_SLT, index, size);
    is_within = build_binary(builder, "is_within", OP_AND, is_within, is_low);
    is_within = build_binary(builder, "is_within", OP_AND, is_within, is_high);
    target = build_binary(builder, "target", OP_MUL, target, size);
    target = build_binary(builder, "target", OP_ADD, target, index);
  }
  Atom offset = atom_var(build_index(builder, "offset", rows->segments->offsets, &pos, 1));
  target = build_binary(builder, "target", OP_ADD, target, offset);
  Atom args[3] = {is_within, target, atom_i64(-1)};
  return atom_var(build_let(builder, "target", exp_new(builder->program, OP_SELECT, args, 3)));
}

static void write_indices(Giving *giving, Builder *builder, const Output *output, Output *copy,
                          const Rows *rows) {
  const Type *type = output->dests[0].var->type;
  size_t leading = rows->segments ? leading_rank(giving->lift, type) : 0;
  copy->index_count = 1 + output->index_count - leading;
  copy->indices = arena_array(giving->lift->program->arena, Atom, copy->index_count);
  Atom pos = atom_var(giving->context->parent->pos);
  copy->indices[0] = rows->segments ? build_target(giving, builder, output, rows)
                                    : emission_atom(&giving->emission, pos);
  for (size_t i = leading; i < output->index_count; i++)
    copy->indices[1 + i - leading] = emission_atom(&giving->emission, output->indices[i]);
}

static Atom *emission_atoms(Emission *emission, const Atom *atoms, size_t count) {
  Atom *mapped = arena_array(emission->lift->program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    mapped[i] = emission_atom(emission, atoms[i]);
  return mapped;
}

// The output over all points. An emission has no results for scans that its epilogue takes.
static Output give_output(Giving *giving, Builder *builder, const Output *output, size_t at) {
  Program *program = giving->lift->program;
  Emission *emission = &giving->emission;
  Output copy = *output;
  copy.values = emission_atoms(emission, output->values, output->value_count);
  copy.selector = emission_atom(emission, output->selector);
  if (output->op) copy.op = rename_lambda(program, output->op, subst_new(program));
  if (output->dests && is_lifted(giving)) {
    copy.dests = arena_array(program->arena, Atom, output->value_count);
    for (size_t i = 0; i < output->value_count; i++)
      copy.dests[i] = atom_var(giving->givens[at + i].written->data);
    write_indices(giving, builder, output, &copy, giving->givens[at].written);
  } else {
    copy.indices = emission_atoms(emission, output->indices, output->index_count);
  }
  return copy;
}

// One thunk of the par; `at` is the number of its first result.
static size_t give_thunk(Giving *giving, const Thunk *thunk, Builder *builder, size_t at,
                         bool is_epilogue) {
  Arena *arena = giving->lift->program->arena;
  const Par *par = giving->stm->exp->as.par;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    size_t count = par_result_count(par, output);
    if (count == 0 || !giving->givens[at].var) {
      Output copy = give_output(giving, builder, output, at);
      if (is_epilogue)
        vec_push(arena, &giving->epilogue, copy);
      else
        vec_push(arena, &giving->emission.outputs, copy);
      for (size_t k = 0; k < count; k++)
        giving->results[at + k] = ++giving->emitted;
    }
    at += count;
  }
  return at;
}

static void give_epilogue(Giving *giving, size_t at) {
  Program *program = giving->lift->program;
  const Par *par = giving->stm->exp->as.par;
  Par *made = giving->emission.par;
  Subst *subst = giving->emission.subst;
  made->has_epilogue = true;
  made->scan_param_count = par->scan_param_count;
  made->scan_params = arena_array(program->arena, Var *, par->scan_param_count);
  for (size_t i = 0; i < par->scan_param_count; i++) {
    Var *param = par->scan_params[i];
    made->scan_params[i] = var_like(program, param, subst_type(subst, param->type));
    subst_add(subst, param, atom_var(made->scan_params[i]));
  }
  Builder builder = builder_new(program, &made->epilogue.stms, giving->lift->host.span);
  emission_add_stms(&giving->emission, &builder, &par->epilogue.stms);
  give_thunk(giving, &par->epilogue, &builder, at, true);
  made->epilogue.outputs = giving->epilogue.data;
  made->epilogue.output_count = giving->epilogue.count;
}

// What the emission gave, as it is known on the host from now on.
static void give_result(Giving *giving, const Output *output, size_t at, size_t first,
                        const Stm *made) {
  Lift *lift = giving->lift;
  FlattenGiven *given = &giving->givens[at];
  given->var = made->vars[giving->results[at] - 1];
  if (!is_lifted(giving) || !type_is_array(given->var->type)) return;
  bool is_count = at < first + output_count_results(output);
  if (mode_has(output->mode, TRAIT_TOTAL) || is_count || output->dests) return;
  if (!mode_has(output->mode, TRAIT_DROPS)) {
    given->var = host_flat(&giving->emission, given->var);
    return;
  }
  FlattenGiven *counts = &giving->givens[first];
  if (!counts->segments) counts->segments = segments_new(lift, counts->var);
  given->segments = counts->segments;
  given->var = host_merge(lift, given->var, 2, atom_var(given->segments->total));
}

static void give_results(Giving *giving, const Stm *made) {
  const Par *par = giving->stm->exp->as.par;
  for (size_t i = 0; i < giving->stm->var_count; i++) {
    if (giving->results[i] == 0) continue;
    size_t first = 0;
    const Output *output = par_output_at(par, i, &first);
    give_result(giving, output, i, first, made);
  }
}

static size_t plan_thunk(Giving *giving, const Thunk *thunk, size_t at, bool is_epilogue) {
  const Par *par = giving->stm->exp->as.par;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (is_epilogue || !give_directly(giving, output, at)) {
      need_dests(giving, output, at);
      need_output(giving, output);
    }
    at += par_result_count(par, output);
  }
  return at;
}

FlattenGiven *lift_outputs(Lift *lift, Context *context, const Stm *stm) {
  Arena *arena = lift->program->arena;
  const Par *par = stm->exp->as.par;
  Giving giving = {.lift = lift, .context = context, .stm = stm};
  giving.givens = arena_array(arena, FlattenGiven, stm->var_count + 1);
  giving.results = arena_array(arena, size_t, stm->var_count + 1);
  giving.emission = emission_new(lift, context, true);
  size_t at = plan_thunk(&giving, &par->body, 0, false);
  if (par->has_epilogue) {
    plan_thunk(&giving, &par->epilogue, at, true);
    emission_need_stms(&giving.emission, &par->epilogue.stms);
  }
  emission_settle(&giving.emission, false);
  emission_begin(&giving.emission);
  at = give_thunk(&giving, &par->body, &giving.emission.body, 0, false);
  if (par->has_epilogue) give_epilogue(&giving, at);
  if (giving.emitted == 0) return giving.givens;
  Stm *made = emission_end(&giving.emission, stm->vars[0]->name);
  give_results(&giving, made);
  return giving.givens;
}

// ---- Results at the points of the context around ----

// The accumulator on the host.
static Var *acc_on_host(Lift *lift, Context *context, Var *acc) {
  Var *known = map_get(lift->accs, map_key(acc));
  if (known) return known;
  Emission emission = emission_new(lift, context, true);
  emission_need(&emission, atom_var(acc));
  emission_settle(&emission, false);
  emission_begin(&emission);
  Output output = {.mode = MODE_ACC, .value_count = 1, .span = lift->host.span};
  output.values = arena_make(lift->program->arena, Atom);
  *output.values = emission_atom(&emission, atom_var(acc));
  vec_push(lift->program->arena, &emission.outputs, output);
  known = emission_end(&emission, acc->name)->vars[0];
  map_put(lift->accs, map_key(acc), known);
  return known;
}

static void bind_given(Lift *lift, Context *context, const Context *inner, Var *var,
                       const FlattenGiven *given) {
  if (var->type->kind == TYPE_ACC) {
    map_put(lift->accs, map_key(var), given->var);
  } else if (type_is_irregular(var->type)) {
    map_put(lift->transients, map_key(var), given->var);
  } else if (!type_is_array(var->type)) {
    bind_element(lift, context, var, given->var);
  } else if (given->written) {
    made_add(lift, given->var);
    if (given->written->segments)
      bind_rows(lift, context, var, given->var, given->written->segments);
    else
      bind_element(lift, context, var, given->var);
  } else if (given->segments) {
    map_put(context->lengths, map_key(var->type->dims[0].var), given->segments);
    bind_rows(lift, context, var, given->var, given->segments);
  } else if (!flatten_is_sized_inside(lift, var->type)) {
    bind_regular(lift, context, var, given->var);
  } else if (leading_rank(lift, var->type) == 1 && !given->is_joined) {
    bind_rows(lift, context, var, given->var, inner->segments);
  } else {
    bind_product(lift, context, var, given->var);
  }
}

static void add_needs(Lift *lift, Stm *stm, const Stm *par) {
  if (par->cert_count == 0) return;
  size_t count = stm->cert_count + par->cert_count;
  Var **certs = arena_array(lift->program->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    certs[i] = i < stm->cert_count ? stm->certs[i] : par->certs[i - stm->cert_count];
  stm->certs = certs;
  stm->cert_count = count;
}

void stms_need(Lift *lift, const Stms *stms, const Stm *around) {
  for (size_t i = 0; i < stms->count; i++)
    add_needs(lift, stms->data[i], around);
}

void lift_par(Lift *lift, Context *context, Stm *stm) {
  Par *par = stm->exp->as.par;
  for (size_t i = 0; i < par->acc_count; i++)
    map_put(lift->accs, map_key(par->accs[i].inside),
            acc_on_host(lift, context, par->accs[i].outside));
  Atom size = dim_size(par->space[0]);
  bool is_guarded = context_guard(lift, context, size, stm);
  checks_run(lift, context);
  Context *inner = context_inner(lift, context, par->indices[0], size);
  context_consumed(lift, inner, par);
  if (!is_guarded) stms_need(lift, &par->body.stms, stm);
  lift_stms(lift, inner, &par->body.stms);
  FlattenGiven *givens = lift_outputs(lift, inner, stm);
  lift->certs = is_guarded ? NULL : stm->certs;
  lift->cert_count = is_guarded ? 0 : stm->cert_count;
  for (size_t i = 0; i < stm->var_count; i++)
    bind_given(lift, context, inner, stm->vars[i], &givens[i]);
  lift->certs = NULL;
  lift->cert_count = 0;
}
