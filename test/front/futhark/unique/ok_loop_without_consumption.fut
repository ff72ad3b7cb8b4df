def f (xs: []i32) (n: i64) =
  let ys = loop ys = xs for _i < n do map (+ 1) ys
  in ys[0] + xs[0]
