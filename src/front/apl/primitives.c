#include "front/apl/primitives.h"

#include <string.h>

static const struct {
  const char *glyph;
  AplRole role;
} PRIMITIVES[] = {
#define PRIMITIVE(id, glyph, role, ...) {glyph, APL_##role},
#define SYNONYM(glyph, other)
#include "front/apl/primitives.def"
#undef PRIMITIVE
#undef SYNONYM
};

static const struct {
  const char *glyph, *other;
} SYNONYMS[] = {
#define PRIMITIVE(id, glyph, role, ...)
#define SYNONYM(glyph, other) {glyph, other},
#include "front/apl/primitives.def"
#undef PRIMITIVE
#undef SYNONYM
};

const char *apl_primitive_glyph(AplPrimitiveId id) { return PRIMITIVES[id].glyph; }

AplRole apl_primitive_role(AplPrimitiveId id) { return PRIMITIVES[id].role; }

static int find(const char *text, size_t length) {
  for (int i = 0; i < APL_PRIMITIVE_COUNT; i++) {
    size_t size = strlen(PRIMITIVES[i].glyph);
    if (size <= length && memcmp(text, PRIMITIVES[i].glyph, size) == 0) return i;
  }
  return -1;
}

int apl_primitive_at(const char *text, size_t length, uint32_t *size) {
  for (size_t i = 0; i < sizeof SYNONYMS / sizeof *SYNONYMS; i++) {
    *size = (uint32_t)strlen(SYNONYMS[i].glyph);
    if (*size <= length && memcmp(text, SYNONYMS[i].glyph, *size) == 0)
      return find(SYNONYMS[i].other, strlen(SYNONYMS[i].other));
  }
  int id = find(text, length);
  if (id >= 0) *size = (uint32_t)strlen(PRIMITIVES[id].glyph);
  return id;
}
