// The kernels of a program as text in the dialect of rts/gpu: the dialect itself, scalar
// operations, and for each kernel its functions and its skeleton with the names filled in.
#include <stdlib.h>
#include <string.h>

#include "target/library/rts_text.h"

// ---- Holes of a skeleton; rts/gpu/README.md lists them ----

typedef struct Hole {
  const char *name;
  long long value;
} Hole;

typedef Vec(Hole) Holes;

typedef struct Fill {
  const char *name;
  const char *of; // after the name, for `$v`
  const ImpKernel *kernel;
  Holes holes;
} Fill;

static void common_holes(Arena *arena, Holes *holes, const ImpKernel *kernel) {
  const ImpShape *shape = &kernel->shape;
  const Hole all[] = {{"BLOCK", shape->block},
                      {"ITEMS", shape->items},
                      {"WIDTH", shape->width},
                      {"LANES", shape->lanes},
                      {"STATE", shape->state},
                      {"BLOCKS", shape->blocks},
                      {"PAUSE", 50},
                      {"ROOM", kernel->has_room},
                      {"FINISH", kernel->functions[IMP_ROLE_FINISH] != NULL},
                      {"PREFIX", kernel->functions[IMP_ROLE_TOTAL] != NULL},
                      {"PURE", kernel_is_pure(kernel)},
                      {"TRIES", kernel_tries(kernel)},
                      {"BYTES", imp_acc_bytes(kernel)}};
  vec_append(arena, holes, all, sizeof all / sizeof *all);
}

static void scan_holes(Arena *arena, Holes *holes, const ImpKernel *kernel, bool is_exclusive) {
  bool is_shown = kernel->functions[IMP_ROLE_FINISH] != NULL;
  vec_push(arena, holes, (Hole){"EXCLUSIVE", !is_shown || is_exclusive});
}

static void segment_holes(Arena *arena, Holes *holes, const ImpKernel *kernel) {
  const ImpSegmentKernel *segments = &kernel->as.segments;
  const Hole all[] = {{"SEGMENTS", kernel->shape.has_names},
                      {"DIVIDES", kernel->shape.divides},
                      {"IRREGULAR", segments->is_irregular},
                      {"NARROW", segments->has_narrow},
                      {"COLUMNS", kernel->skeleton == IMP_SKELETON_COLUMNS},
                      {"COMMUTES", segments->is_commutative},
                      {"TURNS", segments->stores_rows}};
  vec_append(arena, holes, all, sizeof all / sizeof *all);
  scan_holes(arena, holes, kernel, segments->is_exclusive);
}

static void product_holes(Arena *arena, Holes *holes, const ImpProductKernel *product,
                          const ImpShape *shape) {
  const Hole all[] = {{"SIDE", product->side},
                      {"SQUARES", shape->tile},
                      {"AROWS", product->is_by_row[IMP_SIDE_A]},
                      {"BROWS", product->is_by_row[IMP_SIDE_B]},
                      {"AWIDE", product->bases[IMP_SIDE_A] != NULL},
                      {"BWIDE", product->bases[IMP_SIDE_B] != NULL}};
  vec_append(arena, holes, all, sizeof all / sizeof *all);
}

static void bin_holes(Arena *arena, Holes *holes, const ImpKernel *kernel) {
  const Hole all[] = {{"LOCALADD", kernel->as.bins.add_kind},
                      {"CONSTANT", kernel->as.bins.has_constant},
                      {"WIDE", kernel->shape.is_wide},
                      {"COUNTS", kernel->shape.is_wide && kernel_counts(kernel)}};
  vec_append(arena, holes, all, sizeof all / sizeof *all);
}

