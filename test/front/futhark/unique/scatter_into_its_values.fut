def f [n] (xs: *[n]i64) (is: [n]i64) = scatter xs is xs
