// What a map leaves as it is (patch.c).
#ifndef RAVEL_MEM_PATCH_H
#define RAVEL_MEM_PATCH_H

#include "analysis/sizes.h"
#include "ir/walk.h"

enum {
  PATCH_RANK = 6,   // dimensions
  PATCH_LEVELS = 4, // pars inside each other
  PATCH_FACTS = 12, // of a path
  PATCH_PATHS = 16, // of a value
  PATCH_MOST = 4    // of a map
};

// Numbers that bounds are made of are far from where they would wrap around.
#define PATCH_NUMBER ((int64_t)1 << 61)

// low <= index - other <= high, for an index of the nest and something that all points share.
typedef struct PatchFact {
  size_t dim;
  Atom other;
  const Poly *poly; // of the same
  int64_t low, high;
} PatchFact;

typedef struct PatchFacts {
  PatchFact data[PATCH_FACTS];
  size_t count;
} PatchFacts;

// A way to the value of a point.
typedef struct PatchPath {
  PatchFacts facts;
  struct {
    Var *condition;
    bool holds;
  } known[PATCH_FACTS]; // conditions that say nothing about indices
  size_t known_count;
} PatchPath;

// What one update writes: a box, or where a dimension is pinned a part of it with one index there.
typedef struct Patch {
  PatchFacts facts; // bounds, all of which are used
  size_t pinned;    // a dimension; PATCH_RANK: none
  PatchFact pin;
} Patch;

typedef Vec(PatchPath) PatchPaths;

// A map over all dimensions of the array, by pars inside each other.
typedef struct PatchNest {
  Program *program;
  Arena *scratch;
  Sizes *sizes;
  const Stm *levels[PATCH_LEVELS];
  size_t level_count;
  Var *indices[PATCH_RANK];
  Dim space[PATCH_RANK];
  size_t rank;
  Atom value; // of a point
  Var *old;   // the parameter of the loop
  VarSet inside;
  Map *definitions; // Var -> Stm, of the nest
  PatchPaths changed;
  bool is_too_much;
  Patch patches[PATCH_MOST];
  size_t patch_count;
} PatchNest;

typedef enum PatchTruth { PATCH_FALSE, PATCH_TRUE, PATCH_OPEN } PatchTruth;

// Is it a map of one result, of which nothing else is said?
bool patch_is_map(const Stm *stm);
// Finds the nest that the statement is, and its patches: first a box, then the pinned ones. False
// when all of the array changes, or nothing is known. The program, the arena, what is known about
// sizes and the old array are given.
bool patch_find(PatchNest *nest, const Stm *stm);
// Does the condition hold wherever the facts do?
PatchTruth patch_truth(const PatchNest *nest, const PatchFacts *facts, Atom condition);
// Can another fact be added? There is no room for too many.
bool patch_facts_add(PatchFacts *facts, PatchFact fact);

#endif
