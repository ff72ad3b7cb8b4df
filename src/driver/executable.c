#include "driver/executable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/cache.h"
#include "driver/pipeline.h"
#include "driver/process.h"

// The first message without its code: `error[U2001]: words` becomes `words`.
static const char *first_message(Driver *driver, const char *text) {
  const char *colon = strstr(text, "]: ");
  const char *start = colon ? colon + 3 : text;
  return arena_strndup(driver->arena, start, strcspn(start, "\n"));
}

// The program at Mem; NULL after a report, or when something is not supported.
static Program *lower(Driver *driver, Program *program, const ExecutableOptions *options,
                      const char **why_not, int *status) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) fatal_out_of_memory(0);
  DiagSettings settings = diag_settings_default();
  settings.color = DIAG_COLOR_NEVER;
  settings.output = stream;
  Driver inner = *driver;
  inner.diag = diag_new(driver->arena, driver->sources);
  diag_configure(inner.diag, settings);
  const Arguments none = {0};
  Pipeline pipeline;
  Program *lowered = NULL;
  if (pipeline_to_mem(&inner, options->passes ? options->passes : &none,
                      options->device != DEVICE_NONE, &pipeline))
    lowered = pipeline_run(&inner, &pipeline, program, status);
  else
    *status = EXIT_USAGE;
  diag_flush(inner.diag);
  fclose(stream);
  if (!lowered && *status == EXIT_UNSUPPORTED && options->form == LIBRARY_EXECUTABLE)
    *why_not = first_message(driver, text);
  else
    fputs(text, stderr);
  free(text);
  return lowered;
}

static CcOptions cc_options(const ExecutableOptions *options) {
  CcOptions cc = options->cc;
  cc.has_opencl = options->device == DEVICE_OPENCL;
  cc.has_cuda = options->device == DEVICE_CUDA;
  cc.has_threads = options->imp.is_parallel;
  cc.is_shared = options->build != LIBRARY_SOURCE;
  cc.is_object = options->build == LIBRARY_STATIC;
  return cc;
}

LibraryOptions executable_library(Driver *driver, const ExecutableOptions *options) {
  static const char *const BACKENDS[][2] = {
      [DEVICE_NONE] = {"c", "multicore"},
      [DEVICE_OPENCL] = {"opencl", "opencl"},
      [DEVICE_CUDA] = {"cuda", "cuda"},
  };
  bool is_parallel = options->imp.is_parallel;
  return (LibraryOptions){.form = options->form,
                          .name = options->name,
                          .backend = BACKENDS[options->device][is_parallel ? 1 : 0],
                          .device = options->device,
                          .version = RAVEL_VERSION,
                          .prefix = options->prefix,
                          .comment = options->comment,
                          .build = options->build,
                          .flags = cc_flags(driver->arena, cc_options(options)),
                          .cgen = {.has_threads = is_parallel,
                                   .has_simd = true,
                                   .has_device = options->device != DEVICE_NONE,
                                   .has_origins = options->cc.has_symbols}};
}

ImpProgram *executable_lower(Driver *driver, Program *program, const ExecutableOptions *options,
                             int *status) {
  size_t errors = diag_error_count(driver->diag);
  LowerOptions imp_options = options->imp;
  imp_options.target = (Target){.has_device = options->device != DEVICE_NONE,
                                .has_warps = options->device == DEVICE_CUDA};
  ImpProgram *imp = mem_to_imp(program, driver->sources, imp_options);
  for (size_t i = 0; i < imp->refusals.count; i++)
    diag_error(driver->diag, ERROR_NOT_ON_GPU, imp->refusals.data[i].span,
               "not supported on GPUs: %s", imp->refusals.data[i].message);
  for (size_t i = 0; i < imp->host_pars.count; i++)
    diag_warning(driver->diag, ERROR_HOST_LOOP, imp->host_pars.data[i].span,
                 "the host runs this, one point after the other: %s",
                 imp->host_pars.data[i].is_acting
                     ? "it shows what it computes"
                     : "it calls a function that calls itself, and cannot be flattened");
  if (imp->refusals.count == 0 && imp_options.target.has_device) kernels_share(imp);
  if (imp->refusals.count > 0) {
    diag_hint(driver->diag, "ravel c and ravel multicore can compile this program");
    *status = EXIT_UNSUPPORTED;
    return NULL;
  }
  if (diag_error_count(driver->diag) == errors) return imp;
  *status = EXIT_SOURCE_ERROR; // --Werror
  return NULL;
}

