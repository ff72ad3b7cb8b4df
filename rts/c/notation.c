// The notation of NESL. See notation.h.

#include "rts/c/notation.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/value_internal.h"

typedef enum NotationKind {
  NOTATION_INT,
  NOTATION_FLOAT,
  NOTATION_BOOL,
  NOTATION_CHAR,
  NOTATION_FUNCTION,
  NOTATION_SEQUENCE,
  NOTATION_TUPLE
} NotationKind;

struct Notation {
  NotationKind kind;
  char *name;       // TUPLE: of a datatype, or NULL
  Notation **items; // SEQUENCE: one; TUPLE: its components
  size_t item_count;
  size_t leaf;       // the number of a scalar's leaf, or of an inner sequence's lengths
  bool has_lengths;  // SEQUENCE: it is inside of another one
  size_t leaf_count; // of the whole
};

// ---------------------------------------------------------------------------------------------
// Types

typedef struct TypeText {
  const char *at;
  size_t next_leaf;
  bool is_inside; // of a sequence
  int depth;
} TypeText;

enum { NOTATION_DEPTH_LIMIT = 500 };

void notation_free(Notation *notation) {
  if (notation == NULL) return;
  for (size_t i = 0; i < notation->item_count; i++)
    notation_free(notation->items[i]);
  free(notation->items);
  free(notation->name);
  free(notation);
}

size_t notation_leaf_count(const Notation *notation) { return notation->leaf_count; }

static void node_types(const Notation *notation, int rank, ValueType *types) {
  static const Prim PRIMS[] = {[NOTATION_INT] = PRIM_I64,
                               [NOTATION_FLOAT] = PRIM_F64,
                               [NOTATION_BOOL] = PRIM_BOOL,
                               [NOTATION_CHAR] = PRIM_U8,
                               [NOTATION_FUNCTION] = PRIM_BOOL};
  if (notation->has_lengths) types[notation->leaf] = (ValueType){.prim = PRIM_I64, .rank = 1};
  if (notation->item_count == 0)
    types[notation->leaf] = (ValueType){.prim = PRIMS[notation->kind], .rank = rank};
  for (size_t i = 0; i < notation->item_count; i++)
    node_types(notation->items[i], notation->kind == NOTATION_SEQUENCE ? 1 : rank, types);
}

void notation_types(const Notation *notation, ValueType *types) { node_types(notation, 0, types); }

static bool type_accept(TypeText *text, char c) {
  while (*text->at == ' ')
    text->at++;
  if (*text->at != c) return false;
  text->at++;
  return true;
}

static Notation *type_node(NotationKind kind) {
  Notation *notation = calloc(1, sizeof *notation);
  if (notation != NULL) notation->kind = kind;
  return notation;
}

static Notation *type_parse(TypeText *text);

static bool type_add_item(TypeText *text, Notation *notation) {
  Notation **items = realloc(notation->items, (notation->item_count + 1) * sizeof *items);
  if (items == NULL) return false;
  notation->items = items;
  Notation *item = type_parse(text);
  if (item == NULL) return false;
  items[notation->item_count++] = item;
  return true;
}

static bool type_parse_items(TypeText *text, Notation *notation) {
  do {
    if (!type_add_item(text, notation)) return false;
  } while (type_accept(text, ','));
  return type_accept(text, ')');
}

static bool type_parse_element(TypeText *text, Notation *notation) {
  bool was_inside = text->is_inside;
  notation->has_lengths = was_inside;
  if (was_inside) notation->leaf = text->next_leaf++;
  text->is_inside = true;
  bool is_good = type_add_item(text, notation) && type_accept(text, ']');
  text->is_inside = was_inside;
  return is_good;
}

