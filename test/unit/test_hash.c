#include "test/unit/unit.h"

#include <string.h>

#include "base/hash.h"

static void does_not_change(void **state) {
  (void)state;
  assert_true(hash_bytes("", 0) == hash_bytes(NULL, 0));
  assert_true(hash_bytes("ravel", 5) == hash_bytes("ravelled", 5));
  assert_true(hash_u64(0) == 0);
  assert_true(hash_u64(1) == 0x5692161D100B05E5u);
}

static void tells_similar_inputs_apart(void **state) {
  (void)state;
  char zeroes[64] = {0};
  for (size_t i = 0; i < 64; i++)
    for (size_t j = 0; j < i; j++)
      assert_false(hash_bytes(zeroes, i) == hash_bytes(zeroes, j));
  assert_false(hash_combine(1, 2) == hash_combine(2, 1));
  assert_false(hash_combine(0, 0) == 0);
  assert_false(hash_bytes("abcdefgh12345678", 16) == hash_bytes("12345678abcdefgh", 16));
}

// Sequential and strided keys must spread over the low bits, which tables use.
static void spreads_low_bits(void **state) {
  (void)state;
  for (int shift = 0; shift < 56; shift += 8) {
    bool is_used[256] = {false};
    int used = 0;
    for (uint64_t i = 0; i < 256; i++) {
      bool *place = &is_used[hash_u64(i << shift) & 255];
      used += *place ? 0 : 1;
      *place = true;
    }
    assert_true(used > 130);
  }
}

UnitCount test_hash(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(does_not_change),
      cmocka_unit_test(tells_similar_inputs_apart),
      cmocka_unit_test(spreads_low_bits),
  };
  return UNIT_RUN("hash", tests);
}
