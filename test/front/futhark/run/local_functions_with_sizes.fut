-- Local functions that use sizes of the outer definition, and their own.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [3, 3, 3] [[1, 2, 3], [1, 2, 3], [1, 2, 3]] [2, 4] }
def main [n] (xs: [n]i32): ([n]i32, [n][n]i32, []i32) =
  let same (x: i32): [n]i32 = replicate n x
  let rows 'a (x: a): [n]a = replicate n x
  let take_even [m] (ys: [m]i32): []i32 = filter (\y -> y % 2 == 0) (map (* 2) ys[:m - 1])
  in (same (i32.i64 n), rows xs, take_even xs)
