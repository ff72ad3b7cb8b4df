// The tags of sums among the arguments of an entry point.
#ifndef RAVEL_DRIVER_ENTRY_TAGS_H
#define RAVEL_DRIVER_ENTRY_TAGS_H

#include "driver/driver.h"

// A tag that stands for no variant of a sum.
typedef struct WrongTag {
  Name sum;
  int64_t tag;
  size_t variant_count;
  size_t param; // in which parameter it is
} WrongTag;

// Looks for one among the values of the parameters.
bool entry_find_wrong_tag(const Entry *entry, const Values *arguments, WrongTag *wrong);

#endif
