#include "base/json_read.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"

// Values within values; deeper documents are refused rather than overflow the stack.
enum { DEPTH_LIMIT = 200 };

typedef struct JsonReader {
  Arena *arena;
  const char *text;
  size_t next, length;
  size_t depth;
  const char *error;
} JsonReader;

static const JsonValue *read_value(JsonReader *reader);

static const JsonValue *fail(JsonReader *reader, const char *error) {
  if (!reader->error) reader->error = error;
  return NULL;
}

static char peek(const JsonReader *reader) {
  return reader->next < reader->length ? reader->text[reader->next] : '\0';
}

static void skip_blanks(JsonReader *reader) {
  while (reader->next < reader->length && strchr(" \t\r\n", reader->text[reader->next]) &&
         reader->text[reader->next] != '\0')
    reader->next++;
}

// Takes the text if it is next.
static bool take(JsonReader *reader, const char *text) {
  size_t length = strlen(text);
  if (reader->length - reader->next < length) return false;
  if (memcmp(reader->text + reader->next, text, length) != 0) return false;
  reader->next += length;
  return true;
}

static JsonValue *value_new(JsonReader *reader, JsonKind kind) {
  JsonValue *value = arena_make(reader->arena, JsonValue);
  value->kind = kind;
  return value;
}

// ---- Strings ----

static bool read_hex(JsonReader *reader, uint32_t *code) {
  *code = 0;
  for (int i = 0; i < 4; i++, reader->next++) {
    char c = peek(reader);
    uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
                     : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
                                            : 16;
    if (digit == 16) return false;
    *code = *code << 4 | digit;
  }
  return true;
}

// The second half of a surrogate pair, if that is next.
static bool take_low(JsonReader *reader, uint32_t *low) {
  size_t start = reader->next;
  bool is_low = take(reader, "\\u") && read_hex(reader, low) && *low >= 0xDC00 && *low < 0xE000;
  if (!is_low) reader->next = start;
  return is_low;
}

// What stands after \u: one code, or two that make one character.
static bool read_unicode(JsonReader *reader, StrBuf *out) {
  uint32_t code, low;
  if (!read_hex(reader, &code)) return false;
  bool is_high = code >= 0xD800 && code < 0xDC00;
  if (is_high && take_low(reader, &low))
    code = 0x10000 + ((code - 0xD800) << 10 | (low - 0xDC00));
  else if (code >= 0xD800 && code < 0xE000)
    code = UTF8_REPLACEMENT;
  char bytes[4];
  strbuf_write(out, bytes, utf8_encode(code, bytes));
  return true;
}

static bool read_escape(JsonReader *reader, StrBuf *out) {
  static const char LETTERS[] = "\"\\/bfnrt", MEANT[] = "\"\\/\b\f\n\r\t";
  char letter = peek(reader);
  if (letter == '\0') return false;
  reader->next++;
  if (letter == 'u') return read_unicode(reader, out);
  const char *found = strchr(LETTERS, letter);
  if (found) strbuf_putc(out, MEANT[found - LETTERS]);
  return found != NULL;
}

// The text of a string; the opening quote is next.
static const char *read_text(JsonReader *reader, size_t *length) {
  StrBuf out = {0};
  bool is_good = take(reader, "\"");
  if (!is_good) fail(reader, "expected a string");
  while (is_good && peek(reader) != '"') {
    char c = peek(reader);
    if ((unsigned char)c < 0x20) {
      is_good = false;
      fail(reader, "a string without an end");
    } else if (c == '\\') {
      reader->next++;
      is_good = read_escape(reader, &out);
      if (!is_good) fail(reader, "a malformed escape");
    } else {
      strbuf_putc(&out, c);
      reader->next++;
    }
  }
  if (is_good) reader->next++;
  const char *text = arena_strndup(reader->arena, strbuf_text(&out), out.length);
  *length = out.length;
  strbuf_free(&out);
  return is_good ? text : NULL;
}

// ---- Values ----

static size_t skip_digits(const char *text) { return strspn(text, "0123456789"); }

// JSON's numbers are fewer than those that strtod reads.
static const JsonValue *read_number(JsonReader *reader) {
  char *copy = arena_strndup(reader->arena, reader->text + reader->next,
                             strspn(reader->text + reader->next, "+-.eE0123456789"));
  const char *at = copy + (*copy == '-');
  size_t digits = skip_digits(at);
  bool is_good = digits == 1 || (digits > 1 && *at != '0');
  at += digits;
  if (is_good && *at == '.') {
    digits = skip_digits(++at);
    is_good = digits > 0;
    at += digits;
  }
  if (is_good && (*at == 'e' || *at == 'E')) {
    at++;
    at += *at == '+' || *at == '-';
    digits = skip_digits(at);
    is_good = digits > 0;
    at += digits;
  }
  if (!is_good || *at != '\0') return fail(reader, "a malformed number");
  JsonValue *value = value_new(reader, JSON_NUMBER);
  value->number = strtod(copy, NULL);
  if (!isfinite(value->number)) return fail(reader, "a number that is too large");
  reader->next += strlen(copy);
  return value;
}

