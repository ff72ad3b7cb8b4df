// Expressions and patterns.
#include "front/nesl/to_core_internal.h"

// ---- Names ----

NeslFrame *nesl_frame_new(NeslLower *lower, NeslTypeParam **params, const NeslType **types,
                          size_t count) {
  NeslFrame *frame = arena_make(lower->arena, NeslFrame);
  *frame = (NeslFrame){
      .values = map_new(lower->arena), .params = params, .types = types, .type_count = count};
  return frame;
}

const Data *nesl_frame_find(NeslLower *lower, const NeslFrame *frame, const NeslValue *value) {
  if (value->kind == NESL_VALUE_GLOBAL) return nesl_global_find(lower, value);
  const Data *data = map_get(frame->values, map_key(value));
  if (data == NULL) INTERNAL_ERROR("the value %s has no meaning here", value->name);
  return data;
}

void nesl_bind_pattern(NeslLower *lower, NeslFrame *frame, const NeslPattern *pattern,
                       const Data *value) {
  switch (pattern->kind) {
  case NESL_PATTERN_WILDCARD: return;
  case NESL_PATTERN_NAME: {
    const NeslValue *name = pattern->variable.value;
    Map *values = name->kind == NESL_VALUE_GLOBAL ? lower->globals : frame->values;
    map_put(values, map_key(name), value);
    return;
  }
  case NESL_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->items.count; i++)
      nesl_bind_pattern(lower, frame, pattern->items.data[i],
                        nesl_data_item(value, i, pattern->items.count));
    return;
  case NESL_PATTERN_DATA: nesl_bind_pattern(lower, frame, pattern->data.argument, value); return;
  }
}

// ---- Literals ----

const Data *nesl_lower_string(NeslLower *lower, const char *bytes, size_t length) {
  if (length == 0) return nesl_data_empty(lower, nesl_layout_scalar(lower, SCALAR_I8));
  Atom *atoms = arena_array(lower->arena, Atom, length);
  for (size_t i = 0; i < length; i++)
    atoms[i] = atom_constant(constant_int(SCALAR_I8, (int8_t)bytes[i]));
  Dim dim = dim_const((int64_t)length);
  const Type *type = type_array(lower->emit.program, SCALAR_I8, 1, &dim);
  Exp *exp = exp_new(lower->emit.program, OP_ARRAY, atoms, length);
  return nesl_data_sequence(
      lower, dim,
      nesl_data_scalar(lower, atom_var(emit_shaped(&lower->emit, "string", exp, type))));
}

static const Data *lower_items(NeslLower *lower, NeslFrame *frame, const NeslExps *items) {
  const Data **values = arena_array(lower->arena, const Data *, items->count);
  for (size_t i = 0; i < items->count; i++)
    values[i] = nesl_lower_exp(lower, frame, items->data[i]);
  return nesl_data_literal(lower, values, items->count);
}

static const Data *lower_tuple(NeslLower *lower, NeslFrame *frame, const NeslExps *items) {
  const Data **values = arena_array(lower->arena, const Data *, items->count);
  for (size_t i = 0; i < items->count; i++)
    values[i] = nesl_lower_exp(lower, frame, items->data[i]);
  return nesl_data_tuple(lower, values, items->count);
}

// How many integers there are from `first` in steps of `step` before `last`: the quotient of
// distance and step, rounded up, and none in the wrong direction. Without signs the distance of any
// two integers has room, and so has the count, unless the step is 1 or 2, up or down.
static Atom range_count(NeslLower *lower, Atom first, Atom last, Atom step) {
  if (atom_is_i64(step, 1) && first.var == NULL && constant_to_i64(first.constant) >= 0)
    return emit_size(&lower->emit, OP_SUB, emit_binary(&lower->emit, "end", OP_SMAX, last, first),
                     first);
  if (atom_is_i64(step, 1)) {
    Atom distance = emit_size(&lower->emit, OP_SUB, last, first);
    Atom is_some = emit_binary(&lower->emit, "is_some", OP_SLT, first, last);
    Atom some = emit_select(&lower->emit, is_some, distance, atom_i64(0));
    nesl_emit_check(lower, emit_binary(&lower->emit, "has_room", OP_SLE, atom_i64(0), some),
                    ERROR_RUN_COUNT, "a range of too many elements", NULL, 0);
    return emit_binary(&lower->emit, "count", OP_SMAX, some, atom_i64(0));
  }
  Atom low = first, high = last, stride = step;
  if (step.var != NULL) {
    Atom is_up = emit_binary(&lower->emit, "is_up", OP_SLT, atom_i64(0), step);
    low = emit_select(&lower->emit, is_up, first, last);
    high = emit_select(&lower->emit, is_up, last, first);
    stride = emit_unary(&lower->emit, "stride", OP_SABS, step);
  } else if (constant_to_i64(step.constant) < 0) {
    low = last;
    high = first;
    stride = emit_unary(&lower->emit, "stride", OP_SABS, step);
  }
  Atom distance = emit_binary(&lower->emit, "distance", OP_SUB, high, low);
  distance = emit_binary(&lower->emit, "distance", OP_SUB, distance, atom_i64(1));
  Atom quotient = emit_binary(&lower->emit, "quotient", OP_UDIV, distance, stride);
  Atom count = emit_binary(&lower->emit, "count", OP_ADD, quotient, atom_i64(1));
  Atom is_some = emit_binary(&lower->emit, "is_some", OP_SLT, low, high);
  count = emit_select(&lower->emit, is_some, count, atom_i64(0));
  if (step.var != NULL || atom_is_i64(step, -1) || atom_is_i64(step, 2) || atom_is_i64(step, -2))
    nesl_emit_check(lower, emit_binary(&lower->emit, "has_room", OP_SLE, atom_i64(0), count),
                    ERROR_RUN_COUNT, "a range of too many elements", NULL, 0);
  return emit_binary(&lower->emit, "count", OP_SMAX, count, atom_i64(0));
}

