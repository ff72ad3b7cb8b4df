-- Copies of an array and of a tuple.
-- ==
-- entry: main
-- input { 2i64 [1, 2, 3] } output { [[1, 2, 3], [1, 2, 3]] [5, 5] [true, true] }
def main [m] (n: i64) (xs: [m]i32): ([n][m]i32, [n]i32, [n]bool) =
  let (as, bs) = unzip (replicate n (5, true))
  in (replicate n xs, as, bs)