// ---- Compiling ----

// The C files of an executable, and what becomes of them.
typedef struct Compiling {
  Driver *driver;
  const ExecutableOptions *options;
  Scratch scratch;
  CcOptions cc;
  Words sources, objects; // to be compiled
  Words linked;
  const char *runtime; // its object, when it is compiled for the cache
  CacheKey key;
} Compiling;

static const char *scratch_file(Compiling *compiling, const char *name) {
  return path_join(compiling->driver->arena, compiling->scratch.folder, name);
}

// Writes a C file that is compiled later. Gives an exit code.
static int c_file_add(Compiling *compiling, const char *name, StrBuf *text) {
  Driver *driver = compiling->driver;
  const char *source = scratch_file(compiling, arena_printf(driver->arena, "%s.c", name));
  const char *object = scratch_file(compiling, arena_printf(driver->arena, "%s.o", name));
  int status = text_write(driver, source, strbuf_text(text), text->length);
  strbuf_free(text);
  vec_push(driver->arena, &compiling->sources, source);
  vec_push(driver->arena, &compiling->objects, object);
  vec_push(driver->arena, &compiling->linked, object);
  return status;
}

// The run-time system: from the cache, or to be compiled.
static int runtime_add(Compiling *compiling) {
  Driver *driver = compiling->driver;
  const ExecutableOptions *options = compiling->options;
  StrBuf text = {0};
  size_t length = 0;
  library_runtime(&text, options->form, options->device);
  digest_add(&compiling->key, text.data, text.length);
  cc_key_add(driver, &compiling->key, compiling->cc);
  const char *known =
      options->cache ? cache_read(driver, options->cache, CACHE_OBJECT, compiling->key, &length)
                     : NULL;
  if (!known) {
    int status = c_file_add(compiling, "runtime", &text);
    compiling->runtime = compiling->objects.data[compiling->objects.count - 1];
    return status;
  }
  strbuf_free(&text);
  const char *object = scratch_file(compiling, "runtime.o");
  vec_push(driver->arena, &compiling->linked, object);
  return text_write(driver, object, known, length);
}

static void runtime_keep(Compiling *compiling) {
  enum { LIMIT = 1 << 26 };
  Driver *driver = compiling->driver;
  size_t length = 0;
  const char *error = NULL, *cache = compiling->options->cache;
  const char *text = cache && compiling->runtime
                         ? file_read(driver->arena, compiling->runtime, LIMIT, &length, &error)
                         : NULL;
  if (text) cache_write(driver, cache, CACHE_OBJECT, compiling->key, text, length);
}

// How many C compilers the program is worth: the time they take grows with its text.
static size_t piece_count(size_t length) {
  enum { PIECE_SIZE = 1 << 16, MOST = 32 };
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  size_t most = cores < 1 ? 1 : cores > MOST ? MOST : (size_t)cores;
  return length / PIECE_SIZE + 1 < most ? length / PIECE_SIZE + 1 : most;
}

// Says so, unless the user or another option chooses how much is optimised. Gives an exit code.
static int warn_of_length(Driver *driver, size_t length, CcOptions cc) {
  if (cc.is_quick || cc.is_sanitized || strstr(environment("CFLAGS", ""), "-O")) return EXIT_OK;
  size_t errors = diag_error_count(driver->diag);
  diag_warning(driver->diag, ERROR_LONG_PROGRAM, SPAN_NONE,
               "the program is compiled with -O1, because it is long: %.1f MiB of C",
               (double)length / (1 << 20));
  diag_hint(driver->diag, "CFLAGS=-O3 compiles it with full optimisation, which may take minutes");
  return diag_error_count(driver->diag) == errors ? EXIT_OK : EXIT_SOURCE_ERROR; // --Werror
}

