// Values: what is read and written, round trips of random values, and input that is malformed, cut
// off or damaged.
#include "test/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/scalar.h"
#include "rts/c/value.h"

// ---------------------------------------------------------------------------------------------
// Helpers

#define PRIM_COUNT 12

static uint64_t random_next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// Memory of the exact size, so that the sanitizers see every step beyond it.
static char *exact_copy(const void *data, size_t size) {
  char *copy = malloc(size == 0 ? 1 : size);
  assert_non_null(copy);
  memcpy(copy, data, size);
  return copy;
}

// Reads one value that must be all of the input; type may be NULL.
static bool read_all(const void *data, size_t size, const char *type, Value *value,
                     ValueError *error) {
  ValueType expected;
  if (type != NULL) assert_true(value_type_parse(type, strlen(type), &expected, NULL));
  Reader *reader = reader_from_memory(data, size);
  assert_non_null(reader);
  bool is_read = value_read(reader, type == NULL ? NULL : &expected, value, error);
  if (is_read && !reader_at_end(reader, error)) {
    value_free(value);
    is_read = false;
  }
  reader_free(reader);
  return is_read;
}

// The text that the input is written back as.
static void assert_echo(const char *input, const char *type, const char *output) {
  Value value;
  ValueError error;
  size_t size;
  char *copy = exact_copy(input, strlen(input));
  if (!read_all(copy, strlen(input), type, &value, &error))
    fail_msg("%s: %zu:%zu: %s", input, error.line, error.column, error.message);
  free(copy);
  Writer *writer = writer_to_memory();
  assert_true(value_write_text(writer, &value, &error));
  assert_string_equal(writer_data(writer, &size), output);
  assert_int_equal(size, strlen(output));
  writer_free(writer);
  value_free(&value);
}

static void assert_fails(const char *input, const char *type, const char *message) {
  Value value;
  ValueError error;
  char *copy = exact_copy(input, strlen(input));
  if (read_all(copy, strlen(input), type, &value, &error)) fail_msg("%s was accepted", input);
  free(copy);
  assert_null(value.data);
  if (strstr(error.message, message) == NULL)
    fail_msg("%s: the message is: %s", input, error.message);
}

// A stream that holds the bytes.
static FILE *stream_of(const void *data, size_t size) {
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, size, file), size);
  rewind(file);
  return file;
}

static void random_value(uint64_t *state, Value *value) {
  int64_t shape[5];
  Prim prim = (Prim)(random_next(state) % PRIM_COUNT);
  int rank = (int)(random_next(state) % 5);
  for (int i = 0; i < rank; i++)
    shape[i] = (int64_t)(random_next(state) % 6) - (random_next(state) % 16 != 0 ? -1 : 0);
  assert_true(value_make(value, prim, rank, shape));
  size_t size = (size_t)value_count(value) * prim_size(prim);
  unsigned char *data = value->data;
  for (size_t i = 0; i < size; i++)
    data[i] = (unsigned char)(prim == PRIM_BOOL ? random_next(state) & 1 : random_next(state) >> 9);
}

