def f (xs: *[]i32) = let g (ys: *[]i32) = ys with [0] = 1 let a = g xs let b = g xs in (a, b)
