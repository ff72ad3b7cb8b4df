// Whole Futhark programs: declarations, and an entry point that uses them.
#include <ctype.h>
#include <string.h>

#include "fuzz/futhark.h"
#include "fuzz/fuzz.h"

// ---- Arguments ----

typedef struct Main {
  Scribe *scribe;
  Vec(Value) args;
  const char *size_names[2];
  int64_t sizes[2];
  bool is_doomed;     // it is to fail
  const char *doomed; // by what; NULL: not yet
} Main;

// Small numbers of any sign; floats are multiples of 1/4.
static void element_store(Scribe *scribe, Prim prim, char *place) {
  int64_t whole = (int64_t)scribe_below(scribe, 24) - 9;
  if (prim_is_unsigned(prim) && whole < 0) whole = -whole;
  if (prim == PRIM_BOOL) whole &= 1;
  if (prim == PRIM_F32) {
    float number = (float)whole / 4;
    memcpy(place, &number, sizeof number);
  } else if (prim == PRIM_F64) {
    double number = (double)whole / 4;
    memcpy(place, &number, sizeof number);
  } else {
    int8_t i8 = (int8_t)whole;
    int16_t i16 = (int16_t)whole;
    int32_t i32 = (int32_t)whole;
    size_t size = prim_size(prim);
    const void *from = size == 1   ? (void *)&i8
                       : size == 2 ? (void *)&i16
                       : size == 4 ? (void *)&i32
                                   : &whole;
    memcpy(place, from, size);
  }
}

static int64_t size_value(const Main *main, const DraftSize *size) {
  for (size_t k = 0; size->kind == DRAFT_SIZE_NAME && k < 2; k++)
    if (strcmp(size->name, main->size_names[k]) == 0) return main->sizes[k];
  return size->low;
}

static void arg_add(Main *main, const DraftType *type) {
  int64_t shape[VALUE_MAX_RANK];
  int rank = 0;
  for (; type->kind == DRAFT_ARRAY; type = type->element)
    shape[rank++] = size_value(main, type->size);
  Value value;
  if (!value_make(&value, type->prim, rank, shape)) fatal_out_of_memory(0);
  char *data = value.data;
  for (int64_t k = 0; k < value_count(&value); k++)
    element_store(main->scribe, type->prim, data + (size_t)k * prim_size(type->prim));
  vec_push(main->scribe->arena, &main->args, value);
}

static void param_put(Main *main, StrBuf *out, const DraftType *type, bool is_consumed) {
  const char *name = scribe_name(main->scribe, "a");
  draft_scope_bind(main->scribe, name, type, draft_roots_new(main->scribe, is_consumed));
  strbuf_printf(out, " (%s: %s%s)", name, is_consumed ? "*" : "",
                draft_type_text(main->scribe, type));
  arg_add(main, type);
}

// Two sizes, arrays that have them, and scalars.
static void main_params(Main *main, StrBuf *out) {
  Scribe *scribe = main->scribe;
  const DraftSize *sizes[2];
  for (size_t k = 0; k < 2; k++) {
    const char *name = scribe_name(scribe, "n");
    main->size_names[k] = name;
    main->sizes[k] = 1 + (int64_t)scribe_below(scribe, 4);
    strbuf_printf(out, " [%s]", name);
    FuzzFutBinding *binding = draft_scope_bind(scribe, name, draft_type_scalar(scribe, PRIM_I64),
                                               (FuzzFutRoots){NULL, 0});
    binding->is_size = true;
    binding->low = 1;
    binding->high = 4;
    sizes[k] = draft_size_named(scribe, name, 1, 4);
  }
  for (size_t k = 0; k < 4; k++) {
    const DraftType *type = draft_type_scalar(scribe, draft_any_prim(scribe));
    if (k == 3) type = draft_type_array(scribe, sizes[1], type);
    type = draft_type_array(scribe, sizes[k % 2], type);
    param_put(main, out, type, scribe_chance(scribe, 25));
  }
  for (size_t k = 1 + scribe_below(scribe, 2); k > 0; k--)
    param_put(main, out, draft_type_scalar(scribe, draft_any_prim(scribe)), false);
}

// An array whose size is not the one that its type says, with what the type says it by.
static void doom_params(Main *main, StrBuf *out) {
  Scribe *scribe = main->scribe;
  bool is_array;
  const char *name = draft_doom_params(scribe, out, &is_array);
  int64_t shape[1] = {1}, wrong[1] = {7};
  Value number, array;
  if (!value_make(&number, PRIM_I64, is_array ? 1 : 0, shape)) fatal_out_of_memory(0);
  *(int64_t *)number.data = 1 + (int64_t)scribe_below(scribe, 3);
  if (!value_make(&array, PRIM_I32, 1, wrong)) fatal_out_of_memory(0);
  vec_push(scribe->arena, &main->args, number);
  vec_push(scribe->arena, &main->args, array);
  const DraftType *type = draft_type_scalar(scribe, PRIM_I32);
  type = draft_type_array(scribe, draft_size_hidden(scribe, 7, 7), type);
  // It fails though nobody looks at it.
  if (scribe_chance(scribe, 50))
    draft_scope_bind(scribe, name, type, draft_roots_new(scribe, false));
  main->doomed = "an argument has not the size that its type says";
}

// ---- Results ----

static bool is_plain(const DraftType *type) {
  while (type->kind == DRAFT_ARRAY)
    type = type->element;
  return type->kind == DRAFT_SCALAR;
}

