// Effects on places.
#include <stdlib.h>

#include "interp/heap_internal.h"

// The characters of a text, one after the other; NULL after failing.
static char *text_read(Heap *heap, Cell *frame, const Var *var, WorldText *text) {
  View view;
  view_load(heap, frame, var, &view);
  int64_t count = view_count(&view), path[VIEW_MAX_RANK] = {0};
  char *bytes = malloc((size_t)count + 1);
  if (bytes == NULL) {
    interp_fail(heap->interp, FAILURE_MEMORY, "out of memory");
    return NULL;
  }
  for (int64_t i = 0; i < count; i++) {
    ScalarValue element;
    if (!element_read(heap, view.block, view_index(&view, path), SCALAR_I8, 0, &element)) {
      free(bytes);
      return NULL;
    }
    bytes[i] = (char)element.i8;
    view_next(&view, path);
  }
  *text = (WorldText){.bytes = bytes, .count = (size_t)count};
  return bytes;
}

bool run_heap_effect(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  const EffectInfo *info = effect_info(exp->as.effect.kind);
  int64_t numbers[1 + EFFECT_MAX_NUMBERS] = {0}, results[1 + EFFECT_MAX_RESULTS];
  WorldText texts[EFFECT_MAX_TEXTS] = {{0}};
  char *bytes[EFFECT_MAX_TEXTS] = {NULL};
  bool is_ok = true;
  for (size_t i = 0; i <= info->number_count; i++)
    numbers[i] = atom_number(heap, frame, exp->args[i]);
  for (size_t i = 0; is_ok && i < info->text_count; i++) {
    bytes[i] = text_read(heap, frame, exp->args[1 + info->number_count + i].var, &texts[i]);
    is_ok = bytes[i] != NULL;
  }
  bool has_values = exp->as.effect.kind == EFFECT_TRACE;
  size_t value_count = has_values ? exp->arg_count : 1;
  StackMark mark;
  ScalarValue *values = stack_push(heap->interp, value_count * sizeof *values, &mark);
  is_ok = is_ok && values != NULL;
  for (size_t i = 0; is_ok && has_values && i < value_count; i++)
    values[i] = atom_value(heap, frame, exp->args[i]);
  Act act = {.exp = exp, .numbers = numbers, .texts = texts, .values = values};
  is_ok = is_ok && interp_act(heap->interp, &act, results);
  if (values != NULL) stack_pop(heap->interp, mark);
  for (size_t i = 0; i < info->text_count; i++)
    free(bytes[i]);
  for (size_t i = 0; is_ok && i < stm->var_count; i++)
    cell_of(heap, frame, stm->vars[i])->number = results[i];
  return is_ok;
}

bool run_heap_receive(Heap *heap, Cell *frame, const Stm *stm) {
  View said;
  if (!view_of_type(heap, frame, stm->vars[0]->type, &said)) return false;
  const char *text = interp_received(heap->interp, said.shape[0]);
  if (text == NULL) return false;
  view_store(heap, frame, stm->vars[0], &said);
  for (int64_t i = 0; i < said.shape[0]; i++) {
    ScalarValue element = constant_int(SCALAR_I8, text[i]).value;
    if (!element_write(heap, said.block, view_index(&said, &i), SCALAR_I8, 0, element))
      return false;
  }
  cell_of(heap, frame, stm->vars[1])->number = atom_number(heap, frame, stm->exp->args[0]) + 1;
  return true;
}
