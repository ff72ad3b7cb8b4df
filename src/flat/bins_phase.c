// Phases of a bin: what is at hand in them, and what they give.
#include "flat/bins.h"
#include "ir/par.h"
#include "ir/type.h"

void bins_obstruct(Binning *bins, Span span, const char *obstacle) {
  if (bins->obstacle) return;
  bins->obstacle = obstacle;
  bins->where = span;
}

// ---- What is what ----

BinValue *bins_value(const Binning *bins, const Var *var) {
  return map_get(bins->values, map_key(var));
}

BinValue *bins_bind(Binning *bins, const Var *var, BinValue value) {
  BinValue *bound = arena_make(bins->program->arena, BinValue);
  *bound = value;
  map_put(bins->values, map_key(var), bound);
  return bound;
}

BinCarried *bins_keeping(const Binning *bins, const Var *var) {
  return bins->region->keeping ? map_get(bins->region->keeping, map_key(var)) : NULL;
}

static Builder builder_at(Binning *bins, Stms *stms) {
  return builder_new(bins->program, stms, bins->span);
}

// ---- Phases ----

BinPhase *bins_phase(Binning *bins) {
  if (bins->phase) return bins->phase;
  Arena *arena = bins->program->arena;
  BinPhase *phase = arena_make(arena, BinPhase);
  *phase = (BinPhase){.known = map_new(arena), .inside = map_new(arena), .read = varset_new(arena)};
  phase->place = var_new(bins->program, "place", type_scalar(SCALAR_I64), bins->span);
  bins->phase = phase;
  return phase;
}

void bins_know(Binning *bins, const Var *var, Atom atom) {
  Atom *known = arena_make(bins->program->arena, Atom);
  *known = atom;
  map_put(bins_phase(bins)->known, map_key(var), known);
}

void bins_add(Binning *bins, Stm *stm) {
  BinPhase *phase = bins_phase(bins);
  vec_push(bins->program->arena, &phase->inner, stm);
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(phase->inside, map_key(stm->vars[i]), stm->vars[i]);
}

static Atom read_element(Binning *bins, Var *array, Atom at) {
  BinPhase *phase = bins_phase(bins);
  Builder outer = builder_at(bins, &phase->outer);
  varset_add(&phase->read, array);
  return atom_var(build_index(&outer, "of_place", array, &at, 1));
}

// What is stored for each place. Places are stored in 32 bits.
static Atom read_stored(Binning *bins, const Var *var, Var *array) {
  Atom atom = read_element(bins, array, atom_var(bins_phase(bins)->place));
  if (atom_type(atom)->scalar == var->type->scalar) return atom;
  Builder outer = builder_at(bins, &bins->phase->outer);
  return build_convert(&outer, var->name, OP_SEXT, atom, var->type->scalar);
}

// The last prefix of the segment.
static Atom read_last(Binning *bins, Var *array, Atom size) {
  Atom first = bins_atom(bins, atom_var(bins->first));
  Atom width = bins_atom(bins, size);
  Builder outer = builder_at(bins, &bins_phase(bins)->outer);
  Atom more = build_binary(&outer, "more", OP_SUB, width, atom_i64(1));
  more = build_binary(&outer, "more", OP_SMAX, more, atom_i64(0));
  return read_element(bins, array, build_binary(&outer, "last", OP_ADD, first, more));
}

bool bins_strip_enter(Walker *walker, Stm *stm) {
  const VarSet *gone = walker->context;
  size_t count = 0;
  for (size_t i = 0; i < stm->cert_count; i++)
    if (!varset_has(gone, stm->certs[i])) stm->certs[count++] = stm->certs[i];
  stm->cert_count = count;
  return true;
}

