// NumPy's files. A .npy file is a head, which is a dictionary of Python, and the elements. A .npz
// file is a zip archive of such files, each stored as it is or compressed.
#include <stdlib.h>
#include <string.h>

#include "base/gunzip.h"
#include "driver/data.h"

static const char MAGIC[] = "\x93NUMPY";
enum { MAGIC_LENGTH = 6, ALIGNMENT = 64 };

static uint64_t little_endian(const char *bytes, size_t count) {
  uint64_t number = 0;
  for (size_t i = count; i > 0; i--)
    number = number << 8 | (unsigned char)bytes[i - 1];
  return number;
}

// ---- The head ----

typedef struct NpyHead {
  Prim prim;
  bool is_swapped; // the bytes of elements are in the other order
  bool is_column_major;
  int rank;
  int64_t shape[VALUE_MAX_RANK];
} NpyHead;

// What stands after a key of the dictionary; NULL when it is not there.
static const char *value_of(const char *head, const char *key) {
  const char *at = strstr(head, key);
  if (!at) return NULL;
  at += strlen(key);
  return at + strspn(at, " :");
}

static bool dtype_read(const char *text, NpyHead *head, ValueError *error) {
  static const struct {
    const char *name;
    Prim prim;
  } TYPES[] = {{"i1", PRIM_I8},  {"i2", PRIM_I16}, {"i4", PRIM_I32}, {"i8", PRIM_I64},
               {"u1", PRIM_U8},  {"u2", PRIM_U16}, {"u4", PRIM_U32}, {"u8", PRIM_U64},
               {"f2", PRIM_F16}, {"f4", PRIM_F32}, {"f8", PRIM_F64}, {"b1", PRIM_BOOL}};
  size_t length = text && (*text == '\'' || *text == '"') ? strcspn(text + 1, "'\"") : 0;
  if (length == 3 && strchr("<>|=", text[1]))
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
      if (memcmp(TYPES[i].name, text + 2, 2) == 0) {
        head->prim = TYPES[i].prim;
        head->is_swapped = text[1] == '>' && prim_size(head->prim) > 1;
        return true;
      }
  if (text && *text == '[')
    return data_fail(error, "its elements are records; save an array for each of their fields");
  return data_fail(error, "its elements are of type %.*s, which programs do not have",
                   (int)(length ? length + 2 : strcspn(text ? text : "?", ",}")),
                   text ? text : "?");
}

static bool shape_read(const char *text, NpyHead *head, ValueError *error) {
  if (!text || *text != '(') return data_fail(error, "its head has no shape");
  for (text++; *text && *text != ')'; text += strspn(text, " ,L")) {
    char *end = NULL;
    long long size = strtoll(text, &end, 10);
    if (end == text || size < 0 || size > VALUE_MAX_SIZE)
      return data_fail(error, "its head has a wrong shape");
    if (head->rank == VALUE_MAX_RANK) return data_fail(error, "it has too many dimensions");
    head->shape[head->rank++] = size;
    text = end;
  }
  return true;
}

// Reads the head and gives where the elements begin.
static bool head_read(const char *bytes, size_t length, NpyHead *head, size_t *start,
                      ValueError *error) {
  if (length < MAGIC_LENGTH + 4 || memcmp(bytes, MAGIC, MAGIC_LENGTH) != 0)
    return data_fail(error, "it is not a .npy file");
  size_t width = bytes[MAGIC_LENGTH] == 1 ? 2 : 4, before = MAGIC_LENGTH + 2 + width;
  size_t size = length < before ? SIZE_MAX : (size_t)little_endian(bytes + MAGIC_LENGTH + 2, width);
  if (length < before || size > length - before)
    return data_fail(error, "it is cut off in its head");
  char *text = calloc(size + 1, 1);
  if (!text) fatal_out_of_memory(size);
  memcpy(text, bytes + before, size);
  *head = (NpyHead){0};
  const char *order = value_of(text, "'fortran_order'");
  bool is_good = dtype_read(value_of(text, "'descr'"), head, error) &&
                 shape_read(value_of(text, "'shape'"), head, error);
  head->is_column_major = order && strncmp(order, "True", 4) == 0;
  free(text);
  *start = before + size;
  return is_good;
}

