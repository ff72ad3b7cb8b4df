// Values as APL shows them. What a statement gives are arrays, whose types its entry point lists; a
// complex array is two of real numbers.
#include <stdlib.h>
#include <string.h>

#include "driver/repl.h"
#include "rts/c/layout_apl.h"
#include "rts/c/notation.h"

static const char *attribute(const Fun *entry, const char *word) {
  return notation_find_apl(entry->attrs.data, entry->attrs.count, word);
}

bool entry_is_statement(const Fun *entry) {
  return attribute(entry, "shows") != NULL || attribute(entry, "keeps") != NULL;
}

// Reads the next type of the list; false at its end.
static bool take_kind(const char **list, AplElement *kind) {
  static const char *const NAMES[] = {[APL_ELEMENT_BOOL] = "bool",
                                      [APL_ELEMENT_INT] = "int",
                                      [APL_ELEMENT_DOUBLE] = "double",
                                      [APL_ELEMENT_COMPLEX] = "complex",
                                      [APL_ELEMENT_CHAR] = "char"};
  *list += strspn(*list, " ");
  size_t length = strcspn(*list, " ");
  if (length == 0) return false;
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strlen(NAMES[i]) == length && memcmp(NAMES[i], *list, length) == 0) {
      *kind = (AplElement)i;
      *list += length;
      return true;
    }
  INTERNAL_ERROR("%.*s is no type of APL", (int)length, *list);
}

static int64_t element_bits(const Value *value, int64_t i) {
  int64_t bits = 0;
  if (value->prim == PRIM_BOOL) return ((const uint8_t *)value->data)[i] != 0;
  if (value->prim == PRIM_I32) return ((const int32_t *)value->data)[i];
  if (prim_size(value->prim) != sizeof bits) INTERNAL_ERROR("a value that is none of APL");
  memcpy(&bits, (const char *)value->data + (size_t)i * sizeof bits, sizeof bits);
  return bits;
}

static void put_number(StrBuf *out, int64_t number) {
  for (int i = 0; i < 8; i++)
    strbuf_putc(out, (char)(uint64_t)(number >> (8 * i)));
}

static void put_array(const Repl *repl, EffectWorld *world, AplElement kind, const Value *parts,
                      int64_t limit) {
  StrBuf sizes = {0}, elements = {0};
  size_t part_count = kind == APL_ELEMENT_COMPLEX ? 2 : 1;
  for (int i = 0; i < parts[0].rank; i++)
    put_number(&sizes, parts[0].shape[i]);
  for (int64_t i = 0; i < value_count(&parts[0]); i++)
    for (size_t part = 0; part < part_count; part++)
      put_number(&elements, element_bits(&parts[part], i));
  WorldText texts[2] = {{strbuf_text(&sizes), sizes.length},
                        {strbuf_text(&elements), elements.length}};
  if (repl->is_plain)
    world_put_layout(world, limit, kind, &texts[0], &texts[1]);
  else
    world_put_array(world, kind, &texts[0], &texts[1]);
  strbuf_free(&sizes);
  strbuf_free(&elements);
}

bool layout_show(const Repl *repl, Writer *writer, const Fun *entry, const Values *results,
                 int64_t limit, ValueError *error) {
  const char *list = attribute(entry, "shows");
  const Value *parts = results->data;
  EffectWorld world = {0};
  AplElement kind;
  while (list != NULL && take_kind(&list, &kind)) {
    put_array(repl, &world, kind, parts, limit);
    parts += kind == APL_ELEMENT_COMPLEX ? 2 : 1;
  }
  if (world.lacks_memory) fatal_out_of_memory(world.text_count);
  bool is_good = world.text_count == 0 || writer_put(writer, world.text, world.text_count, error);
  world_close(&world);
  return is_good;
}
