def f [n] (xs: *[n]i32) (ys: *[n]i32) = let zs = zip xs ys let zs[0] = (1, 2) in (zs, ys)
