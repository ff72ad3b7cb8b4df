-- A returned partial application waits for an unknown size.
-- ==
-- error: E1307
def f (xs: []i32) =
  let ys = filter (>0) xs
  in map2 (+) ys
