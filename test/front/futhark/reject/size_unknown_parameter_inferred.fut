-- The parameter of a returned lambda gets an unknown size.
-- ==
-- error: E1307
def f (xs: []i32) =
  let ys = filter (>0) xs
  in \zs -> map2 (+) ys zs
