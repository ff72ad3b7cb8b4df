// The checks of one program, in this process.
#include <stdlib.h>
#include <string.h>

#include "fuzz/check.h"
#include "fuzz/compiled.h"
#include "interp/heap.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

const char *finding_text(FindingKind kind) {
  static const char *const texts[] = {
#define X(id, text) text,
      FINDINGS(X)
#undef X
  };
  return texts[kind];
}

// ---- What a run gives ----

static InterpOptions options_for(Versions versions) {
  return (InterpOptions){.default_threshold = versions == VERSIONS_MUCH ? 1 : INT64_MAX};
}

FuzzOutcome outcome_of(const FuzzCase *fuzz_case, Versions versions) {
  FuzzOutcome outcome = {0};
  SaidStreams streams;
  said_open(&streams);
  Interp *interp = interp_new(fuzz_case->program, options_for(versions));
  interp_redirect(interp, streams.out, streams.traces);
  outcome.is_failure =
      !interp_run(interp, fuzz_case_entry(fuzz_case), fuzz_case->args, fuzz_case->arg_count,
                  &outcome.results, &outcome.result_count, &outcome.failure);
  interp_free(interp);
  outcome.said = said_close(&streams);
  return outcome;
}

static FuzzOutcome outcome_by_heap(const FuzzCase *fuzz_case, Versions versions, bool is_rehearsed,
                                   bool has_device) {
  FuzzOutcome outcome = {0};
  SaidStreams streams;
  said_open(&streams);
  InterpOptions options = options_for(versions);
  options.is_rehearsed = is_rehearsed;
  options.is_shared = is_rehearsed && has_device;
  Heap *heap = heap_new(fuzz_case->program, options);
  heap_redirect(heap, streams.out, streams.traces);
  outcome.is_failure =
      !heap_run(heap, fuzz_case_entry(fuzz_case), fuzz_case->args, fuzz_case->arg_count,
                &outcome.results, &outcome.result_count, &outcome.failure);
  heap_free(heap);
  outcome.said = said_close(&streams);
  return outcome;
}

void outcome_free(FuzzOutcome *outcome) {
  for (size_t k = 0; k < outcome->result_count; k++)
    value_free(&outcome->results[k]);
  free(outcome->results);
  if (outcome->is_failure) free(outcome->failure.message);
  said_free(&outcome->said);
  *outcome = (FuzzOutcome){0};
}

static void show_value(StrBuf *out, const Value *value) {
  Writer *writer = writer_to_memory();
  ValueError error;
  size_t length = 0;
  if (!writer || !value_write_text(writer, value, &error)) fatal_out_of_memory(0);
  const char *text = writer_data(writer, &length);
  strbuf_write(out, text, length);
  writer_free(writer);
}

// ---- Stages ----

void stage_begin(FuzzChecker *checker, const char *stage) {
  snprintf(checker->finding->stage, STAGE_LENGTH, "%s", stage);
  if (checker->checks->hook) checker->checks->hook(checker->checks->hook_context, stage);
  checker->arena = arena_new();
  checker->diag = diag_new(checker->arena, NULL);
  checker->log = open_memstream(&checker->log_text, &checker->log_length);
  if (!checker->log) fatal_out_of_memory(0);
  DiagSettings settings = diag_settings_default();
  settings.color = DIAG_COLOR_NEVER;
  settings.output = checker->log;
  diag_configure(checker->diag, settings);
}

void stage_end(FuzzChecker *checker) {
  diag_flush(checker->diag);
  fclose(checker->log);
  free(checker->log_text);
  checker->log_text = NULL;
  arena_free(checker->arena);
}

bool stage_found(FuzzChecker *checker, FindingKind kind) {
  diag_flush(checker->diag);
  fflush(checker->log);
  checker->finding->kind = kind;
  strbuf_write(&checker->finding->message, checker->log_text, checker->log_length);
  return false;
}

bool stage_is_wanted(const FuzzChecker *checker, const char *stage) {
  const char *only = checker->checks->only_stage;
  return !only || strcmp(only, stage) == 0;
}

