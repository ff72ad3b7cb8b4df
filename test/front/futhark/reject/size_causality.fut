-- A size is needed before it is known.
-- ==
-- error: E1101
def main (xs: []i32) =
  let f (ys: [m]i32) = map2 (+) ys ys
  let [m] (zs: [m]i32) = filter (> 0) xs
  in f zs
