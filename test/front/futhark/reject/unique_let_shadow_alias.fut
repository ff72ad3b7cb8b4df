-- Shadowing does not undo an alias.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let ys = xs
  let xs = copy ys
  let zs = ys
  let ys[0] = 1
  in (xs, zs)
