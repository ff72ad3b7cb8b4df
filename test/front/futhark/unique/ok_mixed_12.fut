def f (k: i64) = let h = hist (+) 0i32 k (iota 10) (replicate 10 1) let h[0] = 2 in h
