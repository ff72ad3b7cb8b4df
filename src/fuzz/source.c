// The checks of a program in a source language.
//
//   check      the front end accepts it, or refuses it if it has a mistake
//   compare    the other compiler, if there is one, decides likewise and computes the same
//
// An accepted program goes on as Core.
#include "fuzz/source.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/apart.h"
#include "fuzz/check.h"

// ---- The program as text ----

void fuzz_text_free(FuzzText *text) {
  for (size_t k = 0; k < text->arg_count; k++)
    value_free(&text->args[k]);
}

void fuzz_text_print(StrBuf *out, const FuzzText *text, const char *comment) {
  Arena *arena = arena_new();
  strbuf_puts(out, fuzz_text_choose(arena, text->text, false));
  arena_free(arena);
  if (text->mistake) {
    strbuf_printf(out, "%s The mistake: %s.\n%s ==\n%s error:\n", comment, text->mistake, comment,
                  comment);
    return;
  }
  if (text->is_open) {
    strbuf_printf(out, "%s It was changed at random, and may be wrong.\n", comment);
    return;
  }
  Writer *writer = writer_to_memory();
  if (!writer) fatal_out_of_memory(0);
  ValueError error;
  size_t length;
  for (size_t k = 0; k < text->arg_count; k++)
    if (!writer_put(writer, " ", 1, &error) || !value_write_text(writer, &text->args[k], &error))
      INTERNAL_ERROR("cannot print a value: %s", error.message);
  const char *values = writer_data(writer, &length);
  if (text->doomed) strbuf_printf(out, "%s It is doomed: %s.\n", comment, text->doomed);
  strbuf_printf(out, "%s ==\n%s input {", comment, comment);
  strbuf_write(out, values, length);
  strbuf_puts(out, text->doomed ? " } error: .\n" : " }\n");
  writer_free(writer);
}

// ---- What compilers say ----

typedef struct Verdict {
  Program *program; // NULL: it is refused
  const SourceMap *sources;
  bool is_partial; // by a feature that is not there yet
  char *said;      // freed
  size_t said_length;
} Verdict;

static Verdict verdict_of(const FuzzText *text, const FuzzSource *source, Arena *arena) {
  Verdict verdict = {0};
  SourceMap *sources = sources_new(arena);
  Diag *diag = diag_new(arena, sources);
  verdict.sources = sources;
  FILE *log = open_memstream(&verdict.said, &verdict.said_length);
  if (!log) fatal_out_of_memory(0);
  DiagSettings settings = diag_settings_default();
  settings.color = DIAG_COLOR_NEVER;
  settings.output = log;
  diag_configure(diag, settings);
  const char *path = arena_printf(arena, "program%s", source->extension);
  const char *chosen = fuzz_text_choose(arena, text->text, false);
  const SourceFile *file = source_add(sources, path, chosen, strlen(chosen));
  verdict.program = source->compile(arena, interner_new(arena), file, diag);
  diag_flush(diag);
  verdict.is_partial = !verdict.program && diag_exit_code(diag) == EXIT_UNSUPPORTED;
  fclose(log);
  return verdict;
}

// Warnings are not why a program is refused, so what stands before the first error is left out.
static void put_errors(StrBuf *out, const char *said) {
  const char *error = strstr(said, "rror");
  if (error && error > said) strbuf_puts(out, error - 1);
}

static bool found(FuzzChecker *checker, FindingKind kind, const Verdict *verdict,
                  const StrBuf *said) {
  StrBuf *message = &checker->finding->message;
  checker->finding->kind = kind;
  put_errors(message, verdict->said);
  if (!said) return false;
  strbuf_puts(message, "The other compiler says:\n");
  put_errors(message, strbuf_text(said));
  return false;
}

// Does the other compiler agree about whether the program is right?
static bool check_peer(FuzzChecker *checker, const FuzzText *text, const Verdict *verdict,
                       Arena *arena) {
  const FuzzPeer *peer = checker->checks->source->peer;
  FindingKind kind = verdict->program ? FINDING_LAX : FINDING_STRICT;
  FindingKind only = checker->checks->only_kind;
  if ((only == FINDING_LAX || only == FINDING_STRICT) && only != kind) return true;
  StrBuf said = {0};
  bool is_accepted = peer->accepts(peer->context, fuzz_text_choose(arena, text->text, true), &said);
  bool is_fine = is_accepted == (verdict->program != NULL) || found(checker, kind, verdict, &said);
  strbuf_free(&said);
  return is_fine;
}

static bool check_verdict(FuzzChecker *checker, const FuzzText *text, const Verdict *verdict) {
  if (text->is_open) return true;
  if (!verdict->program && !text->mistake) return found(checker, FINDING_REFUSED, verdict, NULL);
  if (verdict->program && text->mistake) {
    strbuf_printf(&checker->finding->message, "the mistake: %s\n", text->mistake);
    return found(checker, FINDING_ACCEPTED, verdict, NULL);
  }
  return true;
}

// ---- Values ----

