-- Histograms, with indices out of bounds and a neutral element.
-- ==
-- entry: counts
-- input { 3i64 [0i64, 1, 1, 2, 2, 2, 3, -1] } output { [1, 2, 3] }
-- input { 2i64 empty([0]i64) } output { [0, 0] }
-- input { 0i64 [0i64] } output { empty([0]i32) }
-- ==
-- entry: maxima
-- input { [0i64, 1, 0] [5, 7, 6] } output { [6, 7, -2147483648] }
entry counts [n] (k: i64) (is: [n]i64): [k]i32 = hist (+) 0 k is (replicate n 1)
entry maxima [n] (is: [n]i64) (vs: [n]i32): [3]i32 = hist i32.max i32.lowest 3 is vs
