// Servers: commands on standard input, answers on standard output. See server.h.
//
// This is Futhark's server protocol. A command is one line of words; its answer ends with
// `%%% OK`. A command that fails answers `%%% FAILURE`, the reason, and `%%% OK`.

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rts/c/server.h"

typedef struct Variable {
  char *name;
  Object *object;
} Variable;

typedef struct Server {
  const ProgramTable *table;
  Settings settings;
  Context *ctx;
  FILE *commands;
  Variable *variables;
  size_t count, capacity;
  char **words; // of the command
  size_t word_count, word_capacity;
  bool is_failed;    // the command failed: its message was printed
  Object **operands; // room for an object for each word
} Server;

// Starts or continues the report of a failure. Returns false.
static bool server_fail(Server *server, const char *format, ...) {
  if (!server->is_failed) puts("%%% FAILURE");
  server->is_failed = true;
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  putchar('\n');
  va_end(arguments);
  return false;
}

// Reports the context's error if there was one.
static bool server_check(Server *server, int code) {
  if (code == RT_OK) return true;
  char *error = context_take_error(server->ctx);
  server_fail(server, "%s", error != NULL ? error : "out of memory");
  free(error);
  return false;
}

// ---------------------------------------------------------------------------------------------
// Variables and names

static Variable *variable_find(Server *server, const char *name) {
  for (size_t i = 0; i < server->count; i++)
    if (strcmp(server->variables[i].name, name) == 0) return &server->variables[i];
  return NULL;
}

static Object *get_variable(Server *server, const char *name) {
  Variable *variable = variable_find(server, name);
  if (variable != NULL) return variable->object;
  server_fail(server, "Unknown variable: %s", name);
  return NULL;
}

// A variable whose value can still be used.
static Object *get_value(Server *server, const char *name) {
  Object *object = get_variable(server, name);
  if (object == NULL || !object->is_consumed) return object;
  server_fail(server, "Variable %s was consumed", name);
  return NULL;
}

static bool check_unused(Server *server, const char *name) {
  if (variable_find(server, name) == NULL) return true;
  return server_fail(server, "Variable already exists: %s", name);
}

// Makes a variable of the object, which is freed if that fails.
static bool set_variable(Server *server, const char *name, Object *object) {
  char *copy = malloc(strlen(name) + 1);
  if (server->count == server->capacity) {
    size_t capacity = server->capacity == 0 ? 16 : 2 * server->capacity;
    Variable *grown = realloc(server->variables, capacity * sizeof *grown);
    if (grown != NULL) {
      server->variables = grown;
      server->capacity = capacity;
    }
  }
  if (copy == NULL || server->count == server->capacity || variable_find(server, name) != NULL) {
    bool is_there = variable_find(server, name) != NULL;
    free(copy);
    object_free(server->ctx, object);
    return server_fail(server, is_there ? "Variable already exists: %s" : "out of memory for %s",
                       name);
  }
  strcpy(copy, name);
  server->variables[server->count++] = (Variable){.name = copy, .object = object};
  return true;
}

static void free_variable(Server *server, Variable *variable) {
  object_free(server->ctx, variable->object);
  free(variable->name);
  *variable = server->variables[--server->count];
}

static const EntryInfo *get_entry(Server *server, const char *name) {
  const EntryInfo *entry = entry_named(server->table, name);
  if (entry == NULL) server_fail(server, "Unknown entry point: %s", name);
  return entry;
}

static const ObjectType *get_type(Server *server, const char *name) {
  const ObjectType *type = type_named(server->table, name);
  if (type == NULL) server_fail(server, "Unknown type: %s", name);
  return type;
}

static const ObjectType *get_type_of_kind(Server *server, const char *name, ObjectKind kind,
                                          const char *what) {
  const ObjectType *type = get_type(server, name);
  if (type == NULL || type->kind == kind) return type;
  server_fail(server, "Type %s is not %s", name, what);
  return NULL;
}

static Object *get_value_of_kind(Server *server, const char *name, ObjectKind kind,
                                 const char *what) {
  Object *object = get_value(server, name);
  if (object == NULL || object->type->kind == kind) return object;
  server_fail(server, "Variable %s is not %s, but of type %s", name, what, object->type->name);
  return NULL;
}

static bool get_number(Server *server, const char *word, int64_t *number) {
  char *end = NULL;
  errno = 0;
  *number = strtoll(word, &end, 10);
  if (end != word && *end == '\0' && errno == 0) return true;
  return server_fail(server, "Not an integer: %s", word);
}

