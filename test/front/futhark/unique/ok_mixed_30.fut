def f (b: bool) (xs: *[]i32) (ys: *[]i32) =
  let (a, c) = if b then (xs, ys) else (ys, xs)
  in (a with [0] = c[0], 1)
