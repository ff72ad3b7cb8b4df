-- A zip is a view.
-- ==
-- error: E1401
def main [n] (xs: *[n]i32) (ys: *[n]i32) =
  let zs = zip xs ys
  let xs[0] = 1
  in (zs, xs)
