-- length is an i64.
-- ==
-- error: error\[E12

entry main [n] (xs: [n]i32) (k: i32) = length xs + k
