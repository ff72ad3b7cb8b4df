-- In-place updates of rows inside a map.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { [[3, 2], [7, 4]] }
def main [n] (xss: [n][2]i32): [n][2]i32 =
  map (\xs -> copy xs with [0] = xs[0] + xs[1]) xss
