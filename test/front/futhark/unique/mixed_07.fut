def f [n] (xs: *[n]i32) (ys: [n]i32) = loop (xs, zs) = (xs, ys) for i < n do (zs, xs with [i] = 1)