// A scalar, a datatype, or a text.
static Notation *type_parse_name(TypeText *text) {
  static const char *const SCALARS[] = {"int", "float", "bool", "char", "fn"};
  const char *start = text->at;
  while (isalnum((unsigned char)*text->at) || *text->at == '_')
    text->at++;
  size_t length = (size_t)(text->at - start);
  for (size_t i = 0; i < sizeof SCALARS / sizeof *SCALARS; i++) {
    if (strlen(SCALARS[i]) != length || memcmp(SCALARS[i], start, length) != 0) continue;
    if (*text->at == '(') break; // a datatype that is called `fn`
    Notation *notation = type_node((NotationKind)i);
    if (notation != NULL) notation->leaf = text->next_leaf++;
    return notation;
  }
  if (length == 0 || !type_accept(text, '(')) return NULL;
  Notation *notation = type_node(NOTATION_TUPLE);
  if (notation == NULL) return NULL;
  notation->name = calloc(length + 1, 1);
  if (notation->name != NULL) memcpy(notation->name, start, length);
  if (notation->name != NULL && type_parse_items(text, notation)) return notation;
  notation_free(notation);
  return NULL;
}

static Notation *type_parse(TypeText *text) {
  if (text->depth == NOTATION_DEPTH_LIMIT) return NULL;
  text->depth++;
  size_t first = text->next_leaf;
  Notation *notation = NULL;
  bool is_good = true;
  if (type_accept(text, '[')) {
    notation = type_node(NOTATION_SEQUENCE);
    is_good = notation != NULL && type_parse_element(text, notation);
  } else if (type_accept(text, '(')) {
    notation = type_node(NOTATION_TUPLE);
    is_good = notation != NULL && type_parse_items(text, notation);
  } else {
    notation = type_parse_name(text);
  }
  text->depth--;
  if (notation != NULL) notation->leaf_count = text->next_leaf - first;
  if (is_good) return notation;
  notation_free(notation);
  return NULL;
}

Notation *notation_new(const char *type) {
  TypeText text = {.at = type};
  Notation *notation = type_parse(&text);
  if (notation == NULL || *text.at == '\0') return notation;
  notation_free(notation);
  return NULL;
}

const char *notation_find(const char *const *attributes, size_t count, const char *word,
                          size_t position) {
  size_t length = strlen(word);
  for (size_t i = 0; i < count; i++) {
    const char *text = attributes[i];
    if (strncmp(text, "nesl ", 5) != 0 || strncmp(text + 5, word, length) != 0) continue;
    if (text[5 + length] != ' ') continue;
    if (position-- == 0) return text + 5 + length + 1;
  }
  return NULL;
}

bool notation_is_program(const char *const *attributes, size_t count) {
  return notation_find_apl(attributes, count, "program") != NULL;
}

const char *notation_find_apl(const char *const *attributes, size_t count, const char *word) {
  size_t length = strlen(word);
  for (size_t i = 0; i < count; i++) {
    const char *text = attributes[i];
    if (strncmp(text, "apl ", 4) != 0 || strncmp(text + 4, word, length) != 0) continue;
    if (text[4 + length] == '\0' || text[4 + length] == ' ') return text + 4 + length;
  }
  return NULL;
}

bool notation_is_form(const char *const *attributes, size_t count) {
  static const char *const WORDS[] = {"shows", "prints"};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (notation_find(attributes, count, WORDS[i], 0) != NULL) return true;
  return notation_is_program(attributes, count) ||
         notation_find_apl(attributes, count, "shows") != NULL ||
         notation_find_apl(attributes, count, "keeps") != NULL;
}

const char *notation_obstacle(const char *prints, const char *name) {
  size_t length = strlen(name);
  if (prints == NULL || strncmp(prints, name, length) != 0) return NULL;
  if (strncmp(prints + length, " = fn", 5) != 0) return NULL;
  return strstr(prints, " :: (") != NULL ? "has type parameters; annotate it with a type"
                                         : "has functions in it, and values from outside are none";
}

static bool is_string(const Notation *notation) {
  return notation->kind == NOTATION_SEQUENCE && notation->items[0]->kind == NOTATION_CHAR;
}

