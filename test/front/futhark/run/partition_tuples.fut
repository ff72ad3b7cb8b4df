-- A partition of tuples, with each part unzipped.
-- ==
-- entry: main
-- input { [3, -1, 2] [1.0, 2.0, 3.0] } output { [3, 2] [1.0, 3.0] [-1] [2.0] }
def main [n] (xs: [n]i32) (ys: [n]f64): ([]i32, []f64, []i32, []f64) =
  let (as, bs) = partition (\(x, _) -> x > 0) (zip xs ys)
  let (a, b) = unzip as
  let (c, d) = unzip bs
  in (a, b, c, d)