static Holes holes_of(Arena *arena, const ImpKernel *kernel) {
  Holes holes = {0};
  common_holes(arena, &holes, kernel);
  if (imp_skeleton_has(kernel->skeleton, IMP_SEGMENTED)) segment_holes(arena, &holes, kernel);
  if (imp_skeleton_has(kernel->skeleton, IMP_PRODUCT))
    product_holes(arena, &holes, &kernel->as.product, &kernel->shape);
  if (imp_skeleton_has(kernel->skeleton, IMP_BINS)) bin_holes(arena, &holes, kernel);
  if (kernel->skeleton == IMP_SKELETON_REDUCE)
    vec_push(arena, &holes, (Hole){"COMMUTES", kernel->as.reduce.is_commutative});
  if (kernel->skeleton == IMP_SKELETON_SCAN)
    scan_holes(arena, &holes, kernel, kernel->as.scan.is_exclusive);
  if (kernel->skeleton == IMP_SKELETON_SPLIT)
    vec_push(arena, &holes, (Hole){"CLASSES", kernel->as.split.class_count});
  return holes;
}

static void hole_put(StrBuf *out, const char *hole, const Fill *fill) {
  if (strcmp(hole, "PARAMS") == 0 || strcmp(hole, "ARGS") == 0) {
    strbuf_printf(out, "%s_%s", fill->name, hole);
    return;
  }
  for (size_t i = 0; i < fill->holes.count; i++) {
    if (strcmp(fill->holes.data[i].name, hole) != 0) continue;
    strbuf_printf(out, "%lld", fill->holes.data[i].value);
    return;
  }
  INTERNAL_ERROR("a skeleton has an unknown hole: $%s", hole);
}

// A line of a skeleton with its holes filled. `$k` and `$v` are the name of the kernel; what begins
// with a capital is another hole.
static void line_fill(StrBuf *out, const char *at, const char *end, const Fill *fill) {
  while (at < end) {
    if (*at != '$') {
      strbuf_putc(out, *at++);
    } else if (at[1] == 'k' || at[1] == 'v') {
      strbuf_printf(out, "%s%s", fill->name, at[1] == 'v' ? fill->of : "");
      at += 2;
    } else {
      char hole[16] = {0};
      size_t length = strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
      memcpy(hole, at + 1, length < sizeof hole ? length : sizeof hole - 1);
      hole_put(out, hole, fill);
      at += 1 + length;
    }
  }
}

// ---- Alternatives of a skeleton ----
//
// Where a condition consists of holes, only the alternative that holds is written: who reads a
// kernel sees its own code. Conditions on the device stay.

typedef enum LibraryTruth { TRUTH_NO, TRUTH_YES, TRUTH_OPEN } LibraryTruth;

// What is known of `N`, `!N` or `N == M`, maybe with ` && ` and more after it. What holds is taken
// off the text.
static LibraryTruth condition_truth(const char **text) {
  bool is_negated = **text == '!';
  const char *digits = *text + is_negated;
  char *end;
  long value = strtol(digits, &end, 10);
  if (end == digits) return TRUTH_OPEN;
  bool holds = value != 0;
  if (strncmp(end, " == ", 4) == 0) holds = value == strtol(end + 4, &end, 10);
  if (holds == is_negated) return TRUTH_NO;
  if (strncmp(end, " && ", 4) != 0) return TRUTH_YES;
  *text = end + 4;
  return condition_truth(text);
}

enum { LEVEL_MOST = 8 };

typedef struct LibraryAlternatives {
  struct {
    bool is_live;    // is this alternative written?
    bool is_done;    // was the one found that holds?
    bool is_written; // is there an #if for it?
  } levels[LEVEL_MOST];
  size_t depth;
} LibraryAlternatives;

static bool is_live(const LibraryAlternatives *alternatives, size_t depth) {
  return depth == 0 || alternatives->levels[depth - 1].is_live;
}

