-- filter does not keep the size.
-- ==
-- error: error\[E1[23]

entry main [n] (xs: [n]i32) : [n]i32 = filter (> 0) xs
