// Pictures as arrays: [][]u32 and [][]i32 hold 0xAARRGGBB; [][][3]u8 and [][][4]u8 red, green, blue
// and alpha; [][]u8 is grey, and so are [][]f32 and [][]f64, from 0 to 1.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/data.h"

enum { RED, GREEN, BLUE, ALPHA, CHANNELS };

bool image_make(Image *image, int64_t width, int64_t height, ValueError *error) {
  enum { MOST = 1 << 16 };
  if (width < 1 || height < 1 || width > MOST || height > MOST)
    return data_fail(error, "a picture of %lld × %lld pixels is not supported", (long long)width,
                     (long long)height);
  *image = (Image){.width = width, .height = height};
  image->pixels = malloc((size_t)(width * height) * CHANNELS);
  return image->pixels || data_fail(error, "there is no memory for the picture");
}

bool image_has_alpha(const Image *image) {
  for (int64_t i = 0; i < image->width * image->height; i++)
    if (image->pixels[i * CHANNELS + ALPHA] != 255) return true;
  return false;
}

// ---- .ppm and .pgm ----

typedef struct Pnm {
  const char *at, *end;
} Pnm;

// The next number of the head, or of a picture in text; -1 when there is none.
static int64_t number_take(Pnm *pnm) {
  while (pnm->at < pnm->end && (isspace((unsigned char)*pnm->at) || *pnm->at == '#')) {
    if (*pnm->at == '#')
      while (pnm->at < pnm->end && *pnm->at != '\n')
        pnm->at++;
    else
      pnm->at++;
  }
  int64_t number = -1;
  for (; pnm->at < pnm->end && isdigit((unsigned char)*pnm->at); pnm->at++)
    if (number < INT32_MAX) number = (number < 0 ? 0 : number) * 10 + (*pnm->at - '0');
  return number;
}

static bool pnm_pixels(Pnm *pnm, char kind, int64_t most, Image *image, ValueError *error) {
  bool is_text = kind == '2' || kind == '3', is_grey = kind == '2' || kind == '5';
  int64_t each = is_grey ? 1 : 3, count = image->width * image->height;
  for (int64_t i = 0; i < count; i++) {
    unsigned char *pixel = image->pixels + i * CHANNELS;
    for (int64_t k = 0; k < each; k++) {
      int64_t number = is_text              ? number_take(pnm)
                       : pnm->at < pnm->end ? (unsigned char)*pnm->at++
                                            : -1;
      if (number < 0 || number > most)
        return data_fail(error, "it is cut off or damaged: pixel %lld of %lld cannot be read",
                         (long long)i + 1, (long long)count);
      pixel[k] = (unsigned char)((number * 255 + most / 2) / most);
    }
    if (is_grey) pixel[GREEN] = pixel[BLUE] = pixel[RED];
    pixel[ALPHA] = 255;
  }
  return true;
}

static bool pnm_read(const char *bytes, size_t length, Image *image, ValueError *error) {
  Pnm pnm = {.at = bytes + 2, .end = bytes + length};
  if (length < 2 || bytes[0] != 'P' || !strchr("2356", bytes[1]) || bytes[1] == '\0')
    return data_fail(error, "it is not a .ppm or .pgm file");
  int64_t width = number_take(&pnm), height = number_take(&pnm), most = number_take(&pnm);
  if (width < 0 || height < 0 || most < 1) return data_fail(error, "its head is malformed");
  if (most > 255)
    return data_fail(error, "its pixels go up to %lld, but only those up to 255 are supported",
                     (long long)most);
  if (!image_make(image, width, height, error)) return false;
  if (pnm.at < pnm.end) pnm.at++;
  if (pnm_pixels(&pnm, bytes[1], most, image, error)) return true;
  free(image->pixels);
  return false;
}

static void pnm_write(StrBuf *out, const Image *image) {
  strbuf_printf(out, "P%d\n%lld %lld\n255\n", image->is_grey ? 5 : 6, (long long)image->width,
                (long long)image->height);
  for (int64_t i = 0; i < image->width * image->height; i++)
    strbuf_write(out, (const char *)image->pixels + i * CHANNELS, image->is_grey ? 1 : 3);
}

// ---- To an array ----

static bool is_packed(ValueType type) {
  return type.rank == 2 && (type.prim == PRIM_U32 || type.prim == PRIM_I32);
}

static bool is_grey_type(ValueType type) {
  return type.rank == 2 && (type.prim == PRIM_U8 || type.prim == PRIM_F32 || type.prim == PRIM_F64);
}

static bool is_image_type(ValueType type) {
  return is_packed(type) || is_grey_type(type) || (type.rank == 3 && type.prim == PRIM_U8);
}

static bool fail_type(ValueType type, ValueError *error) {
  char text[256];
  value_type_print(type, NULL, text, sizeof text);
  return data_fail(error,
                   "a picture is a [][]u32, [][][3]u8, [][][4]u8, [][]u8, [][]f32 or [][]f64, "
                   "not %s",
                   text);
}

static double grey_of(const unsigned char *pixel) {
  return 0.299 * pixel[RED] + 0.587 * pixel[GREEN] + 0.114 * pixel[BLUE];
}

