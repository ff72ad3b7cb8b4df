// The table of primitives: glyphs and what they do. See primitives.def.
#ifndef FRONT_APL_PRIMITIVES_H
#define FRONT_APL_PRIMITIVES_H

#include <stddef.h>
#include <stdint.h>

typedef enum AplRole { APL_FUNCTION, APL_MONADIC, APL_DYADIC, APL_HYBRID } AplRole;

typedef enum AplPrimitiveId {
#define PRIMITIVE(id, ...) APL_##id##_PRIMITIVE,
#define SYNONYM(glyph, other)
#include "front/apl/primitives.def"
#undef PRIMITIVE
#undef SYNONYM
  APL_PRIMITIVE_COUNT
} AplPrimitiveId;

const char *apl_primitive_glyph(AplPrimitiveId id);
AplRole apl_primitive_role(AplPrimitiveId id);
// The primitive that a text begins with, and the length of its glyph in bytes; -1: none.
int apl_primitive_at(const char *text, size_t length, uint32_t *size);

#endif
