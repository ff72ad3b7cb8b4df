// Test blocks: the language in the comments of a source.
//
//   block     ::= "==" { item }
//   item      ::= "tags" "{" words "}" | "entry:" words-to-end-of-line | "shows" "{" lines "}"
//               | { modifier } [ "random" | "script" ] "input" data [ outcome ]
//               | "error:" regex-to-end-of-line | "warning:" regex-to-end-of-line | "pass:"
//               passes-to-end-of-line | "structure" [ passes ] "{" counts "}"
//               | "int:" ( "32" | "64" )
//   modifier  ::= STRING | "nobench" | "compiled" | "notest"
//   outcome   ::= ["output" data | "auto" "output"] ["prints" texts] ["traces" texts]
//               | "error:" regex-to-end-of-line ["prints" texts]
//   texts     ::= "{" { STRING } "}"
//   data      ::= "{" values "}" | "@" file | "{" "$" script "}"
//   counts    ::= { name number | "not" name }, separated by blanks or commas
//
// The blocks are parsed in a copy of the source in which everything else is blank, so that a
// position in the copy is a position in the source.
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "driver/test.h"
#include "imp/imp_launches.h"

typedef struct SpecParser {
  Driver *driver;
  const SourceFile *file;
  const char *text; // the blanked copy
  size_t next, end; // of the current block
  Words entries;    // of the current block
  TestSpec *spec;
  bool is_good;
} SpecParser;

static const char BLANKS[] = " \t\r\n";

static Span span_from(const SpecParser *parser, size_t start, size_t end) {
  return span_new(parser->file->id, (uint32_t)start, (uint32_t)end);
}

static void complain(SpecParser *parser, size_t start, size_t end, const char *expected) {
  if (parser->is_good)
    diag_error(parser->driver->diag, ERROR_TEST_SYNTAX, span_from(parser, start, end),
               "expected %s in the test block", expected);
  parser->is_good = false;
  parser->next = parser->end;
}

// ---- Tokens ----

static void skip_blanks(SpecParser *parser) {
  while (parser->next < parser->end && strchr(BLANKS, parser->text[parser->next]))
    parser->next++;
}

static bool is_blank_or(char c, const char *others) {
  return strchr(BLANKS, c) != NULL || (c && strchr(others, c) != NULL);
}

// The next word, which ends at a blank or a brace; empty at the end or at a brace.
static const char *peek_word(SpecParser *parser, size_t *length) {
  skip_blanks(parser);
  size_t end = parser->next;
  while (end < parser->end && !is_blank_or(parser->text[end], "{}"))
    end++;
  *length = end - parser->next;
  return parser->text + parser->next;
}

static bool take_word(SpecParser *parser, const char *word) {
  size_t length;
  const char *found = peek_word(parser, &length);
  if (length != strlen(word) || memcmp(found, word, length) != 0) return false;
  parser->next += length;
  return true;
}

// Takes a character, or complains.
static bool take_char(SpecParser *parser, char c, const char *expected) {
  skip_blanks(parser);
  if (parser->next < parser->end && parser->text[parser->next] == c) {
    parser->next++;
    return true;
  }
  complain(parser, parser->next, parser->next + (parser->next < parser->end), expected);
  return false;
}

// What is left of the line, without blanks around it.
static const char *take_line(SpecParser *parser, size_t *length) {
  while (parser->next < parser->end &&
         (parser->text[parser->next] == ' ' || parser->text[parser->next] == '\t'))
    parser->next++;
  size_t start = parser->next;
  while (parser->next < parser->end && parser->text[parser->next] != '\n')
    parser->next++;
  size_t end = parser->next;
  while (end > start && strchr(BLANKS, parser->text[end - 1]))
    end--;
  *length = end - start;
  return parser->text + start;
}

static size_t skip_string(const SpecParser *parser, size_t at) {
  for (at++; at < parser->end && parser->text[at] != '"'; at++)
    if (parser->text[at] == '\\') at++;
  return at < parser->end ? at + 1 : parser->end;
}