static bool check_generated(FuzzChecker *checker) {
  return program_verify(checker->fuzz_case->program, checker->diag) ||
         stage_found(checker, FINDING_INVALID);
}

static bool check_text(FuzzChecker *checker, const Program *program) {
  StrBuf first = {0}, second = {0};
  program_print(&first, program);
  SourceMap *sources = sources_new(checker->arena);
  const SourceFile *file = source_add(sources, "text", strbuf_text(&first), first.length);
  Interner *names = interner_new(checker->arena);
  Program *parsed = program_parse(checker->arena, names, file, checker->diag);
  bool is_fine = true;
  if (!parsed) {
    is_fine = stage_found(checker, FINDING_TEXT);
  } else if (!program_verify(parsed, checker->diag)) {
    is_fine = stage_found(checker, FINDING_INVALID);
  } else {
    program_print(&second, parsed);
    if (strcmp(strbuf_text(&first), strbuf_text(&second)) != 0)
      is_fine = stage_found(checker, FINDING_TEXT);
  }
  strbuf_free(&first);
  strbuf_free(&second);
  return is_fine;
}

// Is an element a zero of the other sign? Elements of nan are all the same.
static bool has_other_zero(const Value *expected, const Value *got) {
  if (!prim_is_float(expected->prim)) return false;
  size_t size = prim_size(expected->prim);
  for (int64_t k = 0; k < value_count(expected); k++) {
    uint64_t a = 0, b = 0;
    memcpy(&a, (const char *)expected->data + (size_t)k * size, size);
    memcpy(&b, (const char *)got->data + (size_t)k * size, size);
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    if (a != b && (a | sign) == sign && (b | sign) == sign) return true;
  }
  return false;
}

static bool is_same(const Value *expected, const Value *got, char *why, size_t size) {
  if (!value_compare(expected, got, 0, why, size)) return false;
  snprintf(why, size, "has a zero of the other sign");
  return !has_other_zero(expected, got);
}

bool check_values(FuzzChecker *checker, const FuzzOutcome *expected, const FuzzOutcome *outcome) {
  StrBuf *message = &checker->finding->message;
  if (outcome->result_count != expected->result_count) {
    strbuf_printf(message, "%zu results, expected %zu\n", outcome->result_count,
                  expected->result_count);
    return stage_found(checker, FINDING_RESULT);
  }
  for (size_t k = 0; k < expected->result_count; k++) {
    char why[256];
    if (is_same(&expected->results[k], &outcome->results[k], why, sizeof why)) continue;
    strbuf_printf(message, "result %zu %s\nexpected ", k, why);
    show_value(message, &expected->results[k]);
    strbuf_puts(message, "\ngot ");
    show_value(message, &outcome->results[k]);
    strbuf_putc(message, '\n');
    return stage_found(checker, FINDING_RESULT);
  }
  return true;
}

bool check_said(FuzzChecker *checker, const FuzzOutcome *expected, const FuzzOutcome *outcome) {
  StrBuf *message = &checker->finding->message;
  return said_equal(&expected->said, &outcome->said, checker->trace_order, message) ||
         stage_found(checker, FINDING_SAID);
}

bool check_results(FuzzChecker *checker, const FuzzOutcome *outcome) {
  const FuzzOutcome *expected = &checker->expected;
  StrBuf *message = &checker->finding->message;
  if (checker->must_fail && !outcome->is_failure) {
    strbuf_printf(message, "as written: %s\n", expected->failure.message);
    return stage_found(checker, FINDING_LOST);
  }
  if (expected->is_failure) return true;
  if (outcome->is_failure) {
    strbuf_printf(message, "%s\n", outcome->failure.message);
    return stage_found(checker, FINDING_FAILURE);
  }
  return check_values(checker, expected, outcome) && check_said(checker, expected, outcome);
}

bool outcome_is_limit(const FuzzOutcome *outcome) {
  return outcome->is_failure &&
         (outcome->failure.kind == FAILURE_MEMORY || outcome->failure.kind == FAILURE_DEPTH);
}

