def f (xs: *[]i32) = let go (i: i64) = i + 1 in (xs with [go 0] = 1, xs[0])
