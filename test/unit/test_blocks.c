#include "test/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "driver/test.h"

typedef struct Blocks {
  Session session;
  TestSpec spec;
  bool is_good;
} Blocks;

// Reads the test blocks of a text whose comments begin with the given sign.
static void blocks_open(Blocks *blocks, const char *comment, const char *text) {
  Front front = {.name = "test", .comment = comment};
  session_open(&blocks->session, 0);
  const SourceFile *file = source_add(blocks->session.driver.sources, "text", text, strlen(text));
  blocks->is_good = test_spec_parse(&blocks->session.driver, &front, file, &blocks->spec);
}

static void reads_every_item(void **state) {
  (void)state;
  Blocks blocks;
  blocks_open(&blocks, "--",
              "-- Description: input { 1 }\n"
              "-- ==\n"
              "-- tags { a b}\n"
              "-- input { 1 \"}\" } output { 2 }\n"
              "-- \"name\" nobench compiled input @ dir/in.data\n"
              "--   output @ out.data\n"
              "-- entry: f g\n"
              "-- random input { [3]i32 } auto output\n"
              "-- input {} error: a.*b  \n"
              "-- structure { par@grid 1, not update not 2 }\n"
              "-- structure simplify, hoist {scan 0}\n"
              "fun code\n"
              "  -- ==\n"
              "  -- tags{c} input{4}\n"
              "-- ==\n"
              "-- input { 5 }");
  assert_true(blocks.is_good);
  TestSpec *spec = &blocks.spec;
  assert_int_equal(spec->tags.count, 3);
  assert_int_equal(spec->cases.count, 8);
  assert_null(spec->error);
  TestCase *cases = spec->cases.data;
  assert_null(cases[0].entry);
  assert_int_equal(cases[0].input.kind, DATA_TEXT);
  assert_memory_equal(cases[0].input.text, " 1 \"}\" ", 7);
  assert_int_equal(cases[0].input.length, 7);
  assert_int_equal(cases[1].input.kind, DATA_FILE);
  assert_string_equal(cases[1].input.text, "dir/in.data");
  assert_string_equal(cases[1].output.text, "out.data");
  assert_string_equal(cases[2].entry, "f");
  assert_string_equal(cases[3].entry, "g");
  assert_int_equal(cases[3].input.kind, DATA_RANDOM);
  assert_int_equal(cases[3].output.kind, DATA_NONE);
  assert_string_equal(cases[5].error, "a.*b");
  // A block has its own entry points.
  assert_null(cases[6].entry);
  assert_null(cases[7].entry);
  assert_int_equal(spec->structures.count, 2);
  Structure *structure = &spec->structures.data[0];
  assert_int_equal(structure->counts.count, 3);
  assert_string_equal(structure->counts.data[0].name, "par@grid");
  assert_int_equal(structure->counts.data[0].count, 1);
  assert_int_equal(structure->counts.data[1].count, 0);
  assert_string_equal(structure->counts.data[2].name, "not");
  assert_int_equal(structure->counts.data[2].count, 2);
  assert_int_equal(spec->structures.data[1].passes.count, 2);
  session_close(&blocks.session);
}

static void works_for_every_comment_sign(void **state) {
  (void)state;
  static const char *const signs[] = {"--", "%", "⍝", "//"};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    char text[200];
    snprintf(text, sizeof text,
             "code\n%s pass: simplify,hoist\n%s ==\n%s input { 1 \n%s 2 }\n%serror: x", signs[i],
             signs[i], signs[i], signs[i], signs[i]);
    Blocks blocks;
    blocks_open(&blocks, signs[i], text);
    assert_true(blocks.is_good);
    assert_int_equal(blocks.spec.passes.count, 2);
    assert_int_equal(blocks.spec.cases.count, 1);
    assert_string_equal(blocks.spec.cases.data[0].error, "x");
    session_close(&blocks.session);
  }
}

static void finds_nothing_where_nothing_is(void **state) {
  (void)state;
  static const char *const texts[] = {
      "", "\n", "--", "-- ===", "== input { 1 }", "code -- ==\n-- ?"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Blocks blocks;
    blocks_open(&blocks, "--", texts[i]);
    assert_true(blocks.is_good);
    assert_int_equal(blocks.spec.cases.count, 0);
    assert_null(blocks.spec.error);
    session_close(&blocks.session);
  }
}

static void refuses_what_is_malformed(void **state) {
  (void)state;
  static const char *const items[] = {
      "nonsense",
      "input",
      "input {",
      "input { \"}",
      "input 1",
      "input @",
      "input { 1 } auto",
      "random { i32 }",
      "random input @ f",
      "tags",
      "tags { a",
      "structure { par }",
      "structure par",
      "structure { not }",
      "structure { nonsense 1 }",
      "structure { par -1x }",
      "error: [",
      "output { 1 }",
      "}",
      "\"name",
  };
  for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
    char text[200];
    snprintf(text, sizeof text, "-- ==\n-- %s\n", items[i]);
    Blocks blocks;
    blocks_open(&blocks, "--", text);
    if (blocks.is_good) fail_msg("%s was accepted", items[i]);
    assert_non_null(strstr(session_text(&blocks.session), "error[E0012]"));
    session_close(&blocks.session);
  }
}

