// Points that are done but still present.
//
// Points leave a loop one after the other. To number those that run anew in every round costs a
// scan, and all that was known of the old numbers. So they are only marked: a context may have
// flags, and a point without one has no elements in inner dimensions, since its lengths are 0. What
// runs at the points themselves stands under the flag:
//
//   par@grid (p < n) { S; map x }
//     becomes
//   par@grid (p < n) {
//     let is_running = index flags[p]
//     let x = if is_running then { S in (x) } else { in (0) }
//     map x
//   }
//
// Nobody looks at what is made for a point that is done.
#include "flat/flatten.h"
#include "ir/rules.h"

// ---- Which loops ----

static bool gives_sized(const Lift *lift, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (is_array(stm->vars[i]->type) && is_sized_inside(lift, stm->vars[i]->type)) return true;
  return false;
}

// Is the par's size 0 at a point that is done?
static bool is_empty_when_done(const Lift *lift, const Stm *stm) {
  if (stm->exp->op != OP_PAR) return false;
  const Par *par = stm->exp->as.par;
  return par->rank == 1 && is_atom_at_point(lift, dim_size(par->space[0]));
}

static bool can_guard_stm(Lift *lift, const Stm *stm) {
  if (has_acc(stm)) return false;
  if (is_cheap(stm) || stm->exp->op == OP_SEG_MAKE || is_liftable_concat(lift, stm)) return true;
  if (is_worth_lifting(lift, stm) && is_empty_when_done(lift, stm))
    return can_lift_par(lift, stm) || is_row_filter(lift, stm);
  return !is_worth_lifting(lift, stm) && !gives_sized(lift, stm) && !is_unstorable(stm);
}

bool can_guard(Lift *lift, const Stms *stms) {
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

// Something of the type: an array of a size that the host knows, or a number.
static Atom build_nothing(Builder *builder, const Type *type) {
  Program *program = builder->program;
  Atom zero = atom_constant((Constant){.type = type->scalar});
  if (!is_array(type)) return zero;
  Par *par = arena_make(program->arena, Par);
  *par = (Par){.level = PAR_THREAD, .rank = type->rank, .space = type->dims};
  par->indices = arena_array(program->arena, Var *, type->rank);
  for (size_t i = 0; i < type->rank; i++)
    par->indices[i] = var_new(program, "i", type_scalar(SCALAR_I64), builder->span);
  par->body.outputs = arena_make(program->arena, Output);
  *par->body.outputs = (Output){.mode = MODE_MAP, .value_count = 1, .span = builder->span};
  par->body.outputs->values = arena_make(program->arena, Atom);
  *par->body.outputs->values = zero;
  par->body.output_count = 1;
  Stm *stm = build_infer(builder, "nothing", exp_par(program, par));
  vec_push(program->arena, &stm->attrs, intern_str(program->names, ATTR_OVERWRITTEN));
  return atom_var(stm->vars[0]);
}

// What the outputs give: with the flag, and without.
typedef struct Guarded {
  Atoms values, nothing;
  Vars vars;
  Stms stms; // that make `nothing`
} Guarded;

// Another name for the atom, which is `nothing` without the flag.
static Atom guard_atom(Guarded *guarded, const Builder *builder, Atom atom, Atom nothing) {
  Program *program = builder->program;
  const char *name = atom.var ? atom.var->name : "value";
  Var *var = var_new(program, name, atom_type(atom), builder->span);
  vec_push(program->arena, &guarded->values, atom);
  vec_push(program->arena, &guarded->nothing, nothing);
  vec_push(program->arena, &guarded->vars, var);
  return atom_var(var);
}

// A map gives something, a reduction takes the neutral element, and what is put goes nowhere.
static void guard_output(Emission *emission, Guarded *guarded, Output *output,
                         const VarSet *bound) {
  Program *program = emission->lift->program;
  Builder builder = builder_new(program, &guarded->stms, emission->lift->host.span);
  Mode mode = output->mode;
  if (mode != MODE_MAP && mode != MODE_REDUCE && mode != MODE_PUT)
    INTERNAL_ERROR("points that are done do not filter, scan or combine");
  for (size_t i = 0; i < output->value_count; i++) {
    Atom value = output->values[i];
    bool is_bound = value.var && varset_has(bound, value.var);
    if (mode == MODE_REDUCE)
      output->values[i] = guard_atom(guarded, &builder, value, output->neutral[i]);
    else if (is_bound)
      output->values[i] =
          guard_atom(guarded, &builder, value, build_nothing(&builder, atom_type(value)));
  }
  if (mode == MODE_PUT)
    output->indices[0] = guard_atom(guarded, &builder, output->indices[0], atom_i64(-1));
}

void emission_guard(Emission *emission) {
  Program *program = emission->lift->program;
  Var *flags = emission_flags(emission);
  Stms *stms = &emission->par->body.stms;
  if (!flags) return;
  VarSet bound = bound_vars_stms(program->arena, stms);
  Guarded guarded = {0};
  for (size_t i = 0; i < emission->outputs.count; i++)
    guard_output(emission, &guarded, &emission->outputs.data[i], &bound);
  size_t count = guarded.values.count;
  if (count == 0) return;
  Stms around = {0};
  Builder builder = builder_new(program, &around, emission->lift->host.span);
  Atom index = atom_var(emission->par->indices[0]);
  Atom is_running = atom_var(build_index(&builder, "is_running", flags, &index, 1));
  Body *run = body_new(program, *stms, guarded.values.data, count);
  Body *skip = body_new(program, guarded.stms, guarded.nothing.data, count);
  build_stm(&builder, exp_if(program, is_running, run, skip), guarded.vars.data, count);
  *stms = around;
}
