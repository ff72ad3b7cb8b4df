// Points that go through loops of the same length: sums of strips, convolutions. Each by itself
// would add one element after the other, or go through memory with a stride. A strip of points goes
// through the loops together instead:
//
//   par (j < m) { x = par (k < n) { reduce op a[k, j] }  y = f(x)  map y }
//     becomes
//   for each strip of WIDTH points {
//     for l { xs[l] = neutral }
//     for k < n { for l { xs[l] = op(xs[l], a[k, start + l]) } }
//     for l { x = xs[l]  y = f(x)  out[start + l] = y }
//   }
//
// Each point computes in the same order as before. The thunk of the map is scalar statements,
// branches of these, reductions, and loops over scalars; these may contain such loops again. Checks
// may stand outside of loops: all points of a strip pass them before any goes on. What does not
// depend on the point is computed once for the strip. What one piece between loops computes for
// each point, and a later one needs, is kept for all points of the strip.
//
// A loop may also change a column of an array where it is: points are neighbours in each row, and
// go down the columns together, row by row.
#include "analysis/address.h"
#include "ir/par.h"
#include "lower/lower_internal.h"

enum {
  WIDTH = 128,
  LOOP_LIMIT = 16,
  LEAST_ROUNDS = 8, // loops of a known smaller number of rounds are better unrolled
  HELD_MOST = 64    // points whose scalars registers have room for
};

// A scalar of the thunk that is kept for all points of the strip.
typedef struct Kept {
  Var *var;
  ImpVar *values;
} Kept;

typedef Vec(Kept) KeptList;

typedef struct Strips {
  Lower *lower;
  ParState *state;
  VarSet moving;   // differs from point to point
  VarSet stepping; // grows by one from point to point
  VarSet counting; // depends on the index of a loop
  Addresses *addresses;
  size_t loops;      // so far
  bool is_long;      // a loop may have many rounds
  bool has_column;   // in one array, points are neighbours and go through the elements
  KeptList kept;     // so far
  Stms steps;        // so far: what grows by one is computed where it is needed
  ImpExp *start;     // the first point of the strip
  ImpExp *width;     // how many points it has
  int64_t room;      // how many it has at most
  ImpBuilder around; // the statements around the loops over points
} Strips;

// What the points do with the values of a body, when all of its statements are done: they store the
// outputs of the map (both are NULL), take a step of a reduction, or set the parameters of a loop.
typedef struct Ending {
  const Par *reduction;
  const Loop *loop;
  ImpVar **values; // of the reduction or the parameters
} Ending;

// ---- Is it of this shape? ----

// A statement of scalars that cannot fail.
static bool is_plain(const Stm *stm) {
  if (stm->var_count != 1 || stm->vars[0]->type->kind != TYPE_SCALAR) return false;
  return op_is_scalar(stm->exp->op) || stm->exp->op == OP_INDEX;
}

// A choice between scalars that plain statements compute.
static bool is_choice(const Stm *stm) {
  if (stm->exp->op != OP_IF) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (stm->vars[i]->type->kind != TYPE_SCALAR) return false;
  for (size_t b = 0; b < stm->exp->as.branches.body_count; b++) {
    const Stms *stms = &stm->exp->as.branches.bodies[b]->stms;
    for (size_t i = 0; i < stms->count; i++)
      if (!is_plain(stms->data[i]) && !is_choice(stms->data[i])) return false;
  }
  return true;
}

static bool is_check(const Stm *stm) { return stm->exp->op == OP_ASSERT; }

// Is it done for one point after the other, between loops?
static bool is_pointwise(const Stm *stm) {
  return is_plain(stm) || is_choice(stm) || is_check(stm);
}

// A part of an array that is seen where it is, so that there is nothing to do.
static bool is_view(const Stm *stm) {
  Op op = stm->exp->op;
  if (op != OP_INDEX && op != OP_SLICE && op != OP_COERCE) return false;
  if (stm->var_count != 1 || !type_is_array(stm->vars[0]->type)) return false;
  return stm->vars[0]->type->place->block == stm->exp->args[0].var->type->place->block;
}

static bool is_same_place(const Type *a, const Type *b) {
  return place_equal(a->place, b->place, a->rank);
}

// An element of an array is written where it is.
static bool is_store(const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_UPDATE || exp->as.selector.is_lmad) return false;
  for (size_t i = 0; i < exp->as.selector.rank; i++)
    if (exp->as.selector.is_range[i]) return false;
  return exp->as.selector.rank == stm->vars[0]->type->rank &&
         is_same_place(exp->args[0].var->type, stm->vars[0]->type);
}