// Equal bit for bit, but for nans, of which text does not keep the bits.
static bool same_value(const Value *a, const Value *b) {
  char message[256];
  if (!value_compare(a, b, 0, message, sizeof message)) return false;
  if (a->prim != PRIM_F64) return true;
  const double *x = a->data, *y = b->data;
  for (int64_t i = 0; i < value_count(a); i++)
    if (!isnan(x[i]) && memcmp(&x[i], &y[i], sizeof *x) != 0) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// What is read and written

static void reads_the_documented_forms(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {"42", NULL, "42i32"},
      {"42", "i64", "42i64"},
      {"42", "f32", "42.0f32"},
      {"-3i8", NULL, "-3i8"},
      {"0xFFu8", NULL, "255u8"},
      {"0xff", "u8", "255u8"},
      {"0x1f32", NULL, "7986i32"},
      {"-0x10", NULL, "-16i32"},
      {"0x8407i16", NULL, "-31737i16"},
      {"0xffffffff", NULL, "-1i32"},
      {"0b10000000", "i8", "-128i8"},
      {"-1u16", NULL, "65535u16"},
      {"-1", "u64", "18446744073709551615u64"},
      {"0b101", NULL, "5i32"},
      {"1_000", NULL, "1000i32"},
      {"-9223372036854775808i64", NULL, "-9223372036854775808i64"},
      {"18446744073709551615u64", NULL, "18446744073709551615u64"},
      {"-128i8", NULL, "-128i8"},
      {"00000000000000000000000000007", NULL, "7i32"},
      {"-0u8", NULL, "0u8"},
      {"1.5", NULL, "1.5f64"},
      {"1.5", "f16", "1.5f16"},
      {".5", NULL, "0.5f64"},
      {"5.", NULL, "5.0f64"},
      {"1e10f32", NULL, "10000000000.0f32"},
      {"1E+2", NULL, "100.0f64"},
      {"1f32", NULL, "1.0f32"},
      {"0x1.8p3f64", NULL, "12.0f64"},
      {"0x1p-1074", NULL, "5.0e-324f64"},
      {"0x10", "f32", "16.0f32"},
      {"-0.0", NULL, "-0.0f64"},
      {"1e-400", NULL, "0.0f64"},
      {"0e999999999999999999", NULL, "0.0f64"},
      {"1_0.2_5e0", NULL, "10.25f64"},
      {"nan", NULL, "f64.nan"},
      {"NaN", NULL, "f64.nan"},
      {"-Infinity", NULL, "-f64.inf"},
      {"-inf", "f32", "-f32.inf"},
      {"f32.nan", NULL, "f32.nan"},
      {"-f64.inf", NULL, "-f64.inf"},
      {"f16.inf", "f16", "f16.inf"},
      {"true", NULL, "true"},
      {" \t\r\n false -- yes", "bool", "false"},
      {"[1,2,3]", NULL, "[1i32, 2i32, 3i32]"},
      {"[1u8,2]", NULL, "[1u8, 2u8]"},
      {"[[1,2],[3,4]]", "[][]i64", "[[1i64, 2i64], [3i64, 4i64]]"},
      {"[ -- first\n 1.0 , -- second\n 2 ]--", "[]f32", "[1.0f32, 2.0f32]"},
      {"[[[true]],[[false]]]", NULL, "[[[true]], [[false]]]"},
      {"empty([0][3]i32)", NULL, "empty([0][3]i32)"},
      {" empty ( [ 2 ] [ 0 ] f64 ) ", "[][]f64", "empty([2][0]f64)"},
      {"empty([0][9223372036854775807][9223372036854775807]i64)", NULL,
       "empty([0][9223372036854775807][9223372036854775807]i64)"},
      {"[]", "[]bool", "empty([0]bool)"},
      {"[[],[]]", "[][]i32", "empty([2][0]i32)"},
      {"\"abc\"", NULL, "[97u8, 98u8, 99u8]"},
      {"\"\"", NULL, "empty([0]u8)"},
      {"\"\\n\\\"\\\\\\x41\\0\\xfF\"", "[]u8", "[10u8, 34u8, 92u8, 65u8, 0u8, 255u8]"},
      {"\"\xc3\xa6 -- no comment\"", "[]u8",
       "[195u8, 166u8, 32u8, 45u8, 45u8, 32u8, 110u8, 111u8, 32u8, 99u8, 111u8, 109u8, 109u8, "
       "101u8, 110u8, 116u8]"},
      {"[\"ab\", [1, 2]]", NULL, "[[97u8, 98u8], [1u8, 2u8]]"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_echo(cases[i][0], cases[i][1], cases[i][2]);
}

static void prints_the_shortest_float(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"0.1f64", "0.1f64"},
      {"0.1f32", "0.1f32"},
      {"0.1f16", "0.1f16"},
      {"0.30000000000000004", "0.30000000000000004f64"},
      {"1e-7", "1.0e-7f64"},
      {"0.0001", "0.0001f64"},
      {"0.00001234", "1.234e-5f64"},
      {"1e15", "1000000000000000.0f64"},
      {"1e16", "1.0e16f64"},
      {"1e22", "1.0e22f64"},
      {"9007199254740993", "9007199254740992.0f64"}, // a tie, to even
      {"123456.789", "123456.789f64"},
      {"1.7976931348623157e308", "1.7976931348623157e308f64"},
      {"2.2250738585072014e-308", "2.2250738585072014e-308f64"},
      {"2.2250738585072011e-308", "2.225073858507201e-308f64"},
      {"5e-324", "5.0e-324f64"},
      {"2.5e-324", "5.0e-324f64"},
      {"9.5367431640625e-7", "9.5367431640625e-7f64"}, // a power of two: a narrow interval
      {"16777217f32", "16777216.0f32"},
      {"16777219f32", "16777220.0f32"},
      {"3.4028235e38f32", "3.4028235e38f32"},
      {"1.17549435e-38f32", "1.1754944e-38f32"},
      {"1e-45f32", "1.0e-45f32"},
      {"1.00000017881393432617187499f32", "1.0000001f32"}, // below a tie
      {"1.00000017881393432617187500f32", "1.0000002f32"}, // a tie
      {"1.00000017881393432617187501f32", "1.0000002f32"}, // above a tie
      {"6e-8f16", "6.0e-8f16"},
      {"65504f16", "65500.0f16"},
      {"1.00048828125f16", "1.0f16"},                              // a tie, to even
      {"1.00048828125000000000000000000000000001f16", "1.001f16"}, // above it
      {"1.00048828124999999999999999999999999999f16", "1.0f16"},   // below it
      {"1.00146484375f16", "1.002f16"},                            // a tie, to even
      {"0.00146484374999999999999999999999999999e3f16", "1.465f16"},
      {"100146484374999999999999999999999999999e-38f16", "1.001f16"},
      {"100146484375000000000000000000000000001e-38f16", "1.002f16"},
      {"2.98023223876953125e-8f16", "0.0f16"}, // a tie with zero
      {"2.980232238769531250000000000000001e-8f16", "6.0e-8f16"},
      {"65519.999999999999999999999999f16", "65500.0f16"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *name = strchr(cases[i][1], 'f');
    assert_echo(cases[i][0], name, cases[i][1]);
  }
}

static void binary_has_the_documented_bytes(void **state) {
  (void)state;
  static const char bytes[] = "b\2\2 i16\2\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\xff\xff";
  ValueError error;
  Value value;
  size_t size;
  assert_true(read_all(bytes, sizeof bytes - 1, "[][]i16", &value, &error));
  assert_true(value.shape[0] == 2 && value.shape[1] == 1);
  assert_true(((int16_t *)value.data)[0] == 1 && ((int16_t *)value.data)[1] == -1);
  Writer *writer = writer_to_memory();
  assert_true(value_write_binary(writer, &value, &error));
  const char *data = writer_data(writer, &size);
  assert_int_equal(size, sizeof bytes - 1);
  assert_memory_equal(data, bytes, size);
  writer_free(writer);
  value_free(&value);
  assert_true(read_all("b\2\0bool\1", 8, "bool", &value, &error));
  assert_true(value.rank == 0 && *(bool *)value.data);
  value_free(&value);
}

static void parses_and_prints_types(void **state) {
  (void)state;
  ValueType type;
  int64_t shape[VALUE_MAX_RANK];
  char text[64];
  assert_true(value_type_parse("[2][]f32", 8, &type, shape));
  assert_true(type.prim == PRIM_F32 && type.rank == 2 && shape[0] == 2 && shape[1] == -1);
  assert_int_equal(value_type_print(type, shape, text, sizeof text), 8);
  assert_string_equal(text, "[2][]f32");
  assert_int_equal(value_type_print(type, NULL, text, sizeof text), 7);
  assert_string_equal(text, "[][]f32");
  assert_int_equal(value_type_print(type, shape, text, 4), 8);
  assert_string_equal(text, "[2]");
  assert_int_equal(value_type_print(type, shape, NULL, 0), 8);
  static const char *const wrong[] = {"",
                                      "[]",
                                      "i3",
                                      "[i32",
                                      "[-1]i32",
                                      "[]]i32",
                                      "[2]i32x",
                                      "i32 ",
                                      "[x]u8",
                                      "[2 ]u8",
                                      "ibool",
                                      "[][",
                                      "[9223372036854775808]i8"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(value_type_parse(wrong[i], strlen(wrong[i]), &type, shape));
}

static void makes_no_value_that_is_too_large(void **state) {
  (void)state;
  Value value;
  int64_t huge[] = {INT64_MAX, 2}, negative[] = {-1}, zero[] = {INT64_MAX, INT64_MAX, 0};
  assert_false(value_make(&value, PRIM_I8, 2, huge));
  assert_false(value_make(&value, PRIM_I64, 1, huge));
  assert_false(value_make(&value, PRIM_I64, 1, negative));
  assert_false(value_make(&value, PRIM_I64, VALUE_MAX_RANK + 1, zero));
  assert_true(value_make(&value, PRIM_I64, 3, zero));
  assert_int_equal(value_count(&value), 0);
  value_free(&value);
  value_free(&value);
}

// ---------------------------------------------------------------------------------------------
// Round trips

static void random_values_survive_both_formats(void **state) {
  (void)state;
  enum { COUNT = 3000 };
  uint64_t random = 42;
  Value *values = calloc(COUNT, sizeof *values);
  ValueError error;
  FILE *file = tmpfile();
  assert_true(values != NULL && file != NULL);
  Writer *to_file = writer_to_file(file), *to_memory = writer_to_memory();
  for (int i = 0; i < COUNT; i++) {
    random_value(&random, &values[i]);
    bool is_binary = random_next(&random) % 2 == 0;
    Writer *writers[] = {to_file, to_memory};
    for (int j = 0; j < 2; j++) {
      if (is_binary)
        assert_true(value_write_binary(writers[j], &values[i], &error));
      else
        assert_true(value_write_text(writers[j], &values[i], &error));
      assert_true(writer_put(writers[j], "\n", 1, &error));
    }
  }
  assert_true(writer_flush(to_file, &error) && writer_flush(to_memory, &error));
  rewind(file);
  size_t size;
  const char *data = writer_data(to_memory, &size);
  Reader *readers[] = {reader_from_file(file), reader_from_memory(data, size)};
  for (int j = 0; j < 2; j++) {
    for (int i = 0; i < COUNT; i++) {
      Value value;
      ValueType type = value_type(&values[i]);
      if (!value_read(readers[j], i % 2 == 0 ? &type : NULL, &value, &error))
        fail_msg("value %d: offset %zu: %s", i, error.offset, error.message);
      assert_true(same_value(&values[i], &value));
      value_free(&value);
    }
    assert_true(reader_at_end(readers[j], &error));
    reader_free(readers[j]);
  }
  for (int i = 0; i < COUNT; i++)
    value_free(&values[i]);
  free(values);
  writer_free(to_file);
  writer_free(to_memory);
  fclose(file);
}

// Floats of random bits, of few digits, and near powers of two survive text, and no text with
// fewer digits would do.
static void random_floats_survive_text(void **state) {
  (void)state;
  enum { COUNT = 100000 };
  uint64_t random = 7;
  int64_t shape[] = {COUNT};
  Value value, back;
  ValueError error;
  size_t size;
  assert_true(value_make(&value, PRIM_F64, 1, shape));
  double *data = value.data;
  for (int i = 0; i < COUNT; i++) {
    uint64_t bits = random_next(&random);
    if (i % 4 == 1) bits = (bits & 0xfff0000000000000) + bits % 5 - 2;
    data[i] = double_from_bits(bits);
    if (i % 4 == 2) data[i] = (double)(bits >> 44) / 1000;
    if (i % 4 == 3) data[i] = (double)(int64_t)(bits >> 12) * pow(10, (int)(bits & 63) - 32);
  }
  Writer *writer = writer_to_memory();
  assert_true(value_write_text(writer, &value, &error));
  const char *text = writer_data(writer, &size);
  if (!read_all(text, size, "[]f64", &back, &error)) fail_msg("%s", error.message);
  assert_true(same_value(&value, &back));
  const char *p = text + 1;
  for (int i = 0; i < COUNT; i++, p = strchr(p, ' ') + 1) {
    if (isnan(data[i]) || isinf(data[i])) continue;
    int digits = 0, zeros = 0;
    for (const char *q = p; *q != 'e' && *q != 'f'; q++) {
      if (*q < '0' || *q > '9' || (*q == '0' && digits == 0)) continue;
      digits++;
      zeros = *q == '0' ? zeros + 1 : 0;
    }
    digits -= zeros;
    assert_in_range(digits, data[i] == 0 ? 0 : 1, 17);
    char shorter[64];
    if (digits < 2) continue;
    snprintf(shorter, sizeof shorter, "%.*e", digits - 2, data[i]);
    if (strtod(shorter, NULL) == data[i]) fail_msg("%.30s could be %s", p, shorter);
  }
  value_free(&value);
  value_free(&back);
  writer_free(writer);
}

static void every_half_survives_text(void **state) {
  (void)state;
  int64_t shape[] = {256, 256};
  Value value, back;
  ValueError error;
  size_t size;
  assert_true(value_make(&value, PRIM_F16, 2, shape));
  for (int i = 0; i < 65536; i++)
    ((Half *)value.data)[i] = (Half)i;
  Writer *writer = writer_to_memory();
  assert_true(value_write_text(writer, &value, &error));
  const char *text = writer_data(writer, &size);
  assert_true(read_all(text, size, "[][]f16", &back, &error));
  for (int i = 0; i < 65536; i++) {
    Half half = ((Half *)back.data)[i];
    if (isnan_f16((Half)i))
      assert_true(isnan_f16(half));
    else
      assert_int_equal(half, i);
  }
  value_free(&value);
  value_free(&back);
  writer_free(writer);
}

// ---------------------------------------------------------------------------------------------
// Malformed input

static void refuses_malformed_text(void **state) {
  (void)state;
  // clang-format off
  static const char *const malformed[] = {
      "", " ", "-- only a comment", "-", "--", "+1", "1 2", "1x", "1i", "1i3", "1i33", "1bool",
      "1__i32x", "_1", "1.2.3", "1..2", "1e", "1e+", "1e5.", ".", "-.", ".e5", "0x", "0b", "0xg",
      "0b2", "0x_1", "0x1.8", "0x.p1", "0x1p", "0xp1", "--1", "- 1", "1-", "nano", "infinite",
      "f32.nani", "f32.", "f32", "i32.nan", "f31.nan", ".nan", "nan.", "True", "truefalse",
      "true1", "-true", "tru", "[", "]", "[]", "[[]]", "[,]", "[1,]", "[,1]", "[1,,2]", "[1 2]",
      "[1", "[1,", "[1]]", "[[1]", "[[1],]", "[1,[2]]", "[[1],2]", "[[1],[2,3]]", "[[1,2],[3]]",
      "[[1,2],[]]", "[[[1]],[[1],[2]]]", "[1,2.5]", "[1,true]", "[true,1]", "[1i8,2u8]",
      "[1.0,f32.nan]", "(1)", "{1}", "[1;2]", "\"", "\"abc", "\"\\", "\"\\q\"", "\"\\x1\"",
      "\"\\xg1\"", "\"a\nb\"", "[\"a\",\"bc\"]", "[\"a\",1]", "[1,\"a\"]", "'a'", "empty",
      "empty(", "empty()", "empty(i32)", "empty([]i32)", "empty([1]i32)", "empty([0]i32",
      "empty([0])", "empty([0]i3)", "empty[0]i32", "empty([-1][0]i32)",
      "empty([0][9223372036854775808]i32)", "empty(([0]i32))", "[empty([0]i32)]", "128i8",
      "-129i8", "256u8", "-256u8", "65536u16", "2147483648", "-2147483649", "4294967296u32",
      "9223372036854775808i64", "18446744073709551616u64", "0x100i8", "-0x81i8", "0b100000000u8",
      "99999999999999999999999999999999", "0xfffffffffffffffff", "1e400", "-1e400", "1e39f32",
      "65520f16", "0x1p1024", "0xfffffffffffffffffu64", "\x80", "\x01", "1\x80", "#", "@", "\\",
      "b", "b\2", "b\1\1 i32", "b\3\1 i32", "b\2\1i32 ", "b\2\1 i33", "bool", "b\2A i32",
      "\xef\xbb\xbf 1",
  };
  // clang-format on
  for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
    assert_fails(malformed[i], NULL, "");
}

static void says_what_was_expected(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {"3.5f64", "i32", "expected i32, found 3.5f64"},
      {"3.5", "i32", "expected i32, found 3.5"},
      {"1u8", "i8", "expected i8, found 1u8"},
      {"true", "f32", "expected f32, found true"},
      {"1", "bool", "expected bool, found 1"},
      {"nan", "i32", "expected i32, found nan"},
      {"f32.nan", "f64", "expected f64, found f32.nan"},
      {"[1,2.5]", "[]i32", "expected i32, found 2.5"},
      {"1", "[]i32", "expected []i32, found 1"},
      {"[1]", "i32", "expected i32, found ["},
      {"[1]", "[][]i32", "expected [, found 1"},
      {"[[1]]", "[]i32", "expected an element of type i32, found ["},
      {"\"a\"", "[]i32", "expected []i32, found \""},
      {"\"a\"", "u8", "expected u8, found \""},
      {"empty([0]i32)", "[]i64", "expected []i64, found empty([0]i32)"},
      {"empty([0]i32)", "[][]i32", "expected [][]i32, found empty"},
      {"[]", "[][]i32", "write empty("},
      {"300i8", "i8", "300i8 is out of range for i8"},
      {"300", "u8", "300 is out of range for u8"},
      {"[1,2", "[]i32", "expected ',' or ']', found the end of the input"},
      {"[[1,2],[3]]", "[][]i32", "has 1 elements, but the ones before it have 2"},
      {"1 2", "i32", "expected the end of the input"},
      {"b\2\1 i32", "[]i32", "cut off"},
      {"b\1\1 i32", "[]i32", "version 1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_fails(cases[i][0], cases[i][1], cases[i][2]);
}

// The offset of the fault in binary input, which has neither lines nor columns.
static void says_where_in_binary(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t size;
    const char *message;
    size_t offset;
  } cases[] = {
      {"b\2\0 i3", 6, "header", 6},
      {"\n\nb\3\0 i32", 9, "version 3", 3},
      {"b\2\377 i32", 7, "rank 255", 2},
      {"b\2\0 i33", 7, "unknown type", 3},
      {"b\2\1 i32\1\0\0", 10, "shape", 10},
      {"b\2\2 i32\1\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377", 23,
       "dimension 1 of a binary value is negative: -1", 15},
      {"b\2\1 i32\0\0\0\0\0\0\0\200", 15, "negative: -9223372036854775808", 7},
      {"b\2\1bool\3\0\0\0\0\0\0\0\0\1\2", 18, "neither 0 nor 1", 17},
      {"b\2\0 i32\1\0\0\0\n1", 13, "expected the end", 12},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int is_stream = 0; is_stream < 2; is_stream++) {
      FILE *file = stream_of(cases[i].text, cases[i].size);
      Reader *reader =
          is_stream ? reader_from_file(file) : reader_from_memory(cases[i].text, cases[i].size);
      Value value = {0};
      ValueError error = {0};
      assert_false(value_read(reader, NULL, &value, &error) && reader_at_end(reader, &error));
      if (strstr(error.message, cases[i].message) == NULL || error.offset != cases[i].offset)
        fail_msg("case %zu: offset %zu: %s", i, error.offset, error.message);
      assert_true(error.has_offset && error.line == 0 && error.column == 0);
      value_free(&value);
      reader_free(reader);
      fclose(file);
    }
  }
}

static void says_where(void **state) {
  (void)state;
  Value value;
  ValueError error;
  static const char text[] = "-- \xc3\xa6\n[1,\n  \xc3\xa6]";
  assert_false(read_all(text, strlen(text), NULL, &value, &error));
  assert_true(error.line == 3 && error.column == 3 && error.offset == 12);
  // The same beyond the first buffer of a stream.
  size_t size = 300000;
  char *large = malloc(size);
  assert_non_null(large);
  memset(large, ' ', size);
  for (size_t i = 99; i < size; i += 100)
    large[i] = '\n';
  large[size - 50] = '?';
  FILE *file = stream_of(large, size);
  Reader *reader = reader_from_file(file);
  assert_false(value_read(reader, NULL, &value, &error));
  assert_true(error.line == 3000 && error.column == 51 && error.offset == size - 50);
  reader_free(reader);
  fclose(file);
  free(large);
}

static void depth_and_length_are_bounded(void **state) {
  (void)state;
  enum { LENGTH = 100000 };
  char *text = malloc(LENGTH);
  ValueError error;
  Value value;
  assert_non_null(text);
  memset(text, '[', LENGTH);
  assert_false(read_all(text, LENGTH, NULL, &value, &error));
  assert_non_null(strstr(error.message, "dimensions"));
  memset(text, '1', LENGTH);
  assert_false(read_all(text, LENGTH, NULL, &value, &error));
  FILE *file = stream_of(text, LENGTH);
  Reader *reader = reader_from_file(file);
  assert_false(value_read(reader, NULL, &value, &error));
  assert_non_null(strstr(error.message, "too long"));
  reader_free(reader);
  fclose(file);
  // 64 dimensions are allowed.
  memset(text, '[', 64);
  text[64] = '7';
  memset(text + 65, ']', 64);
  assert_true(read_all(text, 129, NULL, &value, &error));
  assert_int_equal(value.rank, 64);
  value_free(&value);
  // A type in empty(...) that is too long.
  memcpy(text, "empty(", 6);
  assert_false(read_all(text, LENGTH, NULL, &value, &error));
  // A number that is long because of its leading zeros.
  memset(text, '0', LENGTH);
  text[1] = '.';
  text[LENGTH - 1] = '1';
  char *exact = exact_copy(text, LENGTH);
  assert_false(read_all(exact, LENGTH, NULL, &value, &error));
  assert_non_null(strstr(error.message, "too long"));
  free(exact);
  free(text);
}

// Headers that promise more than there is must not make the reader take memory for it.
static void lying_headers_are_refused(void **state) {
  (void)state;
  static const char *const sizes[] = {"\xff\xff\xff\xff\xff\xff\xff\xff",
                                      "\xff\xff\xff\xff\xff\xff\xff\x7f", "\0\0\0\0\0\1\0\0",
                                      "\0\0\0\x80\0\0\0\0", "\1\0\0\0\0\0\0\0"};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
      char bytes[24] = "b\2\2 f64";
      Value value;
      ValueError error;
      memcpy(bytes + 7, sizes[i], 8);
      memcpy(bytes + 15, sizes[j], 8);
      assert_false(read_all(bytes, 23, NULL, &value, &error));
      assert_false(error.out_of_memory);
      FILE *file = stream_of(bytes, 23);
      Reader *reader = reader_from_file(file);
      assert_false(value_read(reader, NULL, &value, &error));
      assert_false(error.out_of_memory);
      reader_free(reader);
      fclose(file);
    }
  }
}

