-- A type name is not a value.
-- ==
-- error: error\[E1

entry main (x: i32) : i32 = x + i32
