// Contexts: memory, errors, configurations. See context.h.

#include "rts/c/context.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rts/c/object.h"

// Blocks from this size on are worth keeping on the free list; smaller ones malloc keeps itself. A
// recursive function makes blocks of all sizes, and those of a middle size that nobody fits into
// would keep malloc from joining its free pieces.
#ifndef BLOCK_BIG
#define BLOCK_BIG ((int64_t)1 << 19)
#endif

// ---------------------------------------------------------------------------------------------
// Errors

// The iteration of a parallel loop that this thread is at.
static int64_t *iteration_of_thread(void) {
  static _Thread_local int64_t iteration;
  return &iteration;
}

bool context_enter(Context *ctx, int64_t iteration) {
  *iteration_of_thread() = iteration;
  return atomic_load_explicit(&ctx->stopped, memory_order_relaxed) >= iteration;
}

void context_leave(Context *ctx) { *iteration_of_thread() = atomic_load(&ctx->stopped); }

// Records the message, which it owns, unless there is one already, of an earlier iteration or the
// same.
static int error_record(Context *ctx, int code, const char *name, char *message) {
  pthread_mutex_lock(&ctx->lock);
  int64_t iteration = *iteration_of_thread();
  if (ctx->error_code == RT_OK || iteration < atomic_load(&ctx->stopped)) {
    char *later = ctx->error;
    ctx->error_code = code;
    ctx->error_name = name;
    ctx->error_call = NULL;
    ctx->error_again = ctx->error_calls = 0;
    ctx->error = message;
    message = later;
    atomic_store(&ctx->stopped, iteration);
  }
  pthread_mutex_unlock(&ctx->lock);
  free(message);
  return code;
}

// The formatted text, to be freed; NULL if memory is short.
static char *text_format(const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0) return NULL;
  char *text = malloc((size_t)length + 1);
  if (text != NULL) vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

int context_fail(Context *ctx, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *message = text_format(format, arguments);
  va_end(arguments);
  return error_record(ctx, RT_FAILURE, NULL, message);
}

int context_fail_as(Context *ctx, const char *code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *message = text_format(format, arguments);
  va_end(arguments);
  return error_record(ctx, RT_FAILURE, code, message);
}

// The text with another one after it, in its place; as it was if memory is short.
static bool text_append(char **text, const char *more) {
  size_t length = strlen(*text);
  char *longer = realloc(*text, length + strlen(more) + 1);
  if (longer == NULL) return false;
  memcpy(longer + length, more, strlen(more) + 1);
  *text = longer;
  return true;
}

// This many calls around a failure are shown; a recursive function may have made a million.
enum { CALLS_SHOWN = 8 };

// Says how often the last call was repeated.
static void error_close_call(Context *ctx) {
  char text[64];
  snprintf(text, sizeof text, "\nand %lld more time%s from there", (long long)ctx->error_again,
           ctx->error_again == 1 ? "" : "s");
  if (ctx->error_again > 0) text_append(&ctx->error, text);
  ctx->error_again = 0;
}

void context_called(Context *ctx, const char *calls) {
  pthread_mutex_lock(&ctx->lock);
  // Another thread may have replaced the error by one of an earlier iteration.
  bool is_own = *iteration_of_thread() == atomic_load(&ctx->stopped);
  if (is_own && ctx->error != NULL && calls == ctx->error_call) {
    ctx->error_again++;
  } else if (is_own && ctx->error != NULL) {
    if (ctx->error_calls <= CALLS_SHOWN) error_close_call(ctx);
    bool is_shown = ctx->error_calls++ < CALLS_SHOWN && text_append(&ctx->error, calls);
    ctx->error_call = is_shown ? calls : NULL;
  }
  pthread_mutex_unlock(&ctx->lock);
}

int context_fail_device(Context *ctx, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *message = text_format(format, arguments);
  va_end(arguments);
  return error_record(ctx, RT_DEVICE, NULL, message);
}

static char *message_make(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *message = text_format(format, arguments);
  va_end(arguments);
  return message;
}

int context_fail_file(Context *ctx, const char *verb, const char *name) {
  return error_record(ctx, RT_USAGE, NULL,
                      message_make("cannot %s %s: %s", verb, name, strerror(errno)));
}