static void pixel_put(Value *value, int64_t at, const unsigned char *pixel, int64_t channels) {
  if (is_packed(value_type(value)))
    ((uint32_t *)value->data)[at] = (uint32_t)pixel[ALPHA] << 24 | (uint32_t)pixel[RED] << 16 |
                                    (uint32_t)pixel[GREEN] << 8 | pixel[BLUE];
  else if (value->rank == 3)
    memcpy((unsigned char *)value->data + at * channels, pixel, (size_t)channels);
  else if (value->prim == PRIM_U8)
    ((uint8_t *)value->data)[at] = (uint8_t)lround(grey_of(pixel));
  else if (value->prim == PRIM_F32)
    ((float *)value->data)[at] = (float)(grey_of(pixel) / 255);
  else
    ((double *)value->data)[at] = grey_of(pixel) / 255;
}

static bool image_to_value(const Image *image, DataWanted wanted, Value *out, ValueError *error) {
  bool has_alpha = image_has_alpha(image);
  int64_t channels = wanted.channels > 0 ? wanted.channels : has_alpha ? 4 : 3;
  if (wanted.type.rank == 3 && channels != 3 && channels != 4)
    return data_fail(error, "a pixel has 3 or 4 parts, not %lld", (long long)channels);
  bool has_room = is_packed(wanted.type) || (wanted.type.rank == 3 && channels == 4);
  if (has_alpha && !has_room)
    return data_fail(error, "it has pixels that are transparent, for which there is room in "
                            "[][][4]u8 and [][]u32 only");
  const int64_t shape[] = {image->height, image->width, channels};
  if (!value_make(out, wanted.type.prim, wanted.type.rank, shape))
    return data_fail(error, "there is no memory for the picture");
  for (int64_t i = 0; i < image->width * image->height; i++)
    pixel_put(out, i, image->pixels + i * CHANNELS, channels);
  return true;
}

bool image_read(DataFormat format, const char *bytes, size_t length, DataWanted wanted, Value *out,
                ValueError *error) {
  Image image = {0};
  if (!is_image_type(wanted.type)) return fail_type(wanted.type, error);
  bool is_good = format == DATA_PNG ? png_read(bytes, length, &image, error)
                                    : pnm_read(bytes, length, &image, error);
  if (!is_good) return false;
  is_good = image_to_value(&image, wanted, out, error);
  free(image.pixels);
  return is_good;
}

// ---- From an array ----

static unsigned char grey_at(const Value *value, int64_t at) {
  if (value->prim == PRIM_U8) return ((const uint8_t *)value->data)[at];
  double grey = value->prim == PRIM_F32 ? ((const float *)value->data)[at]
                                        : ((const double *)value->data)[at];
  return !(grey > 0) ? 0 : grey >= 1 ? 255 : (unsigned char)lround(grey * 255);
}

static void pixel_take(const Value *value, int64_t at, unsigned char *pixel) {
  if (is_packed(value_type(value))) {
    uint32_t word = ((const uint32_t *)value->data)[at];
    for (int k = 0; k < 3; k++)
      pixel[k] = (unsigned char)(word >> (16 - 8 * k) & 255);
    pixel[ALPHA] = (unsigned char)(word >> 24);
  } else if (value->rank == 3) {
    pixel[ALPHA] = 255;
    memcpy(pixel, (const unsigned char *)value->data + at * value->shape[2],
           (size_t)value->shape[2]);
  } else {
    pixel[RED] = pixel[GREEN] = pixel[BLUE] = grey_at(value, at);
    pixel[ALPHA] = 255;
  }
}

// Words whose alpha is 0 everywhere are 0x00RRGGBB, as many programs write them.
static void alpha_settle(Image *image) {
  int64_t count = image->width * image->height;
  for (int64_t i = 0; i < count; i++)
    if (image->pixels[i * CHANNELS + ALPHA] != 0) return;
  for (int64_t i = 0; i < count; i++)
    image->pixels[i * CHANNELS + ALPHA] = 255;
}

bool image_write(StrBuf *out, DataFormat format, const Value *value, ValueError *error) {
  ValueType type = value_type(value);
  if (!is_image_type(type)) return fail_type(type, error);
  if (type.rank == 3 && value->shape[2] != 3 && value->shape[2] != 4)
    return data_fail(error, "a pixel has 3 or 4 parts, not %lld", (long long)value->shape[2]);
  Image image;
  if (!image_make(&image, value->shape[1], value->shape[0], error)) return false;
  image.is_grey = is_grey_type(type);
  for (int64_t i = 0; i < image.width * image.height; i++)
    pixel_take(value, i, image.pixels + i * CHANNELS);
  if (is_packed(type)) alpha_settle(&image);
  bool is_good = format == DATA_PNG || !image_has_alpha(&image) ||
                 data_fail(error, "it has no room for pixels that are transparent; .png has");
  if (is_good && format == DATA_PNG)
    png_write(out, &image);
  else if (is_good)
    pnm_write(out, &image);
  free(image.pixels);
  return is_good;
}
