-- A record update keeps the other fields.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let r = {a = xs, b = 1}
  let q = r with b = 2
  let ys = q.a with [0] = 1
  in (ys, r.a)
