def f (x: i32) [n] (xs: [n]i32) = n
