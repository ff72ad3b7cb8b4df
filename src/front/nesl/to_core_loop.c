// Functions that call themselves last become loops.
//
//   function gcd(a, b) = if b == 0 then a else gcd(b, rem(a, b))
//
// carries the parameters, the result and whether to go on. Where the body calls the function, the
// parameters change; where it does not, the result does, and the loop ends. Before, the result is
// zeros and empty sequences, which nobody looks at. This needs no stack, however long it runs. A
// function that calls rand also carries a seed, which is another one in every round. Functions
// among the parameters and in the result may be other ones in later rounds: the body is lowered
// again until it is known which.
#include "front/nesl/to_core_internal.h"

// ---- Which functions ----

typedef struct NeslCalls {
  const NeslInstance *instance;
  NeslLower *lower;
  bool has_last;  // a call that is the last thing to do
  bool has_other; // a call somewhere else
} NeslCalls;

static bool is_self_call(NeslLower *lower, const NeslInstance *instance, const NeslExp *exp) {
  const NeslCode *code = nesl_instance_code(instance);
  if (exp->kind != NESL_EXP_CALL || exp->function != code->function) return false;
  for (size_t i = 0; i < code->type_count; i++) {
    const NeslType *type = nesl_type_substitute(lower->arena, exp->instance[i], code->params,
                                                code->types, code->type_count);
    if (!nesl_type_equal(type, code->types[i])) return false;
  }
  return true;
}

static void find_calls(NeslCalls *calls, const NeslExp *exp, bool is_last);

static void find_in_items(NeslCalls *calls, const NeslExps *items) {
  for (size_t i = 0; i < items->count; i++)
    find_calls(calls, items->data[i], false);
}

static void find_in_bindings(NeslCalls *calls, const NeslBindings *bindings) {
  for (size_t i = 0; i < bindings->count; i++)
    find_calls(calls, bindings->data[i].value, false);
}

static void find_calls(NeslCalls *calls, const NeslExp *exp, bool is_last) {
  if (exp == NULL) return;
  switch (exp->kind) {
  case NESL_EXP_INT:
  case NESL_EXP_FLOAT:
  case NESL_EXP_BOOL:
  case NESL_EXP_CHAR:
  case NESL_EXP_STRING:
  case NESL_EXP_VAR:
  case NESL_EXP_FUNCTION:
  case NESL_EXP_EMPTY: return;
  case NESL_EXP_LAMBDA: find_calls(calls, exp->lambda.body, false); return;
  case NESL_EXP_TUPLE:
  case NESL_EXP_SEQUENCE: find_in_items(calls, &exp->items); return;
  case NESL_EXP_RANGE:
    find_calls(calls, exp->range.first, false);
    find_calls(calls, exp->range.last, false);
    find_calls(calls, exp->range.step, false);
    return;
  case NESL_EXP_CALL:
    if (is_self_call(calls->lower, calls->instance, exp))
      *(is_last ? &calls->has_last : &calls->has_other) = true;
    find_calls(calls, exp->call.argument, false);
    return;
  case NESL_EXP_APPLY:
    find_calls(calls, exp->apply.callee, false);
    find_calls(calls, exp->apply.argument, false);
    return;
  case NESL_EXP_BINARY:
    find_calls(calls, exp->binary.left, false);
    find_calls(calls, exp->binary.right, false);
    return;
  case NESL_EXP_UNARY: find_calls(calls, exp->unary.operand, false); return;
  case NESL_EXP_INDEX:
    find_calls(calls, exp->index.sequence, false);
    find_calls(calls, exp->index.index, false);
    return;
  case NESL_EXP_IF:
    find_calls(calls, exp->branch.condition, false);
    find_calls(calls, exp->branch.then, is_last);
    find_calls(calls, exp->branch.otherwise, is_last);
    return;
  case NESL_EXP_LET:
    find_in_bindings(calls, &exp->let.bindings);
    find_calls(calls, exp->let.body, is_last);
    return;
  case NESL_EXP_EACH:
    find_in_bindings(calls, &exp->each.bindings);
    find_calls(calls, exp->each.filter, false);
    find_calls(calls, exp->each.body, false);
    return;
  }
}

bool nesl_is_loop(NeslLower *lower, const NeslInstance *instance) {
  const NeslFunction *function = nesl_instance_code(instance)->function;
  if (function == NULL || !function->is_recursive) return false;
  NeslCalls calls = {.instance = instance, .lower = lower};
  find_calls(&calls, function->form->body, true);
  return calls.has_last && !calls.has_other;
}

// ---- The body ----

// What a round of the loop sees, and gives: the parameters, the result, whether to go on.
typedef struct Round {
  const NeslInstance *instance;
  const Data *parameter, *result;
} Round;

static const Data *round_state(NeslLower *lower, const NeslInstance *instance,
                               const Data *parameter, const Data *result, Atom seed, bool goes_on) {
  const Data *state = nesl_data_scalar(lower, atom_bool(goes_on));
  if (nesl_instance_code(instance)->function->is_random)
    state = nesl_data_pair(lower, nesl_data_scalar(lower, seed), state);
  return nesl_data_pair(lower, parameter, nesl_data_pair(lower, result, state));
}

