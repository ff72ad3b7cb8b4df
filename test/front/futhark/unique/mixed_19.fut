def f (xs: *[]i32) = let ys = xs : []i32 let ys[0] = 1 in (xs, ys)
