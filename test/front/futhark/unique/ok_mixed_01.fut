def f (xs: []i32) = let (a, b) = (copy xs, xs) let a[0] = 1 in (a, b[0])
