#include "driver/run_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/folder.h"

static const size_t FILE_LIMIT = (size_t)1 << 40;

// The arguments of an entry point while they are read.
typedef struct InputReading {
  Driver *driver;
  const Fun *entry;
  ValueType *types; // of all values
  Values *values;
  size_t count;   // of arguments
  bool *is_given; // for each argument
} InputReading;

bool run_has_inputs(const Arguments *arguments) {
  return arguments->operands.count > 1 || option_is_set(arguments, OPTION_INPUT);
}

// ---- Messages ----

// Says what is wrong with an argument: `argument 2 of 3 (xs: []f64): FILE: words`.
static int complain(const InputReading *reading, size_t number, const char *file, const char *words,
                    bool is_memory) {
  EntryArgument argument = entry_argument(reading->entry, number);
  diag_error(reading->driver->diag, is_memory ? ERROR_RUN_MEMORY : ERROR_RUN_ARGUMENT, SPAN_NONE,
             "argument %zu of %zu (%s%s%s): %s%s%s", number + 1, reading->count,
             argument.name ? argument.name : "", argument.name ? ": " : "", argument.type,
             file ? file : "", file ? ": " : "", words);
  return is_memory ? EXIT_OUT_OF_MEMORY : EXIT_RUN_TIME;
}

static int complain_value(const InputReading *reading, size_t number, const char *file,
                          const ValueError *error) {
  Arena *arena = reading->driver->arena;
  const char *words = error->message;
  if (file && error->line > 0)
    words = arena_printf(arena, "line %zu, column %zu: %s", error->line, error->column, words);
  else if (file && error->has_offset)
    words = arena_printf(arena, "byte %zu: %s", error->offset, words);
  return complain(reading, number, file, words, error->out_of_memory);
}

