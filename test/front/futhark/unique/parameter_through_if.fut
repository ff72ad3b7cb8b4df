def f (b: bool) (xs: []i32) (n: i64) =
  let ys = if b then xs else replicate n 0
  in ys with [0] = 1
