// What the top-level forms of a NESL program show: `shows { … }` in a test block has a line for
// each, as `ravel run` prints it; what evaluating a form prints may stand in a line before it, as a
// string. The lines of functions and datatypes may be left out. In place of what a form shows,
// `error: REGEX` may stand: it must fail.
//
// An APL program shows one text, which must be just what stands there; when the last line is
// `error: REGEX`, what it shows before it fails.
//
// A line with a value becomes a case like any other, so that floats may be off by the tolerance,
// and every variant and target is tried.
#include <string.h>

#include "driver/test.h"
#include "rts/c/notation.h"

typedef struct FormLines {
  const SourceFile *file;
  size_t at, end; // in the source
  Span line;      // the current one, without blanks around it
} FormLines;

// Steps to the next line with something in it.
static bool next_line(FormLines *lines) {
  while (lines->at < lines->end) {
    size_t start = lines->at, stop = start;
    while (stop < lines->end && lines->file->text[stop] != '\n')
      stop++;
    lines->at = stop + 1;
    while (start < stop && strchr(" \t\r", lines->file->text[start]))
      start++;
    while (stop > start && strchr(" \t\r", lines->file->text[stop - 1]))
      stop--;
    lines->line = span_new(lines->file->id, (uint32_t)start, (uint32_t)stop);
    if (stop > start) return true;
  }
  return false;
}

static const char *line_text(const FormLines *lines, size_t *length) {
  *length = lines->line.end - lines->line.start;
  return lines->file->text + lines->line.start;
}

static bool line_is(const FormLines *lines, const char *text) {
  size_t length;
  const char *line = line_text(lines, &length);
  return strlen(text) == length && memcmp(line, text, length) == 0;
}

static const char *form_text(const Fun *form, const char *word) {
  return notation_find(form->attrs.data, form->attrs.count, word, 0);
}

