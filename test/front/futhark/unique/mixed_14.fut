def f (xs: *[]i32) = let ys = if xs[0] > 0 then xs with [0] = 1 else xs in (ys, xs)
