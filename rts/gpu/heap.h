// The heap of kernels whose threads allocate: sizes that are only known inside, arrays that a loop
// makes anew in each iteration. A block has 16 bytes in front of it: how many variables hold it,
// and its class; a block of class c has 2^c bytes. Each thread takes what it needs from the heap
// and keeps what it releases, by class, so that threads do not wait for each other. Nothing
// outlives the launch, but for what the host gathers right after it.
//
//   bytes 0 to 15        how much is taken, how much there is
//   from byte 64 on      a HeapSlot for each thread, then blocks
//
// Blocks that are not from the heap, such as those of the host, are not owned by anything here.

#define HEAP_CLASS_LEAST 5
#define HEAP_CLASS_COUNT 28
#define HEAP_CHUNK       4096

typedef struct HeapSlot {
  int32_t launch, unused; // the slot is empty when it is of another launch
  int64_t top, limit;     // what is left of the last chunk
  int64_t free[HEAP_CLASS_COUNT];
  int64_t unused_word;
} HeapSlot; // 256 bytes

typedef struct HeapHead {
  int32_t holders, class_number, unused_0, unused_1;
} HeapHead;

DEVICE GLOBAL HeapHead *heap_head(GLOBAL uint8_t *block) {
  return (GLOBAL HeapHead *)(block - sizeof(HeapHead));
}

DEVICE bool heap_has(GLOBAL uint8_t *heap, GLOBAL uint8_t *block) {
  return heap != 0 && block != 0 &&
         (uint64_t)(block - heap) < (uint64_t)((GLOBAL int64_t *)heap)[1];
}

// Where a block is.
DEVICE int64_t heap_place(GLOBAL uint8_t *heap, GLOBAL uint8_t *block) {
  return block == 0 ? 0 : (int64_t)(block - heap);
}

DEVICE GLOBAL HeapSlot *heap_slot(GLOBAL uint8_t *heap, int32_t launch) {
  GLOBAL HeapSlot *slot = (GLOBAL HeapSlot *)(heap + 64) + THREAD_NUMBER;
  if (slot->launch != launch) {
    slot->launch = launch;
    slot->top = slot->limit = 0;
    for (int i = 0; i < HEAP_CLASS_COUNT; i++)
      slot->free[i] = 0;
  }
  return slot;
}

// The place of this many new bytes, 0 if there are none.
DEVICE int64_t heap_take(GLOBAL uint8_t *heap, GLOBAL HeapSlot *slot, int64_t bytes) {
  const int64_t chunk = bytes < HEAP_CHUNK ? HEAP_CHUNK : bytes;
  if (slot->limit - slot->top < bytes) {
    const int64_t start = add_long((GLOBAL int64_t *)heap, chunk);
    if (start + chunk > ((GLOBAL int64_t *)heap)[1]) return 0;
    if (chunk == bytes) return start;
    slot->top = start;
    slot->limit = start + chunk;
  }
  const int64_t place = slot->top;
  slot->top += bytes;
  return place;
}

// A new block, which one variable holds. False: there is no room, and that is recorded as failure
// `number`.
DEVICE bool heap_new(STANDARD_PARAMS, int64_t number, GLOBAL uint8_t **block, int64_t bytes) {
  const int64_t size = (bytes < 0 ? 0 : bytes) + (int64_t)sizeof(HeapHead);
  int class_number = 0;
  while (class_number < HEAP_CLASS_COUNT &&
         ((int64_t)1 << (class_number + HEAP_CLASS_LEAST)) < size)
    class_number++;
  GLOBAL HeapSlot *slot = heap_slot(heap, launch);
  int64_t place = class_number < HEAP_CLASS_COUNT ? slot->free[class_number] : 0;
  if (place != 0) {
    slot->free[class_number] = *(GLOBAL int64_t *)(heap + place + sizeof(HeapHead));
  } else if (class_number < HEAP_CLASS_COUNT) {
    place = heap_take(heap, slot, (int64_t)1 << (class_number + HEAP_CLASS_LEAST));
  }
  if (place == 0) {
    if (failure_claim(STANDARD_ARGS, number)) failure[FAILURE_VALUES] = bytes;
    return false;
  }
  *block = heap + place + sizeof(HeapHead);
  heap_head(*block)->holders = 1;
  heap_head(*block)->class_number = class_number;
  return true;
}

// One more variable holds the block.
DEVICE void heap_keep(GLOBAL uint8_t *heap, GLOBAL uint8_t *block) {
  if (heap_has(heap, block)) heap_head(block)->holders++;
}

DEVICE void heap_release(STANDARD_PARAMS, GLOBAL uint8_t *block) {
  if (!heap_has(heap, block) || --heap_head(block)->holders > 0) return;
  GLOBAL HeapSlot *slot = heap_slot(heap, launch);
  const int class_number = heap_head(block)->class_number;
  *(GLOBAL int64_t *)block = slot->free[class_number];
  slot->free[class_number] = heap_place(heap, block) - (int64_t)sizeof(HeapHead);
}

// The block has room for `more` bytes after the first `used` ones, which it keeps.
DEVICE bool heap_reserve(STANDARD_PARAMS, int64_t number, GLOBAL uint8_t **block, int64_t used,
                         int64_t more) {
  GLOBAL uint8_t *old = *block;
  const int64_t bytes = used + (more < 0 ? 0 : more);
  int64_t room = 0;
  if (old != 0)
    room = ((int64_t)1 << (heap_head(old)->class_number + HEAP_CLASS_LEAST)) -
           (int64_t)sizeof(HeapHead);
  if (old != 0 && room >= bytes) return true;
  if (!heap_new(STANDARD_ARGS, number, block, bytes)) return false;
  for (int64_t i = 0; i < used; i++)
    (*block)[i] = old[i];
  heap_release(STANDARD_ARGS, old);
  return true;
}
