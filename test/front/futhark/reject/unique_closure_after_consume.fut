-- A closure over an array is called after the array was consumed.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let f (i: i64) = xs[i]
  let ys = xs with [0] = 1
  in f 0 + ys[0]