// A column is copied to another one.
static bool is_column_copy(const Stm *stm) {
  if (stm->exp->op != OP_COPY || stm->vars[0]->type->rank != 1) return false;
  return type_is_array(stm->vars[0]->type) && !dim_is_varying(stm->vars[0]->type->dims[0]);
}

// Does the loop get and leave this array at one place?
static bool is_carried_there(const Stm *stm, size_t param) {
  const Loop *loop = stm->exp->as.loop;
  const Type *type = loop->params[param]->type;
  return type_is_array(type) && is_same_place(atom_type(stm->exp->args[param]), type) &&
         is_same_place(atom_type(loop->body->results[param]), type) &&
         is_same_place(stm->vars[param]->type, type);
}

static bool has(const VarSet *set, Atom atom) { return atom.var && varset_has(set, atom.var); }

static bool has_any(const VarSet *set, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (has(set, atoms[i])) return true;
  return false;
}

// Does what a plain statement computes depend on the set, including through the place of the array
// that it reads?
static bool depends(const VarSet *set, const Exp *exp) {
  if (has_any(set, exp->args, exp->arg_count)) return true;
  return exp->op == OP_INDEX && has(set, exp->args[0].var->type->place->offset);
}

// Has the address something that differs from point to point, but does not grow by one?
static bool has_jumping(const Strips *strips, const Poly *address, const Var *point) {
  for (size_t i = 0; i < address->count; i++)
    for (size_t k = 0; k < address->terms[i].degree; k++) {
      const Var *var = address->terms[i].vars[k];
      if (var != point && varset_has(&strips->moving, var)) return true;
    }
  return false;
}

// How the address of the element moves from point to point.
static AddressStep step_of(const Strips *strips, const Var *array, const Atom *indices,
                           size_t count) {
  const Par *par = strips->state->par;
  const Var *point = par->indices[par->rank - 1];
  const Poly *address = address_element(strips->addresses, array->type, indices, count);
  if (!address || has_jumping(strips, address, point)) return STEP_OTHER;
  return address_step(strips->addresses, address, point);
}

// A load in a loop: neighbouring points must load neighbours, or the same element.
static bool check_load(Strips *strips, const Exp *exp) {
  AddressStep step = step_of(strips, exp->args[0].var, exp->args + 1, exp->arg_count - 1);
  if (step == STEP_OTHER) return false;
  if (step == STEP_ONE && depends(&strips->counting, exp)) strips->has_column = true;
  return true;
}

// Neighbouring points must write neighbours.
static bool check_store(Strips *strips, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (step_of(strips, exp->args[0].var, exp->args + 2, exp->arg_count - 2) != STEP_ONE)
    return false;
  varset_add(&strips->moving, stm->vars[0]);
  return true;
}

static bool is_step(const Strips *strips, const Exp *exp) {
  const VarSet *stepping = &strips->stepping, *moving = &strips->moving;
  if (exp->op == OP_SUB) return has(stepping, exp->args[0]) && !has(moving, exp->args[1]);
  if (exp->op != OP_ADD) return false;
  return (has(stepping, exp->args[0]) && !has(moving, exp->args[1])) ||
         (has(stepping, exp->args[1]) && !has(moving, exp->args[0]));
}

static bool check_plain(Strips *strips, Stm *stm, bool is_looped) {
  const Exp *exp = stm->exp;
  address_note(strips->addresses, stm);
  if (exp->op == OP_INDEX && is_looped && !check_load(strips, exp)) return false;
  if (depends(&strips->moving, exp)) varset_add(&strips->moving, stm->vars[0]);
  if (is_step(strips, exp)) varset_add(&strips->stepping, stm->vars[0]);
  if (depends(&strips->counting, exp)) varset_add(&strips->counting, stm->vars[0]);
  return true;
}

// Adds what the statement binds to the sets of which it uses something.
static void mark_used(Strips *strips, Stm *stm) {
  VarSet used = free_vars_stm(strips->lower->arena, stm);
  Var *var;
  bool is_moving = false, is_counting = false;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    is_moving = is_moving || varset_has(&strips->moving, var);
    is_counting = is_counting || varset_has(&strips->counting, var);
  }
  for (size_t i = 0; i < stm->var_count; i++) {
    if (is_moving) varset_add(&strips->moving, stm->vars[i]);
    if (is_counting) varset_add(&strips->counting, stm->vars[i]);
  }
}