Stm *bins_copy(Binning *bins, Stm *stm, Subst *subst) {
  Program *program = bins->program;
  VarSet used = free_vars_stm(program->arena, stm), gone = varset_new(program->arena);
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    if (var->type->kind != TYPE_CERT || map_find(subst->atoms, map_key(var), NULL)) continue;
    const Atom *known = map_get(bins_phase(bins)->known, map_key(var));
    if (known)
      subst_add(subst, var, *known);
    else if (varset_has(&bins->bound, var))
      varset_add(&gone, var);
  }
  Stm *copy = rename_stm(program, stm, subst);
  Walker walker = {.context = &gone, .enter = bins_strip_enter};
  walk_stm(&walker, copy);
  return copy;
}

// Computes it again, where segments are done too if that is possible there.
static Atom run_recipe(Binning *bins, Stm *recipe) {
  Program *program = bins->program;
  BinPhase *phase = bins_phase(bins);
  VarSet used = free_vars_stm(program->arena, recipe);
  Subst *subst = subst_new(program);
  bool is_inside = recipe->vars[0]->type->kind != TYPE_SCALAR;
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    if (!bins_value(bins, var)) continue;
    Atom atom = bins_atom(bins, atom_var(var));
    subst_add(subst, var, atom);
    is_inside = is_inside || (atom.var && map_find(phase->inside, map_key(atom.var), NULL));
  }
  Stm *copy = bins_copy(bins, recipe, subst);
  if (is_inside)
    bins_add(bins, copy);
  else
    vec_push(program->arena, &phase->outer, copy);
  return atom_var(copy->vars[0]);
}

Atom bins_atom(Binning *bins, Atom atom) {
  BinValue *value = atom.var ? bins_value(bins, atom.var) : NULL;
  if (!value) return atom;
  if (value->kind == BIN_UNIFORM) return value->atom;
  if (value->phase && value->phase == bins->phase && value->kind == BIN_STORED) return value->here;
  if (value->phase && value->phase == bins->phase && value->kind != BIN_RECIPE)
    INTERNAL_ERROR("%s is not there before the phase ends", atom.var->name);
  const Atom *known = map_get(bins_phase(bins)->known, map_key(atom.var));
  if (known) return *known;
  Atom found = atom;
  if (value->kind == BIN_STORED)
    found = read_stored(bins, atom.var, value->array);
  else if (value->kind == BIN_LAST)
    found = read_last(bins, value->array, value->size);
  else if (value->kind == BIN_RECIPE)
    found = run_recipe(bins, value->recipe);
  bins_know(bins, atom.var, found);
  return found;
}

// ---- What phases give ----

static Atom zero_of(Scalar scalar) { return atom_constant((Constant){.type = scalar}); }

static BinOutput *add_output(Binning *bins, Mode mode, size_t count) {
  Arena *arena = bins->program->arena;
  BinOutput output = {.mode = mode, .count = count};
  output.gives = arena_array(arena, BinValue *, count + 1);
  output.values = arena_array(arena, Atom, count + 1);
  output.otherwise = arena_array(arena, Atom, count + 1);
  vec_push(arena, &bins_phase(bins)->outputs, output);
  return &vec_last(&bins->phase->outputs);
}

static bool puts_to(const BinPhase *phase, const Var *array) {
  for (size_t i = 0; i < phase->outputs.count; i++)
    if (mode_has(phase->outputs.data[i].mode, TRAIT_WRITES) &&
        phase->outputs.data[i].dest->array == array)
      return true;
  return false;
}

void bins_give(Binning *bins, Var *var, BinKind kind, Atom here) {
  BinPhase *phase = bins_phase(bins);
  BinCarried *keeps = bins_keeping(bins, var);
  if (keeps && puts_to(phase, keeps->latest)) keeps = NULL;
  BinOutput *output = add_output(bins, MODE_MAP, 1);
  output->gives[0] =
      bins_bind(bins, var, (BinValue){.kind = kind, .phase = phase, .here = here, .keeps = keeps});
  output->values[0] = here;
  Atom place = atom_var(phase->place);
  output->otherwise[0] = zero_of(atom_type(here)->scalar);
  if (keeps) output->otherwise[0] = read_element(bins, keeps->latest, place);
}

