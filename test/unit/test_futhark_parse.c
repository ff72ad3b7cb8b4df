// The Futhark parser, driven by files.
//
// test/front/futhark/parse/X.syntax must parse; X.ast is the text with parentheses around
// everything, which shows how operators bind. These are not called .fut because they are no
// programs: their names are not defined, and `ravel test` would reject them.
// test/front/futhark/parse_error/X.syntax must not parse; X.err is what the parser reports.
// RAVEL_UPDATE_GOLDEN=1 writes the golden files anew; look at the difference.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "front/futhark/futhark.h"
#include "test/unit/unit.h"

static const char GOOD_FOLDER[] = "test/front/futhark/parse";
static const char BAD_FOLDER[] = "test/front/futhark/parse_error";

// One parse of one text, with what was reported.
typedef struct Parse {
  Arena *arena;
  FutProgram *program;
  char *errors;
  size_t errors_length, error_count;
} Parse;

static Parse parse_bytes(const char *path, const char *text, size_t length) {
  Parse parse = {.arena = arena_new()};
  SourceMap *sources = sources_new(parse.arena);
  Diag *diag = diag_new(parse.arena, sources);
  DiagSettings settings = diag_settings_default();
  settings.output = open_memstream(&parse.errors, &parse.errors_length);
  settings.color = DIAG_COLOR_NEVER;
  settings.error_limit = 0;
  assert_non_null(settings.output);
  diag_configure(diag, settings);
  const SourceFile *file = source_add(sources, path, text, length);
  parse.program = fut_parse(parse.arena, interner_new(parse.arena), file, diag);
  parse.error_count = diag_error_count(diag);
  diag_flush(diag);
  fclose(settings.output);
  assert_int_equal(parse.program->has_errors, parse.error_count > 0);
  return parse;
}

static Parse parse_text(const char *text) { return parse_bytes("t.fut", text, strlen(text)); }

static void parse_end(Parse *parse) {
  free(parse->errors);
  arena_free(parse->arena);
}

static char *print_program(const Parse *parse, FutPrintStyle style) {
  StrBuf out = {0};
  fut_program_print(parse->program, style, &out);
  return strbuf_take(&out);
}

// Parses text, which must be right, and prints it in a style.
static char *reprint(const char *text, FutPrintStyle style) {
  Parse parse = parse_text(text);
  if (parse.error_count > 0) {
    print_error("%s\n%s\n", parse.errors, text);
    fail();
  }
  char *printed = print_program(&parse, style);
  parse_end(&parse);
  return printed;
}

// What is printed parses to the same tree, in both styles.
static void check_round_trip(const Parse *parse) {
  char *plain = print_program(parse, FUT_PRINT_PLAIN);
  char *full = print_program(parse, FUT_PRINT_PARENTHESISED);
  char *plain_again = reprint(plain, FUT_PRINT_PLAIN);
  char *full_again = reprint(full, FUT_PRINT_PARENTHESISED);
  char *full_of_plain = reprint(plain, FUT_PRINT_PARENTHESISED);
  assert_string_equal(plain, plain_again);
  assert_string_equal(full, full_again);
  assert_string_equal(full, full_of_plain);
  free(plain);
  free(full);
  free(plain_again);
  free(full_again);
  free(full_of_plain);
}

static void check_golden(Arena *arena, const char *path, const char *text) {
  const char *error = NULL;
  size_t length = 0;
  if (getenv("RAVEL_UPDATE_GOLDEN") != NULL)
    assert_true(file_write(arena, path, text, strlen(text), &error));
  const char *expected = file_read(arena, path, 1 << 24, &length, &error);
  if (expected == NULL) fail_msg("%s: %s", path, error);
  if (strcmp(expected, text) != 0) print_error("%s differs\n", path);
  assert_string_equal(text, expected);
}

typedef Vec(const char *) Paths;

static int compare_paths(const void *first, const void *second) {
  return strcmp(*(const char *const *)first, *(const char *const *)second);
}

