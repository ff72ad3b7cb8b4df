// flatten: parallelism inside the points of a par becomes parallelism of the host.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes: inner pars are then loops
//
//   let ys: [n]f64 = par@grid (i < n) {             let d: seg[n] = seg_make s
//     let m: i64 = index s[i]                       let ys: [n]f64 = par@grid (i < n, j < d) {
//     let o: i64 = index offsets[i]                   let o: i64 = index offsets[i]
//     let y: f64 = par@thread (j < m) {               let k: i64 = add o, j
//       let k: i64 = add o, j                         let x: f64 = index xs[k]
//       let x: f64 = index xs[k]                      reduce (…; 0.0) x
//       reduce (…; 0.0) x                           }
//     }
//     map y
//   }
//
// A par@grid whose body has pars of a size that depends on the point is distributed over its body.
// What a point computes without parallelism stays together in thunks and is computed again where it
// is needed, as long as that is cheap; otherwise it is stored. Arrays from outside are read through
// the indices and never replicated. Arrays that points make are all elements in order, with
// offsets.
#include "flat/flatten.h"
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "flat/flat.h"
#include "flat/flat_internal.h"
#include "flat/wishes.h"
#include "ir/par.h"
#include "ir/rules.h"

Lift *lift_new(Flatten *flatten, Stms *out, const Stm *stm) {
  Arena *arena = flatten->program->arena;
  Lift *lift = arena_make(arena, Lift);
  *lift = (Lift){.flatten = flatten,
                 .program = flatten->program,
                 .host = builder_new(flatten->program, out, stm->span),
                 .lifts_rows = flatten->target->has_device,
                 .inside = map_new(arena),
                 .rows = map_new(arena),
                 .borrowed = map_new(arena),
                 .costly = map_new(arena),
                 .repeated = map_new(arena),
                 .volatiles = map_new(arena),
                 .made = map_new(arena),
                 .given = map_new(arena),
                 .transients = map_new(arena),
                 .joined = map_new(arena),
                 .accs = map_new(arena),
                 .described = map_new(arena)};
  lift->host.certs = stm->certs;
  lift->host.cert_count = stm->cert_count;
  return lift;
}

void lift_enter(Lift *lift, const Stms *stms) {
  VarSet bound = bound_vars_stms(lift->program->arena, stms);
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&bound, &cursor, &var);)
    map_put(lift->inside, map_key(var), var);
}

static void note_use(Walker *walker, Var *var) {
  Lift *lift = walker->context;
  map_put(lift->used, map_key(var), var);
}

// Notes what the par of the root uses.
static void lift_uses(Lift *lift, Stm *stm) {
  Walker walker = {.context = lift, .use = note_use};
  lift->used = map_new(lift->program->arena);
  walk_stm(&walker, stm);
}

// ---- Which pars ----

static bool has_worth(const Lift *lift, const Stms *stms) {
  if (flatten_has_updated_row(lift, stms)) return true;
  for (size_t i = 0; i < stms->count; i++)
    if (flatten_is_worth_lifting(lift, stms->data[i])) return true;
  return false;
}

// Accumulators and other results of one statement cannot be taken apart.
static bool has_mixed_accs(const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (stm->exp->op == OP_PAR && has_mixed_accs(&stm->exp->as.par->body.stms)) return true;
    if (!flatten_has_acc(stm)) continue;
    for (size_t k = 0; k < stm->var_count; k++)
      if (stm->vars[k]->type->kind != TYPE_ACC) return true;
  }
  return false;
}

static bool shared_enter(Walker *walker, Stm *stm) {
  bool *is_found = walker->context;
  if (stm->exp->op == OP_PAR && stm->exp->as.par->level == PAR_BLOCK) *is_found = true;
  return stm->exp->op != OP_PAR;
}

// Does a block of threads share the points of the par itself, and not of one inside?
static bool is_shared(const Par *par) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = shared_enter};
  walk_thunk(&walker, &par->body);
  return is_found;
}

// A point that acts stays whole: its effects happen once, and one after the other.
static bool is_candidate(const Flatten *flatten, const Stm *stm) {
  if (stm->exp->op != OP_PAR || flatten->depth > 0) return false;
  const Par *par = stm->exp->as.par;
  return par->level == PAR_GRID && par->rank == 1 && !is_shared(par) &&
         !has_mixed_accs(&par->body.stms) &&
         !(flatten->has_effects && par_reaches_effect(flatten->program->arena, par));
}

