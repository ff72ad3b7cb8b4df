def f (xs: []i32) = copy xs with [0] = 1
