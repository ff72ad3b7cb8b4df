// ravel fuzz: random programs through every pass.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/bundle.h"
#include "driver/fuzz_peer.h"
#include "driver/pipeline.h"
#include "driver/process.h"
#include "driver/target.h"
#include "fuzz/fuzz.h"

typedef Vec(FuzzVariant) Variants;

static void add_variant(Arena *arena, Variants *variants, const char *name,
                        const Pipeline *pipeline) {
  Vec(const Pass *) passes = {0};
  for (size_t k = 0; k < pipeline->steps.count; k++)
    vec_push(arena, &passes, pipeline->steps.data[k].pass);
  bool is_idempotent = passes.count == 1 && (passes.data[0]->establishes & PROPERTY_SIMPLE) != 0;
  vec_push(arena, variants,
           ((FuzzVariant){name, pipeline->target, passes.data, passes.count, is_idempotent}));
}

// Each pass alone, the default pipeline, and the pipeline without each pass.
static Variants variants_of(Arena *arena) {
  Variants variants = {0};
  for (size_t k = 0; k < pass_count(); k++) {
    bool is_apart = pipeline_is_lowering(pass_at(k)) || pass_at(k)->needs != 0;
    if (is_apart || !(pass_at(k)->from & LEVEL_CORE)) continue;
    Pipeline alone = {0};
    vec_push(arena, &alone.steps, (Step){.pass = pass_at(k), .label = pass_at(k)->name});
    add_variant(arena, &variants, pass_at(k)->name, &alone);
  }
  Pipeline whole = pipeline_default(arena, LEVEL_CORE);
  add_variant(arena, &variants, "pipeline", &whole);
  Pipeline flat = pipeline_default(arena, LEVEL_FLAT);
  add_variant(arena, &variants, "pipeline to Flat", &flat);
  Pipeline mem = pipeline_default(arena, LEVEL_MEM);
  add_variant(arena, &variants, "pipeline to Mem", &mem);
  Pipeline gpu = pipeline_device(arena);
  add_variant(arena, &variants, "pipeline for a GPU", &gpu);
  for (size_t k = 0; k < pass_count(); k++) {
    if (pipeline_is_lowering(pass_at(k)) || !pipeline_has(pass_at(k))) continue;
    Pipeline part = pipeline_without(arena, pass_at(k));
    add_variant(arena, &variants, arena_printf(arena, "without %s", pass_at(k)->name), &part);
  }
  return variants;
}

static void seed_print(Driver *driver, const FuzzSource *source, uint64_t seed, StrBuf *out) {
  if (source) {
    FuzzText text = source->generate(driver->arena, seed);
    fuzz_text_print(out, &text, source->comment);
    fuzz_text_free(&text);
    return;
  }
  FuzzCase fuzz_case = fuzz_generate(driver->arena, driver->names, seed);
  fuzz_case_print(out, &fuzz_case);
  fuzz_case_free(&fuzz_case);
}

static int print_seeds(Driver *driver, const FuzzSource *source, uint64_t seed, uint64_t count) {
  for (uint64_t k = 0; k < count; k++) {
    StrBuf text = {0};
    seed_print(driver, source, seed + k, &text);
    int status = text_write(driver, NULL, text.data, text.length);
    strbuf_free(&text);
    if (status != EXIT_OK) return status;
  }
  return stdout_finish(driver, EXIT_OK);
}

// Findings are rare and dear: better to know before the first that they can be left there.
static bool is_writable_folder(Driver *driver, const char *path) {
  struct stat status;
  bool is_found = stat(path, &status) == 0;
  if (is_found && !S_ISDIR(status.st_mode)) errno = ENOTDIR;
  if (is_found && S_ISDIR(status.st_mode) && access(path, W_OK | X_OK) == 0) return true;
  write_failed(driver, path, strerror(errno));
  return false;
}

static void summary_print(const FuzzSummary *summary, bool is_json) {
  if (is_json) {
    printf("{\"passed\":%zu,\"failed\":%zu,\"partial\":%zu}\n", summary->passed, summary->failed,
           summary->partial);
    return;
  }
  if (summary->partial)
    fprintf(stderr, "%zu seeds have variants that cannot be compiled yet and were not checked\n",
            summary->partial);
  printf("%zu passed, %zu failed\n", summary->passed, summary->failed);
}

// ---- Compiled targets ----

typedef struct Compilers {
  Driver *driver;
  BundleOptions options;
  Words targets;
} Compilers;

typedef struct Batch {
  const Compilers *compilers;
  Bundle *bundle;
} Batch;

static void *batch_open(void *context) {
  const Compilers *compilers = context;
  Batch *batch = arena_make(compilers->driver->arena, Batch);
  *batch = (Batch){compilers, bundle_new(compilers->driver, &compilers->options)};
  if (!batch->bundle) INTERNAL_ERROR("cannot make a temporary folder");
  return batch;
}

