-- A local function returns a captured array, which is then updated.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let f () = xs
  let ys = f ()
  let ys[0] = 1
  in (ys, xs)
