// PNG files: read with any depth and palette, but not interlaced; written without compression.
#include <stdlib.h>
#include <string.h>

#include "base/gunzip.h"
#include "driver/data.h"

static const char MAGIC[] = "\x89PNG\r\n\x1A\n";
enum { MAGIC_LENGTH = 8, CHANNELS = 4 };

typedef enum PngKind {
  PNG_GREY = 0,
  PNG_RGB = 2,
  PNG_PALETTE = 3,
  PNG_GREY_ALPHA = 4,
  PNG_RGBA = 6
} PngKind;

typedef struct Png {
  uint32_t width, height;
  unsigned depth, kind;
  unsigned char palette[256][CHANNELS];
  size_t palette_count;
  bool has_clear; // one colour is transparent
  unsigned clear[3];
  StrBuf packed;
} Png;

static uint32_t big_endian(const char *bytes) {
  const unsigned char *at = (const unsigned char *)bytes;
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

// ---- Chunks ----

static size_t samples_of(unsigned kind) {
  switch (kind) {
  case PNG_GREY:
  case PNG_PALETTE: return 1;
  case PNG_GREY_ALPHA: return 2;
  case PNG_RGB: return 3;
  case PNG_RGBA: return 4;
  default: return 0; // of no kind, which is told
  }
}

static bool head_read(Png *png, const char *data, size_t length, ValueError *error) {
  if (length != 13) return data_fail(error, "its head is damaged");
  png->width = big_endian(data);
  png->height = big_endian(data + 4);
  if (png->width == 0 || png->height == 0) return data_fail(error, "it has no pixels");
  png->depth = (unsigned char)data[8];
  png->kind = (unsigned char)data[9];
  bool is_small = png->depth == 1 || png->depth == 2 || png->depth == 4;
  bool is_wide = png->depth == 16 && png->kind != PNG_PALETTE;
  bool is_depth = png->depth == 8 || is_wide || (is_small && samples_of(png->kind) == 1);
  if (samples_of(png->kind) == 0 || !is_depth || data[10] != 0 || data[11] != 0)
    return data_fail(error, "its pixels are of an unknown kind");
  return data[12] == 0 || data_fail(error, "it is interlaced, which is not supported");
}

static bool chunk_take(Png *png, const char *type, const char *data, size_t length,
                       ValueError *error) {
  if (memcmp(type, "IHDR", 4) == 0) return head_read(png, data, length, error);
  if (memcmp(type, "IDAT", 4) == 0) strbuf_write(&png->packed, data, length);
  if (memcmp(type, "PLTE", 4) == 0) {
    if (length % 3 != 0 || length > 768) return data_fail(error, "its palette is damaged");
    png->palette_count = length / 3;
    for (size_t i = 0; i < png->palette_count; i++) {
      memcpy(png->palette[i], data + 3 * i, 3);
      png->palette[i][3] = 255;
    }
  }
  if (memcmp(type, "tRNS", 4) == 0) {
    for (size_t i = 0; png->kind == PNG_PALETTE && i < length && i < 256; i++)
      png->palette[i][3] = (unsigned char)data[i];
    size_t count = png->kind == PNG_GREY ? 1 : png->kind == PNG_RGB ? 3 : 0;
    png->has_clear = count > 0 && length >= 2 * count;
    for (size_t i = 0; png->has_clear && i < count; i++)
      png->clear[i] = (unsigned)((unsigned char)data[2 * i] << 8 | (unsigned char)data[2 * i + 1]);
  }
  return true;
}

static bool chunks_read(Png *png, const char *bytes, size_t length, ValueError *error) {
  size_t at = MAGIC_LENGTH;
  if (length < MAGIC_LENGTH || memcmp(bytes, MAGIC, MAGIC_LENGTH) != 0)
    return data_fail(error, "it is not a .png file");
  for (bool is_end = false; !is_end;) {
    if (length - at < 12 || big_endian(bytes + at) > length - at - 12)
      return data_fail(error, "it is cut off");
    size_t size = big_endian(bytes + at);
    const char *type = bytes + at + 4, *data = type + 4;
    if (gunzip_checksum(type, size + 4) != big_endian(data + size))
      return data_fail(error, "it is damaged: a checksum is wrong");
    if (!chunk_take(png, type, data, size, error)) return false;
    is_end = memcmp(type, "IEND", 4) == 0;
    at += size + 12;
  }
  return png->width > 0 || data_fail(error, "it has no head");
}

// ---- Pixels ----

// Each byte was written as the difference to what its neighbours foretell.
static unsigned foretold(unsigned filter, unsigned left, unsigned above, unsigned corner) {
  int estimate = (int)left + (int)above - (int)corner;
  int to_left = abs(estimate - (int)left), to_above = abs(estimate - (int)above);
  int to_corner = abs(estimate - (int)corner);
  switch (filter) {
  case 0: return 0;
  case 1: return left;
  case 2: return above;
  case 3: return (left + above) / 2;
  default:
    return to_left <= to_above && to_left <= to_corner ? left
           : to_above <= to_corner                     ? above
                                                       : corner;
  }
}

static bool unfilter(unsigned char *rows, size_t stride, size_t height, size_t step,
                     ValueError *error) {
  for (size_t y = 0; y < height; y++) {
    unsigned char *row = rows + y * (stride + 1), *before = y > 0 ? row - stride - 1 : NULL;
    if (row[0] > 4) return data_fail(error, "row %zu is damaged", y + 1);
    for (size_t i = 1; i <= stride; i++) {
      unsigned left = i > step ? row[i - step] : 0, above = before ? before[i] : 0;
      unsigned corner = before && i > step ? before[i - step] : 0;
      row[i] = (unsigned char)(row[i] + foretold(row[0], left, above, corner));
    }
  }
  return true;
}

// Sample number `at` of a row.
static unsigned sample(const Png *png, const unsigned char *row, size_t at) {
  if (png->depth == 16) return (unsigned)(row[2 * at] << 8 | row[2 * at + 1]);
  if (png->depth == 8) return row[at];
  size_t bit = at * png->depth;
  return (unsigned)row[bit / 8] >> (8 - png->depth - bit % 8) & ((1u << png->depth) - 1);
}

static unsigned char to_byte(const Png *png, unsigned number) {
  return (unsigned char)(png->depth == 16 ? number >> 8 : number * 255 / ((1u << png->depth) - 1));
}

static bool pixel_read(const Png *png, const unsigned char *row, size_t x, unsigned char *pixel) {
  unsigned parts[CHANNELS] = {0};
  size_t count = samples_of(png->kind);
  for (size_t k = 0; k < count; k++)
    parts[k] = sample(png, row, x * count + k);
  if (png->kind == PNG_PALETTE) {
    memcpy(pixel, png->palette[parts[0]], CHANNELS);
    return parts[0] < png->palette_count;
  }
  bool is_grey = count < 3;
  bool is_clear = png->has_clear && parts[0] == png->clear[0] &&
                  (is_grey || (parts[1] == png->clear[1] && parts[2] == png->clear[2]));
  for (size_t k = 0; k < 3; k++)
    pixel[k] = to_byte(png, parts[is_grey ? 0 : k]);
  pixel[3] = count % 2 == 0 ? to_byte(png, parts[count - 1]) : is_clear ? 0 : 255;
  return true;
}

static bool pixels_read(Png *png, Image *image, ValueError *error) {
  size_t bits = samples_of(png->kind) * png->depth, stride = (png->width * bits + 7) / 8;
  size_t expected = (stride + 1) * png->height;
  const char *why = NULL;
  StrBuf rows = {0};
  // A head of two bytes is before what is compressed.
  bool is_good = png->packed.length > 2 &&
                 gunzip_bare(&rows, png->packed.data + 2, png->packed.length - 2, expected, &why);
  if (!is_good || rows.length != expected)
    is_good = data_fail(error, "its pixels are damaged: %s", why ? why : "some are missing");
  else
    is_good =
        unfilter((unsigned char *)rows.data, stride, png->height, bits < 8 ? 1 : bits / 8, error);
  for (size_t y = 0; is_good && y < png->height; y++)
    for (size_t x = 0; is_good && x < png->width; x++)
      if (!pixel_read(png, (unsigned char *)rows.data + y * (stride + 1) + 1, x,
                      image->pixels + (y * png->width + x) * CHANNELS))
        is_good = data_fail(error, "a pixel has a colour that its palette has not");
  strbuf_free(&rows);
  return is_good;
}

bool png_read(const char *bytes, size_t length, Image *image, ValueError *error) {
  Png png = {0};
  bool is_good =
      chunks_read(&png, bytes, length, error) && image_make(image, png.width, png.height, error);
  if (is_good && !pixels_read(&png, image, error)) {
    free(image->pixels);
    is_good = false;
  }
  strbuf_free(&png.packed);
  return is_good;
}

// ---- Writing ----

static void put_word(StrBuf *out, uint32_t word) {
  for (int shift = 24; shift >= 0; shift -= 8)
    strbuf_putc(out, (char)(word >> shift & 255));
}

static void put_chunk(StrBuf *out, const char *type, const StrBuf *data) {
  put_word(out, (uint32_t)data->length);
  size_t start = out->length;
  strbuf_puts(out, type);
  strbuf_write(out, strbuf_text(data), data->length);
  put_word(out, gunzip_checksum(out->data + start, out->length - start));
}

static uint32_t adler(const char *bytes, size_t length) {
  uint32_t low = 1, high = 0;
  for (size_t i = 0; i < length; i++) {
    low = (low + (unsigned char)bytes[i]) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

// What zlib would write without compression: blocks that are stored.
static void put_stored(StrBuf *out, const StrBuf *rows) {
  enum { MOST = 65535 };
  strbuf_puts(out, "\x78\x01");
  for (size_t at = 0; at < rows->length;) {
    size_t size = rows->length - at < MOST ? rows->length - at : MOST;
    const char head[] = {at + size == rows->length, (char)(size & 255), (char)(size >> 8),
                         (char)(~size & 255), (char)(~size >> 8 & 255)};
    strbuf_write(out, head, sizeof head);
    strbuf_write(out, rows->data + at, size);
    at += size;
  }
  put_word(out, adler(strbuf_text(rows), rows->length));
}

void png_write(StrBuf *out, const Image *image) {
  bool has_alpha = image_has_alpha(image);
  size_t samples = image->is_grey ? 1 : has_alpha ? 4 : 3;
  StrBuf head = {0}, rows = {0}, packed = {0}, none = {0};
  const char rest[] = {8, image->is_grey ? PNG_GREY : has_alpha ? PNG_RGBA : PNG_RGB, 0, 0, 0};
  put_word(&head, (uint32_t)image->width);
  put_word(&head, (uint32_t)image->height);
  strbuf_write(&head, rest, sizeof rest);
  for (int64_t y = 0; y < image->height; y++) {
    strbuf_putc(&rows, 0);
    for (int64_t x = 0; x < image->width; x++)
      strbuf_write(&rows, (const char *)image->pixels + (y * image->width + x) * CHANNELS, samples);
  }
  put_stored(&packed, &rows);
  strbuf_write(out, MAGIC, MAGIC_LENGTH);
  put_chunk(out, "IHDR", &head);
  put_chunk(out, "IDAT", &packed);
  put_chunk(out, "IEND", &none);
  strbuf_free(&head);
  strbuf_free(&rows);
  strbuf_free(&packed);
}
