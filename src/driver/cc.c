#include "driver/cc.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "driver/process.h"

const char *cc_flags(Arena *arena, CcOptions options) {
  const char *sanitizers =
      options.is_sanitized ? " -fsanitize=address,undefined -fno-sanitize-recover=all" : "";
  if (options.is_quick)
    return arena_printf(arena,
                        "-std=c11 -O1 -ffp-contract=off -fno-math-errno -fno-trapping-math %s%s%s",
                        options.has_threads ? "-fopenmp" : "-fopenmp-simd",
                        options.is_exact ? " -DSCALAR_MATH" : "", sanitizers);
  return arena_printf(arena, "-std=c11 %s%s -fno-math-errno -fno-trapping-math -fopenmp-simd%s%s%s",
                      options.is_sanitized ? "-O1 -g"
                      : options.is_long    ? "-O1"
                                           : "-O3",
                      options.is_portable ? "" : " -march=native",
                      options.has_threads ? " -fopenmp" : "",
                      options.has_symbols ? " -g -no-pie -fno-pie" : "", sanitizers);
}

const char *cc_name(void) { return environment("CC", "cc"); }

// Adds the words of a text that are separated by blanks.
static void words_add(Arena *arena, Words *words, const char *text) {
  while (*(text += strspn(text, " \t\n")) != '\0') {
    size_t length = strcspn(text, " \t\n");
    vec_push(arena, words, arena_strndup(arena, text, length));
    text += length;
  }
}

static Words cc_command(Driver *driver, CcOptions options, const Words *inputs,
                        const char *output) {
  Words words = {0};
  words_add(driver->arena, &words, cc_name());
  words_add(driver->arena, &words, cc_flags(driver->arena, options));
  words_add(driver->arena, &words, environment("CFLAGS", ""));
  words_add(driver->arena, &words, "-o");
  vec_push(driver->arena, &words, output);
  if (options.is_object) vec_push(driver->arena, &words, "-c");
  if (options.is_shared)
    words_add(driver->arena, &words, options.is_object ? "-fPIC" : "-fPIC -shared");
  for (size_t i = 0; i < inputs->count; i++)
    vec_push(driver->arena, &words, inputs->data[i]);
  if (options.is_object) return words;
  if (options.has_opencl) words_add(driver->arena, &words, "-lOpenCL");
  words_add(driver->arena, &words, options.has_cuda ? "-ldl -lm -pthread" : "-lm -pthread");
  return words;
}

// ---- Compiling ----

static int report(Driver *driver, ProcessEnd end, CcOptions options) {
  if (!end.is_started)
    diag_error(driver->diag, ERROR_CC, SPAN_NONE, "cannot run the C compiler %s", cc_name());
  else if (end.signal)
    diag_error(driver->diag, ERROR_CC, SPAN_NONE, "the C compiler %s was ended by signal %d",
               cc_name(), end.signal);
  else
    diag_error(driver->diag, ERROR_CC, SPAN_NONE, "the C compiler %s failed with exit code %d",
               cc_name(), end.code);
  diag_hint(driver->diag, "the environment variables CC and CFLAGS choose the compiler and flags");
  if (options.has_opencl)
    diag_hint(driver->diag, "OpenCL's header CL/cl.h and library are needed; in Debian they are in "
                            "opencl-headers and ocl-icd-opencl-dev");
  return EXIT_USAGE;
}

int cc_run(Driver *driver, Scratch *scratch, const Words *inputs, const char *output,
           CcOptions options) {
  Words words = cc_command(driver, options, inputs, output);
  ProcessEnd end = process_run(driver, scratch, &(Process){.words = &words});
  return end.is_started && !end.signal && end.code == 0 ? EXIT_OK : report(driver, end, options);
}

int cc_run_all(Driver *driver, Scratch *scratch, const Words *sources, const Words *objects,
               CcOptions options) {
  Words *commands = arena_array(driver->arena, Words, sources->count + 1);
  options.is_object = true;
  for (size_t i = 0; i < sources->count; i++)
    commands[i] = cc_command(driver, options, &(Words){.data = &sources->data[i], .count = 1},
                             objects->data[i]);
  ProcessEnd end = process_run_all(driver, scratch, commands, sources->count);
  return end.is_started && !end.signal && end.code == 0 ? EXIT_OK : report(driver, end, options);
}

int cc_archive(Driver *driver, Scratch *scratch, const char *object, const char *output) {
  Words words = {0};
  const char *name = environment("AR", "ar");
  words_add(driver->arena, &words, name);
  vec_push(driver->arena, &words, "rcsD");
  vec_push(driver->arena, &words, output);
  vec_push(driver->arena, &words, object);
  ProcessEnd end = process_run(driver, scratch, &(Process){.words = &words});
  if (end.is_started && !end.signal && end.code == 0) return EXIT_OK;
  diag_error(driver->diag, ERROR_CC, SPAN_NONE,
             end.is_started ? "%s, which puts the library together, failed" : "cannot run %s",
             name);
  diag_hint(driver->diag, "the environment variable AR chooses the program that makes archives");
  return EXIT_USAGE;
}

