// Loops with parallelism inside.
//
// When all points run the loop equally often it is a loop of the host over the states of all
// points:
//
//   par@grid (i < n) { … let y = loop (a = x) for k < m do { B in (b) } … }
//     becomes
//   ys = loop (as = xs) for k < m do { B over (i < n), where a is as[i]; in (bs) }
//
// Otherwise the host carries the points that run and the states of all points. In each round those
// whose condition fails are done and keep their states; the others write theirs to their places.
//
//   loop (k, points: [k]i64, as) while k > 0 do {
//     k, points = those of points where the condition holds
//     B over the points; put their states to as
//   }
//
// With `guards_loops` points that are done are only marked (flatten_guard.c) as long as more than
// half of those present go on:
//
//     flags, running = where the condition holds; at how many points
//     k, points, flags = if running <= k/2 then those of flags else as they are
//
// A round costs at most twice what the points that run cost; nothing is padded. Where the body has
// branches, loops or calls with parallelism inside, points are left behind in every round.
//
// An array whose size changes from round to round moves with the points that run: it has their
// elements in order. If it is needed after the loop, points that are done leave it behind: their
// elements follow those of the points that were done before, and each point knows where its own
// begin. Such points are never merely marked.
//
// It stays a loop inside the point when it carries accumulators.
#include "flat/flatten.h"
#include "ir/rules.h"

// One loop parameter on the host: an array, and how many elements it has when that varies.
typedef struct State {
  Var *param;
  bool is_plain;             // a scalar, or an array whose sizes are the same at all points
  bool is_moving;            // an array whose size depends on the round: of the points that run
  Var *total;                // of the host's loop; not plain
  Var *array;                // of the host's loop
  FlattenSegments *segments; // of all points, or, of one that moves, of those present; not plain
  Atom offset;               // moving: where it is at a point that is present
  bool is_left;              // moving, and needed after the loop
  Var *left_total; // of the host's loop: how many elements points that are done have left,
  Var *left;       // these,
  Var *starts;     // and where those of each point begin; left
} State;

typedef struct Looping {
  Lift *lift;
  Context *context;
  Stm *stm;
  const Loop *loop;
  State *states;
  Vars params; // of the host's loop
  Atoms inits;
  Atoms next;
  Atoms left; // the next ones of what points leave behind: they stand last
} Looping;

static bool is_plain(const Lift *lift, const Var *var) {
  return !type_is_array(var->type) || !flatten_is_sized_inside(lift, var->type);
}

static bool is_equal_for_all(const Lift *lift, const Exp *exp) {
  return exp->as.loop->index && !flatten_is_atom_at_point(lift, loop_bound(exp));
}

// Does the array's size depend on the round?
static bool is_resized(const Loop *loop, const Var *param) {
  for (size_t i = 0; i < param->type->rank; i++)
    for (size_t k = 0; k < loop->param_count; k++)
      if (param->type->dims[i].var == loop->params[k]) return true;
  return false;
}

// Does a round write to the array in place? The states of all points are one array: to write to the
// rows of those that still run, all of it would have to be copied in every round.
static bool is_written(Lift *lift, const Loop *loop, const Var *param) {
  VarSet consumed = varset_new(lift->program->arena);
  flatten_may_consume_stms(lift->program->arena, &loop->body->stms, &consumed);
  return varset_has(&consumed, param);
}

bool flatten_can_lift_loop(Lift *lift, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  if (flatten_is_unstorable(stm)) return false;
  for (size_t i = 0; i < loop->param_count; i++) {
    const Var *param = loop->params[i];
    if (!is_plain(lift, param) && is_written(lift, loop, param)) return false;
  }
  return true;
}

// ---- The host's loop ----

static Var *looping_param(Looping *looping, const char *name, const Type *type, Atom init) {
  Program *program = looping->lift->program;
  Var *param = var_new(program, name, type, looping->stm->span);
  vec_push(program->arena, &looping->params, param);
  vec_push(program->arena, &looping->inits, init);
  return param;
}

