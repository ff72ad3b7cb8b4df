-- The same array as argument and, copied, as destination.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [3, 2, 1] [1, 2, 3] }
def main [n] (xs: [n]i32): ([n]i32, [n]i32) =
  (scatter (copy xs) (reverse (iota n)) xs, xs)
