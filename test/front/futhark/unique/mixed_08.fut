def f (xs: *[]i32) = let ys = xs with [0] = 1 let zs = xs in (ys, zs)