int context_fail_memory_note(Context *ctx, int64_t bytes, const char *where, const char *note) {
  const char *place = where == NULL ? "" : where, *colon = where == NULL ? "" : ": ";
  char *message = bytes < 0 || bytes == INT64_MAX
                      ? message_make("%s%sout of memory: more than %lld bytes are needed%s", place,
                                     colon, (long long)INT64_MAX, note)
                  : bytes == 0 ? message_make("%s%sout of memory%s", place, colon, note)
                               : message_make("%s%sout of memory: %lld bytes are needed%s", place,
                                              colon, (long long)bytes, note);
  return error_record(ctx, RT_MEMORY, NULL, message);
}

int context_fail_memory(Context *ctx, int64_t bytes, const char *where) {
  return context_fail_memory_note(ctx, bytes, where, "");
}

char *context_take_error(Context *ctx) {
  pthread_mutex_lock(&ctx->lock);
  if (ctx->error != NULL) error_close_call(ctx);
  char *error = ctx->error;
  int code = ctx->error_code;
  int64_t more = ctx->error_calls - CALLS_SHOWN;
  ctx->error = NULL;
  ctx->error_code = RT_OK;
  ctx->error_name = NULL;
  atomic_store(&ctx->stopped, INT64_MAX);
  pthread_mutex_unlock(&ctx->lock);
  if (error != NULL && more > 0) {
    char text[64];
    snprintf(text, sizeof text, "\nand from %lld more calls", (long long)more);
    text_append(&error, text);
  }
  if (code != RT_OK && error == NULL)
    error = message_make("out of memory while reporting an error");
  return error;
}

const char *context_error_name(Context *ctx) {
  pthread_mutex_lock(&ctx->lock);
  const char *name = ctx->error_name;
  pthread_mutex_unlock(&ctx->lock);
  return name;
}

int context_error_code(Context *ctx) {
  pthread_mutex_lock(&ctx->lock);
  int code = ctx->error_code;
  pthread_mutex_unlock(&ctx->lock);
  return code;
}

// ---------------------------------------------------------------------------------------------
// Blocks
//
// Where the data is, memory.c knows. Counters and the free list are guarded by the context's lock.

static int64_t round_up(int64_t bytes) {
  int64_t mask = BLOCK_ALIGNMENT - 1;
  return bytes > INT64_MAX - mask ? INT64_MAX : (bytes + mask) & ~mask;
}

// Takes the block that follows *link off the free list and frees it.
static void cached_drop(Context *ctx, Block **link) {
  Block *block = *link;
  *link = block->next;
  ctx->footprint -= block->capacity;
  block_destroy(ctx, block);
}

// Takes the smallest cached block that holds this much without much waste; NULL if there is none.
static Block *cached_take(Context *ctx, int64_t capacity) {
  Block **best = NULL;
  int64_t limit = size_plus(capacity, capacity / 16);
  for (Block **link = &ctx->cached; *link != NULL; link = &(*link)->next) {
    int64_t there = (*link)->capacity;
    if (there < capacity || there > limit) continue;
    if (best == NULL || there < (*best)->capacity) best = link;
  }
  if (best == NULL) return NULL;
  Block *block = *best;
  *best = block->next;
  block->next = NULL;
  return block;
}

// Frees cached blocks until this many more bytes keep the footprint below what was live at some
// time already, and what the kind of memory allows beyond that, or nothing is cached. Oldest first:
// they are at the end.
static void cached_shrink(Context *ctx, int64_t capacity) {
  int64_t allowed = size_plus(context_live(ctx), capacity);
  int64_t once = size_plus(ctx->peak, memory_spare(ctx));
  if (allowed < once) allowed = once;
  while (ctx->cached != NULL && size_plus(ctx->footprint, capacity) > allowed) {
    Block **link = &ctx->cached;
    while ((*link)->next != NULL)
      link = &(*link)->next;
    cached_drop(ctx, link);
  }
}

int64_t context_live(Context *ctx) {
  int64_t live = ctx->live;
  for (size_t i = 0; i < SHELF_COUNT; i++)
    live += atomic_load_explicit(&ctx->shelves[i].live, memory_order_relaxed);
  return live;
}

static void count_live(Context *ctx, const Block *block) {
  ctx->live += block->capacity;
  int64_t live = context_live(ctx);
  if (live > ctx->peak) ctx->peak = live;
}

// The shelf that this thread tries first.
static Shelf *shelf_of_thread(Context *ctx) {
  static _Thread_local char mark;
  uintptr_t place = (uintptr_t)&mark;
  return &ctx->shelves[(place >> 12 ^ place >> 20) % SHELF_COUNT];
}

