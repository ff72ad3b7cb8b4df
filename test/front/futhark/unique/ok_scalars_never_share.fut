def f (xs: *[]i32) =
  let x = xs[0]
  let xs[0] = x + 1
  in xs[0] + x
