def f (n: i64) =
  let step (xs: *[n]i64) (i: i64): *[n]i64 = xs with [i] = i
  in loop xs = iota n for i < n do step xs i
