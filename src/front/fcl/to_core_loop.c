// `while`, `power` and `seqfor`.
//
// Arrays whose lengths are known and conditions that follow from them make an unrolled loop. Other
// loops at level grid are loops of the host, whose array may get shorter from round to round. Below
// grid an array stays where it is: the loop has one buffer of the initial length and the length
// that is in use, so that fast memory is known before a block starts.
#include "front/fcl/to_core_internal.h"

enum { UNROLL_LIMIT = 40 };

// ---- Loops of Core ----

FclLoop fcl_loop_open(FclLower *lower, const Atom *starts, size_t count) {
  FclLoop loop = {.loop = arena_make(lower->arena, Loop)};
  loop.loop->params = arena_array(lower->arena, Var *, count);
  loop.loop->param_count = count;
  vec_append(lower->arena, &loop.starts, starts, count);
  for (size_t i = 0; i < count; i++)
    loop.loop->params[i] =
        var_new(lower->emit.program, "state", atom_type(starts[i]), lower->emit.span);
  loop.block = emit_open(&lower->emit);
  vec_append(lower->arena, &loop.block->bound, loop.loop->params, count);
  return loop;
}

Atom fcl_loop_count(FclLower *lower, FclLoop *loop, Atom bound) {
  loop->bound = bound;
  loop->loop->index =
      var_new(lower->emit.program, "round", type_scalar(SCALAR_I32), lower->emit.span);
  vec_push(lower->arena, &loop->block->bound, loop->loop->index);
  return atom_var(loop->loop->index);
}

void fcl_loop_close(FclLower *lower, FclLoop *loop, const Atom *nexts, Atom *results) {
  Program *program = lower->emit.program;
  emit_close(&lower->emit, loop->block);
  loop->loop->body = body_new(program, loop->block->stms, nexts, loop->loop->param_count);
  Builder builder = emit_builder(&lower->emit);
  Exp *exp = exp_loop(program, loop->loop, loop->starts.data, loop->bound);
  Stm *stm = build_infer(&builder, "end", exp);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(stm->vars[i]);
}

// ---- What a round does ----

typedef struct FclRounds {
  uint32_t level;
  const FclValue *condition; // NULL: it counts
  const FclValue *step;
  bool has_index;
} FclRounds;

static const FclPush *take_step(FclLower *lower, const FclRounds *rounds, FclStored state,
                                Atom round) {
  const FclValue *step = rounds->step;
  if (rounds->has_index) step = fcl_apply(lower, step, fcl_value_scalar(lower, round));
  return fcl_run(lower, fcl_apply(lower, step, fcl_value_stored(lower, state)))->push;
}

static Atom ask(FclLower *lower, const FclRounds *rounds, FclStored state) {
  return fcl_apply(lower, rounds->condition, fcl_value_stored(lower, state))->atom;
}

// What a condition is, if that is known.
static bool is_known(FclLower *lower, const FclRounds *rounds, FclStored state, bool *answer) {
  FclProbe probe = fcl_probe_open(lower);
  Atom condition = ask(lower, rounds, state);
  fcl_probe_close(lower, probe);
  if (condition.var == NULL) *answer = condition.constant.value.b;
  return condition.var == NULL;
}

// The length of what a step would give.
static Atom length_after(FclLower *lower, const FclRounds *rounds, FclStored state, Atom round) {
  FclProbe probe = fcl_probe_open(lower);
  Atom length = take_step(lower, rounds, state, round)->length;
  fcl_probe_close(lower, probe);
  return length;
}

static void check_growth(FclLower *lower, Atom found, Atom limit) {
  int64_t after = 0, before = 0;
  if (atom_equal(found, limit)) return;
  if (fcl_is_constant(found, &after) && fcl_is_constant(limit, &before)) {
    if (after <= before) return;
    fcl_fail(lower, ERROR_FCL_GROWTH, lower->emit.span,
             "the array of this loop grows from %lld to %lld elements, but it stays in the memory "
             "where it starts",
             (long long)before, (long long)after);
  }
  Atom values[2] = {limit, found};
  fcl_check_run(lower, fcl_scalar(lower, OP_SLE, found, limit), ERROR_FCL_GROWTH,
                "the array of a loop grows from {} to {} elements", values, 2);
}

// A length that is checked not to be more than there is room for. Nothing else needs the check: the
// room itself is there in any case.
static Atom length_in_use(FclLower *lower, Atom length, Atom room) {
  size_t mark = emit_mark(&lower->emit);
  check_growth(lower, length, room);
  Atom used = emit_binary(&lower->emit, "used", OP_SMIN, length, room);
  emit_uncheck(&lower->emit, mark);
  return used;
}

