-- The result of a match may alias its arms.
-- ==
-- error: E1401
def main (xs: *[]i32) (k: i32) =
  let zs = match k case 0 -> xs case _ -> xs[1:]
  let zs[0] = 1
  in (zs, xs)
