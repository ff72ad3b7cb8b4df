// Scripts that compute the values of a test, as Futhark's tools have them.
//
//   exp      ::= "let" pattern "=" exp "in" exp | name { atom } | file string | atom
//   file     ::= "$loaddata" | "$loadbytes"
//   atom     ::= name | literal | "(" [ exp { "," exp } ] ")" | "{" [ field { "," field } ] "}"
//   field    ::= name "=" exp
//   pattern  ::= name | "_" | "(" pattern { "," pattern } ")"
//
// A name stands for a variable, or for an entry point, which is run. A literal is read as soon as
// it is known what type it must have: where it is an argument. So `make 10` works for any type of
// number.
#include <stdlib.h>
#include <string.h>

#include "driver/test.h"

// A scalar or an array: its value, or the text of a literal.
typedef struct Leaf {
  const Value *value; // NULL: a literal
  const char *text;
  size_t length;
} Leaf;

// Values of records are those of their fields, ordered by name. `parts` has the number of leaves of
// each component of a tuple; what is no tuple has one part.
typedef struct Made {
  Vec(Leaf) leaves;
  Vec(size_t) parts;
} Made;

typedef struct TestBinding {
  const char *name;
  Made made;
} TestBinding;

typedef struct Script {
  Arena *arena;
  const ScriptHost *host;
  Driver *driver;
  const TestData *data;
  size_t at; // in the text of the data
  size_t depth;
  Vec(Values *) owned;
  Vec(TestBinding) bindings; // the last one of a name counts
  StrBuf *why;
  bool has_failed;
} Script;

enum { DEPTH_LIMIT = 256 };

static const char BLANKS[] = " \t\r\n";

static void put_position(Script *script, size_t at) {
  uint32_t line, column;
  const SourceFile *file = source_get(script->driver->sources, script->data->span.file);
  source_position(file, script->data->span.start + (uint32_t)at, &line, &column);
  strbuf_printf(script->why, "line %u, column %u: ", (unsigned)line, (unsigned)column);
}

// Begins the message of the first failure. False when there was one already.
static bool fail_at(Script *script, size_t at) {
  if (script->has_failed) return false;
  script->has_failed = true;
  put_position(script, at);
  return true;
}

// ---- Tokens ----

static char peek(Script *script) {
  const TestData *data = script->data;
  while (script->at < data->length && strchr(BLANKS, data->text[script->at]))
    script->at++;
  return script->at < data->length && !script->has_failed ? data->text[script->at] : '\0';
}

static void fail_expected(Script *script, const char *what) {
  char found = peek(script);
  if (!fail_at(script, script->at)) return;
  strbuf_printf(script->why, "expected %s in the script, ", what);
  if (found)
    strbuf_printf(script->why, "found %.1s", script->data->text + script->at);
  else
    strbuf_puts(script->why, "found its end");
}

static bool accept(Script *script, char c) {
  if (peek(script) != c) return false;
  script->at++;
  return true;
}

static void expect(Script *script, char c) {
  char what[] = {c, '\0'};
  if (!accept(script, c)) fail_expected(script, what);
}

static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_constituent(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '\'' || c == '.';
}

// The name that comes next, or "".
static const char *peek_name(Script *script) {
  if (!is_name_start(peek(script))) return "";
  const char *text = script->data->text + script->at;
  size_t length = 1, left = script->data->length - script->at;
  while (length < left && is_constituent(text[length]))
    length++;
  return arena_strndup(script->arena, text, length);
}

static bool accept_word(Script *script, const char *word) {
  const char *name = peek_name(script);
  if (strcmp(name, word) != 0) return false;
  script->at += strlen(name);
  return true;
}

static const char *expect_name(Script *script) {
  const char *name = peek_name(script);
  if (!*name) fail_expected(script, "a name");
  script->at += strlen(name);
  return name;
}

// ---- Values ----

static Made made_from(Script *script, Leaf leaf) {
  Made made = {0};
  vec_push(script->arena, &made.leaves, leaf);
  vec_push(script->arena, &made.parts, 1);
  return made;
}

// Appends the leaves of a component.
static void made_add(Script *script, Made *made, const Made *part) {
  vec_append(script->arena, &made->leaves, part->leaves.data, part->leaves.count);
  vec_push(script->arena, &made->parts, part->leaves.count);
}

static Values *values_new(Script *script, size_t count) {
  Values *values = arena_make(script->arena, Values);
  values_make(values, count);
  vec_push(script->arena, &script->owned, values);
  return values;
}

