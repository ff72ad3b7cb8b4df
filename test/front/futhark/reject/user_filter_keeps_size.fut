-- filter does not keep the size.
-- ==
-- error: E1301

entry main [n] (xs: [n]i32) : [n]i32 = filter (> 0) xs