static bool check_choice(Strips *strips, Stm *stm, bool is_looped) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t b = 0; b < branches->body_count; b++)
    for (size_t i = 0; i < branches->bodies[b]->stms.count; i++) {
      Stm *inner = branches->bodies[b]->stms.data[i];
      if (!(is_plain(inner) ? check_plain : check_choice)(strips, inner, is_looped)) return false;
    }
  mark_used(strips, stm);
  return true;
}

// In a loop over the points there would be no vectors.
static bool check_check(Strips *strips, Stm *stm, bool is_looped) {
  if (is_looped) return false;
  mark_used(strips, stm);
  return true;
}

// Neighbouring points must have neighbouring columns, of one length.
static bool check_column(const Strips *strips, const Var *array) {
  const Place *place = array->type->place;
  Atom first = atom_i64(0);
  return !has(&strips->moving, dim_size(array->type->dims[0])) &&
         !(place->strides && has(&strips->moving, place->strides[0])) &&
         step_of(strips, array, &first, 1) == STEP_ONE;
}

static bool check_column_copy(Strips *strips, const Stm *stm) {
  if (!check_column(strips, stm->exp->args[0].var) || !check_column(strips, stm->vars[0]) ||
      ++strips->loops > LOOP_LIMIT)
    return false;
  varset_add(&strips->moving, stm->vars[0]);
  return true;
}

// Views may begin elsewhere for each point, but must have one shape. Those of an array that the
// point writes are read in order with that.
static bool check_view(Strips *strips, const Stm *stm) {
  const Type *type = stm->vars[0]->type;
  if (has(&strips->moving, stm->exp->args[0])) varset_add(&strips->moving, stm->vars[0]);
  for (size_t d = 0; d < type->rank; d++)
    if (dim_is_varying(type->dims[d]) || has(&strips->moving, dim_size(type->dims[d])))
      return false;
  return !type->place->strides || !has_any(&strips->moving, type->place->strides, type->rank);
}

static bool check_stms(Strips *strips, const Stms *stms, bool is_looped);

static bool check_rounds(Strips *strips, Atom rounds, Var *index) {
  if (has(&strips->moving, rounds) || ++strips->loops > LOOP_LIMIT) return false;
  if (rounds.var || constant_to_i64(rounds.constant) >= LEAST_ROUNDS) strips->is_long = true;
  varset_add(&strips->counting, index);
  return true;
}

static bool check_reduction(Strips *strips, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue || par->acc_count > 0) return false;
  if (dim_is_varying(par->space[0]) || par->body.output_count == 0) return false;
  if (!check_rounds(strips, dim_size(par->space[0]), par->indices[0])) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!mode_has(output->mode, TRAIT_TOTAL) || output->value_count == 0) return false;
    if (has_any(&strips->moving, output->neutral, output->value_count)) return false;
    for (size_t k = 0; k < output->value_count; k++)
      if (atom_type(output->neutral[k])->kind != TYPE_SCALAR) return false;
    for (size_t k = 0; k < output->op->body->stms.count; k++) {
      const Stm *step = output->op->body->stms.data[k];
      if (!is_plain(step) && !is_choice(step)) return false;
    }
  }
  return check_stms(strips, &par->body.stms, true);
}

static bool check_loop(Strips *strips, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  if (!loop->index) return false;
  if (!check_rounds(strips, stm->exp->args[stm->exp->arg_count - 1], loop->index)) return false;
  for (size_t i = 0; i < loop->param_count; i++) {
    if (loop->params[i]->type->kind != TYPE_SCALAR && !is_carried_there(stm, i)) return false;
    varset_add(&strips->moving, loop->params[i]);
  }
  return check_stms(strips, &loop->body->stms, true);
}

static bool check_stms(Strips *strips, const Stms *stms, bool is_looped) {
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (is_view(stm) && check_view(strips, stm)) continue;
    bool is_good = is_plain(stm)             ? check_plain(strips, stm, is_looped)
                   : is_choice(stm)          ? check_choice(strips, stm, is_looped)
                   : is_check(stm)           ? check_check(strips, stm, is_looped)
                   : is_store(stm)           ? check_store(strips, stm)
                   : is_column_copy(stm)     ? check_column_copy(strips, stm)
                   : stm->exp->op == OP_PAR  ? check_reduction(strips, stm)
                   : stm->exp->op == OP_LOOP ? check_loop(strips, stm)
                                             : false;
    if (!is_good) return false;
    for (size_t k = 0; k < stm->var_count && !is_pointwise(stm); k++)
      varset_add(&strips->moving, stm->vars[k]);
  }
  return true;
}

