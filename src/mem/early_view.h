// What early.c knows about arrays at Flat: of what they are views, and where the elements of
// selections are.
#ifndef RAVEL_MEM_EARLY_VIEW_H
#define RAVEL_MEM_EARLY_VIEW_H

#include "analysis/lmad.h"
#include "analysis/sizes.h"

// What is known of a selection that has elements: that none of these is negative.
enum { FACT_LIMIT = 24 };

typedef struct EarlyFacts {
  const Poly *polys[FACT_LIMIT];
  size_t count;
} EarlyFacts;

// What an array is a view of: the addresses of its elements in the root, which counts as row-major.
typedef struct EarlyView {
  Var *root;
  Lmad lmad;
  EarlyFacts facts;
} EarlyView;

// The views of a function.
typedef struct EarlyViews {
  Arena *scratch;
  Sizes *sizes;
  Map *definitions; // Var -> Stm
  Map *by_var;      // Var -> EarlyView
} EarlyViews;

const Poly *early_poly(EarlyViews *views, Atom atom);
const Poly *early_size(EarlyViews *views, Dim dim);
const EarlyView *early_view(EarlyViews *views, Var *array);
// The array as a view of itself.
EarlyView early_root_view(EarlyViews *views, Var *array);
// The view of a selection, whose atoms these are.
void early_view_select(EarlyViews *views, EarlyView *view, const Selector *selector,
                       const Atom *atoms);
// The addresses behind the first indices.
Lmad early_index(EarlyViews *views, Lmad lmad, const Atom *indices, size_t count);

#endif
