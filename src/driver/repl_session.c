// Inputs: each is compiled with those before it, and its forms are evaluated in order.
#include <stdlib.h>
#include <string.h>

#include "core/closed.h"
#include "driver/pipeline.h"
#include "driver/repl.h"
#include "ir/map.h"
#include "ir/print.h"
#include "ir/verify.h"

// ---- Compiling ----

// An input in a driver of its own.
typedef struct ReplSessionCompiling {
  const Repl *repl;
  Driver driver;
  const SourceFile *newest;
  SessionInputs inputs;
  SessionProgram result;
  bool is_good;
} ReplSessionCompiling;

static ReplSessionCompiling compiling_open(const Repl *repl, const char *path, const char *text,
                                           size_t length) {
  DiagSettings settings = diag_settings_from(repl->arguments);
  settings.first_source = (uint32_t)repl->inputs.count + 1;
  ReplSessionCompiling compiling = {.repl = repl, .driver = driver_open(settings)};
  Driver *driver = &compiling.driver;
  size_t count = repl->inputs.count;
  const SourceFile **files = arena_array(driver->arena, const SourceFile *, count + 1);
  for (size_t i = 0; i < count; i++) {
    const ReplInput *input = &repl->inputs.data[i];
    files[i] = source_add(driver->sources, input->path, input->text, input->length);
  }
  if (text) files[count++] = source_add(driver->sources, path, text, length);
  for (size_t i = 0; i < repl->imports.count; i++) {
    const ReplInput *file = &repl->imports.data[i];
    source_add(driver->sources, file->path, file->text, file->length);
  }
  compiling.newest = text ? files[count - 1] : NULL;
  compiling.inputs = (SessionInputs){.files = files, .count = count};
  return compiling;
}

static void compile_action(void *data, size_t stack_size) {
  (void)stack_size;
  ReplSessionCompiling *compiling = data;
  Driver *driver = &compiling->driver;
  const Front *front = compiling->repl->front;
  if (!diag_check_utf8(driver->diag, compiling->newest)) return;
  if (!front->session->compile(driver->arena, driver->names, driver->diag, compiling->inputs,
                               &compiling->result))
    return;
  Program *program = compiling->result.program;
  program->is_unguarded = front->is_textual_ir;
  compiling->is_good = program_check_ranks(program, driver->diag);
  if (!compiling->is_good || program_verify(program, driver->diag)) return;
  compiling->is_good = false;
  if (front->is_textual_ir) return;
  diag_flush(driver->diag);
  INTERNAL_ERROR("the %s front end made an illegal program", front->name);
}

// Compiles on a deep stack, of which only the action itself may take notice.
static bool compile(ReplSessionCompiling *compiling) {
  stack_run_deep(compile_action, compiling);
  diag_flush(compiling->driver.diag);
  return compiling->is_good;
}

// ---- Values ----

// What an input adds, until all of it is known to be right.
typedef struct ReplRunning {
  Repl *repl;
  const ReplRun *run;
  ReplSessionCompiling compiling;
  Vec(ReplValue) made;
  double seconds;
  bool is_compiled;
} ReplRunning;

static const ReplValue *value_find(const ReplRunning *running, uint32_t id) {
  if (id == 0) return NULL;
  for (size_t i = running->made.count; i > 0; i--)
    if (running->made.data[i - 1].id == id) return &running->made.data[i - 1];
  for (size_t i = running->repl->values.count; i > 0; i--)
    if (running->repl->values.data[i - 1].id == id) return &running->repl->values.data[i - 1];
  return NULL;
}

static bool is_known(void *context, const Global *global) {
  return value_find(context, global->id) != NULL;
}

// What the entry point is given; shares the values.
static Values arguments_for(const ReplRunning *running, Arena *arena, const Closed *closed) {
  Vec(Value) values = {0};
  for (size_t i = 0; i < closed->given_count; i++) {
    const Values *given = &value_find(running, closed->given[i]->id)->values;
    vec_append(arena, &values, given->data, given->count);
  }
  return (Values){.data = values.data, .count = values.count};
}

