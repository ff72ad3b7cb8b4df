// Pars inside a point that a device cannot share out by elements in one kernel: they are taken
// apart before they are lifted.
//
// What an epilogue reduces, keeps or splits of the prefixes of a scan becomes a par of its own
// after the scan.
//
// A split is counted by classes first; then a scan numbers the elements of each class, and each
// element is put where its class begins (split_row.c).
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

bool flatten_can_lift_apart(Lift *lift, const Stm *stm) {
  if (stm->exp->op != OP_PAR || !lift->flatten->target->has_device) return false;
  const Par *par = stm->exp->as.par;
  if (par->acc_count + par->consumed_count > 0 || !flatten_can_lift_par(lift, stm)) return false;
  if (par->has_epilogue)
    return flatten_has_busy_epilogue(par) && !split_row_is_in(par) &&
           split_is_possible(lift->program->arena, par);
  if (sums_nests(par)) return split_is_possible(lift->program->arena, par);
  return split_row_is_in(par) && split_row_has_scalars(par);
}

// ---- A split ----

typedef struct SplitLift {
  Lift *lift;
  Context *context;
  const Stm *stm;
  size_t classes;
} SplitLift;

static void lift_made(const SplitLift *row, Stm *made) {
  Stms stms = {.data = &made, .count = 1};
  lift_enter(row->lift, &stms);
  lift_par(row->lift, row->context, made);
}

// Room for one of the arrays, at each point.
static Var *lift_room(const SplitLift *row, Var *like) {
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

static void lift_places(const SplitLift *row) {
  Program *program = row->lift->program;
  size_t count = row->stm->var_count - row->classes;
  Var **rooms = arena_array(program->arena, Var *, count + 1);
  for (size_t i = 0; i < count; i++)
    rooms[i] = lift_room(row, row->stm->vars[row->classes + i]);
  lift_made(row, split_row_places(program, row->stm, rooms));
}

// ---- All ----

void lift_apart(Lift *lift, Context *context, Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (sums_nests(par)) {
    Stms nests = {0};
    split_outputs(&(Flattener){.program = lift->program}, stm, accumulates, &nests);
    lift_enter(lift, &nests);
    lift_stms(lift, context, &nests);
    return;
  }
  if (!par->has_epilogue && split_row_is_plain(par)) {
    SplitLift row = {lift, context, stm, par->body.outputs[0].class_count};
    lift_made(&row, split_row_counts(lift->program, stm));
    lift_places(&row);
    return;
  }
  Flattener flattener = {.program = lift->program};
  Stms parts = {0};
  if (par->has_epilogue)
    split_epilogue(&flattener, stm, &parts);
  else
    split_outputs(&flattener, stm, split_row_is_output, &parts);
  lift_enter(lift, &parts);
  for (size_t i = 0; i < parts.count; i++) {
    if (flatten_can_lift_apart(lift, parts.data[i]))
      lift_apart(lift, context, parts.data[i]);
    else
      lift_par(lift, context, parts.data[i]);
  }
}
