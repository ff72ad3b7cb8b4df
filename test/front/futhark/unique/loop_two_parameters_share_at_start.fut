def f (xs: *[]i32) (n: i64) =
  loop (a, b) = (xs, xs) for i < n do (a with [i] = b[0], b)
