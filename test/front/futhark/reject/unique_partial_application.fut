-- A partial application keeps an array that is consumed later.
-- ==
-- error: E1401
def get (xs: []i32) (i: i64) = xs[i]
def main (xs: *[]i32) =
  let f = get xs
  let ys = xs with [0] = 1
  in f 0 + ys[0]
