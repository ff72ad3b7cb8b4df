def f (xs: *[]i32) (n: i64) = let ys = loop xs for i < n do xs with [i] = 1 in (ys, xs)
