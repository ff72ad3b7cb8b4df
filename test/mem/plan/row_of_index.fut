-- Rows as long as the index of a point says are no rows that threads share (mem/nests.c).
-- ==
-- input { 4i64 [1i32, 2i32] } output { [[0i32, 0i32], [1i32, 2i32], [2i32, 4i32], [3i32, 6i32]] }
-- input { 0i64 [1i32, 2i32] } output { empty([0][2]i32) }
-- input { 3i64 empty([0]i32) } output { empty([3][0]i32) }
entry main [n] (k: i64) (xs: [n]i32) : [k][n]i32 =
  tabulate_2d k n (\i j -> i32.sum (map (\l -> xs[(j + l * n) % n]) (iota i)))

-- ==
-- entry: inner
-- input { 3i64 [1i32, 2i32, 3i32] } output { [[0i32, 1i32, 3i32], [0i32, 1i32, 3i32], [0i32, 1i32, 3i32]] }
entry inner [n] (k: i64) (xs: [n]i32) : [k][n]i32 =
  map (\_ -> map (\j -> i32.sum (map (\l -> xs[l]) (iota j))) (iota n)) (iota k)