// The values of the variables named by the words from `first` on, as operands.
static bool get_operands(Server *server, size_t first, size_t count) {
  for (size_t i = 0; i < count; i++) {
    server->operands[i] = get_value(server, server->words[first + i]);
    if (server->operands[i] == NULL) return false;
  }
  return true;
}

// Are there this many words after the command?
static bool check_count(Server *server, size_t expected) {
  size_t given = server->word_count - 1;
  if (given == expected) return true;
  return server_fail(server, "%s takes %zu argument%s here, but got %zu", server->words[0],
                     expected, expected == 1 ? "" : "s", given);
}

// Numbers from the words from `first` on.
static bool get_numbers(Server *server, size_t first, int count, int64_t *numbers) {
  for (int i = 0; i < count; i++)
    if (!get_number(server, server->words[first + (size_t)i], &numbers[i])) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// General commands

static void command_types(Server *server) {
  for (size_t i = 0; i < server->table->type_count; i++)
    puts(server->table->types[i].name);
}

static void command_entry_points(Server *server) {
  for (size_t i = 0; i < server->table->entry_count; i++)
    puts(server->table->entries[i].name);
}

static void command_call(Server *server) {
  const EntryInfo *entry = get_entry(server, server->words[1]);
  if (entry == NULL || !check_count(server, 2 + entry->param_count)) return;
  if (!check_unused(server, server->words[2])) return;
  if (!get_operands(server, 3, entry->param_count)) return;
  Object *result = NULL;
  int64_t start = clock_now();
  int code = entry_call(server->ctx, entry, server->operands, &result);
  int64_t time = (clock_now() - start) / 1000;
  if (!server_check(server, code)) return;
  if (set_variable(server, server->words[2], result)) printf("runtime: %" PRId64 "\n", time);
}

// Reads one value of the file into a variable.
static bool restore_value(Server *server, Reader *reader, const char *name, const char *type_name) {
  const ObjectType *type = get_type(server, type_name);
  if (type == NULL || !check_unused(server, name)) return false;
  Object *object = NULL;
  ValueError error = {0};
  int code = object_read(server->ctx, type, reader, &object, &error);
  if (code != RT_OK && error.message[0] != '\0')
    return server_fail(server, "Cannot read %s of type %s from %s: %s", name, type_name,
                       server->words[1], error.message);
  return server_check(server, code) && set_variable(server, name, object);
}

static void command_restore(Server *server) {
  const char *name = server->words[1];
  if (server->word_count % 2 != 0) {
    server_fail(server, "restore takes a file and pairs of variables and types");
    return;
  }
  FILE *file = fopen(name, "rb");
  Reader *reader = file == NULL ? NULL : reader_from_file(file);
  if (file == NULL)
    server_fail(server, "Cannot open %s: %s", name, strerror(errno));
  else if (reader == NULL)
    server_fail(server, "out of memory");
  bool is_good = reader != NULL;
  for (size_t i = 2; is_good && i < server->word_count; i += 2)
    is_good = restore_value(server, reader, server->words[i], server->words[i + 1]);
  ValueError error = {0};
  if (is_good && !reader_at_end(reader, &error))
    server_fail(server, "There is more in %s: %s", name, error.message);
  reader_free(reader);
  if (file != NULL) fclose(file);
}

static void command_store(Server *server) {
  const char *name = server->words[1];
  size_t count = server->word_count - 2;
  if (!get_operands(server, 2, count)) return;
  FILE *file = fopen(name, "wb");
  if (file == NULL) {
    server_fail(server, "Cannot open %s: %s", name, strerror(errno));
    return;
  }
  ValueError error = {0};
  Writer *writer = writer_to_file(file);
  bool is_good = writer != NULL;
  for (size_t i = 0; is_good && i < count; i++)
    is_good = object_write(server->ctx, server->operands[i], writer, true, &error);
  is_good = is_good && writer_flush(writer, &error);
  writer_free(writer);
  if (fclose(file) != 0 && is_good) server_fail(server, "Cannot write %s", name);
  if (!is_good) server_fail(server, "Cannot write %s: %s", name, error.message);
}

static void command_free(Server *server) {
  for (size_t i = 1; i < server->word_count; i++) {
    Variable *variable = variable_find(server, server->words[i]);
    if (variable == NULL) {
      server_fail(server, "Unknown variable: %s", server->words[i]);
      return;
    }
    free_variable(server, variable);
  }
}

static void command_rename(Server *server) {
  Variable *variable = variable_find(server, server->words[1]);
  if (variable == NULL) {
    server_fail(server, "Unknown variable: %s", server->words[1]);
    return;
  }
  if (!check_unused(server, server->words[2])) return;
  char *name = malloc(strlen(server->words[2]) + 1);
  if (name == NULL) {
    server_fail(server, "out of memory");
    return;
  }
  strcpy(name, server->words[2]);
  free(variable->name);
  variable->name = name;
}

static void command_inputs(Server *server) {
  const EntryInfo *entry = get_entry(server, server->words[1]);
  for (size_t i = 0; entry != NULL && i < entry->param_count; i++)
    printf("%s%s\n", entry->params[i].is_unique ? "*" : "",
           server->table->types[entry->params[i].type].name);
}

static void command_output(Server *server) {
  const EntryInfo *entry = get_entry(server, server->words[1]);
  if (entry == NULL) return;
  printf("%s%s\n", entry->is_result_unique ? "*" : "", server->table->types[entry->result].name);
}

static void command_clear(Server *server) { context_clear_caches(server->ctx); }

static void command_kind(Server *server) {
  static const char *const NAMES[] = {[OBJECT_PRIMITIVE] = "primitive",
                                      [OBJECT_ARRAY] = "array",
                                      [OBJECT_RECORD] = "record",
                                      [OBJECT_SUM] = "sum",
                                      [OBJECT_OPAQUE] = "opaque"};
  const ObjectType *type = get_type(server, server->words[1]);
  if (type != NULL) puts(NAMES[type->kind]);
}

static void command_type(Server *server) {
  const Object *object = get_variable(server, server->words[1]);
  if (object != NULL) puts(object->type->name);
}

static void command_pause_profiling(Server *server) { server->ctx->is_paused = true; }
static void command_unpause_profiling(Server *server) { server->ctx->is_paused = false; }

static void command_report(Server *server) {
  char *report = context_report(server->ctx);
  if (report == NULL)
    server_fail(server, "out of memory");
  else
    puts(report);
  free(report);
}

static void command_set_tuning_param(Server *server) {
  int64_t value = 0;
  if (!get_number(server, server->words[2], &value)) return;
  if (value < 0)
    server_fail(server, "A tuning parameter cannot be negative: %s", server->words[2]);
  else if (!config_set_param(server->settings.config, server->words[1], value))
    server_fail(server, "Unknown tuning parameter: %s", server->words[1]);
}

static void command_tuning_params(Server *server) {
  const EntryInfo *entry = get_entry(server, server->words[1]);
  for (size_t i = 0; entry != NULL && i < entry->tuning_count; i++) {
    const TuningParam *param = &server->table->params[entry->tuning[i]];
    printf("%s %s\n", param->name, param->family);
  }
}

static void command_tuning_param_class(Server *server) {
  for (size_t i = 0; i < server->table->param_count; i++)
    if (strcmp(server->table->params[i].name, server->words[1]) == 0) {
      puts(server->table->params[i].family);
      return;
    }
  server_fail(server, "Unknown tuning parameter: %s", server->words[1]);
}

static void command_attributes(Server *server) {
  const EntryInfo *entry = get_entry(server, server->words[1]);
  for (size_t i = 0; entry != NULL && i < entry->attribute_count; i++)
    puts(entry->attributes[i]);
}

// ---------------------------------------------------------------------------------------------
// Arrays

static const ObjectType *get_array_type(Server *server, const char *name) {
  return get_type_of_kind(server, name, OBJECT_ARRAY, "an array");
}

static Object *get_array(Server *server, const char *name) {
  return get_value_of_kind(server, name, OBJECT_ARRAY, "an array");
}

static void command_rank(Server *server) {
  const ObjectType *type = get_array_type(server, server->words[1]);
  if (type != NULL) printf("%d\n", type->rank);
}

static void command_elemtype(Server *server) {
  const ObjectType *type = get_array_type(server, server->words[1]);
  if (type != NULL) puts(server->table->types[type->element].name);
}

static void command_shape(Server *server) {
  const Object *object = get_array(server, server->words[1]);
  for (int i = 0; object != NULL && object->type->leaf_count > 0 && i < object->type->rank; i++)
    printf("%" PRId64 "\n", object->leaves[0].shape[i]);
}

static void command_new_array(Server *server) {
  const ObjectType *type = get_array_type(server, server->words[2]);
  if (type == NULL || !check_unused(server, server->words[1])) return;
  size_t rank = (size_t)type->rank;
  if (server->word_count < 3 + rank) {
    check_count(server, 2 + rank);
    return;
  }
  int64_t shape[VALUE_MAX_RANK], count = 1;
  if (!get_numbers(server, 3, type->rank, shape)) return;
  for (size_t i = 0; i < rank; i++)
    count = size_times(count, shape[i]);
  size_t given = server->word_count - 3 - rank;
  if (count < 0 || (uint64_t)count != given) {
    server_fail(server, "The shape has %" PRId64 " elements, but %zu are given", count, given);
    return;
  }
  Object *object = NULL;
  if (!get_operands(server, 3 + rank, given)) return;
  int code = object_of_elements(server->ctx, type, shape, server->operands, &object);
  if (server_check(server, code)) set_variable(server, server->words[1], object);
}

static void command_set(Server *server) {
  Object *array = get_array(server, server->words[1]);
  Object *element = array == NULL ? NULL : get_value(server, server->words[2]);
  int64_t indices[VALUE_MAX_RANK];
  if (element == NULL || !check_count(server, 2 + (size_t)array->type->rank)) return;
  if (!get_numbers(server, 3, array->type->rank, indices)) return;
  server_check(server, object_set(server->ctx, array, indices, element));
}

static void command_index(Server *server) {
  if (!check_unused(server, server->words[1])) return;
  const Object *array = get_array(server, server->words[2]);
  int64_t indices[VALUE_MAX_RANK];
  if (array == NULL || !check_count(server, 2 + (size_t)array->type->rank)) return;
  if (!get_numbers(server, 3, array->type->rank, indices)) return;
  Object *element = NULL;
  int code = object_index(server->ctx, array, indices, &element);
  if (server_check(server, code)) set_variable(server, server->words[1], element);
}

static bool check_record_array(Server *server, const ObjectType *type) {
  if (server->table->types[type->element].kind == OBJECT_RECORD) return true;
  return server_fail(server, "Type %s is not an array of records", type->name);
}

static void command_zip(Server *server) {
  const ObjectType *type = get_array_type(server, server->words[2]);
  if (type == NULL || !check_record_array(server, type)) return;
  if (!check_count(server, 2 + type->field_count)) return;
  if (!check_unused(server, server->words[1])) return;
  if (!get_operands(server, 3, type->field_count)) return;
  Object *object = NULL;
  int code = object_zip(server->ctx, type, server->operands, &object);
  if (server_check(server, code)) set_variable(server, server->words[1], object);
}

// Makes variables of the objects; those that cannot be made are freed.
static void set_variables(Server *server, size_t first, size_t count, Object **objects) {
  for (size_t i = 0; i < count; i++) {
    if (server->is_failed)
      object_free(server->ctx, objects[i]);
    else
      set_variable(server, server->words[first + i], objects[i]);
  }
}

static void command_unzip(Server *server) {
  const Object *array = get_array(server, server->words[1]);
  if (array == NULL || !check_record_array(server, array->type)) return;
  size_t count = array->type->field_count, done = 0;
  if (!check_count(server, 1 + count)) return;
  while (done < count &&
         server_check(server, object_project(server->ctx, array, done, &server->operands[done])))
    done++;
  set_variables(server, 2, done, server->operands);
}

// ---------------------------------------------------------------------------------------------
// Records and sums

// Fields of records, and of the records in arrays.
static void command_fields(Server *server) {
  const ObjectType *type = get_type(server, server->words[1]);
  if (type == NULL) return;
  bool is_array =
      type->kind == OBJECT_ARRAY && server->table->types[type->element].kind == OBJECT_RECORD;
  if (type->kind != OBJECT_RECORD && !is_array) {
    server_fail(server, "Type %s is not a record", type->name);
    return;
  }
  for (size_t i = 0; i < type->field_count; i++)
    printf("%s %s\n", type->fields[i].name, server->table->types[type->fields[i].type].name);
}

static void command_new(Server *server) {
  const ObjectType *type = get_type_of_kind(server, server->words[2], OBJECT_RECORD, "a record");
  if (type == NULL || !check_count(server, 2 + type->field_count)) return;
  if (!check_unused(server, server->words[1])) return;
  if (!get_operands(server, 3, type->field_count)) return;
  Object *object = NULL;
  int code = object_of_fields(server->ctx, type, server->operands, &object);
  if (server_check(server, code)) set_variable(server, server->words[1], object);
}

static void command_project(Server *server) {
  if (!check_unused(server, server->words[1])) return;
  const Object *record = get_value_of_kind(server, server->words[2], OBJECT_RECORD, "a record");
  if (record == NULL) return;
  size_t field = 0;
  while (field < record->type->field_count &&
         strcmp(record->type->fields[field].name, server->words[3]) != 0)
    field++;
  if (field == record->type->field_count) {
    server_fail(server, "Type %s has no field %s", record->type->name, server->words[3]);
    return;
  }
  Object *object = NULL;
  int code = object_project(server->ctx, record, field, &object);
  if (server_check(server, code)) set_variable(server, server->words[1], object);
}

static void command_variants(Server *server) {
  const ObjectType *type = get_type_of_kind(server, server->words[1], OBJECT_SUM, "a sum");
  for (size_t i = 0; type != NULL && i < type->variant_count; i++) {
    const VariantInfo *variant = &type->variants[i];
    puts(variant->name);
    for (size_t k = 0; k < variant->payload_count; k++)
      printf("- %s\n", server->table->types[variant->payload[k].type].name);
  }
}

static void command_construct(Server *server) {
  const ObjectType *type = get_type_of_kind(server, server->words[2], OBJECT_SUM, "a sum");
  if (type == NULL || !check_unused(server, server->words[1])) return;
  size_t number = 0;
  while (number < type->variant_count && strcmp(type->variants[number].name, server->words[3]) != 0)
    number++;
  if (number == type->variant_count) {
    server_fail(server, "Type %s has no variant %s", type->name, server->words[3]);
    return;
  }
  size_t count = type->variants[number].payload_count;
  Object *object = NULL;
  if (!check_count(server, 3 + count) || !get_operands(server, 4, count)) return;
  int code = object_of_variant(server->ctx, type, number, server->operands, &object);
  if (server_check(server, code)) set_variable(server, server->words[1], object);
}

static void command_destruct(Server *server) {
  const Object *object = get_value_of_kind(server, server->words[1], OBJECT_SUM, "a sum");
  size_t number = 0;
  if (object == NULL || !server_check(server, object_variant(server->ctx, object, &number))) return;
  size_t count = object->type->variants[number].payload_count;
  if (!check_count(server, 1 + count)) return;
  if (server_check(server, object_destruct(server->ctx, object, number, server->operands)))
    set_variables(server, 2, count, server->operands);
}

static void command_variant(Server *server) {
  const Object *object = get_value_of_kind(server, server->words[1], OBJECT_SUM, "a sum");
  size_t number = 0;
  if (object != NULL && server_check(server, object_variant(server->ctx, object, &number)))
    puts(object->type->variants[number].name);
}

// ---------------------------------------------------------------------------------------------
// Commands

typedef struct Command {
  const char *name;
  void (*run)(Server *server);
  size_t least, most; // arguments
} Command;

#define MANY SIZE_MAX

static const Command COMMANDS[] = {
    {"types", command_types, 0, 0},
    {"entry_points", command_entry_points, 0, 0},
    {"call", command_call, 2, MANY},
    {"restore", command_restore, 1, MANY},
    {"store", command_store, 1, MANY},
    {"free", command_free, 0, MANY},
    {"rename", command_rename, 2, 2},
    {"inputs", command_inputs, 1, 1},
    {"output", command_output, 1, 1},
    {"outputs", command_output, 1, 1}, // its name before 0.26
    {"clear", command_clear, 0, 0},
    {"kind", command_kind, 1, 1},
    {"type", command_type, 1, 1},
    {"pause_profiling", command_pause_profiling, 0, 0},
    {"unpause_profiling", command_unpause_profiling, 0, 0},
    {"report", command_report, 0, 0},
    {"set_tuning_param", command_set_tuning_param, 2, 2},
    {"tuning_params", command_tuning_params, 1, 1},
    {"tuning_param_class", command_tuning_param_class, 1, 1},
    {"attributes", command_attributes, 1, 1},
    {"rank", command_rank, 1, 1},
    {"elemtype", command_elemtype, 1, 1},
    {"new_array", command_new_array, 2, MANY},
    {"set", command_set, 2, MANY},
    {"shape", command_shape, 1, 1},
    {"index", command_index, 2, MANY},
    {"zip", command_zip, 2, MANY},
    {"unzip", command_unzip, 1, MANY},
    {"fields", command_fields, 1, 1},
    {"new", command_new, 2, MANY},
    {"project", command_project, 3, 3},
    {"variants", command_variants, 1, 1},
    {"construct", command_construct, 3, MANY},
    {"destruct", command_destruct, 1, MANY},
    {"variant", command_variant, 1, 1},
};

static void run_command(Server *server) {
  for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
    const Command *command = &COMMANDS[i];
    if (strcmp(command->name, server->words[0]) != 0) continue;
    size_t given = server->word_count - 1;
    if (given < command->least)
      server_fail(server, "Too few arguments for %s", command->name);
    else if (given > command->most)
      server_fail(server, "Too many arguments for %s", command->name);
    else
      command->run(server);
    return;
  }
  server_fail(server, "Unknown command: %s", server->words[0]);
}

