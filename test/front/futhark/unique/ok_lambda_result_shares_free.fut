def f [n] [m] (xss: [n][m]i32) (is: []i64) =
  let ys = map (\i -> xss[i]) is
  in ys with [0] = replicate m ys[1, 0]