static void shelf_count(Shelf *shelf, int64_t bytes) {
  int64_t live = atomic_load_explicit(&shelf->live, memory_order_relaxed);
  atomic_store_explicit(&shelf->live, live + bytes, memory_order_relaxed);
  shelf->bytes -= bytes;
}

static bool is_shelved(int64_t capacity) {
  return capacity > 0 && capacity <= SHELF_SIZES * BLOCK_ALIGNMENT;
}

// A block of this capacity from the thread's shelf; NULL when there is none or another thread is
// at it.
static Block *shelf_take(Context *ctx, int64_t capacity) {
  if (!is_shelved(capacity)) return NULL;
  Shelf *shelf = shelf_of_thread(ctx);
  Block **slot = &shelf->blocks[capacity / BLOCK_ALIGNMENT - 1];
  if (atomic_flag_test_and_set_explicit(&shelf->is_taken, memory_order_acquire)) return NULL;
  Block *block = *slot;
  if (block != NULL) {
    *slot = block->next;
    shelf_count(shelf, capacity);
  }
  atomic_flag_clear_explicit(&shelf->is_taken, memory_order_release);
  if (block != NULL) block->next = NULL;
  return block;
}

static bool shelf_put(Context *ctx, Block *block) {
  if (block->origin != BLOCK_OWN || !is_shelved(block->capacity)) return false;
  Shelf *shelf = shelf_of_thread(ctx);
  if (atomic_flag_test_and_set_explicit(&shelf->is_taken, memory_order_acquire)) return false;
  bool has_room = shelf->bytes + block->capacity <= SHELF_BYTES;
  if (has_room) {
    Block **slot = &shelf->blocks[block->capacity / BLOCK_ALIGNMENT - 1];
    block->next = *slot;
    *slot = block;
    shelf_count(shelf, -block->capacity);
  }
  atomic_flag_clear_explicit(&shelf->is_taken, memory_order_release);
  return has_room;
}

// Frees what is on the shelf; nobody else uses the context.
static void shelf_clear(Context *ctx, Shelf *shelf) {
  for (size_t i = 0; i < SHELF_SIZES; i++)
    while (shelf->blocks[i] != NULL)
      cached_drop(ctx, &shelf->blocks[i]);
  shelf->bytes = 0;
}

static Block *block_find(Context *ctx, int64_t capacity) {
  if (context_live(ctx) > ctx->memory_limit - capacity) return NULL;
  Block *block = capacity >= BLOCK_BIG ? cached_take(ctx, capacity) : NULL;
  if (block != NULL) {
    ctx->reused++;
    count_live(ctx, block);
    record_memory(ctx);
    return block;
  }
  if (capacity >= BLOCK_BIG) cached_shrink(ctx, capacity);
  block = block_allocate(ctx, capacity);
  while (block == NULL && ctx->cached != NULL) {
    cached_drop(ctx, &ctx->cached);
    block = block_allocate(ctx, capacity);
  }
  if (block == NULL) return NULL;
  ctx->made++;
  ctx->footprint += capacity;
  if (ctx->footprint > ctx->footprint_peak) ctx->footprint_peak = ctx->footprint;
  count_live(ctx, block);
  record_memory(ctx);
  return block;
}

static Block *block_find_locked(Context *ctx, int64_t bytes) {
  if (bytes < 0 || bytes == INT64_MAX) return NULL;
  int64_t capacity = round_up(bytes);
  Block *block = shelf_take(ctx, capacity);
  if (block != NULL) return block;
  pthread_mutex_lock(&ctx->lock);
  block = block_find(ctx, capacity);
  pthread_mutex_unlock(&ctx->lock);
  return block;
}

static int fail_negative(Context *ctx, int64_t size, const char *where) {
  return context_fail_as(ctx, "E0404", "%s%sthe size %lld of an array is negative",
                         where == NULL ? "" : where, where == NULL ? "" : ": ", (long long)size);
}

int block_new(Context *ctx, Block **out, int64_t bytes, const char *where) {
  *out = NULL;
  if (bytes < 0) return fail_negative(ctx, bytes, where);
  if (bytes == INT64_MAX) return context_fail_memory(ctx, bytes, where);
  Block *block = block_find_locked(ctx, bytes);
  if (block == NULL) return memory_refuse(ctx, bytes, where);
  block->size = bytes;
  block->where = where;
  atomic_init(&block->references, 1);
  *out = block;
  return RT_OK;
}

