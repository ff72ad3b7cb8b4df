// What an executable depends on: its sources, ravel, the C compiler, the machine. Which files a
// source imports is known only after it was read, so that is kept, too: the first key is made of
// the source and leads to the names of the other files; the second one is made of them all. The
// compiler's warnings are kept beside the executable, so that every run shows them.
#include "driver/build.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/cache.h"
#include "driver/cc.h"
#include "driver/executable.h"
#include "driver/process.h"

static const size_t SOURCE_LIMIT = (size_t)1 << 31, PROGRAM_LIMIT = (size_t)1 << 31;

bool build_prefers_threads(Driver *driver, const char *cache) {
  return sysconf(_SC_NPROCESSORS_ONLN) > 1 && cc_has_openmp(driver, cache);
}

static const struct {
  const char *name;
  bool is_parallel;
  LibraryDevice device;
} TARGETS[] = {{"c", false, DEVICE_NONE},
               {"multicore", true, DEVICE_NONE},
               {"opencl", false, DEVICE_OPENCL},
               {"cuda", false, DEVICE_CUDA}};

enum { TARGET_COUNT = sizeof TARGETS / sizeof *TARGETS };

const char *build_target(const BuildOptions *options) {
  for (size_t i = 0; i < TARGET_COUNT; i++)
    if (TARGETS[i].device == options->device && TARGETS[i].is_parallel == options->is_parallel)
      return TARGETS[i].name;
  INTERNAL_ERROR("a target without a name");
}

bool build_choose(BuildOptions *options, const char *target) {
  for (size_t i = 0; i < TARGET_COUNT; i++) {
    if (strcmp(TARGETS[i].name, target) != 0) continue;
    options->is_parallel = TARGETS[i].is_parallel;
    options->device = TARGETS[i].device;
    return true;
  }
  return false;
}

// ---- Keys ----

static void key_add_flags(CacheKey *key, const bool *flags, size_t count) {
  for (size_t i = 0; i < count; i++)
    digest_add(key, &flags[i], 1);
}

static void key_add_library(CacheKey *key, const ExecutableOptions *library) {
  const bool flags[] = {library->imp.is_unsafe,          library->imp.is_deterministic,
                        library->imp.is_plain,           library->imp.has_lines,
                        library->cc.is_portable,         library->cc.is_sanitized,
                        library->prefix != NULL,         library->is_ahead,
                        library->build == LIBRARY_STATIC};
  cache_key_text(key, "library");
  cache_key_text(key, library->name);
  cache_key_text(key, library->prefix ? library->prefix : "");
  digest_add(key, &library->imp.chunk_work, sizeof library->imp.chunk_work);
  key_add_flags(key, flags, sizeof flags / sizeof *flags);
}

// What every executable depends on.
static void key_add_tools(Driver *driver, const BuildOptions *options, CacheKey *key) {
  cache_key_text(key, RAVEL_VERSION);
  cache_key_file(key, "/proc/self/exe");
  cc_key_add(driver, key,
             (CcOptions){.has_threads = options->is_parallel, .has_symbols = options->is_profiled});
  digest_add(key, &options->device, sizeof options->device);
  if (options->library) key_add_library(key, options->library);
}

// The path is part of the key because it is part of the program's messages.
static CacheKey key_of_source(Driver *driver, const BuildOptions *options) {
  CacheKey key = {0};
  key_add_tools(driver, options, &key);
  cache_key_text(&key, options->source->path);
  cache_key_text(&key, options->front->name);
  const FrontSettings *settings = front_settings();
  digest_add(&key, &settings->has_short_ints, sizeof settings->has_short_ints);
  digest_add(&key, &settings->seed, sizeof settings->seed);
  digest_add(&key, &settings->block_size, sizeof settings->block_size);
  digest_add(&key, options->source->text, options->source->length);
  return key;
}

// Adds the files whose names, each ended by a NUL, stand in `names`. False when one is gone.
static bool key_add_files(Driver *driver, CacheKey *key, const char *names, size_t length) {
  for (const char *name = names; name < names + length; name += strlen(name) + 1) {
    size_t size;
    const char *error = NULL;
    const char *text = file_read(driver->arena, name, SOURCE_LIMIT, &size, &error);
    if (!text) return false;
    cache_key_text(key, name);
    digest_add(key, text, size);
  }
  return true;
}

// Is the source part of the prelude, and so of ravel?
static bool is_embedded(const SourceFile *file) {
  static const char PREFIX[] = "/prelude/";
  return strncmp(file->path, PREFIX, sizeof PREFIX - 1) == 0;
}

