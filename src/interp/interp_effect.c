// Effects, as both interpreters carry them out. A token is the number of effects before it, which
// nothing looks at; that it is handed on is what keeps effects in order.
#include <time.h>

#include "interp/interp_internal.h"
#include "ir/message.h"

static int64_t clock_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void write_trace(Interp *interp, const Act *act) {
  StrBuf text = {0};
  const char *at = act->exp->as.effect.text;
  for (size_t i = 1; message_text(&text, &at); i++) {
    if (i >= act->exp->arg_count) INTERNAL_ERROR("a trace has too few values");
    message_value(&text, &at, act->values[i], atom_type(act->exp->args[i])->scalar);
  }
  FILE *traces = interp->options.traces != NULL ? interp->options.traces : stderr;
  fwrite(strbuf_text(&text), 1, text.length, traces);
  strbuf_free(&text);
}

bool interp_act(Interp *interp, const Act *act, int64_t *results) {
  EffectKind kind = act->exp->as.effect.kind;
  EffectWorld *world = &interp->world;
  world->out = interp->options.out;
  world->is_plain = interp->options.is_plain;
  results[0] = act->numbers[0] + 1;
  if (interp->is_mute && (kind == EFFECT_TRACE || kind == EFFECT_PRINT || kind == EFFECT_SHOW))
    return true;
  if (kind == EFFECT_TRACE) {
    write_trace(interp, act);
    return true;
  }
  if (kind == EFFECT_CLOCK) {
    results[1] = clock_nanoseconds();
    results[2] = 1;
    return true;
  }
  const InterpOptions *options = &interp->options;
  const int64_t *numbers = act->numbers + 1;
  bool is_good = options->act != NULL ? options->act(options->act_context, world, kind, numbers,
                                                     act->texts, results + 1)
                                      : world_act(world, kind, numbers, act->texts, results + 1);
  if (is_good) return true;
  return interp_fail(interp, kind == EFFECT_FAIL ? FAILURE_ASSERT : FAILURE_OUTPUT, "%.*s",
                     (int)world->text_count, world->text != NULL ? world->text : "");
}

const char *interp_received(Interp *interp, int64_t count) {
  const EffectWorld *world = &interp->world;
  if (count == (int64_t)world->text_count) return count == 0 ? "" : world->text;
  interp_fail(interp, FAILURE_SHAPE, "a text of %zu characters is received as one of %lld",
              world->text_count, (long long)count);
  return NULL;
}

// ---- By value ----

bool run_effect(Interp *interp, InterpSlot *frame, const EffectCode *code) {
  const EffectInfo *info = effect_info(code->exp->as.effect.kind);
  int64_t numbers[1 + EFFECT_MAX_NUMBERS] = {0}, results[1 + EFFECT_MAX_RESULTS];
  WorldText texts[EFFECT_MAX_TEXTS] = {{0}};
  Array *arrays[EFFECT_MAX_TEXTS] = {NULL};
  bool is_ok = true;
  for (size_t i = 0; i <= info->number_count; i++)
    numbers[i] = frame[code->args[i]].scalar.i64;
  for (size_t i = 0; is_ok && i < info->text_count; i++) {
    arrays[i] = array_copy(interp, frame[code->args[1 + info->number_count + i]].array);
    is_ok = arrays[i] != NULL;
    if (!is_ok) break;
    texts[i] =
        (WorldText){.bytes = (char *)arrays[i]->data, .count = (size_t)array_count(arrays[i])};
  }
  ScalarValue *values = NULL;
  StackMark mark;
  bool has_values = is_ok && code->exp->as.effect.kind == EFFECT_TRACE;
  if (has_values) {
    values = stack_push(interp, code->exp->arg_count * sizeof *values, &mark);
    is_ok = values != NULL;
  }
  for (size_t i = 0; is_ok && has_values && i < code->exp->arg_count; i++)
    values[i] = frame[code->args[i]].scalar;
  Act act = {.exp = code->exp, .numbers = numbers, .texts = texts, .values = values};
  is_ok = is_ok && interp_act(interp, &act, results);
  if (values != NULL) stack_pop(interp, mark);
  for (size_t i = 0; i < info->text_count; i++)
    array_release(interp, arrays[i]);
  for (size_t i = 0; is_ok && i < 1 + (size_t)info->result_count; i++)
    frame[code->dests[i]].scalar.i64 = results[i];
  return is_ok;
}

bool run_receive(Interp *interp, InterpSlot *frame, const EffectCode *code) {
  int64_t count;
  if (!dim_evaluate(interp, frame, &code->type.dims[0], NULL, 0, &count)) return false;
  const char *text = interp_received(interp, count);
  Array *array = text != NULL ? array_flat(interp, SCALAR_I8, 1, &count) : NULL;
  if (array == NULL) return false;
  if (count > 0) memcpy(array->data, text, (size_t)count);
  frame[code->dests[0]].array = array;
  frame[code->dests[1]].scalar.i64 = frame[code->args[0]].scalar.i64 + 1;
  return true;
}
