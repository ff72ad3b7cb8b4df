def f (xs: *[]i32) =
  let g (i: i64) = xs[i]
  let ys = xs with [0] = 1
  in g 0 + ys[0]
