-- A function on vectors applied to a matrix.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { [3, 7] [2i64, 2] [[2, 1], [4, 3]] }
def main [n] [m] (xss: [n][m]i32): ([n]i32, [n]i64, [n][m]i32) =
  (i32.sum xss, map length xss, map reverse xss)
