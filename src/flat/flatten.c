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
#include "flat/flat.h"
#include "ir/par.h"
#include "ir/rules.h"

Name flatten_threshold(Flatten *flatten) {
  Program *program = flatten->program;
  return intern_str(program->names,
                    arena_printf(program->arena, "flatten_%u", ++flatten->version_count));
}

Lift *lift_new(Flatten *flatten, Stms *out, const Stm *stm) {
  Arena *arena = flatten->program->arena;
  Lift *lift = arena_make(arena, Lift);
  *lift = (Lift){.flatten = flatten,
                 .program = flatten->program,
                 .host = builder_new(flatten->program, out, stm->span),
                 .inside = map_new(arena),
                 .rows = map_new(arena),
                 .borrowed = map_new(arena),
                 .costly = map_new(arena),
                 .volatiles = map_new(arena),
                 .made = map_new(arena),
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

// ---- Which pars ----

static bool has_worth(const Lift *lift, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    if (is_worth_lifting(lift, stms->data[i])) return true;
  return false;
}

// Accumulators and other results of one statement cannot be taken apart.
static bool has_mixed_accs(const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (stm->exp->op == OP_PAR && has_mixed_accs(&stm->exp->as.par->body.stms)) return true;
    if (!has_acc(stm)) continue;
    for (size_t k = 0; k < stm->var_count; k++)
      if (stm->vars[k]->type->kind != TYPE_ACC) return true;
  }
  return false;
}

static bool is_candidate(const Flatten *flatten, const Stm *stm) {
  if (stm->exp->op != OP_PAR || flatten->depth > 0) return false;
  const Par *par = stm->exp->as.par;
  return par->level == PAR_GRID && par->rank == 1 && !has_mixed_accs(&par->body.stms);
}

// ---- One par ----

// The root's outputs whose values have a size that depends on the point can only be joined.
static bool can_join(Lift *lift, const Stm *stm) { return can_lift_par(lift, stm); }

static void flatten_par(Flatten *flatten, Lift *lift, const Stm *stm, Atom *results) {
  (void)flatten;
  Par *par = stm->exp->as.par;
  Context *root = context_root(lift, par->indices[0], dim_size(par->space[0]));
  for (size_t i = 0; i < par->acc_count; i++)
    map_put(lift->accs, map_key(par->accs[i].inside), par->accs[i].outside);
  context_consumed(lift, root, par);
  lift_stms(lift, root, &par->body.stms);
  Given *givens = lift_outputs(lift, root, stm);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(givens[i].var);
}

static bool flatten_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Flatten *flatten = mapper->context;
  Program *program = flatten->program;
  if (stm->exp->op == OP_RESHAPE) {
    Var *data = map_get(flatten->transients, map_key(stm->exp->args[0].var));
    if (!data) return false;
    Builder builder = builder_new(program, out, stm->span);
    Atom operand = atom_var(data);
    Var *var = stm->vars[0];
    var->type = map_type(mapper, var->type);
    build_stm(&builder, exp_new(program, OP_RESHAPE, &operand, 1), &var, 1);
    return true;
  }
  if (!is_candidate(flatten, stm)) return false;
  Stm *source = map_stm(mapper, stm);
  source = rename_stm(program, source, subst_new(program));
  Lift *lift = lift_new(flatten, out, source);
  Par *par = source->exp->as.par;
  map_put(lift->inside, map_key(par->indices[0]), par->indices[0]);
  lift_enter(lift, &par->body.stms);
  if (!has_worth(lift, &par->body.stms) || !can_join(lift, source)) {
    vec_push(program->arena, out, map_stm(mapper, stm));
    return true;
  }
  Atom *results = arena_array(program->arena, Atom, source->var_count + 1);
  flatten_par(flatten, lift, source, results);
  for (size_t i = 0; i < stm->var_count; i++) {
    if (is_irregular(stm->vars[i]->type))
      map_put(flatten->transients, map_key(stm->vars[i]), results[i].var);
    else
      subst_add(flatten->replaced, stm->vars[i], results[i]);
  }
  return true;
}

static Atom replaced_use(Mapper *mapper, Atom atom) {
  const Flatten *flatten = mapper->context;
  return subst_atom(flatten->replaced, atom);
}

static Program *flatten_run(Program *program, Diag *diag) {
  (void)diag;
  Flatten flatten = {.program = program,
                     .policy = {.few_points = 32, .pieces = 16},
                     .replaced = subst_new(program),
                     .transients = map_new(program->arena),
                     .parallel_funs = map_new(program->arena),
                     .lifted_funs = map_new(program->arena)};
  flatten.mapper =
      (Mapper){.program = program, .context = &flatten, .use = replaced_use, .stm = flatten_stm};
  find_parallel_funs(&flatten);
  for (size_t i = 0; i < program->globals.count; i++)
    if (!has_irregular_arrays(program->globals.data[i]->body))
      program->globals.data[i]->body = map_body(&flatten.mapper, program->globals.data[i]->body);
  // Functions behind these are lifted ones.
  size_t count = program->funs.count;
  for (size_t i = 0; i < count; i++)
    if (!has_irregular_arrays(program->funs.data[i]->body))
      map_fun(&flatten.mapper, program->funs.data[i]);
  return program;
}

const Pass pass_flatten = {.name = "flatten",
                           .purpose = "make irregular inner parallelism parallelism of the host",
                           .from = LEVEL_FLAT,
                           .to = LEVEL_FLAT,
                           .breaks = PROPERTY_SIMPLE,
                           .run = flatten_run};