// The array with another number of elements in its first dimension.
static const Type *type_counted(Program *program, const Type *type, Atom count) {
  Dim *dims = arena_array(program->arena, Dim, type->rank);
  for (size_t i = 0; i < type->rank; i++)
    dims[i] = i == 0 ? dim_atom(count) : type->dims[i];
  return type_with_dims(program, type, type->rank, dims);
}

static Atom owned(Lift *lift, Var *array) {
  Atom atom = atom_var(array);
  return atom_var(build_let(&lift->host, array->name, exp_new(lift->program, OP_COPY, &atom, 1)));
}

// A parameter of the host's loop for each one of the loop, with the states before the first round.
static void states_begin(Looping *looping, bool is_written) {
  Lift *lift = looping->lift;
  const Loop *loop = looping->loop;
  looping->states = arena_array(lift->program->arena, State, loop->param_count);
  for (size_t i = 0; i < loop->param_count; i++) {
    State *state = &looping->states[i];
    Atom init = looping->stm->exp->args[i];
    *state = (State){.param = loop->params[i],
                     .is_plain = is_plain(lift, loop->params[i]),
                     .is_moving = is_written && is_resized(loop, loop->params[i])};
    state->is_left = state->is_moving && flatten_is_needed(lift, looping->stm->vars[i]);
    const char *name = state->param->name;
    Elements elements = {.data = NULL};
    if (state->is_plain) {
      elements.data = array_of(lift, looping->context, init);
    } else {
      elements = point_elements(lift, looping->context, init, state->param->type);
      state->total = looping_param(looping, "total", type_scalar(SCALAR_I64), elements.total);
    }
    bool is_owned = is_written && !state->is_moving;
    Atom first = is_owned ? owned(lift, elements.data) : atom_var(elements.data);
    const Type *type = elements.data->type;
    if (!state->is_plain) type = type_counted(lift->program, type, atom_var(state->total));
    state->array = looping_param(looping, name, type, first);
  }
}

// No elements yet, and no starts.
static void left_begin(Looping *looping, State *state) {
  Lift *lift = looping->lift;
  Program *program = lift->program;
  const Type *like = state->array->type;
  size_t at = 0;
  while (looping->params.data[at] != state->array)
    at++;
  Atom range[3] = {atom_i64(0), atom_i64(0), atom_i64(1)};
  Exp *none =
      exp_slice(program, looping->inits.data[at].var, selector_of(program, 1, true), range, 3);
  Var *empty = build_let(&lift->host, state->array->name, none);
  Var *total = looping_param(looping, "total", type_scalar(SCALAR_I64), atom_i64(0));
  const Type *type = type_counted(program, like, atom_var(total));
  state->left_total = total;
  state->left = looping_param(looping, "left", type, owned(lift, empty));
  Dim dim = dim_atom(looping->context->count);
  type = type_array(program, SCALAR_I64, 1, &dim);
  Var *zeros = host_room(lift, "starts", SCALAR_I64, 1, &dim, false);
  state->starts = looping_param(looping, "starts", type, atom_var(zeros));
}

static void bind_state(Lift *lift, Context *context, Var *var, Var *array, bool is_row) {
  if (is_row)
    bind_element(lift, context, var, array);
  else
    bind_product(lift, context, var, array);
}

// What the host's loop gives, at the points.
static void states_end(Looping *looping, Body *body, Body *condition, Var *index, Atom bound) {
  Lift *lift = looping->lift;
  Loop *loop = arena_make(lift->program->arena, Loop);
  *loop = (Loop){.params = looping->params.data,
                 .param_count = looping->params.count,
                 .index = index,
                 .condition = condition,
                 .body = body};
  Exp *exp = exp_loop(lift->program, loop, looping->inits.data, bound);
  Stm *stm = build_infer(&lift->host, "state", exp);
  lift->certs = looping->stm->certs;
  lift->cert_count = looping->stm->cert_count;
  for (size_t i = 0; i < looping->loop->param_count; i++) {
    const State *state = &looping->states[i];
    size_t at = 0;
    if (state->is_left) {
      while (looping->params.data[at] != state->left)
        at++;
      bind_at(lift, looping->context, looping->stm->vars[i], stm->vars[at], stm->vars[at + 1],
              looping->context->pos);
    }
    if (state->is_moving) continue;
    while (looping->params.data[at] != state->array)
      at++;
    bind_state(lift, looping->context, looping->stm->vars[i], stm->vars[at], state->is_plain);
  }
  lift->certs = NULL;
  lift->cert_count = 0;
}

