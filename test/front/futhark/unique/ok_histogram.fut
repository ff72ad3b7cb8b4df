def f [n] (is: [n]i64) (k: i64) =
  let h = reduce_by_index (replicate k 0i32) (+) 0 is (replicate n 1)
  in h with [0] = 1
