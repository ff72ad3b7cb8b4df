// See wishes.h.
#include "flat/wishes.h"

#include <string.h>

static const struct {
  const char *text;
  FlatWish wish;
} WISHES[] = {{"sequential_inner", {.no_block = true, .no_grid = true}},
              {"only_outer", {.no_block = true, .no_grid = true}},
              {"sequential_outer", {.wants_loop = true, .no_block = true}},
              {"only_intra", {.wants_block = true, .no_grid = true}},
              {"only_inner", {.no_thread = true, .no_block = true}},
              {"no_outer", {.no_thread = true}},
              {"no_intra", {.no_block = true}}};

// What stands in the parentheses of `flattening(…)`, or the whole attribute; `length` is how long
// it is.
static const char *wish_word(const char *text, size_t *length) {
  static const char *const NAMES[] = {"flattening(", "incremental_flattening("};
  *length = strlen(text);
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    size_t start = strlen(NAMES[i]);
    if (strncmp(text, NAMES[i], start) != 0) continue;
    *length = strcspn(text + start, ")");
    return text + start;
  }
  return text;
}

// Several wishes are one.
static void wish_add(FlatWish *wish, const FlatWish *more, const char *text) {
  wish->text = text;
  wish->wants_block = wish->wants_block || more->wants_block;
  wish->wants_loop = wish->wants_loop || more->wants_loop;
  wish->no_thread = wish->no_thread || more->no_thread;
  wish->no_block = wish->no_block || more->no_block;
  wish->no_grid = wish->no_grid || more->no_grid;
}

FlatWish flat_wish(const Stm *stm) {
  FlatWish wish = {0};
  for (size_t i = 0; i < stm->attrs.count; i++) {
    size_t length = 0;
    const char *word = wish_word(stm->attrs.data[i], &length);
    for (size_t k = 0; k < sizeof WISHES / sizeof *WISHES; k++)
      if (strlen(WISHES[k].text) == length && memcmp(WISHES[k].text, word, length) == 0)
        wish_add(&wish, &WISHES[k].wish, stm->attrs.data[i]);
  }
  return wish;
}

void flat_wish_refuse(Diag *diag, const Stm *stm, const FlatWish *wish, const char *why) {
  diag_warning(diag, ERROR_WISH, stm->span, "`#[%s]` cannot be obeyed: %s", wish->text, why);
}