// The same from what was really compiled: a file may have changed since it was looked at. The
// names are appended to `names`.
static void key_add_imports(Driver *driver, CacheKey *key, StrBuf *names) {
  const SourceFile *file;
  for (uint32_t id = 2; (file = source_get(driver->sources, id)); id++) {
    if (is_embedded(file)) continue;
    strbuf_write(names, file->path, strlen(file->path) + 1);
    cache_key_text(key, file->path);
    digest_add(key, file->text, file->length);
  }
}

// ---- Finding ----

static bool texts_take(Driver *driver, const BuildOptions *options, CacheKey key, Build *build) {
  size_t length = 0;
  build->texts.header = cache_read(driver, options->cache, CACHE_HEADER, key, &length);
  build->texts.manifest = cache_read(driver, options->cache, CACHE_MANIFEST, key, &length);
  return build->texts.header && build->texts.manifest;
}

static bool take(Driver *driver, const BuildOptions *options, CacheKey key, Build *build) {
  if (options->library && !texts_take(driver, options, key, build)) return false;
  build->descriptor = cache_take(driver, options->cache, key, &build->entry_file);
  return build->descriptor >= 0;
}

// Adds the sources that a program was made of: warnings point into them, and what is written from
// now on must not be one of them.
static void add_sources(Driver *driver, const BuildOptions *options, const char *names,
                        size_t length) {
  if (source_get(driver->sources, 1) == NULL) source_again(driver, options->source);
  for (const char *name = names; name < names + length; name += strlen(name) + 1) {
    const char *error = NULL;
    if (source_find(driver->sources, name) || source_load(driver->sources, name, &error)) continue;
    source_add(driver->sources, name, "", 0);
  }
}

// Takes a program with the warnings about it, which are shown, but for those that were. `names` are
// the files that its source imports.
static bool take_and_warn(Driver *driver, const BuildOptions *options, CacheKey key,
                          const char *names, size_t names_length, Build *build) {
  size_t length = 0;
  const char *warnings = cache_read(driver, options->cache, CACHE_WARNINGS, key, &length);
  if (!warnings || !take(driver, options, key, build)) return false;
  add_sources(driver, options, names, names_length);
  diag_warn_again(driver->diag, warnings, length);
  return true;
}

// Looks without compiling anything. `sought` is the key of the program that was looked for, if the
// sources are known.
static bool find(Driver *driver, const BuildOptions *options, CacheKey *sought, Build *build) {
  size_t length = 0;
  CacheKey key = key_of_source(driver, options);
  const char *names = cache_read(driver, options->cache, CACHE_SOURCES, key, &length);
  if (!names || !key_add_files(driver, &key, names, length)) return false;
  *sought = key;
  return take_and_warn(driver, options, key, names, length, build);
}

static bool is_same_key(CacheKey a, CacheKey b) {
  return a.first == b.first && a.second == b.second;
}

// ---- Making ----

// Compiles in a folder for temporary files. `output` is open, and in a moment without a name.
static int make_in(Driver *driver, const BuildOptions *options, Program *program,
                   const char *output, Build *build) {
  const char *name = path_without_extension(driver->arena, path_basename(options->source->path));
  ExecutableOptions executable = {
      .imp = {.is_parallel = options->is_parallel, .has_places = options->is_profiled},
      .form = LIBRARY_EXECUTABLE,
      .name = name,
      .cc = {.has_symbols = options->is_profiled},
      .device = options->device,
      .cache = options->cache,
      .passes = options->passes};
  if (options->library) {
    executable = *options->library;
    executable.texts = &build->texts;
  }
  int status = executable_make(driver, program, &executable, output, &build->why_not);
  if (status != EXIT_OK) return status;
  build->descriptor = open(output, O_RDONLY | O_CLOEXEC);
  if (build->descriptor >= 0) return EXIT_OK;
  diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE, "cannot read %s", output);
  return EXIT_USAGE;
}

// Puts the executable into the cache and runs it from there: programs may not be executed among
// temporary files. When it cannot be kept, it is run from where it is.
static void keep(Driver *driver, const BuildOptions *options, CacheKey key, const char *output,
                 Build *build) {
  size_t length = 0;
  const char *error = NULL;
  int made = build->descriptor;
  LibraryTexts made_texts = build->texts;
  const char *text = file_read(driver->arena, output, PROGRAM_LIMIT, &length, &error);
  if (!text) cache_refuse(driver, output, error);
  if (text && options->library) {
    const LibraryTexts *texts = &build->texts;
    cache_write(driver, options->cache, CACHE_HEADER, key, texts->header, strlen(texts->header));
    cache_write(driver, options->cache, CACHE_MANIFEST, key, texts->manifest,
                strlen(texts->manifest));
  }
  bool is_kept = text && cache_write(driver, options->cache, CACHE_PROGRAM, key, text, length) &&
                 take(driver, options, key, build);
  if (is_kept) {
    close(made);
  } else {
    build->descriptor = made;
    build->texts = made_texts;
    build->entry_file = NULL;
  }
}

