def f (xs: *[]i32) =
  let part = xs[1:3]
  let xs[0] = 1
  in part[0] + xs[0]
