-- LMAD slices: a diagonal, an anti-diagonal, windows and a constant view.
-- ==
-- entry: main
-- input { [0, 1, 2, 3, 4, 5, 6, 7, 8] } output { [0, 4, 8] [2, 4, 6] [[0, 1, 2], [1, 2, 3], [2, 3, 4]] [5, 5] }
-- ==
-- entry: bounds
-- input { [0, 1, 2] 0i64 3i64 1i64 } output { [0, 1, 2] }
-- input { [0, 1, 2] 2i64 3i64 -1i64 } output { [2, 1, 0] }
-- input { [0, 1, 2] 0i64 0i64 100i64 } output { empty([0]i32) }
-- input { [0, 1, 2] 0i64 4i64 1i64 } error: E0402.*ut of bounds
-- input { [0, 1, 2] -1i64 2i64 1i64 } error: E0402.*ut of bounds
-- input { [0, 1, 2] 1i64 3i64 -1i64 } error: E0402.*ut of bounds
-- input { [0, 1, 2] 0i64 -1i64 1i64 } error: E0402
entry main (xs: [9]i32): ([3]i32, [3]i32, [3][3]i32, [2]i32) =
  ( lmad.slice_1d xs 0 3 4
  , lmad.slice_1d xs 2 3 2
  , lmad.slice_2d xs 0 3 1 3 1
  , lmad.slice_1d xs 5 2 0 )
entry bounds (xs: []i32) (offset: i64) (n: i64) (s: i64): []i32 = lmad.slice_1d xs offset n s