// The scalar that says how many elements a sequence that is inside of no other has: the lengths or
// the first scalar in it.
static size_t first_leaf(const Notation *notation) {
  while (notation->kind == NOTATION_TUPLE)
    notation = notation->items[0];
  return notation->leaf;
}

// ---------------------------------------------------------------------------------------------
// Writing. Every leaf is read from its first to its last element.

typedef struct NotationOutput {
  Writer *writer;
  const Value *leaves;
  size_t *cursors; // of each leaf
  int64_t limit;
  bool is_hidden; // after the limit: nothing is written
  ValueError *error;
} NotationOutput;

static const void *output_next(NotationOutput *output, size_t leaf) {
  size_t size = prim_size(output->leaves[leaf].prim);
  return (const char *)output->leaves[leaf].data + size * output->cursors[leaf]++;
}

static bool output_put(NotationOutput *output, const char *text) {
  return output->is_hidden || writer_put(output->writer, text, strlen(text), output->error);
}

// A character in a string or after a backquote.
static bool output_char(NotationOutput *output, unsigned char c, bool is_in_string) {
  static const char LETTERS[] = "nrt0\\\"", VALUES[] = "\n\r\t\0\\\"";
  char text[8] = {(char)c, '\0'};
  const char *found = memchr(VALUES, c, sizeof VALUES - 1);
  if (found != NULL && (is_in_string || (c != '"' && c != '\\'))) {
    text[0] = '\\';
    text[1] = LETTERS[found - VALUES];
    text[2] = '\0';
  }
  return output_put(output, text);
}

static bool output_scalar(NotationOutput *output, const Notation *notation) {
  const void *data = output_next(output, notation->leaf);
  char text[ELEMENT_TEXT_SIZE];
  switch (notation->kind) {
  case NOTATION_INT: snprintf(text, sizeof text, "%" PRId64, *(const int64_t *)data); break;
  case NOTATION_FLOAT: {
    double number = *(const double *)data;
    bool is_finite = number - number == 0.0;
    if (is_finite) {
      *float_print(&output->writer->powers, PRIM_F64, data, text) = '\0';
      text[strcspn(text, "f")] = '\0'; // without the suffix of the data format
    } else {
      snprintf(text, sizeof text, number != number ? "nan" : number > 0.0 ? "inf" : "-inf");
    }
    break;
  }
  case NOTATION_BOOL: snprintf(text, sizeof text, *(const bool *)data ? "T" : "F"); break;
  case NOTATION_FUNCTION: snprintf(text, sizeof text, "fn"); break;
  case NOTATION_CHAR:
    return output_put(output, "`") && output_char(output, *(const unsigned char *)data, false);
  case NOTATION_SEQUENCE:
  case NOTATION_TUPLE: return false;
  }
  return output_put(output, text);
}

static bool output_value(NotationOutput *output, const Notation *notation);

static int64_t output_length(NotationOutput *output, const Notation *notation) {
  if (notation->has_lengths) return *(const int64_t *)output_next(output, notation->leaf);
  return output->leaves[first_leaf(notation->items[0])].shape[0];
}

static bool output_sequence(NotationOutput *output, const Notation *notation) {
  int64_t length = output_length(output, notation);
  bool is_text = is_string(notation), was_hidden = output->is_hidden;
  if (!output_put(output, is_text ? "\"" : "[")) return false;
  for (int64_t i = 0; i < length; i++) {
    if (i == output->limit) {
      if (!output_put(output, is_text || i == 0 ? "..." : ", ...")) return false;
      output->is_hidden = true;
    }
    if (is_text) {
      unsigned char c = *(const unsigned char *)output_next(output, notation->items[0]->leaf);
      if (!output_char(output, c, true)) return false;
    } else {
      if (i > 0 && !output_put(output, ", ")) return false;
      if (!output_value(output, notation->items[0])) return false;
    }
  }
  output->is_hidden = was_hidden;
  return output_put(output, is_text ? "\"" : "]");
}

