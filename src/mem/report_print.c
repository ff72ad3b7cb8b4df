// The report on memory as text and as JSON.
#include "base/json.h"
#include "mem/report.h"

// Where a span begins, as `file:line:column`; `?` without a source.
static const char *position_text(Arena *arena, const SourceMap *sources, Span span) {
  const SourceFile *file = source_get(sources, span.file);
  if (!file) return "?";
  uint32_t line, column;
  source_position(file, span.start, &line, &column);
  return arena_printf(arena, "%s:%u:%u", file->path, line, column);
}

static void count_print(StrBuf *out, size_t count, const char *what, const char *several) {
  strbuf_printf(out, "%zu %s", count, count == 1 ? what : several);
}

static void bytes_print(StrBuf *out, const Poly *bytes) {
  poly_print(out, bytes);
  strbuf_puts(out, " bytes");
}

// How often something happens.
static void around_print(StrBuf *out, unsigned loops, unsigned pars) {
  if (pars) strbuf_puts(out, ", at each point");
  if (loops) strbuf_puts(out, pars ? " of a par, in a loop" : ", in a loop");
  if (pars && !loops) strbuf_puts(out, " of a par");
}

static bool is_listed(const MemAlloc *alloc, size_t number) {
  for (size_t i = 0; i < number; i++)
    if (alloc->arrays.data[i]->name == alloc->arrays.data[number]->name) return true;
  return false;
}

static void alloc_print(StrBuf *out, Arena *arena, const SourceMap *sources,
                        const MemAlloc *alloc) {
  strbuf_printf(out, "  block %s: ", alloc->block->name);
  bytes_print(out, alloc->bytes);
  around_print(out, alloc->loops, alloc->pars);
  strbuf_printf(out, "\n    from %s", position_text(arena, sources, alloc->span));
  strbuf_printf(out, " to %s", position_text(arena, sources, alloc->last));
  const char *between = ", holds ";
  for (size_t i = 0; i < alloc->arrays.count; i++) {
    if (is_listed(alloc, i)) continue;
    strbuf_printf(out, "%s`%s`", between, alloc->arrays.data[i]->name);
    between = ", ";
  }
  strbuf_putc(out, '\n');
}

static void place_print(StrBuf *out, const Var *block, const Lmad *lmad) {
  strbuf_printf(out, "%s ", block->name);
  lmad_print(out, lmad);
}

static void copy_print(StrBuf *out, Arena *arena, const SourceMap *sources, const MemCopy *copy) {
  strbuf_printf(out, "  copy of `%s` by %s at %s: ", copy->array->name, copy->what,
                position_text(arena, sources, copy->span));
  bytes_print(out, copy->bytes);
  around_print(out, copy->loops, copy->pars);
  strbuf_printf(out, "\n    %s: %s", error_code_text(copy->note.code),
                error_code_title(copy->note.code));
  if (copy->note.detail) strbuf_printf(out, "; %s", copy->note.detail);
  strbuf_puts(out, "\n    from ");
  place_print(out, copy->from, &copy->source);
  strbuf_puts(out, "\n    to ");
  place_print(out, copy->to, &copy->target);
  strbuf_putc(out, '\n');
}

void mem_report_print(StrBuf *out, const MemReport *report, const SourceMap *sources) {
  Arena *arena = arena_new();
  for (size_t i = 0; i < report->units.count; i++) {
    const MemUnit *unit = report->units.data[i];
    strbuf_printf(out, "%s%s: ", i ? "\n" : "", unit->name);
    count_print(out, unit->allocs.count, "block", "blocks");
    strbuf_puts(out, ", ");
    count_print(out, unit->copies.count, "copy", "copies");
    strbuf_putc(out, '\n');
    for (size_t k = 0; k < unit->allocs.count; k++)
      alloc_print(out, arena, sources, unit->allocs.data[k]);
    for (size_t k = 0; k < unit->copies.count; k++)
      copy_print(out, arena, sources, unit->copies.data[k]);
  }
  arena_free(arena);
}

// ---- JSON ----

static void json_poly(JsonWriter *json, const Poly *poly) {
  StrBuf text = {0};
  if (!poly) {
    json_null(json);
    return;
  }
  poly_print(&text, poly);
  json_text(json, strbuf_text(&text), text.length);
  strbuf_free(&text);
}

static void json_place(JsonWriter *json, const Var *block, const Lmad *lmad) {
  StrBuf text = {0};
  lmad_print(&text, lmad);
  json_begin_object(json);
  json_key(json, "block"), json_string(json, block->name);
  json_key(json, "lmad"), json_text(json, strbuf_text(&text), text.length);
  json_end_object(json);
  strbuf_free(&text);
}

static void json_alloc(JsonWriter *json, Arena *arena, const SourceMap *sources,
                       const MemAlloc *alloc) {
  json_begin_object(json);
  json_key(json, "block"), json_string(json, alloc->block->name);
  json_key(json, "bytes"), json_poly(json, alloc->bytes);
  json_key(json, "at"), json_string(json, position_text(arena, sources, alloc->span));
  json_key(json, "last"), json_string(json, position_text(arena, sources, alloc->last));
  json_key(json, "loops"), json_int(json, alloc->loops);
  json_key(json, "pars"), json_int(json, alloc->pars);
  json_key(json, "arrays");
  json_begin_array(json);
  for (size_t i = 0; i < alloc->arrays.count; i++)
    if (!is_listed(alloc, i)) json_string(json, alloc->arrays.data[i]->name);
  json_end_array(json);
  json_end_object(json);
}

static void json_copy(JsonWriter *json, Arena *arena, const SourceMap *sources,
                      const MemCopy *copy) {
  json_begin_object(json);
  json_key(json, "array"), json_string(json, copy->array->name);
  json_key(json, "by"), json_string(json, copy->what);
  json_key(json, "at"), json_string(json, position_text(arena, sources, copy->span));
  json_key(json, "bytes"), json_poly(json, copy->bytes);
  json_key(json, "loops"), json_int(json, copy->loops);
  json_key(json, "pars"), json_int(json, copy->pars);
  json_key(json, "code"), json_string(json, error_code_text(copy->note.code));
  json_key(json, "reason"), json_string(json, error_code_title(copy->note.code));
  json_key(json, "detail");
  if (copy->note.detail)
    json_string(json, copy->note.detail);
  else
    json_null(json);
  json_key(json, "from"), json_place(json, copy->from, &copy->source);
  json_key(json, "to"), json_place(json, copy->to, &copy->target);
  json_end_object(json);
}

void mem_report_json(StrBuf *out, const MemReport *report, const SourceMap *sources) {
  Arena *arena = arena_new();
  JsonWriter json = json_begin(out);
  json_begin_array(&json);
  for (size_t i = 0; i < report->units.count; i++) {
    const MemUnit *unit = report->units.data[i];
    json_begin_object(&json);
    json_key(&json, "name"), json_string(&json, unit->name);
    json_key(&json, "blocks");
    json_begin_array(&json);
    for (size_t k = 0; k < unit->allocs.count; k++)
      json_alloc(&json, arena, sources, unit->allocs.data[k]);
    json_end_array(&json);
    json_key(&json, "copies");
    json_begin_array(&json);
    for (size_t k = 0; k < unit->copies.count; k++)
      json_copy(&json, arena, sources, unit->copies.data[k]);
    json_end_array(&json);
    json_end_object(&json);
  }
  json_end_array(&json);
  json_end(&json);
  strbuf_putc(out, '\n');
  arena_free(arena);
}
