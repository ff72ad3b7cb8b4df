-- A slice without elements begins anywhere, also where there are no addresses.
-- ==
-- entry: sliced
-- input { [1, 2, 3] 2305843009213693952i64 2i64 } output { empty([0]i32) }
-- input { [1, 2, 3] -9223372036854775808i64 -1i64 } output { empty([0]i32) }
-- ==
-- entry: viewed
-- input { [1, 2, 3] 2305843009213693952i64 0i64 } output { empty([1][0][1]i32) }
-- input { [1, 2, 3] 1i64 1i64 } output { [[[2]]] }
-- ==
-- entry: written
-- input { [1, 2, 3] 2305843009213693952i64 empty([2][2][0]i32) } output { [1, 2, 3] }
-- input { [1, 2, 3] 0i64 [[[4]]] } output { [4, 2, 3] }
entry sliced (xs: []i32) (i: i64) (s: i64) = xs[i:i:s]
entry viewed (xs: []i32) (i: i64) (n: i64) = lmad.slice_3d xs i 1 3 n 1 1 (-2)
entry written (xs: *[]i32) (i: i64) (ys: [][][]i32) = lmad.update_3d xs i 5 1 i ys
