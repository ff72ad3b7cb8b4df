-- Arrays that are too many to be joined are not written where they would not fit.
-- ==
-- entry: flat
-- input { 2i64 2i64 [1] } output { [1, 0, 1, 1, 2] }
-- compiled input { 4294967296i64 4294967296i64 [1] } error: E0412.*too many elements
-- ==
-- entry: twice
-- input { 1i64 [[5, 6]] } output { [[1, 2], [3, 4], [5, 6]] }
-- compiled input { 9223372036854775807i64 [[1, 2]] } error: E0412.*too many
-- ==
-- entry: written
-- input { 1i64 [7] } output { [5, 1, 7] }
-- compiled input { 9223372036854775807i64 [1, 2, 3, 4] } error: E0412.*too many
entry flat (n: i64) (m: i64) (xs: []i32) = xs ++ flatten (tabulate_2d n m (\i j -> i32.i64 (i + j)))
entry twice (n: i64) (xs: [][2]i32) = replicate n [1, 2i32] ++ replicate n [3, 4] ++ xs
entry written (n: i64) (xs: []i32) = scatter (replicate n 0i32 ++ replicate n 1i32 ++ xs) [0] [5]
