-- take k has size k.
-- ==
-- error: E1301

entry main [n] (k: i64) (xs: [n]i32) : [n]i32 = take k xs