// Reads all values of the input, from memory and from a stream; what fails must fail cleanly, and
// both must agree.
static int count_values(const char *data, size_t size, bool with_stream) {
  char *copy = exact_copy(data, size);
  int counts[2] = {0, 0};
  for (int i = 0; i < (with_stream ? 2 : 1); i++) {
    FILE *file = i == 1 ? stream_of(data, size) : NULL;
    Reader *reader = i == 1 ? reader_from_file(file) : reader_from_memory(copy, size);
    ValueError error;
    Value value;
    while (!reader_at_end(reader, NULL)) {
      error.message[0] = '\0';
      if (!value_read(reader, NULL, &value, &error)) {
        assert_true(error.message[0] != '\0' && value.data == NULL && value.shape == NULL);
        counts[i] = -1 - counts[i];
        break;
      }
      value_free(&value);
      counts[i]++;
    }
    reader_free(reader);
    if (file != NULL) fclose(file);
  }
  free(copy);
  if (with_stream) assert_int_equal(counts[0], counts[1]);
  return counts[0];
}

// A stream of both formats with every type.
static Writer *sample_stream(uint64_t seed) {
  Writer *writer = writer_to_memory();
  ValueError error;
  for (int i = 0; i < 30; i++) {
    Value value;
    random_value(&seed, &value);
    assert_true(i % 2 == 0 ? value_write_text(writer, &value, &error)
                           : value_write_binary(writer, &value, &error));
    assert_true(writer_put(writer, i % 2 == 0 ? "\n" : "", i % 2 == 0, &error));
    value_free(&value);
  }
  static const char extra[] = "\"a\\x41\" 0x1.8p3f64 -f32.inf empty([0][3]i32) 1e-320 [[1],[2]]\n";
  assert_true(writer_put(writer, extra, sizeof extra - 1, &error));
  return writer;
}

