#include "test/unit/unit.h"

#include <string.h>

#include "rts/c/kept.h"

static Digest digest_of(const char *text, size_t length) {
  Digest digest = {0};
  digest_add(&digest, text, length);
  return digest;
}

static bool is_same(Digest one, Digest other) {
  return one.first == other.first && one.second == other.second;
}

// The values of MurmurHash3, x64, 128 bits, seed 0, for texts that end everywhere in a block.
static void is_the_published_one(void **state) {
  (void)state;
  static const char FOX[] = "The quick brown fox jumps over the lazy dog";
  Digest fox = digest_of(FOX, sizeof FOX - 1), hello = digest_of("hello", 5);
  assert_true(fox.first == 0xe34bbc7bbc071b6cu && fox.second == 0x7a433ca9c49a9347u);
  assert_true(hello.first == 0xcbd8a7b341bd9b02u && hello.second == 0x5b1e906a48ae1d19u);
  assert_true(is_same(digest_of("", 0), (Digest){0}));
}

static void tells_parts_apart(void **state) {
  (void)state;
  Digest whole = digest_of("abcdef", 6), parts = digest_of("abc", 3), other = digest_of("abcd", 4);
  digest_add(&parts, "def", 3);
  digest_add(&other, "ef", 2);
  assert_false(is_same(whole, parts));
  assert_false(is_same(whole, other));
  assert_false(is_same(parts, other));
  char zeroes[64] = {0};
  for (size_t i = 0; i < sizeof zeroes; i++)
    for (size_t j = 0; j < i; j++)
      assert_false(is_same(digest_of(zeroes, i), digest_of(zeroes, j)));
}

UnitCount test_kept(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_the_published_one),
      cmocka_unit_test(tells_parts_apart),
  };
  return UNIT_RUN("kept", tests);
}
