-- Conditionals with arrays in a map.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] [true, false] } output { [[2, 1], [3, 4]] }
def main [n] [m] (xss: [n][m]i32) (bs: [n]bool): [n][m]i32 =
  map2 (\xs b -> if b then reverse xs else xs) xss bs
