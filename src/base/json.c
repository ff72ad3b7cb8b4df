#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/internal.h"
#include "base/utf8.h"

// What a level byte says: the kind of bracket, and whether something was written in it.
enum { EMPTY_OBJECT = '{', FULL_OBJECT = '}', EMPTY_ARRAY = '[', FULL_ARRAY = ']', TOP = 0 };

JsonWriter json_begin(StrBuf *out) { return (JsonWriter){.out = out}; }

void json_end(JsonWriter *json) {
  if (json->levels.length != 0 || !json->is_done) INTERNAL_ERROR("unfinished JSON");
  strbuf_free(&json->levels);
}

static char json_level(const JsonWriter *json) {
  return json->levels.length == 0 ? TOP : json->levels.data[json->levels.length - 1];
}

// Separates from what came before, and checks that a value may come here.
static void json_start_value(JsonWriter *json) {
  char level = json_level(json);
  if (level == TOP) {
    if (json->is_done) INTERNAL_ERROR("two JSON values at the top");
    json->is_done = true;
  } else if (level == EMPTY_OBJECT || level == FULL_OBJECT) {
    if (!json->has_key) INTERNAL_ERROR("a JSON value without a key");
    json->has_key = false;
  } else {
    if (level == FULL_ARRAY) strbuf_putc(json->out, ',');
    json->levels.data[json->levels.length - 1] = FULL_ARRAY;
  }
}

static void json_close(JsonWriter *json, char empty, char full) {
  char level = json_level(json);
  if ((level != empty && level != full) || json->has_key) INTERNAL_ERROR("unbalanced JSON");
  json->levels.length--;
  strbuf_putc(json->out, full);
}

void json_begin_object(JsonWriter *json) {
  json_start_value(json);
  strbuf_putc(&json->levels, EMPTY_OBJECT);
  strbuf_putc(json->out, '{');
}

void json_end_object(JsonWriter *json) { json_close(json, EMPTY_OBJECT, FULL_OBJECT); }

void json_begin_array(JsonWriter *json) {
  json_start_value(json);
  strbuf_putc(&json->levels, EMPTY_ARRAY);
  strbuf_putc(json->out, '[');
}

void json_end_array(JsonWriter *json) { json_close(json, EMPTY_ARRAY, FULL_ARRAY); }

static void write_escape(StrBuf *out, unsigned char byte) {
  static const char LETTERS[] = "\bb\ff\nn\rr\tt\"\"\\\\";
  for (size_t i = 0; LETTERS[i] != '\0'; i += 2) {
    if ((unsigned char)LETTERS[i] != byte) continue;
    strbuf_putc(out, '\\');
    strbuf_putc(out, LETTERS[i + 1]);
    return;
  }
  strbuf_printf(out, "\\u%04x", byte);
}

static void write_string(StrBuf *out, const char *text, size_t length) {
  strbuf_putc(out, '"');
  for (size_t i = 0; i < length;) {
    uint32_t codepoint = 0;
    size_t size = utf8_decode(text + i, length - i, &codepoint);
    if (size == 0) {
      strbuf_puts(out, "\uFFFD");
      size = 1;
    } else if (codepoint < 0x20 || codepoint == '"' || codepoint == '\\') {
      write_escape(out, (unsigned char)codepoint);
    } else {
      strbuf_write(out, text + i, size);
    }
    i += size;
  }
  strbuf_putc(out, '"');
}

void json_key(JsonWriter *json, const char *key) {
  char level = json_level(json);
  if ((level != EMPTY_OBJECT && level != FULL_OBJECT) || json->has_key)
    INTERNAL_ERROR("the JSON key %s is out of place", key);
  if (level == FULL_OBJECT) strbuf_putc(json->out, ',');
  json->levels.data[json->levels.length - 1] = FULL_OBJECT;
  write_string(json->out, key, strlen(key));
  strbuf_putc(json->out, ':');
  json->has_key = true;
}

void json_text(JsonWriter *json, const char *text, size_t length) {
  json_start_value(json);
  write_string(json->out, text, length);
}

void json_string(JsonWriter *json, const char *text) { json_text(json, text, strlen(text)); }

void json_int(JsonWriter *json, int64_t value) {
  json_start_value(json);
  strbuf_printf(json->out, "%" PRId64, value);
}

void json_double(JsonWriter *json, double value) {
  if (!isfinite(value)) {
    json_null(json);
    return;
  }
  json_start_value(json);
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  strbuf_puts(json->out, text);
}

void json_bool(JsonWriter *json, bool value) {
  json_start_value(json);
  strbuf_puts(json->out, value ? "true" : "false");
}

void json_null(JsonWriter *json) {
  json_start_value(json);
  strbuf_puts(json->out, "null");
}
