-- A name that is not defined.
-- ==
-- error: E1101

entry main (x: i32) : i32 = x + y
