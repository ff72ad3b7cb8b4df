-- The parts of a partition alias the array.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let (as, bs) = split (xs :> [1 + 2]i32)
  let as[0] = 1
  in (as, bs)
