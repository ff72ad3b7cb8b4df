def f (xs: *[2]i32) = [xs, xs with [0] = 1]
