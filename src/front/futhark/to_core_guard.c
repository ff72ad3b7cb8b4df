// Assertions, and holes, which are assertions that always fail.
//
// A check that fails must fail whatever part of the guarded value is used. Data is computed under
// the certificate of the check. A function is not there at run time, so it takes the check along to
// where it is applied.
#include <string.h>

#include "front/futhark/to_core_internal.h"
#include "ir/message.h"

// ---- Guards ----

// What is checked.
typedef struct FutGuard {
  Atom condition;
  ErrorCode code;
  const char *message;
  Span span;
} FutGuard;

static Static *static_guard(FutLower *lower, const Static *value, const FutGuard *guard,
                            size_t before);

static Static **guard_all(FutLower *lower, Static *const *values, size_t count,
                          const FutGuard *guard, size_t before) {
  Static **guarded = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++)
    guarded[i] = static_guard(lower, values[i], guard, before);
  return guarded;
}

static Static *guard_function(FutLower *lower, const Static *function, const FutGuard *guard) {
  Closure *closure = arena_make(lower->arena, Closure);
  *closure = (Closure){.kind = CLOSURE_GUARD, .function = function, .message = guard->message};
  closure->code = guard->code;
  closure->span = guard->span;
  closure->args = arena_array(lower->arena, Static *, 1);
  closure->args[0] = static_scalar(lower, FUT_PRIM_BOOL, guard->condition);
  closure->arg_count = 1;
  return static_function(lower, closure);
}

// Data that was computed before the check, where the block had `before` statements, must not be
// used without the certificate.
static Static *guard_data(FutLower *lower, const Static *value, size_t before) {
  const EmitBlock *block = lower->emit.block;
  Atom *leaves = arena_array(lower->arena, Atom, value->layout->leaf_count);
  for (size_t i = 0; i < value->layout->leaf_count; i++) {
    leaves[i] = value->leaves[i];
    bool is_new = false;
    for (size_t k = before; k < block->stms.count && leaves[i].var != NULL && !is_new; k++)
      for (size_t j = 0; j < block->stms.data[k]->var_count; j++)
        is_new = is_new || block->stms.data[k]->vars[j] == leaves[i].var;
    if (is_new || atom_type(leaves[i])->kind == TYPE_ACC) continue;
    leaves[i] = atom_var(
        emit_let(&lower->emit, "checked", exp_new(lower->emit.program, OP_OPAQUE, &leaves[i], 1)));
  }
  return static_data(lower, value->layout, leaves);
}

static Static *static_guard(FutLower *lower, const Static *value, const FutGuard *guard,
                            size_t before) {
  Static *copy;
  switch (value->kind) {
  case STATIC_DATA: return guard_data(lower, value, before);
  case STATIC_FUNCTION: return guard_function(lower, value, guard);
  case STATIC_RECORD:
  case STATIC_CHOICE:
    copy = arena_make(lower->arena, Static);
    *copy = *value;
    copy->fields = guard_all(lower, value->fields, value->count, guard, before);
    return copy;
  }
  INTERNAL_ERROR("a value has an unknown kind");
}

// Begins what is under the guard: emits the check, also under #[unsafe]. The mark ends it.
static size_t guard_open(FutLower *lower, const FutGuard *guard) {
  size_t mark = emit_mark(&lower->emit);
  bool is_unsafe = lower->emit.is_unsafe;
  Span span = lower->emit.span;
  lower->emit.is_unsafe = false;
  lower->emit.span = guard->span;
  emit_check(&lower->emit, guard->condition, guard->code, guard->message, NULL, 0);
  lower->emit.is_unsafe = is_unsafe;
  lower->emit.span = span;
  return mark;
}

Static *apply_guarded(FutLower *lower, const Closure *closure, Static *const *args, size_t count,
                      Span span) {
  FutGuard guard = {static_atom(closure->args[0]), closure->code, closure->message, closure->span};
  size_t mark = guard_open(lower, &guard);
  size_t before = lower->emit.block->stms.count;
  Static *value = lower_apply(lower, closure->function, args, count, span);
  if (emit_mark(&lower->emit) > mark) value = static_guard(lower, value, &guard, before);
  emit_uncheck(&lower->emit, mark);
  return value;
}

// ---- Assertions ----

// "Assertion is false: x > 0". Longer conditions are left out.
static const char *assertion_message(FutLower *lower, Span condition) {
  const SourceFile *file = source_get(diag_sources(lower->diag), condition.file);
  size_t length = condition.end - condition.start;
  if (file == NULL || length > 60 || condition.end > file->length) return "Assertion is false.";
  const char *text = file->text + condition.start;
  if (memchr(text, '\n', length) != NULL) return "Assertion is false.";
  return arena_printf(lower->arena, "Assertion is false: %s",
                      message_plain(lower->arena, text, length));
}

Static *lower_assertion(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  FutGuard guard = {.condition = static_atom(lower_exp(lower, frame, exp->assertion.condition)),
                    .code = ERROR_RUN_ASSERT,
                    .message = assertion_message(lower, exp->assertion.condition->span),
                    .span = lower->emit.span};
  size_t mark = guard_open(lower, &guard);
  size_t before = lower->emit.block->stms.count;
  Static *value = lower_exp(lower, frame, exp->assertion.value);
  if (emit_mark(&lower->emit) > mark) value = static_guard(lower, value, &guard, before);
  emit_uncheck(&lower->emit, mark);
  return value;
}

// ---- Holes ----

static Static *hole_function(FutLower *lower, FutFrame *frame, const FutType *type, Span span) {
  Closure *closure = arena_make(lower->arena, Closure);
  *closure = (Closure){.kind = CLOSURE_HOLE, .type = type, .frame = frame, .span = span};
  return static_function(lower, closure);
}

static Static *hole_record(FutLower *lower, FutFrame *frame, const FutType *type, Span span) {
  size_t count = type->record.count;
  Name *names = arena_array(lower->arena, Name, count);
  Static **fields = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++) {
    names[i] = type->record.fields[i].name;
    fields[i] = lower_hole(lower, frame, type->record.fields[i].type, span);
  }
  return static_record(lower, names, fields, count, type->record.is_tuple);
}

Static *lower_hole(FutLower *lower, FutFrame *frame, const FutType *type, Span span) {
  type = type_expand(lower, type);
  if (type->tag == FUT_T_ARROW) return hole_function(lower, frame, type, span);
  if (type->tag == FUT_T_RECORD) return hole_record(lower, frame, type, span);
  const FutLayout *layout = layout_of(lower, frame, type);
  if (layout->has_function || layout->kind == LAYOUT_ACC)
    lower_unsupported(lower, span, "a hole cannot be a sum with functions or an accumulator");
  FutPrinter printer = {.arena = lower->arena};
  const char *text = fut_type_text(&printer, type);
  FutGuard guard = {.condition = atom_bool(false),
                    .code = ERROR_RUN_HOLE,
                    .message = arena_printf(lower->arena, "Reached a hole of type %s.",
                                            message_plain(lower->arena, text, strlen(text))),
                    .span = lower_span(lower, span)};
  size_t mark = guard_open(lower, &guard);
  Static *blank = static_blank(lower, layout);
  Static *value = guard_data(lower, blank, lower->emit.block->stms.count);
  emit_uncheck(&lower->emit, mark);
  return value;
}