// Scripts and the constructs of another compiler are read over, to be skipped.
static void foreign_items_are_read(void **state) {
  (void)state;
  Blocks blocks;
  blocks_open(&blocks, "--",
              "-- ==\n"
              "-- script input { f 1 {x = 2} } output { 3 }\n"
              "-- input { $f 1 } output { $g \"}\" }\n"
              "-- structure gpu-mem { SegMap 1, /Loop/If 2 }\n"
              "-- structure { not Screma par 1 }\n");
  assert_true(blocks.is_good);
  assert_int_equal(blocks.spec.cases.count, 2);
  assert_int_equal(blocks.spec.cases.data[0].input.kind, DATA_SCRIPT);
  assert_int_equal(blocks.spec.cases.data[0].output.kind, DATA_TEXT);
  assert_int_equal(blocks.spec.cases.data[1].input.kind, DATA_SCRIPT);
  assert_int_equal(blocks.spec.cases.data[1].output.kind, DATA_SCRIPT);
  assert_int_equal(blocks.spec.structures.data[0].counts.count, 0);
  assert_int_equal(blocks.spec.structures.data[0].foreign.count, 2);
  assert_int_equal(blocks.spec.structures.data[1].counts.count, 1);
  assert_int_equal(blocks.spec.structures.data[1].foreign.count, 1);
  session_close(&blocks.session);
}

// Reads values of one type from a text.
static bool read_one(DataKind kind, const char *text, ValueType type, Values *values) {
  Session session;
  StrBuf why = {0};
  session_open(&session, 0);
  const SourceFile *file = source_add(session.driver.sources, "text", text, strlen(text));
  TestData data = {kind, text, strlen(text), span_new(file->id, 0, 0)};
  bool is_good = test_data_read(&session.driver, &data, (TestWhose){0}, &type, 1, values, &why);
  assert_true(is_good == (why.length == 0));
  strbuf_free(&why);
  session_close(&session);
  return is_good;
}

static void random_values_do_not_change(void **state) {
  (void)state;
  Values first = {0}, second = {0};
  ValueType type = {PRIM_F64, 2};
  assert_true(read_one(DATA_RANDOM, "[30][2]f64", type, &first));
  assert_true(read_one(DATA_RANDOM, "\n [30][2]f64 ", type, &second));
  assert_int_equal(value_count(&first.data[0]), 60);
  assert_memory_equal(first.data[0].data, second.data[0].data, 60 * sizeof(double));
  const double *numbers = first.data[0].data;
  for (size_t i = 0; i < 60; i++)
    assert_true(numbers[i] >= 0 && numbers[i] < 1 && (i == 0 || numbers[i] != numbers[i - 1]));
  values_free(&first);
  values_free(&second);
}

static void random_values_of_every_type(void **state) {
  (void)state;
  static const char *const names[] = {"i8",  "i16", "i32", "i64", "u8",  "u16",
                                      "u32", "u64", "f16", "f32", "f64", "bool"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    ValueType type;
    Values values = {0};
    assert_true(value_type_parse(names[i], strlen(names[i]), &type, NULL));
    assert_true(read_one(DATA_RANDOM, names[i], type, &values));
    if (type.prim == PRIM_BOOL) assert_true(*(unsigned char *)values.data[0].data <= 1);
    values_free(&values);
  }
}

static void refuses_values_that_do_not_fit(void **state) {
  (void)state;
  Values values = {0};
  ValueType type = {PRIM_I32, 1};
  static const char *const wrong[] = {
      "",    "[]i32", "[3]i64", "i32", "[3]i32 1", "[-1]i32", "[9223372036854775807]i32",
      "[1,", "banana"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(read_one(DATA_RANDOM, wrong[i], type, &values));
  assert_false(read_one(DATA_TEXT, "", type, &values));
  assert_false(read_one(DATA_TEXT, "[1] 2", type, &values));
  assert_false(read_one(DATA_FILE, "/no/such/file", type, &values));
  assert_true(read_one(DATA_RANDOM, "[1, 2]", type, &values));
  assert_int_equal(value_count(&values.data[0]), 2);
  values_free(&values);
}

UnitCount test_blocks(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_every_item),
      cmocka_unit_test(works_for_every_comment_sign),
      cmocka_unit_test(finds_nothing_where_nothing_is),
      cmocka_unit_test(refuses_what_is_malformed),
      cmocka_unit_test(foreign_items_are_read),
      cmocka_unit_test(random_values_do_not_change),
      cmocka_unit_test(random_values_of_every_type),
      cmocka_unit_test(refuses_values_that_do_not_fit),
  };
  return UNIT_RUN("blocks", tests);
}
