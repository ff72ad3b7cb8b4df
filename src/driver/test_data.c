// The values of a test: written out, in a file, random, or computed by a script.
#include <stdlib.h>
#include <string.h>

#include "base/gunzip.h"
#include "driver/random_value.h"
#include "driver/test.h"

// A data file may be large, but not endless.
static const size_t FILE_LIMIT = (size_t)1 << 31;

void values_make(Values *values, size_t count) {
  values->data = calloc(count + 1, sizeof *values->data);
  if (!values->data) fatal_out_of_memory((count + 1) * sizeof *values->data);
  values->count = count;
}

static void put_type(StrBuf *out, ValueType type) {
  char text[512];
  value_type_print(type, NULL, text, sizeof text);
  strbuf_puts(out, text);
}

// ---- Written out, or in a file ----

// Where in the source (or data file) a value is wrong.
static void put_place(StrBuf *why, Driver *driver, const TestData *data, const ValueError *error) {
  if (data->kind == DATA_FILE) {
    strbuf_printf(why, "%s", data->text);
    if (error->line) strbuf_printf(why, ":%zu:%zu", error->line, error->column);
  } else {
    uint32_t line, column;
    const SourceFile *file = source_get(driver->sources, data->span.file);
    source_position(file, data->span.start + error->offset, &line, &column);
    strbuf_printf(why, "line %u, column %u", (unsigned)line, (unsigned)column);
  }
}

static bool read_all(TestWhose whose, Reader *reader, const ValueType *types, Values *values,
                     size_t *position, ValueError *error) {
  if (whose.entry)
    return entry_read_values(whose.entry, whose.are_results, reader, types, values, position,
                             error);
  for (*position = 0; *position < values->count; ++*position)
    if (!value_read(reader, &types[*position], &values->data[*position], error)) return false;
  return true;
}

static bool read_values(Driver *driver, const TestData *data, TestWhose whose, const char *text,
                        size_t length, const ValueType *types, Values *values, StrBuf *why) {
  Reader *reader = reader_from_memory(text, length);
  if (!reader) fatal_out_of_memory(length);
  ValueError error = {0};
  size_t i;
  bool is_good = read_all(whose, reader, types, values, &i, &error);
  if (!is_good) {
    put_place(why, driver, data, &error);
    strbuf_printf(why, ": value %zu of %zu, of type ", i + 1, values->count);
    put_type(why, types[i]);
    strbuf_printf(why, ": %s", error.message);
  }
  if (is_good && !reader_at_end(reader, &error)) {
    is_good = false;
    put_place(why, driver, data, &error);
    strbuf_printf(why, ": expected %zu value%s: %s", values->count, values->count == 1 ? "" : "s",
                  error.message);
  }
  reader_free(reader);
  return is_good;
}

bool data_file_read(Arena *arena, const char *path, StrBuf *text, StrBuf *why) {
  size_t length = 0;
  const char *error = NULL;
  const char *bytes = file_read(arena, path, FILE_LIMIT, &length, &error);
  if (bytes && strcmp(path_extension(path), ".gz") == 0)
    gunzip(text, bytes, length, FILE_LIMIT, &error);
  else if (bytes)
    strbuf_write(text, bytes, length);
  if (error) strbuf_printf(why, "cannot read %s: %s", path, error);
  return !error;
}

static bool read_file(Driver *driver, const TestData *data, TestWhose whose, const ValueType *types,
                      Values *values, StrBuf *why) {
  StrBuf text = {0};
  bool is_good =
      data_file_read(driver->arena, data->text, &text, why) &&
      read_values(driver, data, whose, strbuf_text(&text), text.length, types, values, why);
  strbuf_free(&text);
  return is_good;
}

// ---- Random ----

// The end of the next item: a type, or a value with its brackets.
static size_t item_end(const char *text, size_t length) {
  size_t depth = 0, end = 0;
  for (; end < length; end++) {
    if (text[end] == '[' || text[end] == '(') depth++;
    if ((text[end] == ']' || text[end] == ')') && depth) depth--;
    if (!depth && strchr(" \t\r\n", text[end])) break;
  }
  return end;
}

// One item: a type with all its sizes stands for a random value, anything else for itself.
static bool item_make(const char *text, size_t length, size_t position, ValueType expected,
                      Value *value, StrBuf *why) {
  ValueType type;
  int64_t shape[VALUE_MAX_RANK];
  if (!value_type_parse(text, length, &type, shape)) {
    ValueError error = {0};
    Reader *reader = reader_from_memory(text, length);
    if (!reader) fatal_out_of_memory(length);
    bool is_good = value_read(reader, &expected, value, &error) && reader_at_end(reader, &error);
    reader_free(reader);
    if (!is_good) strbuf_printf(why, "%.*s: %s", (int)length, text, error.message);
    return is_good;
  }
  if (type.prim != expected.prim || type.rank != expected.rank) {
    strbuf_printf(why, "value %zu has the type %.*s, but the entry point expects ", position + 1,
                  (int)length, text);
    put_type(why, expected);
    return false;
  }
  for (int i = 0; i < type.rank; i++)
    if (shape[i] < 0) {
      strbuf_printf(why, "%.*s: a random value needs all its sizes", (int)length, text);
      return false;
    }
  if (value_random(type, shape, hash_combine(hash_bytes(text, length), position), NULL, value))
    return true;
  strbuf_printf(why, "%.*s: too large", (int)length, text);
  return false;
}

static bool make_random(const TestData *data, const ValueType *types, Values *values, StrBuf *why) {
  const char *text = data->text, *end = data->text + data->length;
  size_t position = 0;
  for (;; position++) {
    while (text < end && strchr(" \t\r\n", *text))
      text++;
    if (text == end) break;
    if (position == values->count) break;
    size_t length = item_end(text, (size_t)(end - text));
    if (!item_make(text, length, position, types[position], &values->data[position], why))
      return false;
    text += length;
  }
  if (position == values->count && text == end) return true;
  strbuf_printf(why, "the entry point expects %zu value%s, and there are %s", values->count,
                values->count == 1 ? "" : "s", text == end ? "fewer" : "more");
  return false;
}

bool test_data_read(Driver *driver, const TestData *data, TestWhose whose, const ValueType *types,
                    size_t count, Values *values, StrBuf *why) {
  values_make(values, count);
  bool is_good = false;
  switch (data->kind) {
  case DATA_NONE: is_good = true; break;
  case DATA_TEXT:
    is_good = read_values(driver, data, whose, data->text, data->length, types, values, why);
    break;
  case DATA_FILE: is_good = read_file(driver, data, whose, types, values, why); break;
  case DATA_RANDOM: is_good = make_random(data, types, values, why); break;
  case DATA_SCRIPT: is_good = test_script_run(driver, whose.host, data, types, values, why); break;
  }
  if (!is_good) values_free(values);
  return is_good;
}