static Paths list_sources(Arena *arena, const char *folder, const char *extension) {
  Paths paths = {0};
  DIR *directory = opendir(folder);
  if (directory == NULL) fail_msg("cannot open %s", folder);
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    if (strcmp(path_extension(entry->d_name), extension) == 0)
      vec_push(arena, &paths, path_join(arena, folder, entry->d_name));
  closedir(directory);
  qsort(paths.data, paths.count, sizeof *paths.data, compare_paths);
  return paths;
}

static const char *golden_path(Arena *arena, const char *path, const char *extension) {
  return arena_printf(arena, "%s%s", path_without_extension(arena, path), extension);
}

static const char *read_source(Arena *arena, const char *path, size_t *length) {
  const char *error = NULL;
  const char *text = file_read(arena, path, 1 << 24, length, &error);
  if (text == NULL) fail_msg("%s: %s", path, error);
  return text;
}

static void good_programs_parse(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Paths paths = list_sources(arena, GOOD_FOLDER, ".syntax");
  assert_true(paths.count >= 60);
  for (size_t i = 0; i < paths.count; i++) {
    size_t length = 0;
    const char *text = read_source(arena, paths.data[i], &length);
    Parse parse = parse_bytes(paths.data[i], text, length);
    if (parse.error_count > 0) fail_msg("%s", parse.errors);
    check_round_trip(&parse);
    char *full = print_program(&parse, FUT_PRINT_PARENTHESISED);
    check_golden(arena, golden_path(arena, paths.data[i], ".ast"), full);
    free(full);
    parse_end(&parse);
  }
  arena_free(arena);
}

// The prelude is the largest text of Futhark that is at hand.
static void prelude_survives_printing(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Paths paths = list_sources(arena, "prelude/futhark", ".fut");
  assert_true(paths.count > 0);
  for (size_t i = 0; i < paths.count; i++) {
    size_t length = 0;
    const char *text = read_source(arena, paths.data[i], &length);
    Parse parse = parse_bytes(paths.data[i], text, length);
    if (parse.error_count > 0) fail_msg("%s", parse.errors);
    check_round_trip(&parse);
    parse_end(&parse);
  }
  arena_free(arena);
}

static void bad_programs_are_explained(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Paths paths = list_sources(arena, BAD_FOLDER, ".syntax");
  assert_true(paths.count >= 60);
  for (size_t i = 0; i < paths.count; i++) {
    size_t length = 0;
    const char *text = read_source(arena, paths.data[i], &length);
    Parse parse = parse_bytes(paths.data[i], text, length);
    if (parse.error_count == 0) fail_msg("%s: nothing was reported", paths.data[i]);
    check_golden(arena, golden_path(arena, paths.data[i], ".err"), parse.errors);
    parse_end(&parse);
  }
  arena_free(arena);
}

// ---- Recovery ----

static const char *decl_text(const FutDecl *decl) {
  if (decl->kind == FUT_DECL_VALUE) return decl->value.binding.name.name;
  if (decl->kind == FUT_DECL_BROKEN && decl->broken.name != NULL) return decl->broken.name;
  return fut_decl_words(decl->kind);
}

static void errors_do_not_hide_each_other(void **state) {
  (void)state;
  Parse parse = parse_text("def a = 1 +\n"
                           "def b = 2\n"
                           "def c = (3\n"
                           "type d = )\n"
                           "module m = { def x = ] def y = 1 }\n"
                           "let e = let x = 1\n"
                           "let f = 4\n");
  const FutDecls *decls = &parse.program->decls;
  assert_int_equal(parse.error_count, 5);
  assert_int_equal(decls->count, 7);
  static const char *const NAMES[] = {"a", "b", "c", "d", "a module declaration", "e", "f"};
  for (size_t i = 0; i < decls->count; i++)
    assert_string_equal(decl_text(decls->data[i]), NAMES[i]);
  assert_int_equal(decls->data[1]->kind, FUT_DECL_VALUE);
  assert_int_equal(decls->data[2]->kind, FUT_DECL_BROKEN);
  const FutDecls *inner = &decls->data[4]->module.module->body;
  assert_int_equal(inner->count, 2);
  assert_string_equal(decl_text(inner->data[1]), "y");
  parse_end(&parse);
}

