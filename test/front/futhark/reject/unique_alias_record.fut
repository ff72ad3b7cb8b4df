-- An array is consumed through a record and then used.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let r = {a = xs, b = 2}
  let zs = r.a with [0] = 3
  in (zs, xs)
