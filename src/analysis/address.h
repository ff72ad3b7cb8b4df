// address: where in its block an element is, as a polynomial over indices and sizes, and how that
// moves with an index. Whoever asks how memory is gone through asks this: kernels over rows
// (access.h), products, strips and tiles.
//
//   xs[i, j + 1] of [n][m]f32 at offset o      m*i + j + o + 1: with j to a neighbour, with i by m
//
// What no sum, difference or product of integers gives, such as an element that is loaded, is a
// variable of the polynomial: whether it moves by itself is for the one who asks to know.
#ifndef RAVEL_ANALYSIS_ADDRESS_H
#define RAVEL_ANALYSIS_ADDRESS_H

#include "analysis/algebra.h"

// What is known of integers.
typedef struct Addresses Addresses;

Addresses *addresses_new(Arena *arena);
Algebra *addresses_algebra(Addresses *addresses);
// Takes in what the statement computes of integers; false when that is no arithmetic of addresses.
bool address_note(Addresses *addresses, const Stm *stm);
// The variable is this number.
void address_define(Addresses *addresses, const Var *var, const Poly *value);

// An integer; NULL where it is not known.
const Poly *address_value(Addresses *addresses, Atom atom);
// The element at these indices of an array with a place; with fewer indices than dimensions, the
// first element of the row.
const Poly *address_element(Addresses *addresses, const Type *type, const Atom *indices,
                            size_t count);

// Where it goes when the index grows by one.
typedef enum AddressStep { STEP_NONE, STEP_ONE, STEP_OTHER } AddressStep;

AddressStep address_step(Addresses *addresses, const Poly *address, const Var *index);

#endif
