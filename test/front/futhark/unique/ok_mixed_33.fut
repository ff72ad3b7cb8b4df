def f [n] (xs: *[n]i32) =
  let ys = map (* 2) xs
  let zs = scan (+) 0 ys
  let xs = xs with [0] = zs[0]
  let ys = ys with [0] = xs[0]
  in (xs, ys, zs)
