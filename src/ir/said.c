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

bool said_equal(const Said *expected, const Said *got, bool is_ordered, StrBuf *why) {
  Line printed[2] = {{expected->printed, expected->printed_length},
                     {got->printed, got->printed_length}};
  Line traced[2] = {{expected->traced, expected->traced_length}, {got->traced, got->traced_length}};
  if (!texts_agree(printed[0], printed[1])) {
    put_difference(why, "prints", printed[0], printed[1]);
    return false;
  }
  if (is_ordered ? texts_agree(traced[0], traced[1]) : lines_agree(traced[0], traced[1]))
    return true;
  put_difference(why, "traces", traced[0], traced[1]);
  return false;
}

// ---- Pars that trace ----

typedef struct Search {
  Map *acting; // functions
  bool is_acting, is_in_par;
} Search;

static void search_leave(Walker *walker, Stm *stm) {
  Search *search = walker->context;
  const Exp *exp = stm->exp;
  if (op_has(exp->op, FLAG_ACTS) ||
      (exp->op == OP_CALL && map_get(search->acting, map_key(exp->as.callee))))
    search->is_acting = true;
}

static bool body_acts(Map *acting, const Exp *exp, const Body *body) {
  Search search = {.acting = acting};
  Walker walker = {.context = &search, .leave = search_leave};
  if (exp) walk_exp(&walker, exp);
  if (body) walk_body(&walker, body);
  return search.is_acting;
}

static bool search_pars(Walker *walker, Stm *stm) {
  Search *search = walker->context;
  if (stm->exp->op == OP_PAR && body_acts(search->acting, stm->exp, NULL)) search->is_in_par = true;
  return !search->is_in_par;
}

bool program_traces_in_par(const Program *program) {
  Arena *arena = arena_new();
  Search search = {.acting = map_new(arena)};
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < program->funs.count; i++) {
      Fun *fun = program->funs.data[i];
      if (map_get(search.acting, map_key(fun)) || !body_acts(search.acting, NULL, fun->body))
        continue;
      map_put(search.acting, map_key(fun), fun);
      has_changed = true;
    }
  }
  Walker walker = {.context = &search, .enter = search_pars};
  walk_program(&walker, (Program *)program);
  arena_free(arena);
  return search.is_in_par;
}