// Keeps the values that were made; they are taken out of the results.
static void values_keep(ReplRunning *running, const Closed *closed, Values *results) {
  size_t next = 0;
  for (size_t i = 0; i < closed->made_count; i++) {
    const Global *global = closed->made[i];
    Values values = {.data = calloc(global->var_count + 1, sizeof *values.data),
                     .count = global->var_count};
    if (!values.data) fatal_out_of_memory(global->var_count * sizeof *values.data);
    for (size_t k = 0; k < values.count; k++) {
      values.data[k] = results->data[next];
      results->data[next++] = (Value){0};
    }
    if (global->id == 0) {
      values_free(&values);
      continue;
    }
    ReplValue value = {.id = global->id, .span = global->span, .values = values};
    vec_push(running->repl->arena, &running->made, value);
  }
}

// ---- Forms ----

static bool show(ReplRunning *running, const SessionForm *form, const Values *results) {
  Writer *writer = writer_to_file(stdout);
  if (!writer) fatal_out_of_memory(0);
  ValueError error = {0};
  int64_t limit = running->run->is_whole ? -1 : running->repl->limit;
  bool is_good = true;
  if (entry_is_statement(form->entry))
    is_good = layout_show(running->repl, writer, form->entry, results, limit, &error);
  else if (entry_is_form(form->entry))
    is_good = entry_show(writer, form->entry, results, false, limit, &error);
  else if (form->is_expression)
    is_good = results_show(writer, form->entry, results->data, limit, &error);
  is_good = is_good && writer_flush(writer, &error);
  writer_free(writer);
  if (!is_good)
    diag_error(running->compiling.driver.diag, ERROR_CANNOT_WRITE, SPAN_NONE, "standard output: %s",
               error.message);
  return is_good;
}

// What there is to say of a definition in languages whose forms do not say it themselves, and of an
// expression that is a function.
static void tell_definition(const SessionForm *form) {
  if (!form->name || (form->entry && (form->is_expression || entry_is_form(form->entry)))) return;
  if (form->type)
    printf("%s%s\n", form->name, form->type);
  else
    printf("%s %s\n", form->kind, form->name);
}

// A form as a program of its own.
typedef struct ReplClosing {
  ReplRunning *running;
  const SessionForm *form;
  Program *program;
  Fun *entry;
  size_t size_count; // how many of the entry point's own results are sizes
  Closed closed;
} ReplClosing;

static void close_action(void *data, size_t stack_size) {
  (void)stack_size;
  ReplClosing *closing = data;
  Driver *driver = &closing->running->compiling.driver;
  closing->program = program_clone(closing->running->compiling.result.program, driver->arena);
  closing->entry = program_find(closing->program, closing->form->entry->name);
  closing->size_count = closing->entry->result_size_count;
  closing->closed = program_close(closing->program, closing->entry, is_known, closing->running);
  if (!pipeline_is_verify_forced() || program_verify(closing->program, driver->diag)) return;
  diag_flush(driver->diag);
  INTERNAL_ERROR("closing an entry point made an illegal program");
}

static int evaluate_form(ReplRunning *running, const SessionForm *form) {
  Driver *driver = &running->compiling.driver;
  ReplClosing closing = {.running = running, .form = form};
  stack_run_deep(close_action, &closing);
  Values arguments = arguments_for(running, driver->arena, &closing.closed);
  Evaluation evaluation = {.driver = driver,
                           .program = closing.program,
                           .entry = closing.entry,
                           .arguments = &arguments,
                           .newest = running->compiling.newest->id,
                           .is_plain = running->repl->is_plain};
  running->repl->world.is_plain = running->repl->is_plain;
  EvaluationEnd end = evaluate(running->repl, &evaluation);
  running->seconds += evaluation.seconds;
  running->is_compiled = running->is_compiled || evaluation.is_compiled;
  if (end == EVALUATION_STOPPED) {
    fputs("interrupted\n", stderr);
    return EXIT_RUN_TIME;
  }
  if (end == EVALUATION_FAILED) return failure_report(driver, &evaluation.failure);
  Values *results = &evaluation.results;
  values_keep(running, &closing.closed, results);
  size_t own = closing.closed.made_values + closing.size_count;
  Values shown = {.data = results->data + own, .count = results->count - own};
  bool is_good = running->run->is_quiet || show(running, form, &shown);
  values_free(results);
  return is_good ? EXIT_OK : EXIT_USAGE;
}