// At least twice as much as there is, unless only less is left.
int block_grow(Context *ctx, Block **slot, int64_t bytes, const char *where) {
  Block *old = *slot;
  if (bytes < 0) return fail_negative(ctx, bytes, where);
  int64_t used = old == NULL ? 0 : old->size;
  int64_t capacity = old == NULL ? BLOCK_ALIGNMENT : size_times(old->capacity, 2);
  Block *block = capacity >= bytes ? block_find_locked(ctx, capacity) : NULL;
  if (block == NULL) block = block_find_locked(ctx, bytes);
  if (block == NULL) return context_fail_memory(ctx, bytes, where);
  block->size = bytes;
  atomic_init(&block->references, 1);
  int error = block_copy(ctx, block, 0, old, 0, used);
  block_unref(ctx, slot);
  *slot = block;
  return error;
}

int block_cut(Context *ctx, Block **slot, int64_t bytes, const char *where) {
  Block *block = *slot;
  if (block->origin != BLOCK_OWN || atomic_load(&block->references) != 1) return RT_OK;
  int64_t before = block->capacity;
  block->size = bytes;
  block = *slot = block_shrink(ctx, block, round_up(bytes));
  int64_t given = before - (block == NULL ? 0 : block->capacity);
  pthread_mutex_lock(&ctx->lock);
  ctx->live -= given;
  ctx->footprint -= given;
  pthread_mutex_unlock(&ctx->lock);
  return block == NULL ? context_fail_memory(ctx, bytes, where) : RT_OK;
}

int block_slots(Context *ctx, Block **out, int64_t count, const char *where) {
  int64_t bytes = size_times(count, (int64_t)sizeof(Block *));
  int error = block_new(ctx, out, bytes, where);
  if (error != RT_OK) return error;
  memset((*out)->data, 0, (size_t)bytes);
  (*out)->origin = BLOCK_SLOTS;
  return RT_OK;
}

int block_adopt(Context *ctx, Block *block) {
  atomic_init(&block->references, 1);
  pthread_mutex_lock(&ctx->lock);
  ctx->footprint += block->capacity;
  if (ctx->footprint > ctx->footprint_peak) ctx->footprint_peak = ctx->footprint;
  count_live(ctx, block);
  pthread_mutex_unlock(&ctx->lock);
  return RT_OK;
}

Block *block_ref(Block *block) {
  if (block != NULL) atomic_fetch_add_explicit(&block->references, 1, memory_order_relaxed);
  return block;
}

void block_unref(Context *ctx, Block **slot) {
  Block *block = *slot;
  *slot = NULL;
  if (block == NULL) return;
  // The last one need not count: nobody else can.
  bool is_last = atomic_load_explicit(&block->references, memory_order_acquire) == 1;
  if (!is_last && atomic_fetch_sub_explicit(&block->references, 1, memory_order_acq_rel) != 1)
    return;
  if (shelf_put(ctx, block)) return;
  bool is_kept = block->origin == BLOCK_OWN && block->capacity >= BLOCK_BIG;
  pthread_mutex_lock(&ctx->lock);
  ctx->live -= block->capacity;
  if (is_kept) {
    block->next = ctx->cached;
    ctx->cached = block;
  } else {
    ctx->footprint -= block->capacity;
  }
  record_memory(ctx);
  pthread_mutex_unlock(&ctx->lock);
  for (int64_t i = 0; block->origin == BLOCK_SLOTS && i < block->size / (int64_t)sizeof block; i++)
    block_unref(ctx, block_slot(block, i));
  if (!is_kept) block_destroy(ctx, block);
}

void context_clear_caches(Context *ctx) {
  pthread_mutex_lock(&ctx->lock);
  while (ctx->cached != NULL)
    cached_drop(ctx, &ctx->cached);
  for (size_t i = 0; i < SHELF_COUNT; i++)
    shelf_clear(ctx, &ctx->shelves[i]);
  pthread_mutex_unlock(&ctx->lock);
}

// ---------------------------------------------------------------------------------------------
// Configurations

Config *config_new(const ProgramTable *table) {
  Config *config = calloc(1, sizeof *config);
  if (config == NULL) return NULL;
  config->table = table;
  config->params = calloc(table->param_count + 1, sizeof *config->params);
  if (config->params == NULL) {
    free(config);
    return NULL;
  }
  for (size_t i = 0; i < table->param_count; i++)
    config->params[i] = table->params[i].value;
  return config;
}

