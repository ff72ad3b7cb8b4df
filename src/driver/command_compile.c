// ravel c, multicore, opencl, cuda and build: from a source to C, and with the C compiler to an
// executable or a library.
#include <stdio.h>
#include <string.h>

#include "driver/build.h"
#include "driver/executable.h"
#include "driver/pipeline.h"

static LibraryBuild build_of(const Arguments *arguments) {
  if (option_is_set(arguments, OPTION_STATIC)) return LIBRARY_STATIC;
  return option_is_set(arguments, OPTION_SHARED) ? LIBRARY_SHARED : LIBRARY_SOURCE;
}

static LibraryForm form_of(const Arguments *arguments) {
  if (option_is_set(arguments, OPTION_LIBRARY) || build_of(arguments) != LIBRARY_SOURCE)
    return LIBRARY_LIBRARY;
  return option_is_set(arguments, OPTION_SERVER) ? LIBRARY_SERVER : LIBRARY_EXECUTABLE;
}

// The program at level Mem; NULL after a report.
static Program *compile_to_mem(Driver *driver, const Arguments *arguments, LibraryDevice device,
                               const Front **front, int *status) {
  const char *path = arguments->operands.data[0];
  const char *language = option_text(arguments, OPTION_LANGUAGE, NULL);
  Program *program = source_compile(driver, path, language, status);
  if (!program) return NULL;
  *front = front_choose(driver, path, language);
  LibraryForm form = form_of(arguments);
  if (form != LIBRARY_EXECUTABLE) forms_remove(program);
  if (form == LIBRARY_LIBRARY && !program_check_entries(driver, program)) {
    *status = EXIT_USAGE;
    return NULL;
  }
  Pipeline pipeline;
  if (!pipeline_to_mem(driver, arguments, device != DEVICE_NONE, &pipeline)) {
    *status = EXIT_USAGE;
    return NULL;
  }
  return pipeline_run(driver, &pipeline, program, status);
}

// The source's name without folders and extension.
static const char *program_name(Driver *driver, const char *path) {
  return path_without_extension(driver->arena, path_basename(path));
}

typedef void LibraryPart(StrBuf *out, const ImpProgram *program, const LibraryOptions *options);

static void put_pkg_config(StrBuf *out, const ImpProgram *program, const LibraryOptions *options) {
  (void)program;
  library_pkg_config(out, options);
}

static void put_cmake(StrBuf *out, const ImpProgram *program, const LibraryOptions *options) {
  (void)program;
  library_cmake(out, options);
}

// The files of a library. What each begins with tells it from files of the user's.
static const struct {
  const char *extension;
  const char *mark;
  LibraryPart *put;
} PARTS[] = {{"c", LIBRARY_MARK_C, library_source},
             {"h", LIBRARY_MARK_C, library_header},
             {"json", LIBRARY_MARK_MANIFEST, library_manifest},
             {"pc", LIBRARY_MARK_BUILD, put_pkg_config},
             {"cmake", LIBRARY_MARK_BUILD, put_cmake}};

enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };

// A library that is built takes the place of its C file.
static bool has_part(const LibraryOptions *options, size_t part) {
  return options->build == LIBRARY_SOURCE || PARTS[part].put != library_source;
}

static const char *part_path(Driver *driver, const char *output, size_t part) {
  return arena_printf(driver->arena, "%s.%s", output, PARTS[part].extension);
}

// A program from stdin gives its executable or library no name.
static int name_missing(Driver *driver) {
  write_failed(driver, "an executable or library", "the program is read from stdin");
  diag_hint(driver->diag, "-o gives the output a name");
  return EXIT_USAGE;
}

static const char ELF_MARK[] = "\177ELF", ARCHIVE_MARK[] = "!<arch>\n";

// The file of a library that is built: libNAME.so or libNAME.a.
static const char *built_path(Driver *driver, const LibraryOptions *options, const char *output) {
  const char *target = library_target(driver->arena, options);
  const char *extension = options->build == LIBRARY_STATIC ? "a" : "so";
  return path_join(driver->arena, path_dirname(driver->arena, output),
                   arena_printf(driver->arena, "lib%s.%s", target, extension));
}

// May all of them be written? An executable without -o may only replace another one.
static int outputs_check(Driver *driver, const Arguments *arguments, const LibraryOptions *library,
                         const char *output) {
  int status = EXIT_OK;
  if (strcmp(output, "-") == 0) return name_missing(driver);
  if (library->form != LIBRARY_LIBRARY)
    return output_check(driver, output,
                        option_is_set(arguments, OPTION_EXECUTABLE) ? NULL : ELF_MARK);
  if (library->build != LIBRARY_SOURCE)
    status = output_check(driver, built_path(driver, library, output),
                          library->build == LIBRARY_STATIC ? ARCHIVE_MARK : ELF_MARK);
  for (size_t i = 0; status == EXIT_OK && i < PART_COUNT; i++)
    if (has_part(library, i))
      status = output_check(driver, part_path(driver, output, i), PARTS[i].mark);
  return status;
}

