def f (xs: *[]i32) (n: i64) =
  let ys = loop ys = xs for _i < n do ys
  let ys[0] = 1
  in ys[0] + xs[0]
