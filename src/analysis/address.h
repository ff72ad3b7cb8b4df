// address: where in its block an element is, as a polynomial over indices and sizes, and how that
// moves with an index. Whoever asks how memory is gone through asks this: kernels over rows
// (access.h), products, strips and tiles.
//
//   xs[i, j + 1] of [n][m]f32 at offset o      m*i + j + o + 1: with j to a neighbour, with i by m
//
// What no sum, difference or product of integers gives, such as an element that is loaded, is a
// variable of the polynomial. Whether it moves with an index is known of indices that are tracked.
#ifndef RAVEL_ANALYSIS_ADDRESS_H
#define RAVEL_ANALYSIS_ADDRESS_H

#include "analysis/algebra.h"

// What is known of integers.
typedef struct Addresses Addresses;

Addresses *addresses_new(Arena *arena);
Algebra *addresses_algebra(Addresses *addresses);
// The index whose step is asked for, before anything that depends on it is noted. They are numbered
// in the order of these calls.
void address_track(Addresses *addresses, const Var *index);
// Takes in what the statement computes; false when that is no arithmetic of addresses.
bool address_note(Addresses *addresses, const Stm *stm);
// The variable is this number.
void address_define(Addresses *addresses, const Var *var, const Poly *value);

// An integer; NULL where it is not known.
const Poly *address_value(Addresses *addresses, Atom atom);
// The element at these indices of an array with a place; with fewer indices than dimensions, the
// first element of the row.
const Poly *address_element(Addresses *addresses, const Type *type, const Atom *indices,
                            size_t count);

// Which tracked indices the value depends on, in whatever way: the bits of their numbers.
uint64_t address_origins(const Addresses *addresses, const Var *var);
bool address_depends(const Addresses *addresses, Atom value, const Var *index);

// Where it goes when the index grows by one.
typedef enum AddressStep { STEP_NONE, STEP_ONE, STEP_OTHER } AddressStep;

AddressStep address_step(Addresses *addresses, const Poly *address, const Var *index);

#endif
