// Running instructions.
#include "interp/interp_internal.h"

#include <string.h>

#include "ir/message.h"

// ---- Functions ----

typedef struct Activation {
  InterpSlot *frame;
  StackMark mark;
} Activation;

// Makes the frame of a call, with constants and globals; parameters are to follow.
static bool code_enter(Interp *interp, const Code *code, Activation *activation) {
  char here;
  size_t limit = interp->options.depth_limit;
  if (interp->depth >= limit)
    return interp_fail(interp, FAILURE_DEPTH, "recursion deeper than %zu calls", limit);
  // The addresses are compared as numbers: they are in one stack, but not in one object.
  if ((uintptr_t)&here < (uintptr_t)interp->stack_limit)
    return interp_fail(interp, FAILURE_DEPTH, "recursion too deep, after %zu calls", interp->depth);
  activation->frame = stack_push(interp, code->slot_count * sizeof(InterpSlot), &activation->mark);
  if (activation->frame == NULL) return false;
  interp->depth++;
  InterpSlot *frame = activation->frame;
  memset(frame, 0, code->object_count * sizeof(InterpSlot));
  if (code->constant_count > 0)
    memcpy(frame + code->constant_start, code->constants,
           code->constant_count * sizeof(ScalarValue));
  for (size_t i = 0; i < code->import_count; i++) {
    const Import *import = &code->imports[i];
    frame[import->slot] = interp->global_values[import->global];
    if (import->is_object) frame[import->slot].object->refs++;
  }
  return true;
}

static void code_leave(Interp *interp, const Code *code, Activation *activation) {
  for (size_t i = 0; i < code->object_count; i++)
    object_release(interp, activation->frame[i].object);
  stack_pop(interp, activation->mark);
  interp->depth--;
}

bool exec_code(Interp *interp, const Code *code, const InterpSlot *args, InterpSlot *results) {
  Activation activation;
  if (!code_enter(interp, code, &activation)) {
    for (size_t i = 0; i < code->param_count; i++)
      slot_release(interp, args[i], code->params[i] < code->object_count);
    return false;
  }
  for (size_t i = 0; i < code->param_count; i++)
    activation.frame[code->params[i]] = args[i];
  bool is_ok = exec(interp, code, 0, activation.frame);
  for (size_t i = 0; is_ok && i < code->result_count; i++)
    results[i] = operand_use(activation.frame, code->results[i]);
  code_leave(interp, code, &activation);
  return is_ok;
}

static bool run_call(Interp *interp, InterpSlot *frame, const CallCode *call) {
  const Code *code = call->callee;
  Activation activation;
  if (!code_enter(interp, code, &activation)) return false;
  for (size_t i = 0; i < call->arg_count; i++)
    activation.frame[code->params[i]] = operand_use(frame, call->args[i]);
  bool is_ok = exec(interp, code, 0, activation.frame);
  for (size_t i = 0; is_ok && i < code->result_count; i++)
    frame[call->dests[i]] = operand_use(activation.frame, code->results[i]);
  code_leave(interp, code, &activation);
  return is_ok;
}

bool exec_lambda(Interp *interp, const Code *code, InterpSlot *frame, const LambdaCode *lambda,
                 InterpSlot *left, InterpSlot *right) {
  size_t count = lambda->result_count;
  for (size_t i = 0; i < count; i++) {
    frame[lambda->params[i]] = left[i];
    frame[lambda->params[count + i]] = right[i];
    left[i].object = NULL;
  }
  if (!exec(interp, code, lambda->entry, frame)) return false;
  for (size_t i = 0; i < count; i++)
    left[i] = operand_use(frame, lambda->results[i]);
  return true;
}

// ---- Messages ----