static int library_write(Driver *driver, const ImpProgram *imp, const LibraryOptions *options,
                         const char *output) {
  int status = EXIT_OK;
  for (size_t i = 0; status == EXIT_OK && i < PART_COUNT; i++) {
    StrBuf text = {0};
    PARTS[i].put(&text, imp, options);
    const char *path = part_path(driver, output, i);
    status = text_write(driver, path, strbuf_text(&text), text.length);
    strbuf_free(&text);
  }
  return status;
}

static int text_emit(Driver *driver, const ImpProgram *imp, const LibraryOptions *options,
                     const char *what, const char *output) {
  StrBuf text = {0};
  if (strcmp(what, "imp") == 0)
    imp_print(&text, imp);
  else if (strcmp(what, "kernels") == 0)
    library_kernels(&text, imp, 0, 1, true);
  else if (strcmp(what, "header") == 0)
    library_header(&text, imp, options);
  else
    library_source(&text, imp, options);
  int status = text_write(driver, output, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return status;
}

// ---- Libraries that are built ----

// Writes the library that was built, or found in the cache, and the files beside it.
static int built_write(Driver *driver, const Build *build, const LibraryOptions *library,
                       const char *output) {
  StrBuf pkg_config = {0}, cmake = {0};
  library_pkg_config(&pkg_config, library);
  library_cmake(&cmake, library);
  const struct {
    const char *extension, *text;
  } TEXTS[] = {{"h", build->texts.header},
               {"json", build->texts.manifest},
               {"pc", strbuf_text(&pkg_config)},
               {"cmake", strbuf_text(&cmake)}};
  static const size_t LIMIT = (size_t)1 << 31;
  const char *path = built_path(driver, library, output), *error = NULL;
  const char *made = arena_printf(driver->arena, "/dev/fd/%d", build->descriptor);
  size_t length = 0;
  const char *bytes = file_read(driver->arena, made, LIMIT, &length, &error);
  int status = bytes ? text_write(driver, path, bytes, length) : write_failed(driver, path, error);
  for (size_t i = 0; status == EXIT_OK && i < sizeof TEXTS / sizeof *TEXTS; i++)
    status = text_write(driver, arena_printf(driver->arena, "%s.%s", output, TEXTS[i].extension),
                        TEXTS[i].text, strlen(TEXTS[i].text));
  strbuf_free(&pkg_config);
  strbuf_free(&cmake);
  return status;
}

// Programs that load a library ask for it whenever they start, so it is kept in the cache.
static int built_make(Driver *driver, const Arguments *arguments, ExecutableOptions *options,
                      const char *output) {
  const char *path = arguments->operands.data[0];
  LibraryTexts texts = {0};
  options->texts = &texts;
  const Front *front = front_choose(driver, path, option_text(arguments, OPTION_LANGUAGE, NULL));
  if (!front) return EXIT_USAGE;
  const SourceFile *source = diag_load_source(driver->diag, path);
  if (!source) return EXIT_SOURCE_ERROR;
  options->comment = front->comment;
  LibraryOptions library = executable_library(driver, options);
  int status = outputs_check(driver, arguments, &library, output);
  if (status != EXIT_OK) return status;
  bool is_kept =
      !option_any_of(arguments, GROUP_PASSES) && !option_is_set(arguments, OPTION_COMPILE_NO_CACHE);
  BuildOptions build_options = {.source = source,
                                .front = front,
                                .is_parallel = options->imp.is_parallel,
                                .device = options->device,
                                .cache = is_kept ? cache_open(driver) : NULL,
                                .passes = options->passes,
                                .library = options};
  options->cache = build_options.cache;
  diag_flush(driver->diag);
  Build build;
  Driver builder = driver_open(diag_settings_from(arguments));
  status = build_open(&builder, &build_options, &build);
  // By now it is known what the program imports.
  if (status == EXIT_OK) status = outputs_check(&builder, arguments, &library, output);
  if (status == EXIT_OK) status = built_write(&builder, &build, &library, output);
  driver_close(&builder);
  return status;
}

// ---- The commands ----

// A prefix is the start of names in C.
static int prefix_check(Driver *driver, const Arguments *arguments) {
  const char *prefix = option_text(arguments, OPTION_PREFIX, NULL);
  if (!prefix) return EXIT_OK;
  static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  bool is_name = prefix[0] != '\0' && !strchr("0123456789", prefix[0]) &&
                 prefix[strspn(prefix, LETTERS)] == '\0';
  if (is_name && form_of(arguments) == LIBRARY_LIBRARY) return EXIT_OK;
  if (is_name)
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE,
               "--prefix needs --library, --shared or --static");
  else
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE,
               "--prefix must be a name in C, but %s is none", prefix);
  return EXIT_USAGE;
}

static int build_check(Driver *driver, const Arguments *arguments) {
  if (!option_is_set(arguments, OPTION_STATIC) || !option_is_set(arguments, OPTION_SHARED))
    return EXIT_OK;
  diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE,
             "a library is made with --shared or with --static, not with both");
  return EXIT_USAGE;
}