static void tell_keepers(const ReplRunning *running, const SessionForm *form) {
  if (form->keepers.count == 0 || running->run->is_quiet) return;
  StrBuf names = {0};
  for (size_t i = 0; i < form->keepers.count; i++)
    strbuf_printf(&names, "%s%s", i == 0 ? "" : ", ", form->keepers.data[i]);
  printf("note: %s still use%s the old %s\n", strbuf_text(&names),
         form->keepers.count == 1 ? "s" : "", form->name);
  strbuf_free(&names);
}

static int run_form(ReplRunning *running, const SessionForm *form) {
  bool has_value = form->entry && (form->entry->result_count > 0 || !entry_is_form(form->entry));
  // A file is only read: what it defines is computed when it is needed. But NESL's forms are shown.
  if (has_value && running->run->is_file && !entry_is_form(form->entry)) has_value = false;
  int status = has_value ? evaluate_form(running, form) : EXIT_OK;
  if (status != EXIT_OK) return status;
  bool is_told = !running->run->is_quiet;
  if (is_told && !has_value && form->entry && entry_is_form(form->entry))
    show(running, form, &(Values){0});
  bool is_silent = running->repl->front->session->has_silent_bindings && !form->is_expression;
  if (is_told && !is_silent && !(running->run->is_file && !form->entry)) tell_definition(form);
  tell_keepers(running, form);
  fflush(stdout);
  return EXIT_OK;
}

// ---- Inputs ----

static const char *session_copy(Repl *repl, const char *text) {
  return text ? arena_printf(repl->arena, "%s", text) : NULL;
}

// What was imported stays as it was until :reload: other values depend on it.
static void imports_keep(ReplRunning *running) {
  Repl *repl = running->repl;
  const SourceFile *file;
  uint32_t first = running->compiling.newest->id + 1 + (uint32_t)repl->imports.count;
  for (uint32_t id = first; (file = source_get(running->compiling.driver.sources, id)); id++) {
    if (strncmp(file->path, "/prelude/", strlen("/prelude/")) == 0) continue;
    ReplInput import = {.path = session_copy(repl, file->path),
                        .text = arena_strndup(repl->arena, file->text, file->length),
                        .length = file->length};
    vec_push(repl->arena, &repl->imports, import);
  }
}

// Adds the input, or its beginning, to the session, with the values that belong to it.
static void input_keep(ReplRunning *running, size_t form_count, size_t length) {
  Repl *repl = running->repl;
  ReplInput input = {.path = session_copy(repl, running->run->path),
                     .text = arena_strndup(repl->arena, running->run->text, length),
                     .length = length,
                     .is_file = running->run->is_file,
                     .is_expression = true};
  for (size_t i = 0; i < form_count; i++) {
    const SessionForm *form = &running->compiling.result.forms.data[i];
    if (!form->is_expression) input.is_expression = false;
    if (!form->name || form->is_expression) continue;
    ReplDefinition definition = {.name = session_copy(repl, form->name),
                                 .type = session_copy(repl, form->type),
                                 .kind = session_copy(repl, form->kind)};
    vec_push(repl->arena, &input.definitions, definition);
  }
  vec_push(repl->arena, &repl->inputs, input);
  imports_keep(running);
  for (size_t i = 0; i < running->made.count; i++) {
    ReplValue *value = &running->made.data[i];
    bool is_cut = value->span.file == running->compiling.newest->id && value->span.end > length;
    if (is_cut)
      values_free(&value->values);
    else
      vec_push(repl->arena, &repl->values, *value);
  }
  running->made.count = 0;
}

