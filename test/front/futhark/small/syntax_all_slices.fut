-- All slices.
-- ==
-- input { [1,2,3] } output { [2,3] [1,2] [3,2,1] 3i64 }

entry main [n] (xs: [n]i32) : ([]i32, []i32, []i32, i64) = (xs[1:], xs[:n-1], xs[::-1], length xs[0:n])
