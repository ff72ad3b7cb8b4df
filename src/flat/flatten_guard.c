// Points that are done but still present.
//
// Points leave a loop one after the other. Renumbering those that still run costs a scan, and
// everything that was known about the old numbers. So they are only marked: a context may have
// flags, and a point without one has no elements in inner dimensions, since its lengths are 0. What
// runs at the points themselves stands under the flag, or is chosen by it where it can do no harm:
//
//   par@grid (p < n) { S; map x }
//     becomes
//   par@grid (p < n) {
//     let is_running = index flags[p]
//     let x = if is_running then { S in (x) } else { in (0) }
//     map x
//   }
//
// Nothing looks at what is made for a point that is done.
#include "flat/flatten.h"
#include "ir/par.h"
#include "ir/rules.h"

// ---- Which loops ----

// Is it a par with no points at a point that is done?
static bool can_guard_par(Lift *lift, const Stm *stm) {
  if (stm->exp->op != OP_PAR) return false;
  const Par *par = stm->exp->as.par;
  bool is_empty_when_done =
      par->rank == 1 && flatten_is_atom_at_point(lift, dim_size(par->space[0]));
  return is_empty_when_done &&
         (flatten_can_lift_par(lift, stm) || flatten_is_row_filter(lift, stm));
}

static bool can_guard_stm(Lift *lift, const Stm *stm) {
  if (flatten_has_acc(stm)) return false;
  if (stm->exp->op == OP_SEG_MAKE || flatten_is_liftable_concat(lift, stm)) return true;
  return flatten_is_worth_lifting(lift, stm) ? can_guard_par(lift, stm)
                                             : !flatten_is_unstorable(stm);
}

bool flatten_can_guard(Lift *lift, const Stms *stms) {
  if (!lift->flatten->target->has_device) return false; // points leave at once there
  for (size_t i = 0; i < stms->count; i++)
    if (!can_guard_stm(lift, stms->data[i])) return false;
  return true;
}

// ---- Emissions ----

// The flags of the points that the first dimension of the emission counts, or NULL.
static Var *emission_flags(const Emission *emission) {
  const Context *context = emission->context;
  if (context->flags || !context->parent || !context->parent->flags) return context->flags;
  if (context->kind != CONTEXT_INNER || context->segments) return NULL;
  if (!emission->is_nested) INTERNAL_ERROR("the rows of points that are done are no points");
  return context->parent->flags;
}

// What the outputs give: with the flag, and without.
typedef struct FlattenGuarded {
  Builder builder; // of what is given without it
  VarSet bound;    // what the statements under the flag bind
  Subst *subst;    // what is known by another name outside them
  Stms stms;
  Atoms values, nothing;
  Vars vars;
} FlattenGuarded;

static bool is_bound(const FlattenGuarded *guarded, Atom atom) {
  return atom.var && varset_has(&guarded->bound, atom.var);
}

// Something of the type: a number, or an array of a size that the host knows. One whose size is
// known under the flag alone is empty.
static Atom build_nothing(FlattenGuarded *guarded, const Type *type) {
  Builder *builder = &guarded->builder;
  Program *program = builder->program;
  Atom zero = atom_constant((Constant){.type = type->scalar});
  if (!type_is_array(type)) return zero;
  Par *par = par_new(program, PAR_THREAD, type->dims, type->rank, "i", builder->span);
  par->is_overwritten = true;
  for (size_t i = 0; i < type->rank; i++)
    if (is_bound(guarded, dim_size(type->dims[i]))) par->space[i] = dim_const(0);
  thunk_give_maps(program, &par->body, &zero, 1, builder->span);
  return atom_var(build_infer(builder, "nothing", exp_par(program, par))->vars[0]);
}

// Another name for the atom, which is `nothing` without the flag.
static Atom guard_atom(FlattenGuarded *guarded, Atom atom, Atom nothing) {
  Program *program = guarded->builder.program;
  const char *name = atom.var ? atom.var->name : "value";
  const Type *type = subst_type(guarded->subst, atom_type(atom));
  Var *var = var_new(program, name, type, guarded->builder.span);
  vec_push(program->arena, &guarded->values, atom);
  vec_push(program->arena, &guarded->nothing, nothing);
  vec_push(program->arena, &guarded->vars, var);
  if (atom.var) subst_add(guarded->subst, atom.var, atom_var(var));
  return atom_var(var);
}

