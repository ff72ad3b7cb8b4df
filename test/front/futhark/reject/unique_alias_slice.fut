-- A slice is used after its array was consumed.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let ys = xs[1:]
  let zs = xs with [0] = 1
  in (ys, zs)