static bool is_shaped(Strips *strips) {
  const Par *par = strips->state->par;
  if (par->has_epilogue || par->acc_count > 0) return false;
  for (size_t i = 0; i < strips->state->output_count; i++) {
    const OutputState *output = &strips->state->outputs[i];
    if (!output_has(output, TRAIT_ELEMENTS) || output->joins) return false;
    const Type *type = atom_type(output->output->values[0]), *made = output->results[0]->type;
    if (type_is_array(type) ? type->place->block != made->place->block : type->kind != TYPE_SCALAR)
      return false;
  }
  Var *point = par->indices[par->rank - 1];
  varset_add(&strips->moving, point);
  varset_add(&strips->stepping, point);
  return check_stms(strips, &par->body.stms, false) && strips->has_column && strips->is_long;
}

// ---- The pieces ----

static void add_var(VarSet *used, Var *var) {
  varset_add(used, var);
  if (type_is_array(var->type) && var->type->place->offset.var)
    varset_add(used, var->type->place->offset.var);
}

static void add_atoms(VarSet *used, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (atoms[i].var) add_var(used, atoms[i].var);
}

// Adds what statements use.
static void add_used(Lower *lower, VarSet *used, const Stms *stms, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    VarSet free = free_vars_stm(lower->arena, stms->data[i]);
    Var *var;
    for (size_t cursor = 0; varset_each(&free, &cursor, &var);)
      add_var(used, var);
  }
}

static const Kept *find_kept(const Strips *strips, Atom atom) {
  for (size_t i = strips->kept.count; atom.var && i-- > 0;)
    if (strips->kept.data[i].var == atom.var) return &strips->kept.data[i];
  return NULL;
}

// Does the loop get this parameter where it already is?
static bool is_in_place(const Strips *strips, const Ending *ending, size_t param) {
  if (type_is_array(ending->loop->params[param]->type)) return true;
  const Kept *kept = find_kept(strips, ending->loop->body->results[param]);
  return kept && kept->values == ending->values[param];
}

static void add_ending(const Strips *strips, const Ending *ending, VarSet *used) {
  const Par *par = ending->reduction ? ending->reduction : strips->state->par;
  if (ending->loop) {
    for (size_t i = 0; i < ending->loop->param_count; i++)
      if (!is_in_place(strips, ending, i)) add_atoms(used, &ending->loop->body->results[i], 1);
    return;
  }
  for (size_t i = 0; i < par->body.output_count; i++)
    add_atoms(used, par->body.outputs[i].values, par->body.outputs[i].value_count);
  for (size_t i = 0; ending->reduction && i < par->body.output_count; i++)
    add_used(strips->lower, used, &par->body.outputs[i].op->body->stms, 0,
             par->body.outputs[i].op->body->stms.count);
}

// Computes what is used of the values that grow by one.
static void emit_steps(Strips *strips, VarSet *used) {
  for (size_t i = strips->steps.count; i-- > 0;) {
    const Stm *stm = strips->steps.data[i];
    if (varset_has(used, stm->vars[0])) add_atoms(used, stm->exp->args, stm->exp->arg_count);
  }
  for (size_t i = 0; i < strips->steps.count; i++)
    if (varset_has(used, strips->steps.data[i]->vars[0]))
      lower_stm(strips->lower, strips->steps.data[i]);
}

// Opens a loop over the points of the strip, and binds what it needs of earlier pieces.
static ImpFor *open_points(Strips *strips, VarSet *used, ImpVar **lane) {
  Lower *lower = strips->lower;
  const Par *par = strips->state->par;
  *lane = loop_index(lower, "lane");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, *lane, imp_i64(lower->imp, 0), strips->width);
  lower->out = imp_into(&lower->out, &loop->body);
  Var *index = par->indices[par->rank - 1];
  ImpExp *point = imp_add(lower->imp, strips->start, imp_use(lower->imp, *lane));
  bind_alias(lower, index, imp_use(lower->imp, imp_let(&lower->out, index->name, point)));
  for (size_t i = 0; i < strips->kept.count; i++) {
    const Kept *kept = &strips->kept.data[i];
    if (!varset_has(used, kept->var)) continue;
    ImpExp *value = imp_load(lower->imp, kept->values, imp_use(lower->imp, *lane));
    ImpVar *loaded = imp_let(&lower->out, kept->var->name, value);
    bind_alias(lower, kept->var, imp_use(lower->imp, loaded));
  }
  emit_steps(strips, used);
  return loop;
}

