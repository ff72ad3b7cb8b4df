// The kernels of a program as text in the dialect of rts/gpu: the dialect itself, scalar
// operations, and for each kernel its functions and its skeleton with the names filled in.
#include <string.h>

#include "target/library/rts_text.h"

typedef struct Fill {
  const char *name, *params, *args;
  long long block, items;
  bool is_commutative;
} Fill;

// Appends the text of a skeleton: `$k` is the name of the kernel, `$PARAMS` and `$ARGS` what its
// functions take, `$BLOCK`, `$ITEMS` and `$COMMUTES` numbers.
static void skeleton_put(StrBuf *out, const char *text, const Fill *fill) {
  for (const char *at = text; *at != '\0';) {
    size_t plain = strcspn(at, "$");
    strbuf_write(out, at, plain);
    at += plain;
    if (*at == '\0') return;
    if (strncmp(at, "$PARAMS", 7) == 0)
      strbuf_puts(out, fill->params), at += 7;
    else if (strncmp(at, "$ARGS", 5) == 0)
      strbuf_puts(out, fill->args), at += 5;
    else if (strncmp(at, "$BLOCK", 6) == 0)
      strbuf_printf(out, "%lld", fill->block), at += 6;
    else if (strncmp(at, "$ITEMS", 6) == 0)
      strbuf_printf(out, "%lld", fill->items), at += 6;
    else if (strncmp(at, "$COMMUTES", 9) == 0)
      strbuf_puts(out, fill->is_commutative ? "1" : "0"), at += 9;
    else if (strncmp(at, "$k", 2) == 0)
      strbuf_puts(out, fill->name), at += 2;
    else
      INTERNAL_ERROR("a skeleton has an unknown word: %.20s", at);
  }
}

// A file of C for the device: without includes, and functions are the device's.
static void file_put(StrBuf *out, const char *name, bool has_includes) {
  static const char WORD[] = "static inline ";
  const RtsFile *file = rts_file(name);
  for (const char *at = file->text; *at != '\0';) {
    size_t length = strcspn(at, "\n") + 1;
    bool is_include = strncmp(at, "#include", 8) == 0;
    for (const char *line = at; !(is_include && !has_includes) && line < at + length;) {
      bool is_word = !has_includes && (size_t)(at + length - line) > sizeof WORD &&
                     memcmp(line, WORD, sizeof WORD - 1) == 0;
      if (is_word) strbuf_puts(out, "DEVICE ");
      if (!is_word) strbuf_putc(out, *line);
      line += is_word ? sizeof WORD - 1 : 1;
    }
    at += length;
  }
  strbuf_putc(out, '\n');
}

static void kernel_put(StrBuf *out, const ImpProgram *program, const ImpKernel *kernel) {
  enum { ITEMS = 4 }; // TILE_ITEMS of rts/gpu/gpu.c
  static const char *const SKELETONS[] = {"plain_map.kernel", "plain_reduce.kernel",
                                          "plain_scan.kernel"};
  StrBuf params = {0}, args = {0}, name = {0};
  strbuf_printf(out, "\n// ---- %s ----\n\n", kernel->name);
  kernel_to_device(out, program, kernel, &params, &args);
  kernel_name(&name, kernel);
  Fill fill = {.name = strbuf_text(&name),
               .params = strbuf_text(&params),
               .args = strbuf_text(&args),
               .block = kernel_block(kernel),
               .items = ITEMS,
               .is_commutative = kernel->is_commutative};
  skeleton_put(out, rts_file(SKELETONS[kernel->skeleton])->text, &fill);
  strbuf_free(&params);
  strbuf_free(&args);
  strbuf_free(&name);
}

void library_kernels(StrBuf *out, const ImpProgram *program) {
  file_put(out, "dialect.h", true);
  file_put(out, "support.h", true);
  file_put(out, "scalar.h", false);
  file_put(out, "atomics.h", false);
  file_put(out, "copy.kernel", false);
  imp_to_device(out, program);
  for (size_t i = 0; i < program->kernels.count; i++)
    kernel_put(out, program, program->kernels.data[i]);
}

// ---- In the C of the host ----

static void put_text(StrBuf *out, const char *text) {
  strbuf_puts(out, "\nstatic const char *const KERNEL_TEXT[] = {\n");
  while (*text != '\0') {
    size_t length = strcspn(text, "\n");
    if (text[length] == '\n') length++;
    strbuf_puts(out, "    ");
    c_string(out, text, length);
    strbuf_puts(out, ",\n");
    text += length;
  }
  strbuf_puts(out, "    NULL,\n};\n");
}

static void put_binary(StrBuf *out, const unsigned char *data, size_t size) {
  strbuf_puts(out, "\nstatic const _Alignas(16) unsigned char KERNEL_BINARY[] = {");
  for (size_t i = 0; i < size; i++)
    strbuf_printf(out, "%s%u,", i % 24 == 0 ? "\n" : "", (unsigned)data[i]);
  strbuf_puts(out, "\n0};\n");
}

void kernels_embed(StrBuf *out, const ImpProgram *program, const LibraryOptions *options) {
  StrBuf text = {0};
  library_kernels(&text, program);
  put_text(out, strbuf_text(&text));
  strbuf_free(&text);
  if (options->binary) put_binary(out, options->binary, options->binary_size);
  strbuf_printf(out,
                "\nstatic const GpuProgram GPU_PROGRAM = {\n    .kernels = KERNELS,\n"
                "    .kernel_count = %zu,\n    .failure = kernel_failure,\n"
                "    .text = KERNEL_TEXT,\n",
                program->kernels.count);
  if (options->binary)
    strbuf_printf(out, "    .binary = KERNEL_BINARY,\n    .binary_size = %zu,\n",
                  options->binary_size);
  strbuf_puts(out, "};\n");
}