// ---- The elements ----

static void swap_bytes(char *data, size_t size, int64_t count) {
  for (int64_t i = 0; i < count; i++, data += size)
    for (size_t k = 0; k < size / 2; k++) {
      char byte = data[k];
      data[k] = data[size - 1 - k];
      data[size - 1 - k] = byte;
    }
}

// The elements in column-major order, the first index fastest, become row-major ones.
static void from_column_major(Value *value, const char *from) {
  size_t size = prim_size(value->prim);
  int64_t count = value_count(value), index[VALUE_MAX_RANK] = {0};
  for (int64_t i = 0; i < count; i++, from += size) {
    int64_t at = 0;
    for (int d = 0; d < value->rank; d++)
      at = at * value->shape[d] + index[d];
    memcpy((char *)value->data + at * (int64_t)size, from, size);
    for (int d = 0; d < value->rank && ++index[d] == value->shape[d]; d++)
      index[d] = 0;
  }
}

static bool bools_check(const Value *value, ValueError *error) {
  const unsigned char *data = value->data;
  for (int64_t i = 0; value->prim == PRIM_BOOL && i < value_count(value); i++)
    if (data[i] > 1) return data_fail(error, "an element of type bool is %d", data[i]);
  return true;
}

bool npy_read(const char *bytes, size_t length, Value *out, ValueError *error) {
  NpyHead head;
  size_t start = 0;
  *out = (Value){0};
  if (!head_read(bytes, length, &head, &start, error)) return false;
  // Memory is only taken for what is really there.
  size_t size = prim_size(head.prim), there = (length - start) / size;
  uint64_t count = 1;
  bool is_large = false;
  for (int d = 0; d < head.rank; d++) {
    is_large = is_large || (head.shape[d] != 0 && count > UINT64_MAX / (uint64_t)head.shape[d]);
    count *= (uint64_t)head.shape[d];
  }
  if (is_large)
    return data_fail(error, "it is cut off: there are %zu elements, far fewer than its shape says",
                     there);
  if (count > there)
    return data_fail(error, "it is cut off: there are %zu of %llu elements", there,
                     (unsigned long long)count);
  if (length - start > count * size) return data_fail(error, "there is more after its elements");
  if (!value_make(out, head.prim, head.rank, head.shape))
    return data_fail(error, "it is too large");
  if (head.is_column_major && head.rank > 1)
    from_column_major(out, bytes + start);
  else if (count > 0)
    memcpy(out->data, bytes + start, count * size);
  if (head.is_swapped) swap_bytes(out->data, size, (int64_t)count);
  if (bools_check(out, error)) return true;
  value_free(out);
  return false;
}

void npy_write(StrBuf *out, const Value *value) {
  static const char *const TYPES[] = {
      [PRIM_I8] = "|i1",  [PRIM_I16] = "<i2", [PRIM_I32] = "<i4", [PRIM_I64] = "<i8",
      [PRIM_U8] = "|u1",  [PRIM_U16] = "<u2", [PRIM_U32] = "<u4", [PRIM_U64] = "<u8",
      [PRIM_F16] = "<f2", [PRIM_F32] = "<f4", [PRIM_F64] = "<f8", [PRIM_BOOL] = "|b1"};
  StrBuf head = {0};
  strbuf_printf(&head, "{'descr': '%s', 'fortran_order': False, 'shape': (", TYPES[value->prim]);
  for (int d = 0; d < value->rank; d++)
    strbuf_printf(&head, "%lld,%s", (long long)value->shape[d], d + 1 < value->rank ? " " : "");
  strbuf_puts(&head, "), }");
  // The elements begin at a multiple of the alignment, after a line break.
  while ((MAGIC_LENGTH + 4 + head.length + 1) % ALIGNMENT != 0)
    strbuf_putc(&head, ' ');
  strbuf_putc(&head, '\n');
  strbuf_write(out, MAGIC, MAGIC_LENGTH);
  const char version[] = {1, 0, (char)(head.length & 255), (char)(head.length >> 8)};
  strbuf_write(out, version, sizeof version);
  strbuf_write(out, head.data, head.length);
  strbuf_write(out, value->data, (size_t)value_count(value) * prim_size(value->prim));
  strbuf_free(&head);
}