static void close_points(Strips *strips, ImpFor *loop) {
  strips->lower->out = strips->around;
  if (lower_is_simple_loop(loop)) loop->kind = IMP_FOR_SIMD;
}

// Room for a scalar of all points, which must be declared in front of the loop that fills it.
static ImpVar *make_room(Strips *strips, const Var *var) {
  return imp_local(&strips->lower->out, var->name, var->type->scalar, strips->room);
}

// Is it computed for each point, once?
static bool is_computed(const Strips *strips, const Var *var) {
  return varset_has(&strips->moving, var) && !varset_has(&strips->stepping, var);
}

// What later pieces of the body need of the statements.
static KeptList make_rooms(Strips *strips, const Stms *stms, size_t from, size_t to,
                           const Ending *ending) {
  Lower *lower = strips->lower;
  KeptList rooms = {0};
  VarSet later = varset_new(lower->arena);
  add_used(lower, &later, stms, to, stms->count);
  add_ending(strips, ending, &later);
  for (size_t i = from; i < to && to < stms->count; i++) {
    const Stm *stm = stms->data[i];
    for (size_t k = 0; k < stm->var_count; k++) {
      Var *var = stm->vars[k];
      if (var->type->kind == TYPE_SCALAR && is_computed(strips, var) && varset_has(&later, var))
        vec_push(lower->arena, &rooms, ((Kept){var, make_room(strips, var)}));
    }
  }
  return rooms;
}

static void emit_outputs(Strips *strips) {
  Lower *lower = strips->lower;
  const Par *par = strips->state->par;
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, par->rank);
  for (size_t i = 0; i < par->rank; i++)
    indices[i] = lower_atom(lower, atom_var(par->indices[i]));
  for (size_t i = 0; i < strips->state->output_count; i++)
    output_emit(lower, strips->state, &strips->state->outputs[i], indices);
}

// One step of one output of a reduction.
static void emit_step(Strips *strips, const Output *output, ImpVar *const *sums, ImpVar *lane) {
  Lower *lower = strips->lower;
  size_t count = output->value_count;
  ImpVar **carry = arena_array(lower->arena, ImpVar *, count);
  ImpExp **values = arena_array(lower->imp->arena, ImpExp *, count);
  for (size_t k = 0; k < count; k++) {
    ImpExp *sum = imp_load(lower->imp, sums[k], imp_use(lower->imp, lane));
    carry[k] = imp_declare(&lower->out, output->op->params[k]->name, sums[k]->scalar, sum);
    values[k] = lower_atom(lower, output->values[k]);
  }
  operator_apply(lower, output->op, carry, values, count);
  for (size_t k = 0; k < count; k++)
    imp_store(&lower->out, sums[k], imp_use(lower->imp, lane), imp_use(lower->imp, carry[k]));
}

static void emit_ending(Strips *strips, const Ending *ending, ImpVar *lane) {
  Lower *lower = strips->lower;
  const Par *par = ending->reduction;
  if (ending->loop) {
    for (size_t i = 0; i < ending->loop->param_count; i++)
      if (!is_in_place(strips, ending, i))
        imp_store(&lower->out, ending->values[i], imp_use(lower->imp, lane),
                  lower_atom(lower, ending->loop->body->results[i]));
  } else if (par) {
    ImpVar **sums = ending->values;
    for (size_t i = 0; i < par->body.output_count; sums += par->body.outputs[i++].value_count)
      emit_step(strips, &par->body.outputs[i], sums, lane);
  } else {
    emit_outputs(strips);
  }
}

static bool needs_points(const Strips *strips, const Ending *ending) {
  bool is_needed = !ending->loop;
  for (size_t i = 0; ending->loop && i < ending->loop->param_count; i++)
    is_needed = is_needed || !is_in_place(strips, ending, i);
  return is_needed;
}

