// Blocks, their elements, and what may touch them when.
#include "interp/heap_internal.h"

#include <stdlib.h>

// ---- Blocks ----

HeapBlock *heap_block_new(Heap *heap, const Var *var, int64_t count, Scalar element) {
  size_t size = SCALAR_SIZE(element);
  // The stamps are the larger part.
  bool is_possible = count >= 0 && (uint64_t)count <= PTRDIFF_MAX / (sizeof(Stamp) + size);
  HeapBlock *block = is_possible ? calloc(1, sizeof(HeapBlock)) : NULL;
  if (block != NULL) {
    *block = (HeapBlock){.refs = 1, .var = var, .granule = size, .next = heap->blocks};
    block->bytes = block->capacity = (size_t)count * size;
    block->data = malloc(block->bytes + 1);
    block->stamps = calloc((size_t)count + 1, sizeof(Stamp));
  }
  if (block == NULL || block->data == NULL || block->stamps == NULL) {
    if (block != NULL) free(block->data), free(block->stamps), free(block);
    interp_fail(heap->interp, FAILURE_MEMORY, "out of memory for a block of %lld elements",
                (long long)count);
    return NULL;
  }
  if (heap->blocks != NULL) heap->blocks->previous = block;
  heap->blocks = block;
  return block;
}

bool heap_block_grow(Heap *heap, HeapBlock *block, int64_t count, Scalar element) {
  size_t size = SCALAR_SIZE(element), limit = PTRDIFF_MAX / (sizeof(Stamp) + size) / 4;
  bool is_possible = count >= 0 && (uint64_t)count <= limit && block->granule == size;
  size_t bytes = is_possible ? (size_t)count * size : 0;
  if (is_possible && bytes > block->capacity) {
    size_t capacity = 2 * bytes + 64 * size;
    unsigned char *data = realloc(block->data, capacity + 1);
    if (data != NULL) block->data = data;
    Stamp *stamps = realloc(block->stamps, (capacity / size + 1) * sizeof(Stamp));
    if (stamps != NULL) block->stamps = stamps;
    is_possible = data != NULL && stamps != NULL;
    if (is_possible) block->capacity = capacity;
  }
  if (!is_possible)
    return interp_fail(heap->interp, FAILURE_MEMORY, "out of memory for a block of %lld elements",
                       (long long)count);
  size_t before = block->bytes / size;
  if ((size_t)count > before)
    memset(block->stamps + before, 0, ((size_t)count - before) * sizeof(Stamp));
  block->bytes = bytes;
  return true;
}

static void heap_block_free(Heap *heap, HeapBlock *block) {
  if (block->previous != NULL)
    block->previous->next = block->next;
  else
    heap->blocks = block->next;
  if (block->next != NULL) block->next->previous = block->previous;
  free(block->data);
  free(block->stamps);
  free(block);
}

void heap_block_release(Heap *heap, HeapBlock *block) {
  if (block != NULL && --block->refs == 0) heap_block_free(heap, block);
}

void heap_blocks_free(Heap *heap) {
  while (heap->blocks != NULL)
    heap_block_free(heap, heap->blocks);
}

// ---- Levels ----

// Did that happen at this point, around its row?
static bool is_around_row(const HeapLevel *level, uint64_t time) {
  return level->is_shared && time >= level->point &&
         (time < level->row_begin || time >= level->row_end);
}

static bool is_in_row(const HeapLevel *level, uint64_t time) {
  return level->is_shared && time >= level->row_begin && time < level->row_end;
}

// The level whose point did something around its row at that time, and is in the row now.
static bool was_around_row(const Heap *heap, uint64_t time) {
  for (size_t i = heap->level_count; i-- > 0;)
    if (is_around_row(&heap->levels[i], time) && is_in_row(&heap->levels[i], heap->time))
      return true;
  return false;
}

static bool was_in_row(const Heap *heap, uint64_t time) {
  for (size_t i = heap->level_count; i-- > 0;)
    if (is_in_row(&heap->levels[i], time) && is_around_row(&heap->levels[i], heap->time))
      return true;
  return false;
}

bool level_push(Heap *heap, const Par *par, Cell *frame) {
  if (heap->level_count == heap->level_capacity) {
    size_t capacity = 2 * heap->level_capacity + 16;
    HeapLevel *levels = realloc(heap->levels, capacity * sizeof *levels);
    if (levels == NULL) return interp_fail(heap->interp, FAILURE_MEMORY, "out of memory");
    heap->levels = levels;
    heap->level_capacity = capacity;
  }
  uint64_t now = ++heap->time;
  if (heap->level_count > 0) heap->levels[heap->level_count - 1].row_begin = now;
  heap->levels[heap->level_count++] = (HeapLevel){.rehearsed = now,
                                                  .begin = now,
                                                  .point = now,
                                                  .row_begin = UINT64_MAX,
                                                  .row_end = UINT64_MAX,
                                                  .par = par,
                                                  .frame = frame};
  return true;
}

void level_point(Heap *heap, bool is_end) {
  HeapLevel *level = &heap->levels[heap->level_count - 1];
  level->point = ++heap->time;
  level->row_begin = level->row_end = UINT64_MAX;
  level->is_end = is_end;
}

void level_pop(Heap *heap) {
  heap->level_count--;
  heap->time++;
  if (heap->level_count > 0) heap->levels[heap->level_count - 1].row_end = heap->time;
}

void level_begin_again(Heap *heap) {
  HeapLevel *level = &heap->levels[heap->level_count - 1];
  level->begin = level->point = ++heap->time;
}

// Did that happen in the rehearsal of a par that is running?
static bool was_rehearsed(const Heap *heap, uint64_t time) {
  for (size_t i = heap->level_count; i-- > 0;) {
    if (time >= heap->levels[i].begin) return false;
    if (time >= heap->levels[i].rehearsed) return true;
  }
  return false;
}

