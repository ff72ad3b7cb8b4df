def f (xs: *[10]i32) (ys: [5]i32) =
  let xs[0:5] = ys
  in xs