// The statements from one loop to the next, for each point; the last piece has the ending too.
static void emit_piece(Strips *strips, const Stms *stms, size_t from, size_t to,
                       const Ending *ending) {
  Lower *lower = strips->lower;
  bool is_last = to == stms->count, is_needed = is_last && needs_points(strips, ending);
  for (size_t i = from; i < to; i++)
    is_needed = is_needed || is_computed(strips, stms->data[i]->vars[0]);
  if (!is_needed) return;
  VarSet used = varset_new(lower->arena);
  add_used(lower, &used, stms, from, to);
  if (is_last) add_ending(strips, ending, &used);
  KeptList rooms = make_rooms(strips, stms, from, to, ending);
  ImpVar *lane;
  ImpFor *loop = open_points(strips, &used, &lane);
  for (size_t i = from; i < to; i++)
    if (is_computed(strips, stms->data[i]->vars[0])) lower_stm(lower, stms->data[i]);
  for (size_t i = 0; i < rooms.count; i++)
    imp_store(&lower->out, rooms.data[i].values, imp_use(lower->imp, lane),
              lower_atom(lower, atom_var(rooms.data[i].var)));
  if (is_last) emit_ending(strips, ending, lane);
  close_points(strips, loop);
  vec_append(lower->arena, &strips->kept, rooms.data, rooms.count);
}

static void emit_loop(Strips *strips, const Stm *stm);

// All statements of a body, in the current place.
static void emit_body(Strips *strips, const Stms *stms, const Ending *ending) {
  Lower *lower = strips->lower;
  ImpBuilder around = strips->around;
  size_t kept = strips->kept.count, steps = strips->steps.count, from = 0;
  strips->around = lower->out;
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (is_view(stm) || is_store(stm)) continue;
    if (is_pointwise(stm)) {
      if (varset_has(&strips->stepping, stm->vars[0]))
        vec_push(lower->arena, &strips->steps, (Stm *)stm);
      if (!varset_has(&strips->moving, stm->vars[0])) lower_stm(lower, stm);
      strips->around = lower->out;
      continue;
    }
    emit_piece(strips, stms, from, i, ending);
    emit_loop(strips, stm);
    from = i + 1;
  }
  emit_piece(strips, stms, from, stms->count, ending);
  strips->around = around;
  strips->kept.count = kept;
  strips->steps.count = steps;
}

// Sets what all points of the strip begin with.
static void emit_start(Strips *strips, ImpVar *values, Atom value) {
  VarSet used = varset_new(strips->lower->arena);
  add_atoms(&used, &value, 1);
  ImpVar *lane;
  ImpFor *loop = open_points(strips, &used, &lane);
  imp_store(&strips->lower->out, values, imp_use(strips->lower->imp, lane),
            lower_atom(strips->lower, value));
  close_points(strips, loop);
}

// The rounds of a loop, with its body in each.
static void emit_rounds(Strips *strips, Var *index, ImpExp *rounds, const Stms *stms,
                        const Ending *ending) {
  Lower *lower = strips->lower;
  ImpBuilder saved = lower->out;
  ImpVar *round = imp_var(lower->imp, IMP_SCALAR, index->type->scalar, index->name);
  round->is_const = round->is_index = true;
  ImpExp *zero = imp_const(lower->imp, constant_int(round->scalar, 0));
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, round, zero, rounds);
  loop->is_held = strips->room <= HELD_MOST;
  lower->out = imp_into(&saved, &loop->body);
  bind_alias(lower, index, imp_use(lower->imp, round));
  emit_body(strips, stms, ending);
  lower->out = saved;
}

static void emit_reduction(Strips *strips, const Stm *stm, ImpVar **sums) {
  const Par *par = stm->exp->as.par;
  size_t result = 0;
  for (size_t i = 0; i < par->body.output_count; i++)
    for (size_t k = 0; k < par->body.outputs[i].value_count; k++, result++) {
      sums[result] = make_room(strips, par->body.outputs[i].op->params[k]);
      emit_start(strips, sums[result], par->body.outputs[i].neutral[k]);
    }
  Ending ending = {.reduction = par, .values = sums};
  emit_rounds(strips, par->indices[0], lower_dim(strips->lower, par->space[0]), &par->body.stms,
              &ending);
}

