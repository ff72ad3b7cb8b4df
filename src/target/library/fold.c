// Lines of a skeleton, after its holes were filled, as one would write them: `j / 1 * (256 * 1) + j
// % 1` is `j * 256`, and of `1 ? a : b` only `a` is left. Only what gives the same value in any
// place that it may stand in is changed: whoever compiles the text sees no difference.
#include <ctype.h>
#include <string.h>

#include "target/library/rts_text.h"

static bool is_word(char byte) { return isalnum((unsigned char)byte) || byte == '_'; }

// Takes out `count` bytes.
static void text_cut(char *at, size_t count) { memmove(at, at + count, strlen(at + count) + 1); }

static size_t number_length(const char *at) { return strspn(at, "0123456789"); }

// May an expression end here, so that nothing after it takes a part of it?
static bool is_end(char byte) { return byte == '\0' || strchr(",;)]}\n", byte) != NULL; }

// The place where an expression ends, and that of ` : ` in it: NULL if there is none, or another
// choice in front of it.
static char *expression_end(char *at, char **colon) {
  size_t depth = 0;
  *colon = NULL;
  for (; *at != '\0' && !(depth == 0 && is_end(*at)); at++) {
    if (*at == '(' || *at == '[') depth++;
    if (*at == ')' || *at == ']') depth--;
    if (depth > 0 || *colon) continue;
    if (begins_with(at, " ? ")) break;
    if (begins_with(at, " : ")) *colon = at;
  }
  return at;
}

// Does a whole expression begin here?
static bool is_start(const char *line, const char *at) {
  if (at == line) return false;
  if (at[-1] == '(' || at[-1] == '[') return true;
  if (at - line < 3) return false;
  return begins_with(at - 2, ", ") || begins_with(at - 3, " = ");
}

// `1 ? a : b`, a whole expression.
static void fold_choice(const char *line, char *at) {
  size_t length = number_length(at);
  char *colon, *first = at + length + strlen(" ? ");
  if (length == 0 || !is_start(line, at) || !begins_with(at + length, " ? ")) return;
  char *end = expression_end(first, &colon);
  if (!colon) return;
  bool is_first = strspn(at, "0") != length;
  if (is_first)
    text_cut(colon, (size_t)(end - colon));
  else
    first = colon + strlen(" : ");
  text_cut(at, (size_t)(first - at));
}

// ` * 1`, ` / 1`, and ` + j % 1`, ` + 0` at the end of an expression.
static void fold_unit(const char *line, char *at) {
  bool has_operand = at > line && (is_word(at[-1]) || at[-1] == ')' || at[-1] == ']');
  if (!has_operand) return;
  if ((begins_with(at, " * 1") || begins_with(at, " / 1")) && !is_word(at[4]) && at[4] != '.')
    text_cut(at, 4);
  if (begins_with(at, " + 0") && is_end(at[4])) text_cut(at, 4);
  if (!begins_with(at, " + ")) return;
  size_t length = 3;
  while (is_word(at[length]))
    length++;
  if (length > 3 && begins_with(at + length, " % 1") && is_end(at[length + 4]))
    text_cut(at, length + 4);
}

// `(256)` and `(j)` where that is neither an argument nor a cast.
static void fold_parentheses(const char *line, char *at) {
  size_t length = 1;
  if (*at != '(' || at - line < 2 || at[-1] != ' ' || !strchr("*+", at[-2])) return;
  while (is_word(at[length]))
    length++;
  if (length == 1 || at[length] != ')') return;
  if (at[length + 1] != ' ' && !is_end(at[length + 1])) return;
  text_cut(at + length, 1);
  text_cut(at, 1);
}

static void each_place(char *line, void (*fold)(const char *line, char *at)) {
  for (char *at = line; *at != '\0' && !begins_with(at, "//"); at++)
    fold(line, at);
}

void line_fold(StrBuf *line) {
  if (line->length == 0 || line->data[0] == '#') return;
  each_place(line->data, fold_choice);
  each_place(line->data, fold_parentheses);
  each_place(line->data, fold_unit);
  each_place(line->data, fold_parentheses);
  line->length = strlen(line->data);
}
