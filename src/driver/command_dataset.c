// ravel dataset: random values, and values from one format to the other.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/random_value.h"

// ---- Bounds ----

static const OptionId BOUNDS_OPTIONS[] = {
    [PRIM_I8] = OPTION_BOUNDS_I8,   [PRIM_I16] = OPTION_BOUNDS_I16, [PRIM_I32] = OPTION_BOUNDS_I32,
    [PRIM_I64] = OPTION_BOUNDS_I64, [PRIM_U8] = OPTION_BOUNDS_U8,   [PRIM_U16] = OPTION_BOUNDS_U16,
    [PRIM_U32] = OPTION_BOUNDS_U32, [PRIM_U64] = OPTION_BOUNDS_U64, [PRIM_F16] = OPTION_BOUNDS_F16,
    [PRIM_F32] = OPTION_BOUNDS_F32, [PRIM_F64] = OPTION_BOUNDS_F64};

// Reads a number of the type from the start of the text; NULL when there is none or it does not
// fit.
static const char *number_read(const char *text, Prim prim, int64_t *whole, double *real) {
  char *end;
  errno = 0;
  if (prim_is_float(prim)) {
    *real = strtod(text, &end);
    return end == text ? NULL : end;
  }
  unsigned width = 8 * (unsigned)prim_size(prim);
  if (prim_is_unsigned(prim)) {
    unsigned long long number = strtoull(text, &end, 10);
    if (*text == '-' || errno || (width < 64 && number >> width)) return NULL;
    *whole = (int64_t)number;
  } else {
    long long number = strtoll(text, &end, 10);
    long long limit = width < 64 ? 1LL << (width - 1) : 0;
    if (errno || (limit && (number < -limit || number >= limit))) return NULL;
    *whole = number;
  }
  return end == text ? NULL : end;
}

// `MIN:MAX`; false when the text is not that.
static bool bounds_read(const char *text, Prim prim, ValueBounds *bounds) {
  text = number_read(text, prim, &bounds->least, &bounds->least_real);
  if (!text || *text != ':') return false;
  text = number_read(text + 1, prim, &bounds->most, &bounds->most_real);
  if (!text || *text) return false;
  bounds->is_given = true;
  if (prim_is_float(prim)) return bounds->least_real <= bounds->most_real;
  if (prim_is_unsigned(prim)) return (uint64_t)bounds->least <= (uint64_t)bounds->most;
  return bounds->least <= bounds->most;
}

static bool bounds_from(Driver *driver, const Arguments *arguments, ValueBounds *bounds) {
  for (size_t prim = 0; prim < sizeof BOUNDS_OPTIONS / sizeof *BOUNDS_OPTIONS; prim++) {
    const char *text = option_text(arguments, BOUNDS_OPTIONS[prim], NULL);
    if (!text || bounds_read(text, (Prim)prim, &bounds[prim])) continue;
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE,
               "--%s-bounds takes two numbers of that type, the smaller first, not %s",
               prim_name((Prim)prim), text);
    diag_hint(driver->diag, "for example --%s-bounds=0:9", prim_name((Prim)prim));
    return false;
  }
  return true;
}

// ---- Values ----

static int report_write(Driver *driver, const ValueError *error) {
  diag_error(driver->diag, ERROR_CANNOT_WRITE, SPAN_NONE, "the values: %s", error->message);
  return EXIT_USAGE;
}

static int generate(Driver *driver, const Words *types, const ValueBounds *bounds, uint64_t seed,
                    Writer *writer, bool is_binary) {
  for (size_t i = 0; i < types->count; i++) {
    const char *text = types->data[i];
    ValueType type;
    int64_t shape[VALUE_MAX_RANK];
    bool is_type = value_type_parse(text, strlen(text), &type, shape);
    for (int k = 0; is_type && k < type.rank; k++)
      is_type = shape[k] >= 0;
    if (!is_type) {
      diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "%s is not a type with all its sizes",
                 text);
      diag_hint(driver->diag, "for example --generate='[100][3]f32'");
      return EXIT_USAGE;
    }
    Value value = {0};
    ValueError error = {0};
    const ValueBounds *limits = type.prim == PRIM_BOOL ? NULL : &bounds[type.prim];
    if (!value_random(type, shape, hash_combine(seed, i), limits, &value)) {
      diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "%s is too large", text);
      return EXIT_OUT_OF_MEMORY;
    }
    bool is_good = value_show(writer, &value, is_binary, &error);
    value_free(&value);
    if (!is_good) return report_write(driver, &error);
  }
  return EXIT_OK;
}

static int convert(Driver *driver, Writer *writer, bool is_binary) {
  Reader *reader = reader_from_file(stdin);
  if (!reader) fatal_out_of_memory(0);
  int status = EXIT_OK;
  ValueError error = {0};
  while (status == EXIT_OK && !reader_at_end(reader, NULL)) {
    Value value = {0};
    if (!value_read(reader, NULL, &value, &error)) {
      diag_error(driver->diag, ERROR_RUN_ARGUMENT, SPAN_NONE, "<stdin>:%zu:%zu: %s", error.line,
                 error.column, error.message);
      status = EXIT_RUN_TIME;
    } else if (!value_show(writer, &value, is_binary, &error)) {
      status = report_write(driver, &error);
    }
    value_free(&value);
  }
  reader_free(reader);
  return status;
}

int command_dataset(Driver *driver, const Arguments *arguments) {
  Words types = option_words(driver->arena, arguments, OPTION_GENERATE);
  ValueBounds bounds[PRIM_BOOL] = {0};
  if (!bounds_from(driver, arguments, bounds)) return EXIT_USAGE;
  bool is_binary = option_is_set(arguments, OPTION_DATA_BINARY);
  Writer *writer = writer_to_memory();
  if (!writer) fatal_out_of_memory(0);
  int status = option_is_set(arguments, OPTION_GENERATE)
                   ? generate(driver, &types, bounds, option_count(arguments, OPTION_DATA_SEED, 1),
                              writer, is_binary)
                   : convert(driver, writer, is_binary);
  size_t size;
  const char *data = writer_data(writer, &size);
  if (status == EXIT_OK)
    status = text_write(driver, option_text(arguments, OPTION_OUTPUT, NULL), data, size);
  writer_free(writer);
  return status;
}