// ---- All points run it equally often ----

static void lift_equal(Looping *looping) {
  Lift *lift = looping->lift;
  Context *context = looping->context;
  const Loop *loop = looping->loop;
  states_begin(looping, false);
  Stms stms = {0};
  HostScope *scope = host_enter(lift, context, &stms);
  map_remove(lift->inside, map_key(loop->index));
  for (size_t i = 0; i < loop->param_count; i++) {
    const State *state = &looping->states[i];
    bind_state(lift, context, state->param, state->array, state->is_plain);
  }
  lift_stms(lift, context, &loop->body->stms);
  for (size_t i = 0; i < loop->param_count; i++) {
    Atom value = loop->body->results[i];
    Elements elements = {.data = NULL};
    if (looping->states[i].is_plain) {
      elements.data = array_of(lift, context, value);
    } else {
      elements = point_elements(lift, context, value, loop->params[i]->type);
      vec_push(lift->program->arena, &looping->next, elements.total);
    }
    vec_push(lift->program->arena, &looping->next, atom_var(elements.data));
  }
  host_leave(lift, scope);
  Body *body = body_new(lift->program, stms, looping->next.data, looping->next.count);
  states_end(looping, body, NULL, loop->index, loop_bound(looping->stm->exp));
}

// ---- Points leave it one after the other ----

// Does the point go on? The parameters are bound at the context already.
static Atom build_condition(Looping *looping, Context *running, Var *round) {
  Lift *lift = looping->lift;
  const Loop *loop = looping->loop;
  if (loop->condition) {
    lift_stms(lift, running, &loop->condition->stms);
    return loop->condition->results[0];
  }
  Builder builder = context_builder(lift, running);
  size_t first = running->prefix.count;
  Atom goes_on =
      build_binary(&builder, "goes_on", OP_SLT, atom_var(round), loop_bound(looping->stm->exp));
  context_built(lift, running, first);
  return goes_on;
}

// Some points: their numbers in the context of the loop.
typedef struct FlattenPoints {
  Atom count;
  Var *numbers;
  Var *flags;    // which of them run; NULL: all
  Var **offsets; // per parameter: of those that move
} FlattenPoints;

// A value that points have beside their number: where a moving state is.
static Atoms moving_offsets(const Looping *looping) {
  Atoms offsets = {0};
  for (size_t i = 0; i < looping->loop->param_count; i++)
    if (looping->states[i].is_moving)
      vec_push(looping->lift->program->arena, &offsets, looping->states[i].offset);
  return offsets;
}

