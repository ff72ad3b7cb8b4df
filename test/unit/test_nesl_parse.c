// The NESL parser, driven by files, and both parser and checker on texts that are broken.
//
// test/front/nesl/parse/X.syntax must parse; X.ast is the text with parentheses around everything,
// which shows how operators bind. These are not called .nesl because they are no programs: their
// names are not defined. What is reported about broken programs is in test/front/nesl/error, which
// `ravel test` reads. RAVEL_UPDATE_GOLDEN=1 writes the golden files anew; look at the difference.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "front/nesl/nesl.h"
#include "test/unit/unit.h"

static const char GOOD_FOLDER[] = "test/front/nesl/parse";
static const char BAD_FOLDER[] = "test/front/nesl/error";

// One parse of one text, with what was reported about it, by the checker too if that was asked for.
typedef struct Parse {
  Arena *arena;
  NeslProgram *program;
  char *errors;
  size_t errors_length, error_count;
} Parse;

static Parse read_bytes(const char *path, const char *text, size_t length, bool is_checked) {
  Parse parse = {.arena = arena_new()};
  SourceMap *sources = sources_new(parse.arena);
  Diag *diag = diag_new(parse.arena, sources);
  Interner *names = interner_new(parse.arena);
  DiagSettings settings = diag_settings_default();
  settings.output = open_memstream(&parse.errors, &parse.errors_length);
  settings.color = DIAG_COLOR_NEVER;
  settings.error_limit = 0;
  assert_non_null(settings.output);
  diag_configure(diag, settings);
  const SourceFile *file = source_add(sources, path, text, length);
  parse.program = nesl_parse(parse.arena, names, file, diag);
  assert_int_equal(parse.program->has_errors, diag_error_count(diag) > 0);
  if (is_checked) {
    const NeslChecked *checked = nesl_check(parse.arena, names, diag, NULL, parse.program);
    assert_int_equal(checked->has_errors, diag_error_count(diag) > 0);
  }
  parse.error_count = diag_error_count(diag);
  diag_flush(diag);
  fclose(settings.output);
  return parse;
}

static Parse parse_text(const char *text) {
  return read_bytes("t.nesl", text, strlen(text), false);
}

static void parse_end(Parse *parse) {
  free(parse->errors);
  arena_free(parse->arena);
}

static char *print_program(const Parse *parse) {
  StrBuf out = {0};
  nesl_program_print(parse->program, &out);
  return strbuf_take(&out);
}

// What is printed parses to the same tree.
static void check_round_trip(const Parse *parse) {
  char *printed = print_program(parse);
  Parse again = parse_text(printed);
  if (again.error_count > 0) fail_msg("%s\n%s", again.errors, printed);
  char *printed_again = print_program(&again);
  assert_string_equal(printed, printed_again);
  free(printed);
  free(printed_again);
  parse_end(&again);
}

// ---- Files ----

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

static const char *read_source(Arena *arena, const char *path, size_t *length) {
  const char *error = NULL;
  const char *text = file_read(arena, path, 1 << 24, length, &error);
  if (text == NULL) fail_msg("%s: %s", path, error);
  return text;
}

static void check_golden(Arena *arena, const char *path, const char *text) {
  const char *error = NULL;
  size_t length = 0;
  if (getenv("RAVEL_UPDATE_GOLDEN") != NULL)
    assert_true(file_write(arena, path, text, strlen(text), &error));
  const char *expected = read_source(arena, path, &length);
  if (strcmp(expected, text) != 0) print_error("%s differs\n", path);
  assert_string_equal(text, expected);
}

static void good_programs_parse(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Paths paths = list_sources(arena, GOOD_FOLDER, ".syntax");
  assert_true(paths.count >= 13);
  for (size_t i = 0; i < paths.count; i++) {
    size_t length = 0;
    const char *text = read_source(arena, paths.data[i], &length);
    Parse parse = read_bytes(paths.data[i], text, length, false);
    if (parse.error_count > 0) fail_msg("%s", parse.errors);
    check_round_trip(&parse);
    char *printed = print_program(&parse);
    const char *golden =
        arena_printf(arena, "%s.ast", path_without_extension(arena, paths.data[i]));
    check_golden(arena, golden, printed);
    free(printed);
    parse_end(&parse);
  }
  arena_free(arena);
}

// ---- Recovery ----

