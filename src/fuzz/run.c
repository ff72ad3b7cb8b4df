// Many seeds on several processes: a child gets a batch of seeds; when it dies, another goes on
// without the seed that killed it.
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/apart.h"
#include "fuzz/compiled.h"
#include "fuzz/source.h"

typedef struct Found {
  uint64_t seed;
  Finding finding;
} Found;

typedef struct FuzzPool {
  const FuzzOptions *options;
  Arena *arena;
  Child *children; // options->jobs places
  bool *is_busy;
  uint64_t next, end; // seeds that no child has yet
  size_t done, partial;
  Vec(Found) found;
} FuzzPool;

static void pool_feed(FuzzPool *pool, size_t place) {
  if (pool->next == pool->end) return;
  uint64_t end = pool->end - pool->next > CHILD_SEEDS ? pool->next + CHILD_SEEDS : pool->end;
  pool->children[place] = (Child){.first = pool->next, .end = end};
  child_run_seeds(&pool->children[place], pool->options);
  pool->is_busy[place] = true;
  pool->next = end;
}

static void show_progress(const FuzzPool *pool) {
  if (pool->options->has_progress)
    fprintf(stderr, "\r%zu of %zu seeds, %zu findings ", pool->done, pool->options->count,
            pool->found.count);
}

// ---- What is left behind ----

static void comment(StrBuf *out, const char *sign, const char *text) {
  for (const char *line = text; *line != '\0';) {
    size_t length = strcspn(line, "\n");
    strbuf_printf(out, "%s ", sign);
    strbuf_write(out, line, length);
    strbuf_putc(out, '\n');
    line += length + (line[length] == '\n');
  }
}

// A program of a seed, in either form.
typedef struct FuzzMade {
  FuzzCase fuzz_case; // Core
  FuzzText text;      // of a source language
} FuzzMade;

static FuzzMade made_of(const FuzzOptions *options, Arena *arena, uint64_t seed) {
  FuzzMade made = {0};
  if (options->source)
    made.text = options->source->generate(arena, seed);
  else
    made.fuzz_case = fuzz_generate(arena, interner_new(arena), seed);
  return made;
}

static void made_free(FuzzMade *made) {
  fuzz_case_free(&made->fuzz_case);
  fuzz_text_free(&made->text);
}

static void save(const FuzzOptions *options, Arena *arena, const Found *found, const FuzzMade *made,
                 const char *how) {
  StrBuf text = {0};
  const char *sign = options->source ? options->source->comment : "--";
  strbuf_printf(&text, "%s Stage %s: %s.\n", sign, found->finding.stage,
                finding_text(found->finding.kind));
  bool is_compiled = fuzz_is_compiled_stage(options->compiler, found->finding.stage);
  strbuf_printf(&text, "%s Reproduce with: ravel fuzz%s --seed=%llu --count=1%s%s\n", sign,
                options->source ? options->source->option : "", (unsigned long long)found->seed,
                is_compiled ? " --target=" : "", is_compiled ? found->finding.stage : "");
  comment(&text, sign, strbuf_text(&found->finding.message));
  if (options->source)
    fuzz_text_print(&text, &made->text, sign);
  else
    fuzz_case_print(&text, &made->fuzz_case);
  char *name = arena_printf(arena, "fuzz-%llu%s", (unsigned long long)found->seed,
                            options->source ? options->source->extension : ".core");
  char *path = path_join(arena, options->folder, name);
  const char *error = NULL;
  if (!file_write(arena, path, text.data, text.length, &error))
    fprintf(options->output, "  cannot write %s: %s\n", path, error);
  else
    fprintf(options->output, "  %s %s\n", how, path);
  fflush(options->output);
  strbuf_free(&text);
}

// A finding is told and saved as it is at once: a run may take hours, or be interrupted. It is made
// small when all seeds are checked, as that takes its time.
static void tell(const FuzzOptions *options, Arena *arena, const Found *found) {
  const Finding *finding = &found->finding;
  fprintf(options->output, "seed %llu, %s: %s\n", (unsigned long long)found->seed, finding->stage,
          finding_text(finding->kind));
  if (strcmp(finding->stage, "generate") == 0) {
    fprintf(options->output, "%s\n", strbuf_text(&finding->message));
    fflush(options->output);
    return;
  }
  FuzzMade whole = made_of(options, arena, found->seed);
  save(options, arena, found, &whole, "saved as");
  made_free(&whole);
}

// The message should be about the program that is saved.
static void found_again(Finding *finding, Finding *again) {
  if (again->kind == FINDING_NONE) return;
  strbuf_free(&finding->message);
  *finding = *again;
}

static void text_make_small(const FuzzOptions *options, Arena *arena, Found *found,
                            const FuzzChecks *checks) {
  FuzzMade whole = made_of(options, arena, found->seed), least = {0};
  least.text = source_shrink(&whole.text, checks, options->timeout, &found->finding, arena);
  Finding again = {0};
  source_check_apart(&least.text, checks, options->timeout, &again);
  found_again(&found->finding, &again);
  save(options, arena, found, &least, "made small in");
  made_free(&whole); // with the arguments that both have
}

