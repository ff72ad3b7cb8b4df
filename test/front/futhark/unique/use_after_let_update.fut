def f (xs: *[]i32) =
  let old = xs
  let xs[0] = 1
  in old[0] + xs[0]
