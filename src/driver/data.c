#include "driver/data.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

bool data_fail(ValueError *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  *error = (ValueError){0};
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return false;
}

DataFormat data_format(const char *path) {
  static const struct {
    const char *extension;
    DataFormat format;
  } FORMATS[] = {{".npy", DATA_NPY},     {".npz", DATA_NPZ},    {".csv", DATA_CSV},
                 {".png", DATA_PNG},     {".ppm", DATA_PNM},    {".pgm", DATA_PNM},
                 {".in", DATA_TEXT},     {".out", DATA_TEXT},   {".txt", DATA_TEXT},
                 {".data", DATA_BINARY}, {".bin", DATA_BINARY}, {".dat", DATA_BINARY}};
  const char *extension = path_extension(path);
  for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
    if (strcasecmp(FORMATS[i].extension, extension) == 0) return FORMATS[i].format;
  return DATA_OTHER;
}

const char *data_known(void) {
  return ".npy, .npz, .csv, .png, .ppm, .pgm, and .in, .out, .txt, .data, .bin and .dat for values "
         "in the data format";
}

bool data_check_type(const Value *value, ValueType wanted, ValueError *error) {
  char got[256], expected[256];
  ValueType type = value_type(value);
  if (type.prim == wanted.prim && type.rank == wanted.rank) return true;
  value_type_print(type, NULL, got, sizeof got);
  value_type_print(wanted, NULL, expected, sizeof expected);
  return data_fail(error, "it holds a value of type %s, not %s", got, expected);
}

static bool npy_read_as(const char *bytes, size_t length, ValueType wanted, Value *out,
                        ValueError *error) {
  if (!npy_read(bytes, length, out, error)) return false;
  if (data_check_type(out, wanted, error)) return true;
  value_free(out);
  return false;
}

bool data_read(DataFormat format, const char *bytes, size_t length, DataWanted wanted, Value *out,
               ValueError *error) {
  *out = (Value){0};
  switch (format) {
  case DATA_NPY: return npy_read_as(bytes, length, wanted.type, out, error);
  case DATA_CSV: return csv_read(bytes, length, wanted.type, out, error);
  case DATA_PNG:
  case DATA_PNM: return image_read(format, bytes, length, wanted, out, error);
  case DATA_OTHER:
  case DATA_TEXT:
  case DATA_BINARY:
  case DATA_NPZ: break; // these may hold several values
  }
  INTERNAL_ERROR("a file of format %d is not read here", (int)format);
}

static bool text_append(StrBuf *out, const Value *values, size_t count, bool is_binary,
                        ValueError *error) {
  Writer *writer = writer_to_memory();
  if (!writer) fatal_out_of_memory(0);
  bool is_good = true;
  for (size_t i = 0; is_good && i < count; i++)
    is_good = is_binary ? value_write_binary(writer, &values[i], error)
                        : value_write_text(writer, &values[i], error) &&
                              writer_put(writer, "\n", 1, error);
  size_t length;
  const char *text = writer_data(writer, &length);
  if (is_good) strbuf_write(out, text, length);
  writer_free(writer);
  return is_good;
}

bool data_write(StrBuf *out, DataFormat format, const Value *values, size_t count,
                ValueError *error) {
  if (format == DATA_NPZ) return npz_write(out, values, count, error);
  if (format == DATA_TEXT || format == DATA_BINARY)
    return text_append(out, values, count, format == DATA_BINARY, error);
  if (count != 1)
    return data_fail(error,
                     "such a file holds one value, but there are %zu results; .npz holds "
                     "several",
                     count);
  switch (format) {
  case DATA_NPY: npy_write(out, values); return true;
  case DATA_CSV: return csv_write(out, values, error);
  case DATA_PNG:
  case DATA_PNM: return image_write(out, format, values, error);
  case DATA_OTHER:
  case DATA_TEXT:
  case DATA_BINARY:
  case DATA_NPZ: break;
  }
  INTERNAL_ERROR("a file of format %d is not written here", (int)format);
}
