-- LMAD updates: bounds and overlap are checked.
-- ==
-- entry: one
-- input { [0, 0, 0, 0] 3i64 -2i64 [1, 2] } output { [0, 2, 0, 1] }
-- input { [0, 0, 0, 0] 0i64 0i64 [1] } output { [1, 0, 0, 0] }
-- input { [0, 0, 0, 0] 0i64 0i64 [1, 1] } error: E0401
-- input { [0, 0, 0, 0] 2i64 2i64 [1, 2] } error: E0402.*ut of bounds
-- input { [0, 0, 0, 0] 9i64 1i64 empty([0]i32) } output { [0, 0, 0, 0] }
-- ==
-- entry: two
-- input { 0i64 1i64 4i64 } output { [1, 3, 0, 0, 2, 4, 0, 0, 0] }
-- input { 8i64 -3i64 -1i64 } output { [0, 0, 0, 0, 4, 3, 0, 2, 1] }
-- input { 0i64 1i64 1i64 } error: E0401
-- input { 0i64 2i64 3i64 } output { [1, 0, 3, 2, 0, 4, 0, 0, 0] }
entry one (xs: *[]i32) (offset: i64) (s: i64) (vs: []i32): []i32 = lmad.update_1d xs offset s vs
entry two (offset: i64) (s1: i64) (s2: i64): [9]i32 =
  lmad.update_2d (replicate 9 0) offset s1 s2 [[1, 2], [3, 4]]
