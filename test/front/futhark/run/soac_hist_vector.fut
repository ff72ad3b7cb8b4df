-- A histogram whose elements are vectors.
-- ==
-- entry: main
-- input { [0i64, 1, 0] [[1, 2], [3, 4], [5, 6]] } output { [[6, 8], [3, 4]] }
def main [n] (is: [n]i64) (xs: [n][2]i32): [2][2]i32 =
  reduce_by_index (replicate 2 [0, 0]) (map2 (+)) [0, 0] is xs
