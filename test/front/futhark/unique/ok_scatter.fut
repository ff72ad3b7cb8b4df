def f [n] (xs: *[n]i32) (is: []i64) (vs: []i32) =
  let m = length is
  let ys = scatter xs (is :> [m]i64) (vs :> [m]i32)
  in ys with [0] = 1
