def f (n: i64) = let xs = iota n let f = \ys -> ys with [0] = 1 in f xs
