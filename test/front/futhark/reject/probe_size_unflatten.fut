-- Size unflatten.
-- ==
-- error: E1301

entry main [k] (n: i64) (m: i64) (xs: [k]i32) : [n][m]i32 = unflatten xs
