// Inside the shrinker: sites, and the edits that are not about one statement.
#ifndef RAVEL_FUZZ_SHRINK_INTERNAL_H
#define RAVEL_FUZZ_SHRINK_INTERNAL_H

#include "fuzz/generate.h"
#include "fuzz/shrink.h"
#include "ir/map.h"

// Some edits have several positions at each statement or function: one per body, output, operand.
#define PARTS 8

// A statement and where it stands.
typedef struct Site {
  Stms *stms; // the list that holds it
  size_t index;
  Body **body; // the body of the function or global around it
} Site;

typedef Vec(Site) Sites;

// All statements of a program, in program order. Operators are left alone: simplified they might
// not be associative any more.
Sites sites_of(const FuzzCase *fuzz_case, Arena *arena);
Stm *site_stm(const Site *site);
// Puts statements in the place of one, and replaces variables all over the body around it.
void site_replace(const FuzzCase *fuzz_case, const Site *site, const Stms *with, Subst *subst);

// An author of constants, and of arrays of constants.
Author plain_author(Program *program, Stms *stms);
// Lets a constant, or an array of constants, stand for a variable; false when it cannot.
bool replace_var(Author *author, Subst *subst, Var *var);
// Marks what was put in, so that no edit replaces it again.
void mark_all(Program *program, Stms *stms);
// Puts marked statements after one: what stands for its results may need its other results.
void put_behind(const FuzzCase *fuzz_case, const Site *site, Stms *made, Subst *subst);
// Takes an element out of an array.
void remove_at(void *items, size_t *count, size_t index, size_t size);

// ---- shrink_entry.c: the entry point, its arguments, and the other functions ----

bool edit_result(FuzzCase *fuzz_case, size_t which);
bool edit_param(FuzzCase *fuzz_case, size_t which);
bool edit_size(FuzzCase *fuzz_case, size_t which, bool is_halved);
bool edit_value(FuzzCase *fuzz_case, size_t which);
bool edit_fun(FuzzCase *fuzz_case, size_t which);
bool edit_fun_result(FuzzCase *fuzz_case, size_t position);
bool edit_fun_param(FuzzCase *fuzz_case, size_t position);

#endif
