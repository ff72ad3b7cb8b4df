// The textual IR: numbers and other tokens, round trips, golden errors, and mutations of programs.
#include "test/unit/unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "ir/lex.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/type.h"

// A compilation of one text, with its diagnostics as text.
typedef struct World {
  Arena *arena;
  SourceMap *sources;
  Diag *diag;
  Interner *names;
  char *errors;
  size_t errors_size;
  FILE *stream;
} World;

static void world_init(World *world) {
  *world = (World){.arena = arena_new()};
  world->sources = sources_new(world->arena);
  world->diag = diag_new(world->arena, world->sources);
  world->names = interner_new(world->arena);
  world->stream = open_memstream(&world->errors, &world->errors_size);
  assert_non_null(world->stream);
  DiagSettings settings = diag_settings_default();
  settings.color = DIAG_COLOR_NEVER;
  settings.output = world->stream;
  diag_configure(world->diag, settings);
}

static const char *world_errors(World *world) {
  diag_flush(world->diag);
  fflush(world->stream);
  return world->errors;
}

static void world_free(World *world) {
  diag_flush(world->diag);
  fclose(world->stream);
  free(world->errors);
  arena_free(world->arena);
}

static Program *parse(World *world, const char *path, const char *text, size_t length) {
  const SourceFile *file = source_add(world->sources, path, text, length);
  return program_parse(world->arena, world->names, file, world->diag);
}

// ---- Tokens ----

// Lexes a text that must be one constant, and gives it printed; NULL when it is an error.
static char *constant_text(const char *text) {
  World world;
  world_init(&world);
  uint32_t last_id = 0;
  const SourceFile *file = source_add(world.sources, "number", text, strlen(text));
  Tokens tokens = lex(world.arena, world.names, file, world.diag, &last_id);
  char *result = NULL;
  if (diag_error_count(world.diag) == 0 && tokens.count == 2 &&
      tokens.data[0].kind == TOKEN_CONSTANT) {
    StrBuf out = {0};
    constant_print(&out, tokens.data[0].constant);
    result = strbuf_take(&out);
  }
  world_free(&world);
  return result;
}

static void expect_constant(const char *text, const char *printed) {
  char *found = constant_text(text);
  if (!found) fail_msg("%s is not a constant", text);
  if (strcmp(found, printed) != 0) fail_msg("%s is printed as %s, not %s", text, found, printed);
  char *again = constant_text(found);
  assert_non_null(again);
  assert_string_equal(again, found);
  free(found);
  free(again);
}

static void expect_no_constant(const char *text) {
  char *found = constant_text(text);
  if (found) fail_msg("%s is read as %s", text, found);
}

static void reads_integers(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"0", "0"},
                                         {"-0", "0"},
                                         {"1_000", "1000"},
                                         {"0x1F", "31"},
                                         {"0xffi8", "-1i8"},
                                         {"-0x80i8", "-128i8"},
                                         {"0b101i16", "5i16"},
                                         {"255i8", "-1i8"},
                                         {"-128i8", "-128i8"},
                                         {"65535i16", "-1i16"},
                                         {"4294967295i32", "-1i32"},
                                         {"18446744073709551615", "-1"},
                                         {"9223372036854775807", "9223372036854775807"},
                                         {"-9223372036854775808", "-9223372036854775808"},
                                         {"true", "true"},
                                         {"false", "false"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_constant(cases[i][0], cases[i][1]);
}

static void reads_floats(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"0.0", "0.0"},
                                         {"-0.0", "-0.0"},
                                         {"-0f16", "-0.0f16"},
                                         {"1e3", "1000.0"},
                                         {"1f32", "1.0f32"},
                                         {"1_0.5_0", "10.5"},
                                         {"0.1", "0.1"},
                                         {"0.1f32", "0.1f32"},
                                         {"0.1f16", "0.1f16"},
                                         {"65504f16", "65500.0f16"},
                                         {"0x1.8p3f64", "12.0"},
                                         {"0x1p-1074", "5.0e-324"},
                                         {"1.7976931348623157e308", "1.7976931348623157e308"},
                                         {"1e-9f16", "0.0f16"},
                                         {"3.4028235e38f32", "3.4028235e38f32"},
                                         {"1e-400", "0.0"},
                                         {"f16.nan", "f16.nan"},
                                         {"-f64.nan", "f64.nan"},
                                         {"f32.inf", "f32.inf"},
                                         {"-f64.inf", "-f64.inf"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_constant(cases[i][0], cases[i][1]);
}

