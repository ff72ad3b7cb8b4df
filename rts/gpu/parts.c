// The parts of the kernels of a program: what is compiled together, when, by whom, and where it is
// kept. See gpu.h.
//
// A part is compiled when one of its kernels is launched for the first time. Where the host can
// tell that kernels will be needed (gpu_expect), threads aside compile them while it goes on, as
// many as there are other processors; a part that is needed before any of them has come to it is
// compiled by who needs it. Where threads cannot do that, what is expected is compiled at once, as
// one text.
//
// What was compiled is kept: in the user's folder for caches, a file for each text, which `ravel
// cache` knows; or all of it in the file that the configuration names.

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rts/c/object.h"
#include "rts/gpu/gpu.h"

typedef enum PartState {
  PART_IDLE,
  PART_QUEUED,
  PART_BUSY, // somebody compiles it
  PART_DONE  // or failed
} PartState;

typedef struct Part {
  PartState state;
  bool is_asked;       // for the thread of the program, which need not lock to know
  bool is_told;        // the log has it
  bool is_kept;        // it was compiled before
  bool is_other;       // the module belongs to another part
  int64_t nanoseconds; // that it took
  const char *why;     // it is not kept
  Built built;
} Part;

// A text that was compiled, in the file that the configuration names.
typedef struct KeptText {
  Digest key;
  uint64_t size;
  char *data;
} KeptText;

typedef struct Parts {
  Part *parts;
  size_t count;
  void **kernels; // handles, of the program's and the run-time system's
  size_t kernel_count;
  char *whole; // one text for all kernels, which the configuration has; NULL: each has its own

  pthread_mutex_t lock; // of what follows, and of states
  pthread_cond_t changed;
  size_t *queue; // parts that wait; each comes here once
  size_t queue_first, queue_last;
  pthread_t *threads;
  size_t thread_count, thread_most;
  bool is_closing;

  char folder[4096]; // where texts are kept, a file each; "": they are not
  KeptText *texts;   // in the file of the configuration
  size_t text_count;
  bool has_new_texts; // in the file, or in the folder
} Parts;

const char *kernel_name_of(const GpuProgram *program, size_t kernel) {
  return kernel < program->kernel_count ? program->kernels[kernel].name
                                        : own_kernel_name(program, kernel - program->kernel_count);
}

// ---------------------------------------------------------------------------------------------
// Texts

// The lines that any of these parts needs, to be freed; NULL if memory is short.
static char *lines_join(const GpuProgram *program, const size_t *parts, size_t count) {
  size_t length = 0, line_count = 0;
  while (program->text[line_count] != NULL)
    line_count++;
  bool *is_needed = calloc(line_count + 1, sizeof *is_needed);
  if (is_needed == NULL) return NULL;
  for (size_t i = 0; i < count; i++)
    for (const uint32_t *lines = program->lines[parts[i]]; lines[1] > 0; lines += 2)
      for (uint32_t line = lines[0]; line < lines[1]; line++)
        is_needed[line] = true;
  for (size_t line = 0; line < line_count; line++)
    length += is_needed[line] ? strlen(program->text[line]) : 0;
  char *text = malloc(length + 1), *at = text;
  for (size_t line = 0; text != NULL && line < line_count; line++) {
    size_t size = strlen(program->text[line]);
    if (!is_needed[line]) continue;
    memcpy(at, program->text[line], size);
    at += size;
  }
  if (text != NULL) *at = '\0';
  free(is_needed);
  return text;
}

// ---------------------------------------------------------------------------------------------
// What is kept

static Digest text_key(Context *ctx, const char *text) {
  Digest key = {0};
  digest_add(&key, text, strlen(text));
  device_key_add(ctx, &key);
  return key;
}

// The user's folder for caches, as the compiler has it.
static void folder_open(Context *ctx, Parts *parts) {
  enum { NAME_ROOM = 64 };
  const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *why = NULL;
  const char *is_off = getenv("RAVEL_KERNEL_CACHE");
  char *folder = parts->folder;
  size_t size = sizeof parts->folder - NAME_ROOM;
  if (ctx->config->cache_file != NULL || ctx->config->has_no_cache || device_keeps(ctx)) return;
  if (is_off != NULL && strcmp(is_off, "off") == 0) return;
  int length = base != NULL && *base == '/' ? snprintf(folder, size, "%s/ravel", base)
               : home != NULL && *home != 0 ? snprintf(folder, size, "%s/.cache/ravel", home)
                                            : -1;
  if (length < 0)
    why = "neither XDG_CACHE_HOME nor HOME is set";
  else if ((size_t)length >= size)
    why = "the name of the folder is too long";
  else
    why = kept_folder(folder);
  if (why == NULL) return;
  context_log(ctx, "compiled kernels are not kept: %s%s%s", length > 0 ? folder : "",
              length > 0 ? ": " : "", why);
  folder[0] = '\0';
}

