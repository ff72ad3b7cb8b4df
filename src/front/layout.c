#include "front/layout.h"

#include <string.h>

#include "base/utf8.h"

// ---- Marks ----

size_t front_layout_first(const FrontLayout *layout, uint32_t offset) {
  size_t low = 0, high = layout->count; // those before low begin earlier
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (layout->tokens[middle].start < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

size_t front_layout_last(const FrontLayout *layout, uint32_t offset) {
  size_t next = front_layout_first(layout, offset);
  return next == 0 ? 0 : next - 1;
}

static char symbol_of(const FrontLayout *layout, size_t token) {
  if (token >= layout->count || layout->tokens[token].end - layout->tokens[token].start != 1)
    return '\0';
  return layout->file->text[layout->tokens[token].start];
}

static bool is_one_of(char symbol, const char *symbols) {
  return symbol != '\0' && strchr(symbols, symbol) != NULL;
}

void front_layout_begin(FrontLayout *layout) {
  layout->marks = arena_array(layout->arena, LayoutMark, layout->count + 1);
  for (size_t i = 0; i <= layout->count; i++) {
    layout->marks[i] = (LayoutMark){.anchor = i, .rank = LAYOUT_NO_BREAK};
    char symbol = symbol_of(layout, i), before = i > 0 ? symbol_of(layout, i - 1) : '\0';
    // `( .5)` is a number, `(.5)` a field.
    bool is_point = i < layout->count && layout->file->text[layout->tokens[i].start] == '.';
    if (is_one_of(symbol, ")]},") || (is_one_of(before, "([{") && !is_point))
      layout->marks[i].space = LAYOUT_CLOSE;
    else if (before == ',')
      layout->marks[i].space = LAYOUT_BLANK;
  }
}

void front_layout_mark(FrontLayout *layout, size_t token, size_t anchor, uint32_t delta) {
  if (token >= layout->count || anchor > token) return;
  layout->marks[token].anchor = anchor;
  layout->marks[token].delta = delta;
}

void front_layout_hang(FrontLayout *layout, size_t first, size_t last, uint32_t delta) {
  for (size_t i = first + 1; i <= last && i < layout->count; i++)
    front_layout_mark(layout, i, first, delta);
}

void front_layout_break(FrontLayout *layout, size_t token, uint32_t rank) {
  if (token < layout->count) layout->marks[token].rank = rank;
}

void front_layout_space(FrontLayout *layout, int kind) {
  for (size_t i = 0; i < layout->count; i++) {
    if (layout->tokens[i].kind != kind) continue;
    layout->marks[i].space = LAYOUT_BLANK;
    layout->marks[i + 1].space = LAYOUT_BLANK;
  }
}

// What is in brackets is to the right of them, unless the language says otherwise; what closes them
// is below.
static void obey_brackets(FrontLayout *layout) {
  Vec(size_t) open = {0};
  for (size_t i = 0; i < layout->count; i++) {
    LayoutMark *mark = &layout->marks[i];
    char symbol = symbol_of(layout, i);
    bool is_closing = is_one_of(symbol, ")]}");
    if (open.count > 0 && !mark->is_free) {
      size_t bracket = vec_last(&open);
      if (is_closing || symbol == ',') {
        mark->anchor = bracket;
        mark->delta = 0;
        mark->is_line = false;
      } else if (mark->anchor <= bracket) {
        mark->anchor = bracket;
        mark->delta = 1;
        mark->is_line = false;
      }
    }
    if (is_closing && open.count > 0) open.count--;
    if (is_one_of(symbol, "([{")) vec_push(layout->arena, &open, i);
  }
}

// ---- Writing ----

// Something between two tokens: a comment, or the end of what is there.
typedef struct LayoutGap {
  const char *text; // NULL at the end
  size_t length;
  unsigned lines; // how many line breaks are before it
  bool is_ending; // a comment that ends its line
} LayoutGap;

typedef struct LayoutWriter {
  FrontLayout *layout;
  StrBuf *out;
  bool *begins; // which tokens begin lines, beside those that did
  size_t column;
  size_t *columns, *margins; // of each token; and of the line that it is in
  size_t *widths;            // of each token
  size_t line_margin;
  bool takes_next; // the margin of the line is that of the next token
  size_t line_first;
  bool has_changed;
} LayoutWriter;

static LayoutGap gap_next(const FrontLayout *layout, uint32_t *at, uint32_t end) {
  LayoutGap gap = {0};
  const char *text = layout->file->text;
  size_t sign = strlen(layout->comment);
  while (*at < end && (end - *at < sign || memcmp(text + *at, layout->comment, sign) != 0)) {
    if (text[*at] == '\n') gap.lines++;
    (*at)++;
  }
  if (*at >= end) return gap;
  uint32_t start = *at;
  *at += (uint32_t)sign;
  const char *stop = layout->has_closed_comments ? layout->comment : "\n";
  while (*at < end && text[*at] != *stop)
    (*at)++;
  bool is_closed = layout->has_closed_comments && *at < end;
  if (is_closed) (*at)++;
  gap.text = text + start;
  gap.length = *at - start;
  gap.is_ending = !is_closed;
  while (gap.is_ending && gap.length > 0 && strchr(" \t\r\n", gap.text[gap.length - 1]))
    gap.length--;
  return gap;
}

static void put(LayoutWriter *writer, const char *text, size_t length, size_t width) {
  strbuf_write(writer->out, text, length);
  writer->column += width;
}

static void put_lines(LayoutWriter *writer, unsigned lines, size_t margin) {
  while (writer->out->length > 0 && writer->out->data[writer->out->length - 1] == ' ')
    writer->out->length--;
  if (writer->out->length > 0) strbuf_fill(writer->out, '\n', lines > 1 ? 2 : 1);
  strbuf_fill(writer->out, ' ', margin);
  writer->column = margin;
  writer->line_margin = margin;
  writer->takes_next = false;
}

static size_t margin_of(const LayoutWriter *writer, size_t token) {
  const LayoutMark *mark = &writer->layout->marks[token];
  if (mark->anchor >= token) return mark->delta;
  size_t base = mark->is_line ? writer->margins[mark->anchor] : writer->columns[mark->anchor];
  return base + mark->delta;
}

// The next token that may begin a line as another one does.
static size_t next_alike(const LayoutWriter *writer, size_t token, size_t end) {
  const LayoutMark *marks = writer->layout->marks;
  size_t next = token + 1;
  while (next < end &&
         (marks[next].rank != marks[token].rank || marks[next].anchor != marks[token].anchor))
    next++;
  return next;
}

// A line that is too long is broken before its outermost tokens that may begin one.
static void break_line(LayoutWriter *writer, size_t end) {
  const LayoutMark *marks = writer->layout->marks;
  size_t best = end;
  if (writer->column <= LAYOUT_WIDTH) return;
  for (size_t i = writer->line_first + 1; i < end; i++) {
    bool is_better = marks[i].rank != LAYOUT_NO_BREAK && margin_of(writer, i) < writer->columns[i];
    if (is_better && (best == end || marks[i].rank < marks[best].rank)) best = i;
  }
  if (best == end) return;
  size_t shift = 0; // by how much what follows moves to the left
  for (size_t i = best; i < end;) {
    size_t next = next_alike(writer, i, end);
    size_t stop = next < end ? writer->columns[next] - 1 : writer->column;
    bool fits = marks[i].is_filled && stop - shift <= LAYOUT_WIDTH;
    if (!fits) {
      writer->begins[i] = true;
      writer->has_changed = true;
      shift = writer->columns[i] - margin_of(writer, i);
    }
    i = next;
  }
}

static void put_token(LayoutWriter *writer, size_t i, unsigned lines, bool is_after_comment) {
  const FrontLayout *layout = writer->layout;
  const FrontToken *token = &layout->tokens[i];
  if (lines > 0 || writer->begins[i] || i == 0) {
    if (!is_after_comment) break_line(writer, i);
    writer->line_first = i;
    put_lines(writer, lines, margin_of(writer, i));
    writer->takes_next = layout->marks[i].is_lead;
  } else {
    LayoutSpace space = is_after_comment ? LAYOUT_BLANK : layout->marks[i].space;
    if (space == LAYOUT_BLANK || (space == LAYOUT_AS_WRITTEN && token->is_spaced))
      put(writer, " ", 1, 1);
    bool follows_lead = writer->takes_next && i == writer->line_first + 1;
    if (follows_lead) writer->line_margin = writer->column;
  }
  writer->columns[i] = writer->column;
  writer->margins[i] = writer->line_margin;
  put(writer, layout->file->text + token->start, token->end - token->start, writer->widths[i]);
}

static void write_once(LayoutWriter *writer) {
  const FrontLayout *layout = writer->layout;
  uint32_t at =
      layout->file->length >= 3 && memcmp(layout->file->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  for (size_t i = 0; i <= layout->count; i++) {
    uint32_t end = i < layout->count ? layout->tokens[i].start : (uint32_t)layout->file->length;
    size_t margin = i < layout->count ? margin_of(writer, i) : 0;
    bool is_after_comment = false, is_ended = false;
    LayoutGap gap;
    while ((gap = gap_next(layout, &at, end)).text != NULL) {
      if (i > 0 && !is_after_comment) break_line(writer, i);
      bool is_own = gap.lines > 0 || is_ended || i == 0;
      if (is_own)
        put_lines(writer, gap.lines, margin);
      else
        put(writer, " ", 1, 1);
      put(writer, gap.text, gap.length, utf8_display_width(gap.text, gap.length));
      is_after_comment = true;
      is_ended = gap.is_ending;
    }
    unsigned lines = gap.lines > 0 ? gap.lines : is_ended;
    if (i < layout->count)
      put_token(writer, i, lines, is_after_comment);
    else if (!is_after_comment)
      break_line(writer, i);
    if (i < layout->count) at = layout->tokens[i].end;
  }
  if (writer->out->length > 0) put_lines(writer, 1, 0);
}

void front_layout_write(FrontLayout *layout, StrBuf *out) {
  Arena *arena = layout->arena;
  obey_brackets(layout);
  LayoutWriter writer = {.layout = layout,
                         .out = out,
                         .begins = arena_array(arena, bool, layout->count + 1),
                         .columns = arena_array(arena, size_t, layout->count + 1),
                         .margins = arena_array(arena, size_t, layout->count + 1),
                         .widths = arena_array(arena, size_t, layout->count + 1)};
  for (size_t i = 0; i < layout->count; i++) {
    const FrontToken *token = &layout->tokens[i];
    writer.widths[i] =
        utf8_display_width(layout->file->text + token->start, token->end - token->start);
  }
  size_t start = out->length;
  do {
    out->length = start;
    writer.has_changed = false;
    writer.column = writer.line_margin = writer.line_first = 0;
    write_once(&writer);
  } while (writer.has_changed);
}

void front_layout_trim(const char *text, size_t length, StrBuf *out) {
  size_t start = out->length, empty = 0;
  for (size_t at = 0; at < length;) {
    const char *line_end = memchr(text + at, '\n', length - at);
    size_t next = line_end ? (size_t)(line_end - text) : length, end = next;
    while (end > at && strchr(" \t\r", text[end - 1]))
      end--;
    empty = end == at ? empty + 1 : 0;
    bool is_first = out->length == start;
    if (end > at || (empty == 1 && !is_first)) {
      strbuf_write(out, text + at, end - at);
      strbuf_putc(out, '\n');
    }
    at = next + 1;
  }
  while (out->length >= start + 2 && out->data[out->length - 1] == '\n' &&
         out->data[out->length - 2] == '\n')
    out->length--;
}
