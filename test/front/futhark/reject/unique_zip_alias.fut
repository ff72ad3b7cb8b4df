-- A zip is a view.
-- ==
-- error: E14
def main [n] (xs: *[n]i32) (ys: *[n]i32) =
  let zs = zip xs ys
  let xs[0] = 1
  in (zs, xs)