static void truncation_anywhere_is_survived(void **state) {
  (void)state;
  size_t size;
  Writer *writer = sample_stream(3);
  const char *data = writer_data(writer, &size);
  assert_int_equal(count_values(data, size, true), 36);
  for (size_t i = 0; i < size - 1; i++) { // the last byte is a newline
    int count = count_values(data, i, i % 37 == 0);
    assert_true(count < 36);
  }
  writer_free(writer);
}

static void mutations_are_survived(void **state) {
  (void)state;
  static const char bytes[] = "[]\",.-_eEpxb0123456789fiu \n\\()tn\2\0\xff";
  uint64_t random = 99;
  for (int round = 0; round < 10; round++) {
    size_t size;
    Writer *writer = sample_stream(100 + (uint64_t)round);
    const char *data = writer_data(writer, &size);
    char *copy = exact_copy(data, size);
    for (int i = 0; i < 400; i++) {
      memcpy(copy, data, size);
      for (uint64_t j = 0; j < 1 + random % 4; j++) {
        size_t at = (size_t)(random_next(&random) % size);
        copy[at] = random_next(&random) % 2 == 0 ? bytes[random_next(&random) % sizeof bytes]
                                                 : (char)random_next(&random);
      }
      count_values(copy, size, i % 50 == 0);
    }
    free(copy);
    writer_free(writer);
  }
}

