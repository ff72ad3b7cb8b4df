// Changes: a right program with some of its words replaced, dropped or moved, as a person might who
// edits it. Most become wrong, many do not; only another compiler can tell.
#include <ctype.h>
#include <string.h>

#include "fuzz/futhark.h"

// A part of the text, from `start` up to but not including `end`.
typedef struct FuzzFutPlace {
  size_t start, end;
} FuzzFutPlace;

typedef Vec(FuzzFutPlace) FuzzFutPlaces;

// The text as it is being changed.
typedef struct Change {
  Scribe *scribe;
  const char *text;
} Change;

static bool change_splice(Change *change, FuzzFutPlace place, const char *middle) {
  change->text = arena_printf(change->scribe->arena, "%.*s%s%s", (int)place.start, change->text,
                              middle, change->text + place.end);
  return true;
}

static const char *change_part(const Change *change, FuzzFutPlace place) {
  return arena_strndup(change->scribe->arena, change->text + place.start, place.end - place.start);
}

static const FuzzFutPlace *change_pick(const Change *change, const FuzzFutPlaces *places) {
  return places->count > 0 ? &places->data[scribe_below(change->scribe, places->count)] : NULL;
}

// ---- Where something can be changed ----

static bool is_prim(const char *text, size_t length) {
  Prim prim;
  return prim_from_name(text, length, &prim);
}

static bool is_word_char(char byte) {
  return isalnum((unsigned char)byte) || byte == '_' || byte == '\'';
}

// All words; those that are names that the scribe made end with a digit.
static FuzzFutPlaces words_of(const Change *change, bool only_names) {
  FuzzFutPlaces words = {0};
  const char *text = change->text;
  for (size_t at = 0; text[at] != '\0';) {
    size_t end = at;
    while (is_word_char(text[end]))
      end++;
    bool is_name = end > at + 1 && islower((unsigned char)text[at]) &&
                   isdigit((unsigned char)text[end - 1]) && isdigit((unsigned char)text[at + 1]) &&
                   strchr("vasxkcnptg", text[at]) && !is_prim(text + at, end - at);
    if (end > at && (is_name || !only_names))
      vec_push(change->scribe->arena, &words, (FuzzFutPlace){at, end});
    at = end > at ? end : at + 1;
  }
  return words;
}

// Every place where the text stands.
static FuzzFutPlaces texts_of(const Change *change, const char *wanted) {
  FuzzFutPlaces places = {0};
  size_t length = strlen(wanted);
  for (const char *at = strstr(change->text, wanted); at; at = strstr(at + length, wanted)) {
    size_t start = (size_t)(at - change->text);
    vec_push(change->scribe->arena, &places, (FuzzFutPlace){start, start + length});
  }
  return places;
}

// Everything from an opening bracket to its closing one.
static FuzzFutPlaces groups_of(const Change *change, char open) {
  FuzzFutPlaces groups = {0};
  const char *text = change->text;
  for (size_t start = 0; text[start] != '\0'; start++) {
    if (text[start] != open) continue;
    int level = 0;
    for (size_t end = start; text[end] != '\0'; end++) {
      level += strchr("([{", text[end]) != NULL;
      level -= strchr(")]}", text[end]) != NULL;
      if (level > 0) continue;
      vec_push(change->scribe->arena, &groups, (FuzzFutPlace){start, end + 1});
      break;
    }
  }
  return groups;
}

static FuzzFutPlaces lines_of(const Change *change) {
  FuzzFutPlaces lines = {0};
  for (size_t at = 0; change->text[at] != '\0';) {
    size_t length = strcspn(change->text + at, "\n");
    length += change->text[at + length] == '\n';
    vec_push(change->scribe->arena, &lines, (FuzzFutPlace){at, at + length});
    at += length;
  }
  return lines;
}

// ---- Changes ----

typedef bool Changing(Change *change);

// A name by another one that stands not far away.
static bool change_name(Change *change) {
  FuzzFutPlaces names = words_of(change, true);
  if (names.count < 2) return false;
  size_t which = scribe_below(change->scribe, names.count), far = 12;
  size_t first = which > far ? which - far : 0;
  size_t last = which + far < names.count ? which + far : names.count - 1;
  size_t other = first + scribe_below(change->scribe, last - first + 1);
  return change_splice(change, names.data[which], change_part(change, names.data[other]));
}

// The size of an array: left out, or another one.
static bool change_size(Change *change) {
  FuzzFutPlaces groups = groups_of(change, '[');
  const FuzzFutPlace *place = change_pick(change, &groups), *other = change_pick(change, &groups);
  if (!place) return false;
  size_t how = scribe_below(change->scribe, 5);
  if (how < 2) return change_splice(change, *place, "[]");
  if (how == 2) return change_splice(change, *place, change_part(change, *other));
  const char *size = change_part(change, (FuzzFutPlace){place->start + 1, place->end - 1});
  return change_splice(change, *place,
                       arena_printf(change->scribe->arena, how == 3 ? "[%s + 1]" : "[2]", size));
}

static bool change_drop_copy(Change *change) {
  FuzzFutPlaces copies = texts_of(change, "copy ");
  const FuzzFutPlace *place = change_pick(change, &copies);
  return place && change_splice(change, *place, "");
}

