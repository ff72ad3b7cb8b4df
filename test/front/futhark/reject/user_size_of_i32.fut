-- A size is an i64.
-- ==
-- error: error\[E1[23]

entry main (n: i32) : [n]i32 = replicate 3 n