// ---- Nesting and size ----

static char *repeat(const char *before, const char *unit, size_t count, const char *middle,
                    const char *closing, const char *after) {
  StrBuf text = {0};
  strbuf_puts(&text, before);
  for (size_t i = 0; i < count; i++)
    strbuf_puts(&text, unit);
  strbuf_puts(&text, middle);
  for (size_t i = 0; i < count; i++)
    strbuf_puts(&text, closing);
  strbuf_puts(&text, after);
  return strbuf_take(&text);
}

typedef struct Nest {
  const char *before, *unit, *middle, *closing, *after;
} Nest;

static const Nest NESTS[] = {
    {"def x = ", "(", "1", ")", "\n"},
    {"def x = ", "[", "1", "]", "\n"},
    {"def x = ", "{a = ", "1", "}", "\n"},
    {"def x = ", "- ", "1", "", "\n"},
    {"def x = ", "f (", "1", ")", "\n"},
    {"def x = ", "1 + (", "1", ")", "\n"},
    {"def x = ", "a + ", "1", "", "\n"},
    {"def x = ", "a <| ", "1", "", "\n"},
    {"def x = ", "if a then b else ", "1", "", "\n"},
    {"def x = ", "\\y -> ", "1", "", "\n"},
    {"def x = ", "#[a] ", "1", "", "\n"},
    {"def x = ", "let y = ", "1", " in 2", "\n"},
    {"def x = ", "loop y = 1 while ", "1", " do 2", "\n"},
    {"def x = ", "match a case b -> ", "1", "", "\n"},
    {"def x = (a)", ".b", "", "", "\n"},
    {"def x = a", "[0]", "", "", "\n"},
    {"def x = a", ".0", "", "", "\n"},
    {"def x = ", "a[", "1", "]", "\n"},
    {"def x = ", "m.(", "1", ")", "\n"},
    {"def x = a", " with [0] = 1", "", "", "\n"},
    {"def x = a", " with b = 1", "", "", "\n"},
    {"def x = a", " : i32", "", "", "\n"},
    {"def x = ", "assert true (", "1", ")", "\n"},
    {"def x = ", "#a (", "1", ")", "\n"},
    {"def x = ", "1...(", "1", ")", "\n"},
    {"def f ", "(", "x", ")", " = 1\n"},
    {"def f ", "{a = ", "x", "}", " = 1\n"},
    {"def f (x: ", "(", "t", ")", ") = 1\n"},
    {"def f (x: ", "[1]", "t", "", ") = 1\n"},
    {"def f (x: ", "[", "1", "]t", ") = 1\n"},
    {"def f (x: ", "* ", "t", "", ") = 1\n"},
    {"def f (x: ", "t -> ", "t", "", ") = 1\n"},
    {"def f (x: ", "{a: ", "t", "}", ") = 1\n"},
    {"def f (x: ", "?[n].", "t", "", ") = 1\n"},
    {"def f (x: ", "#a (", "t", ")", ") = 1\n"},
    {"def f (x: #a ", "[]", "t", "", ") = 1\n"},
    {"def f (x: t ", "(t ", "t", ")", ") = 1\n"},
    {"module m = ", "(", "n", ")", "\n"},
    {"module m = ", "{ module m = ", "n", "}", "\n"},
    {"module m = ", "\\(m: t) -> ", "n", "", "\n"},
    {"module m = n", " n", "", "", "\n"},
    {"module m = n", " : t", "", "", "\n"},
    {"module type m = ", "(", "n", ")", "\n"},
    {"module type m = ", "{ module m: ", "n", "}", "\n"},
    {"module type m = ", "n -> ", "n", "", "\n"},
    {"module type m = n", " with t = u", "", "", "\n"},
    {"", "local ", "def x = 1", "", "\n"},
    {"#[", "a(", "b", ")", "] def x = 1\n"},
};

