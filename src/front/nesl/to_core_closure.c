// Functions as values: making them, applying them, and what else may be done with them.
//
// What a function may be is known wherever it is applied (to_core_layout.c). If it is one code,
// that is called, with what the value holds as one more argument; so a function that takes another
// one is compiled once for each that it is given. If it may be several, its tag is the subject of a
// `switch`. Inside of an apply-to-each that is flattened like every other branch: the points are
// split by their tags, each code runs on its own points, and the results are put together.
#include <string.h>

#include "base/hash.h"
#include "front/nesl/to_core_internal.h"

// Functions may be nested so deep, and be so large, before they count as having no end.
enum { CLOSURE_DEPTH_LIMIT = 50, CLOSURE_SIZE_LIMIT = 2000 };

// ---- Code ----

// A session keeps functions from one program to the next, where other codes may come first. So the
// id of a code is made of where it stands and of its types.
static size_t lasting_id(const NeslLower *lower, const NeslCode *code, const char *types) {
  Span span = code->lambda != NULL ? code->lambda->span : code->function->span;
  const SourceFile *file = source_get(diag_sources(lower->diag), span.file);
  const char *origin = file != NULL ? file->path : code->function->name;
  uint64_t hash = hash_combine(hash_bytes(origin, strlen(origin)), hash_u64(span.start));
  hash = hash_combine(hash, hash_bytes(types, strlen(types)));
  return (size_t)(hash >> 2) + 1;
}

static const NeslCode *code_find(NeslLower *lower, NeslCode model, uint32_t id) {
  StrBuf text = {0};
  NeslPrinter printer = {.arena = lower->arena};
  strbuf_printf(&text, "%u", (unsigned)id);
  for (size_t i = 0; i < model.type_count; i++)
    strbuf_printf(&text, ";%s/%llx", nesl_type_text(&printer, model.types[i]),
                  (unsigned long long)nesl_type_hash(model.types[i]));
  Name key = intern_str(lower->names, strbuf_text(&text));
  strbuf_free(&text);
  const NeslCode *known = map_get(lower->codes, map_key(key));
  if (known != NULL) return known;
  NeslCode *code = arena_make(lower->arena, NeslCode);
  *code = model;
  code->id = ++lower->code_count;
  if (lower->checked->is_session) code->id = lasting_id(lower, code, key + strcspn(key, ";"));
  code->to =
      nesl_type_substitute(lower->arena, model.to, model.params, model.types, model.type_count);
  map_put(lower->codes, map_key(key), code);
  return code;
}

const NeslCode *nesl_code_of_function(NeslLower *lower, const NeslFunction *function,
                                      const NeslType **types) {
  NeslCode model = {.function = function,
                    .params = function->params,
                    .types = types,
                    .type_count = function->param_count,
                    .to = function->to};
  return code_find(lower, model, function->id);
}

static const NeslCode *code_of_lambda(NeslLower *lower, const NeslFrame *frame,
                                      const NeslExp *lambda) {
  NeslCode model = {.lambda = lambda,
                    .params = frame->params,
                    .types = frame->types,
                    .type_count = frame->type_count,
                    .capture_count = lambda->lambda.captures.count,
                    .to = nesl_type_resolve(lambda->type)->function.to};
  return code_find(lower, model, lambda->lambda.id);
}

// ---- Making ----

static const Data *closure_new(NeslLower *lower, const NeslCode *code, const Data *const *held) {
  Alternative *alternative = arena_make(lower->arena, Alternative);
  alternative->code = code;
  alternative->captures = arena_array(lower->arena, const NeslLayout *, code->capture_count);
  for (size_t i = 0; i < code->capture_count; i++)
    alternative->captures[i] = nesl_layout_of_data(lower, held[i]);
  const NeslLayout *layout = nesl_layout_function(lower, (NeslAlternatives){alternative, 1});
  return nesl_data_function(lower, layout, nesl_data_tuple(lower, held, code->capture_count));
}

