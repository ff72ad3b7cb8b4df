// What ravel has found on this machine: `ravel --version --verbose`.
#include <string.h>
#include <unistd.h>

#include "driver/cc.h"
#include "driver/driver.h"
#include "driver/process.h"

static void put_line(StrBuf *out, const char *name, const char *text) {
  strbuf_printf(out, "%-9s %s\n", name, text);
}

// The first line that a command prints; NULL when it cannot be run.
static const char *first_line(Driver *driver, Scratch *scratch, const char *command,
                              const char *option) {
  enum { LIMIT = 1 << 20 };
  Words words = {0};
  size_t length = 0;
  const char *error = NULL, *output = path_join(driver->arena, scratch->folder, "line");
  vec_push(driver->arena, &words, command);
  vec_push(driver->arena, &words, option);
  ProcessEnd end = process_run(
      driver, scratch, &(Process){.words = &words, .output = output, .errors = "/dev/null"});
  if (!end.is_started || end.signal || end.code != 0) return NULL;
  const char *text = file_read(driver->arena, output, LIMIT, &length, &error);
  return text ? arena_strndup(driver->arena, text, strcspn(text, "\n")) : NULL;
}

static void put_compiler(Driver *driver, Scratch *scratch, StrBuf *out) {
  Words words = words_split(driver->arena, cc_name(), strlen(cc_name()));
  const char *file = words.count ? command_find_file(driver, words.data[0]) : NULL;
  const char *line = file ? first_line(driver, scratch, file, "--version") : NULL;
  if (file)
    put_line(out, "cc",
             arena_printf(driver->arena, "%s%s%s", file, line ? ": " : "", line ? line : ""));
  else
    put_line(out, "cc",
             arena_printf(driver->arena, "not found (%s): programs are interpreted", cc_name()));
  put_line(out, "OpenMP",
           !file ? "unknown, without cc"
           : cc_has_openmp(driver, NULL)
               ? arena_printf(driver->arena, "found; %ld processors", sysconf(_SC_NPROCESSORS_ONLN))
               : "not found: programs use one thread");
}

// Programs for OpenCL are linked with its library, and need its header.
static void put_opencl(Driver *driver, Scratch *scratch, StrBuf *out) {
  static const char TEXT[] = "#include <CL/cl.h>\nint main(void) { return (int)"
                             "clGetPlatformIDs(0, 0, 0) == -1; }\n";
  const char *source = path_join(driver->arena, scratch->folder, "opencl.c"), *error = NULL;
  const char *output = path_join(driver->arena, scratch->folder, "opencl");
  Words words = {0}, flags = words_split(driver->arena, cc_name(), strlen(cc_name()));
  for (size_t i = 0; i < flags.count; i++)
    vec_push(driver->arena, &words, flags.data[i]);
  const char *const REST[] = {"-DCL_TARGET_OPENCL_VERSION=120", "-o", output, source, "-lOpenCL"};
  for (size_t i = 0; i < sizeof REST / sizeof *REST; i++)
    vec_push(driver->arena, &words, REST[i]);
  bool is_written = file_write(driver->arena, source, TEXT, sizeof TEXT - 1, &error);
  ProcessEnd end = {0};
  if (is_written)
    end = process_run(driver, scratch,
                      &(Process){.words = &words, .output = "/dev/null", .errors = "/dev/null"});
  bool is_there = end.is_started && !end.signal && end.code == 0;
  put_line(out, "OpenCL",
           is_there ? "found: header and library"
                    : "not found: opencl-headers and ocl-icd-opencl-dev in Debian");
}

// Programs load the driver and NVRTC when they run; nvcc is for those that are compiled ahead.
static void put_cuda(Driver *driver, Scratch *scratch, StrBuf *out) {
  const char *name = environment("NVCC", "nvcc"), *file = command_find_file(driver, name);
  bool has_device = access("/dev/nvidiactl", F_OK) == 0;
  const char *line = file ? first_line(driver, scratch, file, "--version") : NULL;
  put_line(out, "CUDA",
           arena_printf(driver->arena, "%s; nvcc for --aot: %s%s%s",
                        has_device ? "a device" : "no device here", file ? file : "not found",
                        line ? ": " : "", line ? line : ""));
}

void features_print(Driver *driver, StrBuf *out) {
  Scratch scratch;
  const char *error = NULL;
  if (!scratch_open(driver, &scratch, scratch_parent(), &error)) {
    put_line(out, "unknown", error);
    return;
  }
  put_compiler(driver, &scratch, out);
  put_opencl(driver, &scratch, out);
  put_cuda(driver, &scratch, out);
#ifdef RAVEL_HAS_LPSOLVE
  put_line(out, "lp_solve", "built in");
#else
  put_line(out, "lp_solve", "not built in: fusion is planned greedily");
#endif
  scratch_close(&scratch);
}
