// Layout: how the tokens of a text are spaced and indented, for `ravel fmt`.
//
// Tokens and comments stay what they are and in their order; only the blanks between them change.
// Where the author began a new line, a new line stays. A language says two things of a token
// (LayoutMark): where it stands when it is the first of its line, and whether a line that is too
// long may be broken before it. So the result depends on the tokens and on the line breaks alone,
// and laying it out once more changes nothing.
//
//   - A line begins at the column of its anchor, an earlier token, plus a number of blanks; or at
//     the indentation of the anchor's line plus that number.
//   - A line of more than 80 columns is broken before those of its tokens that may begin one and
//     are outermost (have the lowest rank), and so are the parts, until all fit or nothing is left
//     to break.
//   - A comment on lines of its own is indented like the token that follows. At most one empty line
//     is kept in a row.
#ifndef FRONT_LAYOUT_H
#define FRONT_LAYOUT_H

#include "base/strbuf.h"
#include "front/lexer.h"

enum { LAYOUT_WIDTH = 80 };
#define LAYOUT_NO_BREAK UINT32_MAX

// What is before a token that is not the first of its line.
typedef enum LayoutSpace {
  LAYOUT_AS_WRITTEN, // a blank when there was one
  LAYOUT_BLANK,
  LAYOUT_CLOSE // nothing
} LayoutSpace;

typedef struct LayoutMark {
  size_t anchor;  // the index of a token before it, or its own: the left margin
  uint32_t delta; // blanks to the right of that
  bool is_line;   // the anchor's line counts, not its column
  bool is_free;   // it need not be to the right of the bracket that it is in
  bool is_filled; // of those that are alike, as many as fit are in a line
  bool is_lead;   // a line that begins with it begins with the next one, as with `in`
  LayoutSpace space;
  uint32_t rank; // LAYOUT_NO_BREAK: no line is broken before it
} LayoutMark;

typedef struct FrontLayout {
  Arena *arena;
  Interner *names;
  const SourceFile *file;
  const FrontToken *tokens; // the last one is TOKEN_END
  size_t count;             // without it
  const char *comment;      // as in Front
  bool has_closed_comments;
  LayoutMark *marks;
} FrontLayout;

// Marks the tokens of a text as they stand: each line begins as the one before, and brackets and
// commas are spaced as usual. Then a language adds what it knows:
void front_layout_begin(FrontLayout *layout);
// Tokens from first to last, without the first, begin lines to the right of it.
void front_layout_hang(FrontLayout *layout, size_t first, size_t last, uint32_t delta);
void front_layout_mark(FrontLayout *layout, size_t token, size_t anchor, uint32_t delta);
// Tokens of a kind have a blank on both sides.
void front_layout_space(FrontLayout *layout, int kind);
// A line may be broken before the token.
void front_layout_break(FrontLayout *layout, size_t token, uint32_t rank);

// The index of the first token at or after an offset; that of the last one which ends at or before
// it.
size_t front_layout_first(const FrontLayout *layout, uint32_t offset);
size_t front_layout_last(const FrontLayout *layout, uint32_t offset);

// Appends the text as it is laid out.
void front_layout_write(FrontLayout *layout, StrBuf *out);

// Appends a text whose lines stay as they are, but for blanks at their ends and empty lines.
void front_layout_trim(const char *text, size_t length, StrBuf *out);

#endif