// Scalars of the point that the operator uses.
static Vars shared_vars(const Binning *bins, const Output *source) {
  Arena *arena = bins->program->arena;
  VarSet used = free_vars_lambda(arena, source->op);
  Vars shared = {0};
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    if (bins_is_inside(bins, atom_var(var))) vec_push(arena, &shared, var);
  return shared;
}

bool bins_is_special(const Binning *bins, const Output *source) {
  for (size_t i = 0; i < source->value_count; i++)
    if (bins_is_inside(bins, source->neutral[i])) return true;
  return shared_vars(bins, source).count > 0;
}

// Nothing fails that is computed with it, though nobody wants the result.
static Atom one_of(Scalar scalar) {
  if (scalar == SCALAR_BOOL) return atom_bool(true);
  return atom_constant(scalar_info(scalar)->class == CLASS_FLOAT ? constant_float(scalar, 1)
                                                                 : constant_int(scalar, 1));
}

void bins_scan(Binning *bins, const Output *source, BinValue **gives, const Atom *values,
               Atom is_there) {
  size_t count = source->value_count;
  bool is_special = bins_is_special(bins, source);
  Vars shared = shared_vars(bins, source);
  BinOutput *output = add_output(bins, MODE_SCAN, count + (is_special ? 1 + shared.count : 0));
  output->source = source;
  output->shared = shared;
  for (size_t i = 0; i < count; i++) {
    output->gives[i] = gives[i];
    gives[i]->phase = bins->phase;
    output->values[i] = values[i];
    bool is_known = !bins_is_inside(bins, source->neutral[i]);
    output->otherwise[i] = is_known ? source->neutral[i] : zero_of(atom_type(values[i])->scalar);
  }
  if (!is_special) return;
  output->values[count] = is_there;
  output->otherwise[count] = atom_bool(false);
  for (size_t i = 0; i < shared.count; i++) {
    output->values[count + 1 + i] = bins_atom(bins, atom_var(shared.data[i]));
    output->otherwise[count + 1 + i] = one_of(shared.data[i]->type->scalar);
  }
}

void bins_put(Binning *bins, const Output *source, BinValue *dest, BinValue *gives, Atom at,
              Atom value) {
  BinPhase *phase = bins_phase(bins);
  BinOutput *output = add_output(bins, source ? source->mode : MODE_PUT, 2);
  output->source = source;
  output->dest = dest;
  output->gives[0] = gives;
  gives->phase = phase;
  output->values[0] = at;
  output->otherwise[0] = atom_i64(-1);
  output->values[1] = value;
  output->otherwise[1] = zero_of(atom_type(value)->scalar);
}

Atom bins_most(Binning *bins, Atom value) {
  BinOutput *output = add_output(bins, MODE_REDUCE, 1);
  Scalar scalar = atom_type(value)->scalar;
  BinValue *most = arena_make(bins->program->arena, BinValue);
  *most = (BinValue){.kind = BIN_UNIFORM};
  output->gives[0] = most;
  output->values[0] = value;
  output->otherwise[0] = atom_constant(constant_int(scalar, 0));
  bins_end_phase(bins);
  return atom_var(most->array);
}

// ---- The par of a phase ----

// Whether the segment goes on, in the part of the phase that runs at all places. A constant: it
// does.
static Atom build_active(Binning *bins, const BinRegion *region) {
  if (!region) return atom_bool(true);
  Atom around = build_active(bins, region->parent), goes_on;
  if (!region->index && !region->condition.var) return around;
  if (region->index) {
    Atom bound = bins_atom(bins, region->bound), index = bins_atom(bins, atom_var(region->index));
    Builder outer = builder_at(bins, &bins->phase->outer);
    goes_on = build_binary(&outer, "goes_on", OP_SLT, index, bound);
  } else {
    goes_on = bins_atom(bins, region->condition);
    Builder outer = builder_at(bins, &bins->phase->outer);
    if (region->is_else) goes_on = build_unary(&outer, "goes_on", OP_NOT, goes_on);
  }
  Builder outer = builder_at(bins, &bins->phase->outer);
  return around.var ? build_binary(&outer, "goes_on", OP_AND, around, goes_on) : goes_on;
}