static void case_make_small(const FuzzOptions *options, Arena *arena, Found *found,
                            const FuzzChecks *checks) {
  FuzzMade whole = made_of(options, arena, found->seed), least = {0};
  least.fuzz_case = fuzz_shrink(&whole.fuzz_case, checks, options->timeout, &found->finding);
  Finding again = {0};
  fuzz_check_apart(&least.fuzz_case, checks, options->timeout, &again);
  found_again(&found->finding, &again);
  save(options, arena, found, &least, "made small in");
  made_free(&least);
  arena_free(least.fuzz_case.program->arena);
  made_free(&whole);
}

static void make_small(const FuzzOptions *options, Arena *arena, Found *found) {
  const Finding *finding = &found->finding;
  if (strcmp(finding->stage, "generate") == 0) return;
  fprintf(options->output, "seed %llu\n", (unsigned long long)found->seed);
  FuzzChecks checks = {.variants = options->variants,
                       .variant_count = options->variant_count,
                       .only_stage = finding->stage,
                       .only_kind = finding->kind,
                       .compiler = options->compiler,
                       .source = options->source};
  if (options->source)
    text_make_small(options, arena, found, &checks);
  else
    case_make_small(options, arena, found, &checks);
}

// ---- What children say ----

static void pool_note(FuzzPool *pool, uint64_t seed, Finding *finding) {
  vec_push(pool->arena, &pool->found, (Found){seed, *finding});
  *finding = (Finding){0};
  tell(pool->options, pool->arena, &pool->found.data[pool->found.count - 1]);
}

// One report of the child in this place.
static void pool_hear(FuzzPool *pool, size_t place) {
  Child *child = &pool->children[place];
  Finding finding = {0};
  switch (child_next(child, &finding)) {
  case CHILD_STAGE: break;
  case CHILD_FINDING: pool_note(pool, child->seed, &finding); break;
  case CHILD_DONE:
    pool->done++;
    pool->partial += child->is_partial;
    if (pool->done % 256 == 0) show_progress(pool);
    break;
  case CHILD_DEAD:
    pool_note(pool, child->seed, &finding);
    pool->done++;
    child->is_done[child->seed - child->first] = true;
    if (!child_is_done(child)) {
      child_run_seeds(child, pool->options);
    } else {
      pool->is_busy[place] = false;
      pool_feed(pool, place);
    }
    break;
  case CHILD_OVER:
    pool->is_busy[place] = false;
    pool_feed(pool, place);
    break;
  }
  strbuf_free(&finding.message);
}

// Waits until some child has a report; false when none is busy.
static bool pool_wait(FuzzPool *pool, struct pollfd *polled) {
  size_t jobs = pool->options->jobs;
  bool is_any = false;
  for (size_t k = 0; k < jobs; k++) {
    polled[k] = (struct pollfd){pool->is_busy[k] ? pool->children[k].reports : -1, POLLIN, 0};
    is_any = is_any || pool->is_busy[k];
  }
  if (!is_any) return false;
  while (poll(polled, (nfds_t)jobs, -1) < 0)
    if (errno != EINTR) INTERNAL_ERROR("poll failed");
  return true;
}

static void pool_run(FuzzPool *pool) {
  size_t jobs = pool->options->jobs;
  struct pollfd *polled = arena_array(pool->arena, struct pollfd, jobs);
  for (size_t k = 0; k < jobs; k++)
    pool_feed(pool, k);
  while (pool_wait(pool, polled))
    for (size_t k = 0; k < jobs; k++)
      if (pool->is_busy[k] && polled[k].revents != 0) pool_hear(pool, k);
}

static int compare_found(const void *a, const void *b) {
  const Found *first = a, *second = b;
  return (first->seed > second->seed) - (first->seed < second->seed);
}

FuzzSummary fuzz_run(const FuzzOptions *options) {
  FuzzPool pool = {.options = options, .arena = arena_new()};
  pool.children = arena_array(pool.arena, Child, options->jobs);
  pool.is_busy = arena_array(pool.arena, bool, options->jobs);
  pool.next = options->seed;
  pool.end = options->seed + options->count;
  pool_run(&pool);
  if (options->has_progress) fputc('\n', stderr);
  if (pool.found.count > 0)
    qsort(pool.found.data, pool.found.count, sizeof *pool.found.data, compare_found);
  for (size_t k = 0; k < pool.found.count; k++) {
    if (!options->is_kept_whole) make_small(options, pool.arena, &pool.found.data[k]);
    strbuf_free(&pool.found.data[k].finding.message);
  }
  FuzzSummary summary = {options->count - pool.found.count, pool.found.count, pool.partial};
  arena_free(pool.arena);
  return summary;
}
