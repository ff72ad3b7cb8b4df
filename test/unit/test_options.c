#include "test/unit/unit.h"

#include <string.h>

#include "driver/driver.h"

typedef struct Parsed {
  Arena *arena;
  Arguments arguments;
  bool is_good;
} Parsed;

// Parses the words, which NULL ends, silently.
static Parsed parse(const char *command, char **words) {
  Parsed parsed = {.arena = arena_new()};
  int count = 0;
  while (words[count])
    count++;
  parsed.is_good =
      arguments_parse(parsed.arena, NULL, command_named(command), count, words, &parsed.arguments);
  return parsed;
}

#define PARSE(command, ...) parse(command, (char *[]){__VA_ARGS__, NULL})

static void takes_every_spelling(void **state) {
  (void)state;
  Parsed parsed = PARSE("run", "-e", "f", "x.core", "--runs=3", "--write-runtime-to", "t", "-b");
  assert_true(parsed.is_good);
  assert_string_equal(option_text(&parsed.arguments, OPTION_ENTRY, ""), "f");
  assert_int_equal(option_count(&parsed.arguments, OPTION_RUNS, 1), 3);
  assert_string_equal(option_text(&parsed.arguments, OPTION_TIME_FILE, ""), "t");
  assert_true(option_is_set(&parsed.arguments, OPTION_BINARY));
  assert_false(option_is_set(&parsed.arguments, OPTION_NO_PRINT));
  assert_int_equal(parsed.arguments.operands.count, 1);
  assert_string_equal(parsed.arguments.operands.data[0], "x.core");
  arena_free(parsed.arena);
}

static void the_last_value_counts(void **state) {
  (void)state;
  Parsed parsed = PARSE("run", "x.core", "-r", "1", "--runs", "2", "-r7");
  assert_true(parsed.is_good);
  assert_int_equal(option_count(&parsed.arguments, OPTION_RUNS, 1), 7);
  arena_free(parsed.arena);
}

static void lists_add_up(void **state) {
  (void)state;
  Parsed parsed = PARSE("opt", "x.core", "--skip=a,b,,", "--skip", "c");
  assert_true(parsed.is_good);
  Words words = option_words(parsed.arena, &parsed.arguments, OPTION_SKIP);
  assert_int_equal(words.count, 3);
  assert_true(words_have(&words, "a"));
  assert_true(words_have(&words, "b"));
  assert_string_equal(words.data[2], "c");
  assert_false(words_have(&words, ""));
  arena_free(parsed.arena);
}

static void a_dash_is_an_operand(void **state) {
  (void)state;
  Parsed parsed = PARSE("check", "-", "--", "--json", "-h");
  assert_true(parsed.is_good);
  assert_int_equal(parsed.arguments.operands.count, 3);
  assert_false(option_is_set(&parsed.arguments, OPTION_JSON));
  arena_free(parsed.arena);
}

// ravel run takes the values of arguments, also negative ones; commands for one file take no more.
static void a_negative_number_is_an_operand(void **state) {
  (void)state;
  Parsed parsed = PARSE("run", "x.core", "-5", "-.5", "-b", "y.npy");
  assert_true(parsed.is_good);
  assert_int_equal(parsed.arguments.operands.count, 4);
  assert_string_equal(parsed.arguments.operands.data[2], "-.5");
  assert_true(option_is_set(&parsed.arguments, OPTION_BINARY));
  arena_free(parsed.arena);
  parsed = PARSE("c", "x.core", "y.core");
  assert_false(parsed.is_good);
  arena_free(parsed.arena);
}

