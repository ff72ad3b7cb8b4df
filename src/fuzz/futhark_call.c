// Calls of functions that were written before: what stands for their parameters, and arguments.
#include "fuzz/futhark.h"

static DraftInstance instance_new(Scribe *scribe, const Callable *callable) {
  return (DraftInstance){
      .size_names = (const char *const *)callable->size_names,
      .sizes = arena_array(scribe->arena, const DraftSize *, callable->size_count),
      .size_count = callable->size_count,
      .type_names = (const char *const *)callable->type_names,
      .types = arena_array(scribe->arena, const DraftType *, callable->type_count),
      .type_count = callable->type_count};
}

// Chooses what is still open. The sizes must be as large as the function needs them.
static bool instance_finish(Scribe *scribe, const Callable *callable, DraftInstance *instance) {
  for (size_t k = 0; k < instance->type_count; k++)
    if (!instance->types[k]) instance->types[k] = draft_any_element_type(scribe);
  for (size_t k = 0; k < instance->size_count; k++) {
    if (!instance->sizes[k]) instance->sizes[k] = draft_any_size(scribe);
    if (instance->sizes[k]->low < callable->size_lows[k] || instance->sizes[k]->high > 6)
      return false;
    if (!draft_size_can_be_written(instance->sizes[k])) return false;
  }
  return true;
}

static const char *argument_write(Scribe *scribe, const Callable *callable, DraftInstance *instance,
                                  size_t k, size_t depth) {
  if (callable->size_of_param[k] != SIZE_MAX)
    return draft_size_atom(scribe, instance->sizes[callable->size_of_param[k]]);
  const DraftType *type = draft_type_instance(scribe, callable->params[k], instance);
  DraftExp argument = draft_exp_of(scribe, type, depth);
  const char *text = draft_exp_atom(scribe, argument);
  return callable->is_consumed[k] ? arena_printf(scribe->arena, "(copy %s)", text) : text;
}

bool draft_call_write(Scribe *scribe, const Callable *callable, DraftInstance *instance,
                      size_t depth, DraftExp *exp, const DraftType **result) {
  Callable called = *callable; // the table may move
  if (!scribe_can_nest(scribe, called.cost)) return false;
  if (!instance_finish(scribe, &called, instance)) return false;
  *result = draft_type_instance(scribe, called.result, instance);
  if (draft_type_volume_most(*result) > VOLUME_MOST) return false;
  for (size_t k = 0; k < called.param_count; k++) {
    const DraftType *type = draft_type_instance(scribe, called.params[k], instance);
    if (draft_type_volume_most(type) > VOLUME_MOST || !draft_type_can_be_written(type))
      return false;
  }
  size_t mark = scribe->mentioned.count;
  StrBuf text = {0};
  bool is_piped = called.param_count > 1 && scribe_chance(scribe, 20);
  for (size_t k = 0; k < called.param_count; k++)
    // A pipe forgets which argument is a size, and what consumes is no argument.
    if (called.size_of_param[k] != SIZE_MAX || called.is_consumed[k]) is_piped = false;
  if (is_piped) depth = 0; // what is passed to a pipe may not consume
  size_t plain = called.param_count - (size_t)is_piped;
  strbuf_puts(&text, called.name);
  for (size_t k = 0; k < plain; k++)
    strbuf_printf(&text, " %s", argument_write(scribe, &called, instance, k, depth));
  const char *head = arena_strndup(scribe->arena, text.data, text.length);
  strbuf_free(&text);
  if (is_piped)
    head = arena_printf(scribe->arena, scribe_chance(scribe, 70) ? "(%s |> %s)" : "(%s |> (%s))",
                        argument_write(scribe, &called, instance, plain, depth), head);
  // What it gives may be something that only the function knows, or a pipe forgot where from.
  if (is_piped && draft_type_has_storage(*result))
    head = arena_printf(scribe->arena, "(copy %s)", head);
  if (called.is_fresh || is_piped)
    scribe->mentioned.count = mark;
  else
    vec_push(scribe->arena, &scribe->mentioned, FOREIGN_ROOT);
  if (scribe->work < scribe->times * called.cost) scribe->work = scribe->times * called.cost;
  *exp = (DraftExp){head, is_piped || called.param_count == 0, {0}};
  return true;
}

bool draft_call_of(Scribe *scribe, const DraftType *type, size_t depth, DraftExp *exp) {
  size_t count = scribe->callables.count;
  if (count == 0) return false;
  size_t start = scribe_below(scribe, count);
  for (size_t k = 0; k < count && k < 12; k++) {
    const Callable *callable = &scribe->callables.data[(start + k) % count];
    DraftInstance instance = instance_new(scribe, callable);
    const DraftType *result;
    if (!draft_type_match(callable->result, type, &instance)) continue;
    size_t mark = scribe->mentioned.count;
    if (draft_call_write(scribe, callable, &instance, depth, exp, &result)) return true;
    scribe->mentioned.count = mark;
  }
  return false;
}

bool draft_call_any(Scribe *scribe, DraftExp *exp, const DraftType **result) {
  if (scribe->callables.count == 0) return false;
  const Callable *callable = &scribe->callables.data[scribe_below(scribe, scribe->callables.count)];
  DraftInstance instance = instance_new(scribe, callable);
  return draft_call_write(scribe, callable, &instance, 1, exp, result);
}
