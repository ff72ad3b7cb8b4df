// Sizes for front ends: what a program computes may be negative, what an array has may not.
#ifndef RAVEL_IR_NATURAL_H
#define RAVEL_IR_NATURAL_H

#include "ir/ir.h"

// Gives rows the larger one of their size and 0, where that size is a number that the program
// computes. Rows that exist were checked to have a size; but where there are no rows, nothing has
// checked it:
//
//   let k: i64 = sub n, 1                      let k: i64 = sub n, 1
//   let xss: [n][k]f64 = par (i < n) {         let size: i64 = smax k, 0
//     let c: cert = assert … 0 <= k …    =>    let xss: [n][size]f64 = par (i < n) {
//     let xs: [k]f64 = par (j < k) { … }         let c: cert = assert … 0 <= k …
//       needs (c)                                let xs: [size]f64 = par (j < size) { … }
//     map xs                                       needs (c)
//   }                                            map xs }
//
// The number itself stays what it is. In types, spaces and counts of slices the size takes its
// place everywhere, so that equal sizes still have one name. Changes the program in place; it must
// be right otherwise.
void program_clamp_sizes(Program *program);

#endif
