// ravel c and ravel multicore: from a source to C, and with the C compiler to an executable.
#include "driver/cc.h"
#include "driver/pipeline.h"
#include "imp/imp.h"
#include "target/library/library.h"

#include <string.h>

// The program at level Mem; NULL after a report.
static Program *compile_to_mem(Driver *driver, const Arguments *arguments, int *status) {
  const char *path = arguments->operands.data[0];
  Program *program =
      source_compile(driver, path, option_text(arguments, OPTION_LANGUAGE, NULL), status);
  if (!program) return NULL;
  Pipeline pipeline = pipeline_default(driver->arena, LEVEL_MEM);
  program = pipeline_run(driver, &pipeline, program, status);
  if (!program || program->level == LEVEL_MEM) return program;
  // The pass is not in the default pipeline while it is new.
  Words last = words_split(driver->arena, "flat_to_mem", sizeof "flat_to_mem" - 1);
  Pipeline lowering;
  if (!pipeline_of(driver, &last, &lowering)) return NULL;
  return pipeline_run(driver, &lowering, program, status);
}

// The source's name without folders and extension.
static const char *program_name(Driver *driver, const char *path) {
  const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
  const char *dot = strrchr(start, '.');
  size_t length = dot && dot > start ? (size_t)(dot - start) : strlen(start);
  return arena_printf(driver->arena, "%.*s", (int)length, start);
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

static int library_write(Driver *driver, const ImpProgram *imp, const LibraryOptions *options,
                         const char *output) {
  static const struct {
    const char *extension;
    LibraryPart *put;
  } PARTS[] = {{"c", library_source},
               {"h", library_header},
               {"json", library_manifest},
               {"pc", put_pkg_config},
               {"cmake", put_cmake}};
  int status = EXIT_OK;
  for (size_t i = 0; status == EXIT_OK && i < sizeof PARTS / sizeof *PARTS; i++) {
    StrBuf text = {0};
    PARTS[i].put(&text, imp, options);
    const char *path = arena_printf(driver->arena, "%s.%s", output, PARTS[i].extension);
    status = text_write(driver, path, strbuf_text(&text), text.length);
    strbuf_free(&text);
  }
  return status;
}

static LibraryForm form_of(const Arguments *arguments) {
  if (option_is_set(arguments, OPTION_LIBRARY)) return LIBRARY_LIBRARY;
  return option_is_set(arguments, OPTION_SERVER) ? LIBRARY_SERVER : LIBRARY_EXECUTABLE;
}

static int executable_write(Driver *driver, const ImpProgram *imp, const LibraryOptions *options,
                            const char *output, CcOptions cc) {
  StrBuf text = {0};
  library_source(&text, imp, options);
  int status = cc_compile(driver, strbuf_text(&text), text.length, output, cc);
  strbuf_free(&text);
  return status;
}

static int text_emit(Driver *driver, const ImpProgram *imp, const LibraryOptions *options,
                     const char *what, const char *output) {
  StrBuf text = {0};
  if (strcmp(what, "imp") == 0)
    imp_print(&text, imp);
  else
    library_source(&text, imp, options);
  int status = text_write(driver, output, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return status;
}

static int compile(Driver *driver, const Arguments *arguments, bool is_parallel) {
  int status = EXIT_OK;
  Program *program = compile_to_mem(driver, arguments, &status);
  if (!program) return status;
  ImpOptions options = {.is_parallel = is_parallel,
                        .is_unsafe = option_is_set(arguments, OPTION_UNSAFE),
                        .is_deterministic = option_is_set(arguments, OPTION_DETERMINISTIC),
                        .has_lines = option_is_set(arguments, OPTION_LINES),
                        .chunk_work = (int64_t)option_count(arguments, OPTION_CHUNK_WORK, 0)};
  ImpProgram *imp = mem_to_imp(program, driver->sources, options);
  const char *emit = option_text(arguments, OPTION_EMIT, "executable");
  const char *output = option_text(arguments, OPTION_EXECUTABLE, NULL);
  CcOptions cc = {.has_threads = is_parallel,
                  .is_portable = option_is_set(arguments, OPTION_PORTABLE),
                  .is_sanitized = option_is_set(arguments, OPTION_SANITIZE)};
  LibraryOptions library = {.form = form_of(arguments),
                            .backend = is_parallel ? "multicore" : "c",
                            .version = RAVEL_VERSION,
                            .flags = cc_flags(driver->arena, cc),
                            .cgen = {.has_threads = is_parallel, .has_simd = true}};
  library.name = program_name(driver, output ? output : arguments->operands.data[0]);
  if (strcmp(emit, "executable") != 0) return text_emit(driver, imp, &library, emit, output);
  if (!output) output = program_name(driver, arguments->operands.data[0]);
  if (library.form == LIBRARY_LIBRARY) return library_write(driver, imp, &library, output);
  return executable_write(driver, imp, &library, output, cc);
}

int command_c(Driver *driver, const Arguments *arguments) {
  return compile(driver, arguments, false);
}

int command_multicore(Driver *driver, const Arguments *arguments) {
  return compile(driver, arguments, true);
}