// `main (n: i64, xs: []f64)`.
static const char *signature(const InputReading *reading) {
  StrBuf text = {0};
  strbuf_printf(&text, "%s (", entry_name(reading->entry));
  for (size_t i = 0; i < reading->count; i++) {
    EntryArgument argument = entry_argument(reading->entry, i);
    strbuf_printf(&text, "%s%s%s%s", i > 0 ? ", " : "", argument.name ? argument.name : "",
                  argument.name ? ": " : "", argument.type);
  }
  strbuf_putc(&text, ')');
  const char *kept = arena_printf(reading->driver->arena, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return kept;
}

// ---- One argument ----

// Reads it from text, or from a file in the data format.
static int values_read(InputReading *reading, size_t number, const char *bytes, size_t length,
                       const char *file) {
  ValueError error = {0};
  Reader *reader = reader_from_memory(bytes, length);
  if (!reader) fatal_out_of_memory(0);
  bool is_good = entry_read_argument(reading->entry, number, reader, reading->types,
                                     reading->values->data, &error) &&
                 reader_at_end(reader, &error);
  reader_free(reader);
  return is_good ? EXIT_OK : complain_value(reading, number, file, &error);
}

static DataWanted wanted_of(const InputReading *reading, size_t value) {
  const Fun *fun = reading->entry;
  size_t at = fun->size_count + value;
  const Type *type = at < fun->param_count ? fun->params[at].var->type : NULL;
  DataWanted wanted = {.type = reading->types[value]};
  if (type && type->kind == TYPE_ARRAY && type->rank == 3 && !type->dims[2].var)
    wanted.channels = type->dims[2].size;
  return wanted;
}

static int file_convert(InputReading *reading, size_t number, const char *path, DataFormat format,
                        const char *bytes, size_t length) {
  EntryArgument argument = entry_argument(reading->entry, number);
  ValueError error = {0};
  if (argument.count != 1)
    return complain(reading, number, path,
                    arena_printf(reading->driver->arena,
                                 "the argument has %zu values, but the file holds one",
                                 argument.count),
                    false);
  if (data_read(format, bytes, length, wanted_of(reading, argument.first),
                &reading->values->data[argument.first], &error))
    return EXIT_OK;
  return complain_value(reading, number, path, &error);
}

// Gives an array of an archive to the argument of its name, or of its number if it has none.
static int array_give(InputReading *reading, const char *path, DataArray *array) {
  Driver *driver = reading->driver;
  size_t number = 0;
  unsigned position = 0;
  for (; number < reading->count; number++) {
    const char *name = entry_argument(reading->entry, number).name;
    if (name && strcmp(name, array->name) == 0) break;
  }
  if (number == reading->count && sscanf(array->name, "arr_%u", &position) == 1) number = position;
  if (number >= reading->count) {
    diag_error(driver->diag, ERROR_RUN_ARGUMENT, SPAN_NONE, "%s: there is no parameter %s in %s",
               path, array->name, signature(reading));
    return EXIT_RUN_TIME;
  }
  EntryArgument argument = entry_argument(reading->entry, number);
  ValueError error = {0};
  const char *where = arena_printf(driver->arena, "%s: %s", path, array->name);
  if (reading->is_given[number])
    return complain(reading, number, where, "it is given twice", false);
  if (argument.count != 1)
    return complain(reading, number, where, "the argument has several values", false);
  if (!data_check_type(&array->value, reading->types[argument.first], &error))
    return complain_value(reading, number, where, &error);
  reading->is_given[number] = true;
  reading->values->data[argument.first] = array->value;
  array->value = (Value){0};
  return EXIT_OK;
}

static int archive_read(InputReading *reading, const char *path, const char *bytes, size_t length) {
  DataArrays arrays = {0};
  ValueError error = {0};
  int status = EXIT_OK;
  if (!npz_read(reading->driver->arena, bytes, length, &arrays, &error)) {
    diag_error(reading->driver->diag, ERROR_RUN_ARGUMENT, SPAN_NONE, "%s: %s", path, error.message);
    status = EXIT_RUN_TIME;
  }
  for (size_t i = 0; i < arrays.count; i++) {
    if (status == EXIT_OK) status = array_give(reading, path, &arrays.data[i]);
    value_free(&arrays.data[i].value);
  }
  return status;
}

// The file that an argument names: by an extension that is known, or after an @. NULL: it is a
// value.
static const char *file_of(const char *text, DataFormat *format) {
  *format = data_format(text);
  if (text[0] == '@' && text[1]) {
    *format = data_format(text + 1);
    return text + 1;
  }
  return *format != DATA_OTHER && !strchr("\"[", text[0]) ? text : NULL;
}

// Reads a file; NULL after a report.
static const char *file_load(InputReading *reading, const char *path, size_t *length, int *status) {
  const char *error = NULL;
  const char *bytes = file_read(reading->driver->arena, path, FILE_LIMIT, length, &error);
  if (bytes) return bytes;
  diag_error(reading->driver->diag, ERROR_CANNOT_READ, SPAN_NONE, "cannot read %s: %s", path,
             error);
  *status = EXIT_SOURCE_ERROR;
  return NULL;
}

// What may have been meant by a text that is no value.
static void value_hint(const InputReading *reading, const char *text) {
  Diag *diag = reading->driver->diag;
  if (text[0] == '{')
    diag_hint(diag, "a record is written as the values of its fields, which are in alphabetic "
                    "order: '1.5 2'");
  else if (folder_is_there(text))
    diag_hint(diag, "%s is a folder", text);
  else if (access(text, F_OK) == 0)
    diag_hint(diag, "%s is a file; @%s is what it holds, as text or binary data", text, text);
  else if (strchr(text, '.') && !strchr("[\"-0123456789", text[0]))
    diag_hint(diag, "files are known by their extensions: %s; or write @FILE", data_known());
}

static int argument_read(InputReading *reading, size_t number, const char *text) {
  DataFormat format;
  const char *path = file_of(text, &format);
  size_t length = 0;
  int status = EXIT_OK;
  if (reading->is_given[number]) return complain(reading, number, NULL, "it is given twice", false);
  reading->is_given[number] = true;
  if (!path) {
    status = values_read(reading, number, text, strlen(text), NULL);
    if (status != EXIT_OK) value_hint(reading, text);
    return status;
  }
  const char *bytes = file_load(reading, path, &length, &status);
  if (!bytes) return status;
  if (format == DATA_OTHER || format == DATA_TEXT || format == DATA_BINARY)
    return values_read(reading, number, bytes, length, path);
  return file_convert(reading, number, path, format, bytes, length);
}

// ---- All of them ----

// `--input NAME=VALUE`.
static int named_read(InputReading *reading, const char *text) {
  Driver *driver = reading->driver;
  const char *equals = strchr(text, '=');
  if (!equals) {
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "--input needs NAME=VALUE, not '%s'",
               text);
    return EXIT_USAGE;
  }
  const char *name = arena_strndup(driver->arena, text, (size_t)(equals - text));
  Suggestion suggestion = suggestion_for(name);
  for (size_t i = 0; i < reading->count; i++) {
    const char *known = entry_argument(reading->entry, i).name;
    if (known && strcmp(known, name) == 0) return argument_read(reading, i, equals + 1);
    if (known) suggestion_offer(&suggestion, known);
  }
  diag_error(driver->diag, ERROR_RUN_ARGUMENT, SPAN_NONE, "there is no parameter %s in %s", name,
             signature(reading));
  if (suggestion.best) diag_hint(driver->diag, "did you mean %s?", suggestion.best);
  return EXIT_RUN_TIME;
}

