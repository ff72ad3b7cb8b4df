// Numbers in rows, separated by commas, semicolons or tabs. A first row of names is skipped.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "driver/data.h"

typedef struct CsvField {
  const char *text;
  size_t length;
} CsvField;

typedef struct Csv {
  const char *at, *end;
  char separator;
  size_t row; // of the file, from 1
} Csv;

static char separator_find(const char *bytes, size_t length) {
  const char *stop = memchr(bytes, '\n', length);
  size_t first = stop ? (size_t)(stop - bytes) : length;
  if (memchr(bytes, ',', first)) return ',';
  if (memchr(bytes, ';', first)) return ';';
  return memchr(bytes, '\t', first) ? '\t' : ',';
}

static CsvField field_trim(const char *start, const char *end) {
  while (start < end && isspace((unsigned char)*start))
    start++;
  while (end > start && isspace((unsigned char)end[-1]))
    end--;
  if (end - start >= 2 && *start == '"' && end[-1] == '"') {
    start++;
    end--;
  }
  return (CsvField){start, (size_t)(end - start)};
}

// The next row that is not blank; false at the end.
static bool row_take(Csv *csv, const char **start, const char **stop) {
  while (csv->at < csv->end) {
    *start = csv->at;
    *stop = memchr(csv->at, '\n', (size_t)(csv->end - csv->at));
    if (!*stop) *stop = csv->end;
    csv->at = *stop < csv->end ? *stop + 1 : csv->end;
    csv->row++;
    if (field_trim(*start, *stop).length > 0) return true;
  }
  return false;
}

// The next field of a row, which ends at `stop`; *start goes after it, or to NULL at the end.
static CsvField field_take(const Csv *csv, const char **start, const char *stop) {
  const char *from = *start, *end = memchr(from, csv->separator, (size_t)(stop - from));
  *start = end ? end + 1 : NULL;
  return field_trim(from, end ? end : stop);
}

// The field as the data format writes it.
static void field_put(StrBuf *out, CsvField field, Prim prim) {
  static const char *const WORDS[][2] = {
      {"nan", "nan"},   {"na", "nan"},         {"inf", "inf"},   {"infinity", "inf"},
      {"-inf", "-inf"}, {"-infinity", "-inf"}, {"true", "true"}, {"false", "false"}};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strlen(WORDS[i][0]) == field.length &&
        strncasecmp(WORDS[i][0], field.text, field.length) == 0) {
      strbuf_puts(out, WORDS[i][1]);
      return;
    }
  bool is_plus = field.length > 1 && field.text[0] == '+';
  if (prim == PRIM_BOOL && field.length == 1 && (*field.text == '0' || *field.text == '1'))
    strbuf_puts(out, *field.text == '1' ? "true" : "false");
  else
    strbuf_write(out, field.text + is_plus, field.length - is_plus);
}

// Is the field one value of the type?
static bool field_is_good(CsvField field, Prim prim) {
  StrBuf text = {0};
  ValueError error;
  Value value = {0};
  const ValueType type = {.prim = prim, .rank = 0};
  field_put(&text, field, prim);
  Reader *reader = reader_from_memory(strbuf_text(&text), text.length);
  if (!reader) fatal_out_of_memory(0);
  bool is_good = field.length > 0 && value_read(reader, &type, &value, &error) &&
                 reader_at_end(reader, &error);
  reader_free(reader);
  value_free(&value);
  strbuf_free(&text);
  return is_good;
}

// Is it a name or title, and not a number that is merely wrong?
static bool row_is_head(const Csv *csv, const char *start, const char *stop, Prim prim) {
  while (start) {
    CsvField field = field_take(csv, &start, stop);
    bool is_word = field.length > 0 && (isalpha((unsigned char)*field.text) || *field.text == '_');
    if (is_word && !field_is_good(field, prim)) return true;
  }
  return false;
}

// The first field that is no value of the type.
static bool fail_at_field(Csv csv, bool has_head, Prim prim, ValueError *error) {
  const char *start, *stop;
  if (has_head) row_take(&csv, &start, &stop);
  while (row_take(&csv, &start, &stop))
    for (size_t number = 1; start; number++) {
      CsvField field = field_take(&csv, &start, stop);
      if (field_is_good(field, prim)) continue;
      return field.length == 0
                 ? data_fail(error, "row %zu: field %zu is empty", csv.row, number)
                 : data_fail(error, "row %zu: field %zu is no %s: %.*s", csv.row, number,
                             prim_name(prim), (int)(field.length < 60 ? field.length : 60),
                             field.text);
    }
  return data_fail(error, "its rows are malformed");
}

