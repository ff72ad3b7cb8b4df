-- A histogram of pairs.
-- ==
-- entry: main
-- input { [0i64, 1, 0] [1, 2, 3] [1.0, 2.0, 4.0] } output { [4, 2] [4.0, 2.0] }
def main [n] (is: [n]i64) (xs: [n]i32) (ys: [n]f64): ([2]i32, [2]f64) =
  unzip (hist (\(a, b) (c, d) -> (a + c, f64.max b d)) (0, 0.0) 2 is (zip xs ys))