static void take_offsets(const Looping *looping, FlattenPoints *points, Var *const *vars) {
  size_t count = looping->loop->param_count;
  points->offsets = arena_array(looping->lift->program->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    if (looping->states[i].is_moving) points->offsets[i] = *vars++;
}

// The points where a flag is set.
static Stm *keep_points(Looping *looping, Context *present, Atom flag, const char *name) {
  Lift *lift = looping->lift;
  Atoms values = {0}, offsets = moving_offsets(looping);
  vec_push(lift->program->arena, &values, atom_var(looping->context->pos));
  vec_append(lift->program->arena, &values, offsets.data, offsets.count);
  Emission emission = emission_new(lift, present, false);
  emission_need(&emission, flag);
  for (size_t i = 0; i < values.count; i++)
    emission_need(&emission, values.data[i]);
  emission_settle(&emission, true);
  emission_begin(&emission);
  Output output = {.mode = MODE_KEEP, .value_count = values.count, .span = lift->host.span};
  output.selector = emission_atom(&emission, flag);
  output.values = values.data;
  for (size_t i = 0; i < values.count; i++)
    output.values[i] = emission_atom(&emission, values.data[i]);
  vec_push(lift->program->arena, &emission.outputs, output);
  return emission_end(&emission, name);
}

// Which points go on, and how many.
static Stm *flag_running(Looping *looping, Context *present, Atom goes_on) {
  Lift *lift = looping->lift;
  Emission emission = emission_new(lift, present, false);
  emission_need(&emission, goes_on);
  emission_settle(&emission, true);
  emission_begin(&emission);
  Atom flag[3] = {emission_atom(&emission, goes_on), atom_bool(true), atom_bool(false)};
  Atom args[3] = {flag[0], atom_i64(1), atom_i64(0)};
  emission_map(&emission, atom_var(build_let(&emission.body, "flag",
                                             exp_new(lift->program, OP_SELECT, flag, 3))));
  Atom one = atom_var(build_let(&emission.body, "one", exp_new(lift->program, OP_SELECT, args, 3)));
  vec_push(lift->program->arena, &emission.outputs,
           output_reduce(lift->program, OP_ADD, one, lift->host.span));
  return emission_end(&emission, "running");
}

// Flags for this many points, all of which run.
static Atom build_all_flags(Builder *builder, Atom count) {
  Program *program = builder->program;
  Dim space = dim_atom(count);
  Par *par = par_new(program, PAR_GRID, &space, 1, "p", builder->span);
  thunk_give(program, &par->body, output_map_of(program, atom_bool(true), builder->span));
  return atom_var(build_infer(builder, "flags", exp_par(program, par))->vars[0]);
}

// The points with a flag alone.
static Body *compact_body(Looping *looping, Context *present, Var *flags) {
  Lift *lift = looping->lift;
  Stms stms = {0};
  HostScope *scope = host_enter(lift, present, &stms);
  Builder builder = context_builder(lift, present);
  size_t first = present->prefix.count;
  Atom pos = atom_var(present->pos);
  Atom goes_on = atom_var(build_index(&builder, "goes_on", flags, &pos, 1));
  context_built(lift, present, first);
  const Stm *kept = keep_points(looping, present, goes_on, "running");
  Atoms results = {0};
  for (size_t i = 0; i < kept->var_count; i++)
    vec_push(lift->program->arena, &results, atom_var(kept->vars[i]));
  vec_push(lift->program->arena, &results, build_all_flags(&lift->host, results.data[0]));
  host_leave(lift, scope);
  return body_new(lift->program, stms, results.data, results.count);
}

// The points as they are.
static Body *same_body(const Looping *looping, const Context *present, Var *flags) {
  Arena *arena = looping->lift->program->arena;
  Atoms results = {0};
  vec_push(arena, &results, present->count);
  vec_push(arena, &results, atom_var(present->subset));
  for (size_t i = 0; i < looping->loop->param_count; i++)
    if (looping->states[i].is_moving)
      vec_push(arena, &results, atom_var(looping->states[i].segments->offsets));
  vec_push(arena, &results, atom_var(flags));
  return body_new(looping->lift->program, (Stms){0}, results.data, results.count);
}

// Leaves those behind that are done once they are half of those present.
static FlattenPoints guard_running(Looping *looping, Context *present, Atom goes_on) {
  Lift *lift = looping->lift;
  Program *program = lift->program;
  Builder *host = &lift->host;
  Stm *running = flag_running(looping, present, goes_on);
  Var *flags = running->vars[0];
  Atom count = atom_var(running->vars[1]);
  Atom twice = build_binary(host, "twice", OP_ADD, count, count);
  Atom is_half = build_binary(host, "is_half", OP_SLE, twice, present->count);
  Body *compacted = compact_body(looping, present, flags);
  Body *same = same_body(looping, present, flags);
  size_t last = compacted->result_count - 1;
  Var **vars = arena_array(program->arena, Var *, last + 1);
  vars[0] = var_new(program, "count", type_scalar(SCALAR_I64), host->span);
  Dim dim = dim_var(vars[0]);
  for (size_t i = 1; i <= last; i++)
    vars[i] =
        var_new(program, i == 1 ? "points" : "offsets",
                type_array(program, i == last ? SCALAR_BOOL : SCALAR_I64, 1, &dim), host->span);
  build_stm(host, exp_if(program, is_half, compacted, same), vars, last + 1);
  FlattenPoints points = {.count = atom_var(vars[0]), .numbers = vars[1], .flags = vars[last]};
  take_offsets(looping, &points, vars + 2);
  return points;
}

// The states at points. `points` says where moving ones are; NULL: they are those of the points in
// order.
static void bind_running(Looping *looping, Context *running, const FlattenPoints *points) {
  Lift *lift = looping->lift;
  for (size_t i = 0; i < looping->loop->param_count; i++) {
    State *state = &looping->states[i];
    Var *offsets = state->segments ? state->segments->offsets : NULL;
    if (state->is_moving && points) {
      bind_at(lift, running, state->param, state->array, points->offsets[i], running->pos);
    } else if (state->is_moving) {
      Atom length = context_length(lift, running, state->param->type), pos = atom_var(running->pos);
      state->segments = segments_of(lift, running, length);
      bind_rows(lift, running, state->param, state->array, state->segments);
      Builder builder = context_builder(lift, running);
      size_t first = running->prefix.count;
      state->offset = atom_var(build_index(&builder, "offset", state->segments->offsets, &pos, 1));
      context_built(lift, running, first);
    } else {
      bind_at(lift, running, state->param, state->array, offsets, looping->context->pos);
    }
  }
}

// Writes scalars and rows, one for each point of the context, to their places among all points.
static void put_plain(Looping *looping, Context *ran, Elements *values) {
  Lift *lift = looping->lift;
  size_t count = looping->loop->param_count;
  Emission emission = emission_new(lift, ran, false);
  emission_need(&emission, atom_var(looping->context->pos));
  emission_begin(&emission);
  Atom at = emission_atom(&emission, atom_var(ran->pos));
  Atom place = emission_atom(&emission, atom_var(looping->context->pos));
  for (size_t i = 0; i < count; i++) {
    if (!values[i].data || !looping->states[i].is_plain) continue;
    Atom value = atom_var(build_index(&emission.body, "value", values[i].data, &at, 1));
    Output output =
        output_put(lift->program, looping->states[i].array, place, value, lift->host.span);
    vec_push(lift->program->arena, &emission.outputs, output);
  }
  if (emission.outputs.count == 0) return;
  Stm *stm = emission_end(&emission, "state");
  for (size_t i = 0, k = 0; i < count; i++)
    if (values[i].data && looping->states[i].is_plain) values[i].data = stm->vars[k++];
}

// The same for arrays whose size depends on the point.
static Var *put_sized(Looping *looping, Context *ran, const State *state, Var *values) {
  Lift *lift = looping->lift;
  Var *j = var_new(lift->program, "j", type_scalar(SCALAR_I64), lift->host.span);
  Atom length = context_length(lift, ran, state->param->type);
  Context *inner = context_inner(lift, ran, j, length);
  Emission emission = emission_new(lift, inner, true);
  emission_need(&emission, atom_var(looping->context->pos));
  emission_need(&emission, atom_var(inner->pos));
  emission_begin(&emission);
  Builder *body = &emission.body;
  Atom at = emission_atom(&emission, atom_var(inner->pos));
  Atom value = atom_var(build_index(body, "value", values, &at, 1));
  Atom point = emission_atom(&emission, atom_var(looping->context->pos));
  Atom place = atom_var(build_index(body, "offset", state->segments->offsets, &point, 1));
  place = build_binary(body, "place", OP_ADD, place, emission_atom(&emission, atom_var(j)));
  Output output = output_put(lift->program, state->array, place, value, lift->host.span);
  vec_push(lift->program->arena, &emission.outputs, output);
  return emission_end(&emission, state->array->name)->vars[0];
}

static bool is_carried_on(const Looping *looping, size_t i) {
  const Loop *loop = looping->loop;
  return !looping->states[i].is_moving &&
         atom_equal(loop->body->results[i], atom_var(loop->params[i]));
}

// The scalars among the next states, which one par computes.
static void store_scalars(Looping *looping, Context *ran, Elements *values) {
  Lift *lift = looping->lift;
  const Loop *loop = looping->loop;
  Emission emission = emission_new(lift, ran, true);
  for (size_t i = 0; i < loop->param_count; i++)
    if (!type_is_array(loop->params[i]->type) && !is_carried_on(looping, i))
      emission_need(&emission, loop->body->results[i]);
  emission_settle(&emission, true);
  emission_begin(&emission);
  Vec(Elements *) stored = {0};
  for (size_t i = 0; i < loop->param_count; i++) {
    Atom value = loop->body->results[i];
    if (type_is_array(loop->params[i]->type) || is_carried_on(looping, i)) continue;
    values[i].data = element_of(lift, ran, value);
    if (values[i].data) continue;
    emission_map(&emission, emission_atom(&emission, value));
    vec_push(lift->program->arena, &stored, &values[i]);
  }
  if (stored.count == 0) return;
  Stm *stm = emission_end(&emission, "next");
  for (size_t i = 0; i < stored.count; i++)
    stored.data[i]->data = host_flat(&emission, stm->vars[i]);
}

// Writes the next states of the points that ran to their places. All are computed before the first
// one is overwritten.
static void put_states(Looping *looping, Context *ran) {
  Lift *lift = looping->lift;
  const Loop *loop = looping->loop;
  Elements *values = arena_array(lift->program->arena, Elements, loop->param_count);
  store_scalars(looping, ran, values);
  for (size_t i = 0; i < loop->param_count; i++) {
    Atom value = loop->body->results[i];
    const State *state = &looping->states[i];
    if (!type_is_array(loop->params[i]->type) || is_carried_on(looping, i)) continue;
    if (state->is_plain)
      values[i].data = array_of(lift, ran, value);
    else
      values[i] = point_elements(lift, ran, value, loop->params[i]->type);
    if (!state->is_plain && !state->is_moving)
      segments_of(lift, ran, context_length(lift, ran, state->param->type));
  }
  put_plain(looping, ran, values);
  for (size_t i = 0; i < loop->param_count; i++) {
    const State *state = &looping->states[i];
    Var *array = values[i].data ? values[i].data : state->array;
    if (values[i].data && !state->is_plain && !state->is_moving)
      array = put_sized(looping, ran, state, array);
    Atom total = state->is_moving ? values[i].total : atom_var(state->total);
    if (!state->is_plain) vec_push(lift->program->arena, &looping->next, total);
    vec_push(lift->program->arena, &looping->next, atom_var(array));
  }
}

static Var *all_points(Lift *lift, Context *context) {
  Emission emission = emission_new(lift, context, false);
  emission_need(&emission, atom_var(context->pos));
  emission_begin(&emission);
  emission_map(&emission, emission_atom(&emission, atom_var(context->pos)));
  return emission_end(&emission, "points")->vars[0];
}

// Points that leave something behind are never merely marked.
static bool is_guarded(Looping *looping) {
  const Loop *loop = looping->loop;
  for (size_t i = 0; i < loop->param_count; i++)
    if (is_resized(loop, loop->params[i]) &&
        flatten_is_needed(looping->lift, looping->stm->vars[i]))
      return false;
  return flatten_can_guard(looping->lift, &loop->body->stms) &&
         (!loop->condition || flatten_can_guard(looping->lift, &loop->condition->stms));
}

// The round, and which points run; then the states.
static FlattenPoints unequal_begin(Looping *looping) {
  Lift *lift = looping->lift;
  Program *program = lift->program;
  const Loop *loop = looping->loop;
  if (loop->index) {
    map_remove(lift->inside, map_key(loop->index));
    vec_push(program->arena, &looping->params, loop->index);
    Atom zero = atom_constant(constant_int(loop->index->type->scalar, 0));
    vec_push(program->arena, &looping->inits, zero);
  }
  Atom all = looping->context->count;
  Var *count = looping_param(looping, "count", type_scalar(SCALAR_I64), all);
  Dim dim = dim_var(count);
  const Type *type = type_array(program, SCALAR_I64, 1, &dim);
  Atom first = atom_var(all_points(lift, looping->context));
  FlattenPoints points = {.count = atom_var(count)};
  points.numbers = looping_param(looping, "points", type, first);
  if (is_guarded(looping)) {
    type = type_array(program, SCALAR_BOOL, 1, &dim);
    points.flags = looping_param(looping, "flags", type, build_all_flags(&lift->host, all));
  }
  states_begin(looping, true);
  for (size_t i = 0; i < loop->param_count; i++) {
    State *state = &looping->states[i];
    if (state->is_left) left_begin(looping, state);
    if (state->is_plain || state->is_moving) continue;
    Atom length = context_length(lift, looping->context, state->param->type);
    state->segments = segments_of(lift, looping->context, length);
  }
  return points;
}

static Body *while_some(Lift *lift, Var *count) {
  Stms stms = {0};
  Builder builder = builder_new(lift->program, &stms, lift->host.span);
  Atom some = build_binary(&builder, "some", OP_SLT, atom_i64(0), atom_var(count));
  return body_new(lift->program, stms, &some, 1);
}

// ---- What points leave behind ----

// Where the elements of each point that is done begin: after those that were left before.
static Var *put_starts(Looping *looping, Context *done, const State *state, const Var *offsets) {
  Lift *lift = looping->lift;
  Emission emission = emission_new(lift, done, false);
  emission_need(&emission, atom_var(looping->context->pos));
  emission_begin(&emission);
  Atom at = emission_atom(&emission, atom_var(done->pos));
  Atom place = emission_atom(&emission, atom_var(looping->context->pos));
  Atom offset = atom_var(build_index(&emission.body, "offset", (Var *)offsets, &at, 1));
  Atom start = build_binary(&emission.body, "start", OP_ADD, atom_var(state->left_total), offset);
  Output output = output_put(lift->program, state->starts, place, start, lift->host.span);
  vec_push(lift->program->arena, &emission.outputs, output);
  return emission_end(&emission, "starts")->vars[0];
}

// Adds elements, if there are any: nothing is copied in rounds in which no point is done.
static void append_left(Looping *looping, const State *state, Elements elements) {
  Lift *lift = looping->lift;
  Program *program = lift->program;
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, lift->host.span);
  Atom both[2] = {atom_var(state->left), atom_var(elements.data)};
  Atom results[2] = {
      build_binary(&builder, "total", OP_ADD, atom_var(state->left_total), elements.total)};
  Var *left = var_new(program, "left", type_counted(program, state->left->type, results[0]),
                      lift->host.span);
  build_stm(&builder, exp_concat(program, 0, both, 2), &left, 1);
  results[1] = atom_var(left);
  Body *more = body_new(program, stms, results, 2);
  Atom old[2] = {atom_var(state->left_total), atom_var(state->left)};
  Body *same = body_new(program, (Stms){0}, old, 2);
  Var *vars[2] = {var_new(program, "total", type_scalar(SCALAR_I64), lift->host.span)};
  vars[1] = var_new(program, "left", type_counted(program, state->left->type, atom_var(vars[0])),
                    lift->host.span);
  Atom some = build_binary(&lift->host, "some", OP_SLT, atom_i64(0), elements.total);
  build_stm(&lift->host, exp_if(program, some, more, same), vars, 2);
  vec_push(program->arena, &looping->left, atom_var(vars[0]));
  vec_push(program->arena, &looping->left, atom_var(vars[1]));
}

