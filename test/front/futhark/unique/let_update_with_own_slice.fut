def f (xs: *[10]i32) =
  let xs[0:5] = xs[5:10]
  in xs