static bool value_copy(const Value *from, Value *to) {
  if (!value_make(to, from->prim, from->rank, from->shape)) return false;
  memcpy(to->data, from->data, (size_t)value_count(from) * prim_size(from->prim));
  return true;
}

static void put_type(StrBuf *out, ValueType type) {
  char text[512];
  value_type_print(type, NULL, text, sizeof text);
  strbuf_puts(out, text);
}

// Reads a literal, which must have the type unless that is NULL.
static bool literal_read(Script *script, const Leaf *leaf, const ValueType *type, Value *value) {
  Reader *reader = reader_from_memory(leaf->text, leaf->length);
  if (!reader) fatal_out_of_memory(leaf->length);
  ValueError error = {0};
  bool is_good = value_read(reader, type, value, &error) && reader_at_end(reader, &error);
  if (!is_good && fail_at(script, (size_t)(leaf->text - script->data->text)))
    strbuf_puts(script->why, error.message);
  reader_free(reader);
  return is_good;
}

// The values that leaves stand for, of these types; freed by the caller, also after a failure.
static bool leaves_read(Script *script, size_t at, const char *whose, const Made *made,
                        const ValueType *types, Values *values) {
  if (made->leaves.count != values->count) {
    if (fail_at(script, at))
      strbuf_printf(script->why, "%s has %zu value%s, and here are %zu", whose, values->count,
                    values->count == 1 ? "" : "s", made->leaves.count);
    return false;
  }
  for (size_t i = 0; i < values->count && !script->has_failed; i++) {
    const Leaf *leaf = &made->leaves.data[i];
    ValueType type = leaf->value ? value_type(leaf->value) : types[i];
    bool is_type = type.prim == types[i].prim && type.rank == types[i].rank;
    if (!leaf->value) {
      literal_read(script, leaf, &types[i], &values->data[i]);
    } else if (!is_type && fail_at(script, at)) {
      strbuf_printf(script->why, "value %zu of %s has the type ", i + 1, whose);
      put_type(script->why, types[i]);
      strbuf_puts(script->why, ", and here is one of the type ");
      put_type(script->why, type);
    } else if (is_type && !value_copy(leaf->value, &values->data[i])) {
      fatal_out_of_memory((size_t)value_count(leaf->value) * prim_size(leaf->value->prim));
    }
  }
  return !script->has_failed;
}

// ---- Calls ----

static Made call(Script *script, size_t at, Fun *entry, const Made *given) {
  Made made = {0};
  size_t count = 0;
  const char *name = entry_name(entry);
  ValueType *types = entry_param_types(entry, &count);
  Values *arguments = values_new(script, count);
  const char *whose = arena_printf(script->arena, "the input of %s", name);
  bool is_good = leaves_read(script, at, whose, given, types, arguments);
  free(types);
  if (!is_good) return made;
  Values *results = values_new(script, 0);
  values_free(results);
  StrBuf why = {0};
  if (script->host->run(script->host, name, arguments, results, &why)) {
    for (size_t i = 0; i < results->count; i++)
      vec_push(script->arena, &made.leaves, (Leaf){.value = &results->data[i]});
    for (size_t i = 0; i < entry->entry->result_count; i++)
      vec_push(script->arena, &made.parts, entry->entry->results[i].count);
    if (made.parts.count == 0) vec_push(script->arena, &made.parts, results->count);
  } else if (fail_at(script, at)) {
    strbuf_printf(script->why, "%s fails: %s", name, strbuf_text(&why));
  }
  strbuf_free(&why);
  return made;
}

static const Made *variable_find(const Script *script, const char *name) {
  for (size_t i = script->bindings.count; i-- > 0;)
    if (strcmp(script->bindings.data[i].name, name) == 0) return &script->bindings.data[i].made;
  return NULL;
}

// ---- Expressions ----

static Made exp_make(Script *script);

// The end of a literal: of a string, of what brackets enclose, or of a word.
static size_t literal_end(const char *text, size_t at, size_t length) {
  size_t depth = 0;
  do {
    if (text[at] == '"') {
      for (at++; at < length && text[at] != '"'; at++)
        if (text[at] == '\\') at++;
      at = at < length ? at + 1 : length;
      continue;
    }
    depth += text[at] == '[' || text[at] == '(';
    depth -= (text[at] == ']' || text[at] == ')') && depth > 0;
    at++;
  } while (at < length && (depth > 0 || !strchr(" \t\r\n,)}\"[", text[at])));
  return at;
}

static bool is_literal_start(char c) { return c != '\0' && strchr("0123456789-\"[", c) != NULL; }

