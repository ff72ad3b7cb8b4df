// What a kernel does not use is not in its text. Skeletons are written for all operators, so that
// each kernel has functions that nobody calls; and the run-time system has functions for all
// kernels.
//
// A text is cut at the functions in it, which begin with DEVICE and end with a brace,
// both at the start of a line. Those are kept whose names are found in what is kept. No name is
// made by the preprocessor, so what is needed is found.
#include <string.h>

#include "target/library/rts_text.h"

typedef struct Piece {
  const char *start, *end;
  const char *name; // of a function; NULL: what is always kept
  size_t length;    // of the name
  bool is_kept;
  bool is_followed; // are the functions that it names kept?
} Piece;

typedef Vec(Piece) Pieces;

// Nearly always the first byte decides.
bool begins_with(const char *at, const char *word) {
  while (*word != '\0' && *at == *word)
    at++, word++;
  return *word == '\0';
}

static const char *line_end(const char *at) {
  at += strcspn(at, "\n");
  return *at == '\n' ? at + 1 : at;
}

static bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static size_t word_length(const char *at) {
  size_t length = 0;
  while (is_letter(at[length]) || (length > 0 && at[length] >= '0' && at[length] <= '9'))
    length++;
  return length;
}

// The end of a function that begins here; NULL when it is something else, or conditions begin in it
// that end elsewhere.
static const char *function_end(const char *at) {
  if (!begins_with(at, "DEVICE ")) return NULL;
  const char *next = line_end(at);
  if (next - at > 2 && next[-2] == '}') return next;
  if (next - at < 2 || next[-2] != '{') return NULL;
  for (int depth = 0; *next != '\0'; next = line_end(next)) {
    if (begins_with(next, "DEVICE ") || begins_with(next, "KERNEL ")) return NULL;
    depth += begins_with(next, "#if") - begins_with(next, "#endif");
    if (begins_with(next, "}\n")) return depth == 0 ? line_end(next) : NULL;
  }
  return NULL;
}

// The name is in front of the first parenthesis.
static Piece function_piece(const char *start, const char *end) {
  const char *open = start + strcspn(start, "("), *name = open;
  while (name > start && (is_letter(name[-1]) || (name[-1] >= '0' && name[-1] <= '9')))
    name--;
  return (Piece){.start = start, .end = end, .name = name, .length = (size_t)(open - name)};
}

static void text_cut(Arena *arena, Pieces *pieces, const char *text) {
  const char *start = text;
  for (const char *at = text, *end; *at != '\0'; at = end) {
    const char *function = function_end(at);
    end = function ? function : line_end(at);
    if (!function) continue;
    vec_push(arena, pieces, ((Piece){.start = start, .end = at, .is_kept = true}));
    vec_push(arena, pieces, function_piece(at, end));
    start = end;
  }
  vec_push(arena, pieces, ((Piece){.start = start, .end = start + strlen(start), .is_kept = true}));
}

// `popcount_##T` may be popcount_i32, and `name##_f32` is lgamma_f32 for `lgamma`. That the name
// begins with the word is asked last: most names of a kernel begin with the kernel's.
static bool is_made_of(const Piece *piece, const char *word, size_t length) {
  static const char *const TYPES[] = {"_i8", "_i16", "_i32", "_i64", "_f16", "_f32", "_f64"};
  if (piece->length <= length) return false;
  const char *rest = piece->name + length;
  bool is_made = begins_with(word + length, "##");
  for (size_t i = 0; *rest == '_' && i < sizeof TYPES / sizeof *TYPES; i++)
    if (begins_with(rest, TYPES[i]) && piece->length == length + strlen(TYPES[i])) is_made = true;
  return is_made && memcmp(piece->name, word, length) == 0;
}

// Keeps functions with this name: there may be several, under different conditions.
static void name_keep(Pieces *pieces, const char *name, size_t length) {
  for (size_t i = 0; i < pieces->count; i++) {
    Piece *piece = &pieces->data[i];
    if (piece->is_kept || *piece->name != *name) continue;
    bool is_same = piece->length == length && memcmp(piece->name, name, length) == 0;
    if (is_same || is_made_of(piece, name, length)) piece->is_kept = true;
  }
}