// ---- Kernels for CUDA ----

static const char *nvcc_name(void) { return environment("NVCC", "nvcc"); }

// Machine code for the architectures in $CUDAARCHS, and PTX of the last one for those that come
// later; by default what most GPUs of data centres have. `native` is what is in this machine.
static void nvcc_architectures(Driver *driver, Words *words) {
  Words numbers = {0};
  const char *text = environment("CUDAARCHS", "80 90");
  for (size_t length; *(text += strspn(text, " ;,")) != '\0'; text += length) {
    length = strcspn(text, " ;,");
    vec_push(driver->arena, &numbers, arena_strndup(driver->arena, text, length));
  }
  for (size_t i = 0; i < numbers.count; i++) {
    const char *number = numbers.data[i];
    bool is_last = i + 1 == numbers.count;
    if (strcmp(number, "native") == 0)
      vec_push(driver->arena, words, "-arch=native");
    else
      words_add(driver->arena, words,
                arena_printf(driver->arena,
                             is_last ? "-gencode arch=compute_%s,code=[sm_%s,compute_%s]"
                                     : "-gencode arch=compute_%s,code=sm_%s",
                             number, number, number));
  }
}

// Does nvcc know the option? Those before CUDA 12 have not got all.
static bool nvcc_knows(Driver *driver, Scratch *scratch, const char *option) {
  enum { LIMIT = 1 << 20 };
  Words words = {0};
  const char *output = path_join(driver->arena, scratch->folder, "help"), *error = NULL;
  words_add(driver->arena, &words, nvcc_name());
  words_add(driver->arena, &words, "--help");
  process_run(driver, scratch,
              &(Process){.words = &words, .output = output, .errors = "/dev/null"});
  size_t length = 0;
  const char *text = file_read(driver->arena, output, LIMIT, &length, &error);
  return text && strstr(text, option);
}

// A program with many kernels is compiled in parts, which nvcc takes at the same time: one would
// take as long as all kernels after each other. How many there are depends on the program alone, so
// that the result does not depend on the machine.
typedef struct KernelParts {
  size_t count;
  const char *folder;
} KernelParts;

static const char *part_path(Driver *driver, const KernelParts *parts, size_t part,
                             const char *extension) {
  const char *name = arena_printf(driver->arena, "kernels_%zu%s", part, extension);
  return path_join(driver->arena, parts->folder, name);
}

static Words nvcc_command(Driver *driver, Scratch *scratch, const KernelParts *parts,
                          size_t kernel_count) {
  // From this many kernels on, all cores share in a part, too.
  enum { MANY_KERNELS = 8 };
  Words words = {0};
  words_add(driver->arena, &words, nvcc_name());
  words_add(driver->arena, &words, "-O3 -std=c++17 -fatbin -w --threads 0");
  if (kernel_count >= MANY_KERNELS && nvcc_knows(driver, scratch, "--split-compile"))
    words_add(driver->arena, &words, "--split-compile 0");
  nvcc_architectures(driver, &words);
  words_add(driver->arena, &words, environment("NVCCFLAGS", ""));
  words_add(driver->arena, &words, "--output-directory");
  vec_push(driver->arena, &words, parts->folder);
  for (size_t i = 0; i < parts->count; i++)
    vec_push(driver->arena, &words, part_path(driver, parts, i, ".cu"));
  return words;
}

static int parts_write(Driver *driver, const KernelParts *parts, const ImpProgram *imp) {
  int status = EXIT_OK;
  for (size_t i = 0; i < parts->count && status == EXIT_OK; i++) {
    const char *error = NULL, *path = part_path(driver, parts, i, ".cu");
    StrBuf text = {0};
    library_kernels(&text, imp, i, parts->count, false);
    if (!file_write(driver->arena, path, text.data, text.length, &error))
      status = write_failed(driver, path, error);
    strbuf_free(&text);
  }
  return status;
}

static int parts_read(Driver *driver, const KernelParts *parts, LibraryOptions *options) {
  enum { LIMIT = 1 << 28 };
  LibraryBinary *binaries = arena_array(driver->arena, LibraryBinary, parts->count);
  for (size_t i = 0; i < parts->count; i++) {
    const char *error = NULL, *path = part_path(driver, parts, i, ".fatbin");
    binaries[i].data = file_read(driver->arena, path, LIMIT, &binaries[i].size, &error);
    if (!binaries[i].data) return write_failed(driver, path, error);
  }
  options->binaries = binaries;
  options->binary_count = parts->count;
  return EXIT_OK;
}

