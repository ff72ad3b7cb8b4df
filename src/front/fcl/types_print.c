// Types and levels as text.
#include <string.h>

#include "base/strbuf.h"
#include "front/fcl/types.h"

static size_t printer_number(FclPrinter *printer, const void *variable) {
  for (size_t i = 0; i < printer->seen.count; i++)
    if (printer->seen.data[i] == variable) return i;
  vec_push(printer->arena, &printer->seen, variable);
  return printer->seen.count - 1;
}

static void put_level(FclPrinter *printer, StrBuf *out, const FclLevel *level) {
  static const char *const NAMES[] = {"thread", "block", "grid"};
  FclLevel known = fcl_level_resolve(level);
  if (known.variable == NULL && known.up < FCL_LEVEL_COUNT) {
    strbuf_puts(out, NAMES[known.up]);
    return;
  }
  uint32_t up = known.variable == NULL ? known.up - FCL_LEVEL_GRID : known.up;
  for (uint32_t i = 0; i < up; i++)
    strbuf_puts(out, "1+");
  if (known.variable == NULL)
    strbuf_puts(out, "grid");
  else if (known.variable->name != NULL)
    strbuf_puts(out, known.variable->name);
  else
    strbuf_printf(out, "l%zu", printer_number(printer, known.variable));
}

typedef enum FclTypePlace { PLACE_ANY, PLACE_FROM, PLACE_ATOM } FclTypePlace;

static void put_type(FclPrinter *printer, StrBuf *out, const FclType *type, FclTypePlace place) {
  type = fcl_type_resolve(type);
  switch (type->kind) {
#define BASE_TYPE(id, name, scalar, class)                                                         \
  case FCL_TYPE_##id:                                                                              \
    strbuf_puts(out, name);                                                                        \
    return;
#include "front/fcl/base_types.def"
#undef BASE_TYPE
  case FCL_TYPE_UNIT: strbuf_puts(out, "unit"); return;
  case FCL_TYPE_STRING: strbuf_puts(out, "string"); return;
  case FCL_TYPE_VARIABLE:
    if (type->variable->name != NULL)
      strbuf_puts(out, type->variable->name);
    else
      strbuf_printf(out, "'t%zu", printer_number(printer, type->variable));
    return;
  case FCL_TYPE_PAIR:
    strbuf_putc(out, '(');
    put_type(printer, out, type->first, PLACE_ANY);
    strbuf_puts(out, ", ");
    put_type(printer, out, type->second, PLACE_ANY);
    strbuf_putc(out, ')');
    return;
  case FCL_TYPE_FUNCTION:
    if (place != PLACE_ANY) strbuf_putc(out, '(');
    put_type(printer, out, type->first, PLACE_FROM);
    strbuf_puts(out, " -> ");
    put_type(printer, out, type->second, PLACE_ANY);
    if (place != PLACE_ANY) strbuf_putc(out, ')');
    return;
  case FCL_TYPE_PULL:
  case FCL_TYPE_PUSH:
    strbuf_putc(out, '[');
    put_type(printer, out, type->first, PLACE_ANY);
    strbuf_putc(out, ']');
    if (type->kind == FCL_TYPE_PULL) return;
    strbuf_putc(out, '<');
    put_level(printer, out, type->level);
    strbuf_putc(out, '>');
    return;
  case FCL_TYPE_PROGRAM:
    strbuf_puts(out, "Program<");
    put_level(printer, out, type->level);
    strbuf_puts(out, "> ");
    put_type(printer, out, type->first, PLACE_ATOM);
    return;
  }
}

static const char *take_text(Arena *arena, StrBuf *out) {
  const char *text = arena_strndup(arena, strbuf_text(out), out->length);
  strbuf_free(out);
  return text;
}

const char *fcl_type_text(FclPrinter *printer, const FclType *type) {
  StrBuf out = {0};
  put_type(printer, &out, type, PLACE_ANY);
  return take_text(printer->arena, &out);
}

const char *fcl_level_text(FclPrinter *printer, const FclLevel *level) {
  StrBuf out = {0};
  put_level(printer, &out, level);
  return take_text(printer->arena, &out);
}

const char *fcl_kind_words(FclKind kind) {
  switch (kind) {
  case FCL_KIND_BT: return "a base type";
  case FCL_KIND_GT: return "a type without functions";
  case FCL_KIND_TYP: break;
  }
  return "a type";
}

// A name for a variable of a scheme that has none, and that nothing else in the scheme has.
static Name free_name(Arena *arena, const FclScheme *scheme, bool is_level, size_t *next) {
  for (;; ++*next) {
    size_t letter = (is_level ? 11 + *next : *next) % 26, round = *next / 26;
    char *name = arena_printf(arena, "%s%c", is_level ? "" : "'", (char)('a' + letter));
    if (round > 0) name = arena_printf(arena, "%s%zu", name, round);
    bool is_used = false;
    for (size_t i = 0; is_level && i < scheme->levels.count; i++) {
      Name other = scheme->levels.data[i]->name;
      is_used = is_used || (other != NULL && strcmp(other, name) == 0);
    }
    for (size_t i = 0; !is_level && i < scheme->types.count; i++) {
      Name other = scheme->types.data[i]->name;
      is_used = is_used || (other != NULL && strcmp(other, name) == 0);
    }
    if (!is_used) return ++*next, name;
  }
}

const char *fcl_scheme_text(FclPrinter *printer, const FclScheme *scheme) {
  StrBuf out = {0};
  size_t next_level = 0, next_type = 0;
  if (fcl_scheme_is_general(scheme)) strbuf_puts(&out, "forall ");
  for (size_t i = 0; i < scheme->levels.count; i++) {
    FclLevelVariable *variable = scheme->levels.data[i];
    if (variable->name == NULL)
      variable->name = free_name(printer->arena, scheme, true, &next_level);
    strbuf_printf(&out, "%s%s", i == 0 ? "<" : ", ", variable->name);
  }
  if (scheme->levels.count > 0) strbuf_puts(&out, scheme->types.count > 0 ? "> " : ">");
  for (size_t i = 0; i < scheme->types.count; i++) {
    FclTypeVariable *variable = scheme->types.data[i];
    if (variable->name == NULL)
      variable->name = free_name(printer->arena, scheme, false, &next_type);
    strbuf_printf(&out, "%s%s", i == 0 ? "" : " ", variable->name);
  }
  if (fcl_scheme_is_general(scheme)) strbuf_puts(&out, ". ");
  put_type(printer, &out, scheme->type, PLACE_ANY);
  return take_text(printer->arena, &out);
}
