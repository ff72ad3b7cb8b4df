// mem: where every array is, and how little memory that takes.
//
// Flat says what is computed; Mem also says where it is. flat_to_mem gives every array a place: a
// block of memory and an index function, an LMAD (offset + i * stride0 + j * stride1 ...). Whatever
// only rearranges an array (a row, a slice, a transposition) becomes another index function into
// the same block and costs nothing. What makes new elements gets a fresh block, unless it is
// already known where its elements must go: the row of a par's result, a part of a concatenation,
// the selection of an update. Then it is made there, and the copy that follows moves nothing. That
// what is read meanwhile is apart from what is written early, early.c proves.
//
// Offsets and strides are atoms; lmad.c computes the place of a row, slice, permutation or reshape
// and writes the arithmetic in front of the statement. It compares them as polynomials, so that it
// sees when a strided place is row-major after all. Only a reshape of elements that do not stand in
// order copies.
//   - What is consumed is overwritten. Flat's rules say that nothing looks at it any more, so
//     `update`, `put`, `combine` and accumulators work where the array is. A row that a point of a
//     par owns is an `index` of the array.
//   - Bodies bind as little of a place as they need. Where all branches leave a value in a place
//     that is known outside, nothing is bound. Otherwise the block is; the offset and strides only
//     when some value is not row-major at offset 0. A loop starts with "where the initial value is"
//     and is lowered again with a more general form when the body disagrees; forms only grow, and
//     are remembered, so that nested loops stay cheap. Arrays of at most 64 elements are copied to
//     one place instead: a block for each iteration costs more.
//   - Functions take arrays that are row-major, at any offset (flat_to_mem_fun.c). Results of an
//     entry point that may share storage get blocks of their own.
//   - Descriptors become their offsets and total (flat_to_mem_seg.c). The block of a join is a
//     result of its par. What is irregular otherwise is refused (U2001).
//   - Views in which several indices are one element are copied before they are written.
//
// reuse and double_buffer are optional. Both ask blocks.c which blocks a list of statements owns:
// those that it allocates, gets with a consumed parameter or from a function, and those of loop
// parameters that own every block they get. A block that was handed on by itself (to a loop, a
// branch, a function) may live under another name and is left alone.
//
// The meaning of a program does not depend on its places (doc/ir.md): a place is right when the
// interpreter by heap, which obeys places, computes what the interpreter by value does.
//
//   lmad           the algebra of index functions on symbolic sizes
//   flat_to_mem    the lowering from Flat: flat_to_mem.c (functions, bodies, statements),
//                  flat_to_mem_array.c (views, updates, makers), flat_to_mem_control.c (branches,
//                  loops, calls), flat_to_mem_par.c, flat_to_mem_wish.c (made where it belongs),
//                  and flat_to_mem_origin.c (where it comes from)
//   early          which values of updates may be made in their place; early_view, what they read
//   patch          maps of loops that leave most of an array as it is make what changes, in place
//   reread         kernels read elements of arrays that only they need
//   rooms          arrays of a block of threads have room for the most that they need
//   blocks         which blocks a list of statements owns, and how long it uses them
//   reuse          blocks whose content is not needed any more are used again; maps in place
//   double_buffer  what a loop allocates in each iteration is allocated once, in front of it
//   nests, product what nests of maps could be as kernels of a device, and
//   segmented      which kernel goes through rows
//   plan           which kernel each par is; plan_report says why
//   report         blocks and copies that are left, and why
//
// This folder uses base, ir and analysis.
#ifndef RAVEL_MEM_MEM_H
#define RAVEL_MEM_MEM_H

#include "ir/pass.h"

extern const Pass pass_patch;
extern const Pass pass_reread;
extern const Pass pass_flat_to_mem;
extern const Pass pass_rooms;
extern const Pass pass_reuse;
extern const Pass pass_double_buffer;
extern const Pass pass_plan;

#endif