static void refuses_numbers(void **state) {
  (void)state;
  static const char *const cases[] = {"256i8",
                                      "-129i8",
                                      "18446744073709551616",
                                      "-9223372036854775809",
                                      "1e400",
                                      "1e39f32",
                                      "65520f16",
                                      "0x",
                                      "0b",
                                      "0b2",
                                      "12x",
                                      "1.",
                                      "1.5i32",
                                      "0x1.8",
                                      "0b1f32",
                                      "1bool",
                                      "1e",
                                      "- 1",
                                      "1i",
                                      "1__x",
                                      "f32.nana",
                                      "0x1.8pf32",
                                      "--1",
                                      "1.0.0"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_no_constant(cases[i]);
}

// Many floats of all types are printed so that they read back to the same bits.
static void prints_floats_exactly(void **state) {
  (void)state;
  World world;
  world_init(&world);
  uint64_t seed = 1;
  for (uint32_t i = 0; i < 6000; i++) {
    Constant constant = constant_float(SCALAR_F16, 0);
    seed = hash_u64(seed + i);
    if (i % 3 == 0) {
      constant.value.f16 = (Half)seed;
    } else if (i % 3 == 1) {
      constant = constant_float(SCALAR_F32, 0);
      uint32_t bits = (uint32_t)seed;
      memcpy(&constant.value.f32, &bits, sizeof bits);
    } else {
      constant = constant_float(SCALAR_F64, 0);
      memcpy(&constant.value.f64, &seed, sizeof seed);
    }
    double value = constant_to_double(constant);
    StrBuf out = {0};
    constant_print(&out, constant);
    Constant read;
    if (value == value && value - value == 0) {
      assert_true(number_parse(out.data, out.length, SPAN_NONE, world.diag, &read));
      if (!constant_equal(read, constant)) fail_msg("%s reads back differently", out.data);
      assert_int_equal(number_extent(out.data, out.length), out.length);
    }
    strbuf_free(&out);
  }
  world_free(&world);
}

static void reads_names(void **state) {
  (void)state;
  World world;
  world_init(&world);
  const char *text = "x x.12 add add.3 _a' ∆y f32 f32.7 map true.1";
  static const TokenKind kinds[] = {TOKEN_VARIABLE, TOKEN_VARIABLE, TOKEN_OP,     TOKEN_VARIABLE,
                                    TOKEN_VARIABLE, TOKEN_VARIABLE, TOKEN_SCALAR, TOKEN_VARIABLE,
                                    TOKEN_VARIABLE, TOKEN_VARIABLE, TOKEN_END};
  uint32_t last_id = 0;
  const SourceFile *file = source_add(world.sources, "names", text, strlen(text));
  Tokens tokens = lex(world.arena, world.names, file, world.diag, &last_id);
  assert_string_equal(world_errors(&world), "");
  assert_int_equal(tokens.count, sizeof kinds / sizeof *kinds);
  for (size_t i = 0; i < tokens.count; i++)
    assert_int_equal(tokens.data[i].kind, kinds[i]);
  assert_int_equal(last_id, 12);
  assert_string_equal(tokens.data[1].name, "x");
  assert_string_equal(tokens.data[1].text, "x.12");
  world_free(&world);
}

// ---- Round trips ----

static void expect_round_trip(World *world, const char *path, const Program *program) {
  StrBuf first = {0}, second = {0};
  program_print(&first, program);
  Program *again = parse(world, "printed", strbuf_text(&first), first.length);
  if (!again) fail_msg("%s: what was printed is refused:\n%s", path, world_errors(world));
  program_print(&second, again);
  if (strcmp(strbuf_text(&first), strbuf_text(&second)) != 0)
    fail_msg("%s: printed differently:\n%s\n%s", path, strbuf_text(&first), strbuf_text(&second));
  assert_true(again->level == program->level);
  strbuf_free(&first);
  strbuf_free(&second);
}

// Does something for every file of a folder with an extension; returns how many there were.
static size_t each_file(const char *folder, const char *extension,
                        void (*action)(const char *path)) {
  Arena *arena = arena_new();
  size_t count = 0;
  DIR *directory = opendir(folder);
  if (!directory) fail_msg("cannot read the folder %s; run the tests in the root", folder);
  for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
    if (strcmp(path_extension(entry->d_name), extension) != 0) continue;
    action(path_join(arena, folder, entry->d_name));
    count++;
  }
  closedir(directory);
  arena_free(arena);
  return count;
}