static void guard_values(FlattenGuarded *guarded, Output *output) {
  for (size_t i = 0; i < output->value_count; i++) {
    Atom value = output->values[i];
    if (mode_has(output->mode, TRAIT_TOTAL))
      output->values[i] = guard_atom(guarded, value, output->neutral[i]);
    else if (is_bound(guarded, value))
      output->values[i] = guard_atom(guarded, value, build_nothing(guarded, atom_type(value)));
  }
}

// A map gives something, a reduction takes the neutral element, what is put goes nowhere, and
// nothing is kept.
static void guard_output(FlattenGuarded *guarded, Output *output) {
  Mode mode = output->mode;
  if (!mode_has(mode, TRAIT_ELEMENTS | TRAIT_TOTAL | TRAIT_REPLACES | TRAIT_DROPS))
    INTERNAL_ERROR("points that are done do not scan, split or combine");
  guard_values(guarded, output);
  if (mode_has(mode, TRAIT_REPLACES))
    output->indices[0] = guard_atom(guarded, output->indices[0], atom_i64(-1));
  if (mode_has(mode, TRAIT_DROPS))
    output->selector = guard_atom(guarded, output->selector, atom_bool(false));
}

// ---- Under the flag ----

// May the statement run at a point that is done? It does not fail, and reads only arrays with an
// element for each point of a context: `places` says which context a variable numbers the points
// of.
static bool is_harmless(const Stm *stm, Map *places) {
  const Exp *exp = stm->exp;
  if (stm->cert_count > 0) return false;
  if (exp->op != OP_INDEX) return op_is_scalar(exp->op) && !op_has(exp->op, FLAG_FAILS);
  if (exp->arg_count != 2 || !exp->args[1].var || type_is_array(stm->vars[0]->type)) return false;
  const Context *context = map_get(places, map_key(exp->args[1].var));
  const Var *array = exp->args[0].var;
  if (!context || !dim_equal(array->type->dims[0], dim_atom(context->count))) return false;
  if (array == context->subset) map_put(places, map_key(stm->vars[0]), context->parent);
  return true;
}

static bool are_harmless(const Emission *emission, const Stms *stms) {
  Map *places = map_new(emission->lift->program->arena);
  map_put(places, map_key(emission->par->indices[0]), emission->context);
  for (size_t i = 0; i < stms->count; i++)
    if (!is_harmless(stms->data[i], places)) return false;
  return emission->par->rank == 1;
}

// What can run at all points, as it is; then a choice costs less than a branch.
static void guard_by_choice(Emission *emission, const FlattenGuarded *guarded, Atom is_running) {
  Program *program = emission->lift->program;
  for (size_t i = 0; i < guarded->vars.count; i++) {
    Atom args[3] = {is_running, guarded->values.data[i], guarded->nothing.data[i]};
    Var *var = guarded->vars.data[i];
    build_stm(&emission->body, exp_new(program, OP_SELECT, args, 3), &var, 1);
  }
}

static void guard_by_branch(Emission *emission, const FlattenGuarded *guarded, Builder *around,
                            Atom is_running) {
  Program *program = emission->lift->program;
  Stms *stms = &emission->par->body.stms;
  size_t count = guarded->vars.count;
  Body *run = body_new(program, *stms, guarded->values.data, count);
  Body *skip = body_new(program, guarded->stms, guarded->nothing.data, count);
  build_stm(around, exp_if(program, is_running, run, skip), guarded->vars.data, count);
  *stms = *around->stms;
}

void emission_guard(Emission *emission) {
  Program *program = emission->lift->program;
  Var *flags = emission_flags(emission);
  Stms *stms = &emission->par->body.stms;
  if (!flags) return;
  FlattenGuarded guarded = {.bound = bound_vars_stms(program->arena, stms),
                            .subst = subst_new(program)};
  guarded.builder = builder_new(program, &guarded.stms, emission->lift->host.span);
  for (size_t i = 0; i < emission->outputs.count; i++)
    guard_output(&guarded, &emission->outputs.data[i]);
  if (guarded.vars.count == 0) return;
  bool is_choice = are_harmless(emission, stms);
  Stms around = {0};
  Builder builder = builder_new(program, &around, emission->lift->host.span);
  Atom index = atom_var(emission->par->indices[0]);
  Builder *flagged = is_choice ? &emission->body : &builder;
  Atom is_running = atom_var(build_index(flagged, "is_running", flags, &index, 1));
  if (is_choice)
    guard_by_choice(emission, &guarded, is_running);
  else
    guard_by_branch(emission, &guarded, &builder, is_running);
}