// The level whose par ran another point at that time; NULL when that is ordered before now.
static const HeapLevel *concurrent_level(const Heap *heap, uint64_t time) {
  for (size_t i = heap->level_count; i-- > 0;) {
    if (time >= heap->levels[i].point) return NULL;
    if (time >= heap->levels[i].begin) return &heap->levels[i];
  }
  return NULL;
}

// ---- Failing ----

static void print_element(StrBuf *out, const HeapBlock *block, int64_t index) {
  strbuf_printf(out, "element %lld of ", (long long)index);
  var_print(out, block->var);
}

static bool fail_text(Heap *heap, StrBuf *text) {
  interp_fail(heap->interp, FAILURE_PLACES, "%s", strbuf_text(text));
  strbuf_free(text);
  return false;
}

static bool fail_element(Heap *heap, const HeapBlock *block, int64_t index, const char *why) {
  StrBuf text = {0};
  print_element(&text, block, index);
  strbuf_puts(&text, why);
  return fail_text(heap, &text);
}

static bool fail_race(Heap *heap, const HeapLevel *level, const HeapBlock *block, int64_t index,
                      const char *now, const char *then) {
  StrBuf text = {0};
  strbuf_puts(&text, level->is_end ? "race: the end of a segment" : "race: point [");
  for (size_t i = 0; !level->is_end && i < level->par->rank; i++)
    strbuf_printf(&text, "%s%lld", i == 0 ? "" : ", ",
                  (long long)cell_of(heap, level->frame, level->par->indices[i])->number);
  strbuf_printf(&text, "%s of a par %s ", level->is_end ? "" : "]", now);
  print_element(&text, block, index);
  strbuf_printf(&text, ", which %s point has %s", level->is_end ? "a" : "another", then);
  return fail_text(heap, &text);
}

static bool fail_outside(Heap *heap, const HeapBlock *block, int64_t index, size_t size) {
  StrBuf text = {0};
  print_element(&text, block, index);
  strbuf_printf(&text, " is outside the block, which has %zu", block->bytes / size);
  return fail_text(heap, &text);
}

// ---- Elements ----

// Makes the stamps finer, for elements that are smaller than those before.
static bool block_refine(Heap *heap, HeapBlock *block, size_t size) {
  size_t parts = block->granule / size, count = block->bytes / size;
  Stamp *stamps = calloc(count + 1, sizeof *stamps);
  if (stamps == NULL) return interp_fail(heap->interp, FAILURE_MEMORY, "out of memory");
  for (size_t i = 0; i < count; i++)
    stamps[i] = block->stamps[i / parts];
  free(block->stamps);
  block->stamps = stamps;
  block->granule = size;
  return true;
}

// The stamps of an element, of which `count` says how many; NULL after failing.
static Stamp *element_stamps(Heap *heap, HeapBlock *block, int64_t index, size_t size,
                             size_t *count) {
  if (index < 0 || (uint64_t)index >= block->bytes / size)
    return fail_outside(heap, block, index, size), NULL;
  if (size < block->granule && !block_refine(heap, block, size)) return NULL;
  *count = size / block->granule;
  return &block->stamps[(size_t)index * *count];
}

bool element_read(Heap *heap, HeapBlock *block, int64_t index, Scalar element, uint64_t group,
                  ScalarValue *value) {
  size_t size = SCALAR_SIZE(element), count;
  Stamp *stamps = element_stamps(heap, block, index, size, &count);
  if (stamps == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    Stamp *stamp = &stamps[i];
    if (stamp->write == 0) return fail_element(heap, block, index, " is read but was not written");
    if (stamp->write == heap->copy_time)
      return fail_element(heap, block, index, " is overwritten by a copy that still reads it");
    const HeapLevel *level = concurrent_level(heap, stamp->write);
    if (level != NULL && (group == 0 || group != stamp->group))
      return fail_race(heap, level, block, index, "reads", "written");
    if (was_rehearsed(heap, stamp->write))
      return fail_element(
          heap, block, index,
          " is read by a point that overwrites it; a target may run the point twice");
    if (was_in_row(heap, stamp->write))
      return fail_element(heap, block, index,
                          " is read around the row that has it; threads may share the row");
    if (group == 0 && concurrent_level(heap, stamp->read) == NULL &&
        !was_around_row(heap, stamp->read))
      stamp->read = heap->time;
  }
  memset(value, 0, sizeof *value);
  memcpy(value, block->data + (size_t)index * size, size);
  return true;
}

bool element_write(Heap *heap, HeapBlock *block, int64_t index, Scalar element, uint64_t group,
                   ScalarValue value) {
  size_t size = SCALAR_SIZE(element), count;
  Stamp *stamps = element_stamps(heap, block, index, size, &count);
  if (stamps == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    Stamp *stamp = &stamps[i];
    if (heap->copy_time != 0 && stamp->read == heap->copy_time)
      return fail_element(heap, block, index, " is overwritten by a copy that also reads it");
    const HeapLevel *level = concurrent_level(heap, stamp->read);
    if (level != NULL) return fail_race(heap, level, block, index, "writes", "read");
    if (was_around_row(heap, stamp->read))
      return fail_element(heap, block, index,
                          " is read around a row that overwrites it; threads may share the row");
    level = concurrent_level(heap, stamp->write);
    if (level != NULL && (group == 0 || group != stamp->group))
      return fail_race(heap, level, block, index, "writes", "written");
    if (level == NULL) {
      stamp->write = heap->time;
      stamp->group = group;
    }
  }
  memcpy(block->data + (size_t)index * size, &value, size);
  return true;
}