static const Data *lower_round(NeslLower *lower, NeslFrame *frame, const Round *round,
                               const NeslExp *exp);

static const Data *round_if(NeslLower *lower, NeslFrame *frame, const Round *round,
                            const NeslExp *exp) {
  Atom condition = nesl_lower_exp(lower, frame, exp->branch.condition)->atom;
  if (condition.var == NULL)
    return lower_round(lower, frame, round,
                       condition.constant.value.b ? exp->branch.then : exp->branch.otherwise);
  EmitBlock *blocks[2];
  const Data *values[2];
  for (size_t i = 0; i < 2; i++) {
    blocks[i] = emit_open(&lower->emit);
    values[i] = lower_round(lower, frame, round, i == 0 ? exp->branch.then : exp->branch.otherwise);
    emit_close(&lower->emit, blocks[i]);
  }
  return nesl_data_branch(lower, condition, blocks, values);
}

static const Data *lower_round(NeslLower *lower, NeslFrame *frame, const Round *round,
                               const NeslExp *exp) {
  Span outer = lower->emit.span;
  lower->emit.span = exp->span;
  const Data *state;
  if (exp->kind == NESL_EXP_IF) {
    state = round_if(lower, frame, round, exp);
  } else if (exp->kind == NESL_EXP_LET) {
    nesl_bind_let(lower, frame, exp);
    state = lower_round(lower, frame, round, exp->let.body);
  } else if (is_self_call(lower, round->instance, exp)) {
    const Data *argument = nesl_lower_exp(lower, frame, exp->call.argument);
    bool is_random = exp->function->is_random;
    Atom seed = is_random ? nesl_lower_random_bits(lower) : lower->seed;
    state = round_state(lower, round->instance, argument, round->result, seed, true);
  } else {
    const Data *result = nesl_lower_exp(lower, frame, exp);
    state = round_state(lower, round->instance, round->parameter, result, lower->seed, false);
  }
  lower->emit.span = outer;
  return state;
}

// ---- The loop ----

static Atoms state_atoms(NeslLower *lower, const Data *state) {
  Atoms atoms = {0}, others = {0};
  nesl_data_atoms(lower, nesl_data_canonical(lower, state), &atoms, &others);
  vec_append(lower->arena, &atoms, others.data, others.count);
  return atoms;
}

// What a round gives, with the state of the last one as parameters.
static const Data *loop_round(NeslLower *lower, const NeslInstance *instance, const Data *state) {
  const NeslCode *code = nesl_instance_code(instance);
  NeslFrame *frame = nesl_frame_new(lower, code->params, code->types, code->type_count);
  Round round = {.instance = instance, .parameter = state->first, .result = state->second->first};
  Atom seed = lower->seed;
  if (code->function->is_random) lower->seed = state->second->second->first->atom;
  nesl_bind_pattern(lower, frame, code->function->form->parameter, state->first);
  const Data *next = lower_round(lower, frame, &round, code->function->form->body);
  lower->seed = seed;
  return next;
}

// A loop over a state of this layout; NULL when a round gives functions that it does not have,
// which are added to the layout.
static Loop *loop_over(NeslLower *lower, const NeslInstance *instance, const NeslLayout **layout,
                       size_t *size_count) {
  VarVec params = {0}, others = {0};
  const Data *state = nesl_data_fresh(lower, *layout, "x", &params, &others);
  *size_count = params.count;
  vec_append(lower->arena, &params, others.data, others.count);
  EmitBlock *block = emit_open(&lower->emit);
  const Data *next = loop_round(lower, instance, state);
  const NeslLayout *wider = nesl_layout_join(lower, *layout, nesl_layout_of_data(lower, next));
  bool is_wide_enough = nesl_layout_equal(*layout, wider);
  *layout = wider;
  Atoms nexts = state_atoms(lower, nesl_data_convert(lower, next, wider));
  emit_close(&lower->emit, block);
  if (!is_wide_enough) return NULL;
  Loop *loop = arena_make(lower->arena, Loop);
  loop->params = params.data;
  loop->param_count = params.count;
  Atom goes_on = atom_var(params.data[params.count - 1]);
  loop->condition = body_new(lower->emit.program, (Stms){0}, &goes_on, 1);
  loop->body = body_new(lower->emit.program, block->stms, nexts.data, nexts.count);
  return loop;
}

const Data *nesl_lower_loop(NeslLower *lower, const NeslInstance *instance, const Data *parameter) {
  const Data *nothing = nesl_data_zeros(lower, nesl_instance_to(instance));
  const Data *first = round_state(lower, instance, parameter, nothing, lower->seed, true);
  const NeslLayout *layout = nesl_layout_of_data(lower, first);
  Loop *loop = NULL;
  size_t size_count = 0;
  while (loop == NULL)
    loop = loop_over(lower, instance, &layout, &size_count);
  Atoms inits = state_atoms(lower, nesl_data_convert(lower, first, layout));
  Builder builder = emit_builder(&lower->emit);
  Stm *stm =
      build_infer(&builder, "y", exp_loop(lower->emit.program, loop, inits.data, atom_i64(0)));
  const Data *result = nesl_data_of_vars(lower, layout, stm->vars, stm->vars + size_count);
  return result->second->first;
}
