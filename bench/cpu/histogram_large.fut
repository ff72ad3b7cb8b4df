-- How often each of k numbers occurs.
entry main [n] (k: i64) (is: [n]i32): [k]i32 =
  reduce_by_index (replicate k 0) (+) 0 (map i64.i32 is) (replicate n 1)
-- ==
-- input { 3i64 [0, 2, 2, 7, -1] } output { [1, 0, 2] }
