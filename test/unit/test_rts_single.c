// The runtime as generated programs have it: all files in one translation unit, private to it.
#include "test/unit/unit.h"

#include <string.h>

#define RTS_API static inline
#include "rts/c/value.c"
#include "rts/c/value_binary.c"
#include "rts/c/value_float.c"
#include "rts/c/value_reader.c"
#include "rts/c/value_text_read.c"
#include "rts/c/value_text_write.c"

static void values_work_in_one_translation_unit(void **state) {
  (void)state;
  static const char text[] = "[0.1, 2.5f32]";
  ValueType type = {.prim = PRIM_F32, .rank = 1};
  ValueError error;
  Value value;
  size_t size;
  Reader *reader = reader_from_memory(text, strlen(text));
  Writer *writer = writer_to_memory();
  assert_true(reader != NULL && writer != NULL);
  assert_true(value_read(reader, &type, &value, &error) && reader_at_end(reader, &error));
  assert_true(value_write_text(writer, &value, &error));
  assert_string_equal(writer_data(writer, &size), "[0.1f32, 2.5f32]");
  value_free(&value);
  reader_free(reader);
  writer_free(writer);
}

UnitCount test_rts_single(void) {
  static const struct CMUnitTest tests[] = {cmocka_unit_test(values_work_in_one_translation_unit)};
  return UNIT_RUN("rts_single", tests);
}
