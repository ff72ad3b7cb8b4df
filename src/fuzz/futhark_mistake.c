// Mistakes: programs that must be refused. A template has places for names and types of where it is
// put, so that the same mistake stands in modules, loops, lambdas and branches of any kind.
#include <string.h>

#include "fuzz/futhark.h"

typedef enum MistakePlace { MISTAKE_STATEMENT, MISTAKE_DECLARATION } MistakePlace;

typedef struct Mistake {
  MistakePlace place;
  const char *name;
  const char *text; // NULL: a match without one of its cases
} Mistake;

static const Mistake MISTAKES[] = {
#define CASE                       NULL
#define MISTAKE(place, name, text) {MISTAKE_##place, name, text},
#include "fuzz/futhark_mistakes.def"
#undef MISTAKE
#undef CASE
};

#define MISTAKE_COUNT (sizeof MISTAKES / sizeof *MISTAKES)

const char *draft_mistake_choose(Scribe *scribe) {
  return MISTAKES[scribe_below(scribe, MISTAKE_COUNT)].name;
}

static const Mistake *wanted_mistake(const Scribe *scribe) {
  for (size_t k = 0; k < MISTAKE_COUNT; k++)
    if (strcmp(MISTAKES[k].name, scribe->mistake) == 0) return &MISTAKES[k];
  INTERNAL_ERROR("the mistake '%s' is not in the table", scribe->mistake);
}

// ---- Templates ----

static bool is_plain_array(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  (void)scribe, (void)context;
  const DraftType *type = binding->type;
  return type->kind == DRAFT_ARRAY && type->size->low > 0 && draft_type_can_be_written(type) &&
         !draft_type_has_kind(type, DRAFT_NAMED);
}

static bool has_other_size(Scribe *scribe, const FuzzFutBinding *binding, const void *context) {
  const DraftType *type = context;
  return is_plain_array(scribe, binding, NULL) &&
         draft_type_equal(binding->type->element, type->element) &&
         !draft_size_equal(binding->type->size, type->size);
}

// What the places of a template stand for.
typedef struct FuzzFutFilling {
  const char *names[4];
  const char *op;
  Prim first, second;
  const DraftType *type; // of the array; NULL: there is none
  const char *array, *other;
} FuzzFutFilling;

// A new operator: names of operators have no digits, so there are as many as characters.
static const char *operator_name(Scribe *scribe) {
  static const char characters[] = "+-*/%<>^&|";
  StrBuf name = {0};
  strbuf_puts(&name, "+");
  for (uint32_t left = ++scribe->name_count; left > 0; left /= 10)
    strbuf_putc(&name, characters[left % 10]);
  const char *kept = arena_strndup(scribe->arena, name.data, name.length);
  strbuf_free(&name);
  return kept;
}

static bool filling_find(Scribe *scribe, const char *text, FuzzFutFilling *filling) {
  for (size_t k = 0; k < 4; k++)
    filling->names[k] = scribe_name(scribe, "w");
  filling->op = operator_name(scribe);
  filling->first = draft_any_integer(scribe);
  do
    filling->second = draft_any_integer(scribe);
  while (filling->second == filling->first);
  if (!strpbrk(text, "$")) return true;
  bool needs_other = strstr(text, "$B") != NULL;
  if (!strstr(text, "$A") && !strstr(text, "$V") && !needs_other) return true;
  FuzzFutBinding *array = draft_scope_pick(scribe, is_plain_array, NULL);
  if (!array) return false;
  filling->type = array->type;
  filling->array = array->name;
  if (!needs_other) return true;
  FuzzFutBinding *other = draft_scope_pick(scribe, has_other_size, array->type);
  if (!other) return false;
  filling->other = other->name;
  return true;
}

static void place_put(Scribe *scribe, StrBuf *out, char place, const FuzzFutFilling *filling) {
  switch (place) {
  case '1':
  case '2':
  case '3':
  case '4': strbuf_puts(out, filling->names[place - '1']); return;
  case 'T': strbuf_puts(out, prim_name(filling->first)); return;
  case 'L': strbuf_puts(out, draft_literal_of(scribe, filling->first, true)); return;
  case 'U': strbuf_puts(out, prim_name(filling->second)); return;
  case 'M': strbuf_puts(out, draft_literal_of(scribe, filling->second, true)); return;
  case 'O': strbuf_puts(out, filling->op); return;
  case 'N': strbuf_printf(out, "%zu", 1 + scribe_below(scribe, 3)); return;
  case 'A': strbuf_puts(out, filling->array); return;
  case 'B': strbuf_puts(out, filling->other); return;
  case 'V': strbuf_puts(out, draft_type_text(scribe, filling->type)); return;
  case 'E': strbuf_puts(out, draft_type_atom(scribe, filling->type->element)); return;
  case 'X':
    strbuf_puts(out, draft_exp_atom(scribe, draft_exp_of(scribe, filling->type->element, 1)));
    return;
  default: INTERNAL_ERROR("$%c in a mistake", place);
  }
}

void draft_mistake_made(Scribe *scribe, const char *mark) {
  scribe->mark = mark;
  scribe->made = scribe->mistake;
  scribe->mistake = NULL;
}

static void filling_put(Scribe *scribe, const char *text, const FuzzFutFilling *filling) {
  for (const char *at = text; *at; at++) {
    if (*at == '$')
      place_put(scribe, &scribe->out, *++at, filling);
    else
      strbuf_putc(&scribe->out, *at);
  }
  strbuf_putc(&scribe->out, '\n');
}

static bool template_write(Scribe *scribe, const char *text) {
  FuzzFutFilling filling = {0};
  if (!filling_find(scribe, text, &filling)) return false;
  draft_mistake_made(scribe, filling.names[0]); // before values are written, which may have blocks
  filling_put(scribe, text, &filling);
  return true;
}

bool draft_template_write(Scribe *scribe, const char *text, const char *names[4]) {
  FuzzFutFilling filling = {0};
  if (!filling_find(scribe, text, &filling)) return false;
  memcpy(names, filling.names, sizeof filling.names);
  filling_put(scribe, text, &filling);
  return true;
}

const char *draft_template_declare(Scribe *scribe, const char *text, Prim *first, Prim *second) {
  FuzzFutFilling filling = {0};
  if (!filling_find(scribe, text, &filling)) return NULL;
  filling_put(scribe, text, &filling);
  *first = filling.first;
  *second = filling.second;
  return filling.names[0];
}

void draft_mistake_statement(Scribe *scribe) {
  const Mistake *mistake = wanted_mistake(scribe);
  if (mistake->place != MISTAKE_STATEMENT) return;
  if (!mistake->text) return; // the next match makes it
  template_write(scribe, mistake->text);
}

void draft_mistake_declaration(Scribe *scribe) {
  const Mistake *mistake = wanted_mistake(scribe);
  if (mistake->place != MISTAKE_DECLARATION) return;
  if (template_write(scribe, mistake->text)) strbuf_putc(&scribe->out, '\n');
}
