// Questions about LMADs where something is known about sizes: empty sets have nothing in common
// with any and repeat nothing, so sizes are positive, and what is `max(q, 0)`, say, is q.
#include "analysis/lmad_here.h"

// By the values that variables have here.
static Lmad set_here(Bounds *bounds, const Lmad *set) {
  Lmad here = *set;
  here.offset = bounds_normalise(bounds, set->offset);
  for (size_t k = 0; k < set->rank; k++) {
    here.dims[k].size = bounds_normalise(bounds, set->dims[k].size);
    here.dims[k].stride = bounds_normalise(bounds, set->dims[k].stride);
  }
  return lmad_is_known(&here) ? here : *set;
}

static void assume_full(Sizes *sizes, const Lmad *set) {
  for (size_t k = 0; k < set->rank; k++)
    sizes_assume_positive(sizes, set->dims[k].size);
}

bool lmad_is_apart_here(Sizes *sizes, const Lmad *a, const Lmad *b, Witnesses *witnesses) {
  if (!lmad_is_known(a) || !lmad_is_known(b)) return false;
  SizesMark mark = sizes_mark(sizes);
  Bounds *bounds = sizes_bounds(sizes);
  assume_full(sizes, a);
  assume_full(sizes, b);
  Lmad left = set_here(bounds, a), right = set_here(bounds, b);
  bool is_apart = lmad_is_apart(sizes_algebra(sizes), bounds, &left, &right, witnesses);
  sizes_leave(sizes, mark);
  return is_apart;
}

bool lmad_is_same_or_apart_here(Sizes *sizes, const Lmad *a, const Lmad *b, const Poly *unit,
                                Witnesses *witnesses) {
  if (!lmad_is_known(a) || !lmad_is_known(b)) return false;
  SizesMark mark = sizes_mark(sizes);
  Bounds *bounds = sizes_bounds(sizes);
  assume_full(sizes, a);
  Lmad left = set_here(bounds, a), right = set_here(bounds, b);
  bool is_proved = lmad_is_same_or_apart(sizes_algebra(sizes), bounds, &left, &right,
                                         bounds_normalise(bounds, unit), witnesses);
  sizes_leave(sizes, mark);
  return is_proved;
}

bool lmad_is_injective_here(Sizes *sizes, const Lmad *lmad, Witnesses *witnesses) {
  if (!lmad_is_known(lmad)) return false;
  SizesMark mark = sizes_mark(sizes);
  Bounds *bounds = sizes_bounds(sizes);
  assume_full(sizes, lmad);
  Lmad here = set_here(bounds, lmad);
  bool is_injective = lmad_is_injective(sizes_algebra(sizes), bounds, &here, witnesses);
  sizes_leave(sizes, mark);
  return is_injective;
}

bool lmad_is_equal_here(Sizes *sizes, const Lmad *a, const Lmad *b) {
  Lmad left = set_here(sizes_bounds(sizes), a), right = set_here(sizes_bounds(sizes), b);
  return lmad_equal(&left, &right);
}
