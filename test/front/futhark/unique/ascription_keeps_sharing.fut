def f (xs: []i32) (n: i64) = (xs :> [n]i32) with [0] = 1