typedef struct RangePoint {
  Atom first, step;
} RangePoint;

static const Data *range_point(NeslLower *lower, Atom index, void *context) {
  const RangePoint *range = context;
  Atom offset = emit_size(&lower->emit, OP_MUL, index, range->step);
  return nesl_data_scalar(lower, emit_size(&lower->emit, OP_ADD, range->first, offset));
}

static const Data *lower_range(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  RangePoint range = {.first = nesl_lower_exp(lower, frame, exp->range.first)->atom};
  Atom last = nesl_lower_exp(lower, frame, exp->range.last)->atom;
  range.step =
      exp->range.step != NULL ? nesl_lower_exp(lower, frame, exp->range.step)->atom : atom_i64(1);
  lower->emit.span = lower->prelude_depth > 0 ? lower->emit.span : exp->span;
  size_t mark = emit_mark(&lower->emit);
  if (range.step.var != NULL || atom_is_i64(range.step, 0))
    nesl_emit_check(lower, emit_binary(&lower->emit, "is_step", OP_NE, range.step, atom_i64(0)),
                    ERROR_RUN_COUNT, "the step of a range is 0", NULL, 0);
  Atom count = range_count(lower, range.first, last, range.step);
  const Data *result = nesl_lower_map(lower, count, range_point, &range);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Control ----

static const Data *lower_if(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  Atom condition = nesl_lower_exp(lower, frame, exp->branch.condition)->atom;
  if (condition.var == NULL)
    return nesl_lower_exp(lower, frame,
                          condition.constant.value.b ? exp->branch.then : exp->branch.otherwise);
  EmitBlock *blocks[2];
  const Data *values[2];
  for (size_t i = 0; i < 2; i++) {
    blocks[i] = emit_open(&lower->emit);
    values[i] = nesl_lower_exp(lower, frame, i == 0 ? exp->branch.then : exp->branch.otherwise);
    emit_close(&lower->emit, blocks[i]);
  }
  return nesl_data_branch(lower, condition, blocks, values);
}

// Whether anything that the pattern binds is used.
static bool is_pattern_used(const NeslPattern *pattern) {
  switch (pattern->kind) {
  case NESL_PATTERN_WILDCARD: return false;
  case NESL_PATTERN_NAME: return pattern->variable.value->is_used;
  case NESL_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->items.count; i++)
      if (is_pattern_used(pattern->items.data[i])) return true;
    return false;
  case NESL_PATTERN_DATA: return is_pattern_used(pattern->data.argument);
  }
  INTERNAL_ERROR("a pattern of no kind");
}

// NESL is strict: what a binding fails with, the program fails with, though nobody uses its value.
static void need_value(NeslLower *lower, const Data *value) {
  Atoms atoms = {0}, others = {0};
  value = nesl_data_canonical(lower, value);
  nesl_data_atoms(lower, value, &atoms, &others);
  vec_append(lower->arena, &atoms, others.data, others.count);
  Atoms needed = {0};
  vec_push(lower->arena, &needed, atom_i64(0)); // the token
  for (size_t i = 0; i < atoms.count; i++)
    if (atoms.data[i].var != NULL) vec_push(lower->arena, &needed, atoms.data[i]);
  if (needed.count == 1) return;
  Builder builder = emit_builder(&lower->emit);
  Exp *exp = exp_new(lower->emit.program, OP_OPAQUE, needed.data, needed.count);
  stm_mark(lower->emit.program, build_infer(&builder, "needed", exp), ATTR_NEEDED);
}

void nesl_bind_let(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  for (size_t i = 0; i < exp->let.bindings.count; i++) {
    const NeslBinding *binding = &exp->let.bindings.data[i];
    const Data *value = nesl_lower_exp(lower, frame, binding->value);
    nesl_bind_pattern(lower, frame, binding->pattern, value);
    bool is_plain = binding->value->kind == NESL_EXP_VAR || binding->value->kind == NESL_EXP_LAMBDA;
    if (lower->prelude_depth == 0 && !is_plain && !is_pattern_used(binding->pattern))
      need_value(lower, value);
  }
}