static void deep_nesting_is_diagnosed(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof NESTS / sizeof *NESTS; i++) {
    const Nest *nest = &NESTS[i];
    char *text = repeat(nest->before, nest->unit, 10000, nest->middle, nest->closing, nest->after);
    Parse parse = parse_text(text);
    if (parse.error_count == 0) fail_msg("%s%s… was accepted", nest->before, nest->unit);
    if (strstr(parse.errors, "E1003") == NULL) fail_msg("%.2000s", parse.errors);
    parse_end(&parse);
    free(text);
    text = repeat(nest->before, nest->unit, 100, nest->middle, nest->closing, nest->after);
    parse = parse_text(text);
    if (parse.error_count > 0) fail_msg("%.2000s", parse.errors);
    check_round_trip(&parse);
    parse_end(&parse);
    free(text);
  }
}

// No node is higher than the limit, also when chains are nested in chains.
static void heights_are_bounded(void **state) {
  (void)state;
  StrBuf text = {0};
  strbuf_puts(&text, "def x = ");
  strbuf_fill(&text, '(', 300);
  strbuf_puts(&text, "a");
  for (size_t i = 0; i < 300; i++) {
    for (size_t j = 0; j < 20; j++)
      strbuf_puts(&text, "+a");
    strbuf_putc(&text, ')');
  }
  Parse parse = parse_text(strbuf_text(&text));
  assert_int_equal(parse.error_count, 1);
  assert_non_null(strstr(parse.errors, "E1003"));
  parse_end(&parse);
  strbuf_free(&text);
}

static void long_let_chains_are_fine(void **state) {
  (void)state;
  char *text = repeat("def x =\n", "  let y = 1\n", 20000, "  in y", "", "\n");
  Parse parse = parse_text(text);
  assert_int_equal(parse.error_count, 0);
  assert_true(parse.program->decls.data[0]->value.binding.body->height < 5);
  parse_end(&parse);
  free(text);
}

static void megabyte_lines_are_fine(void **state) {
  (void)state;
  char *array = repeat("def x = [", "123456, ", 200000, "1", "", "]\n");
  Parse parse = parse_text(array);
  assert_int_equal(parse.error_count, 0);
  assert_int_equal(parse.program->decls.data[0]->value.binding.body->items.count, 200001);
  parse_end(&parse);
  free(array);
  char *name = repeat("def ", "x", 1000000, " = )", "", "\n");
  parse = parse_text(name);
  assert_int_equal(parse.error_count, 1);
  parse_end(&parse);
  free(name);
}

// Lists of errors must not take quadratic time.
static void time_is_linear(void **state) {
  (void)state;
  static const char *const UNITS[] = {
      "def f (x: i32) = let y = x + 1 in map (\\i -> i * 2) xs[1:y]\n",
      "def (\n",
      "entry (\n",
      "local entry {x = ",
      "def x = {\n",
      "module m = {\n",
      "def x = (let (",
      "#[",
      "?",
      "} ",
      "let ",
      "import \n",
      "module type t = { val x : \n"};
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
    char *text = repeat("", UNITS[i], 20000, "", "", "");
    clock_t start = clock();
    Parse parse = parse_text(text);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds > 5.0) fail_msg("%zu bytes of \"%s\" took %f s", strlen(text), UNITS[i], seconds);
    parse_end(&parse);
    free(text);
  }
}

// ---- Details that the files do not show ----

static const FutExp *body_of(const Parse *parse) {
  assert_int_equal(parse->error_count, 0);
  return parse->program->decls.data[0]->value.binding.body;
}

