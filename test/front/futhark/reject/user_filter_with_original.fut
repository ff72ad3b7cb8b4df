-- What is left and the whole are not of one size.
-- ==
-- error: E1301

entry main [n] (xs: [n]i32) : []i32 = map2 (+) xs (filter (> 0) xs)
