// Entry points as the user sees them: choosing one, reading its arguments, reporting its failures.
#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/entry_tags.h"
#include "rts/c/notation.h"

// ---- Choosing ----

const char *entry_name(const Fun *fun) { return fun->entry->name ? fun->entry->name : fun->name; }

Fun *program_entry(const Program *program, const char *name) {
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    if (fun->entry && strcmp(entry_name(fun), name) == 0) return fun;
  }
  return NULL;
}

static const char *entry_notation(const Fun *entry, const char *word, size_t position) {
  return notation_find(entry->attrs.data, entry->attrs.count, word, position);
}

bool entry_is_form(const Fun *entry) {
  return notation_is_form(entry->attrs.data, entry->attrs.count);
}

// The only entry point that is not a form.
static Fun *entry_only(const Program *program) {
  Fun *only = NULL;
  for (size_t i = 0; i < program->funs.count; i++) {
    if (!program->funs.data[i]->entry || entry_is_form(program->funs.data[i])) continue;
    if (only) return NULL;
    only = program->funs.data[i];
  }
  return only;
}

// Why a function of a NESL program cannot be called; NULL when there is none of this name.
static const char *entry_obstacle(const Program *program, const char *name) {
  const char *why = NULL;
  for (size_t i = 0; name && !why && i < program->funs.count; i++)
    why = notation_obstacle(entry_notation(program->funs.data[i], "prints", 0), name);
  return why;
}

Fun *entry_select(Driver *driver, const Program *program, const char *name) {
  Fun *fun = program_entry(program, name ? name : "main");
  if (!fun && !name) fun = entry_only(program);
  if (fun) return fun;
  StrBuf known = {0};
  Suggestion suggestion = suggestion_for(name ? name : "main");
  for (size_t i = 0; i < program->funs.count; i++) {
    if (!program->funs.data[i]->entry || entry_is_form(program->funs.data[i])) continue;
    const char *candidate = entry_name(program->funs.data[i]);
    strbuf_printf(&known, "%s%s", known.length ? ", " : "", candidate);
    suggestion_offer(&suggestion, candidate);
  }
  if (!known.length)
    diag_error(driver->diag, ERROR_NO_ENTRY, SPAN_NONE, "the program has no entry point");
  else if (name)
    diag_error(driver->diag, ERROR_NO_ENTRY, SPAN_NONE, "there is no entry point %s", name);
  else
    diag_error(driver->diag, ERROR_NO_ENTRY, SPAN_NONE,
               "the program has several entry points and none is called main; choose one with -e");
  if (known.length)
    diag_hint(driver->diag, "the entry points are: %s", strbuf_text(&known));
  else if (program->entry_hint)
    diag_hint(driver->diag, "%s", program->entry_hint);
  const char *why = entry_obstacle(program, name);
  if (why)
    diag_hint(driver->diag, "the type of %s %s", name, why);
  else if (name && suggestion.best)
    diag_hint(driver->diag, "did you mean %s?", suggestion.best);
  strbuf_free(&known);
  return NULL;
}

bool program_check_entries(Driver *driver, const Program *program) {
  for (size_t i = 0; i < program->funs.count; i++)
    if (program->funs.data[i]->entry) return true;
  return entry_select(driver, program, NULL) != NULL;
}

const char *entry_param_name(const Fun *entry, size_t k) {
  const Entry *interface = entry->entry;
  for (size_t i = 0; interface && i < interface->param_count; i++) {
    size_t count = interface->params[i].count;
    if (k < count) return interface->params[i].name;
    k -= count;
  }
  if (interface && interface->param_count > 0) return NULL;
  return entry->size_count + k < entry->param_count ? entry->params[entry->size_count + k].var->name
                                                    : NULL;
}

// ---- Values ----

void values_free(Values *values) {
  for (size_t i = 0; i < values->count; i++)
    value_free(&values->data[i]);
  free(values->data);
  *values = (Values){0};
}