static char *read_text(Arena *arena, const char *path, size_t *length) {
  const char *reason = NULL;
  char *text = file_read(arena, path, (size_t)1 << 24, length, &reason);
  if (!text) fail_msg("cannot read %s: %s", path, reason);
  return text;
}

static void round_trip_file(const char *path) {
  World world;
  world_init(&world);
  size_t length = 0;
  char *text = read_text(world.arena, path, &length);
  Program *program = parse(&world, path, text, length);
  if (!program) fail_msg("%s", world_errors(&world));
  expect_round_trip(&world, path, program);
  world_free(&world);
}

static void round_trips_programs(void **state) {
  (void)state;
  assert_true(each_file("test/ir", ".core", round_trip_file) >= 25);
}

static void keeps_names_and_numbers(void **state) {
  (void)state;
  World world;
  world_init(&world);
  const char *text = "fun f (x.7: i64, x: i64) -> (y: i64) = {\n"
                     "  let add.41: i64 = add x, x.7\n"
                     "  in (add.41)\n"
                     "}\n";
  Program *program = parse(&world, "text", text, strlen(text));
  assert_non_null(program);
  StrBuf out = {0};
  program_print(&out, program);
  assert_string_equal(strbuf_text(&out), text);
  assert_int_equal(program->last_id, 41);
  assert_int_equal(program->var_count, 4);
  strbuf_free(&out);
  world_free(&world);
}

static void prints_statements_alone(void **state) {
  (void)state;
  World world;
  world_init(&world);
  const char *text = "fun f (n: i64) -> (y: [n]i64) = {\n"
                     "  #[seq] let x: [n]i64 = par (i < n) {\n"
                     "    map i\n"
                     "  }\n"
                     "  in (x)\n"
                     "}\n";
  Program *program = parse(&world, "text", text, strlen(text));
  assert_non_null(program);
  const Stm *stm = program->funs.data[0]->body->stms.data[0];
  StrBuf out = {0};
  stm_print(&out, stm, 1);
  assert_string_equal(strbuf_text(&out), "  #[seq] let x: [n]i64 = par (i < n) {\n"
                                         "    map i\n"
                                         "  }\n");
  strbuf_clear(&out);
  stm_print_brief(&out, stm);
  assert_string_equal(strbuf_text(&out), "#[seq] let x: [n]i64 = par (i < n) { ... }");
  strbuf_clear(&out);
  fun_print(&out, program->funs.data[0]);
  assert_string_equal(strbuf_text(&out), text);
  strbuf_free(&out);
  world_free(&world);
}

// ---- Errors ----

static void golden_file(const char *path) {
  World world;
  world_init(&world);
  size_t length = 0, expected_length = 0;
  char *text = read_text(world.arena, path, &length);
  char *golden = arena_printf(world.arena, "%s.err", path_without_extension(world.arena, path));
  char *expected = read_text(world.arena, golden, &expected_length);
  assert_null(parse(&world, path_basename(path), text, length));
  if (strcmp(world_errors(&world), expected) != 0)
    fail_msg("%s: the errors are not those of %s:\n%s", path, golden, world.errors);
  world_free(&world);
}

static void reports_errors(void **state) {
  (void)state;
  assert_true(each_file("test/error/ir", ".core", golden_file) >= 20);
}

static void expect_error(const char *text, size_t length, const char *code) {
  World world;
  world_init(&world);
  assert_null(parse(&world, "text", text, length));
  if (!strstr(world_errors(&world), code)) fail_msg("no %s in:\n%s", code, world.errors);
  world_free(&world);
}

static void survives_odd_texts(void **state) {
  (void)state;
  expect_error("\xFF", 1, "E0002");
  expect_error("fun f\0 () -> () = { in () }", 27, "E0101");
  expect_error("\"abc", 4, "E0104");
  expect_error("}", 1, "E0107");
  expect_error("fun", 3, "E0107");
  expect_error("core flat", 9, "E0107");
  expect_error("fun f () -> () = {", 18, "E0107");
  enum { LONG = 1 << 20 };
  char *text = malloc(LONG);
  assert_non_null(text);
  memset(text, 'x', LONG);
  expect_error(text, LONG, "E0107");
  memset(text, '9', LONG);
  expect_error(text, LONG, "E0103");
  memset(text, '{', LONG);
  expect_error(text, LONG, "E0107");
  memset(text, '"', LONG);
  expect_error(text, LONG, "E0107");
  memset(text, '\0', LONG);
  expect_error(text, LONG, "E0101");
  free(text);
}

