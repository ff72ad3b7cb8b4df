-- An array inside of a sum is an alias.
-- ==
-- error: E1401
type t = #some [2]i32 | #none
def main (xs: *[2]i32) =
  let v: t = #some xs
  let xs[0] = 1
  in match v case #some ys -> (ys, xs) case #none -> (xs, xs)