// ---------------------------------------------------------------------------------------------
// Lines

static bool add_word(Server *server, char *word) {
  if (server->word_count == server->word_capacity) {
    size_t capacity = server->word_capacity == 0 ? 16 : 2 * server->word_capacity;
    char **words = realloc(server->words, capacity * sizeof *words);
    if (words != NULL) server->words = words;
    Object **operands = realloc(server->operands, capacity * sizeof *operands);
    if (operands != NULL) server->operands = operands;
    if (words == NULL || operands == NULL) return server_fail(server, "out of memory");
    server->word_capacity = capacity;
  }
  server->words[server->word_count++] = word;
  return true;
}

// Splits the line, which is changed, into words: between blanks, or in double quotes.
static bool split_line(Server *server, char *line) {
  server->word_count = 0;
  while (true) {
    line += strspn(line, " \t\r\n");
    if (*line == '\0') return true;
    bool is_quoted = *line == '"';
    char *word = is_quoted ? line + 1 : line;
    size_t length = strcspn(word, is_quoted ? "\"\n" : " \t\r\n");
    if (is_quoted && word[length] != '"') return server_fail(server, "A quote is not closed");
    bool is_end = word[length] == '\0';
    line = word + length + (is_end ? 0 : 1);
    word[length] = '\0';
    if (!add_word(server, word)) return false;
  }
}

