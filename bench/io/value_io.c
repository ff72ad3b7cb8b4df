// Throughput of value I/O, in MB/s of the external form, for arrays of ten million elements.
//
// `make bench` builds and runs it. Usage: value_io [COUNT]. Data go through a temporary file, so
// the binary numbers also measure that file system.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rts/c/value.h"

// What the elements look like.
typedef enum Fill { FILL_RANDOM, FILL_SMALL } Fill;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Random bits for integers; for floats numbers in [0, 1), or with three decimals for FILL_SMALL.
static void fill(Value *value, Fill how) {
  uint64_t random = 88172645463325252;
  int64_t count = value_count(value);
  for (int64_t i = 0; i < count; i++) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    double fraction =
        how == FILL_SMALL ? (double)(random % 1000000) / 1000 : (double)(random >> 11) * 0x1p-53;
    int64_t integer = how == FILL_SMALL ? (int64_t)(random % 1000) : (int64_t)random;
    if (value->prim == PRIM_F64)
      ((double *)value->data)[i] = fraction;
    else if (value->prim == PRIM_F32)
      ((float *)value->data)[i] = (float)fraction;
    else if (value->prim == PRIM_I32)
      ((int32_t *)value->data)[i] = (int32_t)integer;
    else if (value->prim == PRIM_I64)
      ((int64_t *)value->data)[i] = integer;
    else
      ((bool *)value->data)[i] = (integer & 1) != 0;
  }
}

static int measure(Prim prim, Fill how, bool is_binary, int64_t count) {
  Value value, back;
  ValueError error = {.message = "out of memory"};
  FILE *file = tmpfile();
  if (file == NULL || !value_make(&value, prim, 1, &count)) {
    fprintf(stderr, "value_io: cannot make a file or %lld elements\n", (long long)count);
    return 1;
  }
  fill(&value, how);
  Writer *writer = writer_to_file(file);
  double start = now();
  bool is_done = writer != NULL &&
                 (is_binary ? value_write_binary(writer, &value, &error)
                            : value_write_text(writer, &value, &error)) &&
                 writer_flush(writer, &error);
  double written = now();
  double size = (double)ftell(file) * 1e-6;
  rewind(file);
  ValueType type = value_type(&value);
  Reader *reader = reader_from_file(file);
  double middle = now();
  is_done = is_done && reader != NULL && value_read(reader, &type, &back, &error);
  double end = now();
  char message[256];
  if (!is_done || !value_compare(&value, &back, 0, message, sizeof message)) {
    fprintf(stderr, "value_io: %s\n", is_done ? message : error.message);
    return 1;
  }
  printf("%-6s %-6s %-6s %8.0f MB  write %7.0f MB/s  read %7.0f MB/s\n", prim_name(prim),
         how == FILL_SMALL ? "small" : "random", is_binary ? "binary" : "text", size,
         size / (written - start), size / (end - middle));
  reader_free(reader);
  writer_free(writer);
  value_free(&back);
  value_free(&value);
  fclose(file);
  return 0;
}

int main(int argc, char **argv) {
  static const Prim prims[] = {PRIM_I32, PRIM_I64, PRIM_F32, PRIM_F64, PRIM_BOOL};
  int64_t count = argc > 1 ? atoll(argv[1]) : 10000000;
  for (size_t i = 0; i < sizeof prims / sizeof *prims; i++) {
    for (int how = FILL_RANDOM; how <= FILL_SMALL; how++) {
      if (measure(prims[i], (Fill)how, false, count) != 0) return 1;
    }
    if (measure(prims[i], FILL_RANDOM, true, count) != 0) return 1;
  }
  return 0;
}
