def f [n] (xs: *[n]i32) (is: []i64) = loop xs for i in reverse is do xs with [i] = xs[i] + 1