void config_free(Config *config) {
  if (config == NULL) return;
  free(config->cache_file);
  free(config->device);
  free(config->dump_kernels);
  free(config->load_kernels);
  free(config->platform);
  free(config->build_options);
  free(config->program);
  free(config->shown);
  free(config->params);
  free(config);
}

bool config_set_param(Config *config, const char *name, int64_t value) {
  const ProgramTable *table = config->table;
  for (size_t i = 0; i < table->param_count; i++) {
    if (strcmp(table->params[i].name, name) != 0) continue;
    config->params[i] = value == 0 ? table->params[i].value : value;
    return true;
  }
  return false;
}

void config_set_thresholds(Config *config, int64_t value) {
  const ProgramTable *table = config->table;
  for (size_t i = 0; i < table->param_count; i++)
    if (strncmp(table->params[i].family, "threshold(def", strlen("threshold(def")) == 0)
      config_set_param(config, table->params[i].name, value);
}

bool config_add_build_option(Config *config, const char *text) {
  size_t length = config->build_options == NULL ? 0 : strlen(config->build_options);
  char *joined = realloc(config->build_options, length + strlen(text) + 2);
  if (joined == NULL) return false;
  config->build_options = joined;
  joined[length] = ' ';
  strcpy(joined + length + 1, text);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Contexts

static int64_t machine_memory(void) {
#ifdef _SC_PHYS_PAGES
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) return size_times(pages, page);
#endif
  return INT64_MAX;
}

static int machine_processors(void) {
#ifdef _SC_NPROCESSORS_ONLN
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  if (count > 0 && count < 1 << 16) return (int)count;
#endif
  return 1;
}

static bool context_start(Context *ctx, Config *config) {
  const ProgramTable *table = config->table;
  atomic_init(&ctx->stopped, INT64_MAX);
  ctx->table = table;
  ctx->config = config;
  ctx->params = config->params;
  ctx->world.out = config->out;
  ctx->world.is_plain = config->is_plain;
  ctx->num_threads = config->num_threads > 0 ? config->num_threads : machine_processors();
  if (ctx->num_threads > THREADS_MAX) ctx->num_threads = THREADS_MAX;
  ctx->memory_limit = config->memory_limit > 0 ? config->memory_limit : machine_memory();
  ctx->is_debugging = config->is_debugging;
  ctx->is_logging = config->is_logging || config->is_debugging;
  ctx->is_profiling = config->is_profiling || config->is_debugging;
  ctx->globals = calloc(1, table->globals_size + 1);
  if (ctx->globals == NULL) return false;
  if (pthread_mutex_init(&ctx->lock, NULL) != 0) return false;
  if (pthread_mutex_init(&ctx->call_lock, NULL) == 0) return true;
  pthread_mutex_destroy(&ctx->lock);
  return false;
}

Context *context_new(Config *config) {
  Context *ctx = calloc(1, sizeof *ctx);
  if (ctx == NULL) return NULL;
  if (!context_start(ctx, config)) {
    free(ctx->globals);
    free(ctx);
    return NULL;
  }
  int64_t start = profile_start(ctx);
  if (memory_open(ctx) != RT_OK) return ctx;
  if (ctx->gpu != NULL) profile_stop(ctx, start, "opening the device");
  if (config->table->globals_init == NULL) return ctx;
  start = profile_start(ctx);
  int error = config->table->globals_init(ctx);
  ctx->is_unfit = memory_wait(ctx) != RT_OK || error != RT_OK;
  profile_stop(ctx, start, "globals");
  return ctx;
}

int context_renew(Context *ctx) {
  const ProgramTable *table = ctx->table;
  if (table->globals_free != NULL) table->globals_free(ctx);
  memset(ctx->globals, 0, table->globals_size);
  world_close(&ctx->world);
  return table->globals_init != NULL ? table->globals_init(ctx) : RT_OK;
}

void context_free(Context *ctx) {
  if (ctx == NULL) return;
  if (ctx->table->globals_free != NULL) ctx->table->globals_free(ctx);
  context_clear_caches(ctx);
  memory_close(ctx);
  world_close(&ctx->world);
  free(ctx->globals);
  free(ctx->error);
  free(ctx->profile);
  if (ctx->recording != NULL) free(ctx->recording->works);
  free(ctx->recording);
  pthread_mutex_destroy(&ctx->lock);
  pthread_mutex_destroy(&ctx->call_lock);
  free(ctx);
}
