-- Functions and operators of scalars map over arrays by themselves.
-- ==
-- entry: main
-- input { [1, 2, 3] [10, 20, 30] } output { [11, 22, 33] [2, 3, 4] [1, 4, 9] }
-- ==
-- entry: deeper
-- input { [[1, 2], [3, 4]] } output { [[2, 3], [4, 5]] [[1.0, 2.0], [3.0, 4.0]] }
def inc (x: i32) = x + 1
entry main [n] (xs: [n]i32) (ys: [n]i32): ([n]i32, [n]i32, [n]i32) =
  (xs + ys, inc xs, xs * xs)
entry deeper [n] [m] (xss: [n][m]i32): ([n][m]i32, [n][m]f64) = (inc xss, f64.i32 xss)
