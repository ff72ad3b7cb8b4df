entry f [n] (xs: *[n]i32) (ys: [n]i32): ([n]i32, [n]i32) = (xs with [0] = 1, ys)