// By heap the very same program does the very same: also its failures are those by value.
static bool check_by_heap(FuzzChecker *checker, const FuzzOutcome *value, const FuzzOutcome *heap) {
  StrBuf *message = &checker->finding->message;
  if (heap->is_failure && heap->failure.kind == FAILURE_SUPPORT) {
    checker->finding->is_partial = true;
    return true;
  }
  if (outcome_is_limit(value) || outcome_is_limit(heap)) return true;
  if (value->is_failure && heap->is_failure &&
      strcmp(value->failure.message, heap->failure.message) == 0)
    return true;
  strbuf_puts(message, "by heap: ");
  if (heap->is_failure) {
    strbuf_printf(message, "%s\n", heap->failure.message);
    return stage_found(checker, FINDING_FAILURE);
  }
  if (value->is_failure) {
    strbuf_printf(message, "no failure, but by value: %s\n", value->failure.message);
    return stage_found(checker, FINDING_LOST);
  }
  if (!check_values(checker, value, heap) || !check_said(checker, value, heap)) return false;
  strbuf_clear(message);
  return true;
}

Program *variant_run(FuzzChecker *checker, const FuzzVariant *variant, Program *program) {
  for (size_t k = 0; k < variant->pass_count && program; k++) {
    program = variant->passes[k]->run(program, &variant->target, checker->diag);
    if (program && !program_verify(program, checker->diag)) {
      strbuf_printf(&checker->finding->message, "after %s:\n", variant->passes[k]->name);
      stage_found(checker, FINDING_INVALID);
      return NULL;
    }
  }
  if (program || checker->finding->kind != FINDING_NONE) return program;
  if (diag_exit_code(checker->diag) == EXIT_UNSUPPORTED)
    checker->finding->is_partial = true;
  else
    stage_found(checker, FINDING_PASS);
  return NULL;
}

static bool check_twice(FuzzChecker *checker, const FuzzVariant *variant, Program *program) {
  StrBuf once = {0}, twice = {0};
  program_print(&once, program);
  program = variant_run(checker, variant, program);
  if (program) program_print(&twice, program);
  bool is_fine = program != NULL;
  if (program && strcmp(strbuf_text(&once), strbuf_text(&twice)) != 0) {
    strbuf_printf(&checker->finding->message, "once:\n%s\ntwice:\n%s\n", strbuf_text(&once),
                  strbuf_text(&twice));
    is_fine = stage_found(checker, FINDING_UNSTABLE);
  }
  strbuf_free(&once);
  strbuf_free(&twice);
  return is_fine;
}

// Runs the program by value, and at Mem by heap as well.
static bool check_versions(FuzzChecker *checker, const FuzzCase *lowered, Versions versions,
                           bool has_device) {
  FuzzOutcome outcome = outcome_of(lowered, versions);
  bool is_fine = check_results(checker, &outcome);
  if (is_fine && lowered->program->level == LEVEL_MEM) {
    for (int is_rehearsed = 0; is_fine && is_rehearsed < 2; is_rehearsed++) {
      FuzzOutcome heap = outcome_by_heap(lowered, versions, is_rehearsed, has_device);
      is_fine = check_by_heap(checker, &outcome, &heap);
      outcome_free(&heap);
    }
  }
  outcome_free(&outcome);
  return is_fine;
}

static bool check_variant(FuzzChecker *checker, const FuzzVariant *variant) {
  FuzzCase copy = fuzz_case_clone(checker->fuzz_case, checker->arena);
  Program *program = variant_run(checker, variant, copy.program);
  if (!program) {
    fuzz_case_free(&copy);
    return checker->finding->kind == FINDING_NONE; // what cannot be compiled yet is no finding
  }
  copy.program = program;
  bool is_fine = true;
  if (variant->is_idempotent) is_fine = check_text(checker, copy.program);
  Versions end = program->level == LEVEL_CORE ? VERSIONS_LITTLE : VERSIONS_COUNT;
  for (Versions versions = VERSIONS_MUCH; is_fine && versions < end; versions++)
    is_fine = check_versions(checker, &copy, versions, variant->target.has_device);
  if (is_fine && variant->is_idempotent) is_fine = check_twice(checker, variant, copy.program);
  fuzz_case_free(&copy);
  return is_fine;
}

