// Private to to_core: the implementations of intrinsics that are not just one op.
#ifndef FRONT_FUTHARK_TO_CORE_INTRINSIC_H
#define FRONT_FUTHARK_TO_CORE_INTRINSIC_H

#include "front/futhark/to_core_internal.h"

typedef Static *LowerIntrinsic(FutLower *lower, const FutCall *call);

// to_core_scalar.c
LowerIntrinsic lower_equal, lower_unequal, lower_greater, lower_convert, lower_bitcast;
// to_core_soac.c
LowerIntrinsic lower_map_call, lower_flatmap, lower_reduce, lower_scan, lower_filter,
    lower_partition;
LowerIntrinsic lower_scatter, lower_histogram, lower_acc_write, lower_acc_stream;
// to_core_intrinsic.c
LowerIntrinsic lower_zip, lower_unzip, lower_concat, lower_flatten, lower_unflatten;
LowerIntrinsic lower_transpose, lower_copy, lower_flat_index, lower_flat_update;
LowerIntrinsic lower_flat_write;
LowerIntrinsic lower_opaque, lower_identity, lower_derivative;
// to_core_trace.c
LowerIntrinsic lower_trace;

#endif