static int nvcc_run(Driver *driver, Scratch *scratch, const ImpProgram *imp,
                    LibraryOptions *options) {
  enum { KERNELS_IN_PART = 16 };
  size_t kernels = kernels_distinct(imp);
  KernelParts parts = {.count = 1 + kernels / KERNELS_IN_PART, .folder = scratch->folder};
  int status = parts_write(driver, &parts, imp);
  if (status != EXIT_OK) return status;
  Words words = nvcc_command(driver, scratch, &parts, kernels);
  ProcessEnd end = process_run(driver, scratch, &(Process){.words = &words});
  if (!end.is_started || end.signal || end.code != 0) {
    diag_error(driver->diag, ERROR_CC, SPAN_NONE,
               end.is_started ? "the CUDA compiler %s failed" : "cannot run the CUDA compiler %s",
               nvcc_name());
    diag_hint(driver->diag, "the environment variables NVCC, NVCCFLAGS and CUDAARCHS choose it, "
                            "its flags and the architectures");
    return EXIT_USAGE;
  }
  return parts_read(driver, &parts, options);
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int nvcc_kernels(Driver *driver, const ImpProgram *imp, LibraryOptions *options, const char *output,
                 NvccTime *time) {
  Scratch scratch;
  double begin = seconds_now();
  const char *error = NULL;
  if (!scratch_open(driver, &scratch, path_dirname(driver->arena, output), &error))
    return write_failed(driver, output, error);
  int status = nvcc_run(driver, &scratch, imp, options);
  scratch_close(&scratch);
  if (time) *time = (NvccTime){kernels_distinct(imp), seconds_now() - begin};
  return status;
}

// ---- What there is ----

static const char *cc_file(Driver *driver) {
  Words words = {0};
  words_add(driver->arena, &words, cc_name());
  return words.count ? command_find_file(driver, words.data[0]) : NULL;
}

bool cc_is_there(Driver *driver) { return cc_file(driver) != NULL; }

// The first line of a text that begins with a word; `-march=native` depends on these.
static void key_line(CacheKey *key, const char *text, const char *word) {
  const char *line = strstr(text, word);
  if (line) digest_add(key, line, strcspn(line, "\n"));
}

static void key_machine(Driver *driver, CacheKey *key) {
  enum { LIMIT = 1 << 24 };
  size_t length;
  const char *error = NULL;
  const char *text = file_read(driver->arena, "/proc/cpuinfo", LIMIT, &length, &error);
  if (!text) return;
  key_line(key, text, "model name");
  key_line(key, text, "flags");
  key_line(key, text, "Features");
}

void cc_key_add(Driver *driver, CacheKey *key, CcOptions options) {
  static const char *const VARIABLES[] = {
      "CFLAGS",          "CPATH",           "C_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH",
      "GCC_EXEC_PREFIX", "LD_LIBRARY_PATH", "NVCC",           "NVCCFLAGS",    "CUDAARCHS"};
  const char *file = cc_file(driver);
  cache_key_text(key, cc_name());
  cache_key_text(key, file ? file : "");
  if (file) cache_key_file(key, file);
  cache_key_text(key, cc_flags(driver->arena, options));
  for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++)
    cache_key_text(key, environment(VARIABLES[i], ""));
  key_machine(driver, key);
}

// Compiles a small program; what the compiler says about it is nobody's business.
static bool openmp_try(Driver *driver) {
  static const char TEXT[] =
      "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n";
  Scratch scratch;
  const char *error = NULL;
  if (!scratch_open(driver, &scratch, scratch_parent(), &error)) return false;
  const char *source = path_join(driver->arena, scratch.folder, "openmp.c");
  const char *made = path_join(driver->arena, scratch.folder, "openmp");
  bool is_good = file_write(driver->arena, source, TEXT, sizeof TEXT - 1, &error);
  if (is_good) {
    Words inputs = {.data = &source, .count = 1};
    Words words = cc_command(driver, (CcOptions){.has_threads = true}, &inputs, made);
    ProcessEnd end =
        process_run(driver, &scratch,
                    &(Process){.words = &words, .output = "/dev/null", .errors = "/dev/null"});
    is_good = end.is_started && !end.signal && end.code == 0;
  }
  scratch_close(&scratch);
  return is_good;
}

bool cc_has_openmp(Driver *driver, const char *cache) {
  CacheKey key = {0};
  size_t length = 0;
  cache_key_text(&key, "openmp");
  cc_key_add(driver, &key, (CcOptions){.has_threads = true});
  const char *known = cache ? cache_read(driver, cache, CACHE_ANSWER, key, &length) : NULL;
  if (known && length == 1) return known[0] == 'y';
  bool has_openmp = openmp_try(driver);
  if (cache) cache_write(driver, cache, CACHE_ANSWER, key, has_openmp ? "y" : "n", 1);
  return has_openmp;
}
