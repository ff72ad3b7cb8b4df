-- An array is used after a loop that consumed it in its initial value.
-- ==
-- error: E1401
def main (n: i64) (xs: *[]i32) =
  let (ys, _) = loop (ys, k) = (xs, 0) for i < n do (ys with [i] = 1, k + 1)
  in ys[0] + xs[0]
