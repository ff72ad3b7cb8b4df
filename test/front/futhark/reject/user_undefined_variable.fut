-- A name that is not defined.
-- ==
-- error: error\[E11

entry main (x: i32) : i32 = x + y