// Puts what outputs give behind the choice between segments that go on and those that are done.
static void build_guard(Binning *bins, BinPhase *phase) {
  Program *program = bins->program;
  Arena *arena = program->arena;
  Atom active = build_active(bins, bins->region);
  if (!active.var) {
    vec_append(arena, &phase->outer, phase->inner.data, phase->inner.count);
    return;
  }
  Atoms here = {0}, otherwise = {0};
  for (size_t i = 0; i < phase->outputs.count; i++) {
    vec_append(arena, &here, phase->outputs.data[i].values, phase->outputs.data[i].count);
    vec_append(arena, &otherwise, phase->outputs.data[i].otherwise, phase->outputs.data[i].count);
  }
  Builder outer = builder_at(bins, &phase->outer);
  Body *goes_on = body_new(program, phase->inner, here.data, here.count);
  Body *is_done = body_new(program, (Stms){0}, otherwise.data, otherwise.count);
  Stm *choice = build_infer(&outer, "now", exp_if(program, active, goes_on, is_done));
  for (size_t i = 0, next = 0; i < phase->outputs.count; i++)
    for (size_t k = 0; k < phase->outputs.data[i].count; k++)
      phase->outputs.data[i].values[k] = atom_var(choice->vars[next++]);
}

// The operator of prefixes of values with a flag in front: where a segment begins, nothing is
// before.
typedef struct BinOperator {
  Var **before,
      **here; // a flag, values, and for a special one whether they are there and what is shared
  Atom *results;
  Stms stms;
} BinOperator;

static BinOperator operator_params(Binning *bins, const BinOutput *output) {
  Program *program = bins->program;
  BinOperator op = {.before = arena_array(program->arena, Var *, 2 * (output->count + 1))};
  op.here = op.before + output->count + 1;
  op.results = arena_array(program->arena, Atom, output->count + 1);
  for (size_t i = 0; i <= output->count; i++) {
    const Type *type = i == 0 ? type_scalar(SCALAR_BOOL) : atom_type(output->values[i - 1]);
    const char *name = i == 0 ? "begins" : "prefix";
    op.before[i] = var_new(program, name, type, bins->span);
    op.here[i] = var_new(program, name, type, bins->span);
  }
  return op;
}

static Atom build_choice(Builder *builder, Atom condition, Atom a, Atom b) {
  Atom args[] = {condition, a, b};
  return atom_var(build_let(builder, "prefix", exp_new(builder->program, OP_SELECT, args, 3)));
}

// Of a special one: what is shared is that of a place that has it, and there is a value where one
// of the two has one.
static void operator_shared(Binning *bins, const BinOutput *output, BinOperator *op, Subst *subst) {
  Builder builder = builder_at(bins, &op->stms);
  size_t first = output->source->value_count + 1;
  if (output->count < first) return;
  Atom is_here = atom_var(op->here[first]);
  op->results[first] =
      build_binary(&builder, "is_there", OP_OR, atom_var(op->before[first]), is_here);
  for (size_t i = 0; i < output->shared.count; i++) {
    size_t k = first + 1 + i;
    op->results[k] =
        build_choice(&builder, is_here, atom_var(op->here[k]), atom_var(op->before[k]));
    subst_add(subst, output->shared.data[i], op->results[k]);
  }
}

