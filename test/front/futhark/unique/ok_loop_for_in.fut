def f (xs: *[]i32) (is: []i64) =
  loop ys = xs for i in is do ys with [i] = ys[i] + 1
