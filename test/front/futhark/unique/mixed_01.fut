def f (xs: *[]i32) (n: i64) = loop xs for _i < n do let a = loop acc = 0 for _j < n do let ys = xs with [0] = 1 in acc + ys[0] in map (+ a) xs