// The text between braces; strings may contain braces, and those in it must be closed.
static bool take_braces(SpecParser *parser, size_t *start, size_t *length) {
  if (!take_char(parser, '{', "{")) return false;
  size_t open = parser->next - 1, at = open, depth = 0;
  do {
    depth += parser->text[at] == '{';
    depth -= parser->text[at] == '}';
    at = parser->text[at] == '"' ? skip_string(parser, at) : at + 1;
  } while (at < parser->end && depth > 0);
  if (depth > 0) {
    complain(parser, open, open + 1, "a } that closes this {");
    return false;
  }
  *start = parser->next;
  *length = at - 1 - parser->next;
  parser->next = at;
  return true;
}

// ---- Items ----

// Values may be computed by a script, which begins with a dollar sign where it is not announced.
static bool is_script(const char *text, size_t length) {
  size_t blanks = 0;
  while (blanks < length && strchr(BLANKS, text[blanks]))
    blanks++;
  return blanks < length && text[blanks] == '$';
}

static TestData parse_data(SpecParser *parser, DataKind kind) {
  TestData data = {0};
  skip_blanks(parser);
  size_t start = parser->next, length;
  if (kind == DATA_TEXT && parser->next < parser->end && parser->text[start] == '@') {
    parser->next++;
    const char *word = peek_word(parser, &length);
    if (!length) complain(parser, start, start + 1, "the name of a file after @");
    data.kind = DATA_FILE;
    data.span = span_from(parser, parser->next, parser->next + length);
    data.text = arena_strndup(parser->driver->arena, word, length);
    data.length = length;
    parser->next += length;
  } else if (take_braces(parser, &start, &length)) {
    data.kind = is_script(parser->text + start, length) ? DATA_SCRIPT : kind;
    data.span = span_from(parser, start, start + length);
    data.text = parser->text + start;
    data.length = length;
  }
  return data;
}

static const char *take_regex(SpecParser *parser) {
  size_t length;
  const char *line = take_line(parser, &length);
  const char *pattern = arena_strndup(parser->driver->arena, line, length);
  regex_t regex;
  int error = *pattern ? regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) : 0;
  if (error) {
    char reason[256];
    regerror(error, &regex, reason, sizeof reason);
    size_t start = (size_t)(line - parser->text);
    complain(parser, start, start + length,
             arena_printf(parser->driver->arena, "an extended regular expression (%s)", reason));
  } else if (*pattern) {
    regfree(&regex);
  }
  return pattern;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The character that an escape stands for, or -1; *at is after it.
static int escaped(const char *text, size_t *at, size_t end) {
  static const char NAMES[] = "nt\"\\", CHARS[] = "\n\t\"\\";
  if (*at == end) return -1;
  char name = text[(*at)++];
  const char *known = strchr(NAMES, name);
  if (known && name) return CHARS[known - NAMES];
  if (name != 'x' || end - *at < 2) return -1;
  int high = hex_digit(text[*at]), low = hex_digit(text[*at + 1]);
  *at += 2;
  return high < 0 || low < 0 ? -1 : 16 * high + low;
}

