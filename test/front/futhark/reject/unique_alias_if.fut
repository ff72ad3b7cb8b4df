-- The result of an if may alias either arm.
-- ==
-- error: E1401
def main (xs: *[]i32) (ys: *[]i32) (b: bool) =
  let zs = if b then xs else ys
  let zs[0] = 1
  in (zs, ys)
