-- How often each number occurs.
entry main [n] (bins: i64) (is: [n]i32): [bins]i32 =
  hist (+) 0 bins (map i64.i32 is) (replicate n 1)
-- ==
-- input { 3i64 [0, 2, 2, 1, 5, -1] } output { [1, 1, 2] }
-- input { 2i64 empty([0]i32) } output { [0, 0] }