// ---------------------------------------------------------------------------------------------
// Comparison

static void assert_compare(const char *expected, const char *got, double tolerance,
                           const char *message) {
  Value a, b;
  ValueError error;
  char text[256] = "";
  assert_true(read_all(expected, strlen(expected), NULL, &a, &error));
  assert_true(read_all(got, strlen(got), NULL, &b, &error));
  bool is_equal = value_compare(&a, &b, tolerance, text, sizeof text);
  if (message == NULL && !is_equal) fail_msg("%s", text);
  if (message != NULL && is_equal) fail_msg("%s and %s are equal", expected, got);
  if (message != NULL) assert_string_equal(text, message);
  char small[4];
  value_compare(&a, &b, tolerance, small, sizeof small); // must not write beyond
  value_free(&a);
  value_free(&b);
}

static void compares_values(void **state) {
  (void)state;
  assert_compare("1", "1", 0, NULL);
  assert_compare("1", "2", 0.5, "expected 1i32, got 2i32");
  assert_compare("[[1,2],[3,4]]", "[[1,2],[3,5]]", 0, "at [1][1]: expected 4i32, got 5i32");
  assert_compare("1", "1i64", 0, "expected a value of type i32, got one of type i64");
  assert_compare("[1]", "[1,2]", 0, "expected a value of type [1]i32, got one of type [2]i32");
  assert_compare("[1]", "1", 0, "expected a value of type [1]i32, got one of type i32");
  assert_compare("empty([0][2]i32)", "empty([0][2]i32)", 0, NULL);
  assert_compare("empty([0][2]i32)", "empty([0][3]i32)", 0,
                 "expected a value of type [0][2]i32, got one of type [0][3]i32");
  assert_compare("1.0", "1.001", 0.002, NULL);
  assert_compare("1.0", "1.001", 0.0001, "expected 1.0f64, got 1.001f64");
  assert_compare("1000f32", "1001f32", 0.002, NULL);
  assert_compare("0.0", "1e-7", 0.002, NULL);
  assert_compare("0.0", "1e-3", 0.002, "expected 0.0f64, got 0.001f64");
  assert_compare("0.0", "-0.0", 0, NULL);
  assert_compare("nan", "nan", 0, NULL);
  assert_compare("nan", "1.0", 9, "expected f64.nan, got 1.0f64");
  assert_compare("1.0", "nan", 9, "expected 1.0f64, got f64.nan");
  assert_compare("inf", "inf", 0, NULL);
  assert_compare("inf", "-inf", 9, "expected f64.inf, got -f64.inf");
  assert_compare("inf", "1e308", 9, "expected f64.inf, got 1.0e308f64");
  assert_compare("1.0f16", "1.001f16", 0.002, NULL);
  assert_compare("[true,false]", "[true,true]", 0, "at [1]: expected false, got true");
}

UnitCount test_value(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_the_documented_forms),
      cmocka_unit_test(prints_the_shortest_float),
      cmocka_unit_test(binary_has_the_documented_bytes),
      cmocka_unit_test(parses_and_prints_types),
      cmocka_unit_test(makes_no_value_that_is_too_large),
      cmocka_unit_test(random_values_survive_both_formats),
      cmocka_unit_test(random_floats_survive_text),
      cmocka_unit_test(every_half_survives_text),
      cmocka_unit_test(refuses_malformed_text),
      cmocka_unit_test(says_what_was_expected),
      cmocka_unit_test(says_where),
      cmocka_unit_test(says_where_in_binary),
      cmocka_unit_test(depth_and_length_are_bounded),
      cmocka_unit_test(lying_headers_are_refused),
      cmocka_unit_test(truncation_anywhere_is_survived),
      cmocka_unit_test(mutations_are_survived),
      cmocka_unit_test(compares_values),
  };
  return UNIT_RUN("value", tests);
}
