-- An array grows by one.
-- ==
-- error: E1301

entry main [n] (xs: [n]i32) : [n]i32 = xs ++ [1]