// A parameter takes over the room of a value that nothing else needs.
static void emit_repeat(Strips *strips, const Stm *stm, ImpVar **rooms) {
  Lower *lower = strips->lower;
  const Loop *loop = stm->exp->as.loop;
  size_t kept = strips->kept.count;
  for (size_t i = 0; i < loop->param_count; i++) {
    Atom init = stm->exp->args[i];
    rooms[i] = NULL;
    if (type_is_array(loop->params[i]->type)) continue;
    const Kept *old = find_kept(strips, init);
    bool is_free = old && lower->usage[init.var->index].operands == 1;
    rooms[i] = is_free ? old->values : make_room(strips, loop->params[i]);
    if (!is_free) emit_start(strips, rooms[i], init);
  }
  for (size_t i = 0; i < loop->param_count; i++)
    if (rooms[i]) vec_push(lower->arena, &strips->kept, ((Kept){loop->params[i], rooms[i]}));
  Ending ending = {.loop = loop, .values = rooms};
  ImpExp *rounds = lower_atom(lower, stm->exp->args[stm->exp->arg_count - 1]);
  emit_rounds(strips, loop->index, rounds, &loop->body->stms, &ending);
  strips->kept.count = kept;
}

static void emit_column_copy(Strips *strips, const Stm *stm) {
  Lower *lower = strips->lower;
  ImpBuilder saved = lower->out, around = strips->around;
  ImpVar *row = loop_index(lower, "row"), *lane;
  ImpFor *rows = imp_for(&lower->out, IMP_FOR_PLAIN, row, imp_i64(lower->imp, 0),
                         lower_dim(lower, stm->vars[0]->type->dims[0]));
  lower->out = strips->around = imp_into(&saved, &rows->body);
  VarSet used = varset_new(lower->arena);
  add_var(&used, stm->vars[0]);
  add_var(&used, stm->exp->args[0].var);
  ImpFor *points = open_points(strips, &used, &lane);
  Region from =
      region_row(lower, region_of(lower, stm->exp->args[0].var), imp_use(lower->imp, row));
  Region to = region_row(lower, region_of(lower, stm->vars[0]), imp_use(lower->imp, row));
  region_store(lower, &to, region_load(lower, &from));
  close_points(strips, points);
  strips->around = around;
  lower->out = saved;
}

static void emit_loop(Strips *strips, const Stm *stm) {
  Lower *lower = strips->lower;
  if (stm->exp->op == OP_COPY) {
    emit_column_copy(strips, stm);
    return;
  }
  ImpVar **values = arena_array(lower->arena, ImpVar *, stm->var_count + 1);
  if (stm->exp->op == OP_PAR)
    emit_reduction(strips, stm, values);
  else
    emit_repeat(strips, stm, values);
  for (size_t i = 0; i < stm->var_count; i++)
    if (values[i]) vec_push(lower->arena, &strips->kept, ((Kept){stm->vars[i], values[i]}));
}

bool strips_emit(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  Strips strips = {.lower = lower,
                   .state = state,
                   .moving = varset_new(lower->arena),
                   .stepping = varset_new(lower->arena),
                   .counting = varset_new(lower->arena),
                   .addresses = addresses_new(lower->arena)};
  if (!is_shaped(&strips)) return false;
  if (imp_is_i64(imp_sub(lower->imp, last, first), 0)) return false;
  ImpProgram *imp = lower->imp;
  ImpBuilder saved = lower->out;
  ImpExp *size = imp_i64(imp, WIDTH), *points = imp_sub(imp, last, first);
  bool is_one = points->kind == IMP_CONST && constant_to_i64(points->as.constant) <= WIDTH;
  strips.room = is_one ? constant_to_i64(points->as.constant) : WIDTH;
  if (is_one) {
    strips.start = first;
    strips.width = points;
  } else {
    ImpExp *count = imp_binary(imp, OP_SQUOT, imp_add(imp, points, imp_i64(imp, WIDTH - 1)), size);
    ImpVar *strip = loop_index(lower, "strip");
    ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, strip, imp_i64(imp, 0), count);
    lower->out = imp_into(&saved, &loop->body);
    ImpExp *start = imp_add(imp, first, imp_mul(imp, imp_use(imp, strip), size));
    strips.start = imp_use(imp, imp_let(&lower->out, name_of(lower, "start"), start));
    ImpExp *rest = imp_sub(imp, last, strips.start);
    ImpExp *width = imp_binary(imp, OP_SMIN, size, rest);
    strips.width = imp_use(imp, imp_let(&lower->out, name_of(lower, "width"), width));
  }
  emit_body(&strips, &state->par->body.stms, &(Ending){0});
  lower->out = saved;
  return true;
}
