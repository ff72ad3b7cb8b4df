def f (xs: []i32) (n: i64) =
  loop (ys: *[]i32) = xs for _i < n do copy ys