// Keeps the functions that a piece names; comments do not count.
static void piece_follow(Pieces *pieces, Piece *piece) {
  piece->is_followed = true;
  for (const char *at = piece->start; at < piece->end;) {
    size_t length = word_length(at);
    if (length > 0) name_keep(pieces, at, length);
    at = begins_with(at, "//") ? line_end(at) : at + (length > 0 ? length : 1);
  }
}

static void pieces_follow(Pieces *pieces) {
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (size_t i = 0; i < pieces->count; i++) {
      Piece *piece = &pieces->data[i];
      if (!piece->is_kept || piece->is_followed) continue;
      piece_follow(pieces, piece);
      is_done = false;
    }
  }
}

// Where the last line of the text starts, which ends with a newline.
static size_t last_line(const StrBuf *text) {
  size_t start = text->length > 0 ? text->length - 1 : 0;
  while (start > 0 && text->data[start - 1] != '\n')
    start--;
  return start;
}

static void text_shorten(StrBuf *text, size_t length) {
  text->length = length;
  text->data[length] = '\0';
}

// Takes the comment off that stands above a function that is left out. One that is about the next
// function, too, which has none of its own, stays.
static void comment_drop(StrBuf *out, const char *next) {
  if (begins_with(next + strspn(next, "\n"), "DEVICE ")) return;
  while (out->length > 0 && begins_with(out->data + last_line(out), "//"))
    text_shorten(out, last_line(out));
}

// Appends what follows a function that is left out, without the empty lines behind that, and a
// condition that has nothing in it now.
static void rest_put(StrBuf *out, const char *at, const char *end) {
  const char *before = out->length > 0 ? out->data + last_line(out) : "\n";
  bool is_condition = begins_with(before, "#if");
  if (is_condition || *before == '\n' || begins_with(before, "//"))
    while (at < end && *at == '\n')
      at++;
  if (is_condition && begins_with(at, "#endif\n")) {
    text_shorten(out, last_line(out));
    at += strlen("#endif\n");
    rest_put(out, at, end);
    return;
  }
  strbuf_write(out, at, (size_t)(end - at));
}

// The text in pieces, of which those are kept that it needs itself, or `users` does.
static Pieces text_follow(Arena *arena, const char *text, const char *users) {
  Pieces pieces = {0};
  text_cut(arena, &pieces, text);
  if (users)
    piece_follow(&pieces, &(Piece){.start = users, .end = users + strlen(users), .is_kept = true});
  pieces_follow(&pieces);
  return pieces;
}

void kernel_strip(StrBuf *out, const char *text, const char *users) {
  Arena *arena = arena_new();
  Pieces pieces = text_follow(arena, text, users);
  StrBuf kept = {0};
  for (size_t i = 0; i < pieces.count; i++) {
    const Piece *piece = &pieces.data[i];
    if (!piece->is_kept)
      comment_drop(&kept, piece->end);
    else if (i > 0 && !pieces.data[i - 1].is_kept)
      rest_put(&kept, piece->start, piece->end);
    else
      strbuf_write(&kept, piece->start, (size_t)(piece->end - piece->start));
  }
  strbuf_puts(out, strbuf_text(&kept));
  strbuf_free(&kept);
  arena_free(arena);
}

static uint32_t count_lines(const char *at, const char *end) {
  uint32_t count = 0;
  for (; at < end; at++)
    count += *at == '\n';
  return count;
}

void kernel_needs(Arena *arena, KernelLines *lines, const char *text, uint32_t first,
                  const char *users) {
  Arena *own = arena_new();
  Pieces pieces = text_follow(own, text, users);
  for (size_t i = 0; i < pieces.count; i++) {
    const Piece *piece = &pieces.data[i];
    uint32_t end = first + count_lines(piece->start, piece->end);
    if (piece->is_kept) kernel_lines_add(arena, lines, first, end);
    first = end;
  }
  arena_free(own);
}

void kernel_lines_add(Arena *arena, KernelLines *lines, uint32_t first, uint32_t end) {
  if (first == end) return;
  if (lines->count > 0 && lines->data[lines->count - 1] == first) {
    lines->data[lines->count - 1] = end;
    return;
  }
  vec_push(arena, lines, first);
  vec_push(arena, lines, end);
}
