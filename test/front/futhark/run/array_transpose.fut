-- transpose, twice, and of degenerate shapes.
-- ==
-- entry: main
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] [[1, 2, 3], [4, 5, 6]] }
-- input { empty([0][2]i32) } output { empty([2][0]i32) empty([0][2]i32) }
-- input { [[1]] } output { [[1]] [[1]] }
def main [n] [m] (xss: [n][m]i32): ([m][n]i32, [n][m]i32) =
  (transpose xss, transpose (transpose xss))
