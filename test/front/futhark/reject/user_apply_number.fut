-- A number is no function.
-- ==
-- error: E1202

entry main (x: i32) : i32 = x 3
