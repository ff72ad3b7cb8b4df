-- A scatter whose elements are rows, and one whose elements are tuples.
-- ==
-- entry: rows
-- input { [2i64, 0] [[1, 2], [3, 4]] } output { [[3, 4], [0, 0], [1, 2]] }
-- ==
-- entry: tuples
-- input { [1i64] [5] [true] } output { [0, 5] [false, true] }
entry rows [n] (is: [n]i64) (vs: [n][2]i32): [3][2]i32 =
  scatter (replicate 3 [0, 0]) is vs
entry tuples [n] (is: [n]i64) (xs: [n]i32) (bs: [n]bool): ([2]i32, [2]bool) =
  unzip (scatter (replicate 2 (0, false)) is (zip xs bs))