static void numbers_have_values(void **state) {
  (void)state;
  Parse parse = parse_text("def x = [0xFF_FFu32, 0b1010i8, 1_000i64, 0x1.8p3, 1e3f32, 2f16, "
                           "18446744073709551615u64, 18446744073709551616, .5]\n");
  const FutExps *items = &body_of(&parse)->items;
  assert_int_equal(items->data[0]->number->integer, 0xFFFF);
  assert_int_equal(items->data[0]->number->suffix, FUT_PRIM_U32);
  assert_int_equal(items->data[1]->number->integer, 10);
  assert_int_equal(items->data[2]->number->integer, 1000);
  assert_true(items->data[3]->number->real == 12.0);
  assert_true(items->data[3]->number->is_float);
  assert_true(items->data[4]->number->real == 1000.0);
  assert_int_equal(items->data[4]->number->suffix, FUT_PRIM_F32);
  assert_true(items->data[5]->number->is_float);
  assert_true(items->data[5]->number->real == 2.0);
  assert_true(items->data[6]->number->integer == UINT64_MAX);
  assert_true(items->data[7]->number->is_huge);
  assert_true(items->data[7]->number->real == 18446744073709551616.0);
  assert_true(items->data[8]->number->real == 0.5);
  parse_end(&parse);
}

static void spans_cover_what_they_name(void **state) {
  (void)state;
  static const char TEXT[] = "def x = f (a + b) |> g[1] with [0] = 2\n";
  Parse parse = parse_text(TEXT);
  const FutExp *exp = body_of(&parse);
  assert_int_equal(exp->kind, FUT_EXP_UPDATE);
  assert_int_equal(exp->span.start, 8);
  assert_int_equal(exp->span.end, strlen(TEXT) - 1);
  const FutExp *pipe = exp->update.source;
  assert_int_equal(pipe->span.start, 8);
  assert_int_equal(pipe->span.end, 25);
  assert_int_equal(pipe->binary.op.name.span.start, 18);
  const FutExp *argument = pipe->binary.left->apply.arguments.data[0];
  assert_int_equal(argument->span.start, 10);
  assert_int_equal(argument->span.end, 17);
  assert_null(argument->type);
  parse_end(&parse);
}

static void doc_comments_are_kept(void **state) {
  (void)state;
  Parse parse = parse_text("-- A file.\n\n-- | First.\n-- Second.\n--\n-- Third.\ndef x = 1\n"
                           "-- no doc\ndef y = 1 -- | not one\ndef z = 1\n");
  const FutDecls *decls = &parse.program->decls;
  assert_string_equal(decls->data[0]->doc, "First.\nSecond.\n\nThird.");
  assert_null(decls->data[1]->doc);
  assert_null(decls->data[2]->doc);
  parse_end(&parse);
}

static void single_expressions_parse(void **state) {
  (void)state;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  Diag *diag = diag_new(arena, sources);
  DiagSettings settings = diag_settings_default();
  settings.output = fopen("/dev/null", "w");
  diag_configure(diag, settings);
  Interner *names = interner_new(arena);
  const SourceFile *good = source_add(sources, "a", "1 + 2", 5);
  const SourceFile *bad = source_add(sources, "b", "1 + 2 in", 8);
  const SourceFile *empty = source_add(sources, "c", "", 0);
  assert_non_null(fut_parse_exp(arena, names, good, diag));
  assert_null(fut_parse_exp(arena, names, bad, diag));
  assert_null(fut_parse_exp(arena, names, empty, diag));
  diag_flush(diag);
  fclose(settings.output);
  arena_free(arena);
}

static void odd_files_do_no_harm(void **state) {
  (void)state;
  static const char BYTES[] = "\xEF\xBB\xBF"
                              "def x = 1\r\ndef y =\t2\r\n";
  Parse parse = parse_bytes("t.fut", BYTES, sizeof BYTES - 1);
  assert_int_equal(parse.error_count, 0);
  assert_int_equal(parse.program->decls.count, 2);
  parse_end(&parse);
  parse = parse_bytes("t.fut", "", 0);
  assert_int_equal(parse.error_count, 0);
  parse_end(&parse);
  parse = parse_bytes("t.fut", "def x = \"a\0b\"\n\0", 15);
  assert_int_equal(parse.error_count, 1);
  parse_end(&parse);
  parse = parse_bytes("t.fut", "def x = \xFF\n", 10);
  assert_int_equal(parse.error_count, 1);
  assert_non_null(strstr(parse.errors, "E0002"));
  parse_end(&parse);
}

// ---- Fuzzing ----

typedef struct Random {
  uint64_t state;
} Random;