// The shrinker may have changed the entry point so that the arguments do not fit.
static bool args_fit(const FuzzCase *fuzz_case) {
  const Program *program = fuzz_case->program;
  size_t entry_count = 0;
  for (size_t k = 0; k < program->funs.count; k++)
    entry_count += program->funs.data[k]->entry != NULL;
  if (entry_count != 1) return false;
  const Entry *entry = fuzz_case_entry(fuzz_case)->entry;
  if (entry->param_count != fuzz_case->arg_count) return false;
  for (size_t k = 0; k < entry->param_count; k++) {
    char type[64];
    value_type_print(value_type(&fuzz_case->args[k]), NULL, type, sizeof type);
    if (strcmp(type, entry->params[k].type) != 0) return false;
  }
  return true;
}

static bool check_peer_values(FuzzChecker *checker, const FuzzText *text, Arena *arena) {
  const FuzzPeer *peer = checker->checks->source->peer;
  StrBuf said = {0};
  FuzzOutcome ours = outcome_of(checker->fuzz_case, VERSIONS_MUCH), theirs = {0};
  const char *old = fuzz_text_choose(arena, text->text, true);
  theirs.is_failure = !peer->run(peer->context, old, checker->fuzz_case, &theirs.results,
                                 &theirs.result_count, &said);
  bool is_fine = true;
  if (theirs.is_failure != ours.is_failure && !outcome_is_limit(&ours)) {
    checker->finding->kind = theirs.is_failure ? FINDING_LOST : FINDING_FAILURE;
    strbuf_printf(&checker->finding->message, "ravel: %s\nthe other compiler: %s\n",
                  ours.is_failure ? ours.failure.message : "no failure",
                  theirs.is_failure ? strbuf_text(&said) : "no failure");
    is_fine = false;
  } else if (!ours.is_failure) {
    is_fine = check_values(checker, &theirs, &ours); // traces are shown in other ways
  }
  theirs.is_failure = false; // it has no message of its own
  outcome_free(&theirs);
  outcome_free(&ours);
  strbuf_free(&said);
  return is_fine;
}

// Does it run to its end, if it should?
static bool check_sound(FuzzChecker *checker, const FuzzText *text) {
  if (!text->is_sound || text->doomed || !stage_is_wanted(checker, "check")) return true;
  FuzzOutcome outcome = outcome_of(checker->fuzz_case, VERSIONS_MUCH);
  bool is_fine = !outcome.is_failure || outcome_is_limit(&outcome);
  if (!is_fine) {
    checker->finding->kind = FINDING_FAILURE;
    strbuf_printf(&checker->finding->message, "it fails, but should not: %s\n",
                  outcome.failure.message);
  }
  outcome_free(&outcome);
  return is_fine;
}

// ---- All checks ----

static bool source_judge(FuzzChecker *checker, const FuzzText *text, Arena *arena,
                         FuzzCase *fuzz_case) {
  const FuzzSource *source = checker->checks->source;
  Verdict verdict = verdict_of(text, source, arena);
  bool is_compared = source->peer && stage_is_wanted(checker, "compare");
  bool is_fine = true;
  if (verdict.is_partial) {
    checker->finding->is_partial = true;
  } else if (is_compared) {
    stage_end(checker);
    stage_begin(checker, "compare");
    is_fine = check_peer(checker, text, &verdict, arena);
  }
  if (is_fine && !verdict.is_partial && stage_is_wanted(checker, "check")) {
    snprintf(checker->finding->stage, STAGE_LENGTH, "check");
    is_fine = check_verdict(checker, text, &verdict);
  }
  free(verdict.said);
  fuzz_case->program = verdict.program;
  fuzz_case->sources = verdict.sources;
  if (!is_fine || !verdict.program || text->mistake || text->is_open) return false;
  if (!args_fit(fuzz_case)) {
    if (!checker->checks->only_stage) INTERNAL_ERROR("the arguments do not fit the entry point");
    return false;
  }
  checker->fuzz_case = fuzz_case;
  if (!check_sound(checker, text)) return false;
  // Another compiler may drop a failure that we keep.
  if (!is_compared || text->doomed) return true;
  snprintf(checker->finding->stage, STAGE_LENGTH, "compare");
  return check_peer_values(checker, text, arena);
}

bool source_open(const FuzzText *text, const FuzzChecks *checks, Arena *arena, FuzzCase *fuzz_case,
                 Finding *finding) {
  FuzzChecker checker = {.checks = checks, .finding = finding};
  *fuzz_case = (FuzzCase){
      .args = text->args, .arg_count = text->arg_count, .is_doomed = text->doomed != NULL};
  finding->kind = FINDING_NONE;
  finding->is_partial = false;
  stage_begin(&checker, "check");
  bool is_right = source_judge(&checker, text, arena, fuzz_case);
  stage_end(&checker);
  return is_right;
}

void source_check(const FuzzText *text, const FuzzChecks *checks, Finding *finding) {
  Arena *arena = arena_new();
  FuzzCase fuzz_case;
  const char *only = checks->only_stage;
  bool is_before = only && (strcmp(only, "check") == 0 || strcmp(only, "compare") == 0);
  if (source_open(text, checks, arena, &fuzz_case, finding) && !is_before)
    fuzz_check(&fuzz_case, checks, finding);
  arena_free(arena);
}

static void check_text(const void *context, const FuzzChecks *hooked, Finding *finding) {
  source_check(context, hooked, finding);
}

bool source_check_apart(const FuzzText *text, const FuzzChecks *checks, unsigned timeout,
                        Finding *finding) {
  return fuzz_apart(check_text, text, checks, timeout, finding);
}
