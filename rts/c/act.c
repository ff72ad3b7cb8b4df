// Effects of a compiled program: texts come from, and go to, where blocks have their data.

#include "rts/c/context.h"

#include <stdlib.h>
#include <string.h>

// The characters of a text where the host can read them: *copy, if they had to be copied, is the
// caller's to free.
static int text_show(Context *ctx, const ContextText *text, WorldText *shown, char **copy) {
  *copy = NULL;
  *shown = (WorldText){.bytes = text->bytes, .count = (size_t)text->count};
  if (text->bytes != NULL || text->count == 0) return RT_OK;
  *copy = malloc((size_t)text->count);
  if (*copy == NULL) return context_fail_memory(ctx, text->count, NULL);
  shown->bytes = *copy;
  return block_read(ctx, *copy, text->block, text->first, text->count);
}

int context_act(Context *ctx, int kind, const int64_t *numbers, const ContextText *texts,
                size_t text_count, int64_t *results, const char *where) {
  WorldText shown[EFFECT_MAX_TEXTS] = {{0}};
  char *copies[EFFECT_MAX_TEXTS] = {NULL};
  atomic_store_explicit(&ctx->has_acted, true, memory_order_relaxed);
  // What failed on a device before comes first.
  int error = memory_wait(ctx);
  for (size_t i = 0; error == RT_OK && i < text_count; i++)
    error = text_show(ctx, &texts[i], &shown[i], &copies[i]);
  if (error == RT_OK && !world_act(&ctx->world, (EffectKind)kind, numbers, shown, results))
    error =
        context_fail(ctx, "%s%s%.*s", where, *where != 0 ? ": " : "", (int)ctx->world.text_count,
                     ctx->world.text != NULL ? ctx->world.text : "");
  for (size_t i = 0; i < text_count; i++)
    free(copies[i]);
  return error;
}

int context_receive(Context *ctx, const ContextText *text) {
  if (text->count != (int64_t)ctx->world.text_count)
    return context_fail(ctx, "a text of %zu characters is received as one of %lld",
                        ctx->world.text_count, (long long)text->count);
  if (text->count == 0) return RT_OK;
  if (text->bytes == NULL)
    return block_write(ctx, text->block, text->first, ctx->world.text, text->count);
  memcpy(text->bytes, ctx->world.text, (size_t)text->count);
  return RT_OK;
}

int context_clock(Context *ctx, int64_t *results) {
  int error = memory_wait(ctx);
  results[0] = clock_now();
  results[1] = 1;
  return error;
}

// A line that is traced in pieces. It waits for its end, so that lines of several threads stay
// whole.
typedef struct TraceLine {
  char *text;
  size_t length;
} TraceLine;

static _Thread_local TraceLine trace_line;

static void trace_put(TraceLine *line, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = length < 0 ? NULL : realloc(line->text, line->length + (size_t)length + 1);
  if (text == NULL) return;
  vsnprintf(text + line->length, (size_t)length + 1, format, arguments);
  line->text = text;
  line->length += (size_t)length;
}

void context_trace(Context *ctx, const char *format, ...) {
  TraceLine *line = &trace_line;
  va_list arguments;
  va_start(arguments, format);
  trace_put(line, format, arguments);
  va_end(arguments);
  if (line->length == 0 || line->text[line->length - 1] != '\n') return;
  pthread_mutex_lock(&ctx->lock);
  fwrite(line->text, 1, line->length, stderr);
  atomic_store_explicit(&ctx->has_acted, true, memory_order_relaxed);
  pthread_mutex_unlock(&ctx->lock);
  free(line->text);
  *line = (TraceLine){0};
}
