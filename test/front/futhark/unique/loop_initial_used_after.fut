def f (xs: *[]i32) (n: i64) =
  let ys = loop ys = xs for i < n do ys with [i] = 0
  in ys[0] + xs[0]
