#include "test/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/gunzip.h"

// Made by zlib; FIXED has a name and everything else that may stand before the data.
static const char EMPTY[] =
    "\037\213\010\000\000\000\000\000\000\000\003\000\000\000\000\000\000\000\000\000";
static const char STORED[] =
    "\037\213\010\000\000\000\000\000\000\000\001\015\000\362\377\133\061\151\063\062\054\040"
    "\062\151\063\062\135\012\100\234\144\120\015\000\000\000";
static const char FIXED[] =
    "\037\213\010\036\000\000\000\000\000\000\003\000\141\142\143\170\056\151\156\000\141\040"
    "\143\157\155\155\145\156\164\000\022\064\313\110\315\311\311\127\310\100\047\271\000\000"
    "\210\131\013\030\000\000\000";
static const char REPEATED[] =
    "\037\213\010\000\000\000\000\000\000\000\113\114\112\034\205\243\160\024\016\163\010\000"
    "\110\305\307\127\350\003\000\000";
static const char SKEWED[] =
    "\037\213\010\000\000\000\000\000\000\000\005\301\201\201\003\061\014\303\260\331\276\355"
    "\135\142\113\344\376\343\074\360\367\371\176\177\277\337\363\074\317\363\276\357\373\276"
    "\357\173\316\071\347\234\163\316\071\347\336\173\357\275\367\336\173\357\275\367\336\173"
    "\357\314\314\314\314\314\314\314\314\314\314\314\314\314\314\314\314\314\356\356\356\356"
    "\356\356\356\356\356\356\356\356\356\356\356\356\356\356\356\356\356\356\356\356\356\356"
    "\356\046\111\222\044\111\222\044\111\222\044\111\222\044\111\222\044\111\222\044\111\222"
    "\044\111\222\044\111\222\044\111\222\044\111\222\244\155\333\266\155\333\266\155\333\266"
    "\155\333\266\155\333\266\155\333\266\155\333\266\155\333\266\155\333\266\155\333\266\155"
    "\333\266\155\333\266\155\333\266\155\333\266\155\333\266\155\333\266\155\333\266\155\333"
    "\026\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
    "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
    "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\125\125\125\125\125\125\125"
    "\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125"
    "\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125"
    "\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125"
    "\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\125\377"
    "\001\316\113\016\311\332\003\000\000";

enum { SKEWED_LENGTH = 986 };

// Letters that occur as often as Fibonacci's numbers say have codes of all lengths.
static void make_skewed(char *text) {
  size_t at = 0, count = 1, next = 1;
  for (char letter = 'A'; at < SKEWED_LENGTH; letter++) {
    memset(text + at, letter, count);
    at += count;
    next += count;
    count = next - count;
  }
}

static void expect_text(const char *bytes, size_t length, const char *text, size_t text_length) {
  StrBuf out = {0};
  const char *error = NULL;
  assert_true(gunzip(&out, bytes, length, text_length, &error));
  assert_int_equal(out.length, text_length);
  assert_memory_equal(strbuf_text(&out), text, text_length);
  strbuf_free(&out);
}

static void expect_error(const char *bytes, size_t length, size_t limit, const char *message) {
  StrBuf out = {0};
  const char *error = NULL;
  assert_false(gunzip(&out, bytes, length, limit, &error));
  if (message) assert_string_equal(error, message);
  assert_non_null(error);
  assert_true(out.length <= limit);
  strbuf_free(&out);
}

static void reads_blocks_of_every_kind(void **state) {
  (void)state;
  char repeated[1000], skewed[SKEWED_LENGTH];
  for (size_t i = 0; i < sizeof repeated; i++)
    repeated[i] = "ab"[i % 2];
  make_skewed(skewed);
  expect_text(EMPTY, sizeof EMPTY - 1, "", 0);
  expect_text(STORED, sizeof STORED - 1, "[1i32, 2i32]\n", 13);
  expect_text(FIXED, sizeof FIXED - 1, "hello hello hello hello\n", 24);
  expect_text(REPEATED, sizeof REPEATED - 1, repeated, sizeof repeated);
  expect_text(SKEWED, sizeof SKEWED - 1, skewed, sizeof skewed);
}

static void reads_several_parts(void **state) {
  (void)state;
  char both[sizeof STORED + sizeof FIXED + 8] = {0};
  memcpy(both, STORED, sizeof STORED - 1);
  memcpy(both + sizeof STORED - 1, FIXED, sizeof FIXED - 1);
  size_t length = sizeof STORED + sizeof FIXED - 2;
  const char *text = "[1i32, 2i32]\nhello hello hello hello\n";
  expect_text(both, length, text, strlen(text));
  expect_text(both, length + 8, text, strlen(text)); // zeros behind it are padding
  expect_error(both, length - 1, 100, "it is cut off");
  both[length] = 'x';
  expect_error(both, length + 1, 100, "it is not a gzip file");
}

static void refuses_what_is_cut_off(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof FIXED - 1; i++)
    expect_error(FIXED, i, 100, i < 2 ? "it is not a gzip file" : "it is cut off");
  for (size_t i = 2; i < sizeof SKEWED - 1; i++)
    expect_error(SKEWED, i, SKEWED_LENGTH, NULL);
}

// Some bits do not matter: a date, a flag, and what fills up the last byte. No other text ever
// comes out.
static void notices_damage(void **state) {
  (void)state;
  char bytes[sizeof SKEWED], skewed[SKEWED_LENGTH];
  size_t refused = 0;
  make_skewed(skewed);
  for (size_t i = 0; i < (sizeof SKEWED - 1) * 8; i++) {
    StrBuf out = {0};
    const char *error = NULL;
    memcpy(bytes, SKEWED, sizeof SKEWED);
    bytes[i / 8] = (char)(bytes[i / 8] ^ 1 << i % 8);
    if (gunzip(&out, bytes, sizeof SKEWED - 1, (size_t)2 * SKEWED_LENGTH, &error)) {
      assert_int_equal(out.length, SKEWED_LENGTH);
      assert_memory_equal(out.data, skewed, SKEWED_LENGTH);
    } else {
      refused++;
    }
    strbuf_free(&out);
  }
  assert_true(refused >= (sizeof SKEWED - 1 - 6) * 8 - 8);
}

static void keeps_the_limit(void **state) {
  (void)state;
  expect_error(REPEATED, sizeof REPEATED - 1, 999, "what it stands for is too large");
  expect_error(STORED, sizeof STORED - 1, 12, "what it stands for is too large");
  expect_error(FIXED, sizeof FIXED - 1, 0, "what it stands for is too large");
}

UnitCount test_gunzip(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_blocks_of_every_kind),
      cmocka_unit_test(reads_several_parts),
      cmocka_unit_test(refuses_what_is_cut_off),
      cmocka_unit_test(notices_damage),
      cmocka_unit_test(keeps_the_limit),
  };
  return UNIT_RUN("gunzip", tests);
}
