-- A histogram per row.
-- ==
-- entry: main
-- input { [[0i64, 1, 1], [2, 2, 9]] } output { [[1, 2, 0], [0, 0, 2]] }
def main [n] [m] (iss: [n][m]i64): [n][3]i32 =
  map (\is -> hist (+) 0 3 is (replicate m 1)) iss