static bool leaves_something(const Looping *looping) {
  for (size_t i = 0; i < looping->loop->param_count; i++)
    if (looping->states[i].is_left) return true;
  return false;
}

// The points that are done in this round, and what they have.
static void leave_states(Looping *looping, Context *present, Atom goes_on) {
  Lift *lift = looping->lift;
  Builder builder = context_builder(lift, present);
  size_t first = present->prefix.count;
  Atom is_done = build_unary(&builder, "is_done", OP_NOT, goes_on);
  context_built(lift, present, first);
  const Stm *kept = keep_points(looping, present, is_done, "done");
  FlattenPoints points = {.count = atom_var(kept->vars[0]), .numbers = kept->vars[1]};
  take_offsets(looping, &points, kept->vars + 2);
  Context *done = context_subset(lift, looping->context, points.numbers, points.count);
  bind_running(looping, done, &points);
  for (size_t i = 0; i < looping->loop->param_count; i++) {
    const State *state = &looping->states[i];
    if (!state->is_left) continue;
    Elements elements = point_elements(lift, done, atom_var(state->param), state->param->type);
    Atom length = context_length(lift, done, state->param->type);
    Var *starts = put_starts(looping, done, state, segments_of(lift, done, length)->offsets);
    append_left(looping, state, elements);
    vec_push(lift->program->arena, &looping->left, atom_var(starts));
  }
}

