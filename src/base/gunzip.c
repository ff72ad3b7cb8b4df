#include "base/gunzip.h"

#include <stdint.h>
#include <string.h>

enum {
  LONGEST_CODE = 15,
  QUICK_BITS = 10, // codes up to this length are found in a table
  LITERAL_COUNT = 288,
  DISTANCE_COUNT = 30,
  END_OF_BLOCK = 256,
};

// A prefix code. Codes of one length are consecutive numbers, in the order of their symbols.
typedef struct GunzipCode {
  uint16_t counts[LONGEST_CODE + 1]; // of codes, by length
  uint16_t symbols[LITERAL_COUNT];   // in the order of their codes
  uint16_t quick[1 << QUICK_BITS];   // by the next bits: symbol * 16 + length; 0 for a longer code
} GunzipCode;

typedef struct Inflater {
  const unsigned char *bytes;
  size_t length, at;
  uint64_t bits; // those read but not taken, the next one lowest
  unsigned bit_count;
  StrBuf *out;
  size_t begin, limit; // where this part begins in `out`, and how long that may become
  const char *error;
} Inflater;

static bool fail(Inflater *in, const char *error) {
  if (!in->error) in->error = error;
  return false;
}

// ---- Bits ----

static void bits_fill(Inflater *in) {
  for (; in->bit_count <= 56 && in->at < in->length; in->bit_count += 8)
    in->bits |= (uint64_t)in->bytes[in->at++] << in->bit_count;
}

static void bits_drop(Inflater *in, unsigned count) {
  if (count > in->bit_count) {
    fail(in, "it is cut off");
    count = in->bit_count;
  }
  in->bits >>= count;
  in->bit_count -= count;
}

static unsigned bits_take(Inflater *in, unsigned count) {
  bits_fill(in);
  unsigned result = (unsigned)(in->bits & ((1u << count) - 1));
  bits_drop(in, count);
  return result;
}

// Bytes follow: what is left of the current one is not used.
static void bits_end(Inflater *in) {
  bits_drop(in, in->bit_count % 8);
  in->at -= in->bit_count / 8;
  in->bits = 0;
  in->bit_count = 0;
}

// ---- Codes ----

static unsigned reversed(unsigned code, unsigned length) {
  unsigned result = 0;
  for (unsigned i = 0; i < length; i++)
    result |= (code >> i & 1) << (length - 1 - i);
  return result;
}

// Makes a code from the lengths of the symbols' codes; 0: the symbol has none. Only a code of a
// single symbol may leave words unused.
static bool code_make(Inflater *in, GunzipCode *code, const uint8_t *lengths, size_t count) {
  uint16_t places[LONGEST_CODE + 2] = {0};
  unsigned next[LONGEST_CODE + 1] = {0};
  *code = (GunzipCode){0};
  for (size_t i = 0; i < count; i++)
    code->counts[lengths[i]]++;
  size_t used = count - code->counts[0];
  code->counts[0] = 0;
  int left = 1;
  for (int length = 1; length <= LONGEST_CODE; length++) {
    left = left * 2 - code->counts[length];
    if (left < 0) return fail(in, "a code in it has too many words");
    next[length] = (next[length - 1] + code->counts[length - 1]) << 1;
    places[length + 1] = (uint16_t)(places[length] + code->counts[length]);
  }
  if (left > 0 && used > 1) return fail(in, "a code in it is not complete");
  for (size_t i = 0; i < count; i++) {
    unsigned length = lengths[i];
    if (!length) continue;
    code->symbols[places[length]++] = (uint16_t)i;
    unsigned word = reversed(next[length]++, length);
    for (; length <= QUICK_BITS && word < 1u << QUICK_BITS; word += 1u << length)
      code->quick[word] = (uint16_t)(i << 4 | length);
  }
  return true;
}

static unsigned symbol_take(Inflater *in, const GunzipCode *code) {
  bits_fill(in);
  unsigned quick = code->quick[in->bits & ((1u << QUICK_BITS) - 1)];
  if (quick) {
    bits_drop(in, quick & 15);
    return quick >> 4;
  }
  unsigned word = 0, first = 0, place = 0;
  for (unsigned length = 1; length <= LONGEST_CODE; length++) {
    word |= (unsigned)(in->bits >> (length - 1) & 1);
    unsigned count = code->counts[length];
    if (word < first + count) {
      bits_drop(in, length);
      return code->symbols[place + (word - first)];
    }
    place += count;
    first = (first + count) << 1;
    word <<= 1;
  }
  fail(in, in->bit_count < LONGEST_CODE ? "it is cut off" : "it uses a word that its code has not");
  return 0;
}