static size_t random_below(Random *random, size_t limit) {
  random->state += 0x9E3779B97F4A7C15u;
  return (size_t)(hash_u64(random->state) % limit);
}

static const char *const SNIPPETS[] = {
    "(",      ")",       "[",        "]",     "{",    "}",   "let ", " in ",  "def ",  " = ",
    "->",     "\\",      ".",        "..",    "...",  "..<", "#",    "#[",    "'",     "\"",
    "`",      "?",       ":",        ":>",    "--",   " | ", "*",    "-",     "!",     " with ",
    "match ", "case ",   "loop ",    " for ", " do ", "0x",  "1.",   "1e5 ",  "type ", "^",
    "~",      "module ", "\xC3\xA9", "\xFF",  "\n",   " ",   ",",    "local "};

static void mutate(Random *random, StrBuf *text, const char *original, size_t length) {
  strbuf_clear(text);
  strbuf_write(text, original, length);
  for (size_t edits = 1 + random_below(random, 3); edits > 0 && text->length > 0; edits--) {
    size_t at = random_below(random, text->length);
    size_t size = 1 + random_below(random, 8);
    if (size > text->length - at) size = text->length - at;
    StrBuf result = {0};
    strbuf_write(&result, text->data, at);
    size_t action = random_below(random, 4);
    if (action == 0) {
      at += size; // delete
    } else if (action == 1) {
      strbuf_puts(&result, SNIPPETS[random_below(random, sizeof SNIPPETS / sizeof *SNIPPETS)]);
    } else if (action == 2) {
      size_t from = random_below(random, text->length);
      size_t count = text->length - from < 20 ? text->length - from : 20;
      strbuf_write(&result, text->data + from, count); // copy from elsewhere
    } else {
      strbuf_putc(&result, (char)random_below(random, 256));
      at++;
    }
    strbuf_write(&result, text->data + at, text->length - at);
    strbuf_clear(text);
    strbuf_write(text, strbuf_text(&result), result.length);
    strbuf_free(&result);
  }
}

static void mutants_never_crash(void **state) {
  (void)state;
  enum { MUTANTS = 40 };
  Arena *arena = arena_new();
  StrBuf text = {0};
  Random random = {1};
  const char *rounds = getenv("RAVEL_FUZZ_ROUNDS");
  size_t mutants = rounds == NULL ? MUTANTS : (size_t)strtoul(rounds, NULL, 10);
  const char *const folders[] = {GOOD_FOLDER, BAD_FOLDER};
  for (size_t folder = 0; folder < 2; folder++) {
    Paths paths = list_sources(arena, folders[folder], ".syntax");
    for (size_t i = 0; i < paths.count; i++) {
      size_t length = 0;
      const char *original = read_source(arena, paths.data[i], &length);
      for (size_t j = 0; j < mutants; j++) {
        mutate(&random, &text, original, length);
        Parse parse = parse_bytes("t.fut", strbuf_text(&text), text.length);
        if (parse.error_count == 0) check_round_trip(&parse);
        parse_end(&parse);
      }
    }
  }
  strbuf_free(&text);
  arena_free(arena);
}

UnitCount test_futhark_parse(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_programs_parse),
      cmocka_unit_test(prelude_survives_printing),
      cmocka_unit_test(bad_programs_are_explained),
      cmocka_unit_test(errors_do_not_hide_each_other),
      cmocka_unit_test(deep_nesting_is_diagnosed),
      cmocka_unit_test(heights_are_bounded),
      cmocka_unit_test(long_let_chains_are_fine),
      cmocka_unit_test(megabyte_lines_are_fine),
      cmocka_unit_test(time_is_linear),
      cmocka_unit_test(numbers_have_values),
      cmocka_unit_test(spans_cover_what_they_name),
      cmocka_unit_test(doc_comments_are_kept),
      cmocka_unit_test(single_expressions_parse),
      cmocka_unit_test(odd_files_do_no_harm),
      cmocka_unit_test(mutants_never_crash),
  };
  return UNIT_RUN("futhark_parse", tests);
}
