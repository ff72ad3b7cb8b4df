-- Strides, sizes and offsets whose products or sums pass the largest number are out of bounds.
-- ==
-- entry: one
-- input { 7i64 8i64 -1i64 } output { [7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 0i64] }
-- input { 7i64 9i64 -1i64 } error: E0402.*ut of bounds
-- input { 0i64 2i64 9223372036854775807i64 } error: E0402.*ut of bounds
-- input { 0i64 3i64 9223372036854775807i64 } error: E0402.*ut of bounds
-- input { 9223372036854775807i64 2i64 5i64 } error: E0402.*ut of bounds
-- input { -9223372036854775808i64 2i64 5i64 } error: E0402.*ut of bounds
-- input { 0i64 5i64 4611686018427387904i64 } error: E0402.*ut of bounds
-- input { 3i64 9i64 2305843009213693952i64 } error: E0402.*ut of bounds
-- input { 0i64 3i64 -9223372036854775808i64 } error: E0402.*ut of bounds
-- input { 0i64 4611686018427387905i64 4i64 } error: E0402.*ut of bounds
-- input { 0i64 9223372036854775807i64 1i64 } error: E0402.*ut of bounds
-- input { 0i64 -9223372036854775808i64 1i64 } error: E0402.*ut of bounds
-- input { 3i64 1i64 4611686018427387904i64 } output { [3i64] }
-- input { 9223372036854775807i64 0i64 -9223372036854775808i64 } output { empty([0]i64) }
-- ==
-- entry: two
-- input { 3i64 2i64 3i64 2i64 -2i64 } output { [[3i64, 1i64], [6i64, 4i64]] }
-- input { 0i64 2i64 9223372036854775807i64 2i64 -9223372036854775807i64 } error: E0402.*ut of bounds
-- input { 0i64 2i64 9223372036854775807i64 2i64 9223372036854775807i64 } error: E0402.*ut of bounds
-- input { 7i64 2i64 -9223372036854775808i64 2i64 -9223372036854775808i64 } error: E0402.*ut of bounds
-- input { 0i64 3i64 4611686018427387904i64 3i64 4611686018427387904i64 } error: E0402.*ut of bounds
-- input { 4i64 2i64 -6i64 2i64 6i64 } error: E0402.*ut of bounds
-- ==
-- entry: four
-- input { 0i64 4611686018427387904i64 } error: E0402.*ut of bounds
-- input { 0i64 -4611686018427387904i64 } error: E0402.*ut of bounds
-- input { 0i64 1i64 } output { [[[[0i64, 1i64], [1i64, 2i64]], [[1i64, 2i64], [2i64, 3i64]]],
--   [[[1i64, 2i64], [2i64, 3i64]], [[2i64, 3i64], [3i64, 4i64]]]] }
-- ==
-- entry: change
-- input { 7i64 -3i64 [1i64, 2i64, 3i64] } output { [0i64, 3i64, 2i64, 3i64, 2i64, 5i64, 6i64, 1i64] }
-- input { 9223372036854775807i64 5i64 [1i64, 2i64] } error: E0402.*ut of bounds
-- input { 0i64 4611686018427387904i64 [1i64, 2i64, 3i64, 4i64, 5i64] } error: E0402.*ut of bounds
-- input { 0i64 9223372036854775807i64 [1i64, 2i64, 3i64] } error: E0402.*ut of bounds
-- input { 0i64 -9223372036854775808i64 [1i64, 2i64, 3i64] } error: E0402.*ut of bounds
-- input { 0i64 0i64 [1i64, 2i64] } error: E0401
-- input { 0i64 9223372036854775807i64 [9i64] } output { [9i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- ==
-- entry: change_intrinsic
-- input { 9223372036854775807i64 5i64 [1i64, 2i64] } error: E0402.*ut of bounds
-- input { 0i64 4611686018427387904i64 [1i64, 2i64, 3i64, 4i64, 5i64] } error: E0402.*ut of bounds
-- input { 0i64 9223372036854775807i64 [1i64, 2i64, 3i64] } error: E0402.*ut of bounds
-- ==
-- entry: change_two
-- input { 0i64 1i64 4611686018427387904i64 } error: E0402.*ut of bounds
-- input { 0i64 -9223372036854775808i64 1i64 } error: E0402.*ut of bounds
-- input { 0i64 2i64 -9223372036854775807i64 } error: E0402.*ut of bounds
-- input { 7i64 -3i64 -1i64 } output { [0i64, 1i64, 2i64, 13i64, 12i64, 5i64, 11i64, 10i64] }
-- ==
-- entry: same
-- input { 1000i64 } error: E0401
-- input { 1i64 } output { [5i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- ==
-- entry: mapped
-- input { [0i64, 1i64, 2i64] 2i64 } output { [2i64, 4i64, 6i64] }
-- input { [0i64, 6i64] 2i64 } error: E0402.*ut of bounds
-- input { [0i64, 1i64] 4611686018427387904i64 } error: E0402.*ut of bounds
entry one (o: i64) (n: i64) (s: i64): []i64 = lmad.slice_1d (opaque (iota 8)) o n s
entry two (o: i64) (n: i64) (s: i64) (m: i64) (t: i64): [][]i64 = lmad.slice_2d (opaque (iota 8)) o n s m t
entry four (o: i64) (s: i64): [][][][]i64 = lmad.slice_4d (opaque (iota 8)) o 2 s 2 s 2 s 2 s
entry change (o: i64) (s: i64) (vs: []i64): []i64 = lmad.update_1d (copy (opaque (iota 8))) o s vs
entry change_intrinsic (o: i64) (s: i64) (vs: []i64): []i64 =
  intrinsics.flat_update_1d (copy (opaque (iota 8))) o s vs
entry change_two (o: i64) (s: i64) (t: i64): []i64 =
  lmad.update_2d (copy (opaque (iota 8))) o s t [[10, 11], [12, 13]]
-- All of the many elements are one: that is found without counting them.
entry same (n: i64): []i64 = lmad.update_1d (copy (opaque (iota 8))) 0 0 (replicate n 5)
entry mapped (offsets: []i64) (s: i64): []i64 =
  let xs = opaque (iota 8) in map (\o -> i64.sum (lmad.slice_1d xs o 2 s)) offsets