// ---- Blocks ----

static bool has_room(Inflater *in, size_t count) {
  if (count <= in->limit - in->out->length) return true;
  return fail(in, "what it stands for is too large");
}

static bool block_stored(Inflater *in) {
  bits_end(in);
  if (in->length - in->at < 4) return fail(in, "it is cut off");
  const unsigned char *head = in->bytes + in->at;
  unsigned count = head[0] | (unsigned)head[1] << 8, check = head[2] | (unsigned)head[3] << 8;
  in->at += 4;
  if ((count ^ check) != 0xFFFF) return fail(in, "the length of a block is damaged");
  if (in->length - in->at < count) return fail(in, "it is cut off");
  if (!has_room(in, count)) return false;
  strbuf_write(in->out, (const char *)in->bytes + in->at, count);
  in->at += count;
  return true;
}

// Appends what stands `distance` before the end; it may overlap what is appended.
static bool repeat(Inflater *in, size_t distance, size_t count) {
  StrBuf *out = in->out;
  if (distance > out->length - in->begin) return fail(in, "it refers to what is before its start");
  if (!has_room(in, count)) return false;
  strbuf_reserve(out, count);
  for (size_t i = 0; i < count; i++)
    out->data[out->length + i] = out->data[out->length + i - distance];
  out->length += count;
  out->data[out->length] = '\0';
  return true;
}

static bool repeat_take(Inflater *in, unsigned symbol, const GunzipCode *distances) {
  static const uint16_t LENGTHS[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                     15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                     67, 83, 99, 115, 131, 163, 195, 227, 258};
  static const uint8_t LENGTH_BITS[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
  size_t at = symbol - END_OF_BLOCK - 1;
  if (at >= sizeof LENGTH_BITS) return fail(in, "it uses a length that there is not");
  size_t count = LENGTHS[at] + bits_take(in, LENGTH_BITS[at]);
  unsigned code = symbol_take(in, distances);
  if (code >= DISTANCE_COUNT) return fail(in, "it uses a distance that there is not");
  unsigned more = code < 4 ? 0 : code / 2 - 1;
  size_t distance = code < 4 ? code + 1 : ((size_t)(2 + code % 2) << more) + 1;
  distance += bits_take(in, more);
  return !in->error && repeat(in, distance, count);
}

static bool block_coded(Inflater *in, const GunzipCode *literals, const GunzipCode *distances) {
  for (;;) {
    unsigned symbol = symbol_take(in, literals);
    if (in->error) return false;
    if (symbol == END_OF_BLOCK) return true;
    if (symbol > END_OF_BLOCK) {
      if (!repeat_take(in, symbol, distances)) return false;
    } else {
      if (!has_room(in, 1)) return false;
      strbuf_putc(in->out, (char)symbol);
    }
  }
}

static bool block_fixed(Inflater *in) {
  uint8_t lengths[LITERAL_COUNT];
  GunzipCode literals, distances;
  memset(lengths, 8, 144);
  memset(lengths + 144, 9, 112);
  memset(lengths + 256, 7, 24);
  memset(lengths + 280, 8, 8);
  if (!code_make(in, &literals, lengths, LITERAL_COUNT)) return false;
  memset(lengths, 5, 32);
  return code_make(in, &distances, lengths, 32) && block_coded(in, &literals, &distances);
}

// The lengths of the codes of a block are themselves written in a code, with repetitions.
static bool lengths_take(Inflater *in, const GunzipCode *code, uint8_t *lengths, size_t count) {
  for (size_t i = 0; i < count;) {
    unsigned symbol = symbol_take(in, code);
    if (in->error) return false;
    if (symbol < 16) {
      lengths[i++] = (uint8_t)symbol;
      continue;
    }
    if (symbol == 16 && i == 0) return fail(in, "it repeats a length that there is not");
    uint8_t length = symbol == 16 ? lengths[i - 1] : 0;
    size_t times = symbol == 16   ? 3 + bits_take(in, 2)
                   : symbol == 17 ? 3 + bits_take(in, 3)
                                  : 11 + bits_take(in, 7);
    if (times > count - i) return fail(in, "it has too many lengths of codes");
    memset(lengths + i, length, times);
    i += times;
  }
  return true;
}

static bool block_dynamic(Inflater *in) {
  enum { LENGTH_CODES = 19 };
  static const uint8_t ORDER[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                              11, 4,  12, 3, 13, 2, 14, 1, 15};
  uint8_t lengths[LITERAL_COUNT + 32] = {0};
  GunzipCode literals, distances;
  size_t literal_count = 257 + bits_take(in, 5), distance_count = 1 + bits_take(in, 5);
  size_t count = 4 + bits_take(in, 4);
  if (literal_count > LITERAL_COUNT - 2) return fail(in, "a code in it has too many symbols");
  for (size_t i = 0; i < count; i++)
    lengths[ORDER[i]] = (uint8_t)bits_take(in, 3);
  if (in->error || !code_make(in, &literals, lengths, LENGTH_CODES)) return false;
  GunzipCode of_lengths = literals;
  memset(lengths, 0, sizeof lengths);
  if (!lengths_take(in, &of_lengths, lengths, literal_count + distance_count)) return false;
  if (lengths[END_OF_BLOCK] == 0) return fail(in, "a block in it has no end");
  return code_make(in, &literals, lengths, literal_count) &&
         code_make(in, &distances, lengths + literal_count, distance_count) &&
         block_coded(in, &literals, &distances);
}

static bool inflate(Inflater *in) {
  for (bool is_last = false; !is_last;) {
    is_last = bits_take(in, 1);
    unsigned kind = bits_take(in, 2);
    if (in->error) return false;
    bool is_good = kind == 0   ? block_stored(in)
                   : kind == 1 ? block_fixed(in)
                   : kind == 2 ? block_dynamic(in)
                               : fail(in, "a block in it is of no kind");
    if (!is_good) return false;
  }
  bits_end(in);
  return !in->error;
}

// ---- Parts of a file ----

uint32_t gunzip_checksum(const char *bytes, size_t length) {
  uint32_t table[256], sum = 0xFFFFFFFFu;
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int k = 0; k < 8; k++)
      table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320u : 0);
  }
  for (size_t i = 0; i < length; i++)
    sum = sum >> 8 ^ table[(sum ^ (unsigned char)bytes[i]) & 255];
  return ~sum;
}