// `key` is NULL when nothing is kept.
static int make(Driver *driver, const BuildOptions *options, Program *program, const CacheKey *key,
                Build *build) {
  Scratch scratch;
  const char *error = NULL;
  if (!scratch_open(driver, &scratch, scratch_parent(), &error))
    return write_failed(driver, scratch_parent(), error);
  const char *output = path_join(driver->arena, scratch.folder, "program");
  int status = make_in(driver, options, program, output, build);
  if (status == EXIT_OK && key) keep(driver, options, *key, output, build);
  scratch_close(&scratch);
  return status;
}

// What is found the next time, beside the program: the warnings, and then the names that lead
// there.
static void keep_words(Driver *driver, const BuildOptions *options, CacheKey first, CacheKey key,
                       const StrBuf *names) {
  StrBuf warnings = {0};
  diag_save_warnings(driver->diag, &warnings);
  cache_write(driver, options->cache, CACHE_WARNINGS, key, strbuf_text(&warnings), warnings.length);
  cache_write(driver, options->cache, CACHE_SOURCES, first, strbuf_text(names), names->length);
  cache_trim(driver, options->cache);
  strbuf_free(&warnings);
}

// What was sought in vain is not looked for again, so that a bad entry is told about once.
static int make_and_keep(Driver *driver, const BuildOptions *options, Program *program,
                         CacheKey sought, Build *build) {
  StrBuf names = {0};
  CacheKey key = key_of_source(driver, options), first = key;
  key_add_imports(driver, &key, &names);
  int status = EXIT_OK;
  if (is_same_key(key, sought) ||
      !take_and_warn(driver, options, key, strbuf_text(&names), names.length, build))
    status = make(driver, options, program, &key, build);
  // What --Werror made errors would be missing among the warnings.
  bool is_good = status == EXIT_OK && diag_error_count(driver->diag) == 0;
  if (is_good) keep_words(driver, options, first, key, &names);
  strbuf_free(&names);
  return status;
}

// On a terminal a line says what is waited for, and goes when it is done.
static void tell(const BuildOptions *options, bool is_done) {
  static const char *const DEVICES[] = {
      [DEVICE_NONE] = "c", [DEVICE_OPENCL] = "opencl", [DEVICE_CUDA] = "cuda"};
  if (!options->is_told) return;
  if (is_done)
    fputs("\r\033[K", stderr);
  else
    fprintf(stderr, "compiling %s for %s ...", options->source->path,
            options->is_parallel ? "multicore" : DEVICES[options->device]);
  fflush(stderr);
}

static int find_or_make(Driver *driver, const BuildOptions *options, Build *build) {
  int status = EXIT_OK;
  CacheKey sought = {0};
  if (options->cache && find(driver, options, &sought, build)) {
    diag_tell(driver->diag, "%s for %s is in the cache: %s", options->source->path,
              build_target(options), build->entry_file);
    return EXIT_OK;
  }
  diag_tell(driver->diag, "%s is compiled for %s", options->source->path, build_target(options));
  Program *program =
      text_compile(driver, options->front, source_again(driver, options->source), &status);
  if (!program) return status;
  if (options->library) forms_remove(program);
  if (!program_check_entries(driver, program)) return EXIT_USAGE;
  diag_flush(driver->diag);
  tell(options, false);
  status = options->cache ? make_and_keep(driver, options, program, sought, build)
                          : make(driver, options, program, NULL, build);
  tell(options, true);
  return status;
}

// With --Werror a program in the cache that there are warnings about is a wrong one, too.
int build_open(Driver *driver, const BuildOptions *options, Build *build) {
  *build = (Build){.descriptor = -1};
  int status = find_or_make(driver, options, build);
  if (status != EXIT_OK || diag_error_count(driver->diag) == 0) return status;
  close(build->descriptor);
  return EXIT_SOURCE_ERROR;
}

int build_program(Driver *driver, const BuildOptions *options, Program *program, CacheKey key,
                  Build *build) {
  *build = (Build){.descriptor = -1};
  key_add_tools(driver, options, &key);
  if (options->cache && take(driver, options, key, build)) return EXIT_OK;
  int status = make(driver, options, program, options->cache ? &key : NULL, build);
  if (status == EXIT_OK && options->cache) cache_trim(driver, options->cache);
  return status;
}
