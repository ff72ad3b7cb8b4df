// Private to the files about nested arrays: to_core_nested*.c. See to_core_nested.c.
#ifndef FRONT_APL_TO_CORE_NESTED_H
#define FRONT_APL_TO_CORE_NESTED_H

#include "front/apl/to_core_internal.h"

enum { ELEMENTS, STARTS, LENGTHS, ITEM_RANK_LIMIT = 8 };

size_t apl_item_rank(const AplValue *nested);
const AplArray *apl_nested_part(AplLower *lower, const AplValue *nested, size_t part);
const AplValue *apl_nested_make(AplLower *lower, const AplValue *const *parts, size_t count);
Atom apl_nested_descriptor(AplLower *lower, const AplValue *nested, size_t part, const Atom *point);
const AplValue *apl_joined(AplLower *lower, const AplValue *left, const AplValue *right);
const AplValue *apl_enclosed(AplLower *lower, const AplValue *value);
const AplValue *apl_nested_join(AplLower *lower, const AplValue *left, const AplValue *right);
// Items become cells, filled up to the longest.
const AplValue *apl_mixed(AplLower *lower, const AplValue *nested);

// The same function on all descriptors.
typedef const AplValue *PartFunction(AplLower *lower, const AplValue *part, void *context);

const AplValue *apl_for_descriptors(AplLower *lower, const AplValue *nested, PartFunction *function,
                                    void *context);

typedef struct Moving {
  const AplValue *function, *left;
  Span span;
} Moving;

// A PartFunction: the function of a Moving.
const AplValue *apl_moved_part(AplLower *lower, const AplValue *part, void *context);

typedef struct Reshaping {
  const Atom *dims;
  size_t rank;
} Reshaping;

// A PartFunction: the shape of a Reshaping.
const AplValue *apl_reshaped_part(AplLower *lower, const AplValue *part, void *context);

typedef struct AplRows {
  const Atom *dims; // the outer shape
  size_t rank;
  ValuePoint *body;
  void *context;
  const AplValue *none; // an array without items, to begin with
} AplRows;

// Items that are computed, all at once.
const AplValue *apl_rows(AplLower *lower, const AplRows *rows);

// ---- to_core_nested_search.c ----

// Functions of two arguments that compare items, and those of one; NULL for others.
const AplValue *apl_nested_search(AplLower *lower, AplPrimitiveId id, const AplValue *left,
                                  const AplValue *right);
const AplValue *apl_nested_unique(AplLower *lower, const AplValue *nested);
// For each item of a vector, the index of the first one that is the same.
const AplValue *apl_nested_firsts(AplLower *lower, const AplValue *nested);

#endif