static void errors_do_not_hide_each_other(void **state) {
  (void)state;
  Parse parse = parse_text("a = 1 +;\n"
                           "b = 2\n"
                           "h = 3\n"
                           "function c(x) = let y = (3; z = 4 in y;\n"
                           "datatype d(;\n"
                           "e = {x : x in ]; y in z};\n"
                           "g = 5;\n");
  static const NeslFormKind KINDS[] = {NESL_FORM_BROKEN, NESL_FORM_BINDING, NESL_FORM_BINDING,
                                       NESL_FORM_BROKEN, NESL_FORM_BROKEN,  NESL_FORM_BROKEN,
                                       NESL_FORM_BINDING};
  const NeslForms *forms = &parse.program->forms;
  if (parse.error_count != 5) fail_msg("%s", parse.errors);
  assert_int_equal(forms->count, 7);
  for (size_t i = 0; i < forms->count; i++)
    assert_int_equal(forms->data[i]->kind, KINDS[i]);
  assert_string_equal(forms->data[3]->broken.name, "c");
  assert_string_equal(forms->data[4]->broken.name, "d");
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
    {"x = ", "(", "1", ")", ";\n"},
    {"x = ", "[", "1", "]", ";\n"},
    {"x = ", "{", "y", " : y in z}", ";\n"},
    {"x = ", "{y in ", "z", "}", ";\n"},
    {"x = ", "{y in z | ", "t", "}", ";\n"},
    {"x = ", "- ", "1", "", ";\n"},
    {"x = ", "#", "y", "", ";\n"},
    {"x = ", "not ", "t", "", ";\n"},
    {"x = ", "g(", "1", ")", ";\n"},
    {"x = ", "1 + (", "1", ")", ";\n"},
    {"x = ", "y + ", "1", "", ";\n"},
    {"x = ", "y ^ ", "1", "", ";\n"},
    {"x = ", "if t then 1 else ", "1", "", ";\n"},
    {"x = ", "if ", "t", " then t else t", ";\n"},
    {"x = ", "let y = 1 in ", "1", "", ";\n"},
    {"x = ", "let y = ", "1", " in 2", ";\n"},
    {"x = y", "[0]", "", "", ";\n"},
    {"x = ", "y[", "1", "]", ";\n"},
    {"x = ", "[1:", "1", "]", ";\n"},
    {"x = ", "(1, ", "1", ")", ";\n"},
    {"function g", "(", "x", ")", " = 1;\n"},
    {"function g", "(y, ", "x", ")", " = 1;\n"},
    {"function g(", "h(", "x", ")", ") = 1;\n"},
    {"function g(x) : ", "[", "int", "]", " -> int = 1;\n"},
    {"function g(x) : ", "(int, ", "int", ")", " -> int = 1;\n"},
    {"function g(x) : ", "h(", "int", ")", " -> int = 1;\n"},
    {"function g(x) : int ", "-> int ", "", "", " = 1;\n"},
    {"x = [] ", "[", "int", "]", ";\n"},
};

static void deep_nesting_is_diagnosed(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof NESTS / sizeof *NESTS; i++) {
    const Nest *nest = &NESTS[i];
    char *text = repeat(nest->before, nest->unit, 10000, nest->middle, nest->closing, nest->after);
    Parse parse = read_bytes("t.nesl", text, strlen(text), true);
    if (strstr(parse.errors, "E1703") == NULL)
      fail_msg("%s%s…: %.2000s", nest->before, nest->unit, parse.errors);
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
  strbuf_puts(&text, "x = ");
  strbuf_fill(&text, '(', 300);
  strbuf_puts(&text, "y");
  for (size_t i = 0; i < 300; i++) {
    for (size_t j = 0; j < 20; j++)
      strbuf_puts(&text, "+y");
    strbuf_putc(&text, ')');
  }
  strbuf_putc(&text, ';');
  Parse parse = parse_text(strbuf_text(&text));
  assert_int_equal(parse.error_count, 1);
  assert_non_null(strstr(parse.errors, "E1703"));
  parse_end(&parse);
  strbuf_free(&text);
}

// Texts that are long, but neither deep nor wrong.
static void long_programs_are_fine(void **state) {
  (void)state;
  static const Nest LONG[] = {
      {"x = [", "123456, ", "1", "", "];\n"},
      {"x = let y = 1", "; y = y + 1", " in y", "", ";\n"},
      {"x = 1;\n", "x = x + 1;\n", "", "", ""},
      {"function g(x) = x;\n", "function g(x) = x;\n", "", "", "y = g(1);\n"},
      {"", "it_is = `a; \"abc\"; it;\n", "", "", ""},
      {"x = \"", "abcdefgh", "", "", "\";\n"},
      {"%", "abc\n", "", "", "% 1;\n"},
  };
  for (size_t i = 0; i < sizeof LONG / sizeof *LONG; i++) {
    const Nest *nest = &LONG[i];
    char *text = repeat(nest->before, nest->unit, 20000, nest->middle, nest->closing, nest->after);
    Parse parse = read_bytes("t.nesl", text, strlen(text), true);
    if (parse.error_count > 0) fail_msg("%.2000s", parse.errors);
    parse_end(&parse);
    free(text);
  }
}

