// All tests of one file.
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/test.h"
#include "driver/tuning_file.h"
#include "front/settings.h"
#include "imp/imp_launches.h"
#include "ir/map.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "ir/walk.h"
#include "lower/lower.h"
#include "mem/report.h"

// ---- Sessions ----

void session_open(Session *session, size_t error_limit) {
  *session = (Session){0};
  session->stream = open_memstream(&session->text, &session->length);
  if (!session->stream) fatal_out_of_memory(0);
  DiagSettings settings = diag_settings_default();
  settings.color = DIAG_COLOR_NEVER;
  settings.error_limit = error_limit;
  settings.output = session->stream;
  session->driver = driver_open(settings);
  session->driver.crash_folder = NULL;
}

// A session with messages of its own for programs of another's sources. It is closed before that
// one.
static void session_open_beside(Session *session, const Session *other) {
  session_open(session, 0);
  Driver *driver = &session->driver;
  DiagSettings settings = diag_settings(driver->diag);
  driver->names = other->driver.names;
  driver->sources = other->driver.sources;
  driver->diag = diag_new(driver->arena, driver->sources);
  diag_configure(driver->diag, settings);
}

const char *session_text(Session *session) {
  diag_flush(session->driver.diag);
  fflush(session->stream);
  return session->text;
}

void session_close(Session *session) {
  driver_close(&session->driver);
  fclose(session->stream);
  free(session->text);
}

// ---- Small things ----

