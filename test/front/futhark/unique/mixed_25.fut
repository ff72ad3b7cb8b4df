def f [n] (xs: *[n](i32, i32)) = let (ys, zs) = unzip xs let xs[0] = (1, 2) in (xs, ys, zs[0])
