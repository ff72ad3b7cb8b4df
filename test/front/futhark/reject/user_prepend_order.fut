-- 1 + n is written differently from n + 1.
-- ==
-- error: E1301

entry main [n] (xs: [n]i32) : [n + 1]i32 = [1] ++ xs