static Lambda *segmented_operator(Binning *bins, const BinOutput *output) {
  Program *program = bins->program;
  size_t count = output->source->value_count;
  BinOperator op = operator_params(bins, output);
  Subst *subst = subst_new(program);
  operator_shared(bins, output, &op, subst);
  for (size_t i = 0; i < count; i++) {
    subst_add(subst, output->source->op->params[i], atom_var(op.before[i + 1]));
    subst_add(subst, output->source->op->params[count + i], atom_var(op.here[i + 1]));
  }
  const Body *body = rename_body(program, output->source->op->body, subst);
  vec_append(program->arena, &op.stms, body->stms.data, body->stms.count);
  Builder builder = builder_at(bins, &op.stms);
  Atom before = atom_var(op.before[0]), begins = atom_var(op.here[0]), is_first = begins;
  op.results[0] = build_binary(&builder, "begins", OP_OR, before, begins);
  bool is_special = output->count > count;
  if (is_special) {
    Atom is_nothing = build_unary(&builder, "is_first", OP_NOT, atom_var(op.before[count + 1]));
    is_first = build_binary(&builder, "is_first", OP_OR, begins, is_nothing);
  }
  for (size_t i = 0; i < count; i++) {
    Atom both = body->results[i], here = atom_var(op.here[i + 1]);
    if (is_special)
      both = build_choice(&builder, atom_var(op.here[count + 1]), both, atom_var(op.before[i + 1]));
    op.results[i + 1] = build_choice(&builder, is_first, here, both);
  }
  Body *made = body_new(program, op.stms, op.results, output->count + 1);
  return lambda_new(program, op.before, 2 * (output->count + 1), made);
}

static Atom *list_of(Arena *arena, const Atom *atoms, size_t count) {
  Atom *list = arena_array(arena, Atom, count + 1);
  for (size_t i = 0; i < count; i++)
    list[i] = atoms[i];
  return list;
}

static Output scan_output(Binning *bins, const BinOutput *output, Atom begins) {
  Arena *arena = bins->program->arena;
  size_t count = output->count;
  Output scan = {.mode = MODE_SCAN, .value_count = count + 1, .span = bins->span};
  scan.op = segmented_operator(bins, output);
  scan.neutral = arena_array(arena, Atom, count + 1);
  scan.values = arena_array(arena, Atom, count + 1);
  scan.neutral[0] = atom_bool(false);
  scan.values[0] = begins;
  for (size_t i = 0; i < count; i++) {
    scan.neutral[i + 1] = output->otherwise[i];
    scan.values[i + 1] = output->values[i];
  }
  return scan;
}

static Output plain_output(Binning *bins, const BinOutput *output) {
  Program *program = bins->program;
  Arena *arena = program->arena;
  Output plain = {.mode = output->mode, .value_count = 1, .span = bins->span};
  plain.values = list_of(arena, output->values, 1);
  if (mode_has(output->mode, TRAIT_WRITES)) {
    Atom dest = atom_var(output->dest->array);
    plain.dests = list_of(arena, &dest, 1);
    plain.indices = plain.values;
    plain.index_count = 1;
    plain.values = list_of(arena, output->values + 1, 1);
    if (mode_has(output->mode, TRAIT_ADDS)) {
      plain.op = rename_lambda(program, output->source->op, subst_new(program));
      plain.neutral = output->source->neutral;
      plain.is_commutative = output->source->is_commutative;
    }
  } else if (mode_has(output->mode, TRAIT_TOTAL)) {
    const Type *type = atom_type(output->values[0]);
    Var *a = var_new(program, "a", type, bins->span), *b = var_new(program, "b", type, bins->span);
    Stms stms = {0};
    Builder builder = builder_at(bins, &stms);
    Atom most = build_binary(&builder, "most", OP_SMAX, atom_var(a), atom_var(b));
    plain.op = lambda_new(program, (Var *[]){a, b}, 2, body_new(program, stms, &most, 1));
    plain.neutral = list_of(arena, output->otherwise, 1);
    plain.is_commutative = true;
  }
  return plain;
}

static bool has_scan(const BinPhase *phase) {
  for (size_t i = 0; i < phase->outputs.count; i++)
    if (mode_has(phase->outputs.data[i].mode, TRAIT_RUNNING)) return true;
  return false;
}