static bool output_tuple(NotationOutput *output, const Notation *notation) {
  if (notation->name != NULL && !output_put(output, notation->name)) return false;
  for (size_t i = 0; i < notation->item_count; i++)
    if (!output_put(output, i == 0 ? "(" : ", ") || !output_value(output, notation->items[i]))
      return false;
  return output_put(output, ")");
}

static bool output_value(NotationOutput *output, const Notation *notation) {
  if (notation->kind == NOTATION_SEQUENCE) return output_sequence(output, notation);
  if (notation->kind == NOTATION_TUPLE) return output_tuple(output, notation);
  return output_scalar(output, notation);
}

bool notation_write(Writer *writer, const Notation *notation, const Value *leaves, int64_t limit,
                    ValueError *error) {
  NotationOutput output = {.writer = writer, .leaves = leaves, .limit = limit, .error = error};
  output.cursors = calloc(notation->leaf_count + 1, sizeof *output.cursors);
  if (output.cursors == NULL)
    return value_fail_memory(error, (notation->leaf_count + 1) * sizeof *output.cursors);
  bool is_good = output_value(&output, notation);
  free(output.cursors);
  return is_good;
}

// ---------------------------------------------------------------------------------------------
// Reading. Every leaf grows by one element after the other.

typedef struct NotationInput {
  Reader *reader;
  const ValueType *types;
  Value *leaves;      // data with room for `capacities` elements
  size_t *counts;     // of elements
  size_t *capacities; // of leaves
  ValueError *error;
} NotationInput;

static int input_peek(NotationInput *input, size_t offset) {
  reader_fill(input->reader, offset + 1);
  size_t rest = (size_t)(input->reader->end - input->reader->position);
  return offset < rest ? input->reader->position[offset] : -1;
}

// Also over comments, which go from one `%` to the next.
static void input_skip(NotationInput *input) {
  reader_skip_blanks(input->reader);
  while (input_peek(input, 0) == '%') {
    do
      input->reader->position++;
    while (input_peek(input, 0) >= 0 && input_peek(input, 0) != '%');
    if (input_peek(input, 0) == '%') input->reader->position++;
    reader_skip_blanks(input->reader);
  }
}

static bool input_accept(NotationInput *input, char c) {
  input_skip(input);
  if (input_peek(input, 0) != c) return false;
  input->reader->position++;
  return true;
}

static bool input_expect(NotationInput *input, char c) {
  return input_accept(input, c) ||
         reader_fail(input->reader, input->reader->position, input->error, "expected `%c`", c);
}

// Makes room for this many elements.
static bool input_reserve(NotationInput *input, size_t leaf, size_t capacity) {
  size_t size = prim_size(input->types[leaf].prim);
  if (capacity <= input->capacities[leaf]) return true;
  if (capacity > PTRDIFF_MAX / size) return value_fail_memory(input->error, SIZE_MAX);
  void *grown = realloc(input->leaves[leaf].data, capacity * size);
  if (grown == NULL) return value_fail_memory(input->error, capacity * size);
  input->leaves[leaf].data = grown;
  input->capacities[leaf] = capacity;
  return true;
}

static bool input_push(NotationInput *input, size_t leaf, const void *data) {
  size_t size = prim_size(input->types[leaf].prim);
  if (input->counts[leaf] == input->capacities[leaf] &&
      !input_reserve(input, leaf, input->capacities[leaf] * 2 + 8))
    return false;
  memcpy((char *)input->leaves[leaf].data + size * input->counts[leaf]++, data, size);
  return true;
}