const Data *nesl_lower_function(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  const NeslType **types = nesl_call_types(lower, frame, exp);
  return closure_new(lower, nesl_code_of_function(lower, exp->function, types), NULL);
}

// Recursion may put functions into functions for ever. The variable that holds the most is why.
static const Data *report_growth(NeslLower *lower, const NeslExp *exp, const NeslLayout *layout) {
  const Alternative *closure = &layout->alternatives.data[0];
  size_t worst = 0;
  for (size_t i = 1; i < closure->code->capture_count; i++)
    if (closure->captures[i]->size > closure->captures[worst]->size) worst = i;
  if (!lower->has_failed) {
    const NeslValue *value = exp->lambda.captures.data[worst];
    diag_error(lower->diag, ERROR_NESL_FUNCTION_GROWS, exp->span,
               "this function holds functions that hold functions, without end");
    diag_note(lower->diag, value->span, "`%s`, which it holds, may be such a function itself",
              value->name);
    diag_hint(lower->diag,
              "what recursion puts together must be data: keep a sequence of functions, "
              "and call them one by one");
  }
  lower->has_failed = true;
  return nesl_data_function(lower, nesl_layout_function(lower, (NeslAlternatives){0}), NULL);
}

const Data *nesl_lower_lambda(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  const NeslCode *code = code_of_lambda(lower, frame, exp);
  const Data **held = arena_array(lower->arena, const Data *, code->capture_count);
  for (size_t i = 0; i < code->capture_count; i++)
    held[i] = nesl_frame_find(lower, frame, exp->lambda.captures.data[i]);
  const Data *closure = closure_new(lower, code, held);
  bool is_growing =
      closure->layout->depth > CLOSURE_DEPTH_LIMIT || closure->layout->size > CLOSURE_SIZE_LIMIT;
  return is_growing ? report_growth(lower, exp, closure->layout) : closure;
}

// ---- Applying ----

static const Data *apply_alternative(NeslLower *lower, const Data *function, size_t position,
                                     const Data *argument, Span span) {
  const NeslCode *code = function->layout->alternatives.data[position].code;
  if (code->function != NULL)
    return nesl_lower_apply(lower, code->function, code->types, argument, span);
  const Data **held = nesl_function_captures(lower, function, position);
  return nesl_apply_code(lower, code, nesl_data_tuple(lower, held, code->capture_count), argument);
}

static const Data *apply_by_tag(NeslLower *lower, const Data *function, const Data *argument,
                                Span span) {
  NeslAlternatives alternatives = function->layout->alternatives;
  size_t count = alternatives.count;
  EmitBlock **blocks = arena_array(lower->arena, EmitBlock *, count);
  const Data **values = arena_array(lower->arena, const Data *, count);
  Constant *cases = arena_array(lower->arena, Constant, count);
  for (size_t i = 0; i < count; i++) {
    cases[i] = constant_int(SCALAR_I64, (int64_t)alternatives.data[i].code->id);
    blocks[i] = emit_open(&lower->emit);
    values[i] = apply_alternative(lower, function, i, argument, span);
    emit_close(&lower->emit, blocks[i]);
  }
  return nesl_data_switch(lower, nesl_function_tag(function), cases, blocks, values, count);
}

static const Data *apply_value(NeslLower *lower, const Data *function, const Data *argument,
                               const NeslType *result, Span span) {
  NeslAlternatives alternatives = function->layout->alternatives;
  if (lower->has_failed || alternatives.count == 0)
    return nesl_data_zeros(lower, nesl_layout_of_type(lower, result)); // it is never applied
  Atom tag = nesl_function_tag(function);
  if (tag.var != NULL) return apply_by_tag(lower, function, argument, span);
  size_t position = 0;
  while (!atom_is_i64(tag, (int64_t)alternatives.data[position].code->id))
    position++;
  return apply_alternative(lower, function, position, argument, span);
}