// The rows as one array in the data format.
static bool rows_put(Csv *csv, Prim prim, bool *has_head, StrBuf *text, int64_t *rows,
                     int64_t *columns, ValueError *error) {
  const char *start, *stop;
  size_t first = 0;
  while (row_take(csv, &start, &stop)) {
    if (*rows == 0 && !*has_head && row_is_head(csv, start, stop, prim)) {
      *has_head = true;
      continue;
    }
    int64_t fields = 0;
    strbuf_puts(text, *rows > 0 ? ",[" : "[[");
    for (; start; fields++) {
      if (fields > 0) strbuf_putc(text, ',');
      field_put(text, field_take(csv, &start, stop), prim);
    }
    strbuf_putc(text, ']');
    if (*rows == 0) {
      *columns = fields;
      first = csv->row;
    }
    if (fields != *columns)
      return data_fail(error, "row %zu has %lld field%s, but row %zu has %lld", csv->row,
                       (long long)fields, fields == 1 ? "" : "s", first, (long long)*columns);
    ++*rows;
  }
  strbuf_putc(text, ']');
  return *rows > 0 || data_fail(error, "it has no rows");
}

// A matrix, or a vector, of one column or one row, or one number.
static bool matrix_fit(Value *value, ValueType wanted, ValueError *error) {
  int64_t rows = value->shape[0], columns = value->shape[1];
  bool is_vector = wanted.rank == 1 && (rows == 1 || columns == 1);
  if (wanted.rank == 2) return true;
  if (!is_vector && !(wanted.rank == 0 && rows == 1 && columns == 1)) {
    char type[256];
    value_type_print(wanted, NULL, type, sizeof type);
    return data_fail(error, "it has %lld rows of %lld fields, which are no %s", (long long)rows,
                     (long long)columns, type);
  }
  value->rank = wanted.rank;
  value->shape[0] = rows * columns;
  return true;
}

bool csv_read(const char *bytes, size_t length, ValueType wanted, Value *out, ValueError *error) {
  static const char MARK[] = "\xEF\xBB\xBF"; // some programs begin with it
  size_t skipped = length >= 3 && memcmp(bytes, MARK, 3) == 0 ? 3 : 0;
  Csv csv = {.at = bytes + skipped, .end = bytes + length};
  csv.separator = separator_find(csv.at, length - skipped);
  const Csv whole = csv;
  StrBuf text = {0};
  int64_t rows = 0, columns = 0;
  bool has_head = false;
  bool is_good = rows_put(&csv, wanted.prim, &has_head, &text, &rows, &columns, error);
  if (is_good) {
    const ValueType matrix = {.prim = wanted.prim, .rank = 2};
    Reader *reader = reader_from_memory(strbuf_text(&text), text.length);
    if (!reader) fatal_out_of_memory(0);
    is_good = value_read(reader, &matrix, out, error) && reader_at_end(reader, error);
    reader_free(reader);
    // A field may be anything, also what ends an array and begins another one.
    if (is_good) is_good = out->shape[0] == rows && out->shape[1] == columns;
    if (!is_good) fail_at_field(whole, has_head, wanted.prim, error);
    if (is_good) is_good = matrix_fit(out, wanted, error);
    if (!is_good) value_free(out);
  }
  strbuf_free(&text);
  return is_good;
}

// An element as text, without the suffix of its type.
static bool element_put(StrBuf *out, const Value *value, int64_t at, Writer *writer,
                        ValueError *error) {
  size_t before, after, size = prim_size(value->prim);
  Value element = {.prim = value->prim, .data = (char *)value->data + at * (int64_t)size};
  writer_data(writer, &before);
  if (!value_write_text(writer, &element, error)) return false;
  const char *text = writer_data(writer, &after) + before;
  size_t length = after - before, name = strlen(prim_name(value->prim));
  bool has_suffix = value->prim != PRIM_BOOL && length > name &&
                    memcmp(text + length - name, prim_name(value->prim), name) == 0;
  if (length > name && text[0] == prim_name(value->prim)[0] && text[name] == '.') {
    strbuf_puts(out, text + name + 1); // f64.nan
    return true;
  }
  if (length > name + 1 && text[0] == '-' && text[name + 1] == '.') {
    strbuf_printf(out, "-%s", text + name + 2); // -f64.inf
    return true;
  }
  strbuf_write(out, text, has_suffix ? length - name : length);
  return true;
}

bool csv_write(StrBuf *out, const Value *value, ValueError *error) {
  if (value->rank > 2)
    return data_fail(error, "it holds a matrix at most, and the result has %d dimensions",
                     value->rank);
  int64_t columns = value->rank == 2 ? value->shape[1] : 1, count = value_count(value);
  Writer *writer = writer_to_memory();
  if (!writer) fatal_out_of_memory(0);
  bool is_good = true;
  for (int64_t i = 0; is_good && i < count; i++) {
    is_good = element_put(out, value, i, writer, error);
    strbuf_putc(out, (i + 1) % columns == 0 ? '\n' : ',');
  }
  writer_free(writer);
  return is_good;
}
