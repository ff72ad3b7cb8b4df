def f (xs: []i32) =
  let g (ys: *[]i32) = ys with [0] = xs[0]
  let a = g (copy xs)
  let a[1] = 2
  in a
