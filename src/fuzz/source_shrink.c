// The shrinker of source programs. It knows no language, only lines, brackets and words: it takes
// away runs of lines, runs of words, and what is in brackets, and keeps what shows the same
// finding. Most of what it tries is no program; whoever is asked says so.
//
// Where nobody knows whether a smaller program is still right, or still wrong, because no other
// compiler is there, only what nothing else names is taken away.
#include <ctype.h>
#include <string.h>

#include "fuzz/shrink.h"
#include "fuzz/source.h"

typedef struct TextShrinker {
  FuzzText current;
  const FuzzChecks *checks;
  const Finding *wanted;
  char code[16]; // the first error that was reported, or nothing
  bool is_careful;
  ShrinkLimits limits;
  Arena *arena;
} TextShrinker;

// The first code in a message: "E1101".
static void code_of(const StrBuf *message, char code[16]) {
  const char *at = strstr(strbuf_text(message), "error[");
  code[0] = '\0';
  if (!at) return;
  size_t length = strcspn(at + 6, "]");
  if (length < 16) snprintf(code, 16, "%.*s", (int)length, at + 6);
}

static bool attempt(TextShrinker *shrinker, FuzzText candidate) {
  if (shrinker->limits.attempts_left == 0) return false;
  shrinker->limits.attempts_left--;
  Finding finding = {0};
  char code[16];
  source_check_apart(&candidate, shrinker->checks, shrinker->limits.timeout, &finding);
  code_of(&finding.message, code);
  bool is_same = finding_is_same(&finding, shrinker->wanted) && strcmp(code, shrinker->code) == 0;
  strbuf_free(&finding.message);
  if (is_same) shrinker->current = candidate;
  return is_same;
}

// The text with the bytes from `start` to `end` replaced.
static FuzzText spliced(const TextShrinker *shrinker, size_t start, size_t end,
                        const char *middle) {
  FuzzText made = shrinker->current;
  made.text = arena_printf(shrinker->arena, "%.*s%s%s", (int)start, shrinker->current.text, middle,
                           shrinker->current.text + end);
  return made;
}

// ---- Pieces of the text ----

typedef struct FuzzPiece {
  size_t start, end;
} FuzzPiece;

typedef Vec(FuzzPiece) FuzzPieces;

static FuzzPieces lines_of(Arena *arena, const char *text) {
  FuzzPieces lines = {0};
  for (size_t at = 0; text[at] != '\0';) {
    size_t length = strcspn(text + at, "\n");
    length += text[at + length] == '\n';
    vec_push(arena, &lines, (FuzzPiece){at, at + length});
    at += length;
  }
  return lines;
}

// Paragraphs: what stands between empty lines.
static FuzzPieces paragraphs_of(Arena *arena, const char *text) {
  FuzzPieces paragraphs = {0};
  for (size_t at = 0; text[at] != '\0';) {
    const char *gap = strstr(text + at, "\n\n");
    size_t end = gap ? (size_t)(gap - text) + 2 : strlen(text);
    vec_push(arena, &paragraphs, (FuzzPiece){at, end});
    at = end;
  }
  return paragraphs;
}

static bool is_word(char byte) {
  return isalnum((unsigned char)byte) || byte == '_' || byte == '.' || byte == '#' || byte == '\'';
}

static FuzzPieces words_of(Arena *arena, const char *text) {
  FuzzPieces words = {0};
  for (size_t at = 0; text[at] != '\0';) {
    if (isspace((unsigned char)text[at])) {
      at++;
      continue;
    }
    size_t end = at + 1;
    while (is_word(text[at]) && is_word(text[end]))
      end++;
    vec_push(arena, &words, (FuzzPiece){at, end});
    at = end;
  }
  return words;
}

// Everything in round, square or curly brackets, with them, from the outside in.
static FuzzPieces groups_of(Arena *arena, const char *text) {
  FuzzPieces groups = {0};
  for (size_t start = 0; text[start] != '\0'; start++) {
    if (!strchr("([{", text[start])) continue;
    int level = 0;
    for (size_t end = start; text[end] != '\0'; end++) {
      level += strchr("([{", text[end]) != NULL;
      level -= strchr(")]}", text[end]) != NULL;
      if (level > 0) continue;
      vec_push(arena, &groups, (FuzzPiece){start, end + 1});
      break;
    }
  }
  return groups;
}

