def f (n: i64) =
  let g (xs: []i64) = xs with [0] = 1
  in g (iota n)
