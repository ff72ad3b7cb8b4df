#include "ir/said.h"

#include <stdlib.h>
#include <string.h>

#include "ir/walk.h"

// ---- Keeping ----

void said_open(SaidStreams *streams) {
  *streams = (SaidStreams){0};
  streams->out = open_memstream(&streams->said.printed, &streams->said.printed_length);
  streams->traces = open_memstream(&streams->said.traced, &streams->said.traced_length);
  if (!streams->out || !streams->traces) fatal_out_of_memory(0);
}

Said said_close(SaidStreams *streams) {
  fclose(streams->out);
  fclose(streams->traces);
  Said said = streams->said;
  *streams = (SaidStreams){0};
  return said;
}

void said_free(Said *said) {
  free(said->printed);
  free(said->traced);
  *said = (Said){0};
}

void said_forget_traces(Said *said) {
  free(said->traced);
  said->traced = NULL;
  said->traced_length = 0;
}

// ---- Comparing ----

typedef struct Line {
  const char *text;
  size_t length;
} Line;

typedef Vec(Line) Lines;

static Lines lines_of(Arena *arena, const char *text, size_t length) {
  Lines lines = {0};
  for (size_t at = 0; at < length;) {
    const char *end = memchr(text + at, '\n', length - at);
    size_t count = end ? (size_t)(end - text) - at + 1 : length - at;
    vec_push(arena, &lines, ((Line){text + at, count}));
    at += count;
  }
  return lines;
}

static int line_compare(const void *a, const void *b) {
  const Line *first = a, *second = b;
  size_t shorter = first->length < second->length ? first->length : second->length;
  int order = memcmp(first->text, second->text, shorter);
  return order != 0 ? order : (first->length > second->length) - (first->length < second->length);
}

static void put_text(StrBuf *out, const char *label, const char *text, size_t length) {
  enum { LONGEST = 2000 };
  strbuf_puts(out, label);
  for (size_t i = 0; i < length && i < LONGEST; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte == '\n' || (byte >= 32 && byte < 127))
      strbuf_putc(out, (char)byte);
    else
      strbuf_printf(out, "\\x%02x", byte);
  }
  strbuf_puts(out, length > LONGEST ? "...\n" : length > 0 && text[length - 1] == '\n' ? "" : "\n");
}

static void put_difference(StrBuf *why, const char *what, Line expected, Line got) {
  strbuf_printf(why, "the program %s something else\n", what);
  put_text(why, "expected:\n", expected.text, expected.length);
  put_text(why, "got:\n", got.text, got.length);
}

// The same lines, each as often?
static bool lines_agree(Line expected, Line got) {
  if (expected.length != got.length) return false;
  Arena *arena = arena_new();
  Lines a = lines_of(arena, expected.text, expected.length);
  Lines b = lines_of(arena, got.text, got.length);
  bool is_same = a.count == b.count;
  if (a.count > 0) qsort(a.data, a.count, sizeof *a.data, line_compare);
  if (b.count > 0) qsort(b.data, b.count, sizeof *b.data, line_compare);
  for (size_t i = 0; is_same && i < a.count; i++)
    is_same = line_compare(&a.data[i], &b.data[i]) == 0;
  arena_free(arena);
  return is_same;
}

static bool texts_agree(Line expected, Line got) {
  return expected.length == got.length &&
         (got.length == 0 || memcmp(expected.text, got.text, got.length) == 0);
}

bool said_equal(const Said *expected, const Said *got, TraceOrder order, StrBuf *why) {
  Line printed[2] = {{expected->printed, expected->printed_length},
                     {got->printed, got->printed_length}};
  Line traced[2] = {{expected->traced, expected->traced_length}, {got->traced, got->traced_length}};
  if (!texts_agree(printed[0], printed[1])) {
    put_difference(why, "prints", printed[0], printed[1]);
    return false;
  }
  if (order == TRACES_UNCERTAIN) return true;
  if (order == TRACES_IN_ORDER ? texts_agree(traced[0], traced[1])
                               : lines_agree(traced[0], traced[1]))
    return true;
  put_difference(why, "traces", traced[0], traced[1]);
  return false;
}

// ---- Pars that trace ----

typedef struct SaidSearch {
  Arena *arena;
  TraceOrder order;
} SaidSearch;

static bool body_acts(const SaidSearch *search, const Lambda *op) {
  return op != NULL && body_reaches_effect(search->arena, op->body);
}

static bool thunk_is_uncertain(const SaidSearch *search, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (body_acts(search, thunk->outputs[i].op)) return true;
  return false;
}

static bool search_pars(Walker *walker, Stm *stm) {
  SaidSearch *search = walker->context;
  if (stm->exp->op != OP_PAR) return true;
  const Par *par = stm->exp->as.par;
  if (!par_reaches_effect(search->arena, par)) return false;
  if (search->order == TRACES_IN_ORDER) search->order = TRACES_IN_ANY_ORDER;
  if (thunk_is_uncertain(search, &par->body) || thunk_is_uncertain(search, &par->epilogue))
    search->order = TRACES_UNCERTAIN;
  return true;
}

TraceOrder program_trace_order(const Program *program) {
  SaidSearch search = {.arena = arena_new()};
  Walker walker = {.context = &search, .enter = search_pars};
  walk_program(&walker, (Program *)program);
  arena_free(search.arena);
  return search.order;
}
