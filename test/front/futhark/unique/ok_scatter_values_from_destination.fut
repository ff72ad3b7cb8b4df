def f [n] (xs: *[n]i64) = scatter xs (iota n) (map (+ 1) xs)
