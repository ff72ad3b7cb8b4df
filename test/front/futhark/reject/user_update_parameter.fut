-- A parameter that is not unique.
-- ==
-- error: E1402

entry main [n] (xs: [n]i32) : [n]i32 = xs with [0] = 1