// The newest values that the outside can read.
static void main_results(Scribe *scribe, StrBuf *out) {
  size_t count = 0;
  StrBuf results = {0};
  for (size_t k = scribe->scope.count; k > 0 && count < 8; k--) {
    const FuzzFutBinding *binding = &scribe->scope.data[k - 1];
    if (!draft_binding_is_live(scribe, binding) || !is_plain(binding->type)) continue;
    bool is_global = draft_roots_are_global(scribe, binding->roots);
    strbuf_printf(&results, "%s%s%s", count++ ? ", " : "", is_global ? "copy " : "", binding->name);
  }
  strbuf_printf(out, count == 1 ? "in %s\n" : "in (%s)\n", strbuf_text(&results));
  strbuf_free(&results);
}

// A mistake that found no place yet is made here, or becomes one that fits everywhere.
static void mistake_force(Scribe *scribe) {
  for (size_t k = 0; k < 4 && scribe->mistake; k++)
    draft_mistake_statement(scribe);
  if (!scribe->mistake) return;
  scribe->mistake = "a name is unknown";
  draft_mistake_statement(scribe);
}

static void main_write(Main *main) {
  Scribe *scribe = main->scribe;
  StrBuf params = {0};
  Nest nest;
  draft_nest_enter(scribe, &nest, 1, true);
  main_params(main, &params);
  if (main->is_doomed && scribe_chance(scribe, 30)) doom_params(main, &params);
  strbuf_printf(&scribe->out, "entry main%s =\n", strbuf_text(&params));
  strbuf_free(&params);
  scribe->fuel = 160;
  scribe->block_depth++;
  strbuf_puts(&scribe->out, "let start = 0i32\n"); // there may be no other statement
  draft_statements_write(scribe, 6 + scribe_below(scribe, 8));
  scribe->block_depth--;
  if (scribe->mistake) mistake_force(scribe);
  if (main->is_doomed && !main->doomed) main->doomed = draft_doom_statement(scribe);
  main_results(scribe, &scribe->out);
  draft_nest_leave(scribe, &nest);
}

// ---- The program ----

static void declarations_write(Scribe *scribe) {
  size_t count = 2 + scribe_below(scribe, scribe_chance(scribe, 30) ? 10 : 5);
  for (size_t k = 0; k < count; k++) {
    scribe->fuel = 40 + (int64_t)scribe_below(scribe, 60);
    size_t choice = scribe_below(scribe, 12);
    if (choice >= 10)
      draft_declare_idiom(scribe);
    else if (choice < 2)
      draft_declare_types(scribe);
    else if (choice == 2)
      draft_declare_constant(scribe);
    else if (choice == 3)
      draft_declare_module(scribe);
    else
      draft_declare_function(scribe);
    if (scribe->mistake && scribe_chance(scribe, 30)) draft_mistake_declaration(scribe);
  }
  if (scribe->mistake) draft_mistake_declaration(scribe);
}

// Ends some lines with a comment that would take the next line along, were it pasted into C as it
// is.
static const char *with_remarks(Scribe *scribe, const char *text) {
  static const char *const REMARKS[] = {" -- \\", " -- \\ ",  " -- \?\?/",
                                        " -- */", " -- \\\t", " -- /* \\"};
  StrBuf out = {0};
  for (const char *next = text; *next; next++) {
    bool is_line = *next == '\n' && next > text && next[-1] != '\n';
    if (is_line && scribe_chance(scribe, 10))
      strbuf_puts(&out, REMARKS[scribe_below(scribe, sizeof REMARKS / sizeof *REMARKS)]);
    strbuf_putc(&out, *next);
  }
  const char *copy = arena_strndup(scribe->arena, strbuf_text(&out), out.length);
  strbuf_free(&out);
  return copy;
}

// Is the name in the text, and not just the beginning of another one?
static bool has_name(const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *at = strstr(text, name); at; at = strstr(at + length, name))
    if (!isdigit((unsigned char)at[length])) return true;
  return false;
}

FuzzText fuzz_futhark(Arena *arena, uint64_t seed) {
  Scribe scribe = {.arena = arena, .random = random_new(seed), .times = 1, .work_limit = 400};
  draft_roots_new(&scribe, false); // the foreign one
  FuzzText text = {0};
  scribe.has_traces = scribe_chance(&scribe, 20);
  if (scribe_chance(&scribe, 50)) scribe.mistake = draft_mistake_choose(&scribe);
  declarations_write(&scribe);
  Main main = {.scribe = &scribe};
  main.is_doomed = !scribe.mistake && !scribe.made && scribe_chance(&scribe, 20);
  main_write(&main);
  text.text = arena_strndup(arena, strbuf_text(&scribe.out), scribe.out.length);
  text.is_open = !scribe.made && !main.doomed && scribe_chance(&scribe, 50);
  // A change in one of two forms would make them differ.
  if (text.is_open) text.text = draft_change(&scribe, fuzz_text_choose(arena, text.text, true));
  if (scribe_chance(&scribe, 20)) text.text = with_remarks(&scribe, text.text);
  // What it was written into may have been thrown away.
  if (scribe.made && has_name(text.text, scribe.mark)) text.mistake = scribe.made;
  text.doomed = main.doomed;
  text.args = main.args.data;
  text.arg_count = main.args.count;
  strbuf_free(&scribe.out);
  return text;
}