static size_t batch_add(void *context, const FuzzCase *lowered, size_t target) {
  Batch *batch = context;
  bool is_parallel = strcmp(batch->compilers->targets.data[target], "multicore") == 0;
  return bundle_add(batch->bundle, lowered->program, lowered->sources, is_parallel);
}

static bool batch_build(void *context, StrBuf *why) {
  const Batch *batch = context;
  if (bundle_build(batch->bundle) == EXIT_OK) return true;
  strbuf_puts(why, "the C compiler failed\n");
  return false;
}

static bool batch_run(void *context, size_t number, const FuzzCase *fuzz_case, Value **results,
                      size_t *result_count, Said *said, Failure *failure) {
  const Batch *batch = context;
  Values values = {0};
  bool is_good = bundle_run(batch->bundle, number, fuzz_case_entry(fuzz_case), fuzz_case->args,
                            fuzz_case->arg_count, &values, said, failure);
  *results = values.data;
  *result_count = values.count;
  return is_good;
}

static void batch_close(void *context) {
  const Batch *batch = context;
  bundle_free(batch->bundle);
}

static LibraryDevice device_of(const char *target) {
  return strcmp(target, "opencl") == 0 ? DEVICE_OPENCL
         : strcmp(target, "cuda") == 0 ? DEVICE_CUDA
                                       : DEVICE_NONE;
}

// The targets that are compiled; the interpreters are always there. Programs for a device are
// lowered in their own way, so one is tested alone. False after a report.
static bool targets_read(Driver *driver, const Arguments *arguments, Words *targets) {
  Words names = option_words(driver->arena, arguments, OPTION_FUZZ_TARGET);
  for (size_t k = 0; k < names.count; k++) {
    const TestTarget *target = target_find(driver, names.data[k]);
    if (!target) return false;
    if (target->is_compiled && targets->count < FUZZ_TARGETS && !words_have(targets, target->name))
      vec_push(driver->arena, targets, target->name);
  }
  for (size_t k = 0; k < targets->count; k++) {
    if (targets->count == 1 || device_of(targets->data[k]) == DEVICE_NONE) continue;
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "the target %s is tested alone",
               targets->data[k]);
    return false;
  }
  return true;
}

// Runs a program that does nothing. A device that is not there would be a finding for every seed.
static int device_try(const Compilers *compilers, const Pipeline *pipeline) {
  static const char TEXT[] = "entry main () -> (x: i32) = { in (1i32) }\n";
  Driver *driver = compilers->driver;
  int status = EXIT_OK;
  const SourceFile *file = source_add(driver->sources, "a try", TEXT, sizeof TEXT - 1);
  Program *program = text_compile(driver, front_named("core"), file, &status);
  if (program) program = pipeline_run(driver, pipeline, program, &status);
  Bundle *bundle = program ? bundle_new(driver, &compilers->options) : NULL;
  if (!bundle) return status == EXIT_OK ? EXIT_USAGE : status;
  Values results = {0};
  Said said = {0};
  Failure failure = {0};
  size_t number = bundle_add(bundle, program, NULL, false);
  status = number == SIZE_MAX ? EXIT_USAGE : bundle_build(bundle);
  if (status == EXIT_OK &&
      !bundle_run(bundle, number, program->funs.data[0], NULL, 0, &results, &said, &failure)) {
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "the target %s does not work: %s",
               compilers->targets.data[0], failure.message);
    free(failure.message);
    status = EXIT_UNSUPPORTED;
  }
  values_free(&results);
  said_free(&said);
  bundle_free(bundle);
  return status;
}

// Checks the seeds; what all compiled programs share is compiled before.
static int run_compiled(Compilers *compilers, const Words *skipped, FuzzOptions *options,
                        FuzzSummary *summary) {
  Scratch scratch;
  const char *error = NULL;
  Driver *driver = compilers->driver;
  LibraryDevice device = device_of(compilers->targets.data[0]);
  bool has_device = device != DEVICE_NONE;
  Pipeline pipeline =
      has_device ? pipeline_device(driver->arena) : pipeline_default(driver->arena, LEVEL_MEM);
  for (size_t i = 0; i < skipped->count; i++)
    if (!pipeline_skip(driver, &pipeline, skipped->data[i])) return EXIT_USAGE;
  if (!scratch_open(driver, &scratch, scratch_parent(), &error))
    return write_failed(driver, scratch_parent(), error);
  compilers->options.device = device;
  compilers->options.runtime =
      bundle_runtime(driver, &scratch, compilers->options.is_sanitized, device);
  Variants lowering = {0};
  add_variant(driver->arena, &lowering, has_device ? "pipeline for a GPU" : "pipeline to Mem",
              &pipeline);
  FuzzCompiler compiler = {.context = compilers,
                           .targets = compilers->targets.data,
                           .target_count = compilers->targets.count,
                           .lowering = lowering.data,
                           .open = batch_open,
                           .add = batch_add,
                           .build = batch_build,
                           .run = batch_run,
                           .close = batch_close};
  options->compiler = &compiler;
  int status = !compilers->options.runtime ? EXIT_USAGE
               : has_device                ? device_try(compilers, &pipeline)
                                           : EXIT_OK;
  if (status == EXIT_OK) *summary = fuzz_run(options);
  options->compiler = NULL;
  scratch_close(&scratch);
  return status;
}

