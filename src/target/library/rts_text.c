// The run-time system as text. Its files are embedded in the compiler (scripts/embed); here they
// are put together in an order in which each stands after those it includes.
#include <string.h>

#include "target/library/rts_text.h"

extern const RtsFile RTS_FILES[];

static const char *const SCALARS[] = {"vector_math.h", "scalar.h"};
static const char *const VALUES[] = {
    "value.h",       "value_internal.h", "value.c",           "value_binary.c",
    "value_float.c", "value_reader.c",   "value_text_read.c", "value_text_write.c",
    "notation.h",    "notation.c",
};
static const char *const LOOPS[] = {"world.h", "context.h", "loops.h", "tile.h"};
static const char *const MEMORY[] = {"memory.c"};
static const char *const OPENCL[] = {"kept.h", "kept.c",  "gpu.h",    "gpu.c",
                                     "copy.c", "heap.c",  "launch.c", "measure.c",
                                     "text.c", "parts.c", "opencl.c"};
static const char *const CUDA[] = {"kept.h",  "kept.c",   "gpu.h",     "gpu.c",  "copy.c",
                                   "heap.c",  "launch.c", "measure.c", "text.c", "parts.c",
                                   "nvrtc.h", "nvrtc.c",  "cuda.c"};
static const char *const OBJECT[] = {"object.h"};
static const char *const CONTEXT[] = {"context.c"};
static const char *const OBJECTS[] = {
    "notation_apl.h",    "notation_apl.c",    "layout_apl.h",  "layout_apl.c",
    "notation_leaves.h", "notation_leaves.c", "world.c",       "act.c",
    "profile.c",         "object.c",          "object_data.c", "entry.c"};
static const char *const EXECUTABLE[] = {
    "command_line.h", "command_line.c", "stack.h",  "stack.c",  "options.h",    "options.c",
    "complain.h",     "complain.c",     "record.h", "record.c", "executable.h", "executable.c"};
// Not among what is compiled for size: it measures how fast compiled code is.
static const char *const LIMITS[] = {"limits.h", "limits.c"};
static const char *const SERVER[] = {"command_line.h", "command_line.c", "stack.h",  "stack.c",
                                     "options.h",      "options.c",      "server.h", "server.c"};
static const char *const LIBRARY[] = {"library.h", "library.c"};

const RtsFile *rts_file(const char *name) {
  for (const RtsFile *file = RTS_FILES; file->name != NULL; file++)
    if (strcmp(file->name, name) == 0) return file;
  INTERNAL_ERROR("the run-time system has no file %s", name);
}

static bool is_own_include(const char *line, size_t length) {
  static const char START[] = "#include \"rts/";
  return length >= sizeof START - 1 && memcmp(line, START, sizeof START - 1) == 0;
}

// The file without the includes of the project's headers: they are in the text already.
static void file_put(StrBuf *out, const char *name) {
  const RtsFile *file = rts_file(name);
  const char *at = file->text, *end = at + file->length;
  strbuf_printf(out, "\n// ---- rts: %s ----\n\n", name);
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t length = stop ? (size_t)(stop - at) + 1 : (size_t)(end - at);
    if (!is_own_include(at, length)) strbuf_write(out, at, length);
    at += length;
  }
}

static void files_put(StrBuf *out, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    file_put(out, names[i]);
}

#define FILES_PUT(out, names) files_put(out, names, sizeof(names) / sizeof *(names))

void rts_cool_begin(StrBuf *out) {
  strbuf_puts(out, "\n#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC push_options\n"
                   "#pragma GCC optimize(\"Og\")\n#endif\n");
}

void rts_cool_end(StrBuf *out) {
  strbuf_puts(out, "\n#if defined(__GNUC__) && !defined(__clang__)\n"
                   "#pragma GCC pop_options\n#endif\n");
}

// What others see of the run-time system.
static const char *const HEADERS[] = {
    "vector_math.h", "scalar.h", "value.h", "world.h", "context.h", "loops.h", "tile.h", "object.h",
};

static const char *const GPU_HEADERS[] = {"kept.h", "gpu.h"};

static void put_posix(StrBuf *out) {
  strbuf_puts(out, "#ifndef _POSIX_C_SOURCE\n#define _POSIX_C_SOURCE 200809L\n#endif\n");
}

// The whole run-time system for a form.
static void put_whole(StrBuf *out, LibraryForm form, LibraryDevice device) {
  // Memory of a device is dear: all of it is used again.
  if (device != DEVICE_NONE) strbuf_puts(out, "#define BLOCK_BIG 0\n");
  FILES_PUT(out, SCALARS);
  rts_cool_begin(out);
  FILES_PUT(out, VALUES);
  rts_cool_end(out);
  FILES_PUT(out, LOOPS);
  rts_cool_begin(out);
  FILES_PUT(out, OBJECT);
  switch (device) {
  case DEVICE_NONE: FILES_PUT(out, MEMORY); break;
  case DEVICE_OPENCL: FILES_PUT(out, OPENCL); break;
  case DEVICE_CUDA: FILES_PUT(out, CUDA); break;
  }
  // Recursive programs ask for blocks all the time.
  rts_cool_end(out);
  FILES_PUT(out, CONTEXT);
  if (form == LIBRARY_EXECUTABLE) FILES_PUT(out, LIMITS);
  rts_cool_begin(out);
  FILES_PUT(out, OBJECTS);
  switch (form) {
  case LIBRARY_EXECUTABLE: FILES_PUT(out, EXECUTABLE); break;
  case LIBRARY_SERVER: FILES_PUT(out, SERVER); break;
  case LIBRARY_LIBRARY: FILES_PUT(out, LIBRARY); break;
  case LIBRARY_UNIT: break;
  }
  rts_cool_end(out);
}

// No program uses all of the run-time system. clang would say so, because it is no header. That a
// loop may be vectorised does not mean that it must be. GCC takes loops for longer than they are
// where a small array is joined to one of which it does not know the length.
static void unused_allow(StrBuf *out) {
  strbuf_puts(out, "#if defined(__clang__)\n#pragma clang diagnostic ignored \"-Wpass-failed\"\n"
                   "#pragma clang diagnostic push\n"
                   "#pragma clang diagnostic ignored \"-Wunused-function\"\n"
                   "#elif defined(__GNUC__)\n"
                   "#pragma GCC diagnostic ignored \"-Waggressive-loop-optimizations\"\n#endif\n");
}

static void unused_end(StrBuf *out) {
  strbuf_puts(out, "\n#if defined(__clang__)\n#pragma clang diagnostic pop\n#endif\n");
}

void rts_text(StrBuf *out, LibraryForm form, LibraryDevice device) {
  put_posix(out);
  if (form == LIBRARY_UNIT) {
    unused_allow(out);
    FILES_PUT(out, HEADERS);
    if (device != DEVICE_NONE) FILES_PUT(out, GPU_HEADERS);
    unused_end(out);
    return;
  }
  strbuf_puts(out, "#define RTS_API static inline\n");
  unused_allow(out);
  put_whole(out, form, device);
  unused_end(out);
}

void library_runner(StrBuf *out) {
  put_posix(out);
  file_put(out, "runner.c");
}

void library_runtime(StrBuf *out, LibraryForm form, LibraryDevice device) {
  put_posix(out);
  put_whole(out, form, device);
}