bool values_write(FILE *file, const Value *values, size_t count, ValueError *error) {
  Writer *writer = writer_to_file(file);
  if (!writer) fatal_out_of_memory(0);
  bool is_good = true;
  for (size_t i = 0; is_good && i < count; i++)
    is_good = value_write_binary(writer, &values[i], error);
  is_good = is_good && writer_flush(writer, error);
  writer_free(writer);
  return is_good;
}

bool entry_read_results(Reader *reader, const Fun *entry, Values *results, ValueError *error) {
  size_t count = 0;
  ValueType *types = entry_result_types(entry, &count);
  *results = (Values){.data = calloc(count + 1, sizeof *results->data)};
  if (!results->data) fatal_out_of_memory((count + 1) * sizeof *results->data);
  bool is_good = true;
  while (is_good && results->count < count) {
    is_good = value_read(reader, &types[results->count], &results->data[results->count], error);
    if (is_good) results->count++;
  }
  is_good = is_good && reader_at_end(reader, error);
  free(types);
  if (!is_good) values_free(results);
  return is_good;
}

static int complain_value(Driver *driver, const char *origin, const char *what,
                          const ValueError *error) {
  StrBuf place = {0};
  if (error->line == 0 && error->has_offset) strbuf_printf(&place, "at byte %zu: ", error->offset);
  diag_error(driver->diag, error->out_of_memory ? ERROR_RUN_MEMORY : ERROR_RUN_ARGUMENT, SPAN_NONE,
             "%s: %s%s", what, strbuf_text(&place), error->message);
  diag_place(driver->diag, origin, error->line, error->column);
  strbuf_free(&place);
  return error->out_of_memory ? EXIT_OUT_OF_MEMORY : EXIT_RUN_TIME;
}

// Reads the value, or the values that are one in the notation of NESL, from number `first` on.
static bool read_one(const Fun *entry, const char *word, size_t number, Reader *reader,
                     const ValueType *types, Value *values, size_t *count, ValueError *error) {
  const char *text = entry_notation(entry, word, number);
  Notation *notation = text ? notation_new(text) : NULL;
  *count = notation ? notation_leaf_count(notation) : 1;
  bool is_good = notation ? notation_read(reader, notation, types, values, error)
                          : value_read(reader, types, values, error);
  notation_free(notation);
  return is_good;
}

bool entry_read_values(const Fun *entry, bool are_results, Reader *reader, const ValueType *types,
                       Values *values, size_t *position, ValueError *error) {
  const char *word = are_results ? "result" : "param";
  bool is_good = true;
  size_t number = 0;
  for (*position = 0; is_good && *position < values->count;) {
    size_t i = *position, count = 1;
    is_good = read_one(entry, word, number++, reader, types + i, values->data + i, &count, error);
    if (is_good) *position += count;
  }
  return is_good;
}

size_t entry_argument_count(const Fun *entry) {
  size_t count = 0;
  free(entry_param_types(entry, &count));
  return entry->entry->param_count > 0 ? entry->entry->param_count : count;
}

EntryArgument entry_argument(const Fun *entry, size_t number) {
  const Entry *interface = entry->entry;
  EntryArgument argument = {.name = entry_param_name(entry, number), .first = number, .count = 1};
  argument.type = entry_notation(entry, "param", number);
  if (interface->param_count > 0) {
    argument.first = 0;
    for (size_t i = 0; i < number; i++)
      argument.first += interface->params[i].count;
    argument.name = interface->params[number].name;
    argument.count = interface->params[number].count;
    if (!argument.type) argument.type = interface->params[number].type;
  }
  if (!argument.type) argument.type = "a value";
  return argument;
}

bool entry_read_argument(const Fun *entry, size_t number, Reader *reader, const ValueType *types,
                         Value *values, ValueError *error) {
  EntryArgument argument = entry_argument(entry, number);
  size_t count = 0;
  bool is_good = true;
  for (size_t i = 0; is_good && i < argument.count; i += count) {
    size_t at = argument.first + i;
    is_good = read_one(entry, "param", number, reader, types + at, values + at, &count, error);
  }
  return is_good;
}