// Does the par give the array, or a view of it?
static bool is_given(const Par *par, const Var *array) {
  for (size_t i = 0; i < par->body.output_count; i++) {
    for (size_t k = 0; k < par->body.outputs[i].value_count; k++) {
      const Var *value = par->body.outputs[i].values[k].var;
      while (value && value != array) {
        const Stm *def = binding_of(&par->body.stms, value);
        value = def && op_has(def->exp->op, FLAG_VIEW) ? def->exp->args[0].var : NULL;
      }
      if (value) return true;
    }
  }
  return false;
}

// Does a point make an array whose size depends on the point? Where results are irregular
// themselves: one with rows, which is not simply given? Flattened, the elements of all points would
// exist at once.
static bool has_own_rows(const Lift *lift, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  uint32_t least = 1;
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_irregular(stm->vars[i]->type)) least = 2;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *inner = par->body.stms.data[i];
    for (size_t k = 0; k < inner->var_count; k++) {
      const Type *type = inner->vars[k]->type;
      if (type_is_array(type) && type->rank >= least && flatten_is_sized_inside(lift, type) &&
          !cost_is_within(inner->exp, COST_LIMIT_AGAIN) &&
          (least == 1 || !is_given(par, inner->vars[k])))
        return true;
    }
  }
  return false;
}

// ---- One par ----

static void flatten_par(Lift *lift, const Stm *stm, Atom *results) {
  Par *par = stm->exp->as.par;
  Context *root = context_root(lift, par->indices[0], dim_size(par->space[0]));
  for (size_t i = 0; i < par->acc_count; i++)
    map_put(lift->accs, map_key(par->accs[i].inside), par->accs[i].outside);
  context_consumed(lift, root, par);
  lift_stms(lift, root, &par->body.stms);
  FlattenGiven *givens = lift_outputs(lift, root, stm);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(givens[i].var);
}

// What the results are known by from now on.
static void replace_results(Flatten *flatten, const Stm *stm, const Atom *results) {
  for (size_t i = 0; i < stm->var_count; i++) {
    if (type_is_irregular(stm->vars[i]->type))
      map_put(flatten->transients, map_key(stm->vars[i]), results[i].var);
    else
      subst_add(flatten->replaced, stm->vars[i], results[i]);
  }
}

// ---- Versions ----

// Is a result regular, or are its rows arrays of one dimension that varies?
static bool has_plain_results(const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (type->kind != TYPE_SCALAR && type->kind != TYPE_ARRAY) return false;
    for (size_t k = 0; k < type->rank; k++)
      if (dim_is_varying(type->dims[k]) && (k != 1 || type->dims[k].var->type->rank != 1))
        return false;
  }
  return true;
}

// The elements of an irregular result, and how many there are.
static void add_elements(Lift *lift, Var *result, Atoms *atoms) {
  Arena *arena = lift->program->arena;
  const Type *type = result->type;
  Var *data = result;
  Atom total = type->rank == 1 ? dim_size(type->dims[0]) : atom_i64(1);
  if (type_is_irregular(type)) total = atom_var(segments_new(lift, type->dims[1].var)->total);
  for (size_t i = 0; i < type->rank && type->rank > 1; i++) {
    if (type_is_irregular(type) && i < 2) continue;
    total = build_binary(&lift->host, "elements", OP_MUL, total, dim_size(type->dims[i]));
  }
  Dim dim = dim_atom(total);
  if (type->rank > 1) data = host_reshape(lift, result, 1, &dim);
  vec_push(arena, atoms, total);
  vec_push(arena, atoms, atom_var(data));
}

static Body *version_body(Lift *lift, const Stm *stm, Stms stms, const Atom *results) {
  Stms *around = lift->host.stms;
  lift->host.stms = &stms;
  Atoms atoms = {0};
  for (size_t i = 0; i < stm->var_count; i++) {
    if (type_is_irregular(stm->vars[i]->type))
      add_elements(lift, results[i].var, &atoms);
    else
      vec_push(lift->program->arena, &atoms, results[i]);
  }
  lift->host.stms = around;
  return body_new(lift->program, stms, atoms.data, atoms.count);
}

// The pattern of the choice; `results` receives what stands for each result of the par.
static Vars version_vars(Program *program, const Stm *stm, Atom *results) {
  Vars vars = {0};
  Subst *subst = subst_new(program);
  for (size_t i = 0; i < stm->var_count; i++) {
    Var *var = stm->vars[i];
    const Type *type = subst_type(subst, var->type);
    if (type_is_irregular(var->type)) {
      Var *total = var_new(program, "total", type_scalar(SCALAR_I64), stm->span);
      vec_push(program->arena, &vars, total);
      Dim dim = dim_var(total);
      type = type_array(program, type->scalar, 1, &dim);
    }
    Var *copy = var_like(program, var, type);
    vec_push(program->arena, &vars, copy);
    subst_add(subst, var, atom_var(copy));
    results[i] = atom_var(copy);
  }
  return vars;
}

