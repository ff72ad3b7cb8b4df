// Questions about LMADs (lmad.h) at a place of a program, by what is known there about sizes.
#ifndef RAVEL_ANALYSIS_LMAD_HERE_H
#define RAVEL_ANALYSIS_LMAD_HERE_H

#include "analysis/lmad.h"
#include "analysis/sizes.h"

bool lmad_is_apart_here(Sizes *sizes, const Lmad *a, const Lmad *b, Witnesses *witnesses);
bool lmad_is_same_or_apart_here(Sizes *sizes, const Lmad *a, const Lmad *b, const Poly *unit,
                                Witnesses *witnesses);
bool lmad_is_injective_here(Sizes *sizes, const Lmad *lmad, Witnesses *witnesses);
// Do both give the same address to each index?
bool lmad_is_equal_here(Sizes *sizes, const Lmad *a, const Lmad *b);

#endif
