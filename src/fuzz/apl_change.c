// Changes: a right program with some of its glyphs dropped, doubled, moved or replaced. Most become
// wrong, some do not, and none may crash the compiler.
#include <string.h>

#include "base/utf8.h"
#include "fuzz/apl.h"

static const char *const PIECES[] = {"+",
                                     "-",
                                     "×",
                                     "÷",
                                     "*",
                                     "⍟",
                                     "○",
                                     "!",
                                     "⌈",
                                     "⌊",
                                     "|",
                                     "?",
                                     "∧",
                                     "∨",
                                     "⍲",
                                     "⍱",
                                     "~",
                                     "<",
                                     "=",
                                     "≢",
                                     "≡",
                                     "⍴",
                                     ",",
                                     "⍪",
                                     "⌽",
                                     "⊖",
                                     "⍉",
                                     "↑",
                                     "↓",
                                     "⍳",
                                     "⊃",
                                     "⊂",
                                     "⊢",
                                     "⊣",
                                     "⍋",
                                     "⍒",
                                     "⍕",
                                     "⌷",
                                     "∊",
                                     "∪",
                                     "∩",
                                     "⍸",
                                     "⍷",
                                     "⊥",
                                     "⊤",
                                     "⌹",
                                     "⊆",
                                     "⍎",
                                     "/",
                                     "⌿",
                                     "\\",
                                     "⍀",
                                     "¨",
                                     "⍨",
                                     "⌸",
                                     "∘",
                                     ".",
                                     "⍣",
                                     "⍤",
                                     "⍥",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     ";",
                                     ":",
                                     "⋄",
                                     "←",
                                     "⍬",
                                     "⍵",
                                     "⍺",
                                     "⍺⍺",
                                     "⍵⍵",
                                     "∇",
                                     "⎕",
                                     "⎕A",
                                     "⎕UCS",
                                     "⎕NOW",
                                     "'",
                                     "\"",
                                     "⍝",
                                     "⍝:",
                                     "¯",
                                     "0",
                                     "1",
                                     "9223372036854775807",
                                     "1E300",
                                     "2J3",
                                     "0.5",
                                     " ",
                                     "\n",
                                     "`",
                                     "`r",
                                     "zero",
                                     "v1",
                                     "f2",
                                     "{⍵}",
                                     "{⍺ ⍵}",
                                     "[1]",
                                     "(⍳3)",
                                     "'ab'",
                                     "⎕←",
                                     "→",
                                     "#",
                                     "_",
                                     "\xC3\xA9",
                                     "\xF0\x9F\x98\x80"};

// No UTF-8.
static const char *const BYTES[] = {"\xFF", "\x80", "\xE2"};

// The beginnings of all characters, and the end.
typedef Vec(size_t) FuzzAplPlaces;

static FuzzAplPlaces places_of(Carver *carver, const char *text) {
  FuzzAplPlaces places = {0};
  for (size_t i = 0; text[i] != '\0'; i++)
    if ((text[i] & 0xC0) != 0x80) vec_push(carver->arena, &places, i);
  vec_push(carver->arena, &places, strlen(text));
  return places;
}

static const char *splice(Carver *carver, const char *text, size_t start, size_t end,
                          const char *middle) {
  return carver_format(carver, "%.*s%s%s", (int)start, text, middle, text + end);
}

static const char *change_once(Carver *carver, const char *text) {
  FuzzAplPlaces places = places_of(carver, text);
  size_t count = places.count - 1, at = carver_below(carver, count + 1);
  size_t length = 1 + (carver_chance(carver, 30) ? carver_below(carver, 12) : 0);
  size_t end = at + length < count ? at + length : count;
  const char *piece = PIECES[carver_below(carver, sizeof PIECES / sizeof *PIECES)];
  const char *part =
      arena_strndup(carver->arena, text + places.data[at], places.data[end] - places.data[at]);
  size_t other = places.data[carver_below(carver, count + 1)];
  switch (carver_below(carver, 8)) {
  case 0:
  case 1: return splice(carver, text, places.data[at], places.data[at], piece);
  case 2:
  case 3: return splice(carver, text, places.data[at], places.data[end], piece);
  case 4: return splice(carver, text, places.data[at], places.data[end], "");
  case 5: return splice(carver, text, other, other, part);
  case 6:
    return splice(carver, text, places.data[at], places.data[at], BYTES[carver_below(carver, 3)]);
  default: return carver_chance(carver, 20) ? arena_strndup(carver->arena, text, other) : text;
  }
}

const char *carve_change(Carver *carver, const char *text) {
  size_t count = 1 + carver_below(carver, carver_chance(carver, 30) ? 8 : 2);
  for (size_t i = 0; i < count; i++)
    text = change_once(carver, text);
  return text;
}
