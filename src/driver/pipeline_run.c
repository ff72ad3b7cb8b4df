// Running a pipeline: order, times, dumps, verification, and what happens when a pass is wrong.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "driver/pipeline.h"
#include "driver/test.h"
#include "ir/map.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "ir/walk.h"

// ---- Sizes and times ----

static bool count_stm(Walker *walker, Stm *stm) {
  (void)stm;
  ++*(size_t *)walker->context;
  return true;
}

size_t program_size(Program *program) {
  size_t count = 0;
  Walker walker = {.context = &count, .enter = count_stm};
  walk_program(&walker, program);
  return count;
}

typedef struct StepTime {
  const char *label;
  double milliseconds;
  size_t before, after;
} StepTime;

typedef Vec(StepTime) StepTimes;

static double milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void put_time_json(StrBuf *out, const StepTime *time) {
  JsonWriter json = json_begin(out);
  json_begin_object(&json);
  json_key(&json, "pass"), json_string(&json, time->label);
  json_key(&json, "milliseconds"), json_double(&json, time->milliseconds);
  json_key(&json, "statements_before"), json_int(&json, (int64_t)time->before);
  json_key(&json, "statements_after"), json_int(&json, (int64_t)time->after);
  json_end_object(&json);
  json_end(&json);
  strbuf_putc(out, '\n');
}

static void times_print(const StepTimes *times, bool is_json) {
  StrBuf out = {0};
  double total = 0;
  if (!is_json) strbuf_printf(&out, "%-16s %10s %10s %10s\n", "pass", "ms", "before", "after");
  for (size_t i = 0; i < times->count; i++) {
    const StepTime *time = &times->data[i];
    total += time->milliseconds;
    if (is_json)
      put_time_json(&out, time);
    else
      strbuf_printf(&out, "%-16s %10.3f %10zu %10zu\n", time->label, time->milliseconds,
                    time->before, time->after);
  }
  if (!is_json) strbuf_printf(&out, "%-16s %10.3f\n", "total", total);
  fputs(strbuf_text(&out), stderr);
  strbuf_free(&out);
}

// ---- When a pass is wrong ----

// What is known about the step that is running.
typedef struct Running {
  Driver *driver;
  const Pipeline *pipeline;
  size_t position; // of the step
  Program *first;  // a copy of the program before the first step; NULL when nobody will ask
} Running;

// Is it a step for such a program?
static bool step_applies(const Step *step, const Program *program) {
  if (step->level && step->level < program->level) return false;
  return !step->is_for_text || program->is_unguarded;
}

// Makes the program before the step again, from the first one: passes change programs in place, and
// to keep each of them would take as long as the passes. What is said on the way was said before.
static void before_print(const Running *running, StrBuf *out) {
  Session session;
  session_open(&session, 0);
  Program *program = running->first;
  for (size_t i = 0; program && i < running->position; i++) {
    const Step *step = &running->pipeline->steps.data[i];
    if (step_applies(step, program))
      program = step->pass->run(program, &running->pipeline->target, session.driver.diag);
  }
  if (program) program_print(out, program);
  session_close(&session);
}

// Says which pass it was and leaves the program before it behind. Also the hook of INTERNAL_ERROR.
static void pass_blame(void *data) {
  Running *running = data;
  Driver *driver = running->driver;
  const Step *step = &running->pipeline->steps.data[running->position];
  internal_error_set_hook(NULL, NULL);
  diag_flush(driver->diag);
  fprintf(stderr, "ravel: this is a bug in the pass %s of ravel\n", step->label);
  if (!running->first) return;
  StrBuf text = {0};
  before_print(running, &text);
  char *name = arena_printf(driver->arena, "ravel-crash-%s.core", step->pass->name);
  const char *path = strcmp(driver->crash_folder, ".")
                         ? path_join(driver->arena, driver->crash_folder, name)
                         : name;
  const char *error = NULL;
  if (file_write(driver->arena, path, strbuf_text(&text), text.length, &error))
    fprintf(stderr, "ravel: the program before the pass is in %s; please report it\n", path);
  else
    fprintf(stderr, "ravel: the program before the pass could not be saved: %s\n", error);
  strbuf_free(&text);
}

// ---- Order ----

static const char *property_text(unsigned property) {
  switch ((Property)property) {
  case PROPERTY_SIMPLE: return "that the program is simple";
  }
  INTERNAL_ERROR("property %u", property);
}

// Reports when the program is not what the pass needs.
static bool is_ready(Driver *driver, const Step *step, const Program *program,
                     unsigned properties) {
  const Pass *pass = step->pass;
  if (!(pass->from & program->level)) {
    diag_error(driver->diag, ERROR_PASS_ORDER, SPAN_NONE,
               "%s cannot run here: it works at level %s, but the program is at level %s",
               step->label, level_name(pass->from), level_name(program->level));
    return false;
  }
  unsigned missing = pass->needs & ~properties;
  if (!missing) return true;
  unsigned property = missing & (~missing + 1);
  diag_error(driver->diag, ERROR_PASS_ORDER, SPAN_NONE, "%s needs %s", step->label,
             property_text(property));
  for (size_t i = 0; i < pass_count(); i++)
    if (pass_at(i)->establishes & property) {
      diag_hint(driver->diag, "run %s first", pass_at(i)->name);
      break;
    }
  return false;
}

// ---- Running ----

static Program *step_run(Running *running, Program *program, bool is_verified, double *milliseconds,
                         int *status) {
  Driver *driver = running->driver;
  const Step *step = &running->pipeline->steps.data[running->position];
  internal_error_set_hook(pass_blame, running);
  double start = milliseconds_now();
  program = step->pass->run(program, &running->pipeline->target, driver->diag);
  *milliseconds = milliseconds_now() - start;
  if (!program) {
    *status = diag_exit_code(driver->diag);
  } else if (is_verified && !program_verify(program, driver->diag)) {
    diag_flush(driver->diag);
    fprintf(stderr, "ravel: internal error: the program is illegal after %s\n", step->label);
    pass_blame(running);
    *status = EXIT_INTERNAL;
    program = NULL;
  }
  internal_error_set_hook(NULL, NULL);
  return program;
}

static void step_dump(const Step *step, const Program *program) {
  StrBuf text = {0};
  strbuf_printf(&text, "-- after %s\n", step->label);
  program_print(&text, program);
  fputs(strbuf_text(&text), stderr);
  strbuf_free(&text);
}

Program *pipeline_run(Driver *driver, const Pipeline *pipeline, Program *program, int *status) {
  Running running = {.driver = driver, .pipeline = pipeline};
  if (driver->crash_folder && pipeline->steps.count > 0)
    running.first = program_clone(program, driver->arena);
  StepTimes times = {0};
  unsigned properties = 0;
  for (size_t i = 0; program && i < pipeline->steps.count; i++) {
    const Step *step = &pipeline->steps.data[i];
    running.position = i;
    if (!step_applies(step, program)) continue;
    if (!is_ready(driver, step, program, properties)) {
      *status = EXIT_USAGE;
      program = NULL;
      break;
    }
    StepTime time = {.label = step->label};
    if (pipeline->is_timed) time.before = program_size(program);
    program = step_run(&running, program, pipeline->is_verified, &time.milliseconds, status);
    if (!program) break;
    properties = (properties & ~step->pass->breaks) | step->pass->establishes;
    if (pipeline->is_timed) time.after = program_size(program);
    vec_push(driver->arena, &times, time);
    if (step->is_dumped) step_dump(step, program);
  }
  if (pipeline->is_timed) times_print(&times, pipeline->is_json);
  return program;
}
