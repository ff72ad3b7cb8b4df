-- Comparing an i32 with an i64.
-- ==
-- error: E1201

entry main (a: i32) (b: i64) : bool = a == b