const Data *nesl_lower_call_value(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  const Data *function = nesl_lower_exp(lower, frame, exp->apply.callee);
  const Data *argument = nesl_lower_exp(lower, frame, exp->apply.argument);
  return apply_value(lower, function, argument, nesl_frame_type(lower, frame, exp->type),
                     exp->span);
}

// ---- Comparing and showing ----

// The type of data with this layout.
static const NeslType *layout_type(NeslLower *lower, const NeslLayout *layout) {
  switch (layout->kind) {
  case DATA_SCALAR:
    return nesl_type_scalar(layout->scalar == SCALAR_I64    ? NESL_T_INT
                            : layout->scalar == SCALAR_F64  ? NESL_T_FLOAT
                            : layout->scalar == SCALAR_BOOL ? NESL_T_BOOL
                                                            : NESL_T_CHAR);
  case DATA_PAIR: {
    const NeslType *first = layout_type(lower, layout->first);
    return nesl_type_pair(lower->arena, first, layout_type(lower, layout->second));
  }
  case DATA_SEQUENCE: return nesl_type_sequence(lower->arena, layout_type(lower, layout->element));
  case DATA_FUNCTION: { // which one, nobody asks
    const NeslType *some = nesl_type_scalar(NESL_T_INT);
    return nesl_type_function(lower->arena, some, some);
  }
  }
  INTERNAL_ERROR("a layout that is none");
}

// Functions are the same when they are one code and hold the same.
const Data *nesl_lower_function_eql(NeslLower *lower, const Data *pair) {
  const Data *sides[2] = {pair->first, pair->second};
  const NeslLayout *layout = nesl_data_common(lower, sides, 2);
  if (layout->content == NULL) return nesl_data_scalar(lower, atom_bool(true));
  for (size_t i = 0; i < 2; i++)
    sides[i] = nesl_data_convert(lower, sides[i], layout)->content;
  const NeslType *type = layout_type(lower, layout->content);
  Intrinsic call = {.id = NESL_INTRINSIC_EQL,
                    .types = &type,
                    .argument = nesl_data_pair(lower, sides[0], sides[1])};
  return nesl_lower_intrinsic(lower, &call);
}

static const Data *constant_point(NeslLower *lower, Atom index, void *context) {
  (void)index;
  return nesl_data_scalar(lower, *(const Atom *)context);
}

const Data *nesl_lower_function_names(NeslLower *lower, const Data *sequence) {
  const Data *function = sequence->element;
  Atom zero = atom_i64(0);
  if (function->content == NULL)
    return nesl_lower_map(lower, nesl_data_size(sequence), constant_point, &zero);
  const NeslType *type = layout_type(lower, function->layout->content);
  Intrinsic call = {.id = NESL_INTRINSIC_NAMES,
                    .types = &type,
                    .argument = nesl_data_sequence(lower, sequence->dim, function->content)};
  return nesl_lower_intrinsic(lower, &call);
}

static const Data *shown_point(NeslLower *lower, Atom index, void *context) {
  return nesl_data_shown(lower, nesl_data_index(lower, context, index));
}

// A function is shown as `fn`, wherever it is: a truth value takes its place.
const Data *nesl_data_shown(NeslLower *lower, const Data *data) {
  if (!nesl_data_has_function(data)) return data;
  switch (data->kind) {
  case DATA_SCALAR: return data;
  case DATA_PAIR: {
    const Data *first = nesl_data_shown(lower, data->first);
    return nesl_data_pair(lower, first, nesl_data_shown(lower, data->second));
  }
  case DATA_SEQUENCE: {
    Data copy = *data;
    return nesl_lower_map(lower, nesl_data_size(data), shown_point, &copy);
  }
  case DATA_FUNCTION: return nesl_data_scalar(lower, atom_bool(true));
  }
  INTERNAL_ERROR("data that is none");
}
