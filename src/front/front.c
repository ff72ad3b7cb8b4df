#include "front/front.h"

#include <string.h>

#include "front/apl/apl.h"
#include "front/core_session.h"
#include "front/fcl/fcl.h"
#include "front/futhark/futhark.h"
#include "front/nesl/nesl.h"
#include "ir/parse.h"

static const Front FRONTS[] = {
#define FRONT(name, purpose, extensions, comment, is_closed, is_textual_ir, compile, session,      \
              editor, entry_hint)                                                                  \
  {name,          purpose, extensions, comment, is_closed,                                         \
   is_textual_ir, compile, session,    editor,  entry_hint},
#include "front/fronts.def"
#undef FRONT
};

size_t front_count(void) { return sizeof FRONTS / sizeof *FRONTS; }

const Front *front_at(size_t position) { return &FRONTS[position]; }

const Front *front_named(const char *name) {
  for (size_t i = 0; i < front_count(); i++)
    if (strcmp(FRONTS[i].name, name) == 0) return &FRONTS[i];
  return NULL;
}

// Is the word one of those in the list, which blanks separate?
static bool list_has(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *item = list; *item; item += strspn(item, " ")) {
    size_t item_length = strcspn(item, " ");
    if (item_length == length && memcmp(item, word, length) == 0) return true;
    item += item_length;
  }
  return false;
}

const Front *front_for_extension(const char *extension) {
  if (!*extension) return NULL;
  for (size_t i = 0; i < front_count(); i++)
    if (list_has(FRONTS[i].extensions, extension)) return &FRONTS[i];
  return NULL;
}