// Long names may be cut short while one option alone begins so, letters be run together.
static void short_spellings(void **state) {
  (void)state;
  Parsed parsed = PARSE("run", "x.core", "--run=4", "--write-ru", "t", "-bnr7");
  assert_true(parsed.is_good);
  assert_int_equal(option_count(&parsed.arguments, OPTION_RUNS, 1), 7);
  assert_string_equal(option_text(&parsed.arguments, OPTION_TIME_FILE, ""), "t");
  assert_true(option_is_set(&parsed.arguments, OPTION_BINARY));
  assert_true(option_is_set(&parsed.arguments, OPTION_NO_PRINT));
  arena_free(parsed.arena);
  parsed = PARSE("run", "x.core", "-nr", "2", "--", "-b");
  assert_true(parsed.is_good);
  assert_int_equal(option_count(&parsed.arguments, OPTION_RUNS, 1), 2);
  assert_int_equal(parsed.arguments.operands.count, 2);
  assert_false(option_is_set(&parsed.arguments, OPTION_BINARY));
  arena_free(parsed.arena);
  // A whole name goes before longer ones.
  parsed = PARSE("run", "x.core", "--print=apl");
  assert_true(parsed.is_good);
  assert_string_equal(option_text(&parsed.arguments, OPTION_PRINT_LAYOUT, ""), "apl");
  arena_free(parsed.arena);
  parsed = PARSE("run", "x.core", "--p=apl");
  assert_false(parsed.is_good);
  arena_free(parsed.arena);
}

static void refuses_what_is_wrong(void **state) {
  (void)state;
  static char *const wrong[][4] = {
      {"x.core", "--nonsense"},   {"x.core", "--runs"},
      {"x.core", "--runs="},      {"x.core", "--runs=x"},
      {"x.core", "--runs=-1"},    {"x.core", "--runs=1e3"},
      {"x.core", "-e"},           {"x.core", "--json=1"},
      {"x.core", "--color=blue"}, {"x.core", "--color=a"},
      {"x.core", "--color=|"},    {"x.core", "--no"},
      {"x.core", "-bZ"},          {"--json"},
      {"x.core", "---runs=1"},    {"x.core", "--timeout=1"},
      {"x.core", "--=1"},         {"x.core", "--runs=9223372036854775808"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    Parsed parsed = parse("run", (char **)(uintptr_t)wrong[i]);
    if (parsed.is_good) fail_msg("%s was accepted", wrong[i][1] ? wrong[i][1] : wrong[i][0]);
    arena_free(parsed.arena);
  }
}

static void reals_are_finite_and_not_negative(void **state) {
  (void)state;
  static const char *const wrong[] = {"nan", "inf", "-1", "", "1x", "1e999"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char word[64] = "--tolerance=";
    strcat(word, wrong[i]);
    Parsed parsed = PARSE("test", "x.core", word);
    assert_false(parsed.is_good);
    arena_free(parsed.arena);
  }
  Parsed parsed = PARSE("test", "x.core", "--tolerance=1e-3");
  assert_true(parsed.is_good);
  assert_true(option_real(&parsed.arguments, OPTION_TOLERANCE, 0) == 1e-3);
  arena_free(parsed.arena);
}

// No sub-command may take two options of one name or letter.
static void names_are_unique_within_a_command(void **state) {
  (void)state;
  for (size_t c = 0; c < command_count(); c++)
    for (size_t i = 0; i < OPTION_COUNT; i++)
      for (size_t j = 0; j < i; j++) {
        const OptionInfo *a = option_info((OptionId)i), *b = option_info((OptionId)j);
        if (!command_takes(command_at(c), (OptionId)i)) continue;
        if (!command_takes(command_at(c), (OptionId)j)) continue;
        assert_string_not_equal(a->name, b->name);
        assert_true(a->letter == 0 || a->letter != b->letter);
      }
}

UnitCount test_options(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_every_spelling),
      cmocka_unit_test(the_last_value_counts),
      cmocka_unit_test(lists_add_up),
      cmocka_unit_test(a_dash_is_an_operand),
      cmocka_unit_test(a_negative_number_is_an_operand),
      cmocka_unit_test(short_spellings),
      cmocka_unit_test(refuses_what_is_wrong),
      cmocka_unit_test(reals_are_finite_and_not_negative),
      cmocka_unit_test(names_are_unique_within_a_command),
  };
  return UNIT_RUN("options", tests);
}
