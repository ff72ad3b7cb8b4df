// Pars inside a point that a device cannot share out by elements in one kernel: they are taken
// apart before they are lifted.
//
// What an epilogue reduces, keeps or splits of the prefixes of a scan becomes a par of its own
// after the scan.
//
// A split is counted by classes first; then a scan numbers the elements of each class, and each
// element is put where its class begins:
//
//   let (a, b, ys) = par (j < m) { S  split 2 c y }
//     becomes
//   let (a, b) = par (j < m) { S  reduce (+; 0) (c == 0)  reduce (+; 0) (c == 1) }
//   let ys = par (j < m) { S  exclusive scan (+; 0) (c == 0) } then (r) {
//     put room [c == 0 ? r : a + (j - r)] y
//   }
//
// S is done twice, so it must be cheap; otherwise class and values are stored first.
//
// A reduction or scan of values that are computed in parallel themselves becomes a par of its own
// after them: what is left has only maps, which may be a nest with tiles.
#include "analysis/cost.h"
#include "flat/flat_internal.h"
#include "flat/flatten.h"
#include "ir/par.h"
#include "ir/rules.h"

static bool is_split(const Output *output) { return mode_has(output->mode, TRAIT_SORTS); }

static bool has_split(const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++)
    if (is_split(&par->body.outputs[i])) return true;
  return false;
}

bool flatten_has_busy_epilogue(const Par *par) {
  return par->has_epilogue && !thunk_has_only(&par->epilogue, TRAIT_ELEMENTS | TRAIT_REPLACES);
}

static bool accumulates(const Output *output) { return mode_has(output->mode, TRAIT_FOLDS); }

// Does it reduce or scan what its points compute in parallel?
static bool sums_nests(const Par *par) {
  bool has_sum = false, has_inner = false;
  for (size_t i = 0; i < par->body.output_count; i++)
    has_sum = has_sum || accumulates(&par->body.outputs[i]);
  for (size_t i = 0; i < par->body.stms.count; i++)
    has_inner = has_inner || par->body.stms.data[i]->exp->op == OP_PAR;
  return has_sum && has_inner && !par->has_epilogue;
}

// Are all values that are split scalars, and the classes a few? Rows could not be put.
static bool splits_scalars(const Par *par) {
  enum { CLASSES_MOST = 8 };
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (is_split(output) && (output->class_count < 2 || output->class_count > CLASSES_MOST))
      return false;
    for (size_t k = 0; k < output->value_count && is_split(output); k++)
      if (type_is_array(atom_type(output->values[k]))) return false;
  }
  return true;
}

bool flatten_can_lift_apart(Lift *lift, const Stm *stm) {
  if (stm->exp->op != OP_PAR || !lift->flatten->target->has_device) return false;
  const Par *par = stm->exp->as.par;
  if (par->acc_count + par->consumed_count > 0 || !flatten_can_lift_par(lift, stm)) return false;
  if (par->has_epilogue)
    return flatten_has_busy_epilogue(par) && !has_split(par) &&
           split_is_possible(lift->program->arena, par);
  if (sums_nests(par)) return split_is_possible(lift->program->arena, par);
  return has_split(par) && splits_scalars(par);
}

// ---- A split ----

typedef struct SplitRow {
  Lift *lift;
  Context *context;
  const Stm *stm;
  const Output *output; // its only one
  size_t classes;
} SplitRow;

// The par again, with other outputs; the substitution knows the names of its statements then.
static Par *row_again(const SplitRow *row, Subst *subst) {
  Program *program = row->lift->program;
  const Par *from = row->stm->exp->as.par;
  Var *index = var_like(program, from->indices[0], from->indices[0]->type);
  Par *par = par_new_at(program, from->level, from->space[0], index);
  subst_add(subst, from->indices[0], atom_var(index));
  for (size_t i = 0; i < from->body.stms.count; i++)
    vec_push(program->arena, &par->body.stms, rename_stm(program, from->body.stms.data[i], subst));
  par->body.outputs = arena_array(program->arena, Output, row->classes);
  return par;
}

// 1 for an element of the class, otherwise 0.
static Atom build_member(Builder *builder, Atom selector, size_t class_number) {
  Atom is_member =
      build_binary(builder, "is_member", OP_EQ, selector, atom_i64((int64_t)class_number));
  Atom args[3] = {is_member, atom_i64(1), atom_i64(0)};
  return atom_var(build_let(builder, "member", exp_new(builder->program, OP_SELECT, args, 3)));
}

// The par, bound to these variables, lifted.
static void lift_made(const SplitRow *row, Par *par, Var *const *vars, size_t count) {
  Stms stms = {0};
  Builder builder = builder_new(row->lift->program, &stms, row->stm->span);
  builder.certs = row->stm->certs;
  builder.cert_count = row->stm->cert_count;
  Stm *made = build_stm(&builder, exp_par(row->lift->program, par), vars, count);
  lift_enter(row->lift, &stms);
  lift_par(row->lift, row->context, made);
}

static void lift_counts(const SplitRow *row) {
  Program *program = row->lift->program;
  Subst *subst = subst_new(program);
  Par *par = row_again(row, subst);
  Builder builder = builder_new(program, &par->body.stms, row->stm->span);
  Atom selector = subst_atom(subst, row->output->selector);
  for (size_t i = 0; i < row->classes; i++)
    par->body.outputs[par->body.output_count++] =
        output_reduce(program, OP_ADD, build_member(&builder, selector, i), row->stm->span);
  lift_made(row, par, row->stm->vars, row->classes);
}

