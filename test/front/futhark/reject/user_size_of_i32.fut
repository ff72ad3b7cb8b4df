-- A size is an i64.
-- ==
-- error: E1201

entry main (n: i32) : [n]i32 = replicate 3 n
