def f (xs: *[]i32) (is: []i64) = map (\i -> (xs with [i] = 0)[0]) is