// ---- Mutations ----

typedef struct Random {
  uint64_t state;
} Random;

static size_t random_below(Random *random, size_t limit) {
  random->state = hash_u64(random->state + 1);
  return (size_t)(random->state % limit);
}

// Changes bytes, or copies a piece of the text to another place, which often moves whole tokens.
static void mutate(Random *random, char *text, size_t *length, size_t capacity) {
  static const char alphabet[] = "(){}[]<>=,:;^*/@.-#\"01239 \naxnfi_\x01\xC3";
  size_t at = random_below(random, *length);
  size_t size = 1 + random_below(random, 12);
  switch (random_below(random, 4)) {
  case 0: text[at] = alphabet[random_below(random, sizeof alphabet - 1)]; break;
  case 1:
    if (size > *length - at) size = *length - at;
    memmove(text + at, text + at + size, *length - at - size);
    *length -= size;
    break;
  case 2: {
    size_t from = random_below(random, *length);
    if (size > *length - from) size = *length - from;
    if (*length + size > capacity) break;
    char piece[16];
    memcpy(piece, text + from, size);
    memmove(text + at + size, text + at, *length - at);
    memcpy(text + at, piece, size);
    *length += size;
    break;
  }
  default: {
    char *next = memchr(text + at, '\n', *length - at);
    size_t end = next ? (size_t)(next - text) : *length;
    memmove(text + at, text + end, *length - end);
    *length -= end - at;
    break;
  }
  }
}

static void mutate_file(const char *path) {
  enum { MUTANTS = 150, SLACK = 256 };
  Arena *arena = arena_new();
  size_t length = 0;
  char *text = read_text(arena, path, &length);
  char *mutant = arena_array(arena, char, length + SLACK);
  Random random = {hash_bytes(path, strlen(path))};
  for (size_t i = 0; i < MUTANTS; i++) {
    World world;
    world_init(&world);
    size_t size = length, changes = 1 + random_below(&random, 3);
    memcpy(mutant, text, length);
    for (size_t k = 0; k < changes && size > 0; k++)
      mutate(&random, mutant, &size, length + SLACK);
    Program *program = parse(&world, path, mutant, size);
    bool has_errors = world_errors(&world)[0] != '\0';
    if (!program && !has_errors) fail_msg("%s: mutant %zu is refused silently", path, i);
    if (program && has_errors) fail_msg("%s: mutant %zu has errors", path, i);
    if (program) expect_round_trip(&world, path, program);
    world_free(&world);
  }
  arena_free(arena);
}

static void survives_mutations(void **state) {
  (void)state;
  each_file("test/ir", ".core", mutate_file);
  each_file("test/error/ir", ".core", mutate_file);
}

// ---- Suggestions ----

static void suggests_close_words(void **state) {
  (void)state;
  assert_int_equal(edit_distance("check", "chek", 5), 1);
  assert_int_equal(edit_distance("form", "from", 5), 1);
  assert_int_equal(edit_distance("kitten", "sitting", 5), 3);
  assert_int_equal(edit_distance("abc", "xyz", 1), 2);
  Suggestion suggestion = suggestion_for("reduec");
  suggestion_offer(&suggestion, "scan");
  assert_null(suggestion.best);
  suggestion_offer(&suggestion, "reduced");
  suggestion_offer(&suggestion, "reduce");
  assert_string_equal(suggestion.best, "reduce");
}

UnitCount test_text(void) {
  static const struct CMUnitTest tests[] = {cmocka_unit_test(reads_integers),
                                            cmocka_unit_test(reads_floats),
                                            cmocka_unit_test(refuses_numbers),
                                            cmocka_unit_test(prints_floats_exactly),
                                            cmocka_unit_test(reads_names),
                                            cmocka_unit_test(round_trips_programs),
                                            cmocka_unit_test(keeps_names_and_numbers),
                                            cmocka_unit_test(prints_statements_alone),
                                            cmocka_unit_test(reports_errors),
                                            cmocka_unit_test(survives_odd_texts),
                                            cmocka_unit_test(survives_mutations),
                                            cmocka_unit_test(suggests_close_words)};
  return UNIT_RUN("text", tests);
}
