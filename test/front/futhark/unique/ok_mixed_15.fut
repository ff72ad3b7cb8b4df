def f [n] (xs: *[n]i32) = let m = n - 1 in loop xs while xs[m] > 0 do let xs[m] = xs[m] - 1 in xs
