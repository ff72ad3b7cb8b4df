// `trace x` and `#[trace]`: a line on standard error with a label and the value, in the notation of
// the language without the types of numbers.
//
// As much as possible is one effect, so that no other thread writes in between: a scalar, or a
// tuple of them. An array is written in pieces, in a loop over its elements, and so is a sum, whose
// constructor is known only then.
#include <string.h>

#include "front/futhark/ast_print.h"
#include "front/futhark/to_core_intrinsic.h"

// What is not written yet.
typedef struct Tracer {
  FutLower *lower;
  StrBuf text; // a message, with places for the values
  Atoms values;
} Tracer;

static void put_text(Tracer *tracer, const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '{' || *text == '}') strbuf_putc(&tracer->text, *text);
    strbuf_putc(&tracer->text, *text);
  }
}

static bool is_unsigned(FutPrim prim) { return prim >= FUT_PRIM_U8 && prim <= FUT_PRIM_U64; }

static void put_scalar(Tracer *tracer, FutPrim prim, Atom atom) {
  strbuf_puts(&tracer->text, is_unsigned(prim) ? "{:u}" : "{}");
  vec_push(tracer->lower->arena, &tracer->values, atom);
}

// Emits the effect; front ends need no token.
static void tracer_flush(Tracer *tracer) {
  FutLower *lower = tracer->lower;
  if (tracer->text.length == 0) return;
  Atom *args = arena_array(lower->arena, Atom, 1 + tracer->values.count);
  args[0] = atom_i64(0);
  for (size_t i = 0; i < tracer->values.count; i++)
    args[1 + i] = tracer->values.data[i];
  Effect effect = {EFFECT_TRACE, intern_str(lower->names, strbuf_text(&tracer->text))};
  Builder builder = emit_builder(&lower->emit);
  build_infer(&builder, "token",
              exp_effect(lower->emit.program, effect, args, 1 + tracer->values.count));
  strbuf_clear(&tracer->text);
  tracer->values.count = 0;
}

// ---- Values ----

static void put_value(Tracer *tracer, const Static *value);
static void put_data(Tracer *tracer, const FutLayout *layout, const Atom *leaves);

// Opens the body of a loop or an arm, which is written by itself.
static EmitBlock *block_open(Tracer *tracer) {
  tracer_flush(tracer);
  return emit_open(&tracer->lower->emit);
}

static Body *block_close(Tracer *tracer, EmitBlock *block) {
  tracer_flush(tracer);
  emit_close(&tracer->lower->emit, block);
  return body_new(tracer->lower->emit.program, block->stms, NULL, 0);
}

static void emit_bodies(Tracer *tracer, Exp *exp) {
  Builder builder = emit_builder(&tracer->lower->emit);
  build_stm(&builder, exp, NULL, 0);
}

// A comma in front of all elements but the first.
static void put_comma(Tracer *tracer, Atom index) {
  Emitter *emit = &tracer->lower->emit;
  Atom is_first = emit_binary(emit, "is_first", OP_EQ, index, atom_i64(0));
  Body *first = block_close(tracer, block_open(tracer));
  EmitBlock *block = block_open(tracer);
  put_text(tracer, ", ");
  Body *others = block_close(tracer, block);
  emit_bodies(tracer, exp_if(emit->program, is_first, first, others));
}

static void put_array(Tracer *tracer, const FutLayout *layout, const Atom *leaves) {
  FutLower *lower = tracer->lower;
  Program *program = lower->emit.program;
  Loop *loop = arena_make(lower->arena, Loop);
  loop->index = var_new(program, "i", type_scalar(SCALAR_I64), lower->emit.span);
  Atom index = atom_var(loop->index);
  put_text(tracer, "[");
  EmitBlock *block = block_open(tracer);
  vec_push(lower->arena, &block->bound, loop->index);
  put_comma(tracer, index);
  const Static *array = static_data(lower, layout, leaves);
  put_value(tracer, static_index(lower, array, &index, 1));
  loop->body = block_close(tracer, block);
  emit_bodies(tracer, exp_loop(program, loop, NULL, layout->size));
  put_text(tracer, "]");
}

static void put_fields(Tracer *tracer, const FutLayout *layout, const Atom *leaves) {
  bool is_tuple = layout->is_tuple || layout->count == 0;
  put_text(tracer, is_tuple ? "(" : "{");
  for (size_t i = 0; i < layout->count; i++) {
    if (i > 0) put_text(tracer, ", ");
    if (!is_tuple) put_text(tracer, layout->names[i]);
    if (!is_tuple) put_text(tracer, " = ");
    put_data(tracer, layout->fields[i], leaves);
    leaves += layout->fields[i]->leaf_count;
  }
  put_text(tracer, is_tuple ? ")" : "}");
}

