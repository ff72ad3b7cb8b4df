-- An array grows by one.
-- ==
-- error: error\[E1[23]

entry main [n] (xs: [n]i32) : [n]i32 = xs ++ [1]