static bool has_sized_array(const Lift *lift, const Exp *exp) {
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Var *var = exp->args[i].var;
    if (var && type_is_array(var->type) && flatten_is_sized_inside(lift, var->type)) return true;
  }
  return false;
}

// How much there is of what the loop of a point begins with. What precedes the loop must be cheap,
// because it is done again.
static bool build_loop_work(const Flatten *flatten, const Builder *host, const Stm *stm,
                            FlattenWork *work) {
  Program *program = flatten->program;
  Stm *copy = rename_stm(program, (Stm *)stm, subst_new(program));
  const Par *par = copy->exp->as.par;
  if (par->acc_count > 0) return false;
  Lift *lift = lift_new((Flatten *)flatten, host->stms, copy);
  map_put(lift->inside, map_key(par->indices[0]), par->indices[0]);
  lift_enter(lift, &par->body.stms);
  Context *root = context_root(lift, par->indices[0], dim_size(par->space[0]));
  context_consumed(lift, root, par);
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *inner = par->body.stms.data[i];
    if (inner->exp->op == OP_LOOP && has_sized_array(lift, inner->exp) &&
        flatten_is_worth_lifting(lift, inner))
      return build_work(lift, root, inner, work);
    if (!cost_is_within(inner->exp, COST_LIMIT_AGAIN) || flatten_is_worth_lifting(lift, inner))
      return false;
    lift_stm(lift, root, inner);
  }
  return false;
}

// How many points are too few for a thread each. With long rows more of them are too few, since
// what a thread does alone takes as long as its row is.
static Atom build_few(const Flatten *flatten, const Lift *lift, Builder *host, const Stms *stms) {
  Atom few = atom_i64(flatten->few->points), length = row_length(lift, stms);
  if (lift->lifts_sums) return atom_i64(flatten->few->sums);
  if (atom_is_i64(length, 0)) return few;
  Atom rows = atom_i64(flatten->few->rows);
  return build_binary(host, "few", OP_SMAX, few, build_binary(host, "few", OP_MUL, length, rows));
}

// Is the nest taken apart? The degree of that is the points with all that is inside them. At first
// it depends on the degree of points that are a thread each: how many there are, or, where they
// have unequal amounts of work, the work of all divided by that of the longest one.
static Atom build_is_taken(Flatten *flatten, Builder *host, const Stm *stm, Atom few) {
  const Par *par = stm->exp->as.par;
  Atom points = dim_size(par->space[0]), inside = build_degree(host, par);
  Atom degree = build_degree_times(host, "degree", points, inside);
  Atom is_few = build_binary(host, "is_few", OP_SLT, points, few);
  FlattenWork work;
  if (!build_loop_work(flatten, host, stm, &work))
    return build_is_flat(flatten, host, degree, is_few);
  degree = build_binary(host, "degree", OP_SMAX, degree, work.total);
  Atom most = build_binary(host, "most", OP_SMAX, work.most, atom_i64(1));
  Atom threads = build_binary(host, "threads", OP_SQUOT, work.total, most);
  Atom shares = atom_i64(flatten->few->shares);
  Atom is_skewed = build_binary(host, "is_skewed", OP_SLT, threads, shares);
  Atom is_worth = build_binary(host, "is_worth", OP_SLE, atom_i64(ENOUGH_WORK), work.total);
  is_skewed = build_binary(host, "is_skewed", OP_AND, is_skewed, is_worth);
  is_few = build_binary(host, "is_few", OP_OR, is_few, is_skewed);
  return build_is_flat(flatten, host, degree, is_few);
}

// Branches, loops or rows, and parallelism: flattened only when there are few points, or one has
// most of the work.
static void flatten_versions(Flatten *flatten, Lift *lift, Stm *stm, const Stm *source,
                             Atom *results) {
  Program *program = flatten->program;
  Stms flat = {0}, plain = {0};
  Builder host = lift->host;
  Atom few = build_few(flatten, lift, &host, &source->exp->as.par->body.stms);
  Atom is_flat = build_is_taken(flatten, &host, stm, few);
  lift->host.stms = &flat;
  flatten_par(lift, source, results);
  Body *flat_body = version_body(lift, stm, flat, results);
  Stm *copy = rename_stm(program, stm, subst_new(program));
  vec_push(program->arena, &plain, copy);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(copy->vars[i]);
  Body *plain_body = version_body(lift, stm, plain, results);
  Vars vars = version_vars(program, stm, results);
  build_stm(&host, exp_if(program, is_flat, flat_body, plain_body), vars.data, vars.count);
}

// ---- Statements of the host ----

