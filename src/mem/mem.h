// mem: where every array is, and how little memory that takes.
//
// Flat says what is computed; Mem says also where it is. flat_to_mem gives every array a place: a
// block of memory and an index function, an LMAD (offset + i * stride0 + j * stride1 ...). All that
// only rearranges an array (a row, a slice, a transposition) becomes another index function into
// the same block and costs nothing. What makes new elements gets a fresh block, unless it is known
// already where its elements must go: the row of a par's result, a part of a concatenation, the
// selection of an update. Then it is made there, and the copy that follows moves nothing.
//
// The meaning of a program does not depend on its places (doc/ir.md): a place is right when the
// interpreter by heap, which obeys places, computes what the interpreter by value does.
//
//   lmad           the algebra of index functions on symbolic sizes
//   flat_to_mem    the lowering from Flat: flat_to_mem.c (functions, bodies, statements),
//                  flat_to_mem_array.c (views, updates, makers), flat_to_mem_control.c (branches,
//                  loops, calls), flat_to_mem_par.c, and flat_to_mem_wish.c (made where it belongs)
//   blocks         which blocks a list of statements owns, and how long it uses them
//   reuse          blocks whose content is not needed any more are used again; maps in place
//   double_buffer  what a loop allocates in each iteration is allocated once, in front of it
//   nests, product what nests of maps could be as kernels of a device, and
//   segmented      which kernel goes through rows
//   plan           which kernel each par is
//
// This folder uses base, ir and analysis.
#ifndef RAVEL_MEM_MEM_H
#define RAVEL_MEM_MEM_H

#include "ir/pass.h"

extern const Pass pass_flat_to_mem;
extern const Pass pass_reuse;
extern const Pass pass_double_buffer;
extern const Pass pass_plan;

#endif