// Neither broken texts nor types that grow may take more than linear time.
static void time_is_linear(void **state) {
  (void)state;
  static const char *const UNITS[] = {"function f(x) = let y = x + 1 in {i * 2 : i in xs[y]};\n",
                                      "function (\n",
                                      "x = (\n",
                                      "x = {\n",
                                      "let (",
                                      "{x in ",
                                      "; ",
                                      "} ",
                                      "datatype a(\n",
                                      "x = y;\n",
                                      "x = [1, 2.0];\n",
                                      "`",
                                      "\"\n",
                                      "x = (1, 2\n"};
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
    char *text = repeat("", UNITS[i], 10000, "", "", "");
    clock_t start = clock();
    Parse parse = read_bytes("t.nesl", text, strlen(text), true);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds > 5.0) fail_msg("%zu bytes of \"%s\" took %f s", strlen(text), UNITS[i], seconds);
    parse_end(&parse);
    free(text);
  }
}

static void types_that_grow_are_diagnosed(void **state) {
  (void)state;
  static const Nest GROWING[] = {
      {"x = let y = 1", "; y = (y, y)", " in y", "", ";\n"},
      {"x = let y = 1", "; y = [y]", " in y", "", ";\n"},
      {"x = let y = 1", "; y = {y : z in [1]}", " in y", "", ";\n"},
      {"function d(x) = (x, x);\nx = let y = 1", "; y = d(y)", " in y", "", ";\n"},
      {"function g(y) = let y = y", "; (y, z) = y; y = z", " in y", "", ";\n"},
      {"datatype p(a, a) :: (a in any);\nx = let y = 1", "; y = p(y, y)", " in y", "", ";\n"},
      {"x = (1", ", 1", "", "", ");\n"},
  };
  for (size_t i = 0; i < sizeof GROWING / sizeof *GROWING; i++) {
    const Nest *nest = &GROWING[i];
    char *text = repeat(nest->before, nest->unit, 6000, nest->middle, nest->closing, nest->after);
    Parse parse = read_bytes("t.nesl", text, strlen(text), true);
    if (strstr(parse.errors, "E1820") == NULL)
      fail_msg("%s%s…: %.2000s", nest->before, nest->unit, parse.errors);
    parse_end(&parse);
    free(text);
  }
}

// ---- Details that the files do not show ----

static void literals_have_values(void **state) {
  (void)state;
  Parse parse = parse_text("9223372036854775807, -9223372036854775808, 1.5e3, .5, `\\n, `\\, "
                           "\"a\\0b\", true;");
  assert_int_equal(parse.error_count, 0);
  const NeslExps *items = &parse.program->forms.data[0]->expression.value->items;
  assert_true(items->data[0]->integer == INT64_MAX);
  assert_true(items->data[1]->unary.operand->integer == INT64_MIN);
  assert_true(items->data[2]->real == 1500.0);
  assert_true(items->data[3]->real == 0.5);
  assert_int_equal(items->data[4]->character, '\n');
  assert_int_equal(items->data[5]->character, '\\');
  assert_int_equal(items->data[6]->string.length, 3);
  assert_memory_equal(items->data[6]->string.bytes, "a\0b", 3);
  assert_true(items->data[7]->is_true);
  parse_end(&parse);
}

static void spans_cover_what_they_name(void **state) {
  (void)state;
  Parse parse = parse_text("x = f(a + b, (c)) ++ d[1];\n");
  assert_int_equal(parse.error_count, 0);
  const NeslExp *exp = parse.program->forms.data[0]->binding.value;
  assert_int_equal(exp->span.start, 4);
  assert_int_equal(exp->span.end, 25);
  assert_int_equal(exp->binary.op_span.start, 18);
  const NeslExp *call = exp->binary.left;
  assert_int_equal(call->span.end, 17);
  assert_int_equal(call->call.argument->span.start, 5);
  assert_int_equal(call->call.argument->items.data[1]->span.start, 14);
  assert_int_equal(call->call.argument->items.data[1]->span.end, 15);
  assert_null(call->type);
  parse_end(&parse);
}