// ---- Unrolled ----

// Takes steps while it is known that there is one more; false: the rest is a loop.
static bool unroll_while(FclLower *lower, const FclRounds *rounds, FclStored *state) {
  int64_t length = 0;
  for (size_t i = 0;; i++) {
    bool answer = false;
    if (!fcl_is_constant(state->length, &length)) return false;
    if (!is_known(lower, rounds, *state, &answer)) return false;
    if (!answer) return true;
    Atom after = length_after(lower, rounds, *state, fcl_int(0));
    if (i >= UNROLL_LIMIT || !fcl_is_constant(after, &length)) return false;
    const FclPush *next = take_step(lower, rounds, *state, fcl_int(0));
    check_growth(lower, next->length, state->length);
    *state = fcl_store(lower, next);
  }
}

static bool unroll_power(FclLower *lower, const FclRounds *rounds, int64_t count,
                         FclStored *state) {
  int64_t length = 0;
  Atom limit = state->length;
  for (int64_t i = 0; i < count; i++) {
    const FclPush *next = take_step(lower, rounds, *state, fcl_int(i));
    if (!fcl_is_constant(next->length, &length) && !atom_equal(next->length, limit)) return false;
    check_growth(lower, next->length, limit);
    *state = fcl_store(lower, next);
  }
  return true;
}

// ---- Arrays of length 1 ----

// A scalar that stands for an array of length 1 becomes one.
static FclStored as_array(FclLower *lower, FclStored stored, uint32_t level) {
  if (!stored.is_single) return stored;
  EmitSpace space = fcl_space_open(lower, atom_i64(1), level);
  fcl_space_map(lower, &space, stored.elements);
  const FclValue *arrays = fcl_space_close(lower, &space, stored.elements, "stored");
  return (FclStored){.elements = arrays, .length = stored.length};
}

// The same elements, as a scalar if the model is one.
static FclStored as_model(FclLower *lower, FclStored stored, FclStored model, uint32_t level) {
  if (!model.is_single) return as_array(lower, stored, level);
  if (stored.is_single) return stored;
  stored.elements = fcl_element(lower, fcl_value_stored(lower, stored)->pull, fcl_int(0));
  stored.is_single = true;
  return stored;
}

// ---- Loops whose array may get shorter ----

static FclStored state_of(FclLower *lower, FclStored model, Var *const *arrays, Atom length) {
  Atoms atoms = {0}, own = {0};
  fcl_value_atoms(lower, model.elements, &atoms);
  for (size_t i = 0; i < atoms.count; i++)
    vec_push(lower->arena, &own, atom_var(arrays[i]));
  const Atom *next = own.data;
  return (FclStored){.elements = fcl_value_like(lower, model.elements, &next),
                     .length = length,
                     .is_single = model.is_single};
}

// The condition is outside of the body, and sees the parameters too.
static void close_condition(FclLower *lower, FclLoop *loop, const FclRounds *rounds,
                            FclStored model, Var *const *arrays, Atom length) {
  Emitter *emit = &lower->emit;
  size_t mark = emit_mark(emit);
  EmitBlock *body = emit->block;
  emit->block = body->parent;
  EmitBlock *block = emit_open(emit);
  vec_append(lower->arena, &block->bound, loop->loop->params, loop->loop->param_count);
  if (atom_type(length)->scalar == SCALAR_I64) length = fcl_length(lower, length);
  Atom condition = ask(lower, rounds, state_of(lower, model, arrays, length));
  emit->block = body;
  emit_uncheck(emit, mark);
  loop->loop->condition = body_new(emit->program, block->stms, &condition, 1);
}