// Commands are for the server, so that a program which reads finds nothing; and what it prints is
// no answer.
static bool take_streams(Server *server) {
  server->settings.config->out = stderr;
  server->commands = fdopen(dup(STDIN_FILENO), "r");
  return server->commands != NULL && freopen("/dev/null", "r", stdin) != NULL;
}

static void server_loop(Server *server) {
  char *line = NULL;
  size_t capacity = 0;
  do {
    puts("%%% OK");
    fflush(stdout);
    ssize_t length = getline(&line, &capacity, server->commands);
    if (length < 0) break;
    server->is_failed = false;
    if (strlen(line) != (size_t)length)
      server_fail(server, "The line has a zero byte");
    else if (split_line(server, line) && server->word_count > 0)
      run_command(server);
  } while (true);
  free(line);
}

static int server_run(void *data) {
  Server *server = data;
  server->ctx = take_streams(server) ? context_new(server->settings.config) : NULL;
  if (server->ctx == NULL) {
    fprintf(stderr, "%s: out of memory\n", server->settings.program);
    return RT_MEMORY;
  }
  server->ctx->log = stdout;
  int code = context_error_code(server->ctx);
  if (code != RT_OK) {
    char *error = context_take_error(server->ctx);
    fprintf(stderr, "%s: %s\n", server->settings.program, error != NULL ? error : "failed");
    free(error);
    return code;
  }
  server_loop(server);
  return ferror(stdout) ? RT_FAILURE : RT_OK;
}

int server_main(const ProgramTable *table, int argc, char **argv) {
  Server server = {.table = table};
  server.settings = (Settings){.program = argc > 0 ? argv[0] : table->name};
  server.settings.config = config_new(table);
  if (server.settings.config == NULL) return RT_MEMORY;
  const char *debugging = getenv("FUTHARK_COMPILER_DEBUGGING");
  if (debugging != NULL && strcmp(debugging, "1") == 0) server.settings.config->is_debugging = true;
  int code = settings_read(&server.settings, true, argc, argv);
  if (code == RT_OK && !server.settings.is_done) code = program_run(table, server_run, &server);
  while (server.count > 0)
    free_variable(&server, &server.variables[0]);
  free(server.variables);
  free(server.words);
  free(server.operands);
  context_free(server.ctx);
  if (server.commands != NULL) fclose(server.commands);
  config_free(server.settings.config);
  return code;
}
