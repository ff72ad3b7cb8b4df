def f [n] (xs: *[n]i32) (ys: []i32) =
  loop (a, s) = (xs, 0) for i < n do
    let s = s + a[i] + ys[0]
    let a[i] = s
    in (a, s)
