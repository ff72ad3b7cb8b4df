def f (g: i64 -> []i32) = (g 1) with [0] = 2
