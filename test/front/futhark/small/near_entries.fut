-- Near to entry points with sizes that nobody says, but right.
-- ==
-- entry: a
-- input { 1i64 [7i32, 8i32] } output { 7i32 }
-- ==
-- entry: b
-- input { [7i32, 8i32] [9i32] } output { 7i32 }
-- ==
-- entry: d
-- input { [-1i32, 4i32] } output { [4i32] }
entry a (x: i64) (A: [x+1]i32) = A[0]
entry b [x] (A: [x+1]i32) (B: [x]i32) = A[0] + B[0] - B[0]
entry c (n: i64) : [0][n]i32 = []
entry d (xs: []i32) = filter (>0) xs
entry e : []i32 = [1, 2, 3]
