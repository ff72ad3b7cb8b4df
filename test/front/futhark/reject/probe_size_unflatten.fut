-- Size unflatten.
-- ==
-- error: error\[E1[23]

entry main [k] (n: i64) (m: i64) (xs: [k]i32) : [n][m]i32 = unflatten xs
