-- An array is consumed through a tuple and then used.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let t = (xs, 1)
  let (ys, _) = t
  let ys[0] = 1
  in xs
