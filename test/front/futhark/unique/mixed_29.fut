def f (xs: []i32) = id xs with [0] = 1
