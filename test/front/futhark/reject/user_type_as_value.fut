-- A type name is not a value.
-- ==
-- error: E1101

entry main (x: i32) : i32 = x + i32
