-- Partially applied functions with arrays as captured arguments.
-- ==
-- entry: main
-- input { [1, 2] [[3, 4], [5, 6]] } output { [11, 17] [[4, 6], [6, 8]] }
def dot [n] (xs: [n]i32) (ys: [n]i32): i32 = i32.sum (map2 (*) xs ys)
def add [n] (xs: [n]i32) (ys: [n]i32): [n]i32 = map2 (+) xs ys
def main [n] [m] (xs: [m]i32) (yss: [n][m]i32): ([n]i32, [n][m]i32) =
  (map (dot xs) yss, map (add xs) yss)
