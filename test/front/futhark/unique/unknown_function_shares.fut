def f [n] (g: [n]i32 -> [n]i32) (xs: *[n]i32) =
  let ys = g xs
  let xs[0] = 1
  in (xs, ys)
