-- An alias is used after the array was consumed.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let ys = xs
  let zs = xs with [0] = 1
  in (ys, zs)
