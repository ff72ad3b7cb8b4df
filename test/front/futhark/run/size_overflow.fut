-- Sizes that are products or sums of others and pass the largest number, also of arrays that nobody stores.
-- ==
-- entry: flat
-- input { empty([4294967296][4294967296][0]i32) } error: too many
-- input { empty([4294967296][2][0]i32) } output { 8589934592i64 }
-- input { empty([0][4294967296][4294967296]i32) } output { 0i64 }
-- input { [[[1, 2], [3, 4]]] } output { 2i64 }
-- ==
-- entry: split_flat
-- input { 4294967296i64 4294967296i64 empty([0]i32) } error: cannot have shape
-- input { 4611686018427387904i64 4i64 empty([0]i32) } error: cannot have shape
-- input { -1i64 -2i64 [1, 2] } error: cannot have shape \[-1\]\[-2\]
-- input { 1i64 2i64 [1, 2] } output { [[1, 2]] }
-- input { 0i64 1152921504606846976i64 empty([0]i32) } output { empty([0][1152921504606846976]i32) }
-- ==
-- entry: split_flat_3d
-- input { 4294967296i64 4294967296i64 1i64 empty([0]i32) } error: cannot have shape
-- input { 4294967296i64 2147483648i64 2i64 empty([0]i32) } error: cannot have shape
-- input { 1i64 1i64 2i64 [1, 2] } output { [[[1, 2]]] }
-- ==
-- entry: joined
-- input { 4611686018427387904i64 4611686018427387904i64 } error: too many|out of memory
-- input { 9223372036854775807i64 9223372036854775807i64 } error: too many|out of memory
-- input { 3i64 4i64 } output { 7i64 }
-- ==
-- entry: flat_length
-- input { 4611686018427387904i64 2i64 } error: too many|out of memory
-- input { 3i64 4i64 } output { 12i64 }
entry flat (xsss: [][][]i32): i64 = length (flatten xsss)
entry split_flat (n: i64) (m: i64) (xs: []i32): [][]i32 = intrinsics.unflatten (xs :> [n * m]i32)
entry split_flat_3d (n: i64) (m: i64) (l: i64) (xs: []i32): [][][]i32 = unflatten_3d (xs :> [n * m * l]i32)
entry joined (n: i64) (m: i64): i64 = length (replicate n 0i8 ++ replicate m 1i8)
entry flat_length (n: i64) (m: i64): i64 = length (flatten (replicate n (replicate m 0i8)))
