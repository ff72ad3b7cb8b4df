// Where the data of blocks is: in the memory of the host. Programs for other devices have another
// file in place of this one. See context.h.

#include <stdlib.h>
#include <string.h>

#include "rts/c/context.h"

// A block's data follows its head, both in one piece of memory, unless the data came from
// elsewhere.
_Static_assert(sizeof(Block) <= BLOCK_ALIGNMENT, "a block's head must fit before its data");

Block *block_allocate(Context *ctx, int64_t capacity) {
  (void)ctx;
  int64_t total = size_plus(capacity, BLOCK_ALIGNMENT);
  if (total == INT64_MAX || (uint64_t)total > SIZE_MAX) return NULL;
  Block *block = aligned_alloc(BLOCK_ALIGNMENT, (size_t)total);
  if (block == NULL) return NULL;
  block->capacity = capacity;
  block->data = (char *)block + BLOCK_ALIGNMENT;
  block->next = NULL;
  block->where = NULL;
  block->origin = BLOCK_OWN;
  return block;
}

void block_destroy(Context *ctx, Block *block) {
  (void)ctx;
  if (block->origin == BLOCK_MALLOC) free(block->data);
  free(block);
}

int64_t memory_spare(const Context *ctx) {
  (void)ctx;
  return 0;
}

// realloc keeps the place with most libraries. Where it does not it may forget the alignment.
Block *block_shrink(Context *ctx, Block *block, int64_t capacity) {
  size_t total = (size_t)(capacity + BLOCK_ALIGNMENT);
  Block *moved = realloc(block, total), *aligned = moved;
  if (moved == NULL) return block;
  if ((uintptr_t)moved % BLOCK_ALIGNMENT != 0) {
    aligned = block_allocate(ctx, capacity);
    if (aligned != NULL) memcpy(aligned, moved, total);
    free(moved);
    if (aligned == NULL) return NULL;
  }
  aligned->data = (char *)aligned + BLOCK_ALIGNMENT;
  aligned->capacity = capacity;
  return aligned;
}

int block_wrap(Context *ctx, Block **out, void *data, int64_t bytes, BlockOrigin origin) {
  *out = NULL;
  Block *block = malloc(sizeof *block);
  if (block == NULL) return context_fail_memory(ctx, (int64_t)sizeof *block, NULL);
  *block = (Block){.size = bytes, .data = data, .origin = origin};
  block->capacity = origin == BLOCK_MALLOC ? bytes : 0;
  *out = block;
  return block_adopt(ctx, block);
}

int block_read(Context *ctx, void *to, const Block *from, int64_t offset, int64_t bytes) {
  (void)ctx;
  if (bytes > 0) memcpy(to, (const char *)from->data + offset, (size_t)bytes);
  return RT_OK;
}

int block_write(Context *ctx, Block *to, int64_t offset, const void *from, int64_t bytes) {
  (void)ctx;
  if (bytes > 0) memcpy((char *)to->data + offset, from, (size_t)bytes);
  return RT_OK;
}

int block_copy(Context *ctx, Block *to, int64_t to_offset, const Block *from, int64_t from_offset,
               int64_t bytes) {
  (void)ctx;
  if (bytes > 0)
    memcpy((char *)to->data + to_offset, (const char *)from->data + from_offset, (size_t)bytes);
  return RT_OK;
}

int block_zero(Context *ctx, Block *block, int64_t offset, int64_t bytes) {
  (void)ctx;
  if (bytes > 0) memset((char *)block->data + offset, 0, (size_t)bytes);
  return RT_OK;
}

int block_show(Context *ctx, const Block *block, void **data, void **copy) {
  (void)ctx;
  *data = block->data;
  *copy = NULL;
  return RT_OK;
}

int memory_open(Context *ctx) {
  (void)ctx;
  return RT_OK;
}

int memory_wait(Context *ctx) {
  (void)ctx;
  return RT_OK;
}

void memory_close(Context *ctx) { (void)ctx; }

int memory_refuse(Context *ctx, int64_t bytes, const char *where) {
  return context_fail_memory(ctx, bytes, where);
}

void memory_measure(Context *ctx) { (void)ctx; }

void memory_works(Context *ctx, int64_t *ops) { (void)ctx, (void)ops; }

const char *memory_name(const Context *ctx) {
  (void)ctx;
  return NULL;
}

int64_t memory_fast(const Context *ctx) {
  (void)ctx;
  return 0;
}

void memory_rates(Context *ctx, double *rates) {
  (void)ctx;
  rates[0] = rates[1] = 0;
}