static void text_path(const Parts *parts, Digest key, char *path, size_t size) {
  snprintf(path, size, "%.4000s/k-%016llx%016llx", parts->folder, (unsigned long long)key.first,
           (unsigned long long)key.second);
}

static bool is_same_key(Digest a, Digest b) { return a.first == b.first && a.second == b.second; }

// A text that is in the configuration's file.
static Built text_find(Context *ctx, Parts *parts, Digest key) {
  const KeptText *found = NULL;
  pthread_mutex_lock(&parts->lock);
  KeptText text = {0};
  for (size_t i = 0; i < parts->text_count && found == NULL; i++)
    if (is_same_key(parts->texts[i].key, key)) {
      found = &parts->texts[i];
      text = *found;
    }
  pthread_mutex_unlock(&parts->lock);
  return found != NULL ? device_restore(ctx, text.data, (size_t)text.size) : (Built){0};
}

// Drivers trust what they are given, and some crash on a part of it; kept_read notices damage.
static Built text_restore(Context *ctx, Parts *parts, Digest key) {
  char path[sizeof parts->folder], *data = NULL;
  size_t size = 0;
  int descriptor = -1;
  if (ctx->config->cache_file != NULL) return text_find(ctx, parts, key);
  if (parts->folder[0] == '\0') return (Built){0};
  text_path(parts, key, path, sizeof path);
  if (kept_read(path, key, &data, &size, &descriptor) != KEPT_WHOLE) return (Built){0};
  futimens(descriptor, NULL); // it was used
  close(descriptor);
  Built built = device_restore(ctx, data, size);
  free(data);
  return built;
}

