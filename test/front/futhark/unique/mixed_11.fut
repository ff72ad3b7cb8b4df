def f (xs: *[]i32) (n: i64) = loop xs for _i < n do let g = \(i: i64) -> (xs with [i] = 1)[0] in map (+ g 0) xs
