-- A consumed array is captured by a lambda later.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let ys = xs with [0] = 1
  in map (\i -> xs[i] + ys[i]) [0, 1]
