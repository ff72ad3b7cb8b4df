-- A function result without * may alias its argument.
-- ==
-- error: E1401
def same (xs: []i32): []i32 = xs
def main (xs: *[]i32) =
  let ys = same xs
  let ys[0] = 1
  in (ys, xs)
