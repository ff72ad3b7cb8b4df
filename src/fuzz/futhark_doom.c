// Doom: programs that are right, and fail when they run, because of a size that is not what is
// written. The size, or what has it, is a result of the entry point, so that no pass may drop the
// failure; of an argument no pass may in any case.
#include <string.h>

#include "fuzz/futhark.h"

typedef struct Doom {
  const char *name;
  const char *text;
} Doom;

static const Doom DOOMS[] = {
#define DOOM(name, text) {name, text},
#include "fuzz/futhark_dooms.def"
#undef DOOM
};

typedef struct SizeForm {
  const char *name;
  const char *bound; // to $2
  const char *text;
} SizeForm;

static const SizeForm SIZES[] = {
#define SIZE(name, bound, text) {name, bound, text},
#include "fuzz/futhark_dooms.def"
#undef SIZE
};

static const char *const USES[] = {
#define USE(text) text,
#include "fuzz/futhark_dooms.def"
#undef USE
};

static const SizeForm PARAMS[] = {
#define PARAM(bound, text) {"of an argument", bound, text},
#include "fuzz/futhark_dooms.def"
#undef PARAM
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

// `$$` is a wrong size in what the form binds.
static const char *coercion(Scribe *scribe) {
  const SizeForm *form = &SIZES[scribe_below(scribe, COUNT(SIZES))];
  const char *use = USES[scribe_below(scribe, COUNT(USES))];
  const char *wrong = strstr(form->bound, "$$");
  int before = wrong ? (int)(wrong - form->bound) : (int)strlen(form->bound);
  return arena_printf(scribe->arena, "let $2 = %.*s%s%s\nlet $3 = $A :> [%s]$E\n%s", before,
                      form->bound, wrong ? "(length $A + 1)" : "", wrong ? wrong + 2 : "",
                      form->text, use);
}

const char *draft_doom_statement(Scribe *scribe) {
  const char *names[4];
  bool is_coercion = scribe_chance(scribe, 50);
  const Doom *doom = &DOOMS[scribe_below(scribe, COUNT(DOOMS))];
  if (!draft_template_write(scribe, is_coercion ? coercion(scribe) : doom->text, names))
    return NULL;
  draft_scope_bind(scribe, names[0], draft_type_scalar(scribe, PRIM_I64), (FuzzFutRoots){NULL, 0});
  return is_coercion ? "a coercion to a wrong size" : doom->name;
}

const char *draft_doom_params(Scribe *scribe, StrBuf *out, bool *is_array) {
  const SizeForm *form = &PARAMS[scribe_below(scribe, COUNT(PARAMS))];
  const char *number = scribe_name(scribe, "w"), *array = scribe_name(scribe, "w");
  strbuf_printf(out, " (%s: %s) (%s: [", number, form->bound, array);
  for (const char *at = form->text; *at; at++) {
    if (at[0] == '$')
      strbuf_puts(out, (at++, number));
    else
      strbuf_putc(out, *at);
  }
  strbuf_puts(out, "]i32)");
  *is_array = form->bound[0] == '[';
  return array;
}
