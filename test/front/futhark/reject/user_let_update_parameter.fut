-- A parameter that is not unique, by let.
-- ==
-- error: E1402

entry main [n] (xs: [n]i32) : [n]i32 = let xs[0] = 1 in xs
