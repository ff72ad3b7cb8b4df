// "Did you mean": finds the known word that is closest to one that is unknown.
//
//   Suggestion suggestion = suggestion_for("chek");
//   suggestion_offer(&suggestion, "check");
//   if (suggestion.best) diag_hint(diag, "did you mean `%s`?", suggestion.best);
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

typedef struct Suggestion {
  const char *best; // NULL while nothing is close
  const char *wanted;
  size_t distance;
} Suggestion;

// Begins a search for words close to `wanted`, which must outlive it.
Suggestion suggestion_for(const char *wanted);

// Considers a word; of equally close ones the first is kept. It must outlive the suggestion.
void suggestion_offer(Suggestion *suggestion, const char *word);

// How many letters must be inserted, dropped, replaced or swapped with a neighbour to turn one word
// into the other; more than `limit` is reported as limit + 1. Counts bytes.
size_t edit_distance(const char *from, const char *to, size_t limit);

#endif