static bool file_exists(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

// Does the text match the extended regular expression, which test_spec_parse has checked?
static bool regex_matches(const char *pattern, const char *text) {
  regex_t regex;
  if (!*pattern) return true;
  if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
    INTERNAL_ERROR("malformed regular expression %s", pattern);
  bool matches = regexec(&regex, text, 0, NULL, 0) == 0;
  regfree(&regex);
  return matches;
}

static void fail_and_free(TestReport *report, StrBuf *why) {
  report->fail(report, strbuf_text(why));
  strbuf_free(why);
}

// The value as text, cut when it is long.
static void put_value(StrBuf *out, const char *label, const Value *value) {
  enum { LONGEST = 300 };
  Writer *writer = writer_to_memory();
  ValueError error = {0};
  if (!writer) fatal_out_of_memory(0);
  if (value_write_text(writer, value, &error)) {
    size_t size;
    const char *text = writer_data(writer, &size);
    strbuf_printf(out, "\n%s%.*s%s", label, (int)(size > LONGEST ? LONGEST : size), text,
                  size > LONGEST ? "..." : "");
  }
  writer_free(writer);
}

// ---- Variants ----

// A program after some passes, and how it is called in reports.
typedef struct Variant {
  const char *label;
  bool is_whole_pipeline;
  bool is_for_device; // compiled targets with a device run this one, the others the other one
  Session session;
  Program *program;
  Vec(void *) prepared; // per target; NULL where it does not run
} Variant;

typedef struct FileTest {
  const TestSettings *settings;
  const char *name;
  const Front *front;
  const TestSpec *spec;
  TestReport *report;
  Arena *arena;
  Vec(Variant *) variants;
  TraceOrder trace_order;
} FileTest;

static Program *transform(Session *session, Program *program, const Pipeline *pipeline,
                          bool is_verified, int *status) {
  Pipeline verified = *pipeline;
  verified.is_verified = is_verified;
  return pipeline_run(&session->driver, &verified, program, status);
}

char *test_transform(Session *session, const char *name, const Pipeline *pipeline) {
  int status;
  Program *program = source_compile(&session->driver, name, NULL, &status);
  if (program) program = transform(session, program, pipeline, true, &status);
  if (!program) return NULL;
  StrBuf text = {0};
  program_print(&text, program);
  return strbuf_take(&text);
}

// Printing, parsing and printing gives the same text, and the parsed program is legal.
static bool is_printed_right(Variant *variant, StrBuf *why) {
  Session session;
  StrBuf first = {0}, second = {0};
  session_open(&session, 0);
  program_print(&first, variant->program);
  const SourceFile *file =
      source_add(session.driver.sources, "(printed)", strbuf_text(&first), first.length);
  int status;
  Program *again = text_compile(&session.driver, front_named("core"), file, &status);
  bool is_right = false;
  if (!again) {
    strbuf_printf(why, "the printed program is not accepted:\n%s", session_text(&session));
  } else {
    program_print(&second, again);
    is_right = strcmp(strbuf_text(&first), strbuf_text(&second)) == 0;
    if (!is_right) {
      strbuf_puts(why, "printing, parsing and printing again gives another text: ");
      text_difference(why, strbuf_text(&first), strbuf_text(&second));
    }
  }
  strbuf_free(&first);
  strbuf_free(&second);
  session_close(&session);
  return is_right;
}

static bool target_is_wanted(const FileTest *test, const TestTarget *target,
                             const Variant *variant) {
  const Words *wanted = &test->settings->targets;
  if (wanted->count > 0 ? !words_have(wanted, target->name) : target->is_compiled) return false;
  if (!(target->levels & variant->program->level)) return false;
  if (words_have(&test->spec->tags, arena_printf(test->arena, "no_%s", target->name))) return false;
  if (target->is_compiled && target->has_device != variant->is_for_device) return false;
  bool is_first = test->variants.count == 0;
  bool is_by_value = strcmp(target->name, "interpret") == 0;
  if (!test->settings->is_for_compiler && is_by_value != is_first) return false;
  return target->is_available() && (target->runs_variants || variant->is_whole_pipeline);
}

// What cannot be prepared is a failure of its own, and does not run.
static void variant_prepare(FileTest *test, Variant *variant) {
  for (size_t i = 0; i < target_count(); i++) {
    const TestTarget *target = target_at(i);
    void *prepared = NULL;
    bool has_cases = test->spec->cases.count > 0 || test->spec->shown.kind != DATA_NONE;
    if (has_cases && target_is_wanted(test, target, variant)) {
      TargetOptions options = test->settings->target;
      if (test->settings->is_tuned)
        options.tuning = tuning_find(test->arena, test->name, target->name);
      prepared = target->prepare(&variant->session.driver, variant->program, &options);
      if (!prepared) {
        test->report->begin(test->report, arena_printf(test->arena, "made for %s", target->name));
        if (diag_exit_code(variant->session.driver.diag) == EXIT_UNSUPPORTED)
          test->report->skip(test->report, session_text(&variant->session));
        else
          test->report->fail(test->report, session_text(&variant->session));
      }
    }
    vec_push(test->arena, &variant->prepared, prepared);
  }
}

// The program as written is compiled once: it is the first variant, and the others begin with
// copies.
static Program *program_as_written(const FileTest *test, Session *session, int *status) {
  if (test->variants.count == 0) {
    session_open(session, 0);
    DiagSettings settings = diag_settings(session->driver.diag);
    settings.warnings_fail = test->settings->warnings_fail && test->spec->warnings.count == 0;
    diag_configure(session->driver.diag, settings);
    return source_compile(&session->driver, test->name, NULL, status);
  }
  const Variant *written = test->variants.data[0];
  session_open_beside(session, &written->session);
  return program_clone(written->program, session->driver.arena);
}

// Makes a variant and checks its text; that is a check of its own. False when there is no program.
static bool variant_add(FileTest *test, const char *label, const Pipeline *pipeline, bool is_whole,
                        bool is_for_device) {
  Variant *variant = arena_make(test->arena, Variant);
  variant->label = label;
  variant->is_whole_pipeline = is_whole;
  variant->is_for_device = is_for_device;
  test->report->begin(test->report, label);
  int status = EXIT_OK;
  bool is_checked = test->settings->is_for_compiler;
  Program *program = program_as_written(test, &variant->session, &status);
  if (program) program = transform(&variant->session, program, pipeline, is_checked, &status);
  variant->program = program;
  if (!program) {
    const char *why = session_text(&variant->session);
    if (status == EXIT_UNSUPPORTED)
      test->report->skip(test->report, why);
    else
      test->report->fail(test->report, why);
    session_close(&variant->session);
    return false;
  }
  StrBuf why = {0};
  bool is_right = !is_checked || is_printed_right(variant, &why);
  if (!is_right)
    test->report->fail(test->report, strbuf_text(&why));
  else if (is_checked)
    test->report->pass(test->report);
  strbuf_free(&why);
  variant_prepare(test, variant);
  vec_push(test->arena, &test->variants, variant);
  return true;
}

// Are only compiled targets asked for? They run the end of the pipeline, and nothing else is needed
// but the types of the program as written.
static bool is_only_compiled(const TestSettings *settings) {
  for (size_t i = 0; i < settings->targets.count; i++)
    if (!target_named(settings->targets.data[i])->is_compiled) return false;
  return settings->targets.count > 0;
}

// Is one of the targets that are asked for with a device, or one without?
static bool has_device(const TestSettings *settings, bool wanted) {
  for (size_t i = 0; i < settings->targets.count; i++)
    if (target_named(settings->targets.data[i])->has_device == wanted) return true;
  return false;
}

// The ends of the pipeline that the targets take.
static void ends_make(FileTest *test, bool has_plain, bool has_device) {
  Pipeline mem = pipeline_default(test->arena, LEVEL_MEM), gpu = pipeline_device(test->arena);
  if (has_plain) variant_add(test, "at Mem", &mem, true, false);
  if (has_device) variant_add(test, "at Mem for a GPU", &gpu, true, true);
}

// Only what the targets that are asked for run.
static bool variants_make_for_author(FileTest *test) {
  const Words *targets = &test->settings->targets;
  Pipeline none = {0};
  if (!variant_add(test, "compiling", &none, false, false)) return false;
  test->trace_order = program_trace_order(test->variants.data[0]->program);
  bool has_plain = words_have(targets, "c") || words_have(targets, "multicore");
  ends_make(test, has_plain || words_have(targets, "heap"), has_device(test->settings, true));
  return true;
}

// The program as written, after the pipeline, at the lower levels, and after the pipeline without
// each of its passes.
static bool variants_make(FileTest *test) {
  if (!test->settings->is_for_compiler) return variants_make_for_author(test);
  Pipeline none = {0}, whole = pipeline_default(test->arena, LEVEL_CORE);
  Pipeline flat = pipeline_default(test->arena, LEVEL_FLAT);
  if (!variant_add(test, "as written", &none, false, false)) return false;
  test->trace_order = program_trace_order(test->variants.data[0]->program);
  bool is_compiled = is_only_compiled(test->settings);
  if (!is_compiled) variant_add(test, "after the pipeline", &whole, false, false);
  if (!is_compiled) variant_add(test, "at Flat", &flat, false, false);
  ends_make(test, !is_compiled || has_device(test->settings, false),
            !is_compiled || has_device(test->settings, true));
  if (is_compiled) return true;
  Pipeline lowering = pipeline_lowering(test->arena);
  variant_add(test, "only lowered to Mem", &lowering, false, false);
  for (size_t i = 0; i < pass_count(); i++) {
    const Pass *pass = pass_at(i);
    if (!pipeline_has(pass)) continue;
    if (pipeline_is_lowering(pass)) continue;
    Pipeline pipeline = pipeline_without(test->arena, pass);
    variant_add(test, arena_printf(test->arena, "without %s", pass->name), &pipeline, false, false);
  }
  return true;
}

static void variants_free(FileTest *test) {
  for (size_t i = test->variants.count; i-- > 0;) {
    Variant *variant = test->variants.data[i];
    for (size_t k = 0; k < variant->prepared.count; k++)
      if (variant->prepared.data[k]) target_at(k)->release(variant->prepared.data[k]);
    session_close(&variant->session);
  }
}

// ---- Cases ----

// What a case starts from, and what it must give.
typedef struct CaseRun {
  FileTest *test;
  const TestCase *spec;
  Values arguments;
  Values expected; // from the test, or from the first run
  bool has_expected;
  Said said; // what it must print and trace, from the test, or from the first run
  StrBuf why;
  StrBuf skipped; // what a target cannot run
} CaseRun;

static bool results_agree(CaseRun *run, const Values *results) {
  if (results->count != run->expected.count) {
    strbuf_printf(&run->why, "expected %zu results, got %zu", run->expected.count, results->count);
    return false;
  }
  for (size_t i = 0; i < results->count; i++) {
    char message[512];
    const Value *expected = &run->expected.data[i], *got = &results->data[i];
    if (value_compare(expected, got, run->test->settings->tolerance, message, sizeof message))
      continue;
    strbuf_printf(&run->why, "result %zu: %s", i + 1, message);
    put_value(&run->why, "expected: ", expected);
    put_value(&run->why, "got:      ", got);
    return false;
  }
  return true;
}

// The regular expression may match the message alone, or the report with code and excerpt.
static bool failure_agrees(CaseRun *run, Variant *variant, Failure *failure) {
  // A crash is what nobody can ask for.
  const char *pattern = failure->kind == FAILURE_CRASH ? NULL : run->spec->error;
  if (pattern && failure->message && regex_matches(pattern, failure->message)) {
    free(failure->message);
    return true;
  }
  // Reports of earlier cases are in the session's text; only the new part counts.
  size_t before = strlen(session_text(&variant->session));
  failure_report(&variant->session.driver, failure);
  const char *text = session_text(&variant->session) + before;
  if (pattern && regex_matches(pattern, text)) return true;
  if (pattern)
    strbuf_printf(&run->why, "expected a failure that matches %s, got\n", pattern);
  else
    strbuf_puts(&run->why, "the run failed:\n");
  strbuf_puts(&run->why, text);
  return false;
}

static void expect_text(char **expected, size_t *length, const char *text, size_t count) {
  StrBuf copy = {0};
  strbuf_write(&copy, text, count);
  *expected = strbuf_take(&copy);
  *length = count;
}

// Has it printed and traced what it should? The first run says what that is, where the test does
// not.
static bool said_agrees(CaseRun *run, const Said *said) {
  Said *expected = &run->said;
  if (!expected->printed)
    expect_text(&expected->printed, &expected->printed_length, said->printed, said->printed_length);
  if (!expected->traced)
    expect_text(&expected->traced, &expected->traced_length, said->traced, said->traced_length);
  return said_equal(expected, said, run->test->trace_order, &run->why);
}

// Has it printed what it should before it failed, if the test says what that is?
static bool printed_agrees(CaseRun *run, const Said *said) {
  const Said expected = {.printed = run->said.printed, .printed_length = run->said.printed_length};
  return !expected.printed || said_equal(&expected, said, TRACES_UNCERTAIN, &run->why);
}

// Runs the case on one variant and target. The first results are what others must agree with, when
// the test does not say.
static bool case_run_on(CaseRun *run, Variant *variant, const TestTarget *target, void *prepared) {
  Fun *entry = entry_select(&variant->session.driver, variant->program, run->spec->entry);
  if (!entry) {
    strbuf_puts(&run->why, session_text(&variant->session));
    return false;
  }
  Values results = {0};
  Said said = {0};
  Failure failure = {0};
  bool is_good;
  if (!target->run(prepared, entry, &run->arguments, &results, &said, &failure)) {
    if (failure.kind == FAILURE_SUPPORT) {
      strbuf_printf(&run->skipped, "%s%s, on %s: %s", run->skipped.length ? "\n" : "",
                    variant->label, target->name, failure.message);
      free(failure.message);
      said_free(&said);
      return true;
    }
    is_good = failure_agrees(run, variant, &failure) && printed_agrees(run, &said);
  } else if (run->spec->error) {
    strbuf_printf(&run->why, "expected a failure that matches %s, but the run succeeded",
                  run->spec->error);
    is_good = false;
  } else {
    is_good = (!run->has_expected || results_agree(run, &results)) && said_agrees(run, &said);
  }
  if (is_good && !run->spec->error && !run->has_expected) {
    run->expected = results;
    run->has_expected = true;
  } else {
    values_free(&results);
  }
  said_free(&said);
  return is_good;
}

// A case that is too much for an interpreter needs a compiled target.
static bool is_case_for(const TestCase *spec, const TestTarget *target) {
  return target->is_compiled || !spec->is_compiled;
}

// What is wrong on some targets.
typedef struct CaseFailure {
  StrBuf targets, why;
} CaseFailure;

typedef Vec(CaseFailure) CaseFailures;

static void failure_add(Arena *arena, CaseFailures *failures, const char *target, StrBuf *why) {
  for (size_t i = 0; i < failures->count; i++) {
    CaseFailure *failure = &failures->data[i];
    if (strcmp(strbuf_text(&failure->why), strbuf_text(why)) != 0) continue;
    strbuf_printf(&failure->targets, ", %s", target);
    strbuf_free(why);
    return;
  }
  CaseFailure failure = {.why = *why};
  strbuf_puts(&failure.targets, target);
  vec_push(arena, failures, failure);
}

// The author of a program sees on which of the targets it fails.
static bool case_run_each(CaseRun *run, bool *has_run) {
  FileTest *test = run->test;
  CaseFailures failures = {0};
  for (size_t i = 0; i < test->variants.count; i++)
    for (size_t k = 0; k < target_count(); k++) {
      Variant *variant = test->variants.data[i];
      if (!variant->prepared.data[k] || !is_case_for(run->spec, target_at(k))) continue;
      *has_run = true;
      if (case_run_on(run, variant, target_at(k), variant->prepared.data[k])) continue;
      failure_add(test->arena, &failures, target_at(k)->name, &run->why);
      run->why = (StrBuf){0};
    }
  for (size_t i = 0; i < failures.count; i++) {
    CaseFailure *failure = &failures.data[i];
    strbuf_printf(&run->why, "%son %s: %s", i > 0 ? "\n" : "", strbuf_text(&failure->targets),
                  strbuf_text(&failure->why));
    strbuf_free(&failure->targets);
    strbuf_free(&failure->why);
  }
  return failures.count == 0;
}

// The first failure is enough to find what is wrong with the compiler.
static bool case_run_variants(CaseRun *run, bool *has_run) {
  FileTest *test = run->test;
  for (size_t i = 0; i < test->variants.count; i++)
    for (size_t k = 0; k < target_count(); k++) {
      Variant *variant = test->variants.data[i];
      if (!variant->prepared.data[k] || !is_case_for(run->spec, target_at(k))) continue;
      *has_run = true;
      strbuf_clear(&run->why);
      strbuf_printf(&run->why, "%s, on %s: ", variant->label, target_at(k)->name);
      if (!case_run_on(run, variant, target_at(k), variant->prepared.data[k])) return false;
    }
  return true;
}

static bool case_run_all(CaseRun *run) {
  bool has_run = false;
  bool is_good = run->test->settings->is_for_compiler ? case_run_variants(run, &has_run)
                                                      : case_run_each(run, &has_run);
  if (!is_good) return false;
  if (!has_run && run->spec->is_compiled)
    strbuf_puts(&run->skipped, "a compiled case; --target=c runs it");
  return true;
}

// Runs an entry point for a script: by the program as written, or by whatever there is.
static bool script_call(const ScriptHost *host, const char *name, const Values *arguments,
                        Values *results, StrBuf *why) {
  FileTest *test = host->context;
  for (size_t i = 0; i < test->variants.count; i++)
    for (size_t k = 0; k < target_count(); k++) {
      Variant *variant = test->variants.data[i];
      if (!variant->prepared.data[k]) continue;
      Said said = {0};
      Failure failure = {0};
      Fun *entry = program_entry(variant->program, name);
      bool is_good =
          target_at(k)->run(variant->prepared.data[k], entry, arguments, results, &said, &failure);
      said_free(&said);
      if (is_good) return true;
      strbuf_puts(why, failure.message ? failure.message : "it has no result");
      free(failure.message);
      return false;
    }
  strbuf_puts(why, "there is nothing to run it on");
  return false;
}

// Reads the input and the output of a case, which need the types of the entry point.
static bool case_read(CaseRun *run) {
  Variant *variant = run->test->variants.data[0];
  Driver *driver = run->test->spec->driver;
  Fun *entry = entry_select(&variant->session.driver, variant->program, run->spec->entry);
  if (!entry) {
    strbuf_puts(&run->why, session_text(&variant->session));
    return false;
  }
  size_t count;
  ValueType *types = entry_param_types(entry, &count);
  ScriptHost host = {
      .program = variant->program, .folder = ".", .run = script_call, .context = run->test};
  TestWhose whose = {.entry = entry, .host = &host};
  strbuf_puts(&run->why, "input: ");
  bool is_good =
      test_data_read(driver, &run->spec->input, whose, types, count, &run->arguments, &run->why);
  free(types);
  if (!is_good) return false;
  strbuf_clear(&run->why);
  if (run->spec->output.kind == DATA_NONE) return true;
  strbuf_puts(&run->why, "output: ");
  types = entry_result_types(entry, &count);
  whose.are_results = true;
  run->has_expected = is_good =
      test_data_read(driver, &run->spec->output, whose, types, count, &run->expected, &run->why);
  free(types);
  if (is_good) strbuf_clear(&run->why);
  return is_good;
}

// "line 12: main: input { 1 2 }", on one line and not too long.
static char *spec_label(FileTest *test, const SourceFile *file, const char *entry, Span span) {
  enum { LONGEST = 60 };
  uint32_t line, column;
  source_position(file, span.start, &line, &column);
  StrBuf text = {0};
  strbuf_printf(&text, "line %u: %s%s", (unsigned)line, entry ? entry : "", entry ? ": " : "");
  size_t start = text.length;
  bool was_blank = false;
  for (size_t i = span.start; i < span.end; i++) {
    char c = file->text[i];
    if (c == '\n') break;
    bool is_blank = c == ' ' || c == '\t' || c == '\r';
    if (!is_blank || !was_blank) strbuf_putc(&text, is_blank ? ' ' : c);
    was_blank = is_blank;
  }
  size_t length = text.length - start;
  bool is_long = length > LONGEST;
  size_t whole = utf8_valid_prefix(strbuf_text(&text), start + (is_long ? LONGEST - 3 : length));
  char *label =
      arena_printf(test->arena, "%.*s%s", (int)whole, strbuf_text(&text), is_long ? "..." : "");
  strbuf_free(&text);
  return label;
}

static void case_test(FileTest *test, const SourceFile *file, const TestCase *spec) {
  CaseRun run = {.test = test, .spec = spec};
  const TestData *prints = &spec->prints, *traces = &spec->traces;
  if (prints->kind != DATA_NONE)
    expect_text(&run.said.printed, &run.said.printed_length, prints->text, prints->length);
  if (traces->kind != DATA_NONE)
    expect_text(&run.said.traced, &run.said.traced_length, traces->text, traces->length);
  test->report->begin(test->report, spec_label(test, file, spec->entry, spec->span));
  if (!case_read(&run) || !case_run_all(&run))
    test->report->fail(test->report, strbuf_text(&run.why));
  else if (run.skipped.length)
    test->report->skip(test->report, strbuf_text(&run.skipped));
  else
    test->report->pass(test->report);
  strbuf_free(&run.why);
  strbuf_free(&run.skipped);
  values_free(&run.arguments);
  values_free(&run.expected);
  said_free(&run.said);
}

// A case that stands for a form.
typedef struct FormRun {
  FileTest *test;
  const SourceFile *file;
} FormRun;

static void form_case(void *context, const TestCase *spec) {
  FormRun *run = context;
  case_test(run->test, run->file, spec);
}

static void shown_test(FileTest *test, const SourceFile *file) {
  FormRun run = {.test = test, .file = file};
  if (test->spec->shown.kind != DATA_NONE)
    forms_test(test->arena, &test->spec->shown, file, test->variants.data[0]->program, test->report,
               form_case, &run);
}

// ---- Structure ----

typedef struct Counting {
  const char *name;
  size_t count;
} Counting;

static const char *const LEVEL_NAMES[] = {[PAR_ANY] = "",
                                          [PAR_THREAD] = "par@thread",
                                          [PAR_BLOCK] = "par@block",
                                          [PAR_GRID] = "par@grid"};

static const char *const MODE_NAMES[] = {
#define MODE(id, text, ...) text,
#include "ir/modes.def"
#undef MODE
};

static size_t count_modes(const Thunk *thunk, const char *name) {
  size_t count = 0;
  for (size_t i = 0; i < thunk->output_count; i++)
    count += strcmp(MODE_NAMES[thunk->outputs[i].mode], name) == 0;
  return count;
}

static const char *const KERNEL_NAMES[] = {
#define KERNEL(id, text, ...) "kernel:" text,
#include "ir/kernels.def"
#undef KERNEL
};

static bool count_in_stm(Walker *walker, Stm *stm) {
  Counting *counting = walker->context;
  const Exp *exp = stm->exp;
  counting->count += strcmp(op_info(exp->op)->text, counting->name) == 0;
  if (exp->op == OP_PAR) {
    const Par *par = exp->as.par;
    counting->count += strcmp(LEVEL_NAMES[par->level], counting->name) == 0;
    for (const Plan *plan = par->plan; plan; plan = plan->otherwise)
      counting->count += strcmp(KERNEL_NAMES[plan->kernel], counting->name) == 0;
    counting->count += count_modes(&par->body, counting->name);
    counting->count += count_modes(&par->epilogue, counting->name);
  }
  return true;
}

// What a walk does not find: arrays that are copied (mem/report.h).
static size_t count_copies(Arena *arena, Program *program) {
  return program->level == LEVEL_MEM ? mem_report_copies(mem_report_new(arena, program)) : 0;
}

static bool structure_has_launches(const Structure *structure) {
  for (size_t i = 0; i < structure->counts.count; i++)
    if (launches_has_name(structure->counts.data[i].name)) return true;
  return false;
}

// Compares the counts; what differs is appended to `why`.
static void structure_check(FileTest *test, const Structure *structure, StrBuf *why) {
  Session session;
  int status;
  Program *program = program_as_written(test, &session, &status);
  Pipeline pipeline = pipeline_default(session.driver.arena, LEVEL_CORE);
  bool is_known =
      structure->passes.count == 0 || pipeline_of(&session.driver, &structure->passes, &pipeline);
  program = is_known ? transform(&session, program, &pipeline, true, &status) : NULL;
  if (!program) strbuf_puts(why, session_text(&session));
  Program *shown = program;
  Launches launches = {0};
  if (program && structure_has_launches(structure)) {
    LowerOptions options = {.target = {.has_device = true, .has_warps = true}};
    shown = program_clone(program, session.driver.arena); // lowering changes it
    imp_find_launches(session.driver.arena, mem_to_imp(program, session.driver.sources, options),
                      &launches);
  }
  for (size_t i = 0; program && i < structure->counts.count; i++) {
    Counting counting = {.name = structure->counts.data[i].name};
    Walker walker = {.context = &counting, .enter = count_in_stm};
    if (strcmp(counting.name, "copies") == 0)
      counting.count = count_copies(session.driver.arena, shown);
    else if (launches_has_name(counting.name))
      counting.count = launches_count(&launches, counting.name);
    else
      walk_program(&walker, shown);
    if (counting.count != structure->counts.data[i].count)
      strbuf_printf(why, "%sexpected %s %zu times, got %zu", why->length ? "\n" : "", counting.name,
                    structure->counts.data[i].count, counting.count);
  }
  if (program && why->length) {
    strbuf_puts(why, " in\n");
    program_print(why, shown);
  }
  session_close(&session);
}

static void structure_test(FileTest *test, const SourceFile *file, const Structure *structure) {
  StrBuf why = {0};
  const Words *foreign = &structure->foreign;
  test->report->begin(test->report, spec_label(test, file, NULL, structure->span));
  if (structure->counts.count > 0 || foreign->count == 0) structure_check(test, structure, &why);
  if (why.length) {
    test->report->fail(test->report, strbuf_text(&why));
  } else if (foreign->count > 0) {
    strbuf_puts(&why, "not counted, because these are constructs of another compiler:");
    for (size_t i = 0; i < foreign->count; i++)
      strbuf_printf(&why, " %s", foreign->data[i]);
    test->report->skip(test->report, strbuf_text(&why));
  } else {
    test->report->pass(test->report);
  }
  strbuf_free(&why);
}

// ---- The file ----

// A program that must be rejected.
static void rejection_test(FileTest *test) {
  Session session;
  StrBuf why = {0};
  int status;
  session_open(&session, 0);
  test->report->begin(test->report, "rejected");
  bool is_accepted = source_compile(&session.driver, test->name, NULL, &status) != NULL;
  const char *text = session_text(&session);
  if (!is_accepted && regex_matches(test->spec->error, text)) {
    test->report->pass(test->report);
    strbuf_free(&why);
  } else {
    strbuf_printf(&why, "expected an error that matches %s, %s\n%s", test->spec->error,
                  is_accepted ? "but the program was accepted" : "got", text);
    fail_and_free(test->report, &why);
  }
  session_close(&session);
}

// A program that must be accepted with warnings.
static void warnings_test(FileTest *test) {
  Session session;
  int status;
  session_open(&session, 0);
  bool is_accepted = source_compile(&session.driver, test->name, NULL, &status) != NULL;
  const char *text = session_text(&session);
  for (size_t i = 0; i < test->spec->warnings.count; i++) {
    const char *pattern = test->spec->warnings.data[i];
    StrBuf why = {0};
    test->report->begin(test->report, "warning");
    if (is_accepted && regex_matches(pattern, text)) {
      test->report->pass(test->report);
      strbuf_free(&why);
      continue;
    }
    strbuf_printf(&why, "expected a warning that matches %s, %s\n%s", pattern,
                  is_accepted ? "got" : "but the program was rejected", text);
    fail_and_free(test->report, &why);
  }
  session_close(&session);
}

static bool has_word_of(const Words *words, const Words *others) {
  for (size_t i = 0; i < words->count; i++)
    if (words_have(others, words->data[i])) return true;
  return false;
}

bool test_is_selected(const TestSettings *settings, const TestSpec *spec) {
  if (settings->only.count > 0) {
    if (!has_word_of(&settings->only, &spec->tags)) return false;
  } else if (words_have(&spec->tags, "disable")) {
    return false; // only when its name asks for it
  }
  return !has_word_of(&settings->exclude, &spec->tags);
}

static void run_checks(FileTest *test, const SourceFile *file) {
  const TestSpec *spec = test->spec;
  char *stem = path_without_extension(test->arena, test->name);
  char *error_file = arena_printf(test->arena, "%s.err", stem);
  char *expected_file = arena_printf(test->arena, "%s.expected", stem);
  char *shapes_file = arena_printf(test->arena, "%s.shapes", stem);
  if (file_exists(error_file)) {
    test_golden_error(test->settings, test->name, spec, error_file, test->report);
  } else if (spec->error) {
    rejection_test(test);
  } else if (variants_make(test)) {
    warnings_test(test);
    for (size_t i = 0; i < spec->cases.count; i++)
      if (!spec->cases.data[i].is_untested) case_test(test, file, &spec->cases.data[i]);
    shown_test(test, file);
    if (!test->settings->is_for_compiler) return;
    for (size_t i = 0; i < spec->structures.count; i++)
      structure_test(test, file, &spec->structures.data[i]);
    if (spec->passes.count > 0 || file_exists(expected_file))
      test_golden_program(test->settings, test->name, spec, expected_file, test->report);
    if (file_exists(shapes_file))
      test_golden_shapes(test->settings, test->name, shapes_file, test->report);
  }
}

void file_test(const TestSettings *settings, const char *name, TestReport *report) {
  Session session;
  TestSpec spec;
  session_open(&session, 0);
  Driver *driver = &session.driver;
  const Front *front = front_choose(driver, name, NULL);
  const char *error = NULL;
  const SourceFile *file = front ? source_load(driver->sources, name, &error) : NULL;
  report->begin(report, "test blocks");
  if (!file || !test_spec_parse(driver, front, file, &spec)) {
    report->fail(report, error ? error : session_text(&session));
  } else {
    FileTest test = {.settings = settings,
                     .name = name,
                     .front = front,
                     .spec = &spec,
                     .report = report,
                     .arena = driver->arena};
    FrontSettings before = *front_settings(), settings = before;
    settings.has_short_ints |= spec.has_short_ints;
    front_configure(settings);
    run_checks(&test, file);
    variants_free(&test);
    front_configure(before);
  }
  session_close(&session);
}