// Strings between braces, one after the other, as in textual IR: \n \t \" \\ \xHH.
static TestData parse_texts(SpecParser *parser) {
  TestData data = {.kind = DATA_TEXT};
  StrBuf text = {0};
  size_t at, length;
  if (!take_braces(parser, &at, &length)) return data;
  data.span = span_from(parser, at, at + length);
  for (size_t end = at + length; at < end && parser->is_good; at++) {
    if (strchr(BLANKS, parser->text[at])) continue;
    size_t start = at++;
    int byte = parser->text[start] == '"' ? 0 : -1;
    while (byte >= 0 && at < end && parser->text[at] != '"') {
      byte = (unsigned char)parser->text[at++];
      if (byte == '\\') byte = escaped(parser->text, &at, end);
      if (byte >= 0) strbuf_putc(&text, (char)byte);
    }
    if (byte < 0 || at >= end) complain(parser, start, at, "strings");
  }
  data.length = text.length;
  data.text = arena_strndup(parser->driver->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return data;
}

// What stands before `input` is in `test` already.
static void parse_case(SpecParser *parser, size_t start, DataKind kind, TestCase test) {
  test.input = parse_data(parser, kind);
  if (take_word(parser, "output")) {
    test.output = parse_data(parser, DATA_TEXT);
  } else if (take_word(parser, "auto")) {
    if (!take_word(parser, "output")) complain(parser, parser->next, parser->next, "output");
  } else if (take_word(parser, "error:")) {
    test.error = take_regex(parser);
  }
  if (take_word(parser, "prints")) test.prints = parse_texts(parser);
  if (!test.error && take_word(parser, "traces")) test.traces = parse_texts(parser);
  if (!parser->is_good) return;
  test.span = span_from(parser, start, parser->next);
  Arena *arena = parser->driver->arena;
  if (parser->entries.count == 0) vec_push(arena, &parser->spec->cases, test);
  for (size_t i = 0; i < parser->entries.count; i++) {
    test.entry = parser->entries.data[i];
    vec_push(arena, &parser->spec->cases, test);
  }
}

// Is it an op, an output mode, par@level, kernel:name, copies or a number of launches?
static bool is_structure_name(const char *name) {
  Op op;
  if (launches_has_name(name)) return true;
  if (op_from_text(name, &op)) return true;
#define MODE(id, text, ...)                                                                        \
  if (strcmp(name, text) == 0) return true;
#include "ir/modes.def"
#undef MODE
#define KERNEL(id, text, ...)                                                                      \
  if (strcmp(name, "kernel:" text) == 0) return true;
#include "ir/kernels.def"
#undef KERNEL
  return strcmp(name, "par@thread") == 0 || strcmp(name, "par@block") == 0 ||
         strcmp(name, "par@grid") == 0 || strcmp(name, "copies") == 0;
}

// Programs written for another compiler count its constructs, such as `SegMap` or `/Loop/If`. None
// of ours begins like these.
static bool is_foreign_name(const char *name) {
  return *name == '/' || (*name >= 'A' && *name <= 'Z');
}

// Reads `name number` or `not name`; `not` is the name of an op too, before a number.
static bool parse_count(const Words *words, size_t *next, OpCount *count) {
  char *end = "x";
  bool has_number = *next + 1 < words->count;
  if (has_number) count->count = (size_t)strtoull(words->data[*next + 1], &end, 10);
  has_number = has_number && *end == 0;
  bool is_not = !has_number && strcmp(words->data[*next], "not") == 0;
  if (!has_number && !is_not) return false;
  if (is_not) count->count = 0;
  if (is_not && ++*next == words->count) return false;
  count->name = words->data[*next];
  *next += is_not ? 1 : 2;
  return is_structure_name(count->name) || is_foreign_name(count->name);
}

static void parse_counts(SpecParser *parser, size_t start, const Words *words,
                         Structure *structure) {
  for (size_t i = 0; i < words->count;) {
    OpCount count = {0};
    if (!parse_count(words, &i, &count)) {
      complain(parser, start, parser->next,
               "`name number` or `not name`, with the name of an op, a mode, par@level, "
               "kernel:name or copies,");
      return;
    }
    if (is_foreign_name(count.name))
      vec_push(parser->driver->arena, &structure->foreign, count.name);
    else
      vec_push(parser->driver->arena, &structure->counts, count);
  }
}

static void parse_structure(SpecParser *parser, size_t start) {
  Arena *arena = parser->driver->arena;
  Structure structure = {0};
  skip_blanks(parser);
  size_t passes = parser->next, length;
  while (parser->next < parser->end && parser->text[parser->next] != '{')
    parser->next++;
  structure.passes = words_split(arena, parser->text + passes, parser->next - passes);
  size_t inside;
  if (!take_braces(parser, &inside, &length)) return;
  Words words = words_split(arena, parser->text + inside, length);
  parse_counts(parser, inside, &words, &structure);
  structure.span = span_from(parser, start, parser->next);
  vec_push(arena, &parser->spec->structures, structure);
}

static void parse_tags(SpecParser *parser) {
  size_t start, length;
  if (!take_braces(parser, &start, &length)) return;
  Arena *arena = parser->driver->arena;
  Words tags = words_split(arena, parser->text + start, length);
  vec_append(arena, &parser->spec->tags, tags.data, tags.count);
}

// `int: 32` or `int: 64`.
static void parse_int_bits(SpecParser *parser) {
  skip_blanks(parser);
  size_t start = parser->next;
  if (take_word(parser, "32"))
    parser->spec->has_short_ints = true;
  else if (!take_word(parser, "64"))
    complain(parser, start, start + 1, "32 or 64");
}

static Words parse_words_line(SpecParser *parser) {
  size_t length;
  const char *line = take_line(parser, &length);
  return words_split(parser->driver->arena, line, length);
}

// The words that may stand before `input`.
static bool take_modifier(SpecParser *parser, TestCase *test) {
  size_t start = parser->next;
  if (parser->text[start] == '"') {
    parser->next = skip_string(parser, start);
    size_t length = parser->next - start;
    test->name =
        arena_strndup(parser->driver->arena, parser->text + start + 1, length > 2 ? length - 2 : 0);
    return true;
  }
  if (take_word(parser, "nobench")) return test->is_unmeasured = true;
  if (take_word(parser, "notest")) return test->is_untested = true;
  if (take_word(parser, "compiled")) return test->is_compiled = true;
  return false;
}

static void parse_item(SpecParser *parser) {
  size_t start = parser->next, length;
  if (take_word(parser, "tags")) {
    parse_tags(parser);
  } else if (take_word(parser, "entry:")) {
    parser->entries = parse_words_line(parser);
  } else if (take_word(parser, "int:")) {
    parse_int_bits(parser);
  } else if (take_word(parser, "pass:")) {
    parser->spec->passes = parse_words_line(parser);
  } else if (take_word(parser, "error:")) {
    parser->spec->error = take_regex(parser);
  } else if (take_word(parser, "warning:")) {
    vec_push(parser->driver->arena, &parser->spec->warnings, take_regex(parser));
  } else if (take_word(parser, "structure")) {
    parse_structure(parser, start);
  } else if (take_word(parser, "shows")) {
    parser->spec->shown = parse_data(parser, DATA_TEXT);
  } else {
    TestCase test = {0};
    while (parser->next < parser->end && take_modifier(parser, &test))
      skip_blanks(parser);
    DataKind kind = take_word(parser, "random")   ? DATA_RANDOM
                    : take_word(parser, "script") ? DATA_SCRIPT
                                                  : DATA_TEXT;
    if (take_word(parser, "input")) {
      parse_case(parser, start, kind, test);
    } else {
      peek_word(parser, &length);
      complain(
          parser, parser->next, parser->next + (length ? length : 1),
          "tags, entry:, input, random input, shows, error:, warning:, structure, int: or pass:");
    }
  }
}

static void parse_block(SpecParser *parser, size_t start, size_t end) {
  parser->next = start;
  parser->end = end;
  parser->entries = (Words){0};
  for (skip_blanks(parser); parser->next < parser->end; skip_blanks(parser))
    parse_item(parser);
}

// ---- Finding the blocks ----

typedef struct CommentLine {
  bool is_comment;
  size_t start, end; // what stands after the comment sign
} CommentLine;

static CommentLine comment_line(const SourceFile *file, uint32_t line, const char *comment) {
  size_t length;
  const char *text = source_line(file, line, &length);
  size_t offset = (size_t)(text - file->text), at = 0, sign = strlen(comment);
  while (at < length && (text[at] == ' ' || text[at] == '\t'))
    at++;
  if (length - at < sign || memcmp(text + at, comment, sign) != 0) return (CommentLine){0};
  CommentLine result = {true, offset + at + sign, offset + length};
  while (result.start < result.end && strchr(BLANKS, file->text[result.start]))
    result.start++;
  while (result.end > result.start && strchr(BLANKS, file->text[result.end - 1]))
    result.end--;
  return result;
}

static bool line_is(const SourceFile *file, CommentLine line, const char *text) {
  return line.is_comment && line.end - line.start == strlen(text) &&
         memcmp(file->text + line.start, text, strlen(text)) == 0;
}

// The blocks in comments that end with the line.
static void parse_lines(SpecParser *parser, const SourceFile *file, const char *comment,
                        char *copy) {
  TestSpec *spec = parser->spec;
  Arena *arena = parser->driver->arena;
  bool is_inside = false;
  size_t start = 0, end = 0;
  for (uint32_t number = 1; number <= file->line_count; number++) {
    CommentLine line = comment_line(file, number, comment);
    bool is_start = line_is(file, line, "==");
    if (is_inside && (is_start || !line.is_comment)) parse_block(parser, start, end);
    is_inside = is_start || (is_inside && line.is_comment);
    if (is_start) start = end = line.end;
    bool is_pass = line.is_comment && line.end - line.start > 5 &&
                   memcmp(file->text + line.start, "pass:", 5) == 0;
    if (is_inside && !is_start) {
      memcpy(copy + line.start, file->text + line.start, line.end - line.start);
      end = line.end;
    } else if (is_pass) {
      spec->passes = words_split(arena, file->text + line.start + 5, line.end - line.start - 5);
    }
  }
  if (is_inside) parse_block(parser, start, end);
}

// The end of a line's text from `at` on, and whether that is `==`.
static bool is_block_start(const SourceFile *file, size_t at, size_t limit, size_t *end) {
  *end = at;
  while (*end < limit && file->text[*end] != '\n')
    ++*end;
  size_t last = *end;
  while (at < last && strchr(BLANKS, file->text[at]))
    at++;
  while (last > at && strchr(BLANKS, file->text[last - 1]))
    last--;
  return last - at == 2 && memcmp(file->text + at, "==", 2) == 0;
}

// A comment between two signs: from a line `==` on it is a block.
static void parse_comment(SpecParser *parser, size_t start, size_t end, char *copy) {
  const SourceFile *file = parser->file;
  for (size_t at = start, line_end; at < end; at = line_end + 1)
    if (is_block_start(file, at, end, &line_end)) {
      size_t first = line_end < end ? line_end + 1 : end;
      memcpy(copy + first, file->text + first, end - first);
      parse_block(parser, first, end);
      return;
    }
}

// The blocks in comments between two signs, as in NESL. A sign in a string, or after a backquote,
// is none.
static void parse_comments(SpecParser *parser, const SourceFile *file, char sign, char *copy) {
  const char *text = file->text;
  for (size_t at = 0; at < file->length; at++) {
    if (text[at] == '`') at++;
    if (at < file->length && text[at] == '"' && (at == 0 || text[at - 1] != '`')) {
      for (at++; at < file->length && text[at] != '"' && text[at] != '\n'; at++)
        if (text[at] == '\\') at++;
    } else if (at < file->length && text[at] == sign && (at == 0 || text[at - 1] != '`')) {
      size_t end = at + 1;
      while (end < file->length && text[end] != sign)
        end++;
      parse_comment(parser, at + 1, end, copy);
      at = end;
    }
  }
}

bool test_spec_parse(Driver *driver, const Front *front, const SourceFile *file, TestSpec *spec) {
  *spec = (TestSpec){.driver = driver};
  char *copy = arena_strndup(driver->arena, file->text, file->length);
  for (size_t i = 0; i < file->length; i++)
    if (copy[i] != '\n') copy[i] = ' ';
  SpecParser parser = {.driver = driver, .file = file, .text = copy, .spec = spec, .is_good = true};
  if (front->has_closed_comments)
    parse_comments(&parser, file, front->comment[0], copy);
  else
    parse_lines(&parser, file, front->comment, copy);
  return parser.is_good;
}
