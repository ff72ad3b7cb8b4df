-- A lambda with size-annotated parameters, and one that returns an array.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { [[2, 1], [4, 3]] [2i64, 2] }
def main [n] [m] (xss: [n][m]i32): ([n][m]i32, [n]i64) =
  ( map (\(xs: [m]i32): [m]i32 -> reverse xs) xss
  , map (\(xs: []i32) -> length xs) xss )