// Of an input whose form number `failed` could not be evaluated the forms before it are kept, if
// they can do without it.
static void input_cut(ReplRunning *running, size_t failed) {
  const SessionForm *forms = running->compiling.result.forms.data;
  size_t length = forms[failed].span.start, kept = failed;
  while (kept > 0 && forms[kept - 1].span.start >= length)
    kept--; // other names of the same form
  if (kept == 0) return;
  ReplSessionCompiling again =
      compiling_open(running->repl, running->run->path, running->run->text, length);
  diag_configure(again.driver.diag, (DiagSettings){.is_silent = true});
  if (compile(&again)) input_keep(running, kept, length);
  driver_close(&again.driver);
}

static void tell_time(const ReplRunning *running) {
  printf("time: %.3f s, %s\n", running->seconds, running->is_compiled ? "compiled" : "interpreted");
}

int repl_run(Repl *repl, const ReplRun *run) {
  ReplRunning running = {.repl = repl,
                         .run = run,
                         .compiling = compiling_open(repl, run->path, run->text, run->length)};
  Driver *driver = &running.compiling.driver;
  int status = EXIT_OK;
  size_t count = 0;
  if (!compile(&running.compiling)) {
    status = diag_exit_code(driver->diag);
  } else {
    count = running.compiling.result.forms.count;
    for (size_t i = 0; i < count && status == EXIT_OK; i++) {
      status = run_form(&running, &running.compiling.result.forms.data[i]);
      if (status != EXIT_OK) input_cut(&running, i);
    }
    if (status == EXIT_OK && count > 0) input_keep(&running, count, run->length);
    if (status == EXIT_OK && run->is_timed) tell_time(&running);
  }
  for (size_t i = 0; i < running.made.count; i++)
    values_free(&running.made.data[i].values);
  diag_flush(driver->diag);
  driver_close(driver);
  return status;
}

int repl_load(Repl *repl, const char *path) {
  Driver reader = driver_open(diag_settings_from(repl->arguments));
  const SourceFile *file = diag_load_source(reader.diag, path);
  int status = EXIT_SOURCE_ERROR;
  if (file) {
    ReplRun run = {.path = path, .text = file->text, .length = file->length, .is_file = true};
    status = repl_run(repl, &run);
  }
  driver_close(&reader);
  return status;
}

// ---- Questions ----

// An expression where a form is expected: its terminator may be left out.
static const char *form_text(const Repl *repl, Arena *arena, const char *text) {
  const char *terminator = repl->front->session->terminator;
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\n", text[length - 1]))
    length--;
  if (!terminator || length == 0) return arena_strndup(arena, text, length);
  size_t size = strlen(terminator);
  bool is_there = length >= size && memcmp(text + length - size, terminator, size) == 0;
  return arena_printf(arena, "%.*s%s", (int)length, text, is_there ? "" : terminator);
}

static ReplSessionCompiling ask(const Repl *repl, const char *text) {
  const char *form = form_text(repl, repl->arena, text);
  ReplSessionCompiling compiling = compiling_open(repl, "<input>", form, strlen(form));
  compile(&compiling);
  return compiling;
}

int repl_type(Repl *repl, const char *text) {
  ReplSessionCompiling compiling = ask(repl, text);
  Driver *driver = &compiling.driver;
  int status = compiling.is_good ? EXIT_OK : diag_exit_code(driver->diag);
  for (size_t i = 0; compiling.is_good && i < compiling.result.forms.count; i++) {
    const SessionForm *form = &compiling.result.forms.data[i];
    if (form->type)
      printf("%s%s\n", form->is_expression ? text : form->name, form->type);
    else
      tell_definition(form);
  }
  driver_close(driver);
  return status;
}

typedef struct Dumping {
  Driver *driver;
  const Pipeline *pipeline;
  Program *program;
  Vec(Fun *) entries; // of the forms
  int status;
} Dumping;

