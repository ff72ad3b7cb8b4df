// Decompression of gzip files (RFC 1951 and RFC 1952), which data sets often are, and of what
// pictures and archives contain.
#ifndef BASE_GUNZIP_H
#define BASE_GUNZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

// Appends what the bytes of a gzip file, possibly of several parts, stand for. Sets *error and
// yields false when they are malformed or cut off, or stand for more than limit bytes.
bool gunzip(StrBuf *out, const char *bytes, size_t length, size_t limit, const char **error);

// The same for bytes without a head or checksum (RFC 1951); what is after their end is not looked
// at.
bool gunzip_bare(StrBuf *out, const char *bytes, size_t length, size_t limit, const char **error);

// The checksum of gzip, zip and png files.
uint32_t gunzip_checksum(const char *bytes, size_t length);

#endif