// What the next form prints, when the line is a string: then the line after it is the form's.
static bool take_printed(Arena *arena, FormLines *lines, TestData *prints) {
  size_t length;
  const char *line = line_text(lines, &length);
  *prints = (TestData){.kind = DATA_NONE};
  if (length < 2 || line[0] != '"' || line[length - 1] != '"') return true;
  StrBuf text = {0};
  for (size_t i = 1; i + 1 < length; i++) {
    bool is_escape = line[i] == '\\' && i + 2 < length;
    char byte = line[is_escape ? ++i : i];
    strbuf_putc(&text, !is_escape ? byte : byte == 'n' ? '\n' : byte == 't' ? '\t' : byte);
  }
  *prints = (TestData){.kind = DATA_TEXT, .span = lines->line, .length = text.length};
  prints->text = arena_strndup(arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return next_line(lines);
}

// Does the line begin like that of a form without a value: `name = fn`?
static bool is_line_of(const FormLines *lines, const char *prints) {
  size_t length, head = strcspn(prints, ":");
  const char *line = line_text(lines, &length);
  return length >= head && memcmp(line, prints, head) == 0;
}

// The value in `name = value : type`, or what must be wrong with it.
static bool line_case(Arena *arena, const FormLines *lines, const Fun *form, TestCase *test,
                      StrBuf *why) {
  size_t length;
  const char *line = line_text(lines, &length), *shown = form_text(form, "shows");
  const char *type = strstr(shown, " : ");
  *test = (TestCase){.entry = form->entry->name, .span = lines->line};
  test->input = (TestData){.kind = DATA_TEXT, .text = "", .span = lines->line};
  if (length > 6 && memcmp(line, "error:", 6) == 0) {
    size_t blanks = 6 + strspn(line + 6, " ");
    test->error = arena_strndup(arena, line + blanks, length - blanks);
    return true;
  }
  size_t name = (size_t)(type - shown), tail = strlen(type);
  bool is_named = length > name + 3 + tail && memcmp(line, shown, name) == 0 &&
                  memcmp(line + name, " = ", 3) == 0;
  if (!is_named || memcmp(line + length - tail, type, tail) != 0) {
    strbuf_printf(why, "expected `%.*s`, but the form shows `%.*s = ...%s`", (int)length, line,
                  (int)name, shown, type);
    return false;
  }
  test->output.kind = DATA_TEXT;
  test->output.text = line + name + 3;
  test->output.length = length - name - 3 - tail;
  test->output.span =
      span_new(lines->file->id, lines->line.start + (uint32_t)(name + 3), lines->line.end);
  return true;
}

// ---- APL: one text for all that the program shows ----

// The lines between the braces, without the comment signs.
static const char *shown_text(Arena *arena, FormLines *lines) {
  static const char SIGN[] = "⍝";
  StrBuf text = {0};
  const char *source = lines->file->text;
  for (size_t at = lines->at; at < lines->end;) {
    size_t stop = at;
    while (stop < lines->end && source[stop] != '\n')
      stop++;
    size_t start = at + strspn(source + at, " \t");
    bool is_edge = at == lines->at || stop == lines->end; // after and before the braces
    if (stop - start >= sizeof SIGN - 1 && memcmp(source + start, SIGN, sizeof SIGN - 1) == 0)
      start += sizeof SIGN - 1;
    if (start < stop && source[start] == ' ') start++;
    if (!is_edge || start < stop) {
      strbuf_write(&text, source + start, stop - start);
      strbuf_putc(&text, '\n');
    }
    at = stop + 1;
  }
  const char *copy = arena_strndup(arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return copy;
}

// The last line, when it says that the program fails.
static const char *error_line(const char *text) {
  const char *line = text;
  for (const char *end = strchr(text, '\n'); end && end[1]; end = strchr(line, '\n'))
    line = end + 1;
  return strncmp(line, "error:", 6) == 0 ? line : NULL;
}

static void program_test(Arena *arena, FormLines *lines, const Fun *program, FormCase *run,
                         void *context) {
  TestCase test = {.entry = program->entry->name};
  test.span = span_new(lines->file->id, (uint32_t)lines->at, (uint32_t)lines->end);
  test.input = (TestData){.kind = DATA_TEXT, .text = "", .span = test.span};
  const char *text = shown_text(arena, lines), *error = error_line(text);
  size_t shown = error ? (size_t)(error - text) : strlen(text);
  if (error) {
    error += 6 + strspn(error + 6, " ");
    test.error = arena_strndup(arena, error, strcspn(error, "\n"));
  }
  test.prints = (TestData){.kind = DATA_TEXT, .text = text, .length = shown};
  run(context, &test);
}

static void report(TestReport *report, const char *what, StrBuf *why) {
  report->begin(report, what);
  if (why->length)
    report->fail(report, strbuf_text(why));
  else
    report->pass(report);
  strbuf_clear(why);
}

void forms_test(Arena *arena, const TestData *shown, const SourceFile *file, const Program *program,
                TestReport *into, FormCase *run, void *context) {
  FormLines lines = {.file = file, .at = shown->span.start, .end = shown->span.end};
  for (size_t i = 0; i < program->funs.count; i++) {
    const Fun *fun = program->funs.data[i];
    if (!fun->entry || !notation_is_program(fun->attrs.data, fun->attrs.count)) continue;
    program_test(arena, &lines, fun, run, context);
    return;
  }
  bool has_line = next_line(&lines);
  StrBuf why = {0};
  for (size_t i = 0; i < program->funs.count; i++) {
    const Fun *form = program->funs.data[i];
    if (!form->entry || !entry_is_form(form)) continue;
    const char *prints = form_text(form, "prints");
    TestData printed;
    has_line = has_line && take_printed(arena, &lines, &printed);
    if (prints && (!has_line || !is_line_of(&lines, prints))) continue;
    TestCase test;
    const char *label = prints ? prints : form_text(form, "shows");
    if (!has_line) {
      strbuf_puts(&why, "there is no line for this form");
      report(into, label, &why);
      continue;
    }
    size_t length;
    const char *line = line_text(&lines, &length);
    if (prints) {
      if (!line_is(&lines, prints))
        strbuf_printf(&why, "expected `%.*s`, got `%s`", (int)length, line, prints);
      report(into, label, &why);
    } else if (line_case(arena, &lines, form, &test, &why)) {
      test.prints = printed;
      run(context, &test);
    } else {
      report(into, label, &why);
    }
    has_line = next_line(&lines);
  }
  if (has_line) {
    size_t length;
    const char *line = line_text(&lines, &length);
    strbuf_printf(&why, "no form is left for `%.*s`", (int)length, line);
    report(into, "forms", &why);
  }
  strbuf_free(&why);
}
