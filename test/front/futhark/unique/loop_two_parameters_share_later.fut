def f (xs: *[]i32) (ys: *[]i32) (n: i64) =
  loop (a, b) = (xs, ys) for i < n do
    let c = a with [i] = b[0]
    in (c, c)
