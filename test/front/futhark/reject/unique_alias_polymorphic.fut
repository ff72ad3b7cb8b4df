-- id may return its argument.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let ys = id xs
  let ys[0] = 1
  in (ys, xs)
