#include "base/utf8.h"

#include <string.h>

typedef struct Utf8Range {
  uint32_t first, last;
} Utf8Range;

static const Utf8Range ZERO_WIDTH[] = {
#define ZERO(first, last) {first, last},
#define WIDE(first, last)
#include "base/width.def"
#undef ZERO
#undef WIDE
};

static const Utf8Range WIDE_RANGES[] = {
#define ZERO(first, last)
#define WIDE(first, last) {first, last},
#include "base/width.def"
#undef ZERO
#undef WIDE
};

size_t utf8_decode(const char *text, size_t length, uint32_t *codepoint) {
  static const uint32_t SMALLEST[] = {0, 0, 0x80, 0x800, 0x10000};
  if (length == 0) return 0;
  const unsigned char *bytes = (const unsigned char *)text;
  uint32_t value = bytes[0];
  size_t size = 1;
  if (value >= 0x80) {
    if (value >= 0xC2 && value <= 0xDF) {
      size = 2;
      value &= 0x1F;
    } else if (value >= 0xE0 && value <= 0xEF) {
      size = 3;
      value &= 0x0F;
    } else if (value >= 0xF0 && value <= 0xF4) {
      size = 4;
      value &= 0x07;
    } else {
      return 0;
    }
  }
  if (size > length) return 0;
  for (size_t i = 1; i < size; i++) {
    if ((bytes[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (bytes[i] & 0x3F);
  }
  if (value < SMALLEST[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
  *codepoint = value;
  return size;
}

size_t utf8_encode(uint32_t codepoint, char out[4]) {
  if (codepoint > 0x10FFFF || (codepoint >= 0xD800 && codepoint <= 0xDFFF)) return 0;
  if (codepoint < 0x80) {
    out[0] = (char)codepoint;
    return 1;
  }
  size_t size = codepoint < 0x800 ? 2 : codepoint < 0x10000 ? 3 : 4;
  static const unsigned char LEAD[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = size - 1; i > 0; i--) {
    out[i] = (char)(0x80 | (codepoint & 0x3F));
    codepoint >>= 6;
  }
  out[0] = (char)(LEAD[size] | codepoint);
  return size;
}

// How many bytes at the start are characters of ASCII, at least: most texts are nothing else.
static size_t ascii_prefix(const char *text, size_t length) {
  size_t offset = 0;
  uint64_t word;
  for (; length - offset >= sizeof word; offset += sizeof word) {
    memcpy(&word, text + offset, sizeof word);
    if (word & 0x8080808080808080) break;
  }
  return offset;
}

size_t utf8_valid_prefix(const char *text, size_t length) {
  size_t offset = 0;
  while (offset < length) {
    offset += ascii_prefix(text + offset, length - offset);
    if (offset == length) break;
    uint32_t codepoint = 0;
    size_t size = utf8_decode(text + offset, length - offset, &codepoint);
    if (size == 0) break;
    offset += size;
  }
  return offset;
}

bool utf8_is_valid(const char *text, size_t length) {
  return utf8_valid_prefix(text, length) == length;
}

static bool is_in_ranges(const Utf8Range *ranges, size_t count, uint32_t codepoint) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (codepoint < ranges[middle].first) {
      high = middle;
    } else if (codepoint > ranges[middle].last) {
      low = middle + 1;
    } else {
      return true;
    }
  }
  return false;
}

int utf8_width(uint32_t codepoint) {
  if (codepoint >= 0x20 && codepoint < 0x7F) return 1;
  if (is_in_ranges(ZERO_WIDTH, sizeof ZERO_WIDTH / sizeof *ZERO_WIDTH, codepoint)) return 0;
  if (is_in_ranges(WIDE_RANGES, sizeof WIDE_RANGES / sizeof *WIDE_RANGES, codepoint)) return 2;
  return 1;
}

size_t utf8_display_width(const char *text, size_t length) {
  size_t width = 0;
  for (size_t offset = 0; offset < length;) {
    if (text[offset] >= 0x20 && text[offset] < 0x7F) {
      width++, offset++;
      continue;
    }
    uint32_t codepoint = 0;
    size_t size = utf8_decode(text + offset, length - offset, &codepoint);
    width += size == 0 ? 1 : (size_t)utf8_width(codepoint);
    offset += size == 0 ? 1 : size;
  }
  return width;
}
