-- A function of a module returns its argument.
-- ==
-- error: E1401
module m = { def view (xs: []i32) = xs[1:] }
def main (xs: *[]i32) =
  let v = m.view xs
  let xs[0] = 1
  in (v, xs)