// On the host: the array of each round is a new one.
static FclStored loop_on_host(FclLower *lower, const FclRounds *rounds, Atom count,
                              FclStored start) {
  Program *program = lower->emit.program;
  Atoms starts = {0}, nexts = {0};
  vec_push(lower->arena, &starts, fcl_size(lower, start.length));
  fcl_value_atoms(lower, start.elements, &starts);
  FclLoop loop = fcl_loop_open(lower, starts.data, starts.count);
  Dim dim = dim_var(loop.loop->params[0]);
  for (size_t i = 1; i < starts.count; i++)
    loop.loop->params[i]->type = type_array(program, atom_type(starts.data[i])->scalar, 1, &dim);
  Atom round = fcl_int(0);
  if (rounds->condition == NULL) round = fcl_loop_count(lower, &loop, count);
  Var **arrays = loop.loop->params + 1;
  if (rounds->condition != NULL)
    close_condition(lower, &loop, rounds, start, arrays, atom_var(loop.loop->params[0]));
  Atom length = fcl_length(lower, atom_var(loop.loop->params[0]));
  FclStored state = state_of(lower, start, arrays, length);
  size_t mark = emit_mark(&lower->emit);
  const FclPush *next = take_step(lower, rounds, state, round);
  check_growth(lower, next->length, length);
  FclStored after = as_array(lower, fcl_store(lower, next), rounds->level);
  vec_push(lower->arena, &nexts, fcl_size(lower, after.length));
  fcl_value_atoms(lower, after.elements, &nexts);
  emit_uncheck(&lower->emit, mark);
  Atom *results = arena_array(lower->arena, Atom, starts.count);
  fcl_loop_close(lower, &loop, nexts.data, results);
  const Atom *at = results + 1;
  Atom last = fcl_length(lower, results[0]);
  return (FclStored){.elements = fcl_value_like(lower, start.elements, &at), .length = last};
}

// In a block or a thread: one buffer, and the length in use, unless that stays the same.
static FclStored loop_in_buffer(FclLower *lower, const FclRounds *rounds, Atom count,
                                FclStored start) {
  Atoms starts = {0}, nexts = {0};
  Atom probe = fcl_int(0);
  if (rounds->has_index)
    probe =
        atom_var(var_new(lower->emit.program, "round", type_scalar(SCALAR_I32), lower->emit.span));
  bool is_fixed = atom_equal(length_after(lower, rounds, start, probe), start.length);
  if (!is_fixed) start = as_array(lower, start, rounds->level);
  fcl_value_atoms(lower, start.elements, &starts);
  if (!is_fixed) vec_push(lower->arena, &starts, start.length);
  size_t array_count = starts.count - (is_fixed ? 0 : 1);
  FclLoop loop = fcl_loop_open(lower, starts.data, starts.count);
  Atom round = fcl_int(0);
  if (rounds->condition == NULL) round = fcl_loop_count(lower, &loop, count);
  Atom length = is_fixed ? start.length : atom_var(loop.loop->params[array_count]);
  FclStored state = state_of(lower, start, loop.loop->params, length);
  if (rounds->condition != NULL)
    close_condition(lower, &loop, rounds, start, loop.loop->params, length);
  size_t mark = emit_mark(&lower->emit);
  const FclPush *next = take_step(lower, rounds, state, round);
  Atom used = is_fixed ? length : length_in_use(lower, next->length, start.length);
  FclStored after = is_fixed ? fcl_store(lower, next)
                             : fcl_store_first(lower, next, state.elements, start.length);
  after = as_model(lower, after, start, rounds->level);
  fcl_value_atoms(lower, after.elements, &nexts);
  if (!is_fixed) vec_push(lower->arena, &nexts, used);
  emit_uncheck(&lower->emit, mark);
  Atom *results = arena_array(lower->arena, Atom, starts.count);
  fcl_loop_close(lower, &loop, nexts.data, results);
  const Atom *at = results;
  const FclValue *elements = fcl_value_like(lower, start.elements, &at);
  return (FclStored){.elements = elements,
                     .length = is_fixed ? length : results[array_count],
                     .is_single = start.is_single};
}

static const FclValue *repeat(FclLower *lower, const FclRounds *rounds, Atom count,
                              FclStored state) {
  bool is_grid = rounds->level == FCL_LEVEL_GRID;
  if (is_grid) state = as_array(lower, state, rounds->level);
  FclStored last = is_grid ? loop_on_host(lower, rounds, count, state)
                           : loop_in_buffer(lower, rounds, count, state);
  last.held = rounds->level + 1;
  return fcl_value_stored(lower, last);
}

const FclValue *fcl_while(FclLower *lower, uint32_t level, const FclValue *condition,
                          const FclValue *step, const FclValue *start) {
  FclRounds rounds = {.level = level, .condition = condition, .step = step};
  FclStored state = fcl_store(lower, fcl_run(lower, start)->push);
  if (unroll_while(lower, &rounds, &state)) return fcl_value_stored(lower, state);
  return repeat(lower, &rounds, fcl_int(0), state);
}

