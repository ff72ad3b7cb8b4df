// ravel c and ravel multicore: from a source to C, and with the C compiler to an executable.
#include <string.h>

#include "driver/executable.h"
#include "driver/pipeline.h"

static LibraryForm form_of(const Arguments *arguments) {
  if (option_is_set(arguments, OPTION_LIBRARY)) return LIBRARY_LIBRARY;
  return option_is_set(arguments, OPTION_SERVER) ? LIBRARY_SERVER : LIBRARY_EXECUTABLE;
}

// Only running a program shows its top-level forms: whoever calls its functions sees none.
static void forms_remove(Program *program) {
  size_t kept = 0;
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    if (!fun->entry || !entry_is_form(fun)) program->funs.data[kept++] = fun;
  }
  program->funs.count = kept;
}

// The program at level Mem; NULL after a report.
static Program *compile_to_mem(Driver *driver, const Arguments *arguments, LibraryDevice device,
                               int *status) {
  const char *path = arguments->operands.data[0];
  Program *program =
      source_compile(driver, path, option_text(arguments, OPTION_LANGUAGE, NULL), status);
  if (!program) return NULL;
  if (form_of(arguments) != LIBRARY_EXECUTABLE) forms_remove(program);
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

static const char *part_path(Driver *driver, const char *output, size_t part) {
  return arena_printf(driver->arena, "%s.%s", output, PARTS[part].extension);
}

// A program from stdin gives its executable or library no name.
static int name_missing(Driver *driver) {
  write_failed(driver, "an executable or library", "the program is read from stdin");
  diag_hint(driver->diag, "-o gives the output a name");
  return EXIT_USAGE;
}

// May all of them be written? An executable without -o may only replace another one.
static int outputs_check(Driver *driver, const Arguments *arguments, const char *output) {
  int status = EXIT_OK;
  if (strcmp(output, "-") == 0) return name_missing(driver);
  if (form_of(arguments) != LIBRARY_LIBRARY)
    return output_check(driver, output,
                        option_is_set(arguments, OPTION_EXECUTABLE) ? NULL : "\177ELF");
  for (size_t i = 0; status == EXIT_OK && i < PART_COUNT; i++)
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

static int compile(Driver *driver, const Arguments *arguments, bool is_parallel,
                   LibraryDevice device) {
  int status = EXIT_OK;
  Program *program = compile_to_mem(driver, arguments, device, &status);
  if (!program) return status;
  const char *emit = option_text(arguments, OPTION_EMIT, "executable");
  const char *output = option_text(arguments, OPTION_EXECUTABLE, NULL);
  ExecutableOptions options = {
      .imp = {.is_parallel = is_parallel,
              .is_unsafe = option_is_set(arguments, OPTION_UNSAFE),
              .is_deterministic = option_is_set(arguments, OPTION_DETERMINISTIC),
              .is_plain = option_is_set(arguments, OPTION_PLAIN_KERNELS),
              .has_lines = option_is_set(arguments, OPTION_LINES),
              .chunk_work = (int64_t)option_count(arguments, OPTION_CHUNK_WORK, 0)},
      .form = form_of(arguments),
      .device = device,
      .name = program_name(driver, output ? output : arguments->operands.data[0]),
      .cc = {.is_portable = option_is_set(arguments, OPTION_PORTABLE),
             .is_sanitized = option_is_set(arguments, OPTION_SANITIZE)}};
  bool is_text = strcmp(emit, "executable") != 0;
  if (!is_text && !output) output = program_name(driver, arguments->operands.data[0]);
  status = is_text ? EXIT_OK : outputs_check(driver, arguments, output);
  if (status != EXIT_OK) return status;
  if (!is_text && options.form != LIBRARY_LIBRARY)
    return executable_write(driver, program, &options, output);
  ImpProgram *imp = executable_lower(driver, program, &options, &status);
  if (!imp) return status;
  LibraryOptions library = executable_library(driver, &options);
  if (device == DEVICE_CUDA && !is_text) {
    status = nvcc_kernels(driver, imp, &library, output);
    if (status != EXIT_OK) return status;
  }
  if (is_text) return text_emit(driver, imp, &library, emit, output);
  return library_write(driver, imp, &library, output);
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