// What the outputs of the phase are as those of its par.
static void build_outputs(Binning *bins, BinPhase *phase, Par *par, Atom begins) {
  Program *program = bins->program;
  Arena *arena = program->arena;
  Vec(Output) outputs = {0}, shown = {0};
  Vars params = {0};
  for (size_t i = 0; i < phase->outputs.count; i++) {
    const BinOutput *output = &phase->outputs.data[i];
    if (!mode_has(output->mode, TRAIT_RUNNING)) {
      vec_push(arena, &outputs, plain_output(bins, output));
      continue;
    }
    vec_push(arena, &outputs, scan_output(bins, output, begins));
    vec_push(arena, &params, var_new(program, "begins", type_scalar(SCALAR_BOOL), bins->span));
    for (size_t k = 0; k < output->count; k++) {
      Var *prefix = var_new(program, "prefix", atom_type(output->values[k]), bins->span);
      Atom value = atom_var(prefix);
      vec_push(arena, &params, prefix);
      if (k >= output->source->value_count) continue;
      vec_push(arena, &shown,
               ((Output){.mode = MODE_MAP,
                         .values = list_of(arena, &value, 1),
                         .value_count = 1,
                         .span = bins->span}));
    }
  }
  par->body.outputs = outputs.data;
  par->body.output_count = outputs.count;
  par->has_epilogue = params.count > 0;
  par->scan_params = params.data;
  par->scan_param_count = params.count;
  par->epilogue.outputs = shown.data;
  par->epilogue.output_count = shown.count;
}

// An array that was written to is the latest form of what it was, also for segments that are done.
static void set_given(const BinOutput *output, BinValue *value, Var *array) {
  if (mode_has(output->mode, TRAIT_WRITES) && value->keeps &&
      value->keeps->latest == output->dest->array)
    value->keeps->latest = array;
  if (mode_has(output->mode, TRAIT_WRITES)) output->dest->array = array;
  value->array = array;
  value->phase = NULL;
}

// What the phase gives is there: first what is no prefix, then the prefixes.
static void set_results(BinPhase *phase, const Stm *stm) {
  size_t next = 0;
  for (int is_prefix = 0; is_prefix < 2; is_prefix++)
    for (size_t i = 0; i < phase->outputs.count; i++) {
      const BinOutput *output = &phase->outputs.data[i];
      if (mode_has(output->mode, TRAIT_RUNNING) != (is_prefix == 1)) continue;
      size_t count = mode_has(output->mode, TRAIT_WRITES) ? 1
                     : is_prefix                          ? output->source->value_count
                                                          : output->count;
      for (size_t k = 0; k < count; k++)
        set_given(output, output->gives[k], stm->vars[next++]);
    }
}

void bins_end_phase(Binning *bins) {
  BinPhase *phase = bins->phase;
  if (!phase) return;
  if (phase->outputs.count == 0) {
    bins->phase = NULL;
    return;
  }
  Program *program = bins->program;
  Atom begins = atom_bool(true);
  if (has_scan(phase)) {
    Atom first = bins_atom(bins, atom_var(bins->first));
    Builder outer = builder_at(bins, &phase->outer);
    begins = build_binary(&outer, "begins", OP_EQ, first, atom_var(phase->place));
  }
  build_guard(bins, phase);
  Par *par = arena_make(program->arena, Par);
  *par = (Par){.level = PAR_BLOCK, .rank = 1};
  par->indices = arena_array(program->arena, Var *, 1);
  par->indices[0] = phase->place;
  par->space = arena_array(program->arena, Dim, 1);
  par->space[0] = dim_const(BIN_PLACES);
  par->body.stms = phase->outer;
  build_outputs(bins, phase, par, begins);
  Stm *stm = build_infer(&bins->region->host, "of_places", exp_par(program, par));
  bins->phase = NULL;
  set_results(phase, stm);
}