static bool flatten_reshape(Flatten *flatten, Stm *stm, Stms *out) {
  Program *program = flatten->program;
  Var *data = map_get(flatten->transients, map_key(stm->exp->args[0].var));
  if (!data) return false;
  Builder builder = builder_new(program, out, stm->span);
  Atom operand = atom_var(data);
  Var *var = stm->vars[0];
  var->type = map_type(&flatten->mapper, var->type);
  build_stm(&builder, exp_new(program, OP_RESHAPE, &operand, 1), &var, 1);
  return true;
}

static bool flatten_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Flatten *flatten = mapper->context;
  Program *program = flatten->program;
  if (stm->exp->op == OP_RESHAPE) return flatten_reshape(flatten, stm, out);
  if (!is_candidate(flatten, stm)) return false;
  Stm *mapped = map_stm(mapper, stm);
  Stm *source = rename_stm(program, mapped, subst_new(program));
  Lift *lift = lift_new(flatten, out, source);
  Par *par = source->exp->as.par;
  map_put(lift->inside, map_key(par->indices[0]), par->indices[0]);
  lift_enter(lift, &par->body.stms);
  lift_uses(lift, source);
  // One reduction or scan of a row is one kernel, with what is around it.
  if (!flatten_has_several_rows(lift, &par->body.stms)) {
    lift->lifts_sums = lift->lifts_rows && flatten_has_long_sum(lift, &par->body.stms) &&
                       !nest_find_sum(program->arena, source);
    lift->lifts_rows = false;
  }
  // A version for blocks inside is there to be flattened.
  bool has_control = !par_has_blocks(par) && (flatten_is_complicated(lift, &par->body.stms) ||
                                              flatten_has_computed_rows(lift, &par->body.stms));
  bool has_rows = !flatten->target->has_device && has_own_rows(lift, source);
  FlatWish wish = flat_wish(mapped);
  bool is_worth = has_worth(lift, &par->body.stms);
  if (!is_worth || !flatten_can_lift_par(lift, source) ||
      (has_control && !has_plain_results(mapped))) {
    if (is_worth && wish.no_thread)
      flat_wish_refuse(flatten->diag, mapped, &wish, "what is inside cannot be flattened");
    vec_push(program->arena, out, mapped);
    return true;
  }
  if (wish.no_grid && has_plain_results(mapped)) {
    vec_push(program->arena, out, mapped);
    return true;
  }
  if (wish.no_grid)
    flat_wish_refuse(flatten->diag, mapped, &wish,
                     "the rows that this makes differ in length, and are made by all threads");
  Atom *results = arena_array(program->arena, Atom, source->var_count + 1);
  if (!wish.no_thread && (has_control || (has_rows && has_plain_results(mapped))))
    flatten_versions(flatten, lift, mapped, source, results);
  else
    flatten_par(lift, source, results);
  replace_results(flatten, mapped, results);
  return true;
}

static Atom replaced_use(Mapper *mapper, Atom atom) {
  const Flatten *flatten = mapper->context;
  return subst_atom(flatten->replaced, atom);
}

static Program *flatten_run(Program *program, const Target *target, Diag *diag) {
  static const FlattenFew PROCESSOR = {.points = 32, .shares = 8};
  static const FlattenFew DEVICE = {.points = 1024, .shares = 1024, .rows = 64, .sums = 16384};
  Flatten flatten = {.program = program,
                     .diag = diag,
                     .budget = {.program = program, .diag = diag, .most = UINT32_MAX},
                     .has_effects = program_has_effects(program),
                     .target = target,
                     .few = target->has_device ? &DEVICE : &PROCESSOR,
                     .replaced = subst_new(program),
                     .transients = map_new(program->arena),
                     .parallel_funs = map_new(program->arena),
                     .lifted_funs = map_new(program->arena)};
  flatten.mapper =
      (Mapper){.program = program, .context = &flatten, .use = replaced_use, .stm = flatten_stm};
  find_parallel_funs(&flatten);
  for (size_t i = 0; i < program->globals.count; i++)
    if (!flatten_has_irregular_arrays(program->globals.data[i]->body))
      program->globals.data[i]->body = map_body(&flatten.mapper, program->globals.data[i]->body);
  // Functions after these are lifted ones.
  size_t count = program->funs.count;
  for (size_t i = 0; i < count; i++)
    if (!flatten_has_irregular_arrays(program->funs.data[i]->body))
      map_fun(&flatten.mapper, program->funs.data[i]);
  return program;
}

const Pass pass_flatten = {.name = "flatten",
                           .purpose = "make irregular inner parallelism parallelism of the host",
                           .from = LEVEL_FLAT,
                           .to = LEVEL_FLAT,
                           .breaks = PROPERTY_SIMPLE,
                           .run = flatten_run};
