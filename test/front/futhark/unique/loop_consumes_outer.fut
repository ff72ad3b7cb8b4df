def f (xs: *[]i32) (n: i64) =
  loop acc = 0 for i < n do acc + (xs with [i] = 1)[0]
