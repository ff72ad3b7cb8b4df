def f (xs: *[]i32) (n: i64) =
  loop xs for i < n do xs with [i] = 0
