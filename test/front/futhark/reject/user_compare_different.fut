-- Comparing an i32 with an i64.
-- ==
-- error: error\[E12

entry main (a: i32) (b: i64) : bool = a == b
