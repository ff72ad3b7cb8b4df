def f (b: bool) (xs: *[]i32) =
  if b then xs with [0] = 1 else xs
