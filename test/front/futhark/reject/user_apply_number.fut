-- A number is no function.
-- ==
-- error: error\[E12

entry main (x: i32) : i32 = x 3