// An alternative under a condition; NULL is the last one.
static void alternative_begin(StrBuf *out, LibraryAlternatives *alternatives,
                              const char *condition) {
  size_t at = alternatives->depth - 1;
  bool was_written = alternatives->levels[at].is_written;
  bool is_possible = is_live(alternatives, at) && !alternatives->levels[at].is_done;
  LibraryTruth truth = condition ? condition_truth(&condition) : TRUTH_YES;
  alternatives->levels[at].is_live = is_possible && truth != TRUTH_NO;
  if (!alternatives->levels[at].is_live) return;
  alternatives->levels[at].is_done = truth == TRUTH_YES;
  if (truth == TRUTH_OPEN) strbuf_printf(out, "%s %s", was_written ? "#elif" : "#if", condition);
  if (truth == TRUTH_YES && was_written) strbuf_puts(out, "#else\n");
  if (truth == TRUTH_OPEN) alternatives->levels[at].is_written = true;
}

// Takes a line that chooses between alternatives; false for others.
static bool alternatives_line(StrBuf *out, LibraryAlternatives *alternatives, const char *line) {
  if (strncmp(line, "#if ", 4) == 0) {
    if (alternatives->depth == LEVEL_MOST) INTERNAL_ERROR("a skeleton nests too deep");
    memset(&alternatives->levels[alternatives->depth++], 0, sizeof *alternatives->levels);
    alternative_begin(out, alternatives, line + 4);
    return true;
  }
  if (alternatives->depth == 0) return false;
  if (strncmp(line, "#elif ", 6) == 0) {
    alternative_begin(out, alternatives, line + 6);
    return true;
  }
  if (strcmp(line, "#else\n") == 0) {
    alternative_begin(out, alternatives, NULL);
    return true;
  }
  if (strcmp(line, "#endif\n") != 0) return false;
  if (alternatives->levels[--alternatives->depth].is_written) strbuf_puts(out, line);
  return true;
}

