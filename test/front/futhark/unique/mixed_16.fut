def f (xs: *[]i32) (n: i64) = loop (i, s) = (0, 0) while i < n do (i + 1, s + (xs with [0] = 1)[0])