// An operand belongs to the first argument that is not given yet.
static int operand_read(InputReading *reading, const char *text) {
  DataFormat format;
  const char *path = file_of(text, &format);
  if (path && format == DATA_NPZ) {
    size_t length = 0;
    int status = EXIT_OK;
    const char *bytes = file_load(reading, path, &length, &status);
    return bytes ? archive_read(reading, path, bytes, length) : status;
  }
  size_t number = 0;
  while (number < reading->count && reading->is_given[number])
    number++;
  if (number < reading->count) return argument_read(reading, number, text);
  diag_error(reading->driver->diag, ERROR_RUN_ARGUMENT, SPAN_NONE,
             "%s takes %zu argument%s, so there is none for %s", entry_name(reading->entry),
             reading->count, reading->count == 1 ? "" : "s", text);
  return EXIT_RUN_TIME;
}

static int all_given(const InputReading *reading) {
  for (size_t i = 0; i < reading->count; i++) {
    if (reading->is_given[i]) continue;
    EntryArgument argument = entry_argument(reading->entry, i);
    diag_error(reading->driver->diag, ERROR_RUN_ARGUMENT, SPAN_NONE,
               "argument %zu of %zu (%s%s%s) is not given", i + 1, reading->count,
               argument.name ? argument.name : "", argument.name ? ": " : "", argument.type);
    diag_hint(reading->driver->diag,
              "all arguments are given on the command line, or all on "
              "standard input: %s",
              signature(reading));
    return EXIT_RUN_TIME;
  }
  return EXIT_OK;
}

int run_inputs_read(Driver *driver, const Fun *entry, const Arguments *arguments, Values *values) {
  size_t count = 0;
  InputReading reading = {.driver = driver, .entry = entry, .values = values};
  reading.types = entry_param_types(entry, &count);
  reading.count = entry_argument_count(entry);
  reading.is_given = arena_array(driver->arena, bool, reading.count + 1);
  values->data = calloc(count + 1, sizeof *values->data);
  if (!values->data) fatal_out_of_memory((count + 1) * sizeof *values->data);
  values->count = count;
  int status = EXIT_OK;
  // Names first: operands take what is left.
  for (size_t i = 0; status == EXIT_OK && i < arguments->options.count; i++)
    if (arguments->options.data[i].id == OPTION_INPUT)
      status = named_read(&reading, arguments->options.data[i].value);
  for (size_t i = 1; status == EXIT_OK && i < arguments->operands.count; i++)
    status = operand_read(&reading, arguments->operands.data[i]);
  if (status == EXIT_OK) status = all_given(&reading);
  free(reading.types);
  if (status != EXIT_OK) values_free(values);
  return status;
}

int run_inputs_feed(Driver *driver, const Values *values) {
  ValueError error = {0};
  FILE *file = tmpfile();
  bool is_good = file && values_write(file, values->data, values->count, &error) &&
                 fflush(file) == 0 && fseek(file, 0, SEEK_SET) == 0 &&
                 dup2(fileno(file), STDIN_FILENO) == STDIN_FILENO;
  if (file) fclose(file);
  if (is_good) return EXIT_OK;
  return write_failed(driver, "the arguments to a temporary file",
                      error.message[0] ? error.message : "there is no room");
}

// ---- Results ----

const char *run_output(const Arguments *arguments, DataFormat *format) {
  const char *path = option_text(arguments, OPTION_RUN_OUTPUT, NULL);
  *format = path ? data_format(path) : DATA_OTHER;
  return path;
}

bool run_output_is_converted(const Arguments *arguments) {
  DataFormat format;
  const char *path = run_output(arguments, &format);
  return path && format != DATA_OTHER && format != DATA_TEXT && format != DATA_BINARY;
}

// As a program writes them: in the notation of their language.
static bool results_show(StrBuf *out, const Fun *entry, const Values *results, bool is_binary,
                         ValueError *error) {
  Writer *writer = writer_to_memory();
  if (!writer) fatal_out_of_memory(0);
  bool is_good = entry_show(writer, entry, results, is_binary, -1, error);
  size_t length;
  const char *text = writer_data(writer, &length);
  if (is_good) strbuf_write(out, text, length);
  writer_free(writer);
  return is_good;
}

int run_results_write(Driver *driver, const Arguments *arguments, const Fun *entry,
                      const Values *results) {
  DataFormat format;
  const char *path = run_output(arguments, &format);
  ValueError error = {0};
  StrBuf bytes = {0};
  bool is_binary = format == DATA_BINARY || option_is_set(arguments, OPTION_BINARY);
  bool is_good = run_output_is_converted(arguments)
                     ? data_write(&bytes, format, results->data, results->count, &error)
                     : results_show(&bytes, entry, results, is_binary, &error);
  int status = is_good ? text_write(driver, path, strbuf_text(&bytes), bytes.length)
                       : write_failed(driver, path, error.message);
  strbuf_free(&bytes);
  return status;
}
