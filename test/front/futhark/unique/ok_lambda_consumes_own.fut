def f (n: i64) (is: []i64) =
  map (\i -> let a = iota n
             let a[i] = 0
             in a[0]) is
