def f (xs: []i32) (n: i64) =
  loop ys = copy xs for i < n do ys with [i] = xs[0]