static bool is_literal_word(const char *name) {
  return strcmp(name, "true") == 0 || strcmp(name, "false") == 0 || strcmp(name, "empty") == 0 ||
         strncmp(name, "f16.", 4) == 0 || strncmp(name, "f32.", 4) == 0 ||
         strncmp(name, "f64.", 4) == 0;
}

static Made literal_make(Script *script) {
  const TestData *data = script->data;
  size_t start = script->at;
  script->at = literal_end(data->text, start, data->length);
  return made_from(script, (Leaf){.text = data->text + start, .length = script->at - start});
}

static Made tuple_make(Script *script) {
  Made made = {0};
  expect(script, '(');
  if (accept(script, ')')) return made;
  Made first = exp_make(script);
  if (accept(script, ')')) return first;
  made_add(script, &made, &first);
  while (!script->has_failed && accept(script, ',')) {
    Made part = exp_make(script);
    made_add(script, &made, &part);
  }
  expect(script, ')');
  return made;
}

static int binding_order(const void *one, const void *other) {
  return strcmp(((const TestBinding *)one)->name, ((const TestBinding *)other)->name);
}

static Made record_make(Script *script) {
  Vec(TestBinding) fields = {0};
  Made made = {0};
  expect(script, '{');
  while (!script->has_failed && peek(script) != '}') {
    TestBinding field = {.name = expect_name(script)};
    expect(script, '=');
    field.made = exp_make(script);
    vec_push(script->arena, &fields, field);
    if (!accept(script, ',')) break;
  }
  expect(script, '}');
  if (fields.count > 0) qsort(fields.data, fields.count, sizeof *fields.data, binding_order);
  for (size_t i = 0; i < fields.count; i++)
    vec_append(script->arena, &made.leaves, fields.data[i].made.leaves.data,
               fields.data[i].made.leaves.count);
  vec_push(script->arena, &made.parts, made.leaves.count);
  return made;
}

// All values in a text.
static Made text_values(Script *script, const char *name, const StrBuf *text, StrBuf *why) {
  Made made = {0};
  Reader *reader = reader_from_memory(strbuf_text(text), text->length);
  if (!reader) fatal_out_of_memory(text->length);
  ValueError error = {0}, ended = {0};
  while (!reader_at_end(reader, &ended)) {
    Values *values = values_new(script, 1);
    if (!value_read(reader, NULL, &values->data[0], &error)) break;
    Made part = made_from(script, (Leaf){.value = &values->data[0]});
    made_add(script, &made, &part);
  }
  reader_free(reader);
  if (error.message[0]) strbuf_printf(why, "%s: %s", name, error.message);
  return made;
}

// Its bytes, as an array.
static Made text_bytes(Script *script, const StrBuf *text) {
  Values *values = values_new(script, 1);
  if (!value_make(&values->data[0], PRIM_U8, 1, (int64_t[]){(int64_t)text->length}))
    fatal_out_of_memory(text->length);
  if (text->length > 0) memcpy(values->data[0].data, text->data, text->length);
  return made_from(script, (Leaf){.value = &values->data[0]});
}

// `$loaddata "file"`: all values of a file; `$loadbytes "file"`: its bytes.
static Made file_make(Script *script) {
  size_t start = script->at++;
  Made made = {0};
  bool is_bytes = accept_word(script, "loadbytes");
  if (!is_bytes && !accept_word(script, "loaddata")) {
    if (fail_at(script, start)) strbuf_puts(script->why, "only $loaddata and $loadbytes are known");
    return made;
  }
  if (peek(script) != '"') {
    fail_expected(script, "the name of a file in quotes");
    return made;
  }
  size_t begin = script->at + 1,
         end = literal_end(script->data->text, script->at, script->data->length);
  script->at = end;
  const char *name =
      arena_strndup(script->arena, script->data->text + begin, end > begin ? end - begin - 1 : 0);
  StrBuf text = {0}, why = {0};
  if (data_file_read(script->arena, path_join(script->arena, script->host->folder, name), &text,
                     &why))
    made = is_bytes ? text_bytes(script, &text) : text_values(script, name, &text, &why);
  if (why.length && fail_at(script, start)) strbuf_puts(script->why, strbuf_text(&why));
  strbuf_free(&text);
  strbuf_free(&why);
  return made;
}

static bool is_atom_start(Script *script) {
  char c = peek(script);
  const char *name = peek_name(script);
  if (*name) return strcmp(name, "in") != 0 && strcmp(name, "let") != 0;
  return c == '(' || c == '{' || is_literal_start(c);
}