static void odd_files_do_no_harm(void **state) {
  (void)state;
  static const char MARKED[] = "\xEF\xBB\xBFx = 1;\r\ny =\t2;\r\n";
  Parse parse = read_bytes("t.nesl", MARKED, sizeof MARKED - 1, true);
  assert_int_equal(parse.error_count, 0);
  assert_int_equal(parse.program->forms.count, 2);
  parse_end(&parse);
  static const char *const TEXTS[] = {"",   ";",    "$$",  "%",        "%%",   "`", "\"",
                                      "\\", "\"\\", "`\\", "#",        "-",    "[", "{",
                                      "x",  "1",    ".",   "x = \xC3", "\xFF;"};
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    parse = read_bytes("t.nesl", TEXTS[i], strlen(TEXTS[i]), true);
    parse_end(&parse);
  }
  static const char ZEROS[] = "x = \0 1;\0";
  parse = read_bytes("t.nesl", ZEROS, sizeof ZEROS - 1, true);
  assert_true(parse.error_count > 0);
  parse_end(&parse);
}

// ---- Mutants ----

static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525U + 1013904223U;
  return *state >> 8;
}

// Drops, doubles, swaps and replaces some pieces of a text.
static void mutate(StrBuf *text, const char *other, size_t other_length, uint32_t *random) {
  static const char *const PIECES[] = {"(",  ")",    "[",   "]",    "{", "}", ";",    ":",
                                       "=",  "let ", "in ", "if ",  "|", ",", "-> ",  "function ",
                                       "%",  "`",    "\"",  "\xC3", "t", "1", "1.5 ", "datatype ",
                                       "::", "++",   "_",   "#",    "$", "@", "it ",  "then "};
  size_t count = 1 + next_random(random) % 4;
  for (size_t i = 0; i < count && text->length > 0; i++) {
    size_t at = next_random(random) % text->length, end = at + next_random(random) % 12;
    if (end > text->length) end = text->length;
    StrBuf out = {0};
    strbuf_write(&out, text->data, at);
    size_t from = other_length == 0 ? 0 : next_random(random) % other_length;
    size_t length = next_random(random) % 20;
    if (length > other_length - from) length = other_length - from;
    switch (next_random(random) % 4) {
    case 0: break;
    case 1:
      strbuf_puts(&out, PIECES[next_random(random) % (sizeof PIECES / sizeof *PIECES)]);
      break;
    case 2: strbuf_write(&out, other + from, length); break;
    case 3:
      strbuf_write(&out, text->data + at, end - at);
      end = at;
      break;
    default: break;
    }
    strbuf_write(&out, text->data + end, text->length - end);
    strbuf_free(text);
    *text = out;
  }
}

static void mutants_do_no_harm(void **state) {
  (void)state;
  const char *wanted = getenv("RAVEL_FUZZ_ROUNDS");
  size_t rounds = wanted == NULL ? 3 : strtoul(wanted, NULL, 10);
  Arena *arena = arena_new();
  Paths paths = list_sources(arena, GOOD_FOLDER, ".syntax");
  Paths bad = list_sources(arena, BAD_FOLDER, ".nesl");
  vec_append(arena, &paths, bad.data, bad.count);
  uint32_t random = 1;
  for (size_t round = 0; round < rounds; round++)
    for (size_t i = 0; i < paths.count; i++) {
      size_t length = 0, other_length = 0;
      const char *text = read_source(arena, paths.data[i], &length);
      const char *other =
          read_source(arena, paths.data[next_random(&random) % paths.count], &other_length);
      StrBuf mutant = {0};
      strbuf_write(&mutant, text, length);
      mutate(&mutant, other, other_length, &random);
      Parse parse = read_bytes("t.nesl", strbuf_text(&mutant), mutant.length, true);
      parse_end(&parse);
      strbuf_free(&mutant);
    }
  arena_free(arena);
}

UnitCount test_nesl_parse(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_programs_parse),
      cmocka_unit_test(errors_do_not_hide_each_other),
      cmocka_unit_test(deep_nesting_is_diagnosed),
      cmocka_unit_test(heights_are_bounded),
      cmocka_unit_test(long_programs_are_fine),
      cmocka_unit_test(time_is_linear),
      cmocka_unit_test(types_that_grow_are_diagnosed),
      cmocka_unit_test(literals_have_values),
      cmocka_unit_test(spans_cover_what_they_name),
      cmocka_unit_test(odd_files_do_no_harm),
      cmocka_unit_test(mutants_do_no_harm),
  };
  return UNIT_RUN("nesl_parse", tests);
}