static uint32_t word_at(const unsigned char *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void skip_text(Inflater *in) {
  while (in->at < in->length && in->bytes[in->at] != 0)
    in->at++;
  in->at++;
}

static bool head_take(Inflater *in) {
  enum { HEAD = 10, HAS_CHECK = 2, HAS_EXTRA = 4, HAS_NAME = 8, HAS_COMMENT = 16 };
  const unsigned char *head = in->bytes + in->at;
  size_t left = in->length - in->at;
  if (left < 2 || head[0] != 0x1F || head[1] != 0x8B) return fail(in, "it is not a gzip file");
  if (left < HEAD) return fail(in, "it is cut off");
  if (head[2] != 8 || head[3] >= 32) return fail(in, "it is compressed in an unknown way");
  unsigned flags = head[3];
  in->at += HEAD;
  if (flags & HAS_EXTRA) {
    if (in->length - in->at < 2) return fail(in, "it is cut off");
    in->at += 2 + (size_t)(in->bytes[in->at] | in->bytes[in->at + 1] << 8);
  }
  if (flags & HAS_NAME) skip_text(in);
  if (flags & HAS_COMMENT) skip_text(in);
  if (flags & HAS_CHECK) in->at += 2;
  return in->at <= in->length || fail(in, "it is cut off");
}

static bool part_take(Inflater *in) {
  in->begin = in->out->length;
  if (!head_take(in) || !inflate(in)) return false;
  if (in->length - in->at < 8) return fail(in, "it is cut off");
  const unsigned char *tail = in->bytes + in->at;
  size_t length = in->out->length - in->begin;
  in->at += 8;
  if (word_at(tail + 4) != (uint32_t)length ||
      word_at(tail) != gunzip_checksum(strbuf_text(in->out) + in->begin, length))
    return fail(in, "it is damaged: its checksum is wrong");
  return true;
}

static Inflater inflater_for(StrBuf *out, const char *bytes, size_t length, size_t limit) {
  return (Inflater){.bytes = (const unsigned char *)bytes,
                    .length = length,
                    .out = out,
                    .begin = out->length,
                    .limit = limit > SIZE_MAX - out->length ? SIZE_MAX : out->length + limit};
}

bool gunzip_bare(StrBuf *out, const char *bytes, size_t length, size_t limit, const char **error) {
  Inflater in = inflater_for(out, bytes, length, limit);
  bool is_good = inflate(&in);
  if (!is_good) *error = in.error;
  return is_good;
}

bool gunzip(StrBuf *out, const char *bytes, size_t length, size_t limit, const char **error) {
  Inflater in = inflater_for(out, bytes, length, limit);
  do {
    if (!part_take(&in)) break;
    // Tapes are filled up with zeros.
    while (in.at < length && bytes[in.at] == 0)
      in.at++;
  } while (in.at < length);
  if (in.error) *error = in.error;
  return !in.error;
}
