// Golden files: messages and programs that must be exactly what a file says.
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "driver/test.h"
#include "ir/print.h"

static const size_t GOLDEN_LIMIT = (size_t)1 << 26;

// The line that starts at *at, and where the next one starts.
static size_t line_length(const char *at) { return strcspn(at, "\n"); }

void text_difference(StrBuf *out, const char *expected, const char *got) {
  size_t number = 1;
  while (*expected && *got) {
    size_t a = line_length(expected), b = line_length(got);
    if (a != b || memcmp(expected, got, a) != 0 || expected[a] != got[b]) break;
    expected += a + (expected[a] != 0);
    got += b + (got[b] != 0);
    number++;
  }
  strbuf_printf(out, "the texts differ in line %zu\n", number);
  strbuf_printf(out, "expected: %.*s%s\n", (int)line_length(expected), expected,
                *expected ? "" : "(the end)");
  strbuf_printf(out, "got:      %.*s%s", (int)line_length(got), got, *got ? "" : "(the end)");
}

// Compares a text with the golden file, or writes that file.
static void golden_compare(const TestSettings *settings, const char *golden, const char *text,
                           TestReport *report) {
  Arena *arena = arena_new();
  StrBuf why = {0};
  size_t length = 0;
  const char *error = NULL;
  char *expected = file_read(arena, golden, GOLDEN_LIMIT, &length, &error);
  if (expected && strcmp(expected, text) == 0) {
    report->pass(report);
  } else if (settings->is_updating) {
    if (file_write(arena, golden, text, strlen(text), &error)) {
      report->pass(report);
    } else {
      strbuf_printf(&why, "cannot write %s: %s", golden, error);
      report->fail(report, strbuf_text(&why));
    }
  } else {
    if (expected)
      text_difference(&why, expected, text);
    else
      strbuf_printf(&why, "cannot read %s: %s", golden, error);
    strbuf_printf(&why, "\nravel test --update writes what ravel says now:\n%s", text);
    report->fail(report, strbuf_text(&why));
  }
  strbuf_free(&why);
  arena_free(arena);
}

// ---- Messages ----

// Runs the first case so that its failure is reported.
static void case_fail(Session *session, Program *program, const TestSpec *spec) {
  const TestCase *test = &spec->cases.data[0];
  Driver *driver = &session->driver;
  Fun *entry = entry_select(driver, program, test->entry);
  if (!entry) return;
  size_t count;
  ValueType *types = entry_param_types(entry, &count);
  Values arguments = {0}, results = {0};
  StrBuf why = {0};
  Failure failure = {0};
  Said said = {0};
  if (!test_data_read(spec->driver, &test->input, (TestWhose){.entry = entry}, types, count,
                      &arguments, &why)) {
    diag_error(driver->diag, ERROR_RUN_ARGUMENT, SPAN_NONE, "%s", strbuf_text(&why));
  } else {
    // Only the interpreter by heap sees what is wrong with places.
    const TestTarget *target = target_named(program->level == LEVEL_MEM ? "heap" : "interpret");
    void *prepared = target->prepare(driver, program, &(TargetOptions){0});
    if (!target->run(prepared, entry, &arguments, &results, &said, &failure))
      failure_report(driver, &failure);
    target->release(prepared);
  }
  values_free(&arguments);
  values_free(&results);
  said_free(&said);
  strbuf_free(&why);
  free(types);
}

void test_golden_error(const TestSettings *settings, const char *name, const TestSpec *spec,
                       const char *golden, TestReport *report) {
  Session session;
  int status;
  session_open(&session, diag_settings_default().error_limit);
  report->begin(report, golden);
  Program *program = source_compile(&session.driver, name, NULL, &status);
  if (program && spec->cases.count > 0) case_fail(&session, program, spec);
  const char *text = session_text(&session);
  if (*text)
    golden_compare(settings, golden, text, report);
  else
    report->fail(report, "an error was expected, but nothing was reported");
  session_close(&session);
}

// ---- Programs ----

void test_golden_program(const TestSettings *settings, const char *name, const TestSpec *spec,
                         const char *golden, TestReport *report) {
  Session session;
  Pipeline pipeline;
  session_open(&session, 0);
  report->begin(report, golden);
  char *text = NULL;
  if (spec->passes.count == 0) {
    report->fail(report, "no comment line `pass: PASS,...` says which passes lead to this file");
  } else if (!pipeline_of(&session.driver, &spec->passes, &pipeline) ||
             !(text = test_transform(&session, name, &pipeline))) {
    report->fail(report, session_text(&session));
  } else {
    golden_compare(settings, golden, text, report);
  }
  free(text);
  session_close(&session);
}

// ---- Shapes ----

void test_golden_shapes(const TestSettings *settings, const char *name, const char *golden,
                        TestReport *report) {
  Session session;
  int status;
  session_open(&session, 0);
  report->begin(report, golden);
  Program *program = source_compile(&session.driver, name, NULL, &status);
  if (program) {
    StrBuf text = {0};
    shapes_print(&text, program);
    golden_compare(settings, golden, strbuf_text(&text), report);
    strbuf_free(&text);
  } else {
    report->fail(report, session_text(&session));
  }
  session_close(&session);
}
