#include "front/occurrences.h"

#include <stdlib.h>

#include "front/settings.h"

void front_record(Occurrence occurrence) {
  FrontRecorder *recorder = front_settings()->recorder;
  if (recorder == NULL || occurrence.name == NULL || !span_is_known(occurrence.span)) return;
  vec_push(recorder->arena, &recorder->all, occurrence);
}

static int compare_places(const Occurrence *a, const Occurrence *b) {
  if (a->span.file != b->span.file) return a->span.file < b->span.file ? -1 : 1;
  if (a->span.start != b->span.start) return a->span.start < b->span.start ? -1 : 1;
  return 0;
}

// Of two at one place the older one is at the lower address, as long as pointers are sorted.
static int compare_all(const void *a, const void *b) {
  const Occurrence *left = *(const Occurrence *const *)a, *right = *(const Occurrence *const *)b;
  int order = compare_places(left, right);
  if (order != 0) return order;
  return left < right ? -1 : left > right;
}

void front_recorder_finish(FrontRecorder *recorder) {
  size_t count = recorder->all.count;
  if (count == 0) return;
  Occurrence **sorted = arena_array(recorder->arena, Occurrence *, count);
  for (size_t i = 0; i < count; i++)
    sorted[i] = &recorder->all.data[i];
  qsort(sorted, count, sizeof *sorted, compare_all);
  Occurrence *kept = arena_array(recorder->arena, Occurrence, count);
  size_t kept_count = 0;
  for (size_t i = 0; i < count; i++)
    if (i + 1 == count || compare_places(sorted[i], sorted[i + 1]) != 0)
      kept[kept_count++] = *sorted[i];
  recorder->all.data = kept;
  recorder->all.count = kept_count;
  recorder->all.capacity = count;
}

const Occurrence *front_recorder_at(const FrontRecorder *recorder, uint32_t file, uint32_t offset) {
  size_t low = 0, high = recorder->all.count; // those up to low begin at or before the offset
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    Span span = recorder->all.data[middle].span;
    if (span.file < file || (span.file == file && span.start <= offset))
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return NULL;
  const Occurrence *last = &recorder->all.data[low - 1];
  if (last->span.file != file || last->span.end < offset) return NULL;
  // Right after a name another one may begin, and it was found then.
  return last;
}