static bool fail_assert(Interp *interp, InterpSlot *frame, const AssertCode *code) {
  StrBuf text = {0};
  size_t next = 0;
  const char *at = code->text;
  ErrorCode known = message_code(&at);
  while (message_text(&text, &at)) {
    if (next == code->value_count) INTERNAL_ERROR("an assert has too few values");
    message_value(&text, &at, frame[code->values[next]].scalar, code->types[next]);
    next++;
  }
  interp_fail_assert(interp, known, strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

// ---- Single instructions ----

static int64_t slot_to_i64(ScalarValue value, Scalar type) {
  switch (type) {
  case SCALAR_BOOL: return value.b;
  case SCALAR_I8: return value.i8;
  case SCALAR_I16: return value.i16;
  case SCALAR_I32: return value.i32;
  case SCALAR_I64: return value.i64;
  case SCALAR_F16:
  case SCALAR_F32:
  case SCALAR_F64:
  case SCALAR_COUNT: break;
  }
  INTERNAL_ERROR("not an integer");
}

static uint32_t run_switch(InterpSlot *frame, const SwitchCode *code) {
  int64_t value = slot_to_i64(frame[code->value].scalar, code->type);
  size_t i = 0;
  while (i < code->case_count && slot_to_i64(code->cases[i].value, code->type) != value)
    i++;
  return code->targets[i];
}

// Steps the index of a for loop; whether it is still below the bound.
static bool for_step(InterpSlot *frame, const Instr *instr, bool is_start) {
  ScalarValue *index = &frame[instr->a].scalar;
  const ScalarValue bound = frame[instr->as.c].scalar;
  switch ((Scalar)instr->b) {
  case SCALAR_I64: index->i64 = is_start ? 0 : index->i64 + 1; return index->i64 < bound.i64;
  case SCALAR_I32: index->i32 = is_start ? 0 : index->i32 + 1; return index->i32 < bound.i32;
  case SCALAR_I16:
    index->i16 = is_start ? 0 : (int16_t)(index->i16 + 1);
    return index->i16 < bound.i16;
  case SCALAR_I8: index->i8 = is_start ? 0 : (int8_t)(index->i8 + 1); return index->i8 < bound.i8;
  case SCALAR_BOOL:
  case SCALAR_F16:
  case SCALAR_F32:
  case SCALAR_F64:
  case SCALAR_COUNT: break;
  }
  INTERNAL_ERROR("a for loop over something else than an integer");
}

// The place of a one-dimensional flat array's element; NULL after failing.
static unsigned char *element_at(Interp *interp, Array *array, int64_t index) {
  if ((uint64_t)index < (uint64_t)array->dims[0]) return array->data + index * array->dims[1];
  fail_index(interp, array, &index, 1);
  return NULL;
}

static bool is_readable(Interp *interp, const Array *array, const unsigned char *place) {
  return array->storage->written == NULL || array_check_written(interp, array, place);
}

static bool run_element(Interp *interp, InterpSlot *frame, const SelectCode *code) {
  Array *array = frame[code->array.slot].array;
  const unsigned char *data = array->data;
  for (uint32_t i = 0; i < array->rank; i++) {
    int64_t index = frame[code->atoms[i]].scalar.i64;
    // The general way finds out what to say.
    if ((uint64_t)index >= (uint64_t)array_shape(array)[i]) return run_select(interp, frame, code);
    data += index * array_strides(array)[i];
  }
  if (!is_readable(interp, array, data)) return false;
  memcpy(&frame[code->dest], data, SCALAR_SIZE(array->element));
  return true;
}

// Makes the moved array of an update its own and finds the element's place.
static unsigned char *update_at(Interp *interp, InterpSlot *frame, const Instr *instr) {
  Array *array = array_own(interp, frame[instr->a].array);
  frame[instr->a].array = NULL;
  if (array == NULL) return NULL;
  frame[instr->d].array = array;
  unsigned char *place = element_at(interp, array, frame[instr->b].scalar.i64);
  if (place != NULL && array->storage->written != NULL) array_note_written(array, place);
  return place;
}

static bool run_copy(Interp *interp, InterpSlot *frame, const Instr *instr) {
  Array *copy = array_copy(interp, frame[instr->a].array);
  frame[instr->d].array = copy;
  return copy != NULL;
}

static bool check_operand(Interp *interp, InterpSlot *frame, const Instr *instr) {
  int64_t value = slot_to_i64(frame[instr->b].scalar, (Scalar)instr->d);
  if (instr->code == I_CHECK_DIVISOR ? value != 0 : value >= 0) return true;
  ScalarValue args[2] = {frame[instr->a].scalar, frame[instr->b].scalar};
  StrBuf text = {0};
  scalar_fault_show(&text, (Op)instr->as.c, (Scalar)instr->d, args);
  interp_fail(interp, FAILURE_DIVISION, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

// ---- The loop ----

bool exec(Interp *interp, const Code *code, uint32_t entry, InterpSlot *frame) {
  const Instr *start = code->instrs, *instr = start + entry;
#define INDEX_CASE(size)                                                                           \
  case I_INDEX_##size: {                                                                           \
    const unsigned char *data =                                                                    \
        element_at(interp, frame[instr->a].array, frame[instr->b].scalar.i64);                     \
    if (data == NULL || !is_readable(interp, frame[instr->a].array, data)) goto failed;            \
    memcpy(&frame[instr->d], data, size);                                                          \
    break;                                                                                         \
  }
#define UPDATE_CASE(size)                                                                          \
  case I_UPDATE_##size: {                                                                          \
    unsigned char *data = update_at(interp, frame, instr);                                         \
    if (data == NULL) goto failed;                                                                 \
    memcpy(data, &frame[instr->as.c], size);                                                       \
    break;                                                                                         \
  }
#define CASE_1(name, function, x, r)                                                               \
  case name:                                                                                       \
    frame[instr->d].scalar.r = function(frame[instr->a].scalar.x);                                 \
    break;
#define CASE_2(name, function, x, y, r)                                                            \
  case name:                                                                                       \
    frame[instr->d].scalar.r = function(frame[instr->a].scalar.x, frame[instr->b].scalar.y);       \
    break;
#define CASE_3(name, function, x, y, z, r)                                                         \
  case name:                                                                                       \
    frame[instr->d].scalar.r =                                                                     \
        function(frame[instr->a].scalar.x, frame[instr->b].scalar.y, frame[instr->as.c].scalar.z); \
    break;
  for (;; instr++) {
    switch (instr->code) {
#define INSTANCE_1(ID, FROM, TO, function, ...)                                                    \
  CASE_1(I_##ID##_##FROM##_##TO, function, __VA_ARGS__)
#define INSTANCE_2(ID, FROM, TO, function, ...)                                                    \
  CASE_2(I_##ID##_##FROM##_##TO, function, __VA_ARGS__)
#define INSTANCE_3(ID, FROM, TO, function, ...)                                                    \
  CASE_3(I_##ID##_##FROM##_##TO, function, __VA_ARGS__)
#include "ir/scalar_instances.def"
      INDEX_CASE(1)
      INDEX_CASE(2)
      INDEX_CASE(4)
      INDEX_CASE(8)
      UPDATE_CASE(1)
      UPDATE_CASE(2)
      UPDATE_CASE(4)
      UPDATE_CASE(8)
    case I_NONE: INTERNAL_ERROR("an instruction that is none");
    case I_END: return true;
    case I_SET: frame[instr->d] = frame[instr->a]; break;
    case I_TAKE:
      frame[instr->d] = frame[instr->a];
      frame[instr->a].object = NULL;
      break;
    case I_SHARE:
      frame[instr->d] = frame[instr->a];
      frame[instr->d].object->refs++;
      break;
    case I_DROP:
      object_release(interp, frame[instr->d].object);
      frame[instr->d].object = NULL;
      break;
    case I_CHECK_DIVISOR:
    case I_CHECK_POWER:
      if (!check_operand(interp, frame, instr)) goto failed;
      break;
    case I_ELEMENT:
      if (!run_element(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_SELECT:
      if (!run_select(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_UPDATE:
      if (!run_update(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_SHAPED:
      if (!run_shaped(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_PERMUTE:
      if (!run_permute(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_COPY:
      if (!run_copy(interp, frame, instr)) goto failed;
      break;
    case I_SEGMENT:
      if (!run_segment(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_ASSERT: {
      const AssertCode *check = instr->as.extra;
      if (frame[check->condition].scalar.b) break;
      fail_assert(interp, frame, check);
      goto failed;
    }
    case I_EFFECT:
      if (!run_effect(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_RECEIVE:
      if (!run_receive(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_ACC_UPDATE:
      if (!run_acc_update(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_THRESHOLD:
      frame[instr->d].scalar.b = frame[instr->a].scalar.i64 >= interp->options.default_threshold;
      break;
    case I_JUMP: instr = start + instr->d - 1; break;
    case I_UNLESS:
      if (!frame[instr->a].scalar.b) instr = start + instr->d - 1;
      break;
    case I_SWITCH: instr = start + run_switch(frame, instr->as.extra) - 1; break;
    case I_FOR_BEGIN:
      if (!for_step(frame, instr, true)) instr = start + instr->d - 1;
      break;
    case I_FOR_NEXT:
      if (for_step(frame, instr, false)) instr = start + instr->d - 1;
      break;
    case I_CALL:
      if (!run_call(interp, frame, instr->as.extra)) goto failed;
      break;
    case I_PAR:
      if (!run_par(interp, code, frame, instr->as.extra)) goto failed;
      break;
    case I_WITH_ACC:
      if (!run_with_acc(interp, code, frame, instr->as.extra)) goto failed;
      break;
    }
  }
failed:
  return interp_failed_at(interp, code->spans[instr - start], instr->code == I_CALL);
}
