-- An array is used after an update consumed it.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let ys = xs with [0] = 1
  in xs[0] + ys[0]