// ---- Archives ----

enum { END_SIZE = 22, ENTRY_SIZE = 46, LOCAL_SIZE = 30, MOST_BYTES = 1 << 30 };

// What the archive says about a file in it.
typedef struct ZipEntry {
  const char *name;
  size_t name_length;
  unsigned method;
  uint32_t checksum;
  uint64_t packed, size, at;
} ZipEntry;

// The record at the end, from which the list of files is found; NULL when there is none.
static const char *end_find(const char *bytes, size_t length) {
  for (size_t back = END_SIZE; back <= length && back <= END_SIZE + 65535; back++)
    if (memcmp(bytes + length - back, "PK\5\6", 4) == 0) return bytes + length - back;
  return NULL;
}

// Sizes beyond 32 bits stand in a field of their own, in this order.
static void sizes_extend(ZipEntry *entry, const char *extra, size_t length) {
  while (length >= 4) {
    size_t size = (size_t)little_endian(extra + 2, 2);
    if (size > length - 4) return;
    if (little_endian(extra, 2) == 1) {
      uint64_t *numbers[] = {&entry->size, &entry->packed, &entry->at};
      const char *at = extra + 4, *end = at + size;
      for (size_t i = 0; i < 3; i++)
        if (*numbers[i] == UINT32_MAX && end - at >= 8) {
          *numbers[i] = little_endian(at, 8);
          at += 8;
        }
      return;
    }
    extra += 4 + size;
    length -= 4 + size;
  }
}

// Reads an entry of the list and gives where the next one is; NULL when it is damaged.
static const char *entry_read_at(const char *at, const char *end, ZipEntry *entry) {
  if (end - at < ENTRY_SIZE || memcmp(at, "PK\1\2", 4) != 0) return NULL;
  size_t extra = (size_t)little_endian(at + 30, 2), comment = (size_t)little_endian(at + 32, 2);
  *entry = (ZipEntry){.name = at + ENTRY_SIZE,
                      .name_length = (size_t)little_endian(at + 28, 2),
                      .method = (unsigned)little_endian(at + 10, 2),
                      .checksum = (uint32_t)little_endian(at + 16, 4),
                      .packed = little_endian(at + 20, 4),
                      .size = little_endian(at + 24, 4),
                      .at = little_endian(at + 42, 4)};
  size_t behind = entry->name_length + extra + comment;
  if ((size_t)(end - at - ENTRY_SIZE) < behind) return NULL;
  sizes_extend(entry, entry->name + entry->name_length, extra);
  return at + ENTRY_SIZE + behind;
}

// Appends what the file in the archive is.
static bool entry_unpack(const char *bytes, size_t length, const ZipEntry *entry, StrBuf *out,
                         ValueError *error) {
  const char *why = "it is cut off";
  bool is_there = entry->at <= length && length - entry->at >= LOCAL_SIZE &&
                  memcmp(bytes + entry->at, "PK\3\4", 4) == 0;
  const char *local = bytes + (is_there ? entry->at : 0);
  size_t start = is_there ? (size_t)entry->at + LOCAL_SIZE + (size_t)little_endian(local + 26, 2) +
                                (size_t)little_endian(local + 28, 2)
                          : 0;
  is_there = is_there && start <= length && length - start >= entry->packed;
  if (is_there && entry->method == 0)
    strbuf_write(out, bytes + start, (size_t)entry->packed);
  else if (is_there && entry->method == 8)
    is_there = gunzip_bare(out, bytes + start, (size_t)entry->packed, MOST_BYTES, &why);
  else if (is_there)
    return data_fail(error, "%.*s in it is compressed in an unknown way", (int)entry->name_length,
                     entry->name);
  if (!is_there)
    return data_fail(error, "%.*s in it: %s", (int)entry->name_length, entry->name, why);
  if (out->length == entry->size &&
      gunzip_checksum(strbuf_text(out), out->length) == entry->checksum)
    return true;
  return data_fail(error, "%.*s in it is damaged: its checksum is wrong", (int)entry->name_length,
                   entry->name);
}