static bool check_interpret(FuzzChecker *checker) {
  checker->expected = outcome_of(checker->fuzz_case, VERSIONS_MUCH);
  const FuzzCase *fuzz_case = checker->fuzz_case;
  bool is_doomed = fuzz_case->is_doomed || fuzz_doomed_result(fuzz_case, NULL);
  if (is_doomed && !checker->expected.is_failure) return stage_found(checker, FINDING_LOST);
  checker->must_fail = fuzz_case->is_doomed || (is_doomed && fuzz_must_fail(fuzz_case));
  return true;
}

static bool check_variants(FuzzChecker *checker) {
  const FuzzChecks *checks = checker->checks;
  for (size_t k = 0; k < checks->variant_count; k++) {
    if (!stage_is_wanted(checker, checks->variants[k].name)) continue;
    stage_begin(checker, checks->variants[k].name);
    bool is_fine = check_variant(checker, &checks->variants[k]);
    stage_end(checker);
    if (!is_fine) return false;
  }
  return true;
}

static bool check_threaded(const FuzzCase *fuzz_case, const FuzzChecks *checks, void *batch,
                           Compiled *compiled, Finding *finding) {
  FuzzChecker checker = {.fuzz_case = fuzz_case, .checks = checks, .finding = finding};
  checker.trace_order = program_trace_order(fuzz_case->program);
  stage_begin(&checker, "generated");
  bool is_fine = check_generated(&checker);
  stage_end(&checker);
  if (!is_fine) return false;
  if (stage_is_wanted(&checker, "text")) {
    stage_begin(&checker, "text");
    is_fine = check_text(&checker, fuzz_case->program);
    stage_end(&checker);
    if (!is_fine) return false;
  }
  stage_begin(&checker, "interpret");
  is_fine = check_interpret(&checker);
  stage_end(&checker);
  is_fine = is_fine && check_variants(&checker);
  if (is_fine && batch) return compiled_add(&checker, batch, compiled);
  outcome_free(&checker.expected);
  return is_fine;
}

// All checks that need no executable. Then the program is handed over to be compiled, if that is
// wanted. Those of source languages have their tokens already.
bool fuzz_check_interpreted(const FuzzCase *fuzz_case, const FuzzChecks *checks, void *batch,
                            Compiled *compiled, Finding *finding) {
  finding->kind = FINDING_NONE;
  finding->is_partial = false;
  if (checks->source) return check_threaded(fuzz_case, checks, batch, compiled, finding);
  FuzzChecker checker = {.checks = checks, .finding = finding};
  stage_begin(&checker, "thread");
  Arena *arena = arena_new();
  FuzzCase threaded = fuzz_case_thread(fuzz_case, arena, checker.diag);
  bool is_fine = threaded.program || stage_found(&checker, FINDING_INVALID);
  stage_end(&checker);
  is_fine = is_fine && check_threaded(&threaded, checks, batch, compiled, finding);
  fuzz_case_free(&threaded);
  arena_free(arena);
  return is_fine;
}

bool fuzz_check(const FuzzCase *fuzz_case, const FuzzChecks *checks, Finding *finding) {
  bool is_compiled =
      checks->compiler &&
      (!checks->only_stage || fuzz_is_compiled_stage(checks->compiler, checks->only_stage));
  if (!is_compiled) return fuzz_check_interpreted(fuzz_case, checks, NULL, NULL, finding);
  void *batch = checks->compiler->open(checks->compiler->context);
  Compiled compiled = {0};
  bool is_fine = fuzz_check_interpreted(fuzz_case, checks, batch, &compiled, finding) &&
                 compiled_check_alone(&compiled, checks, batch, finding);
  compiled_free(&compiled);
  checks->compiler->close(batch);
  return is_fine;
}