const FclValue *fcl_power(FclLower *lower, uint32_t level, Atom count, const FclValue *step,
                          bool has_index, const FclValue *start) {
  FclRounds rounds = {.level = level, .step = step, .has_index = has_index};
  FclStored state = fcl_store(lower, fcl_run(lower, start)->push);
  int64_t known = 0, length = 0;
  bool is_short = fcl_is_constant(count, &known) && known <= UNROLL_LIMIT;
  if (is_short && (fcl_is_constant(state.length, &length) || known <= 1)) {
    // In a block of its own, which is forgotten when lengths are not known after all.
    FclStored last = state;
    size_t mark = emit_mark(&lower->emit);
    EmitBlock *block = emit_open(&lower->emit);
    bool is_done = unroll_power(lower, &rounds, known, &last);
    emit_close(&lower->emit, block);
    if (is_done) {
      vec_append(lower->arena, &lower->emit.block->stms, block->stms.data, block->stms.count);
      return fcl_value_stored(lower, last);
    }
    emit_uncheck(&lower->emit, mark);
  }
  return repeat(lower, &rounds, count, state);
}

// ---- seqfor ----

typedef struct FclReader {
  FclStored state;
} FclReader;

static const FclValue *read_state(FclLower *lower, const void *context, const FclValue *argument) {
  const FclReader *reader = context;
  return fcl_index(lower, fcl_value_stored(lower, reader->state)->pull, argument->atom);
}

// The arrays with the element of this index replaced.
static void write_state(FclLower *lower, FclStored state, Atom at, const FclValue *value,
                        Atoms *nexts) {
  size_t mark = emit_mark(&lower->emit);
  Atoms arrays = {0}, values = {0};
  Atom checked[2] = {at, state.length};
  fcl_value_atoms(lower, state.elements, &arrays);
  fcl_value_atoms(lower, value, &values);
  int64_t known = 0, length = 0;
  bool is_inside = fcl_is_constant(at, &known) && fcl_is_constant(state.length, &length) &&
                   known >= 0 && known < length;
  if (!is_inside)
    fcl_check_run(lower, fcl_scalar(lower, OP_ULT, at, state.length), ERROR_RUN_BOUNDS,
                  "index {} is out of bounds for length {}", checked, 2);
  Atom index = fcl_size(lower, fcl_is_int(state.length, 1) ? fcl_int(0) : at);
  if (state.is_single) {
    size_t behind = lower->emit.block->stms.count;
    fcl_value_atoms(lower, is_inside ? value : fcl_value_checked(lower, value, behind), nexts);
  }
  for (size_t i = 0; i < values.count && !state.is_single; i++) {
    Program *program = lower->emit.program;
    Exp *exp = exp_update(program, arrays.data[i].var, selector_of(program, 1, false), &index, 1,
                          values.data[i]);
    vec_push(lower->arena, nexts, atom_var(emit_let(&lower->emit, "written", exp)));
  }
  emit_uncheck(&lower->emit, mark);
}

static FclStored loop_start(FclLower *lower, const FclPush *push) {
  if (push->inner != NULL) return fcl_store(lower, push->inner);
  Atom size = fcl_checked_size(lower, push->length);
  const FclValue *zero = fcl_value_zero(lower, push->element);
  const FclValue *arrays = fcl_blank(lower, zero, size, FCL_LEVEL_THREAD, true);
  return (FclStored){.elements = arrays, .length = push->length};
}

FclStored fcl_store_loop(FclLower *lower, const FclPush *push) {
  size_t outer = emit_mark(&lower->emit);
  FclStored start = loop_start(lower, push);
  Atoms starts = {0}, nexts = {0}, own = {0};
  fcl_value_atoms(lower, start.elements, &starts);
  FclLoop loop = fcl_loop_open(lower, starts.data, starts.count);
  Atom round = fcl_loop_count(lower, &loop, push->count);
  for (size_t i = 0; i < starts.count; i++)
    vec_push(lower->arena, &own, atom_var(loop.loop->params[i]));
  const Atom *at = own.data;
  FclReader *reader = arena_make(lower->arena, FclReader);
  reader->state = (FclStored){.elements = fcl_value_like(lower, start.elements, &at),
                              .length = start.length,
                              .is_single = start.is_single};
  const FclValue *read = fcl_value_call(lower, read_state, reader);
  size_t mark = emit_mark(&lower->emit);
  const FclValue *result =
      fcl_apply(lower, fcl_apply(lower, push->function, read), fcl_value_scalar(lower, round));
  write_state(lower, reader->state, result->pair.first->atom, result->pair.second, &nexts);
  emit_uncheck(&lower->emit, mark);
  Atom *results = arena_array(lower->arena, Atom, starts.count);
  fcl_loop_close(lower, &loop, nexts.data, results);
  emit_uncheck(&lower->emit, outer);
  at = results;
  return (FclStored){.elements = fcl_value_like(lower, start.elements, &at),
                     .length = start.length,
                     .is_single = start.is_single};
}