typedef FuzzPieces PiecesOf(Arena *arena, const char *text);

// ---- Edits ----

// Does the piece close every bracket that it opens, and no other?
static bool is_balanced(const char *text, size_t start, size_t end) {
  int level = 0;
  for (size_t at = start; at < end && level >= 0; at++) {
    level += strchr("([{", text[at]) != NULL;
    level -= strchr(")]}", text[at]) != NULL;
  }
  return level == 0;
}

// Takes runs of pieces away, long ones first, from the end.
static bool drop_runs(TextShrinker *shrinker, PiecesOf *pieces_of, size_t longest) {
  bool is_changed = false;
  for (size_t length = longest; length > 0; length--) {
    FuzzPieces pieces = pieces_of(shrinker->arena, shrinker->current.text);
    for (size_t k = pieces.count; k > 0 && shrinker->limits.attempts_left > 0; k--) {
      if (k - 1 + length > pieces.count) continue;
      size_t start = pieces.data[k - 1].start, end = pieces.data[k - 2 + length].end;
      if (!is_balanced(shrinker->current.text, start, end)) continue;
      if (!attempt(shrinker, spliced(shrinker, start, end, ""))) continue;
      is_changed = true;
      pieces = pieces_of(shrinker->arena, shrinker->current.text);
    }
  }
  return is_changed;
}

// Replaces what is in brackets by something small, or by a part of it that is in brackets, too.
static bool replace_groups(TextShrinker *shrinker) {
  static const char *const small[] = {"", "0", "[0]"};
  bool is_changed = false;
  for (size_t k = 0;; k++) {
    FuzzPieces groups = groups_of(shrinker->arena, shrinker->current.text);
    if (k >= groups.count || shrinker->limits.attempts_left == 0) return is_changed;
    FuzzPiece group = groups.data[k];
    bool is_done = false;
    for (size_t j = 0; j < sizeof small / sizeof *small && !is_done; j++) {
      if (group.end - group.start <= strlen(small[j])) continue;
      is_done = attempt(shrinker, spliced(shrinker, group.start, group.end, small[j]));
    }
    for (size_t j = k + 1; j < groups.count && groups.data[j].end < group.end && !is_done; j++) {
      if (j > k + 4) break;
      const char *inner =
          arena_strndup(shrinker->arena, shrinker->current.text + groups.data[j].start,
                        groups.data[j].end - groups.data[j].start);
      is_done = attempt(shrinker, spliced(shrinker, group.start, group.end, inner));
    }
    is_changed = is_changed || is_done;
  }
}

// Drops a parameter of the entry point together with its argument.
static bool drop_params(TextShrinker *shrinker) {
  bool is_changed = false;
  for (size_t k = shrinker->current.arg_count; k > 0; k--) {
    const char *text = shrinker->current.text, *entry = strstr(text, "entry main");
    if (!entry) return is_changed;
    FuzzPieces groups = groups_of(shrinker->arena, text);
    size_t seen = 0, outer_end = 0;
    for (size_t j = 0; j < groups.count; j++) {
      FuzzPiece group = groups.data[j];
      if (group.start < (size_t)(entry - text) || group.start < outer_end) continue;
      outer_end = group.end;
      if (text[group.start] != '(' || ++seen != k) continue;
      FuzzText candidate = spliced(shrinker, group.start, group.end, "");
      Value *args = arena_array(shrinker->arena, Value, candidate.arg_count);
      for (size_t i = 0; i < candidate.arg_count; i++)
        if (i != k - 1) args[i < k ? i : i - 1] = candidate.args[i];
      candidate.args = args;
      candidate.arg_count--;
      is_changed = attempt(shrinker, candidate) || is_changed;
      break;
    }
  }
  return is_changed;
}

// ---- Careful edits ----

