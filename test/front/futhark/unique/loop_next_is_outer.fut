def f (xs: *[]i32) (zs: *[]i32) (n: i64) =
  loop ys = xs for i < n do
    let _ = ys with [i] = 0
    in zs