static bool change_unique(Change *change) {
  bool is_drop = scribe_chance(change->scribe, 50);
  FuzzFutPlaces places = texts_of(change, is_drop ? ": *" : ": [");
  const FuzzFutPlace *place = change_pick(change, &places);
  return place && change_splice(change, *place, is_drop ? ": " : ": *[");
}

// `(x: t)` without its type.
static bool change_drop_type(Change *change) {
  FuzzFutPlaces groups = groups_of(change, '('), typed = {0};
  for (size_t k = 0; k < groups.count; k++) {
    size_t end = groups.data[k].start + 1;
    while (is_word_char(change->text[end]))
      end++;
    if (strncmp(change->text + end, ": ", 2) == 0)
      vec_push(change->scribe->arena, &typed, groups.data[k]);
  }
  const FuzzFutPlace *place = change_pick(change, &typed);
  if (!place) return false;
  size_t end = place->start + 1 + strcspn(change->text + place->start + 1, ":");
  return change_splice(change, *place, change_part(change, (FuzzFutPlace){place->start + 1, end}));
}

// `): t =` without the type.
static bool change_drop_result(Change *change) {
  FuzzFutPlaces places = texts_of(change, "): ");
  const FuzzFutPlace *place = change_pick(change, &places);
  if (!place) return false;
  size_t end = place->start + strcspn(change->text + place->start, "=\n");
  if (change->text[end] != '=') return false;
  return change_splice(change, (FuzzFutPlace){place->start, end}, ") ");
}

static bool change_prim(Change *change) {
  FuzzFutPlaces words = words_of(change, false), prims = {0};
  for (size_t k = 0; k < words.count; k++) {
    FuzzFutPlace word = words.data[k];
    if (is_prim(change->text + word.start, word.end - word.start))
      vec_push(change->scribe->arena, &prims, word);
  }
  const FuzzFutPlace *place = change_pick(change, &prims);
  return place && change_splice(change, *place, prim_name(draft_any_prim(change->scribe)));
}

static bool change_swap_words(Change *change) {
  FuzzFutPlaces words = words_of(change, false);
  if (words.count < 2) return false;
  size_t which = scribe_below(change->scribe, words.count - 1);
  FuzzFutPlace a = words.data[which], b = words.data[which + 1];
  const char *both =
      arena_printf(change->scribe->arena, "%s%s%s", change_part(change, b),
                   change_part(change, (FuzzFutPlace){a.end, b.start}), change_part(change, a));
  return change_splice(change, (FuzzFutPlace){a.start, b.end}, both);
}

static bool change_drop_word(Change *change) {
  FuzzFutPlaces words = words_of(change, false);
  const FuzzFutPlace *place = change_pick(change, &words);
  // Some take `(a, , b)` and others `.5`.
  if (!place || strchr(",.", change->text[place->end])) return false;
  return change_splice(change, *place, "");
}

// Something in parentheses: dropped, without them, or in place of something else.
static bool change_group(Change *change) {
  FuzzFutPlaces groups = groups_of(change, '(');
  const FuzzFutPlace *place = change_pick(change, &groups), *other = change_pick(change, &groups);
  if (!place) return false;
  size_t how = scribe_below(change->scribe, 3);
  if (how == 0) return change_splice(change, *place, "");
  if (how == 1)
    return change_splice(change, *place,
                         change_part(change, (FuzzFutPlace){place->start + 1, place->end - 1}));
  return change_splice(change, *place, change_part(change, *other));
}

static bool change_line(Change *change) {
  FuzzFutPlaces lines = lines_of(change);
  if (lines.count < 2) return false;
  size_t which = scribe_below(change->scribe, lines.count - 1);
  FuzzFutPlace a = lines.data[which], b = lines.data[which + 1];
  if (scribe_chance(change->scribe, 40)) return change_splice(change, a, "");
  const char *both =
      arena_printf(change->scribe->arena, "%s%s", change_part(change, b), change_part(change, a));
  return change_splice(change, (FuzzFutPlace){a.start, b.end}, both);
}

static bool change_lifted(Change *change) {
  FuzzFutPlaces places = texts_of(change, "\ntype ");
  const FuzzFutPlace *place = change_pick(change, &places);
  return place &&
         change_splice(change, *place, scribe_chance(change->scribe, 50) ? "\ntype~ " : "\ntype^ ");
}

static bool change_ascription(Change *change) {
  bool is_coercion = scribe_chance(change->scribe, 50);
  FuzzFutPlaces places = texts_of(change, is_coercion ? " :> " : " : ");
  const FuzzFutPlace *place = change_pick(change, &places);
  return place && change_splice(change, *place, is_coercion ? " : " : " :> ");
}

static Changing *const CHANGES[] = {
    change_name,       change_name,        change_name,       change_size,   change_size,
    change_drop_copy,  change_drop_copy,   change_unique,     change_unique, change_drop_type,
    change_drop_type,  change_drop_result, change_prim,       change_group,  change_line,
    change_swap_words, change_drop_word,   change_ascription, change_lifted,
};

const char *draft_change(Scribe *scribe, const char *text) {
  Change change = {scribe, text};
  size_t wanted = 1 + (size_t)scribe_chance(scribe, 30);
  for (size_t attempt = 0; attempt < 8 && wanted > 0; attempt++)
    wanted -= CHANGES[scribe_below(scribe, sizeof CHANGES / sizeof *CHANGES)](&change);
  return change.text;
}
