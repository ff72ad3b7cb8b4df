-- Consumed in one arm, used after the if.
-- ==
-- error: E1401
def main (xs: *[]i32) (b: bool) =
  let ys = if b then xs with [0] = 1 else replicate 3 0
  in xs[0] + ys[0]