// The number of the argument that begins with this value.
static size_t argument_at(const Fun *entry, size_t value) {
  size_t number = 0, count = entry_argument_count(entry);
  while (number + 1 < count && entry_argument(entry, number + 1).first <= value)
    number++;
  return number;
}

static int read_all(Driver *driver, const Fun *entry, const ValueType *types, Reader *reader,
                    const char *origin, Values *arguments) {
  ValueError error = {0};
  size_t i;
  if (entry_read_values(entry, false, reader, types, arguments, &i, &error)) return EXIT_OK;
  char type[256];
  value_type_print(types[i], NULL, type, sizeof type);
  const char *name = entry_param_name(entry, i);
  size_t argument = argument_at(entry, i);
  bool is_called = entry->entry->param_count > 0 || entry_notation(entry, "param", argument);
  char *what = arena_printf(driver->arena, "argument %zu of %zu (%s%s%s)", argument + 1,
                            entry_argument_count(entry), name ? name : "", name ? ": " : "",
                            is_called ? entry_argument(entry, argument).type : type);
  return complain_value(driver, origin, what, &error);
}

static int check_tags(Driver *driver, const Fun *entry, const char *origin,
                      const Values *arguments) {
  WrongTag wrong;
  if (!entry_find_wrong_tag(entry->entry, arguments, &wrong)) return EXIT_OK;
  const EntryValue *param = &entry->entry->params[wrong.param];
  diag_error(driver->diag, ERROR_RUN_ARGUMENT, SPAN_NONE,
             "argument %zu of %zu (%s%s%s): %lld stands for no variant of %s, which has %zu",
             wrong.param + 1, entry->entry->param_count, param->name ? param->name : "",
             param->name ? ": " : "", param->type, (long long)wrong.tag, wrong.sum,
             wrong.variant_count);
  diag_place(driver->diag, origin, 0, 0);
  return EXIT_RUN_TIME;
}

int entry_read(Driver *driver, const Fun *entry, Reader *reader, const char *origin, bool is_open,
               Values *arguments) {
  size_t count = 0;
  ValueType *types = entry_param_types(entry, &count);
  arguments->data = calloc(count + 1, sizeof *arguments->data);
  if (!arguments->data) fatal_out_of_memory((count + 1) * sizeof *arguments->data);
  arguments->count = count;
  int status = read_all(driver, entry, types, reader, origin, arguments);
  free(types);
  ValueError error = {0};
  if (status == EXIT_OK && !is_open && !reader_at_end(reader, &error)) {
    size_t given = entry_argument_count(entry);
    char *what = arena_printf(driver->arena, "%s takes %zu argument%s", entry_name(entry), given,
                              given == 1 ? "" : "s");
    status = complain_value(driver, origin, what, &error);
  }
  if (status == EXIT_OK) status = check_tags(driver, entry, origin, arguments);
  if (status != EXIT_OK) values_free(arguments);
  return status;
}

// ---- Failures ----

static ErrorCode failure_code(FailureKind kind) {
  switch (kind) {
  case FAILURE_ASSERT: return ERROR_RUN_ASSERT;
  case FAILURE_BOUNDS: return ERROR_RUN_BOUNDS;
  case FAILURE_DIVISION: return ERROR_RUN_DIVISION;
  case FAILURE_SHAPE: return ERROR_RUN_SHAPE;
  case FAILURE_ARGUMENT: return ERROR_RUN_ARGUMENT;
  case FAILURE_DEPTH: return ERROR_RUN_DEPTH;
  case FAILURE_MEMORY: return ERROR_RUN_MEMORY;
  case FAILURE_OUTPUT: return ERROR_RUN_OUTPUT;
  case FAILURE_PLACES: return ERROR_RUN_PLACES;
  case FAILURE_CRASH: return ERROR_RUN_CRASH;
  case FAILURE_SUPPORT: return ERROR_RUN_SUPPORT;
  }
  INTERNAL_ERROR("failure %d", (int)kind);
}

