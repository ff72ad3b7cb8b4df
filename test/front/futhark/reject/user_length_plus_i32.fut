-- length is an i64.
-- ==
-- error: E1201

entry main [n] (xs: [n]i32) (k: i32) = length xs + k