// A character after a backquote or in a string.
static bool input_char(NotationInput *input, unsigned char *c) {
  static const char LETTERS[] = "nrt0\\\"", VALUES[] = "\n\r\t\0\\\"";
  int byte = input_peek(input, 0), next = input_peek(input, 1);
  if (byte < 0)
    return reader_fail(input->reader, input->reader->position, input->error,
                       "expected a character");
  const char *found = byte == '\\' && next > 0 ? strchr(LETTERS, next) : NULL;
  *c = found != NULL ? (unsigned char)VALUES[found - LETTERS] : (unsigned char)byte;
  input->reader->position += found != NULL ? 2 : 1;
  return true;
}

// `t` or `f`, and no longer word. NESL does not tell large letters from small ones.
static bool input_bool(NotationInput *input, bool *value) {
  int byte = tolower(input_peek(input, 0)), next = input_peek(input, 1);
  if ((byte != 't' && byte != 'f') || (next > 0 && (isalnum(next) || next == '_'))) return false;
  *value = byte == 't';
  input->reader->position++;
  return true;
}

// What is shown of a function; programs take none, but tests say what they show.
static bool input_function(NotationInput *input, const Notation *notation) {
  static const bool IS_THERE = true;
  if (input_peek(input, 0) != 'f' || input_peek(input, 1) != 'n')
    return reader_fail(input->reader, input->reader->position, input->error, "expected `fn`");
  input->reader->position += 2;
  return input_push(input, notation->leaf, &IS_THERE);
}

static bool input_scalar(NotationInput *input, const Notation *notation) {
  input_skip(input);
  if (notation->kind == NOTATION_FUNCTION) return input_function(input, notation);
  bool truth;
  unsigned char c;
  if (notation->kind == NOTATION_CHAR && input_accept(input, '`'))
    return input_char(input, &c) && input_push(input, notation->leaf, &c);
  if (notation->kind == NOTATION_BOOL && input_bool(input, &truth))
    return input_push(input, notation->leaf, &truth);
  ValueType type = {.prim = input->types[notation->leaf].prim};
  Value value;
  if (!value_read(input->reader, &type, &value, input->error)) return false;
  bool is_good = input_push(input, notation->leaf, value.data);
  value_free(&value);
  return is_good;
}

static bool input_value(NotationInput *input, const Notation *notation);

static bool input_string(NotationInput *input, const Notation *notation, int64_t *length) {
  while (input_peek(input, 0) != '"') {
    unsigned char c;
    if (!input_char(input, &c) || !input_push(input, notation->items[0]->leaf, &c)) return false;
    ++*length;
  }
  input->reader->position++;
  return true;
}

// The name of a scalar type at an offset: its length, or 0.
static size_t input_type_name(NotationInput *input, size_t offset) {
  static const char *const NAMES[] = {"int", "float", "bool", "char"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    size_t length = strlen(NAMES[i]), k = 0;
    while (k < length && tolower(input_peek(input, offset + k)) == NAMES[i][k])
      k++;
    int next = input_peek(input, offset + k);
    if (k == length && (next < 0 || !isalnum(next))) return length;
  }
  return 0;
}

// `[] int`, `[] [int]`: after an empty sequence the type of its elements may stand.
static void input_element_type(NotationInput *input) {
  size_t offset = 0, depth = 0;
  while (offset < READER_LOOKAHEAD / 4 && input_peek(input, offset) == ' ')
    offset++;
  for (; offset < READER_LOOKAHEAD / 4 && input_peek(input, offset) == '['; offset++)
    depth++;
  size_t length = input_type_name(input, offset);
  if (length == 0) return;
  for (offset += length; depth > 0; offset++, depth--)
    if (input_peek(input, offset) != ']') return;
  input->reader->position += offset;
}

static bool input_int(NotationInput *input, ValueType type, int64_t *number) {
  Value value;
  input_skip(input);
  if (!value_read(input->reader, &type, &value, input->error)) return false;
  *number = *(const int64_t *)value.data;
  value_free(&value);
  return true;
}