static void skeleton_put(StrBuf *out, const char *file, const Fill *fill) {
  LibraryAlternatives alternatives = {0};
  StrBuf line = {0};
  for (const char *at = rts_file(file)->text, *end; *at != '\0'; at = end) {
    end = at + strcspn(at, "\n");
    if (*end == '\n') end++;
    strbuf_clear(&line);
    line_fill(&line, at, end, fill);
    if (alternatives_line(out, &alternatives, strbuf_text(&line))) continue;
    if (!is_live(&alternatives, alternatives.depth)) continue;
    if (memchr(at, '$', (size_t)(end - at))) line_fold(&line);
    strbuf_puts(out, strbuf_text(&line));
  }
  if (alternatives.depth != 0) INTERNAL_ERROR("%s has an #if without #endif", file);
  strbuf_free(&line);
  strbuf_putc(out, '\n');
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

// A file of a skeleton, if the kernel needs it. `@seg` after the name is for `$v`.
static void part_put(StrBuf *out, const char *file, const Fill *fill) {
  const char *of = strchr(file, '@');
  size_t length = of ? (size_t)(of - file) : strlen(file);
  char part[32] = {0}, prefix[16] = {0};
  memcpy(part, file, length < sizeof part ? length : sizeof part - 1);
  snprintf(prefix, sizeof prefix, "%s%s", of ? "_" : "", of ? of + 1 : "");
  bool is_unused = strcmp(part, "partition.kernel") == 0 && !fill->kernel->shape.has_starts;
  Fill own = *fill;
  own.of = prefix;
  if (!is_unused) skeleton_put(out, part, &own);
}

static void kernel_put(StrBuf *out, const ImpProgram *program, const ImpKernel *kernel,
                       bool is_nameless) {
  Arena *arena = arena_new();
  StrBuf name = {0}, text = {0};
  KernelArgs args = {0};
  kernel_to_device(&text, program, kernel, is_nameless, &args);
  kernel_name(&name, kernel);
  Fill fill = {.name = strbuf_text(&name), .kernel = kernel, .holes = holes_of(arena, kernel)};
  strbuf_printf(&text, "#define %s_PARAMS STANDARD_PARAMS%s\n", fill.name,
                strbuf_text(&args.params));
  strbuf_printf(&text, "#define %s_ARGS STANDARD_ARGS%s\n", fill.name, strbuf_text(&args.args));
  if (kernel->shape.is_wide)
    strbuf_printf(&text, "#define %s_WIDE_ARGS STANDARD_ARGS%s\n#define %s_IS_WIDE (true%s)\n",
                  fill.name, strbuf_text(&args.wide_args), fill.name, strbuf_text(&args.is_wide));
  strbuf_putc(&text, '\n');
  for (const char *const *file = kernel_skeleton(kernel)->files; *file; file++)
    part_put(&text, *file, &fill);
  kernel_strip(out, strbuf_text(&text), NULL);
  strbuf_free(&text);
  strbuf_free(&args.params);
  strbuf_free(&args.args);
  strbuf_free(&args.wide_args);
  strbuf_free(&args.is_wide);
  strbuf_free(&name);
  arena_free(arena);
}

// Adds the sizes of elements that the host copies: bit k is 2^k bytes. Neighbours that stay
// together may be copied as one element.
static void note_copy(void *context, ImpStm *stm) {
  unsigned *sizes = context;
  if (stm->kind != IMP_STM_COPY) return;
  int64_t bytes = scalar_info(stm->as.copy->scalar)->width / 8;
  *sizes |= bytes <= 1 ? 15 : bytes == 2 ? 14 : bytes == 4 ? 12 : 8;
}

static void note_copies(void *context, ImpFun *fun) {
  if (!fun->is_device) imp_walk(&fun->body, note_copy, context);
}

static unsigned copy_sizes(const ImpProgram *program) {
  unsigned sizes = 0;
  imp_each_fun(program, note_copies, &sizes);
  return sizes;
}

size_t kernels_distinct(const ImpProgram *program) {
  size_t count = 0;
  for (size_t i = 0; i < program->kernels.count; i++)
    count += !program->kernels.data[i]->twin;
  return count;
}

// Which part the kernel is in: they are in order, and those that are the same are one.
static size_t kernel_part(const ImpProgram *program, const ImpKernel *kernel, size_t part_count) {
  size_t number = 0;
  if (kernel->twin) kernel = kernel->twin;
  for (size_t i = 0; program->kernels.data[i] != kernel; i++)
    number += !program->kernels.data[i]->twin;
  return number * part_count / kernels_distinct(program);
}

static bool has_blocks(const ImpProgram *program) {
  for (size_t i = 0; i < program->kernels.count; i++)
    if (imp_skeleton_has(program->kernels.data[i]->skeleton, IMP_SHARED)) return true;
  return false;
}

// Does a statement combine in fast memory?
static void note_fast_atomic(void *context, ImpStm *stm) {
  if (stm->kind == IMP_STM_ATOMIC && stm->as.set.var->is_fast) *(bool *)context = true;
}

static bool has_fast_atomics(const ImpProgram *program) {
  bool is_found = false;
  for (size_t i = 0; i < program->kernels.count; i++) {
    const ImpFun *point = program->kernels.data[i]->functions[IMP_ROLE_POINT];
    if (program->kernels.data[i]->skeleton == IMP_SKELETON_BLOCK)
      imp_walk(&point->body, note_fast_atomic, &is_found);
  }
  return is_found;
}

// ---- The whole text ----
//
// It is in sections. What kernels share comes first, without the functions that none of them uses.
// Each kernel can be compiled without the others: it is a part, with what it needs of what comes
// before.

// Copies and transpositions are for elements of 1, 2, 4 and 8 bytes.
enum { COPY_SIZES = 4, COPY_KINDS = 2 };

typedef struct KernelText {
  StrBuf settings, shared, gathers, copies;
  StrBuf *kernels; // empty: it is in another text, or the same as another one
} KernelText;

// The condition under which the text of copies has one of them.
static const char *copy_condition(Arena *arena, size_t kind, size_t size) {
  return arena_printf(arena, "HAS_%s_%u", kind == 0 ? "COPY" : "TRANSPOSE", 1u << size);
}

static void settings_put(StrBuf *out, const ImpProgram *program) {
  if (program->is_plain && program->kernels.count > 0)
    strbuf_puts(out, "#define PLAIN // as if threads could not shuffle\n");
  if (program->has_heap) strbuf_puts(out, "#define HAS_HEAP\n");
}

static void shared_put(StrBuf *out, const ImpProgram *program, const char *users) {
  StrBuf text = {0};
  file_put(&text, "dialect.h", true);
  file_put(&text, "support.h", true);
  if (program->has_heap) file_put(&text, "heap.h", true);
  file_put(&text, "scalar.h", false);
  file_put(&text, "atomics.h", false);
  if (has_fast_atomics(program)) file_put(&text, "fast_atomics.h", true);
  if (has_blocks(program)) file_put(&text, "team.h", true);
  imp_to_device(&text, program);
  kernel_strip(out, strbuf_text(&text), users);
  strbuf_free(&text);
}

// One of `part_count` texts.
static KernelText text_make(Arena *arena, const ImpProgram *program, size_t part, size_t part_count,
                            bool is_described) {
  size_t count = program->kernels.count;
  KernelText text = {.kernels = arena_array(arena, StrBuf, count + 1)};
  StrBuf users = {0};
  settings_put(&text.settings, program);
  if (program->has_heap && part == 0) file_put(&text.gathers, "heap.kernel", true);
  if (copy_sizes(program) > 0 && part == 0) file_put(&text.copies, "copy.kernel", true);
  for (size_t i = 0; i < count; i++) {
    const ImpKernel *kernel = program->kernels.data[i];
    StrBuf *out = &text.kernels[i];
    if (kernel->twin || kernel_part(program, kernel, part_count) != part) continue;
    strbuf_printf(out, "\n// ---- %s ----\n", kernel->name);
    if (is_described) kernel_describe(out, program, kernel);
    strbuf_putc(out, '\n');
    kernel_put(out, program, kernel, false);
    strbuf_write(&users, out->data, out->length);
  }
  strbuf_puts(&users, strbuf_text(&text.gathers));
  strbuf_puts(&users, strbuf_text(&text.copies));
  shared_put(&text.shared, program, strbuf_text(&users));
  strbuf_free(&users);
  return text;
}

static void text_free(KernelText *text, size_t count) {
  StrBuf *const ALL[] = {&text->settings, &text->shared, &text->gathers, &text->copies};
  for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
    strbuf_free(ALL[i]);
  for (size_t i = 0; i < count; i++)
    strbuf_free(&text->kernels[i]);
}

static void text_put(Arena *arena, StrBuf *out, const KernelText *text, const ImpProgram *program) {
  strbuf_puts(out, strbuf_text(&text->settings));
  for (size_t k = 0; k < COPY_SIZES && text->copies.length > 0; k++)
    for (size_t kind = 0; kind < COPY_KINDS && copy_sizes(program) >> k & 1; kind++)
      strbuf_printf(out, "#define %s\n", copy_condition(arena, kind, k));
  strbuf_puts(out, strbuf_text(&text->shared));
  strbuf_puts(out, strbuf_text(&text->gathers));
  strbuf_puts(out, strbuf_text(&text->copies));
  for (size_t i = 0; i < program->kernels.count; i++)
    strbuf_puts(out, strbuf_text(&text->kernels[i]));
}

void library_kernels(StrBuf *out, const ImpProgram *program, size_t part, size_t part_count,
                     bool is_described) {
  Arena *arena = arena_new();
  KernelText text = text_make(arena, program, part, part_count, is_described);
  text_put(arena, out, &text, program);
  text_free(&text, program->kernels.count);
  arena_free(arena);
}

// ---- Kernels that are the same ----

// Appends the text with something else in the place of a name.
static void text_without(StrBuf *out, const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *next; (next = strstr(text, name)); text = next + length) {
    strbuf_write(out, text, (size_t)(next - text));
    strbuf_putc(out, '$');
  }
  strbuf_puts(out, text);
}

