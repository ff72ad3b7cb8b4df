def f (xs: *[]i32) (ys: *[]i32) = match (xs, ys) case (a, b) -> let a[0] = b[0] in (a, xs)
