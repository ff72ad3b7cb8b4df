def f (xs: []i32) (n: i64) =
  loop ys = xs for i < n do ys with [i] = 0
