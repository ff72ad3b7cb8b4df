def f (xs: []i32) = (\(ys: *[]i32) -> ys with [0] = 1) (copy xs)
