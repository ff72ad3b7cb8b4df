-- A slice may end at the length, and no further.
-- ==
-- entry: main
-- input { [1, 2, 3] 0i64 3i64 } output { [1, 2, 3] }
-- input { [1, 2, 3] 3i64 3i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 1i64 2i64 } output { [2] }
-- input { [1, 2, 3] 0i64 4i64 } error: E0402
-- input { [1, 2, 3] -1i64 2i64 } error: E0402
-- input { [1, 2, 3] 2i64 1i64 } error: E0402
def main (xs: []i32) (a: i64) (b: i64) = xs[a:b]