// The program in pieces, without the run-time system.
static int pieces_add(Compiling *compiling, const ImpProgram *imp, const LibraryOptions *library) {
  // Of a program as long as this the C compiler would optimise for a minute what mostly runs once,
  // like a hundred top-level forms.
  static const size_t LONG_TEXT = (size_t)1 << 21;
  Arena *arena = compiling->driver->arena;
  StrBuf whole = {0};
  int status = EXIT_OK;
  imp_to_c(&whole, imp, library->cgen);
  compiling->cc.is_long = whole.length > LONG_TEXT;
  if (compiling->cc.is_long)
    status = warn_of_length(compiling->driver, whole.length, compiling->cc);
  size_t count = piece_count(whole.length);
  strbuf_free(&whole);
  StrBuf *pieces = arena_array(arena, StrBuf, count);
  library_pieces(pieces, count, imp, library);
  for (size_t i = 0; i < count; i++) {
    int code = c_file_add(compiling, arena_printf(arena, "program_%zu", i), &pieces[i]);
    if (code != EXIT_OK) status = code;
  }
  return status;
}

// All C files. A program for a device is one: most of its text is kernels. So is a library, of
// which nothing can be seen but its interface.
static int program_add(Compiling *compiling, const ImpProgram *imp, const LibraryOptions *library) {
  if (compiling->options->device == DEVICE_NONE && library->form != LIBRARY_LIBRARY) {
    int status = runtime_add(compiling);
    return status == EXIT_OK ? pieces_add(compiling, imp, library) : status;
  }
  StrBuf text = {0};
  library_source(&text, imp, library);
  return c_file_add(compiling, "program", &text);
}

static int compile(Compiling *compiling, const ImpProgram *imp, const LibraryOptions *library,
                   const char *output) {
  Driver *driver = compiling->driver;
  const char *error = NULL, *made = scratch_file(compiling, "program");
  int status = program_add(compiling, imp, library);
  // One file is compiled and linked at once.
  if (compiling->sources.count == 1)
    compiling->linked.data[compiling->linked.count - 1] = compiling->sources.data[0];
  else if (status == EXIT_OK)
    status = cc_run_all(driver, &compiling->scratch, &compiling->sources, &compiling->objects,
                        compiling->cc);
  if (status == EXIT_OK)
    status = cc_run(driver, &compiling->scratch, &compiling->linked, made, compiling->cc);
  if (status == EXIT_OK && compiling->options->build == LIBRARY_STATIC) {
    const char *object = made;
    made = scratch_file(compiling, "program.a");
    status = cc_archive(driver, &compiling->scratch, object, made);
  }
  if (status != EXIT_OK) return status;
  runtime_keep(compiling);
  return file_move(made, output, &error) ? EXIT_OK : write_failed(driver, output, error);
}

static const char *text_of(Driver *driver, const ImpProgram *imp, const LibraryOptions *library,
                           void put(StrBuf *, const ImpProgram *, const LibraryOptions *)) {
  StrBuf text = {0};
  put(&text, imp, library);
  const char *kept = arena_strndup(driver->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return kept;
}

int executable_write(Driver *driver, Program *program, const ExecutableOptions *options,
                     const char *output) {
  int code = EXIT_OK;
  ImpProgram *imp = executable_lower(driver, program, options, &code);
  if (!imp) return code;
  LibraryOptions library = executable_library(driver, options);
  if (options->is_ahead) {
    code = nvcc_kernels(driver, imp, &library, output, options->ahead_time);
    if (code != EXIT_OK) return code;
  }
  Compiling compiling = {.driver = driver, .options = options, .cc = cc_options(options)};
  const char *error = NULL;
  // Beside the output, so that it can be renamed.
  if (!scratch_open(driver, &compiling.scratch, path_dirname(driver->arena, output), &error))
    return write_failed(driver, output, error);
  code = compile(&compiling, imp, &library, output);
  scratch_close(&compiling.scratch);
  if (code == EXIT_OK && options->texts)
    *options->texts = (LibraryTexts){.header = text_of(driver, imp, &library, library_header),
                                     .manifest = text_of(driver, imp, &library, library_manifest)};
  return code;
}

void forms_remove(Program *program) {
  size_t kept = 0;
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    if (!fun->entry || !entry_is_form(fun)) program->funs.data[kept++] = fun;
  }
  program->funs.count = kept;
}

int executable_make(Driver *driver, Program *program, const ExecutableOptions *options,
                    const char *output, const char **why_not) {
  int status = EXIT_OK;
  if (options->form != LIBRARY_EXECUTABLE) forms_remove(program);
  program = lower(driver, program, options, why_not, &status);
  return program ? executable_write(driver, program, options, output) : status;
}