// Does the word stand anywhere outside of the piece?
static bool is_named_outside(const char *text, FuzzPiece piece, const char *word, size_t length) {
  for (size_t at = 0; text[at] != '\0';) {
    if (!is_word(text[at])) {
      at++;
      continue;
    }
    size_t end = at;
    while (isalnum((unsigned char)text[end]) || text[end] == '_')
      end++;
    bool is_same = end - at == length && strncmp(text + at, word, length) == 0;
    if (is_same && (at < piece.start || at >= piece.end)) return true;
    at = end > at ? end : at + 1;
  }
  return false;
}

// Is it a whole declaration or statement that names nothing which something else uses? Generated
// names end with a number, and those of a planted mistake begin with a w.
static bool is_dead(const char *text, FuzzPiece piece) {
  static const char *const starts[] = {"let ", "def ", "type ", "module "};
  bool is_whole = false;
  for (size_t k = 0; k < sizeof starts / sizeof *starts; k++)
    if (strncmp(text + piece.start, starts[k], strlen(starts[k])) == 0) is_whole = true;
  if (!is_whole || !is_balanced(text, piece.start, piece.end)) return false;
  size_t equals = piece.start + strcspn(text + piece.start, "=");
  bool is_declaration = strncmp(text + piece.start, "let ", 4) != 0;
  for (size_t at = piece.start; at < piece.end;) {
    size_t end = at;
    while (isalnum((unsigned char)text[end]) || text[end] == '_')
      end++;
    bool is_name = end > at && isalpha((unsigned char)text[at]) &&
                   isdigit((unsigned char)text[end - 1]) && end - at > 1;
    if (is_name && text[at] == 'w') return false;
    bool is_bound =
        is_name && (is_declaration || at < equals) && isdigit((unsigned char)text[at + 1]);
    if (is_bound && !is_declaration && is_named_outside(text, piece, text + at, end - at))
      return false;
    if (is_bound && is_declaration && at < piece.start + 16 &&
        is_named_outside(text, piece, text + at, end - at))
      return false;
    at = end > at ? end : at + 1;
  }
  return true;
}

static bool drop_dead(TextShrinker *shrinker, PiecesOf *pieces_of) {
  bool is_changed = false;
  FuzzPieces pieces = pieces_of(shrinker->arena, shrinker->current.text);
  for (size_t k = pieces.count; k > 0 && shrinker->limits.attempts_left > 0; k--) {
    FuzzPiece piece = pieces.data[k - 1];
    // A statement that goes on in the next line is not whole.
    bool goes_on = k < pieces.count && pieces_of == lines_of &&
                   strncmp(shrinker->current.text + piece.end, "let ", 4) != 0 &&
                   strncmp(shrinker->current.text + piece.end, "in ", 3) != 0;
    if (goes_on || !is_dead(shrinker->current.text, piece)) continue;
    if (!attempt(shrinker, spliced(shrinker, piece.start, piece.end, ""))) continue;
    is_changed = true;
    pieces = pieces_of(shrinker->arena, shrinker->current.text);
  }
  return is_changed;
}

static bool drop_all_dead(TextShrinker *shrinker) {
  return drop_dead(shrinker, paragraphs_of) || drop_dead(shrinker, lines_of);
}

// The first edits that change anything: what takes much away is tried again before the rest.
static bool drop_anything(TextShrinker *shrinker) {
  return drop_runs(shrinker, paragraphs_of, 8) || drop_runs(shrinker, lines_of, 16) ||
         replace_groups(shrinker) || drop_params(shrinker) || drop_runs(shrinker, words_of, 6);
}

FuzzText source_shrink(const FuzzText *text, const FuzzChecks *checks, unsigned timeout,
                       const Finding *finding, Arena *arena) {
  TextShrinker shrinker = {.current = *text,
                           .checks = checks,
                           .wanted = finding,
                           .limits = shrink_limits(finding, timeout),
                           .arena = arena};
  code_of(&finding->message, shrinker.code);
  shrinker.is_careful = finding->kind == FINDING_REFUSED || finding->kind == FINDING_ACCEPTED ||
                        (text->doomed && finding->kind == FINDING_LOST);
  while (shrinker.limits.attempts_left > 0 &&
         (shrinker.is_careful ? drop_all_dead(&shrinker) : drop_anything(&shrinker)))
    continue;
  return shrinker.current;
}
