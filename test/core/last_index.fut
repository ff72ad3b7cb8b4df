-- Prefixes of which one is read that need not be the last, at an index that is no arithmetic.
-- ==
-- input { [1i64, 2i64, 3i64] [0i64, 1i64] } output { 3i64 }
-- input { [1i64, 2i64, 3i64] [2i64] } output { 6i64 }
-- input { [1i64] empty([0]i64) } output { 1i64 }
-- input { empty([0]i64) [0i64] } error: E0402.*out of bounds
entry main [n][m] (xs: [n]i64) (ys: [m]i64): i64 = (scan (+) 0 xs)[i64.sum ys]
