-- A reduction whose elements are arrays: sums of columns.
-- ==
-- entry: main
-- input { [[1, 2, 3], [4, 5, 6]] } output { [5, 7, 9] }
-- input { empty([0][2]i32) } output { [0, 0] }
def main [n] [m] (xss: [n][m]i32): [m]i32 =
  reduce (map2 (+)) (replicate m 0) xss
