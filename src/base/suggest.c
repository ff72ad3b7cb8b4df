#include "base/suggest.h"

#include <stdlib.h>
#include <string.h>

// Longer words are not compared: a typing error in them is easy to see.
enum { WORD_MAX = 64 };

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

size_t edit_distance(const char *from, const char *to, size_t limit) {
  size_t from_length = strlen(from), to_length = strlen(to);
  size_t difference = from_length > to_length ? from_length - to_length : to_length - from_length;
  if (from_length > WORD_MAX || to_length > WORD_MAX || difference > limit) return limit + 1;
  // Three rows of the table: the one before last is needed for swaps.
  size_t rows[3][WORD_MAX + 1] = {{0}};
  for (size_t j = 0; j <= to_length; j++)
    rows[0][j] = j;
  for (size_t i = 1; i <= from_length; i++) {
    size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
    row[0] = i;
    for (size_t j = 1; j <= to_length; j++) {
      size_t replaced = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = smaller(replaced, smaller(above[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        row[j] = smaller(row[j], second[j - 2] + 1);
    }
  }
  return smaller(rows[from_length % 3][to_length], limit + 1);
}

// A third of the letters may be wrong, and in a short word one.
Suggestion suggestion_for(const char *wanted) {
  size_t limit = strlen(wanted) / 3;
  return (Suggestion){.wanted = wanted, .distance = (limit > 0 ? limit : 1) + 1};
}

void suggestion_offer(Suggestion *suggestion, const char *word) {
  size_t limit = suggestion->distance - 1;
  // A word of one letter is close to every other one.
  if (suggestion->distance == 0 || strlen(word) < 2) return;
  size_t distance = edit_distance(suggestion->wanted, word, limit);
  if (distance > limit) return;
  suggestion->best = word;
  suggestion->distance = distance;
}
