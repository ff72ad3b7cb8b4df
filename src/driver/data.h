// Values in the files of other programs: what `ravel run` takes as arguments and makes of results.
//
//   data.c         formats by extension; reading and writing a file
//   data_npy.c     NumPy's arrays: .npy, and archives of them, .npz
//   data_csv.c     numbers in rows: .csv
//   data_image.c   pictures as arrays of pixels; .ppm and .pgm
//   data_png.c     .png
//
// Files are not trusted: what is malformed, cut off or of a wrong type is an error that says what
// is wrong with the file, and where. Decompression is our own (base/gunzip.h), and what is written
// is not compressed: `cc` is all that a build needs.
#ifndef RAVEL_DRIVER_DATA_H
#define RAVEL_DRIVER_DATA_H

#include "base/base.h"
#include "rts/c/value.h"

typedef enum DataFormat {
  DATA_OTHER, // no format that is known
  DATA_TEXT,  // Futhark's, text or binary, for reading; text for writing
  DATA_BINARY,
  DATA_NPY,
  DATA_NPZ,
  DATA_CSV,
  DATA_PNG,
  DATA_PNM
} DataFormat;

// What the extension says. data_known lists the extensions.
DataFormat data_format(const char *path);
const char *data_known(void);

// What a value is to be. `channels` is the last dimension of three if it is a number, else 0.
typedef struct DataWanted {
  ValueType type;
  int64_t channels;
} DataWanted;

// A value with a name, in an archive.
typedef struct DataArray {
  const char *name;
  Value value;
} DataArray;

typedef Vec(DataArray) DataArrays;

// Makes a value of the bytes of a file, which is to be of the type. After a failure it holds
// nothing.
bool data_read(DataFormat format, const char *bytes, size_t length, DataWanted wanted, Value *out,
               ValueError *error);
// Is the value of the type? If not, the error says what it is.
bool data_check_type(const Value *value, ValueType wanted, ValueError *error);
// The arrays of an .npz file. The caller frees the values, also after a failure.
bool npz_read(Arena *arena, const char *bytes, size_t length, DataArrays *out, ValueError *error);

// Appends values in a format, of which all but .npz hold one.
bool data_write(StrBuf *out, DataFormat format, const Value *values, size_t count,
                ValueError *error);

// ---- For the files of this family ----

bool data_fail(ValueError *error, const char *format, ...) PRINTF_LIKE(2, 3);

bool npy_read(const char *bytes, size_t length, Value *out, ValueError *error);
void npy_write(StrBuf *out, const Value *value);
bool npz_write(StrBuf *out, const Value *values, size_t count, ValueError *error);

bool csv_read(const char *bytes, size_t length, ValueType wanted, Value *out, ValueError *error);
bool csv_write(StrBuf *out, const Value *value, ValueError *error);

// A picture: red, green, blue and alpha of each pixel, row by row.
typedef struct Image {
  int64_t width, height;
  unsigned char *pixels; // to be freed
  bool is_grey;          // for writing: red, green and blue are the same by the value's type
} Image;

// Room for the pixels; false if the picture is too large.
bool image_make(Image *image, int64_t width, int64_t height, ValueError *error);
bool image_has_alpha(const Image *image);

bool png_read(const char *bytes, size_t length, Image *image, ValueError *error);
void png_write(StrBuf *out, const Image *image);
bool image_read(DataFormat format, const char *bytes, size_t length, DataWanted wanted, Value *out,
                ValueError *error);
bool image_write(StrBuf *out, DataFormat format, const Value *value, ValueError *error);

#endif