static const Data *lower_let(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  nesl_bind_let(lower, frame, exp);
  return nesl_lower_exp(lower, frame, exp->let.body);
}

static const Data *lower_index(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  const Data *sequence = nesl_lower_exp(lower, frame, exp->index.sequence);
  Atom index = nesl_lower_exp(lower, frame, exp->index.index)->atom;
  if (lower->prelude_depth == 0) lower->emit.span = exp->span;
  size_t mark = emit_mark(&lower->emit);
  nesl_check_index(lower, index, nesl_data_size(sequence));
  const Data *result = nesl_data_index(lower, sequence, index);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Calls ----

const NeslType **nesl_call_types(NeslLower *lower, const NeslFrame *frame, const NeslExp *exp) {
  size_t count =
      exp->kind == NESL_EXP_VAR ? exp->variable.value->param_count : exp->function->param_count;
  const NeslType **types = arena_array(lower->arena, const NeslType *, count);
  for (size_t i = 0; i < count; i++)
    types[i] = nesl_frame_type(lower, frame, exp->instance[i]);
  return types;
}

static bool is_time(const NeslFunction *function) {
  return function->is_prelude && strcmp(function->name, "time") == 0;
}

static const Data *lower_call(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  if (exp->kind == NESL_EXP_CALL && is_time(exp->function))
    return nesl_lower_time(lower, frame, exp->call.argument);
  const Data *argument = NULL;
  if (exp->kind == NESL_EXP_BINARY) {
    const Data *left = nesl_lower_exp(lower, frame, exp->binary.left);
    argument = nesl_data_pair(lower, left, nesl_lower_exp(lower, frame, exp->binary.right));
  } else {
    argument = nesl_lower_exp(
        lower, frame, exp->kind == NESL_EXP_UNARY ? exp->unary.operand : exp->call.argument);
  }
  return nesl_lower_apply(lower, exp->function, nesl_call_types(lower, frame, exp), argument,
                          exp->span);
}

// A variable with type parameters is the function that is written where it is bound.
static const Data *lower_variable(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  const NeslValue *value = exp->variable.value;
  if (value->param_count == 0) return nesl_frame_find(lower, frame, value);
  const NeslType **types = nesl_call_types(lower, frame, exp);
  NeslFrame *inner = nesl_frame_new(lower, value->params, types, value->param_count);
  const NeslForm *form = lower->checked->forms.data[value->form];
  return nesl_lower_exp(
      lower, inner, form->kind == NESL_FORM_BINDING ? form->binding.value : form->expression.value);
}

static const Data *lower_any(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  switch (exp->kind) {
  case NESL_EXP_INT: return nesl_data_scalar(lower, atom_i64(exp->integer));
  case NESL_EXP_FLOAT:
    return nesl_data_scalar(lower, atom_constant(constant_float(SCALAR_F64, exp->real)));
  case NESL_EXP_BOOL: return nesl_data_scalar(lower, atom_bool(exp->is_true));
  case NESL_EXP_CHAR:
    return nesl_data_scalar(lower, atom_constant(constant_int(SCALAR_I8, (int8_t)exp->character)));
  case NESL_EXP_STRING: return nesl_lower_string(lower, exp->string.bytes, exp->string.length);
  case NESL_EXP_VAR: return lower_variable(lower, frame, exp);
  case NESL_EXP_FUNCTION: return nesl_lower_function(lower, frame, exp);
  case NESL_EXP_LAMBDA: return nesl_lower_lambda(lower, frame, exp);
  case NESL_EXP_TUPLE: return lower_tuple(lower, frame, &exp->items);
  case NESL_EXP_SEQUENCE: return lower_items(lower, frame, &exp->items);
  case NESL_EXP_EMPTY: {
    const NeslType *type = nesl_type_plain(lower, nesl_frame_type(lower, frame, exp->type));
    return nesl_data_empty(lower, nesl_layout_of_type(lower, type->element));
  }
  case NESL_EXP_RANGE: return lower_range(lower, frame, exp);
  case NESL_EXP_CALL:
  case NESL_EXP_BINARY:
  case NESL_EXP_UNARY: return lower_call(lower, frame, exp);
  case NESL_EXP_APPLY: return nesl_lower_call_value(lower, frame, exp);
  case NESL_EXP_INDEX: return lower_index(lower, frame, exp);
  case NESL_EXP_IF: return lower_if(lower, frame, exp);
  case NESL_EXP_LET: return lower_let(lower, frame, exp);
  case NESL_EXP_EACH: return nesl_lower_each(lower, frame, exp);
  }
  INTERNAL_ERROR("an expression that is none");
}

const Data *nesl_lower_exp(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  Span outer = lower->emit.span;
  if (lower->prelude_depth == 0) lower->emit.span = exp->span;
  const Data *result = lower_any(lower, frame, exp);
  lower->emit.span = outer;
  return result;
}
