-- 1 + n is written differently from n + 1.
-- ==
-- error: error\[E1[23]

entry main [n] (xs: [n]i32) : [n + 1]i32 = [1] ++ xs