// Nothing depends on a cache that cannot be written. Gives why it could not be.
static const char *text_keep(Context *ctx, Parts *parts, Digest key, Built *built) {
  char path[sizeof parts->folder];
  if (built->binary == NULL) return NULL;
  if (ctx->config->cache_file != NULL) {
    pthread_mutex_lock(&parts->lock);
    KeptText *grown = realloc(parts->texts, (parts->text_count + 1) * sizeof *grown);
    if (grown != NULL) {
      parts->texts = grown;
      grown[parts->text_count++] = (KeptText){key, built->size, built->binary};
      built->binary = NULL;
      parts->has_new_texts = true;
    }
    pthread_mutex_unlock(&parts->lock);
    return NULL;
  }
  if (parts->folder[0] == '\0') return NULL;
  text_path(parts, key, path, sizeof path);
  if (!kept_write(path, key, built->binary, built->size, false)) return strerror(errno);
  pthread_mutex_lock(&parts->lock);
  parts->has_new_texts = true;
  pthread_mutex_unlock(&parts->lock);
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// The file of the configuration: texts with their keys and sizes, one after the other

static Digest file_key(Context *ctx) {
  const GpuProgram *program = ctx->table->gpu;
  Digest key = {0};
  for (size_t i = 0; program->text[i] != NULL; i++)
    digest_add(&key, program->text[i], strlen(program->text[i]));
  device_key_add(ctx, &key);
  return key;
}

static void texts_read(Parts *parts, const char *data, size_t size) {
  enum { HEAD = sizeof(Digest) + sizeof(uint64_t) };
  for (KeptText text; size >= HEAD;) {
    memcpy(&text.key, data, sizeof text.key);
    memcpy(&text.size, data + sizeof text.key, sizeof text.size);
    KeptText *grown = realloc(parts->texts, (parts->text_count + 1) * sizeof *grown);
    if (grown == NULL) return;
    parts->texts = grown;
    text.data = size - HEAD >= text.size ? malloc((size_t)text.size + 1) : NULL;
    if (text.data == NULL) return;
    memcpy(text.data, data + HEAD, (size_t)text.size);
    grown[parts->text_count++] = text;
    data += HEAD + text.size;
    size -= HEAD + (size_t)text.size;
  }
}

static int file_open(Context *ctx, Parts *parts) {
  const char *name = ctx->config->cache_file;
  char *data = NULL;
  size_t size = 0;
  int descriptor = -1;
  if (name == NULL) return RT_OK;
  if (!kept_is_replaceable(name)) return context_fail_file(ctx, "keep kernels in", name);
  switch (kept_read(name, file_key(ctx), &data, &size, &descriptor)) {
  case KEPT_WHOLE:
    close(descriptor);
    texts_read(parts, data, size);
    free(data);
    return RT_OK;
  case KEPT_MISSING: return RT_OK;
  case KEPT_FOREIGN:
    context_log(ctx, "%s is not used: it is not a file that only this user may write", name);
    return RT_OK;
  case KEPT_DAMAGED:
    context_log(ctx, "%s is damaged or of another program; the kernels are built again", name);
    return RT_OK;
  }
  return RT_OK;
}

static void file_close(Context *ctx, Parts *parts) {
  size_t size = 0;
  for (size_t i = 0; i < parts->text_count; i++)
    size += sizeof parts->texts[i].key + sizeof parts->texts[i].size + (size_t)parts->texts[i].size;
  bool is_file = ctx->config->cache_file != NULL && parts->has_new_texts;
  char *data = is_file ? malloc(size + 1) : NULL, *at = data;
  for (size_t i = 0; data != NULL && i < parts->text_count; i++) {
    const KeptText *text = &parts->texts[i];
    memcpy(at, &text->key, sizeof text->key);
    memcpy(at += sizeof text->key, &text->size, sizeof text->size);
    memcpy(at += sizeof text->size, text->data, (size_t)text->size);
    at += text->size;
  }
  if (data != NULL && !kept_write(ctx->config->cache_file, file_key(ctx), data, size, false))
    context_log(ctx, "the kernels are not kept: %s: %s", ctx->config->cache_file, strerror(errno));
  free(data);
}

// ---------------------------------------------------------------------------------------------
// Compiling

// Any thread may do this for a part that it has made busy; for several, which are one text then,
// `part` is the first.
static void text_build(Context *ctx, Parts *parts, Part *part, const size_t *numbers,
                       size_t count) {
  const GpuProgram *program = ctx->table->gpu;
  int64_t begin = clock_now();
  if (program->binaries != NULL && parts->whole == NULL) {
    part->built = device_restore(ctx, program->binaries[numbers[0]], 0);
    part->is_kept = true;
    return;
  }
  char *text = parts->whole == NULL ? lines_join(program, numbers, count) : NULL;
  const char *used = parts->whole != NULL ? parts->whole : text;
  if (used == NULL) return;
  Digest key = text_key(ctx, used);
  part->built = text_restore(ctx, parts, key);
  part->is_kept = part->built.module != NULL;
  if (!part->is_kept) {
    free(part->built.message);
    part->built = device_compile(ctx, used);
    if (part->built.module != NULL) part->why = text_keep(ctx, parts, key, &part->built);
  }
  free(part->built.binary);
  part->built.binary = NULL;
  part->nanoseconds = clock_now() - begin;
  free(text);
}

// With the lock, which is given back while a part is compiled.
static void part_build(Context *ctx, Parts *parts, size_t number) {
  Part *part = &parts->parts[number], made = {.state = PART_BUSY};
  part->state = PART_BUSY;
  pthread_mutex_unlock(&parts->lock);
  text_build(ctx, parts, &made, &number, 1);
  pthread_mutex_lock(&parts->lock);
  made.is_asked = part->is_asked;
  made.state = PART_DONE;
  *part = made;
  pthread_cond_broadcast(&parts->changed);
}

static void *thread_run(void *data) {
  Context *ctx = data;
  Parts *parts = ctx->gpu->parts;
  pthread_mutex_lock(&parts->lock);
  while (!parts->is_closing) {
    if (parts->queue_first == parts->queue_last) {
      pthread_cond_wait(&parts->changed, &parts->lock);
      continue;
    }
    size_t number = parts->queue[parts->queue_first++];
    if (parts->parts[number].state == PART_QUEUED) part_build(ctx, parts, number);
  }
  pthread_mutex_unlock(&parts->lock);
  return NULL;
}

// One more thread, if there are processors for it. Without threads, who needs a part compiles it.
static void thread_add(Context *ctx, Parts *parts) {
  enum { STACK_BYTES = 16 << 20 };
  pthread_attr_t attributes;
  if (parts->thread_count == parts->thread_most) return;
  if (pthread_attr_init(&attributes) != 0) return;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  if (pthread_create(&parts->threads[parts->thread_count], &attributes, thread_run, ctx) == 0)
    parts->thread_count++;
  else
    parts->thread_most = parts->thread_count;
  pthread_attr_destroy(&attributes);
}

// All that is expected as one text, where no thread may compile aside.
static void parts_join(Context *ctx, Parts *parts, const size_t *numbers, size_t count) {
  Part *first = &parts->parts[numbers[0]];
  text_build(ctx, parts, first, numbers, count);
  if (first->built.module == NULL) { // who needs one of them is told why
    free(first->built.message);
    first->built.message = NULL;
    return;
  }
  first->state = PART_DONE;
  for (size_t i = 1; i < count; i++) {
    Part *part = &parts->parts[numbers[i]];
    part->built.module = first->built.module;
    part->state = PART_DONE;
    part->is_other = part->is_told = true;
  }
}

void gpu_expect(Context *ctx, const uint16_t *kernels) {
  enum { AT_ONCE = 64 };
  Parts *parts = ctx->gpu->parts;
  size_t numbers[AT_ONCE], count = 0;
  if (parts == NULL || parts->whole != NULL || ctx->table->gpu->binaries != NULL) return;
  for (; *kernels != NO_KERNEL && count < AT_ONCE; kernels++) {
    size_t number = ctx->table->gpu->parts[*kernels];
    if (parts->parts[number].is_asked) continue;
    parts->parts[number].is_asked = true;
    numbers[count++] = number;
  }
  if (count == 0) return;
  if (!device_compiles_aside(ctx)) {
    parts_join(ctx, parts, numbers, count);
    return;
  }
  pthread_mutex_lock(&parts->lock);
  for (size_t i = 0; i < count; i++) {
    if (parts->parts[numbers[i]].state != PART_IDLE) continue;
    parts->parts[numbers[i]].state = PART_QUEUED;
    parts->queue[parts->queue_last++] = numbers[i];
    thread_add(ctx, parts);
  }
  pthread_cond_broadcast(&parts->changed);
  pthread_mutex_unlock(&parts->lock);
}

// The part when it is done. What is being compiled is waited for.
static Part *part_need(Context *ctx, Parts *parts, size_t number) {
  Part *part = &parts->parts[number];
  part->is_asked = true;
  pthread_mutex_lock(&parts->lock);
  while (part->state != PART_DONE)
    if (part->state == PART_BUSY)
      pthread_cond_wait(&parts->changed, &parts->lock);
    else
      part_build(ctx, parts, number);
  pthread_mutex_unlock(&parts->lock);
  return part;
}

static void part_tell(Context *ctx, Part *part, const char *name) {
  if (part->is_told || ctx->table->gpu->binaries != NULL) return;
  part->is_told = true;
  context_log(ctx, "%s %s in %.1f ms", part->is_kept ? "loaded" : "compiled", name,
              (double)part->nanoseconds / 1e6);
  if (part->why != NULL)
    context_log(ctx, "the compiled kernels are not kept: %s: %s", ctx->gpu->parts->folder,
                part->why);
}

static int kernel_find(Context *ctx, size_t kernel) {
  Parts *parts = ctx->gpu->parts;
  const GpuProgram *program = ctx->table->gpu;
  const char *name = kernel_name_of(program, kernel);
  Part *part = part_need(ctx, parts, parts->whole != NULL ? 0 : program->parts[kernel]);
  if (part->built.module == NULL)
    return part->built.message != NULL ? context_fail_device(ctx, "%s", part->built.message)
                                       : context_fail_memory(ctx, 0, NULL);
  part_tell(ctx, part, name);
  return device_kernel(ctx, part->built.module, name, &parts->kernels[kernel]);
}

int parts_kernel(Context *ctx, size_t kernel, void **handle) {
  Parts *parts = ctx->gpu->parts;
  int error = parts->kernels[kernel] == NULL ? kernel_find(ctx, kernel) : RT_OK;
  *handle = parts->kernels[kernel];
  return error;
}

// ---------------------------------------------------------------------------------------------
// Opening and closing

// All kernels at once, from the text or the file that the configuration has.
static int whole_open(Context *ctx, Parts *parts) {
  int error = RT_OK;
  for (size_t i = 0; error == RT_OK && i < parts->kernel_count; i++)
    if (kernel_name_of(ctx->table->gpu, i) != NULL) error = kernel_find(ctx, i);
  return error;
}

static int whole_load(Context *ctx, Parts *parts) {
  const Config *config = ctx->config;
  size_t size = 0;
  const char *const own[] = {config->program, NULL};
  if (config->load_kernels == NULL && config->program == NULL) return RT_OK;
  parts->whole =
      config->load_kernels != NULL ? file_load(config->load_kernels, &size) : text_join(own);
  if (parts->whole == NULL && config->load_kernels != NULL)
    return context_fail_file(ctx, "read", config->load_kernels);
  return parts->whole != NULL ? whole_open(ctx, parts) : context_fail_memory(ctx, 0, NULL);
}

static int text_dump_all(Context *ctx) {
  if (ctx->config->dump_kernels == NULL) return RT_OK;
  char *text = text_join(ctx->table->gpu->text);
  int error = text != NULL ? text_dump(ctx, text) : context_fail_memory(ctx, 0, NULL);
  free(text);
  return error;
}

int parts_open(Context *ctx) {
  const GpuProgram *program = ctx->table->gpu;
  Parts *parts = ctx->gpu->parts = calloc(1, sizeof *parts);
  if (parts == NULL) return context_fail_memory(ctx, (int64_t)sizeof *parts, NULL);
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  parts->count = program->part_count;
  parts->kernel_count = program->kernel_count + OWN_COUNT;
  parts->thread_most = processors > 1 ? (size_t)processors - 1 : 1;
  if (parts->thread_most > parts->count) parts->thread_most = parts->count;
  pthread_mutex_init(&parts->lock, NULL);
  pthread_cond_init(&parts->changed, NULL);
  parts->parts = calloc(parts->count + 1, sizeof *parts->parts);
  parts->queue = calloc(parts->count + 1, sizeof *parts->queue);
  parts->threads = calloc(parts->count + 1, sizeof *parts->threads);
  parts->kernels = calloc(parts->kernel_count, sizeof *parts->kernels);
  if (parts->parts == NULL || parts->queue == NULL || parts->threads == NULL ||
      parts->kernels == NULL)
    return context_fail_memory(ctx, 0, NULL);
  int error = text_dump_all(ctx);
  if (error == RT_OK) error = file_open(ctx, parts);
  if (error == RT_OK) folder_open(ctx, parts);
  return error == RT_OK ? whole_load(ctx, parts) : error;
}

static void parts_free(Context *ctx, Parts *parts) {
  for (size_t i = 0; parts->kernels != NULL && i < parts->kernel_count; i++)
    if (parts->kernels[i] != NULL) device_kernel_free(ctx, parts->kernels[i]);
  for (size_t i = 0; parts->parts != NULL && i < parts->count; i++) {
    Part *part = &parts->parts[i];
    if (part->built.module != NULL && !part->is_other) device_discard(ctx, part->built.module);
    free(part->built.message);
  }
  for (size_t i = 0; i < parts->text_count; i++)
    free(parts->texts[i].data);
  pthread_cond_destroy(&parts->changed);
  pthread_mutex_destroy(&parts->lock);
  free(parts->texts);
  free(parts->whole);
  free(parts->kernels);
  free(parts->threads);
  free(parts->queue);
  free(parts->parts);
  free(parts);
}

void parts_close(Context *ctx) {
  Parts *parts = ctx->gpu->parts;
  if (parts == NULL) return;
  pthread_mutex_lock(&parts->lock);
  parts->is_closing = true;
  pthread_cond_broadcast(&parts->changed);
  pthread_mutex_unlock(&parts->lock);
  for (size_t i = 0; i < parts->thread_count; i++)
    pthread_join(parts->threads[i], NULL);
  file_close(ctx, parts);
  if (parts->folder[0] != '\0' && parts->has_new_texts) kept_trim(parts->folder, kept_limit(NULL));
  parts_free(ctx, parts);
  ctx->gpu->parts = NULL;
}