// Room for one of the arrays, at each point.
static Var *lift_room(const SplitRow *row, Var *like) {
  Lift *lift = row->lift;
  Context *context = row->context;
  Var *room = var_like(lift->program, like, like->type);
  map_put(lift->inside, map_key(room), room);
  Atom size = dim_size(like->type->dims[0]);
  bool is_regular = !flatten_is_atom_at_point(lift, size);
  FlattenSegments *segments = is_regular ? NULL : segments_of(lift, context, size);
  Dim dims[2] = {is_regular ? dim_atom(context->count) : dim_var(segments->total),
                 like->type->dims[0]};
  Var *data = host_room(lift, like->name, like->type->scalar, is_regular ? 2 : 1, dims, true);
  made_add(lift, data);
  if (is_regular)
    bind_element(lift, context, room, data);
  else
    bind_rows(lift, context, room, data, segments);
  return room;
}

// The place of an element: those of its class begin after all of the classes before, and the last
// class has what is in no other one.
static Atom build_place(const SplitRow *row, Builder *builder, Atom selector, Atom index,
                        Var *const *ranks) {
  Program *program = row->lift->program;
  Atom last = index, begin = atom_i64(0), place = atom_i64(-1);
  for (size_t i = 0; i < row->classes; i++) {
    bool is_last = i + 1 == row->classes;
    if (!is_last) last = build_binary(builder, "rest", OP_SUB, last, atom_var(ranks[i]));
    Atom rank = is_last ? last : atom_var(ranks[i]);
    Atom here = build_binary(builder, "place", OP_ADD, begin, rank);
    Atom is_here = build_binary(builder, "is_here", OP_EQ, selector, atom_i64((int64_t)i));
    Atom args[3] = {is_here, here, place};
    place = atom_var(build_let(builder, "place", exp_new(program, OP_SELECT, args, 3)));
    if (!is_last)
      begin = build_binary(builder, "begin", OP_ADD, begin, atom_var(row->stm->vars[i]));
  }
  return place;
}

static void lift_places(const SplitRow *row) {
  Program *program = row->lift->program;
  const Output *output = row->output;
  size_t count = output->value_count, ranks = row->classes - 1;
  Subst *subst = subst_new(program);
  Par *par = row_again(row, subst);
  Builder builder = builder_new(program, &par->body.stms, row->stm->span);
  Atom selector = subst_atom(subst, output->selector);
  par->has_epilogue = true;
  par->scan_params = arena_array(program->arena, Var *, ranks + 1);
  for (size_t i = 0; i < ranks; i++) {
    Output *scan = &par->body.outputs[par->body.output_count++];
    *scan = output_reduce(program, OP_ADD, build_member(&builder, selector, i), row->stm->span);
    scan->mode = MODE_SCAN;
    scan->is_commutative = false;
    scan->is_exclusive = true;
    par->scan_params[par->scan_param_count++] =
        var_new(program, "rank", type_scalar(SCALAR_I64), row->stm->span);
  }
  Output *put = arena_make(program->arena, Output);
  *put = (Output){.mode = MODE_PUT, .index_count = 1, .value_count = count, .span = output->span};
  put->dests = arena_array(program->arena, Atom, count);
  put->values = arena_array(program->arena, Atom, count);
  put->indices = arena_make(program->arena, Atom);
  for (size_t i = 0; i < count; i++) {
    put->dests[i] = atom_var(lift_room(row, row->stm->vars[row->classes + i]));
    put->values[i] = subst_atom(subst, output->values[i]);
  }
  Builder behind = builder_new(program, &par->epilogue.stms, row->stm->span);
  *put->indices = build_place(row, &behind, selector, atom_var(par->indices[0]), par->scan_params);
  par->epilogue.outputs = put;
  par->epilogue.output_count = 1;
  lift_made(row, par, row->stm->vars + row->classes, count);
}

// ---- All ----

static bool is_plain_split(const Par *par) {
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (!cost_is_within(par->body.stms.data[i]->exp, COST_LIMIT_AGAIN)) return false;
  return par->body.output_count == 1;
}

void lift_apart(Lift *lift, Context *context, Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (sums_nests(par)) {
    Stms nests = {0};
    split_outputs(&(Flattener){.program = lift->program}, stm, accumulates, &nests);
    lift_enter(lift, &nests);
    lift_stms(lift, context, &nests);
    return;
  }
  if (!par->has_epilogue && is_plain_split(par)) {
    SplitRow row = {lift, context, stm, &par->body.outputs[0], par->body.outputs[0].class_count};
    lift_counts(&row);
    lift_places(&row);
    return;
  }
  Flattener flattener = {.program = lift->program};
  Stms parts = {0};
  if (par->has_epilogue)
    split_epilogue(&flattener, stm, &parts);
  else
    split_outputs(&flattener, stm, is_split, &parts);
  lift_enter(lift, &parts);
  for (size_t i = 0; i < parts.count; i++) {
    if (flatten_can_lift_apart(lift, parts.data[i]))
      lift_apart(lift, context, parts.data[i]);
    else
      lift_par(lift, context, parts.data[i]);
  }
}
