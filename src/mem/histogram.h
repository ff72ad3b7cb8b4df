// Histograms at Mem: what the pass `plan` and lowering ask of a combine output whose bins may be in
// fast memory.
#ifndef RAVEL_MEM_HISTOGRAM_H
#define RAVEL_MEM_HISTOGRAM_H

#include "ir/ir.h"

// What fast memory has an operation for; ADD_NONE: it has none for the values.
typedef enum HistogramAdd { ADD_NONE, ADD_I32, ADD_I64, ADD_F32, ADD_F64 } HistogramAdd;

HistogramAdd histogram_add(const Output *output);
// Do all points have the same values?
bool histogram_is_constant(const Output *output);
// The bytes of the values of a bin in fast memory, and with the lock that some have.
int64_t histogram_value_bytes(const Output *output);
int64_t histogram_bin_bytes(const Output *output);
// How many of the outer dimensions of the par say the bin, so that points and bins fall into parts;
// `dest` is the type of what is combined into.
size_t histogram_parts(const Par *par, const Output *output, const Type *dest);
// Can the points be sorted by their bins: are values small, and points quick?
bool histogram_can_sort(const Par *par, const Output *output);
// Into how many ranges of bins that are in the fast memory of different blocks it is divided at
// most. More take longer than to sort the points, or to combine in device memory.
int64_t histogram_ranges(const Output *output, bool can_sort);

#endif