static void dump_action(void *data, size_t stack_size) {
  (void)stack_size;
  Dumping *dumping = data;
  program_keep(dumping->program, dumping->entries.data, dumping->entries.count);
  dumping->program =
      pipeline_run(dumping->driver, dumping->pipeline, dumping->program, &dumping->status);
}

int repl_dump(Repl *repl, const char *pass, const char *text) {
  ReplSessionCompiling compiling = ask(repl, text);
  Driver *driver = &compiling.driver;
  int status = compiling.is_good ? EXIT_OK : diag_exit_code(driver->diag);
  Pipeline pipeline = pipeline_default(driver->arena, goal_from(NULL, pass));
  if (status == EXIT_OK && !pipeline_stop_after(driver, &pipeline, pass)) status = EXIT_USAGE;
  if (status == EXIT_OK) {
    Dumping dumping = {.driver = driver, .pipeline = &pipeline};
    dumping.program = compiling.result.program;
    for (size_t i = 0; i < compiling.result.forms.count; i++)
      if (compiling.result.forms.data[i].entry)
        vec_push(driver->arena, &dumping.entries, compiling.result.forms.data[i].entry);
    stack_run_deep(dump_action, &dumping);
    status = dumping.program ? EXIT_OK : dumping.status;
    StrBuf out = {0};
    if (dumping.program) program_print(&out, dumping.program);
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
  }
  driver_close(driver);
  return status;
}

bool repl_is_open(Repl *repl, const char *text, size_t length) {
  Driver driver = driver_open(diag_settings_default());
  const SourceFile *file = source_add(driver.sources, "<input>", text, length);
  bool is_open = utf8_is_valid(text, length) &&
                 repl->front->session->is_open(driver.arena, driver.names, file);
  driver_close(&driver);
  return is_open;
}

typedef struct ReplListing {
  ReplSessionCompiling compiling;
  SessionNames names;
} ReplListing;

static void names_action(void *data, size_t stack_size) {
  (void)stack_size;
  ReplListing *listing = data;
  Driver *driver = &listing->compiling.driver;
  listing->compiling.repl->front->session->names(driver->arena, driver->names, driver->diag,
                                                 listing->compiling.inputs, &listing->names);
}

SessionNames repl_names(Repl *repl, Arena *arena) {
  ReplListing listing = {.compiling = compiling_open(repl, NULL, NULL, 0)};
  diag_configure(listing.compiling.driver.diag, (DiagSettings){.is_silent = true});
  stack_run_deep(names_action, &listing);
  SessionNames names = {0};
  for (size_t i = 0; i < listing.names.count; i++)
    vec_push(arena, &names, arena_printf(arena, "%s", listing.names.data[i]));
  driver_close(&listing.compiling.driver);
  return names;
}

// ---- Starting again ----

void repl_clear(Repl *repl) {
  for (size_t i = 0; i < repl->values.count; i++)
    values_free(&repl->values.data[i].values);
  repl->values.count = repl->inputs.count = repl->imports.count = 0;
  world_close(&repl->world);
}

// Files are read again, definitions that were typed are evaluated again, quietly.
int repl_reload(Repl *repl) {
  size_t count = repl->inputs.count;
  ReplInput *inputs = arena_array(repl->arena, ReplInput, count);
  int status = EXIT_OK;
  for (size_t i = 0; i < count; i++)
    inputs[i] = repl->inputs.data[i];
  repl_clear(repl);
  for (size_t i = 0; i < count; i++) {
    const ReplInput *input = &inputs[i];
    if (input->is_expression && !input->is_file) continue;
    int code = EXIT_OK;
    if (input->is_file) {
      code = repl_load(repl, input->path);
    } else {
      ReplRun run = {
          .path = input->path, .text = input->text, .length = input->length, .is_quiet = true};
      code = repl_run(repl, &run);
    }
    if (status == EXIT_OK) status = code;
  }
  return status;
}