// What is left of `[0:10]` or `[0:10:2]` behind the first integer and the colon; that integer was
// pushed.
static bool input_range(NotationInput *input, size_t leaf, int64_t *length) {
  ValueType type = {.prim = input->types[leaf].prim};
  int64_t end = 0, step = 1;
  if (!input_int(input, type, &end)) return false;
  if (input_accept(input, ':') && !input_int(input, type, &step)) return false;
  if (step == 0)
    return reader_fail(input->reader, input->reader->position, input->error,
                       "the step of a range is 0");
  size_t at = --input->counts[leaf];
  int64_t first = ((const int64_t *)input->leaves[leaf].data)[at];
  // Distances may be out of the range of integers with a sign.
  uint64_t distance = (uint64_t)end - (uint64_t)first, stride = (uint64_t)step;
  if (step < 0) distance = -distance, stride = -stride;
  uint64_t size = (step > 0 ? first < end : first > end) ? (distance - 1) / stride + 1 : 0;
  if (size > SIZE_MAX - at) return value_fail_memory(input->error, SIZE_MAX);
  if (!input_reserve(input, leaf, at + (size_t)size)) return false;
  int64_t *elements = (int64_t *)input->leaves[leaf].data + at;
  for (uint64_t i = 0; i < size; i++)
    elements[i] = (int64_t)((uint64_t)first + i * (uint64_t)step);
  input->counts[leaf] += (size_t)size;
  *length = (int64_t)size;
  return input_expect(input, ']');
}

static bool input_elements(NotationInput *input, const Notation *notation, int64_t *length) {
  if (input_accept(input, ']')) {
    input_element_type(input);
    return true;
  }
  const Notation *element = notation->items[0];
  do {
    if (!input_value(input, element)) return false;
    ++*length;
    if (*length == 1 && element->kind == NOTATION_INT && input_accept(input, ':'))
      return input_range(input, element->leaf, length);
  } while (input_accept(input, ','));
  return input_expect(input, ']');
}

static bool input_sequence(NotationInput *input, const Notation *notation) {
  int64_t length = 0;
  size_t at = input->counts[notation->leaf];
  // The lengths of inner sequences come after that of this one.
  if (notation->has_lengths && !input_push(input, notation->leaf, &length)) return false;
  bool is_good = is_string(notation) && input_accept(input, '"')
                     ? input_string(input, notation, &length)
                     : input_expect(input, '[') && input_elements(input, notation, &length);
  if (is_good && notation->has_lengths)
    ((int64_t *)input->leaves[notation->leaf].data)[at] = length;
  return is_good;
}

// Does a tuple of its own hold what follows, from a component of this type on? Then there is one
// parenthesis more than the component begins with.
static bool is_nested_tail(NotationInput *input, const Notation *item) {
  size_t own = 0, found = 0;
  for (; item->kind == NOTATION_TUPLE && item->name == NULL; item = item->items[0])
    own++;
  input_skip(input);
  for (size_t offset = 0; found <= own && offset < READER_LOOKAHEAD / 2; offset++) {
    int byte = input_peek(input, offset);
    if (byte == '(')
      found++;
    else if (byte < 0 || !isspace(byte))
      break;
  }
  return found > own;
}

// The components from number `first` on. Tuples are pairs: (1, (2, 3)) is (1, 2, 3).
static bool input_items(NotationInput *input, const Notation *notation, size_t first) {
  for (size_t i = first; i < notation->item_count; i++) {
    if (i > first && !input_expect(input, ',')) return false;
    if (i > first && i + 1 < notation->item_count && is_nested_tail(input, notation->items[i]))
      return input_expect(input, '(') && input_items(input, notation, i) &&
             input_expect(input, ')');
    if (!input_value(input, notation->items[i])) return false;
  }
  return true;
}

static bool input_tuple(NotationInput *input, const Notation *notation) {
  input_skip(input);
  for (const char *name = notation->name; name != NULL && *name != '\0'; name++) {
    if (tolower(input_peek(input, 0)) != tolower((unsigned char)*name))
      return reader_fail(input->reader, input->reader->position, input->error, "expected `%s`",
                         notation->name);
    input->reader->position++;
  }
  return input_expect(input, '(') && input_items(input, notation, 0) && input_expect(input, ')');
}

