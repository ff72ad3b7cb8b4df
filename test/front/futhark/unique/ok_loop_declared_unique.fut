def f (n: i64) =
  loop (ys: *[]i64) = iota n for _i < n do copy ys
