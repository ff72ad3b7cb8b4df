// A JSON writer. Misuse (a value without a key, unbalanced ends) is an internal error.
//
//   JsonWriter json = json_begin(&buffer);
//   json_begin_object(&json);
//   json_key(&json, "name"), json_string(&json, "ravel");
//   json_end_object(&json);
//   json_end(&json);
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

// The private part: where text goes, and one byte for each open object or array.
typedef struct JsonWriter {
  StrBuf *out;
  StrBuf levels;
  bool has_key, is_done;
} JsonWriter;

// Starts a document that is appended to out; json_end checks that it is complete.
JsonWriter json_begin(StrBuf *out);
void json_end(JsonWriter *json);

void json_begin_object(JsonWriter *json);
void json_end_object(JsonWriter *json);
void json_begin_array(JsonWriter *json);
void json_end_array(JsonWriter *json);

// The key of the next value in an object.
void json_key(JsonWriter *json, const char *key);

// A string; bytes that are not UTF-8 become U+FFFD. json_text takes a length.
void json_string(JsonWriter *json, const char *text);
void json_text(JsonWriter *json, const char *text, size_t length);

// Numbers; a double is written so that it reads back equal, NaN and infinities as null.
void json_int(JsonWriter *json, int64_t value);
void json_double(JsonWriter *json, double value);

void json_bool(JsonWriter *json, bool value);
void json_null(JsonWriter *json);

#endif