// The points of the next round.
static FlattenPoints split_running(Looping *looping, Context *present) {
  Atom goes_on = build_condition(looping, present, looping->loop->index);
  if (leaves_something(looping)) leave_states(looping, present, goes_on);
  if (present->flags) return guard_running(looping, present, goes_on);
  const Stm *kept = keep_points(looping, present, goes_on, "running");
  FlattenPoints points = {.count = atom_var(kept->vars[0]), .numbers = kept->vars[1]};
  take_offsets(looping, &points, kept->vars + 2);
  return points;
}

// Some points of the context, with the states that they have.
static Context *context_running(Looping *looping, const FlattenPoints *points) {
  Context *running =
      context_subset(looping->lift, looping->context, points->numbers, points->count);
  running->flags = points->flags;
  bind_running(looping, running, points->offsets ? points : NULL);
  return running;
}

// Sizes that are the same in all rounds are looked up in each: they are stored too.
static void settle_sizes(Lift *lift, Context *context, const Loop *loop) {
  for (size_t i = 0; i < loop->body->stms.count; i++) {
    const Exp *exp = loop->body->stms.data[i]->exp;
    if (exp->op != OP_PAR || !exp->as.par->space[0].var) continue;
    Var *size = exp->as.par->space[0].var;
    const Context *owner = NULL;
    Stm *def = context_find(context, size, &owner);
    if (!def || owner != context || flatten_is_unstorable(def)) continue;
    if (!element_of(lift, context, atom_var(size))) store_stms(lift, context, &def, 1);
  }
}

