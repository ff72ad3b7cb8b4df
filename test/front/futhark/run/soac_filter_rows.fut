-- filter over rows of a matrix.
-- ==
-- entry: main
-- input { [[1, 2], [3, -3], [4, 5]] } output { [[1, 2], [4, 5]] }
-- input { [[1, -1]] } output { empty([0][2]i32) }
def main [n] [m] (xss: [n][m]i32): [][m]i32 =
  filter (\xs -> reduce (+) 0 xs > 0) xss