static bool read_item(JsonReader *reader, bool is_object, JsonItem *item) {
  *item = (JsonItem){0};
  skip_blanks(reader);
  if (is_object) {
    size_t length;
    item->key = read_text(reader, &length);
    if (!item->key) return false;
    skip_blanks(reader);
    if (!take(reader, ":")) {
      fail(reader, "expected : after a key");
      return false;
    }
  }
  item->value = read_value(reader);
  skip_blanks(reader);
  return item->value != NULL;
}

// An array or object; its opening bracket was taken.
static const JsonValue *read_items(JsonReader *reader, bool is_object) {
  const char *end = is_object ? "}" : "]";
  Vec(JsonItem) items = {0};
  skip_blanks(reader);
  bool is_done = take(reader, end);
  while (!is_done) {
    JsonItem item;
    if (!read_item(reader, is_object, &item)) return NULL;
    vec_push(reader->arena, &items, item);
    is_done = take(reader, end);
    if (!is_done && !take(reader, ",")) return fail(reader, "expected , or the end of the list");
  }
  JsonValue *value = value_new(reader, is_object ? JSON_OBJECT : JSON_ARRAY);
  value->items = items.data;
  value->count = items.count;
  return value;
}

static const JsonValue *read_plain(JsonReader *reader) {
  if (peek(reader) == '"') {
    size_t length;
    const char *text = read_text(reader, &length);
    if (!text) return NULL;
    JsonValue *value = value_new(reader, JSON_STRING);
    value->text = text;
    value->length = length;
    return value;
  }
  if (take(reader, "null")) return value_new(reader, JSON_NULL);
  bool is_true = take(reader, "true");
  if (is_true || take(reader, "false")) {
    JsonValue *value = value_new(reader, JSON_BOOL);
    value->truth = is_true;
    return value;
  }
  char c = peek(reader);
  if (c == '-' || (c >= '0' && c <= '9')) return read_number(reader);
  return fail(reader, "expected a value");
}

static const JsonValue *read_value(JsonReader *reader) {
  skip_blanks(reader);
  bool is_object = take(reader, "{");
  if (!is_object && !take(reader, "[")) return read_plain(reader);
  if (reader->depth == DEPTH_LIMIT) return fail(reader, "lists that are nested too deeply");
  reader->depth++;
  const JsonValue *value = read_items(reader, is_object);
  reader->depth--;
  return value;
}

const JsonValue *json_read(Arena *arena, const char *text, size_t length, const char **error,
                           size_t *offset) {
  // Ended by a NUL, for strspn.
  JsonReader reader = {
      .arena = arena, .text = arena_strndup(arena, text, length), .length = length};
  const JsonValue *value = read_value(&reader);
  skip_blanks(&reader);
  if (value && reader.next < length) value = fail(&reader, "expected the end of the document");
  *error = reader.error;
  *offset = reader.next;
  return value;
}

const JsonValue *json_member(const JsonValue *value, const char *key) {
  if (value->kind != JSON_OBJECT) return NULL;
  for (size_t i = 0; i < value->count; i++)
    if (strcmp(value->items[i].key, key) == 0) return value->items[i].value;
  return NULL;
}

const JsonValue *json_find(const JsonValue *value, const char *path) {
  while (value) {
    size_t length = strcspn(path, ".");
    const JsonValue *next = NULL;
    for (size_t i = 0; value->kind == JSON_OBJECT && i < value->count && !next; i++) {
      const char *key = value->items[i].key;
      if (strncmp(key, path, length) == 0 && key[length] == '\0') next = value->items[i].value;
    }
    if (path[length] == '\0') return next;
    value = next;
    path += length + 1;
  }
  return NULL;
}

const char *json_find_text(const JsonValue *value, const char *path, const char *fallback) {
  const JsonValue *found = json_find(value, path);
  return found && found->kind == JSON_STRING ? found->text : fallback;
}

double json_find_number(const JsonValue *value, const char *path, double fallback) {
  const JsonValue *found = json_find(value, path);
  return found && found->kind == JSON_NUMBER ? found->number : fallback;
}