// A variable, or an entry point with as many atoms as follow where it may have arguments.
static Made name_make(Script *script, bool may_have_arguments) {
  size_t start = script->at;
  const char *name = expect_name(script);
  const Made *variable = variable_find(script, name);
  if (variable) return *variable;
  Fun *entry = program_entry(script->host->program, name);
  Made given = {0};
  if (!entry) {
    if (fail_at(script, start)) strbuf_printf(script->why, "there is no entry point %s", name);
    return given;
  }
  while (may_have_arguments && !script->has_failed && is_atom_start(script)) {
    const char *word = peek_name(script);
    Made argument = *word && !is_literal_word(word) ? name_make(script, false)
                    : peek(script) == '('           ? tuple_make(script)
                    : peek(script) == '{'           ? record_make(script)
                                                    : literal_make(script);
    made_add(script, &given, &argument);
  }
  return script->has_failed ? given : call(script, start, entry, &given);
}

typedef struct Pattern Pattern;
struct Pattern {
  const char *name; // NULL: a tuple
  Vec(Pattern *) parts;
};

static Pattern *pattern_make(Script *script) {
  Pattern *pattern = arena_make(script->arena, Pattern);
  if (++script->depth > DEPTH_LIMIT) fail_expected(script, "fewer brackets");
  if (!script->has_failed && accept(script, '(')) {
    do
      vec_push(script->arena, &pattern->parts, pattern_make(script));
    while (!script->has_failed && accept(script, ','));
    expect(script, ')');
  } else {
    pattern->name = expect_name(script);
  }
  script->depth--;
  return pattern;
}

// Binds the names of a pattern. What is inside a component of a tuple is not known any more, so a
// tuple in a tuple fits when each of its leaves is a part.
static void pattern_bind(Script *script, size_t at, const Pattern *pattern, const Made *made) {
  if (pattern->name) {
    TestBinding binding = {.name = pattern->name, .made = *made};
    vec_push(script->arena, &script->bindings, binding);
    return;
  }
  if (pattern->parts.count != made->parts.count) {
    if (fail_at(script, at))
      strbuf_printf(script->why, "the pattern has %zu parts, and the value %zu",
                    pattern->parts.count, made->parts.count);
    return;
  }
  size_t first = 0;
  for (size_t i = 0; i < pattern->parts.count; i++) {
    Made part = {0};
    size_t count = made->parts.data[i];
    const Pattern *inner = pattern->parts.data[i];
    vec_append(script->arena, &part.leaves, made->leaves.data + first, count);
    for (size_t k = 0; k < (inner->name ? 1 : count); k++)
      vec_push(script->arena, &part.parts, inner->name ? count : 1);
    pattern_bind(script, at, inner, &part);
    first += count;
  }
}

static Made let_make(Script *script) {
  size_t start = script->at, outer = script->bindings.count;
  const Pattern *pattern = pattern_make(script);
  expect(script, '=');
  Made value = exp_make(script);
  if (!accept_word(script, "in")) fail_expected(script, "in");
  if (!script->has_failed) pattern_bind(script, start, pattern, &value);
  Made made = exp_make(script);
  script->bindings.count = outer;
  return made;
}

static Made exp_make(Script *script) {
  Made made = {0};
  if (++script->depth > DEPTH_LIMIT) fail_expected(script, "fewer brackets");
  char c = peek(script);
  if (script->has_failed) {
    // Nothing is read any more.
  } else if (accept_word(script, "let")) {
    made = let_make(script);
  } else if (c == '(') {
    made = tuple_make(script);
  } else if (c == '{') {
    made = record_make(script);
  } else if (c == '$') {
    made = file_make(script);
  } else if (is_literal_start(c) || is_literal_word(peek_name(script))) {
    made = literal_make(script);
  } else {
    made = name_make(script, true);
  }
  script->depth--;
  return made;
}

bool test_script_run(Driver *driver, const ScriptHost *host, const TestData *data,
                     const ValueType *types, Values *values, StrBuf *why) {
  Script script = {.arena = arena_new(), .host = host, .driver = driver, .data = data, .why = why};
  Made made = exp_make(&script);
  if (peek(&script)) fail_expected(&script, "its end");
  if (!script.has_failed) leaves_read(&script, 0, "the entry point", &made, types, values);
  for (size_t i = 0; i < script.owned.count; i++)
    values_free(script.owned.data[i]);
  arena_free(script.arena);
  return !script.has_failed;
}
