#include "fuzz/compiled.h"

#include <stdlib.h>
#include <string.h>

bool fuzz_is_compiled_stage(const FuzzCompiler *compiler, const char *stage) {
  for (size_t k = 0; compiler && k < compiler->target_count; k++)
    if (strcmp(compiler->targets[k], stage) == 0) return true;
  return false;
}

// Is it there? Not when something was found before, or when it cannot be compiled yet.
static bool is_added(const Compiled *compiled) { return compiled->arena != NULL; }

static void add_all(FuzzChecker *checker, void *batch, Compiled *compiled) {
  const FuzzCompiler *compiler = checker->checks->compiler;
  for (size_t k = 0; k < FUZZ_TARGETS; k++)
    compiled->numbers[k] = SIZE_MAX;
  for (size_t k = 0; k < compiler->target_count; k++) {
    if (!stage_is_wanted(checker, compiler->targets[k])) continue;
    stage_begin(checker, compiler->targets[k]);
    compiled->numbers[k] = compiler->add(batch, &compiled->lowered, k);
    stage_end(checker);
  }
}

bool compiled_add(FuzzChecker *checker, void *batch, Compiled *compiled) {
  const FuzzVariant *lowering = checker->checks->compiler->lowering;
  compiled->expected = checker->expected;
  compiled->must_fail = checker->must_fail;
  compiled->trace_order = checker->trace_order;
  checker->expected = (FuzzOutcome){0};
  stage_begin(checker, lowering->name);
  Arena *arena = arena_new();
  compiled->lowered = fuzz_case_clone(checker->fuzz_case, arena);
  Program *program = variant_run(checker, lowering, compiled->lowered.program);
  stage_end(checker);
  if (!program) {
    fuzz_case_free(&compiled->lowered);
    arena_free(arena);
    return checker->finding->kind == FINDING_NONE;
  }
  compiled->arena = arena;
  compiled->lowered.program = program;
  for (Versions k = VERSIONS_MUCH; k < VERSIONS_COUNT; k++)
    compiled->values[k] = outcome_of(&compiled->lowered, k);
  add_all(checker, batch, compiled);
  return true;
}

void compiled_free(Compiled *compiled) {
  outcome_free(&compiled->expected);
  for (size_t k = 0; k < VERSIONS_COUNT; k++)
    outcome_free(&compiled->values[k]);
  if (!is_added(compiled)) return;
  fuzz_case_free(&compiled->lowered);
  arena_free(compiled->arena);
  compiled->arena = NULL;
}

// ---- Running ----

// The very same program does the very same, but for which failure comes first with threads. It has
// no failure that neither kind of versions has: a target takes those for little parallelism, those
// for much, or some of both.
static bool check_failure(FuzzChecker *checker, const Compiled *compiled,
                          const FuzzOutcome *outcome) {
  StrBuf *message = &checker->finding->message;
  size_t failing = 0, asserting = 0;
  if (outcome_is_limit(outcome)) return true;
  for (size_t k = 0; k < VERSIONS_COUNT; k++) {
    const FuzzOutcome *value = &compiled->values[k];
    if (outcome_is_limit(value)) return true;
    failing += value->is_failure;
    asserting += value->is_failure && value->failure.kind == FAILURE_ASSERT;
  }
  if (outcome->is_failure && failing == 0) {
    strbuf_printf(message, "%s\n", outcome->failure.message);
    return stage_found(checker, FINDING_FAILURE);
  }
  // What is not needed need not fail, but for an assert, which is a statement of its own.
  if (!outcome->is_failure && asserting == VERSIONS_COUNT) {
    strbuf_printf(message, "no failure, but by value: %s\n", compiled->values[0].failure.message);
    return stage_found(checker, FINDING_LOST);
  }
  return true;
}

static bool check_run(FuzzChecker *checker, const Compiled *compiled, void *batch, size_t number) {
  const FuzzCompiler *compiler = checker->checks->compiler;
  FuzzOutcome outcome = {0};
  outcome.is_failure = !compiler->run(batch, number, &compiled->lowered, &outcome.results,
                                      &outcome.result_count, &outcome.said, &outcome.failure);
  bool is_fine;
  if (outcome.is_failure && outcome.failure.kind == FAILURE_CRASH) {
    strbuf_printf(&checker->finding->message, "%s\n", outcome.failure.message);
    is_fine = stage_found(checker, FINDING_PROGRAM);
  } else {
    is_fine = check_failure(checker, compiled, &outcome) && check_results(checker, &outcome);
  }
  outcome_free(&outcome);
  return is_fine;
}

bool compiled_check(const Compiled *compiled, const FuzzChecks *checks, void *batch,
                    Finding *finding) {
  if (!is_added(compiled)) return true;
  FuzzChecker checker = {.fuzz_case = &compiled->lowered,
                         .checks = checks,
                         .finding = finding,
                         .expected = compiled->expected,
                         .must_fail = compiled->must_fail,
                         .trace_order = compiled->trace_order};
  bool is_fine = true;
  for (size_t k = 0; is_fine && k < checks->compiler->target_count; k++) {
    if (compiled->numbers[k] == SIZE_MAX) continue;
    stage_begin(&checker, checks->compiler->targets[k]);
    is_fine = check_run(&checker, compiled, batch, compiled->numbers[k]);
    stage_end(&checker);
  }
  return is_fine;
}

bool compiled_check_alone(const Compiled *compiled, const FuzzChecks *checks, void *batch,
                          Finding *finding) {
  if (!is_added(compiled)) return true;
  if (checks->compiler->build(batch, &finding->message))
    return compiled_check(compiled, checks, batch, finding);
  finding->kind = FINDING_CC;
  return false;
}

bool compiled_check_again(Compiled *compiled, const FuzzChecks *checks, Finding *finding) {
  if (!is_added(compiled)) return true;
  bool is_fine = true;
  for (size_t k = 0; is_fine && k < checks->compiler->target_count; k++) {
    FuzzChecks only = *checks;
    only.only_stage = checks->compiler->targets[k];
    void *batch = checks->compiler->open(checks->compiler->context);
    FuzzChecker checker = {.fuzz_case = &compiled->lowered, .checks = &only, .finding = finding};
    add_all(&checker, batch, compiled);
    is_fine = compiled_check_alone(compiled, &only, batch, finding);
    checks->compiler->close(batch);
  }
  return is_fine;
}
