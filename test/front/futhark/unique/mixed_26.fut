def f (xs: *[]i32) = let r = {g = \(i: i64) -> xs[i]} let xs[0] = 1 in r.g 0 + xs[0]