// Adds a call, and those in whose place it was put.
static void add_calls(const SourceMap *sources, Failure *failure, Span call) {
  for (; span_is_known(call); call = source_caller(sources, call)) {
    Span bare = call;
    bare.call = 0;
    failure_add_call(failure, bare);
  }
}

void failure_list_calls(const SourceMap *sources, Failure *failure) {
  Failure all = *failure;
  all.call_count = all.hidden_count = 0;
  add_calls(sources, &all, source_caller(sources, failure->span));
  for (size_t i = 0; i < failure->call_count; i++)
    for (size_t k = 0; k <= failure->calls[i].more; k++)
      add_calls(sources, &all, failure->calls[i].span);
  all.hidden_count += failure->hidden_count;
  all.span.call = 0;
  *failure = all;
}

static void note_calls(Driver *driver, const Failure *failure) {
  for (size_t i = 0; i < failure->call_count; i++) {
    size_t more = failure->calls[i].more;
    diag_note(driver->diag, failure->calls[i].span, "called from here");
    if (more > 0)
      diag_note(driver->diag, SPAN_NONE, "and %zu more time%s from there", more,
                more == 1 ? "" : "s");
  }
  if (failure->hidden_count > 0)
    diag_note(driver->diag, SPAN_NONE, "and from %zu more calls", failure->hidden_count);
}

int failure_report(Driver *driver, Failure *failure) {
  ErrorCode code = failure->has_code ? failure->code : failure_code(failure->kind);
  diag_error(driver->diag, code, failure->span, "%s",
             failure->message ? failure->message : error_code_title(code));
  failure_list_calls(diag_sources(driver->diag), failure);
  note_calls(driver, failure);
  free(failure->message);
  failure->message = NULL;
  if (failure->kind == FAILURE_SUPPORT) return EXIT_UNSUPPORTED;
  return failure->kind == FAILURE_MEMORY ? EXIT_OUT_OF_MEMORY : EXIT_RUN_TIME;
}

bool value_show(Writer *writer, const Value *value, bool is_binary, ValueError *error) {
  if (is_binary) return value_write_binary(writer, value, error);
  return value_write_text(writer, value, error) && writer_put(writer, "\n", 1, error);
}

// `name = value : type` for a top-level form, and else the value alone.
static bool show_notation(Writer *writer, const Fun *entry, const char *type, const Values *results,
                          int64_t limit, ValueError *error) {
  const char *shown = entry_notation(entry, "shows", 0);
  const char *behind = shown ? strstr(shown, " : ") : NULL;
  Notation *notation = notation_new(type);
  bool is_good = notation != NULL;
  if (shown)
    is_good = is_good && writer_put(writer, shown, (size_t)(behind - shown), error) &&
              writer_put(writer, " = ", 3, error);
  is_good = is_good && notation_write(writer, notation, results->data, limit, error);
  if (behind) is_good = is_good && writer_put(writer, behind, strlen(behind), error);
  notation_free(notation);
  return is_good && writer_put(writer, "\n", 1, error);
}

bool entry_show(Writer *writer, const Fun *entry, const Values *results, bool is_binary,
                int64_t limit, ValueError *error) {
  const char *type = entry_notation(entry, "result", 0);
  const char *text = entry_notation(entry, "prints", 0);
  if (type && !is_binary) return show_notation(writer, entry, type, results, limit, error);
  if (text && !is_binary)
    return writer_put(writer, text, strlen(text), error) && writer_put(writer, "\n", 1, error);
  for (size_t i = 0; i < results->count; i++)
    if (!value_show(writer, &results->data[i], is_binary, error)) return false;
  return true;
}