// A payload that has parts of its own, as an argument.
static void put_argument(Tracer *tracer, const FutLayout *layout, const Atom *leaves) {
  bool is_sum = layout->kind == LAYOUT_SUM;
  put_text(tracer, is_sum ? " (" : " ");
  put_data(tracer, layout, leaves);
  if (is_sum) put_text(tracer, ")");
}

// The tag says which constructor it is.
static void put_sum(Tracer *tracer, const FutLayout *layout, const Atom *leaves) {
  FutLower *lower = tracer->lower;
  Branches branches = {.body_count = layout->count};
  branches.bodies = arena_array(lower->arena, Body *, layout->count);
  branches.cases = arena_array(lower->arena, Constant, layout->count);
  const Atom *payload = leaves + 1;
  for (size_t i = 0; i < layout->count; i++) {
    const LayoutClause *clause = &layout->clauses[i];
    branches.cases[i] = layout_tag(layout, i);
    EmitBlock *block = block_open(tracer);
    put_text(tracer, "#");
    put_text(tracer, clause->name);
    for (size_t k = 0; k < clause->count; k++) {
      put_argument(tracer, clause->payload[k], payload);
      payload += clause->payload[k]->leaf_count;
    }
    branches.bodies[i] = block_close(tracer, block);
  }
  emit_bodies(tracer, exp_switch(lower->emit.program, leaves[0], branches));
}

static void put_data(Tracer *tracer, const FutLayout *layout, const Atom *leaves) {
  switch (layout->kind) {
  case LAYOUT_PRIM:
    if (layout->is_unit)
      put_text(tracer, "()");
    else
      put_scalar(tracer, layout->prim, leaves[0]);
    return;
  case LAYOUT_RECORD: put_fields(tracer, layout, leaves); return;
  case LAYOUT_SUM: put_sum(tracer, layout, leaves); return;
  case LAYOUT_ARRAY: put_array(tracer, layout, leaves); return;
  case LAYOUT_ACC: put_text(tracer, "#<acc>"); return;
  case LAYOUT_ARROW: break;
  }
  INTERNAL_ERROR("data with a function inside");
}

static void put_value(Tracer *tracer, const Static *value) {
  switch (value->kind) {
  case STATIC_DATA: put_data(tracer, value->layout, value->leaves); return;
  case STATIC_FUNCTION: put_text(tracer, "#<fun>"); return;
  case STATIC_CHOICE: put_text(tracer, "#"), put_text(tracer, value->constructor); break;
  case STATIC_RECORD: put_text(tracer, "{"); break;
  }
  bool is_record = value->kind == STATIC_RECORD;
  for (size_t i = 0; i < value->count; i++) {
    put_text(tracer, !is_record ? " " : i > 0 ? ", " : "");
    if (is_record) put_text(tracer, value->names[i]), put_text(tracer, " = ");
    put_value(tracer, value->fields[i]);
  }
  if (is_record) put_text(tracer, "}");
}

Static *static_trace(FutLower *lower, const char *label, Static *value) {
  Tracer tracer = {.lower = lower};
  put_text(&tracer, label);
  put_text(&tracer, ": ");
  put_value(&tracer, value);
  put_text(&tracer, "\n");
  tracer_flush(&tracer);
  strbuf_free(&tracer.text);
  return value;
}

// ---- What programs write ----

Static *lower_trace(FutLower *lower, const FutCall *call) {
  return static_trace(lower, "trace", call->args[0]);
}

// `file.fut:3:11-31`
static void put_place(StrBuf *out, const SourceMap *sources, Span span) {
  const SourceFile *file = sources != NULL ? source_get(sources, span.file) : NULL;
  if (file == NULL) {
    strbuf_puts(out, "trace");
    return;
  }
  uint32_t line, column, end_line, end_column;
  source_position(file, span.start, &line, &column);
  source_position(file, span.end > span.start ? span.end - 1 : span.end, &end_line, &end_column);
  strbuf_printf(out, "%s:%u:%u-", file->path, (unsigned)line, (unsigned)column);
  if (end_line != line) strbuf_printf(out, "%u:", (unsigned)end_line);
  strbuf_printf(out, "%u", (unsigned)end_column);
}

Static *lower_trace_attribute(FutLower *lower, const FutExp *exp, Static *value) {
  const FutAttribute *attribute = exp->attributed.attribute;
  StrBuf label = {0};
  if (attribute->arguments.count > 0)
    fut_attribute_print(attribute->arguments.data[0], &label);
  else
    put_place(&label, diag_sources(lower->diag), exp->span);
  value = static_trace(lower, strbuf_text(&label), value);
  strbuf_free(&label);
  return value;
}
