-- A copy is not affected by updates of the original; the value read before stays.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [1, 2, 3] [100, 2, 3] 1 }
def main (xs: *[]i32): ([]i32, []i32, i32) =
  let ys = copy xs
  let first = xs[0]
  let xs[0] = 100
  in (ys, xs, first)
