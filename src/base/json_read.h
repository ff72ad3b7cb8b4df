// A JSON reader: a whole document becomes a tree in an arena.
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef enum JsonKind {
  JSON_NULL,
  JSON_BOOL,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT,
} JsonKind;

typedef struct JsonValue JsonValue;

// Part of an array or an object; the key is NULL in an array.
typedef struct JsonItem {
  const char *key;
  const JsonValue *value;
} JsonItem;

struct JsonValue {
  JsonKind kind;
  bool truth;       // JSON_BOOL
  double number;    // JSON_NUMBER
  const char *text; // JSON_STRING, in UTF-8, ended by a NUL
  size_t length;    // of the text, which may have a NUL inside
  const JsonItem *items;
  size_t count; // of the items
};

// Reads a document. Half of a surrogate pair, as editors send it when a text is cut there, becomes
// U+FFFD. When the document is malformed yields NULL, and sets *error and the
// offset of the place.
const JsonValue *json_read(Arena *arena, const char *text, size_t length, const char **error,
                           size_t *offset);

// The member of this key; NULL when there is none, or when the value is no object.
const JsonValue *json_member(const JsonValue *value, const char *key);

// The member at the end of a path of keys, which dots separate; NULL when there is none.
const JsonValue *json_find(const JsonValue *value, const char *path);
// The text of such a member, and its number; the fallback when there is none of this kind.
const char *json_find_text(const JsonValue *value, const char *path, const char *fallback);
double json_find_number(const JsonValue *value, const char *path, double fallback);

#endif