// ---- Source languages ----

typedef struct Sources {
  FuzzSource source;
  FuzzPeer peer;
} Sources;

static FuzzSource source_of(const char *language) {
  if (strcmp(language, "apl") == 0) return (FuzzSource){.extension = ".apl", .generate = fuzz_apl};
  if (strcmp(language, "fcl") == 0) return (FuzzSource){.extension = ".fcl", .generate = fuzz_fcl};
  return (FuzzSource){.extension = ".fut", .generate = fuzz_futhark};
}

// The language of the programs: a source language, or Core, for which *source stays NULL. False
// after a report.
static bool source_read(Driver *driver, const Arguments *arguments, Sources *sources,
                        const FuzzSource **source) {
  const char *language = option_text(arguments, OPTION_FUZZ_LANGUAGE, "core");
  const char *command = option_text(arguments, OPTION_FUZZ_COMPARE, NULL);
  if (command && strcmp(language, "futhark") != 0) {
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "--compare needs --language=futhark");
    return false;
  }
  if (strcmp(language, "core") == 0) return true;
  const Front *front = front_named(language);
  sources->source = source_of(language);
  sources->source.comment = front->comment;
  sources->source.compile = front->compile;
  sources->source.option = arena_printf(driver->arena, " --language=%s", language);
  *source = &sources->source;
  if (!command) return true;
  Words words = words_split(driver->arena, command, strlen(command));
  if (words.count == 0 || !command_find_file(driver, words.data[0])) {
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "cannot find the command '%s'", command);
    return false;
  }
  sources->peer = fuzz_peer_new(driver, command, ".fut");
  sources->source.peer = &sources->peer;
  sources->source.option =
      arena_printf(driver->arena, "%s --compare='%s'", sources->source.option, command);
  return true;
}

int command_fuzz(Driver *driver, const Arguments *arguments) {
  Sources sources = {0};
  const FuzzSource *source = NULL;
  if (!source_read(driver, arguments, &sources, &source)) return EXIT_USAGE;
  uint64_t seed = option_count(arguments, OPTION_SEED, 1);
  bool is_printed = option_is_set(arguments, OPTION_PRINT);
  uint64_t count = option_count(arguments, OPTION_SEED_COUNT, is_printed ? 1 : 1000);
  if (is_printed) return print_seeds(driver, source, seed, count);
  const char *folder = option_text(arguments, OPTION_FOLDER, ".");
  if (!is_writable_folder(driver, folder)) return EXIT_USAGE;
  bool is_json = option_is_set(arguments, OPTION_JSON);
  Variants variants = variants_of(driver->arena);
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  uint64_t jobs = option_count(arguments, OPTION_FUZZ_JOBS, cores > 0 ? (uint64_t)cores : 1);
  FuzzOptions options = {
      .seed = seed,
      .count = (size_t)count,
      .jobs = (size_t)jobs,
      .timeout = (unsigned)option_count(arguments, OPTION_SEED_TIMEOUT, 10),
      .variants = variants.data,
      .variant_count = variants.count,
      .source = source,
      .folder = folder,
      .is_kept_whole = option_is_set(arguments, OPTION_WHOLE),
      .output = is_json ? stderr : stdout,
      .has_progress = isatty(STDERR_FILENO) != 0,
  };
  FuzzSummary summary = {0};
  Compilers compilers = {.driver = driver,
                         .options = {.is_sanitized = option_is_set(arguments, OPTION_FUZZ_SANITIZE),
                                     .is_forced = true,
                                     .is_exact = true}};
  if (!targets_read(driver, arguments, &compilers.targets)) return EXIT_USAGE;
  if (compilers.targets.count == 0) {
    summary = fuzz_run(&options);
  } else {
    Words skipped = option_words(driver->arena, arguments, OPTION_FUZZ_SKIP);
    int status = run_compiled(&compilers, &skipped, &options, &summary);
    if (status != EXIT_OK) return status;
  }
  summary_print(&summary, is_json);
  return stdout_finish(driver, summary.failed == 0 ? EXIT_OK : EXIT_SOURCE_ERROR);
}
