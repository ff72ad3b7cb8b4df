#include "test/unit/unit.h"

#include <string.h>

#include "base/suggest.h"

// What is suggested for a word among four.
static const char *suggest(const char *word) {
  Suggestion suggestion = suggestion_for(word);
  suggestion_offer(&suggestion, "check");
  suggestion_offer(&suggestion, "run");
  suggestion_offer(&suggestion, "--error-limit");
  suggestion_offer(&suggestion, "o");
  return suggestion.best;
}

static void finds_typing_errors(void **state) {
  (void)state;
  assert_string_equal(suggest("chek"), "check");
  assert_string_equal(suggest("hceck"), "check");
  assert_string_equal(suggest("checkk"), "check");
  assert_string_equal(suggest("rnu"), "run");
  assert_string_equal(suggest("--eror-limt"), "--error-limit");
  assert_string_equal(suggest("check"), "check");
}

static void is_silent_when_nothing_is_near(void **state) {
  (void)state;
  assert_null(suggest(""));
  assert_null(suggest("x"));
  assert_null(suggest("abc"));
  assert_null(suggest("compile"));
  char word[200];
  memset(word, 'c', sizeof word - 1);
  word[sizeof word - 1] = 0;
  assert_null(suggest(word));
}

static void takes_words_of_the_greatest_length(void **state) {
  (void)state;
  char word[65], other[65];
  memset(word, 'a', 64);
  memset(other, 'a', 64);
  word[64] = other[64] = 0;
  other[63] = 'b';
  Suggestion suggestion = suggestion_for(word);
  suggestion_offer(&suggestion, other);
  assert_ptr_equal(suggestion.best, other);
}

static void prefers_the_nearest_and_then_the_first(void **state) {
  (void)state;
  Suggestion suggestion = suggestion_for("hoists");
  suggestion_offer(&suggestion, "hoi");
  suggestion_offer(&suggestion, "hoist");
  suggestion_offer(&suggestion, "hoistx");
  assert_string_equal(suggestion.best, "hoist");
}

UnitCount test_suggest(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_typing_errors),
      cmocka_unit_test(is_silent_when_nothing_is_near),
      cmocka_unit_test(takes_words_of_the_greatest_length),
      cmocka_unit_test(prefers_the_nearest_and_then_the_first),
  };
  return UNIT_RUN("suggest", tests);
}