static bool input_value(NotationInput *input, const Notation *notation) {
  if (notation->kind == NOTATION_SEQUENCE) return input_sequence(input, notation);
  if (notation->kind == NOTATION_TUPLE) return input_tuple(input, notation);
  return input_scalar(input, notation);
}

// Is the first number in brackets, from an offset on, followed by what only NESL writes there: the
// colon of a range, or a comment?
static bool is_number_of_nesl(NotationInput *input, size_t offset) {
  int byte = input_peek(input, offset);
  while (offset < READER_LOOKAHEAD / 2 && byte > 0 &&
         (isspace(byte) || isdigit(byte) || strchr("-.eE", byte) != NULL))
    byte = input_peek(input, ++offset);
  return byte == ':' || byte == '%';
}

// Is what follows in the notation of NESL? Otherwise the leaves follow one by one.
static bool is_notation(NotationInput *input, const Notation *notation) {
  input_skip(input);
  int first = input_peek(input, 0);
  if (first == '(' || first == '`') return true;
  if (notation->kind == NOTATION_TUPLE)
    return notation->name != NULL && tolower(first) == tolower((unsigned char)notation->name[0]);
  if (notation->kind == NOTATION_FUNCTION) return true;
  if (notation->kind != NOTATION_SEQUENCE) return notation->kind == NOTATION_BOOL && first != 'b';
  if (first != '[') return false;
  const Notation *element = notation->items[0];
  size_t offset = 1;
  while (offset < READER_LOOKAHEAD / 2 && input_peek(input, offset) > 0 &&
         isspace(input_peek(input, offset)))
    offset++;
  int second = input_peek(input, offset);
  if (element->kind == NOTATION_INT || element->kind == NOTATION_FLOAT)
    return second == ']' || is_number_of_nesl(input, offset);
  return element->kind == NOTATION_BOOL || (second != '-' && !isdigit(second));
}

// Makes values of what was gathered.
static bool input_finish(NotationInput *input, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Value *leaf = &input->leaves[i];
    leaf->prim = input->types[i].prim;
    leaf->rank = input->types[i].rank;
    if (leaf->rank > 0) {
      leaf->shape = calloc((size_t)leaf->rank, sizeof *leaf->shape);
      if (leaf->shape == NULL)
        return value_fail_memory(input->error, (size_t)leaf->rank * sizeof *leaf->shape);
      leaf->shape[0] = (int64_t)input->counts[i];
    }
    if (leaf->data == NULL) leaf->data = calloc(1, prim_size(leaf->prim));
    if (leaf->data == NULL) return value_fail_memory(input->error, prim_size(leaf->prim));
  }
  return true;
}

static bool read_leaves(NotationInput *input, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!value_read(input->reader, &input->types[i], &input->leaves[i], input->error)) return false;
  return true;
}

bool notation_read(Reader *reader, const Notation *notation, const ValueType *types, Value *leaves,
                   ValueError *error) {
  size_t count = notation->leaf_count;
  NotationInput input = {.reader = reader, .types = types, .leaves = leaves, .error = error};
  memset(leaves, 0, count * sizeof *leaves);
  input.counts = calloc(2 * count + 1, sizeof *input.counts);
  if (input.counts == NULL) return value_fail_memory(error, (2 * count + 1) * sizeof *input.counts);
  input.capacities = input.counts + count;
  bool is_good = is_notation(&input, notation)
                     ? input_value(&input, notation) && input_finish(&input, count)
                     : read_leaves(&input, count);
  if (is_good) input_skip(&input);
  for (size_t i = 0; !is_good && i < count; i++)
    value_free(&leaves[i]);
  free(input.counts);
  return is_good;
}