static bool entry_take(Arena *arena, const char *bytes, size_t length, const ZipEntry *entry,
                       DataArrays *out, ValueError *error) {
  StrBuf file = {0};
  DataArray array = {.name = arena_strndup(arena, entry->name, entry->name_length)};
  bool is_good = entry_unpack(bytes, length, entry, &file, error);
  if (is_good) {
    is_good = npy_read(strbuf_text(&file), file.length, &array.value, error);
    if (!is_good) {
      ValueError why = *error;
      data_fail(error, "%s in it: %.400s", array.name, why.message);
    }
  }
  strbuf_free(&file);
  if (!is_good) return false;
  array.name = path_without_extension(arena, array.name);
  vec_push(arena, out, array);
  return true;
}

bool npz_read(Arena *arena, const char *bytes, size_t length, DataArrays *out, ValueError *error) {
  const char *end = end_find(bytes, length);
  if (!end) return data_fail(error, "it is not a .npz file, or it is cut off");
  uint64_t count = little_endian(end + 10, 2), at = little_endian(end + 16, 4);
  const char *next = at <= (uint64_t)(end - bytes) ? bytes + at : NULL;
  for (uint64_t i = 0; next && i < count; i++) {
    ZipEntry entry;
    next = entry_read_at(next, end, &entry);
    if (next && !entry_take(arena, bytes, length, &entry, out, error)) return false;
  }
  return next || data_fail(error, "its list of files is damaged");
}

static void put_number(StrBuf *out, uint64_t number, size_t bytes) {
  for (size_t i = 0; i < bytes; i++, number >>= 8)
    strbuf_putc(out, (char)(number & 255));
}

// What the head of a file and the entry in the list have in common.
static void put_common(StrBuf *out, const StrBuf *file, size_t name_length) {
  enum { VERSION = 20, DATE = 0x21 }; // the first day that there is
  put_number(out, VERSION, 2);
  put_number(out, 0, 2); // flags
  put_number(out, 0, 2); // stored
  put_number(out, 0, 2);
  put_number(out, DATE, 2);
  put_number(out, gunzip_checksum(strbuf_text(file), file->length), 4);
  put_number(out, file->length, 4);
  put_number(out, file->length, 4);
  put_number(out, name_length, 2);
  put_number(out, 0, 2); // extra
}

// The arrays are called as NumPy calls those without names: arr_0, arr_1 and so on.
bool npz_write(StrBuf *out, const Value *values, size_t count, ValueError *error) {
  StrBuf list = {0};
  bool is_good = true;
  for (size_t i = 0; is_good && i < count; i++) {
    StrBuf file = {0}, name = {0};
    npy_write(&file, &values[i]);
    strbuf_printf(&name, "arr_%zu.npy", i);
    is_good = file.length < UINT32_MAX - out->length;
    if (is_good) {
      strbuf_puts(&list, "PK\1\2");
      put_number(&list, 20, 2);
      put_common(&list, &file, name.length);
      put_number(&list, 0, 10); // comment, disk, attributes
      put_number(&list, out->length, 4);
      strbuf_write(&list, name.data, name.length);
      strbuf_puts(out, "PK\3\4");
      put_common(out, &file, name.length);
      strbuf_write(out, name.data, name.length);
      strbuf_write(out, file.data, file.length);
    }
    strbuf_free(&file);
    strbuf_free(&name);
  }
  size_t start = out->length;
  strbuf_write(out, strbuf_text(&list), list.length);
  strbuf_puts(out, "PK\5\6");
  put_number(out, 0, 4);
  put_number(out, count, 2);
  put_number(out, count, 2);
  put_number(out, list.length, 4);
  put_number(out, start, 4);
  put_number(out, 0, 2);
  strbuf_free(&list);
  return is_good || data_fail(error, "an archive holds at most 4 GiB");
}