void kernels_share(ImpProgram *program) {
  Arena *arena = arena_new();
  Interner *texts = interner_new(arena);
  Map *known = map_new(arena);
  for (size_t i = 0; i < program->kernels.count; i++) {
    ImpKernel *kernel = program->kernels.data[i];
    StrBuf name = {0}, text = {0}, plain = {0};
    kernel_put(&text, program, kernel, true);
    kernel_name(&name, kernel);
    text_without(&plain, strbuf_text(&text), strbuf_text(&name));
    Name key = intern(texts, plain.data, plain.length);
    kernel->twin = map_get(known, map_key(key));
    if (!kernel->twin) map_put(known, map_key(key), kernel);
    strbuf_free(&name);
    strbuf_free(&text);
    strbuf_free(&plain);
  }
  arena_free(arena);
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

// In words: a C compiler takes five times as long for bytes.
static void put_binary(StrBuf *out, const LibraryBinary *binary, size_t number) {
  strbuf_printf(out, "\nstatic const _Alignas(16) uint64_t KERNEL_BINARY_%zu[] = {", number);
  for (size_t i = 0; i < binary->size; i += sizeof(uint64_t)) {
    uint64_t word = 0;
    size_t left = binary->size - i;
    memcpy(&word, (const char *)binary->data + i, left < sizeof word ? left : sizeof word);
    strbuf_printf(out, "%s0x%llx,", i % 48 == 0 ? "\n" : "", (unsigned long long)word);
  }
  strbuf_puts(out, "\n0};\n");
}

// Of each kernel, those that accompany others, and those of the run-time system, which are in
// `own` and those after: copies, transpositions, and all that gathers.
static void put_part_numbers(StrBuf *out, const ImpProgram *program, size_t part_count,
                             bool has_own) {
  strbuf_puts(out, "\nstatic const uint16_t KERNEL_PARTS[] = {");
  for (size_t i = 0; i < program->kernels.count; i++)
    strbuf_printf(out, "%zu, ", kernel_part(program, program->kernels.data[i], part_count));
  for (size_t i = 0; i < program->kernels.count; i++)
    for (size_t k = kernel_companions(program->kernels.data[i]); k > 0; k--)
      strbuf_printf(out, "%zu, ", kernel_part(program, program->kernels.data[i], part_count));
  enum { GATHERS = 6 };
  size_t copies = COPY_KINDS * COPY_SIZES;
  for (size_t i = 0; i < copies + GATHERS; i++)
    strbuf_printf(out, "%zu, ", has_own ? part_count + (i < copies ? i : copies) : 0);
  strbuf_puts(out, "0};\n");
}

static void put_binaries(StrBuf *out, const ImpProgram *program, const LibraryOptions *options) {
  for (size_t i = 0; i < options->binary_count; i++)
    put_binary(out, &options->binaries[i], i);
  strbuf_puts(out, "\nstatic const void *const KERNEL_BINARIES[] = {");
  for (size_t i = 0; i < options->binary_count; i++)
    strbuf_printf(out, "KERNEL_BINARY_%zu, ", i);
  strbuf_puts(out, "NULL};\n");
  put_part_numbers(out, program, options->binary_count, false);
}

static uint32_t line_count(const StrBuf *text) {
  uint32_t count = 0;
  for (size_t i = 0; i < text->length; i++)
    count += text->data[i] == '\n';
  return count;
}

static void put_lines(StrBuf *out, const KernelLines *lines) {
  strbuf_puts(out, "    (const uint32_t[]){");
  for (size_t i = 0; i < lines->count; i++)
    strbuf_printf(out, "%u, ", (unsigned)lines->data[i]);
  strbuf_puts(out, "0, 0},\n");
}

enum { NO_LINE = -1 };

// The lines of each part: settings, what it needs of what is shared, and its own, which come after
// that and begin at `own`. `extra` is a line of settings, or NO_LINE.
static void put_part(StrBuf *out, const KernelText *text, uint32_t settings, int64_t extra,
                     uint32_t shared, uint32_t own, const StrBuf *of) {
  Arena *arena = arena_new();
  KernelLines lines = {0};
  if (of->length > 0) {
    kernel_lines_add(arena, &lines, 0, settings);
    if (extra != NO_LINE) kernel_lines_add(arena, &lines, (uint32_t)extra, (uint32_t)extra + 1);
    kernel_needs(arena, &lines, strbuf_text(&text->shared), shared, strbuf_text(of));
    kernel_lines_add(arena, &lines, own, own + line_count(of));
  }
  put_lines(out, &lines);
  arena_free(arena);
}

static void put_part_lines(StrBuf *out, const KernelText *text, const ImpProgram *program) {
  uint32_t settings = line_count(&text->settings), shared = settings;
  for (size_t k = 0; k < COPY_SIZES; k++)
    shared += copy_sizes(program) >> k & 1 ? COPY_KINDS : 0;
  uint32_t gathers = shared + line_count(&text->shared);
  uint32_t copies = gathers + line_count(&text->gathers);
  uint32_t own = copies + line_count(&text->copies);
  strbuf_puts(out, "\nstatic const uint32_t *const KERNEL_LINES[] = {\n");
  for (size_t i = 0; i < program->kernels.count; i++) {
    if (program->kernels.data[i]->twin) continue;
    put_part(out, text, settings, NO_LINE, shared, own, &text->kernels[i]);
    own += line_count(&text->kernels[i]);
  }
  for (size_t kind = 0; kind < COPY_KINDS; kind++)
    for (size_t k = 0, extra = settings + kind; k < COPY_SIZES; k++) {
      bool is_there = copy_sizes(program) >> k & 1;
      if (is_there)
        put_part(out, text, settings, (int64_t)extra, shared, copies, &text->copies);
      else
        put_lines(out, &(KernelLines){0});
      extra += is_there ? COPY_KINDS : 0;
    }
  put_part(out, text, settings, NO_LINE, shared, gathers, &text->gathers);
  strbuf_puts(out, "};\n");
  put_part_numbers(out, program, kernels_distinct(program), true);
}

void kernels_embed(StrBuf *out, const ImpProgram *program, const LibraryOptions *options) {
  Arena *arena = arena_new();
  StrBuf whole = {0};
  KernelText text = text_make(arena, program, 0, 1, false);
  text_put(arena, &whole, &text, program);
  put_text(out, strbuf_text(&whole));
  if (options->binaries)
    put_binaries(out, program, options);
  else
    put_part_lines(out, &text, program);
  size_t own_parts = COPY_KINDS * COPY_SIZES + 1;
  strbuf_printf(out,
                "\nstatic const GpuProgram GPU_PROGRAM = {\n    .kernels = KERNELS,\n"
                "    .kernel_count = %zu,\n    .failure = kernel_failure,\n"
                "    .text = KERNEL_TEXT,\n    .has_heap = %s,\n    .copies = %u,\n"
                "    .parts = KERNEL_PARTS,\n    .part_count = %zu,\n    .%s,\n};\n",
                kernel_count(program), program->has_heap ? "true" : "false", copy_sizes(program),
                options->binaries ? options->binary_count : kernels_distinct(program) + own_parts,
                options->binaries ? "binaries = KERNEL_BINARIES" : "lines = KERNEL_LINES");
  text_free(&text, program->kernels.count);
  strbuf_free(&whole);
  arena_free(arena);
}