static void lift_unequal(Looping *looping) {
  Lift *lift = looping->lift;
  Program *program = lift->program;
  const Loop *loop = looping->loop;
  settle_sizes(lift, looping->context, loop);
  FlattenPoints before = unequal_begin(looping);
  Stms stms = {0};
  HostScope *scope = host_enter(lift, looping->context, &stms);
  FlattenPoints points = split_running(looping, context_running(looping, &before));
  Context *ran = context_running(looping, &points);
  lift_stms(lift, ran, &loop->body->stms);
  if (loop->index) {
    Atom one = atom_constant(constant_int(loop->index->type->scalar, 1));
    Atom round = build_binary(&lift->host, "round", OP_ADD, atom_var(loop->index), one);
    vec_push(program->arena, &looping->next, round);
  }
  vec_push(program->arena, &looping->next, points.count);
  vec_push(program->arena, &looping->next, atom_var(points.numbers));
  if (points.flags) vec_push(program->arena, &looping->next, atom_var(points.flags));
  put_states(looping, ran);
  vec_append(program->arena, &looping->next, looping->left.data, looping->left.count);
  host_leave(lift, scope);
  Body *body = body_new(program, stms, looping->next.data, looping->next.count);
  states_end(looping, body, while_some(lift, before.count.var), NULL, atom_i64(0));
}

// What was not stored so far, and costs something, would run again in every round.
static void settle_free(Lift *lift, Context *context, const Loop *loop) {
  Emission emission = emission_new(lift, context, false);
  if (loop->condition) emission_need_stms(&emission, &loop->condition->stms);
  emission_need_stms(&emission, &loop->body->stms);
  for (size_t i = 0; i < loop->param_count; i++)
    emission_need(&emission, loop->body->results[i]);
  emission_settle(&emission, true);
}

void lift_loop(Lift *lift, Context *context, Stm *stm) {
  Looping looping = {.lift = lift, .context = context, .stm = stm, .loop = stm->exp->as.loop};
  if (looping.loop->condition) stms_need(lift, &looping.loop->condition->stms, stm);
  stms_need(lift, &looping.loop->body->stms, stm);
  checks_run(lift, context);
  settle_free(lift, context, looping.loop);
  if (is_equal_for_all(lift, stm->exp))
    lift_equal(&looping);
  else
    lift_unequal(&looping);
}
