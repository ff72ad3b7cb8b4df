-- A scan whose elements are arrays of two: linear functions composed.
-- ==
-- entry: main
-- input { [[2, 1], [3, 4]] } output { [[2, 1], [6, 7]] }
def main [n] (fs: [n][2]i32): [n][2]i32 =
  scan (\f g -> [f[0] * g[0], g[0] * f[1] + g[1]]) [1, 0] fs