static int ahead_check(Driver *driver, const Arguments *arguments, LibraryDevice device) {
  if (!option_is_set(arguments, OPTION_AOT) || device == DEVICE_CUDA) return EXIT_OK;
  diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "--aot is for CUDA: %s",
             device == DEVICE_OPENCL ? "only the driver of an OpenCL device can compile for it"
                                     : "there are no kernels for this target");
  return EXIT_USAGE;
}

// The name of a library by that of its file: -o libNAME.so names the same as -o NAME.
static const char *library_name(Driver *driver, const char *output, LibraryBuild build) {
  const char *ending = build == LIBRARY_STATIC ? ".a" : ".so", *name = path_basename(output);
  size_t length = strlen(name), tail = strlen(ending);
  if (build == LIBRARY_SOURCE || length <= tail || strcmp(name + length - tail, ending) != 0)
    return output;
  bool is_prefixed = strncmp(name, "lib", 3) == 0 && length > tail + 3;
  if (is_prefixed) name += 3, length -= 3;
  return path_join(driver->arena, path_dirname(driver->arena, output),
                   arena_strndup(driver->arena, name, length - tail));
}

static int compile_as(Driver *driver, const Arguments *arguments, bool is_parallel,
                      LibraryDevice device, NvccTime *ahead_time) {
  int status = prefix_check(driver, arguments);
  if (status == EXIT_OK) status = build_check(driver, arguments);
  if (status == EXIT_OK) status = ahead_check(driver, arguments, device);
  if (status != EXIT_OK) return status;
  const char *emit = option_text(arguments, OPTION_EMIT, "executable");
  const char *output = option_text(arguments, OPTION_EXECUTABLE, NULL);
  if (output) output = library_name(driver, output, build_of(arguments));
  ExecutableOptions options = {
      .imp = {.is_parallel = is_parallel,
              .is_unsafe = option_is_set(arguments, OPTION_UNSAFE),
              .is_deterministic = option_is_set(arguments, OPTION_DETERMINISTIC),
              .is_plain = option_is_set(arguments, OPTION_PLAIN_KERNELS),
              .has_lines = option_is_set(arguments, OPTION_LINES),
              .chunk_work = (int64_t)option_count(arguments, OPTION_CHUNK_WORK, 0)},
      .is_ahead = option_is_set(arguments, OPTION_AOT),
      .ahead_time = ahead_time,
      .form = form_of(arguments),
      .build = build_of(arguments),
      .device = device,
      .name = program_name(driver, output ? output : arguments->operands.data[0]),
      .prefix = option_text(arguments, OPTION_PREFIX, NULL),
      .passes = arguments,
      .cc = {.is_portable = option_is_set(arguments, OPTION_PORTABLE),
             .is_sanitized = option_is_set(arguments, OPTION_SANITIZE)}};
  bool is_text = strcmp(emit, "executable") != 0;
  if (!is_text && !output) output = program_name(driver, arguments->operands.data[0]);
  if (!is_text && options.build != LIBRARY_SOURCE)
    return built_make(driver, arguments, &options, output);
  const Front *front = NULL;
  Program *program = compile_to_mem(driver, arguments, device, &front, &status);
  if (!program) return status;
  options.comment = front->comment;
  LibraryOptions library = executable_library(driver, &options);
  status = is_text ? EXIT_OK : outputs_check(driver, arguments, &library, output);
  if (status != EXIT_OK) return status;
  if (!is_text && options.form != LIBRARY_LIBRARY)
    return executable_write(driver, program, &options, output);
  ImpProgram *imp = executable_lower(driver, program, &options, &status);
  if (!imp) return status;
  if (options.is_ahead && !is_text) {
    status = nvcc_kernels(driver, imp, &library, output, options.ahead_time);
    if (status != EXIT_OK) return status;
  }
  if (is_text) return text_emit(driver, imp, &library, emit, output);
  return library_write(driver, imp, &library, output);
}

static int compile(Driver *driver, const Arguments *arguments, bool is_parallel,
                   LibraryDevice device) {
  NvccTime time = {0};
  int status = compile_as(driver, arguments, is_parallel, device, &time);
  if (status == EXIT_OK && time.kernels > 0 && !option_is_set(arguments, OPTION_QUIET))
    fprintf(stderr, "nvcc compiled %zu kernels in %.1f seconds\n", time.kernels, time.seconds);
  return status;
}

int command_c(Driver *driver, const Arguments *arguments) {
  return compile(driver, arguments, false, DEVICE_NONE);
}

int command_multicore(Driver *driver, const Arguments *arguments) {
  return compile(driver, arguments, true, DEVICE_NONE);
}

int command_opencl(Driver *driver, const Arguments *arguments) {
  return compile(driver, arguments, false, DEVICE_OPENCL);
}

int command_cuda(Driver *driver, const Arguments *arguments) {
  return compile(driver, arguments, false, DEVICE_CUDA);
}

// For the target that is named, or the one that ravel run chooses.
int command_build(Driver *driver, const Arguments *arguments) {
  const char *target = option_text(arguments, OPTION_BUILD_TARGET, "auto");
  BuildOptions options = {0};
  if (!build_choose(&options, target))
    options.is_parallel = build_prefers_threads(driver, cache_open(driver));
  return compile(driver, arguments, options.is_parallel, options.device);
}
