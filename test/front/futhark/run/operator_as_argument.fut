-- All kinds of operators as arguments.
-- ==
-- entry: main
-- input { [6, 2] [4, 2] } output { [10, 4] [2, 0] [24, 4] [1, 1] [false, true] [true, false] [4, 2] }
def main [n] (xs: [n]i32) (ys: [n]i32): ([n]i32, [n]i32, [n]i32, [n]i32, [n]bool, [n]bool, [n]i32) =
  (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map2 (/) xs ys, map2 (==) xs ys, map2 (>) xs ys, map2 (&) xs ys)
